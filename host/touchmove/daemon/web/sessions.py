"""How a browser logs in and out, and how the program is told to be: for people and for collectors.

The page to log in is a plain form without a script. It is sent to this server only, and the token
in it goes nowhere else.
"""

from html import escape
from urllib.parse import urlsplit

from aiohttp import web

from touchmove.daemon.web import health
from touchmove.daemon.web.door import COOKIE, SESSION_S, DeniedError, Door
from touchmove.daemon.web.metrics import CONTENT_TYPE, Metrics
from touchmove.daemon.web.office import Office
from touchmove.daemon.web.requests import RefusedError, for_arbiters, form_fields, in_json, said
from touchmove.daemon.web.token_file import MAKE_ANOTHER
from touchmove.shell.site import SECURITY, plain

_FORM = """\
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Arbiter · touchmove</title>
<link rel="icon" href="boards/favicon.svg" type="image/svg+xml">
<h1>Arbiter</h1>
<p role="alert">{words}</p>
<form method="post" action="login">
<input name="user" value="arbiter" autocomplete="username" hidden>
<p><label>Token <input type="password" name="token" required autofocus
 autocomplete="current-password" maxlength="200"></label> <button>Log in</button></p>
</form>
<p><a href="./">The games</a></p>
</html>
"""
_WHERE = (
    "The token was shown once, in the terminal where touchmove run was first started, if it had "
    f"one. It is kept nowhere; {MAKE_ANOTHER} and shows it."
)
POLICY = {
    "Content-Security-Policy": SECURITY["Content-Security-Policy"].replace(
        "form-action 'none'", "form-action 'self'"
    ),
    "Referrer-Policy": "same-origin",
    "Cache-Control": "no-store",
}
"""Of a page with forms, which go to this server only; nobody keeps it. Where no referrer may be
said at all, a browser says of a form that its origin is null."""


class Sessions:
    """Logging in and out, health, and metrics."""

    def __init__(self, office: Office, door: Door) -> None:
        self._office = office
        self._door = door
        self._metrics = Metrics(office)

    def add_to(self, application: web.Application) -> None:
        """Let an application answer them."""
        router = application.router
        router.add_get("/health", self._health)
        router.add_get("/metrics", self._numbers)
        router.add_get("/login", self._form)
        router.add_post("/login", self._log_in)
        router.add_post("/logout", for_arbiters(self._door, self._log_out))
        router.add_get("/api/session", in_json(self._session))

    # -------------------------------------------------------------- how the program is
    async def _health(self, request: web.Request) -> web.StreamResponse:
        """`GET /health`: 200 if all is well, else 503."""
        tell = health.health if await self._door.may_look(request) else health.brief
        return said(200 if health.is_well(self._office) else 503, tell(self._office))

    async def _numbers(self, request: web.Request) -> web.StreamResponse:
        """`GET /metrics`: numbers for Prometheus."""
        if not await self._door.may_look(request):
            return plain(401, "Ask on the machine that serves this, or with the arbiter's token.\n")
        return web.Response(
            body=self._metrics.text(),
            headers={"Content-Type": CONTENT_TYPE, "Cache-Control": "no-store"},
        )

    # -------------------------------------------------------------- sessions
    async def _form(self, _request: web.Request) -> web.StreamResponse:
        """`GET /login`: the form."""
        return _page(200, _WHERE)

    async def _log_in(self, request: web.Request) -> web.StreamResponse:
        """`POST /login`: a session for the token in the form."""
        try:
            token = (await form_fields(request)).get("token", "")
            name = await self._door.log_in(request, token)
        except (DeniedError, RefusedError) as refused:
            return _page(refused.status, str(refused))
        answer = web.Response(
            status=303, headers={"Location": "arbiter/", "Cache-Control": "no-store"}
        )
        secure = urlsplit(request.headers.get("Origin", "")).scheme == "https"
        answer.set_cookie(
            COOKIE, name, max_age=SESSION_S, httponly=True, samesite="Strict", secure=secure
        )
        return answer

    async def _log_out(self, request: web.Request) -> web.StreamResponse:
        """`POST /logout`: the session ends."""
        self._door.log_out(request)
        answer = said(200, {"words": "logged out"})
        answer.del_cookie(COOKIE)
        return answer

    async def _session(self, request: web.Request) -> web.StreamResponse:
        """`GET /api/session`: what a browser has to send with what it does."""
        session = await self._door.admit(request)
        return said(200, {"csrf": None if session is None else session.csrf})


def _page(status: int, words: str) -> web.Response:
    return web.Response(
        status=status,
        text=_FORM.format(words=escape(words)),
        content_type="text/html",
        headers=POLICY,
    )
