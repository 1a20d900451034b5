"""The registry of charts, which finds all that are declared.

A chart is a function under ``@chart(...)`` in any module of this room. It makes a figure from the
arguments of the command line or of a program. The command with its help, the pictures, the lists in
the tests and the check of the documents come from the declaration.
"""

from __future__ import annotations

import functools
import inspect
import pkgutil
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import NoneType
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, get_args, get_origin, get_type_hints

import numpy as np

from pokerlake.engine.cards.layout import one_hand
from pokerlake.engine.cards.text import format_hand
from pokerlake.engine.given import shown
from pokerlake.tables.errors import UsageError, did_you_mean

from ..browser import show
from ..reading import reading
from ..sql.named import named_queries
from .drawing import picture, terminal
from .drawing.colours import Ends
from .drawing.figure import TERMINAL, Figure
from .drawing.output import page, write_picture
from .given import given_lake

if TYPE_CHECKING:
    from rich.text import Text

    from ..questions.fields import Field


@dataclass(frozen=True)
class Option:
    """An option of a chart, in the ``Annotated`` of a parameter."""

    help: str
    metavar: str | None = None  # the value in the help; its type if not given
    flags: tuple[str, ...] = ()  # ("--param", "-p"); the parameter's name if there are none
    names: Callable[[], Iterable[str]] | None = None  # for completion in a shell
    wide: bool = False  # a program may give more than text, such as the weights of a range


@dataclass(frozen=True)
class Argument(Option):
    """An argument of a chart: an option given by position."""


QueryOption = Annotated[
    str | None, Option("A named query that returns them.", "NAME", names=named_queries)
]
ParamOption = Annotated[
    list[str] | None,
    Option("A parameter of the query.", "NAME=VALUE", ("--param", "-p"), wide=True),
]
ValueOption = Annotated[str, Option("The column of values.", "COLUMN")]
UnitOption = Annotated[str, Option("Unit of the values, for the legend.")]
_ENDS = {
    name: Option(f"The {end} end of the scale or axis.", "NUMBER")
    for name, end in (("min", "low"), ("max", "high"))
}


class Parameter(NamedTuple):
    """A parameter of a chart."""

    kind: Any  # its type
    option: Option | None  # None: for programs only, or with one meaning in all charts
    default: Any


@dataclass(frozen=True, repr=False)
class Drawn:
    """A drawn chart. Each format is only made on request.

    A notebook shows the picture, ``print`` the form for a terminal.
    """

    figure: Figure

    @property
    def title(self) -> str:
        """The title above the picture."""
        return self.figure.title

    def svg(self) -> str:
        """The picture as SVG."""
        return picture.draw(self.figure)

    def html(self) -> str:
        """A self-contained page of HTML with the picture."""
        return page(self.title or "pokerlake", self.svg())

    def save(self, path: Path | str, size: int | None = None) -> Path:
        """Write the picture in the format of the file's ending. Returns the path.

        Parameters
        ----------
        path : path or str
            Ends in ``.svg``, ``.html`` or ``.png``.
        size : int, optional
            The width of a PNG in pixels; two for each unit of the drawing if not given.

        Raises
        ------
        UsageError, OutputError
            As :func:`pokerlake.queries.charts.drawing.output.write_picture`.
        """
        to = Path(path)
        to = to.expanduser() if str(path).startswith("~/") else to
        write_picture(to, self.title or "pokerlake", self.svg, size)
        return to

    def terminal(self, columns: int = TERMINAL) -> Text:
        """The chart for a terminal of this width; UsageError if it has no such form."""
        if self.figure.terminal is None:
            raise UsageError("this chart has no form for a terminal; save it, or show its SVG")
        return terminal.write(self.figure, columns)

    def show(self) -> None:
        """Open the picture in a browser; without a screen or a browser, print it.

        The page is a temporary file, which is not removed.
        """
        if not show(self.html()):
            print(self)  # noqa: T201 asked for

    def __str__(self) -> str:
        """The chart as plain text, as for a pipe; its title if it has no such form."""
        if self.figure.terminal is None:
            return self.title
        return "\n".join(line.rstrip() for line in self.terminal().plain.splitlines())

    def __repr__(self) -> str:
        return f"Drawn({self.title!r})"

    def _repr_svg_(self) -> str:
        return self.svg()

    def _repr_html_(self) -> str:
        return f'<div style="max-width:100%;overflow-x:auto">{self.svg()}</div>'


