"""Push or fold by the rules, one hand, one player and one chip layer at a time.

Amounts are fractions. ``places`` gives the place of each player who is in, 0 the best; who ties has
the same. A strategy is ``{(player, before): {hand: how often he goes in}}``.
"""

from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import pairwise, permutations, product


def posted(stacks, small_blind, ante):
    """What each posts, in the order in which they act: the small and the big blind are last."""
    blinds = [0] * (len(stacks) - 2) + [small_blind, 1]
    return [min(stack, ante + blind) for stack, blind in zip(stacks, blinds, strict=True)]


def settle(stacks, posts, places, dead=0):
    """The stacks after the hand: the smallest bet is peeled off everybody's, again and again.

    Each peel is a pot: of the best of those who have paid for it and are in, or of those who paid.
    The first has what was posted for all.
    """
    after = list(stacks)
    bets = [stacks[p] if p in places else posts[p] for p in range(len(stacks))]
    for p, bet in enumerate(bets):
        after[p] -= bet
    while any(bets):
        paying = [p for p, bet in enumerate(bets) if bet]
        peel = min(bets[p] for p in paying)
        best = min((places[p] for p in paying if p in places), default=None)
        winners = [p for p in paying if places.get(p) == best] if best is not None else paying
        for p in winners:
            after[p] += (peel * len(paying) + dead) / Fraction(len(winners))
        dead = 0
        for p in paying:
            bets[p] -= peel
    return after


def prizes_of(stacks, prizes, before):
    """The prize that each can expect: every order in which prizes can be won, with its chance.

    Those with chips left are drawn place by place, with chances as their stacks are. Those without
    come after them by what they had; of all orders in which equals can come each is as likely.
    """
    living = [p for p, stack in enumerate(stacks) if stack]
    busted = [p for p, stack in enumerate(stacks) if not stack]
    ways = [
        way for way in permutations(busted) if all(before[a] >= before[b] for a, b in pairwise(way))
    ]
    expected = [Fraction(0)] * len(stacks)
    for first in permutations(living, min(len(living), len(prizes))):
        chance, left = Fraction(1), sum(stacks)
        for p in first:
            chance *= Fraction(stacks[p]) / left
            left -= stacks[p]
        for way in ways:
            for p, prize in zip((*first, *way), prizes, strict=False):
                expected[p] += chance / len(ways) * prize
    return expected


def pays(spot, places):
    """What each player has of the hand: chips won, or the prize that he can expect."""
    stacks = [Fraction(stack) for stack in spot.stacks]
    posts = posted(stacks, Fraction(spot.small_blind), Fraction(spot.ante))
    held = list(stacks)
    dead = min(Fraction(spot.bb_ante), max(held[-1] - posts[-1], 0))
    held[-1] -= dead
    after = settle(held, posts, places, dead)
    if not spot.prizes:
        return [a - b for a, b in zip(after, stacks, strict=True)]
    others = [Fraction(stack) for stack in spot.others]
    prizes = [Fraction(prize) for prize in spot.prizes]
    return prizes_of(after + others, prizes, stacks + others)[: len(stacks)]


def histories(players):
    """Every way in which they can act: a letter each, in the end."""
    for letters in product("fi", repeat=players - 1):
        last = "fi" if "i" in letters else "i"  # else the big blind has won, with nothing to decide
        yield from ("".join(letters) + letter for letter in last)


def choice(strategy, history, player, hand):
    """How often the player does what the history says, with this hand."""
    before = history[:player]
    if (player, before) not in strategy:
        return 1
    share = strategy[player, before][hand]
    return share if history[player] == "i" else 1 - share


