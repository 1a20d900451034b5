"""``pk.scan``: tables and views as lazy frames; in stores: tests/queries/test_stores.py."""

import subprocess
import sys
from pathlib import Path

import polars as pl
import pytest

import pokerlake as pk


def test_a_frame_of_cards_goes_on_with_the_methods_of_cards(lake):
    pk.register()
    flop = pk.scan("flop_hands", lake).filter(pl.col("board_id") == 7)
    named = flop.select("hand", read=pl.col("hole_id").poker.hand()).collect()
    assert named["read"].to_list() == named["hand"].to_list()


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("hand_equity", "no table or view 'hand_equity'; did you mean 'hand_equities'?"),
        ("Classes", "no table or view 'Classes'; did you mean 'classes'?"),
        ("", "no table or view ''; "),
        ("classes.parquet", "no table or view 'classes.parquet'; did you mean 'classes'?"),
        ("../classes", "no table or view '../classes'; "),
        (3, "the name of the table is 3; give text"),
        (None, "the name of the table is None; give text"),
        ("turn_hands", "table turn_hands is not in "),
        ("turn_by_hand", "table turn_hands is not in "),
        ("opportunities", "table hands is not in "),
    ],
)
def test_what_is_not_there(lake, name, problem):
    for call in (lambda: pk.scan(name, lake), lambda: pk.open_lake(lake).scan(name)):
        with pytest.raises(pk.PokerlakeError) as caught:
            call()
        assert str(caught.value).startswith(problem)
        assert "\n" not in str(caught.value)


def test_polars_is_loaded_where_it_is_needed_only(lake, tmp_path):
    """It takes 0.2 s. A lake is opened and asked without it, and results are saved and shown."""
    code = (
        "import sys, pokerlake as pk; lake = pk.open_lake(sys.argv[1])\n"
        "lake.sql('select 1').fetchall(); pk.tables(lake); lake['classes']\n"
        "found = pk.equity('AA', 'KK', lake=lake); pk.load(found.save('it.parquet'))\n"
        "found._repr_html_(); found.to_numpy(); print('polars' in sys.modules)\n"
        "found.to_polars(); print('polars' in sys.modules)"
    )
    command = [sys.executable, "-P", "-c", code, str(Path(lake).absolute())]
    said = subprocess.check_output(command, cwd=tmp_path, text=True)
    assert said.split() == ["False", "True"]
