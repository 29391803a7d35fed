"""The firmware's `time`: board time, which passes here and nowhere else (`world.World`).

Ticks count up to 2**30 and begin again, as on the RP2040 (microseconds after 17.9 minutes), where
the Unix port would count to 2**62: so whoever forgets `ticks_diff` is found out.
"""

from world import world

_PERIOD = 1 << 30
_HALF = 1 << 29


def ticks_us():
    return world.now & (_PERIOD - 1)


def ticks_ms():
    return world.now // 1000 & (_PERIOD - 1)


ticks_cpu = ticks_us


def ticks_add(ticks, delta):
    return ticks + delta & (_PERIOD - 1)


def ticks_diff(later, earlier):
    return (later - earlier + _HALF & (_PERIOD - 1)) - _HALF


def sleep_us(us):
    world.pass_time(us if us > 1 else 1)


def sleep_ms(ms):
    world.pass_time(ms * 1000 if ms > 0 else 1)


def sleep(seconds):
    world.pass_time(int(seconds * 1_000_000) or 1)


def time():
    return world.now // 1_000_000


def time_ns():
    return world.now * 1000
