"""``pokerlake draw`` as a user runs it: discards of a hand, duels, and change in coins."""

import csv
import io
import json
from fractions import Fraction
from math import comb

import pytest

from helpers.command_line import contents, run, told, told_of
from pokerlake.queries.connection import connect
from pokerlake.queries.sql.named import named_query
from pokerlake.queries.statements.run import stream
from pokerlake.tables.definitions.draw import CATEGORIES
from pokerlake.tables.manifest import Manifest, write_manifest

pytestmark = pytest.mark.usefixtures("at_home")

HANDS = ["7c7d9hKsAc", "AcKs9h7d7c", "4c5c6c7dKc", "2c2d2h3c3d", "AsKdQhJc9s", "TsJsQsKsAs"]


def rows(line, fmt="json"):
    """What a command of ``pokerlake draw`` shows, as JSON."""
    finished = run(f"draw {line} -f {fmt}")
    assert finished.code == 0, finished.err
    return json.loads(finished.text)


@pytest.fixture
def no_tables(tmp_path):
    """A lake with nothing in it, as an option."""
    write_manifest(tmp_path, Manifest())
    return f"--lake {tmp_path}"


# ---------------------------------------------------------------- a hand


def test_32_discards_for_people():
    finished = run("draw hand 7c7d9hKsAc")
    lines = finished.text.splitlines()
    assert lines[:4] == [
        "rank  kept        thrown      exchanged  top_percent  better_percent  usual",
        "----  ----------  ----------  ---------  -----------  --------------  -----",
        "   1  7c7dAc      9hKs                2      23.6953         25.9019",
        "   2  7c7d        9hKsAc              3      24.0833         28.7142  usual",
    ]
    assert len(lines) == 34
    assert lines[9] == "   8  7c7d9hKsAc  -                   0      30.4382               0"
    assert lines[-1].split() == ["31", "7c9h", "7dKsAc", "3", "57.2309", "5.92044"]
    assert max(map(len, lines)) <= 80
    assert finished.err == (
        "one pair, sevens, ace-king-nine kickers: throw away 9hKs for top 23.7 %; it is usual to "
        "throw away 9hKsAc, top 24.08 %; from draw_exchanges\n"
    )


def test_where_the_usual_discard_is_the_best():
    finished = run("draw hand QsQhTd5c2d")
    assert finished.err == (
        "one pair, queens, ten-five-deuce kickers: as is usual, throw away Td5c2d; "
        "from draw_exchanges\n"
    )
    assert (
        run("draw hand TsJsQsKsAs").err
        == "royal flush: as is usual, keep all; from draw_exchanges\n"
    )


@pytest.mark.parametrize("hand", HANDS)
def test_the_same_with_and_without_a_lake(hand, no_tables):
    for fmt in ("table", "csv", "json"):
        stored, computed = (run(f"draw hand {hand} {lake} -f {fmt}") for lake in ("", no_tables))
        assert stored.out == computed.out
        assert stored.err.replace("from draw_exchanges", "computed") == computed.err


def test_no_lake_is_needed(tmp_path, monkeypatch):
    monkeypatch.setenv("POKERLAKE_LAKE", str(tmp_path / "nowhere"))
    assert run("draw hand 7c7d9hKsAc").err.endswith("; computed\n")
    finished = run(f"draw hand 7c7d9hKsAc --lake {tmp_path}/nowhere")
    assert (finished.code, finished.out) == (1, b"")
    assert finished.err.startswith(f"error: no lake at {tmp_path}/nowhere; build one there")


@pytest.mark.parametrize("hand", HANDS)
def test_as_the_named_query_has_them(hand, lake):
    query = named_query("draw_discards")
    with connect(lake) as connection:
        wanted = stream(connection, query.sql, query.bind({"hand": hand})).read_all().to_pylist()
    found = rows(f"hand {hand}")
    assert len(found) == 32
    for row, from_sql in zip(found, wanted, strict=True):
        for column in ("rank", "kept", "thrown", "exchanged", "usual", "expected_strength"):
            assert row[column] == from_sql[column]
        assert row["expected_top_percent"] == pytest.approx(from_sql["expected_top_percent"])
        for name in CATEGORIES:
            assert 100 * row[name] / row["draws"] == pytest.approx(from_sql[f"{name}_percent"])


def test_categories_of_a_hand():
    finished = run("draw hand 7c7d9hKsAc --categories")
    names = finished.text.splitlines()[0].split()
    assert names[5:-1] == [f"{name}_percent" for name in CATEGORIES]
    usual = finished.text.splitlines()[3].split()
    assert usual[5:-1] == [
        "0", "0.277521", "1.01758", "0", "0", "11.4339", "15.9852", "71.2858", "0",
    ]  # fmt: skip


