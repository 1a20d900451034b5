"""What all-ins at the last table of a tournament are worth in prizes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa

from pokerlake.engine.cards.text import parse_hand
from pokerlake.tables.errors import UsageError

from ..answers.orders import rule_of
from .library import Library

_VALUES = pa.list_(
    pa.struct([(name, pa.float64()) for name in ("value", "expected", "standard_deviation")])
)


def all_in_prizes(
    _library: Library,
    players: pa.Array,
    pots: pa.Array,
    prizes: pa.Array,
    board: pa.Array,
    game: pa.Array,
) -> pa.Array:
    """Of each player what his chips are worth after an all-in, and what was to be expected.

    ``players`` are structs of ``stack``, ``net`` and ``hole``, ``pots`` those of ``paid``, and of
    ``won`` by player, null for who is not in the pot. Null where prizes are not as many as players,
    or go up.
    """
    columns = [column.to_pylist() for column in (players, pots, prizes, board, game)]
    return pa.array([_row(*row) for row in zip(*columns, strict=True)], _VALUES)


def _row(
    players: list[dict[str, Any]] | None,
    pots: list[dict[str, Any]] | None,
    prizes: list[float] | None,
    board: str | None,
    game: str | None,
) -> list[dict[str, float]] | None:
    from pokerlake.engine.push_fold import all_ins

    if not players or not pots or not prizes or None in prizes or board is None or game is None:
        return None
    if len(prizes) != len(players) or sorted(prizes, reverse=True) != prizes:
        return None
    told = [*players, *pots]
    if not all({"stack", "net", "hole"} <= each.keys() for each in players) or not all(
        {"paid", "won"} <= each.keys() for each in pots
    ):
        raise UsageError(
            "all_in_prizes takes players such as {'stack': 500, 'net': -500, 'hole': 'AhKh'} and "
            f"pots such as {{'paid': 1000, 'won': [1000, 0]}}, not {told[0]}"
        )
    before = np.array([each["stack"] for each in players], float)
    after = before + np.array([each["net"] for each in players], float)
    won = np.array([each["won"] for each in pots], float)  # nan: he is not in this pot
    shared = [
        all_ins.Pot(tuple(np.flatnonzero(~np.isnan(of)).tolist()), float(pot["paid"]))
        for pot, of in zip(pots, won, strict=True)
    ]
    holes = {
        player: parse_hand(players[player]["hole"])
        for player in sorted({player for pot in shared for player in pot.players})
    }
    cards = parse_hand(board) if board else np.empty(0, np.uint8)
    left = after - np.nansum(won, axis=0)
    found = all_ins.all_in_prizes(rule_of(game), left, before, prizes, shared, holes, cards)
    values = all_ins.prizes_of(after, before, prizes)
    rows = zip(values.tolist(), found.expected.tolist(), found.deviation.tolist(), strict=True)
    return [
        dict(zip(("value", "expected", "standard_deviation"), row, strict=True)) for row in rows
    ]
