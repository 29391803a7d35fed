"""Presses where both hands are over the board: what quick players do, and what comes of it."""

import pytest

from tests.playing import kinds, said

CENTRE = '[FEN "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"]\n'
"""White's pawn on e4 can take d5; Black's queen takes back."""
FORK = '[FEN "rnbqkbnr/ppp1p1pp/8/3p1p2/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3"]\n'
"""It can take d5 or f5."""
CHAIN = '[FEN "rnbqkb1r/ppp1pppp/5n2/3p4/4P3/2N5/PPPP1PPP/R1BQKBNR w KQkq - 0 2"]\n'
"""Four pieces can take on d5, one after the other."""


def game(script: str) -> tuple[list[str], list[str]]:
    """The moves on the record, and the kinds of the alerts."""
    return said(script)["san"], kinds(script)


def test_a_reply_that_landed_before_the_press() -> None:
    assert game("-e2 +e4 ~300 -e7 ~100 +e5 ~100 !W ~100 !B") == (["e4", "e5"], [])


def test_every_reply_begun_before_the_press_of_what_it_answers() -> None:
    script = "-e2 +e4 ~400 -e7 !W +e5 ~100 -g1 !B +f3 ~100 -b8 !W +c6 !B"
    assert game(script) == (["e4", "e5", "Nf3", "Nc6"], [])


def test_the_victim_of_the_reply_is_off_before_the_press() -> None:
    """Black's queen, and the white pawn that has just landed, in either order."""
    for lifts in ("-d8 ~60 -d5", "-d5 ~60 -d8"):
        script = f"{CENTRE}-e4 ~100 -d5 ~100 +d5 ~80 {lifts} ~100 !W ~150 +d5 ~100 !B"
        assert game(script) == (["exd5", "Qxd5"], []), lifts


def test_a_press_while_the_piece_still_hovers_over_a_square_before_its_own() -> None:
    script = "-d2 ~150 +d3 ~60 -d3 ~10 !W ~220 +d4 ~300 -e7 +e5 !B"
    assert game(script) == (["d4", "e5"], ["press_early"])


def test_a_press_while_the_piece_rests_on_a_square_before_its_own() -> None:
    """The press is judged as of e3; the reply shows that the pawn went on to e4."""
    script = "-e2 ~300 +e3 ~120 !W ~60 -e3 ~60 +e4 ~400 -e7 +e5 !B"
    assert game(script) == (["e4", "e5"], ["press_early"])


def test_a_forgotten_press_and_then_one_in_vain() -> None:
    script = "-e2 +e4 ~700 -e7 +e5 !B ~300 -g1 +f3 !W -b8 +c6 !B"
    moves, told = game(script)
    assert moves == ["e4", "e5", "Nf3", "Nc6"]
    assert sorted(told) == ["missed_press", "wrong_button"]


def test_a_forgotten_press_that_is_made_up_for() -> None:
    moves, told = game("-e2 +e4 ~700 -e7 +e5 ~300 !B ~300 !W ~300 !B")
    assert moves == ["e4", "e5"]
    assert sorted(told) == ["missed_press", "wrong_button"]


def test_captures_that_nobody_saw_one_after_the_other() -> None:
    """Four pieces sweep one another off d5: the square never reads empty."""
    script = f"{CHAIN}-e4 ~300 !W -f6 ~350 !B -c3 ~300 !W -d8 ~350 !B -b2 +b3 !W"
    moves, told = game(script)
    assert moves == ["exd5", "Nxd5", "Nxd5", "Qxd5", "b3"]
    assert told == ["silent_capture"] * 4
    assert said(script)["evidence"] == ["inferred"] * 4 + ["witnessed"]


def test_a_sweep_in_a_chain_of_captures() -> None:
    script = f"{CHAIN}-e4 ~300 !W -f6 ~200 -d5 ~150 +d5 !B -c3 ~300 !W -d8 ~150 -d5 ~150 +d5 !B"
    moves, told = game(script)
    assert (moves, told) == (["exd5", "Nxd5", "Nxd5", "Qxd5"], ["silent_capture"] * 2)


def test_a_brush_of_a_rival_victim() -> None:
    script = FORK + "-e4 ~200 -d5 ~200 +d5 ~80 -f5 ~60 +f5 ~200 !W -g8 +f6 !B"
    assert game(script) == (["exd5", "Nf6"], [])


def test_two_rival_victims_that_were_off_as_long_are_asked_about() -> None:
    script = FORK + "-e4 ~200 -d5 ~100 +d5 ~90 -f5 ~100 +f5 !W"
    assert game(script) == ([], ["ambiguous"])


def test_a_question_that_only_later_play_answers() -> None:
    """Nobody saw which pawn White took, and Black's reply fits both; then Black takes on d5."""
    script = FORK + "-e4 !W ~600 -g8 +f6 !B -g1 +f3 !W -f6 ~200 -d5 ~200 +d5 !B"
    moves, told = game(script)
    assert moves == ["exd5", "Nf6", "Nf3", "Nxd5"]
    assert told == ["ambiguous", "ambiguous", "silent_capture"]
    assert said(script)["evidence"][0] == "inferred"


def test_a_piece_that_was_released_and_moved_on_has_moved_and_is_told() -> None:
    """No story of two hands is cheaper: nobody else can have moved the knight."""
    assert game("-g1 ~200 +f3 ~600 -f3 ~200 +h3 !W") == (["Nh3"], ["release"])


