"""Prizes that an all-in at the last table of a tournament is worth, over all run-outs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from pokerlake.catalogue import Game

from ..cards.text import CARDS
from ..equity.known import known_counts
from ..ranges.omaha_holes import all_holes
from ..showdowns.evaluate import showdown
from ..signatures import F64, I64, U8, Bool
from .prizes import icm_values

_RIVER = 5
_HALF = 1e-9  # of all chips: less than this counts as no chips


class Pot(NamedTuple):
    """A pot that the cards decide."""

    players: tuple[int, ...]
    chips: float


class Prizes(NamedTuple):
    """Of each player, ``(n,)``, in the unit of the prizes."""

    expected: F64  # when the betting is over, the mean over all run-outs
    deviation: F64  # the standard deviation over them


def prizes_of(stacks: F64, before: F64, prizes: Sequence[float]) -> F64:
    """The worth of stacks after a hand, ``(n,)``: by ICM, and by place for players who are out.

    ``stacks``: (n,), of everybody in the tournament, 0 for those eliminated in this hand. Of these,
    the player who had more ``before`` it gets the better place, and equal stacks share places.
    ``prizes``: of the n places, the first prize first.
    """
    values = np.zeros(len(stacks))
    there = np.flatnonzero(stacks > _HALF * stacks.sum())
    if len(there) > 1:
        values[there] = icm_values(stacks[there], prizes[: len(there)], threads=1)
    else:
        values[there] = prizes[0]
    out = np.setdiff1d(np.arange(len(stacks)), there)
    out = out[np.argsort(-before[out], kind="stable")]
    places = np.asarray(prizes, np.float64)[len(there) :]
    for chips in np.unique(before[out]):
        equal = before[out] == chips
        values[out[equal]] = places[equal].mean()
    return values


def all_in_prizes(
    rule: Game,
    left: F64,
    before: F64,
    prizes: Sequence[float],
    pots: Sequence[Pot],
    holes: dict[int, U8],
    board: U8,
) -> Prizes:
    """The prizes that players can expect when the betting is over, before the river.

    ``left``: (n,), each player's chips outside the pots; ``before``: (n,), his stack before the
    hand; ``holes``: of the players in a pot, by player; ``board``: (b,), its cards so far.
    """
    shares, chances = _outcomes(rule, pots, holes, board)
    chips = np.array([pot.chips for pot in pots])
    values = np.array([
        prizes_of(left + (chips[:, None] * share).sum(axis=0), before, prizes)
        for share in _at_table(shares, pots, len(left))
    ])  # fmt: skip
    expected = chances @ values
    return Prizes(expected, np.sqrt(chances @ (values - expected) ** 2))


def _at_table(shares: F64, pots: Sequence[Pot], players: int) -> F64:
    """Shares of pots ``(o, q, m)`` among their players, as shares of all players: ``(o, q, n)``."""
    at_table = np.zeros((*shares.shape[:2], players))
    for number, pot in enumerate(pots):
        at_table[:, number, list(pot.players)] = shares[:, number, : len(pot.players)]
    return at_table


def _outcomes(rule: Game, pots: Sequence[Pot], holes: dict[int, U8], board: U8) -> tuple[F64, F64]:
    """The possible sharings of pots, ``(o, q, m)``, and their probabilities, ``(o,)``."""
    if len(pots) == 1 and len(holes) == 2 and not rule.halves:
        both = np.stack([holes[player] for player in pots[0].players])[:, :, None]
        lost, won, split = known_counts(
            rule, both, board[:, None], np.zeros(1, np.int64), threads=1
        )[0, 0, :, 0].tolist()
        ways = np.array([won, lost, split])
        shares = np.array([[[1.0, 0.0]], [[0.0, 1.0]], [[0.5, 0.5]]])
        return shares[ways > 0], ways[ways > 0] / ways.sum()
    boards = _boards(rule, holes, board)
    order = list(holes)
    each = [np.repeat(holes[player][:, None], boards.shape[1], axis=1) for player in order]
    most = max(len(pot.players) for pot in pots)
    keys = np.zeros(boards.shape[1], np.int64)
    of_pots = []
    for pot in pots:
        members = [each[order.index(player)] for player in pot.players]
        shown = showdown(rule, members, boards)
        halves = [shown.high_best, shown.high_best if shown.low_best is None else shown.low_best]
        of_pots.append(shown.shares)
        for half in halves if rule.halves else halves[:1]:
            keys = np.unique(keys << len(half) | _bits(half), return_inverse=True)[1]
    _, first, ways = np.unique(keys, return_index=True, return_counts=True)
    shares = np.zeros((len(first), len(pots), most))
    for number, share in enumerate(of_pots):
        shares[:, number, : len(share)] = share[:, first].T
    return shares, ways / ways.sum()


def _bits(best: Bool) -> I64:
    """Who of ``(p, n)`` is among the best, a bit each."""
    return np.asarray((best.astype(np.int64) << np.arange(len(best))[:, None]).sum(axis=0))


def _boards(rule: Game, holes: dict[int, U8], board: U8) -> U8:
    """All run-outs of a board, ``(5, n)``."""
    known_cards = {
        *rule.dead,
        *board.tolist(),
        *(int(card) for hole in holes.values() for card in hole),
    }
    live = np.array([card for card in range(len(CARDS)) if card not in known_cards], np.uint8)
    more = live[all_holes(_RIVER - len(board), len(live))].T
    known = np.repeat(board[:, None], more.shape[1], axis=1)
    return np.ascontiguousarray(np.concatenate([known, more]))