# ---------------------------------------------------------------- duels


def test_pair_against_a_higher_pair():
    finished = run("draw duel 7c7d9hKsAc QsQhTd5c2d")
    assert finished.text.splitlines() == [
        "player  hand        kept  thrown       win         tie      lose    equity",
        "------  ----------  ----  ------  --------  ----------  --------  --------",
        "     1  7c7d9hKsAc  7c7d  9hKsAc  0.234924  9.1502e-07  0.765075  0.234925",
        "     2  QsQhTd5c2d  QsQh  Td5c2d  0.765075  9.1502e-07  0.234924  0.765075",
    ]
    assert finished.err.startswith("104,915,720 deals, exact, ")
    assert finished.err.count("\n") == 1


def test_exact_counts_of_a_duel():
    """A four-flush against a pair that keeps an ace: 42 cards, and 41 ways for the other two."""
    one, other = rows("duel 2c7c9cJc3d:3d AsAh8d5h4s:5h4s")
    assert one["deals"] == 42 * comb(41, 2)
    assert (one["kept"], one["thrown"], one["exchanged"]) == ("2c7c9cJc", "3d", 1)
    assert (other["kept"], other["thrown"], other["exchanged"]) == ("AsAh8d", "5h4s", 2)
    assert one["wins"] + one["ties"]["2"] + one["losses"] == one["deals"]
    assert one["win"] == other["lose"] == one["wins"] / one["deals"]
    assert (one["wins"], one["losses"]) == (other["losses"], other["wins"])
    assert one["categories"]["flush"] == 9 * comb(41, 2)
    assert sum(other["categories"].values()) == one["deals"]
    assert (one["method"], one["seed"], one["standard_error"]) == ("exact", None, 0)


def test_nothing_thrown_and_dead_cards():
    finished = run("draw duel '2c 7c 9c Jc 3d:-' AsAh8d5h4s:- --dead KsKh")
    assert finished.text.splitlines()[2].split() == [
        "1", "2c7c9cJc3d", "2c7c9cJc3d", "-", "0", "0", "1", "0",
    ]  # fmt: skip
    assert finished.err.startswith("1 deal, exact, ")
    one, _ = rows("duel 2c7c9cJc3d AsAh8d5h4s:- --dead KcQc")
    assert (one["deals"], one["wins"]) == (40, 7)  # nine clubs less two


FOUR = "duel 7c7d9hKsAc QsQhTd5c2d TsThJd4c2h 8s8hJc4d2c"


def test_sampling():
    first, again, other = (
        [{k: v for k, v in row.items() if k != "seconds"} for row in rows(f"{FOUR} {more}")]
        for more in ("--deals 5000 --seed 3", "--mc --deals 5000 --seed 3", "--deals 5000 --seed 4")
    )
    assert first == again
    assert first != other
    assert {(r["method"], r["deals"], r["seed"]) for r in first} == {("monte carlo", 5000, 3)}
    assert all(row["standard_error"] > 0 for row in first)
    finished = run(f"draw {FOUR} --se 0.01 --seed 5")
    assert finished.text.splitlines()[0].split()[-1] == "standard_error"
    assert ", monte carlo, seed 5, +- 0.00" in finished.err
    assert rows("duel 7c7d9hKsAc QsQhTd5c2d --se 0.01")[0]["method"] == "monte carlo"


def test_a_new_seed_gives_itself_away():
    first, again = (rows(f"{FOUR} --deals 100")[0]["seed"] for _ in range(2))
    assert first != again


def test_csv_of_a_duel_is_flat():
    finished = run("draw duel 7c7d9hKsAc QsQhTd5c2d -f csv")
    one, other = csv.DictReader(io.StringIO(finished.text))
    assert list(one) == [
        "player", "hand", "kept", "thrown", "exchanged", "win", "tie", "lose", "equity",
        "standard_error", "wins", "ties_2", "losses", *CATEGORIES, "deals", "method",
        "seed", "seconds",
    ]  # fmt: skip
    assert (one["wins"], one["ties_2"], one["losses"]) == ("24647257", "96", "80268367")
    assert (other["seed"], other["method"]) == ("", "exact")


@pytest.mark.parametrize("ending", ["csv", "parquet", "txt"])
@pytest.mark.parametrize("line", ["hand 7c7d9hKsAc", "duel 7c7d9hKsAc QsQhTd5c2d:-", "change"])
def test_files(line, ending, at_home):
    finished = run(f"draw {line} -o made.{ending}")
    assert finished.code == 0
    assert finished.err.splitlines()[0].endswith(f" rows in made.{ending}")
    assert (at_home / f"made.{ending}").stat().st_size > 0


# ---------------------------------------------------------------- change


