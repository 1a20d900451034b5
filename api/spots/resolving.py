"""The question of resolving: spots of blueprints, solved again."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pokerlake.queries.questions.fields import (
    Field,
    Setting,
    board_field,
    sizes_field,
    text_field,
    whole_field,
)
from pokerlake.queries.questions.question import Part, question

from .common import LakePath, as_given
from .parts import ACTING
from .postflop import ACTIONS, EFFORT, VIEWS

if TYPE_CHECKING:
    from pokerlake.engine.cards.layout import Cards

    from ..blueprints.resolved import Resolved


def _player(given: Any, _: Setting) -> str | None:
    from pokerlake.engine.given import shown
    from pokerlake.engine.solving.sizes import PLAYERS
    from pokerlake.tables.errors import UsageError

    if given is not None and given not in PLAYERS:
        raise UsageError(f"safe is {shown(given)}; give oop or ip")
    return given  # type: ignore[no-any-return]


_FIELDS = (
    replace(
        whole_field("run", "Solve a spot of this blueprint again.", least=1),
        needed=True, by_name=True, option="--from-blueprint", metavar="RUN",
    ),
    replace(
        text_field("line", "The actions to the end of a street: 'r2.5 c'.", "LINE"),
        needed=True, by_name=True, by_keyword=True,
    ),
    replace(
        board_field("board", "The cards of the next street: QsJh2h.", (3, 4, 5)),
        by_name=True, by_keyword=True,
    ),
    Field(
        "safe",
        "Solve it for oop or ip so that no opponent gains by arriving here, compared with the "
        "blueprint.  [default: for the ranges of the blueprint]",
        "PLAYER",
        _player,
        None,
    ),
    sizes_field("bets", "No limit: bets, as in solve.  [default: the blueprint's]"),
    sizes_field("raises", "No limit: raises, as in solve.  [default: the blueprint's]"),
    *EFFORT,
)  # fmt: skip
_THEN = Part(
    "then",
    (
        Field(
            "then",
            "Only the decision after these further actions: 'x b2'.",
            "ACTIONS",
            as_given,
            None,
        ),
    ),
)


@question(
    *_FIELDS,
    columns=ACTIONS,
    examples=[{"run": "1", "line": "r2.5 c", "board": "QsJh2h"}],
    command="solve",
    chosen_by="--from-blueprint",
    counted="solving",
    in_rows=False,
    on_page=False,
    is_python=True,
    views=VIEWS,
    parts=[_THEN, ACTING],
)
def resolve(
    run: int,
    *,
    line: str,
    board: Cards,
    safe: str | None = None,
    bets: str | None = None,
    raises: str | None = None,
    to: float = 0.005,
    iterations: int = 1000,
    threads: int = 0,
    compress: bool = False,
    lake: LakePath | None = None,
) -> Resolved:
    """Solve a spot of a blueprint again, for its ranges or safely, and measure the exploitability.

    Plain resolving assumes the ranges of players who keep to the blueprint. An opponent who knows
    that can arrive with other hands and exploit it. With ``safe`` he has a way out: with each hole
    he either plays the spot, or gets the EV of his best response to the blueprint. He then gains
    nothing by arriving, up to the exploitability of the solution (CFR-D: Burch, Johanson, Bowling,
    AAAI 2014). For either form, the line below the rows says how much more such an opponent wins
    than against the blueprint, by best responses that see all cards.

    Parameters
    ----------
    run : int
        The number of the blueprint.
    line : str
        The actions so far. They end a street.
    board : cards
        The board of the next street.
    safe : str, optional
        The player whose strategy is solved, ``"oop"`` or ``"ip"``. Do not use that of the other.
    bets, raises : str, optional
        No-limit sizes, as in :func:`solve`; those of the blueprint if not given.
    to, iterations, threads, compress
        As in :func:`solve`; with ``safe``, in the game with the way out.
    lake : path, optional

    Returns
    -------
    Resolved

    Raises
    ------
    UsageError
        If there is no such line, it is never played, or it needs too much memory.
    LakeError
        If the lake lacks the blueprint or its abstractions.

    Examples
    --------
    >>> resolve(1, line="r2.5 c", board="QsJh2h", safe="ip")  # doctest: +SKIP
    """
    from ..blueprints.resolved import resolved
    from ..solving import Solver

    sizes = {"bets": bets, "raises": raises}
    return resolved(run, line, board, safe, sizes, lake, Solver(to, iterations, threads, compress))
