"""What a board keeps without its host: through presses and losses of power, and a late host."""

import gc

import frame
from board import CALM_MS, LOOK_MS
from check_board import Bench
from keeper import CLOCK_FILES, OVERDUE_MS, PAUSE_MS, RUNNING_MS
from memory import Memory
from paper import Silent
from reporter import LISTENING_MS
from shelf import Shelf

STAGES = (
    "stage 0badcafe 12345678 W 1 2 40 5400000 30000 0 0 0 0 0 0",
    "stage 0badcafe 12345678 W 2 2 0 1800000 30000 0 0 0 0 0 0",
    "stage 0badcafe 12345678 B 1 1 0 300000 0 0 5000 0 0 0 0",
)
HALVES = "5430000 0 0 0 0 0 300000 0 0 0 0 0"


def clock(after, at, mode="run", side="W", halves=HALVES):
    """A clock as a host sets it."""
    return f"clock 0badcafe {after} 12345678 {at} {mode} {side} {halves}"


ORDERS = list(STAGES)
ORDERS.append(clock(0, 0))
ORDERS.append("setup 0badcafe ffff00000000ffff 0000000000000081 00000000000000ff")


def bench(shelf=None, *orders):
    """A board that has been told this."""
    made = Bench(shelf=shelf)
    for order in ["resume 0badcafe 1"] + list(orders):  # noqa: RUF005  (not in MicroPython)
        made.paper.tell(order)
        made.run(40)
    made.paper.taken()
    return made


def press(made, side, after_ms=5_000):
    """A button goes down, and is let go."""
    made.run(after_ms)
    made.levels[side] = 0
    made.run(50)
    made.levels[side] = 1
    made.run(30)


def kept(made):
    """What the board says of its clock."""
    made.paper.tell("resume 0badcafe 1")
    made.run(30)
    (found,) = [payload for payload in made.paper.taken() if payload.startswith("kept ")]
    return found


def rebooted(made, *orders):
    """The same board after a loss of power."""
    return bench(made.shelf, *orders)


def test_a_board_on_which_nobody_has_set_a_clock_says_so():
    assert kept(bench()) == "kept 0badcafe 0 never 00000000 0 stop W 0 0 0 0 0 0 0 0 0 0 0 0"


def test_presses_move_the_clock_that_was_set():
    made = bench(None, *STAGES, clock(0, 0))
    press(made, 0)
    first = made.board.keeper.clock.since
    press(made, 1)
    second = made.board.keeper.clock.since
    words = kept(made).split(" ")
    assert words[:4] == ["kept", "0badcafe", "4", "set"]
    assert second - first == 5_080
    white, black = made.board.keeper.clock.halves
    assert white.left == 5_430_000 - first + 30_000
    assert black.left == 300_000 - 5_080 + 5_000


def test_the_clock_is_said_before_any_report():
    made = bench(None, *STAGES, clock(0, 0))
    press(made, 0)
    made.paper.taken()
    made.paper.tell("resume 0badcafe 1")
    made.run(30)
    words = [payload.split(" ")[0] for payload in made.paper.taken()]
    words = [word for word in words if word != "beat"]
    assert words[:2] == ["kept", "press"]


def test_a_clock_whose_stages_were_lost_on_the_way_is_not_taken_and_told():
    made = bench(None, *STAGES[:1])
    made.paper.tell(clock(0, 0))
    made.run(60)
    (answer,) = [payload for payload in made.paper.taken() if payload.startswith("kept")]
    assert answer.startswith("kept 0badcafe 0 never 00000000 ")
    for order in (STAGES[1], STAGES[2], clock(0, 0)):
        made.paper.tell(order)
    made.run(200)
    assert kept(made).startswith("kept 0badcafe 0 set 12345678 0 run W 5430000 ")


def test_a_clock_of_a_host_that_has_not_heard_of_a_press_is_not_taken():
    made = bench(None, *STAGES, clock(0, 0))
    press(made, 0)
    before = made.board.keeper.clock.text()
    made.paper.tell(clock(0, 4_000, "stop"))
    made.run(60)
    assert made.board.keeper.clock.text() == before
    made.paper.tell(clock(1, 4_000, "stop"))
    made.run(60)
    assert made.board.keeper.clock.text().startswith("12345678 4000 stop W ")


