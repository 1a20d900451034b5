"""The cache of compiled kernels: where their machine code is kept, and when it is loaded.

The cache folder is named by a digest of all of the engine's sources. numba by itself looks only at
the file of the kernel and not at what it calls: a change in a callee would leave the caller stale.
The folder lies where the user's caches belong. If that cannot be written, or another user may have
written to it, a private temporary folder is used: cached machine code is run as it is. numba's
global cache setting is left alone: it would take over the user's caches.

This module uses numba's private classes, as subclasses. numba has no public way to name a folder
and what a kernel depends on, nor to look at a file before its code is run. No class or module of
numba's is changed: a program with kernels of its own finds numba as it was.
"""
# mypy: allow-untyped-calls

from __future__ import annotations

import functools
import hashlib
import logging
import os
import pickle
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import platformdirs
from numba.core import caching, config
from numba.core.runtime.nrt import rtsys

from pokerlake import leaving
from pokerlake.caches import keep_private, private_folder, read_own, users_folder, why_foreign

# Tells why the first start takes seconds. Before the first kernel that a process compiles, because
# it is not in the cache, there is a warning, which Python prints on stderr unless the program has
# logging of its own. Each kernel has a record of level INFO, whose kernel_module is its module.
logger = logging.getLogger(__name__)

FOLDER_VARIABLE = "POKERLAKE_KERNELS"
_TO_DO = f"name a folder of your own, which stays, with ${FOLDER_VARIABLE}"

_DIGEST_BYTES = 32  # SHA-256

_compiled = 0  # kernels that this process compiled


@functools.cache
def sources_digest() -> str:
    """A digest of the engine's sources and of what else decides the machine code."""
    digest = hashlib.sha256()
    options = [f"{name} {getattr(config, name, None)}" for name in ("BOUNDSCHECK", "OPT")]
    digest.update(f"numba {numba.__version__} {' '.join(options)}".encode())
    for path in sorted(Path(__file__).parent.rglob("*.py")):
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def kernels_path() -> Path:
    """Where the user's caches keep the folders of compiled kernels. It may not exist."""
    return platformdirs.user_cache_path("pokerlake") / "kernels"


@functools.cache
def cache_folder() -> Path:
    """The folder of compiled kernels, made if need be.

    ``<user cache>/pokerlake/kernels/<digest>``. If that cannot be written, it is a temporary
    folder, deleted when the process ends. ``$POKERLAKE_KERNELS`` names another folder, which a
    process without write permission only reads.
    """
    return _place()[0]


def why_not_kept() -> str:
    """Why compiled kernels are lost when this process ends; an empty string if they are kept.

    The text names the folder, and says what to do.
    """
    return _place()[1]


@functools.cache
def _place() -> tuple[Path, str]:
    """The cache folder, and why kernels are not kept there."""
    variable = os.environ.get(FOLDER_VARIABLE)
    folder = Path(variable) if variable else kernels_path() / sources_digest()
    named = f"${FOLDER_VARIABLE}, {folder}," if variable else str(folder)
    try:
        why = why_foreign(private_folder(folder) if variable else users_folder(folder))
        if why:
            why = f"what is in {named} is not loaded, since {why}"
        else:
            with tempfile.TemporaryFile(dir=folder):
                return folder, ""
    except OSError as error:
        why = f"{named} cannot be written ({error.strerror})"
        if variable and not (folder.exists() and why_foreign(folder)):
            return folder, f"{why}; {_TO_DO}"
    return leaving.folder_until_exit("pokerlake-kernels-"), f"{why}; {_TO_DO}"


def compiled_so_far() -> int:
    """How many kernels this process compiled."""
    return _compiled


def _announce(kernel_name: str, module: str) -> None:
    """Log a kernel that is about to be compiled, and before the first one why that takes time."""
    global _compiled
    logger.info("compiling kernel %s", kernel_name, extra={"kernel_module": module})
    if not _compiled and why_not_kept():
        logger.warning(
            "compiling kernels for this machine, at every start: up to half a minute for each "
            "feature; %s",
            why_not_kept(),
        )
    elif not _compiled:
        logger.warning(
            "compiling kernels for this machine, once: up to half a minute for each feature; they "
            "are kept in %s (pokerlake doctor --warm compiles all of them ahead)",
            cache_folder(),
        )
    _compiled += 1


