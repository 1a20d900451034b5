"""The tables of flops that stand for all, and of spots that were solved after the flop.

The former are weighted subsets, with their errors against all flops. For a spot there are its row,
its tree, and the strategy of each hole.
"""

from __future__ import annotations

from functools import partial

from ..schema import Column, Filling, Table, View

PLACE = 9  # among the modules, see registry

FLOP_SUBSETS = Table(
    name="flop_subsets",
    one_row="a flop of a subset that stands for all flops",
    rows=22 + 49 + 95 + 184,
    columns=(
        Column("subset", "uint8", "how many flops the subset has: 22, 49, 95 or 184"),
        Column("board_id", "uint32", "of flops"),
        Column("board", "string", "its cards, ascending: 2c3d4h"),
        Column("weight", "uint32", "parts of a million; those of a subset add up to a million"),
    ),
    key=("subset", "board_id"),
    totals={"weight": 4_000_000},
    source="fitted to exact equities of ranges and hands, and to the shares of textures",
    values="b61b6198af01ddc4f13cfc27fa899192dcf251f9703560a96d9ef1ae2437587e",
)

FLOP_SUBSET_ERRORS = Table(
    name="flop_subset_errors",
    one_row="a size of subsets, a way to choose them, and the ranges that it is tested with",
    rows=4 * 3 * 2,
    columns=(
        Column("subset", "uint8", "how many flops: 22, 49, 95 or 184"),
        Column("choice", "string", "fitted: flop_subsets; most deals; random"),
        Column("ranges", "string", "fitted: those that flop_subsets is fitted to; held out"),
        Column("subsets", "uint16", "subsets that the errors are over: 200 random ones, else 1"),
        Column("pairs", "uint16", "pairs of ranges that the errors are over"),
        Column("rms_error", "double", "of mean equities, in points: root mean square"),
        Column("max_error", "double", "the largest, in points"),
    ),
    key=("subset", "choice", "ranges"),
    source="equities of all pairs of 32 ranges on all flops, exact",
    values="37d43ecc7329d0fa3fa6289702104ba3a29b648c3606c926a4007993e8cdb6a8",
)

FLOP_SUBSET_TEXTURES = View(
    name="flop_subset_textures",
    one_row="a subset of the flops and a kind of flops",
    columns=(
        Column("subset", "bigint", "how many flops: 22, 49, 95 or 184"),
        Column("texture", "varchar", "suits, pairing, high, connected, straights"),
        Column("kind", "varchar", "monotone, paired, A, ..."),
        Column("flops", "bigint", "flops of this kind in the subset"),
        Column("percent", "double", "of the subset, by weight"),
        Column("true_percent", "double", "of all 22,100 flops"),
    ),
    needs=("flops", "flop_subsets"),
)

WHOLE = 10_000  # shares, values and equities are in ten-thousandths

_table = partial(
    Table,
    source="an epsilon-equilibrium by discounted regret minimization; see https://pokerlake.github.io/pokerlake/solving/",
    filling=Filling(
        "pokerlake solve --from spots.csv",
        "pokerlake solve --from spots.csv --replace",
        verb="fill",
    ),
)
_SPOT = Column("spot", "uint32", "the spot: 1, 2, 3, ...")
_LINE = Column("line", "string", "the actions so far: x b94 c; empty for the first decision")
_BOARD = Column("board", "string", "the cards by then; boards with equivalent suits are there once")

