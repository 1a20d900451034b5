"""Rows of the tables of boards as arrays, and what named queries answer on them."""

import numpy as np

from pokerlake.engine.cards.holes import hole_cards
from pokerlake.engine.keys.canonical_rows import row_keys
from pokerlake.queries.statements.run import stream
from pokerlake.tables.definitions.boards import RELATIONS

WHOLE = 1081 * 990


def read(connection, sql):
    """Columns as arrays, whole numbers as int64."""
    table = stream(connection, sql).read_all()
    arrays = {name: table[name].to_numpy() for name in table.column_names}
    return {
        name: array.astype(np.int64) if array.dtype.kind in "ui" else array
        for name, array in arrays.items()
    }


def assert_equities_are_those_of_hands(connection, street, most):
    """Of the view on all boards of a street and of the view on hands; ``most`` is how far apart."""
    ((hands, difference),) = connection.sql(f"""
        with averages as (
            select hand, sum(weight * equity) / sum(weight) as equity
            from {street}_strength group by hand
        )
        select count(*), max(abs(averages.equity - hand_equities.equity))
        from averages inner join hand_equities on averages.hand = hand_equities.hand
    """).fetchall()
    assert hands == 169
    assert difference < most


def exact_flop_hands(whole):
    """The table of holes on flops, with twice hs and equity of each row as whole numbers."""
    rows = read(whole, "from flop_hands order by board_id, hole_id")
    rows["hs"] = 2 * rows["ahead"] + rows["tied"]
    rows["equity"] = sum(
        2 * rows[f"river_{now}_ahead"] + rows[f"river_{now}_tied"] for now in RELATIONS
    )
    behind, ahead = 2 * rows["behind"] + rows["tied"], rows["hs"]
    gains = 2 * rows["river_behind_ahead"] + rows["river_behind_tied"] + rows["river_tied_ahead"]
    losses = 2 * rows["river_ahead_behind"] + rows["river_ahead_tied"] + rows["river_tied_behind"]
    rows["ppot2"] = gains / np.maximum(990 * behind, 1)
    rows["npot2"] = losses / np.maximum(990 * ahead, 1)
    return rows


def ratios(rows, opponents=1):
    hs = (rows["hs"] / 2162) ** opponents
    ehs = hs + (1 - hs) * rows["ppot2"] - hs * rows["npot2"]
    return {"hs": hs, "ehs": ehs, "equity": rows["equity"] / (2 * WHOLE)}


def row_numbers(rows, holes, board):
    """The row of each raw hole on a board as dealt."""
    boards = np.tile(np.array(board, np.uint8), (len(holes), 1))
    keys = row_keys(np.array(holes, np.uint16), boards, layout="rows")
    key = rows["board_id"] * 1326 + rows["hole_id"]
    return np.searchsorted(key, keys.board_id.astype(np.int64) * 1326 + keys.hole_id)


def live_holes(board):
    """Raw holes that have no card of the board."""
    dead = set(board)
    return [hole for hole, cards in enumerate(hole_cards().tolist()) if not {*cards} & dead]
