"""Equity of ranges: enumeration, published numbers, both exact ways, and how one is chosen."""

import functools

import numpy as np
import pytest

from oracle import naive, naive_equity
from pokerlake.engine.cards.text import CardError, parse_hand
from pokerlake.engine.equity import calculate as module
from pokerlake.engine.equity.calculate import equity, plan, situation_of
from pokerlake.engine.equity.exact import by_boards, by_holes
from pokerlake.engine.ranges.notation import parse_range
from pokerlake.engine.ranges.scanner import RangeError

RANDOM = np.ones(1326)

LARGE = functools.partial(pytest.param, marks=pytest.mark.large)


def plain(rng):
    return 1.0


def ranges_of(*texts):
    return [RANDOM if text == "random" else parse_range(text) for text in texts]


def both_ways(ranges, board=(), dead=(), threads=1):
    situation = situation_of(ranges, board, dead)
    return [way(situation, threads=threads) for way in (by_holes, by_boards)]


def random_situation(rng, weigh):
    """Few holes each, of few cards, so that many are in each other's way; board and dead cards."""
    players, board_cards, dead_cards = rng.integers((2, 3, 0), (5, 6, 4)).tolist()
    known = rng.permutation(52)[: board_cards + dead_cards].tolist()
    pool = rng.permutation(52)[: rng.integers(9, 30)]
    ranges = []
    for _ in range(players):
        holes = [sorted(rng.choice(pool, 2, replace=False).tolist()) for _ in range(6)]
        few = holes[: rng.integers(1, 7 if players < 4 else 4)]
        ranges.append({(low, high): weigh(rng) for low, high in few})
    return ranges, known[:board_cards], known[board_cards:]


# Against plain enumeration


def test_the_enumeration_itself():
    """Against plain Python, one hand at a time."""
    cards = naive.parse_cards
    holes = [["AhKh", "9c9d"], ["QsQc", "AhQh"], ["2c7d"]]
    weights = [[1.0, 0.5], [1.0, 0.25], [1.0]]
    ranges = [
        {tuple(sorted(cards(hole))): weight for hole, weight in zip(*pairs, strict=True)}
        for pairs in zip(holes, weights, strict=True)
    ]
    board, dead = cards("Qh2h3d9s"), cards("As")
    shared, categories, deals = np.zeros((3, 4)), np.zeros((3, 10)), 0
    for first, first_weight in ranges[0].items():
        for second, second_weight in ranges[1].items():
            for river in range(52):
                dealt = [*first, *second, *cards("2c7d"), *board, *dead, river]
                if len(set(dealt)) < len(dealt):
                    continue
                deals += 1
                classes = [
                    naive.best_class([*hole, *board, river])
                    for hole in (first, second, cards("2c7d"))
                ]
                winners = classes.count(min(classes))
                for player, own in enumerate(classes):
                    weight = first_weight * second_weight
                    shared[player, winners if own == min(classes) else 0] += weight
                    categories[player, naive.category(own)] += weight
    found = naive_equity.enumerate_deals(ranges, board, dead)
    assert found.deals == deals
    assert found.shared.tolist() == shared.tolist()
    assert found.categories.tolist() == categories.tolist()


@pytest.mark.parametrize(
    "seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.large) for seed in range(2, 6))]
)
@pytest.mark.parametrize(
    "weigh", [plain, lambda rng: rng.integers(1, 9) / 8], ids=["plain", "weighted"]
)
def test_hundreds_of_small_situations(seed, weigh):
    """Eighths add up without rounding, so that weights are to be equal too."""
    rng = np.random.default_rng(seed)
    possible = 0
    for _ in range(40):
        ranges, board, dead = random_situation(rng, weigh)
        arrays = [naive_equity.as_weights(own) for own in ranges]
        expected = naive_equity.enumerate_deals(ranges, board, dead)
        if not expected.deals:
            with pytest.raises(RangeError):
                equity(arrays, board, dead)
            continue
        possible += 1
        found = equity(arrays, board, dead)
        assert found.method == "exact"
        for sums in (found, *both_ways(arrays, board, dead)):
            assert sums.deals == expected.deals
            assert sums.weight == expected.weight
            assert sums.shared.tolist() == expected.shared.tolist()
            assert sums.categories.tolist() == expected.categories.tolist()
            if weigh is plain:
                assert sums.shared.dtype == sums.categories.dtype == np.int64
        share = (expected.shared[:, 1:] / np.arange(1, len(ranges) + 1)).sum(axis=1)
        np.testing.assert_allclose(found.equity, share / expected.weight, rtol=1e-14)
    assert possible > 20


