"""Tells the last moves again, where what was seen makes no sense any more.

A table remembers the last few turns: a page for each, which is the table as it was when that turn
began, and every act since. When a press finds no move, or when play goes on from a position that
the record does not have, the story of those acts is looked for, first from the present turn, then
from one turn further back, and so on. If one story is left it is put on the record in place of what
stood there.
"""

from collections.abc import Iterator

from chess import Color, Move

from touchmove.arbiter.episodes import Act, Episode, Pressed, Story
from touchmove.arbiter.footprint import Footprint
from touchmove.arbiter.observing import observe, replay
from touchmove.arbiter.position import Position
from touchmove.arbiter.story import MARGIN, UNEXPLAINED, stories, surely
from touchmove.arbiter.trace import Edge
from touchmove.arbiter.turn import Standing, Turn
from touchmove.game.completing import complete_by_press, complete_by_reply, press_late
from touchmove.game.effects import (
    Alerted,
    AlertWithdrawn,
    Effect,
    GameEnded,
    MoveCompleted,
    MoveTakenBack,
)
from touchmove.game.pages import told_since, turned
from touchmove.game.promoted import corrected, names, proven
from touchmove.game.record import INFERRED, WITNESSED, RecordedMove
from touchmove.game.table import Phase, Table
from touchmove.game.telling import Stepped, alert

TOLD_BY_STORY = frozenset(
    (
        "touch",
        "release",
        "rook_first",
        "missed_press",
        "press_early",
        "silent_capture",
        "promo_assumed",
        "displaced",
        "press_no_move",
    )
)
"""What is told of moves and presses, and is told anew with them; not by a story that takes so much
for granted that the arbiter had better know."""


_BROKEN = frozenset(("touch", "release", "rook_first", "displaced", "silent_capture"))
"""What of it says that something is wrong, whichever move it was."""

RECORDED = (
    "phase",
    "turn",
    "clock",
    "started",
    "outcome",
    "named",
    "previous",
    "displaced",
    "refused",
    "unpressed",
    "accounted_ms",
    "adjusting",
    "excused",
    "offer",
    "claim",
    "closed",
    "bound",
)
"""The fields of a table that recording moves changes."""


def acts_since(table: Table, page: Table) -> tuple[Act, ...]:
    """What has been seen since the turn of `page` began."""
    first = table.acted - len(table.acts)
    return (*page.turn.trace.edges, *table.acts[page.acted - first :])


def retell(table: Table, dearer_than: int, concluded: Move | None = None) -> Stepped | None:
    """The table with its last moves told so that they explain everything, or None.

    `dearer_than`: what the explanation without a story costs; a story must be cheaper.
    `concluded`: the move of that explanation; an older story of the same moves says nothing new.
    """
    for back in range(len(table.pages)):
        number = len(table.pages) - 1 - back
        page = table.pages[number]
        acts = acts_since(table, page)
        told = _told(table, page, acts)
        story = surely(told)
        if story is None or story.price - _price_of_the_record(table, page) >= dearer_than:
            continue
        if story.rest.occupied != table.occupied:
            return None  # something has changed that was not reported
        record = tuple(entry.move for entry in table.moves[len(page.moves) :])
        if _is_known(story, record, concluded, back=back):
            return None
        return _adopted(table, number, story, acts)
    return None


def _is_known(story: Story, record: tuple[Move, ...], concluded: Move | None, *, back: int) -> bool:
    """Whether a story says nothing but what the record and the conclusion say without it."""
    moves = story.moves[: story.completed]
    if len(story.moves) < len(record) and record[: len(story.moves)] == story.moves:
        return True  # what is completed is replaced, not taken back
    if story.moves[: len(record)] == record and story.completed <= len(record):
        # No move of this turn is completed yet: news only if another one stands than is thought.
        return bool(back) or concluded is None or concluded in story.moves[:1] or not story.moves
    agreed = moves[: len(record) + 1] == (*record, concluded)
    return agreed and (back > 0 or len(moves) == 1)


