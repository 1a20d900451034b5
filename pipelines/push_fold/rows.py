"""Solutions as rows of the three tables, and rows as solutions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from pokerlake.engine.cards.holes import HANDS
from pokerlake.engine.prizes import expected_prizes
from pokerlake.engine.push_fold.spots import Decision, PushFoldSolution, PushFoldSpot
from pokerlake.tables.definitions.push_fold import PUSH_FOLD, PUSH_FOLD_PLAYERS, PUSH_FOLD_SPOTS
from pokerlake.tables.manifest import package_version

CLOSE = 1e-3  # big blinds: gain_by_deviating has to be below it
_BY_NAME = np.argsort(np.array(HANDS))  # the order of rows: by their key
_PLACES = np.argsort(_BY_NAME)


@dataclass(frozen=True)
class Solved:
    """A spot with its solution.

    Attributes
    ----------
    number : int
        Its number in the lake; 0 if the lake does not have the spot.
    solution : PushFoldSolution
    seed : int or None
        Of sampled showdowns.
    seconds : float
        The time that solving took.
    """

    number: int
    solution: PushFoldSolution
    seed: int | None
    seconds: float

    @property
    def is_close(self) -> bool:
        """Whether nobody gains 0.001 big blinds by deviating."""
        return self.solution.gain < CLOSE


def seed_of(spot: PushFoldSpot, seed: int) -> int | None:
    """The seed of a spot with sampled showdowns: with four players and more."""
    return seed if spot.players > 3 else None


def worths(spot: PushFoldSpot) -> list[float]:
    """What each stack is worth before the hand; 0 if the hand is played for chips."""
    if not spot.prizes:
        return [0.0] * spot.players
    expected = expected_prizes([*spot.stacks, *spot.others], spot.prizes)
    return [float(worth) for worth in expected[: spot.players]]


def spot_rows(spots: Sequence[Solved]) -> pa.Table:
    """Rows of ``push_fold_spots``."""
    rows = [
        {
            "spot": solved.number,
            "players": solved.solution.spot.players,
            "stack": equal_stack(solved.solution.spot),
            "stacks": numbers_text(solved.solution.spot.stacks),
            "small_blind": solved.solution.spot.small_blind,
            "ante": solved.solution.spot.ante,
            "prizes": numbers_text(solved.solution.spot.prizes),
            "others": numbers_text(solved.solution.spot.others),
            "bb_ante": solved.solution.spot.bb_ante,
            "fixed": solved.solution.spot.fixed,
            "gain_by_deviating": solved.solution.gain,
            "is_close": solved.is_close,
            "iterations": solved.solution.iterations,
            "method": solved.solution.method,
            "seed": solved.seed,
            "seconds": round(solved.seconds, 3),
            "package_version": package_version(),
        }
        for solved in spots
    ]
    return pa.Table.from_pylist(rows, PUSH_FOLD_SPOTS.arrow_schema())


def player_rows(spots: Sequence[Solved]) -> pa.Table:
    """Rows of ``push_fold_players``."""
    names = PUSH_FOLD_PLAYERS.arrow_schema().names
    rows = [
        dict(zip(names, (solved.number, player, *row), strict=True))
        for solved in spots
        for player, row in enumerate(
            zip(
                solved.solution.spot.positions,
                solved.solution.spot.stacks,
                worths(solved.solution.spot),
                solved.solution.values.tolist(),
                solved.solution.gains.tolist(),
                strict=True,
            ),
            1,
        )
    ]
    return pa.Table.from_pylist(rows, PUSH_FOLD_PLAYERS.arrow_schema())


def numbers_text(numbers: Sequence[float]) -> str:
    """Numbers as the tables store them, and as people type them: the shortest that read the same.

    Examples
    --------
    >>> numbers_text((8.0, 12.5, 1 / 3))
    '8,12.5,0.3333333333333333'
    """
    return ",".join(np.format_float_positional(number, trim="-") for number in numbers)


def equal_stack(spot: PushFoldSpot) -> float | None:
    """The stack of each player if all are equal."""
    return spot.stacks[0] if len(set(spot.stacks)) == 1 else None


def hand_rows(spots: Sequence[Solved]) -> pa.Table:
    """Rows of ``push_fold``, in the order of the key: 169 for each decision."""
    schema = PUSH_FOLD.arrow_schema()
    each = [(solved, decision) for solved in spots for decision in solved.solution.decisions]
    names = pa.array(np.array(HANDS)[_BY_NAME], pa.string())

    columns: dict[str, list[Any]] = {
        "spot": [solved.number for solved, _ in each],
        "player": [decision.player + 1 for _, decision in each],
        "position": [solved.solution.spot.positions[decision.player] for solved, decision in each],
        "before": [decision.before for _, decision in each],
        "choice": [decision.choice for _, decision in each],
        "reach": [min(decision.reach, 1.0) for _, decision in each],  # a sum, rounded
    }
    rows = {name: for_hands(values, schema.field(name).type) for name, values in columns.items()}
    rows["hand"] = pa.concat_arrays([names] * len(each)) if each else names[:0]
    for name in ("share", "value_in", "value_fold"):
        arrays = [getattr(decision, name)[_BY_NAME] for _, decision in each]
        rows[name] = or_null(np.concatenate(arrays) if arrays else np.empty(0))
    return pa.table({name: rows[name] for name in schema.names}, schema=schema)


def for_hands(values: Sequence[Any], kind: pa.DataType) -> pa.Array:
    """A value per decision, repeated for its 169 hands."""
    return pa.array(values, kind).take(pa.array(np.repeat(np.arange(len(values)), len(HANDS))))


def or_null(numbers: npt.NDArray[np.float64]) -> pa.Array:
    """Numbers, null for NaN."""
    return pa.array(numbers, mask=np.isnan(numbers))


def solved_of(spots: pa.Table, players: pa.Table, hands: pa.Table) -> Iterator[Solved]:
    """The solutions that rows of the three tables hold.

    Raises ValueError if rows are missing.
    """
    decisions: dict[int, list[Decision]] = {}
    if len(hands) % len(HANDS):
        raise ValueError("a decision lacks hands")
    heads = hands.take(pa.array(np.arange(0, len(hands), len(HANDS))))
    arrays = {
        name: hands[name].to_numpy().reshape(-1, len(HANDS))[:, _PLACES]
        for name in ("share", "value_in", "value_fold")
    }
    for at, head in enumerate(heads.select(["spot", "player", "before", "reach"]).to_pylist()):
        of_spot = decisions.setdefault(head["spot"], [])
        numbers = {name: array[at] for name, array in arrays.items()}
        player, before, reach = head["player"] - 1, head["before"], head["reach"]
        of_spot.append(Decision(player, before, reach=reach, **numbers))
    values: dict[int, list[tuple[float, float]]] = {}
    for row in players.select(["spot", "value", "gain"]).to_pylist():
        values.setdefault(row["spot"], []).append((row["value"], row["gain"]))
    for row in spots.to_pylist():
        spot = spot_of_row(row)
        of_row = tuple(decisions.get(row["spot"], ()))
        if [(decision.player, decision.before) for decision in of_row] != spot.information_sets():
            raise ValueError(f"spot {row['spot']} lacks decisions")
        if len(values.get(row["spot"], ())) != spot.players:
            raise ValueError(f"spot {row['spot']} lacks players")
        value, gain = np.array(values[row["spot"]]).T
        solution = PushFoldSolution(spot, of_row, value, gain, row["iterations"], row["method"])
        yield Solved(row["spot"], solution, row["seed"], row["seconds"])


def spot_of_row(row: Mapping[str, Any]) -> PushFoldSpot:
    """The spot of a row of ``push_fold_spots``."""
    lists: Any = {
        name: tuple(map(float, row[name].split(","))) if row[name] else ()
        for name in ("stacks", "prizes", "others")
    }
    alone = {name: row[name] for name in ("small_blind", "ante", "bb_ante", "fixed")}
    return PushFoldSpot(**alone, **lists)
