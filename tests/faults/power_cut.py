"""The power fails between any two writes of the log: what does the disk hold then, and the log?

    python -m tests.faults.power_cut [SEED]

cuts the power after every single write, once with everything on the disk that was written until
then, and once with a random part of what had not been synced: whole, not at all, or some of its
sectors. `test_power_cut.py` takes a sample of that.

The writes are those that SQLite and Python really make: a library that is preloaded
(`disk_writes.c`) writes them down while a program writes a log. Assumed of the disk is what SQLite
assumes: a sync that has returned holds, a sector is written whole or not at all, and names change
in the order in which they were changed (as every journalling file system has it).
"""

import contextlib
import os
import random
import shutil
import struct
import subprocess
import sys
import tempfile
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from touchmove.daemon import recalling
from touchmove.daemon.logs.verifying import verify
from touchmove.shell import heads
from touchmove.shell.store import Entry, Head, Kind, Store

SECTOR = 512
FORM_1 = Path(__file__).parents[1] / "logs" / "form-1.sqlite"
LOG, ACKNOWLEDGED = "table.log", "acknowledged"
_HEADER = struct.Struct("<cHqI")


@dataclass(frozen=True, slots=True)
class Write:
    """One change of the disk, as `disk_writes.c` tells it."""

    kind: str
    name: str
    offset: int
    data: bytes


@dataclass(slots=True)
class _File:
    synced: bytearray = field(default_factory=bytearray)
    """What a power cut cannot take any more."""
    pending: list[Write] = field(default_factory=list)
    """What was written since."""


class Disk:
    """The files of a folder, and what of them is safe."""

    def __init__(self, files: dict[str, bytes]) -> None:
        self._files = {name: _File(bytearray(data)) for name, data in files.items()}

    def take(self, write: Write) -> None:
        """One more change."""
        files = self._files
        match write.kind:
            case "c":
                files[write.name] = _File()
            case "u":
                del files[write.name]
            case "r":
                files[write.data.decode()] = files.pop(write.name)
            case "s":
                file = files[write.name]
                for pending in file.pending:
                    _apply(file.synced, pending)
                file.pending.clear()
            case _:
                files[write.name].pending.append(write)

    def after_cut(self, chance: random.Random | None) -> dict[str, bytes]:
        """What is there when the power is back: all that was written, or what chance has left."""
        left: dict[str, bytes] = {}
        for name, file in self._files.items():
            data = bytearray(file.synced)
            for pending in file.pending:
                for part in [pending] if chance is None else _parts(pending, chance):
                    _apply(data, part)
            left[name] = bytes(data)
        return left


def _apply(data: bytearray, write: Write) -> None:
    end = write.offset + len(write.data)
    if len(data) < end:
        data.extend(bytes(end - len(data)))
    if write.kind == "t":
        del data[write.offset :]
    else:
        data[write.offset : end] = write.data


def _parts(write: Write, chance: random.Random) -> Iterator[Write]:
    """What reached the disk of a write that was not synced."""
    fate = chance.choice(("whole", "not", "torn"))
    if fate == "whole" or (fate == "torn" and not write.data):
        yield write
    elif fate == "torn":
        at = write.offset
        while at < write.offset + len(write.data):
            end = min((at // SECTOR + 1) * SECTOR, write.offset + len(write.data))
            if chance.random() < 0.5:
                yield replace(
                    write, offset=at, data=write.data[at - write.offset : end - write.offset]
                )
            at = end


# ------------------------------------------------------------------ what is written down
def compiled(folder: Path) -> Path | None:
    """The library that writes down what is written; None where it cannot be made."""
    compiler = shutil.which("cc")
    if compiler is None or sys.platform != "linux":
        return None
    library = folder / "disk_writes.so"
    source = Path(__file__).with_name("disk_writes.c")
    options = ["-O1", "-Wall", "-Werror", "-shared", "-fPIC", "-ldl", "-lpthread"]
    subprocess.run([compiler, "-o", library, source, *options], check=True)
    return library


def recorded(library: Path, folder: Path, program: str) -> list[Write]:
    """What a program writes to the files of a folder, which is its first argument."""
    told = folder.with_name(f"{folder.name}.writes")
    subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program), folder / LOG, folder / ACKNOWLEDGED],
        check=True,
        env={
            **os.environ,
            "LD_PRELOAD": str(library),
            "DISK_FOLDER": str(folder),
            "DISK_WRITES": str(told),
        },
    )
    return list(_read(told.read_bytes()))


def _read(data: bytes) -> Iterator[Write]:
    at = 0
    while at < len(data):
        kind, name_length, offset, length = _HEADER.unpack_from(data, at)
        begin = at + _HEADER.size + name_length
        name = data[at + _HEADER.size : begin].decode()
        at = begin + length
        yield Write(kind.decode(), name, offset, data[begin:at])


# ------------------------------------------------------------------ the stories
Check = Callable[[Store, dict[str, int]], None]


@dataclass(frozen=True, slots=True)
class Story:
    """A program that writes, what it finds, and what has to be true after any cut."""

    program: str
    prepare: Callable[[Path], None]
    """Makes the files that are there before the program begins, at the path of the log."""
    check: Check
    """Is given the log, opened again, and what was acknowledged before the cut: lines, by board."""


def entries_of_game(board: str = "") -> list[Entry]:
    """The lines of two games and the beginning of a third."""
    with contextlib.closing(Store(FORM_1, reading=True)) as store:
        return [replace(e, board=board or e.board) for e in store.entries()]


