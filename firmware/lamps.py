"""Shows a pattern of 64 lamps on a chain of WS2812, within the current that USB can give.

The host says what a lamp means; only here it gets a color. A pattern is always the whole board, so
a lost line costs a moment and never leaves a lamp wrong. The chain is written only when something
changed: writing 64 lamps stops the interrupts of an RP2040 for 2 ms. A lamp that asks blinks, and
does so by itself, so that the wire stays quiet.
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

ASK = 0x33
"""The digit 3, as a byte."""

BLINK_MS = 500
"""Half a blink: slow enough to read a board by, quick enough to be noticed."""

LIMIT_MA = 350
"""USB grants 500 mA; the Pico, 64 resting lamps and a margin take the rest."""

FULL_MA = 20
"""One color of one WS2812 at 255 (WS2812B datasheet: three dies of some 20 mA)."""

BRIGHTNESS = 64
"""Of 255: readable in a lit room, not blinding across the board."""


class Lamps:
    """The lamps under the squares."""

    def __init__(self, chain: "NeoPixel") -> None:
        """`chain` is a neopixel.NeoPixel of 64."""
        self._chain = chain
        self._shown = bytearray(b"0" * 64)
        self._scale = BRIGHTNESS
        self._asks = False
        self._dimmed = False
        self._turned_ms = 0
        self._chain.write()

    def show(self, digits: bytes) -> bool:
        """Show 64 digits, a1 first. False, and nothing changes, if they are not a pattern."""
        if len(digits) != 64:
            return False
        demand = 0
        asks = False
        for digit in digits:
            if not 0x30 <= digit < 0x30 + len(PALETTE):
                return False
            demand += sum(PALETTE[digit - 0x30])
            asks = asks or digit == ASK
        if digits == self._shown:
            return True
        self._shown[:] = digits
        self._asks = asks
        self._dimmed = False
        self._scale = min(BRIGHTNESS, LIMIT_MA * 255 * 255 // (demand * FULL_MA) if demand else 255)
        self._write()
        return True

    def period(self, now: int) -> None:
        """Turn the lamps that ask on or off when it is time. Allocates only then."""
        if self._asks and now - self._turned_ms >= BLINK_MS:
            self._turned_ms = now
            self._dimmed = not self._dimmed
            self._write()

    def _write(self) -> None:
        scale = self._scale
        for square in range(64):
            digit = self._shown[square]
            red, green, blue = PALETTE[0 if self._dimmed and digit == ASK else digit - 0x30]
            self._chain[pins.lamp_index(square)] = (
                red * scale // 255,
                green * scale // 255,
                blue * scale // 255,
            )
        self._chain.write()
