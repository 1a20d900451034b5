"""Starting hands over all rivers: published counts, totals, and the naive way on some boards."""

import hashlib
from functools import cache

import numpy as np
import pytest

from oracle import recount_holdem as recount
from pokerlake.engine.cards.holes import HAND_INDEX, hand_combos
from pokerlake.engine.dealing.deck import deal
from pokerlake.engine.starting_hands.matchups import (
    SHARES,
    matchup_deals,
    matchup_wins,
    random_outcomes_of,
)


@cache
def wins():
    return np.sum([matchup_wins(share) for share in range(SHARES)], axis=0)


@pytest.mark.whole
@pytest.mark.large
def test_all_matchups_as_enumerated():
    """The digest of the matrices added up from 47,008 enumerated pairs of holes."""
    deals, win = matchup_deals(), wins()
    matrices = np.stack([deals, win, deals - win - win.T, win.T]).astype("<i8")
    assert deals.sum() == 2_781_381_002_400
    digest = hashlib.sha256(np.ascontiguousarray(matrices).tobytes()).hexdigest()
    assert digest == "0849f5274a527757072a20d0cd3628a4a6e4f548600fa482c77a110d9db1eb74"


@pytest.mark.whole
@pytest.mark.large
def test_published_counts():
    aces, kings = HAND_INDEX["AA"], HAND_INDEX["KK"]
    deals = matchup_deals()
    ties = deals - wins() - wins().T
    for hand, combos, win, tie in (
        ("AA", 6, 1_781_508_418, 11_402_312),
        ("76s", 4, 898_379_280, 106_652_749),
    ):
        hand = HAND_INDEX[hand]
        assert deals[hand].sum() == combos * 2_097_572_400
        assert (wins()[hand].sum(), ties[hand].sum()) == (combos * win, combos * tie)
    equity = (wins()[aces, kings] + ties[aces, kings] / 2) / deals[aces, kings]
    assert round(100 * equity, 5) == 81.94605


@pytest.mark.whole
def test_random_opponents_on_some_boards_as_pair_by_pair():
    boards = np.concatenate(
        [
            deal(1, 5, seed=3).T,
            # A royal flush on the board, quads, four and three of a suit, a straight, two pair.
            [[51, 47, 43, 39, 35], [0, 1, 2, 3, 51], [0, 4, 12, 20, 3], [0, 4, 12, 21, 6]],
            [[0, 5, 10, 15, 16], [0, 1, 4, 5, 51]],
        ]
    ).astype(np.uint8)
    weights = np.arange(1, len(boards) + 1, dtype=np.uint8)
    found = random_outcomes_of(boards, weights)
    expected = recount.three_players(boards.T, weights.astype(np.int64))
    assert (found[:, 2:] == np.column_stack(expected[:3])).all()
    for hand in ("AA", "AKs", "72o"):
        index = HAND_INDEX[hand]
        single = recount_two(boards, weights, index)
        assert found[index, :2].tolist() == single


def recount_two(boards, weights, hand):
    """Weaker and equal opponents of all holes of a hand, from ``recount.river_counts``."""
    from pokerlake.engine.cards.holes import hand_of_hole, hole_cards

    total = np.zeros(2, np.int64)
    for hole in np.flatnonzero(hand_of_hole() == hand):
        live = ~np.isin(boards, hole_cards()[hole]).any(axis=1)
        counts = recount.river_counts(int(hole), boards[live].T)
        total += np.array(counts) @ weights[live].astype(np.int64)
    return total.tolist()


@pytest.mark.large
def test_random_opponents_over_all_rivers(outcomes):
    outcomes = outcomes.sum(axis=0)
    assert (outcomes[:, 0] == wins().sum(axis=1)).all()
    combos = hand_combos()
    assert (outcomes % combos[:, None] == 0).all()  # a hand's holes are all alike
    sixths = outcomes[:, 2:] @ [6, 3, 2]
    assert sixths.sum() == 1326 * 947_053_938_600 * 2  # every pot is shared out, a third to each


@pytest.mark.whole
@pytest.mark.parametrize("share", [0, 7, 15])
def test_many_boards_of_one_weight_fill_the_counters(share):
    """Rows of 16 bits are emptied in time: 20,000 times the same board is 20,000 times its wins."""
    from pokerlake.engine.hands.board_tables import board_tables
    from pokerlake.engine.starting_hands.matchups import river_share
    from pokerlake.engine.starting_hands.matchups_kernels import add_matchup_wins

    boards, weights = (rows[:1] for rows in river_share(share, SHARES))
    once, often = np.zeros((2, 169, 169), np.int64)
    add_matchup_wins(boards, weights, board_tables(), once)
    add_matchup_wins(boards.repeat(20_000, 0), weights.repeat(20_000), board_tables(), often)
    assert once.max() > 0
    assert (often == 20_000 * once).all()
