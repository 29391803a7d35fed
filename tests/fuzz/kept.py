"""The inputs that are kept: small ones made of the tests' own data, and each that once failed."""

import os
from pathlib import Path

HERE = Path(os.environ.get("FUZZ_HOME", Path(__file__).parent))
"""Elsewhere only where the fuzzing itself is tested."""
CORPUS = HERE / "corpus"
GROWN = HERE / ".grown"
"""What a guided run has found to go a way of its own; of this machine only."""


def kept(target: str) -> list[bytes]:
    """The inputs of the corpus, in the order of their names."""
    return [path.read_bytes() for path in sorted((CORPUS / target).iterdir())]


def grown(target: str) -> list[bytes]:
    """What guided runs have added here."""
    folder = GROWN / target
    return [path.read_bytes() for path in sorted(folder.iterdir())] if folder.exists() else []
