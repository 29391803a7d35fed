"""Which ports are on USB, which of them is the board, and what its control lines should say.

**DTR.** MicroPython on a chip that speaks USB itself takes DTR for "a host has the port open"
(TinyUSB's `tud_cdc_connected`). While it is low the chip calls its buffer always writable and
overwrites what has not been fetched, in the middle of a line; while it is high a full buffer says
so, and the firmware writes nothing. So such a board gets DTR high, as terminals and mpremote do.
Behind a USB-serial chip DTR and RTS are wires, and often lead to the reset and the boot pin of the
board: there both stay low.

Ref: MicroPython 1.28, shared/tinyusb/mp_usbd_cdc.c; TinyUSB, class/cdc/cdc_device.c
"""

import os
from collections.abc import Iterable
from dataclasses import dataclass

from serial.tools import list_ports

from touchmove.errors import PortError


@dataclass(frozen=True, slots=True)
class UsbModel:
    """One kind of board, as it shows itself on USB."""

    vendor: int
    product: int
    name: str


MODELS = (UsbModel(0x2E8A, 0x0005, "Raspberry Pi Pico with MicroPython"),)
"""The boards that are found by themselves. Any other port has to be named."""

SERIAL_CHIPS = frozenset({0x0403, 0x067B, 0x10C4, 0x1A86})
"""USB vendors of chips between USB and a plain serial line: FTDI, Prolific, Silicon Labs, WCH."""


@dataclass(frozen=True, slots=True)
class PortOnUsb:
    """A serial port of this machine that belongs to a USB device."""

    path: str
    vendor: int
    product: int
    serial_number: str


def usb_ports() -> tuple[PortOnUsb, ...]:
    """The serial ports of this machine that belong to USB devices, by path."""
    return tuple(
        PortOnUsb(port.device, port.vid, port.pid, port.serial_number or "")
        for port in sorted(list_ports.comports())
        if port.vid is not None
    )


def boards(ports: Iterable[PortOnUsb]) -> tuple[PortOnUsb, ...]:
    """Those of these ports that are boards' by their USB ids."""
    known = {(model.vendor, model.product) for model in MODELS}
    return tuple(port for port in ports if (port.vendor, port.product) in known)


def discover(ports: Iterable[PortOnUsb]) -> str:
    """The path of the one board among these ports.

    Rejects: no board, and more than one board, with a `PortError` that says what to do.
    """
    present = tuple(ports)
    found = boards(present)
    if len(found) == 1:
        return found[0].path
    if found:
        listed = ", ".join(f"{port.path} (serial number {port.serial_number})" for port in found)
        raise PortError(f"{len(found)} boards are plugged in: {listed}; choose one with --port")
    others = ", ".join(port.path for port in present)
    raise PortError(
        f"no board found: no USB port is a {' or a '.join(model.name for model in MODELS)}; "
        f"plug it in, or name its port with --port (ports here: {others or 'none'})"
    )


def wants_dtr(path: str, ports: Iterable[PortOnUsb]) -> bool:
    """Whether the port at this path is to have DTR high. What is no USB port has no such line."""
    place = os.path.realpath(path)
    vendors = {port.vendor for port in ports if os.path.realpath(port.path) == place}
    return not vendors & SERIAL_CHIPS
