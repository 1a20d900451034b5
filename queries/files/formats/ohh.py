"""Hands in the Open Hand History format: a JSON object each, separated by blank lines.

Source: https://hh-specs.handhistory.org, version 1.4.7.
"""

from __future__ import annotations

import datetime as dt
import functools
import json
from importlib.metadata import version
from typing import IO

import pyarrow as pa

from pokerlake.engine.cards.text import cards_in

from ..format import About, Format, is_any
from ..whole_hands import (
    OF_A_FILE,
    POSTS,
    PROGRAM,
    Act,
    Whole,
    amount,
    hands_to_write,
    require_hands,
)

SPEC = "1.4.7"
PLAY_MONEY = "XPM"
# Facts about hands that the format has no place for.
OWN_KEYS = {
    "_program": "pokerlake: amounts are exact, and all that follows is meant",
    "_played": "the local time, where a zone or no zone is told",
    "_zone": "the time zone as written",
    "_clock": "how far the clock is from UTC, where no zone is told",
    "_file": "the file of a hand whose site begins its numbers anew in each file",
    "_boards": "the second and third board",
    "_dead": "of a post, what is no bet; of the hand: the post is an ante",
    "_dead_antes": "antes are no bets: who has fewer chips is in for all of them",
    "_by_acts": "positions are as players act, and not as they sit",
    "_capped": "players who have chips left and may bet no more",
    "_board": "the board that decides this part of a pot",
}

_DAY0 = dt.datetime(1970, 1, 1)  # noqa: DTZ001 of a clock of any zone
_TYPES = {"hold'em": "Holdem", "omaha": "Omaha", "omaha hi-lo": "OmahaHiLo"}
_LIMITS = {"no limit": "NL", "pot limit": "PL", "fixed limit": "FL"}
_ACTIONS = {
    "ante": "Post Ante", "small blind": "Post SB", "big blind": "Post BB", "straddle": "Straddle",
    "post": "Post Extra Blind", "fold": "Fold", "check": "Check", "call": "Call", "bet": "Bet",
    "raise": "Raise",
}  # fmt: skip


@functools.cache
def _own_version() -> str:
    return _text(version("pokerlake"))


def _text(value: str | None) -> str:
    return "null" if value is None else json.dumps(value, ensure_ascii=False)


def _object(*pairs: tuple[str, str | None]) -> str:
    """A JSON object of JSON values; None is left out."""
    return "{" + ",".join(f'"{key}":{value}' for key, value in pairs if value is not None) + "}"


def _cards(text: str) -> str:
    return "[" + ",".join(f'"{card}"' for card in cards_in(text)) + "]"


def _list(values: list[str]) -> str | None:
    return f"[{','.join(values)}]" if values else None


def _hand(hand: Whole) -> str:
    row = hand.row
    start = _moment(row["played_utc"])
    clock = hand.clock()
    is_utc = row["zone"] == "UTC" and row["played"] == row["played_utc"]
    tournament = row["tournament"]
    boards = hand.boards
    return _object(
        ("spec_version", _text(SPEC)),
        ("internal_version", _own_version()),
        ("_program", _text(PROGRAM)),
        ("site_name", _text(row["site"])),
        ("network_name", _text(row["site"])),
        ("game_number", _text(row["number"])),
        ("tournament", "false" if tournament is None else "true"),
        (
            "tournament_info",
            None if tournament is None else _object(("tournament_number", _text(tournament))),
        ),
        ("start_date_utc", _text(start) if start else None),
        ("_played", None if is_utc else _text(_moment(row["played"]))),
        ("_zone", None if is_utc else _text(row["zone"])),
        ("_clock", _text(clock) if clock else None),
        ("_file", _text(row["file"]) if row["site"] == OF_A_FILE and row["file"] else None),
        ("table_name", _text(row["table_name"])),
        ("table_size", str(max(len(hand.seats), *(player.seat for player in hand.seats)))),
        ("game_type", _text(_TYPES.get(hand.game, hand.game))),
        ("bet_limit", _object(("bet_type", _text(_LIMITS[hand.limit])), ("bet_cap", "0"))),
        ("currency", _text(row["currency"] or (PLAY_MONEY if tournament is None else "Chips"))),
        ("dealer_seat", None if row["button"] is None else str(row["button"])),
        ("small_blind_amount", amount(row["small_blind"])),
        ("big_blind_amount", amount(row["big_blind"])),
        ("ante_amount", amount(row["ante"])),
        ("hero_player_id", None if row["hero"] is None else str(row["hero"])),
        ("flags", '["Run_It_Twice"]' if boards else None),
        ("_boards", _list([_text(board) for board in boards])),
        ("_dead_antes", "true" if hand.dead_antes() else None),
        ("_by_acts", "true" if hand.by_acts() else None),
        ("_capped", _list([str(seat) for seat in hand.capped()])),
        (
            "players",
            _list(
                [
                    f'{{"id":{player.seat},"seat":{player.seat},"name":{_text(player.player)},'
                    f'"starting_stack":{amount(player.stack)}}}'
                    for player in hand.seats
                ]
            ),
        ),
        ("rounds", _rounds(hand)),
        ("pots", _pots(hand)),
    )


