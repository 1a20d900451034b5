"""The SQL functions on ranges, and how functions are registered."""

import re
import subprocess
import sys

import duckdb
import pytest

from given.rankings import write_rankings
from pokerlake.engine.cards.holes import HANDS
from pokerlake.queries.connection import connect
from pokerlake.queries.functions import FUNCTIONS, MACROS, register_functions
from pokerlake.queries.statements.run import stream
from pokerlake.tables.errors import QueryError
from pokerlake.tables.lake import Lake


@pytest.fixture
def connection():
    with duckdb.connect() as connection:
        register_functions(connection)
        yield connection


def error(connection, sql, **parameters):
    with pytest.raises(QueryError) as raised:
        stream(connection, sql, parameters).read_all()
    return str(raised.value)


def test_functions_are_named(connection):
    named = set(
        connection.execute("select function_name, function_type from duckdb_functions()").fetchall()
    )
    assert {(name, "scalar") for name in FUNCTIONS} <= named
    kinds = {True: "table_macro", False: "macro"}
    assert {(name, kinds[macro.is_table]) for name, macro in MACROS.items()} <= named


def test_connect_is_at_hand_without_the_slow_libraries():
    code = (
        "import sys; import pokerlake.queries as q; print(*sys.modules.keys() & "
        "{'duckdb', 'numba', 'polars', 'pyarrow'}); from pokerlake.queries import connect; "
        "print(connect.__module__, *sys.modules.keys() & {'numba', 'polars'})"
    )
    output = subprocess.check_output([sys.executable, "-P", "-c", code], text=True)
    assert output == "\npokerlake.queries.connection\n"
    with pytest.raises(ImportError):
        from pokerlake.queries import nothing  # noqa: F401


def test_connecting_loads_neither_numba_nor_polars(lake):
    code = (
        "import sys; from pokerlake.queries import connect\n"
        "with connect(sys.argv[1]) as lake: lake.sql('select 1').fetchall()\n"
        "print(*sys.modules.keys() & {'numba', 'polars', 'pokerlake.engine.hands.evaluate'})"
    )
    output = subprocess.check_output([sys.executable, "-P", "-c", code, str(lake)], text=True)
    assert output == "\n"


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_function_counts_its_values(connection, name):
    function = FUNCTIONS[name]
    values = ", ".join(["null"] * (function.most + 1))
    takes = f"{function.fewest} to {function.most}" * (function.most > function.fewest)
    takes = takes or str(function.most)
    assert error(connection, f"select {name}({values})") == (
        f"{function.usage} takes {takes} value{'s' * (takes != '1')}, "
        f"and {function.most + 1} are given"
    )


@pytest.mark.parametrize(
    ("sql", "message"),
    [
        ("select hs()", "hs does not take these values; it is called as "
                        "hs(hole, board := '', opponents := 1)"),
        ("select hs('AhQh', bord := '3h4sJh')", "hs does not take these values; it is called as "
                                                "hs(hole, board := '', opponents := 1)"),
        ("select category()", "category does not take these values; it is called as "
                              "category(class_id, order)"),
        ("from top_range()", "top_range does not take these values; it is called as "
                             "top_range(share, ranking := 'equity', dead := '')"),
        ("from range_holes('AA', ded := 'As')", "range_holes does not take these values; "
                                                "it is called as range_holes(range, dead := '')"),
        ("select class_of()", "class_of does not take these values; it is called as "
                              "class_of(cards)"),
        ("select class_of('As2d3c4h', 'badugy')", "no order 'badugy': did you mean 'badugi'?"),
        ("select lpad(1)", "No function matches the given name and argument types "
                           "'lpad(INTEGER_LITERAL)'. You might need to add explicit type casts"),
    ],
)  # fmt: skip
def test_what_is_called_in_another_way(connection, sql, message):
    assert error(connection, sql) == message


@pytest.mark.parametrize("name", FUNCTIONS)
def test_null_in_gives_null_out_of_every_function(connection, name):
    function = FUNCTIONS[name]
    for given in range(function.fewest, function.most + 1):
        if name == "top_range" and given == 3:
            continue  # lists; tested with the others
        nulls = ", ".join(["null"] * given)
        assert connection.sql(f"select {name}({nulls})").fetchall() == [(None,)]
        if name != "top_range":
            texts = ", ".join(["x"] * given)
            rows = connection.sql(f"select {name}({texts}) from (select 'AsKs' as x) where false")
            assert rows.fetchall() == []


def test_the_nearest_function_is_named(lake):
    with connect(lake) as connection:
        assert error(connection, "select range_hand('AA')") == (
            "there is no function 'range_hand'; did you mean 'range_hands'?"
        )


# ---------------------------------------------------------------- range_hands


