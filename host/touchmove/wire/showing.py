"""What the host has its board show and keep: said when it changes, and again each second.

A line that is lost is mended by the next, so nothing is asked back. Only the stages of a time
control, of which there may be many, are said once: a board that lacks some does not take the clock,
and says which one it keeps.
"""

from chess import BLACK, WHITE

from touchmove.lamp import Pattern
from touchmove.replacing import replace
from touchmove.time_control import TimeControl
from touchmove.wire import codec
from touchmove.wire.known import Keeping, Link
from touchmove.wire.messages import KEEPS, ClockSet, Lamps, SetupSet, StageSet

Lines = tuple[bytes, ...]


def show(link: Link, pattern: Pattern) -> tuple[Link, Lines]:
    """Remember what the lamps are to show; the line for the port if it is new and can be sent."""
    changed = pattern != link.pattern
    link = replace(link, pattern=pattern)
    return link, lamp_lines(link) if changed else ()


def keep(link: Link, keeping: Keeping) -> tuple[Link, Lines]:
    """Remember what the board is to keep; the lines for the port if it is new and can be sent."""
    changed = keeping != link.keeping
    link = replace(link, keeping=keeping)
    return _kept_lines(link) if changed else (link, ())


def lines(link: Link) -> tuple[Link, Lines]:
    """Everything again."""
    link, kept = _kept_lines(link)
    return link, (*lamp_lines(link), *kept)


def lamp_lines(link: Link) -> Lines:
    """The lamps, if somebody is there."""
    if link.pattern is None or not link.greeted:
        return ()
    return (codec.write(Lamps(link.pattern)),)


def _kept_lines(link: Link) -> tuple[Link, Lines]:
    board, keeping = link.board, link.keeping
    if board is None or keeping is None or not link.greeted or link.awaits:
        return link, ()
    if KEEPS not in board.capabilities:
        return link, ()
    said = [codec.write(SetupSet(board.boot, keeping.setup))]
    if keeping.clock is None or keeping.clock.at < link.offset_ms:
        return link, tuple(said)  # not known, or not yet told as of a moment of this boot
    clock = keeping.clock.since(-link.offset_ms)
    if clock.key != link.key:
        said += _stages(board.boot, clock.key, keeping.control)
    said.append(codec.write(ClockSet(board.boot, link.have, clock)))
    return replace(link, key=clock.key), tuple(said)


def _stages(boot: str, key: str, control: TimeControl | None) -> list[bytes]:
    if control is None:
        return []
    return [
        codec.write(StageSet(boot, key, color, number, len(stages), stage))
        for color, stages in ((WHITE, control.white), (BLACK, control.black))
        for number, stage in enumerate(stages, 1)
    ]
