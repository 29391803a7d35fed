"""Makes the first inputs of the corpus from the tests' own data: cases, games, a log, wire lines.

python -m tests.fuzz.seeds

Writes `seed-NN` files; what else is in the corpus was kept because it once failed, and stays.
"""

import json
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import chess

from tests.clock_runs import begun
from tests.fuzz.kept import CORPUS
from touchmove.clock_state import Mode
from touchmove.daemon.config.sections import Config, Game
from touchmove.daemon.config.setting import keys_of
from touchmove.daemon.config.writing import literal, written
from touchmove.daemon.logs import exporting
from touchmove.script.time_control import parse
from touchmove.shell.store import Kind, Line, Store
from touchmove.units import Millis
from touchmove.wire import messages as m
from touchmove.wire.known import Keeping, Link
from touchmove.wire.link import keep

TESTS = Path(__file__).parents[1]
HELLO = "hello 1 0.1.0 t 0badcafe presence 8x8 900 1 0 1 keeps"
MOVED = (
    "lift # 5000 e2 ffff00000000efff",
    "place # 5400 e4 ffff00001000efff",
    "press # 5600 W ffff00001000efff",
)
CONTROLS = ("180+2", "40/5400+30:1800+30", "60Y5x30", "*60", "W60S3-B30B5")
PGN_GAMES = (1, 2, 619)


def _log() -> list[Line]:
    """The lines of a log of the tests, in the form that is written today."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "log.sqlite"
        shutil.copy(TESTS / "logs" / "form-1.sqlite", copy)
        store = Store(copy)
        lines = list(store.lines())
        store.close()
    return lines


def _payload(line: str) -> str:
    return line.rpartition("*")[0]


def _kept(control: str) -> list[str]:
    """What a host says to have a board keep its clock."""
    read = parse(control)
    board = m.Hello("0.1.0", "t", "0badcafe", "presence", "8x8", 0, 1, 0, 1, (m.KEEPS,))
    known = Link(board=board, greeted=True)
    state = begun(read, Mode.RUN, chess.WHITE, Millis(0)).state
    _, lines = keep(known, Keeping(state, read, m.Setup(1, 2, 3)))
    return [_payload(line.decode()) for line in lines]


def _clock(kept: list[str]) -> str:
    return kept[-1].split(" ", 3)[-1]


def wire(log: list[Line]) -> Iterator[str]:
    """What boards say."""
    reports = [_payload(line.entry.line) for line in log if line.entry.kind is Kind.REPORT]
    yield "\n".join(reports[:24])
    game = [*MOVED, "lost # 9000 1 ffff00001000efff"]
    beat = "beat 0badcafe 1000 0 0 ffff00000000ffff"
    yield "\n".join((HELLO.replace("keeps", "-"), beat, *game, "~300", "~3000", "~3000"))
    yield "\n".join((HELLO, f"kept 0badcafe 0 alone {_clock(_kept('180+2'))}", beat))
    yield "\n".join(
        (HELLO, beat, ".", HELLO.replace("0badcafe", "deadbeef"), "pong 1 0badcafe 2 2 0")
    )
    yield "!\x00\xff garbage\nrefuse no\nhello 2 x\nMicroPython v1.29\n~-5000"


def board(log: list[Line]) -> Iterator[str]:
    """The same, and what people say."""
    yield from wire(log)
    opening = (HELLO.replace("keeps", "-"), "beat 0badcafe 1000 0 0 ffff00000000ffff")
    yield "\n".join((*opening, *MOVED, "@undo", "@offer draw B", "@accept"))
    yield "\n".join(("", *opening, "@start", "@pause", "@time W +60", "@replace e2e4", "@new"))


def orders() -> Iterator[str]:
    """What hosts say."""
    lamps = "lamps 1" + "0" * 63
    asked = ("hail 1", "resend 0badcafe 1", "=e2", "~50", "=e4", "=W", "ack 0badcafe 3", "ping 7")
    yield "\n".join((*asked, lamps))
    for control in CONTROLS:
        yield "\n".join(
            ("resume 0badcafe 1", *_kept(control), "~900", "=W", "~70000", "=B", "^", "=W")
        )
    setup, white, black, *_ = _kept("180+2")
    stored = [
        f"$control.txt {' '.join([word, *rest[1:]])}"
        for word, *rest in map(str.split, (white, black, setup))
    ]
    yield "\n".join(
        (*stored, f"$clock0.txt 1 5000 1 {_clock(_kept('180+2'))}", "^", "resume 0badcafe 1", "=W")
    )


def script() -> Iterator[str]:
    """Cases of the Laws and of faults, of each sort some."""
    for name, every in (("laws", 9), ("faults", 5)):
        text = (TESTS / "cases" / f"{name}.jsonl").read_text(encoding="utf-8")
        for case in map(json.loads, text.splitlines()[::every]):
            tokens = [f"{each}\n" if each[0] == "@" else each for each in case.get("events", ())]
            yield case.get("script") or f'[FEN "{case["fen"]}"]\n{" ".join(tokens)}'


def toml() -> Iterator[str]:
    """The configuration as it is shown, each section for itself, and what is wrong."""
    for section in written(Config()).split("\n\n"):
        yield "\n".join(line for line in section.splitlines() if not line.startswith("#"))
    yield '[boards."t"]\n' + "\n".join(f"{k.name} = {literal(k.default)}" for k in keys_of(Game))
    yield 'web = { port = 1, prot = 2 }\n[game]\nlaws = """\n2022"""\nboards.x.name = [\'a\']\n'


def pgn() -> Iterator[str]:
    """Three games, and the forms that a game can have."""
    games = (TESTS / "games" / "otb_1200.pgn").read_text(encoding="utf-8").split("\n\n[Event ")
    for number in PGN_GAMES:
        yield "[Event " + games[number - 1].removeprefix("[Event ")[:2_500]
    moves = "1. e4 {[%clk 0:00:59]} e5 (1... c5 2. Nf3) 2. Nf3! $1 1-0"
    yield f'[White "A"]\n[TimeControl "60+1"]\n\n{moves}\n\n*\n'
    yield '[FEN "8/P6k/8/8/8/8/7K/8 w - - 0 1"]\n[SetUp "1"]\n\n1. a8=Q ; good\n% no\n1/2-1/2\n'
    yield '[Variant "Chess960"]\n\n1. O-O\n'


def log(lines: list[Line]) -> Iterator[str]:
    """A log that was exported, and parts of it."""
    exported = list(exporting.as_json((), lines))
    opened = [json.dumps({**json.loads(line), "chain": "*"}) for line in exported[1:]]
    yield "\n".join((exported[0], *opened[:14])) + "\n"
    yield "\n".join((exported[0], *exported[1:4])) + "\n"
    anchor = json.dumps({"anchor": {"board": "t", "number": 4, "chain": "00" * 32}})
    said = {"board": "t", "number": 5, "received_ms": 1, "kind": "word", "line": "10 resign W"}
    yield f"{exported[0]}\n{anchor}\n{json.dumps({**said, 'chain': '00' * 32})}\n"


def main() -> None:
    """Write them."""
    lines = _log()
    made = {"wire": wire(lines), "board": board(lines), "orders": orders(), "script": script(),
            "toml": toml(), "pgn": pgn(), "log": log(lines)}  # fmt: skip
    for name, texts in made.items():
        folder = CORPUS / name
        folder.mkdir(parents=True, exist_ok=True)
        for number, text in enumerate(filter(None, texts)):
            (folder / f"seed-{number:02}").write_text(text, encoding="utf-8", newline="")


if __name__ == "__main__":
    main()
