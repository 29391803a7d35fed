"""Configurations: any bytes are one, or are told line by line what is wrong with them."""

from tests.fuzz.saying import check_line
from touchmove.daemon.config.reading import ConfigError, read
from touchmove.daemon.config.sections import SECTIONS, Board
from touchmove.daemon.config.setting import keys_of
from touchmove.daemon.config.writing import written

SIZE_MAX = 4_000
WORDS = (
    *(f"[{name}]\n".encode() for name in SECTIONS),
    *(f"{key.name} = ".encode() for kind in SECTIONS.values() for key in keys_of(kind)),
    *(f"{key.name} = ".encode() for key in keys_of(Board)),
    b'[boards."t"]\n', b"boards.t.", b"true", b"false", b"8000", b"1.5", b'"5400+30"', b'"a.toml"',
    b"[[", b"]]", b"{", b"}", b"[", b"]", b'"""', b"'''", b"\\u0000", b"\\", b"=", b"1979-05-27",
    b"inf", b"nan", b"0x", b"#", b"\n", b"lip_01234567890",
)  # fmt: skip


def attempt(data: bytes) -> None:
    """One file."""
    try:
        config = read(data)
    except ConfigError as error:
        lines = data.count(b"\n") + 1
        for fault in error.faults:
            check_line(fault.within("t.toml"), 8_000)
            assert fault.line is None or 1 <= fault.line <= lines
    else:
        assert read(written(config).encode()) == config
