"""The fields of the host's lines, as numbers: anything else than their one text is -1 or None.

The lines are printable ASCII (`frame.py`), so `isdigit` knows ten digits.
"""

DIGITS_MAX = 15
"""Longest number in an order, in digits."""


def number(text: str) -> int:
    """A plain decimal number, or -1."""
    if not 0 < len(text) <= DIGITS_MAX or (text[0] == "0" and len(text) > 1):
        return -1
    return int(text) if text.isdigit() else -1


def numbers(words: "list[str]") -> "list[int] | None":
    """Plain decimal numbers, or None if one of them is something else."""
    found = [number(word) for word in words]
    return None if -1 in found else found


def is_hex(text: str, digits: int) -> bool:
    """Whether this is so many lower-case hexadecimal digits."""
    if len(text) != digits:
        return False
    for letter in text:  # noqa: SIM110  (all() would allocate)
        if letter not in "0123456789abcdef":
            return False
    return True


def board(text: str) -> bytes:
    """Eight bytes of a board from its 16 digits, rank 1 first."""
    return bytes([int(text[14 - 2 * rank : 16 - 2 * rank], 16) for rank in range(8)])
