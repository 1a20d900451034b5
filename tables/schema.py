"""The description of a table or a view, for validation, documentation and the store."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib.resources import files
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import pyarrow as pa


# DuckDB's name of a type, by Arrow's.
_SQL_TYPES = {
    "bool": "BOOLEAN", "int8": "TINYINT", "int16": "SMALLINT", "int32": "INTEGER",
    "int64": "BIGINT", "uint8": "UTINYINT", "uint16": "USMALLINT", "uint32": "UINTEGER",
    "uint64": "UBIGINT", "float": "FLOAT", "double": "DOUBLE", "string": "VARCHAR",
    "large_string": "VARCHAR", "string_view": "VARCHAR", "binary": "BLOB", "large_binary": "BLOB",
    "null": "NULL", "timestamp[s]": "TIMESTAMP_S", "timestamp[ms]": "TIMESTAMP",
    "timestamp[us]": "TIMESTAMP", "timestamp[ns]": "TIMESTAMP_NS", "date32[day]": "DATE",
    "time64[us]": "TIME", "month_day_nano_interval": "INTERVAL",
    "decimal128(18, 4)": "DECIMAL(18,4)", "decimal128(38, 0)": "HUGEINT",
}  # fmt: skip
_WHOLE = re.compile("U?(TINY|SMALL|BIG)?INT(EGER)?")


def sql_type(dtype: pa.DataType) -> str:
    """DuckDB's name of an Arrow type, for messages and lists.

    Examples
    --------
    >>> import pyarrow as pa
    >>> sql_type(pa.list_(pa.uint8()))
    'UTINYINT[]'
    """
    import pyarrow as pa

    types = pa.types
    known = _SQL_TYPES.get(str(dtype))
    if known is not None:
        return known
    if types.is_decimal(dtype):
        return f"DECIMAL({dtype.precision},{dtype.scale})"
    if types.is_dictionary(dtype):
        return sql_type(dtype.value_type)
    if types.is_duration(dtype):
        return "INTERVAL"
    if types.is_timestamp(dtype):
        return "TIMESTAMP WITH TIME ZONE"
    if types.is_fixed_size_list(dtype):
        return f"{sql_type(dtype.value_type)}[{dtype.list_size}]"
    if types.is_map(dtype):
        return f"MAP({sql_type(dtype.key_type)}, {sql_type(dtype.item_type)})"
    if types.is_list(dtype) or types.is_large_list(dtype) or types.is_list_view(dtype):
        return f"{sql_type(dtype.value_type)}[]"
    if types.is_struct(dtype) or types.is_union(dtype):
        fields = (dtype.field(place) for place in range(dtype.num_fields))
        inner = ", ".join(f"{field.name} {sql_type(field.type)}" for field in fields)
        return f"{'UNION' if types.is_union(dtype) else 'STRUCT'}({inner})"
    return str(dtype).upper()


@dataclass(frozen=True)
class Column:
    """One column: its name, its Arrow type by name, its meaning, and whether it may be null.

    Columns of views have DuckDB's type, and no file.
    """

    name: str
    dtype: str
    meaning: str
    nullable: bool = False
    exceeds_bigint: bool = False  # whether its values may be 2^63 and more

    @property
    def file_type(self) -> str:
        """The type in the file of a table, by DuckDB's name."""
        return _SQL_TYPES.get(self.dtype, self.dtype.upper())

    @property
    def sql_type(self) -> str:
        """The type in SQL: whole numbers are ``BIGINT``, so that arithmetic does not overflow."""
        is_whole = _WHOLE.fullmatch(self.file_type) and not self.exceeds_bigint
        return "BIGINT" if is_whole else self.file_type


DICTIONARY = "RLE_DICTIONARY"  # the encoding of all except whole numbers


class Layout(NamedTuple):
    """How the rows of a table are laid out in a Parquet file.

    A page is compressed on its own, and shares a dictionary with its row group. Large ones compress
    better, and take longer to open for a few rows.
    """

    row_group_rows: int = 122_880  # DuckDB's unit of work
    page_rows: int = 20_000
    compression: str = "zstd"
    level: int | None = None  # of the compression; None for its default
    encodings: Mapping[str, str] = MappingProxyType({})  # by column, in place of those by type


USUAL = Layout()


@dataclass(frozen=True)
class Filling:
    """How users fill a table with any number of rows."""

    command: str  # adds rows
    anew: str  # replaces all rows
    verb: str = ""  # the verb of messages; the word after pokerlake by default
    again: str = ""  # makes the same rows anew, with today's columns; ``anew`` by default


