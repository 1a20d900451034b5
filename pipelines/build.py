"""What a build is: how a table is cut into partitions, computed and put together."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

import pyarrow as pa

from pokerlake.tables.errors import UsageError
from pokerlake.tables.manifest import Parameters
from pokerlake.tables.schema import Table

Pieces = Iterator[pa.Table]


@dataclass(frozen=True)
class Cost:
    """What building a table takes on two cores: measured, and shown before anything runs."""

    seconds: float
    memory_bytes: int
    disk_bytes: int


def share(rows: int, piece: int, pieces: int) -> slice:
    """The rows of a piece, of pieces that differ by one row at the most."""
    return slice(rows * piece // pieces, rows * (piece + 1) // pieces)


@dataclass(frozen=True)
class Build:
    """How a table is made, in pieces that can be computed apart from each other.

    A build that is killed loses only the pieces that it was computing.
    """

    table: Table  # without the digest of its values where the parameters are not the default ones
    compute: Callable[[int, Parameters], pa.Table]  # makes a piece, from nothing but its number
    cost: Cost
    partitions: int = 1  # the number of pieces
    # Makes the table's rows, in order, of all pieces: by default they follow one another.
    combine: Callable[[Pieces, Parameters], Pieces] = lambda pieces, _: pieces
    parameters: Parameters = field(default_factory=dict)  # what it depends on besides, by default
    # The cost with other parameters; raises UsageError if a table cannot be built with them.
    cost_with: Callable[[Parameters], Cost] | None = None
    on_request: bool = False  # whether it must be named, and is not in the standard lake

    def with_parameters(self, given: Parameters) -> Build:
        """The build with other values of some of its parameters.

        Raises UsageError if it has no such parameter, a value is of another type, or the table
        cannot be built with them.
        """
        for name, value in given.items():
            known = self.parameters.get(name)
            if known is None:
                known_ones = ", ".join(self.parameters) or "none"
                raise UsageError(f"{self.table.name} has no parameter {name}; it has {known_ones}")
            if type(value) not in (type(known), *((int,) if isinstance(known, float) else ())):
                kind = type(known).__name__
                raise UsageError(f"{name} of {self.table.name} is {value!r}, which is no {kind}")
        parameters = {**self.parameters, **given}
        if parameters == dict(self.parameters):
            return self
        cost = self.cost_with(parameters) if self.cost_with else self.cost
        table = replace(self.table, values="")
        return replace(self, table=table, parameters=parameters, cost=cost)

    def rows(self, pieces: Pieces) -> Pieces:
        """The rows of the table, with the columns that it is defined to have.

        Raises KeyError, ValueError, pyarrow.ArrowException.
        """
        schema = self.table.arrow_schema()
        for rows in self.combine(pieces, self.parameters):
            yield rows.select(schema.names).cast(schema)
