"""What causes an exception: too little memory, a full disk, missing rights, or none of these.

Libraries report the same cause in many ways: by error numbers of the system, by classes of their
own, or only in words. Code that catches an error of reading or writing asks here before it says
that a file is damaged or an input is wrong.
"""

from __future__ import annotations

import errno
import os
import re
import sys
from collections.abc import Iterator
from enum import Enum


class Cause(Enum):
    """What has to change outside of pokerlake before the same command can succeed."""

    MEMORY = "memory"
    SPACE = "space on a disk"
    RIGHTS = "rights"
    OPEN_FILES = "open files"
    DEVICE = "a device that fails"


_BY_NUMBER = {
    Cause.MEMORY: ("ENOMEM",),
    Cause.SPACE: ("ENOSPC", "EDQUOT", "EFBIG"),
    Cause.RIGHTS: ("EACCES", "EPERM", "EROFS"),
    Cause.OPEN_FILES: ("EMFILE", "ENFILE"),
    Cause.DEVICE: ("EIO", "ENXIO", "ESTALE"),
}
_CAUSES = {
    getattr(errno, name): cause
    for cause, names in _BY_NUMBER.items()
    for name in names
    if hasattr(errno, name)
}
_WORDS = {
    Cause.MEMORY: re.compile(
        r"bad.alloc|allocation failure|(?<!in)\ballocation still failed|failed to allocate"
        r"|(can ?not|could not|unable to|can't) alloc|out of memory|not enough memory"
        r"|failed to map segment"
        r"|can't start new thread|thread creation failed|pthread_create|launch worker thread"
        r"|blas_thread_init|malloc of size"
        r"|MemoryError|MemoryShortError",
        re.IGNORECASE,
    ),
    Cause.SPACE: re.compile(
        r"No space left on device|Disk quota exceeded|File too large"
        r"|Could not write all data|max_temp_directory_size|database or disk is full",
        re.IGNORECASE,
    ),
    Cause.RIGHTS: re.compile(
        r"Permission denied|Operation not permitted|Read-only file system|readonly database",
        re.IGNORECASE,
    ),
    Cause.OPEN_FILES: re.compile(r"Too many open files", re.IGNORECASE),
    Cause.DEVICE: re.compile(r"Input/output error|Stale file handle", re.IGNORECASE),
}
# Errors that may quote a user's words: SQL can raise any text, and a file may hold any.
_OF_USERS = ("InvalidInputException", "ConversionException", "BinderException", "ParserException")
_IN_FUNCTION = re.compile(
    r"executing the UDF: (?P<told>(Memory|MemoryShort|Import|OS|System|Runtime)Error: .*)"
)
# Errors of libraries that could not be loaded; only under a memory limit do they mean memory.
_WHERE_LIMITED = re.compile(
    "Could not find/load shared object|cannot open shared object|cannot import name"
    "|ZSTD Decompression failure"  # DuckDB's, if it asked for no memory before
    "|without (setting an )?exception|an exception set"
)
_FILE = re.compile(r"""(?:file|open|directory) ["'](?P<path>[^"'\n]+)["']""")


def cause_of(error: BaseException) -> Cause | None:
    """What causes an exception; None if its input does, such as a damaged file.

    Examples
    --------
    >>> cause_of(OSError(errno.ENOSPC, "No space left on device"))
    <Cause.SPACE: 'space on a disk'>
    >>> cause_of(ImportError("_duckdb.so: failed to map segment from shared object"))
    <Cause.MEMORY: 'memory'>
    >>> cause_of(ValueError("unexpected end of file")) is None
    True
    """
    return next(filter(None, map(_own_cause, _chain(error))), None)


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__


