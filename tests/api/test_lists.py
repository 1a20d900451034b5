"""One rule for columns in one argument; hands in several texts; what is guessed first."""

import copy
import pickle

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
        (lambda: pk.equities([("AhKh", "QsQc"), ("7c7d",)]), "row 1 has 1 player, and row 0"),
        (lambda: pk.equities(["AhKh", "QsQc"]), "2 hands, of one situation or one player"),
        (lambda: pk.equities(np.array([[51, 47], [0, 1]])), "2 hands, of one situation"),
        (lambda: pk.equities(pl.DataFrame(FRAME).lazy()), r"lazy frame; give frame.collect\(\)"),
        (lambda: pk.equities([{"a": "AhKh"}, {"b": "QsQc"}]), r"row 1 has \['b'\], and row 0 has"),
        (lambda: pk.equities([tuple(HEROES * 4), tuple(VILLAINS * 4)]), "12 columns of players"),
        (lambda: pk.equity(PAIRS), r"3 lists of hands, and equity takes one situation"),
        (lambda: pk.equity(zip(HEROES, VILLAINS, strict=True)), "equity takes one situation"),
        (lambda: pk.strength([("AhQh", "3h4sJh")]), "5 cards; 2 are needed"),
        (lambda: pk.buckets(zip(["AhQh"], ["3h4sJh"], strict=True)), "5 cards; 2 are needed"),
    ],
)  # fmt: skip
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


# ---------------------------------------------------------------- what is guessed first


HOLES = ["AhKh", "AdKd", "AcKc"]
FLOPS = ["2c3s4s"] * 3
EITHER = "may be of all rows, or a card for each"


@pytest.mark.parametrize(
    "turns",
    [
        ["5h", "6h", "5d"], [14, 18, 13], np.array(["5h", "6h", "5d"]), np.array([14, 18, 13]),
        pl.Series(["5h", "6h", "5d"]),
    ],
    ids=lambda given: f"{type(given).__name__} of {type(given[0]).__name__}",
)  # fmt: skip
def test_a_turn_for_each_hole(turns):
    assert pk.evaluate(HOLES, FLOPS, turns).tolist() == [
        pk.evaluate(hole, "2c3s4s", turn)
        for hole, turn in zip(HOLES, ["5h", "6h", "5d"], strict=True)
    ]


def test_a_turn_and_a_river_for_each_hole():
    found = pk.evaluate(HOLES, FLOPS, ["5h", "6h", "5d"], ["9h", "5h", "Td"])
    assert found.tolist() == [
        pk.evaluate("AhKh2c3s4s5h9h"),
        pk.evaluate("AdKd2c3s4s6h5h"),
        pk.evaluate("AcKc2c3s4s5dTd"),
    ]


@pytest.mark.parametrize(
    "turns", [["5h", "6h"], [14, 18], np.array(["5h", "6h"]), np.array([14, 18])]
)
def test_two_cards_that_may_be_of_all_or_a_card_each_are_refused(turns):
    with pytest.raises(CardError, match=EITHER):
        pk.evaluate(HOLES[:2], FLOPS[:2], turns)


def test_two_cards_are_told_apart_by_what_is_written():
    flops = ["2c3s4s"] * 2
    for of_all in ("5h6h", ("5h", "6h"), ["5h6h"]):
        assert pk.evaluate(HOLES[:2], flops, of_all).tolist() == [1608, 1608]
    for each in ([("5h",), ("6h",)], pl.Series(["5h", "6h"]), pk.Cards([("5h",), ("6h",)])):
        assert pk.evaluate(HOLES[:2], flops, each).tolist() == [1609, pk.evaluate("AdKd2c3s4s6h")]


def test_a_flop_of_single_cards_is_that_of_all():
    assert pk.evaluate(HOLES, ["2c", "3s", "4s"]).tolist() == pk.evaluate(HOLES, "2c3s4s").tolist()
    assert pk.evaluate(["Ah", "Kh"], ["2c3c4c", "2c3c4d"]).tolist() == [6349, 6349]


@pytest.mark.parametrize("dead", [["7h", "8h"], [22, 26], np.array(["7h", "8h"])])
def test_dead_cards_that_may_be_of_all_or_a_card_each_are_refused(dead):
    with pytest.raises(CardError, match=EITHER):
        pk.equities(["AhKh", "AhKh"], "QsQc", dead=dead)


