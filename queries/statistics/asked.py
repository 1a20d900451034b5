"""Statistics of players: VPIP, 3-bet, c-bet, winnings and all others, by anything, with errors."""

from __future__ import annotations

from dataclasses import dataclass, replace
from os import PathLike
from typing import TYPE_CHECKING, Any

from pokerlake.tables.definitions.statistics import STATISTICS

from ..questions.fields import (
    flag_field,
    of_field,
    plain_field,
    player_field,
    where_field,
    whole_field,
)
from ..questions.question import Column, question
from ..results import Result

if TYPE_CHECKING:
    import duckdb
    import numpy as np
    import numpy.typing as npt
    import pyarrow as pa

    from .answer import Asked, Beside, Cells
    from .given import Condition

    Floats = npt.NDArray[np.float64]

_OTHERS = "others"
_UNITS = ("player", "day", "session", "row")


@dataclass(frozen=True, repr=False, eq=False)
class Statistics(Result):
    """Statistics by cells: a row for each cell and statistic, arrays of ``(n,)``.

    Attributes
    ----------
    statistic : (n,) object
        Its name.
    value, low, high, error : (n,) float64
        Its value in its unit, percent for shares; the 95 % interval; the standard error. NaN where
        there were no chances, or too few.
    taken, chances : (n,) float64
        The sums that the value is the ratio of.
    by : tuple of str
        The columns of the cells.
    unit : str
        What is taken to be independent: row, player, day or session.
    player : str
        Whose they are; empty if of all.
    """

    statistic: npt.NDArray[np.object_]
    value: Floats
    low: Floats
    high: Floats
    error: Floats
    taken: Floats
    chances: Floats
    by: tuple[str, ...]
    unit: str
    player: str
    _labels: tuple[list[Any], ...]
    _beside: Beside | None
    _why_nothing: str = ""

    def to_arrow(self) -> pa.Table:
        """The columns of the cell, then the statistic with its value, interval and counts."""
        import pyarrow as pa

        columns: dict[str, Any] = {}
        for name, labels in zip(self.by, self._labels, strict=True):
            columns[name] = pa.array(labels)
        columns["statistic"] = pa.array(self.statistic.tolist(), pa.string())
        for name in ("value", "low", "high", "error"):
            columns[name] = pa.array(getattr(self, name), from_pandas=True)
        columns["taken"] = self.taken
        columns["chances"] = self.chances
        columns["unit"] = [STATISTICS[name].unit for name in self.statistic.tolist()]
        if self._beside is not None:
            for name, values in self._beside._asdict().items():
                columns[name] = pa.array(values, from_pandas=True)
        return pa.table(columns)

    def wide(self) -> pa.Table:
        """A row for each cell, with a column for each statistic."""
        import pyarrow as pa

        names = list(dict.fromkeys(self.statistic.tolist()))
        rows: dict[tuple[Any, ...], dict[str, float]] = {}
        cells = zip(*self._labels, strict=True) if self.by else [()] * len(self.value)
        for cell, name, value in zip(
            cells, self.statistic.tolist(), self.value.tolist(), strict=True
        ):
            rows.setdefault(cell, {})[name] = value
        told = {
            name: pa.array([cell[place] for cell in rows]) for place, name in enumerate(self.by)
        }
        return pa.table(
            told
            | {
                name: pa.array(
                    [row.get(name) for row in rows.values()], pa.float64(), from_pandas=True
                )
                for name in names
            }
        )

    def summary(self) -> str:
        """What the intervals go by; of no rows, why there are none."""
        if not len(self.value):
            return self._why_nothing or "no cell has enough chances; ask for fewer"
        how = {
            "row": "shares by Wilson, means as of independent rows",
            "player": "each player's rows belong together",
            "day": "each day of a player belongs together",
            "session": "each session of a player belongs together",
        }
        told = f"low to high holds the value in 95 % ({how[self.unit]})"
        return f"{self._why_nothing}\n{told}" if self._why_nothing else told


