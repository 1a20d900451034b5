"""A value for each starting hand, read from the rows of a query and held to what a chart needs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from pokerlake.engine.cards.holes import HAND_INDEX, HANDS, HOLES, hand_combos
from pokerlake.engine.cards.text import RANKS
from pokerlake.tables.errors import QueryError, UsageError, did_you_mean

from ..drawing.svg import clean

_SPELLINGS = {  # either rank first
    spelled.lower(): hand for hand in HANDS for spelled in (hand, hand[1] + hand[0] + hand[2:])
}


@dataclass(frozen=True)
class HandValues:
    """A value for each starting hand."""

    values: npt.NDArray[np.float64]  # (169,) in the order of HANDS; NaN where there is none
    labels: tuple[str | None, ...] = (None,) * len(HANDS)  # written in place of the values

    @property
    def given(self) -> npt.NDArray[np.float64]:
        """The values that are there."""
        return self.values[~np.isnan(self.values)]

    def top_percent(self) -> npt.NDArray[np.float64]:
        """The % of all 1,326 holes whose value is at least as high; NaN where a hand has none."""
        holes = (self.values >= self.values[:, None]) @ hand_combos()
        return np.where(np.isnan(self.values), np.nan, holes * 100 / HOLES)


def require_hands(names: Sequence[str]) -> list[int]:
    """The indices of some of the 169 hands, by their names.

    Raises
    ------
    UsageError
        If a name is none, with the nearest, or is given twice.
    """
    for name in names:
        if name not in HAND_INDEX:
            raise UsageError(f"{name!r} is none of the 169 hands; {_nearest_hand(name)}")
        if names.count(name) > 1:
            raise UsageError(f"{name} is given twice")
    return [HAND_INDEX[name] for name in names]


def _nearest_hand(text: str) -> str:
    spelled = text.strip().lower().replace("10", "t")
    near = [_SPELLINGS[s] for s in get_close_matches(spelled, _SPELLINGS, n=1)]
    if len(spelled) == 4 and spelled[0] != spelled[2] and set(spelled[1::2]) <= set("cdhs"):
        near = [_SPELLINGS.get(spelled[::2] + ("s" if spelled[1] == spelled[3] else "o"), "")]
    elif len(spelled) == 2 and spelled not in _SPELLINGS and set(spelled) <= set(RANKS.lower()):
        high, low = sorted(spelled, key=RANKS.lower().index, reverse=True)
        return f"did you mean '{(high + low).upper()}s' or '{(high + low).upper()}o'?"
    if near and near[0]:
        return f"did you mean {near[0]!r}?"
    return "they are written AA, AKs, AKo"


def hand_values(rows: pa.RecordBatchReader, value: str = "value") -> HandValues:
    """The values of hands from rows with the columns ``hand``, ``value`` and maybe ``label``.

    A hand that is not among the rows has no value. Other columns are left alone.

    Parameters
    ----------
    rows : pyarrow.RecordBatchReader
    value : str
        The name of the column of values.

    Raises
    ------
    UsageError
        If a column is missing, is there twice or has a type that is no use.
    QueryError
        If there are no rows, a hand is none or is there twice, or a value is missing, NaN or
        infinite.
    """
    names = rows.schema.names
    place = {"hand": _column(rows.schema, "hand"), "value": _column(rows.schema, value)}
    if "label" in names:
        place["label"] = _column(rows.schema, "label")
    _require_number(rows.schema.field(place["value"]))
    values = np.full(len(HANDS), np.nan)
    labels: list[str | None] = [None] * len(HANDS)
    for batch in rows:
        columns = {name: batch.column(at) for name, at in place.items()}
        hands = columns["hand"].to_pylist()
        numbers = columns["value"].cast(pa.float64(), safe=False).to_pylist()
        texts = columns["label"].to_pylist() if "label" in columns else [None] * len(hands)
        for hand, number, text in zip(hands, numbers, texts, strict=True):
            at = _new_hand(hand, values)
            values[at] = _finite(hand, number)
            labels[at] = None if text is None else clean(str(text))
    if np.isnan(values).all():
        raise QueryError("the query gives no rows; a chart needs one for each hand it shows")
    return HandValues(values, tuple(labels))


def _column(schema: pa.Schema, name: str) -> int:
    found: Sequence[int] = schema.get_all_field_indices(name)
    if not found:
        hint = did_you_mean(name, schema.names)
        raise UsageError(
            f"the query gives no column {name!r}, which the chart needs "
            f"(name one with 'as {name}'); {hint}"
        )
    if len(found) > 1:
        raise UsageError(f"the query gives {len(found)} columns {name!r}; rename all but one")
    return found[0]


def _require_number(field: pa.Field) -> None:
    kinds = pa.types.is_integer, pa.types.is_floating, pa.types.is_decimal
    if not any(is_kind(field.type) for is_kind in kinds):
        raise UsageError(
            f"column {field.name!r} is {field.type}, not a number; cast it to double in SQL"
        )


def _new_hand(hand: object, values: npt.NDArray[np.float64]) -> int:
    if not isinstance(hand, str):
        raise QueryError(f"{'null' if hand is None else repr(hand)} in column 'hand' is no hand")
    if hand not in HAND_INDEX:
        raise QueryError(f"{hand!r} is none of the 169 hands; {_nearest_hand(hand)}")
    at = HAND_INDEX[hand]
    if not np.isnan(values[at]):
        raise QueryError(f"the query gives {hand} twice; a chart needs one row for each hand")
    return at


def _finite(hand: str, number: float | None) -> float:
    if number is None or not np.isfinite(number):
        found = "null" if number is None else "NaN" if np.isnan(number) else "infinite"
        raise QueryError(
            f"the value of {hand} is {found}; leave hands without a value out in SQL "
            "('where isfinite(value)')"
        )
    return number
