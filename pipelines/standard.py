"""The builds of all tables: what `pokerlake build` makes when it is not told what."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ..tables.errors import UsageError
from ..tables.lake import Parameters
from .build import Build
from .classes import CLASSES_BUILD
from .dag_nodes import DAG_NODES_BUILD
from .starting_hands import (
    COMBO_MATCHUPS_BUILD,
    INCOME_RATES_BUILD,
    MATCHUPS_BUILD,
    STARTING_HANDS_BUILD,
)


def standard_builds() -> Mapping[str, Build]:
    """The builds of all tables, in the order in which they are made."""
    return {
        build.table.name: build
        for build in (
            CLASSES_BUILD,
            DAG_NODES_BUILD,
            STARTING_HANDS_BUILD,
            MATCHUPS_BUILD,
            COMBO_MATCHUPS_BUILD,
            INCOME_RATES_BUILD,
        )
    }


def given_builds(given: Parameters) -> Mapping[str, Build] | None:
    """The standard builds with these parameters; None if none is given.

    Raises
    ------
    UsageError
        If a standard error is not above 0.
    """
    if not given:
        return None
    if not float(given.get("standard_error", 1)) > 0:
        raise UsageError(f"standard error {given['standard_error']}: give a number above 0")
    return {
        name: replace(
            build,
            parameters={key: given.get(key, old) for key, old in build.parameters.items()},
        )
        for name, build in standard_builds().items()
    }
