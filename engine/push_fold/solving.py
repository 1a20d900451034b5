"""Approximate equilibria of push or fold.

For two and three players the payoffs are exact, and the kernel finds the strategies.

The advantage of going in over folding is a polynomial of the others' shares: the probability of an
end is a product in which each other player goes in with his share there, or folds with the rest.
Multiplied out, the advantage of each hand at a decision is a sum of terms: a payoff times no share,
one, or two.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from ..cards.holes import HANDS
from ..signatures import F32, F64, I64
from ..starting_hands.triples import hand_triples
from ..threads import over_tasks, pieces
from .counts import TRIPLES, WAYS, Counts, order_rows, orders_by_way, payoffs, weak_orders
from .spots import ALL_SOLVED, MOST_PLAYERS, Decision, PushFoldSolution, PushFoldSpot, history

# By the number of players: the gain in big blinds at which to stop, and the most iterations.
ENOUGH = {2: 1e-7, 3: 1e-6} | dict.fromkeys(range(4, MOST_PLAYERS + 1), 3e-4)
MOST = {2: 50_000, 3: 3_000, 4: 300} | dict.fromkeys(range(5, MOST_PLAYERS + 1), 200)
_HANDS = len(HANDS)
_ITERATIONS = {2: 1000, 3: 5}  # by players, between two checks for Ctrl-C: 0.1 seconds


def solve(
    spots: Sequence[PushFoldSpot],
    counts: Counts,
    *,
    seed: int = 1,
    threads: int = 0,
    on_solved: Callable[[int, PushFoldSolution], None] | None = None,
) -> list[PushFoldSolution]:
    """Find strategies for each spot that are ε-equilibria: no player can gain more than ε alone.

    For two and three players the payoffs are exact. For more, those of pots of two and three are
    exact, and the rest is approximate; see ``PushFoldSolution.method``. With seven and more nobody
    goes in as the fifth: what that would gain is part of ``PushFoldSolution.gains``. Decisions that
    a spot fixes stay as they are.

    Parameters
    ----------
    spots : sequence of PushFoldSpot
    counts : Counts
        Including those of three hands if a spot has three players or more.
    seed : int
        Of the sampled deals for pots of four and more.
    threads : int
        0 for one on each core. Spots are shared out among them; for a single spot, its large
        pots are. The result is the same for any number.
    on_solved : callable, optional
        Called with the number of a spot and its solution once it is solved, from any thread.

    Returns
    -------
    list of PushFoldSolution
        In the order of the spots. The ``gains`` say how far each is from an equilibrium.

    Raises
    ------
    ValueError
        If the counts of three hands are needed but missing.
    """

    def solve_one(at: int) -> PushFoldSolution:
        solution = _solve(spots[at], counts, seed, threads if len(spots) == 1 else 1)
        if on_solved is not None:
            on_solved(at, solution)
        return solution

    return over_tasks(solve_one, range(len(spots)), threads)


def _solve(spot: PushFoldSpot, counts: Counts, seed: int, threads: int) -> PushFoldSolution:
    from .best_response import respond
    from .several_players import solve_several_players

    enough, most = ENOUGH[spot.players] * spot.worth_of_a_blind, MOST[spot.players]
    if spot.players <= 3:
        shares, iterations = solve_few_players(spot, counts, enough, most)
        method = "cfr+, exact"
    else:
        shares, iterations = solve_several_players(spot, counts, seed, enough, most, threads)
        method = "cfr+, pots of 2 and 3 exact, folded cards by pairs, pots of 4 and more sampled"
        if spot.players > ALL_SOLVED:
            method = method.replace("4 and more sampled", "4 sampled, a fifth folds")
    sets = spot.information_sets()
    response = respond(spot, dict(zip(sets, shares, strict=True)), counts)
    decisions = tuple(
        Decision(
            *at, share, response.value_in[at], response.value_fold[at], float(response.reach[at])
        )
        for at, share in zip(sets, shares, strict=True)
    )
    return PushFoldSolution(spot, decisions, response.values, response.gains, iterations, method)


class Term(NamedTuple):
    """A part of the advantage at one decision."""

    decision: int  # the decision, by its number in PushFoldSpot.information_sets
    shares: tuple[int, ...]  # the others' decisions whose shares it is multiplied by
    payoffs: F64  # (orders,), by the order of all players' hands


class _Terms(NamedTuple):
    """The terms of all decisions in the form that the kernel takes."""

    at: I64
    constants: F64
    matrices: F64
    tensors: F32


def solve_few_players(
    spot: PushFoldSpot, counts: Counts, enough: float, most: int
) -> tuple[F64, int]:
    """Find the shares of all decisions, ``(decisions, 169)``, and count the iterations."""
    from .solving_kernels import improve_few

    players = np.array([player for player, _ in spot.information_sets()])
    terms = advantage_terms(spot)
    put = _of_two if spot.players == 2 else _of_three
    terms_of = put(spot, terms, counts)
    shares = np.empty((len(players), _HANDS))
    regrets, total = np.zeros((len(players), 2, _HANDS)), np.zeros_like(shares)
    now = np.full_like(shares, 0.5)
    fixed = np.zeros(len(players), np.uint8)
    for decision, at in enumerate(spot.information_sets()):
        if at in spot.fixed_shares:
            fixed[decision], now[decision] = 1, spot.fixed_shares[at]
    done = 0
    for start, stop in pieces(0, most, _ITERATIONS[spot.players]):
        done = improve_few(
            players, fixed, *terms_of, regrets, now, total, start, stop, most, enough, shares
        )
        if done < 0:
            break
    return shares, abs(done)


def _of_two(_: PushFoldSpot, terms: list[Term], counts: Counts) -> _Terms:
    weights = counts.two / counts.two.sum()
    constants = np.zeros((2, _HANDS))
    matrices, at = [], []
    for term in terms:
        worth = weights @ term.payoffs
        # The last dimension is the hand of the player who decides: the pusher is the first player.
        by_hand = worth.T if term.decision == 0 else worth
        if term.shares:
            matrices.append(by_hand)
            at.append((-1, *term.shares, term.decision))
        else:
            constants[term.decision] += by_hand.sum(axis=0)
    none = np.empty((0, _HANDS, _HANDS, _HANDS), np.float32)
    return _Terms(np.array(at), constants, np.stack(matrices), none)


def _of_three(spot: PushFoldSpot, terms: list[Term], counts: Counts) -> _Terms:
    from .solving_kernels import spread_three

    players = [player for player, _ in spot.information_sets()]
    terms = sorted(terms, key=lambda term: len(term.shares))
    axes = np.full((len(terms), 3), -1)
    for term, row in zip(terms, axes, strict=True):
        row[2 - len(term.shares) :] = [players[of] for of in (*term.shares, term.decision)]
    several = [term for term in terms if term.shares]
    matrices = sum(len(term.shares) == 1 for term in terms)
    slots = [term.decision for term in terms if not term.shares]
    slots += [*range(matrices), *range(len(several) - matrices)]
    kernel_terms = _Terms(
        np.array([[*(-1, *term.shares)[-2:], term.decision] for term in several]),
        np.zeros((len(players), _HANDS)),
        np.zeros((matrices, _HANDS, _HANDS)),
        np.zeros((len(several) - matrices, _HANDS, _HANDS, _HANDS), np.float32),
    )
    payoffs = np.array([term.payoffs[orders_by_way()] for term in terms])
    hands, weights = hand_triples(), counts.weights_of_three
    for start, stop in pieces(0, len(hands), TRIPLES):
        some = slice(start, stop)
        spread_three(
            hands[some], weights[some], payoffs, axes, np.array(slots), WAYS, *kernel_terms[1:]
        )
    return kernel_terms


def advantage_terms(spot: PushFoldSpot) -> list[Term]:
    """The terms of all decisions, for two or three players."""
    sets = spot.information_sets()
    ends = _payoffs_by_all_hands(spot)
    sums_by_term: dict[tuple[int, tuple[int, ...]], F64] = {}
    for decision, (player, before) in enumerate(sets):
        for inside, worth in ends.items():
            if history(inside, player) != before:
                continue
            sign = 1.0 if player in inside else -1.0
            for times, shares in _chance(sets, player, inside):
                at = decision, shares
                sums_by_term[at] = sums_by_term.get(at, 0.0) + sign * times * worth[:, player]
    return [
        Term(*at, sums) for at, sums in sorted(sums_by_term.items()) if np.abs(sums).max() > 1e-12
    ]


def _chance(
    sets: list[tuple[int, str]], player: int, inside: tuple[int, ...]
) -> list[tuple[float, tuple[int, ...]]]:
    """The probability of the others' actions on the way to this end: products of shares, signed."""
    products: list[tuple[float, tuple[int, ...]]] = [(1.0, ())]
    players = sets[-1][0] + 1
    for other in range(players):
        before = history(inside, other)
        if other == player or (other, before) not in sets:
            continue
        share = sets.index((other, before))
        if other in inside:
            products = [(times, (*shares, share)) for times, shares in products]
        else:
            products += [(-times, (*shares, share)) for times, shares in products]
    return products


def _payoffs_by_all_hands(spot: PushFoldSpot) -> dict[tuple[int, ...], F64]:
    """As ``payoffs``, but by the order of all players' hands, including those who folded."""
    of_all = weak_orders(spot.players)
    return {end: worth[order_rows(of_all[:, list(end)])] for end, worth in payoffs(spot).items()}
