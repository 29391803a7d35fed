"""A model of human hands: how people move pieces, from a seed.

`handling` says how a person handles pieces (probabilities and spans of time), `orders` which
orders of touches each move allows, `strokes` what the hands do for one move (each a `stroke`, with
`fumbles` among them), `pace` when the clock is pressed, `turns` what one turn is and when,
`closing` how a game ends, `losing` what a bad link leaves out, and `playing` puts a whole game
together as events of the board.

Everything is a pure function of its arguments; chance enters only as a `random.Random` that the
caller seeds. What is modelled here is honest play: no stroke breaks the Laws. Contacts that bounce
for a millisecond are not hands; the simulated board adds them.
"""

from touchmove.hands.handling import (
    BLITZ,
    CLEAN,
    HANDLINGS,
    HARD,
    HUMAN,
    KINGS,
    LOSSY,
    NOISY,
    UNCLOCKED,
    Handling,
)
from touchmove.hands.playing import Performance, perform, play

__all__ = [
    "BLITZ",
    "CLEAN",
    "HANDLINGS",
    "HARD",
    "HUMAN",
    "KINGS",
    "LOSSY",
    "NOISY",
    "UNCLOCKED",
    "Handling",
    "Performance",
    "perform",
    "play",
]
