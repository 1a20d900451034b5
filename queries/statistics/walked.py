"""What players did on a street that two of them began: each decision, with the sizes before it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from ..statements.run import stream
from .answer import unit_of
from .given import Condition
from .habits import TWO
from .nodes import decided_sql, hands_of

if TYPE_CHECKING:
    import numpy.typing as npt

    Ints = npt.NDArray[np.int64]

MOST = 4  # bets and raises before a decision; of later ones the sizes are not told
_SQL = """
with decided as ({rows}),
sizes as (
    select hand_id, list(
        100 * cast(amount - to_call as double) / nullif(cast(pot + to_call as double), 0)
        order by number
    ) as sizes
    from actions where street = $street and action in ('bet', 'raise') group by hand_id
)
select side, raises, action, person, {before},
    cast(round(sizes[raises + 1]) as bigint) as size, count(*) as n
from decided left join sizes on decided.hand_id = sizes.hand_id
where {two} group by all
"""


@dataclass(frozen=True)
class Walked:
    """Decisions that are alike in all of this, (n,), and how many they are.

    Attributes
    ----------
    side : (n,) int64
        0 out of position, 1 in position.
    raises : (n,) int64
        Bets and raises before it on the street.
    action : (n,) object
        fold, check, call, bet, raise.
    player : (n,) int64
        Who decides, by number.
    before : (4, n) int64
        The sizes of these bets and raises, in percent of the pot after a call; -1 for none.
    size : (n,) int64
        His own; -1 for none.
    count : (n,) int64
    unit : str
        What is independent: row, of one player, or player.
    """

    side: Ints
    raises: Ints
    action: npt.NDArray[np.object_]
    player: Ints
    before: Ints
    size: Ints
    count: Ints
    unit: str


def walked(street: str, conditions: tuple[Condition, ...], lake: Path | None) -> Walked:
    """The decisions on a street that conditions choose.

    UsageError if a player who is named has no hands; LakeError if the lake has none.
    """
    conditions = (*conditions, Condition("street", '"street" = ?', (street,)))
    columns = ("hand_id", "street", "side", "action", "raises", "opponents")
    before = ", ".join(
        f"case when raises >= {n} then cast(round(sizes[{n}]) as bigint) end as s{n}"
        for n in range(1, MOST + 1)
    )
    with hands_of(lake, conditions) as connection:
        rows, values = decided_sql(connection, columns, conditions)
        statement = _SQL.format(rows=rows, before=before, two=TWO)
        found = stream(connection, statement, values | {"street": street}).read_all()

    def numbers(name: str) -> Ints:
        column: Any = found.column(name).cast(pa.int64()).fill_null(-1)
        return np.asarray(column.to_numpy())

    names = found.column("person").combine_chunks().dictionary_encode()
    sides = np.asarray(found.column("side").to_numpy(zero_copy_only=False))
    return Walked(
        (sides == "ip").astype(np.int64),
        numbers("raises"),
        np.asarray(found.column("action").to_numpy(zero_copy_only=False)),
        np.asarray(names.indices.to_numpy()).astype(np.int64),
        np.stack([numbers(f"s{n}") for n in range(1, MOST + 1)]),
        numbers("size"),
        numbers("n"),
        unit_of((), conditions, None),
    )
