"""What is raised when somebody asks for the impossible.

A board that misbehaves is never an exception: bad lines, lost links and impossible occupancies are
values (`wire.codec.Refused`, `events.LinkLost`, ...). These exceptions are for people's requests,
are raised only in shells and commands, and are caught once, in `__main__`, which prints the message
as one line and ends with `exit_status`.

    TouchmoveError
     ├── InputError        a file, a script or an argument that cannot be read
     ├── PortError         a serial port that cannot be used
     ├── StoreError        a log that cannot be opened or written
     ├── ServeError        a page that cannot be served
     ├── OutputError       a standard output that cannot be written
     └── PlatformError     something that this machine or installation does not have
"""


def one_line(text: str) -> str:
    """A text of somebody else's as it can stand in a message: on one line, without what would
    command a terminal."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def in_quotes(text: str) -> str:
    """A text as the value of a tag, in PGN and in touch scripts.

    Source: PGN standard, section 7, string tokens.
    """
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


class TouchmoveError(Exception):
    """Root of the tree. The message says what is wrong, where, and what to do about it."""

    exit_status = 1


class InputError(TouchmoveError):
    """A file, a script or an argument cannot be read."""

    exit_status = 2


class PortError(TouchmoveError):
    """A serial port is missing, taken, or lost for good."""


class StoreError(TouchmoveError):
    """The log cannot be opened, read or written."""


class ServeError(TouchmoveError):
    """The page cannot be served: usually the port of the address is taken."""


class OutputError(TouchmoveError):
    """Standard output cannot be written: closed, or its disk is full."""


class PlatformError(TouchmoveError):
    """This machine or installation lacks a part: no MicroPython wheel, no pty."""
