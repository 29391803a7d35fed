"""A supervisor hears that we are ready, that we live, and that we end."""

import asyncio
import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from touchmove.shell.supervisor import ALIVE, READY, STOPPING, notify, patience_s, supervised


@pytest.fixture
def supervisor(tmp_path: Path) -> Iterator[socket.socket]:
    """The socket at which systemd listens."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(str(tmp_path / "notify"))
        listening.settimeout(60)
        yield listening


def heard(supervisor: socket.socket) -> str:
    return supervisor.recv(1000).decode()


def test_a_run_is_ready_lives_and_ends(
    supervisor: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", supervisor.getsockname())
    monkeypatch.setenv("WATCHDOG_USEC", "2000")
    monkeypatch.setenv("WATCHDOG_PID", str(os.getpid()))

    async def scenario() -> list[str]:
        async with supervised():
            return [await asyncio.to_thread(heard, supervisor) for _ in range(4)]

    assert asyncio.run(scenario()) == [READY, ALIVE, ALIVE, ALIVE]
    said = heard(supervisor)
    while said == ALIVE:
        said = heard(supervisor)
    assert said == STOPPING


def test_a_name_without_a_file_is_reached() -> None:
    name = f"touchmove-test-{os.getpid()}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(f"\0{name}")
        assert notify(READY, {"NOTIFY_SOCKET": f"@{name}"})
        assert heard(listening) == READY


@pytest.mark.parametrize("address", ["", "/nowhere/notify", "not/absolute", "@nobody-listens"])
def test_where_nobody_listens_nothing_is_said(address: str) -> None:
    assert not notify(READY, {"NOTIFY_SOCKET": address})
    assert not notify(READY, {})


@pytest.mark.parametrize(
    ("environment", "patience"),
    [
        ({"WATCHDOG_USEC": "30000000"}, 30.0),
        ({"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "7"}, 30.0),
        ({"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "8"}, None),
        ({"WATCHDOG_USEC": "0"}, None),
        ({"WATCHDOG_USEC": "soon"}, None),
        ({}, None),
    ],
)
def test_patience_is_what_the_supervisor_says(
    environment: dict[str, str], patience: float | None
) -> None:
    assert patience_s(environment, 7) == patience
