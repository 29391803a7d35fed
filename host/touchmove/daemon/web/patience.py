"""How often somebody may try a wrong token: a few times at once, then once in a while.

A try is taken before the token is looked at, and given back if it was right, so tries that come at
the same moment count too. Beside each address all of them together are counted: whoever has many
addresses gets no further. What is remembered is bounded.
"""

import ipaddress
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

TRIES = 5
"""Wrong tokens from one address at once: a person who mistypes."""
AGAIN_S = 12.0
"""One more after this long: 7,200 a day, against 192 random bits."""
ALL_TRIES = 30
"""From all addresses together at once..."""
ALL_AGAIN_S = 2.0
"""... and one more after this long, so that no more than a few per cent of a processor go there."""
ADDRESSES_MAX = 1024
"""What is remembered; the address that was heard longest ago is forgotten first."""


@dataclass(slots=True)
class _Left:
    tries: float
    at: float


class Patience:
    """Counts the tries."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """`clock` gives seconds that never go back."""
        self._clock = clock
        self._left: OrderedDict[str, _Left] = OrderedDict()
        self._all = _Left(ALL_TRIES, clock())

    def take(self, address: str) -> float:
        """Take a try; 0, or in how many seconds there will be one."""
        of = self._of(address)
        waits = max(
            _due(of, TRIES, AGAIN_S, self._clock()),
            _due(self._all, ALL_TRIES, ALL_AGAIN_S, self._clock()),
        )
        if waits:
            return waits
        of.tries -= 1
        self._all.tries -= 1
        return 0.0

    def give_back(self, address: str) -> None:
        """The token was right, or could not be looked at."""
        self._of(address).tries += 1
        self._all.tries += 1

    def _of(self, address: str) -> _Left:
        key = _network(address)
        of = self._left.setdefault(key, _Left(TRIES, self._clock()))
        self._left.move_to_end(key)
        if len(self._left) > ADDRESSES_MAX:
            self._left.popitem(last=False)
        return of


def _due(left: _Left, most: int, again_s: float, now: float) -> float:
    left.tries = min(most, left.tries + (now - left.at) / again_s)
    left.at = now
    return 0.0 if left.tries >= 1 else (1 - left.tries) * again_s


def _network(address: str) -> str:
    """Who has one address of IPv6 has 2⁶⁴ of them."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return "?"
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    return str(ipaddress.ip_network((int(found), 64), strict=False))
