"""The runner with builds of a table of twelve rows: workers, going on, damage, wrong tables."""

import hashlib
import json
import shutil
import threading
import time

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from helpers.fake_builds import FINISHED, builds, leave_duckdb_out, squares
from pokerlake.pipelines import parts, planning, runner
from pokerlake.pipelines.cluster.account import Progress
from pokerlake.tables.errors import LakeError
from pokerlake.tables.manifest import package_version, read_manifest
from pokerlake.tables.store import stored_file


@pytest.fixture(autouse=True)
def no_duckdb(monkeypatch):
    leave_duckdb_out(monkeypatch)


@pytest.fixture
def lake(tmp_path):
    return tmp_path / "lake"


@pytest.fixture(scope="module")
def table_bytes(tmp_path_factory):
    """The table's file as a build that nothing disturbs makes it, itself compared with its rows."""
    lake = tmp_path_factory.mktemp("undisturbed")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(runner, "write_database", lambda lake: (lake.path / "lake.duckdb").touch())
        assert runner.build(lake, builds=builds()) == ["dag_nodes"]
    assert pq.read_table(lake / "dag_nodes.parquet").to_pydict() == {
        "number": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
        "square": [0, 1, 4, 9, 16, 25, 36, 49, 64, 81, 100, 121],
        "text": ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11"],
    }
    return (lake / "dag_nodes.parquet").read_bytes()


class Recorded:
    """A compute that remembers what it computed, and fails where it should."""

    def __init__(self, fails_at=(), error=ArithmeticError):
        self.computed = []
        self.fails_at = fails_at
        self.error = error

    def __call__(self, partition, parameters):
        self.computed.append(partition)
        if partition in self.fails_at:
            raise self.error(f"partition {partition}")
        return squares(partition, parameters)


def stopped_build(lake, at=2):
    """A lake in which the build of four partitions ended with an error in one."""
    with pytest.raises(ArithmeticError, match=f"partition {at}"):
        runner.build(lake, builds=builds(compute=Recorded([at])))
    return sorted((lake / "wip/dag_nodes").glob("part_*.parquet"))


def notes_of(lake, **changes):
    """The progress that a build reports."""
    reported = []
    runner.build(lake, builds=builds(**changes), listener=reported.append)
    return reported


def is_finished(lake, table_bytes):
    there = {path.name for path in lake.iterdir()}
    return there == FINISHED and (lake / "dag_nodes.parquet").read_bytes() == table_bytes


# ---------------------------------------------------------------- the bytes, the workers


@pytest.mark.parametrize("workers", [0, 1, 2, 4, 9])
def test_same_bytes_from_any_number_of_workers(lake, workers, table_bytes):
    def later_ones_first(partition, parameters):
        time.sleep(0.02 * (3 - partition))
        return squares(partition, parameters)

    changed = builds(compute=later_ones_first)
    assert runner.build(lake, workers=workers, builds=changed) == ["dag_nodes"]
    assert is_finished(lake, table_bytes)


@pytest.mark.parametrize(("workers", "at_once"), [(0, 1), (1, 1), (2, 2), (4, 4)])
def test_workers_compute_at_once(lake, workers, at_once):
    barrier = threading.Barrier(at_once)

    def all_wait(partition, parameters):
        barrier.wait(timeout=120)  # breaks, and so fails the build, with fewer workers
        return squares(partition, parameters)

    assert runner.build(lake, workers=workers, builds=builds(compute=all_wait)) == ["dag_nodes"]


def test_without_workers_all_is_computed_in_the_calling_thread(lake):
    threads = set()

    def compute(partition, parameters):
        threads.add(threading.current_thread())
        return squares(partition, parameters)

    runner.build(lake, builds=builds(compute=compute))
    assert threads == {threading.main_thread()}


def test_manifest_says_what_was_built(lake, table_bytes):
    runner.build(lake, builds=builds(parameters={"seed": 7, "exact": True}))
    manifest = json.loads((lake / "manifest.json").read_text())
    assert 0 < manifest["tables"]["dag_nodes"].pop("seconds") < 60
    digests = manifest.pop("digests"), manifest["tables"]["dag_nodes"].pop("digests")
    assert [len(found) for found in digests] == [3, 5]
    assert manifest == {
        "format_version": 2,
        "package_version": package_version(),
        "tables": {
            "dag_nodes": {
                "rows": 12,
                "parameters": {"seed": 7, "exact": True},
                "files": [
                    {
                        "name": "dag_nodes.parquet",
                        "bytes": len(table_bytes),
                        "sha256": hashlib.sha256(table_bytes).hexdigest(),
                    }
                ],
                "package_version": package_version(),
            }
        },
    }


