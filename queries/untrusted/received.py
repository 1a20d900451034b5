"""Rows and errors that come from the process of a stranger's SQL, which is believed in nothing."""

from __future__ import annotations

import os
import re
import struct
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

import pyarrow as pa

from pokerlake.tables.errors import PokerlakeError
from pokerlake.tables.lake import Lake, lake_path
from pokerlake.tables.stores.path import DUCKDB_PREFIX, is_remote

from ..files.shown import shown
from .check import StoppedError
from .sizes import PIECE_BYTES, fields_of, require_schema, size_of

_BROKEN = "the statement broke the process that ran it (no result)"
# Of flatbuffers: Message.header and RecordBatch.compression, as Arrow's Message.fbs counts them.
_HEADER, _COMPRESSION = 2, 3
_PATH = re.compile(r"(?<![\w./$])/[^\s'\"/:;,()]+(?:/[^\s'\"/:;,()]+)+/?")


def table_of(result: bytearray, result_bytes: int) -> pa.Table:
    """The rows that stand in a stream of Arrow, where they lie.

    It takes no memory beyond what was received: nothing in it is compressed or has a dictionary,
    and values without bytes of their own, such as nulls, are counted.

    Raises StoppedError if the stream is none, or has more than it may.
    """
    try:
        messages = pa.ipc.MessageReader.open_stream(pa.py_buffer(result))
        first = _next(messages)
        if first is None:
            raise StoppedError(_BROKEN)
        schema = pa.ipc.read_schema(first)
        require_schema(schema)
        table = pa.Table.from_batches(_batches(messages, schema, result_bytes), schema)
    except (pa.ArrowException, EOFError, OSError, struct.error) as error:
        raise StoppedError(_BROKEN) from error
    return table.rename_columns([shown(name) for name in table.column_names])


def _batches(
    messages: pa.ipc.MessageReader, schema: pa.Schema, result_bytes: int
) -> Iterator[pa.RecordBatch]:
    size = 0
    while (message := _next(messages)) is not None:
        if message.type != "record batch" or _is_compressed(message.metadata.to_pybytes()):
            raise StoppedError(_BROKEN)
        # Arrow aborts the program where a map has null for a key: it is looked at as a list first.
        # And it has no 24:00:00 for valid, which DuckDB has.
        layout = pa.schema([field.with_type(_layout(field.type)) for field in schema])
        batch = pa.ipc.read_record_batch(message, layout)
        batch.validate(full=True)
        if any(map(_has_null_keys, batch.columns, schema.types)):
            raise StoppedError(_BROKEN)
        batch = pa.ipc.read_record_batch(message, schema)
        piece = size_of(batch)
        size += piece
        if piece > PIECE_BYTES or size > result_bytes:
            raise StoppedError(_BROKEN)
        yield batch


def _layout(dtype: pa.DataType) -> pa.DataType:
    """A type that lies in memory as this one: lists of structs for maps, and counts for times."""
    types = pa.types
    if types.is_time(dtype):
        return pa.int32() if types.is_time32(dtype) else pa.int64()
    if types.is_map(dtype):
        fields = [f.with_type(_layout(f.type)) for f in (dtype.key_field, dtype.item_field)]
        return pa.list_(pa.field("entries", pa.struct([f.with_nullable(True) for f in fields])))
    inner = [field.with_type(_layout(field.type)) for field in fields_of(dtype)]
    if types.is_struct(dtype):
        return pa.struct(inner)
    if types.is_list(dtype):
        return pa.list_(*inner)
    if types.is_fixed_size_list(dtype):
        return pa.list_(*inner, dtype.list_size)
    if types.is_union(dtype) and dtype.mode == "sparse":
        return pa.sparse_union(inner, dtype.type_codes)
    if inner:
        raise StoppedError(_BROKEN)
    return dtype


def _has_null_keys(values: pa.Array, dtype: pa.DataType) -> bool:
    """Whether maps in values that were read as lists have no key, or entries that are null."""
    types = pa.types
    if types.is_map(dtype):
        entries = values.values
        keys, items = entries.field(0), entries.field(1)
        if entries.null_count or keys.null_count:
            return True
        return _has_null_keys(keys, dtype.key_type) or _has_null_keys(items, dtype.item_type)
    if types.is_struct(dtype) or types.is_union(dtype):
        return any(
            _has_null_keys(values.field(at), dtype.field(at).type) for at in range(dtype.num_fields)
        )
    if types.is_list(dtype) or types.is_fixed_size_list(dtype):
        return _has_null_keys(values.values, dtype.value_type)
    return False


def _next(messages: pa.ipc.MessageReader) -> pa.ipc.Message | None:
    try:
        return messages.read_next_message()
    except StopIteration:
        return None


def _is_compressed(message: bytes) -> bool:
    """Whether the batch that this message announces would grow when it is read."""
    at = _field(message, struct.unpack_from("<I", message, 0)[0], _HEADER)
    if at is None:
        return True
    batch = at + struct.unpack_from("<I", message, at)[0]
    return _field(message, batch, _COMPRESSION) is not None


def _field(message: bytes, table: int, number: int) -> int | None:
    """Where a field of a table of flatbuffers stands, if it has that field."""
    entries = table - struct.unpack_from("<i", message, table)[0]
    (length,) = struct.unpack_from("<H", message, entries)
    place = 4 + 2 * number
    offset = struct.unpack_from("<H", message, entries + place)[0] if place < length else 0
    return table + offset if offset else None


def without_paths(message: str, lake: str, given: str = "") -> str:
    """A message with names of files instead of where they are on this machine.

    What looks like a path and stands in ``given``, which the reader has written, stays.
    """
    for place in sorted(_places(lake), key=len, reverse=True):
        path = re.compile(rf"{re.escape(place)}(?![\w.-])(/?)")
        message = path.sub(_name, message)
    return _PATH.sub(lambda path: path[0] if path[0] in given else Path(path[0]).name, message)


def _name(place: re.Match[str]) -> str:
    """Nothing for a folder in front of a name, and the last part of one that is named itself."""
    return "" if place[1] else Path(place[0]).name


def _places(lake: str) -> Iterable[str]:
    """Folders that messages may name; those at the root of all are none."""
    places = {lake, *map(os.environ.get, ("HOME", "PWD"), ("", ""))}
    if is_remote(path := lake_path(lake)):
        places |= {f"{DUCKDB_PREFIX}{lake}"}
    else:
        places |= {os.path.realpath(lake)}
        with suppress(PokerlakeError):  # what is wrong with the lake is what the message says
            for paths in Lake.open(path).opened()[0].values():
                places |= {os.fspath(Path(path).parent) for path in paths}
    places |= {*sys.path, sys.prefix, sys.base_prefix}
    return {place for place in places if place.count("/") > 1}
