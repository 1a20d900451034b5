"""The answer to a query of PQL: over all deals of its spot, or over random deals in a given time.

Deals come in pieces, and functions compute whole columns of each piece. Pieces, and the order in
which they are summed, do not depend on the number of threads, so a seed repeats bit for bit.
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa

from pokerlake.catalogue import Game
from pokerlake.engine import clock
from pokerlake.engine.cards.text import CardError
from pokerlake.engine.monte_carlo.deals import BLOCK
from pokerlake.engine.ranges.scanner import RangeError
from pokerlake.engine.spots.spots import Dealt, DealtSpot, Listing, Sampling
from pokerlake.engine.threads import over_tasks, worker_count
from pokerlake.tables.errors import UsageError, by_door, counted, did_you_mean

from ..answers.equity import Wanted as EquityWanted
from ..answers.games.columns import OmahaBatches
from ..answers.games.stud import StudBatches
from ..answers.lookup.stored import lake_at
from ..answers.orders import rule_of
from ..answers.ranges.given import reader_of
from ..answers.situations import Batches, Situations
from ..answers.spots import spot_of
from ..results import Result
from .columns import Column, Columns
from .expressions import Expression, Reader, problem_at
from .functions import FIXED, ORDERED, text_of
from .syntax import Item, Node, Query, parse_query, wrong_at

DEALS = 1_000_000
MAX_SECONDS = 10.0
MOST_LISTED = 20_000_000  # deals that are listed by default
_MOST_LISTED = 1 << 33
_NANOSECONDS = 100.0  # roughly, for a listed deal with cheap functions
_LARGEST = 64  # blocks of a piece
_PIECE_SECONDS = 0.25  # roughly, for a piece
_GAMES = {"omahahi5": "omaha5", "omaha85": "omaha5 hi-lo", "shortdeck": "short deck"}
SELECTORS = {
    "avg": "the mean of a number, or of a condition",
    "count": "how often a condition holds, 0 to 1",
    "max": "the largest value",
    "min": "the smallest value",
    "histogram": "how often each value comes up, 0 to 1: a row for each",
}
_FIELDS = ("game", "board", "dead", "syntax")


@dataclass(frozen=True, repr=False, eq=False)
class Answered(Result):
    """The answer to a query of PQL: a row for each selector, or for each value of a histogram.

    Attributes
    ----------
    deals : int
        The number of deals.
    kept : int
        How many of them pass ``where``.
    seed : int, or None
        Of the sampled deals; None if all deals were listed, and the answer is exact.
    """

    deals: int
    kept: int
    seed: int | None
    _table: pa.Table

    def to_arrow(self) -> pa.Table:
        """Columns ``name``, ``outcome``, ``value``, ``standard_error`` and ``deals``."""
        return self._table

    @property
    def exact(self) -> bool:
        """Whether all deals were listed."""
        return self.seed is None

    def for_people(self) -> pa.Table:
        """The rows without empty columns."""
        there = [
            name
            for name in self._table.column_names
            if self._table[name].null_count < len(self._table)
        ]
        return self._table.select(there)

    def summary(self) -> str:
        """The number of deals, whether these are all, and how many pass."""
        how = "all of them" if self.exact else f"seed {self.seed}"
        kept = "" if self.kept == self.deals else f"; {self.kept:,} pass where"
        return f"{counted(self.deals, 'deal')}, {how}{kept}"


class Wanted(NamedTuple):
    """How to compute an answer."""

    method: str | None = None
    deals: int | None = None
    max_seconds: float = MAX_SECONDS
    seed: int = 1
    threads: int = 0


def answered(text: str, wanted: Wanted, lake: Path | None = None) -> Answered:
    """The answer to a query; UsageError, with the place in the text, for an invalid query."""
    begun = clock.now()
    plan = _planned(parse_query(text), lake)
    dealing: Listing | Sampling | None = None
    if wanted.method != "monte carlo" and (wanted.method or wanted.deals is None):
        dealing = _listing(plan, wanted)
    if dealing is None:
        dealing = plan.of_spot(plan.spot.sampling)
    if isinstance(dealing, Listing):
        number, columns = dealing.deals, dealing.columns
        seconds, seed_shown = None, None
    else:
        number, columns = wanted.deals or DEALS, partial(dealing.columns, seed=wanted.seed)
        seconds = None if wanted.deals else wanted.max_seconds
        seed_shown = wanted.seed

    def work(window: list[tuple[int, int]], place: int) -> _Sums:
        return plan.sums(plan.of_spot(lambda: columns(*window[place])))

    workers = worker_count(wanted.threads)
    total, done = _Sums.of(len(plan.items)), 0
    for window in _windows(number, workers, plan.largest):
        for sums in over_tasks(partial(work, window), range(len(window)), workers):
            total.add(sums)
        done = sum(window[-1])
        if seconds is not None and clock.now() - begun >= seconds:
            break
    return Answered(done, total.kept, seed_shown, plan.table(total, exact=seed_shown is None))


def _windows(number: int, size: int, largest: int) -> Iterator[list[tuple[int, int]]]:
    """Pieces ``(first, number)``, ``size`` at a time: small ones first, to check the time early."""
    pieces, first, blocks = [], 0, 1
    while first < number:
        pieces.append((first, min(blocks * BLOCK, number - first)))
        first += blocks * BLOCK
        is_growing, blocks = blocks < largest, min(2 * blocks, largest)
        if len(pieces) >= size or is_growing:
            yield pieces
            pieces = []
    if pieces:
        yield pieces


def _listing(plan: _Plan, wanted: Wanted) -> Listing | None:
    """All deals, if there are few enough and their functions are not too expensive; else None."""
    spot, is_asked = plan.spot, wanted.method == "exact"
    stages = spot.stages(plan.streets)
    most = _MOST_LISTED if is_asked else MOST_LISTED
    listing: Listing | None = plan.of_spot(lambda: spot.listed(stages, most))
    if listing is None:
        if is_asked:
            exact = by_door("--exact", 'method="exact"')
            raise UsageError(f"there are too many deals to list all of them; leave {exact} out")
        return None
    cost = _NANOSECONDS * listing.deals
    for use in {use for expression in plan.expressions for use in expression.uses}:
        shown = spot.stages(street for street in plan.streets if street <= use.street)
        cost += use.nanoseconds * len(listing.held) * spot.run_outs(shown)
    return listing if is_asked or cost <= wanted.max_seconds * 1e9 else None


# ---------------------------------------------------------------- the query


class _Asked(NamedTuple):
    """A selector and its expression."""

    item: Item
    expression: Expression


@dataclass(frozen=True)
class _Plan:
    """A query with its spot and expressions."""

    query: Query
    spot: DealtSpot
    items: tuple[_Asked, ...]
    tests: tuple[Expression, ...]  # all must hold; the cheap ones first
    batches: Batches[Any]
    texts: tuple[str, ...]
    places: Mapping[str, int]

    @property
    def expressions(self) -> list[Expression]:
        return [*(asked.expression for asked in self.items), *self.tests]

    @property
    def streets(self) -> list[int]:
        """The streets that functions read, as their numbers of board cards."""
        return sorted(
            {use.street for expression in self.expressions for use in expression.uses} - {0}
        )

    @property
    def largest(self) -> int:
        """The most blocks of a piece, so that the time is checked often."""
        block = BLOCK * sum(expression.nanoseconds for expression in self.expressions)
        return max(1, min(_LARGEST, int(_PIECE_SECONDS * 1e9 / max(block, 1.0))))

    def of_spot(self, make: Callable[[], Any]) -> Any:
        """The result of ``make`` for the spot; UsageError if it cannot be dealt."""
        try:
            return make()
        except (RangeError, CardError) as error:
            raise UsageError(str(error)) from error

    def sums(self, dealt: Dealt) -> _Sums:
        """The sums over the deals of a piece."""
        sums = _Sums.of(len(self.items))
        for test in self.tests:
            columns = Columns(self.spot, dealt, self.batches, self.texts)
            dealt = dealt.kept(test.column(columns))
            if not len(dealt):
                return sums
        columns = Columns(self.spot, dealt, self.batches, self.texts)
        sums.kept = len(dealt)
        for asked, part in zip(self.items, sums.parts, strict=True):
            part.add_column(asked, asked.expression.column(columns), dealt.weights)
        return sums

    def table(self, total: _Sums, *, exact: bool) -> pa.Table:
        rows = [
            row
            for asked, part in zip(self.items, total.parts, strict=True)
            for row in part.rows(asked, self.spot.rule, exact=exact)
        ]
        return pa.Table.from_pylist(rows, _SCHEMA)


_SCHEMA = pa.schema(
    [
        ("name", pa.string()),
        ("outcome", pa.string()),
        ("value", pa.float64()),
        ("standard_error", pa.float64()),
        ("deals", pa.int64()),
    ]
)


def _planned(query: Query, lake: Path | None) -> _Plan:
    fields = _fields(query)
    rule = _rule(query, fields)
    players = [name for name in fields if name.lower() not in _FIELDS]
    spot, texts = _spot(query, rule, fields, players, lake)
    ranges = reader_of(rule, lake, dialect=_dialect(rule))
    by_name = {name: number for number, name in enumerate(players)}
    reader = Reader(
        query.text, rule, by_name, ranges.read, lambda by: reader_of(rule, lake, by=by).percents()
    )
    items, tests = _read(query, reader)
    used = {use for held in (*(asked.expression for asked in items), *tests) for use in held.uses}
    if not any(use.everyone for use in used):
        # Players with any hole whom no function reads do not change the result.
        seen = frozenset().union(*(use.players for use in used))
        idle = [n for n, held in enumerate(spot.held) if held is None and n not in seen]
        kept = [n for n in range(len(spot.held)) if n not in idle]
        spot, texts = spot.without(idle), tuple(texts[n] for n in kept)
        reader.players = {players[n]: place for place, n in enumerate(kept)}
        items, tests = _read(query, reader)
    elif not players:
        raise UsageError("the query has no player; write from hero='AhKh', villain='*'")
    return _Plan(
        query, spot, items, tests, _batches(rule, ranges, lake), tuple(texts), reader.players
    )


def _read(query: Query, reader: Reader) -> tuple[tuple[_Asked, ...], tuple[Expression, ...]]:
    items = []
    for item in query.items:
        selector = item.selector.word
        if selector not in SELECTORS:
            hint = did_you_mean(item.selector.text, SELECTORS)
            reader.fail(item.selector.at, f"no selector {item.selector.text!r}: {hint}")
        expression = reader.read(item.node, "boolean" if selector == "count" else "")
        fits = {
            "avg": ("number", "fraction", "boolean"),
            "max": (*ORDERED, "fraction"),
            "min": (*ORDERED, "fraction"),
        }.get(selector)
        if expression.kind in FIXED or (fits and expression.kind not in fits):
            reader.fail(
                expression.at, f"{selector} is {SELECTORS[selector]}; this has no such value"
            )
        items.append(_Asked(item, expression))
    tests = (
        []
        if query.where is None
        else [reader.read(expression, "boolean") for expression in _all_of(query.where)]
    )
    return tuple(items), tuple(sorted(tests, key=lambda test: test.nanoseconds))


def _all_of(node: Node) -> Iterator[Node]:
    """The conditions that must all hold."""
    if (node.kind, node.text) == ("sign", "and"):
        for part in node.parts:
            yield from _all_of(part)
    else:
        yield node


def _fields(query: Query) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    for name, text in query.fields:
        key = name.text.lower() if name.text.lower() in _FIELDS else name.text
        if any(key.lower() == other.lower() for other in fields):
            raise wrong_at(query.text, name.at, f"{name.text} is given twice")
        fields[key] = text
    return fields


def _plain(token: Any) -> str:
    text: str = token.text[1:-1].replace("''", "'")
    return text


def _rule(query: Query, fields: Mapping[str, Any]) -> Game:
    syntax = fields.get("syntax")
    if syntax is not None and _plain(syntax).lower() != "generic":
        raise wrong_at(query.text, syntax.at, "ranges are read only in the generic syntax")
    if "game" not in fields:
        return rule_of("holdem")
    token = fields["game"]
    name = _plain(token)
    try:
        rule = rule_of(_GAMES.get(name.lower(), name), least=0)
        if rule.up_to:
            raise UsageError(f"PQL has no {rule.name}; ask equity, or deal it and ask in SQL")
        return rule
    except UsageError as error:
        raise wrong_at(query.text, token.at, str(error)) from error


def _dialect(rule: Game) -> str:
    return "propokertools" if rule.hole == 2 else "pokerlake"


def _batches(rule: Game, ranges: Any, lake: Path | None) -> Batches[Any]:
    """The object that computes equities of hands against ranges."""
    wanted, stored = EquityWanted(seed=1), functools.cache(lambda: lake_at(lake))
    if rule.hole == 2:
        return Situations(stored, ranges, wanted, rule=rule, impossible_is_null=True)
    if rule.is_stud:
        return StudBatches(stored, wanted, rule=rule, impossible_is_null=True)
    return OmahaBatches(stored, ranges, wanted, rule=rule, impossible_is_null=True)


def _spot(
    query: Query, rule: Game, fields: Mapping[str, Any], players: Sequence[str], lake: Path | None
) -> tuple[DealtSpot, tuple[str, ...]]:
    """The spot, and the range of each player as text; somebody's where there is no player."""
    texts = tuple(_any_or(_plain(fields[name]), rule) for name in players) or ("random",)
    board, dead = (_plain(fields[name]) if name in fields else "" for name in ("board", "dead"))
    try:
        spot = spot_of(rule, texts, board, dead, lake=lake, dialect=_dialect(rule))
    except (RangeError, CardError, UsageError) as error:
        name = getattr(error, "field", None) or ""
        if name.startswith("hands."):
            name = players[int(name.removeprefix("hands."))]
        if name not in fields:
            raise
        raise problem_at(query.text, fields[name].at + 1, error) from error
    return spot, texts


