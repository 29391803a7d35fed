"""From one game to the next: the start position, what is wrong with it, and games that begin anew.

After the end nothing on the board is a move. A new game is armed by a word, when the start position
has been set up again and stands, or when hands begin to play from one that was never touched
(`passing.lift_after_end`). While it does not stand, the lamps show which squares are
wrong; that is no business of the arbiter. It becomes one when the players take the set-up to be
finished: they press the clock, or they have let a board stand that is nearly right. Which pieces
stand on the squares is not seen, so exchanged kings and queens come to light by the moves alone.
"""

import chess
from chess import Bitboard

from touchmove.arbiter.orientation import colors_of, quarter_turns
from touchmove.events import BoardSeen, ColorsReversedFound
from touchmove.game.completing import end_by_word, spent_ms
from touchmove.game.displacing import to_put_right
from touchmove.game.effects import GameStarted
from touchmove.game.table import Phase, Table, Tags, waiting_table
from touchmove.game.telling import Stepped, alert, withdraw
from touchmove.rules import Rules
from touchmove.units import Millis

START = chess.Board().occupied
"""The squares of the start position, that of Chess960 too."""

NEARLY = 2
"""So many squares at most that are to be cleared, and to be filled, are a slip: the set-up is taken
to be finished, if nobody touches it."""

LEFT_MS = Millis(10_000)
"""A set-up that is nearly right has been left by the hands when nothing has moved for this long."""


# ------------------------------------------------------------------ the next game
def next_start(table: Table) -> str:
    """The position in which the next game on this board begins, as FEN.

    In Chess960 it is the one that was agreed, if that was a start position; else the usual one.
    """
    start = table.earlier[0].start if table.earlier else table.start
    agreed = table.rules.chess960 and start.occupied == START and start.ply == 0
    return start.fen if agreed else chess.STARTING_FEN


def arm(table: Table, at: Millis) -> Stepped:
    """A new game: playing if the start position stands, else waiting for it."""
    fresh = armed(
        table.rules,
        tags=table.tags,
        fen=next_start(table),
        shown=table.shown_by_board,
        colors=table.colors,
        linked=table.linked,
        at=at,
    )
    return fresh, (GameStarted(at, fresh.start.fen),)


def armed(
    rules: Rules,
    *,
    tags: Tags,
    fen: str,
    shown: Bitboard,
    colors: tuple[Bitboard, Bitboard],
    linked: bool,
    at: Millis,
) -> Table:
    """The first table of a game that follows another. `shown` is in the board's own squares."""
    fresh = waiting_table(rules, tags, fen, shown, at)._replace(linked=linked, colors=colors)
    return fresh if start_stands(fresh) else fresh._replace(phase=Phase.SETUP)


def start_stands(table: Table) -> bool:
    """Whether the start position stands, and not turned by 180 degrees if the sensors can tell."""
    return table.occupied == table.start.occupied and not table.is_half_turned


def begin_game(table: Table, at: Millis) -> Stepped:
    """The start position stands: the game is on, and nothing is wrong any more."""
    return withdraw(table._replace(phase=Phase.PLAYING), at, "setup")


def never_stood(table: Table, event: BoardSeen) -> bool:
    """Whether `event`, in the game's squares, denies what a board that nobody has touched was taken
    to show: it stands turned. Any other difference may be moves that nobody saw."""
    known = table.bothways
    touched = table.turn.trace.edges or (known is not None and not known.undisturbed)
    if table.phase is not Phase.PLAYING or table.plies or touched:
        return False
    if event.occupied in quarter_turns(table.start.occupied):
        return True
    shown = table._replace(occupied=event.occupied, colors=colors_of(event))
    return event.white is not None and shown.is_half_turned


def wait_again(table: Table) -> Table:
    """The start position did not stand after all, and no game is on."""
    fresh = waiting_table(table.rules, table.tags, table.start.fen, None, table.now)
    return fresh._replace(phase=Phase.SETUP, linked=table.linked, remote=table.remote)


# ------------------------------------------------------------------ what is wrong
def _is_quarter_turned(table: Table) -> bool:
    return table.occupied in quarter_turns(table.start.occupied)


def _how_turned(table: Table) -> str | None:
    """How the board stands turned, in words; None if it does not."""
    if _is_quarter_turned(table):
        return "the board stands turned by 90 degrees: a light corner belongs at the right hand"
    if table.is_half_turned:
        return "the board stands turned by 180 degrees: each player has the other's side of it"
    return None


def wrong_since(table: Table) -> Millis | None:
    """A set-up that is wrong has been left alone: nearly right for a while, or turned by 90 or 180
    degrees for as long as it takes to stand."""
    if table.phase is not Phase.SETUP or _told(table):
        return None
    if _how_turned(table) is not None:
        return Millis(table.still_since + table.rules.settle_ms)
    lift, place = table.restore
    if not (lift or place):
        return None
    if len(lift) > NEARLY or len(place) > NEARLY:
        return None
    return Millis(table.still_since + LEFT_MS)


def tell_wrong(table: Table, at: Millis) -> Stepped:
    """The arbiter is told, once, that the set-up looks wrong (Laws 2.1, 7.2)."""
    if _told(table):
        return table, ()
    turned = _how_turned(table)
    if turned is not None:
        return alert(table, at, "setup", turned)
    lift, place = table.restore
    if len(lift) + len(place) > 4 * NEARLY:
        detail = f"the start position does not stand: {len(lift) + len(place)} squares are wrong"
        return alert(table, at, "setup", detail)
    detail = f"the start position does not stand; {to_put_right(table)}"
    return alert(table, at, "setup", detail)


def _told(table: Table) -> bool:
    return any(told.kind == "setup" for told in table.alerts)


# ------------------------------------------------------------------ colours reversed
def find_reversed(table: Table, event: ColorsReversedFound) -> Stepped:
    """Early in the game a new one is played; later it goes on, and the arbiter is told (7.3).

    Then the players' names change sides in the record, because each has played the other's colour.
    """
    if _is_early(table, event.at):
        return end_by_word(table, event.at, "annulled", "reversed colours")
    table = table._replace(tags=_exchanged(table.tags))
    return alert(table, event.at, "reversed", "the players have each other's colours")


def _exchanged(tags: Tags) -> Tags:
    """White's tags (`White`, `WhiteElo`, ...) are Black's, and the reverse; in the old order."""
    values = dict(tags)

    def other(name: str) -> str:
        for color, opponent in (("White", "Black"), ("Black", "White")):
            if name.startswith(color):
                return opponent + name.removeprefix(color)
        return name

    kept = [(name, values[other(name)]) for name, _ in tags if other(name) in values]
    moved = [(other(name), value) for name, value in tags if other(name) not in values]
    return (*kept, *moved)


def _is_early(table: Table, at: Millis) -> bool:
    """Whether the edition has a game played anew, by the moves made or by the time used."""
    edition, control = table.rules.edition, table.rules.time_control
    if edition.reversed_annuls_before is not None:
        return table.shown.ply // 2 < edition.reversed_annuls_before
    if edition.reversed_percent is None or control is None:
        return False
    played = [*(entry for chapter in table.earlier for entry in chapter.moves), *table.moves]
    used: int = sum(entry.spent_ms for entry in played)
    used += sum(spent_ms(table, color, at) for color in chess.COLORS)
    first = control.white[0].base_ms + control.black[0].base_ms
    return used * 100 < first * edition.reversed_percent
