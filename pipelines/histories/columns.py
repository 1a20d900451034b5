"""The rows of replayed hands, as the tables of a lake."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from itertools import compress
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from pokerlake.catalogue import DEUCE_TRIPLE, HOLDEM, STUD
from pokerlake.engine.cards.holes import HANDS, hand_of_hole
from pokerlake.engine.cards.text import CARDS
from pokerlake.engine.histories import decision_kernels as deciding
from pokerlake.engine.histories import records, text_kernels
from pokerlake.engine.histories.decision_kernels import NONE
from pokerlake.engine.histories.luck import luck_of
from pokerlake.engine.histories.records import HIGHEST_SEAT
from pokerlake.engine.signatures import I64, Bool
from pokerlake.tables.definitions.histories import ACTIONS as ACTIONS_TABLE
from pokerlake.tables.definitions.histories import HANDS as HANDS_TABLE
from pokerlake.tables.definitions.histories import SEATS, SHOWDOWNS
from pokerlake.tables.schema import Table

from .chunk import PLACES, Hands
from .hand import ACTIONS, BOARD_CARDS
from .heads import utc

Rows = npt.NDArray[np.int64]

# Streets by their numbers in the replay, after those of previous families.
_STREETS = tuple(street for game in (HOLDEM, STUD, DEUCE_TRIPLE) for street in game.streets)
_FIRST_STREETS = np.cumsum([0, len(HOLDEM.streets), len(STUD.streets)])
_BRING_IN = ACTIONS.index("bring-in")
_POSITIONS = ("BTN", "SB", "BB", "CO", "HJ", "MP", "UTG", *(f"UTG+{at}" for at in range(1, 10)))
_NOT_KNOWN = 255
_HOLE_CARDS = 2


def tables_of(hands: Hands, files: Sequence[str]) -> dict[str, pa.Table]:
    """The tables of the hands without a problem, numbered from 0.

    ``files``: their names, as ``Head.file`` counts them.
    """
    return _Tables(hands, files).all()


class _Tables:
    def __init__(self, hands: Hands, files: Sequence[str]) -> None:
        self.hands = hands
        self.files = files
        self.good = hands.problem == 0
        self.number = np.cumsum(self.good) - 1
        dealt = np.zeros((len(hands.heads), PLACES), bool)
        for turn in range(PLACES):
            rows = np.flatnonzero(self.good & (hands.seats.dealt > turn))
            dealt[rows, hands.seats.order[rows, turn]] = True
        self.dealt = dealt
        hand, place = np.nonzero(dealt)
        in_order = np.argsort((hand << 16) + hands.seats.number[hand, place], kind="stable")
        self.hand, self.place = hand[in_order], place[in_order]
        # The street of the last action of each hand.
        starts = hands.played.actions
        last = np.append(hands.actions.street, np.uint8(_NOT_KNOWN))[starts[1:] - 1]
        self.over = np.where(starts[1:] > starts[:-1], last, np.uint8(_NOT_KNOWN))

    def all(self) -> dict[str, pa.Table]:
        return {
            table.name: _table(table, columns)
            for table, columns in (
                (HANDS_TABLE, self._hands()),
                (SEATS, self._seats()),
                (ACTIONS_TABLE, self._actions()),
                (SHOWDOWNS, self._showdowns()),
            )
        }

    def _hands(self) -> dict[str, Any]:
        hands, rows = self.hands, np.flatnonzero(self.good)
        played, shared = hands.played, hands.shared
        head = hands.columns
        if len(rows) < len(self.good):
            head = head._make([*compress(column, self.good)] for column in head)
        moments = [None if at is None else 1000 * at for at in head.played]
        hero = played.hero[rows].astype(np.int64)
        has_hero = (hero < PLACES) & self.dealt[rows, np.minimum(hero, PLACES - 1)]
        button = played.button[rows]
        main = hands.pots.seats[rows, 0].astype(np.int64)
        boards = played.boards[rows]
        several = played.runs[rows]
        seen = np.arange(PLACES) < played.pots[rows][:, None]
        return {
            "hand_id": np.arange(len(rows)),
            "site": head.site,
            "number": head.number,
            "file": [*map(self.files.__getitem__, head.file)],
            "line": head.line,
            "played": moments,
            "zone": head.zone,
            "played_utc": utc(
                moments, [zone or clock for zone, clock in zip(head.zone, head.clock, strict=True)]
            ),
            "table_name": [name or None for name in head.table],
            "tournament": head.tournament,
            "game": [*map("{} {}".format, head.limit, head.game)],
            "currency": [
                None if tournament else currency
                for tournament, currency in zip(head.tournament, head.currency, strict=True)
            ],
            "small_blind": _decimals(played.small_blind[rows]),
            "big_blind": _decimals(played.big_blind[rows]),
            "ante": _decimals(played.ante[rows]),
            "button": _or_null(button, (button >= 0) & (button <= HIGHEST_SEAT)),
            "seats": hands.seats.dealt[rows],
            "hero": _or_null(hands.seats.number[rows, np.where(has_hero, hero, 0)], has_hero),
            "board": _cards(boards[:, 0]),
            "board2": _cards(np.where(several > 1, boards[:, 1], 0)),
            "board3": _cards(np.where(several > 2, boards[:, 2], 0)),
            "over": self._street(rows, self.over[rows]),
            "pot": _decimals((hands.pots.size[rows] * seen).sum(axis=1)),
            "added": _decimals(played.added[rows]),
            "rake": _decimals(shared.rake[rows]),
            "unpaid": _decimals(shared.unpaid[rows]),
            "showdown": (main & (main - 1)) != 0,
            "straddle": _decimals(self._straddles()[rows]),
            "bomb_pot": self._bomb_pots()[rows],
        }

    def _street(self, hand: I64, street: npt.NDArray[np.uint8]) -> pa.Array:
        """The names of streets for some hands; null for none."""
        number = _FIRST_STREETS[self.hands.played.family[hand]] + street
        return _words(_STREETS, np.where(street == _NOT_KNOWN, _NOT_KNOWN, number))

    def _straddles(self) -> I64:
        actions, hand = self.hands.actions, self._hand_of_actions()
        largest = np.zeros(len(self.hands.heads), np.int64)
        rows = actions.kind == records.STRADDLE
        np.maximum.at(largest, hand[rows], actions.total[rows])
        return largest

    def _bomb_pots(self) -> Bool:
        """Hands with a flop before which nobody could act, and nobody posted more than antes."""
        actions, hand = self.hands.actions, self._hand_of_actions()
        bet = np.zeros(len(self.hands.heads), bool)
        bet[hand[(actions.street == 0) & (actions.kind != records.ANTE)]] = True
        return np.asarray(~bet & (self.hands.played.boards[:, 0] != 0))

    def _seats(self) -> dict[str, Any]:
        seats, hand, place = self.hands.seats, self.hand, self.place
        invested = seats.live[hand, place] + seats.dead[hand, place]
        collected = self.hands.shared.collected[hand, place]
        cashout = seats.cashed[hand, place]
        hole = seats.hole[hand, place]
        ways = self.hands.ways
        main = self.hands.pots.seats[hand, 0].astype(np.int64)
        return {
            "hand_id": self.number[hand],
            "seat": seats.number[hand, place],
            "player": _names(self.hands.text, seats.name[hand, place]),
            "position": _words(_POSITIONS, seats.position[hand, place]),
            "stack": _decimals(seats.stack[hand, place]),
            "hole": _cards(hole),
            "up": _cards(seats.up[hand, place]),
            "hand": _words(HANDS, _starting_hands(hole)),
            "invested": _decimals(invested),
            "collected": _decimals(collected),
            "cashout": _decimals(cashout),
            "luck": self._luck(),
            "net": _decimals(collected - invested + cashout),
            "folded": self._street(hand, seats.folded[hand, place]),
            "vpip": _or_null(ways.put_in[hand, place] == 1, ways.put_in[hand, place] != NONE),
            "pfr": _or_null(ways.raised[hand, place] == 1, ways.raised[hand, place] != NONE),
            "saw": self._street(hand, ways.saw[hand, place]),
            "showdown": (main & (main - 1) != 0) & (main >> place & 1 != 0),
        }

    def _luck(self) -> pa.Array:
        hands = self.hands
        counts = self.good & (hands.played.family == records.WITH_BOARD)
        over = np.where(counts, self.over, np.uint8(_NOT_KNOWN))
        games, shared = hands.columns.game, hands.shared
        luck = luck_of(games, over, hands.played, hands.seats, shared.showdowns, hands.showdowns)[
            self.hand, self.place
        ]
        return _or_null(luck, ~np.isnan(luck))

    def _hand_of_actions(self) -> I64:
        return np.repeat(np.arange(len(self.hands.heads)), np.diff(self.hands.played.actions))

    def _actions(self) -> dict[str, Any]:
        hands, actions, faced = self.hands, self.hands.actions, self.hands.faced
        starts = hands.played.actions
        hand = self._hand_of_actions()
        kept = np.flatnonzero(self.good[hand])
        hand = hand[kept]
        place, street = actions.place[kept], actions.street[kept]
        kind = actions.kind[kept]
        family = hands.played.family[hand]
        kind = np.where((family == records.STUD) & (kind == records.SMALL_BLIND), _BRING_IN, kind)
        cards = np.where(family == records.WITH_BOARD, np.array(BOARD_CARDS)[street & 3], 0)
        board = hands.played.boards[hand, 0] & ((1 << 6 * cards) - 1) | cards << 48
        is_post = (kind < records.FOLD) | (kind > records.RAISE)
        return {
            "hand_id": self.number[hand],
            "number": kept - starts[hand] + 1,
            "street": self._street(hand, street),
            "seat": hands.seats.number[hand, place],
            "player": _names(hands.text, hands.seats.name[hand, place]),
            "action": _words(ACTIONS, kind),
            "amount": _decimals(actions.amount[kept]),
            "to_call": _decimals(actions.to_call[kept]),
            "pot": _decimals(actions.pot[kept]),
            "total": _decimals(actions.total[kept]),
            "all_in": actions.all_in[kept],
            "board": _cards(board),
            "held": self._held(kept, kind),
            "position": _words(_POSITIONS, hands.seats.position[hand, place]),
            "turn": faced.turn[kept],
            "raises": faced.raises[kept],
            "calls": faced.calls[kept],
            "callers": faced.callers[kept],
            "own_raises": faced.own_raises[kept],
            "own_calls": faced.own_calls[kept],
            "opponents": faced.opponents[kept],
            "facing": _words(deciding.FACING, np.where(is_post, NONE, faced.facing[kept])),
            "first_bet": _words(deciding.BETS, np.where(is_post, NONE, faced.bet[kept])),
            "barrels": faced.barrels[kept],
            "aggressor": _words(deciding.AGGRESSORS, faced.aggressor[kept]),
            "versus": _words(_POSITIONS, faced.versus[kept]),
            "side": _words(deciding.SIDES, np.where(is_post, NONE, faced.side[kept])),
            "effective_stack": _decimals(faced.stack[kept]),
            "behind": _decimals(faced.behind[kept]),
        }

    def _held(self, rows: Rows, kind: npt.NDArray[np.integer]) -> pa.Array:
        """The hands before cards were exchanged; null for all other actions."""
        exchanges = (kind >= records.STANDS_PAT) & (kind < _BRING_IN)
        if not exchanges.any():
            return pa.nulls(len(rows), pa.string())
        return _cards(np.where(exchanges, self.hands.actions.held[rows], 0))

    def _showdowns(self) -> dict[str, Any]:
        hands, shown = self.hands, self.hands.showdowns
        hand = np.repeat(np.arange(len(hands.heads)), np.diff(hands.shared.showdowns))
        seat = hands.seats.number[hand, shown.place]
        kept = np.flatnonzero(self.good[hand])
        where = ((hand * 16 + shown.pot) * 4 + shown.board) * 65_536 + seat
        kept = kept[np.argsort(where[kept], kind="stable")]
        hand, place = hand[kept], shown.place[kept]
        class_id, wins = shown.class_id[kept], shown.wins[kept]
        return {
            "hand_id": self.number[hand],
            "pot": shown.pot[kept],
            "board": shown.board[kept],
            "seat": seat[kept],
            "player": _names(hands.text, hands.seats.name[hand, place]),
            "hole": _cards(hands.seats.hole[hand, place]),
            "class_id": _or_null(class_id, class_id > 0),
            "size": _decimals(shown.size[kept]),
            "won": _decimals(shown.won[kept]),
            "wins": _or_null(wins == 1, wins < 2),  # 2: unknown
        }


def _table(table: Table, columns: dict[str, Any]) -> pa.Table:
    schema = table.arrow_schema()
    arrays = [_array(columns[field.name], field.type) for field in schema]
    return pa.Table.from_arrays(arrays, schema=schema)


def _array(values: Any, dtype: pa.DataType) -> pa.Array:
    if not isinstance(values, pa.Array):
        return pa.array(values, dtype)
    return values if values.type == dtype else values.cast(dtype)


def _or_null(values: npt.NDArray[Any], known: Bool) -> pa.Array:
    return pa.array(values, mask=~known)


@functools.cache
def _hands_by_cards() -> npt.NDArray[np.uint8]:
    """The starting hand of two cards, ``(64, 64)``; 255 for invalid pairs."""
    hands = np.full((64, 64), _NOT_KNOWN, np.uint8)
    b, a = np.tril_indices(52, -1)
    hands[a, b] = hands[b, a] = hand_of_hole()[b * (b - 1) // 2 + a]
    return hands


def _starting_hands(hole: Rows) -> npt.NDArray[np.uint8]:
    """The starting hand of each hole of two cards; 255 for others."""
    hands = _hands_by_cards()[hole & 63, hole >> 6 & 63]
    return np.where(hole >> 48 == _HOLE_CARDS, hands, _NOT_KNOWN).astype(np.uint8)


# ---------------------------------------------------------------- columns of Arrow

_LETTERS = np.frombuffer("".join(CARDS).encode(), np.uint8)


def _names(text: npt.NDArray[np.uint8], named: I64) -> pa.StringArray:
    """Names in a text, each given by its start, shifted by 20 bits, and its length."""
    offsets = np.empty(len(named) + 1, np.int32)
    data = np.empty(int((named & ((1 << 20) - 1)).sum()), np.uint8)
    text_kernels.gather(text, named, offsets, data)
    return pa.StringArray.from_buffers(len(named), pa.py_buffer(offsets), pa.py_buffer(data))


def _cards(packed: I64) -> pa.StringArray:
    """Packed cards as text, ``AhKd``; null if there are none, or some are unknown."""
    offsets = np.empty(len(packed) + 1, np.int32)
    data = np.empty(14 * len(packed), np.uint8)
    known = np.empty(len(packed), np.bool_)
    size = text_kernels.card_texts(np.ascontiguousarray(packed), _LETTERS, offsets, data, known)
    return pa.StringArray.from_buffers(
        len(packed), pa.py_buffer(offsets), pa.py_buffer(data[:size]), _bits(known)
    )


def _bits(known: Bool) -> pa.Buffer:
    return pa.py_buffer(np.packbits(known, bitorder="little"))


def _decimals(amounts: I64) -> pa.Array:
    """Ten-thousandths as decimals of four places: 128 bits each, the low ones first."""
    wide = np.empty((len(amounts), 2), "<i8")
    wide[:, 0] = amounts
    wide[:, 1] = wide[:, 0] >> 63
    return pa.Array.from_buffers(pa.decimal128(18, 4), len(amounts), [None, pa.py_buffer(wide)])


def _words(texts: Sequence[str], numbers: npt.NDArray[np.integer]) -> pa.Array:
    """A text for each number; null for numbers without one."""
    none = numbers >= len(texts)
    indices = pa.array(numbers.astype(np.int32), mask=none if none.any() else None)
    return pc.take(pa.array(list(texts), pa.string()), indices)
