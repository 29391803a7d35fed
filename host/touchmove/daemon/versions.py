"""Which versions of what are at work here, and what to do about a board that has another one."""

import platform
import re
import sqlite3
from functools import cache

from touchmove import __version__
from touchmove.errors import PlatformError
from touchmove.shell.flash import firmware_files
from touchmove.shell.log_form import SCHEMA
from touchmove.wire.messages import PROTOCOL, Hello


@cache
def carried_firmware() -> str | None:
    """The version of the firmware that came with this host; None where none came with it."""
    try:
        text = firmware_files()["identity.py"].read_text(encoding="utf-8")
    except (PlatformError, OSError):
        return None
    found = re.search(r'^FIRMWARE = "(.+)"$', text, re.MULTILINE)
    return found[1] if found else None


def versions() -> dict[str, str]:
    """What a bug report has to say, by name."""
    return {
        "touchmove": __version__,
        "firmware": carried_firmware() or "none",
        "protocol": str(PROTOCOL),
        "log form": str(SCHEMA),
        "Python": platform.python_version(),
        "SQLite": sqlite3.sqlite_version,
        "system": platform.platform(),
    }


def told_versions() -> str:
    """The same for people, a line each; the first is the program's own."""
    return "\n".join(f"{name} {version}" for name, version in versions().items())


def firmware_advice(board: Hello, carried: str | None) -> str | None:
    """What to do about a board whose firmware is not the one carried; None if nothing.

    The two ends understand one another as long as the protocol is the same; what a board cannot do
    it does not name in its hello. So this is advice and no refusal.
    """
    if carried is None or board.firmware == carried:
        return None
    differ = f"firmware {board.firmware} is on the board, {carried} came with this touchmove"
    if _parts(board.firmware) < _parts(carried):
        return f"{differ}: put that on the board (hardware/README.md); until then play goes on"
    return f"{differ}: update touchmove; until then play goes on"


def _parts(version: str) -> tuple[int, ...]:
    """`1.10.2` as numbers; what is no number counts least."""
    return tuple(int(part) if part.isdecimal() else -1 for part in version.split("."))
