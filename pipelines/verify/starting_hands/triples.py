"""Holds a table of any three starting hands against those of two, and against counts of holes.

What is known of three hands is, with one or two of them summed out, known of two or of one. Each
board has 903 third holes beside two that are known, whatever these are; 351 in short deck.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerlake.catalogue import HIGH, TWO_CARD_GAMES, Order
from pokerlake.engine.cards.holes import HAND_INDEX, HANDS, hand_combos, hand_of_hole
from pokerlake.engine.equity.calculate import equity
from pokerlake.engine.orders.boards import board_order
from pokerlake.engine.pot_shares import POT
from pokerlake.engine.starting_hands.income import observations_of
from pokerlake.engine.starting_hands.triples import ONE_ABOVE, ONE_BELOW, STRICT, hand_triples
from pokerlake.tables.check import Check
from pokerlake.tables.definitions.starting_hands import INCOME_RATES, MATCHUPS
from pokerlake.tables.lake import Lake
from pokerlake.tables.store import read_table

from ...tables.triples import TRIPLES, stored_orders

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


def triples(lake: Lake, order: Order = HIGH) -> Iterator[Check]:
    """The checks of three hands by an order, against those of the other tables in the lake."""
    orders = stored_orders(lake, order)
    name, deck = TRIPLES[order].name, TWO_CARD_GAMES[order]
    matchups, rates = deck.named(MATCHUPS.name, INCOME_RATES.name).values()

    def none(what: str, wrong: int) -> Check:
        return Check(name, what, "0", f"{wrong:,}")

    wrong = rows_that_do_not_add_up(lake, order)
    yield none("rows whose winners do not add up to the deals", wrong)
    if matchups in lake.manifest.tables:
        pairs = third_holes(order) * _stored_pairs(lake, matchups)
        wrong = (pairs_of(orders, order) != pairs).any(axis=2).sum()
        yield none(f"pairs of hands unlike {matchups}", wrong)
    if rates in lake.manifest.tables:
        wrong = (shares_of(orders, order) != _stored_shares(lake, rates, order)).any(axis=1).sum()
        yield none("hands unlike the income rates of three players", wrong)
    dealt = np.flatnonzero(orders.any(axis=1))
    cells = np.random.default_rng().choice(dealt, CELLS, replace=False)
    unlike = [
        _named(cell, order)
        for cell in cells
        if counted_anew(cell, order) != _outcomes(orders[cell])
    ]
    what = f"{CELLS} random rows, counted anew hole by hole"
    yield Check(name, what, "as counted", ", ".join(unlike) or "as counted")


def third_holes(order: Order) -> int:
    """How many there are where two holes and a board are known."""
    return comb(order.deck - 9, 2)


def _named(cell: int, order: Order) -> str:
    return " ".join(HANDS[hand] for hand in hand_triples(board_order(order))[cell])


def rows_that_do_not_add_up(lake: Lake, order: Order = HIGH) -> int:
    """How many rows have other deals than their winners, or more second places than wins."""
    table = read_table(lake.files(TRIPLES[order].name))
    column = {name: table[name].to_numpy().astype(np.int64) for name in table.column_names[3:]}
    winners = [name for name in column if "then" not in name and name != "deals"]
    wrong = column["deals"] != sum(column[name] for name in winners)
    for i, j, k in STRICT[::2]:
        seconds = [column[f"win_{i + 1}_then_{other + 1}"] for other in (j, k)]
        wrong |= sum(seconds) > column[f"win_{i + 1}"]
    return int(wrong.sum())


def pairs_of(orders: Counts, order: Order = HIGH) -> Counts:
    """Deals of each two hands, whatever the third: ``(169, 169, 3)`` win, tie and lose.

    Parameters
    ----------
    orders : (818805, 13) int64
        As of :func:`~pokerlake.pipelines.tables.triples.stored_orders`.
    order : Order
        What beats what, and the deck. Hands that are not in it have no deals.
    """
    hands, n = hand_triples(board_order(order)).astype(np.intp).T, len(HANDS)
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


def shares_of(orders: Counts, order: Order = HIGH) -> Counts:
    """Deals of each hand against any two, and its sum of pot shares, ``(169, 2)``.

    In units of 1/2520 of the pot, over all of its combos. The two opponents are in order.

    Parameters
    ----------
    orders : (818805, 13) int64
        As of :func:`~pokerlake.pipelines.tables.triples.stored_orders`.
    order : Order
        What beats what, and the deck. Hands that are not in it have no deals.
    """
    hands, n = hand_triples(board_order(order)).astype(np.intp).T, len(HANDS)
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


def _stored_pairs(lake: Lake, matchups: str) -> Counts:
    """The table of that name as ``(169, 169, 3)``: win, tie and lose."""
    table = read_table(lake.files(matchups))
    hero, villain = ([HAND_INDEX[hand] for hand in table[name].to_pylist()] for name in _PAIR)
    pairs = np.zeros((len(HANDS), len(HANDS), 3), np.int64)
    pairs[hero, villain] = np.stack([table[name] for name in ("win", "tie", "lose")], axis=1)
    return pairs


_PAIR = ("hero", "villain")


def _stored_shares(lake: Lake, rates: str, order: Order) -> Counts:
    """Of the income rates in the table of that name what :func:`shares_of` has."""
    rows: list[dict[str, Any]] = read_table(
        lake.files(rates), filters=[("players", "=", 3)]
    ).to_pylist()
    of_hands = np.zeros((len(HANDS), 2), np.int64)
    for row in rows:
        deals = observations_of(3, board_order(order))
        of_hands[HAND_INDEX[row["hand"]]] = deals, row["share_sum"]
    # Those are of one combo, and of two opponents in no order.
    of_all: Counts = 2 * hand_combos()[:, None] * of_hands
    return of_all


def counted_anew(cell: int, order: Order = HIGH) -> list[list[int]]:
    """How often each of three hands loses, wins alone, splits with one and with both.

    By listing holes, on boards that are counted by their ranks; nothing is shared with the sweep.
    """
    hands = hand_triples(board_order(order))[cell]
    ranges = np.stack([(hand_of_hole() == hand).astype(np.float64) for hand in hands])
    found: list[list[int]] = equity(ranges, order=order, method="exact").shared.tolist()
    return found


def _outcomes(orders: Counts) -> list[list[int]]:
    """The same of the orders ``(13,)`` of three hands."""
    return [[int(orders[_SHARERS[:, i] == n].sum()) for n in range(4)] for i in range(3)]
