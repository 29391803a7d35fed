"""A desk says words, hears what came of them, and finds again after a restart what was said."""

from pathlib import Path

import chess
import pytest

from tests.playing import table_after
from tests.unit.daemon.test_session import AGREED, Bench
from touchmove.daemon import desk
from touchmove.daemon.desk import Choice, possible, to_be_ruled_on
from touchmove.daemon.solo import SoloSession
from touchmove.events import ClockPressed, Lifted, Placed
from touchmove.game.step import step
from touchmove.game.table import Phase
from touchmove.script.words import read_word
from touchmove.shell.store import Kind, Store
from touchmove.units import Millis
from touchmove.view.bulletin import pgn
from touchmove.view.snapshot import take


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path / "table.sqlite")


def play(bench: Bench, at: int, origin: str, target: str, color: chess.Color) -> None:
    """One move by hand, pressed."""
    bench.board.happen(Lifted(Millis(at), chess.parse_square(origin)))
    bench.board.happen(Placed(Millis(at + 300), chess.parse_square(target)))
    bench.board.happen(ClockPressed(Millis(at + 600), color))
    bench.settle()


def choices(script: str) -> dict[str, Choice]:
    return {choice.form.name: choice for choice in possible(table_after(script))}


def test_a_word_is_answered_with_what_became_true(bench: Bench) -> None:
    answer = desk.say(bench.session, "resign W")
    assert (answer.taken, answer.words) == (True, "the game is over: 0-1, resignation")
    assert desk.say(bench.session, "time B +60").words.endswith(
        "the game is over; undo what ended it, or begin a new one"
    )


def test_a_word_of_which_no_fact_tells_is_answered_with_what_is_so(bench: Bench) -> None:
    def told(text: str) -> str:
        answer = desk.say(bench.session, text)
        assert answer.taken
        return answer.words

    assert told("pause") == "the clocks are stopped"
    assert told("resume") == "White's clock runs"
    play(bench, 1_000, "e2", "e4", chess.WHITE)
    assert told("pause") == "the clocks are stopped"
    assert told("resume") == "Black's clock runs"
    assert told("offer draw W").startswith("White offers a draw")
    assert told("decline") == "the draw that was offered is declined"
    assert told("adjust") == "the player on the move adjusts, until the next press"


PAWN = '[FEN "8/p3P1k1/8/8/8/8/P5K1/8 w - - 0 1"]\n'
NOTHING = "@pause\n@resume\n"
"""A game in which nothing has been touched."""
HELD = '[FEN "7k/5P2/6K1/8/8/8/8/8 w - - 0 1"]\n[TimeControl "W3-B60"]\n-f7 +f8 ~4000'
"""A flag has fallen over a promotion that nobody has named, so the result waits."""


def answered(script: str, text: str) -> str:
    """What a word is answered with, after a script."""
    table = table_after(script)
    after, effects = step(table, read_word(text, table.now))
    return desk.answer(text, effects, after).words


@pytest.mark.parametrize(
    ("script", "text", "words"),
    [
        (
            '[TimeControl "300"]\n~0 -e2 +e4 !W ~9500 -e7',
            "time B -60",
            "White's clock shows 0:04:59, Black's 0:03:50",
        ),
        ("-e2 +e4 !W", "time B +60", "Black's clock counts up, so nothing is added to it"),
        (
            '[TimeControl "300"]\n~0 -e2 +e4 !W ~9500',
            "claim fifty",
            "the claim is wrong; White's clock shows 0:06:59, Black's 0:04:50",
        ),
        ("-e2 +e4 !W -e7", "accident", "what has been touched in this turn binds nobody"),
        ("-e2 +e4 !W", "remote e7e5", "e7e5 is to be carried out on the board"),
        (PAWN, "promote n", "the next pawn that is promoted becomes a knight"),
        (PAWN + "-e7", "promote b", "the next pawn that is promoted becomes a bishop"),
        (PAWN + "-e7 +e8", "promote r", "the move on the board is e8=R"),
        (PAWN + "-e7 +e8 !W", "promote q", "e8=Q is on the record; promo_assumed no longer holds"),
        (PAWN + "-e7 +e8 !W", "promote r", "the record has e8=R now; promo_assumed no longer"),
        (
            '[FEN "4r1k1/2P3p1/8/8/8/8/8/K7 b - - 0 1"]\n-g7 +g6 ~900 -c7 +c8',
            "promote n",
            "the move on the board is c8=N",
        ),
        (HELD, "promote q", "f8=Q# is on the record (witnessed)"),
        ("-e2 +e4 !W", "replace d2d4", "the record has d4 now"),
        ('[Profile "casual"]\n-e2 +e4 ~2000', "takeback", "e2e4 is off the record"),
    ],
)
def test_a_word_says_what_came_of_it(script: str, text: str, words: str) -> None:
    assert answered(script, text).startswith(words)


