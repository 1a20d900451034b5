"""Distributions of change from files of every type, and coins for which greed is not best."""

from decimal import Decimal
from fractions import Fraction
from functools import cache

import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pokerlake as pk
from pokerlake.queries.files.source import open_source
from pokerlake.queries.questions.change import coins_text, file_weights
from pokerlake.tables.errors import InputError, UsageError


def write(tmp_path, **columns):
    path = tmp_path / "given.parquet"
    pq.write_table(pa.table(columns), path)
    return str(path)


def weights_in(path, amounts):
    with open_source(path, None) as source:
        return file_weights(source, amounts)


@pytest.mark.parametrize(
    "weights",
    [
        pa.array([1, 3, 2], pa.int8()),
        pa.array([1, 3, 2], pa.uint64()),
        pa.array([0.1, 0.3, 0.2]),
        pa.array([Decimal("0.10"), Decimal("0.30"), Decimal("0.20")]),
        pa.array([" 0.1", "3e-1 ", "0.2"], pa.large_string()),
    ],
)
@pytest.mark.parametrize("dtype", [pa.uint8(), pa.int64(), pa.float64(), pa.decimal128(30, 2)])
def test_types_of_columns(tmp_path, weights, dtype):
    path = write(tmp_path, amount=pa.array([99, 25, 99]).cast(dtype), weight=weights)
    found = weights_in(path, 100)
    assert found[99] == found[25]
    assert set(found) == {25, 99}
    assert all(isinstance(weight, Fraction) for weight in found.values())


def test_weights_are_exact(tmp_path):
    path = write(tmp_path, price=[1, 101, 2], weight=[0.1, 0.2, 0.7])
    assert weights_in(path, 100) == {99: Fraction(3, 10), 98: Fraction(7, 10)}


@pytest.mark.parametrize(
    ("columns", "problem"),
    [
        ({"amount": pa.array([1, None])}, "row 2: no amount"),
        ({"amount": [1.0, 2.5]}, "row 2: amount 2.5 is no whole number of at most 15 digits"),
        ({"amount": [1, -1]}, "row 2: amount -1 is no whole number of at most 15 digits"),
        ({"price": [10**15]}, f"row 1: price {10**15} is no whole number of at most 15 digits"),
        ({"price": [1], "weight": [float("nan")]}, "row 1: weight nan is no number from 0 on"),
        ({"price": [1], "weight": [1e-12]}, None),
        ({"price": ["1", "x"]}, "row 2: price 'x' is no whole number of at most 15 digits"),
    ],
)
def test_rows_that_are_none(tmp_path, columns, problem):
    path = write(tmp_path, **columns)
    if problem is None:  # a number of the file's that rounds to none
        assert weights_in(path, 100) == {99: 0}
        return
    with pytest.raises(InputError) as refused:
        weights_in(path, 100)
    assert str(refused.value) == f"{path}, {problem}"


def test_rows_are_counted_over_batches(tmp_path):
    prices = ["1"] * 200_000 + ["x"]
    with pytest.raises(InputError, match=r", row 200,001: price 'x' is no whole number"):
        weights_in(write(tmp_path, price=prices), 100)
    assert weights_in(write(tmp_path, price=prices[:-1]), 100) == {99: 200_000}


def test_weights_as_text_a_mapping_and_a_frame():
    paid = pk.draw_change(weights="99:0.5,25:3")
    assert paid.weights == {25: 6, 99: 1}
    assert sum(map(Fraction, paid["exact_value"])) == Fraction(25 * 6 + 99, 7)
    assert pk.draw_change(weights="25:3, 99 :0.5,0:1e2").weights == {0: 200, 25: 6, 99: 1}
    assert pk.draw_change(weights={99: 0.5, 25: 3}) == paid
    for frame in (pl.DataFrame, pd.DataFrame, pa.table):
        columns = {"price": [1, 75, 101], "weight": [0.25, 3.0, 0.25]}
        assert pk.draw_change(weights=frame(columns)) == paid
    with pytest.raises(InputError, match=r"^the rows, row 2: price -1 is no whole number"):
        pk.draw_change(weights=pl.DataFrame({"price": [1, -1]}))


@pytest.mark.parametrize(
    ("counts", "text"),
    [([0, 0], "nothing"), ([1, 0], "1"), ([2, 1], "5 + 2 x 1"), ([-1, -1], "cannot be paid")],
)
def test_coins_in_words(counts, text):
    assert coins_text([1, 5], counts) == text


@settings(max_examples=25)
@given(st.sets(st.integers(2, 30), max_size=4))
def test_greed_against_the_fewest(others):
    coins = sorted({1, *others})

    @cache
    def fewest(amount):
        if amount == 0:
            return 0
        return 1 + min(fewest(amount - coin) for coin in coins if coin <= amount)

    def greedy(amount):
        count = 0
        for coin in reversed(coins):
            count, amount = count + amount // coin, amount % coin
        return count

    paid = pk.draw_change(coins=coins, amounts=80)
    assert paid.greedy_is_worse == [a for a in range(80) if greedy(a) > fewest(a)]
    assert paid.each()["coins"].tolist() == [fewest(a) for a in range(80)]


def test_greed_may_come_to_no_end():
    paid = pk.draw_change(coins=[2, 3], amounts=5, weights={4: 1})
    assert paid.greedy_is_worse == [4]
    with pytest.raises(UsageError, match=r"^1 cannot be paid in coins of 2, 3; give weights of"):
        pk.draw_change(coins="2,3", amounts=5).to_arrow()
