"""Named queries: what stands on top of each file, and parameters given, missing or wrong."""

import re

import pytest

from pokerlake.queries.sql.named import (
    NamedQuery,
    Parameter,
    _parse,
    given_parameters,
    named_queries,
    named_query,
)
from pokerlake.tables.errors import UsageError

QUERIES = named_queries()


def test_queries_are_found_in_order():
    names = list(QUERIES)
    assert names == sorted(names)
    assert {"all_in_luck", "hand_match_up", "unusual_discards"} <= set(names)
    assert {"board_holes", "class_counts"} & set(names) == set()  # what charts ask


@pytest.mark.parametrize("name", QUERIES)
def test_every_query_says_what_it_answers(name):
    query = QUERIES[name]
    assert query.name == name
    for text in (query.title, query.one_row, query.source):
        assert len(text) > 4
    header = [line for line in query.sql.splitlines() if line.startswith("-- ")]
    assert [line.split(":")[0] for line in header][:3] == [
        "-- title",
        "-- one row per",
        "-- source",
    ]
    assert query.sql.rstrip().splitlines()[-1].startswith("select * from ")


@pytest.mark.parametrize("name", QUERIES)
def test_parameters_are_those_of_the_sql(name):
    query = QUERIES[name]
    sql = "\n".join(line for line in query.sql.splitlines() if not line.startswith("--"))
    assert {parameter.name for parameter in query.parameters} == set(re.findall(r"\$(\w+)", sql))
    for parameter in query.parameters:
        assert parameter.meaning
        if parameter.default is not None:
            parameter.value(parameter.default)


def test_written_has_values_in_place_of_parameters():
    sql = "-- title: x\n-- parameter: cards\nselect $note, $cards, '$'"
    query = NamedQuery("some", "", "", "", ANY.parameters, sql)
    text = query.written({"note": "it's $cards", "least": "2"})
    assert text == "-- title: x\nselect 'it''s $cards', 7, '$'\n"
    with pytest.raises(UsageError, match="needs least"):
        query.written({})


ANY = NamedQuery(
    name="any",
    title="",
    one_row="",
    source="",
    parameters=(
        Parameter("cards", "integer", "7", "5, 6, 7", "cards in a hand"),
        Parameter("least", "integer", None, None, "the least of them"),
        Parameter("note", "text", "none", None, "anything"),
        Parameter("hand", "hand", "AsKsQsJsTs", None, "a hand"),
    ),
    sql="",
)


def test_bind_takes_what_is_given_and_the_defaults():
    assert ANY.bind({"least": "-3", "note": "a=b"}) == {
        "cards": 7,
        "least": -3,
        "note": "a=b",
        "hand": "AsKsQsJsTs",
    }
    assert ANY.bind({"least": "1", "cards": "5"})["cards"] == 5


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({}, "query any needs least: the least of them"),
        ({"last": "1"}, "query any has no parameter 'last'; did you mean 'least'?"),
        ({"zzz": "1"}, "query any has no parameter 'zzz'; there are: cards, least, note, hand"),
        ({"least": "few"}, "parameter least is 'few'; give a whole number"),
        ({"least": "1.5"}, "parameter least is '1.5'; give a whole number"),
        ({"least": ""}, "parameter least is ''; give a whole number"),
        ({"least": "1", "cards": "8"}, "parameter cards is '8'; give one of 5, 6, 7"),
        ({"least": "1", "cards": "07"}, "parameter cards is '07'; did you mean '7'?"),
        ({"least": "1", "hand": "As"}, "parameter hand: 'As' has 1 card; 5 to 7 are needed"),
        (
            {"least": "1", "hand": "AsKsQsJsAs"},
            "parameter hand: 'AsKsQsJsAs' has As twice",
        ),
    ],
)
def test_bind_refuses(given, message):
    with pytest.raises(UsageError, match=f"^{re.escape(message)}$"):
        ANY.bind(given)


def test_a_query_without_parameters_takes_none():
    query = NamedQuery("all", "", "", "", (), "")
    assert query.bind({}) == {}
    with pytest.raises(UsageError, match=r"^query all has no parameters; 'x' was given$"):
        query.bind({"x": "1"})


def test_given_parameters():
    assert given_parameters([]) == {}
    assert given_parameters(["cards=5", "note=a=b", "empty="]) == {
        "cards": "5",
        "note": "a=b",
        "empty": "",
    }
    with pytest.raises(UsageError, match=r"^parameter 'cards' has no value; give NAME=VALUE$"):
        given_parameters(["cards"])
    with pytest.raises(UsageError, match=r"^parameter 'cards' is given twice; give it once$"):
        given_parameters(["cards=5", "cards=5"])


def test_unknown_queries_name_the_nearest():
    with pytest.raises(
        UsageError, match=r"^no query 'category_odd'; did you mean 'category_odds' or 'short_"
    ):
        named_query("category_odd")
    with pytest.raises(UsageError, match=r"^no query 'x'; there are: abstraction_list, "):
        named_query("x")


def test_a_parameter_that_cannot_be_read_is_found():
    with pytest.raises(ValueError, match=r"^odd\.sql: cannot read parameter 'cards = 7'$"):
        _parse("odd", "-- parameter: cards = 7\nselect 1")