@pytest.mark.parametrize(
    ("script", "text", "reason"),
    [
        (HELD, "replace f7f8r", "f8=Q# is not completed; say promote r"),
        (PAWN + "-e7 +e8", "replace e7e8n", "e8=Q is not completed; say promote n"),
        (HELD, "unpromoted", "f8=Q# is not completed, and with the pawn there it was not made"),
        (PAWN + "-e7 +e8", "unpromoted", "e8=Q is not completed: the pawn may still be exchanged"),
        ("-e2 +e4", "unpromoted", "the last move is no promotion"),
        ("-e2 +e4", "replace d2d4", "there is no completed move to replace"),
        ("-e2 +e4", "takeback", "the profile classical knows no take-backs"),
        ("-g1 +g1 -e2 +e4", "claim touch", "e4 is not completed; say it when it is"),
        ("-g1 +g1 -e2 +e4 -e7 +e5", "ruling touch", "e4 is not completed; say it when it is"),
        (NOTHING, "claim touch", "no move has been completed that could have broken Article 4"),
    ],
)
def test_a_word_that_changes_nothing_says_why(script: str, text: str, reason: str) -> None:
    said = answered(script, text)
    assert " changed nothing: " in said
    assert said.partition(" changed nothing: ")[2].startswith(reason)


@pytest.mark.parametrize("edition", ["N90", "2001", "2014", "2023"])
@pytest.mark.parametrize("pressed", ["", "!W "])
@pytest.mark.parametrize("reply", ["-e7", "-e7 +e5", "-e7 ~900 +e5", "-e7 +e5 ~400"])
def test_a_claim_after_a_touch_is_never_upheld(edition: str, pressed: str, reply: str) -> None:
    """Whether the reply has settled or not (Laws 4.8)."""
    script = f'[Laws "{edition}"]\n-g1 +g1 -e2 +e4 ~900 {pressed}{reply}'
    assert answered(script, "claim touch") == "late_claim: the claimant has touched a piece"


def test_a_pawn_left_by_the_last_completed_move_counts_over_a_promotion_in_reply() -> None:
    pawns = '[FEN "7k/4P3/8/8/8/8/1K4p1/8 w - - 0 1"]\n-e7 +e8 !W @promote n\n-g2 +g1 ~900'
    assert answered(pawns, "unpromoted").startswith(
        "the record has e8=Q+ now; illegal move by White, number 1"
    )


SITUATIONS = (
    NOTHING,
    "-e2 +e4 !W",
    "-e2 +e4 ~900 -e7 +e5",
    "-g1 +g3 !W",
    "-e2 +e4 !W @pause\n",
    "-e2 +e4 !W @seal e7e5\n",
    "-e2 +e4 !W @resign B\n",
    '[Profile "casual"]\n-e2 +e4 ~2000 -e7 +e5 ~2000',
    PAWN + "-e7 +e8",
    PAWN + "-e7 +e8 !W",
    '[Laws "N90"]\n' + PAWN + "-e7 +e8 @promote q\n!W",
    HELD,
)


@pytest.mark.parametrize("script", SITUATIONS)
def test_no_word_is_only_heard(script: str) -> None:
    table = table_after(script)
    for choice in possible(table):
        for text in choice.texts:
            after, effects = step(table, read_word(text, table.now))
            assert not desk.answer(text, effects, after).words.endswith(": heard"), text


def test_a_word_that_is_none_or_cannot_be_carried_out_is_answered_with_the_reason(
    bench: Bench,
) -> None:
    refused = desk.say(bench.session, "accept")
    assert (refused.taken, refused.words) == (False, "accept changed nothing: no draw is offered")
    unknown = desk.say(bench.session, "surrender")
    assert (unknown.taken, unknown.effects) == (False, ())
    assert "no word" in unknown.words
    assert not desk.say(bench.session, "link down").taken
    assert bench.session.table is not None
    assert bench.session.table.linked


def test_a_word_that_the_log_cannot_keep_is_not_taken(bench: Bench) -> None:
    bench.store.full = True
    answer = desk.say(bench.session, "resign W")
    assert not answer.taken
    assert "the log cannot keep it" in answer.words
    assert bench.session.table is not None
    assert bench.session.table.outcome is None


def test_the_answer_to_a_sealed_move_does_not_say_it(bench: Bench) -> None:
    words = desk.say(bench.session, "seal e2e4").words
    words += desk.say(bench.session, "undo").words
    assert words == "the game is adjourned; White has sealed a movetaken back: seal"


