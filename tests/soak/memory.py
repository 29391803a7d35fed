"""How much a process holds, and whether that grows."""

import gc
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import linear_regression, mean

WARM_UP = 0.25
"""The part of the time that does not count: caches fill, and every board comes to its first end."""


@dataclass(frozen=True, slots=True)
class Sample:
    """What a process held at a moment."""

    at_h: float
    """Hours since the beginning."""
    resident_mb: float
    objects: int = 0
    """Objects that Python's collector knows, if they were counted."""


def resident_mb(pid: int | str = "self") -> float:
    """Resident memory of a process, as Linux counts it."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def processor_s(pid: int | str = "self") -> float:
    """Processor time of a process."""
    ticks = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]
    return sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK")


def held(at_h: float) -> Sample:
    """What this process holds, boards and hands included, when what is garbage has been thrown
    away."""
    gc.collect()
    return Sample(at_h, resident_mb(), len(gc.get_objects()))


def held_bytes() -> int:
    """What all objects of this process take, once what is garbage has been thrown away: those that
    Python's collector knows, and the texts and numbers that they hold."""
    gc.collect()
    known = gc.get_objects()
    sizes = {id(thing): sys.getsizeof(thing) for thing in known if thing is not known}
    for thing in known:
        for part in gc.get_referents(thing):
            if id(part) not in sizes:
                sizes[id(part)] = sys.getsizeof(part)
    return sum(sizes.values())


def warm(samples: Sequence[Sample]) -> list[Sample]:
    """Those after the warm-up."""
    begins = samples[-1].at_h * WARM_UP
    return [sample for sample in samples if sample.at_h >= begins]


def growth(samples: Sequence[Sample]) -> tuple[float, float]:
    """MB an hour, and objects an hour in parts of the mean, after the warm-up: the straight line
    that fits best."""
    counted = warm(samples)
    if len(counted) < 3:
        return 0.0, 0.0
    hours = [sample.at_h for sample in counted]
    slope_mb = linear_regression(hours, [sample.resident_mb for sample in counted]).slope
    objects = [float(sample.objects) for sample in counted]
    slope = linear_regression(hours, objects).slope
    return slope_mb, slope / (mean(objects) or 1.0)