def test_no_story_excuses_a_piece_where_it_cannot_go() -> None:
    for script in ("-e2 +e5 ~600 !W", "-g1 +g3 ~600 !W", "-e1 +e3 ~600 !W"):
        refused = said(script)
        assert (refused["moves"], refused["illegal"]["white"]) == ([], 1), script


def test_no_story_makes_a_move_of_a_press_alone() -> None:
    assert said("~1000 !W")["moves"] == []
    assert kinds("~1000 !W") == ["press_no_move"]


def test_with_colours_a_capture_needs_no_lift_of_its_victim() -> None:
    script = '[Sensors "polarity"]\n' + FORK + "-e4 ~300 +d5w !W"
    assert game(script) == (["exd5"], [])
    assert said(script)["evidence"] == ["witnessed"]


def test_with_colours_a_brushed_rival_is_not_asked_about() -> None:
    script = '[Sensors "polarity"]\n' + FORK + "-e4 ~200 -d5 ~100 +d5b ~90 -f5 ~100 +f5w !W"
    assert game(script) == (["exf5"], [])


@pytest.mark.parametrize(
    ("hands", "san"),
    [
        ("-e2 +e4b !W -e7 +e5b !B", ["e4", "e5"]),
        ("-e2 +e4w !W -e7 +e5w !B", ["e4", "e5"]),
        ("-e2 +e4b ~40 !W ~40 -e7 +e5b !B", ["e4", "e5"]),
        ("-e2 -e7 +e4b +e5b !W !B", ["e4", "e5"]),
        ("-e2 -e7 +e5w +e4w !W !B", ["e4", "e5"]),
        ("-g1 ~40 +g1b -e2 +e4w !W -e7 +e5b !B", ["e4", "e5"]),
        ("-e2 +e4w !W -d7 +d5b !B -e4 -d5 +d5b !W -d8 +d6b !B", ["e4", "d5", "exd5", "Qd6"]),
        ("-e2 +e4w !W -d7 +d5b !B -e4 ~300 +d5b !W -d8 +d6b !B", ["e4", "d5", "exd5", "Qd6"]),
    ],
)
def test_a_colour_that_is_misread_is_outvoted(hands: str, san: list[str]) -> None:
    played = said('[Sensors "polarity"]\n' + hands)
    assert (played["san"], played["illegal"]) == (san, {"white": 0, "black": 0})
    assert [a for a in played["alerts"] if a["kind"] != "silent_capture"] == []
    assert played["in_sync"]


def test_a_misread_colour_that_leaves_a_doubt_is_marked() -> None:
    taken = '[Sensors "polarity"]\n-e2 +e4w !W -d7 +d5b !B -e4 -d5 +d5{} !W'
    assert said(taken.format("w"))["evidence"][-1] == "witnessed"
    assert said(taken.format("b"))["evidence"][-1] == "inferred"


def test_with_colours_a_piece_that_is_off_its_square_has_swept_nothing() -> None:
    """On one bit the same script is the only capture that fits."""
    assert said(CENTRE + "-e4 ~900 !W")["moves"] == ["e4d5"]
    assert said('[Sensors "polarity"]\n' + CENTRE + "-e4 ~900 !W")["moves"] == []


UNCLOCKED = '[Profile "unclocked"]\n'
UP = '[FEN "rnbqkbnr/pppp3p/4p1p1/8/3P4/8/PPP1PPPP/RNBQKB1R b KQkq - 0 1"]\n'
"""Black's bishop on f8 can go to a3 and to b4, White's pawn on b2 to b4."""


def test_two_moves_that_may_be_one_and_a_knocked_piece_are_told() -> None:
    """Ba3 and b4; or Bb4, and the hand has knocked the pawn from b2 to a3."""
    script = UNCLOCKED + UP + "-f8 ~127 -b2 ~57 +a3 ~39 +b4 ~2000"
    assert game(script) == (["Ba3", "b4"], ["ambiguous"])
    detail = "Ba3 and b4, or Bb4+ and the piece of b2 knocked over"
    assert said(script)["alerts"][0]["detail"] == detail


@pytest.mark.parametrize(
    ("hands", "doubtful"), [("+e5 ~50 +e4", 1), ("+e4 ~0 +e5", 1), ("+e4 ~1 +e5", 0)]
)
def test_a_reply_that_has_landed_before_the_move_that_it_answers_is_told(
    hands: str, doubtful: int
) -> None:
    """It may be a piece that has only been moved about."""
    script = f"{UNCLOCKED}-e2 ~100 -e7 ~100 {hands} ~2000"
    assert game(script) == (["e4", "e5"], ["ambiguous"] * doubtful)


@pytest.mark.parametrize("profile", ["", UNCLOCKED])
@pytest.mark.parametrize(
    ("hands", "moves"),
    [
        ("-f8 ~127 +a3 ~39 -b2 ~57 +b4", ["Ba3", "b4"]),  # one after the other
        ("-f8 ~127 -b2 ~57 +a3 ~39 +b3", ["Ba3", "b3"]),  # the bishop cannot have gone to b3
        ("-f8 ~127 -b2 ~57 +c5 ~39 +b4", ["Bc5", "b4"]),  # no hand knocks a piece from b2 to c5
    ],
)
def test_two_moves_that_can_be_nothing_else_are_not(
    hands: str, moves: list[str], profile: str
) -> None:
    played, told = game(profile + UP + hands + " ~2000")
    assert played == moves
    assert "ambiguous" not in told
