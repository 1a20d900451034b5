"""``pokerlake solve``: how to play a spot after the flop."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..base import Output, note, progress_bars
from ..options import LakeOption, flag, option, workers_option

if TYPE_CHECKING:
    from pathlib import Path

    from pokerlake.engine.solving import Decision, Solution
    from pokerlake.engine.solving.spots import Spot


@dataclass(frozen=True)
class Sizing:
    """The options of what may be bet."""

    bets: str | None = option(
        "Bets in percent of the pot: 33,75. Also 50c for chips, a for all-in; by street with "
        "slashes: 33/50/75,a.  [default: 50]",
        metavar="SIZES",
    )
    raises: str | None = option(
        "Raises in percent of the pot after the call, or 2.5x the bet.  [default: 50]",
        metavar="SIZES",
    )
    oop_bets: str | None = option("Bets of the player out of position.", metavar="SIZES")
    oop_raises: str | None = option("His raises.", metavar="SIZES")
    ip_bets: str | None = option("Bets of the player in position.", metavar="SIZES")
    ip_raises: str | None = option("His raises.", metavar="SIZES")
    donks: str | None = option(
        "Bets out of position into who bet last on the street before.  [default: as bets]",
        metavar="SIZES",
    )
    add_all_in: float | None = option(
        "Add all-in where at most so many pots are left.  [default: 0]", min=0
    )
    force_all_in: float | None = option(
        "Go all in where a call would leave at most so many pots.  [default: 0]", min=0
    )
    merge: float | None = option(
        "Of sizes less than so many pots apart keep the largest.  [default: 0]", min=0
    )
    most_raises: int | None = option("Bets and raises a street.  [default: any number]", min=0)


def solve(
    board: str = option("Three to five cards: QsJh2h.", default=..., metavar="CARDS"),
    oop: str = option(
        "The range of the player out of position, who acts first.", default=..., metavar="RANGE"
    ),
    ip: str = option("The range of the player in position.", default=..., metavar="RANGE"),
    pot: int = option("Chips in the pot.", default=..., min=1),
    stack: int = option("Chips that each player has left.", default=..., min=1),
    *,
    sizing: Sizing,
    rake: str = option("Share of the pot that the house takes: 5%.", default="0"),
    rake_cap: float | None = option("The most that it takes, in chips.", min=0),
    to: str = option(
        "Solve until deviating gains no more than this share of the pot.", default="0.5%"
    ),
    iterations: int = option("Iterations at most.", default=1000, min=1),
    line: str | None = option(
        "Only the decision after these actions: 'x b94 c'.", metavar="ACTIONS"
    ),
    cards: str = option("The cards dealt by then: 8c.", default="", metavar="CARDS"),
    hands: bool = flag("--hands", "Show each starting hand of the decision."),
    holes: bool = flag("--holes", "Show each hole of the decision."),
    action: str | None = option(
        "Write the range that does this, in a dialect of ranges (-f piosolver).", metavar="ACTION"
    ),
    plan: bool = flag("--plan", "Only show what memory and time it takes."),
    workers: int = workers_option("Number of threads that solve."),
    lake: LakeOption = None,
    out: Output,
) -> None:
    """Solve a spot after the flop: two players, any ranges, stacks and sizes.

    Regrets are minimized until deviating gains little. A row is an action: how often it is taken,
    the chips it wins from there on, and which hands take it. Without --line all decisions of the
    board are shown. Lines have x for check, b94 for a bet of 94 chips, r260 for a raise to 260 on
    that street, c for call, f for fold.

    pokerlake solve --board QsJh2h8c3d --oop 'QQ+,AK,KTs' --ip 'JJ-22,AQ,T9s' --pot 100 --stack 300

    pokerlake solve --board QsJh2h --oop 22+,A2s+,KTo+ --ip 22+,A2s+ --pot 180 --stack 910 --plan
    """
    from pokerlake.queries.answers.solving import rows, spots

    chosen = out.choose()
    spot = _spot(board, oop, ip, pot, stack, sizing, rake, rake_cap, lake)
    if plan:
        from pokerlake.engine.solving import cost

        out.show(spots.cost_table(spot, cost(spot)))
        return
    _refuse_views(line, cards, hands=hands, holes=holes, action=action, ranges=chosen.for_ranges)
    if line is not None:
        _refuse_line(spot, line)
    solution = _solved(spot, to, iterations, workers)
    decisions = list(_decisions(solution, line, cards, one=hands or holes or chosen.for_ranges))
    if chosen.for_ranges:
        out.show(rows.range_table(decisions[0], action or ""))
    elif hands:
        out.show(rows.hands_table(decisions[0]))
    elif holes:
        out.show(rows.holes_table(decisions[0]))
    elif out.for_people():
        out.show(rows.actions_for_people(decisions))
    else:
        out.show(rows.actions_table(decisions))
    note(rows.summary(solution))


def _spot(
    board: str,
    oop: str,
    ip: str,
    pot: int,
    stack: int,
    sizing: Sizing,
    rake: str,
    rake_cap: float | None,
    lake: Path | None,
) -> Spot:
    from pokerlake.engine.cards.text import parse_hand
    from pokerlake.queries.answers.ranges.given import RangeReader
    from pokerlake.queries.answers.solving import spots

    reader = RangeReader.of(lake, None, None)
    ranges = [reader.weights(text) for text in (oop, ip)]
    cards = [int(card) for card in parse_hand(board)]
    return spots.spot_of(
        cards, ranges, pot=pot, stack=stack, rake=rake, rake_cap=rake_cap, **vars(sizing)
    )


def _refuse_views(
    line: str | None, cards: str, *, hands: bool, holes: bool, action: str | None, ranges: bool
) -> None:
    """Refuse options that go against each other, before anything is solved."""
    from pokerlake.tables.errors import UsageError

    if hands and holes:
        raise UsageError("--hands and --holes are views; give one")
    if cards and line is None:
        raise UsageError("--cards are dealt after a line; give it with --line")
    if ranges and action is None:
        raise UsageError("a dialect writes the range of one action; name it with --action b94")
    if action is not None and not ranges:
        raise UsageError("--action is for a dialect of ranges; give one with -f, or leave it out")


def _refuse_line(spot: Spot, line: str) -> None:
    """Refuse a line that the tree does not have, before anything is solved."""
    from pokerlake.tables.errors import UsageError

    try:
        spot.tree().node(line)
    except ValueError as error:
        raise UsageError(str(error)) from error


def _decisions(
    solution: Solution, line: str | None, cards: str, *, one: bool
) -> Iterator[Decision]:
    """The decision of a line, or all of the board; the first, if ``one`` is asked for."""
    from pokerlake.engine.cards.text import parse_hand
    from pokerlake.tables.errors import UsageError

    if line is None and not one:
        yield from solution.decisions()
        return
    dealt = [int(card) for card in parse_hand(cards)]
    try:
        yield solution.at(line or "", dealt)
    except ValueError as error:
        raise UsageError(str(error)) from error


def _solved(spot: Spot, to: str, iterations: int, workers: int) -> Solution:
    """Solve with a bar that says how much deviating gains by now."""
    from pokerlake.engine.threads import worker_count
    from pokerlake.queries.answers.solving import spots

    goal = spots.share_of("to", to)
    first: list[float] = []
    with progress_bars() as bars:
        task = bars.add_task("solving", total=None)

        def report(done: int, gain: float) -> None:
            share = max(gain / spot.pot, 1e-12)
            first.append(share)
            # What is left shrinks by powers, so that its logarithm goes steadily to the goal.
            way = math.log(max(first[0] / goal, 1.000001))
            gone = min(way, math.log(max(first[0] / share, 1.0)))
            bars.update(
                task,
                description=f"iteration {done:,}, deviating gains {100 * share:.3g} % of the pot",
                completed=int(100 * gone / way),
                total=100,
            )

        return spots.solution_of(
            spot, to=goal, iterations=iterations, threads=worker_count(workers), report=report
        )
