"""Who may act, and how everybody else is kept out."""

import asyncio
import logging
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from aiohttp import CookieJar

from tests.unit.daemon.web.front import Front, opened, run
from tests.unit.shell.test_web import until
from touchmove.daemon.web import door, requests
from touchmove.daemon.web.patience import ALL_TRIES, TRIES, Patience
from touchmove.daemon.web.token_file import TokenFile, key_path, read_key

SAY = "api/boards/seven/say"
WORD = {"word": "resign W"}
ARBITERS = ["api/boards", "api/boards/seven", "api/session"]


async def log_in(front: Front, token: str, **headers: str) -> tuple[int, str]:
    """Status, and where it leads or what the page says."""
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    async with front.session.post(
        f"{front.url}login", data={"token": token}, headers=sent, allow_redirects=False
    ) as answer:
        return answer.status, answer.headers.get("Location", await answer.text())


def with_cookies(front: Front) -> None:
    """Keep cookies of an address of digits too, as browsers do."""
    front.session._cookie_jar = CookieJar(unsafe=True)


# ------------------------------------------------------------------ programs
@pytest.mark.parametrize("given", ["", "Bearer ", "Bearer wrong", "Basic dG06dG0=", "Bearer é"])
def test_without_the_token_nothing_is_done_and_nothing_told(tmp_path: Path, given: str) -> None:
    async def scenario() -> None:
        async with opened(tmp_path) as front:
            await front.plug_in("seven")
            for path, said in [(path, None) for path in ARBITERS] + [(SAY, WORD)]:
                status, told = await front.ask(path, said, Authorization=given)
                assert (status, list(told)) == (401, ["error", "faults"])
            assert front.table("seven").outcome is None

    run(scenario())


