"""Verification finds nothing in a sound lake, and every one of its checks can fail."""

import json
import shutil

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from oracle import naive
from pokerlake.pipelines.verify.verify import _class_name, verify
from pokerlake.tables.errors import LakeError, UsageError
from pokerlake.tables.lake import Lake, Manifest, read_manifest, write_manifest
from pokerlake.tables.registry import TABLES
from pokerlake.tables.store import stored_file

CLASSES_COLUMNS = [
    "class_id", "category", "name", "ranks", "suited", "count5", "count6", "count7"
]  # fmt: skip
DAG_NODES_COLUMNS = [
    "node_id",
    *(f"next_{rank}" for rank in "23456789TJQKA"),
    "flush_class", "rank_class", "cards", "worst_rank_class", "worst_flush_class",
    "best_rank_class", "best_flush_class",
]  # fmt: skip


@pytest.fixture
def copy(lake, tmp_path):
    """A copy of the lake that knows of two tables only: others take half a minute to recount."""
    copied = tmp_path / "lake"
    shutil.copytree(lake, copied)
    known = read_manifest(copied).tables
    write_manifest(copied, Manifest({name: known[name] for name in ("classes", "dag_nodes")}))
    return copied


def failures(path, *names):
    """What is not right with a lake: the check's name, and what was found."""
    return {check.check: check.found for check in verify(Lake.open(path), names) if not check.ok}


def read(path, name):
    return pq.read_table(path / f"{name}.parquet")


def pretend(path, name, rows):
    """Put other rows in a lake, with a manifest that knows no better."""
    file = path / f"{name}.parquet"
    pq.write_table(rows, file)
    manifest = json.loads((path / "manifest.json").read_text())
    stored = stored_file(file)
    manifest["tables"][name]["files"] = [
        {"name": stored.name, "bytes": stored.bytes, "sha256": stored.sha256}
    ]
    (path / "manifest.json").write_text(json.dumps(manifest))


def with_changes(rows, column, changes):
    """Rows with other values in some places of one column."""
    values = rows[column].to_pylist()
    for place, value in changes.items():
        assert values[place] != value
        values[place] = value
    field = rows.schema.field(column)
    return rows.set_column(rows.column_names.index(column), field, pa.array(values, field.type))


def unlike(column):
    return f"rows of {column} unlike the recount"


# ---------------------------------------------------------------- a sound lake


def test_nothing_is_wrong_with_the_lake(lake):
    # The largest recounts are made by `pokerlake verify`; slices of them are other tests.
    large = {"income_rates", "flop_hands"}
    there = Lake.open(lake)
    checks = list(verify(there, sorted(there.manifest.tables.keys() - large)))
    assert [check for check in checks if not check.ok] == []
    for name, columns in [("classes", CLASSES_COLUMNS), ("dag_nodes", DAG_NODES_COLUMNS)]:
        key = columns[0]
        assert [check.check for check in checks if check.table == name] == [
            f"sha256 of {name}.parquet",
            "rows",
            "columns",
            "nulls",
            f"rows out of order by {key}",
            *(f"sum of count{cards}" for cards in (5, 6, 7) if name == "classes"),
            *(unlike(column) for column in columns),
        ]
        assert columns == [column.name for column in TABLES[name].columns]


def test_one_table(lake):
    assert {check.table for check in verify(Lake.open(lake), ["dag_nodes"])} == {"dag_nodes"}


def test_names_of_classes():
    assert [
        _class_name(naive.category(class_id), naive.class_ranks(class_id))
        for class_id in (1, 2, 10, 11, 177, 323, 1600, 1610, 2468, 3326, 7462)
    ] == [
        "royal flush",
        "straight flush, king high",
        "straight flush, five high",
        "four of a kind, aces, king kicker",
        "full house, aces over threes",
        "flush, ace-king-queen-jack-nine",
        "straight, ace high",
        "three of a kind, aces, king-queen kickers",
        "two pair, aces and kings, queen kicker",
        "one pair, aces, king-queen-jack kickers",
        "high card, seven-five-four-three-deuce",
    ]
    sixes = _class_name(naive.category(107), naive.class_ranks(107))
    assert sixes == "four of a kind, sixes, ace kicker"


# ---------------------------------------------------------------- rows that are not so


def test_one_value_changed_in_every_column_of_classes(copy):
    """The counts keep their totals: only the recount can tell."""
    rows = read(copy, "classes")
    rows = with_changes(rows, "class_id", {7461: 7463})
    rows = with_changes(rows, "category", {4321: 6})
    names = rows["name"].to_pylist()
    rows = with_changes(rows, "name", {166: names[167], 167: names[166]})
    rows = with_changes(rows, "ranks", {0: "AKQTJ"})
    rows = with_changes(rows, "suited", {322: False})
    for cards, first, second in [(5, 0, 1), (6, 2000, 3000), (7, 7460, 7461)]:
        counts = rows[f"count{cards}"].to_pylist()
        changes = {first: counts[first] + 1, second: counts[second] - 1}
        rows = with_changes(rows, f"count{cards}", changes)
    pretend(copy, "classes", rows)
    assert failures(copy) == {
        unlike("class_id"): "1",
        unlike("category"): "1",
        unlike("name"): "2",
        unlike("ranks"): "1",
        unlike("suited"): "1",
        unlike("count5"): "2",
        unlike("count6"): "2",
        unlike("count7"): "2",
    }


