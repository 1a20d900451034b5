"""What one hole is worth on one board: its counts, from the table or computed, and their ratios."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from pokerlake.engine.cards.holes import format_hole, hole_cards, parse_hole
from pokerlake.engine.cards.suit_symmetry import canonical_deal
from pokerlake.engine.cards.text import CardError, counted, format_hand, parse_hand
from pokerlake.engine.ranges.parts import Weights
from pokerlake.engine.strength import ratios
from pokerlake.tables.definitions.boards import (
    OPPONENTS,
    OWN_RUN_OUTS,
    RELATIONS,
    TRANSITIONS,
    count_columns,
)
from pokerlake.tables.errors import UsageError
from pokerlake.tables.lake import Lake, lake_path
from pokerlake.tables.registry import table_or_view

from .stored import stored_row

_STREETS = {3: "flop", 4: "turn", 5: "river"}
_LABELS = ("board_id", "hole_id", "hand", "weight")

Value = int | float | str | bool | None


@dataclass(frozen=True)
class Spot:
    """A hole on a board.

    Attributes
    ----------
    hole : int
        0..1325.
    board : (k,) uint8
        3, 4 or 5 cards, none of which is the hole's.
    """

    hole: int
    board: npt.NDArray[np.uint8]

    @classmethod
    def parse(cls, hole: str, board: str) -> Spot:
        """From text: ``AhQh`` and ``3h4sJh``.

        Raises
        ------
        CardError
            If they are no hole and no board of three to five cards, or have a card in common.
        """
        number, cards = parse_hole(hole), parse_hand(board)
        if len(cards) not in _STREETS:
            raise CardError(f"board {board!r} has {counted(len(cards))}; 3, 4 or 5 are needed")
        shared = np.intersect1d(hole_cards()[number], cards)
        if len(shared):
            raise CardError(f"hole {hole!r} and board {board!r} both have {format_hand(shared)}")
        return cls(number, cards)

    @property
    def street(self) -> str:
        """``flop``, ``turn`` or ``river``."""
        return _STREETS[len(self.board)]


@dataclass(frozen=True)
class Opponents:
    """Who the hole is up against.

    Attributes
    ----------
    count : int
    ranges : tuple of (1326,) float64
        One that all have, or one each; none if they may hold anything.
    use_field : bool
        Take each of them for an opponent with the mean of their ranges.
    """

    count: int = 1
    ranges: tuple[Weights, ...] = ()
    use_field: bool = False

    def __post_init__(self) -> None:
        """Refuse what fits no one.

        Raises
        ------
        UsageError
            If there are no opponents, or neither one range nor one for each.
        """
        if self.count < 1:
            raise UsageError(f"{self.count} opponents: give 1 or more")
        if len(self.ranges) not in (0, 1, self.count):
            raise UsageError(
                f"{len(self.ranges)} ranges for {counted_opponents(self.count)}: give one for "
                "all, or one for each"
            )
        if self.use_field and len(self.ranges) < 2:
            raise UsageError("a field is made of several ranges; give one for each opponent")

    def each(self) -> tuple[Weights, ...]:
        """The range of each opponent."""
        return self.ranges * (self.count if len(self.ranges) == 1 else 1)


@dataclass(frozen=True)
class Call:
    """A bet to call, in any unit. ``pot`` is what is there now, the opponent's bet included."""

    pot: float
    bet: float
    later: float = 0.0


def counted_opponents(count: int) -> str:
    """``1 opponent``, ``5 opponents``."""
    return f"{count} opponent{'' if count == 1 else 's'}"


