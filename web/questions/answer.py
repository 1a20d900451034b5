"""The answer to a question, as JSON or as Arrow."""

from __future__ import annotations

import io
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import orjson

if TYPE_CHECKING:
    import pyarrow as pa

ARROW = "application/vnd.apache.arrow.stream"
JSON = "application/json"


@dataclass(frozen=True)
class Same:
    """The same result elsewhere; a part that does not exist is empty.

    Attributes
    ----------
    python : str
        Lines that end with an expression; ``pk`` is pokerlake.
    sql : str
        A statement for ``pokerlake sql``.
    command : str
        A command line.
    """

    python: str = ""
    sql: str = ""
    command: str = ""


@dataclass(frozen=True)
class Answer:
    """The answer to a question.

    Attributes
    ----------
    data : mapping
        Numbers, text, lists, numpy arrays and mappings of them. NaN becomes null.
    table : pyarrow.Table or None
        Rows, as JSON by column, or alone as an Arrow stream.
    same : Same
    keep : bool
        Whether the answer stays valid until the lake changes: nothing in it is sampled or timed.
    """

    data: Mapping[str, Any] = field(default_factory=dict)
    table: pa.Table | None = None
    same: Same = Same()
    keep: bool = False

    def to_json(self) -> bytes:
        """``{"data": ..., "table": {"columns": {name: [...]}}, "same": {...}}``."""
        same = {name: text for name, text in vars(self.same).items() if text}
        whole: dict[str, Any] = {"data": self.data, "same": same}
        if self.table is not None:
            whole["table"] = {"rows": self.table.num_rows, "columns": _columns(self.table)}
        return orjson.dumps(
            whole, default=_plain, option=orjson.OPT_SERIALIZE_NUMPY | orjson.OPT_NON_STR_KEYS
        )

    def to_arrow(self) -> bytes:
        """The rows as an Arrow stream."""
        import pyarrow as pa

        sink = io.BytesIO()
        table = pa.table({}) if self.table is None else self.table
        with pa.ipc.new_stream(sink, table.schema) as stream:
            stream.write_table(table)
        return sink.getvalue()


def _columns(table: pa.Table) -> dict[str, Any]:
    """The columns by name; numbers without nulls as arrays, which are written fastest."""
    import pyarrow as pa

    columns: dict[str, Any] = {}
    for name, column in zip(table.column_names, table.columns, strict=True):
        kind = column.type
        is_number = pa.types.is_integer(kind) or pa.types.is_floating(kind)
        whole = is_number and not column.null_count and not pa.types.is_float16(kind)
        columns[name] = column.to_numpy() if whole else column.to_pylist()
    return columns


def _plain(value: Any) -> Any:
    """Types that JSON lacks: unusual numpy arrays, Decimal, dates, bytes."""
    if hasattr(value, "tolist"):
        return value.tolist()
    return str(value)