def test_second_build_leaves_the_table_alone(lake):
    runner.build(lake, builds=builds())
    before = {path: path.stat().st_mtime_ns for path in lake.iterdir()}
    compute = Recorded()
    assert runner.build(lake, builds=builds(compute=compute)) == []
    assert compute.computed == []
    assert {path: path.stat().st_mtime_ns for path in lake.iterdir()} == before


# ---------------------------------------------------------------- going on


def test_only_the_missing_partitions_are_computed(lake, table_bytes):
    stopped_build(lake)
    compute = Recorded()
    assert notes_of(lake, compute=compute)[0] == Progress("dag_nodes", 2, 4)
    assert compute.computed == [2, 3]
    assert is_finished(lake, table_bytes)


@pytest.mark.parametrize("workers", [0, 2, 4])
@pytest.mark.parametrize("error", [ArithmeticError, KeyboardInterrupt, MemoryError])
def test_an_error_in_one_partition_leaves_the_others(lake, error, workers, table_bytes):
    with pytest.raises(error, match="partition 1"):
        runner.build(lake, workers=workers, builds=builds(compute=Recorded([1], error)))
    assert not (lake / "manifest.json").exists()
    kept = len(list((lake / "wip/dag_nodes").glob("part_*.parquet")))
    assert kept >= 1  # partition 0 at least, which was begun before
    compute = Recorded()
    runner.build(lake, workers=workers, builds=builds(compute=compute))
    assert len(compute.computed) == 4 - kept
    assert is_finished(lake, table_bytes)


def test_seconds_of_all_builds_are_added_up(lake):
    def slow(partition, parameters):
        time.sleep(0.05)
        if partition == 3 and not resumed:
            raise ArithmeticError
        return squares(partition, parameters)

    resumed = False
    with pytest.raises(ArithmeticError):
        runner.build(lake, builds=builds(compute=slow))
    resumed = True
    runner.build(lake, builds=builds(compute=slow))
    assert 0.2 <= read_manifest(lake).tables["dag_nodes"].seconds < 60


def test_work_of_other_code_is_begun_anew(lake, monkeypatch, table_bytes):
    """Which code is said below."""
    stopped_build(lake)
    monkeypatch.setattr(parts, "code_digest", lambda package: "0123456789abcdef")
    compute = Recorded()
    runner.build(lake, builds=builds(compute=compute))
    assert compute.computed == [0, 1, 2, 3]
    assert is_finished(lake, table_bytes)


def test_work_cut_into_other_partitions_is_begun_anew(lake, table_bytes):
    stopped_build(lake)

    def all_of_it(partition, parameters):
        return pa.concat_tables(squares(number, parameters) for number in range(4))

    runner.build(lake, builds=builds(compute=all_of_it, partitions=1))
    assert is_finished(lake, table_bytes)


def test_work_that_a_finished_table_left_goes(lake, table_bytes):
    """As after a kill between the manifest and the end."""
    runner.build(lake, builds=builds())
    (lake / "wip/dag_nodes").mkdir(parents=True)
    (lake / "wip/dag_nodes/part_00000").write_bytes(b"left")
    assert runner.build(lake, builds=builds()) == []
    assert is_finished(lake, table_bytes)


def test_the_three_steps_by_hand(lake, table_bytes):
    build = builds()["dag_nodes"]
    assert runner.init(lake, build) == 0
    for number in (3, 0, 2):
        parts.partition(lake, build, number)
    with pytest.raises(LakeError) as caught:
        runner.finalise(lake, build, 1.0)
    assert str(caught.value) == (
        f"3 of 4 partitions of dag_nodes are in {lake}/wip/dag_nodes; "
        "run 'pokerlake build' again to go on"
    )
    assert runner.init(lake, build) > 0
    parts.partition(lake, build, 1)
    runner.finalise(lake, build, 1.25)
    assert (lake / "dag_nodes.parquet").read_bytes() == table_bytes
    assert read_manifest(lake).tables["dag_nodes"].seconds == 1.25


# ---------------------------------------------------------------- damage


def cut_short(path):
    path.write_bytes(path.read_bytes()[:-5])


def changed(path):
    content = bytearray(path.read_bytes())
    content[100] ^= 1
    path.write_bytes(content)


def emptied(path):
    path.write_bytes(b"")


def replaced_by_another(path):
    """A sound Parquet file, but not what the name says."""
    other = pa.table({"number": pa.array([0, 1, 3], pa.int32()), "square": [0, 1, 4]})
    pq.write_table(other.append_column("text", pa.array(["0", "1", "2"])), path)


