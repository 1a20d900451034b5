"""The size of an untrusted result, counted so that every format can write it in little memory.

A value counts the bytes of its text, at least eight; a struct also the names of its fields, and a
row the names of its columns: a value of one bit in Arrow takes eleven bytes in JSON, and two
hundred in a Python list. Rows have a limit, so that each piece of a result has one.
"""

from __future__ import annotations

import os
import re
import struct
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

import pyarrow as pa

from pokerlake.tables.errors import PokerlakeError, QueryError
from pokerlake.tables.lake import Lake, lake_path
from pokerlake.tables.schema import sql_type
from pokerlake.tables.stores.path import DUCKDB_PREFIX, is_remote

from ..files.shown import shown
from .check import StoppedError

MOST_COLUMNS = 500  # and fields in them
MOST_NESTED = 32
NAMES_BYTES = 65_536
PIECE_BYTES = 1 << 20  # the most that a row may have

_A_VALUE = 8
_A_FIELD = 4  # characters of JSON around a name
_BROKEN = "the statement broke the process that ran it (no result)"
# Fields of flatbuffers: Message.header and RecordBatch.compression in Arrow's Message.fbs.
_HEADER, _COMPRESSION = 2, 3
_PATH = re.compile(r"(?<![\w./$])/[^\s'\"/:;,()]+(?:/[^\s'\"/:;,()]+)+/?")


def plain_schema(schema: pa.Schema) -> pa.Schema:
    """The schema with text instead of dictionaries: a label may be long, and occur often.

    Raises StoppedError if there are too many columns, or their names are too long.
    """
    require_schema(schema)
    return pa.schema([field.with_type(_plain(field.type)) for field in schema])


def require_schema(schema: pa.Schema) -> None:
    """Refuse schemas that take much memory even without rows.

    Raises StoppedError if there are too many columns, they are nested too deep or their names are
    too long.
    """
    columns = names = 0
    waiting = [(field, 1) for field in schema]
    while waiting:
        field, depth = waiting.pop()
        columns += 1
        names += len(field.name.encode())
        if depth > MOST_NESTED:
            raise StoppedError(f"a column is nested more than {MOST_NESTED} deep")
        waiting += [(inner, depth + 1) for inner in fields_of(field.type)]
    if columns > MOST_COLUMNS:
        raise StoppedError(
            f"the result has {columns:,} columns and fields in them; {MOST_COLUMNS:,} are allowed"
        )
    if names > NAMES_BYTES:
        raise StoppedError(
            f"the names of columns have {names:,} bytes; {NAMES_BYTES:,} are allowed"
        )


def fields_of(dtype: pa.DataType) -> list[pa.Field]:
    """The fields in a type of lists, maps, structs or unions."""
    if pa.types.is_map(dtype):  # its single field, a struct of keys and values, has no name
        return [dtype.key_field, dtype.item_field]
    return [dtype.field(at) for at in range(dtype.num_fields)]


def pieces(batch: pa.RecordBatch) -> Iterator[tuple[pa.RecordBatch, int]]:
    """A batch in pieces of at most ``PIECE_BYTES``, and the size of each.

    Raises StoppedError if a row is larger.
    """
    waiting = [batch]
    while waiting:
        piece = waiting.pop()
        size = size_of(piece)
        if size <= PIECE_BYTES:
            yield piece, size
        elif len(piece) == 1:
            raise StoppedError(f"a row of the result has more than {PIECE_BYTES >> 20} MB")
        else:
            half = len(piece) // 2
            waiting += [piece.slice(half), piece.slice(0, half)]


def size_of(batch: pa.RecordBatch) -> int:
    """The size of the rows of a batch."""
    names = sum(len(name.encode()) + _A_FIELD for name in batch.schema.names)
    return len(batch) * names + sum(map(_size, batch.columns))


