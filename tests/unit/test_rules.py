"""What is agreed before the game, and what of it hangs on both the Laws and the event."""

import pytest

from tests.playing import kinds, said
from touchmove.editions import EDITIONS
from touchmove.lamp import Lamp
from touchmove.rules import PROFILES, Rules

ILLEGAL = "-g1 +g3 !W"
WRONG_CLAIM = "@claim threefold\n"
QUEEN_AGAINST_KNIGHT = '[FEN "4k1n1/8/8/8/8/8/3Q4/4K3 w - - 0 1"]\n'
QUEEN_AGAINST_KING = '[FEN "4k3/8/8/8/8/8/3Q4/4K3 w - - 0 1"]\n'


def given(profile: str, edition: str, hands: str) -> dict[str, int] | None:
    """Time given and taken by penalties, in minutes."""
    added = said(f'[Profile "{profile}"]\n[Laws "{edition}"]\n{hands}')["add_ms"]
    return None if added is None else {side: span // 60_000 for side, span in added.items()}


@pytest.mark.parametrize(
    ("profile", "edition", "minutes"),
    [
        ("classical", "2023", 2),
        ("rapid", "2023", 1),
        ("blitz", "2023", 1),
        ("classical", "2023R", 1),
        ("blitz", "2023R", 1),
        ("rapid", "2014", 2),
        ("training", "2001", 2),
    ],
)
def test_an_illegal_move_gives_the_opponent_what_edition_and_profile_say(
    profile: str, edition: str, minutes: int
) -> None:
    assert given(profile, edition, ILLEGAL) == {"B": minutes}


@pytest.mark.parametrize(
    ("profile", "edition", "time"),
    [
        ("classical", "2023", {"B": 2}),
        ("rapid", "2023", {"B": 1}),
        ("classical", "2001", {"B": 3}),
        ("blitz", "N90", {"W": -5}),
    ],
)
def test_a_wrong_claim_costs_what_edition_and_profile_say(
    profile: str, edition: str, time: dict[str, int]
) -> None:
    assert given(profile, edition, WRONG_CLAIM) == time


@pytest.mark.parametrize(
    ("edition", "fen", "result"),
    [
        ("N90", QUEEN_AGAINST_KING, "1/2-1/2"),
        ("N90", QUEEN_AGAINST_KNIGHT, "0-1"),
        ("2001", QUEEN_AGAINST_KNIGHT, "1/2-1/2"),
        ("2023", QUEEN_AGAINST_KNIGHT, "1/2-1/2"),
    ],
)
def test_a_flag_draws_against_a_bare_king_or_against_whoever_cannot_mate(
    edition: str, fen: str, result: str
) -> None:
    assert said(f'[Laws "{edition}"]\n{fen}@flag W\n')["result"] == result
    timed = f'[Laws "{edition}"]\n[TimeControl "1"]\n{fen}~2000 -d2'
    assert said(timed)["result"] == result


def advanced(moves: int) -> str:
    """So many moves by each player, ten at most: every pawn a step, then two of them another."""
    steps = [*((file, 2, 7) for file in "abcdefgh"), ("a", 3, 6), ("b", 3, 6)]
    return "".join(
        f"-{file}{white} +{file}{white + 1} !W -{file}{black} +{file}{black - 1} !B\n"
        for file, white, black in steps[:moves]
    )


@pytest.mark.parametrize("edition", ["N90", "2001", "2014"])
def test_reversed_colours_are_for_the_arbiter_in_older_editions(edition: str) -> None:
    played = f'[Laws "{edition}"]\n{advanced(1)}@reversed\n'
    assert said(played)["result"] == "*"
    assert kinds(played) == ["reversed"]


def test_reversed_colours_annul_a_game_before_its_tenth_move() -> None:
    early = said(advanced(9) + "@reversed\n")
    assert (early["result"], early["termination"]) == ("annulled", "reversed colours")
    assert early["alerts"] == []
    late = f'[Laws "2023R"]\n{advanced(10)}@reversed\n'
    assert said(late)["result"] == "*"
    assert kinds(late) == ["reversed"]


def test_a_wrong_start_stands_after_ten_moves_where_supervision_is_light() -> None:
    assert said(f'[Laws "2023"]\n{advanced(10)}@badstart\n')["result"] == "annulled"
    assert said(f'[Laws "2023R"]\n{advanced(9)}@badstart\n')["result"] == "annulled"
    late = f'[Laws "2023R"]\n{advanced(10)}@badstart\n'
    assert said(late)["result"] == "*"
    assert kinds(late) == ["late_claim"]


@pytest.mark.parametrize(("edition", "count"), [("N90", 0), ("2001", 1), ("2014", 1), ("2023", 1)])
def test_a_pawn_left_unpromoted_is_an_illegal_move_but_under_the_oldest_rules(
    edition: str, count: int
) -> None:
    fen = '[FEN "8/p3P1k1/8/8/8/8/P5K1/8 w - - 0 1"]\n'
    game = said(f'[Laws "{edition}"]\n{fen}-e7 +e8 !W @unpromoted\n')
    assert game["illegal"]["white"] == count
    assert game["moves"] == ["e7e8q"]
    assert game["alerts"] == []


def test_tournament_profiles_let_no_lamp_help() -> None:
    for name in ("classical", "rapid", "blitz", "unclocked"):
        assert PROFILES[name].lamps == {Lamp.LIFT, Lamp.PLACE, Lamp.ASK}


def test_times_are_those_of_the_profile() -> None:
    for profile in PROFILES.values():
        rules = Rules(profile, EDITIONS["2023"], None)
        assert (rules.settle_ms, rules.dwell_ms, rules.press_grace_ms) == (500, 1000, 300)
        assert (rules.timing.simul_ms, rules.timing.brush_ms) == (50, 150)
