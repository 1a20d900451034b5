"""Any three hands against two and against one, on some boards; and every check can fail."""

import numpy as np
import pyarrow.compute as pc
import pytest

from helpers.slices import some_triples
from oracle import naive_triples as naive
from pokerlake.catalogue import HIGH, SHORT_DECK_HIGH
from pokerlake.engine.cards.holes import HAND_INDEX, HANDS, hands_without
from pokerlake.engine.dealing.deck import deal
from pokerlake.engine.orders.evaluate import board_order
from pokerlake.engine.starting_hands.matchups import random_outcomes_of
from pokerlake.engine.starting_hands.matchups_kernels import add_matchup_wins
from pokerlake.engine.starting_hands.triples import hand_triples, order_counts_of
from pokerlake.pipelines.verify import built as triples
from pokerlake.pipelines.verify.checks import verify
from pokerlake.tables.errors import LakeError
from pokerlake.tables.lake import Lake

BOARDS = np.ascontiguousarray(deal(2, 5, seed=11).T.astype(np.uint8))
SHORT_BOARDS = np.array([[17, 22, 31, 36, 49], [16, 20, 28, 37, 22]], np.uint8)
WEIGHTS = np.array([1, 1], np.uint8)


def orders_on(boards, order):
    """On boards of weight 1; that all three tie is left out."""
    counts = order_counts_of(boards, WEIGHTS, board_order(order))
    return np.column_stack([counts, np.zeros(len(counts), np.int64)])


@pytest.fixture(scope="module")
def orders():
    return orders_on(BOARDS, HIGH)


@pytest.fixture(scope="module", params=[HIGH, SHORT_DECK_HIGH], ids=["high", "short"])
def summed(request):
    """The orders of a game on its boards."""
    if request.param is HIGH:
        return HIGH, BOARDS, request.getfixturevalue("orders")
    return SHORT_DECK_HIGH, SHORT_BOARDS, orders_on(SHORT_BOARDS, SHORT_DECK_HIGH)


@pytest.mark.whole
def test_the_third_summed_out_are_pairs(summed):
    order, boards, orders = summed
    wins = np.zeros((169, 169), np.int64)
    add_matchup_wins(boards, WEIGHTS, board_order(order).tables(), wins)
    pairs = triples.pairs_of(orders, order)
    assert (pairs[:, :, 0] == triples.third_holes(order) * wins).all()
    assert (pairs[:, :, 2] == triples.third_holes(order) * wins.T).all()
    assert (pairs[:, :, 1] == pairs[:, :, 1].T).all()
    assert (triples.third_holes(HIGH), triples.third_holes(SHORT_DECK_HIGH)) == (903, 351)


@pytest.mark.whole
def test_two_summed_out_are_the_outcomes_of_one(summed):
    """A third is left over where all three tie, which is not in the orders."""
    order, boards, orders = summed
    shares = triples.shares_of(orders, order)
    outcomes = random_outcomes_of(boards, WEIGHTS, board_order(order))
    # Against two opponents in no order: both weaker, one weaker and one equal, both equal.
    assert (shares[:, 1] == 2 * (2520 * outcomes[:, 2] + 1260 * outcomes[:, 3])).all()
    deals = 2 * outcomes[:, 2:].sum(axis=1)
    here = hands_without(order.dead)
    assert (shares[here, 0] > deals[here]).all()  # those that are lost too
    assert not np.delete(shares, here, axis=0).any()


def test_outcomes_of_orders():
    orders = np.arange(13)
    expected = [[0, 0, 0, 0] for _ in range(3)]
    for count, places in enumerate(naive.ORDERS):
        for player, place in enumerate(places):
            expected[player][places.count(0) if place == 0 else 0] += count
    assert triples._outcomes(orders) == expected


def test_a_row_counted_anew():
    row = [HAND_INDEX[hand] for hand in ("AA", "KK", "QQ")]
    (cell,) = np.flatnonzero((hand_triples() == sorted(row)).all(axis=1))
    assert [HANDS[hand] for hand in hand_triples()[cell]] == ["AA", "KK", "QQ"]
    rows = some_triples().to_pylist()
    (row,) = (r for r in rows if (r["first"], r["second"], r["third"]) == ("AA", "KK", "QQ"))
    assert triples.counted_anew(int(cell)) == [
        [
            row["deals"] - row[f"win_{n}"] - row[f"tie_{one}"] - row[f"tie_{two}"] - row["tie_123"],
            row[f"win_{n}"],
            row[f"tie_{one}"] + row[f"tie_{two}"],
            row["tie_123"],
        ]
        for n, one, two in ((1, "12", "13"), (2, "12", "23"), (3, "13", "23"))
    ]


