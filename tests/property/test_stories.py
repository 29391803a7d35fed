"""What holds of every story, and of every record that one has corrected."""

from itertools import pairwise
from random import Random

import chess
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.playing import reported
from tests.strategies import boards, disturbed_games
from touchmove.arbiter.episodes import Act, Pressed, Story
from touchmove.arbiter.position import Position
from touchmove.arbiter.prices import EARLY_MS
from touchmove.arbiter.story import MARGIN, TOO_DEAR, stories, surely
from touchmove.events import Event, Word
from touchmove.game.step import unfold
from touchmove.game.table import Phase, Table, new_table
from touchmove.hands import BLITZ, CLEAN, HARD, HUMAN, NOISY, Handling, play
from touchmove.rules import EDITIONS, PROFILES, Rules

RULES = Rules(PROFILES["blitz"], EDITIONS["2023"], None)
FEW = 24
"""Acts of some eight moves; a longer script makes no other stories, it makes them dearer."""


def _line(board: chess.Board, chance: Random, most: int) -> list[chess.Move]:
    """Random legal moves; of promotions those to a queen, which is what a story takes them for."""
    board = board.copy()
    moves = []
    for _ in range(most):
        legal = [m for m in board.legal_moves if m.promotion in (None, chess.QUEEN)]
        if not legal or board.is_game_over():
            break
        moves.append(chance.choice(legal))
        board.push(moves[-1])
    return moves


def _told(board: chess.Board, acts: tuple[Act, ...]) -> tuple[Story, ...]:
    position = Position.from_fen(board.fen())
    return stories(position, position.occupied, acts, board.turn)


@st.composite
def quick_games(draw: st.DrawFn, few: int = FEW) -> tuple[Event, ...]:
    """The beginning of a game by quick hands, with events lost and others doubled."""
    chance = Random(draw(st.integers(0, 2**32 - 1)))
    handling = draw(st.sampled_from([HUMAN, NOISY, BLITZ, HARD]))
    moves = _line(chess.Board(), chance, few // 3)
    played = play(chess.Board(), moves, handling, chance.randrange(2**32))
    fates = draw(st.lists(st.sampled_from([1, 1, 1, 1, 1, 1, 1, 0, 2]), min_size=few))
    return tuple(e for e, times in zip(played, fates, strict=False) for _ in range(times))


quick_acts: st.SearchStrategy[tuple[Act, ...]] = quick_games().map(reported)


@settings(max_examples=80)
@given(boards(), st.integers(0, 2**32 - 1), st.integers(1, 4), st.sampled_from([CLEAN, HUMAN]))
def test_a_line_that_was_played_cleanly_is_the_cheapest_story(
    board: chess.Board, seed: int, most: int, handling: Handling
) -> None:
    moves = _line(board, Random(seed), most)
    acts = reported(play(board, moves, handling, seed))
    if not moves:
        return
    told = _told(board, acts)
    assert told, (board.fen(), moves)
    assert list(told[0].moves) == moves, (board.fen(), moves, told[0].price)


@settings(max_examples=80)
@given(quick_acts)
def test_a_press_belongs_to_its_own_move_and_to_no_other(acts: tuple[Act, ...]) -> None:
    """It comes from the player who moved, and not long before the piece landed."""
    for story in _told(chess.Board(), acts):
        used = [number for number in story.presses if number is not None]
        assert len(story.presses) == len(story.episodes)
        assert len(used) == len(set(used))
        for episode, number in zip(story.episodes, story.presses, strict=True):
            if number is None:
                continue
            act = acts[number]
            assert isinstance(act, Pressed)
            assert act.color == episode.position.turn
            assert act.at >= episode.at - EARLY_MS


@settings(max_examples=80)
@given(quick_acts)
def test_a_story_is_a_line_of_legal_moves_in_the_order_of_the_acts(acts: tuple[Act, ...]) -> None:
    told = _told(chess.Board(), acts)
    assert [story.price for story in told] == sorted(story.price for story in told)
    assert len({story.moves for story in told}) == len(told)
    for story in told:
        assert 0 <= story.price < TOO_DEAR
        assert all(one.ends < other.ends for one, other in pairwise(story.episodes))
        board = chess.Board()
        for move in story.moves:
            assert board.is_legal(move)
            board.push(move)


@settings(max_examples=80)
@given(quick_acts)
def test_a_story_is_sure_only_if_none_that_comes_near_contradicts_it(acts: tuple[Act, ...]) -> None:
    told = _told(chess.Board(), acts)
    sure = surely(told)
    if sure is None:
        return
    certain = sure.moves[: sure.completed]
    for story in told:
        assert story.price >= sure.price
        if story.price >= sure.price + MARGIN:
            continue
        same = min(len(certain), len(story.moves))
        assert story.moves[:same] == certain[:same]


def _steps(events: tuple[Event, ...]) -> list[tuple[Event, Table, Table]]:
    table = new_table(RULES)
    steps = []
    for event in events:
        for after, _ in unfold(table, event):
            steps.append((event, table, after))
            table = after
    return steps


@settings(max_examples=60)
@given(disturbed_games() | quick_games(3 * FEW))
def test_moves_that_are_older_than_the_pages_are_never_changed(events: tuple[Event, ...]) -> None:
    """By nothing that the board reports, however senseless: only people change those."""
    for event, before, after in _steps(events):
        if isinstance(event, Word) or not before.pages or before.phase is not Phase.PLAYING:
            continue
        old = len(before.pages[0].moves)
        assert [(m.move.from_square, m.move.to_square) for m in after.moves[:old]] == [
            (m.move.from_square, m.move.to_square) for m in before.moves[:old]
        ]


@settings(max_examples=60)
@given(disturbed_games() | quick_games(3 * FEW))
def test_a_record_is_always_a_line_of_legal_moves(events: tuple[Event, ...]) -> None:
    """Told again or not: what stands there can be played from the start to what is shown."""
    for _, _, table in _steps(events):
        if table.earlier or not table.start.is_start:
            continue
        board = chess.Board()
        for entry in table.moves:
            assert board.is_legal(entry.move)
            assert board.san(entry.move) == entry.san
            board.push(entry.move)
        assert board.occupied == table.position.occupied
