"""Tables of short deck against an oracle that shares nothing with the engine."""

import random
from itertools import combinations, combinations_with_replacement
from math import comb

import numpy as np
import pytest

from oracle import plain_short_deck as plain
from oracle.naive_orders import short_deck_key
from pokerlake.catalogue import SHORT_DECK_HIGH
from pokerlake.engine.cards.text import parse_hand
from pokerlake.engine.orders.evaluate import order_ids
from pokerlake.queries.connection import connect

RELATIONS = ("ahead", "tied", "behind")


@pytest.fixture(scope="module")
def tables(whole_lake):
    with connect(whole_lake) as connection:
        yield connection


def test_the_oracle_by_the_rules():
    """Seven cards are the best five of them, for pairs of hands of each category."""
    dealer = random.Random(6)
    hands = [dealer.sample(plain.DECK, 7) for _ in range(300)]
    keys = [min(short_deck_key(five) for five in combinations(hand, 5)) for hand in hands]
    values = plain.values(np.array(hands).T).tolist()
    for (key, value), (other, worth) in combinations(zip(keys, values, strict=True), 2):
        assert (key < other) == (value > worth)
        assert (key == other) == (value == worth)


@pytest.mark.whole
def test_classes_are_in_order_and_counted(tables):
    """Every hand of five and six cards."""
    rows = tables.sql("from short_classes order by class_id").fetchnumpy()
    for cards in (5, 6):
        hands = np.array(list(combinations(plain.DECK, cards)), np.uint8).T
        ids = order_ids(hands, SHORT_DECK_HIGH, layout="columns")
        counts = np.bincount(ids, minlength=1405)[1:]
        assert counts.tolist() == rows[f"count{cards}"].tolist()
        some = hands[:, :: 5 ** (cards - 5)]
        values, first = np.unique(plain.values(some), return_index=True)
        classes = ids[:: 5 ** (cards - 5)][first].astype(int)
        assert (np.diff(classes) < 0).all()  # the higher value, the lower class
        assert len(values) == np.count_nonzero(counts) or cards > 5
    assert rows["count7"].sum() == comb(36, 7)


@pytest.mark.whole
def test_matchups_of_holes_over_all_boards(tables):
    rows = tables.sql("""
        select hero, villain, win, tie, lose from short_combo_matchups
        where hero = 'AcKc' and villain = 'QhQd' or hero_hole_id * 31 + villain_hole_id in (
            select hero_hole_id * 31 + villain_hole_id from short_combo_matchups
            using sample reservoir(3 rows) repeatable (1)
        )
    """).fetchall()
    assert len(rows) >= 3
    for hero, villain, *outcomes in rows:
        holes = (parse_hand(hole).tolist() for hole in (hero, villain))
        assert list(plain.showdowns(*holes)) == outcomes


def test_matchups_of_hands_are_sums_over_holes(tables):
    """One of the oracle's sums too: sixes against sixes in all three ways to have them."""
    ((win, tie, lose, deals),) = tables.sql(
        "select win, tie, lose, deals from short_matchups where hero = '66' and villain = '66'"
    ).fetchall()
    of_holes = plain.showdowns(*(parse_hand(hole).tolist() for hole in ("6d6c", "6s6h")))
    assert [win, tie, lose] == [6 * count for count in of_holes]
    assert deals == 6 * 201_376


