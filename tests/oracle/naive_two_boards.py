"""Two boards from one deck by plain enumeration: every pair of run-outs, every hand evaluated.

Slow, to be believed at sight. Dead cards make the deck small.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations, product

import numpy as np

from oracle import hand_classes, naive_omaha

Hole = tuple[int, ...]
Shares = tuple[Fraction, ...]
NO_LOW = 57


def holdem_shares(holes: Sequence[Hole], board: Sequence[int]) -> Shares:
    """Who has which share of the pot on a river of hold'em."""
    hands = np.array([[*hole, *board] for hole in holes], np.uint8).T
    return _divided(hand_classes.class_ids(hands).tolist())


def omaha_shares(holes: Sequence[Hole], board: Sequence[int]) -> Shares:
    """The same in Omaha."""
    return _divided([naive_omaha.class_of(hole, board) for hole in holes])


def hilo_shares(holes: Sequence[Hole], board: Sequence[int]) -> Shares:
    """The same in Omaha hi-lo."""
    high = omaha_shares(holes, board)
    lows = [naive_omaha.low_of(hole, board) for hole in holes]
    low = high if min(lows) == NO_LOW else _divided(lows)
    return tuple((one + other) / 2 for one, other in zip(high, low, strict=True))


def _divided(classes: Sequence[int]) -> Shares:
    winners = [number == min(classes) for number in classes]
    return tuple(Fraction(won, sum(winners)) for won in winners)


def pairs_of_shares(
    ranges: Sequence[dict[Hole, float]],
    boards: tuple[Sequence[int], Sequence[int]],
    dead: Sequence[int],
    shares: Callable[[Sequence[Hole], Sequence[int]], Shares],
) -> list[Counter[tuple[Fraction, Fraction]]]:
    """For each player the weight of the deals by his shares of the first and the second board.

    ``boards`` are the known cards of both; the same for a board that is run twice.
    """
    found: list[Counter[tuple[Fraction, Fraction]]] = [Counter() for _ in ranges]
    known = {*boards[0], *boards[1], *dead}
    for holes in product(*ranges):
        held = [card for hole in holes for card in hole]
        if len({*held, *known}) < len(held) + len(known):
            continue
        weight = float(np.prod([own[hole] for own, hole in zip(ranges, holes, strict=True)]))
        unseen = [card for card in range(52) if card not in known and card not in held]
        first, second = (
            {
                frozenset(more): shares(holes, [*board, *more])
                for more in combinations(unseen, 5 - len(board))
            }
            for board in boards
        )
        for one, won in first.items():
            for other, won_too in second.items():
                if one.isdisjoint(other):
                    for player, counter in enumerate(found):
                        counter[won[player], won_too[player]] += weight
    return found


def spread(shares: Counter[Fraction]) -> tuple[float, float]:
    """Mean and standard deviation of shares that come up so often."""
    weight = sum(shares.values())
    mean = sum(float(share) * often for share, often in shares.items()) / weight
    square = sum(float(share) ** 2 * often for share, often in shares.items()) / weight
    return mean, max(square - mean**2, 0.0) ** 0.5


def over_runs(
    holes: Sequence[Hole],
    board: Sequence[int],
    dead: Sequence[int],
    runs: int,
    shares: Callable[[Sequence[Hole], Sequence[int]], Shares],
) -> list[Counter[Fraction]]:
    """The share of the pot of each player over so many runs: each list of run-outs is dealt."""
    gone = {*board, *dead, *(card for hole in holes for card in hole)}
    unseen = [card for card in range(52) if card not in gone]
    won = {
        frozenset(more): shares(holes, [*board, *more])
        for more in combinations(unseen, 5 - len(board))
    }
    found: list[Counter[Fraction]] = [Counter() for _ in holes]
    for dealt in product(won, repeat=runs):
        if len(frozenset().union(*dealt)) == sum(map(len, dealt)):
            for player, counter in enumerate(found):
                counter[sum((won[one][player] for one in dealt), Fraction()) / runs] += 1
    return found
