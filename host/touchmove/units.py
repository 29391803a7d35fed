"""The units of measure that travel through the whole program, and nothing else."""

from typing import NewType

Millis = NewType("Millis", int)
"""A moment of the board's clock, or a span of it, in milliseconds.

Moments count from an arbitrary zero and never run backwards within a game, not even when the
board restarts: `wire.link` joins the boots. They are never wall time.
"""
