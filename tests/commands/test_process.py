"""The command as a process: pipes, signals, terminals, completion, memory, what it says at exit."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from helpers.command_line import COMPILING, contents, on_terminal, run, start
from pokerlake.queries.sql.named import named_queries

ROYAL = "AsKsQsJsTs"
QUERIES = len(named_queries())
linux_only = pytest.mark.skipif(sys.platform != "linux", reason="needs a file of Linux's /dev")


def ends(process, stdin=None):
    """Exit code, stdout and stderr of a process once it has ended."""
    out, err = process.communicate(stdin, timeout=60)
    return process.returncode, out.decode(), COMPILING.sub("", err.decode())


@pytest.mark.parametrize(
    ("arguments", "code", "line"),
    [
        (["sql", "select class_of('As') from classes"], 1, "'As' has 1 card; 5 to 7 are needed"),
        (["sql", b"select \xff"], 2, r"'select \udcff' is not text in UTF-8"),
    ],
)
def test_an_error_is_one_line_and_nothing_is_said_at_exit(at_home, arguments, code, line):
    # DuckDB would report objects that are still there at the end of Python.
    assert ends(start(*arguments)) == (code, "", f"error: {line}\n")


@pytest.mark.parametrize(
    "arguments",
    [["sql", f"select class_of('{ROYAL}') as c"]],
)
def test_success_says_nothing_on_stderr(at_home, arguments):
    code, out, err = ends(start(*arguments))
    assert (code, err) == (0, "")
    assert out


@pytest.mark.parametrize("name", ["csv", "parquet"])
def test_a_reader_that_has_seen_enough_is_no_error(at_home, name):
    process = start("export", "dag_nodes", "-f", name)  # larger than what a pipe holds
    process.stdout.read(1)
    process.stdout.close()
    assert process.stderr.read().decode() == ""
    process.stderr.close()
    assert process.wait() == 1


FULL = "error: no space left on the disk of the output; free some and run the command again\n"


@linux_only
@pytest.mark.parametrize(
    ("arguments", "unbuffered"),  # with 1, python -u, writes may end half-way
    [
        (["export", "dag_nodes", "-f", "csv"], "1"),
        (["--help"], "1"),
    ],
)
def test_full_disk_behind_stdout_is_one_line(at_home, arguments, unbuffered):
    with Path("/dev/full").open("wb") as full:
        environment = {**os.environ, "PYTHONUNBUFFERED": unbuffered}
        process = start(*arguments, stdout=full, env=environment)
        err = process.communicate()[1].decode()
    assert (process.returncode, err) == (1, FULL)


def test_closed_streams_are_one_line(at_home):
    (at_home / "hands.csv").write_text(f"cards\n{ROYAL}\n", "ascii")
    command = f"exec {sys.executable} -m pokerlake"
    for line, problem in [
        (f"{command} query >&-", "stdout is closed; give a file with -o"),
        (f"{command} evaluate --from hands.csv >&-", "stdout is closed; give a file with -o"),
        (f"{command} evaluate --from - <&-", "stdin is closed; give the name of a file"),
        (f"{command} sql - <&-", "stdin is closed; give a statement or a file"),
    ]:
        found = subprocess.run(["sh", "-c", line], capture_output=True, text=True, check=False)
        assert (found.returncode, found.stderr) == (1, f"error: {problem}\n")


@linux_only
@pytest.mark.parametrize("way", ["<(gzip -c hands.csv)", "pipe"])
def test_a_pipe_without_an_ending_is_read_as_stdin_is(at_home, way):
    (at_home / "hands.csv").write_text(f"cards\n{ROYAL}\n", "ascii")
    os.mkfifo(at_home / "pipe")
    begun = "cat hands.csv > pipe & " if way == "pipe" else ""
    line = f"{begun}{sys.executable} -m pokerlake evaluate --from {way} -f csv"
    found = subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=False)
    assert (found.returncode, found.stderr) == (0, "")
    assert found.stdout.splitlines()[1].startswith(f"{ROYAL},1,1,royal flush")


@linux_only
def test_output_to_a_device_leaves_the_device(at_home):
    # A rename onto it would replace the device with a file for every program of the machine.
    assert run("query -f csv -o /dev/null") == (0, b"", f"{QUERIES} rows in /dev/null\n")
    assert Path("/dev/null").is_char_device()


def test_output_through_a_link_writes_what_it_points_to(at_home):
    (at_home / "there").mkdir()
    (at_home / "there" / "real.csv").write_bytes(b"old")
    (at_home / "link.csv").symlink_to("there/real.csv")
    assert run("query -o link.csv").code == 0
    assert (at_home / "link.csv").is_symlink()
    assert (at_home / "there" / "real.csv").read_bytes().startswith(b"query,")


def test_output_to_a_named_pipe(at_home):
    os.mkfifo(at_home / "pipe")
    process = start("query", "-f", "csv", "-o", "pipe")
    with (at_home / "pipe").open("rb") as pipe:
        assert pipe.read() == run("query -f csv").out
    assert ends(process) == (0, "", f"{QUERIES} rows in pipe\n")


def interrupt(process, begun):
    """Ctrl-C, once the process has begun what can be stopped."""
    deadline = time.monotonic() + 60
    while not begun() and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)


def test_ctrl_c_stops_a_build_with_one_line(at_home):
    process = start("build", "classes", "dag_nodes", "--lake", "new")
    interrupt(process, lambda: (at_home / "new" / "wip").exists())
    code, out, err = ends(process)
    assert (code, out) == (130, "")
    assert err == "interrupted; 'pokerlake build' goes on where it stopped\n"
    assert run("build classes dag_nodes --lake new").code == 0
    assert run("verify classes --lake new").code == 0


def test_ctrl_c_leaves_no_half_written_result(at_home):
    process = start("deal", "1000000000", "--seed", "1", "-o", "hands.csv")
    interrupt(process, lambda: (at_home / "hands.csv.wip").exists())
    assert ends(process) == (130, "", "interrupted\n")
    assert contents(at_home) == {}


def test_binary_formats_are_not_for_a_terminal(at_home):
    code, shown = on_terminal("export", "classes", "-f", "parquet")
    assert (code, shown) == (2, "error: parquet is not for a terminal; give a file with -o\r\n")


def test_progress_is_shown_on_a_terminal_and_ends_with_what_there_was(at_home):
    (at_home / "hands.csv").write_text(f"cards\n{ROYAL}\n{ROYAL}\n", "ascii")
    code, shown = on_terminal("evaluate", "--from", "hands.csv", "-o", "result.csv")
    assert code == 0
    assert "2 rows in result.csv" in shown
    assert "2/2" in shown


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("pokerlake sch", ["schema"]),
        ("pokerlake build m", ["matchups", "matchups3", "matchup_equities", "matchup3_equities"]),
        ("pokerlake query un", ["unreachable_classes", "unusual_discards"]),
    ],
)
def test_completion(at_home, words, offered):
    environment = {
        **os.environ,
        "_POKERLAKE_COMPLETE": "complete_bash",
        "COMP_WORDS": words,
        "COMP_CWORD": str(len(words.split(" ")) - 1),
    }
    code = "from pokerlake.cli import app; app(prog_name='pokerlake')"
    out = subprocess.check_output([sys.executable, "-c", code], env=environment, text=True)
    assert out.split() == offered


@pytest.mark.parametrize("arguments", [["--help"], ["evaluate", "--help"]])
def test_help_waits_for_no_slow_library(arguments):
    code = (
        "import sys\n"
        "from pokerlake.cli import app\n"
        "try:\n"
        "    app(sys.argv[1:], prog_name='pokerlake')\n"
        "finally:\n"
        "    print(*sys.modules, file=sys.stderr)\n"
    )
    found = subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=False
    )
    loaded = set(found.stderr.split())
    assert "typer" in loaded
    assert loaded & {"duckdb", "numba", "numpy", "polars", "pyarrow"} == set()


PEAK = """
import resource, sys
from pokerlake.cli import app
try:
    app(sys.argv[1:])
finally:
    print("peak", resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
"""


def peak_megabytes(*arguments):
    out = subprocess.check_output(
        [sys.executable, "-c", PEAK, *arguments], text=True, stderr=subprocess.DEVNULL
    )
    return int(out.split()[-1])


@pytest.mark.whole
@linux_only
def test_memory_does_not_grow_with_the_file(at_home):
    run("deal 2000000 --cards 7 --seed 1 -o large.csv")
    with (at_home / "large.csv").open("rb") as large:
        (at_home / "small.csv").write_bytes(b"".join(next(large) for _ in range(250_001)))

    small, large = (
        peak_megabytes("evaluate", "--from", f"{size}.csv", "--cards", "player_1", "-o", "out.csv")
        for size in ("small", "large")
    )

    # The result is 160 MB of CSV; as Arrow columns with their names it would be over 200 MB.
    assert (at_home / "out.csv").stat().st_size > 150e6
    assert large < small + 130
