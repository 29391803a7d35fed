"""Numbering, window, repeats, ring, and manners when nobody listens."""

import gc

import reporter as r
from paper import Paper, Silent

START = b"\xff\xff\x00\x00\x00\x00\xff\xff"
WHO = ("0.1.0", "table-1", "0badcafe", "lamps,clock,pins")


def begin(capacity=r.CAPACITY, flowing=True):
    """A reporter whose host listens from the first report on."""
    paper = Paper()
    reporter = r.Reporter(paper, WHO, START, 0, capacity)
    if flowing:
        reporter.heard(0)
        assert reporter.resend(1) == ""
    reporter.send(0, 0)
    reporter.heard(0)
    paper.taken()
    return reporter, paper


def reports(paper):
    """Kinds and numbers of the reports that were written."""
    words = [payload.split(" ") for payload in paper.taken()]
    kinds = ("lift", "place", "press", "release", "lost")
    return [(w[0], int(w[1])) for w in words if w[0] in kinds]


def test_a_report_states_its_time_its_square_and_the_board_after_it():
    reporter, paper = begin()
    reporter.add(r.LIFT, 12, 1_234)
    reporter.add(r.PLACE, 28, 1_500)
    reporter.add(r.PRESS, 1, 2_000)
    reporter.send(2_000, 2_000)
    assert [p for p in paper.taken() if p[0] != "b"] == [
        "lift 1 1234 e2 ffff00000000efff",
        "place 2 1500 e4 ffff00001000efff",
        "press 3 2000 B ffff00001000efff",
    ]


def test_no_report_goes_out_before_the_host_has_asked():
    reporter, paper = begin(flowing=False)
    reporter.add(r.LIFT, 12, 10)
    reporter.send(10, 10)
    assert reports(paper) == []
    reporter.resend(1)
    reporter.send(11, 11)
    assert reports(paper) == [("lift", 1)]


def test_no_more_is_under_way_than_the_window_holds():
    reporter, paper = begin()
    for i in range(100):
        reporter.add(r.PRESS, 0, i)
    reporter.send(100, 100)
    assert 0 < sum(paper.sizes) <= r.WINDOW_BYTES
    sent = 0
    while reporter.acked < 100:
        numbers = [number for _, number in reports(paper)]
        assert numbers, "the window never opened again"
        assert numbers[0] == sent + 1
        sent = numbers[-1]
        reporter.heard(100)
        assert reporter.ack(sent) == ""
        reporter.send(100, 100)
        assert sum(paper.sizes) <= r.WINDOW_BYTES


def test_one_acknowledgement_makes_room_for_one():
    reporter, paper = begin()
    for i in range(10):
        reporter.add(r.PRESS, 0, i)
    reporter.send(10, 10)
    last = reports(paper)[-1][1]
    reporter.ack(1)
    reporter.send(10, 10)
    assert reports(paper) == [("press", last + 1)]


def test_what_is_not_acknowledged_goes_again_after_a_time():
    reporter, paper = begin()
    reporter.add(r.LIFT, 12, 10)
    reporter.send(10, 10)
    assert reports(paper) == [("lift", 1)]
    reporter.send(10 + r.RETRY_MS - 1, 10)
    assert reports(paper) == []
    reporter.send(10 + r.RETRY_MS, 10)
    assert reports(paper) == [("lift", 1)]
    reporter.ack(1)
    reporter.send(10 + 2 * r.RETRY_MS, 10)
    assert reports(paper) == []


def test_an_acknowledgement_of_what_was_sent_before_a_repeat_counts():
    reporter, paper = begin()
    for i in range(3):
        reporter.add(r.PRESS, 0, i)
    reporter.send(10, 10)
    assert len(reports(paper)) == 3
    reporter.resend(1)
    assert reporter.ack(3) == ""
    reporter.send(1_000, 1_000)
    assert reports(paper) == []


def test_an_acknowledgement_of_the_future_is_refused():
    reporter, _ = begin()
    reporter.add(r.LIFT, 12, 10)
    assert reporter.ack(1) == "not sent yet"
    assert reporter.ack(7) == "not sent yet"
    assert reporter.acked == 0


def test_a_host_that_has_gone_gets_no_repeats_until_it_is_back():
    reporter, paper = begin()
    reporter.add(r.LIFT, 12, 10)
    reporter.send(10, 10)
    paper.taken()
    gone = r.LISTENING_MS + 1
    for now in range(gone, gone + 60_000, 50):
        reporter.send(now, now)
    assert reports(paper) == []
    reporter.heard(90_000)
    reporter.send(90_000, 90_000)
    assert reports(paper) == [("lift", 1)]


def test_beats_to_nobody_stop_before_they_could_block():
    paper = Paper()
    reporter = r.Reporter(paper, WHO, START, 0)
    reporter.hello(0)
    for now in range(0, 3_600_000, 500):
        reporter.send(now, now)
    assert 0 < sum(paper.sizes) <= r.BUFFER_BYTES - r.REPORT_MAX


def test_a_host_that_falls_silent_gets_no_more_than_the_buffer_holds_repeats_and_all():
    reporter, paper = begin()
    for i in range(20):
        reporter.add(r.PRESS, 0, i)
    reporter.heard(20)
    for now in range(20, 20_000):
        reporter.send(now, now)
        if now % 1_000 == 0:
            reporter.refuse("no check sum", "noise")
    assert r.WINDOW_BYTES / 2 < sum(paper.sizes) <= r.BUFFER_BYTES


def test_noise_leaves_room_for_a_report_and_a_beat():
    reporter, paper = begin()
    for _ in range(50):
        reporter.refuse("no check sum", "n" * 60)
    assert 1 <= len(paper.taken()) < 50
    reporter.add(r.LIFT, 12, 10)
    reporter.send(1_500, 1_500)
    assert [payload.split(" ")[0] for payload in paper.taken()] == ["lift", "beat"]


