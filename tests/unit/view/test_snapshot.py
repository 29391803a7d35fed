"""A table as it is shown: complete in itself at every moment."""

import chess

from tests.playing import record_of, table_after
from touchmove.game.step import advance
from touchmove.game.table import new_table
from touchmove.view.lamps import lamps
from touchmove.view.snapshot import Snapshot, take

FIVE = '[TimeControl "300+3"]\n'


def shown(script: str) -> Snapshot:
    return take(table_after(script))


def test_a_game_before_its_first_move() -> None:
    snapshot = shown('[White "Ada"]\n' + FIVE + "~1000")
    assert snapshot.tags == (("White", "Ada"), ("TimeControl", "300+3"))
    assert (snapshot.phase, snapshot.plies) == ("playing", ())
    assert snapshot.fen == snapshot.start_fen == chess.STARTING_FEN
    assert (snapshot.clock_ms, snapshot.running) == ((302_000, 303_000), "W")
    assert (snapshot.result, snapshot.termination) == ("*", None)
    assert (snapshot.clock_counts_up, snapshot.linked) == (False, True)


def test_each_ply_has_its_position_its_clock_and_its_evidence() -> None:
    e4, e5 = shown(FIVE + "-e2 +e4 !W -e7 +e5 !B").plies
    assert (e4.san, e4.uci, e4.clock_ms, e4.evidence) == ("e4", "e2e4", 305_500, "witnessed")
    assert e4.fen == "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
    assert (e5.san, e5.clock_ms, e5.completed) == ("e5", 305_250, True)


def test_the_pending_move_is_the_last_ply_and_not_completed() -> None:
    snapshot = shown(FIVE + "-e2 +e4")
    (ply,) = snapshot.plies
    assert (ply.san, ply.completed, ply.clock_ms) == ("e4", False, None)
    assert snapshot.fen == ply.fen


def test_a_king_in_check_is_shown_pending_or_not() -> None:
    fen = '[FEN "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"]\n'
    assert shown(fen).check is None
    assert shown(fen + "-a1 +a8").check == chess.E8
    assert shown(fen + "-a1 +a8 !W").check == chess.E8


def test_the_clock_is_shown_as_of_the_last_event() -> None:
    snapshot = shown(FIVE + "-e2 +e4 !W ~700")
    assert (snapshot.at_ms, snapshot.clock_ms) == (1_200, (305_500, 302_300))
    assert snapshot.running == "B"


def test_counting_up_is_said() -> None:
    assert shown("-e2").clock_counts_up


def test_the_way_back_is_shown_with_the_lamps_of_the_players() -> None:
    table = table_after("-g1 +g3 !W")
    snapshot = take(table)
    assert (snapshot.phase, snapshot.illegal) == ("restoring", (1, 0))
    assert (snapshot.lift, snapshot.place) == ((chess.G3,), (chess.G1,))
    assert snapshot.lamps == lamps(table)
    assert snapshot.running is None


def test_a_hand_in_play_is_not_shown_as_out_of_step() -> None:
    snapshot = shown("-e2")
    assert (snapshot.lift, snapshot.place) == ((), ())


def test_alerts_are_shown_until_they_are_withdrawn() -> None:
    fen = '[FEN "8/p3P1k1/8/8/8/8/P5K1/8 w - - 0 1"]\n'
    (alert,) = shown(fen + "-e7 +e8 !W").alerts
    assert (alert.kind, alert.ply, alert.at_ms) == ("promo_assumed", 1, 250)
    assert alert.detail == "e8=Q: a queen is assumed"
    assert shown(fen + "-e7 +e8 !W @promote r").alerts == ()


def test_a_result_is_shown_with_its_word() -> None:
    snapshot = shown("-e2 +e4 !W @resign B")
    assert (snapshot.phase, snapshot.result) == ("over", "1-0")
    assert (snapshot.termination, snapshot.running) == ("resignation", None)


def test_setting_up_is_shown() -> None:
    snapshot = shown("-e2 +e4 !W @new\n")
    assert (snapshot.phase, snapshot.plies) == ("setup", ())
    assert (snapshot.lift, snapshot.place) == ((chess.E4,), (chess.E2,))


def test_a_lost_link_is_shown() -> None:
    assert not shown("@link down\n").linked


def test_a_snapshot_can_be_taken_at_every_moment() -> None:
    script = FIVE + (
        "-e2 +e3 -e3 +e4 !W -d7 +d5 !B -e4 !W ~600 -d5 +d5 -d8 ~90 +g3 !B -g3 +d8 -c7 +c6 !B "
        "@link down\n@link up\n=ff3b045000000000 @new\n=ffff00000000ffff ~600 -e2 +e4 @resign W\n"
    )
    record = record_of(script)
    table = new_table(record.rules)
    for event in record.events:
        table, _ = advance(table, event)
        snapshot = take(table)
        assert len(snapshot.lamps) == 64
        assert snapshot.fen == (snapshot.plies[-1].fen if snapshot.plies else snapshot.start_fen)
