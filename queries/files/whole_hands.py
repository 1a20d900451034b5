"""Whole hands: a row for each, with its players, actions and showdowns in lists.

Hand histories are written from these rows, which are read a few thousand hands at a time.
"""

from __future__ import annotations

import functools
import hashlib
import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from pokerlake.catalogue import GAMES, PLAYED_GAMES, STUD_GAMES
from pokerlake.engine.cards.text import cards_in
from pokerlake.tables.definitions.histories import ACTIONS, HANDS, SEATS, SHOWDOWNS
from pokerlake.tables.errors import UsageError
from pokerlake.tables.schema import Table

PARTS = {"players": SEATS, "actions": ACTIONS, "showdowns": SHOWDOWNS}  # lists of a hand
# The columns that change if a hand is exported and imported again.
NOT_KEPT = {
    "hand_id": "hands are numbered in the order of import",
    "file": "it is the file that was exported",
    "line": "it is the line in that file",
}
PROGRAM = "pokerlake"  # the name in a file of the program that wrote a hand
OF_A_FILE = "PokerNow"  # the site whose numbers begin anew in each file
_HANDS_AT_ONCE = 5_000
_UNIT = 10_000
_POSITIONS = ("UTG", *(f"UTG+{at}" for at in range(1, 10)), "MP", "HJ", "CO", "BTN", "SB", "BB")
BOARD_CARDS = {"flop": (0, 3), "turn": (3, 4), "river": (4, 5)}
BRING_IN = "bring-in"
POSTS = frozenset({"ante", "small blind", "big blind", "straddle", "post", BRING_IN})


def schema() -> pa.Schema:
    """The columns of whole hands: those of ``hands``, and a list for each other table."""
    lists = [pa.field(name, pa.list_(_row_type(part))) for name, part in PARTS.items()]
    return pa.schema([*HANDS.arrow_schema(), *lists])


def _row_type(part: Table) -> pa.DataType:
    return pa.struct([field for field in part.arrow_schema() if field.name != "hand_id"])


Rows = Callable[..., pa.Table]


def whole_hands(
    hands: pa.RecordBatchReader, rows: Rows, names: Anonymous | None = None
) -> pa.RecordBatchReader:
    """Whole hands from rows of ``hands``.

    ``rows`` runs a statement with parameters; ``names`` replaces names.
    """

    def batches() -> Iterator[pa.RecordBatch]:
        for hand_rows in hands:
            for first in range(0, len(hand_rows), _HANDS_AT_ONCE):
                batch = hand_rows.slice(first, _HANDS_AT_ONCE)
                ids = batch.column("hand_id").to_numpy()
                columns = [*batch.columns, *(_lists(rows, part, ids) for part in PARTS.values())]
                whole = pa.RecordBatch.from_arrays(columns, schema=schema())
                yield whole if names is None else names.hide(whole)

    return pa.RecordBatchReader.from_batches(schema(), batches())


def _lists(rows: Rows, part: Table, ids: npt.NDArray[np.uint64]) -> pa.Array:
    """The rows of a table for some hands, a list for each hand."""
    sql = f'from "{part.name}" where hand_id between $low and $high'
    table = rows(sql, low=int(ids.min()), high=int(ids.max()))
    hand_ids = table["hand_id"].to_numpy()
    begins, ends = np.searchsorted(hand_ids, ids), np.searchsorted(hand_ids, ids, "right")
    counts = ends - begins
    offsets = np.append(0, np.cumsum(counts))
    if offsets[-1] < len(hand_ids):  # leave out hands between them
        table = table.take(np.repeat(begins - offsets[:-1], counts) + np.arange(offsets[-1]))
    fields = list(_row_type(part))
    columns = [_one(table[field.name]).cast(field.type) for field in fields]
    structs = pa.StructArray.from_arrays(columns, fields=fields)
    return pa.ListArray.from_arrays(pa.array(offsets, pa.int32()), structs)


def _one(column: pa.ChunkedArray) -> pa.Array:
    return column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column


