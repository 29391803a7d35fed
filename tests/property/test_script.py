"""Touch scripts: what is written reads back as the same events."""

from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import streams
from touchmove.events import Event, Tick
from touchmove.script.read import read
from touchmove.script.record import Record, Unreadable
from touchmove.script.write import write
from touchmove.units import Millis


@given(streams(), st.integers(0, 5000))
def test_what_is_written_reads_back(stream: tuple[Event, ...], quiet: int) -> None:
    """Any stream of events, with quiet at its end, survives the text."""
    last = stream[-1].at if stream else Millis(0)
    end = Millis(last + quiet)
    text = write((*stream, Tick(end)), (("White", 'A "quoted" \\ name'),))
    (record,) = read(text)
    assert isinstance(record, Record), record
    assert tuple(e for e in record.events if not isinstance(e, Tick)) == stream
    assert record.ends_at == end
    assert record.tags == (("White", 'A "quoted" \\ name'),)


@given(st.text(alphabet=st.sampled_from('[]"~-+!=@# \n\\e24WBFENabk0123456789'), max_size=200))
def test_any_text_is_read_or_refused(text: str) -> None:
    """Nonsense is a value that says where and why, never an exception."""
    for record in read(text):
        if isinstance(record, Unreadable):
            assert record.line >= 1
            assert record.column >= 1
            assert record.reason
