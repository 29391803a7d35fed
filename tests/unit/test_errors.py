"""What is repeated of others in a message."""

import sys

import pytest

from touchmove.__main__ import main
from touchmove.errors import one_line


def test_what_could_command_a_terminal_or_end_a_line_is_not_repeated() -> None:
    every = "".join(map(chr, range(sys.maxunicode + 1)))
    said = one_line(every)
    assert said.isprintable()
    assert len(said) == len(every)


def test_all_else_is_repeated_as_it_is() -> None:
    assert one_line("Dvořák – Ågren ½ 王 ♞") == "Dvořák – Ågren ½ 王 ♞"


def test_the_name_of_a_file_commands_no_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["log", "verify", "no\x1b[2J\x85such\nlog"]) == 2
    said = capsys.readouterr().err
    assert "no?[2J?such" in said
    assert all(line.isprintable() for line in said.splitlines())
