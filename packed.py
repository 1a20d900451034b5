"""Packed files (gzip, Zstandard), unpacked while they are read, and checked to their ends."""

from __future__ import annotations

import io
import re
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

UNPACK = {".gz": "gzip -dc", ".zst": "zstd -dc"}  # by ending, the command that unpacks such files
MOST_TIMES, MOST_BYTES = 250, 1 << 28  # a file beyond both is hardly a table or hands

_BEGINNINGS = {
    ".gz": re.compile(rb"\x1f\x8b"),
    ".zst": re.compile(rb"\x28\xb5\x2f\xfd|[\x50-\x5f]\x2a\x4d\x18"),
}
_MARK_BYTES = 4  # the longest of these
_BLOCK = 1 << 20
_PACKED_BLOCK = 1 << 14  # of a damaged one, nothing is read


class PackedError(OSError):
    """A packed file is damaged, truncated, followed by other bytes, or grows without end."""


def ending_of(path: Path) -> str | None:
    """The ending that says how a file is packed: ``.gz`` or ``.zst``; None for others."""
    ending = path.suffix.lower()
    return ending if ending in UNPACK else None


def packing_of(path: Path) -> str | None:
    """How a file is packed, by its ending, or else by its first bytes.

    Raises OSError if it cannot be read.
    """
    if ending := ending_of(path):
        return ending
    with path.open("rb") as file:
        return _packing_by(file.read(_MARK_BYTES))


def _packing_by(start: bytes) -> str | None:
    # No text and no Parquet file begins like this.
    endings = (ending for ending, beginning in _BEGINNINGS.items() if beginning.match(start))
    return next(endings, None)


def unpacked(file: Any, ending: str | None) -> Any:
    """The plain bytes of a file that is packed according to its ending, or else its first bytes.

    Several members or frames in a row count as one file, as ``cat`` joins them.

    ``file``: opened for bytes; ``ending``: as of :func:`ending_of`, None also for stdin, which has
    no name. The result's ``read(size)`` returns at least one byte until the end. It raises
    PackedError as soon as the file turns out to be damaged, at the latest with the last byte.
    """
    if ending is not None:
        return _Unpacked(file, ending)
    start = b""
    while len(start) < _MARK_BYTES and (block := file.read(_MARK_BYTES - len(start))):
        start += block
    begun, packing = _Begun(start, file), _packing_by(start)
    return begun if packing is None else _Unpacked(begun, packing)


class _Begun(io.RawIOBase):
    """A file whose first bytes have already been read."""

    def __init__(self, start: bytes, file: Any) -> None:
        self._start, self._file = start, file

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1, /) -> bytes:
        if not self._start:
            block: bytes = self._file.read(size)
            return block
        start = self._start if size < 0 else self._start[:size]
        self._start = self._start[len(start) :]
        return start

    def readinto(self, buffer: Any, /) -> int:
        block = self.read(len(buffer))
        buffer[: len(block)] = block
        return len(block)


class _Unpacked(io.RawIOBase):
    """A packed file, read as plain bytes."""

    def __init__(self, file: Any, ending: str) -> None:
        self._file, self._ending = file, ending
        self._packed = self._plain = 0  # bytes so far
        self._start = b""
        self._blocks = self._gzip() if ending == ".gz" else self._zstd()
        self._left = memoryview(b"")

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any, /) -> int:
        if not self._left:
            self._left = memoryview(next(self._blocks, b""))
            self._plain += len(self._left)
            if self._plain > max(MOST_BYTES, MOST_TIMES * self._packed):
                raise PackedError(
                    f"it unpacks to more than {MOST_BYTES >> 20:,} MB, and {MOST_TIMES} times its "
                    f"size; if it is to be so large, '{UNPACK[self._ending]}' unpacks it, also to "
                    "'-', which has no limit"
                )
        size = min(len(buffer), len(self._left))
        buffer[:size] = self._left[:size]
        self._left = self._left[size:]
        return size

    def _read(self, size: int) -> bytes:
        block: bytes = self._file.read(size)
        self._packed += len(block)
        self._start = self._start or block[:_MARK_BYTES]
        return block

    def _gzip(self) -> Iterator[bytes]:
        packed = self._read(_PACKED_BLOCK)
        while packed:
            member = zlib.decompressobj(wbits=16 + zlib.MAX_WBITS)  # it also checks the checksum
            while not member.eof:
                try:
                    block = member.decompress(packed, _BLOCK)
                except zlib.error as error:
                    raise self._damaged(error, "incorrect header" in str(error)) from error
                packed = member.unconsumed_tail
                if block:
                    yield block
                elif not packed and not member.eof:
                    packed = self._read(_PACKED_BLOCK)
                    if not packed:
                        raise PackedError("it breaks off")
            packed = member.unused_data
            # Zeros pad the blocks of a tape; gzip skips them.
            while not (packed := packed.lstrip(b"\0")) and (more := self._read(_PACKED_BLOCK)):
                packed = more

    def _zstd(self) -> Iterator[bytes]:
        import pyarrow as pa

        counted = _Counted(self._read)
        with pa.CompressedInputStream(pa.PythonFile(counted, mode="r"), "zstd") as stream:
            while True:
                try:
                    block = stream.read(_BLOCK)
                except OSError as error:
                    if "Truncated" in str(error):
                        raise PackedError("it breaks off") from error
                    raise self._damaged(error, "Unknown frame" in str(error)) from error
                if not block:
                    return
                yield block

    def _damaged(self, error: Exception, is_other: bool) -> PackedError:
        if not is_other:
            return PackedError(f"its content is damaged ({str(error).rpartition(': ')[2]})")
        if _BEGINNINGS[self._ending].match(self._start):
            return PackedError("behind its end are bytes that do not belong to it")
        return PackedError(f"it is not packed as {self._ending} says")


class _Counted(io.RawIOBase):
    """A file that is read through a function that counts the bytes."""

    def __init__(self, read: Any) -> None:
        self._read = read

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1, /) -> bytes:
        block: bytes = self._read(size)
        return block
