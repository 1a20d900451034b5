"""Views and queries of hands that were played: what comes of given hands."""

from datetime import date, datetime, timedelta
from decimal import Decimal

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from given import plays as given_plays
from given.plays import FLOP, RIVER
from helpers.queries import ask, values
from oracle import naive_histories
from pokerlake.engine.equity.calculate import equity
from pokerlake.engine.ranges.notation import parse_range
from pokerlake.queries.answers.strength import HoleOnBoard, Opponents, spot_strength
from pokerlake.queries.connection import connect
from pokerlake.queries.selection import bind
from pokerlake.queries.sql.named import named_query
from pokerlake.tables.errors import UsageError
from pokerlake.tables.registry import TABLES
from pokerlake.tables.view_sql import create_views


@pytest.fixture
def given(lake, tmp_path):
    """The lake, with the hands that are written by hand."""
    files = {}
    for name, rows in given_plays.TABLES.items():
        files[name] = [str(tmp_path / f"{name}.parquet")]
        table = pa.Table.from_pylist(rows, TABLES[name].arrow_schema())
        pq.write_table(table, *files[name])
    with connect(lake) as connection:
        create_views(connection, files)
        yield connection


# ---------------------------------------------------------------- views


def test_decisions_are_all_actions_but_posts(given):
    found = given.sql(
        "select hand_id, count(*) from opportunities where number > 0 "
        "group by hand_id order by hand_id"
    )
    assert found.fetchall() == [(1, 9), (2, 6), (3, 2), (4, 9), (5, 2)]


def test_decisions_tell_what_was_faced(given):
    columns = "player, position, hand, action, raises, calls, opponents"
    found = given.sql(
        f"select {columns} from opportunities where hand_id = 4 and number > 0 order by number"
    )
    assert found.fetchall() == [
        ("Ann", "BTN", "AKo", "call", 0, 0, 2),
        ("Bob", "SB", None, "raise", 0, 1, 2),
        ("Cy", "BB", "55", "fold", 1, 1, 2),
        ("Ann", "BTN", "AKo", "raise", 1, 1, 1),
        ("Bob", "SB", None, "call", 2, 1, 1),
        ("Bob", "SB", None, "check", 0, 0, 1),
        ("Ann", "BTN", "AKo", "check", 0, 0, 1),
        ("Bob", "SB", None, "bet", 0, 0, 1),
        ("Ann", "BTN", "AKo", "call", 1, 0, 1),
    ]


def test_a_table_of_an_older_version_says_what_adds_its_columns(tmp_path):
    seats = pa.Table.from_pylist(given_plays.TABLES["seats"], TABLES["seats"].arrow_schema())
    pq.write_table(seats.drop_columns("luck"), tmp_path / "seats.parquet")
    with duckdb.connect() as connection:
        found = create_views(connection, {"seats": [str(tmp_path / "seats.parquet")]})
    assert str(found["seats"]) == (
        "seats was made without the column luck, by an older pokerlake; 'pokerlake import --again' "
        "adds it"
    )


# ---------------------------------------------------------------- all_in_luck


@pytest.fixture(scope="module")
def due():
    """What players are due in hands 2 and 5, by enumeration."""
    equities = naive_histories.equities
    main = equities(["KcKs", "7c7s", "QdQh"], "2c7dKh")
    side = equities(["KcKs", "QdQh"], "2c7dKh", "7c7s")
    found = {
        (2, "Ann"): 120 * main[0] + 120 * side[0],
        (2, "Bob"): 120 * main[1],
        (2, "Cy"): 120 * main[2] + 120 * side[1],
    }
    holes = [parse_range("AsTs"), parse_range("AdTc")]
    shares = equity(holes).equity
    return {**found, (5, "Ann"): 4 * shares[0], (5, "Cy"): 4 * shares[1]}


def test_luck_is_what_was_won_less_the_equity_in_each_pot(given, due):
    rows = ask(given, "all_in_luck")
    won = {(2, "Ann"): 120, (2, "Bob"): 0, (2, "Cy"): 120, (5, "Ann"): 2, (5, "Cy"): 2}
    pots = {(2, "Ann"): 240, (2, "Bob"): 120, (2, "Cy"): 240, (5, "Ann"): 4, (5, "Cy"): 4}
    assert [(row["hand_id"], row["player"]) for row in rows] == list(won)
    for row in rows:
        key = row["hand_id"], row["player"]
        assert (row["won"], row["pot"]) == (won[key], pots[key])
        assert row["due"] == pytest.approx(due[key], rel=1e-9)
        assert row["equity"] == pytest.approx(due[key] / pots[key], rel=1e-9)
        assert row["luck"] == pytest.approx(won[key] - due[key], rel=1e-9)
        assert row["luck_bb"] == pytest.approx(row["luck"] / 2)
    assert {(r["street"], r["board"], r["number"]) for r in rows[:3]} == {("flop", FLOP, "1002")}
    assert {(r["street"], r["board"], r["number"]) for r in rows[3:]} == {("preflop", None, "1005")}


