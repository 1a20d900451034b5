"""The tables of boards, and of every hole on every flop, turn and river; and the views on them.

The views have strength, potential and equity as ratios. Hold'em and short deck have the same views.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import comb
from typing import TYPE_CHECKING, Any

from pokerlake.catalogue import HOLDEM, SHORT_DECK, Game

from ..schema import Column, Table, View
from .classes import of_game, view_of

if TYPE_CHECKING:
    import numpy.typing as npt

PLACE = 4  # among the modules, see registry

RELATIONS = ("ahead", "tied", "behind")
TRANSITIONS = tuple(f"{now}_{then}" for now in RELATIONS for then in RELATIONS)

# Opponents of a hole, and next cards and run-outs for each of them, by cards on the board.
_BOARDS = (3, 4, 5)
OPPONENTS = {cards: HOLDEM.opponents(cards) for cards in _BOARDS}
RUN_OUTS = {cards: HOLDEM.run_outs(cards) for cards in _BOARDS}
OWN_RUN_OUTS = {cards: HOLDEM.own_run_outs(cards) for cards in _BOARDS}

_HOLES = "holes an opponent may have"
_THAN = {"ahead": "weaker than", "tied": "as strong as", "behind": "stronger than"}
_STREETS = {3: "flop", 4: "turn", 5: "river"}
_SUITS = {
    3: "rainbow, two-tone, monotone",
    4: "rainbow, two-tone, double two-tone (2-2), three-flush (3-1), monotone",
    5: "two-tone (2-1-1-1), double two-tone (2-2-1), three-flush, four-flush, monotone",
}
_VALUES = {
    "flops": "e9f510be44c1f7a0b4787effc9c4af6f8156d2ba280e2ba2cd18aef8a615d843",
    "turns": "11e1669a93fdeca4d1d4036a81a24028a81bf4b55c80e0a006b4ec4358dcda05",
    "rivers": "350260c588a164413de0da5839cb896b694de4bb527e03d78e13abe66302c3ff",
    "flop_hands": "e7e387dc55932ff274ae50aba6217651d131d8aa1ab6c70b19690433fd419175",
    "turn_hands": "a55f18a61bf8db6700d7a3780ca626aabcba43ac46dde99fb089e4b2a458ca7a",
    "river_hands": "36b9228bfe401214e1a099d30265c38cb6295fe01928a154a2d78b973193e951",
    "short_flops": "76b57b5ed5f6a8bdceb2e44a8469c77a76c3083302d573e3a2c0960d72ffba1c",
    "short_turns": "4b5a327b6cb4e9371433a91f76d6b5072ec91a01c4115928047be90978c677d8",
    "short_rivers": "2bffd736d344b01be06bc0fed76b7521eff097ab6f3641eaeb82960b77c7a698",
    "short_flop_hands": "4fc966beaece0da47061e0c9d2f4614c40cb8295b17c670af901cdedc97f0130",
    "short_turn_hands": "b4dbf64b3b33359226ebbb3795ae99b663b5a9c72054d45716f302e4429b2965",
    "short_river_hands": "91d2a96f59f3e6c3e86f2697e19cd3d8aa6a67ab0782e83b83e6e7fa6a01ca71",
}
_BOARD_ID = Column("board_id", "uint32", "rank of the canonical board among all of its size")


def count_columns(
    cards: int, now: npt.NDArray[Any], next_card: npt.NDArray[Any], river: npt.NDArray[Any]
) -> dict[str, npt.NDArray[Any]]:
    """Counts, or sums of weights, by the names of their columns.

    ``cards``: on the board: 3 or 4. On a turn the next card is the river; ``now``: ahead, tied,
    behind; ``next_card``, ``river``: ``[now, then]``.
    """
    columns = {name: now[..., i] for i, name in enumerate(RELATIONS)}
    for street, counts in (("turn", next_card), ("river", river))[cards - 3 :]:
        for i, name in enumerate(TRANSITIONS):
            columns[f"{street}_{name}"] = counts[..., i // 3, i % 3]
    return columns


def _boards(game: Game, cards: int, rows: int) -> Table:
    street = _STREETS[cards]
    name = f"{game.prefix}{street}s"
    pairings = "unpaired, paired, two pair, trips, full house, quads"
    pairs = len(game.ranks) * (len(game.ranks) + 1) // 2
    makes = f"of {pairs} pairs of ranks those that make a straight with it"
    return Table(
        name=name,
        one_row=f"a {street}, up to suits{of_game(game)}",
        rows=rows,
        columns=(
            _BOARD_ID,
            Column("board", "string", "its cards, ascending: 2c3d4h"),
            Column("weight", "uint8", f"{street}s that are the same up to suits"),
            Column("suits", "string", _SUITS[cards]),
            Column("pairing", "string", pairings),
            Column("high", "string", "the highest rank; the ace is high"),
            Column("connected", "uint8", "most of its ranks that one straight can hold: 1 .. 5"),
            Column("straights", "uint8", makes),
            Column("flush_possible", "bool", "whether three of its cards are of one suit"),
        ),
        key=("board_id",),
        totals={"weight": game.boards_of(cards)},
        source="the smallest of the boards that differ in suits only; ascending cards",
        values=_VALUES[name],
    )


def _key_columns(cards: int) -> Iterator[Column]:
    yield _BOARD_ID
    yield Column("hole_id", "uint16", "the smallest hole that is the same up to the board's suits")
    if cards < 5:
        yield Column("hand", "string", "AA, AKs (suited), AKo (offsuit), ...")
    yield Column("weight", "uint8", f"deals of hole and {_STREETS[cards]} that are the same")
    yield Column("class_id", "uint16", "the class now; 1 is best")


def _deals(game: Game, cards: int) -> dict[str, int]:
    """The sum of the weights: deals of a board and a hole."""
    return {"weight": game.boards_of(cards) * comb(len(game.deck) - cards, 2)}


def _hands_before_the_river(game: Game, cards: int, rows: int) -> Table:
    street = _STREETS[cards]
    name = f"{game.prefix}{street}_hands"
    deals = "run-outs" if cards == 3 else "river cards"
    later = [("river", f"uint{32 if cards == 3 else 16}", f"{game.run_outs(cards)} {deals}")]
    if cards == 3:
        later.insert(0, ("turn", "uint16", f"{game.next_cards(3)} turn cards"))
    sums_over = f"over its {game.own_run_outs(cards):,} {deals}"
    squares = f"(2 win + tie) squared, of {game.opponents(5)} opponents, {sums_over}"
    return Table(
        name=name,
        one_row=f"a hole on a {street}, up to suits{of_game(game)}",
        rows=rows,
        columns=(
            *_key_columns(cards),
            *(
                Column(
                    name, "uint16", f"of {game.opponents(cards):,} {_HOLES}, those {than} this one"
                )
                for name, than in _THAN.items()
            ),
            *(
                Column(f"{by}_{now}_{then}", dtype, f"opponents now {now} x {dealt}: {then} after")
                for by, dtype, dealt in later
                for now in RELATIONS
                for then in RELATIONS
            ),
            Column("river_strength_squares", "uint32", squares),
        ),
        key=("board_id", "hole_id"),
        totals=_deals(game, cards),
        source=(
            "D. Papp, MSc thesis, University of Alberta, 1998; opponents are ordered once a "
            "board, and swept on every later board"
        ),
        values=_VALUES[name],
    )


def _river_hands(game: Game, rows: int) -> Table:
    name = f"{game.prefix}river_hands"
    return Table(
        name=name,
        one_row=f"a hole on a river, up to suits{of_game(game)}",
        rows=rows,
        columns=(
            *_key_columns(5),
            Column(
                "win", "uint16", f"of {game.opponents(5)} {_HOLES}, those that lose to this one"
            ),
            Column("tie", "uint16", "those that split the pot with it"),
        ),
        key=("board_id", "hole_id"),
        totals=_deals(game, 5),
        source="all holes of a board in order of strength, cards in common taken off",
        values=_VALUES[name],
    )


FLOPS = _boards(HOLDEM, 3, 1_755)
TURNS = _boards(HOLDEM, 4, 16_432)
RIVERS = _boards(HOLDEM, 5, 134_459)
FLOP_HANDS = _hands_before_the_river(HOLDEM, 3, 1_286_792)
TURN_HANDS = _hands_before_the_river(HOLDEM, 4, 13_960_050)
RIVER_HANDS = _river_hands(HOLDEM, 123_156_254)
SHORT_FLOPS = _boards(SHORT_DECK, 3, 573)
SHORT_TURNS = _boards(SHORT_DECK, 4, 3_663)
SHORT_RIVERS = _boards(SHORT_DECK, 5, 19_998)
SHORT_FLOP_HANDS = _hands_before_the_river(SHORT_DECK, 3, 186_696)
SHORT_TURN_HANDS = _hands_before_the_river(SHORT_DECK, 4, 1_340_856)
SHORT_RIVER_HANDS = _river_hands(SHORT_DECK, 7_723_728)

OMAHA_FLOP_DEALS = 990 * 123_410  # of a hole of four cards on a flop: run-outs times opponents

OMAHA_FLOP_HANDS = Table(
    name="omaha_flop_hands",
    one_row="a hole of four cards in Omaha on a flop, up to suits",
    rows=204_461_673,
    columns=(
        Column("board_id", "uint32", "rank of the canonical flop, as flops has it"),
        Column("hole_id", "uint32", "the smallest hole that is the same up to the flop's suits"),
        Column("weight", "uint8", "deals of hole and flop that are the same"),
        Column("class_id", "uint16", "the class now, by two cards of the hole; 1 is best"),
        Column("win", "uint32", f"of {OMAHA_FLOP_DEALS:,} run-outs and opponents, those won"),
        Column("tie", "uint32", "those in which the pot is split; all others are lost"),
    ),
    key=("board_id", "hole_id"),
    totals={"weight": 22_100 * 211_876},
    source=(
        "a sweep over all turns and rivers of a flop by their ranks and those of a suit with a "
        "flush; hole_id is C(a, 1) + C(b, 2) + C(c, 3) + C(d, 4) for cards a < b < c < d"
    ),
    values="8d932553951a08a95400b90e3b876f10730a6e98444f4b01a2ba5e5ef2a4d8fb",
)

_OPPONENTS = {"opponents": 1}
_VIEW_BOARD_ID = Column("board_id", "bigint", "of the canonical board")
_BOARD = Column("board", "varchar", "its cards, ascending: 2c3d4h")
_HAND = Column("hand", "varchar", "AA, AKs, AKo, ...")
_HS = Column("hs", "double", "hand strength: ahead + tied / 2, of all; to the power of opponents")
_EHS = Column("ehs", "double", "effective hand strength: hs + (1 - hs) ppot - hs npot")
_EQUITY = (
    Column("equity", "double", "win + tie / 2 at the river, of all, against one opponent"),
    Column("equity_squared", "double", "mean square of the strength at the river: E[HS squared]"),
)
_NEXT_CARD = (
    Column("ppot1", "double", "positive potential, one card: gets ahead if behind"),
    Column("npot1", "double", "negative potential, one card: falls behind if ahead"),
)
_TWO_CARDS = (
    Column("ppot2", "double", "positive potential, two cards"),
    Column("npot2", "double", "negative potential, two cards"),
)
_RATIOS = {
    "flop": (_HS, *_NEXT_CARD, *_TWO_CARDS, _EHS, *_EQUITY),
    "turn": (_HS, *_NEXT_CARD, _EHS, *_EQUITY),
    "river": (_HS, Column("ehs", "double", "the same as hs: no card is to come"), *_EQUITY),
}


def _strength(game: Game, cards: int) -> View:
    street = _STREETS[cards]
    return view_of(
        game,
        f"{street}_strength",
        f"{street}_hands",
        f"{street}s",
        one_row=f"a hole on a {street}, up to suits{of_game(game)}",
        columns=(
            _VIEW_BOARD_ID,
            _BOARD,
            Column("hole_id", "bigint", "the smallest that is the same up to the board's suits"),
            Column("hole", "varchar", "the higher card first: AhQh"),
            _HAND,
            Column("weight", "bigint", f"deals of hole and {street} that are the same"),
            *_RATIOS[street],
            Column(
                "hole_percentile", "double", "holes of this board with at least this equity, x 100"
            ),
        ),
        needs=("holes",),
        parameters=_OPPONENTS,
        constants={
            "holes_now": game.opponents(cards),
            "holes_on_river": game.opponents(5),
            "next_cards": game.next_cards(cards),
            "run_outs": game.run_outs(cards),
            "own_run_outs": game.own_run_outs(cards),
        },
    )


def _by_hand(game: Game, cards: int) -> View:
    street = _STREETS[cards]
    return view_of(
        game,
        f"{street}_by_hand",
        f"{street}_strength",
        one_row=f"a starting hand on a {street}, up to suits{of_game(game)}: the mean of its holes",
        columns=(
            _VIEW_BOARD_ID,
            _BOARD,
            _HAND,
            Column("weight", "bigint", f"deals of hole and {street}"),
            *_RATIOS[street],
        ),
        parameters=_OPPONENTS,
    )


HOLES = View(
    name="holes",
    one_row="one of the 1,326 holes",
    columns=(
        Column("hole_id", "bigint", "b (b - 1) / 2 + a for cards a < b"),
        Column("hole", "varchar", "the higher card first: AhKd"),
        _HAND,
    ),
    needs=(),
)
FLOP_STRENGTH, TURN_STRENGTH, RIVER_STRENGTH = (_strength(HOLDEM, k) for k in _BOARDS)
FLOP_BY_HAND, TURN_BY_HAND, RIVER_BY_HAND = (_by_hand(HOLDEM, k) for k in _BOARDS)
SHORT_FLOP_STRENGTH, SHORT_TURN_STRENGTH, SHORT_RIVER_STRENGTH = (
    _strength(SHORT_DECK, k) for k in _BOARDS
)
SHORT_FLOP_BY_HAND, SHORT_TURN_BY_HAND, SHORT_RIVER_BY_HAND = (
    _by_hand(SHORT_DECK, k) for k in _BOARDS
)

_OF_FOUR = (
    Column("ranks", "varchar", "its ranks: AKQJ"),
    Column("pairing", "varchar", "unpaired, paired, two pair, trips, quads"),
    Column(
        "suits", "varchar", "rainbow; ss, ds: two cards of one suit, of two; ts: three; ms: all"
    ),
)

OMAHA_HOLES = View(
    name="omaha_holes",
    one_row="one of the 270,725 holes of four cards",
    columns=(
        Column("hole_id", "bigint", "C(a, 1) + C(b, 2) + C(c, 3) + C(d, 4) for a < b < c < d"),
        Column("hole", "varchar", "the highest card first: AhKhQdJd"),
        *_OF_FOUR,
    ),
    needs=(),
)

OMAHA_FLOP_EQUITIES = View(
    name="omaha_flop_equities",
    one_row="a hole of four cards in Omaha on a flop, up to suits, against one random opponent",
    columns=(
        Column("board_id", "bigint", "of the canonical flop"),
        Column("board", "varchar", "its cards, ascending: 2c3d4h"),
        Column("hole_id", "bigint", "the smallest that is the same up to the flop's suits"),
        Column("hole", "varchar", "the highest card first: AhKhQdJd"),
        *_OF_FOUR,
        Column("weight", "bigint", "deals of hole and flop that are the same"),
        Column("class_id", "bigint", "the class now; 1 is best"),
        Column("equity", "double", "win + tie / 2 at the river, of all deals"),
        Column("win_percent", "double", "of all deals"),
        Column("tie_percent", "double", "of all deals"),
    ),
    needs=("omaha_flop_hands", "flops", "omaha_holes"),
)
