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
    """How users fill a table that has any number of rows."""

    command: str  # adds rows
    anew: str  # puts rows in place of all that are there


@dataclass(frozen=True)
class Table:
    """A table of the lake: columns of exact numbers, their labels, and rates where sampled."""

    name: str
    one_row: str  # what one row is
    columns: tuple[Column, ...]
    key: tuple[str, ...]  # the columns that identify a row; rows are ordered by them
    rows: int | None = None  # how many there are, always; None for a table that users fill
    totals: Mapping[str, int] = field(default_factory=dict)  # columns and their sums, always
    source: str = ""  # where the definition comes from
    values: str = ""  # as built by default: see check.ValuesDigest; empty if they may be any
    filling: Filling | None = None  # how users fill it, where they do

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

        chips = {"decimal128(18, 4)": pa.decimal128(18, 4)}  # which has no alias
        types = [chips.get(c.dtype) or pa.type_for_alias(c.dtype) for c in self.columns]
        named = zip(self.columns, types, strict=True)
        return pa.schema([pa.field(c.name, dtype, c.nullable) for c, dtype in named])


@dataclass(frozen=True)
class View:
    """A view of the lake: what can be computed from its tables, ratios above all.

    Its parameters are ``$name`` in its SQL, each with the value that the view uses. A table macro
    of the same name as the view, ``from flop_strength(5)``, takes other values.
    """

    name: str  # also of its file in views/
    one_row: str
    columns: tuple[Column, ...]  # with DuckDB's type names
    needs: tuple[str, ...]  # the tables and views that it reads
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
