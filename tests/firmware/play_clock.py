"""Plays the clocks of a file in MicroPython; each line is one, with what the host makes of it.

micropython tests/firmware/play_clock.py FILE
"""

import json
import sys

from game_clock import MODES, SIDES, GameClock


def played(stages, words, presses):
    """What the clock says after the presses."""
    clock = GameClock()
    key, at, mode, turn = words[:4]
    clock.control(key, *[tuple([tuple(stage) for stage in side]) for side in stages])
    numbers = [int(word) for word in words[4:]]
    clock.set(int(at), MODES.index(mode), SIDES.index(turn), numbers)
    for at, side in presses:
        clock.press(side, at)
    return clock.text()


failed = count = 0
with open(sys.argv[1]) as file:
    for line in file:
        stages, words, presses, expected = json.loads(line)
        found = played(stages, words, presses)
        count += 1
        if found != expected:
            failed += 1
            print("FAILED", words, presses, "gives", found, "and not", expected)
print(f"{count} clocks, {failed} failed")
