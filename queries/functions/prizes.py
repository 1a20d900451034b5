"""The value in prizes of all-ins at the last table of a tournament."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa

from pokerlake.engine.cards.text import parse_hand
from pokerlake.tables.errors import UsageError
from pokerlake.tables.schema import sql_type

from ..answers.orders import rule_of
from .library import Library

_NUMBER = pa.float64()
# Types of arguments, each with an example.
_TAKEN = (
    (
        pa.struct([("stack", _NUMBER), ("net", _NUMBER), ("hole", pa.string())]),
        "players such as {'stack': 500, 'net': -500, 'hole': 'AhKh'}",
    ),
    (
        pa.struct([("paid", _NUMBER), ("won", pa.list_(_NUMBER))]),
        "pots such as {'paid': 1000, 'won': [1000, 0]}",
    ),
    (_NUMBER, "prizes such as 70"),
)
_BOARDS = (0, 3, 4, 5)  # cards
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
    """The value of each player's chips after an all-in, and its expectation before.

    ``players`` are structs of ``stack``, ``net`` and ``hole``. ``pots`` are structs of ``paid`` and
    ``won``, a list by player, null for a player who is not in the pot. Null unless there is one
    prize for each player, and prizes do not ascend.
    """
    lists = zip((players, pots, prizes), _TAKEN, strict=True)
    columns = [_taken(column, *expected) for column, expected in lists]
    columns += [text.cast(pa.string()).to_pylist() for text in (board, game)]
    return pa.array([_row(*row) for row in zip(*columns, strict=True)], _VALUES)


def _taken(column: pa.Array, each: pa.DataType, example: str) -> list[Any]:
    """The rows of a list; UsageError for another type."""
    try:
        rows: list[Any] = column.cast(pa.list_(each)).to_pylist()
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError, pa.ArrowTypeError) as error:
        raise UsageError(
            f"all_in_prizes takes a list of {example}, not {sql_type(column.type)}"
        ) from error
    return rows


def _row(
    players: list[dict[str, Any]] | None,
    pots: list[dict[str, Any]] | None,
    prizes: list[float] | None,
    board: str | None,
    game: str | None,
) -> list[dict[str, float]] | None:
    from pokerlake.engine.push_fold import all_ins

    if not players or not pots or not prizes or board is None or game is None:
        return None
    if None in players or None in pots or None in prizes:
        return None
    if len(prizes) != len(players) or sorted(prizes, reverse=True) != prizes or prizes[-1] < 0:
        return None
    for pot in pots:
        if pot["paid"] is None or len(pot["won"] or ()) != len(players):
            raise UsageError(
                f"{pot} is no pot of {len(players)} players; give what it paid, and what each won "
                "of it, null for a player who is not in it"
            )
    before = np.array([each["stack"] for each in players], float)
    after = before + np.array([each["net"] for each in players], float)
    won = np.array([each["won"] for each in pots], float)  # nan: he is not in this pot
    shared = [
        all_ins.Pot(tuple(np.flatnonzero(~np.isnan(shares)).tolist()), float(pot["paid"]))
        for pot, shares in zip(pots, won, strict=True)
    ]
    inside = sorted({player for pot in shared for player in pot.players})
    texts = [players[player]["hole"] for player in inside]
    if None in texts or not inside or np.isnan(after).any():
        return None
    rule = rule_of(game)
    holes = {player: parse_hand(text) for player, text in zip(inside, texts, strict=True)}
    cards = parse_hand(board) if board else np.empty(0, np.uint8)
    dealt = np.concatenate([cards, *holes.values()])
    if len({*dealt.tolist(), *rule.dead}) < len(dealt) + len(rule.dead):
        return None
    if len(cards) not in _BOARDS or any(len(hole) != rule.hole for hole in holes.values()):
        raise UsageError(
            f"{board!r} and {texts} are no board and holes of {rule.name}; give {rule.hole} cards "
            "each, and 0, 3, 4 or 5 on the board"
        )
    left = after - np.nansum(won, axis=0)
    result = all_ins.all_in_prizes(rule, left, before, prizes, shared, holes, cards)
    values = all_ins.prizes_of(after, before, prizes)
    rows = zip(values.tolist(), result.expected.tolist(), result.deviation.tolist(), strict=True)
    return [
        dict(zip(("value", "expected", "standard_deviation"), row, strict=True)) for row in rows
    ]
