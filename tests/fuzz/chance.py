"""One target by chance: changed inputs, one after the other, for so long.

python -m tests.fuzz.chance TARGET SECONDS SEED HANG_S FILE

Started by `tests.fuzz` where there is no atheris. The input that is being tried stands in FILE, so
that it is known however this process ends.
"""

import sys
import time
from pathlib import Path

from tests.fuzz.limits import bound_memory, bounded
from tests.fuzz.mutating import inputs
from tests.fuzz.targets import target


def main() -> None:
    """Try inputs until the time is over, and say how many they were."""
    name, seconds, seed, hang_s, file = sys.argv[1:]
    tried, path = target(name), Path(file)
    bound_memory()
    end, count = time.monotonic() + float(seconds), 0
    for data in inputs(name, int(seed)):
        if time.monotonic() > end:
            break
        path.write_bytes(data)
        bounded(tried.attempt, data, float(hang_s))
        count += 1
        if count % 100 == 0:
            print(f"tried {count}", flush=True)
    print(f"tried {count}", flush=True)
    tried.close()


if __name__ == "__main__":
    main()
