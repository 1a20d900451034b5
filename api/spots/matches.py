"""The question of matches between blueprints."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pokerlake.queries.questions.fields import (
    Field,
    Setting,
    flag_field,
    seed_field,
    threads_field,
    whole_field,
)
from pokerlake.queries.questions.question import Column, question

from .common import LakePath

if TYPE_CHECKING:
    from pokerlake.queries.results import Rows

USUAL_HANDS, MOST_HANDS = 100_000, 10**12


def _opponent_field() -> Field:
    """The number of a blueprint, or a word."""

    def read(given: object, _: Setting) -> str:
        return str(given).strip()

    return Field(
        "opponent",
        "Another blueprint by its number, or the rule call, raise or push.",
        "OPPONENT",
        read,
        needed=True,
    )


@question(
    replace(
        whole_field("run", "The number of the blueprint.", least=1), needed=True, metavar="RUN"
    ),
    _opponent_field(),
    replace(
        whole_field(
            "hands",
            f"Hands to play; each deal is played twice.  [default: {USUAL_HANDS:,}]",
            least=400,
            most=MOST_HANDS,
        ),
        effort=True,
    ),
    seed_field("Seed of cards and actions.", "1", kind=int, least=0, most=2**63 - 1),
    flag_field("all_lines", "Also play all lines of a deal, for the value."),
    threads_field("Number of threads."),
    columns=[
        Column("run", "BIGINT", "the blueprint"),
        Column("opponent", "VARCHAR", "another one, or call, raise or push"),
        Column("hands", "BIGINT", "two for each deal: the second with exchanged holes"),
        Column("seed", "UBIGINT", "of cards and actions"),
        Column("won", "DOUBLE", "mbb a hand that the blueprint won by sampled actions"),
        Column("won_error", "DOUBLE", "its standard error"),
        Column("value", "DOUBLE", "the same with less variance"),
        Column("value_error", "DOUBLE", "its standard error"),
        Column("seconds", "DOUBLE", "that it took"),
    ],
    examples=[{"run": "1", "opponent": "call"}],
    counted="hands",
    in_rows=False,
    on_page=False,
    is_python=True,
)
def match(
    run: int,
    opponent: int | str,
    *,
    hands: int | None = None,
    seed: int | None = None,
    all_lines: bool = False,
    threads: int = 0,
    lake: LakePath | None = None,
) -> Rows:
    """Let a blueprint play against another one, or against a simple rule.

    Each deal is played twice, with the holes exchanged. won is the result of sampled actions. value
    has the same mean with less variance: it subtracts the luck of the starting hands and of each
    street. With all_lines it plays every line of a deal, weighted by both strategies. These are
    corrections of AIVAT (Burch and others, AAAI 2018). A bet that a betting lacks is mapped to one
    of the two nearest, by the pseudo-harmonic mapping.

    call checks and calls. raise bets and raises the smallest size of the blueprint. push goes all
    in before the flop or folds, by its equilibrium. The number of threads does not change the
    result.

    Parameters
    ----------
    run : int
        The number of the blueprint.
    opponent : int or str
        Another blueprint with the same game, stack and blinds, or ``"call"``, ``"raise"``,
        ``"push"``.
    hands : int, optional
        The number of hands; by default 100,000.
    seed : int, optional
    all_lines : bool
        Play all lines of a deal: less variance a hand, and more time.
    threads : int
        0 for all cores.
    lake : path, optional

    Returns
    -------
    Rows
        One row.

    Raises
    ------
    UsageError
        If the opponent is unknown, or plays another game.
    LakeError
        If the lake lacks the blueprint, its abstractions, or ``matchups``.

    Examples
    --------
    >>> match(1, "call", hands=20_000)  # doctest: +SKIP
    """
    from ..solutions.matches import played

    return played(
        run, str(opponent), hands or USUAL_HANDS, 1 if seed is None else seed, all_lines=all_lines,
        threads=threads, lake=lake,
    )  # fmt: skip
