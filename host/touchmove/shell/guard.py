"""What a request has to show before it is answered at all: that it is meant for this machine.

A foreign web page can make a browser call this server, through a name that it points here (DNS
rebinding) or by sending a form to it (CSRF). The first is refused by the name that the browser
calls the server by: only its own are answered. An address of digits is no name that anybody could
point elsewhere, so it is answered where the server was opened to the network. The second is refused
by the origin that browsers add to whatever changes something: it must be this server itself.

Ref: RFC 9110, 7.2 and 7.4 (Host, 421); RFC 6454 (Origin); W3C, Fetch Metadata Request Headers
"""

import ipaddress
import socket
from collections.abc import Iterable
from urllib.parse import urlsplit

from aiohttp import web
from aiohttp.typedefs import Middleware

from touchmove.shell.site import Handler, refusal

LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
"""The names by which a machine calls itself."""
ANYWHERE = frozenset({"0.0.0.0", "::"})
"""Addresses that stand for all of this machine's."""
READING = frozenset({"GET", "HEAD"})
"""Methods that change nothing."""


NOT_CALLED_SO = "This server answers only to names that are its own, and this one is not"
OF_HALLS = f"{NOT_CALLED_SO}: if it should be, add it to web.names in the configuration."
OF_ONE = f"{NOT_CALLED_SO}: open the address that it has printed."


def only_for_us(host: str, names: Iterable[str] | None = None) -> Middleware:
    """Refuse requests that call the server at `host` by a name that is not its own.

    `names` are its other names; None: nobody can give it any.
    """
    known = {*LOOPBACK, host.lower(), *(name.lower() for name in names or ())} - ANYWHERE
    words = OF_ONE if names is None else OF_HALLS
    if host in ANYWHERE:
        machine = socket.gethostname().lower()
        known |= {machine, f"{machine.partition('.')[0]}.local"}

    @web.middleware
    async def check(request: web.Request, handler: Handler) -> web.StreamResponse:
        name = _host_name(request.headers.get("Host", ""))
        if name in known or (host not in LOOPBACK and _is_address(name)):
            return await handler(request)
        return refusal(request, 421, words)

    return check


@web.middleware
async def only_from_us(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Refuse what would change something and comes from the page of another server."""
    if request.method not in READING and not _is_from_us(request):
        return refusal(request, 403, "This comes from the page of another server: not heeded.")
    return await handler(request)


def is_of_this_machine(request: web.Request) -> bool:
    """Whether the connection begins on this machine, and nobody says that it is for another one, as
    a proxy does."""
    transport = request.transport
    if transport is None or any(name in request.headers for name in _OF_PROXIES):
        return False
    peer, own = (transport.get_extra_info(name) for name in ("peername", "sockname"))
    return bool(peer) and (peer[0] == own[0] or ipaddress.ip_address(peer[0]).is_loopback)


_OF_PROXIES = ("Forwarded", "X-Forwarded-For", "X-Real-IP", "Via")


def _is_from_us(request: web.Request) -> bool:
    site = request.headers.get("Sec-Fetch-Site", "same-origin")
    if site not in ("same-origin", "none"):
        return False
    origin = request.headers.get("Origin")
    if origin is None:  # no browser, or nothing that a browser sends from a page
        return True
    try:
        return urlsplit(origin).netloc.lower() == request.headers.get("Host", "").lower()
    except ValueError:
        return False


def _host_name(header: str) -> str:
    """`[::1]:8080` → `::1`, `localhost:8080` → `localhost`."""
    if header.startswith("["):
        return header[1:].partition("]")[0]
    return header.partition(":")[0].lower()


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
