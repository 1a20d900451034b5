"""Hands in the text format of PokerStars, which most programs read, with blank lines between."""

from __future__ import annotations

import datetime as dt
import re
import zlib
from collections.abc import Iterator
from typing import IO

import pyarrow as pa

from pokerlake.catalogue import PLAYED_GAMES
from pokerlake.engine.cards.text import cards_in

from ..format import About, Format, is_any
from ..whole_hands import (
    BOARD_CARDS,
    BRING_IN,
    OF_A_FILE,
    POSTS,
    Act,
    Pot,
    Seat,
    Whole,
    amount,
    cards_thrown,
    exchanged,
    hands_to_write,
    require_hands,
)

_DAY0 = dt.datetime(1970, 1, 1)  # noqa: DTZ001 of a clock of any zone
_SIGNS = {"USD": "$", "EUR": "€", "GBP": "£"}
_LIMITS = {"no limit": "No Limit", "pot limit": "Pot Limit", "fixed limit": "Limit"}
_TIMES = ("", "FIRST ", "SECOND ", "THIRD ")  # of a single board, and of several boards
_POSTED = {
    "ante": "the ante", "small blind": "small blind", "big blind": "big blind",
    "straddle": "straddle",
}  # fmt: skip
_PLACES = {"BTN": " (button)", "SB": " (small blind)", "BB": " (big blind)"}
_FOLDED = {"preflop": "before Flop", "flop": "on the Flop", "turn": "on the Turn",
           "river": "on the River", "7th street": "on the River"}  # fmt: skip


def _cards(text: str) -> str:
    return f"[{' '.join(cards_in(text))}]"


