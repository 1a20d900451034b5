"""Imported hands as the page asks for them: held against the queries, and what is wrong said."""

import json
import shlex

import pytest

import pokerlake as pk
from helpers.command_line import run
from pokerlake.web.questions import answer_to

ASKED = [
    {"query": "hands_played"},
    {"query": "player_results"},
    {"query": "player_results", "big_blind": 0.1, "since": "2021-03-01", "until": "2021-03-31"},
    {"query": "player_luck", "player": "Ann"},
    {"query": "all_in_luck", "until": "2021-12-31"},
    {"query": "player_range", "player": "Ann", "action": "play", "facing": "any"},
    {"query": "decision_strengths", "player": "Ann", "street": "preflop"},
    {"query": "habits", "street": "flop"},
]


def answered(lake, question, /, **asked):
    return answer_to(question, json.dumps(asked).encode(), lake)


def rows(table):
    columns = table["columns"].values()
    return [tuple(row) for row in zip(*columns, strict=True)]


def as_json(found):
    """Rows as they are behind JSON: no decimals, no dates."""
    return [tuple(json.loads(json.dumps(row, default=str))) for row in found]


@pytest.mark.parametrize("asked", ASKED, ids=str)
def test_rows_are_those_of_the_query_in_every_way(whole_lake, monkeypatch, asked):
    monkeypatch.setenv("POKERLAKE_LAKE", str(whole_lake))
    found = json.loads(answered(whole_lake, "played", **asked).body)
    given = {name: value for name, value in asked.items() if name != "query"}
    wanted = pk.query(asked["query"], **given)
    assert list(found["table"]["columns"]) == wanted.columns
    expected = as_json(wanted.fetchall())
    assert rows(found["table"]) == expected
    assert as_json(eval(found["same"]["python"], {"pk": pk}).fetchall()) == expected
    assert as_json(pk.sql(found["same"]["sql"]).fetchall()) == expected
    words = shlex.split(found["same"]["command"])
    finished = run(shlex.join([*words[1:], "-f", "ndjson"]))
    assert len(finished.text.splitlines()) == len(expected)


def test_winnings_are_the_chart(whole_lake, monkeypatch):
    monkeypatch.setenv("POKERLAKE_LAKE", str(whole_lake))
    found = json.loads(answered(whole_lake, "winnings", player="Ann").body)
    drawn = eval(found["same"]["python"], {"pk": pk})
    assert found["data"]["svg"] == drawn.svg()
    rows = pk.sql(found["same"]["sql"]).fetchall()
    assert rows == pk.query("winnings", player="Ann").fetchall()
    command = found["same"]["command"].removeprefix("pokerlake ")
    assert run(command).text.startswith("Winnings of Ann")


@pytest.mark.parametrize(
    ("asked", "field", "problem"),
    [
        ({"player": "Anne"}, "player", "no player 'Anne' in seats; did you mean 'Ann'?"),
        ({"player": "'; drop table seats"}, "player", "no player "),
        ({"since": "yesterday"}, "since", "parameter since: 'yesterday' is no day"),
        ({"until": "2021-02-30"}, "until", "parameter until: '2021-02-30' is no day"),
        ({"big_blind": -1}, "big_blind", "big_blind is -1; give 0 or more"),
        ({"big_blind": "@/etc/passwd"}, "big_blind", "big_blind is '@/etc/passwd'; give a number"),
        ({"query": "showdowns"}, "query", "query is 'showdowns'; give 'all_in_luck'"),
        ({"position": "@x", "query": "player_range"}, "position", "no position '@x' in seats"),
    ],
)
def test_what_is_wrong_is_said_of_its_field(whole_lake, asked, field, problem):
    found = answered(whole_lake, "played", **{"query": "player_results", **asked})
    assert (found.status, found.field) == (400, field)
    assert problem in found.problem


def test_no_hand_of_these_stakes(whole_lake):
    found = answered(whole_lake, "winnings", player="Ann", big_blind=12345)
    assert (found.status, found.field) == (400, "player")
    assert found.problem == "no hand of Ann is of these days and stakes"


def test_a_lake_without_hands_says_how_to_import(lake):
    for name, asked in (("played", {"query": "hands_played"}), ("winnings", {"player": "Ann"})):
        found = answered(lake, name, **asked)
        said = "'seats' is not in this lake; import it with 'pokerlake import FILE'"
        assert (found.status, found.problem) == (422, said)
