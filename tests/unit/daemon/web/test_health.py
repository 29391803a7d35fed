"""How the program says that it is: health, and numbers for Prometheus."""

import json
from pathlib import Path

import chess
import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.unit.daemon.paper_board import PaperBoard
from tests.unit.daemon.web.front import Front, opened, run
from tests.unit.shell.test_scribe import Held
from tests.unit.shell.test_web import Viewer, until
from touchmove.daemon import hall
from touchmove.events import ClockPressed, Lifted, Placed
from touchmove.units import Millis

OPENING = (
    Lifted(Millis(1_000), chess.E2),
    Placed(Millis(1_300), chess.E4),
    ClockPressed(Millis(1_600), chess.WHITE),
)
PROXIED = {"X_Forwarded_For": "192.0.2.7", "Authorization": ""}


async def numbers(front: Front, **headers: str) -> dict[tuple[str, ...], float]:
    """Name and labels of each sample -> its value."""
    status, text = await front.ask("metrics", **headers)
    assert status == 200
    return {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def test_a_hall_without_boards_is_well(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with opened(tmp_path) as front:
            status, told = await front.ask("health", Authorization="")
            assert (status, told["status"], told["boards"]) == (200, "well", [])
            assert told["versions"]["touchmove"]
            assert told["log"]["file"] == f"{tmp_path}/log.sqlite"

    run(scenario())


def test_boards_and_troubles_are_told_and_a_grave_one_is_no_health(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with opened(tmp_path) as front:
            board = await front.plug_in("seven")
            board.happen(*OPENING)
            await until(lambda: front.table("seven").plies == 1)
            status, told = await front.ask("health")
            (seen,) = told["boards"]
            assert (seen["id"], seen["name"], seen["linked"]) == ("seven", "Table 7", True)
            assert seen["port"] == f"{tmp_path}/port-seven"
            board.unplug()
            await until(lambda: front.office.hall.troubles.open != ())
            status, told = await front.ask("health")
            assert (status, told["boards"][0]["linked"]) == (200, False)
            assert not any(trouble["grave"] for trouble in told["troubles"])
            front.office.hall.troubles.begin("log", "", "the disk is full; make room")
            status, told = await front.ask("health")
            assert (status, told["status"]) == (503, "grave")
            grave = [trouble for trouble in told["troubles"] if trouble["grave"]]
            assert [trouble["words"] for trouble in grave] == ["the disk is full; make room"]
            front.office.hall.troubles.end("log", "", "the log is being written again")
            assert (await front.ask("health"))[0] == 200

    run(scenario())


def test_a_disk_that_hangs_is_no_health(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hall, "LOOK_S", 0.05)

    async def scenario() -> None:
        async with opened(tmp_path) as front:
            board = await front.plug_in("seven")
            held = Held(front.office.scribe)
            board.happen(*OPENING)
            await until(lambda: front.office.scribe.waiting > 1)
            front.scribe_s = 4.5
            status, told = await front.ask("health")
            assert (status, told["log"]["oldest_ms"]) == (200, 4_500)
            assert told["log"]["waiting"] > 1
            front.scribe_s = 5.5
            await until(lambda: front.office.hall.troubles.open != ())
            status, told = await front.ask("health")
            assert (status, told["status"], told["log"]["oldest_ms"]) == (503, "grave", 5_500)
            assert [trouble["kind"] for trouble in told["troubles"]] == ["log"]
            assert (await numbers(front))["touchmove_log_oldest_seconds",] == 5.5
            await held.let_go()
            await until(lambda: front.office.hall.troubles.open == ())
            await until(lambda: front.table("seven").plies == 1)
            status, told = await front.ask("health")
            assert (status, told["status"], told["log"]["oldest_ms"]) == (200, "well", 0)

    run(scenario())


def test_no_player_and_no_move_is_in_health(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with opened(tmp_path) as front:
            board = await front.plug_in("seven")
            await front.ask("api/boards/seven/game", {"white": "Polgár, Judit"})
            board.happen(*OPENING)
            await until(lambda: front.table("seven").plies == 1)
            text = json.dumps(await front.ask("health"), ensure_ascii=False)
            assert "Polg" not in text
            assert "e4" not in text

    run(scenario())


def test_from_elsewhere_only_whether_all_is_well_is_told(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with opened(tmp_path) as front:
            assert await front.ask("health", **PROXIED) == (200, {"status": "well"})
            assert (await front.ask("metrics", **PROXIED))[0] == 401
            status, told = await front.ask("health", X_Forwarded_For="192.0.2.7")
            assert (status, told["boards"]) == (200, [])
            assert await numbers(front, X_Forwarded_For="192.0.2.7")

    run(scenario())


def test_what_happens_at_boards_is_counted(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with opened(tmp_path) as front:
            board = await front.plug_in("seven")
            board.happen(*OPENING)
            await until(lambda: front.table("seven").plies == 1)
            before = await numbers(front)
            assert before["touchmove_board_linked", "seven"] == 1
            assert before["touchmove_reports_total", "seven"] == 3
            assert before["touchmove_reports_resent_total", "seven"] == 0
            assert before["touchmove_lines_refused_total", "seven", "crc"] == 0
            assert before["touchmove_recogniser_seconds_count",] >= 1
            assert before["touchmove_log_lag_seconds_count",] >= 1
            assert before["touchmove_log_waiting",] == 0
            deaf = PaperBoard(chess.Board().occupied)  # no acknowledgement has come to it
            deaf.asked = True
            for event in OPENING:
                deaf.happen(event)
            board.blurt(deaf.take())
            board.blurt(b"ping 7*00000000\n")
            tally = front.office.hall.seats["seven"].session.tally
            await until(lambda: tally.resent == 3 and bool(tally.refused))
            after = await numbers(front)
            assert after["touchmove_reports_total", "seven"] == 6
            assert after["touchmove_reports_resent_total", "seven"] == 3
            assert after["touchmove_lines_refused_total", "seven", "crc"] == 1

    run(scenario())


def test_alerts_troubles_and_viewers_are_counted(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with opened(tmp_path) as front:
            # The ports are looked for in a thread, which need not have come to it yet.
            await until(lambda: "boardless" in front.office.hall.troubles.begun)
            board = await front.plug_in("seven")
            board.happen(*OPENING, Lifted(Millis(3_000), chess.G8), Placed(Millis(3_900), chess.G8))
            board.happen(
                Lifted(Millis(4_000), chess.E7),
                Placed(Millis(4_300), chess.E5),
                ClockPressed(Millis(4_600), chess.BLACK),
            )
            await until(lambda: front.table("seven").alerts != ())
            (alert,) = front.table("seven").alerts
            async with Viewer(front.session, f"{front.url}boards/events") as viewer:
                await viewer.event()
                told = await numbers(front)
                assert told["touchmove_alerts_total", alert.kind] == 1
                assert told["touchmove_viewers",] == 1
                assert told["touchmove_troubles_total", "boardless"] == 1
                assert told["touchmove_troubles_open", "boardless"] == 0
                assert told["process_resident_memory_bytes",] > 0

    run(scenario())
