"""After a power cut at any write the log opens, verifies, and has all that was acknowledged."""

import os
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults import power_cut
from tests.faults.power_cut import STORIES, Disk, Recording, Write

CUTS = 60
"""Of each story and each kind; `python -m tests.faults.power_cut` makes all of them."""


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = power_cut.compiled(tmp_path_factory.mktemp("library"))
    if made is None:
        assert os.environ.get("CI") != "true", "CI has a C compiler"
        pytest.skip("writes are recorded on Linux, with a C compiler")
    return made


@pytest.fixture(scope="module", params=sorted(STORIES))
def recording(request: pytest.FixtureRequest, library: Path) -> Iterator[Recording]:
    with power_cut.quick_folder() as folder:
        yield power_cut.record(request.param, library, folder / "story")


@pytest.mark.parametrize("lost", [False, True], ids=["all that was written", "what was synced"])
def test_nothing_that_was_acknowledged_is_lost(recording: Recording, lost: bool) -> None:
    chance = random.Random(1)
    last = len(recording.writes)
    cuts = sorted({0, last, *chance.sample(range(last), min(CUTS, last))})
    with power_cut.quick_folder() as folder:
        for after in cuts:
            recording.cut(after, random.Random(after) if lost else None, folder / "cut")


def test_the_recording_is_what_the_disk_holds_in_the_end(library: Path) -> None:
    """Else the cuts would be cuts of something else."""
    with power_cut.quick_folder() as folder:
        recording = power_cut.record("two boards", library, folder / "story")
        held = {path.name: path.read_bytes() for path in (folder / "story").iterdir()}
    disk = Disk(recording.before)
    for write in recording.writes:
        disk.take(write)
    assert disk.after_cut(None) == held
    syncs = [write.name for write in recording.writes if write.kind == "s"]
    assert syncs.count("table.log-wal") > 100
    assert syncs.count("table.log") > 1


def test_what_was_not_synced_may_be_lost_and_what_was_may_not() -> None:
    """The disk of this test can lose what a log that does not sync would lose."""
    disk = Disk({})
    for write in (
        Write("c", "log", 0, b""),
        Write("w", "log", 0, b"a" * 1024),
        Write("s", "log", 0, b""),
        Write("w", "log", 1024, b"b" * 1024),
    ):
        disk.take(write)
    left = {disk.after_cut(random.Random(seed))["log"] for seed in range(100)}
    assert all(data.startswith(b"a" * 1024) for data in left)
    assert {data.rstrip(b"\0")[1024:] for data in left} >= {b"", b"b" * 512, b"b" * 1024}
