"""The game at the board: players' moves, clock and result, as one value and one `step`."""
