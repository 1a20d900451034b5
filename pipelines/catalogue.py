"""The builds of all tables, from which `pokerlake build` chooses."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pkgutil import iter_modules

from pokerlake.tables.lake import Parameters
from pokerlake.tables.registry import TABLES

from . import tables
from .build import Build


def all_builds(parameters: Parameters | None = None) -> Mapping[str, Build]:
    """The builds of all tables, by name, in the order in which they are made.

    Every module of ``pipelines/tables/`` lists its builds in ``BUILDS``.

    Parameters
    ----------
    parameters : mapping, optional
        Values that take the place of the default ones, in the builds that have such a parameter.

    Raises
    ------
    UsageError
        If a table cannot be built with these parameters.
    """
    found: dict[str, Build] = {}
    for module in iter_modules(tables.__path__, f"{tables.__name__}."):
        for build in import_module(module.name).BUILDS:
            known = {k: v for k, v in (parameters or {}).items() if k in build.parameters}
            found[build.table.name] = build.with_parameters(known)
    return {name: found[name] for name in TABLES if name in found}
