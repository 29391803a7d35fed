"""What many simulated games add up to, as tables for the documentation."""

from collections import Counter
from dataclasses import dataclass, field

from tests.simulation.playing import Simulated


@dataclass
class Summary:
    """Sums over games."""

    totals: Counter[str] = field(default_factory=Counter)
    injected: Counter[str] = field(default_factory=Counter)
    alerts: Counter[str] = field(default_factory=Counter)
    failed: Counter[str] = field(default_factory=Counter)
    """Games by the kind of their first failure."""

    def add(self, game: Simulated) -> None:
        """One more game."""
        self.totals.update(
            {
                "games": 1,
                "plies": game.plies,
                "illegal moves completed": game.illegal,
                "wrong moves on the record that the arbiter was told of": game.told_wrong,
                "wrong moves in silence": game.silent_wrong,
                "captures swept off without a gap": game.swept,
                "of these recorded wrongly in silence": game.swept_wrong,
                "moves that the arbiter put in place of a wrong one": game.replaced,
                "positions that the arbiter set up by the page": game.resets,
            }
        )
        self.injected.update(game.injected)
        self.alerts.update(game.alerts)
        if game.failures:
            self.failed[game.failures[0].kind] += 1

    def __str__(self) -> str:
        parts = [
            _table("what", self.totals),
            _table("fault, and how often it struck", +self.injected),
            _table("alert", self.alerts),
            _table("failed games, by their first failure", self.failed),
        ]
        return "\n\n".join(part for part in parts if part)


def _table(heading: str, counts: Counter[str]) -> str:
    if not counts:
        return ""
    rows = [f"| {name.replace('_', ' ')} | {count:,} |" for name, count in counts.items()]
    if heading != "what":
        rows.sort()
    return "\n".join((f"| {heading} | |", "| --- | --- |", *rows))
