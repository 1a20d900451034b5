"""``import pokerlake``: what it loads, what it names, and that a type checker knows it."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import pokerlake
import pokerlake as pk

DESCRIBED = re.compile(r"^- ``(\w+)``: ", re.MULTILINE)


def test_names():
    names = set(pokerlake.__all__)
    assert set(DESCRIBED.findall(pokerlake.__doc__)) == names - {"__version__"}
    assert dir(pokerlake) == sorted(names)
    assert 20 <= len(names) <= 52
    for name in names:
        assert getattr(pokerlake, name) is not None
        assert name == "__version__" or getattr(pokerlake, name).__doc__
    with pytest.raises(AttributeError, match="has no attribute 'nonsense'"):
        pokerlake.nonsense  # noqa: B018


@pytest.mark.parametrize("name", ["tables", "queries", "results", "scan", "load"])
def test_a_name_is_there_in_a_new_process(name):
    code = f"import pokerlake as pk; print(pk.{name}.__name__)"
    said = subprocess.check_output([sys.executable, "-P", "-c", code], text=True).strip()
    assert said.rpartition(".")[2] == name


def test_classes_for_type_hints_load_nothing_before_they_are_used():
    code = "import sys, pokerlake.results as results; dir(results); print(*sys.modules)"
    loaded = set(subprocess.check_output([sys.executable, "-P", "-c", code], text=True).split())
    assert {"numpy", "pyarrow", "polars"} & loaded == set()
    assert dir(pokerlake.results) == sorted(pokerlake.results.__all__)
    assert sorted(DESCRIBED.findall(pokerlake.results.__doc__)) == pokerlake.results.__all__
    with pytest.raises(AttributeError, match="has no attribute 'nonsense'"):
        pokerlake.results.nonsense  # noqa: B018


def test_import_loads_nothing():
    code = "import sys; before = {*sys.modules}; import pokerlake; print(*{*sys.modules} - before)"
    loaded = subprocess.check_output([sys.executable, "-P", "-c", code], text=True).split()
    assert {name for name in loaded if name.startswith("pokerlake")} == {
        "pokerlake",
        "pokerlake.lazy",
    }
    assert {"numpy", "numba", "pyarrow", "duckdb", "ast"} & set(loaded) == set()


def test_cards_need_no_frames_and_no_database():
    code = (
        "import sys, pokerlake as pk; pk.evaluate('AsKsQsJsTs'); pk.evaluate(51, 47, 43, 39, 35);"
        "print(*sys.modules)"
    )
    loaded = set(subprocess.check_output([sys.executable, "-P", "-c", code], text=True).split())
    assert {"duckdb", "pyarrow", "polars", "pandas", "rich", "typer"} & loaded == set()
    assert len([name for name in loaded if name.startswith("pokerlake")]) <= 40


def test_a_warm_call_goes_through_few_modules(lake):
    """Of an equity that a table has; a call that goes back and forth is slow, and hard to read."""
    pk.equity("AhKh", "QsQc", lake=lake)
    entered = set()
    before = sys.getprofile()
    sys.setprofile(lambda frame, *_: entered.add(frame.f_code.co_filename))
    try:
        pk.equity("AhKh", "QsQc", lake=lake)
    finally:
        sys.setprofile(before)
    root = str(Path(pk.__file__).parent)
    ours = {Path(name) for name in entered if name.startswith(root) and "site-packages" not in name}
    assert 0 < len(ours) <= 18


USER = """
from pathlib import Path

import numpy as np
import polars as pl
import pokerlake as pk

hand: int = pk.evaluate("AsKsQsJsTs")
name: str = pk.evaluate(51, 47, 43, 39, 35).name
holes = pk.Cards(["AsKs", "2c2d"])
numbers: np.ndarray = holes.rows
opening: pk.Range = pk.Range("22+, AKs") | "AKo:0.5"
share: float = opening.percent
found = pk.equity("AhKh", opening, board="Jh2h3d")
best: float = float(found.equity.max())
found.save(Path("equity.csv"))
batch = pk.equities(["AhKh"], "QsQc", board=["Jh2h3d"])
reasons: list[str | None] = batch.errors
spot = pk.strength("AhQh", "3h4sJh", pot=150, bet=50)
ehs: float = spot.ehs
deals = pk.deal(10, players=6, board=5, seed=1)
shares = pk.winners(deals).shares.mean(axis=0)
hands: pk.Cards = pk.deal(10, 7)
lake = pk.open_lake("lake")
tables: list[str] = lake.tables
with pk.connect(lake) as connection:
    connection.sql("select 1").show()
found_rows = pk.query("best_flops", hand="JTs").fetchall()
picture: str = pk.chart("range", opening).svg()
frame: pl.DataFrame = pk.scan("classes", lake).filter(pl.col("class_id") < 10).collect()
again: pk.results.Loaded = pk.load(found.save("equity.parquet"))


def drawn(result: pk.results.EquityResult, solved: pk.results.Solved) -> pk.results.Drawn:
    result.show()
    return solved.chart("x", title="After a check")


listed: pk.results.Rows = pk.tables()
column: pl.Expr = pk.poker(pl.col("hole")).hs("board")
try:
    pk.evaluate("As")
except pk.CardError as error:
    problem: str = error.problem
except (pk.RangeError, pk.PokerlakeError):
    raise
pk.warm_up("evaluate")
"""


def test_a_users_script_is_typed(checkout, tmp_path):
    script = tmp_path / "script.py"
    script.write_text(USER)
    # The options of the checkout's own run: what that knows of all that is imported is known here.
    result = subprocess.run(
        [sys.executable, "-m", "mypy", "--config-file=pyproject.toml", script],
        cwd=checkout,
        env={},
        capture_output=True,
        text=True,
    )
    assert result.stdout.strip() == "Success: no issues found in 1 source file"
