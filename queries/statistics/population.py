"""What a population does at the decisions of a solved street, beside the solution."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from pokerlake.engine.solving.tree import DECISION, Tree

if TYPE_CHECKING:
    import numpy.typing as npt

    from pokerlake.engine.solving import Decision

    from .walked import Walked

    Floats = npt.NDArray[np.float64]
    Ints = npt.NDArray[np.int64]

_KINDS = {"check": "x", "fold": "f", "call": "c"}
_ROUNDS, _STEPS = 12, 40  # of Newton's method: ever less smoothing, and steps of each


@dataclass(frozen=True)
class Beside:
    """What a population does at a decision, of a actions.

    Attributes
    ----------
    decision : Decision
    decisions : int
        Of the population there, with actions that the tree has.
    taken, shares, errors, solved : (a,) float64
        How often each is taken, as a share with its standard error; its share in the solution.
    sizes, means : (a,) float64
        Of a bet or raise the size in the tree, and the mean of those that were matched to it; in
        percent of the pot after a call.
    lost, lost_error : float
        Chips: what the hands that come here win less than in the solution, if actions are taken as
        often as the population takes them, and each by the hands that do best with it.
    """

    decision: Decision
    decisions: int
    taken: Floats
    shares: Floats
    errors: Floats
    solved: Floats
    sizes: Floats
    means: Floats
    lost: float
    lost_error: float


def beside(
    tree: Tree, pot: int, decisions: Sequence[Decision], found: Walked, least: int
) -> tuple[list[Beside], list[tuple[str, int]], int]:
    """What a population does at decisions, those with the largest certain loss in front.

    ``pot``: chips that the spot begins with. Returns also the lines with fewer than ``least``
    decisions, and how many decisions or actions the tree does not have.
    """
    nodes = _nodes(tree, found, pot)
    told, few, count = [], [], 0
    for decision in decisions:
        node = tree.node(decision.line)
        at = np.flatnonzero(nodes == node)
        actions = _actions(tree, node, pot, found, at)
        at, actions = at[actions >= 0], actions[actions >= 0]
        number = int(found.count[at].sum())
        count += number
        weight = decision.reach * decision.met
        weight = np.where(np.isfinite(decision.values).all(axis=1), weight, 0)
        if len(decision.actions) < 2 or not weight.sum() > 0:
            continue
        if number < least:
            few.append((decision.line, number))
            continue
        told.append(_beside(tree, node, pot, decision, weight / weight.sum(), found, at, actions))
    told.sort(key=lambda one: np.nan_to_num(1.96 * one.lost_error - one.lost, nan=np.inf))
    return told, few, int(found.count.sum()) - count


def _sizes(tree: Tree, node: int, pot: int) -> tuple[Ints, Floats]:
    """The bets and raises at a decision, by number of the child, and their sizes."""
    player, before = tree.player[node], tree.put_in[node]
    faced = before[1 - player] - before[player]
    children = tree.children_of(node)
    places = [at for at, child in enumerate(children) if tree.actions[child][0] in "br"]
    added = np.array([tree.put_in[children[at]][player] - before[player] for at in places])
    return np.array(places, np.int64), 100 * (added - faced) / (pot + before.sum() + faced)


def _nearest(sizes: Floats, given: Ints) -> Ints:
    """Which of the sizes is the nearest to each that is given."""
    nearest: Ints = np.abs(given[:, None] - sizes[None, :]).argmin(axis=1)
    return nearest


def _nodes(tree: Tree, found: Walked, pot: int) -> Ints:
    """The decision of the tree that each of the population's is; -1 where it has none."""
    first = np.where(found.raises % 2 == 1, 1 - found.side, found.side)  # who bet, or may bet
    checked = next(
        (child for child in tree.children_of(0) if tree.actions[child] == "x"), -1
    )  # fmt: skip
    nodes = np.where(first == tree.player[0], 0, checked)
    nodes[found.raises > len(found.before)] = -1
    for step, given in enumerate(found.before):
        going = (found.raises > step) & (nodes >= 0)
        for node in np.unique(nodes[going]).tolist():
            mine = np.flatnonzero(going & (nodes == node))
            places, sizes = _sizes(tree, node, pot)
            if tree.kind[node] != DECISION or not len(places):
                nodes[mine] = -1
                continue
            children = np.asarray(tree.children_of(node))[places]
            nodes[mine] = children[_nearest(sizes, given[mine])]
    return nodes