def rivals(table: Table, dearer_than: int) -> tuple[Footprint, ...]:
    """The moves of the present turn with which stories begin that are all as good; else none."""
    page = table.pages[-1]
    if page.turn.position is not table.turn.position:
        return ()  # the turn has begun with this very act
    told = _told(table, page, acts_since(table, page))
    if not told or told[0].price >= dearer_than:
        return ()
    near = [s for s in told if s.price < told[0].price + MARGIN and s.completed > 0]
    found = {story.episodes[0].footprint.moves: story.episodes[0].footprint for story in near}
    return tuple(found.values()) if len(found) > 1 else ()


def likeliest(table: Table) -> Footprint | None:
    """The move with which the story of the present turn begins, if no other comes near it."""
    page = table.pages[-1]
    told = _told(table, page, acts_since(table, page))
    near = [story.episodes for story in told if story.price < told[0].price + MARGIN]
    if not all(near):
        return None  # that nothing was moved is as likely
    found = {episodes[0].footprint.moves: episodes[0].footprint for episodes in near}
    return found.popitem()[1] if len(found) == 1 else None


def _told(table: Table, page: Table, acts: tuple[Act, ...]) -> tuple[Story, ...]:
    turn = page.turn
    return stories(
        turn.position,
        turn.trace.began,
        acts,
        _running(page),
        now=table.now,
        polarity=page.rules.polarity,
        named=names(table, page),
    )


def _running(page: Table) -> Color | None:
    """Whose time ran, where presses are awaited; else None."""
    return None if page.rules.profile.dwell_completes else page.clock.running


def _price_of_the_record(table: Table, page: Table) -> int:
    """What the moves on the record since `page` take for granted."""
    last = table.pages[-1]
    if page is last:
        return 0
    acts = acts_since(table, page)
    acts = acts[: len(acts) - (table.acted - last.acted)]
    moves = tuple(entry.move for entry in table.moves[len(page.moves) :])
    told = stories(page.position, page.turn.trace.began, acts, _running(page), only=moves)
    return told[0].price if told else BORNE_OUT_BY_NONE


BORNE_OUT_BY_NONE = 4
"""The price of a record that no story bears out."""


def _adopted(table: Table, number: int, story: Story, acts: tuple[Act, ...]) -> Stepped | None:
    """The table that has `story` on its record from page `number` on; None if it cannot be put
    there to its end, because a pawn has become something else than it thinks."""
    page = table.pages[number]
    if not page.started:
        page = page._replace(started=table.started, clock=table.clock)
    named = names(table, page)
    sure = proven(story, named)
    told = _recorded(page._replace(named=(*named, *sure)), story, acts)
    told = corrected(told, len(page.moves), sure, table)
    if told.phase is Phase.PLAYING and told.pending is not None:
        told = told._replace(turn=_going_on(told.turn, story, acts))
    if told.phase is Phase.PLAYING and told.turn.trace.occupied != table.occupied:
        return None
    same = agreeing(told.moves, table.moves)
    weighed = same == len(table.moves) and _has_rivals(table.turn)
    revised = tuple(
        entry._replace(evidence=INFERRED) if entry.move != before or (weighed and not n) else entry
        for n, (entry, before) in enumerate(_beside(told.moves[same:], table.moves[same:]))
    )
    anew = TOLD_BY_STORY if story.price < UNEXPLAINED else TOLD_BY_STORY - _BROKEN
    kept = [a for a in told_since(table, page) if a.kind not in anew]
    added = told_since(told, page)
    recorded = {field: getattr(told, field) for field in RECORDED}
    told = table._replace(
        **recorded,
        moves=(*table.moves[:same], *revised),
        alerts=(*page.alerts, *kept, *(a for a in added if a not in kept)),
        press=None,
        question=None,
        pages=table.pages[: number + 1],
    )
    return turned(told), what_changed(table, told, same)


