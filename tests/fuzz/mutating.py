"""Makes new inputs of old ones: by lines, by words that mean something, by bytes.

The same seed gives the same inputs, so a batch can be repeated. No input is longer than `most`.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from random import Random

from tests.fuzz.kept import kept
from tests.fuzz.targets import target

NUMBERS = (
    b"0",
    b"1",
    b"9",
    b"99999999999",
    b"999999999999999",
    b"-1",
    b"1e9",
    b"18446744073709551616",
)
_WORD = re.compile(rb"[^\s\"]+")
_NUMBER = re.compile(rb"[0-9]+")

Change = Callable[[bytes, Random, Sequence[bytes], Sequence[bytes]], bytes]
"""Of an input, with other inputs and with words that mean something."""


def _replace(pattern: "re.Pattern[bytes]", data: bytes, random: Random, by: bytes) -> bytes:
    found = list(pattern.finditer(data))
    if not found:
        return data + by
    at = random.choice(found)
    return data[: at.start()] + by + data[at.end() :]


def _word(data: bytes, random: Random, others: Sequence[bytes], words: Sequence[bytes]) -> bytes:
    return _replace(_WORD, data, random, random.choice(words))


def _number(data: bytes, random: Random, others: Sequence[bytes], words: Sequence[bytes]) -> bytes:
    small = b"%d" % random.randrange(1 << random.randrange(1, 40))
    return _replace(_NUMBER, data, random, random.choice((*NUMBERS, small, small)))


def _insert(data: bytes, random: Random, others: Sequence[bytes], words: Sequence[bytes]) -> bytes:
    at = random.randrange(len(data) + 1)
    return data[:at] + random.choice((b" ", b"\n", b"")) + random.choice(words) + data[at:]


def _splice(data: bytes, random: Random, others: Sequence[bytes], words: Sequence[bytes]) -> bytes:
    """Some lines of another input, in the place of some of this one."""
    lines, strange = data.split(b"\n"), random.choice(others).split(b"\n")
    first, begin = random.randrange(len(lines)), random.randrange(len(strange))
    more = strange[begin : begin + 1 + random.randrange(4)]
    return b"\n".join(lines[:first] + more + lines[first + random.randrange(2) :])


def _drop(data: bytes, random: Random, others: Sequence[bytes], words: Sequence[bytes]) -> bytes:
    lines = data.split(b"\n")
    del lines[random.randrange(len(lines))]
    return b"\n".join(lines)


def _repeat(data: bytes, random: Random, others: Sequence[bytes], words: Sequence[bytes]) -> bytes:
    lines = data.split(b"\n")
    at = random.randrange(len(lines))
    return b"\n".join(lines[:at] + [lines[at]] * random.choice((2, 2, 3, 30)) + lines[at + 1 :])


def _swap(data: bytes, random: Random, others: Sequence[bytes], words: Sequence[bytes]) -> bytes:
    lines = data.split(b"\n")
    one, two = random.randrange(len(lines)), random.randrange(len(lines))
    lines[one], lines[two] = lines[two], lines[one]
    return b"\n".join(lines)


def _cut(data: bytes, random: Random, others: Sequence[bytes], words: Sequence[bytes]) -> bytes:
    begin = random.randrange(len(data) + 1)
    return data[:begin] + data[begin + 1 + random.randrange(8) :]


def _bytes(data: bytes, random: Random, others: Sequence[bytes], words: Sequence[bytes]) -> bytes:
    at = random.randrange(len(data) + 1)
    strange = random.randbytes(1 + random.randrange(3))
    return data[:at] + strange + data[at + random.randrange(2) * len(strange) :]


CHANGES: tuple[Change, ...] = (
    _word, _word, _word, _number, _number, _insert, _splice, _splice, _drop, _repeat, _swap, _cut,
    _bytes,
)  # fmt: skip


def mutated(
    data: bytes, random: Random, others: Sequence[bytes], words: Sequence[bytes], most: int
) -> bytes:
    """Another input, made of this one by a few changes."""
    for _ in range(1 + random.randrange(4)):
        data = random.choice(CHANGES)(data, random, others, words)
    return data[:most]


def inputs(name: str, seed: int) -> Iterator[bytes]:
    """Inputs without end, the same for the same seed: those of the corpus first, then changed."""
    tried, seeds, random = target(name), kept(name), Random(seed)
    yield from seeds
    pool = list(seeds)
    while True:
        data = mutated(random.choice(pool), random, seeds, tried.words, tried.size_max)
        yield data
        if random.random() < 0.1:
            pool[random.randrange(len(seeds), len(pool)) if len(pool) > 500 else len(pool) :] = [
                data
            ]
