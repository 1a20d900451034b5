"""Many spots after the flop: solved into the lake from rows, and opened again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from pokerlake.engine.cards.layout import one_hand
from pokerlake.engine.ranges.notation import format_range
from pokerlake.queries.answers.solving import many, rows, spots
from pokerlake.queries.questions.spots import PARTS, spots_after_flop
from pokerlake.queries.reading import reading
from pokerlake.queries.results import Result
from pokerlake.queries.words import worded
from pokerlake.tables.errors import UsageError, did_you_mean
from pokerlake.tables.lake import Lake, lake_path

from .given import LakePath, flag, place_of, rows_of, text, threads_of, whole
from .ranges import Range
from .solving import MOST_ITERATIONS, Floats, OfSpot, SolvedDecision, decision_of

if TYPE_CHECKING:
    import numpy.typing as npt
    import pyarrow as pa

    from pokerlake.engine.solving import Decision, Tree
    from pokerlake.pipelines.solving.stored import Stored


@dataclass(frozen=True, repr=False, eq=False)
class SolvedMany(Result):
    """Spots of the lake. Rows are those of ``solved_spots``, in the order in which they were given.

    Attributes
    ----------
    spots : (n,) int64
        Their numbers in the lake.
    values : (n, 2) float64
        The chips of the pot that each player wins, the one out of position first.
    equities : (n, 2) float64
        Their shares of the pot if nobody bets.
    exploitability : (n,) float64
        The share of the pot that deviating gains, the mean of both players.
    reached : (n,) bool
        Whether that is what was asked for by ``to``, or less.
    """

    spots: npt.NDArray[np.int64]
    values: Floats
    equities: Floats
    exploitability: Floats
    reached: npt.NDArray[np.bool_]
    _rows: list[dict[str, Any]]

    def __len__(self) -> int:
        return len(self._rows)

    def to_arrow(self) -> pa.Table:
        """The rows of ``solved_spots``."""
        import pyarrow as pa

        from pokerlake.tables.definitions.solving import SOLVED_SPOTS

        return pa.Table.from_pylist(self._rows, SOLVED_SPOTS.arrow_schema())

    def for_people(self) -> pa.Table:
        """The rows as they are shown."""
        return many.spots_for_people(self._rows)

    def summary(self) -> str:
        """What is said below the rows."""
        missed = int((~self.reached).sum())
        if not missed:
            return ""
        worst = 100 * self.exploitability.max()
        return (
            f"not reached by {missed:,} of {len(self):,} spots: deviating gains up to "
            f"{worst:.3g} % of the pot; give more iterations="
        )


@dataclass(frozen=True, repr=False, eq=False)
class SolvedSpot(OfSpot, Result):
    """A spot of the lake. Rows are actions of all decisions on its board.

    Attributes
    ----------
    values : (2,) float64
        The chips of the pot that each player wins, the one out of position first.
    equities : (2,) float64
        Their shares of the pot if nobody bets.
    exploitability : float
        The share of the pot that deviating gains, the mean of both players.
    row : dict
        Of ``solved_spots``: ``row["board"]``, ``row["pot"]`` and so on.
    """

    values: Floats
    equities: Floats
    exploitability: float
    row: dict[str, Any]
    _stored: Stored

    def at(
        self,
        line: str = "",
        cards: Any = "",
        *,
        to: float | str = spots.DEFAULT_TO,
        iterations: int = 1000,
        threads: int = 0,
    ) -> SolvedDecision:
        """What the player does whose turn it is after a line.

        A later street that the lake does not keep is solved, with the ranges that come to it.

        Parameters
        ----------
        line : str
            The actions so far: ``"x b94 c"``; nothing for who acts first.
        cards : text or cards
            What was dealt to the board by then: ``"8c"``.
        to, iterations, threads
            Of what is solved: as :func:`solve` takes them.

        Raises
        ------
        UsageError
            If there is no such line, nobody decides there, other cards are dealt by then, or
            nobody comes there.
        LakeError
            If the tables are damaged.
        """
        with reading("cards", cards):
            dealt = [int(card) for card in one_hand(cards, "cards")]
        found = self._stored.at(
            text("line", line),
            dealt,
            to=spots.share_of("to", to),
            iterations=whole("iterations", iterations, 1, MOST_ITERATIONS),
            threads=threads_of(threads),
        )
        return decision_of(found.decision, self._stored.spot.board)

    def _tree(self) -> Tree:
        return self._stored.tree

    def _decisions(self) -> list[Decision]:
        return list(self._stored.decisions())

    def summary(self) -> str:
        """What is said below the rows."""
        return rows.summary_of_row(self.row)


@worded
def solve_many(
    given: Any,
    *,
    to: float | str = spots.DEFAULT_TO,
    iterations: int = 1000,
    compress: bool = False,
    replace: bool = False,
    threads: int = 0,
    lake: LakePath | None = None,
    **all_spots: Any,
) -> SolvedMany:
    """Solve spots after the flop into the lake; those that it has are not solved again.

    Parameters
    ----------
    given : frame, list of mappings, or mapping of columns
        A row for each spot, with columns named as the parameters of :func:`solve`: ``board``,
        ``oop``, ``ip``, ``pot``, ``stack``, ``bets`` and so on; and ``name``, what to call it, and
        ``keep``, the decisions that the lake keeps: ``all``, ``street`` (those of the board
        itself), or lines of later streets with commas between them.
    to : float or str
        The exploitability to reach, as a share of the pot: ``0.005`` or ``"0.5%"``.
    iterations : int
        At most.
    compress : bool
        Keep regrets and strategies in 16 bits while solving.
    replace : bool
        Solve anew, and replace all spots of the lake.
    threads : int
        Threads and processes, 0 for all cores. The result is the same.
    lake : str or Path, optional
        Made if it does not exist. ``$POKERLAKE_LAKE`` or ``./lake`` if not given.
    **all_spots
        What all rows have in common, by the same names: ``pot=60``.

    Returns
    -------
    SolvedMany

    Raises
    ------
    UsageError, InputError
        If a row is no spot, or does not fit the memory.
    LakeError
        If the tables are damaged, or another command writes to the lake.

    Examples
    --------
    >>> rows = [{"board": "As8d5s2c2h"}, {"board": "As8d5s2c3h"}]  # doctest: +SKIP
    >>> solve_many(rows, oop="AA,76s", ip="KK,QQ", pot=100, stack=100).values  # doctest: +SKIP
    """
    from pokerlake.engine.solving import cost
    from pokerlake.pipelines.solving.asked import Asked
    from pokerlake.pipelines.solving.solved import solve_into

    for name in all_spots:
        if name not in PARTS:
            raise UsageError(f"no {name!r} in a spot; {did_you_mean(name, PARTS)}")
    common = {name: value for name, value in all_spots.items() if value is not None}
    for name in ("oop", "ip"):
        if name in common and not isinstance(common[name], str):
            common[name] = format_range(Range(common[name], lake=lake).weights)
    found = rows_of(given, "spots")
    if not found:
        raise UsageError("there are no spots; give a frame, or a list of mappings, with a row each")
    taken = [name for name in common if any(name in row for row in found)]
    if taken:
        raise UsageError(f"the rows have {taken[0]!r} already; leave {taken[0]}= out")

    def weights(named: str) -> Floats:
        return Range(named, lake=lake).weights

    goal = spots.share_of("to", to)
    read = list(spots_after_flop(({**common, **row} for row in found), "the spots", weights))
    is_compressed = flag("compress", compress)
    many.refuse_too_large(
        read, [cost(one.spot) for one in read], "the spots", compress=is_compressed
    )
    try:
        asked = [Asked(one.spot, one.name, one.keep, one.ranges) for one in read]
        done = solve_into(
            lake_path(place_of(lake)),
            asked,
            to=goal,
            iterations=whole("iterations", iterations, 1, MOST_ITERATIONS),
            compress=is_compressed,
            anew=flag("replace", replace),
            workers=threads_of(threads),
        )
    except ValueError as error:
        raise UsageError(str(error)) from error
    all_rows = [row for row in done if row is not None]
    return SolvedMany(
        np.array([row["spot"] for row in all_rows], np.int64),
        np.array([(row["value_oop"], row["value_ip"]) for row in all_rows]),
        np.array([(row["equity_oop"], row["equity_ip"]) for row in all_rows]),
        np.array([row["exploitability"] / 100 for row in all_rows]),
        np.array([row["exploitability"] <= 100 * goal for row in all_rows], np.bool_),
        all_rows,
    )


def solved_spot(spot: int, *, lake: LakePath | None = None) -> SolvedSpot:
    """Open a spot that was solved into the lake.

    Parameters
    ----------
    spot : int
        Its number in ``solved_spots``.
    lake : str or Path, optional
        ``$POKERLAKE_LAKE`` or ``./lake`` if not given.

    Raises
    ------
    UsageError
        If there is none of that number.
    LakeError
        If there is no lake, it has no solved spots, or a table is damaged.
    """
    from pokerlake.pipelines.solving.stored import stored_spot

    stored = stored_spot(Lake.open(lake_path(place_of(lake))), whole("spot", spot, 1))
    row = stored.row
    return SolvedSpot(
        np.array([row["value_oop"], row["value_ip"]]),
        np.array([row["equity_oop"], row["equity_ip"]]),
        row["exploitability"] / 100,
        row,
        stored,
    )
