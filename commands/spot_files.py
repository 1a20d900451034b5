"""Files of spots: what ``pokerlake pushfold --from`` and ``pokerlake solve --from`` read."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from typing import Any


@contextmanager
def spots_in_file(
    source: str, input_format: str | None, given: Mapping[str, Any], parts: Collection[str]
) -> Iterator[tuple[str, Iterator[dict[str, Any]]]]:
    """Open a file of spots: its name, and its rows; what it does not say is as ``given``.

    Parameters
    ----------
    source, input_format : str
        As :func:`~pokerlake.queries.files.source.open_source` takes them.
    given : mapping
        What options say, by the names of columns.
    parts : collection of str
        The columns that there may be. Capitals and hyphens are as small letters and underscores.

    Raises
    ------
    InputError
        If a column is none of them or there twice; while reading, if there are no rows.
    UsageError
        If an option says what a column does.
    """
    from pokerlake.queries.files.source import open_source
    from pokerlake.tables.errors import InputError, UsageError, did_you_mean

    with open_source(source, input_format) as opened:
        names = [name.strip().lower().replace("-", "_") for name in opened.schema.names]
        for name in names:
            if name not in parts:
                raise opened.lacking(
                    f"a column {name!r}, which is no part of a spot", did_you_mean(name, parts)
                )
            if names.count(name) > 1:
                raise InputError(f"{opened.name} has two columns {name!r}; leave one out")
            if name in given:
                words = name.replace("_", "-")
                raise UsageError(f"{opened.name} has a column {name!r}; leave --{words} out")

        def rows() -> Iterator[dict[str, Any]]:
            some = False
            for batch in opened.batches():
                for row in batch.to_pylist():
                    some = True
                    yield {**given, **dict(zip(names, row.values(), strict=True))}
            if not some:
                raise InputError(f"{opened.name} has no spots: there is no row below its header")

        yield opened.name, rows()
