"""Charts of solved spots: of a decision, of its holes, and of many flops."""

import numpy as np
import pytest

from given.hands import given_lake
from given.solving import SUBSETS, TABLES
from pokerlake.engine.cards.holes import HANDS
from pokerlake.engine.cards.text import CardError
from pokerlake.queries.charts import solving
from pokerlake.queries.sql.named import named_query
from pokerlake.queries.statements.run import own_rows, stream
from pokerlake.tables.errors import QueryError, UsageError


@pytest.fixture
def drawn(drawn_of):
    return drawn_of(**TABLES, **SUBSETS)


@pytest.fixture
def connection(tmp_path):
    with given_lake(tmp_path, **TABLES) as found:
        yield found


def test_cells_are_means_of_their_holes(connection):
    found = solving.solved_decision(connection, 1, "", "")
    cells = solving.strategy_cells(found)
    rows = [row for row in TABLES["solved_strategies"] if (row["spot"], row["line"]) == (1, "")]
    of = {row["action"]: row for row in rows if row["hole"] == "QdQc"}
    cell = cells[HANDS.index("QQ")]
    assert cell.height == of["x"]["reach"] / 6
    assert [piece.share for piece in cell.pieces] == [
        pytest.approx(of[action]["share"] / 10_000) for action in ("b120", "b30", "x")
    ]
    assert cells[HANDS.index("JJ")].pieces == ()
    weight = np.array([row["weight"] for row in rows])
    for name, action in zip(found.totals, ("b120", "b30", "x"), strict=True):
        share = np.array([(row["action"] == action) * row["share"] for row in rows]) / 10_000
        assert name.endswith(f": {300 * (weight @ share) / weight.sum():.1f} %")


def test_bars_are_those_of_the_query(connection):
    rows = own_rows(
        connection, "charts/solved_report", game=1, line="x", by="flop", subset=1755
    ).to_pylist()
    found = solving.report_of(rows, "x", "flop", "")
    query = named_query("flop_report")
    asked = query.bind({"game": "1", "line": "x"})
    rows = stream(connection, query.sql, asked).read_all().to_pylist()
    whole, *bars = found.blocks[0].bars
    assert whole.name == solving.ALL
    assert [bar.name for bar in bars] == [row["board"] for row in rows]
    for bar, row in zip(bars, rows, strict=True):
        assert f"bet 30: {row['bet_raise']:.2f} %" in bar.tooltip
        figures = row["deals"], row["equity_percent"], row["value"]
        assert [float(figure) for figure in bar.figures] == pytest.approx(figures, abs=0.051)


@pytest.mark.parametrize(
    ("name", "options", "problem"),
    [
        ("strategy", {}, "chart 'strategy' needs 'spot'"),
        ("strategy", {"spot": 99}, "no solved spot 99; 'pokerlake sql "),
        ("strategy", {"spot": 1, "line": "x b31"},
         "spot 1 has no decision after 'x b31'; there are '' and 'x', 'x b30'"),
        ("strategy", {"spot": 2, "line": "x b30"}, "nobody comes to 'x b30' of spot 2"),
        ("strategy", {"spot": 1, "cards": "8c"}, "no cards are dealt before ''; leave cards= out"),
        ("equity-value", {"spot": 1, "cards": "8x"}, "'8x' at character 2: 'x' is not a suit"),
        ("report", {"game": 2}, "no solved flop has a decision after ''"),
        ("report", {"line": "b7"}, "no solved flop has a decision after 'b7'"),
        ("report", {"by": "suit"}, "by= is 'suit'; did you mean 'suits'?"),
        ("report", {"subset": 23}, "subset= is 23; give one of 22, 49, 95, 184, 1755"),
    ],
)  # fmt: skip
def test_what_cannot_be_drawn(drawn, name, options, problem):
    with pytest.raises((CardError, UsageError)) as caught:
        drawn(name, **options)
    assert str(caught.value).startswith(problem)


def test_boards_of_later_streets(tmp_path):
    """A decision that is kept on two turns is drawn on one."""
    rows = [row for row in TABLES["solved_strategies"] if (row["spot"], row["line"]) == (1, "")]
    turns = [
        row | {"line": "x x", "board": f"Kh3d2c{card}"} for card in ("4s", "9s") for row in rows
    ]
    node = TABLES["solved_nodes"][0] | {"line": "x x", "street": "turn"}
    tables = TABLES | {
        "solved_nodes": [*TABLES["solved_nodes"], node], "solved_strategies": turns
    }  # fmt: skip
    with given_lake(tmp_path, **tables) as connection:
        found = solving.solved_decision(connection, 1, "x  x", "9s")
        assert found.title == "set 100 Kh3d2c9s: oop after x x, pot 60"
        for cards, problem in (
            ("", "cards are dealt before 'x x'; give cards=: 4s, 9s"),
            ("9d", "spot 1 has no 'x x' on 2c3d9dKh; boards that differ in suits alone are there"),
        ):
            with pytest.raises(UsageError) as caught:
                solving.solved_decision(connection, 1, "x x", cards)
            assert str(caught.value).startswith(problem)


@pytest.mark.parametrize("name", ["strategy", "equity-value", "report"])
def test_a_lake_without_solved_spots(drawn_of, name):
    with pytest.raises(QueryError, match=r"fill it with 'pokerlake solve --from spots\.csv'"):
        drawn_of()(name, **({} if name == "report" else {"spot": 1}))
