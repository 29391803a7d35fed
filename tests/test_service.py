"""The files of docs/how-to/service: what systemd, udev and we ourselves take."""

import configparser
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from touchmove.__main__ import command_line
from touchmove.daemon.config.reading import read_file
from touchmove.daemon.config.sections import Config
from touchmove.shell.usb import MODELS

SERVICE = Path(__file__).parent.parent / "docs" / "how-to" / "service"
UNIT = SERVICE / "touchmove.service"
SYSTEMD = shutil.which("systemd-analyze")


def unit() -> dict[str, str]:
    """The keys that stand once, in whatever section."""
    read = configparser.RawConfigParser(strict=False)
    read.read(UNIT, encoding="utf-8")
    return {key: value for name in read.sections() for key, value in read.items(name)}


def test_the_command_of_the_unit_is_one_of_ours() -> None:
    program, *arguments = unit()["execstart"].split()
    assert program.endswith("/bin/touchmove")
    given = command_line().parse_args(arguments)
    assert (given.command, given.config) == ("run", Path("/etc/touchmove/touchmove.toml"))


def test_the_unit_starts_again_for_ever_and_is_watched() -> None:
    keys = unit()
    assert (keys["type"], keys["restart"]) == ("notify", "always")
    assert keys["startlimitintervalsec"] == "0"
    assert int(keys["watchdogsec"]) > 0


def test_all_that_is_written_lies_where_the_unit_lets_us_write() -> None:
    config = read_file(SERVICE / "touchmove.toml")
    folder = unit()["workingdirectory"]
    assert folder == f"/var/lib/{unit()['statedirectory']}"
    written = [
        *(config.log.file, config.web.token_file),
        *(config.messages.file, config.pgn.file),
    ]
    assert all(path is not None and path.is_relative_to(folder) for path in written)
    assert config.ports == Config().ports


@pytest.mark.skipif(SYSTEMD is None, reason="systemd-analyze is not installed")
def test_systemd_takes_the_unit(tmp_path: Path) -> None:
    """With a command that exists here: it looks for the program too."""
    here = tmp_path / UNIT.name
    text = UNIT.read_text(encoding="utf-8")
    here.write_text(text.replace("/opt/touchmove/bin/touchmove", sys.executable))
    assert SYSTEMD is not None
    done = subprocess.run(
        [SYSTEMD, "verify", "--man=no", "--recursive-errors=no", str(here)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "SYSTEMD_LOG_LEVEL": "warning"},
    )
    assert [line for line in done.stderr.splitlines() if UNIT.name in line] == []
    assert done.returncode == 0, done.stderr


def test_the_rule_is_for_the_boards_that_are_found_by_themselves() -> None:
    text = (SERVICE / "70-touchmove.rules").read_text(encoding="utf-8")
    rules = [line for line in text.splitlines() if line and not line.startswith("#")]
    term = r'[A-Z]+(\{\w+\})?(==|!=|\+=|:=|=)"[^"]*"'
    assert [rule for rule in rules if not re.fullmatch(rf"{term}(, {term})*", rule)] == []
    ids = {
        (vendor, product)
        for vendor, product in re.findall(
            r'ATTRS\{idVendor\}=="(\w+)", ATTRS\{idProduct\}=="(\w+)"', text
        )
    }
    assert ids == {(f"{model.vendor:04x}", f"{model.product:04x}") for model in MODELS}
    assert re.findall(r'GROUP="(\w+)"', text) == [unit()["supplementarygroups"]]
