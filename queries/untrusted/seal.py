"""Limits of the operating system for the process of untrusted SQL: Linux's limits and Landlock.

Both bind all code in the process, including DuckDB. Limits work everywhere on Linux. Landlock
(kernel 5.13 and later, if switched on) lets the process only read the files it needs, and from
kernel 6.7 on forbids the network.
"""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

MOST_OPEN_FILES = 512

# Numbers of system calls and flags: linux/landlock.h, linux/prctl.h.
_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_PATH_BENEATH = 1
_VERSION = 1
_READ_FILE, _READ_DIR = 1 << 2, 1 << 3
_FILE_RIGHTS = {1: 13, 2: 14, 3: 15, 5: 16}  # kinds of access that each version knows
_NO_NETWORK, _NO_NETWORK_SINCE = 0b11, 4  # bind and connect over TCP
_SCOPED, _SCOPED_SINCE = 0b11, 6  # sockets and signals of other processes
_NO_NEW_PRIVILEGES = 38


class _Ruleset(ctypes.Structure):
    _fields_ = (
        ("files", ctypes.c_uint64),
        ("network", ctypes.c_uint64),
        ("scoped", ctypes.c_uint64),
    )


class _Beneath(ctypes.Structure):
    _pack_ = 1
    _layout_ = "ms"
    _fields_ = (("allowed", ctypes.c_uint64), ("folder", ctypes.c_int32))


def end_after(seconds: float) -> None:
    """Let the system end this process after some seconds, whatever it is doing.

    No code of the process takes part: the default action of the signal ends it.
    """
    signal.setitimer(signal.ITIMER_REAL, seconds)


def limit_process(cpu_seconds: int) -> None:
    """Keep this process from writing files, dumping core, and opening many files.

    A file that it opens to write stays empty. After ``cpu_seconds`` the system ends it.
    """
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)  # a write fails without ending the process
    _lower(resource.RLIMIT_CORE, 0)
    _lower(resource.RLIMIT_FSIZE, 0)
    _lower(resource.RLIMIT_NOFILE, MOST_OPEN_FILES)
    _lower(resource.RLIMIT_CPU, cpu_seconds)


def memory_in_use() -> int:
    """The bytes of the address space of this process."""
    return int(Path("/proc/self/statm").read_text("ascii").split()[0]) * resource.getpagesize()


def limit_memory(most_bytes: int) -> None:
    """Limit the address space of this process; a later call may allow more."""
    _lower(resource.RLIMIT_AS, most_bytes, for_good=False)


def _lower(limit: int, most: int, *, for_good: bool = True) -> None:
    _, hard = resource.getrlimit(limit)
    if hard != resource.RLIM_INFINITY:
        most = min(most, hard)
    resource.setrlimit(limit, (most, most if for_good else hard))


def landlock_version() -> int:
    """The version of Landlock the kernel has, 0 for none."""
    return max(0, int(_libc().syscall(_CREATE_RULESET, None, 0, _VERSION)))


def leave_files(paths: Iterable[str], listed: Iterable[str] = ()) -> bool:
    """Restrict this thread, and threads that it starts, to reading these files and folders.

    A folder in ``paths`` may be read with everything in it; missing paths are skipped. Folders in
    ``listed``, and the folders in them, may only be listed. False if the kernel has no Landlock.
    """
    version = landlock_version()
    if not version:
        return False
    libc = _libc()
    rights = (1 << _FILE_RIGHTS[max(known for known in _FILE_RIGHTS if known <= version)]) - 1
    ruleset = _Ruleset(
        rights,
        _NO_NETWORK if version >= _NO_NETWORK_SINCE else 0,
        _SCOPED if version >= _SCOPED_SINCE else 0,
    )
    descriptor = _checked(
        libc.syscall(_CREATE_RULESET, ctypes.byref(ruleset), ctypes.sizeof(ruleset), 0)
    )
    for path in paths:
        with suppress(FileNotFoundError):
            _allow(descriptor, path, _READ_FILE | (_READ_DIR if Path(path).is_dir() else 0))
    for folder in listed:
        _allow(descriptor, folder, _READ_DIR)
    _checked(libc.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0))
    _checked(libc.syscall(_RESTRICT_SELF, descriptor, 0))
    os.close(descriptor)
    return True


def _allow(ruleset: int, path: str, rights: int) -> None:
    opened = os.open(path, os.O_PATH | os.O_CLOEXEC)
    try:
        rule = _Beneath(rights, opened)
        _checked(_libc().syscall(_ADD_RULE, ruleset, _PATH_BENEATH, ctypes.byref(rule), 0))
    finally:
        os.close(opened)


def program_files() -> list[str]:
    """The paths of Python, its libraries and pokerlake, and of files that they read."""
    package = [
        os.fspath(part.resolve())
        for folder in sys.modules["pokerlake"].__path__
        for part in Path(folder).iterdir()
    ]
    libraries = [path for path in sys.path if path and Path(path).name != "pokerlake"]
    machine = [
        "/usr", "/lib", "/lib64", "/nix/store", "/etc/ld.so.cache", "/etc/localtime",
        "/dev/null", "/dev/urandom", "/proc/cpuinfo", "/proc/meminfo", "/proc/self",
        "/sys/devices/system", "/sys/fs/cgroup",
    ]  # fmt: skip
    return [*package, *libraries, sys.prefix, sys.base_prefix, *machine]


def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def _checked(result: int) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result
