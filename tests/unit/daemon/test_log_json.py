"""Lines of JSON in a log: what is taken of them, and which field is told where nothing can be."""

import json

import pytest

from touchmove.daemon import told
from touchmove.daemon.log_json import WHOLE_MAX, field, loaded, pair, whole

TOLD = {
    "plies": 1, "last": "e4", "record": "00", "result": "*", "termination": "",
    "clock_ms": [1, 2],
}  # fmt: skip


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "Expecting value"),
        ("7", "no object"),
        ("[]", "no object"),
        ("[" * 100_000, "nested too deeply"),
        ('{"a":' * 100_000, "nested too deeply"),
        ("9" * 10_000, "limit"),
    ],
)
def test_what_is_no_object_is_refused(text: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        loaded(text)


@pytest.mark.parametrize(
    ("value", "kind"),
    [(True, int), (1, bool), (1.0, int), ("1", int), (None, str), ([], dict), (2**64, int)],
)
def test_a_field_is_of_exactly_its_type_and_in_range(value: object, kind: type) -> None:
    with pytest.raises(ValueError, match="it is "):
        field({"it": value}, "it", kind)
    with pytest.raises(ValueError, match="it is "):
        field({}, "it", kind)


@pytest.mark.parametrize("value", [0, WHOLE_MAX, -WHOLE_MAX])
def test_a_field_that_is_right_is_taken(value: int) -> None:
    assert field({"it": value}, "it", int) == value
    assert whole(str(value)) == value
    assert pair({"it": [value, value]}, "it", int) == (value, value)


@pytest.mark.parametrize("values", [[], [1], [1, 2, 3], [1, "2"], 7, "12"])
def test_a_pair_is_two_of_a_type(values: object) -> None:
    with pytest.raises(ValueError, match="it is "):
        pair({"it": values}, "it", int)


@pytest.mark.parametrize("text", ["", "x", "1.5", "1e9", str(2**64), "9" * 10_000])
def test_a_moment_that_is_no_number_of_ours_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        whole(text)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *((name, None) for name in TOLD),
        ("plies", "1"),
        ("plies", True),
        ("last", 7),
        ("clock_ms", [1]),
        ("clock_ms", {"a": 1, "b": 2}),
        ("clock_ms", [1, 2**64]),
    ],
)
def test_what_was_told_is_read_field_by_field(name: str, value: object) -> None:
    assert told.read(json.dumps(TOLD)).last == "e4"
    with pytest.raises(ValueError, match=f"^{name} is "):
        told.read(json.dumps(TOLD | {name: value}))