def _any_or(text: str, rule: Game) -> str:
    """The text of a range; for stars, which mean any hole in PQL, that of pokerlake."""
    stars = text.strip()
    return "random" if set(stars) == {"*"} and len(stars) <= rule.hole else text


# ---------------------------------------------------------------- sums over deals


class _Part:
    """The sums of one selector over deals."""

    def __init__(self) -> None:
        self.deals = 0
        self.weight = self.sum = self.squares = 0.0
        self.best: Any = None
        self.values: Counter[Any] = Counter()

    def add_column(self, asked: _Asked, values: Column, weights: Column | None) -> None:
        """Add a value for each deal; NaN is left out."""
        if values.dtype.kind == "f" and np.isnan(values).any():
            there = ~np.isnan(values)
            values, weights = values[there], None if weights is None else weights[there]
        n = len(values)
        if not n:
            return
        self.deals += n
        self.weight += n if weights is None else float(weights.sum())
        selector = asked.item.selector.word
        if selector in ("avg", "count"):
            if values.dtype == np.bool_:
                holds = np.count_nonzero(values) if weights is None else weights[values].sum()
                self.sum += float(holds)
                self.squares += float(holds)
                return
            weighed = values if weights is None else values * weights
            self.sum += float(weighed.sum())
            self.squares += float((weighed * values).sum())
        elif selector == "histogram":
            distinct, which = np.unique(values, return_inverse=True)
            sums = np.bincount(which, weights, len(distinct))
            self.values.update(dict(zip(distinct.tolist(), sums.tolist(), strict=True)))
        else:
            best = (values.max() if selector == "max" else values.min()).item()
            how = max if selector == "max" else min
            self.best = best if self.best is None else how(self.best, best)

    def add(self, other: _Part) -> None:
        """Add what other deals come to."""
        self.deals += other.deals
        self.weight += other.weight
        self.sum += other.sum
        self.squares += other.squares
        self.values.update(other.values)
        if other.best is not None:
            self.best = other.best if self.best is None else self.best

    def rows(self, asked: _Asked, rule: Game, *, exact: bool) -> Iterator[dict[str, Any]]:
        """The rows of the answer."""
        name, kind, selector = asked.item.name, asked.expression.kind, asked.item.selector.word
        row: dict[str, Any] = {"name": name, "deals": self.deals}
        if not self.deals:
            yield row
        elif selector in ("avg", "count"):
            mean = self.sum / self.weight
            yield row | {"value": mean} | self._error(mean, self.squares / self.weight, exact)
        elif selector == "histogram":
            for value, weight in sorted(self.values.items()):
                share = weight / self.weight
                of_value = {"outcome": _text(kind, rule, value), "value": share}
                yield row | of_value | self._error(share, share, exact)
        elif kind == "number":
            yield row | {"value": float(self.best)}
        else:
            value = {"value": float(self.best)} if kind == "fraction" else {}
            yield row | {"outcome": _text(kind, rule, self.best)} | value

    def _error(self, mean: float, square: float, exact: bool) -> dict[str, float]:
        if exact or self.deals < 2:
            return {}
        return {"standard_error": float(np.sqrt(max(0.0, square - mean**2) / (self.deals - 1)))}


def _text(kind: str, rule: Game, value: Any) -> str:
    if kind == "string":
        return str(value)
    if kind == "fraction":
        return str(Fraction(value).limit_denominator(5040))
    return text_of(kind, rule, value)


class _Sums:
    """The sums of all selectors over deals."""

    def __init__(self, parts: list[_Part]) -> None:
        self.parts = parts
        self.kept = 0

    @classmethod
    def of(cls, selectors: int) -> _Sums:
        return cls([_Part() for _ in range(selectors)])

    def add(self, other: _Sums) -> None:
        """Add what other deals come to."""
        self.kept += other.kept
        for mine, theirs in zip(self.parts, other.parts, strict=True):
            mine.add(theirs)
