"""What one process that tries inputs may take: so much memory, and for each input so much time.

The memory is that of the process when it begins and `MORE_MB`; more of it is a MemoryError where
it is asked for. What is kept from input to input comes to the same limit. macOS knows no such
limit of a process, so there only libFuzzer's own look at it, once a second, is left.
"""

import faulthandler
import re
import resource
import sys
from collections.abc import Callable
from pathlib import Path

HANG_S = 20
"""An input that takes so long hangs; the slowest of the corpus takes a fraction of a second."""
MORE_MB = 512
"""No input is larger than 24 kB, and what is made of one takes a few MB; the rest is for threads'
stacks and what the fuzzer itself keeps."""


def bound_memory() -> None:
    """From now on no more than `MORE_MB` come to what this process has."""
    status = Path("/proc/self/status")
    if not status.exists():
        return
    found = re.search(r"^VmData:\s+(\d+) kB$", status.read_text(), re.MULTILINE)
    assert found is not None, "Linux says how much data a process has"
    most = (int(found[1]) << 10) + (MORE_MB << 20)
    resource.setrlimit(resource.RLIMIT_DATA, (most, most))


def bounded(attempt: Callable[[bytes], None], data: bytes, hang_s: float) -> None:
    """Try an input; if it takes longer, this process ends and says where it was."""
    faulthandler.dump_traceback_later(hang_s, exit=True, file=sys.__stderr__ or 2)
    try:
        attempt(data)
    finally:
        faulthandler.cancel_dump_traceback_later()
