"""A lake with rankings of holes of Omaha that are easy to follow: the higher its cards, the better.

The holes of a list of ranks tie, up to suits; those with the highest card highest are best.
"""

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from pokerlake.catalogue import GAMES
from pokerlake.engine.cards.boards import canonical_boards
from pokerlake.tables.definitions.starting_hands import HI_LO_OUTCOMES
from pokerlake.tables.manifest import Entry, Manifest, package_version, write_manifest
from pokerlake.tables.store import stored_file


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
    manifest = Manifest()
    for name in names:
        path = folder / f"{name}.parquet"
        table = pa.table(made[name])
        pq.write_table(table, path)
        entry = Entry(table.num_rows, {}, (stored_file(path),), package_version(), 0.0)
        manifest = manifest.with_table(name, entry)
    write_manifest(folder, manifest)
    return folder
