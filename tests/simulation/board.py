"""The board of a simulation: the firmware's own `main.py`, run by MicroPython in virtual time.

One process plays many games, one boot after the other. It is told what happens at its contacts and
what the cable brings, and is granted time up to a moment; it comes back when that is over, or
earlier with what it has said. `onboard/world.py` is the other end of this conversation.
"""

import contextlib
import os
import shutil
import socket
import struct
import subprocess
import tempfile
from pathlib import Path
from typing import Self

from chess import Bitboard

from touchmove.errors import PortError
from touchmove.lamp import DARK, Lamp, Pattern
from touchmove.shell import flash

ONBOARD = Path(__file__).parent / "onboard"
_RECORD = struct.Struct("<qHH")
_BOOT, _CHANGE, _HEAR, _RUN, _CUT, _SAID, _LAMPS = range(1, 8)

WHITE_BUTTON = 64
"""Number of the line of White's button, after those of the squares; Black's is the next."""


class Board:
    """A board on the bench, off until `boot`. Use it as a context manager."""

    def __init__(self) -> None:
        """Raises `PlatformError` where there is no MicroPython."""
        self.lamps: Pattern = DARK
        """What the lamps show now: of one that blinks, one half."""
        with contextlib.ExitStack() as left:
            folder = Path(tempfile.mkdtemp(prefix="touchmove-simulation-"))
            left.callback(shutil.rmtree, folder, ignore_errors=True)
            flash.assemble(flash.firmware_files(), folder)
            ours, theirs = socket.socketpair()
            left.callback(ours.close)
            with theirs:
                self._process = subprocess.Popen(
                    flash.interpreter(ONBOARD / "run.py"),
                    pass_fds=[theirs.fileno()],
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.STDOUT,
                    start_new_session=True,  # Ctrl-C is not for the firmware
                    cwd=folder,
                    env={
                        "MICROPYPATH": f"{ONBOARD}:{folder}:{flash.SIMULATED}:.frozen",
                        "TOUCHMOVE_CONTROL": str(theirs.fileno()),
                    },
                )
            left.callback(self._end)
            self._control = ours
            self._heard = ours.makefile("rb")
            left.callback(self._heard.close)
            self._left = left.pop_all()
        self._told = bytearray()
        self._folder = folder
        self.now_us = 0
        """How far time has come in this boot, in microseconds."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Throw the board away."""
        self._left.close()

    def forget(self) -> None:
        """Lose what is remembered over a loss of power: the next boot begins another game."""
        for file in self._folder.glob("*.txt"):
            file.unlink()

    def boot(self, name: bytes, occupied: Bitboard, ring: int = 0) -> None:
        """Switch the power on with these squares occupied and no button held.

        `name` is four bytes for this boot; the firmware keeps `ring` reports, 0 for its own number.
        """
        self.lamps = DARK
        self._told += _RECORD.pack(0, _BOOT, ring)
        self._told += occupied.to_bytes(8, "little") + bytes(2) + name
        self._exchange()

    def change(self, at_us: int, line: int, closed: bool) -> None:
        """A contact will open or close at a moment of this boot."""
        self._told += _RECORD.pack(at_us, _CHANGE, line * 2 + closed)

    def hear(self, at_us: int, data: bytes) -> None:
        """The cable will bring these bytes at a moment of this boot."""
        self._told += _RECORD.pack(at_us, _HEAR, len(data)) + data

    def run(self, until_us: int) -> bytes:
        """Let time pass up to a moment of this boot, or until the board has said something.

        What it has said in its last period, up to `now_us`. Raises `PortError` with the firmware's
        last words if it has ended.
        """
        self._told += _RECORD.pack(until_us, _RUN, 0)
        return self._exchange()

    def cut(self) -> None:
        """Cut the power. Only after a `run` or a `boot`."""
        self._told += _RECORD.pack(0, _CUT, 0)
        self.lamps = DARK

    def _exchange(self) -> bytes:
        try:
            self._control.sendall(self._told)
            self._told.clear()
            self.now_us, code, size = self._read()
            if code == _LAMPS:
                self.lamps = _seen(self._heard.read(size))
                self.now_us, _, size = self._read()
            return self._heard.read(size)
        except OSError as error:
            raise self._ended() from error

    def _read(self) -> tuple[int, int, int]:
        data = self._heard.read(_RECORD.size)
        if len(data) < _RECORD.size:
            raise self._ended()
        at_us, code, size = _RECORD.unpack(data)
        return at_us, code, size

    def _ended(self) -> PortError:
        words, _ = self._process.communicate()
        return PortError(f"the firmware ended: {words.decode(errors='replace').strip()}")

    def _end(self) -> None:
        self._process.kill()
        self._process.communicate()


def _seen(chain: bytes) -> Pattern:
    """What a person sees: each lamp's meaning by its color. The chain takes green, red, blue."""
    pattern = list(DARK)
    for square in range(64):
        place = 3 * (square if square >> 3 & 1 == 0 else square ^ 7)
        green, red, blue = chain[place : place + 3]
        pattern[square] = _meaning(red, green, blue)
    return tuple(pattern)


def _meaning(red: int, green: int, blue: int) -> Lamp:
    if not (red or green or blue):
        return Lamp.OFF
    if red:
        if blue:
            return Lamp.MUST
        return Lamp.ASK if 3 * green > red else Lamp.LIFT
    return Lamp.PLACE if green > blue else Lamp.MARK


def processors() -> int:
    """How many games can be simulated at once here: each keeps two processes half busy."""
    return os.cpu_count() or 1
