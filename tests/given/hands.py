"""Tables of a game of three starting hands, made by hand, and a connection to such tables."""

from contextlib import contextmanager

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq

from pokerlake.queries.functions import register_functions
from pokerlake.tables.registry import TABLES
from pokerlake.tables.view_sql import create_views

# 22 combos in all. JTs and 22 are tied.
STARTING_HANDS = [
    {"hand": "AKo", "row": 1, "col": 0, "combos": 12, "win": 60, "tie": 10, "lose": 30},
    {"hand": "JTs", "row": 3, "col": 4, "combos": 4, "win": 45, "tie": 10, "lose": 45},
    {"hand": "22", "row": 12, "col": 12, "combos": 6, "win": 50, "tie": 0, "lose": 50},
]

# 22 beats AKo, AKo beats JTs, JTs beats 22. There are more deals of AKo v 22 than of the others.
MATCHUPS = [
    {"hero": hero, "villain": villain, "deals": deals, "win": win, "tie": tie, "lose": lose}
    for hero, villain, deals, win, tie, lose in [
        ("22", "22", 100, 1, 98, 1),
        ("22", "AKo", 1000, 520, 20, 460),
        ("22", "JTs", 100, 46, 0, 54),
        ("AKo", "22", 1000, 460, 20, 520),
        ("AKo", "AKo", 100, 3, 94, 3),
        ("AKo", "JTs", 100, 58, 2, 40),
        ("JTs", "22", 100, 54, 0, 46),
        ("JTs", "AKo", 100, 40, 2, 58),
        ("JTs", "JTs", 100, 5, 90, 5),
    ]
]

# In the order of text 22, AKo, JTs; of 100 deals each, but 300 of all three hands, and none of
# three times 22. Nothing is known of who is second.
MATCHUPS3 = [
    dict(
        zip(("first", "second", "third", "deals", "win_1", "win_2", "win_3", "tie_12", "tie_13",
             "tie_23", "tie_123", "win_1_then_2", "win_1_then_3", "win_2_then_1", "win_2_then_3",
             "win_3_then_1", "win_3_then_2"), (*row, *[0] * 6), strict=True)
    )
    for row in [
        ("22", "22", "22", 0, 0, 0, 0, 0, 0, 0, 0),
        ("22", "22", "AKo", 100, 5, 5, 40, 46, 0, 0, 4),
        ("22", "22", "JTs", 100, 4, 4, 50, 42, 0, 0, 0),
        ("22", "AKo", "AKo", 100, 52, 3, 3, 0, 0, 42, 0),
        ("22", "AKo", "JTs", 300, 90, 120, 60, 9, 6, 12, 3),
        ("22", "JTs", "JTs", 100, 44, 8, 8, 0, 0, 40, 0),
        ("AKo", "AKo", "AKo", 100, 2, 2, 2, 1, 1, 1, 91),
        ("AKo", "AKo", "JTs", 100, 10, 10, 40, 40, 0, 0, 0),
        ("AKo", "JTs", "JTs", 100, 60, 5, 5, 0, 0, 30, 0),
        ("JTs", "JTs", "JTs", 100, 10, 10, 10, 10, 10, 10, 40),
    ]
]  # fmt: skip

# The numbers of the holes are b (b - 1) / 2 + a for the cards 48 Ac, 49 Ad, 44 Kc, 45 Kd, 42 Qh,
# 41 Qd. Each pair is written with the suits that make its numbers smallest.
COMBO_MATCHUPS = [
    {
        "hero": hero, "villain": villain, "hero_hole_id": hero_hole_id,
        "villain_hole_id": villain_hole_id, "weight": weight, "win": win, "tie": tie, "lose": lose,
    }
    for hero, villain, hero_hole_id, villain_hole_id, weight, win, tie, lose in [
        ("AcKc", "QhQd", 48 * 47 // 2 + 44, 42 * 41 // 2 + 41, 12, 400, 20, 580),
        ("AcKc", "AdKd", 48 * 47 // 2 + 44, 49 * 48 // 2 + 45, 6, 70, 860, 70),
        ("AdAc", "KdKc", 49 * 48 // 2 + 48, 45 * 44 // 2 + 44, 6, 800, 10, 190),
    ]
]  # fmt: skip


def income_rates(rates, players, standard_error=None):
    """Rows of ``income_rates`` from a rate for each hand."""
    return [
        {
            "hand": hand, "players": players, "method": "exact", "observations": 1,
            "share_sum": 1, "share_sum_squares": 1, "income_rate": rate,
            "standard_error": standard_error, "seed": None,
        }
        for hand, rate in rates.items()
    ]  # fmt: skip


# Two players tie where the equities do; the more there are, the better are JTs and 22.
INCOME_RATES = [
    row
    for players in range(2, 11)
    for row in income_rates(
        {"AKo": 0.3, "JTs": (players - 2) / 16, "22": (players - 2) / 32},
        players,
        None if players < 4 else 0.001,
    )
]
ROWS = {
    "starting_hands": STARTING_HANDS, "matchups": MATCHUPS, "matchups3": MATCHUPS3,
    "combo_matchups": COMBO_MATCHUPS, "income_rates": INCOME_RATES,
}  # fmt: skip


@contextmanager
def given_lake(folder, **tables):
    """A connection to tables of these rows, with the views on them and the functions."""
    files = {}
    for name, rows in tables.items():
        path = folder / f"{name}.parquet"
        pq.write_table(pa.Table.from_pylist(rows, TABLES[name].arrow_schema()), path)
        files[name] = [str(path)]
    with duckdb.connect() as connection:
        create_views(connection, files)
        register_functions(connection)
        yield connection
