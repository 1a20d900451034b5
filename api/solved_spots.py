"""Many spots after the flop: solved into the lake from rows, and opened again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from pokerlake.engine.cards.layout import one_hand
from pokerlake.engine.given import shown
from pokerlake.engine.ranges.notation import format_range
from pokerlake.queries.answers.solving import rows, spots
from pokerlake.queries.questions.spots import PARTS, spots_after_flop
from pokerlake.queries.questions.telling import StoppedError, telling
from pokerlake.queries.reading import reading
from pokerlake.queries.results import Result, Rows
from pokerlake.queries.words import option_of
from pokerlake.tables.errors import UsageError, by_door, counted, did_you_mean, in_python
from pokerlake.tables.lake import Lake, lake_path

from .given import LakePath, place_of, spots_given, text
from .ranges import Range
from .solving import Floats, OfSpot, SolvedDecision, Solver, decision_of, given_spot

_PARTS = 1000  # of a bar

if TYPE_CHECKING:
    import numpy.typing as npt
    import pyarrow as pa

    from pokerlake.engine.solving import Decision, Spot, Tree
    from pokerlake.engine.solving.solving import RunOut
    from pokerlake.pipelines.solving.stored import Stored
    from pokerlake.queries.answers.solving.spots import GivenSpot


@dataclass(frozen=True, repr=False, eq=False)
class SolvedMany(Result):
    """Spots of the lake. Rows are those of ``solved_spots``, in the given order.

    Attributes
    ----------
    spots : (n,) int64
        Their numbers in the lake.
    values : (n, 2) float64
        The EV of each player in chips of the pot, the one out of position first; with prizes his
        expected prize.
    equities : (n, 2) float64
        The equity of each player: his share of the pot without betting.
    exploitability : (n,) float64
        What a best response gains, as a share of the pot, the mean of both players.
    reached : (n,) bool
        Whether the exploitability is at most ``to``.
    """

    spots: npt.NDArray[np.int64]
    values: Floats
    equities: Floats
    exploitability: Floats
    reached: npt.NDArray[np.bool_]
    _rows: list[dict[str, Any]]
    _goal: float
    _compressed: bool
    _note: str = ""

    def __len__(self) -> int:
        return len(self._rows)

    def to_arrow(self) -> pa.Table:
        """The rows of ``solved_spots``."""
        import pyarrow as pa

        from pokerlake.tables.definitions.solving import SOLVED_SPOTS

        return pa.Table.from_pylist(self._rows, SOLVED_SPOTS.arrow_schema())

    def for_people(self) -> pa.Table:
        """The rows for display."""
        return spots.spots_for_people(self._rows)

    def summary(self) -> str:
        """The line below the rows."""
        return in_python(self.said())

    def missed(self) -> str:
        """``to`` if the exploitability of a spot is larger, else None."""
        return "" if self.reached.all() else "to"

    def said(self) -> str:
        """The same, in the words of a door."""
        missed = int((~self.reached).sum())
        if not missed:
            return self._note
        most = max(row["iterations"] for row in self._rows)
        return (
            f"not reached by {missed:,} of {len(self):,} spots: exploitability is up to "
            f"{100 * self.exploitability.max():.3g} % of the pot after "
            f"{counted(most, 'iteration')}, and {100 * self._goal:g} % was asked for; "
            f"{rows.more_effort(self._compressed)}"
        )


@dataclass(frozen=True, repr=False, eq=False)
class SolvedSpot(OfSpot, Result):
    """A spot of the lake. Rows are actions of all decisions on its board.

    Attributes
    ----------
    values : (2,) float64
        The EV of each player in chips of the pot, the one out of position first; with prizes his
        expected prize.
    equities : (2,) float64
        The equity of each player: his share of the pot without betting.
    exploitability : float
        What a best response gains, as a share of the pot, the mean of both players.
    row : dict
        The row of ``solved_spots``: ``row["board"]``, ``row["pot"]`` and so on.
    """

    values: Floats
    equities: Floats
    exploitability: float
    row: dict[str, Any]
    _stored: Stored
    _how: dict[str, Any]

    @property
    def gains(self) -> Floats:
        """What each player gains by deviating, as shares of the pot, ``(2,)`` float64.

        NaN of lakes that have only the mean of both, ``exploitability``.
        """
        return np.array([self.row.get(name, np.nan) / 100 for name in ("gain_oop", "gain_ip")])

    def at(
        self,
        line: str = "",
        cards: Any = "",
        *,
        to: float | str | None = None,
        iterations: int | None = None,
        threads: int | None = None,
        compress: bool | None = None,
    ) -> SolvedDecision:
        """What the player does whose turn it is after a line.

        A later street that the lake does not keep is solved with the ranges that reach it.

        Parameters
        ----------
        line : str
            The actions so far: ``"x b94 c"``; empty for the first to act.
        cards : text or cards
            The cards dealt to the board so far: ``"8c"``.
        to, iterations, threads, compress
            As in :func:`solve`, if a street is solved.

        Raises
        ------
        UsageError
            If there is no such line, no player decides there, its cards are others, or no hole
            reaches it.
        LakeError
            If the tables are damaged.
        """
        with reading("cards", cards):
            dealt = [int(card) for card in one_hand(cards, "cards")]
        how = {"to": to, "iterations": iterations, "threads": threads, "compress": compress}
        given = {name: value for name, value in how.items() if value is not None}
        solver = Solver(**(self._how | given))
        found = self._stored.at(text("line", line), dealt, solver=solver)
        said = ""
        if found.solution is not None:
            solved = f"solved with the ranges that come to it: {rows.summary(found.solution)}"
            lines = (self.summary(), solved, rows.not_reached(found.solution))
            said = "\n".join(filter(None, lines))
        return decision_of(found.decision, self._stored.spot.board, said)

    def _spot(self) -> Spot:
        return self._stored.spot

    def _tree(self) -> Tree:
        return self._stored.tree

    def _run_outs(self, line: str, dealt: list[int]) -> tuple[list[RunOut], list[list[str]], float]:
        return *self._stored.run_outs(line, dealt), 1.0

    def _decisions(self) -> list[Decision]:
        return list(self._stored.decisions())

    @property
    def _place(self) -> LakePath | None:
        return self._stored.lake.path

    def summary(self) -> str:
        """The line below the rows."""
        return in_python(self.said())

    def said(self) -> str:
        """The same, in the words of a door."""
        told = f"spot {self.row['spot']}, {rows.summary_of_row(self.row)}"
        if not self.missed():
            return told
        percent, iterations = self.row["exploitability"], self.row["iterations"]
        how = self._how
        return f"{told}\n{rows.missed_words(percent, iterations, how['to'], how['compress'])}"

    def missed(self) -> str:
        """``to`` if this answer was solved and its exploitability is larger, else None."""
        return "to" if self.row["exploitability"] > 100 * self._how.get("to", np.inf) else ""


def solved_into(
    read: Sequence[GivenSpot],
    called: str,
    lake: LakePath | None,
    *,
    replace: bool,
    on_disk: Any,
    **how: Any,
) -> SolvedMany:
    """Spots solved into the lake; ``called`` names their rows in messages."""
    from pokerlake.engine.solving import cost
    from pokerlake.pipelines.solving.asked import Asked
    from pokerlake.pipelines.solving.solved import solve_into

    tell, compress, threads = telling(), how["compress"], how["threads"]
    folder = spots.disk_of(on_disk, [one.spot for one in read])
    if tell.executor is None:
        spots.refuse_too_large(
            read, [cost(one.spot) for one in read], called,
            compress=compress, threads=threads, on_disk=folder is not None,
        )  # fmt: skip
    elif folder is not None:
        raise UsageError(
            f"{by_door('--on-disk', 'on_disk=')} is a folder of this machine, and others solve; "
            "leave it out, or --cluster"
        )

    def listener(share: float, words: str) -> None:
        tell.count(int(_PARTS * share), _PARTS, words)

    asked = []
    for place, one in enumerate(read, 1):
        try:
            asked.append(Asked(one.spot, one.name, one.keep, one.ranges))
        except ValueError as error:
            raise UsageError(f"spot {place:,}: {error}") from error
    done = solve_into(
        lake_path(place_of(lake)), asked, to=how["to"], iterations=how["iterations"],
        compress=compress, on_disk=folder, anew=replace, workers=threads,
        executor=tell.executor, listener=listener, stop=tell.stop,
    )  # fmt: skip
    found = [row for row in done if row is not None]
    if len(found) < len(done):
        raise StoppedError(f"stopped after {len(found):,} of {len(done):,} spots")
    return _many(found, how["to"], compress=compress)


def copied(source: Any, name: str | None, lake: LakePath | None, *, replace: bool) -> SolvedMany:
    """Spots of another lake, copied into this one."""
    from pokerlake.pipelines.solving.copied import copy_spots

    found, new = copy_spots(
        lake_path(place_of(source)), lake_path(place_of(lake)), name=name, anew=replace,
        listener=telling().count,
    )  # fmt: skip
    note = f"{new:,} of {len(found):,} spots copied; the others were there"
    return _many(found, note=note if new < len(found) else f"{new:,} spots copied")


def _many(
    found: list[dict[str, Any]], to: float = np.inf, *, compress: bool = False, note: str = ""
) -> SolvedMany:
    """Spots of the lake by their rows, with the exploitability they were solved to."""
    return SolvedMany(
        np.array([row["spot"] for row in found], np.int64),
        np.array([(row["value_oop"], row["value_ip"]) for row in found]),
        np.array([(row["equity_oop"], row["equity_ip"]) for row in found]),
        np.array([row["exploitability"] / 100 for row in found]),
        np.array([row["exploitability"] <= 100 * to for row in found], np.bool_),
        found, to, compress, note,
    )  # fmt: skip


def planned(
    given: Any,
    spot: Mapping[str, Any],
    preset: Any,
    flops: int | None,
    lake: LakePath | None,
    *,
    on_disk: Any,
    **how: Any,
) -> Rows:
    """The cost of solving one spot, rows or a preset.

    ``on_disk``: the folder on the disk to measure, or None. ``how``: ``compress`` and
    ``threads``.
    """
    from pokerlake.engine.solving import cost

    folder = None if on_disk is None else spots.folder_of(on_disk)

    if preset:
        other = {name: value for name, value in spot.items() if value not in (None, "")}
        given, spot = preset_rows(preset, flops, other, lake), {}
    read = [given_spot(spot, lake)] if given is None else spots_of(given, spot, lake)[0]
    costs = [cost(one.spot) for one in read]
    table = spots.costs_table(read, costs, named=given is not None)
    said = [] if given is None else [spots.costs_summary(costs)]
    if folder is not None:
        table, rates = spots.with_disk(table, costs, folder, **how)
        said.append(rates)
    return Rows(table, "\n".join(said))


def preset_rows(
    name: Any, flops: int | None, other: Mapping[str, Any], lake: LakePath | None
) -> list[dict[str, Any]]:
    """The spots of a preset on a number of flops or one board, with some parts replaced."""
    from pokerlake.queries.answers.solving import presets

    preset = presets.preset_of(text("preset", name))
    boards: Sequence[Any] = [other["board"]] if "board" in other else []
    if boards and flops is not None:
        raise UsageError("flops and board are both given; give one of them")
    if not boards:
        place = lake_path(place_of(lake))
        there = Lake.open(place) if place.exists() else None
        boards = presets.flops_of(presets.USUAL_FLOPS if flops is None else flops, there)
    rows = presets.spots_of_preset(preset, boards)
    by_street = [name for name, part in rows[0].items() if "/" in part and name not in other]
    if boards and by_street and len(one_hand(boards[0], "board")) > presets.FLOP:
        raise UsageError(
            f"board is {shown(boards[0])}; of a preset it is a flop: give three cards, or "
            f"{' and '.join(by_door(option_of(name), name) for name in by_street)} of your own"
        )
    is_begun = not {"pot", "stack"} & other.keys()
    kept = [name for name in rows[0] if is_begun or name not in ("preflop", "stacks")]
    return [{**{name: row[name] for name in kept}, **other} for row in rows]


def spots_of(
    given: Any, common: Mapping[str, Any], lake: LakePath | None
) -> tuple[list[GivenSpot], str]:
    """The spots of rows, and the name of the rows in messages."""
    for name in common:
        if name not in PARTS:
            raise UsageError(f"no {name!r} in a spot; {did_you_mean(name, PARTS)}")
    said = {name: value for name, value in common.items() if value not in (None, "")}
    for name in ("oop", "ip"):
        if name in said and not isinstance(said[name], str):
            said[name] = format_range(Range(said[name], lake=lake).weights)
    rows = spots_given(given, said, PARTS)
    if rows is None:
        raise UsageError("there are no spots; give a frame, or a list of mappings, with a row each")

    def weights(named: str) -> Floats:
        return Range(named, lake=lake).weights

    return list(spots_after_flop(rows[1], rows[0], weights)), rows[0]


def opened(spot: int, lake: LakePath | None, how: dict[str, Any]) -> SolvedSpot:
    """A spot of the lake."""
    from pokerlake.pipelines.solving.stored import stored_spot

    stored = stored_spot(Lake.open(lake_path(place_of(lake))), spot)
    row = stored.row
    return SolvedSpot(
        np.array([row["value_oop"], row["value_ip"]]),
        np.array([row["equity_oop"], row["equity_ip"]]),
        row["exploitability"] / 100, row, stored, how,
    )  # fmt: skip