def test_coins_of_the_united_states():
    finished = run("draw change")
    assert finished.text.splitlines() == [
        "coin  coins  exact_coins  value  exact_value  percent_of_coins  share_of_coins"
        "  percent_of_value  share_of_value",
        "----  -----  -----------  -----  -----------  ----------------  --------------"
        "  ----------------  --------------",
        "   1      2  2                2  2                     42.5532  20/47         "
        "            4.0404  4/99",
        "   5    0.4  2/5              2  2                     8.51064  4/47          "
        "            4.0404  4/99",
        "  10    0.8  4/5              8  8                     17.0213  8/47          "
        "           16.1616  16/99",
        "  25    1.5  3/2           37.5  75/2                  31.9149  15/47         "
        "           75.7576  25/33",
    ]
    assert finished.err == "47/10 = 4.7 coins worth 99/2 = 49.5 on average\n"


def test_coins_are_those_of_the_named_query(lake):
    query = named_query("expected_change")
    with connect(lake) as connection:
        wanted = stream(connection, query.sql, query.bind({})).read_all().to_pylist()
    for row, from_sql in zip(rows("change"), wanted[:-1], strict=True):
        assert (row["coins"], row["exact_coins"]) == (from_sql["coins"], from_sql["exact_coins"])
        assert row["exact_value"] == from_sql["exact_cents"]
        assert row["share_of_coins"] == from_sql["share_of_coins"]
        assert row["share_of_value"] == from_sql["share_of_value"]


def test_where_the_largest_coin_is_not_best():
    finished = run("draw change --coins 4,1,3 --amounts 10 --each")
    assert finished.text.splitlines()[7:10] == [
        "     5      2  4 + 1",
        "     6      2  2 x 3      4 + 2 x 1",
        "     7      2  4 + 3",
    ]
    note = "always taking the largest coin is not best for 1 amount: 6 is 2 x 3, not 4 + 2 x 1\n"
    assert finished.err == note
    assert run("draw change --coins 1,3,4 --amounts 10").err == (
        f"8/5 = 1.6 coins worth 9/2 = 4.5 on average\n{note}"
    )
    # Sterling before 1971, in halfpennies: a florin and a half-crown.
    finished = run("draw change --coins 1,2,6,12,24,48,60 --amounts 240 --each -f csv")
    assert finished.err.startswith("always taking the largest coin is not best for 36 amounts: 96 ")


def test_each_amount_for_programs():
    six = rows("change --coins 1,3,4 --amounts 7 --each")[6]
    assert six == {
        "amount": 6, "percent": 100 / 7,
        "coins": 2, "coins_of_1": 0, "coins_of_3": 2, "coins_of_4": 0,
        "greedy_coins": 3, "greedy_coins_of_1": 2, "greedy_coins_of_3": 0, "greedy_coins_of_4": 1,
    }  # fmt: skip
    one, two, three = rows("change --coins 2,3 --amounts 4 --each")[1:]
    assert (one["coins"], one["coins_of_2"], one["greedy_coins"]) == (None, None, None)
    assert (two["coins"], three["coins_of_3"]) == (1, 1)
    finished = run("draw change --coins 2,3 --amounts 5 --each")
    assert finished.text.splitlines()[3] == "     1         cannot be paid  cannot be paid"[:29]


def test_amounts_that_come_unevenly(at_home):
    wanted = {1: (Fraction(4, 7), "4/7"), 10: (Fraction(2, 7), "2/7"), 25: (Fraction(9, 7), "9/7")}
    (at_home / "amounts.csv").write_text("amount,weight\n25,1.5\n99,0.5\n25,1.5\n")
    (at_home / "amounts.ndjson").write_text('{"amount":25,"weight":3}\n{"amount":99,"weight":0.5}')
    for given in ("--weights 25:3,99:0.5", "--from amounts.csv", "--from amounts.ndjson"):
        found = {row["coin"]: row for row in rows(f"change {given}")}
        assert found[5]["exact_coins"] == "0"
        for coin, (coins, text) in wanted.items():
            assert (found[coin]["coins"], found[coin]["exact_coins"]) == (float(coins), text)
    finished = run("draw change --weights 25:3,99:0.5 --each")
    assert finished.text.splitlines()[27].split() == ["25", "85.7143", "1", "25"]


def test_prices(at_home):
    """Change for a price is what is missing to the next dollar; for 3.00 there is none."""
    (at_home / "prices.csv").write_text("price\n199\n349\n300\n75\n")
    found = rows("change --from prices.csv")
    assert [row["exact_coins"] for row in found] == ["1/2", "0", "0", "3/4"]
    finished = run("draw change --from - -f json", stdin=b"price\n199\n349\n300\n75\n")
    assert json.loads(finished.text) == found
    found = rows("change --from prices.csv --amounts 20")
    assert [row["exact_value"] for row in found] == ["1/2", "5/4", "5/2", "0"]
    (at_home / "empty.csv").write_text("price\n")
    assert run("draw change --from empty.csv").err == (
        "error: empty.csv has no rows; give one for each amount\n"
    )


