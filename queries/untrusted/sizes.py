"""How large a stranger's result is, counted so that every format can write it in little memory.

A value counts what its text takes and no less than eight bytes, a struct the names of its fields,
and a row the names of its columns: what Arrow keeps in a bit, JSON writes in eleven bytes, and a
list of Python's keeps in two hundred. A row has a limit, so that each piece of a result has one.
"""

from __future__ import annotations

from collections.abc import Iterator

import pyarrow as pa

from pokerlake.tables.errors import QueryError
from pokerlake.tables.schema import sql_type

from .check import StoppedError

MOST_COLUMNS = 500  # and fields in them
MOST_NESTED = 32
NAMES_BYTES = 65_536
PIECE_BYTES = 1 << 20  # the most that a row may have

_A_VALUE = 8
_A_FIELD = 4  # what JSON puts around its name


def plain_schema(schema: pa.Schema) -> pa.Schema:
    """The schema with text for labels that Arrow numbers: a label may be long, and stand often.

    Raises StoppedError if there are too many columns, or their names are too long.
    """
    require_schema(schema)
    return pa.schema([field.with_type(_plain(field.type)) for field in schema])


def require_schema(schema: pa.Schema) -> None:
    """Refuse what takes memory though it has no rows.

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
    if pa.types.is_map(dtype):  # whose one field, a struct of keys and values, has no name to show
        return [dtype.key_field, dtype.item_field]
    return [dtype.field(at) for at in range(dtype.num_fields)]


def pieces(batch: pa.RecordBatch) -> Iterator[tuple[pa.RecordBatch, int]]:
    """A batch in pieces of no more than ``PIECE_BYTES``, and what each counts.

    Raises StoppedError if one row has more.
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
    """What the rows of a batch count."""
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
    """The type with the labels themselves where it has their numbers."""
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
