"""How good a stored blueprint is in all of hold'em: exact best responses on all or some flops."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from pokerlake.engine import clock
from pokerlake.engine.blueprint import Responses
from pokerlake.engine.blueprint.deals import HOLES_BESIDE, width_of
from pokerlake.engine.blueprint.rounds import rounds_of
from pokerlake.engine.solving.lane_steps import LANES
from pokerlake.tables.definitions.blueprints import (
    BLUEPRINT_RESPONSES,
    BLUEPRINT_STRATEGIES,
    BLUEPRINTS,
    WHOLE,
)
from pokerlake.tables.errors import LakeError
from pokerlake.tables.lake import Lake
from pokerlake.tables.manifest import package_version

from ..growing import adding, stored_rows
from .asked import Asked, asked_of
from .rows import decisions_of

F32 = npt.NDArray[np.float32]
# Takes a run's abstractions by street, and gives the bucket of each hole, (1326,), on a board.
BucketsOf = Callable[[tuple[int, ...]], npt.NDArray[np.integer]]


def stored_row(lake: Lake, run: int | None) -> dict[str, Any]:
    """The row of a blueprint, by default of the last. LakeError if there is none."""
    rows: list[dict[str, Any]] = stored_rows(lake, BLUEPRINTS.name).to_pylist()
    found = [row for row in rows if run in (None, row["run"])]
    if not found:
        raise LakeError(f"no blueprint {run} in {lake.path}; there are 1 to {len(rows)}")
    return found[-1]


def stored_shares(lake: Lake, run: int, asked: Asked) -> list[F32]:
    """How often each action is taken: by street, as :meth:`.Training.mean_shares` has it."""
    lines = asked.lines
    shaped = rounds_of(lines, width_of(HOLES_BESIDE))
    found = [
        np.zeros((buckets, one.slots, LANES), np.float32)
        for buckets, one in zip(asked.buckets, shaped, strict=True)
    ]
    rows = stored_rows(
        lake, BLUEPRINT_STRATEGIES.name, columns=["share"], filters=[("run", "=", run)]
    )
    shares = rows["share"].to_numpy().astype(np.float32) / np.float32(WHOLE)
    at = 0
    for node in decisions_of(lines):
        street = int(lines.street[node])
        actions = [lines.actions[child] for child in lines.children[node]]
        first, lane = shaped[street].place[node]
        stop = at + asked.buckets[street] * len(actions)
        # Rows have the actions in the order of their texts.
        slots = first + np.argsort(actions)
        found[street][:, slots, lane] = shares[at:stop].reshape(-1, len(actions))
        at = stop
    return [one.reshape(-1) for one in found]


def measure(
    lake: Path,
    run: int | None,
    buckets_of: Callable[[Asked], BucketsOf],
    *,
    flops: int | None,
    seed: int,
    threads: int = 0,
    listener: Callable[[int, int], object] = lambda *_: None,
) -> dict[str, Any]:
    """Compute how good a blueprint is, and add that to the lake.

    ``flops``: how many are drawn; None for all. ``listener`` takes how many flops up to suits are
    done, of how many. Raises LakeError, OutputError, or ValueError for a number of flops.
    """
    there = Lake.open(lake)
    row = stored_row(there, run)
    asked = asked_of(row)
    shares = stored_shares(there, row["run"], asked)
    began = clock.now()
    responses = Responses(asked.lines, shares, buckets_of(asked), threads=threads)
    chosen = responses.all_flops() if flops is None else responses.draw_flops(flops, seed)
    done = 0

    def count(_: int) -> None:
        nonlocal done
        done += 1
        listener(done, len(chosen.cards))

    told = responses.exploitability(chosen, responses.values(chosen, count))
    value, least, most = (told.mbb(one) for one in (told.value[1], told.least, told.most))
    found = {
        "run": row["run"],
        "flops": int(chosen.weight.sum()),
        "seed": None if flops is None else seed,
        "value": value.value,
        "value_error": value.error,
        "least": least.value,
        "least_error": least.error,
        "most": most.value,
        "most_error": most.error,
        **{
            f"{player}_{name}": told.mbb(both[at]).value
            for at, player in enumerate(("oop", "ip"))
            for name, both in (("least", told.lower), ("most", told.upper))
        },
        "seconds": round(clock.now() - began, 3),
        "package_version": package_version(),
    }
    with adding(lake, [BLUEPRINT_RESPONSES], wait=True) as addition:
        found = {"measure": addition.first, **found}
        schema = BLUEPRINT_RESPONSES.arrow_schema()
        addition.write[BLUEPRINT_RESPONSES.name](pa.Table.from_pylist([found], schema))
        addition.things = 1
        addition.seconds = found["seconds"]
    return {**found, "stack": row["stack"]}
