"""Who may act: programs with the token, browsers that have logged in with it, and commands of the
same user on the same machine.

A program sends the token with each request. A right one is remembered as a hash under a key of
this process, so that it is looked up and not computed each time; a wrong one costs a try
(`patience`). A browser sends the token once, and then a session: a random name in a cookie that no
script can read and that no other site's page can send, and for whatever changes something also a
second random name that only our own page knows (CSRF). A new token ends all sessions.

What was refused is told with the reason to whoever asked, and counted; no token, right or wrong,
is ever told, logged or kept.
"""

import asyncio
import hashlib
import hmac
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field

from aiohttp import web

from touchmove.daemon.web.patience import Patience
from touchmove.daemon.web.token_file import TOKEN_LETTERS_MAX, Key, TokenFile
from touchmove.errors import InputError
from touchmove.shell.guard import READING, is_of_this_machine

COOKIE = "touchmove_session"
CSRF_HEADER = "X-CSRF-Token"
SESSION_S = 12 * 3600
"""A day of a tournament."""
SESSIONS_MAX = 64
"""The session that was used longest ago ends first."""
LOG_IN = "send the arbiter's token as Authorization: Bearer, or log in at /login"

UNUSABLE = (
    "the file of the token cannot be used, so nobody can be let in by it; what is wrong with it is "
    "said on standard error of touchmove run, in its messages and in /health"
)
"""What whoever is outside is told; where the file is, is told to whoever runs the program."""


class DeniedError(Exception):
    """Somebody may not do what they asked for; the message says why, and what to do."""

    def __init__(self, status: int, words: str, wait_s: float = 0.0) -> None:
        super().__init__(words)
        self.status = status
        self.wait_s = wait_s
        """In so many seconds it may be tried again; 0: nothing is said of that."""


@dataclass(slots=True)
class Session:
    """A browser that has logged in."""

    token: tuple[int, ...] | None
    """The identity of the token that it logged in with."""
    ends_at: float
    csrf: str = field(default_factory=lambda: secrets.token_urlsafe(24), repr=False)
    told: str = ""
    """What came of the latest word, until it has been shown."""

    def check(self, csrf: str) -> None:
        """Return if this comes from a page of ours. Raises `DeniedError`."""
        if not _same(csrf, self.csrf):
            words = f"a browser sends {CSRF_HEADER} with this; GET /api/session says which"
            raise DeniedError(403, words)


class Door:
    """Lets in, or says why not."""

    def __init__(
        self,
        tokens: TokenFile,
        clock: Callable[[], float] = time.monotonic,
        *,
        on_token: Callable[[InputError | None], None] = lambda error: None,
    ) -> None:
        """`on_token` is told why the token's file cannot be used, or that it can."""
        self.key: Key | None = None
        """What commands on this machine have; None until there is one."""
        self._tokens = tokens
        self._on_token = on_token
        self._clock = clock
        self._patience = Patience(clock)
        self._pepper = secrets.token_bytes(32)
        self._right: tuple[bytes, tuple[int, ...] | None] | None = None
        """The hash of the token that was right, and the identity of its file."""
        self._sessions: OrderedDict[bytes, Session] = OrderedDict()
        self._one_at_a_time = asyncio.Lock()

    # -------------------------------------------------------------- requests
    async def admit(self, request: web.Request) -> Session | None:
        """Return if this request may act; the session of a browser. Raises `DeniedError`."""
        kind, _, token = request.headers.get("Authorization", "").partition(" ")
        if kind.lower() == "bearer":
            await self.check(request, token.strip())
            return None
        session = self.browser(request)
        if request.method not in READING:
            session.check(request.headers.get(CSRF_HEADER, ""))
        return session

    def browser(self, request: web.Request) -> Session:
        """The session of a browser, which may look; before it acts, it has to be checked. Raises
        `DeniedError`."""
        session = self.session(request.cookies.get(COOKIE, ""))
        if session is None:
            raise DeniedError(401, f"this is for the arbiter: {LOG_IN}")
        return session

    async def may_look(self, request: web.Request) -> bool:
        """Whether a request may see how the program is: from this machine, or with the token."""
        if is_of_this_machine(request):
            return True
        try:
            await self.admit(request)
        except DeniedError:
            return False
        return True

    # -------------------------------------------------------------- tokens
    async def check(self, request: web.Request, token: str) -> None:
        """Return if the token is right. Raises `DeniedError`."""
        here = is_of_this_machine(request)
        if here and self.key is not None and _same(token, self.key.secret.reveal()):
            return
        identity = self._tokens.identity()
        hashed = self._hash(token)
        if self._right is not None:
            known, of = self._right
            if of == identity is not None and hmac.compare_digest(hashed, known):
                return
        if not await self._is_right(request.remote or "", token):
            raise DeniedError(
                401, "that is not the arbiter's token; touchmove token rotate makes one"
            )
        self._right = hashed, identity

    async def _is_right(self, address: str, token: str) -> bool:
        waits = self._patience.take(address)
        if waits:
            raise DeniedError(429, "too many wrong tokens; wait, then try again", waits)
        if not 0 < len(token) <= TOKEN_LETTERS_MAX:
            return False
        async with self._one_at_a_time:
            try:
                right = await asyncio.to_thread(lambda: self._tokens.read().is_of(token))
            except InputError as error:
                self._patience.give_back(address)
                self._on_token(error)
                raise DeniedError(503, UNUSABLE) from error
        self._on_token(None)
        if right:
            self._patience.give_back(address)
        return right

    def _hash(self, text: str) -> bytes:
        return hmac.digest(self._pepper, text.encode("utf-8", "replace"), hashlib.sha256)

    async def look(self) -> None:
        """Tell `on_token` how the file is now."""
        try:
            await asyncio.to_thread(self._tokens.read)
        except InputError as error:
            self._on_token(error)
        else:
            self._on_token(None)

    # -------------------------------------------------------------- sessions
    async def log_in(self, request: web.Request, token: str) -> str:
        """Begin a session; the value of its cookie. Raises `DeniedError`."""
        await self.check(request, token)
        return self.begin()

    def begin(self) -> str:
        """Begin a session for whoever has shown the token; the value of its cookie."""
        name = secrets.token_urlsafe(24)
        session = Session(self._tokens.identity(), self._clock() + SESSION_S)
        self._sessions[self._hash(name)] = session
        while len(self._sessions) > SESSIONS_MAX:
            self._sessions.popitem(last=False)
        return name

    def log_out(self, request: web.Request) -> None:
        """End the session of a browser."""
        self._sessions.pop(self._hash(request.cookies.get(COOKIE, "")), None)

    def session(self, name: str) -> Session | None:
        """The session with this cookie, if it has not ended."""
        known = self._hash(name)
        session = self._sessions.get(known)
        if session is None:
            return None
        if session.ends_at < self._clock() or session.token != self._tokens.identity():
            del self._sessions[known]
            return None
        self._sessions.move_to_end(known)
        return session


def _same(given: str, known: str) -> bool:
    """Whether both are the same, in a time that says nothing of how much of them is."""
    return hmac.compare_digest(given.encode("utf-8", "replace"), known.encode())
