"""As a program: import all of pokerlake, and use it, with what Windows has of Python alone.

Libraries are imported before, as the system is: they have code of their own for Windows. What takes
Linux by its documents, the sealed SQL of strangers, is left out. Nothing is printed if all is well.
"""

import importlib
import os
import pkgutil
import signal
import sys
import tempfile
import warnings
from concurrent.futures import process
from multiprocessing import popen_spawn_posix, resource_tracker, shared_memory, spawn, synchronize
from pathlib import Path

import filelock
from typer.testing import CliRunner

import pokerlake

LIBRARIES = (
    process,
    popen_spawn_posix,
    resource_tracker,
    shared_memory,
    spawn,
    synchronize,
    filelock,
)
LINUX_ONLY = {"pokerlake.queries.untrusted.seal", "pokerlake.queries.untrusted.worker"}
MODULES = "crypt fcntl grp posix pty pwd readline resource termios tty".split()  # noqa: SIM905
# fmt: off
OF_OS = (
    "POSIX_FADV_DONTNEED", "POSIX_FADV_WILLNEED", "WNOHANG", "chown", "fchmod", "fchown", "fork",
    "forkpty", "fstatvfs", "get_blocking", "getegid", "geteuid", "getgid", "getloadavg",
    "getpgid", "getuid", "killpg", "lchown", "mkfifo", "nice", "pipe2", "posix_fadvise",
    "posix_fallocate", "pread", "preadv", "pwrite", "pwritev", "register_at_fork",
    "sched_getaffinity", "set_blocking", "setpgid", "setsid", "statvfs", "sysconf", "uname",
    "wait3", "wait4"
)
# fmt: on
OF_SIGNAL = ("alarm", "pause", "pthread_kill", "pthread_sigmask", "setitimer", "siginterrupt")
SIGNALS = {"SIGABRT", "SIGFPE", "SIGILL", "SIGINT", "SIGSEGV", "SIGTERM", "SIG_DFL", "SIG_IGN"}


def import_all():
    """Import every module that is not for Linux alone, nor a program."""
    for found in pkgutil.walk_packages(pokerlake.__path__, "pokerlake."):
        if found.name not in LINUX_ONLY and not found.name.endswith("__main__"):
            importlib.import_module(found.name)


def take_away():
    """Forget pokerlake, and take away what Windows does not have."""
    for name in [name for name in sys.modules if name.partition(".")[0] == "pokerlake"]:
        del sys.modules[name]
    sys.modules.update(dict.fromkeys(MODULES))
    for name in OF_OS:
        if hasattr(os, name):
            delattr(os, name)
    os.O_BINARY = 0
    for name in [
        *OF_SIGNAL,
        *(n for n in vars(signal) if n.startswith("SIG") and n not in SIGNALS),
    ]:
        delattr(signal, name)
    sys.platform = "win32"


def use(lake, hands):
    """Ask in Python, SQL and by commands, and build, import and verify."""
    import pokerlake as pk
    from pokerlake.cli import app

    assert pk.equity("AhKh", "QsQc", board="Jh2h3d").equity.sum() == 1
    assert pk.evaluate(["AsKsQsJsTs"]).tolist() == [1]
    os.environ["POKERLAKE_LAKE"] = str(lake)
    for words in (
        "build classes starting_hands",
        f"import {hands}",
        "sql 'select count(*) from hands'",
        "verify",
        "solve --oop AA,KQs --ip KK,T9s --board QsJh2h8c3d --pot 10 --stack 20",
        f"deal 3 --seed 1 -o {lake.with_name('deals.csv')}",
    ):
        result = CliRunner().invoke(app, words)
        assert result.exit_code == 0, (words, result.output, result.exception)
    assert pk.sql("select category(1)").fetchall() == [(1,)]
    refused = CliRunner().invoke(app, "sql 'select 1' --untrusted")
    assert (refused.exit_code, "Linux only" in refused.output) == (2, True)


if __name__ == "__main__":
    warnings.simplefilter("ignore")  # of namespaces of frames, which are registered twice
    import_all()
    take_away()
    import_all()
    with tempfile.TemporaryDirectory() as there:
        use(Path(there, "lake"), sys.argv[1])
