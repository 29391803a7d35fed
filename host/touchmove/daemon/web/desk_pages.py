"""The arbiter's desk in a browser, as plain as it can be: forms, and no script.

`/arbiter/` lists the boards with what is to be ruled on, `/arbiter/ID/` shows a board's alerts and
every word that can be said now as a button, `/arbiter/ID/new` the form for a new game. What was
said leads back to the board, so that loading the page again says nothing again; what came of it is
shown there once.
"""

from collections.abc import Iterable, Mapping
from html import escape
from urllib.parse import quote

from aiohttp import web

from touchmove.daemon.desk import Choice, to_be_ruled_on
from touchmove.daemon.seat import Seat
from touchmove.daemon.terms import is_under_way
from touchmove.daemon.web import game_form
from touchmove.daemon.web.api import Api
from touchmove.daemon.web.door import DeniedError, Door, Session
from touchmove.daemon.web.new_game import Fault, NewGameError
from touchmove.daemon.web.office import Office, is_linked
from touchmove.daemon.web.requests import Answer, RefusedError, form_fields
from touchmove.daemon.web.sessions import POLICY
from touchmove.game.record import Alert
from touchmove.shell.rooms import BOARD
from touchmove.shell.site import Handler, plain
from touchmove.view.hall import last_line
from touchmove.view.snapshot import take
from touchmove.view.terminal import status as status_of

_PAGE = """\
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title} · touchmove</title>
<link rel="icon" href="{root}boards/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="{root}boards/page.css">
<body id="desk">
<h1>{title}</h1>
{inner}
</html>
"""

ASK_TO_REPLACE = "A game is going on at this board. Say its result first, or tick this."


class DeskPages:
    """The pages of the desk."""

    def __init__(self, office: Office, door: Door, api: Api) -> None:
        self._office = office
        self._door = door
        self._api = api

    def add_to(self, application: web.Application) -> None:
        """Let an application answer them."""
        router = application.router
        router.add_get("/arbiter/", _in_words("../", self._boards))
        router.add_get(f"/arbiter/{BOARD}/", _in_words("../../", self._board))
        router.add_post(f"/arbiter/{BOARD}/say", _in_words("../../", self._say))
        router.add_get(f"/arbiter/{BOARD}/new", _in_words("../../", self._new_game))
        router.add_post(f"/arbiter/{BOARD}/new", _in_words("../../", self._begin))
        router.add_post("/arbiter/logout", _in_words("../", self._log_out))

    async def _boards(self, request: web.Request) -> web.StreamResponse:
        """`GET /arbiter/`: all boards."""
        session = self._door.browser(request)
        rows = "\n".join(self._row(seat) for seat in self._office.hall.seats.values())
        inner = f"<ul>\n{rows}\n</ul>" if rows else "<p>No board yet.</p>"
        leave = _form("logout", session, "<button>Log out</button>")
        return _page(
            "Arbiter", "../", f'{inner}\n{leave}\n<p><a href="../boards/">The games</a></p>'
        )

    def _row(self, seat: Seat) -> str:
        table = seat.session.table
        told = None if table is None else to_be_ruled_on(table)
        state = "No game yet" if table is None else status_of(take(table))
        due = "" if told is None else f" <strong>To be ruled on: {escape(told)}</strong>"
        link = f'<a href="{quote(seat.board, safe="")}/">{escape(self._office.name(seat))}</a>'
        return f"<li>{link}: {escape(state)}{due}</li>"

    async def _board(self, request: web.Request) -> web.StreamResponse:
        """`GET /arbiter/ID/`: one board, its alerts and its words."""
        session = self._door.browser(request)
        seat = self._api.seat(request)
        told, session.told = session.told, ""
        parts = [f'<p role="status"><strong>{escape(told)}</strong></p>' if told else ""]
        table = seat.session.table
        if table is None:
            heard = "No game yet." if is_linked(seat) else "The board has not been heard yet."
            parts.append(f"<p>{heard}</p>")
        else:
            shown = take(table)
            due = to_be_ruled_on(table)
            parts += [
                f"<p>{escape(' · '.join(filter(None, (last_line(shown), status_of(shown)))))}</p>",
                f"<p>To be ruled on: {escape(due)}</p>" if due is not None else "",
                _alerts(table.alerts),
                _words(await self._api.choices(table), session),
            ]
        page = f'<a href="../../boards/{quote(seat.board, safe="")}/">The game</a>'
        new = '<a href="new">New game</a>'
        parts.append(f'<p>{new} · {page} · <a href="../">All boards</a></p>')
        return _page(self._office.name(seat), "../../", "\n".join(filter(None, parts)))

    async def _say(self, request: web.Request) -> web.StreamResponse:
        """`POST /arbiter/ID/say`: a word, and back to the board."""
        session = self._door.browser(request)
        seat = self._api.seat(request)
        form = await _checked(request, session)
        try:
            session.told = (await self._api.say(seat, form.get("word", ""))).words
        except RefusedError as refused:
            session.told = str(refused)
        return _to("./")

    async def _new_game(self, request: web.Request) -> web.StreamResponse:
        """`GET /arbiter/ID/new`: the form for a new game."""
        session = self._door.browser(request)
        seat = self._api.seat(request)
        return self._game_form(seat, session, self._api.at_first(seat))

    async def _begin(self, request: web.Request) -> web.StreamResponse:
        """`POST /arbiter/ID/new`: a new game, and back to the board; or the form again."""
        session = self._door.browser(request)
        seat = self._api.seat(request)
        values = await _checked(request, session)
        try:
            said = game_form.said(values, self._api.at_first(seat))
            _, session.told = await self._api.begin(seat, said)
        except NewGameError as wrong:
            return self._game_form(seat, session, values, 400, wrong.faults)
        except RefusedError as refused:
            words = ASK_TO_REPLACE if refused.where == "replace" else str(refused)
            faults = (Fault(refused.where, words),)
            return self._game_form(seat, session, values, refused.status, faults)
        return _to("./")

    def _game_form(
        self,
        seat: Seat,
        session: Session,
        values: Mapping[str, str],
        status: int = 200,
        faults: tuple[Fault, ...] = (),
    ) -> web.Response:
        table = seat.session.table
        under_way = ""
        if table is not None and is_under_way(seat.session.history):
            shown = take(table)
            under_way = " · ".join(filter(None, (last_line(shown), status_of(shown))))
        inner = game_form.inner(values, faults, under_way=under_way)
        form = _form("new", session, inner, "game")
        back = '<p><a href="./">Back to the board</a></p>'
        name = self._office.name(seat)
        return _page(f"New game at {name}", "../../", f"{form}\n{back}", status)

    async def _log_out(self, request: web.Request) -> web.StreamResponse:
        """`POST /arbiter/logout`: the session ends."""
        await _checked(request, self._door.browser(request))
        self._door.log_out(request)
        return _to("../login")


