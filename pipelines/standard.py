"""The builds of all tables: what `pokerlake build` makes when it is not told what."""

from __future__ import annotations

from collections.abc import Mapping

from .build import Build
from .classes import CLASSES_BUILD
from .dag_nodes import DAG_NODES_BUILD


def standard_builds() -> Mapping[str, Build]:
    """The builds of all tables, in the order in which they are made."""
    return {build.table.name: build for build in (CLASSES_BUILD, DAG_NODES_BUILD)}
