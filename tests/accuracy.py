"""How many real games come back exactly, played by the model of hands and replayed as scripts.

    python -m tests.accuracy --jobs 2                 all 1,200 games, every handling and sensor
    python -m tests.accuracy --only 1-50 --handling hard --show --dump wrong/

Every game goes the whole way of `touchmove replay`: hands write a touch script, the script is read,
played back and compared with the game: moves, result, and the clock reading of every move where
the game has them. What the hands did is known, so it is known which alerts they deserved
(`deserved`); every other alert is a false alarm, but for questions, which are counted by
themselves.
"""

import argparse
import os
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, fields, replace
from functools import partial
from itertools import count
from pathlib import Path

import chess
import chess.pgn

from touchmove.events import Event, Lifted
from touchmove.game.table import Table
from touchmove.hands import HANDLINGS as HANDLINGS
from touchmove.hands import Handling, Performance, perform
from touchmove.hands.turns import Done, Press
from touchmove.replay import play as replay
from touchmove.script.read import read
from touchmove.script.record import Record
from touchmove.script.time_control import parse as parse_time_control
from touchmove.script.write import write
from touchmove.units import Millis

GAMES = Path(__file__).parent / "games" / "otb_1200.pgn"
SENSORS = ("presence", "polarity")
QUESTION = "ambiguous"
DOUBTS = frozenset(
    {
        QUESTION,
        "displaced",
        "inferred",
        "promo_assumed",
        "promo_revised",
        "release",
        "silent_capture",
        "touch",
    }
)
"""Alerts that point at a move: whoever reads one looks at the record."""


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

    number: int
    exact: bool
    plies: int
    right: int
    """How many of its plies came back, from the first on."""
    inferred: int
    """Moves of which the record says that nobody saw them whole."""
    questions: int
    false: tuple[str, ...]
    """Kinds of alerts that nothing in the hands deserved, questions apart."""
    silent: bool
    """The first move on the record that was not played has no alert that points at it."""
    swept: int
    swept_right: int
    clocks: int
    """Clock readings that came back to the second."""
    difference: str


# ------------------------------------------------------------------ the games
def games(numbers: range | None = None) -> Iterator[Played]:
    """The games of the collection, cut where the Laws ended them."""
    with GAMES.open(encoding="utf-8") as file:
        for number in count(1):
            if numbers is not None and number not in numbers:
                if number >= numbers.stop or not chess.pgn.skip_game(file):
                    return
                continue
            game = chess.pgn.read_game(file)
            if game is None:
                return
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


def by_hand(
    game: Played, handling: Handling, seed: int, *, colors: bool = False
) -> tuple[tuple[tuple[str, str], ...], Performance]:
    """The tags of the game's script, and the game by hand.

    A handling with a time control of its own is not asked to keep the recorded clock readings.
    """
    paced = handling.time_control or game.time_control
    control = parse_time_control(paced)
    keeps_readings = control is not None and handling.clock and handling.time_control is None
    performance = perform(
        chess.Board(),
        game.moves,
        handling,
        seed,
        clocks=game.clocks if keeps_readings else None,
        time_control=control,
        result=game.result,
        colors=colors,
    )
    tags = [("TimeControl", paced), ("Profile", handling.profile)]
    tags += [("Sensors", "polarity")] if colors else []
    return tuple(tags), performance


def script_of(game: Played, handling: Handling, seed: int) -> tuple[str, tuple[Event, ...]]:
    """The game by hand, as a touch script and as the events in it."""
    tags, performance = by_hand(game, handling, seed)
    return write(performance.events, tags), performance.events


# ------------------------------------------------------------------ the comparison
def compare(game: Played, handling: Handling, seed: int, *, colors: bool = False) -> Compared:
    """Play `game` by hand, replay the script, and say what differs."""
    tags, performance = by_hand(game, handling, seed, colors=colors)
    (record,) = read(write(performance.events, tags))
    assert isinstance(record, Record), record
    ((table, _),) = replay(record)
    made = [entry.move for entry in table.moves]
    right = next(
        (n for n, (a, b) in enumerate(zip(made, game.moves, strict=False)) if a != b),
        min(len(made), len(game.moves)),
    )
    swept = [ply for ply, done in enumerate(performance.turns) if done.plan.swept]
    told = Counter(alert.kind for alert in table.alerts)
    false = told + Counter(illegal=sum(table.illegal)) - deserved(handling, performance)
    difference = _difference(game, table, right)
    return Compared(
        number=game.number,
        exact=not difference,
        plies=len(game.moves),
        right=right,
        inferred=sum(entry.evidence == "inferred" for entry in table.moves),
        questions=told[QUESTION],
        false=tuple(kind for kind in false.elements() if kind != QUESTION),
        silent=right < min(len(made), len(game.moves)) and not _pointed_at(table, right),
        swept=len(swept),
        swept_right=sum(ply < right for ply in swept),
        clocks=sum(
            reading is not None and entry.clock_ms // 1000 == int(reading)
            for entry, reading in zip(table.moves, game.clocks, strict=False)
        ),
        difference=difference,
    )


