"""Named queries: what stands on top of each file, and parameters given, missing or wrong."""

import re

import pytest

from pokerlake.queries.sql.named import (
    NamedQuery,
    Parameter,
    given_parameters,
    named_queries,
    named_query,
    parameter_named,
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
        ({"least": "1", "hand": "AsKsQsJsAs"}, "parameter hand: 'AsKsQsJsAs' has As twice"),
    ],
)  # fmt: skip
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
    with pytest.raises(UsageError, match=r"^cannot read parameter 'cards = 7'; write NAME TYPE = "):
        parameter_named("cards = 7")


# ---------------------------------------------------------------- values of parameters


def value(kind, text, allowed=None):
    return Parameter("x", kind, None, allowed, "anything").value(text)


@pytest.mark.parametrize(
    ("kind", "text", "allowed", "expected"),
    [
        ("integer", "2", "2..10", 2),
        ("integer", "10", "2..10", 10),
        ("integer", "1e1", "2..10", 10),
        ("integer", "2.0", "2..10", 2),
        ("number", "15", None, 15.0),
        ("number", "1e-3", "0..100", 0.001),
        ("number", "100", "0..100", 100.0),
        ("day", "any", None, "any"),
        ("day", " 2019-07-11", None, "2019-07-11"),
        ("day", "20190711", None, "2019-07-11"),
        ("hole", "AhKd", None, "AhKd"),
        ("hole", "kD ah", None, "AhKd"),
        ("hole", "10c,10s", None, "TsTc"),
        ("omaha_hole", "KhAh Ks,As", None, "AdAcKdKc"),
        ("omaha_hole", "2c10s9s10c", None, "TdTc9d2c"),
        ("omaha_hole", " Any", None, "any"),
        ("omaha_ranks", "AAxx", None, "%A%A%"),
        ("omaha_ranks", "x2a10", None, "%A%T%2%"),
        ("omaha_ranks", "K", None, "%K%"),
        ("omaha_ranks", "xx", None, "%"),
        ("omaha_ranks", "any", None, "%"),
        ("hole_of_four", "jd 10h,AH qD", None, "AhQdJdTh"),
        ("starting_hand", "AKs", None, "AKs"),
        ("starting_hand", "kaS", None, "AKs"),
        ("starting_hand", " 109o", None, "T9o"),
        ("starting_hand", "1010", None, "TT"),
        ("five_cards", "ks 9H,7c 7d 10c", None, "Ks9h7c7dTc"),
        ("category", "straight flush", None, 1),
        ("category", "Full-House", None, 3),
        ("category", " high_card ", None, 9),
        ("category", "4", None, 4),
        ("range", "QQ+, AhKh@50", None, "QQ+, AhKh@50"),
        ("range", "top 15%", None, "top 15%"),
        ("range_of_hands", "QQ+,AK:0.5", None, "QQ+,AK:0.5"),
        ("range_of_hands", "AhAd,AhAc,AhAs,AdAc,AdAs,AcAs", None, "AhAd,AhAc,AhAs,AdAc,AdAs,AcAs"),
    ],
)
def test_values(kind, text, allowed, expected):
    found = value(kind, text, allowed)
    assert found == expected
    assert type(found) is type(expected)


