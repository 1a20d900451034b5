"""Kinds of play by their shares: what rows give them, how a cell is divided, colours and legend."""

from xml.etree import ElementTree as ET

import numpy as np
import pyarrow as pa
import pytest

from helpers.golden_files import assert_golden
from pokerlake.engine.cards.holes import HAND_INDEX, HANDS
from pokerlake.queries.charts.drawing.colours import BLACK, contrast, luminance
from pokerlake.queries.charts.grids.hand_values import hand_kinds
from pokerlake.queries.charts.grids.kind_grid import MOST_OTHERS, draw_kinds, kind_grid, kinds_text
from pokerlake.tables.errors import QueryError, UsageError

SVG = "{http://www.w3.org/2000/svg}"


def kinds_of(named="value", /, **columns):
    return hand_kinds(pa.table({**columns, "hand": list(columns["hand"])}).to_reader(), named)


def solved():
    """A strategy: hands raised, called and folded by their places, and a tenth of some left."""
    hands, labels, shares = [], [], []
    for at, hand in enumerate(HANDS):
        raised = max(0.0, 1 - at / 60)
        called = min(1 - raised, max(0.0, 1 - at / 110))
        left = 0.1 if at % 10 == 0 and raised < 0.5 else 0.0
        for label, share in (
            ("fold", max(0.0, 1 - raised - called - left)),
            ("raise 2.5", raised / 2),
            ("call", called),
            ("raise 9", raised / 2),
        ):
            if share:
                hands.append(hand)
                labels.append(label)
                shares.append(share)
    return kinds_of(hand=hands, label=labels, value=shares)


def pieces(picture):
    """Of each hand its pieces from the left: colour, and share of the cell's width."""
    found = {}
    for group in ET.fromstring(picture).iter(f"{SVG}g"):
        title = group.find(f"{SVG}title")
        if title is not None:
            ground, *parts = (r for r in group.findall(f"{SVG}rect") if r.get("fill") != "none")
            whole = float(ground.get("width"))
            found[title.text.partition(":")[0]] = [
                (part.get("fill"), round(float(part.get("width")) / whole, 2)) for part in parts
            ]
    return found


def test_a_cell_is_divided_by_its_shares():
    grid = kind_grid(solved(), "Facing a raise")
    names = [grid.hands.kinds[kind] for kind in grid.order]
    assert names == ["raise 9", "raise 2.5", "call", "fold"]
    red, light_red, green, blue = (grid.colours[kind] for kind in grid.order)
    found = pieces(draw_kinds(grid))
    assert found["AA"] == [(red, 0.5), (light_red, 0.5)]
    raised, called = 1 - 30 / 60, min(0.5, 1 - 30 / 110)
    assert found[HANDS[30]] == [(red, 0.25), (light_red, 0.25), (green, called)]
    assert raised + called == 1
    assert found["22"] == [(blue, 1)]
    assert_golden("kinds.svg", draw_kinds(grid).encode())


def test_kinds_in_the_terminal():
    text = kinds_text(kind_grid(solved(), "Facing a raise"))
    lines = text.plain.splitlines()
    assert lines[0] == "Facing a raise"
    assert max(map(len, lines)) <= 80
    assert_golden("kinds.txt", "\n".join(line.rstrip() for line in lines).encode() + b"\n")


def test_a_cell_tells_its_shares():
    grid = kind_grid(kinds_of(hand=["AKs", "AKs"], label=["fold", "raise"], value=[0.25, 0.6]))
    told = grid.cells()[HAND_INDEX["AKs"]].told
    assert told == ("AKs: 4 combos", "raise: 60 %", "fold: 25 %")
    shown = [
        "".join(text.itertext()) for text in ET.fromstring(draw_kinds(grid)).iter(f"{SVG}text")
    ]
    assert shown[-4:-1] == [
        "raise: 60 %",
        "fold: 25 %",
        "The legend has the share of the 4 combos that have a kind; 15 % has none, grey.",
    ]


def test_rows_without_values_are_whole_hands():
    found = kinds_of(hand=["AA", "72o"], label=["raise", "fold"])
    assert found.shares[:, [0, HAND_INDEX["72o"]]].tolist() == [[1, 0], [0, 1]]
    assert found.values is None


def test_values_that_are_no_shares_are_written():
    found = kinds_of("ev", hand=["AA", "72o"], label=["raise", "fold"], ev=[3.25, -0.5])
    assert found.values[[0, HAND_INDEX["72o"]]].tolist() == [3.25, -0.5]
    grid = kind_grid(found, unit="bb")
    cell = grid.cells()[0]
    assert (cell.below, cell.told) == ("3.25", ("AA: 6 combos", "raise: 3.25 bb"))
    assert "\nr 3.25 " in kinds_text(grid).plain


