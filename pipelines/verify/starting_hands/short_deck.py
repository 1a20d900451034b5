"""Holds the tables of short deck against each other, and some match-ups against plain showdowns.

What a starting hand wins against a random one is in ``short_starting_hands``. The same deals are
in match-ups of hands and of holes, and with what an opponent has at the river in the tables of
holes on flops, turns and rivers: each river with the flops, and the turns, that it has.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import comb

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from pokerlake.catalogue import SHORT_DECK
from pokerlake.engine.cards.holes import HAND_INDEX, HANDS, format_hole, hand_of_hole, hole_cards
from pokerlake.engine.orders.evaluate import order_ids
from pokerlake.engine.pot_shares import POT
from pokerlake.tables.check import Check
from pokerlake.tables.definitions import boards
from pokerlake.tables.definitions.starting_hands import (
    SHORT_COMBO_MATCHUPS,
    SHORT_INCOME_RATES,
    SHORT_MATCHUPS,
    SHORT_STARTING_HANDS,
)
from pokerlake.tables.lake import Lake
from pokerlake.tables.schema import Table
from pokerlake.tables.store import read_table

CELLS = 6  # match-ups of holes that are dealt anew

Counts = npt.NDArray[np.int64]
_OUTCOMES = ("win", "tie", "lose")
_ON_BOARDS = {
    3: boards.SHORT_FLOP_HANDS,
    4: boards.SHORT_TURN_HANDS,
    5: boards.SHORT_RIVER_HANDS,
}


def short_deck(lake: Lake) -> Iterator[Check]:
    """The checks of the tables of short deck that are in the lake."""
    hands = _read(lake, SHORT_STARTING_HANDS)
    combos = np.zeros(len(HANDS), np.int64)
    combos[_numbers(hands, "hand")] = hands["combos"]
    outcomes = _by_hand(_numbers(hands, "hand"), _outcomes(hands))
    deals = SHORT_DECK.run_outs(0) * comb(len(SHORT_DECK.deck) - 2, 2)
    wrong = (outcomes.sum(axis=1) != deals * combos).sum()
    yield _none(SHORT_STARTING_HANDS, "rows that do not add up to the deals", wrong)
    there = lake.manifest.tables

    def unlike(table: Table, found: Counts, times: int = 1) -> Check:
        wrong = (found != times * outcomes).any(axis=1).sum()
        return _none(table, f"hands unlike {SHORT_STARTING_HANDS.name}", wrong)

    if SHORT_MATCHUPS.name in there:
        rows = _read(lake, SHORT_MATCHUPS)
        yield unlike(SHORT_MATCHUPS, _by_hand(_numbers(rows, "hero"), _outcomes(rows)))
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
    counts = _outcomes(rows) * rows["weight"].to_numpy().astype(np.int64)[:, None]
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
        for (hero, villain), stored in zip(pairs, _outcomes(some).tolist(), strict=True)
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


def _outcomes(rows: pa.Table) -> Counts:
    return np.stack([rows[name].to_numpy().astype(np.int64) for name in _OUTCOMES], axis=1)


def _by_hand(hands: npt.NDArray[np.integer], counts: Counts) -> Counts:
    """The sums of rows by their hands, ``(169, 3)``: of integers, which floats would round."""
    sums = np.zeros((len(HANDS), 3), np.int64)
    np.add.at(sums, hands, counts)
    return sums


def _none(table: Table, what: str, wrong: int) -> Check:
    return Check(table.name, what, "0", f"{wrong:,}")