@dataclass(frozen=True)
class Table:
    """A table of the lake: columns of exact numbers, their labels, and rates if sampled."""

    name: str
    one_row: str  # the meaning of a row
    columns: tuple[Column, ...]
    key: tuple[str, ...]  # the columns that identify a row; rows are ordered by them
    rows: int | None = None  # always as many; None for a table that users fill
    totals: Mapping[str, int] = field(default_factory=dict)  # columns and their fixed sums
    source: str = ""  # of the definition
    values: str = ""  # with default parameters: see check.ValuesDigest; empty if they vary
    filling: Filling | None = None  # for a table that users fill
    layout: Layout = USUAL

    @property
    def file_name(self) -> str:
        """The name of its file in the lake."""
        return f"{self.name}.parquet"

    @property
    def fixed_rows(self) -> int:
        """The number of rows of a table that users do not fill."""
        assert self.rows is not None, f"{self.name} has any number of rows"
        return self.rows

    @property
    def filled(self) -> bool:
        """Whether users fill it, rather than a pipeline."""
        return self.filling is not None

    @property
    def made_by(self) -> str:
        """The command that puts it in a lake."""
        return self.filling.command if self.filling else f"pokerlake build {self.name}"

    @property
    def how_made(self) -> str:
        """What to do if it is missing from a lake, for messages."""
        verb = (self.filling and self.filling.verb) or self.made_by.split()[1]
        return f"{verb} it with '{self.made_by}'"  # build, import, learn

    @property
    def made_anew_by(self) -> str:
        """The command that replaces it if it is damaged."""
        return self.filling.anew if self.filling else self.made_by

    @property
    def brought_up_by(self) -> str:
        """The command that makes the same rows with today's columns."""
        again = self.filling.again if self.filling else ""
        return again or self.made_anew_by

    @cached_property
    def widened(self) -> tuple[Column, ...]:
        """The columns that are narrower in the file than in SQL."""
        return tuple(c for c in self.columns if c.sql_type != c.file_type)

    def arrow_schema(self) -> pa.Schema:
        """The columns as an Arrow schema."""
        import pyarrow as pa

        chips = {"decimal128(18, 4)": pa.decimal128(18, 4)}  # a type without an alias
        types = [chips.get(c.dtype) or pa.type_for_alias(c.dtype) for c in self.columns]
        named = zip(self.columns, types, strict=True)
        return pa.schema([pa.field(c.name, dtype, c.nullable) for c, dtype in named])


def reading_instead(sql: str, instead: Mapping[str, str]) -> str:
    """SQL with other tables or views after ``from``, in place of those that it names."""
    for name, other in instead.items():
        sql = re.sub(rf"\bfrom {name}\b", f"from {other}", sql)
    return sql


@dataclass(frozen=True)
class View:
    """A view of the lake: values computed from its tables, mostly ratios.

    Its parameters are ``$name`` in its SQL, each with the value that the view uses. A table macro
    with the name of the view, ``from flop_strength(5)``, takes other values.
    """

    name: str  # also of its file in views/, unless it is like another
    one_row: str
    columns: tuple[Column, ...]  # with DuckDB's type names
    needs: tuple[str, ...]  # the tables and views that it reads
    parameters: Mapping[str, int] = field(default_factory=dict)
    uses: tuple[str, ...] = ()  # optional tables; a missing one has no rows
    # Views that differ only in what they read share a file: the name of that view, and what
    # replaces each table or view after ``from``.
    like: str = ""
    instead: Mapping[str, str] = field(default_factory=dict)
    # Also $name in the SQL, but fixed in the macro too: values of the deck.
    constants: Mapping[str, int | str] = field(default_factory=dict)
    select: Callable[[], str] | None = None  # returns its SQL, if that is generated

    @cached_property  # each connection asks: a sixth of opening one
    def sql(self) -> str:
        """Its select statement."""
        if self.select:
            return self.select()
        text = self._text()
        for name, value in self.parameters.items():
            # The views that it reads have that value, and DuckDB finds no macro of an attached
            # file.
            text = text.replace(f"(${name})", "").replace(f"${name}", str(value))
        return text

    @cached_property
    def macro(self) -> str:
        """The statement that creates the macro of a view with parameters."""
        body = self._text()
        for name in self.parameters:
            body = body.replace(f"${name}", name)
        return f"create macro {self.name}({', '.join(self.parameters)}) as table {body}"

    def _text(self) -> str:
        file = f"{self.like or self.name}.sql"
        text = files(__package__).joinpath("views", file).read_text("utf-8")
        return re.sub(
            r"\$(\w+)",
            lambda placeholder: str(self.constants.get(placeholder[1], placeholder[0])),
            reading_instead(text, self.instead),
        )
