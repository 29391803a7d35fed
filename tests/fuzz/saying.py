"""What every message to a person must be: one line, which no terminal takes for a command.

And where targets put their files: in memory where that can be had, and gone at the end.
"""

import atexit
import contextlib
import logging
import shutil
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path


@cache
def scratch(name: str) -> Path:
    """A folder of this process, the same each time."""
    shared = Path("/dev/shm")
    made = tempfile.mkdtemp(prefix=f"fuzz-{name}-", dir=shared if shared.is_dir() else None)
    atexit.register(shutil.rmtree, made, ignore_errors=True)
    return Path(made)


@contextlib.contextmanager
def silence() -> Iterator[None]:
    """Nothing is told to a terminal meanwhile; whoever comes next is told again."""
    log = logging.getLogger("touchmove")
    before, log.disabled = log.disabled, True
    try:
        yield
    finally:
        log.disabled = before


def check_line(words: str, most: int = 2_000) -> None:
    """One line of printable text, and no book."""
    assert words, "nothing is said"
    assert words.isprintable(), f"not one printable line: {words!r}"
    assert len(words) <= most, f"{len(words)} letters: {words[:200]}"
