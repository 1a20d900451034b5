"""The gain from going in as one more player than the strategies allow.

With seven players and more, the strategies have everybody fold after the fourth player in. A player
who goes in anyway plays a pot of five with these four, because everybody after him folds. So his
gain is that of these pots alone, by his hand.

The four are dealt hands with which they go in, and each hole that they leave him is compared with
theirs: no hand of his is better than another by the luck of its deals.
"""

from __future__ import annotations

from itertools import combinations
from math import comb

import numpy as np

from ..cards.holes import HANDS, HOLES, hand_of_hole, hole_cards
from ..hands.evaluate import class_ids
from ..signatures import F64, I64, U8
from .counts import Counts, order_rows
from .exact_response import Ends, Folds, chances_of

DEALS = 512  # for each four players and the one after them
SEED = 720_920


def gains_of_one_more(fewer: dict[tuple[int, ...], F64], ends: Ends, actions: F64,
                      counts: Counts) -> F64:  # fmt: skip
    """Each player's gain from going in after the largest number who may be in, ``(n,)`` float64.

    ``fewer``: payoffs if only the players before him are in; ``ends``: those with one more, the
    last of whom decides; ``actions``: ``(ends, n, 169)``, without the last player's.
    """
    n = actions.shape[1]
    folds = Folds(actions, chances_of(counts))
    gains = np.zeros(n)
    for end, (inside, paid) in enumerate(ends):
        *before, last = inside
        often = actions[end, before][:, hand_of_hole()]
        if not often.any(axis=1).all():
            continue
        out = [player for player in range(n) if player not in inside]
        each, two = folds.factors(end, out, len(inside))
        holes, boards = _dealt(end, often)
        if not len(holes):
            continue
        hands = hand_of_hole()[holes]
        # How often the four go in with these hands, and the others fold.
        chance = np.full(len(holes), often.sum(axis=1).prod() / DEALS)
        for place in range(len(before)):
            chance *= each[hands[:, place]] / comb(52 - 2 * place, 2)
        for first, second in combinations(range(len(before)), 2):
            chance *= two[hands[:, first], hands[:, second]]
        deal, hole = _left(holes, boards)
        own_hand = hand_of_hole()[hole]
        # The board was dealt before his hole.
        weight = chance[deal] * each[own_hand] / comb(47 - 2 * len(before), 2)
        for place in range(len(before)):
            weight *= two[hands[deal, place], own_hand]
        made = np.stack([_classes(holes[:, place], boards) for place in range(len(before))], axis=1)
        with_own = np.column_stack([made[deal], _classes(hole, boards[deal])])
        of_folding = fewer[tuple(before)][order_rows(made), last][deal]
        more = weight * (paid[order_rows(with_own), last] - of_folding)
        gains[last] += np.maximum(np.bincount(own_hand, more, len(HANDS)), 0.0).sum()
    return gains


def _dealt(end: int, often: F64) -> tuple[I64, U8]:
    """Holes of the players in, drawn by how often they go in, ``(d, m)``, and boards, ``(d, 5)``.

    Deals in which a card would occur twice are left out.
    """
    random = np.random.default_rng([SEED, end])
    holes = np.stack([random.choice(HOLES, DEALS, p=of / of.sum()) for of in often], axis=1).astype(
        np.int64
    )
    cards = hole_cards()[holes].reshape(DEALS, -1)
    apart = (np.diff(np.sort(cards, axis=1)) > 0).all(axis=1)
    holes, cards = holes[apart], cards[apart]
    deck = random.random((len(holes), 52))
    np.put_along_axis(deck, cards, 2.0, axis=1)
    return holes, np.argpartition(deck, 5, axis=1)[:, :5].astype(np.uint8)


def _left(holes: I64, boards: U8) -> tuple[I64, I64]:
    """The holes that each deal leaves: the number of the deal, and the hole."""
    is_dealt = np.zeros((len(holes), 52), np.bool_)
    known = np.hstack([hole_cards()[holes].reshape(len(holes), -1), boards])
    np.put_along_axis(is_dealt, known.astype(np.intp), True, axis=1)
    first, second = hole_cards().T
    deal, hole = np.nonzero(~(is_dealt[:, first] | is_dealt[:, second]))
    return deal, hole


def _classes(holes: I64, boards: U8) -> I64:
    """The classes of holes on boards, the lower the better."""
    columns = [*hole_cards()[holes].T.copy(), *boards.T.copy()]
    return class_ids(columns, layout="columns").astype(np.int64)