def _moment(seconds: int | None) -> str | None:
    return (
        None if seconds is None else f"{_DAY0 + dt.timedelta(seconds=seconds):%Y-%m-%dT%H:%M:%SZ}"
    )


def _rounds(hand: Whole) -> str:
    rounds, dead = [], hand.dead()
    place = {id(hand.acts[at]): none for at, none in dead.items()}
    place |= {id(act): 0 for act in hand.away.values()}
    for number, (street, cards, acts) in enumerate(hand.streets()):
        actions: list[str] = []
        if number == 0:
            posts = [act for act in acts if act.action in POSTS]
            acts = acts[len(posts) :]
            _act_all(actions, posts, place)
            if hand.row["added"]:
                actions.append(f'"action":"Add to Pot","amount":{amount(hand.row["added"])}')
            _deal(actions, hand)
        _act_all(actions, acts, place)
        rounds.append(_round(number, street.capitalize(), cards, actions))
    shown = [
        f'"player_id":{seat.seat},"action":"Shows Cards","cards":{_cards(seat.hole)}'
        if seat.hole
        else f'"player_id":{seat.seat},"action":"Mucks Cards"'
        for seat in hand.by_turn
        if hand.row["showdown"] and seat.folded is None
    ]
    shown += [
        f'"player_id":{seat.seat},"action":"Player Adjustment","amount":{amount(seat.cashout)}'
        for seat in hand.seats
        if seat.cashout < 0
    ]
    if shown:
        rounds.append(_round(len(rounds), "Showdown", "", shown))
    return f"[{','.join(rounds)}]"


def _round(number: int, street: str, cards: str, actions: list[str]) -> str:
    numbered = ",".join(
        f'{{"action_number":{at},{action}}}' for at, action in enumerate(actions, 1)
    )
    cards_text = f'"cards":{_cards(cards)},' if cards else ""
    return f'{{"id":{number},"street":"{street}",{cards_text}"actions":[{numbered}]}}'


def _act_all(actions: list[str], acts: list[Act], dead: dict[int, int]) -> None:
    for act in acts:
        kind = "call" if act.action == "check" and id(act) in dead else act.action
        text = f'"player_id":{act.seat},"action":"{_ACTIONS[kind]}"'
        if act.amount:
            text += f',"amount":{amount(act.amount)},"is_allin":{"true" if act.all_in else "false"}'
        if act.action == "post":
            text += f',"_dead":{amount(dead[id(act)])}'
        actions.append(text)


def _deal(actions: list[str], hand: Whole) -> None:
    """The known cards that are not shown later."""
    for seat in hand.seats:
        shows = hand.row["showdown"] and seat.folded is None
        if seat.hole and (not shows or seat.seat == hand.row["hero"]):
            actions.append(
                f'"player_id":{seat.seat},"action":"Dealt Cards","cards":{_cards(seat.hole)}'
            )


def _pots(hand: Whole) -> str:
    paid = {seat_row.seat: seat_row.cashout for seat_row in hand.seats if seat_row.cashout > 0}
    pots: list[str] = []
    for pot in hand.pots():
        wins = [(seat, won, paid.pop(seat, 0)) for seat, won in pot.wins.items()]
        if not pots:
            wins += [(seat, 0, paid.pop(seat)) for seat in [*paid]]
        wins_text = ",".join(
            f'{{"player_id":{seat},"win_amount":{amount(won)}'
            + (f',"cashout_amount":{amount(cashout)}' if cashout else "")
            + "}"
            for seat, won, cashout in wins
        )
        pots.append(
            f'{{"number":{pot.number},"amount":{amount(pot.size)},"rake":{amount(pot.rake)},'
            f'"_board":{pot.board},"player_wins":[{wins_text}]}}'
        )
    return f"[{','.join(pots)}]"


def _write(rows: pa.RecordBatchReader, sink: IO[bytes], _: About) -> None:
    require_hands(rows, "ohh")
    for batch in rows:
        sink.write(
            "".join(
                f'{{"ohh":{_hand(hand)}}}\n\n' for hand in hands_to_write(batch, "ohh")
            ).encode()
        )


PLACE = 9  # of these formats in lists
FORMATS = (
    Format(
        "ohh",
        (".ohh",),
        "hands in the Open Hand History format",
        is_any,
        write=_write,
        of_hands=True,
    ),
)