@dataclass(frozen=True)
class Chart:
    """A declared chart.

    Attributes
    ----------
    name : str
        Of the command: ``pokerlake chart NAME``.
    place : int
        Its place in the list of charts, in ascending order.
    example : str
        A command line that draws it from a lake with all tables.
    terminal : bool
        Whether it can be drawn for a terminal too.
    make : callable
        Takes the parameters of the command and returns a Figure. Its docstring is the help. The
        parameters ``title``, ``lake``, ``board``, ``dead`` and ``ends`` have one meaning in all
        charts, and except for the two of cards they need no ``Annotated``; ``ends`` is the options
        ``min`` and ``max``. Any other parameter without it is for programs only. A name may end in
        an underscore, which programs leave out.
    fields : tuple of Field
        Fields of a question that it takes as given, as ``**given``.
    """

    name: str
    place: int
    example: str
    terminal: bool
    fields: tuple[Field, ...]
    make: Callable[..., Figure]

    @property
    def help(self) -> str:
        """The help of the command."""
        return inspect.getdoc(self.make) or ""

    @functools.cached_property
    def parameters(self) -> Mapping[str, Parameter]:
        """The parameters for the command and for programs, by name."""
        hints = get_type_hints(self.make, include_extras=True)
        parameters = {
            each.name: Parameter(
                str if each.needed else str | None,
                Option(each.about, each.metavar, wide=True),
                inspect.Parameter.empty if each.needed else None,
            )
            for each in self.fields
        }
        for name, parameter in inspect.signature(self.make).parameters.items():
            if parameter.kind is inspect.Parameter.VAR_KEYWORD:
                continue
            if name == "ends":
                ends = {
                    end: Parameter(float | None, end_option, None)
                    for end, end_option in _ENDS.items()
                }
                parameters.update(ends)
                continue
            is_declared = get_origin(hints[name]) is Annotated
            kind, option = get_args(hints[name]) if is_declared else (hints[name], None)
            parameters[name] = Parameter(kind, option, parameter.default)
        return parameters

    def figure(self, **values: Any) -> Figure:
        """The figure for checked parameters."""
        if "min" in self.parameters:
            values["ends"] = Ends.of(values.pop("min", None), values.pop("max", None))
        return self.make(**values)

    def drawn(self, *given: Any, **named: Any) -> Drawn:
        """The chart for a program: arguments of the command by position, options by name.

        Boards are text or numbers, ranges whatever :func:`.given.named_range` takes, and a lake a
        path, text or a Lake.

        Raises
        ------
        UsageError
            If an argument is unknown, missing, or of a wrong type.
        PokerlakeError, CardError, RangeError
            As raised by the chart.
        """
        names = {name.rstrip("_"): name for name in self.parameters}
        unknown = [name for name in named if name not in names]
        if unknown:
            hint = did_you_mean(unknown[0], names)
            raise UsageError(f"chart {self.name!r} takes no {unknown[0]!r}; {hint}")
        values = {names[name]: value for name, value in named.items()}
        placed = self._placed(given)
        twice = values.keys() & placed.keys()
        if twice:
            raise UsageError(f"{min(twice).rstrip('_')!r} is given twice")
        return Drawn(self.figure(**self._checked(values | placed)))

    def _placed(self, arguments: tuple[Any, ...]) -> dict[str, Any]:
        """The arguments by position, as a mapping by name; a list takes all that are left."""
        placed: dict[str, Any] = {}
        left = list(arguments)
        for name, (kind, option, _) in self.parameters.items():
            if name in ("title", "lake") or not left:
                continue
            if isinstance(option, Argument) and _is_list(kind):
                placed[name], left = left, []
            elif option is None or isinstance(option, Argument):
                placed[name] = left.pop(0)
        if left:
            by_name = [f"{name.rstrip('_')}=" for name in self.parameters if name not in placed]
            most = len(arguments) - len(left)
            raise UsageError(
                f"chart {self.name!r} takes {most} argument{'s' * (most != 1)} by place, not "
                f"{len(arguments)}; by name: {' '.join(by_name)}"
            )
        return placed

    def _checked(self, values: dict[str, Any]) -> dict[str, Any]:
        """The arguments, checked and converted for the chart."""
        for name, (kind, option, default) in self.parameters.items():
            called = name.rstrip("_")
            if name not in values or (values[name] is None and default is None):
                if name not in values and default is inspect.Parameter.empty:
                    raise UsageError(f"chart {self.name!r} needs {called!r}")
            elif called == "lake":
                values[name] = given_lake(values[name])
            elif called in ("board", "dead"):
                with reading(name, values[name]):
                    values[name] = format_hand(one_hand(values[name], name))
            elif called == "title":
                _require(called, values[name], str)
            elif option is not None:
                values[name] = _as_declared(called, values[name], kind, option)
        return values


