"""Lines of moves that tell all that the board reported."""

import chess

from tests.playing import acts_of, edges_of
from touchmove.arbiter.episodes import Story
from touchmove.arbiter.position import Position
from touchmove.arbiter.prices import LEFT_OUT, UNDERPROMOTED
from touchmove.arbiter.story import (
    MARGIN,
    TOO_DEAR,
    UNEXPLAINED,
    Names,
    mistaken,
    stories,
    surely,
)
from touchmove.arbiter.trace import Trace
from touchmove.rules import SETTLE_MS
from touchmove.units import Millis

CENTRE = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
"""White's pawn on e4 can take d5; Black's queen defends it."""
FORK = "rnbqkbnr/ppp1p1pp/8/3p1p2/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3"
"""It can take d5 or f5."""


def told(
    script: str,
    fen: str = chess.STARTING_FEN,
    *,
    polarity: bool = False,
    only: str = "",
    named: Names = (),
) -> tuple[Story, ...]:
    """The stories of a script that begins at a position; the clock of the side to move runs."""
    position = Position.from_fen(fen)
    acts = acts_of('[Sensors "polarity"]\n' + script)
    line = tuple(map(chess.Move.from_uci, only.split())) if only else None
    return stories(
        position,
        position.occupied,
        acts,
        position.turn,
        polarity=polarity,
        only=line,
        named=named,
    )


def line(story: Story | None) -> str | None:
    """The completed moves of a story."""
    if story is None:
        return None
    return " ".join(move.uci() for move in story.moves[: story.completed])


def sure(script: str, fen: str = chess.STARTING_FEN, *, polarity: bool = False) -> str | None:
    """The completed moves of the story that is beyond doubt."""
    return line(surely(told(script, fen, polarity=polarity)))


def test_nothing_that_was_seen_tells_nothing() -> None:
    assert told("") == ()


def test_moves_made_cleanly_take_nothing_for_granted() -> None:
    best = told("-e2 +e4 !W -e7 +e5 !B -g1 +f3 !W")[0]
    assert (line(best), best.price, best.presses) == ("e2e4 e7e5 g1f3", 0, (2, 5, 8))


def test_a_reply_that_landed_before_the_press_is_the_reply() -> None:
    assert sure("-e2 +e4 -e7 +e5 !W !B") == "e2e4 e7e5"


def test_two_hands_on_one_square_are_told_apart() -> None:
    overlap = "-d5 ~100 -e4 ~100 +d5 ~50 -d8 ~50 -d5 ~90 !W ~80 +d5 !B"
    assert sure(overlap, CENTRE) == "e4d5 d8d5"
    assert told(overlap, CENTRE)[0].price == 0


def test_a_press_before_the_landing_belongs_to_the_move() -> None:
    best = told("-e2 !W ~200 +e4")[0]
    assert (line(best), best.presses) == ("e2e4", (1,))


def test_a_press_long_before_the_landing_belongs_to_no_move() -> None:
    best = told("-e2 !W ~400 +e4")[0]
    assert (best.completed, best.presses) == (0, (None,))
    assert best.price >= UNEXPLAINED


def test_a_forgotten_press_completes_its_move_by_the_reply() -> None:
    best = told("-e2 +e4 ~400 -e7 +e5 ~400 -g1 +f3 !W")[0]
    assert (line(best), best.presses) == ("e2e4 e7e5 g1f3", (None, None, 6))


def test_the_last_move_is_completed_by_a_press_only() -> None:
    best = told("-e2 +e4 ~400 -e7 +e5 ~400 !B")[0]
    assert [move.uci() for move in best.moves] == ["e2e4", "e7e5"]
    assert line(best) == "e2e4"


def test_one_capture_that_nobody_saw_is_believed() -> None:
    (episode,) = told("-e4 !W", CENTRE)[0].episodes
    assert episode.swept
    assert sure("-e4 !W", CENTRE) == "e4d5"


def test_one_of_two_captures_that_nobody_saw_is_not() -> None:
    assert sure("-e4 !W", FORK) is None


def test_the_reply_tells_which_of_them_it_was() -> None:
    assert sure("-e4 !W -c8 -f5 +f5 !B", FORK) == "e4f5 c8f5"


def test_sensors_that_tell_colours_see_every_capture() -> None:
    """What they did not report was no capture: the piece is in the hand."""
    assert told("-e4 !W", CENTRE, polarity=True)[0].completed == 0


def test_two_victims_that_were_off_as_long_are_equally_good() -> None:
    assert sure("-e4 ~200 -d5 ~100 +d5 ~100 -f5 ~100 +f5 !W", FORK) is None
    assert sure("-e4 ~200 -d5 ~100 +d5 ~100 -f5 ~500 +f5 !W", FORK) == "e4f5"


def test_a_piece_where_no_move_can_have_brought_it_leaves_no_cheap_story() -> None:
    for script in ("-e2 +e5 !W", "-g1 +g3 !W", "-e2 +e4 -d2 +d4 !W"):
        best = told(script)
        assert not best or best[0].price >= UNEXPLAINED, script


def test_one_line_alone_can_be_asked_for() -> None:
    (story,) = told("-e4 !W", FORK, only="e4f5")
    assert line(story) == "e4f5"
    assert told("-e4 !W", FORK, only="e4e5") == ()


def test_no_story_is_told_at_any_price() -> None:
    spilled = " ".join(f"-{file}{rank}" for rank in "27" for file in "abcdefgh")
    assert told(spilled + " !W") == ()
    for story in told("-e2 +e4 !W !W !W !W !W"):
        assert story.price < TOO_DEAR


