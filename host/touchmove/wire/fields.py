"""The fields of a line, read and written: each value has one text, and any other is `Unreadable`.

Source: docs/reference/wire.md.
"""

from chess import BB_ALL, SQUARE_NAMES, Color, Square, parse_square

from touchmove.clock_state import ClockState, HalfState, Mode, stage_of
from touchmove.lamp import Lamp, Pattern
from touchmove.time_control import Stage
from touchmove.units import Millis
from touchmove.wire.messages import Occupancy, Setup

DIGITS_MAX = 15
"""Longest decimal number on the wire: 31,000 years of milliseconds, and still exact in a float."""

ORDINAL_MAX = 10**DIGITS_MAX - 2
"""Highest number of a report: the one after it can still be asked for."""


SPAN_MAX = 10**11 - 1
"""Longest time that a clock shows, in milliseconds: three years."""

STEP_MAX = 10**9 - 1
"""Longest number of a stage, in milliseconds: eleven days."""

MOVES_MAX = 9_999
PERIODS_MAX = 99
STAGES_MAX = 9
"""What a clock can be set to (`script.time_control`), or more."""


class Unreadable(ValueError):
    """Which field could not be read."""


# ------------------------------------------------------------------ reading
def number(text: str) -> int:
    """A plain decimal number."""
    plain = text.isascii() and text.isdigit() and len(text) <= DIGITS_MAX
    if not plain or (text[0] == "0" and len(text) > 1):
        raise Unreadable(f"number {text!r}")
    return int(text)


def ordinal(text: str) -> int:
    """The number of a report."""
    if text == "0":
        raise Unreadable("number '0': reports are counted from 1")
    return at_most(number(text), ORDINAL_MAX, "number of a report")


def at_most(value: int, most: int, what: str) -> int:
    """A number that cannot be more than another, or the message makes no sense."""
    if value > most:
        raise Unreadable(f"{what}: {value} of {most}")
    return value


def digits(text: str, count: int) -> int:
    """So many hexadecimal digits."""
    if len(text) != count or not all(c in "0123456789abcdef" for c in text):
        raise Unreadable(f"digits {text!r}")
    return int(text, 16)


def boot(text: str) -> str:
    """The name of a boot, or of a time control."""
    digits(text, 8)
    return text


def word(text: str) -> str:
    """Anything that is not empty."""
    if not text:
        raise Unreadable("empty word")
    return text


def square(text: str) -> Square:
    """`a1` to `h8`."""
    if text not in SQUARE_NAMES:
        raise Unreadable(f"square {text!r}")
    return parse_square(text)


def color(text: str) -> Color:
    """`W` or `B`."""
    if text not in ("W", "B"):
        raise Unreadable(f"side {text!r}")
    return text == "W"


def occupancy(text: str) -> Occupancy:
    """The whole board."""
    occupied, slash, white = text.partition("/")
    if not slash:
        return Occupancy(digits(occupied, 16))
    seen = Occupancy(digits(occupied, 16), digits(white, 16))
    if digits(white, 16) & ~seen.occupied & BB_ALL:
        raise Unreadable(f"occupancy {text!r}: white on empty squares")
    return seen


def pattern(text: str) -> Pattern:
    """A lamp frame."""
    if len(text) != 64 or not all(c in "012345" for c in text):
        raise Unreadable("lamps: 64 digits 0 to 5")
    return tuple(Lamp(int(c)) for c in text)


def one_of(text: str, known: tuple[str, ...]) -> str:
    """One of these words."""
    if text not in known:
        raise Unreadable(f"word {text!r}")
    return text


def _limited(text: str, most: int) -> int:
    return at_most(number(text), most, "clock")


_HALF = (SPAN_MAX, STAGES_MAX - 1, MOVES_MAX, STEP_MAX, SPAN_MAX, PERIODS_MAX)


def _half(words: list[str]) -> HalfState:
    left, at, moves, waits, used, period = map(_limited, words, _HALF)
    return HalfState(Millis(left), at, moves, Millis(waits), Millis(used), period)


CLOCK_WORDS = 16
"""How many words a clock is."""


def clock(words: list[str]) -> ClockState:
    """A clock: name of the control, moment, mode, side, and six numbers for each player."""
    key, at, mode, turn, *halves = words
    return ClockState(
        boot(key),
        Millis(number(at)),
        Mode(one_of(mode, tuple(Mode))),
        color(turn),
        _half(halves[:6]),
        _half(halves[6:]),
    )


_STAGE = (MOVES_MAX, *[STEP_MAX] * 4, PERIODS_MAX, STEP_MAX, 1, 1)


def stage(words: list[str]) -> Stage:
    """Nine numbers."""
    return stage_of(tuple(map(_limited, words, _STAGE)))


def setup(words: list[str]) -> Setup:
    """Three boards."""
    wanted, side, ready = (digits(word, 16) for word in words)
    return Setup(wanted, side, ready)


# ------------------------------------------------------------------ writing
def occupancy_text(seen: Occupancy) -> str:
    """The occupancy as the wire and the touch script write it: h8 highest bit, a1 lowest."""
    text = f"{seen.occupied:016x}"
    return text if seen.white is None else f"{text}/{seen.white:016x}"


def side_text(color: Color) -> str:
    """`W` or `B`."""
    return "W" if color else "B"


def clock_words(state: ClockState) -> tuple[object, ...]:
    """The words that `clock` reads."""
    halves = (
        number
        for half in (state.white, state.black)
        for number in (
            half.left_ms,
            half.stage,
            half.moves,
            half.waits_ms,
            half.used_ms,
            half.period,
        )
    )
    return state.key, state.at, state.mode, side_text(state.turn), *halves


def setup_words(shown: Setup) -> tuple[str, ...]:
    """The words that `setup` reads."""
    return tuple(f"{board:016x}" for board in (shown.wanted, shown.side, shown.ready))
