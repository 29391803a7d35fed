"""Who must write moves now, for the arbiter."""

import pytest

from tests.playing import said

LONG = '[TimeControl "3600"]\n'
BOTH = {"W": True, "B": True}
BLACK_ONLY = {"W": False, "B": True}
NOBODY = {"W": False, "B": False}


def writing(script: str) -> object:
    return said(script)["must_record"]


def test_both_write_from_the_first_move() -> None:
    assert writing(LONG + "~1000 @pause") == BOTH


def test_less_than_five_minutes_excuse_from_writing() -> None:
    assert writing(LONG + "~3300000 @pause") == BOTH
    assert writing(LONG + "~3300001 @pause") == BLACK_ONLY


def test_who_gains_time_stays_excused_for_the_rest_of_the_period() -> None:
    gains = "~3400000 @time W +1200\n"
    assert writing(LONG + gains) == BLACK_ONLY
    assert writing('[Laws "N90"]\n' + LONG + gains) == BOTH


def test_the_next_period_has_to_be_written_again() -> None:
    script = '[TimeControl "1/3600:1800"]\n~3500000 -e2 ~0 +e4 ~0 '
    assert writing(script) == BLACK_ONLY
    assert writing(script + "!W") == BOTH


def test_the_next_period_has_to_be_written_again_when_it_comes_at_zero() -> None:
    gains = '[TimeControl "3600:1800"]\n~3500000 @time W +60\n'
    assert writing(gains) == BLACK_ONLY
    assert writing(gains + "~159999 @pause") == BLACK_ONLY
    assert writing(gains + "~160000 @pause") == BOTH


def test_half_a_minute_for_every_move_leaves_time_to_write() -> None:
    late = "~3400000 @pause"
    assert writing('[TimeControl "3600+30"]\n' + late) == BOTH
    assert writing('[TimeControl "3600B30"]\n' + late) == BOTH
    assert writing('[TimeControl "3600+29"]\n' + late) == BLACK_ONLY
    assert writing('[Laws "N90"]\n[TimeControl "3600+30"]\n' + late) == BLACK_ONLY


@pytest.mark.parametrize(
    "control", ["300+3", "1800", "1800+20", "W3600-B1800", "1800Y5x30", "*900"]
)
def test_nobody_writes_in_rapid_and_blitz(control: str) -> None:
    """Less than an hour for 60 moves, for either player."""
    assert writing(f'[TimeControl "{control}"]\n-e2') == NOBODY


@pytest.mark.parametrize("control", ["1800+30", "40/2400", "3600", "2700S15"])
def test_an_hour_for_sixty_moves_is_no_rapid_game(control: str) -> None:
    assert writing(f'[TimeControl "{control}"]\n-e2') == BOTH


@pytest.mark.parametrize("profile", ["rapid", "blitz", "casual", "training"])
def test_some_profiles_ask_nobody_to_write(profile: str) -> None:
    assert writing(f'[Profile "{profile}"]\n' + LONG + "-e2") == NOBODY


def test_byo_yomi_excuses_from_writing() -> None:
    assert writing('[TimeControl "3600Y3x600"]\n~3700000 @pause') == BLACK_ONLY


def test_without_a_time_control_and_after_the_end_there_is_nothing_to_say() -> None:
    assert writing("-e2 +e4 !W") is None
    assert writing(LONG + "@resign W") is None
