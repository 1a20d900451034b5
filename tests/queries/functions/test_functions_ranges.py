"""SQL functions of ranges: weights of holes, the best share of hands, and no file is read."""

from itertools import permutations

import duckdb
import numpy as np
import pytest

from given.rankings import write_omaha_rankings, write_rankings
from helpers.sql_answers import column, error, one, row
from pokerlake.engine.cards.boards import canonical_boards
from pokerlake.engine.cards.holes import HANDS, hand_of_hole
from pokerlake.engine.cards.text import CARDS
from pokerlake.engine.ranges.dialects import DIALECTS
from pokerlake.engine.ranges.notation import parse_range
from pokerlake.engine.ranges.omaha_parser import parse_omaha_range
from pokerlake.engine.ranges.top_percent import top_range
from pokerlake.queries.answers.lookup import rankings
from pokerlake.queries.answers.lookup.rankings import lake_ranking
from pokerlake.queries.functions import register_functions
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


def test_ranges_of_a_column(standard):
    """All holes in all ranges, in an order in which neither is constant."""
    values = ", ".join(f"({place}, '{text}')" for place, text in enumerate(RANGES))
    found = standard.sql(f"""
        select place, sum(range_weight(hole, range)), count(*) filter (in_range(hole_id, range))
        from (
            select * from holes cross join (values {values}, (99, null)) ranges(place, range)
            order by hash(hole), place % 3
        )
        group by place order by place
    """).fetchall()
    expected = [parse_range(text) for text in RANGES]
    assert found[-1] == (99, None, 0)
    for (_, total, held), weights in zip(found, expected, strict=False):
        assert (total, held) == (weights.sum(), (weights > 0).sum())


def test_ranges_in_where_and_enums(standard):
    assert one(standard, "count(*) from holes where in_range(hole, 'QQ+,AKs')") == 22
    assert one(standard, "in_range('AhKh', 'AK'::enum('AK', 'QQ'))") is True
    assert row(standard, "in_range(null, 'AA')", "in_range('AhKh', null)") == (None, None)
    assert row(standard, "range_weight(null, 'AA')", "range_weight(3, null)") == (None, None)
    mixed = "select range_weight(h, r) from (values ('AhKh', 'AK'), (null, 'AK'), ('AhKh', null), "
    assert column(standard, mixed + "('2c2d', '22:0.5')) t(h, r)") == [1, None, None, 0.5]


@pytest.mark.parametrize("name", ["in_range", "range_weight"])
def test_what_is_no_range(standard, name):
    for arguments, message in [
        (
            "'AhKh', '22+,Ax'",
            "'22+,Ax' at character 5: 'Ax' names no second rank; A2+ is A with any lower",
        ),
        ("'AKs', 'AA'", "'AKs' at character 2: 'K' is not a suit; suits are cdhs"),
        ("1326, 'AA'", "hole 1326 is not in 0..1325"),
        ("'AhKh', 5", "a range is text such as '22+,AKs', not INTEGER"),
        ("true, 'AA'", "a hole is text such as 'AhKd', or its number 0 to 1325, not BOOLEAN"),
    ]:
        assert error(standard, f"{name}({arguments})") == message


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


def test_top_range_goes_into_other_functions(standard):
    assert one(standard, "in_range('AhAd', top_range(0.05))") is True
    assert one(standard, "equity('AhAd', top_range(0.05), '')") > 0.8
    assert one(standard, "in_range('7h2d', top_range(0.9, 'income 10'))") is False


@pytest.mark.parametrize(
    ("expression", "message"),
    [
        ("top_range(15)", "the share of top_range is 0 to 1, not 15; 15 % is 0.15"),
        ("top_range(1.5)", "the share of top_range is 0 to 1, not 1.5; 1.5 % is 0.015"),
        ("top_range(-0.1)", "the share of top_range is 0 to 1, not -0.1"),
        ("top_range(1500)", "the share of top_range is 0 to 1, not 1500"),
        ("top_range('nan'::double)", "the share of top_range is 0 to 1, not nan"),
        ("top_range('15%')", "the share of top_range is a number 0 to 1, not VARCHAR"),
        (
            "top_range(0.1, 'ev')",
            "no ranking 'ev'; give 'equity', or 'income N' for N = 2 to 10",
        ),
        (
            "top_range(0.1, 'equity', 3)",
            "top_range takes a share and a ranking, as in top_range(0.15, 'income 6'), or lists "
            "of 169 hands and their values and a percentage",
        ),
    ],
)
def test_what_is_no_share(ranked, expression, message):
    assert error(ranked, expression) == message


def test_without_a_lake_there_is_no_ranking(lake, monkeypatch):
    # What is computed is that of the lake: see tests/api/test_results.py. It takes 3.5 s of CPU.
    computed = lake_ranking(Lake.open(lake))
    monkeypatch.setattr(rankings, "computed_equities", lambda _: computed)
    with duckdb.connect() as connection:
        register_functions(connection)
        assert error(connection, "top_range(0.1)") == (
            "the ranking 'equity' is in a lake, and there is none"
        )
        assert one(connection, "round(hs('AhKh'), 6)") == 0.670446
        assert one(connection, "in_omaha_range('AsAhKsKh', 'AA')")
        assert "the ranking of holes is in a lake, and there is none" in error(
            connection, "in_omaha_range('AsAhKsKh', '5%')"
        )


def test_a_dialect_is_pokerlakes_own(standard):
    assert "pokerlake" in DIALECTS
    assert one(standard, "len(range_holes('T9s+'))") == len(
        np.flatnonzero(parse_range("T9s+", dialect="pokerlake"))
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


def test_the_hole_that_tables_have_is_its_own():
    names = np.array(CARDS)[canonical_boards(4).cards[::50, ::-1]]
    assert all(smallest("".join(name)) == "".join(name) for name in names.tolist())


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


@pytest.mark.parametrize(
    ("expression", "says"),
    [
        ("in_omaha_range('AsAhKs', 'AA')", "'AsAhKs' has 3 cards; 4 to 6 are needed"),
        ("in_omaha_range('AsAhKsKs', 'AA')", "'AsAhKsKs' has Ks twice"),
        ("in_omaha_range('AsAhKsKh', 'AAds')", "write AA$ds"),
        ("in_omaha_range('AsAhKsKh', 5)", "a range is text"),
        ("in_omaha_range('AsAhKsKhQs', '5%')", "pokerlake build omaha_hands5"),
        ("in_omaha_range('AsAhKsKhQsQh', '5%')", "pokerlake build omaha_hands6"),
        ("omaha_hand('AsAhKs')", "4 to 6 are needed"),
        ("omaha_hand(5)", "cards are read from text"),
    ],
)
def test_what_is_no_hole_or_range_of_omaha(expression, says, ranked):
    assert says in error(ranked, expression)
