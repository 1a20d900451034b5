"""What it costs a player to keep to his locks, and at which decisions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa

from pokerlake.engine.cards.holes import HOLES
from pokerlake.engine.given import shown
from pokerlake.engine.solving.sizes import PLAYERS
from pokerlake.engine.solving.written import line_aloud
from pokerlake.tables.errors import UsageError, by_door

from ...results import Result
from .habits import decision_of

if TYPE_CHECKING:
    import numpy.typing as npt

    from pokerlake.engine.solving import Solution, Tree

    Floats = npt.NDArray[np.float64]
    Holes = npt.NDArray[np.int64]
    Shares = npt.NDArray[np.float32]

_SHOWN = 0.01  # of the whole: decisions of less are shown together
_ROWS = pa.schema(
    {
        "line": pa.string(), "aloud": pa.string(), "player": pa.string(), "locked": pa.bool_(),
        "lost": pa.float64(), "percent": pa.float64(),
    }
)  # fmt: skip


@dataclass(frozen=True, repr=False, eq=False)
class StrategyCost(Result):
    """What a player loses by a strategy. Rows are decisions, the dearest first.

    He loses at his own decisions what the best action would win more against the equilibrium
    strategy of the other; and at the other's what that one wins more by adapting. Cards and holes
    are taken together, and the rows add up to the whole.

    Attributes
    ----------
    player : str
        ``"oop"`` or ``"ip"``: who keeps to locks. Elsewhere he plays what is best with them.
    pot : int
    equilibrium : float
        Chips of the pot that he wins without the locks, by the best response to the other's
        equilibrium strategy.
    unnoticed : float
        Chips that he wins with this strategy if the other keeps to that of the equilibrium.
    noticed : float
        Chips that he wins if the other plays the best response.
    error : float
        Chips of the cost that may be due to both solutions not being equilibria.
    """

    player: str
    pot: float
    equilibrium: float
    unnoticed: float
    noticed: float
    error: float
    _table: pa.Table

    @property
    def cost(self) -> float:
        """Chips that he wins less against who adapts."""
        return self.equilibrium - self.noticed

    def to_arrow(self) -> pa.Table:
        """A row for each decision: whether it is locked, chips ``lost``, ``percent`` of the cost.

        ``percent`` is null if nothing is lost.
        """
        return self._table

    def for_people(self) -> pa.Table:
        """Decisions that are locked, or where a hundredth is lost and more; rounded."""
        kept = [
            row | {"lost": round(row["lost"], 2), "percent": round(row["percent"] or 0.0, 1)}
            for row in self._table.to_pylist()
            if row["locked"] or row["lost"] >= _SHOWN * self.cost
        ]
        return pa.Table.from_pylist(kept, _ROWS).drop_columns(["aloud"])

    def summary(self) -> str:
        """What he wins against whom, and what it costs."""
        other = PLAYERS[1 - PLAYERS.index(self.player)]
        unnoticed, adapted = self.equilibrium - self.unnoticed, self.unnoticed - self.noticed
        left = len(self._table) - len(self.for_people())
        lines = [
            f"{self.player} wins {self.equilibrium:z.2f} of the pot of {self.pot:,} in the "
            f"equilibrium, {self.unnoticed:z.2f} with this strategy if {other} plays that, and "
            f"{self.noticed:z.2f} against {other}'s best response",
            f"it costs {self.cost:z.2f}, {100 * self.cost / self.pot:z.2f} % of the pot: "
            f"{unnoticed:z.2f} at decisions of {self.player}, {adapted:z.2f} by what {other} gains "
            "at his by adapting",
            f"up to {self.error:.2g} of it may be what both solutions are off by",
        ]
        if left:
            lines.append(f"not shown, of less than 1 % of the cost each: {left:,} decisions")
        return "\n".join(lines)


def sides_of(tree: Tree, lines: Iterable[str]) -> list[int]:
    """Who decides after each line: 0 out of position, 1 in position.

    UsageError if there is no such line, or nobody decides there.
    """
    return [int(tree.player[decision_of(tree, line)]) for line in lines]


def side_with_locks(whose: str, sides: Iterable[int]) -> int:
    """The player whose locks cost something: 0 out of position, 1 in position.

    ``sides`` are those of all locks. UsageError if he has none, or both have some and ``whose`` is
    empty.
    """
    locked = sorted(set(sides))
    if whose not in ("", *PLAYERS):
        raise UsageError(f"{by_door('--cost', 'whose')} is {shown(whose)}; give oop or ip")
    if not locked or (whose and PLAYERS.index(whose) not in locked):
        raise UsageError(
            f"{whose or 'nobody'} keeps to nothing; give "
            f"{by_door('--lock', 'locks=')}, what he keeps to"
        )
    if not whose and len(locked) > 1:
        raise UsageError("oop and ip both keep to something; say whose cost: oop or ip")
    return PLAYERS.index(whose) if whose else locked[0]


def cost_of(solution: Solution, equilibrium: Solution, player: int) -> StrategyCost:
    """What it costs a player to play as in a solution, beside an equilibrium without his locks.

    By best responses that know nothing of the solver. The other's locks are in both.
    """
    from pokerlake.engine.solving.best_response import respond

    tree, spot = solution.tree, solution.spot
    played = [_Played(solution if side == player else equilibrium, side) for side in range(2)]
    whose = {tree.line(node): int(tree.player[node]) for node in range(len(tree))}

    def shares(line: str, dealt: tuple[int, ...]) -> Floats:
        return played[whose[line]](line, dealt)

    if spot.prizes:
        raise UsageError(
            "the gain of one is not the loss of the other where chips are prizes; leave prizes and "
            "bounties out to see what a strategy costs"
        )
    found, unit = respond(equilibrium.spot, shares), spot.worth(1.0)
    gained = float((found.best - found.values).sum())
    locked = {tree.node(line) for line in spot.locks}
    rows = [
        {
            "line": line,
            "aloud": line_aloud(line),
            "player": PLAYERS[whose[line]],
            "locked": tree.node(line) in locked,
            "lost": lost * unit,
            "percent": 100 * lost / gained if gained > 0 else None,
        }
        for line, lost in sorted(found.lost.items(), key=lambda each: -each[1])
    ]
    own, best = float(found.values[player]), float(found.best[player])
    adapted = float(found.best[1 - player] - found.values[1 - player])
    return StrategyCost(
        PLAYERS[player], spot.told(spot.pot), best * unit, own * unit, (own - adapted) * unit,
        2 * unit * (solution.exploitability + equilibrium.exploitability),
        pa.Table.from_pylist(rows, _ROWS),
    )  # fmt: skip


class _Played:
    """The shares of a player in a solution by hole; each board is read once."""

    def __init__(self, solution: Solution, player: int) -> None:
        self._solution, self._player = solution, player
        self._read: dict[tuple[int, ...], dict[str, tuple[Holes, Shares]]] = {}

    def __call__(self, line: str, dealt: tuple[int, ...]) -> Floats:
        if dealt not in self._read:
            found = self._solution.decisions(dealt)
            self._read[dealt] = {
                one.line: (one.holes, one.shares.astype(np.float32))  # a flop has gigabytes
                for one in found
                if one.player == self._player
            }
        holes, read = self._read[dealt][line]
        shares = np.zeros((HOLES, read.shape[1]))
        shares[holes] = read
        return shares