class Anonymous:
    """Pseudonyms for players, tables, hands and tournaments, which are consistent for one salt.

    A pseudonym is the beginning of a digest (BLAKE2b) with the salt as its key: without the salt,
    nobody can test known names. Times, stakes, seats and cards are kept.
    """

    _BYTES = 8

    def __init__(self, salt: bytes) -> None:
        self._key = hashlib.blake2b(salt).digest()

    def hide(self, batch: pa.RecordBatch) -> pa.RecordBatch:
        """The batch with pseudonyms."""
        columns = dict(zip(batch.schema.names, batch.columns, strict=True))
        sites = columns["site"].to_pylist()
        numbers = columns["number"].to_pylist()
        files = columns["file"].to_pylist()
        columns["number"] = pa.array(
            self._name(
                "number",
                f"{site_name}\x1f{number}" + (f"\x1f{file}" if site_name == OF_A_FILE else ""),
            )
            for site_name, number, file in zip(sites, numbers, files, strict=True)
        )
        columns["file"] = pa.array([""] * len(batch))
        for name in ("table_name", "tournament"):
            columns[name] = self._names(name, columns[name])
        for part in PARTS:
            lists = columns[part]
            rows = lists.values
            values = [
                self._names(field.name, rows.field(field.name))
                if field.name == "player"
                else rows.field(field.name)
                for field in rows.type
            ]
            structs = pa.StructArray.from_arrays(values, fields=list(rows.type))
            columns[part] = pa.ListArray.from_arrays(lists.offsets, structs)
        return pa.RecordBatch.from_arrays(
            [columns[name] for name in batch.schema.names], schema=batch.schema
        )

    def _names(self, what: str, column: pa.Array) -> pa.Array:
        known = column.dictionary_encode()
        names = [
            name if name is None else self._name(what, name)
            for name in known.dictionary.to_pylist()
        ]
        return pa.DictionaryArray.from_arrays(known.indices, pa.array(names, pa.string())).cast(
            pa.string()
        )

    def _name(self, what: str, name: str) -> str:
        text = f"{what}\x1f{name}".encode()
        return hashlib.blake2b(text, key=self._key, digest_size=self._BYTES).hexdigest()


# ---------------------------------------------------------------- one hand


class Seat(NamedTuple):
    """A player in a hand; amounts in ten-thousandths."""

    seat: int
    player: str
    position: str
    stack: int
    hole: str | None
    up: str | None
    invested: int
    collected: int
    cashout: int
    folded: str | None


class Act(NamedTuple):
    """An action; amounts in ten-thousandths."""

    street: str
    seat: int
    action: str
    amount: int
    total: int
    all_in: bool
    held: str | None


class Share(NamedTuple):
    """A player's share in a pot that was decided by cards."""

    pot: int
    board: int
    seat: int
    size: int
    won: int


class Pot(NamedTuple):
    """A pot, or the part of it for one board: its size, and the winnings."""

    number: int
    board: int
    size: int
    rake: int
    wins: dict[int, int]  # by seat


