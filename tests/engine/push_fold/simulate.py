"""Play whole deals with a strategy, and compare what each wins with what the solution says.

    python tests/engine/push_fold/simulate.py --lake lake --stacks 10,10,10,10 --deals 20000000

The lake has ``matchups`` and ``matchups3``. With four players and more, payoffs are approximate:
the difference is the error of the model, and it should be read beside its standard error.
"""

import argparse
import sys
from pathlib import Path

import numpy as np

sys.path.append(str(Path(__file__).parents[2]))

from oracle import naive_push_fold as naive
from pokerlake.engine.cards.holes import hand_of_hole
from pokerlake.engine.dealing.deck import deal
from pokerlake.engine.hands.evaluate import class_ids
from pokerlake.engine.push_fold.spots import PushFoldSpot

BATCH = 500_000


def play(spot, shares, hands, classes, rng):
    """What each wins of each deal, ``(n, deals)``; hands and classes are ``(n, deals)``.

    The players act one after the other; who is in shows down. Payoffs are of the rules.
    """
    n, deals = hands.shape
    goes_in = np.zeros((n, deals), bool)
    before = np.zeros(deals, int)  # what the players before did, as digits: a 1 in front, then bits
    before += 1
    for player in range(n):
        for history in np.unique(before):
            those = np.flatnonzero(before == history)
            letters = bin(history)[3:].replace("0", "f").replace("1", "i")
            if (player, letters) in shares:
                share = shares[player, letters][hands[player, those]]
                goes_in[player, those] = rng.random(len(those)) < share
            else:
                goes_in[player, those] = True  # the big blind wins
        before = 2 * before + goes_in[player]
    # Places among those in; a deal's end is its places, with n for those who folded.
    masked = np.where(goes_in, classes, 60_000)
    places = np.where(goes_in, (masked[:, None] > masked[None]).sum(axis=1), n)
    ends, which = np.unique(places, axis=1, return_inverse=True)
    paid = np.empty(ends.shape)
    for end, of_all in enumerate(ends.T):
        inside = {p: int(place) for p, place in enumerate(of_all) if place < n}
        paid[:, end] = [float(x) for x in naive.pays(spot, inside)]
    return paid[:, which.ravel()]


def simulate(spot, shares, deals, seed=99):
    """The mean of what each wins and its standard error, ``(n,)`` each.

    Each deal is played by all ways in which the players can be moved round the table.
    """
    n = spot.players
    rng = np.random.default_rng(seed)
    total, squares, done = np.zeros(n), np.zeros(n), 0
    while done < deals:
        cards = deal(BATCH, 2 * n + 5, seed=seed, first=done, threads=0)
        hands = np.empty((n, BATCH), np.uint8)
        classes = np.empty((n, BATCH), np.uint16)
        for p in range(n):
            low, high = np.sort(cards[2 * p : 2 * p + 2], axis=0).astype(int)
            hands[p] = hand_of_hole()[high * (high - 1) // 2 + low]
            own = [cards[2 * p], cards[2 * p + 1], *cards[2 * n :]]
            class_ids(own, layout="columns", out=classes[p], threads=0)
        wins = np.zeros((n, BATCH))
        for turn in range(n):
            wins += play(spot, shares, np.roll(hands, turn, 0), np.roll(classes, turn, 0), rng) / n
        total += wins.sum(axis=1)
        squares += (wins**2).sum(axis=1)
        done += BATCH
    mean = total / done
    return mean, np.sqrt((squares / done - mean**2) / done)


def report(spot, shares, values, deals):
    """Print each player's value, what the deals come to, and the difference in standard errors."""
    mean, error = simulate(spot, shares, deals)
    print("player     value   simulated  difference  standard error    z")
    for position, *row in zip(spot.positions, values, mean, mean - values, error, strict=True):
        value, found, apart, se = row
        print(f"{position:6} {value:9.5f} {found:11.5f} {apart:11.5f} {se:15.5f} {apart / se:4.1f}")


def main():
    from pokerlake.engine.push_fold.solving import solve
    from pokerlake.pipelines.push_fold.solving import counts_of
    from pokerlake.tables.lake import Lake

    def numbers(text):
        return tuple(float(part) for part in text.split(","))

    take = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    take.add_argument("--lake", type=Path, default=Path("lake"))
    take.add_argument("--stacks", type=numbers, required=True)
    take.add_argument("--small-blind", type=float, default=0.5)
    take.add_argument("--ante", type=float, default=0.0)
    take.add_argument("--prizes", type=numbers, default=())
    take.add_argument("--others", type=numbers, default=())
    take.add_argument("--deals", type=int, default=10_000_000)
    given = take.parse_args()
    spot = PushFoldSpot(given.stacks, given.small_blind, given.ante, given.prizes, given.others)
    (solution,) = solve([spot], counts_of(Lake.open(given.lake), three=spot.players > 2))
    shares = {(each.player, each.before): each.share for each in solution.decisions}
    print(f"{solution.method}: gain by deviating {solution.gain:.2e} big blinds")
    report(spot, shares, solution.values, given.deals)


if __name__ == "__main__":
    main()