@pytest.mark.parametrize(
    ("kind", "text", "allowed", "message"),
    [
        ("integer", "1", "2..10", "parameter x is '1'; give a number 2..10"),
        ("integer", "11", "2..10", "parameter x is '11'; give a number 2..10"),
        ("integer", "2.5", "2..10", "parameter x is '2.5'; give a whole number"),
        ("number", "-0.1", "0..100", "parameter x is '-0.1'; give a number 0..100"),
        ("number", "15%", "0..100", "parameter x is '15%'; give a number"),
        ("number", "nan", None, "parameter x is 'nan'; give a number"),
        ("number", "inf", None, "parameter x is 'inf'; give a number"),
        ("number", "", None, "parameter x is ''; give a number"),
        ("hole", "Ah", None, "parameter x: 'Ah' has 1 card; a hole has 2"),
        ("hole", "AhAh", None, "parameter x: 'AhAh' has Ah twice"),
        ("hole", "AhKx", None, "parameter x: 'AhKx' at character 4: 'x' is not a suit; "
         "suits are cdhs"),
        ("omaha_hole", "AhAd", None, "parameter x: 'AhAd' has 2 cards, not 4"),
        ("omaha_hole", "AAKKds", None,
         "parameter x: 'AAKKds' is no hole; write AsAhKsKh, or ranks=AAKK and suits=ds"),
        ("omaha_hole", "aakx", None,
         "parameter x: 'aakx' is no hole; write AsAhKsKh, or ranks=AAKX"),
        ("game", "omaha9", None, "parameter x: no game 'omaha9': there are: hold'em, omaha, "
         "omaha5, omaha6, omaha hi-lo, omaha5 hi-lo, omaha6 hi-lo, short deck, short deck omaha, "
         "any"),
        ("omaha_hole", "AhAdAh2c", None, "parameter x: 'AhAdAh2c' has Ah twice"),
        ("omaha_ranks", "AAAAA", None,
         "parameter x: 'AAAAA' is not one to four ranks; write AAxx, x for any rank"),
        ("omaha_ranks", "AA%_", None,
         "parameter x: 'AA%_' is not one to four ranks; write AAxx, x for any rank"),
        ("omaha_ranks", "", None,
         "parameter x: '' is not one to four ranks; write AAxx, x for any rank"),
        ("starting_hand", "AK", None,
         "parameter x: 'AK' is none of the 169 hands; did you mean 'AKs' or 'AKo'?"),
        ("starting_hand", "ka", None,
         "parameter x: 'ka' is none of the 169 hands; did you mean 'AKs' or 'AKo'?"),
        ("starting_hand", "AAs", None,
         "parameter x: 'AAs' is none of the 169 hands; did you mean 'AA'?"),
        ("starting_hand", "AKx", None,
         "parameter x: 'AKx' is none of the 169 hands; did you mean 'AKs'?"),
        ("starting_hand", "AhKh", None,
         "parameter x: 'AhKh' is none of the 169 hands; did you mean 'AKs'?"),
        ("starting_hand", "", None,
         "parameter x: '' is none of the 169 hands; they are written AA, AKs, AKo"),
        ("five_cards", "7c7d9hKs", None, "parameter x: '7c7d9hKs' has 4 cards, not 5"),
        ("five_cards", "7c", None, "parameter x: '7c' has 1 card, not 5"),
        ("five_cards", "7c7d9hKs7c", None, "parameter x: '7c7d9hKs7c' has 7c twice"),
        ("category", "two pairs", None,
         "parameter x: 'two pairs' is no category; did you mean 'two pair'?"),
        ("category", "10", None, "parameter x: '10' is no category; there are: straight flush, "
         "four of a kind, full house, flush, straight, three of a kind, two pair, one pair, "
         "high card"),
        ("category", "", None, "parameter x: '' is no category; there are: straight flush, "
         "four of a kind, full house, flush, straight, three of a kind, two pair, one pair, "
         "high card"),
        ("range", "QQ+,AKx", None, "parameter x: 'QQ+,AKx' at character 7: 'x' does not belong "
         "here; parts are set apart by commas"),
        ("range", "", None, "parameter x: no hand is in ''"),
        ("range_of_hands", "", None, "parameter x: no hand is in ''"),
        ("range_of_hands", "QQ,AhKh", None,
         "parameter x: 'QQ,AhKh' names suits; give hands such as TT+,AKs"),
        ("range_of_hands", "QQ,QhQd:0.5", None,
         "parameter x: 'QQ,QhQd:0.5' names suits; give hands such as TT+,AKs"),
        ("range", "QQ:0", None, "parameter x: no hand is in 'QQ:0'"),
        ("range", "0%", None, "parameter x: no hand is in '0%'"),
    ],
)  # fmt: skip
def test_refused(kind, text, allowed, message):
    with pytest.raises(UsageError, match=f"^{re.escape(message)}$"):
        value(kind, text, allowed)


def test_no_file_is_read_for_a_range(tmp_path):
    (tmp_path / "range.txt").write_text("22+", "ascii")
    with pytest.raises(UsageError, match=r"^parameter x: '@.*' at character 1: '@' "):
        value("range", f"@{tmp_path / 'range.txt'}")


def test_holes_with_a_card_in_common():
    holes = tuple(Parameter(name, "hole", None, None, "a hole") for name in ("one", "two", "three"))
    query = NamedQuery("any", "", "", "", holes, "")
    given = {"one": "AhKh", "two": "QsQc", "three": "7d2c"}
    assert query.bind(given) == given
    with pytest.raises(UsageError, match=r"^parameters two and three both have Qc$"):
        query.bind({**given, "three": "qc2c"})
    with pytest.raises(UsageError, match=r"^parameters one and two both have Ah and Kh$"):
        query.bind({**given, "two": "KhAh"})
