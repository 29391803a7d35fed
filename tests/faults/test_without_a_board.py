"""docs/how-to/run-without-a-board.md does what it says: its program is a board for `run`."""

import asyncio
import re
import signal
import subprocess
import sys
from pathlib import Path

from tests.faults.scene import PATIENCE_S, Host, until
from tests.generate_docs import DOCS

PAGE = DOCS / "how-to" / "run-without-a-board.md"


def block(kind: str) -> str:
    """The one block of the page that begins with this."""
    (text,) = re.findall(rf"^```{kind}\n(.*?)^```", PAGE.read_text(), re.DOTALL | re.MULTILINE)
    return str(text)


def test_the_hands_of_the_page_play_their_script_to_a_running_host(tmp_path: Path) -> None:
    (tmp_path / "hands.py").write_text(block("python"))
    (tmp_path / "game.touch").write_text(block("touchscript game.touch"))
    with subprocess.Popen(
        [sys.executable, "hands.py", "game.touch"],
        cwd=tmp_path,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as hands:
        assert hands.stdin is not None
        assert hands.stdout is not None
        host = Host(Path(hands.stdout.readline().split()[-1]), tmp_path)
        host.start()
        try:
            asyncio.run(until(host.pgn.exists))
            print(file=hands.stdin, flush=True)
            asyncio.run(until(lambda: host.moves == ["e4", "e5", "Nf3"]))
            print(file=hands.stdin, flush=True)
            assert hands.wait(PATIENCE_S) == 0
        finally:
            host.end(signal.SIGTERM)
            hands.kill()