def test_what_cannot_be_is_refused_with_a_reason():
    for order in (
        "stage 0badcafe 12345678 W 1 1 40",
        "stage 0badcafe 12345678 X 1 1 0 0 0 0 0 0 0 0 0",
        "stage 0badcafe 12345678 W 2 1 0 0 0 0 0 0 0 0 0",
        "stage 0badcafe 12345678 W 1 10 0 0 0 0 0 0 0 0 0",
        "stage 0badcafe xyz W 1 1 0 0 0 0 0 0 0 0 0",
        "clock 0badcafe x",
        "clock 0badcafe 0",
        clock(0, 0, "dance"),
        clock(0, 0, side="X"),
        clock(0, 0, halves="1 2 3"),
        clock(0, 0, halves="1 2 0 0 0 0 1 0 0 0 0 0"),
        clock(0, 0, halves="100000000000 0 0 0 0 0 1 0 0 0 0 0"),
        clock(0, 0, halves="1 0 0 0 0 100 1 0 0 0 0 0"),
        "stage 0badcafe 12345678 W 1 1 0 0 0 0 0 100 0 0 0",
        clock(0, 0, halves="1 -1 0 0 0 0 1 0 0 0 0 0"),
        "setup 0badcafe 00",
        "setup 0badcafe " + " ".join(["g" * 16] * 3),
        "clock deadbeef 0",
    ):
        made = bench(None, *STAGES)
        made.paper.tell(order)
        made.run(60)
        answers = [p for p in made.paper.taken() if p.startswith("refuse")]
        assert len(answers) == 1, order
        assert made.board.keeper.clock.text().startswith("00000000 0 stop")


def test_nothing_that_a_host_may_say_breaks_the_board():
    made = bench(None, *STAGES, clock(0, 0))
    said = " ".join(ORDERS).split(" ")
    said.extend(["", "-1", "00", "9" * 16, "9" * 15, "9" * 11, "99", "W", "B", "run", "stop", "1"])
    state = 7
    for _ in range(4_000):
        words = []
        for _ in range(state % 19):
            state = (state * 1103515245 + 12345) & 0x7FFFFFFF
            words.append(said[(state >> 8) % len(said)])
        state = (state * 1103515245 + 12345) & 0x7FFFFFFF
        order = ORDERS[(state >> 8) % len(ORDERS)].split(" ")
        order[(state >> 16) % len(order)] = said[(state >> 4) % len(said)]
        for line in ((order[0] + " 0badcafe " + " ".join(words)), " ".join(order)):
            for byte in frame.encode(line[: frame.MAX_PAYLOAD]):
                made.board._orders.take(byte, 0, 0)
        made.board.keeper.press(state & 1, state >> 8)
        assert len(made.board.keeper.statement(0)) <= frame.MAX_PAYLOAD
        made.paper.taken()
    made.paper.tell("ping 3")
    made.run(60)
    assert [payload for payload in made.paper.taken() if payload.startswith("pong 3 ")]
    made.board.keeper._write(0)
    kept(rebooted(made))


# ------------------------------------------------------------------ without power
def test_a_clock_is_found_again_and_waits_for_a_press():
    made = bench(None, *STAGES, clock(0, 0))
    press(made, 0)
    made.paper.tell("ack 0badcafe 2")
    pressed = made.board.keeper.clock.since
    made.run(3_000)
    again = rebooted(made)
    said = kept(again).split(" ")
    assert said[3:7] == ["found", "12345678", "0", "wait"]
    assert said[7] == "B"
    assert int(said[8]) == 5_430_000 - pressed + 30_000
    assert 300_000 - 3_100 <= int(said[14]) <= 300_000


def test_a_press_sets_it_going_and_the_host_is_told_what_was_found():
    made = bench(None, *STAGES, clock(0, 0))
    press(made, 0)
    made.paper.tell("ack 0badcafe 2")
    made.run(3_000)
    again = rebooted(made)
    found = kept(again).split(" ")
    press(again, 0, 60_000)
    told = kept(again).split(" ")
    assert told[3] == "alone"
    assert told[4:] == found[4:]
    assert again.board.keeper.clock.text().split(" ")[2:4] == ["run", "B"]
    left = again.board.keeper.clock.halves[1].left
    press(again, 1, 10_000)
    used = again.board.keeper.clock.since - 60_151
    assert abs(left - again.board.keeper.clock.halves[1].left + 5_000 - used) <= 2_000


