"""Change in the fewest coins: what coins to expect, for coins and amounts as people give them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from pokerlake.engine.coins import US_COINS, Change, Expected, change, expected
from pokerlake.tables.errors import InputError, UsageError

from ...files.source import open_source

# What a weight may be: nine decimals, so that sums are exact.
_WEIGHT = pa.decimal128(38, 9)
# Bounded, since the exact fraction of 1e999999999 would take all memory.
_GIVEN = re.compile(r"[-+]?(?:[0-9]{1,30}(?:\.[0-9]{0,30})?|\.[0-9]{1,30})(?:[eE][-+]?[0-9]{1,2})?")
_MOST = 10**15 - 1  # as a price: far beyond every sum that is paid in coins


@dataclass(frozen=True)
class Paid:
    """What it takes to pay every amount below a limit, and how often each comes."""

    change: Change  # the fewest coins for each amount, and what the greedy choice takes
    weights: dict[int, int]  # of the amounts that come; the others are 0
    given: bool  # whether the weights were given; else all amounts are equally likely

    @property
    def expected(self) -> list[Expected]:
        """How many of each coin to expect, and what they are worth.

        Raises
        ------
        UsageError
            If an amount that comes cannot be paid.
        """
        unpaid = [a for a, w in self.weights.items() if w and self.change.counts[a, 0] < 0]
        if unpaid:
            coins = ", ".join(map(str, self.change.coins.tolist()))
            raise UsageError(
                f"{min(unpaid)} cannot be paid in coins of {coins}; give weights of amounts that "
                "can, or see them all with --each"
            )
        return expected(self.change, self.weights)

    @property
    def greedy_is_worse(self) -> list[int]:
        """The amounts for which the greedy choice takes more coins than needed, or has no end."""
        fewest, greedy = self.change.counts.sum(axis=1), self.change.greedy.sum(axis=1)
        payable = self.change.counts[:, 0] >= 0
        found: list[int] = np.flatnonzero(payable & ((greedy > fewest) | (greedy < 0))).tolist()
        return found


def fewest_coins(coins: Sequence[int] = US_COINS, amounts: int = 100) -> Change:
    """The fewest coins for the amounts 0 .. ``amounts`` - 1.

    Raises
    ------
    UsageError
        If the coins or the number of amounts are none.
    """
    try:
        return change(coins, amounts)
    except ValueError as error:
        raise UsageError(str(error)) from error


def pay(found: Change, weights: Mapping[int, Fraction] | None = None) -> Paid:
    """Amounts that come as often as the weights say, or all alike.

    Raises
    ------
    UsageError
        If a weight is negative, all are 0, or one is of an amount that is not there.
    """
    amounts = len(found.counts)
    if weights is None:
        return Paid(found, dict.fromkeys(range(amounts), 1), given=False)
    for amount, weight in weights.items():
        if weight < 0:
            raise UsageError(f"the weight of {amount} is {_decimal(weight)}; give 0 or more")
        if not 0 <= amount < amounts:
            raise UsageError(f"amount {amount} is not in 0 to {amounts - 1}; raise --amounts")
    if not any(weights.values()):
        raise UsageError("all weights are 0; give one above it")
    scale = lcm(*(weight.denominator for weight in weights.values()))
    return Paid(found, {a: int(w * scale) for a, w in sorted(weights.items())}, given=True)


# ---------------------------------------------------------------- as people give them


def parse_coins(text: str) -> list[int]:
    """Coins from ``1,5,10,25``.

    Raises
    ------
    UsageError
        If one is no whole number.
    """
    return [_whole(part, f"--coins {text!r}") for part in text.split(",")]


def parse_weights(text: str) -> dict[int, Fraction]:
    """Weights of amounts from ``25:3,99:0.5``.

    Raises
    ------
    UsageError
        If a part is not an amount, a colon and a weight, or an amount is there twice.
    """
    found: dict[int, Fraction] = {}
    for part in text.split(","):
        amount_text, colon, weight = part.partition(":")
        if not colon:
            raise UsageError(f"--weights {text!r}: {part!r} has no weight; give AMOUNT:WEIGHT")
        amount = _whole(amount_text, f"--weights {text!r}")
        if not _GIVEN.fullmatch(weight.strip()):
            raise UsageError(f"--weights {text!r}: {weight!r} is no number")
        if amount in found:
            raise UsageError(f"--weights {text!r}: {amount} is there twice")
        found[amount] = Fraction(weight.strip())
    return found


def _whole(text: str, where: str) -> int:
    stripped = text.strip()
    if not (stripped.isascii() and stripped.isdecimal() and len(stripped) <= 15):
        raise UsageError(f"{where}: {text!r} is no whole number")
    return int(stripped)


def file_weights(name: str, file_format: str | None, amounts: int) -> dict[int, Fraction]:
    """Weights of amounts from a file: a row for each amount or price, maybe with its weight.

    The column ``amount`` has amounts of change, or ``price`` prices, for which the next multiple of
    ``amounts`` is paid. ``weight`` is how often a row counts, once without it.

    Raises
    ------
    InputError
        If the file cannot be read, has not one of the two columns, or for the first row that has
        no whole amount from 0 on, or no weight.
    """
    sums: Counter[int] = Counter()  # of weights, in units of their ninth decimal
    rows = 0
    with open_source(name, file_format) as source:
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
                pa.repeat(pa.scalar(1, pa.int64()).cast(_WEIGHT), len(values))
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
        raise InputError(f"{name} has no rows; give one for each amount")
    over = [amount for amount in sums if amount >= amounts]
    if over:
        raise InputError(
            f"{name} has amount {min(over)}; --amounts {amounts} goes to {amounts - 1}"
        )
    return {amount: Fraction(total, 10**9) for amount, total in sums.items()}


def _numbers(column: pa.Array, what: str, name: str, first: int, *, whole: bool) -> pa.Array:
    """A column as decimals from 0 on; text of a CSV is read."""
    kind = "whole number of at most 15 digits" if whole else "number from 0 on"
    if pa.types.is_string(column.type) or pa.types.is_large_string(column.type):
        column = pc.utf8_trim_whitespace(column)
    try:
        values = column.cast(_WEIGHT)
        fine = pc.greater_equal(values, 0)
        if whole:
            fine = pc.and_(fine, pc.equal(pc.floor(values), values))
            fine = pc.and_(fine, pc.less_equal(values, _MOST))
        row = pc.index(fine.fill_null(False), False).as_py()
    except pa.ArrowException:
        row = next(row for row in range(len(column)) if not _reads(column[row : row + 1]))
    if row >= 0:
        shown = column[row].as_py()
        problem = f"no {what}" if shown is None else f"{what} {shown!r} is no {kind}"
        raise InputError(f"{name}, row {first + row + 1:,}: {problem}")
    return values


def _reads(value: pa.Array) -> bool:
    try:
        value.cast(_WEIGHT)
    except pa.ArrowException:
        return False
    return True


# ---------------------------------------------------------------- as tables


def coins_table(paid: Paid) -> pa.Table:
    """A row for each coin: how many to expect, and what they are worth; fractions are exact.

    Raises
    ------
    UsageError
        If an amount that comes cannot be paid.
    """

    def row(of: Expected) -> dict[str, Any]:
        return {
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

    return pa.Table.from_pylist([*map(row, paid.expected)])


def amounts_for_people(paid: Paid) -> pa.Table:
    """A row for each amount: the fewest coins for it, and the greedy ones where they are not."""
    coins = paid.change.coins.tolist()
    worse = set(paid.greedy_is_worse)
    fewest, greedy = paid.change.counts.tolist(), paid.change.greedy.tolist()
    columns: dict[str, Any] = {"amount": range(len(fewest))}
    if paid.given:
        columns["percent"] = _percents(paid)
    columns["coins"] = [sum(counts) if counts[0] >= 0 else None for counts in fewest]
    columns["fewest"] = [coins_text(coins, counts) for counts in fewest]
    if worse:
        columns["greedy"] = [
            coins_text(coins, counts) if amount in worse else ""
            for amount, counts in enumerate(greedy)
        ]
    return pa.table(columns)


def amounts_table(paid: Paid) -> pa.Table:
    """For programs: how many of each coin an amount takes, null where it cannot be paid."""
    columns: dict[str, Any] = {"amount": range(len(paid.change.counts)), "percent": _percents(paid)}
    for name, counts in (("coins", paid.change.counts), ("greedy_coins", paid.change.greedy)):
        unpaid = counts[:, 0] < 0
        columns[name] = pa.array(counts.sum(axis=1), mask=unpaid)
        for coin, number in zip(paid.change.coins.tolist(), counts.T, strict=True):
            columns[f"{name}_of_{coin}"] = pa.array(np.ascontiguousarray(number), mask=unpaid)
    return pa.table(columns)


def _percents(paid: Paid) -> list[float]:
    total = sum(paid.weights.values())
    return [100 * paid.weights.get(a, 0) / total for a in range(len(paid.change.counts))]


def coins_text(coins: Sequence[int], counts: Sequence[int]) -> str:
    """Coins as people say them, the largest first: ``25 + 2 x 10 + 1``.

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


def summary(paid: Paid) -> list[str]:
    """What comes to hand on average, and where the greedy choice is not the best: a line each."""
    of_each = paid.expected
    coins, value = sum(one.coins for one in of_each), sum(one.value for one in of_each)
    return [
        f"{_decimal(Fraction(coins))} coins worth {_decimal(Fraction(value))} on average",
        *greedy_note(paid),
    ]


def greedy_note(paid: Paid) -> list[str]:
    """Where the greedy choice takes more coins, with the first amount; no line where nowhere."""
    worse = paid.greedy_is_worse
    if not worse:
        return []
    coins, first = paid.change.coins.tolist(), worse[0]
    fewest, greedy = (
        coins_text(coins, counts[first].tolist())
        for counts in (paid.change.counts, paid.change.greedy)
    )
    where = "1 amount" if len(worse) == 1 else f"{len(worse):,} amounts"
    return [
        f"always taking the largest coin is not best for {where}: {first} is {fewest}, not {greedy}"
    ]


def _decimal(value: Fraction) -> str:
    """A fraction, and as a decimal fraction: ``47/10 = 4.7``."""
    if value.denominator == 1:
        return str(value)
    return f"{value} = {float(value):.9g}"
