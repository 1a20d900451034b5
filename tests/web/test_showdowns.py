"""Equity and ranges as the page asks for them: the engine's numbers, and what is wrong by field."""

import shlex

import orjson
import pyarrow as pa
import pytest

import pokerlake as pk
from helpers.page_answers import ask, refused, run_python
from pokerlake.web.questions import answer_to, questions


@pytest.mark.parametrize(
    "asked",
    [
        {"hands": ["AA", "KK"]},
        {"hands": ["AhKh", "QsQc"], "dead": "2c"},
        {"hands": ["AhKh", "QQ+,AKs:0.5"], "board": "Jh2h3d"},
        {"hands": ["AhKh", "22+,A2s+", "76s"], "board": "Jh2h3d5c"},
        {"hands": ["top 15%", "random"], "board": "Jh2h3d5c5h"},
        {"hands": ["AhKh", "TT+", "A2s+"], "method": "monte carlo", "standard_error": 0.01},
    ],
)
def test_equity_is_the_one_of_python(lake, monkeypatch, asked):
    answer = ask(lake, "equity", **asked)
    same = run_python(answer, lake, monkeypatch)
    columns = answer["table"]["columns"]
    for name in ("win", "tie", "equity", "standard_error"):
        assert columns[name] == getattr(same, name).tolist()
    assert answer["data"]["deals"] == same.deals
    assert answer["data"]["chop"] == same.chop
    assert answer["data"]["method"] == same.method == asked.get("method", "exact")
    if answer["data"]["categories"] is not None:
        assert answer["data"]["categories"] == same.categories.tolist()


def test_a_sample_is_told_as_it_narrows(lake):
    told = []
    asked = {"hands": ["AhKh", "22+", "random"], "method": "monte carlo", "standard_error": 0.002}
    answer = ask(lake, "equity", told.append, **asked)
    deals = [orjson.loads(one)["data"]["deals"] for one in told]
    assert deals == sorted(deals)
    assert deals[-1] == answer["data"]["deals"]
    assert max(answer["table"]["columns"]["standard_error"]) <= 0.002
    assert ask(lake, "equity", **asked)["table"] == answer["table"]  # the same seed


def test_known_equities(lake):
    """By hand: a set of aces loses to one king of 44 cards, and to nothing else."""
    river = ask(lake, "equity", hands=["AhAd", "KhKd"], board="AsKs2c3d")
    assert river["table"]["columns"]["win"] == [43 / 44, 1 / 44]


@pytest.mark.parametrize(
    ("asked", "field", "line"),
    [
        ({"hands": ["AA", "KKx"]}, "hands.1", "character 3"),
        ({"hands": ["AhAh", "KK"]}, "hands.0", "'AhAh' has one card twice"),
        ({"hands": ["AA", "KK"], "board": "Jh2"}, "board", "'Jh2'"),
        ({"hands": ["AA", "KK"], "board": "Jh2h3d4c5c6c"}, "board", "has 6 cards; it has 5"),
        ({"hands": ["AA", "KK"], "board": "Jh2h3d", "dead": "Jh"}, "dead", "both have Jh"),
        ({"hands": ["AA", "KK"], "dead": "Zz"}, "dead", "'Zz'"),
        ({"hands": ["AhKh", "AhQh"]}, None, "cannot be dealt together"),
        ({"hands": ["AA"]}, "hands", "give 2 or more"),
        ({"hands": ["AA"] * 11}, "hands", "at most 10"),
        ({"hands": ["AA", "KK"], "seed": -1}, "seed", "give 0 or more"),
        ({"hands": ["AA", "KK"], "standard_error": 0}, "standard_error", "0.00001"),
        ({"hands": ["AA", "KK"], "more": 1}, "more", "there is no field more"),
        ({"hands": ["random"] * 6, "method": "exact"}, None, "too long for the page"),
        ({"hands": ["@/etc/passwd", "KK"]}, "hands.0", "'@'"),
    ],
)
def test_what_is_wrong_is_said_with_its_field(lake, asked, field, line):
    found, problem = refused(lake, "equity", **asked)
    assert found == field
    assert line in problem