@pytest.fixture
def pretended(lake, orders, monkeypatch):
    """A lake with the tables of one and two hands, and three hands as on the two boards."""
    pairs, shares = triples.pairs_of(orders), triples.shares_of(orders)
    there = Lake.open(lake)
    monkeypatch.setattr(triples, "stored_orders", lambda *_: orders.copy())
    monkeypatch.setattr(triples, "rows_that_do_not_add_up", lambda *_: 0)
    # Of those where all tie there are no deals.
    monkeypatch.setattr(triples, "third_holes", lambda _: 1)
    monkeypatch.setattr(triples, "_stored_pairs", lambda *_: pairs.copy())
    monkeypatch.setattr(triples, "_stored_shares", lambda *_: shares.copy())
    monkeypatch.setattr(triples, "counted_anew", lambda cell, _: triples._outcomes(orders[cell]))
    return there


def failed(lake):
    return {check.check: check.found for check in triples.triples(lake) if not check.ok}


def test_nothing_is_wrong(pretended):
    assert [check.ok for check in triples.triples(pretended)] == [True] * 4


@pytest.mark.whole
def test_rows_that_do_not_add_up_are_counted_and_cells_that_differ_named(pretended, monkeypatch):
    monkeypatch.setattr(triples, "rows_that_do_not_add_up", lambda *_: 3)
    monkeypatch.setattr(triples, "counted_anew", lambda *_: [])
    rows, cells = failed(pretended).items()
    assert rows == ("rows whose winners do not add up to the deals", "3")
    assert len(cells[1].split(", ")) == triples.CELLS


@pytest.mark.whole
def test_another_order_of_a_row_is_seen(pretended, orders, monkeypatch):
    """KK and QQ in another order is seen by pairs alone; AA not first also by shares."""
    row = [HAND_INDEX[hand] for hand in ("AA", "KK", "QQ")]
    (cell,) = np.flatnonzero((hand_triples() == row).all(axis=1))
    for to, checks in ((1, 1), (2, 2)):
        wrong = orders.copy()
        wrong[cell, [0, to]] += [-1, 1]
        monkeypatch.setattr(triples, "stored_orders", lambda *_, wrong=wrong: wrong)
        found = failed(pretended)
        assert found["pairs of hands unlike matchups"] == "2"
        assert len(found) == checks
        if to == 2:
            assert found["hands unlike the income rates of three players"] == "2"


@pytest.mark.parametrize(
    ("order", "prefix", "deals", "of_three", "won"),
    [
        (HIGH, "", 2_781_381_002_400, 1326 * 1225 * 1128 * 1_370_754, 50_371_344),
        (SHORT_DECK_HIGH, "short_", 71_172_319_680, 630 * 561 * 496 * 142_506, 5_359_968),
    ],
    ids=["high", "short"],
)
def test_stored_tables_are_read_as_they_are(order, prefix, deals, of_three, won, whole_lake):
    """Over all hands a pot is shared out: a third of the deals to each."""
    there = Lake.open(whole_lake)
    pairs = triples._stored_pairs(there, f"{prefix}matchups")
    shares = triples._stored_shares(there, f"{prefix}income_rates", order)
    assert pairs.sum() == deals
    assert pairs[HAND_INDEX["AA"], HAND_INDEX["KK"], 0] == won
    assert 3 * sum(map(int, shares[:, 1])) == 2520 * sum(map(int, shares[:, 0]))
    assert int(shares[:, 0].sum()) == of_three


@pytest.mark.parametrize(
    ("name", "order"), [("matchups3", HIGH), ("short_matchups3", SHORT_DECK_HIGH)]
)
def test_a_table_that_lacks_rows_is_said(name, order, whole_lake):
    checks = [c for c in verify(Lake.open(whole_lake), [name]) if not c.ok]
    assert [check.check for check in checks] == ["rows", "sum of deals", "sum of tie_123", "values",
                                                 "any three hands"]  # fmt: skip
    assert checks[-1].found.startswith(f"table {name} of ")
    assert triples.rows_that_do_not_add_up(Lake.open(whole_lake), order) == 0


def test_rows_that_do_not_add_up(whole_lake, monkeypatch):
    table = triples.read_table(Lake.open(whole_lake).files("matchups3"))
    for column in ("win_1", "tie_23", "tie_123", "deals", "win_2_then_3"):
        place = table.column_names.index(column)
        more = pc.add(table[column], 1 << 30)
        changed = table.set_column(place, column, more)
        monkeypatch.setattr(triples, "read_table", lambda *_, changed=changed, **__: changed)
        assert triples.rows_that_do_not_add_up(Lake.open(whole_lake)) == 120
        monkeypatch.undo()


def test_a_lake_without_it_is_not_asked(lake):
    with pytest.raises(LakeError):
        list(triples.triples(Lake.open(lake)))
