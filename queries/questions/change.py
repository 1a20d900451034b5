"""Change in the fewest coins: how many of each coin to expect, as exact fractions."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Any

from ..results import Result
from .fields import Field, Setting, of_field, whole_field
from .question import Column, View, question

if TYPE_CHECKING:
    import pyarrow as pa

    from pokerlake.engine.coins import Change

    from ..files.source import Source

# Bounded, since the exact fraction of 1e999999999 would take all memory.
_GIVEN = re.compile(r"[-+]?(?:[0-9]{1,30}(?:\.[0-9]{0,30})?|\.[0-9]{1,30})(?:[eE][-+]?[0-9]{1,2})?")
_DIGITS = 38, 9  # of a weight: nine behind the point, so that sums are exact
_MOST = 10**15 - 1  # as a price: more than anyone pays in coins


@dataclass(frozen=True, repr=False, eq=False)
class Paid(Result):
    """What coins to expect as change, a row for each coin; fractions are exact.

    Attributes
    ----------
    weights : dict
        The frequency of each amount; other amounts never come.
    """

    weights: dict[int, int]
    _change: Change  # the fewest coins for each amount, and the greedy choice
    _is_given: bool  # whether weights were given; else all amounts are equally likely

    def to_arrow(self) -> pa.Table:
        """A row for each coin.

        Raises
        ------
        UsageError
            If an amount cannot be paid.
        """
        import pyarrow as pa

        from pokerlake.engine.coins import expected
        from pokerlake.tables.errors import UsageError, by_door

        counts, coins = self._change.counts, self._change.coins.tolist()
        unpaid = [amount for amount, w in self.weights.items() if w and counts[amount, 0] < 0]
        if unpaid:
            raise UsageError(
                f"{min(unpaid)} cannot be paid in coins of {', '.join(map(str, coins))}; give "
                f"weights of amounts that can, or see them all with {by_door('--each', 'each()')}"
            )
        rows = [
            {
                "coin": of.coin,
                "coins": float(of.coins),
                "exact_coins": str(of.coins),
                "value": float(of.value),
                "exact_value": str(of.value),
                "percent_of_coins": float(100 * of.share_of_coins),
                "share_of_coins": str(of.share_of_coins),
                "percent_of_value": float(100 * of.share_of_value),
                "share_of_value": str(of.share_of_value),
            }
            for of in expected(self._change, self.weights)
        ]
        return pa.Table.from_pylist(rows)

    def each(self) -> Amounts:
        """The coins of each amount, not the averages."""
        return Amounts(self.weights, self._change, self._is_given)

    def summary(self) -> str:
        """The mean number of coins, and where the greedy choice is not the best."""
        rows = self.to_dicts()
        coins, value = (
            sum((Fraction(row[name]) for row in rows), Fraction()) for name in
            ("exact_coins", "exact_value")
        )  # fmt: skip
        line = f"{_decimal(coins)} coins worth {_decimal(value)} on average"
        return "\n".join(filter(None, [line, self._greedy_note()]))

    @property
    def greedy_is_worse(self) -> list[int]:
        """The amounts for which the greedy choice takes too many coins, or cannot finish."""
        import numpy as np

        found = self._change
        fewest, greedy = found.counts.sum(axis=1), found.greedy.sum(axis=1)
        payable = found.counts[:, 0] >= 0
        worse: list[int] = np.flatnonzero(payable & ((greedy > fewest) | (greedy < 0))).tolist()
        return worse

    def _greedy_note(self) -> str:
        """A note on where the greedy choice takes more coins, with the first amount; or empty."""
        worse = self.greedy_is_worse
        if not worse:
            return ""
        fewest, greedy = (
            coins_text(self._change.coins.tolist(), counts[worse[0]].tolist())
            for counts in (self._change.counts, self._change.greedy)
        )
        where = "1 amount" if len(worse) == 1 else f"{len(worse):,} amounts"
        return (
            f"always taking the largest coin is not best for {where}: {worse[0]} is {fewest}, not "
            f"{greedy}"
        )

    @property
    def _percents(self) -> list[float]:
        total = sum(self.weights.values())
        return [100 * self.weights.get(a, 0) / total for a in range(len(self._change.counts))]


class Amounts(Paid):
    """The coins of each amount; null if it cannot be paid."""

    def to_arrow(self) -> pa.Table:
        """A row for each amount."""
        import numpy as np
        import pyarrow as pa

        found = self._change
        columns: dict[str, Any] = {"amount": range(len(found.counts)), "percent": self._percents}
        for name, counts in (("coins", found.counts), ("greedy_coins", found.greedy)):
            unpaid = counts[:, 0] < 0
            columns[name] = pa.array(counts.sum(axis=1), mask=unpaid)
            for coin, number in zip(found.coins.tolist(), counts.T, strict=True):
                columns[f"{name}_of_{coin}"] = pa.array(np.ascontiguousarray(number), mask=unpaid)
        return pa.table(columns)

    def for_people(self) -> pa.Table:
        """The fewest coins for each amount, and the greedy ones if they differ."""
        import pyarrow as pa

        coins, worse = self._change.coins.tolist(), set(self.greedy_is_worse)
        fewest, greedy = self._change.counts.tolist(), self._change.greedy.tolist()
        columns: dict[str, Any] = {"amount": range(len(fewest))}
        if self._is_given:
            columns["percent"] = self._percents
        columns["coins"] = [sum(counts) if counts[0] >= 0 else None for counts in fewest]
        columns["fewest"] = [coins_text(coins, counts) for counts in fewest]
        if worse:
            columns["greedy"] = [
                coins_text(coins, counts) if amount in worse else ""
                for amount, counts in enumerate(greedy)
            ]
        return pa.table(columns)

    def summary(self) -> str:
        """Where the greedy choice is not the best."""
        return self._greedy_note()


def coins_text(coins: Sequence[int], counts: Sequence[int]) -> str:
    """Coins in words, the largest first: ``25 + 2 x 10 + 1``.

    Examples
    --------
    >>> coins_text([1, 5, 10, 25], [1, 0, 2, 1])
    '25 + 2 x 10 + 1'
    """
    if counts[0] < 0:
        return "cannot be paid"
    parts = [
        f"{count} x {coin}" if count > 1 else str(coin)
        for coin, count in zip(reversed(coins), reversed(counts), strict=True)
        if count
    ]
    return " + ".join(parts) or "nothing"


def _decimal(value: Fraction) -> str:
    """A fraction, with its decimal: ``47/10 = 4.7``."""
    return str(value) if value.denominator == 1 else f"{value} = {float(value):.9g}"


# ---------------------------------------------------------------- asked


def _coins(given: Any, _: Setting) -> list[int]:
    """Coins from ``1,5,10,25``, or a list."""
    return [_whole(part) for part in (given.split(",") if isinstance(given, str) else given)]


def _weights(given: Any, _: Setting) -> Mapping[int, Fraction] | Source | None:
    """Weights of amounts from ``25:3,99:0.5`` or a mapping; a file, or a frame as one."""
    from pokerlake.engine.given import shown
    from pokerlake.tables.errors import UsageError

    from ..files.source import Source, source_of_table
    from ..reading import reading

    if given is None or isinstance(given, Source):
        return given
    if isinstance(given, str) and not given:
        return None
    if hasattr(given, "columns") or hasattr(given, "__arrow_c_stream__"):
        import pyarrow as pa

        from ..reading import reading

        with reading("the rows", given):
            return source_of_table(pa.table(given), "the rows")
    pairs = given.items() if isinstance(given, Mapping) else map(_pair, str(given).split(","))
    found: dict[int, Fraction] = {}
    for amount, weight in pairs:
        number = _whole(amount)
        if not _GIVEN.fullmatch(str(weight).strip()):
            raise UsageError(f"{shown(weight)} is no number")
        if number in found:
            raise UsageError(f"{number} is there twice")
        found[number] = Fraction(str(weight).strip())
    return found


def _pair(part: str) -> tuple[str, str]:
    from pokerlake.tables.errors import UsageError

    amount, colon, weight = part.partition(":")
    if not colon:
        raise UsageError(f"{part!r} has no weight; give AMOUNT:WEIGHT")
    return amount, weight


def _whole(given: Any) -> int:
    from pokerlake.engine.given import shown
    from pokerlake.tables.errors import UsageError

    text = str(given).strip()
    if not (text.isascii() and text.isdecimal() and len(text) <= 15):
        raise UsageError(f"{shown(given)} is no whole number")
    return int(text)


@question(
    Field("coins", "The values of the coins.", "COINS", _coins, "1,5,10,25"),
    replace(
        whole_field("amounts", "Number of amounts, from 0 on.", least=1, most=1_000_000),
        default="100",
    ),
    Field(
        "weights",
        "The frequency of each amount, 0 for others: 25:3,99:0.5.  [default: all alike]",
        "AMOUNT:WEIGHT,...",
        _weights,
        longest=16_384,
        of_rows="a column amount; or price, which is paid with the next multiple of --amounts; and "
        "maybe weight",
    ),
    columns=[
        Column("coin", "BIGINT", "the value of the coin"),
        Column("coins", "DOUBLE", "the expected number of this coin"),
        Column("exact_coins", "VARCHAR", "that as a fraction"),
        Column("value", "DOUBLE", "their value"),
        Column("exact_value", "VARCHAR", "that as a fraction"),
        Column("percent_of_coins", "DOUBLE", "of all coins, x 100"),
        Column("share_of_coins", "VARCHAR", "of all coins, as a fraction"),
        Column("percent_of_value", "DOUBLE", "of the value of all coins, x 100"),
        Column("share_of_value", "VARCHAR", "of that value, as a fraction"),
    ],
    examples=[
        {},
        {"coins": "1,3,4", "amounts": "10"},
        {"weights": "25:3,99:0.5"},
    ],
    command="draw change",
    views=[View("--each", "Show the coins of each amount, not the averages.", "each")],
    has_lake=False,
)
def draw_change(*, coins: Any = "1,5,10,25", amounts: Any = 100, weights: Any = "") -> Paid:
    """Compute how many of each coin to expect as change.

    Change is paid in the fewest coins. Fractions are exact. If always taking the largest coin that
    fits takes too many coins, that is shown too.

    Parameters
    ----------
    coins : text or list
        The values of the coins.
    amounts : int
        The number of amounts, from 0 on: 1 to 1,000,000.
    weights : text, mapping or frame, optional
        The frequency of each amount: ``{25: 3, 99: 0.5}``; or a frame with a column ``amount``,
        and optionally ``weight``. A column ``price`` gives the change from the next multiple of
        ``amounts``. By default all amounts are equally likely.

    Returns
    -------
    Paid
        A row for each coin; ``each()`` has a row for each amount.

    Raises
    ------
    UsageError
        If a field is wrong. The message begins with its name.
    InputError
        For the first row of a frame or file without a whole amount from 0 on, or without a weight.

    Examples
    --------
    >>> draw_change()["exact_coins"]
    array(['2', '2/5', '4/5', '3/2'], dtype=object)
    """
    from pokerlake.engine.coins import change
    from pokerlake.tables.errors import UsageError

    try:
        found = change(coins, amounts)
    except ValueError as error:
        raise UsageError(str(error)) from error
    if weights is None:
        return Paid(dict.fromkeys(range(amounts), 1), found, False)
    if not isinstance(weights, Mapping):
        return Paid(whole_weights(file_weights(weights, amounts), amounts), found, True)
    with of_field("weights"):
        return Paid(whole_weights(weights, amounts), found, True)


def whole_weights(weights: Mapping[int, Fraction], amounts: int) -> dict[int, int]:
    """Weights as whole numbers.

    UsageError if one is negative, all are 0, or one belongs to an amount out of range.
    """
    from pokerlake.tables.errors import UsageError

    for amount, weight in weights.items():
        if weight < 0:
            raise UsageError(f"the weight of {amount} is {_decimal(weight)}; give 0 or more")
        if not 0 <= amount < amounts:
            raise UsageError(f"amount {amount} is not in 0 to {amounts - 1}; give more amounts")
    if not any(weights.values()):
        raise UsageError("all weights are 0; give one above it")
    scale = lcm(*(weight.denominator for weight in weights.values()))
    return {amount: int(weight * scale) for amount, weight in sorted(weights.items())}


def file_weights(source: Source, amounts: int) -> dict[int, Fraction]:
    """Weights of amounts, from rows of amounts or prices with optional weights."""
    import pyarrow as pa

    from pokerlake.tables.errors import InputError, by_door

    sums: Counter[int] = Counter()  # of weights, in units of their ninth decimal
    rows, unit = 0, pa.scalar(1, pa.int64()).cast(pa.decimal128(*_DIGITS))
    given = [column for column in ("amount", "price") if column in source.schema.names]
    if len(given) != 1:
        what = "both amounts and prices" if given else "no column 'amount' or 'price'"
        raise InputError(f"{source.name} has {what}; it needs one of them")
    column = source.column(given[0])
    weight = source.column("weight") if "weight" in source.schema.names else None
    for batch in source.batches():
        where = source.name, rows
        whole = _numbers(batch.column(column), given[0], *where, whole=True)
        values = whole.cast(pa.int64()).to_numpy()
        counted = (
            pa.repeat(unit, len(values))
            if weight is None
            else _numbers(batch.column(weight), "weight", *where, whole=False)
        )
        if given[0] == "price":
            values = -values % amounts
        table = pa.table({"amount": values, "weight": counted})
        for row in table.group_by("amount").aggregate([("weight", "sum")]).to_pylist():
            sums[row["amount"]] += int(row["weight_sum"].scaleb(9))
        rows += len(values)
    if not rows:
        raise InputError(f"{source.name} has no rows; give one for each amount")
    over = [amount for amount in sums if amount >= amounts]
    if over:
        option = by_door(f"--amounts {amounts}", f"amounts={amounts}")
        raise InputError(f"{source.name} has amount {min(over)}; {option} goes to {amounts - 1}")
    return {amount: Fraction(total, 10**9) for amount, total in sums.items()}


def _numbers(column: pa.Array, what: str, name: str, first: int, *, whole: bool) -> pa.Array:
    """A column as decimals from 0 on; also reads the text of a CSV."""
    import pyarrow as pa
    import pyarrow.compute as pc

    from pokerlake.tables.errors import InputError

    decimal = pa.decimal128(*_DIGITS)
    kind = "whole number of at most 15 digits" if whole else "number from 0 on"
    if pa.types.is_string(column.type) or pa.types.is_large_string(column.type):
        column = pc.utf8_trim_whitespace(column)
    try:
        values = column.cast(decimal)
        fine = pc.greater_equal(values, 0)
        if whole:
            fine = pc.and_(fine, pc.equal(pc.floor(values), values))
            fine = pc.and_(fine, pc.less_equal(values, _MOST))
        row = pc.index(fine.fill_null(False), False).as_py()
    except pa.ArrowException:
        row = next(row for row in range(len(column)) if not _reads(column[row : row + 1], decimal))
    if row >= 0:
        shown = column[row].as_py()
        problem = f"no {what}" if shown is None else f"{what} {shown!r} is no {kind}"
        raise InputError(f"{name}, row {first + row + 1:,}: {problem}")
    return values


def _reads(value: pa.Array, decimal: pa.DataType) -> bool:
    import pyarrow as pa

    try:
        value.cast(decimal)
    except pa.ArrowException:
        return False
    return True
