"""Table macros: ranges as rows, ranges against ranges, and grids; in joins, views and CTEs."""

import pytest

from given.rankings import write_rankings
from helpers.sql_answers import one, row, table_error
from oracle.naive_equity import enumerate_deals
from pokerlake.engine.cards.holes import HANDS, hole_cards
from pokerlake.engine.cards.text import parse_hand
from pokerlake.engine.ranges.notation import parse_range
from pokerlake.queries.answers.lookup.rankings import lake_ranking
from pokerlake.queries.functions import MACROS, register_functions
from pokerlake.queries.questions.question import questions
from pokerlake.tables.lake import Lake

RANKS = "AKQJT98765432"
COLUMNS = ["hole_id", "hole", "hand", "range_weight"]


def rows(connection, sql, **parameters):
    found = connection.execute(sql, parameters)
    return [column[0] for column in found.description], found.fetchall()


# ---------------------------------------------------------------- range_holes, top_range


def test_range_holes(standard):
    names, found = rows(standard, "from range_holes('22+,A2s+')")
    assert names == COLUMNS
    assert len(found) == 78 + 48
    assert found[0] == (1325, "AsAh", "AA", 1.0)
    _, weighed = rows(standard, "from range_holes('AKs:0.25,QhQd')")
    assert {(hand, weight) for _, _, hand, weight in weighed} == {("AKs", 0.25), ("QQ", 1.0)}


def test_dead_cards_are_left_out(standard):
    for call in ("dead := 'As 2c'", "'As2c'"):
        _, found = rows(standard, f"from range_holes('22+', {call})")
        assert len(found) == 78 - 6
        assert not any("As" in hole or "2c" in hole for _, hole, _, _ in found)
    assert rows(standard, "from range_holes('AsKs', dead := 'As')")[1] == []
    assert rows(standard, "from range_holes('AA', dead := null)")[1] == []
    assert rows(standard, "from range_holes(null)")[1] == []


def test_top_range_by_rankings(standard, lake):
    there = Lake.open(lake)
    for ranking in ("equity", "income 6"):
        names, found = rows(standard, "from top_range(0.15, $ranking)", ranking=ranking)
        assert names == COLUMNS
        assert sum(weight for *_, weight in found) == pytest.approx(0.15 * 1326, rel=1e-12)
        values = dict(zip(HANDS, lake_ranking(there, ranking).tolist(), strict=True))
        worst = min(values[hand] for _, _, hand, _ in found)
        held = {hand for _, _, hand, _ in found}
        assert held == {hand for hand, value in values.items() if value >= worst}
    assert rows(standard, "from top_range(0.15)") == rows(
        standard, "from top_range(0.15, ranking := 'equity')"
    )
    _, without = rows(standard, "from top_range(0.15, dead := 'As')")
    assert len(without) == sum(
        "As" not in held[1] for held in rows(standard, "from top_range(.15)")[1]
    )


def test_top_range_of_an_easy_ranking(tmp_path):
    import duckdb

    lake = Lake.open(write_rankings(tmp_path / "lake"))
    with duckdb.connect() as connection:
        register_functions(connection, lake)
        sql = (
            "select hand, count(*), any_value(range_weight) from top_range(0.01, $by) group by hand"
        )
        for ranking, expected in [
            ("equity", {("AA", 6, 1.0), ("AKs", 4, 1.0), ("AQs", 4, 0.815)}),
            ("income 2", {("22", 6, 1.0), ("32o", 12, 0.605)}),
        ]:
            assert set(rows(connection, sql, by=ranking)[1]) == expected


# ---------------------------------------------------------------- range_vs_range


