"""A tree as the result-table learner walks it: chance drawn by one word, then choices in a row.

Where chance moves several times on end, as it does when hands are dealt, it is drawn once, of all
that may come of it. From one draw to the next, or to the end, a game is a line that the choices of
the players decide: the kernel keeps it until one of them changes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from .flat import Tree
from .game import CHANCE, OVER

WHOLE = 1 << 32


@dataclass(frozen=True)
class Walk:
    """The n nodes of a tree, and the m lines that begin where chance has just been drawn.

    Attributes
    ----------
    kind : (n,) int32
        The state of a player's node; ``CHANCE`` or ``OVER``.
    first : (n,) int32
        A player's first child; where the draws of a chance node begin.
    draws : (n,) int32
        How many draws it has, all alike likely, by Vose's alias method.
    keep : (d,) uint64
        Of 2^32 words those for which a draw is its own line, not the other one.
    line : (d, 2) int32
        The line of each draw, and the other one.
    start : (m,) int32
        The node at which a line begins; where nothing is drawn at first, line 0 begins at node 0.
    first_line : (s + 1,) int32
        Where the lines of each state begin in ``lines``.
    lines : (k,) int32
        The lines that may come to a state.
    least : (c,) int64
        The least that can be won after a choice, less what was paid before it.
    longest : int
        The most choices in a game.
    """

    kind: npt.NDArray[np.int32]
    first: npt.NDArray[np.int32]
    draws: npt.NDArray[np.int32]
    keep: npt.NDArray[np.uint64]
    line: npt.NDArray[np.int32]
    start: npt.NDArray[np.int32]
    first_line: npt.NDArray[np.int32]
    lines: npt.NDArray[np.int32]
    least: npt.NDArray[np.int64]
    longest: int


def walk_of(tree: Tree) -> Walk:
    """Lay out draws and lines."""
    n = len(tree.turn)
    kind = np.where(tree.turn == OVER, OVER, tree.state).astype(np.int32)
    first, draws = tree.first_child.copy(), np.zeros(n, np.int32)
    keep: list[int] = []
    line: list[tuple[int, int]] = []
    start = [] if tree.turn[0] == CHANCE else [0]
    at_chance = tree.turn == CHANCE
    for node in np.flatnonzero(at_chance & ~(at_chance[tree.parent] & (np.arange(n) > 0))).tolist():
        outcomes = list(_outcomes(tree, node, Fraction(1)))
        first[node], draws[node] = len(line), len(outcomes)
        for own, (share, other) in enumerate(alias([chance for _, chance in outcomes])):
            keep.append(int(share * WHOLE))
            line.append((len(start) + own, len(start) + other))
        start += [outcome for outcome, _ in outcomes]
    line_of = np.full(n, -1, np.int32)
    line_of[start] = np.arange(len(start))
    moves = np.zeros(n, np.int64)
    for begin, end in zip(tree.levels[1:-1], tree.levels[2:], strict=True):
        nodes, parent = slice(begin, end), tree.parent[begin:end]
        moves[nodes] = moves[parent] + (tree.choice[nodes] >= 0)
        line_of[nodes] = np.where(line_of[nodes] < 0, line_of[parent], line_of[nodes])
    played = np.flatnonzero(tree.state >= 0)
    pairs = np.unique(np.stack([tree.state[played], line_of[played]]), axis=1)
    return Walk(
        kind=kind,
        first=first,
        draws=draws,
        keep=np.array(keep, np.uint64),
        line=np.array(line, np.int32).reshape(-1, 2),
        start=np.array(start, np.int32),
        first_line=np.searchsorted(pairs[0], np.arange(len(tree.names) + 1)).astype(np.int32),
        lines=pairs[1].astype(np.int32),
        least=_least(tree),
        longest=int(moves.max()),
    )


def alias(chances: list[Fraction]) -> list[tuple[Fraction, int]]:
    """Of n things one by one of n draws alike likely: how often it is its own, and else which.

    Source: Vose, "A linear algorithm for generating random numbers with a given distribution"
    (1991).
    """
    left = [chance * len(chances) for chance in chances]
    found = [(Fraction(1), thing) for thing in range(len(chances))]
    under = [thing for thing, chance in enumerate(left) if chance < 1]
    over = [thing for thing, chance in enumerate(left) if chance >= 1]
    while under:
        thing = under.pop()
        found[thing] = left[thing], over[-1]
        left[over[-1]] -= 1 - left[thing]
        if left[over[-1]] < 1:
            under.append(over.pop())
    return found


def _outcomes(tree: Tree, node: int, reach: Fraction) -> Iterator[tuple[int, Fraction]]:
    """What may come of chance, until a player is to choose or the game is over."""
    for child in range(tree.first_child[node], tree.first_child[node] + tree.children[node]):
        chance = reach * tree.exact_chance[child]
        if tree.turn[child] == CHANCE:
            yield from _outcomes(tree, child, chance)
        else:
            yield child, chance


def _least(tree: Tree) -> npt.NDArray[np.int64]:
    most = np.iinfo(np.int64).max
    least = np.where((tree.turn == OVER)[:, None], tree.won, most)
    for begin, end in zip(tree.levels[-2:0:-1], tree.levels[:1:-1], strict=True):
        np.minimum.at(least, tree.parent[begin:end], least[begin:end])
    found = np.full(len(tree.choices), most)
    chosen = np.flatnonzero(tree.choice >= 0)
    before = tree.parent[chosen]
    won = least[chosen, tree.turn[before]] + tree.paid[before]
    np.minimum.at(found, tree.choice[chosen], won)
    return found
