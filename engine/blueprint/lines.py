"""The betting of two players on all streets of a game: which action can follow which."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, NamedTuple

import numpy as np

from ..signatures import I8, I32, I64
from ..solving.sizes import Betting, Size, in_unit, plain
from ..solving.tree import DEAL, DECISION, FOLD, SHOWDOWN, Tree, betting_tree

MOST_NODES = 200_000


@dataclass(frozen=True)
class Limit:
    """Bets of a fixed size.

    Attributes
    ----------
    bets : tuple of int
        The chips of a bet or raise, by street.
    most : tuple of int
        The most bets and raises on a street; a blind to call counts as one.
    posted : (int, int)
        The chips that both post before they see their cards, out of position first. Whoever posts
        less, the small blind, acts first on the first street. Otherwise, and on later streets, it
        is the player out of position.
    chip : float
        The value of a chip in the unit in which amounts are written.
    limps : bool
        Whether the small blind may just call.
    """

    bets: tuple[int, ...]
    most: tuple[int, ...]
    posted: tuple[int, int]
    chip: float = 1.0
    limps: bool = True

    @property
    def streets(self) -> int:
        """The number of streets."""
        return len(self.bets)

    stack: ClassVar[int] = 0  # nobody runs out of chips

    def raises(self, street: int, called: int, less: int, done: int) -> list[int]:  # noqa: ARG002
        """What a player can put in by betting or raising, where calling makes it ``called``.

        ``less``: what the actor has put in; ``done``: bets and raises on the street.
        """
        return [called + self.bets[street]] if done < self.most[street] else []


# Limit hold'em of two players: bets of one and of two big blinds, four a street.
HOLDEM = Limit((2, 2, 4, 4), (4, 4, 4, 4), (2, 1), 0.5)


@dataclass(frozen=True)
class NoLimit:
    """Bets of the given sizes, as far as stacks allow.

    Attributes
    ----------
    stack : int
        The chips of each player when the hand begins.
    posted : (int, int)
        As of :class:`Limit`: the big blind and the small blind, with antes.
    ante : int
        The part of that which is an ante: raises are not multiples of it.
    raises_by : tuple of tuples of Size
        Before the flop: sizes of the first raise, of the next, and so on; the last holds for all
        later raises. An empty one allows no raise.
    limps : bool
        Whether the small blind may just call.
    betting : Betting
        The sizes from the flop on, where the big blind is out of position.
    """

    stack: int
    posted: tuple[int, int]
    ante: int
    raises_by: tuple[tuple[Size, ...], ...]
    limps: bool
    betting: Betting

    @property
    def chip(self) -> float:
        """As of :class:`Limit`: the chip of the betting."""
        return self.betting.chip

    @property
    def streets(self) -> int:
        """The number of streets."""
        return 4

    def raises(self, street: int, called: int, less: int, done: int) -> list[int]:  # noqa: ARG002
        """As of :class:`Limit`, before the flop."""
        if called == self.stack or not self.raises_by:
            return []
        sizes = self.raises_by[min(done, len(self.raises_by)) - 1]
        left, bet = self.stack - called, called - self.ante
        least = max(called - less if done > 1 else 0, max(self.posted) - self.ante)
        more = {min(max(size.raise_by(bet, 2 * called, left, 4), least), left) for size in sizes}
        return [called + chips for chips in sorted(more)]


@dataclass(frozen=True, eq=False)
class Lines:
    """Nodes in walking order: a node, then each child with everything below it.

    Attributes
    ----------
    kind : (n,) int8
        0 decision, 1 deal, 2 fold, 3 showdown.
    player : (n,) int8
        Who decides, or who folded: 0 out of position, 1 in position; -1 elsewhere.
    street : (n,) int8
        0 is the first, before the flop.
    parent : (n,) int32
        -1 at the root.
    put_in : (n, 2) int64
        The chips of both players in the pot.
    actions : list of str
        The action that led to a node: ``x`` check, ``b2`` bet, ``r4`` raise to this total on the
        street, ``c`` call, ``f`` fold; empty at the root and after a deal.
    streets : int
        The number of streets, though both may be all in earlier.
    chip : float
        The value of a chip in the unit of actions.
    """

    kind: I8
    player: I8
    street: I8
    parent: I32
    put_in: I64
    actions: list[str]
    streets: int
    chip: float = 1.0

    def __len__(self) -> int:
        return len(self.kind)

    @cached_property
    def children(self) -> list[list[int]]:
        """The nodes that follow each node."""
        children: list[list[int]] = [[] for _ in range(len(self))]
        for node in range(1, len(self)):
            children[self.parent[node]].append(node)
        return children

    @cached_property
    def roots(self) -> list[list[int]]:
        """By street: the decisions with which it begins."""
        begins = (self.parent < 0) | (self.kind[self.parent] == DEAL)
        return [
            np.flatnonzero(begins & (self.street == street)).tolist()
            for street in range(self.streets)
        ]

    def line(self, node: int) -> str:
        """The actions that lead to a node, such as ``"c x x b1 c"``, without cards."""
        words = []
        while node >= 0:
            words.append(self.actions[node])
            node = int(self.parent[node])
        return " ".join(filter(None, reversed(words)))

    def nested(self, node: int) -> dict[str, Any]:
        """What follows each action from a decision on, in the form of the solver's trees."""
        if self.kind[node] == DEAL:
            (node,) = self.children[node]
        return {self.actions[child]: self.nested(child) for child in self.children[node]}