@pytest.mark.parametrize(
    ("hero", "villain", "board"),
    [
        ("AA,KK:0.5", "AK,QQ:0.25", "As7h2d"),
        ("AhKh", "random", "Qh2h3dAs2c"),
        ("22+", "AA", "AsAd2c2d"),
    ],
)
def test_range_vs_range_with_weights_and_card_removal(standard, hero, villain, board):
    names, found = rows(
        standard, "from range_vs_range($h, $v, $b)", h=hero, v=villain, b=board
    )  # fmt: skip
    assert names == ["equity", "win", "tie", "lose", "deals"]
    ranges = []
    for text in (hero, villain):
        weights = parse_range(text)
        ranges.append(
            {tuple(hole_cards()[h].tolist()): float(weights[h]) for h in weights.nonzero()[0]}
        )
    plain = enumerate_deals(ranges, parse_hand(board).tolist())
    lose, win, tie = plain.shared[0] / plain.weight
    assert found[0] == pytest.approx((win + tie / 2, win, tie, lose, plain.deals), rel=1e-12)
    assert sum(found[0][1:4]) == pytest.approx(1, rel=1e-14)


def test_range_vs_range_of_all_defaults(standard):
    preflop = rows(standard, "from range_vs_range('AA', 'KK')")[1]
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


def test_grid_of_a_range(standard):
    sql = """
        with mine as (
            select hand, avg(range_weight) as value from range_holes('AKs,QhQd:0.5') group by hand
        )
        select A, K, Q from grid('mine') where rank in ('A', 'Q')
    """
    assert rows(standard, sql)[1] == [(None, 1.0, None), (None, None, 0.5)]


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


def test_macros_in_joins_views_ctes_and_by_the_row(standard):
    with standard.cursor() as cursor:
        cursor.execute("set threads = 4")
        cursor.execute("create temp view opening as from top_range(0.2, 'income 6')")
        total = one(cursor, "sum(range_weight) from opening inner join holes using (hole_id)")
        assert total == pytest.approx(0.2 * 1326, rel=1e-12)
        both = """
            with hero as (from range_holes('QQ+', dead := '2c7d9h')),
            villain as (from range_holes('AK', dead := '2c7d9h'))
            select count(*), sum(hero.range_weight * villain.range_weight)
            from hero cross join villain
            where len(list_intersect(cards(hero.hole), cards(villain.hole))) = 0
        """
        assert cursor.sql(both).fetchall() == [(192, 192.0)]
        by_row = """
            select name, count(*) from (values ('tight', 'QQ+'), ('loose', '22+'), ('none', null))
                ranges(name, range), range_holes(range) group by name order by name
        """
        assert cursor.sql(by_row).fetchall() == [("loose", 78), ("tight", 18)]
        against = """
            select name, equity
            from (values ('tight', 'QQ+'), ('loose', '22+')) ranges(name, range),
                range_vs_range(range, 'AKs', '2c7d9h') order by name
        """
        assert cursor.sql(against).fetchall() == [
            (name, one(cursor, f"equity('{text}', 'AKs', '2c7d9h')"))
            for name, text in (("loose", "22+"), ("tight", "QQ+"))
        ]


@pytest.mark.parametrize(
    ("sql", "message"),
    [
        ("from top_range(15)", "the share of top_range is 0 to 1, not 15; 15 % is 0.15"),
        ("from top_range(0.1, 'ev')",
         "no ranking 'ev'; give 'equity', or 'income N' for N = 2 to 10"),
        ("from range_holes('AAx')", "'AAx' at character 3: 'x' does not belong here; "
                                    "parts are set apart by commas"),
        ("from range_holes('AA', dead := 'A')", "'A' at character 1: 'A' has no suit; "
                                                "suits are cdhs"),
        ("from range_vs_range('AA', 'KK', '2c2c3c')", "'2c2c3c' has 2c twice"),
        ("from range_hole('AA')", "there is no function 'range_hole'; did you mean 'range_holes'?"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_macro(standard, sql, message):
    assert table_error(standard, sql) == message


def test_macros_have_a_title_and_are_known(standard):
    assert [name for name, macro in MACROS.items() if macro.is_table] == [
        "grid", "range_holes", "range_vs_range", "top_range", *questions(),
    ]  # fmt: skip
    assert all(macro.title and not macro.title.endswith(".") for macro in MACROS.values())
    assert row(standard, "hs('AhQh', board := '3h4sJh')", "hs('AhQh', opponents := 2)")