def test_a_press_a_moment_before_the_host_is_back_makes_no_board_alone():
    made = bench(None, *STAGES, clock(0, 0))
    press(made, 0)
    made.paper.tell("ack 0badcafe 2")
    made.run(3_000)
    again = rebooted(made)
    found = kept(again).split(" ")
    press(again, 1, 1_000)
    assert again.board.keeper.clock.text().split(" ")[2:4] == ["run", "W"]
    told = kept(again).split(" ")
    assert told[3] == "found"
    assert told[4:] == found[4:]
    again.run(10_000)
    assert kept(again).split(" ")[3] == "alone"


def test_presses_that_no_host_knows_of_are_told_after_the_power_came_back():
    made = bench(None, *STAGES, clock(0, 0))
    press(made, 0)
    made.run(3_000)
    assert kept(rebooted(made)).split(" ")[3] == "alone"


def test_a_clock_that_was_stopped_stays_stopped():
    made = bench(None, *STAGES, clock(0, 0, "stop"))
    made.run(3_000)
    again = rebooted(made)
    press(again, 0)
    assert again.board.keeper.clock.text() == "12345678 0 stop W " + HALVES


def test_a_write_that_is_cut_off_leaves_the_one_before():
    for torn in CLOCK_FILES:
        shelf = Shelf()
        made = bench(shelf, *STAGES, clock(0, 0))
        for side in (0, 1, 0, 1):
            press(made, side)
            made.paper.tell(f"ack 0badcafe {made.board.reporter.newest}")
            made.run(1_000)
        whole = made.board.keeper.clock.text().split(" ")
        shelf.torn = torn
        press(made, 0)
        press(made, 1)
        again = kept(rebooted(made)).split(" ")
        assert again[3] in ("found", "alone")
        assert again[4] == "12345678"
        assert int(again[8]) >= int(whole[4]) - 10_000


def test_what_is_not_whole_is_not_there():
    shelf = Shelf()
    made = bench(shelf, *STAGES, clock(0, 0))
    made.run(3_000)
    for name in list(shelf.files):
        good = shelf.files[name]
        for broken in ([], ["nonsense"], ["1 2 3"], [good[0] + " 1"], [good[0][:-4]]):
            shelf.files[name] = broken
            assert bench(shelf).board.keeper.clock is not None
        shelf.files[name] = good
    assert kept(bench(shelf)).split(" ")[3] == "found"


def test_it_is_written_when_nobody_touches_anything():
    made = bench(None, *STAGES, clock(0, 0))
    made.run(5_000)
    made.shelf.writes.clear()
    made.levels[0] = 0
    made.run(10)
    for _ in range(20):
        made.sensors.board[3] ^= 1
        made.run(CALM_MS - 100)
    assert made.shelf.writes == []
    made.run(CALM_MS + 50)
    assert len(made.shelf.writes) == 1
    assert made.shelf.writes[0] in CLOCK_FILES