def spot_strength(
    spot: Spot, opponents: Opponents, call: Call | None = None, lake: Path | None = None
) -> dict[str, Value]:
    """Counts under the names of their columns, and what is made of them.

    Against opponents who may hold anything the counts are those of the lake's table where it has
    it, and else computed: the same. Against ranges they are sums of weights.

    Parameters
    ----------
    spot : Spot
    opponents : Opponents
    call : Call, optional
    lake : Path, optional
        ``$POKERLAKE_LAKE`` or ``./lake`` if not given, if that is there.

    Raises
    ------
    LakeError
        If the lake that is given is not there, or is broken.
    RangeError
        If no hole of a range is live.
    UsageError
        If an amount of the call is no amount.
    """
    found: dict[str, Value] = {
        "hole": format_hole(spot.hole),
        "board": format_hand(spot.board),
        "opponents": opponents.count,
    }
    if opponents.ranges:
        found |= _against_ranges(spot, opponents)
    else:
        source, counts = _counts(spot, lake)
        found |= {"source": source, **counts, **_ratios(spot, counts, opponents.count)}
    return found | (_advice(found, call) if call is not None else {})


# ---------------------------------------------------------------- counts


def _counts(spot: Spot, lake: Path | None) -> tuple[str, dict[str, int]]:
    """Where they are from, and the counts of a row."""
    hole, board = canonical_deal(spot.hole, spot.board)
    tables = f"{spot.street}_hands", f"{spot.street}s"
    path = lake_path(lake)
    if lake is not None or path.is_dir():
        there = Lake.open(path)
        if all(table in there.manifest.tables for table in tables):
            return tables[0], _row(there, *tables, hole, format_hand(board))
    return "computed", _computed(hole, board)


def _row(lake: Lake, hands: str, boards: str, hole: int, board: str) -> dict[str, int]:
    number = stored_row(lake, boards, board=board)["board_id"]
    row = stored_row(lake, hands, board_id=number, hole_id=hole)
    return {name: value for name, value in row.items() if name not in _LABELS}


def _computed(hole: int, board: npt.NDArray[np.uint8]) -> dict[str, int]:
    """What the table has of a canonical hole on a canonical board."""
    cards = len(board)
    columns: dict[str, npt.NDArray[Any]]
    if cards == 5:
        from pokerlake.engine.strength.rivers import rivers

        outcomes = rivers(board[None])
        holes = outcomes.hole
        columns = {name: getattr(outcomes, name) for name in ("class_id", "win", "tie")}
    else:
        from pokerlake.engine.strength.transitions import strengths

        found = strengths(board[None])
        holes = found.hole
        columns = {
            "class_id": found.class_id,
            **count_columns(cards, found.now, found.next_card, found.river),
            "river_strength_squares": found.river_strength_squares,
        }
    row = int(np.flatnonzero(holes == hole)[0])
    return {name: int(column[row]) for name, column in columns.items()}


# ---------------------------------------------------------------- ratios


def _ratios(spot: Spot, counts: Mapping[str, int], opponents: int) -> dict[str, float]:
    cards = len(spot.board)
    if cards == 5:
        now = np.array([counts["win"], counts["tie"], 0])
        now[2] = OPPONENTS[5] - now.sum()
        result = _all_ratios(cards, float(ratios.hand_strength(now, opponents)), now, now, now)
        return {**result, "equity_squared": result["equity"] ** 2}
    now = np.array([counts[name] for name in RELATIONS])
    steps = {
        street: np.array([counts[f"{street}_{name}"] for name in TRANSITIONS]).reshape(3, 3)
        for street in (("turn", "river") if cards == 3 else ("river",))
    }
    river = steps["river"]
    hs = float(ratios.hand_strength(now, opponents))
    result = _all_ratios(cards, hs, now, steps.get("turn", river), river)
    most = OWN_RUN_OUTS[cards] * (2 * OPPONENTS[5]) ** 2
    return {**result, "equity_squared": counts["river_strength_squares"] / most}


def _all_ratios(
    cards: int,
    hs: float,
    now: npt.NDArray[Any],
    next_card: npt.NDArray[Any],
    river: npt.NDArray[Any],
) -> dict[str, float]:
    """The ratios of the views; on a river no card is to come, and no potential is there."""
    if cards == 5:
        return {"hs": hs, "ehs": hs, "equity": float(ratios.hand_strength(now))}
    result = {"hs": hs}
    for step, counts in (("1", next_card), ("2", river))[: 5 - cards]:
        result[f"ppot{step}"] = float(ratios.positive_potential(counts))
        result[f"npot{step}"] = float(ratios.negative_potential(counts))
    last = str(5 - cards)
    ehs = ratios.effective_hand_strength(hs, result[f"ppot{last}"], result[f"npot{last}"])
    return {**result, "ehs": float(ehs), "equity": float(ratios.equity(river))}


