"""Two boards from one deck: against enumeration of all pairs, closed forms, and the mean of one."""

from fractions import Fraction

import numpy as np
import pytest

from oracle import naive_two_boards as naive
from pokerlake.catalogue import GAMES
from pokerlake.engine.cards.text import CardError, format_hand, parse_hand
from pokerlake.engine.monte_carlo.plan import Holdings
from pokerlake.engine.ranges.omaha_holes import all_holes
from pokerlake.engine.ranges.scanner import RangeError
from pokerlake.engine.showdowns.two_boards import Table, paired

SHARES = {
    "hold'em": naive.holdem_shares,
    "omaha": naive.omaha_shares,
    "omaha5": naive.omaha_shares,
    "omaha hi-lo": naive.hilo_shares,
    "omaha5 hi-lo": naive.hilo_shares,
}


def cards(text):
    return parse_hand(text) if text else np.zeros(0, np.uint8)


def holdings(*texts):
    """Ranges of holes, apart by blanks, each with a weight behind a colon."""
    found = []
    for text in texts:
        parts = [part.partition(":") for part in text.split()]
        holes = np.stack([parse_hand(hole) for hole, _, _ in parts])
        found.append(Holdings(holes, np.array([float(weight or 1) for _, _, weight in parts])))
    return found


def table_of(game, ranges, boards, dead="", left=None):
    """A table; with ``left`` all cards are dead but so many, the same for the same question."""
    rule, held = GAMES[game], holdings(*ranges)
    known = tuple(cards(board) for board in boards)
    seen = {*np.concatenate([*known, *(of.cards.ravel() for of in held)]).tolist()}
    gone = {*cards(dead).tolist()}
    if left is not None:
        rest = np.random.default_rng(7).permutation([c for c in range(52) if c not in seen])
        gone |= {*rest[left:].tolist()}
    return Table(rule, held, known, np.array(sorted(gone), np.uint8))


def counters(found):
    """The counts of ``PairedShares`` as the oracle has them."""
    amounts = [Fraction(int(amount), 5040) for amount in found.amounts]
    return [
        {
            (first, second): own[i, j]
            for i, first in enumerate(amounts)
            for j, second in enumerate(amounts)
            if own[i, j]
        }
        for own in found.pairs
    ]


@pytest.mark.parametrize(
    ("game", "ranges", "boards", "left"),
    [
        ("hold'em", ("AhKh", "QsQc"), ("Qh2h3dAs", "Qh2h3dAs"), None),
        ("hold'em", ("AhKh", "QsQc"), ("Jh2h3d", "Jh2h3d"), 14),
        ("hold'em", ("AhKd", "AsKc", "7h7d"), ("2h2d", "2h2d"), 12),
        ("hold'em", ("AhKh", "QsQc"), ("5h", "5h"), 11),
        ("hold'em", ("AhKd", "AsQs"), ("", ""), 12),
        ("hold'em", ("AhKd AhQh:0.25 7s7c:0.5", "QsQc AsKs:0.75"), ("Jh2h3d", "Jh2h3d"), 10),
        ("hold'em", ("AhKd", "AsKc", "8h7h", "QcQd"), ("Jh2h3d4s", "Jh2h3d4s"), None),
        ("hold'em", ("AhKd", "QsQc"), ("Jh2h3d", "Ts9s8s"), 12),
        ("hold'em", ("AhKd", "QsQc"), ("", "Ts9s8s"), 10),
        ("hold'em", ("AhKd AsKs", "QsQc"), ("Jh2h3d", "Th9h8d2c"), 13),
        ("hold'em", ("AhKd", "QsQc"), ("Jh2h3d5c6c", "Ts9s8s"), 14),
        ("hold'em", ("AhKd", "QsQc"), ("Jh2h3d5c6c", "Ts9s8s2s2d"), 14),
        ("omaha", ("AhKhQd2d", "QsQc7d8d"), ("Jh2h3d", "Jh2h3d"), 12),
        ("omaha", ("AhKhQd2d", "QsQc7d8d", "9s9dTsTd"), ("", "Jh5h3d"), 9),
        ("omaha5", ("AhKhQd2d5s", "QsQc7d8d9h"), ("Jh2h3d6s", "7c8c9c"), 12),
        ("omaha hi-lo", ("Ah2hQd3d", "As2cKdKs"), ("4h5h9d", "4h5h9d"), 12),
        ("omaha hi-lo", ("Ah2hQd3d", "As2cKdKs", "3s4s6c7c"), ("4h5h9dTs", "8h7h2d"), 13),
        ("omaha5 hi-lo", ("Ah2hQd3d5s", "As2cKdKs6h"), ("4h7h9d", "4h7h9d"), 10),
    ],
)  # fmt: skip
def test_counts_are_those_of_enumeration(game, ranges, boards, left):
    table = table_of(game, ranges, boards, left=left)
    known = tuple(board.tolist() for board in table.boards)
    held = [
        {tuple(hole): weight for hole, weight in zip(of.cards.tolist(), of.weights, strict=True)}
        for of in table.held
    ]
    wanted = naive.pairs_of_shares(held, known, table.dead.tolist(), SHARES[game])
    found = paired(table, method="exact")
    assert counters(found) == wanted
    assert found.weight == sum(wanted[0].values())
    if table.plain:
        assert found.deals == found.weight
        assert found.pairs.dtype == np.int64


