"""A tree as the result-table learner walks it: one random word for chance, then a row of choices.

Chance often moves several times in a row, as when hands are dealt. The learner then draws once
among all results. From one draw to the next, or to the end, the choices of the players decide the
line that a game takes. The kernel keeps that line until one of the choices changes.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ...signatures import I8, I32, I64, U64, Array
from .flat import Tree
from .game import CHANCE, OVER

WHOLE = 1 << 32


class Walk(NamedTuple):
    """The n nodes of a tree, and the m lines that begin where chance has just been drawn."""

    # As in :class:`.flat.Tree`.
    turn: Array[I8, "n"]
    parent: Array[I32, "n"]
    choice: Array[I32, "n"]
    paid: Array[I64, "n"]
    won: Array[I64, "n, p"]
    first_choice: Array[I32, "s + 1"]
    kind: Array[I32, "n"]  # the state of a player's node; ``CHANCE`` or ``OVER``
    first: Array[I32, "n"]  # the first child of a player's node; the first draw of a chance node
    # The number of draws of a chance node. All are equally likely, by Vose's alias method.
    draws: Array[I32, "n"]
    # The number of words, of 2^32, for which a draw leads to its own line and not the other.
    keep: Array[U64, "d"]
    line: Array[I32, "d, 2"]  # the line of each draw, and the other one
    # The node at which each line begins. Where nothing is drawn at first, line 0 begins at node 0.
    start: Array[I32, "m"]
    first_line: Array[I32, "s + 1"]  # the first of each state in ``lines``
    lines: Array[I32, "k"]  # the lines on which each state can be reached
    # The least that can be won after each choice, less what was paid before it.
    least: Array[I64, "c"]
    longest: int  # the largest number of choices in a game


def walk_of(tree: Tree) -> Walk:
    """Lay out the draws and lines of a tree."""
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
        turn=tree.turn,
        parent=tree.parent,
        choice=tree.choice,
        paid=tree.paid,
        won=tree.won,
        first_choice=tree.first_choice,
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
    """Make n equally likely draws out of n things with these chances.

    For each draw it returns the probability that it stands for the thing of its own number, and
    the other thing that it stands for else. Source: Vose, "A linear algorithm for generating random
    numbers with a given distribution" (1991).
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
    """The results of chance from a node on, until a player acts or the game is over."""
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
