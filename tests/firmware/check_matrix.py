"""The scan through machine.Pin, on a good matrix."""

import gc

import machine
from matrix import Matrix


def test_every_square_is_read_where_it_is():
    matrix = Matrix()
    into = bytearray(8)
    for square in range(64):
        machine.closed[:] = bytes(8)
        machine.closed[square >> 3] = 1 << (square & 7)
        matrix.scan(into)
        assert into == machine.closed


def test_rows_are_open_after_a_scan():
    Matrix().scan(bytearray(8))
    assert all(machine.levels[gpio] == 1 for gpio in machine.ROWS)


def test_a_scan_allocates_nothing():
    matrix = Matrix()
    into = bytearray(8)
    matrix.scan(into)
    gc.collect()
    before = gc.mem_alloc()
    for _ in range(500):
        matrix.scan(into)
    assert gc.mem_alloc() == before
