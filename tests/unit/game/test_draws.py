"""Draws that people agree on or claim, and what the arbiter rules, as words."""

import chess
import pytest

from tests.playing import games, kinds, said, table_after
from touchmove.events import DrawClaimed
from touchmove.game.effects import WordRefused
from touchmove.game.step import step

OPENED = "-e2 +e4 !W -e7 +e5 !B "
SHUFFLED = "-g1 +f3 !W -g8 +f6 !B -f3 +g1 !W -f6 +g8 !B "


def test_a_draw_offered_after_the_move_stands_until_it_is_answered() -> None:
    game = said(OPENED + "-g1 +f3 @offer draw W\n!W")
    assert (game["offer"], game["alerts"]) == ("W", [])


def test_an_accepted_draw_ends_the_game_with_the_move_that_is_made() -> None:
    game = said(OPENED + "-g1 +f3 @offer draw W\n@accept")
    assert game["moves"][-1] == "g1f3"
    assert (game["result"], game["termination"]) == ("1/2-1/2", "agreement")


@pytest.mark.parametrize("declined", ["@decline\n", "-b8 +b8 ", "-b8 +c6 !B "])
def test_words_touching_or_moving_decline(declined: str) -> None:
    game = said(OPENED + "-g1 +f3 @offer draw W\n!W " + declined + "@accept")
    assert (game["offer"], game["result"]) == (None, "*")


@pytest.mark.parametrize(
    "touched",
    ["-b8 +c6", "-b8 +c6 !B", "-b8 +b5", "-b8 +b5 !B", "-b8 +b5 !B -b5 +b8", "-d7 +d6 -f3"],
)
def test_an_offer_that_a_touch_has_declined_does_not_come_back(touched: str) -> None:
    assert said(OPENED + "-g1 +f3 @offer draw W\n!W " + touched)["offer"] is None


@pytest.mark.parametrize(
    "touched", ["-b8 @offer draw W\n", "-b8 @offer draw W\n+c6", "-b8 +b8 @offer draw W\n~900"]
)
def test_what_was_touched_before_the_offer_does_not_decline_it(touched: str) -> None:
    game = said(OPENED + "-g1 +f3 !W " + touched)
    assert (game["offer"], [a["kind"] for a in game["alerts"]]) == ("W", ["offer_time"])
    assert said(OPENED + "-g1 +f3 !W " + touched + " @accept")["termination"] == "agreement"


def test_a_piece_that_its_owner_straightens_declines_no_offer() -> None:
    """Black can neither move f3 nor take it (2023:9.1.2.1)."""
    game = said(OPENED + "-g1 +f3\n@offer draw W\n!W ~500 -f3 ~300 +f3 ~300\n@accept\n")
    assert (game["result"], game["termination"]) == ("1/2-1/2", "agreement")


@pytest.mark.parametrize("then", ["-b8 +b8", "-d7"])
def test_what_is_touched_after_the_offer_declines_it_whatever_was_before(then: str) -> None:
    game = said(OPENED + "-g1 +f3 !W -b8 +b8 @offer draw W\n" + then)
    assert (game["offer"], game["must_move"]) == (None, ["b8"])


def test_completing_the_move_declines_though_its_piece_was_touched_before() -> None:
    assert said(OPENED + "-g1 +f3 !W -b8 @offer draw W\n+c6 !B")["offer"] is None


def test_a_sleeve_an_adjusted_piece_and_an_accident_decline_nothing() -> None:
    offered = OPENED + "-g1 +f3 @offer draw W\n!W "
    for touched in ("-b8 ~50 +b8", "@adjust\n-b8 +b8", "-b8 +b8 @accident\n"):
        assert said(offered + touched)["offer"] == "W", touched


@pytest.mark.parametrize(("stood_ms", "offer"), [(900, "W"), (100, None)])
def test_in_the_oldest_rules_a_move_made_before_the_offer_declines_nothing(
    stood_ms: int, offer: str | None
) -> None:
    old = f'[Laws "N90"]\n-e2 +e4 !W -e7 +e5 ~{stood_ms} @offer draw W\n'
    assert said(old + "!B")["offer"] == offer
    assert said(old + "!B -d2 +d4 !W -d7 +d5 !B")["offer"] is None


def test_under_the_old_rule_touching_declines_nothing() -> None:
    old = '[Laws "N90"]\n' + OPENED + "-g1 +f3 @offer draw W\n!W -b8 +b8 @accept"
    assert said(old)["result"] == "1/2-1/2"


def test_an_offer_at_the_wrong_moment_is_told_and_stands() -> None:
    assert kinds(OPENED + "@offer draw B\n") == ["offer_time"]
    assert said(OPENED + "@offer draw B\n@accept")["result"] == "1/2-1/2"


def test_accepting_what_was_not_offered_means_nothing() -> None:
    assert said(OPENED + "@accept")["result"] == "*"


def test_a_right_claim_of_the_third_occurrence_draws() -> None:
    game = said(SHUFFLED * 2 + "@claim threefold")
    assert (game["claim"], game["result"], game["termination"]) == (True, "1/2-1/2", "threefold")


def test_a_wrong_claim_gives_the_opponent_two_minutes() -> None:
    game = said('[TimeControl "300"]\n' + SHUFFLED + "@claim threefold")
    assert (game["claim"], game["add_ms"], game["result"]) == (False, {"B": 120_000}, "*")


