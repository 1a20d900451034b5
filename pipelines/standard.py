"""The builds of all tables: what `pokerlake build` makes when it is not told what."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .build import Build
from .classes import CLASSES_BUILD
from .dag_nodes import DAG_NODES_BUILD
from .starting_hands import (
    COMBO_MATCHUPS_BUILD,
    MATCHUPS_BUILD,
    STARTING_HANDS_BUILD,
    income_rates_build,
)


def standard_builds(**income: Any) -> Mapping[str, Build]:
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
        )
    }
