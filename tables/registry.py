"""All tables and views, by name."""

from __future__ import annotations

from pokerlake.tables.definitions.board_views import (
    FLOP_BY_HAND,
    FLOP_STRENGTH,
    HOLES,
    RIVER_BY_HAND,
    RIVER_STRENGTH,
    TURN_BY_HAND,
    TURN_STRENGTH,
)
from pokerlake.tables.definitions.boards import (
    FLOP_HANDS,
    FLOPS,
    RIVER_HANDS,
    RIVERS,
    TURN_HANDS,
    TURNS,
)
from pokerlake.tables.definitions.classes import CATEGORY_ODDS, CLASS_PERCENTILES, CLASSES
from pokerlake.tables.definitions.dag_nodes import DAG_NODES
from pokerlake.tables.definitions.draw import (
    CHANGE,
    DRAW_EXCHANGES,
    DRAW_HANDS,
    DRAW_LADDER,
    DRAW_STRENGTHS,
    OPENINGS,
)
from pokerlake.tables.definitions.histories import HISTORIES
from pokerlake.tables.definitions.history_views import ALL_INS, DECISIONS
from pokerlake.tables.definitions.learning import LEARNED_DRAW, LEARNING
from pokerlake.tables.definitions.starting_hands import (
    COMBO_EQUITIES,
    COMBO_MATCHUPS,
    HAND_EQUITIES,
    INCOME_RANKS,
    INCOME_RATES,
    MATCHUP_EQUITIES,
    MATCHUPS,
    STARTING_HANDS,
)

from .errors import UsageError, did_you_mean
from .schema import Table, View

TABLES: dict[str, Table] = {
    table.name: table
    for table in (
        CLASSES,
        DAG_NODES,
        STARTING_HANDS,
        MATCHUPS,
        COMBO_MATCHUPS,
        INCOME_RATES,
        FLOPS,
        TURNS,
        RIVERS,
        FLOP_HANDS,
        TURN_HANDS,
        RIVER_HANDS,
        DRAW_HANDS,
        DRAW_EXCHANGES,
        OPENINGS,
        CHANGE,
        *HISTORIES,
        *LEARNING,
    )
}
VIEWS: dict[str, View] = {
    view.name: view
    for view in (
        CLASS_PERCENTILES,
        CATEGORY_ODDS,
        HAND_EQUITIES,
        MATCHUP_EQUITIES,
        COMBO_EQUITIES,
        INCOME_RANKS,
        DRAW_LADDER,
        DRAW_STRENGTHS,
        HOLES,
        FLOP_STRENGTH,
        TURN_STRENGTH,
        RIVER_STRENGTH,
        FLOP_BY_HAND,
        TURN_BY_HAND,
        RIVER_BY_HAND,
        DECISIONS,
        ALL_INS,
        LEARNED_DRAW,
    )
}


def table(name: str) -> Table:
    """The table of that name.

    Raises
    ------
    UsageError
        If there is none; it names the nearest.
    """
    if name not in TABLES:
        raise UsageError(f"no table {name!r}; {did_you_mean(name, TABLES)}")
    return TABLES[name]


def table_or_view(name: str) -> Table | View:
    """The table or view of that name.

    Raises
    ------
    UsageError
        If there is none; it names the nearest.
    """
    known: dict[str, Table | View] = {**TABLES, **VIEWS}
    if name not in known:
        raise UsageError(f"no table or view {name!r}; {did_you_mean(name, known)}")
    return known[name]


def views_on(tables: set[str]) -> list[View]:
    """The views that can be made of these tables, each after those that it reads."""
    known = set(tables)
    found: list[View] = []
    while ready := [v for v in VIEWS.values() if v.name not in known and known.issuperset(v.needs)]:
        found += ready
        known |= {view.name for view in ready}
    return found
