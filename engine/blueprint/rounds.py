"""The betting of each street as sixteen subtrees of one shape side by side, for the kernels."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..signatures import F32, I8, I64, Input, frozen
from ..solving.lane_steps import LANES
from ..solving.tree import DECISION
from .lines import Lines

ENTER, END, LEAVE = 0, 1, 2

# e = events and n = nodes of all shapes, t = tiles, m = nodes of all tiles


class Round(NamedTuple):
    """The betting of a street. A tile is sixteen of its roots, with everything below them on it.

    The numbers of the sixteen at a node stand side by side. If there are fewer roots of a shape,
    the
    tile is filled up with roots that nobody reaches.
    """

    event: Input[I8, "e"]  # a decision is entered or left, or an end or a deal is met
    event_node: Input[I64, "e"]
    first_event: Input[I64, "s + 1"]  # of a shape
    kind: Input[I8, "n"]
    player: Input[I8, "n"]
    actor: Input[I8, "n"]  # who acted last before a node
    parent: Input[I64, "n"]  # a node of the same list; of a root, itself
    depth: Input[I64, "n"]  # decisions before a node on the street
    # Which action led to a node, among all actions of the shape; a decision also has its first
    # action and how many it has.
    slot: Input[I64, "n"]
    first_slot: Input[I64, "n"]
    actions: Input[I64, "n"]
    first_node: Input[I64, "s + 1"]
    slots: Input[I64, "s"]  # actions of all decisions
    shape: Input[I64, "t"]
    base: Input[I64, "t"]  # where a tile's actions begin among those of all tiles
    first_worth: Input[I64, "t"]
    worth: Input[F32, "m * 16"]  # of an end: what the loser has put in
    roots: Input[I64, "t * 16"]  # where the rows of roots begin
    below: Input[I64, "m * 16"]  # of a deal: where the rows of the next street's root begin


class Shaped(NamedTuple):
    """A street's betting, and where its decisions are stored."""

    round: Round
    place: I64  # (n, 2) int64: of each decision on the street its first slot, and its lane
    slots: int  # actions of all tiles
    levels: int  # nodes on the longest path, the root included
    most_slots: int  # actions of a tile's shape
    most_actions: int


def rounds_of(lines: Lines, width: int) -> list[Shaped]:
    """The rounds of all streets.

    ``width``: the length of a row, a number for each hole up to a multiple of 16.
    """
    return [_shaped(lines, street, width) for street in range(len(lines.roots))]


class _Subtree(NamedTuple):
    nodes: list[int]  # in walking order
    event: list[tuple[int, int]]  # kinds of events, and their nodes
    depth: list[int]


def _subtree(lines: Lines, root: int) -> _Subtree:
    """The nodes below a root on its street."""
    subtree = _Subtree([], [], [])

    def meet(node: int, depth: int) -> None:
        here = len(subtree.nodes)
        subtree.nodes.append(node)
        subtree.depth.append(depth)
        if lines.kind[node] != DECISION:
            subtree.event.append((END, here))
            return
        subtree.event.append((ENTER, here))
        for child in lines.children[node]:
            meet(child, depth + 1)
        subtree.event.append((LEAVE, here))

    meet(root, 0)
    return subtree


def _shaped(lines: Lines, street: int, width: int) -> Shaped:
    roots = lines.roots[street]
    row = {root: place for place, root in enumerate(roots)}
    below = {}
    if street + 1 < len(lines.roots):
        below = {int(lines.parent[root]): at for at, root in enumerate(lines.roots[street + 1])}
    subtrees = [_subtree(lines, root) for root in roots]
    shapes: dict[tuple[object, ...], list[_Subtree]] = {}
    for subtree in subtrees:
        kinds = lines.kind[subtree.nodes].tolist(), lines.player[subtree.nodes].tolist()
        shapes.setdefault((*map(tuple, kinds), tuple(subtree.depth)), []).append(subtree)
    events: list[tuple[int, int]] = []
    first_event, first_node, all_slots = [0], [0], []
    kind, player, actor, parent = (list[int]() for _ in range(4))
    depth, slot, first_slot, actions = (list[int]() for _ in range(4))
    shape, base, first_worth = (list[int]() for _ in range(3))
    worth, starts, next_starts = [], [], []
    place = np.full((len(lines), 2), -1, np.int64)
    used = met = 0
    for number, alike in enumerate(shapes.values()):
        subtree = alike[0]
        at = {node: here for here, node in enumerate(subtree.nodes)}
        before, first_slots, many = (np.zeros(len(subtree.nodes), np.int64) for _ in range(3))
        slots = 0
        for here, node in enumerate(subtree.nodes):
            if lines.kind[node] == DECISION:
                first_slots[here], many[here] = slots, len(lines.children[node])
                before[[at[child] for child in lines.children[node]]] = slots + np.arange(
                    many[here]
                )
                slots += many[here]
        events += subtree.event
        first_event.append(len(events))
        kind += lines.kind[subtree.nodes].tolist()
        player += lines.player[subtree.nodes].tolist()
        depth += subtree.depth
        actor += lines.player[lines.parent[subtree.nodes]].tolist()
        parent += [first_node[-1] + at.get(int(lines.parent[node]), 0) for node in subtree.nodes]
        slot += before.tolist()
        first_slot += first_slots.tolist()
        actions += many.tolist()
        first_node.append(len(kind))
        all_slots.append(slots)
        for start in range(0, len(alike), LANES):
            tile = alike[start : start + LANES]
            shape.append(number)
            base.append(used)
            first_worth.append(met)
            starts += [row[subtree.nodes[0]] for subtree in tile] + [len(roots)] * (
                LANES - len(tile)
            )
            for here in range(len(subtree.nodes)):
                nodes = [each.nodes[here] for each in tile]
                put_in = lines.put_in[nodes].min(axis=1)
                worth.append(np.pad(put_in, (0, LANES - len(tile))))
                deals = [below.get(node, len(below)) for node in nodes]
                next_starts += deals + [len(below)] * (LANES - len(tile))
                for lane, node in enumerate(nodes):
                    place[node] = used + first_slots[here], lane
            used += slots
            met += len(subtree.nodes)
    event, event_node = np.array(events, np.int64).reshape(-1, 2).T
    arrays: dict[str, Any] = {
        "event": event.astype(np.int8), "event_node": event_node, "first_event": first_event,
        "kind": np.array(kind, np.int8), "player": np.array(player, np.int8),
        "actor": np.array(actor, np.int8), "parent": parent, "depth": depth, "slot": slot,
        "first_slot": first_slot, "actions": actions, "first_node": first_node,
        "slots": all_slots, "shape": shape, "base": base, "first_worth": first_worth,
        "worth": np.array(worth, np.float32).ravel(),
        "roots": np.array(starts, np.int64) * width,
        "below": np.array(next_starts, np.int64) * width,
    }  # fmt: skip
    columns: dict[str, Any] = {
        name: array.copy() if isinstance(array, np.ndarray) else np.array(array, np.int64)
        for name, array in arrays.items()
    }
    return Shaped(
        frozen(Round(**columns)),
        place,
        used,
        1 + max(depth, default=0),
        max(all_slots, default=0),
        max(actions, default=0),
    )