def _size(values: pa.Array) -> int:
    types, dtype = pa.types, values.type
    least = len(values) * _A_VALUE
    if isinstance(dtype, pa.BaseExtensionType):
        return _size(values.storage)
    if types.is_struct(dtype) or types.is_union(dtype):
        names = sum(len(dtype.field(at).name.encode()) + _A_FIELD for at in range(dtype.num_fields))
        inner = [values.field(at) for at in range(dtype.num_fields)]
        return least + len(values) * names + sum(map(_size, inner))
    if types.is_fixed_size_list(dtype):
        first, many = values.offset * dtype.list_size, len(values) * dtype.list_size
        return least + _size(values.values.slice(first, many))
    if types.is_list(dtype) or types.is_large_list(dtype) or types.is_map(dtype):
        first, last = values.offsets[0].as_py(), values.offsets[-1].as_py()
        inner = [values.keys, values.items] if types.is_map(dtype) else [values.values]
        return least + sum(_size(part.slice(first, last - first)) for part in inner)
    if types.is_dictionary(dtype):
        import pyarrow.compute as pc

        lengths = pc.binary_length(values.dictionary.cast(pa.large_string()))
        return least + int(pc.sum(lengths.take(values.indices)).as_py() or 0)
    return max(least, int(values.nbytes))


def _plain(dtype: pa.DataType) -> pa.DataType:
    """The type with the values of dictionaries instead of indices."""
    types = pa.types
    if types.is_dictionary(dtype):
        return dtype.value_type
    if not any(types.is_dictionary(inner) for inner in _types_in(dtype)):
        return dtype
    if types.is_map(dtype):
        return pa.map_(_plain(dtype.key_type), _plain(dtype.item_type))
    if types.is_list(dtype):
        return pa.list_(dtype.value_field.with_type(_plain(dtype.value_type)))
    if types.is_fixed_size_list(dtype):
        return pa.list_(dtype.value_field.with_type(_plain(dtype.value_type)), dtype.list_size)
    if types.is_struct(dtype):
        return pa.struct([field.with_type(_plain(field.type)) for field in dtype])
    raise QueryError(f"labels in {sql_type(dtype)} cannot be handed over; cast them to varchar")


def _types_in(dtype: pa.DataType) -> Iterator[pa.DataType]:
    for field in fields_of(dtype):
        yield field.type
        yield from _types_in(field.type)


def table_of(result: bytearray, result_bytes: int) -> pa.Table:
    """The rows of a stream of Arrow, without copies.

    They take no memory beyond the received bytes: nothing may be compressed or have a dictionary,
    and values without bytes, such as nulls, are counted.

    Raises StoppedError if the stream is invalid or too large.
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
        # Arrow aborts the program if a key of a map is null, so maps are read as lists first. It
        # also takes 24:00:00 as invalid, which DuckDB allows.
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
    """A type with the same layout in memory: lists of structs for maps, and integers for times."""
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
    """Whether maps in values that were read as lists have null keys or entries."""
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
    """Whether the batch of this message is compressed, or cannot be parsed."""
    at = _field(message, struct.unpack_from("<I", message, 0)[0], _HEADER)
    if at is None:
        return True
    batch = at + struct.unpack_from("<I", message, at)[0]
    return _field(message, batch, _COMPRESSION) is not None


def _field(message: bytes, table: int, number: int) -> int | None:
    """The place of a field in a table of flatbuffers, if it has that field."""
    entries = table - struct.unpack_from("<i", message, table)[0]
    (length,) = struct.unpack_from("<H", message, entries)
    place = 4 + 2 * number
    offset = struct.unpack_from("<H", message, entries + place)[0] if place < length else 0
    return table + offset if offset else None


def without_paths(message: str, lake: str, user_text: str = "") -> str:
    """A message with the names of files instead of their paths on this machine.

    A path that occurs in ``user_text`` is kept.
    """
    for place in sorted(_places(lake), key=len, reverse=True):
        path = re.compile(rf"{re.escape(place)}(?![\w.-])(/?)")
        message = path.sub(_name, message)
    return _PATH.sub(lambda path: path[0] if path[0] in user_text else Path(path[0]).name, message)


def _name(place: re.Match[str]) -> str:
    """Empty for a folder before a name, else the last part of its path."""
    return "" if place[1] else Path(place[0]).name


def _places(lake: str) -> Iterable[str]:
    """Folders that messages may name, except those at the root."""
    places = {lake, *map(os.environ.get, ("HOME", "PWD"), ("", ""))}
    if is_remote(path := lake_path(lake)):
        places |= {f"{DUCKDB_PREFIX}{lake}"}
    else:
        places |= {os.path.realpath(lake)}
        with suppress(PokerlakeError):  # the message itself is about the damaged lake
            for paths in Lake.open(path).opened()[0].values():
                places |= {os.fspath(Path(path).parent) for path in paths}
    places |= {*sys.path, sys.prefix, sys.base_prefix}
    return {place for place in places if place.count("/") > 1}
