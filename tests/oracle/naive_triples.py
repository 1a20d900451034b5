"""Any three starting hands by plain enumeration: every three holes, on every board.

As a program it counts random rows of ``matchups3``, or of ``short_matchups3``, anew, on all boards
(a thousand take minutes). Holes of short deck are classed without the engine:

    python tests/oracle/naive_triples.py LAKE ROWS [SEED [TABLE]]
"""

import sys
from itertools import permutations, product
from pathlib import Path

import numba
import numpy as np

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))

from oracle import naive, plain_short_deck

RANKS, CARDS = "23456789TJQKA", 52
# Who is above whom: the places of the three, 0 the best. First the orders without a tie, then one
# above two, two above one, and all three.
ORDERS = [
    (0, 1, 2), (0, 2, 1), (1, 0, 2), (2, 0, 1), (1, 2, 0), (2, 1, 0),
    (0, 1, 1), (1, 0, 1), (1, 1, 0),
    (0, 0, 1), (0, 1, 0), (1, 0, 0),
    (0, 0, 0),
]  # fmt: skip


def holes_of(hand):
    """The holes of AA, AKs or AKo, as pairs of cards, the lower first."""
    high, low = (4 * RANKS.index(rank) for rank in hand[:2])
    suited = hand[2:] == "s"
    pairs = {
        tuple(sorted((high + a, low + b)))
        for a, b in product(range(4), repeat=2)
        if (a == b) == suited and high + a != low + b
    }
    return sorted(pairs)


def disjoint_triples(hands):
    """All three holes of three hands that have no common card."""
    return [
        holes
        for holes in product(*(holes_of(hand) for hand in hands))
        if len({card for hole in holes for card in hole}) == 6
    ]


def order_of(classes):
    """The number of the order of three classes, of which the smallest is the best."""
    different = sorted(set(classes))
    return ORDERS.index(tuple(different.index(one) for one in classes))


def orders_on(boards, weights, hands):
    """How often each order of three hands comes on these boards, each times its weight."""
    counts = [0] * len(ORDERS)
    triples = disjoint_triples(hands)
    for board, weight in zip(boards, weights, strict=True):
        cards = [int(card) for card in board]
        classes = {
            hole: naive.best_class([*hole, *cards])
            for hole in {hole for holes in triples for hole in holes}
            if not {*hole} & {*cards}
        }
        for holes in triples:
            if all(hole in classes for hole in holes):
                counts[order_of([classes[hole] for hole in holes])] += int(weight)
    return counts


@numba.njit(nogil=True)
def add_orders(classes, weight, first, triples, counts):
    """The same of many rows on one board; the class of a hole that cannot be there is 0."""
    for row in range(len(first) - 1):
        for i in range(first[row], first[row + 1]):
            a, b, c = classes[triples[i, 0]], classes[triples[i, 1]], classes[triples[i, 2]]
            if a and b and c:
                counts[row, 9 * ((a > b) + (a >= b)) + 3 * ((a > c) + (a >= c))
                       + (b > c) + (b >= c)] += weight  # fmt: skip


def short_classes(hands):
    """Numbers of hands of short deck ``(n, 7)``, the lower the better; none is 0."""
    return (1 << 30) - plain_short_deck.values(hands.T)


def high_classes(hands):
    """The classes of hands ``(n, 7)``."""
    from pokerlake.engine.hands.evaluate import class_ids

    return class_ids(np.ascontiguousarray(hands), layout="rows")


def orders_of_rows(rows, classes_of=high_classes, dead=()):
    """The orders of rows of three hands, ``(n, 13)``, on all boards up to suits."""
    from pokerlake.engine.cards.boards import canonical_boards
    from pokerlake.engine.cards.holes import hole_cards
    from pokerlake.engine.threads import over_tasks

    cards = hole_cards()
    number = {tuple(hole): place for place, hole in enumerate(cards.tolist())}
    listed = [[[number[hole] for hole in holes] for holes in disjoint_triples(row)] for row in rows]
    first = np.cumsum([0, *map(len, listed)])
    triples = np.array([holes for row in listed for holes in row], np.uint16).reshape(-1, 3)
    boards = canonical_boards(5, dead)
    held = np.isin(np.arange(len(cards)), triples)

    def some(task):
        counts = np.zeros((len(rows), 27), np.int64)
        hands = np.empty((len(cards), 7), np.uint8)
        hands[:, 5:] = cards
        for place in range(task, len(boards.cards), 16):
            board = boards.cards[place]
            live = held & ~np.isin(cards, board).any(axis=1)
            hands[:, :5] = board
            classes = np.zeros(len(cards), np.int64)
            classes[live] = classes_of(hands[live])
            add_orders(classes, int(boards.weight[place]), first, triples, counts)
        return counts

    counts = np.sum(over_tasks(some, range(16), 0), axis=0)
    codes = [
        sum(
            times * ((places[one] > places[other]) + (places[one] >= places[other]))
            for times, one, other in ((9, 0, 1), (3, 0, 2), (1, 1, 2))
        )
        for places in ORDERS
    ]
    assert counts.sum() == counts[:, codes].sum()
    return counts[:, codes]


def columns_of(orders):
    """The columns of ``matchups3`` of the orders ``(13,)`` of a row."""
    found = dict(zip(ORDERS, map(int, orders), strict=True))
    winners = {"deals": sum(found.values())}
    for size in (1, 2, 3):
        name = "win" if size == 1 else "tie"
        for who in sorted({w for w in permutations(range(3), size) if list(w) == sorted(w)}):
            best = [p for p in found if [i for i in range(3) if p[i] == 0] == list(who)]
            winners[f"{name}_{''.join(str(i + 1) for i in who)}"] = sum(found[p] for p in best)
    for i, j in permutations(range(3), 2):
        places = {i: 0, j: 1, 3 - i - j: 2}
        winners[f"win_{i + 1}_then_{j + 1}"] = found[tuple(places[k] for k in range(3))]
    return winners


def main(lake, rows, seed=1, name="matchups3"):
    """Compare random rows of a lake's table with what is counted anew."""
    import pyarrow.parquet as pq

    how = (short_classes, tuple(range(16))) if name.startswith("short_") else ()
    table = pq.read_table(Path(lake) / f"{name}.parquet")
    chosen = np.random.default_rng(int(seed)).choice(len(table), int(rows), replace=False)
    stored = table.take(chosen).to_pylist()
    orders = orders_of_rows([(row["first"], row["second"], row["third"]) for row in stored], *how)
    wrong = 0
    for row, found in zip(stored, orders, strict=True):
        names = [row.pop(name) for name in ("first", "second", "third")]
        if row != columns_of(found):
            wrong += 1
            print(*names, row, columns_of(found))
    print(f"{len(stored)} rows, {orders.sum():,} deals, {wrong or 'none'} unlike")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
