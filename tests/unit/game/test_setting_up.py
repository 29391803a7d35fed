"""What the arbiter is told of a board that is set up wrongly, and of colours that are reversed."""

from collections.abc import Iterable

import chess
import pytest

from tests.playing import games, said, table_after
from touchmove.arbiter.orientation import quarter_turns
from touchmove.arbiter.orientation import turned as half_turn
from touchmove.events import BoardSeen, ClockPressed, Event, Tick
from touchmove.game.effects import AlertWithdrawn
from touchmove.game.step import advance
from touchmove.game.table import Phase, Table, new_table
from touchmove.rules import EDITIONS, PROFILES, Rules
from touchmove.units import Millis

START = chess.Board().occupied
RULES = Rules(PROFILES["classical"], EDITIONS["2023"], None, start_running=False)


def after(occupied: int, happened: Iterable[Event], orientation: str = "white") -> Table:
    """A board that shows `occupied` when it is first heard, and what happens then."""
    rules = Rules(RULES.profile, RULES.edition, None, start_running=False, orientation=orientation)
    table = new_table(rules, occupied=occupied)
    for event in happened:
        table, _ = advance(table, event)
    return table


def told(table: Table) -> list[str]:
    return [alert.detail for alert in table.alerts if alert.kind == "setup"]


# ------------------------------------------------------------------ turned by 90 degrees
@pytest.mark.parametrize("orientation", ["white", "black", "auto"])
@pytest.mark.parametrize("shown", quarter_turns(START))
def test_a_board_that_stands_turned_by_90_degrees_is_refused(shown: int, orientation: str) -> None:
    table = after(shown, [Tick(Millis(499))], orientation)
    assert told(table) == []
    table, _ = advance(table, Tick(Millis(500)))
    assert table.phase is Phase.SETUP
    words = "the board stands turned by 90 degrees: a light corner belongs at the right hand"
    assert told(table) == [words]
    for at in (1000, 2000):
        table, _ = advance(table, ClockPressed(Millis(at), chess.BLACK))
    assert (table.phase, told(table), table.clock.running) == (Phase.SETUP, [words], None)


@pytest.mark.parametrize("orientation", ["white", "black", "auto"])
def test_a_script_may_begin_with_a_board_that_stands_turned(orientation: str) -> None:
    script = f'[Orientation "{orientation}"]\n=c3c3c3c3c3c3c3c3 ~2000 !W '
    game = said(script)
    assert ([alert["kind"] for alert in game["alerts"]], game["running"]) == (["setup"], None)
    assert (len(game["restore"]["lift"]), game["illegal"]["white"]) == (16, 0)
    first = "-d7 +d5" if orientation == "black" else "-e2 +e4"
    played = said(f"{script} ~2000 =ffff00000000ffff ~600 {first} !W")
    assert (played["moves"], played["alerts"]) == (["e2e4"], [])


HALF = "=ffff00000000ffff/ffff000000000000"
"""The start position on a board that stands turned by 180 degrees: White is on ranks 7 and 8."""
RIGHT = "=ffff00000000ffff/000000000000ffff"
HALF_WORDS = "the board stands turned by 180 degrees: each player has the other's side of it"


@pytest.mark.parametrize(
    ("orientation", "wrong", "right", "first"),
    [("white", HALF, RIGHT, "-e2 +e4w"), ("black", RIGHT, HALF, "-d7 +d5w")],
)
@pytest.mark.parametrize("misread", [0, 1])
def test_colours_tell_that_a_board_stands_turned_by_180_degrees(
    orientation: str, wrong: str, right: str, first: str, misread: int
) -> None:
    tags = f'[Sensors "polarity"]\n[Orientation "{orientation}"]\n'
    occupied, white = wrong[1:].split("/")
    wrong = f"={occupied}/{int(white, 16) ^ misread:016x}"
    game = said(tags + wrong + " ~2000 !W ")
    assert [alert["detail"] for alert in game["alerts"]] == [HALF_WORDS]
    assert (game["running"], game["in_sync"], game["illegal"]["white"]) == (None, False, 0)
    assert told(table_after(tags + wrong + " ~499 ~1 @adjust\n")) == [HALF_WORDS]
    played = said(f"{tags}{wrong} ~2000 {right} ~600 {first} !W")
    assert (played["moves"], played["alerts"]) == (["e2e4"], [])


