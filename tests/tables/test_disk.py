"""A disk that is full, and one that can only be read: one line, and nothing half-written."""

import errno
import os
import random
import shlex
import shutil
import subprocess
import sys
from unittest import mock

import pyarrow as pa
import pytest

from helpers.command_line import run
from helpers.fake_builds import builds, squares
from pokerlake.pipelines import planning, runner
from pokerlake.queries.connection import connect
from pokerlake.queries.files.write import write_result
from pokerlake.queries.statements.run import stream
from pokerlake.tables.errors import OutputError
from pokerlake.tables.manifest import read_manifest
from pokerlake.tables.store import stored_file, write_text

PAGE = 4096


class Disk:
    """A small disk in memory."""

    def __init__(self, path):
        self.path = path

    def remount(self, options):
        subprocess.run(["mount", "-o", f"remount,{options}", self.path], check=True)

    def leave_free(self, pages):
        """Fill it up to so many pages."""
        filler = self.path / "filler"
        filler.unlink(missing_ok=True)
        free = shutil.disk_usage(self.path).free
        filler.write_bytes(bytes(free - pages * PAGE))

    def free(self):
        (self.path / "filler").unlink()

    def files(self):
        names = {path.name for path in self.path.rglob("*") if path.is_file()}
        # What says where a build was may stay.
        return sorted(name for name in names if not name.startswith("progress_"))


