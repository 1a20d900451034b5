"""``layout.json``: what the arrays of a folder are, and how a row of them is found."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

from pokerlake.tables.lake import package_version
from pokerlake.tables.schema import Table

from .format import About

FORMAT_VERSION = 1
LAYOUT = "layout.json"

# Cards on the boards of the tables whose rows are found from cards alone.
_CARDS = {"flop_hands": 3, "turn_hands": 4, "river_hands": 5}


def write_layout(
    folder: Path,
    about: About,
    rows: int,
    columns: Iterable[tuple[str, np.dtype[Any], int | None]],
) -> None:
    """Write the description of the arrays in a folder.

    Parameters
    ----------
    folder : Path
    about : About
    rows : int
    columns : iterable of (name, dtype, total)
        The total of whole numbers; None for others.
    """
    subject = about.subject
    meanings = {column.name: column.meaning for column in subject.columns} if subject else {}
    described: list[dict[str, object]] = []
    for name, dtype, total in columns:
        column: dict[str, object] = {"name": name, "file": f"{name}.npy", "dtype": dtype.str}
        if name in meanings:
            column["meaning"] = meanings[name]
        if total is not None:
            column["total"] = total
        described.append(column)
    layout: dict[str, object] = {
        "format_version": FORMAT_VERSION,
        "package_version": package_version(),
        "name": about.name,
        "one_row": subject.one_row if subject else None,
        "rows": rows,
        "whole": about.whole,
        "order": list(subject.key) if isinstance(subject, Table) else None,
        "columns": described,
        "find_row": _find_row(about),
    }
    text = json.dumps(layout, indent=2, ensure_ascii=False)
    (folder / LAYOUT).write_text(text + "\n", "utf-8")


def _find_row(about: About) -> str | None:
    cards = _CARDS.get(about.subject.name if about.subject else "")
    if cards is None or not about.whole:
        return None
    return (
        "pokerlake.engine.keys.row_numbers.table_rows(holes, boards) gives the row of each raw "
        "hole "
        f"(n,) uint16 on each raw board (n, {cards}) uint8: the first row of the canonical board, "
        "and the place of the canonical hole among those of that board"
    )
