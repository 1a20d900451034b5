"""How good a stored blueprint is in all of hold'em: exact best responses on all or some flops."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa

from pokerlake.engine import clock
from pokerlake.engine.blueprint import Responses
from pokerlake.tables.definitions.blueprints import BLUEPRINT_RESPONSES
from pokerlake.tables.lake import Lake
from pokerlake.tables.manifest import package_version

from ..growing import adding
from .asked import Asked, asked_of
from .stored import BucketsOf, stored_row, stored_shares


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
    value, least, most = (
        one.mbb(asked.big_blind) for one in (told.value[1], told.least, told.most)
    )
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
            f"{player}_{name}": both[at].mbb(asked.big_blind).value
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
