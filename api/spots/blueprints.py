"""Blueprints, as they are asked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pokerlake.queries.questions.fields import (
    Field,
    Setting,
    board_field,
    flag_field,
    number_field,
    plain_field,
    seed_field,
    sizes_field,
    text_field,
    threads_field,
    whole_field,
)
from pokerlake.queries.questions.question import Column, Part, View, question

from .common import RUN, LakePath

if TYPE_CHECKING:
    from pokerlake.engine.cards.layout import Cards
    from pokerlake.queries.results import Rows

    from ..solutions.blueprints import Blueprint
    from ..solutions.measures import Exploitability

_AGAIN = "run the same command again to go on"
USUAL_FLOPS, ALL_FLOPS = 20, 22_100
BY = ("line", "street", "both")
MOST_ITERATIONS = 10**12


def _multiples(name: str, about: str) -> Field:
    """Raises before the flop, as text, or a number or a list of them."""

    def read(given: object, _: Setting) -> str | None:
        if given is None:
            return None
        several = given if isinstance(given, list | tuple) else [given]
        return ",".join(str(one).strip() for one in several)

    return Field(name, about, "SIZES", read, None)


_FIELDS = (
    replace(text_field("game", "limit or nolimit.", "GAME"), needed=True),
    plain_field(
        "buckets",
        "By street how many buckets the lake's newest abstraction has: 169/1000/10000/1950; or "
        "#3 for run 3.  [default: the newest of each street]",
    ),
    number_field("stack", "Without limit: big blinds that both have.  [default: 20]", above=True),
    _multiples(
        "opens", "Raises of the big blind, in multiples of it; a is all-in.  [default: 2.5,a]"
    ),
    _multiples(
        "reraises",
        "Raises of a raise, in multiples of it; a slash stands before those of the next one.  "
        "[default: 3,a]",
    ),
    flag_field("no_limps", "The small blind raises or folds."),
    sizes_field("bets", "Bets from the flop on, as of solve.  [default: 50,a]"),
    sizes_field("raises", "Raises from the flop on, as of solve.  [default: a]"),
    number_field("small_blind", "Without limit: in big blinds.  [default: 0.5]"),
    number_field("ante", "Without limit: of each, in big blinds.  [default: 0]"),
)
_EFFORT = (
    replace(
        number_field("minutes", "Train for so long.  [default: 10]", above=True), effort=True
    ),
    replace(
        whole_field(
            "iterations", "Boards to walk at most; a few more to a multiple of 16.", least=1,
            most=MOST_ITERATIONS,
        ),
        effort=True,
    ),
    seed_field("Seed of the boards.", "1", kind=int, least=0, most=2**63 - 1),
    threads_field("Number of threads."),
    whole_field(
        "restart",
        "Begin anew every N boards, as 512, and take the mean of all trainings: a best response "
        "wins less of it. They are whole, and workers of a cluster take one each.  "
        "[default: never]",
        least=16,
        most=MOST_ITERATIONS,
    ),
    flag_field("replace", "Replace all blueprints in the lake by this one.", effort=True),
)  # fmt: skip


def _plan(**asked: object) -> Rows:
    """What training takes: decisions, information sets, memory, and seconds an iteration."""
    from ..solutions.blueprints import planned

    return planned(asked)


def _require_by(_: Mapping[str, Any], part: Mapping[str, Any]) -> None:
    """Refuse what losses are not told by, before anything is measured."""
    from ..solutions.measures import require_by

    require_by(part["by"])


@question(
    *_FIELDS,
    *_EFFORT,
    columns=[
        Column("run", "BIGINT", "its number in the lake"),
        Column("game", "VARCHAR", "limit or nolimit"),
        Column("stack", "DOUBLE", "big blinds; null: as many as bets take"),
        Column("buckets", "VARCHAR", "by street"),
        Column("runs", "VARCHAR", "the abstractions that have them"),
        Column("decisions", "BIGINT", "of both players, whatever they hold"),
        Column("information_sets", "BIGINT", "decisions times the buckets of their streets"),
        Column("iterations", "BIGINT", "boards that were walked"),
        Column("regret_oop", "DOUBLE", "mbb a hand that the big blind would have won more"),
        Column("regret_ip", "DOUBLE", "the dealer"),
        Column("seconds", "DOUBLE", "that training took"),
    ],
    examples=[{"game": "limit", "buckets": "169/1000/10000/1950"}],
    views=[View("--plan", "What it takes: information sets, memory, seconds.", _plan)],
    counted="training",
    kept=_AGAIN,
    on_cluster=True,
    workers_read=True,
    in_rows=False,
    on_page=False,
    is_python=True,
)
def blueprint(
    game: str,
    *,
    buckets: str | None = None,
    stack: float | None = None,
    opens: str | None = None,
    reraises: str | None = None,
    no_limps: bool = False,
    bets: str | None = None,
    raises: str | None = None,
    small_blind: float | None = None,
    ante: float | None = None,
    minutes: float | None = None,
    iterations: int | None = None,
    seed: int | None = None,
    threads: int = 0,
    restart: int | None = None,
    replace: bool = False,
    lake: LakePath | None = None,
) -> Blueprint:
    """Train a whole strategy of heads-up hold'em, from the first card on, into the lake.

    The betting is played as it is declared. Cards are seen by buckets of the lake's abstractions,
    which 'pokerlake abstract' makes: holes of a bucket do the same. Both players improve deal by
    deal, by regrets, against each other. It is a strategy for this betting and these buckets: how
    good it is in all of hold'em is not told by the regrets.

    If it is stopped with Ctrl-C, or killed, the same command goes on with it. The number of threads
    does not change the strategies.

    Parameters
    ----------
    game : str
        ``"limit"`` or ``"nolimit"``.
    buckets : str, optional
        How many on each street, as ``"169/1000/10000/1950"``, or the number of a run, ``"#3"``; by
        default the newest abstraction of each street.
    stack, small_blind, ante : float, optional
        Without limit, in big blinds; by default 20, 0.5 and 0.
    opens, reraises : str, optional
        Raises before the flop, in multiples of the big blind and of the raise before.
    no_limps : bool
        Whether the small blind may not just call.
    bets, raises : str, optional
        Sizes from the flop on, as in :func:`solve`.
    minutes : float, optional
        How long to train; by default 10, or until ``iterations`` are done.
    iterations : int, optional
        Boards to walk.
    seed : int, optional
    threads : int
        0 for all cores.
    restart : int, optional
        Boards after which training begins anew; the strategies are the mean of all trainings. With
        the command's ``--cluster`` workers take one each. By default never.
    replace : bool
        Whether it replaces all blueprints of the lake.
    lake : path, optional

    Returns
    -------
    Blueprint
        A row of ``blueprints``; ``.chart(line)`` draws what hands do before the flop.

    Raises
    ------
    UsageError
        If a size or a number is none, or it does not fit the memory.
    LakeError
        If the lake has no such abstraction.

    Examples
    --------
    >>> blueprint("limit", buckets="169/200/200/200", minutes=60)  # doctest: +SKIP
    """
    from ..solutions.blueprints import trained

    asked = {
        "game": game, "buckets": buckets, "stack": stack, "opens": opens, "reraises": reraises,
        "no_limps": no_limps, "bets": bets, "raises": raises, "small_blind": small_blind,
        "ante": ante, "seed": seed, "restart": restart,
    }  # fmt: skip
    return trained(
        asked, minutes=minutes, iterations=iterations, threads=threads, replace=replace, lake=lake
    )


def _plan_measure(**asked: object) -> Rows:
    """What measuring takes: flops, seconds of a core, memory, and room in the lake."""
    from ..solutions.measures import planned

    return planned(asked)


@question(
    RUN,
    replace(
        whole_field(
            "flops",
            f"Flops to draw; {ALL_FLOPS} for all.  [default: {USUAL_FLOPS}]",
            least=4,
            most=ALL_FLOPS,
        ),
        effort=True,
    ),
    seed_field("Seed by which flops are drawn.", "1", kind=int, least=0, most=2**63 - 1),
    threads_field("Number of threads."),
    columns=[
        Column("measure", "BIGINT", "its number in the lake"),
        Column("run", "BIGINT", "the blueprint"),
        Column("flops", "BIGINT", "that were walked; 22,100 are all"),
        Column("value", "DOUBLE", "mbb a hand that the dealer wins if both play it"),
        Column("value_error", "DOUBLE", "its standard error"),
        Column("least", "DOUBLE", "mbb a hand: the exploitability, at least"),
        Column("least_error", "DOUBLE", "its standard error"),
        Column("most", "DOUBLE", "mbb a hand: the exploitability, at most"),
        Column("most_error", "DOUBLE", "its standard error"),
        Column("seconds", "DOUBLE", "that it took"),
    ],
    examples=[{"run": "1", "flops": "20"}],
    views=[
        View("--plan", "What it takes: flops, seconds of a core, gigabytes.", _plan_measure),
    ],
    parts=[
        Part(
            "by",
            (
                replace(
                    text_field(
                        "by",
                        "Where it loses: what best responses gain by street, by line before the "
                        "flop, or both.",
                        "|".join(BY),
                    ),
                    default=None,
                ),
            ),
            is_last=True,
            before=_require_by,
        )
    ],
    counted="walking flops",
    kept=_AGAIN,
    on_cluster=True,
    workers_read=True,
    in_rows=False,
    on_page=False,
    is_python=True,
)
def exploitability(
    run: int | None = None,
    *,
    flops: int | None = None,
    seed: int | None = None,
    threads: int = 0,
    lake: LakePath | None = None,
) -> Exploitability:
    """Compute how much can be won against a blueprint in all of hold'em, exactly, flop by flop.

    A best response sees the cards, not buckets, and bets as the blueprint's betting allows. On each
    flop all turns and rivers are walked. Of some flops there are two numbers, with their standard
    errors: what is won at least, by choices before the flop that were made on other flops, and at
    most, by choices made on the same. Without limit it is the exploitability within the bets that
    were declared, not that of hold'em.

    What a flop is worth is kept in the lake: a command that is stopped or killed goes on where it
    was, and one of more flops takes up those that are there.

    Parameters
    ----------
    run : int, optional
        The number of the blueprint; the last by default.
    flops : int, optional
        How many of the 22,100 flops are drawn; by default 20. 22,100 are all.
    seed : int, optional
    threads : int
        0 for all cores. The numbers are the same.
    lake : path, optional

    Returns
    -------
    Exploitability
        A row of ``blueprint_responses``; ``.by("street")`` and ``.by("line")`` tell where it loses.

    Raises
    ------
    LakeError
        If the lake has no such blueprint, or no longer its abstractions.

    Examples
    --------
    >>> exploitability(1, flops=20)  # doctest: +SKIP
    """
    from ..solutions.measures import measured

    return measured(run, flops or USUAL_FLOPS, 1 if seed is None else seed, threads, lake)


@question(
    RUN,
    replace(
        text_field("line", "The actions so far, to the end of a street: 'r2.5 c'.", "LINE"),
        needed=True,
        by_name=True,
        by_keyword=True,
    ),
    replace(
        board_field("board", "The cards of the next street: QsJh2h.", (3, 4, 5)),
        by_name=True,
        by_keyword=True,
    ),
    columns=[
        Column("board", "VARCHAR", "its cards"),
        Column("oop", "VARCHAR", "how often the big blind comes there with each hole, the most 1"),
        Column("ip", "VARCHAR", "the dealer"),
        Column("pot", "DOUBLE", "big blinds"),
        Column("chip", "DOUBLE", "the least chip"),
        Column("stack", "DOUBLE", "big blinds that each has left"),
        Column("bets", "VARCHAR", "sizes of bets, without limit"),
        Column("raises", "VARCHAR", "of raises, without limit"),
        Column("tree", "VARCHAR", "with limit: what can be done, as JSON"),
    ],
    examples=[{"run": "1", "line": "r2.5 c", "board": "QsJh2h"}],
    command="blueprint-spot",
    in_rows=False,
    on_page=False,
    is_python=True,
)
def blueprint_spot(
    run: int | None = None,
    *,
    line: str,
    board: Cards,
    lake: LakePath | None = None,
) -> Rows:
    """Tell the spot that a line of a blueprint and a board lead to: ranges, pot, stack and bets.

    It is a row as 'pokerlake solve --from' reads it, so that the spot can be solved exactly.
    Ranges are those of players who keep to the blueprint. A strategy that is solved so may be
    easier to exploit in the whole game than the blueprint's own: who knows of it may come to the
    spot with other hands.

    Parameters
    ----------
    run : int, optional
        The number of the blueprint; the last by default.
    line : str
        The actions so far. They end a street.
    board : cards
        As many as the next street has.
    lake : path, optional

    Returns
    -------
    Rows
        One row, a spot of :func:`solve`: ``solve(**dict(rows[0]))``.

    Raises
    ------
    UsageError
        If there is no such line, or it is never played.
    LakeError
        If the lake has no such blueprint, or no longer its abstractions.

    Examples
    --------
    >>> spot = blueprint_spot(1, line="r2.5 c", board="QsJh2h")  # doctest: +SKIP
    >>> solve(**dict(spot[0]))  # doctest: +SKIP
    """
    from ..solutions.blueprints import spot_of

    return spot_of(run, line, board, lake)
