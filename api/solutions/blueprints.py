"""Blueprints: their arguments, their cost, and training one into a lake."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from pokerlake.engine.cards.holes import HOLES, dead_holes
from pokerlake.queries.answers.buckets import STREETS, Buckets, Run
from pokerlake.queries.questions.telling import StoppedError, telling
from pokerlake.queries.results import Rows
from pokerlake.tables.errors import UsageError, counted, did_you_mean, flag
from pokerlake.tables.lake import Lake, lake_path

from ..given import LakePath, place_of, text

if TYPE_CHECKING:
    import numpy.typing as npt

    from pokerlake.pipelines.blueprints.asked import Asked
    from pokerlake.pipelines.blueprints.training import Moment
    from pokerlake.queries.charts import Drawn

USUAL_MINUTES = 10.0
_GAMES = ("limit", "nolimit")
_FREE = ("stack", "opens", "reraises", "bets", "raises", "small_blind", "ante")
_SHOWN = (
    "run", "game", "stack", "buckets", "runs", "decisions", "information_sets", "iterations",
    "regret_oop", "regret_ip", "seconds",
)  # fmt: skip
_BYTES = 8  # of a number of regrets and of sums
_A_SECOND = 1.2e9  # holes at actions that a thread walks
_HOLES = 1081
_LONG = 1024  # boards, after which more of one training are not better play
_PUSH_OR_FOLD = 2  # decisions, where cards are seen as they are


def trained(
    given: Mapping[str, Any],
    *,
    minutes: float | None,
    iterations: int | None,
    threads: int,
    replace: bool,
    lake: LakePath | None,
) -> Blueprint:
    """Train a blueprint into the lake."""
    from pokerlake.engine.threads import free_memory
    from pokerlake.pipelines.blueprints.training import train

    asked = _read(given, lake)
    needed, free = _numbers(asked) * _BYTES, free_memory()
    if free is not None and needed > free:
        raise UsageError(
            f"it takes {needed / 1e9:.1f} GB, and {free / 1e9:.1f} GB are free: give fewer buckets "
            "or sizes"
        )
    if minutes is None and iterations is None:
        minutes = USUAL_MINUTES
    tell = telling()
    seconds = np.inf if minutes is None else 60 * minutes

    def listener(moment: Moment) -> None:
        rate = moment.iterations / max(moment.seconds, 1e-6)
        words = f"{moment.iterations:,} boards, {rate:.0f} a second"
        if iterations is None:
            tell.count(min(moment.seconds, seconds), seconds, words)
        else:
            tell.count(min(moment.iterations, iterations), iterations, words)

    if tell.executor is not None and not asked.restart:
        raise UsageError(f"on a cluster boards are trained apart; give {flag('restart', '1024')}")
    done = train(
        lake_path(place_of(lake)), asked, buckets_from,
        iterations=2**62 if iterations is None else iterations, seconds=seconds, anew=replace,
        threads=threads, executor=tell.executor, listener=listener, stop=tell.stop,
    )  # fmt: skip
    if done.run is None:
        raise StoppedError(f"stopped after {counted(done.moment.iterations, 'board')}")
    return _row(lake_path(place_of(lake)), done.run)


@dataclass(frozen=True, repr=False, eq=False)
class Blueprint(Rows):
    """A trained blueprint: a row of ``blueprints``.

    ``.chart(line)`` draws how starting hands play before the flop.
    """

    _lake: Path | None = None

    def chart(self, line: str = "", *, title: str = "") -> Drawn:
        """Draw a decision before the flop: each of the 169 hands, divided by its actions.

        Parameters
        ----------
        line : str
            The actions so far: ``"r2.5 r7.5"``; by default the first decision.
        title : str
            By default it names the blueprint and the decision.

        Raises
        ------
        UsageError
            If there is no such decision, or no hand reaches it.
        LakeError
            If the lake no longer has the blueprint.
        """
        from pokerlake.queries.charts import Drawn
        from pokerlake.queries.charts.blueprint import preflop_decision, preflop_figure

        found = preflop_decision(int(self["run"][0]), text("line", line), self._lake)
        return Drawn(preflop_figure(found, text("title", title)))


def _row(lake: Path, run: int) -> Blueprint:
    """The row of a blueprint, and its summary."""
    from pokerlake.pipelines.growing import stored_rows
    from pokerlake.tables.definitions.blueprints import BLUEPRINTS

    table = stored_rows(Lake.open(lake), BLUEPRINTS.name, filters=[("run", "=", run)])
    row = table.to_pylist()[0]
    said = (
        f"blueprint {run}: {row['iterations']:,} boards in {row['seconds']:.1f} s, "
        f"{row['information_sets']:,} information sets. Both would have won "
        f"{row['regret_oop']:.1f} and {row['regret_ip']:.1f} mbb a hand more on these boards by "
        "the best action in each bucket: that is no exploitability"
    )
    if not row["restart"] and row["iterations"] > _LONG and row["decisions"] > _PUSH_OR_FOLD:
        said += f"; the mean of short trainings, with {flag('restart', '512')}, is harder to beat"
    return Blueprint(table.select(list(_SHOWN)), said, lake)


def spot_of(run: int | None, line: str, board: Any, lake: LakePath | None) -> Rows:
    """The spot that a line of a blueprint reaches on a board."""
    import pyarrow as pa

    from pokerlake.pipelines.blueprints.asked import asked_of
    from pokerlake.pipelines.blueprints.stored import spot_at, stored_row

    place = lake_path(place_of(lake))
    there = Lake.open(place)
    row = stored_row(there, run)
    asked = asked_of(row)
    cards = tuple(map(int, board))
    spot = spot_at(there, row["run"], asked, line, cards, buckets_of(place, asked))
    return Rows(pa.Table.from_pylist([spot]))


def runs_of(buckets: Buckets, asked: Asked) -> list[Run]:
    """The abstractions of a blueprint, by street. LakeError if one is missing."""
    return [
        buckets.run(street, run=number or None, kind=None if number else "lossless")
        for street, number in zip(STREETS, asked.runs, strict=True)
    ]


def buckets_from(lake: Path, asked: Asked) -> Callable[[Any, Any], npt.NDArray[np.integer]]:
    """A function: the buckets of holes (n, h) on whole boards (n, 5), by street: (4, n, h)."""
    by_street = buckets_by_street(Lake.open(lake), asked)

    def of(boards: Any, holes: Any) -> npt.NDArray[np.integer]:
        on = np.repeat(boards, holes.shape[1], axis=0).T
        return by_street(holes.ravel(), on).reshape(-1, *holes.shape)

    return of


def buckets_by_street(lake: Lake, asked: Asked) -> Callable[..., npt.NDArray[np.integer]]:
    """A function: the buckets of holes (n,) on whole boards (5, n), by street: (4, n)."""
    buckets = Buckets(lake)
    runs = runs_of(buckets, asked)

    def of(holes: Any, boards: Any) -> npt.NDArray[np.integer]:
        found = np.empty((len(runs), len(holes)), np.int32)
        for street, run in enumerate(runs):
            on = np.ascontiguousarray(boards[: STREETS[run.street]])
            found[street] = buckets.of(run, holes, on, threads=1)
        return found

    return of


def buckets_of(lake: Path, asked: Asked) -> Callable[[tuple[int, ...]], npt.NDArray[np.integer]]:
    """A function: the bucket of each hole, (1326,), on a board, by the blueprint's abstractions."""
    buckets = Buckets(Lake.open(lake))
    by_cards = {STREETS[run.street]: run for run in runs_of(buckets, asked)}

    def of(board: tuple[int, ...]) -> npt.NDArray[np.integer]:
        holes = np.flatnonzero(~dead_holes(board)).astype(np.uint16)
        on = np.repeat(np.array(board, np.uint8)[:, None], len(holes), axis=1)
        found = np.zeros(HOLES, np.int64)
        found[holes] = buckets.of(by_cards[len(board)], holes, on, threads=1)
        return found

    return of


