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
    from pokerlake.queries.answers import strength as answers
    from pokerlake.queries.answers.orders import game_of

    people = out.for_people()
    found = answers.strength(
        hole,
        board,
        villain or [],
        opponents=opponents,
        rule=game_of(game),
        pot=pot,
        bet=bet,
        later=later or 0.0,
        lake=lake,
        by=by,
        income=income_weights or [],
        use_field=use_field,
        files=True,
    )
    out.show(found.for_people() if people else found.to_arrow())
    if found.verdict:
        note(found.verdict)
