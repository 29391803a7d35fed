"""Players' names, found where games are agreed, and taken out of everything else.

A tag of PGN about a player is replaced as a whole. Elsewhere (words, messages) a name is known by
its letters, so one of fewer than three is left there: it could be a move or a colour.
"""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from touchmove.daemon import checkpoint
from touchmove.daemon.checkpoint import Checkpoint
from touchmove.shell.store import Entry, Kind

NAMED = re.compile(r"(White|Black)(?!Clock|Time)\w*")
"""Tags about a player: White, BlackElo, WhiteFideId, BlackTeam and the like."""
PLAYER_TAGS = frozenset({"White", "Black"})
LETTERS_LEAST = 3


@dataclass(frozen=True, slots=True)
class Names:
    """The names that are known, each with what stands in its place."""

    places: tuple[tuple[str, str], ...] = ()

    def hidden(self, text: str) -> str:
        """The text without the names, as they are and as JSON writes them."""
        for name, place in sorted(self.places, key=lambda pair: -len(pair[0])):
            if len(name) < LETTERS_LEAST:
                continue
            for form in {name, json.dumps(name)[1:-1]}:
                text = re.sub(rf"(?<!\w){re.escape(form)}(?!\w)", place, text)
        return text

    def hidden_in(self, entry: Entry) -> Entry:
        """A line of the log without the names; it can be read as before."""
        match entry.kind:
            case Kind.GAME:
                if not _tags(entry.line):
                    return replace(entry, line=self.hidden(entry.line))
                said = json.loads(entry.line)
                agreed = said.get("agreement", said)
                agreed["tags"] = [[tag, self._tag(tag, said)] for tag, said in agreed["tags"]]
                return replace(entry, line=json.dumps(said))
            case Kind.WORD:
                return replace(entry, line=self.hidden(entry.line))
            case _:
                return entry

    def _tag(self, tag: str, value: str) -> str:
        if not NAMED.fullmatch(tag):
            return value
        return dict(self.places).get(value, "?") if tag in PLAYER_TAGS else "?"


def names_in(entries: Iterable[Entry]) -> Names:
    """The players of the games that begin in these lines, numbered as they come."""
    found: dict[str, str] = {}
    for entry in entries:
        if entry.kind is not Kind.GAME:
            continue
        for tag, value in _tags(entry.line):
            if tag in PLAYER_TAGS and value not in ("", "?"):
                found.setdefault(value, f"Player{len(found) + 1}")
    return Names(tuple(found.items()))


def _tags(line: str) -> tuple[tuple[str, str], ...]:
    """What is agreed in a `game` line; nothing where it is not understood: a report is made of
    logs in which something is wrong."""
    try:
        begun = checkpoint.read(line)
    except ValueError:
        return ()
    return begun.agreement.tags if isinstance(begun, Checkpoint) else ()