SOLVED_SPOTS = _table(
    name="solved_spots",
    one_row="a solved spot after the flop, and its exploitability",
    columns=(
        _SPOT,
        Column("name", "string", "what its user calls it, or the set it is in; may be empty"),
        Column("board", "string", "three to five cards, as given"),
        Column("board_id", "uint32", "of flops, turns or rivers: the same board up to suits"),
        Column("street", "string", "flop, turn or river"),
        Column("oop", "string", "the range of the player out of position, who acts first"),
        Column("ip", "string", "the range of the player in position"),
        Column("pot", "double", "chips in the pot, in the unit of the spot"),
        Column("stack", "double", "chips that each player has left"),
        Column("chip", "double", "the least chip in that unit: bets are rounded to it"),
        Column("big_blind", "double", "the least bet; null: a chip", True),
        Column("oop_bets", "string", "sizes of bets out of position, by street"),
        Column("oop_raises", "string", "of raises"),
        Column("ip_bets", "string", "of bets in position"),
        Column("ip_raises", "string", "of raises"),
        Column("donks", "string", "of leads out of position; null: as oop_bets", True),
        Column("tree", "string", "what follows each action, as JSON; null: as sizes say", True),
        Column("add_all_in", "double", "pots left at which all-in is added; 0: none"),
        Column("force_all_in", "double", "pots left after a call at which bets become all-in"),
        Column("merge", "double", "pots apart below which the largest of two sizes stays"),
        Column("most_raises", "uint32", "bets and raises a street; 0: any number"),
        Column("rake", "double", "the share of the pot that the house takes"),
        Column("rake_cap", "double", "the most of it, in chips; null: none", True),
        Column("prizes", "string", "of the first place, the second, ...; null: for chips", True),
        Column("behind", "string", "with prizes: what both have left, out of position first", True),
        Column("others", "string", "with prizes: stacks of players who are not in the hand", True),
        Column("bounties", "string", "with prizes: what each wins by knocking the other out", True),
        Column("iterations", "uint32", "of the solver"),
        Column(
            "exploitability",
            "double",
            "the mean gain of both players by a best response, in percent of the pot",
        ),
        Column("gain_oop", "double", "the gain of the player out of position, likewise"),
        Column("gain_ip", "double", "the player in position"),
        Column(
            "pot_worth",
            "double",
            "the chips of the pot; with prizes what winning it has more than giving up, the mean",
        ),
        Column(
            "value_oop",
            "double",
            "EV out of position, in chips of the pot; with prizes his part of these",
        ),
        Column("value_ip", "double", "the player in position"),
        Column("equity_oop", "double", "his share of the pot if nobody bets, out of position"),
        Column("equity_ip", "double", "in position"),
        Column("nodes", "uint32", "of its tree"),
        Column(
            "kept",
            "string",
            "decisions in the tables: all, street (those of the board itself), or lines",
        ),
        Column("seconds", "double", "that solving took"),
        Column("package_version", "string", "the pokerlake that solved it"),
    ),
    key=("spot",),
)

SOLVED_NODES = _table(
    name="solved_nodes",
    one_row="a decision in the tree of a spot",
    columns=(
        _SPOT,
        _LINE,
        Column("street", "string", "flop, turn or river"),
        Column("player", "string", "oop or ip: who decides"),
        Column("pot", "double", "chips in the pot"),
        Column("to_call", "double", "chips that a call takes"),
        Column("actions", "string", "x check, b94 bet, r260 raise to, c call, f fold: x,b94"),
    ),
    key=("spot", "line"),
)

SOLVED_STRATEGIES = _table(
    name="solved_strategies",
    one_row="an action of a hole at a decision, on a board",
    columns=(
        _SPOT,
        _LINE,
        _BOARD,
        Column("hole", "string", "the higher card first: AhKs"),
        Column("action", "string", "x check, b94 bet, r260 raise to, c call, f fold"),
        Column("share", "uint16", "how often the hole takes it, of 10,000"),
        Column(
            "value",
            "int32",
            "its EV from there on, in ten-thousandths of the spot's pot_worth; null if "
            "the hole meets none of the other's",
            True,
        ),
        Column("equity", "uint16", "of the hole, of 10,000, if nobody bets; null likewise", True),
        Column("reach", "float", "its weight in the range, times how often it comes here: 0 .. 1"),
        Column("weight", "float", "reach, times that of the other's holes that it can meet"),
    ),
    key=("spot", "line", "board", "hole", "action"),
)

SOLUTIONS = (SOLVED_SPOTS, SOLVED_NODES, SOLVED_STRATEGIES)

