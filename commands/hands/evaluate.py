"""``pokerlake evaluate`` and ``compare``: the classes of hands."""

from __future__ import annotations

from functools import partial
from typing import Annotated

import typer

from ..base import Output
from ..options import InputFormatOption, SkipBadOption, argument, option

HandArgument = Annotated[str, typer.Argument(help="Five to seven cards.")]


def evaluate(
    hands: list[str] | None = argument("HAND", "Five to seven cards: AsKsQsJsTs.", default=None),
    source: str | None = option(
        "--from", "A CSV, Parquet or NDJSON file; - for stdin.", metavar="FILE"
    ),
    cards: list[str] | None = option(
        "The column of cards; several columns make one hand.  [default: cards]", metavar="COLUMN"
    ),
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
    from pokerlake.tables.errors import UsageError

    if bool(hands) == (source is not None):
        raise UsageError("give hands such as AsKsQsJsTs, or a file with --from, and not both")
    if hands:
        if cards or input_format or skip_bad:
            raise UsageError(
                "--cards, --input-format and --skip-bad are for a file; give it with --from"
            )
        out.show(evaluate_hands(hands))
        return
    assert source is not None
    opening = partial(evaluate_file, source, cards or ["cards"], file_format=input_format)
    out.show_file(opening, skip_bad=skip_bad)


def compare(first: HandArgument, second: HandArgument, *, out: Output) -> None:
    """Say which of two hands is the stronger."""
    from pokerlake.queries.answers.evaluate import compare_hands

    out.show(compare_hands(first, second))
