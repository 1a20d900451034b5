"""What a population pushes and calls beside an equilibrium of push or fold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pokerlake.catalogue import HOLDEM
from pokerlake.engine.given import shown
from pokerlake.queries.questions.fields import of_field
from pokerlake.queries.results import Result
from pokerlake.tables.errors import UsageError
from pokerlake.tables.lake import lake_path

from ..given import LakePath, place_of
from .shown import Shown

if TYPE_CHECKING:
    import pyarrow as pa

    from pokerlake.pipelines.push_fold.results import Taken
    from pokerlake.queries.statistics.pushed import Pushed

_DEPTH = 0.1  # the range of stacks that count, relative to the spot's
_Z = 1.96


@dataclass(frozen=True, repr=False, eq=False)
class PushedPopulation(Result):
    """What players pushed and called at a depth: a row for each decision of push or fold.

    Attributes
    ----------
    stack : tuple of float, optional
        The lowest and highest effective stack, in big blinds; None if a condition sets it.
    """

    stack: tuple[float, float] | None
    _told: tuple[Pushed, ...]
    _taken: tuple[Taken, ...]

    def at(self, position: str, before: str | None = None) -> Shown:
        """The known hands at a decision, and which of them went all in.

        Parameters are those of ``push_fold(...).share``. UsageError if no player was there.
        """
        for one, taken in zip(self._told, self._taken, strict=True):
            if taken.position == position and before in (None, one.decision.before):
                return Shown(one.dealt, one.taken, one.chances, one.actions, ("in",), HOLDEM)
        there = ", ".join(f"{each.position} after {each.decision.before!r}" for each in self._taken)
        raise UsageError(f"nobody was at {position} after {before!r}; there is {there}")

    def to_arrow(self) -> pa.Table:
        """A row for each decision, the surest losses first."""
        import pyarrow as pa

        from pokerlake.engine.cards.holes import HOLES, hand_combos

        rows: list[dict[str, Any]] = []
        for one, taken in zip(self._told, self._taken, strict=True):
            solved = 100 * float(one.decision.share @ hand_combos()) / HOLES
            rows.append(
                {
                    "position": taken.position, "before": one.decision.before,
                    "facing": taken.facing, "choice": one.decision.choice,
                    "decisions": one.chances, "taken": one.actions, "others": one.others,
                    "percent": 100 * one.share, "solved": solved,
                    "difference": 100 * one.share - solved, "standard_error": 100 * one.error,
                    "known": int(one.dealt.sum()), "lost_least": one.lost_low,
                    "lost_most": one.lost_high, "least_error": one.low_error,
                    "most_error": one.high_error,
                }
            )  # fmt: skip
        texts, counts = ("position", "before", "facing", "choice"), ("decisions", "taken", "others")
        types = dict.fromkeys(texts, pa.string()) | dict.fromkeys((*counts, "known"), pa.int64())
        return pa.table(
            {
                name: pa.array(
                    [row[name] for row in rows], types.get(name, pa.float64()), from_pandas=True
                )
                for name in rows[0]
            }
        )

    def summary(self) -> str:
        """Which stacks count, and the loss."""
        low, high = self.stack or (0, 0)
        which = f"stacks of {low:g} to {high:g} big blinds; " if high else ""
        how = "players' decisions belong together" if self._told[0].unit == "player" else "rows"
        return (
            f"{which}errors by {how}; others, neither all in nor a fold, are not counted\n"
            "lost: big blinds a decision against the equilibrium; where holes are not known at "
            "least and at most, if hands are dealt as they have combos"
        )


def population_of(
    taken: Sequence[Taken], where: Any, player: Any, stack: Any, lake: LakePath | None
) -> PushedPopulation:
    """What players did at the decisions of a spot; see ``PushFold.population``."""
    import numpy as np

    from pokerlake.pipelines.push_fold.rows import equal_stack
    from pokerlake.queries.statistics.given import conditions_of
    from pokerlake.queries.statistics.nodes import conditions_at
    from pokerlake.queries.statistics.pushed import pushed

    spot = taken[0].spot
    if spot.prizes:
        raise UsageError("a population is beside spots in chips; leave prizes out")
    with of_field("where"):
        conditions = conditions_at(None if where == "all" else where, player, HOLDEM)
    if stack is None and not any(each.name == "stack" for each in conditions):
        equal = equal_stack(spot)
        if equal is None:
            raise UsageError("the stacks of the spot differ; say which count: stack=(8, 12)")
        stack = (equal * (1 - _DEPTH), equal * (1 + _DEPTH))
    if stack is not None:
        with of_field("stack"):
            if not isinstance(stack, tuple) or len(stack) != 2:
                raise UsageError(f"stack is {shown(stack)}; give from and to, such as (8, 12)")
            conditions = (*conditions, *conditions_of({"stack": stack}, "stack"))
    place = lake_path(place_of(lake))
    told = pushed(spot.positions, [one.decision for one in taken], conditions, place)
    if not told:
        raise UsageError("nobody was in such a spot; give more stacks, or other conditions")
    told.sort(key=lambda one: np.nan_to_num(_Z * one.low_error - one.lost_low, nan=np.inf))
    by_decision = {id(one.decision): one for one in taken}
    of = tuple(by_decision[id(one.decision)] for one in told)
    return PushedPopulation(stack, tuple(told), of)
