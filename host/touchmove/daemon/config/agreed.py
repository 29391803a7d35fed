"""What a configuration agrees for a board's next game."""

from datetime import date

from touchmove.daemon.agreement import Agreement
from touchmove.daemon.config.sections import Board


def agreed_for(board: Board, today: date) -> Agreement:
    """The agreement under which a game begins at this board. Its clocks wait for a press."""
    said = {
        "Event": board.event,
        "Site": board.site,
        "Date": today.strftime("%Y.%m.%d"),
        "Round": board.round,
    }
    return Agreement(
        profile=board.profile,
        laws=board.laws,
        time_control=board.time_control,
        orientation=board.orientation,
        start_running=False,
        tags=tuple((name, value) for name, value in said.items() if value),
    )
