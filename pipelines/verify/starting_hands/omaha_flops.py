"""Holds the table of holes in Omaha on flops against itself, that of all rivers, and random deals.

What one hole wins on a flop another loses there. A hole and a river have ten flops: over all flops
a hole wins ten times as often as over all rivers. And the equity of a row is that of random deals,
but for chance. The file is read once, in parts that may be read side by side: 17 seconds of one
core.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pokerlake.engine.cards.boards import canonical_boards
from pokerlake.engine.cards.text import format_hand
from pokerlake.engine.dealing.deck import deal
from pokerlake.engine.omaha import omaha_class_ids
from pokerlake.engine.omaha.flops import hands_of_holes
from pokerlake.engine.ranges.omaha.hole_range import all_holes
from pokerlake.tables.check import Check
from pokerlake.tables.definitions.boards import OMAHA_FLOP_DEALS, OMAHA_FLOP_HANDS
from pokerlake.tables.definitions.starting_hands import OMAHA_HANDS
from pokerlake.tables.lake import Lake
from pokerlake.tables.store import open_parquet, read_table

HOLES = 211_876  # on a flop
FLOPS_OF_A_RIVER = 10
CELLS = 6  # rows that are dealt
DEALS = 200_000  # of each
MOST_ERRORS = 6  # standard errors, which chance exceeds once in 80 million verifications
ODD_DEALS = 10  # that chance may add where nearly all deals end alike

GROUPS_OF_A_PART = 50

_COLUMNS = ["board_id", "hole_id", "weight", "win", "tie"]

Floats = npt.NDArray[np.float64]


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
