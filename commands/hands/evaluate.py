"""``pokerlake evaluate`` and ``compare``: the classes of hands."""

from __future__ import annotations

from functools import partial
from typing import Annotated

import typer

from ..base import Output
from ..options import InputFormatOption, SkipBadOption, argument, option

HandArgument = Annotated[str, typer.Argument(help="Five to seven cards.")]
OrderOption = Annotated[
    str,
    typer.Option(
        "--order",
        help="What beats what: high, short deck, A-5, 8 or better, 2-7 or badugi.",
        metavar="ORDER",
    ),
]


def evaluate(
    hands: list[str] | None = argument("HAND", "Five to seven cards: AsKsQsJsTs.", default=None),
    source: str | None = option(
        "--from", "A CSV, Parquet or NDJSON file; - for stdin.", metavar="FILE"
    ),
    cards: list[str] | None = option(
        "The column of cards; several columns make one hand.  [default: cards]", metavar="COLUMN"
    ),
    order: OrderOption = "high",
    input_format: InputFormatOption = None,
    skip_bad: SkipBadOption = False,
    *,
    out: Output,
) -> None:
    """Evaluate hands given as arguments, or the rows of a file.

    Adds class_id (1 is best), category, name, and percentile: the share of all hands of as many
    cards that are at least as strong.
    """
    from pokerlake.queries.answers.evaluate import evaluate_file, evaluate_hands
    from pokerlake.queries.answers.orders import order_of
    from pokerlake.tables.errors import UsageError

    if bool(hands) == (source is not None):
        raise UsageError("give hands such as AsKsQsJsTs, or a file with --from, and not both")
    if hands:
        if cards or input_format or skip_bad:
            raise UsageError(
                "--cards, --input-format and --skip-bad are for a file; give it with --from"
            )
        out.show(evaluate_hands(hands, order_of(order)))
        return
    assert source is not None
    opening = partial(
        evaluate_file,
        source,
        cards or ["cards"],
        order=order_of(order),
        file_format=input_format,
    )
    out.show_file(opening, skip_bad=skip_bad)


def compare(
    first: HandArgument, second: HandArgument, order: OrderOption = "high", *, out: Output
) -> None:
    """Say which of two hands is the stronger."""
    from pokerlake.queries.answers.evaluate import compare_hands
    from pokerlake.queries.answers.orders import order_of

    out.show(compare_hands(first, second, order_of(order)))
