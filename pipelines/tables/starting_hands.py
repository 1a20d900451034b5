"""Builds the tables of the starting hands: match-ups of two and three, and income rates.

All are exact, over every board, except rates of four players and more. Sums cover all 169 hands;
hands that the deck lacks, in short deck, are left out of the rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice, permutations
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from pokerlake.catalogue import HIGH, SHORT_DECK_HIGH, Order
from pokerlake.engine.cards.holes import HANDS, format_hole, hand_combos, hands_without
from pokerlake.engine.known_holes.several import pair_outcomes, suited_matchups
from pokerlake.engine.orders.evaluate import board_order
from pokerlake.engine.starting_hands import triples
from pokerlake.engine.starting_hands.matchups import (
    SHARES,
    deals_for,
    exact_shares,
    income_rate,
    matchup_deals,
    matchup_wins,
    observations_of,
    random_outcomes,
    sampled_shares,
    standard_error,
)
from pokerlake.engine.starting_hands.triples import (
    ONE_ABOVE,
    ONE_BELOW,
    ORDERS,
    STRICT,
    hand_triples,
    order_counts,
    triple_deals,
)
from pokerlake.tables.definitions.starting_hands import (
    COMBO_MATCHUPS,
    INCOME_RATES,
    MATCHUPS,
    MATCHUPS3,
    SHORT_COMBO_MATCHUPS,
    SHORT_INCOME_RATES,
    SHORT_MATCHUPS,
    SHORT_MATCHUPS3,
    SHORT_STARTING_HANDS,
    STARTING_HANDS,
)
from pokerlake.tables.errors import LakeError, UsageError
from pokerlake.tables.lake import Lake, how_anew
from pokerlake.tables.manifest import Parameters
from pokerlake.tables.schema import Table

from ..growing import stored_rows
from ..parts import Build, Cost, share

Counts = npt.NDArray[np.int64]
Places = npt.NDArray[np.intp]

STANDARD_ERROR = 0.003
SEED = 1

_PIECES = 8  # of the match-ups of holes, and of the deals for each number of players
_EXACT = (2, 3)
_SAMPLED = (4, 5, 6, 7, 8, 9, 10)


def _wins(partition: int, _: Parameters, *, order: Order) -> pa.Table:
    return pa.table({"wins": matchup_wins(partition, board_order(order)).ravel()})


def _added_up(parts: Iterator[pa.Table], columns: int) -> Counts:
    """The sum of the parts, ``(169, columns)``; a part has all its numbers in one column."""
    total: Counts = sum(part[0].to_numpy() for part in parts)
    return total.reshape(-1, columns)


def _matchups(parts: Iterator[pa.Table], _: Parameters, *, order: Order) -> Iterator[pa.Table]:
    here = hands_without(order.dead)
    wins, deals = (
        counts[np.ix_(here, here)]
        for counts in (_added_up(parts, len(HANDS)), matchup_deals(board_order(order)))
    )
    hands = np.array(HANDS)[here]
    hero, villain = (hands[place].ravel() for place in np.indices(wins.shape))
    table = pa.table(
        {
            "hero": hero,
            "villain": villain,
            "deals": deals.ravel(),
            "win": wins.ravel(),
            "tie": (deals - wins - wins.T).ravel(),
            "lose": wins.T.ravel(),
        }
    )
    yield table.sort_by([("hero", "ascending"), ("villain", "ascending")])


def _starting_hands(
    parts: Iterator[pa.Table], _: Parameters, *, order: Order
) -> Iterator[pa.Table]:
    wins = _added_up(parts, len(HANDS))
    win, lose = wins.sum(axis=1), wins.sum(axis=0)
    here = hands_without(order.dead)
    row, col = np.divmod(here, 13)
    yield pa.table(
        {
            "hand": np.array(HANDS)[here],
            "row": row,
            "col": col,
            "combos": hand_combos()[here],
            "win": win[here],
            "tie": (matchup_deals(board_order(order)).sum(axis=1) - win - lose)[here],
            "lose": lose[here],
        }
    )


def _combo_matchups(partition: int, _: Parameters, *, order: Order) -> pa.Table:
    matchups = suited_matchups().without(order.dead)
    rows = share(len(matchups.hero), partition, _PIECES)
    hero, villain = matchups.hero[rows], matchups.villain[rows]
    win, tie, lose = pair_outcomes(hero, villain, order.dead, order=board_order(order)).T
    return pa.table(
        {
            "hero": [format_hole(hole) for hole in hero],
            "villain": [format_hole(hole) for hole in villain],
            "hero_hole_id": hero,
            "villain_hole_id": villain,
            "weight": matchups.weight[rows],
            "win": win,
            "tie": tie,
            "lose": lose,
        }
    )


def _pot_shares(partition: int, parameters: Parameters, *, order: Order) -> pa.Table:
    """Pot shares of all rivers first, two and three players together; then pieces of deals."""
    if partition < SHARES:
        return pa.table({"outcomes": random_outcomes(partition, board_order(order)).ravel()})
    which, piece = divmod(partition - SHARES, _PIECES)
    players = _SAMPLED[which]
    deals = deals_for(players, float(parameters["standard_error"]), board_order(order))
    part = share(deals, piece, _PIECES)
    few, seed = part.stop - part.start, int(parameters["seed"])
    return pa.table(
        {"sums": sampled_shares(players, part.start, few, seed, board_order(order)).ravel()}
    )


def _income_rates(
    parts: Iterator[pa.Table], parameters: Parameters, *, order: Order
) -> Iterator[pa.Table]:
    here = hands_without(order.dead)
    n = len(here)

    def rows(players: int, **columns: Any) -> pa.Table:
        names = np.array(HANDS)[here]
        observations, shares = columns["observations"], columns["share_sum"]
        columns["income_rate"] = income_rate(players, observations, shares)
        table = {
            "hand": names,
            "players": np.full(n, players),
            "method": np.full(n, "exact" if players in _EXACT else "monte carlo"),
            **columns,
        }
        return pa.table(table).take(np.argsort(names))

    outcomes = _added_up(islice(parts, SHARES), 5)
    for players in _EXACT:
        shares, squares = exact_shares(outcomes, players)
        yield rows(
            players,
            observations=np.full(n, observations_of(players, board_order(order))),
            share_sum=shares[here],
            share_sum_squares=squares[here],
            standard_error=pa.nulls(n, pa.float64()),
            seed=pa.nulls(n, pa.uint64()),
        )
    for players in _SAMPLED:
        sums = _added_up(islice(parts, _PIECES), 6)[here]
        yield rows(
            players,
            observations=sums[:, 0],
            share_sum=sums[:, 1],
            share_sum_squares=sums[:, 2],
            standard_error=standard_error(players, sums),
            seed=np.full(n, int(parameters["seed"]), np.uint64),
        )


def _income_cost(parameters: Parameters, *, order: Order = HIGH) -> Cost:
    """The cost with another standard error: the deals grow with its inverse square.

    Raises UsageError if the error is so small that a build takes a week, or so large that a hand
    may be missing; or if the seed does not fit 64 bits.
    """
    if not 0 <= int(parameters["seed"]) < 1 << 64:
        raise UsageError(f"seed {parameters['seed']}: give 0 to {(1 << 64) - 1}")
    error = float(parameters["standard_error"])
    if not 1e-5 <= error <= 0.1:
        raise UsageError(f"standard error {error:g}: give 0.00001 to 0.1")
    exact, sampled, size = (1.6, 11.8, 49_000) if order is HIGH else (0.3, 9.0, 25_000)
    seconds = exact + sampled * (STANDARD_ERROR / error) ** 2
    return Cost(seconds, memory_bytes=280_000_000, disk_bytes=size)


# ---------------------------------------------------------------- any three hands

TRIPLES = {HIGH: MATCHUPS3, SHORT_DECK_HIGH: SHORT_MATCHUPS3}  # by order of hands

_HANDS = ["first", "second", "third"]
_PAIRS = ((0, 1), (0, 2), (1, 2))
_KINDS = [len(STRICT), len(STRICT) + len(ONE_ABOVE)]  # where the next kind of orders begins


def _orders(partition: int, _: Parameters, *, order: Order) -> pa.Table:
    """The orders of a share of the rivers, a column each: all rivers together fit 32 bits."""
    counts = order_counts(partition, board_order(order)).T.astype(np.uint32)
    return pa.table({f"order_{number}": column for number, column in enumerate(counts)})


def _matchups3(parts: Iterator[pa.Table], _: Parameters, *, order: Order) -> Iterator[pa.Table]:
    """The rows: parts are added up one by one; each row has its hands in text order."""
    hands = hand_triples(board_order(order))
    orders = np.zeros((ORDERS + 1, len(hands)), np.int64)
    for part in parts:
        for total, column in zip(orders, part.columns, strict=False):
            total += column.to_numpy()
    orders[ORDERS] = triple_deals(board_order(order)) - orders.sum(axis=0)  # all three tie
    names = np.array(HANDS)
    place = names.argsort().argsort()[hands]  # the place of each name among all, in text order
    at = place.argsort(axis=1, kind="stable")
    rows = np.lexsort(np.take_along_axis(place, at, axis=1).T[::-1])
    by_text = np.take_along_axis(hands, at, axis=1)[rows]
    named = zip(_HANDS, by_text.T, strict=True)
    columns = {name: pa.DictionaryArray.from_arrays(hand, pa.array(names)) for name, hand in named}
    yield pa.table({**columns, **_named_counts(orders[:, rows], at[rows])})


def stored_orders(lake: Lake, order: Order = HIGH) -> Counts:
    """The orders of any three hands, from ``matchups3`` or ``short_matchups3`` of a lake.

    Returns (818805, 13) int64: a row for each of
    :func:`~pokerlake.engine.starting_hands.triples.hand_triples`. Columns are those of
    :func:`~pokerlake.engine.starting_hands.triples.order_counts`, and the deals in which all three
    tie. A row adds up to all deals of its three hands. Raises LakeError if the lake lacks the
    table, or the table is damaged.
    """
    stored, triples = TRIPLES[order], hand_triples(board_order(order))
    table = stored_rows(lake, stored.name)
    names = pa.array(HANDS)
    by_text = np.stack([pc.index_in(table[name], names).to_numpy() for name in _HANDS], axis=1)
    at = by_text.argsort(axis=1, kind="stable")  # where a triple's hands stand in its row
    hands = np.take_along_axis(by_text, at, axis=1)
    rows = np.lexsort(hands.T[::-1])
    if len(rows) != len(triples) or (hands[rows] != triples).any():
        raise LakeError(f"table {stored.name} of {lake.path} is damaged; {how_anew(stored.name)}")
    columns = {name: table[name].to_numpy()[rows] for name in table.column_names[len(_HANDS) :]}
    return _orders_of(columns, at[rows])


def _named_counts(orders: Counts, at: Places) -> dict[str, Counts]:
    """The columns of counts, from orders ``(13, n)``.

    The hands of a row stand ``at`` ``(n, 3)`` of its ascending triple.
    """
    n = np.arange(len(at))
    then = np.zeros((3, 3, len(at)), np.int64)  # who wins alone, who is second alone
    alone, last = np.zeros((2, 3, len(at)), np.int64)  # who is alone above or below a tie
    strict, above, below = np.split(orders[:ORDERS], _KINDS)
    for (best, second, _), count in zip(STRICT, strict, strict=True):
        then[best, second] = count
    for (best, _, __), count in zip(ONE_ABOVE, above, strict=True):
        alone[best] = count
    for (_, __, worst), count in zip(ONE_BELOW, below, strict=True):
        last[worst] = count
    win = alone + then.sum(axis=1)
    return {
        "deals": orders.sum(axis=0),
        **{f"win_{i + 1}": win[at[:, i], n] for i in range(3)},
        **{f"tie_{i + 1}{j + 1}": last[at[:, 3 - i - j], n] for i, j in _PAIRS},
        "tie_123": orders[ORDERS],
        **{
            f"win_{i + 1}_then_{j + 1}": then[at[:, i], at[:, j], n]
            for i, j in permutations(range(3), 2)
        },
    }


def _orders_of(columns: dict[str, Counts], at: Places) -> Counts:
    """The orders ``(n, 13)`` of triples whose hands stand ``at`` ``(n, 3)`` of the row."""
    n = np.arange(len(at))
    then, last = np.zeros((3, 3, len(at)), np.int64), np.zeros((3, len(at)), np.int64)
    for i, j in permutations(range(3), 2):
        then[i, j] = columns[f"win_{i + 1}_then_{j + 1}"]
    for i, j in _PAIRS:
        last[3 - i - j] = columns[f"tie_{i + 1}{j + 1}"]
    alone = np.stack([columns[f"win_{i + 1}"] for i in range(3)]) - then.sum(axis=1)
    strict = [then[at[:, best], at[:, second], n] for best, second, _ in STRICT]
    above = [alone[at[:, best], n] for best, _, __ in ONE_ABOVE]
    below = [last[at[:, worst], n] for _, __, worst in ONE_BELOW]
    return np.stack([*strict, *above, *below, columns["tie_123"].astype(np.int64)], axis=1)


# ---------------------------------------------------------------- all builds

_DEFAULTS: Parameters = {"standard_error": STANDARD_ERROR, "seed": SEED}


def _builds(order: Order, tables: tuple[Table, ...], costs: tuple[Cost, ...]) -> Iterator[Build]:
    """The builds of an order: hands, match-ups of hands, of holes and of three, income rates."""

    def ordered(function: Callable[..., Any]) -> Callable[..., Any]:
        return partial(function, order=order)

    hands, matchups, holes, rates, triple_matchups = tables
    on_request = order is not HIGH
    yield Build(
        hands, ordered(_wins), costs[0], SHARES, ordered(_starting_hands), on_request=on_request
    )
    yield Build(
        matchups, ordered(_wins), costs[1], SHARES, ordered(_matchups), on_request=on_request
    )
    yield Build(holes, ordered(_combo_matchups), costs[2], _PIECES, on_request=on_request)
    cost_with = ordered(_income_cost)
    yield Build(
        rates,
        ordered(_pot_shares),
        cost_with(_DEFAULTS),
        SHARES + _PIECES * len(_SAMPLED),
        ordered(_income_rates),
        parameters=_DEFAULTS,
        cost_with=cost_with,
        on_request=on_request,
    )
    yield Build(
        triple_matchups,
        ordered(_orders),
        costs[3],
        triples.SHARES,
        ordered(_matchups3),
        on_request=True,
    )


BUILDS = (  # seconds, bytes of memory, bytes on the disk
    *_builds(
        HIGH,
        (STARTING_HANDS, MATCHUPS, COMBO_MATCHUPS, INCOME_RATES, MATCHUPS3),
        (
            Cost(1.1, 280_000_000, 5_000),
            Cost(1.1, 280_000_000, 310_000),
            Cost(0.9, 340_000_000, 430_000),
            Cost(220, 1_100_000_000, 32_000_000),
        ),
    ),
    *_builds(
        SHORT_DECK_HIGH,
        (
            SHORT_STARTING_HANDS,
            SHORT_MATCHUPS,
            SHORT_COMBO_MATCHUPS,
            SHORT_INCOME_RATES,
            SHORT_MATCHUPS3,
        ),
        (
            Cost(0.3, 290_000_000, 3_100),
            Cost(0.3, 290_000_000, 67_000),
            Cost(0.5, 440_000_000, 85_000),
            Cost(28, 750_000_000, 3_350_000),
        ),
    ),
)
