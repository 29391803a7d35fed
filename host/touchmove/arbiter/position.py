"""A position of the game as an immutable value, over python-chess's mutable board.

This is the only file that pushes moves. A `Position` knows the rules of chess through
`chess.Board`, and in addition what an arbiter needs: how often it has been reached, and which moves
explain an occupancy.
"""

import chess
from chess import Bitboard, Board, Color, Move, Outcome, Square, Termination

from touchmove.arbiter.footprint import (
    Footprint,
    castling_squares,
    footprint_of,
    footprints,
    leading_to,
)
from touchmove.arbiter.over import Stood, has_free_pawn, is_dead, is_fivefold

_Rules = tuple[str | None, bool, bool]
"""Which draws an edition knows: `fivefold`, `seventyfive` and `listed_only` of `outcome`."""


class Position:
    """One position with its history of repetitions. Treat as frozen: nothing on it changes.

    What is dear to compute is computed once, on demand.
    """

    __slots__ = (
        "_after",
        "_board",
        "_by_occupancy",
        "_can_move",
        "_in_check",
        "_judged",
        "_reached",
        "_stood",
        "_used",
        "kings",
        "occupied",
        "only",
        "turn",
    )

    def __init__(
        self, board: Board, reached: tuple[Stood, ...] = (), only: Move | None = None
    ) -> None:
        self._board = board
        self._stood = Stood(board)
        self._reached = reached
        self._by_occupancy: dict[Bitboard, tuple[Footprint, ...]] = {}
        self._after: dict[int, Position] = {}
        self._can_move: bool | None = None
        self._in_check: bool | None = None
        self._judged: tuple[_Rules, Outcome | None] | None = None
        self._used: tuple[Bitboard, ...] | None = None
        self.occupied: Bitboard = board.occupied
        """All squares that hold a piece."""
        self.kings: Bitboard = board.kings
        """Where the kings stand."""
        self.turn: Color = board.turn
        """The side to move."""
        self.only = only
        """The one move that is looked for, because it has been decided elsewhere; None: any."""

    @classmethod
    def from_fen(cls, fen: str, *, chess960: bool = False) -> "Position":
        """A position without history. `fen` must be valid: callers check people's input."""
        return cls(Board(fen, chess960=chess960))

    # ------------------------------------------------------------------ questions of chess
    @property
    def fen(self) -> str:
        """As python-chess writes it: the en passant square only where a capture is legal."""
        return self._board.fen()

    @property
    def is_start(self) -> bool:
        """Whether this is the usual start position, before the first move."""
        return self._board.board_fen() == chess.STARTING_BOARD_FEN and self._board.ply() == 0

    def pieces(self, color: Color) -> Bitboard:
        """The squares with pieces of `color`."""
        return self._board.occupied_co[color]

    def color_at(self, square: Square) -> Color | None:
        """Whose piece stands on `square`, or None."""
        return self._board.color_at(square)

    def san(self, move: Move) -> str:
        """`move` in SAN. It must be legal here."""
        return self._board._algebraic_without_suffix(move) + self.after(move).check_mark

    @property
    def check_mark(self) -> str:
        """What SAN writes after the move that led here: `+`, `#` or nothing."""
        if not self.in_check():
            return ""
        return "+" if self.can_move() else "#"

    def king_in_check(self) -> Square | None:
        """Where the king of the side to move stands, if it is in check."""
        return self._board.king(self.turn) if self.in_check() else None

    def can_move(self) -> bool:
        """Whether the side to move has a legal move."""
        if self._can_move is None:
            free = not self.in_check() and has_free_pawn(self._board)
            self._can_move = free or any(self._board.generate_legal_moves())
        return self._can_move

    def in_check(self) -> bool:
        """Whether the king of the side to move is attacked."""
        if self._in_check is None:
            self._in_check = self._board.is_check()
        return self._in_check

    def is_legal(self, move: Move) -> bool:
        """Whether `move` is legal here."""
        return self._board.is_legal(move)

    def after(self, move: Move) -> "Position":
        """The position that `move` leads to. It must be legal here."""
        key = move.from_square | move.to_square << 6 | (move.promotion or 0) << 12
        known = self._after.get(key)
        if known is None:
            board = self._board.copy(stack=False)
            board.push(move)
            board.clear_stack()
            zeroing = not board.halfmove_clock
            reached = () if zeroing else (*self._reached, self._stood)
            known = self._after[key] = Position(board, reached)
        return known

    def meant(self, move: Move) -> Move | None:
        """The legal move that `move` means, or None: castling is also written as king takes rook,
        and in Chess960 as two steps of the king."""
        try:
            return self._board.parse_uci(move.uci())
        except ValueError:
            return None

    def confined(self, only: Move | None) -> "Position":
        """The same position where only this legal move is looked for; None: every legal one."""
        return Position(self._board, self._reached, only)

    def tried(self, move: Move) -> "Position":
        """As `after`, in thought only: neither remembered nor counted as reached again."""
        board = self._board.copy(stack=False)
        board.push(move)
        return Position(board)

    def castlings_later(self, plies: int) -> int:
        """How many castlings there may be in `plies` after the next one, as the rights tell."""
        sides = (not self.turn, self.turn)[:plies]
        homes = (chess.BB_RANK_1 if side else chess.BB_RANK_8 for side in sides)
        return sum(bool(self._board.castling_rights & home) for home in homes)

    def can_mate(self, color: Color) -> bool:
        """Whether `color` has material with which some series of legal moves could mate."""
        return not self._board.has_insufficient_material(color)

    def outcome(
        self, *, fivefold: str | None, seventyfive: bool, listed_only: bool = False
    ) -> Outcome | None:
        """How the position ends the game by itself (Laws 5.1.1, 5.2.1, 5.2.2, 9.6), or None.

        Mate goes before every draw (9.6.2). Dead positions count where material alone decides;
        `fivefold` is `any` for five occurrences, `consecutive` for five by every second move of
        each player, None for no such draw.
        `listed_only`: only the endings that N90:10.4 lists, at most one minor piece a side.
        """
        rules = fivefold, seventyfive, listed_only
        if self._judged is None or self._judged[0] != rules:
            self._judged = rules, self._outcome(rules)
        return self._judged[1]

    def _outcome(self, rules: _Rules) -> Outcome | None:
        fivefold, seventyfive, listed_only = rules
        board = self._board
        if not self.can_move():
            if self.in_check():
                return Outcome(Termination.CHECKMATE, not board.turn)
            return Outcome(Termination.STALEMATE, None)
        if is_dead(board, listed_only=listed_only):
            return Outcome(Termination.INSUFFICIENT_MATERIAL, None)
        if seventyfive and board.halfmove_clock >= 150:
            return Outcome(Termination.SEVENTYFIVE_MOVES, None)
        consecutive = fivefold == "consecutive"
        if fivefold and is_fivefold(self._stood, self._reached, consecutive=consecutive):
            return Outcome(Termination.FIVEFOLD_REPETITION, None)
        return None

    def occurrences(self) -> int:
        """How often this position has been reached, this time included (Laws 9.2.3)."""
        key = self._stood.key()
        return 1 + sum(before.key() == key for before in self._reached)

    @property
    def ply(self) -> int:
        """Half-moves since the start of the game, by the move number."""
        return self._board.ply()

    @property
    def quiet_plies(self) -> int:
        """Half-moves since a pawn moved or a piece was taken (Laws 9.3)."""
        return self._board.halfmove_clock

    def legal_moves(self) -> tuple[Move, ...]:
        """Every legal move; where only one is looked for, that."""
        return tuple(self._board.legal_moves) if self.only is None else (self.only,)

    def may_promote(self) -> bool:
        """Whether a pawn of the side to move stands one step before its last rank."""
        rank = chess.BB_RANK_7 if self.turn else chess.BB_RANK_2
        return bool(self._board.pawns & self.pieces(self.turn) & rank)

    def promoting_squares(self) -> Bitboard:
        """The last rank, if a pawn of the side to move stands before it: there a new piece may be
        put before the pawn is taken off (Laws 4.6.2)."""
        return 0 if not self.may_promote() else chess.BB_RANK_8 if self.turn else chess.BB_RANK_1

    def promoting_next(self, lifted: Bitboard) -> Bitboard:
        """Where the waiting side's pawns of `lifted` may promote when they have the move."""
        color = not self.turn
        before_last, step = (chess.BB_RANK_7, 8) if color else (chess.BB_RANK_2, -8)
        squares = 0
        for pawn in chess.scan_forward(lifted & self._board.pawns & self.pieces(color)):
            if chess.BB_SQUARES[pawn] & before_last:
                squares |= chess.BB_PAWN_ATTACKS[color][pawn] | chess.BB_SQUARES[pawn + step]
        return squares

    def king(self) -> Square:
        """Where the king of the side to move stands."""
        king = self._board.king(self.turn)
        assert king is not None, "callers check people's positions"
        return king

    def is_own_rook(self, square: Square) -> bool:
        """Whether a rook of the side to move stands on `square`."""
        return bool(self._board.rooks & self.pieces(self.turn) & chess.BB_SQUARES[square])

    def captured_square(self, move: Move) -> Square | None:
        """Where the piece stands that `move` takes, or None."""
        if self._board.is_en_passant(move):
            return move.to_square + (-8 if self.turn else 8)
        return move.to_square if self._board.is_capture(move) else None

    def arrivals(self, move: Move) -> dict[Square, Square]:
        """From where the pieces come that `move` brings to their squares, by those squares."""
        if not self._board.is_castling(move):
            return {move.to_square: move.from_square}
        rook_from, king_to, rook_to = castling_squares(self._board, move)
        return {king_to: move.from_square, rook_to: rook_from}

    def castling_rook(self, move: Move) -> Square | None:
        """Where the rook stands with which `move` castles, or None."""
        if not self._board.is_castling(move):
            return None
        return castling_squares(self._board, move)[0]

    def castling_with(self, rook: Square) -> Move | None:
        """The legal castling with the rook on `rook`, or None."""
        moves = self._board.generate_castling_moves()
        return next((m for m in moves if self.castling_rook(m) == rook), None)

    # ------------------------------------------------------------------ questions of sensors
    def leaving(self, occupied: Bitboard) -> tuple[Footprint, ...]:
        """The footprints of the legal moves after which exactly `occupied` holds pieces."""
        found = self._by_occupancy.get(occupied)
        if found is None:
            found = leading_to(self._board, occupied)
            if self.only is not None:
                found = tuple(footprint for footprint in found if self.only in footprint.moves)
            self._by_occupancy[occupied] = found
        return found

    def lies_in_a_move(self, squares: Bitboard) -> bool:
        """Whether some legal move uses all of `squares`."""
        if self._used is None:
            self._used = tuple(footprint.squares for footprint in self.footprints())
        return any(not squares & ~used for used in self._used)

    def footprints(self) -> tuple[Footprint, ...]:
        """The footprints of every legal move; where only one is looked for, of that."""
        if self.only is not None:
            return (footprint_of(self._board, self.only),)
        return footprints(self._board)

    def board(self) -> Board:
        """A copy of the board, for those who draw or write it."""
        return self._board.copy(stack=False)
