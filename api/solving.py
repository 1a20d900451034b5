"""Spots after the flop and their solutions."""

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
    """The strategy at a decision. A row is a hole and an action: ``to_polars()``.

    Attributes
    ----------
    line : str
        The actions before it.
    player : str
        ``"oop"`` or ``"ip"``.
    pot : float
        The pot in chips.
    actions : list of str
        ``x`` check, ``b94`` bet of 94 chips, ``r260`` raise to 260 on this street, ``c`` call,
        ``f`` fold.
    holes : (n,) int64
        The possible holes of the player, by ``hole_id``.
    shares : (n, a) float64
        How often each hole takes each action.
    values : (n, a) float64
        The EV of each hole and action from here on, in chips; NaN if it blocks every hole of the
        opponent.
    reach : (n,) float64
        The weight of each hole in his range, times the probability that he plays it to here.
    frequencies : (a,) float64
        How often each action is taken, over all holes that reach the decision.
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
    _board: str  # with the cards dealt so far
    _said: str = ""

    @property
    def aloud(self) -> str:
        """The line in words: ``check, bet 50, raise 150, call``."""
        return line_aloud(self.line)

    def range(self, action: str | None = None) -> Range:
        """The range that reaches the decision, or the part that takes an action, in whole percents.

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
        """A row for each of the 169 hands and each action: the mean of its holes."""
        return rows.hands_table(self._found)

    def kinds(self) -> pa.Table:
        """A row for each kind of made hand and each action, as in ``strategy_by_hand``.

        https://pokerlake.github.io/pokerlake/kinds/ lists the kinds.
        """
        return self._by("made")

    def draws(self) -> pa.Table:
        """The same by kind of draw; a hole counts for each draw that it has."""
        return self._by("draw")

    def categories(self) -> pa.Table:
        """The same by category, from straight flush to high card."""
        return self._by("category")

    def _by(self, by: rows.Kinds) -> pa.Table:
        return rows.kinds_table(self._found, parse_hand(self._board).tolist(), by)

    def acting(self, action: str) -> Rows:
        """The holes that take an action, with weights in whole percents.

        UsageError if there is no such action.
        """
        return Rows(rows.range_table(self._found, text("action", action)))

    def to_arrow(self) -> pa.Table:
        """A row for each hole and action: ``share``, and ``value``, the EV in chips."""
        return rows.holes_table(self._found)

    of_holes = to_arrow

    def for_programs(self, *, nested: bool) -> pa.Table:  # noqa: ARG002 it has no lists
        """A row for each action, as in the table of all decisions."""
        return rows.actions_table([self._found])

    def for_people(self) -> pa.Table:
        """The rows for display."""
        return rows.actions_for_people([self._found])

    def summary(self) -> str:
        """The solver's summary, if the decision was solved on its own."""
        return in_python(self._said)

    def said(self) -> str:
        """The same, in the words of a door."""
        return self._said

    def chart(self, title: str = "") -> Drawn:
        """Draw the decision: each of the 169 hands, divided by its actions.

        UsageError if no hole reaches it.
        """
        from pokerlake.queries.charts import Drawn, solving

        found = solving.decision_of(self._found, self._board)
        return Drawn(solving.strategy_figure(found, text("title", title)))

    def _picture(self) -> Drawn | None:
        return self.chart() if (self._found.reach * self._found.met).any() else None