def deserved(handling: Handling, performance: Performance) -> Counter[str]:
    """How many alerts of each kind the hands deserved at most.

    - `press_early`: a press before its piece had landed (blitz, hard).
    - `missed_press`: a move that was answered without a press that counted (blitz, hard).
    - `wrong_button`: a press in vain, after the opponent had forgotten his (blitz, hard).
    - `silent_capture`: a victim swept off (hard), or whose lift was never reported (lossy).
    - `inferred`: an edge of the move was never reported (lossy).
    - `promo_assumed`, `promo_revised`: a promotion was not said (all but clean).
    - `result_kings`: the kings showed the result (kings).
    """
    counts: Counter[str] = Counter(result_kings=int(performance.kings))
    for number, done in enumerate(performance.turns):
        press = done.plan.press
        answered = number < len(performance.turns) - 1
        counts["press_early"] += press is Press.EARLY
        counts["wrong_button"] += press is Press.IN_VAIN
        unpressed = press in (Press.FORGOTTEN, Press.IN_VAIN, Press.NONE)
        counts["missed_press"] += handling.clock and answered and unpressed
        counts["silent_capture"] += done.plan.swept or _victim_unseen(done)
        counts["inferred"] += done.lost is not None
        unsaid = done.move.promotion is not None and done.plan.names is None
        counts["promo_assumed"] += unsaid
        counts["promo_revised"] += unsaid
    return counts


def _victim_unseen(done: Done) -> bool:
    """Whether the lift that was lost is that of the piece on the square of the move."""
    return isinstance(done.lost, Lifted) and done.lost.square == done.move.to_square


def _difference(game: Played, table: Table, right: int) -> str:
    """What came back otherwise, in words; nothing if the game is exact."""
    made = [entry.move for entry in table.moves]
    result = "*" if table.outcome is None else table.outcome.result
    differences = []
    if made != list(game.moves):
        played = game.moves[right].uci() if right < len(game.moves) else "nothing"
        found = made[right].uci() if right < len(made) else "nothing"
        differences.append(f"ply {right + 1}: {played} was played, {found} is on the record")
    if result != game.result:
        differences.append(f"result {result} instead of {game.result}")
    if table.pending is not None:
        differences.append("a move is pending")
    return ", ".join(differences)


def _pointed_at(table: Table, ply: int) -> bool:
    """Whether an alert doubts the move number `ply`, counted from 0."""
    return any(alert.kind in DOUBTS and alert.ply in (ply, ply + 1) for alert in table.alerts)


# ------------------------------------------------------------------ what went wrong
def annotated(game: Played, handling: Handling, seed: int, *, colors: bool = False) -> str:
    """The touch script of a game, a line for each turn, with what the hands did in it."""
    tags, performance = by_hand(game, handling, seed, colors=colors)
    (record,) = read(write(performance.events, tags))
    assert isinstance(record, Record), record
    ((table, _),) = replay(record)
    compared = compare(game, handling, seed, colors=colors)
    lines = [f"# game {game.number}, {handling.name}: {compared.difference or 'exact'}"]
    lines += [f"# {a.at} ms, after ply {a.ply}: {a.kind}: {a.detail}" for a in table.alerts]
    lines += [f'[{name} "{value}"]' for name, value in tags]
    board, before, events = chess.Board(), 0, list(performance.events)
    following = [*(done.touched_at for done in performance.turns[1:]), None]
    for done, until in zip(performance.turns, following, strict=True):
        lines += ["", f"# {_facts(board, done)}"]
        board.push(done.move)
        tokens = []
        while events and (until is None or events[0].at < until):
            event = events.pop(0)
            tokens.append(write([replace(event, at=Millis(event.at - before))]).strip())
            tokens.append("\n" if tokens[-1].partition("@")[1] else " ")
            before = event.at
        lines += "".join(tokens).rstrip().split("\n")
    return "\n".join([*lines, ""])


def _facts(board: chess.Board, done: Done) -> str:
    number = f"{board.fullmove_number}{'.' if board.turn else '...'}"
    facts = [f"ply {board.ply() + 1}: {number} {board.san(done.move)}", done.plan.order.sequence]
    facts += [done.plan.order.exchange] if done.plan.order.exchange else []
    facts += ["adjusts before"] if done.plan.adjusts else []
    facts += ["begun before the press"] if done.anticipated else []
    if done.lost is not None:
        sign = "-" if isinstance(done.lost, Lifted) else "+"
        facts.append(f"{sign}{chess.square_name(done.lost.square)} lost")
    facts.append(f"lands at {done.landed_at} ms, pressed {done.plan.press}")
    return "; ".join(facts)