@pytest.mark.parametrize("shown", [HALF, RIGHT])
def test_where_the_board_may_stand_either_way_neither_is_wrong(shown: str) -> None:
    auto = f'[Sensors "polarity"]\n[Orientation "auto"]\n{shown} ~2000 !B'
    assert [a["kind"] for a in said(auto)["alerts"] if a["kind"] == "setup"] == []


def test_the_next_game_does_not_begin_on_a_board_that_stands_turned() -> None:
    table = table_after(f'[Sensors "polarity"]\n-e2 +e4w @resign W\n{HALF} ~2000 @adjust\n')
    assert (table.phase, told(table)) == (Phase.SETUP, [HALF_WORDS])
    table = table_after(f'[Sensors "polarity"]\n-e2 +e4w @resign W\n{RIGHT} ~2000 @adjust\n')
    assert (table.phase, told(table)) == (Phase.PLAYING, [])


def test_a_position_that_looks_otherwise_from_the_other_end_tells_without_colours() -> None:
    fen = "4k3/pp6/8/8/8/8/7P/4K3 w - - 0 1"
    shown = half_turn(chess.Board(fen).occupied)
    table = new_table(RULES, fen=fen, occupied=shown)
    table, _ = advance(table, Tick(Millis(499)))
    assert told(table) == []
    table, _ = advance(table, Tick(Millis(500)))
    assert (table.phase, told(table)) == (Phase.SETUP, [HALF_WORDS])


def test_a_picture_like_that_after_the_first_touch_is_no_set_up() -> None:
    table = table_after("-e2 +e2 =c3c3c3c3c3c3c3c3 ~2000")
    assert table.phase is Phase.PLAYING


def test_what_was_wrong_is_withdrawn_when_the_start_position_stands() -> None:
    table = after(quarter_turns(START)[0], [Tick(Millis(1000))])
    table, _ = advance(table, BoardSeen(Millis(5000), START))
    assert len(told(table)) == 1
    table, effects = advance(table, Tick(Millis(5500)))
    assert (table.phase, table.alerts) == (Phase.PLAYING, ())
    assert effects == (AlertWithdrawn(Millis(5500), "setup", 0),)


def test_a_study_on_files_is_no_start_position_on_a_turned_board() -> None:
    fen = "k7/8/8/8/8/8/8/7K w - - 0 1"
    table = new_table(RULES, fen=fen, occupied=chess.Board(fen).occupied)
    assert (table.phase, table.alerts) == (Phase.PLAYING, ())


# ------------------------------------------------------------------ nearly right
@pytest.mark.parametrize("missing", [chess.BB_E2, chess.BB_A1 | chess.BB_D8])
def test_pieces_that_are_missing_are_told_when_nobody_puts_them_there(missing: int) -> None:
    assert told(after(START & ~missing, [Tick(Millis(9_999))])) == []
    table = after(START & ~missing, [Tick(Millis(10_000)), Tick(Millis(90_000))])
    names = " ".join(chess.square_name(square) for square in chess.scan_forward(missing))
    assert told(table) == [f"the start position does not stand; to clear: -, to fill: {names}"]


def test_a_piece_on_a_wrong_square_is_told_likewise() -> None:
    table = after(START ^ chess.BB_E2 ^ chess.BB_E3, [Tick(Millis(10_000))])
    assert told(table) == ["the start position does not stand; to clear: e3, to fill: e2"]


def test_a_board_that_is_being_set_up_is_no_business_of_the_arbiter() -> None:
    """However slowly: while many pieces are missing nobody takes it to be finished."""
    for shown in (0, 0xFFFF, START & ~chess.BB_RANK_1):
        assert told(after(shown, [Tick(Millis(3_600_000))])) == []
    slowly = [BoardSeen(Millis(9_000 * n), (START >> 16 - n) & START) for n in range(1, 17)]
    assert told(after(0, slowly)) == []


# ------------------------------------------------------------------ the clock is pressed
def test_whoever_presses_takes_the_game_to_be_on() -> None:
    table = after(START & ~chess.BB_E2, [ClockPressed(Millis(300), chess.BLACK)] * 2)
    assert told(table) == ["the start position does not stand; to clear: -, to fill: e2"]
    assert table.phase is Phase.SETUP
    far = after(0xFFFF, [ClockPressed(Millis(300), chess.BLACK)])
    assert told(far) == ["the start position does not stand: 16 squares are wrong"]


