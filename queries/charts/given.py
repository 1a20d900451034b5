"""What charts are given from Python, and from the command line: ranges, cards, rows of hands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from pokerlake.catalogue import HOLDEM, Game
from pokerlake.engine.cards.holes import HANDS, HOLES
from pokerlake.engine.given import shown
from pokerlake.engine.ranges.notation import format_range
from pokerlake.engine.ranges.scanner import RangeError
from pokerlake.engine.ranges.weights import Weights
from pokerlake.tables.errors import UsageError
from pokerlake.tables.lake import Lake

from ..answers.equity import Situation
from ..answers.orders import game_of, order_of_game
from ..answers.ranges.given import RangeReader
from ..reading import reading
from ..sql.named import given_parameters

if TYPE_CHECKING:
    import pyarrow as pa

_SQUARE = (13, 13)
_TITLE_NAME = 40  # characters of a range in a title that has more than the range
_LONGEST_NAME = 120  # characters of a range that is written for an array


@dataclass(frozen=True)
class NamedRange:
    """A range, and what a picture calls it."""

    name: str  # as given
    weights: Weights  # (1326,)
    game: Game = HOLDEM

    @property
    def short(self) -> str:
        """The name, or as many of its parts as a title has room for."""
        return shortened(self.name)


def shortened(name: str) -> str:
    """The name of a range, or as many of its parts as a title has room for.

    Examples
    --------
    >>> shortened("22+,A2s+,K9s+,Q9s+,J9s+,T8s+,97s+,86s+,76s")
    '22+,A2s+,K9s+,Q9s+,J9s+,T8s+,97s+,86s+,…'
    """
    if len(name) <= _TITLE_NAME:
        return name
    parts, comma, _ = name[: _TITLE_NAME - 1].rpartition(",")
    return f"{parts}{comma}…" if parts else f"{name[: _TITLE_NAME - 1]}…"


def named_range(given: Any, lake: Path | None = None, game: Game = HOLDEM) -> NamedRange:
    """A range from what people have.

    Parameters
    ----------
    given : str, mapping, array, frame or object with ``weights``
        As :meth:`pokerlake.queries.answers.ranges.reader.Reader.any` takes it.
    lake : Path, optional
        Where percentages are looked up.
    game : Game
        That of text and weights; a range as an object has its own.

    Raises
    ------
    RangeError, LakeError, InputError
        As :func:`pokerlake.queries.answers.ranges.given.range_weights`; and if it is no range.
    """
    if isinstance(given, NamedRange):
        return given
    if hasattr(given, "weights") and isinstance(getattr(given, "game", None), str):
        game = game_of(given.game)
    reader = RangeReader.of(lake, None, None, order=order_of_game(game))
    if isinstance(given, str):
        return NamedRange(given, reader.weights(given), game)
    with reading("a range", given, RangeError):
        weights = reader.any(given).weights
    name = format_range(weights)
    short = name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 1]}…"
    return NamedRange(short, weights, game)


def given_lake(given: Any) -> Path | None:
    """The folder of a lake: from a path, a text or a :class:`Lake`; UsageError for others."""
    if given is None or isinstance(given, Path):
        return given
    if isinstance(given, Lake):
        return given.path
    if isinstance(given, (str, PathLike)):
        return Path(given)
    raise UsageError(f"lake is {shown(given)}; give a path")


def players(hands: Iterable[Any], board: str, dead: str, lake: Path | None) -> Situation:
    """Players with hands or ranges, each as :func:`named_range` takes it.

    Raises UsageError, CardError and RangeError as :meth:`Situation.parse`.
    """
    named = [named_range(hand, lake) for hand in hands]
    return Situation.parse([one.name for one in named], board, dead, _Known(iter(named)))


class _Known:
    """Gives the weights of ranges that have been read, in their order."""

    def __init__(self, named: Iterable[NamedRange]) -> None:
        self._named = iter(named)

    def weights(self, _: str, /) -> Weights:
        return next(self._named).weights


def is_range(given: Any) -> bool:
    """Whether this is a range and no values of hands: text, a range's object, or 1,326 weights."""
    if isinstance(given, str):
        return True
    if hasattr(given, "weights") and not hasattr(given, "columns"):
        return True
    if isinstance(given, np.ndarray):
        return bool(given.shape == (HOLES,))
    return isinstance(given, list | tuple) and len(given) == HOLES


def given_rows(given: Any) -> pa.RecordBatchReader:
    """Rows of hands from what people have.

    Parameters
    ----------
    given : mapping, frame, relation, sequence or array
        Values of hands, ``{"AKs": 0.5}``; their shares of kinds, ``{"AKs": {"raise": 0.6}}``; a
        mapping of columns, one of which is ``hand``; a frame of polars, pandas or Arrow; a relation
        of DuckDB; a list of rows that are mappings; or an array ``(13, 13)``, NaN where there is no
        value.

    Raises
    ------
    UsageError
        If it is none of these.
    """
    import pyarrow as pa

    if hasattr(given, "collect") and not hasattr(given, "__arrow_c_stream__"):
        with reading("values of hands", given):
            given = given.collect()  # of polars, lazy
    if getattr(given, "ndim", None) == 1 and hasattr(given, "to_dict"):
        given = given.to_dict()  # a series of pandas, by hand
    if getattr(given, "shape", None) == _SQUARE and hasattr(given, "to_numpy"):
        given = given.to_numpy()
    if isinstance(given, pa.RecordBatchReader):
        return given
    if not isinstance(given, Mapping | list | tuple | np.ndarray):
        with reading("values of hands", given):
            if hasattr(given, "__arrow_c_stream__"):
                return pa.RecordBatchReader.from_stream(given)
            if hasattr(given, "to_arrow_reader"):
                return given.to_arrow_reader()
        raise UsageError(
            f"{type(given).__name__} is no values of hands; give a mapping, a frame with columns "
            "'hand' and 'value', or a 13 x 13 array"
        )
    try:
        if isinstance(given, Mapping):
            return _mapping_table(given).to_reader()
        if len(given) and all(isinstance(row, Mapping) for row in given):
            return pa.Table.from_pylist(list(given)).to_reader()
        values = np.asarray(given, np.float64)
    except (pa.ArrowException, TypeError, ValueError, OverflowError) as error:
        raise UsageError(f"the values of hands cannot be read: {error}") from None
    if values.shape != _SQUARE:
        raise UsageError(f"values of shape {values.shape}; give 13 x 13, suited above the diagonal")
    flat = values.reshape(-1)
    there = np.flatnonzero(~np.isnan(flat))
    return pa.table({"hand": [HANDS[at] for at in there], "value": flat[there]}).to_reader()


def _mapping_table(given: Mapping[Any, Any]) -> pa.Table:
    import pyarrow as pa

    if "hand" in given:
        return pa.table(dict(given))
    if not any(isinstance(value, Mapping | str) for value in given.values()):
        return pa.table({"hand": list(given), "value": list(given.values())})
    rows = [
        {"hand": hand, "label": label, "value": share}
        for hand, shares in given.items()
        for label, share in (shares if isinstance(shares, Mapping) else {str(shares): 1.0}).items()
    ]
    return pa.Table.from_pylist(rows)


def query_parameters(param: Any) -> Mapping[str, Any]:
    """Parameters of a named query: ``NAME=VALUE`` of the command line, or a program's mapping."""
    if isinstance(param, list) and len(param) == 1 and isinstance(param[0], Mapping):
        return param[0]
    return given_parameters(param or [])
