"""Charts: pictures that a notebook shows."""

from __future__ import annotations

from typing import Any

from pokerlake.queries.charts import Drawn, chart_named

from .given import text


def chart(kind: str, *what: Any, **options: Any) -> Drawn:
    """Draw a chart: ``chart("range", "22+, A2s+")``, ``chart("range", board="Jh2h3d")``.

    A notebook shows it. ``.save("picture.svg")`` writes it, also as .html or .png. ``.svg()`` is
    its source, and ``print(picture)`` draws it in the terminal.

    Parameters
    ----------
    kind : str
        The kind of chart. https://pokerlake.github.io/pokerlake/charts/ and ``pokerlake chart
        --help`` list them.
    *what
        What it shows: text, a :class:`Range`, weights, a mapping, a frame with the columns ``hand``
        and ``value``. Some kinds take several: ``chart("lines", "AA", "AKs")``.
    **options
        The options of ``pokerlake chart KIND``: ``board=``, ``against=``, ``sql=``, ``title=``,
        ``min=``, ``max=``, ``lake=``, ...

    Returns
    -------
    Drawn

    Raises
    ------
    UsageError
        If there is no such chart or option. The message names the nearest.
    CardError, RangeError, QueryError
        If the cards, range or SQL to show are invalid.

    Examples
    --------
    >>> picture = chart("range", "22+, A2s+, KTs+, AJo+")
    >>> picture.svg()[:4]
    '<svg'
    """
    return chart_named(text("the kind of chart", kind)).drawn(*what, **options)
