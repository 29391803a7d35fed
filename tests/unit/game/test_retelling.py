"""Moves that are told again because later play makes no sense after them."""

import pytest

from tests.playing import kinds, record_of, said, table_after
from touchmove.game import retelling
from touchmove.game.effects import Effect, MoveCompleted, MoveTakenBack
from touchmove.game.pages import PAGES
from touchmove.game.step import advance
from touchmove.game.table import Table, new_table

FORK = '[FEN "rnbqkbnr/ppp1p1pp/8/3p1p2/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3"]\n'
"""White's pawn on e4 can take d5 or f5."""
TOOK_F5 = "-e4 ~100 -d5 ~320 +d5 ~100 -f5 ~100 +f5 ~100 !W "
"""White takes f5 in haste, after a hand was on d5 for longer: by the gaps it was d5."""
GOES_ON = "-f5 +f6 !W"
"""White's pawn goes on from f5, which no black pawn can."""


def effects_of(script: str) -> list[Effect]:
    """All that became true, in order."""
    record = record_of(script)
    table = new_table(record.rules, tags=record.tags, fen=record.fen)
    effects: list[Effect] = []
    for event in record.events:
        table, more = advance(table, event)
        effects.extend(more)
    return effects


def test_what_is_only_the_likelier_move_is_on_the_record_first() -> None:
    game = said(FORK + TOOK_F5)
    assert (game["san"], game["evidence"]) == (["exd5"], ["inferred"])


@pytest.mark.parametrize(
    ("between", "moves"),
    [
        ("-b8 +c6 !B ", ["Nc6"]),
        ("-b8 +c6 !B -b1 +c3 !W -c6 +b4 !B ", ["Nc6", "Nc3", "Nb4"]),
    ],
)
def test_a_move_is_revised_some_turns_later(between: str, moves: list[str]) -> None:
    game = said(FORK + TOOK_F5 + between + GOES_ON)
    assert game["san"] == ["exf5", *moves, "f6"]
    assert game["illegal"] == {"white": 0, "black": 0}
    assert game["in_sync"]


def test_what_is_older_than_the_pages_stands() -> None:
    """Six turns are remembered, the present one among them; what was before is certain, and what
    contradicts it is refused."""
    quiet = "-b8 +c6 !B -b1 +c3 !W -c6 +b4 !B -g1 +f3 !W -b4 +c6 !B "
    assert 1 + quiet.count("!") == PAGES
    game = said(FORK + TOOK_F5 + quiet + GOES_ON)
    assert game["san"] == ["exd5", "Nc6", "Nc3", "Nb4", "Nf3", "Nc6"]
    assert game["illegal"]["white"] == 1


def test_the_record_says_what_is_off_it_and_what_is_on_it() -> None:
    after = effects_of(FORK + TOOK_F5 + "-b8 +c6 !B " + GOES_ON + " ~600 -a7")
    off = [e.move.uci() for e in after if isinstance(e, MoveTakenBack)]
    on = [e.san for e in after if isinstance(e, MoveCompleted)]
    assert off == ["b8c6", "e4d5"]
    assert on == ["exd5", "Nc6", "exf5", "Nc6", "f6"]


def test_moves_that_both_tell_keep_their_entries() -> None:
    """The move before the first that differs is not touched, nor its time."""
    fen = '[FEN "rnbqkbnr/ppp1p1pp/8/3p1p2/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 3"]\n'
    before = table_after(fen + "-e2 ~900 +e4 !W -a7 ~300 +a6 !B")
    after = table_after(
        fen + "-e2 ~900 +e4 !W -a7 ~300 +a6 !B " + TOOK_F5 + "-b8 +c6 !B " + GOES_ON + " ~600 -h7"
    )
    assert [entry.san for entry in after.moves] == ["e4", "a6", "exf5", "Nc6", "f6"]
    assert after.moves[:2] == before.moves


def test_a_revised_game_is_timed_as_the_clock_was_pressed() -> None:
    """The clocks are those of the same game with hands that left no doubt."""
    tags = '[TimeControl "300"]\n' + FORK
    doubtful = said(tags + TOOK_F5 + "-b8 +c6 !B " + GOES_ON)
    plain = said(tags + "-e4 ~200 -a2 ~100 +a2 ~220 -f5 ~100 +f5 ~100 !W -b8 +c6 !B " + GOES_ON)
    assert doubtful["san"] == plain["san"]
    assert doubtful["clock_ms"] == plain["clock_ms"]
    assert doubtful["running"] == plain["running"]


def test_what_was_told_of_a_turn_is_told_anew_with_it() -> None:
    """After exd5 the touch of f5 was nothing; after exf5 that of d5 is one (Laws 4.3.3)."""
    game = said(FORK + TOOK_F5 + "-b8 +c6 !B " + GOES_ON)
    assert [(a["kind"], a["ply"]) for a in game["alerts"]] == [("touch", 1)]