@pytest.mark.parametrize(
    ("game", "holes", "board", "runs", "left"),
    [
        ("hold'em", ("AhKh", "QsQc"), "Qh2h3dAs", 2, 20),
        ("hold'em", ("AhKh", "QsQc"), "Qh2h3dAs", 3, 20),
        ("hold'em", ("AhKd", "AsKc", "7h7d"), "2h2dKs", 3, 9),
        ("hold'em", ("AhKd", "AsKc"), "2h2dKs", 4, 8),
        ("omaha", ("AhKhQd2d", "QsQc7d8d"), "Jh2h3d", 3, 8),
        ("omaha hi-lo", ("Ah2hQd3d", "As2cKdKs"), "4h5h9d", 3, 8),
    ],
)
def test_the_spread_of_runs_is_that_of_dealing_them_all(game, holes, board, runs, left):
    table = table_of(game, holes, (board, board), left=left)
    hands = [tuple(of.cards[0].tolist()) for of in table.held]
    dealt = naive.over_runs(hands, cards(board).tolist(), table.dead.tolist(), runs, SHARES[game])
    mean, deviation = zip(*map(naive.spread, dealt), strict=True)
    found = paired(table)
    assert found.equity == pytest.approx(mean, abs=1e-12)
    assert found.deviation(runs) == pytest.approx(deviation, abs=1e-9)
    if runs == 2:
        of_all = sum(dealt[0].values())
        assert found.win == pytest.approx([own[Fraction(1)] / of_all for own in dealt], abs=1e-12)
        assert found.lose == pytest.approx([own[Fraction(0)] / of_all for own in dealt], abs=1e-12)


def test_outs_on_the_turn_by_hand():
    """Eight of 44 rivers win: both runs with 8 * 7 of 44 * 43 pairs of them."""
    found = paired(table_of("hold'em", ("AhKh", "QsQc"), ("Qh2h3dAs", "Qh2h3dAs")))
    assert found.pairs[0].tolist() == [[36 * 35, 0, 8 * 36], [0, 0, 0], [8 * 36, 0, 8 * 7]]
    one = (8 / 44) * (36 / 44)
    two = one / 2 * (1 - 1 / 43)  # without replacement: the factor (44 - 2) / (44 - 1)
    assert found.deviation(1) == pytest.approx([one**0.5] * 2)
    assert found.deviation(2) == pytest.approx([two**0.5] * 2)


