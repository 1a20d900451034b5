"""What doors make of a declared question, without asking anything dear."""

import pyarrow as pa
import pytest

from pokerlake.queries.functions.asked import answers
from pokerlake.queries.questions.question import questions
from pokerlake.tables.errors import LakeError
from pokerlake.web.questions.declared import same_elsewhere

OUTS = questions()["outs"]
GIVEN = {"hole": "AhKh", "board": "Qh2h3d", "villain": "", "dead": "", "game": "hold'em"}


@pytest.mark.parametrize(
    ("more", "python", "sql", "command"),
    [
        ({}, "", "", ""),
        ({"villain": "QQ+"}, ', villain="QQ+"', ", villain := 'QQ+'", " --villain QQ+"),
        ({"game": "short deck", "board": "QhTh7d"}, ', game="short deck"',
         ", game := 'short deck'", " --game 'short deck'"),
    ],
)  # fmt: skip
def test_the_same_elsewhere_says_what_was_given_and_no_more(more, python, sql, command):
    same = same_elsewhere(OUTS, GIVEN | more)
    board = more.get("board", GIVEN["board"])
    assert same.python == f'pk.outs("AhKh", "{board}"{python})'
    assert same.sql == f"from outs('AhKh', '{board}'{sql})"
    assert same.command == f"pokerlake outs AhKh {board}{command}"


@pytest.mark.parametrize("blank", ["", "  ", "\n", None])
def test_a_range_of_blanks_is_none(blank):
    assert OUTS.read(GIVEN | {"villain": blank})["villain"] is None


def test_a_ranking_is_that_of_the_lake_that_is_given(tmp_path):
    asked = {"hole": "AsAhKsKh", "board": "Qh2h3d", "villain": "10%", "game": "omaha"}
    with pytest.raises(LakeError, match="elsewhere"):
        OUTS.read(asked, tmp_path / "elsewhere")


def test_a_row_without_a_field_that_is_needed_is_not_asked():
    columns = {
        "hole": pa.array(["AhKh", None, "AhKh", None]),
        "board": pa.array(["Qh2h3d", "Qh2h3d", None, None]),
        "villain": pa.array([None] * 4, pa.string()),
    }
    assert [len(rows) if rows else rows for rows in answers(OUTS, columns).to_pylist()] == [
        47, None, None, None,
    ]  # fmt: skip