def test_a_desk_offers_what_makes_sense_now() -> None:
    playing = choices("-e2 +e4 !W")
    assert playing["resign"].texts == ("resign W", "resign B")
    assert playing["open"].reason == "no move is sealed"
    assert "replace d2d4" in playing["replace"].texts
    assert playing["accept"].texts == ()
    assert choices("-e2 +e4 @offer draw W\n!W")["accept"].texts == ("accept",)
    adjourned = choices("-e2 +e4 !W @seal e7e5\n")
    assert {name for name, choice in adjourned.items() if choice.texts} >= {
        "open",
        "resign",
        "undo",
    }
    assert adjourned["adjust"].reason == "the game is adjourned; say open first"
    assert "link down" not in playing


IN_EACH_PHASE = {
    Phase.SETUP: "-e2 @new\n",
    Phase.PLAYING: "-e2 +e4 !W",
    Phase.RESTORING: "-g1 +g3 !W",
    Phase.PAUSED: "-e2 +e4 !W @pause\n",
    Phase.ADJOURNED: "-e2 +e4 !W @seal e7e5\n",
    Phase.OVER: "-e2 +e4 !W @resign B\n",
}


@pytest.mark.parametrize("phase", Phase)
def test_in_every_phase_every_word_is_offered_or_refused_with_a_reason(phase: Phase) -> None:
    table = table_after(IN_EACH_PHASE[phase])
    assert table.phase is phase
    for choice in possible(table):
        assert choice.texts or choice.reason, choice.form.name
        for text in choice.texts:
            word = read_word(text, table.now)
            following, effects = step(table, word)
            assert effects or following._replace(said=(), since=()) != table._replace(
                said=(), since=()
            ), text


def test_a_position_without_moves_leaves_no_word_without_an_answer() -> None:
    mated = possible(table_after("@correct 3k4/3Q4/3K4/8/8/8/8/8 b - - 0 1\n"))
    assert all(choice.texts or choice.reason for choice in mated)


def test_a_desk_knows_what_a_ruling_would_go_to() -> None:
    touched = "-g1 +g1 -e2 +e4 !W "
    assert to_be_ruled_on(table_after("-e2 +e4 !W")) is None
    told = to_be_ruled_on(table_after(touched))
    assert told == "touch: e4: Nh3 or Nf3 was due (Laws 4.3.1)"
    illegal = table_after(touched + "-b8 +b6 !B ")
    assert to_be_ruled_on(illegal) == "an illegal move by Black"


WORDS = (
    "offer draw W",
    "correct rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
    "correct rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2",
    "undo",
    "time B -30",
    "seal e7e5",
    "accept",
    "undo",
    "open",
    "replace c7c5",
    "new",
    "undo",
    "ruling confirm",
)


def test_every_word_is_in_the_log_and_a_restart_hears_it_again(bench: Bench) -> None:
    """After each word a host that starts from the log shows what the first one showed."""
    play(bench, 10_000, "e2", "e4", chess.WHITE)
    for word in WORDS:
        desk.say(bench.session, word)
        assert bench.session.table is not None
        before = take(bench.session.table), [pgn(game) for game in bench.session.history.games]
        words = [entry.line for entry in bench.store.entries() if entry.kind is Kind.WORD]
        assert words[-1].endswith(word)
        bench.kill()
        bench.settle()
        assert bench.session.table is not None
        shown = take(bench.session.table)
        after = [pgn(game) for game in bench.session.history.games]
        assert (shown.phase, shown.plies, shown.result, after) == (
            before[0].phase,
            before[0].plies,
            before[0].result,
            before[1],
        )


def test_a_new_game_taken_back_is_no_second_game(bench: Bench) -> None:
    play(bench, 10_000, "e2", "e4", chess.WHITE)
    desk.say(bench.session, "new")
    begun = bench.session.history.games
    desk.say(bench.session, "undo")
    games = bench.session.history.games
    assert (len(begun), len(games)) == (2, 1)
    assert [entry.san for entry in games[0].moves] == ["e4"]


def test_nothing_can_be_said_before_a_board_is_heard(tmp_path: Path) -> None:
    session = SoloSession(Store(tmp_path / "log"), "paper", send=lambda line: True, clock=lambda: 0)
    session.agree(AGREED)
    assert not desk.say(session, "resign W").taken


def test_a_game_whose_position_was_set_is_kept_when_the_next_one_begins(bench: Bench) -> None:
    play(bench, 10_000, "e2", "e4", chess.WHITE)
    desk.say(bench.session, "correct 8/8/4k3/8/4P3/4K3/8/8 w - - 0 40")
    desk.say(bench.session, "new")
    first, _ = bench.session.history.games
    assert "1. e4. Then the arbiter set this position." in " ".join(pgn(first).split())
