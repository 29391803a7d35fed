"""The board as a whole, period by period."""

import gc

import frame
from board import CALM_MS, OVERDUE_LINES, TIDY_LINES, Board
from clock_lever import ClockButton
from lamps import Lamps
from neopixel import NeoPixel
from paper import Paper, Silent
from reporter import LIFT
from shelf import Shelf

START = b"\xff\xff\x00\x00\x00\x00\xff\xff"
WHO = ("0.1.0", "table-1", "0badcafe", "lamps,clock,pins")


class Sensors:
    """A matrix that shows what we put on it."""

    def __init__(self, board):
        self.board = bytearray(board)

    def scan(self, into):
        for rank in range(8):
            into[rank] = self.board[rank]

    def lift(self, square):
        self.board[square >> 3] &= ~(1 << (square & 7))

    def place(self, square):
        self.board[square >> 3] |= 1 << (square & 7)


class Bench:
    """A board, its sensors and buttons, and a host that asks for everything."""

    def __init__(self, console=None, shelf=None):
        self.shelf = shelf or Shelf()
        self.sensors = Sensors(START)
        self.levels = [1, 1]
        self.paper = console or Paper()
        buttons = [
            ClockButton(lambda: self.levels[0], 0),
            ClockButton(lambda: self.levels[1], 0),
        ]
        lamps = Lamps(NeoPixel(None, 64))
        self.board = Board(self.sensors, buttons, lamps, self.paper, self.shelf, WHO, 0)
        self.now = 0

    def run(self, milliseconds, step=1):
        for _ in range(0, milliseconds, step):
            self.now += step
            self.board.period(self.now)

    def listen(self):
        self.paper.tell("resend 0badcafe 1")
        self.run(3)
        self.paper.taken()

    def reports(self):
        return [p for p in self.paper.taken() if p.split(" ")[0] not in ("beat", "hello", "pong")]


def test_pieces_that_stand_at_start_up_are_a_beat_and_no_reports():
    bench = Bench()
    bench.paper.tell("resend 0badcafe 1")
    bench.run(50)
    said = bench.paper.taken()
    assert said[0].startswith("hello 1 ")
    assert [p for p in said[1:] if not p.startswith("beat")] == []
    assert said[1].endswith(" 0 0 ffff00000000ffff")


def test_a_move_is_a_lift_a_place_and_a_press():
    bench = Bench()
    bench.listen()
    bench.sensors.lift(12)
    bench.run(100)
    bench.sensors.place(28)
    bench.run(100)
    bench.levels[0] = 0
    bench.run(10)
    assert bench.reports() == [
        "lift 1 4 e2 ffff00000000efff",
        "place 2 104 e4 ffff00001000efff",
        "press 3 204 W ffff00001000efff",
    ]


def test_a_press_right_after_a_place_is_told_after_it_with_its_own_time():
    for gap in range(6):
        bench = Bench()
        bench.listen()
        bench.sensors.lift(12)
        bench.run(100)
        bench.sensors.place(28)
        bench.run(gap)
        bench.levels[0] = 0
        bench.run(30)
        said = [payload.split(" ") for payload in bench.reports()]
        assert [words[0] for words in said] == ["lift", "place", "press"]
        assert [int(words[2]) for words in said] == [4, 104, 104 + gap]


def test_a_press_just_before_a_lift_is_told_first():
    bench = Bench()
    bench.listen()
    bench.levels[1] = 0
    bench.run(1)
    bench.sensors.lift(12)
    bench.run(30)
    assert [payload.split(" ")[0] for payload in bench.reports()] == ["press", "lift"]


def test_squares_of_one_sample_are_told_lifts_first():
    bench = Bench()
    bench.listen()
    bench.sensors.lift(60)
    bench.sensors.place(20)
    bench.sensors.lift(12)
    bench.run(30)
    assert bench.reports() == [
        "lift 1 4 e2 ffff00000000efff",
        "lift 2 4 e8 efff00000000efff",
        "place 3 4 e3 efff00000010efff",
    ]


def test_reports_are_told_in_the_order_of_their_times_whatever_happens():
    bench = Bench()
    bench.listen()
    state = 7
    told = []
    for _ in range(6_000):
        state = (state * 1103515245 + 12345) & 0x7FFFFFFF
        what = (state >> 16) % 40
        if what < 2:
            bench.levels[what] ^= 1
        elif what == 2:
            bench.sensors.board[(state >> 3) & 7] ^= 1 << (state & 7)
        bench.run(1)
        for payload in bench.reports():
            told.append(tuple(int(word) for word in payload.split(" ")[1:3]))
            bench.paper.tell(f"ack 0badcafe {told[-1][0]}")
    numbers = [number for number, _ in told]
    times = [at for _, at in told]
    assert len(told) > 50
    assert numbers == list(range(1, len(told) + 1))
    assert times == sorted(times)


