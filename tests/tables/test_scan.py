"""Tables and views as lazy frames of polars."""

import pytest

from helpers.lakes import share
from pokerlake.tables.errors import LakeError, UsageError
from pokerlake.tables.lake import Lake
from pokerlake.tables.registry import TABLES, VIEWS

pl = pytest.importorskip("polars")


@pytest.fixture(scope="module")
def opened(whole_lake):
    return Lake.open(whole_lake)


@pytest.mark.parametrize("name", [*TABLES, *VIEWS])
def test_whole_numbers_are_signed_and_wide(opened, name):
    schema = opened.scan(name).collect_schema()
    known = {**TABLES, **VIEWS}[name]
    assert schema.names() == [column.name for column in known.columns]
    others = {column: dtype for column, dtype in schema.items() if dtype.is_integer()}
    assert {dtype for column, dtype in others.items() if column != "seed"} <= {pl.Int64}


def test_a_table(opened):
    flop = opened.scan("flop_hands").filter(pl.col("board_id") == 1754)
    found = flop.select(least=(pl.col("ahead") - pl.col("behind")).min(), rows=pl.len()).collect()
    assert found.rows() == [(-1072, 378)]
    assert "PROJECT 2/" in flop.select("ahead").explain()  # no other column is read


def test_a_view(opened):
    frame = opened.scan("hand_equities")
    assert frame.filter(pl.col("hand") == "AKs").select("combos", "equity").collect().rows() == [
        (4, pytest.approx(0.670446, abs=1e-6))
    ]
    boards = opened.scan("flop_strength").filter(pl.col("board") == "2c3d4h")
    assert boards.select(pl.col("weight").sum()).collect().item() == 24 * 1176


def test_what_is_not_there(lake, tmp_path):
    opened = Lake.open(lake)
    for name, message in [
        ("turn_hands", "table turn_hands is not in {}; build it with 'pokerlake build turn_hands'"),
        ("turn_by_hand", "table turn_hands is not in {}; build it with "),
        ("opportunities", "table hands is not in {}; import it with 'pokerlake import FILE'"),
    ]:
        with pytest.raises(LakeError) as caught:
            opened.scan(name)
        assert str(caught.value).startswith(message.format(lake))
    with pytest.raises(
        UsageError, match=r"^no table or view 'flop_strenth'; did you mean 'flop_st"
    ):
        opened.scan("flop_strenth")
    share(lake, tmp_path / "lake")
    (tmp_path / "lake" / "flops.parquet").unlink()
    for name in ("flops", "flop_strength"):
        with pytest.raises(LakeError, match=r"flops.parquet is gone"):
            Lake.open(tmp_path / "lake").scan(name)
    assert Lake.open(tmp_path / "lake").scan("classes").select(pl.len()).collect().item() == 7462
