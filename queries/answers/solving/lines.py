"""Lines of a spot, action by action: the options at each step, and what comes next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from pokerlake.engine.cards.text import format_hand
from pokerlake.engine.given import shown
from pokerlake.engine.solving import Spot, Tree
from pokerlake.engine.solving.sizes import PLAYERS, STREETS
from pokerlake.engine.solving.tree import DEAL, DECISION, FOLD
from pokerlake.tables.errors import UsageError, counted

Next = Literal["decision", "deal", "fold", "showdown"]


@dataclass(frozen=True)
class Step:
    """A decision along a line.

    Attributes
    ----------
    line : str
        The actions before it.
    street : str
    player : str
        ``"oop"`` or ``"ip"``.
    pot, to_call : float
        Chips.
    actions : tuple of str
    all_in : tuple of bool
        For each action: whether it puts the player all in.
    taken : str
        The action that the line takes; empty at its end.
    """

    line: str
    street: str
    player: str
    pot: float
    to_call: float
    actions: tuple[str, ...]
    all_in: tuple[bool, ...]
    taken: str


@dataclass(frozen=True)
class Way:
    """The steps of a line.

    Attributes
    ----------
    line : str
        As in tables.
    steps : list of Step
    next : str
        ``"decision"``: the last step's. ``"deal"``: a card is dealt. ``"fold"`` and ``"showdown"``:
        the hand is over.
    pot : float
        Chips at its end.
    """

    line: str
    steps: list[Step]
    next: Next
    pot: float


def way_of(spot: Spot, line: str, dealt: Sequence[int]) -> Way:
    """The steps of a line with these dealt cards.

    UsageError if there is no such line, or the number of dealt cards does not fit it.
    """
    tree = spot.tree()
    try:
        node = tree.node(line)
    except ValueError as error:
        raise UsageError(str(error)) from error
    kind, line = int(tree.kind[node]), tree.line(node)
    lacking = int(tree.street[node]) - spot.street - len(dealt)
    ends: Next
    if kind == DECISION:
        has_begun = tree.parent[node] >= 0 and tree.kind[tree.parent[node]] == DEAL
        if lacking and not (lacking == 1 and has_begun):
            dealt_by_then = int(tree.street[node]) - spot.street
            raise UsageError(
                f"{shown(line)} comes after {counted(dealt_by_then, 'card')} dealt later; "
                f"cards has {len(dealt)}"
            )
        ends = "deal" if lacking else "decision"
    else:
        if lacking:
            raise UsageError(
                f"{shown(line)} ends after another number of dealt cards; give exactly those"
            )
        ends = "fold" if kind == FOLD else "showdown"
    path = tree.path(node)
    decisions = [decision for decision in path if tree.kind[decision] == DECISION]
    if ends == "deal":
        decisions.pop()
    steps = [_step(spot, tree, decision, path) for decision in decisions]
    return Way(line, steps, ends, spot.told(spot.pot + int(tree.put_in[node].sum())))


def _step(spot: Spot, tree: Tree, node: int, path: Sequence[int]) -> Step:
    children = tree.children_of(node).tolist()
    player = int(tree.player[node])
    put_in = tree.put_in[node]
    return Step(
        tree.line(node),
        STREETS[int(tree.street[node])],
        PLAYERS[player],
        spot.told(spot.pot + int(put_in.sum())),
        spot.told(int(put_in[1 - player] - put_in[player])),
        tuple(tree.actions[child] for child in children),
        tuple(
            tree.actions[child] != "f" and bool(tree.put_in[child, player] == spot.stack)
            for child in children
        ),
        next((tree.actions[child] for child in children if child in path), ""),
    )


def dealt_of(spot: Spot, cards: Sequence[int]) -> tuple[int, ...]:
    """The cards that are dealt to the board of a spot.

    UsageError if one is there already, or if there are too many.
    """
    if len(spot.board) + len(cards) > 5:
        raise UsageError(
            f"{format_hand(cards)} are {len(cards)} cards; {5 - len(spot.board)} at most can come"
        )
    known = [*spot.board]
    for card in cards:
        if card in known:
            raise UsageError(
                f"card {format_hand([card])} is on the board {format_hand(known)} already"
            )
        known.append(int(card))
    return tuple(int(card) for card in cards)
