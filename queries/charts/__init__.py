"""Pictures of what the tables say: drawn once, as SVG, and shown as SVG, HTML, PNG or text.

Belongs here: charts, each a module that declares it, fetches what it shows, and draws that.
Does not: reading a command line (``commands/charts.py``).

- ``Chart``: a chart as it is declared
- ``Drawn``: a chart as it is drawn, to be saved or shown
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
