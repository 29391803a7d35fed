"""What the style promises of the source itself."""

import ast
import csv
import re
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import pytest

from touchmove.arbiter.laws import ARTICLES
from touchmove.editions import RULES
from touchmove.game.record import CHOSEN, ENTERED, INFERRED, WITNESSED
from touchmove.rules import Profile, Timing

ROOT = Path(__file__).parent.parent
HOST = ROOT / "host" / "touchmove"
SOURCES = sorted(HOST.rglob("*.py"))
FORBIDDEN_NAMES = {"utils", "helpers", "common", "manager", "handler", "processor", "base"}
MAX_LINES = 300
"""A module that is longer is two rooms in one."""
MAX_FUNCTION_LINES = 40


def _functions(tree: ast.AST) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: str(p.relative_to(HOST)))
def test_module_is_one_room(path: Path) -> None:
    """Short enough to read, named after what it holds, and explained at its top."""
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text)
    assert path.stem not in FORBIDDEN_NAMES
    assert len(text.splitlines()) <= MAX_LINES
    assert ast.get_docstring(tree), "a module begins with its theory of operation"
    for function in _functions(tree):
        assert function.end_lineno is not None
        body = function.body[1:] if ast.get_docstring(function) else function.body
        length = function.end_lineno - body[0].lineno + 1 if body else 0
        assert length <= MAX_FUNCTION_LINES, function.name
        # The stand-ins of MicroPython's modules are documented by MicroPython.
        public = not function.name.startswith("_") and path.parent.name != "simulated"
        if public and function in tree.body:
            assert ast.get_docstring(function), f"{function.name} says what it is"


def test_only_position_pushes_moves() -> None:
    """Nobody else in the core changes a chess board."""
    pushing = re.compile(r"board\.push(_uci|_san)?\(")
    core = [HOST / folder for folder in ("arbiter", "game", "wire", "script", "view")]
    found = {
        path.name
        for folder in core
        for path in folder.rglob("*.py")
        if pushing.search(path.read_text(encoding="utf-8"))
    }
    assert found <= {"position.py"}


def test_nothing_runs_with_asserts_off() -> None:
    """Programmer errors are asserts, so `-O` is never used."""
    scripts = [ROOT / ".ci" / "run", ROOT / "pyproject.toml", ROOT / "README.md"]
    for script in scripts:
        assert not re.search(r"python\S* +-O", script.read_text(encoding="utf-8")), script.name


def test_every_module_stands_in_the_code_map() -> None:
    """docs/architecture.md names every module of the host and of the firmware."""
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    modules = [p for p in SOURCES if p.name != "__init__.py"]
    modules += sorted((ROOT / "firmware").glob("*.py"))
    missing = [str(p.relative_to(ROOT)) for p in modules if f"`{p.name}`" not in text]
    assert missing == []


def test_every_pin_is_named_once() -> None:
    """The pinout has no pin and no signal twice."""
    with (ROOT / "hardware" / "pinout.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    for column in ("signal", "gpio"):
        values = [row[column] for row in rows]
        assert len(values) == len(set(values)), column


def _marked() -> Iterator[str]:
    """What unit tests say that they cover: `@pytest.mark.covers("Article 4.3.3")`."""
    for path in (ROOT / "tests" / "unit").rglob("test_*.py"):
        for function in _functions(ast.parse(path.read_text(encoding="utf-8"))):
            for decorator in function.decorator_list:
                match decorator:
                    case ast.Call(
                        func=ast.Attribute(attr="covers"), args=[ast.Constant(value=str(row))]
                    ):
                        yield row


def test_each_article_and_each_grade_of_evidence_is_named_by_one_minimal_test() -> None:
    """So a row that is added without a test, or a test whose row is gone, is noticed."""
    rows = [f"Article {article.number}" for article in ARTICLES]
    rows += [f"evidence {grade}" for grade in (WITNESSED, INFERRED, CHOSEN, ENTERED)]
    assert sorted(_marked()) == sorted(rows)


def test_nothing_is_agreed_that_nobody_acts_on() -> None:
    """Every row of the Laws and every setting of a profile is read somewhere in the host."""
    tables = {"rules.py", "editions.py"}
    code = "\n".join(p.read_text(encoding="utf-8") for p in SOURCES if p.name not in tables)
    code += (HOST / "rules.py").read_text(encoding="utf-8").partition("class Rules:")[2]
    names = [rule.name for rule in RULES]
    names += [field.name for kind in (Profile, Timing) for field in fields(kind)]
    unread = {name for name in names if not re.search(rf"\.{name}\b", code)}
    assert unread == set()
