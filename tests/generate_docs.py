"""Pages and pictures of docs/ that are made from the code.

    python -m tests.generate_docs

writes them; `tests/test_docs.py` holds what is committed to what this makes. A page that states
what the code says already cannot fall behind it, and a picture of a footprint shows the footprint
that the recogniser uses.
"""

from collections.abc import Callable
from pathlib import Path

from tests.docs.alerts import alerts_page
from tests.docs.configuration import configuration_page
from tests.docs.laws import laws_page
from tests.docs.pictures import footprint_of_move, question
from tests.docs.prices import prices_page
from tests.docs.rules import rules_page
from tests.docs.states import states
from tests.docs.time_controls import time_controls_page
from tests.docs.words import words_page

DOCS = Path(__file__).parent.parent / "docs"

GENERATED: dict[str, Callable[[], str]] = {
    "reference/states.md": states,
    "reference/rules.md": rules_page,
    "reference/prices.md": prices_page,
    "reference/time-controls.md": time_controls_page,
    "reference/words.md": words_page,
    "reference/laws.md": laws_page,
    "reference/alerts.md": alerts_page,
    "reference/configuration.md": configuration_page,
    "pictures/footprint-capture.svg": lambda: footprint_of_move(
        "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", "exd5"
    ),
    "pictures/footprint-castling.svg": lambda: footprint_of_move(
        "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4", "O-O"
    ),
    "pictures/question.svg": question,
}
"""What is made, by its path under docs/."""


def main() -> None:
    """Write every page and picture."""
    for name, make in GENERATED.items():
        (DOCS / name).write_text(make(), encoding="utf-8")
        print(f"docs/{name}")


if __name__ == "__main__":
    main()