def test_a_press_begins_the_game_where_the_start_position_has_just_come_to_stand() -> None:
    happened: list[Event] = [
        BoardSeen(Millis(1000), START),
        ClockPressed(Millis(1100), chess.BLACK),
    ]
    table = after(0, happened)
    assert (table.phase, table.clock.running) == (Phase.PLAYING, chess.WHITE)
    assert (table.clock.since, table.alerts) == (Millis(1100), ())


def test_after_the_end_a_press_is_told_to_nobody() -> None:
    table = table_after("-e2 +e4 !W @resign B\n-e4 !W !B ~60000 +e2 !W")
    assert (table.phase, table.alerts) == (Phase.OVER, ())


# ------------------------------------------------------------------ exchanged kings and queens
def test_exchanged_kings_and_queens_show_as_an_illegal_move_and_are_ruled_by_people() -> None:
    game = said("-f2 +f4 !W -e7 +e5 !B -e1 +h4 !W @badstart")
    assert (game["illegal"]["white"], game["alerts"]) == (1, [])
    assert (game["result"], game["termination"]) == ("annulled", "bad start")


# ------------------------------------------------------------------ colours reversed
SHUFFLE = "-g1 +f3 !W -g8 +f6 !B -f3 +g1 !W -f6 +g8 !B "


def ruling(edition: str, hands: str, tags: str = "") -> tuple[str, str | None, list[str]]:
    game = said(f'[Laws "{edition}"]\n{tags}{hands}@reversed\n')
    return game["result"], game["termination"], [alert["kind"] for alert in game["alerts"]]


NINE = "-a2 +a3 !W -a7 +a6 !B -b2 +b3 !W -b7 +b6 !B -c2 +c3 !W -c7 +c6 !B " + SHUFFLE * 3
ANNULLED: tuple[str, str, list[str]] = ("annulled", "reversed colours", [])
GOES_ON = ("*", None, ["reversed"])


@pytest.mark.parametrize("edition", ["2023", "2023R"])
def test_with_fewer_than_ten_moves_each_a_new_game_is_played(edition: str) -> None:
    assert ruling(edition, "") == ANNULLED
    assert ruling(edition, NINE) == ANNULLED
    assert ruling(edition, NINE + "-d2 +d3 !W ") == ANNULLED
    assert ruling(edition, NINE + "-d2 +d3 !W -d7 +d6 !B ") == GOES_ON


@pytest.mark.parametrize("edition", ["2001", "2014"])
def test_under_older_laws_the_game_goes_on(edition: str) -> None:
    assert ruling(edition, "") == GOES_ON
    assert ruling(edition, "-e2 +e4 !W ") == GOES_ON


def test_under_the_national_rules_a_quarter_of_the_first_period_decides() -> None:
    control = '[TimeControl "40/60:60"]\n'
    assert ruling("N90", "-e2 ~15000 +e4 !W -e7 ~14000 +e5 !B ", control) == ANNULLED
    assert ruling("N90", "-e2 ~15000 +e4 !W -e7 ~14999 +e5 !B ", control) == GOES_ON
    assert ruling("N90", "-e2 ~30000 ", control) == GOES_ON
    assert ruling("N90", "-e2 ~29000 ", control) == ANNULLED
    assert ruling("N90", "-e2 +e4 !W ") == GOES_ON  # without a period no part of it is used


def test_where_the_game_goes_on_the_names_change_sides() -> None:
    tags = '[White "Ada"]\n[Black "Emanuel"]\n[WhiteElo "2100"]\n[Round "3"]\n[Laws "2014"]\n'
    table = table_after(tags + "-e2 +e4 !W @reversed\n")
    assert dict(table.tags) == {
        "White": "Emanuel",
        "Black": "Ada",
        "BlackElo": "2100",
        "Round": "3",
    }


def test_after_a_game_that_was_annulled_the_start_position_arms_a_new_one() -> None:
    first, second = games("-e2 +e4 !W @reversed\n-e4 +e2 ~600 -d2 +d4 !W")
    assert (first["result"], second["san"]) == ("annulled", ["d4"])