class OfSpot(ABC):
    """What all solutions share, in a lake or not."""

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
        """For each card after a line that ends a street: the actions of both, and the unit."""

    @abstractmethod
    def said(self) -> str:
        """The summary, in the words of a door."""

    @abstractmethod
    def _decisions(self) -> list[Decision]:
        """The decisions on its board."""

    @property
    @abstractmethod
    def _place(self) -> LakePath | None:
        """The lake it comes from."""

    def chart(self, line: str = "", cards: Any = "", *, title: str = "") -> Drawn:
        """Draw a decision, as :meth:`SolvedDecision.chart` does.

        Parameters and errors are those of :meth:`at`; UsageError too if no hole reaches it.
        """
        return self.at(line, cards).chart(title)

    def range(self, line: str, action: str | None = None, cards: Any = "") -> Range:
        """The range that reaches a decision, or the part that takes an action, in whole percents.

        Parameters and errors are those of :meth:`at` and :meth:`SolvedDecision.range`.
        """
        return self.at(line, cards).range(action)

    def runouts(self, after: str, cards: Any = "") -> RunOuts:
        """How each next card changes a line that ends a street, before the next action.

        Parameters
        ----------
        after : str
            The actions so far: ``"x x"``, ``"x b94 c"``.
        cards : text or cards
            The cards dealt to the board in the line: ``"8c"``.

        Returns
        -------
        RunOuts

        Raises
        ------
        UsageError
            If there is no such line, no card follows it, its cards are others, or the lake does
            not keep the next street.
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
        """How often each action is taken at each decision on this board, by line."""
        found = (decision_of(one, ()) for one in self._decisions())
        return {
            one.line: dict(zip(one.actions, one.frequencies.tolist(), strict=True)) for one in found
        }

    def _picture(self) -> Drawn | None:
        return self.at()._picture()

    def hands(self) -> pa.Table:
        """The same of the first decision."""
        return self.at().hands()

    def kinds(self) -> pa.Table:
        """The same of the first decision."""
        return self.at().kinds()

    def draws(self) -> pa.Table:
        """The same of the first decision."""
        return self.at().draws()

    def categories(self) -> pa.Table:
        """The same of the first decision."""
        return self.at().categories()

    def of_holes(self) -> pa.Table:
        """A row for each hole and action at the first decision."""
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

        Counts streets that begin with two players. Each bet or raise maps to the nearest size of
        the tree, in percent of the pot after a call. The loss is measured against the solution:
        the mean EV of the hands at the decision, less their EV at the population's frequencies.
        Which hands the population takes an action with is unknown. The loss assumes the best ones,
        so it is a lower bound.

        Parameters
        ----------
        where : mapping or list of text, optional
            Conditions on columns of ``opportunities``, as in ``stats``. Choose decisions that
            resemble this spot: ``{"spr": (2, 5), "suits": "two-tone"}``.
        player : str, optional
            One player; ``hero`` is the owner of the files.
        least : int
            Leaves out decisions that the population met fewer times.
        lake : str or Path, optional
            The lake with the hands.

        Returns
        -------
        Population
            A row for each action. The surest losses come first, by the lower end of the 95 %
            interval.

        Raises
        ------
        UsageError
            If decisions lack a column, or there are too few.
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
        """The possible actions in the spot, line by line."""
        from .solutions.bet_trees import BetTree

        spot = self._spot()
        return BetTree(spot.told(spot.pot), spot.told(spot.stack), spot.betting.chip, self._tree())

    def lines(self) -> list[str]:
        """The lines that lead to decisions, on all streets."""
        tree = self._tree()
        return [tree.line(node) for node in range(len(tree)) if tree.kind[node] == DECISION]

    def to_arrow(self) -> pa.Table:
        """A row for each action: its frequency, its EV, and the range that takes it."""
        return rows.actions_table(self._decisions())

    def for_people(self) -> pa.Table:
        """The rows for display."""
        return rows.actions_for_people(self._decisions())


@dataclass(frozen=True, repr=False, eq=False)
class Solved(OfSpot, Result):
    """An epsilon-equilibrium of a spot. Rows are actions of all decisions on its board.

    Attributes
    ----------
    values : (2,) float64
        The EV of each player in chips of the pot, the one out of position first; with prizes his
        expected prize.
    equities : (2,) float64
        The equity of each player: his share of the pot without betting.
    exploitability : float
        What a best response gains, as a share of the pot, the mean of both players.
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
        """Whether the exploitability is at most ``to``."""
        return self._solution.reached

    @property
    def gains(self) -> Floats:
        """The gain of each player's best response, as a share of the pot: ``(2,)`` float64."""
        return np.array(self._solution.gains) / self._solution.pot

    def missed(self) -> str:
        """``to`` if the exploitability is larger, else None."""
        return "" if self.reached else "to"

    def at(self, line: str = "", cards: Any = "") -> SolvedDecision:
        """What the player does whose turn it is after a line.

        Parameters
        ----------
        line : str
            The actions so far: ``"x b94 c"``; empty for the first to act.
        cards : text or cards
            The cards dealt to the board so far: ``"8c"``.

        Raises
        ------
        UsageError
            If there is no such line, no player decides there, or its cards are others.
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

        He takes actions as often as his habits say; a model chooses the hands, see
        :func:`~pokerlake.engine.solving.locking.modelled_shares`. On later streets he plays
        optimally.

        Parameters
        ----------
        player : str
            ``"oop"`` or ``"ip"``.
        habits : mapping, optional
            Frequencies of actions by line: ``{"b50": {"f": 0.6}}``. Other actions share the rest.
            Without it, habits are counted from the hands in the lake, as :func:`habits` does. Text
            is either conditions on the decisions to count, ``"player!=Ann; spr<3"``, or the name
            of a file from ``pokerlake habits``.
        where : mapping or list of text, optional
            The same conditions, as :func:`habits` takes them.
        least : int
            The least number of decisions for a habit; others are left out.
        lake : str or Path, optional
        to, iterations, threads
            As in :func:`solve`; by default those of this solution.

        Returns
        -------
        Countered

        Raises
        ------
        UsageError
            If no decision has enough hands, or the habits are invalid.
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
        """What a player's locks cost him, and at which decisions, on all streets.

        Best responses count it, independently of the solver: seconds for a turn, minutes for a
        flop.

        Parameters
        ----------
        whose : str, optional
            ``"oop"`` or ``"ip"``; by default the only player with locks. UsageError if he has
            none, or both have locks and neither is named.
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
        """The line below the rows."""
        return in_python(self.said())

    def said(self) -> str:
        """The same, in the words of a door."""
        solution = self._solution
        lines = (rows.summary(solution), rows.not_reached(solution), *self._notes)
        return "\n".join(filter(None, lines))


