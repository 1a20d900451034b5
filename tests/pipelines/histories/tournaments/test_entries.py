"""Entries that several files tell, as one row each."""

import itertools

import pytest

from pokerlake.pipelines.cells import looking_connection, wrong_rows
from pokerlake.pipelines.histories.tournaments.entries import (
    Entry,
    as_table,
    entries_of,
    merged,
)
from pokerlake.tables.definitions.histories import TOURNAMENTS

NONE = TOURNAMENTS.arrow_schema().empty_table()
HANDS = Entry(
    "PokerStars", "900", "Ann", game="no limit hold'em", currency="USD", buy_in=10_000,
    bounty=2500, fee=1500, prize_currency="USD", bounties_in_hands=2500, hero=True,
    file="hands.txt",
)  # fmt: skip
OUT = HANDS._replace(place=2, prize=35_000, bounties_in_hands=1000, file="more.txt")
SUMMARY = Entry(
    "PokerStars", "900", "Ann", started=1_600_000_000, zone="ET", started_utc=1_600_014_400,
    currency="USD", buy_in=12_500, fee=1500, players=45, prize_currency="USD", prize_pool=450_000,
    place=2, prize=35_000, rebuys=1, rebuy_cost=10_000, hero=True, summary=True, file="summary.txt",
)  # fmt: skip
BOTH = SUMMARY._replace(game="no limit hold'em", buy_in=10_000, bounty=2500, bounties_in_hands=3500)


def after(*files):
    """The entries after these files, each with its entries, came in one by one."""
    table = NONE
    for entries in files:
        table = merged(table, entries)
    assert table.schema.equals(TOURNAMENTS.arrow_schema())
    found = entries_of(table)
    assert [one.key for one in found] == sorted(one.key for one in found)
    assert list(wrong_rows(looking_connection(), table, "tournaments")) == []
    return found


def test_rows_are_what_they_were_made_of():
    entries = [HANDS, SUMMARY._replace(player="Bob", prize=10**15), SUMMARY._replace(player="Cy")]
    table = as_table(entries)
    assert table.schema.equals(TOURNAMENTS.arrow_schema())
    assert table["prize"].to_pylist()[1:] == [10**11, pytest.approx(3.5)]
    assert str(table["started"][1]) == "2020-09-13 12:26:40"
    assert entries_of(table) == entries
    assert as_table([]).equals(NONE)


@pytest.mark.parametrize("order", [*itertools.permutations([HANDS, OUT, SUMMARY])])
def test_in_any_order_the_same_is_told(order):
    (found,) = after(*([one] for one in order))
    assert found == BOTH._replace(file=order[0].file)


def test_the_same_summary_again_tells_nothing_new():
    table = merged(NONE, [SUMMARY, SUMMARY._replace(player="Bob", hero=False)])
    assert merged(table, [SUMMARY]) is table
    assert merged(table, []) is table
    assert merged(table, [SUMMARY._replace(file="copy.txt")]) is table


def test_a_later_summary_has_the_last_word():
    early = SUMMARY._replace(place=None, prize=None, players=40, prize_pool=400_000)
    assert after([early], [SUMMARY]) == after([SUMMARY], [early]) == [SUMMARY]


def test_a_hero_who_is_not_named_is_the_one_of_the_hands():
    unnamed = SUMMARY._replace(player="")
    for files in ([[HANDS, OUT], [unnamed]], [[unnamed], [HANDS, OUT]]):
        (found,) = after(*files)
        assert found == BOTH._replace(file=found.file)
    assert after([unnamed]) == [unnamed]
    two = [HANDS, HANDS._replace(player="Bob")]
    assert [one.player for one in after([unnamed], two)] == ["", "Ann", "Bob"]


def test_other_tournaments_stay_as_they_are():
    others = [
        SUMMARY._replace(tournament="899"), SUMMARY._replace(tournament="901"),
        SUMMARY._replace(site="GGPoker"),
    ]  # fmt: skip
    found = after(others, [HANDS], [OUT], [SUMMARY])
    assert found == sorted([*others, BOTH._replace(file="hands.txt")], key=lambda one: one.key)


def test_entries_of_one_who_enters_again():
    first, second = OUT._replace(place=30, prize=0), OUT
    assert [(one.entry, one.place) for one in after([first], [second])] == [(1, 30), (2, 2)]
    # A summary lists both; hands that are imported then say which they are by the place.
    listed = [SUMMARY._replace(place=30, prize=0), SUMMARY._replace(entry=2)]
    found = after(listed, [first], [second])
    assert [(one.entry, one.place, one.bounties_in_hands) for one in found] == [
        (1, 30, 1000), (2, 2, 1000),
    ]  # fmt: skip
    unlike = after(listed, [OUT._replace(place=7)])
    assert [(one.entry, one.place) for one in unlike] == [(1, 30), (2, 2)]
    # Hands before he is out are of the entry that is open.
    assert [(one.entry, one.place) for one in after([first], [HANDS], [second])] == [
        (1, 30), (2, 2),
    ]  # fmt: skip


def test_prizes_of_another_currency_are_not_added():
    (found,) = after([SUMMARY], [OUT._replace(prize_currency="FPP")])
    assert (found.prize_currency, found.prize, found.bounties_in_hands) == ("USD", 35_000, None)


def test_strange_text_comes_in_and_out():
    strange = SUMMARY._replace(player="Ann\n'; drop \u202e☃", name='"x"')
    assert after([strange]) == [strange]
    wrong = as_table([SUMMARY._replace(prize=-1), SUMMARY._replace(site="", tournament="901")])
    found = list(wrong_rows(looking_connection(), wrong, "tournaments"))
    assert [(row, problem.partition(":")[0]) for row, problem in found] == [
        (0, "prize below 0"), (1, "site that is empty"),
    ]  # fmt: skip


def test_many_entries_are_merged_at_once():
    many = [SUMMARY._replace(player=f"P{at}", hero=False) for at in range(2000)]
    table = merged(NONE, many)
    assert len(table) == 2000
    assert merged(table, many) is table
