"""Equities of batches of situations: from tables, by kernels, or one by one."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from pokerlake.catalogue import TWO_CARD_GAMES, Game
from pokerlake.engine.cards.holes import card_sets
from pokerlake.engine.cards.text import (
    CARDS,
    SUIT_PATTERN,
    CardError,
    ParsedColumn,
    check_cards,
    parse_column,
)
from pokerlake.engine.equity.known import known_counts
from pokerlake.engine.keys.canonical_rows import hole_ids
from pokerlake.engine.orders.evaluate import deck_text
from pokerlake.engine.pot_shares import PotShares
from pokerlake.engine.ranges.scanner import RangeError
from pokerlake.engine.spots.spots import RIVER
from pokerlake.engine.threads import over_tasks
from pokerlake.tables.errors import InputError
from pokerlake.tables.lake import Lake
from pokerlake.tables.schema import sql_type

from ..files.source import ERROR
from ..files.text import (
    BadRows,
    are_apart,
    is_text,
    plain_text,
    row_numbers,
    text_column,
    without_bad_rows,
    without_twice,
)
from .equity import ReadsRanges, Showdown, TwoCardSituation, Wanted, situation_equity
from .lookup.matchups import HolePairs, StoredEquity
from .lookup.triples import HandTriples

SHARES = ("equity", "win", "tie")  # of a player
HOLE_TEXT = rf"(?i)^\s*((10|[2-9TJQKA]){SUIT_PATTERN}\s*){{2}}$"
_BLOCK = 1 << 14  # rows with counts in memory at a time
_KEPT = 200_000  # situations with ranges in memory

Rows = npt.NDArray[np.intp]
Columns = npt.NDArray[np.uint8]  # of cards
Counted = tuple[npt.NDArray[np.int64], str]
S = TypeVar("S", bound=Showdown)


class Results:
    """The results that are added to a batch of n rows with p players."""

    def __init__(self, rows: int, players: int, names: Sequence[str] = SHARES) -> None:
        # Shares of each player, (p, n): equity, win and tie, and equities in each half of the pot.
        self.shares = {name: np.zeros((players, rows)) for name in names}
        self.equity, self.win, self.tie = (self.shares[name] for name in SHARES)
        self.deals = np.zeros(rows, np.int64)
        self.source = np.full(rows, "", object)  # the method, or the table
        self.null = np.zeros(rows, bool)  # rows without results
        self.bad: BadRows = {}  # those of them that are skipped as bad

    def put(self, rows: Rows, shared: npt.NDArray[np.int64], source: str) -> None:
        """Put the counts by sharers, ``(n, p, p + 1)``, of some rows."""
        deals = shared[:, 0].sum(axis=1)
        sharers = np.maximum(np.arange(shared.shape[2]), 1)
        won = shared / sharers
        self.equity[:, rows] = (won[:, :, 1:].sum(axis=2) / deals[:, None]).T
        self.win[:, rows] = (shared[:, :, 1] / deals[:, None]).T
        self.tie[:, rows] = (shared[:, :, 2:].sum(axis=2) / deals[:, None]).T
        self.deals[rows] = deals
        self.source[rows] = source

    def arrays(self) -> Iterator[pa.Array]:
        """The columns of :func:`added_schema`, except ``error``."""
        for columns in zip(*self.shares.values(), strict=True):
            yield from (pa.array(column, mask=self.null) for column in columns)
        yield pa.array(self.deals, mask=self.null)
        yield pa.array(self.source, pa.string(), mask=self.null)


def added_schema(
    players: int, *, skip_bad: bool = False, names: Sequence[str] = SHARES
) -> pa.Schema:
    """The columns that are added: ``equity_1``, ``win_1``, ``tie_1``, ..., ``deals``, ``method``.

    ``names`` are the columns of a player. ``method`` is ``exact``, ``monte carlo``, or the table of
    the counts. If bad rows are skipped, ``error`` says what is wrong with them.
    """
    columns = [f"{what}_{n}" for n in range(1, players + 1) for what in names]
    fields = [pa.field(name, pa.float64()) for name in columns]
    fields += [pa.field("deals", pa.int64()), pa.field("method", pa.string())]
    return pa.schema([*fields, ERROR] if skip_bad else fields)


class Seen(NamedTuple):
    """The known board cards and dead cards of each row."""

    board: ParsedColumn
    dead: ParsedColumn

    def by_size(self, rows: Rows) -> Iterator[tuple[Rows, Columns, Columns]]:
        """Groups of rows with equally many board and dead cards: their places, and these cards."""
        sizes = np.stack([self.board.count[rows], self.dead.count[rows]])
        for size in np.unique(sizes, axis=1).T:
            every = np.flatnonzero((sizes == size[:, None]).all(axis=0))
            for start in range(0, len(every), _BLOCK):
                at = every[start : start + _BLOCK]
                board, dead = self.board.cards[: size[0]], self.dead.cards[: size[1]]
                yield at, board[:, rows[at]], dead[:, rows[at]]


class Batches(ABC, Generic[S]):
    """Goes through batches of situations of one game, and remembers situations with ranges.

    Rows that cannot be dealt because a card occurs twice are errors, or null if
    ``impossible_is_null``. With ``skip_bad``, these and unreadable rows are null, and the results
    say why.
    """

    names: Sequence[str] = SHARES  # the columns of each player
    _hole = 2  # cards

    def __init__(
        self, wanted: Wanted, *, impossible_is_null: bool = False, skip_bad: bool = False
    ) -> None:
        self._wanted = wanted
        self._impossible_is_null = impossible_is_null
        self._skip_bad = skip_bad
        self._ranges: dict[tuple[str | None, ...], SituationResult] = {}

    @abstractmethod
    def _is_known(self, texts: list[pa.Array], seen: Seen) -> npt.NDArray[np.bool_]:
        """Which rows have known holes only, and are counted together."""

    @abstractmethod
    def _known_hands(
        self, rows: Rows, parsed: list[ParsedColumn], seen: Seen, results: Results
    ) -> None:
        """Put the results of these rows, at least one, whose holes are all known."""

    @abstractmethod
    def _situation(self, hands: list[str], board: str, dead: str) -> S:
        """The players of one situation; CardError or RangeError if it is invalid."""

    @abstractmethod
    def _stored(self, situation: S) -> StoredEquity | None:
        """The equity of a situation from the lake, if sampling is not asked for."""

    def _outcome(self, *texts: str | None) -> SituationResult:
        """The outcome of one situation: hands of the players, board and dead cards."""
        *hands, known, dead = texts
        held = [hand for hand in hands if hand is not None]
        for hand in held:
            if hand == "-" or hand.startswith("@"):  # a reader would read a file
                raise CardError(f"{hand!r} is no hand and no range")
        try:
            situation = self._situation(held, known or "", dead or "")
        except RangeError as error:
            raise CardError(error.problem) from error
        is_sampled = self._wanted.chosen_method == "monte carlo"
        stored = None if is_sampled else self._stored(situation)
        if stored is not None:
            return self._of(stored, stored.table)
        try:
            result = situation_equity(situation, self._wanted, threads=1)
        except (CardError, RangeError) as error:
            if self._impossible_is_null:
                return SituationResult(np.zeros(len(self.names) * len(held)), 0, "")
            raise CardError(error.problem) from error
        return self._of(result, result.method)

    def _of(self, result: PotShares, method: str) -> SituationResult:
        shares = [getattr(result, name) for name in self.names]
        return SituationResult(np.concatenate(shares), result.deals, method)

    def equities(
        self, texts: list[pa.Array], board: pa.Array | None, dead: pa.Array | None
    ) -> Results:
        """The results of all rows of a batch."""
        rows = len(texts[0])
        texts = [_as_text(text) for text in texts]
        board, dead = (None if text is None else _as_text(text) for text in (board, dead))
        results = Results(rows, len(texts), self.names)
        for text in texts:
            results.null |= text.is_null().to_numpy(zero_copy_only=False)
        bad = results.bad if self._skip_bad else None
        seen = Seen(_cards_of(board, rows, 5, bad), _cards_of(dead, rows, 52, bad))
        self._leave_out(results)
        known = ~results.null & self._is_known(texts, seen)
        rows_known = np.flatnonzero(known)
        if self._skip_bad:
            rows_known = _readable(texts, rows_known, results.bad, self._hole)
        if len(rows_known):
            with row_numbers(rows_known):
                parsed = [
                    parse_column(text_column(text.take(pa.array(rows_known))), fewest=k, most=k)
                    for k, text in ((self._hole, text) for text in texts)
                ]
            self._known_hands(rows_known, parsed, seen, results)
        self._others(texts, board, dead, np.flatnonzero(~known & ~results.null), results)
        self._leave_out(results)
        return results

    def _apart(
        self, dealt: npt.NDArray[np.uint8], rows: Rows, results: Results
    ) -> npt.NDArray[np.bool_]:
        """Which columns of cards ``(k, n)`` have no duplicate; an error or null for the others."""
        if self._skip_bad:
            return without_twice(dealt, rows, results.bad)
        if self._impossible_is_null:
            apart = are_apart(dealt)
            results.null[rows[~apart]] = True
            return apart
        with row_numbers(rows):
            check_cards(dealt)
        return np.ones(len(rows), np.bool_)

    def _leave_out(self, results: Results) -> None:
        results.null[list(results.bad)] = True

    def _others(
        self,
        texts: list[pa.Array],
        board: pa.Array | None,
        dead: pa.Array | None,
        rows: Rows,
        results: Results,
    ) -> None:
        """Put the results of rows with ranges, one by one; repeated situations are looked up."""
        if not len(rows):
            return
        taken = pa.array(rows)
        columns = [text.take(taken).to_pylist() for text in texts]
        nothing = pa.nulls(len(rows), pa.string())
        columns += [
            (nothing if column is None else column.take(taken)).to_pylist()
            for column in (board, dead)
        ]
        keys = list(zip(*columns, strict=True))
        first = {key: place for place, key in reversed(list(enumerate(keys)))}
        kept = self._ranges  # other threads add to it, and may replace it
        known = {key: kept[key] for key in first if key in kept}
        new = [key for key in first if key not in known]

        def compute(number: int) -> SituationResult:
            with row_numbers(rows[[first[new[number]]]]):
                try:
                    return self._outcome(*new[number])
                except CardError as error:
                    if not self._skip_bad:
                        raise
                    players = sum(hand is not None for hand in new[number][:-2])
                    return SituationResult(
                        np.zeros(len(results.shares) * players), 0, "", error.problem
                    )

        found_now = dict(zip(new, over_tasks(compute, range(len(new)), 0), strict=True))
        if len(kept) + len(found_now) > _KEPT:
            kept = self._ranges = {}
        kept.update(found_now)
        known |= found_now
        place_of = {key: place for place, key in enumerate(known)}
        places = np.fromiter((place_of[key] for key in keys), np.intp, len(keys))
        each = list(known.values())
        shares = np.array([outcome.shares for outcome in each])[places].T
        for share, values in zip(
            results.shares.values(), np.split(shares, len(results.shares)), strict=True
        ):
            share[:, rows] = values
        results.deals[rows] = np.array([outcome.deals for outcome in each])[places]
        results.source[rows] = np.array([outcome.method for outcome in each], object)[places]
        results.null[rows] = results.deals[rows] == 0
        if self._skip_bad:
            wrong = np.array([outcome.problem for outcome in each], object)[places]
            results.bad |= {int(rows[at]): wrong[at] for at in np.flatnonzero(wrong != "").tolist()}


@dataclass(frozen=True)
class SituationResult:
    """The result of one situation; no deals if it cannot be dealt."""

    shares: npt.NDArray[np.float64]  # equities, wins and ties of all players, one after the other
    deals: int
    method: str
    problem: str = ""


class Situations(Batches[TwoCardSituation]):
    """Goes through batches of hold'em and short deck; tables of the lake stay in memory.

    The lake, for two and three players before the flop, is opened once, when it is first needed.
    ``wanted`` says how to compute ranges, and ``rule`` is the game.
    """

    def __init__(
        self,
        lake: Callable[[], Lake | None],
        reader: ReadsRanges,
        wanted: Wanted,
        *,
        rule: Game,
        impossible_is_null: bool = False,
        skip_bad: bool = False,
    ) -> None:
        super().__init__(wanted, impossible_is_null=impossible_is_null, skip_bad=skip_bad)
        order = self._order = rule.high
        self._pairs = HolePairs(lake, order)
        self._triples = HandTriples(lake, order)
        self._reader = reader

    def _is_known(self, texts: list[pa.Array], seen: Seen) -> npt.NDArray[np.bool_]:
        # Enough cards must be left to complete the board.
        most = self._order.deck - RIVER - 2 * len(texts)
        known = seen.dead.count <= most
        for text in texts:
            known &= matches(text, HOLE_TEXT)
        return np.asarray(known)

    def _known_hands(
        self, rows: Rows, parsed: list[ParsedColumn], seen: Seen, results: Results
    ) -> None:
        holes = np.stack([column.cards for column in parsed])
        for at, board, dead in seen.by_size(rows):
            dealt_holes = holes[:, :, at]
            dealt = np.concatenate([dealt_holes.reshape(-1, len(at)), board, dead])
            fine = self._apart(dealt, rows[at], results)
            if self._order.dead:
                fine[fine] = self._in_deck(dealt[:, fine], rows[at[fine]], results)
            if fine.any():
                counted = self._counted(dealt_holes[:, :, fine], board[:, fine], dead[:, fine])
                results.put(rows[at[fine]], *counted)

    def _in_deck(
        self, dealt: npt.NDArray[np.uint8], rows: Rows, results: Results
    ) -> npt.NDArray[np.bool_]:
        """Which columns of cards ``(k, n)`` are in the deck; an error, or null, for the others."""
        wrong = np.isin(dealt, self._order.dead)
        here = np.logical_not(wrong.any(axis=0))
        for column in np.flatnonzero(~here).tolist():
            card = CARDS[dealt[np.argmax(wrong[:, column]), column]]
            problem = f"{card} is not in {deck_text(self._order)}"
            if self._skip_bad:
                results.bad[int(rows[column])] = problem
            elif self._impossible_is_null:
                results.null[rows[column]] = True
            else:
                raise CardError(problem, int(rows[column]))
        return here

    def _counted(self, holes: Columns, board: Columns, dead: Columns) -> Counted:
        """Counts by sharers for holes ``(p, 2, n)``, and their source."""
        if not len(board) and not len(dead) and len(holes) == 2:
            numbers = [hole_ids(hole, layout="columns") for hole in holes]
            source, outcomes = self._pairs.outcomes(*numbers)
            win, tie, lose = outcomes.T
            shared = np.stack([np.stack([lose, win, tie]), np.stack([win, lose, tie])])
            return shared.transpose(2, 0, 1), source
        game, dead_cards = TWO_CARD_GAMES[self._order], card_sets(dead.T).astype(np.int64)
        return known_counts(game, holes, board, dead_cards)[..., 0], "exact"

    def _situation(self, hands: list[str], board: str, dead: str) -> TwoCardSituation:
        return TwoCardSituation.parse(hands, board, dead, self._reader, self._order)

    def _stored(self, situation: TwoCardSituation) -> StoredEquity | None:
        """The equity of three ranges before the flop, from the lake."""
        if len(situation.hands) != 3 or len(situation.board) or len(situation.dead):
            return None
        return self._triples.equity(situation.ranges)


def _as_text(text: pa.Array) -> pa.Array:
    """A column of any type of text as plain text."""
    if not is_text(text.type):
        raise InputError(f"cards and ranges are read from text, not from {sql_type(text.type)}")
    return plain_text(text)


def _cards_of(text: pa.Array | None, rows: int, most: int, bad: BadRows | None) -> ParsedColumn:
    """The cards of each row, ``(most, n)``, and their number; none if it is null or empty.

    If ``bad`` is given, unreadable rows are noted there, and have no cards.
    """
    if text is None:
        return ParsedColumn(np.empty((most, rows), np.uint8), np.zeros(rows, np.uint8))
    column = text_column(text.fill_null(""))
    if bad is not None:
        column = without_bad_rows(column, bad, fewest=0, most=most)
    return parse_column(column, most=most)


def matches(text: pa.Array, pattern: str) -> npt.NDArray[np.bool_]:
    """Which rows of a column of text match; nulls do not."""
    match = pc.match_substring_regex(text, pattern).fill_null(False)
    return np.asarray(match.to_numpy(zero_copy_only=False), np.bool_)


def _readable(texts: list[pa.Array], rows: Rows, bad: BadRows, cards: int) -> Rows:
    """The rows whose texts all have that many cards; the others are noted in ``bad``."""
    for text in texts:
        wrong: BadRows = {}
        without_bad_rows(text_column(text.take(pa.array(rows))), wrong, fewest=cards, most=cards)
        bad |= {int(rows[at]): problem for at, problem in wrong.items()}
        rows = np.delete(rows, list(wrong))
    return rows
