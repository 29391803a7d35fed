"""What the frame promises for all bytes: nothing is lost, nothing is made up, nothing stops it."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from touchmove.wire import frame

payloads = st.text(st.characters(min_codepoint=0x20, max_codepoint=0x7E), max_size=80)
noise = st.binary(max_size=60).map(lambda data: data.replace(b"\n", b" "))


def cut(data: bytes, places: list[int]) -> list[bytes]:
    """The same bytes in pieces."""
    edges = [0, *sorted(place % (len(data) + 1) for place in places), len(data)]
    return [data[a:b] for a, b in pairwise(edges)]


def frames(decoder: frame.Decoder, pieces: list[bytes]) -> list[str]:
    """The payloads of the frames in these bytes."""
    lines = [line for piece in pieces for line in decoder.receive(piece)]
    return [text for kind, text, _ in lines if kind == frame.FRAME]


@given(st.lists(payloads, max_size=8), st.lists(st.integers(min_value=0), max_size=12))
def test_payloads_come_back_however_the_bytes_are_cut(texts: list[str], places: list[int]) -> None:
    data = b"".join(frame.encode(text) for text in texts)
    assert frames(frame.Decoder(), cut(data, places)) == texts


@given(payloads, st.data())
def test_a_corrupted_line_is_never_another_message(text: str, data: st.DataObject) -> None:
    line = bytearray(frame.encode(text))
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(line) - 1))
        change = data.draw(st.sampled_from(["set", "delete", "insert"]))
        byte = data.draw(st.integers(0, 255))
        if change == "set":
            line[place] = byte
        elif change == "insert":
            line.insert(place, byte)
        elif len(line) > 1:
            del line[place]
    decoder = frame.Decoder()
    assert set(frames(decoder, [bytes(line)])) <= {text}
    assert frames(decoder, [b"\n", frame.encode("next")])[-1:] == ["next"]


@given(st.lists(noise, max_size=6), payloads)
def test_noise_before_a_newline_costs_only_itself(junk: list[bytes], text: str) -> None:
    decoder = frame.Decoder()
    for piece in junk:
        decoder.receive(piece)
    assert frames(decoder, [b"\n" + frame.encode(text)])[-1] == text


@given(st.integers(frame.MAX_LINE + 1, 5 * frame.MAX_LINE), payloads)
def test_an_over_long_line_is_dropped_up_to_its_newline(size: int, text: str) -> None:
    decoder = frame.Decoder()
    (rejected, good) = decoder.receive(b"x" * size + b"\n" + frame.encode(text))
    assert (rejected[0], rejected[2]) == (frame.REJECTED, "length")
    assert good == (frame.FRAME, text, "")


@given(st.text(st.characters(min_codepoint=0x20, max_codepoint=0x7E), min_size=1, max_size=8))
def test_what_a_board_prints_is_text_and_no_error(text: str) -> None:
    assert frame.Decoder().receive(text.encode() + b"\r\n") == [(frame.TEXT, text, "")]
