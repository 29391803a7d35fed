"""A configuration is read whole, or everything that is wrong with it is told, with its line."""

import os
from pathlib import Path

import pytest

from touchmove.__main__ import main
from touchmove.daemon.config.reading import ConfigError, read, read_file
from touchmove.daemon.config.sections import Config, Ports
from touchmove.errors import InputError


def faults(text: str) -> list[tuple[int | None, str]]:
    """Line and key of each fault."""
    with pytest.raises(ConfigError) as told:
        read(text.encode())
    return [(fault.line, fault.key) for fault in told.value.faults]


def words(text: str) -> str:
    with pytest.raises(ConfigError) as told:
        read(text.encode())
    return str(told.value)


def test_nothing_said_is_all_defaults() -> None:
    assert read(b"") == read(b"\xef\xbb\xbf# saved by an editor\r\n") == Config()


def test_a_board_holds_what_is_said_of_all_where_it_says_nothing() -> None:
    config = read(
        b"""[game]
        profile = "rapid"
        time_control = "900+10"
        [boards."table-7"]
        name = "Table 7"
        time_control = "300"
        """
    )
    named, other = config.board("table-7"), config.board("e6614c311b5a")
    assert (named.name, named.profile, named.time_control) == ("Table 7", "rapid", "300")
    assert (other.name, other.profile, other.time_control) == ("e6614c311b5a", "rapid", "900+10")


def test_every_fault_is_told_with_its_line_and_key() -> None:
    assert faults(
        """port = 8080
        [web]
        prot = 8080
        port = 99999
        names = [
            "a b",
        ]
        [game]
        profile = "rapd"
        time_control = "40/5400+"
        [boards."table 7"]
        laws = 2023
        [bords]
        """
    ) == [
        (1, "port"),
        (3, "web.prot"),
        (4, "web.port"),
        (5, "web.names"),
        (9, "game.profile"),
        (10, "game.time_control"),
        (11, 'boards."table 7"'),
        (12, 'boards."table 7".laws'),
        (13, "bords"),
    ]


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        ("[web]\nprot = 1", 'did you mean "port"?'),
        ("[wbe]\nport = 1", 'did you mean "web"?'),
        ("port = 1", "it belongs into [web]"),
        ("[log]\nport = 1", "it belongs into [web]"),
        ('[game]\nprofile = "rapd"', 'did you mean "rapid"?'),
        ("[game]\nlaws = 2023", 'did you mean "2023"?'),
        ("web = 3", "write [web] on a line"),
        ("[[boards]]", '[boards."its id"]'),
        ("[ports]\nusb = false", "no board can ever be found"),
        ('[ports]\npaths = ["ttyACM0"]', "the whole path of a port"),
        ('[ports]\npaths = ["/dev/["]', "a pattern whose [ are closed"),
        ('[ports]\npaths = ["/dev/tty[!]"]', "a pattern whose [ are closed"),
        ('[web]\nhost = "256.1.1.1"', "is not an address or the name"),
        ('[web]\nnames = ["hall.7"]', "is not an address or the name"),
        ('[boards.a]\nname = "b"\n[boards.b]\nname = "a"', 'boards.b.name: "a" is the id of'),
        ("[web]\nport = true", "true is not a whole number"),
        ("[report]\ngames = 1e3", "1000.0 is not a whole number"),
        ("[web]\nport = 8080.0", "8080.0 is not a whole number from 0 to 65535: write 8080,"),
        ("[web]\nport = 1e300", "1e+300 is not a whole number from 0 to 65535"),
        ("[web]\nport = nan", "nan is not a whole number from 0 to 65535"),
        ("[web]\nport = 80.5", "80.5 is not a whole number from 0 to 65535"),
        ('[game]\nevent = "a\\nb"', "letters: it has the end of a line (U+000A)"),
        ('[game]\nevent = "a\\u007fb"', "letters: it has a sign that cannot be shown (U+007F)"),
        (f'[game]\nevent = "{"x" * 201}"', "at most 200 letters: it has 201"),
        ("[game]\nevent = 2024-05-01", "a date or a time is not a text"),
        ('[game]\nevent = "a\\nb"', "a text of one line"),
        ('[boards.".."]\nname = "a"', "is neither . nor .."),
        ("[web]\nport = 80\nport = 81\n", "touchmove.toml:3: this is no TOML"),
        ("a = [", "end of document"),
        (f"a = {'9' * 5000}", "more digits"),
        (f"a = {'[' * 5000}", "brackets within brackets"),
    ],
)
def test_what_is_wrong_is_told_with_what_to_do(text: str, advice: str) -> None:
    assert advice in words(text)


@pytest.mark.parametrize(
    ("data", "told"),
    [(b"a = 1\n# \xff", "touchmove.toml:2: this is not UTF-8"), (b"#" * 2_000_000, "bytes")],
)
def test_what_is_no_text_is_told(data: bytes, told: str) -> None:
    with pytest.raises(ConfigError, match=told):
        read(data)


@pytest.mark.parametrize(
    "text",
    [
        '[lichess]\ntoken = "lip_Zr5sVq0Example"',
        '[lichess]\ntoken_file = "lip_Zr5sVq0Example"',
        '[web]\narbiter_password = "Zr5sVq0"',
        'lichess_token = "lip_Zr5sVq0Example"',
    ],
)
def test_a_secret_is_refused_and_not_repeated(text: str) -> None:
    told = words(text)
    assert "TOUCHMOVE_LICHESS_TOKEN" in told
    assert "Zr5sVq0" not in told


def test_paths_are_seen_from_the_folder_of_the_file(tmp_path: Path) -> None:
    file = tmp_path / "hall.toml"
    file.write_text('[pgn]\nfile = "games.pgn"\nfolder = "/srv/pgn"\n')
    config = read_file(file)
    assert config.log.file == tmp_path / "touchmove.sqlite"
    assert (config.pgn.file, config.pgn.folder) == (tmp_path / "games.pgn", Path("/srv/pgn"))


def test_ports_are_names_of_devices_and_not_of_files_beside_the_configuration() -> None:
    config = read(b'[ports]\nusb = false\npaths = ["/dev/touchmove/*"]')
    assert config.ports == Ports(usb=False, paths=("/dev/touchmove/*",))


def test_a_pattern_with_closed_brackets_and_a_board_s_own_id_are_taken() -> None:
    read(b'[ports]\npaths = ["/dev/tty[AU]*", "/dev/[!]]", "/dev/x]"]\n[boards.a]\nname = "a"')
    read(b'[web]\nhost = "hall7"\nnames = ["7.example.org", "::1"]')


@pytest.mark.parametrize("command", ["check", "show"])
def test_what_is_no_file_is_refused_and_not_waited_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", Path("/dev/zero")):
        assert main(["config", command, str(path)]) == 2
        assert capsys.readouterr().err.startswith(f"touchmove: {path}: this is no file; ")
    assert main(["config", command, str(tmp_path)]) == 2
    assert main(["config", command, "/dev/null"]) == 0


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="touchmove config show"):
        read_file(tmp_path / "none.toml")
