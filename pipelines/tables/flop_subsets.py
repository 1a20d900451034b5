"""Builds the subsets of flops, and their errors: one piece each, on all cores."""

from __future__ import annotations

import functools
from dataclasses import asdict

import numpy as np
import pyarrow as pa

from pokerlake.engine.cards.boards import canonical_boards
from pokerlake.engine.cards.text import CARDS
from pokerlake.engine.flop_subsets.fitting import fitted_subsets, subset_errors
from pokerlake.tables.definitions.flop_subsets import FLOP_SUBSET_ERRORS, FLOP_SUBSETS
from pokerlake.tables.manifest import Parameters

from ..build import Build, Cost


def _subsets(_partition: int, _: Parameters) -> pa.Table:
    subsets = fitted_subsets()
    flops = np.concatenate([subset.flops for subset in subsets.values()])
    cards = np.array(CARDS)[canonical_boards(3).cards[flops].T]
    return pa.table(
        {
            "subset": np.repeat(list(subsets), list(subsets)),
            "board_id": flops,
            "board": functools.reduce(np.char.add, cards),
            "weight": np.concatenate([subset.weights for subset in subsets.values()]),
        }
    )


def _errors(_partition: int, _: Parameters) -> pa.Table:
    found = [asdict(error) for error in subset_errors(fitted_subsets())]
    table = pa.Table.from_pylist(found).rename_columns({"size": "subset"})
    keys = [(name, "ascending") for name in FLOP_SUBSET_ERRORS.key]
    return table.sort_by(keys)


BUILDS = (  # seconds, bytes of memory, bytes on the disk
    Build(FLOP_SUBSETS, _subsets, Cost(11, 500_000_000, 6_000), on_request=True),
    Build(FLOP_SUBSET_ERRORS, _errors, Cost(24, 600_000_000, 3_000), on_request=True),
)
