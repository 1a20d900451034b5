"""How a table or a view is described, for validation, documentation and the store."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pyarrow as pa


@dataclass(frozen=True)
class Column:
    """One column: its name, its Arrow type by name, what it means, and whether it may be null."""

    name: str
    dtype: str
    meaning: str
    nullable: bool = False


@dataclass(frozen=True)
class Filling:
    """How users fill a table that has any number of rows.

    Attributes
    ----------
    command : str
        Adds rows.
    anew : str
        Puts rows in place of all that are there.
    """

    command: str
    anew: str


@dataclass(frozen=True)
class Table:
    """A table of the lake: columns of exact numbers, their labels, and rates where sampled.

    Attributes
    ----------
    name : str
    one_row : str
        What one row is.
    rows : int or None
        The number of rows, which never changes; None for a table that users fill.
    columns : tuple of Column
    key : tuple of str
        The columns that identify a row. Rows are ordered by them.
    totals : mapping of str to int
        Columns and their sums, which never change.
    source : str
        Where the definition comes from.
    filling : Filling, optional
        How users fill it, where they do.
    """

    name: str
    one_row: str
    rows: int | None
    columns: tuple[Column, ...]
    key: tuple[str, ...]
    totals: Mapping[str, int] = field(default_factory=dict)
    source: str = ""
    filling: Filling | None = None

    @property
    def file_name(self) -> str:
        """The file in the lake."""
        return f"{self.name}.parquet"

    @property
    def fixed_rows(self) -> int:
        """The number of rows of a table that users do not fill."""
        assert self.rows is not None, f"{self.name} has any number of rows"
        return self.rows

    @property
    def filled(self) -> bool:
        """Whether users fill it, and no pipeline builds it."""
        return self.filling is not None

    @property
    def made_by(self) -> str:
        """The command that puts it in a lake."""
        return self.filling.command if self.filling else f"pokerlake build {self.name}"

    @property
    def how_made(self) -> str:
        """What to do if it is not in a lake, for messages."""
        return f"{self.made_by.split()[1]} it with '{self.made_by}'"  # build, import, learn

    @property
    def made_anew_by(self) -> str:
        """The command that replaces it where it is damaged."""
        return self.filling.anew if self.filling else self.made_by

    def arrow_schema(self) -> pa.Schema:
        """The columns as an Arrow schema."""
        import pyarrow as pa

        types = {
            "bool": pa.bool_(),
            "string": pa.string(),
            "decimal128(18, 4)": pa.decimal128(18, 4),
        }
        return pa.schema(
            [
                pa.field(c.name, types.get(c.dtype) or pa.type_for_alias(c.dtype), c.nullable)
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
        The tables and views that it reads.
    parameters : mapping of str to int
        Names of parameters, ``$name`` in its SQL, and the values that the view uses. A table macro
        of the same name, ``from flop_strength(5)``, takes other values.
    """

    name: str
    one_row: str
    columns: tuple[Column, ...]
    needs: tuple[str, ...]
    parameters: Mapping[str, int] = field(default_factory=dict)

    @property
    def sql(self) -> str:
        """The select that it is."""
        text = self._text()
        for name, value in self.parameters.items():
            # What it reads has that value as a view, and DuckDB finds no macro of an attached file.
            text = text.replace(f"(${name})", "").replace(f"${name}", str(value))
        return text

    @property
    def macro(self) -> str:
        """The statement that makes the macro of a view with parameters."""
        body = self._text()
        for name in self.parameters:
            body = body.replace(f"${name}", name)
        return f"create macro {self.name}({', '.join(self.parameters)}) as table {body}"

    def _text(self) -> str:
        return files(__package__).joinpath("views", f"{self.name}.sql").read_text("utf-8")
