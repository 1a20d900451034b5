"""``pokerlake range``: ranges of starting hands, read and written in the notation of the field."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..base import FormatOption, LakeOption, OutputOption, note, show

ranges = typer.Typer(help="Read, compare and convert ranges of hands.", rich_markup_mode=None)

RangeArgument = Annotated[
    str,
    typer.Argument(metavar="RANGE", help="Text such as '22+,A2s+,AQo:0.5'; @FILE, or - for stdin."),
]
DIALECTS = ("pokerlake", "piosolver", "equilab", "flopzilla", "propokertools")
_ALL_DIALECTS = f"{', '.join(DIALECTS[:-1])} or {DIALECTS[-1]}"


def _complete_dialect(start: str) -> list[str]:
    return [name for name in DIALECTS if name.startswith(start)]


DialectOption = Annotated[
    str,
    typer.Option(
        metavar="DIALECT",
        help=f"The dialect of the text: {_ALL_DIALECTS}.",
        autocompletion=_complete_dialect,
    ),
]
DeadOption = Annotated[
    str, typer.Option(help="Cards that no hole can have: AsKd.", show_default=False)
]
ByOption = Annotated[
    str | None,
    typer.Option(
        metavar="RANKING",
        help="The ranking for 15%: equity against a random hand, or 'income N'.  [default: equity]",
    ),
]
PlayersOption = Annotated[
    int | None,
    typer.Option(help="Same as --by 'income N': the income rate of 2 to 10 players."),
]
TextFormatOption = Annotated[
    str | None,
    typer.Option(
        "--format",
        "-f",
        help="table, csv, tsv (no header), json, ndjson, parquet, arrow, xlsx, sqlite, duckdb, "
        "npy or npz.  [default: by FILE's ending; the bare text for .txt and on stdout]",
    ),
]


def _show_text(text: str, fmt: str | None, output: Path | None) -> None:
    """Show a range as text: bare, to be read by programs, unless a format is asked for."""
    if fmt is None and output is None:
        typer.echo(text)
    elif fmt is None and output is not None and output.suffix.lower() == ".txt":
        from pokerlake.tables.store import write_text

        write_text(output, f"{text}\n")
    else:
        import pyarrow as pa

        show(pa.table({"range": [text]}), fmt, output)


@ranges.command("show")
def show_range(
    range_: RangeArgument,
    grid: Annotated[
        bool,
        typer.Option(
            "--grid", help="Show the weights as the 13 x 13 grid, suited above the diagonal."
        ),
    ] = False,
    dialect: DialectOption = "pokerlake",
    dead: DeadOption = "",
    by: ByOption = None,
    players: PlayersOption = None,
    lake: LakeOption = None,
    fmt: FormatOption = None,
    output: OutputOption = None,
) -> None:
    """Show the hands of a range with their weights and combos."""
    from pokerlake.queries.answers.ranges.given import RangeReader
    from pokerlake.queries.answers.ranges.tables import grid_table, hands_table, summary

    reader = RangeReader.of(lake, by, players, dialect, dead)
    weights = reader.weights(range_)
    table = grid_table if grid else hands_table
    show(table(weights, reader.dead), fmt, output)
    note(summary(weights, reader.live()))


@ranges.command()
def expand(
    range_: RangeArgument,
    dialect: DialectOption = "pokerlake",
    dead: DeadOption = "",
    by: ByOption = None,
    players: PlayersOption = None,
    lake: LakeOption = None,
    fmt: FormatOption = None,
    output: OutputOption = None,
) -> None:
    """List the holes of a range, one row each."""
    from pokerlake.queries.answers.ranges.given import RangeReader
    from pokerlake.queries.answers.ranges.tables import combos_table

    reader = RangeReader.of(lake, by, players, dialect, dead)
    show(combos_table(reader.weights(range_)), fmt, output)


@ranges.command()
def top(
    percent: Annotated[str, typer.Argument(metavar="PERCENT", help="A percentage: 15, or 5-15.")],
    dialect: DialectOption = "pokerlake",
    dead: DeadOption = "",
    by: ByOption = None,
    players: PlayersOption = None,
    lake: LakeOption = None,
    fmt: TextFormatOption = None,
    output: OutputOption = None,
) -> None:
    """Write the best hands as a range, up to a percentage of all combos.

    Hands are taken whole in the order of the ranking; the next one gets the weight that fills it.
    """
    from pokerlake.engine.ranges.notation import format_range
    from pokerlake.queries.answers.ranges.given import RangeReader

    reader = RangeReader.of(lake, by, players, dialect, dead)
    _show_text(format_range(reader.top(percent), dialect=dialect), fmt, output)


@ranges.command()
def diff(
    first: RangeArgument,
    second: RangeArgument,
    dialect: DialectOption = "pokerlake",
    dead: DeadOption = "",
    by: ByOption = None,
    players: PlayersOption = None,
    lake: LakeOption = None,
    fmt: FormatOption = None,
    output: OutputOption = None,
) -> None:
    """List where two ranges differ.

    The column only is 1 or 2 if only that range has the holes, and 0 if both have them with
    different weights.
    """
    from pokerlake.queries.answers.ranges.given import RangeReader
    from pokerlake.queries.answers.ranges.tables import difference_table
    from pokerlake.tables.errors import UsageError

    if first == second == "-":
        raise UsageError("only one of two ranges can be read from standard input")
    reader = RangeReader.of(lake, by, players, dialect, dead)
    show(difference_table(reader.weights(first), reader.weights(second)), fmt, output)


@ranges.command()
def convert(
    range_: RangeArgument,
    source: Annotated[
        str,
        typer.Option(
            "--from",
            metavar="DIALECT",
            help=f"The dialect of the text: {_ALL_DIALECTS}.",
            autocompletion=_complete_dialect,
        ),
    ] = "pokerlake",
    target: Annotated[
        str,
        typer.Option(
            "--to",
            metavar="DIALECT",
            help="The dialect to write.",
            autocompletion=_complete_dialect,
        ),
    ] = "pokerlake",
    dead: DeadOption = "",
    by: ByOption = None,
    players: PlayersOption = None,
    lake: LakeOption = None,
    fmt: TextFormatOption = None,
    output: OutputOption = None,
) -> None:
    """Write a range in another dialect, or in the shortest form.

    If the dialect cannot express the range, that is an error; nothing is left out.
    """
    from pokerlake.engine.ranges.notation import dialect_of, format_range
    from pokerlake.queries.answers.ranges.given import RangeReader

    dialect_of(target)
    reader = RangeReader.of(lake, by, players, source, dead)
    _show_text(format_range(reader.weights(range_), dialect=target), fmt, output)


@ranges.command()
def explain(
    range_: RangeArgument,
    dialect: DialectOption = "pokerlake",
    dead: DeadOption = "",
    by: ByOption = None,
    players: PlayersOption = None,
    lake: LakeOption = None,
    fmt: FormatOption = None,
    output: OutputOption = None,
) -> None:
    """Explain how each part of a range is read.

    The column combos is the sum of the weights as this part gives them; deciding is the number of
    live holes whose weight comes from this part.
    """
    from pokerlake.queries.answers.ranges.given import RangeReader

    reader = RangeReader.of(lake, by, players, dialect, dead)
    show(reader.explained(range_), fmt, output)
