"""Charts of tables that are made by hand."""

from contextlib import ExitStack

import pytest

from given.hands import given_lake
from pokerlake.queries.charts import abstraction, chart_named, lines, played, range_chart, solving

MODULES = abstraction, lines, range_chart, solving


@pytest.fixture
def drawn_of(tmp_path, monkeypatch):
    """Of given tables, what draws a chart by its name."""
    with ExitStack() as stack:

        def draws(**tables):
            folder = tmp_path / f"lake{len(list(tmp_path.iterdir()))}"
            folder.mkdir()
            connection = stack.enter_context(given_lake(folder, **tables))
            for module in MODULES:
                monkeypatch.setattr(module, "connect", lambda _: connection.cursor())
            monkeypatch.setattr(played, "hands_of", lambda *_: connection.cursor())
            return lambda name, *given, **options: chart_named(name).drawn(*given, **options)

        yield draws
