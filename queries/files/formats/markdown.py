"""Markdown: a table for a README, a notebook or an issue."""

from __future__ import annotations

import re
from typing import IO

import pyarrow as pa

from ..format import About, Format, is_any, is_number
from ..shown import shown
from .text import cell_text

_ENTITY = re.compile(r"&(?=#?\w+;)")


def _write(reader: pa.RecordBatchReader, sink: IO[bytes], _: About) -> None:
    schema = reader.schema
    sink.write(_line([_escaped(shown(name)) for name in schema.names]))
    sink.write(_line(["---:" if is_number(field.type) else "---" for field in schema]))
    for batch in filter(len, reader):
        columns = [[_escaped(cell_text(v)) for v in column.to_pylist()] for column in batch.columns]
        sink.writelines(map(_line, zip(*columns, strict=True)))


def _line(cells: list[str] | tuple[str, ...]) -> bytes:
    return f"| {' | '.join(cells)} |\n".encode()


def _escaped(text: str) -> str:
    """Text in a cell, with ``|``, and the signs of tags and styles, escaped."""
    for special in ("\\", "|", "*", "_", "`", "<", "~"):
        text = text.replace(special, f"\\{special}")
    text = _ENTITY.sub("&amp;", text.replace("](", "]\\("))
    return text.replace("\n", "<br>")


PLACE = 3  # of this format in lists
FORMATS = (
    Format(
        "md",
        (".md",),
        "a table of Markdown",
        is_any,
        _write,
        times_as_text=True,
        others_as_text=True,
    ),
)