def test_shares_that_rounding_made_too_many():
    found = kinds_of(hand=["AA"] * 3, label=["a", "b", "c"], value=[0.334, 0.334, 0.334])
    assert found.shares[:, 0].tolist() == [0.334] * 3


@pytest.mark.parametrize(
    ("columns", "error", "said"),
    [
        ({"label": ["a", "b"], "value": [0.6, 0.6]}, QueryError, "the shares of AA add up to 1.2;"),
        (
            {"label": ["a", "b"], "value": [60, 40]},
            QueryError,
            "the shares of AA add up to 100; th",
        ),
        ({"label": ["a", "b"], "value": [1.5, -0.5]}, QueryError, "the share of 'b' of AA is -0.5"),
        (
            {"label": ["a", "a"], "value": [0.5, 0.5]},
            QueryError,
            "the query gives AA 'a' twice; add",
        ),
        ({"label": ["a", None], "value": [0.5, 0.5]}, QueryError, "the label of AA is null; leave"),
        ({"label": ["a", "b"], "value": [0.5, None]}, QueryError, "the value of AA is null; leave"),
        ({"label": ["a", "b"], "value": ["x", "y"]}, UsageError, "column 'value' is VARCHAR, not"),
    ],
)
def test_rows_that_are_no_use(columns, error, said):
    with pytest.raises(error) as raised:
        kinds_of(hand=["AA", "AA"], **columns)
    assert str(raised.value).startswith(said)


# ---------------------------------------------------------------- colours


def test_actions_have_their_colours_whatever_they_are_called():
    spelled = [
        "Raise",
        "RAISE 2.5bb",
        "3-bet",
        "all in",
        "jam",
        "Call",
        "check",
        "bet 33%",
        "folds",
    ]
    found = kind_grid(kinds_of(hand=HANDS[: len(spelled)], label=spelled))
    order = [spelled[kind] for kind in found.order]
    assert order == [
        "all in", "jam", "3-bet", "RAISE 2.5bb", "Raise", "bet 33%", "Call", "check", "folds"
    ]  # fmt: skip
    assert len(set(found.colours)) == len(set(found.letters)) == len(spelled)
    assert [found.letters[spelled.index(one)] for one in ("Call", "check", "folds")] == list("cxf")


def test_other_kinds_follow_in_their_order():
    grid = kind_grid(kinds_of(hand=HANDS[:4], label=["value", "bluff", "fold", "catcher"]))
    assert [grid.hands.kinds[kind] for kind in grid.order] == ["fold", "value", "bluff", "catcher"]
    assert "".join(grid.letters) == "vbfc"


def test_black_is_legible_on_every_kind():
    actions = [f"{name} {size}" for name in ("raise", "bet", "all-in", "call", "check", "fold")
               for size in range(4)]  # fmt: skip
    others = [f"kind {letter}" for letter in "abcdefg"]
    assert len(others) == MOST_OTHERS
    grid = kind_grid(kinds_of(hand=HANDS[: len(actions + others)], label=actions + others))
    assert len(set(grid.colours)) == len(actions + others)
    assert min(contrast(BLACK, colour) for colour in grid.colours) >= 4.5


def test_raise_call_and_fold_differ_in_grey():
    grid = kind_grid(kinds_of(hand=HANDS[:3], label=["raise", "call", "fold"]))
    light = sorted(map(luminance, grid.colours))
    assert np.diff(light).min() > 0.02


def test_too_many_kinds():
    with pytest.raises(
        UsageError, match=r"^column 'label' has 8 kinds; a chart has colours for 7 be"
    ):
        kind_grid(kinds_of(hand=HANDS[:8], label=list("stuvwqyz")))
    sizes = [f"raise {size}" for size in range(5)]
    with pytest.raises(UsageError, match=r"^5 kinds as 'raise 0'; a chart has 4 shades of one$"):
        kind_grid(kinds_of(hand=HANDS[:5], label=sizes))


def test_long_legends_go_on_in_the_next_row():
    labels = [f"{name} with a long name" for name in ("raise", "call", "fold", "value", "bluff")]
    picture = draw_kinds(kind_grid(kinds_of(hand=HANDS[:5], label=labels)))
    texts = [text for text in ET.fromstring(picture).iter(f"{SVG}text") if "long" in text.text]
    assert len({text.get("y") for text in texts}) > 1
    assert all(float(text.get("x")) < 600 for text in texts)
