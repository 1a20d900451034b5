"""All tables and views, by name, from the modules of ``definitions/``.

A module declares each :class:`.schema.Table` and :class:`.schema.View` as a variable, and
``PLACE``, its place among the modules. Lists have this order.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from importlib import import_module
from pkgutil import iter_modules
from typing import TypeVar

from pokerlake.catalogue import SHORT_DECK

from . import definitions
from .errors import UsageError, did_you_mean
from .schema import Table, View

T = TypeVar("T", Table, View)


def _declared(kind: type[T]) -> dict[str, T]:
    """The tables, or the views, of all modules: those of a module in the order of its lines."""
    names = iter_modules(definitions.__path__, f"{definitions.__name__}.")
    modules = sorted((import_module(module.name) for module in names), key=lambda m: m.PLACE)
    values = (value for module in modules for value in vars(module).values())
    return {value.name: value for value in values if isinstance(value, kind)}


TABLES: dict[str, Table] = _declared(Table)
VIEWS: dict[str, View] = _declared(View)

# Tables that are built together, by the name of the group.
GROUPS = {"short_deck": tuple(name for name in TABLES if name.startswith(SHORT_DECK.prefix))}


def table(name: str) -> Table:
    """The table of that name.

    Raises UsageError if it does not exist; the message names the nearest.
    """
    if name not in TABLES:
        raise UsageError(f"no table {name!r}; {did_you_mean(name, TABLES)}")
    return TABLES[name]


def table_or_view(name: str) -> Table | View:
    """The table or view of that name; as :func:`table`."""
    known: dict[str, Table | View] = {**TABLES, **VIEWS}
    if name not in known:
        raise UsageError(f"no table or view {name!r}; {did_you_mean(name, known)}")
    return known[name]


def views_on(tables: set[str]) -> list[View]:
    """The views that need only these tables, each after those that it reads."""
    known = set(tables)
    views: list[View] = []
    while ready := [v for v in VIEWS.values() if v.name not in known and known.issuperset(v.needs)]:
        views += ready
        known |= {view.name for view in ready}
    return views


def tables_below(name: str) -> list[str]:
    """The tables that a table or view is made from: itself, or those under it, each once."""
    if name in TABLES:
        return [name]
    below = (table for needed in VIEWS[name].needs for table in tables_below(needed))
    return list(dict.fromkeys(below))


def without_groups(names: Sequence[str], known: Collection[str] = ()) -> list[str]:
    """The names, each group replaced by its tables: by the ``known`` ones of them, if any are."""
    tables: list[str] = []
    for name in names:
        group = GROUPS.get(name, (name,))
        tables += [table for table in group if table in known] or group
    return tables
