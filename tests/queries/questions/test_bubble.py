"""Bubble factors: what people give and get in Python, and the command's bar and table."""

import numpy as np
import polars as pl
import pytest

import pokerlake as pk
from helpers.command_line import run


class Unreadable:
    """As a column of another library whose values are not there."""

    def __iter__(self):
        raise RuntimeError("no values")


@pytest.mark.parametrize(
    ("stacks", "prizes", "says"),
    [
        (3, [1], "stacks: there is 1 stack, and nobody to be all in against; give those of all"),
        ([], [1], "stacks: there are 0 stacks; give 2 to 1,000"),
        ([1] * 1001, [1], "stacks: there are 1,001 stacks; give 2 to 1,000"),
        ([3, 4], [3, 2, 1], "prizes has 3 for 2 players; leave 1 out, or give the stacks of all"),
        ([3, 4], [], "prizes has none; give 1 to 2, the first place's first"),
        ([3, 4], [0, 0], "prizes has 0 alone; give one above 0"),
        ([3, 4], [1, 2], "prizes is [1.0, 2.0], which goes up; give the first place's first"),
        ([3, 4], [1e308, 1], "prizes has 1e+308; give 0, or 0.000001 to 1,000,000,000,000"),
        ([3, 0], [1], "stacks: stack 2 is 0.0; give 0.000001 to 1,000,000,000,000, or leave out"),
        ([-3, 4], [1], "stacks: stack 1 is -3.0; give 0.000001 to 1,000,000,000,000"),
        ([3, np.nan], [1], "stacks: nan is no number; give numbers such as 8,12,20"),
        ([3, np.inf], [1], "stacks: inf is no number; give numbers such as 8,12,20"),
        ([3, True], [1], "stacks: True is no number; give numbers such as 8,12,20"),
        ([3, 4], "x", "prizes: 'x' is no number; give numbers such as 8,12,20"),
        (object(), [1], "stacks: <object"),
        (b"1,2", [1], "stacks: b'1,2' is no number; give numbers such as 8,12,20"),
        (Unreadable(), [1], "stacks: numbers cannot be read from Unreadable <"),
    ],
)
def test_what_is_wrong(stacks, prizes, says):
    with pytest.raises((pk.PokerlakeError, pk.CardError)) as told:
        pk.bubble_factors(stacks, prizes)
    assert str(told.value).startswith(says)
    assert "\n" not in str(told.value)


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
    assert "factors" not in vars(found)
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
    assert shown[-2:] == [
        "… 80 more rows",
        "9,900 bubble factors in all: CSV, JSON and files have a row for each",
    ]


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


def test_the_command_counts_and_shows_a_row_for_each_player(at_home):
    stacks = ",".join(map(str, range(1, 101)))
    done = run(f"bubble --stacks {stacks} --prizes 50,30,20")
    lines = done.text.splitlines()
    assert (done.code, len(lines), max(map(len, lines)) < 80) == (0, 102, True)
    assert lines[0].split()[3:] == ["mean_factor", "largest_factor", "against"]
    assert done.err == "9,900 bubble factors in all: CSV, JSON and files have a row for each\n"
    ours = pk.bubble_factors(stacks, "50,30,20").factors[99, :99].tolist()
    assert lines[-1].split()[3:] == [
        f"{sum(ours) / 99:.3f}".rstrip("0"), f"{max(ours):.3f}".rstrip("0"),
        str(1 + ours.index(max(ours))),
    ]  # fmt: skip
    assert run(f"bubble --stacks {stacks} --prizes 50,30,20 -o all.parquet").err.startswith(
        "9,900 rows in all.parquet"
    )
    done = run("bubble --stacks 8,12 --prizes 1")
    assert (done.text.splitlines()[2].split(), done.err) == (["1", "8", "0.4", "1"], "")