@pytest.mark.parametrize(
    "more",
    [
        "-e7 +e5 !B ",
        "-e7 +e5 !B -g1 +f3 !W -b8 +c6 !B ",
        "-e7 +e3 !B @ruling stand\n",
        "@correct 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n",
        "@correct rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n",
    ],
)
def test_the_ruling_on_a_claim_stands_as_its_penalty_does(more: str) -> None:
    game = said("-e2 +e4 !W @claim threefold\n" + more)
    assert (game["claim"], game["add_ms"]) == (False, {"W": 120_000})


def test_a_claim_in_one_game_is_none_in_the_next() -> None:
    first, second = games("-e2 +e4 !W @claim threefold\n@new\n-e4 +e2 ~600 -e2 +e4 !W")
    assert (first["claim"], second["claim"]) == (False, None)
    assert said("-e2 +e4 !W @claim threefold\n@undo\n-e7 +e5 !B")["claim"] is None


def test_a_wrong_claim_binds_to_the_move_that_was_announced() -> None:
    assert said("@claim fifty g1f3")["legal_if_touched"] == ["g1f3"]


@pytest.mark.parametrize("edition", ["N90", "2001", "2014", "2023", "2023R"])
def test_a_right_claim_puts_the_move_on_the_record_that_is_made(edition: str) -> None:
    laws = f'[Laws "{edition}"]\n'
    fen = '[FEN "8/8/8/4k3/8/8/1R6/4K3 w - - 99 120"]\n'
    fifty = said(laws + fen + "-b2 +b3 ~600\n@claim fifty")
    third = said(laws + SHUFFLED + SHUFFLED.removesuffix("!B ") + "~600\n@claim threefold")
    for game, moves in ((fifty, 1), (third, 8)):
        assert (game["result"], game["claim"]) == ("1/2-1/2", True)
        assert (len(game["moves"]), game["pending"], game["in_sync"]) == (moves, None, True)


def test_a_wrong_claim_leaves_the_move_pending_that_is_made() -> None:
    game = said(SHUFFLED + "-e2 +e4 @claim threefold")
    assert (game["pending"], game["claim"], game["add_ms"]) == ("e2e4", False, {"W": 120_000})


@pytest.mark.parametrize("move", ["e2e5", "e7e5", "a1a2", "f3g1"])
def test_a_claim_with_a_move_that_cannot_be_played_is_a_slip(move: str) -> None:
    """It is refused with the reason, and costs nothing."""
    table = table_after(SHUFFLED)
    after, effects = step(table, DrawClaimed(table.now, False, chess.Move.from_uci(move)))
    (refused,) = effects
    assert isinstance(refused, WordRefused)
    assert "White, who has the move" in refused.reason
    assert (after.claim, after.added_ms, after.bound) == (None, (0, 0), None)


def test_castling_may_be_announced_either_way() -> None:
    fen = '[FEN "4k3/8/8/8/8/8/8/4K2R w K - 0 1"]\n'
    for move in ("e1g1", "e1h1"):
        assert said(fen + f"@claim fifty {move}")["legal_if_touched"] == ["e1g1"]


@pytest.mark.parametrize(
    "word", ["default W", "default both", "badstart", "reversed", "dead", "resign B"]
)
def test_whatever_a_person_ends_takes_up_the_move_that_is_made(word: str) -> None:
    game = said(f"-e2 +e4\n@{word}")
    assert (game["moves"], game["pending"]) == (["e2e4"], None)
    assert game["result"] != "*"


def test_a_flag_leaves_the_move_pending_that_is_made_even_if_the_game_is_annulled() -> None:
    game = said("-e2 +e4\n@flag W\n@badstart")
    assert (game["moves"], game["pending"], game["result"]) == ([], "e2e4", "annulled")


def test_a_claim_after_touching_is_too_late() -> None:
    assert kinds(SHUFFLED * 2 + "-g1 +g1 @claim threefold") == ["late_claim"]


@pytest.mark.parametrize(("who", "result"), [("W", "0-1"), ("B", "1-0"), ("both", "0-0")])
def test_who_does_not_appear_loses(who: str, result: str) -> None:
    game = said(f"@default {who}")
    assert (game["result"], game["termination"]) == (result, "default")


def test_the_arbiter_changes_a_clock() -> None:
    game = said('[TimeControl "300"]\n@time W +60\n@time B -400')
    assert game["clock_ms"] == [360_000, 0]


def test_an_accident_excuses_what_was_touched_before_it() -> None:
    assert said("-g1 +g1 @accident\n-b1 +b1")["must_move"] == ["b1"]


def test_a_wrong_beginning_annuls_the_game_even_after_its_end() -> None:
    game = said(OPENED + "@resign B\n@badstart")
    assert (game["result"], game["termination"]) == ("annulled", "bad start")


def test_a_dead_position_is_ruled() -> None:
    assert said(OPENED + "@dead")["termination"] == "dead position"


@pytest.mark.parametrize(
    "word",
    [
        "@offer W",
        "@offer draw",
        "@claim",
        "@claim draw",
        "@claim fifty xx",
        "@default",
        "@time W",
        "@time W 60",
        "@accept now",
        "@dead yes",
    ],
)
def test_a_word_of_the_wrong_form_is_refused(word: str) -> None:
    with pytest.raises(AssertionError):
        said(word)
