"""The USB serial line, byte by byte, without ever waiting for the other end.

Reading and writing use the `buffer` objects: the text ones change line ends. A read of more than is
there would block, so bytes are taken one at a time when `ipoll(0)`, which allocates nothing, says
there is one.

What a write does depends on DTR, by which MicroPython on a Pico knows that a host is there. High,
as our host sets it: the buffer of 256 bytes keeps what was not fetched, a full one says that it
cannot be written to, and a line that does not fit waits up to 500 ms for each piece. Low, or no
cable: it says always that it can be written to, and overwrites the oldest bytes. How much is said
unheard is the reporter's business, which keeps to what the buffer holds.
Ref: MicroPython 1.28, shared/tinyusb/mp_usbd_cdc.c.
"""

import select
import sys


class Console:
    """stdin and stdout as a line to the host."""

    def __init__(self) -> None:
        self._in = sys.stdin.buffer
        self._out = sys.stdout.buffer
        self._byte = bytearray(1)
        self._readable = select.poll()
        self._readable.register(sys.stdin, select.POLLIN)
        self._writable = select.poll()
        self._writable.register(sys.stdout, select.POLLOUT)

    def read_byte(self) -> int:
        """The next byte, or -1 if there is none now."""
        for event in self._readable.ipoll(0):
            if event[1] & select.POLLIN and self._in.readinto(self._byte):
                return self._byte[0]
        return -1

    def ready(self) -> bool:
        """True if a line can be written without waiting."""
        for event in self._writable.ipoll(0):  # noqa: SIM110  (any() would allocate)
            if event[1] & select.POLLOUT:
                return True
        return False

    def write(self, line: bytes) -> None:
        """Write a whole line."""
        self._out.write(line)
