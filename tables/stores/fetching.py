"""Copies of files of other lakes; an interrupted copy resumes."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from ..errors import LakeError, from_outside
from .path import in_store

_ATTEMPTS = 4  # in which no more bytes come
_WAIT_SECONDS = 0.5
_BLOCK = 1 << 20


def fetch(source: Path, target: Path, size: int, listener: Callable[[int], None]) -> None:
    """Copy a file, starting after the bytes that are already here.

    If a connection is cut it asks again, as long as more bytes come. With a server that sends no
    ranges it starts again.

    ``source``: the file, on a disk or in a store; ``target``: the local copy; ``size``: the bytes
    that it should have, and the most that are written; ``listener``: takes the number of bytes that
    are here. Raises LakeError if it does not exist, has more bytes, or is cut off repeatedly;
    OSError if the disk is full.
    """
    target.touch()
    attempts = 0
    with target.open("r+b") as file:
        there = file.seek(0, 2)
        if there > size:  # not a copy of this file
            there = file.truncate(0)
        listener(there)
        while there < size:
            most = there
            for place, block in _blocks(source, there, size):
                if place + len(block) > size:
                    file.truncate(0)
                    raise LakeError(f"{source} has more than the {size:,} bytes of its manifest")
                file.seek(place)
                file.truncate()
                file.write(block)
                there = place + len(block)
                listener(there)
            file.flush()
            attempts = attempts + 1 if there <= most else 0
            if attempts == _ATTEMPTS:
                raise LakeError(
                    f"{source} was cut off after {there:,} of {size:,} bytes; they are kept, and "
                    "the same command goes on there"
                )
            if there < size:
                time.sleep(_WAIT_SECONDS * 2**attempts)
        os.fsync(file.fileno())  # it is renamed next


def _blocks(source: Path, start: int, size: int) -> Iterator[tuple[int, bytes]]:
    """The bytes of a file from ``start`` on, block by block, each with its place."""
    store = in_store(source)
    if store is not None:
        yield from store.blocks(start, size)
        return
    try:
        with source.open("rb") as file:
            file.seek(start)
            while block := file.read(_BLOCK):
                yield start, block
                start += len(block)
    except OSError as error:
        raise (
            from_outside(error, source) or LakeError(f"{source}: {error.strerror or error}")
        ) from error
