"""Exported logs: any lines are imported into a log that verifies, or are refused in one line.

So that more than the first check is reached, a `chain` that is `"*"` is what it has to be.
"""

import contextlib
import io
import json
from argparse import Namespace
from pathlib import Path

from tests.fuzz.saying import check_line, scratch, silence
from touchmove.daemon.logs import command
from touchmove.daemon.logs.exporting import Reader
from touchmove.daemon.report.excerpt import Excerpt
from touchmove.errors import InputError, TouchmoveError
from touchmove.shell.log_lines import Entry, Head, Kind
from touchmove.shell.store import Store

SIZE_MAX = 6_000
WORDS = (
    b'{"touchmove_log": 2}\n', b'{"anchor": ', b'{"board": "t", ', b'"number": ', b'"chain": "*"',
    b'"received_ms": ', b'"kind": "report"', b'"kind": "game"', b'"kind": "word"',
    b'"kind": "link"', b'"kind": "told"', b'"line": "', b"}\n", b"null", b"true", b"[", b"]", b'"',
    b"NaN", b"1e999", b"\\ud800", b"\\u0000", b"\\n", b'{\\"resumed\\": true}', b"down",
    b"10 resign W", b'{\\"agreement\\": {', b"0", b"-1", b"[" * 400,
)  # fmt: skip


def _chained(text: str) -> str:
    """The lines, with the chain that they should have where they leave it open."""
    heads: dict[str, Head] = {}
    lines = text.split("\n")
    for at, line in enumerate(lines):
        if '"*"' not in line or line.count("[") > 100:
            continue
        with contextlib.suppress(ValueError, KeyError, TypeError, AttributeError):
            fields = json.loads(line)
            entry = Entry(
                Kind(fields["kind"]), fields["board"], fields["received_ms"], fields["line"]
            )
            head = heads[entry.board] = heads.get(entry.board, Head()).then(entry)
            lines[at] = json.dumps({**fields, "number": head.number, "chain": head.chain.hex()})
    return "\n".join(lines)


def _is_refused(data: bytes) -> bool:
    """Whether the reader takes none of it, which is quicker to ask than the whole command."""
    try:
        lines = io.TextIOWrapper(io.BytesIO(data), encoding="utf-8")
        return not list(Reader("t.jsonl", lines).lines())
    except InputError as error:
        check_line(str(error))
        return True


@silence()
def attempt(data: bytes) -> None:
    """One file."""
    data = _chained(data.decode("utf-8", "surrogateescape")).encode("utf-8", "surrogateescape")
    if _is_refused(data):
        return
    folder = scratch("log")
    source, log = folder / "t.jsonl", folder / "t.sqlite"
    source.write_bytes(data)
    for old in folder.glob("t.sqlite*"):
        old.unlink()
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        try:
            command.import_lines(Namespace(log=log, file=source))
        except TouchmoveError as error:
            check_line(str(error))
            assert not log.exists()
            return
        _use(log)
    _import_again(log, source)
    for line in filter(None, said.getvalue().split("\n")):
        check_line(line, 10_000)


def _import_again(log: Path, source: Path) -> None:
    """The lines are there already, so nothing changes."""
    before = log.read_bytes()
    try:
        command.import_lines(Namespace(log=log, file=source))
    except TouchmoveError as error:
        check_line(str(error))
    else:
        raise AssertionError("the same lines came twice")
    assert log.read_bytes() == before


def _use(log: Path) -> None:
    """What is in can be verified, shown and exported."""
    assert command.verify_log(Namespace(log=log, heads=None, no_heads=False)) == 0
    for games in (False, True):
        command.show(Namespace(log=log, board=None, games=games, last=None))
    with contextlib.closing(Store(log, reading=True)) as store:
        for line in Excerpt(store, 3, hidden=True).text():
            json.loads(line)
    for form in ("json", "script"):
        command.export(Namespace(log=log, board=None, games=None, output=None, format=form))
