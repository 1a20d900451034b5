"""Push or fold: spots from numbers, arrays and frames, and their solutions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from dataclasses import replace as dataclass_replace
from numbers import Real
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from pokerlake.engine.given import is_blank, pieces, shown
from pokerlake.engine.push_fold.spots import MOST_PLAYERS, Spot
from pokerlake.pipelines.push_fold import results
from pokerlake.pipelines.push_fold.rows import Solved, equal_stack
from pokerlake.queries.questions.spots import of_rows, spot_of_push_fold, stacks_of
from pokerlake.queries.questions.telling import StoppedError, telling
from pokerlake.queries.reading import reading
from pokerlake.queries.results import Result, Rows
from pokerlake.tables.errors import UsageError, counted
from pokerlake.tables.lake import lake_path

from .given import LakePath, flag, place_of, spots_given, text
from .ranges import Range

if TYPE_CHECKING:
    import pyarrow as pa

    from pokerlake.queries.charts import Drawn

    from .played.push_fold import PushedPopulation

Floats = npt.NDArray[np.float64]

_LISTS = ("stacks", "prizes", "others")


@dataclass(frozen=True, repr=False, eq=False)
class PushFold(Result):
    """Push or fold: who goes all in with which hands, in one spot or n spots of up to p players.

    Rows are decisions: ``to_arrow``, ``to_polars`` and so on. For one spot, arrays lack the axis n.

    Attributes
    ----------
    value : (n, p) float64
        The EV of each player in big blinds a hand; with prizes, his expected prize. NaN for
        players that a spot lacks.
    gain : (n, p) float64
        What each player could gain by deviating, in the same unit.
    gain_by_deviating : (n,) float64
        The largest gain in big blinds: the distance from an equilibrium.
    is_close : (n,) bool
        Whether that is below 0.001.
    number : (n,) int64
        The number of the spot in the lake; 0 if it is not there.
    methods : list of str
        How each spot was solved, and whether its payoffs are exact.
    """

    value: Any
    gain: Any
    gain_by_deviating: Any
    is_close: Any
    number: Any
    methods: list[str]
    _found: list[Solved]
    _one: bool
    _hint: str = ""
    _only: tuple[str | None, str | None] = (None, None)  # the decisions shown
    _lake: LakePath | None = None

    def at(self, position: str | None = None, before: str | None = None) -> PushFold:
        """The same result with fewer rows: the decisions of a position, or after some actions.

        Parameters are those of :meth:`share`. UsageError if there is no such decision.
        """
        only = dataclass_replace(self, _only=(position, before))
        only._taken()
        return only

    def _taken(self) -> list[results.Taken]:
        return results.decisions_of(self._found, *self._only)

    def share(self, position: str | None = None, before: str | None = None) -> Floats:
        """How often each hand goes all in, 0 to 1: ``(n, 169)``, or ``(169,)`` for one spot.

        Parameters
        ----------
        position : str, optional
            ``SB``, ``BB``, ``BTN``, ...; the first to act if not given.
        before : str, optional
            The actions of the players before him, a letter each: ``f`` for a fold, ``i`` for all
            in. Needed if there are several such decisions.

        Raises
        ------
        UsageError
            If there is no such decision, or several.
        """
        shares = np.stack([one.decision.share for one in self._decisions(position, before)])
        return shares[0] if self._one else shares

    def range(self, position: str | None = None, before: str | None = None) -> Any:
        """The hands that go all in as a :class:`Range`, or a list of ranges for several spots.

        Weights are whole percents, as in range texts. :meth:`share` has them exactly.

        Parameters and errors are those of :meth:`share`.
        """
        ranges = [Range(one.weights()) for one in self._decisions(position, before)]
        return ranges[0] if self._one else ranges

    def _decisions(self, position: str | None, before: str | None) -> list[results.Taken]:
        """One decision of each spot."""
        position = None if position is None else text("position", position)
        before = None if before is None else text("before", before)
        taken = []
        for one in self._found:
            first = one.solution.spot.positions[0]
            of_spot = results.decisions_of([one], first if position is None else position, before)
            if len(of_spot) > 1:
                there = ", ".join(repr(each.decision.before) for each in of_spot)
                raise UsageError(
                    f"{of_spot[0].position} has {len(of_spot)} decisions; give before, one of "
                    f"{there}"
                )
            taken += of_spot
        return taken

    def hands(self) -> pa.Table:
        """A row for each hand of each decision: its share, and the EV of either choice.

        For several spots ``row`` counts them from 1, in the given order.
        """
        return self._with_row(results.hands_table(self._taken()))

    def _hands(self) -> Rows:
        """The same for the command, which numbers spots."""
        return Rows(results.hands_table(self._taken()))

    def for_programs(self, *, nested: bool) -> pa.Table:  # noqa: ARG002 it has no lists
        """The same as :meth:`to_arrow`, for the command, which numbers spots."""
        return results.decisions_table(self._taken())

    def for_ranges(self) -> pa.Table:
        """The hands of the only decision."""
        return results.range_table(self._taken())

    def population(
        self,
        where: Any = None,
        *,
        player: Any = "",
        stack: tuple[float, float] | None = None,
        lake: LakePath | None = None,
    ) -> PushedPopulation:
        """What players of imported hands pushed and called at this depth, beside the equilibrium.

        Counts decisions with the same number of players, after at most one all-in. A player is all
        in if he bets all that he can lose. The loss against the equilibrium is in big blinds a
        decision: exact if all holes are known, else a lower and an upper bound.

        Parameters
        ----------
        where : mapping or list of text, optional
            Conditions on columns of ``opportunities``, as in ``stats``: ``{"tournament": ...}``.
        player : str, optional
            One player; ``hero`` is the owner of the files.
        stack : tuple of float, optional
            The lowest and highest effective stack, in big blinds; by default within a tenth of the
            spot's.
        lake : str or Path, optional
            The lake with the hands.

        Returns
        -------
        PushedPopulation
            A row for each decision; ``.at("SB")`` has its hands, with ``.range()``.

        Raises
        ------
        UsageError
            If there are several spots or prizes, or no player was in such a spot.
        LakeError
            If the lake has no hands.
        """
        from .played.push_fold import population_of

        if not self._one:
            raise UsageError(f"there are {len(self._found)} spots; solve one alone")
        return population_of(self._taken(), where, player, stack, lake or self._lake)

    def chart(
        self, position: str | None = None, before: str | None = None, *, title: str = ""
    ) -> Drawn:
        """Draw a decision of one spot: how often each hand goes all in.

        Parameters
        ----------
        position, before : str, optional
            As in :meth:`share`.
        title : str
            By default it names the spot.

        Raises
        ------
        UsageError
            If there are several spots, no such decision, or several.
        """
        from pokerlake.queries.charts import Drawn
        from pokerlake.queries.charts.range_chart import decision_figure

        if not self._one:
            raise UsageError(
                f"there are {counted(len(self._found), 'spot')}, and a picture is of one: solve it "
                "alone; pk.chart('jam-or-fold') draws all stacks that a lake keeps"
            )
        taken = self._decisions(position, before)
        about = results.decisions_table(taken).to_pylist()[0]
        about["stack"] = equal_stack(taken[0].spot)
        rows = [about | row for row in results.hands_table(taken).to_pylist()]
        return Drawn(decision_figure(rows, text("title", title)))

    def _picture(self) -> Drawn | None:
        return self.chart() if self._one else None

    def to_arrow(self) -> pa.Table:
        """A row for each decision: the share of hands that go all in, and their range.

        For several spots ``row`` counts them from 1, in the given order. ``spot`` is the number in
        the lake, or null.
        """
        return self._with_row(results.decisions_table(self._taken()))

    def _with_row(self, table: pa.Table) -> pa.Table:
        """The rows of decisions or hands, with the place of their spot among several."""
        if self._one:
            return table
        place = {id(one): number for number, one in enumerate(self._found, 1)}
        rows = np.array([place[id(one.solved)] for one in self._taken()], np.uint32)
        each = len(table) // max(len(rows), 1)
        return table.add_column(0, "row", [np.repeat(rows, each)])

    def for_people(self) -> pa.Table:
        """The rows for display."""
        return results.decisions_for_people(self._taken())

    def summary(self) -> str:
        """The line below the rows."""
        return "\n".join([*results.summary(self._found), *([self._hint] if self._hint else [])])


def solved_spots(
    parts: Mapping[str, Any], keep: bool, replace: bool, seed: int | None, threads: int, lake: Any
) -> PushFold:
    """The solutions of spots that the fields of ``push_fold`` give."""
    from pokerlake.pipelines.push_fold.solving import solved
    from pokerlake.queries.questions.spots import PUSH_FOLD

    given = {name: value for name, value in parts.items() if not is_blank(value)}
    stack = given.pop("stack", None)
    if isinstance(stack, list) and len(stack) == 1 and isinstance(stack[0], str):
        (stack,) = stack  # of a command
    rows = spots_given(stack, given, [field.name for field in PUSH_FOLD])
    if rows is not None:
        spots, is_one = list(of_rows(rows[1], rows[0], spot_of_push_fold)), False
    else:
        given = given if stack is None else {"stack": stack, **given}
        spots, is_one = _spots(given)
    if not spots:
        raise UsageError("there are no spots; give at least one")
    tell = telling()
    found = solved(
        lake_path(place_of(lake)),
        spots,
        keep=flag("keep", keep) or replace,
        anew=replace,
        seed=1 if seed is None else seed,
        threads=threads,
        listener=tell.count,
        stop=tell.stop,
    )
    whole = [one for one in found if one is not None]
    if len(whole) < len(found):
        raise StoppedError(f"stopped after {len(whole):,} of {len(found):,} spots")
    return dataclass_replace(_result(whole, is_one, _hint(given)), _lake=lake)


def _spots(given: Mapping[str, Any]) -> tuple[list[Spot], bool]:
    """The spots of single or listed parts, and whether all parts are single."""
    columns: dict[str, list[Any]] = {}
    alone: dict[str, Any] = {}
    for name, value in given.items():
        several = _several(name, value)
        if several is None:
            alone[name] = value
        else:
            columns[name] = several
    lengths = {name: len(column) for name, column in columns.items()}
    if len(set(lengths.values())) > 1:
        said = ", ".join(f"{name} has {length}" for name, length in lengths.items())
        raise UsageError(f"lists are not equally long: {said}; give one for each spot")
    if not columns:
        return [spot_of_push_fold(alone)], True

    def rows() -> Iterator[dict[str, Any]]:
        for values in zip(*columns.values(), strict=True):
            yield {**alone, **dict(zip(columns, values, strict=True))}

    return list(of_rows(rows(), "the spots", spot_of_push_fold)), False


def _several(name: str, value: Any) -> list[Any] | None:
    """The value for each spot; None for one value that serves all spots."""
    if isinstance(value, str):
        if name != "stack" or (":" not in value and len(pieces(value)) < 2):
            return None
        return stacks_of(value)
    if name == "stack" and isinstance(value, list) and all(isinstance(v, str) for v in value):
        return [stack for text in value for stack in stacks_of(text)]  # of a command
    if isinstance(value, (Real, np.number, Mapping)):  # a mapping is of ranges
        return None
    for method in ("to_list", "tolist"):  # of polars, of pandas and numpy
        if hasattr(value, method):
            with reading(name, value):
                value = getattr(value, method)()
            break
    if isinstance(value, (Real, np.number)):  # an array without axes
        return None
    try:
        items = list(value)
    except TypeError:
        raise UsageError(f"{name} is {shown(value)}; give numbers, or a list of them") from None
    if name in _LISTS and not any(_is_list(item) for item in items):
        return None
    return items


def _is_list(item: Any) -> bool:
    return item is None or not isinstance(item, (Real, np.number))


def _hint(given: Mapping[str, Any]) -> str:
    """A hint for a short list of stacks, which may be those of the players of one spot."""
    stack: Any = given.get("stack")
    is_list = isinstance(stack, (list, tuple)) and not any(isinstance(one, str) for one in stack)
    if [*given] != ["stack"] or not is_list or not 2 <= len(stack) <= MOST_PLAYERS:
        return ""
    return (
        f"these are {len(stack)} spots of two players; one spot of {len(stack)} players with these "
        f"stacks is stacks={[*stack]}"
    )


def _result(found: list[Solved], is_one: bool, hint: str) -> PushFold:
    most = max(one.solution.spot.players for one in found)

    def padded(name: str) -> Floats:
        rows = np.full((len(found), most), np.nan)
        for row, one in zip(rows, found, strict=True):
            numbers = getattr(one.solution, name)
            row[: len(numbers)] = numbers
        return rows

    columns: dict[str, Any] = {
        "value": padded("values"),
        "gain": padded("gains"),
        "gain_by_deviating": np.array([one.solution.gain for one in found]),
        "is_close": np.array([one.is_close for one in found]),
        "number": np.array([one.number for one in found], np.int64),
    }
    if is_one:
        columns = {
            name: column[0] if column.ndim == 2 else column[0].item()
            for name, column in columns.items()
        }
    methods = [one.solution.method for one in found]
    return PushFold(**columns, methods=methods, _found=found, _one=is_one, _hint=hint)
