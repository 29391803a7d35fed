"""The shared frame, run by the board's own interpreter."""

import binascii
import gc

import frame


def test_a_payload_comes_back():
    decoder = frame.Decoder()
    assert decoder.receive(frame.encode("hail 1")) == [(frame.FRAME, "hail 1", "")]


def test_the_check_sum_is_the_common_one():
    assert binascii.crc32(b"123456789") == 0xCBF43926
    assert frame.encode("123456789") == b"123456789*cbf43926\n"


def test_a_wrong_check_sum_is_rejected_and_the_next_line_is_read():
    decoder = frame.Decoder()
    lines = decoder.receive(b"hail 2*328edc3c\n" + frame.encode("hail 1"))
    assert lines == [(frame.REJECTED, "hail 2*328edc3c", "crc"), (frame.FRAME, "hail 1", "")]


def test_bytes_that_are_not_printable_are_rejected():
    (line,) = frame.Decoder().receive(b"\x03hail 1*328edc3c\n")
    assert line[0] == frame.REJECTED
    assert line[2] == "bytes"


def test_an_over_long_line_is_rejected_whole():
    decoder = frame.Decoder()
    lines = decoder.receive(b"x" * 10_000 + b"\n" + frame.encode("hail 1"))
    assert [line[2] for line in lines] == ["length", ""]


def test_taking_bytes_allocates_nothing():
    decoder = frame.Decoder()
    decoder.push(0x61)
    gc.collect()
    before = gc.mem_alloc()
    for _ in range(10_000):
        decoder.push(0x61)
    assert gc.mem_alloc() == before