def test_a_new_token_replaces_the_old_one_while_the_program_runs(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with opened(tmp_path) as front:
            assert (await front.ask("api/boards"))[0] == 200
            made = TokenFile(tmp_path / "token").make().reveal()
            assert (await front.ask("api/boards"))[0] == 401
            front.token = made
            assert (await front.ask("api/boards"))[0] == 200
            (tmp_path / "token").write_text("{}")
            status, told = await front.ask("api/boards")
            assert (status, told["error"]) == (503, door.UNUSABLE)

    run(scenario())


@pytest.mark.parametrize("asked", [True, False])
@pytest.mark.parametrize(
    ("spoil", "mend", "why"),
    [
        (lambda file: file.chmod(0o666), lambda file: file.chmod(0o600), "chmod go-w "),
        (
            lambda file: file.rename(file.with_name("away")),
            lambda file: file.with_name("away").rename(file),
            "No such file or directory; put it right, or touchmove token rotate",
        ),
        (lambda file: file.write_text("{}"), lambda file: TokenFile(file).make(), "token rotate"),
    ],
)
def test_who_runs_the_program_is_told_of_a_token_that_cannot_be_used_once_and_of_its_end(
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    spoil: Callable[[Path], None],
    mend: Callable[[Path], None],
    why: str,
    asked: bool,
) -> None:
    """Whether somebody asks meanwhile or not; and whoever asks is not told where it is."""

    def told() -> list[str]:
        return [record.getMessage() for record in caplog.records if "token" in record.getMessage()]

    async def scenario() -> None:
        async with opened(tmp_path) as front:
            file = tmp_path / "token"
            spoil(file)
            for _ in range(2 * TRIES if asked else 0):  # no guess could be right, so none counts
                status, answer = await front.ask("api/boards")
                assert (status, answer["error"]) == (503, door.UNUSABLE)
                assert str(tmp_path) not in answer["error"]
            await until(lambda: len(told()) == 1)
            (trouble,) = (t for t in front.office.hall.troubles.open if t.kind == "token")
            assert why in trouble.words
            assert trouble.words.startswith(f"token {file}: ")
            mend(file)
            await until(lambda: len(told()) == 2)
            assert told() == [trouble.words, f"token {file}: it can be used again"]

    with caplog.at_level(logging.INFO, "touchmove"):
        run(scenario())


def test_who_guesses_is_stopped_and_the_arbiter_is_not(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with opened(tmp_path) as front:
            assert (await front.ask("api/boards"))[0] == 200
            guesses = [
                front.ask("api/boards", Authorization=f"Bearer tm_{number}")
                for number in range(3 * TRIES)
            ]
            statuses = [status for status, _ in await asyncio.gather(*guesses)]
            assert sorted(set(statuses)) == [401, 429]
            assert statuses.count(401) == TRIES
            assert (await log_in(front, "wrong"))[0] == 429
            assert (await front.ask("api/boards"))[0] == 200

    run(scenario())


# ------------------------------------------------------------------ browsers
def test_a_browser_logs_in_acts_with_its_csrf_token_and_logs_out(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with opened(tmp_path) as front:
            await front.plug_in("seven")
            with_cookies(front)
            async with front.session.get(f"{front.url}login") as page:
                assert "form-action 'self'" in page.headers["Content-Security-Policy"]
                assert page.headers["Cache-Control"] == "no-store"
                assert "touchmove token rotate makes another" in await page.text()
            assert await log_in(front, front.token, Origin=front.url[:-1]) == (303, "arbiter/")
            (cookie,) = front.session.cookie_jar
            assert cookie["httponly"]
            assert cookie["samesite"] == "Strict"
            assert front.token not in cookie.value
            assert (await front.ask("api/boards", Authorization=""))[0] == 200
            _, told = await front.ask("api/session", Authorization="")
            csrf = told["csrf"]
            for wrong in ("", "x", csrf[:-1]):
                status, _ = await front.ask(SAY, WORD, Authorization="", X_CSRF_Token=wrong)
                assert status == 403
            assert front.table("seven").outcome is None
            assert (await front.ask(SAY, WORD, Authorization="", X_CSRF_Token=csrf))[0] == 200
            assert (await front.ask("logout", {}, Authorization="", X_CSRF_Token=csrf))[0] == 200
            assert (await front.ask("api/boards", Authorization=""))[0] == 401

    run(scenario())


def test_a_session_ends_with_the_token_it_was_begun_with_and_with_time(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with opened(tmp_path) as front:
            with_cookies(front)
            await log_in(front, front.token)
            assert (await front.ask("api/boards", Authorization=""))[0] == 200
            TokenFile(tmp_path / "token").make()
            assert (await front.ask("api/boards", Authorization=""))[0] == 401

    run(scenario())


def test_sessions_end_by_themselves_and_are_bounded(tmp_path: Path) -> None:
    now = [0.0]
    tokens = TokenFile(tmp_path / "token")
    tokens.make()
    kept = door.Door(tokens, lambda: now[0])
    names = [kept.begin() for _ in range(door.SESSIONS_MAX + 1)]
    assert kept.session(names[0]) is None
    assert kept.session(names[1]) is not None
    assert kept.session("") is None
    now[0] = door.SESSION_S + 1
    assert kept.session(names[1]) is None


def test_a_cookie_that_comes_through_https_goes_only_there(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with opened(tmp_path) as front:
            host = front.url.removeprefix("http://").rstrip("/")
            async with front.session.post(
                f"{front.url}login",
                data={"token": front.token},
                headers={"Origin": f"https://{host}"},
                allow_redirects=False,
            ) as answer:
                assert "Secure" in answer.headers["Set-Cookie"]

    run(scenario())


# ------------------------------------------------------------------ attacks
@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Host": "chess.example"}, 421),
        ({"Host": "127.0.0.1.evil.example"}, 421),
        ({"Origin": "https://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Sec_Fetch_Site": "cross-site"}, 403),
        ({"Sec_Fetch_Site": "same-site"}, 403),
        ({"Content_Type": "text/plain"}, 415),
        ({"Content_Type": "application/x-www-form-urlencoded"}, 415),
    ],
)
def test_a_foreign_page_cannot_act_even_with_the_token(
    tmp_path: Path, headers: dict[str, str], status: int
) -> None:
    async def scenario() -> None:
        async with opened(tmp_path) as front:
            await front.plug_in("seven")
            found, answer = await front.ask(SAY, WORD, **headers)
            assert (found, list(answer)) == (status, ["error", "faults"])
            assert status != 421 or "web.names" in answer["error"]
            assert front.table("seven").outcome is None

    run(scenario())


def test_a_foreign_page_cannot_log_a_browser_in(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with opened(tmp_path) as front:
            assert (await log_in(front, front.token, Origin="https://evil.example"))[0] == 403

    run(scenario())


def test_a_body_that_does_not_come_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(requests, "BODY_S", 0.3)

    async def scenario() -> None:
        async with opened(tmp_path) as front:
            await front.plug_in("seven")
            port = int(front.url.rstrip("/").rpartition(":")[2])
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            head = f"POST /{SAY} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n"
            head += f"Authorization: Bearer {front.token}\r\nContent-Type: application/json\r\n\r\n"
            writer.write(head.encode() + b'{"word"')
            answer = await reader.readuntil(b"\r\n")
            assert b" 408 " in answer
            writer.close()

    run(scenario())


def test_who_asks_and_goes_away_leaves_log_and_game_agreed(tmp_path: Path) -> None:
    """The word is said, or not; it is never in the log without being true."""

    async def scenario() -> None:
        async with opened(tmp_path) as front:
            await front.plug_in("seven")
            port = int(front.url.rstrip("/").rpartition(":")[2])
            body = b'{"word": "resign W"}'
            head = f"POST /{SAY} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}\r\n"
            head += f"Authorization: Bearer {front.token}\r\nContent-Type: application/json\r\n\r\n"
            await front.ask("api/boards")
            slow = threading.Event()
            disk = asyncio.create_task(front.office.scribe.ask(lambda store: slow.wait(20)))
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(head.encode() + body)
            await until(lambda: front.office.scribe.waiting == 2)
            writer.transport.abort()
            await front.ask("api/boards")
            slow.set()
            await disk
            await until(lambda: front.table("seven").outcome is not None)

    run(scenario())


def test_no_token_is_told_logged_or_kept(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)

    async def scenario() -> None:
        async with opened(tmp_path) as front:
            await front.plug_in("seven")
            key = read_key(tmp_path / "token")
            assert key is not None
            secrets = (front.token, "tm_guessed", key.secret.reveal())
            await front.ask("api/boards", Authorization="Bearer tm_guessed")
            await front.ask("api/boards", Authorization=f"Bearer {key.secret.reveal()}")
            await log_in(front, "tm_guessed")
            paths = ("health", "metrics", "login", "api/boards", "api/boards/seven")
            told = [str(await front.ask(path)) for path in paths]
            texts = [caplog.text, *told, *_files(tmp_path)]
            assert not [secret for secret in secrets for text in texts if secret in text]

    run(scenario())


def _files(folder: Path) -> list[str]:
    """What a backup of the folder would hold, but for the key of this run."""
    files = [file for file in folder.iterdir() if file.is_file()]
    return [file.read_bytes().decode("latin-1") for file in files if file.suffix != ".local"]


# ------------------------------------------------------------------ this machine
def test_the_key_of_this_run_opens_from_this_machine_only(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with opened(tmp_path) as front:
            key = read_key(tmp_path / "token")
            assert key is not None
            assert key.url == front.url
            assert key_path(tmp_path / "token").stat().st_mode & 0o777 == 0o600
            bearer = f"Bearer {key.secret.reveal()}"
            assert (await front.ask("api/boards", Authorization=bearer))[0] == 200
            for header in ("X_Forwarded_For", "Forwarded", "Via"):
                status, _ = await front.ask(
                    "api/boards", Authorization=bearer, **{header: "192.0.2.7"}
                )
                assert status == 401, header
        assert not key_path(tmp_path / "token").exists()

    run(scenario())


def test_all_addresses_together_have_so_many_tries(tmp_path: Path) -> None:
    now = [0.0]
    patience = Patience(lambda: now[0])
    tried = [patience.take(f"192.0.2.{number}") for number in range(200)]
    assert tried.count(0) == ALL_TRIES
    assert min(wait for wait in tried if wait) > 0
