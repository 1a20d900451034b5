"""Strategies of push or fold in which nobody gains much by deviating."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..threads import over_tasks
from .counts import Counts
from .spots import Decision, Solution, Spot

# By the number of players: the gain in big blinds at which to end, and the most iterations.
ENOUGH = {2: 1e-7, 3: 1e-6, 4: 3e-4, 5: 3e-4, 6: 3e-4}
MOST = {2: 50_000, 3: 3_000, 4: 300, 5: 200, 6: 200}


def solve(
    spots: Sequence[Spot],
    counts: Counts,
    *,
    seed: int = 1,
    threads: int = 0,
    on_solved: Callable[[int, Solution], None] | None = None,
) -> list[Solution]:
    """Find strategies for each spot in which no player gains much by deviating: ε-equilibria.

    Of two and three players the payoffs are exact. Of more, those of pots of two and three are, and
    the rest is approximate; see ``Solution.method``.

    Parameters
    ----------
    spots : sequence of Spot
    counts : Counts
        With those of three hands, if a spot has three players or more.
    seed : int
        Of the deals that pots of four and more are sampled on.
    threads : int
        0 is one for each core. Spots are shared out among them; of one spot alone, large pots.
        They change no result.
    on_solved : callable, optional
        Called with the number of a spot and its solution as soon as there is one, on any thread.

    Returns
    -------
    list of Solution
        In the order of the spots. ``Solution.gains`` says how far each is from an equilibrium.

    Raises
    ------
    ValueError
        If the counts of three hands are needed and not there.
    """

    def solve_one(at: int) -> Solution:
        solution = _solve(spots[at], counts, seed, threads if len(spots) == 1 else 1)
        if on_solved is not None:
            on_solved(at, solution)
        return solution

    return over_tasks(solve_one, range(len(spots)), threads)


def _solve(spot: Spot, counts: Counts, seed: int, threads: int) -> Solution:
    from .best_response import respond
    from .few_players import solve_few_players
    from .several_players import solve_several_players

    enough, most = ENOUGH[spot.players] * spot.worth_of_a_blind, MOST[spot.players]
    if spot.players <= 3:
        shares, iterations = solve_few_players(spot, counts, enough, most)
        method = "cfr+, exact"
    else:
        shares, iterations = solve_several_players(spot, counts, seed, enough, most, threads)
        method = "cfr+, pots of 2 and 3 exact, folded cards by pairs, pots of 4 and more sampled"
    sets = spot.information_sets()
    response = respond(spot, dict(zip(sets, shares, strict=True)), counts)
    decisions = tuple(
        Decision(
            *at, share, response.value_in[at], response.value_fold[at], float(response.reach[at])
        )
        for at, share in zip(sets, shares, strict=True)
    )
    return Solution(spot, decisions, response.values, response.gains, iterations, method)
