"""Boots the firmware's `main.py` each time the driver switches the power on."""

import gc

import board
import identity
import main
from reporter import CAPACITY, Reporter
from world import PowerCut, world


class Collector:
    """In place of `gc` in the firmware's loop: it takes the time that a Pico would need."""

    def collect(self):
        world.collect()


def run(boot, ring):
    """One boot, until the power is cut."""
    identity.boot_id = lambda: boot
    board.Reporter = lambda *about: Reporter(*about, capacity=ring or CAPACITY)
    gc.collect()
    try:
        main.main()
    except PowerCut:
        return


main.gc = Collector()
while True:
    run(*world.power_up())
