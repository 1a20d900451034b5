"""The protocol of the dealer of the Annual Computer Poker Competition, heads-up, version 2.0.0.

A match state is ``MATCHSTATE:position:hand:betting:cards``. Position 0 is the big blind, 1 the
dealer. Betting has ``c`` for a check or call, ``f`` for a fold and ``r`` for a raise. No limit adds
the chips that the player has put in over the whole hand. A slash separates streets. Cards are the
holes of both players, separated by a bar, and the board by street. Until the showdown only one's
own hole is there.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from pokerlake.engine.blueprint.lines import Limit
from pokerlake.engine.cards.text import CardError, format_hand, parse_hand
from pokerlake.engine.given import shown
from pokerlake.engine.hands.evaluate import class_ids
from pokerlake.engine.play.following import CALLS, FOLDS, LAST_STREET, Table
from pokerlake.engine.play.strategies import Rules
from pokerlake.queries.questions.telling import telling
from pokerlake.queries.results import Rows
from pokerlake.tables.errors import InputError, OutputError, UsageError, counted

from ..given import LakePath

if TYPE_CHECKING:
    from .bots import Bot

VERSION = "VERSION:2.0.0"
BIG_BLINDS = {"limit": 10, "nolimit": 100}  # chips of the competition

_STATE = re.compile(r"MATCHSTATE:([01]):(\d{1,18}):([cfr0-9/]*):([^:]*)")
_ACTIONS = re.compile(r"c|f|r\d*")
_CARDS_BY_STREET = (0, 3, 1, 1)
_OF_A_HAND = 0xD1342543DE82EF95
_LONGEST = 4096  # the longest line, in bytes
_SECONDS_TO_CONNECT = 10.0
_FEW = 100  # hands between reports of progress


@dataclass(frozen=True)
class MatchState:
    """The state of a hand, as the dealer sends it.

    Attributes
    ----------
    position : int
        The position of the receiver: 0 the big blind, 1 the dealer.
    hand : int
        Its number.
    betting : str
    holes : (tuple of int, tuple of int)
        By position; empty for a player who does not show.
    board : tuple of int
    """

    position: int
    hand: int
    betting: str
    holes: tuple[tuple[int, ...], tuple[int, ...]]
    board: tuple[int, ...]

    @classmethod
    def read(cls, text: str) -> MatchState:
        """Read a line; ValueError if it is not a match state."""
        found = _STATE.fullmatch(text)
        if not found:
            raise ValueError("give MATCHSTATE:0:30:cc/r250c/:9dAc|/8c8d5c/6s")
        holes, *streets = found[4].split("/")
        both = holes.split("|")
        if len(both) != 2:
            raise ValueError(f"{shown(holes)} are not the holes of two players")
        cards = [_cards(each) for each in both]
        if any(len(each) not in (0, 2) for each in cards):
            raise ValueError(f"{shown(holes)} has a hole that is not of two cards")
        board = [_cards(each) for each in streets]
        if any(
            len(own) != wanted for own, wanted in zip(board, _CARDS_BY_STREET[1:], strict=False)
        ):
            raise ValueError(f"{shown('/'.join(streets))} is no board")
        dealt = tuple(card for street in board for card in street)
        every = [*cards[0], *cards[1], *dealt]
        if len(board) > LAST_STREET or len(set(every)) < len(every):
            raise ValueError(f"{shown(found[4])} has a card twice, or too many")
        return cls(int(found[1]), int(found[2]), found[3], (cards[0], cards[1]), dealt)

    def __str__(self) -> str:
        """The line that the dealer sends."""
        board = "".join(
            f"/{format_hand(self.board[begin:stop])}"
            for begin, stop in ((0, 3), (3, 4), (4, 5))
            if len(self.board) >= stop
        )
        holes = "|".join(format_hand(hole) for hole in self.holes)
        return f"MATCHSTATE:{self.position}:{self.hand}:{self.betting}:{holes}{board}"


def _cards(text: str) -> tuple[int, ...]:
    try:
        return tuple(parse_hand(text).tolist()) if text else ()
    except CardError as error:
        raise ValueError(error.problem) from None


def table_of_betting(rules: Rules, betting: str, limit: Limit | None = None) -> Table:
    """The table after the betting of a match state; ValueError if it is impossible."""
    table = Table(rules)
    for street, words in enumerate(betting.split("/")):
        if street > LAST_STREET or (table.player >= 0 and table.street != street):
            raise ValueError(f"betting {shown(betting)} has a slash where no street is over")
        actions = _ACTIONS.findall(words)
        if "".join(actions) != words:
            raise ValueError(f"betting {shown(betting)} has {shown(words)}: give c, f or r250")
        for word in actions:
            if table.player >= 0 and table.street != street:
                raise ValueError(f"betting {shown(betting)} lacks a slash after a street")
            if word[0] == "r" and (limit is None) == (word == "r"):
                raise ValueError(f"betting {shown(betting)} has {shown(word)}, of another game")
            try:
                table.do(_did(table, word, limit))
            except ValueError as error:
                raise ValueError(f"betting {shown(betting)} has {shown(word)}: {error}") from None
    return table


def _did(table: Table, word: str, limit: Limit | None) -> int:
    if word in ("c", "f"):
        return CALLS if word == "c" else FOLDS
    if limit is None:
        return int(word[1:])
    if table.bets >= limit.most[table.street]:
        raise ValueError("the street has as many bets as it can have")
    return table.called + limit.bets[table.street]


@dataclass
class Player:
    """A bot at the table of the competition's dealer.

    Parameters
    ----------
    bot : Bot
    big_blind : int, optional
        In chips; by default that of the competition, 10 with limit, 100 without.
    seed : int
        The seed of its choices.
    """

    bot: Bot
    big_blind: int | None = None
    seed: int = 1

    def __post_init__(self) -> None:
        asked = self.bot.asked
        rules = asked.rules
        self.limit = rules if isinstance(rules, Limit) else None
        if self.limit is not None:
            self.rules = self.bot.rules  # without amounts, chips are those of the betting
            self.chips_a_blind = self.big_blind or BIG_BLINDS["limit"]
            return
        if asked.ante:
            raise UsageError(
                f"blueprint {self.bot.run} has an ante of {asked.ante:g}: the dealer has none"
            )
        big = self.chips_a_blind = self.big_blind or BIG_BLINDS["nolimit"]
        small, stack = asked.small_blind * big, asked.stack * big
        if small % 1 or stack % 1:
            raise UsageError(
                f"big_blind is {big}: the small blind of {small:g} and the stack of {stack:g} are "
                "to be whole chips"
            )
        self.rules = Rules(big, int(small), big, int(stack))

    def answer(self, state: MatchState) -> str:
        """The action, ``c``, ``f``, ``r`` or ``r250``; empty if it is not its turn.

        ValueError if the state is impossible.
        """
        table = self.table(state)
        if table.player != state.position:
            return ""
        hole = state.holes[state.position]
        if len(hole) != 2 or len(state.board) != sum(_CARDS_BY_STREET[: table.street + 1]):
            raise ValueError("it lacks cards that are to be known")
        bucket = self.bot.bucket(hole, state.board)
        seed = (self.seed + (state.hand + 1) * _OF_A_HAND) % 2**64
        did = self.bot.choose(table, bucket, seed)
        if did <= CALLS:
            return "c" if did == CALLS else "f"
        return "r" if self.limit else f"r{did}"

    def table(self, state: MatchState) -> Table:
        """The table of a match state; ValueError if it is impossible."""
        return table_of_betting(self.rules, state.betting, self.limit)

    def won(self, state: MatchState) -> float | None:
        """Chips won in a finished hand; None before its end, or without a needed showdown."""
        table = self.table(state)
        me, put_in = state.position, table.put_in
        scale = self.chips_a_blind / self.rules.big_blind
        if table.player >= 0:
            return None
        if table.folded >= 0:
            lost = scale * put_in[table.folded]
            return -lost if table.folded == me else lost
        if not all(state.holes) or len(state.board) < sum(_CARDS_BY_STREET):
            return None
        hands = np.array([[*hole, *state.board] for hole in state.holes], np.uint8)
        mine, his = class_ids(hands, layout="rows").astype(int)[[me, 1 - me]]
        return scale * put_in[me] * float(np.sign(his - mine))


def play_at(
    player: Player, host: str, port: int, listener: Callable[[int], object] = lambda _: None
) -> list[float]:
    """Play with a dealer until it closes the connection; returns the chips won in each hand.

    ``listener`` receives the number of finished hands. Raises OutputError if there is no dealer or
    the connection breaks, and InputError for an invalid state of the bot's game.
    """
    where = f"{host}:{port}"
    try:
        with socket.create_connection((host, port), timeout=_SECONDS_TO_CONNECT) as connection:
            connection.settimeout(None)
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            connection.sendall(f"{VERSION}\r\n".encode())
            with connection.makefile("rb") as lines:
                return _play(player, connection, lines, where, listener)
    except OSError as error:
        raise OutputError(
            f"no dealer at {where}: {error.strerror or error}; start one there, or give another "
            "--host and --port"
        ) from error


def _play(
    player: Player,
    connection: socket.socket,
    lines: Any,
    where: str,
    listener: Callable[[int], object],
) -> list[float]:
    won: list[float] = []
    while line := lines.readline(_LONGEST):
        said = line.decode("utf-8", "replace").rstrip("\r\n")
        if not said or said[0] in "#;":  # comments, by the protocol
            continue
        try:
            state = MatchState.read(said)
            answer = player.answer(state)
            over = player.won(state)
        except ValueError as error:
            raise InputError(
                f"the dealer at {where} said {shown(said)}, which is no state of blueprint "
                f"{player.bot.run}: {error}"
            ) from None
        if answer:
            connection.sendall(f"{said}:{answer}\r\n".encode())
        if over is not None:
            won.append(over)
            listener(len(won))
    return won


def played_at(
    run: int | None,
    host: str,
    port: int,
    big_blind: int | None,
    seed: int,
    lake: LakePath | None,
) -> Rows:
    """Play a blueprint at the table of a dealer; returns its winnings."""
    import pyarrow as pa

    from .bots import Bot

    player, tell = Player(Bot(run, lake=lake), big_blind, seed), telling()
    won = play_at(player, host, port, lambda hands: tell.count(hands) if hands > _FEW else None)
    mbb = np.array(won) * 1000 / player.chips_a_blind
    several = len(won) > 1
    row = {
        "run": player.bot.run,
        "hands": len(won),
        "chips": float(sum(won)),
        "won": float(mbb.mean()) if won else None,
        "won_error": float(mbb.std(ddof=1) / len(won) ** 0.5) if several else None,
    }
    said = f"blueprint {player.bot.run} won {row['chips']:g} chips in {counted(len(won), 'hand')}"
    return Rows(pa.Table.from_pylist([row]), said)