def test_luck_of_a_hand_adds_up_to_nothing(given):
    rows = ask(given, "all_in_luck")
    for hand_id in (2, 5):
        lucks = [row["luck"] for row in rows if row["hand_id"] == hand_id]
        assert sum(lucks) == pytest.approx(0, abs=1e-9)


def test_luck_of_one_player(given):
    assert values(given, "all_in_luck", "hand_id player", player="Bob") == [(2, "Bob")]
    assert values(given, "all_in_luck", "hand_id player", player="bob") == []


# ---------------------------------------------------------------- days and stakes


LAST_MINUTE = datetime.fromisoformat("2020-05-06 23:59")


@pytest.fixture
def dated(given, tmp_path):
    """Hand 5 was played first, on the 1st of May, and hand 1 last; hand 3 for 5 and 10."""
    rows = [
        {**row, "played": LAST_MINUTE - row["hand_id"] * timedelta(days=1)}
        | ({"big_blind": Decimal(10), "small_blind": Decimal(5)} if row["hand_id"] == 3 else {})
        for row in given_plays.TABLES["hands"]
    ]
    path = tmp_path / "dated.parquet"
    pq.write_table(pa.Table.from_pylist(rows, TABLES["hands"].arrow_schema()), path)
    given.execute(f"create or replace view hands as from '{path}'")
    return given


@pytest.mark.parametrize(
    ("parameters", "hands"),
    [
        ({}, [5, 4, 3, 2, 1]),
        ({"since": "2020-05-04"}, [2, 1]),
        ({"until": "2020-05-02"}, [5, 4]),
        ({"since": "2020-05-02", "until": "2020-05-04"}, [4, 3, 2]),
        ({"big_blind": "10"}, [3]),
        ({"big_blind": "2", "until": "2020-05-04"}, [5, 4, 2]),
        ({"big_blind": "3"}, []),
    ],
)
def test_hands_of_days_and_stakes(dated, parameters, hands):
    all_ins = values(dated, "all_in_luck", "hand_id", player="Ann", **parameters)
    assert {hand for (hand,) in all_ins} == {2, 5} & set(hands)
    strengths = values(dated, "decision_strengths", "hand_id", street="flop", **parameters)
    assert {hand for (hand,) in strengths} == {1, 2, 4} & set(hands)


def test_who_played_what(dated):
    first, last = date(2020, 5, 2), date(2020, 5, 5)
    columns = "player played_for small_blind big_blind hands first_day last_day"
    assert values(dated, "hands_played", columns, player="Cy") == [
        ("Cy", "USD", 1, 2, 3, first, last),
        ("Cy", "play money", 1, 2, 1, date(2020, 5, 1), date(2020, 5, 1)),
        ("Cy", "USD", 5, 10, 1, date(2020, 5, 3), date(2020, 5, 3)),
    ]
    assert len(values(dated, "hands_played", "player")) == 9


# ---------------------------------------------------------------- showdown_winners


def test_winners_and_whether_the_cards_agree(given):
    columns = "hand_id number pot player hole size won wins agrees"
    wrong = [
        (2, "1002", 1, "Cy", "QdQh", 120, 120, False, False),
        (2, "1002", 1, "Ann", "KcKs", 120, 0, True, False),
    ]
    unknown = [
        (4, "1004", 0, "Ann", "AhKd", 202, 200, None, None),
        (4, "1004", 0, "Bob", None, 202, 0, None, None),
    ]
    right = [
        (1, "1001", 0, "Ann", "AhKd", 13, 12, True, True),
        (1, "1001", 0, "Cy", "QcJc", 13, 0, False, True),
        (2, "1002", 0, "Ann", "KcKs", 120, 120, True, True),
        (2, "1002", 0, "Bob", "7c7s", 120, 0, False, True),
        (2, "1002", 0, "Cy", "QdQh", 120, 0, False, True),
        (5, "1005", 0, "Ann", "AsTs", 4, 2, True, True),
        (5, "1005", 0, "Cy", "AdTc", 4, 2, True, True),
    ]
    assert values(given, "showdown_winners", columns, pots="disagreeing") == wrong
    assert values(given, "showdown_winners", columns, pots="unknown") == unknown
    assert values(given, "showdown_winners", columns, pots="agreeing") == right
    assert values(given, "showdown_winners", columns) == right[:5] + wrong + unknown + right[5:]
    his = values(given, "showdown_winners", "hand_id pot player", player="Bob")
    assert his == [(2, 0, "Ann"), (2, 0, "Bob"), (2, 0, "Cy"), (4, 0, "Ann"), (4, 0, "Bob")]