@question(
    plain_field(
        "statistics", "Their names: vpip,pfr,three_bet; see https://pokerlake.github.io/pokerlake/statistics/",
        "NAMES", default="", by_place=True, names=lambda: STATISTICS, longest=4000,
    ),
    plain_field(
        "by", "Columns to group by: 'position, stack: 20 50 100'.", "COLUMNS", default="",
        longest=1000,
    ),
    where_field("What counts: big_blind=0.05..0.25, 'position=BTN,SB', 'stack>=40' in big blinds."),
    player_field(),
    plain_field(
        "beside", "A cohort to compare with: others, a player, or conditions such as 'year=2023'.",
        "COHORT", default="", longest=4000,
    ),
    replace(
        whole_field("least", "Leave out cells with fewer chances.", least=1),
        default=1, kind=int, least=1, most=10**9,
    ),
    plain_field(
        "independent", "The unit of independent observations for intervals: row, player, day "
                       "or session.",
        "UNIT", default="", told="row for one player, else player",
    ),
    flag_field("ranked", "Order by the lower bound of the first statistic, the best first."),
    columns=[
        Column("statistic", "VARCHAR", "its name"),
        Column("value", "DOUBLE", "in its unit: percent of shares"),
        Column("low", "DOUBLE", "the lower end of the 95 % interval"),
        Column("high", "DOUBLE", "the upper end"),
        Column("error", "DOUBLE", "the standard error"),
        Column("taken", "DOUBLE", "how often, or the sum of the averaged values"),
        Column("chances", "DOUBLE", "the number of chances"),
        Column("unit", "VARCHAR", "of the value: %, bb/100, ..."),
    ],
    examples=[
        {"statistics": "vpip,pfr,three_bet", "by": "position", "player": "Pluribus"},
        {"statistics": "bb_100", "by": "player", "least": "1000", "ranked": True},
        {"statistics": "cbet_flop", "by": "suits", "where": ["players>=6"], "beside": "others",
         "player": "Pluribus"},
    ],
    in_rows=False,
    is_python=True,
    seconds=60,
)  # fmt: skip
def stats(
    statistics: Any = "",
    *,
    by: Any = "",
    where: Any = None,
    player: Any = "",
    beside: Any = "",
    least: int = 1,
    independent: str | None = None,
    ranked: bool = False,
    lake: PathLike[str] | str | None = None,
) -> Statistics:
    """Statistics of imported hands: VPIP, 3-bet, c-bet, winnings and others, by anything.

    Each value has its count and a 95 % interval. Shares of one player have Wilson's. Those of
    several go by players: decisions of one player are not independent. Means of one player's hands
    have the standard error of the mean, by hands, days or sessions.

    Parameters
    ----------
    statistics : text or list of str
        Names; by default a dozen of the usual ones. All are defined in
        https://pokerlake.github.io/pokerlake/statistics/.
    by : text, list or mapping
        Columns of the view ``opportunities`` or of tournaments. Numbers fall into cells:
        ``{"stack": [20, 50, 100]}``, as text ``"stack: 20 50 100"``.
    where : mapping or list of text, optional
        Conditions on columns: a value, a list of values, a tuple of two numbers from and to, None
        for what is not known, or text such as ``">= 40"``.
    player : str, optional
        One player; ``hero`` is the owner of the files.
    beside : str or mapping, optional
        Another cohort, whose values stand beside with the difference and its standard error:
        ``others`` (all but the player), another player's name, or conditions.
    least : int
        Cells with fewer chances are left out.
    independent : str, optional
        ``row``, ``player``, ``day`` or ``session``: what intervals take to be independent.
    ranked : bool
        Whether to order cells by the lower bound of the first statistic: the largest of many
        values is mostly luck.
    lake : str or Path, optional
        Where hands are.

    Returns
    -------
    Statistics
        A row for each cell and statistic.

    Raises
    ------
    UsageError
        If a name is not known, or a column is none of what a statistic is of.
    LakeError
        If the lake has no hands.
    """
    from pokerlake.tables.lake import lake_path

    from .answer import statistics as found_in

    mine, other = _read(statistics, by, where, player, beside, independent)
    cells, others = found_in(mine, None if lake is None else lake_path(lake), other)
    return _result(mine, player or "", cells, others, least, ranked=ranked)


