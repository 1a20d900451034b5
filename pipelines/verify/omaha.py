"""Holds the tables of holes in Omaha against themselves, and against hands that are dealt.

What one hole wins another loses: over all holes, each as often as there are of it, as many deals
are won as lost, and in hi-lo as many by each outcome of both halves as by its opposite. And the
equity of a hole is that of random deals, but for chance.

The table of holes on flops is held against that of all rivers, too. What one hole wins on a flop
another loses there. A hole and a river have ten flops: over all flops a hole wins ten times as
often as over all rivers. And the equity of a row is that of random deals, but for chance. The file
is read once, in parts that may be read side by side: 17 seconds of one core.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from pokerlake.catalogue import OMAHA_HI_LO, Game
from pokerlake.engine.cards.boards import canonical_boards
from pokerlake.engine.cards.text import format_hand, parse_hand
from pokerlake.engine.dealing.deck import deal
from pokerlake.engine.omaha.evaluate import omaha_class_ids
from pokerlake.engine.omaha.flops import hands_of_holes
from pokerlake.engine.omaha.outcomes import deals_of
from pokerlake.engine.ranges.omaha_holes import all_holes
from pokerlake.engine.showdowns.evaluate import showdown
from pokerlake.tables.check import Check
from pokerlake.tables.definitions.boards import OMAHA_FLOP_DEALS, OMAHA_FLOP_HANDS
from pokerlake.tables.definitions.starting_hands import HI_LO_OUTCOMES, OMAHA8_HANDS, OMAHA_HANDS
from pokerlake.tables.lake import Lake
from pokerlake.tables.schema import Table
from pokerlake.tables.store import open_parquet, read_table

CELLS = 6  # rows that are dealt
DEALS = 200_000  # of each
MOST_ERRORS = 6  # standard errors, which chance exceeds once in 80 million verifications

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
HOLES = 211_876  # on a flop
FLOPS_OF_A_RIVER = 10
ODD_DEALS = 10  # that chance may add where nearly all deals end alike

GROUPS_OF_A_PART = 50

_COLUMNS = ["board_id", "hole_id", "weight", "win", "tie"]


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


class Sums(NamedTuple):
    """What some row groups add up to; whole numbers below 2^53, so that these sums are exact."""

    beyond: int  # rows with more than all deals
    deals: Floats  # (1755,) by flop
    gains: Floats  # (1755,) half pots that are won
    wins: Floats  # (16432,) by hole before the flop
    ties: Floats  # (16432,)


def row_groups_apart(lake: Lake) -> list[range]:
    """The row groups of the file, in parts of half a second."""
    (path,) = lake.files(OMAHA_FLOP_HANDS.name)
    with open_parquet(path) as file:
        groups = file.metadata.num_row_groups
    return [
        range(start, min(start + GROUPS_OF_A_PART, groups))
        for start in range(0, groups, GROUPS_OF_A_PART)
    ]


def sums_of(lake: Lake, groups: range) -> Sums:
    """Add up some row groups."""
    (path,) = lake.files(OMAHA_FLOP_HANDS.name)
    deals, gains = np.zeros((2, len(canonical_boards(3).weight)))
    wins, ties = np.zeros((2, OMAHA_HANDS.fixed_rows))
    beyond = 0
    with open_parquet(path) as file:
        for batch in file.iter_batches(batch_size=1 << 18, row_groups=groups, columns=_COLUMNS):
            board, hole, weight, win, tie = (batch[column].to_numpy() for column in _COLUMNS)
            beyond += int((win.astype(np.int64) + tie > OMAHA_FLOP_DEALS).sum())
            won, split = weight * win.astype(np.float64), weight * tie.astype(np.float64)
            deals += np.bincount(board, weight, len(deals))
            gains += np.bincount(board, 2 * won + split, len(gains))
            hand = hands_of_holes()[hole]
            wins += np.bincount(hand, won, len(wins))
            ties += np.bincount(hand, split, len(ties))
    return Sums(beyond, deals, gains, wins, ties)


def omaha_flops(lake: Lake) -> Iterator[Check]:
    """The checks of ``omaha_flop_hands``; against ``omaha_hands`` where the lake has both."""
    return checks_of_sums(lake, [sums_of(lake, groups) for groups in row_groups_apart(lake)])


def checks_of_sums(lake: Lake, parts: Sequence[Sums]) -> Iterator[Check]:
    """The same, by the sums of all row groups."""
    name = OMAHA_FLOP_HANDS.name
    flops = canonical_boards(3)
    beyond, deals, gains, wins, ties = (sum(each) for each in zip(*parts, strict=True))
    yield Check(name, "rows with more than all deals", "0", f"{beyond:,}")
    there = deals > 0
    unlike = deals[there] != flops.weight[there] * float(HOLES)
    yield Check(name, "flops without all their holes", "0", f"{unlike.sum():,}")
    unlike = gains != deals * OMAHA_FLOP_DEALS
    yield Check(name, "flops with not as many deals won as lost", "0", f"{unlike.sum():,}")
    if there.all() and OMAHA_HANDS.name in lake.manifest.tables:
        yield _by_rivers(lake, wins, ties)
    off = [text for row in _random_rows(lake) if (text := _dealt_otherwise(*row))]
    what = f"{CELLS} random rows, each dealt {DEALS:,} times"
    yield Check(name, what, "as dealt", ", ".join(off) or "as dealt")


def _random_rows(lake: Lake) -> list[tuple[int, int, int, int]]:
    """The flop, hole, wins and ties of some rows."""
    (path,) = lake.files(OMAHA_FLOP_HANDS.name)
    rows = []
    with open_parquet(path) as file:
        sizes = [file.metadata.row_group(n).num_rows for n in range(file.metadata.num_row_groups)]
        ends = np.cumsum(sizes)
        for cell in np.random.default_rng().choice(int(ends[-1]), CELLS, replace=False):
            group = int(np.searchsorted(ends, cell, side="right"))
            columns = file.read_row_group(group, ["board_id", "hole_id", "win", "tie"])
            at = int(cell - ends[group] + sizes[group])
            rows.append(tuple(column[at].as_py() for column in columns.columns))
    return rows


def _by_rivers(lake: Lake, wins: Floats, ties: Floats) -> Check:
    """Whether each hole before the flop wins and ties over all flops as it does over all rivers."""
    rows = read_table(lake.files(OMAHA_HANDS.name))
    times = FLOPS_OF_A_RIVER * rows["combos"].to_numpy().astype(np.float64)
    unlike = (wins != times * rows["win"].to_numpy()) | (ties != times * rows["tie"].to_numpy())
    what = f"holes whose flops do not add up to their rivers in {OMAHA_HANDS.name}"
    return Check(OMAHA_FLOP_HANDS.name, what, "0", f"{unlike.sum():,}")


def _dealt_otherwise(board: int, hole: int, win: int, tie: int) -> str:
    """The cards of a row, if random deals do not come to its equity; else an empty text."""
    flop, cards = canonical_boards(3).cards[board], all_holes(4)[hole]
    seed = int(np.random.default_rng().integers(1 << 62))
    if is_as_dealt(flop, cards, win, tie, seed):
        return ""
    return f"{format_hand(cards[::-1])} on {format_hand(flop)}"


def is_as_dealt(
    flop: npt.NDArray[np.uint8], hole: npt.NDArray[np.uint8], win: int, tie: int, seed: int
) -> bool:
    """Whether the equity of these wins and ties is that of random deals, but for chance."""
    dealt = deal(DEALS, 4 + 2, seed=seed, dead=[*flop.tolist(), *hole.tolist()])
    own, known = (np.broadcast_to(of[:, None], (len(of), DEALS)) for of in (hole, flop))
    boards = np.concatenate([known, dealt[4:]])
    ours, theirs = (
        omaha_class_ids(of, boards, layout="columns").astype(np.int64) for of in (own, dealt[:4])
    )
    shares = (np.sign(theirs - ours) + 1) / 2
    equity = (win + tie / 2) / OMAHA_FLOP_DEALS
    spread = np.sqrt(max((win + tie / 4) / OMAHA_FLOP_DEALS - equity**2, 0))
    allowed = MOST_ERRORS * spread * np.sqrt(DEALS) + ODD_DEALS
    return bool(abs(shares.sum() - equity * DEALS) <= allowed)
