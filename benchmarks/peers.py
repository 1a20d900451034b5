"""Other evaluators from the package registry, each fed what it wants, made ready before timing."""

from __future__ import annotations

import ctypes
from itertools import permutations

import numpy as np
from eval7 import Card as Eval7Card
from eval7 import evaluate as eval7_evaluate
from phevaluator import evaluate_cards, evaluate_plo4_cards
from pokerfast import equity as pokerfast
from pokerkit import Card as PokerkitCard
from pokerkit import OmahaEightOrBetterLowHand, OmahaHoldemHand, RegularLowHand, StandardHighHand
from treys import Card as TreysCard
from treys import Evaluator as TreysEvaluator

from pokerlake.engine.cards.holes import HANDS, hand_of_hole, hole_cards
from pokerlake.engine.cards.text import CARDS
from pokerlake.engine.hands.evaluate import class_ids

# OMPEval's suits, which pokerfast carries: spades, hearts, clubs, diamonds; ours c, d, h, s.
_OMPEVAL_SUIT = np.array([2, 3, 1, 0], np.uint8)


def pokerfast_batch(cards):
    """A call of pokerfast's compiled batch on ``(k, n)`` cards, and where it leaves its values."""
    k, n = cards.shape
    rows = np.ascontiguousarray(((cards & 0xFC) | _OMPEVAL_SUIT[cards & 3]).T)
    values = np.empty(n, np.uint16)
    library = pokerfast._load()
    source = rows.ctypes.data_as(ctypes.c_char_p)
    target = values.ctypes.data_as(ctypes.POINTER(ctypes.c_uint16))

    def call():
        assert library.pf_evaluate(source, n, k, target) == 0
        return rows  # which must live as long as the pointer

    return call, values


def pokerfast_strings(cards):
    """A call of pokerfast's own batch of strings."""
    hands = ["".join(CARDS[card] for card in hand) for hand in cards.T.tolist()]
    return lambda: pokerfast.evaluate(hands)


def pokerfast_equities(matchups):
    """A call of pokerfast's exact equity calculator, one thread, for each pair of ranges."""
    return lambda: [pokerfast.equity(list(pair), threads=1)[0] for pair in matchups]


def pokerfast_on_boards(situations):
    """The same of hands, a board and dead cards: the equities of all players."""
    return lambda: [pokerfast.equity(*each, threads=1) for each in situations]


def pokerfast_sampled(hands, standard_error):
    """A call of its Monte Carlo, one thread, to a standard error of the first player's equity."""
    return lambda: pokerfast.equity(hands, exact=False, stdev=standard_error, threads=1)


def phevaluator_of_integers(hands):
    """A call that evaluates hands of integers, which are numbered as ours, one by one."""
    return lambda: [evaluate_cards(*hand) for hand in hands]


def phevaluator_of_omaha(hands):
    """A call that evaluates Omaha hands of integers, five on the board and four more.

    For five more its wheels have no tables.
    """
    return lambda: [evaluate_plo4_cards(*hand) for hand in hands]


def pokerkit_of_omaha(hands, *, lows=False):
    """A call that makes pokerkit's Omaha hands, high or low, of the same integers."""
    kind = OmahaEightOrBetterLowHand if lows else OmahaHoldemHand
    deck = [next(iter(PokerkitCard.parse(card))) for card in CARDS]
    dealt = [
        ([deck[card] for card in hand[5:]], [deck[card] for card in hand[:5]]) for hand in hands
    ]
    return lambda: [kind.from_game_or_none(hole, board) for hole, board in dealt]


def pokerkit_of_stud(deals, *, low=False):
    """A call that makes pokerkit's hands of both players, of seven cards each, and compares."""
    kind = RegularLowHand if low else StandardHighHand
    deck = [next(iter(PokerkitCard.parse(card))) for card in CARDS]
    dealt = [([deck[card] for card in of[:7]], [deck[card] for card in of[7:]]) for of in deals]
    return lambda: [kind.from_game(mine) > kind.from_game(other) for mine, other in dealt]


def one_by_one(cards):
    """Calls of the libraries that take one hand at a time, and how to read class ids off them."""
    hands = cards.T.tolist()
    for_eval7 = [[Eval7Card(CARDS[card]) for card in hand] for hand in hands]
    for_phevaluator = [[CARDS[card] for card in hand] for hand in hands]
    for_treys = [[TreysCard.new(CARDS[card]) for card in hand] for hand in hands]
    treys = TreysEvaluator()
    return {
        "eval7": lambda: [eval7_evaluate(hand) for hand in for_eval7],
        "phevaluator": lambda: [evaluate_cards(*hand) for hand in for_phevaluator],
        "treys": lambda: [treys.evaluate(hand, []) for hand in for_treys],
    }


