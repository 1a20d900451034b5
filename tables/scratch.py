"""A file without a name, for numbers that do not fit in memory.

No folder lists it, and the system frees it when its process ends in any way: nothing is left to
tidy up after Ctrl-C or a kill.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import threading
import time
import weakref
from pathlib import Path
from typing import Any, NoReturn

import numpy as np
import numpy.typing as npt

from .errors import OutputError, UsageError, from_outside

_MEASURED = 1 << 28  # bytes that are written and read to measure a disk
_AT_ONCE = 1 << 26  # bytes of one call: the system takes at most two gigabytes


class Scratch:
    """A given number of bytes on the disk of a folder, initially zeros.

    Raises OutputError if they do not fit there or the folder cannot be written to, and UsageError
    if it is not a folder.
    """

    def __init__(self, folder: Path, size: int) -> None:
        if not folder.is_dir():
            raise UsageError(f"{folder} is no folder; give one on a disk with room")
        self._folder = folder
        self._seeking = threading.Lock()  # for systems that can only read at a file's position
        try:
            free = shutil.disk_usage(folder).free
            if free < size:
                raise OutputError(
                    f"{size / 1e9:.3g} GB do not fit on the disk of {folder}, where"
                    f" {free / 1e9:.3g} GB are free; give a folder on another, or free some"
                )
            with tempfile.TemporaryFile(dir=folder, buffering=0) as file:
                self._file = os.dup(file.fileno())
            weakref.finalize(self, os.close, self._file)
            if size and hasattr(os, "posix_fallocate"):  # so that the disk does not fill up later
                os.posix_fallocate(self._file, 0, size)
            else:
                os.truncate(self._file, size)
        except OSError as error:
            self._raise(error)

    def read(self, at: int, into: npt.NDArray[Any]) -> None:
        """Fill an array with the bytes from ``at`` on. OutputError if the disk fails."""
        left = into.data.cast("B")
        while left:
            try:
                done = self._read(at, left[:_AT_ONCE])
            except OSError as error:
                self._raise(error)
            if not done:
                raise OutputError(f"the file on the disk of {self._folder} was cut; begin again")
            at, left = at + done, left[done:]

    def write(self, at: int, array: npt.NDArray[Any]) -> None:
        """Write an array from ``at`` on. OutputError if the disk is full, or fails."""
        left = array.data.cast("B")
        while left:
            try:
                done = self._write(at, left[:_AT_ONCE])
            except OSError as error:
                self._raise(error)
            at, left = at + done, left[done:]

    def soon(self, at: int, size: int) -> None:
        """Announce that these bytes will be read soon."""
        if hasattr(os, "posix_fadvise"):
            os.posix_fadvise(self._file, at, size, os.POSIX_FADV_WILLNEED)

    def __reduce__(self) -> NoReturn:
        raise TypeError("what is solved on a disk stays in its process; solve it into a lake")

    def _read(self, at: int, into: memoryview) -> int:
        if hasattr(os, "preadv"):
            return os.preadv(self._file, [into], at)
        with self._seeking:
            os.lseek(self._file, at, os.SEEK_SET)
            piece = os.read(self._file, len(into))
        into[: len(piece)] = piece
        return len(piece)

    def _write(self, at: int, piece: memoryview) -> int:
        if hasattr(os, "pwrite"):
            return os.pwrite(self._file, piece, at)
        with self._seeking:
            os.lseek(self._file, at, os.SEEK_SET)
            return os.write(self._file, piece)

    def _raise(self, error: OSError) -> NoReturn:
        known = from_outside(error, self._folder, OutputError, done="written to")
        if known is None:
            known = OutputError(f"{self._folder} cannot be written to: {error.strerror or error}")
        raise known from error

    def settle(self) -> None:
        """Wait until all is on the disk, and drop what is cached in memory."""
        os.fsync(self._file)
        if hasattr(os, "posix_fadvise"):
            os.posix_fadvise(self._file, 0, 0, os.POSIX_FADV_DONTNEED)


def disk_rates(folder: Path) -> tuple[float, float]:
    """The bytes per second that the disk of a folder reads and writes, measured now.

    256 MB that cannot be compressed are written and read. If the system cannot drop its cache, the
    first is the speed of memory. Raises as :class:`Scratch`.
    """
    scratch = Scratch(folder, _MEASURED)
    some = np.random.default_rng(0).integers(0, 256, _MEASURED, np.uint8)
    begun = time.monotonic()
    scratch.write(0, some)
    scratch.settle()
    written = time.monotonic()
    scratch.read(0, some)
    return _MEASURED / (time.monotonic() - written), _MEASURED / (written - begun)
