"""The builds of all tables, from which `pokerlake build` chooses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pokerlake.pipelines.tables.boards import (
    FLOP_HANDS_BUILD,
    FLOPS_BUILD,
    RIVER_HANDS_BUILD,
    RIVERS_BUILD,
    TURN_HANDS_BUILD,
    TURNS_BUILD,
)
from pokerlake.pipelines.tables.classes import CLASSES_BUILD
from pokerlake.pipelines.tables.dag_nodes import DAG_NODES_BUILD
from pokerlake.pipelines.tables.draw import (
    CHANGE_BUILD,
    DRAW_EXCHANGES_BUILD,
    DRAW_HANDS_BUILD,
    OPENINGS_BUILD,
)
from pokerlake.pipelines.tables.starting_hands import (
    COMBO_MATCHUPS_BUILD,
    MATCHUPS_BUILD,
    STARTING_HANDS_BUILD,
    income_rates_build,
)

from .build import Build


def all_builds(**income: Any) -> Mapping[str, Build]:
    """The builds of all tables, in the order in which they are made.

    Parameters
    ----------
    income
        ``standard_error`` and ``seed`` of :func:`~.starting_hands.income_rates_build`.
    """
    return {
        build.table.name: build
        for build in (
            CLASSES_BUILD,
            DAG_NODES_BUILD,
            STARTING_HANDS_BUILD,
            MATCHUPS_BUILD,
            COMBO_MATCHUPS_BUILD,
            income_rates_build(**income),
            FLOPS_BUILD,
            TURNS_BUILD,
            RIVERS_BUILD,
            FLOP_HANDS_BUILD,
            TURN_HANDS_BUILD,
            RIVER_HANDS_BUILD,
            DRAW_HANDS_BUILD,
            DRAW_EXCHANGES_BUILD,
            OPENINGS_BUILD,
            CHANGE_BUILD,
        )
    }
