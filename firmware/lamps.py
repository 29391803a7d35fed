"""Shows a pattern of 64 lamps on a chain of WS2812, within the current that USB can give.

The host says what a lamp means; only here it gets a color. A pattern is always the whole board, so
a lost line costs a moment and never leaves a lamp wrong. A lamp that asks blinks, and does so by
itself, so that the wire stays quiet.

Nothing is scanned meanwhile, so it has to be quick: what the six digits look like is worked out
when the brightness changes, and only lamps that changed are put into the chain's buffer, byte by
byte, without a tuple. Writing the chain stops the interrupts of an RP2040 for 1.9 ms; it is written
only when something changed.
"""

import pins

TYPE_CHECKING = False
if TYPE_CHECKING:  # MicroPython has no `typing`, and needs none: it skips annotations.
    from neopixel import NeoPixel

PALETTE = (
    (0, 0, 0),  # 0 off
    (255, 40, 0),  # 1 lift: clear this square
    (0, 160, 40),  # 2 place: fill this square
    (200, 120, 0),  # 3 ask: this square is in question
    (0, 40, 160),  # 4 mark: of interest
    (140, 0, 160),  # 5 must: this piece has to move or be taken
)
"""Red, green, blue at full brightness, by the digit of a lamp frame."""

ASK = 3
"""The digit that blinks."""

DIGITS = (b"0", b"1", b"2", b"3", b"4", b"5")
"""The digits of a lamp frame, by their number."""

ZERO = 0x30
"""The digit 0 as a byte."""

RED, GREEN, BLUE = 1, 0, 2
"""Where a WS2812 expects the colors, as bytes of its three."""

BLINK_MS = 500
"""Half a blink: slow enough to read a board by, quick enough to be noticed."""

LIMIT_MA = 120
"""MicroPython asks USB for 250 mA; the Pico (50), 64 resting lamps (64) and a margin take the
rest (hardware/README.md)."""

FULL_MA = 20
"""One color of one WS2812 at 255 (WS2812B datasheet: three dies of some 20 mA)."""

BRIGHTNESS = 64
"""Of 255: readable in a lit room, not blinding across the board."""


class Lamps:
    """The lamps under the squares."""

    def __init__(self, chain: "NeoPixel") -> None:
        """`chain` is a neopixel.NeoPixel of 64."""
        self._chain = chain
        self._places = bytes([3 * pins.lamp_index(square) for square in range(64)])
        self._shown = b"0" * 64
        self._scale = BRIGHTNESS
        self._colors = bytearray(3 * len(PALETTE))
        self._mix()
        self._dimmed = False
        self._turned_ms = 0
        self._chain.write()

    def show(self, digits: bytes) -> bool:
        """Show 64 digits, a1 first. False, and nothing changes, if they are not a pattern."""
        before = self._shown
        if digits == before:
            return True
        known = demand = 0
        for digit in range(len(PALETTE)):
            count = digits.count(DIGITS[digit])
            known += count
            red, green, blue = PALETTE[digit]
            demand += count * (red + green + blue)
        if known != 64 or len(digits) != 64:
            return False
        scale = BRIGHTNESS
        if demand:
            scale = min(BRIGHTNESS, LIMIT_MA * 255 * 255 // (demand * FULL_MA))
        all_anew = self._dimmed or scale != self._scale
        if scale != self._scale:
            self._scale = scale
            self._mix()
        self._shown = digits
        self._dimmed = False
        for square in range(64):
            digit = digits[square]
            if all_anew or digit != before[square]:
                self._paint(square, digit - ZERO)
        self._chain.write()
        return True

    def period(self, now: int) -> None:
        """Turn the lamps that ask on or off when it is time. Allocates nothing."""
        if now - self._turned_ms < BLINK_MS:
            return
        self._turned_ms = now
        square = self._shown.find(DIGITS[ASK])
        if square < 0:
            return
        self._dimmed = not self._dimmed
        digit = 0 if self._dimmed else ASK
        while square >= 0:
            self._paint(square, digit)
            square = self._shown.find(DIGITS[ASK], square + 1)
        self._chain.write()

    def _mix(self) -> None:
        """What each digit looks like at this brightness."""
        for digit in range(len(PALETTE)):
            red, green, blue = PALETTE[digit]
            self._colors[3 * digit + RED] = red * self._scale // 255
            self._colors[3 * digit + GREEN] = green * self._scale // 255
            self._colors[3 * digit + BLUE] = blue * self._scale // 255

    def _paint(self, square: int, digit: int) -> None:
        colors, buffer = self._colors, self._chain.buf
        place, color = self._places[square], 3 * digit
        buffer[place] = colors[color]
        buffer[place + 1] = colors[color + 1]
        buffer[place + 2] = colors[color + 2]