def test_weights_that_round():
    """Any doubles: to twelve digits, and 0 where it cannot be."""
    rng = np.random.default_rng(5)
    for _ in range(60):
        ranges, board, dead = random_situation(rng, lambda rng: rng.random() ** 3)
        expected = naive_equity.enumerate_deals(ranges, board, dead)
        if not expected.deals:
            continue
        arrays = [naive_equity.as_weights(own) for own in ranges]
        for sums in both_ways(arrays, board, dead):
            assert sums.deals == expected.deals
            for found, wanted in (
                (sums.weight, expected.weight),
                (sums.shared, expected.shared),
                (sums.categories, expected.categories),
            ):
                np.testing.assert_allclose(found, wanted, rtol=1e-12, atol=1e-12 * expected.weight)
                assert np.array_equal(found == 0, wanted == 0)


# Against each other, where plain enumeration takes too long


@pytest.mark.parametrize(
    ("texts", "board", "dead"),
    [
        (["AA,KQs", "QQ+,AK"], "", ""),
        (["AA,KQs:0.5", "QQ+,AK:0.3"], "", ""),
        (["AhKh,QdJd", "TT+,AQs"], "", ""),  # the first is met by the sum of its images
        LARGE(["AhKh,QdJd:0.7", "AhKs,9c9d"], "", ""),  # suits matter in both
        (["KK+,AKs", "JJ,T9s"], "Qh", ""),
        (["KK+,AK", "JJ,T9s", "AhQd"], "QhJd", ""),
        (["AA", "KsKh", "QQ,JTs"], "", ""),
        (["QQ+", "QQ+", "QQ+"], "2c2d", "Qh"),
        (["22+,AT+", "88+:0.5", "TT+,T9s", "AhKs,9c9d"], "Ac9h2d8h", ""),
        (["random", "22+,A2s+"], "7h8h9h", "2c2d"),
    ],
)
def test_both_ways_come_to_the_same(texts, board, dead):
    known = parse_hand(board), parse_hand(dead)
    first, second = both_ways(ranges_of(*texts), *known)
    assert first.deals == second.deals
    if first.shared.dtype == np.int64:
        assert first.weight == second.weight == first.deals
        assert first.shared.tolist() == second.shared.tolist()
        assert first.categories.tolist() == second.categories.tolist()
    else:
        np.testing.assert_allclose(first.weight, second.weight, rtol=1e-12)
        np.testing.assert_allclose(first.shared, second.shared, rtol=1e-12)
        np.testing.assert_allclose(first.categories, second.categories, rtol=1e-12)
    for sums in (first, second):
        np.testing.assert_allclose(sums.shared.sum(axis=1), sums.weight, rtol=1e-12)
        np.testing.assert_allclose(sums.categories.sum(axis=1), sums.weight, rtol=1e-12)


@pytest.mark.parametrize(
    ("texts", "boards"),
    [
        (["QQ", "AA,JJ"], 134_459),
        (["AhKh", "AA,QQ"], 134_459),  # suits are alike in one of the two
        LARGE(["AhAs", "KhKs"], 700_544),
    ],
)
def test_boards_that_suits_make_the_same_are_swept_once(texts, boards):
    """By Burnside's lemma: two suits exchanged leave 101,608 boards as they are."""
    assert by_boards(situation_of(ranges_of(*texts), (), ())).units == boards


@pytest.mark.parametrize(
    ("texts", "board"),
    [
        (["AA,KQs:0.5", "QQ+,AK:0.3"], ""),
        (["22+,AT+:0.7", "88+,KTs+:0.5", "AhKs,9c9d:0.9"], "Ac9h2d"),
    ],
)
def test_on_any_number_of_threads(texts, board):
    one, three = (
        both_ways(ranges_of(*texts), parse_hand(board), threads=threads) for threads in (1, 3)
    )
    for first, second in zip(one, three, strict=True):
        assert first.shared.tobytes() == second.shared.tobytes()
        assert first.categories.tobytes() == second.categories.tobytes()
        assert first.weight == second.weight


# Published numbers, and what is known beforehand


@pytest.mark.parametrize(
    ("texts", "equities"),
    [
        (["AhKh", "QsQc", "7d7c"], [0.38983630, 0.42599669, 0.18416701]),
        (["AhAs", "random"], [0.85203713]),
        (["AA,KK", "22+,AK"], [0.78323266]),
        (["22+,A2s+,KTo+", "TT+,AQ+"], [0.37408280]),
    ],
)
def test_published_equities(texts, equities):
    found = equity(ranges_of(*texts))
    assert found.equity[: len(equities)].round(8).tolist() == equities
    assert found.equity.sum() == pytest.approx(1, abs=1e-14)


