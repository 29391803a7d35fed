"""What every message to a person must be: one line, which no terminal takes for a command."""

import contextlib
import logging
from collections.abc import Iterator


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
