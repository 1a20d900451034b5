"""SQL functions of ranges: weights of holes, the best share of hands, and no file is read."""

import subprocess
import sys
from itertools import permutations

import duckdb
import numpy as np
import pytest

from given.rankings import write_omaha_rankings, write_rankings
from helpers.sql_answers import column, error, one, row, table_error
from pokerlake.engine.cards.holes import HANDS, hand_of_hole
from pokerlake.engine.cards.text import CARDS
from pokerlake.engine.ranges.notation import parse_range
from pokerlake.engine.ranges.omaha_parser import parse_omaha_range
from pokerlake.engine.ranges.top_percent import top_range
from pokerlake.queries.answers.lookup import rankings
from pokerlake.queries.answers.lookup.rankings import lake_ranking
from pokerlake.queries.functions import FUNCTIONS, MACROS, register_functions
from pokerlake.queries.questions.question import questions
from pokerlake.tables.lake import Lake

RANGES = ["TT+,AKs", "", "random", "22+,A2s+,KTo+", "AhKh,QJs:0.25,0.5(T9s)", "72o", "random,!AA"]


@pytest.fixture(scope="module")
def ranked(tmp_path_factory):
    """A connection to a lake of rankings that are easy to follow."""
    folder = write_rankings(tmp_path_factory.mktemp("ranked"))
    write_omaha_rankings(folder, tables=("omaha_hands",))
    with duckdb.connect() as connection:
        register_functions(connection, Lake.open(folder))
        yield connection


# ---------------------------------------------------------------- in_range, range_weight


@pytest.mark.parametrize("hole", ["hole", "hole_id", "hole_id::integer"])
def test_weights_of_all_holes(standard, hole):
    for text in RANGES:
        found = standard.execute(
            f"select range_weight({hole}, $range), in_range({hole}, $range) from holes "
            "order by hole_id",
            {"range": text},
        ).fetchall()
        weights = parse_range(text).tolist()
        assert found == [(weight, weight > 0) for weight in weights]


def test_ranges_in_where_and_enums(standard):
    assert one(standard, "count(*) from holes where in_range(hole, 'QQ+,AKs')") == 22
    assert one(standard, "in_range('AhKh', 'AK'::enum('AK', 'QQ'))") is True
    assert row(standard, "in_range(null, 'AA')", "in_range('AhKh', null)") == (None, None)
    assert row(standard, "range_weight(null, 'AA')", "range_weight(3, null)") == (None, None)
    mixed = "select range_weight(h, r) from (values ('AhKh', 'AK'), (null, 'AK'), ('AhKh', null), "
    assert column(standard, mixed + "('2c2d', '22:0.5')) t(h, r)") == [1, None, None, 0.5]


# ---------------------------------------------------------------- no files


