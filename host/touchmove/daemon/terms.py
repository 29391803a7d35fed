"""What a board plays under: the terms of the game in the log, or those that the event has now."""

import logging
from datetime import date

from touchmove.daemon import told
from touchmove.daemon.config.agreed import agreed_for
from touchmove.daemon.config.sections import Config
from touchmove.daemon.hall import recall
from touchmove.daemon.history import History
from touchmove.daemon.seat import Seat
from touchmove.errors import InputError, StoreError
from touchmove.shell.scribe import Scribe
from touchmove.shell.store import Store

log = logging.getLogger("touchmove")


def is_under_way(history: History) -> bool:
    """Whether a game has begun and is not over: it goes on as it was agreed."""
    table = history.table
    return table is not None and table.plies > 0 and table.outcome is None


async def settle_terms(seat: Seat, config: Config) -> None:
    """Go on with the game of the log, or agree on a new one."""
    wanted = agreed_for(config.board(seat.board), date.today())
    history = seat.session.history
    agreed, table = history.agreement, history.table
    extra = {"board": seat.board}
    if agreed is not None and table is not None and is_under_way(history):
        log.info(
            "going on with the game of board %s after %d half-moves",
            seat.board,
            table.plies,
            extra=extra,
        )
        if agreed.terms != wanted.terms:
            terms = ", ".join(agreed.terms)
            log.info("it goes on under the rules that it began with: %s", terms, extra=extra)
        return
    if agreed is not None and agreed.terms == wanted.terms:
        return
    try:
        await seat.agree(wanted)
    except StoreError as error:
        log.error("board %s has no game yet: %s", seat.board, error, extra=extra)


def _perhaps_under_way(store: Store) -> list[str]:
    """The boards of the log but those of which a result was told last: a game that is over need
    not be computed to know it."""
    found = []
    for board in store.boards():
        entry = store.last_told(board)
        try:
            over = entry is not None and told.read(entry.line).result != "*"
        except ValueError:
            over = False
        if not over:
            found.append(board)
    return found


async def check_asked(scribe: Scribe, asked: tuple[str | None, ...]) -> None:
    """Rejects terms that were demanded by option where a game goes on under others, with an
    `InputError`: one of the two is a mistake."""
    if not any(asked):
        return
    for board in await scribe.ask(_perhaps_under_way):
        history = (await recall(scribe, board)).history
        agreed = history.agreement
        if agreed is None or not is_under_way(history):
            continue
        if any(want not in (None, have) for want, have in zip(asked, agreed.terms, strict=True)):
            raise InputError(
                f"the log holds an unfinished game of board {board} under other rules "
                f"({', '.join(agreed.terms)}); leave out --profile, --laws, --time-control and "
                "--orientation to go on with it, or choose another --log"
            )
