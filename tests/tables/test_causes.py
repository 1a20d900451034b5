"""Memory, disk, rights and damage are told apart, whoever met them."""

import errno
import re
import shutil
import subprocess
import sys
import tempfile

import duckdb
import pyarrow as pa
import pytest

from helpers.command_line import COMPILING
from pokerlake import causes
from pokerlake.causes import Cause, cause_of, least_memory, memory_limit, short_of_memory
from pokerlake.commands.base import explain_error
from pokerlake.pipelines.growing import stored_rows as grown_rows
from pokerlake.pipelines.verify.checks import Look, look
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
        (duckdb.IOException('Could not write file "/d/x": No space left on device'), Cause.SPACE),
        (duckdb.OutOfMemoryException("failed to offload data: 'max_temp_directory_size'"),
         Cause.SPACE),
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
)  # fmt: skip
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
    monkeypatch.setattr(causes, "least_memory", lambda: 1_064_000_000)
    monkeypatch.setattr(causes, "memory_limit", lambda: 614_400_000)
    told = from_outside(MemoryError(), "table classes")
    assert isinstance(told, MemoryShortError)
    assert str(told) == (
        "memory is limited to 614 MB (ulimit -v), too little for this; raise it to 1,064 MB or more"
    )
    assert causes.database_memory() == 250_000_000
    monkeypatch.setattr(causes, "memory_limit", lambda: 2_064_000_000)
    assert short_of_memory().endswith(
        "limited to 2,064 MB (ulimit -v), too little for this; raise it"
    )
    assert causes.database_memory() == 750_000_000
    not_loaded = OSError("Could not find/load shared object file 'libllvmlite.so'")
    assert cause_of(not_loaded) is Cause.MEMORY
    monkeypatch.setattr(causes, "memory_limit", lambda: None)
    assert cause_of(not_loaded) is None
    assert causes.database_memory() is None


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
    monkeypatch.setattr("pokerlake.pipelines.verify.checks.look_at_columns", short)
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
    with pytest.raises(OutputError, match="no space left on the disk of /tmp;"), sql_errors():
        raise duckdb.IOException(
            'IO Error: Could not write file "/tmp/spill": No space left on device'
        )
    with pytest.raises(QueryError, match="Permission denied; change its rights"), sql_errors():
        raise duckdb.IOException('IO Error: Cannot open file "x.csv": Permission denied')
    with pytest.raises(QueryError, match=r"out of memory$"), sql_errors():
        duckdb.sql("select error('out of memory')").fetchall()


def test_what_a_statement_has_no_room_for_is_on_the_disk_of_temporary_files():
    with pytest.raises(OutputError) as caught, sql_errors():
        raise duckdb.OutOfMemoryException("failed to offload data: 'max_temp_directory_size'")
    assert f"no space left on the disk of {tempfile.gettempdir()};" in str(caught.value)


@pytest.mark.parametrize(
    ("error", "line"),
    [
        (PermissionError(errno.EACCES, "Permission denied", "/lake/wip"),
         "/lake/wip cannot be used: Permission denied; change its rights, or run as a user who"),
        (OSError(errno.EMFILE, "Too many open files", "x.csv"), "x.csv cannot be used: Too many"),
        (OSError(errno.ENOSPC, "No space left on device"), "no space left on the disk of the out"),
        (RuntimeError("can't start new thread"), "there is too little memory for this"),
    ],
)  # fmt: skip
def test_errors_that_nobody_looked_at_say_what_to_do(error, line, monkeypatch):
    monkeypatch.setattr(causes, "memory_limit", lambda: None)
    told, code = explain_error(error)
    assert told.startswith(line)
    assert code == 1


def test_a_runtime_error_of_our_own_is_no_matter_of_rights():
    assert explain_error(RuntimeError("Permission denied")) is None


# ---------------------------------------------------------------- programs


ON_LINUX = pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such limit")
LEAST_KILOBYTES = least_memory() // 1024 + 1


def limited(kilobytes, *arguments, of=("-m", "pokerlake")):
    """A command under ``ulimit -v``."""
    program = [sys.executable, "-P", *of, *map(str, arguments)]
    script = f'ulimit -v {kilobytes}; exec "$@"'
    return subprocess.run(
        ["sh", "-c", script, "sh", *program], capture_output=True, text=True, check=False
    )


@ON_LINUX
@pytest.mark.parametrize("kilobytes", [200_000, 600_000, LEAST_KILOBYTES - 10])
def test_a_limit_with_which_no_library_could_start_is_refused_in_one_line(kilobytes):
    """Libraries crashed, aborted, or waited for ever: 139, 134, and strength deaf to SIGTERM."""
    done = limited(kilobytes, "strength", "AhKh", "QhJh2c")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        f"error: memory is limited to {kilobytes * 1024 / 1e6:,.0f} MB (ulimit -v), too little "
        f"for this; raise it to {least_memory() / 1e6:,.0f} MB or more\n"
    )


@ON_LINUX
@pytest.mark.parametrize("call", ["evaluate(['AsKsQsJsTs'])", "equity('AhKh', 'QQ+')"])
def test_python_says_so_too(call):
    """pyarrow said that it has no Parquet, llvmlite that rights may lack, or Python never ended."""
    done = limited(400_000, of=("-c", f"import pokerlake as pk; pk.{call}"))
    assert (done.returncode, done.stdout) == (1, "")
    assert "MemoryShortError: memory is limited to 410 MB" in done.stderr.splitlines()[-1]


@ON_LINUX
@pytest.mark.parametrize(
    ("arguments", "out"),
    [
        (["sql", "select count(*) as n from classes", "-f", "csv"], "n\n7462\n"),
        (["strength", "AhKh", "QhJh2c", "-f", "csv"], ",0.763300"),
    ],
)
def test_the_least_memory_is_enough(arguments, out, lake):
    done = limited(LEAST_KILOBYTES, *arguments, "--lake", lake)
    assert (done.returncode, COMPILING.sub("", done.stderr)) == (0, "")
    assert out in done.stdout


@pytest.mark.whole
@ON_LINUX
def test_sql_that_takes_too_much_ends_in_one_line_and_what_may_spill_does(lake):
    sql = "select list(range) from range(60_000_000)"
    done = limited(LEAST_KILOBYTES, "sql", sql, "--lake", lake)
    assert (done.returncode, done.stdout) == (1, "")
    assert re.fullmatch(r"error: memory is limited to [\d,]+ MB .*; raise it\n", done.stderr)
    ordered = "select row_number() over (order by hash(range)) as place from range(8_000_000)"
    sql = f"select max(place) from ({ordered})"
    assert limited(LEAST_KILOBYTES, "sql", sql, "--lake", lake).returncode == 0


@ON_LINUX
def test_help_needs_no_memory():
    assert limited(200_000, "--version").stdout.startswith("pokerlake ")
    assert limited(200_000, "equity", "--help").returncode == 0


@ON_LINUX
def test_a_limit_above_what_the_machine_has_is_none(monkeypatch):
    monkeypatch.setattr("resource.getrlimit", lambda _: (1 << 50, 1 << 50))
    assert memory_limit() is None


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