def _nothing(path: Path) -> None:
    """There is nothing before."""


def _copy_of_form_1(path: Path) -> None:
    shutil.copy(FORM_1, path)


def _forty_lines(path: Path) -> None:
    with contextlib.closing(Store(path)) as store:
        store.append(Entry(Kind.WORD, "b1", number, "0 new" * 90) for number in range(40))


def _is_a_beginning(store: Store, acknowledged: dict[str, int]) -> None:
    """Each board has all that was acknowledged, nothing that was not said, and a valid game."""
    for board in ("b1", "b2"):
        found = list(store.entries(board))
        assert found == entries_of_game(board)[: len(found)]
        assert len(found) >= acknowledged.get(board, 0)
        recalled = recalling.computed(found)
        assert all(game.position.board().is_valid() for game in recalled.history.games)


def _is_the_old_log(store: Store, acknowledged: dict[str, int]) -> None:
    assert list(store.entries()) == entries_of_game()


def _is_whole_or_pruned(store: Store, acknowledged: dict[str, int]) -> None:
    numbers = [line.number for line in store.lines()]
    whole, pruned = list(range(1, 41)), list(range(31, 41))
    assert numbers == pruned or (numbers == whole and not acknowledged)
    assert store.anchors().get("b1", Head()).number == 40 - len(numbers)


STORIES = {
    "two boards": Story(
        """
        import asyncio, os, sys
        from pathlib import Path
        from tests.faults.power_cut import entries_of_game
        from touchmove.shell.scribe import Scribe
        from touchmove.shell.store import Store

        told = os.open(sys.argv[2], os.O_WRONLY | os.O_CREAT)

        async def play(scribe, board):
            for number, entry in enumerate(entries_of_game(board), 1):
                await scribe.write([entry])
                os.write(told, f"{board} {number}\\n".encode())
                if number % 9 == 0:
                    await scribe.ask(Store.write_heads)

        async def main():
            scribe = Scribe(Store(Path(sys.argv[1])))
            await asyncio.gather(play(scribe, "b1"), play(scribe, "b2"))
            await scribe.close()

        asyncio.run(main())
        """,
        _nothing,
        _is_a_beginning,
    ),
    "a log of form 1": Story(
        """
        import sys
        from pathlib import Path
        from touchmove.shell.store import Store
        Store(Path(sys.argv[1])).close()
        """,
        _copy_of_form_1,
        _is_the_old_log,
    ),
    "pruning": Story(
        """
        import os, sys
        from pathlib import Path
        from touchmove.shell.store import Store
        store = Store(Path(sys.argv[1]))
        store.prune({"b1": next(store.lines("b1", 30)).head})
        told = os.open(sys.argv[2], os.O_WRONLY | os.O_CREAT)
        os.write(told, b"b1 40\\n")
        store.close()
        """,
        _forty_lines,
        _is_whole_or_pruned,
    ),
}


# ------------------------------------------------------------------ cutting
@contextlib.contextmanager
def quick_folder() -> Iterator[Path]:
    """A folder in memory, where there is one: it is the disk of the test that loses something, and
    to sync the machine's own takes long."""
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as name:
        yield Path(name)


@dataclass(frozen=True, slots=True)
class Recording:
    """A story that was written down once, to be cut anywhere."""

    story: Story
    before: dict[str, bytes]
    writes: list[Write]

    def cut(self, after: int, chance: random.Random | None, folder: Path) -> None:
        """Cut the power after so many writes, and see what the log is then."""
        disk = Disk(self.before)
        for write in self.writes[:after]:
            disk.take(write)
        files = disk.after_cut(chance)
        # What the program told was told to people: no power cut takes it back.
        told = [write.data for write in self.writes[:after] if write.name == ACKNOWLEDGED]
        files.pop(ACKNOWLEDGED, None)
        folder.mkdir()
        for name, data in files.items():
            (folder / name).write_bytes(data)
        acknowledged = [line.split() for line in b"".join(told).decode().splitlines()]
        self._check(folder / LOG, {board: int(number) for board, number in acknowledged})
        shutil.rmtree(folder)

    def _check(self, path: Path, acknowledged: dict[str, int]) -> None:
        known = heads.read(path.with_name(f"{LOG}.heads"))
        with contextlib.closing(Store(path)) as store:
            assert store.flaws() == ()
            faults = [verdict.fault for verdict in verify(store, known)]
            assert faults == [None] * len(faults)
            assert not path.with_name(f"{LOG}.heads.disputed").exists()
            self.story.check(store, acknowledged)
            before = store.heads().get("b1", Head())
            store.append([Entry(Kind.WORD, "b1", 1, "0 new")])
            assert store.heads()["b1"].number == before.number + 1


def record(name: str, library: Path, folder: Path) -> Recording:
    """Let a story happen once, with the power on."""
    story = STORIES[name]
    folder.mkdir()
    story.prepare(folder / LOG)
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    return Recording(story, before, recorded(library, folder, story.program))


def main() -> None:
    """Every cut of every story."""
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else 0
    with quick_folder() as folder:
        library = compiled(folder)
        assert library is not None, "this needs Linux and a C compiler"
        for number, story in enumerate(STORIES):
            recording = record(story, library, folder / f"story-{number}")
            for after in range(len(recording.writes) + 1):
                recording.cut(after, None, folder / "cut")
                recording.cut(after, random.Random(f"{seed}/{story}/{after}"), folder / "cut")
            print(f"{story}: {len(recording.writes)} writes, each cut twice, nothing lost")


if __name__ == "__main__":
    main()
