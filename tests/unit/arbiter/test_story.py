"""Lines of moves that tell all that the board reported."""

import chess

from tests.playing import acts_of
from touchmove.arbiter.episodes import Story
from touchmove.arbiter.position import Position
from touchmove.arbiter.story import MARGIN, TOO_DEAR, UNEXPLAINED, stories, surely

CENTRE = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
"""White's pawn on e4 can take d5; Black's queen defends it."""
FORK = "rnbqkbnr/ppp1p1pp/8/3p1p2/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3"
"""It can take d5 or f5."""


def told(
    script: str, fen: str = chess.STARTING_FEN, *, polarity: bool = False, only: str = ""
) -> tuple[Story, ...]:
    """The stories of a script that begins at a position; the clock of the side to move runs."""
    position = Position.from_fen(fen)
    acts = acts_of('[Sensors "polarity"]\n' + script)
    line = tuple(map(chess.Move.from_uci, only.split())) if only else None
    return stories(position, position.occupied, acts, position.turn, polarity=polarity, only=line)


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
