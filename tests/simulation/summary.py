"""What many simulated games add up to, as tables for the documentation."""

from collections import Counter
from dataclasses import dataclass, field

from tests.simulation.playing import Simulated

SWEPT, SWEPT_WRONG = "captures whose victim no sensor saw leave", "of these wrong in silence"
UNSEEN, UNSEEN_WRONG = "moves whose piece no sensor saw arrive", "of those wrong in silence"
UNPRESSED_WRONG = "wrong moves of which was only told that they were not pressed"
CEILINGS = (
    (SWEPT, SWEPT_WRONG, 1 / 20),
    (UNSEEN, UNSEEN_WRONG, 1 / 200),
    ("games", UNPRESSED_WRONG, 1 / 2_000),
)
"""Of what no sensor can see, such a part may be recorded wrongly in silence..."""
FREE = 3
"""... or this number, where few are played."""


@dataclass
class Summary:
    """Sums over games."""

    totals: Counter[str] = field(default_factory=Counter)
    injected: Counter[str] = field(default_factory=Counter)
    alerts: Counter[str] = field(default_factory=Counter)
    causes: Counter[str] = field(default_factory=Counter)
    """What had struck near wrong moves that nobody was told of in time."""
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
                SWEPT: game.swept,
                SWEPT_WRONG: game.swept_wrong,
                UNSEEN: game.unseen,
                UNSEEN_WRONG: game.unseen_wrong,
                UNPRESSED_WRONG: game.unpressed_wrong,
                "moves that the arbiter put in place of a wrong one": game.replaced,
                "times the arbiter had play go on from before a wrong move": game.corrected,
                "positions that the arbiter set up by the page": game.resets,
            }
        )
        self.injected.update(game.injected)
        self.alerts.update(game.alerts)
        self.causes.update(", ".join(causes) or "nothing" for causes in game.causes)
        if game.failures:
            self.failed[game.failures[0].kind] += 1

    @property
    def exceeds(self) -> bool:
        """Whether what is counted by itself is recorded wrongly more often than it may."""
        return any(
            self.totals[wrong] > max(FREE, ceiling * self.totals[all_])
            for all_, wrong, ceiling in CEILINGS
        )

    def __str__(self) -> str:
        parts = [
            _table("what", self.totals),
            _table("fault, and how often it struck", +self.injected),
            _table("alert", self.alerts),
            _table("near wrong moves that nobody was told of in time", self.causes),
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
