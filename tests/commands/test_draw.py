"""``pokerlake draw`` as a user runs it: discards of a hand, duels, and change in coins."""

import csv
import io
import json
from fractions import Fraction
from math import comb

import pytest

from helpers.command_line import contents, run, told, told_of
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


def test_categories_of_a_hand():
    finished = run("draw hand 7c7d9hKsAc --categories")
    names = finished.text.splitlines()[0].split()
    assert names[5:-1] == [f"{name}_percent" for name in CATEGORIES]
    usual = finished.text.splitlines()[3].split()
    assert usual[5:-1] == [
        "0", "0.277521", "1.01758", "0", "0", "11.4339", "15.9852", "71.2858", "0",
    ]  # fmt: skip


# ---------------------------------------------------------------- duels


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


def test_csv_of_a_duel_is_flat():
    finished = run("draw duel 7c7d9hKsAc QsQhTd5c2d -f csv")
    one, other = csv.DictReader(io.StringIO(finished.text))
    assert list(one) == [
        "player", "hand", "kept", "thrown", "exchanged", "rule", "win", "tie", "lose",
        "equity", "standard_error", "wins", "ties_2", "losses", *CATEGORIES, "deals", "method",
        "seed", "seconds",
    ]  # fmt: skip
    assert (one["wins"], one["ties_2"], one["losses"]) == ("24647257", "96", "80268367")
    assert (other["seed"], other["method"]) == ("", "exact")


# ---------------------------------------------------------------- change


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
hand 7c7d9hKs | HAND: '7c7d9hKs' has 4 cards; a hand of five-card draw has 5
hand 7c 7d | Got unexpected extra argument(s) (7d); give HAND at once: pokerlake draw hand 7c7d (see 'pokerlake draw hand --help')
duel | Missing argument 'HAND[:THROWN]' (see 'pokerlake draw duel --help')
duel 7c7d9hKsAc | HAND[:THROWN]: 1 hand; give 2 to 10
duel 7c7d9hKsAc QsQhTd5c2d: | HAND[:THROWN]: 'QsQhTd5c2d:' has nothing after the colon; give cards to throw away, or -
duel 7c7d9hKsAc QsQhTd5c2d:3c | HAND[:THROWN]: 'QsQhTd5c2d:3c' throws away 3c, which is not in the hand
duel 7c7d9hKsAc QsQhTd5c2d TsThJd4c2h 8s8hJc4d2c --exact | an exact count takes about 1542 seconds or more; Monte Carlo gives an estimate
duel 2c3c4c5c7d 2d3d4d5d7h 2h3h4h5h7s 2s3s4s5s7c 8c9cTcJcKd 8d9dTdJdKh 8h9hThJhKs 8s9sTsJsKc 6c6d6hQcQd:6c6d6hQcQd | 13 cards are drawn and 7 are left; nobody's discards come back
change --coins 1,x | --coins: 'x' is no whole number
change --coins 5,10 | 1 cannot be paid in coins of 5, 10; give weights of amounts that can, or see them all with --each
change --weights 5:1 --from a.csv | --weights and --from are given; give one of them
change --input-format csv | --input-format is for a file; give it with --from
[1] change --from nowhere.csv | there is no file nowhere.csv
[1] change --from a.csv | a.csv, row 2: price '3.49' is no whole number of at most 15 digits
[1] change --from b.csv | b.csv, row 2: no weight
[1] change --from d.csv | d.csv has no column 'amount' or 'price'; it needs one of them
[1] change --from e.csv | e.csv has both amounts and prices; it needs one of them
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
