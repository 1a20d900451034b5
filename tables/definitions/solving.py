"""The tables of solved spots after the flop: what was solved, its tree, and what each hole does."""

from __future__ import annotations

from ..schema import Column, Filling, Table

PLACE = 10  # among the modules, see registry

WHOLE = 10_000  # shares, values and equities are in ten-thousandths

_FILLING = Filling(
    "pokerlake solve --from spots.csv", "pokerlake solve --from spots.csv --replace", verb="fill"
)
_SOURCE = "an epsilon-equilibrium by discounted regret minimization; see docs/solving.md"
_SPOT = Column("spot", "uint32", "the spot: 1, 2, 3, ...")
_LINE = Column("line", "string", "the actions so far: x b94 c; empty for the first decision")
_BOARD = Column("board", "string", "the cards by then; suits that play alike are there once")

SOLVED_SPOTS = Table(
    name="solved_spots",
    one_row="a spot after the flop that was solved, and how far it is from an equilibrium",
    columns=(
        _SPOT,
        Column("name", "string", "what its user calls it, or the set it is in; may be empty"),
        Column("board", "string", "three to five cards, as given"),
        Column("board_id", "uint32", "of flops, turns or rivers: the same board up to suits"),
        Column("street", "string", "flop, turn or river"),
        Column("oop", "string", "the range of the player out of position, who acts first"),
        Column("ip", "string", "the range of the player in position"),
        Column("pot", "uint32", "chips in the pot"),
        Column("stack", "uint32", "chips that each player has left"),
        Column("oop_bets", "string", "sizes of bets out of position, by street"),
        Column("oop_raises", "string", "of raises"),
        Column("ip_bets", "string", "of bets in position"),
        Column("ip_raises", "string", "of raises"),
        Column("donks", "string", "of leads out of position; null: as oop_bets", True),
        Column("add_all_in", "double", "pots left at which all-in is added; 0: none"),
        Column("force_all_in", "double", "pots left after a call at which bets become all-in"),
        Column("merge", "double", "pots apart below which the largest of two sizes stays"),
        Column("most_raises", "uint32", "bets and raises a street; 0: any number"),
        Column("rake", "double", "the share of the pot that the house takes"),
        Column("rake_cap", "double", "the most of it, in chips; null: none", True),
        Column("iterations", "uint32", "of the solver"),
        Column(
            "exploitability",
            "double",
            "what deviating gains, the mean of both players, in percent of the pot",
        ),
        Column("value_oop", "double", "chips of the pot that the player out of position wins"),
        Column("value_ip", "double", "the one in position"),
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
    source=_SOURCE,
    filling=_FILLING,
)

SOLVED_NODES = Table(
    name="solved_nodes",
    one_row="a decision in the tree of a spot",
    columns=(
        _SPOT,
        _LINE,
        Column("street", "string", "flop, turn or river"),
        Column("player", "string", "oop or ip: who decides"),
        Column("pot", "uint32", "chips in the pot"),
        Column("to_call", "uint32", "chips that a call takes"),
        Column("actions", "string", "x check, b94 bet, r260 raise to, c call, f fold: x,b94"),
    ),
    key=("spot", "line"),
    source=_SOURCE,
    filling=_FILLING,
)

SOLVED_STRATEGIES = Table(
    name="solved_strategies",
    one_row="what a hole does at a decision, on a board: one action of it",
    columns=(
        _SPOT,
        _LINE,
        _BOARD,
        Column("hole", "string", "the hole: AhKs"),
        Column("action", "string", "x check, b94 bet, r260 raise to, c call, f fold"),
        Column("share", "uint16", "how often the hole takes it, of 10,000"),
        Column(
            "value",
            "int32",
            "chips that it wins from there on, in ten-thousandths of the spot's pot; null where "
            "the hole meets none of the other's",
            True,
        ),
        Column("equity", "uint16", "of the hole, of 10,000, if nobody bets; null likewise", True),
        Column("reach", "float", "its weight in the range, times how often it comes here: 0 .. 1"),
        Column("weight", "float", "reach, times that of the other's holes that it can meet"),
    ),
    key=("spot", "line", "board", "hole", "action"),
    source=_SOURCE,
    filling=_FILLING,
)

SOLUTIONS = (SOLVED_SPOTS, SOLVED_NODES, SOLVED_STRATEGIES)
