"""On which line of a TOML file each key stands. `tomllib` reads values and forgets their places.

The text is known to be valid TOML, so it is enough to tell strings and brackets from what is
between them: a key is what stands before the first `=` of a line that begins outside of both.
Keys of an inline table have the line of the key that holds it.
"""

import re
import tomllib

Path = tuple[str, ...]
"""The keys that lead to a value, from the outermost."""

_PART = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}|\'\'\'.*?\'{3,5}|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'|#[^\n]*|\n|.',
    re.DOTALL,
)


def lines_of(text: str) -> dict[Path, int]:
    """The line, counted from 1, on which each key and each section is first named."""
    found: dict[Path, int] = {}
    section: Path = ()
    for number, statement in _statements(text):
        if statement.startswith("["):
            section = _keys(statement.strip("[]"))
            named = section
        else:
            named = (*section, *_keys(_before_equals(statement)))
        for depth in range(1, len(named) + 1):
            found.setdefault(named[:depth], number)
    return found


def line_of(lines: dict[Path, int], key: Path) -> int | None:
    """The line of a key, or of what holds it."""
    while key and key not in lines:
        key = key[:-1]
    return lines.get(key)


def _statements(text: str) -> list[tuple[int, str]]:
    """Headers and `key = value`, each with the line that it begins on; comments left out."""
    found: list[tuple[int, str]] = []
    parts: list[str] = []
    number = begun = 1
    depth = 0
    is_value = False
    for match in _PART.finditer(text.replace("\r\n", "\n") + "\n"):
        part = match[0]
        is_value = is_value or part == "="
        # The brackets of a header open and close on its line; those of a value may span several.
        depth += (part in "[{") - (part in "]}") if is_value else 0
        if part == "\n" and depth == 0:
            statement = "".join(parts).strip()
            if statement:
                found.append((begun, statement))
            parts, begun, is_value = [], number + 1, False
        elif not part.startswith("#"):
            parts.append(part)
        number += part.count("\n")
    return found


def _before_equals(statement: str) -> str:
    before = ""
    for match in _PART.finditer(statement):
        if match[0] == "=":
            break
        before += match[0]
    return before


def _keys(dotted: str) -> Path:
    """`boards."table 7"` -> both keys, as TOML itself reads them."""
    keys: list[str] = []
    value: object = tomllib.loads(f"{dotted} = 0")
    while isinstance(value, dict):
        ((key, value),) = value.items()
        keys.append(key)
    return tuple(keys)