@pytest.mark.large
def test_before_the_flop_all_pairs_are_counted():
    """The mean is that of one run, to the deal; 1,712,304 boards beside each 962,598 others."""
    found = paired(table_of("hold'em", ("AhKh", "QsQc"), ("", "")))
    assert found.deals == 1_712_304 * 962_598
    assert found.pairs[0].sum(axis=1).tolist() == [
        962_598 * count for count in (917_606, 6_732, 787_966)
    ]
    assert (found.pairs[0] == found.pairs[0].T).all()
    assert (found.pairs[1] == found.pairs[0][::-1, ::-1]).all()  # what one wins, the other loses


@pytest.mark.parametrize(
    ("game", "ranges", "boards"),
    [
        ("hold'em", ("AhKh AsKs", "QsQc 7h7d"), ("Jh2h3d", "Jh2h3d")),
        ("hold'em", ("AhKh", "QsQc"), ("Jh2h3d", "Ts9s8s4d")),
        ("hold'em", ("AhKh", "QsQc"), ("", "")),
        ("omaha", ("AhKhQd2d", "QsQc7d8d"), ("", "Jh5h3d")),
        ("omaha hi-lo", ("Ah2hQd3d", "As2cKdKs", "3s4s6c7c"), ("4h5h9d", "4h5h9d")),
    ],
)
def test_samples_are_near_what_is_counted(game, ranges, boards):
    table = table_of(game, ranges, boards)
    exact = paired(table, method="exact")
    sample = paired(table, deals=150_000, seed=3)
    assert (sample.deals, sample.method, sample.seed) == (150_000, "monte carlo", 3)
    assert (abs(sample.equity - exact.equity) < 5 * sample.standard_error).all()
    assert (
        abs(sample.deviation() - exact.deviation()) < 5 * sample.deviation_error() + 1e-12
    ).all()
    chances = exact.pairs / exact.weight
    error = np.sqrt(chances * (1 - chances) / sample.deals)
    assert (abs(sample.pairs / sample.weight - chances) <= 5 * error + 1e-12).all()
    again = paired(table, deals=150_000, seed=3, threads=2)
    assert (again.pairs == sample.pairs).all()


def test_anyone_may_have_any_hole():
    rule = GAMES["hold'em"]
    dead = np.array([c for c in range(52) if c not in parse_hand("AhKhQsQcJdTd9d8d2c3c4c5c")])
    board = np.array(parse_hand("Jd2c3c4c"))
    dead = np.setdiff1d(dead, board).astype(np.uint8)
    [known] = holdings("AhKh")
    free = [c for c in range(52) if c not in {*dead.tolist(), *board.tolist()}]
    every = all_holes(2)[np.isin(all_holes(2), free).all(axis=1)]
    listed = Holdings(every, np.ones(len(every)))
    found, wanted = (
        paired(Table.run_twice(rule, [known, of], board, dead)) for of in (None, listed)
    )
    assert (found.pairs == wanted.pairs).all()
    assert found.deals == wanted.deals == 15 * 4 * 3


def test_what_is_refused():
    table = table_of("hold'em", ("AhKh", "QsQc"), ("", ""), left=9)
    with pytest.raises(CardError, match="13 cards left; too few for 2 players of hold'em and two"):
        paired(table)
    both = table_of("hold'em", ("AhKh", "AhQc"), ("Jd2c3c", "Jd2c3c"))
    with pytest.raises(RangeError, match="the players cannot be dealt together"):
        paired(both)
    wide = Table.run_twice(GAMES["omaha"], [None, None], cards(""), cards(""))
    with pytest.raises(RangeError, match="an exact result of two boards is out of reach: up to 7e"):
        paired(wide, method="exact")
    known = table_of("hold'em", ("AhKh", "QsQc"), ("", ""))
    with pytest.raises(RangeError, match=r"estimated to take .* seconds, and 1e-05 are allowed"):
        paired(known, method="exact", max_seconds=1e-5)


def test_subsets_of_the_first_cards_come_first():
    assert all_holes(2, 4).tolist() == all_holes(2)[:6].tolist()
    assert all_holes(0, 9).shape == (1, 0)
    assert [format_hand(hole) for hole in all_holes(3, 4)] == [
        "2c2d2h",
        "2c2d2s",
        "2c2h2s",
        "2d2h2s",
    ]
