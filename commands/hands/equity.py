"""``pokerlake equity``: who wins how often, of any hands and ranges."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..base import FormatOption, LakeOption, OutputOption, note, progress_bars, show

if TYPE_CHECKING:
    from pokerlake.engine.equity.calculate import Method
    from pokerlake.engine.monte_carlo.sampling import Sample
    from pokerlake.queries.answers.equity import Situation, Wanted

_NESTED = ("json", "ndjson", "parquet")


def equity(
    hands: Annotated[
        list[str] | None,
        typer.Argument(metavar="HAND", help="2 to 10 hands or ranges: AhKh 'QQ+,AKs' random."),
    ] = None,
    board: Annotated[str, typer.Option(help="None to five known cards: Qh2h3dAs.")] = "",
    dead: Annotated[str, typer.Option(help="Cards that nobody can have: 7c7d.")] = "",
    exact: Annotated[bool, typer.Option("--exact", help="Count, however long it takes.")] = False,
    monte_carlo: Annotated[bool, typer.Option("--mc", help="Sample, and do not count.")] = False,
    standard_error: Annotated[
        float | None,
        typer.Option("--se", help="Sample until no standard error is larger.  [default: 0.0002]"),
    ] = None,
    deals: Annotated[
        int | None, typer.Option(min=1, help="Sample this number of deals, whatever the error.")
    ] = None,
    max_seconds: Annotated[
        float | None,
        typer.Option(
            help="Count if that is estimated to take no longer, else sample.  [default: 5]"
        ),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(min=0, max=2**64 - 1, help="Seed of the deals.  [default: a new one]"),
    ] = None,
    next_card: Annotated[
        bool,
        typer.Option(
            "--next-card", help="Show the equity after each possible next card, as a grid."
        ),
    ] = False,
    by_hole: Annotated[
        bool, typer.Option("--by-hole", help="Show the equity of each hole of the first range.")
    ] = False,
    source: Annotated[
        str | None,
        typer.Option(
            "--file", metavar="FILE", help="A file with a situation in each row; - for stdin."
        ),
    ] = None,
    players: Annotated[
        list[str] | None,
        typer.Option(
            metavar="COLUMN",
            help="The columns of hands.  [default: player_1, player_2, ...; or hero, villain]",
        ),
    ] = None,
    board_column: Annotated[
        str | None,
        typer.Option(metavar="COLUMN", help="Column of boards.  [default: board, if there]"),
    ] = None,
    dead_column: Annotated[
        str | None,
        typer.Option(metavar="COLUMN", help="Column of dead cards.  [default: dead, if there]"),
    ] = None,
    input_format: Annotated[
        str | None,
        typer.Option(help="csv, parquet or ndjson.  [default: by FILE's ending; csv on stdin]"),
    ] = None,
    by: Annotated[
        str | None,
        typer.Option(
            metavar="RANKING", help="The ranking for 15%: equity or 'income N'.  [default: equity]"
        ),
    ] = None,
    lake: LakeOption = None,
    fmt: FormatOption = None,
    output: OutputOption = None,
) -> None:
    """Compute the equity of hands or ranges, or of a file of them.

    All deals are counted if that takes seconds; otherwise deals are sampled to a standard error.
    JSON has the exact counts, ties by the number of players who share them, and categories.
    """
    from pokerlake.queries.answers import equity as asked
    from pokerlake.queries.answers.ranges.given import RangeReader
    from pokerlake.tables.errors import UsageError

    if exact and monte_carlo:
        raise UsageError("--exact counts and --mc samples; give one")
    method: Method | None = "exact" if exact else "monte carlo" if monte_carlo else None
    wanted = asked.Wanted(method, standard_error, deals, max_seconds, seed)
    if (source is not None) == bool(hands):
        raise UsageError("give hands such as AhKh QsQc, or a file with --file, and not both")
    if source is not None:
        if board or dead or next_card or by_hole:
            raise UsageError("--board, --dead, --next-card and --by-hole are for hands given here")
        given = players or [], board_column, dead_column
        _show_file(source, given, input_format, wanted, lake, fmt, output)
        return
    if players or board_column or dead_column or input_format:
        raise UsageError("--players and other columns are for a file; give it with --file")
    if next_card and by_hole:
        raise UsageError("--next-card and --by-hole are two views; give one")
    situation = asked.Situation.parse(hands or [], board, dead, RangeReader.of(lake, by, None))
    if next_card:
        _show_next_cards(situation, wanted, fmt, output)
    elif by_hole:
        show(asked.hole_equities(situation, wanted), fmt, output)
    else:
        _show_players(situation, wanted, lake, fmt, output)


def _show_players(
    situation: Situation, wanted: Wanted, lake: Path | None, fmt: str | None, output: Path | None
) -> None:
    from pokerlake.queries.answers import equity as asked
    from pokerlake.queries.files import choose_format

    chosen = choose_format(fmt, output)
    if chosen.name == "table" and wanted == asked.Wanted():
        stored = asked.stored_equity(situation, lake)
        if stored is not None:
            show(asked.stored_table(situation, stored), fmt, output)
            note(asked.summary(stored))
            return
    ahead = asked.forecast(situation, wanted)
    if ahead:
        note(ahead)
    with progress_bars() as bars:
        task = bars.add_task("", total=None, visible=False)

        def listener(sample: Sample) -> None:
            bars.update(task, description=asked.live(situation, sample), visible=True)

        found = asked.situation_equity(situation, wanted, listener=listener)
    if chosen.name == "table":
        show(asked.shares_table(situation, found), fmt, output)
    else:
        nested = chosen.name in _NESTED
        show(asked.players_table(situation, found, nested=nested), fmt, output)
    note(asked.summary(found))


def _show_next_cards(
    situation: Situation, wanted: Wanted, fmt: str | None, output: Path | None
) -> None:
    """A grid for people to read on stdout, else a row for each card."""
    from pokerlake.queries.answers import equity as asked
    from pokerlake.queries.files import choose_format

    if output is None and choose_format(fmt, output).name == "table":
        from pokerlake.queries.charts.grids.next_cards import next_cards, next_cards_text

        from ..charts import show_text

        show_text(next_cards_text(next_cards(situation, wanted)))
    else:
        show(asked.next_card_equities(situation, wanted), fmt, output)


def _show_file(
    name: str,
    given: tuple[list[str], str | None, str | None],
    input_format: str | None,
    wanted: Wanted,
    lake: Path | None,
    fmt: str | None,
    output: Path | None,
) -> None:
    from pokerlake.queries.answers.batches import equity_file

    players, board, dead = given
    with progress_bars(shown=output is not None or not sys.stdout.isatty()) as bars:
        task = bars.add_task("rows", total=None)
        with equity_file(
            name,
            players,
            board=board,
            dead=dead,
            file_format=input_format,
            wanted=wanted,
            lake=lake,
            listener=lambda rows: bars.update(task, completed=rows),
        ) as (reader, opened):
            bars.update(task, total=opened.rows)
            rows = show(reader, fmt, output)
            bars.update(task, total=rows, completed=rows)
