"""Measures of blueprints: exploitability, by street and line, and the cost of measuring."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pokerlake.queries.questions.telling import StoppedError, telling
from pokerlake.queries.results import Rows
from pokerlake.tables.errors import UsageError, did_you_mean
from pokerlake.tables.lake import Lake, lake_path

from ..given import LakePath, place_of, text
from .blueprints import buckets_of

if TYPE_CHECKING:
    import pyarrow as pa

_MEASURED = (
    "measure", "run", "flops", "value", "value_error", "least", "least_error", "most", "most_error",
    "seconds",
)  # fmt: skip
ALL_FLOPS = 22_100
USUAL_FLOPS, FLOPS_UP_TO_SUITS = 20, 1_755
LINE, STREET, BOTH = BY = ("line", "street", "both")
_STREETS = ("preflop", "flop", "turn", "river", "all")
_BYTES = 8  # of what a hole is worth
_BOARDS = (1, 36.4, 1456)  # of a flop up to suits, with as many cards more, on average
_HOLES = 1081
_A_SECOND = 0.9e9  # holes at actions that a thread walks, sixteen roots side by side
_SECONDS = 2.0  # besides, that a flop takes: its boards, and the buckets of all holes on each
_GIGABYTES = 0.3  # that a thread takes


@dataclass(frozen=True, repr=False, eq=False)
class Exploitability(Rows):
    """The exploitability of a blueprint: a row of ``blueprint_responses``.

    ``.by("street")`` and ``.by("line")`` break it down.
    """

    _gains: pa.Table = None

    def by(self, by: str = STREET) -> Rows:
        """Where it loses: the gains of both players' best responses, in mbb a hand.

        A row for each responding player and each street, or line before the flop: his gain from
        responding there. By street, both cases respond on all later streets, and keep to the
        blueprint before. By line, he responds from the flop on after that line only. ``preflop`` is
        what his choices before the flop add to responding everywhere later. The rows of a player
        add up to the gain of his best response over the blueprint.

        Parameters
        ----------
        by : str
            ``"street"``, ``"line"``, or ``"both"``: each street of each line.

        Raises
        ------
        UsageError
            For another value of ``by``.
        """
        return Rows(_gains_by(self._gains, text("by", by)), self._said)


def _gains_by(gains: pa.Table, by: str) -> pa.Table:
    """The rows of ``blueprint_gains``, by street, by line or both; the largest loss first."""
    import pyarrow as pa

    require_by(by)
    kept = []
    for row in gains.to_pylist():
        is_first = row["street"] == "preflop"
        of_street, of_line = row["line"] == "all", row["street"] == "all"
        if is_first or {STREET: of_street, LINE: of_line}.get(by, not of_street | of_line):
            kept.append(row)
    left_out = {STREET: ("line",), LINE: ("street",), BOTH: ()}[by]
    if by == LINE:
        kept = [{**row, "line": row["line"] or row["street"]} for row in kept]
        kept.sort(key=lambda row: (row["player"], row["line"] != "preflop", -row["least"]))
    else:
        kept.sort(key=lambda row: (row["player"], _STREETS.index(row["street"]), -row["least"]))
    names = [name for name in gains.column_names if name not in left_out]
    schema = pa.schema([gains.schema.field(name) for name in names])
    return pa.Table.from_pylist([{name: row[name] for name in names} for row in kept], schema)


def require_by(by: str) -> None:
    """Refuse an unknown breakdown of losses."""
    if by not in BY:
        raise UsageError(f"by is {by!r}; {did_you_mean(by, BY)}")


def measured(
    run: int | None, flops: int, seed: int, threads: int, lake: LakePath | None
) -> Exploitability:
    """The exploitability of a blueprint of the lake."""
    import pyarrow as pa

    from pokerlake.pipelines.blueprints.measuring import measure

    tell, place = telling(), lake_path(place_of(lake))

    def listener(done: int, of: int) -> None:
        tell.count(done, of)
        if done < of and tell.stop():
            raise StoppedError(f"stopped after {done} of {of} flops")

    found = measure(
        place, run, buckets_of, flops=None if flops == ALL_FLOPS else flops, seed=seed,
        threads=threads, executor=tell.executor, listener=listener,
    )  # fmt: skip
    row = found.row
    of = "all flops" if flops == ALL_FLOPS else f"{flops} of the {ALL_FLOPS:,} flops"
    bets = "" if found.stack is None else " within the declared bets"
    said = (
        f"blueprint {row['run']} on {of}: exploitability{bets} {row['least']:.1f} "
        f"± {row['least_error']:.1f} mbb a hand at least, {row['most']:.1f} "
        f"± {row['most_error']:.1f} at most; the dealer wins {row['value']:.1f} "
        f"± {row['value_error']:.1f} if both play it"
    )
    table = pa.Table.from_pylist([{name: row[name] for name in _MEASURED}])
    return Exploitability(table, said, found.gains)


def planned(given: Mapping[str, Any]) -> Rows:
    """The cost of measuring."""
    import pyarrow as pa

    from pokerlake.engine.blueprint.deals import width_of
    from pokerlake.engine.blueprint.flop_responses import dealt_out
    from pokerlake.engine.blueprint.rounds import rounds_of
    from pokerlake.engine.cards.holes import HOLES
    from pokerlake.engine.solving.lane_steps import LANES
    from pokerlake.engine.threads import worker_count
    from pokerlake.pipelines.blueprints.asked import asked_of
    from pokerlake.pipelines.blueprints.stored import stored_row

    row = stored_row(Lake.open(lake_path(place_of(given["door"].lake))), given["run"])
    lines, _ = dealt_out(asked_of(row).lines)
    flops = given["flops"] or USUAL_FLOPS
    walked = min(flops, FLOPS_UP_TO_SUITS)  # at most
    actions = [of.slots * LANES for of in rounds_of(lines, width_of(HOLES))[1:]]
    holes = sum(many * boards * _HOLES for many, boards in zip(actions, _BOARDS, strict=True))
    kept = walked * 2 * len(lines.roots[1]) * HOLES * _BYTES / 1e9
    found = {
        "run": row["run"],
        "flops": flops,
        "flops_up_to_suits": walked,
        "core_seconds": float(f"{walked * (holes / _A_SECOND + _SECONDS):.2g}"),
        "gigabytes": round(_GIGABYTES * worker_count(given["threads"]) + 2 * kept, 3),
        "lake_gigabytes": round(kept, 3),
    }
    return Rows(pa.Table.from_pylist([found]))
