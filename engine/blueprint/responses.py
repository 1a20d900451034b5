"""How good a blueprint is in the whole game of cards: exact best responses, flop by flop.

A best response to the mean strategy of the other sees all cards, and bets as declared. Below a flop
all turns and rivers are walked. Flops are all, or a sample, each with what it is worth by hole
where the betting before the flop ends; what is before the flop follows from these:

- *upper*: the response that is best for the flops of the sample. It is too good by what it knows of
  them, so what it wins is above what can be won, on average.
- *lower*: its choices before the flop are taken from one half of the sample, and what they win from
  the other. They know nothing of the flops that follow, so they win less than can be won.

What a response gains is told by line and street, see :class:`Gain`.

Written apart from training.
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

NEVER = 2  # of those who respond later than from the flop on: from the turn, from the river, never


@dataclass(frozen=True)
class Flops:
    """Flops up to suits, and how many of all flops of the deck each stands for.

    Attributes
    ----------
    cards : (n, 3) uint8
    weight : (n,) int64
    of : int
        All flops of the deck. If weights add up to it, these are all, else a sample.
    """

    cards: U8
    weight: I64
    of: int


class Estimate(NamedTuple):
    """A number, and its standard error: 0 where all flops are walked.

    It is that of choices before the flop as they are; on another sample they can be others.
    """

    value: float
    error: float

    def mbb(self, big_blind: int) -> Estimate:
        """The same in thousandths of a big blind of so many chips."""
        return Estimate(*(1000 * number / big_blind for number in self))


class Worth(NamedTuple):
    """What flops are worth where the betting before them ends, turns and rivers all walked.

    Chips times the reach of all holes that a hole meets, mean over the flops that are the same up
    to suits; so scaled that the mean of a deck's flops is what a root is worth.
    """

    # (n, 2, r, 1326): who responds from the flop on; by flop, player, root and hole (0 where the
    # flop has a card of it).
    best: F64
    # (n, 3, 2, r): who responds from the turn on, from the river on, and never; times how often he
    # comes to the root, all holes together.
    later: F64


class Gain(NamedTuple):
    """What a responder gains by responding also on a street, where he does so on all later ones.

    Before that street he plays his mean strategy. So gains of a player by street and line add up
    to what his best response wins more than that.
    """

    player: int
    street: int | None  # None: on all of a line from the flop on
    line: str | None  # before the flop; None: all lines; on the first street empty
    least: Estimate  # as of :class:`Exploitability`: only choices before the flop can be too good
    most: Estimate


@dataclass(frozen=True)
class Exploitability:
    """What can be won against a strategy, in chips a hand; in position is player 1.

    Attributes
    ----------
    value : (Estimate, Estimate)
        What each player wins if both play it.
    upper, lower : (Estimate, Estimate)
        What a best response of each player wins against the other: at most and at least. They are
        the same where all flops are walked.
    most, least : Estimate
        The exploitability: the mean of both best responses.
    gains : list of Gain
        What they gain, in the order of players, streets and lines.
    """

    value: tuple[Estimate, Estimate]
    upper: tuple[Estimate, Estimate]
    lower: tuple[Estimate, Estimate]
    most: Estimate
    least: Estimate
    gains: list[Gain]


class _Plan(NamedTuple):
    """What a player does before the flop."""

    reach: F64  # (r, 1326): how often he comes to the flop by each line
    settled: float  # what he wins where somebody folds before, times all deals


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
        a river. Suits that the board treats alike must be alike.
    deck : sequence of int
        The cards that there are, 9 or more.
    threads : int
        0 is all cores. Each takes one flop after the other, and 0.3 GB. Results are the same for
        any number.

    Raises
    ------
    ValueError
        If the game has not four streets, or the deck is too small.
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
        found, weight = np.unique(keys, return_counts=True)
        cards = np.stack([found // CARDS**2, found // CARDS % CARDS, found % CARDS], axis=1)
        return Flops(cards.astype(np.uint8), weight, len(raw))

    def draw_flops(self, count: int, seed: int) -> Flops:
        """A sample of ``count`` of the deck's flops, none twice; in the order of their drawing.

        Those that are the same up to suits are one with their number as its weight.
        """
        flops = self.all_flops()
        raw = np.repeat(np.arange(len(flops.weight)), flops.weight)
        if not 2 <= count <= flops.of:
            raise ValueError(f"{count} flops: give 2 to {flops.of}")
        drawn = np.random.default_rng(seed).permutation(raw)[:count]
        found, first, weight = np.unique(drawn, return_index=True, return_counts=True)
        order = np.argsort(first)
        return Flops(flops.cards[found[order]], weight[order], flops.of)

    def values(
        self,
        flops: Flops,
        listener: Callable[[int], object] = lambda _: None,
        kept: Callable[[tuple[int, ...], Callable[[], Worth]], Worth] = lambda _, walk: walk(),
    ) -> Worth:
        """What each flop is worth.

        Parameters
        ----------
        flops : Flops
        listener : callable
            Is called with the number of each flop when it is done.
        kept : callable
            Takes a flop, and what walks it; gives what that gives. It may know it from before.
        """

        def work(flop: int) -> Worth:
            cards = tuple(flops.cards[flop].tolist())
            found = kept(cards, lambda: self.walk(cards))
            listener(flop)
            return found

        found = over_tasks(work, range(len(flops.cards)), self.threads)
        return Worth(*map(np.concatenate, zip(*found, strict=True)))

    def walk(self, cards: tuple[int, ...]) -> Worth:
        """What one flop is worth."""
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
        """How often both come to each root of the flop with each hole: ``(2, r, 1326)``."""
        return np.stack(self._reach)[:, self.lines.parent[self.lines.roots[1]]]

    def exploitability(self, flops: Flops, worth: Worth) -> Exploitability:
        """What can be won against the strategies.

        ``worth`` is that of ``flops``. Of a sample, lower bounds need two flops or more.
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
        one, two = [np.ones_like(halves)], [halves == 0, halves == 1]
        of_least = one if is_all else two

        def told(won: list[F64], parts: Sequence[npt.NDArray[np.integer]]) -> tuple[Estimate, ...]:
            return tuple(_estimate(row, flops, parts) for row in (*won, (won[0] + won[1]) / 2))

        gains = []
        for player in range(2):
            later = self._gains_after(player, worth)
            known = value[player] + sum(later[street, None] for street in range(1, 4))
            before = [
                _estimate(won[player] - known, flops, parts)
                for won, parts in ((lower, of_least), (upper, one))
            ]
            gains.append(Gain(player, 0, "", *before))
            for (street, line), gain in later.items():
                both = _estimate(gain, flops, one)
                gains.append(Gain(player, street, line, both, both))
        *of_value, _ = told(value, one)
        *of_upper, most = told(upper, one)
        *of_lower, least = told(lower, of_least)
        return Exploitability(
            (of_value[0], of_value[1]), (of_upper[0], of_upper[1]), (of_lower[0], of_lower[1]),
            most, least, gains,
        )  # fmt: skip

    def _gains_after(self, player: int, worth: Worth) -> dict[tuple[int | None, str | None], F64]:
        """What responding gains from the flop on: by street and line before it, ``(n,)``.

        None: of all streets, or of all lines.
        """
        on_flop = np.einsum("rh,nrh->nr", self._played_reach[player], worth.best[:, player])
        won = np.stack([on_flop, *worth.later[:, :, player].transpose(1, 0, 2)])
        gain = (won[:-1] - won[1:]) / self._deals
        roots = self.lines.roots[1]
        acted = {
            self.lines.line(node): at
            for at, node in enumerate(roots)
            if self.lines.kind[node] == DECISION  # else both are all in
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
        """What a plan wins, in chips a hand, if each flop were the only one: ``(n,)``."""
        won: F64 = np.einsum("rh,nrh->n", plan.reach, values)
        return (plan.settled + won) / self._deals

    def _shares_before(self, bucket: npt.NDArray[np.integer]) -> dict[int, F64]:
        """How often each hole takes an action: by node after it, ``(1326,)``."""
        (shaped, *_) = self._below.rounds
        rows = self._below.shares[0].reshape(-1, shaped.slots, LANES)
        return {
            child: rows[bucket, shaped.place[node, 0] + action, shaped.place[node, 1]].astype(float)
            for node, children in enumerate(self.lines.children)
            if self.lines.street[node] == 0 and self.lines.kind[node] == DECISION
            for action, child in enumerate(children)
        }

    def _reaches(self, player: int) -> F64:
        """How often a player comes to each node before the flop: ``(n, 1326)``."""
        found = np.zeros((len(self.lines), HOLES))
        found[0] = self._in_deck
        for node in np.flatnonzero(self.lines.street == 0)[1:].tolist():
            above = int(self.lines.parent[node])
            acts = self.lines.player[above] == player
            found[node] = found[above] * (self._first[node] if acts else 1)
        return found

    def _plan(self, player: int, best: F64 | None) -> _Plan:
        """What a player does before the flop, by what each root is worth; or his mean strategy."""
        lines = self.lines
        root = {int(lines.parent[node]): at for at, node in enumerate(lines.roots[1])}
        folds = {
            int(node): self._folded(player, int(node))
            for node in np.flatnonzero((lines.street == 0) & (lines.kind == FOLD))
        }
        taken: dict[int, F64] = {} if best is not None else self._first

        def worth(node: int) -> F64:
            found: F64
            if lines.kind[node] == FOLD:
                return folds[node]
            if lines.kind[node] == DEAL:
                assert best is not None
                found = best[root[node]]
                return found
            below = np.stack([worth(child) for child in lines.children[node]])
            if lines.player[node] != player:
                found = below.sum(axis=0)
                return found
            first = below.argmax(axis=0)
            for action, child in enumerate(lines.children[node]):
                taken[child] = (first == action) * 1.0
            found = below.max(axis=0)
            return found

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
        """What a player wins with each hole where somebody folds before the flop."""
        other = self._reach[1 - player][node]
        stake = float(self.lines.put_in[node].min())
        won = -stake if self.lines.player[node] == player else stake
        found: F64 = won * self._in_deck * meeting(other)
        return found


def _estimate(won: F64, flops: Flops, parts: Sequence[npt.NDArray[np.integer]]) -> Estimate:
    """The mean over flops, and its error; each part of a sample has its own mean."""
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
