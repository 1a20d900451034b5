"""A spot, which is two ranges on a board and the allowed bets, and its public betting tree."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from ..cards.holes import HOLES, dead_holes, meeting
from ..cards.text import counted, format_hand
from ..given import as_number, shown
from ..prizes import MOST_PLACES, check_prizes
from ..signatures import F64, I8, I32, I64, Bool
from .sizes import PLAYERS, STREETS, Betting, Size, in_unit, plain, share_of, size_of
from .written import short_line

DECISION, DEAL, FOLD, SHOWDOWN = range(4)
_CHIPS = re.compile(r"\d+(\.\d+)?")  # of a bet in a written tree; anything else is a size
RIVER = 2

# More of either is a mistake, and would hit Python's recursion limit, or fill the memory.
MOST_RAISES = 100  # in a row
MOST_NODES = 1_000_000

# Spots of a set have the same tree, which takes as long to build as their hands to deal.
KEPT_NODES, KEPT_TREES = 5_000, 64


class Plan(NamedTuple):
    """The places of the nodes of streets, and of the rows of decisions."""

    nodes: I64  # (3, 2): the first node of each street, and one past its last
    roots: I64  # the nodes that begin streets, ascending
    row: I32  # (n,): the place of a decision's first action among its player's on the street
    rows: I64  # (3, 2): how many actions there are, by street and player


@dataclass(frozen=True)
class Tree:
    """Nodes street by street; the betting after a deal is consecutive, parents first.

    Attributes
    ----------
    kind : (n,) int8
        0 decision, 1 deal, 2 fold, 3 showdown. A showdown before the river is an all-in.
    player : (n,) int8
        Who decides, or who folded: 0 out of position, 1 in position; -1 elsewhere.
    street : (n,) int8
        0 flop, 1 turn, 2 river.
    parent : (n,) int32
        -1 at the root, which is node 0.
    first, count : (n,) int32 and int8
        The children of a node are ``children[first : first + count]``; of a deal, the root of the
        next street.
    children : (n - 1,) int32
    put_in : (n, 2) int64
        Chips each player has put in since the spot began.
    actions : list of str
        The action that led to a node: ``x`` check, ``b94`` bet, ``r240`` raise to, ``c`` call,
        ``f`` fold, in chips of the street; empty at the root and after a deal.
    """

    kind: I8
    player: I8
    street: I8
    parent: I32
    first: I32
    count: I8
    children: I32
    put_in: I64
    actions: list[str]

    @cached_property
    def plan(self) -> Plan:
        """The places that walks need."""
        before = np.where(self.parent < 0, -1, self.street[self.parent])
        row = np.zeros(len(self), np.int32)
        rows = np.zeros((3, 2), np.int64)
        for street in range(3):
            for player in range(2):
                decides = (
                    (self.kind == DECISION) & (self.street == street) & (self.player == player)
                )
                row[decides] = np.cumsum(self.count[decides], dtype=np.int64) - self.count[decides]
                rows[street, player] = self.count[decides].sum(dtype=np.int64)
        return Plan(
            np.searchsorted(self.street, [[s, s + 1] for s in range(3)]),
            np.flatnonzero(before < self.street),
            row,
            rows,
        )

    @cached_property
    def _lines(self) -> dict[int, str]:
        return {}

    def __len__(self) -> int:
        return len(self.kind)

    def children_of(self, node: int) -> I32:
        """The nodes that follow a node."""
        return self.children[self.first[node] : self.first[node] + self.count[node]]

    def line(self, node: int) -> str:
        """The actions that lead to a node, such as ``"x b94 c x"``, without cards."""
        if node not in self._lines:
            words = [self.actions[above] for above in self.path(node)]
            self._lines[node] = " ".join(word for word in words if word)
        return self._lines[node]

    def node(self, line: str) -> int:
        """The decision or the end to which a line leads.

        Raises
        ------
        ValueError
            If it leads nowhere.
        """
        node = 0
        for word in short_line(line).split():
            node = self._past_deal(node)
            named = {self.actions[child]: int(child) for child in self.children_of(node)}
            if word not in named:
                here = f"after {shown(self.line(node))} " if node else ""
                can = f"there is {', '.join(named)}" if named else "the hand is over"
                raise ValueError(f"line {shown(line)} has {shown(word)}: {here}{can}")
            node = named[word]
        return self._past_deal(node)

    def behind_card(self, line: str, cards: int) -> int:
        """The node after a line that ends a street: a decision, or the showdown after an all-in.

        ``cards``: how many have been dealt before that end.

        Raises
        ------
        ValueError
            If there is no such line, no card is dealt after it, or another number before.
        """
        node = self.node(line)
        is_all_in = self.kind[node] == SHOWDOWN and self.street[node] < len(STREETS) - 1
        if not is_all_in and (self.kind[node] != DECISION or self.kind[self.parent[node]] != DEAL):
            hint = "give a line that ends a street, such as 'x x'"
            if self.street[node] == len(STREETS) - 1:
                hint = "the river is the last"
            raise ValueError(f"no card is dealt after {shown(line)}: {hint}")
        before = int(self.street[node] - self.street[0]) - (not is_all_in)
        if cards != before:
            raise ValueError(
                f"{shown(line)} comes after {counted(before)} dealt later; cards has {cards}"
            )
        return node

    def decision(self, line: str, cards: int) -> int:
        """The decision to which a line leads, if that many cards have been dealt by then.

        Raises
        ------
        ValueError
            If there is no such line, nobody decides there, or the number of cards is wrong.
        """
        node = self.node(line)
        if self.kind[node] != DECISION:
            raise ValueError(f"nobody decides after {shown(line)}: the hand is over")
        more = int(self.street[node] - self.street[0])
        if cards != more:
            raise ValueError(
                f"{shown(line)} comes after {counted(more)} dealt later; cards has {cards}"
            )
        return node

    def path(self, node: int) -> list[int]:
        """The nodes from the root to a node, both included."""
        nodes = [node]
        while nodes[-1] > 0:
            nodes.append(int(self.parent[nodes[-1]]))
        return nodes[::-1]

    def nested(self, root: int = 0) -> dict[str, Any]:
        """What follows each action from a decision on, as :func:`.written.tree_text` reads it."""
        behind: dict[int, dict[str, Any]] = {}
        for node in range(len(self) - 1, root - 1, -1):  # children come after their parents
            children = self.children_of(node).tolist()
            if self.kind[node] == DEAL:
                behind[node] = behind.pop(children[0])
            else:
                behind[node] = {self.actions[child]: behind.pop(child) for child in children}
        return behind[root]

    def text(self, pot: int, stack: int, chip: float = 1.0) -> str:
        """All actions in lines, as :func:`.written.tree_text` reads them, with notes after ``#``.

        ``pot``, ``stack``: chips of the spot; ``chip``: the value of a chip in the unit of amounts.
        """

        def note(node: int) -> str:
            both = self.put_in[node].tolist()
            there, left = (plain(in_unit(one, chip)) for one in (pot + sum(both), stack - both[0]))
            return f"# {STREETS[self.street[node]]}: pot {there}, {left} left"

        lines = [note(0)]
        waiting = [(child, 0) for child in self.children_of(0).tolist()[::-1]]
        while waiting:
            node, depth = waiting.pop()
            line = "  " * depth + self.actions[node]
            if self.kind[node] == DEAL:
                node = self._past_deal(node)
                line += f"  {note(node)}"
            lines.append(line)
            waiting += [(child, depth + 1) for child in self.children_of(node).tolist()[::-1]]
        return "\n".join(lines)

    def _past_deal(self, node: int) -> int:
        return int(self.children[self.first[node]]) if self.kind[node] == DEAL else node


def betting_tree(pot: int, stack: int, betting: Betting, street: int) -> Tree:
    """Build the tree of a spot.

    ``pot``, ``stack``: chips in the pot, and what each player has left; ``street``: the first
    street of the spot: 0 flop, 1 turn, 2 river. Raises ValueError if ``pot`` or ``stack`` is not a
    whole number above zero, the tree is beyond ``MOST_RAISES`` or ``MOST_NODES``, or a written tree
    has an impossible line.
    """
    for name, number in (("pot", pot), ("stack", stack)):
        if not (as_number(number) >= 1 and as_number(number).is_integer()):
            raise ValueError(f"{name} is {shown(number)}: give a whole number of chips above 0")
    key = int(pot), int(stack), betting, street
    tree = _kept.get(key)
    if tree is None:
        grown = _Growing(int(pot), int(stack), betting)
        written = json.loads(betting.tree) if betting.tree else {}
        grown.decide(_Point(street, (0, 0), 0, (0, 0), 0, False, -1), -1, "", written)
        tree = grown.tree()
        if len(tree) <= KEPT_NODES:
            if len(_kept) >= KEPT_TREES:
                _kept.clear()
            _kept[key] = tree
    return tree


_kept: dict[tuple[int, int, Betting, int], Tree] = {}


@dataclass(frozen=True)
class _Point:
    """The state of the betting."""

    street: int
    put_in: tuple[int, int]
    player: int  # who is to act
    before: tuple[int, int]  # what each had put in when the street began
    raises: int  # bets and raises on this street
    checked: bool  # whether the other has checked
    aggressor: int  # who bet or raised last on the previous street, -1 for nobody


class _Growing:
    """Nodes in the order in which they are added."""

    def __init__(self, pot: int, stack: int, betting: Betting) -> None:
        self.pot, self.stack, self.betting = pot, stack, betting
        self.least = max(1, math.ceil(round(betting.big_blind / betting.chip, 6)))  # of a bet
        self.rows: list[tuple[int, int, int, int, tuple[int, int], str]] = []

    def add(
        self, kind: int, player: int, street: int, parent: int, put_in: tuple[int, int], action: str
    ) -> int:
        if len(self.rows) == MOST_NODES:
            raise ValueError(
                f"the tree has more than {MOST_NODES:,} nodes: give fewer sizes, or most_raises"
            )
        self.rows.append((kind, player, street, parent, put_in, action))
        return len(self.rows) - 1

    def decide(self, at: _Point, parent: int, action: str, written: Mapping[str, Any]) -> None:
        """Add a decision and everything that follows: as written, or by the sizes."""
        if at.raises > MOST_RAISES:
            raise ValueError(
                f"the {STREETS[at.street]} has more than {MOST_RAISES} raises in a row: give larger"
                " ones, or most_raises"
            )
        me, other = at.player, 1 - at.player
        here = self.add(DECISION, me, at.street, parent, at.put_in, action)
        bet = at.put_in[other] - at.before[other]
        to_call = at.put_in[other] - at.put_in[me]
        chosen = self.written(at, here, written) if written else self.sizes(at, bet, to_call)
        if to_call:
            self.over(FOLD, at.street, me, at.put_in, here, "f", written)
            self.end(at, (at.put_in[other],) * 2, other, here, "c", written)
        elif at.checked:
            self.end(at, at.put_in, -1, here, "x", written)
        else:
            after = _Point(at.street, at.put_in, other, at.before, 0, True, at.aggressor)
            self.decide(after, here, "x", written.get("x", {}))
        for chips, behind in sorted(chosen.items()):
            put_in = list(at.put_in)
            put_in[me] = at.put_in[other] + chips
            to = put_in[me] - at.before[me]
            after = _Point(
                at.street, (put_in[0], put_in[1]), other, at.before, at.raises + 1, False,
                at.aggressor,
            )  # fmt: skip
            self.decide(after, here, f"{'r' if to_call else 'b'}{self.told(to)}", behind)

    def written(
        self, at: _Point, here: int, written: Mapping[str, Any]
    ) -> dict[int, Mapping[str, Any]]:
        """Chips beyond the call of the written bets or raises, and what follows each."""
        me = at.player
        called = at.put_in[1 - me]
        bet, to_call = called - at.before[1 - me], called - at.put_in[me]
        left, pot = self.stack - called, self.pot + 2 * called
        is_bet = "r" if to_call else "b"
        chosen: dict[int, Mapping[str, Any]] = {}

        def refused(word: str, why: str) -> ValueError:
            line = self.line(here)
            return ValueError(
                f"tree has {shown(word)}{f' after {shown(line)}' * bool(line)}: {why}"
            )

        for word, behind in written.items():
            if word in ("fc" if to_call else "x"):
                continue
            if word[0] != is_bet:
                raise refused(
                    word, "there is a bet: give f, c, or r150 for a raise to 150" if to_call
                    else "nobody has bet: give x, or b50 for a bet of 50",
                )  # fmt: skip
            if not left:
                raise refused(word, f"the other is all in: give {' and '.join('fc')}")
            least = max(to_call, self.least)
            if not _CHIPS.fullmatch(word[1:]):
                size = size_of(
                    word[1:], "tree", is_raise=bool(to_call), has_min=self.betting.big_blind > 0
                )
                more = size.raise_by(bet, pot, left, len(STREETS) - at.street, self.betting.chip)
                more = min(max(more, least), left)
            else:
                to = round(float(word[1:]) / self.betting.chip, 6)
                more = int(to) - bet
                if not to.is_integer():
                    raise refused(word, f"give whole chips of {plain(self.betting.chip)}")
                if more > left:
                    raise refused(word, f"{self.told(bet + left)} is all in")
                if more < min(least, left):
                    raise refused(word, f"the least is {self.told(bet + min(least, left))}")
            if more in chosen:
                raise refused(
                    word, f"another of the same {self.told(bet + more)} is there: leave it out"
                )
            chosen[more] = behind
        return chosen

    def told(self, chips: int) -> str:
        """Chips in the unit in which they were given."""
        return plain(in_unit(chips, self.betting.chip))

    def line(self, node: int) -> str:
        """The actions that lead to a node."""
        words: list[str] = []
        while node >= 0:
            words.append(self.rows[node][5])
            node = self.rows[node][3]
        return " ".join(filter(None, reversed(words)))

    def sizes(self, at: _Point, bet: int, to_call: int) -> dict[int, Mapping[str, Any]]:
        """Chips beyond the call of the player's bets and raises by size; nothing is written."""
        betting = self.betting
        me = at.player
        called = at.put_in[1 - me]
        left = self.stack - called
        if left == 0 or (betting.most_raises and at.raises >= betting.most_raises):
            return {}
        pot = self.pot + 2 * called
        sizes = betting.sizes[me][at.street]
        chosen: tuple[Size, ...] = sizes.raises if to_call else sizes.bets
        if not to_call and me == 0 and at.aggressor == 1 and sizes.donks is not None:
            chosen = sizes.donks
        least = max(to_call, self.least)
        chips = set()
        streets = len(STREETS) - at.street
        for size in chosen:
            more = size.raise_by(bet, pot, left, streets, betting.chip)
            chips.add(min(max(more, least), left))
        if left <= share_of(betting.add_all_in, pot):
            chips.add(left)
        forced = {
            left if left - more <= share_of(betting.force_all_in, pot + 2 * more) else more
            for more in chips
        }
        kept: list[int] = []
        for more in sorted(forced, reverse=True):
            if not kept or kept[-1] - more >= share_of(betting.merge, pot):
                kept.append(more)
        return {more: {} for more in kept}

    def over(
        self, kind: int, street: int, player: int, put_in: tuple[int, int], parent: int,
        action: str, written: Mapping[str, Any],
    ) -> None:  # fmt: skip
        """Add an end of the hand."""
        here = self.add(kind, player, street, parent, put_in, action)
        if behind := written.get(action):
            raise ValueError(
                f"tree has {shown(next(iter(behind)))} after {shown(self.line(here))}: the hand is "
                "over; leave it out"
            )

    def end(
        self, at: _Point, put_in: tuple[int, int], aggressor: int, parent: int, action: str,
        written: Mapping[str, Any],
    ) -> None:  # fmt: skip
        """Add what follows when the betting on a street is over."""
        if at.street == RIVER or put_in[0] == self.stack:
            self.over(SHOWDOWN, at.street, -1, put_in, parent, action, written)
            return
        deal = self.add(DEAL, -1, at.street, parent, put_in, action)
        begun = _Point(at.street + 1, put_in, 0, put_in, 0, False, aggressor)
        self.decide(begun, deal, "", written.get(action, {}))

    def tree(self) -> Tree:
        """The nodes in order, as arrays."""
        kind, player, street, parent, put_in, actions = zip(*self.rows, strict=True)
        order = np.argsort(street, kind="stable")
        place = np.empty(len(order), np.int64)
        place[order] = np.arange(len(order))
        above = np.array(parent)[order]
        above[above >= 0] = place[above[above >= 0]]
        # Children by parent, in the order in which they were added.
        nodes = np.arange(1, len(order))
        children = nodes[np.argsort(above[1:], kind="stable")]
        count = np.bincount(above[1:], minlength=len(order))
        tree = Tree(
            np.array(kind, np.int8)[order],
            np.array(player, np.int8)[order],
            np.array(street, np.int8)[order],
            above.astype(np.int32),
            (np.cumsum(count) - count).astype(np.int32),
            count.astype(np.int8),
            children.astype(np.int32),
            np.array(put_in, np.int64)[order],
            [actions[node] for node in order],
        )
        for column in vars(tree).values():
            if isinstance(column, np.ndarray):
                column.flags.writeable = False  # other spots may share it
        return tree


