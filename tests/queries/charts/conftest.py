"""Charts of tables that are made by hand."""

from contextlib import ExitStack

import pytest

from given.hands import given_lake
from pokerlake.queries.charts import abstraction, chart_named, lines, played, range_chart, solving

MODULES = abstraction, lines, range_chart, solving


@pytest.fixture(scope="package")
def lake_of(tmp_path_factory):
    """Of given tables, a connection: one for all charts, as making the views takes a while."""
    lakes = {}
    with ExitStack() as stack:

        def connected(tables):
            key = tuple((name, id(rows)) for name, rows in tables.items())
            if key not in lakes:
                lake = given_lake(tmp_path_factory.mktemp("drawn"), **tables)
                # As long as rows are kept, no others have their ids.
                lakes[key] = tables, stack.enter_context(lake)
            return lakes[key][1]

        yield connected


@pytest.fixture
def drawn_of(lake_of, monkeypatch):
    """Of given tables, what draws a chart by its name."""

    def draws(**tables):
        connection = lake_of(tables)
        for module in MODULES:
            monkeypatch.setattr(module, "connect", lambda _: connection.cursor())
        monkeypatch.setattr(played, "hands_of", lambda *_: connection.cursor())
        return lambda name, *given, **options: chart_named(name).drawn(*given, **options)

    return draws
