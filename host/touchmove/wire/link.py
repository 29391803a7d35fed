"""The host's end of the cable: a fold that turns a board's messages into events, each once.

`step` takes what arrived and when; `tend` is called several times a second and is where silence is
noticed, a lost board is hailed, and a heard one is pinged and shown its lamps again. Both give
`(link, events, replies)`; the replies are lines for the port. Write the line that `step` was given
to the log before its replies to the port: an acknowledgement says that a report is safe.

**Order.** Reports are numbered from 1 at each boot. The next one is taken, earlier ones are repeats
and only acknowledged again, later ones are dropped and the missing one is asked for: a board keeps
its reports, so going back is simpler than holding pieces. A board that has booted sends no report
until it is asked by the name of this boot, so none can be taken for a report of an earlier boot.

**Occupancy.** An edge states the board after it. If the board before it is not what was known, a
`BoardSeen` says so first. Heartbeats and pongs speak only when no report is outstanding.

**Time.** Event time is board time plus an offset that is fixed once a boot. When the board
restarts, the time that it was away is taken from the host's clock, which is data (`received_ms`)
and may jump: time never runs backwards, and an absence counts at most `ABSENCE_MAX_MS`, but at
least as long as the board says that it has been on again.

**Replay.** The same lines with the same `received_ms`, and `lose` where a loss was said, give the
same events again; what `tend` sends has no part in them. A log may leave out heartbeats and pongs
that gave nothing but a `Tick`, if it keeps the latest of them before a hello and before a loss.
"""

from touchmove import events
from touchmove.events import Event
from touchmove.replacing import replace
from touchmove.units import Millis
from touchmove.wire import clock_sync, codec, edges
from touchmove.wire.known import Link as Link
from touchmove.wire.known import Step
from touchmove.wire.messages import (
    ALONE,
    KEEPS,
    PROTOCOL,
    SET,
    Ack,
    Beat,
    Complaint,
    Foreign,
    Hail,
    Heard,
    Hello,
    Kept,
    Lift,
    Overflow,
    Ping,
    Place,
    Pong,
    Press,
    Release,
    Report,
    Resend,
    Resume,
)
from touchmove.wire.showing import keep as keep
from touchmove.wire.showing import lamp_lines, lines
from touchmove.wire.showing import show as show

SILENCE_MS = 3_000
"""A board that beats each second and is not heard for three has gone: two beats may be lost."""

TEND_MAX_MS = 1_000
"""How much silence one call of `tend` may add: a clock that is set forward loses no board."""

TEND_PERIOD_MS = 1_000
"""Hail, or ping and show everything again, this often: the board's own rhythm."""

ASK_AGAIN_MS = 100
"""The same request goes out again after this long: many times a round trip, and no storm."""

ABSENCE_MAX_MS = 24 * 3_600_000
"""A board that restarts was away for a day at most; more means that the host's clock was set."""

NONCES = 10_000
"""Pings are numbered below this: four digits, far more than can be under way."""


# ------------------------------------------------------------------ what arrives
def step(link: Link, heard: Heard, received_ms: int) -> Step:
    """Take one line, as `codec` read it. What is not from a board that we know changes nothing."""
    match heard:
        case Foreign():
            return replace(link, foreign=heard, greeted=False), (), ()
        case Hello():
            return _greet(replace(link, silent_ms=0), heard, received_ms)
        case Beat():
            return _beat(replace(link, silent_ms=0), heard, received_ms)
        case Pong():
            return _pong(replace(link, silent_ms=0), heard, received_ms)
        case Lift() | Place() | Press() | Release() | Overflow():
            return _report(replace(link, silent_ms=0), heard, received_ms)
        case Kept():
            return _kept(replace(link, silent_ms=0), heard, received_ms)
        case Complaint():
            return replace(link, silent_ms=0), (), ()
    return link, (), ()


def _greet(link: Link, hello: Hello, received_ms: int) -> Step:
    said: tuple[Event, ...] = ()
    if link.board is None or link.board.boot != hello.boot:
        link, said = _new_boot(link, hello, received_ms)
    link = replace(link, board=hello, foreign=None, greeted=True, due_ms=0)
    link = replace(link, awaits=KEEPS in hello.capabilities, stated=None)
    asks, link = _ask(link, link.have + 1, received_ms, again=True)
    return link, said, (*asks, *lamp_lines(link))


def _new_boot(link: Link, hello: Hello, received_ms: int) -> tuple[Link, tuple[Event, ...]]:
    """A board that we meet for the first time, or after it restarted."""
    if link.board is None:
        at = Millis(max(link.now, hello.at))
        have = hello.acked
        said: tuple[Event, ...] = ()
    else:
        link, said = lose(link)
        absence = min(max(received_ms - link.anchored_ms, 0), ABSENCE_MAX_MS)
        at = Millis(max(link.now + hello.at, link.anchor + absence))
        have = 0
    link = replace(
        link,
        have=have,
        occupancy=None,
        offset_ms=at - hello.at,
        anchored_ms=received_ms,
        anchor=at,
        relation=None,
    )
    return link, said


def _report(link: Link, report: Report, received_ms: int) -> Step:
    if link.board is None:
        asks, link = _ask(link, 0, received_ms)
        return link, (), asks
    if link.awaits:
        asks, link = _ask(link, link.have + 1, received_ms)
        return link, (), asks
    if report.sequence <= link.have:
        return link, (), _ack(link)
    count = report.count if isinstance(report, Overflow) else 1
    if report.sequence - count > link.have:
        asks, link = _ask(link, link.have + 1, received_ms)
        return link, (), asks
    link, at = _advance(link, report.at)
    said = (*_restored(link, at), *edges.meaning(link.occupancy, report, at, restate=link.lost))
    link = replace(
        link,
        have=report.sequence,
        missed=link.missed + (report.sequence - link.have if isinstance(report, Overflow) else 0),
        occupancy=report.after,
        lost=False,
        anchored_ms=received_ms,
        anchor=at,
    )
    link, compared = _compared(link)
    return link, (*said, *compared), _ack(link)


