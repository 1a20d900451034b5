"""Blueprints of a lake, and their opponents, as strategies that can be played."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from pokerlake.engine.blueprint.lines import Lines
from pokerlake.engine.cards.holes import HANDS
from pokerlake.engine.play.strategies import WHOLE, Strategy, always_of, strategy_of
from pokerlake.engine.push_fold.spots import PushFoldSpot
from pokerlake.tables.definitions.blueprints import BLUEPRINT_STRATEGIES
from pokerlake.tables.errors import LakeError, UsageError
from pokerlake.tables.lake import Lake

from ..growing import stored_rows
from ..push_fold.solving import solved
from .asked import NO_LIMIT, NONE, Asked

CALL, RAISE, PUSH = OTHERS = ("call", "raise", "push")
NO_BUCKETS, STARTING_HANDS = (1, 1, 1, 1), (len(HANDS), 1, 1, 1)


def stored_strategy(lake: Lake, run: int, asked: Asked) -> Strategy:
    """The strategy of a blueprint. LakeError if its table is damaged."""
    rows = stored_rows(
        lake, BLUEPRINT_STRATEGIES.name, columns=["share"], filters=[("run", "=", run)]
    )
    try:
        return strategy_of(asked.lines, asked.buckets, rows["share"].to_numpy(), asked.rules.stack)
    except ValueError as error:
        raise LakeError(
            f"table {BLUEPRINT_STRATEGIES.name} of {lake.path} is damaged, of run {run}: {error}; "
            "begin anew with 'pokerlake blueprint --replace'"
        ) from error


def other_of(lake: Lake, name: str, asked: Asked) -> tuple[Strategy, tuple[int, ...]]:
    """An opponent that plays by a rule, at a blueprint's table, and his buckets by street.

    ``call`` checks and calls. ``raise`` bets and raises by the smallest of the blueprint's sizes,
    and calls where there is none. ``push`` goes all in before the flop or folds, by the equilibrium
    of that game. Raises UsageError or LakeError.
    """
    stack = asked.rules.stack
    if name != PUSH:
        return always_of(asked.lines, stack, raises=name == RAISE), NO_BUCKETS
    if asked.game != NO_LIMIT:
        raise UsageError("opponent is push, who needs all-ins: a blueprint of limit has none")
    push = Asked(
        NO_LIMIT, asked.runs, STARTING_HANDS, stack=asked.stack, small_blind=asked.small_blind,
        ante=asked.ante, opens="a", reraises=NONE, limps=False,
    )  # fmt: skip
    spot = PushFoldSpot((asked.stack, asked.stack), small_blind=asked.small_blind, ante=asked.ante)
    (equilibrium,) = solved(lake.path, [spot], keep=False)
    assert equilibrium is not None  # nobody stops it
    goes_in = [decision.share for decision in equilibrium.solution.decisions]
    shares = [_in_or_out(push.lines, node, goes_in) for node in (0, _second(push.lines))]
    strategy = strategy_of(push.lines, STARTING_HANDS, np.concatenate(shares), stack)
    return strategy, STARTING_HANDS


def _second(lines: Lines) -> int:
    """The decision of the player who faces a push."""
    return next(node for node in range(1, len(lines)) if lines.kind[node] == 0)


def _in_or_out(
    lines: Lines, node: int, goes_in: list[npt.NDArray[np.float64]]
) -> npt.NDArray[np.uint16]:
    """The shares of a decision, in the order of its actions as text."""
    goes = np.rint(goes_in[0 if node == 0 else 1] * WHOLE)
    actions = sorted(lines.actions[child] for child in lines.children[node])
    columns = [WHOLE - goes if action == "f" else goes for action in actions]
    return np.column_stack(columns).astype(np.uint16).ravel()