def test_hands_at_the_showdown_have_their_names(given):
    assert values(given, "showdown_winners", "board class_name", player="Cy")[:2] == [
        (RIVER, "one pair, kings, ace-queen-seven kickers"),
        (RIVER, "one pair, queens, king-jack-seven kickers"),
    ]


# ---------------------------------------------------------------- decision_strengths


def test_strength_at_every_decision_of_a_known_hole(given):
    rows = ask(given, "decision_strengths")
    assert len(rows) == 9 + 6 + 2 + 5 + 2  # of hand 4 Ann's and Cy's
    for row in rows:
        if row["board"] is None:
            assert row["hs"] == row["ehs"] == row["equity"]
            continue
        spot = spot_strength(HoleOnBoard.parse(row["hole"], row["board"]), Opponents())
        assert row["hs"] == pytest.approx(spot["hs"], rel=1e-12)
        assert row["ehs"] == pytest.approx(spot["ehs"], rel=1e-12)
        assert row["equity"] == pytest.approx(spot["equity"], rel=1e-12)


def test_percentile_on_the_flop_is_that_of_the_view(given):
    found = values(given, "decision_strengths", "hole hole_percentile", street="flop", player="Cy")
    for hole, percentile in found:
        ((expected,),) = given.sql(
            "select hole_percentile from flop_strength where board_id = board_id('2c7dKh') "
            f"and hole_id = hole_id('{hole}', '2c7dKh')"
        ).fetchall()
        assert percentile == pytest.approx(expected)
    assert [hole for hole, _ in found] == ["QcJc", "QdQh"]


def test_strength_against_several_and_the_spot_it_was_in(given):
    columns = "hand_id number action_number position action amount to_call pot opponents"
    asked = {"player": "Ann", "street": "flop"}
    assert values(given, "decision_strengths", columns, **asked) == [
        (1, "1001", 7, "BTN", "check", 0, 0, 13, 1),
        (2, "1002", 8, "BTN", "call", 94, 94, 146, 2),
        (4, "1004", 9, "BTN", "check", 0, 0, 62, 1),
    ]
    one = values(given, "decision_strengths", "hs", **asked)
    three = values(given, "decision_strengths", "hs", opponents="3", **asked)
    assert three == [(pytest.approx(hs**3),) for (hs,) in one]


@pytest.mark.parametrize(
    ("name", "parameters", "problem"),
    [
        ("decision_strengths", {"street": "Flopp"}, "street is 'Flopp'; did you mean 'flop'?"),
        ("all_in_luck", {"since": "May"}, "since: 'May' is no day; write it as 2019"),
        ("all_in_luck", {"until": "2019-02-29"}, "until: '2019-02-29' is no day"),
    ],
)
def test_parameters_that_are_wrong(name, parameters, problem):
    with pytest.raises(UsageError, match=problem):
        named_query(name).bind(parameters)


@pytest.mark.parametrize(
    ("name", "parameters", "message"),
    [
        ("all_in_luck", {"player": "Anne"}, "no player 'Anne' in seats; did you mean 'Ann'?"),
        ("hands_played", {"player": "ann"}, "no player 'ann' in seats; did you mean 'Ann'?"),
        ("showdown_winners", {"player": "?"}, "no player '?' in showdowns; there are: "),
    ],
)
def test_names_that_the_lake_does_not_have(given, name, parameters, message):
    with pytest.raises(UsageError) as raised:
        bind(given, named_query(name), parameters)
    assert str(raised.value).startswith(message)


def test_names_that_the_lake_has(given):
    query = named_query("all_in_luck")
    values = bind(given, query, {"player": "Ann"})
    assert values == query.bind({"player": "Ann"})
    assert bind(given, query, {}) == query.bind({})