@pytest.mark.parametrize("damage", [cut_short, changed, emptied, replaced_by_another])
def test_damaged_partition_is_named_and_made_anew(lake, damage, table_bytes):
    _, second = stopped_build(lake)
    damage(second)
    compute = Recorded()
    reported = notes_of(lake, compute=compute)
    assert reported[0].note == f"{second} is damaged: it is made anew"
    assert [progress.note for progress in reported[1:]] == [""] * 4
    assert compute.computed == [1, 2, 3]
    assert is_finished(lake, table_bytes)


def test_partition_without_its_digest_is_not_used(lake, table_bytes):
    first, _ = stopped_build(lake)
    first.rename(first.with_name("part_0_0.parquet"))
    compute = Recorded()
    runner.build(lake, builds=builds(compute=compute))
    assert compute.computed == [0, 2, 3]
    assert is_finished(lake, table_bytes)


@pytest.mark.parametrize("damage", [cut_short, changed, emptied, replaced_by_another])
def test_damaged_table_is_built_anew(lake, damage, table_bytes):
    runner.build(lake, builds=builds())
    damage(lake / "dag_nodes.parquet")
    assert runner.build(lake, builds=builds()) == ["dag_nodes"]
    assert is_finished(lake, table_bytes)


def test_table_that_is_gone_is_built_anew(lake, table_bytes):
    runner.build(lake, builds=builds())
    (lake / "dag_nodes.parquet").unlink()
    assert [planned.state for planned in planning.plan(lake, builds=builds())] == ["damaged"]
    assert runner.build(lake, builds=builds()) == ["dag_nodes"]
    assert is_finished(lake, table_bytes)


# ---------------------------------------------------------------- a table that comes out wrong


def drop_last_row(rows):
    return rows.slice(0, 11)


def last_row_twice(rows):
    return pa.concat_tables([rows, rows.slice(11)])


def reversed_rows(rows):
    return rows.take(list(range(11, -1, -1)))


def same_number_twice(rows):
    numbers = pa.array([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 11], pa.int32())
    return rows.set_column(0, "number", numbers)


def wrong_square(rows):
    return rows.set_column(1, "square", pa.array([1, 1, 4, 9, 16, 25, 36, 49, 64, 81, 100, 121]))


def null_text(rows):
    return rows.set_column(2, "text", pa.array(["0", None] * 6))


def no_square(rows):
    return rows.drop_columns(["square"])


def square_too_large(rows):
    return rows.set_column(0, "number", pa.array([2**40] * 12))


def nested_text(rows):
    return rows.set_column(2, "text", pa.array([[1]] * 12))


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (drop_last_row, "rows is 11, not 12"),
        (last_row_twice, "rows is 13, not 12"),
        (reversed_rows, "rows out of order by number is 11, not 0"),
        (same_number_twice, "rows out of order by number is 1, not 0"),
        (wrong_square, "sum of square is 507, not 506"),
        (null_text, "Casting field 'text' with null values to non-nullable"),
        (no_square, "'Field \"square\" does not exist in schema'"),
        (square_too_large, "Integer value 1099511627776 not in range: -2147483648 to 2147483647"),
        (nested_text, "Unsupported cast from list<item: int64> to utf8 using function cast_string"),
    ],
)
def test_wrong_table_is_refused(lake, spoil, why):
    def combine(parts, _):
        yield spoil(pa.concat_tables(parts).combine_chunks())

    with pytest.raises(LakeError) as caught:
        runner.build(lake, builds=builds(combine=combine))
    assert str(caught.value).replace("list<element:", "list<item:") == (
        f"table dag_nodes came out wrong: {why}; this is a fault of pokerlake, please report it"
    )
    assert read_manifest(lake).tables == {}
    assert not (lake / "dag_nodes.parquet").exists()
    assert not list(lake.rglob("*.wip"))


def test_wrong_table_leaves_the_one_in_the_lake(lake, table_bytes):
    runner.build(lake, builds=builds())
    before = (lake / "manifest.json").read_bytes()
    changed(lake / "dag_nodes.parquet")
    damaged = (lake / "dag_nodes.parquet").read_bytes()
    with pytest.raises(LakeError, match="came out wrong"):
        runner.build(lake, builds=builds(compute=lambda *_: squares(0, {})))
    assert (lake / "dag_nodes.parquet").read_bytes() == damaged
    assert (lake / "manifest.json").read_bytes() == before


# ---------------------------------------------------------------- the plan


def test_plan_of_nothing_makes_nothing(lake):
    assert planning.plan(lake, builds=builds()) == [
        planning.Planned("dag_nodes", "to build", 4, 12, 8.0, 1000, 2000)
    ]
    assert not lake.exists()


