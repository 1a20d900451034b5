"""Solutions as the rows that people and programs are shown: decisions, hands, players."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from pokerlake.engine.cards.holes import HANDS, HOLES, hand_combos
from pokerlake.engine.push_fold.spots import Decision, PushFoldSpot
from pokerlake.engine.ranges.notation import format_range
from pokerlake.engine.ranges.shapes import hand_holes
from pokerlake.tables.errors import UsageError, did_you_mean

from .rows import CLOSE, Solved, equal_stack, for_hands, numbers_text, or_null

_DIGITS = 2  # of shares in the text of a range: whole percents

_DECISIONS = pa.schema(
    {
        "spot": pa.uint32(), "players": pa.uint8(), "stacks": pa.string(),
        "small_blind": pa.float64(), "ante": pa.float64(), "prizes": pa.string(),
        "others": pa.string(), "bb_ante": pa.float64(), "fixed": pa.string(),
        "position": pa.string(), "before": pa.string(),
        "facing": pa.string(), "choice": pa.string(), "percent": pa.float64(),
        "reach": pa.float64(), "range": pa.string(), "value": pa.float64(),
        "gain_by_deviating": pa.float64(), "is_close": pa.bool_(), "method": pa.string(),
    }
)  # fmt: skip


@dataclass(frozen=True)
class Taken:
    """A decision of a spot."""

    solved: Solved
    decision: Decision

    @property
    def spot(self) -> PushFoldSpot:
        """The spot that it is part of."""
        return self.solved.solution.spot

    @property
    def position(self) -> str:
        """Who decides."""
        return self.spot.positions[self.decision.player]

    @property
    def is_fixed(self) -> bool:
        """Whether its range is given, and not solved for."""
        return (self.decision.player, self.decision.before) in self.spot.fixed_shares

    @property
    def facing(self) -> str:
        """What the players before him did, in words."""
        done, anybody = [], False
        for position, letter in zip(self.spot.positions, self.decision.before, strict=False):
            done.append(
                f"{position} {('calls' if anybody else 'pushes') if letter == 'i' else 'folds'}"
            )
            anybody = anybody or letter == "i"
        return ", ".join(done)

    @property
    def percent(self) -> float:
        """The share of all 1,326 holes that go in, x 100."""
        # Summed exactly: the last digit of a product hangs on how a copy lies in memory.
        return math.fsum(self.decision.share * hand_combos()) * 100 / HOLES

    def weights(self) -> npt.NDArray[np.float64]:
        """The range as weights ``(1326,)``, its shares rounded to whole percents."""
        weights = np.zeros(HOLES)
        for holes, share in zip(hand_holes(), np.round(self.decision.share, _DIGITS), strict=True):
            weights[holes] = share
        return weights


def decisions_of(
    found: Iterable[Solved], position: str | None = None, before: str | None = None
) -> list[Taken]:
    """The decisions of spots: all, or those of a position, or after what came before.

    Raises UsageError if there is none such.
    """
    every = [Taken(one, decision) for one in found for decision in one.solution.decisions]
    chosen = every
    if position is not None:
        known = list(dict.fromkeys(one.position for one in every))
        chosen = [one for one in chosen if one.position.lower() == position.lower()]
        if not chosen:
            raise UsageError(f"no position {position!r}; {did_you_mean(position, known)}")
    if before is not None:
        known = list(dict.fromkeys(one.decision.before for one in chosen))
        chosen = [one for one in chosen if one.decision.before == before.lower()]
        if not chosen:
            there = ", ".join(letters or "'' (nothing)" for letters in known)
            raise UsageError(
                f"nothing comes after {before!r}; a letter for each player before, f folded and "
                f"i went in: {there}"
            )
    return chosen


def decisions_table(taken: Sequence[Taken]) -> pa.Table:
    """A row for each decision: how many hands go in, and which."""
    rows = [
        {
            "spot": one.solved.number or None,
            "players": one.spot.players,
            "stacks": numbers_text(one.spot.stacks),
            "small_blind": one.spot.small_blind,
            "ante": one.spot.ante,
            "prizes": numbers_text(one.spot.prizes),
            "others": numbers_text(one.spot.others),
            "bb_ante": one.spot.bb_ante,
            "fixed": one.spot.fixed,
            "position": one.position,
            "before": one.decision.before,
            "facing": one.facing,
            "choice": one.decision.choice,
            "percent": one.percent,
            "reach": one.decision.reach,
            "range": format_range(one.weights()),
            "value": float(one.solved.solution.values[one.decision.player]),
            "gain_by_deviating": one.solved.solution.gain,
            "is_close": one.solved.is_close,
            "method": one.solved.solution.method,
        }
        for one in taken
    ]
    return pa.Table.from_pylist(rows, _DECISIONS)


def decisions_for_people(taken: Sequence[Taken]) -> pa.Table:
    """The same with what differs: spots by their stacks, percents rounded."""
    columns: dict[str, list[Any]] = {
        "spot": [one.solved.number or None for one in taken],
        "stacks": [stacks_text(one.spot) for one in taken],
        "ante": [one.spot.ante for one in taken],
        "bb_ante": [one.spot.bb_ante for one in taken],
        "prizes": [numbers_text(one.spot.prizes) for one in taken],
        "others": [numbers_text(one.spot.others) for one in taken],
        "position": [one.position for one in taken],
        "facing": [one.facing for one in taken],
        "choice": [one.decision.choice for one in taken],
        "fixed": ["fixed" if one.is_fixed else "" for one in taken],
        "percent": [round(one.percent, 2) for one in taken],
        "range": [format_range(one.weights()) for one in taken],
    }
    maybe = ("spot", "ante", "bb_ante", "prizes", "others", "fixed")
    needless = [name for name in maybe if not any(columns[name])]
    return pa.table({name: column for name, column in columns.items() if name not in needless})


def stacks_text(spot: PushFoldSpot) -> str:
    """The stacks, or the one that all have: ``8,12,20``, ``10 each``."""
    stack = equal_stack(spot)
    return numbers_text(spot.stacks) if stack is None else f"{numbers_text([stack])} each"


def hands_table(taken: Sequence[Taken]) -> pa.Table:
    """A row for each hand of each decision, in the order of the 13 x 13 grid."""

    def joined(name: str) -> npt.NDArray[np.float64]:
        arrays = [getattr(one.decision, name) for one in taken]
        return np.concatenate(arrays) if arrays else np.empty(0)

    text = pa.string()
    value_in, value_fold = joined("value_in"), joined("value_fold")
    return pa.table(
        {
            "spot": for_hands([one.solved.number or None for one in taken], pa.uint32()),
            "position": for_hands([one.position for one in taken], text),
            "before": for_hands([one.decision.before for one in taken], text),
            "facing": for_hands([one.facing for one in taken], text),
            "choice": for_hands([one.decision.choice for one in taken], text),
            "hand": pa.array(list(HANDS) * len(taken), text),
            "share": joined("share"),
            "value_in": or_null(value_in),
            "value_fold": or_null(value_fold),
            "gain": or_null(value_in - value_fold),
        }
    )


def range_table(taken: Sequence[Taken]) -> pa.Table:
    """The hands of the one decision that there is, with their shares in whole percents.

    Raises UsageError if there are several.
    """
    if len(taken) != 1:
        first = taken[0]
        raise UsageError(
            f"there are {len(taken)} decisions, and a range is one of them; name it with "
            f"--position and --before, such as --position {first.position} "
            f"--before {first.decision.before or repr('')}"
            + (", of one spot" if len({one.solved.number for one in taken}) > 1 else "")
        )
    shares = np.round(taken[0].decision.share, _DIGITS)
    return pa.table({"hand": list(HANDS), "weight": shares}).filter(pa.array(shares > 0))


def summary(found: Sequence[Solved]) -> list[str]:
    """What is to be said of spots beside their decisions, in lines."""
    lines = []
    if len(found) == 1:
        (one,) = found
        spot = one.solution.spot
        sign = "" if spot.prizes else "+"
        values = ", ".join(
            f"{position} {value:{sign}z.4f}"
            for position, value in zip(spot.positions, one.solution.values, strict=True)
        )
        unit = "of the prizes" if spot.prizes else "in big blinds"
        lines.append(f"worth of the hand {unit}: {values}")
    worst = max(one.solution.gain for one in found)
    equilibria = "an epsilon-equilibrium" if len(found) == 1 else "epsilon-equilibria"
    held = any(one.solution.spot.fixed for one in found)
    nobody = "against what is fixed, nobody else gains" if held else f"{equilibria}: nobody gains"
    lines.append(f"{nobody} {_bound(worst)} big blinds a hand by deviating")
    if any(one.solution.spot.most_in < one.solution.spot.players for one in found):
        lines.append("nobody goes in as a fifth; what that would gain is counted in")
    far = [one for one in found if not one.is_close]
    if far:
        named = ", ".join(stacks_text(one.solution.spot) for one in far[:5])
        more = f", and {len(far) - 5} more" if len(far) > 5 else ""
        lines.append(
            f"not below {CLOSE:g} big blinds: {len(far)} of {len(found)} spots ({named}{more})"
        )
    return lines


def _bound(gain: float) -> str:
    """The power of ten that a small gain is below; a large one is as it is."""
    if gain >= CLOSE:
        return f"more than {gain:.2g}"
    return f"{10.0 ** np.ceil(np.log10(max(gain, 1e-12) * 1.000001)):g}"
