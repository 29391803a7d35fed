"""The shelf: positions that together hold every kind of move, each with the reason why it is there.

Everything else in this folder starts from here. `orders.py` says in which orders hands can make a
move, `gestures.py` in which manners, `oracle.py` what must come of it; the tests play every legal
move of every position in every order and manner, and moves that are not legal besides. None of
these modules asks the recogniser how a move is made, nor the model of hands of the demonstration.

To add a position:

1. Append a `Shelved` to `SHELF`: a short name, the FEN, and a sentence that says what no other
   position has. For Chess960 write the castling rights as files (`HAha`) and set `chess960`.
2. Run `pytest tests/exhaustive -k NAME`. That is all: its moves, orders, manners and illegal moves
   are generated, and `test_shelf.py` checks the position.
3. If it stands for a kind of move that is new, add the kind to `KINDS` in `test_shelf.py`, so that
   nobody takes the last position of the kind away.

A failure lists move, order and manner, and the touch script for `touchmove replay --json -`. Where
the script is right and the expectation is wrong, the place to mend it is `oracle.py`, with the
article of the Laws; not an exception for one position.
"""

from typing import NamedTuple

import chess


class Shelved(NamedTuple):
    """A position of the shelf."""

    name: str
    fen: str
    why: str
    """What it holds that others do not."""
    chess960: bool = False

    @property
    def board(self) -> chess.Board:
        """A new board with the position."""
        return chess.Board(self.fen, chess960=self.chess960)


_QUIET = (
    Shelved("start", chess.STARTING_FEN, "Quiet moves only, and every piece has neighbours."),
    Shelved(
        "start black",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
        "The same for Black: single and double steps of his pawns.",
    ),
    Shelved(
        "middlegame",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "Castling on both sides, captures by every kind of piece, 48 moves.",
    ),
    Shelved(
        "middlegame black",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
        "The same with Black to move.",
    ),
    Shelved(
        "crowd",
        "r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - 0 8",
        "Pieces stand side by side, and slides are short.",
    ),
    Shelved(
        "pawn wall",
        "4k3/pppppppp/PPPPPPPP/8/8/8/8/4K3 w - - 0 1",
        "Two ranks of pawns that touch: fourteen captures, most squares with two attackers.",
    ),
    Shelved(
        "slides",
        "7k/8/8/2b5/8/8/8/R5QK w - - 0 1",
        "Each square of a rook's or a queen's way is a legal move too.",
    ),
    Shelved(
        "blocked pawns",
        "4k3/1p6/1P2p3/p7/P2pP3/3P4/8/4K3 b - - 0 1",
        "Pawns that stand before each other; few moves, and many neighbours that cannot move.",
    ),
)

_CAPTURES = (
    Shelved(
        "one victim", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "A pawn with one capture and one step."
    ),
    Shelved(
        "two victims",
        "rnbqkbnr/ppp1p1pp/8/3p1p2/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3",
        "A pawn with two captures, which leave the same occupancy.",
    ),
    Shelved(
        "five victims", "4k3/8/2p1p3/1p3p2/3N4/1p6/8/4K3 w - - 0 1", "A knight with five captures."
    ),
    Shelved(
        "eight victims",
        "7k/3N4/1N3N2/8/B2q2B1/8/1P3P2/K2R4 b - - 0 1",
        "A black queen that can take on every line.",
    ),
    Shelved(
        "three attackers",
        "4k3/8/8/3p4/2P1P3/8/8/3RK3 w - - 0 1",
        "One victim of two pawns and a rook.",
    ),
    Shelved(
        "mutual captures",
        "6k1/8/3rr3/3RR3/8/8/8/6K1 b - - 0 1",
        "Rooks that attack each other and stand side by side.",
    ),
    Shelved(
        "king takes",
        "8/8/8/3k4/3PP3/4K3/8/8 b - - 0 1",
        "A king with a victim that is protected and one that is not.",
    ),
)