def test_a_dead_card_for_each_row_of_a_mapping_or_series():
    columns = {"hero": ["AhKh"] * 2, "villain": ["QsQc"] * 2, "dead": ["7h", "8h"]}
    rows = [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
    wanted = [pk.equity("AhKh", "QsQc", dead=dead).equity[0] for dead in ("7h", "8h")]
    for given in (columns, rows, pl.DataFrame(columns)):
        assert pk.equities(given).equity[:, 0] == pytest.approx(wanted)
    found = pk.equities(["AhKh"] * 2, "QsQc", dead=[("7h",), ("8h",)])
    assert found.equity[:, 0] == pytest.approx(wanted)
    both = pk.equities(["AhKh"] * 2, "QsQc", dead="7h8h").equity[:, 0]
    assert both == pytest.approx([pk.equity("AhKh", "QsQc", dead="7h8h").equity[0]] * 2)


@pytest.mark.parametrize("kind", [np.int64, np.uint8, np.int16])
def test_an_array_that_is_unpacked_is_a_hand(kind):
    assert pk.evaluate(*np.array([51, 47, 43, 39, 35], kind)) == 1
    assert pk.evaluate(kind(51), 47, 43, 39, kind(35)) == 1
    assert pk.evaluate(51, kind(47), 43, 39, 35) == 1
    assert pk.evaluate(*np.array([20, 12, 8, 4, 1], kind), order="2-7").name.startswith("no pair")


def test_no_hands_are_a_batch_of_none():
    assert pk.winners([[], []], []).shares.shape == (0, 2)
    assert pk.Cards([]).texts == []
    assert pk.Cards(np.zeros((0, 2), int)).rows.shape == (0, 2)
    assert pk.from_treys([]).tolist() == pk.to_treys([]).tolist() == pk.to_eval7([]).tolist() == []


def test_cards_that_know_how_they_lie_are_not_asked():
    holes, boards = pk.Cards(["AhKh", "AdKd", "AcKc"]), pk.Cards(FLOPS)
    assert pk.evaluate(holes, boards).tolist() == pk.evaluate(HOLES, FLOPS).tolist()


def test_a_null_in_the_first_row_is_told():
    with pytest.raises(CardError, match="at index 0: null"):
        pk.buckets([None, "AhQh"])


def test_cards_for_treys_have_the_shape_of_the_hand():
    wanted = [268442665, 134236965]
    for given in ("AsKd", ["As", "Kd"], ("As", "Kd"), [51, 45], np.array([51, 45])):
        assert pk.to_treys(given).tolist() == wanted
    assert pk.to_treys(["AsKd", "KdAs"]).tolist() == [wanted, wanted[::-1]]


@pytest.mark.parametrize(
    "again", [copy.copy, copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))]
)
def test_a_strength_is_copied_and_pickled(again):
    found = pk.strength("AhQh", "3h4sJh")
    assert again(found).to_dicts() == found.to_dicts()
    with pytest.raises(TypeError):
        again(found).values["hs"] = 1


def test_a_lake_is_gone_through_by_its_tables(lake):
    lake = pk.open_lake(lake)
    assert list(lake) == lake.tables
    with pytest.raises(UsageError, match="the name of the table is 0; give text"):
        lake[0]


def test_numbers_of_numpy_are_values_of_sql(lake):
    assert pk.sql("select $n, $x", n=np.int64(3), x=np.float32(0.5), lake=lake).fetchall() == [
        (3, 0.5)
    ]
    assert pk.sql("select $t, $b", t=np.str_("AA"), b=np.bool_(True), lake=lake).fetchall() == [
        ("AA", True)
    ]


HEADS_UP = {"hero": ["AhKh"], "villain": ["QsQc"]}


@pytest.mark.parametrize("frame", [dict, pl.DataFrame, pd.DataFrame])
def test_columns_are_known_by_their_names(frame):
    on_flop = pk.equity("AhKh", "QsQc", board="Jh2h3d").equity
    for board in ("board", "Board", " board "):
        given = frame({**HEADS_UP, board: ["Jh2h3d"]})
        assert (pk.equities(given).equity == on_flop).all()
    blocked = pk.equity("AhKh", "QsQc", dead="2c3d").equity
    assert (pk.equities(frame({**HEADS_UP, "Dead": ["2c3d"]})).equity == blocked).all()
    three = pk.equity("AhKh", "QsQc", "7c7d").equity
    for third in ("villain2", "villain_2", "Villain 2"):
        found = pk.equities(frame({**HEADS_UP, third: ["7c7d"]})).equity
        assert found == pytest.approx(three[None], abs=1e-15)
    assert pk.equities(frame({"ann": ["AhKh"], "bob": ["QsQc"]})).equity.shape == (1, 2)


@pytest.mark.parametrize(
    ("name", "value", "problem"),
    [
        ("flop", "Jh2h3d", "have a column 'flop': call it 'board', or leave it out"),
        ("dead_cards", "2c3d", "have a column 'dead_cards': call it 'dead', or leave it out"),
        ("rake", "5%", "are the columns 'hero' and 'villain', and there is 'rake': leave it out"),
        ("villain_range", "KK", "are .* and there is 'villain_range': leave it out, or call them"),
        ("id", 7, "are the columns 'hero' and 'villain', and there is 'id'"),
    ],
)
def test_a_column_of_something_else_is_no_player(name, value, problem):
    with pytest.raises(UsageError, match=f"^players {problem}"):
        pk.equities({**HEADS_UP, name: [value]})
    with pytest.raises(UsageError, match=r"^holes (have|are)"):
        pk.winners({**HEADS_UP, "board": ["Jh2h3d4c5c"], "folded": ["2c3d"], name: [value]})


@pytest.mark.parametrize(
    ("columns", "problem"),
    [
        ({"won": [0, 1]}, "have a column 'won' beside 'c1', 'c2', 'c3', 'c4', 'c5': leave it out"),
        ({"hero": ["AhKh"], "villain": ["QsQc"], "board": ["Jh2h3d"]}, "of 2 players, 'hero' and"),
        ({"id": ["7c"], "cards": ["AsKsQsJsTs"]}, "have a column 'id' beside 'cards'"),
        ({"hole": ["AsKs"], "board": ["QsJsTs"], "note": ["2c"]}, "'note' beside 'hole' and"),
    ],
)
def test_a_column_of_something_else_is_no_card(columns, problem):
    numbers = {f"c{n}": [11 * n - 10, 11 * n - 9] for n in range(1, 6)}
    given = {**numbers, **columns} if "won" in columns else columns
    for frame in (pl.DataFrame, pd.DataFrame):
        with pytest.raises(CardError, match=problem):
            pk.evaluate(frame(given))
    assert pk.evaluate(pl.DataFrame(numbers)).shape == (2,)
    assert pk.evaluate(pl.DataFrame({"hero": ["AhKh"], "board": ["Jh2h3d"]})).shape == (1,)
