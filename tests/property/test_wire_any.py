"""Whatever a board says, in whatever order and at whatever time: the link takes it."""

from hypothesis import given
from hypothesis import strategies as st

from tests.property.test_wire_codec import boots, clocks, messages, occupancies, setups
from tests.strategies import time_controls
from touchmove import events
from touchmove.lamp import Lamp
from touchmove.wire import codec, link
from touchmove.wire import messages as m
from touchmove.wire.known import Keeping

FEW = st.integers(0, 4)
BOOTS = st.sampled_from(["00000001", "00000002"])

plausible = st.one_of(
    st.builds(
        lambda boot, at, first, acked, able: m.Hello(
            "0.1.0", "t7", boot, "presence", "8x8", at, first + 1, acked, acked + 1, able
        ),
        BOOTS,
        FEW,
        FEW,
        FEW,
        st.sampled_from([(), (m.KEEPS,)]),
    ),
    st.builds(m.Kept, BOOTS, FEW, st.sampled_from(m.ORIGINS), clocks),
    st.builds(m.Lift, FEW.map(lambda n: n + 1), FEW, st.integers(0, 63), occupancies),
    st.builds(m.Place, FEW.map(lambda n: n + 1), FEW, st.integers(0, 63), occupancies),
    st.builds(m.Overflow, FEW.map(lambda n: n + 1), FEW, FEW.map(lambda n: n + 1), occupancies),
    st.builds(m.Beat, BOOTS, FEW, FEW, FEW, occupancies),
    st.builds(m.Pong, FEW, BOOTS, FEW, FEW, FEW),
)
noise = st.one_of(
    messages,
    st.builds(m.Said, st.text()),
    st.builds(m.Refused, st.text(), st.text()),
    st.builds(m.Foreign, FEW, boots),
)
turns = st.one_of(
    st.tuples(st.just("hear"), plausible),
    st.tuples(st.just("hear"), noise),
    st.tuples(st.just("tend"), st.none()),
    st.tuples(st.just("lose"), st.none()),
    st.tuples(st.just("show"), st.sampled_from(Lamp)),
    st.tuples(
        st.just("keep"),
        st.builds(Keeping, st.none() | clocks, st.none() | time_controls(), setups),
    ),
)
HEARD_BEFORE = ("LinkLost", "ClockStated")
"""What is said of a board that is lost: that it is, and which clock it keeps when it is back."""


@given(st.lists(st.tuples(turns, st.integers(-(10**6), 10**6)), max_size=30))
def test_any_conversation_is_taken_and_time_never_runs_back(
    conversation: list[tuple[tuple[str, object], int]],
) -> None:
    now, wall, moment, lost = link.Link(), 10**12, 0, False
    for (turn, what), jump in conversation:
        wall += jump
        said: tuple[events.Event, ...] = ()
        replies: tuple[bytes, ...] = ()
        if turn == "hear":
            now, said, replies = link.step(now, what, wall)  # type: ignore[arg-type]
        elif turn == "tend":
            now, said, replies = link.tend(now, wall)
        elif turn == "lose":
            now, said = link.lose(now)
        elif isinstance(what, Lamp):
            now, replies = link.show(now, (what,) * 64)
        elif isinstance(what, Keeping):
            now, replies = link.keep(now, what)
        for event in said:
            assert event.at >= moment
            moment = event.at
            name = type(event).__name__
            assert lost or name != "LinkRestored"
            lost = name == "LinkLost" or (lost and name != "LinkRestored")
            assert not lost or name in HEARD_BEFORE, "nothing happens at a board that is lost"
        assert now.lost == lost
        for reply in replies:
            heard = codec.read(reply[:-1])
            assert not isinstance(heard, m.FromBoard | m.Said | m.Refused | m.Foreign)
