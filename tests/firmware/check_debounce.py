"""Time-stamped tables: what a contact did, and what must come of it.

A table is a list of (ms, level); the contact is sampled once a millisecond, at 0, 1, 2 ...
"""

import gc

from debounce import SAMPLES, Debouncer

E2 = 12
MASK = 1 << (E2 & 7)
RANK = E2 >> 3


def settle(raw_edges, until, start=0, step=1):
    """The settled edges of e2 as (date, level), for raw edges as (ms, level)."""
    raw = bytearray(8)
    raw[RANK] = MASK if start else 0
    debouncer = Debouncer(raw, 0)
    edges = []
    level = start
    for now in range(0, until, step):
        for at, new in raw_edges:
            if at <= now:
                level = new
        raw[RANK] = MASK if level else 0
        if debouncer.settle(raw, now):
            assert (debouncer.lifted[RANK] | debouncer.placed[RANK]) == MASK
            edges.append((debouncer.edge_ms, 1 if debouncer.placed[RANK] else 0))
    return edges


def test_a_clean_edge_is_dated_to_its_first_sample():
    assert settle([(10, 1)], 40) == [(10, 1)]
    assert settle([(10, 0)], 40, start=1) == [(10, 0)]


def test_an_edge_is_known_after_five_samples_and_not_before():
    assert settle([(10, 1)], 10 + SAMPLES - 1) == []
    assert settle([(10, 1)], 10 + SAMPLES) == [(10, 1)]


def test_bounce_of_five_milliseconds_is_one_edge_dated_to_its_last_run():
    bounce = [(10, 1), (11, 0), (12, 1), (13, 0), (15, 1)]
    assert settle(bounce, 60) == [(15, 1)]
    assert settle([(10, 0), (11, 1), (13, 0), (14, 1), (15, 0)], 60, start=1) == [(15, 0)]


def test_a_spike_shorter_than_five_samples_is_nothing():
    for length in range(1, SAMPLES):
        assert settle([(10, 1), (10 + length, 0)], 60) == []
        assert settle([(10, 0), (10 + length, 1)], 60, start=1) == []


def test_the_gap_of_a_quick_capture_is_kept():
    quick = [(100, 0), (101, 1), (102, 0), (160, 1), (161, 0), (163, 1)]
    assert settle(quick, 300, start=1) == [(102, 0), (163, 1)]


def test_a_gap_of_ten_milliseconds_is_kept():
    assert settle([(100, 0), (110, 1)], 300, start=1) == [(100, 0), (110, 1)]


def test_the_first_sample_does_not_pass():
    raw = bytearray(8)
    debouncer = Debouncer(raw, 0)
    raw[:] = b"\xff" * 8
    assert not debouncer.settle(raw, 1)


def test_pieces_at_start_up_are_no_edges():
    raw = bytearray(b"\xff\xff\x00\x00\x00\x00\xff\xff")
    debouncer = Debouncer(raw, 0)
    for now in range(20):
        assert not debouncer.settle(raw, now)
    assert debouncer.stable == raw


def test_all_squares_at_once_settle_at_once():
    raw = bytearray(8)
    debouncer = Debouncer(raw, 0)
    raw[:] = b"\xff" * 8
    changed = [now for now in range(1, 20) if debouncer.settle(raw, now)]
    assert changed == [SAMPLES]
    assert debouncer.stable == raw
    assert not debouncer.unsettled


def test_squares_of_one_rank_settle_each_in_its_time():
    raw = bytearray(8)
    debouncer = Debouncer(raw, 0)
    seen = []
    for now in range(1, 30):
        raw[0] = (1 if now >= 3 else 0) | (2 if now >= 5 else 0) | (4 if 6 <= now < 9 else 0)
        if debouncer.settle(raw, now):
            seen.append((debouncer.edge_ms, debouncer.placed[0]))
    assert seen == [(3, 1), (5, 2)]


def test_a_clock_that_jumps_between_samples_dates_by_samples():
    assert settle([(5_000, 1)], 100_000, step=1_000) == [(5_000, 1)]


def test_no_edge_is_dated_before_the_horizon():
    raw = bytearray(8)
    debouncer = Debouncer(raw, 0)
    state = 12345
    horizon = 0
    for now in range(1, 20_000):
        state = (state * 1103515245 + 12345) & 0x7FFFFFFF
        if (state >> 16) % 9 == 0:
            raw[state & 7] ^= 1 << ((state >> 3) & 7)
        if debouncer.settle(raw, now):
            assert debouncer.edge_ms >= horizon
        assert debouncer.horizon >= horizon
        horizon = debouncer.horizon
        assert horizon == now or debouncer.unsettled


def test_settling_allocates_nothing():
    raw = bytearray(8)
    debouncer = Debouncer(raw, 0)
    debouncer.settle(raw, 0)
    gc.collect()
    before = gc.mem_alloc()
    for now in range(10_000):
        raw[now & 7] ^= 0x55 if now % 3 else 0
        debouncer.settle(raw, now)
    assert gc.mem_alloc() == before
