"""Builds the tables of the starting hands: match-ups on every board, exact, and income rates."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from pokerlake.engine.cards.holes import HANDS, format_hole, hand_combos
from pokerlake.engine.known_holes.two import heads_up, suited_matchups
from pokerlake.engine.starting_hands.income import (
    OBSERVATIONS,
    deals_for,
    exact_shares,
    income_rate,
    sampled_shares,
    standard_error,
)
from pokerlake.engine.starting_hands.matchups import (
    SHARES,
    matchup_deals,
    matchup_wins,
    random_outcomes,
)
from pokerlake.tables.definitions.starting_hands import (
    COMBO_MATCHUPS,
    INCOME_RATES,
    MATCHUPS,
    STARTING_HANDS,
)
from pokerlake.tables.errors import UsageError
from pokerlake.tables.manifest import Parameters

from ..build import Build, Cost, share

STANDARD_ERROR = 0.003
SEED = 1

_PIECES = 8  # of the match-ups of holes, and of the deals for each number of players
_EXACT = (2, 3)
_SAMPLED = (4, 5, 6, 7, 8, 9, 10)


def _wins(partition: int, _: Parameters) -> pa.Table:
    return pa.table({"wins": matchup_wins(partition).ravel()})


def _added_up(parts: Iterator[pa.Table], columns: int) -> npt.NDArray[np.int64]:
    """The sum of the parts, ``(169, columns)``; a part has all its numbers in one column."""
    total: npt.NDArray[np.int64] = sum(part[0].to_numpy() for part in parts)
    return total.reshape(-1, columns)


def _matchups(parts: Iterator[pa.Table], _: Parameters) -> Iterator[pa.Table]:
    wins = _added_up(parts, len(HANDS))
    deals = matchup_deals()
    hands = np.array(HANDS)
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


def _starting_hands(parts: Iterator[pa.Table], _: Parameters) -> Iterator[pa.Table]:
    wins = _added_up(parts, len(HANDS))
    win, lose = wins.sum(axis=1), wins.sum(axis=0)
    row, col = np.divmod(np.arange(len(HANDS)), 13)
    yield pa.table(
        {
            "hand": HANDS,
            "row": row,
            "col": col,
            "combos": hand_combos(),
            "win": win,
            "tie": matchup_deals().sum(axis=1) - win - lose,
            "lose": lose,
        }
    )


def _combo_matchups(partition: int, _: Parameters) -> pa.Table:
    matchups = suited_matchups()
    rows = share(len(matchups.hero), partition, _PIECES)
    hero, villain = matchups.hero[rows], matchups.villain[rows]
    win, tie, lose = heads_up(hero, villain).T
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


def _pot_shares(partition: int, parameters: Parameters) -> pa.Table:
    """First the shares of all rivers, two and three players together; then pieces of deals."""
    if partition < SHARES:
        return pa.table({"outcomes": random_outcomes(partition).ravel()})
    which, piece = divmod(partition - SHARES, _PIECES)
    players = _SAMPLED[which]
    deals = deals_for(players, float(parameters["standard_error"]))
    part = share(deals, piece, _PIECES)
    sums = sampled_shares(players, part.start, part.stop - part.start, int(parameters["seed"]))
    return pa.table({"sums": sums.ravel()})


def _income_rates(parts: Iterator[pa.Table], parameters: Parameters) -> Iterator[pa.Table]:
    def rows(players: int, **columns: Any) -> pa.Table:
        order = np.argsort(HANDS)
        observations, shares = columns["observations"], columns["share_sum"]
        columns["income_rate"] = income_rate(players, observations, shares)
        table = {
            "hand": np.array(HANDS),
            "players": np.full(len(HANDS), players),
            "method": np.full(len(HANDS), "exact" if players in _EXACT else "monte carlo"),
            **columns,
        }
        return pa.table(table).take(order)

    outcomes = _added_up(islice(parts, SHARES), 5)
    for players in _EXACT:
        shares, squares = exact_shares(outcomes, players)
        yield rows(
            players,
            observations=np.full(len(HANDS), OBSERVATIONS[players]),
            share_sum=shares,
            share_sum_squares=squares,
            standard_error=pa.nulls(len(HANDS), pa.float64()),
            seed=pa.nulls(len(HANDS), pa.uint64()),
        )
    for players in _SAMPLED:
        sums = _added_up(islice(parts, _PIECES), 6)
        yield rows(
            players,
            observations=sums[:, 0],
            share_sum=sums[:, 1],
            share_sum_squares=sums[:, 2],
            standard_error=standard_error(players, sums),
            seed=np.full(len(HANDS), int(parameters["seed"]), np.uint64),
        )


def _income_cost(parameters: Parameters) -> Cost:
    """The cost with another standard error: the deals grow with its inverse square.

    Raises
    ------
    UsageError
        If the error is so small that a build takes a week, or so large that a hand may be missing;
        if the seed is not of 64 bits.
    """
    if not 0 <= int(parameters["seed"]) < 1 << 64:
        raise UsageError(f"seed {parameters['seed']}: give 0 to {(1 << 64) - 1}")
    error = float(parameters["standard_error"])
    if not 1e-5 <= error <= 0.1:
        raise UsageError(f"standard error {error:g}: give 0.00001 to 0.1")
    seconds = 1.6 + 11.8 * (STANDARD_ERROR / error) ** 2
    return Cost(seconds, memory_bytes=280_000_000, disk_bytes=49_000)


_DEFAULTS: Parameters = {"standard_error": STANDARD_ERROR, "seed": SEED}
BUILDS = (  # seconds, bytes of memory, bytes on the disk
    Build(STARTING_HANDS, _wins, Cost(1.1, 280_000_000, 5_000), SHARES, _starting_hands),
    Build(MATCHUPS, _wins, Cost(1.1, 280_000_000, 310_000), SHARES, _matchups),
    Build(COMBO_MATCHUPS, _combo_matchups, Cost(0.9, 340_000_000, 430_000), _PIECES),
    Build(
        INCOME_RATES,
        _pot_shares,
        _income_cost(_DEFAULTS),
        SHARES + _PIECES * len(_SAMPLED),
        _income_rates,
        parameters=_DEFAULTS,
        cost_with=_income_cost,
    ),
)
