"""What programs ask for the arbiter: the boards, what can be said there, and saying it.

Each answer comes from the same place as that of the console (`daemon.desk`), so nothing can be done
here that a word or an agreement does not do, and all of it is in the log.
"""

import asyncio
import json
from collections.abc import Callable, Mapping
from dataclasses import asdict
from datetime import date
from urllib.parse import quote

from aiohttp import web

from touchmove.daemon import desk
from touchmove.daemon.agreement import Agreement
from touchmove.daemon.config.setting import not_shown, shown
from touchmove.daemon.desk import Choice
from touchmove.daemon.seat import Seat
from touchmove.daemon.terms import is_under_way
from touchmove.daemon.web import game_form, new_game
from touchmove.daemon.web.door import Door
from touchmove.daemon.web.office import Office, is_linked
from touchmove.daemon.web.requests import (
    RefusedError,
    UnderWay,
    fields,
    for_arbiters,
    in_json,
    said,
    unanswered,
)
from touchmove.errors import InputError, StoreError
from touchmove.game.record import Alert
from touchmove.game.table import Table
from touchmove.shell.rooms import BOARD
from touchmove.view import page
from touchmove.view.bulletin import pgn
from touchmove.view.snapshot import take

WORD_LETTERS_MAX = 300
"""A position or a reason, and the word before it."""


class Api:
    """The arbiter's requests."""

    def __init__(self, office: Office, door: Door, today: Callable[[], date] = date.today) -> None:
        self._office = office
        self._door = door
        self._today = today
        self._under_way = UnderWay()
        self._looking = asyncio.Lock()
        """What can be said is found out by saying all of it, for one board at a time."""

    def add_to(self, application: web.Application) -> None:
        """Let an application answer them."""
        router = application.router
        for method, path, answer in (
            ("GET", "/api/boards", self._boards),
            ("GET", f"/api/boards/{BOARD}", self._board),
            ("POST", f"/api/boards/{BOARD}/say", self._say),
            ("POST", f"/api/boards/{BOARD}/game", self._game),
        ):
            router.add_route(method, path, for_arbiters(self._door, answer))
        for path in ("/api", "/api/{rest:.*}"):
            router.add_route("*", path, in_json(unanswered))

    # -------------------------------------------------------------- looking
    async def _boards(self, _request: web.Request) -> web.StreamResponse:
        """`GET /api/boards`: all boards in short."""
        seats = self._office.hall.seats.values()
        return said(200, {"boards": [self._in_short(seat) for seat in seats]})

    async def _board(self, request: web.Request) -> web.StreamResponse:
        """`GET /api/boards/ID`: everything about one."""
        seat = self.seat(request)
        table, agreed = seat.session.table, seat.session.history.agreement
        about = self._in_short(seat) | {"agreement": None if agreed is None else asdict(agreed)}
        if table is None:
            return said(200, about | {"snapshot": None, "alerts": [], "choices": [], "pgn": ""})
        choices = await self.choices(table)
        return said(
            200,
            about
            | {
                "snapshot": json.loads(page.as_json(take(table))),
                "alerts": [_alert(alert) for alert in table.alerts],
                "choices": [_choice(choice) for choice in choices],
                "pgn": pgn(table),
            },
        )

    def _in_short(self, seat: Seat) -> dict[str, object]:
        table = seat.session.table
        return {
            "board": seat.board,
            "name": self._office.name(seat),
            "address": f"/boards/{quote(seat.board, safe='')}/",
            "linked": is_linked(seat),
            "port": seat.path,
            "to_be_ruled_on": None if table is None else desk.to_be_ruled_on(table),
        } | ({} if table is None else _game_in_short(table))

    def seat(self, request: web.Request) -> Seat:
        """The board of the address: the one with this id, else the only one with this name.

        Raises `RefusedError`.
        """
        board, seats = request.match_info["board"], self._office.hall.seats
        if board in seats:
            return seats[board]
        named = [seat for seat in seats.values() if self._office.name(seat) == board]
        if len(named) != 1:
            known = ", ".join(seats) or "none has been heard yet"
            raise RefusedError(404, f"no board has this id or name; boards: {known}", "board")
        return named[0]

    # -------------------------------------------------------------- acting
    async def _say(self, request: web.Request) -> web.StreamResponse:
        """`POST /api/boards/ID/say`: a word."""
        seat = self.seat(request)
        given = await fields(request)
        unknown = sorted(set(given) - {"word"})
        if unknown:
            raise RefusedError(400, "there is only the field word", str(shown(unknown[0])))
        answer = await self.say(seat, given.get("word"))
        told = {"taken": answer.taken, "words": answer.words}
        return said(
            200 if answer.taken else 409, {"board": seat.board, "word": answer.text, **told}
        )

    async def say(self, seat: Seat, given: object) -> desk.Answer:
        """Somebody who may has said this. Raises `RefusedError` if it is no word, or could not be
        logged."""
        word = _word(given)
        try:
            effects = await self._under_way.finish(seat.say(word))
        except ValueError as error:
            raise RefusedError(400, str(error), "word") from error
        except StoreError as error:
            raise RefusedError(503, str(error)) from error
        return desk.answer(word, effects, seat.session.table)

    async def choices(self, table: Table) -> tuple[Choice, ...]:
        """Every word, and whether it can be said now."""
        async with self._looking:
            return await asyncio.to_thread(desk.possible, table)

    async def _game(self, request: web.Request) -> web.StreamResponse:
        """`POST /api/boards/ID/game`: a new game."""
        seat = self.seat(request)
        agreed, words = await self.begin(seat, await fields(request))
        told = {"board": seat.board, "taken": True, "words": words, "agreement": asdict(agreed)}
        return said(201, told)

    async def begin(self, seat: Seat, said_: Mapping[str, object]) -> tuple[Agreement, str]:
        """A new game is agreed upon; the words say when it begins. Raises `NewGameError`, and
        `RefusedError` if another one goes on or it could not be logged."""
        board = self._office.config.board(seat.board)
        agreed, replaces = new_game.read(said_, board, self._today())
        if is_under_way(seat.session.history) and not replaces:
            raise RefusedError(
                409,
                "a game is going on at this board: say its result first, or say replace: true; it "
                "stays in the log as it stands",
                "replace",
            )
        try:
            await self._under_way.finish(seat.agree(agreed))
        except InputError as error:
            raise RefusedError(400, str(error)) from error
        except StoreError as error:
            raise RefusedError(503, str(error)) from error
        when = "the pieces stand" if is_linked(seat) else "the board is heard"
        return agreed, f"agreed; it begins when {when}"

    def at_first(self, seat: Seat) -> game_form.Values:
        """What is agreed at a board where nothing else is said."""
        return game_form.at_first(self._office.config.board(seat.board), self._today())


