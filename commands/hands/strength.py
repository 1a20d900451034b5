"""``pokerlake strength``: what a hole is worth on a board."""

from __future__ import annotations

from typing import Annotated

import typer

from pokerlake.commands.base import FormatOption, LakeOption, OutputOption, note, show

HoleArgument = Annotated[str, typer.Argument(metavar="HOLE", help="Two cards: AhQh.")]
BoardArgument = Annotated[str, typer.Argument(metavar="BOARD", help="3, 4 or 5 cards: 3h4sJh.")]


def strength(
    hole: HoleArgument,
    board: BoardArgument,
    opponents: Annotated[
        int | None,
        typer.Option(min=1, help="How many.  [default: one, or one for each --villain]"),
    ] = None,
    villain: Annotated[
        list[str] | None,
        typer.Option(metavar="RANGE", help="What an opponent holds: one for all, or one each."),
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
        bool, typer.Option("--field", help="Take opponents for one field, the mean of them.")
    ] = False,
    by: Annotated[
        str | None,
        typer.Option(
            metavar="RANKING",
            help="What 15% and --income-weights go by: equity or 'income N'.  "
            "[default: equity; income N of all players for the weights]",
        ),
    ] = None,
    pot: Annotated[
        float | None, typer.Option(help="What is in the pot now, the opponent's bet included.")
    ] = None,
    bet: Annotated[float | None, typer.Option(help="What a call costs.")] = None,
    later: Annotated[
        float | None,
        typer.Option(help="What both are going to pay on later streets.  [default: 0]"),
    ] = None,
    lake: LakeOption = None,
    fmt: FormatOption = None,
    output: OutputOption = None,
) -> None:
    """Tell what a hole is worth on a flop, turn or river: strength, potential, equity, pot odds.

    The counts are those of the lake where it has them, and else are computed: the same. Against
    ranges they are sums of weights. Several opponents are an approximation.
    """
    from pokerlake.queries.answers import strength as asked
    from pokerlake.queries.answers.ranges.villains import villain_ranges
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