def fives_of_pokerkit(cards):
    """A call of pokerkit's search for the five cards that play, hand by hand."""
    deck = [next(iter(PokerkitCard.parse(card))) for card in CARDS]
    hands = [[deck[card] for card in hand] for hand in cards.T.tolist()]
    return lambda: [StandardHighHand.from_game(hand, ()).cards for hand in hands]


def keys_by_permutations(holes, boards):
    """A call that tries all permutations of the suits on boards ``(k, n)``, and takes the least.

    It gives the boards, and the least of the holes that go with them.
    """
    pairs = np.array([(a, b) for b in range(52) for a in range(b)])[holes].T

    def call():
        best = None
        for to in permutations(range(4)):
            suits = np.array(to)
            board = np.sort(boards & ~np.uint8(3) | suits[boards & 3], axis=0).astype(np.int64)
            low, high = np.sort(pairs & ~3 | suits[pairs & 3], axis=0)
            key = 0
            for card in (*board, high, low):
                key = key << 6 | card
            best = key if best is None else np.minimum(best, key)
        places = 6 * np.arange(len(boards) + 1, 1, -1)
        return best >> places[:, None] & 63, best & 4095

    return call


def orders_in_numpy(boards):
    """A call that puts any three starting hands in order on boards ``(n, 5)``, in plain NumPy.

    It gives how often a hand beats a second that beats a third, ``(169, 169, 169)`` from the best
    to the worst: for each live hole the product of the holes below it and those above, by hand,
    where no two share a card. Ties are left out.
    """
    cards, hands = hole_cards(), hand_of_hole()
    of_hand = np.eye(len(HANDS), dtype=np.float32)[hands]
    with_card = (cards[:, :, None] == np.arange(52)).any(axis=1).astype(np.float32)
    apart = (with_card @ with_card.T == 0).astype(np.float32)

    def call():
        orders = np.zeros((len(HANDS),) * 3)
        for board in boards:
            live = np.flatnonzero(~np.isin(cards, board).any(axis=1))
            seven = np.concatenate([np.tile(board, (len(live), 1)), cards[live]], axis=1)
            classes = class_ids(seven, layout="rows")
            for hole, class_id in zip(live, classes, strict=True):
                free = apart[hole, live] > 0
                below, above = live[free & (classes > class_id)], live[free & (classes < class_id)]
                meeting = apart[np.ix_(above, below)] @ of_hand[below]
                orders[:, hands[hole]] += of_hand[above].T @ meeting
        return orders

    call.slow = True
    return call


def push_fold_in_numpy(two, stacks, enough):
    """A call that finds who pushes and who calls heads-up, for each stack, in plain NumPy.

    It is regret matching with regrets that do not fall below 0 and means weighted by iterations,
    to the gain by deviating that is enough, in big blinds. ``two`` is ``(169, 169, 3)``: the deals
    that the first hand wins, loses and splits.
    """
    weights = two / two.sum()
    pairs, edge = weights.sum(axis=2), weights[..., 0] - weights[..., 1]
    alone = pairs.sum(axis=1)

    def advantages(stack, push, call):
        """Of going in over folding, by hand: of the small blind, and of the big blind."""
        pushing = pairs @ (1 - call) + stack * (edge @ call) + 0.5 * alone
        return np.stack([pushing, push @ pairs - stack * (push @ edge)])

    def solved(stack):
        regrets, means = np.zeros((2, 2, len(alone))), np.zeros((2, len(alone)))
        shares = np.full((2, len(alone)), 0.5)
        for iteration in range(1, 50_001):
            for player in (0, 1):
                advantage = advantages(stack, *shares)[player]
                share = shares[player]
                regrets[player, 0] += (1 - share) * advantage
                regrets[player, 1] -= share * advantage
                np.maximum(regrets[player], 0, out=regrets[player])
                total = regrets[player].sum(axis=0)
                in_part = np.divide(regrets[player, 0], total, out=np.full_like(total, 0.5),
                                    where=total > 0)  # fmt: skip
                shares[player] = in_part
            means += iteration * shares
            if iteration % 25 == 0:
                mean = means / (iteration * (iteration + 1) / 2)
                found = advantages(stack, *mean)
                if (np.maximum(found, 0) - found * mean).sum(axis=1).max() < enough:
                    return mean
        return mean

    def call():
        return [solved(stack) for stack in stacks]

    call.slow = True
    return call
