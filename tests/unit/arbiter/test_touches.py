"""What edges prove of hands, where some of them were missed."""

import chess

from touchmove.arbiter.position import Position
from touchmove.arbiter.touches import Hands, hands
from touchmove.arbiter.trace import Edge
from touchmove.rules import Timing
from touchmove.units import Millis

START = Position.from_fen(chess.STARTING_FEN)


def edge(at: int, token: str, *, seen: bool = True) -> Edge:
    """A lift or a place, as touch scripts write it."""
    return Edge(Millis(at), chess.parse_square(token[1:]), token[0] == "+", seen)


def missed(at: int, token: str) -> Edge:
    """One that a snapshot has shown."""
    return edge(at, token, seen=False)


def touched(*edges: Edge) -> list[str]:
    """The squares whose pieces were touched, in order."""
    found: Hands = hands(START, edges, ends_at=Millis(9000))
    return [chess.square_name(touch.square) for touch in found.touches]


def test_a_lift_that_was_seen_and_not_taken_back_at_once_is_a_touch() -> None:
    assert touched(edge(0, "-d2"), edge(150, "+d2")) == ["d2"]
    assert touched(edge(0, "-d2"), edge(149, "+d2")) == []


def test_a_lift_that_was_missed_is_a_touch_if_its_piece_went_elsewhere() -> None:
    assert touched(missed(0, "-d2"), edge(400, "+d3"), edge(900, "-e2")) == ["d2", "e2"]


def test_a_lift_that_was_missed_is_none_if_the_piece_came_back() -> None:
    assert touched(missed(0, "-d2"), edge(400, "+d2"), edge(900, "-e2")) == ["e2"]


def test_a_return_that_was_missed_proves_no_touch_of_either_player() -> None:
    """The piece may have been back at once."""
    assert touched(edge(0, "-d2"), missed(4000, "+d2")) == []
    assert touched(edge(0, "-d7"), missed(4000, "+d7")) == []


def test_how_long_a_touch_takes_is_for_the_profile_to_say() -> None:
    lift = (edge(0, "-d2"), edge(200, "+d2"))
    patient = Timing(brush_ms=Millis(250))
    assert [touch.square for touch in hands(START, lift, ends_at=Millis(9000)).touches] == [
        chess.D2
    ]
    assert hands(START, lift, ends_at=Millis(9000), timing=patient).touches == ()
