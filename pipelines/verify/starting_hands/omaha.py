"""Holds the tables of holes in Omaha against themselves, and against hands that are dealt.

What one hole wins another loses: over all holes, each as often as there are of it, as many deals
are won as lost. And the equity of a hole is that of random deals, but for chance.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
import pyarrow.parquet as pq

from pokerlake.engine.cards.text import parse_hand
from pokerlake.engine.dealing.deck import deal
from pokerlake.engine.omaha import deals_of, omaha_class_ids
from pokerlake.tables.check import Check
from pokerlake.tables.lake import Lake
from pokerlake.tables.schema import Table

CELLS = 6  # rows that are dealt
DEALS = 200_000  # of each
MOST_ERRORS = 6  # standard errors, which chance exceeds once in 80 million verifications


def omaha(lake: Lake, table: Table, cards: int) -> Iterator[Check]:
    """The checks of a table of all holes of so many cards."""
    rows = pq.read_table(lake.files(table.name), partitioning=None)
    combos, win, tie, lose = (
        rows[name].to_numpy().astype(np.int64) for name in ("combos", "win", "tie", "lose")
    )
    wrong = int((win + tie + lose != deals_of(cards)).sum())
    yield Check(table.name, "rows that do not add up to the deals", "0", f"{wrong:,}")
    won, lost = (sum(map(int, combos * count)) for count in (win, lose))
    yield Check(table.name, "deals won over all holes, as many as lost", f"{lost:,}", f"{won:,}")
    random = np.random.default_rng()
    equities = (win + tie / 2) / deals_of(cards)
    cells = random.choice(len(rows), CELLS, replace=False)
    hands = rows["hand"].take(cells).to_pylist()
    unlike = [
        hand
        for hand, equity in zip(hands, equities[cells].tolist(), strict=True)
        if abs(errors_off(parse_hand(hand), equity, int(random.integers(1 << 62)))) > MOST_ERRORS
    ]
    what = f"{CELLS} random rows, each dealt {DEALS:,} times"
    yield Check(table.name, what, "as dealt", ", ".join(unlike) or "as dealt")


def errors_off(hole: npt.NDArray[np.uint8], equity: float, seed: int) -> float:
    """How many standard errors an equity is above that of random deals."""
    k = len(hole)
    dealt = deal(DEALS, k + 5, seed=seed, dead=hole.tolist())
    own = np.broadcast_to(hole[:, None], (k, DEALS))
    ours, theirs = (
        omaha_class_ids(of, dealt[k:], layout="columns").astype(np.int64) for of in (own, dealt[:k])
    )
    shares = (np.sign(theirs - ours) + 1) / 2
    return float((equity - shares.mean()) / (shares.std() / np.sqrt(DEALS)))
