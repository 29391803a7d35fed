"""What programs may ask and say for the arbiter, of a hall with boards at real ptys."""

import json
from pathlib import Path
from typing import Any

import chess
import pytest

from tests.unit.daemon.web.front import Front, opened, run
from tests.unit.shell.test_web import until
from touchmove.events import ClockPressed, Lifted, Placed
from touchmove.units import Millis
from touchmove.view.bulletin import pgn


async def play(front: Front, name: str, *moves: str) -> None:
    """Moves by hand, pressed, on the only board; returns when they are on the record."""
    (board,) = front.boards
    for number, move in enumerate(moves):
        at = 1_000 * (number + 1)
        board.happen(
            Lifted(Millis(at), chess.parse_square(move[:2])),
            Placed(Millis(at + 300), chess.parse_square(move[2:])),
            ClockPressed(Millis(at + 600), number % 2 == 0),
        )
    await until(lambda: front.table(name).plies == len(moves))


def test_all_boards_and_everything_about_one(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with opened(tmp_path) as front:
            assert await front.ask("api/boards") == (200, {"boards": []})
            await front.plug_in("seven")
            await play(front, "seven", "e2e4")
            status, told = await front.ask("api/boards")
            (board,) = told["boards"]
            assert (status, board["board"], board["name"]) == (200, "seven", "Table 7")
            assert (board["linked"], board["port"]) == (True, f"{tmp_path}/port-seven")
            assert (board["plies"], board["result"], board["round"]) == (1, "*", "3.7")
            status, told = await front.ask("api/boards/seven")
            assert status == 200
            assert [ply["san"] for ply in told["snapshot"]["plies"]] == ["e4"]
            resigning = [each for each in told["choices"] if each["form"] == "resign W or B"]
            assert resigning[0]["texts"] == ["resign W", "resign B"]
            refused = [each for each in told["choices"] if each["form"] == "accept"]
            assert (refused[0]["texts"], refused[0]["reason"]) == ([], "no draw is offered")
            assert told["agreement"]["time_control"] == "5400+30"
            assert told["pgn"] == pgn(front.table("seven"))

    run(scenario())


def test_the_arbiter_sees_alerts_and_what_is_to_be_ruled_on(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with opened(tmp_path) as front:
            board = await front.plug_in("seven")
            await play(front, "seven", "e2e4")
            board.happen(
                Lifted(Millis(4_000), chess.D7),
                Placed(Millis(4_300), chess.D4),
                ClockPressed(Millis(4_600), chess.BLACK),
            )
            await until(lambda: bool(front.table("seven").refusals))
            _, told = await front.ask("api/boards/seven")
            assert told["to_be_ruled_on"] == "an illegal move by Black"
            status, told = await front.ask("api/boards/seven/say", {"word": "ruling dismiss"})
            assert (status, told["taken"]) == (200, True)
            assert "no illegal move by Black" in told["words"]
            _, told = await front.ask("api/boards/seven")
            assert told["to_be_ruled_on"] is None

    run(scenario())


@pytest.mark.parametrize(
    ("method", "path", "status", "allowed"),
    [
        ("POST", "api/boards", 405, "GET"),
        ("DELETE", "api/boards/seven", 405, "GET"),
        ("GET", "api/boards/seven/say", 405, "POST"),
        ("PUT", "api/boards/seven/game", 405, "POST"),
        ("POST", "api/session", 405, "GET, HEAD"),
        ("GET", "api", 404, None),
        ("GET", "api/", 404, None),
        ("GET", "api/nowhere", 404, None),
        ("POST", "api/boards/seven/nowhere", 404, None),
    ],
)
def test_what_nothing_answers_is_refused_in_json(
    tmp_path: Path, method: str, path: str, status: int, allowed: str | None
) -> None:
    async def scenario() -> None:
        async with (
            opened(tmp_path) as front,
            front.session.request(
                method, front.url + path, headers={"Authorization": f"Bearer {front.token}"}
            ) as answer,
        ):
            told = json.loads(await answer.text())
            assert (answer.status, answer.content_type) == (status, "application/json")
            assert answer.headers.get("Allow") == allowed
            assert told["faults"] == []
            if allowed is not None:
                assert told["error"].endswith(f"use {allowed.replace(', ', ' or ')}")

    run(scenario())


def test_a_word_is_taken_or_refused_with_the_reason_and_is_in_the_log(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with opened(tmp_path) as front:
            await front.plug_in("seven")
            status, told = await front.ask("api/boards/seven/say", {"word": "accept"})
            assert (status, told["taken"]) == (409, False)
            assert told["words"] == "accept changed nothing: no draw is offered"
            status, told = await front.ask("api/boards/seven/say", {"word": " @resign W "})
            assert (status, told["taken"]) == (200, True)
            assert told["words"] == "the game is over: 0-1, resignation"
            lines = await front.office.scribe.ask(lambda store: list(store.entries("seven")))
            assert [line.line.partition(" ")[2] for line in lines if line.kind == "word"] == [
                "accept",
                "resign W",
            ]

    run(scenario())


@pytest.mark.parametrize(
    ("said", "status", "words"),
    [
        ({"word": "surrender"}, 400, "no word"),
        ({"word": ""}, 400, "say a word"),
        ({"word": 7}, 400, "say a word"),
        ({}, 400, "say a word"),
        ({"word": "draw", "board": "other"}, 400, "only the field word"),
        ({"word": "link down"}, 400, "the cable says"),
        ({"word": "arbiter " + "x" * 400}, 400, "at most 300 letters"),
        ({"word": "arbiter \ud800"}, 400, "half a character (U+D800, a surrogate)"),
        ({"word": "arbiter\nresign W"}, 400, "the end of a line (U+000A)"),
        ({"word": "resign W\nresign B"}, 400, "one line"),
        ([], 400, "one JSON object"),
        ("resign W", 400, "one JSON object"),
    ],
)
def test_what_is_no_word_is_refused_with_what_to_do(
    tmp_path: Path, said: object, status: int, words: str
) -> None:
    async def scenario() -> None:
        async with opened(tmp_path) as front:
            await front.plug_in("seven")
            answer = await front.ask("api/boards/seven/say", said)
            assert answer[0] == status
            assert words in answer[1]["error"]
            assert front.table("seven").outcome is None

    run(scenario())


@pytest.mark.parametrize(
    ("data", "status"),
    [
        (b"", 400),
        (b"{", 400),
        (b'{"word": "\xff"}', 400),
        (b"[" * 10_000, 400),
        (b"9" * 5_000, 400),
        (b'{"word": "' + b"x" * 20_000 + b'"}', 413),
    ],
)
def test_what_is_no_json_or_too_much_is_refused(tmp_path: Path, data: bytes, status: int) -> None:
    async def scenario() -> None:
        async with opened(tmp_path) as front:
            await front.plug_in("seven")
            answer = await front.ask("api/boards/seven/say", data)
            assert answer[0] == status
            assert answer[1]["error"]

    run(scenario())


def test_a_board_is_found_by_its_name_and_nothing_else_is(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with opened(tmp_path) as front:
            await front.plug_in("seven")
            status, told = await front.ask("api/boards/Table%207/say", {"word": "resign W"})
            assert (status, told["board"]) == (200, "seven")
            for path in ("nobody", "..%2F..%2Fetc%2Fpasswd", "%00", "seven%00", "Table%208"):
                for said, what in ((None, ""), ({"word": "resign W"}, "/say"), ({}, "/game")):
                    status, told = await front.ask(f"api/boards/{path}{what}", said)
                    assert (status, "boards: seven" in told["error"]) == (404, True)

    run(scenario())


# ------------------------------------------------------------------ new games
GAME = {
    "white": "Carlsen, Magnus",
    "white_id": 1503014,
    "white_title": "GM",
    "white_elo": 2840,
    "black": "Polgár, Judit",
    "black_id": "700070",
    "event": "Open",
    "site": "Budapest",
    "date": "2026-05-31",
    "round": "3.7",
    "profile": "rapid",
    "laws": "2014",
    "time_control": "900+10",
}


def test_a_new_game_is_agreed_with_names_and_rules_and_is_on_the_board(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with opened(tmp_path) as front:
            await front.plug_in("seven")
            status, told = await front.ask("api/boards/seven/game", GAME)
            assert (status, told["taken"]) == (201, True)
            table = front.table("seven")
            assert dict(table.tags) == {
                "Event": "Open",
                "Site": "Budapest",
                "Date": "2026.05.31",
                "Round": "3.7",
                "White": "Carlsen, Magnus",
                "Black": "Polgár, Judit",
                "WhiteFideId": "1503014",
                "WhiteTitle": "GM",
                "WhiteElo": "2840",
                "BlackFideId": "700070",
            }
            assert table.rules.profile.name == "rapid"
            assert table.rules.time_control.pgn == "900+10"
            text = pgn(table)
            assert '[Round "3.7"]' in text
            assert '[WhiteFideId "1503014"]' in text

    run(scenario())


def test_what_is_not_said_of_a_game_is_what_the_configuration_says(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with opened(tmp_path) as front:
            await front.plug_in("seven")
            status, told = await front.ask("api/boards/seven/game", {"white": "Ada"})
            assert status == 201
            tags = dict(told["agreement"]["tags"])
            assert (tags["Event"], tags["Round"], tags["White"]) == ("Club evening", "3.7", "Ada")
            assert told["agreement"]["profile"] == "classical"

    run(scenario())


def test_a_game_that_goes_on_is_replaced_only_if_that_is_said(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with opened(tmp_path) as front:
            await front.plug_in("seven")
            await play(front, "seven", "e2e4")
            status, told = await front.ask("api/boards/seven/game", GAME)
            assert (status, told["faults"][0]["where"]) == (409, "replace")
            assert front.table("seven").plies == 1
            status, _ = await front.ask("api/boards/seven/game", GAME | {"replace": True})
            assert status == 201
            assert front.table("seven").plies == 0
            assert [
                table.plies for table in front.office.hall.seats["seven"].session.history.finished
            ] == [1]

    run(scenario())


def test_everything_that_is_wrong_with_a_game_is_told_at_once(tmp_path: Path) -> None:
    async def scenario() -> None:
        said: dict[str, Any] = {
            "whit": "Ada",
            "black": "x\ny",
            "date": "2026-02-30",
            "round": "three",
            "time_control": "soon",
            "profile": "bullet",
            "white_id": "12x",
            "fen": 5,
        }
        async with opened(tmp_path) as front:
            await front.plug_in("seven")
            status, told = await front.ask("api/boards/seven/game", said)
            faults = {fault["where"]: fault["words"] for fault in told["faults"]}
            assert status == 400
            assert set(faults) == {'"whit"', *list(said)[1:]}
            assert 'did you mean "white"' in faults['"whit"']
            assert "there is no such day" in faults["date"]
            assert front.table("seven").rules.profile.name == "classical"

    run(scenario())
