"""Lines of the table, word by word, and where they lead in a betting tree that may differ."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from ..given import shown
from ..signatures import F64, I64
from ..solving.tree import FOLD
from .strategies import NO_STACK, Rules, Strategy

FOLDS, CALLS = -1, 0  # as in betting_steps, without its numba
LAST_STREET = 3

_MOST_DOUBLED = 30
_WORD = 2**64 - 1


class Size(NamedTuple):
    """An action of a betting tree."""

    more: int  # the size of the raise in chips; 0 for a check or a call, below 0 for a fold
    called: int  # chips that both have in after a call
    is_all_in: bool


def size_of(strategy: Strategy, node: int, child: int) -> Size:
    """The size of an action."""
    called, to = (
        int(strategy.put_in[node].max()),
        int(strategy.put_in[child, strategy.player[node]]),
    )
    if strategy.kind[child] == FOLD:
        return Size(-1, called, is_all_in=False)
    return Size(to - called, called, is_all_in=to == strategy.stack[0])


@dataclass
class Table:
    """A hand of two players as it is bet, in chips.

    Attributes
    ----------
    rules : Rules
    put_in : list of int
        The chips of both, the big blind's first.
    player : int
        Who is to act: 0 is the big blind, 1 the dealer; -1 once the betting is over.
    street : int
        0 is before the flop.
    did : list of int
        The actions: -1 fold, 0 check or call, or the chips in all after a raise.
    before : int
        What both had put in when the street began.
    bets : int
        Bets and raises on the street, including the big blind.
    acted : bool
        Whether a player has acted on the street.
    raised : int
        The chips of the last raise, which the next raise must at least match.
        By how many chips was raised last; a raise is by as many at least.
    folded : int
        Who folded; -1 if nobody.
    """

    rules: Rules
    put_in: list[int] = field(init=False)
    player: int = field(init=False)
    street: int = 0
    did: list[int] = field(default_factory=list)
    before: int = 0
    bets: int = 1
    acted: bool = False
    raised: int = field(init=False)
    folded: int = -1

    def __post_init__(self) -> None:
        self.put_in = [self.rules.posted_oop, self.rules.posted_ip]
        self.player = int(self.put_in[1] < self.put_in[0])
        self.raised = self.rules.big_blind

    @property
    def called(self) -> int:
        """The chips of each player after a call."""
        return max(self.put_in)

    @property
    def least(self) -> int:
        """The smallest raise, as chips in all."""
        return min(self.called + self.raised, self.rules.stack)

    def do(self, did: int) -> bool:
        """Take an action; return whether it ends the street. ValueError if it is not allowed."""
        if self.player < 0:
            raise ValueError("the hand is over")
        self.did.append(did)
        if did == FOLDS:
            if self.put_in[self.player] == self.called:
                raise ValueError("there is nothing to fold to")
            self.folded, self.player = self.player, -1
            return False
        if did > CALLS:
            if self.called >= self.rules.stack:
                raise ValueError("all are all in: nobody can raise")
            if not self.least <= did <= self.rules.stack:
                raise ValueError(f"a raise is to {self.least} to {self.rules.stack} chips")
            self.raised = max(self.raised, did - self.called)
            self.put_in[self.player] = did
            self.acted, self.player, self.bets = True, 1 - self.player, self.bets + 1
            return False
        self.put_in[self.player] = self.called
        if not self.acted:
            self.acted, self.player = True, 1 - self.player
            return False
        if self.called >= self.rules.stack or self.street == LAST_STREET:
            self.player = -1
            return True
        self.street, self.player, self.acted, self.bets = self.street + 1, 0, False, 0
        self.raised, self.before = self.rules.big_blind, self.called
        return True

    def word(self, did: int, chip: float) -> str:
        """An action as a word of a line: ``x`` ``c`` ``f`` ``b2`` ``r4.5``."""
        if did == FOLDS:
            return "f"
        if did == CALLS:
            return "c" if self.put_in[self.player] < self.called else "x"
        to = round((did - self.before) * chip, 6)
        return f"{'r' if self.bets else 'b'}{to:g}"

    def did_of(self, word: str, chip: float) -> int:
        """The action of a word of a line; ValueError if it is invalid, or not allowed now."""
        kind, amount = word[:1], word[1:]
        if word in ("x", "c"):
            if (word == "c") != (self.put_in[self.player] < self.called):
                raise ValueError("c calls a bet, and x checks where there is none")
            return CALLS
        if word == "f":
            return FOLDS
        try:
            to = float(amount)
        except ValueError:
            to = np.nan
        if kind not in ("b", "r") or not 0 < to < NO_STACK:
            raise ValueError("give x, c, f, b2 or r4.5")
        if (kind == "r") != (self.bets > 0):
            raise ValueError("b bets, and r raises a bet")
        return self.before + round(to / chip)

    def done_by(self, size: Size) -> int:
        """The table action for an action of a tree, by the share of the pot."""
        if size.more < 0:
            return FOLDS if self.put_in[self.player] < self.called else CALLS
        if size.more == 0 or self.called >= self.rules.stack:
            return CALLS
        if size.is_all_in:
            return self.rules.stack
        here = (2 * size.more * self.called + size.called) // (2 * size.called)
        return min(self.called + max(here, self.raised), self.rules.stack)


def point_of(seed: int, place: int) -> float:
    """A number from 0 to 1 by a seed and a place: SplitMix64."""
    word = (seed + (place + 1) * 0x9E3779B97F4A7C15) & _WORD
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & _WORD
    word = (word ^ word >> 27) * 0x94D049BB133111EB & _WORD
    return ((word ^ word >> 31) >> 11) * 2.0**-53


def table_of(rules: Rules, line: str, chip: float) -> Table:
    """The table after a line: actions as blueprints write them, amounts in all on the street.

    ValueError, with the word, if there is no such line.
    """
    table = Table(rules)
    for word in line.split():
        try:
            if table.player < 0:
                raise ValueError("the hand is over")
            table.do(table.did_of(word, chip))
        except ValueError as error:
            raise ValueError(f"line {shown(line)} has {shown(word)}: {error}") from None
    return table


class Followed(NamedTuple):
    """Where a line may lead in a betting tree: nodes, -1 for none, and their probabilities."""

    nodes: I64
    shares: F64


def follow(
    own: Strategy, rules: Rules, did: Sequence[int], points: Sequence[float] | None = None
) -> Followed:
    """Where actions lead in the betting tree of the player to act next.

    Parameters
    ----------
    own : Strategy
    rules : Rules
        Those of the table; its chips need not match the tree.
    did : sequence of int
        The actions, as in :class:`Table`. They are not checked.
    points : sequence of float, optional
        A number from 0 to 1 for each action, which draws the bet of the tree that it is mapped to.
        By default all possible bets are followed.

    Returns
    -------
    Followed
    """
    from .follow_kernels import follow_line

    words = np.array(did, np.int64)
    point = np.full(len(words), -1.0) if points is None else np.array(points, np.float64)
    raises = sum(one > CALLS for one in did)
    room = min(2 ** min(raises, _MOST_DOUBLED), len(own.kind)) + 1
    nodes, shares = np.empty(room, np.int64), np.empty(room)
    state = np.empty(6, np.int64)
    many = int(follow_line(own, words, point, rules, LAST_STREET, state, nodes, shares))
    return Followed(nodes[:many], shares[:many])
