"""The tables of blueprints: whole strategies of two players from the first card on, by buckets."""

from __future__ import annotations

from functools import partial

from ..schema import Column, Filling, Table, View

PLACE = 12  # among the modules, see registry

_table = partial(
    Table,
    source="counterfactual regret minimization by public chance sampling; see https://pokerlake.github.io/pokerlake/blueprint/",
    filling=Filling(
        "pokerlake blueprint limit", "pokerlake blueprint limit --replace", verb="fill"
    ),
)
_RUN = Column("run", "uint32", "the blueprint: 1, 2, 3, ...")
_NODE = Column("node", "uint32", "the decision: 1, 2, 3, ... in the order of play")

BLUEPRINTS = _table(
    name="blueprints",
    one_row="a strategy of both players for all of hold'em, trained on a betting tree",
    columns=(
        _RUN,
        Column("game", "string", "limit or nolimit"),
        Column("stack", "double", "big blinds that both have; null: as many as bets take", True),
        Column("small_blind", "double", "big blinds"),
        Column("ante", "double", "big blinds of each player"),
        Column("opens", "string", "sizes of the first raise, multiples of the big blind", True),
        Column("reraises", "string", "of the next raises, multiples of the one before", True),
        Column("limps", "bool", "whether the small blind may just call"),
        Column("bets", "string", "sizes of bets from the flop on, in percent of the pot", True),
        Column("raises", "string", "of raises", True),
        Column("buckets", "string", "by street: 169/1000/10000/1950"),
        Column("runs", "string", "the abstractions that have them, 0 the starting hands: 0/1/2/3"),
        Column("decisions", "uint32", "of both players, for any hand"),
        Column("information_sets", "uint64", "decisions times the buckets of their streets"),
        Column("seed", "uint64", "of the boards that were dealt"),
        Column(
            "restart", "uint64",
            "boards after which training began anew; strategies are the mean of all; 0: never",
        ),
        Column("iterations", "uint64", "boards that were walked"),
        Column(
            "regret_oop", "double",
            "mbb a hand that the big blind would have won more at most, over all boards, by the "
            "best action in each bucket; a bound of exploitability only where buckets nest",
        ),
        Column("regret_ip", "double", "the dealer"),
        Column("seconds", "double", "that training took, stops not counted"),
        Column("package_version", "string", "the pokerlake that trained it"),
    ),
    key=("run",),
)  # fmt: skip

BLUEPRINT_NODES = _table(
    name="blueprint_nodes",
    one_row="a decision of a blueprint's betting",
    columns=(
        _RUN,
        _NODE,
        Column("line", "string", "the actions so far: c x b2 c; empty for the first decision"),
        Column("street", "string", "preflop, flop, turn or river"),
        Column("player", "string", "oop, the big blind, or ip, the dealer: who decides"),
        Column("pot", "double", "big blinds in the pot"),
        Column("to_call", "double", "big blinds that a call takes"),
        Column("actions", "string", "x check, b2 bet, r4 raise to, c call, f fold: f,c,r4"),
    ),
    key=("run", "node"),
)

BLUEPRINT_STRATEGIES = _table(
    name="blueprint_strategies",
    one_row="an action of a bucket at a decision",
    columns=(
        _RUN,
        _NODE,
        Column("bucket", "uint16", "as in buckets of the street's run; 13 row + col before"),
        Column("action", "string", "one of the decision's"),
        Column("share", "uint16", "how often, in ten-thousandths"),
        Column(
            "regret",
            "float",
            "chips that it would have won more than the strategy at that time, added up over all "
            "that can be held; on the t-th board of a training t times",
        ),
    ),
    key=("run", "node", "bucket", "action"),
)

_MBB = "mbb a hand"
# They are dropped with the blueprints.
_MEASURING = Filling("pokerlake exploitability", "pokerlake blueprint limit --replace", verb="fill")
BLUEPRINT_RESPONSES = _table(
    name="blueprint_responses",
    filling=_MEASURING,
    one_row="the exploitability of a blueprint in all of hold'em, by all or some of the flops",
    columns=(
        Column("measure", "uint32", "1, 2, 3, ..."),
        _RUN,
        Column("flops", "uint16", "that were walked, with all turns and rivers; 22,100 are all"),
        Column("seed", "uint64", "of their draw; null: all", True, True),
        Column("value", "double", f"{_MBB} that the dealer wins if both play the blueprint"),
        Column("value_error", "double", "its standard error; 0 if all flops are walked"),
        Column(
            "least", "double",
            f"{_MBB}: the exploitability, the mean of what best responses of both players win; "
            "before the flop they are chosen by one half of the flops, and paid by the other",
        ),
        Column("least_error", "double", "its standard error"),
        Column("most", "double", "the same, chosen by the flops that pay: on average too much"),
        Column("most_error", "double", "its standard error"),
        Column("oop_least", "double", f"{_MBB} that a best response of the big blind wins"),
        Column("oop_most", "double", "the same, chosen by the flops that pay"),
        Column("ip_least", "double", "of the dealer"),
        Column("ip_most", "double", "the same, chosen by the flops that pay"),
        Column("seconds", "double", "that it took"),
        Column("package_version", "string", "the pokerlake that computed it"),
    ),
    key=("measure",),
)  # fmt: skip

BLUEPRINT_GAINS = _table(
    name="blueprint_gains",
    filling=_MEASURING,
    one_row="the gain of a best response on a street, after a line before the flop",
    columns=(
        Column("measure", "uint32", "as in blueprint_responses"),
        Column("player", "string", "who responds: oop, the big blind, or ip, the dealer"),
        Column("street", "string", "preflop, flop, turn or river; all: from the flop on"),
        Column("line", "string", "the actions before the flop: r2 c; all; empty: of preflop"),
        Column(
            "least", "double",
            f"{_MBB} that he wins more by responding from this street on than from the next on, "
            "where he keeps to the blueprint before; before the flop as least there",
        ),
        Column("least_error", "double", "its standard error"),
        Column("most", "double", "the same; before the flop as most there"),
        Column("most_error", "double", "its standard error"),
    ),
    key=("measure", "player", "street", "line"),
)  # fmt: skip

BLUEPRINT = (BLUEPRINTS, BLUEPRINT_NODES, BLUEPRINT_STRATEGIES)
MEASURES = (BLUEPRINT_RESPONSES, BLUEPRINT_GAINS)

BLUEPRINT_HANDS = View(
    name="blueprint_hands",
    one_row="an action of a starting hand at a decision before the flop",
    columns=(
        Column("run", "bigint", "the blueprint"),
        Column("node", "bigint", "the decision, as in blueprint_nodes"),
        Column("line", "varchar", "the actions so far: c r3; empty for the first decision"),
        Column("player", "varchar", "oop, the big blind, or ip, the dealer: who decides"),
        Column("hand", "varchar", "the starting hand: AKs"),
        Column("combos", "bigint", "of it: 4, 6 or 12"),
        Column("comes", "double", "its reach by its player's choices, in percent"),
        Column("action", "varchar", "one of the decision's"),
        Column("percent", "double", "how often"),
    ),
    needs=("blueprint_nodes", "blueprint_strategies"),
)