def test_poker50s_examples():
    hands = ranges_of("AhKh", "QsQc")
    assert equity(hands).shared.tolist() == [[917_606, 787_966, 6_732], [787_966, 917_606, 6_732]]
    found = equity(hands, parse_hand("Qh2h3dAs"))
    assert found.shared.tolist() == [[36, 8, 0], [8, 36, 0]]
    assert (found.deals, found.weight, found.seed) == (44, 44, None)
    assert found.choice == "exact: 1 pair of holes"
    assert found.win.tolist() == [8 / 44, 36 / 44]
    assert found.standard_error.tolist() == [0, 0]


@pytest.mark.whole
@pytest.mark.large
def test_every_board_for_two_random_hands():
    """The categories of all 133,784,560 hands of seven cards: Wikipedia, "Poker probability"."""
    found = equity([RANDOM, RANDOM])
    assert found.choice == "exact: 134,459 boards"
    assert found.deals == found.weight == 1326 * 1225 * 1_712_304
    assert found.equity.tolist() == [0.5, 0.5]
    frequency = [
        0, 4_324 + 37_260, 224_848, 3_473_184, 4_047_644, 6_180_020, 6_461_620, 31_433_400,
        58_627_800, 23_294_460,
    ]  # fmt: skip
    others = found.deals // 133_784_560
    assert found.categories.tolist() == [[others * number for number in frequency]] * 2


def test_aces_and_kings_of_all_suits():
    """Two ranges that both are alike in all suits, of which each pair of holes is a match-up."""
    found = equity(ranges_of("AKo", "AKo"))
    assert found.equity.tolist() == [0.5, 0.5]
    assert found.shared[0, 2] == found.shared[1, 2] > 0.9 * found.deals
    assert found.chop == found.tie[0]
    assert found.deals == 12 * 7 * 1_712_304


def test_three_players_on_a_board_that_plays():
    found = equity(ranges_of("2c3d", "4h5h,4d5s", "22,7s6s"), parse_hand("AcKdQhJsTc"))
    assert found.shared.tolist() == [[0, 0, 0, found.deals]] * 3
    assert found.chop == 1
    assert (found.win.tolist(), found.tie.tolist()) == ([0] * 3, [1] * 3)


def test_ten_players_with_a_royal_flush_on_the_board():
    hands = [naive_equity.as_weights({(2 * i, 2 * i + 1): 1.0}) for i in range(10)]
    found = equity(hands, parse_hand("AsKsQsJsTs"))
    assert found.shared.tolist() == [[0] * 10 + [1]] * 10
    assert found.categories.tolist() == [[0, 1] + [0] * 8] * 10
    assert found.equity.tolist() == [0.1] * 10


# The choice


def test_the_plan():
    def by(texts, board=""):
        return [way.by for way in plan(ranges_of(*texts), parse_hand(board))]

    assert by(["AhKh", "QsQc"]) == ["holes"]
    assert by(["AhAs", "random"]) == ["holes", "boards"]
    assert by(["random", "random"]) == ["boards", "holes"]
    assert by(["random", "random"], "Qh2h3d") == ["boards", "holes"]
    assert by(["22+", "KK+,AQ", "random"], "Qh2h3d") == ["boards", "holes"]
    assert by(["KK+", "QQ+", "22+"]) == ["holes", "boards"]
    (way,) = plan(ranges_of("AhKh", "QsQc"))
    assert (way.tuples, way.units) == (1, 1)
    ways = plan(ranges_of("AhAs", "random"))
    assert (ways[0].tuples, ways[0].units) == (1225, 469)
    assert plan(ranges_of("random", "random"), threads=2)[0].seconds < 3


@pytest.mark.whole
@pytest.mark.large
def test_estimates_are_about_right():
    for texts, board in (
        (["22+,A2s+", "88+,KTs+"], "Ac9h2d"),
        (["22+", "AK,AQ", "random"], "Ac9h2dKs"),
        (["AhKh", "22+", "random"], "9c"),
    ):
        ranges, known = ranges_of(*texts), parse_hand(board)
        for way in plan(ranges, known):
            if way.units < 100_000:
                go = {"holes": by_holes, "boards": by_boards}[way.by]
                found = go(situation_of(ranges, known, ()))
                assert 0.4 < found.units / way.units < 2.5


def test_what_takes_too_long_is_sampled():
    ranges = ranges_of("random", "22+", "A2s+", "KTo+")
    found = equity(ranges, seed=1, standard_error=0.001)
    assert found.method == "monte carlo"
    assert found.choice == f"monte carlo: {found.deals:,} deals"
    assert found.seed == 1
    assert 0 < found.standard_error.max() <= 0.001
    again = equity(ranges, seed=1, deals=found.deals, threads=2)
    assert again.shared.tolist() == found.shared.tolist()
    assert found.shared.sum(axis=1).tolist() == [found.deals] * 4
    assert equity(ranges, deals=1000).seed is not None


