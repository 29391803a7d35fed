"""The whole of `touchmove run` but its process: boards at ptys, a log, and HTTP on loopback."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Coroutine
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import chess
from aiohttp import ClientSession

from tests.unit.daemon.pty_board import PtyBoard
from tests.unit.shell.test_web import until
from touchmove.daemon.command import office_of
from touchmove.daemon.config.sections import Config, Game, Log, Ports, Web, board_of
from touchmove.daemon.views import Views
from touchmove.daemon.web.office import Office
from touchmove.daemon.web.opening import open_to_all
from touchmove.daemon.web.token_file import TokenFile
from touchmove.shell.scribe import Scribe
from touchmove.shell.store import Store

PATIENCE_S = 30
START = chess.Board().occupied


def run(test: Coroutine[Any, Any, None]) -> None:
    async def guarded() -> None:
        async with asyncio.timeout(PATIENCE_S):
            await test

    asyncio.run(guarded())


def config_of(folder: Path) -> Config:
    """Whose ports are the files `port-*` of a folder."""
    game = Game(event="Club evening", time_control="5400+30")
    return Config(
        log=Log(file=folder / "log.sqlite"),
        web=Web(port=0, token_file=folder / "token", viewers=20),
        ports=Ports(usb=False, paths=(f"{folder}/port-*",)),
        game=game,
        boards=(replace(board_of(game, "seven"), name="Table 7", round="3.7"),),
    )


@dataclass
class Front:
    """What a client has of it."""

    folder: Path
    office: Office
    session: ClientSession
    token: str
    boards: list[PtyBoard] = field(default_factory=list)
    scribe_s: float = 0.0
    """The time, as the scribe has it."""

    @property
    def url(self) -> str:
        assert self.office.rooms is not None
        return self.office.rooms.url

    async def plug_in(self, name: str) -> PtyBoard:
        """A board with its pieces set up, once it is heard."""
        board = PtyBoard(START, name=name)
        board.plug_in(self.folder / f"port-{name}")
        self.boards.append(board)
        await until(lambda: self.table(name) is not None)
        return board

    def table(self, name: str) -> Any:
        seat = self.office.hall.seats.get(name)
        return None if seat is None else seat.session.table

    async def ask(self, path: str, said: object = None, /, **headers: str) -> tuple[int, Any]:
        """Status and answer; asked with the token unless `Authorization` is given ("" for none).
        What is said are bytes, or goes as JSON."""
        sent = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        sent = {name: value for name, value in sent.items() if value}
        method = "GET" if said is None else "POST"
        body = said if isinstance(said, bytes) else json.dumps(said).encode()
        url = f"{self.url}{path}"
        async with self.session.request(
            method, url, data=None if method == "GET" else body, headers=sent
        ) as answer:
            text = await answer.text()
            is_json = answer.content_type == "application/json"
            return answer.status, json.loads(text) if is_json else text


@contextlib.asynccontextmanager
async def opened(folder: Path, config: Config | None = None) -> AsyncIterator[Front]:
    config = config or config_of(folder)
    front: Front | None = None
    tokens = TokenFile(config.web.token_file)
    token = tokens.make().reveal()
    scribe = Scribe(Store(config.log.file), clock=lambda: front.scribe_s if front else 0.0)
    views = Views()
    office = office_of(config, scribe, views, only=False)
    try:
        async with (
            open_to_all(office),
            office.hall.open(),
            ClientSession() as session,
        ):
            office.hall.start(views.draw_for_ever())
            await office.hall.recall_all()
            front = Front(folder, office, session, token)
            yield front
    finally:
        for board in front.boards if front is not None else ():
            board.unplug()
        await scribe.close()
