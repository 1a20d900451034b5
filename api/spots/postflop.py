"""Spots after the flop as they are asked, one or many, into the lake or not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pokerlake.queries.questions.fields import (
    Field,
    Setting,
    flag_field,
    text_field,
    threads_field,
    whole_field,
)
from pokerlake.queries.questions.question import Column, Part, View, question
from pokerlake.queries.questions.spots import FIELDS

from .common import AGAIN, POPULATION, REPLACE, LakePath, as_given
from .parts import ACTING, AGAINST, AT, CARDS, COST, DRAWN, LINE, RUNOUTS

if TYPE_CHECKING:
    from pokerlake.queries.results import Rows

    from ..solutions.bet_trees import BetTree
    from ..solved_spots import SolvedMany, SolvedSpot
    from ..solving import Solved

MOST_ITERATIONS = 10**7


def _share(given: Any, _: Setting) -> float:
    from pokerlake.queries.answers.solving.spots import share_of

    return share_of("to", given)


_BY_NAME = {
    field.name: replace(
        field, read=as_given, cards=None, by_keyword=field.name not in ("oop", "ip", "board")
    )
    for field in FIELDS
}
OF_LAKE = tuple(_BY_NAME.pop(name) for name in ("name", "keep"))
_FIRST = tuple(_BY_NAME.pop(name) for name in ("oop", "ip", "board"))
SPOT = (*_FIRST, *_BY_NAME.values())
_TO = Field(
    "to",
    "Solve to this exploitability, a share of the pot.",
    "SHARE",
    _share,
    "0.5%",
    effort=True,
)
_ITERATIONS = replace(
    whole_field("iterations", "The most iterations.", least=1, most=MOST_ITERATIONS),
    default=1000, kind=int, least=1, most=MOST_ITERATIONS, effort=True,
)  # fmt: skip
_COMPRESS = flag_field(
    "compress", "Keep regrets and strategies in 16 bits: half the memory.", effort=True
)
ON_DISK = replace(
    text_field(
        "on_disk",
        "Keep regrets and strategies of flops and turns in a file of this folder, not in memory.",
        "FOLDER",
    ),
    default=None, read=as_given, by_keyword=True, effort=True,
)  # fmt: skip
EFFORT = (
    _TO, _ITERATIONS, threads_field("Number of threads and processes that solve."), _COMPRESS,
)  # fmt: skip
PRESET = replace(
    text_field(
        "preset", "Solve a spot that 'pokerlake presets' lists, on --flops or --board.", "NAME"
    ),
    by_name=True,
)
FLOPS = whole_field(
    "flops",
    "Flops to solve it on: 22, 49, 95 or 184, the subsets of the lake's flop_subsets, or 1755, "
    "all.  [default: 95]",
    least=1,
    most=1755,
)
_ROWS = Field(
    "given",
    "",
    "",
    as_given,
    None,
    by_place=True,
    of_rows="spots to solve into the lake. Its columns are named as these options; what it does "
    "not have is as the options say",
)
_LOCKS = Field(
    "locks",
    "Lock the decision after LINE: a range for all actions but one, 'b94: c=TT+,AK', or "
    "frequencies of some, 'x b50: f=60%'. May be repeated for other lines.",
    "LINE:ACTION=...",
    as_given,
    None,
    several=True,
    by_name=True,
    option="--lock",
    under="What players keep to",
)


VIEWS = [
    View("--hands", "Show each starting hand of the decision.", "hands"),
    View("--holes", "Show each hole of the decision.", "of_holes"),
    View("--kinds", "Show each kind of made hand of the decision.", "kinds"),
    View("--draws", "Show each draw of the decision.", "draws"),
    View("--categories", "Show each category of the decision.", "categories"),
]
ACTIONS = [
    Column("line", "VARCHAR", "the actions before"),
    Column("aloud", "VARCHAR", "the same in words: check, bet 50, raise 150"),
    Column("cards", "VARCHAR", "the cards dealt to the board so far"),
    Column("player", "VARCHAR", "who decides: oop or ip"),
    Column("pot", "DOUBLE", "chips in the pot"),
    Column(
        "action", "VARCHAR", "x check, b94 a bet of 94 chips, r260 a raise to 260, c call, f fold"
    ),
    Column("percent", "DOUBLE", "how often it is taken, x 100"),
    Column("value", "DOUBLE", "the EV in chips from here on"),
    Column("pot_share", "DOUBLE", "the same in percent of the pot here"),
    Column("combos", "DOUBLE", "holes that take it"),
    Column(
        "gain",
        "DOUBLE",
        "his gain from a best response, in percent of the pot; for spots of the lake the mean "
        "of both",
    ),
    Column("range", "VARCHAR", "which these are"),
]
SOLVED = [
    Column("spot", "BIGINT", "its number in the lake"),
    Column("board", "VARCHAR", "its cards"),
    Column("value_oop", "DOUBLE", "the EV of the player out of position, in chips of the pot"),
    Column("value_ip", "DOUBLE", "the EV of the other player"),
    Column("exploitability", "DOUBLE", "the gain from a best response, in percent of the pot"),
]
_EXAMPLES = [
    {
        "board": "QsJh2h8c3d",
        "oop": "QQ+,AK,KTs",
        "ip": "JJ-22,AQ,T9s",
        "pot": "100",
        "stack": "300",
    },
]


@question(
    *SPOT,
    _LOCKS,
    *EFFORT,
    ON_DISK,
    columns=ACTIONS,
    examples=_EXAMPLES,
    counted="solving",
    page="#/solutions",
    in_rows=False,
    on_page=False,
    is_python=True,
    views=VIEWS,
    parts=[AGAINST, POPULATION, COST, RUNOUTS, DRAWN, AT, ACTING],
)
def solve(
    oop: Any,
    ip: Any,
    board: Any,
    *,
    pot: float | None = None,
    stack: float | None = None,
    preflop: str | None = None,
    stacks: float | str | Mapping[str, Any] | None = None,
    blinds: str | tuple[float, float] | None = None,
    ante: float | str | Mapping[str, Any] | None = None,
    straddle: float | str | Mapping[str, Any] | None = None,
    players: int | None = None,
    bets: str | None = None,
    raises: str | None = None,
    oop_bets: str | None = None,
    oop_raises: str | None = None,
    ip_bets: str | None = None,
    ip_raises: str | None = None,
    donks: str | None = None,
    tree: Mapping[str, Any] | str | None = None,
    add_all_in: float = 0,
    force_all_in: float = 0,
    merge: float = 0,
    most_raises: int = 0,
    chip: float | None = None,
    rake: float | str = 0,
    rake_cap: float | str | Mapping[Any, Any] | None = None,
    prizes: Sequence[float] | str | None = None,
    others: Sequence[float] | str | None = None,
    behind: Sequence[float] | str | None = None,
    bounties: Sequence[float] | str | None = None,
    locks: Mapping[str, Any] | None = None,
    to: float | str = 0.005,
    iterations: int = 1000,
    threads: int = 0,
    compress: bool = False,
    on_disk: LakePath | None = None,
    lake: LakePath | None = None,
) -> Solved:
    """Solve a spot after the flop: two players, any ranges, stacks and sizes.

    Regrets are minimized until the exploitability is small. A row is an action at a decision of
    the board: how often it is taken, its EV in chips from there on, and the hands that take it. In
    lines x is a check, b94 a bet of 94 chips, r260 a raise to 260 on that street, c a call, f a
    fold.

    The lake keeps spots in the tables solved_spots, solved_nodes and solved_strategies, through
    solve_many, or --from and --save. A spot that it has is not solved again. solved_spot, or
    --spot, shows one. With --cluster each worker solves one spot at a time.

    Locks fix the strategy of a player, or the frequencies of his actions. With --against, or
    against(), he keeps to his habits in imported hands. The other player plays the best answer to
    that.

    Parameters
    ----------
    oop, ip : text, Range, cards or weights
        The range of the player out of position, who acts first, and of the one in position.
    board : text or cards
        Three to five cards.
    pot, stack : float
        The pot, and the stack behind of each player, in chips or big blinds: ``pot=5.5``.
    preflop : str, optional
        In place of both, the actions before the flop: ``"BTN r2.5, BB c"``. Add ``stacks`` before
        them, ``100`` or ``"100bb"`` for all or by position, ``{"BTN": 100, "BB": 60}``; optionally
        ``blinds`` (``"0.5/1"`` if not given), the ``ante`` of each of the ``players`` or of one,
        ``"BB 1"``, and a ``straddle`` of UTG or ``"BTN 2"``. The line below the rows says who is in
        position. Given blinds are also the least bets.
    bets, raises : str, optional
        Sizes: ``"33,75"`` percent of the pot, ``"pot"``, ``"50c"`` chips, ``"e"`` equal shares of
        the pot that are all in by the river (``"2e"`` in two bets), ``"a"`` all in, ``"-"`` none.
        Raises also take ``"2.5x"`` the bet and ``"min"``. A slash separates streets, from that of
        the board on: ``"33/50/75,a"``. The default is 50. A raise is in percent of the pot after
        the call. A number below 5 needs its unit: ``"2%"``. ``oop_bets`` and so on are the sizes of
        one player.
    donks : str, optional
        Bets out of position into the last aggressor of the street before; ``oop_bets`` if not
        given.
    tree : mapping or str, optional
        The actions after each line, ``{"x": {"b50": {"f": {}, "c": {}}}, "b33%": {}}``, also as
        JSON or indented lines. A decision with entries has just these bets and raises: ``b50`` is a
        bet of 50 chips, ``r150`` a raise to 150, ``b33%`` and ``r2.5x`` a size. Check, call and
        fold are always there. The next street follows a call. A decision without entries takes the
        sizes. ``bet_tree`` shows the result.
    add_all_in, force_all_in : float
        Add an all-in where the stack is at most this many pots; make a bet all in if a call would
        leave at most this many pots.
    merge : float
        Of sizes less than this many pots apart, only the largest stays.
    most_raises : int
        The most bets and raises on a street; 0 for no limit.
    chip : float, optional
        The smallest chip; bets are rounded to it. By default 1, or 0.1, 0.01, ... if ``pot`` or
        ``stack`` has decimals. Answers are in the unit of the pot.
    rake, rake_cap
        The share of the pot that the house takes, ``0.05`` or ``"5%"``, and its cap in the unit of
        the pot. Of caps by players, ``{2: 0.5, 3: 1}``, that of two applies.
    prizes : list of float or str, optional
        The prizes of the places that can still be won, the first place first: ``[50, 30, 20]``.
        EVs are then expected prizes after the hand by ICM (Malmuth-Harville), given the stacks of
        ``others``, who are not in the hand, and what both players have ``behind`` (out of position
        first; the stack if not given). ``bounties`` are what each wins at once for knocking out
        the other. The game is then not zero-sum: other strategies of the same exploitability may
        have other EVs.
    locks : mapping, optional
        Node locks by line: frequencies ``(1326, a)``; a range for each action but one, which gets
        the rest, ``{"x": {"b50": "AA,KK"}}``; or the frequencies of actions, ``{"x": {"b50":
        0.6}}``. As text: ``["x: b50=AA,KK", "b94: f=60%"]``.
    to : float or str
        The exploitability to reach, as a share of the pot: ``0.005`` or ``"0.5%"``.
    iterations : int
        The most iterations.
    threads : int
        0 for all cores. The result is the same for any number.
    compress : bool
        Keep regrets and strategies in 16 bits each: half the memory.
    on_disk : str or Path, optional
        A folder for a file with the regrets and strategies. The file has no name, so the system
        always frees it. Memory then holds those of one turn and its rivers for each thread. The
        result is the same.
    lake : str or Path, optional
        The lake with the rankings of percentages.

    Returns
    -------
    Solved

    Raises
    ------
    UsageError
        If a value is out of bounds, or the spot does not fit into memory.
    OutputError
        If it does not fit on the disk, or the disk fails.
    CardError, RangeError
        If a card or range is invalid.

    Examples
    --------
    >>> found = solve("AA,76s", "KK,QQ", "As8d5s2c2h", pot=100, stack=100, bets="100")
    >>> found.at().actions
    ['x', 'b100']
    >>> round(float(found.values.sum()), 3)
    100.0
    """
    from ..locks import keeping_to
    from ..solving import Solver, given_spot, solved

    given = {
        "oop": oop, "ip": ip, "board": board, "pot": pot, "stack": stack, "preflop": preflop,
        "stacks": stacks, "blinds": blinds, "ante": ante, "straddle": straddle, "players": players,
        "bets": bets,
        "raises": raises, "oop_bets": oop_bets, "oop_raises": oop_raises, "ip_bets": ip_bets,
        "ip_raises": ip_raises, "donks": donks, "tree": tree, "add_all_in": add_all_in,
        "force_all_in": force_all_in, "merge": merge, "most_raises": most_raises, "chip": chip,
        "rake": rake, "rake_cap": rake_cap, "prizes": prizes, "others": others, "behind": behind,
        "bounties": bounties,
    }  # fmt: skip
    read, habits = keeping_to(given_spot(given, lake), locks, lake)
    return solved(read, habits, lake, Solver(to, iterations, threads, compress, on_disk))


@question(
    _ROWS,
    *(replace(field, needed=False) for field in (*SPOT, *OF_LAKE)),
    *EFFORT,
    ON_DISK,
    REPLACE,
    columns=SOLVED,
    examples=[{}],
    command="solve",
    chosen_by="--from",
    counted="solving",
    kept=AGAIN,
    on_cluster=True,
    in_rows=False,
    on_page=False,
    is_python=True,
)
def solve_many(
    given: Any,
    *,
    to: float | str = 0.005,
    iterations: int = 1000,
    compress: bool = False,
    on_disk: LakePath | None = None,
    replace: bool = False,
    threads: int = 0,
    lake: LakePath | None = None,
    **all_spots: Any,
) -> SolvedMany:
    """Solve spots after the flop into the lake, except those that it has.

    Parameters
    ----------
    given : frame, list of mappings, or mapping of columns
        A row for each spot. Columns are the parameters of :func:`solve`: ``board``, ``oop``,
        ``ip``, ``pot``, ``stack``, ``bets`` and so on; ``name``, the name of the spot; and
        ``keep``, the decisions that the lake keeps: ``all``, ``street`` (those of the board
        itself), or lines of later streets, separated by commas.
    to : float or str
        The exploitability to reach, as a share of the pot: ``0.005`` or ``"0.5%"``.
    iterations : int
        The most iterations.
    compress : bool
        Keep regrets and strategies in 16 bits while solving.
    on_disk : str or Path, optional
        A folder for a file with the regrets and strategies of flops and turns while solving.
    replace : bool
        Solve all anew, and replace all spots of the lake.
    threads : int
        Threads and processes; 0 for all cores. The result is the same for any number.
    lake : str or Path, optional
        Created if need be. ``$POKERLAKE_LAKE`` or ``./lake`` if not given.
    **all_spots
        Values for all rows, by the same names: ``pot=60``.

    Returns
    -------
    SolvedMany

    Raises
    ------
    UsageError, InputError
        If a row is not a valid spot, or does not fit into memory.
    LakeError
        If the tables are damaged, or another command writes to the lake.

    Examples
    --------
    >>> rows = [{"board": "As8d5s2c2h"}, {"board": "As8d5s2c3h"}]  # doctest: +SKIP
    >>> solve_many(rows, oop="AA,76s", ip="KK,QQ", pot=100, stack=100).values  # doctest: +SKIP
    """
    from ..solved_spots import solved_into, spots_of

    how: dict[str, Any] = {
        "to": to,
        "iterations": iterations,
        "threads": threads,
        "compress": compress,
    }
    read = spots_of(given, all_spots, lake)
    return solved_into(*read, lake, replace=replace, on_disk=on_disk, **how)


@question(
    *SPOT,
    *OF_LAKE,
    *EFFORT,
    ON_DISK,
    REPLACE,
    replace(
        flag_field("save", "Add the spot to the lake; one that it has is looked up."),
        needed=True,
        by_name=True,
        by_keyword=True,
    ),
    columns=ACTIONS,
    examples=_EXAMPLES,
    command="solve",
    chosen_by="--save",
    counted="solving",
    kept=AGAIN,
    on_cluster=True,
    in_rows=False,
    on_page=False,
    is_python=True,
    views=VIEWS,
    parts=[AT, ACTING],
)
def _solve_saved(
    *,
    save: bool,  # noqa: ARG001 by which it is asked
    replace: bool = False,
    to: float = 0.005,
    iterations: int = 1000,
    threads: int = 0,
    compress: bool = False,
    on_disk: LakePath | None = None,
    lake: LakePath | None = None,
    **given: Any,
) -> SolvedSpot:
    """Solve into the lake, and open the spot there."""
    from ..solved_spots import opened, solved_into
    from ..solving import given_spot

    how = {"to": to, "iterations": iterations, "threads": threads, "compress": compress}
    read = [given_spot(given, lake, kept=True)]
    many = solved_into(read, "the spots", lake, replace=replace, on_disk=on_disk, **how)
    return opened(int(many.spots[0]), lake, how)


@question(
    replace(
        whole_field("spot", "Show the spot of that number in the lake.", least=1),
        needed=True,
        by_name=True,
    ),
    columns=ACTIONS,
    examples=[{"spot": "1"}],
    command="solve",
    chosen_by="--spot",
    counted="solving",
    page="#/solutions",
    in_rows=False,
    on_page=False,
    is_python=True,
    views=VIEWS,
    parts=[POPULATION, RUNOUTS, DRAWN, Part("at", (LINE, CARDS, *EFFORT)), ACTING],
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
        If no spot has that number.
    LakeError
        If there is no lake, it has no solved spots, or a table is damaged.
    """
    from ..solved_spots import opened

    return opened(spot, lake, {})


