"""Which abstraction of a lake to use: by its number, or the newest of a street."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from pokerlake.tables.definitions.abstraction import ABSTRACTIONS
from pokerlake.tables.errors import LakeError, UsageError
from pokerlake.tables.lake import Lake, lake_path

from ..lookup.stored import stored_table

STREETS = {"preflop": 0, "flop": 3, "turn": 4, "river": 5}  # cards on the board

_LISTED = 12


class Run(NamedTuple):
    """An abstraction: a row of ``abstractions``."""

    run: int  # 0 for the starting hands, which need no abstraction
    street: str
    kind: str
    k: int

    def __str__(self) -> str:
        return f"run {self.run} ({self.street}, {self.kind}, k = {self.k})"


STARTING_HANDS = Run(0, "preflop", "lossless", 169)


def runs_of(lake: Lake | None) -> list[Run]:
    """All abstractions of a lake, the oldest first; none without a lake.

    LakeError if the table is damaged.
    """
    name = ABSTRACTIONS.name
    if lake is None or name not in (*lake.manifest.tables, *lake.manifest.lost):
        return []
    rows = stored_table(lake, name, Run._fields).to_pylist()
    return sorted(Run(**row) for row in rows)


def chosen_run(
    lake: Lake | None,
    street: str | None,
    *,
    run: int | None = None,
    kind: str | None = None,
    k: int | None = None,
) -> Run:
    """The abstraction of that number, or the newest of a street, and of a kind and a k if given.

    Before the flop, every lake has the starting hands. LakeError if there is no lake, or no such
    abstraction in it: the message says how to make one. UsageError if the run of that number has
    another street, kind or k.
    """
    there = runs_of(lake)
    if run is not None:
        return _numbered(lake, there, run, street, kind, k)
    wanted = {"street": street, "kind": kind, "k": k}
    criteria = {name: value for name, value in wanted.items() if value is not None}
    fitting = [entry for entry in there if criteria.items() <= entry._asdict().items()]
    if fitting:
        return fitting[-1]
    if criteria.items() <= STARTING_HANDS._asdict().items():
        return STARTING_HANDS
    raise LakeError(_none_such(_place(lake), there, street, kind, k))


def _numbered(
    lake: Lake | None,
    there: list[Run],
    run: int,
    street: str | None,
    kind: str | None,
    k: int | None,
) -> Run:
    match = next((one for one in there if one.run == run), None)
    if match is None:
        what = f"there are: {_listed(there)}" if there else "it has none; 'pokerlake abstract'"
        more = "" if there else " makes them"
        raise LakeError(f"no abstraction of run {run} in {_place(lake)}; {what}{more}")
    for name, value in (("street", street), ("kind", kind), ("k", k)):
        if value is not None and value != getattr(match, name):
            asked = f"the {value}" if name == "street" else f"{name} = {value}"
            raise UsageError(f"{match} is not of {asked}; leave the run out for the newest that is")
    return match


def _none_such(
    place: Path, there: list[Run], street: str | None, kind: str | None, k: int | None
) -> str:
    how = f"{'' if kind is None else f' --kind {kind}'}{'' if k is None else f' --k {k}'}"
    asked = [f"kind {kind}"] * (kind is not None) + [f"k = {k}"] * (k is not None)
    others = [one for one in there if one.street == street]
    return (
        f"no abstraction of the {street}{' of ' * bool(asked)}{' and '.join(asked)} in {place}; "
        f"'pokerlake abstract {street}{how}' makes one"
        + (f"; there are: {_listed(others)}" if others else "")
    )


def _listed(there: Iterable[Run]) -> str:
    newest = [str(one) for one in there][-_LISTED:]
    return ", ".join(newest)


def _place(lake: Lake | None) -> Path:
    """The folder of the lake; LakeError if there is none."""
    return Lake.open(lake_path(None)).path if lake is None else lake.path