# ------------------------------------------------------------------ the table
COLUMNS = (
    "handling",
    "sensors",
    "games",
    "exact",
    "plies",
    "plies exact",
    "inferred",
    "questions",
    "false alarms",
    "per 1,000 plies",
    "wrong in silence",
    "swept",
    "swept right",
    "clock readings right",
)


def row(handling: Handling, sensors: str, found: Iterable[Compared]) -> tuple[str, ...]:
    """One row of the table."""
    found = list(found)
    totals: Counter[str] = Counter()
    for compared in found:
        for field in fields(compared):
            value = getattr(compared, field.name)
            totals[field.name] += value if isinstance(value, int) else len(value)
    swept = (str(totals["swept"]), str(totals["swept_right"])) if handling.sweep else ("–", "–")
    paced = handling.time_control is None and handling.clock
    return (
        handling.name,
        sensors,
        str(len(found)),
        *(str(totals[name]) for name in ("exact", "plies", "right", "inferred", "questions")),
        str(totals["false"]),
        f"{1000 * totals['false'] / max(totals['plies'], 1):.2f}",
        str(totals["silent"]),
        *swept,
        str(totals["clocks"]) if paced else "–",
    )


def show(rows: list[tuple[str, ...]], *, markdown: bool) -> Iterator[str]:
    """The table, to read or to paste into a page."""
    if markdown:
        yield f"| {' | '.join(COLUMNS)} |"
        yield f"| {' | '.join('---' for _ in COLUMNS)} |"
        yield from (f"| {' | '.join(row)} |" for row in rows)
        return
    widths = [max(map(len, column)) for column in zip(COLUMNS, *rows, strict=True)]
    for each in (COLUMNS, *rows):
        yield "  ".join(text.rjust(width) for text, width in zip(each, widths, strict=True))


def compare_all(
    played: list[Played], handling: Handling, *, seed: int = 0, colors: bool = False, jobs: int = 1
) -> list[Compared]:
    """Every game compared, by so many processes; the seed of a game is its number and `seed`."""
    if jobs == 1:
        return [_compare(game, handling, seed, colors) for game in played]
    one = partial(_compare, handling=handling, seed=seed, colors=colors)
    with ProcessPoolExecutor(jobs) as pool:
        return list(pool.map(one, played, chunksize=8))


def _compare(game: Played, handling: Handling, seed: int, colors: bool) -> Compared:
    return compare(game, handling, seed + game.number, colors=colors)


def main() -> int:
    """Print a row for each handling and sensor; 1 if some game is not exact or some alarm false."""
    arguments = _arguments()
    numbers = None
    if arguments.only:
        first, _, last = arguments.only.partition("-")
        numbers = range(int(first), int(last or first) + 1)
    played = list(games(numbers))
    rows: list[tuple[str, ...]] = []
    failed = False
    for name in arguments.handling or list(HANDLINGS):
        for sensors in arguments.sensors or SENSORS:
            handling, colors = HANDLINGS[name], sensors == "polarity"
            found = compare_all(
                played, handling, seed=arguments.seed, colors=colors, jobs=arguments.jobs
            )
            rows.append(row(handling, sensors, found))
            if not arguments.markdown:
                print(*list(show(rows, markdown=False))[:: len(rows)], sep="\n", flush=True)
            for game, compared in zip(played, found, strict=True):
                failed = failed or not compared.exact or bool(compared.false)
                _report(game, compared, handling, sensors, arguments)
    print(*show(rows, markdown=arguments.markdown), sep="\n")
    return 1 if failed else 0


def _report(
    game: Played,
    compared: Compared,
    handling: Handling,
    sensors: str,
    arguments: argparse.Namespace,
) -> None:
    """Say and write down what is wrong with one game, as far as that is wanted."""
    if arguments.show and (not compared.exact or compared.false or compared.questions):
        silent = "in silence: " if compared.silent else ""
        kinds = dict(Counter(compared.false))
        asked = f" {compared.questions} questions" if compared.questions else ""
        print(
            f"{handling.name} {sensors} game {game.number}: {silent}{compared.difference}"
            f"{asked} {kinds or ''}"
        )
    if arguments.dump and (not compared.exact or compared.false):
        arguments.dump.mkdir(parents=True, exist_ok=True)
        seed, colors = arguments.seed + game.number, sensors == "polarity"
        path = arguments.dump / f"{handling.name}-{sensors}-{game.number:04}.touch"
        path.write_text(annotated(game, handling, seed, colors=colors), encoding="utf-8")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--only", metavar="A-B", help="these games only")
    parser.add_argument("--handling", choices=sorted(HANDLINGS), action="append")
    parser.add_argument("--sensors", choices=SENSORS, action="append")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N")
    parser.add_argument("--show", action="store_true", help="name every game that is not clean")
    parser.add_argument(
        "--dump", type=Path, metavar="DIR", help="write the touch script of every such game there"
    )
    parser.add_argument("--markdown", action="store_true", help="print the table for a page")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
