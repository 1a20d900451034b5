"""What all results can do, held on rows of no meaning."""

import pyarrow as pa
import pytest

from pokerlake.queries.results import Loaded, Rows, as_html, as_text

TABLE = pa.table({"name": ["a", "b", "c"], "share": [0.25, 0.5, float("nan")]})


@pytest.mark.parametrize(("key", "name"), [(0, "a"), (2, "c"), (-1, "c"), (-2, "b"), (-3, "a")])
def test_rows_are_counted_from_both_ends(key, name):
    assert Rows(TABLE)[key]["name"] == name


@pytest.mark.parametrize("key", [3, -4])
def test_rows_beyond_the_ends_are_not_there(key):
    with pytest.raises(IndexError, match=f"row {key} of 3"):
        Rows(TABLE)[key]


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("to_csv", "; write save('file.csv'), or make a frame of it by to_polars()"),
        ("share", "; a column is result['name'], and result.keys() has their names"),
        ("__dataframe__", ""),
    ],
)
def test_what_frames_have_is_told_by_its_name_here(name, told):
    with pytest.raises(AttributeError) as raised:
        getattr(Rows(TABLE), name)
    assert str(raised.value) == f"'Rows' object has no attribute {name!r}{told}"


@pytest.mark.parametrize(
    ("other", "equal"),
    [
        (Rows(TABLE), True),
        (Loaded(TABLE, "Rows", "of which more is said"), True),
        (Loaded(TABLE, "Deals", ""), False),
        (Rows(TABLE.slice(0, 2)), False),
        (Rows(TABLE.rename_columns(["name", "part"])), False),
        (Rows(TABLE.set_column(1, "share", [[0.25, 0.5, None]])), False),  # null is not nan
        (Rows(TABLE.set_column(1, "share", [[0.25, 0.5, 0.5]])), False),
        (TABLE, False),
    ],
)
def test_equal_are_results_of_a_kind_with_equal_rows(other, equal):
    assert (Rows(TABLE) == other) is equal


@pytest.mark.parametrize(("shown", "below"), [(2, ["… 1 more rows"]), (3, []), (4, [])])
def test_rows_that_are_not_shown_are_counted(shown, below):
    assert as_text(TABLE, "", shown).splitlines()[shown + 2 if shown < 3 else 5 :] == below
    assert ("more rows" in as_html(TABLE, "", shown)) == bool(below)


def test_what_is_said_of_rows_is_no_html():
    html = as_html(pa.table({"<i>": ["<b>"]}), "1 < 2\n<script>")
    assert "<p>1 &lt; 2</p><p>&lt;script&gt;</p>" in html
    assert '<td style="text-align:left">&lt;b&gt;</td>' in html
    assert ">&lt;i&gt;</th>" in html
