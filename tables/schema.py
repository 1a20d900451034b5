"""How a table or a view is described. Validation, documentation and the store all read this."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pyarrow as pa


@dataclass(frozen=True)
class Column:
    """One column: its name, its Arrow type by name, and what it means."""

    name: str
    dtype: str
    meaning: str


@dataclass(frozen=True)
class Table:
    """A table of the lake: columns of exact integers (and their labels), no nulls.

    Attributes
    ----------
    name : str
    one_row : str
        What one row is.
    rows : int
        How many there are, always.
    columns : tuple of Column
    key : tuple of str
        The columns that tell rows apart. Rows are ordered by them.
    totals : mapping of str to int
        Columns and what they add up to, always.
    source : str
        Where the definition comes from.
    """

    name: str
    one_row: str
    rows: int
    columns: tuple[Column, ...]
    key: tuple[str, ...]
    totals: Mapping[str, int] = field(default_factory=dict)
    source: str = ""

    @property
    def file_name(self) -> str:
        """The file in the lake."""
        return f"{self.name}.parquet"

    def arrow_schema(self) -> pa.Schema:
        """The columns as an Arrow schema, none of them nullable."""
        import pyarrow as pa

        types = {"bool": pa.bool_(), "string": pa.string()}
        return pa.schema(
            [
                pa.field(c.name, types.get(c.dtype) or pa.type_for_alias(c.dtype), nullable=False)
                for c in self.columns
            ]
        )


@dataclass(frozen=True)
class View:
    """A view of the lake: what can be computed from its tables, ratios above all.

    Attributes
    ----------
    name : str
        Also the name of its file in ``views/``.
    one_row : str
    columns : tuple of Column
        With DuckDB's type names.
    needs : tuple of str
        The tables and views it reads.
    """

    name: str
    one_row: str
    columns: tuple[Column, ...]
    needs: tuple[str, ...]

    @property
    def sql(self) -> str:
        """The select that it is."""
        return files(__package__).joinpath("views", f"{self.name}.sql").read_text("utf-8")
