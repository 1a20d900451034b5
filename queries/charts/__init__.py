"""Pictures of what the tables say: drawn once, as SVG, and shown as SVG, HTML, PNG or text.

Belongs here: charts, each a module that declares it, fetches what it shows, and draws that.
Does not: reading a command line (``commands/charts.py``).

- ``Chart``: a chart as it is declared
- ``charts``: all charts by name
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokerlake.lazy import loader

if TYPE_CHECKING:
    from .registry import Chart, charts

__all__ = ["Chart", "charts"]

__getattr__ = loader(__name__)
