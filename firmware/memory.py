"""What outlasts the power: a few short files on the board's own file system.

A file is some lines of the wire, each with its check sum, so one that was being written when the
power went is seen not to be whole. Such a file must not be the only one of its kind: of what
changes in a game there are two, written in turn (`keeper.py`).

Source of what flash does: littlefs keeps a file of this size in a block that it appends to, some
twenty writes for each erasure, and goes round all blocks. A block of 4 kB is erased in some 45 ms
and outlasts 100,000 erasures (W25Q16JV, AC characteristics), and while the flash is busy the chip
runs nothing, the scan neither. So whoever writes here asks first whether anybody is touching.
"""

import frame

TYPE_CHECKING = False
if TYPE_CHECKING:  # MicroPython has no `typing`, and needs none: it skips annotations.
    from collections.abc import Sequence

SIZE_MAX = 4096
"""Nothing longer is read: nothing longer was written."""


class Memory:
    """Named files of payloads."""

    def load(self, name: str) -> "list[str]":
        """The payloads of a file; none if it is not there or not whole."""
        try:
            with open(name, "rb") as file:
                data = file.read(SIZE_MAX)
        except OSError:
            return []
        found = frame.Decoder().receive(data)
        return [] if [kind for kind, _, _ in found if kind != frame.FRAME] else _texts(found)

    def store(self, name: str, payloads: "Sequence[str]") -> None:
        """Write a file anew. One that cannot be written costs the memory, and not the game."""
        try:
            with open(name, "wb") as file:
                for payload in payloads:
                    file.write(frame.encode(payload))
        except OSError:
            pass


def _texts(found: "list[tuple[int, str, str]]") -> "list[str]":
    return [text for _, text, _ in found]
