"""The hands of a chunk of files: parsed into records, replayed and shared out, all at once."""

from __future__ import annotations

import functools
import re
from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pokerlake.catalogue import PLAYED_GAMES, Game
from pokerlake.engine.histories import decision_kernels as deciding
from pokerlake.engine.histories import records as of_hands
from pokerlake.engine.histories import sharing_kernels as shares
from pokerlake.engine.histories.replay_kernels import replay
from pokerlake.engine.histories.scan_kernels import Scanned, scan
from pokerlake.engine.showdowns.evaluate import high_ids, low_ids
from pokerlake.engine.signatures import I64

from .hand import NO_TEXT, BadHandError
from .sites.site import Site
from .tells import RECORD, Tells
from .words import Fault, problem_of

_LINE_ENDS = re.compile(rb"\r\n|[\r\n]")  # as in the kernel: \r separates, too
PLACES = of_hands.MOST_SEATS
BOARD = 5


class Head(NamedTuple):
    """The head of a hand, in any format."""

    site: str
    number: str
    game: str  # of the catalogue
    limit: str
    small: int  # ten-thousandths; 0 if records have them
    big: int
    currency: str | None
    button: int  # the number of a seat; -1 if a record has it
    played: int | None  # seconds on the clock of the zone
    zone: str | None
    clock: str  # the zone if the text names none
    table: str | None
    tournament: str | None
    file: int  # among the files of the chunk
    line: int
    start: int = 0  # in the text, for hands that are text
    begin: int = 0  # of its lines
    end: int = 0
    first_line: int = 0  # of those lines
    quirks: int = 0
    slack: bool = False
    closes: bool = False


