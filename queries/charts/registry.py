"""The charts there are. Each is declared beside its drawing, and is found here by itself.

A chart is a function under ``@chart(...)`` in any module of this room. It takes what the command
line gives, and fetches and draws. The command with its help, the lists in the tests and the check
of the documents come from the declaration.
"""

from __future__ import annotations

import functools
import inspect
import pkgutil
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.text import Text


@dataclass(frozen=True)
class Option:
    """An option of a chart, as the ``Annotated`` of a parameter."""

    help: str
    metavar: str | None = None  # stands for the value in the help; its type if not given
    flags: tuple[str, ...] = ()  # ("--param", "-p"); the parameter's own name if there are none
    names: Callable[[], Iterable[str]] | None = None  # what a shell completes a word to


@dataclass(frozen=True)
class Argument(Option):
    """An argument of a chart: an option that is given by its place."""


@dataclass(frozen=True)
class Drawn:
    """What a chart makes. Only the form that is asked for is drawn."""

    title: str  # of a page of HTML
    shown: tuple[Any, ...]  # what draw and text take: data, a title, and the like
    draw: Callable[..., str]  # the picture as SVG
    text: Callable[..., Text] | None = None  # the chart for a terminal


@dataclass(frozen=True)
class Chart:
    """A chart as it is declared.

    Attributes
    ----------
    name : str
        Of the command: ``pokerlake chart NAME``.
    place : int
        Where it stands in the list of charts, from low to high.
    example : str
        Words of a command line that draw it from a lake which has every table.
    terminal : bool
        Whether it is drawn for a terminal too.
    make : callable
        Takes the parameters of the command and returns a Drawn. Its docstring is the help. Of its
        parameters ``title`` and ``lake`` mean the same in all charts and need no ``Annotated``.
    """

    name: str
    place: int
    example: str
    terminal: bool
    make: Callable[..., Drawn]

    @property
    def help(self) -> str:
        """What the command says of itself."""
        return inspect.getdoc(self.make) or ""


def chart(
    name: str, *, place: int, example: str = "", terminal: bool = False
) -> Callable[[Callable[..., Drawn]], Chart]:
    """Declare a chart; see :class:`Chart` for the parameters."""
    return functools.partial(Chart, name, place, example, terminal)


@functools.cache
def charts() -> Mapping[str, Chart]:
    """All charts by name, in the order of their places."""
    package = import_module("pokerlake.queries.charts")
    found = [
        value
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
        for value in vars(import_module(module.name)).values()
        if isinstance(value, Chart)
    ]
    return {chart.name: chart for chart in sorted(found, key=lambda chart: chart.place)}
