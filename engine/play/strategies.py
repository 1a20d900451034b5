"""Strategies as tables: the betting tree, and how often each bucket takes each action."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ..blueprint.lines import Limit, Lines, NoLimit
from ..signatures import I8, I32, I64, U16, Input, frozen
from ..solving.tree import DECISION

WHOLE = 10_000  # shares are in ten-thousandths
NO_STACK = 1 << 40  # the chips of a player who cannot run out of them

# n = nodes, m = nodes that follow another, r = shares


class Strategy(NamedTuple):
    """A betting tree, node by node, and the strategy at its decisions. See :func:`strategy_of`."""

    kind: Input[I8, "n"]
    player: Input[I8, "n"]
    street: Input[I8, "n"]
    put_in: Input[I64, "n, 2"]
    first: Input[I64, "n + 1"]  # where the children of a node begin in ``child``
    child: Input[I32, "m"]  # by the text of the action that leads there
    begin: Input[I64, "n"]  # where the shares of a decision begin: by bucket, then by child
    share: Input[U16, "r"]
    stack: Input[I64, "1"]


class Rules(NamedTuple):
    """The betting rules, in chips."""

    posted_oop: int  # by the big blind, with the ante
    posted_ip: int
    big_blind: int
    stack: int


def rules_of(rules: Limit | NoLimit) -> Rules:
    """The rules of a betting. The stack is ``NO_STACK`` in limit games."""
    ante = rules.ante if isinstance(rules, NoLimit) else 0
    return Rules(*rules.posted, max(rules.posted) - ante, rules.stack or NO_STACK)


def decisions_in_order(lines: Lines) -> list[list[int]]:
    """The children of each node, by the text of the action, as shares are stored."""
    return [sorted(below, key=lines.actions.__getitem__) for below in lines.children]


def strategy_of(lines: Lines, buckets: Sequence[int], share: U16, stack: int) -> Strategy:
    """A strategy from shares.

    Parameters
    ----------
    lines : Lines
        The betting.
    buckets : sequence of int
        The number of buckets, by street.
    share : (r,) uint16
        In ten-thousandths: by decision in the order of play, bucket, and the text of the action.
    stack : int
        Chips of each player; 0 in limit games.

    Returns
    -------
    Strategy

    Raises
    ------
    ValueError
        If the number of shares is wrong.
    """
    below = decisions_in_order(lines)
    many = np.array([len(some) for some in below])
    decides = lines.kind == DECISION
    size = np.where(decides, many * np.array(buckets)[lines.street], 0)
    if len(share) != size.sum():
        raise ValueError(f"there are {len(share):,} shares: {size.sum():,} are needed")
    return frozen(
        Strategy(
            lines.kind.copy(), lines.player.copy(), lines.street.copy(), lines.put_in.copy(),
            np.concatenate([[0], np.cumsum(many)]),
            np.array([child for some in below for child in some], np.int32),
            np.cumsum(size) - size, np.array(share, np.uint16), np.array([stack]),
        )
    )  # fmt: skip


def always_of(lines: Lines, stack: int, *, raises: bool) -> Strategy:
    """A player who always calls, or always makes the smallest raise and otherwise calls."""
    shares = []
    for node, below in enumerate(decisions_in_order(lines)):
        if lines.kind[node] == DECISION:
            called, me = int(lines.put_in[node].max()), lines.player[node]
            more = [int(lines.put_in[child, me]) - called for child in below]
            sizes = [size for size in more if size > 0]
            wanted = min(sizes) if sizes and (raises or 0 not in more) else 0
            shares += [WHOLE * (size == wanted) for size in more]
    return strategy_of(lines, [1] * lines.streets, np.array(shares, np.uint16), stack)
