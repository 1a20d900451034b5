"""NDJSON: how many of its lines are rows, counted apart from what reads them."""

from __future__ import annotations

import re
from typing import Any

from pokerlake.tables.errors import InputError

_BLOCK_BYTES = 1 << 20
_BLANK = re.compile(rb"^[ \t\r]*+$", re.MULTILINE)


def count_rows(file: Any, name: str) -> int:
    """The number of lines that are not blank, in one pass over a file.

    Parameters
    ----------
    file : file
        Its bytes, unpacked.
    name : str
        What messages call it.

    Raises
    ------
    InputError
        If there are zero bytes in it.
    OSError
        If it cannot be read to its end.
    """
    rows = lines = 0
    is_blank = True  # what there is so far of the line that a block ends in
    while block := file.read(_BLOCK_BYTES):
        if b"\0" in block:
            line = lines + block.count(b"\n", 0, block.find(b"\0")) + 1
            raise InputError(f"{name}, line {line:,}: not text: it has zero bytes")
        first, *others = block.split(b"\n", 1)
        is_blank = is_blank and not first.strip()
        if not others:
            continue
        whole, _, last = others[0].rpartition(b"\n")
        ends = block.count(b"\n")
        rows += ends - is_blank
        if ends > 1:
            rows -= len(_BLANK.findall(whole))
        lines += ends
        is_blank = not last.strip()
    return rows + (not is_blank)
