"""`touchmove say BOARD WORD…`: a word of an arbiter, or a new game, said to the program that runs.

Status 0: it was taken, and standard output says what became true. 1: it was refused, or nobody was
there to hear it, and standard error says why. 2: nobody could understand it.
"""

import argparse
from pathlib import Path
from typing import Any

from touchmove.daemon.config.settings import configured, found_file
from touchmove.daemon.files.checking import check_token_file
from touchmove.daemon.saying.client import Answer, access, nobody, post
from touchmove.daemon.web.new_game import FIELDS
from touchmove.daemon.web.token_file import TokenFile
from touchmove.errors import InputError, ServeError

NEW_GAME = ["game", "new"]
_SWITCHES = ("replace",)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `touchmove say`."""
    parser.add_argument("board", metavar="BOARD", help="its id, or the name that it was given")
    parser.add_argument(
        "words",
        metavar="WORD",
        nargs="+",
        help="a word, such as resign W; or game new, with the options below",
    )
    _add_config(parser)
    parser.add_argument("--url", help="where the program answers (default: as configured)")
    parser.add_argument(
        "--token-file",
        type=Path,
        metavar="FILE",
        help="holds the arbiter's token and nothing else; TOUCHMOVE_TOKEN in the environment goes "
        "before it; neither is needed by the user whose program it is, on the same machine",
    )
    game = parser.add_argument_group("game new")
    for field in FIELDS.values():
        option = f"--{field.name.replace('_', '-')}"
        if field.name in _SWITCHES:
            game.add_argument(option, action="store_true", default=None, help=field.says)
        else:
            game.add_argument(option, metavar="TEXT", help=field.says)
    parser.set_defaults(main=main)


def main(arguments: argparse.Namespace) -> int:
    """Say it, and tell what came of it."""
    given = {name: getattr(arguments, name) for name in FIELDS}
    game = {name: value for name, value in given.items() if value is not None}
    is_game = arguments.words == NEW_GAME
    if game and not is_game:
        raise InputError(f"{_option(next(iter(game)))} belongs to game new")
    word = " ".join(arguments.words).strip()
    if not word.removeprefix("@").strip():
        raise InputError("the word is empty: say one, such as resign W, or game new")
    if not arguments.board.strip():
        raise InputError("the name of the board is empty: it comes first, its id or its name")
    to = access(configured(arguments.config), arguments.url, arguments.token_file)
    if is_game:
        answer = post(to, arguments.board, "game", _typed(game))
    else:
        answer = post(to, arguments.board, "say", {"word": word})
    if answer.status == 404 and "board" not in answer.faults:
        raise nobody(to.url)
    return told(answer, _in_options(answer) if is_game else "")


def _option(field: str) -> str:
    return f"--{field.replace('_', '-')}"


def _in_options(answer: Answer) -> str:
    """What was refused of a new game, of which the program knows the fields and not the options."""
    if answer.status == 409 and "replace" in answer.faults:
        return (
            "a game is going on at this board: say its result first, or add --replace; it stays in "
            "the log as it stands"
        )
    if answer.status != 400 or not FIELDS.keys() >= answer.faults.keys() > set():
        return answer.words
    return "; ".join(f"{_option(field)}: {words}" for field, words in answer.faults.items())


def _typed(game: dict[str, Any]) -> dict[str, Any]:
    """Options are text; the fields that are numbers or true are said as such."""
    typed = dict(game)
    for name in ("white_elo", "black_elo", "chess960"):
        text = str(typed.get(name, ""))
        if text.isascii() and text.isdigit() and len(text) < 6:
            typed[name] = int(text)
        elif text in ("true", "false"):
            typed[name] = text == "true"
    return typed


def told(answer: Answer, refused: str = "") -> int:
    """Print what came of it; 0 if it was taken. Raises what was refused, in these words if any."""
    if answer.status in (200, 201):
        print(answer.words)
        return 0
    if answer.status == 400:
        raise InputError(refused or answer.words)
    raise ServeError(refused or answer.words)


# ------------------------------------------------------------------ touchmove token
def add_token_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `touchmove token`."""
    parser.add_argument(
        "action",
        choices=("rotate", "path"),
        help="rotate: make a new token and show it, the old one is worth nothing from then on; "
        "path: where its hash is kept",
    )
    _add_config(parser)
    parser.set_defaults(main=token)


def token(arguments: argparse.Namespace) -> int:
    """Make another token, or say where its hash is."""
    config = configured(arguments.config)
    file = TokenFile(config.web.token_file)
    if arguments.action == "path":
        print(file.path)
        return 0
    check_token_file(config, found_file(arguments.config))
    print(file.make().reveal())
    return 0


def _add_config(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--config", type=Path, metavar="FILE", help="of the program (default: touchmove.toml)"
    )
