"""Time controls as data: what time each player gets, when he gets it, and what a move gives.

A time control is a tuple of stages for each player, and a stage is a few numbers. Each kind of
clock in use is one number that is not zero: an increment (Fischer), a delay (simple, US), what is
given back (Bronstein), periods of byo-yomi. With all of them zero a stage is sudden death; an
hourglass is a stage whose time goes to the opponent as it passes. So the clock (`game.clock`) needs
no class and no case for a kind: it adds and takes numbers, most of which are zero.

`TimeControl.pgn` is how one is written (docs/reference/touch-script.md), `script.time_control`
reads it, and `view.time_control` writes it for other programs and for people.
"""

from dataclasses import dataclass

from touchmove.units import Millis


@dataclass(frozen=True, slots=True)
class Stage:
    """One period of a time control, for one player."""

    base_ms: Millis
    """The time of the stage, given when it begins."""
    increment_ms: Millis
    """Added at the start and for every completed move of this stage (Fischer)."""
    moves: int | None
    """Moves to complete in this stage; None: as many as its time allows."""
    at_zero: bool = False
    """The next stage is added when the time is used up, if the moves are completed by then; else
    with the last of the moves. A stage without a number of moves always ends at zero."""
    delay_ms: Millis = Millis(0)
    """For so long in each turn no time passes (simple delay, US)."""
    refund_ms: Millis = Millis(0)
    """What a turn has used is given back after its move, up to this much (Bronstein)."""
    periods: int = 0
    """Periods of byo-yomi that follow when the time is used up. A move completed in one of them
    makes it whole again; one that is used up is lost."""
    period_ms: Millis = Millis(0)
    """The length of a period of byo-yomi."""
    hourglass: bool = False
    """What this player uses, his opponent gains."""

    @property
    def bonus_ms(self) -> Millis:
        """What comes with every move, in whatever form; periods of byo-yomi do not count."""
        return Millis(self.increment_ms + self.delay_ms + self.refund_ms)

    @property
    def text(self) -> str:
        """How a touch script writes it: `40/5400+30`, `300S5`, `300B5`, `1800Y5x30`, `*180`."""
        return "".join(
            (
                "*" if self.hourglass else "",
                f"{self.moves}/" if self.moves is not None else "",
                str(self.base_ms // 1000),
                f"+{self.increment_ms // 1000}" if self.increment_ms else "",
                f"S{self.delay_ms // 1000}" if self.delay_ms else "",
                f"B{self.refund_ms // 1000}" if self.refund_ms else "",
                f"Y{self.periods}x{self.period_ms // 1000}" if self.periods else "",
            )
        )


@dataclass(frozen=True, slots=True)
class TimeControl:
    """The stages for White and for Black, at least one each."""

    white: tuple[Stage, ...]
    black: tuple[Stage, ...]

    @property
    def pgn(self) -> str:
        """The field TimeControl of PGN, and our own form for what PGN has no form for.

        Touch scripts and logs write it so too; where the players differ it is `W…-B…`.
        """
        if self.white == self.black:
            return _joined(self.white)
        return f"W{_joined(self.white)}-B{_joined(self.black)}"


def _joined(stages: tuple[Stage, ...]) -> str:
    return ":".join(stage.text for stage in stages)
