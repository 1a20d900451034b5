"""Equities of whole columns of situations, from files and arrays."""

from __future__ import annotations

import functools
import shlex
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pyarrow as pa

from pokerlake.catalogue import HOLDEM, Game
from pokerlake.tables.errors import InputError, UsageError, counted
from pokerlake.tables.schema import sql_type

from ..files.source import Source, as_options, open_source
from ..files.text import error_column, is_text
from ..roles import KNOWN, alike, roles_of
from .equity import Wanted
from .games.columns import OmahaBatches
from .games.stud import StudBatches
from .lookup.stored import lake_at
from .ranges.given import reader_of
from .situations import Batches, Situations, added_schema

_FEW = 4  # columns: so few may all be players


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

    Known hands on boards of equal size are counted together. Holes before the flop are looked up
    in the lake if it has them. Ranges are computed row by row, on all cores. Rows that lack a
    player have nulls.
    """
    with open_source(name, file_format, skip_bad=skip_bad) as source:
        names, board, dead = _columns(source, players, board, dead)
        places = [_text_column(source, column, "--players") for column in names]
        boards, dead_place = (
            None if column is None else _text_column(source, column, f"--{role}-column")
            for role, column in (("board", board), ("dead", dead))
        )
        used = [*places, *(place for place in (boards, dead_place) if place is not None)]
        source.passed_on.extend(
            column.name
            for place, column in enumerate(source.schema)
            if place not in used and is_text(column.type)
        )
        twice = [place for place in used if used.count(place) > 1]
        if twice:
            raise UsageError(f"column {source.schema.names[twice[0]]!r} is given twice")
        work = _situations(wanted, lake, rule, skip_bad=skip_bad)

        def made(batch: pa.RecordBatch) -> Iterator[pa.Array]:
            known, away = (
                None if place is None else batch.column(place) for place in (boards, dead_place)
            )
            texts = [batch.column(place) for place in places]
            results = work.equities(texts, known, away)
            yield from results.arrays()
            if skip_bad:
                yield error_column(results.bad, batch.num_rows)

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
    and ``method``. Rows that lack a player have nulls.
    """
    if not 2 <= len(players) <= 10:
        raise UsageError(f"{len(players)} columns of players; give 2 to 10")
    work = _situations(wanted, lake, rule, skip_bad=skip_bad)
    results = work.equities(list(players), board, dead)
    columns = list(results.arrays())
    if skip_bad:
        columns.append(error_column(results.bad, len(players[0])))
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


def _columns(
    source: Source, players: Sequence[str], board: str | None, dead: str | None
) -> tuple[list[str], str | None, str | None]:
    """The columns of players, board and dead cards: as named by the user, else by their names."""
    names = source.schema.names
    roles = roles_of([name for name in names if name not in {*players, board, dead}])
    if board is not None or dead is not None:  # no need to guess those
        roles = roles._replace(board=board or roles.board, dead=dead or roles.dead)
    missing = [role for role in KNOWN if getattr(roles, role) is None]
    hands = list(players) or roles.players
    if not hands:
        free = [name for name in roles.others if alike(name, missing) is None]
        hint = f"name those of hands: {as_options('--players', free)}"
        if not 2 <= len(free) <= _FEW:
            hint = f"name those of hands with --players; there are: {', '.join(names)}"
        raise source.lacking("no columns player_1 and player_2", hint)
    for name in roles.others:
        role = alike(name, ["player", *missing])
        if role in KNOWN:
            raise InputError(
                f"{source.name} has no column {role!r}, and a column {name!r}: name it with "
                f"--{role}-column {shlex.quote(name)}, or leave it out"
            )
        if role is not None and not players:
            every = as_options("--players", [*hands, name])
            raise InputError(
                f"{source.name} has a column {name!r} beside {' and '.join(map(repr, hands))}: "
                f"name all players, {every}, or leave it out"
            )
    if not 2 <= len(hands) <= 10:
        for name in hands:
            source.column(name, "--players")
        raise UsageError(
            f"{counted(len(hands), 'column')} of players in {source.name}; name 2 to 10 with "
            "--players"
        )
    return hands, roles.board, roles.dead


def _text_column(source: Source, name: str, option: str) -> int:
    place = source.column(name, option)
    dtype = source.schema.field(place).type
    if not is_text(dtype):
        raise InputError(
            f"{source.name}: column {name!r} is {sql_type(dtype)}; cards and ranges are text"
        )
    return place