def test_a_range_says_its_hands_and_parts(lake, monkeypatch):
    answer = ask(lake, "range", text="QQ+, AhKh, AKo:0.5, 72o:0.25", to="piosolver")
    data = answer["data"]
    assert data["hands"] == {
        "AA": 1, "AKs": 0.25, "AKo": 0.5, "KK": 1, "QQ": 1, "72o": 0.25,
    }  # fmt: skip
    assert (data["uneven"], data["parts"]) == ({"AKs": "AhKh"}, 4)
    assert data["combos"] == 18 + 1 + 6 + 3
    assert pk.Range(data["text"]) == run_python(answer, lake, monkeypatch)
    assert pk.Range(data["written"], dialect="piosolver") == pk.Range(data["text"])
    field, problem = refused(lake, "range", text="AA", dialect="pio")
    assert field == "dialect"
    assert problem.startswith("no dialect 'pio'")


@pytest.mark.parametrize("hands", [["AA,KK", "top 15%"], ["AA\nKK", "random,!22"]])
def test_the_command_line_is_quoted_as_a_shell_reads_it(lake, hands):
    answer = ask(lake, "equity", hands=hands, board="Jh 2h 3d")
    words = shlex.split(answer["same"]["command"])
    assert words == ["pokerlake", "equity", *hands, "--board", "Jh 2h 3d", "--exact"]
    assert '"' not in answer["same"]["command"]  # in which a shell looks for ! and $


def test_next_cards_are_weighed_to_the_equity_now(lake):
    asked = {"hands": ["AhKh", "QsQc"], "board": "Jh2h3d"}
    rows = ask(lake, "next_cards", **asked)["table"]["columns"]
    assert len(rows["card"]) == 45
    now = ask(lake, "equity", **asked)["table"]["columns"]["equity"][0]
    assert sum(rows["equity_1"]) / 45 == pytest.approx(now, abs=1e-12)


def test_holes_are_weighed_to_the_equity_of_the_range(lake):
    asked = {"hands": ["TT+,AKs:0.5", "22+"], "board": "Jh2h3d5c"}
    rows = ask(lake, "hole_equities", **asked)["table"]["columns"]
    assert rows["equity"] == sorted(rows["equity"], reverse=True)
    villain = list(pk.Range("22+").without("Jh2h3d5c"))
    weights = [
        weight * sum(not {hole[:2], hole[2:]} & {other[:2], other[2:]} for other in villain)
        for hole, weight in zip(rows["hole"], rows["range_weight"], strict=True)
    ]
    mean = sum(map(float.__mul__, map(float, weights), rows["equity"])) / sum(weights)
    now = ask(lake, "equity", **asked)["table"]["columns"]["equity"][0]
    assert mean == pytest.approx(now, abs=1e-12)


def test_distribution_is_the_chart(lake, monkeypatch):
    answer = ask(lake, "distribution", hero="TT+", villain="22+", board="Jh2h3d5c")
    same = run_python(answer, lake, monkeypatch)
    assert same.svg().count("<path") == answer["data"]["svg"].count("<path")
    assert refused(lake, "distribution", hero="TT+", villain="22+", board="Jh")[0] == "board"


def test_rows_come_as_arrow(lake):
    asked = orjson.dumps({"hands": ["AhKh", "QsQc"], "board": "Jh2h3d"})
    found = answer_to("equity", asked, lake, as_arrow=True)
    table = pa.ipc.open_stream(found.body).read_all()
    assert table["equity"].to_pylist() == pk.equity("AhKh", "QsQc", board="Jh2h3d").equity.tolist()


def test_questions_say_what_they_are():
    for each in questions().values():
        assert each.help.endswith("."), each.name
        assert each.seconds <= 120