_EN_PASSANT = (
    Shelved(
        "en passant left",
        "rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3",
        "White takes to the queen's side.",
    ),
    Shelved(
        "en passant right", "4k3/8/8/4Pp2/8/8/8/4K3 w - f6 0 1", "White takes to the king's side."
    ),
    Shelved(
        "en passant by two",
        "4k3/8/3n4/1PpP4/8/8/8/4K3 w - c6 0 1",
        "Two pawns can take the same pawn in passing.",
    ),
    Shelved(
        "en passant black",
        "4k3/8/8/8/2pPp3/8/8/4K3 b - d3 0 1",
        "Black takes in passing, to both sides.",
    ),
    Shelved(
        "en passant at the edge",
        "4k3/8/8/8/Pp6/1P6/8/4K3 b - a3 0 1",
        "On the a-file: nothing wraps around the board.",
    ),
    Shelved(
        "en passant or take",
        "4k3/8/3n4/4Pp2/8/8/8/4K3 w - f6 0 1",
        "A pawn that can take in passing to one side and a knight on the other.",
    ),
    Shelved(
        "en passant pinned along the rank",
        "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1",
        "Both pawns would leave the rank, and the king in check: not legal.",
    ),
    Shelved(
        "en passant pinned on the file",
        "4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
        "The taking pawn is pinned.",
    ),
    Shelved(
        "en passant out of check",
        "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",
        "The pawn that gives check is taken in passing.",
    ),
)

_CASTLING = (
    Shelved(
        "castling", "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1", "Both castlings of White."
    ),
    Shelved(
        "castling black",
        "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R b KQkq - 0 1",
        "Both castlings of Black.",
    ),
    Shelved(
        "castling in the open",
        "r3k2r/p6p/8/8/8/8/P6P/R3K2R w KQkq - 0 1",
        "The rook alone may go where castling takes it, and the king may step on the way.",
    ),
    Shelved(
        "castling in the open black",
        "r3k2r/p6p/8/8/8/8/P6P/R3K2R b KQkq - 0 1",
        "The same for Black.",
    ),
    Shelved(
        "castling beside an attack",
        "1r2k2r/8/8/8/8/8/8/R3K2R w KQk - 0 1",
        "The b-file and the h-rook are attacked: both castlings are legal.",
    ),
    Shelved(
        "castling through check",
        "4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1",
        "Short castling would cross an attacked square.",
    ),
    Shelved(
        "castling out of check",
        "4r1k1/8/8/8/8/8/PPPP1PPP/R3K2R w KQ - 0 1",
        "No castling while the king is in check.",
    ),
    Shelved(
        "castling with check", "3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", "Castling that attacks the king."
    ),
    Shelved(
        "castling short alone",
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        "Kf1, Rf1, Rg1 and castling: the touches of each are part of the last.",
    ),
    Shelved(
        "castling right lost",
        "r3k2r/8/8/8/8/8/8/R3K2R b Qk - 0 1",
        "Black has one castling left, though king and rooks stand as ever.",
    ),
)

_CHESS960 = (
    Shelved(
        "960 king stays",
        "4k3/8/8/8/8/8/8/1RK4R w HB - 0 1",
        "On the c-file the king stays, and the b-rook jumps over him to the d-file.",
        True,
    ),
    Shelved(
        "960 king stays short",
        "6kr/8/8/8/8/8/8/4K3 b h - 0 1",
        "On the g-file the king stays; the rook is the only piece that is touched.",
        True,
    ),
    Shelved(
        "960 rook stays",
        "4k3/8/8/8/8/8/8/3RK2R w HD - 0 1",
        "The rook stands on its square already, and the king jumps over it.",
        True,
    ),
    Shelved(
        "960 rook stays short",
        "4kr2/8/8/8/8/8/8/K7 b f - 0 1",
        "The same on the king's side, for Black.",
        True,
    ),
    Shelved(
        "960 exchange",
        "4k3/8/8/8/8/8/8/5KR1 w G - 0 1",
        "King and rook take each other's squares: the occupancy is what it was.",
        True,
    ),
    Shelved(
        "960 exchange long",
        "2rk4/8/8/8/8/8/8/K7 b c - 0 1",
        "The same on the queen's side, for Black.",
        True,
    ),
    Shelved(
        "960 adjacent",
        "rk3r2/8/8/8/8/8/8/RK3R2 b FAfa - 0 1",
        "King and rook side by side at the edge; the rook jumps over the king.",
        True,
    ),
    Shelved(
        "960 one step",
        "4k3/pppppppp/8/8/8/8/PPPPPPPP/5K1R w H - 0 1",
        "The king takes one step, which he may also take without castling.",
        True,
    ),
    Shelved(
        "960 rook on the king's square",
        "4k3/8/8/8/8/8/8/2R1K3 w C - 0 1",
        "The rook stands where the king will stand: it has to leave first.",
        True,
    ),
    Shelved(
        "960 king on the rook's square",
        "3k4/8/8/8/8/8/8/R2K3R w HA - 0 1",
        "The king stands where the a-rook will stand.",
        True,
    ),
    Shelved(
        "960 long walk",
        "1k5r/8/8/8/8/8/8/1K5R w Hh - 0 1",
        "The king crosses the board from b to g.",
        True,
    ),
)

