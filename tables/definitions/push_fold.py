"""The tables of push or fold: the solved spots, and what each player does with each hand."""

from __future__ import annotations

from functools import partial

from ..schema import Column, Filling, Table, View

PLACE = 8  # among the modules, see registry

_table = partial(
    Table,
    source="an epsilon-equilibrium by regret matching or fictitious play; see https://pokerlake.github.io/pokerlake/push-fold/",
    filling=Filling("pokerlake pushfold 10", "pokerlake pushfold 10 --replace", verb="fill"),
)
_SPOT = Column("spot", "uint32", "the spot: 1, 2, 3, ...")
_PLAYER = Column("player", "uint8", "1 acts first; the last two are the small and the big blind")
_POSITION = Column("position", "string", "UTG, ..., LJ, HJ, CO, BTN, SB, BB; heads-up SB, BB")
_BEFORE = Column(
    "before", "string", "what the players before him did, a letter each: f folded, i went in"
)

PUSH_FOLD_SPOTS = _table(
    name="push_fold_spots",
    one_row="a spot in which each player goes all in or folds, and how well it is solved",
    columns=(
        _SPOT,
        Column("players", "uint8", "in the hand: 2 .. 9"),
        Column("stack", "double", "of each player if all have the same, else null", True),
        Column("stacks", "string", "big blinds before posting, in the order of acting: 8,12,20"),
        Column("small_blind", "double", "that is posted, in big blinds"),
        Column("ante", "double", "of each player, in big blinds"),
        Column("prizes", "string", "of the first place, the second, ...: 50,30; empty for chips"),
        Column("others", "string", "stacks of players who are not in the hand: 15,9; may be empty"),
        Column("bb_ante", "double", "that the big blind posts for all, in big blinds"),
        Column("fixed", "string", "ranges that are given, BB=22+,A2s+; SB/f=55+; may be empty"),
        Column(
            "gain_by_deviating",
            "double",
            "the largest gain, in big blinds (of mean worth, where there are prizes)",
        ),
        Column("is_close", "bool", "whether gain_by_deviating is below 0.001"),
        Column("iterations", "uint64", "of the solver"),
        Column("method", "string", "whether payoffs are exact, and how it was solved"),
        Column("seed", "uint64", "of sampled showdowns; null where none are", True, True),
        Column("seconds", "double", "that solving took"),
        Column("package_version", "string", "the pokerlake that solved it"),
    ),
    key=("spot",),
)

PUSH_FOLD_PLAYERS = _table(
    name="push_fold_players",
    one_row="a player of a spot, and his EV",
    columns=(
        _SPOT,
        _PLAYER,
        _POSITION,
        Column("stack", "double", "his own, in big blinds, before posting"),
        Column("worth", "double", "of his stack before the hand, by Malmuth-Harville; 0 for chips"),
        Column(
            "value",
            "double",
            "of the hand: big blinds won; with prizes, the prize that he can expect",
        ),
        Column("gain", "double", "his gain by deviating, in the unit of value"),
    ),
    key=("spot", "player"),
)

PUSH_FOLD = _table(
    name="push_fold",
    one_row="a hand of a player who goes in or folds, after what came before",
    columns=(
        _SPOT,
        _PLAYER,
        _POSITION,
        _BEFORE,
        Column("choice", "string", "push if nobody is in yet, else call"),
        Column("hand", "string", "AA, AKs (suited), AKo (offsuit), ..."),
        Column("share", "double", "how often to go in with it, 0 .. 1"),
        Column(
            "value_in",
            "double",
            "of going in, in the unit of the spot's value; null if it never comes to this",
            True,
        ),
        Column("value_fold", "double", "of folding; null likewise", True),
        Column("reach", "double", "how often it comes to this decision, over all hands"),
    ),
    key=("spot", "player", "before", "hand"),
)

SOLVED = (PUSH_FOLD_SPOTS, PUSH_FOLD_PLAYERS, PUSH_FOLD)

PUSH_FOLD_RANGES = View(
    name="push_fold_ranges",
    one_row="a decision of a spot: how many of all hands go in",
    columns=(
        Column("spot", "bigint", "the spot"),
        Column("players", "bigint", "in the hand"),
        Column("stack", "double", "of each player if all have the same, else null"),
        Column("stacks", "varchar", "big blinds before posting, in the order of acting: 8,12,20"),
        Column("small_blind", "double", "big blinds"),
        Column("ante", "double", "of each player, in big blinds"),
        Column("prizes", "varchar", "of the first place, the second, ...: 50,30; empty for chips"),
        Column("others", "varchar", "stacks of players who are not in the hand; may be empty"),
        Column("bb_ante", "double", "that the big blind posts for all, in big blinds"),
        Column("fixed", "varchar", "fixed ranges, which are not solved for; may be empty"),
        Column("player", "bigint", "1 acts first"),
        Column("position", "varchar", "UTG, ..., HJ, CO, BTN, SB, BB"),
        Column("before", "varchar", "a letter for each player before: f folded, i went in"),
        Column("facing", "varchar", "the same in words: BTN folds, SB pushes; empty if nothing"),
        Column("choice", "varchar", "push or call"),
        Column("combos", "double", "of 1,326 that go in, by their shares"),
        Column("percent", "double", "the same of 100"),
        Column("hands", "varchar", "that go in at least half the time: AA,AKs; may be empty"),
        Column("reach", "double", "how often it comes to this decision"),
        Column("gain_by_deviating", "double", "of the spot, in big blinds"),
    ),
    needs=("push_fold", "push_fold_spots"),
)
