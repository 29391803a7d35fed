"""Touch scripts, read: what they say, and exactly where they cannot be read."""

import chess
import pytest

from tests.playing import record_of, said
from touchmove.events import (
    AdjustAnnounced,
    BoardSeen,
    ClockPressed,
    Event,
    Lifted,
    LinkLost,
    LinkRestored,
    NewGame,
    Placed,
    PromotionNamed,
    Resigned,
    ResultEntered,
    Tick,
)
from touchmove.rules import EDITIONS, PROFILES
from touchmove.script.read import read
from touchmove.script.record import Unreadable
from touchmove.script.words import read_word
from touchmove.units import Millis

CONTROL = "\x1b[31m\x85\u2028\x00"
"""What would command a terminal, or begin a line of its own."""
START = 0xFFFF00000000FFFF


def events(script: str) -> tuple[Event, ...]:
    return record_of(script).events


def moments(script: str) -> list[int]:
    return [event.at for event in events(script)]


def refusal(script: str) -> tuple[int, int, str]:
    (record,) = read(script)
    assert isinstance(record, Unreadable), record
    return record.line, record.column, record.reason


# ------------------------------------------------------------------ tokens
def test_touches_and_presses_are_read() -> None:
    assert events("-e2 +e4 !W !B") == (
        Lifted(Millis(0), chess.E2),
        Placed(Millis(250), chess.E4),
        ClockPressed(Millis(500), chess.WHITE),
        ClockPressed(Millis(750), chess.BLACK),
    )


def test_a_token_comes_a_quarter_of_a_second_after_the_one_before() -> None:
    assert moments("-e2 +e4 =ffff00001000efff !W") == [0, 250, 500, 750]


def test_a_wait_replaces_the_usual_gap_and_several_add_up() -> None:
    assert moments("-e2 ~900 +e4 ~100 ~20 !W ~0 -d7") == [0, 900, 1020, 1020]


def test_the_first_token_waits_only_if_told_to() -> None:
    assert moments("~70 -e2") == [70]


def test_a_word_is_said_at_the_moment_of_the_token_before() -> None:
    assert moments("-e2 +e4 @resign B\n~40 @new\n-d2") == [0, 250, 250, 290, 540]


def test_a_wait_at_the_end_lets_time_pass() -> None:
    record = record_of("-e2 ~5000")
    assert record.events[-1] == Tick(Millis(5000))
    assert record.ends_at == 5000


def test_a_script_of_nothing_but_a_wait_is_a_quiet_board() -> None:
    assert events("~300") == (Tick(Millis(300)),)


def test_a_snapshot_is_the_whole_occupancy() -> None:
    assert events("=ffff00001000efff =FFFF00001000EFFF") == (
        BoardSeen(Millis(0), 0xFFFF00001000EFFF),
        BoardSeen(Millis(250), 0xFFFF00001000EFFF),
    )


def test_polarity_tells_the_colours() -> None:
    script = '[Sensors "polarity"]\n+e4w +e5b +e6 =ffff00000000ffff/000000000000ffff'
    assert events(script) == (
        Placed(Millis(0), chess.E4, chess.WHITE),
        Placed(Millis(250), chess.E5, chess.BLACK),
        Placed(Millis(500), chess.E6, None),
        BoardSeen(Millis(750), START, 0xFFFF),
    )


@pytest.mark.parametrize("orientation", ["white", "black", "auto"])
def test_the_board_speaks_of_its_own_squares_however_it_stands(orientation: str) -> None:
    script = f'[Orientation "{orientation}"]\n-d7 +d5 =fff700080000ffff'
    assert record_of(script).rules.orientation == orientation
    assert events(script) == (
        Lifted(Millis(0), chess.D7),
        Placed(Millis(250), chess.D5),
        BoardSeen(Millis(500), 0xFFF700080000FFFF),
    )


