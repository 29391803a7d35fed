"""A message is one line, for people or for programs; a file of them never holds anybody up."""

import json
import logging
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from touchmove.daemon.config.secret import Secret
from touchmove.shell.said import MessageFile
from touchmove.shell.wording import About, Object, Sentence


class Kept(logging.Handler):
    """What was said, as records."""

    def __init__(self) -> None:
        super().__init__()
        self.records: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record)


@pytest.fixture
def kept() -> Iterator[Kept]:
    """Of a logger of its own, `touchmove.test`."""
    log, kept = logging.getLogger("touchmove.test"), Kept()
    log.addHandler(kept)
    yield kept
    log.removeHandler(kept)


LOG = logging.getLogger("touchmove.test")


def last_object(kept: Kept) -> dict[str, Any]:
    line = Object().format(kept.records[-1])
    assert line.isascii()
    assert line.splitlines() == [line]
    found = json.loads(line)
    assert isinstance(found, dict)
    return found


def test_an_object_has_when_who_what_and_what_about(kept: Kept) -> None:
    About(LOG, {"board": "table-7", "port": "/dev/ttyACM0"}).warning(
        "lost %d\n{\u2028}", 3, extra={"count": 3, "share": float("nan")}
    )
    kept.records[-1].created = 1_777_628_999.9996
    assert last_object(kept) == {
        "time": "2026-05-01T09:49:59.999Z",
        "level": "warning",
        "logger": "touchmove.test",
        "event": "lost 3\n{\u2028}",
        "board": "table-7",
        "port": "/dev/ttyACM0",
        "count": 3,
        "share": "nan",
    }


def test_nothing_that_is_said_besides_takes_the_place_of_what_every_object_has(kept: Kept) -> None:
    LOG.error("a", extra={"time": "never", "level": 0, "event": "b"})
    said = last_object(kept)
    assert (said["level"], said["event"]) == ("error", "a")
    assert said["time"] != "never"


def test_an_exception_is_a_field(kept: Kept) -> None:
    try:
        raise ValueError("two\nlines")
    except ValueError:
        LOG.exception("it failed")
    assert "ValueError: two\nlines" in last_object(kept)["exception"]
    assert Sentence().format(kept.records[-1]) == (
        "touchmove: it failed: ValueError('two\\nlines')"
    )


def test_a_secret_is_in_no_line(kept: Kept) -> None:
    LOG.error("token %s", Secret("lip_Zr5sVq0"), extra={"token": Secret("lip_Zr5sVq0")})
    assert "Zr5sVq0" not in Object().format(kept.records[-1])
    assert last_object(kept)["token"] == "***"


def test_a_sentence_is_one_line_with_its_board_and_severity(kept: Kept) -> None:
    LOG.warning("one\ntwo\x85three", extra={"board": "table-7"})
    assert Sentence().format(kept.records[-1]) == "touchmove: table-7: one two three"
    assert Sentence(severity=True).format(kept.records[-1]).startswith("<4>touchmove: ")


# ------------------------------------------------------------------ the file
PAUSE_S = 0.005
"""Between two looks at what another thread is about to do."""


def record(words: str) -> logging.LogRecord:
    return logging.LogRecord("touchmove", logging.INFO, "", 0, words, (), None)


def events(path: Path) -> list[str]:
    return [json.loads(line)["event"] for line in path.read_text().splitlines()]


def test_a_sentence_commands_no_terminal(kept: Kept) -> None:
    About(LOG, {"board": "b\x1b[2J"}).warning("it said %s", "\x1b[31m\x00\x9b\u2028x")
    assert Sentence().format(kept.records[-1]).isprintable()


def test_a_file_that_is_moved_away_begins_anew(tmp_path: Path) -> None:
    path, moved = tmp_path / "messages.json", tmp_path / "messages.json.1"
    file = MessageFile(path)
    file.emit(record("first"))
    while not path.exists() or not path.read_text().endswith("\n"):
        time.sleep(PAUSE_S)
    path.rename(moved)
    file.emit(record("second"))
    file.close()
    assert (events(moved), events(path)) == (["first"], ["second"])


def test_what_a_disk_does_not_take_is_counted(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "folder" / "messages.json"
    file = MessageFile(path)
    for number in range(3):
        file.emit(record(str(number)))
    while not caplog.records:
        time.sleep(PAUSE_S)
    path.parent.mkdir()
    file.emit(record("later"))
    file.close()
    assert [entry.getMessage() for entry in caplog.records] == [
        f"messages {path} cannot be written: No such file or directory"
    ]
    *kept, missed = events(path)
    lost = int(missed.split()[0])
    assert "messages were lost" in missed
    assert lost + len(kept) == 4
    assert kept[-1] == "later"


def test_a_file_that_hangs_holds_nobody_up(tmp_path: Path) -> None:
    """A pipe that nobody reads is opened by nobody, as a disk that is away."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    file = MessageFile(pipe)
    for number in range(5000):
        file.emit(record(str(number)))
    with pipe.open() as reader:
        file.close()
        read = [json.loads(line)["event"] for line in reader]
    assert read[0] == "0"
    assert "messages were lost" in read[-1]


# ------------------------------------------------------------------ the stream
SPEAKS = """
import logging
from pathlib import Path
from touchmove.shell.said import say, say_on_standard_error

say_on_standard_error()
say({form!r}, {level!r}, Path({file!r}) if {file!r} else None)
logging.getLogger("touchmove").info("news")
logging.getLogger("touchmove").error("trouble")
"""


def spoken(form: str, level: str = "info", file: str = "", *, journal: bool = False) -> list[str]:
    """What a program of ours says on standard error."""
    reader, writer = os.pipe()
    here = os.fstat(writer)
    stream = {"JOURNAL_STREAM": f"{here.st_dev}:{here.st_ino}"} if journal else {}
    with open(reader, encoding="utf-8") as heard:
        subprocess.run(
            [sys.executable, "-c", SPEAKS.format(form=form, level=level, file=file)],
            stderr=writer,
            env={**os.environ, **stream},
            check=True,
        )
        os.close(writer)
        return heard.read().splitlines()


def test_standard_error_is_as_the_configuration_wants_it(tmp_path: Path) -> None:
    sentences = ["touchmove: news", "touchmove: trouble"]
    assert spoken("auto") == spoken("human", journal=True) == sentences
    assert spoken("auto", journal=True) == ["<6>touchmove: news", "<3>touchmove: trouble"]
    assert [json.loads(line)["event"] for line in spoken("json")] == ["news", "trouble"]
    assert spoken("human", "error") == ["touchmove: trouble"]


def test_a_file_gets_objects_whatever_standard_error_gets(tmp_path: Path) -> None:
    path = tmp_path / "messages.json"
    assert spoken("human", file=str(path)) == ["touchmove: news", "touchmove: trouble"]
    assert events(path) == ["news", "trouble"]
