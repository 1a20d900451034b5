"""Matches of blueprints against each other, and against simple rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from pokerlake.engine.cards.holes import HANDS, hand_of_hole
from pokerlake.queries.answers.buckets import STREETS
from pokerlake.queries.questions.telling import telling
from pokerlake.queries.results import Rows
from pokerlake.tables.errors import UsageError
from pokerlake.tables.lake import Lake, lake_path

from ..given import LakePath, place_of
from .blueprints import buckets_by_street

if TYPE_CHECKING:
    import numpy.typing as npt

    from pokerlake.engine.play.matches import Side
    from pokerlake.pipelines.blueprints.asked import Asked

_SAME = ("game", "stack", "small_blind", "ante")


def played(
    run: int, opponent: str, hands: int, seed: int, *, all_lines: bool, threads: int,
    lake: LakePath | None,
) -> Rows:  # fmt: skip
    """What a blueprint wins against another one, or against a simple rule."""
    import pyarrow as pa

    from pokerlake.engine import clock
    from pokerlake.engine.play.matches import PIECE, Match
    from pokerlake.engine.play.strategies import rules_of
    from pokerlake.pipelines.blueprints.asked import asked_of
    from pokerlake.pipelines.blueprints.stored import stored_row
    from pokerlake.pipelines.push_fold.solving import counts_of

    there = Lake.open(lake_path(place_of(lake)))
    row = stored_row(there, run)
    asked = asked_of(row)
    villain = _opponent(there, opponent, asked)
    tell = telling()
    match = Match(
        blueprint_side(there, row["run"], asked), villain, rules_of(asked.rules),
        counts_of(there).two, seed, all_lines=all_lines, threads=threads,
    )  # fmt: skip
    began = clock.now()
    deals = -(-hands // 2)
    sums = match.sums(0, min(PIECE, deals))
    for first in range(PIECE, deals, PIECE):
        tell.count(2 * first, 2 * deals)
        sums += match.sums(first, min(PIECE, deals - first))
    mbb = 1000 / asked.big_blind
    (won, won_error), (value, value_error) = (
        (mbb * mean, mbb * error) for mean, error in (sums.played, sums.value)
    )
    known = {
        "run": row["run"], "opponent": opponent, "hands": 2 * deals, "seed": seed, "won": won,
        "won_error": won_error, "value": value, "value_error": value_error,
        "seconds": round(clock.now() - began, 3),
    }  # fmt: skip
    said = (
        f"blueprint {row['run']} wins {value:.1f} ± {value_error:.1f} mbb a hand of "
        f"{_called(opponent)}, less luck; as played, {won:.1f} ± {won_error:.1f}"
    )
    return Rows(pa.Table.from_pylist([known]), said)


def _called(opponent: str) -> str:
    return f"blueprint {opponent}" if opponent.isdigit() else repr(opponent)


def blueprint_side(lake: Lake, run: int, asked: Asked) -> Side:
    """A blueprint of a lake as a player."""
    from pokerlake.engine.play.matches import Side
    from pokerlake.pipelines.blueprints.playing import stored_strategy

    hands = np.arange(len(HANDS), dtype=np.int32)
    return Side(stored_strategy(lake, run, asked), buckets_by_street(lake, asked), hands)


def _opponent(lake: Lake, name: str, asked: Asked) -> Side:
    from pokerlake.engine.play.matches import Side
    from pokerlake.pipelines.blueprints.asked import asked_of
    from pokerlake.pipelines.blueprints.playing import OTHERS, other_of
    from pokerlake.pipelines.blueprints.stored import stored_row

    if name in OTHERS:
        strategy, seen = other_of(lake, name, asked)

        def by_hands(holes: Any, _: Any) -> npt.NDArray[np.integer]:
            found = np.zeros((len(STREETS), len(holes)), np.int32)
            found[0] = hands[hand_of_hole()[holes]]
            return found

        hands = (
            np.arange(len(HANDS), dtype=np.int32) if seen[0] > 1 else np.zeros(len(HANDS), np.int32)
        )
        return Side(strategy, by_hands, hands)
    if not (name.isascii() and name.isdigit()):
        raise UsageError(
            f"opponent is {name!r}; give the number of a blueprint, or {', '.join(OTHERS)}"
        )
    row = stored_row(lake, int(name))
    other = asked_of(row)
    for what in _SAME:
        mine, his = getattr(asked, what), getattr(other, what)
        if mine != his and (what == "game" or asked.game != "limit"):
            raise UsageError(
                f"opponent {name} has {what} {_plain(his)}, and the blueprint {_plain(mine)}: "
                "both sit at one table; give one with the same"
            )
    return blueprint_side(lake, row["run"], other)


def _plain(value: object) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)
