"""The ranges of opponents, as the command line gives them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from pokerlake.engine.ranges.parts import Weights
from pokerlake.engine.ranges.weights import income_weights
from pokerlake.tables.errors import UsageError
from pokerlake.tables.lake import Lake, lake_path

from ..lookup.rankings import lake_ranking, ranking_name
from .given import RangeReader


def villain_ranges(
    ranges: Sequence[str],
    income: Sequence[str],
    opponents: int | None,
    by: str | None,
    lake: Path | None,
) -> tuple[Weights, ...]:
    """The weights of each opponent: first those of ranges, then those by income rate.

    Parameters
    ----------
    ranges : sequence of str
        Text, ``@FILE``, or ``-`` for standard input.
    income : sequence of str
        ``MEAN,DEVIATION``: shares of the ranking by income rate.
    opponents : int, optional
        How many there are; as many as are given here if it is not.
    by : str, optional
        The ranking that percentages and ``income`` go by; for the latter the income rate of all
        players if it is not given.
    lake : Path, optional

    Raises
    ------
    UsageError
        If a mean or deviation is no number, or the ranking is none of income.
    RangeError, LakeError, InputError
        As :meth:`RangeReader.weights`.
    """
    reader = RangeReader.of(lake, by, None)
    weights = [reader.weights(text) for text in ranges]
    if income:
        players = 1 + (opponents or len(ranges) + len(income))
        name = ranking_name(by or f"income {players}", None)
        if not name.startswith("income"):
            raise UsageError(f"--income-weights go by an income rate, not by {name!r}")
        rates = lake_ranking(Lake.open(lake_path(lake)), name)
        weights += [income_weights(rates, *_mean_and_deviation(text)) for text in income]
    return tuple(weights)


def _mean_and_deviation(text: str) -> tuple[float, float]:
    mean, comma, deviation = text.partition(",")
    try:
        if comma:
            return float(mean), float(deviation)
    except ValueError:
        pass
    raise UsageError(f"--income-weights {text!r}: give MEAN,DEVIATION such as 0.7,0.2")