def _story(price: int, moves: str, completed: int) -> Story:
    """A story of these moves, of which so many are completed."""
    acts = " ".join(f"-{uci[:2]} +{uci[2:]}" for uci in moves.split())
    (found,) = told(acts, only=moves)
    presses = tuple(0 if number < completed else None for number in range(len(found.episodes)))
    return Story(found.episodes, found.rest, presses, price)


def test_no_story_is_sure_if_there_is_none() -> None:
    assert surely(()) is None


def test_a_story_with_a_rival_that_comes_near_is_not_sure() -> None:
    best, rival = _story(3, "e2e4 e7e5", 2), _story(3 + MARGIN - 1, "e2e4 d7d5", 2)
    assert surely((best, rival)) is None


def test_a_rival_that_is_dearer_by_the_margin_is_wrong() -> None:
    best, rival = _story(3, "e2e4 e7e5", 2), _story(3 + MARGIN, "e2e4 d7d5", 2)
    assert surely((best, rival)) is best


def test_a_story_that_differs_after_the_last_completed_move_is_no_rival() -> None:
    best, other = _story(3, "e2e4 e7e5", 1), _story(3, "e2e4 d7d5", 1)
    assert surely((best, other)) is best


def test_a_story_that_leaves_the_last_moves_untold_is_no_rival() -> None:
    best, other = _story(3, "e2e4 e7e5", 2), _story(3, "e2e4", 1)
    assert surely((best, other)) is best


def test_a_story_whose_rivals_would_be_too_dear_to_be_told_is_not_sure() -> None:
    dearest = _story(TOO_DEAR - MARGIN, "e2e4 e7e5", 2)
    assert surely((dearest,)) is dearest
    assert surely((_story(TOO_DEAR - MARGIN + 1, "e2e4 e7e5", 2),)) is None


# ------------------------------------------------------------------ what a story must undercut
def mistake(script: str, *, rests_ms: int = 0) -> int:
    """What it costs to take a script for a mistake of White at the start of the game."""
    position = Position.from_fen(chess.STARTING_FEN)
    trace = Trace(position.occupied, position.occupied)
    for edge in edges_of(script):
        trace = trace.observe(edge)
    return mistaken(position, trace, Millis(trace.edges[-1].at + rests_ms))


def test_a_piece_where_it_may_not_go_is_one_mistake() -> None:
    assert mistake("-e2 +e5") == UNEXPLAINED
    assert mistake("-e2 +e7") == UNEXPLAINED
    assert mistake("-e2") == UNEXPLAINED


def test_a_piece_that_has_gone_and_nobody_holds_makes_a_mistake_dearer() -> None:
    """White has the one in his hand; who can have taken off the other?"""
    held_ms = SETTLE_MS
    assert mistake("-e2 -b8", rests_ms=held_ms - 1) == UNEXPLAINED  # Black may hold it
    assert mistake("-e2 -b8", rests_ms=held_ms) == UNEXPLAINED + LEFT_OUT
    assert mistake("-e2 -b8 -c8", rests_ms=held_ms + 250) == UNEXPLAINED + 2 * LEFT_OUT
    assert mistake("-e2 -d2") == UNEXPLAINED + LEFT_OUT


def test_a_piece_that_only_stands_elsewhere_does_not() -> None:
    assert mistake("-e2 -b8 +a6", rests_ms=SETTLE_MS) == UNEXPLAINED
    assert mistake("-e2 +e5 -b8 +a6", rests_ms=SETTLE_MS) == UNEXPLAINED


# ------------------------------------------------------------------ what a pawn became
PAWN = "8/p3P2k/8/8/8/8/P5K1/8 w - - 0 1"
PROMOTED = "-e7 +e8 !W -a7 +a6 !B "


def test_a_queen_is_taken_for_granted_where_she_tells_it() -> None:
    best = told(PROMOTED + "-e8 +e5 !W", PAWN)[0]
    assert (line(best), best.price) == ("e7e8q a7a6 e8e5", 0)


def test_a_line_that_only_a_knight_can_have_played_is_found() -> None:
    best = told(PROMOTED + "-e8 +f6 !W", PAWN)[0]
    assert (line(best), best.price) == ("e7e8n a7a6 e8f6", UNDERPROMOTED)


def test_what_somebody_has_named_is_neither_dearer_nor_doubted() -> None:
    for named in (((chess.E8, chess.KNIGHT),), ((None, chess.KNIGHT),)):
        best = told(PROMOTED + "-e8 +f6 !W", PAWN, named=named)[0]
        assert (line(best), best.price) == ("e7e8n a7a6 e8f6", 0)
    queen = told(PROMOTED + "-e8 +f6 !W", PAWN, named=((chess.E8, chess.QUEEN),))
    assert all(line(story) != "e7e8n a7a6 e8f6" for story in queen)


def test_a_queen_who_would_have_ended_the_game_was_none() -> None:
    """She would have been stalemate; a rook is not, and leaves g7."""
    stalemate = "8/5P1k/8/6K1/8/8/8/8 w - - 0 1"
    moves = {line(story) for story in told("-f7 +f8 !W -h7 +g7 !B", stalemate)}
    assert {"f7f8r h7g7", "f7f8n h7g7"} <= moves


def test_who_ignores_the_check_of_a_queen_has_rather_made_a_mistake() -> None:
    checked = "7k/4P3/8/8/8/8/p5K1/8 w - - 0 1"
    script = "-e7 +e8 !W -a2 +a1 !B"
    dear = [s.price for s in told(script, checked) if line(s) == "e7e8n a2a1q"]
    assert all(price >= UNDERPROMOTED + UNEXPLAINED for price in dear)
    assert told(script, checked, named=((chess.E8, chess.KNIGHT),))[0].price == 0