def evaluate(spot, strategy, deals):
    """Values, gains by the best response, and what each choice is worth, deal by deal.

    Parameters
    ----------
    deals : mapping
        Of the hands of all players to ``{places: chance}``, places of all players' hands.

    Returns
    -------
    values, gains : lists
    worth, mass : dicts
        By (player, before, goes in, hand): payoffs and chances, without his own share in them.
    """
    n = len(spot.stacks)
    paid = {}
    worth, mass, values = {}, {}, [0] * n
    for hands, orders in deals.items():
        for history in histories(n):
            does = [choice(strategy, history, p, hands[p]) for p in range(n)]
            for order, chance in orders.items():
                inside = {p: order[p] for p in range(n) if history[p] == "i"}
                key = tuple(sorted(inside.items()))
                if key not in paid:
                    paid[key] = pays(spot, inside)
                for p in range(n):
                    of_others = chance
                    for q in range(n):
                        of_others = of_others * does[q] if q != p else of_others
                    values[p] += of_others * does[p] * paid[key][p]
                    at = (p, history[:p], history[p] == "i", hands[p])
                    worth[at] = worth.get(at, 0) + of_others * paid[key][p]
                    mass[at] = mass.get(at, 0) + of_others
    gains = [0] * n
    for (p, before), shares in strategy.items():
        for hand, share in shares.items():
            goes_in = worth.get((p, before, True, hand), 0)
            folds = worth.get((p, before, False, hand), 0)
            gains[p] += max(goes_in, folds) - share * goes_in - (1 - share) * folds
    return values, gains, worth, mass


def value_by_linear_programme(spot, two):
    """What the small blind wins heads-up if both play well, ``two`` as ``Counts`` has it.

    He goes in with share x of hand a. Of each hand b of the big blind, t is at most what either
    choice of the big blind leaves; the sum of all is as large as can be.
    """
    import numpy as np
    from scipy.optimize import linprog

    first, second, split = (
        float(pays(spot, places)[0]) for places in ({0: 0, 1: 1}, {0: 1, 1: 0}, {0: 0, 1: 0})
    )
    alone, folded = float(pays(spot, {0: 0})[0]), float(pays(spot, {1: 0})[0])
    weights = two / two.sum()
    pairs = weights.sum(axis=2)
    hands = len(pairs)
    by_hand = pairs.sum(axis=0)
    # t is counted for each hand of the big blind's, and by how often he has it in the sum.
    called = (weights @ [first, second, split] / by_hand).T
    not_called = (pairs * alone / by_hand).T
    each = np.eye(hands)
    found = linprog(
        -np.concatenate([-folded * pairs.sum(axis=1), by_hand]),
        A_ub=np.block([[-called, each], [-not_called, each]]),
        b_ub=np.zeros(2 * hands),
        bounds=[(0, 1)] * hands + [(None, None)] * hands,
        method="highs",
        options={"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10},
    )
    if found.status:
        raise AssertionError(found.message)
    return folded - found.fun


def prizes_by_sets(stacks, prizes, digits=60):
    """The prize that each can expect, as ``prizes_of`` where at most one has no chips, in decimals.

    All players who have the first places, in any order, are a set: twelve players have 4,096.
    """
    with localcontext(prec=digits):
        stacks = [Decimal(stack) for stack in stacks]
        prizes = [Decimal(prize) for prize in prizes]
        prizes += [Decimal(0)] * (len(stacks) - len(prizes))
        living = [p for p, stack in enumerate(stacks) if stack]
        expected = [Decimal(0) if stack else prizes[-1] for stack in stacks]
        chances = {frozenset(): Decimal(1)}
        for prize in prizes[: len(living)]:
            following = {}
            for first, chance in chances.items():
                rest = [p for p in living if p not in first]
                each = chance / sum(stacks[p] for p in rest)
                for p in rest:
                    expected[p] += prize * each * stacks[p]
                    key = first | {p}
                    following[key] = following.get(key, 0) + each * stacks[p]
            chances = following
        return expected


def changes_by_sets(stacks, prizes, hero, villain):
    """What the hero gains if he wins an all-in for the smaller stack, and loses if he does not."""
    with localcontext(prec=60):
        stacks = [Decimal(stack) for stack in stacks]
        risk = min(stacks[hero], stacks[villain])
        now, *after = (
            prizes_by_sets(
                [s + sign * risk * ((p == hero) - (p == villain)) for p, s in enumerate(stacks)],
                prizes,
            )[hero]
            for sign in (0, 1, -1)
        )
        return after[0] - now, now - after[1]
