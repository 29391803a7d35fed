"""PGN files: any bytes are games of legal moves, or are refused in one line."""

from tests.fuzz.saying import check_line, scratch
from touchmove.demo.playing import agreement, time_control
from touchmove.errors import InputError
from touchmove.hands import HANDLINGS
from touchmove.shell.game_file import read

SIZE_MAX = 3_000
WORDS = tuple(
    b'[Event "?"] [FEN "8/P6k/8/8/8/8/7K/8 w - - 0 1"] [SetUp "1"] [Variant "Chess960"] '
    b'[Variant "Atomic"] [TimeControl "60+1"] [Result "1-0"] 1. 1... e4 e5 Nf3 O-O a8=Q exd5 '
    b"1-0 0-1 1/2-1/2 * ( ) { } ; % $1 $999 !? {[%clk 0:01:02]} {[%clk 9:99:99.5]} {[%emt 1]} -- "
    b"Z0 e.p. \n \n\n \n[ \x00 \xef\xbb\xbf".split(b" ")
)


def attempt(data: bytes) -> None:
    """One file, all of it and its second game alone."""
    path = scratch("pgn") / "t.pgn"
    path.write_bytes(data)
    for only in (None, "2"):
        try:
            games = read(path, only)
        except InputError as error:
            check_line(str(error))
            continue
        for game in games:
            board = game.start.copy()
            for move in game.moves:
                assert board.is_legal(move)
                board.push(move)
            assert len(game.clocks) == len(game.moves)
            assert all(value.isprintable() for _, value in game.tags)
            for handling in HANDLINGS.values():
                time_control(game, handling)
                agreement(game, handling).rules()
