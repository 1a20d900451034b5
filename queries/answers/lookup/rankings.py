"""Rankings of the 169 hands, from the lake, for ranges in percent."""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from pokerlake.catalogue import HIGH, TWO_CARD_GAMES, Order
from pokerlake.engine.cards.holes import HANDS, HOLES, hand_of_hole, hands_without
from pokerlake.engine.ranges.top_percent import at_least_percents
from pokerlake.engine.threads import over_tasks
from pokerlake.tables.errors import LakeError, UsageError, flag
from pokerlake.tables.lake import Lake, lake_path

from .stored import lake_at, stored_columns

EQUITY = "equity"
_INCOME = re.compile("income +([2-9]|10)")


def ranking_name(by: str | None, players: int | None) -> str:
    """The name of a ranking from the options ``--by`` and ``--players``."""
    if by is not None and players is not None:
        short, whole = flag("players", "6"), flag("by", "'income 6'")
        raise UsageError(f"{short} is short for {whole}; give one of them")
    name = f"income {players}" if players is not None else by or EQUITY
    if name != EQUITY and not _INCOME.fullmatch(name):
        raise UsageError(f"no ranking {name!r}; give 'equity', or 'income N' for N = 2 to 10")
    return name


def lake_ranking(lake: Lake, name: str = EQUITY, order: Order = HIGH) -> npt.NDArray[np.float64]:
    """A value for each hand in the order of ``HANDS``; higher is better.

    It is the ``equity`` against one random hand, or ``income N``, the income rate with N players.
    Hands that are not in the deck are ``-inf``.
    """
    name = ranking_name(name, None)
    table = _table(name, order)
    if name == EQUITY:
        rows = stored_columns(lake, table, ["hand", "win", "tie", "lose"])
        win, tie, lose = (rows[column].astype(np.int64) for column in ("win", "tie", "lose"))
        values = (2 * win + tie) / (2 * (win + tie + lose))
    else:
        players = int(name.removeprefix("income"))
        rows = stored_columns(lake, table, ["hand", "income_rate"], players=players)
        values = rows["income_rate"]
    by_hand = dict(zip(rows["hand"].tolist(), values.tolist(), strict=True))
    values = np.full(len(HANDS), -np.inf)
    for hand in hands_without(order.dead).tolist():
        if HANDS[hand] not in by_hand:
            raise LakeError(f"table {table} has no row of {HANDS[hand]} for the ranking {name!r}")
        values[hand] = by_hand[HANDS[hand]]
    return values


def _table(ranking: str, order: Order) -> str:
    of_high = "starting_hands" if ranking == EQUITY else "income_rates"
    return TWO_CARD_GAMES[order].prefix + of_high


@functools.cache
def computed_equities(order: Order = HIGH) -> npt.NDArray[np.float64]:
    """The equity of each hand against a random one, ``(169,)``: 3.5 s of CPU, once a process.

    Short deck takes 0.5 s; hands that are not in its deck are ``-inf``.
    """
    from pokerlake.engine.equity.calculate import equity

    anything = np.ones(HOLES)

    def one(hand: int) -> float:
        held = (hand_of_hole() == hand).astype(np.float64)
        result = equity(np.stack([held, anything]), order=order, method="exact", threads=1)
        lose, win, tie = result.shared[0]
        return float((2 * win + tie) / (2 * (win + tie + lose)))

    values = np.full(len(HANDS), -np.inf)
    hands = hands_without(order.dead)
    values[hands] = over_tasks(one, hands.tolist(), 0)
    return values


def ranking_at(
    path: Path | None, name: str = EQUITY, order: Order = HIGH
) -> npt.NDArray[np.float64]:
    """The ranking from a lake, or the computed equity if there is no lake and none is named.

    ``(169,)`` ``float64``, as :func:`lake_ranking`. The equity of short deck is also computed if
    the named lake lacks its tables, which are built on request only.
    """
    lake = lake_at(path)
    if counts_itself(lake, name, order) and (lake is None or path is None or order is not HIGH):
        return computed_equities(order)
    return lake_ranking(lake or Lake.open(lake_path(path)), name, order)


def counts_itself(lake: Lake | None, name: str, order: Order) -> bool:
    """Whether a ranking has to be computed, and can be; UsageError for an unknown ranking."""
    stored = lake is not None and _table(EQUITY, order) in lake.manifest.tables
    return ranking_name(name, None) == EQUITY and not stored


@dataclass(frozen=True)
class Preflop:
    """The strength of each hole before the flop, ``(1326,)``.

    The percentile is the share x 100 of all holes that have at least this equity: the
    ``top_percent`` of ``hand_equities``.
    """

    equity: npt.NDArray[np.float64]  # against a random hand
    percentile: npt.NDArray[np.float64]

    @classmethod
    def of(cls, lake: Lake | None, order: Order = HIGH) -> Preflop:
        """From ``starting_hands`` if the lake has it, else computed.

        Holes that are not in the deck have an equity of ``-inf``.
        """
        is_stored = lake is not None and not counts_itself(lake, EQUITY, order)
        equities = (
            lake_ranking(lake, order=order)
            if lake is not None and is_stored
            else computed_equities(order)
        )
        equity = equities[hand_of_hole()]
        return cls(equity, at_least_percents(equities, hand_of_hole()))
