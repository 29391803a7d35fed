"""Every message has exactly one line, and every line is answered with a value."""

from hypothesis import given
from hypothesis import strategies as st

from touchmove.clock_state import ClockState, HalfState, Mode
from touchmove.lamp import Lamp
from touchmove.time_control import Stage
from touchmove.units import Millis
from touchmove.wire import codec, fields, frame
from touchmove.wire import messages as m

numbers = st.integers(0, 10**9)
ordinals = st.integers(1, 10**9)
moments = st.integers(0, 10**12)
boots = st.integers(0, 2**32 - 1).map("{:08x}".format)
words = st.from_regex(r"[A-Za-z0-9._-]{1,24}", fullmatch=True).filter(lambda w: w != "-")
boards = st.integers(0, 2**64 - 1)
occupancies = st.one_of(
    st.builds(m.Occupancy, boards),
    st.builds(lambda all_, white: m.Occupancy(all_, all_ & white), boards, boards),
)
squares = st.integers(0, 63)
spans = st.integers(0, fields.SPAN_MAX)
steps = st.integers(0, fields.STEP_MAX).map(Millis)
counts = st.integers(1, fields.STAGES_MAX)
halves = st.builds(
    HalfState,
    spans.map(Millis),
    st.integers(0, fields.STAGES_MAX - 1),
    st.integers(0, fields.MOVES_MAX),
    steps,
    spans.map(Millis),
    st.integers(0, fields.PERIODS_MAX),
)
clocks = st.builds(
    ClockState,
    *(boots, moments.map(Millis), st.sampled_from(Mode), st.booleans(), halves, halves),
)
stages = st.builds(
    Stage,
    *(steps, steps, st.none() | st.integers(1, fields.MOVES_MAX), st.booleans(), steps, steps),
    *(st.integers(0, fields.PERIODS_MAX), steps, st.booleans()),
)
setups = st.builds(m.Setup, boards, boards, boards)
reports = st.one_of(
    st.builds(m.Lift, ordinals, moments, squares, occupancies),
    st.builds(m.Place, ordinals, moments, squares, occupancies),
    st.builds(m.Press, ordinals, moments, st.booleans(), occupancies),
    st.builds(m.Release, ordinals, moments, st.booleans(), occupancies),
    st.builds(
        lambda last, at, count, after: m.Overflow(last, at, min(count, last), after),
        *(ordinals, moments, ordinals, occupancies),
    ),
)
hellos = st.builds(
    lambda *, first, acked, following, **rest: m.Hello(
        first=min(first, following), acked=min(acked, following - 1), following=following, **rest
    ),
    firmware=words,
    board=words,
    boot=boots,
    sensors=st.sampled_from(["presence", "polarity"]),
    size=st.just("8x8"),
    at=moments,
    first=ordinals,
    acked=numbers,
    following=ordinals,
    capabilities=st.lists(words, max_size=2).map(tuple),
)
printable = st.text(st.characters(min_codepoint=0x20, max_codepoint=0x7E), max_size=100)
messages = st.one_of(
    reports,
    hellos,
    st.builds(
        lambda boot, at, newest, lost, after: m.Beat(boot, at, newest, min(lost, newest), after),
        *(boots, moments, numbers, numbers, occupancies),
    ),
    st.builds(m.Pong, numbers, boots, moments, moments, numbers),
    st.builds(m.Kept, boots, numbers, st.sampled_from(m.ORIGINS), clocks),
    st.builds(m.Resume, boots, ordinals),
    st.builds(m.ClockSet, boots, numbers, clocks),
    st.builds(m.SetupSet, boots, setups),
    st.builds(
        lambda boot, key, color, one, other, stage: m.StageSet(
            boot, key, color, min(one, other), max(one, other), stage
        ),
        *(boots, boots, st.booleans(), counts, counts, stages),
    ),
    st.builds(m.Complaint, printable.filter(bool)),
    st.builds(m.Hail, numbers),
    st.builds(m.Ack, boots, numbers),
    st.builds(m.Resend, boots, ordinals),
    st.builds(m.Ping, numbers),
    st.builds(m.Lamps, st.lists(st.sampled_from(Lamp), min_size=64, max_size=64).map(tuple)),
)
KINDS = (
    *("lift", "press", "lost", "beat", "hello 1", "pong", "ack", "lamps"),
    *("kept", "resume", "stage", "clock", "setup"),
)
nearly = st.one_of(
    printable,
    st.tuples(
        st.sampled_from(KINDS),
        st.lists(st.one_of(words, numbers.map(str), boots), max_size=20),
    ).map(lambda parts: " ".join([parts[0], *parts[1]])),
)


@given(messages)
def test_a_message_comes_back_as_it_was(message: m.Message) -> None:
    line = codec.write(message)
    assert len(line) <= frame.MAX_LINE + 1
    assert codec.read(line[:-1]) == message
    assert codec.receive(frame.Decoder(), line) == ((line[:-1].decode(), message),)


@given(nearly)
def test_a_text_that_is_read_is_the_only_text_of_its_message(payload: str) -> None:
    heard = codec.decode(payload)
    if not isinstance(heard, m.Refused | m.Foreign | m.Said):
        assert codec.payload(heard) == payload


@given(st.binary(max_size=400))
def test_any_bytes_are_answered_and_can_be_logged(data: bytes) -> None:
    for line, heard in codec.receive(frame.Decoder(), data + b"\n"):
        assert line.isprintable()
        assert isinstance(heard, m.Said | m.Refused) == isinstance(
            codec.read(line), m.Said | m.Refused
        )


@given(messages, st.data())
def test_one_wrong_byte_makes_no_other_message(message: m.Message, data: st.DataObject) -> None:
    line = bytearray(codec.write(message)[:-1])
    place = data.draw(st.integers(0, len(line) - 1))
    line[place] ^= data.draw(st.integers(1, 255))
    assert isinstance(codec.read(bytes(line)), m.Refused | m.Said)
