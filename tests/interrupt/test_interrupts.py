"""One Ctrl-C ends any command. `make interrupts N=60 SEED=1` does so to all of them."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from helpers.command_line import start
from interrupt import commands
from pokerlake import leaving

linux = pytest.mark.skipif(sys.platform != "linux", reason="looks at the processes of Linux")
FOREVER = "select count(*) as n from range(100000000000) a(x) where x % 7 = 3"


@pytest.mark.whole
@linux
def test_commands_end_at_random_moments(lake, tmp_path, capfd):
    names = commands.QUICK
    failed = commands.main(lake, len(names), 1998, names, tmp_path, longest=0.8, most=60)
    assert failed == 0, capfd.readouterr().out


def listens(process):
    """Whether the process has a handler of SIGTERM, which Python by itself has not."""
    status = Path(f"/proc/{process.pid}/status").read_text("ascii")
    caught = next(int(line.split()[1], 16) for line in status.splitlines() if "SigCgt" in line)
    return bool(caught & 1 << signal.SIGTERM - 1)


@pytest.mark.whole
@linux
@pytest.mark.parametrize("again", [0, 0.002])
def test_ctrl_c_while_python_still_imports(at_home, again):
    """What listens is the first that is imported, after Python itself has started.

    A result that is out before Ctrl-C is whole, also where the command has not ended yet.
    """
    result = b"n\n-\n1\n"
    for moment in (0, 0.05, 0.1, 0.15, 0.2):
        process = start("sql", "select 1 as n")
        while not listens(process):
            time.sleep(0.001)
        time.sleep(moment)
        for _ in range(1 + bool(again)):
            process.send_signal(signal.SIGINT)
            time.sleep(again)
        out, err = process.communicate(timeout=60)
        assert (process.returncode, out, err) in [
            (130, b"", b"interrupted\n"),
            (130, result, b"interrupted\n"),
            (0, result, b""),
        ], moment


@linux
def test_a_job_in_the_background_of_a_script_ignores_ctrl_c(at_home):
    """As it would with any tool: `pokerlake ... &` in a script, or with nohup."""
    command = f"trap '' INT; exec {sys.executable} -m pokerlake sql \"$0\""
    process = subprocess.Popen(
        ["sh", "-c", command, "select count(*) as n from range(200000000) a(x) where x % 7 = 3"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    for _ in range(4):
        time.sleep(0.2)
        process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, b"")
    assert out.split() == [b"n", b"--------", b"28571429"]


@pytest.mark.whole
@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_a_system_that_ends_programs_is_told_apart(at_home, number, code):
    before = signal.signal(number, signal.SIG_DFL)  # nohup has it ignored, also in what is started
    process = start("deal", "1000000000", "--seed", "1", "-o", "o.csv")
    signal.signal(number, before)
    while not (at_home / "o.csv.wip").exists():
        assert process.poll() is None
        time.sleep(0.01)
    process.send_signal(number)
    err = process.communicate(timeout=60)[1].decode()
    assert (process.returncode, err) == (code, f"ended by {number.name}\n")
    assert not [*at_home.iterdir()]


@pytest.mark.whole
def test_in_another_program_ctrl_c_is_its_own(at_home):
    code = (
        "import signal, sys\n"
        "from pokerlake.cli import app\n"
        "try:\n    app(['sql', sys.argv[1]])\n"
        "except SystemExit as stop:\n"
        "    print(stop.code, signal.getsignal(2) is signal.default_int_handler)\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", code, FOREVER], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    while len(os.listdir(f"/proc/{process.pid}/task")) < 2:  # noqa: PTH208 DuckDB's threads
        assert process.poll() is None
        time.sleep(0.01)
    time.sleep(1)  # until it counts; before that it ends as well
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (0, b"130 True\n", b"interrupted\n")


# ---------------------------------------------------------------- what goes at once


def test_what_is_left_when_a_program_leaves(tmp_path):
    """Of files, folders, temporary folders, spilled rows and children: nothing; and steps end."""
    code = (
        "import os, subprocess, sys, tempfile, threading, time\n"
        "from pathlib import Path\n"
        "from pokerlake import leaving\n"
        "here = Path(sys.argv[1])\n"
        "file, folder = here / 'x.wip', here / 'y.wip'\n"
        "child = subprocess.Popen(['sleep', '600'], start_new_session=True)\n"
        "Path(tempfile.gettempdir(), f'duckdb_temp_{os.getpid()}_0_owner').touch()\n"
        "begun = threading.Event()\n"
        "def step():\n"
        "    with leaving.whole_step():\n"
        "        begun.set()\n"
        "        time.sleep(0.3)\n"
        "        (here / 'whole').write_text(str(child.pid))\n"
        "    with leaving.unfinished(here / 'late'):\n"
        "        (here / 'late').touch()\n"
        "with leaving.unfinished(file), leaving.unfinished(folder), \\\n"
        "        leaving.temporary_folder(prefix='pokerlake-') as temporary:\n"
        "    file.touch(), Path(f'{file}.wal').touch(), folder.mkdir(), (folder / 'z').touch()\n"
        "    threading.Thread(target=step).start()\n"
        "    begun.wait()\n"
        "    leaving.leave(7, lambda: 'left\\n')\n"
    )
    (tmp_path / "tmp").mkdir()
    (tmp_path / "work").mkdir()
    done = subprocess.run(
        [sys.executable, "-c", code, tmp_path / "work"],
        env={**os.environ, "TMPDIR": str(tmp_path / "tmp")},
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (7, b"", b"left\n")
    assert [path.name for path in (tmp_path / "work").iterdir()] == ["whole"]
    assert not [*(tmp_path / "tmp").iterdir()]
    child = int((tmp_path / "work" / "whole").read_text())
    deadline = time.monotonic() + 60
    while os.path.exists(f"/proc/{child}"):  # noqa: PTH110
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_what_has_ended_well_is_left_alone(tmp_path):
    others = [*leaving._list]  # of this process: kernels that no cache could keep
    with leaving.temporary_folder(dir=tmp_path) as folder, leaving.unfinished(tmp_path / "file"):
        assert len(leaving._list) == len(others) + 2
        assert os.path.isdir(folder)  # noqa: PTH112
    assert leaving._list == others
    assert not [*tmp_path.iterdir()]
