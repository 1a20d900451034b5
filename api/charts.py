"""Charts, which show themselves in a notebook."""

from __future__ import annotations

from typing import Any

from pokerlake.queries.charts import Drawn, chart_named
from pokerlake.tables.errors import UsageError

from .given import text


def chart(kind: str, *what: Any, **options: Any) -> Drawn:
    """A picture: ``chart("range", "22+, A2s+")``, ``chart("range", board="Jh2h3d")``.

    A notebook shows it. ``.save("picture.svg")`` writes it, as .html and .png too; ``.svg()`` is
    its source, and ``print(picture)`` draws it with letters.

    Parameters
    ----------
    kind : str
        Which chart; https://pokerlake.github.io/pokerlake/charts/ has all of them, and
        ``pokerlake chart --help``.
    *what
        What it shows: text, a :class:`Range`, weights, a mapping, a frame with the columns ``hand``
        and ``value``. Several where the kind takes several: ``chart("lines", "AA", "AKs")``.
    **options
        Those of ``pokerlake chart KIND``: ``board=``, ``against=``, ``sql=``, ``title=``, ``min=``,
        ``max=``, ``lake=``, ...

    Returns
    -------
    Drawn

    Raises
    ------
    UsageError
        If there is no such chart or option; it names the nearest.
    CardError, RangeError, QueryError
        If what is to be shown is none.

    Examples
    --------
    >>> picture = chart("range", "22+, A2s+, KTs+, AJo+")
    >>> picture.svg()[:4]
    '<svg'
    """
    if not isinstance(kind, str):
        raise UsageError(
            f"the kind of chart comes first, and {type(kind).__name__} is none; "
            "write such as chart('range', ...)"
        )
    return chart_named(text("the kind of chart", kind)).drawn(*what, **options)