def _against_ranges(spot: Spot, opponents: Opponents) -> dict[str, Value]:
    """Sums of weights against the field, and the strength against all opponents."""
    from pokerlake.engine.strength.weighted import several_opponents

    found = several_opponents(
        spot.hole, spot.board, opponents.each(), use_field=opponents.use_field
    )
    sums, cards = found.against_field, len(spot.board)
    columns = (
        dict(zip(("win", "tie", "lose"), sums.now, strict=True))
        if cards == 5
        else count_columns(cards, sums.now, sums.next_card, sums.river)
    )
    return {
        "source": "computed",
        **{name: float(weight) for name, weight in columns.items()},
        **_all_ratios(cards, found.hs, sums.now, sums.next_card, sums.river),
    }


# ---------------------------------------------------------------- the bet


def _advice(found: Mapping[str, Value], call: Call) -> dict[str, Value]:
    """What the pot odds say. Against several opponents the EHS stands for the equity."""
    chance = found["equity"] if found["opponents"] == 1 else found["ehs"]
    assert isinstance(chance, float)
    try:
        needed = float(ratios.pot_odds(call.pot, call.bet))
        effective = float(ratios.pot_odds(call.pot, call.bet, call.later))
        largest = float(ratios.largest_call(chance, call.pot))
    except ValueError as error:
        raise UsageError(str(error)) from error
    return {
        "pot": call.pot,
        "bet": call.bet,
        "later": call.later,
        "pot_odds": needed,
        "effective_odds": effective,
        "largest_call": largest if np.isfinite(largest) else None,
        "call": chance >= effective,
    }


def verdict(found: Mapping[str, Any]) -> str:
    """What the pot odds say, in a line."""
    alone = found["opponents"] == 1
    has = f"{100 * found['equity']:.1f} %" if alone else f"about {100 * found['ehs']:.1f} %"
    needs = f"{100 * found['effective_odds']:.1f} %"
    word = "call" if found["call"] else "fold"
    later = f", and {found['later']:g} later," if found["later"] else ""
    bet = f"{found['bet']:g} into {found['pot']:g}{later}"
    return f"{word}: {bet} needs {needs}; the hand has {has}"


# ---------------------------------------------------------------- as tables

_MEANINGS = {
    "hole": "the hero's",
    "board": "as given",
    "opponents": "how many; several are an approximation, as if their cards were apart",
    "source": "the table of the lake that the counts are from, or computed",
    "lose": "opponents that win",
    "pot": "what is there now, the opponent's bet included",
    "bet": "what a call costs",
    "later": "what both are going to pay later",
    "pot_odds": "the equity that a call needs: bet / (pot + bet)",
    "effective_odds": "with what is paid later: (bet + later) / (pot + bet + 2 later)",
    "largest_call": "the bet whose pot odds are just the hand's equity",
    "call": "whether the hand has what the effective odds need",
}


def one_row(found: Mapping[str, Value]) -> pa.Table:
    """One row, a column for each number: for programs."""
    return pa.Table.from_pylist([dict(found)])


def measures(found: Mapping[str, Value], spot: Spot) -> pa.Table:
    """A row for each number, and what it means: for people."""
    described = [*table_or_view(f"{spot.street}_hands").columns]
    described += table_or_view(f"{spot.street}_strength").columns
    meanings = {**{column.name: column.meaning for column in described}, **_MEANINGS}
    return pa.table(
        {
            "measure": list(found),
            "value": [f"{v:.6g}" if isinstance(v, float) else str(v) for v in found.values()],
            "meaning": [meanings[name] for name in found],
        }
    )