def stats_in(
    connection: duckdb.DuckDBPyConnection,
    statistics: Any,
    *,
    by: Any = "",
    where: Any = None,
    player: Any = "",
    beside: Any = "",
) -> Statistics:
    """The statistics of the hands of a connection, as :func:`stats` has those of a lake."""
    from .answer import cells_in

    mine, other = _read(statistics, by, where, player, beside, None)
    cells, others = cells_in(connection, mine, other)
    return _result(mine, player or "", cells, others, 1, ranked=False)


def _read(
    statistics: Any, by: Any, where: Any, player: Any, beside: Any, independent: str | None
) -> tuple[Asked, Asked | None]:
    """What is asked, and the same of another cohort; UsageError says what is wrong."""
    from pokerlake.engine.given import shown
    from pokerlake.tables.errors import UsageError, flag

    from . import answer
    from .given import conditions_of, keys_of, player_condition, statistics_of

    with of_field("statistics"):
        named = statistics_of(statistics)
    with of_field("by"):
        keys = keys_of(by)
    with of_field("where"):
        conditions = conditions_of(where)
    if player is not None and player != "":
        with of_field("player"):
            conditions = answer.one_condition(conditions, player_condition(player))
    if independent not in (None, "", *_UNITS):
        with of_field("independent"):
            raise UsageError(f"independent is {shown(independent)}; give {' or '.join(_UNITS)}")
    given = independent or None
    asked = answer.Asked(named, keys, conditions, answer.unit_of(keys, conditions, given))
    answer.refuse_columns(asked)
    if beside is None or (isinstance(beside, str) and not beside.strip()):
        return asked, None
    with of_field("beside"):
        if beside == _OTHERS:
            own = [c for c in conditions if c.name in answer.WHO]
            if not own:
                raise UsageError(
                    f"beside is 'others'; say of which player with {flag('player', 'NAME')}"
                )
            more: tuple[Condition, ...] = tuple(
                replace(c, sql=f"({c.sql}) is not true", given_by="beside") for c in own
            )
        elif isinstance(beside, str) and not any(sign in beside for sign in "=<>"):
            more = (replace(player_condition(beside), given_by="beside"),)
        else:
            more = conditions_of(beside, "beside")
        other = answer.of_others(asked, more, given)
        answer.refuse_columns(other)
    return asked, other


def _result(
    asked: Asked, player: str, cells: Cells, others: Cells | None, least: int, *, ranked: bool
) -> Statistics:
    """The rows that are shown, in their order."""
    import numpy as np

    from .answer import Beside, beside

    counted = cells.rows if others is None else np.maximum(cells.rows, others.rows)
    rows = np.flatnonzero(counted >= least)
    if ranked:
        first = {
            cell: low
            for cell, number, low in zip(
                cells.cell.tolist(), cells.statistic.tolist(), cells.low.tolist(), strict=True
            )
            if not number
        }
        worst = -np.inf
        lows = np.array([first.get(cell, worst) for cell in cells.cell[rows].tolist()])
        rows = rows[np.argsort(-np.nan_to_num(lows, nan=worst), kind="stable")]
    names = np.array([each.name for each in asked.statistics], object)
    labels = tuple(
        [cells.labels[cell][place] for cell in cells.cell[rows].tolist()]
        for place in range(len(asked.keys))
    )
    return Statistics(
        names[cells.statistic[rows]],
        cells.value[rows],
        cells.low[rows],
        cells.high[rows],
        cells.error[rows],
        cells.taken[rows],
        cells.chances[rows],
        tuple(key.name for key in asked.keys),
        asked.unit,
        player,
        labels,
        None if others is None else Beside(*(each[rows] for each in beside(cells, others))),
        cells.why_nothing or ("" if others is None else others.why_nothing),
    )
