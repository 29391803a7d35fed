"""What time alone answers: a question about pieces that were in the air, once all is at rest."""

from tests.playing import kinds, table_after
from tests.unit.game.test_questions import ASKED

IN_THE_AIR = (
    '[FEN "4k3/8/8/8/8/5N1q/7P/4K3 b - - 0 1"]\n'  # the queen can go to g3, or take f3
    "-h3 ~41 +g3 ~115 -g3 ~79 -f3 ~10 !B ~51 +f3 "
)
"""The queen touched g3, and is in the air at the press; so is the knight."""


def test_a_question_about_what_was_in_the_air_is_answered_when_all_has_come_to_rest() -> None:
    """The knight has not been put back, so it was taken."""
    waiting, answered = table_after(IN_THE_AIR + "~499"), table_after(IN_THE_AIR + "~500")
    assert waiting.question is not None
    assert answered.question is None
    assert [move.san for move in answered.moves] == ["Qxf3"]
    assert kinds(IN_THE_AIR + "~500")[0] == "ambiguous"


def test_rest_answers_nothing_as_long_as_several_stories_are_left() -> None:
    assert table_after(ASKED + "~9000").question is not None
