"""One target under atheris: libFuzzer chooses inputs by which way the program went with others.

python -m tests.fuzz.guided TARGET [libFuzzer's options] FOLDER...

Started by `tests.fuzz`, which reads what libFuzzer says.
"""

import sys
from random import Random

import atheris

from tests.fuzz.kept import kept
from tests.fuzz.limits import bound_memory
from tests.fuzz.mutating import mutated
from tests.fuzz.targets import target

INSTRUMENTED = [
    "touchmove", "obeying", "orders", "keeper", "fields", "game_clock", "reporter", "lamps",
    "own_lamps",
]  # fmt: skip
"""Where it is seen which way an input goes."""
BYTEWISE = 0.4
"""The part of the inputs that libFuzzer changes by itself, byte by byte."""


def main() -> None:
    """Fuzz until libFuzzer ends, which ends the process."""
    name, *options = sys.argv[1:]
    with atheris.instrument_imports(include=INSTRUMENTED):
        tried = target(name)
    others = kept(name)

    def mutate(data: bytes, size_max: int, seed: int) -> bytes:
        random = Random(seed)
        if random.random() < BYTEWISE:
            return bytes(atheris.Mutate(data, size_max))
        return mutated(data, random, others, tried.words, size_max)

    options = [sys.argv[0], f"-max_len={tried.size_max}", *options]
    bound_memory()
    atheris.Setup(options, tried.attempt, custom_mutator=mutate)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