class _Row(NamedTuple):
    kind: int
    player: int
    street: int
    parent: int
    put_in: tuple[int, int]
    action: str


def lines_of(rules: Limit | NoLimit) -> Lines:
    """List everything that the rules allow.

    Raises ValueError for more than ``MOST_NODES`` nodes.
    """
    growing = _Growing(rules)
    oop, ip = rules.posted
    is_ante = oop == ip
    growing.decide(
        -1, "", 0, rules.posted, int(ip < oop), int(not is_ante), acted=False,
        before=oop if is_ante else 0,
    )  # fmt: skip
    kind, player, street, parent, put_in, actions = zip(*growing.rows, strict=True)
    return Lines(
        np.array(kind, np.int8), np.array(player, np.int8), np.array(street, np.int8),
        np.array(parent, np.int32), np.array(put_in, np.int64), list(actions), rules.streets,
        rules.chip,
    )  # fmt: skip


class _Growing:
    def __init__(self, rules: Limit | NoLimit) -> None:
        self.rules = rules
        self.rows: list[_Row] = []

    def add(self, *row: object) -> int:
        if len(self.rows) == MOST_NODES:
            raise ValueError(
                f"there are more than {MOST_NODES:,} lines: give fewer sizes, or a smaller stack"
            )
        self.rows.append(_Row(*row))  # type: ignore[arg-type]
        return len(self.rows) - 1

    def decide(
        self, parent: int, action: str, street: int, put_in: tuple[int, int], me: int, done: int,
        *, acted: bool, before: int = 0,
    ) -> None:  # fmt: skip
        """Add a decision and everything that follows.

        ``done``: bets and raises on the street; ``acted``: whether the other player has acted on
        it;
        ``before``: what both had put in when the street began.
        """
        here = self.add(DECISION, me, street, parent, put_in, action)
        called = max(put_in)
        if put_in[me] < called:
            self.add(FOLD, me, street, here, put_in, "f")
        word = "c" if put_in[me] < called else "x"
        if not acted and (word == "x" or self.rules.limps):
            self.decide(
                here, word, street, (called, called), 1 - me, done, acted=True, before=before
            )
        elif acted:
            self.end(here, word, street, called)
        for more in self.rules.raises(street, called, min(put_in), done):
            then = (put_in[0], more) if me else (more, put_in[1])
            to = plain(in_unit(more - before, self.rules.chip))
            word = f"{'r' if done else 'b'}{to}"
            self.decide(here, word, street, then, 1 - me, done + 1, acted=True, before=before)

    def end(self, parent: int, action: str, street: int, called: int) -> None:
        """Add what follows when the betting on a street is over."""
        both = (called, called)
        if street + 1 == self.rules.streets or called == self.rules.stack:
            self.add(SHOWDOWN, -1, street, parent, both, action)
            return
        deal = self.add(DEAL, -1, street, parent, both, action)
        if isinstance(self.rules, Limit):
            self.decide(deal, "", street + 1, both, 0, 0, acted=False, before=called)
        else:
            tree = betting_tree(2 * called, self.rules.stack - called, self.rules.betting, 0)
            self.attach(tree, 0, deal, called)

    def attach(self, tree: Tree, node: int, parent: int, called: int) -> None:
        """Add the betting of a spot that both enter with ``called`` put in."""
        oop, ip = (tree.put_in[node] + called).tolist()
        here = self.add(
            int(tree.kind[node]), int(tree.player[node]), int(tree.street[node]) + 1, parent,
            (oop, ip), tree.actions[node],
        )  # fmt: skip
        for child in tree.children_of(node).tolist():
            self.attach(tree, child, here, called)
