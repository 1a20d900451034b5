"""Checks of arguments: a wrong kind is refused in one line with the value."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from numbers import Real
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

import numpy as np

from pokerlake.engine.cards.layout import Layout
from pokerlake.engine.cards.text import CardError
from pokerlake.engine.given import is_whole, shown
from pokerlake.engine.threads import MOST_THREADS
from pokerlake.queries.reading import path_of, reading
from pokerlake.queries.words import option_of
from pokerlake.tables.errors import InputError, UsageError, by_door, did_you_mean

if TYPE_CHECKING:
    from pokerlake.queries.files.source import Source

LakePath = str | PathLike[str]

SEEDS = 1 << 64


def whole(what: str, given: object, least: int, most: int | None = None) -> int:
    """A whole number as a Python ``int``.

    UsageError for another value, or one outside ``least`` to ``most``.
    """
    fits = (type(given) is int or is_whole(given)) and least <= given
    if not fits or (most is not None and given > most):  # type: ignore[operator]
        upto = f"{least} or more" if most is None else f"{least} to {_written(most)}"
        raise UsageError(f"{what} is {shown(given)}; give a whole number, {upto}")
    return int(given)  # type: ignore[call-overload, no-any-return]


def _written(number: int) -> str:
    return "2**64 - 1" if number == SEEDS - 1 else f"{number:,}"


def seed_of(given: object) -> int | None:
    """A seed or None; UsageError outside 0 .. 2**64 - 1."""
    return None if given is None else whole("seed", given, 0, SEEDS - 1)


def threads_of(given: object) -> int:
    """A number of threads; UsageError if it is negative."""
    return min(whole("threads", given, 0), MOST_THREADS)


def number(what: str, given: object, *, above: float = -math.inf) -> float:
    """A finite number as a Python ``float``.

    UsageError for another value, or one not above ``above``.
    """
    try:
        found = float(given) if isinstance(given, (Real, np.number, np.bool_)) else math.nan
    except (OverflowError, ValueError):
        found = math.nan
    if not (math.isfinite(found) and found > above):
        wanted = "a number" if above == -math.inf else f"a number above {above:g}"
        raise UsageError(f"{what} is {shown(given)}; give {wanted}")
    return found


def text(what: str, given: object) -> str:
    """Text that UTF-8 can encode; UsageError otherwise."""
    if not isinstance(given, str):
        raise UsageError(f"{what} is {shown(given)}; give text")
    try:
        given.encode()
    except UnicodeEncodeError:
        raise UsageError(f"{what} is {shown(given)}, which is not text in UTF-8") from None
    return given


def place_of(lake: PathLike[str] | str | None) -> Path | None:
    """The folder or address of the lake that was named, or None."""
    if lake is None:
        return None
    if "://" not in str(lake):
        return path_of("lake", lake)
    from pokerlake.tables.lake import lake_path  # it imports all tables, which few calls need

    return lake_path(lake)


def layout_of(given: object) -> Layout | None:
    """The layout of an array, or None; CardError for an unknown word."""
    if given is not None and not (isinstance(given, str) and given in get_args(Layout)):
        raise CardError(f'layout is {shown(given)}: give "columns" or "rows"')
    return given  # type: ignore[return-value]


def flag(what: str, given: object) -> bool:
    """True or False; UsageError otherwise."""
    if not isinstance(given, (bool, np.bool_)):
        raise UsageError(f"{what} is {shown(given)}; give True or False")
    return bool(given)


def rows_of(given: Any, what: str) -> list[Mapping[str, Any]] | None:
    """The rows of a frame, a list of mappings or a mapping of columns; None for another value.

    Parameters
    ----------
    given : object
    what : str
        Its name in messages.
    """
    import pyarrow as pa

    if isinstance(given, (list, tuple)) and given and all(isinstance(r, Mapping) for r in given):
        return list(given)
    if hasattr(given, "collect"):  # of polars, lazy
        with reading(what, given):
            given = given.collect()
    if isinstance(given, Mapping) or hasattr(given, "columns"):
        with reading(what, given):
            table = given if isinstance(given, pa.Table) else pa.table(given)
            return list(table.to_pylist())
    return None


def spots_given(
    given: Any, common: Mapping[str, Any], parts: Collection[str]
) -> tuple[str, Iterable[dict[str, Any]]] | None:
    """The rows of a file or frame of spots, after their name in messages; None for another value.

    ``common`` fills in what the rows lack. UsageError if both have a value. InputError for an
    unknown or repeated column, and, on reading, for a file without rows.
    """
    from pokerlake.queries.files.source import Source

    if isinstance(given, Source):
        names = [name.strip().lower().replace("-", "_") for name in given.schema.names]
        for name in names:
            if name not in parts:
                raise given.lacking(
                    f"a column {name!r}, which is no part of a spot", did_you_mean(name, parts)
                )
            if names.count(name) > 1:
                raise InputError(f"{given.name} has two columns {name!r}; leave one out")
        called, rows = given.name, _rows_read(given, names)
    else:
        found = rows_of(given, "spots")
        if found is None:
            return None
        if not found:
            raise UsageError("there are no spots; give at least one")
        called, rows = "the spots", iter(found)
        names = [name for row in found for name in row]
    taken = [name for name in common if name in names]
    if taken:
        has = f"{called} has a column" if isinstance(given, Source) else "the rows have"
        already = "" if isinstance(given, Source) else " already"
        option = by_door(option_of(taken[0]), f"{taken[0]}=")
        raise UsageError(f"{has} {taken[0]!r}{already}; leave {option} out")
    return called, ({**common, **row} for row in rows)


def _rows_read(source: Source, names: Sequence[str]) -> Iterator[Mapping[str, Any]]:
    some = False
    for batch in source.batches():
        for row in batch.to_pylist():
            some = True
            yield dict(zip(names, row.values(), strict=True))
    if not some:
        raise InputError(f"{source.name} has no spots: there is no row below its header")
