"""A lake of a few boards and all their holes, counted by the engine and written as tables are."""

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from pokerlake.engine.cards.boards import canonical_boards
from pokerlake.engine.cards.holes import HANDS, hand_of_hole
from pokerlake.engine.cards.text import parse_hand
from pokerlake.engine.strength.transitions import river_outcomes, strengths
from pokerlake.pipelines.planning import all_builds
from pokerlake.tables.definitions.boards import RELATIONS
from pokerlake.tables.manifest import Entry, Manifest, package_version, write_manifest
from pokerlake.tables.registry import TABLES
from pokerlake.tables.store import stored_file

STREETS = {3: "flop", 4: "turn", 5: "river"}


def board_lake(folder, *boards):
    """A lake of these canonical boards, and of the textures of all; the folder."""
    folder.mkdir()
    entries = {}
    for cards, street in STREETS.items():
        ids = sorted(board_number(board) for board in boards if len(board) == 2 * cards)
        if ids:
            tables = {
                f"{street}s": all_builds()[f"{street}s"].compute(0, {}),
                f"{street}_hands": hands(cards, ids),
            }
            entries |= {name: stored(folder, name, table) for name, table in tables.items()}
    write_manifest(folder, Manifest(entries))
    return folder


def board_number(board):
    """The number of a canonical board."""
    cards = parse_hand(board)
    (number,) = np.flatnonzero((canonical_boards(len(cards)).cards == cards).all(axis=1))
    return int(number)


def hands(cards, ids):
    """Rows of ``flop_hands``, ``turn_hands`` or ``river_hands`` on boards of these numbers."""
    boards = canonical_boards(cards)
    outcomes = river_outcomes if cards == 5 else strengths
    found = outcomes(boards.cards[ids], layout="rows")
    columns = {
        "board_id": np.array(ids)[found.board],
        "hole_id": found.hole,
        "hand": np.array(HANDS)[hand_of_hole()[found.hole]],
        "weight": boards.weight[ids][found.board].astype(int) * found.orbit,
        "class_id": found.class_id,
    }
    if cards == 5:
        return pa.table(columns | {"win": found.win, "tie": found.tie})
    columns |= {name: found.now[:, i] for i, name in enumerate(RELATIONS)}
    steps = {"turn": found.next_card, "river": found.river}
    for street in ("turn", "river")[cards - 3 :]:
        for i, now in enumerate(RELATIONS):
            for j, then in enumerate(RELATIONS):
                columns[f"{street}_{now}_{then}"] = steps[street][:, i, j]
    return pa.table(columns | {"river_strength_squares": found.river_strength_squares})


def stored(folder, name, table):
    """Write a table; what a manifest says of it."""
    schema = TABLES[name].arrow_schema()
    path = folder / f"{name}.parquet"
    pq.write_table(table.select(schema.names).cast(schema), path)
    return Entry(len(table), {}, (stored_file(path),), package_version(), 0.0)
