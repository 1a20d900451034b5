"""Five-card draw for five players who decide before the deal which hands they will play.

A pure strategy is a set of hands: raise with these at every turn, and fold all others. The rules
are those of "Simple Five-Card Draw Poker Strategies" (document 000), in chips:

- All five post an ante of 1. Bets rise by 1, up to 4 a player in a betting round.
- First betting round: players with a hand of their set raise, and the others fold. Two or more
raise
  to the cap, and have put in 5 each. A single player takes the antes, and his bet comes back: he
  wins 4.
- The exchange: all players still in make the usual discard (see :mod:`..draw.hands`).
- Second betting round: players with a hand of their set raise; the others check, and fold to a bet.
  Two or more raise to the cap again, and have put in 9 each; the best of them wins the pot. A
  single player takes the pot as it was. If nobody bets, the best hand wins it. Equal hands share.

After the exchange there are no draws: only the rung of a hand counts, so ``any pair or draw`` then
means any pair or better. The document leaves two points open:

- ``nobody_opens`` says what happens if no hand is in its set at first: the ``antes back``; a
  ``showdown`` after the exchange, for the antes; or ``play on``, with the exchange and the second
  betting round for the antes.
- ``missed_draw`` says what a player does who came in with a draw or a high hand and now has a hand
  outside his set: he ``raises`` anyway, or he ``folds``: he checks, and folds to a bet.
"""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass, field, fields
from typing import Any

import numpy as np
import numpy.typing as npt

from ..cards.suit_symmetry import choose
from ..dealing.deck import require_seed
from ..draw.hands import ACE_HIGH, RUNGS, hand_table
from ..signatures import F64, I64, U8, U16, U32, Bool
from ..threads import over_tasks
from .protocol import Algorithm, Arrays, Learnable, Learned, kept_arrays, take_over
from .tree.flat import GameError

NOBODY_OPENS = ("antes back", "showdown", "play on")
MISSED_DRAW = ("raises", "folds")

ANY_PAIR_OR_DRAW = "any pair or draw"
_NAMES = [f"{rung.removesuffix(' or better')}+" for rung in RUNGS]
STRATEGIES = (*_NAMES[:ACE_HIGH], ANY_PAIR_OR_DRAW, *_NAMES[ACE_HIGH:])

SEATS = 5
UNIT = 60  # winnings are counted in sixtieths of a chip
MIX = 1 << 16  # the shares of a mix sum to this

# The first of the rounds that evaluate a mix. No learner reaches them.
_FRESH = 1 << 62
_LOT = 2048  # rounds dealt at a time: they stay in the cache until they are played
_TOGETHER = 1 << 20

_Lot = tuple[U32, np.uint64, np.uint64, Any]
# The rounds between two changes of the mix: an eighth of those played, within these bounds.
FEWEST_IN_BATCH, MOST_IN_BATCH = 1 << 10, 1 << 13
# The number of rounds that evaluate a mix: as many as were played, within these bounds.
FEWEST_JUDGED, MOST_JUDGED = 1 << 16, 1 << 25
_STATE = "done", "regrets", "sums"


@dataclass(frozen=True)
class Gains:
    """The gain of each pure strategy against opponents who play a mix."""

    rounds: int  # the rounds played
    # (25,): chips a round. The five seats of a round are one observation.
    gain: F64
    standard_error: F64

    @property
    def best(self) -> int:
        """The strategy with the largest gain, which is the exploitability of the mix."""
        return int(self.gain.argmax())


