"""Reads what the source says about itself, and lays out pages."""

import ast
import inspect
from collections.abc import Iterable
from itertools import pairwise
from types import ModuleType

MADE = "<!-- Made by `python -m tests.generate_docs`; do not edit. -->"
"""The first line of every page that is made."""


def _docs_of(body: list[ast.stmt]) -> dict[str, str]:
    """The docstrings under the attributes of a module or a class."""
    found = {}
    for named, said in pairwise(body):
        match named, said:
            case (
                (ast.AnnAssign(target=ast.Name(id=name)) | ast.Assign(targets=[ast.Name(id=name)])),
                ast.Expr(value=ast.Constant(value=str(text))),
            ):
                found[name] = " ".join(text.split())
    return found


def documented(module: ModuleType, class_name: str | None = None) -> dict[str, str]:
    """Attribute docstrings of a module, or of a class in it."""
    body = ast.parse(inspect.getsource(module)).body
    if class_name is None:
        return _docs_of(body)
    (found,) = (n for n in body if isinstance(n, ast.ClassDef) and n.name == class_name)
    return _docs_of(found.body)


def first_line(said: object) -> str:
    """The first line of a docstring: what it is."""
    return (inspect.getdoc(said) or "").partition("\n")[0]


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    lines = [list(head), *(list(row) for row in rows)]
    lines.insert(1, ["---"] * len(lines[0]))
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def page(*parts: str) -> str:
    return "\n\n".join(part for part in parts if part) + "\n"
