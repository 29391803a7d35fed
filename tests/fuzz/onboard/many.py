"""Tries each input of a file, in real MicroPython: two bytes of length, big end first, then bytes.

micropython many.py FILE

Prints how many there were, or which one failed; and what the heap still held after each hundred.
"""

import gc
import sys

from obeying import attempt

LEAK_MAX = 8_192
"""Bytes of heap that may come to stay after the first hundred inputs: caches, no growth."""


def main(name):
    """All inputs of a file."""
    count = held = 0
    with open(name, "rb") as file:
        while True:
            size = file.read(2)
            if not size:
                break
            data = file.read(size[0] << 8 | size[1])
            try:
                attempt(data)
            except Exception as error:
                print(f"FAILED {count}")
                sys.print_exception(error)
                return 1
            count += 1
            if count % 100 == 0:
                gc.collect()
                held = held or gc.mem_alloc()
                assert gc.mem_alloc() - held <= LEAK_MAX, "the heap grows"
    print(f"tried {count}")
    return 0


sys.exit(main(sys.argv[1]))
