"""Builds the tables of the starting hands: match-ups on every board, exact, and income rates."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from pokerlake.tables.definitions.starting_hands import (
    COMBO_MATCHUPS,
    INCOME_RATES,
    MATCHUPS,
    STARTING_HANDS,
)
from pokerlake.tables.errors import UsageError
from pokerlake.tables.lake import Parameters

from ..build import Build, Cost

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pyarrow as pa

STANDARD_ERROR = 0.003
SEED = 1

_SHARES = 16  # those of starting_hands.matchups, which planning a build does not load
_COMBO_SHARES = 8
_PIECES = 8  # of the deals for each number of players
_EXACT = (2, 3)
_SAMPLED = (4, 5, 6, 7, 8, 9, 10)


def _wins(partition: int, _: Parameters) -> pa.Table:
    import pyarrow as pa

    from pokerlake.engine.starting_hands.matchups import matchup_wins

    return pa.table({"wins": matchup_wins(partition).ravel()})


def _added_up(parts: Iterator[pa.Table], columns: int) -> npt.NDArray[np.int64]:
    """The sum of the parts, ``(169, columns)``; a part has all its numbers in one column."""
    total: npt.NDArray[np.int64] = sum(part[0].to_numpy() for part in parts)
    return total.reshape(-1, columns)


def _matchups(parts: Iterator[pa.Table], _: Parameters) -> Iterator[pa.Table]:
    import numpy as np
    import pyarrow as pa

    from pokerlake.engine.cards.holes import HANDS
    from pokerlake.engine.starting_hands.matchups import matchup_deals

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
    import numpy as np
    import pyarrow as pa

    from pokerlake.engine.cards.holes import HANDS, hand_combos
    from pokerlake.engine.starting_hands.matchups import matchup_deals

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
    import pyarrow as pa

    from pokerlake.engine.cards.holes import format_hole
    from pokerlake.engine.known_holes.two import heads_up, suited_matchups

    matchups = suited_matchups()
    n = len(matchups.hero)
    rows = slice(n * partition // _COMBO_SHARES, n * (partition + 1) // _COMBO_SHARES)
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
    import pyarrow as pa

    from pokerlake.engine.starting_hands.income import deals_for, sampled_shares
    from pokerlake.engine.starting_hands.matchups import random_outcomes

    if partition < _SHARES:
        return pa.table({"outcomes": random_outcomes(partition).ravel()})
    which, piece = divmod(partition - _SHARES, _PIECES)
    players = _SAMPLED[which]
    deals = deals_for(players, float(parameters["standard_error"]))
    first, end = deals * piece // _PIECES, deals * (piece + 1) // _PIECES
    sums = sampled_shares(players, first, end - first, int(parameters["seed"]))
    return pa.table({"sums": sums.ravel()})


def _income_rates(parts: Iterator[pa.Table], parameters: Parameters) -> Iterator[pa.Table]:
    from itertools import islice

    import numpy as np
    import pyarrow as pa

    from pokerlake.engine.cards.holes import HANDS
    from pokerlake.engine.starting_hands.income import (
        OBSERVATIONS,
        exact_shares,
        income_rate,
        standard_error,
    )

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

    outcomes = _added_up(islice(parts, _SHARES), 5)
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
        If the error is so small that a build takes a week, or so large that a hand may be missing.
    """
    error = float(parameters["standard_error"])
    if not 1e-5 <= error <= 0.1:
        raise UsageError(f"standard error {error:g}: give 0.00001 to 0.1")
    seconds = 1.6 + 11.8 * (STANDARD_ERROR / error) ** 2
    return Cost(seconds, memory_bytes=280_000_000, disk_bytes=49_000)


_DEFAULTS: Parameters = {"standard_error": STANDARD_ERROR, "seed": SEED}
BUILDS = (
    Build(
        table=STARTING_HANDS,
        partitions=_SHARES,
        compute=_wins,
        combine=_starting_hands,
        cost=Cost(seconds=1.1, memory_bytes=280_000_000, disk_bytes=5_000),
        values="348f6a52e9383b6613a493d028780955de5e8841f9f20e9913fea8dc555a29ed",
    ),
    Build(
        table=MATCHUPS,
        partitions=_SHARES,
        compute=_wins,
        combine=_matchups,
        cost=Cost(seconds=1.1, memory_bytes=280_000_000, disk_bytes=310_000),
        values="2d35278373b5b7ac63b19d204c270e868f8d802d1b87e27f6ff0af8f0ed52b12",
    ),
    Build(
        table=COMBO_MATCHUPS,
        partitions=_COMBO_SHARES,
        compute=_combo_matchups,
        cost=Cost(seconds=0.9, memory_bytes=340_000_000, disk_bytes=430_000),
        values="1e94f7f0f2e90522b5efbcc7b07ed8709ebc14614aa856f4c07549ad112e9ba1",
    ),
    Build(
        table=INCOME_RATES,
        partitions=_SHARES + _PIECES * len(_SAMPLED),
        compute=_pot_shares,
        combine=_income_rates,
        cost=_income_cost(_DEFAULTS),
        values="dd01d65fd99cfcab0b316f33d936f134449fd0b68b9fdb040bfc9242a28edfb2",
        parameters=_DEFAULTS,
        cost_with=_income_cost,
    ),
)