def _word(given: object) -> str:
    if not isinstance(given, str) or not given.strip():
        raise RefusedError(400, 'say a word, such as {"word": "resign W"}', "word")
    if len(given) > WORD_LETTERS_MAX:
        words = f"a word has at most {WORD_LETTERS_MAX} letters, and this one has {len(given)}"
        raise RefusedError(400, words, "word")
    unshown = not_shown(given)
    if unshown is not None:
        raise RefusedError(400, f"a word is one line of text, and this one has {unshown}", "word")
    return given.strip().removeprefix("@")


def _game_in_short(table: Table) -> dict[str, object]:
    tags = dict(table.tags)
    return {
        "white": tags.get("White", ""),
        "black": tags.get("Black", ""),
        "round": tags.get("Round", ""),
        "phase": table.phase.value,
        "plies": table.plies,
        "result": "*" if table.outcome is None else table.outcome.result,
    }


def _alert(alert: Alert) -> dict[str, object]:
    return {
        "kind": alert.kind,
        "ply": alert.ply,
        "at_ms": alert.at,
        "detail": alert.detail,
        "ruling": None if alert.ruling is None else alert.ruling.value,
    }


def _choice(choice: Choice) -> dict[str, object]:
    return {
        "form": choice.form.form,
        "who": choice.form.who,
        "says": choice.form.says,
        "texts": choice.texts,
        "reason": choice.reason,
    }
