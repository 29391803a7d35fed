"""The firmware as the board's own interpreter, its compiler and the stubs of its chip see it."""

import configparser
import csv
import importlib.util
import os
import re
import runpy
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import touchmove
from touchmove.lamp import Lamp

ROOT = Path(__file__).parents[2]
FIRMWARE = ROOT / "firmware"
HERE = ROOT / "tests" / "firmware"
FRAME = ROOT / "host" / "touchmove" / "wire" / "frame.py"
CHECKS = sorted(path.stem for path in HERE.glob("check_*.py"))
CHIPS = ("armv6m", "armv7emsp", "xtensawin")
RUN_S = 120


def program(name: str) -> str:
    """The path of a program of this environment, or a skip that says what is missing."""
    found = shutil.which(name, path=str(Path(sys.executable).parent)) or shutil.which(name)
    if found is None:
        if os.environ.get("CI") == "true":
            pytest.fail(f"{name} is not installed, and CI must have it")
        pytest.skip(f"{name} is not installed (there is no wheel for this platform)")
    return found


def load(name: str) -> ModuleType:
    """A module of the firmware that is plain Python, under CPython."""
    spec = importlib.util.spec_from_file_location(f"firmware_{name}", FIRMWARE / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def rows(name: str) -> list[dict[str, str]]:
    """A table of hardware/."""
    with (ROOT / "hardware" / name).open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def micropython(*arguments: str, folder: Path) -> "subprocess.CompletedProcess[str]":
    """Run the board's interpreter with a Pico's heap, on simulated pins, in an empty folder."""
    path = f"{HERE / 'fakes'}:{HERE}:{FIRMWARE}:{FRAME.parent}:.frozen"
    return subprocess.run(
        [program("micropython"), "-X", "heapsize=240wK", *arguments],
        env={"MICROPYPATH": path},
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=RUN_S,
        check=False,
    )


def test_both_clock_buttons_at_start_up_are_the_way_in(tmp_path: Path) -> None:
    held = "import machine; machine.levels.update({18: 0, 19: 0}); import main; main.main()"
    done = micropython("-c", held, folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("Both clock buttons are held")


@pytest.mark.parametrize("check", CHECKS)
def test_micropython_runs_the_checks(check: str, tmp_path: Path) -> None:
    done = micropython(str(HERE / "run.py"), check, folder=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.strip().endswith(" 0 failed"), done.stdout
    assert not done.stdout.startswith("0 passed"), "no check was found"


@pytest.mark.parametrize("chip", CHIPS)
def test_every_file_compiles_for_the_chip(chip: str, tmp_path: Path) -> None:
    for path in [*FIRMWARE.glob("*.py"), FRAME]:
        done = subprocess.run(
            [program("mpy-cross"), f"-march={chip}", str(path), "-o", str(tmp_path / "x.mpy")],
            capture_output=True,
            text=True,
            timeout=RUN_S,
            check=False,
        )
        assert done.returncode == 0, f"{path.name}: {done.stdout}{done.stderr}"


def test_the_types_fit_the_stubs_of_the_chip() -> None:
    configuration = configparser.ConfigParser()
    configuration.read(FIRMWARE / "mypy.ini")
    typings = ROOT / configuration["mypy"]["custom_typeshed_dir"]
    if not (typings / "machine.pyi").exists():
        reason = "the stubs are not installed: see firmware/mypy.ini"
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)
    done = subprocess.run(
        [program("mypy"), "--config-file", "firmware/mypy.ini"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=RUN_S,
        check=False,
    )
    assert done.returncode == 0, done.stdout


def test_pins_agree_with_the_pinout() -> None:
    pins = load("pins")
    table = {row["signal"]: int(row["gpio"]) for row in rows("pinout.csv")}
    named = {f"ROW_{i + 1}": gpio for i, gpio in enumerate(pins.ROWS)}
    named |= {f"COLUMN_{'ABCDEFGH'[i]}": gpio for i, gpio in enumerate(pins.COLUMNS)}
    named |= {"CLOCK_WHITE": pins.CLOCK_WHITE, "CLOCK_BLACK": pins.CLOCK_BLACK}
    named |= {"LAMPS": pins.LAMPS}
    assert named == table
    assert len(set(table.values())) == len(table)


def test_the_pins_of_the_pico_are_where_the_pinout_says() -> None:
    # Ref: Raspberry Pi Pico Datasheet, figure "pinout": GP0-GP22 in order, a ground every fifth.
    ground = {3, 8, 13, 18, 23, 28}
    physical = [pin for pin in range(1, 30) if pin not in ground]
    for row in rows("pinout.csv"):
        assert physical[int(row["gpio"])] == int(row["pico_pin"]), row["signal"]


def test_the_power_pins_of_the_pico_are_where_the_table_says() -> None:
    # Ref: Raspberry Pi Pico Datasheet, figure "pinout".
    there = {"VBUS": {40}, "3V3": {36}, "GND": {3, 8, 13, 18, 23, 28, 38}}
    for row in rows("power.csv"):
        pins = {int(pin) for pin in row["pico_pin"].split("/")}
        assert pins == there.pop(row["signal"]), row["signal"]
    assert not there


def test_what_the_board_draws_is_what_usb_grants() -> None:
    text = (ROOT / "hardware" / "README.md").read_text(encoding="utf-8")
    budget = dict(re.findall(r"^\| (.+?) \| (\d+) mA", text, flags=re.MULTILINE))
    granted = int(budget.pop("granted by USB"))
    lit = re.search(r"^LIMIT_MA = (\d+)$", (FIRMWARE / "lamps.py").read_text("utf-8"), re.MULTILINE)
    assert lit is not None
    assert budget["lamps that are lit"] == lit[1]
    assert sum(map(int, budget.values())) <= granted


def test_squares_agree_with_the_wiring() -> None:
    pins = load("pins")
    table = rows("squares.csv")
    assert len(table) == 64
    assert len({row["lamp"] for row in table}) == 64
    for square, row in enumerate(table):
        file, rank = "abcdefgh"[square & 7], (square >> 3) + 1
        assert row["square"] == f"{file}{rank}"
        assert (row["row"], row["column"]) == (f"ROW_{rank}", f"COLUMN_{file.upper()}")
        assert int(row["lamp"]) == pins.lamp_index(square)


def test_every_lamp_has_a_color(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pins", load("pins"))
    assert len(load("lamps").PALETTE) == len(Lamp)


def test_the_manifest_lists_what_makes_a_board() -> None:
    manifest = load("manifest")
    there = {path.name for path in FIRMWARE.glob("*.py")}
    assert set(manifest.FILES) == there - {"manifest.py"}
    assert [(FIRMWARE / path).resolve() for path in manifest.SHARED] == [FRAME]


def test_a_board_that_is_built_frozen_keeps_what_its_port_brings() -> None:
    included: list[str] = []
    frozen: list[tuple[str, str]] = []

    def module(name: str, base_path: str = ".") -> None:
        frozen.append((name, base_path))

    build = {"include": included.append, "module": module}
    manifest = runpy.run_path(str(FIRMWARE / "manifest.py"), init_globals=build)
    assert included == ["$(PORT_DIR)/boards/manifest.py"]
    assert frozen[:-1] == [(name, ".") for name in manifest["FILES"]]
    assert frozen[-1] == ("frame.py", "../host/touchmove/wire")


def test_firmware_and_host_are_one_version() -> None:
    text = (FIRMWARE / "identity.py").read_text(encoding="utf-8")
    assert f'FIRMWARE = "{touchmove.__version__}"' in text


def test_only_one_file_knows_the_chip() -> None:
    for path in FIRMWARE.glob("*.py"):
        text = path.read_text(encoding="utf-8")
        knows = "mem32" in text or "viper" in text
        assert knows == (path.name == "rp2_registers.py"), path.name
