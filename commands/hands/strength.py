"""``pokerlake strength``: what a hole is worth on a board."""

from __future__ import annotations

from typing import Annotated

import typer

from ..base import FormatOption, LakeOption, OutputOption, note, show

HoleArgument = Annotated[str, typer.Argument(metavar="HOLE", help="Two cards: AhQh.")]
BoardArgument = Annotated[str, typer.Argument(metavar="BOARD", help="3, 4 or 5 cards: 3h4sJh.")]


def strength(
    hole: HoleArgument,
    board: BoardArgument,
    opponents: Annotated[
        int | None,
        typer.Option(min=1, help="Number of opponents.  [default: one, or one for each --villain]"),
    ] = None,
    villain: Annotated[
        list[str] | None,
        typer.Option(metavar="RANGE", help="Range of the opponents: one for all, or one each."),
    ] = None,
    income_weights: Annotated[
        list[str] | None,
        typer.Option(
            metavar="MEAN,DEVIATION",
            help="An opponent whose weights rise around MEAN of the ranking by income rate: "
            "0.7,0.2.",
        ),
    ] = None,
    use_field: Annotated[
        bool, typer.Option("--field", help="One opponent instead: the mean of their ranges.")
    ] = False,
    by: Annotated[
        str | None,
        typer.Option(
            metavar="RANKING",
            help="The ranking for 15% and --income-weights: equity or 'income N'.  "
            "[default: equity; income N of all players for the weights]",
        ),
    ] = None,
    pot: Annotated[float | None, typer.Option(help="The pot now, with the opponent's bet.")] = None,
    bet: Annotated[float | None, typer.Option(help="What a call costs.")] = None,
    later: Annotated[
        float | None,
        typer.Option(help="What both players will pay on later streets.  [default: 0]"),
    ] = None,
    lake: LakeOption = None,
    fmt: FormatOption = None,
    output: OutputOption = None,
) -> None:
    """Compute what a hole is worth on a flop, turn or river.

    That is its strength, potential and equity, and with --pot and --bet the pot odds. The counts
    come from the lake if it has them; otherwise they are computed, with the same result. Against
    ranges they are sums of weights. For several opponents the result is an approximation.
    """
    from pokerlake.queries.answers import strength as asked
    from pokerlake.queries.answers.ranges.given import villain_ranges
    from pokerlake.queries.files import choose_format
    from pokerlake.tables.errors import UsageError

    chosen = choose_format(fmt, output)
    if (pot is None) != (bet is None):
        raise UsageError("--pot and --bet go together; give both")
    if later is not None and pot is None:
        raise UsageError("--later is for a call; give --pot and --bet")
    spot = asked.Spot.parse(hole, board)
    ranges = villain_ranges(villain or [], income_weights or [], opponents, by, lake)
    facing = asked.Opponents(opponents or max(len(ranges), 1), ranges, use_field)
    call = None if pot is None or bet is None else asked.Call(pot, bet, later or 0.0)
    found = asked.spot_strength(spot, facing, call, lake)
    people = chosen.name == "table"
    show(asked.measures(found, spot) if people else asked.one_row(found), fmt, output)
    if call is not None:
        note(asked.verdict(found))
