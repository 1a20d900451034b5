"""Holds a lake against its definitions, and recounts it by a road the engine does not take."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from pokerlake.pipelines import recount
from pokerlake.tables.check import Check, check_file
from pokerlake.tables.definitions.dag_nodes import RANKS
from pokerlake.tables.definitions.histories import HISTORIES
from pokerlake.tables.definitions.learning import LEARNING
from pokerlake.tables.errors import LakeError, PokerlakeError
from pokerlake.tables.lake import Lake, Parameters
from pokerlake.tables.registry import TABLES, table
from pokerlake.tables.schema import Table
from pokerlake.tables.store import stored_file

from . import boards, draw, hands, histories, learning
from .hands import unlike

if TYPE_CHECKING:
    import pyarrow as pa

_RANK_WORDS = {
    "2": "deuce", "3": "three", "4": "four", "5": "five", "6": "six", "7": "seven", "8": "eight",
    "9": "nine", "T": "ten", "J": "jack", "Q": "queen", "K": "king", "A": "ace",
}  # fmt: skip


def verify(lake: Lake, names: Sequence[str] = ()) -> Iterator[Check]:
    """Every check of the tables in a lake, as it is made.

    The bytes against the manifest; rows, columns, key and totals against the definition; and every
    value against :mod:`.recount`, which shares nothing with the engine; hands that were imported
    against each other, to the chip; learned games against each other, and small ones against their
    rules.

    Parameters
    ----------
    lake : Lake
    names : sequence of str
        The tables; all of those in the lake if there are none.

    Raises
    ------
    UsageError
        If a table is not known.
    LakeError
        If a table is not in the lake, or the lake has none.
    """
    for name in names:
        table(name)
    chosen = [name for name in TABLES if name in (names or lake.manifest.tables)]
    if not chosen:
        raise LakeError(f"{lake.path} has no tables; build some with 'pokerlake build'")
    for name in chosen:
        yield from _verify_table(lake, name)
    for tables, what, checks_of in _FILLED:
        filled = [table.name for table in tables if table.name in chosen]
        if filled:
            yield from _verify_filled(lake, filled, what, checks_of)


def _verify_table(lake: Lake, name: str) -> Iterator[Check]:
    import pyarrow as pa
    import pyarrow.parquet as pq

    entry = lake.entry(name)
    for stored in entry.files:
        path = lake.path / stored.name
        try:
            found = stored_file(path).sha256
            yield Check(name, f"sha256 of {stored.name}", stored.sha256, found)
            checks = check_file(TABLES[name], path)
            content = pq.read_table(path) if name in _RECOUNTS else None
        except FileNotFoundError:
            yield Check(name, f"file {stored.name}", "there", "gone")
            return
        except (OSError, ValueError, pa.ArrowException) as error:
            reason = (str(error) or type(error).__name__).splitlines()[0]
            yield Check(name, f"file {stored.name}", "readable", reason)
            return
        yield from checks
        if not all(check.ok for check in checks) or TABLES[name].filled:
            continue
        if content is not None:
            yield from _RECOUNTS[name](content, entry.parameters)
        else:
            yield from _RECOUNTS_PIECE_BY_PIECE[name](lake)


def _verify_filled(
    lake: Lake, names: Sequence[str], what: str, checks_of: Callable[[Lake], Iterator[Check]]
) -> Iterator[Check]:
    """What tables that users fill say of each other; read in one go, so told for all of them."""
    import polars as pl
    import pyarrow as pa

    try:
        yield from (check for check in checks_of(lake) if check.table in names)
    except (
        PokerlakeError, OSError, ValueError, pa.ArrowException, pl.exceptions.PolarsError
    ) as error:  # fmt: skip
        reason = (str(error) or type(error).__name__).splitlines()[0]
        yield Check(names[0], what, "readable", reason)


def _classes(content: pa.Table, _: Parameters) -> Iterator[Check]:
    classes = recount.class_keys()
    named = zip(classes.category.tolist(), classes.ranks, strict=True)
    columns = {
        "class_id": np.arange(1, TABLES["classes"].fixed_rows + 1),
        "category": classes.category,
        "name": np.array([_class_name(*known) for known in named], dtype=object),
        "ranks": np.array(classes.ranks, dtype=object),
        "suited": classes.suited,
        **{f"count{k}": recount.class_counts(k)[1:] for k in (5, 6, 7)},
    }
    yield from unlike("classes", columns, content)


def _class_name(category: int, ranks: str) -> str:
    """The name of a class, such as ``full house, aces over kings``, from its ranks ``AAAKK``."""
    a, b, c, d, e = (_RANK_WORDS[rank] for rank in ranks)
    match category:
        case 1:
            return "royal flush" if a == "ace" else f"straight flush, {a} high"
        case 2:
            return f"four of a kind, {_plural(a)}, {e} kicker"
        case 3:
            return f"full house, {_plural(a)} over {_plural(d)}"
        case 5:
            return f"straight, {a} high"
        case 6:
            return f"three of a kind, {_plural(a)}, {d}-{e} kickers"
        case 7:
            return f"two pair, {_plural(a)} and {_plural(c)}, {e} kicker"
        case 8:
            return f"one pair, {_plural(a)}, {c}-{d}-{e} kickers"
    return f"{'flush' if category == 4 else 'high card'}, {a}-{b}-{c}-{d}-{e}"


def _plural(rank: str) -> str:
    return f"{rank}es" if rank == "six" else f"{rank}s"


def _dag_nodes(content: pa.Table, _: Parameters) -> Iterator[Check]:
    graph = recount.rank_graph()
    columns = {
        "node_id": np.arange(len(graph.cards)),
        **{f"next_{rank}": graph.next[:, r] for r, rank in enumerate(RANKS)},
        "flush_class": graph.flush_class,
        "rank_class": graph.rank_class,
        "cards": np.array(graph.cards, dtype=object),
        "worst_rank_class": graph.worst_rank_class,
        "worst_flush_class": graph.worst_flush_class,
        "best_rank_class": graph.best_rank_class,
        "best_flush_class": graph.best_flush_class,
    }
    yield from unlike("dag_nodes", columns, content)


_RECOUNTS: dict[str, Callable[[pa.Table, Parameters], Iterator[Check]]] = {
    "classes": _classes,
    "dag_nodes": _dag_nodes,
    "starting_hands": hands.starting_hands,
    "matchups": hands.matchups,
    "combo_matchups": hands.combo_matchups,
    "income_rates": hands.income_rates,
    "draw_hands": draw.draw_hands,
    "draw_exchanges": draw.draw_exchanges,
    "openings": draw.openings,
    "change": draw.change,
}
_RECOUNTS_PIECE_BY_PIECE: dict[str, Callable[[Lake], Iterator[Check]]] = {
    "flops": boards.flops,
    "turns": boards.turns,
    "rivers": boards.rivers,
    "flop_hands": boards.flop_hands,
    "turn_hands": boards.turn_hands,
    "river_hands": boards.river_hands,
}
_FILLED: tuple[tuple[Sequence[Table], str, Callable[[Lake], Iterator[Check]]], ...] = (
    (HISTORIES, "tables of hands", histories.histories),
    (LEARNING, "tables of learned games", learning.learning),
)