def decision_of(found: Decision, board: Sequence[int], said: str = "") -> SolvedDecision:
    """A decision for display, of a spot with this board."""
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
        The player against the habits.
    gain : float
        His EV in chips above that of the equilibrium strategy, against the same habits.
    habits : pyarrow.Table
        A row for each line and action: its frequency in the equilibrium, by habit and in this
        solution, and the number of decisions behind the habit.
    left : list of str
        Decisions with too few hands; the opponent plays optimally there.
    """

    player: str
    gain: float
    habits: pa.Table
    left: list[str]


@dataclass(frozen=True)
class Solver:
    """Solves spots to the wanted exploitability, and reports progress."""

    to: Any = spots.DEFAULT_TO
    iterations: int = 1000
    threads: int = 0
    compress: bool = False
    on_disk: Any = None

    def __call__(self, spot: Spot) -> Solution:
        """The solution of a spot."""
        return spots.solution_of(spot, **vars(self), report=self.report())

    def report(self) -> Callable[[int, float], None]:
        """The callback for progress."""
        from pokerlake.pipelines.solving.solved import part_done

        tell, first, goal = telling(), list[float](), spots.share_of("to", self.to)

        def report(done: int, gain: float) -> None:
            first.append(gain)
            words = f"iteration {done:,}, exploitability {100 * gain:.3g} % of the pot"
            tell.count(int(100 * part_done(first[0], gain, goal)), 100, words)

        return report


def given_spot(given: Mapping[str, Any], lake: LakePath | None, *, kept: bool = False) -> GivenSpot:
    """The spot for the arguments of ``solve``; if ``kept``, with ranges as the lake keeps them."""

    def weights(named: Any) -> Floats:
        return Range(named, lake=lake).weights

    names = {field.name for field in FIELDS}
    parts = {name: value for name, value in given.items() if name in names}
    text_of = (lambda named: format_range(weights(named))) if kept else None
    return spot_after_flop(parts, weights, text_of, is_none=lambda part: part is None)


def solved(
    read: GivenSpot, habits: tuple[habits_of.Habit, ...], lake: LakePath | None, solver: Solver
) -> Solved:
    """The solution of a spot whose players keep to habits."""
    equilibrium = found = solver(read.spot)
    notes = [read.said] if read.said else []
    if habits:
        against = counter.counter(equilibrium, habits, solver)
        found, notes = against.solution, [*notes, *counter.told(against)]
    return Solved(*said_of(found), found, solver, equilibrium, habits, lake, tuple(notes))


def said_of(found: Solution) -> tuple[Floats, Floats, float, int, float]:
    """The summary of a solution: values, equities, exploitability, iterations, seconds."""
    return (
        np.array([*map(found.spot.worth, found.values)]), np.array(found.equities),
        found.exploitability / found.pot,
        found.iterations, found.seconds,
    )  # fmt: skip


def _habits(spot: Spot, player: str, given: Any) -> list[habits_of.Habit]:
    """Habits given by hand, as frequencies by line and action."""
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
    """Counted habits: from hands of the lake, or from a file."""
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
