"""Solutions as rows for people and programs: decisions, hands, players."""

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
        """The spot of the decision."""
        return self.solved.solution.spot

    @property
    def position(self) -> str:
        """The position of the player who decides."""
        return self.spot.positions[self.decision.player]

    @property
    def is_fixed(self) -> bool:
        """Whether its range is fixed by the spot, and not solved for."""
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
        # Summed exactly: the last digit of a dot product depends on the alignment of its arrays.
        return math.fsum(self.decision.share * hand_combos()) * 100 / HOLES

    def weights(self) -> npt.NDArray[np.float64]:
        """The range as weights ``(1326,)``, its shares rounded to whole percents."""
        weights = np.zeros(HOLES)
        for holes, share in zip(hand_holes(), np.round(self.decision.share, _DIGITS), strict=True):
            weights[holes] = share
        return weights


def decisions_of(
    spots: Iterable[Solved], position: str | None = None, before: str | None = None
) -> list[Taken]:
    """The decisions of spots: all, or those of a position, or those after ``before``.

    Raises UsageError if there is none.
    """
    every = [Taken(solved, decision) for solved in spots for decision in solved.solution.decisions]
    chosen = every
    if position is not None:
        known = list(dict.fromkeys(taken.position for taken in every))
        chosen = [taken for taken in chosen if taken.position.lower() == position.lower()]
        if not chosen:
            raise UsageError(f"no position {position!r}; {did_you_mean(position, known)}")
    if before is not None:
        known = list(dict.fromkeys(taken.decision.before for taken in chosen))
        chosen = [taken for taken in chosen if taken.decision.before == before.lower()]
        if not chosen:
            there = ", ".join(letters or "'' (nothing)" for letters in known)
            raise UsageError(
                f"nothing comes after {before!r}; a letter for each player before, f folded and "
                f"i went in: {there}"
            )
    return chosen


def decisions_table(decisions: Sequence[Taken]) -> pa.Table:
    """A row for each decision: how many hands go in, and which."""
    rows = [
        {
            "spot": taken.solved.number or None,
            "players": taken.spot.players,
            "stacks": numbers_text(taken.spot.stacks),
            "small_blind": taken.spot.small_blind,
            "ante": taken.spot.ante,
            "prizes": numbers_text(taken.spot.prizes),
            "others": numbers_text(taken.spot.others),
            "bb_ante": taken.spot.bb_ante,
            "fixed": taken.spot.fixed,
            "position": taken.position,
            "before": taken.decision.before,
            "facing": taken.facing,
            "choice": taken.decision.choice,
            "percent": taken.percent,
            "reach": taken.decision.reach,
            "range": format_range(taken.weights()),
            "value": float(taken.solved.solution.values[taken.decision.player]),
            "gain_by_deviating": taken.solved.solution.gain,
            "is_close": taken.solved.is_close,
            "method": taken.solved.solution.method,
        }
        for taken in decisions
    ]
    return pa.Table.from_pylist(rows, _DECISIONS)


def decisions_for_people(decisions: Sequence[Taken]) -> pa.Table:
    """The same, only what differs between spots: by their stacks, with rounded percents."""
    columns: dict[str, list[Any]] = {
        "spot": [taken.solved.number or None for taken in decisions],
        "stacks": [stacks_text(taken.spot) for taken in decisions],
        "ante": [taken.spot.ante for taken in decisions],
        "bb_ante": [taken.spot.bb_ante for taken in decisions],
        "prizes": [numbers_text(taken.spot.prizes) for taken in decisions],
        "others": [numbers_text(taken.spot.others) for taken in decisions],
        "position": [taken.position for taken in decisions],
        "facing": [taken.facing for taken in decisions],
        "choice": [taken.decision.choice for taken in decisions],
        "fixed": ["fixed" if taken.is_fixed else "" for taken in decisions],
        "percent": [round(taken.percent, 2) for taken in decisions],
        "range": [format_range(taken.weights()) for taken in decisions],
    }
    maybe = ("spot", "ante", "bb_ante", "prizes", "others", "fixed")
    needless = [name for name in maybe if not any(columns[name])]
    return pa.table({name: column for name, column in columns.items() if name not in needless})