class _Writer:
    """Writes one hand."""

    def __init__(self, hand: Whole) -> None:
        self.hand, self.row = hand, hand.row
        self.names = {player.seat: player.player for player in hand.seats}
        self.holes = {player.seat: player.hole for player in hand.seats}
        self.rule = PLAYED_GAMES[hand.game]
        self.hands = {seat: [*had] for seat, had in hand.hands_of.items()}
        self.sign = _SIGNS.get(self.row["currency"] or "", "")
        self.pots = hand.pots()
        self.boards = [board for board in (self.row["board"], *hand.boards) if board]

    def lines(self) -> Iterator[str]:
        """The lines of the hand."""
        yield from self._head()
        hand, row, dead = self.hand, self.row, self.hand.dead()
        level, number = 0, 0
        streets = hand.streets()
        first = streets[0][0]
        while streets:
            street, _, acts = streets.pop(0)
            if number == len(hand.acts):  # run-outs are written board by board
                yield from self._run_out([street, *(street for street, *_ in streets)])
                break
            yield from (line for _, line in self._dealt(street))
            level = 0
            is_dealt = street != first
            for act in acts:
                if not is_dealt and act.action not in POSTS - {BRING_IN}:
                    is_dealt = True
                    yield from self._hole_cards()
                yield from self._exchange(act) or [self._act(act, level, dead.get(number, 0))]
                level = max(level, act.total)
                number += 1
                if number == len(hand.acts):
                    yield from [] if is_dealt else self._hole_cards()
                    yield from self._returned()
        if row["showdown"]:
            yield from self._showdown()
        else:
            yield from (line for pot in self.pots for line in self._collected(pot))
        yield from self._summary()

    def _chips(self, chips: int) -> str:
        text = amount(chips)
        return f"{self.sign}{text}" + "0" * (text[-2:-1] == ".")  # in cents

    def _head(self) -> Iterator[str]:
        hand, row = self.hand, self.row
        number = re.sub(r"\D", "", row["number"])
        if row["site"] == OF_A_FILE and row["file"]:
            name = re.sub(r"^.*[/\\]", "", row["file"])  # which tells equal numbers apart
            number = f"{zlib.crc32(name.encode())}{number:0>9}"
        number = number[-20:] or "0"
        tournament = f"Tournament #{row['tournament']}, " if row["tournament"] else ""
        small, big = row["small_blind"], row["big_blind"]
        if hand.limit == "fixed limit":  # its stakes are its bets
            small, big = big, 2 * big
        currency = f" {row['currency']}" if row["currency"] else ""
        game = f"{self.rule.pokerstars} {_LIMITS[hand.limit]}"
        when = ""
        if row["played"] is not None:
            at = _DAY0 + dt.timedelta(seconds=row["played"])
            when = f" - {at:%Y/%m/%d %H:%M:%S} {row['zone'] or ''}".rstrip()
        stakes = f"({self._chips(small)}/{self._chips(big)}{currency})"
        yield f"PokerStars Hand #{number}: {tournament}{game} {stakes}{when}"
        size = max(len(hand.seats), *(seat.seat for seat in hand.seats))
        button = "" if row["button"] is None else f" Seat #{row['button']} is the button"
        yield f"Table '{row['table_name'] or ''}' {size}-max{button}"
        for seat in hand.seats:
            yield f"Seat {seat.seat}: {seat.player} ({self._chips(seat.stack)} in chips)"

    def _hole_cards(self) -> Iterator[str]:
        if self.rule.is_stud:
            yield from self._up_cards(0)
            return
        yield f"*** {'DEALING HANDS' if self.rule.draws else 'HOLE CARDS'} ***"
        hero = self.row["hero"]
        if hero is not None and (hole := self.hand.hands_of[hero][0]):
            yield f"Dealt to {self.names[hero]} {_cards(hole)}"

    def _exchange(self, act: Act) -> list[str]:
        """The lines of an exchange, the hero's with the cards; empty for another action."""
        thrown = cards_thrown(act)
        if thrown is None:
            return []
        before = self.hands[act.seat].pop(0)
        after, name = self.hands[act.seat][0], self.names[act.seat]
        is_shown = act.seat == self.row["hero"] and before is not None and after is not None
        discarded, came = exchanged(before, after, thrown)
        text = f"discards {thrown} card{'s' * (thrown > 1)}" if thrown else "stands pat"
        if not is_shown or before is None:
            return [f"{name}: {text}"]
        if not thrown:
            return [f"{name}: {text} on {_cards(before)}"]
        kept = "".join(card for card in cards_in(before) if card not in cards_in(discarded))
        held = f"{_cards(kept)} " if kept else ""
        return [f"{name}: {text} {_cards(discarded)}", f"Dealt to {name} {held}{_cards(came)}"]

    def _act(self, act: Act, level: int, dead: int) -> str:
        name, chips = self.names[act.seat], self._chips(act.amount)
        text = {
            "check": "checks",
            "call": f"calls {chips}",
            "bet": f"bets {chips}",
            "raise": f"raises {self._chips(act.total - level)} to {self._chips(act.total)}",
            "fold": "folds",
            BRING_IN: f"brings in for {chips}",
        }.get(act.action)
        hole = self.holes[act.seat]
        if act.action == "fold" and hole and act.seat != self.row["hero"]:
            text = f"folds {_cards(hole)}"
        if text is None:
            live = act.amount - dead
            both = "small & big blinds" if live else "missed blind"
            what = _POSTED.get(act.action, both if dead else "big blind")
            text = f"posts {what} {chips}"
        return f"{name}: {text}" + (" and is all-in" if act.all_in else "")

    def _returned(self) -> Iterator[str]:
        """The line of an uncalled bet."""
        put_in = dict.fromkeys(self.names, 0)
        for act in self.hand.acts:
            put_in[act.seat] += act.amount
        for seat in self.hand.seats:
            if put_in[seat.seat] > seat.invested:
                back = self._chips(put_in[seat.seat] - seat.invested)
                yield f"Uncalled bet ({back}) returned to {seat.player}"

    def _run_out(self, streets: list[str]) -> Iterator[str]:
        lines = [(at, line) for street in streets for at, line in self._dealt(street)]
        yield from (line for _, line in sorted(lines, key=lambda each: each[0]))

    def _dealt(self, street: str) -> Iterator[tuple[int, str]]:
        """The lines of a street by board, from 1; 0 if the cards are the same on all boards."""
        at = self.rule.streets.index(street)
        if at and self.rule.is_stud:
            yield from ((0, line) for line in self._up_cards(at))
        elif at and self.rule.draws:
            yield 0, f"*** {street.upper() if self.rule.draws > 1 else 'DRAW'} ***"
        begin, end = BOARD_CARDS.get(street, (0, 0))
        boards = [*dict.fromkeys(board[: 2 * end] for board in self.boards)] if end else []
        for at, board in enumerate(boards, len(boards) > 1):
            before = f"{_cards(board[: 2 * begin])} " if begin else ""
            yield at, f"*** {_TIMES[at]}{street.upper()} *** {before}{_cards(board[2 * begin :])}"

    def _up_cards(self, street: int) -> Iterator[str]:
        """A street of stud, by its number: the up cards, and all cards of the hero."""
        hand, name = self.hand, self.rule.streets[street]
        yield f"*** {'RIVER' if street == 4 else name.replace('street', 'STREET')} ***"
        for seat in hand.by_turn:
            came = hand.came(seat, street)
            had = "".join(hand.came(seat, before) for before in range(street))
            if seat.seat != self.row["hero"]:
                came, had = came[-2:] if street < 4 else "", had[4:]
            elif street == 0:
                had, came = came[:4], came[4:]
            if came and "?" not in had + came:
                before = f" {_cards(had)}" if had else ""
                yield f"Dealt to {seat.player}{before} {_cards(came)}"

    def _showdown(self) -> Iterator[str]:
        live = [seat for seat in self.hand.by_turn if seat.folded is None]
        for number in range(1, max(len(self.boards), 1) + 1):
            yield f"*** {_TIMES[number * (len(self.boards) > 1)]}SHOW DOWN ***"
            if number == 1:
                for seat in live:
                    shows = f"shows {_cards(seat.hole)}" if seat.hole else "mucks hand"
                    yield f"{seat.player}: {shows}"
            for pot in self.pots:
                if pot.board == number:
                    yield from self._collected(pot)
        for seat in live:
            if seat.cashout > 0:
                yield f"{seat.player} cashed out the hand for {self._chips(seat.cashout)}"

    def _collected(self, pot: Pot) -> Iterator[str]:
        last = max(each.number for each in self.pots)
        name = "pot" if last == 0 else "main pot" if pot.number == 0 else "side pot"
        which = f"-{pot.number}" if pot.number and last > 1 else ""
        for seat, won in pot.wins.items():
            yield f"{self.names[seat]} collected {self._chips(won)} from {name}{which}"

    def _summary(self) -> Iterator[str]:
        sizes: dict[int, int] = {}
        for pot in self.pots:
            sizes[pot.number] = sizes.get(pot.number, 0) + pot.size
        parts = ""
        if len(sizes) > 1:
            named = [
                "Main pot" if at == 0 else "Side pot" if len(sizes) == 2 else f"Side pot-{at}"
                for at in sizes
            ]
            sizes_text = (
                f"{name} {self._chips(sizes[at])}." for at, name in zip(sizes, named, strict=True)
            )
            parts = " " + " ".join(sizes_text)
        yield "*** SUMMARY ***"
        rake = self._chips(self.row["rake"])
        yield f"Total pot {self._chips(self.row['pot'])}{parts} | Rake {rake}"
        for at, board in enumerate(self.boards, len(self.boards) > 1):
            yield f"{_TIMES[at]}Board {_cards(board)}"
        for seat in self.hand.seats:
            place = _PLACES.get(seat.position, "")
            yield f"Seat {seat.seat}: {seat.player}{place} {self._end(seat)}"

    def _end(self, seat: Seat) -> str:
        won = f" ({self._chips(seat.collected)})" if seat.collected else ""
        if seat.folded is not None:
            street = seat.folded.replace("street", "Street")
            return f"folded {_FOLDED.get(seat.folded, f'on the {street}')}"
        if not self.row["showdown"]:
            return f"collected{won}"
        if not seat.hole:
            return f"mucked{f' and won{won}' if won else ''}"
        return f"showed {_cards(seat.hole)} and {f'won{won}' if won else 'lost'}"


def _write(rows: pa.RecordBatchReader, sink: IO[bytes], _: About) -> None:
    require_hands(rows, "pokerstars")
    for batch in rows:
        texts = (
            "\n".join(_Writer(hand).lines()) + "\n\n\n"
            for hand in hands_to_write(batch, "pokerstars")
        )
        sink.write("".join(texts).encode())


PLACE = 11  # of these formats in lists
FORMATS = (
    Format(
        "pokerstars", (), "hands in the text of PokerStars", is_any, write=_write, of_hands=True
    ),
)
