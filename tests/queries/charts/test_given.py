"""Charts as programs call them: what each may be given, what comes back, and refusals."""

from decimal import Decimal

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given as given_any
from hypothesis import strategies as st

from pokerlake.engine.cards.holes import HAND_INDEX, HANDS, hand_of_hole
from pokerlake.engine.ranges.notation import parse_range
from pokerlake.engine.ranges.scanner import RangeError
from pokerlake.queries.charts import chart_named
from pokerlake.queries.charts.given import (
    HandValues,
    given_lake,
    given_rows,
    hand_kinds,
    hand_values,
    named_range,
    require_hands,
)
from pokerlake.tables.errors import OutputError, PokerlakeError, QueryError, UsageError
from pokerlake.tables.lake import Lake

WEIGHTS = parse_range("TT+, AKs:0.5")


class HasWeights:
    """A range of another library's, or of the Python face."""

    weights = WEIGHTS


# ---------------------------------------------------------------- ranges


@pytest.mark.parametrize(
    "given", [WEIGHTS, WEIGHTS.tolist(), WEIGHTS.astype(np.float32), HasWeights()]
)
def test_a_range_of_weights(given):
    found = named_range(given)
    assert found.name == "TT+,AKs:0.5"
    assert (found.weights == WEIGHTS).all()


def test_a_range_of_other_kinds():
    found = named_range({"TT+": 1, "AKs": np.float64(0.1), "7h2c": 1 / 4})
    assert found.name == "TT+,7h2c:0.25,AKs:0.1"
    assert found.weights[hand_of_hole() == HAND_INDEX["AKs"]].tolist() == [0.1] * 4
    square = np.zeros((13, 13))
    square[0, 1], square[1, 0] = 1, 0.5
    assert named_range(square).name == "AKs,AKo:0.5"
    assert named_range("AK").name == "AK"


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"AKs": "x"}, "the weight of AKs is 'x'; give a number 0 to 1"),
        ({"AKs": 2}, "weight 2 of 'AKs' is not in 0..1"),
        (np.ones(100), "an array of shape (100,) is no range: give 1,326 weights, 169 or 13 x 13"),
        (np.full((13, 13), 1.5), "weight 1.5 of AA is not in 0..1"),
        (object(), "object <object"),
    ],
)
def test_what_is_no_range(given, said):
    with pytest.raises(RangeError) as raised:
        named_range(given)
    assert str(raised.value).startswith(said)


# ---------------------------------------------------------------- lakes


def test_lakes(tmp_path, lake):
    assert given_lake(None) is None
    assert given_lake(str(tmp_path)) == given_lake(tmp_path) == tmp_path
    assert given_lake(Lake.open(lake)) == lake
    with pytest.raises(UsageError, match=r"^lake is 5; give a path$"):
        given_lake(5)


# ---------------------------------------------------------------- rows of hands

TWO = pa.table({"hand": ["AA", "72o"], "value": [0.85, 0.35]})


class Lazy:
    """A frame that is computed when it is asked for, as polars has."""

    def collect(self):
        return TWO


class Series:
    """A series of pandas."""

    ndim = 1

    def to_dict(self):
        return {"AA": 0.85, "72o": 0.35}


def square():
    made = np.full((13, 13), np.nan)
    made.flat[[0, HAND_INDEX["72o"]]] = 0.85, 0.35
    return made


@pytest.mark.parametrize(
    "given",
    [
        {"AA": 0.85, "72o": 0.35},
        TWO,
        TWO.to_reader(),
        {"hand": ["AA", "72o"], "value": np.array([0.85, 0.35])},
        TWO.to_pylist(),
        square(),
        square().tolist(),
        Lazy(),
        Series(),
    ],
    ids=lambda given: type(given).__name__,
)
def test_rows_of_what_people_have(given):
    rows = given_rows(given).read_all()
    assert rows["hand"].to_pylist() == ["AA", "72o"]
    assert [float(value) for value in rows["value"].to_pylist()] == [0.85, 0.35]


