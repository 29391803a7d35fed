"""What is said to people of a board and its cable: each outage once, and its end once."""

import logging

from touchmove.daemon.history import History
from touchmove.daemon.versions import carried_firmware, firmware_advice
from touchmove.wire import link as wire
from touchmove.wire.link import Link
from touchmove.wire.messages import Complaint, Foreign, Heard, Hello, Refused, Said

log = logging.getLogger("touchmove")

QUOTED_MAX = 20
"""Lines that the board printed, or that were not understood, and that are shown for each opening
of the port: enough for a traceback; a board that sends garbage does not fill the screen."""


class Hearsay:
    """Says of one board what the operator has to know."""

    def __init__(self, board: str) -> None:
        self._extra = {"board": board}
        self._refused: Foreign | None = None
        self._unanswered = False
        self._quoted = 0
        self._firmware = ""
        """What was found on the board since the port was opened."""

    def opened(self) -> None:
        """The port is open; a board may have restarted, and print why."""
        self._quoted = 0
        self._firmware = ""

    def quote(self, heard: Heard, known: Link) -> None:
        """A line came that says nothing of the game."""
        match heard:
            case Foreign() if heard != self._refused:
                self._refused = heard
                log.error("%s", heard, extra=self._extra)
            case Hello(boot=boot, following=following) if _has_more(known, boot, following):
                self._say("the board knows fewer reports than it has sent; restart it")
            case Said(text):
                self._say(f"the board printed: {text}")
            case Complaint(reason):
                self._say(f"the board did not understand: {reason}")
            case Refused(reason, line):
                self._say(f"a line was not understood ({reason}): {line}")

    def followed(self, before: History, after: History) -> None:
        """The link has changed."""
        old, new = before.link, after.link
        if old.lost and not new.lost:
            log.warning("the board is heard again", extra=self._extra)
        board = new.board
        if board is not None and (old.board is None or old.board.board != board.board):
            about = (board.board, board.firmware, board.sensors)
            log.info("board %s, firmware %s, %s sensors", *about, extra=self._extra)
        if board is not None and new.greeted and board.firmware != self._firmware:
            self._firmware = board.firmware
            advice = firmware_advice(board, carried_firmware())
            if advice is not None:
                log.warning("%s", advice, extra=self._extra)
        if new.missed > old.missed:
            log.error(
                "the board had to give up %d reports: nobody listened for too long",
                new.missed - old.missed,
                extra=self._extra,
            )

    def fell_silent(self) -> None:
        """The board has stopped speaking."""
        log.warning("the board is silent; waiting for it", extra=self._extra)

    def listened(self, link: Link) -> None:
        """Time has passed; said once if nobody ever answers."""
        if self._unanswered or link.silent_ms <= wire.SILENCE_MS:
            return
        if link.board is None and link.foreign is None:
            self._unanswered = True
            log.warning("no board answers on this port; is touchmove's firmware on it?")

    def _say(self, words: str) -> None:
        self._quoted += 1
        if self._quoted <= QUOTED_MAX:
            log.info("%s", words, extra=self._extra)


def _has_more(link: Link, boot: str, following: int) -> bool:
    """Whether we have a report that this boot says it has not made."""
    return link.board is not None and link.board.boot == boot and following <= link.have
