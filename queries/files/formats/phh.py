"""Hands in the poker hand history format (PHH): a TOML table each, numbered if there are several.

Source: J. Kim, Recording and Describing Poker Hands, 2024, and the specification it names.
"""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import IO

import pyarrow as pa

from pokerlake.catalogue import PLAYED_GAMES
from pokerlake.tables.errors import UsageError

from ..format import About, Format, is_any
from ..whole_hands import (
    BRING_IN,
    OF_A_FILE,
    POSTS,
    PROGRAM,
    Seat,
    Whole,
    amount,
    cards_thrown,
    exchanged,
    hands_to_write,
    require_hands,
)

# Facts about hands that the format has no place for.
OWN_KEYS = {
    "_program": "pokerlake: amounts are exact, and all that follows is meant",
    "_stakes": "small and big blind, where others were posted",
    "_button": "the seat of the button where nobody sits there; -1 where it is not told",
    "_hero": "the number of the player whose cards the hand is about",
    "_tournament": "the tournament's number",
    "_clock": "how far the clock is from UTC, where no zone is told",
    "_file": "the file of a hand whose site begins its numbers anew in each file",
    "_posts": "posts in their order, where blinds and antes do not tell it: player, name, amount, "
    "and of a post what is no bet",
    "_calls": "what each cc adds, where one is no plain call; -1 for a check",
    "_capped": "the numbers of players who have chips left and may bet no more",
    "_by_acts": "positions are as players act, and not as they sit",
    "_boards": "the second and third board",
    "_added": "put in the pot by the site",
    "_fee": "taken from the pot: rake, jackpot and other fees",
    "_cashouts": "of each player, what a cash-out or insurance paid; below 0 what it cost",
    "_pots": "who won what where pots or boards are several: pot, board, player, amount",
}
_CONTROL = {127: "\\u007f"}  # must be escaped in TOML, but not in JSON
_UNIT = 10_000
_DAY0 = dt.datetime(1970, 1, 1)  # noqa: DTZ001 of a clock of any zone


def _text(value: str) -> str:
    return json.dumps(value, ensure_ascii=False).translate(_CONTROL)


def _amounts(values: Sequence[int]) -> str:
    return "[" + ", ".join(map(amount, values)) + "]"


def _texts(values: Sequence[str]) -> str:
    return "[" + ", ".join(map(_text, values)) + "]"


def _plain(values: Sequence[str]) -> str:
    """Texts without characters to escape."""
    return '["' + '", "'.join(values) + '"]' if values else "[]"


