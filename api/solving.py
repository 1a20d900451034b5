"""Spots after the flop: ranges, cards and chips as people give them, and their solutions."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from pokerlake.engine.cards.holes import HOLES
from pokerlake.engine.cards.layout import one_hand
from pokerlake.engine.cards.text import format_hand
from pokerlake.engine.given import shown
from pokerlake.engine.solving.sizes import PLAYERS
from pokerlake.engine.solving.tree import DECISION
from pokerlake.queries.answers.solving import counter, rows, spots
from pokerlake.queries.answers.solving import habits as habits_of
from pokerlake.queries.answers.solving import locks as locks_of
from pokerlake.queries.answers.solving.habits import LEAST
from pokerlake.queries.questions.spots import spot_after_flop
from pokerlake.queries.reading import reading
from pokerlake.queries.results import Result
from pokerlake.queries.words import worded
from pokerlake.tables.errors import UsageError

from .given import LakePath, flag, text, threads_of, whole
from .lakes import query
from .ranges import Range

if TYPE_CHECKING:
    import pyarrow as pa

    from pokerlake.engine.solving import Decision, Solution, Spot, Tree
    from pokerlake.queries.charts import Drawn

Floats = npt.NDArray[np.float64]

MOST_ITERATIONS = 10**7


@dataclass(frozen=True, repr=False, eq=False)
class SolvedDecision(Result):
    """What a player does at a decision. Rows are its holes, with each action: ``to_polars()``.

    Attributes
    ----------
    line : str
        What came before.
    player : str
        ``"oop"`` or ``"ip"``.
    pot : int
        Chips.
    actions : list of str
        ``x`` check, ``b94`` bet of 94 chips, ``r260`` raise to 260 on this street, ``c`` call,
        ``f`` fold.
    holes : (n,) int64
        The holes that he can have, by ``hole_id``.
    shares : (n, a) float64
        How often each takes each action.
    values : (n, a) float64
        The chips that each wins from here on, after each action; NaN where no hole can be met.
    reach : (n,) float64
        The weight of each in his range, times how often he has come here with it.
    frequencies : (a,) float64
        How often each action is taken, over all holes that come here.
    """

    line: str
    player: str
    pot: int
    actions: list[str]
    holes: npt.NDArray[np.int64]
    shares: Floats
    values: Floats
    reach: Floats
    frequencies: Floats
    _found: Decision
    _board: str  # with the cards that are dealt by then

    def range(self, action: str | None = None) -> Range:
        """The range that comes here, or what of it takes an action, in whole percents.

        Raises
        ------
        UsageError
            If there is no such action.
        """
        if action is not None:
            return Range(rows.weights_of_action(self._found, text("action", action)))
        weights = np.zeros(HOLES)
        weights[self.holes] = np.round(self.reach, 2)
        return Range(weights)

    def hands(self) -> pa.Table:
        """A row for each of the 169 hands and action: the mean of its holes."""
        return rows.hands_table(self._found)

    def to_arrow(self) -> pa.Table:
        """A row for each hole and action: ``share``, and ``value`` in chips."""
        return rows.holes_table(self._found)

    def for_people(self) -> pa.Table:
        """The rows as they are shown."""
        return rows.actions_for_people([self._found])

    def chart(self, title: str = "") -> Drawn:
        """The picture of the decision: each of the 169 hands divided by what it does.

        UsageError if nobody comes here.
        """
        from pokerlake.queries.charts import Drawn, solving

        found = solving.decision_of(self._found, self._board)
        return Drawn(solving.strategy_figure(found, text("title", title)))

    def _picture(self) -> Drawn | None:
        return self.chart() if (self._found.reach * self._found.met).any() else None


class OfSpot(ABC):
    """What solutions have in common, whether the lake has them or not."""

    @abstractmethod
    def at(self, line: str = "", cards: Any = "") -> SolvedDecision:
        """What the player does whose turn it is after a line."""

    @abstractmethod
    def _tree(self) -> Tree:
        """The tree of the spot."""

    @abstractmethod
    def _decisions(self) -> list[Decision]:
        """The decisions on its board."""

    def chart(self, line: str = "", cards: Any = "", *, title: str = "") -> Drawn:
        """The picture of a decision, as of :meth:`SolvedDecision.chart`.

        Parameters and errors are those of :meth:`at`; UsageError too if nobody comes there.
        """
        return self.at(line, cards).chart(title)

    def _picture(self) -> Drawn | None:
        return self.at()._picture()

    def lines(self) -> list[str]:
        """The lines that lead to decisions, on all streets."""
        tree = self._tree()
        return [tree.line(node) for node in range(len(tree)) if tree.kind[node] == DECISION]

    def to_arrow(self) -> pa.Table:
        """A row for each action: how often, what it wins, and the range that takes it."""
        return rows.actions_table(self._decisions())

    def for_people(self) -> pa.Table:
        """The rows as they are shown."""
        return rows.actions_for_people(self._decisions())


@dataclass(frozen=True, repr=False, eq=False)
class Solved(OfSpot, Result):
    """An epsilon-equilibrium of a spot. Rows are actions of all decisions on its board.

    Attributes
    ----------
    values : (2,) float64
        The chips of the pot that each player wins, the one out of position first.
    equities : (2,) float64
        Their shares of the pot if nobody bets.
    exploitability : float
        The share of the pot that deviating gains, the mean of both players: how far it is from an
        equilibrium.
    iterations : int
    seconds : float
    """

    values: Floats
    equities: Floats
    exploitability: float
    iterations: int
    seconds: float
    _solution: Solution

    @property
    def reached(self) -> bool:
        """Whether the exploitability is what was asked for by ``to``, or less."""
        return self._solution.reached

    def at(self, line: str = "", cards: Any = "") -> SolvedDecision:
        """What the player does whose turn it is after a line.

        Parameters
        ----------
        line : str
            The actions so far: ``"x b94 c"``; nothing for who acts first.
        cards : text or cards
            What was dealt to the board by then: ``"8c"``.

        Raises
        ------
        UsageError
            If there is no such line, nobody decides there, or other cards are dealt by then.
        """
        with reading("cards", cards):
            dealt = one_hand(cards, "cards")
        try:
            found = self._solution.at(text("line", line), [int(card) for card in dealt])
        except ValueError as error:
            raise UsageError(str(error)) from error
        return decision_of(found, self._solution.spot.board)

    def _tree(self) -> Tree:
        return self._solution.tree

    def _decisions(self) -> list[Decision]:
        return list(self._solution.decisions())

    def against(
        self,
        player: str,
        habits: Mapping[str, Any] | None = None,
        *,
        name: str = "*",
        without: str = "*",
        least: int = LEAST,
        lake: LakePath | None = None,
        to: float | str = spots.DEFAULT_TO,
        iterations: int = 1000,
        threads: int = 0,
    ) -> Countered:
        """Solve the spot again against a player who keeps to habits on the street of the board.

        He takes actions as often as habits say, with hands that a model chooses: see
        :func:`~pokerlake.engine.solving.locking.modelled_shares`. Elsewhere he plays as well as he
        can.

        Parameters
        ----------
        player : str
            ``"oop"`` or ``"ip"``.
        habits : mapping, optional
            Shares of actions by line: ``{"b50": {"f": 0.6}}``. What is left is for the actions that
            are not given. Without it, habits are counted from the hands in the lake, as the query
            ``habits`` does.
        name, without : str
            Whose hands: those of a player, or of all but one; ``"*"`` is all.
        least : int
            Decisions that a habit is counted from; of fewer it is left out.
        lake : str or Path, optional
        to, iterations, threads
            As of :func:`solve`.

        Returns
        -------
        Countered

        Raises
        ------
        UsageError
            If too little is known of all decisions, or habits are none.
        LakeError
            If the lake has no hands.
        """
        if player not in PLAYERS:
            raise UsageError(f"player is {shown(player)}; give 'oop' or 'ip'")
        side, spot = PLAYERS.index(player), self._solution.spot
        if habits is None:
            asked = query("habits", lake=lake, player=name, without=without)
            known, left = habits_of.habits_of_rows(
                spot, side, asked.to_arrow_table().to_pylist(), least=whole("least", least, 1),
                name="the query habits",
            )  # fmt: skip
        else:
            known, left = _habits(spot, player, habits), []

        def again(spot: Spot) -> Solution:
            return spots.solution_of(
                spot, to=to, iterations=whole("iterations", iterations, 1, MOST_ITERATIONS),
                threads=threads_of(threads), compress=self._solution.compressed,
            )  # fmt: skip

        found = counter.counter(self._solution, known, again)
        return Countered(
            *_said(found.solution), found.solution, PLAYERS[1 - side], found.value - found.before,
            counter.kept_table(found.kept), left,
        )  # fmt: skip

    def summary(self) -> str:
        """What is said below the rows."""
        missed = rows.not_reached(self._solution, words=rows.IN_PYTHON)
        return "\n".join(filter(None, [rows.summary(self._solution), missed]))


def decision_of(found: Decision, board: Sequence[int]) -> SolvedDecision:
    """A decision as it is shown, of a spot with this board."""
    weight = found.reach * found.met
    total = weight.sum()
    frequencies = weight @ found.shares / total if total else np.full(len(found.actions), np.nan)
    return SolvedDecision(
        found.line, PLAYERS[found.player], found.pot, found.actions, found.holes, found.shares,
        found.values, found.reach, frequencies, found,
        format_hand([*board, *found.dealt]),
    )  # fmt: skip


@dataclass(frozen=True, repr=False, eq=False)
class Countered(Solved):
    """A solution against a player who keeps to habits. Rows are those of :class:`Solved`.

    Attributes
    ----------
    player : str
        Who plays against the habits.
    gain : float
        Chips of the pot that he wins more than with the strategy of the equilibrium, against the
        same habits.
    habits : pyarrow.Table
        A row for each line and action: how often it is taken in the equilibrium, by habit, and in
        this solution, and the decisions that the habit was counted from.
    left : list of str
        Decisions of which too little is known; the other plays as well as he can there.
    """

    player: str
    gain: float
    habits: pa.Table
    left: list[str]


@worded
def solve(
    oop: Any,
    ip: Any,
    board: Any,
    *,
    pot: int,
    stack: int,
    bets: str | None = None,
    raises: str | None = None,
    oop_bets: str | None = None,
    oop_raises: str | None = None,
    ip_bets: str | None = None,
    ip_raises: str | None = None,
    donks: str | None = None,
    add_all_in: float = 0,
    force_all_in: float = 0,
    merge: float = 0,
    most_raises: int = 0,
    rake: float | str = 0,
    rake_cap: float | None = None,
    locks: Mapping[str, Any] | None = None,
    to: float | str = spots.DEFAULT_TO,
    iterations: int = 1000,
    threads: int = 0,
    compress: bool = False,
    lake: LakePath | None = None,
) -> Solved:
    """Solve a spot after the flop: how two players with known ranges bet, call and fold.

    Parameters
    ----------
    oop, ip : text, Range, cards or weights
        The range of the player out of position, who acts first, and of the one in position.
    board : text or cards
        Three to five cards.
    pot, stack : int
        Chips in the pot, and what each player has left.
    bets, raises : str, optional
        Sizes: ``"33,75"`` percent of the pot, ``"2.5x"`` the bet that is raised, ``"50c"`` chips,
        ``"a"`` all-in; by street ``"33/50/75,a"``. 50 if not given. A raise is in percent of the
        pot after the call. A number below 5 needs its unit: ``"2%"``. ``oop_bets`` and so on are
        those of one player.
    donks : str, optional
        Bets out of position into who bet last on the street before; as ``oop_bets`` if not given.
    add_all_in, force_all_in : float
        All-in is added where at most so many pots are left; and takes the place of bets after whose
        call at most so many are.
    merge : float
        Of sizes that are less than so many pots apart the largest stays.
    most_raises : int
        Bets and raises a street, 0 for any number.
    rake, rake_cap
        The share of the pot that the house takes, ``0.05`` or ``"5%"``, and the most in chips.
    locks : mapping, optional
        Strategies that are kept, by line: shares ``(1326, a)``, or a range for each action but one,
        which gets the rest: ``{"x": {"b50": "AA,KK"}}``.
    to : float or str
        The exploitability to reach, as a share of the pot: ``0.005`` or ``"0.5%"``.
    iterations : int
        At most.
    threads : int
        0 for all cores. The result is the same.
    compress : bool
        Whether regrets and strategies are kept in 16 bits each: half the memory.
    lake : str or Path, optional
        Where percentages of ranges are looked up.

    Returns
    -------
    Solved

    Raises
    ------
    UsageError
        If something is out of its bounds, or the spot does not fit the memory.
    CardError, RangeError
        If something is no card or no range.

    Examples
    --------
    >>> found = solve("AA,76s", "KK,QQ", "As8d5s2c2h", pot=100, stack=100, bets="100")
    >>> found.at().actions
    ['x', 'b100']
    >>> round(float(found.values.sum()), 3)
    100.0
    """
    given = {
        "oop": oop, "ip": ip, "board": board, "pot": pot, "stack": stack, "bets": bets,
        "raises": raises, "oop_bets": oop_bets, "oop_raises": oop_raises, "ip_bets": ip_bets,
        "ip_raises": ip_raises, "donks": donks, "add_all_in": add_all_in,
        "force_all_in": force_all_in, "merge": merge, "most_raises": most_raises, "rake": rake,
        "rake_cap": rake_cap,
    }  # fmt: skip

    def weights(named: Any) -> Floats:
        return Range(named, lake=lake).weights

    spot = spot_after_flop(given, weights, is_none=lambda part: part is None).spot
    if locks:
        kept = {line: _lock(spot, line, shares, lake) for line, shares in locks.items()}
        spot = spots.with_locks(spot, kept)
    found = spots.solution_of(
        spot,
        to=to,
        iterations=whole("iterations", iterations, 1, MOST_ITERATIONS),
        threads=threads_of(threads),
        compress=flag("compress", compress),
    )
    return Solved(*_said(found), found)


def _said(found: Solution) -> tuple[Floats, Floats, float, int, float]:
    """What is said of a solution: values, equities, exploitability, iterations, seconds."""
    return (
        np.array(found.values), np.array(found.equities), found.exploitability / found.spot.pot,
        found.iterations, found.seconds,
    )  # fmt: skip


def _lock(spot: Spot, line: str, given: Any, lake: LakePath | None) -> Floats:
    """Shares of a locked decision, from an array, or from ranges by action."""
    if isinstance(given, Mapping):
        ranges = {action: Range(named, lake=lake).weights for action, named in given.items()}
        return locks_of.shares_of_ranges(spot, line, ranges)
    try:
        return np.asarray(given, np.float64)
    except (TypeError, ValueError):
        raise UsageError(
            f"the lock after {shown(line)} is {shown(given)}; give shares (1326, actions), or "
            "a range for each action but one"
        ) from None


def _habits(spot: Spot, player: str, given: Any) -> list[habits_of.Habit]:
    """Habits of a player by hand, of shares by line and action."""
    if not isinstance(given, Mapping) or not given:
        raise UsageError(f"habits are {shown(given)}; give shares by line, {{'b50': {{'f': 0.6}}}}")
    for line, shares in given.items():
        if not isinstance(shares, Mapping):
            raise UsageError(
                f"the habit after {shown(line)} is {shown(shares)}; give shares by action, "
                "{'f': 0.6}"
            )
    found = [
        habits_of.habit_by_hand(spot, text("line", line), shares) for line, shares in given.items()
    ]
    tree = spot.tree()
    for habit in found:
        if PLAYERS[tree.player[tree.node(habit.line)]] != player:
            raise UsageError(f"after {shown(habit.line)} it is not {player} who decides")
    return found
