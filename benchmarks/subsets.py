"""Two games solved on all 1,755 flops, and by how much subsets of the flops miss their means.

`make bench-subsets LAKE=lake` solves what that lake does not have yet, and prints the tables of
docs/flop-subsets.md. Then it solves the flops of two subsets better, into a lake beside it: the
means there say what the exploitability of the others is worth.
"""

from __future__ import annotations

import math
import resource
import statistics
import sys
from pathlib import Path

import pokerlake as pk
from pokerlake.pipelines.runner import build

TO, BETTER = 0.01, 0.001
SIZES = (22, 49, 95, 184)
COMPARED = (22, 49)
GAMES = {
    "3-bet pot": {
        "oop": "AA-JJ,AKs-AQs,A5s-A4s,KQs,AKo",
        "ip": "JJ-77,AQs-ATs,KQs-KJs,QJs,JTs,T9s,98s,AQo",
        "pot": 180, "stack": 270, "bets": "33/75/a", "raises": "a", "most_raises": 2,
        "force_all_in": 0.6,
    },
    "big blind calls": {
        "oop": "99-22,AJs-ATs,A5s-A4s,KJs-KTs,QJs,J9s+,T9s,98s,87s,76s,AQo",
        "ip": "77+,ATs+,KTs+,QJs,JTs,AJo+,KQo",
        "pot": 60, "stack": 90, "oop_bets": "/a/a", "ip_bets": "33/a/a", "raises": "a",
        "most_raises": 2, "force_all_in": 0.3,
    },
}  # fmt: skip


def main(lake, better):
    """Solve what is missing, and print errors by game, kind of measure and size."""
    for path in (lake, better):
        build(Path(path), ["flops", "flop_subsets"])
    every = _boards(lake, "from flops")
    some = _boards(lake, f"from flop_subsets where subset in {COMPARED}")
    for name in GAMES:
        game = _solved(lake, name, every, TO)
        _print_errors(_errors(lake, game))
        _print_moves(_errors(lake, game), _errors(better, _solved(better, name, some, BETTER)))


def _boards(lake, where):
    return [board for (board,) in pk.sql(f"select distinct board {where}", lake=lake).fetchall()]


def _solved(lake, name, boards, to):
    """Solve a game on these flops, and say what that took; its number in the lake."""
    before = _processor_seconds()
    rows = [{"board": board, "name": name} for board in boards]
    found = pk.solve_many(rows, to=to, lake=lake, **GAMES[name])
    seconds = _processor_seconds() - before
    percent = 100 * found.exploitability
    print(
        f"{name}: {len(boards):,} flops, exploitability {percent.mean():.2f} % on average, "
        f"{percent.max():.2f} % at most; {seconds:,.0f} seconds of processor time now\n",
        flush=True,
    )
    sql = "select distinct game from solved_flops where spot in $spots"
    ((game,),) = pk.sql(sql, lake=lake, spots=found.spots.tolist()).fetchall()
    return game


def _processor_seconds():
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def _errors(lake, game):
    """The rows of ``subset_errors`` by kind: equity, value, actions that are not the only one."""
    found = pk.query("subset_errors", lake=lake, game=game)
    rows = [dict(zip(found.columns, row, strict=True)) for row in found.fetchall()]
    kinds = {"equity": [], "value": [], "actions": []}
    for row in rows:
        if row["subset_mean"] is None or row["subset_mean"] < 100 - 1e-9:
            kinds.get(row["measure"], kinds["actions"]).append(row)
    return kinds


def _print_errors(kinds):
    print("measure   flops  rms error  largest  of random flops  times  worst")
    for kind, rows in kinds.items():
        for size in SIZES:
            some = [row for row in rows if row["subset"] == size]
            ours, random = (_rms(row[name] for row in some) for name in ("error", "random_error"))
            worst = max(some, key=lambda row: abs(row["error"]))
            words = worst["line"], worst["player"], worst["measure"]
            print(
                f"{kind:8} {size:6} {ours:10.3f} {abs(worst['error']):8.3f} {random:16.3f} "
                f"{random / ours:6.1f}  {' '.join(filter(None, words))}"
            )
    print(flush=True)


def _rms(numbers):
    return math.sqrt(statistics.fmean(one**2 for one in numbers))


def _print_moves(kinds, better):
    """How far the means of two subsets move, and how far the one from the other."""
    few, many = COMPARED
    print(f"solved to {100 * BETTER} %: means of {many} flops move by; from those of {few}")
    for kind, rows in kinds.items():
        one, other = ({_key(row): row["subset_mean"] for row in of} for of in (rows, better[kind]))
        moved = {key: other[key] - one[key] for key in one if key[0] in COMPARED}
        of_many = {key[1:]: move for key, move in moved.items() if key[0] == many}
        apart = (move - moved[few, *key] for key, move in of_many.items())
        print(f"{kind:8} {_rms(of_many.values()):8.4f} {_rms(apart):8.4f}")
    print(flush=True)


def _key(row):
    return row["subset"], row["line"], row["player"], row["measure"]


if __name__ == "__main__":
    main(sys.argv[1], f"{sys.argv[1]}-better")
