"""Spots of blueprints that are solved again, as they are asked."""

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
        "Solve it for oop or ip so that nobody wins more against him by coming here than against "
        "the blueprint.  [default: for the ranges of who keeps to the blueprint]",
        "PLAYER",
        _player,
        None,
    ),
    sizes_field("bets", "Without limit: bets, as of solve.  [default: the blueprint's]"),
    sizes_field("raises", "Without limit: raises, as of solve.  [default: the blueprint's]"),
    *EFFORT,
)  # fmt: skip
_THEN = Part(
    "then",
    (
        Field(
            "then", "Only the decision after these actions more: 'x b2'.", "ACTIONS", as_given, None
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
    """Solve a spot of a blueprint again, for its ranges or safely, and measure what that allows.

    Solved for the ranges with which players come who keep to the blueprint, a strategy may be easy
    to beat for who knows of it and comes with others. With ``safe`` the other has a way out: with
    each hole he plays the spot or has what he could win against the blueprint. Then he gains
    nothing by coming, up to how well it is solved (CFR-D: Burch, Johanson, Bowling, AAAI 2014).
    Below the rows stands for either form how much more who knows of it wins than against the
    blueprint, by best responses that see all cards.

    Parameters
    ----------
    run : int
        The number of the blueprint.
    line : str
        The actions so far. They end a street.
    board : cards
        As many as the next street has.
    safe : str, optional
        Whose strategy is solved, ``"oop"`` or ``"ip"``. That of the other is not to be used then.
    bets, raises : str, optional
        Sizes without limit, as in :func:`solve`; those of the blueprint if not given.
    to, iterations, threads, compress
        As in :func:`solve`; with ``safe`` in the game with the way out.
    lake : path, optional

    Returns
    -------
    Resolved

    Raises
    ------
    UsageError
        If there is no such line, it is never played, or it takes too much memory.
    LakeError
        If the lake has no such blueprint, or no longer its abstractions.

    Examples
    --------
    >>> resolve(1, line="r2.5 c", board="QsJh2h", safe="ip")  # doctest: +SKIP
    """
    from ..blueprints.resolved import resolved
    from ..solving import Solver

    sizes = {"bets": bets, "raises": raises}
    return resolved(run, line, board, safe, sizes, lake, Solver(to, iterations, threads, compress))
