"""Holds a table of any three starting hands against those of two, and against counts of holes.

What is known of three hands is, with one or two of them summed out, known of two or of one. Each
board has 903 third holes beside two that are known, whatever these are; 351 in short deck.

The tables of short deck are held against each other, and some match-ups against plain showdowns.
What a starting hand wins against a random one is in ``short_starting_hands``. The same deals are
in match-ups of hands and of holes, and with what an opponent has at the river in the tables of
holes on flops, turns and rivers: each river with the flops, and the turns, that it has.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from pokerlake.catalogue import HIGH, SHORT_DECK, TWO_CARD_GAMES, Order
from pokerlake.engine.cards.holes import (
    HAND_INDEX,
    HANDS,
    format_hole,
    hand_combos,
    hand_of_hole,
    hole_cards,
)
from pokerlake.engine.equity.calculate import equity
from pokerlake.engine.orders.evaluate import board_order, order_ids
from pokerlake.engine.pot_shares import POT
from pokerlake.engine.starting_hands.matchups import observations_of
from pokerlake.engine.starting_hands.triples import ONE_ABOVE, ONE_BELOW, STRICT, hand_triples
from pokerlake.tables.check import Check
from pokerlake.tables.definitions import boards
from pokerlake.tables.definitions.starting_hands import (
    INCOME_RATES,
    MATCHUPS,
    SHORT_COMBO_MATCHUPS,
    SHORT_INCOME_RATES,
    SHORT_MATCHUPS,
    SHORT_STARTING_HANDS,
)
from pokerlake.tables.lake import Lake
from pokerlake.tables.schema import Table
from pokerlake.tables.store import read_table

from ..tables.triples import TRIPLES, stored_orders

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
_OUTCOMES = ("win", "tie", "lose")
_ON_BOARDS = {
    3: boards.SHORT_FLOP_HANDS,
    4: boards.SHORT_TURN_HANDS,
    5: boards.SHORT_RIVER_HANDS,
}


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

    ``orders``: (818805, 13) int64, as of :func:`~pokerlake.pipelines.tables.triples.stored_orders`;
    ``order``: what beats what, and the deck. Hands that are not in it have no deals.
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

    ``orders``: (818805, 13) int64, as of :func:`~pokerlake.pipelines.tables.triples.stored_orders`;
    ``order``: what beats what, and the deck. Hands that are not in it have no deals.
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


def short_deck(lake: Lake) -> Iterator[Check]:
    """The checks of the tables of short deck that are in the lake."""
    hands = _read(lake, SHORT_STARTING_HANDS)
    combos = np.zeros(len(HANDS), np.int64)
    combos[_numbers(hands, "hand")] = hands["combos"]
    outcomes = _by_hand(_numbers(hands, "hand"), _short_deck_outcomes(hands))
    deals = SHORT_DECK.run_outs(0) * comb(len(SHORT_DECK.deck) - 2, 2)
    wrong = (outcomes.sum(axis=1) != deals * combos).sum()
    yield _none(SHORT_STARTING_HANDS, "rows that do not add up to the deals", wrong)
    there = lake.manifest.tables

    def unlike(table: Table, found: Counts, times: int = 1) -> Check:
        wrong = (found != times * outcomes).any(axis=1).sum()
        return _none(table, f"hands unlike {SHORT_STARTING_HANDS.name}", wrong)

    if SHORT_MATCHUPS.name in there:
        rows = _read(lake, SHORT_MATCHUPS)
        yield unlike(SHORT_MATCHUPS, _by_hand(_numbers(rows, "hero"), _short_deck_outcomes(rows)))
    if SHORT_COMBO_MATCHUPS.name in there:
        rows = _read(lake, SHORT_COMBO_MATCHUPS)
        yield unlike(SHORT_COMBO_MATCHUPS, of_holes(rows))
        yield dealt_anew(rows)
    if SHORT_INCOME_RATES.name in there:
        rows = _read(lake, SHORT_INCOME_RATES).filter(pc.field("players") == 2)
        shares = np.zeros(len(HANDS), np.int64)
        shares[_numbers(rows, "hand")] = rows["share_sum"]
        wrong = (2 * shares * combos != POT * (2 * outcomes[:, 0] + outcomes[:, 1])).sum()
        yield _none(SHORT_INCOME_RATES, f"hands unlike {SHORT_STARTING_HANDS.name}", wrong)
    for cards, table in _ON_BOARDS.items():
        if table.name in there:
            yield unlike(table, on_boards(_read(lake, table), cards), comb(5, cards))


def of_holes(rows: pa.Table) -> Counts:
    """What each hand wins, ties and loses, ``(169, 3)``, over all match-ups of two holes."""
    counts = _short_deck_outcomes(rows) * rows["weight"].to_numpy().astype(np.int64)[:, None]
    hero, villain = (
        hand_of_hole()[rows[f"{player}_hole_id"].to_numpy()] for player in ("hero", "villain")
    )
    return _by_hand(hero, counts) + _by_hand(villain, counts[:, ::-1])


def on_boards(rows: pa.Table, cards: int) -> Counts:
    """The same at the river, over all holes on all boards of so many cards."""
    weight = rows["weight"].to_numpy().astype(np.int64)
    if cards == 5:
        win, tie = (rows[name].to_numpy().astype(np.int64) for name in ("win", "tie"))
        counts = np.stack([win, tie, SHORT_DECK.opponents(5) - win - tie], axis=1)
    else:
        counts = np.stack(
            [
                sum(
                    rows[f"river_{now}_{then}"].to_numpy().astype(np.int64)
                    for now in boards.RELATIONS
                )
                for then in boards.RELATIONS
            ],
            axis=1,
        )
    return _by_hand(hand_of_hole()[rows["hole_id"].to_numpy()], weight[:, None] * counts)


def dealt_anew(rows: pa.Table) -> Check:
    """Some match-ups of holes, each showdown of which is evaluated."""
    cells = np.random.default_rng().choice(len(rows), CELLS, replace=False)
    some = rows.take(pa.array(cells))
    pairs = zip(some["hero_hole_id"].to_pylist(), some["villain_hole_id"].to_pylist(), strict=True)
    unlike = [
        f"{format_hole(hero)} {format_hole(villain)}"
        for (hero, villain), stored in zip(pairs, _short_deck_outcomes(some).tolist(), strict=True)
        if showdowns(hero, villain) != stored
    ]
    what = f"{CELLS} random rows, each dealt on all boards"
    found = ", ".join(unlike) or "as dealt"
    return Check(SHORT_COMBO_MATCHUPS.name, what, "as dealt", found)


def showdowns(hero: int, villain: int) -> list[int]:
    """On how many boards the first of two holes wins, ties and loses."""
    known = [*hole_cards()[hero].tolist(), *hole_cards()[villain].tolist()]
    left = [card for card in range(52) if card not in {*known, *SHORT_DECK.dead}]
    deals = np.fromiter(
        combinations(left, 5), np.dtype((np.uint8, 5)), comb(len(left), 5)
    )  # (n, 5)
    hands = np.empty((7, len(deals)), np.uint8)
    hands[:5] = deals.T
    ids = []
    for hole in (hero, villain):
        hands[5:] = hole_cards()[hole][:, None]
        ids.append(order_ids(hands, SHORT_DECK.high, layout="columns").astype(np.int64))
    return np.bincount(np.sign(ids[0] - ids[1]) + 1, minlength=3).tolist()  # type: ignore[no-any-return]


def _read(lake: Lake, table: Table) -> pa.Table:
    return read_table(lake.files(table.name))


def _numbers(rows: pa.Table, column: str) -> npt.NDArray[np.intp]:
    return np.array([HAND_INDEX[hand] for hand in rows[column].to_pylist()])


def _short_deck_outcomes(rows: pa.Table) -> Counts:
    return np.stack([rows[name].to_numpy().astype(np.int64) for name in _OUTCOMES], axis=1)


def _by_hand(hands: npt.NDArray[np.integer], counts: Counts) -> Counts:
    """The sums of rows by their hands, ``(169, 3)``: of integers, which floats would round."""
    sums = np.zeros((len(HANDS), 3), np.int64)
    np.add.at(sums, hands, counts)
    return sums


def _none(table: Table, what: str, wrong: int) -> Check:
    return Check(table.name, what, "0", f"{wrong:,}")
