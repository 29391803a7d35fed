"""A target with a fault in it, so that it is seen that faults are found (`test_running`).

`PLANTED` in the environment is the fault, and the word in an input that leads to it.
"""

import os

FAULTS = ("crash", "hang", "swell", "hoard")
SIZE_MAX = 100
PLANTED = os.environ.get("PLANTED", "")
WORDS = (PLANTED.encode(),)
_hoard: list[bytes] = []


def attempt(data: bytes) -> None:
    """One input."""
    if not PLANTED or PLANTED.encode() not in data:
        return
    match PLANTED:
        case "crash":
            raise KeyError(PLANTED)
        case "hang":
            while True:
                pass
        case "swell":  # takes all the memory that it gets, and would give it back
            len([bytes(1 << 20) for _ in range(1 << 14)])
        case "hoard":  # keeps a little of each input
            _hoard.append(bytes(8 << 20))
