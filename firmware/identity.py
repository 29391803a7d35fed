"""Who this board is: its firmware, its name, and which boot this is."""

import binascii
import json
import os
import sys

import machine

FIRMWARE = "0.1.0"
"""Version of the firmware; a test compares it with the host's package."""

NAME_FILE = "board.json"
"""Optional: {"board": "table-7"} on the board's own file system."""

NAME_MAX = 24
"""Longest name, in characters: a hello has to fit a line."""


def board_id() -> str:
    """The name in `board.json`, else the serial number of the chip."""
    try:
        with open(NAME_FILE) as file:
            name = json.load(file)["board"]
    except (OSError, ValueError, KeyError, TypeError):
        name = None
    return name if is_name(name) else binascii.hexlify(machine.unique_id()).decode()[:NAME_MAX]


def is_name(name: object) -> bool:
    """True for what can be a name: 1 to 24 printable characters without a space, and not `.` or
    `..`, which no address of a page can hold."""
    if not isinstance(name, str) or not 0 < len(name) <= NAME_MAX or name in (".", ".."):
        return False
    return all(0x21 <= ord(letter) <= 0x7E for letter in name)


def interpreter() -> str:
    """Which MicroPython this is, as a capability of the hello: `mp1.28`."""
    major, minor = sys.implementation.version[:2]
    return "mp%d.%d" % (major, minor)


def boot_id() -> str:
    """Eight hexadecimal digits that no other boot is likely to have."""
    return binascii.hexlify(os.urandom(4)).decode()