@dataclass(frozen=True)
class Prizes:
    """A table that plays for prizes, with two of its players in a spot.

    Stacks are worth their expected prizes by ICM (Malmuth-Harville). A gain of one player need not
    be a loss of the other: players who are not in the hand have a share in it.

    Attributes
    ----------
    prizes : tuple of float
        For the first place, the second, and so on; lower places win nothing.
    behind : tuple of float
        What both have left when the spot begins, in the spot's chips, out of position first. The
        spot's stack is the smaller.
    others : tuple of float
        The stacks of players who are not in the hand.
    bounties : tuple of float
        What each wins at once by knocking the other out, in the unit of the prizes: of a
        progressive bounty that is half.
    """

    prizes: tuple[float, ...]
    behind: tuple[float, ...]
    others: tuple[float, ...] = ()
    bounties: tuple[float, ...] = (0.0, 0.0)

    def check(self, stack: int) -> None:
        """ValueError for an invalid table, or one that does not fit a spot's stack."""
        behind = list(self.behind)
        if len(behind) != 2 or min(map(as_number, behind)) != stack:
            raise ValueError(
                f"behind is {shown(self.behind)}: give what both have left, of which the smaller "
                f"is the stack, {shown(stack)}"
            )
        places = 2 + len(self.others)
        if places > MOST_PLACES:
            raise ValueError(
                f"others has {len(self.others)} stacks: give {MOST_PLACES - 2} at most"
            )
        for name, numbers, least in (
            ("behind", self.behind, 0), ("others", self.others, 0), ("bounties", self.bounties, -1),
        ):  # fmt: skip
            for number in numbers:
                if not least < as_number(number) < float("inf"):
                    bound = "0 or more" if least else "above 0"
                    raise ValueError(f"{name} has {shown(number)}: give numbers {bound}")
        if len(self.bounties) != 2:
            raise ValueError(
                f"bounties is {shown(self.bounties)}: give what each wins, two numbers"
            )
        check_prizes(self.prizes, places)


