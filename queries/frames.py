"""Cards in data frames: importing this module adds ``.poker`` to polars and to pandas.

``pl.col("cards").poker.class_id()`` and its siblings are lazy, run in the streaming engine, and
say their type before they run; ``series.poker.class_id()`` is the same in pandas. Cards are text
(``AsKd``), or whole numbers 0..51: a struct or a frame of columns, a card each, or lists. Null
gives null; what is no hand is an error that names it. The libraries come with
``pip install 'pokerlake[polars]'`` and ``'pokerlake[pandas]'``; whichever is installed is loaded.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, overload

from pokerlake.lazy import MissingExtraError

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl

    from .columns.pandas_frames import PokerPandas
    from .columns.polars_frames import PokerExpr, PokerSeries

_LIBRARIES = ("polars", "pandas")


def _is_there(library: str) -> bool:
    import sys

    # None in its place is what tests put there for a library that is not installed.
    return sys.modules[library] is not None if library in sys.modules else bool(find_spec(library))


_THERE = [library for library in _LIBRARIES if _is_there(library)]
if not _THERE:
    raise MissingExtraError(
        "neither polars nor pandas is installed; run: pip install 'pokerlake[polars]' "
        "or 'pokerlake[pandas]'"
    )
if "polars" in _THERE:
    from .columns import polars_frames as polars_frames
if "pandas" in _THERE:
    from .columns import pandas_frames as pandas_frames


@overload
def poker(of: pl.Expr) -> PokerExpr: ...
@overload
def poker(of: pl.Series) -> PokerSeries: ...
@overload
def poker(of: pd.Series | pd.DataFrame) -> PokerPandas: ...
def poker(of: Any) -> Any:
    """``of.poker`` with its type: type checkers do not see what is registered.

    Parameters
    ----------
    of : polars.Expr, polars.Series, pandas.Series or pandas.DataFrame

    Raises
    ------
    UsageError
        If it is none of these.

    Examples
    --------
    >>> import polars as pl
    >>> pl.select(poker(pl.lit("AsKd")).hand()).item()
    'AKo'
    """
    try:
        return of.poker
    except AttributeError as error:
        from pokerlake.engine.given import shown
        from pokerlake.tables.errors import UsageError

        raise UsageError(
            f"{type(of).__name__} {shown(of)} has no cards; give a series or expression of polars, "
            "or a series or frame of pandas"
        ) from error
