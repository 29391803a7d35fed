"""A time control for other programs and for people: PGN, Lichess, FIDE's report, English.

All are functions of the one model. Where a form has no words for a control the answer is None, and
the field is left out: a reader that finds nothing asks, one that finds a wrong number believes it.
"""

from touchmove.time_control import Stage, TimeControl

LICHESS_MINUTES_UP_TO = 180
"""In a broadcast Lichess reads a number up to this as minutes, a larger one as seconds. Three
minutes, written as PGN wants them, would be three hours."""


def pgn(control: TimeControl) -> str:
    """The tag TimeControl of PGN; what PGN has no form for is written as in a touch script."""
    return control.pgn


def lichess(control: TimeControl) -> str | None:
    """The tag TimeControl for a broadcast on Lichess; None where it has no form.

    It knows one stage, the same for both, with an increment or without. It drops words and the
    letter S before it looks for numbers, so `300S5` would be 3005 seconds, and two stages or a
    number of moves mean nothing to it. Without the tag it takes what the broadcast's settings say.
    Where Lichess reads numbers as PGN means them, in games that were not played over the board,
    `pgn` is the form.
    """
    stage = control.white[0]
    plain = Stage(stage.base_ms, stage.increment_ms, None)
    if control != TimeControl((plain,), (plain,)):
        return None
    seconds, increment = stage.base_ms // 1000, stage.increment_ms // 1000
    if seconds > LICHESS_MINUTES_UP_TO:
        return control.pgn
    if seconds % 60:
        return None
    return f"{seconds // 60} min" + (f" + {increment} sec / move" if increment else "")


def trf26(control: TimeControl) -> str | None:
    """The encoded time control of FIDE's tournament report (TRF26, tag 222); None for no form.

    It has stages, numbers of moves, increments and different times, and nothing for delays,
    byo-yomi and the hourglass. For people the same report has tag 122, which takes `sentence`.
    """
    for stage in (*control.white, *control.black):
        if stage != Stage(stage.base_ms, stage.increment_ms, stage.moves, stage.at_zero):
            return None
    return control.pgn


def sentence(control: TimeControl) -> str:
    """In English: `90 minutes for 40 moves, then 30 minutes for the rest; 30 seconds a move …`."""
    if control.white == control.black:
        return _player(control.white)
    return f"White: {_player(control.white)}. Black: {_player(control.black)}"


def _player(stages: tuple[Stage, ...]) -> str:
    if stages[0].hourglass:
        return f"{_duration(stages[0].base_ms)} on an hourglass: what one uses the other gains"
    bonuses = {_bonus(stage) for stage in stages}
    alike = len(bonuses) == 1
    said = [
        _stage(stage, number, last=number == len(stages) - 1)
        + ("" if alike or not _bonus(stage) else f" with {_bonus(stage)}")
        for number, stage in enumerate(stages)
    ]
    if stages[-1].periods:
        byo_yomi = f"{_count(stages[-1].periods, 'period')} of {_duration(stages[-1].period_ms)}"
        said = [*(said if stages[-1].base_ms else said[:-1]), f"{byo_yomi} (byo-yomi)"]
    (bonus,) = bonuses if alike else ("",)
    since = " from move 1" if stages[0].increment_ms else ""
    return ", then ".join(said) + (f"; {bonus}{since}" if bonus else "")


def _stage(stage: Stage, number: int, *, last: bool) -> str:
    duration = _duration(stage.base_ms)
    if stage.moves is not None:
        each = "each " if last else ""
        return f"{duration} for {each}{_count(stage.moves, 'move')}"
    return f"{duration} for the rest" if number and last and not stage.periods else duration


def _bonus(stage: Stage) -> str:
    if stage.increment_ms:
        return f"{_duration(stage.increment_ms)} a move"
    if stage.delay_ms:
        return f"a delay of {_duration(stage.delay_ms)} before each move"
    if stage.refund_ms:
        return f"up to {_duration(stage.refund_ms)} given back after each move"
    return ""


def _duration(span_ms: int) -> str:
    seconds = span_ms // 1000
    if seconds and seconds % 3600 == 0:
        return _count(seconds // 3600, "hour")
    minutes, rest = divmod(seconds, 60)
    if minutes and not rest:
        return _count(minutes, "minute")
    if minutes < 2:
        return _count(seconds, "second")
    return f"{_count(minutes, 'minute')} {_count(rest, 'second')}"


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"
