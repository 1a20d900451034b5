"""``pokerlake strength``: what a hole is worth on a board."""

from __future__ import annotations

from ..base import Output, note
from ..options import LakeOption, TwoCardGameOption, argument, flag, option


def strength(
    hole: str = argument("HOLE", "Two cards: AhQh."),
    board: str = argument("BOARD", "3, 4 or 5 cards: 3h4sJh."),
    game: TwoCardGameOption = "hold'em",
    opponents: int | None = option(
        "Number of opponents.  [default: one, or one for each --villain]", min=1
    ),
    villain: list[str] | None = option(
        "Range of the opponents: one for all, or one each.", metavar="RANGE"
    ),
    income_weights: list[str] | None = option(
        "An opponent whose weights rise around MEAN of the ranking by income rate: 0.7,0.2.",
        metavar="MEAN,DEVIATION",
    ),
    use_field: bool = flag("--field", "One opponent instead: the mean of their ranges."),
    by: str | None = option(
        "The ranking for 15% and --income-weights: equity or 'income N'.  "
        "[default: equity; income N of all players for the weights]",
        metavar="RANKING",
    ),
    pot: float | None = option("The pot now, with the opponent's bet."),
    bet: float | None = option("What a call costs."),
    later: float | None = option("What both players will pay on later streets.  [default: 0]"),
    lake: LakeOption = None,
    *,
    out: Output,
) -> None:
    """Compute what a hole is worth on a flop, turn or river.

    That is its strength, potential and equity, and with --pot and --bet the pot odds. The counts
    come from the lake if it has them; otherwise they are computed, with the same result. Against
    ranges they are sums of weights. For several opponents the result is an approximation.
    """
    from pokerlake.queries.answers import strength as asked
    from pokerlake.queries.answers.orders import game_of, order_of_game
    from pokerlake.queries.answers.ranges.given import villain_ranges
    from pokerlake.tables.errors import UsageError

    people = out.for_people()
    if (pot is None) != (bet is None):
        raise UsageError("--pot and --bet go together; give both")
    if later is not None and pot is None:
        raise UsageError("--later is for a call; give --pot and --bet")
    order = order_of_game(game_of(game))
    spot = asked.Spot.parse(hole, board, order)
    ranges = villain_ranges(villain or [], income_weights or [], opponents, by, lake, order)
    facing = asked.Opponents(opponents or max(len(ranges), 1), ranges, use_field)
    call = None if pot is None or bet is None else asked.Call(pot, bet, later or 0.0)
    found = asked.spot_strength(spot, facing, call, lake)
    out.show(asked.measures(found, spot, facing) if people else asked.one_row(found))
    if call is not None:
        note(asked.verdict(found))
