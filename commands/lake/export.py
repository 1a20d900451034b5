"""``pokerlake export``: a table, a view or the answer to a question as a file of any format."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from ..base import Output, connected, note
from ..options import (
    LakeOption,
    ParamOption,
    argument,
    complete_query,
    complete_table,
    flag,
    option,
)

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID


def export(
    tables: list[str] | None = argument(
        "TABLE",
        "Tables or views; several for a database.",
        default=None,
        autocompletion=complete_table,
    ),
    query: str | None = option(
        "--query", "A named query.", metavar="NAME", autocompletion=complete_query
    ),
    param: ParamOption = None,
    sql: str | None = option("--sql", "One statement, such as a select.", metavar="STATEMENT"),
    columns: str | None = option("Only these columns: board_id,hole_id.", metavar="NAMES"),
    where: str | None = option("Only these rows: 'board_id < 10'.", metavar="EXPRESSION"),
    name: str | None = option(
        "--table",
        "Name of the database table or sheet.  [default: TABLE, the query, or 'result']",
        metavar="NAME",
    ),
    anonymous: bool = flag(
        "--anonymous", "For hands: other names for players, tables and numbers."
    ),
    salt: str | None = option(
        "--salt",
        "With --anonymous: the same names for the same text.  [default: random]",
        metavar="TEXT",
    ),
    lake: LakeOption = None,
    *,
    out: Output,
) -> None:
    """Write tables, views or the result of a query to a file.

    The ending of FILE chooses the format: .csv .tsv .md .json .ndjson (also with .gz or .zst),
    .parquet, .arrow, .xlsx, .sqlite, .duckdb, .npz. With -f npy, FILE is a folder of arrays. With
    -f piosolver or another dialect, rows of hands and weights become the text of a range. A
    database holds several tables; those of SQLite have their keys.

    'pokerlake export hands' writes hand histories with -f ohh (.ohh) or -f phh (.phh of one hand,
    .phhs of many): hands with their players, actions and showdowns, which 'pokerlake import' reads.
    With -f pokerstars they are text as PokerStars writes it.
    With --anonymous names and numbers are hashed; times, stakes, seats and cards stay.
    """
    from secrets import token_bytes

    from pokerlake.queries import selection
    from pokerlake.queries.files.whole_hands import Anonymous
    from pokerlake.queries.statements.run import stream_rows
    from pokerlake.tables.errors import UsageError, counted
    from pokerlake.tables.lake import Lake, lake_path
    from pokerlake.tables.registry import TABLES

    if sum(bool(source) for source in (tables, query, sql)) != 1:
        raise UsageError("give one of these: tables or views, --query NAME, --sql STATEMENT")
    if param and query is None:
        raise UsageError("--param is for a named query; give it with --query")
    chosen = out.choose()
    several = tables is not None and len(tables) > 1
    if several and not chosen.several:
        raise UsageError(f"{chosen.name} holds one table; give -o a file of .sqlite or .duckdb")
    if several and (columns, where, name) != (None, None, None):
        raise UsageError("--columns, --where and --table are for one table; give one")
    if chosen.of_hands and (tables != ["hands"] or columns is not None or name is not None):
        raise UsageError(
            f"{chosen.name} holds whole hands; write 'pokerlake export hands -f {chosen.name}', "
            "with --where for some"
        )
    if anonymous and not chosen.of_hands:
        raise UsageError("--anonymous is for hands; give -f ohh, -f phh or -f pokerstars")
    if salt is not None and not anonymous:
        raise UsageError("--salt is for --anonymous; give both")
    if salt == "":
        raise UsageError("--salt is empty; give a text, or leave it out")
    hidden = None
    if anonymous:
        hidden = Anonymous(token_bytes() if salt is None else salt.encode())
    names = None if columns is None else selection.column_names(columns)
    there = Lake.open(lake_path(lake))
    with connected(lake) as connection, out.progress_bars() as bars:
        wanted: list[str | None] = [*dict.fromkeys(tables or ())] or [None]
        asked = [  # all of them, before the first is written
            selection.ask_for(connection, there, table=table, query=query, given=param, sql=sql)
            for table in wanted
        ]
        for table, (rows, about) in zip(wanted, asked, strict=True):
            if name is not None:
                about = replace(about, name=name)
            if where is not None:
                source = sql or (f'from "{table}"' if table else "")
                rows = selection.filter_rows(connection, rows, where, source)
                about = replace(about, rows=None, whole=False)
            if names is not None:
                rows = selection.select_columns(rows, names)
            if chosen.of_hands:
                rows, others = selection.with_variants(rows, chosen.name)
                about = replace(about, rows=None)
                if others:
                    games = ", ".join(f"{count:,} {game}" for game, count in others.items())
                    what = "PHH has no variant for" if chosen.name == "phh" else "not written are"
                    note(f"{what} {counted(sum(others.values()), 'hand')}: {games}")
            if chosen.name == "phh" and out.path is not None and ".phh" in out.path.suffixes:
                count = selection.count_rows(rows)
                if count > 1:
                    many = out.path.name.replace(".phh", ".phhs")
                    raise UsageError(
                        f"{out.path} holds one hand, and these are {count:,}; name it {many}"
                    )
            if table in TABLES and not chosen.of_hands:
                rows = selection.as_stored(rows, table)
            # A view or a filtered table is counted in a moment; a query would run twice.
            if about.rows is None and table and (chosen.most_rows is not None or not bars.disable):
                about = replace(about, rows=selection.count_rows(rows))
            task = bars.add_task(table if several and table else "rows", total=about.rows)
            written = out.show(
                selection.whole(connection, rows, hidden) if chosen.of_hands else stream_rows(rows),
                about=about,
                one_of=several,
                listener=partial(_advance, bars, task),
            )
            bars.update(task, total=written, completed=written)


def _advance(bars: Progress, task: TaskID, done: int) -> None:
    bars.update(task, completed=done)
