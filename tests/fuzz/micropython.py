"""The board's parsers and its console in the interpreter that boards have, with a Pico's heap."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from itertools import islice
from pathlib import Path
from typing import TypeAlias

from tests.fuzz.kept import HERE, grown, kept
from tests.fuzz.mutating import inputs
from tests.fuzz.orders import SIZE_MAX
from tests.fuzz.running import Run, cpu_s, keep
from touchmove.wire import frame

ROOT = Path(__file__).parents[2]
ONBOARD = ROOT / "tests" / "fuzz" / "onboard"
MANY = ONBOARD / "many.py"
FOLDERS = (
    ONBOARD,
    ROOT / "tests" / "firmware" / "fakes",
    ROOT / "firmware",
    ROOT / "host" / "touchmove" / "wire",
)
BATCH = 400
"""Inputs for which one interpreter is started."""
STREAM_INPUTS = 40
"""Inputs that are sent in one piece through the console."""
HANG_S = 120
"""A batch that takes so long hangs; one takes a few seconds."""
_Done: TypeAlias = "subprocess.CompletedProcess[bytes]"
_TRIED = re.compile(r"^tried (\d+)$", re.MULTILINE)
_FAILED = re.compile(r"^FAILED (\d+)$", re.MULTILINE)
_REASON = re.compile(rb"refuse ([a-z -]+)")


def interpreter() -> str | None:
    """The path of MicroPython, if this platform has it."""
    beside = str(Path(sys.executable).parent)
    return shutil.which("micropython", path=beside) or shutil.which("micropython")


def _run(script: Path, argument: str, given: bytes = b"", hang_s: float = HANG_S) -> _Done:
    """Its status, and what it said; a status of -9 if it took longer."""
    program = interpreter()
    assert program is not None, "there is no wheel of MicroPython for this platform"
    path = ":".join([*map(str, FOLDERS), ".frozen"])
    command = [program, "-X", "heapsize=240wK", str(script), argument]
    try:
        return subprocess.run(
            command,
            env={**os.environ, "MICROPYPATH": path},
            input=given,
            capture_output=True,
            timeout=hang_s,
            check=False,
        )
    except subprocess.TimeoutExpired as hung:
        said = b"killed: it did not end\n" + (hung.stderr or b"")
        return subprocess.CompletedProcess(command, -9, (hung.stdout or b"") + b"\n\n", said)


def try_all(
    batch: list[bytes], many: Path = MANY, home: Path = HERE, hang_s: float = HANG_S
) -> str:
    """What went wrong with these inputs, and where it is kept; empty if nothing did."""
    said = _said_of(batch, many, hang_s)
    if not said:
        return ""
    failed = _FAILED.findall(said)
    if failed:
        return f"{said}\nkept in {keep('orders', batch[int(failed[-1])], home)}"
    # It was ended, or ended itself, without a word: which input was it?
    for data in batch if len(batch) > 1 else ():
        if alone := _said_of([data], many, hang_s):
            return f"{alone}\nkept in {keep('orders', data, home)}"
    return f"{said}\nno single input does that"


def _said_of(batch: list[bytes], many: Path, hang_s: float) -> str:
    with tempfile.NamedTemporaryFile(suffix=".inputs") as file:
        for data in batch:
            file.write(len(data).to_bytes(2, "big") + data)
        file.flush()
        done = _run(many, file.name, hang_s=hang_s)
    said = (done.stdout + done.stderr).decode("utf-8", "replace")
    if done.returncode == 0 and _TRIED.findall(said) == [str(len(batch))]:
        return ""
    return said[-2_000:].strip() or f"ended with status {done.returncode}"


def stream(batch: Iterable[bytes]) -> bytes:
    """Inputs as one stream of bytes, each line with its check sum, that ends in a ping."""
    lines: list[bytes] = []
    for line in b"\n".join(batch).split(b"\n"):
        if len(line) <= frame.MAX_PAYLOAD and all(0x20 <= byte <= 0x7E for byte in line):
            lines.append(frame.encode(line.decode()))
        else:
            lines.append(line + b"\n")
    return b"".join(lines) + b"\n" + frame.encode("ping 999999999999999")


def listen(given: bytes) -> tuple[str, bytes]:
    """What went wrong when the console read these bytes, empty if nothing did; and the answers."""
    done = _run(ONBOARD / "listening.py", str(len(given)), given)
    lines = done.stdout.split(b"\n")
    bad = [line for line in lines[:-1] if frame.classify(line)[0] != frame.FRAME]
    if done.returncode or bad or not lines[-2].startswith(b"pong 999999999999999 "):
        return f"{bad!r}\n{lines[-3:]!r}\n{done.stderr.decode('utf-8', 'replace')[-2_000:]}", b""
    return "", done.stdout


def fuzz(seconds: int, seed: int) -> Run:
    """What guided runs have found for `orders`, then inputs by chance, for so long."""
    end, begun, count = time.monotonic() + seconds, cpu_s(), 0
    more = inputs("orders", seed)
    waiting = [data[:SIZE_MAX] for data in (*kept("orders"), *grown("orders"))]
    reasons: set[bytes] = set()
    while count == 0 or time.monotonic() < end:
        batch, waiting = waiting[:BATCH], waiting[BATCH:]
        batch += islice(more, BATCH - len(batch))
        failure = try_all(batch)
        for at in range(0, len(batch), STREAM_INPUTS):
            if not failure:
                failure, answers = listen(stream(batch[at : at + STREAM_INPUTS]))
                reasons |= set(_REASON.findall(answers))
        count += len(batch)
        if failure:
            return Run("micropython", count, cpu_s() - begun, "", failure)
    told = f"{len(reasons)} kinds of refusal"
    return Run("micropython", count, cpu_s() - begun, told)
