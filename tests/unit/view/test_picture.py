"""Pictures of the board, and the addresses that they have."""

import os
import xml.etree.ElementTree as ET
from pathlib import Path

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from touchmove.lamp import DARK, Lamp, Pattern
from touchmove.view.picture import Picture, draw, draw_icon, draw_lamp, read

SVG = "{http://www.w3.org/2000/svg}"
AFTER_E4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"


def lit(square: chess.Square, lamp: Lamp) -> Pattern:
    return (*DARK[:square], lamp, *DARK[square + 1 :])


def places(svg: str) -> list[str]:
    """Where marks were laid over the board, in the order of drawing."""
    return [
        group.get("transform", "")
        for group in ET.fromstring(svg)
        if group.tag == f"{SVG}g" and group.get("transform")
    ]


# ------------------------------------------------------------------ addresses
def test_an_address_says_everything() -> None:
    query = {
        "fen": AFTER_E4,
        "last": "e2e4",
        "lamps": "0" * 12 + "1" + "0" * 51,
        "lift": "a3h6",
        "place": "e2",
        "orientation": "black",
    }
    assert read(query) == Picture(
        fen=chess.Board(AFTER_E4).fen(),
        last_move=chess.Move(chess.E2, chess.E4),
        lamps=lit(chess.E2, Lamp.LIFT),
        lift=(chess.A3, chess.H6),
        place=(chess.E2,),
        orientation=chess.BLACK,
    )


def test_only_the_position_must_be_said() -> None:
    assert read({"fen": AFTER_E4}) == Picture(chess.Board(AFTER_E4).fen())


@pytest.mark.parametrize(
    ("key", "value", "reason"),
    [
        ("fen", "nonsense", "fen"),
        ("fen", "8" * 200, "too long"),
        ("last", "e2", "uci"),
        ("last", "z9z9", "uci"),
        ("lamps", "0", "64"),
        ("lamps", "9" * 64, "lamp"),
        ("lamps", "x" * 64, "int"),
        ("lift", "e", "two letters"),
        ("place", "e9", "square"),
        ("orientation", "sideways", "white or black"),
    ],
)
def test_what_cannot_be_drawn_is_refused_with_a_reason(key: str, value: str, reason: str) -> None:
    refused = read({"fen": AFTER_E4} | {key: value})
    assert isinstance(refused, str)
    assert reason in refused.lower()


def test_without_a_position_there_is_no_picture() -> None:
    assert isinstance(read({}), str)


TEXT = st.text(max_size=100)
KEYS = st.sampled_from(["fen", "last", "lamps", "lift", "place", "orientation"])


@given(st.dictionaries(KEYS, TEXT))
def test_no_address_raises(query: dict[str, str]) -> None:
    assert isinstance(read({"fen": AFTER_E4} | query), Picture | str)


@given(
    last=st.sampled_from(["e2e4", "a1h8", "e1h1", "0000", ""]),
    lamps=st.text(alphabet="012345", min_size=64, max_size=64),
    squares=st.lists(st.sampled_from(chess.SQUARE_NAMES), max_size=12).map("".join),
    orientation=st.sampled_from(["white", "black"]),
)
def test_what_can_be_read_can_be_drawn(
    last: str, lamps: str, squares: str, orientation: str
) -> None:
    query = {
        "fen": AFTER_E4,
        "last": last,
        "lamps": lamps,
        "lift": squares,
        "place": squares,
        "orientation": orientation,
    }
    picture = read(query)
    assert isinstance(picture, Picture)
    assert ET.fromstring(draw(picture)).get("viewBox") == "0 0 360 360"


# ------------------------------------------------------------------ pictures
def test_the_board_can_be_turned() -> None:
    mark = lit(chess.A1, Lamp.ASK)
    assert places(draw(Picture(AFTER_E4, lamps=mark))) == ["translate(0 315)"]
    turned = Picture(AFTER_E4, lamps=mark, orientation=chess.BLACK)
    assert places(draw(turned)) == ["translate(315 0)"]


@pytest.mark.parametrize("orientation", chess.COLORS)
def test_coordinates_stand_where_the_squares_are(orientation: chess.Color) -> None:
    svg = ET.fromstring(draw(Picture(AFTER_E4, orientation=orientation)))
    labels = [(text.text, float(text.get("x", ""))) for text in svg.iter(f"{SVG}text")]
    files = [name for name, x in sorted(labels, key=lambda label: label[1]) if str(name).isalpha()]
    assert "".join(map(str, files)) == ("abcdefgh" if orientation else "hgfedcba")


def test_the_last_move_and_the_check_are_shown() -> None:
    board = chess.Board()
    for san in ("e4", "f5"):
        board.push_san(san)
    move = board.push_san("Qh5+")
    svg = draw(Picture(board.fen(), last_move=move))
    assert svg.count("lastmove") == 2
    assert "check_gradient" in svg
    assert "check_gradient" not in draw(Picture(AFTER_E4))


def test_lamps_differ_by_shape_and_not_by_colour_alone() -> None:
    shapes = set()
    for lamp in set(Lamp) - {Lamp.OFF}:
        tree = ET.fromstring(draw_lamp(lamp))
        shapes.add(tuple(element.get("d", "") for element in tree.iter()))
        assert f'translate(0 315)">{"<rect"}' in draw(Picture(AFTER_E4, lamps=lit(0, lamp)))
    assert len(shapes) == len(Lamp) - 1


def test_squares_out_of_step_are_marked() -> None:
    svg = draw(Picture(AFTER_E4, lift=(chess.A1,), place=(chess.H8,)))
    assert places(svg) == ["translate(315 0)", "translate(0 315)"]


def test_pictures_ask_for_nothing_and_run_nothing() -> None:
    lamps = tuple(Lamp(square % 6) for square in chess.SQUARES)
    for svg in (draw(Picture(AFTER_E4, lamps=lamps)), draw_icon(), draw_lamp(Lamp.MUST)):
        tree = ET.fromstring(svg)
        assert not list(tree.iter(f"{SVG}script"))
        references = [
            value
            for element in tree.iter()
            for name, value in element.attrib.items()
            if name.endswith("href")
        ]
        assert all(value.startswith("#") for value in references)


@pytest.mark.parametrize("lamp", [lamp for lamp in Lamp if lamp])
def test_the_reference_shows_the_lamps_as_the_page_does(lamp: Lamp) -> None:
    """Mends the pictures in docs/ if TOUCHMOVE_PICTURES is set."""
    docs = Path(__file__).parents[3] / "docs"
    picture = docs / "pictures" / f"lamp-{lamp.name.lower()}.svg"
    if os.environ.get("TOUCHMOVE_PICTURES"):
        picture.write_text(draw_lamp(lamp) + "\n", "utf-8")
    assert picture.read_text("utf-8") == draw_lamp(lamp) + "\n"
    row = f"| {lamp.value} | {lamp.name.lower()} |"
    assert row in (docs / "reference" / "lamps.md").read_text("utf-8")
