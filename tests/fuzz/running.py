"""Runs of one target: guided by atheris where there is a wheel of it, else by chance alone.

Each is a process of its own, whose memory and time for an input are bounded (`limits`), so that
whatever an input does to it, it is known which one it was, and is left in the corpus.
"""

import hashlib
import importlib.util
import os
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from tests.fuzz import kept
from tests.fuzz.limits import HANG_S

RSS_MB = 1_000
"""The whole process: 200 MB of interpreter and fuzzer, and what `limits` lets it have besides."""
GRACE_S = 600
"""How much later than asked a run may end before it is killed: on a machine that does other work,
instrumenting the program alone takes minutes, and an input that hangs is found by `HANG_S`."""
_FEATURES = re.compile(r"^#\d+\s.*\bcov: (\d+)", re.MULTILINE)
_TRIED = re.compile(r"^stat::number_of_executed_units: *(\d+)", re.MULTILINE)
_PEAK = re.compile(r"^stat::peak_rss_mb: *(\d+)", re.MULTILINE)
_LATEST = re.compile(r"^#(\d+)\s", re.MULTILINE)
_COUNTED = re.compile(r"^tried (\d+)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Run:
    """What came of one run."""

    target: str
    tried: int
    """Inputs."""
    cpu_s: float
    """Time of a processor that it took, in seconds, beginning and end included."""
    coverage: str
    """How much of the program they went through, and how much memory that took."""
    failure: str = ""
    """The end of what was said of the input that failed; empty if none did."""


def cpu_s() -> float:
    """Time of a processor that all runs so far have taken: it depends less on what else goes on."""
    times = os.times()
    return times.children_user + times.children_system


def guided_here() -> bool:
    """Whether atheris is installed."""
    return importlib.util.find_spec("atheris") is not None


def guided(
    name: str, seconds: int, seed: int, *, home: Path = kept.HERE, hang_s: int = HANG_S
) -> Run:
    """Let libFuzzer choose, for so long. An input that fails is left in the corpus of `home`."""
    grown, corpus = home / ".grown" / name, home / "corpus" / name
    grown.mkdir(parents=True, exist_ok=True)
    options = [
        f"-max_total_time={seconds}",
        f"-seed={seed}",
        f"-timeout={hang_s}",
        f"-rss_limit_mb={RSS_MB}",
        f"-artifact_prefix={corpus}/found-",
        "-print_final_stats=1",
        "-verbosity=1",
    ]
    begun = cpu_s()
    said, failed = _child("guided", [name, *options, str(grown), str(corpus)], seconds, home)
    tried = _TRIED.findall(said) or _LATEST.findall(said) or ["0"]
    coverage = (_FEATURES.findall(said) or ["?"])[-1]
    peak = (_PEAK.findall(said) or ["?"])[-1]
    return Run(
        name,
        int(tried[-1]),
        cpu_s() - begun,
        f"{coverage} edges, {peak} MB",
        _failure(said) if failed else "",
    )


def by_chance(
    name: str, seconds: int, seed: int, *, home: Path = kept.HERE, hang_s: int = HANG_S
) -> Run:
    """Changed inputs, for so long. One that fails is left in the corpus of `home`."""
    begun = cpu_s()
    with tempfile.NamedTemporaryFile() as trying:
        arguments = [name, str(seconds), str(seed), str(hang_s), trying.name]
        said, failed = _child("chance", arguments, seconds, home)
        failure = ""
        if failed:
            where = keep(name, Path(trying.name).read_bytes(), home)
            failure = f"{said[-3_000:]}\nkept in {where}"
    tried = _COUNTED.findall(said) or ["0"]
    return Run(name, int(tried[-1]), cpu_s() - begun, "not measured", failure)


def _child(module: str, arguments: list[str], seconds: int, home: Path) -> tuple[str, bool]:
    """What it said, and whether it failed."""
    try:
        done = subprocess.run(
            [sys.executable, "-m", f"tests.fuzz.{module}", *arguments],
            capture_output=True,
            text=True,
            errors="replace",
            env={**os.environ, "FUZZ_HOME": str(home)},
            timeout=seconds + GRACE_S,
            check=False,
        )
    except subprocess.TimeoutExpired as hung:
        said = ((hung.stdout or b"") + (hung.stderr or b"")).decode("utf-8", "replace")
        return f"{said}\nkilled: it did not end", True
    return done.stdout + done.stderr, done.returncode != 0


def _failure(said: str) -> str:
    """What Python said of the input, and where it is kept; if neither is there, the end of all."""
    kept_in = re.findall(r"Test unit written to (\S+)", said)
    _, found, exception = said.partition("Uncaught Python exception: ===\n")
    told = exception.partition("\nINFO: ")[0] if found else said
    return "\n".join((told[-3_000:], *(f"kept in {path}" for path in kept_in)))


def keep(name: str, data: bytes, home: Path = kept.HERE) -> Path:
    """Leave an input that failed in the corpus."""
    path = home / "corpus" / name / f"found-{hashlib.sha1(data).hexdigest()[:12]}"
    path.write_bytes(data)
    return path
