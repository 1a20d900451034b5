"""The luck of players in pots that were decided by cards after the betting was over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from pokerlake.catalogue import GAMES, Game

from ..signatures import F64, I64, U8
from .records import CHIP, Played, Seats
from .sharing_kernels import Showdowns

_CARDS = (0, 3, 4)  # on the board, by the street on which the betting ended
_MOST = 6  # cards in a pack


class _Batch(NamedTuple):
    """Pots with the same game, number of players and number of board cards: n pots of p players."""

    rule: Game
    hand: I64  # (n,)
    places: I64  # (n, p)
    holes: U8  # (p, k, n)
    boards: U8  # (b, n)
    dead: I64  # (n,): cards of others at the showdown, a bit each
    won: I64  # (n, p), of all boards


def luck_of(
    games: Sequence[str],
    over: U8,
    played: Played,
    seats: Seats,
    begins: I64,
    showdowns: Showdowns,
) -> F64:
    """How many chips the cards after the betting gave each player: ``(h, 10)``.

    This is what he collected from the pots that cards decided after the betting ended before the
    river, including any cash-out, less his equity in these pots when it ended; NaN without such
    pots. Only pots count in which the holes of all players are known, in hands with one board at
    that point. Cards of others at the showdown are dead.

    ``games``: of each hand; ``over``: (h,), the street of the last action, 3 or more for hands that
    do not count; ``begins``: (h + 1,), where the rows of each hand's showdowns begin.
    """
    from ..equity.known import known_equities

    luck = np.full(seats.hole.shape, np.nan)
    won = np.zeros(seats.hole.shape)
    for pots in _batches(games, over, played, seats, begins, showdowns):
        share = known_equities(pots.rule, pots.holes, pots.boards, pots.dead, threads=1)
        at = pots.hand[:, None], pots.places
        np.add.at(won, at, pots.won - share * pots.won.sum(axis=1)[:, None])
        luck[at] = 0
    return np.asarray((luck + won + seats.cashed) / CHIP)


def _batches(
    games: Sequence[str], over: U8, played: Played, seats: Seats, begins: I64, showdowns: Showdowns
) -> Iterator[_Batch]:
    size = np.array([*_CARDS, 0])[np.minimum(over, len(_CARDS))]
    boards = played.boards & ((1 << 6 * size) - 1)[:, None]
    counts = (over < len(_CARDS)) & ((played.runs < 2) | (boards[:, 0] == boards[:, 1]))
    every = np.repeat(np.arange(len(over)), np.diff(begins))
    rows = np.flatnonzero(counts[every] & (showdowns.board == 1))
    if not len(rows):
        return
    hand, place = every[rows], showdowns.place[rows].astype(np.int64)
    hole = seats.hole[hand, place]
    held = _sets(hole)
    held[(held < 0) | (np.bitwise_count(held) != played.hole[hand])] = 0
    at_showdown = np.zeros(len(over), np.int64)
    np.bitwise_or.at(at_showdown, hand, held)
    starts = np.flatnonzero(np.diff(hand * 16 + showdowns.pot[rows], prepend=-1))
    pot_hand = hand[starts]
    players = np.diff(np.append(starts, len(rows)))
    on_board = _sets(boards[pot_hand, 0] | size[pot_hand] << 48)
    cards = np.bitwise_or.reduceat(held, starts) | on_board
    # Each card is known, occurs once, and belongs to the deck.
    fine = np.bitwise_count(cards) == players * played.hole[pot_hand] + size[pot_hand]
    fine &= cards & ~played.decks[pot_hand] == 0
    fine &= at_showdown[pot_hand] & on_board == 0
    names, number = np.unique(np.array(games), return_inverse=True)
    kinds = np.stack([number[pot_hand], players, size[pot_hand]])
    for kind in np.unique(kinds[:, fine], axis=1).T:
        pots = np.flatnonzero(fine & (kinds == kind[:, None]).all(axis=0))
        game, p, b = kind.tolist()
        rule, its = GAMES[str(names[game])], pot_hand[pots]
        mine = starts[pots][:, None] + np.arange(p)
        won = np.zeros((len(pots), p), np.int64)
        for run in range(played.boards.shape[1]):
            there = played.runs[its] > run
            won[there] += showdowns.won[rows[mine[there]] + run * p]
        yield _Batch(
            rule,
            its,
            place[mine],
            _cards(hole[mine].T, rule.hole).swapaxes(0, 1),
            _cards(boards[its, 0], b),
            at_showdown[its] & ~cards[pots],
            won,
        )


def _cards(packs: I64, cards: int) -> U8:
    """The cards of packs, one row a card."""
    shifts = 6 * np.arange(cards).reshape(-1, *[1] * packs.ndim)
    return np.asarray(packs >> shifts & 63, np.uint8)


def _sets(packs: I64) -> I64:
    """The cards of packs, a bit each; bit 63 for an unknown card."""
    there = np.arange(_MOST).reshape(-1, 1) < packs >> 48
    bits = np.where(there, np.int64(1) << (packs >> 6 * np.arange(_MOST).reshape(-1, 1) & 63), 0)
    return np.asarray(np.bitwise_or.reduce(bits, axis=0))
