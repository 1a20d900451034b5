"""``pk.push_fold``: what people have, and what they get."""

import re

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import pokerlake as pk

pytestmark = pytest.mark.usefixtures("its_lake")


@pytest.fixture(scope="module")
def ten(own_lake):
    return pk.push_fold(10, keep=True, lake=own_lake)


def test_one_spot(ten):
    assert ten.value.round(4).tolist() == [-0.0454, 0.0454]
    assert ten.gain.shape == (2,)
    assert 0 <= ten.gain_by_deviating < 1e-6
    assert ten.is_close is True
    assert (ten.number, len(ten), ten.methods) == (1, 2, ["cfr+, exact"])
    assert ten.share().shape == (169,)
    assert round(ten.range("BB").percent, 1) == 37.4
    assert ten.range("bb", "i") == ten.range("BB")
    assert ten.to_arrow().num_rows == 2
    assert ten.hands().num_rows == 338
    text = repr(ten)
    assert "BB        SB pushes  call" in text
    assert "an epsilon-equilibrium: nobody gains 1e-0" in text
    assert ten._repr_html_().count("<tr>") == 3
    assert ten.to_polars()["position"].to_list() == ["SB", "BB"]
    assert pk.push_fold("10").number == 1


def test_a_decision_that_is_shown_is_the_one_that_is_meant(ten):
    calls = ten.at("BB")
    assert calls.range() == ten.at(before="i").range() == ten.range("BB") != ten.range()
    assert (calls.share() == ten.share(before="i")).all()
    assert calls.chart().title == ten.chart("BB").title
    assert calls.range("SB") == ten.range()


def test_many_spots(ten):
    many = pk.push_fold("9:10:0.5", ante=[0.1, 0, 0])
    assert many.value.shape == (3, 2)
    assert many.number.tolist() == [0, 0, 1]
    assert many.share("BB").shape == (3, 169)
    assert [type(one) for one in many.range()] == [pk.Range] * 3
    assert (many.value[2] == ten.value).all()
    assert many.to_arrow()["row"].to_pylist() == [1, 1, 2, 2, 3, 3]
    assert many.to_arrow()["spot"].to_pylist() == [None] * 4 + [1, 1]
    hands = pl.DataFrame(many.hands())
    assert hands.group_by("row", maintain_order=True).len()["len"].to_list() == [338] * 3
    assert pk.push_fold([11, 12]).for_people().column_names[0] == "stacks"
    assert many.is_close.tolist() == [True] * 3


@pytest.mark.parametrize(
    "given",
    [
        {"stack": [10, 10.0]},
        {"stack": np.array([10, 10])},
        {"stack": pl.Series([10, 10])},
        {"stack": pd.Series([10, 10])},
        {"stack": pa.array([10, 10])},
        {"stacks": [[10, 10], (10, 10)]},
        {"stacks": np.full((2, 2), 10)},
        {"stacks": ["10,10", "10 10"]},
        {"stacks": pl.Series([[10, 10], [10, 10]])},
        {"stack": [{"stack": 10}, {"stacks": [10, 10], "ante": None}]},
        {"stack": {"stack": [10, 10], "ante": [0, None]}},
        {"stack": pl.DataFrame({"stack": [10, 10]}), "ante": 0},
        {"stack": pl.LazyFrame({"stack": [10, 10]})},
        {"stack": pd.DataFrame({"stacks": ["10,10", "10/10"]})},
        {"stack": pa.table({"stacks": [[10.0, 10.0], [10.0, 10.0]]})},
    ],
)
def test_what_people_have(ten, given):
    assert pk.push_fold(**given).number.tolist() == [1, 1]


def test_one_of_each_part(ten):
    found = pk.push_fold(stacks=np.array([8, 12]), prizes=[50, 30, 20], others="15", ante=0.1)
    assert 60 < found.value.sum() < 66
    assert found.number == 0
    assert pk.push_fold(np.float64(10), small_blind=np.float32(0.5)).number == 1


@pytest.mark.parametrize(
    ("call", "problem"),
    [
        (lambda: pk.push_fold(), "the size of the stacks is missing; give either stack, the same"),
        (lambda: pk.push_fold(stacks=[10, 10, 10]), "table matchups3 is not in"),
        (lambda: pk.push_fold([8, "x"]), "the spots, row 2: stack is 'x'; give a number"),
        (lambda: pk.push_fold([8, 9], ante=[1, 2, 3]), "lists are not equally long: stack has 2"),
        (lambda: pk.push_fold([]), "there are no spots; give at least one"),
        (lambda: pk.push_fold(object()), "stack is <object"),
        (lambda: pk.push_fold({"stak": [1]}), "the spots, row 1: no 'stak' in a spot; did you"),
        (lambda: pk.push_fold([{"ante": 1}], ante=2), "the rows have 'ante' already; leave ante="),
        (lambda: pk.push_fold(10, keep=1), "keep is 1; give True or False"),
        (lambda: pk.push_fold(10, seed=-1), "seed is -1; give a whole number"),
        (lambda: pk.push_fold(10, lake="/none"), "no lake at /none"),
        (lambda: pk.push_fold(10).range("BTN"), "no position 'BTN'; there are: SB, BB"),
        (lambda: pk.push_fold(10).share(5), "position is 5; give text"),
    ],
)
def test_what_is_wrong(ten, call, problem):
    with pytest.raises(pk.PokerlakeError, match=f"^{re.escape(problem)}"):
        call()
