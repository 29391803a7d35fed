"""The arbiter's token, of which only a hash is kept; and the key of this run, for this machine.

The token is made at the first run and shown once. Its file holds what scrypt makes of it, so
whoever reads the file, or a backup of it, has no token. A new token replaces the file, which a
program that runs notices by the file's identity.

The key is for commands that the same user gives on the same machine (`touchmove say`): a file that
only this user can read, made anew at each start, and removed at the end. It says where the program
answers, too. Who can read it could change the log and the program's own files as well.

Ref: RFC 7914, scrypt
"""

import contextlib
import hashlib
import json
import os
import secrets
import stat
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from touchmove.daemon.config.secret import Secret
from touchmove.errors import InputError

TOKEN_BYTES = 24
"""192 random bits: nobody guesses them, however fast."""
TOKEN_LETTERS_MAX = 200
FILE_BYTES_MAX = 4096
COST = {"n": 1 << 14, "r": 8, "p": 1}
"""16 MB and some 50 ms for each try."""
COSTS = {
    "n": tuple(1 << power for power in range(10, 18)),
    "r": (8,),
    "p": (1, 2, 3, 4),
}
"""What a file may ask of us: all of it is what scrypt takes, and the most are 128 MB."""
MAKE_ANOTHER = "touchmove token rotate makes another one"


@dataclass(frozen=True, slots=True)
class Hashed:
    """What the file holds."""

    salt: bytes
    hash: bytes
    n: int
    r: int
    p: int

    def is_of(self, token: str) -> bool:
        """Whether it was made of this token. Takes its time: call it beside the loop."""
        return secrets.compare_digest(_scrypt(token, self.salt, self.n, self.r, self.p), self.hash)


class TokenFile:
    """The file of the hash."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def exists(self) -> bool:
        """Whether there is a token."""
        return self.path.exists()

    def identity(self) -> tuple[int, ...] | None:
        """Another one whenever the token is; None if there is none."""
        try:
            about = self.path.stat()
        except OSError:
            return None
        return about.st_ino, about.st_mtime_ns, about.st_size

    def make(self) -> Secret:
        """Make a token in place of the one there was. Raises `InputError` if it cannot be kept."""
        token = f"tm_{secrets.token_urlsafe(TOKEN_BYTES)}"
        salt = secrets.token_bytes(16)
        said = {
            "form": 1,
            "made": datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
            **COST,
            "salt": salt.hex(),
            "hash": _scrypt(token, salt, **COST).hex(),
        }
        _write(self.path, json.dumps(said))
        return Secret(token)

    def read(self) -> Hashed:
        """What it holds. Rejects a file that cannot be used with an `InputError`."""
        try:
            with self.path.open("rb") as file:
                mode = os.fstat(file.fileno()).st_mode
                said = json.loads(file.read(FILE_BYTES_MAX))
            cost = {name: said[name] for name in COST}
            hashed = Hashed(bytes.fromhex(said["salt"]), bytes.fromhex(said["hash"]), **cost)
        except OSError as error:
            words = f"cannot be read: {error.strerror}; put it right, or {MAKE_ANOTHER}"
            raise InputError(f"token {self.path}: {words}") from error
        except (ValueError, TypeError, KeyError, RecursionError) as error:
            words = f"token {self.path}: that is no file of a token; {MAKE_ANOTHER}"
            raise InputError(words) from error
        if not _is_affordable(cost):
            raise InputError(f"token {self.path}: that is no file of a token; {MAKE_ANOTHER}")
        if mode & (stat.S_IWGRP | stat.S_IWOTH):
            words = f"others on this machine can change it: chmod go-w {self.path}"
            raise InputError(f"token {self.path}: {words}")
        return hashed


def _is_affordable(cost: Mapping[str, object]) -> bool:
    return all(type(cost[name]) is int and cost[name] in numbers for name, numbers in COSTS.items())


# ------------------------------------------------------------------ the key of this run
@dataclass(frozen=True, slots=True)
class Key:
    """What is in the file for commands on this machine."""

    url: str
    """Where the program answers."""
    secret: Secret


def key_path(token_file: Path) -> Path:
    """Where the key is."""
    return Path(f"{token_file}.local")


@contextmanager
def key_for(token_file: Path, url: str) -> Iterator[Key]:
    """A key that is there while the block runs."""
    path = key_path(token_file)
    key = Key(url, Secret(secrets.token_urlsafe(TOKEN_BYTES)))
    _write(path, json.dumps({"url": url, "key": key.secret.reveal()}))
    ours = path.stat().st_ino
    try:
        yield key
    finally:
        with contextlib.suppress(OSError):
            if path.stat().st_ino == ours:
                path.unlink()


def read_key(token_file: Path) -> Key | None:
    """The key of the program that runs; None if there is none for us."""
    try:
        with key_path(token_file).open("rb") as file:
            said = json.loads(file.read(FILE_BYTES_MAX))
        return Key(str(said["url"]), Secret(str(said["key"])))
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return None


# ------------------------------------------------------------------ files
def _scrypt(token: str, salt: bytes, n: int, r: int, p: int) -> bytes:
    given = token.encode("utf-8", "replace")
    memory = 256 * n * r * p
    return hashlib.scrypt(given, salt=salt, n=n, r=r, p=p, maxmem=memory, dklen=32)


def _write(path: Path, text: str) -> None:
    """Whole or not at all, and only for its owner, whatever was there before."""
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        draft.unlink(missing_ok=True)
        with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):
            draft.unlink(missing_ok=True)
        words = f"token {path}: cannot be written: {error.strerror}; see web.token_file"
        raise InputError(words) from error
