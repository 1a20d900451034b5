"""Stored solutions for the decisions of a hand: spots that are equal up to chips."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from pokerlake.catalogue import HOLDEM
from pokerlake.engine.cards.boards import suit_images
from pokerlake.engine.cards.holes import hole_id
from pokerlake.engine.cards.text import parse_hand
from pokerlake.engine.solving.tree import DECISION
from pokerlake.pipelines.growing import rows_so_far
from pokerlake.pipelines.solving.stored import Stored
from pokerlake.tables.definitions.solving import SOLVED_SPOTS

from .replay import DEAL, PREFLOP, Replay, Step

if TYPE_CHECKING:
    import numpy.typing as npt

    from pokerlake.engine.solving import Tree
    from pokerlake.tables.lake import Lake

MOST_APART = 1.5  # ratio of stacks, in pots
_NAMES = {"x": "check", "f": "fold", "c": "call", "b": "bet", "r": "raise"}
_KINDS = {name: letter for letter, name in _NAMES.items()}


@dataclass(frozen=True)
class Mix:
    """How a stored solution plays the hole of a player at a decision.

    Attributes
    ----------
    spot, name : int and str
        The spot in ``solved_spots``.
    line : str
        The actions of the spot before the decision.
    shares : dict
        How often the hole takes each action of the spot, 0 to 1.
    sizes : dict
        The sizes of its bets and raises, as parts of the pot after a call.
    taken : str
        The action that matches the player's; empty if none does.
    size : float or None
        The player's bet or raise, as a part of the pot after a call.
    depths : tuple of float
        The effective stack when the spot begins, in pots: of the hand, and of the spot.
    """

    spot: int
    name: str
    line: str
    shares: dict[str, float]
    sizes: dict[str, float]
    taken: str
    size: float | None
    depths: tuple[float, float]

    def text(self) -> str:
        """The shares in words, and how sizes were matched."""
        told = ", ".join(
            f"{self._named(action)} {100 * share:.1f} %" for action, share in self.shares.items()
        )
        if self.size is None or not self.taken:
            return told
        return f"{told}; {100 * self.size:.0f}% is taken for {100 * self.sizes[self.taken]:.0f}%"

    def _named(self, action: str) -> str:
        name = _NAMES[action[0]]
        return f"{name} {100 * self.sizes[action]:.0f}%" if action in self.sizes else name


def mixes_of(replay: Replay, lake: Lake) -> list[Mix | None]:
    """For each step the play of a stored solution; None if none fits or the lake lacks the street.

    A spot fits if two players are left on the same board up to suits, its stacks in pots differ by
    a factor of at most ``MOST_APART``, and its tree has the actions. Of several, the one with the
    nearest stacks is taken, then the one with the least exploitability. Bets and raises map to the
    nearest of the tree, by the ratio of their parts of the pot after a call.
    """
    found: list[Mix | None] = [None] * len(replay.steps)
    if replay.hand.game != HOLDEM.name:
        return found
    rows = [row for row in rows_so_far(lake, SOLVED_SPOTS).to_pylist() if not row.get("prizes")]
    for at, step in enumerate(replay.steps):
        if step.action != DEAL or step.street == PREFLOP or len(step.live) != 2:
            continue
        behind = min(step.behind[seat] for seat in step.live)
        if len(step.boards) != 1 or not behind or not step.pot:
            continue
        cards, depth = parse_hand(step.boards[0]), behind / step.pot
        fitting = []
        for row in rows:
            images = _images(cards, row["board"]) if row["street"] == step.street else []
            apart = abs(math.log(depth * row["pot"] / row["stack"]))
            if images and apart <= math.log(MOST_APART):
                fitting.append((apart, row["exploitability"], row["spot"], row, images[0]))
        if fitting:
            *_, row, image = min(fitting, key=lambda each: each[:3])
            for number, mix in _walk(replay, at, Stored(lake, row), image, depth):
                found[number] = found[number] or mix
    return found


def _images(cards: npt.NDArray[np.uint8], board: str) -> list[npt.NDArray[np.uint8]]:
    """The permutations of suits that map the cards to a board."""
    wanted = sorted(parse_hand(board).tolist())
    if len(cards) != len(wanted):
        return []
    return [suits for suits in suit_images() if sorted(suits[cards].tolist()) == wanted]


def _walk(
    replay: Replay, begin: int, stored: Stored, image: npt.NDArray[np.uint8], depth: float
) -> Iterator[tuple[int, Mix]]:
    """The decisions from a street on, as far as the tree goes."""
    tree, spot, row = stored.tree, stored.spot, stored.row
    line = ""
    dealt: tuple[int, ...] = ()
    first = None  # out of position, first to act
    for at, step in enumerate(replay.steps[begin + 1 :], begin + 1):
        if step.action == DEAL:
            if len(step.boards) != 1:
                return
            known = len(spot.board) + len(dealt)
            cards = parse_hand(step.boards[0])[known:]
            dealt = (*dealt, *(int(image[card]) for card in cards))
        if step.number is None or step.seat is None:
            continue
        first = step.seat if first is None else first
        node = tree.node(line)
        if tree.kind[node] != DECISION or tree.player[node] != (step.seat != first):
            return
        sizes, taken, size = _matched(tree, node, spot.pot, step)
        decision = stored.found(node, dealt)
        hole = replay.seats[step.seat].hole
        if decision is not None and hole:
            number = hole_id(*image[parse_hand(hole)].tolist())
            for place in np.flatnonzero((decision.holes == number) & (decision.reach > 0)):
                shares = dict(zip(decision.actions, decision.shares[place].tolist(), strict=True))
                depths = depth, row["stack"] / row["pot"]
                yield at, Mix(row["spot"], row["name"], line, shares, sizes, taken, size, depths)
        if not taken:
            return
        line = f"{line} {taken}".strip()


def _matched(
    tree: Tree, node: int, pot: int, step: Step
) -> tuple[dict[str, float], str, float | None]:
    """The sizes of the tree, the action that matches a step, and the size of the step."""
    player = int(tree.player[node])
    theirs = int(tree.put_in[node, 1 - player])
    after_call = pot + 2 * theirs
    children = {tree.actions[child]: int(child) for child in tree.children_of(node)}
    sizes = {
        action: (int(tree.put_in[child, player]) - theirs) / after_call
        for action, child in children.items()
        if action[0] in "br"
    }
    letter = _KINDS.get(step.action, "")
    if letter not in ("b", "r"):
        return sizes, letter if letter in children else "", None
    assert step.seat is not None
    level = max(bet for seat, bet in step.bets.items() if seat != step.seat)
    total = step.bets[step.seat]
    own = (total - level) / (step.pot + level - (total - step.amount))
    if own <= 0:  # odd files have it
        return sizes, "", own
    nearest = min(sizes, key=lambda action: abs(math.log(sizes[action] / own)), default="")
    return sizes, nearest, own
