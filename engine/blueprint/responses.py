"""How good a blueprint is in the whole game of cards: exact best responses, flop by flop.

A best response to the other player's mean strategy sees all cards, and bets as declared. Below a
flop all turns and rivers are walked. The flops are all, or a sample. Each flop gives values by hole
at the ends of the betting before the flop; everything before the flop follows from these:

- *upper*: the best response for the flops of the sample. It overfits them, so its value is above
  the true one, on average.
- *lower*: its choices before the flop are made on one half of the sample and valued on the other.
  They are not fitted to the flops that follow, so their value is below the true one.

The gains of a response are listed by line and street, see :class:`Gain`.

This code is independent of training.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb, sqrt
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..cards.boards import suit_images
from ..cards.holes import HOLES, dead_holes, meeting
from ..cards.suit_symmetry import hole_images
from ..signatures import F32, F64, I64, U8
from ..solving.lane_steps import LANES
from ..solving.showdown_steps import CARDS
from ..solving.tree import DEAL, DECISION, FOLD
from ..threads import over_tasks, worker_count
from .flop_responses import BucketsOf, FlopResponses
from .lines import Lines

NEVER = 2  # of the responses that begin after the flop: from the turn, from the river, never


@dataclass(frozen=True)
class Flops:
    """Flops up to suits, and the number of the deck's flops that each stands for.

    Attributes
    ----------
    cards : (n, 3) uint8
    weight : (n,) int64
    of : int
        All flops of the deck. If the weights sum to it, these are all flops, else a sample.
    """

    cards: U8
    weight: I64
    of: int


class Estimate(NamedTuple):
    """A number, and its standard error: 0 where all flops are walked.

    It is that of the present choices before the flop; another sample could lead to other choices.
    """

    value: float
    error: float

    def mbb(self, big_blind: int) -> Estimate:
        """The same in thousandths of a big blind, which is worth that many chips."""
        return Estimate(*(1000 * number / big_blind for number in self))


class Worth(NamedTuple):
    """The values of flops where the betting before them ends, over all turns and rivers.

    Chips times the reach of all holes that a hole meets, averaged over the flops that are equal up
    to suits. The scale is such that the mean over a deck's flops is the value of a root.
    """

    # (n, 2, r, 1326): for a response that begins on the flop; by flop, player, root and hole (0 if
    # the flop has a card of it).
    best: F64
    # (n, 3, 2, r): for a response that begins on the turn, on the river, and never; times the
    # player's own reach at the root, all holes together.
    later: F64


class Gain(NamedTuple):
    """The gain from responding on one more street, given a response on all later streets.

    Before that street the player plays his mean strategy. So a player's gains by street and line
    sum to the whole gain of his best response.
    """

    player: int
    street: int | None  # None: all streets of a line from the flop on
    line: str | None  # before the flop; None: all lines; empty on the first street
    least: Estimate  # as of :class:`Exploitability`: only choices before the flop can overfit
    most: Estimate


@dataclass(frozen=True)
class Exploitability:
    """The exploitability of a strategy, in chips a hand; in position is player 1.

    Attributes
    ----------
    value : (Estimate, Estimate)
        The value of the game to each player if both play the strategy.
    upper, lower : (Estimate, Estimate)
        Bounds of the value of each player's best response to the other. They are the same if
        all flops are walked.
    most, least : Estimate
        The exploitability: the mean of both best responses.
    gains : list of Gain
        The gains, in the order of players, streets and lines.
    """

    value: tuple[Estimate, Estimate]
    upper: tuple[Estimate, Estimate]
    lower: tuple[Estimate, Estimate]
    most: Estimate
    least: Estimate
    gains: list[Gain]


class _Plan(NamedTuple):
    """What a player does before the flop."""

    reach: F64  # (r, 1326): of the flop by each line
    settled: float  # his value where somebody folds before the flop, times all deals


class Responses:
    """Best responses of both players to mean strategies.

    Parameters
    ----------
    lines : Lines
        The betting of four streets.
    shares : sequence of (k * a * 16,) float32
        By street, bucket and action: how often it is taken (see ``Training.mean_shares``).
    buckets_of : callable
        The bucket of each hole, (1326,), on a board of 0, 3, 4 or 5 cards: a flop, then a turn and
        a river. Suits that are equivalent on the board must give the same bucket.
    deck : sequence of int
        The cards of the deck, 9 or more.
    threads : int
        0 for all cores. Each takes one flop after the other, and 0.3 GB. Results are the same for
        any number.

    Raises
    ------
    ValueError
        If the game does not have four streets, or the deck is too small.
    """

    def __init__(
        self,
        lines: Lines,
        shares: Sequence[F32],
        buckets_of: BucketsOf,
        deck: Sequence[int] = range(CARDS),
        threads: int = 0,
    ) -> None:
        if len(shares) != 4:
            raise ValueError(f"the game has {len(shares)} streets: best responses need 4")
        if len(deck) < 9:
            raise ValueError(f"a deck of {len(deck)} cards: two holes and a board need 9")
        self.deck = sorted(deck)
        self.threads = worker_count(threads)
        dead = sorted(set(range(CARDS)) - set(deck))
        self._in_deck = ~dead_holes(dead)
        self._below = FlopResponses(lines, shares, buckets_of, self._in_deck, dead)
        self.lines = self._below.lines
        self._first = self._shares_before(buckets_of(()))
        self._reach = [self._reaches(player) for player in range(2)]
        suits = suit_images()
        self._images = [
            image for image in range(len(suits)) if sorted(suits[image][self.deck]) == self.deck
        ]

    def all_flops(self) -> Flops:
        """All flops of the deck, up to suits."""
        raw = np.array(list(combinations(self.deck, 3)))
        images = np.sort(suit_images()[self._images][:, raw].astype(np.int64), axis=2)
        keys = (images @ np.array([CARDS**2, CARDS, 1])).min(axis=0)
        flops, weight = np.unique(keys, return_counts=True)
        cards = np.stack([flops // CARDS**2, flops // CARDS % CARDS, flops % CARDS], axis=1)
        return Flops(cards.astype(np.uint8), weight, len(raw))

    def draw_flops(self, count: int, seed: int) -> Flops:
        """A sample of ``count`` of the deck's flops without repetition, in the order of drawing.

        Flops that are equal up to suits are merged, with their number as the weight.
        """
        flops = self.all_flops()
        raw = np.repeat(np.arange(len(flops.weight)), flops.weight)
        if not 2 <= count <= flops.of:
            raise ValueError(f"{count} flops: give 2 to {flops.of}")
        drawn = np.random.default_rng(seed).permutation(raw)[:count]
        kept, first, weight = np.unique(drawn, return_index=True, return_counts=True)
        order = np.argsort(first)
        return Flops(flops.cards[kept[order]], weight[order], flops.of)

    def values(
        self,
        flops: Flops,
        listener: Callable[[int], object] = lambda _: None,
        kept: Callable[[tuple[int, ...], Callable[[], Worth]], Worth] = lambda _, walk: walk(),
    ) -> Worth:
        """The values of each flop.

        Parameters
        ----------
        flops : Flops
        listener : callable
            Is called with the number of each flop when it is done.
        kept : callable
            Takes a flop and a function that walks it, and returns the function's result, which it
            may know from an earlier run.
        """

        def work(flop: int) -> Worth:
            cards = tuple(flops.cards[flop].tolist())
            worth = kept(cards, lambda: self.walk(cards))
            listener(flop)
            return worth

        worths = over_tasks(work, range(len(flops.cards)), self.threads)
        return Worth(*map(np.concatenate, zip(*worths, strict=True)))

    def walk(self, cards: tuple[int, ...]) -> Worth:
        """The values of one flop."""
        n = len(self.deck)
        scale = comb(n, 3) / (comb(n - 4, 3) * (n - 7) * (n - 8))
        images = hole_images()[self._images]
        raw = self._below.values(cards, self._played_reach)
        best = np.zeros_like(raw[0])
        for image in images:
            best += raw[0][..., image]
        return Worth(best[None] * (scale / len(images)), raw[None, 1:].sum(axis=-1) * scale)

    @property
    def _played_reach(self) -> F64:
        """The reach of both players at each root of the flop with each hole: ``(2, r, 1326)``."""
        return np.stack(self._reach)[:, self.lines.parent[self.lines.roots[1]]]

    def exploitability(self, flops: Flops, worth: Worth) -> Exploitability:
        """The exploitability of the strategies.

        ``worth`` belongs to ``flops``. Lower bounds from a sample need two flops or more.
        """
        weight = flops.weight.astype(np.float64)
        is_all = int(flops.weight.sum()) == flops.of
        halves = np.arange(len(weight)) % 2
        value, upper, lower = [], [], []
        for player in range(2):
            best, mean = worth.best[:, player], worth.later[:, NEVER, player]
            settled = self._plan(player, None).settled
            value.append((settled + mean.sum(axis=-1)) / self._deals)
            whole = self._plan(player, np.average(best, axis=0, weights=weight))
            upper.append(self._won(whole, best))
            lower.append(upper[-1].copy())
            for half in range(0 if is_all else 2):
                there, other = halves == half, halves != half
                plan = self._plan(player, np.average(best[other], axis=0, weights=weight[other]))
                lower[-1][there] = self._won(plan, best[there])
        together, by_half = [np.ones_like(halves)], [halves == 0, halves == 1]
        of_least = together if is_all else by_half

        def estimates(
            won: list[F64], parts: Sequence[npt.NDArray[np.integer]]
        ) -> tuple[Estimate, ...]:
            return tuple(_estimate(row, flops, parts) for row in (*won, (won[0] + won[1]) / 2))

        gains = []
        for player in range(2):
            later = self._gains_after(player, worth)
            known = value[player] + sum(later[street, None] for street in range(1, 4))
            before = [
                _estimate(won[player] - known, flops, parts)
                for won, parts in ((lower, of_least), (upper, together))
            ]
            gains.append(Gain(player, 0, "", *before))
            for (street, line), gain in later.items():
                both = _estimate(gain, flops, together)
                gains.append(Gain(player, street, line, both, both))
        *of_value, _ = estimates(value, together)
        *of_upper, most = estimates(upper, together)
        *of_lower, least = estimates(lower, of_least)
        return Exploitability(
            (of_value[0], of_value[1]), (of_upper[0], of_upper[1]), (of_lower[0], of_lower[1]),
            most, least, gains,
        )  # fmt: skip

    def _gains_after(self, player: int, worth: Worth) -> dict[tuple[int | None, str | None], F64]:
        """Gains from responding from the flop on: by street and by line before the flop, ``(n,)``.

        None stands for all streets, or all lines.
        """
        on_flop = np.einsum("rh,nrh->nr", self._played_reach[player], worth.best[:, player])
        won = np.stack([on_flop, *worth.later[:, :, player].transpose(1, 0, 2)])
        gain = (won[:-1] - won[1:]) / self._deals
        roots = self.lines.roots[1]
        acted = {
            self.lines.line(node): at
            for at, node in enumerate(roots)
            if self.lines.kind[node] == DECISION  # otherwise both are all in
        }
        return {
            **{(street, None): gain[street - 1][:, [*acted.values()]].sum(axis=1)
               for street in range(1, 4)},
            **{(None, line): gain[:, :, at].sum(axis=0) for line, at in acted.items()},
            **{(street, line): gain[street - 1, :, at]
               for street in range(1, 4) for line, at in acted.items()},
        }  # fmt: skip

    @property
    def _deals(self) -> int:
        return comb(len(self.deck), 2) * comb(len(self.deck) - 2, 2)

    def _won(self, plan: _Plan, values: F64) -> F64:
        """The value of a plan, in chips a hand, if each flop were the only one: ``(n,)``."""
        won: F64 = np.einsum("rh,nrh->n", plan.reach, values)
        return (plan.settled + won) / self._deals

    def _shares_before(self, bucket: npt.NDArray[np.integer]) -> dict[int, F64]:
        """How often each hole takes an action: by the node after it, ``(1326,)``."""
        (shaped, *_) = self._below.rounds
        rows = self._below.shares[0].reshape(-1, shaped.slots, LANES)
        return {
            child: rows[bucket, shaped.place[node, 0] + action, shaped.place[node, 1]].astype(float)
            for node, children in enumerate(self.lines.children)
            if self.lines.street[node] == 0 and self.lines.kind[node] == DECISION
            for action, child in enumerate(children)
        }

    def _reaches(self, player: int) -> F64:
        """A player's reach at each node before the flop: ``(n, 1326)``."""
        reaches = np.zeros((len(self.lines), HOLES))
        reaches[0] = self._in_deck
        for node in np.flatnonzero(self.lines.street == 0)[1:].tolist():
            above = int(self.lines.parent[node])
            acts = self.lines.player[above] == player
            reaches[node] = reaches[above] * (self._first[node] if acts else 1)
        return reaches

    def _plan(self, player: int, best: F64 | None) -> _Plan:
        """A player's plan before the flop by the values of the roots, or by his mean strategy."""
        lines = self.lines
        root = {int(lines.parent[node]): at for at, node in enumerate(lines.roots[1])}
        folds = {
            int(node): self._folded(player, int(node))
            for node in np.flatnonzero((lines.street == 0) & (lines.kind == FOLD))
        }
        taken: dict[int, F64] = {} if best is not None else self._first

        def worth(node: int) -> F64:
            value: F64
            if lines.kind[node] == FOLD:
                return folds[node]
            if lines.kind[node] == DEAL:
                assert best is not None
                value = best[root[node]]
                return value
            below = np.stack([worth(child) for child in lines.children[node]])
            if lines.player[node] != player:
                value = below.sum(axis=0)
                return value
            first = below.argmax(axis=0)
            for action, child in enumerate(lines.children[node]):
                taken[child] = (first == action) * 1.0
            value = below.max(axis=0)
            return value

        if best is not None:
            worth(0)
        reach, settled = np.zeros((len(root), HOLES)), 0.0

        def come(node: int, here: F64) -> None:
            nonlocal settled
            if lines.kind[node] == FOLD:
                settled += float(here @ folds[node])
            elif lines.kind[node] == DEAL:
                reach[root[node]] = here
            else:
                for child in lines.children[node]:
                    come(child, here * taken[child] if lines.player[node] == player else here)

        come(0, self._in_deck.astype(np.float64))
        return _Plan(reach, settled)

    def _folded(self, player: int, node: int) -> F64:
        """A player's values by hole where somebody folds before the flop."""
        other = self._reach[1 - player][node]
        stake = float(self.lines.put_in[node].min())
        won = -stake if self.lines.player[node] == player else stake
        values: F64 = won * self._in_deck * meeting(other)
        return values


def _estimate(won: F64, flops: Flops, parts: Sequence[npt.NDArray[np.integer]]) -> Estimate:
    """The mean over flops and its standard error; each part of a sample has its own mean."""
    drawn = int(flops.weight.sum())
    unseen = 1 - drawn / flops.of
    mean = float(np.average(won, weights=flops.weight))
    variance = 0.0
    for part in parts:
        weight = flops.weight * part
        count = int(weight.sum())
        away = won - np.average(won, weights=weight)
        variance += (weight * away**2).sum() / max(count - 1, 1) * count / drawn**2
    return Estimate(mean, sqrt(variance * unseen))
