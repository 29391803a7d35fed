"""Asks the program that runs, as any other program can (docs/reference/http.md)."""

import asyncio
import json
import os
import socket
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import aiohttp
from yarl import URL

from touchmove.daemon.config.secret import Secret, read_secret
from touchmove.daemon.config.sections import Config
from touchmove.daemon.web.token_file import key_path, read_key
from touchmove.errors import InputError, ServeError, one_line

TOKEN = "TOUCHMOVE_TOKEN"
"""The variable of the environment that holds the arbiter's token."""
PATIENCE_S = 40.0
"""Longer than the program itself waits for its log."""
CONNECT_S = 5.0
"""Nobody waits longer to be told that nothing is there."""
ANSWER_BYTES_MAX = 1 << 20
WORDS_MAX = 1_000
"""Letters that are repeated of an answer; those of a program are a sentence or two."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What it said."""

    status: int
    fields: dict[str, Any]

    @property
    def words(self) -> str:
        """For people: one line, whoever it was that answered."""
        said = str(self.fields.get("words") or self.fields.get("error") or "")
        return one_line(" ".join(said.split()))[:WORDS_MAX] or f"status {self.status}"

    @property
    def faults(self) -> dict[str, str]:
        """What is wrong with each field, for people; empty if that was not said."""
        found: dict[str, str] = {}
        given = self.fields.get("faults")
        for fault in given if isinstance(given, list) else []:
            if isinstance(fault, dict):
                words = one_line(str(fault.get("words", "")))[:WORDS_MAX]
                found[one_line(str(fault.get("where", "")))] = words
        return found


@dataclass(frozen=True, slots=True)
class Access:
    """Where it is, and by what it lets us in."""

    url: URL
    token: Secret


def access(config: Config, url: str | None, token_file: Path | None) -> Access:
    """The token that was given, else the key that the program left for its own user.

    Raises `ServeError` if there is neither, `InputError` if one of them or the `url` cannot be
    used.
    """
    key = read_key(config.web.token_file)
    where = URL(url or (key.url if key is not None else _url(config)))
    if where.scheme not in ("http", "https") or not where.host:
        raise InputError(f"{where} is no address of a program, such as http://127.0.0.1:8080/")
    token = read_secret(TOKEN, token_file, os.environ)
    if token is None and key is not None and where == URL(key.url):
        token = key.secret
    if token is None and url is not None:
        _check_answers(where)
        raise ServeError(
            f"no touchmove run has left a key for {where}: give the arbiter's token in {TOKEN} or "
            "a --token-file"
        )
    if token is None:
        raise ServeError(
            f"no touchmove run has left its key in {key_path(config.web.token_file)} for us: start "
            f"one, name its --config, or give the arbiter's token in {TOKEN} or a --token-file"
        )
    return Access(where, token)


def _check_answers(url: URL) -> None:
    """Rejects an address where nothing takes a connection with a `ServeError`."""
    assert url.host is not None, "an address has a host"
    try:
        socket.create_connection((url.host, url.port or 80), CONNECT_S).close()
    except (OSError, ValueError) as error:
        raise nobody(url) from error


def _url(config: Config) -> str:
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(config.web.host, config.web.host)
    return f"http://{f'[{host}]' if ':' in host else host}:{config.web.port}/"


def nobody(url: URL) -> ServeError:
    """What is said where no program of ours answers."""
    return ServeError(
        f"no touchmove run answers at {url}: start one, or name its --config or --url"
    )


def post(to: Access, board: str, what: str, said: dict[str, Any]) -> Answer:
    """What the program answers. Raises `ServeError` if none does."""
    return asyncio.run(_post(to, f"api/boards/{_quoted(board)}/{what}", said))


def _quoted(board: str) -> str:
    return "".join(f"%{byte:02X}" for byte in board.encode("utf-8", "replace"))


async def _post(to: Access, path: str, said: dict[str, Any]) -> Answer:
    headers = {"Authorization": f"Bearer {to.token.reveal()}"}
    url = URL(f"{str(to.url).rstrip('/')}/{path}", encoded=True)
    try:
        async with (
            aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=PATIENCE_S)) as session,
            session.post(url, json=said, headers=headers, allow_redirects=False) as answer,
        ):
            data = b""
            while len(data) < ANSWER_BYTES_MAX and not answer.content.at_eof():
                data += await answer.content.read(ANSWER_BYTES_MAX - len(data))
            return Answer(answer.status, _fields(data))
    except (aiohttp.ClientError, TimeoutError, OSError, ValueError) as error:
        raise nobody(to.url) from error


def _fields(data: bytes) -> dict[str, Any]:
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        return {"error": data.decode("utf-8", "replace").strip()[:500]}
    return found if isinstance(found, dict) else {}
