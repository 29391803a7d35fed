"""What a table remembers of its last turns, and that it is no more than that."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from random import Random

import chess
import pytest

from tests.playing import edges_of, said, table_after
from tests.unit.game.test_questions import ASKED
from touchmove.arbiter.episodes import Pressed
from touchmove.events import BoardSeen, ClockPressed, Event, Lifted, NewGame, Placed, Tick
from touchmove.game.pages import PAGES, forgotten, noted, turned
from touchmove.game.retelling import acts_since
from touchmove.game.step import advance
from touchmove.game.table import Phase, Table
from touchmove.hands import CLEAN, play
from touchmove.units import Millis

PLIES = 2_000
HEARTBEATS = 100_000


def size(value: object) -> int:
    """How many tuples and dataclasses can be reached; what is shared counts once."""
    known: dict[int, object] = {}
    left = [value]
    while left:
        one = left.pop()
        if id(one) in known:
            continue
        if isinstance(one, tuple):
            left.extend(one)
        elif is_dataclass(one):
            left.extend(getattr(one, field.name) for field in fields(one))
        else:
            continue
        known[id(one)] = one
    return len(known)


def remembered(table: Table) -> int:
    """The size of what is kept of past turns, without the record that a game has anyway."""
    pages = tuple(page._replace(moves=(), alerts=(), earlier=()) for page in table.pages)
    return size((pages, table.acts))


def test_a_page_is_the_table_as_it_was_when_the_turn_began() -> None:
    table = table_after("-e2 +e4 !W -e7 +e5 !B -g1")
    first, second, third = table.pages
    assert [len(page.moves) for page in table.pages] == [0, 1, 2]
    assert [page.turn.position.turn for page in table.pages] == [True, False, True]
    assert third.turn.in_sync
    assert first.occupied == chess.Board().occupied
    assert second.clock.running is chess.BLACK


def test_no_page_holds_pages_of_its_own() -> None:
    for page in table_after("-e2 +e4 !W -e7 +e5 !B").pages:
        assert (page.pages, page.acts, page.said, page.since) == ((), (), (), ())


def test_acts_are_edges_and_presses_in_their_order() -> None:
    table = table_after("-e2 +e4 !W -e7")
    lift, place, press, reply = acts_since(table, table.pages[0])
    assert (lift, place, reply) == edges_of("-e2 +e4 ~500 -e7")
    assert press == Pressed(Millis(500), chess.WHITE)


def test_what_was_in_the_air_when_a_turn_began_belongs_to_it() -> None:
    table = table_after("-e2 +e4 -e7 !W +e5")
    page = table.pages[-1]
    assert [act.at for act in acts_since(table, page)] == [500, 1000]


def test_only_the_last_turns_are_kept_and_the_acts_since() -> None:
    shuffle = "-g1 +f3 !W -g8 +f6 !B -f3 +g1 !W -f6 +g8 !B "
    table = table_after(shuffle * 2)
    assert len(table.pages) == PAGES
    assert len(table.pages[0].moves) == 8 - PAGES + 1
    assert len(acts_since(table, table.pages[0])) == 3 * (PAGES - 1)
    assert len(table.acts) == 3 * (PAGES - 1)
    assert table.acted == 3 * 8


def test_what_is_forgotten_is_gone() -> None:
    table = forgotten(table_after("-e2 +e4 !W -e7"))
    assert (len(table.pages), table.acts) == (1, ())
    assert acts_since(table, table.pages[0]) == table.turn.trace.edges


def test_a_new_page_begins_where_the_acts_are_now() -> None:
    table = table_after("-e2 +e4 !W")
    (edge,) = edges_of("-e7")
    later = noted(turned(table), edge)
    assert acts_since(later, later.pages[-1]) == (edge,)


@pytest.mark.parametrize(("color", "known"), [(chess.BLACK, 1), (chess.WHITE, 0)])
def test_a_press_by_who_has_the_move_now_belongs_to_the_new_turn(
    color: chess.Color, known: int
) -> None:
    """It ends no turn of his opponent, as a press by that one would."""
    table = table_after("-e2 +e4 !W")
    press = Pressed(Millis(table.now + 20), color)
    later = turned(noted(table, press))
    assert acts_since(later, later.pages[-1]) == (press,) * known


def test_a_press_that_answers_begins_the_turn_that_it_is_for() -> None:
    """The queen has just touched d5 as Black presses: the press tells that exd5 was played, and it
    is that of Qxd5, though she is put down for good only a while later."""
    game = said(ASKED + "-d8 ~250 -d5 ~250 +d5 ~20 !B ~20 -d5 ~700 +d5 ~300 -b1 +c3 ~300 !W")
    assert game["san"] == ["exd5", "Qxd5", "Nc3"]
    assert game["illegal"] == {"white": 0, "black": 0}


@pytest.mark.parametrize(
    "end", ["@resign B", "@time W +60\n", "@pause\n@resume\n", "@correct 8/8/4k3/8/4P3/4K3/8/8\n"]
)
def test_a_word_and_the_end_of_a_phase_leave_nothing_to_be_told_again(end: str) -> None:
    table = table_after("-e2 +e4 !W -e7 +e5 !B " + end)
    assert len(table.pages) == 1
    assert table.acts == ()


def _random_play(seed: int) -> Iterator[Event]:
    """A game of random legal moves by clean hands, pressed, and then a new one, and so on."""
    chance = Random(seed)
    at = 0
    while True:
        board = chess.Board()
        moves: list[chess.Move] = []
        while not board.is_game_over() and not board.is_repetition(5) and len(moves) < 300:
            moves.append(chance.choice(list(board.legal_moves)))
            board.push(moves[-1])
        for event in play(chess.Board(), moves, CLEAN, seed):
            yield replace(event, at=Millis(event.at + at))
        at += 3_600_000
        yield NewGame(Millis(at))
        yield BoardSeen(Millis(at), chess.Board().occupied)
        at += 10_000
        yield Tick(Millis(at))


def test_two_thousand_plies_are_remembered_as_few_are() -> None:
    """A turn is a handful of acts, and no more than six of them are kept."""
    table = table_after("-e2 +e2")
    sizes: list[int] = []
    for event in _random_play(seed=7):
        table, _ = advance(table, event)
        assert len(table.pages) <= PAGES
        assert len(table.acts) <= 16 * PAGES
        if isinstance(event, ClockPressed):
            sizes.append(remembered(table))
        if len(sizes) == PLIES:
            break
    assert max(sizes) <= 2 * max(sizes[: PLIES // 10])


def test_heartbeats_of_an_idle_board_are_not_remembered() -> None:
    table = table_after("-e2 +e4 !W -e7 +e5 !B")
    assert table.phase is Phase.PLAYING
    before = size(table)
    at = table.now
    for beat in range(HEARTBEATS):
        at = Millis(at + 1000)
        seen = BoardSeen(at, table.occupied) if beat % 2 else Tick(at)
        table, _ = advance(table, seen)
    assert table.now == at
    assert size(table) == before


def test_a_contact_that_flaps_for_hours_does_not_fill_the_memory() -> None:
    """As the edges of a turn have one (`turn.MAX_EDGES`)."""
    table = table_after("-e2 +e4 !W")
    at = table.now
    for flap in range(2_000):
        at = Millis(at + 100)
        kind = Placed if flap % 2 else Lifted
        table, _ = advance(table, kind(at, chess.A1))
    assert len(table.acts) < 1_000
