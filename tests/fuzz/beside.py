"""The small files beside a log: any bytes are one, or are refused in one line.

The first line of an input says which: `heads`, `token`, `key` or `secret`; the rest is the file.
"""

from tests.fuzz.saying import check_line, scratch
from touchmove.daemon.config.secret import read_secret
from touchmove.daemon.web.token_file import TokenFile, key_path, read_key
from touchmove.errors import InputError, StoreError
from touchmove.shell import heads

SIZE_MAX = 6_000
WORDS = (
    b"heads\n", b"token\n", b"key\n", b"secret\n", b"touchmove heads 1\n", b"00" * 32, b' 1 "t"\n',
    b'"form": 1', b'"n": 16384', b'"r": 8', b'"p": 1', b'"salt": "00"', b'"hash": "00"', b'"n": 0',
    b'"url": "http://127.0.0.1:1/"', b'"key": "x"', b"[" * 500, b"1e999", b"\xff", b"null", b"{}",
    b"9" * 5_000, b'"\\ud800"', b"NaN", b"-1",
)  # fmt: skip
QUICK = 1 << 13
"""A cost of scrypt that takes no time."""


def attempt(data: bytes) -> None:
    """One file."""
    which, _, rest = data.partition(b"\n")
    path = scratch("beside") / "t"
    path.write_bytes(rest)
    path.chmod(0o600)
    key_path(path).write_bytes(rest)
    try:
        match which:
            case b"heads":
                found = heads.read(path)
                assert found is not None
                path.write_text(heads.text(found), encoding="utf-8")
                assert heads.read(path) == found
            case b"token":
                hashed = TokenFile(path).read()
                if hashed.n * hashed.r * hashed.p <= QUICK:
                    hashed.is_of("tm_x")
            case b"key":
                read_key(path)
            case _:
                read_secret("NO_SUCH_VARIABLE", path, {})
    except (InputError, StoreError) as error:
        check_line(str(error))