# ---------------------------------------------------------------- refusals

TABLE = r"""
hand | Missing argument 'HAND' (see 'pokerlake draw hand --help')
hand 7c7d9hKs | HAND: '7c7d9hKs' has 4 cards; a hand here has 5
hand 7c 7d | Got unexpected extra argument(s) (7d) (see 'pokerlake draw hand --help')
duel | Missing argument 'HAND[:THROWN]' (see 'pokerlake draw duel --help')
duel 7c7d9hKsAc | HAND[:THROWN]: 1 hand; give 2 to 10
duel 7c7d9hKsAc QsQhTd5cAc | HAND[:THROWN]: player 1 and player 2 both have Ac
duel 7c7d9hKsAc QsQhTd5c2d: | HAND[:THROWN]: 'QsQhTd5c2d:' has nothing after the colon; give cards to throw away, or -
duel 7c7d9hKsAc QsQhTd5c2d:3c | HAND[:THROWN]: 'QsQhTd5c2d:3c' throws away 3c, which is not in the hand
duel 7c7d9hKsAc QsQhTd5c2d --dead 7c | hands and dead both have 7c
duel 7c7d9hKsAc QsQhTd5c2d TsThJd4c2h 8s8hJc4d2c --exact | an exact count takes about 1542 seconds or more; Monte Carlo gives an estimate
duel 2c3c4c5c7d 2d3d4d5d7h 2h3h4h5h7s 2s3s4s5s7c 8c9cTcJcKd 8d9dTdJdKh 8h9hThJhKs 8s9sTsJsKc 6c6d6hQcQd:6c6d6hQcQd | 13 cards are drawn and 7 are left; nobody's discards come back
change --coins 1,x | --coins: 'x' is no whole number
change --coins '' | --coins: '' is no whole number
change --coins 1,5,5 | coins are [1, 5, 5]: one is there twice
change --amounts 0 | --amounts is '0'; give a whole number, 1 to 1,000,000
change --coins 5,10 | 1 cannot be paid in coins of 5, 10; give weights of amounts that can, or see them all with --each
change --weights 25 | --weights: '25' has no weight; give AMOUNT:WEIGHT
change --weights 25:x | --weights: 'x' is no number
change --weights 2.5:1 | --weights: '2.5' is no whole number
change --weights 25:1,25:2 | --weights: 25 is there twice
change --weights 100:1 | --weights: amount 100 is not in 0 to 99; give more amounts
change --weights 5:-0.5 | --weights: the weight of 5 is -1/2 = -0.5; give 0 or more
change --weights 5:0,6:0 | --weights: all weights are 0; give one above it
change --weights 5:1 --from a.csv | --weights and --from are given; give one of them
change --input-format csv | --input-format is for a file; give it with --from
[1] change --from nowhere.csv | there is no file nowhere.csv
[1] change --from a.csv | a.csv, row 2: price '3.49' is no whole number of at most 15 digits
[1] change --from b.csv | b.csv, row 2: no weight
[1] change --from d.csv | d.csv has no column 'amount' or 'price'; it needs one of them
[1] change --from e.csv | e.csv has both amounts and prices; it needs one of them
[1] change --from f.csv | f.csv has amount 100; --amounts 100 goes to 99
change --from g.csv | all weights are 0; give one above it
"""  # noqa: E501
FILES = {
    "a": "price\n199\n3.49\n", "b": "amount,weight\n1,2\n1,\n",
    "d": "cents\n1\n", "e": "amount,price\n1,1\n", "f": "amount\n7\n100\n",
    "g": "amount,weight\n1,0\n",
}  # fmt: skip


@pytest.mark.parametrize(("line", "said"), told_of(TABLE))
def test_refused_in_one_line(at_home, line, said):
    for name, text in FILES.items():
        (at_home / f"{name}.csv").write_text(text)
    before = contents(at_home)
    assert told(run(f"draw {line}")) == said
    assert contents(at_home) == before


def test_a_table_that_lacks_rows(monkeypatch, lake):
    from pokerlake.queries.answers.lookup import stored as of_lake

    stored = of_lake.stored_rows
    monkeypatch.setattr(
        of_lake, "stored_rows", lambda *given, **wanted: stored(*given, **wanted)[1:]
    )
    finished = run("draw hand 2c3c4c5c6c")
    assert (finished.code, finished.out) == (1, b"")
    assert finished.err == (
        f"error: table draw_exchanges of {lake} is damaged; "
        "'pokerlake build draw_exchanges' makes it anew\n"
    )
