"""The classes of results and pictures, for type hints: ``def best(result: pk.results.Equities)``.

Calls return them; do not make them by hand. ``help(result)`` says what a result holds.

- ``Result``: what they all share, except ``Drawn``
- ``EquityResult``: of ``equity``
- ``Equities``: of ``equities``
- ``Winners``: of ``winners``
- ``Deals``: of ``deal`` with players
- ``SpotDeals``: of ``deals``
- ``Strength``: of ``strength``, of one hole
- ``Strengths``: of ``strength``, of columns
- ``Outs``: of ``outs``
- ``Hand``: of ``hand``
- ``Hits``: of ``hits``
- ``Habits``: of ``habits``
- ``Shown``: of ``shown``
- ``Statistics``: of ``stats``
- ``Somebody``: of ``somebody``
- ``RangeParts``: of ``range_parts``
- ``Discards``: of ``draw_hand``
- ``DrawDuel``: of ``draw_duel``
- ``Paid``: of ``draw_change``
- ``Amounts``: of ``draw_change(...).each()``
- ``PushFold``: of ``push_fold``
- ``Answered``: of ``pql``
- ``BubbleFactors``: of ``bubble_factors``
- ``Solved``: of ``solve``
- ``SolvedDecision``: of ``solve(...).at(line)``
- ``BetTree``: of ``bet_tree``
- ``Blueprint``: of ``blueprint``
- ``Exploitability``: of ``exploitability``
- ``Resolved``: of ``resolve``
- ``RunOuts``: of ``solve(...).runouts(line)``
- ``StrategyCost``: of ``solve(..., locks=...).cost()``
- ``Countered``: of ``solve(...).against(player)``
- ``PushedPopulation``: of ``push_fold(...).population()``
- ``Population``: of ``solve(...).population()``
- ``SolvedMany``: of ``solve_many``
- ``SolvedSpot``: of ``solved_spot``
- ``Rows``: of ``compare``, ``showing``, ``range_difference``, ``tables`` and ``queries``
- ``Loaded``: of ``load``
- ``Drawn``: of ``chart``, and of ``.chart()``
"""

from __future__ import annotations

from .lazy import loader

TYPE_CHECKING = False  # as in the package itself
if TYPE_CHECKING:
    from .api.blueprints.resolved import Resolved
    from .api.boards import Strengths
    from .api.equities import Equities
    from .api.kinds.hits import Hits
    from .api.played.population import Population
    from .api.played.push_fold import PushedPopulation
    from .api.played.shown import Shown
    from .api.played.shown_hand import Hand
    from .api.played.stats import Statistics
    from .api.push_fold import PushFold
    from .api.showdowns import Deals, SpotDeals, Winners
    from .api.solutions.bet_trees import BetTree
    from .api.solutions.blueprints import Blueprint
    from .api.solutions.measures import Exploitability
    from .api.solutions.run_outs import RunOuts
    from .api.solved_spots import SolvedMany, SolvedSpot
    from .api.solving import Countered, Solved, SolvedDecision
    from .queries.answers.duels import DrawDuel
    from .queries.answers.players import EquityResult
    from .queries.answers.solving.costs import StrategyCost
    from .queries.answers.strength import Strength
    from .queries.charts.registry import Drawn
    from .queries.pql.answer import Answered
    from .queries.questions.boards.outs import Outs
    from .queries.questions.boards.somebody import Somebody
    from .queries.questions.bubble import BubbleFactors
    from .queries.questions.change import Amounts, Paid
    from .queries.questions.draw import Discards
    from .queries.questions.ranges import RangeParts
    from .queries.results import Loaded, Result, Rows
    from .queries.statistics.habits import Habits

__all__ = [
    "Amounts",
    "Answered",
    "BetTree",
    "Blueprint",
    "BubbleFactors",
    "Countered",
    "Deals",
    "Discards",
    "DrawDuel",
    "Drawn",
    "Equities",
    "EquityResult",
    "Exploitability",
    "Habits",
    "Hand",
    "Hits",
    "Loaded",
    "Outs",
    "Paid",
    "Population",
    "PushFold",
    "PushedPopulation",
    "RangeParts",
    "Resolved",
    "Result",
    "Rows",
    "RunOuts",
    "Shown",
    "Solved",
    "SolvedDecision",
    "SolvedMany",
    "SolvedSpot",
    "Somebody",
    "SpotDeals",
    "Statistics",
    "StrategyCost",
    "Strength",
    "Strengths",
    "Winners",
]

__getattr__ = loader(__name__)


def __dir__() -> list[str]:
    return __all__