class _Locator(caching._CacheLocator):
    def __init__(self, function: Callable[..., Any], source: str) -> None:
        self._py_file = source
        self._lineno = function.__code__.co_firstlineno

    def get_cache_path(self) -> str:
        return os.fspath(cache_folder())

    def ensure_cache_path(self) -> None:
        folder = private_folder(cache_folder())
        tempfile.TemporaryFile(dir=folder).close()  # raises OSError if it cannot be written

    def get_source_stamp(self) -> str:
        return sources_digest()

    def get_disambiguator(self) -> str:
        return str(self._lineno)

    @classmethod
    def from_function(cls, function: Callable[..., Any], source: str) -> _Locator:
        return cls(function, source)


class _KernelCacheImpl(caching.CompileResultCacheImpl):
    _locator_classes = [_Locator]  # noqa: RUF012 as in numba


class _KernelFiles(caching.IndexDataCacheFile):
    """Each file begins with a digest of the rest: damaged machine code could do anything."""

    def _load_index(self) -> dict[Any, str]:
        try:
            content = _read_whole(self._index_path)
        except FileNotFoundError:
            return {}
        version, stamp, overloads = pickle.loads(content)
        return overloads if (version, stamp) == (self._version, self._source_stamp) else {}

    def _save_index(self, overloads: dict[Any, str]) -> None:
        self._save(self._index_path, (self._version, self._source_stamp, overloads))

    def _load_data(self, name: str) -> Any:
        return pickle.loads(_read_whole(self._data_path(name)))

    def _save_data(self, name: str, data: object) -> None:
        self._save(self._data_path(name), data)

    def _save(self, path: str, content: object) -> None:
        data = self._dump(content)
        folder, name = os.path.split(path)
        descriptor, unfinished = tempfile.mkstemp(prefix=f"{name}.tmp.", dir=folder)
        try:
            with open(descriptor, "wb") as file:  # noqa: PTH123 a descriptor
                file.write(hashlib.sha256(data).digest() + data)
            keep_private(Path(unfinished), Path(folder))
            Path(unfinished).replace(path)
        except BaseException:
            Path(unfinished).unlink(missing_ok=True)
            raise


def _read_whole(path: str) -> memoryview:
    """What was written to a file; EOFError if its bytes have changed since.

    OSError if it cannot be read, or if another user may have written it.
    """
    content = memoryview(read_own(Path(path)))
    data = content[_DIGEST_BYTES:]
    if hashlib.sha256(data).digest() != content[:_DIGEST_BYTES]:
        raise EOFError(f"{path} is cut short or changed")
    return data


class KernelCache(caching.FunctionCache):
    """The cached machine code of one kernel."""

    _impl_class = _KernelCacheImpl

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        files = self._cache_file
        self._cache_file = _KernelFiles(
            self._cache_path, self._impl.filename_base, files._source_stamp
        )

    def load_overload(self, sig: object, target_context: object) -> object:
        """Load a kernel; None if it must be compiled, which is then announced."""
        try:
            # numba's own method first imports all that compiling needs, for a sixth of a second.
            rtsys.initialize(target_context)
            with self._guard_against_spurious_io_errors():
                loaded = self._load_overload(sig, target_context)
        except (OSError, EOFError):
            loaded = None  # a damaged file: the kernel is compiled, and its files written anew
            self.flush()
        if loaded is None:
            _announce(self._name, self._py_func.__module__)
        return loaded

    def save_overload(self, sig: object, data: object) -> None:
        """Keep a compiled kernel, if the disk takes it."""
        try:
            super().save_overload(sig, data)
        except OSError:
            self.disable()  # a full disk: the next start compiles the kernel again

    def flush(self) -> None:
        """Forget what is cached."""
        try:
            super().flush()
        except OSError:
            self.disable()