def _actions(tree: Tree, node: int, pot: int, found: Walked, at: Ints) -> Ints:
    """The number of the action that each decision takes; -1 where the tree has none."""
    names = [tree.actions[child] for child in tree.children_of(node)]
    places, sizes = _sizes(tree, node, pot)
    taken = np.full(len(at), -1, np.int64)
    for word, kind in _KINDS.items():
        if kind in names:
            taken[found.action[at] == word] = names.index(kind)
    bets = np.isin(found.action[at], ("bet", "raise"))
    if len(places):
        taken[bets] = places[_nearest(sizes, found.size[at][bets])]
    return taken


def _beside(
    tree: Tree,
    node: int,
    pot: int,
    decision: Decision,
    weight: Floats,
    found: Walked,
    at: Ints,
    actions: Ints,
) -> Beside:
    number = len(decision.actions)
    _, who = np.unique(found.player[at], return_inverse=True)
    by_player = np.zeros((who.max() + 1, number))
    np.add.at(by_player, (who, actions), found.count[at])
    shares, spread = shares_of(by_player, clustered=found.unit != "row")
    places, tree_sizes = _sizes(tree, node, pot)
    sizes, means = np.full(number, np.nan), np.full(number, np.nan)
    sizes[places] = tree_sizes
    for place in places.tolist():
        mine = at[actions == place]
        if len(mine):
            means[place] = np.average(found.size[mine], weights=found.count[mine])
    values = np.where(weight[:, None] > 0, decision.values, 0)
    most, prices = best_with(weight, values, shares)
    lost = float(weight @ (decision.shares * values).sum(axis=1)) - most
    return Beside(
        decision,
        int(by_player.sum()),
        by_player.sum(axis=0),
        shares,
        np.sqrt(np.diag(spread)),
        weight @ decision.shares,
        sizes,
        means,
        max(lost, 0.0),
        float(np.sqrt(np.maximum(prices @ spread @ prices, 0.0))),
    )


def shares_of(by_player: Floats, *, clustered: bool) -> tuple[Floats, Floats]:
    """Shares of actions and their covariances, ``(a,)`` and ``(a, a)``, of counts ``(p, a)``.

    Clustered, each player's decisions belong together; else all are independent. NaN where there
    is one player alone, of whom nothing is known of others.
    """
    total = by_player.sum()
    shares: Floats = by_player.sum(axis=0) / total
    if not clustered:
        return shares, (np.diag(shares) - np.outer(shares, shares)) / total
    off = by_player - by_player.sum(axis=1, keepdims=True) * shares
    players = len(by_player)
    if players < 2:
        return shares, np.full((len(shares), len(shares)), np.nan)
    return shares, off.T @ off * players / (players - 1) / total**2


def best_with(weight: Floats, values: Floats, shares: Floats) -> tuple[float, Floats]:
    """The most that hands win which take actions in these shares, and what a share is worth.

    Each action goes to the hands that do best with it: a problem of transport. It is solved by its
    dual, whose value is never below what can be won: for any prices of actions, the mean of each
    hand's best value less its price, and the shares at their prices. Newton's method minimizes it
    with the maximum smoothed, ever less.

    Parameters
    ----------
    weight : (n,) float64
        Of hands; they add up to 1.
    values : (n, a) float64
    shares : (a,) float64

    Returns
    -------
    most : float
    prices : (a,) float64
        What a change of shares changes it by; 0 for what is never taken.
    """
    live = shares > 0
    of, wanted = values[:, live], shares[live]
    scale = max(float(np.ptp(values)), 1e-9)
    prices = np.zeros(len(wanted))
    best = np.inf, prices
    for smooth in scale * np.geomspace(1, 1e-6, _ROUNDS):
        for _ in range(_STEPS):
            margin = (of - prices) / smooth
            chosen = np.exp(margin - margin.max(axis=1, keepdims=True))
            chosen /= chosen.sum(axis=1, keepdims=True)
            mean = weight @ chosen
            slope = wanted - mean
            if np.abs(slope).max() < 1e-9:
                break
            curve = (np.diag(mean) - (chosen * weight[:, None]).T @ chosen) / smooth
            step = np.linalg.lstsq(curve + 1e-12 / smooth * np.eye(len(wanted)), -slope, rcond=None)
            moved = step[0] - step[0].mean()
            limit = max(float(np.abs(moved).max()) / (2 * smooth), 1.0)
            prices = prices + moved / limit
        value = float(weight @ (of - prices).max(axis=1) + wanted @ prices)
        best = min(best, (value, prices), key=lambda found: found[0])
    whole = np.zeros(len(shares))
    whole[live] = best[1]
    return best[0], whole