def test_plan_when_only_the_joining_is_left(lake):
    def combine(parts, _):
        raise ArithmeticError

    with pytest.raises(ArithmeticError):
        runner.build(lake, builds=builds(combine=combine))
    assert planning.plan(lake, builds=builds()) == [
        planning.Planned("dag_nodes", "to go on", 0, 12, 2.0, 1000, 2000)
    ]


def test_plan_of_a_built_and_of_a_damaged_table(lake):
    runner.build(lake, builds=builds())
    assert planning.plan(lake, builds=builds()) == [
        planning.Planned("dag_nodes", "built", 0, 12, 0, 1000, 2000)
    ]
    changed(lake / "dag_nodes.parquet")
    assert planning.plan(lake, builds=builds()) == [
        planning.Planned("dag_nodes", "damaged", 4, 12, 8.0, 1000, 2000)
    ]


def test_plan_while_a_build_is_at_work(lake, monkeypatch):
    """Which may take a partition away after the plan has seen it."""
    stopped_build(lake)

    def gone(path):
        path.unlink()
        return stored_file(path)

    monkeypatch.setattr(parts, "stored_file", gone)
    assert [planned.partitions_left for planned in planning.plan(lake, builds=builds())] == [4]


def test_plan_of_the_lake(tmp_path):
    planned = planning.plan(tmp_path / "lake")
    assert [(table.table, table.state, table.rows) for table in planned] == [
        ("classes", "to build", 7_462),
        ("dag_nodes", "to build", 76_154),
        ("starting_hands", "to build", 169),
        ("matchups", "to build", 28_561),
        ("combo_matchups", "to build", 47_008),
        ("income_rates", "to build", 1521),
        ("flops", "to build", 1_755),
        ("turns", "to build", 16_432),
        ("rivers", "to build", 134_459),
        ("flop_hands", "to build", 1_286_792),
        ("draw_hands", "to build", 134_459),
        ("draw_exchanges", "to build", 4_147_208),
        ("openings", "to build", 937),
        ("change", "to build", 400),
    ]
    assert all(table.seconds > 0 and table.disk_bytes > 0 for table in planned)


# ---------------------------------------------------------------- parts


PACKAGE = parts.PACKAGE
ROOMS = sorted(
    path.parent.relative_to(PACKAGE).as_posix()
    for room in ("engine", "tables", "pipelines")
    for path in (PACKAGE / room).rglob("__init__.py")
)
MODULES = [
    path.relative_to(PACKAGE).as_posix()
    for room in ROOMS
    for path in sorted((PACKAGE / room).glob("*.py"))[-1:]
]


@pytest.fixture(scope="module")
def sources(tmp_path_factory):
    """A copy of the sources, to be edited."""
    copied = tmp_path_factory.mktemp("package")
    for name in ("engine", "tables", "pipelines", "queries"):
        shutil.copytree(PACKAGE / name, copied / name, ignore=shutil.ignore_patterns("*.pyc"))
    shutil.copy(PACKAGE / "lazy.py", copied)
    return copied


@pytest.fixture
def goes_on(sources, tmp_path, monkeypatch):
    """Whether a build that was stopped goes on with its parts after an edit of the sources."""
    monkeypatch.setattr(parts, "PACKAGE", sources)
    build = builds()["dag_nodes"]

    def begin():
        parts.code_digest.cache_clear()
        return parts.begin(tmp_path, build)

    def goes_on(edit):
        assert begin() == 0
        parts.partition(tmp_path, build, 2)
        edit()
        spent = begin()
        kept = list(parts.finished_parts(tmp_path, build))
        assert (kept, spent > 0) in (([2], True), ([], False))
        return kept == [2]

    yield goes_on
    parts.code_digest.cache_clear()


def append_comment(path):
    path.write_text(path.read_text("utf-8") + "# edited\n", "utf-8")


def test_nothing_edited(goes_on):
    assert goes_on(lambda: None)


@pytest.mark.parametrize("module", [*MODULES, "lazy.py"])
def test_an_edit_in_any_room(module, goes_on, sources):
    assert not goes_on(lambda: append_comment(sources / module))


def test_an_edit_where_nothing_is_computed(goes_on, sources):
    assert goes_on(lambda: append_comment(sources / "queries/shell.py"))


def test_a_module_that_moves(goes_on, sources):
    path = sources / "engine/threads.py"
    assert not goes_on(lambda: path.rename(path.with_name("strands.py")))


@pytest.mark.parametrize("library", ["numba", "numpy", "pyarrow"])
def test_another_library(library, goes_on, monkeypatch):
    def version(name, known=parts.version):
        return "99.0" if name == library else known(name)

    assert not goes_on(lambda: monkeypatch.setattr(parts, "version", version))
