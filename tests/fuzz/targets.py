"""What is fuzzed: each target is a module beside this one, with `attempt`, `WORDS` and `SIZE_MAX`.

`attempt` takes any bytes. It fails where something happens that may not: an exception that is none
of those that `errors.py` has for people, a bound that is not kept, words that are not one line.
"""

import importlib
from collections.abc import Callable
from dataclasses import dataclass

TARGETS = {
    "wire": "the host's end of the cable: bytes, lines, events, answers",
    "board": "a board and people who say anything, the whole session and its log",
    "orders": "the board's end of the cable, under CPython",
    "micropython": "the same, and the console, in real MicroPython",
    "script": "touch scripts, and playing what reads",
    "toml": "configurations",
    "pgn": "PGN files",
    "log": "exported logs, imported, verified, shown and exported again",
    "damaged": "the file of a log that was damaged, and every command that reads it",
    "beside": "the small files: heads, the token's hash, the key of a run",
    "http": "requests to the pages, the arbiter's API and desk, on loopback",
    "answers": "what a program answers to `touchmove say`, on loopback",
}
"""Their names, and what goes in there."""

GUIDED = tuple(name for name in TARGETS if name != "micropython")
"""Those that run in this interpreter."""


@dataclass(frozen=True, slots=True)
class Target:
    """One way into the program."""

    attempt: Callable[[bytes], None]
    words: tuple[bytes, ...]
    """Words that mean something there."""
    size_max: int
    """Longest input, in bytes."""
    close: Callable[[], None]
    """To be called at the end."""


def target(name: str) -> Target:
    """A target of this interpreter."""
    module = importlib.import_module(f"tests.fuzz.{name}")
    close = getattr(module, "close", lambda: None)
    return Target(module.attempt, module.WORDS, module.SIZE_MAX, close)
