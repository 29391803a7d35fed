"""Whether python-chess has read all of a game: it passes over what it does not understand.

It ignores tags that are no tags and words that are no moves, ends a game at an empty line wherever
that stands, and lets a comment or variation that is never closed swallow what follows. For a reader
of collections that is kind; hands would play another game than the one in the file.

Ref: PGN standard, sections 7 (tokens), 8 (parsing games) and 10 (numeric annotation glyphs)
"""

import re
from collections.abc import Iterator

from chess.pgn import TAG_REGEX

WORD_SHOWN_MAX = 20
"""Characters of the text that are quoted: longer than any move."""
_FOLLOWING = re.compile(r"\S")
_TOKEN = re.compile(
    r"""
    (?P<comment>\{[^}]*\}|;[^\n]*|^%[^\n]*)
    |(?P<open>\()
    |(?P<close>\))
    |(?P<result>(?:1-0|0-1|1/2-1/2|\*)(?![\w/-]))
    |(?P<null>(?:--|Z0|0000|@@@@)(?![\w-]))
    |(?P<move>(?:[NBKRQ]?[a-h]?[1-8]?[x-]?[a-h][1-8](?:=?[nbrqkNBRQK])?|O-O(?:-O)?|0-0(?:-0)?)
        (?:[+\#]{0,2})(?:\s?e\.p\.)?(?![\w-]))
    |(?P<number>\d+(?![\d/-])|\.+|…)
    |(?P<glyph>\$\d+|[!?]{1,2}|N(?!\w)|D(?!\w)|[+-]/[-+=]|\+[+-]|-\+|[+=]/?[=+]|/?=|[∞±∓⩲⩱□⌓])
    """,
    re.VERBOSE | re.MULTILINE,
)


def unread(text: str, begin: int, end: int) -> str:
    """What of the game that python-chess read from `begin` to `end` was not read; "" if nothing.

    `text` is the whole file. The answer names the line.
    """
    at = begin
    for line in text[begin:end].splitlines(keepends=True):
        if line.startswith("[") and TAG_REGEX.match(line) is None:
            return _at(text, at, f"{_word(line)} is no tag")
        if not (line.isspace() or line.startswith(("[", "%", ";", "\ufeff"))):
            break
        at += len(line)
    return _unread_moves(text, at, end)


def _unread_moves(text: str, begin: int, end: int) -> str:
    opened: list[int] = []
    ended = False
    for at, kind in _tokens(text, begin, end):
        if kind == "comment":
            continue
        if kind == "":
            return _at(text, at, _why_not(text[at:end]))
        if ended:
            return _at(text, at, f"{_word(text[at:end])} comes after the result")
        if kind == "null" and not opened:
            return _at(text, at, f"{_word(text[at:end])} passes, which hands cannot play")
        if kind == "open":
            opened.append(at)
        elif kind == "close":
            if not opened:
                return _at(text, at, "a variation is closed that was not opened")
            opened.pop()
        elif kind == "result":
            ended = not opened
    if opened:
        return _at(text, opened[0], "a variation is opened and never closed")
    following = _FOLLOWING.search(text, end)
    if following is not None and not ended and following[0] not in "[%;":
        return _at(text, following.start(), "an empty line has ended the game, but more follows")
    return ""


def _tokens(text: str, begin: int, end: int) -> Iterator[tuple[int, str]]:
    """Where each token begins, and what it is; the empty kind for what is none, which is last."""
    at = begin
    while at < end:
        if text[at].isspace():
            at += 1
            continue
        found = _TOKEN.match(text, at, end)
        yield at, "" if found is None else found.lastgroup or ""
        if found is None:
            return
        at = found.end()


def _why_not(rest: str) -> str:
    if rest.startswith("{"):
        return "a comment is opened and never closed"
    return f"{_word(rest)} is no move"


def _word(rest: str) -> str:
    """The word that the text begins with, in quotes."""
    return repr(rest.split(maxsplit=1)[0][:WORD_SHOWN_MAX])


def _at(text: str, position: int, words: str) -> str:
    return f"line {text.count(chr(10), 0, position) + 1}: {words}"
