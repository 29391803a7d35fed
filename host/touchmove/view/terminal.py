"""A snapshot as a terminal shows it: board, clocks, last moves, lamps, alerts.

A function from a snapshot to something that rich can print; nothing here prints. The operator sits
at the terminal, so it shows the alerts that the public page leaves out. Lamps are coloured squares
with a sign beside the piece, so that they can be told apart without colours.
"""

from dataclasses import replace

import chess
from chess import Color, Square
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from touchmove.lamp import Lamp
from touchmove.units import Millis
from touchmove.view.snapshot import Alert, Snapshot

MOVES_SHOWN = 8
"""Full moves beside the board: as many lines as it has ranks."""
FEW_MOVES_SHOWN = 3
"""Full moves below the board."""
WIDE_COLUMNS = 52
"""Board (26), gap, and two moves as long as they get (`exd8=Q+`) with their number."""
NAME_COLUMNS = 16
CLOCK_COLUMNS = 8
"""`>1:29:59`; with a name between two spaces and a third they are as wide as the board."""
ALERTS_SHOWN = 3
"""The newest alerts; all of them are in the log."""
TENTHS_BELOW_MS = 20_000
"""A clock that runs down shows tenths in its last 20 seconds, as chess clocks do."""

_LIGHT, _DARK = "#97a598", "#68796c"
_LAST_LIGHT, _LAST_DARK = "#c2a23c", "#a38528"
"""Dark enough for white pieces, light enough for black ones."""
_WHITE_PIECE, _BLACK_PIECE = "bold #ffffff", "bold #101010"
_LAMPS = {
    Lamp.LIFT: ("#d2500f", "↑", "^"),
    Lamp.PLACE: ("#0f8a5f", "↓", "v"),
    Lamp.ASK: ("#d9ae00", "?", "?"),
    Lamp.MARK: ("#2f6fc4", "·", "-"),
    Lamp.MUST: ("#a04bb0", "!", "!"),
}
"""Colour of the square, and the sign beside the piece with and without symbols."""


def advanced(snapshot: Snapshot, by_ms: Millis) -> Snapshot:
    """The same snapshot after the running clock has run on for `by_ms`; never below zero.

    A delay runs out first, and at zero comes what is to come; nothing else can happen by itself.
    """
    if snapshot.clock_ms is None or snapshot.running is None:
        return snapshot
    running = 0 if snapshot.running == "W" else 1
    times, periods = list(snapshot.clock_ms), list(snapshot.clock_periods)
    coming = list(snapshot.clock_coming)
    waited = min(by_ms, snapshot.clock_waits_ms)
    passed = -by_ms if snapshot.clock_counts_up else by_ms - waited
    if snapshot.clock_shared:
        times[1 - running] = Millis(times[1 - running] + min(passed, times[running]))
    left = times[running] - passed
    while left <= 0 and coming[running]:
        (more, periods[running]), *later = coming[running]
        left, coming[running] = left + more, tuple(later)
    times[running] = Millis(max(0, left))
    return replace(
        snapshot,
        clock_ms=(times[0], times[1]),
        clock_periods=(periods[0], periods[1]),
        clock_coming=(coming[0], coming[1]),
        clock_waits_ms=Millis(snapshot.clock_waits_ms - waited),
        at_ms=Millis(snapshot.at_ms + by_ms),
    )


def render(
    snapshot: Snapshot, *, width: int, orientation: Color = chess.WHITE, symbols: bool = True
) -> RenderableType:
    """The whole screen, in so many columns; the moves go below the board where it is narrow.

    `symbols` False draws with ASCII only: pieces as letters.
    """
    upper, lower = not orientation, orientation
    board = Group(
        _player(snapshot, upper, symbols, width),
        _board(snapshot, orientation, symbols),
        _player(snapshot, lower, symbols, width),
    )
    below = [Text(status(snapshot), style="bold"), *_alerts(snapshot.alerts)]
    if width < WIDE_COLUMNS:
        return Group(board, _moves(snapshot, FEW_MOVES_SHOWN), *below)
    screen = Table.grid(padding=(0, 3))
    screen.add_row(board, Group(Text(), _moves(snapshot, MOVES_SHOWN)))
    return Group(screen, *below)


# ------------------------------------------------------------------ the board
def _board(snapshot: Snapshot, orientation: Color, symbols: bool) -> Text:
    pieces = chess.BaseBoard(snapshot.fen.split()[0]).piece_map()
    last = _last_move_squares(snapshot)
    files = range(8) if orientation else range(7, -1, -1)
    ranks = range(7, -1, -1) if orientation else range(8)
    text = Text(no_wrap=True)
    for rank in ranks:
        text.append(f"{rank + 1} ", style="dim")
        for file in files:
            square = chess.square(file, rank)
            cell, style = _cell(snapshot, square, pieces.get(square), square in last, symbols)
            text.append(cell, style=style)
        text.append("\n")
    text.append("  " + "".join(f" {chess.FILE_NAMES[file]} " for file in files), style="dim")
    return text


