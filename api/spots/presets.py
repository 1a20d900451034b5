"""Common spots by name, and spots that another lake has solved."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pokerlake.queries.questions.fields import plain_field
from pokerlake.queries.questions.question import Column, question

from .common import AGAIN, REPLACE, LakePath
from .postflop import EFFORT, FLOPS, OF_LAKE, ON_DISK, PRESET, SOLVED, SPOT

if TYPE_CHECKING:
    from pokerlake.queries.results import Rows

    from ..solved_spots import SolvedMany


@question(
    columns=[
        Column("preset", "VARCHAR", "its name"),
        Column("about", "VARCHAR", "the actions before the flop"),
        Column("preflop", "VARCHAR", "the same in the form of solve"),
        Column("stacks", "VARCHAR", "the stacks before the hand"),
        Column("oop", "VARCHAR", "the range of the player out of position"),
        Column("ip", "VARCHAR", "the range of the player in position"),
        Column("oop_bets", "VARCHAR", "bets of the player out of position, by street"),
        Column("ip_bets", "VARCHAR", "bets of the player in position"),
        Column("raises", "VARCHAR", "raises of both"),
        Column("donks", "VARCHAR", "bets into the last aggressor of the street before"),
    ],
    examples=[{}],
    counted="presets",
    in_rows=False,
    on_page=False,
    is_python=True,
)
def presets() -> Rows:
    """List common spots by name: positions, stacks, ranges and sizes.

    Their ranges were written for pokerlake by hand. They are about as wide as textbooks suggest.
    They copy no published charts, and are not an equilibrium of the game before the flop.

    Returns
    -------
    Rows

    Examples
    --------
    >>> presets().to_arrow()["preset"][0].as_py()
    'srp-btn-bb'
    """
    import pyarrow as pa

    from pokerlake.queries.answers.solving.presets import PRESETS
    from pokerlake.queries.results import Rows

    return Rows(pa.Table.from_pylist([one._asdict() for one in PRESETS]), "")


@question(
    replace(PRESET, needed=True),
    FLOPS,
    *(replace(field, needed=False) for field in (*SPOT, *OF_LAKE)),
    *EFFORT,
    ON_DISK,
    REPLACE,
    columns=SOLVED,
    examples=[{"preset": "srp-btn-bb"}],
    command="solve",
    chosen_by="--preset",
    counted="solving",
    kept=AGAIN,
    on_cluster=True,
    in_rows=False,
    on_page=False,
    is_python=True,
)
def solve_preset(
    preset: str,
    *,
    flops: int | None = None,
    to: float | str = 0.005,
    iterations: int = 1000,
    compress: bool = False,
    on_disk: LakePath | None = None,
    replace: bool = False,
    threads: int = 0,
    lake: LakePath | None = None,
    **all_spots: Any,
) -> SolvedMany:
    """Solve a preset on many flops into the lake, except those that it has.

    Parameters
    ----------
    preset : str
        One of :func:`presets`: ``"srp-btn-bb"``.
    flops : int, optional
        22, 49, 95 or 184, the subsets in the lake's table ``flop_subsets``, or 1755 for all. By
        default 95. ``board="Ks8d2c"`` solves that one flop.
    to, iterations, compress, on_disk, replace, threads, lake
        As in :func:`solve_many`.
    **all_spots
        Changes to the preset, by the names of :func:`solve`: ``ip_bets="50"``.

    Returns
    -------
    SolvedMany

    Raises
    ------
    UsageError
        If the preset or subset is unknown, or a spot does not fit into memory.
    LakeError
        If the lake has no table flop_subsets.

    Examples
    --------
    >>> solve_preset("srp-btn-bb", flops=22, to="1%").values.shape  # doctest: +SKIP
    (22, 2)
    """
    from ..solved_spots import preset_rows, solved_into, spots_of

    given: Mapping[str, Any] = {k: v for k, v in all_spots.items() if v not in (None, "")}
    rows = preset_rows(preset, flops, given, lake)
    how: dict[str, Any] = {
        "to": to, "iterations": iterations, "threads": threads, "compress": compress,
    }  # fmt: skip
    return solved_into(*spots_of(rows, {}, lake), lake, replace=replace, on_disk=on_disk, **how)


@question(
    plain_field(
        "other",
        "Copy the solved spots of this lake, whose files must match its digests. A spot that "
        "is already here stays.",
        "LAKE",
        needed=True,
        by_name=True,
        option="--copy",
    ),
    replace(OF_LAKE[0], about="Copy only the spots of this name."),
    REPLACE,
    columns=SOLVED,
    examples=[{"other": "other/lake"}],
    command="solve",
    chosen_by="--copy",
    counted="rows",
    in_rows=False,
    on_page=False,
    is_python=True,
)
def copy_solved(
    other: LakePath,
    *,
    name: str | None = None,
    replace: bool = False,
    lake: LakePath | None = None,
) -> SolvedMany:
    """Copy the solved spots of another lake, all of them or none.

    The files of that lake must match the digests in its manifest. Spots get new numbers here. A
    spot that this lake has with the same solution stays.

    Parameters
    ----------
    other : str or Path
        The lake to copy from, a folder or an address.
    name : str, optional
        Copy only spots of this name, such as a preset's: ``"srp-btn-bb"``.
    replace : bool
        Replace all spots of this lake.
    lake : str or Path, optional
        ``$POKERLAKE_LAKE`` or ``./lake`` if not given.

    Returns
    -------
    SolvedMany

    Raises
    ------
    UsageError
        If no spot has that name, or this lake has one of them with another solution.
    LakeError
        If there is no such lake, it has no solved spots, or a file was changed.

    Examples
    --------
    >>> copy_solved("other/lake", name="srp-btn-bb").spots  # doctest: +SKIP
    array([1, 2])
    """
    from ..solved_spots import copied

    return copied(other, name or None, lake, replace=replace)
