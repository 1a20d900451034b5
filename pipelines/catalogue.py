"""The builds of all tables, from which `pokerlake build` chooses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .boards import (
    FLOP_HANDS_BUILD,
    FLOPS_BUILD,
    RIVER_HANDS_BUILD,
    RIVERS_BUILD,
    TURN_HANDS_BUILD,
    TURNS_BUILD,
)
from .build import Build
from .classes import CLASSES_BUILD
from .dag_nodes import DAG_NODES_BUILD
from .draw import CHANGE_BUILD, DRAW_EXCHANGES_BUILD, DRAW_HANDS_BUILD, OPENINGS_BUILD
from .starting_hands import (
    COMBO_MATCHUPS_BUILD,
    MATCHUPS_BUILD,
    STARTING_HANDS_BUILD,
    income_rates_build,
)


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