def test_an_acknowledgement_after_a_hail_counts():
    reporter, paper = begin()
    reporter.add(r.PRESS, 0, 1)
    reporter.add(r.RELEASE, 0, 30)
    reporter.send(30, 30)
    reporter.heard(31)
    reporter.hail(31)
    assert reporter.ack(2) == ""
    assert reporter.acked == 2
    paper.taken()
    reporter.send(40, 40)
    assert reports(paper) == []
    reporter.resend(2)
    reporter.send(41, 41)
    assert reports(paper) == [("release", 2)]


def test_a_late_acknowledgement_below_a_loss_does_not_stop_the_reports():
    reporter, paper = begin(capacity=1)
    reporter.add(r.PRESS, 0, 1)
    reporter.send(1, 1)
    for i in range(2_000):
        reporter.add(r.PRESS, 0, 100 + i)
    reporter.send(2_100, 2_100)
    assert [word for word, _ in reports(paper)] == ["press", "lost", "press"]
    reporter.heard(2_101)
    reporter.ack(1)
    reporter.add(r.RELEASE, 0, 2_101)
    reporter.send(2_101, 2_101)
    assert reports(paper) == [("release", 2_002)]


def test_a_beat_a_second_while_somebody_listens():
    reporter, paper = begin()
    for now in range(1, 10_001):
        if now % 1_000 == 1:
            reporter.heard(now)
        reporter.send(now, now - 3)
    beats = paper.taken()
    assert len(beats) == 10
    assert beats[-1] == "beat 0badcafe 9997 0 0 ffff00000000ffff"


def test_a_clock_that_jumps_gives_one_beat_not_many():
    reporter, paper = begin()
    reporter.heard(600_000)
    reporter.send(600_000, 600_000)
    reporter.send(600_001, 600_001)
    assert len(paper.taken()) == 1


def test_nothing_is_written_while_there_is_no_room():
    reporter, paper = begin()
    paper.full = True
    reporter.add(r.LIFT, 12, 10)
    reporter.pong(1, 10, 10)
    reporter.send(2_000, 2_000)
    assert paper.taken() == []
    paper.full = False
    reporter.send(2_001, 2_001)
    assert [payload.split(" ")[0] for payload in paper.taken()] == ["lift", "beat"]


def test_the_ring_says_what_it_had_to_give_up():
    reporter, paper = begin(capacity=8)
    reporter.add(r.LIFT, 12, 1)
    reporter.send(1, 1)
    reporter.ack(1)
    paper.taken()
    for i in range(12):
        reporter.add(r.PRESS if i % 2 else r.LIFT, i % 2 or i, 100 + i)
    assert reporter.lost == 4
    reporter.send(200, 200)
    assert paper.taken()[:2] == [
        "lost 5 103 4 ffff00000000effa",
        "lift 6 104 e1 ffff00000000efea",
    ]


def test_a_report_that_was_acknowledged_is_no_loss_when_it_is_overwritten():
    reporter, _ = begin(capacity=8)
    for i in range(40):
        reporter.add(r.PRESS, 0, i)
        reporter.send(i, i)
        reporter.heard(i)
        reporter.ack(i + 1)
    assert reporter.lost == 0
    assert reporter.first() == 33


def test_an_older_report_can_be_had_again_while_it_is_held():
    reporter, paper = begin()
    for i in range(3):
        reporter.add(r.PRESS, 0, i)
    reporter.send(10, 10)
    reporter.ack(3)
    paper.taken()
    assert reporter.resend(2) == ""
    reporter.send(11, 11)
    assert reports(paper) == [("press", 2), ("press", 3)]
    assert reporter.resend(5) == "no such report"
    assert reporter.resend(0) == "no such report"


def test_a_hello_says_what_is_held():
    reporter, paper = begin(capacity=4)
    for i in range(6):
        reporter.add(r.PRESS, 0, i)
    reporter.heard(50)
    reporter.hail(50)
    assert paper.taken() == [
        "hello 1 0.1.0 table-1 0badcafe presence 8x8 50 3 0 7 lamps,clock,pins"
    ]


def test_the_longest_lines_fit_what_is_reserved_for_them():
    reporter, paper = begin()
    far = 10**12 - 1
    reporter.newest = 10**7 - 2
    reporter.add(r.RELEASE, 0, far)
    reporter.resend(10**7 - 1)
    reporter.heard(far)
    reporter.lost = 10**6
    reporter.send(far, far)
    reporter.ack(10**7 - 1)
    reporter.send(far, far)
    assert paper.sizes[0] <= r.REPORT_MAX
    assert paper.sizes[1] <= r.BEAT_MAX
    assert r.WINDOW_BYTES >= 2 * r.REPORT_MAX


def test_thousands_of_reports_cost_no_heap():
    reporter = r.Reporter(Silent(), WHO, START, 0)
    reporter.add(r.LIFT, 12, 1)
    gc.collect()
    before = gc.mem_alloc()
    for i in range(10_000):
        reporter.add(r.PLACE if i % 2 else r.LIFT, i & 63, i)
    assert gc.mem_alloc() == before


def test_waiting_for_an_acknowledgement_costs_no_heap():
    reporter = r.Reporter(Silent(), WHO, START, 0)
    reporter.heard(0)
    reporter.resend(1)
    for i in range(500):
        reporter.add(r.PLACE if i % 2 else r.LIFT, i & 63, i)
    reporter.send(0, 0)
    gc.collect()
    before = gc.mem_alloc()
    for _ in range(10_000):
        reporter.send(1, 1)
    assert gc.mem_alloc() == before