_VIEW_SPOT = Column("spot", "bigint", "the spot")
_NAME = Column("name", "varchar", "what its user calls it, or the set it is in; may be empty")
_GAME = Column("game", "bigint", "the least number of spots that differ in the board only")
_VIEW_LINE = Column("line", "varchar", "the actions so far; empty for the first decision")
_PLAYER = Column("player", "varchar", "oop or ip: who decides")
_DECISION_POT = Column("pot", "double", "chips in the pot at the decision")
_VIEW_PRIZES = Column("prizes", "varchar", "of the first place, ...; null: for chips", True)
_ACTION = Column("action", "varchar", "x check, b94 bet, r260 raise to, c call, f fold")
_MEANS = (
    Column("percent", "double", "how often; null if nobody comes here"),
    Column(
        "value",
        "double",
        "its EV from there on in chips, with prizes what it wins of these above giving up; null "
        "if it is never taken",
    ),
    Column("equity_percent", "double", "of the holes that take it; null likewise"),
    Column("combos", "double", "holes that take it, by reach and share"),
)
_TEXTURES = (
    Column("suits", "varchar", "monotone, two-tone or rainbow"),
    Column("pairing", "varchar", "unpaired, paired or trips"),
    Column("high", "varchar", "the highest rank; the ace is high"),
    Column("connected", "bigint", "most of its ranks that one straight can hold: 1 .. 3"),
    Column("straights", "bigint", "of 91 pairs of ranks those that make a straight with it"),
)
_SUBSET = Column("subset", "bigint", "1755 all flops; 22, 49, 95 or 184 those of flop_subsets")
_EXPLOITABILITY = Column("exploitability", "double", "of the spot, in percent of its pot_worth")

SOLVED_ACTIONS = View(
    name="solved_actions",
    one_row="an action of a decision of a spot, on a board: means over the range",
    columns=(
        _VIEW_SPOT,
        _NAME,
        _VIEW_LINE,
        Column("board", "varchar", "the cards by then"),
        Column("street", "varchar", "flop, turn or river"),
        _PLAYER,
        _DECISION_POT,
        _ACTION,
        *_MEANS,
        Column("deals", "double", "pairs of holes that come here, by their weights"),
    ),
    needs=("solved_strategies", "solved_nodes", "solved_spots"),
)

SOLVED_FLOPS = View(
    name="solved_flops",
    one_row="a flop of a game; if it was solved twice, the better solution",
    columns=(
        _VIEW_SPOT,
        _NAME,
        _GAME,
        Column("board", "varchar", "three cards, as given"),
        Column("board_id", "bigint", "of flops: the same flop up to suits"),
        Column("weight", "bigint", "flops that are the same up to suits: 4, 12 or 24"),
        *_TEXTURES,
        Column("pot", "double", "chips in the pot"),
        _VIEW_PRIZES,
        Column("pot_worth", "double", "the chips of the pot, or its worth in prizes"),
        Column("value_oop", "double", "EV out of position, in chips or prizes"),
        Column("value_ip", "double", "in position"),
        Column("equity_oop_percent", "double", "out of position, if nobody bets"),
        Column("equity_ip_percent", "double", "in position"),
        Column("realised_oop", "double", "his value in parts of his equity of the pot of chips"),
        Column("realised_ip", "double", "in position"),
        _EXPLOITABILITY,
    ),
    needs=("solved_spots", "flops"),
)

SOLVED_WEIGHTS = View(
    name="solved_weights",
    one_row="a spot of solved_flops, and a subset of all flops that its game covers",
    columns=(
        _GAME,
        _VIEW_SPOT,
        _SUBSET,
        Column("weight", "double", "of the flop, of 1 for all flops of the subset"),
    ),
    needs=("solved_flops",),
    uses=("flop_subsets",),
)

SOLVED_REPORTS = View(
    name="solved_reports",
    one_row="an action of a decision on a solved flop, in a subset of all flops",
    columns=(
        _GAME,
        _SUBSET,
        _VIEW_SPOT,
        _NAME,
        _VIEW_LINE,
        Column("board", "varchar", "three cards, as given"),
        *_TEXTURES,
        _PLAYER,
        _DECISION_POT,
        _VIEW_PRIZES,
        _ACTION,
        *_MEANS,
        Column("weight", "double", "of the flop, of 1 for all flops of the subset"),
        Column("deals", "double", "weight, times the pairs of holes that come here"),
        _EXPLOITABILITY,
    ),
    needs=("solved_actions", "solved_flops", "solved_weights"),
)
