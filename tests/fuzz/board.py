"""A board that says anything, and people who say anything: the whole session, from bytes to game.

An input is as in `wire`, and `@` begins a word of a person. Whatever was said, what is computed
again from the lines of the log is the same game.
"""

from tests.fuzz import wire
from tests.fuzz.saying import check_line, silence
from touchmove.daemon.agreement import Agreement
from touchmove.daemon.proposing import Proposal
from touchmove.daemon.recalling import computed
from touchmove.daemon.session import Session
from touchmove.events import WordTakenBack
from touchmove.game.effects import Effect, WordRefused
from touchmove.game.pages import ACTS_MAX, PAGES
from touchmove.game.remembering import EVENTS_MAX, WORDS_MAX
from touchmove.game.table import Table
from touchmove.game.telling import ALERTS_MAX
from touchmove.script.vocabulary import WORDS as FORMS
from touchmove.shell.store import Entry
from touchmove.view.bulletin import pgn
from touchmove.wire import frame

SIZE_MAX = wire.SIZE_MAX
WORDS = (
    *wire.WORDS,
    *(b"@" + form.name.encode() for form in FORMS),
    b"both", b"e2e4", b"e7e8q", b"1-0", b"+60", b"n",
)  # fmt: skip
BLITZ = Agreement("blitz", "2023", "180+2", start_running=True, orientation="auto")
CLASSICAL = Agreement("classical", "2023", "40/5400+30:1800+30", start_running=False)


class Night:
    """One board, and the log that its session writes."""

    def __init__(self, agreed: Agreement) -> None:
        self.wall = 10**12
        self.log: list[Entry] = []
        self.session = Session("t", send=self._send, clock=lambda: self.wall)
        self.keep(self.session.propose_game(agreed))
        self.session.greet()

    def _send(self, line: bytes) -> bool:
        assert frame.classify(line[:-1])[0] == frame.FRAME
        return True

    def keep(self, proposal: Proposal) -> None:
        """What the log takes becomes true."""
        self.log += self.session.entries(proposal)
        for effect in self.session.keep(proposal):
            _check_effect(effect)
        if self.session.table is not None:
            check_table(self.session.table)

    def say(self, text: bytes) -> None:
        """A person says something."""
        try:
            proposal = self.session.propose_word(text.decode("utf-8", "replace"))
        except ValueError as error:
            check_line(str(error))
        else:
            self.keep(proposal)

    def live(self, line: bytes) -> None:
        """One line of an input."""
        wait = wire.waited(line)
        if wait is not None:
            self.wall += wait
            self.keep(self.session.propose_time())
        elif line == b".":
            self.keep(self.session.propose_loss())
            self.session.greet()
        elif line.startswith(b"@"):
            self.say(line[1:])
        else:
            number = self.session.history.link.have + 1
            self.keep(self.session.propose_data(wire.on_the_wire(line, number)))


def _check_effect(effect: Effect) -> None:
    if isinstance(effect, WordRefused) and not isinstance(effect.word, WordTakenBack):
        check_line(effect.reason)


def check_table(table: Table) -> None:
    """What a table remembers has its bounds."""
    assert len(table.acts) <= ACTS_MAX + 1
    assert len(table.pages) <= PAGES
    assert len(table.said) <= WORDS_MAX
    assert sum(map(len, table.since)) <= EVENTS_MAX + 1
    assert len(table.alerts) <= ALERTS_MAX
    for alert in table.alerts[-3:]:
        check_line(alert.detail)


@silence()
def attempt(data: bytes) -> None:
    """One night at a board."""
    night = Night(CLASSICAL if data.startswith(b"\n") else BLITZ)
    for line in wire.lines(data):
        night.live(line)
    assert len(repr(night.session.history.link)) <= wire.LINK_MAX
    recalled = computed(night.log)
    assert recalled.doubts == ()
    table = night.session.table
    assert (recalled.history.table is None) == (table is None)
    if table is not None and recalled.history.table is not None:
        assert pgn(recalled.history.table) == pgn(table)
