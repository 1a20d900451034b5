"""Rows or columns: one rule for all calls that take several columns in one argument."""

import numpy as np
import pandas as pd
import polars as pl
import pytest

import pokerlake as pk
from pokerlake.engine.cards.text import CardError
from pokerlake.tables.errors import UsageError

PAIRS = [("AhKh", "QsQc"), ("7c7d", "AsKs"), ("2c2d", "JhTh")]
HEROES, VILLAINS = map(list, zip(*PAIRS, strict=True))
EQUITIES = [0.4621, 0.5212, 0.4602]
BOARD = "2h9s9hTc4h"
FRAME = {"hero": HEROES, "villain": VILLAINS}
LISTS = "lists of .*, for players or for deals: give a tuple for each deal"

ONE_ARGUMENT = {
    "tuples": PAIRS,
    "a tuple of tuples": tuple(PAIRS),
    "zip": zip(HEROES, VILLAINS, strict=True),
    "a generator": (pair for pair in PAIRS),
    "an array": np.array(PAIRS),
    "an array of objects": np.array(PAIRS, object),
    "polars": pl.DataFrame(FRAME),
    "pandas": pd.DataFrame(FRAME),
    "Arrow": pl.DataFrame(FRAME).to_arrow(),
    "a mapping": FRAME,
    "mappings": [{"hero": hero, "villain": villain} for hero, villain in PAIRS],
    "columns that are no lists": [pl.Series(HEROES), np.array(VILLAINS)],
    "columns as Cards": [pk.Cards(HEROES), pk.Cards(VILLAINS)],
    "lists of more than ten": [HEROES * 4, VILLAINS * 4],
}


def again(given):
    """The argument, and an iterator made anew from what it has."""
    return given if not hasattr(given, "__next__") else iter(PAIRS)


@pytest.mark.parametrize("given", ONE_ARGUMENT.values(), ids=ONE_ARGUMENT)
def test_equities_and_winners_take_the_same_rows_and_columns(given):
    given = again(given)
    found = pk.equities(given).equity
    assert found[:3, 0].round(4).tolist() == EQUITIES
    expected = pk.winners(HEROES, VILLAINS, board=BOARD).shares
    assert pk.winners(again(given), board=BOARD).shares[:3].tolist() == expected.tolist()


def test_arguments_of_their_own_are_columns():
    assert pk.equities(HEROES, VILLAINS).equity[:, 0].round(4).tolist() == EQUITIES
    columns = (hero for hero in HEROES), tuple(VILLAINS)
    assert pk.equities(*columns).equity[:, 0].round(4).tolist() == EQUITIES
    assert pk.equities([HEROES, "QsQc"]).equity.shape == (3, 2)


def test_lists_are_what_fits():
    boards = [BOARD] * 3
    expected = pk.winners(HEROES, VILLAINS, board=boards).shares.tolist()
    for lists in ([HEROES, VILLAINS], [list(pair) for pair in PAIRS]):
        assert pk.winners(lists, boards).shares.tolist() == expected
        assert pk.equities(lists, board=[""] * 3).equity[:, 0].round(4).tolist() == EQUITIES
    three = [[*pair, hole] for pair, hole in zip(PAIRS, ["9c8c", "Qh9d", "KsKd"], strict=True)]
    for call in (lambda: pk.winners(three, [BOARD] * 3), lambda: pk.equities(three)):
        with pytest.raises(CardError, match=LISTS):
            call()


@pytest.mark.parametrize(
    "lists",
    [
        [list(pair) for pair in PAIRS],
        [list(pair) for pair in PAIRS[:2]],
        [HEROES, VILLAINS],
        np.array([[[51, 47], [0, 1]], [[50, 46], [4, 5]]]),
    ],
)
def test_lists_that_may_be_either_are_refused(lists):
    with pytest.raises(CardError, match=LISTS):
        pk.equities(lists)
    with pytest.raises(CardError, match=LISTS):
        pk.winners(lists, BOARD)


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (
            lambda: pk.equities([("AhKh", "QsQc"), ("7c7d",)]),
            "row 1 has 1 player, and row 0",
        ),
        (lambda: pk.equities(["AhKh", "QsQc"]), "2 hands, of one situation or one player"),
        (lambda: pk.equities(np.array([[51, 47], [0, 1]])), "2 hands, of one situation"),
        (lambda: pk.equities(pl.DataFrame(FRAME).lazy()), r"lazy frame; give frame.collect\(\)"),
        (lambda: pk.equities([{"a": "AhKh"}, {"b": "QsQc"}]), r"row 1 has \['b'\], and row 0 has"),
        (lambda: pk.equities([tuple(HEROES * 4), tuple(VILLAINS * 4)]), "12 columns of players"),
        (lambda: pk.equity(PAIRS), r"3 lists of hands, and equity is of one situation"),
        (lambda: pk.equity(zip(HEROES, VILLAINS, strict=True)), "equity is of one situation"),
        (lambda: pk.strength([("AhQh", "3h4sJh")]), "5 cards; 2 are needed"),
        (lambda: pk.buckets(zip(["AhQh"], ["3h4sJh"], strict=True)), "5 cards; 2 are needed"),
    ],
)
def test_what_is_neither_is_refused_with_what_to_say(call, told):
    with pytest.raises((CardError, UsageError), match=told):
        call()


# ---------------------------------------------------------------- hands in several texts

HANDS = [("AsKs", "QsJsTs"), ("2c3c", "4c5c7d")]
SINGLE = [("As", "Ks", "Qs", "Js", "Ts"), ("2c", "3c", "4c", "5c", "7d")]
FIVE = [*SINGLE, *(tuple(f"{rank}{suit}" for rank in "23458") for suit in "dhs")]


@pytest.mark.parametrize(
    "given",
    [
        HANDS,
        zip(*map(list, zip(*HANDS, strict=True)), strict=True),
        np.array(HANDS),
        [list(hand) for hand in HANDS],
        [list(column) for column in zip(*HANDS, strict=True)],
        SINGLE,
        np.array(SINGLE),
        [list(column) for column in zip(*SINGLE, strict=True)],
        ("".join(hand) for hand in HANDS),
    ],
)
def test_hands_in_parts_are_rows_or_columns_by_the_same_rule(given):
    assert pk.evaluate(given).tolist() == [1, 7462]


def test_five_lists_of_five_cards_may_be_either():
    lists = [list(hand) for hand in FIVE]
    with pytest.raises(CardError, match=r"5 lists of 5 texts, of 5 cards each, .*: give a tuple"):
        pk.evaluate(lists)
    expected = pk.evaluate(["".join(hand) for hand in FIVE]).tolist()
    assert pk.evaluate(FIVE).tolist() == expected
    assert pk.evaluate(lists, layout="rows").tolist() == expected
    columns = [list(column) for column in zip(*FIVE, strict=True)]
    assert pk.evaluate(columns, layout="columns").tolist() == expected


def test_holes_in_cards_are_so_too():
    holes = [("As", "Ks"), ("2c", "2d")]
    assert pk.Cards(holes).texts == ["AsKs", "2c2d"]
    with pytest.raises(CardError, match="2 lists of 2 texts"):
        pk.Cards([list(hole) for hole in holes])
    assert pk.Cards([["As", "2c"], ["Ks", "2d"]], layout="columns").texts == ["AsKs", "2c2d"]
    assert pk.strength(holes, "3h4sJh").hs.shape == (2,)
    assert pk.strength((hole for hole in ["AhQh", "7c7d"]), "3h4sJh").hs.shape == (2,)
