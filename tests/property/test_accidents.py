"""What happens at a board beside the moves, with pieces that have an identity of their own.

The table sees occupancy only. Here every lift takes a certain piece and every place puts it down,
so a wrong belief shows even where the occupancy is right, and a board can be put right as people
do it: piece by piece.
"""

from dataclasses import replace
from random import Random

import chess
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.strategies import boards
from touchmove.events import (
    BoardSeen,
    ClockPressed,
    Event,
    Lifted,
    LinkLost,
    LinkRestored,
    Placed,
    PromotionNamed,
    Tick,
)
from touchmove.game.step import advance
from touchmove.game.table import Phase, new_table
from touchmove.hands import CLEAN
from touchmove.hands.orders import orders
from touchmove.hands.strokes import strokes_of
from touchmove.rules import EDITIONS, PROFILES, Rules
from touchmove.units import Millis

FORGIVING = replace(EDITIONS["2023"], illegal_moves_lose=None)
"""Laws under which no number of illegal moves ends a game."""

seeds = st.integers(0, 2**32 - 1)


class Wood:
    """Real pieces on a real board, and the table that watches it."""

    def __init__(self, board: chess.Board, profile: str, seed: int) -> None:
        self.table = new_table(Rules(PROFILES[profile], FORGIVING, None), fen=board.fen())
        self.pieces = board.piece_map()
        self.hand: list[chess.Piece] = []
        self.at = 0
        self.chance = Random(seed)

    def wait(self, shortest: int, longest: int) -> Millis:
        self.at += self.chance.randint(shortest, longest)
        return Millis(self.at)

    def happen(self, event: Event) -> None:
        self.table, _ = advance(self.table, event)

    def lift(self, square: chess.Square) -> None:
        self.hand.append(self.pieces.pop(square))
        self.happen(Lifted(self.wait(150, 700), square))

    def place(self, square: chess.Square, piece: chess.Piece) -> None:
        self.hand.remove(piece)
        self.pieces[square] = piece
        self.happen(Placed(self.wait(150, 700), square))

    def adjust(self, square: chess.Square) -> None:
        piece = self.pieces[square]
        self.lift(square)
        self.place(square, piece)

    def make(self, board: chess.Board, move: chess.Move) -> None:
        """A legal move, in one of the orders of the Laws."""
        order = self.chance.choice(orders(board, move))
        for stroke in strokes_of(board, move, order, CLEAN, self.chance):
            at = self.wait(stroke.after_ms, stroke.after_ms)
            self.happen((Lifted if stroke.lifts else Placed)(at, stroke.square))
        if move.promotion is not None:
            self.happen(PromotionNamed(Millis(self.at), move.promotion))
        after = board.copy(stack=False)
        after.push(move)
        self.pieces = after.piece_map()

    def press(self, color: chess.Color) -> None:
        self.happen(ClockPressed(self.wait(60, 500), color))

    def rest(self) -> None:
        self.happen(Tick(self.wait(2500, 2500)))

    def put_right(self, board: chess.Board) -> None:
        """Every piece goes where `board` has it, wrong ones first off the board, in any order.

        The lamps ask for it when the press has been judged, a third of a second after it at most.
        """
        self.happen(Tick(self.wait(350, 700)))
        wanted = board.piece_map()
        wrong = [square for square, piece in self.pieces.items() if wanted.get(square) != piece]
        self.chance.shuffle(wrong)
        for square in wrong:
            self.lift(square)
        missing = [square for square in wanted if square not in self.pieces]
        self.chance.shuffle(missing)
        self.hand = [wanted[square] for square in missing]
        for square in missing:
            self.place(square, wanted[square])
        self.hand = []

    @property
    def believed(self) -> bool:
        """Whether the table thinks that all is well, and has told nobody otherwise."""
        table = self.table
        doubts = (table.alerts, table.question, table.press, table.illegal != (0, 0))
        return table.phase is Phase.PLAYING and table.in_sync and not any(doubts)


def _fumble(wood: Wood, board: chess.Board) -> None:
    """Something that is no move: pieces adjusted, a capture begun and given up."""
    chance = wood.chance
    captures = [m for m in board.legal_moves if board.is_capture(m) and not board.is_en_passant(m)]
    if captures and chance.random() < 0.3:
        move = chance.choice(captures)
        begun = {square: wood.pieces[square] for square in (move.from_square, move.to_square)}
        for square in chance.sample(sorted(begun), 2):
            wood.lift(square)
        for square in chance.sample(sorted(begun), 2):
            wood.place(square, begun[square])
    else:
        wood.adjust(chance.choice(sorted(wood.pieces)))


