"""Runs of one target: guided by atheris where there is a wheel of it, else by chance alone."""

import hashlib
import importlib.util
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

from tests.fuzz.kept import CORPUS, GROWN, kept
from tests.fuzz.mutating import mutated
from tests.fuzz.targets import target

HANG_S = 20
"""An input that takes so long hangs; the slowest of the corpus takes a fraction of a second."""
MEMORY_MB = 1_000
"""More than this is no bounded memory; the fuzzer itself and the interpreter take 200."""
GRACE_S = 120
"""How much later than asked a run may end before it is killed."""
_FEATURES = re.compile(r"^#\d+\s.*\bcov: (\d+)", re.MULTILINE)
_TRIED = re.compile(r"^stat::number_of_executed_units: *(\d+)", re.MULTILINE)
_LATEST = re.compile(r"^#(\d+)\s", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Run:
    """What came of one run."""

    target: str
    tried: int
    """Inputs."""
    coverage: str
    """How much of the program they went through."""
    failure: str = ""
    """The end of what was said of the input that failed; empty if none did."""


def guided_here() -> bool:
    """Whether atheris is installed."""
    return importlib.util.find_spec("atheris") is not None


def guided(name: str, seconds: int, seed: int) -> Run:
    """Let libFuzzer choose, for so long. An input that fails is left in the corpus."""
    grown = GROWN / name
    grown.mkdir(parents=True, exist_ok=True)
    corpus = CORPUS / name
    options = [
        f"-max_total_time={seconds}",
        f"-seed={seed}",
        f"-timeout={HANG_S}",
        f"-rss_limit_mb={MEMORY_MB}",
        f"-artifact_prefix={corpus}/found-",
        "-print_final_stats=1",
        "-verbosity=1",
    ]
    command = [sys.executable, "-m", "tests.fuzz.guided", name, *options, str(grown), str(corpus)]
    try:
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=seconds + GRACE_S,
            check=False,
        )
        said, failed = done.stdout + done.stderr, done.returncode != 0
    except subprocess.TimeoutExpired as hung:
        said, failed = f"{hung.stderr!r}\nkilled: it did not end", True
    tried = _TRIED.findall(said) or _LATEST.findall(said) or ["0"]
    coverage = _FEATURES.findall(said) or ["0"]
    return Run(name, int(tried[-1]), f"{coverage[-1]} edges", _failure(said) if failed else "")


def _failure(said: str) -> str:
    """What Python said of the input, and where it is kept; if neither is there, the end of all."""
    kept_in = re.findall(r"Test unit written to (\S+)", said)
    _, found, exception = said.partition("Uncaught Python exception: ===\n")
    told = exception.partition("\nINFO: ")[0] if found else said
    return "\n".join((told[-3_000:], *(f"kept in {path}" for path in kept_in)))


def inputs(name: str, seed: int) -> Iterator[bytes]:
    """Inputs without end, the same for the same seed: those of the corpus first, then changed."""
    tried, seeds, random = target(name), kept(name), Random(seed)
    yield from seeds
    pool = list(seeds)
    while True:
        data = mutated(random.choice(pool), random, seeds, tried.words, tried.size_max)
        yield data
        if random.random() < 0.1:
            pool[random.randrange(len(seeds), len(pool)) if len(pool) > 500 else len(pool) :] = [
                data
            ]


def by_chance(name: str, seconds: int, seed: int) -> Run:
    """Changed inputs, one after the other, for so long."""
    attempt, end, count = target(name).attempt, time.monotonic() + seconds, 0
    for data in inputs(name, seed):
        if time.monotonic() > end:
            break
        count += 1
        try:
            attempt(data)
        except Exception as error:
            return Run(name, count, "not measured", f"{error!r}\nkept in {keep(name, data)}")
    return Run(name, count, "not measured")


def keep(name: str, data: bytes) -> Path:
    """Leave an input that failed in the corpus."""
    path = CORPUS / name / f"found-{hashlib.sha1(data).hexdigest()[:12]}"
    path.write_bytes(data)
    return path