@dataclass(frozen=True)
class ThresholdGame:
    """The game under one reading of its rules.

    Raises
    ------
    If there is no such reading.
        If the reading does not exist.
    """

    nobody_opens: str = "play on"
    missed_draw: str = "folds"

    def __post_init__(self) -> None:
        """Refuse unknown readings."""
        for name, readings in (("nobody_opens", NOBODY_OPENS), ("missed_draw", MISSED_DRAW)):
            reading = getattr(self, name)
            if reading not in readings:
                raise GameError(f"{name} is {reading!r}: give {', '.join(readings)}")

    @property
    def _rules(self) -> tuple[int, bool]:
        return NOBODY_OPENS.index(self.nobody_opens), self.missed_draw == "raises"

    def winnings(self, came: Bool, still: Bool, classes: U16) -> I64:
        """What each player wins in the given rounds, less his own chips.

        Parameters
        ----------
        came, still : (n, 5) bool
            Whether each player's hand is in his set before the exchange, and after it.
        classes : (n, 5) uint16
            The classes of the hands after the exchange.

        Returns
        -------
        (n, 5) int64
            In sixtieths of a chip.

        Raises
        ------
        GameError
            If the arrays do not have the same rows, of five columns each.
        """
        from .draw_thresholds_kernels import settle

        if not came.shape == still.shape == classes.shape == (len(classes), SEATS):
            shapes = ", ".join(str(array.shape) for array in (came, still, classes))
            raise GameError(f"arrays of shapes {shapes}: three of (n, {SEATS}) are needed")
        won = np.empty(classes.shape, np.int64)
        settle(came.astype(np.uint8), still.astype(np.uint8), classes, *self._rules, won)
        return won

    def totals(self, mix: I64, rounds: int, *, seed: int, first: int = 0, threads: int = 1) -> I64:
        """What each strategy would have won in some rounds, over all seats.

        In each round all five draw their strategies from the mix. Each strategy is then tried at
        each seat in place of the one drawn.

        Parameters
        ----------
        mix : (25,) int64
            How often each strategy is played, summing to ``MIX``.
        rounds, seed, first
            As in :func:`round_entries`.
        threads : int
            0 for all cores; the result is the same for any number.

        Returns
        -------
        (25,) int64
            In sixtieths of a chip.
        """
        from .draw_thresholds_kernels import add_up

        drawn = _drawn(mix)

        def play(start: int) -> I64:
            totals = np.zeros(len(STRATEGIES), np.int64)
            add_up(*self._lot(drawn, min(_LOT, rounds - start), seed, first + start), totals)
            return totals

        lots = over_tasks(play, range(0, rounds, _LOT), threads)
        return sum(lots, np.zeros(len(STRATEGIES), np.int64))

    def gains(self, mix: I64, rounds: int, *, seed: int, threads: int = 1) -> Gains:
        """The gain of each strategy over a mix, in rounds that no learner has seen.

        The mix itself wins nothing on average, since all five play it. What it happens to win in a
        round is subtracted from the winnings of the strategies, which reduces the errors.

        Parameters
        ----------
        mix, seed, threads
            As in :meth:`totals`.
        rounds : int
            2 or more.
        """
        from .draw_thresholds_kernels import add_up_products

        drawn = _drawn(mix)
        strategies = len(STRATEGIES)

        def play(start: int) -> tuple[I64, I64]:
            sums = np.zeros(strategies, np.int64)
            products = np.zeros((strategies, strategies), np.int64)
            lot = min(_LOT, rounds - start)
            add_up_products(*self._lot(drawn, lot, seed, _FRESH + start), sums, products)
            return sums, products

        totals = np.zeros(strategies, np.int64)
        products = np.zeros((strategies, strategies), np.int64)
        for start in range(0, rounds, _TOGETHER):
            lots = range(start, min(start + _TOGETHER, rounds), _LOT)
            for lot_totals, lot_products in over_tasks(play, lots, threads):
                totals += lot_totals
                products += lot_products
        # The mean of each strategy less the mix in a round, and the mean of its square.
        less_mix = np.eye(strategies) - mix / MIX
        mean = less_mix @ totals / rounds
        squares = np.einsum("si,ij,sj->s", less_mix, products / rounds, less_mix)
        variance = np.maximum(squares - mean**2, 0) / (rounds - 1)
        return Gains(rounds, mean / (SEATS * UNIT), np.sqrt(variance) / (SEATS * UNIT))

    def _lot(self, drawn: U8, rounds: int, seed: int, first: int) -> _Lot:
        """The arguments of the kernels that add up: the rounds dealt, and the players."""
        from .draw_thresholds_kernels import Players

        held = round_entries(rounds, seed=seed, first=first)
        return (
            held,
            np.uint64(seed),
            np.uint64(first),
            Players(drawn, *strategy_sets(), *self._rules),
        )


def round_entries(rounds: int, *, seed: int, first: int = 0) -> U32:
    """The hands of the five players before and after the exchange.

    Each round is dealt from its number alone, by any thread. All players make the usual exchange,
    even those who fold later; this does not change the odds of the cards that the others draw.

    ``seed``: 0 .. 2**64 - 1. Returns (rounds, 10) uint32: entries of
    :func:`..draw.hands.hand_table`: the hands dealt to seats 1 .. 5, and their hands after the
    exchange. Raises ValueError if the seed is out of range or a number is negative.
    """
    from .draw_thresholds_kernels import deal_rounds

    require_seed(seed)
    if min(rounds, first) < 0:
        raise ValueError(f"{rounds} rounds from {first} on: neither may be negative")
    held = np.empty((rounds, 2 * SEATS), np.uint32)
    deal_rounds(np.uint64(seed), np.uint64(first), hand_table(), choose(), held)
    return held


@functools.cache
def strategy_sets() -> tuple[U8, U8]:
    """The hands in the set of each strategy: ``(25, 48)``, and after the exchange ``(25, 24)``.

    1 marks the rungs in the set; rungs from 24 on are those of hands with a four-flush or an
    open-ended straight draw. Both are read-only.
    """
    after = np.zeros((len(STRATEGIES), len(RUNGS)), np.uint8)
    for strategy, name in enumerate(STRATEGIES):
        worst = ACE_HIGH - 1 if name == ANY_PAIR_OR_DRAW else _NAMES.index(name)
        after[strategy, : worst + 1] = 1
    before = np.concatenate([after, after], axis=1)
    before[STRATEGIES.index(ANY_PAIR_OR_DRAW), len(RUNGS) :] = 1
    before.flags.writeable = after.flags.writeable = False
    return before, after


