"""A lake in an object store, for the process of untrusted SQL, which has no network and no keys.

Its parent reads for it: ranges of the lake's files and nothing else, over a socket that both have
from before the process was sealed.
"""

from __future__ import annotations

import json
import socket
import struct
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from pokerlake.tables.errors import LakeError, PokerlakeError
from pokerlake.tables.lake import Lake
from pokerlake.tables.stores.reading import About, Source

MOST_BYTES = 16 << 20  # of one answer
_LONGEST_QUESTION = 4096
_LENGTH = struct.Struct("<q")  # of an answer; negative for an error


@contextmanager
def reading_for(lake: Lake) -> Iterator[int]:
    """While the block runs, answer questions from the other end of a socket.

    Yields the descriptor of that end, which the process inherits.
    """
    parent_end, child_end = socket.socketpair()
    with parent_end, child_end:
        threading.Thread(target=_answer, args=(parent_end.dup(), lake), daemon=True).start()
        try:
            yield child_end.fileno()
        finally:
            parent_end.shutdown(socket.SHUT_RDWR)


def _answer(connection: socket.socket, lake: Lake) -> None:
    allowed = lake.digests
    source = Source(allowed)
    with connection, connection.makefile("rb") as asked, suppress(OSError):
        while line := asked.readline(_LONGEST_QUESTION):
            try:
                address, start, end = _question(line)
                if address not in allowed or not 0 <= start < end <= start + MOST_BYTES:
                    raise LakeError("that is not part of the lake")
                content = source.read(address, start, end)
                head = _LENGTH.pack(len(content))
            except PokerlakeError as error:
                content = str(error).encode()
                head = _LENGTH.pack(-len(content))
            connection.sendall(head + content)


def _question(line: bytes) -> tuple[str, int, int]:
    try:
        address, start, end = json.loads(line)
        return str(address), int(start), int(end)
    except (ValueError, TypeError):
        raise LakeError("that is not part of the lake") from None


class Asking:
    """The source of a lake's files in the sealed process, over the socket of ``reading_for``."""

    def __init__(self, descriptor: int) -> None:
        self._socket = socket.socket(fileno=descriptor)
        self._listed = Source({})
        self._lock = threading.Lock()

    def close(self) -> None:
        """Close the socket."""
        self._socket.close()

    def about(self, address: str) -> About:
        """The size and time of a file, which came with the lake."""
        return self._listed.about(address)

    def read(self, address: str, start: int, end: int) -> bytes:
        """The bytes ``start..end-1`` of a file."""
        content = bytearray()
        while start < end:
            upto = min(end, start + MOST_BYTES)
            with self._lock:
                self._socket.sendall(json.dumps([address, start, upto]).encode() + b"\n")
                content += self._piece()
            start = upto
        return bytes(content)

    def _piece(self) -> bytes:
        (length,) = _LENGTH.unpack(self._received(_LENGTH.size))
        content = self._received(abs(length))
        if length < 0:
            raise LakeError(content.decode())
        return content

    def _received(self, size: int) -> bytes:
        received = bytearray(size)
        view = memoryview(received)
        while view:
            read = self._socket.recv_into(view)
            if not read:
                raise LakeError("the process that reads the lake has ended")
            view = view[read:]
        return bytes(received)
