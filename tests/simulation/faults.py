"""What goes wrong in one simulated game, and how hard: drawn first, before anything is played.

Swarm testing: each kind of fault is on or off for a whole game. A game in which everything is a
little wrong hides the faults that need quiet around them, and one with a single fault, hard, finds
what a mixture never reaches.
Ref: A. Groce et al., "Swarm Testing", ISSTA 2012
"""

from collections import Counter
from dataclasses import dataclass, fields
from random import Random

SWITCHED_ON = 0.25
"""How likely each kind of fault is to be on in a game."""

RATES = (0.02, 0.05, 0.1, 0.3, 0.6)
"""How often a fault that is on happens, a move or a line."""

HANDLINGS = ("clean", "human", "noisy")
"""Named manners of `touchmove.hands`; a fixed list, so that a seed stays what it is."""

PROFILES = ("classical",) * 5 + ("unclocked",)
"""One game in six has no clock."""


@dataclass(frozen=True, slots=True)
class Faults:
    """Rates are probabilities, a move unless said; 0 is never."""

    profile: str = "classical"
    """With a clock, or `unclocked`: then moves are completed by standing and by the reply."""
    handling: str = "clean"
    """How the hands handle pieces beside the faults below."""
    bounce_ms: int = 0
    """A contact flutters for up to so long after each change."""
    late: float = 0.0
    """A contact follows its piece only after 30 ms to 3 s; drawn for each stroke."""
    dead: float = 0.0
    """A square stays as its contact is, for some moves."""
    swept: float = 0.0
    """The victim of a capture is pushed off by the piece that takes it: no sensor sees a gap."""
    brush: float = 0.0
    """A piece beside the move loses contact for 20 to 140 ms."""
    knock: float = 0.0
    """A piece is knocked onto another square, and put back soon, or when a lamp asks for it."""
    rest: float = 0.0
    """A piece that slides rests on the way, for 150 to 900 ms."""
    fumble: float = 0.0
    """Another piece is lifted and put back first."""
    two_hands: float = 0.0
    """The opponent begins his move before the clock is pressed."""
    early: float = 0.0
    """The clock is pressed up to 250 ms before the piece lands."""
    unpressed: float = 0.0
    """The clock is not pressed."""
    heedless: float = 0.0
    """Lamps are overlooked, and play goes on."""
    cable_out: float = 0.0
    """The cable is out from some moment of the move on, for 0.1 s to 20 minutes."""
    noise: float = 0.0
    """A line on the cable is lost, doubled, cut in two or damaged; drawn for each line."""
    delay_ms: int = 0
    """A line is on the way for up to so long."""
    killed: float = 0.0
    """The host is killed, and started again after up to a minute."""
    power_cut: float = 0.0
    """The board is without power for up to 30 s."""
    ring: int = 0
    """The board keeps so few reports; 0: as many as it really does."""

    def named(self) -> str:
        """What is on, in one line."""
        on = ((each.name, getattr(self, each.name), each.default) for each in fields(self))
        return " ".join(f"{name}={value}" for name, value, usual in on if value != usual)


NONE = Faults()

AROUND = 2
"""A fault that struck so many plies before a wrong move may be its cause, or one ply after it."""


class Struck:
    """Which faults have struck, and at which move."""

    def __init__(self) -> None:
        self.ply = 0
        """How many moves have been played on the board."""
        self.counts: Counter[str] = Counter()
        self._at: dict[int, set[str]] = {}

    def note(self, fault: str, ply: int | None = None) -> None:
        """It has struck, at this ply or at the one that is being played."""
        self.counts[fault] += 1
        self._at.setdefault(self.ply if ply is None else ply, set()).add(fault)

    def around(self, ply: int) -> tuple[str, ...]:
        """What struck near a ply, in order of the alphabet."""
        near = range(ply - AROUND, ply + 2)
        return tuple(sorted(set().union(*(self._at.get(each, set()) for each in near))))


def draw(chance: Random) -> Faults:
    """Which faults are on in a game, and how hard."""

    def rate() -> float:
        level = chance.choice(RATES)
        return level if chance.random() < SWITCHED_ON else 0.0

    def some(*values: int) -> int:
        value = chance.choice(values)
        return value if chance.random() < SWITCHED_ON else 0

    return Faults(
        profile=chance.choice(PROFILES),
        handling=chance.choice(HANDLINGS),
        bounce_ms=some(2, 5, 5, 8),
        late=rate() / 4,
        dead=rate() / 4,
        swept=rate(),
        brush=rate(),
        knock=rate(),
        rest=rate(),
        fumble=rate(),
        two_hands=rate(),
        early=rate(),
        unpressed=rate(),
        heedless=rate(),
        cable_out=rate() / 2,
        noise=rate() / 2,
        delay_ms=some(5, 50, 400),
        killed=rate() / 4,
        power_cut=rate() / 4,
        ring=some(8, 16, 64),
    )


def read(text: str) -> Faults:
    """The faults that `named` wrote. Rejects, with a ValueError, what it could not have written."""
    kinds = {each.name: type(getattr(NONE, each.name)) for each in fields(Faults)}
    found: dict[str, str | int | float] = {}
    for part in text.split():
        name, _, value = part.partition("=")
        if name not in kinds:
            raise ValueError(f"{part}: no fault is called {name}; there are {', '.join(kinds)}")
        found[name] = kinds[name](value)
    if found.get("profile", PROFILES[0]) not in PROFILES:
        raise ValueError(f"profile={found['profile']}: there are {', '.join(set(PROFILES))}")
    if found.get("handling", HANDLINGS[0]) not in HANDLINGS:
        raise ValueError(f"handling={found['handling']}: there are {', '.join(HANDLINGS)}")
    return Faults(**found)  # type: ignore[arg-type]  # each of its own kind, as read above
