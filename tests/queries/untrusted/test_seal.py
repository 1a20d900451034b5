"""What holds a stranger's process if the check of its SQL should let something through."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from helpers.command_line import contents
from pokerlake.queries.untrusted import process as untrusted

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="refused elsewhere")

# Seals itself as the worker does, and then runs what it is given unchecked.
PROGRAM = """
import json, os, sys
from pathlib import Path
from pokerlake.queries.untrusted.worker import Request, seal, sealed_connection
from pokerlake.queries.untrusted import seal as system
from pokerlake.tables.lake import Lake

lake = Lake.open(Path(sys.argv[1]))
assert len(list(Path("/proc/self/task").iterdir())) == 1  # Landlock binds no thread begun before
files = seal(lake, Request(sys.argv[1], "", 30, 400, 10, 8, os.getppid()))

def told(work):
    try:
        return [None, repr(work())]
    except BaseException as error:
        return [type(error).__name__, str(error).splitlines()[0]]

if sys.argv[2] == "sql":
    connection = sealed_connection(lake, files, 400)
    found = [told(lambda: connection.sql(sql).fetchall()) for sql in sys.argv[3:]]
else:
    import socket, subprocess
    found = [told(lambda: eval(code)) for code in sys.argv[3:]]
print(json.dumps([system.landlock_version(), found]))
"""


def sealed(lake, folder, kind, *lines):
    """The version of Landlock, and the name and text of the error of each line, or its value."""
    finished = subprocess.run(
        [sys.executable, "-P", "-c", PROGRAM, str(lake), kind, *lines],
        cwd="/",
        env=untrusted._environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert finished.returncode == 0, finished.stderr
    return json.loads(finished.stdout.splitlines()[-1])


def test_duckdb_is_kept_from_files_settings_and_python(lake, tmp_path):
    target = lake / "flops.parquet"
    target_bytes = target.stat().st_size
    before = contents(tmp_path)
    attacks = [
        f"copy (select 1) to '{tmp_path}/new.csv'",
        f"copy (select 1) to '{target.resolve()}'",  # an allowed path, of which DuckDB lets it be
        f"export database '{tmp_path}/new'",
        f"attach '{tmp_path}/new.duckdb' as other",
        "from read_text('/etc/passwd')",
        "from '/etc/passwd'",
        "from glob('/etc/*')",
        f"from read_text('{lake}/manifest.json')",
        "from read_csv('/proc/self/environ')",
        "install httpfs",
        "load httpfs",
        "set threads = 64",
        "set enable_external_access = true",
        "set allowed_paths = ['/etc/passwd']",
        "set temp_directory = '/tmp'",
        "reset lock_configuration",
        "from sys",
        "from connection",
        "from lake",
        "select * from range(20000000) as t(a) order by hash(a)",
    ]
    version, found = sealed(lake, tmp_path, "sql", *attacks)
    unrefused = [sql for sql, (error, _) in zip(attacks, found, strict=True) if error is None]
    assert unrefused == []
    assert contents(tmp_path) == before
    if version:  # else the one thing that a limit does not keep it from is to empty the file
        assert target.stat().st_size == target_bytes


def test_honest_sql_runs_sealed(lake, tmp_path):
    _, found = sealed(lake, tmp_path, "sql", "select count(*) from classes", "select 1 + 1")
    assert found == [[None, "[(7462,)]"], [None, "[(2,)]"]]


def test_the_system_keeps_python_itself_from_files_and_the_network(lake, tmp_path):
    (tmp_path / "there.txt").write_text("old")
    attacks = [
        "open('/etc/passwd').read()", f"open('{tmp_path}/there.txt').read()",
        f"open('{tmp_path}/there.txt', 'w').write('new')",
        f"open('{tmp_path}/new.txt', 'w').write('new')",
        f"open('{(lake / 'flops.parquet').resolve()}', 'r+b').write(b'new')",
        f"os.mkdir('{tmp_path}/new')", f"os.unlink('{tmp_path}/there.txt')",
        f"os.symlink('/etc/passwd', '{tmp_path}/link')", "subprocess.run(['/bin/true'])",
        "socket.create_connection(('127.0.0.1', 9))", "os.listdir('/home')",
    ]  # fmt: skip
    version, found = sealed(lake, tmp_path, "python", *attacks)
    if version < 4:
        pytest.skip("this kernel has no Landlock, or one without the network")
    for attack, (error, message) in zip(attacks, found, strict=True):
        assert error == "PermissionError", (attack, error, message)
    assert contents(tmp_path) == {"there.txt": b"old"}


def test_limits_without_landlock_keep_content_from_files(tmp_path):
    program = (
        "import resource, sys\n"
        "from pokerlake.queries.untrusted import seal as system\n"
        "system.limit_process(20)\n"
        "system.limit_memory(system.memory_in_use() + (64 << 20))\n"
        "for work in (lambda: open(sys.argv[1], 'w').write('x' * 10**6), lambda: b'x' * 10**9):\n"
        "    try: work()\n"
        "    except (OSError, MemoryError) as error: print(type(error).__name__, error)\n"
        "print([resource.getrlimit(limit) for limit in (resource.RLIMIT_CORE,\n"
        "    resource.RLIMIT_FSIZE, resource.RLIMIT_CPU)])\n"
    )
    finished = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path / "new.txt")],
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        env={**os.environ, **untrusted._environment()},
    )
    assert finished.stdout.splitlines() == [
        "OSError [Errno 27] File too large",
        "MemoryError ",
        "[(0, 0), (0, 0), (20, 20)]",
    ]
    assert (tmp_path / "new.txt").read_text() == ""


def test_the_process_is_given_what_it_reads_and_no_home(lake):
    """Folders of programs and libraries; none that a user keeps other things in."""
    code = (
        "import pokerlake.tables.lake\n"
        "from pokerlake.queries.untrusted.seal import program_files\n"
        "print('\\n'.join(program_files()))"
    )
    finished = subprocess.run(
        [sys.executable, "-P", "-c", code], stdout=subprocess.PIPE, text=True, check=True, cwd="/"
    )
    given = {Path(line) for line in finished.stdout.splitlines()}
    assert not given & {Path("/"), Path("/etc"), Path("/tmp"), Path.home(), Path("/proc")}