def planned(given: Mapping[str, Any]) -> Rows:
    """The cost of training."""
    import pyarrow as pa

    from pokerlake.pipelines.blueprints.rows import information_sets

    asked = _read(given, given["door"].lake)
    numbers = _numbers(asked)
    lines = asked.lines
    decisions = np.flatnonzero(lines.kind == 0)
    actions = sum(len(lines.children[node]) for node in decisions)
    row = {
        "game": asked.game,
        "decisions": len(decisions),
        "information_sets": information_sets(asked),
        "gigabytes": round(numbers * _BYTES / 1e9, 3),
        "core_seconds_an_iteration": float(f"{actions * _HOLES / _A_SECOND:.2g}"),
    }
    return Rows(pa.Table.from_pylist([row]))


def _numbers(asked: Asked) -> int:
    """The number of regrets, including padding of tiles."""
    from pokerlake.engine.blueprint.deals import width_of
    from pokerlake.engine.blueprint.rounds import rounds_of
    from pokerlake.engine.solving.lane_steps import LANES

    shaped = rounds_of(asked.lines, width_of(_HOLES))
    return sum(n * one.slots * LANES for n, one in zip(asked.buckets, shaped, strict=True))


def _read(given: Mapping[str, Any], lake: LakePath | None) -> Asked:
    """The arguments, with the abstractions of the lake."""
    from pokerlake.pipelines.blueprints.asked import BATCH, Asked

    game = given["game"]
    if game not in _GAMES:
        raise UsageError(f"no game {game!r}; {did_you_mean(game, _GAMES)}")
    free = {name: given[name] for name in _FREE if given[name] is not None}
    if game == "limit" and (free or given["no_limps"]):
        name = next(iter([*free, "no_limps"]))
        raise UsageError(f"{name} is of nolimit: bets of limit are fixed")
    place = lake_path(place_of(lake))
    buckets = Buckets(Lake.open(place) if place.exists() else None)
    runs = _runs(buckets, given["buckets"])
    numbers = [169 if run.run == 0 else int(str(buckets.row(run)["buckets"])) for run in runs]
    asked = Asked(
        game, tuple(run.run for run in runs), tuple(numbers),
        seed=1 if given["seed"] is None else given["seed"],
        restart=-(-(given["restart"] or 0) // BATCH) * BATCH,
        limps=not given["no_limps"], **free,
    )  # fmt: skip
    try:
        assert len(asked.lines)
    except ValueError as error:
        raise UsageError(str(error)) from error
    return asked


def _runs(buckets: Buckets, text: str | None) -> tuple[Run, ...]:
    """The abstraction of each street."""
    words = [""] * len(STREETS) if text is None else str(text).split("/")
    if len(words) != len(STREETS):
        raise UsageError(
            f"buckets is {text!r}: give one entry for each street, as 169/1000/10000/1950"
        )
    found = []
    for street, word in zip(STREETS, map(str.strip, words), strict=True):
        number = word.removeprefix("#")
        if word and not number.isdigit():
            raise UsageError(f"buckets has {word!r}: give how many, or #3 for run 3")
        if word.startswith("#") and int(number):
            found.append(buckets.run(street, run=int(number)))
        elif word.startswith("#"):  # as blueprints say of the starting hands
            found.append(buckets.run(street, kind="lossless"))
        else:
            found.append(buckets.run(street, k=int(number) if word else None))
    return tuple(found)
