"""The possible actions in a spot after the flop, line by line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pokerlake.engine.solving.sizes import PLAYERS, STREETS, chips_of, in_unit
from pokerlake.engine.solving.tree import DECISION
from pokerlake.engine.solving.written import line_aloud
from pokerlake.queries.questions.spots import bets_after_flop
from pokerlake.queries.results import Result

from ..given import text

if TYPE_CHECKING:
    import pyarrow as pa

    from pokerlake.engine.solving import Tree
    from pokerlake.queries.charts import Drawn


@dataclass(frozen=True, repr=False, eq=False)
class BetTree(Result):
    """The possible actions in a spot. Rows are decisions; ``print(tree.text)`` shows all lines.

    Attributes
    ----------
    pot, stack : float
        The pot and the stack behind, in chips.
    chip : float
        The smallest chip.
    """

    pot: float
    stack: float
    chip: float
    _tree: Tree

    @property
    def nested(self) -> dict[str, Any]:
        """The actions after each action, in the form of ``tree=``."""
        return self._tree.nested()

    @property
    def text(self) -> str:
        """The same as indented lines, which ``tree=`` and ``--tree`` also take."""
        return self._tree.text(*self._chips, self.chip)

    @property
    def _chips(self) -> tuple[int, int]:
        return chips_of("pot", self.pot, self.chip), chips_of("stack", self.stack, self.chip)

    def to_arrow(self) -> pa.Table:
        """A row for each decision: the line, also in words, the player, chips, and actions."""
        import pyarrow as pa

        tree = self._tree
        rows = []
        for node in range(len(tree)):
            if tree.kind[node] == DECISION:
                player, put_in = int(tree.player[node]), tree.put_in[node].tolist()
                line = tree.line(node)
                rows.append(
                    {
                        "line": line,
                        "aloud": line_aloud(line),
                        "street": STREETS[tree.street[node]],
                        "player": PLAYERS[player],
                        "pot": in_unit(self._chips[0] + sum(put_in), self.chip),
                        "to_call": in_unit(put_in[1 - player] - put_in[player], self.chip),
                        "actions": ",".join(
                            tree.actions[child] for child in tree.children_of(node)
                        ),
                    }
                )
        return pa.Table.from_pylist(rows)

    def for_people(self) -> pa.Table:
        """The lines."""
        import pyarrow as pa

        return pa.table({"tree": [self.text]})

    def __repr__(self) -> str:
        return self.text

    def chart(self, *, title: str = "") -> Drawn:
        """Draw the street of the board: its actions, and the pots at its end.

        UsageError if it has too many actions to draw.
        """
        from pokerlake.queries.charts import Drawn, solving

        return Drawn(solving.tree_figure(self._tree, *self._chips, self.chip, text("title", title)))


def bet_tree(
    board: Any,
    *,
    pot: float | None = None,
    stack: float | None = None,
    preflop: str | None = None,
    stacks: float | str | Mapping[str, Any] | None = None,
    blinds: str | tuple[float, float] | None = None,
    ante: float | str | Mapping[str, Any] | None = None,
    straddle: float | str | Mapping[str, Any] | None = None,
    players: int | None = None,
    bets: str | None = None,
    raises: str | None = None,
    oop_bets: str | None = None,
    oop_raises: str | None = None,
    ip_bets: str | None = None,
    ip_raises: str | None = None,
    donks: str | None = None,
    tree: Mapping[str, Any] | str | None = None,
    add_all_in: float = 0,
    force_all_in: float = 0,
    merge: float = 0,
    most_raises: int = 0,
    chip: float | None = None,
) -> BetTree:
    """The possible actions in a spot after the flop, by its sizes, before solving.

    Parameters
    ----------
    board : text or cards
        Three to five cards, which set the streets.
    pot, stack, preflop, stacks, blinds, ante, straddle, players, bets, raises, oop_bets, \
    oop_raises, ip_bets, ip_raises, donks, tree, add_all_in, \
    force_all_in, merge, most_raises, chip
        As in :func:`solve`.

    Returns
    -------
    BetTree

    Raises
    ------
    UsageError, CardError
        If a value is out of bounds, or a line of ``tree`` is impossible.

    Examples
    --------
    >>> found = bet_tree("As8d5s2c2h", pot=100, stack=100, bets="50", raises="-")
    >>> found.nested
    {'x': {'x': {}, 'b50': {'f': {}, 'c': {}}}, 'b50': {'f': {}, 'c': {}}}
    """
    given = {
        "board": board, "pot": pot, "stack": stack, "preflop": preflop, "stacks": stacks,
        "blinds": blinds, "ante": ante, "straddle": straddle, "players": players,
        "bets": bets, "raises": raises,
        "oop_bets": oop_bets, "oop_raises": oop_raises, "ip_bets": ip_bets, "ip_raises": ip_raises,
        "donks": donks, "tree": tree, "add_all_in": add_all_in, "force_all_in": force_all_in,
        "merge": merge, "most_raises": most_raises, "chip": chip,
    }  # fmt: skip
    return tree_of(given)


def tree_of(given: Mapping[str, Any]) -> BetTree:
    """The tree for the arguments of ``bet_tree``."""
    chips, left, betting, tree = bets_after_flop(given)
    pot, stack = (in_unit(one, betting.chip) for one in (chips, left))
    return BetTree(pot, stack, betting.chip, tree)