def test_no_function_reads_a_file(standard, tmp_path, monkeypatch):
    """On the command line @FILE is the text of a file, and - what is typed; not so here."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "range.txt").write_text("AA")
    for given in ("@range.txt", "-"):
        for call in (
            "in_range('AhKh', $range)", "range_weight(3, $range)", "equity('AhKh', $range)",
            "equity($range, 'AhKh', '2c3c4c')", "equities(['AhKh', $range])",
            "range_hands($range)", "range_holes($range)", "range_vs_range($range, 'AA')",
            "flop_equities($range, 'AA')", "hs('AhKh', '2c3c4c', $range)", "cards($range)",
            "strength('AhKh', $range)", "range_holes('AA', $range)", "class_of($range)",
            "hand_of($range)", "equity('AA', 'KK', $range)", "equity('AA', 'KK', '', $range)",
        ):  # fmt: skip
            said = error(standard, call, range=given)
            assert said.startswith((repr(given), f"'AA {given}"))
        said = error(standard, "top_range(0.15, $range)", range=given)
        assert said.startswith(f"no ranking {given!r}")


# ---------------------------------------------------------------- lists of holes


@pytest.mark.parametrize("text", RANGES)
def test_range_holes_are_the_weights(standard, text):
    (rows,) = standard.execute(
        "select list(h) from (select unnest(range_holes($range)) as h)", {"range": text}
    ).fetchall()[0]
    weights = parse_range(text)
    assert {held["hole_id"]: held["range_weight"] for held in rows or []} == {
        int(hole): weights[hole] for hole in np.flatnonzero(weights)
    }
    for held in rows or []:
        assert held["hand"] == HANDS[hand_of_hole()[held["hole_id"]]]
        assert one(standard, f"hole_id('{held['hole']}')") == held["hole_id"]
        break


def test_range_holes_of_columns(standard):
    found = standard.sql("""
        select len(range_holes(range)), len(range_holes(range, dead))
        from (values ('22+', ''), (null, ''), ('22+', 'As 2c'), ('AA', null), ('', 'As'))
            t(range, dead)
    """).fetchall()
    assert found == [(78, 78), (None, None), (78, 72), (6, None), (0, 0)]
    assert error(standard, "range_holes('AA', 'Ax')") == (
        "'Ax' at character 2: 'x' is not a suit; suits are cdhs"
    )


# ---------------------------------------------------------------- the best hands


def test_top_range_by_named_rankings(standard, lake):
    there = Lake.open(lake)
    for name in ("equity", "income 2", "income 6", "income 10"):
        ranking = lake_ranking(there, name)
        for share in ("0", "0.0001", "0.15", "0.151", "1"):
            text = one(standard, f"top_range({share}, '{name}')")
            expected = top_range(ranking, 100 * float(share))
            assert parse_range(text) == pytest.approx(expected, abs=1e-12), (name, share)


def test_top_range_is_exact(ranked):
    """15 % of 1,326 combos are 198.9: a decimal, a double and text of it are the same share."""
    assert one(ranked, "top_range(0.01)") == "AA,AKs,AQs:0.815"
    assert one(ranked, "top_range(0.01::double)") == "AA,AKs,AQs:0.815"
    assert one(ranked, "top_range(0.01, 'income 2')") == "22,32o:0.605"
    assert one(ranked, "top_range(1)") == "random"
    assert row(ranked, "top_range(null)", "top_range(0.1, null)", "top_range(0)") == (
        None,
        None,
        "",
    )
    shares = (
        "select top_range(s, r) from (values (0.01, 'equity'), (0, 'equity'), (null, 'equity'),"
    )
    assert column(ranked, shares + " (0.01, 'income 3')) t(s, r)") == [
        "AA,AKs,AQs:0.815", "", None, "AA,AKs,AQs:0.815",
    ]  # fmt: skip


def test_without_a_lake_there_is_no_ranking(lake, monkeypatch):
    # What is computed is that of the lake: see tests/api/test_results.py. It takes 3.5 s of CPU.
    computed = lake_ranking(Lake.open(lake))
    monkeypatch.setattr(rankings, "computed_equities", lambda _: computed)
    with duckdb.connect() as connection:
        register_functions(connection)
        assert error(connection, "top_range(0.1)") == (
            "the ranking 'equity' is in a lake, and there is no lake"
        )
        assert one(connection, "round(hs('AhKh'), 6)") == 0.670446
        assert one(connection, "in_omaha_range('AsAhKsKh', 'AA')")
        assert "the ranking of holes is in a lake, and there is no lake" in error(
            connection, "in_omaha_range('AsAhKsKh', '5%')"
        )


# ---------------------------------------------------------------- holes of Omaha


def smallest(hole):
    """The hole with the smallest suits, by trying all."""
    cards = [CARDS.index(hole[at : at + 2]) for at in range(0, len(hole), 2)]
    images = [sorted(card & ~3 | to[card & 3] for card in cards) for to in permutations(range(4))]
    return "".join(CARDS[card] for card in reversed(min(images)))


def random_holes(cards, n):
    rng = np.random.default_rng(cards)
    return ["".join(CARDS[c] for c in rng.permutation(52)[:cards]) for _ in range(n)]


@pytest.mark.parametrize("cards", [4, 5, 6])
def test_the_smallest_suits(cards, ranked):
    holes = random_holes(cards, 200)
    found = ranked.execute("select omaha_hand(unnest($holes))", {"holes": holes}).fetchall()
    assert [hand for (hand,) in found] == [smallest(hole) for hole in holes]


def test_holes_of_several_sizes_and_nulls(ranked):
    rows = ranked.sql(
        "select omaha_hand(h), in_omaha_range(h, 'AA'), omaha_range_weight(h, r) from (values "
        "('AsAhKsKh', 'AAxx$ds@50'), ('AsAhKsKhQs', 'AAKKQ'), (null, 'AA'), ('2s2hKsKhQsQh', null))"
        " as t(h, r)"
    ).fetchall()
    assert rows == [
        ("AdAcKdKc", True, 0.5),
        ("AdAcKdKcQc", True, 1.0),
        (None, None, None),
        ("KdKcQdQc2d2c", False, None),
    ]


def test_weights_of_random_holes(ranked):
    texts = ["AAxx", "$ds@25", "KQJT$ss", "*", "", "RRON", "1%"]
    holes = random_holes(4, 300)
    found = ranked.execute(
        "select hole, range, omaha_range_weight(hole, range) from "
        "(select unnest($holes) as hole), (select unnest($texts) as range)",
        {"holes": holes, "texts": texts},
    ).fetchall()
    assert len(found) == len(holes) * len(texts)
    ranges = {text: parse_omaha_range(text) for text in texts if "%" not in text}
    for hole, text, weight in found:
        if text in ranges:
            cards = sorted(CARDS.index(hole[at : at + 2]) for at in range(0, 8, 2))
            assert weight == ranges[text].weights_of(np.array([cards], np.uint8))[0]
    assert one(ranked, "omaha_range_weight('AsAhAdAc', '1%')") == 1
    assert row(ranked, "in_omaha_range('2s3s4s5s', '1%')") == (False,)


# ---------------------------------------------------------------- how functions are registered


def test_functions_are_named(no_lake):
    named = set(
        no_lake.execute("select function_name, function_type from duckdb_functions()").fetchall()
    )
    assert {(name, "scalar") for name in FUNCTIONS} <= named
    kinds = {True: "table_macro", False: "macro"}
    assert {(name, kinds[macro.is_table]) for name, macro in MACROS.items()} <= named


def test_connecting_loads_neither_numba_nor_polars(lake):
    code = (
        "import sys; from pokerlake.queries import connect\n"
        "with connect(sys.argv[1]) as lake: lake.sql('select 1').fetchall()\n"
        "print(*sys.modules.keys() & {'numba', 'polars', 'pokerlake.engine.hands.evaluate'})"
    )
    output = subprocess.check_output([sys.executable, "-P", "-c", code, str(lake)], text=True)
    assert output == "\n"


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_function_counts_its_values(no_lake, name):
    function = FUNCTIONS[name]
    values = ", ".join(["null"] * (function.most + 1))
    takes = f"{function.fewest} to {function.most}" * (function.most > function.fewest)
    takes = takes or str(function.most)
    assert error(no_lake, f"{name}({values})") == (
        f"{function.usage} takes {takes} value{'s' * (takes != '1')}, "
        f"and {function.most + 1} are given"
    )


# Null in a field of a question that may be left out is its default.
@pytest.mark.parametrize(
    "name", [name for name in FUNCTIONS if name not in questions() or questions()[name].by_place]
)
def test_null_in_gives_null_out_of_every_function(no_lake, name):
    function = FUNCTIONS[name]
    for given in range(function.fewest, function.most + 1):
        if name == "top_range" and given == 3:
            continue  # lists; tested with the others
        nulls = ", ".join(["null"] * given)
        assert no_lake.sql(f"select {name}({nulls})").fetchall() == [(None,)]
        if name != "top_range":
            texts = ", ".join(["x"] * given)
            rows = no_lake.sql(f"select {name}({texts}) from (select 'AsKs' as x) where false")
            assert rows.fetchall() == []


# ---------------------------------------------------------------- range_hands


def test_range_hands_of_a_column(no_lake):
    rows = no_lake.sql("""
        select text, len(range_hands(text))
        from (values ('22+'), (null), (''), ('random')) as t(text)
    """)
    assert rows.fetchall() == [("22+", 13), (None, None), ("", 0), ("random", 169)]
    assert no_lake.sql("select range_hands(x) from (select 'AA' as x) where false") is not None


def test_range_hands_of_short_deck(no_lake):
    """Those that its deck has; a percentage goes by its own ranking, which is counted here."""
    rows = no_lake.sql("""
        select text, len(range_hands(text, 'short deck')), range_hands(text, '6+')[1].hand
        from (values ('22+'), (null), ('22'), ('1%')) as t(text)
    """)
    assert rows.fetchall() == [
        ("22+", 9, "AA"), (None, None, None), ("22", 0, None), ("1%", 2, "AA"),
    ]  # fmt: skip
    assert error(no_lake, "range_hands('AA', 'omaha')") == (
        "holes of omaha have 4 cards; give one of: hold'em, short deck"
    )


def test_range_hands_by_the_equity_in_the_lake(no_lake, tmp_path):
    lake = Lake.open(write_rankings(tmp_path / "lake"))
    with duckdb.connect() as other:
        register_functions(other, lake)
        rows = other.sql("select unnest(range_hands('1%'), recursive := true)").fetchall()
    assert rows == [("AA", 1.0, 6.0), ("AKs", 1.0, 4.0), ("AQs", 0.815, 3.26)]
    assert error(no_lake, "range_hands('1%')") == (
        "'1%' at character 1: '1%' needs a ranking of the 169 hands, and none is given"
    )


# ---------------------------------------------------------------- top_range


TOP = "select top_range($hands, $values, $percent)"


def test_top_range_of_groups(no_lake):
    no_lake.execute("create table hands (number integer, hand varchar)")
    no_lake.executemany("insert into hands values (?, ?)", list(enumerate(HANDS)))
    rows = no_lake.sql("""
        select side, top_range(list(hand), list(side * number), 0.1)
        from hands cross join (values (-1), (1)) as sides(side)
        group by side order by side
    """)
    assert rows.fetchall() == [(-1, "AA:0.221"), (1, "22:0.221")]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda hands, values: (hands[:-1], values), "top_range has 168 hands and 169 values"),
        (lambda hands, values: (hands[1:], values[1:]),
         "top_range needs a value for each of the 169 hands; AA has none"),
        (lambda hands, values: (hands, [*values[:5], None, *values[6:]]),
         "top_range needs a value for each of the 169 hands; A9s has none"),
        (lambda hands, values: ([*hands, "AA"], [*values, 1.0]), "top_range has a hand twice"),
        (lambda hands, values: ([*hands, "AhKh"], [*values, 1.0]),
         "top_range has 'AhKh', which is no hand"),
    ],
)  # fmt: skip
def test_top_range_of_other_than_169_values(no_lake, change, message):
    hands, values = change(list(HANDS), [1.0] * 169)
    assert table_error(no_lake, TOP, hands=hands, values=values, percent=15) == message


# ---------------------------------------------------------------- table macros


RANKS = "AKQJT98765432"


def rows(connection, sql, **parameters):
    found = connection.execute(sql, parameters)
    return [column[0] for column in found.description], found.fetchall()


# ---------------------------------------------------------------- range_vs_range


def test_range_vs_range_of_all_defaults(standard):
    names, preflop = rows(standard, "from range_vs_range('AA', 'KK')")
    assert names == ["equity", "win", "tie", "lose", "deals"]
    assert preflop == rows(standard, "from range_vs_range('AA', 'KK', board := '', dead := '')")[1]
    assert preflop[0][0] == one(standard, "equity('AA', 'KK')")
    assert rows(standard, "from range_vs_range('AA', 'KK', dead := 'KhKd')")[1][0][4] == (
        6 * 1_370_754
    )
    for nothing in ("null, 'AA'", "'AA', null", "'AA', 'KK', null", "'AhKh', 'AhQh'"):
        assert rows(standard, f"from range_vs_range({nothing})")[1] == [(None,) * 5]


# ---------------------------------------------------------------- grid


GRID = ["rank", *RANKS]


def cells(found):
    return [value for values in found for value in values[1:]]


def test_grid_of_a_view_a_cte_and_a_table(standard):
    expected = dict(standard.sql("select hand, equity from hand_equities").fetchall())
    with standard.cursor() as cursor:
        values = "select hand, equity as value from hand_equities"
        cursor.execute(f"create temp table of_hands as {values}")
        cursor.execute("create temp view seen as from of_hands order by random()")
        for sql in (
            "from grid('of_hands')",
            "from grid(of_hands)",
            "from grid('seen')",
            f"with mine as ({values}) from grid('mine')",
        ):
            names, found = rows(cursor, sql)
            assert names == GRID
            assert [values[0] for values in found] == list(RANKS)
            assert cells(found) == [expected[hand] for hand in HANDS]


def test_grid_of_any_values_with_gaps(standard):
    sql = (
        "with mine as (from (values ('AA', 'raise'), ('72o', 'fold'), ('72s', null), (null, 'x')) "
        "t(hand, value)) from grid('mine')"
    )
    found = rows(standard, sql)[1]
    assert {hand: value for hand, value in zip(HANDS, cells(found), strict=True) if value} == {
        "AA": "raise",
        "72o": "fold",
    }
    empty = "with mine as (select 'AA' as hand, 1 as value where false) from grid('mine')"
    assert cells(rows(standard, empty)[1]) == [None] * 169


@pytest.mark.parametrize("hand", ["AhKh", "AK", "KAs", "AAs", "AKx", "A", "", "ak", "1Ks"])
def test_grid_of_what_is_no_hand(standard, hand):
    sql = "with mine as (select $hand as hand, 1 as value) from grid('mine')"
    assert table_error(standard, sql, hand=hand) == f"'{hand}' is not one of the 169 hands"


def test_grid_of_a_hand_twice_and_of_no_table(standard):
    sql = "with mine as (select 'AA' as hand, unnest([1, 2]) as value) from grid('mine')"
    assert table_error(standard, sql) == "'AA' is there more than once; group by hand"
    assert table_error(standard, "from grid('hand_equitie')") == (
        "there is no table 'hand_equitie'; did you mean 'hand_equities' or 'short_hand_equities'?"
    )
    said = table_error(standard, "from grid('classes')")
    assert said.startswith("there is no column 'hand' here")


# ---------------------------------------------------------------- where they stand


def test_macros_have_a_title_and_are_known(standard):
    assert [name for name, macro in MACROS.items() if macro.is_table] == [
        "deals", "grid", "range_holes", "range_vs_range", "top_range",
        *(name for name, asked in questions().items() if asked.in_rows),
    ]  # fmt: skip
    assert all(macro.title and not macro.title.endswith(".") for macro in MACROS.values())
    assert row(standard, "hs('AhQh', board := '3h4sJh')", "hs('AhQh', opponents := 2)")