def test_a_method_can_be_asked_for():
    hands = ranges_of("AhKh", "QsQc")
    exact = equity(hands, method="exact")
    sampled = equity(hands, method="monte carlo", deals=100_000, seed=3)
    assert (sampled.method, sampled.deals) == ("monte carlo", 100_000)
    assert (abs(sampled.equity - exact.equity) < 5 * sampled.standard_error).all()
    default = equity(hands, method="monte carlo")
    assert default.standard_error.max() <= module.STANDARD_ERROR
    assert equity(ranges_of("AA", "KK,AKs"), max_seconds=1e-6, deals=100).method == "monte carlo"
    with pytest.raises(RangeError, match=r"is estimated to take .* seconds, and 1e-06 are allowed"):
        equity(ranges_of("AA", "KK,AKs"), method="exact", max_seconds=1e-6)


def test_a_listener_hears_of_estimates():
    heard = []
    equity(ranges_of("AA", "KK"), method="monte carlo", deals=300_000, listener=heard.append)
    assert heard[-1].deals == 300_000
    assert len(heard) > 1


# What cannot be


@pytest.mark.parametrize(
    ("texts", "board", "dead", "error", "problem"),
    [
        (["AA"], "", "", RangeError, "1 ranges; 2 to 10 are needed, one for each player"),
        (["AhKh", ""], "", "", RangeError, "player 2 has no hole: his range is empty"),
        (
            ["AhKh", "AA"],
            "AhAs",
            "Ad",
            RangeError,
            "player 1 has no hole without a card of AhAsAd: AhKh has Ah",
        ),
        (
            ["QQ", "AhKh", "77", "AhKd,AhQh"],
            "",
            "",
            RangeError,
            "players 2 and 4 cannot be dealt together: whatever they hold, a card is there twice",
        ),
        (
            ["AA", "22", "AA", "33+", "AA"],
            "",
            "",
            RangeError,
            "players 1, 3 and 5 cannot be dealt together: "
            "whatever they hold, a card is there twice",
        ),
        (
            ["AA", "KK"],
            "2c3c4c5c6c7c",
            "",
            CardError,
            "2c3c4c5c6c7c has 6 cards; a board has up to 5",
        ),
        (["AA", "KK"], "2c3c4c", "3c", CardError, "3c is there twice on the board or dead"),
    ],
)
def test_what_cannot_be_dealt(texts, board, dead, error, problem):
    with pytest.raises(error) as raised:
        equity(ranges_of(*texts), parse_hand(board), parse_hand(dead))
    assert str(raised.value) == problem


def test_weights_that_are_none():
    with pytest.raises(RangeError) as raised:
        equity([RANDOM, 2 * RANDOM])
    assert str(raised.value) == "player 2: weight 2.0 of 2d2c is not in 0..1"
    with pytest.raises(RangeError) as raised:
        equity([RANDOM, RANDOM[:5]])
    assert str(raised.value) == ("player 2: a range is 1326 weights; an array of shape (5,) is not")


def test_weights_whose_product_is_no_normal_number_are_sampled():
    tiny = [1e-300 * parse_range("AA"), 1e-300 * parse_range("KK")]
    with pytest.raises(RangeError, match="so small that their product is 0"):
        equity(tiny, method="exact")
    assert equity(tiny, deals=1000, seed=1).method == "monte carlo"
    assert equity(tiny, standard_error=0.01, seed=1).method == "monte carlo"


def test_cards_that_are_none():
    with pytest.raises(CardError, match="card 52 is not in"):
        equity([RANDOM, RANDOM], [52])
    with pytest.raises(CardError, match="24 cards left; too few for 10 players and the board"):
        equity([RANDOM] * 10, (), range(28))


def test_an_exact_result_out_of_reach():
    with pytest.raises(RangeError, match="an exact result is out of reach: about"):
        equity([RANDOM] * 5, method="exact")
    with pytest.raises(RangeError, match="an exact result is out of reach: about"):
        equity([RANDOM] * 10, parse_hand("AsKsQsJsTs"), method="exact")


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ({"method": "guess"}, "no method 'guess'; there are: exact, monte carlo"),
        ({"standard_error": 0}, "standard_error is 0: give more than 0"),
        ({"deals": -1}, "deals is -1: give more than 0"),
        ({"max_seconds": float("nan")}, "max_seconds is nan: give more than 0"),
        ({"seed": 1 << 64}, "seed is 18446744073709551616: give 0 .. 2**64 - 1"),
        ({"threads": -1}, "threads is -1: give 0 (all cores) or more"),
    ],
)
def test_arguments_out_of_range(arguments, problem):
    with pytest.raises(ValueError) as raised:  # noqa: PT011 the message is held below
        equity([RANDOM, RANDOM], **arguments)
    assert str(raised.value) == problem
