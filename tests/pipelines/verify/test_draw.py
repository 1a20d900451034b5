"""Every check of the tables of five-card draw, openings and change can fail."""

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from pokerlake.pipelines.verify import draw
from pokerlake.tables.registry import TABLES

VERIFY = {
    "draw_hands": draw.draw_hands,
    "draw_exchanges": draw.draw_exchanges,
    "openings": draw.openings,
    "change": draw.change,
}
SAMPLED = "of 1,000 rows those unlike all draws dealt"


@pytest.fixture(scope="module")
def read(lake):
    """The rows of a table in the lake."""
    return lambda name: pq.read_table(lake / f"{name}.parquet")


def failures(name, rows):
    """What is not right with some rows: the check, and what was found."""
    return {check.check: check.found for check in VERIFY[name](rows, {}) if not check.ok}


def unlike(column):
    return f"rows of {column} unlike the recount"


def sums(cards):
    return f"sums over all hands, {cards} cards exchanged, unlike those of all results"


def changed(rows, column, values, field=None):
    field = field or rows.schema.field(column)
    place = rows.column_names.index(column)
    return rows.set_column(place, field, pa.array(values, field.type))


def with_others(rows, column, changes):
    """Rows with other values in some places of one column of numbers."""
    values = rows[column].to_numpy().copy()
    for place, value in changes.items():
        assert values[place] != value
        values[place] = value
    return changed(rows, column, values)


# ---------------------------------------------------------------- draw_hands


def test_one_value_changed_in_every_column_of_draw_hands(read):
    rows = read("draw_hands")
    others = {"hand": "2c2d2h2s2c", "pair": None, "kicker": "2", "draw": "nothing"}
    wrong = {}
    for place, field in enumerate(rows.schema):
        values = rows[field.name].to_pylist()
        value = values[place]
        flag = not value if isinstance(value, bool) else None
        values[place] = others.get(field.name, flag if flag is not None else value)
        if values[place] == value:
            values[place] += 1
        rows = changed(rows, field.name, values)
        wrong[unlike(field.name)] = "1"
    assert len(wrong) == len(TABLES["draw_hands"].columns) == 13
    assert failures("draw_hands", rows) == wrong


# ---------------------------------------------------------------- draw_exchanges


def test_all_that_can_be_wrong_with_draw_exchanges(read):
    """In the keys, and in the counts of each number of cards exchanged something else."""
    rows = read("draw_exchanges")
    exchanged = rows["exchanged"].to_numpy()
    weight = rows["weight"].to_numpy()

    def some(cards, number=0):
        return int(np.flatnonzero(exchanged == cards)[number])

    for column in ("hand_id", "discard", "exchanged", "draws"):
        place = some(2, 700_000)
        rows = with_others(rows, column, {place: rows[column][place].as_py() + 1})
    light, heavy = (int(np.flatnonzero(weight == of)[0]) for of in (12, 24))
    rows = with_others(rows, "weight", {light: 24, heavy: 12})

    # A pat hand of four of a kind is said to be a straight flush: its row adds up.
    rows = with_others(rows, "four_of_a_kind", {some(0): 0})
    rows = with_others(rows, "straight_flush", {some(0): 1})
    one = some(1, 300_000)
    rows = with_others(rows, "ties_sum", {one: rows["ties_sum"][one].as_py() + 1})
    # Two rows of one weight are exchanged in a column that is in no other check than the sample's;
    # all of them, so that some are in it.
    two = np.flatnonzero((exchanged == 2) & (weight == 24))
    two = two[: len(two) // 2 * 2]
    strength = rows["strength_sum"].to_numpy().astype(np.int64)
    strength[two[::2]] += 1
    strength[two[1::2]] -= 1
    rows = changed(rows, "strength_sum", strength)
    three, four = some(3, 9), some(4, 9)
    rows = with_others(rows, "high_card", {three: rows["high_card"][three].as_py() + 1})
    rows = with_others(rows, "one_pair", {four: rows["one_pair"][four].as_py() + 1})
    rows = with_others(rows, "high_card", {four: rows["high_card"][four].as_py() - 1})

    found = failures("draw_exchanges", rows)
    assert 200 < int(found.pop(SAMPLED)) < 500
    assert found == {
        **dict.fromkeys(map(unlike, ("hand_id", "discard", "exchanged", "draws")), "1"),
        unlike("weight"): "2",
        "rows whose categories do not add up to their draws": "1",
        "rows of no card exchanged unlike the hand": "1",
        "rows of one card exchanged unlike all draws dealt": "1",
        sums(0): "2",
        sums(1): "1",
        sums(3): "1",
        sums(4): "2",
    }


def test_a_row_that_is_missing(read):
    rows = read("draw_exchanges").slice(0, 4_147_207)
    assert failures("draw_exchanges", rows) == {"discards of all hands": "4,147,207"}


# ---------------------------------------------------------------- openings, change


def test_one_value_changed_in_every_column_of_openings(read):
    rows = read("openings")
    wrong = {}
    for place, field in enumerate(rows.schema, start=300):
        values = rows[field.name].to_pylist()
        if field.name == "continuous_percent":
            # Of nine players, where it is in no other line.
            lines = rows.select(["players", "line"]).to_pylist()
            place = lines.index({"players": 9, "line": "cccccccc"})
            values[place] += 1e-6
            wrong["rows of continuous_percent where the chance is not 1/2"] = "1"
        else:
            values[place] = {"line": "x", "action": "call"}.get(field.name, 99)
            wrong[unlike(field.name)] = "1"
        rows = changed(rows, field.name, values)
    assert len(wrong) == len(TABLES["openings"].columns) == 7
    assert failures("openings", rows) == wrong


@pytest.mark.parametrize("percent", [0.0, 100.0, -1.0, float("nan")])
def test_percents_that_are_none(percent, read):
    rows = read("openings")
    values = rows["continuous_percent"].to_pylist()
    assert rows["line"][0].as_py() == ""
    values[0] = percent
    what = "rows of continuous_percent where the chance is not 1/2"
    assert failures("openings", changed(rows, "continuous_percent", values)) == {what: "3"}


def test_lines_that_are_not_there(read):
    rows = read("openings")
    assert failures("openings", rows.slice(1)) == {"lines": "936"}
    lines = rows["line"].to_pylist()
    assert lines[-1] == "c" * 9
    lines[-1] = "ccccccccr"
    found = failures("openings", changed(rows, "line", lines))
    assert found[unlike("line")] == "1"


def test_one_value_changed_in_every_column_of_change(read):
    rows = read("change")
    rows = with_others(rows, "cents", {7: 99})
    rows = with_others(rows, "coin", {9: 50})
    rows = with_others(rows, "coins", {123: 77, 124: 78})
    assert failures("change", rows) == {
        unlike("cents"): "1",
        unlike("coin"): "1",
        unlike("coins"): "2",
    }


@pytest.mark.parametrize("name", ["openings", "change"])
def test_nothing_is_wrong_with_the_small_tables(name, read):
    """The others are verified with the whole lake."""
    checks = list(VERIFY[name](read(name), {}))
    assert [check for check in checks if not check.ok] == []
    columns = {check.check for check in checks}
    for column in TABLES[name].columns:
        assert any(f"rows of {column.name} " in check for check in columns)