def _has_rivals(turn: Turn) -> bool:
    """Whether several moves explain the sensors, so that only a story may say which it was."""
    return turn.fits and turn.standing is not None and bool(turn.standing.rivals)


def _beside(
    told: tuple[RecordedMove, ...], recorded: tuple[RecordedMove, ...]
) -> Iterator[tuple[RecordedMove, Move]]:
    """Each move that is told, and the one in whose place it comes; itself if there was none."""
    for number, entry in enumerate(told):
        yield entry, recorded[number].move if number < len(recorded) else entry.move


def agreeing(told: tuple[RecordedMove, ...], recorded: tuple[RecordedMove, ...]) -> int:
    """How many moves from the first on are the same on both records."""
    pairs = enumerate(zip(told, recorded, strict=False))
    differ = (number for number, (one, other) in pairs if one.move != other.move)
    return next(differ, min(len(told), len(recorded)))


def what_changed(before: Table, after: Table, same: int) -> tuple[Effect, ...]:
    """What became true with another record from move `same` on: moves, alerts, the end."""
    at = before.now
    effects: list[Effect] = [MoveTakenBack(at, e.move) for e in reversed(before.moves[same:])]
    effects += [MoveCompleted(e.at, e.move, e.san, e.evidence) for e in after.moves[same:]]
    effects += [AlertWithdrawn(at, a.kind, a.ply) for a in before.alerts if a not in after.alerts]
    effects += [
        Alerted(a.at, a.kind, a.ply, a.detail) for a in after.alerts if a not in before.alerts
    ]
    if after.outcome is not None and after.outcome != before.outcome:
        ended = after.outcome
        effects.append(GameEnded(ended.at, ended.result, ended.termination))
    return tuple(effects)


def _going_on(turn: Turn, story: Story, acts: tuple[Act, ...]) -> Turn:
    """The turn of a move that stands and is not pressed, with what came after it."""
    for act in acts[story.episodes[-1].ends + 1 :]:
        if isinstance(act, Edge):
            turn = observe(turn, act)
    return turn


def _recorded(table: Table, story: Story, acts: tuple[Act, ...]) -> Table:
    """`table` with the moves of `story` on its record, in the order of their completion."""
    episodes = story.episodes
    for number, episode in enumerate(episodes):
        turn = _standing(table.position, episode)
        if not turn.position.is_legal(table.kind_of(episode.footprint)):
            return table  # a pawn has become something else than the story thinks
        table = table._replace(turn=turn, phase=Phase.PLAYING)
        pressed = story.presses[number]
        last = number == len(episodes) - 1
        if last and pressed is None:
            return table
        replied = not last and (pressed is None or pressed > episodes[number + 1].ends)
        if replied:
            edges = episodes[number + 1].trace.edges
            at = max(edges[0].at if edges else episode.at, table.clock.since)
            table, _ = complete_by_reply(table._replace(now=episodes[number + 1].at), at)
        if pressed is None:
            continue
        act = acts[pressed]
        assert isinstance(act, Pressed)
        if replied:
            table = press_late(table, act.color, max(act.at, table.clock.since))
            continue
        early = episode.at > act.at
        evidence = INFERRED if episode.swept else WITNESSED
        table, _ = complete_by_press(
            table, episode.footprint, act.at, standing=True, evidence=evidence
        )
        if early:
            san = table.moves[-1].san
            table, _ = alert(table, act.at, "press_early", f"{san} landed after the press")
        if episode.swept:
            detail = f"{table.moves[-1].san}: the captured piece was never seen to leave"
            table, _ = alert(table, act.at, "silent_capture", detail)
        if table.phase is Phase.OVER:
            return table
    return table._replace(turn=replay(table.position, story.rest))


def _standing(position: Position, episode: Episode) -> Turn:
    """The turn in which the move of `episode` stands."""
    edge = len(episode.trace.edges) - 1
    standing = Standing(episode.footprint, (), episode.at, edge, episode.held, episode.swept)
    return Turn(position, episode.trace, standing, True)