def stacks_text(spot: PushFoldSpot) -> str:
    """The stacks as text, or the one that all have: ``8,12,20``, ``10 each``."""
    stack = equal_stack(spot)
    return numbers_text(spot.stacks) if stack is None else f"{numbers_text([stack])} each"


def hands_table(decisions: Sequence[Taken]) -> pa.Table:
    """A row for each hand of each decision, in the order of the 13 x 13 grid."""

    def joined(name: str) -> npt.NDArray[np.float64]:
        arrays = [getattr(taken.decision, name) for taken in decisions]
        return np.concatenate(arrays) if arrays else np.empty(0)

    text = pa.string()
    value_in, value_fold = joined("value_in"), joined("value_fold")
    return pa.table(
        {
            "spot": for_hands([taken.solved.number or None for taken in decisions], pa.uint32()),
            "position": for_hands([taken.position for taken in decisions], text),
            "before": for_hands([taken.decision.before for taken in decisions], text),
            "facing": for_hands([taken.facing for taken in decisions], text),
            "choice": for_hands([taken.decision.choice for taken in decisions], text),
            "hand": pa.array(list(HANDS) * len(decisions), text),
            "share": joined("share"),
            "value_in": or_null(value_in),
            "value_fold": or_null(value_fold),
            "gain": or_null(value_in - value_fold),
        }
    )


def range_table(decisions: Sequence[Taken]) -> pa.Table:
    """The hands of the only decision, with their shares in whole percents.

    Raises UsageError if there are several.
    """
    if len(decisions) != 1:
        first = decisions[0]
        raise UsageError(
            f"there are {len(decisions)} decisions, and a range is one of them; name it with "
            f"--position and --before, such as --position {first.position} "
            f"--before {first.decision.before or repr('')}"
            + (", of one spot" if len({taken.solved.number for taken in decisions}) > 1 else "")
        )
    shares = np.round(decisions[0].decision.share, _DIGITS)
    return pa.table({"hand": list(HANDS), "weight": shares}).filter(pa.array(shares > 0))


def summary(spots: Sequence[Solved]) -> list[str]:
    """Lines about spots, to print beside their decisions."""
    lines = []
    if len(spots) == 1:
        (solved,) = spots
        spot = solved.solution.spot
        sign = "" if spot.prizes else "+"
        values = ", ".join(
            f"{position} {value:{sign}z.4f}"
            for position, value in zip(spot.positions, solved.solution.values, strict=True)
        )
        unit = "of the prizes" if spot.prizes else "in big blinds"
        lines.append(f"worth of the hand {unit}: {values}")
    worst = max(solved.solution.gain for solved in spots)
    equilibria = "an epsilon-equilibrium" if len(spots) == 1 else "epsilon-equilibria"
    held = any(solved.solution.spot.fixed for solved in spots)
    nobody = "against what is fixed, nobody else gains" if held else f"{equilibria}: nobody gains"
    lines.append(f"{nobody} {_bound(worst)} big blinds a hand by deviating")
    if any(solved.solution.spot.most_in < solved.solution.spot.players for solved in spots):
        lines.append("nobody goes in as a fifth; what that would gain is counted in")
    far = [solved for solved in spots if not solved.is_close]
    if far:
        named = ", ".join(stacks_text(solved.solution.spot) for solved in far[:5])
        more = f", and {len(far) - 5} more" if len(far) > 5 else ""
        lines.append(
            f"not below {CLOSE:g} big blinds: {len(far)} of {len(spots)} spots ({named}{more})"
        )
    return lines


def _bound(gain: float) -> str:
    """The power of ten above a small gain; a large gain is shown itself."""
    if gain >= CLOSE:
        return f"more than {gain:.2g}"
    return f"{10.0 ** np.ceil(np.log10(max(gain, 1e-12) * 1.000001)):g}"
