"""Who the board says it is."""

import json
import os

import identity


def named(text):
    """The board's id with this in its file."""
    with open(identity.NAME_FILE, "w") as file:
        file.write(text)
    try:
        return identity.board_id()
    finally:
        os.remove(identity.NAME_FILE)


def test_without_a_file_the_board_is_its_serial_number():
    assert identity.board_id() == "e661410403123456"


def test_a_name_in_the_file_counts():
    assert named('{"board": "table-7"}') == "table-7"


def test_a_name_that_cannot_be_on_the_wire_does_not():
    for text in ('{"board": "table 7"}', '{"board": ""}', '{"board": 7}', "[]", "{", '{"a": 1}'):
        assert named(text) == "e661410403123456", text
    assert named('{"board": "%s"}' % ("x" * 25)) == "e661410403123456"


def test_a_name_that_no_address_can_hold_does_not():
    for name in (".", ".."):
        assert named(json.dumps({"board": name})) == "e661410403123456"
    for name in ("...", ".a", "a/b", "%2e"):
        assert named(json.dumps({"board": name})) == name


def test_each_boot_has_its_own_id():
    ids = [identity.boot_id() for _ in range(20)]
    assert len(set(ids)) == 20
    assert all(len(boot) == 8 for boot in ids)


def test_the_interpreter_is_a_short_word():
    word = identity.interpreter()
    assert word.startswith("mp1.")
    assert len(word) <= 7
    assert " " not in word
    assert "," not in word