_PROMOTIONS = (
    Shelved(
        "promotions",
        "1r1r4/2P1P1P1/7k/8/8/7K/2p1p1p1/1R1R4 w - - 0 1",
        "Several pawns, straight and by capture, some with a choice of two victims.",
    ),
    Shelved(
        "promotions black",
        "1r1r4/2P1P1P1/7k/8/8/7K/2p1p1p1/1R1R4 b - - 0 1",
        "The same for Black.",
    ),
    Shelved("promotion alone", "8/4P1k1/8/8/8/8/6K1/8 w - - 0 1", "One pawn, nothing to take."),
    Shelved(
        "promotion by capture only",
        "8/8/8/8/8/1k6/p7/BN5K b - - 0 1",
        "The square before the pawn is taken; it can only capture.",
    ),
    Shelved(
        "promotion that ends the game",
        "k7/4P3/1K6/8/8/8/8/8 w - - 0 1",
        "Queen and rook mate, bishop and knight leave a dead position: the kind decides.",
    ),
    Shelved(
        "underpromotion",
        "8/5P1k/8/6p1/8/8/8/K7 w - - 0 1",
        "A knight gives check and a queen does not.",
    ),
    Shelved(
        "promotion pinned",
        "2nr3k/1P1P4/8/8/8/8/8/3K4 w - - 0 1",
        "One of two pawns that attack the same knight is pinned.",
    ),
)

_CHECKS = (
    Shelved(
        "double check",
        "4k3/8/8/8/4N3/8/8/4RK2 w - - 0 1",
        "A knight that uncovers a check, and with two of its moves gives another.",
    ),
    Shelved(
        "out of double check",
        "4r1k1/8/8/8/8/5n2/3P2P1/4K3 w - - 0 1",
        "Only the king may move: no other piece answers two checks, not even by taking.",
    ),
    Shelved(
        "evasions",
        "4k3/4r3/8/8/7B/8/3B1PPP/3QK2R w K - 0 1",
        "A check that can be answered by running, blocking and taking.",
    ),
    Shelved(
        "pinned pieces",
        "4r1k1/8/8/8/1b6/2N5/4B3/4K3 w - - 0 1",
        "A knight that cannot move at all, and a bishop that cannot either.",
    ),
    Shelved(
        "pinned along the line",
        "4r1k1/8/8/8/8/8/4R3/4K3 w - - 0 1",
        "A pinned rook that may slide on its line and take the pinning piece.",
    ),
)

_ENDINGS = (
    Shelved("mate in one", "6k1/5ppp/8/8/8/8/8/R3K2R w KQ - 0 1", "Mate ends the game at once."),
    Shelved(
        "stalemate in one", "k7/8/1K6/8/8/8/8/2Q5 w - - 0 1", "Mates and stalemates side by side."
    ),
    Shelved(
        "dead by capture",
        "8/8/8/3k4/8/8/2r5/1K6 w - - 0 1",
        "Taking the last piece ends the game.",
    ),
    Shelved(
        "rook ending",
        "8/8/8/4k3/8/8/4R3/4K3 b - - 0 1",
        "Kings and a rook in the open, near the centre squares.",
    ),
    Shelved(
        "minor pieces",
        "8/5k2/3n4/4p3/8/2B5/5K2/8 b - - 0 1",
        "A bishop, a knight and a pawn on an open board.",
    ),
    Shelved(
        "last of seventy-five",
        "4k3/8/8/3p4/4P3/8/4R3/4K3 w - - 149 100",
        "A quiet move ends the game, a capture or a pawn move does not.",
    ),
)

_MOST_MOVES = (
    Shelved(
        "most moves",
        "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
        "218 legal moves, the most that are known.",
    ),
    Shelved(
        "most moves black",
        "Kbnn1kb1/PP1q4/q4q2/2q4q/4q3/1q4q1/3q4/r6r b - - 0 1",
        "The same for Black.",
    ),
)

SHELF: tuple[Shelved, ...] = (
    *_QUIET,
    *_CAPTURES,
    *_EN_PASSANT,
    *_CASTLING,
    *_CHESS960,
    *_PROMOTIONS,
    *_CHECKS,
    *_ENDINGS,
    *_MOST_MOVES,
)