@dataclass
class Chunk:
    """Hands of some files, before they are parsed."""

    text: bytearray = field(default_factory=bytearray)
    heads: list[Head] = field(default_factory=list)
    runs: list[tuple[Site | None, int]] = field(default_factory=list)  # and where each begins
    told: array[int] = field(default_factory=functools.partial(array, "q"))  # of hands without text
    counts: list[int] = field(default_factory=list)  # of told records, by hand
    # The names of their players, as in ``Seats``.
    named: array[int] = field(default_factory=functools.partial(array, "q"))

    def add(self, head: Head, site: Site | None) -> None:
        """Add a hand of a site's text, which is in ``text``; site None if its records are told."""
        if not self.runs or self.runs[-1][0] is not site:
            self.runs.append((site, len(self.heads)))
        self.heads.append(head)

    def tell(self, head: Head, tells: Tells) -> None:
        """Add a hand whose records are told."""
        try:
            names = [name.encode() for name in tells.names]
        except UnicodeEncodeError as error:
            raise BadHandError(NO_TEXT) from error
        for name in names:
            self.named.append(len(self.text) << 20 | len(name))
            self.text += name
        self.told.extend(tells.rows)
        self.counts.append(len(tells.rows) // RECORD)
        self.add(head, None)

    def tell_all(self, heads: list[Head], rows: I64, first: I64, base: int) -> None:
        """Add hands whose records are ``rows``; those of each hand begin at ``first``.

        In a seat's record, ``other`` is where the name begins, relative to ``base`` in the text.
        """
        self.told.frombytes(rows.tobytes())
        self.counts += np.diff(first).tolist()
        self.named.frombytes((rows[rows[:, 0] == of_hands.SIT, _OTHER] + (base << 20)).tobytes())
        if not self.runs or self.runs[-1][0] is not None:
            self.runs.append((None, len(self.heads)))
        self.heads += heads

    def played(self) -> Hands:
        """All hands, parsed and replayed."""
        return Hands(self)


class Hands:
    """Hands of a chunk as arrays: see the kernels. Hands with a problem are to be left out."""

    def __init__(self, chunk: Chunk) -> None:
        self.heads = heads = chunk.heads
        # Their heads as columns, by the names of Head.
        columns = zip(*heads, strict=True) if heads else [()] * len(Head._fields)
        self.columns: Any = Head._make(columns)
        self.bytes = bytes(chunk.text)
        self.text = np.frombuffer(self.bytes, np.uint8)
        count = len(heads)
        self.after = np.full(count, -1, np.int64)
        self.problem = np.zeros(count, np.uint8)
        self.where = np.zeros(count, np.int32)
        self._read(chunk)
        self._replay()
        self._share()
        self._decide()

    # ------------------------------------------------------------ steps

    def _read(self, chunk: Chunk) -> None:
        """Records of all hands: from the lines of texts, and from readers."""
        room = len(self.text) // 2 + 16 + sum(chunk.counts)
        dtypes = (np.uint8, np.uint8, np.int64, np.int64, np.int64, np.uint8, np.int32)
        records = of_hands.Records._make(np.empty(room, dtype) for dtype in dtypes)
        self.first = np.zeros(len(self.heads) + 1, np.int64)
        from_readers = np.frombuffer(chunk.told, np.int64).reshape(-1, RECORD).copy()
        from_readers[from_readers[:, 0] == of_hands.SIT, _OTHER] = chunk.named
        begins_told = np.append(0, np.cumsum(chunk.counts, dtype=np.int64))
        n = hands_told = 0
        ends = [*(begin for _, begin in chunk.runs[1:]), len(self.heads)]
        for (site, start), stop in zip(chunk.runs, ends, strict=False):
            some = slice(start, stop)
            if site is None:
                firsts = begins_told[hands_told : hands_told + stop - start + 1]
                hands_told += stop - start
                rows = from_readers[firsts[0] : firsts[-1]]
                for at, values in enumerate(rows.T):
                    records[at][n : n + len(rows)] = values
                self.first[some] = firsts[:-1] - firsts[0] + n
                n += len(rows)
                continue
            begins, stops = (
                np.array(from_readers[some], np.int64)
                for from_readers in (self.columns.begin, self.columns.end)
            )
            first = np.zeros(stop - start + 1, np.int64)
            read = scan(
                self.text, begins, stops, site.lines,
                of_hands.Records._make(column[n:] for column in records),
                Scanned(first, self.problem[some], self.where[some], self.after[some]),
            )  # fmt: skip
            self.first[some] = first[:-1] + n
            n += read
        self.first[-1] = n
        self.records = of_hands.Records._make(column[:n] for column in records)

    def _replay(self) -> None:
        heads, h = self.columns, len(self.heads)
        games = {name: PLAYED_GAMES[name] for name in set(heads.game)}
        families = {name: _family(game) for name, game in games.items()}
        lasts = {name: len(game.streets) - 1 for name, game in games.items()}
        holes = {name: game.hole for name, game in games.items()}
        decks = {name: sum(1 << card for card in game.deck) for name, game in games.items()}
        big = np.array(heads.big, np.int64)
        wide: Any = {"int64": np.int64, "uint8": np.uint8}

        def many(dtype: str, *shape: int) -> npt.NDArray[Any]:
            return np.zeros((h, *shape), wide.get(dtype, dtype))

        self.played = of_hands.Played._make(
            [
                np.array([*map(families.__getitem__, heads.game)], np.uint8),
                np.array([*map(lasts.__getitem__, heads.game)], np.uint8),
                np.array([*map(holes.__getitem__, heads.game)], np.uint8),
                np.array([*map(decks.__getitem__, heads.game)], np.int64),
                np.array(heads.small, np.int64),
                big,
                np.where(np.array(heads.slack, np.bool_), big, 0),
                np.array([limit == "fixed limit" for limit in heads.limit], np.bool_),
                np.array(heads.quirks, np.uint16),
                np.array(heads.button, np.int64),
                self.problem,
                self.where,
                many("uint8"),
                many("int64"),
                many("int64"),
                many("int64"),
                many("uint8"),
                many("int64", of_hands.BOARDS),
                *(many("uint8") for _ in range(3)),
                *(many("int64") for _ in range(5)),
                many("uint8"),
                many("bool"),
                many("uint8"),
                np.zeros(h + 1, np.int64),
            ]
        )
        self.seats = of_hands.Seats._make(
            [
                many("int64", PLACES),
                many("uint8", PLACES),
                many("uint8"),
                *(many("int64", PLACES) for _ in range(7)),
                many("uint8", PLACES),
                many("bool", PLACES),
                many("uint8", PLACES),
                many("int64", PLACES),
                many("bool", PLACES),
            ]
        )
        room = len(self.records.op) + 2 * h  # blinds may be added
        dtypes = (np.uint8,) * 3 + (np.int64,) * 4 + (np.bool_, np.int64)
        actions = of_hands.Actions._make(np.empty(room, dtype) for dtype in dtypes)
        self.pots = of_hands.Pots(many("int64", PLACES), many("uint16", PLACES))
        n = replay(self.records, self.first, self.played, self.seats, actions, self.pots)
        self.actions = of_hands.Actions._make(column[:n] for column in actions)

    def _share(self) -> None:
        h = len(self.heads)
        self.shared = shares.Shared(
            np.array([name is not None for name in self.columns.tournament], np.bool_),
            np.zeros((h, of_hands.BOARDS, PLACES), np.uint16),
            np.zeros((h, of_hands.BOARDS, PLACES), np.uint16),
            np.zeros((h, PLACES), np.int64),
            np.zeros(h, np.int64),
            np.zeros(h, np.int64),
            np.zeros(h + 1, np.int64),
        )
        self._classes()
        runs = np.where(self.problem == 0, self.played.runs, 0).astype(np.int64)
        room = int((runs * self.played.pots).sum()) * PLACES
        dtypes = (np.uint8, np.uint8, np.uint8, np.uint16, np.int64, np.int64, np.uint8)
        showdowns = shares.Showdowns._make(np.empty(room, dtype) for dtype in dtypes)
        n = shares.share(
            self.records, self.first, self.played, self.seats, self.actions, self.pots,
            self.shared, showdowns,
        )  # fmt: skip
        self.showdowns = shares.Showdowns._make(column[:n] for column in showdowns)

    def _decide(self) -> None:
        h, n = len(self.heads), len(self.actions.place)
        narrow = len(deciding.Decisions._fields) - 2
        self.faced = deciding.Decisions._make(
            [*(np.zeros(n, np.uint8) for _ in range(narrow)), np.zeros(n, np.int64),
             np.zeros(n, np.int64)]
        )  # fmt: skip
        self.ways = deciding.Ways._make(np.zeros((h, PLACES), np.uint8) for _ in range(3))
        deciding.decide(self.played, self.seats, self.actions, self.faced, self.ways)

    def _classes(self) -> None:
        """The classes of all known holes at showdowns on each board, a batch for each game."""
        main = self.pots.seats[:, 0].astype(np.int64)
        several = (main & (main - 1)) != 0
        places = (main[:, None] >> np.arange(PLACES) & 1).astype(bool) & (self.seats.hole != 0)
        boards = np.arange(of_hands.BOARDS) < self.played.runs[:, None]
        is_whole = (self.played.boards >> 48) == BOARD
        is_whole[:, 0] |= self.played.family != of_hands.WITH_BOARD
        boards &= is_whole
        wanted = boards[:, :, None] & (places & (several & (self.problem == 0))[:, None])[:, None]
        hand, board, place = np.nonzero(wanted)
        names = np.array(self.columns.game)
        for name in np.unique(names[hand]):
            game = PLAYED_GAMES[str(name)]
            of_game = names[hand] == name
            of_game &= self.seats.hole[hand, place] >> 48 == game.hole
            h, b, p = hand[of_game], board[of_game], place[of_game]
            holes = _columns(self.seats.hole[h, p], game.hole)
            on = _columns(self.played.boards[h, b], BOARD if game.boards else 0)
            fine = _dealt(holes, on, self.played.decks[h])
            h, b, p = h[fine], b[fine], p[fine]
            holes, on = (np.ascontiguousarray(cards[:, fine]) for cards in (holes, on))
            self.shared.high[h, b, p] = high_ids(game, holes, on)
            if game.halves and game.low is not None:
                low = low_ids(game, holes, on)
                self.shared.low[h, b, p] = np.where(low <= game.low.qualifying, low, 0)

    # ------------------------------------------------------------ problems

    def faults(self) -> Iterator[tuple[int, int | None, str]]:
        """The hands with a problem: the hand, its line in the file, and the problem."""
        for hand in np.flatnonzero(self.problem).tolist():
            head, where = self.heads[hand], int(self.where[hand])
            text = ""
            line = head.line
            if where and head.end:
                lines = self.bytes[head.begin : head.end]
                start = 0
                for ending in islice(_LINE_ENDS.finditer(lines), where - 1):
                    start = ending.end()
                raw = _LINE_ENDS.split(lines[start:], 1)[0]
                text = raw.decode("utf-8", "backslashreplace").strip()
                line = head.first_line + lines.count(b"\n", 0, start)
            if self.problem[hand] == of_hands.CUT_SHORT:
                text_left = self.bytes[head.begin : head.end].rstrip()
                line = head.first_line + (text_left.count(b"\n") if text_left else -1)
            played = self.played
            fault = Fault(
                int(self.problem[hand]), text, int(played.who[hand]), int(played.told[hand]),
                int(played.due[hand]), self.names(hand), head.game,
                self.pots.size[hand, : played.pots[hand]].tolist(),
                self.told(hand, of_hands.LISTED),
            )  # fmt: skip
            yield hand, line, str(BadHandError(problem_of(fault)))  # cuts a long text

    def names(self, hand: int) -> list[str]:
        """The names of the players of a hand, by place, as far as they are known."""
        some = slice(self.first[hand], self.first[hand + 1])
        named = self.records.other[some][self.records.op[some] == of_hands.SIT].tolist()
        return [
            self.bytes[at >> 20 : (at >> 20) + (at & (1 << 20) - 1)].decode("utf-8", "replace")
            for at in named
        ]

    def told(self, hand: int, op: int) -> list[int]:
        """The amounts of a hand's records of one kind."""
        some = slice(self.first[hand], self.first[hand + 1])
        amounts: list[int] = self.records.amount[some][self.records.op[some] == op].tolist()
        return amounts


def _family(game: Game) -> int:
    """The kernels' code for a family of games."""
    if game.boards:
        return of_hands.WITH_BOARD
    return of_hands.DRAW if game.draws else of_hands.STUD


_OTHER = of_hands.Records._fields.index("other")


def _columns(packed: npt.NDArray[np.int64], cards: int) -> npt.NDArray[np.uint8]:
    return (packed >> (6 * np.arange(cards))[:, None] & 63).astype(np.uint8)


def _dealt(
    holes: npt.NDArray[np.uint8], boards: npt.NDArray[np.uint8], decks: npt.NDArray[np.int64]
) -> npt.NDArray[np.bool_]:
    """Which rows have cards of the deck only, each once; other rows are refused later."""
    cards = np.concatenate([holes, boards])
    in_order = np.sort(cards, axis=0)
    once = (np.diff(in_order.astype(np.int8), axis=0) > 0).all(axis=0)
    there: npt.NDArray[np.bool_] = (decks >> cards.astype(np.int64) & 1).astype(bool)
    return np.asarray(once & there.all(axis=0))