def _own_cause(error: BaseException) -> Cause | None:
    if isinstance(error, MemoryError):
        return Cause.MEMORY
    if isinstance(error, OSError) and error.errno is not None:
        return _CAUSES.get(error.errno)
    module, name = type(error).__module__.partition(".")[0].lstrip("_"), type(error).__name__
    if module == "duckdb":
        if name == "OutOfMemoryException":
            full = _WORDS[Cause.SPACE].search(str(error))
            return Cause.SPACE if full else Cause.MEMORY
        if name in _OF_USERS:
            match = _IN_FUNCTION.search(str(error))
            return _cause_in(match["told"], limited=True) if match else None
    elif module not in ("pyarrow", "sqlite3", "numpy", "polars") and not isinstance(
        error, ImportError | OSError | RuntimeError | SystemError
    ):
        return None
    return _cause_in(str(error), limited=not isinstance(error, RuntimeError))


def _cause_in(text: str, *, limited: bool) -> Cause | None:
    if limited and memory_limit() is not None and _WHERE_LIMITED.search(text):
        return Cause.MEMORY
    return told_cause(text)


def told_cause(text: str) -> Cause | None:
    """The cause that a library's words name, such as those printed when a process ends."""
    return next((cause for cause, words in _WORDS.items() if words.search(text)), None)


def file_of(error: BaseException) -> str | None:
    """The file that an exception names, if any."""
    for each in _chain(error):
        if _own_cause(each) is None:
            continue
        if isinstance(each, OSError) and each.filename is not None:
            return str(each.filename)
        named = _FILE.search(str(each))
        if named:
            return named["path"]
    return None


# ---------------------------------------------------------------- memory that is limited

# In one thread strength takes 0.5 GB of address space, verify 0.7; each thread has a stack of 8 MB.
_LEAST_BYTES, _BYTES_A_CORE = 1_000_000_000, 32_000_000
_OF_DATABASE = 250_000_000
# Arrow's own allocator reserves 1 GB at its first use, and OpenBLAS 32 MB for each core.
_FRUGAL = {"ARROW_DEFAULT_MEMORY_POOL": "system", "OPENBLAS_NUM_THREADS": "1"}
_ARENAS = -8  # M_ARENA_MAX of malloc.h: each thread would reserve 128 MB of its own


def memory_limit() -> int | None:
    """The bytes that this process may use, as ``ulimit -v`` sets them; None without a limit.

    A limit above the memory of the machine counts as no limit.
    """
    if sys.platform == "win32":
        return None
    import resource

    limits = [resource.getrlimit(each)[0] for each in (resource.RLIMIT_AS, resource.RLIMIT_DATA)]
    there = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return min((each for each in limits if 0 <= each < there), default=None)


def least_memory() -> int:
    """The lowest limit, in bytes, within which all libraries can start."""
    return _LEAST_BYTES + _BYTES_A_CORE * (os.cpu_count() or 1)


def database_memory() -> int | None:
    """The bytes that DuckDB may use before it spills to disk; None for its own default."""
    limit = memory_limit()
    # Results, and libraries that load later, need room too.
    return None if limit is None else _OF_DATABASE + max(0, limit - least_memory()) // 2


def be_frugal() -> None:
    """Make libraries use less memory than by default; call it while the process starts."""
    for name, value in _FRUGAL.items():
        os.environ.setdefault(name, value)
    if sys.platform == "linux":
        import ctypes

        libc = ctypes.CDLL(None)
        if hasattr(libc, "mallopt"):  # musl has neither mallopt nor arenas
            libc.mallopt(_ARENAS, 1)


def short_of_memory() -> str:
    """The message for too little memory.

    Examples
    --------
    >>> short_of_memory()  # doctest: +SKIP
    'memory is limited to 614 MB (ulimit -v), too little for this; raise it to 1,064 MB or more'
    """
    limit = memory_limit()
    if limit is None:
        return "there is too little memory for this; close other programs, or ask for less"
    least = least_memory()
    enough = f" to {least / 1e6:,.0f} MB or more" if limit < least else ""
    return (
        f"memory is limited to {limit / 1e6:,.0f} MB (ulimit -v), too little for this; "
        f"raise it{enough}"
    )