def test_rows_of_polars():
    pl = pytest.importorskip("polars")
    frame = pl.DataFrame({"hand": ["AA", "72o"], "value": [0.85, 0.35]})
    for given in (frame, frame.lazy(), frame.with_columns(pl.col("hand").cast(pl.Categorical))):
        assert chart_named("range").drawn(given).svg().count("no value") == 167


def test_rows_of_pandas():
    pd = pytest.importorskip("pandas")
    frame = pd.DataFrame({"hand": ["AA", "72o"], "value": [0.85, 0.35], "weights": [1, 1]})
    named = frame.set_index("hand")
    for given in (frame, named, named["value"], pd.DataFrame(square())):
        assert chart_named("range").drawn(given).svg().count("no value") == 167


def test_rows_of_kinds():
    rows = given_rows({"AA": {"raise": 0.75, "call": 0.25}, "72o": "fold"}).read_all()
    assert rows.to_pylist() == [
        {"hand": "AA", "label": "raise", "value": 0.75},
        {"hand": "AA", "label": "call", "value": 0.25},
        {"hand": "72o", "label": "fold", "value": 1.0},
    ]


@pytest.mark.parametrize("given", [5, object(), np.ones(169), [1, 2], ["x", "y"]])
def test_what_is_no_rows(given):
    with pytest.raises(UsageError):
        given_rows(given)


# ---------------------------------------------------------------- values and kinds


def values_of(**columns):
    return hand_values(pa.table(columns).to_reader())


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


def test_labels_are_shown_clean():
    found = values_of(hand=["AA", "KK", "QQ"], value=[1, 2, 3], text=["raise\x1b", None, "a\nb"])
    assert [found.labels[HAND_INDEX[hand]] for hand in ("AA", "KK", "QQ")] == [
        "raise\ufffd",
        None,
        "a b",
    ]


@pytest.mark.whole
@given_any(st.lists(st.sampled_from([1.0, 2.0, 3.5, np.nan]), min_size=169, max_size=169))
def test_top_percent_counts_holes(values):
    found = HandValues(np.array(values), (None,) * 169).top_percent()
    of_holes = [values[hand] for hand in hand_of_hole()]
    for hand, value in enumerate(values):
        better = sum(other >= value for other in of_holes)
        assert np.isnan(found[hand]) if np.isnan(value) else found[hand] == better * 100 / 1326


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


def kinds_of(named="value", /, **columns):
    return hand_kinds(pa.table({**columns, "hand": list(columns["hand"])}).to_reader(), named)


def test_shares_that_rounding_made_too_many():
    found = kinds_of(hand=["AA"] * 3, label=["a", "b", "c"], value=[0.334, 0.334, 0.334])
    assert found.shares[:, 0].tolist() == [0.334] * 3


# ---------------------------------------------------------------- calls


@pytest.mark.parametrize(
    ("given", "named", "title"),
    [
        (("TT+",), {}, "TT+"),
        ((WEIGHTS,), {}, "TT+,AKs:0.5"),
        ((), {"range": WEIGHTS}, "TT+,AKs:0.5"),
        (("TT+",), {"against": {"AKs": 0.5}}, "TT+ against AKs:0.5"),
        (({"AA": 85.2},), {"unit": "% equity"}, "% equity of each starting hand"),
        (({"AA": 85.2},), {"title": "Mine"}, "Mine"),
        (({"AA": "raise"},), {}, "Shares of raise of each starting hand"),
    ],
)
def test_ranges_and_values(given, named, title):
    drawn = chart_named("range").drawn(*given, **named)
    assert drawn.title == title
    assert drawn.svg().startswith("<svg ")
    assert repr(drawn) == f"Drawn({title!r})"


def test_arguments_by_place_and_as_a_list(lake):
    lines = chart_named("lines")
    one = lines.drawn("AA", "AKs", lake=str(lake))
    assert one.title == "Income rate of AA, AKs by number of players"
    assert lines.drawn(["AA", "AKs"], lake=Lake.open(lake)).svg() == one.svg()
    assert lines.drawn(hands=["AA", "AKs"], lake=lake).svg() == one.svg()
    assert lines.drawn("AA", lake=lake, min=0, max=3).svg() != lines.drawn("AA", lake=lake).svg()