@settings(max_examples=60)
@given(boards(), seeds)
def test_no_wrong_move_is_believed(board: chess.Board, seed: int) -> None:
    """Whatever is adjusted, the pieces stand where the table has them, or somebody is told."""
    wood = Wood(board, "classical", seed)
    for _ in range(8):
        moves = list(board.legal_moves)
        if not moves or wood.table.phase is not Phase.PLAYING:
            return
        move = wood.chance.choice(moves)
        if wood.chance.random() < 0.4:
            _fumble(wood, board)
        wood.make(board, move)
        if wood.chance.random() < 0.3:
            wood.adjust(wood.chance.choice(sorted(wood.pieces)))
        wood.press(board.turn)
        board.push(move)
        if wood.believed:
            assert wood.table.shown.board().piece_map() == wood.pieces


def _accident(wood: Wood, board: chess.Board) -> None:
    """A piece goes where it cannot go, perhaps with a capture, and is pressed."""
    chance = wood.chance
    own = [square for square, piece in wood.pieces.items() if piece.color == board.turn]
    origin, target = chance.choice(own), chance.choice(chess.SQUARES)
    if target in own or any(
        move.from_square == origin and move.to_square == target for move in board.legal_moves
    ):
        return
    piece = wood.pieces[origin]
    for square in chance.sample((origin, target), 2):
        if square in wood.pieces:
            wood.lift(square)
    wood.place(target, piece)
    wood.press(board.turn)
    wood.hand = []


@settings(max_examples=60)
@given(boards(), seeds)
def test_a_board_that_is_put_right_plays_on(board: chess.Board, seed: int) -> None:
    """After illegal moves and their way back, the legal moves are on the record, and only they."""
    wood = Wood(board, "classical", seed)
    played = []
    for _ in range(6):
        moves = list(board.legal_moves)
        if not moves:
            return
        if wood.chance.random() < 0.5:
            _accident(wood, board)
            wood.put_right(board)
            assert wood.table.phase is Phase.PLAYING
            assert wood.table.restore == ((), ())
        move = wood.chance.choice(moves)
        wood.make(board, move)
        wood.press(board.turn)
        board.push(move)
        played.append(move)
        if wood.table.question is not None or wood.table.phase is Phase.OVER:
            return
        assert [entry.move for entry in wood.table.moves] == played


def _chaos(wood: Wood, squares: list[chess.Square]) -> None:
    """One senseless thing: a lift, a place, a press, a gap in what is heard, or quiet."""
    chance = wood.chance
    full = [square for square in squares if square in wood.pieces]
    empty = [square for square in squares if square not in wood.pieces]
    kind = chance.random()
    if kind < 0.4 and full:
        wood.lift(chance.choice(full))
    elif kind < 0.8 and wood.hand and empty:
        wood.place(chance.choice(empty), chance.choice(wood.hand))
    elif kind < 0.9:
        wood.press(chance.choice(chess.COLORS))
    elif kind < 0.95:
        wood.happen(LinkLost(wood.wait(0, 500)))
        if full and empty:
            wood.pieces[chance.choice(empty)] = wood.pieces.pop(chance.choice(full))
        wood.happen(LinkRestored(wood.wait(0, 3000)))
        wood.happen(BoardSeen(Millis(wood.at), sum(chess.BB_SQUARES[s] for s in wood.pieces)))
    else:
        wood.wait(500, 3000)


@settings(max_examples=60)
@given(boards(), st.sampled_from(["classical", "casual", "unclocked"]), seeds)
def test_no_chaos_is_for_ever(board: chess.Board, profile: str, seed: int) -> None:
    """However senseless the hands were: put right and at rest, the next move is seen or asked."""
    wood = Wood(board, profile, seed)
    chance = wood.chance
    squares = chance.sample(chess.SQUARES, chance.choice([4, 8, 20]))
    for _ in range(chance.choice([3, 8, 20, 60])):
        _chaos(wood, squares)
    if wood.table.question is not None:
        return
    for _ in range(4):
        wood.put_right(wood.table.position.board())
        wood.rest()
    table = wood.table
    if table.phase is Phase.OVER:
        return
    assert (table.phase, table.restore, table.in_sync) == (Phase.PLAYING, ((), ()), True)
    now = table.position.board()
    moves = list(now.legal_moves)
    if not moves:
        return
    if table.clock.running is (not now.turn):
        wood.press(not now.turn)
    move = chance.choice(moves)
    wood.make(now, move)
    wood.press(now.turn)
    wood.rest()
    seen = [entry.move for entry in wood.table.moves[len(table.moves) :]]
    assert seen == [move] or wood.table.question is not None