def test_every_word_is_read() -> None:
    script = "@adjust\n@promote n\n@resign W\n@result 1/2-1/2 by agreement\n@result 0-0\n@new\n"
    assert events(script + "@link down\n@link up") == (
        AdjustAnnounced(Millis(0)),
        PromotionNamed(Millis(0), chess.KNIGHT),
        Resigned(Millis(0), chess.WHITE),
        ResultEntered(Millis(0), "1/2-1/2", "by agreement"),
        ResultEntered(Millis(0), "0-0", None),
        NewGame(Millis(0)),
        LinkLost(Millis(0)),
        LinkRestored(Millis(0)),
    )


def test_a_word_may_follow_tokens_on_its_line() -> None:
    assert events("-e2 @resign B  # enough") == (
        Lifted(Millis(0), chess.E2),
        Resigned(Millis(0), chess.BLACK),
    )


# ------------------------------------------------------------------ files and records
def test_a_byte_order_mark_and_windows_line_ends_do_no_harm() -> None:
    record = record_of('\ufeff[White "Ada"]\r\n\r\n-e2 +e4 !W\r\n')
    assert record.tags == (("White", "Ada"),)
    assert len(record.events) == 3


def test_comments_run_to_the_end_of_the_line() -> None:
    assert len(events("# 1. e4\n-e2 +e4 # !W\n!B #")) == 3


def test_a_hash_in_a_tag_belongs_to_the_tag() -> None:
    assert record_of('[Event "Board #4"]  # the last one').tags == (("Event", "Board #4"),)


def test_quotes_and_backslashes_in_tags_are_escaped() -> None:
    assert record_of(r'[White "Ada \"A\" \\ L"]').tags == (("White", r'Ada "A" \ L'),)


def test_an_empty_file_has_no_record() -> None:
    assert read("") == read("\ufeff\r\n  \n# nothing\n") == ()


def test_tags_after_tokens_begin_a_new_record() -> None:
    one, two = read('-e2 +e4 !W\n\n[White "Ada"]\n\n-d2 +d4 !W')
    assert not isinstance(one, Unreadable)
    assert not isinstance(two, Unreadable)
    assert (one.line, one.tags, two.line, two.tags) == (1, (), 3, (("White", "Ada"),))


def test_a_record_that_cannot_be_read_leaves_the_others() -> None:
    bad, good = read('[Profile "lightning"]\n-e2\n[Profile "blitz"]\n-e2')
    assert isinstance(bad, Unreadable)
    assert not isinstance(good, Unreadable)
    assert good.rules.profile.name == "blitz"


# ------------------------------------------------------------------ tags
def test_without_tags_a_classical_game_starts_without_a_clock() -> None:
    record = record_of("-e2")
    assert record.fen == chess.STARTING_FEN
    assert record.rules.profile is PROFILES["classical"]
    assert record.rules.edition is EDITIONS["2023"]
    assert record.rules.time_control is None
    assert record.rules.start_running
    assert not record.rules.chess960


@pytest.mark.parametrize(
    ("start", "white_ms"), [("auto", 297_500), ("touch", 299_500), ("manual", 300_000)]
)
def test_a_clock_runs_from_the_beginning_from_the_first_touch_or_from_a_press(
    start: str, white_ms: int
) -> None:
    script = f'[Start "{start}"]\n[TimeControl "300"]\n~2000 -e2 ~500 +e4'
    assert said(script)["clock_ms"] == [white_ms, 300_000]


def test_the_settings_are_read_and_do_not_go_into_the_pgn() -> None:
    record = record_of(
        '[White "Ada"]\n[Profile "casual"]\n[Laws "2014"]\n[Start "manual"]\n'
        '[Variant "Chess960"]\n[Orientation "white"]\n[Sensors "presence"]\n[TimeControl "300"]'
    )
    assert record.rules.profile is PROFILES["casual"]
    assert record.rules.edition is EDITIONS["2014"]
    assert record.rules.time_control is not None
    assert not record.rules.start_running
    assert record.rules.chess960
    assert [name for name, _ in record.tags] == ["White", "Variant", "TimeControl"]


