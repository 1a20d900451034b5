"""Memory, disk, rights and damage are told apart, whoever met them."""

import errno
import shutil
import subprocess
import sys

import duckdb
import pyarrow as pa
import pytest

from pokerlake import causes
from pokerlake.causes import Cause, cause_of
from pokerlake.commands.base import explain_error
from pokerlake.pipelines.growing import stored_rows as grown_rows
from pokerlake.pipelines.verify.files import Look, look
from pokerlake.queries.answers.lookup import stored
from pokerlake.queries.statements.run import sql_errors
from pokerlake.tables.errors import (
    InputError,
    LakeError,
    MemoryShortError,
    OutputError,
    QueryError,
    from_outside,
)
from pokerlake.tables.lake import Lake
from pokerlake.tables.store import whole_file


@pytest.mark.parametrize(
    ("error", "cause"),
    [
        (MemoryError(), Cause.MEMORY),
        (pa.ArrowMemoryError("malloc of size 64 failed"), Cause.MEMORY),
        (duckdb.OutOfMemoryException("Out of Memory Error: could not allocate"), Cause.MEMORY),
        (OSError(errno.ENOMEM, "Cannot allocate memory"), Cause.MEMORY),
        (RuntimeError("can't start new thread"), Cause.MEMORY),
        (ImportError("lib.so: failed to map segment from shared object"), Cause.MEMORY),
        (
            duckdb.InvalidInputException(
                "Invalid Input Error: Python exception occurred while executing the UDF: "
                "MemoryError: no\n"
            ),
            Cause.MEMORY,
        ),
        (OSError(errno.ENOSPC, "No space left on device"), Cause.SPACE),
        (OSError(errno.EDQUOT, "Disk quota exceeded"), Cause.SPACE),
        (OSError(errno.EFBIG, "File too large"), Cause.SPACE),
        (
            duckdb.IOException('Could not write file "/d/x": No space left on device'),
            Cause.SPACE,
        ),
        (
            duckdb.OutOfMemoryException("failed to offload data: 'max_temp_directory_size'"),
            Cause.SPACE,
        ),
        (PermissionError(errno.EACCES, "Permission denied"), Cause.RIGHTS),
        (OSError(errno.EROFS, "Read-only file system"), Cause.RIGHTS),
        (duckdb.IOException('Cannot open file "/d/x": Permission denied'), Cause.RIGHTS),
        (OSError(errno.EMFILE, "Too many open files"), Cause.OPEN_FILES),
        (OSError(errno.EIO, "Input/output error"), Cause.DEVICE),
        # Neither what is damaged, nor what a user wrote.
        (pa.ArrowInvalid("Parquet magic bytes not found in footer"), None),
        (OSError("ZSTD decompression failed: Data corruption detected"), None),
        (FileNotFoundError(errno.ENOENT, "No such file or directory"), None),
        (BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable"), None),
        (duckdb.InvalidInputException("Invalid Input Error: out of memory"), None),
        (ValueError("Permission denied"), None),
    ],
)
def test_causes(error, cause):
    assert cause_of(error) is cause


def test_the_cause_of_a_cause_counts_and_what_was_handled_before_does_not():
    wrapped = QueryError("no rows")
    wrapped.__cause__ = MemoryError()
    assert cause_of(wrapped) is Cause.MEMORY
    after = ValueError("another matter")
    after.__context__ = PermissionError(errno.EACCES, "Permission denied")
    assert cause_of(after) is None


def test_a_limit_of_memory_is_told_with_its_size(monkeypatch):
    monkeypatch.setattr(causes, "memory_limit", lambda: 614_400_000)
    told = from_outside(MemoryError(), "table classes")
    assert isinstance(told, MemoryShortError)
    assert str(told) == (
        "memory is limited to 614 MB (ulimit -v), too little for this; raise the limit"
    )
    not_loaded = OSError("Could not find/load shared object file 'libllvmlite.so'")
    assert cause_of(not_loaded) is Cause.MEMORY
    monkeypatch.setattr(causes, "memory_limit", lambda: None)
    assert cause_of(not_loaded) is None


def test_what_is_said_names_the_file_that_the_error_names():
    full = OSError(errno.ENOSPC, "No space left on device", "/tmp/spilled")
    assert str(from_outside(full, "out.csv")) == (
        "no space left on the disk of /tmp/spilled; free some and run the command again"
    )
    unfinished = OSError(errno.ENOSPC, "No space left on device", "/lake/classes.parquet.wip")
    told = from_outside(unfinished, "/lake/classes.parquet")
    assert isinstance(told, OutputError)
    assert "the disk of /lake/classes.parquet;" in str(told)
    denied = from_outside(PermissionError(errno.EACCES, "Permission denied"), "x.csv", InputError)
    assert isinstance(denied, InputError)
    assert str(denied) == (
        "x.csv cannot be read: Permission denied; change its rights, or run as a user who has them"
    )
    assert from_outside(OSError(errno.ENOENT, "No such file or directory"), "x") is None


@pytest.mark.parametrize(
    ("number", "line"),
    [
        (errno.ENOSPC, "no space left on the disk of {path}; free some and run the command again"),
        (errno.EDQUOT, "the quota on the disk of {path} is used up; free some and run the"),
        (errno.EFBIG, "{path} may not grow further: the limit of a file's size (ulimit -f) is"),
        (errno.EACCES, "{path} cannot be written: Permission denied; give another place"),
    ],
)
def test_files_that_cannot_be_written(number, line, tmp_path):
    path = tmp_path / "file"
    text = "Permission denied" if number == errno.EACCES else "no"
    with pytest.raises(OutputError) as caught, whole_file(path):
        raise OSError(number, text)
    assert str(caught.value).startswith(line.format(path=path))


SHORT = [MemoryError(), pa.ArrowMemoryError("malloc failed"), OSError(errno.ENOMEM, "no memory")]


@pytest.mark.parametrize("error", SHORT, ids=lambda error: type(error).__name__)
def test_too_little_memory_is_not_told_as_damage(error, lake, monkeypatch):
    """As ``ulimit -v`` gave it: combo_matchups is damaged; build it anew."""

    def short(*_, **__):
        raise error

    there = Lake.open(lake)
    monkeypatch.setattr(stored, "read_table", short)
    monkeypatch.setattr("pokerlake.pipelines.growing.read_table", short)
    monkeypatch.setattr("pokerlake.pipelines.verify.files.look_at_columns", short)
    for read in (
        lambda: stored.stored_table(there, "classes", ["class_id"]),
        lambda: grown_rows(there, "classes"),
        lambda: look(there, name="classes", looks=[Look("classes.parquet", ("class_id",))]),
    ):
        with pytest.raises(MemoryError) as caught:
            read()
        line, code = explain_error(caught.value)
        assert "memory" in line
        assert "damaged" not in line
        assert code == 1


def test_damage_is_told_as_damage(lake, monkeypatch):
    def broken(*_, **__):
        raise pa.ArrowInvalid("Parquet magic bytes not found in footer")

    monkeypatch.setattr(stored, "read_table", broken)
    with pytest.raises(LakeError, match=r"classes of .* is damaged; 'pokerlake build classes'"):
        stored.stored_table(Lake.open(lake), "classes", ["class_id"])


def test_errors_of_statements_are_told_apart():
    with pytest.raises(MemoryShortError), sql_errors():
        raise duckdb.OutOfMemoryException("Out of Memory Error: failed to allocate")
    with pytest.raises(OutputError, match="no space left on the disk of /tmp/spill;"), sql_errors():
        raise duckdb.IOException(
            'IO Error: Could not write file "/tmp/spill": No space left on device'
        )
    with pytest.raises(QueryError, match="Permission denied; change its rights"), sql_errors():
        raise duckdb.IOException('IO Error: Cannot open file "x.csv": Permission denied')
    with pytest.raises(QueryError, match=r"out of memory$"), sql_errors():
        duckdb.sql("select error('out of memory')").fetchall()


# ---------------------------------------------------------------- programs


def limited(kilobytes, *arguments):
    """A command under ``ulimit -v``."""
    program = [sys.executable, "-P", "-m", "pokerlake", *map(str, arguments)]
    script = f'ulimit -v {kilobytes}; exec "$@"'
    return subprocess.run(
        ["sh", "-c", script, "sh", *program], capture_output=True, text=True, check=False
    )


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such limit")
@pytest.mark.parametrize("kilobytes", [300_000, 520_000])
def test_a_limit_of_memory_ends_a_command_in_one_line(kilobytes, lake):
    """Libraries crash, abort, or exit with lines of their own: 139, 134, 127, 1."""
    done = limited(kilobytes, "sql", "select count(*) from classes", "--lake", lake)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        f"error: memory is limited to {kilobytes * 1024 / 1e6:,.0f} MB (ulimit -v), too little "
        "for this; raise the limit\n"
    )


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such limit")
def test_a_command_that_has_the_memory_is_as_without_a_limit(lake):
    sql = "select count(*) as n from classes"
    done = limited(4_000_000, "sql", sql, "-f", "csv", "--lake", lake)
    assert (done.returncode, done.stdout, done.stderr) == (0, "n\n7462\n", "")
    wrong = limited(4_000_000, "sql", "select x from classes", "--lake", lake)
    assert wrong.returncode == 1
    assert wrong.stderr.startswith("error: there is no column 'x' here")
    assert limited(4_000_000, "sql", "--nothing").returncode == 2
    assert limited(200_000, "--version").stdout.startswith("pokerlake ")


@pytest.mark.skipif(sys.platform != "linux", reason="needs Linux's sandbox")
def test_a_sealed_select_of_a_changed_table_says_that_it_is_damaged(lake, tmp_path):
    changed = tmp_path / "lake"
    shutil.copytree(lake, changed)
    table = changed / "classes.parquet"
    content = bytearray(table.read_bytes())
    content[1000] ^= 1
    table.write_bytes(content)
    from pokerlake.queries.untrusted import ask

    with pytest.raises(LakeError, match="has other bytes than it was written with"):
        ask(changed, "from classes")
