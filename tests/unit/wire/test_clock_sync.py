"""What an exchange proves about two clocks."""

from touchmove.wire.clock_sync import Relation, refine


def test_the_middle_of_the_exchange_is_the_estimate() -> None:
    assert refine(None, 1_000, 1_010, 300) == Relation(705, 6, 1_010)


def test_a_quicker_exchange_replaces_a_slower_one_and_not_the_other_way() -> None:
    slow = refine(None, 1_000, 1_200, 300)
    quick = refine(slow, 2_000, 2_004, 1_202)
    assert quick == Relation(800, 3, 2_004)
    assert refine(quick, 3_000, 3_100, 2_250) == quick


def test_an_old_estimate_gives_way_to_a_worse_but_fresh_one() -> None:
    old = Relation(800, 3, 0)
    hours = 3_600_000
    fresh = refine(old, hours, hours + 20, hours - 790)
    assert fresh is not None
    assert fresh.measured_ms == hours + 20


def test_a_clock_that_was_set_is_believed_at_once() -> None:
    known = Relation(800, 3, 2_004)
    moved = refine(known, 1_000_000, 1_000_100, 3_000)
    assert moved == Relation(997_050, 51, 1_000_100)


def test_an_answer_from_before_its_ping_proves_nothing() -> None:
    known = Relation(800, 3, 2_004)
    assert refine(known, 5_000, 4_000, 4_200) == known
