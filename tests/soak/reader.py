"""A program that reads a lake for as long as it runs, while others change it.

``python -m soak.reader LAKE``: for each line on stdin it opens the lake, asks it in all ways, and
prints a line of JSON: how much memory and how many files it has, and what was wrong. A table may be
gone, or be changed while it is read; any other error is a fault.
"""

import gc
import json
import sys
from pathlib import Path

import duckdb

import pokerlake as pk

GONE = ("No such file", "is gone", "does not exist", "not in this lake", "Cannot open file",
        "cut short or changed", "no lake", "has no tables", "damaged",
        "No files found")  # fmt: skip
STATEMENTS = (
    "select count(*), min(class_id), max(class_id) from classes",
    "select hand, equity from hand_equities order by equity desc limit 3",
    "select category, count(*) from classes group by all order by all",
    "select class_of('AsKsQsJsTs'), equity('AhAs', 'KdKc')",
    "select count(*) from hands join seats using (hand_id)",
    "select len(range_holes('AA,AKs')), len(range_hands('22+'))",
    "select x, x * x as y from range(300000) a(x)",
)


def ask(lake, number):
    """Ask all there is to ask; what was wrong."""
    wrong = []
    work = [
        *((lambda sql=sql: pk.sql(sql, lake=lake).fetchall()) for sql in STATEMENTS),
        lambda: pk.connect(lake).close(),
        lambda: pk.Lake(lake).sql("from classes").to_arrow_reader().read_all(),
        lambda: pk.equity("AhAs", "KdKc", board="Qh2h3d"),
        lambda: pk.equity("AhAs", "22+", method="monte carlo", deals=20_000, seed=number),
        lambda: pk.evaluate(["AsKsQsJsTs", "2c3c4c5c7d"]),
        lambda: pk.strength("AhQh", "3h4sJh"),
        lambda: pk.query("category_odds", lake=lake).fetchall(),
    ]
    for at, one in enumerate(work):
        try:
            one()
        except (pk.PokerlakeError, duckdb.Error, OSError) as error:
            told = str(error)
            missing = isinstance(error, duckdb.BinderException | duckdb.CatalogException)
            if not missing and not any(part in told for part in GONE):
                wrong.append(f"{at}: {type(error).__name__}: {told[:300]}")
        except Exception as error:  # noqa: BLE001 each is a finding
            wrong.append(f"{at}: {type(error).__name__}: {error}"[:300])
    return wrong


def megabytes():
    status = Path("/proc/self/status").read_text("ascii")
    return next(int(line.split()[1]) for line in status.splitlines() if "VmRSS" in line) / 1024


def main(lake):
    for number, _ in enumerate(sys.stdin):
        wrong = ask(lake, number)
        gc.collect()
        files = len([*Path("/proc/self/fd").iterdir()])
        threads = len([*Path("/proc/self/task").iterdir()])
        answer = {"mb": megabytes(), "files": files, "threads": threads, "wrong": wrong}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
