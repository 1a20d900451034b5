"""``pokerlake evaluate`` and ``compare``: the classes of hands."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from ..base import FormatOption, OutputOption, progress_bars, show

HandArgument = Annotated[str, typer.Argument(help="Five to seven cards.")]


def evaluate(
    hands: Annotated[
        list[str] | None,
        typer.Argument(metavar="HAND", help="Five to seven cards: AsKsQsJsTs."),
    ] = None,
    source: Annotated[
        str | None,
        typer.Option("--from", metavar="FILE", help="A CSV, Parquet or NDJSON file; - for stdin."),
    ] = None,
    cards: Annotated[
        list[str] | None,
        typer.Option(
            metavar="COLUMN",
            help="The column of cards; several columns make one hand.  [default: cards]",
        ),
    ] = None,
    input_format: Annotated[
        str | None,
        typer.Option(help="csv, parquet or ndjson.  [default: by FILE's ending; csv on stdin]"),
    ] = None,
    fmt: FormatOption = None,
    output: OutputOption = None,
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
        if cards or input_format:
            raise UsageError("--cards and --input-format are for a file; give it with --from")
        show(evaluate_hands(hands), fmt, output)
        return
    assert source is not None
    with progress_bars(shown=output is not None or not sys.stdout.isatty()) as bars:
        task = bars.add_task("rows", total=None)
        with evaluate_file(
            source,
            cards or ["cards"],
            file_format=input_format,
            listener=lambda rows: bars.update(task, completed=rows),
        ) as (reader, opened):
            bars.update(task, total=opened.rows)
            rows = show(reader, fmt, output)
            bars.update(task, total=rows, completed=rows)


def compare(
    first: HandArgument,
    second: HandArgument,
    fmt: FormatOption = None,
    output: OutputOption = None,
) -> None:
    """Say which of two hands is the stronger."""
    from pokerlake.queries.answers.evaluate import compare_hands

    show(compare_hands(first, second), fmt, output)
