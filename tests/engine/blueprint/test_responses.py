"""Best responses of whole games, on decks small enough to list every deal, and by samples."""

from functools import partial
from itertools import combinations

import numpy as np
import pytest

from helpers.small_games import meetings_of_deals
from oracle.naive_blueprints import Game
from pokerlake.engine.blueprint import Deal, Limit, Responses, Training, lines_of
from pokerlake.engine.blueprint.first_kernels import Meetings
from pokerlake.engine.blueprint.responses import Worth
from pokerlake.engine.blueprint.walk_kernels import Weights
from pokerlake.engine.cards.holes import hole_cards
from pokerlake.engine.hands.evaluate import class_ids

DECK = (0, 1, 2, 20, 21, 22, 48, 49, 50)  # three ranks in three suits
BUCKETS = (3, 4, 5, 6)


def buckets_of(board, buckets=BUCKETS):
    """Buckets that know of ranks and suits, and of which card came when."""
    ranks, suits = hole_cards().astype(np.int64).T // 4, hole_cards().T % 4
    dealt = [board[:3], board[3:4], board[4:]]
    suited = sum(
        (7 + 4 * street) * np.sum([suits == card % 4 for card in cards], axis=0, dtype=int)
        for street, cards in enumerate(dealt)
    )
    known = 2 * ranks + suited
    public = sum((3 + street) * (card // 4) for street, cards in enumerate(dealt) for card in cards)
    same = suits[0] == suits[1]
    return (known[0] * known[1] + known[0] + known[1] + 5 * same + public) % buckets[
        max(len(board) - 2, 0)
    ]


def random_strategies(lines, seed=1):
    """Training that has never been, whose mean strategies are random."""
    training = Training(lines, BUCKETS, Meetings(*np.zeros((2, 3, 3), np.float32)), 6)
    for sums in training.sums:
        sums[:] = np.random.default_rng(seed).random(len(sums)) ** 3
    return training


def responses(training, **options):
    """Best responses to mean strategies."""
    given = {"buckets_of": buckets_of, "deck": DECK} | options
    return Responses(training.lines, training.mean_shares(), **given)


def told(those, flops=None):
    """What they come to on some flops, or all."""
    flops = flops or those.all_flops()
    return those.exploitability(flops, those.values(flops))


def below(lines, root):
    """A node, and the decisions below it."""
    found = [root] if lines.kind[root] == 0 else []
    return set(found).union(*(below(lines, child) for child in lines.children[root]))


class Short(Limit):
    """Bets of a fixed size, and stacks of four chips."""

    stack = 4


RULES = Limit((2, 2, 4, 4), (2, 0, 0, 1), (2, 1))
ALL_IN = Short((3, 1, 2, 2), (1, 1, 1, 0), (1, 1))  # before the flop, or on the turn


@pytest.mark.whole
@pytest.mark.parametrize("rules", [RULES, ALL_IN])
def test_all_flops_are_every_deal(rules):
    training = random_strategies(lines_of(rules))
    found = told(responses(training))
    game = Game(training.lines, training.strategy, buckets_of, hole_cards().tolist(), DECK)
    lines = training.lines
    after = {lines.line(root): below(lines, root) for root in lines.roots[1]}
    for player in range(2):
        # Who responds from a street on, everywhere or after a line, before that plays the mean.
        chosen = {
            (line, street): {node for node in nodes if lines.street[node] >= street}
            for line, nodes in {None: below(lines, 0), **after}.items()
            for street in range(line is not None, 5)
        }
        won = dict(zip(chosen, game.won(player, list(chosen.values())), strict=True))
        best, mean = won[None, 0], won[None, 4]
        own = [gain for gain in found.gains if gain.player == player]
        assert [(gain.street, gain.line) for gain in own] == [
            (0, ""), *((street, None) for street in range(1, 4)), *((None, line) for line in after),
            *((street, line) for street in range(1, 4) for line in after),
        ]  # fmt: skip
        for gain in own:
            first, last = (gain.street, gain.street + 1) if gain.street is not None else (1, 4)
            known = won[gain.line or None, first] - won[gain.line or None, last]
            assert gain.least == gain.most == pytest.approx((known, 0), abs=1e-6)
        assert found.value[player] == pytest.approx((mean, 0), abs=1e-6)
        assert found.upper[player] == pytest.approx((best, 0), abs=1e-6)
    assert found.lower == found.upper
    assert found.most.value == pytest.approx(sum(best.value for best in found.upper) / 2)


def test_samples_say_the_same_within_their_errors():
    those = responses(random_strategies(lines_of(RULES)))
    flops = those.all_flops()
    values = those.values(flops)
    row = {tuple(cards): at for at, cards in enumerate(flops.cards.tolist())}

    def sampled(count, seed):
        drawn = those.draw_flops(count, seed)
        return those.exploitability(
            drawn, Worth(*(of[[row[tuple(c)] for c in drawn.cards.tolist()]] for of in values))
        )

    whole = those.exploitability(flops, values)
    assert sampled(84, 3).most == pytest.approx(whole.most)
    found = [sampled(20, seed) for seed in range(50)]
    for one in found:
        assert 0 < one.most.error < 0.1
        assert one.least.value <= one.most.value
        for bound in ("least", "most"):
            gained = sum(
                getattr(gain, bound).value / 2 for gain in one.gains if None not in gain[1:3]
            )
            assert gained == pytest.approx(getattr(one, bound).value)  # what both win adds up to 0
        for value, exact in zip(one.value, whole.value, strict=True):
            assert abs(value.value - exact.value) < 4 * value.error
    upper, lower = (np.mean([getattr(one, of).value for one in found]) for of in ("most", "least"))
    far = 3 * np.std([one.most.value for one in found]) / np.sqrt(len(found))
    assert lower - far < whole.most.value < upper + far
    assert lower < upper
    spread = np.std([one.value[0].value for one in found])
    assert spread == pytest.approx(np.mean([one.value[0].error for one in found]), rel=0.3)


def test_training_makes_a_strategy_harder_to_beat():
    buckets = (41, 401, 809, 1601)
    fine = partial(buckets_of, buckets=buckets)
    deals = [deal_on(board, fine) for board in combinations(DECK, 5)]
    training = Training(lines_of(RULES), buckets, meetings_of_deals(deals, buckets[0]), 6)
    rng = np.random.default_rng(2)
    found = []
    for count in (3, 300):
        for _ in range(count):
            board = tuple(rng.permutation(DECK)[:5].tolist())
            training.improve(
                deal_on(board, fine), Weights(np.float32(1), np.float32(1), np.float32(0))
            )
        found.append(told(responses(training, buckets_of=fine)).most.value)
    assert found[1] < 0.65 * found[0]


def deal_on(board, buckets_of):
    """All holes of the deck on a board."""
    cards = hole_cards()
    holes = [hole for hole, two in enumerate(cards.tolist()) if set(two) <= set(DECK) - set(board)]
    seven = np.array([[*cards[hole], *board] for hole in holes], np.uint8)
    strength = 7463 - class_ids(seven, layout="rows")
    streets = [buckets_of(board[:seen])[holes] for seen in (0, 3, 4, 5)]
    return Deal(cards[holes], strength.astype(np.uint16), np.array(streets))


def test_threads_change_no_bit_of_values():
    training = random_strategies(lines_of(RULES))
    one, two = (responses(training, threads=threads) for threads in (1, 2))
    flops = one.draw_flops(8, 1)
    for of, again in zip(one.values(flops), two.values(flops), strict=True):
        assert of.any()
        assert of.tobytes() == again.tobytes()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"deck": range(8)}, "a deck of 8 cards: two holes and a board need 9"),
        ({"shares": []}, "the game has 0 streets: best responses need 4"),
    ],
)
def test_what_no_hand_can_be_dealt_from_is_refused(change, message):
    training = random_strategies(lines_of(RULES))
    given = {"lines": training.lines, "shares": training.mean_shares(), "buckets_of": buckets_of}
    with pytest.raises(ValueError, match=message):
        Responses(**given | change)
