"""Charts of the tables: drawn once, and shown as SVG, HTML, PNG or text.

Belongs here: charts; the module of each declares it, reads its data, and draws it.
Does not: reading a command line (``commands/charts.py``).

- ``Chart``: a declared chart
- ``Drawn``: a drawn chart, to be saved or shown
- ``chart_named``: one chart
- ``charts``: all charts by name
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokerlake.lazy import loader

if TYPE_CHECKING:
    from .registry import Chart, Drawn, chart_named, charts

__all__ = ["Chart", "Drawn", "chart_named", "charts"]

__getattr__ = loader(__name__)
