"""A value for each starting hand, read from the rows of a query and held to what a chart needs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from pokerlake.engine.cards.holes import HAND_INDEX, HANDS, HOLES, hand_combos
from pokerlake.tables.errors import QueryError, UsageError, did_you_mean
from pokerlake.tables.schema import sql_type

from ...files.hand_names import hand_named
from ..drawing.svg import clean

_SLACK = 0.005  # by which rounded shares may be more than 1 together
_ONE_ROW = "a chart needs one row for each hand, or a column 'label' of kinds"


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
    """The indices of some of the 169 hands, by their names; ``KAs`` is ``AKs``.

    Raises
    ------
    UsageError
        If a name is none, with the nearest, or a hand is given twice.
    """
    try:
        hands = [hand_named(name) for name in names]
    except ValueError as error:
        raise UsageError(str(error)) from error
    for hand in hands:
        if hands.count(hand) > 1:
            raise UsageError(f"{hand} is given twice")
    return [HAND_INDEX[hand] for hand in hands]


def hand_values(rows: pa.RecordBatchReader, value: str = "value") -> HandValues:
    """The values of hands from rows with the columns ``hand``, ``value`` and maybe ``text``.

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
    place = {"hand": one_column(rows.schema, "hand"), "value": one_column(rows.schema, value)}
    if "text" in names:
        place["text"] = one_column(rows.schema, "text")
    require_number(rows.schema.field(place["value"]))
    values = np.full(len(HANDS), np.nan)
    labels: list[str | None] = [None] * len(HANDS)
    for batch in rows:
        columns = {name: batch.column(at) for name, at in place.items()}
        hands = columns["hand"].to_pylist()
        numbers = columns["value"].cast(pa.float64(), safe=False).to_pylist()
        texts = columns["text"].to_pylist() if "text" in columns else [None] * len(hands)
        for hand, number, text in zip(hands, numbers, texts, strict=True):
            at = _hand_index(hand)
            if not np.isnan(values[at]):
                raise QueryError(f"the query gives {hand} twice; {_ONE_ROW}")
            values[at] = _finite(hand, number)
            labels[at] = None if text is None else clean(str(text))
    if np.isnan(values).all():
        raise QueryError("the query gives no rows; a chart needs one for each hand it shows")
    return HandValues(values, tuple(labels))


def one_column(schema: pa.Schema, name: str) -> int:
    """The place of a column that a chart needs; UsageError if it is missing, or there twice."""
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


def require_number(field: pa.Field) -> None:
    """Refuse a column that has no numbers, with a UsageError."""
    kinds = pa.types.is_integer, pa.types.is_floating, pa.types.is_decimal
    if not any(is_kind(field.type) for is_kind in kinds):
        raise UsageError(
            f"column {field.name!r} is {sql_type(field.type)}, not a number; "
            "cast it to double in SQL"
        )


def _hand_index(hand: object) -> int:
    if not isinstance(hand, str):
        raise QueryError(f"{'null' if hand is None else repr(hand)} in column 'hand' is no hand")
    try:
        return HAND_INDEX[hand_named(hand)]
    except ValueError as error:
        raise QueryError(str(error)) from error


def _finite(hand: str, number: float | None) -> float:
    if number is None or not np.isfinite(number):
        found = "null" if number is None else "NaN" if np.isnan(number) else "infinite"
        raise QueryError(
            f"the value of {hand} is {found}; leave hands without a value out in SQL "
            "('where isfinite(value)')"
        )
    return number


# ---------------------------------------------------------------- kinds


@dataclass(frozen=True)
class HandKinds:
    """The shares of kinds, such as raise, call and fold, of each starting hand."""

    kinds: tuple[str, ...]  # in the order in which they first come
    shares: npt.NDArray[np.float64]  # (kinds, 169), 0 to 1; the sums over kinds are 1 at most
    values: npt.NDArray[np.float64] | None = None  # (169,), where they are not shares: written

    @property
    def there(self) -> npt.NDArray[np.bool_]:
        """Which hands have a kind."""
        return np.asarray(np.any(self.shares > 0, axis=0), np.bool_)


def hand_kinds(rows: pa.RecordBatchReader, value: str = "value") -> HandKinds:
    """The kinds of hands from rows with the columns ``hand``, ``label`` and maybe ``value``.

    The value is the share of the kind, 0 to 1: several rows of a hand divide it. Without values
    each row is the whole hand. Where no hand has two rows and a value is no share, each row is the
    whole hand too, and values are what is written.

    Raises
    ------
    UsageError
        If a column is missing, is there twice or has a type that is no use.
    QueryError
        If there are no rows, a hand is none, a value is missing, NaN or infinite, a label is
        missing or is there twice for a hand, or the shares of a hand are not shares.
    """
    names = rows.schema.names
    place = {name: one_column(rows.schema, name) for name in ("hand", "label")}
    if value in names or value != "value":
        place["value"] = one_column(rows.schema, value)
        require_number(rows.schema.field(place["value"]))
    found: dict[int, dict[str, float]] = {}
    for batch in rows:
        hands, labels = (batch.column(place[name]).to_pylist() for name in ("hand", "label"))
        numbers = [1.0] * len(hands)
        if "value" in place:
            numbers = batch.column(place["value"]).cast(pa.float64(), safe=False).to_pylist()
        for hand, label, number in zip(hands, labels, numbers, strict=True):
            of_hand = found.setdefault(_hand_index(hand), {})
            kind = _kind(hand, label)
            if kind in of_hand:
                raise QueryError(f"the query gives {hand} {kind!r} twice; add them up in SQL")
            of_hand[kind] = _finite(hand, number)
    if not found:
        raise QueryError("the query gives no rows; a chart needs one for each hand it shows")
    kinds = tuple(dict.fromkeys(kind for of_hand in found.values() for kind in of_hand))
    shares = np.zeros((len(kinds), len(HANDS)))
    for at, of_hand in found.items():
        for kind, share in of_hand.items():
            shares[kinds.index(kind), at] = share
    alone = all(len(of_hand) == 1 for of_hand in found.values())
    if alone and not ((shares >= 0) & (shares <= 1)).all():
        values = np.full(len(HANDS), np.nan)
        values[list(found)] = shares.sum(axis=0)[list(found)]
        for at, of_hand in found.items():
            shares[kinds.index(next(iter(of_hand))), at] = 1
        return HandKinds(kinds, shares, values)
    _require_shares(kinds, shares)
    return HandKinds(kinds, np.minimum(shares, 1))


def _kind(hand: object, label: object) -> str:
    if label is None:
        raise QueryError(f"the label of {hand} is null; leave such rows out in SQL")
    return clean(str(label)).strip() or "(empty)"


def _require_shares(kinds: Sequence[str], shares: npt.NDArray[np.float64]) -> None:
    """Refuse shares that are none, with the hand: rounding may add up to a little over 1."""
    kind, at = divmod(int(np.argmin(shares)), len(HANDS))
    if shares[kind, at] < 0:
        raise QueryError(
            f"the share of {kinds[kind]!r} of {HANDS[at]} is {shares[kind, at]:g}; give 0 to 1"
        )
    sums = shares.sum(axis=0)
    at = int(np.argmax(sums))
    if sums[at] > 1 + _SLACK:
        percent = " (of percentages, divide by 100)" if abs(sums[at] - 100) < 1 else ""
        raise QueryError(
            f"the shares of {HANDS[at]} add up to {sums[at]:.6g}; they are 1 at most{percent}"
        )
