"""The tables of results in docs/speed.md and in the README.

``python benchmarks/pages.py`` writes both anew from results.json, without measuring.
"""

from __future__ import annotations

import json
from pathlib import Path

HERE = Path(__file__).parent
RESULTS = HERE / "results.json"
BEGIN, END = "<!-- benchmark -->\n", "<!-- end of benchmark -->"
HEADER = ("work", "threads", "best, M/s", "median, M/s", "peer", "its best, M/s", "ratio")
UNITS = (1e9, " billion"), (1e6, " million"), (1, "")
# The rows of one thread that the README has, and what it calls them.
HEADLINES = {
    "7 random cards, columns": "hands of seven cards, from columns of numbers",
    "7-card text column": "hands of seven cards, from a column of text",
    "all 133,784,560 hands of 7 cards, counted": "all hands of seven cards, counted",
    "47,008 pairs of holes, every board": "two holes before the flop, exact equity",
    "22+,A2s+,KTo+ v TT+,AQ+, exact": "two ranges before the flop, exact equity",
    "deals to 6 players, sampled": "deals to six players, sampled",
    "showdowns of every hole on 45 flops": "showdowns of every hole on a flop, counted",
    "AKQ games learned by result tables": "toy games played by a learner",
}


def write_pages(results):
    """Write the table of all rows into docs/speed.md, and that of a few into the README."""
    for name, table in tables(results).items():
        path = HERE.parent / name
        before, _, rest = path.read_text("utf-8").partition(BEGIN)
        path.write_text(before + BEGIN + table + END + rest.partition(END)[2], "utf-8")


def tables(results):
    """The table of each page, by the page's path."""
    chosen = {row["work"]: row for row in results if row["threads"] == 1}
    few = [
        (name, in_words(row["ours_per_second"]), row["peer"], ratio(row))
        for work, name in HEADLINES.items()
        for row in [chosen[work]]
    ]
    return {
        "docs/speed.md": markdown(HEADER, "|---|--:|--:|--:|---|--:|--:|", lines(results)),
        "README.md": markdown(("work", "a second", "peer", "ratio"), "|---|--:|---|--:|", few),
    }


def markdown(header, rule, rows):
    cells = [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join([f"| {' | '.join(header)} |", rule, *cells]) + "\n"


def lines(results):
    """The cells of each row."""
    for row in results:
        yield (
            row["work"],
            str(row["threads"]),
            millions(row["ours_per_second"]),
            millions(row["ours_per_second_median"]),
            row["peer"],
            millions(row["peer_per_second"]),
            ratio(row),
        )


def millions(rate):
    if rate < 1e5:
        return f"{rate / 1e6:.2g}"
    return f"{rate / 1e6:,.2f}" if rate < 1e7 else f"{rate / 1e6:,.0f}"


def in_words(rate):
    """A rate with three digits: 81,000 or 1.47 billion."""
    size, word = next(unit for unit in UNITS if rate >= unit[0])
    return f"{float(f'{rate / size:.3g}'):,g}{word}"


def ratio(row):
    return f"{row['ratio']:,.2f}" if row["ratio"] < 100 else f"{row['ratio']:,.0f}"


if __name__ == "__main__":
    write_pages(json.loads(RESULTS.read_text("utf-8")))
