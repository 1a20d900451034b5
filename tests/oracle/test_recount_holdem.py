"""The recount of the hold'em tables against published figures, plain Python and group theory."""

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations
from math import comb, sqrt

import numpy as np
import pytest

from oracle import naive
from oracle import recount_holdem as recount
from pokerlake.engine.cards.holes import HAND_INDEX, hand_of_hole, parse_hole
from pokerlake.engine.dealing.deck import deal

HOLES = [(low, high) for high in range(52) for low in range(high)]
PERMUTATIONS = list(permutations(range(4)))
PAIRS = comb(52, 2) * comb(50, 2) // 2
DEALS = comb(50, 5) * comb(45, 2)


def cards(text):
    return np.array(naive.parse_cards(text), np.uint8)


def recoloured(held, suits):
    """The cards with their suits permuted, ascending."""
    return tuple(sorted(card // 4 * 4 + suits[card % 4] for card in held))


def random_boards(number, held, seed):
    """Columns of boards without the cards held."""
    dealer = random.Random(seed)
    unseen = [card for card in range(52) if card not in held]
    return np.array([dealer.sample(unseen, 5) for _ in range(number)], np.uint8).T


@pytest.fixture(scope="module")
def orbits():
    return recount.suit_orbits()


@pytest.fixture(scope="module")
def all_pairs():
    """All unordered pairs of disjoint holes."""
    first, second = np.triu_indices(1326, 1)
    a, b = np.array(HOLES)[first], np.array(HOLES)[second]
    disjoint = (a[:, :, None] != b[:, None, :]).all(axis=(1, 2))
    return first[disjoint], second[disjoint]


# One hole against another


@pytest.mark.parametrize(
    ("hero", "villain", "win", "tie", "lose"),
    [
        ("AhKh", "QsQc", 787_966, 6_732, 917_606),  # the issue's
        (
            "AdAc",
            "KdKc",
            1_410_336,
            9_308,
            292_660,
        ),  # these three: N. Metchev's poker, OddsComputerSpec.kt
        ("AdAc", "7d2c", 1_519_445, 8_217, 184_642),
        ("QdJc", "JsTh", 1_217_747, 63_212, 431_345),
    ],
)
def test_match_ups_as_published(hero, villain, win, tie, lose):
    hero, villain = parse_hole(hero), parse_hole(villain)
    assert recount.match_up(hero, villain) == (win, tie, lose)
    assert recount.match_up(villain, hero) == (lose, tie, win)
    assert win + tie + lose == 1_712_304


def test_match_up_is_the_same_in_other_suits():
    assert recount.match_up(parse_hole("AcKc"), parse_hole("QdQs")) == (787_966, 6_732, 917_606)


@pytest.mark.parametrize(
    ("hero", "villain"), [("AhKh", "QsQc"), ("7c6c", "7d6h"), ("2c2d", "2h2s")]
)
def test_showdowns_are_the_naive_twins(hero, villain):
    a, b = naive.parse_cards(hero), naive.parse_cards(villain)
    boards = random_boards(300, a + b, seed=1)
    results = Counter(naive.compare([*a, *board], [*b, *board]) for board in boards.T.tolist())
    found = recount.showdowns(parse_hole(hero), parse_hole(villain), boards)
    assert found == (results[1], results[0], results[-1])


def test_holes_with_a_common_card_are_refused():
    with pytest.raises(ValueError, match=r"^holes 1325 and 1324 have a card in common$"):
        recount.match_up(1325, 1324)


# Pairs of holes up to suits


def test_orbits_and_their_weights(orbits):
    assert [len(column) for column in orbits] == [47_008] * 3
    assert [column.dtype for column in orbits] == [np.int64] * 3
    assert int(orbits.weight.sum()) == PAIRS == 812_175
    assert (orbits.hero < orbits.villain).all()
    assert (np.diff(1326 * orbits.hero + orbits.villain) > 0).all()
    assert set(orbits.weight.tolist()) <= {1, 2, 3, 4, 6, 8, 12, 24}


def test_number_of_orbits_by_burnsides_lemma(all_pairs):
    number = {hole: hole_id for hole_id, hole in enumerate(HOLES)}
    first, second = all_pairs
    fixed = 0
    for suits in PERMUTATIONS:
        image = np.array([number[recoloured(hole, suits)] for hole in HOLES])
        a, b = image[first], image[second]
        fixed += int((((a == first) & (b == second)) | ((a == second) & (b == first))).sum())
    assert fixed == 24 * 47_008


def test_representatives_part_pairs_as_their_ranks_by_suit_do(orbits, all_pairs):
    """Pairs of holes are alike if the (hero's, villain's) ranks of the four suits are, as sets."""
    ranks_by_suit = np.zeros((1326, 4), np.int64)
    for hole_id, hole in enumerate(HOLES):
        for card in hole:
            ranks_by_suit[hole_id, card % 4] |= 1 << card // 4
    _, ranks = np.unique(ranks_by_suit, return_inverse=True)
    ranks = ranks.reshape(1326, 4)  # 92 different ones
    first, second = (ranks[holes] for holes in all_pairs)
    place = (92 * 92) ** np.arange(4)
    straight = np.sort(92 * first + second, axis=1) @ place
    swapped = np.sort(92 * second + first, axis=1) @ place
    kind = np.minimum(straight, swapped)

    pairs = recount.canonical_pairs(*all_pairs)
    representative = 1326 * pairs.hero + pairs.villain
    kinds, place, weight = np.unique(kind, return_index=True, return_counts=True)
    assert len(kinds) == 47_008
    order = np.argsort(representative[place])
    assert (representative[place][order] == 1326 * orbits.hero + orbits.villain).all()
    assert (weight[order] == orbits.weight).all()
    of_kind = representative[place][np.searchsorted(kinds, kind)]
    assert (of_kind == representative).all()


def test_representative_is_the_smallest_image(orbits, all_pairs):
    weights = {
        (hero, villain): weight
        for hero, villain, weight in zip(*(column.tolist() for column in orbits), strict=True)
    }
    dealer = random.Random(3)
    for _ in range(200):
        row = dealer.randrange(PAIRS)
        pair = [int(column[row]) for column in all_pairs]
        dealer.shuffle(pair)
        found = recount.canonical_pairs(*np.array(pair)[:, None])
        images = [
            (tuple(HOLES.index(recoloured(HOLES[hole], suits)) for hole in seats), seats != pair)
            for seats in (pair, pair[::-1])
            for suits in PERMUTATIONS
        ]
        smallest, swapped = min(images)  # of two equal ones the one that is not swapped
        assert (int(found.hero[0]), int(found.villain[0]), bool(found.swapped[0])) == (
            *smallest,
            swapped,
        )
        assert weights[smallest] == len({frozenset(image) for image, _ in images})


# One hole against a random one


@pytest.mark.parametrize(
    ("hole", "win", "tie", "lose"),
    [  # of a PreciseHeadsUpOdds.java (ao.odds.agglom.impl)
        ("7c6c", 898_379_280, 106_652_749, 1_092_540_371),
    ],
)
def test_against_random_as_published(hole, win, tie, lose):
    assert recount.against_random(parse_hole(hole)) == (win, tie, lose)
    assert win + tie + lose == DEALS == 2_097_572_400


@pytest.mark.parametrize("hole", ["AcAd", "7h6h", "Ts9c"])
def test_river_counts_are_the_naive_twins(hole):
    held = naive.parse_cards(hole)
    boards = random_boards(2, held, seed=5)
    win, tie = recount.river_counts(parse_hole(hole), boards)
    for board, *found in zip(boards.T.tolist(), win, tie, strict=True):
        unseen = set(range(52)) - {*board, *held}
        results = Counter(
            naive.compare([*held, *board], [*villain, *board])
            for villain in combinations(sorted(unseen), 2)
        )
        assert sum(results.values()) == 990
        assert found == [results[1], results[0]]


@pytest.mark.parametrize("hole", ["AcAd", "7h6h", "Ts9c"])
def test_boards_seen_from_a_hole(hole):
    held = tuple(sorted(naive.parse_cards(hole)))
    same = [suits for suits in PERMUTATIONS if recoloured(held, suits) == held]
    boards, weights = recount.boards_seen_from(parse_hole(hole))
    assert int(weights.sum()) == comb(50, 5)
    assert not np.isin(boards, held).any()
    weight_of = dict(zip(map(tuple, boards.T.tolist()), weights.tolist(), strict=True))
    assert len(weight_of) == len(weights)
    for board in random_boards(300, held, seed=6).T.tolist():
        images = {recoloured(board, suits) for suits in same}
        assert [weight_of[image] for image in images if image in weight_of] == [len(images)]


# Three players


BOARDS = ["2c5d9hKsAc", "7h8h9hTd2h", "QdQsQh4c4d"]


@pytest.mark.parametrize("text", BOARDS)
def test_three_players_are_those_of_plain_loops(text):
    board = naive.parse_cards(text)
    live = [hole for hole in HOLES if not set(hole) & set(board)]
    class_of = {hole: naive.best_class([*hole, *board]) for hole in live}
    holes, counts = recount.three_players_on_board(cards(text))
    assert [HOLES[hole] for hole in holes] == live
    place = random.Random(text).randrange(len(live))
    hero = live[place]
    expected = Counter()
    opponents = [hole for hole in live if not set(hole) & set(hero)]
    for first, second in combinations(opponents, 2):
        if set(first) & set(second):
            continue
        best = min(class_of[hole] for hole in (hero, first, second))
        winners = [class_of[hole] for hole in (hero, first, second)].count(best)
        expected[winners if class_of[hero] == best else 0] += 1
    assert [int(column[place]) for column in counts] == [expected[n] for n in (1, 2, 3, 0)]


@pytest.mark.parametrize("text", [*BOARDS, "TsJsQsKsAs", "2c2d2h2s3c", "3d8dTcKh5s"])
def test_three_players_share_each_pot(text):
    _, counts = recount.three_players_on_board(cards(text))
    observations, share_sum, _ = recount.shares_of_three(counts)
    assert set(observations.tolist()) == {446_985}
    assert int(share_sum.sum()) * 3 == 2520 * int(observations.sum())


def test_three_players_play_the_board():
    _, counts = recount.three_players_on_board(cards("TsJsQsKsAs"))
    assert [set(column.tolist()) for column in counts] == [{0}, {0}, {446_985}, {0}]


def test_three_players_by_hand_with_weights():
    boards = np.stack([cards(text) for text in BOARDS[:2]], axis=1)
    found = recount.three_players(boards, np.array([3, 24]))
    expected = np.zeros((4, 169), np.int64)
    for text, weight in zip(BOARDS, (3, 24), strict=False):
        holes, counts = recount.three_players_on_board(cards(text))
        for row, hole in enumerate(holes):
            for column in range(4):
                expected[column, hand_of_hole()[hole]] += weight * counts[column][row]
    assert (np.array(found) == expected).all()
    # Aces: six holes less those with the one ace of the first board.
    assert np.sum(found, axis=0)[HAND_INDEX["AA"]] == (3 * 3 + 24 * 6) * 446_985


def test_shares_of_three_written_out():
    counts = recount.ThreePlayers(*np.array([[1, 5], [2, 0], [3, 0], [4, 1]]))
    observations, share_sum, squares = recount.shares_of_three(counts)
    assert observations.tolist() == [10, 6]
    assert share_sum.tolist() == [2520 + 2 * 1260 + 3 * 840, 5 * 2520]
    assert squares.tolist() == [2520**2 + 2 * 1260**2 + 3 * 840**2, 5 * 2520**2]


# Any number of players, dealt


def naive_deals(dealt, players):
    """Of each deal, the (hand, share) of each seat."""
    for column in dealt.T.tolist():
        board, seats = column[:5], [column[5 + 2 * s : 7 + 2 * s] for s in range(players)]
        classes = [naive.best_class([*board, *seat]) for seat in seats]
        winners = classes.count(min(classes))
        shares = [2520 // winners if c == min(classes) else 0 for c in classes]
        yield [(naive_hand(seat), share) for seat, share in zip(seats, shares, strict=True)]


def naive_hand(seat):
    low, high = sorted(seat)
    ranks = naive.RANKS[high // 4] + naive.RANKS[low // 4]
    return ranks if low // 4 == high // 4 else ranks + ("s" if low % 4 == high % 4 else "o")


@pytest.mark.parametrize("players", [2, 3, 7, 10])
def test_shares_and_sums_are_the_naive_twins(players):
    dealt = deal(150, 5 + 2 * players, seed=players)
    deals = list(naive_deals(dealt, players))
    shares = recount.seat_shares(dealt, players)
    assert shares.T.tolist() == [[share for _, share in seats] for seats in deals]
    assert set(shares.sum(axis=0).tolist()) == {2520}

    expected = np.zeros((6, 169), np.int64)
    for seats in deals:
        for hand in {hand for hand, _ in seats}:
            got = [share for other, share in seats if other == hand]
            n, s = len(got), sum(got)
            row = n, s, sum(share * share for share in got), n * n, n * s, s * s
            expected[:, HAND_INDEX[hand]] += row
    sums = recount.share_sums(dealt, players)
    assert (np.array(sums) == expected).all()
    halves = recount.share_sums(dealt[:, :70], players), recount.share_sums(dealt[:, 70:], players)
    assert (np.array(halves[0]) + halves[1] == expected).all()


def test_one_hand_in_two_seats():
    dealt = np.stack([cards("2c7d9hJsQd" + "AcKd" + "AhKs"), cards("TsJsQsKsAs" + "AcKd" + "4h4s")])
    sums = recount.share_sums(dealt.T, 2)
    ako = [int(column[HAND_INDEX["AKo"]]) for column in sums]
    assert ako == [3, 3 * 1260, 3 * 1260**2, 2 * 2 + 1, 2 * 2520 + 1260, 2520**2 + 1260**2]


def test_income_rates_written_out():
    """Four players: a quarter of the pot each time, all of it, nothing."""
    rates = recount.income_rate(4, np.array([7, 2, 5]), np.array([7 * 630, 2 * 2520, 0]))
    assert rates.tolist() == [0, 3, -1]


def test_ten_players_split_the_board():
    unseen = [card for card in range(52) if card not in naive.parse_cards("TsJsQsKsAs")]
    dealt = np.concatenate([cards("TsJsQsKsAs"), np.array(unseen[:20], np.uint8)])[:, None]
    assert recount.seat_shares(dealt, 10).tolist() == [[252]] * 10


def test_standard_error_is_the_formula_over_deals():
    dealt = deal(400, 25, seed=8)
    deals = list(naive_deals(dealt, 10))
    errors = recount.standard_error(10, recount.share_sums(dealt, 10))
    for hand in ("AKo", "72o", "T9s"):
        got = [[share for other, share in seats if other == hand] for seats in deals]
        observations = sum(map(len, got))
        mean = Fraction(sum(map(sum, got)), observations)
        squares = sum((sum(shares) - mean * len(shares)) ** 2 for shares in got)
        expected = 10 * sqrt(squares) / (2520 * observations)
        assert errors[HAND_INDEX[hand]] == pytest.approx(expected, rel=1e-12)


def test_standard_errors_are_the_spread_of_many_runs():
    runs = [recount.share_sums(deal(5000, 25, seed=9, first=5000 * i), 10) for i in range(60)]
    total = recount.ShareSums(*np.sum(runs, axis=0))
    pooled = recount.income_rate(10, total.observations, total.share_sum)
    z = np.array(
        [
            (recount.income_rate(10, run.observations, run.share_sum) - pooled)
            / recount.standard_error(10, run)
            for run in runs
        ]
    )
    assert 0.97 < sqrt((z**2).mean()) < 1.03
    assert int(total.share_sum.sum()) == 60 * 5000 * 2520


def test_sampled_heads_up_rates_are_the_exact_ones():
    sums = recount.share_sums(deal(400_000, 9, seed=10), 2)
    rates = recount.income_rate(2, sums.observations, sums.share_sum)
    errors = recount.standard_error(2, sums)
    for hand, win, lose in (
        ("AA", 1_781_508_418, 304_661_670),
        ("76s", 898_379_280, 1_092_540_371),
        ("72o", 665_146_081, 1_311_884_399),
    ):
        exact = (win - lose) / DEALS
        assert abs(rates[HAND_INDEX[hand]] - exact) < 4 * errors[HAND_INDEX[hand]]


# From pairs of holes to hands


def test_aces_against_kings(orbits):
    hands = hand_of_hole()
    aces, kings = HAND_INDEX["AA"], HAND_INDEX["KK"]
    chosen = (hands[orbits.hero] == kings) & (hands[orbits.villain] == aces)
    pairs = recount.HolePairs(*(column[chosen] for column in orbits))
    assert int(pairs.weight.sum()) == 36
    counts = [recount.match_up(*map(int, holes)) for holes in zip(*pairs[:2], strict=True)]
    found = recount.hand_matchups(pairs, *np.array(counts).T)
    deals, win, tie, lose = (int(matrix[aces, kings]) for matrix in found)
    assert deals == win + tie + lose == 36 * 1_712_304
    assert round(100 * (win + tie / 2) / deals, 5) == 81.94605
    assert [int(matrix[kings, aces]) for matrix in found] == [deals, lose, tie, win]
    assert int(found.deals.sum()) == 2 * deals
    hands = recount.starting_hands(found)
    assert [int(column[aces]) for column in hands] == [deals, win, tie, lose]
    assert [int(column[kings]) for column in hands] == [deals, lose, tie, win]


def test_hands_are_sums_over_all_holes_in_both_seats(orbits, all_pairs):
    """Made-up counts, expanded to all 1,624,350 ordered pairs of holes and added up there."""
    made_up = np.random.default_rng(11).integers(0, 1000, (3, 47_008))
    alike = ~recount.canonical_pairs(orbits.villain, orbits.hero).swapped  # such as AcKc v AdKd
    made_up[2, alike] = made_up[0, alike]
    pairs = recount.canonical_pairs(*all_pairs)
    row = np.searchsorted(1326 * orbits.hero + orbits.villain, 1326 * pairs.hero + pairs.villain)
    win, tie, lose = made_up[:, row]
    win, lose = np.where(pairs.swapped, (lose, win), (win, lose))
    first, second = (hand_of_hole()[holes].astype(np.int64) for holes in all_pairs)
    expected = np.zeros((4, 169, 169), np.int64)
    for matrix, there, back in zip(
        expected,
        (win + tie + lose, win, tie, lose),
        (win + tie + lose, lose, tie, win),
        strict=True,
    ):
        np.add.at(matrix, (first, second), there)
        np.add.at(matrix, (second, first), back)

    shown_in_reverse = np.random.default_rng(12).random(47_008) < 0.5
    hero, villain = np.where(shown_in_reverse, orbits[1::-1], orbits[:2])
    win, lose = np.where(shown_in_reverse, made_up[::-2], made_up[::2])
    found = recount.hand_matchups(
        recount.HolePairs(hero, villain, orbits.weight), win, made_up[1], lose
    )
    assert (np.array(found) == expected).all()


def test_grand_total_of_deals(orbits):
    boards = np.full(47_008, 1_712_304)
    found = recount.hand_matchups(orbits, boards, boards * 0, boards * 0)
    assert int(found.deals.sum()) == 2_781_381_002_400
    hands = recount.starting_hands(found)
    combos = np.bincount(hand_of_hole(), minlength=169)
    assert (hands.deals == combos * DEALS).all()
    assert (hands.deals == found.deals.sum(axis=1)).all()
