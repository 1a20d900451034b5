"""``pk.push_fold`` and ``pk.bubble_factors``: what people have, and what they get."""

import re

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import pokerlake as pk
from helpers.lakes import share


@pytest.fixture(scope="module")
def here(lake, tmp_path_factory):
    """A lake of its own."""
    there = tmp_path_factory.mktemp("push_fold") / "lake"
    share(lake, there)
    return there


@pytest.fixture(autouse=True)
def its_lake(here, monkeypatch):
    monkeypatch.setenv("POKERLAKE_LAKE", str(here))


@pytest.fixture(scope="module")
def ten(here):
    return pk.push_fold(10, keep=True, lake=here)


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


def test_many_spots(ten):
    many = pk.push_fold("9:10:0.5", ante=[0.1, 0, 0])
    assert many.value.shape == (3, 2)
    assert many.number.tolist() == [0, 0, 1]
    assert many.share("BB").shape == (3, 169)
    assert [type(one) for one in many.range()] == [pk.Range] * 3
    assert (many.value[2] == ten.value).all()
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
        (lambda: pk.push_fold(10, stacks=[1, 2]), "the size of the stacks is given twice; give"),
        (lambda: pk.push_fold(stacks=[10, 10, 10]), "table matchups3 is not in"),
        (lambda: pk.push_fold([8, "x"]), "the spots, row 2: stack is 'x'; give a number of"),
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
        (
            lambda: pk.bubble_factors(3, [1]),
            "there is 1 stack, and nobody to be all in against; give",
        ),
        (lambda: pk.bubble_factors([], [1]), "there are 0 stacks; give 2 to 1,000"),
        (lambda: pk.bubble_factors([1] * 1001, [1]), "there are 1,001 stacks; give 2 to 1,000"),
        (
            lambda: pk.bubble_factors([3, 4], [3, 2, 1]),
            "there are 3 prizes for 2 stacks; leave 1 out",
        ),
        (
            lambda: pk.bubble_factors([3, 4], []),
            "there are no prizes; give 1 to 2, the first place's",
        ),
        (
            lambda: pk.bubble_factors([3, 0], [1]),
            "stack 2 is 0.0; give 0.000001 to 1,000,000,000,000,",
        ),
        (
            lambda: pk.bubble_factors([-3, 4], [1]),
            "stack 1 is -3.0; give 0.000001 to 1,000,000,000,000",
        ),
        (lambda: pk.bubble_factors([3, np.nan], [1]), "stacks has nan; give numbers"),
        (lambda: pk.bubble_factors([3, np.inf], [1]), "stacks has inf; give numbers"),
        (lambda: pk.bubble_factors([3, 4], "x"), "prizes has 'x'; give numbers"),
    ],
)
def test_what_is_wrong(ten, call, problem):
    with pytest.raises(pk.PokerlakeError, match=f"^{re.escape(problem)}"):
        call()


def test_bubble_factors():
    found = pk.bubble_factors([50, 30, 20], "50,30,20")
    assert found.worth.round(4).tolist() == [38.3929, 32.75, 28.8571]
    assert np.isnan(found.factors.diagonal()).all()
    assert found.factors[0, 1] == pytest.approx(1.169014, abs=1e-6)
    assert found.needed[0, 1] == pytest.approx(1.169014 / 2.169014, abs=1e-6)
    assert len(found) == found.to_arrow().num_rows == 6
    assert "v 2 (30)" in repr(found)
    even = pk.bubble_factors([8, 12], [1])
    assert even.factors[0, 1] == pytest.approx(1)


def test_bubble_factors_of_many():
    """Values alone do not wait for the factors; what is shown is a row for each player."""
    stacks = np.arange(1, 101)
    found = pk.bubble_factors(stacks, [50, 30, 20])
    assert found.worth.sum() == pytest.approx(100, rel=1e-12)
    assert "factors" not in vars(found._bubble)
    assert found.factors.shape == found.needed.shape == (100, 100)
    assert len(found) == 9900
    rows = found.to_polars().filter(pl.col("player") == 100)
    assert rows["opponent"].to_list() == list(range(1, 100))
    assert rows["bubble_factor"].to_list() == found.factors[99, :99].tolist()
    shown = repr(found).splitlines()
    assert shown[0].split() == [
        "player", "stack", "worth", "mean_factor", "largest_factor", "against"
    ]  # fmt: skip
    assert max(map(len, shown)) < 80
    assert shown[-1] == "… 80 more rows"


def test_thirteen_stacks_are_as_twelve_and_a_chip():
    """Where the integral takes over from sums over sets of players, nothing jumps."""
    twelve = pk.bubble_factors(range(2, 14), [50, 30, 20])
    thirteen = pk.bubble_factors([*range(2, 14), 1e-6], [50, 30, 20])
    assert thirteen.worth[:12] == pytest.approx(twelve.worth, rel=1e-6)
    assert thirteen.factors[:12, :12] == pytest.approx(twelve.factors, rel=1e-6, nan_ok=True)


def test_few_stacks_of_which_one_has_nearly_all():
    """Two with a trillionth of the chips share what the first does not win; they won nothing."""
    found = pk.bubble_factors([1e12, 1, 1], [50, 30, 20])
    assert found.worth == pytest.approx([50, 25, 25], rel=1e-9)
    assert found.factors[1, 2] == pytest.approx(1, rel=1e-9)
    assert np.isnan(pk.bubble_factors([5, 4, 3], [2, 2, 2]).factors).all()
