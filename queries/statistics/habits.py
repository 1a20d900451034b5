"""Habits: how often players take each action after the flop, by what they face."""

from __future__ import annotations

from dataclasses import dataclass
from os import PathLike
from typing import TYPE_CHECKING, Any

from ..questions.fields import game_field, player_field, where_field
from ..questions.question import Column, question
from ..results import Result

if TYPE_CHECKING:
    from pathlib import Path

    import pyarrow as pa

    from .given import Condition

BETS_FROM = (0, 40, 80, 125)  # percent of the pot, where classes of bets begin
# Streets that two players began: where none of several folded on it before.
TWO = """(opponents = 1 and not exists (
    select 1 from actions where actions.hand_id = decided.hand_id
    and actions.street = decided.street and actions.action = 'fold' and actions.opponents = 2))"""
_ACTIONS = {"nothing": ("check", "bet")}
_ANSWERS = ("fold", "call", "raise")
_STREETS, _SIDES, _FACING = ("flop", "turn", "river"), ("oop", "ip"), ("nothing", "bet", "raise")
_SQL = """
with decided as ({rows}),
faced as (
    select decided.street, side, person, action, raises,
        100 * cast(to_call as double) / nullif(cast(pot - bets.bet as double), 0) as size
    from decided left join (
        select hand_id, street, amount as bet from actions where action = 'bet'
    ) as bets
        on raises = 1 and decided.hand_id = bets.hand_id and decided.street = bets.street
    where decided.street in ('flop', 'turn', 'river') and {two}
),
each as (
    select street, side, least(raises, 2) as raises,
        case when raises = 1 then {step} end as step,
        cast(count(*) as double) as d, {counts}
    from faced group by street, side, least(raises, 2), step, person
)
select street, side, raises, step, count(*) as n, sum(d) as d, sum(d * d) as dd, {sums}
from each group by street, side, raises, step
"""
_EVERY = ("check", "bet", *_ANSWERS)


@dataclass(frozen=True, repr=False, eq=False)
class Habits(Result):
    """How often players take each action after the flop, by what they face.

    Attributes
    ----------
    unit : str
        What is taken to be independent: row, of one player, or player.
    """

    unit: str
    _table: pa.Table
    _why_nothing: str = ""

    def to_arrow(self) -> pa.Table:
        """A row for each street, side, what is faced, and action."""
        return self._table

    def summary(self) -> str:
        """What the intervals go by; of no rows, why there are none."""
        if self._why_nothing:
            return self._why_nothing
        alone = self.unit == "row"
        how = "shares by Wilson" if alone else "each player's decisions belong together"
        return f"low to high holds the percentage in 95 % ({how})"


@question(
    where_field("Which decisions: street=river, big_blind=0.05..0.25, 'spr<3'."),
    player_field(),
    game_field(),
    columns=[
        Column("street", "VARCHAR", "flop, turn, river"),
        Column("side", "VARCHAR", "oop, who acts first, or ip"),
        Column("facing", "VARCHAR", "nothing, bet, or raise: more than one of them"),
        Column("bet_from", "DOUBLE", "of a bet, percent of the pot before it: at least"),
        Column("bet_below", "DOUBLE", "and below; null for any"),
        Column("action", "VARCHAR", "check, bet; fold, call, raise"),
        Column("decisions", "BIGINT", "that face this"),
        Column("taken", "BIGINT", "how many of them take the action"),
        Column("percent", "DOUBLE", "taken of decisions"),
        Column("low", "DOUBLE", "the lower end of the 95 % interval"),
        Column("high", "DOUBLE", "the upper end"),
        Column("standard_error", "DOUBLE", "of the percentage"),
    ],
    examples=[
        {"where": ["street=river", "player!=Pluribus"]},
        {"where": ["street=flop", "aggressor=self", "position=BB"], "player": "Pluribus"},
    ],
    in_rows=False,
    is_python=True,
    seconds=60,
)  # fmt: skip
def habits(
    *,
    where: Any = None,
    player: Any = "",
    game: Any = "hold'em",
    lake: PathLike[str] | str | None = None,
) -> Habits:
    """How often players take each action after the flop, by what they face.

    Of streets that two players began; bets are in percent of the pot before them. Shares of one
    player have Wilson's intervals. Of several each player's decisions belong together. Solved spots
    take these: ``solve --against ip --habits``.

    Parameters
    ----------
    where : mapping or list of text, optional
        Conditions on columns of ``opportunities``, as of ``stats``: ``{"street": "river"}``.
    player : str, optional
        One player; ``hero`` is the owner of the files.
    game : str
        By whose rule.
    lake : str or Path, optional
        Where hands are.

    Returns
    -------
    Habits
        A row for each street, side, what is faced, and action.

    Raises
    ------
    UsageError
        If decisions do not have a column, or nobody of that name played.
    LakeError
        If the lake has no hands.
    """
    from pokerlake.tables.lake import lake_path

    from .nodes import conditions_at

    conditions = conditions_at(where, player, game)
    return counted(conditions, None if lake is None else lake_path(lake))


