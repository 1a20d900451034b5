"""Lakes with rankings that are easy to follow: the grid, row by row, is the order of the hands."""

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from pokerlake.catalogue import GAMES
from pokerlake.engine.cards.boards import canonical_boards
from pokerlake.engine.cards.holes import HANDS, hand_combos
from pokerlake.tables.definitions.starting_hands import HI_LO_OUTCOMES
from pokerlake.tables.manifest import (
    Entry,
    Manifest,
    package_version,
    read_manifest,
    write_manifest,
)
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
    return _written(folder, {name: made[name] for name in tables})


def by_ranks(cards):
    """What each hole up to suits is worth: its ranks as digits, the highest first."""
    values = np.zeros(len(canonical_boards(cards).cards), np.int64)
    for column in (canonical_boards(cards).cards >> 2).T[::-1]:
        values = 13 * values + column
    return values


def write_omaha_rankings(folder, *, tables=None, rows=None):
    """Write a lake with the columns a ranking needs; in hi-lo the lowest cards are best."""
    folder.mkdir(exist_ok=True)
    ranked = [game.holes_table for game in GAMES.values() if game.holes_table]
    names = ranked if tables is None else tables
    four, five = by_ranks(4)[:rows], by_ranks(5)[:rows]
    six = by_ranks(6)[:rows] if "omaha_hands6" in names else five
    quarters = 4 * (13**4 - four)
    hi_lo = {name: np.zeros(len(four), np.int64) for name in HI_LO_OUTCOMES}
    hi_lo["high_win_low_win"] = quarters // 4 - 1
    hi_lo["high_tie_no_low"] = np.full(len(four), 2)
    made = {
        "omaha_hands": {"win": four // 2, "tie": four % 2, "lose": 0 * four},
        "omaha_hands5": {"win": five, "tie": 0 * five, "lose": 0 * five},
        "omaha_hands6": {"win": six, "tie": 0 * six, "lose": 0 * six},
        "omaha8_hands": hi_lo,
    }
    return _written(folder, {name: pa.table(made[name]) for name in names})


def _written(folder, tables):
    """The lake, with these tables beside those that it has."""
    there = (folder / "manifest.json").exists()
    manifest = read_manifest(folder) if there else Manifest()
    for name, table in tables.items():
        path = folder / f"{name}.parquet"
        pq.write_table(table, path)
        entry = Entry(table.num_rows, {}, (stored_file(path),), package_version(), 0.0)
        manifest = manifest.with_tables({name: entry})
    write_manifest(folder, manifest)
    return folder
