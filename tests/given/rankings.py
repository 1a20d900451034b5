"""A lake with rankings that are easy to follow: the grid, row by row, is the order of the hands."""

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from pokerlake.engine.cards.holes import HANDS, hand_combos
from pokerlake.tables.manifest import Entry, Manifest, package_version, write_manifest
from pokerlake.tables.store import stored_file

EQUITIES = [(168 - hand) / 168 for hand in range(169)]  # AA 1, AKs 167/168 ... 22 0


def write_rankings(folder, *, hands=HANDS, tables=("starting_hands", "income_rates")):
    """Write a lake with the columns a ranking needs; the rows are not in the order of the grid.

    By equity the hands stand in the order of the grid, by income rate in the reverse order for an
    even number of players, and as by equity for an odd one.
    """
    folder.mkdir(exist_ok=True)
    order = np.random.default_rng(5).permutation(len(hands)).tolist()
    starting = {
        "hand": [hands[row] for row in order],
        "win": [(168 - row) * int(hand_combos()[row]) for row in order],
        "tie": [0] * len(hands),
        "lose": [row * int(hand_combos()[row]) for row in order],
    }
    income = [
        {"hand": hands[row], "players": players, "income_rate": float(row if even else -row)}
        for row in order
        for players in range(2, 11)
        for even in [players % 2 == 0]
    ]
    made = {"starting_hands": pa.table(starting), "income_rates": pa.Table.from_pylist(income)}
    manifest = Manifest()
    for name in tables:
        path = folder / f"{name}.parquet"
        pq.write_table(made[name], path)
        entry = Entry(made[name].num_rows, {}, (stored_file(path),), package_version(), 0.0)
        manifest = manifest.with_table(name, entry)
    write_manifest(folder, manifest)
    return folder
