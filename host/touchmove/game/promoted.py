"""What pawns have become, as people have said and as a story proves."""

from chess import QUEEN

from touchmove.arbiter.episodes import Story
from touchmove.arbiter.story import Names
from touchmove.game.table import Table
from touchmove.game.telling import alert

KIND = "promo_revised"


def names(table: Table, page: Table) -> Names:
    """The promotion pieces that have been named by now, those of moves on the record too."""
    named = dict(page.named)
    for entry in table.moves[len(page.moves) :]:
        if entry.move.promotion is not None and not entry.assumed:
            named[entry.move.to_square] = entry.move.promotion
    return tuple({**named, **dict(table.named)}.items())


def proven(story: Story, names: Names) -> Names:
    """What pawns became other than queens, as only the story says."""
    named = dict(names)
    return tuple(
        (episode.footprint.move.to_square, episode.promotion)
        for episode in story.episodes
        if episode.promotion != QUEEN
        and named.get(episode.footprint.move.to_square) is None
        and None not in named
    )


def corrected(table: Table, since: int, proven: Names, current: Table) -> Table:
    """And the arbiter is told of the kinds that were proven, where a queen would be assumed: now,
    if the table as it is (`current`) has not told him before.

    A move that is not completed yet is told of too: it will be recorded as if somebody had said so.
    """
    told = [(entry.move, entry.san) for entry in table.moves[since:]]
    if table.pending is not None:
        told.append((table.pending, table.position.san(table.pending)))
    for move, san in told:
        if (move.to_square, move.promotion) in proven:
            detail = f"{san}: the assumed queen cannot be"
            told_at = (a.at for a in current.alerts if (a.kind, a.detail) == (KIND, detail))
            table, _ = alert(table, next(told_at, current.now), KIND, detail)
    return table
