"""The board's circuit: which lines are low, given the contacts and what the pins drive.

Eight rows (rank 1 is row 0) and eight columns (the a-file is column 0). At each crossing a contact
that a piece closes and, in series with it, a diode from the column (anode) to the row (cathode).
Columns are inputs with pull-ups. A row that the firmware drives low therefore pulls down the
columns of its closed contacts, and no other row can: the diodes block the way back.

A released column does not rise at once: the pull-up has to charge the wire. Until `RISE_US` have
passed it still reads low, so a scan that is too fast sees the row before in the next.

Parts can be broken, by name (`break_parts`): `shorted:e2` (the diode conducts both ways, so current
finds its way back through other rows: ghosts), `dead:e2` (the contact never closes), `stuck:e2`
(it never opens). A row that is driven high, where it should only be released, holds up the columns
that a shorted diode joins to it. Voltages between are not modelled: a line is low or high.

The wiring is the board's, not the firmware's: it repeats hardware/pinout.csv, and a test compares
the two.
"""

ROW_PINS = (2, 3, 4, 5, 6, 7, 8, 9)
COLUMN_PINS = (10, 11, 12, 13, 14, 15, 16, 17)
BUTTON_PINS = (18, 19)
"""White's and Black's clock button, to ground."""
LAMP_PIN = 22

BUTTON_LINE = 64
"""Contact lines 0 to 63 are squares, a1 first; then the buttons."""

RISE_US = 4
"""Time for a released column to be read as high: 10 kOhm outside against some 150 pF of wire is
1.5 us to 63 %, and twice that and more to a safe high."""


class Circuit:
    """The state of every contact and line."""

    def __init__(self):
        self.low_columns = 0
        self.low_rows = 0
        self.lingering = 0
        self.released_at = 0
        self.buttons = bytearray(2)
        self._contacts = bytearray(8)
        self._driven_low = 0
        self._driven_high = 0
        self._shorted = bytearray(8)
        self._dead = bytearray(8)
        self._stuck = bytearray(8)
        self._has_shorts = False

    def break_parts(self, faults):
        """Break what `faults` names: words such as `shorted:e2 dead:a1`."""
        broken = {"shorted": self._shorted, "dead": self._dead, "stuck": self._stuck}
        for fault in faults.split():
            kind, square = fault.split(":")
            column, row = ord(square[0]) - ord("a"), int(square[1]) - 1
            broken[kind][row] |= 1 << column
        self._has_shorts = any(self._shorted)
        for row in range(8):
            self._contacts[row] = self._stuck[row]

    def contact(self, line, closed):
        """A contact closes (1) or opens (0)."""
        if line >= BUTTON_LINE:
            self.buttons[line - BUTTON_LINE] = closed
            return
        row, bit = line >> 3, 1 << (line & 7)
        if closed:
            self._contacts[row] |= bit & ~self._dead[row]
        else:
            self._contacts[row] &= ~bit | self._stuck[row]
        self._settle()

    def drive(self, row, level, now):
        """The firmware drives a row low (0) or high (1), or lets go of it (None)."""
        bit = 1 << row
        low = self._driven_low & ~bit
        high = self._driven_high & ~bit
        if level == 0:
            low |= bit
        elif level == 1:
            high |= bit
        if low == self._driven_low and high == self._driven_high:
            return
        self._driven_low = low
        self._driven_high = high
        before = self.low_columns
        self._settle()
        rising = before & ~self.low_columns
        if rising:
            self.lingering = rising
            self.released_at = now

    def columns(self, now):
        """The columns that read low now, one bit each; slow only while one is rising."""
        if now - self.released_at >= RISE_US:
            self.lingering = 0
        return self.low_columns | self.lingering

    def _settle(self):
        """Which lines are low, once all currents flow."""
        columns = 0
        rows = self._driven_low
        for row in range(8):
            if rows >> row & 1:
                columns |= self._contacts[row]
        if self._has_shorts:
            columns, rows = self._through_shorts(columns, rows)
        self.low_columns = columns
        self.low_rows = rows

    def _through_shorts(self, columns, rows):
        """Low columns pull down rows through shorted diodes, and those rows other columns."""
        while True:
            pulled = 0
            for row in range(8):
                joined = self._contacts[row] & self._shorted[row]
                if not self._driven_high >> row & 1 and joined & columns:
                    pulled |= 1 << row
            if pulled & ~rows == 0:
                break
            rows |= pulled
            for row in range(8):
                if rows >> row & 1:
                    columns |= self._contacts[row]
        for row in range(8):
            if self._driven_high >> row & 1:
                columns &= ~(self._contacts[row] & self._shorted[row])
        return columns, rows


circuit = Circuit()
