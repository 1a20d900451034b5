"""Rows become values of hands; what cannot be one is told in one line."""

from decimal import Decimal

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pokerlake.engine.cards.holes import HAND_INDEX, HANDS, hand_of_hole
from pokerlake.queries.charts.grids.hand_values import HandValues, hand_values, require_hands
from pokerlake.tables.errors import QueryError, UsageError


def values_of(**columns):
    return hand_values(pa.table(columns).to_reader())


def test_hands_without_a_row_have_no_value():
    found = values_of(hand=["AKs", "22"], value=[1.5, -2])
    assert found.values[HAND_INDEX["AKs"]] == 1.5
    assert sorted(found.given) == [-2, 1.5]
    assert np.isnan(found.values).sum() == 167
    assert set(found.labels) == {None}


@pytest.mark.parametrize(
    "numbers",
    [
        pa.array([1, 2], pa.uint8()),
        pa.array([1, 2], pa.float16()),
        pa.array([Decimal("1.00"), Decimal("2.00")]),
        [1.0, 2.0],
    ],
)
def test_any_number_is_a_value(numbers):
    assert values_of(hand=["AA", "KK"], value=numbers).given.tolist() == [1, 2]


def test_numbers_beyond_doubles_are_rounded():
    assert values_of(hand=["AA"], value=[2**63 - 1]).given.tolist() == [2.0**63]


def test_labels_are_shown_clean():
    found = values_of(hand=["AA", "KK", "QQ"], value=[1, 2, 3], text=["raise\x1b", None, "a\nb"])
    assert [found.labels[HAND_INDEX[hand]] for hand in ("AA", "KK", "QQ")] == [
        "raise\ufffd",
        None,
        "a b",
    ]


def test_names_may_be_a_dictionary():
    names = pa.array(["AA", "KK"]).dictionary_encode()
    assert len(values_of(hand=names, value=[1, 2]).given) == 2


@given(st.lists(st.sampled_from([1.0, 2.0, 3.5, np.nan]), min_size=169, max_size=169))
def test_top_percent_counts_holes(values):
    found = HandValues(np.array(values), (None,) * 169).top_percent()
    of_holes = [values[hand] for hand in hand_of_hole()]
    for hand, value in enumerate(values):
        better = sum(other >= value for other in of_holes)
        assert np.isnan(found[hand]) if np.isnan(value) else found[hand] == better * 100 / 1326


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        (
            {"hands": ["AA"], "value": [1]},
            "the query gives no column 'hand', which the chart needs (name one with 'as hand'); "
            "did you mean 'hands'?",
        ),
        (
            {"hand": ["AA"], "equity": [1]},
            "the query gives no column 'value', which the chart needs (name one with 'as value'); "
            "there are: hand, equity",
        ),
        (
            {"hand": ["AA"], "value": ["1"]},
            "column 'value' is VARCHAR, not a number; cast it to double in SQL",
        ),
        (
            {"hand": ["AA"], "value": [True]},
            "column 'value' is BOOLEAN, not a number; cast it to double in SQL",
        ),
        (
            {"hand": ["AA"], "value": [None]},
            "column 'value' is NULL, not a number; cast it to double in SQL",
        ),
    ],
)
def test_columns_that_are_no_use(columns, message):
    with pytest.raises(UsageError) as error:
        values_of(**columns)
    assert str(error.value) == message


def test_a_column_twice():
    table = pa.table([["AA"], [1], [2]], names=["hand", "value", "value"])
    with pytest.raises(UsageError, match=r"^the query gives 2 columns 'value'; rename all but one"):
        hand_values(table.to_reader())


ISFINITE = "leave hands without a value out in SQL ('where isfinite(value)')"


@pytest.mark.parametrize(
    ("hands", "values", "message"),
    [
        ([], pa.array([], pa.float64()), "the query gives no rows; a chart needs one for each"),
        (["AA", "AA"], [1, 2], "the query gives AA twice; a chart needs one row for each hand"),
        (["AA", "KK"], [1, None], f"the value of KK is null; {ISFINITE}"),
        (["AA", "KK"], [1, np.nan], f"the value of KK is NaN; {ISFINITE}"),
        (["AA", "KK"], [1, -np.inf], f"the value of KK is infinite; {ISFINITE}"),
        ([None, "KK"], [1, 2], "null in column 'hand' is no hand"),
        ([7, 8], [1, 2], "7 in column 'hand' is no hand"),
        (["AKs", "kas"], [1, 2], "the query gives kas twice; a chart needs one row for each hand"),
        (["AKx"], [1], "'AKx' is none of the 169 hands; did you mean 'AKs'?"),
        (["AK"], [1], "'AK' is none of the 169 hands; did you mean 'AKs' or 'AKo'?"),
        (["AhKh"], [1], "'AhKh' is none of the 169 hands; did you mean 'AKs'?"),
        (["2hAc"], [1], "'2hAc' is none of the 169 hands; did you mean 'A2o'?"),
        (["AcAd"], [1], "'AcAd' is none of the 169 hands; did you mean 'AA'?"),
        (["pair"], [1], "'pair' is none of the 169 hands; they are written AA, AKs, AKo"),
        ([""], [1], "'' is none of the 169 hands; they are written AA, AKs, AKo"),
    ],
)
def test_rows_that_are_no_use(hands, values, message):
    with pytest.raises(QueryError) as error:
        values_of(hand=hands, value=values)
    assert str(error.value).startswith(message)


def test_hands_by_name():
    assert require_hands(["AA", "AKs", "22"]) == [0, 1, 168]
    assert require_hands(HANDS) == list(range(169))
    with pytest.raises(UsageError, match=r"^AA is given twice$"):
        require_hands(["AA", "KK", "AA"])
    assert require_hands(["aa", "KAs", "10Jo"]) == [0, 1, HANDS.index("JTo")]
    with pytest.raises(UsageError, match=r"^AKs is given twice$"):
        require_hands(["AKs", "KAs"])
    with pytest.raises(UsageError, match=r"^'AAA' is none of the 169 hands; did you mean 'AA'"):
        require_hands(["AAA"])
