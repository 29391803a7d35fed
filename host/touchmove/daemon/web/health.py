"""How the program is, as JSON for a person, a report, or whoever starts it again.

It is well as long as nothing is wrong that loses something: a board whose cable is out keeps what
happens on it, and a hall in the evening has no board at all. A log that cannot be written is grave,
because nothing is acknowledged, shown or told until it can; and so is one whose disk hangs.
"""

from datetime import UTC, datetime

from touchmove.daemon.seat import Seat
from touchmove.daemon.troubles import Trouble
from touchmove.daemon.versions import versions
from touchmove.daemon.web.office import Office, is_linked

GRAVE = frozenset({"log"})
"""Kinds of trouble with which the program is not well."""


def is_well(office: Office) -> bool:
    """Whether no grave trouble is open."""
    return not any(trouble.kind in GRAVE for trouble in office.hall.troubles.open)


def brief(office: Office) -> dict[str, object]:
    """What everybody may know."""
    return {"status": "well" if is_well(office) else "grave"}


def health(office: Office) -> dict[str, object]:
    """What whoever looks after the program may know; there is no token, player or move in it."""
    return {
        **brief(office),
        "versions": versions(),
        "uptime_s": round(office.uptime_s),
        "boards": [_board(office, seat) for seat in office.hall.seats.values()],
        "ports": list(office.hall.ports),
        "troubles": [_trouble(trouble) for trouble in office.hall.troubles.open],
        "log": _log(office),
        "viewers": office.viewers,
    }


def _log(office: Office) -> dict[str, object]:
    scribe = office.scribe
    return {
        "file": str(office.config.log.file),
        "waiting": scribe.waiting,
        "oldest_ms": round(scribe.oldest_s * 1000),
    }


def _board(office: Office, seat: Seat) -> dict[str, object]:
    link = seat.session.history.link
    return {
        "id": seat.board,
        "name": office.name(seat),
        "linked": is_linked(seat),
        "port": seat.path,
        "firmware": None if link.board is None else link.board.firmware,
        "silent_ms": link.silent_ms,
        "log_lag_ms": round(seat.session.tally.log_lag.latest_s * 1000),
    }


def _trouble(trouble: Trouble) -> dict[str, object]:
    since = datetime.fromtimestamp(trouble.since_ms / 1000, UTC)
    return {
        "kind": trouble.kind,
        "place": trouble.place,
        "since": since.strftime("%Y-%m-%dT%H:%M:%SZ"),
        "words": trouble.words,
        "grave": trouble.kind in GRAVE,
    }
