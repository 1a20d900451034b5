"""Random deals as rows of text, or compared: how often each player wins."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from pokerlake.catalogue import GAMES, Game
from pokerlake.engine.dealing.deck import deal
from pokerlake.engine.pot_shares import POT
from pokerlake.engine.showdowns.evaluate import showdown
from pokerlake.tables.errors import UsageError, counted

from ..files.plain_duckdb import BATCH_ROWS
from ..files.text import text_of_columns

Column = npt.NDArray[np.uint8]

MOST_PLAYERS = 10
MOST_DEALS = 10**12  # their sum of pot shares, in units, fits 64 bits


def dealt_hands(
    deals: int, players: int, cards: int, seed: int, *, dead: Sequence[int], board: int = 0
) -> pa.RecordBatchReader:
    """Random hands, a row for each deal: its number from 1 on, and a hand for each player.

    A board of more than 0 cards, which all players share, adds a column ``board``.
    """
    _check(deals, players, cards, dead, board)
    names = [f"player_{player}" for player in range(1, players + 1)] + ["board"] * (board > 0)
    schema = pa.schema([("deal", pa.int64()), *((name, pa.string()) for name in names)])

    def batches() -> Iterator[pa.RecordBatch]:
        done = 0
        for hands, shared in _dealt(deals, players, cards, seed, dead, board):
            numbers = np.arange(done + 1, done + hands[0].shape[1] + 1)
            columns = [pa.array(numbers), *map(text_of_columns, hands)]
            if board:
                columns.append(text_of_columns(shared))
            yield pa.RecordBatch.from_arrays(columns, schema=schema)
            done += len(numbers)

    return pa.RecordBatchReader.from_batches(schema, batches())


def _dealt(
    deals: int, players: int, cards: int, seed: int, dead: Sequence[int], board: int
) -> Iterator[tuple[list[Column], Column]]:
    """The hand of each player, ``(cards, n)``, and the board, a batch of n deals at a time."""
    for first in range(0, deals, BATCH_ROWS):
        rows = min(BATCH_ROWS, deals - first)
        needed = players * cards + board
        dealt = deal(rows, needed, seed=seed, first=first, dead=dead, threads=0)
        yield np.split(dealt[: players * cards], players), dealt[players * cards :]


def compared_deals(
    deals: int,
    players: int,
    cards: int,
    seed: int,
    *,
    dead: Sequence[int],
    board: int = 0,
    rule: Game = GAMES["hold'em"],
) -> pa.RecordBatchReader:
    """Random hands dealt and compared, each with the board that all share; a row for each player.

    ``wins`` counts the deals won alone (in hi-lo, both halves), and ``ties`` those in which a part
    of the pot is won; ``win`` and ``tie`` are their shares of all deals. ``equity`` is the mean
    share of the pot, and ``standard_error`` its error.
    """
    _check(deals, players, cards, dead, board)
    sizes = f"{cards} cards and a board of {board}" if board else f"{cards} cards"
    if not rule.is_hand(cards, board):
        raise UsageError(
            f"hands of {sizes} cannot be compared in {rule.name}; give {rule.hand_sizes}"
        )
    if players < 2 or deals < 2:
        raise UsageError(
            f"{counted(players, 'player')}, {counted(deals, 'deal')}; comparing takes at least 2 "
            "of each"
        )
    win, tie = np.zeros((2, players), np.int64)
    share = np.zeros(players, np.int64)
    share_squares = np.zeros(players, object)  # integers beyond 64 bits
    for hands, shared in _dealt(deals, players, cards, seed, dead, board):
        units = showdown(rule, hands, shared, threads=0).units(POT)
        win += (units == 2 * POT).sum(axis=1)
        tie += ((units > 0) & (units < 2 * POT)).sum(axis=1)
        share += units.sum(axis=1)
        share_squares += (units * units).sum(axis=1).astype(object)
    mean = share / deals / (2 * POT)
    variance = (share_squares / deals / (2 * POT) ** 2).astype(float) - mean**2
    table = pa.table(
        {
            "player": np.arange(1, players + 1),
            "win": win / deals,
            "tie": tie / deals,
            "equity": mean,
            "standard_error": np.sqrt(variance / (deals - 1)),
            "wins": win,
            "ties": tie,
            "losses": deals - win - tie,
            "deals": np.full(players, deals),
            "seed": np.full(players, seed, np.uint64),
        }
    )
    return table.to_reader()


def _check(deals: int, players: int, cards: int, dead: Sequence[int], board: int) -> None:
    if not 1 <= deals <= MOST_DEALS:
        raise UsageError(f"{deals:,} deals; give 1 to {MOST_DEALS:,}")
    if not 1 <= players <= MOST_PLAYERS:
        raise UsageError(f"{counted(players, 'player')}; give 1 to {MOST_PLAYERS}")
    if cards < 1:
        raise UsageError(f"{cards} cards in a hand; give at least 1")
    if not 0 <= board <= 5:
        raise UsageError(f"a board of {board} cards; give 0 to 5")
    left = 52 - len(dead)
    if players * cards + board > left:
        more = f" and {board}" if board else ""
        raise UsageError(f"{players} x {cards}{more} cards are needed; the deck has {left}")