def test_hands_that_never_rest_do_not_put_it_off_for_ever():
    made = bench(None, *STAGES, clock(0, 0))
    made.run(5_000)
    made.shelf.writes.clear()
    made.levels[0] = 0
    for _ in range((OVERDUE_MS + PAUSE_MS) // 100):
        made.sensors.board[3] ^= 1
        made.run(100)
    assert len(made.shelf.writes) == 1


def test_a_clock_that_runs_is_written_now_and_then_and_one_that_does_not_is_not():
    made = bench(None, *STAGES, clock(0, 0))
    made.run(5_000)
    made.shelf.writes.clear()
    made.run(10 * RUNNING_MS, step=10)
    assert 9 <= len(made.shelf.writes) <= 10
    made.paper.tell(clock(0, 1_000, "stop"))
    made.run(5_000)
    made.shelf.writes.clear()
    made.run(10 * RUNNING_MS, step=10)
    assert made.shelf.writes == []


def test_a_real_file_comes_back_and_a_torn_one_does_not():
    memory = Memory()
    assert memory.load("nothing.txt") == []
    memory.store("some.txt", ["one 1", "two 2"])
    assert memory.load("some.txt") == ["one 1", "two 2"]
    with open("some.txt", "rb") as file:
        data = file.read()
    for size in range(len(data)):
        with open("some.txt", "wb") as file:
            file.write(data[:size])
        assert memory.load("some.txt") in ([], ["one 1"])
    memory.store("no/such/folder.txt", ["one 1"])


# ------------------------------------------------------------------ the set-up
SETUP = ORDERS[-1]


def shown(made):
    """The digits that the lamps show."""
    return made.board._lamps._shown.decode()


def test_without_a_host_the_lamps_tell_missing_from_extra_and_where_white_sits():
    made = bench(None, SETUP)
    made.sensors.lift(12)
    made.sensors.place(28)
    made.run(2_000)
    assert shown(made) == "0" * 64  # a host is there, and its lamps rule
    made.run(3_000)
    assert shown(made)[:8] == "40000004"
    assert (shown(made)[12], shown(made)[28]) == ("2", "1")
    made.sensors.lift(28)
    made.sensors.place(12)
    made.run(50)
    assert shown(made) == "4" * 8 + "0" * 56


def test_the_set_up_outlasts_a_loss_of_power_and_ends_with_a_press():
    made = bench(None, *STAGES, clock(0, 0, "wait"), SETUP)
    made.run(4_000)
    again = rebooted(made)
    again.run(20)
    assert shown(again) == "4" * 8 + "0" * 56
    press(again, 1)
    assert shown(again) == "0" * 64
    assert again.board.keeper.clock.text().split(" ")[2:4] == ["run", "W"]
    again.run(4_000)
    third = rebooted(again)
    third.run(20)
    assert shown(third)[0] == "3"


def test_corners_blink_while_a_clock_waits_because_the_power_was_lost():
    made = bench(None, *STAGES, clock(0, 0))
    made.run(4_000)
    again = rebooted(made)
    again.run(20)
    lit = [square for square in range(64) if shown(again)[square] != "0"]
    assert lit == [0, 7, 56, 63]
    press(again, 0)
    assert shown(again) == "0" * 64


def test_the_lamps_of_a_host_that_is_there_rule():
    made = bench(None, *STAGES, clock(0, 0))
    made.run(4_000)
    again = rebooted(made)
    again.paper.tell("lamps " + "5" + "0" * 63)
    again.run(50)
    assert shown(again) == "5" + "0" * 63


WAY_BACK = "1" + "0" * 62 + "2"


def test_lamps_go_dark_when_their_host_is_silent_and_the_clock_goes_on():
    made = bench(None, *STAGES, clock(0, 0))
    made.paper.tell("lamps " + WAY_BACK)
    made.run(LISTENING_MS)
    assert shown(made) == WAY_BACK
    made.run(LOOK_MS + 50)
    assert shown(made) == "0" * 64
    chain = made.board._lamps._chain
    assert bytes(chain.buf) == bytes(len(chain.buf))
    press(made, 0)
    words = made.board.keeper.clock.text().split(" ")
    assert words[2:4] == ["run", "B"]
    assert kept(made).split(" ")[3] == "set"


def test_a_lamp_that_blinks_goes_dark_too_and_stays_so():
    made = bench(None, *STAGES, clock(0, 0))
    made.paper.tell("lamps " + "3" * 64)
    made.run(LISTENING_MS + 100)
    for _ in range(30):
        made.run(100)
        assert not any(made.board._lamps._chain.buf)


def test_a_host_that_is_heard_keeps_its_lamps_lit_and_lights_them_again():
    made = bench(None, *STAGES, clock(0, 0))
    made.paper.tell("lamps " + WAY_BACK)
    for number in range(5):
        made.run(LISTENING_MS - 500)
        assert shown(made) == WAY_BACK
        made.paper.tell(f"ping {number}")
    made.run(LISTENING_MS + 200)
    made.paper.tell("ping 9")
    made.run(50)
    assert shown(made) == "0" * 64  # until the host says them again, as it does each second
    made.paper.tell("lamps " + WAY_BACK)
    made.run(50)
    assert shown(made) == WAY_BACK


# ------------------------------------------------------------------ what it costs
def test_a_clock_that_runs_without_a_host_costs_no_heap():
    made = Bench(Silent())
    keeper = made.board.keeper
    for order in ORDERS:
        word, _, rest = order.partition(" ")
        assert keeper.obey(word, rest.partition(" ")[2]) == ""
    made.run(5_000)
    gc.collect()
    before = gc.mem_alloc()
    for now in range(5_000, 15_000):
        made.board.period(now)
    assert gc.mem_alloc() == before


def test_what_a_host_sets_and_what_is_written_leaves_as_much_garbage_as_is_counted():
    """Beside a hundred usual lines there is room in the heap (check_board.py)."""
    made = Bench(Silent())
    keeper = made.board.keeper
    lines = [frame.encode(order) for order in ORDERS]
    usual = 2 * 800  # objects are twice as big as on a chip
    gc.collect()
    before = gc.mem_alloc()
    for line in lines:
        for byte in line:
            made.board._orders.take(byte, 0, 0)
    keeper._write(100_000)
    assert keeper.litter == 6 * 4
    assert gc.mem_alloc() - before <= keeper.litter * usual
