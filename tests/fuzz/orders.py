"""The board's end of the cable, under CPython, where a fuzzer sees which way an input goes.

The same inputs are then tried in the interpreter that boards have: see `micropython`.
"""

import importlib
import sys
from collections.abc import Callable
from pathlib import Path

from touchmove.wire import frame

ROOT = Path(__file__).parents[2]
FOLDERS = ("tests/fuzz/onboard", "tests/firmware/fakes", "firmware")
SIZE_MAX = 1_500
WORDS = (
    *b"hail ack resend resume ping lamps stage clock setup 0badcafe 00000000 deadbeef W B stop "
    b"wait run hello refuse beat 1 0 15 =e2 =a8 =W =B ^ ~1 ~300 ~60000 $control.txt $clock0.txt "
    b"$clock1.txt ! ffff00000000ffff 0000000000000000".split(),
    b"0" * 64,
    b"12345" + b"0" * 59,
)


def _load() -> Callable[[bytes], None]:
    """The firmware's modules have short names, which are forgotten again for whoever comes next."""
    before, path = set(sys.modules), list(sys.path)
    sys.path[:0] = [str(ROOT / folder) for folder in FOLDERS]
    sys.modules["frame"] = frame
    try:
        attempt: Callable[[bytes], None] = importlib.import_module("obeying").attempt
    finally:
        sys.path[:] = path
        for name in set(sys.modules) - before:
            del sys.modules[name]
    return attempt


attempt = _load()
