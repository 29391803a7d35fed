"""What words do in each phase: carried out by a function, or refused with the reason why.

Every word has an answer in every phase. Only taking a word back is missing here: that needs the
whole step (`game.step`).
"""

from collections.abc import Callable
from typing import Any

from touchmove import events as said
from touchmove.events import Event, Word
from touchmove.game import (
    adjourning,
    draws,
    irregularities,
    pausing,
    remote,
    rulings,
    setting_up,
    standing,
    words,
)
from touchmove.game.table import Phase, Table
from touchmove.game.telling import Stepped, refuse

# Any: the handler of a pair takes exactly that pair's event class, which no type can say of a dict.
Handler = Callable[[Table, Any], Stepped]


def _refusing(reason: str) -> Handler:
    def refused(table: Table, event: Word) -> Stepped:
        """Refused, with the reason why."""
        return refuse(table, event, reason)

    return refused


_SPOKEN: dict[type[Event], Handler] = {
    said.NewGame: words.start_anew,
    said.AdjustAnnounced: words.announce_adjusting,
    said.PromotionNamed: words.name_promotion,
    said.Resigned: words.resign,
    said.ResultEntered: words.enter_result,
    said.DrawOffered: draws.offer,
    said.DrawAnswered: draws.answer,
    said.DrawClaimed: draws.claim,
    said.AccidentRuled: rulings.excuse,
    said.TouchClaimed: rulings.claim_touch,
    said.TouchRuled: rulings.rule_touch,
    said.IrregularityRuled: irregularities.rule,
    said.Defaulted: rulings.default,
    said.TimeChanged: rulings.change_time,
    said.FlagSeen: rulings.see_flag,
    said.LeftUnpromoted: rulings.count_unpromoted,
    said.MoveReplaced: rulings.replace_move,
    said.PositionCorrected: standing.correct,
    said.TakebackAgreed: rulings.take_back,
    said.DeadRuled: rulings.rule_dead,
    said.WrongStartFound: rulings.annul,
    said.ColorsReversedFound: setting_up.find_reversed,
    said.RemoteMoved: remote.arrive,
    said.MoveSealed: adjourning.seal,
    said.SealOpened: _refusing("no move is sealed"),
    said.ClockStarted: pausing.start,
    said.ClockPaused: pausing.pause,
    said.ClockResumed: _refusing("the clocks are not stopped"),
}
"""What words do while a game is on; a phase says where it differs."""


def _refusing_all(reason: str) -> dict[type[Event], Handler]:
    """Every word but the one that begins a new game, which nothing refuses."""
    return {
        **dict.fromkeys(_SPOKEN, _refusing(reason)),
        said.NewGame: words.start_anew,
    }


_RESTORE_FIRST = _refusing("the board must be put right first; the clocks stand still until then")

SAID: dict[Phase, dict[type[Event], Handler]] = {
    Phase.SETUP: {
        **_refusing_all("the game has not begun; the pieces are being set up"),
        said.Defaulted: rulings.default,
        said.Resigned: words.resign,
        said.ResultEntered: words.enter_result,
        said.TimeChanged: rulings.change_time,
        said.PositionCorrected: standing.correct_start,
        said.RemoteMoved: remote.arrive,
    },
    Phase.PLAYING: _SPOKEN,
    Phase.PAUSED: {
        **_SPOKEN,
        said.ClockStarted: _refusing("the clocks are stopped; say resume"),
        said.ClockPaused: _refusing("the clocks are stopped already"),
        said.ClockResumed: pausing.resume,
    },
    Phase.RESTORING: {
        **_SPOKEN,
        said.ClockStarted: _RESTORE_FIRST,
        said.ClockPaused: _RESTORE_FIRST,
        said.ClockResumed: _RESTORE_FIRST,
        said.MoveSealed: _RESTORE_FIRST,
    },
    Phase.ADJOURNED: {
        **_refusing_all("the game is adjourned; say open first"),
        said.SealOpened: adjourning.open_seal,
        said.DrawOffered: draws.offer,
        said.DrawAnswered: draws.answer,
        said.Resigned: words.resign,
        said.ResultEntered: words.enter_result,
        said.Defaulted: rulings.default,
        said.TimeChanged: rulings.change_time,
        said.DeadRuled: rulings.rule_dead,
        said.WrongStartFound: rulings.annul,
        said.ColorsReversedFound: setting_up.find_reversed,
        said.IrregularityRuled: irregularities.rule,
    },
    Phase.OVER: {
        **_refusing_all(rulings.OVER),
        said.WrongStartFound: rulings.annul,
        said.PromotionNamed: words.name_promotion,
        said.TakebackAgreed: rulings.take_back,
        said.ResultEntered: words.correct_result,
        said.IrregularityRuled: irregularities.rule,
    },
}
"""What each phase makes of each word."""