# ------------------------------------------------------------------ requests
async def _checked(request: web.Request, session: Session) -> dict[str, str]:
    """What a form says that is of a page of ours. Raises `DeniedError` and `RefusedError`."""
    said = await form_fields(request)
    session.check(said.pop("csrf", ""))
    return said


def _in_words(root: str, answer: Answer) -> Handler:
    """The same, whose refusals are sentences; who has not logged in is led there."""

    async def answered(request: web.Request) -> web.StreamResponse:
        try:
            return await answer(request)
        except DeniedError as denied:
            return (
                _to(f"{root}login") if denied.status == 401 else plain(denied.status, f"{denied}\n")
            )
        except RefusedError as refused:
            return plain(refused.status, f"{refused}\n")
        except TimeoutError:
            return plain(503, "This took too long; look whether it was done.\n")

    return answered


def _to(where: str) -> web.Response:
    return web.Response(status=303, headers={"Location": where, "Cache-Control": "no-store"})


# ------------------------------------------------------------------ pages
def _page(title: str, root: str, inner: str, status: int = 200) -> web.Response:
    text = _PAGE.format(title=escape(title), root=root, inner=inner)
    return web.Response(status=status, text=text, content_type="text/html", headers=POLICY)


def _form(action: str, session: Session, inner: str, kind: str = "word") -> str:
    csrf = f'<input type="hidden" name="csrf" value="{session.csrf}">'
    return f'<form class="{kind}" method="post" action="{action}">{csrf}{inner}</form>'


def _alerts(alerts: Iterable[Alert]) -> str:
    rows = "\n".join(
        f"<li>{escape(f'{alert.kind}, after {alert.ply} half-moves: {alert.detail}')}"
        f"{'' if alert.ruling is None else escape(f' ({alert.ruling.value})')}</li>"
        for alert in reversed(tuple(alerts))
    )
    return f"<h2>Alerts</h2>\n<ul>\n{rows}\n</ul>" if rows else ""


def _words(choices: Iterable[Choice], session: Session) -> str:
    """A button for each word that would be taken now, and a line for any other."""
    forms = "\n".join(_word(choice, session) for choice in choices if choice.texts)
    other = _form(
        "say",
        session,
        '<label>Another word <input name="word" required maxlength="300"></label>'
        " <button>Say</button>",
    )
    return f"<h2>Words</h2>\n{forms}\n{other}"


def _word(choice: Choice, session: Session) -> str:
    label = escape(choice.form.says)
    if len(choice.texts) == 1:
        (text,) = choice.texts
        button = (
            f'<button name="word" value="{escape(text)}" title="{label}">{escape(text)}</button>'
        )
        return _form("say", session, button)
    options = "".join(f"<option>{escape(text)}</option>" for text in choice.texts)
    chosen = f'<select name="word" aria-label="{label}">{options}</select>'
    return _form("say", session, f"{chosen} <button>Say</button>")