def _last_move_squares(snapshot: Snapshot) -> frozenset[Square]:
    if not snapshot.plies:
        return frozenset()
    move = chess.Move.from_uci(snapshot.plies[-1].uci)
    return frozenset((move.from_square, move.to_square))


def _cell(
    snapshot: Snapshot, square: Square, piece: chess.Piece | None, last: bool, symbols: bool
) -> tuple[str, str]:
    """Three characters for one square, and their style."""
    lamp = snapshot.lamps[square]
    light = bool(chess.BB_SQUARES[square] & chess.BB_LIGHT_SQUARES)
    plain, lately = (_LIGHT, _LAST_LIGHT) if light else (_DARK, _LAST_DARK)
    ground, symbol, sign = _LAMPS.get(lamp, (lately if last else plain, " ", " "))
    sign = symbol if symbols else sign
    in_the_air, extra = square in snapshot.place, square in snapshot.lift
    if piece is None:
        return f"{sign}{'#' if extra else ' '} ", f"{_BLACK_PIECE} on {ground}"
    letter = chess.UNICODE_PIECE_SYMBOLS[piece.symbol().lower()] if symbols else piece.symbol()
    ink = _WHITE_PIECE if piece.color else _BLACK_PIECE
    if in_the_air:
        return f"{sign}{letter}'", f"dim {ink.removeprefix('bold ')} on {ground}"
    return f"{sign}{letter} ", f"{ink} on {ground}"


# ------------------------------------------------------------------ around it
def clock_text(ms: Millis, *, counts_up: bool) -> str:
    """`1:29:59`, `4:05`, and `0:09.7` near the end of a clock that runs down."""
    tenths = max(0, ms) // 100
    seconds = tenths // 10
    if seconds >= 3600:
        return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
    if not counts_up and ms < TENTHS_BELOW_MS:
        return f"{seconds // 60}:{seconds % 60:02}.{tenths % 10}"
    return f"{seconds // 60}:{seconds % 60:02}"


def _player(snapshot: Snapshot, color: Color, symbols: bool, width: int) -> Text:
    """Name and clock; the name gives way, because half a clock would tell a wrong time."""
    side = "White" if color else "Black"
    name = dict(snapshot.tags).get(side, side)
    running = snapshot.running == side[0]
    left = snapshot.clock_periods[0 if color else 1]
    periods = f" {left}{'×' if symbols else 'x'}" if left else ""
    room = max(1, min(NAME_COLUMNS, width - CLOCK_COLUMNS - 3) - len(periods))
    if len(name) > room:
        name = name[: room - 1] + ("…" if symbols else ".")
    text = Text(f"  {name:<{room}} ", style="bold" if running else "", no_wrap=True)
    if snapshot.clock_ms is not None:
        ms = snapshot.clock_ms[0 if color else 1]
        shown = clock_text(ms, counts_up=snapshot.clock_counts_up)
        mark = ("▸" if symbols else ">") if running else " "
        shown = f"{mark}{shown:>{CLOCK_COLUMNS - 1}}{periods}"
        text.append(shown, style="bold" if running else "dim")
    return text


def _moves(snapshot: Snapshot, shown: int) -> Table:
    """The last moves, numbered; the one that is not completed yet in brackets."""
    black_first = snapshot.start_fen.split()[1] == "b"
    first = int(snapshot.start_fen.split()[5])
    sans = [ply.san if ply.completed else f"({ply.san})" for ply in snapshot.plies]
    cells = ["...", *sans] if black_first else sans
    rows = [cells[at : at + 2] for at in range(0, len(cells), 2)]
    table = Table.grid(padding=(0, 2))
    for at, row in list(enumerate(rows, start=first))[-shown:]:
        table.add_row(Text(f"{at}.", style="dim"), *map(Text, row))
    return table


def status(snapshot: Snapshot) -> str:
    """The state of the game in one line."""
    if not snapshot.linked:
        return "The board is not heard."
    if snapshot.result != "*" or snapshot.termination:
        return ", ".join(filter(None, (snapshot.result, snapshot.termination)))
    todo = "; ".join(
        f"{verb} {', '.join(map(chess.square_name, squares))}"
        for verb, squares in (("lift", snapshot.lift), ("place", snapshot.place))
        if squares
    )
    if snapshot.phase == "setup":
        return f"The pieces are being set up: {todo}".rstrip(": ")
    if snapshot.phase == "adjourned" and not todo:
        return "The game is adjourned; a move is sealed"
    if snapshot.phase == "paused":
        return "The clocks are stopped"
    if snapshot.phase == "restoring" or todo:
        return f"Board out of step with the game: {todo}".rstrip(": ")
    side = "White" if snapshot.fen.split()[1] == "w" else "Black"
    return f"{side} to move{', in check' if snapshot.check is not None else ''}"


def _alerts(alerts: tuple[Alert, ...]) -> list[Text]:
    return [
        Text(f"! {alert.kind} (ply {alert.ply}) {alert.detail}".rstrip(), style="yellow")
        for alert in alerts[-ALERTS_SHOWN:]
    ]
