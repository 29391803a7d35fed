"""The parts of a report, each as the text of a file, or the reason why there is none."""

import asyncio
import json
import os
import platform
import sys
from collections.abc import Iterable, Iterator, Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import aiohttp

from touchmove.daemon.config.sections import Config
from touchmove.daemon.config.writing import written
from touchmove.daemon.versions import told_versions
from touchmove.wire.messages import Hello

PACKAGES = ("chess", "pyserial", "aiohttp", "rich", "prometheus-client")
"""Those of `dependencies` in pyproject.toml that run at a real board."""
HEALTH_S = 5.0
"""A program that answers at all answers in milliseconds."""
HEALTH_BYTES_MAX = 1 << 20
"""Health of 64 boards is some 30 kB."""
MESSAGES_BYTES_MAX = 16 << 20
"""The end of a file of messages that is looked at."""


class MissingPartError(Exception):
    """A part of the report cannot be had; the message says why."""


def configuration(config: Config) -> Iterator[str]:
    """The whole configuration with its defaults; there is no secret in one."""
    yield written(config)


def versions(boards: Mapping[str, Hello]) -> Iterator[str]:
    """Of the program, its libraries, and the boards as they were last heard."""
    yield told_versions()
    for package in PACKAGES:
        yield f"{package} {_version(package)}"
    yield f"machine {platform.machine()}, {os.cpu_count()} processors"
    yield f"encoding {sys.getfilesystemencoding()}"
    for board, hello in boards.items():
        can = " ".join(hello.capabilities)
        yield f"board {board}: firmware {hello.firmware}, {hello.sensors} sensors, {can}"


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"


def health(config: Config) -> Iterator[str]:
    """What the program that runs now says of itself."""
    if not config.web.enabled or config.web.port == 0:
        raise MissingPartError("the configuration does not say where the page is")
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(config.web.host, config.web.host)
    where = f"[{host}]" if ":" in host else host
    yield asyncio.run(_asked(f"http://{where}:{config.web.port}/health"))


async def _asked(url: str) -> str:
    patience = aiohttp.ClientTimeout(total=HEALTH_S)
    try:
        async with (
            aiohttp.ClientSession(timeout=patience) as session,
            session.get(url, allow_redirects=False) as answer,
        ):
            data = b""
            while len(data) < HEALTH_BYTES_MAX and not answer.content.at_eof():
                data += await answer.content.read(HEALTH_BYTES_MAX - len(data))
    except (aiohttp.ClientError, TimeoutError, OSError) as error:
        raise MissingPartError(f"no program answers at {url}") from error
    try:
        return json.dumps(json.loads(data), indent=1)
    except (ValueError, RecursionError) as error:
        raise MissingPartError(f"{url} answers, but not with health") from error


def messages(config: Config) -> Iterable[str]:
    """The latest messages of the file, if there is one."""
    file = config.messages.file
    if file is None:
        raise MissingPartError("the configuration names no file for messages")
    return _last_lines(file, config.report.messages)


def _last_lines(path: Path, count: int) -> list[str]:
    try:
        with path.open("rb") as file:
            size = file.seek(0, os.SEEK_END)
            file.seek(max(0, size - MESSAGES_BYTES_MAX))
            lines = file.read(MESSAGES_BYTES_MAX).decode("utf-8", "replace").splitlines()
    except OSError as error:
        raise MissingPartError(f"{path} cannot be read: {error.strerror}") from error
    return lines[-count:] if count else []
