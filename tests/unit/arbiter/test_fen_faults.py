"""What is wrong with a FEN, in the words of people who play chess."""

from random import Random

import chess
import pytest

from touchmove.arbiter.given import fault_of, fault_of_part

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
KINGS = "4k3/8/8/8/8/8/8/4K3"


@pytest.mark.parametrize(
    ("fen", "fault"),
    [
        ("", "nothing is given; it begins with the pieces from rank 8 down to rank 1"),
        (f"{START} w - - 0 1 7", "7 fields are given, and a FEN has six: pieces, side to move,"),
        ("8/8 w", "a board has 8 ranks, from rank 8 down to rank 1 with / between them; given: 2"),
        ("4k3/ppppppppp/8/8/8/8/8/4K3 w", "rank 7 is ppppppppp: that makes 9 squares, and a rank"),
        ("4k3/8/7/8/8/8/8/4K3 w", "rank 6 is 7: that makes 7 squares, and a rank has 8"),
        ("4k3/8/8/44/8/8/8/4K3 w", "rank 5 is 44: empty squares side by side are counted by one"),
        ("4k3/8/8/8/8/8/8/4X3 w", "'X' on rank 1 is no piece: KQRBNP are White's, kqrbnp Black's"),
        ("4k3/9/8/8/8/8/8/4K3 w", "'9' on rank 7 is no piece"),
        (f"{KINGS} x", "the side to move is w or b, not 'x'"),
        (f"{KINGS} w KQkqK", "castling is 'KQkqK': it is KQkq or a part of that, in Chess960 also"),
        (f"{KINGS} w - e4", "en passant is 'e4': it is the square that a pawn has just passed"),
        (f"{KINGS} w - - x", "half-moves since the last capture or pawn move: 'x' is no number"),
        (f"{KINGS} w - - -1", "half-moves since the last capture or pawn move: '-1' is no number"),
        (f"{KINGS} w - - ٣", "half-moves since the last capture or pawn move: '٣' is no number"),
        (
            f"{KINGS} w - - 1000",
            "half-moves since the last capture or pawn move: 1000 is too large",
        ),
        (f"{KINGS} w - - 0 10000", "the number of the move: 10000 is too large, the most is 9,999"),
        (f"{KINGS} w - - 0 {'9' * 5000}", "the number of the move: 999"),
        ("8/8/8/8/8/8/8/8 w", "no piece stands on the board"),
        ("4k3/8/8/8/8/8/8/8 w", "White has no king"),
        (
            "p7/8/8/8/8/8/8/P7 w",
            "White has no king; Black has no king; White has a pawn on a1, and",
        ),
        ("4k3/8/8/8/8/8/8/4K2K w", "White has 2 kings, on e1 and h1"),
        ("P3k2P/8/8/8/8/8/8/4K3 w", "White has pawns on a8 and h8, and none can be on rank 1 or"),
        ("4k3/pppppppp/p7/8/8/8/8/4K3 w", "Black has 9 pawns, and 8 is the most"),
        ("4k3/8/8/8/8/Q7/QQQQ1QQQ/QQQQKQQQ b", None),
        ("4k3/8/8/8/8/Q1Q5/QQQQ1QQQ/QQQQKQQQ b", "White has 17 pieces with the pawns, and 16 is"),
        (
            "4k3/4R3/8/8/8/8/8/4K3 w",
            "Black is in check from e7 and White has the move, so the king",
        ),
        (
            f"{KINGS} w K",
            "castling K needs White's king on e1 and a rook on h1; leave such a letter",
        ),
        (
            "4k2r/8/8/8/8/8/8/3K4 b qk",
            "castling q needs Black's king on e8 and a rook on a8; leave",
        ),
        ("4k3/8/8/8/8/8/8/4KR2 w F", "castling F names a rook of Chess960, and this is standard"),
        (
            f"{START} w KQkq e3 0 1",
            "en passant is e3 and White has the move, so Black has just moved, and Black's pawns",
        ),
        (
            f"{START} w KQkq e6 0 1",
            "en passant is e6, and no pawn can have passed it: Black needs a pawn on e5, and e6 and"
            " e7 must be empty; put - if none has",
        ),
        ("4k3/8/8/8/3PP3/4n3/8/4K3 b - e3 0 1", "en passant is e3, and no pawn can have passed"),
        (
            "4k3/8/8/8/1b2r2q/8/8/n3K3 w - - 0 1",
            "White is in check from b4, e4 and h4, and one move gives check with two pieces at",
        ),
        (
            "4k3/8/8/8/8/8/8/r3K2r w - - 0 1",
            "White is in check from a1 and h1, and no move gives check with two pieces on one line",
        ),
        (
            "4k3/8/8/4R3/4P3/8/8/4K3 b - e3 0 1",
            "Black is in check from e5, and a pawn that has just passed e3 (en passant) cannot",
        ),
        # What a game may show, and what a study may.
        ("4k3/8/5n2/8/4r3/8/8/4K3 w - - 0 1", None),
        ("4k3/8/8/8/8/3n4/8/4K2r w - - 0 1", None),
        ("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", None),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 0", None),
        (START, None),
    ],
)
def test_it_is_said_what_is_wrong_and_where(fen: str, fault: str | None) -> None:
    told = fault_of(fen, chess960=False)
    assert told is None if fault is None else (told or "").startswith(fault)


def test_in_chess960_any_rook_of_the_first_rank_may_castle() -> None:
    for number in range(960):
        board = chess.Board.from_chess960_pos(number)
        assert fault_of(board.fen(), chess960=True) is None
        assert fault_of(board.shredder_fen(), chess960=True) is None
    told = fault_of("4k3/8/8/8/8/8/8/R3K3 w K - 0 1", chess960=True)
    assert told is not None
    assert told.startswith("castling K needs White's king and a rook right of it on rank 1")
    told = fault_of("4k3/8/8/8/8/8/8/R3K3 w C - 0 1", chess960=True)
    assert told is not None
    assert told.startswith("castling C needs White's king and a rook on c1")


def test_whatever_is_typed_is_refused_in_words_or_can_be_played() -> None:
    random = Random(4)
    letters = "KQRBNPkqrbnp12345678/ w-be3~x"
    for _ in range(3_000):
        fen = list(random.choice((f"{START} w KQkq - 0 1", "4k2r/8/8/8/8/8/8/4K3 b k - 3 40")))
        for _ in range(random.randint(1, 3)):
            fen[random.randrange(len(fen))] = random.choice(letters)
        text = "".join(fen)
        told = fault_of(text, chess960=False)
        if told is None:
            board = chess.Board(text)
            assert board.is_valid(), text
        else:
            assert "cannot be read" not in told, (text, told)


def test_the_pieces_alone_may_be_of_either_side_to_move() -> None:
    assert fault_of_part("4k3/4R3/8/8/8/8/8/4K3") is None
    assert (
        fault_of_part("")
        == "nothing is given; it begins with the pieces from rank 8 down to rank 1"
    )
