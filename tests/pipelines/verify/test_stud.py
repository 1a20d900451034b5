"""Checks of starts of stud: nothing is wrong with what is stored, and each check can fail."""

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from pokerlake.catalogue import RAZZ, STUD_HI_LO
from pokerlake.pipelines.verify import stud
from pokerlake.tables.definitions.stud import RAZZ_STARTS, STUD8_STARTS
from pokerlake.tables.lake import Lake


@pytest.mark.parametrize(
    ("table", "rule", "moved", "wrong"),
    [
        (RAZZ_STARTS, RAZZ, ("win", "lose"), ["deals of each outcome"]),
        (RAZZ_STARTS, RAZZ, ("win",), ["rows that do not add up", "deals of each outcome"]),
        (
            STUD8_STARTS, STUD_HI_LO, ("high_win_no_low", "high_lose_no_low"),
            ["deals of each outcome", "rows whose high half"],
        ),
    ],
)  # fmt: skip
def test_what_is_wrong_is_seen(table, rule, moved, wrong, whole_lake, monkeypatch):
    lake = Lake.open(whole_lake)
    rows = pq.read_table(lake.files(table.name))
    assert [check for check in stud.starts(lake, table, rule) if not check.ok] == []
    for name, more in zip(moved, (1 << 40, -(1 << 40)), strict=False):
        counts = rows[name].to_numpy().copy()
        counts += more
        rows = rows.set_column(rows.column_names.index(name), name, pa.array(counts))
    read = stud.rows_of
    monkeypatch.setattr(
        stud, "rows_of", lambda at, name: rows if name == table.name else read(at, name)
    )
    found = [check.check for check in stud.starts(lake, table, rule) if not check.ok]
    assert "6 random rows, each dealt 200,000 times" in found
    assert all(any(check.startswith(begin) for check in found) for begin in wrong)