def test_range_hands(connection):
    rows = connection.sql("select unnest(range_hands('KK,AhKh,AKo:0.5'), recursive := true)")
    assert rows.columns == ["hand", "range_weight", "combos"]
    assert rows.fetchall() == [("AKs", 0.25, 1.0), ("AKo", 0.5, 6.0), ("KK", 1.0, 6.0)]


def test_range_hands_of_a_column(connection):
    rows = connection.sql("""
        select text, len(range_hands(text))
        from (values ('22+'), (null), (''), ('random')) as t(text)
    """)
    assert rows.fetchall() == [("22+", 13), (None, None), ("", 0), ("random", 169)]
    assert connection.sql("select range_hands(x) from (select 'AA' as x) where false") is not None


def test_range_hands_of_short_deck(connection):
    """Those that its deck has; a percentage goes by its own ranking, which is counted here."""
    rows = connection.sql("""
        select text, len(range_hands(text, 'short deck')), range_hands(text, '6+')[1].hand
        from (values ('22+'), (null), ('22'), ('1%')) as t(text)
    """)
    assert rows.fetchall() == [
        ("22+", 9, "AA"),
        (None, None, None),
        ("22", 0, None),
        ("1%", 2, "AA"),
    ]
    assert error(connection, "select range_hands('AA', 'omaha')") == (
        "holes of omaha have 4 cards; give one of: hold'em, short deck"
    )


def test_range_hands_by_the_equity_in_the_lake(connection, tmp_path):
    lake = Lake.open(write_rankings(tmp_path / "lake"))
    with duckdb.connect() as other:
        register_functions(other, lake)
        rows = other.sql("select unnest(range_hands('1%'), recursive := true)").fetchall()
    assert rows == [("AA", 1.0, 6.0), ("AKs", 1.0, 4.0), ("AQs", 0.815, 3.26)]
    assert error(connection, "select range_hands('1%')") == (
        "'1%' at character 1: '1%' needs a ranking of the 169 hands, and none is given"
    )


def test_range_hands_of_what_is_no_range(connection):
    assert error(connection, "select range_hands('22+,AsKx')") == (
        "'22+,AsKx' at character 8: 'x' is not a suit; suits are cdhs"
    )


def test_range_hands_without_the_table_a_percentage_needs(tmp_path):
    lake = Lake.open(write_rankings(tmp_path / "lake", tables=()))
    with duckdb.connect() as other:
        register_functions(other, lake)
        assert error(other, "select range_hands('15%')") == (
            f"table starting_hands is not in {lake.path}; "
            "build it with 'pokerlake build starting_hands'"
        )


# ---------------------------------------------------------------- top_range


TOP = "select top_range($hands, $values, $percent)"


def test_top_range(connection):
    given = {"hands": list(HANDS), "values": [float(-place) for place in range(169)]}
    for percent, text in [(0, ""), (1, "AA,AKs,AQs:0.815"), (100, "random")]:
        rows = connection.execute(TOP, {**given, "percent": percent}).fetchall()
        assert rows == [(text,)]
    rows = connection.execute(TOP, {**given, "percent": None}).fetchall()
    assert rows == [(None,)]


def test_top_range_of_groups(connection):
    connection.execute("create table hands (number integer, hand varchar)")
    connection.executemany("insert into hands values (?, ?)", list(enumerate(HANDS)))
    rows = connection.sql("""
        select side, top_range(list(hand), list(side * number), 0.1)
        from hands cross join (values (-1), (1)) as sides(side)
        group by side order by side
    """)
    assert rows.fetchall() == [(-1, "AA:0.221"), (1, "22:0.221")]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda hands, values: (hands[:-1], values), "top_range has 168 hands and 169 values"),
        (
            lambda hands, values: (hands[1:], values[1:]),
            "top_range needs a value for each of the 169 hands; AA has none",
        ),
        (
            lambda hands, values: (hands, [*values[:5], None, *values[6:]]),
            "top_range needs a value for each of the 169 hands; A9s has none",
        ),
        (lambda hands, values: ([*hands, "AA"], [*values, 1.0]), "top_range has a hand twice"),
        (
            lambda hands, values: ([*hands, "AhKh"], [*values, 1.0]),
            "top_range has 'AhKh', which is no hand",
        ),
    ],
)
def test_top_range_of_other_than_169_values(connection, change, message):
    hands, values = change(list(HANDS), [1.0] * 169)
    assert error(connection, TOP, hands=hands, values=values, percent=15) == message


@pytest.mark.parametrize("percent", [-1, 100.5])
def test_top_range_of_no_percentage(connection, percent):
    found = error(connection, TOP, hands=list(HANDS), values=[1.0] * 169, percent=percent)
    assert re.fullmatch(rf"{percent} percent is not in 0\.\.100", found)
