"""docs/reference/configuration.md: every section and key of the configuration."""

import inspect
from dataclasses import fields

from tests.docs.source import MADE, page, table
from touchmove.daemon.config.reading import BOARD_ID_MAX
from touchmove.daemon.config.secret import LICHESS_TOKEN
from touchmove.daemon.config.sections import BOARDS_MAX, SECTIONS, Board, Game
from touchmove.daemon.config.setting import Key, keys_of
from touchmove.daemon.config.writing import literal

EXAMPLE = """```toml
[web]
host = "192.168.1.20"
names = ["chess.example.org"]

[game]
profile = "rapid"
time_control = "900+10"
event = "Club championship"

[boards."table-7"]
name = "Table 7"
round = "3.7"
time_control = "900+15"
```"""


def _row(key: Key) -> list[str]:
    said = f"{key.says} {key.kind.what[0].upper()}{key.kind.what[1:]}."
    return [f"`{key.name}`", f"`{literal(key.default)}`", said.replace("|", "\\|")]


def _section(header: str, section: type, leave_out: set[str]) -> str:
    said = inspect.getdoc(section) or ""
    rows = [_row(key) for key in keys_of(section) if key.name not in leave_out]
    return "\n\n".join((header, said, table(["key", "default", "what it says"], rows)))


def configuration_page() -> str:
    """docs/reference/configuration.md."""
    return page(
        MADE,
        "# Configuration",
        "`touchmove run` reads one [TOML](https://toml.io/en/v1.0.0) file: the one that "
        "`--config` names, else `touchmove.toml` in the folder where it is started, if there is "
        "one.\n"
        "No other place is looked at, so two halls on one PC are two folders.\n"
        "What the file does not say holds by default; an option of the "
        "[command line](cli.md#run) goes before the file.\n"
        "`--profile`, `--laws`, `--time-control` and `--orientation` go before the boards' own "
        "sections too.",
        "`touchmove config show` prints the whole configuration as such a file, each key with its "
        "sentence; read again it is the same configuration.\n"
        "`touchmove config check touchmove.toml` says everything that is wrong with a file, with "
        "line and key; nothing in it is passed over.",
        EXAMPLE,
        "A path that is not absolute is seen from the folder of the file.\n"
        f"A [board](wire.md) is named by its id: 1 to {BOARD_ID_MAX} ASCII characters without a "
        f"space, and neither `.` nor `..`; a file names at most {BOARDS_MAX}.\n"
        "A board that is not named plays under `[game]`.",
        "A secret never stands in the file: a token that is written into it is refused.\n"
        f"The token of Lichess comes from the variable `{LICHESS_TOKEN}` of the environment, else "
        "from the file that `lichess.token_file` names.\n"
        "Nobody but its owner may have access to that file (`chmod 600`); one of root's may be "
        "readable by its group, as the credentials of systemd are.\n"
        "`touchmove config check` says if the token is missing, empty or open to others. "
        "Broadcasts themselves are not made yet.",
        "## Files",
        "Each file is one of its own: no two keys lead to the same file, by whatever links, `..` "
        "or case, nor to one that lies beside another.\n"
        "Beside the log are `-wal`, `-shm`, `-journal`, `.heads` and `.heads.disputed`, beside the "
        "token's hash `.local`, and in `pgn.folder` each board has a file.\n"
        "What a file holds already is looked at before it is written: an empty file is taken, one "
        "of the same kind is replaced or added to, and any other is refused.\n"
        "`touchmove config check` also says which file or folder cannot be had, for the user who "
        "asks; `touchmove run` begins without its file of messages, and says so.",
        *(_section(f"## [{name}]", kind, set()) for name, kind in SECTIONS.items()),
        _section('## [boards."…"]', Board, {each.name for each in fields(Game)}),
        "Every key of `[game]` may stand there too, and holds for that board.",
    )
