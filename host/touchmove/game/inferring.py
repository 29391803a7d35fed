"""How plies that nobody saw come onto the record, and with what times.

No press was heard in the gap, so how the time was divided between the players is not known. The
estimate: every ply of the line took as long as every other, and the last one was completed when the
board was heard again. It takes no player's last second, because an estimate is no proof that a flag
fell; the arbiter, who knows more, can change the clocks.
"""

from dataclasses import dataclass, replace

from chess import QUEEN

from touchmove.arbiter.catching_up import Line
from touchmove.arbiter.closing import close
from touchmove.arbiter.position import Position
from touchmove.arbiter.turn import begin
from touchmove.game.clock import ChessClock, Side
from touchmove.game.completing import complete_as_pressed, end, record
from touchmove.game.effects import Effect
from touchmove.game.explaining import Explanation, footprint_of, seen_before
from touchmove.game.pending import Gap
from touchmove.game.record import WITNESSED
from touchmove.game.table import Table
from touchmove.game.telling import Stepped, alert
from touchmove.units import Millis

LEAVES_MS = 1_000
"""An estimate leaves a player so much at least, if he had it."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """One ply of a gap."""

    at: Millis
    """When it was completed."""
    spent_ms: Millis
    """How long the mover's time passed for it."""
    clock: ChessClock
    """The clock after it; the opponent's time passes."""
    half: Side
    """The mover's half of the clock just before it was completed."""
    heard: bool = False
    """Its press was heard before the board was lost, and is no estimate."""


def estimates_of(table: Table, gap: Gap, plies: int) -> tuple[Estimate, ...]:
    """Clocks and times after each of so many plies in the gap, the side to move's first."""
    clock, color = gap.clock or _counted(table), table.position.turn
    begun = max(gap.lost_at, clock.since)
    span_ms = max(0, gap.heard_at - begun)
    pressed = table.press is not None and table.press.color == color
    estimates = []
    for number in range(plies):
        heard = pressed and number == 0
        if heard and table.press is not None:
            at = max(table.press.at, clock.since)
        else:
            at = Millis(begun + span_ms * (number + 1 - pressed) // (plies - pressed))
        passed = Millis(0 if clock.running is None else at - clock.since)
        until_flag = None if clock.running is None else clock.side(clock.running).until_flag_ms
        if until_flag is not None:
            passed = Millis(min(passed, max(0, until_flag - LEAVES_MS)))
        spent = passed if clock.running == color else Millis(0)
        before = clock.at(Millis(clock.since + passed))
        clock = before.completed(color)._replace(running=not color, since=at)
        estimates.append(Estimate(at, spent, clock, before.side(color), heard))
        color = not color
    return tuple(estimates)


def _counted(table: Table) -> ChessClock:
    """The clock with the moves counted for which it had not been pressed."""
    white, black = table.unpressed
    return table.clock.counted(True, white).counted(False, black)


def follow(table: Table, gap: Gap, explanation: Explanation, evidence: str) -> Stepped:
    """The gap is explained: its plies are recorded, and the arbiter is told."""
    line, known, start = explanation.line, seen_before(table), table.position
    table, gap = _with_its_clock(table, gap, explanation)
    estimates = estimates_of(table, gap, len(line))
    table = table._replace(gap=None, displaced=False, press=None)
    effects: tuple[Effect, ...] = ()
    for ply in range(explanation.played):
        seen = line[: ply + 1] == known[: ply + 1]
        kind = line[ply].promotion
        if kind not in (None, QUEEN):  # what follows proves that it is no queen
            table = table._replace(named=(*table.named, (line[ply].to_square, kind)))
        ending = table.ending_of(footprint_of(table.position, line[ply]))
        table, more = _record(
            table, explanation, ply, estimates[ply], WITNESSED if seen else evidence
        )
        effects += more
        if gap.clock is None:
            table = table._replace(clock=estimates[ply].clock, started=True, unpressed=(0, 0))
        if ending is not None:
            table, more = end(table, estimates[ply].at, *ending)
            effects += more
            break
    else:
        # Whose move it is now is inferred too: a press without a move is no offence.
        table = table._replace(turn=explanation.following, refused=bool(line))
        if gap.lost and explanation.following.fits:
            table, more = complete_as_pressed(table)
            effects += more
        elif gap.clock is None and explanation.played < len(line):
            table = _on_the_last_ply(table, gap, estimates[explanation.played])
    table = run_for_the_side_to_move(table)
    unseen = line[: explanation.unseen] if len(known) < explanation.unseen else ()
    if not unseen:
        return table, effects
    detail = f"{in_words(start, unseen)}: played while the board could not be heard"
    if not all(each.heard for each in estimates[: explanation.played]):
        detail += "; the times are estimated"
    table, more = alert(table, table.now, "inferred", detail)
    return table, effects + more


def _with_its_clock(table: Table, gap: Gap, explanation: Explanation) -> tuple[Table, Gap]:
    """The clock as it was before it was estimated, if none of the lines in question was played."""
    if gap.clock is None or gap.lost or explanation.line[: explanation.played] in gap.asked:
        return table, gap
    table = table._replace(clock=gap.clock, started=gap.started)
    return table, replace(gap, clock=None)


def run_for_the_side_to_move(table: Table) -> Table:
    """The clock as the game stands, whoever has pressed while it was not known."""
    clock, color = table.clock, table.position.turn
    if clock.running in (None, color):
        return table
    return table._replace(clock=clock.run(color, max(table.now, clock.since)))


def _record(
    table: Table, explanation: Explanation, ply: int, estimate: Estimate, evidence: str
) -> Stepped:
    """One ply comes onto the record. What was touched before the gap belongs to the first one."""
    move, turn = explanation.line[ply], table.turn
    color = turn.position.turn
    standing = turn.standing if evidence == WITNESSED else None
    after = turn.position.after(move)
    table, effects = record(
        table,
        turn if ply == 0 or standing is not None else begin(turn.position),
        move,
        made_at=estimate.at,
        clock_ms=estimate.clock.side(color).left_ms,
        spent=estimate.spent_ms,
        evidence=evidence,
        following=begin(after) if standing is None else close(turn, move),
        half=estimate.half,
    )
    entry = table.moves[-1]._replace(clock_estimated=not estimate.heard)
    return table._replace(moves=(*table.moves[:-1], entry)), effects


def _on_the_last_ply(table: Table, gap: Gap, estimate: Estimate) -> Table:
    """The clock while the last ply of the line waits for its press."""
    since = Millis(max(table.clock.since, gap.heard_at - estimate.spent_ms))
    return table._replace(clock=table.clock._replace(since=since))


def in_words(position: Position, line: Line) -> str:
    """A line in SAN with move numbers: `1... e5 2. Nf3`."""
    words = []
    for number, move in enumerate(line):
        if position.turn:
            words.append(f"{position.ply // 2 + 1}.")
        elif number == 0:
            words.append(f"{position.ply // 2 + 1}...")
        words.append(position.san(move))
        position = position.after(move)
    return " ".join(words) or "no move"
