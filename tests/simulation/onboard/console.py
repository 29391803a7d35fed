"""The serial line of a simulated board. Stands in for the firmware's `console.py`.

The host's bytes come when the cable has brought them; what is said goes out at the end of the
period. The port takes everything: how much is said unheard is the reporter's business.
"""

from world import world


class Console:
    """Same contract as the firmware's."""

    def read_byte(self):
        return world.read_byte()

    def ready(self):
        return True

    def write(self, line):
        world.said.append(line)