def test_boards_and_players():
    drawn = chart_named("next-card").drawn("AhKh", WEIGHTS, board=[37, 2, 6, 11], dead=["7c"])
    assert drawn.title == ("AhKh v TT+,AKs:0.5 on Jd2h3h4s: equity of AhKh by the next card")
    whole = chart_named("distribution").drawn([WEIGHTS, "QQ+"], board="3h4sJh", min=20)
    assert whole.title == "Equity of TT+,AKs:0.5 and QQ+ on 3h4sJh, against a random hand"


@pytest.mark.parametrize(
    ("name", "given", "named", "said"),
    [
        ("range", (), {"rnage": "AA"}, "chart 'range' takes no 'rnage'; did you mean 'range'?"),
        ("range", (), {}, "give one of sql=, query=, range= and board="),
        ("range", ("AA",), {"range": "KK"}, "give one range; for a second, against"),
        ("range", ("AA",), {"title": 5}, "title is 5; give text"),
        ("range", ({"AA": 1},), {"min": "x"}, "min is 'x'; give a number"),
        ("range", ({"AA": 1},), {"min": True}, "min is True; give a number"),
        ("range", ({"AA": 1},), {"min": 3, "max": 2}, "min=3 is not below max=2"),
        ("range", (pa.table({"hand": ["AA"]}),), {}, "the values have no column 'value', which"),
        ("range", ({"AA": float("nan")},), {}, "the value of AA is NaN; leave hands without a va"),
        ("lines", (), {}, "chart 'lines' needs 'hands'"),
        ("lines", (5,), {}, "hands is [5]; give text"),
        ("texture", (), {}, "chart 'texture' needs 'range'"),
        ("texture", ("AA", "KK"), {}, "chart 'texture' takes 1 argument by place, not 2; by"),
        ("omaha", ("AA",), {}, "chart 'omaha' takes 0 arguments by place, not 1; by name: sql="),
        ("texture", ("AA",), {"range": "KK"}, "'range' is given twice"),
        ("graph", (), {"ranks": 3.5}, "ranks is 3.5; give a whole number"),
        ("lines", ("AA",), {"lake": "/nowhere"}, "no lake at /nowhere; build one there with"),
    ],
)  # fmt: skip
def test_refused_in_one_line(name, given, named, said):
    with pytest.raises(PokerlakeError) as raised:
        chart_named(name).drawn(*given, **named)
    assert str(raised.value).startswith(said)
    assert "\n" not in str(raised.value)


# ---------------------------------------------------------------- what comes back


def test_what_is_drawn_shows_itself(tmp_path):
    drawn = chart_named("range").drawn("TT+")
    assert drawn._repr_svg_() == drawn.svg()
    assert drawn.svg() in drawn._repr_html_()
    assert drawn.svg() in drawn.html()
    assert str(drawn).splitlines()[:3] == ["TT+", "", "  AA    " + "   ".join(HANDS[1:13])]
    for name in ("a.svg", "a.html"):
        assert drawn.save(tmp_path / name) == tmp_path / name
        assert drawn.svg() in (tmp_path / name).read_text("utf-8")
    assert drawn.save(str(tmp_path / "a.png"), size=300).read_bytes()[16:20] == b"\0\0\1\x2c"
    with pytest.raises(UsageError, match="has none of the endings"):
        drawn.save(tmp_path / "a.gif")
    with pytest.raises(OutputError, match="is a folder"):
        drawn.save(tmp_path)


def test_a_chart_without_a_terminal_form():
    drawn = chart_named("graph").drawn()
    assert str(drawn) == drawn.title
    with pytest.raises(UsageError, match="no form for a terminal"):
        drawn.terminal()


def test_two_pictures_on_a_page_have_colours_of_their_own():
    one = chart_named("range").drawn({"AA": 1, "KK": 2}).svg()
    other = chart_named("range").drawn({"AA": -1, "KK": 2}).svg()
    names = [text.partition('id="')[2].partition('"')[0] for text in (one, other)]
    assert names[0] != names[1]
    assert all(f"url(#{name})" in text for name, text in zip(names, (one, other), strict=True))
