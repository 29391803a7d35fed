"""Touch scripts, written: what people read in logs and bug reports."""

import chess

from touchmove import events
from touchmove.events import Event
from touchmove.script.words import word_text
from touchmove.script.write import write
from touchmove.units import Millis


def at(milliseconds: int) -> Millis:
    return Millis(milliseconds)


def test_a_move_is_a_line_and_usual_gaps_are_not_written() -> None:
    written = write(
        [
            events.Lifted(at(0), chess.E2),
            events.Placed(at(250), chess.E4),
            events.ClockPressed(at(600), chess.WHITE),
            events.Lifted(at(850), chess.E7),
        ]
    )
    assert written == "-e2 +e4 ~350 !W\n-e7\n"


def test_tags_stand_first_with_an_empty_line_after_them() -> None:
    assert write([events.NewGame(at(0))], [("White", 'A "b" \\')]) == (
        '[White "A \\"b\\" \\\\"]\n\n@new\n'
    )


def test_quiet_at_the_end_is_a_wait() -> None:
    ticks = [events.Tick(at(2000)), events.Tick(at(2500))]
    assert write([events.Lifted(at(1000), chess.E2), *ticks]) == "~1000 -e2 ~1500\n"
    assert write([events.ClockPressed(at(0), chess.BLACK), *ticks]) == "!B\n~2500\n"


def test_ticks_between_other_events_are_not_written() -> None:
    happened: list[Event] = [events.Lifted(at(0), chess.E2), events.Tick(at(100))]
    assert write([*happened, events.Placed(at(250), chess.E4)]) == "-e2 +e4\n"


def test_what_is_dated_before_what_came_first_happens_with_it() -> None:
    """A script cannot go back in time, and neither does a table."""
    said: list[Event] = [events.Lifted(at(1000), chess.E2), events.Resigned(at(44699), chess.WHITE)]
    lost = events.LinkLost(at(1000))
    away: list[Event] = [*said, lost]
    assert write(away) == "~1000 -e2 ~43699 @resign W\n@link down\n"
    assert write([*away, events.Tick(at(2000))]) == write(away)
    ticked: list[Event] = [
        events.Tick(at(500)),
        events.LinkLost(at(300)),
        events.LinkRestored(at(600)),
    ]
    assert write(ticked) == "~500 @link down\n~100 @link up\n"


def test_colours_and_snapshots_are_written() -> None:
    written = write(
        [
            events.Placed(at(0), chess.E4, chess.WHITE),
            events.Placed(at(250), chess.E5, chess.BLACK),
            events.BoardSeen(at(500), 0xFFFF00000000FFFF),
            events.BoardSeen(at(750), 0xFFFF00000000FFFF, 0xFFFF),
        ]
    )
    assert written == "+e4w +e5b =ffff00000000ffff =ffff00000000ffff/000000000000ffff\n"


def test_each_word_stands_on_a_line_of_its_own() -> None:
    said: list[Event] = [
        events.AdjustAnnounced(at(0)),
        events.PromotionNamed(at(0), chess.KNIGHT),
        events.Resigned(at(0), chess.BLACK),
        events.Resigned(at(0), chess.WHITE),
        events.ResultEntered(at(0), "1/2-1/2", "by agreement"),
        events.ResultEntered(at(0), "0-0"),
        events.LinkLost(at(0)),
        events.LinkRestored(at(5)),
        events.NewGame(at(5)),
    ]
    assert write(said).splitlines() == [
        "@adjust",
        "@promote n",
        "@resign B",
        "@resign W",
        "@result 1/2-1/2 by agreement",
        "@result 0-0",
        "@link down",
        "~5 @link up",
        "@new",
    ]


def test_long_lines_are_broken_between_tokens() -> None:
    waits = [events.Lifted(at(1000 * n), chess.A1) for n in range(30)]
    lines = write(waits).splitlines()
    assert max(map(len, lines)) <= 100
    assert " ".join(lines).split() == ["-a1", *["~1000", "-a1"] * 29]


def test_a_word_is_shown_as_it_is_typed() -> None:
    assert word_text(events.Resigned(at(0), chess.WHITE)) == "resign W"
