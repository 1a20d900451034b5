"""Holds the table of any three starting hands against those of two, and against counts of holes.

What is known of three hands is, with one or two of them summed out, known of two or of one. Each
board has 903 third holes beside two that are known, whatever these are.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerlake.engine.cards.holes import HANDS, hand_combos, hand_of_hole
from pokerlake.engine.equity.calculate import equity
from pokerlake.engine.pot_shares import POT
from pokerlake.engine.starting_hands.income import observations_of
from pokerlake.engine.starting_hands.triples import ONE_ABOVE, ONE_BELOW, STRICT, hand_triples
from pokerlake.tables.check import Check
from pokerlake.tables.definitions.starting_hands import INCOME_RATES, MATCHUPS, MATCHUPS3
from pokerlake.tables.lake import Lake
from pokerlake.tables.store import read_table

from ...tables.triples import stored_orders

THIRD_HOLES = 903  # C(43, 2): two holes and a board are known
CELLS = 6  # counted anew

Counts = npt.NDArray[np.int64]

# Of each order the places of the three hands: 0 the best.
_PLACES = np.array(
    [
        *(np.argsort(order) for order in STRICT),
        *(np.where(np.arange(3) == best, 0, 1) for best, _, __ in ONE_ABOVE),
        *(np.where(np.arange(3) == worst, 1, 0) for _, __, worst in ONE_BELOW),
        (0, 0, 0),
    ]
)
_BEST = _PLACES == 0
_SHARERS = _BEST * _BEST.sum(axis=1, keepdims=True)  # with how many he wins; 0 if he loses


def triples(lake: Lake) -> Iterator[Check]:
    """The checks of ``matchups3``, against those of the other tables that are in the lake."""
    orders = stored_orders(lake)
    yield _none("rows whose winners do not add up to the deals", rows_that_do_not_add_up(lake))
    if MATCHUPS.name in lake.manifest.tables:
        wrong = (pairs_of(orders) != THIRD_HOLES * _stored_pairs(lake)).any(axis=2).sum()
        yield _none("pairs of hands unlike matchups", wrong)
    if INCOME_RATES.name in lake.manifest.tables:
        wrong = (shares_of(orders) != _stored_shares(lake)).any(axis=1).sum()
        yield _none("hands unlike the income rates of three players", wrong)
    dealt = np.flatnonzero(orders.any(axis=1))
    cells = np.random.default_rng().choice(dealt, CELLS, replace=False)
    unlike = [_named(cell) for cell in cells if counted_anew(cell) != _outcomes(orders[cell])]
    what = f"{CELLS} random rows, counted anew hole by hole"
    yield Check(MATCHUPS3.name, what, "as counted", ", ".join(unlike) or "as counted")


def _none(what: str, wrong: int) -> Check:
    return Check(MATCHUPS3.name, what, "0", f"{wrong:,}")


def _named(cell: int) -> str:
    return " ".join(HANDS[hand] for hand in hand_triples()[cell])


def rows_that_do_not_add_up(lake: Lake) -> int:
    """How many rows have other deals than their winners, or more second places than wins."""
    table = read_table(lake.files(MATCHUPS3.name))
    column = {name: table[name].to_numpy().astype(np.int64) for name in table.column_names[3:]}
    winners = [name for name in column if "then" not in name and name != "deals"]
    wrong = column["deals"] != sum(column[name] for name in winners)
    for i, j, k in STRICT[::2]:
        seconds = [column[f"win_{i + 1}_then_{other + 1}"] for other in (j, k)]
        wrong |= sum(seconds) > column[f"win_{i + 1}"]
    return int(wrong.sum())


def pairs_of(orders: Counts) -> Counts:
    """Deals of each two hands, whatever the third: ``(169, 169, 3)`` win, tie and lose.

    Parameters
    ----------
    orders : (818805, 13) int64
        As of :func:`~pokerlake.pipelines.tables.triples.stored_orders`.
    """
    hands, n = hand_triples().astype(np.intp).T, len(HANDS)
    pairs = np.zeros((3, n * n))  # below 2^53: exact
    for third in range(3):
        one, other = (place for place in range(3) if place != third)
        better = np.sign(_PLACES[:, other] - _PLACES[:, one])
        outcomes = [orders[:, better == sign].sum(axis=1) for sign in (1, 0, -1)]
        # A hand that is there twice is the third once; two that are the same meet once.
        twice = (hands[third] == hands[third - 1]) if third else np.zeros(len(orders), bool)
        apart = ~twice & (hands[one] != hands[other])
        for outcome in range(3):
            for first, second, which, count in (
                (one, other, ~twice, outcomes[outcome]),
                (other, one, apart, outcomes[2 - outcome]),
            ):
                key = n * hands[first] + hands[second]
                pairs[outcome] += np.bincount(key, np.where(which, count, 0), n * n)
    return pairs.astype(np.int64).T.reshape(n, n, 3)


def shares_of(orders: Counts) -> Counts:
    """Deals of each hand against any two, and its sum of pot shares, ``(169, 2)``.

    In units of 1/2520 of the pot, over all of its combos. The two opponents are in order.

    Parameters
    ----------
    orders : (818805, 13) int64
        As of :func:`~pokerlake.pipelines.tables.triples.stored_orders`.
    """
    hands, n = hand_triples().astype(np.intp).T, len(HANDS)
    sums = np.zeros((n, 2), np.int64)
    for hero in range(3):
        one, other = (place for place in range(3) if place != hero)
        orders_of_two = 1 + (hands[one] != hands[other])
        once = (hands[hero] != hands[hero - 1]) if hero else np.ones(len(orders), bool)
        for sharers in range(4):
            deals = orders[:, _SHARERS[:, hero] == sharers].sum(axis=1) * orders_of_two * once
            of_hands = np.bincount(hands[hero], deals, n).astype(np.int64)  # below 2^53: exact
            sums[:, 0] += of_hands
            sums[:, 1] += of_hands * (POT // sharers if sharers else 0)
    return sums


def _stored_pairs(lake: Lake) -> Counts:
    """``matchups`` as ``(169, 169, 3)``: win, tie and lose."""
    table = read_table(lake.files(MATCHUPS.name))
    number = {hand: place for place, hand in enumerate(HANDS)}
    hero, villain = ([number[hand] for hand in table[name].to_pylist()] for name in _PAIR)
    pairs = np.zeros((len(HANDS), len(HANDS), 3), np.int64)
    pairs[hero, villain] = np.stack([table[name] for name in ("win", "tie", "lose")], axis=1)
    return pairs


_PAIR = ("hero", "villain")


def _stored_shares(lake: Lake) -> Counts:
    """Of ``income_rates`` what :func:`shares_of` has."""
    rows: list[dict[str, Any]] = read_table(
        lake.files(INCOME_RATES.name), filters=[("players", "=", 3)]
    ).to_pylist()
    shares = {row["hand"]: row["share_sum"] for row in rows}
    # Those are of one combo, and of two opponents in no order.
    of_hands = 2 * np.array([[observations_of(3), shares[hand]] for hand in HANDS])
    of_all: Counts = hand_combos()[:, None] * of_hands
    return of_all


def counted_anew(cell: int) -> list[list[int]]:
    """How often each of three hands loses, wins alone, splits with one and with both.

    By listing holes, on boards that are counted by their ranks; nothing is shared with the sweep.
    """
    hands = hand_triples()[cell]
    ranges = np.stack([(hand_of_hole() == hand).astype(np.float64) for hand in hands])
    found: list[list[int]] = equity(ranges, method="exact").shared.tolist()
    return found


def _outcomes(orders: Counts) -> list[list[int]]:
    """The same of the orders ``(13,)`` of three hands."""
    return [[int(orders[_SHARERS[:, i] == n].sum()) for n in range(4)] for i in range(3)]
