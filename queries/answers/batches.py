"""Equities of whole columns of situations: of files, and of arrays."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import takewhile
from pathlib import Path
from typing import Any

import pyarrow as pa

from pokerlake.catalogue import HOLDEM, Game
from pokerlake.tables.errors import InputError, UsageError, counted
from pokerlake.tables.schema import sql_type

from ..files.source import Source, as_options, open_source
from ..files.text import error_column, is_text
from .equity import Wanted
from .games.columns import OmahaBatches
from .games.stud import StudBatches
from .lookup.stored import lake_at
from .ranges.given import reader_of
from .situations import Batches, Situations, added_schema

_FEW = 4  # columns, which may all be players'


@contextmanager
def equity_file(
    name: str,
    players: Sequence[str] = (),
    *,
    board: str | None = None,
    dead: str | None = None,
    file_format: str | None = None,
    wanted: Wanted | None = None,
    rule: Game = HOLDEM,
    lake: Path | None = None,
    skip_bad: bool = False,
    listener: Callable[[int], None] = lambda _: None,
) -> Iterator[tuple[pa.RecordBatchReader, Source]]:
    """The rows of a file with equity, wins and ties of each player, from 0 to 1.

    Known hands on boards of the same cards are counted together, holes before the flop are looked
    up in the lake if it has them. Ranges are done row by row, on all cores. Rows without a player
    have nulls.
    """
    with open_source(name, file_format, skip_bad=skip_bad) as source:
        names = _player_columns(source, players)
        places = [_text_column(source, column, "--players") for column in names]
        boards, gone = (
            _text_column(source, given or usual, f"--{usual}-column")
            if given or usual in source.schema.names
            else None
            for given, usual in ((board, "board"), (dead, "dead"))
        )
        used = [*places, *(place for place in (boards, gone) if place is not None)]
        twice = [place for place in used if used.count(place) > 1]
        if twice:
            raise UsageError(f"column {source.schema.names[twice[0]]!r} is given twice")
        work = _situations(wanted, lake, rule, skip_bad=skip_bad)

        def made(batch: pa.RecordBatch) -> Iterator[pa.Array]:
            known, away = (
                None if place is None else batch.column(place) for place in (boards, gone)
            )
            texts = [batch.column(place) for place in places]
            found = work.equities(texts, known, away)
            yield from found.arrays()
            if skip_bad:
                yield error_column(found.bad, batch.num_rows)

        added = added_schema(len(places), skip_bad=skip_bad, names=work.names)
        yield source.with_columns(added, made, listener), source


def equities(
    players: Sequence[pa.Array],
    board: pa.Array | None = None,
    dead: pa.Array | None = None,
    *,
    wanted: Wanted | None = None,
    rule: Game = HOLDEM,
    lake: Path | None = None,
    skip_bad: bool = False,
) -> pa.Table:
    """Equities of columns of text, as :func:`equity_file` adds them to a file.

    The columns are ``equity_1``, ``win_1``, ``tie_1``, ``equity_2``, ..., from 0 to 1, ``deals``
    and ``method``. Rows without a player have nulls.
    """
    if not 2 <= len(players) <= 10:
        raise UsageError(f"{len(players)} columns of players; give 2 to 10")
    work = _situations(wanted, lake, rule, skip_bad=skip_bad)
    found = work.equities(list(players), board, dead)
    columns = list(found.arrays())
    if skip_bad:
        columns.append(error_column(found.bad, len(players[0])))
    schema = added_schema(len(players), skip_bad=skip_bad, names=work.names)
    return pa.Table.from_arrays(columns, schema=schema)


def _situations(
    wanted: Wanted | None, lake: Path | None, rule: Game, *, skip_bad: bool
) -> Batches[Any]:
    if not rule.boards:
        return StudBatches(
            functools.cache(lambda: lake_at(lake)), wanted or Wanted(), rule=rule, skip_bad=skip_bad
        )
    kind: type[Situations | OmahaBatches] = Situations if rule.hole == 2 else OmahaBatches
    opened = functools.cache(lambda: lake_at(lake))
    reader: Any = reader_of(rule, lake)
    return kind(opened, reader, wanted or Wanted(), rule=rule, skip_bad=skip_bad)


def _player_columns(source: Source, given: Sequence[str]) -> list[str]:
    names = source.schema.names
    if given:
        found = list(given)
    else:
        numbered = [f"player_{n}" for n in range(1, len(names) + 1)]
        found = list(takewhile(names.__contains__, numbered)) or [
            name for name in ("hero", "villain") if name in names
        ]
    if not given and not found:
        hint = f"name those of hands: {as_options('--players', names)}"
        if not 2 <= len(names) <= _FEW:
            hint = f"name those of hands with --players; there are: {', '.join(names)}"
        raise source.lacking("no columns player_1 and player_2", hint)
    if not 2 <= len(found) <= 10:
        for name in found:
            source.column(name, "--players")
        raise UsageError(
            f"{counted(len(found), 'column')} of players in {source.name}; name 2 to 10 with "
            "--players"
        )
    return found


def _text_column(source: Source, name: str, option: str) -> int:
    place = source.column(name, option)
    dtype = source.schema.field(place).type
    if not is_text(dtype):
        raise InputError(
            f"{source.name}: column {name!r} is {sql_type(dtype)}; cards and ranges are text"
        )
    return place