def test_nothing_is_told_that_is_older_than_what_was_promised():
    bench = Bench()
    bench.listen()
    state = 99
    promises = []  # (number of the newest report then, moment)
    reports = 0
    for _ in range(8_000):
        state = (state * 1103515245 + 12345) & 0x7FFFFFFF
        what = (state >> 16) % 30
        if what < 2:
            bench.levels[what] ^= 1
        elif what < 5:
            bench.sensors.board[(state >> 3) & 7] ^= 1 << (state & 7)
        elif what == 5:
            bench.paper.tell("ping 7")
        bench.run(1)
        for payload in bench.paper.taken():
            words = payload.split(" ")
            if words[0] == "pong":
                promises.append((int(words[5]), int(words[4])))
            elif words[0] == "beat":
                promises.append((int(words[3]), int(words[2])))
            else:
                number, at = int(words[1]), int(words[2])
                assert all(at >= moment for newest, moment in promises if newest < number), payload
                reports += 1
                bench.paper.tell("ack 0badcafe " + words[1])
    assert reports > 100


def test_loops_that_are_seconds_apart_lose_nothing():
    bench = Bench()
    bench.listen()
    bench.run(10_000, step=2_500)
    bench.sensors.lift(12)
    began = bench.now + 1_000
    bench.run(6_000, step=1_000)
    said = bench.reports()
    assert said == [f"lift 1 {began} e2 ffff00000000efff"]


def test_a_chattering_square_does_not_stop_time():
    bench = Bench()
    bench.listen()
    for i in range(3_000):
        bench.sensors.board[3] = i & 1
        if i % 500 == 0:
            bench.paper.tell("ping 1")
        bench.run(1)
    beats = [p.split(" ") for p in bench.paper.taken() if p.startswith("beat")]
    assert int(beats[-1][2]) >= bench.now - 1_010


def test_garbage_is_collected_while_nobody_touches_anything():
    bench = Bench()
    bench.listen()
    wanted = []
    for second in range(120):
        bench.paper.tell("ping 1")
        bench.sensors.board[3] ^= 1
        for now in range(bench.now, bench.now + 1_000):
            bench.run(1)
            if bench.board.wants_tidying(now + 1):
                wanted.append(now + 1 - second * 1_000)
        bench.paper.taken()
        bench.paper.tell(f"ack 0badcafe {bench.board.reporter.newest}")
    assert 3 <= len(wanted) <= 12
    assert all(moment >= CALM_MS for moment in wanted)


def test_garbage_is_collected_between_touches_that_never_rest():
    bench = Bench()
    bench.listen()
    wanted = 0
    for step in range(1_500):
        bench.paper.tell(f"ack 0badcafe {bench.board.reporter.newest}")
        if step % 4 == 0:
            bench.sensors.board[3] ^= 1
        for _ in range(25):
            bench.run(1)
            if bench.board.wants_tidying(bench.now):
                assert not bench.board.debouncer.unsettled
                wanted += 1
        bench.paper.taken()
    lines = bench.board.reporter.lines + 1_500
    assert lines // OVERDUE_LINES - 1 <= wanted <= lines // TIDY_LINES + 1


def test_a_hundred_lines_of_every_kind_leave_room_in_the_heap():
    bench = Bench(Silent())
    board = bench.board
    pattern = "lamps " + "1" * 64
    orders = [frame.encode(text) for text in ("ping 7", "ack 0badcafe 0", pattern, "hail 1", "x")]
    gc.collect()
    free, before = gc.mem_free(), gc.mem_alloc()
    for number in range(TIDY_LINES // 2):
        for byte in orders[number % len(orders)]:
            board._orders.take(byte, number, number)
        board.reporter.add(LIFT, 12, number)
        board.reporter.resend(board.reporter.newest)
        board.reporter.send(1_000 * number, 0)
    assert board.reporter.lines >= TIDY_LINES // 2
    assert gc.mem_alloc() - before < free / 2


def test_ten_thousand_quiet_periods_cost_no_heap():
    bench = Bench(Silent())
    bench.run(5_000)
    board = bench.board
    gc.collect()
    before = gc.mem_alloc()
    for now in range(5_000, 15_000):
        board.period(now)
    assert gc.mem_alloc() == before


def test_a_game_without_a_listener_costs_no_heap_but_what_an_edge_needs():
    bench = Bench(Silent())
    bench.run(5_000)
    gc.collect()
    for now in range(5_000, 65_000):
        if now % 20 == 0:
            bench.sensors.board[3] ^= 1
        bench.board.period(now)
    gc.collect()
    before = gc.mem_alloc()
    for now in range(65_000, 125_000):
        if now % 20 == 0:
            bench.sensors.board[3] ^= 1
        bench.board.period(now)
    gc.collect()
    assert gc.mem_alloc() == before
    assert bench.board.reporter.newest == 6_000