def _kept(link: Link, kept: Kept, received_ms: int) -> Step:
    """Which clock the board keeps, in answer to `Resume`; or it lacks the stages of ours."""
    if not _current(link, kept.boot, kept.newest):
        asks, link = _ask(link, 0, received_ms)
        return link, (), asks
    link = replace(link, key=kept.clock.key)
    said: tuple[Event, ...] = ()
    if link.awaits:
        link = replace(link, awaits=False, stated=kept if kept.origin == SET else None)
        if kept.origin == ALONE:
            clock = kept.clock.since(link.offset_ms)
            said = (events.ClockStated(link.now, clock, alone=True),)
        else:
            link, said = _compared(link)
    link, shown = lines(link)
    return link, said, (*_ack(link), *shown)  # the board has little room for more until we speak


def _compared(link: Link) -> tuple[Link, tuple[Event, ...]]:
    """The clock that the board stated, as soon as the game has come to where it was stated."""
    stated = link.stated
    if stated is None or link.have < stated.newest:
        return link, ()
    clock = stated.clock.since(link.offset_ms)
    return replace(link, stated=None), (events.ClockStated(link.now, clock, alone=False),)


def _restored(link: Link, at: Millis) -> tuple[Event, ...]:
    return (events.LinkRestored(at),) if link.lost else ()


def _beat(link: Link, beat: Beat, received_ms: int) -> Step:
    if not _current(link, beat.boot, beat.newest):
        asks, link = _ask(link, 0, received_ms)
        return link, (), asks
    if (
        link.awaits or beat.newest > link.have
    ):  # Under way, or the board has never heard from where to send.
        asks, link = _ask(link, link.have + 1, received_ms)
        return link, (), asks
    link, at = _advance(link, beat.at)
    mended = edges.mended(link.occupancy, beat.occupancy, at, restate=link.lost)
    said = (*_restored(link, at), *mended, events.Tick(at))
    return replace(link, occupancy=beat.occupancy, lost=False), said, _ack(link)


def _pong(link: Link, pong: Pong, received_ms: int) -> Step:
    if not _current(link, pong.boot, pong.newest):
        asks, link = _ask(link, 0, received_ms)
        return link, (), asks
    nonce, sent_ms = link.ping
    if nonce == pong.nonce:
        known = clock_sync.refine(link.relation, sent_ms, received_ms, pong.at)
        link = replace(link, relation=known)
    if link.awaits or pong.newest > link.have or link.lost or link.occupancy is None:
        return link, (), ()
    link, at = _advance(link, pong.settled)
    return link, (events.Tick(at),), ()


def _current(link: Link, boot: str, newest: int) -> bool:
    return link.board is not None and link.board.boot == boot and newest >= link.have


def _advance(link: Link, board_ms: int) -> tuple[Link, Millis]:
    at = Millis(max(link.now, board_ms + link.offset_ms))
    return replace(link, now=at), at


def _ack(link: Link) -> tuple[bytes, ...]:
    assert link.board is not None
    return (codec.write(Ack(link.board.boot, link.have)),)


def _ask(
    link: Link, sequence: int, received_ms: int, *, again: bool = False
) -> tuple[tuple[bytes, ...], Link]:
    """Ask for reports from a number on (0: for a hello), unless that was done just now."""
    boot = "" if link.board is None else link.board.boot
    what, when = link.asked
    if what == sequence and abs(received_ms - when) < ASK_AGAIN_MS and when and not again:
        return (), link
    wanted = Resume(boot, sequence) if link.awaits else Resend(boot, sequence)
    line = codec.write(wanted if sequence else Hail(PROTOCOL))
    return (line,), replace(link, asked=(sequence, received_ms))


# ------------------------------------------------------------------ what time brings
def lose(link: Link) -> tuple[Link, tuple[Event, ...]]:
    """The port has vanished, or the program was away: the board cannot be heard.

    Says `LinkLost` once; a board that was never heard cannot be lost.
    """
    link = replace(link, greeted=False, silent_ms=0, due_ms=0)
    if link.lost or link.board is None:
        return link, ()
    return replace(link, lost=True), (events.LinkLost(link.now),)


def tend(link: Link, now_ms: int) -> Step:
    """Notice silence and keep the conversation going. Call it about every 250 ms, and at once
    after the port was opened: its first reply is the hail."""
    elapsed = 0 if link.tended_ms is None else now_ms - link.tended_ms
    elapsed = min(max(elapsed, 0), TEND_MAX_MS)
    silent = link.silent_ms + elapsed
    link = replace(link, tended_ms=now_ms, silent_ms=silent, due_ms=link.due_ms - elapsed)
    said: tuple[Event, ...] = ()
    if silent > SILENCE_MS and (link.greeted or _heard_at_all(link)):
        link, said = lose(link)
    if link.due_ms > 0:
        return link, said, ()
    link = replace(link, due_ms=TEND_PERIOD_MS)
    if not link.greeted:
        return replace(link, asked=(0, now_ms)), said, (codec.write(Hail(PROTOCOL)),)
    nonce = (link.ping[0] + 1) % NONCES
    link, shown = lines(replace(link, ping=(nonce, now_ms)))
    return link, said, (codec.write(Ping(nonce)), *shown)


def _heard_at_all(link: Link) -> bool:
    return link.board is not None and not link.lost