def _as_declared(name: str, value: Any, kind: Any, option: Option) -> Any:
    """An argument of a program, checked against its declared type; an item may stand for a list."""
    if not _is_list(kind):
        if option.wide:
            return value
        kind = next(part for part in (*get_args(kind), kind) if part is not NoneType)
        _require(name, value, kind)
        if kind not in (int, float):
            return value
        try:
            return kind(value)  # numpy's types would overflow
        except OverflowError as error:
            raise UsageError(f"{name} is {shown(value)}; give a number") from error
    if isinstance(value, list | tuple) and len(value) == 1 and isinstance(value[0], list | tuple):
        value = value[0]
    is_many = isinstance(value, list | tuple) and not all(
        isinstance(item, int | float | np.number) for item in value
    )
    items = list(value) if is_many else [value]
    if not option.wide:
        for item in items:
            _require(name, item, str)
    return items


def _is_list(kind: Any) -> bool:
    return any(get_origin(part) is list for part in (kind, *get_args(kind)))


def _require(name: str, value: Any, kind: type) -> None:
    words = {str: "text", int: "a whole number", float: "a number"}
    wanted = {float: (int, float, np.integer, np.floating), int: (int, np.integer)}.get(kind, kind)
    if not isinstance(value, wanted) or isinstance(value, bool):
        raise UsageError(f"{name} is {shown(value)}; give {words.get(kind, kind.__name__)}")


def chart(
    name: str,
    *,
    place: int,
    example: str = "",
    terminal: bool = False,
    fields: tuple[Field, ...] = (),
) -> Callable[[Callable[..., Figure]], Chart]:
    """Declare a chart; see :class:`Chart` for the parameters."""
    return functools.partial(Chart, name, place, example, terminal, fields)


@functools.cache
def charts() -> Mapping[str, Chart]:
    """All charts by name, ordered by place."""
    package = import_module("pokerlake.queries.charts")
    declared = [
        value
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
        for value in vars(import_module(module.name)).values()
        if isinstance(value, Chart)
    ]
    return {chart.name: chart for chart in sorted(declared, key=lambda chart: chart.place)}


def chart_named(name: str) -> Chart:
    """The chart with that name; UsageError, which suggests the nearest, if there is none."""
    if name not in charts():
        raise UsageError(f"no chart {name!r}; {did_you_mean(name, charts())}")
    return charts()[name]
