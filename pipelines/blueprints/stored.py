"""Blueprints read from a lake: their strategies, and the ranges with which players reach a spot."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerlake.engine.blueprint import Lines
from pokerlake.engine.blueprint.deals import HOLES_BESIDE, width_of
from pokerlake.engine.blueprint.rounds import rounds_of
from pokerlake.engine.cards.holes import HOLES, dead_holes
from pokerlake.engine.cards.text import format_hand
from pokerlake.engine.given import shown
from pokerlake.engine.ranges.notation import format_range
from pokerlake.engine.solving.lane_steps import LANES
from pokerlake.engine.solving.tree import DEAL, DECISION
from pokerlake.tables.definitions.abstraction import ABSTRACTIONS
from pokerlake.tables.definitions.blueprints import BLUEPRINT_STRATEGIES, BLUEPRINTS
from pokerlake.tables.definitions.solving import WHOLE
from pokerlake.tables.errors import LakeError, UsageError
from pokerlake.tables.lake import Lake

from ..growing import rows_so_far, stored_rows
from .asked import LIMIT, Asked
from .rows import STREETS, decisions_of

F32 = npt.NDArray[np.float32]
# Returns the bucket of each hole, (1326,), on a board.
BucketsOf = Callable[[tuple[int, ...]], npt.NDArray[np.integer]]
CARDS = (0, 3, 4, 5)  # on the board, by street
_DIGITS = 4  # of weights


def stored_row(lake: Lake, run: int | None) -> dict[str, Any]:
    """The row of a blueprint, by default the last. LakeError if there is none."""
    rows: list[dict[str, Any]] = stored_rows(lake, BLUEPRINTS.name).to_pylist()
    chosen = [row for row in rows if run in (None, row["run"])]
    if not chosen:
        raise LakeError(f"no blueprint {run} in {lake.path}; there are 1 to {len(rows)}")
    return chosen[-1]


def seen_by(lake: Lake, asked: Asked) -> str:
    """What identifies the abstractions of a blueprint: their rows."""
    rows = rows_so_far(lake, ABSTRACTIONS, filters=[("run", "in", list(asked.runs))])
    return str(rows.to_pylist())


def stored_shares(lake: Lake, run: int, asked: Asked) -> list[F32]:
    """How often each action is taken: by street, like :meth:`.Training.mean_shares`."""
    lines = asked.lines
    shaped = rounds_of(lines, width_of(HOLES_BESIDE))
    tables = [
        np.zeros((buckets, table.slots, LANES), np.float32)
        for buckets, table in zip(asked.buckets, shaped, strict=True)
    ]
    rows = stored_rows(
        lake, BLUEPRINT_STRATEGIES.name, columns=["share"], filters=[("run", "=", run)]
    )
    shares = rows["share"].to_numpy().astype(np.float32) / np.float32(WHOLE)
    at = 0
    for node in decisions_of(lines):
        street = int(lines.street[node])
        actions = [lines.actions[child] for child in lines.children[node]]
        first, lane = shaped[street].place[node]
        stop = at + asked.buckets[street] * len(actions)
        # Rows have the actions in text order.
        slots = first + np.argsort(actions)
        tables[street][:, slots, lane] = shares[at:stop].reshape(-1, len(actions))
        at = stop
    return [table.reshape(-1) for table in tables]


def spot_at(
    lake: Lake, run: int, asked: Asked, line: str, board: tuple[int, ...], buckets_of: BucketsOf
) -> dict[str, Any]:
    """The spot that a line and a board lead to, as ``solve`` takes it.

    ``line``: it ends a street, and the board has the cards of the next one. Ranges are the reach of
    each hole, scaled so that the most likely hole has 1. Raises UsageError.
    """
    lines = asked.lines
    path = path_of(lines, line, len(board))
    oop, ip = map(format_range, reach_of(lake, run, asked, path, board, buckets_of))
    called = int(lines.put_in[path[-1]].max())
    spot = {
        "board": format_hand(board), "oop": oop, "ip": ip,
        "pot": round(2 * called * lines.chip, 6), "chip": lines.chip,
    }  # fmt: skip
    if asked.game == LIMIT:
        # Nobody is all in: some chips stay behind in every line.
        left = int(lines.put_in.max()) - called + round(1 / lines.chip)
        tree = json.dumps(lines.nested(path[-1]))
        return {**spot, "stack": left * lines.chip, "tree": tree}
    left = asked.rules.stack - called
    return {**spot, "stack": left * lines.chip, "bets": asked.bets, "raises": asked.raises}


def reach_of(
    lake: Lake,
    run: int,
    asked: Asked,
    path: Sequence[int],
    board: tuple[int, ...],
    buckets_of: BucketsOf,
) -> npt.NDArray[np.float64]:
    """The reach of both players at the end of a path with each hole; the largest is 1.

    Returns (2, 1326) float64. Raises UsageError if a player never gets there.
    """
    lines = asked.lines
    weights = np.ones((2, HOLES))
    weights[:, dead_holes(board)] = 0
    for node, child in pairwise(path):
        if lines.kind[node] == DECISION:
            street = int(lines.street[node])
            shares = _shares_of(lake, run, asked, node, lines.actions[child])
            weights[lines.player[node]] *= shares[buckets_of(board[: CARDS[street]])]
    for player, of_player in enumerate(weights):
        if not of_player.any():
            line, who = lines.line(path[-1]), "the dealer" if player else "the big blind"
            raise UsageError(f"{shown(line)} is never played by {who}")
    reach: npt.NDArray[np.float64] = weights / weights.max(axis=1, keepdims=True)
    return reach.round(_DIGITS)


def path_of(lines: Lines, line: str, cards: int) -> list[int]:
    """The nodes from the root to the first decision of the street that a line leads to."""
    path = [0]
    for word in line.split():
        named = {lines.actions[child]: child for child in lines.children[path[-1]]}
        if word not in named:
            after = f" after {shown(lines.line(path[-1]))}" if len(path) > 1 else ""
            can = f"give {', '.join(named)}" if named else "the hand is over"
            raise UsageError(f"line {shown(line)} has {shown(word)}{after}: {can}")
        path.append(named[word])
        if lines.kind[path[-1]] == DEAL:
            path += lines.children[path[-1]]
    node = path[-1]
    street = int(lines.street[node])
    if node not in lines.roots[street] or not street:
        raise UsageError(f"line {shown(line)} ends no street: give one after which a card is dealt")
    if cards != CARDS[street]:
        raise UsageError(
            f"line {shown(line)} leads to the {STREETS[street]}: the board has {cards} cards, "
            f"give {CARDS[street]}"
        )
    return path


def _shares_of(
    lake: Lake, run: int, asked: Asked, node: int, action: str
) -> npt.NDArray[np.float64]:
    """How often each bucket takes an action: ``(b,)``."""
    number = decisions_of(asked.lines).index(node) + 1
    rows = stored_rows(
        lake, BLUEPRINT_STRATEGIES.name, columns=["bucket", "share"],
        filters=[("run", "=", run), ("node", "=", number), ("action", "=", action)],
    )  # fmt: skip
    shares = np.zeros(len(rows))
    shares[rows["bucket"].to_numpy()] = rows["share"].to_numpy() / WHOLE
    return shares
