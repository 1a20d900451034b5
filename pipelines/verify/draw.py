"""Recounts the tables of five-card draw, of opening hands, and of change."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from pokerlake.engine.threads import over_tasks
from pokerlake.pipelines import recount, recount_openings
from pokerlake.pipelines import recount_draw as draws
from pokerlake.pipelines.recount_boards import board_text, canonical_boards
from pokerlake.tables.check import Check
from pokerlake.tables.definitions.draw import CATEGORIES
from pokerlake.tables.lake import Parameters

from .hands import unlike

if TYPE_CHECKING:
    import pyarrow as pa

Ints = npt.NDArray[np.int64]

_MEASURES = (*CATEGORIES, "strength_sum", "ties_sum")
_SAMPLE = 1000
_SEED = 20_261_205
_HANDS_AT_A_TIME = 1 << 10


def draw_hands(content: pa.Table, _: Parameters) -> Iterator[Check]:
    """Every column of every hand: what it draws to by dealing it one card."""
    hands = canonical_boards(5)
    one_card = _one_card()
    class_id = draws.classes_of(draws.card_keys()[hands.cards].sum(axis=1))
    category = draws.categories()[class_id]
    listed = hands.cards.tolist()
    usual = [
        draws.usual(*known)
        for known in zip(listed, category.tolist(), one_card.completing.tolist(), strict=True)
    ]
    by_suit = np.stack([(hands.cards % 4 == suit).sum(axis=1) for suit in range(4)])
    held = np.stack([(hands.cards // 4 == rank).sum(axis=1) for rank in range(13)])
    draw = np.isin(category, (1, 5), invert=True)[:, None] & (one_card.completing > 0)
    open_ended = draw & (one_card.completing == 2)
    columns = {
        "hand_id": np.arange(len(listed)),
        "hand": np.array([board_text(hand) for hand in listed], object),
        "weight": hands.weight,
        "class_id": class_id,
        "category": category,
        "pair": _highest(held > 1),
        "kicker": _highest(held == 1),
        "four_flush": by_suit.max(axis=0) == 4,
        "open_ended": open_ended.any(axis=1),
        "inside_straight": draw.any(axis=1) & ~open_ended.any(axis=1),
        "four_straight_flush": one_card.straight_flush & (by_suit.max(axis=0) == 4),
        "draw": np.array([played.name for played in usual], object),
        "usual_discard": np.array([played.discard for played in usual]),
    }
    yield from unlike("draw_hands", columns, content)


def _highest(ranks: npt.NDArray[np.bool_]) -> npt.NDArray[np.object_]:
    """The letter of the highest of some ranks, ``(13, n)``; None where there is none."""
    found: npt.NDArray[np.object_] = np.full(ranks.shape[1], None, object)
    for letter, there in zip(recount.RANKS, ranks, strict=True):
        found[there] = letter
    return found


def draw_exchanges(content: pa.Table, _: Parameters) -> Iterator[Check]:
    """Keys and weights of all rows, every draw of no or one card, a thousand rows of more.

    For each number of cards exchanged the sums over all hands are known beforehand.
    """
    name = "draw_exchanges"
    hands = canonical_boards(5)
    rows = draws.rows_of(hands)
    exchanged = np.bitwise_count(rows.discard).astype(np.int64)
    numbers = np.array([draws.draws_of(cards) for cards in range(6)])
    weight = hands.weight[rows.hand] * rows.alike
    columns = {
        "hand_id": rows.hand,
        "discard": rows.discard,
        "exchanged": exchanged,
        "weight": weight,
        "draws": numbers[exchanged],
    }
    if content.num_rows != len(rows.hand):
        yield Check(name, "discards of all hands", f"{len(rows.hand):,}", f"{content.num_rows:,}")
        return
    yield from unlike(name, columns, content)

    in_hand = draws.measures()[draws.classes_of(draws.card_keys()[hands.cards].sum(axis=1))]
    one_card = _one_card().results
    by_exchanged = [np.flatnonzero(exchanged == cards) for cards in range(6)]
    pat, one = by_exchanged[:2]
    place = np.bitwise_count(rows.discard[one] - 1)
    several = np.flatnonzero(exchanged > 1)
    sample = np.random.default_rng(_SEED).choice(several, _SAMPLE, replace=False)

    in_all = np.zeros(len(rows.hand), np.int64)
    pat_is_wrong, one_is_wrong = np.zeros(len(pat), np.bool_), np.zeros(len(one), np.bool_)
    sums = np.empty((6, len(_MEASURES)), np.int64)
    sampled = np.empty((_SAMPLE, len(_MEASURES)), np.int64)
    for i, measure in enumerate(_MEASURES):
        column = content[measure].to_numpy().astype(np.int64)
        if measure in CATEGORIES:
            in_all += column
        pat_is_wrong |= column[pat] != in_hand[rows.hand[pat], i]
        one_is_wrong |= column[one] != one_card[rows.hand[one], place, i]
        sums[:, i] = [column[some] @ weight[some] for some in by_exchanged]
        sampled[:, i] = column[sample]

    def is_unlike_replay(i: int) -> bool:
        row = sample[i]
        dealt = draws.replay(hands.cards[rows.hand[row]], int(rows.discard[row]))
        return bool((sampled[i] != dealt).any())

    wrong = {
        "rows whose categories do not add up to their draws": in_all != numbers[exchanged],
        "rows of no card exchanged unlike the hand": pat_is_wrong,
        "rows of one card exchanged unlike all draws dealt": one_is_wrong,
        **{
            f"sums over all hands, {cards} cards exchanged, unlike those of all results": (
                sums[cards] != draws.in_all(cards)
            )
            for cards in range(6)
        },
        f"of {_SAMPLE:,} rows those unlike all draws dealt": np.array(
            over_tasks(is_unlike_replay, range(_SAMPLE), 0)
        ),
    }
    for what, flags in wrong.items():
        yield Check(name, what, "0", str(np.count_nonzero(flags)))


def _one_card() -> draws.OneCard:
    cards = canonical_boards(5).cards
    parts = over_tasks(
        lambda first: draws.one_card(cards[first : first + _HANDS_AT_A_TIME]),
        range(0, len(cards), _HANDS_AT_A_TIME),
        0,
    )
    return draws.OneCard(*map(np.concatenate, zip(*parts, strict=True)))


def openings(content: pa.Table, _: Parameters) -> Iterator[Check]:
    """Every line by the rule in fractions; the continuous threshold by where the chance is 1/2."""
    rows = recount_openings.openings()
    if content.num_rows != len(rows):
        yield Check("openings", "lines", f"{len(rows):,}", f"{content.num_rows:,}")
        return
    at_least = recount.class_counts(5).cumsum()
    top = np.array([row.top_percent for row in rows])
    columns = {
        "players": np.array([row.players for row in rows]),
        "line": np.array([row.line for row in rows], object),
        "player": np.array([len(row.line) + 1 for row in rows]),
        "action": np.array([row.action for row in rows], object),
        "top_percent": top,
    }
    yield from unlike("openings", columns, content)
    # Classes that are whole within the top percent; 0 is none.
    weakest = [int((100 * at_least[1:] <= percent * draws.HANDS).sum()) for percent in top.tolist()]
    wrong = [
        (found or 0) != expected
        for found, expected in zip(content["class_id"].to_pylist(), weakest, strict=True)
    ]
    yield Check("openings", "rows of class_id unlike the recount", "0", str(sum(wrong)))
    lines = ((row.players, row.line) for row in rows)
    percents = dict(zip(lines, content["continuous_percent"].to_pylist(), strict=True))
    off = sum(not recount_openings.is_even(*line, percents) for line in percents)
    what = "rows of continuous_percent where the chance is not 1/2"
    yield Check("openings", what, "0", str(off))


def change(content: pa.Table, _: Parameters) -> Iterator[Check]:
    """Every amount, by all ways to pay it."""
    rows = [
        (cents, coin, coins)
        for cents in range(100)
        for coin, coins in recount_openings.fewest_coins(cents).items()
    ]
    columns = dict(zip(("cents", "coin", "coins"), np.array(rows).T, strict=True))
    yield from unlike("change", columns, content)