class _Writer:
    """Writes one hand; players are numbered from the one after the button."""

    def __init__(self, hand: Whole) -> None:
        self.hand = hand
        self.players: list[Seat] = hand.by_turn
        self.number = {seat.seat: at for at, seat in enumerate(self.players)}
        self.dead = hand.dead()
        self.rule = PLAYED_GAMES[hand.game]
        posts = POSTS - {BRING_IN}
        self.posts = [act for act in hand.acts if act.action in posts]
        count = len(self.players)
        self.antes, self.blinds = [0] * count, [0] * count
        for at, act in enumerate(self.posts):
            none = act.amount if act.action == "ante" else self.dead.get(at, 0)
            self.antes[self.number[act.seat]] += none
            self.blinds[self.number[act.seat]] += act.amount - none

    def lines(self) -> Iterator[str]:
        """The keys and values of the hand."""
        hand, row, players = self.hand, self.hand.row, self.players
        variant = self.rule.phh.get(hand.limit)
        if variant is None:
            raise UsageError(f"PHH has no variant for {row['game']}; ohh has all games")
        heads_up = len(players) == 2
        on_button = variant == "NS" and any(self.blinds) and not any(self.blinds[:-1])
        usual = self._usual(on_button=on_button)
        if usual and hand.limit == "fixed limit":
            self._name_small_blind()
        turned = -1 if heads_up else 1  # of two players, the format lists the button first
        blinds = self.blinds[::turned]
        yield f'variant = "{variant}"'
        yield f"ante_trimming_status = {'false' if hand.dead_antes() else 'true'}"
        yield f"antes = {_amounts(self.antes[::turned])}"
        big = row["big_blind"]
        if self.rule.is_stud:
            yield f"bring_in = {amount(self._bring_in())}"
        else:
            yield f"blinds_or_straddles = {_amounts(blinds)}"
        if variant.startswith("F"):
            yield f"small_bet = {amount(big)}"
            yield f"big_bet = {amount(2 * big)}"
        else:
            yield f"min_bet = {amount(big)}"
        yield f"starting_stacks = {_amounts([seat.stack for seat in players])}"
        yield f"actions = {self._actions()}"
        yield f"venue = {_text(row['site'])}"
        yield f"hand = {_text(row['number'])}"
        yield from self._when()
        yield f"seats = [{', '.join(str(seat.seat) for seat in players)}]"
        if row["table_name"] is not None:
            yield f"table = {_text(row['table_name'])}"
        yield f"players = {_texts([seat.player for seat in players])}"
        if row["currency"] is not None:
            yield f"currency = {_text(row['currency'])}"
        yield f"winnings = {_amounts([seat.collected for seat in players])}"
        finishing = [seat.stack - seat.invested + seat.collected + seat.cashout for seat in players]
        if min(finishing) >= 0:
            yield f"finishing_stacks = {_amounts(finishing)}"
        yield f'_program = "{PROGRAM}"'
        posted = (0, blinds[-1]) if on_button else (blinds[0], blinds[1] or big)
        if not self.rule.is_stud and posted != (row["small_blind"], big):
            yield f"_stakes = {_amounts([row['small_blind'], big])}"
        if row["button"] != (None if self.rule.is_stud else players[-1].seat):
            yield f"_button = {-1 if row['button'] is None else row['button']}"
        if not usual:
            yield f"_posts = {self._posts()}"
        yield from self._own()

    def _usual(self, *, on_button: bool) -> bool:
        """Whether antes and blinds imply the posts, in order."""
        turns = (1, 0) if len(self.players) == 2 else range(len(self.players))
        names = chain(("small blind", "big blind"), ["straddle"] * len(self.players))
        usual = [("ante", player, chips) for player, chips in enumerate(self.antes) if chips]
        usual += [
            ("big blind" if on_button else name, player, self.blinds[player])
            for player, name in zip(turns, names, strict=False)
            if self.blinds[player]
        ]
        return usual == [(act.action, self.number[act.seat], act.amount) for act in self.posts]

    def _bring_in(self) -> int:
        """The bring-in: more than was paid, if that put a player all in."""
        paid = [act.amount for act in self.hand.acts if act.action == BRING_IN]
        stored: int = self.hand.row["small_blind"]
        return stored or max(self.hand.row["big_blind"] // 2, *(chips + 1 for chips in paid), 1)

    def _name_small_blind(self) -> None:
        """In fixed limit, write the full small blind for a player who has less."""
        player = 1 if len(self.players) == 2 else 0
        posted = self.blinds[player]
        if 0 < posted < self.hand.row["small_blind"]:
            self.blinds[player] = self.hand.row["small_blind"]

    def _posts(self) -> str:
        posts = []
        for at, act in enumerate(self.posts):
            none = self.dead.get(at, 0)
            text = f"p{self.number[act.seat] + 1} {act.action} {amount(act.amount - none)}"
            posts.append(f"{text} {amount(none)}" if act.action == "post" else text)
        return _plain(posts)

    def _when(self) -> Iterator[str]:
        row = self.hand.row
        if row["played"] is not None:
            at = _DAY0 + dt.timedelta(seconds=row["played"])
            yield f"year = {at.year}\nmonth = {at.month}\nday = {at.day}\ntime = {at:%H:%M:%S}"
        if row["zone"] is not None:
            name = "time_zone" if "/" in row["zone"] else "time_zone_abbreviation"
            yield f"{name} = {_text(row['zone'])}"

    def _actions(self) -> str:
        hand, number = self.hand, self.number
        hidden = "??" * self.rule.hole
        hands = {seat: [*had] for seat, had in hand.hands_of.items()}
        actions = [
            f"d dh p{at} {hands[holder.seat][0] or hidden}"
            for at, holder in enumerate(self.players, 1)
        ]
        if self.rule.is_stud:
            actions = []
        self.calls: list[int] = []
        self.odd = False
        bets: dict[int, int] = {}
        for street, (_, cards, acts) in enumerate(hand.streets()):
            if (common := hand.common(street)) is not None:
                actions.append(f"d db {common}")
            elif self.rule.is_stud:
                dealt = (
                    (at, hand.came(holder, street)) for at, holder in enumerate(self.players, 1)
                )
                actions += [f"d dh p{at} {came}" for at, came in dealt if came]
            elif cards:
                actions.append(f"d db {cards}")
            level = 0
            bets.clear()
            for act in acts:
                if act.action == BRING_IN:
                    actions.append(f"p{number[act.seat] + 1} pb")
                elif act.action in POSTS:
                    pass
                elif (thrown := cards_thrown(act)) is not None:
                    player, before = number[act.seat] + 1, hands[act.seat].pop(0)
                    discarded, came = exchanged(before, hands[act.seat][0], thrown)
                    actions.append(f"p{player} sd {discarded}".rstrip())
                    actions += [f"d dh p{player} {came}"] if thrown else []
                elif act.action == "fold":
                    actions.append(f"p{number[act.seat] + 1} f")
                elif act.action in ("check", "call"):
                    owed = level - bets.get(act.seat, 0)
                    plain = act.amount == owed or (act.all_in and act.amount < owed)
                    self.odd |= owed > 0 if act.action == "check" else not plain
                    is_check = act.action == "check" and owed <= 0
                    self.calls.append(-_UNIT if is_check else act.amount)
                    actions.append(f"p{number[act.seat] + 1} cc")
                else:
                    actions.append(f"p{number[act.seat] + 1} cbr {amount(act.total)}")
                bets[act.seat] = act.total
                level = max(level, act.total)
        if hand.row["showdown"]:
            actions += [
                f"p{at} sm {holder.hole}" if holder.hole else f"p{at} sm"
                for at, holder in enumerate(self.players, 1)
                if holder.folded is None
            ]
        return _plain(actions)

    def _own(self) -> Iterator[str]:
        hand, row, number = self.hand, self.hand.row, self.number
        if self.odd:
            yield f"_calls = {_amounts(self.calls)}"
        if capped := hand.capped():
            yield f"_capped = [{', '.join(str(number[seat] + 1) for seat in capped)}]"
        if hand.by_acts():
            yield "_by_acts = true"
        if row["hero"] is not None:
            yield f"_hero = {number[row['hero']] + 1}"
        if row["tournament"] is not None:
            yield f"_tournament = {_text(row['tournament'])}"
        if clock := hand.clock():
            yield f"_clock = {_text(clock)}"
        if row["site"] == OF_A_FILE and row["file"]:
            yield f"_file = {_text(row['file'])}"
        if hand.boards:
            yield f"_boards = {_plain(hand.boards)}"
        if row["added"]:
            yield f"_added = {amount(row['added'])}"
        yield f"_fee = {amount(row['rake'])}"
        if any(holder.cashout for holder in self.players):
            yield f"_cashouts = {_amounts([holder.cashout for holder in self.players])}"
        pots = hand.pots()
        if len(pots) > 1 or hand.boards:
            pot_shares = [
                f"[{pot.number}, {pot.board}, {number[seat] + 1}, {amount(won)}]"
                for pot in pots
                for seat, won in pot.wins.items()
            ]
            yield f"_pots = [{', '.join(pot_shares)}]"


def _write(rows: pa.RecordBatchReader, sink: IO[bytes], _: About) -> None:
    require_hands(rows, "phh")
    waiting: str | None = None  # the first hand, which has no number if it is the only one
    count = 0
    for batch in rows:
        texts = ["\n".join(_Writer(hand).lines()) + "\n" for hand in hands_to_write(batch, "phh")]
        if count == 0 and waiting is None and len(texts) == 1:
            waiting = texts[0]
            continue
        if waiting is not None:
            texts, waiting = [waiting, *texts], None
        numbered = [f"[{count + at}]\n{text}\n" for at, text in enumerate(texts, 1)]
        count += len(texts)
        sink.write("".join(numbered).encode())
    if waiting is not None:
        sink.write(waiting.encode())


PLACE = 10  # of these formats in lists
FORMATS = (Format("phh", (".phhs", ".phh"), "hands in PHH", is_any, write=_write, of_hands=True),)