def test_one_value_changed_in_every_column_of_dag_nodes(copy):
    rows = read(copy, "dag_nodes")
    for place, column in enumerate(DAG_NODES_COLUMNS):
        if column == "node_id":
            rows = with_changes(rows, column, {76_153: 76_154})
        elif column == "cards":
            rows = with_changes(rows, column, {40_000: "[A, A, A, A, K, K, Q]"})
        else:
            node = 25_000 + 100 * place
            rows = with_changes(rows, column, {node: rows[column][node].as_py() + 1})
    pretend(copy, "dag_nodes", rows)
    assert failures(copy) == {unlike(column): "1" for column in DAG_NODES_COLUMNS}


def test_two_edges_exchanged(copy):
    """Both lead to nodes of the right layer; sums of the column stay what they were."""
    rows = read(copy, "dag_nodes")
    edges = rows["next_K"].to_pylist()
    pretend(copy, "dag_nodes", with_changes(rows, "next_K", {20: edges[30], 30: edges[20]}))
    assert failures(copy) == {unlike("next_K"): "2"}


def test_a_count_that_is_one_too_high(copy):
    rows = read(copy, "classes")
    first = rows["count7"][0].as_py()
    assert first == 4324
    pretend(copy, "classes", with_changes(rows, "count7", {0: 4325}))
    assert failures(copy) == {"sum of count7": "133,784,561"}


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        (lambda rows: rows.slice(0, 76_153), {"rows": "76,153"}),
        (
            lambda rows: rows.take(np.r_[1, 0, 2:76_154]),
            {"rows out of order by node_id": "1"},
        ),
        (lambda rows: with_changes(rows, "cards", {7: None}), {"nulls": "1"}),
    ],
    ids=["rows", "order", "nulls"],
)
def test_a_table_that_is_not_as_defined_is_not_recounted(change, wrong, copy):
    rows = read(copy, "dag_nodes")
    nullable = pa.schema([field.with_nullable(True) for field in rows.schema])
    pretend(copy, "dag_nodes", change(rows.cast(nullable)))
    assert failures(copy) == wrong


def test_other_columns(copy):
    rows = read(copy, "classes").select(["class_id", "name"])
    pretend(copy, "classes", rows)
    assert failures(copy) == {"columns": "class_id uint16, name string"}


# ---------------------------------------------------------------- files that are not so


def test_another_digest_in_the_manifest(copy):
    manifest = json.loads((copy / "manifest.json").read_text())
    (file,) = manifest["tables"]["classes"]["files"]
    found = file["sha256"]
    file["sha256"] = "0" * 64
    (copy / "manifest.json").write_text(json.dumps(manifest))
    assert failures(copy) == {"sha256 of classes.parquet": found}


def test_file_that_is_gone(copy):
    (copy / "classes.parquet").unlink()
    assert failures(copy) == {"file classes.parquet": "gone"}


def test_folder_in_its_place(copy):
    (copy / "classes.parquet").unlink()
    (copy / "classes.parquet").mkdir()
    (check,) = failures(copy)
    assert check == "file classes.parquet"


def test_file_cut_short(copy):
    path = copy / "classes.parquet"
    path.write_bytes(path.read_bytes()[:-1])
    found = failures(copy)
    assert list(found) == ["sha256 of classes.parquet", "file classes.parquet"]
    assert found["sha256 of classes.parquet"] == stored_file(path).sha256
    assert "Parquet magic bytes not found in footer" in found["file classes.parquet"]


@pytest.mark.parametrize("ninth", range(9))
def test_bytes_changed_anywhere(ninth, copy):
    """Whatever Arrow makes of them, verification ends, and says that the file is another."""
    path = copy / "classes.parquet"
    content = bytearray(path.read_bytes())
    place = 1000 + ninth * (len(content) - 1000) // 9
    content[place : place + 20] = bytes(byte ^ 0xFF for byte in content[place : place + 20])
    path.write_bytes(content)
    found = failures(copy, "classes")
    assert found["sha256 of classes.parquet"] == stored_file(path).sha256
    assert all("\n" not in text for text in found.values())


# ---------------------------------------------------------------- nothing to verify


def test_unknown_table(lake):
    with pytest.raises(UsageError, match=r"^no table 'clases'; did you mean 'classes'\?$"):
        list(verify(Lake.open(lake), ["clases"]))


def test_table_that_is_not_there(tmp_path):
    with pytest.raises(LakeError, match=r"^table classes is not in .*; build it with 'pokerlake b"):
        list(verify(Lake.open(tmp_path), ["classes"]))


def test_lake_without_tables(tmp_path):
    with pytest.raises(LakeError, match=r"has no tables; build some with 'pokerlake build'$"):
        list(verify(Lake.open(tmp_path)))