def rounded_mix(weights: F64 | I64) -> I64:
    """A mix in proportion to weights, in whole shares of ``MIX``; the largest remainders round up.

    The weights, ``(25,)``, are not negative. If all are 0, the mix is uniform.
    """
    total = math.fsum(weights)  # the same on any machine, which a sum of NumPy need not be
    exact = MIX * (weights / total if total > 0 else np.full(len(weights), 1 / len(weights)))
    mix: I64 = np.floor(exact).astype(np.int64)
    mix[np.argsort(mix - exact, kind="stable")[: MIX - mix.sum()]] += 1
    return mix


def _drawn(mix: I64) -> U8:
    """The strategy for each random number below ``MIX``."""
    if mix.shape != (len(STRATEGIES),) or mix.min() < 0 or mix.sum() != MIX:
        raise GameError(
            f"a mix of {mix.sum()} shares among {mix.size} strategies: "
            f"{MIX} among {len(STRATEGIES)} are needed, none negative"
        )
    return np.repeat(np.arange(len(mix), dtype=np.uint8), mix)


@dataclass(eq=False)
class ThresholdLearner:
    """A run in which all five players share one mix of pure strategies.

    After each batch of rounds the regret of every strategy grows by what it would have won more
    than the mix. The next mix is proportional to the positive regrets: regret matching (Hart,
    Mas-Colell 2000). The result is the mean of the mixes, each weighted by the rounds it was played
    and by the square of the rounds played before, so that the first mixes are soon forgotten.
    Regrets with a floor of 0, as in regret matching+, leave more weight on strategies that are
    never good. The mean provably converges to an equilibrium only for two players: with five,
    rounds that the learner has not seen measure how near it is (:meth:`ThresholdGame.gains`).
    """

    game: ThresholdGame
    seed: int
    done: int = 0  # rounds played
    # (25,): how much more each strategy would have won, over all rounds and seats, in
    # ``1 / (UNIT * MIX)`` chips: whole numbers, so that the run is the same on any machine.
    regrets: I64 = field(default_factory=lambda: np.zeros(len(STRATEGIES), np.int64))
    # (25,): the sums of the weighted mixes.
    sums: F64 = field(default_factory=lambda: np.zeros(len(STRATEGIES)))

    @classmethod
    def begin(cls, *, seed: int = 1, **reading: str) -> ThresholdLearner:
        """Begin a run; the reading is the fields of :class:`ThresholdGame`.

        Raises GameError or ValueError.
        """
        require_seed(seed)
        return cls(ThresholdGame(**reading), seed)

    def go_on(self, games: int, *, threads: int = 1) -> None:
        """Play whole batches until at least ``games`` rounds are done in all."""
        while self.done < games:
            eighth = self.done // 8 // FEWEST_IN_BATCH * FEWEST_IN_BATCH
            rounds = min(max(eighth, FEWEST_IN_BATCH), MOST_IN_BATCH)
            mix = rounded_mix(np.maximum(self.regrets, 0))
            totals = self.game.totals(mix, rounds, seed=self.seed, first=self.done, threads=threads)
            self.regrets = self.regrets + MIX * totals - (mix * totals).sum()
            self.done += rounds
            self.sums += mix * (rounds / MIX) * float(self.done) ** 2

    @property
    def mix(self) -> I64:
        """How often to play each strategy, ``(25,)`` int64, summing to ``MIX``."""
        return rounded_mix(self.sums)

    def learned(self, *, threads: int = 1) -> Learned:
        """The mean mix, and the gain of each strategy over it; NashConv sums over all five."""
        mix = self.mix
        rounds = min(max(self.done, FEWEST_JUDGED), MOST_JUDGED)
        gains = self.game.gains(mix, rounds, seed=self.seed, threads=threads)
        return Learned(
            player=[0] * len(STRATEGIES),
            state=["before the deal"] * len(STRATEGIES),
            choice=STRATEGIES,
            probability=mix / MIX,
            gain=gains.gain,
            gain_standard_error=gains.standard_error,
            nash_conv=SEATS * float(gains.gain[gains.best]),
            nash_conv_standard_error=SEATS * float(gains.standard_error[gains.best]),
        )

    def arrays(self) -> dict[str, npt.NDArray[Any]]:
        """The state to store."""
        return kept_arrays(self, _STATE)

    def restore(self, arrays: Arrays) -> None:
        """Take over the state of a run created with the same parameters."""
        take_over(self, _STATE, arrays)


LEARNABLES = (
    Learnable(
        "draw-thresholds",
        "five-card draw; raise hands of a set, fold all else",
        5,
        (
            Algorithm(
                "regret",
                "regret matching over pure strategies",
                ThresholdLearner.begin,
                100_000_000,
                parameters={own.name: str(own.default) for own in fields(ThresholdGame)},
            ),
        ),
    ),
)
