"""Folders for the time that a command runs, and what became of those whose owner was killed.

A folder holds a file that its owner has locked (flock(2)); the lock ends with the owner, however
that ends. Whoever makes a new folder first sweeps those of the same user that nobody has locked.
"""

import contextlib
import fcntl
import os
import shutil
import stat
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from touchmove.errors import PlatformError

KINDS = ("board", "demo")
OWNED = "owned"
"""The locked file."""
ORPHANED_S = 86_400.0
"""A folder without that file is being made or removed just now, unless it is a day old."""


@contextlib.contextmanager
def scratch(kind: str) -> Iterator[Path]:
    """A folder for this block, of one of the kinds.

    Raises `PlatformError` if it cannot be had.
    """
    assert kind in KINDS
    with contextlib.ExitStack() as left:
        with writing():
            parent = Path(tempfile.gettempdir())
            _sweep(parent)
            folder = Path(tempfile.mkdtemp(prefix=f"touchmove-{kind}-"))
            left.callback(shutil.rmtree, folder, ignore_errors=True)
            left.callback(os.close, _own(folder))
        yield folder


@contextlib.contextmanager
def writing() -> Iterator[None]:
    """What the disk refuses in this block is a `PlatformError` in one line."""
    try:
        yield
    except OSError as error:
        where = tempfile.tempdir or "a folder for temporary files"
        raise PlatformError(
            f"{where} does not take temporary files: {error.strerror or error}; make room there, "
            "or set TMPDIR to another folder"
        ) from error


def _own(folder: Path) -> int:
    """Lock a file in the folder. It gets its name when it is locked, so nobody finds it free."""
    draft = folder / f"{OWNED}.draft"
    lock = os.open(draft, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        draft.rename(folder / OWNED)
    except OSError:
        os.close(lock)
        raise
    return lock


def _sweep(parent: Path) -> None:
    """Remove what nobody owns any more; what cannot be removed stays."""
    for kind in KINDS:
        for folder in parent.glob(f"touchmove-{kind}-*"):
            with contextlib.suppress(OSError):
                if _is_left(folder):
                    shutil.rmtree(folder, ignore_errors=True)


def _is_left(folder: Path) -> bool:
    """Whether it is ours and its owner has gone."""
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid():
        return False
    try:
        lock = os.open(folder / OWNED, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW)
    except FileNotFoundError:
        return time.time() - found.st_mtime > ORPHANED_S
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    finally:
        os.close(lock)
    return True