@pytest.fixture
def disk(tmp_path):
    """A tmpfs of 1 MB, for which one must be root on Linux."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = shutil.which("mount")
    if sys.platform != "linux" or os.geteuid() != 0 or mount is None:
        pytest.skip("only root may mount a small disk, on Linux")
    command = [mount, "-t", "tmpfs", "-o", "size=1m", "tmpfs", folder]
    mounted = subprocess.run(command, capture_output=True, text=True, check=False)
    if mounted.returncode:
        pytest.skip(f"no small disk can be mounted here: {mounted.stderr.strip()}")
    yield Disk(folder)
    subprocess.run(["umount", "--lazy", folder], check=True)


def pokerlake(*arguments):
    """The exit code of a command, and what it says on stderr, progress bars left out."""
    done = run(shlex.join(map(str, arguments)))
    bars = ("classes  ", "dag_nodes ")
    lines = [line for line in done.err.splitlines() if line.strip()]
    return done.code, [line for line in lines if not line.startswith(bars)]


# ---------------------------------------------------------------- full


def test_full_disk_for_a_build_and_free_again(disk, lake):
    """1 MB holds classes, and not dag_nodes with 2.3 MB."""
    there = disk.path / "lake"
    code, (line,) = pokerlake("build", "classes", "dag_nodes", "--lake", there)
    assert code == 1
    assert line.startswith(f"error: no space left on the disk of {there}/wip/dag_nodes/part_00000")
    assert line.endswith("; free some and run the command again")
    assert disk.files() == [".build.lock", "classes.parquet", "manifest.json", "plan.json"]
    assert stored_file(there / "classes.parquet") == stored_file(lake / "classes.parquet")

    disk.remount("size=100m")
    again = pokerlake("build", "classes", "dag_nodes", "--lake", there)
    assert again == (0, [f"built dag_nodes in {there}"])
    assert stored_file(there / "classes.parquet") == stored_file(lake / "classes.parquet")
    assert stored_file(there / "dag_nodes.parquet") == stored_file(lake / "dag_nodes.parquet")


def test_disk_that_is_full_at_any_page_of_a_build(disk, monkeypatch):
    def long_text(partition, parameters):
        """A page or two each, the same each time: the texts hardly compress."""
        draw = random.Random(partition)
        texts = [draw.randbytes(1200).hex() for _ in range(3)]
        return squares(partition, parameters).set_column(2, "text", pa.array(texts))

    def database(lake):
        write_text(lake.path / "lake.duckdb", "x" * 5000)

    monkeypatch.setattr(runner, "write_database", database)
    changed = builds(compute=long_text, parameters={"text": "long"})
    there = disk.path / "lake"
    full_at = []
    messages = []
    for pages in range(40):
        disk.leave_free(pages)
        try:
            runner.build(there, builds=changed, workers=1)  # two need more pages, now and then
        except OutputError as error:
            full_at.append(pages)
            messages.append(str(error))
        assert not list(there.rglob("*.wip"))
        for entry in read_manifest(there).tables.values():
            assert [stored_file(there / file.name) for file in entry.files] == list(entry.files)
        disk.free()
        runner.build(there, builds=changed)
        built = {path.name for path in there.iterdir()}
        assert built == {".build.lock", "dag_nodes.parquet", "lake.duckdb", "manifest.json"}
        shutil.rmtree(there)
    assert full_at == list(range(len(full_at)))  # enough is enough
    assert 10 <= len(full_at) < 40
    assert [text for text in messages if "\n" in text or "o space left on" not in text] == []


def test_full_disk_for_an_export_and_free_again(disk, lake):
    there = disk.path / "dag.tsv"
    assert pokerlake("export", "dag_nodes", "--lake", lake, "-o", there) == (
        1,
        [f"error: no space left on the disk of {there}; free some and run the command again"],
    )
    assert disk.files() == []

    disk.remount("size=100m")
    again = pokerlake("export", "dag_nodes", "--lake", lake, "-o", there)
    assert again == (0, [f"76,154 rows in {there}"])
    assert there.read_bytes().count(b"\n") == 76_154


@pytest.mark.whole
@pytest.mark.parametrize("name", ["csv", "duckdb", "parquet", "sqlite", "xlsx"])
def test_full_disk_for_every_format(disk, lake, name):
    there = disk.path / f"file.{name}"
    before = b"" if name in ("sqlite", "duckdb") else b"the old one"  # an empty database
    there.write_bytes(before)
    disk.leave_free(20)
    rows = 10_000 if name == "xlsx" else 76_154  # a sheet is made elsewhere, and then copied
    with connect(lake) as connection, pytest.raises(OutputError) as caught:
        write_result(stream(connection, f"from dag_nodes limit {rows}"), name, there)
    assert str(caught.value) == (
        f"no space left on the disk of {there}; free some and run the command again"
    )
    assert disk.files() == [f"file.{name}", "filler"]
    assert there.read_bytes() == before


def test_full_disk_for_a_folder_of_arrays(disk, lake):
    there = disk.path / "graph"
    disk.leave_free(20)
    with connect(lake) as connection, pytest.raises(OutputError) as caught:
        write_result(stream(connection, "from dag_nodes"), "npy", there)
    assert str(caught.value) == (
        f"no space left on the disk of {there}; free some and run the command again"
    )
    assert [path.name for path in disk.path.iterdir()] == ["filler"]


@pytest.mark.parametrize("name", ["classes.xlsx", "classes.npz"])
def test_full_disk_for_temporary_files(disk, lake, tmp_path, monkeypatch, name):
    """The file that is written is on a disk with room."""
    monkeypatch.setattr("tempfile.tempdir", str(disk.path))
    disk.leave_free(10)
    done = pokerlake("export", "classes", "--lake", lake, "-o", tmp_path / name)
    assert done[0] == 1
    (line,) = done[1]
    assert line.startswith(f"error: no space left on the disk of {disk.path}")
    assert not (tmp_path / name).exists()


# ---------------------------------------------------------------- to be read only


def test_full_disk_for_numbers_that_do_not_fit_in_memory(disk):
    turn = ["solve", "--board", "QsJh2h8c", "--oop", "AA,KQs", "--ip", "QQ,AKs", "--pot", "60"]
    turn += ["--stack", "100", "--iterations", "2", "--to", "99%", "--on-disk", disk.path]
    assert pokerlake(*turn)[0] == 0
    assert shutil.disk_usage(disk.path).used == 0
    disk.leave_free(2)
    code, (line,) = pokerlake(*turn)
    assert (code, f"GB do not fit on the disk of {disk.path}, where" in line) == (1, True)
    disk.free()
    full = OSError(errno.ENOSPC, "No space left on device")
    with mock.patch("os.pwrite", side_effect=full):  # of a disk that takes no room beforehand
        told = f"error: no space left on the disk of {disk.path}; free some and run the command"
        assert pokerlake(*turn) == (1, [f"{told} again"])
    assert disk.files() == []


def test_disk_that_can_only_be_read(disk, lake, tmp_path):
    disk.remount("size=100m")
    there = disk.path / "lake"
    shutil.copytree(lake, there)
    disk.remount("ro")
    rights = "change its rights, or run as a user who has them"
    changed = "give another place or change its rights"
    for command, line in [
        (["build", "--lake", there], f"{there} cannot be written: Read-only file system; {rights}"),
        (
            ["build", "--lake", disk.path / "new"],
            f"{disk.path}/new cannot be written: Read-only file system; {rights}",
        ),
        (
            ["export", "classes", "--lake", there, "-o", disk.path / "x.csv"],
            f"{disk.path}/x.csv cannot be written: Read-only file system; {changed}",
        ),
        (
            ["export", "classes", "--lake", there, "-o", disk.path / "x.sqlite"],
            f"{disk.path}/x.sqlite cannot be written: Read-only file system; {changed}",
        ),
    ]:
        assert pokerlake(*command) == (1, [f"error: {line}"])
    assert {planned.state for planned in planning.plan(there)} == {"built"}
    with connect(there) as connection:
        assert connection.sql("select sum(count7) from classes").fetchall() == [(133_784_560,)]
    elsewhere = pokerlake("export", "classes", "--lake", there, "-o", tmp_path / "x.csv")
    assert elsewhere == (0, [f"7,462 rows in {tmp_path}/x.csv"])


def test_folder_without_the_right_to_write(lake, tmp_path):
    folder = tmp_path / "folder"
    folder.mkdir(mode=0o555)
    if os.access(folder, os.W_OK):
        pytest.skip("this user may write to any folder, as root may")
    with pytest.raises(OutputError, match="folder cannot be written: Permission denied"):
        runner.build(folder, builds=builds())
    assert pokerlake("export", "classes", "--lake", lake, "-o", folder / "x.csv") == (
        1,
        [
            f"error: {folder}/x.csv cannot be written: Permission denied; "
            "give another place or change its rights"
        ],
    )
    assert list(folder.iterdir()) == []