def test_a_position_with_more_checkers_than_play_can_give_is_refused() -> None:
    (record,) = read('[FEN "4k3/8/3N1N2/8/4R3/8/8/4K3 b - - 0 1"]')
    assert isinstance(record, Unreadable)
    assert record.reason.startswith("FEN: Black is in check from e4, d6 and f6, and one move gives")


@pytest.mark.parametrize(
    ("script", "line", "column", "reason"),
    [
        ("-e2 +e9", 1, 5, "'+e9' is no token: expected -e2, +e4, !W, !B, ~350, =… or @word"),
        ("-e2\n  e4", 2, 3, "'e4' is no token: expected -e2, +e4, !W, !B, ~350, =… or @word"),
        ("!w", 1, 1, "'!w' is no token: expected -e2, +e4, !W, !B, ~350, =… or @word"),
        ("-e2 ~ +e4", 1, 5, "'~' is no token: expected -e2, +e4, !W, !B, ~350, =… or @word"),
        ("~-5", 1, 1, "'~-5' is no token: expected -e2, +e4, !W, !B, ~350, =… or @word"),
        ("=ffff", 1, 1, "'=ffff' is no token: expected -e2, +e4, !W, !B, ~350, =… or @word"),
        ("-e2 ~34560000001", 1, 5, "~34560000001 makes more than 366 days between two tokens"),
        ("~31622400000 -e2 ~31622400000 ~1", 1, 31, "~1 makes more than 366 days between two"),
        ("~" + "9" * 5000, 1, 1, "~999"),
        ("+e4w", 1, 1, "+e4w: only a place under Sensors polarity has a colour"),
        (
            '[Sensors "polarity"]\n-e4w',
            2,
            1,
            "-e4w: only a place under Sensors polarity has a colour",
        ),
        (
            "=ffff00000000ffff/000000000000ffff",
            1,
            1,
            "=ffff00000000ffff/000000000000ffff: colours need Sensors polarity",
        ),
        ("-e2 @jadoube", 1, 5, "@jadoube is no word of the touch script"),
        ("@", 1, 1, "@ is no word of the touch script"),
        ("@new game", 1, 1, "@new game: the word takes nothing more"),
        ("@adjust b1", 1, 1, "@adjust b1: the word takes nothing more"),
        ("@promote k", 1, 1, "@promote k: expected @promote q, r, b or n"),
        ("@promote", 1, 1, "@promote: expected @promote q, r, b or n"),
        ("@resign", 1, 1, "@resign: expected @resign W or B"),
        ("@resign White", 1, 1, "@resign White: expected @resign W or B"),
        ("@result 2-0", 1, 1, "@result 2-0: expected @result 1-0, 0-1, 1/2-1/2 or 0-0"),
        ("@result", 1, 1, "@result: expected @result 1-0, 0-1, 1/2-1/2 or 0-0"),
        ("@claim draw", 1, 1, "@claim draw: expected @claim threefold [e2e4] or @claim fifty"),
        ("@ruling", 1, 1, "@ruling: expected @ruling touch or @ruling confirm or"),
        ("-e2 @seal", 1, 5, "@seal: expected @seal e2e4 or ?"),
        ("@correct", 1, 1, "@correct: expected @correct FEN"),
        ("-e2\n @correct 8/8", 2, 2, "@correct 8/8: FEN: a board has 8 ranks"),
        (
            "@correct 8/8/8/8/8/8/8/4K3",
            1,
            1,
            "@correct 8/8/8/8/8/8/8/4K3: FEN: Black has no king",
        ),
        (
            "@correct 4k3/8/8/8/8/8/8/4K3 w - - 0 1 2",
            1,
            1,
            "@correct 4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        ),
        ("@time W +1000000", 1, 1, "@time W +1000000: +1000000 is too large, the most is 999,999"),
        ("@time W -" + "9" * 5000, 1, 1, "@time W -999"),
        ("@time W 60", 1, 1, "@time W 60: expected @time W or B +60 or -60"),
        ("@takeback 1001", 1, 1, "@takeback 1001: 1001 is too large, the most is 1,000 half-moves"),
        ("@takeback 0", 1, 1, "@takeback 0: expected @takeback [2]"),
        ("@link", 1, 1, "@link: expected @link down or @link up"),
        ('[White "Ada"\n-e2', 1, 1, 'a tag line has the form [Name "value"]'),
        ('[_a "x"]\n-e2', 1, 1, 'a tag line has the form [Name "value"]'),
        ('  [White "Ada"] -e2', 1, 3, 'a tag line has the form [Name "value"]'),
        ('[White "Ada"]\n[White "Eve"]', 2, 1, "the tag White stands twice"),
        (
            '[White "Ada"]\n[Profile "bullet"]',
            2,
            1,
            "Profile 'bullet' is none of classical, rapid, blitz, casual, unclocked, training",
        ),
        ('[Laws "1997"]', 1, 1, "Laws '1997' is none of N90, 2001, 2014, 2023, 2023R"),
        ('[Start "later"]', 1, 1, "Start 'later' is none of auto, manual, touch"),
        ('[Sensors "camera"]', 1, 1, "Sensors 'camera' is none of presence, polarity"),
        ('[Variant "Atomic"]', 1, 1, "Variant 'Atomic' is none of Standard, Chess960"),
        ('[Orientation "red"]', 1, 1, "Orientation 'red' is none of white, black, auto"),
        ('[TimeControl "soon"]', 1, 1, "TimeControl 'soon' is not of the form [moves/]seconds"),
        ('[TimeControl ""]', 1, 1, "TimeControl is empty; - says that there is none"),
        ('[FEN "8/8 w"]', 1, 1, "FEN: a board has 8 ranks"),
        (
            '[FEN "8/8/8/8/8/8/8/4K3 w - - 0 1"]',
            1,
            1,
            "FEN: Black has no king",
        ),
        (
            '[FEN "4k2P/8/8/8/8/8/8/4K3 w - - 0 1"]',
            1,
            1,
            "FEN: White has a pawn on h8, and none can be on rank 1 or rank 8",
        ),
    ],
)
def test_a_record_is_refused_with_line_column_and_reason(
    script: str, line: int, column: int, reason: str
) -> None:
    told = refusal(script)
    assert told[:2] == (line, column)
    assert told[2].startswith(reason)


def test_the_first_of_several_reasons_is_told() -> None:
    assert refusal('[White "Ada"]\n[White "Eve"]\n[Oops\n-e9')[:2] == (2, 1)


def test_columns_count_characters_of_the_line_as_it_was_written() -> None:
    assert refusal("\ufeff-e2   +e4\t!X")[:2] == (1, 11)


# ------------------------------------------------------------------ words typed at a console
def test_a_word_typed_at_the_console_needs_no_at_sign() -> None:
    assert read_word(" resign W ", Millis(70)) == Resigned(Millis(70), chess.WHITE)


def test_a_word_that_is_none_is_refused_with_the_reason() -> None:
    with pytest.raises(ValueError, match="@surrender is no word of the touch script"):
        read_word("surrender", Millis(0))


def test_of_a_token_without_end_its_beginning_is_told() -> None:
    """A binary file is one token: what is said of it stays a sentence."""
    (refused,) = read("\0" * 100_000)
    assert isinstance(refused, Unreadable)
    assert len(refused.reason) < 450
    assert refused.reason.endswith("is no token: expected -e2, +e4, !W, !B, ~350, =… or @word")


@pytest.mark.parametrize("word", ["@seal 0000", "@remote 0000", "@replace 0000"])
def test_a_null_move_is_no_move(word: str) -> None:
    (refused,) = read(word)
    assert isinstance(refused, Unreadable)
    assert "expected" in refused.reason


@pytest.mark.parametrize(
    "script",
    [
        f"-e2{CONTROL}",
        f"@adjust now{CONTROL}",
        f"@correct {CONTROL}",
        f'[FEN "{CONTROL}"]',
        f'[Profile "{CONTROL}"]',
        f'[TimeControl "{CONTROL}"]',
        f"[White {CONTROL}",
    ],
)
def test_a_refusal_is_one_line_that_commands_no_terminal(script: str) -> None:
    assert refusal(script)[2].isprintable()