@dataclass(frozen=True)
class Spot:
    """A spot to solve.

    Attributes
    ----------
    board : tuple of int
        Three to five cards.
    ranges : (2, 1326) float64
        The weight of each hole, 0 to 1: of the player out of position, then of the one in position.
    pot, stack : int
        Chips in the pot, and what each player has left.
    betting : Betting
        The sizes of bets and raises.
    rake : float
        The share of the pot that the house takes, also if the hand ends before the showdown. An
        uncalled bet is not part of the pot.
    rake_cap : float
        The most that it takes, in chips.
    locks : mapping of str to (1326, a) float64
        By line: how often the player there takes each action, hole by hole. He keeps to these.
    prizes : Prizes, optional
        The prizes that the table plays for, in place of chips.

    Raises
    ------
    ValueError
        If no two holes of the ranges can meet, or a number is out of range.
    """

    board: tuple[int, ...]
    ranges: F64
    pot: int
    stack: int
    betting: Betting
    rake: float = 0.0
    rake_cap: float = float("inf")
    locks: Mapping[str, F64] = field(default_factory=dict)
    prizes: Prizes | None = None

    def __post_init__(self) -> None:
        board = tuple(int(card) for card in self.board)
        if len(set(board)) != len(board) or not all(0 <= card < 52 for card in board):
            raise ValueError(f"board is {shown(self.board)}: give different cards, 0 to 51")
        if len(board) not in (3, 4, 5):
            raise ValueError(f"board {format_hand(board)} has {len(board)} cards: give 3, 4 or 5")
        ranges = np.array(self.ranges, np.float64)
        if ranges.shape != (2, HOLES):
            raise ValueError(f"ranges have shape {ranges.shape}: give (2, {HOLES})")
        if not ((ranges >= 0) & (ranges <= 1)).all():
            raise ValueError("a weight of a range is not within 0 and 1")
        ranges[:, dead_holes(board)] = 0
        for player, weights in zip(PLAYERS, ranges, strict=True):
            if not weights.any():
                raise ValueError(f"the range of {player} has no hole on {format_hand(board)}")
        if not 0 <= as_number(self.rake) < 1:
            raise ValueError(f"rake is {shown(self.rake)}: give a share of the pot, 0.05 for 5 %")
        if not as_number(self.rake_cap) >= 0:
            raise ValueError(f"rake_cap is {shown(self.rake_cap)}: give chips, 0 or more")
        if self.prizes is not None:
            self.prizes.check(self.stack)
        if not _can_meet(ranges > 0):
            raise ValueError("the ranges have no holes that can meet: each shares a card with all")
        ranges.flags.writeable = False
        object.__setattr__(self, "board", board)
        object.__setattr__(self, "ranges", ranges)

    @property
    def street(self) -> int:
        """0 flop, 1 turn, 2 river."""
        return len(self.board) - 3

    def told(self, chips: float) -> float:
        """Chips in the unit in which the spot was given."""
        return in_unit(chips, self.betting.chip)

    def worth(self, value: float) -> float:
        """Winnings in the unit in which the spot was given: chips, or prizes."""
        return value if self.prizes else self.told(value)

    def tree(self) -> Tree:
        """The public tree."""
        return betting_tree(self.pot, self.stack, self.betting, self.street)


def _can_meet(there: Bool) -> bool:
    """Whether any two holes of the ranges, (2, 1326), share no card."""
    return bool((meeting(there[1].astype(np.float64))[there[0]] > 0).any())
