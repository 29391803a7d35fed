"""From the command to the first move on the page.

    python -m tests.benchmarks.bench_first_move [--rounds N]

Starts `touchmove demo` as a person would, follows the page's stream as a browser would, and takes
the time until a snapshot with a move in it has arrived. The demo is ended with Ctrl-C each time.
"""

import argparse
import asyncio
import contextlib
import json
import signal
import statistics
import sys
import time

import aiohttp

PATIENCE_S = 30


def _has_a_move(line: bytes) -> bool:
    return bool(json.loads(line.removeprefix(b"data: "))["snapshot"]["plies"])


async def _first_move(port: int) -> float:
    """Seconds from the start of the command to the first snapshot with a move."""
    begun = time.perf_counter()
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "touchmove", "demo", "--web-port", str(port), "--seed", str(port)),
        stdout=asyncio.subprocess.DEVNULL,
    )
    try:
        async with asyncio.timeout(PATIENCE_S), aiohttp.ClientSession() as client:
            while True:
                with contextlib.suppress(aiohttp.ClientError):
                    async with client.get(f"http://127.0.0.1:{port}/events") as stream:
                        async for line in stream.content:
                            if line.startswith(b"data: {") and _has_a_move(line):
                                return time.perf_counter() - begun
                await asyncio.sleep(0.02)
    finally:
        process.send_signal(signal.SIGINT)
        await process.wait()


def main() -> None:
    """Print the table that docs/explanation/measured.md shows."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=10)
    rounds = parser.parse_args().rounds
    seconds = [asyncio.run(_first_move(8300 + number)) for number in range(rounds)]
    print("| what | rounds | median s | longest s |")
    print("| --- | --- | --- | --- |")
    median, longest = statistics.median(seconds), max(seconds)
    print(f"| command to first move on the page | {rounds} | {median:.2f} | {longest:.2f} |")


if __name__ == "__main__":
    main()