def counted(conditions: tuple[Condition, ...], lake: Path | None) -> Habits:
    """The habits of decisions that conditions choose; errors are those of :func:`habits`."""
    import numpy as np
    import pyarrow as pa

    from pokerlake.tables.definitions.opportunities import DECISIONS
    from pokerlake.tables.definitions.statistics import STATISTICS

    from ..statements.run import stream
    from .answer import measured, unit_of, why_nothing
    from .compose import SUMS
    from .nodes import decided_sql, hands_of

    unit = unit_of((), conditions, None)
    columns = ("hand_id", "street", "side", "action", "raises", "opponents", "to_call", "pot")
    places = range(len(_EVERY))
    parts = {
        "two": TWO,
        "step": " + ".join(f"cast(size >= {edge} as int)" for edge in BETS_FROM[1:]),
        "counts": ", ".join(f"count(*) filter (action = '{_EVERY[n]}') as a{n}" for n in places),
        "sums": ", ".join(f"sum(a{n}) as a{n}, sum(a{n} * a{n}) as aa{n}, sum(a{n} * d) as ad{n}"
                        for n in places),
    }  # fmt: skip
    with hands_of(lake, conditions) as connection:
        rows, values = decided_sql(connection, columns, conditions)
        statement = _SQL.format(rows=rows, **parts)
        cells = stream(connection, statement, values).read_all().to_pylist()
        reason = "" if cells else why_nothing(connection, conditions, DECISIONS)

    def place(cell: dict[str, Any]) -> tuple[int, ...]:
        return (
            _STREETS.index(cell["street"]), _SIDES.index(cell["side"]), cell["raises"],
            -1 if cell["step"] is None else cell["step"],
        )  # fmt: skip

    found, sums = [], []
    for cell in sorted(cells, key=place):
        facing, step = _FACING[cell["raises"]], cell["step"]
        ends = (None, None) if step is None else (*BETS_FROM, None)[step : step + 2]
        for action in _ACTIONS.get(facing, _ANSWERS):
            n = _EVERY.index(action)
            sums.append(
                [float(cell[name]) for name in (f"a{n}", "d", f"aa{n}", f"ad{n}", "dd", "n", "d")]
            )
            found.append((cell["street"], cell["side"], facing, *ends, action))
    told = np.array(sums).reshape(len(sums), SUMS)
    percent, low, high, error = measured(STATISTICS["vpip"], told, unit)
    names = ("street", "side", "facing", "bet_from", "bet_below", "action")
    types = [pa.string()] * 3 + [pa.float64()] * 2 + [pa.string()]
    table = {
        name: pa.array([row[at] for row in found], of)
        for at, (name, of) in enumerate(zip(names, types, strict=True))
    }
    table |= {"decisions": told[:, 1].astype(np.int64), "taken": told[:, 0].astype(np.int64)}
    shares = {"percent": percent, "low": low, "high": high, "standard_error": error}
    table |= {name: pa.array(column, from_pandas=True) for name, column in shares.items()}
    return Habits(unit, pa.table(table), reason)
