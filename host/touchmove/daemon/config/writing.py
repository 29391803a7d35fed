"""The whole configuration as a TOML file: every key with its sentence, whoever set it.

`reading.read(writing.written(config))` is the same configuration again. There is no secret in it,
because a configuration holds none: only the names of the files that do.
"""

from collections.abc import Iterator
from pathlib import Path

from touchmove.daemon.config.sections import SECTIONS, Board, Config, Game
from touchmove.daemon.config.setting import keys_of

HEAD = """\
# The configuration of `touchmove run`: every key with its value, set here or by default.
# A relative path is seen from the folder of this file. `touchmove config check` looks through it.
"""

EXAMPLE = """\
# A board by the id that it says of itself; it may have any key of [game] for itself.
# [boards."table-7"]
# name = "Table 7"
# round = "1.7"
"""


def written(config: Config) -> str:
    """The file, with a newline at its end."""
    parts = [HEAD]
    for name, kind in SECTIONS.items():
        parts.append(_section(f"[{name}]", kind, getattr(config, name)))
    if not config.boards:
        parts.append(EXAMPLE)
    parts += (_section(f"[boards.{literal(each.id)}]", Board, each) for each in config.boards)
    return "\n".join(parts)


def _section(header: str, kind: type, section: object) -> str:
    title = (kind.__doc__ or "").partition("\n")[0]
    return "\n".join((f"# {title}", header, *_lines(kind, section), ""))


def _lines(kind: type, section: object) -> Iterator[str]:
    # What a board shares with all others is explained once, in [game].
    known = {key.name for key in keys_of(Game)} if kind is Board else set()
    for key in sorted(keys_of(kind), key=lambda key: key.name in known):
        if key.name not in known:
            yield f"# {key.says} ({key.kind.what})"
        yield f"{key.name} = {literal(getattr(section, key.name))}"


def literal(value: object) -> str:
    """A value as TOML writes it; what is not there is the empty text."""
    match value:
        case None:
            return '""'
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case tuple():
            return f"[{', '.join(literal(each) for each in value)}]"
        case str() | Path():
            return f'"{"".join(_escaped(letter) for letter in str(value))}"'
    raise AssertionError(f"{value!r} is of no kind that a key has")


def _escaped(letter: str) -> str:
    if letter in '"\\':
        return f"\\{letter}"
    return letter if letter.isprintable() else f"\\U{ord(letter):08x}"
