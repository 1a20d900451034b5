"""What a user writes: mypy holds it to the types that the face has. It is not run."""

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
