"""One value of the manifest changed: the table is lost, the key is named, the rest answers."""

import copy
import json
import os

import pytest

from pokerlake.queries.describe import lake_tables
from pokerlake.tables.errors import LakeError
from pokerlake.tables.lake import Lake
from pokerlake.tables.manifest import Entry, Manifest, Problem, read_manifest, write_manifest
from pokerlake.tables.store import StoredFile

MANIFEST = Manifest(
    {
        "classes": Entry(7462, {}, (StoredFile("classes.parquet", 75, "a" * 64),), "1.2", 0.926),
        "income_rates": Entry(
            1521,
            {"standard_error": 0.001, "seed": 7, "exact": True, "name": "x"},
            (StoredFile("income_rates.parquet", 48, "b" * 64),),
            "1.2",
            3,
        ),
        "hands": Entry(
            9,
            {},
            (
                StoredFile("hands_1_5_0f1e2d3c.parquet", 5, "c" * 64, "d" * 64),
                StoredFile("hands_6_9_0f1e2d3d.parquet", 4, "e" * 64, "f" * 64),
            ),
            "1.2",
            1.5,
        ),
    }
)


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    folder = tmp_path_factory.mktemp("lake")
    write_manifest(folder, MANIFEST)
    return folder, json.loads((folder / "manifest.json").read_text())


def leaves(value, *path):
    """The places of all values, and of the objects and lists that hold them."""
    if path:
        yield path
    if isinstance(value, dict | list):
        for key, below in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves(below, *path, key)


def others(value):
    """Values that may stand in the place of one: near ones, of other types, and none."""
    if isinstance(value, bool):
        yield from (not value, int(value))
    elif isinstance(value, int | float):
        yield from (value + 1, -1, float(value) + 0.5, str(value), 10**30)
    elif isinstance(value, str):
        yield from (value[:-1], value[:-1] + "0", value + "/../x", 7, "\u202e")
    elif isinstance(value, list):
        yield from ([], value + value[:1], [*value[::-1], 0], {})
    else:
        yield from ({}, [], {**value, "more": 1}, {f"{key}x": v for key, v in value.items()})
    yield None


def placed(content, path, value):
    changed = copy.deepcopy(content)
    place = changed
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return changed


def removed(content, path):
    changed = copy.deepcopy(content)
    place = changed
    for key in path[:-1]:
        place = place[key]
    del place[path[-1]]
    return changed


def named(folder, content):
    """The tables and keys that are said to be wrong; those of the head have no table."""
    (folder / "manifest.json").write_text(json.dumps(content))
    try:
        found = read_manifest(folder)
    except LakeError as error:
        message = str(error) if str(error).isprintable() else ""
        found = {("", word) for word in ("format_version", "tables") if word in message}
        return found | ({("", "format_version")} if "is of format" in message else set())
    for problem in found.problems:
        assert str(problem).isprintable()
        assert not problem.table or problem.table in found.lost
    assert not found.tables.keys() & found.lost.keys()
    return {(problem.table, problem.key) for problem in found.problems}


def wanted(first, table=None, key=None, *_):
    """What may be named where a value is another: one of these."""
    if first != "tables" or table is None:
        return [("", first), ("", "digests"), *([("", table)] if table else [])]
    if key is None:
        return [
            ("", "tables"),
            *((table, other) for other in ("entry", "rows", "digests", '"more"')),
        ]
    keys = ("rows", "parameters", "files", "package_version", "seconds", "digests")
    return [(table, other) for other in (keys if key == "digests" else [key])]


def test_it_is_read_as_it_was_written(written):
    folder, content = written
    (folder / "manifest.json").write_text(json.dumps(content))
    assert read_manifest(folder) == MANIFEST
    assert read_manifest(folder).tables["hands"].files[1].values == "f" * 64


def test_every_value_that_is_another_is_named(written):
    folder, content = written
    changes = 0
    for path in leaves(content):
        value = content
        for key in path:
            value = value[key]
        variants = [placed(content, path, other) for other in others(value) if other != value]
        for changed in [*variants, removed(content, path)]:
            changes += 1
            found = named(folder, changed)
            assert found & {tuple(key) for key in wanted(*path)}, (path, changed)
    assert changes > 300


def test_a_table_goes_and_the_others_stay(written):
    folder, content = written
    changed = placed(content, ("tables", "classes", "rows"), 7461)
    (folder / "manifest.json").write_text(json.dumps(changed))
    there = Lake.open(folder)
    assert there.manifest.problems == (Problem("classes", "rows", "what was written", "7461"),)
    assert there.entry("income_rates") == MANIFEST.tables["income_rates"]
    with pytest.raises(LakeError) as caught:
        there.files("classes")
    assert str(caught.value) == (
        f"{folder}/manifest.json: rows of table classes is 7461, not what was written; "
        "'pokerlake build classes' makes the table anew"
    )
    assert str(there.opened()[1]["classes"]) == str(caught.value)
    listed = lake_tables(there).select(["name", "kind", "rows"]).to_pylist()
    assert {"name": "classes", "kind": "damaged", "rows": None} in listed
    assert {"name": "category_odds", "kind": "damaged", "rows": None} in listed


def test_what_is_damaged_or_unknown_is_written_back_as_it_is(written):
    folder, content = written
    changed = placed(content, ("tables", "hands", "rows"), 8)
    changed["tables"]["later"] = {"files": [{"name": "hands_7_7_0f1e2d3d.parquet"}]}
    (folder / "manifest.json").write_text(json.dumps(changed))
    found = read_manifest(folder)
    assert [str(problem) for problem in found.problems] == [
        'tables is ["classes", "income_rates", "hands", "later"], not what was written',
        "rows of table hands is 8, not what was written",
    ]
    assert str(found.lost["hands"]).endswith(
        "; bring manifest.json back, or begin anew with 'pokerlake import --replace FILE'"
    )
    assert found.to_mend
    assert {"hands_6_9_0f1e2d3d.parquet", "hands_7_7_0f1e2d3d.parquet"} < found.named_files()
    write_manifest(folder, found.with_tables({"classes": MANIFEST.tables["classes"]}))
    again = json.loads((folder / "manifest.json").read_text())["tables"]
    assert {name: again[name] for name in changed["tables"]} == changed["tables"]
    found = read_manifest(folder)
    assert [problem.key for problem in found.problems] == ["rows"]
    assert not found.to_mend
    assert "hands" not in found.without(["hands"]).kept


def test_a_manifest_without_digests_is_that_of_an_older_lake(written):
    folder, content = written
    older = {"format_version": 1, "package_version": "0.1.0", "tables": {}}
    for name, entry in content["tables"].items():
        older["tables"][name] = removed(entry, ["digests"])
    (folder / "manifest.json").write_text(json.dumps(older))
    found = read_manifest(folder)
    assert found.tables == MANIFEST.tables
    assert (found.format, found.problems, found.to_mend) == (1, (), True)
    write_manifest(folder, found)
    assert read_manifest(folder) == MANIFEST


@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir, lambda path: path.symlink_to("/dev/zero")])
def test_what_is_no_file_is_not_waited_for(make, tmp_path):
    make(tmp_path / "manifest.json")
    with pytest.raises(LakeError, match=r"cannot be read: (it is not a file|Is a directory)$"):
        read_manifest(tmp_path)