class Whole:
    """A hand with its players, actions and showdowns."""

    def __init__(
        self, row: dict[str, Any], seats: list[Seat], acts: list[Act], shares: list[Share]
    ) -> None:
        self.row, self.seats, self.acts, self.shares = row, seats, acts, shares
        self.limit, self.game = _limit_and_game(row["game"])

    @functools.cached_property
    def by_turn(self) -> list[Seat]:
        """The players by seat, from the one after the button."""
        button = -1 if self.row["button"] is None else self.row["button"]
        return sorted(self.seats, key=lambda seat: (seat.seat - button - 1) & 65535)

    @property
    def is_boardless(self) -> bool:
        """Whether the game is stud or draw."""
        return self.game not in GAMES

    @property
    def boards(self) -> list[str]:
        """The boards after the first."""
        return [self.row[name] for name in ("board2", "board3") if self.row[name]]

    def streets(self) -> list[tuple[str, str, list[Act]]]:
        """The dealt streets: name, cards, and actions."""
        board = self.row["board"] or ""
        streets = []
        names = PLAYED_GAMES[self.game].streets
        last = names.index(self.row["over"]) if self.row["over"] else 0
        for at, street in enumerate(names):
            begin, end = BOARD_CARDS.get(street, (0, 0))
            cards = board[2 * begin : 2 * end]
            is_dealt = at <= last or self.row["showdown"]
            if at == 0 or cards or (self.is_boardless and is_dealt):
                streets.append((street, cards, [act for act in self.acts if act.street == street]))
        return streets

    def came(self, seat: Seat, street: int) -> str:
        """The cards of a player of stud on a street, 0 the first; ?? for an unknown card.

        Empty after he has folded.
        """
        names = PLAYED_GAMES[self.game].streets
        if seat.folded is not None and names.index(seat.folded) < street:
            return ""
        begin, end = (0, 3) if street == 0 else (street + 2, street + 3)
        hole = seat.hole or ""
        cards = hole if len(hole) >= 2 * end else f"????{seat.up or ''}"
        return cards[2 * begin : 2 * end].ljust(2 * (end - begin), "?")

    def common(self, street: int) -> str | None:
        """The last card of stud, if it is common to all players; else None."""
        rule, last = PLAYED_GAMES[self.game], street == 4
        came = [self.came(seat, street) for seat in self.seats] if rule.is_stud and last else []
        known = [card for card in came if card not in ("", "??")]
        is_short = len(self.seats) * rule.hole > len(rule.deck)
        return known[0] if is_short and len(set(known)) < len(known) else None

    @functools.cached_property
    def hands_of(self) -> dict[int, list[str | None]]:
        """The hands of each player of draw, by seat: before each exchange, and the last."""
        hands = {seat.seat: [seat.hole] for seat in self.seats}
        for act in reversed(self.acts):
            if cards_thrown(act) is not None:
                hands[act.seat].insert(0, act.held)
        return hands

    def dead(self) -> dict[int, int]:
        """The dead part of posts of returning players, by their places in ``acts``."""
        if not any(act.action == "post" for act in self.acts):
            return {}
        dead_parts, totals = {}, dict.fromkeys((seat.seat for seat in self.seats), 0)
        for at, act in enumerate(self.acts):
            if act.action == "post":
                dead_parts[at] = act.amount - (act.total - totals[act.seat])
            totals[act.seat] = act.total
        return dead_parts

    def pots(self) -> list[Pot]:
        """All pots: those of showdowns, and those won without one."""
        cells: dict[tuple[int, int], tuple[int, dict[int, int]]] = {}
        won = {player.seat: player.collected for player in self.seats}
        size = self.row["pot"]
        for share in self.shares:
            key = share.pot, share.board
            if key not in cells:
                cells[key] = share.size, {}
                size -= share.size
            if share.won:
                cells[key][1][share.seat] = share.won
                won[share.seat] -= share.won
        if size or not cells:
            number = max(pot for pot, _ in cells) + 1 if cells else 0
            cells[number, 1] = size, {seat: amount for seat, amount in won.items() if amount}
        left, pots = self.row["rake"], []
        for (number, board), (amount, wins) in sorted(cells.items()):
            rake = min(left, amount - sum(wins.values()))
            left -= rake
            pots.append(Pot(number, board, amount, rake, wins))
        return pots

    def capped(self) -> list[int]:
        """The seats of players with chips left who could bet no more, such as under a cap."""
        away = [act.seat for act in self.away.values()]
        river = PLAYED_GAMES[self.game].streets[-1]
        if away or not self.row["showdown"] or self.acts[-1].street == river:
            return away
        put_in = dict.fromkeys((seat.seat for seat in self.seats), 0)
        for act in self.acts:
            put_in[act.seat] += act.amount
        able = [
            seat.seat
            for seat in self.seats
            if seat.folded is None and put_in[seat.seat] < seat.stack
        ]
        return able if len(able) > 1 else []

    @functools.cached_property
    def away(self) -> dict[int, Act]:
        """Checks of players who owed a call, such as an absent player who is kept in."""
        checks: dict[int, Act] = {}
        bets: dict[tuple[str, int], int] = {}
        level: dict[str, int] = {}
        for at, act in enumerate(self.acts):
            owed = level.get(act.street, 0) - bets.get((act.street, act.seat), 0)
            if act.action == "check" and owed > 0:
                checks[at] = act
            bets[act.street, act.seat] = act.total
            level[act.street] = max(level.get(act.street, 0), act.total)
        return checks

    def clock(self) -> str | None:
        """The offset of the clock from UTC if no zone is given; None for UTC."""
        played, utc = self.row["played"], self.row["played_utc"]
        if played is None or self.row["zone"] is not None or played == utc:
            return None
        if utc is None:
            return "unknown"
        minutes = (played - utc) // 60
        return f"UTC{'-' if minutes < 0 else '+'}{abs(minutes) // 60:02}:{abs(minutes) % 60:02}"

    def by_acts(self) -> bool:
        """Whether players do not act in the order of their seats."""
        if self.game in STUD_GAMES:
            return False
        order = self.by_turn
        turn = {seat.seat: at for at, seat in enumerate(order)}
        if len(order) == 2 and self.row["button"] not in turn and order[0].position != "BB":
            return True
        if _falls([_POSITIONS.index(seat.position) for seat in order]):
            return True
        for street, _, acts in self.streets():
            turns = [*dict.fromkeys(turn[act.seat] for act in acts if act.action not in POSTS)]
            if _falls(turns) or (street != "preflop" and turns != sorted(turns)):
                return True
        return False

    def dead_antes(self) -> bool:
        """Whether antes are dead: a player with less than one can win all of them."""
        antes = {act.seat: act.amount for act in self.acts if act.action == "ante"}
        if len(set(antes.values())) <= 1 and len(antes) in (0, len(self.seats)):
            return False
        return self._pots_by(antes, dead=True) and not self._pots_by(antes, dead=False)

    def _pots_by(self, antes: dict[int, int], *, dead: bool) -> bool:
        """Whether the pots agree with dead, or with live, antes."""
        live = dict.fromkeys((player.seat for player in self.seats), 0)
        lying = self.row["added"]
        for at, act in enumerate(self.acts):
            none = self.dead().get(at, 0)
            live[act.seat] += act.amount - none
            lying += none
        if dead:
            for seat, amount in antes.items():
                live[seat] -= amount
                lying += amount
        put_in = {seat: live[seat] + (antes.get(seat, 0) if dead else 0) for seat in live}
        for at, none in self.dead().items():
            put_in[self.acts[at].seat] += none
        still = [player.seat for player in self.seats if player.folded is None]
        top = max(still, key=lambda seat: live[seat])
        uncalled = max(live[top] - max(live[seat] for seat in live if seat != top), 0)
        live[top] -= uncalled
        put_in[top] -= uncalled
        if any(put_in[player.seat] != player.invested for player in self.seats):
            return False
        sizes: dict[int, int] = {}
        for pot, _, size in {(share.pot, share.board, share.size) for share in self.shares}:
            sizes[pot] = sizes.get(pot, 0) + size
        below = -1
        layers = sorted({live[seat] for seat in still})
        for number, layer in enumerate(layers):
            size = sum(min(live[seat], layer) - min(live[seat], max(below, 0)) for seat in live)
            size += lying if number == 0 else 0
            size += sum(max(live[seat] - layer, 0) for seat in live) if layer == layers[-1] else 0
            if sizes.get(number, size) != size:
                return False
            below = layer
        return max(sizes, default=0) < len(layers)


