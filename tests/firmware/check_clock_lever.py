"""The clock buttons, as tables of (ms, contact) and the events that must come of them."""

from clock_lever import NOTHING, PRESSED, RELEASE_MS, RELEASED, ClockButton


def read(contacts, until, start=1):
    """What is read at each millisecond that has something: (ms, event)."""
    level = [start]
    button = ClockButton(lambda: level[0], 0)
    happened = []
    for now in range(until):
        for at, closed in contacts:
            if at <= now:
                level[0] = 0 if closed else 1
        event = button.read(now)
        if event != NOTHING:
            happened.append((now, event))
    return happened


def test_a_press_counts_at_its_first_contact():
    assert read([(10, 1)], 15) == [(10, PRESSED)]


def test_bounce_after_a_press_is_neither_a_release_nor_a_press():
    contacts = [(10, 1), (11, 0), (14, 1), (15, 0), (25, 1)]
    assert read(contacts, 100) == [(10, PRESSED)]


def test_a_release_waits_for_quiet():
    contacts = [(10, 1), (60, 0), (65, 1), (66, 0)]
    assert read(contacts, 200) == [(10, PRESSED), (66 + RELEASE_MS, RELEASED)]


def test_a_second_press_counts_again():
    contacts = [(10, 1), (50, 0), (100, 1), (150, 0)]
    assert [event for _, event in read(contacts, 300)] == [PRESSED, RELEASED] * 2


def test_a_button_that_is_held_at_start_up_is_down_and_no_press():
    assert read([(30, 0)], 100, start=0) == [(30 + RELEASE_MS, RELEASED)]


def test_a_pause_in_sampling_is_no_release():
    samples = [(10, 0), (40, 1), (41, 0), (42, 1), (43, 0)]
    level = [1]
    button = ClockButton(lambda: level[0], 0)
    happened = []
    for now, value in samples:
        level[0] = value
        happened.append(button.read(now))
    assert happened == [PRESSED, NOTHING, NOTHING, NOTHING, NOTHING]
