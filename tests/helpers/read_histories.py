"""Reads a text of hands as one file, for tests."""

from decimal import Decimal

import numpy as np

from pokerlake.engine.histories.records import SIT
from pokerlake.pipelines.histories.reading import _Reader, read_pieces
from pokerlake.pipelines.histories.sources import Piece, Source
from pokerlake.pipelines.histories.tells import RECORD


def read(text, file_format="text"):
    """The tables and the bad hands of a text."""
    data = text if isinstance(text, bytes) else text.encode()
    return read_pieces([Piece(Source(None, "file"), 1, data, format=file_format)])


def good(text, file_format="text"):
    """The rows of a text that has no bad hands, by table."""
    found = read(text, file_format)
    assert found.bad == []
    return {name: table.to_pylist() for name, table in found.tables.items()}


def bad(text, file_format="text"):
    """Line and problem of each bad hand of a text without good ones."""
    found = read(text, file_format)
    assert found.tables["hands"].num_rows == 0
    return [(one.line, one.problem) for one in found.bad]


def column(rows, *names):
    """Some columns, with amounts as floats, which they are exactly enough to be read."""
    values = ([row[name] for name in names] for row in rows)
    return [
        tuple(float(value) if isinstance(value, Decimal) else value for value in row)
        for row in values
    ]


def put_down(data, file_format):
    """What a piece puts down in a chunk: heads, records, names; and what is listed."""
    reader = _Reader()
    reader.read(Piece(Source(None, "a file"), 1, data, format=file_format))
    chunk = reader.chunk
    records = np.array(chunk.told, np.int64).reshape(-1, RECORD)
    records[records[:, 0] == SIT, 3] = 0  # where the names stand
    names = [chunk.text[at >> 20 : (at >> 20) + (at & (1 << 20) - 1)] for at in chunk.named]
    return {
        "heads": chunk.heads,
        "records": records.tolist(),
        "counts": chunk.counts,
        "names": names,
        "bad": reader.bad,
        "others": reader.others,
        "files": reader.files,
        "entries": reader.entries,
        "told entries": reader.told_entries,
    }
