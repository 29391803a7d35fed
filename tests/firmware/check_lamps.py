"""Patterns on the chain."""

import gc

import pins
from lamps import BLINK_MS, BRIGHTNESS, FULL_MA, LIMIT_MA, PALETTE, Lamps
from neopixel import NeoPixel


def lamps():
    chain = NeoPixel(None, 64)
    return chain, Lamps(chain)


def test_a_square_is_lit_where_the_chain_runs():
    chain, row = lamps()
    pattern = bytearray(b"0" * 64)
    pattern[8] = 0x31  # a2: the strip runs back on the second rank
    assert row.show(bytes(pattern))
    assert [i for i in range(64) if chain[i] != (0, 0, 0)] == [15]


def test_what_is_no_pattern_changes_nothing():
    chain, row = lamps()
    row.show(b"1" * 64)
    writes = chain.writes
    for digits in (b"", b"1" * 63, b"1" * 65, b"6" * 64, b"x" * 64, b" " * 64):
        assert not row.show(digits)
    assert chain.writes == writes


def test_the_same_pattern_is_not_sent_again():
    chain, row = lamps()
    row.show(b"1" * 64)
    writes = chain.writes
    assert row.show(b"1" * 64)
    assert chain.writes == writes


def test_no_pattern_takes_more_current_than_is_allowed():
    for digit in range(len(PALETTE)):
        chain, row = lamps()
        assert row.show(bytes([0x30 + digit]) * 64)
        total = sum(sum(chain[i]) for i in range(64)) * FULL_MA // 255
        assert total <= LIMIT_MA


def test_a_lamp_that_asks_blinks_and_the_others_do_not():
    chain, row = lamps()
    row.show(b"31" + b"0" * 62)
    seen = []
    for now in range(10 * BLINK_MS):
        row.period(now)
        assert chain[1] != (0, 0, 0)
        seen.append(chain[0] != (0, 0, 0))
    assert sum(seen) in range(5 * BLINK_MS - 1, 5 * BLINK_MS + BLINK_MS)
    assert chain.writes <= 12


def test_nothing_is_written_while_nothing_asks():
    chain, row = lamps()
    row.show(b"1" * 64)
    writes = chain.writes
    for now in range(0, 100_000, 10):
        row.period(now)
    assert chain.writes == writes


def test_a_pattern_that_is_said_again_does_not_disturb_the_blinking():
    chain, row = lamps()
    row.show(b"3" * 64)
    row.period(BLINK_MS)
    assert chain[0] == (0, 0, 0)
    row.show(b"3" * 64)
    assert chain[0] == (0, 0, 0)


def test_a_lamp_has_the_color_of_its_digit_whatever_was_shown_before():
    chain, row = lamps()
    state = 5
    for _ in range(200):
        pattern = bytearray(b"0" * 64)
        state = (state * 1103515245 + 12345) & 0x7FFFFFFF
        for _ in range((state >> 8) % 65):
            state = (state * 1103515245 + 12345) & 0x7FFFFFFF
            pattern[(state >> 8) & 63] = 0x30 + (state >> 16) % len(PALETTE)
        row.period(state)
        assert row.show(bytes(pattern))
        fresh_chain, fresh = lamps()
        fresh.show(bytes(pattern))
        assert [chain[i] for i in range(64)] == [fresh_chain[i] for i in range(64)]


def test_lift_is_red_at_the_usual_brightness():
    chain, row = lamps()
    row.show(b"1" + b"0" * 63)
    red, green, _ = PALETTE[1]
    assert chain[0] == (red * BRIGHTNESS // 255, green * BRIGHTNESS // 255, 0)


def test_blinking_costs_no_heap():
    class Dark:
        buf = bytearray(192)

        def write(self):
            pass

    row = Lamps(Dark())
    row.show(b"3" * 64)
    gc.collect()
    before = gc.mem_alloc()
    for now in range(0, 100 * BLINK_MS, 10):
        row.period(now)
    assert gc.mem_alloc() == before


def test_a_single_lamp_can_be_seen():
    for digit in range(1, len(PALETTE)):
        chain, row = lamps()
        pattern = bytearray(b"0" * 64)
        pattern[0] = 0x30 + digit
        row.show(bytes(pattern))
        assert max(chain[pins.lamp_index(0)]) >= 40