@question(
    *(replace(field, needed=field.needed and field.name not in ("oop", "ip")) for field in SPOT),
    replace(
        flag_field("show_tree", "Only show the tree, line by line, in the form that --tree takes."),
        needed=True,
        by_name=True,
        by_keyword=True,
    ),
    columns=[],
    examples=[{}],
    command="solve",
    chosen_by="--show-tree",
    in_rows=False,
    on_page=False,
    is_python=True,
    is_text=True,
)
def _show_tree(
    *,
    show_tree: bool,  # noqa: ARG001 by which it is asked
    lake: LakePath | None = None,  # noqa: ARG001 that ranges are read by
    **spot: Any,
) -> BetTree:
    """The possible actions in a spot, line by line."""
    from pokerlake.queries.questions.spots import OF_BETS

    from ..solutions.bet_trees import tree_of

    return tree_of({field.name: spot[field.name] for field in OF_BETS})


@question(
    _ROWS,
    *SPOT,
    OF_LAKE[0],
    PRESET,
    FLOPS,
    *EFFORT,
    ON_DISK,
    replace(
        flag_field("plan", "Only show the memory and time it takes."),
        needed=True,
        by_name=True,
        by_keyword=True,
    ),
    columns=[],
    examples=[{}],
    command="solve",
    chosen_by="--plan",
    in_rows=False,
    on_page=False,
    is_python=True,
)
def _solve_plan(
    *,
    given: Any = None,
    plan: bool,  # noqa: ARG001 by which it is asked
    preset: str = "",
    flops: int | None = None,
    to: float = 0.005,  # noqa: ARG001 costs are those of 60 iterations
    iterations: int = 1000,  # noqa: ARG001
    threads: int = 0,
    compress: bool = False,
    on_disk: LakePath | None = None,
    lake: LakePath | None = None,
    **spot: Any,
) -> Rows:
    """The cost of solving: memory and time."""
    from ..solved_spots import planned

    how: dict[str, Any] = {"compress": compress, "threads": threads}
    return planned(given, spot, preset, flops, lake, on_disk=on_disk, **how)