def hands_in(batch: pa.RecordBatch) -> Iterator[Whole]:
    """The hands of a batch of whole hands; amounts in ten-thousandths, times in seconds."""
    rows = {
        name: _values(column)
        for name, column in zip(batch.schema.names, batch.columns, strict=True)
        if not pa.types.is_list(column.type)
    }
    kinds: Sequence[Any] = (Seat, Act, Share)
    lists = []
    for part, kind in zip(PARTS, kinds, strict=True):
        column = batch.column(part)
        values = column.values
        columns = [_values(values.field(name)) for name in kind._fields]
        items = list(map(kind._make, zip(*columns, strict=True)))
        offsets = column.offsets.to_pylist()
        lists.append([items[a:b] for a, b in itertools.pairwise(offsets)])
    names = list(rows)
    for values, seats, acts, shares in zip(zip(*rows.values(), strict=True), *lists, strict=True):
        yield Whole(dict(zip(names, values, strict=True)), seats, acts, shares)


def _values(column: pa.Array) -> list[Any]:
    """Python values; decimals in ten-thousandths, times in seconds since 1970."""
    if pa.types.is_decimal(column.type):
        low = np.frombuffer(column.buffers()[1], "<i8")[::2]
        units: list[Any] = low[column.offset : column.offset + len(column)].tolist()
        return units
    if pa.types.is_timestamp(column.type):
        return [None if at is None else at // 1000 for at in column.cast(pa.int64()).to_pylist()]
    values: list[Any] = column.to_pylist()
    return values


def _falls(turns: list[int]) -> bool:
    """Whether turns go back more than once around the table."""
    falls = sum(later < earlier for earlier, later in itertools.pairwise(turns))
    return falls > (1 if turns[-1:] < turns[:1] else 0)


# ---------------------------------------------------------------- text


@functools.lru_cache(1 << 16)
def amount(chips: int) -> str:
    """Ten-thousandths as text, with as few decimals as possible."""
    whole, part = divmod(abs(chips), _UNIT)
    text = f"{whole}.{part:04}".rstrip("0") if part else str(whole)
    return f"-{text}" if chips < 0 else text


def cards_thrown(act: Act) -> int | None:
    """How many cards an action exchanges; None if it is not an exchange."""
    if act.action == "stand pat":
        return 0
    return int(act.action[-1]) if act.action.startswith("discard ") else None


def exchanged(before: str | None, after: str | None, cards: int) -> tuple[str, str]:
    """The cards thrown away, and the new cards; ?? for unknown ones."""
    if before is None or after is None:
        came = after if after is not None and len(after) == 2 * cards else "??" * cards
        return "??" * cards, came
    had, has = cards_in(before), cards_in(after)
    return "".join(c for c in had if c not in has), "".join(c for c in has if c not in had)


def require_hands(rows: pa.RecordBatchReader, name: str) -> None:
    """UsageError for rows that are not whole hands."""
    if rows.schema.names != schema().names:
        raise UsageError(
            f"{name} holds whole hands; write 'pokerlake export hands -f {name}', "
            "with --where for some"
        )


def variants(form: str = "phh") -> list[str]:
    """The games that a format can express, as named in ``hands.game``.

    OHH has no stud or draw.
    """
    limits = ("no limit", "pot limit", "fixed limit")
    known = GAMES if form == "ohh" else PLAYED_GAMES
    return [
        f"{limit} {name}"
        for name, game in known.items()
        if game.boards or game.pokerstars
        for limit in (game.phh if form == "phh" or game.is_stud else limits)
    ]


def hands_to_write(batch: pa.RecordBatch, form: str) -> Iterator[Whole]:
    """The hands of a batch, as :func:`hands_in`; UsageError for one that the format lacks."""
    known = frozenset(variants(form))
    for hand in hands_in(batch):
        if hand.is_boardless and hand.row["game"] not in known:
            raise UsageError(
                f"a hand of {hand.game} cannot be written as {form}; give one of another game"
            )
        yield hand


def _limit_and_game(game: str) -> tuple[str, str]:
    first, second, name = game.split(" ", 2)
    return f"{first} {second}", name
