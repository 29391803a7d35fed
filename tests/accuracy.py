"""How many real games come back exactly, played by the model of hands and replayed as scripts.

    python -m tests.accuracy                 all 1,200 games, every handling
    python -m tests.accuracy --only 1-50 --handling human --show

Every game goes the whole way of `touchmove replay`: hands write a touch script, the script is read,
played back and compared with the game: moves, result, and the clock reading of every move where
the game has them. An alert is deserved only where the hands did what it says: `promo_assumed` when
a promotion was not said.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import chess
import chess.pgn

from touchmove.events import Event, PromotionNamed
from touchmove.hands.handling import CLEAN, HUMAN, NOISY, Handling
from touchmove.hands.playing import play as play_by_hand
from touchmove.replay import play as replay
from touchmove.script.read import read
from touchmove.script.record import Record
from touchmove.script.time_control import parse as parse_time_control
from touchmove.script.write import write

GAMES = Path(__file__).parent / "games" / "otb_1200.pgn"
HANDLINGS = {handling.name: handling for handling in (CLEAN, HUMAN, NOISY)}


@dataclass(frozen=True, slots=True)
class Played:
    """A game as it was played over the board, up to its automatic end."""

    number: int
    moves: tuple[chess.Move, ...]
    clocks: tuple[float | None, ...]
    time_control: str
    result: str


@dataclass(frozen=True, slots=True)
class Compared:
    """What came of one game."""

    exact: bool
    plies: int
    right: int
    """How many of its plies came back, from the first on."""
    wrong: bool
    """Whether some move on the record was not the one that was played."""
    undeserved: tuple[str, ...]
    """Kinds of alerts that nothing in the hands deserved."""
    clocks: int
    """Clock readings that came back to the second."""
    inferred: int
    script: str
    difference: str


def games(numbers: range | None = None) -> Iterator[Played]:
    """The games of the collection, cut where the Laws ended them."""
    with GAMES.open(encoding="utf-8") as file:
        number = 0
        while (game := chess.pgn.read_game(file)) is not None:
            number += 1
            if numbers is None or number in numbers:
                yield _played(number, game)


def _played(number: int, game: chess.pgn.Game) -> Played:
    board = game.board()
    moves: list[chess.Move] = []
    clocks: list[float | None] = []
    result = game.headers["Result"]
    for node in game.mainline():
        board.push(node.move)
        moves.append(node.move)
        clocks.append(node.clock())
        outcome = board.outcome()
        if outcome is not None:
            result = outcome.result()
            break
    return Played(number, tuple(moves), tuple(clocks), game.headers.get("TimeControl", "?"), result)


def script_of(game: Played, handling: Handling, seed: int) -> tuple[str, tuple[Event, ...]]:
    """The game by hand, as a touch script and as the events in it."""
    control = parse_time_control(game.time_control)
    events = tuple(
        play_by_hand(
            chess.Board(),
            game.moves,
            handling,
            seed,
            clocks=game.clocks if control is not None else None,
            time_control=control,
            result=game.result,
        )
    )
    return write(events, (("TimeControl", game.time_control),)), events


def compare(game: Played, handling: Handling, seed: int) -> Compared:
    """Play `game` by hand, replay the script, and say what differs."""
    script, events = script_of(game, handling, seed)
    (record,) = read(script)
    assert isinstance(record, Record), record
    ((table, _),) = replay(record)
    made = [entry.move for entry in table.moves]
    right = next(
        (n for n, (a, b) in enumerate(zip(made, game.moves, strict=False)) if a != b),
        min(len(made), len(game.moves)),
    )
    result = "*" if table.outcome is None else table.outcome.result
    differences = []
    if made != list(game.moves):
        differences.append(f"ply {right + 1} differs")
    if result != game.result:
        differences.append(f"result {result} instead of {game.result}")
    if table.pending is not None:
        differences.append("a move is pending")
    said = any(isinstance(event, PromotionNamed) for event in events)
    promoted = sum(move.promotion is not None for move in game.moves)
    deserved = {"promo_assumed"} if promoted and not (said and promoted == 1) else set()
    undeserved = tuple(a.kind for a in table.alerts if a.kind not in deserved)
    return Compared(
        exact=not differences,
        plies=len(game.moves),
        right=right,
        wrong=any(a != b for a, b in zip(made, game.moves, strict=False)),
        undeserved=undeserved,
        clocks=sum(
            reading is not None and entry.clock_ms // 1000 == int(reading)
            for entry, reading in zip(table.moves, game.clocks, strict=False)
        ),
        inferred=sum(entry.evidence == "inferred" for entry in table.moves),
        script=script,
        difference=", ".join(differences),
    )


def _counts(compared: Compared) -> tuple[int, int, int, int]:
    return compared.plies, compared.right, compared.clocks, compared.inferred


def main() -> int:
    """Print a row for each handling; 1 if some clean or human game is not exact."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--only", metavar="A-B", help="these games only")
    parser.add_argument("--handling", choices=sorted(HANDLINGS), action="append")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", action="store_true", help="name every game that is not exact")
    arguments = parser.parse_args()
    numbers = None
    if arguments.only:
        first, _, last = arguments.only.partition("-")
        numbers = range(int(first), int(last or first) + 1)
    failed = False
    print(
        "| handling | games | exact | wrong | plies | right | clocks | inferred "
        "| undeserved alerts |"
    )
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    for name in arguments.handling or list(HANDLINGS):
        found = []
        for game in games(numbers):
            compared = compare(game, HANDLINGS[name], arguments.seed + game.number)
            found.append(compared)
            if arguments.show and (not compared.exact or compared.undeserved):
                kinds = dict(Counter(compared.undeserved))
                print(f"game {game.number}: {compared.difference} {kinds}")
        exact = sum(c.exact for c in found)
        alerts = sum(len(c.undeserved) for c in found)
        wrong = sum(c.wrong for c in found)
        counts = (
            len(found),
            exact,
            wrong,
            *(sum(n) for n in zip(*map(_counts, found), strict=True)),
        )
        print(f"| {name} | {' | '.join(map(str, counts))} | {alerts} |")
        failed = failed or exact < len(found) or bool(alerts)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
