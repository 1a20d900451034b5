"""A population beside a solved spot: how often it takes actions, and what that costs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pokerlake.catalogue import HOLDEM
from pokerlake.engine.solving.sizes import PLAYERS, STREETS
from pokerlake.engine.solving.written import line_aloud
from pokerlake.queries.questions.fields import of_field
from pokerlake.queries.results import Result
from pokerlake.tables.errors import UsageError
from pokerlake.tables.lake import lake_path

from ..given import LakePath, place_of, whole

if TYPE_CHECKING:
    import pyarrow as pa

    from pokerlake.engine.solving import Decision, Spot, Tree
    from pokerlake.queries.statistics.population import Beside

LEAST = 30  # decisions, of which a share has a standard error of up to nine points
_Z = 1.96


@dataclass(frozen=True, repr=False, eq=False)
class Population(Result):
    """What a population does at the decisions of a solved street: a row for each action.

    Decisions with the surest loss come first.

    Attributes
    ----------
    unit : str
        The unit of independent observations: row, for one player, or player.
    few : list of tuple
        The lines with too few decisions, and their numbers.
    left : int
        The number of decisions that the tree lacks, or whose action it lacks.
    """

    unit: str
    few: list[tuple[str, int]]
    left: int
    _told: tuple[Beside, ...]

    def to_arrow(self) -> pa.Table:
        """A row for each action: its share in the population and the solution, and the loss."""
        import numpy as np
        import pyarrow as pa

        rows: list[dict[str, Any]] = []
        for one in self._told:
            found = one.decision
            low = np.maximum(one.lost - _Z * one.lost_error, 0.0)
            high = one.lost + _Z * one.lost_error
            for at, action in enumerate(found.actions):
                share, solved = 100 * one.shares[at], 100 * one.solved[at]
                rows.append(
                    {
                        "line": found.line, "aloud": line_aloud(found.line),
                        "player": PLAYERS[found.player], "pot": found.pot, "action": action,
                        "size": one.sizes[at], "matched": one.means[at],
                        "decisions": one.decisions, "taken": int(one.taken[at]),
                        "percent": share, "solved": solved, "difference": share - solved,
                        "standard_error": 100 * one.errors[at], "lost": one.lost,
                        "lost_error": one.lost_error, "lost_percent": 100 * one.lost / found.pot,
                        "lost_low": 100 * low / found.pot, "lost_high": 100 * high / found.pot,
                    }
                )  # fmt: skip
        types = dict.fromkeys(("line", "aloud", "player", "action"), pa.string())
        types |= dict.fromkeys(("decisions", "taken"), pa.int64())
        return pa.table(
            {
                name: pa.array(
                    [row[name] for row in rows], types.get(name, pa.float64()), from_pandas=True
                )
                for name in rows[0]
            }
        )

    def for_people(self) -> pa.Table:
        """The rows as they are shown."""
        return self.to_arrow().drop_columns(["aloud"])

    def summary(self) -> str:
        """What was counted, what was not, and the loss."""
        total = sum(one.decisions for one in self._told)
        how = "each player's belong together" if self.unit == "player" else "each by itself"
        lines = [
            f"{total:,} decisions, {how}; size and matched are percent of the pot after a call: "
            "each bet counts as the nearest of the tree",
            "lost: chips that hands win less than in the solution, against it, if actions are "
            "taken so often by the hands that do best with them; it is at least that",
        ]
        if self.few:
            few = ", ".join(f"{line!r} {number:,}" for line, number in self.few)
            lines.append(f"too few decisions after {few}")
        if self.left:
            lines.append(f"{self.left:,} decisions are none of the tree's")
        return "\n".join(lines)


def population_of(
    spot: Spot,
    tree: Tree,
    decisions: Sequence[Decision],
    where: Any,
    player: Any,
    *,
    least: int,
    lake: LakePath | None,
) -> Population:
    """What a population does at these decisions; see :meth:`OfSpot.population`."""
    from pokerlake.queries.statistics.nodes import conditions_at
    from pokerlake.queries.statistics.population import beside
    from pokerlake.queries.statistics.walked import walked

    least = whole("least", least, 1)
    with of_field("where"):
        conditions = conditions_at(None if where == "all" else where, player, HOLDEM)
        found = walked(STREETS[tree.street[0]], conditions, lake_path(place_of(lake)))
    told, few, left = beside(tree, spot.pot, decisions, found, least)
    if not told:
        raise UsageError(
            f"the lake has too few decisions of this street: at least {least:,} are asked for at "
            f"one; there are {', '.join(f'{number:,} after {line!r}' for line, number in few)}"
        )
    return Population(found.unit, few, left, tuple(told))
