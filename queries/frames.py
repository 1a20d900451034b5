"""Cards in data frames: ``register`` adds ``.poker`` to polars and to pandas.

``pl.col("cards").poker.class_id()`` and its siblings are lazy, run in the streaming engine, and
know their type before they run; ``series.poker.class_id()`` is the same in pandas. Cards are text
(``AsKd``), or integers 0..51: a struct or a frame with a column for each card, or lists. Null gives
null; an invalid hand is an error that names it. pandas comes with
``pip install 'pokerlake[pandas]'``; it is loaded if it is installed.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, overload

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl

    from .columns.pandas_frames import PokerPandas
    from .columns.polars_frames import PokerExpr, PokerSeries


def register() -> None:
    """Add ``.poker`` to expressions and series of polars, and to series and frames of pandas.

    pandas gets it if it is installed. Calling this again changes nothing. Type checkers do not see
    registered names: ``poker(column)`` is the same as ``column.poker``, with its type.

    Examples
    --------
    >>> import polars as pl
    >>> import pokerlake as pk
    >>> pk.register()
    >>> pl.DataFrame({"hole": ["AsKd", "7c7d"]}).select(pl.col("hole").poker.hand()).rows()
    [('AKo',), ('77',)]
    """
    from .columns import polars_frames as polars_frames

    if find_spec("pandas") is not None:
        from .columns import pandas_frames as pandas_frames


@overload
def poker(of: pl.Expr) -> PokerExpr: ...
@overload
def poker(of: pl.Series) -> PokerSeries: ...
@overload
def poker(of: pd.Series | pd.DataFrame) -> PokerPandas: ...
def poker(of: Any) -> Any:
    """``of.poker`` with its type, which type checkers do not see; registers ``.poker`` if needed.

    Parameters
    ----------
    of : polars.Expr, polars.Series, pandas.Series or pandas.DataFrame

    Raises
    ------
    UsageError
        If it is another object.

    Examples
    --------
    >>> import polars as pl
    >>> pl.select(poker(pl.lit("AsKd")).hand()).item()
    'AKo'
    """
    register()
    try:
        return of.poker
    except AttributeError as error:
        from pokerlake.engine.given import shown
        from pokerlake.tables.errors import UsageError

        raise UsageError(
            f"{type(of).__name__} {shown(of)} has no cards; give a series or expression of polars, "
            "or a series or frame of pandas"
        ) from error