@pytest.mark.whole
@pytest.mark.parametrize("board", ["6c7d8h", "9c9dKc", "7hJhAh"])
def test_holes_on_a_flop_now_and_later(tables, board):
    """A fifth of the rows of a flop, each against all opponents on all turns and rivers."""
    flop = parse_hand(board).tolist()
    live = [card for card in plain.DECK if card not in flop]
    pairs = np.array(list(combinations(live, 2)))
    place = {tuple(pair): number for number, pair in enumerate(pairs.tolist())}
    bits = (1 << pairs).sum(axis=1)
    now = valued(pairs, np.array([flop]))[:, 0]
    turn = valued(pairs, np.array([[*flop, card] for card in live]))
    river = valued(pairs, np.array([[*flop, *pair] for pair in pairs]))
    rows = tables.sql(
        "select h.* from short_flop_hands as h join short_flops as b using (board_id) "
        f"where board = '{board}' order by hole_id"
    ).to_arrow_table()
    for row in rows.to_pylist()[::5]:
        high = next(b for b in range(52) if b * (b - 1) // 2 > row["hole_id"] - b)
        hero = place[row["hole_id"] - high * (high - 1) // 2, high]
        others = bits & bits[hero] == 0
        free = [card for card, name in enumerate(live) if not bits[hero] >> name & 1]
        relation = 1 + np.sign(now[others] - now[hero])  # 0 ahead, 1 tied, 2 behind
        assert [row[name] for name in RELATIONS] == np.bincount(relation, minlength=3).tolist()
        for street, classed in (("turn", turn[:, free]), ("river", river[:, others])):
            mine, theirs = classed[hero], classed[others]
            then = np.where(theirs < 0, -1, 1 + np.sign(theirs - mine))
            found = [
                [int(np.count_nonzero(then[relation == i] == j)) for j in range(3)]
                for i in range(3)
            ]
            expected = [[row[f"{street}_{i}_{j}"] for j in RELATIONS] for i in RELATIONS]
            assert found == expected
        squares = (((then == 0) * 2 + (then == 1)).sum(axis=0) ** 2).sum()
        assert row["river_strength_squares"] == squares


def valued(holes, boards):
    """The values of holes on boards, ``(m, n)``; -1 where they have a card in common."""
    m, n = len(holes), len(boards)
    cards = np.concatenate([np.repeat(holes, n, axis=0), np.tile(boards, (m, 1))], axis=1).T
    apart = (1 << holes).sum(axis=1)[:, None] & (1 << boards).sum(axis=1) == 0
    return np.where(apart, plain.values(cards).reshape(m, n), -1)


def test_straights_that_a_flop_can_have(tables):
    rows = tables.sql("select board, straights, connected from short_flops").fetchall()
    pairs = [(a, b) for b in range(9) for a in range(b + 1)]
    for board, straights, connected in rows[::7]:
        ranks = sum({1 << (card >> 2) - 4 for card in parse_hand(board).tolist()})
        runs = [0b100001111, *(0b11111 << low for low in range(5))]
        made = [any((ranks | 1 << a | 1 << b) & run == run for run in runs) for a, b in pairs]
        assert straights == sum(made)
        assert connected == max((ranks & run).bit_count() for run in runs)


RANKS = "6789TJQKA"


def of_suits(hands, *, suited=False):
    """The values of hands by their ascending ranks ``(n, k)``, of one suit or with no flush.

    Where suits come in turn, cards of one rank have different ones.
    """
    ranks = np.array(hands).T
    suits = np.zeros(ranks.shape, int) if suited else np.arange(len(ranks))[:, None] % 4
    return plain.values(4 * (ranks + 4) + suits)


def ranks_of(cards):
    """All ascending ranks of so many cards, at most four of one."""
    every = combinations_with_replacement(range(9), cards)
    return [ranks for ranks in every if max(map(ranks.count, ranks)) <= 4]


def walked(graph, hands):
    """The nodes that walks end in, card by card from the highest."""
    node = np.array([hand[-1] for hand in hands])
    for card in range(2, len(hands[0]) + 1):
        rank = [hand[-card] for hand in hands]
        node = np.stack([graph[f"next_{name}"] for name in RANKS])[rank, node]
        assert node.all()
    return node


def test_walks_through_the_rank_graph(tables):
    """All hands of seven ranks, and all flushes, by values that know no class and no graph."""
    graph = tables.sql("from short_dag_nodes order by node_id").fetchnumpy()
    flushes = {cards: list(combinations(range(9), cards)) for cards in (5, 6, 7)}
    fives = of_suits(ranks_of(5)), of_suits(flushes[5], suited=True)
    classes = np.unique(-np.concatenate(fives))  # the best in front
    assert len(classes) == 1404
    sevens, ends = ranks_of(7), []
    for cards in range(1, 8):
        hands = ranks_of(cards)
        nodes = walked(graph, hands)
        names = [f"[{', '.join(RANKS[rank] for rank in hand[::-1])}]" for hand in hands]
        assert graph["cards"][nodes].tolist() == names
        ends += nodes.tolist()
        if cards < 7:
            assert (graph["rank_class"][nodes] == -1).all()
    assert sorted(ends) == list(range(10_944))
    found = 1 + np.searchsorted(classes, -of_suits(sevens))
    assert graph["rank_class"][walked(graph, sevens)].tolist() == found.tolist()
    for hands in flushes.values():
        found = 1 + np.searchsorted(classes, -of_suits(hands, suited=True))
        assert graph["flush_class"][walked(graph, hands)].tolist() == found.tolist()
        assert np.count_nonzero(graph["flush_class"] > 0) == sum(map(len, flushes.values()))


def test_the_best_and_the_worst_within_reach(tables):
    """Of all nodes of up to four cards, from the classes of those that hold them."""
    rows = tables.sql("from short_dag_nodes").to_arrow_table().to_pylist()
    known = {tuple(RANKS.index(c) for c in row["cards"][-2::-3]): row for row in rows}
    reached = {"rank": {}, "flush": {}}
    for hand, row in known.items():
        for what, is_end in (("rank", len(hand) == 7), ("flush", row["flush_class"] > 0)):
            if is_end:
                for cards in range(1, 5):
                    for part in set(combinations(hand, cards)):
                        reached[what].setdefault(part, set()).add(row[f"{what}_class"])
    assert len(reached["rank"]) == sum(len(hand) < 5 for hand in known)
    for what, of_nodes in reached.items():
        for hand, classes in of_nodes.items():
            ends = known[hand][f"best_{what}_class"], known[hand][f"worst_{what}_class"]
            assert ends == (min(classes), max(classes))
    assert sum(row["best_flush_class"] > 0 for row in rows) == sum(comb(9, k) for k in range(1, 8))