def test_a_story_that_takes_much_for_granted_withdraws_nothing() -> None:
    """Two more pieces were touched: whoever tells so many accidents may be wrong about each."""
    touches = "-a2 ~200 +a2 -h2 ~200 +h2 "
    before = said(FORK + touches + TOOK_F5 + "-b8 +c6 !B ")
    after = said(FORK + touches + TOOK_F5 + "-b8 +c6 !B " + GOES_ON)
    assert after["san"] == ["exf5", "Nc6", "f6"]
    told = [alert["detail"] for alert in after["alerts"]]
    assert told == [
        "exd5: a3 or a4 was due (Laws 4.3.1)",
        "exf5: a3 or a4 was due (Laws 4.3.1)",
    ]
    assert before["alerts"] == after["alerts"][:1]


def test_a_question_that_was_asked_has_been_asked() -> None:
    asked = FORK + "-e4 !W ~600 -g8 +f6 !B -g1 +f3 !W -f6 ~200 -d5 ~200 +d5 !B"
    assert said(asked)["san"] == ["exd5", "Nf6", "Nf3", "Nxd5"]
    assert kinds(asked).count("ambiguous") == 2


def test_a_press_in_vain_is_told_anew() -> None:
    in_vain = FORK + TOOK_F5 + "-b8 +c6 !B ~500 !B "
    assert kinds(in_vain) == ["wrong_button"]
    assert "wrong_button" in kinds(in_vain + GOES_ON)


@pytest.mark.parametrize(
    ("script", "moves"),
    [
        ("-e2 ~300 +e3 ~120 !W ~60 -e3 ~60 +e4 ~1100", ["e4"]),
        (
            FORK + TOOK_F5 + "-g8 +f6 !B -g1 +f3 !W -c8 ~200 -f5 ~200 +f5 !B",
            ["exf5", "Nf6", "Nf3", "Bxf5"],
        ),
    ],
)
def test_where_the_present_turn_alone_has_a_dear_story_only_the_turns_before_are_asked(
    script: str, moves: list[str]
) -> None:
    assert said(script)["san"] == moves


PROMOTION = '[FEN "4k3/1P2p3/8/3p1p2/4P3/8/8/4K3 w - - 0 3"]\n'


def test_a_named_promotion_that_is_told_again_keeps_its_name() -> None:
    between = "-e8 +f7 !B -b7 ~200 +b8 @promote {}\n!W -f7 ~200 +g7 !B "
    for letter, san in (("n", "b8=N"), ("r", "b8=R"), ("b", "b8=B")):
        game = said(PROMOTION + TOOK_F5 + between.format(letter) + "-f5 ~200 +f6 !W")
        assert game["san"] == ["exf5", "Kf7", san, "Kg7", "f6+"]
        assert "promo_assumed" not in [alert["kind"] for alert in game["alerts"]]


def test_an_assumed_promotion_that_is_told_again_is_still_assumed() -> None:
    between = "-e8 +f7 !B -b7 ~200 +b8 !W -f7 ~200 +g7 !B "
    game = said(PROMOTION + TOOK_F5 + between + "-f5 ~200 +f6 !W")
    assert game["san"] == ["exf5", "Kf7", "b8=Q", "Kg7", "f6+"]
    assert [a["kind"] for a in game["alerts"]].count("promo_assumed") == 1


def test_a_word_closes_the_book() -> None:
    """What a person has seen and spoken about is certain."""
    game = said(FORK + TOOK_F5 + "-b8 +c6 !B @time W +60\n" + GOES_ON)
    assert game["san"] == ["exd5", "Nc6"]
    assert game["illegal"]["white"] == 1


def test_to_name_a_promotion_does_not() -> None:
    assert table_after("-e2 +e4 !W -e7 +e5 !B @promote n\n").pages[0].moves == ()


def test_a_story_of_several_turns_is_looked_for_at_a_press_in_vain() -> None:
    """Black pressed over e6 and went on to e5; White has not noticed, and presses once more."""
    script = "-e2 +e4 !W -e7 ~200 +e6 ~160 !B ~20 -e6 ~60 +e5 ~100 !B"
    assert said(script)["san"] == ["e4", "e5"]


def test_and_when_pieces_that_nothing_explains_have_rested() -> None:
    script = "-e2 +e4 !W -e7 ~200 +e6 ~160 !B ~20 -e6 ~60 +e5 ~1500 -g1 +f3 !W"
    assert said(script)["san"] == ["e4", "e5", "Nf3"]


def test_every_field_of_the_table_is_known_to_change_with_the_record_or_not() -> None:
    """Whoever gives the table another field says here whether recording moves changes it."""
    told_anew = {"moves", "alerts", "press", "question", "pages"}
    stays = {
        *("rules", "tags", "start", "earlier", "sealed", "remote", "now", "linked", "gap"),
        *("occupied", "colors", "still_since", "turned", "bothways", "unoriented", "kept"),
        *("illegal", "added_ms", "refusals", "unlawful", "following"),
        *("acts", "acted", "said", "since", "paused", "promotions", "results", "held"),
    }
    recorded = set(retelling.RECORDED)
    assert not recorded & (told_anew | stays)
    assert recorded | told_anew | stays == set(Table._fields)
