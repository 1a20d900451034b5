"""Holds the tables of holes in Omaha against themselves, and against hands that are dealt.

What one hole wins another loses: over all holes, each as often as there are of it, as many deals
are won as lost, and in hi-lo as many by each outcome of both halves as by its opposite. And the
equity of a hole is that of random deals, but for chance.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from pokerlake.catalogue import OMAHA_HI_LO, Game
from pokerlake.engine.cards.text import parse_hand
from pokerlake.engine.dealing.deck import deal
from pokerlake.engine.omaha import deals_of
from pokerlake.engine.showdowns import showdown
from pokerlake.tables.check import Check
from pokerlake.tables.definitions.starting_hands import HI_LO_OUTCOMES, OMAHA8_HANDS, OMAHA_HANDS
from pokerlake.tables.lake import Lake
from pokerlake.tables.schema import Table
from pokerlake.tables.store import read_table

CELLS = 6  # rows that are dealt
DEALS = 200_000  # of each
MOST_ERRORS = 6  # standard errors, which chance exceeds once in 80 million verifications

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


def omaha(lake: Lake, table: Table, rule: Game) -> Iterator[Check]:
    """The checks of a table of all holes by a rule without halves."""
    rows = _rows(lake, table)
    combos, win, tie, lose = (_column(rows, name) for name in ("combos", "win", "tie", "lose"))
    yield _adds_up(table, win + tie + lose, rule)
    won, lost = (sum(map(int, combos * count)) for count in (win, lose))
    yield Check(table.name, "deals won over all holes, as many as lost", f"{lost:,}", f"{won:,}")
    yield _as_dealt(table, rows, (win + tie / 2) / deals_of(rule.hole), rule)


def omaha8(lake: Lake) -> Iterator[Check]:
    """The checks of the table of hi-lo."""
    table = OMAHA8_HANDS
    rows = _rows(lake, table)
    combos = _column(rows, "combos")
    found = np.stack([_column(rows, name) for name in HI_LO_OUTCOMES], 1).reshape(-1, 3, 4)
    yield _adds_up(table, found.sum(axis=(1, 2)), OMAHA_HI_LO)
    over_all = np.array([sum(map(int, combos * of)) for of in found.reshape(-1, 12).T], object)
    as_villain = over_all.reshape(3, 4)[::-1][:, [2, 1, 0, 3]].ravel()
    unlike = [
        name
        for name, ours, theirs in zip(HI_LO_OUTCOMES, over_all, as_villain, strict=True)
        if ours != theirs
    ]
    what = "deals of each outcome over all holes, as many as of its opposite"
    yield Check(table.name, what, "as many", ", ".join(unlike) or "as many")
    if OMAHA_HANDS.name in lake.manifest.tables:
        high = _rows(lake, OMAHA_HANDS)
        counts = np.stack([_column(high, name) for name in ("win", "tie", "lose")], 1)
        wrong = int((found.sum(axis=2) != counts).any(axis=1).sum())
        what = f"rows whose high half is not that of {OMAHA_HANDS.name}"
        yield Check(table.name, what, "0", f"{wrong:,}")
    quarters = (found * _QUARTERS).sum(axis=(1, 2))
    yield _as_dealt(table, rows, quarters / 4 / deals_of(OMAHA_HI_LO.hole), OMAHA_HI_LO)


# Of the pot, by the high half, win, tie, lose, and by the low half, win, tie, lose, none.
_QUARTERS = np.array([[4, 3, 2, 4], [3, 2, 1, 2], [2, 1, 0, 0]])


def _rows(lake: Lake, table: Table) -> pa.Table:
    return read_table(lake.files(table.name))


def _column(rows: pa.Table, name: str) -> Ints:
    column: Ints = rows[name].to_numpy().astype(np.int64)
    return column


def _adds_up(table: Table, deals: Ints, rule: Game) -> Check:
    wrong = int((deals != deals_of(rule.hole)).sum())
    return Check(table.name, "rows that do not add up to the deals", "0", f"{wrong:,}")


def _as_dealt(table: Table, rows: pa.Table, equities: Floats, rule: Game) -> Check:
    random = np.random.default_rng()
    cells = random.choice(len(rows), CELLS, replace=False)
    hands = rows["hand"].take(cells).to_pylist()
    unlike = [
        hand
        for hand, equity in zip(hands, equities[cells].tolist(), strict=True)
        if abs(errors_off(parse_hand(hand), equity, int(random.integers(1 << 62)), rule))
        > MOST_ERRORS
    ]
    what = f"{CELLS} random rows, each dealt {DEALS:,} times"
    return Check(table.name, what, "as dealt", ", ".join(unlike) or "as dealt")


def errors_off(hole: npt.NDArray[np.uint8], equity: float, seed: int, rule: Game) -> float:
    """How many standard errors an equity is above that of random deals."""
    k = rule.hole
    dealt = deal(DEALS, k + 5, seed=seed, dead=hole.tolist())
    own = np.broadcast_to(hole[:, None], (k, DEALS))
    shares = showdown(rule, [own, dealt[:k]], dealt[k:]).shares[0]
    return float((equity - shares.mean()) / (shares.std() / np.sqrt(DEALS)))
