"""One cell of a table that has another value, which still is of its type."""

from decimal import Decimal

import pyarrow as pa


def other_value(value, dtype):
    """A value near another one, where there is one: a card more or less, one more, one letter."""
    if value is None:
        zero = "2c" if pa.types.is_string(dtype) else 1
        return pa.scalar(zero).cast(dtype).as_py()
    if isinstance(value, str):
        return value[:-1] + ("c" if value[-1:] != "c" else "d")
    if isinstance(value, bool):
        return not value
    if isinstance(value, Decimal):
        return value + Decimal("0.01")
    if isinstance(value, int):
        return value + 1 if value < 100 else value - 1
    if isinstance(value, float):
        return value * 1.25 + 1e-9
    return value.replace(year=1800)  # a moment


def with_cell(rows, name, row):
    """Rows with another value in one cell."""
    field = rows.schema.field(name)
    column = rows[name]
    new = pa.array([other_value(column[row].as_py(), field.type)], field.type)
    cells = [*column.slice(0, row).chunks, new, *column.slice(row + 1).chunks]
    place = rows.column_names.index(name)
    return rows.set_column(place, field, pa.chunked_array(cells, field.type))
