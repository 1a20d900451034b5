"""What players pushed and called at a depth, beside an equilibrium of push or fold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from pokerlake.engine.cards.holes import HAND_INDEX, HANDS, hand_combos

from ..statements.run import stream
from .answer import ratio_of, unit_of
from .given import Condition
from .nodes import decided_sql, hands_of
from .population import best_with, shares_of

if TYPE_CHECKING:
    import numpy.typing as npt

    from pokerlake.engine.push_fold.spots import Decision

    Floats = npt.NDArray[np.float64]
    Ints = npt.NDArray[np.int64]

# Who goes in puts in all that he can lose; a call does where the bet was for all of it.
_SQL = """
select position, coalesce(versus, '') as versus, person, hand, count(*) as n,
    case
        when facing = 'nothing' and action = 'raise' and amount >= all_in then 1
        when facing = 'raise' and to_call >= all_in and action in ('call', 'raise') then 1
        when action = 'fold' then 0
        else 2
    end as went
from (select *, behind * big_blind - 0.0001 as all_in from ({rows}))
where calls = 0 and turn = 1 and (facing = 'nothing' or facing = 'raise' and to_call >= all_in)
group by all
"""


@dataclass(frozen=True)
class Pushed:
    """What players did at a decision of push or fold.

    Attributes
    ----------
    decision : Decision
    dealt, taken : (169,) int64
        How often each hand was known there, and of these, how often it went in.
    chances, actions, others : int
        How often players went in or folded; went in; and did something else, which is none of both.
    share, error : float
        Of those who went in, 0 to 1, with its standard error.
    lost_low, lost_high : float
        Big blinds that a decision loses against the equilibrium: the same where all holes are
        known; else at least and at most, whatever the others were.
    low_error, high_error : float
        Their standard errors.
    unit : str
        What is independent: row, of one player, or player.
    """

    decision: Decision
    dealt: Ints
    taken: Ints
    chances: int
    actions: int
    others: int
    share: float
    error: float
    lost_low: float
    lost_high: float
    low_error: float
    high_error: float
    unit: str


def pushed(
    positions: Sequence[str],
    decisions: Sequence[Decision],
    conditions: tuple[Condition, ...],
    lake: Path | None,
) -> list[Pushed]:
    """What players did at decisions before which at most one player went in.

    UsageError if a player who is named has no hands; LakeError if the lake has none.
    """
    conditions = (
        *conditions,
        Condition("street", '"street" = ?', ("preflop",)),
        Condition("players", '"players" = ?', (len(positions),)),
    )
    columns = ("position", "versus", "hand", "facing", "action", "amount", "to_call",
               "behind", "big_blind", "calls", "turn")  # fmt: skip
    unit = unit_of((), conditions, None)
    with hands_of(lake, conditions) as connection:
        rows, values = decided_sql(connection, columns, conditions)
        found = stream(connection, _SQL.format(rows=rows), values).read_all().to_pylist()
    # The button of two players has the small blind.
    names = {"BTN": "SB"} if len(positions) == 2 else {}
    by_node: dict[tuple[str, str], list[dict[str, object]]] = {}
    for row in found:
        node = tuple(names.get(row[name], row[name]) for name in ("position", "versus"))
        by_node.setdefault((node[0], node[1]), []).append(row)
    told = []
    for decision in decisions:
        if decision.before.count("i") < 2:
            first = decision.before.find("i")
            node = positions[decision.player], "" if first < 0 else positions[first]
            told.append(_pushed(decision, by_node.get(node, []), unit))
    return [one for one in told if one is not None]


def _pushed(decision: Decision, rows: Sequence[dict[str, object]], unit: str) -> Pushed | None:
    """What is counted at a decision; None where nobody went in or folded."""
    went = np.array([row["went"] for row in rows], np.int64)
    count = np.array([row["n"] for row in rows], np.int64)
    hand = np.array([HAND_INDEX.get(row["hand"], -1) for row in rows], np.int64)  # type: ignore[call-overload]
    others = int(count[went == 2].sum())
    kept = went < 2
    if not kept.any():
        return None
    _, who = np.unique(np.array([str(row["person"]) for row in rows])[kept], return_inverse=True)
    went, count, hand = went[kept], count[kept], hand[kept]
    by_player = np.zeros((who.max() + 1, 2))
    np.add.at(by_player, (who, went), count)
    shares, spread = shares_of(by_player, clustered=unit != "row")
    known = np.zeros((2, len(HANDS)), np.int64)
    np.add.at(known, (went[hand >= 0], hand[hand >= 0]), count[hand >= 0])
    values = np.stack([decision.value_fold, decision.value_in], axis=1)
    own = np.stack([1 - decision.share, decision.share], axis=1)
    values = np.where(np.isfinite(values), values, 0.0)
    loss = (own * values).sum(axis=1, keepdims=True) - values  # of each hand and choice
    ends = []
    for sign in (1, -1):
        unknown, dealt = _unknown(known, by_player.sum(axis=0) - known.sum(axis=1), loss, sign)
        each = np.where(hand >= 0, loss[hand, went], unknown[went])
        mean, error = _mean(each, count, who, clustered=unit != "row")
        ends.append((mean, float(np.hypot(error, np.sqrt(dealt) / count.sum()))))
    return Pushed(
        decision, known.sum(axis=0), known[1], int(count.sum()), int(count[went == 1].sum()),
        others, float(shares[1]), float(np.sqrt(spread[1, 1])),
        ends[0][0], ends[1][0], ends[0][1], ends[1][1], unit,
    )  # fmt: skip


def _unknown(known: Ints, unknown: Floats, loss: Floats, sign: int) -> tuple[Floats, float]:
    """What is lost by those who fold, and who go in, with holes that are not known, ``(2,)``.

    Together at least, or at most for a ``sign`` of -1: hands are dealt as often as they have
    combos, and those that are not among the known ones are shared out among both as they do best,
    or worst. Then the variance of the sum over all, as hands are dealt by chance.
    """
    if not unknown.sum():
        return np.zeros(2), 0.0
    combos = hand_combos()
    left = np.maximum((known.sum() + unknown.sum()) * combos / combos.sum() - known.sum(axis=0), 0)
    weight = left / left.sum() if left.sum() else combos / combos.sum()
    shares = unknown / unknown.sum()
    best, prices = best_with(weight, -sign * loss, shares)
    value = (-sign * loss - prices)[:, shares > 0].max(axis=1)
    dealt = float(unknown.sum() * (weight @ value**2 - (weight @ value) ** 2))
    # Prices are known but for what is the same for both: the mean says which.
    return -sign * (prices + best - float(prices @ shares)), max(dealt, 0.0)


def _mean(each: Floats, count: Ints, who: Ints, *, clustered: bool) -> tuple[float, float]:
    """The mean of what each decision loses, and its standard error."""
    lost, of = each * count, count.astype(np.float64)
    if clustered:
        lost = np.bincount(who, lost).astype(np.float64)
        of = np.bincount(who, of).astype(np.float64)
        squares = (lost @ lost, lost @ of, of @ of, len(of))
    else:
        squares = (each @ lost, lost.sum(), of.sum(), of.sum())
    mean, error = ratio_of(np.array([[lost.sum(), of.sum(), *squares]]))
    return float(mean[0]), float(error[0])
