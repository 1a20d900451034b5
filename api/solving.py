"""Spots after the flop: ranges, cards and chips as people give them, and their solutions."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from pokerlake.catalogue import HOLDEM
from pokerlake.engine.cards.holes import HOLES
from pokerlake.engine.cards.layout import one_hand
from pokerlake.engine.cards.text import format_hand, parse_hand
from pokerlake.engine.given import shown
from pokerlake.engine.ranges.notation import format_range
from pokerlake.engine.solving.sizes import PLAYERS
from pokerlake.engine.solving.tree import DECISION
from pokerlake.engine.solving.units import told
from pokerlake.engine.solving.written import line_aloud, short_line
from pokerlake.queries.answers.solving import costs, counter, rows, spots
from pokerlake.queries.answers.solving import habits as habits_of
from pokerlake.queries.answers.solving.habits import LEAST
from pokerlake.queries.questions.fields import of_field
from pokerlake.queries.questions.spots import FIELDS, spot_after_flop
from pokerlake.queries.questions.telling import telling
from pokerlake.queries.reading import reading
from pokerlake.queries.results import Result, Rows
from pokerlake.tables.errors import UsageError, in_python
from pokerlake.tables.lake import lake_path

from .given import LakePath, place_of, text, whole
from .ranges import Range
from .solutions.run_outs import RunOuts

if TYPE_CHECKING:
    import pyarrow as pa

    from pokerlake.engine.solving import Decision, Solution, Spot, Tree
    from pokerlake.engine.solving.solving import RunOut
    from pokerlake.queries.answers.solving.costs import StrategyCost
    from pokerlake.queries.answers.solving.spots import GivenSpot
    from pokerlake.queries.charts import Drawn

    from .played.population import Population
    from .solutions.bet_trees import BetTree

Floats = npt.NDArray[np.float64]

_CONDITIONS = re.compile(r"\s*\w+\s*[=<>!]")


@dataclass(frozen=True, repr=False, eq=False)
class SolvedDecision(Result):
    """What a player does at a decision. Rows are its holes, with each action: ``to_polars()``.

    Attributes
    ----------
    line : str
        What came before.
    player : str
        ``"oop"`` or ``"ip"``.
    pot : float
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
    pot: float
    actions: list[str]
    holes: npt.NDArray[np.int64]
    shares: Floats
    values: Floats
    reach: Floats
    frequencies: Floats
    _found: Decision
    _board: str  # with the cards that are dealt by then
    _said: str = ""

    @property
    def aloud(self) -> str:
        """The line in words: ``check, bet 50, raise 150, call``."""
        return line_aloud(self.line)

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

    def kinds(self) -> pa.Table:
        """A row for each kind of made hand and action, as ``strategy_by_hand``.

        https://pokerlake.github.io/pokerlake/kinds/ has the kinds.
        """
        return self._by("made")

    def draws(self) -> pa.Table:
        """The same of draws: a hole counts for each that it has."""
        return self._by("draw")

    def categories(self) -> pa.Table:
        """The same of categories, from straight flush to high card."""
        return self._by("category")

    def _by(self, by: rows.Kinds) -> pa.Table:
        return rows.kinds_table(self._found, parse_hand(self._board).tolist(), by)

    def acting(self, action: str) -> Rows:
        """The holes that take an action, with their weights in whole percents.

        UsageError if there is no such action.
        """
        return Rows(rows.range_table(self._found, text("action", action)))

    def to_arrow(self) -> pa.Table:
        """A row for each hole and action: ``share``, and ``value`` in chips."""
        return rows.holes_table(self._found)

    of_holes = to_arrow

    def for_programs(self, *, nested: bool) -> pa.Table:  # noqa: ARG002 it has no lists
        """A row for each action, as of all decisions."""
        return rows.actions_table([self._found])

    def for_people(self) -> pa.Table:
        """The rows as they are shown."""
        return rows.actions_for_people([self._found])

    def summary(self) -> str:
        """How it was solved, if that was done for it alone."""
        return in_python(self._said)

    def said(self) -> str:
        """The same in the words of either door."""
        return self._said

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

    values: Floats

    @abstractmethod
    def at(self, line: str = "", cards: Any = "") -> SolvedDecision:
        """What the player does whose turn it is after a line."""

    @abstractmethod
    def _spot(self) -> Spot:
        """What was solved."""

    @abstractmethod
    def _tree(self) -> Tree:
        """The tree of the spot."""

    @abstractmethod
    def _run_outs(self, line: str, dealt: list[int]) -> tuple[list[RunOut], list[list[str]], float]:
        """What each card makes of a line that ends a street, both's actions, and the unit."""

    @abstractmethod
    def said(self) -> str:
        """What is said of it, in the words of either door."""

    @abstractmethod
    def _decisions(self) -> list[Decision]:
        """The decisions on its board."""

    @property
    @abstractmethod
    def _place(self) -> LakePath | None:
        """The lake that it is asked of."""

    def chart(self, line: str = "", cards: Any = "", *, title: str = "") -> Drawn:
        """The picture of a decision, as of :meth:`SolvedDecision.chart`.

        Parameters and errors are those of :meth:`at`; UsageError too if nobody comes there.
        """
        return self.at(line, cards).chart(title)

    def range(self, line: str, action: str | None = None, cards: Any = "") -> Range:
        """The range that comes to a decision, or what of it takes an action, in whole percents.

        Parameters and errors are those of :meth:`at` and :meth:`SolvedDecision.range`.
        """
        return self.at(line, cards).range(action)

    def runouts(self, after: str, cards: Any = "") -> RunOuts:
        """What each next card makes of a line that ends a street, before anybody acts behind it.

        Parameters
        ----------
        after : str
            The actions so far: ``"x x"``, ``"x b94 c"``.
        cards : text or cards
            What was dealt to the board before: ``"8c"``.

        Returns
        -------
        RunOuts

        Raises
        ------
        UsageError
            If there is no such line, no card is dealt behind it, other cards are dealt before, or
            the lake does not keep the street behind it.
        """
        with reading("cards", cards):
            dealt = [int(card) for card in one_hand(cards, "cards")]
        try:
            line = short_line(text("after", after))
            found, actions, unit = self._run_outs(line, dealt)
        except ValueError as error:
            raise UsageError(str(error)) from error
        return RunOuts(line, rows.run_outs_table(found, actions, unit), self.said())

    @property
    def ev(self) -> Floats:
        """The same as ``values``."""
        return self.values

    @property
    def strategy(self) -> dict[str, dict[str, float]]:
        """How often each action is taken at each decision on the board, by line."""
        found = (decision_of(one, ()) for one in self._decisions())
        return {
            one.line: dict(zip(one.actions, one.frequencies.tolist(), strict=True)) for one in found
        }

    def _picture(self) -> Drawn | None:
        return self.at()._picture()

    def hands(self) -> pa.Table:
        """As of the first decision."""
        return self.at().hands()

    def kinds(self) -> pa.Table:
        """As of the first decision."""
        return self.at().kinds()

    def draws(self) -> pa.Table:
        """As of the first decision."""
        return self.at().draws()

    def categories(self) -> pa.Table:
        """As of the first decision."""
        return self.at().categories()

    def of_holes(self) -> pa.Table:
        """A row for each hole and action of the first decision."""
        return self.at().to_arrow()

    def acting(self, action: str) -> Rows:
        """The holes that take an action at the first decision."""
        return self.at().acting(action)

    def population(
        self,
        where: Any = None,
        *,
        player: Any = "",
        least: int = LEAST,
        lake: LakePath | None = None,
    ) -> Population:
        """What players of imported hands do at the decisions of this street, beside the solution.

        Of streets that two players began. Each bet and raise counts as the nearest of the tree, by
        its size in percent of the pot after a call. What is lost is in the solution's own terms:
        the mean of what the hands that come to the decision win against the solution, less what
        they win if actions are taken as often as the population takes them. Which hands take them
        nobody knows: it is reckoned with those that do best, so it is what is lost at least.

        Parameters
        ----------
        where : mapping or list of text, optional
            Conditions on columns of ``opportunities``, as of ``stats``; they should choose
            decisions that are like this spot: ``{"spr": (2, 5), "suits": "two-tone"}``.
        player : str, optional
            One player; ``hero`` is whose files they are.
        least : int
            Decisions with fewer of the population are left out.
        lake : str or Path, optional
            Where hands are.

        Returns
        -------
        Population
            A row for each action; the decisions whose loss is surest, by the lower end of its 95 %
            interval, stand in front.

        Raises
        ------
        UsageError
            If decisions do not have a column, or too few are known.
        LakeError
            If the lake has no hands.
        """
        from .played.population import population_of

        return population_of(
            self._spot(),
            self._tree(),
            self._decisions(),
            where,
            player,
            least=least,
            lake=lake or self._place,
        )

    def bet_tree(self) -> BetTree:
        """What can be done in the spot, line by line."""
        from .solutions.bet_trees import BetTree

        spot = self._spot()
        return BetTree(spot.told(spot.pot), spot.told(spot.stack), spot.betting.chip, self._tree())

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
        The chips of the pot that each player wins, the one out of position first; with prizes what
        each can expect of them.
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
    _solver: Solver
    _equilibrium: Solution  # before habits
    _habits: tuple[habits_of.Habit, ...]  # that were given with it
    _lake: LakePath | None
    _notes: tuple[str, ...]

    @property
    def reached(self) -> bool:
        """Whether the exploitability is what was asked for by ``to``, or less."""
        return self._solution.reached

    @property
    def gains(self) -> Floats:
        """What each player gains by deviating, as shares of the pot, ``(2,)`` float64."""
        return np.array(self._solution.gains) / self._solution.pot

    def missed(self) -> str:
        """``to`` if it is not as good as was asked for."""
        return "" if self.reached else "to"

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
        spot = self._solution.spot
        return decision_of(told(found, spot), spot.board)

    def _spot(self) -> Spot:
        return self._solution.spot

    def _tree(self) -> Tree:
        return self._solution.tree

    def _decisions(self) -> list[Decision]:
        return [told(one, self._solution.spot) for one in self._solution.decisions()]

    @property
    def _place(self) -> LakePath | None:
        return self._lake

    def _run_outs(self, line: str, dealt: list[int]) -> tuple[list[RunOut], list[list[str]], float]:
        return *self._solution.run_outs(line, dealt), self._solution.spot.worth(1.0)

    def against(
        self,
        player: str,
        habits: Mapping[str, Any] | str | None = None,
        *,
        where: Any = None,
        least: int = LEAST,
        lake: LakePath | None = None,
        to: float | str | None = None,
        iterations: int | None = None,
        threads: int | None = None,
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
            are not given. Without it, habits are counted from the hands in the lake, as
            :func:`habits` does. As text it is conditions, of whose decisions they are,
            ``"player!=Ann; spr<3"``, or the file that ``pokerlake habits`` has written.
        where : mapping or list of text, optional
            The same conditions, as :func:`habits` takes them.
        least : int
            Decisions that a habit is counted from; of fewer it is left out.
        lake : str or Path, optional
        to, iterations, threads
            As of :func:`solve`: those that the spot was solved with, if not given.

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
        how: dict[str, Any] = {"to": to, "iterations": iterations, "threads": threads}
        given = {name: value for name, value in how.items() if value is not None}
        solver = replace(self._solver, **given)
        left: list[str] = []
        if isinstance(habits, Mapping):
            known = _habits(self._solution.spot, player, habits)
        else:
            known, left = _counted(
                self._equilibrium.spot, player, habits or "auto", where,
                least=whole("least", least, 1), lake=lake or self._lake,
            )  # fmt: skip
        by_hand = {habit.line for habit in self._habits} | set(self._equilibrium.spot.locks)
        known = [*self._habits, *(habit for habit in known if habit.line not in by_hand)]
        found = counter.counter(self._equilibrium, known, solver)
        notes = (*(f"left free: {each}" for each in left), *counter.told(found))
        return Countered(
            *said_of(found.solution), found.solution, solver, self._equilibrium, (), lake, notes,
            PLAYERS[1 - PLAYERS.index(player)], found.value - found.before,
            counter.kept_table(found.kept), left,
        )  # fmt: skip

    def cost(self, whose: str = "") -> StrategyCost:
        """What it costs a player to keep to his locks, and at which decisions, on all streets.

        By best responses that know nothing of the solver: seconds for a turn, minutes for a flop.

        Parameters
        ----------
        whose : str, optional
            ``"oop"`` or ``"ip"``. The only one who has locks, if not given. UsageError if that one
            has none, or both have some and none is named.
        """
        locks = self._solution.spot.locks
        sides = costs.sides_of(self._solution.tree, locks)
        side = costs.side_with_locks(whose, sides)
        kept = {line: locks[line] for line, of in zip(locks, sides, strict=True) if of != side}
        free = self._equilibrium
        if free.spot.locks.keys() != kept.keys():
            free = self._solver(replace(free.spot, locks=kept))
        return costs.cost_of(self._solution, free, side)

    def summary(self) -> str:
        """What is said below the rows."""
        return in_python(self.said())

    def said(self) -> str:
        """The same in the words of either door."""
        solution = self._solution
        lines = (rows.summary(solution), rows.not_reached(solution), *self._notes)
        return "\n".join(filter(None, lines))


def decision_of(found: Decision, board: Sequence[int], said: str = "") -> SolvedDecision:
    """A decision as it is shown, of a spot with this board."""
    weight = found.reach * found.met
    total = weight.sum()
    frequencies = weight @ found.shares / total if total else np.full(len(found.actions), np.nan)
    return SolvedDecision(
        found.line, PLAYERS[found.player], found.pot, found.actions, found.holes, found.shares,
        found.values, found.reach, frequencies, found,
        format_hand([*board, *found.dealt]), said,
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


@dataclass(frozen=True)
class Solver:
    """Solves spots as well as was asked, and says how far it is."""

    to: Any = spots.DEFAULT_TO
    iterations: int = 1000
    threads: int = 0
    compress: bool = False
    on_disk: Any = None

    def __call__(self, spot: Spot) -> Solution:
        """The solution of a spot."""
        return spots.solution_of(spot, **vars(self), report=self.report())

    def report(self) -> Callable[[int, float], None]:
        """What tells how far it is."""
        from pokerlake.pipelines.solving.solved import part_done

        tell, first, goal = telling(), list[float](), spots.share_of("to", self.to)

        def report(done: int, gain: float) -> None:
            first.append(gain)
            words = f"iteration {done:,}, deviating gains {100 * gain:.3g} % of the pot"
            tell.count(int(100 * part_done(first[0], gain, goal)), 100, words)

        return report


def given_spot(given: Mapping[str, Any], lake: LakePath | None, *, kept: bool = False) -> GivenSpot:
    """The spot of what ``solve`` takes; with its ranges as the lake keeps them, if ``kept``."""

    def weights(named: Any) -> Floats:
        return Range(named, lake=lake).weights

    names = {field.name for field in FIELDS}
    parts = {name: value for name, value in given.items() if name in names}
    text_of = (lambda named: format_range(weights(named))) if kept else None
    return spot_after_flop(parts, weights, text_of, is_none=lambda part: part is None)


def solved(
    read: GivenSpot, habits: tuple[habits_of.Habit, ...], lake: LakePath | None, solver: Solver
) -> Solved:
    """The solution of a spot with players who keep to habits."""
    equilibrium = found = solver(read.spot)
    notes = [read.said] if read.said else []
    if habits:
        against = counter.counter(equilibrium, habits, solver)
        found, notes = against.solution, [*notes, *counter.told(against)]
    return Solved(*said_of(found), found, solver, equilibrium, habits, lake, tuple(notes))


def said_of(found: Solution) -> tuple[Floats, Floats, float, int, float]:
    """What is said of a solution: values, equities, exploitability, iterations, seconds."""
    return (
        np.array([*map(found.spot.worth, found.values)]), np.array(found.equities),
        found.exploitability / found.pot,
        found.iterations, found.seconds,
    )  # fmt: skip


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


def _counted(
    spot: Spot,
    player: str,
    given: str,
    where: Any,
    *,
    least: int,
    lake: LakePath | None,
) -> tuple[list[habits_of.Habit], list[str]]:
    """Habits that are counted: from hands of the lake, or as a file has them."""
    from pokerlake.queries.files.source import open_source
    from pokerlake.queries.statistics.given import conditions_of
    from pokerlake.queries.statistics.habits import counted
    from pokerlake.queries.statistics.nodes import conditions_at

    given = text("habits", given)
    if given == "auto" or _CONDITIONS.match(given):
        with of_field("habits" if where is None else "where"):
            conditions = conditions_at(where, None, HOLDEM)
            if given != "auto":
                conditions = (*conditions_of(given, "habits"), *conditions)
            found = counted(conditions, lake_path(place_of(lake)))
        rows, called = found.to_arrow().to_pylist(), "the lake"
    else:
        with open_source(given, None) as opened:
            called = opened.name
            rows = [row for batch in opened.batches() for row in batch.to_pylist()]
    side = PLAYERS.index(player)
    return habits_of.habits_of_rows(spot, side, rows, least=least, name=called)
