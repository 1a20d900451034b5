"""What a player's locks cost him, and at which decisions."""

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

_SHOWN = 0.01  # share of the cost: decisions below it are summed up
_ROWS = pa.schema(
    {
        "line": pa.string(), "aloud": pa.string(), "player": pa.string(), "locked": pa.bool_(),
        "lost": pa.float64(), "percent": pa.float64(),
    }
)  # fmt: skip


@dataclass(frozen=True, repr=False, eq=False)
class StrategyCost(Result):
    """What a strategy costs a player. Rows are decisions, the most expensive first.

    At the player's decisions, the loss is the EV that the best action adds against the opponent's
    equilibrium strategy. At the opponent's decisions, it is the EV that the opponent gains by
    adapting. Cards and holes are summed, and the rows add up to the cost.

    Attributes
    ----------
    player : str
        ``"oop"`` or ``"ip"``: the player with locks. He plays best elsewhere.
    pot : int
    equilibrium : float
        His EV in chips without the locks, by the best response to the opponent's equilibrium
        strategy.
    unnoticed : float
        His EV in chips with this strategy if the opponent keeps to the equilibrium.
    noticed : float
        His EV in chips if the opponent plays the best response.
    error : float
        How many chips of the cost may come from the exploitability of both solutions.
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
        """The EV in chips that he loses against an opponent who adapts."""
        return self.equilibrium - self.noticed

    def to_arrow(self) -> pa.Table:
        """A row for each decision: whether it is locked, chips ``lost``, ``percent`` of the cost.

        ``percent`` is null if nothing is lost.
        """
        return self._table

    def for_people(self) -> pa.Table:
        """Decisions that are locked, or lose at least 1 % of the cost; rounded."""
        kept = [
            row | {"lost": round(row["lost"], 2), "percent": round(row["percent"] or 0.0, 1)}
            for row in self._table.to_pylist()
            if row["locked"] or row["lost"] >= _SHOWN * self.cost
        ]
        return pa.Table.from_pylist(kept, _ROWS).drop_columns(["aloud"])

    def summary(self) -> str:
        """His EVs, and the cost."""
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
            f"up to {self.error:.2g} of it may be the error of the two solutions",
        ]
        if left:
            lines.append(f"not shown, of less than 1 % of the cost each: {left:,} decisions")
        return "\n".join(lines)


def sides_of(tree: Tree, lines: Iterable[str]) -> list[int]:
    """The player who decides after each line: 0 out of position, 1 in position.

    UsageError if there is no such line, or nobody decides there.
    """
    return [int(tree.player[decision_of(tree, line)]) for line in lines]


def side_with_locks(whose: str, sides: Iterable[int]) -> int:
    """The player whose locks are to be priced: 0 out of position, 1 in position.

    ``sides`` are the players of all locks. UsageError if he has no lock, or if both have one and
    ``whose`` is empty.
    """
    locked = sorted(set(sides))
    if whose not in ("", *PLAYERS):
        raise UsageError(f"{by_door('--cost', 'whose')} is {shown(whose)}; give oop or ip")
    if not locked or (whose and PLAYERS.index(whose) not in locked):
        raise UsageError(f"{whose or 'oop or ip'} needs a lock; give {by_door('--lock', 'locks=')}")
    if not whose and len(locked) > 1:
        raise UsageError("oop and ip both have locks; say whose cost: oop or ip")
    return PLAYERS.index(whose) if whose else locked[0]


def cost_of(solution: Solution, equilibrium: Solution, player: int) -> StrategyCost:
    """What it costs a player to play as in a solution, against an equilibrium without his locks.

    Computed by best responses that are independent of the solver. The opponent's locks are in both.
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
    response, unit = respond(equilibrium.spot, shares), spot.worth(1.0)
    gained = float((response.best - response.values).sum())
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
        for line, lost in sorted(response.lost.items(), key=lambda each: -each[1])
    ]
    value, best = float(response.values[player]), float(response.best[player])
    adapted = float(response.best[1 - player] - response.values[1 - player])
    return StrategyCost(
        PLAYERS[player], spot.told(spot.pot), best * unit, value * unit, (value - adapted) * unit,
        2 * unit * (solution.exploitability + equilibrium.exploitability),
        pa.Table.from_pylist(rows, _ROWS),
    )  # fmt: skip


class _Played:
    """The strategy of a player in a solution, by hole; each board is read once."""

    def __init__(self, solution: Solution, player: int) -> None:
        self._solution, self._player = solution, player
        self._read: dict[tuple[int, ...], dict[str, tuple[Holes, Shares]]] = {}

    def __call__(self, line: str, dealt: tuple[int, ...]) -> Floats:
        if dealt not in self._read:
            decisions = self._solution.decisions(dealt)
            self._read[dealt] = {
                decision.line: (
                    decision.holes,
                    decision.shares.astype(np.float32),
                )  # a flop has gigabytes
                for decision in decisions
                if decision.player == self._player
            }
        holes, read = self._read[dealt][line]
        shares = np.zeros((HOLES, read.shape[1]))
        shares[holes] = read
        return shares
