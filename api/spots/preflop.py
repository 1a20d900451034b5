"""The question of push or fold before the flop."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pokerlake.queries.questions.fields import MOST_SEED, seed_field, text_field, threads_field
from pokerlake.queries.questions.question import Column, Part, View, question
from pokerlake.queries.questions.spots import PUSH_FOLD

from .common import AGAIN, POPULATION, REPLACE, LakePath, as_given

if TYPE_CHECKING:
    from ..push_fold import PushFold


def _positions() -> tuple[str, ...]:
    from pokerlake.engine.push_fold.spots import POSITIONS

    return POSITIONS[9]


@question(
    *(replace(field, read=as_given) for field in PUSH_FOLD),
    seed_field("Seed of sampled showdowns.", "1", kind=int, least=0, most=MOST_SEED),
    threads_field("Number of threads that solve."),
    REPLACE,
    columns=[
        Column("spot", "BIGINT", "the number of the spot in the lake, if it is there"),
        Column("players", "BIGINT", "how many players"),
        Column("stacks", "VARCHAR", "their stacks, in the order of acting"),
        Column("small_blind", "DOUBLE", "big blinds"),
        Column("ante", "DOUBLE", "big blinds"),
        Column("prizes", "VARCHAR", "of the first place, the second, ..."),
        Column("others", "VARCHAR", "stacks of players who are not in the hand"),
        Column("bb_ante", "DOUBLE", "the ante the ante of the big blind for all, in big blinds"),
        Column("fixed", "VARCHAR", "the fixed ranges"),
        Column("position", "VARCHAR", "who decides"),
        Column("before", "VARCHAR", "the actions before: f a fold, i all in"),
        Column("facing", "VARCHAR", "that in words"),
        Column("choice", "VARCHAR", "push or call"),
        Column("percent", "DOUBLE", "the percentage of hands that go all in"),
        Column("reach", "DOUBLE", "how often the decision is reached"),
        Column("range", "VARCHAR", "the hands that go all in"),
        Column(
            "value", "DOUBLE", "the EV of the player in big blinds a hand, or his expected prize"
        ),
        Column("gain_by_deviating", "DOUBLE", "the largest gain from deviating, in big blinds"),
        Column("is_close", "BOOLEAN", "whether that is below 0.001"),
        Column("method", "VARCHAR", "how it was solved, and whether payoffs are exact"),
    ],
    examples=[
        {"stack": "10"},
        {"stacks": "8,12,20", "prizes": "50,30,20", "ante": "0.125"},
    ],
    command="pushfold",
    counted="spots",
    page="#/preflop?show=pushfold",
    in_rows=False,
    on_page=False,
    is_python=True,
    kept=AGAIN,
    views=[
        View("--hands", "Show every hand: how often it goes in, and what that is worth.", "_hands")
    ],
    parts=[
        POPULATION,
        Part(
            "at",
            (
                replace(
                    text_field("position", "Only this player: BTN, SB, BB, ...", "POSITION"),
                    default=None,
                    names=_positions,
                ),
                replace(
                    text_field(
                        "before",
                        "Only after these actions: a letter for each player before, f a fold, "
                        "i all in.",
                        "LETTERS",
                    ),
                    default=None,
                ),
            ),
        ),
    ],
)
def push_fold(
    stack: Any = None,
    *,
    stacks: Any = None,
    players: Any = None,
    small_blind: Any = None,
    ante: Any = None,
    bb_ante: Any = None,
    prizes: Any = None,
    others: Any = None,
    fixed: Any = None,
    seed: int | None = None,
    threads: int = 0,
    replace: bool = False,
    keep: bool = False,
    lake: LakePath | None = None,
) -> PushFold:
    """Find who pushes and who calls, all in or fold before the flop.

    Each spot is solved until its exploitability is small. Spots that the lake has are looked up. A
    command adds its solutions to the tables push_fold_spots, push_fold_players and push_fold of
    the lake. All amounts are big blinds. Players maximize chips; with prizes, their expected prize
    by Malmuth-Harville (ICM). A dialect of ranges (-f piosolver) writes one decision, with shares
    as weights in whole percents.

    Parameters
    ----------
    stack : number, text, list, array or frame
        The stack of every player, ``10``. Several stacks make a spot each: ``[8, 10]``,
        ``"1:50:0.25"``, ``np.arange(1, 51)``. Or a frame or list of mappings, whose columns are
        these parameters.
    stacks : list, array or text
        The stack of each player in the order of acting, ``[8, 12, 20]``; the last two are the small
        and the big blind. Several lists, or an array ``(n, p)``, make a spot each.
    players : int, optional
        2 to 9, with ``stack``; 2 if not given. With seven or more, at most four go all in.
    small_blind, ante, bb_ante : number or list, optional
        0.5, 0 and 0 if not given. A list has a value for each spot. The big blind posts ``bb_ante``
        for all.
    prizes : list or text, optional
        The prizes of the first place, the second, ...: ``[50, 30, 20]``. Without prizes, chips
        count.
    others : list or text, optional
        With prizes, the stacks of players who are not in the hand.
    fixed : mapping or text, optional
        Fixed ranges of whole hands: ``{"BB": "22+,A2s+"}`` for all decisions of a position,
        ``{"SB/f": "55+"}`` for one, after the actions before it. The other players are solved
        against them.
    keep : bool
        Keep the solutions in the tables ``push_fold_spots`` and ``push_fold`` of the lake.
    seed : int, optional
        The seed of sampled showdowns, with four or more players; 1 if not given.
    threads : int
        0 for all cores. The result is the same for any number.
    replace : bool
        Solve all anew, and replace all spots in the lake.
    lake : str or Path, optional
        The lake with ``matchups``, and for three or more players ``matchups3``.
        ``$POKERLAKE_LAKE`` or ``./lake`` if not given.

    Returns
    -------
    PushFold

    Raises
    ------
    UsageError
        If a number is invalid or out of range, or the lengths of lists differ.
    LakeError
        If there is no lake, or it lacks a needed table.

    Examples
    --------
    >>> found = push_fold(10)
    >>> found.value.round(4)
    array([-0.0454,  0.0454])
    >>> round(found.range("BB").percent, 1)
    37.4
    """
    from ..push_fold import solved_spots

    parts = {
        "stack": stack, "stacks": stacks, "players": players, "small_blind": small_blind,
        "ante": ante, "bb_ante": bb_ante, "prizes": prizes, "others": others, "fixed": fixed,
    }  # fmt: skip
    return solved_spots(parts, keep, replace, seed, threads, lake)
