"""touchmove: a chessboard that senses every touch, and the host that judges it.

Read the package in the order of the layers in docs/architecture.md: `units`, `rules`, `events`,
then `wire` (bytes to events), `arbiter` (touches to moves), `game` (moves, clock and result),
`script` and `view` (a table as text and as pictures), and at the top the shells that do I/O.
"""

__version__ = "0.1.0"
