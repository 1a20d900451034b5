"""Tables that are kept beside the compiled kernels: reading them takes a tenth of building them.

The folder is named by a digest of all sources of the engine, so what is kept is what would be
built. Where it cannot be written, or read, or has been damaged, the tables are built.
"""

from __future__ import annotations

import os
import tempfile
import zlib
from collections.abc import Callable
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from typing import Any, TypeVar, get_type_hints
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from pokerlake.caches import keep_private, read_own

T = TypeVar("T", bound=tuple[Any, ...])

# What zipfile and NumPy raise for a damaged file. Zip has a CRC-32 of each array.
_UNREADABLE = (
    OSError, ValueError, KeyError, EOFError, RuntimeError, StopIteration, BadZipFile, zlib.error,
)  # fmt: skip


def kept(name: str, kind: type[T], build: Callable[[], T]) -> T:
    """Tables as they were kept under a name; built, and kept, where they are not there.

    Parameters
    ----------
    name : str
        Of the file.
    kind : type
        A named tuple of arrays, or of named tuples of arrays.
    build : callable
        Makes the tables.

    Returns
    -------
    tuple
        Of that kind. Its arrays are in one piece and read-only.
    """
    from .accelerate import FOLDER_VARIABLE, cache_folder

    path = cache_folder() / f"{name}.npz"
    with (
        suppress(*_UNREADABLE),
        np.load(BytesIO(read_own(path)), allow_pickle=False) as stored,
    ):
        return _of(kind, iter([_frozen(stored[f"t{i}"]) for i in range(len(stored.files))]))
    built = _of(kind, iter([_frozen(array) for array in _arrays(build())]))
    if not os.environ.get(FOLDER_VARIABLE):  # somebody else's folder is only read
        with suppress(OSError):
            _write(path, _arrays(built))
    return built


def _arrays(tables: tuple[Any, ...]) -> list[npt.NDArray[Any]]:
    found: list[npt.NDArray[Any]] = []
    for table in tables:
        found.extend(_arrays(table) if isinstance(table, tuple) else [table])
    return found


def _of(kind: type[T], arrays: Any) -> T:
    """A named tuple of the next arrays."""
    fields: list[Any] = [
        _of(field, arrays) if hasattr(field, "_fields") else next(arrays)
        for field in get_type_hints(kind).values()
    ]
    return kind(*fields)


def _frozen(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    view = np.ascontiguousarray(array).view()
    view.flags.writeable = False  # kernels take the fields of a named tuple only as declared
    return view


def _write(path: Path, arrays: list[npt.NDArray[Any]]) -> None:
    """Write a file, whole or not at all."""
    handle, unfinished = tempfile.mkstemp(dir=path.parent, suffix=".npz")
    try:
        with os.fdopen(handle, "wb") as file:
            np.savez(file, allow_pickle=False, **{f"t{i}": a for i, a in enumerate(arrays)})
        keep_private(Path(unfinished), path.parent)
        Path(unfinished).replace(path)
    except BaseException:
        Path(unfinished).unlink(missing_ok=True)
        raise
