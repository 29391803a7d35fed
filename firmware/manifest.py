"""What makes a board: the files to copy to it (or to freeze). Source: MicroPython manifest files.

`frame.py` comes from the host's package: the frame of the wire is defined once.
"""

FILES = (
    "main.py",
    "board.py",
    "board_clock.py",
    "clock_lever.py",
    "console.py",
    "debounce.py",
    "fields.py",
    "game_clock.py",
    "identity.py",
    "keeper.py",
    "lamps.py",
    "matrix.py",
    "memory.py",
    "orders.py",
    "own_lamps.py",
    "pins.py",
    "reporter.py",
    "rp2_registers.py",
)
"""In this folder."""

SHARED = ("../host/touchmove/wire/frame.py",)
"""From elsewhere in the project."""

if "module" in globals():  # run by MicroPython's build, which provides `module` and `include`
    # A manifest takes the place of the port's own, which mounts the file system and has neopixel.
    include("$(PORT_DIR)/boards/manifest.py")  # noqa: F821
    for name in FILES:
        module(name)  # noqa: F821
    for path in SHARED:
        module(path.rsplit("/", 1)[1], base_path=path.rsplit("/", 1)[0])  # noqa: F821
