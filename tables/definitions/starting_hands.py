"""The tables of starting hands, in hold'em, short deck and Omaha, and the views on them."""

from __future__ import annotations

from dataclasses import replace
from math import comb
from typing import Any

from pokerlake.catalogue import HOLDEM, SHORT_DECK, Game

from ..schema import Column, Table, View
from .classes import of_game, view_of

PLACE = 3  # among the modules, see registry

_HAND = "AA, AKs (suited), AKo (offsuit), ..."
_GRID = "in the 13 x 13 grid, 0 is the ace"


def deals_of(game: Game) -> int:
    """The number of deals of hero, villain and board: 2,781,381,002,400 with 52 cards."""
    return game.holes * comb(len(game.deck) - 2, 2) * game.run_outs(0)


def _starting_hands(game: Game, won: int, values: str) -> Table:
    each = game.run_outs(0) * comb(len(game.deck) - 2, 2)
    return Table(
        name=f"{game.prefix}starting_hands",
        one_row=f"one of the {game.hands} starting hands{of_game(game)}",
        rows=game.hands,
        columns=(
            Column("hand", "string", _HAND),
            Column("row", "uint8", f"{_GRID}; suited where row < col"),
            Column("col", "uint8", "in the 13 x 13 grid"),
            Column("combos", "uint8", "holes it can be: 6 a pair, 4 suited, 12 offsuit"),
            Column(
                "win", "int64", "deals won against one random opponent, over all combos and boards"
            ),
            Column("tie", "int64", "deals split with him"),
            Column("lose", "int64", f"deals lost to him; {each:,} deals for each combo in all"),
        ),
        key=("row", "col"),
        totals={"combos": game.holes, "win": won, "lose": won},
        source="every match-up on all boards, added up over opponents",
        values=values,
    )


def _matchups(game: Game, rivers: str, values: str) -> Table:
    return Table(
        name=f"{game.prefix}matchups",
        one_row=f"a starting hand against a starting hand{of_game(game)}",
        rows=game.hands**2,
        columns=(
            Column("hero", "string", _HAND),
            Column("villain", "string", _HAND),
            Column(
                "deals",
                "int64",
                f"pairs of holes without a common card x {game.run_outs(0):,} boards",
            ),
            Column("win", "int64", "deals the hero wins"),
            Column("tie", "int64", "deals they split"),
            Column("lose", "int64", "deals the villain wins"),
        ),
        key=("hero", "villain"),
        totals={"deals": deals_of(game)},
        source=f"a sweep over all {rivers} canonical rivers, each with its weight",
        values=values,
    )


def _matchups3(game: Game, rivers: str, deals: int, tied: int, values: str) -> Table:
    boards = comb(len(game.deck) - 6, 5)
    return Table(
        name=f"{game.prefix}matchups3",
        one_row=(
            f"three starting hands{of_game(game)} in the order of their names, "
            "each combination once"
        ),
        rows=comb(game.hands + 2, 3),
        columns=(
            Column("first", "string", _HAND),
            Column("second", "string", "not before first in the order of text"),
            Column("third", "string", "not before second"),
            Column("deals", "uint32", f"three holes without a common card x {boards:,} boards"),
            Column("win_1", "uint32", "deals the first hand wins alone"),
            Column("win_2", "uint32", "deals the second wins alone"),
            Column("win_3", "uint32", "deals the third wins alone"),
            Column("tie_12", "uint32", "deals the first and the second split"),
            Column("tie_13", "uint32", "deals the first and the third split"),
            Column("tie_23", "uint32", "deals the second and the third split"),
            Column("tie_123", "uint32", "deals all three split; these seven add up to deals"),
            Column("win_1_then_2", "uint32", "of win_1, those where the second beats the third"),
            Column("win_1_then_3", "uint32", "of win_1, those where the third beats the second"),
            Column("win_2_then_1", "uint32", "of win_2, those where the first beats the third"),
            Column("win_2_then_3", "uint32", "of win_2, those where the third beats the first"),
            Column("win_3_then_1", "uint32", "of win_3, those where the first beats the second"),
            Column("win_3_then_2", "uint32", "of win_3, those where the second beats the first"),
        ),
        key=("first", "second", "third"),
        totals={"deals": deals, "tie_123": tied},
        source=f"a sweep over all {rivers} canonical rivers, each with its weight",
        values=values,
    )


def _combo_matchups(game: Game, rows: int, values: str) -> Table:
    return Table(
        name=f"{game.prefix}combo_matchups",
        one_row=f"two holes, in either order, up to suits{of_game(game)}",
        rows=rows,
        columns=(
            Column("hero", "string", "the higher card first: AcKc; the hole with the higher ranks"),
            Column("villain", "string", "the higher card first: QhQd; the other hole"),
            Column("hero_hole_id", "uint16", "b (b - 1) / 2 + a for cards a < b"),
            Column(
                "villain_hole_id", "uint16", "the smallest pair of all ways to permute the suits"
            ),
            Column("weight", "uint8", "unordered pairs of holes that are the same up to suits"),
            Column("win", "int64", f"of {game.run_outs(0):,} boards, those on which the hero wins"),
            Column("tie", "int64", "those on which they split"),
            Column("lose", "int64", "those on which the villain wins"),
        ),
        key=("hero_hole_id", "villain_hole_id"),
        totals={"weight": game.holes * comb(len(game.deck) - 2, 2) // 2},
        source="boards counted by their ranks, put right where a flush can be",
        values=values,
    )


def _income_rates(game: Game, values: str) -> Table:
    return Table(
        name=f"{game.prefix}income_rates",
        one_row=(
            f"a starting hand{of_game(game)} and a number of players who all stay to the showdown"
        ),
        rows=game.hands * 9,
        columns=(
            Column("hand", "string", _HAND),
            Column("players", "uint8", "2 .. 10"),
            Column("method", "string", "exact for 2 and 3, else monte carlo"),
            Column("observations", "int64", "deals of one combo; if sampled, seats that held it"),
            Column("share_sum", "int64", "pot shares of these, in units of 1/2520 pot"),
            Column("share_sum_squares", "int64", "their squares, in units of (1/2520 pot) squared"),
            Column("income_rate", "double", "players x mean share - 1: gain per unit of stake"),
            Column(
                "standard_error", "double", "of income_rate, clustered by deal; null if exact", True
            ),
            Column("seed", "uint64", "of the deals; null if exact", True, True),
        ),
        key=("players", "hand"),
        source="definition: D. Papp, MSc thesis, University of Alberta, 1998",
        values=values,
    )


STARTING_HANDS = _starting_hands(
    HOLDEM, 1_334_125_369_292, "348f6a52e9383b6613a493d028780955de5e8841f9f20e9913fea8dc555a29ed"
)

MATCHUPS = _matchups(
    HOLDEM, "134,459", "2d35278373b5b7ac63b19d204c270e868f8d802d1b87e27f6ff0af8f0ed52b12"
)

MATCHUPS3 = _matchups3(
    HOLDEM, "134,459", 424_457_419_434_048, 3_833_826_438_696,
    "1b9fc8233c49d013794694d8970e2f4babe094d7c0e6d0a746b08bf37d51a78c",
)  # fmt: skip

COMBO_MATCHUPS = _combo_matchups(
    HOLDEM, 47_008, "1e94f7f0f2e90522b5efbcc7b07ed8709ebc14614aa856f4c07549ad112e9ba1"
)

INCOME_RATES = _income_rates(
    HOLDEM, "dd01d65fd99cfcab0b316f33d936f134449fd0b68b9fdb040bfc9242a28edfb2"
)

SHORT_STARTING_HANDS = _starting_hands(
    SHORT_DECK, 33_108_013_388, "07d4ec85df0cd47b5611f76d10f5dbcfbc2539cabdc84c3385c978c5a70b26ab"
)

SHORT_MATCHUPS = _matchups(
    SHORT_DECK, "19,998", "18cb33595773cbd5b8f961a539e137fb40f44d29c4d20efa7676fdd5d084dee9"
)

SHORT_MATCHUPS3 = _matchups3(
    SHORT_DECK, "19,998", 4_288_121_824_896, 78_344_744_796,
    "c8eb3240210b37d99334fd183047fccc78ec7152b9cc7c90e1fb7017946ed48c",
)  # fmt: skip

SHORT_COMBO_MATCHUPS = _combo_matchups(
    SHORT_DECK, 10_215, "4fbf169358555e8b81dc270c388a328c18dadf9e20104607f021fffb40835a9f"
)

SHORT_INCOME_RATES = _income_rates(
    SHORT_DECK, "467a676160a1a17713086219fbc3275174a2683acc1c19811aab1dd753f87c73"
)


def _omaha_hands(
    name: str, game: str, cards: str, id_type: str, counts: tuple[Column, ...], **known: Any
) -> Table:
    return Table(
        name=name,
        one_row=f"a hole of {cards} cards in {game}, up to suits",
        columns=(
            Column("hand_id", id_type, f"its rank among all, as of boards of {cards} cards"),
            Column("hand", "string", "the hole of the smallest suits, highest card first"),
            Column("combos", "uint8", "holes that are the same up to suits"),
            *counts,
        ),
        key=("hand_id",),
        source="a sweep over all rivers by their ranks and those of a suit with a flush",
        **known,
    )


def _high_counts(deals: str) -> tuple[Column, ...]:
    return (
        Column("win", "int64", "deals that one of them wins against one random opponent"),
        Column("tie", "int64", "deals split with him"),
        Column("lose", "int64", f"deals lost to him; {deals} deals in all"),
    )


# By the high hand and by the low, against one random opponent.
OUTCOME_OF_HALVES = {
    "high_win_low_win": "deals in which it has the better high and the better low: the whole pot",
    "high_win_low_tie": "the better high, the same low: three quarters",
    "high_win_low_lose": "the better high, the worse low: half",
    "high_win_no_low": "the better high, and neither has a low: the whole pot",
    "high_tie_low_win": "the same high, the better low: three quarters",
    "high_tie_low_tie": "the same high and the same low: half",
    "high_tie_low_lose": "the same high, the worse low: a quarter",
    "high_tie_no_low": "the same high, and neither has a low: half",
    "high_lose_low_win": "the worse high, the better low: half",
    "high_lose_low_tie": "the worse high, the same low: a quarter",
    "high_lose_low_lose": "the worse high and the worse low: nothing",
    "high_lose_no_low": "the worse high, and neither has a low: nothing",
}
HI_LO_OUTCOMES = tuple(OUTCOME_OF_HALVES)


def outcome_columns(deals: str) -> tuple[Column, ...]:
    """A column for each outcome of both halves; ``deals`` is the number of all deals."""
    *others, last = (Column(name, "int64", meaning) for name, meaning in OUTCOME_OF_HALVES.items())
    return (*others, replace(last, meaning=f"{last.meaning}; {deals} in all"))


OMAHA_HANDS = _omaha_hands(
    "omaha_hands", "Omaha", "four", "uint16", _high_counts("211,315,436,640"), rows=16_432,
    totals={"combos": 270_725},
    values="0f7c39c7d764c1c4cb5f3c784094745e9ef1a1eefc388792a8cf9c10fb61156c",
)  # fmt: skip

OMAHA_HANDS5 = _omaha_hands(
    "omaha_hands5", "Omaha", "five", "uint32", _high_counts("1,304,872,821,252"), rows=134_459,
    totals={"combos": 2_598_960},
    values="af0ce0f0fe7ce72f657c598ba18f4db8ec2afd953f80dfc7f5b2707c8e4c41c2",
)  # fmt: skip

OMAHA_HANDS6 = _omaha_hands(
    "omaha_hands6", "Omaha", "six", "uint32", _high_counts("6,163,441,836,552"), rows=962_988,
    totals={"combos": 20_358_520},
    values="235928f8ac244ce80364350d71b3b16b8c0d012f7c0a44b9c10a4a9d99286376",
)  # fmt: skip

OMAHA8_HANDS = _omaha_hands(
    "omaha8_hands", "Omaha hi-lo", "four", "uint16",
    outcome_columns("211,315,436,640"),
    rows=16_432,
    totals={"combos": 270_725},
    values="574dbf8d93b59b0e27807ec6edcde94670240a15aa499a716ff4537d33be4902",
)  # fmt: skip


def _hand_equities(game: Game) -> View:
    return view_of(
        game,
        "hand_equities",
        "starting_hands",
        one_row=(
            f"one of the {game.hands} starting hands{of_game(game)} against one random opponent"
        ),
        columns=(
            Column("hand", "varchar", "AA, AKs, AKo, ..."),
            Column("combos", "bigint", "holes it can be"),
            Column("equity", "double", "(win + tie / 2) / deals"),
            Column("win_percent", "double", "of all deals"),
            Column("tie_percent", "double", "of all deals"),
            Column(
                "top_percent",
                "double",
                f"combos with at least this equity, of {game.holes:,}, x 100",
            ),
        ),
    )


def _matchup_equities(game: Game) -> View:
    return view_of(
        game,
        "matchup_equities",
        "matchups",
        one_row=f"a starting hand against a starting hand{of_game(game)}",
        columns=(
            Column("hero", "varchar", "AA, AKs, AKo, ..."),
            Column("villain", "varchar", "AA, AKs, AKo, ..."),
            Column("equity", "double", "of the hero: (win + tie / 2) / deals"),
            Column("win_percent", "double", "of all deals"),
            Column("tie_percent", "double", "of all deals"),
            Column("deals", "bigint", "the weight of the equity when ranges are averaged"),
        ),
    )


def _matchup3_equities(game: Game) -> View:
    return view_of(
        game,
        "matchup3_equities",
        "matchups3",
        one_row=f"a starting hand against two{of_game(game)}, in each order",
        columns=(
            Column("hero", "varchar", "AA, AKs, AKo, ..."),
            Column("villain_1", "varchar", "AA, AKs, AKo, ..."),
            Column("villain_2", "varchar", "AA, AKs, AKo, ..."),
            Column("equity", "double", "of the hero: his mean share of the pot"),
            Column("villain_1_equity", "double", "of the first opponent"),
            Column("villain_2_equity", "double", "of the second; the three make 1"),
            Column("win_percent", "double", "of all deals, those the hero wins alone"),
            Column("tie_percent", "double", "those he splits with one or both"),
            Column("deals", "bigint", "the weight of the equities; never 0"),
        ),
    )


def _combo_equities(game: Game) -> View:
    return view_of(
        game,
        "combo_equities",
        "combo_matchups",
        one_row=f"a hole against a hole, up to suits{of_game(game)}, each in turn as the hero",
        columns=(
            Column("hero", "varchar", "the higher card first: AcKc"),
            Column("villain", "varchar", "the higher card first: QhQd"),
            Column("hero_hole_id", "bigint", "its number"),
            Column("villain_hole_id", "bigint", "its number"),
            Column("weight", "bigint", "unordered pairs of holes that are the same up to suits"),
            Column("win", "bigint", f"of {game.run_outs(0):,} boards"),
            Column("tie", "bigint", f"of {game.run_outs(0):,} boards"),
            Column("lose", "bigint", f"of {game.run_outs(0):,} boards"),
            Column("equity", "double", f"of the hero: (win + tie / 2) / {game.run_outs(0):,}"),
        ),
    )


def _income_ranks(game: Game) -> View:
    return view_of(
        game,
        "income_ranks",
        "income_rates",
        "starting_hands",
        one_row=f"a starting hand{of_game(game)} and a number of players",
        columns=(
            Column("hand", "varchar", "AA, AKs, AKo, ..."),
            Column("players", "bigint", "2 .. 10"),
            Column("combos", "bigint", "holes it can be"),
            Column("income_rate", "double", "gain per unit of stake if all stay to the showdown"),
            Column("standard_error", "double", "of income_rate; null if exact"),
            Column("rank", "bigint", f"1 the best of the {game.hands}; equal for equal rates"),
            Column(
                "top_percent", "double", f"combos with at least this rate, of {game.holes:,}, x 100"
            ),
        ),
    )


HAND_EQUITIES = _hand_equities(HOLDEM)
MATCHUP_EQUITIES = _matchup_equities(HOLDEM)
MATCHUP3_EQUITIES = _matchup3_equities(HOLDEM)
COMBO_EQUITIES = _combo_equities(HOLDEM)
INCOME_RANKS = _income_ranks(HOLDEM)
SHORT_HAND_EQUITIES = _hand_equities(SHORT_DECK)
SHORT_MATCHUP_EQUITIES = _matchup_equities(SHORT_DECK)
SHORT_MATCHUP3_EQUITIES = _matchup3_equities(SHORT_DECK)
SHORT_COMBO_EQUITIES = _combo_equities(SHORT_DECK)
SHORT_INCOME_RANKS = _income_ranks(SHORT_DECK)

_PAIRING = (
    "unpaired, paired, two pair, three pair, trips, full house, two trips; quads, with anything "
    "else"
)
_SUITEDNESS = (
    "rainbow; ss, ds, ds+ss: two cards of one suit, of two, of three; ts: three of one, ts+ss with "
    "two of another, ts+ts with three; qs: four, qs+ss with two; 5s: five of six; ms: all"
)


def _omaha_equities(
    name: str, needed: str, cards: str, holes: str, measures: tuple[Column, ...], **shared: Any
) -> View:
    return View(
        name=name,
        one_row=f"a hole of {cards} against one random opponent",
        columns=(
            Column("hand_id", "bigint", "its rank among all, as of boards"),
            Column("hand", "varchar", "the hole of the smallest suits, highest card first"),
            Column("ranks", "varchar", "its ranks: AAKK"),
            Column("pairing", "varchar", _PAIRING),
            Column("suits", "varchar", _SUITEDNESS),
            Column("combos", "bigint", "holes that are the same up to suits"),
            *measures,
            Column("rank", "bigint", "1 the best hand; equal for equal equities"),
            Column("top_percent", "double", f"combos with at least this equity, of {holes}, x 100"),
        ),
        needs=(needed,),
        **shared,
    )


HIGH_MEASURES = (
    Column("equity", "double", "(win + tie / 2) / deals"),
    Column("win_percent", "double", "of all deals"),
    Column("tie_percent", "double", "of all deals"),
)
HI_LO_MEASURES = (
    Column("equity", "double", "mean share of the pot"),
    Column("high_equity", "double", "of the high half: that of Omaha without a low"),
    Column("low_equity", "double", "of the low half, if there is one"),
    Column("scoop_percent", "double", "deals in which it gets the whole pot, of all"),
    Column("three_quarters_percent", "double", "those in which it gets three quarters"),
    Column("half_percent", "double", "half: one of the halves, or the whole pot is split"),
    Column("quarter_percent", "double", "a quarter: half of one half"),
    Column("nothing_percent", "double", "nothing; these five make 100"),
    Column("no_low_percent", "double", "deals in which neither has a low, of all"),
)

OMAHA_EQUITIES = _omaha_equities(
    "omaha_equities", "omaha_hands", "four cards in Omaha", "270,725", HIGH_MEASURES
)
OMAHA5_EQUITIES = _omaha_equities(
    "omaha5_equities",
    "omaha_hands5",
    "five cards in Omaha",
    "2,598,960",
    HIGH_MEASURES,
    like="omaha_equities",
    instead={"omaha_hands": "omaha_hands5"},
)
OMAHA6_EQUITIES = _omaha_equities(
    "omaha6_equities",
    "omaha_hands6",
    "six cards in Omaha",
    "20,358,520",
    HIGH_MEASURES,
    like="omaha_equities",
    instead={"omaha_hands": "omaha_hands6"},
)
OMAHA8_EQUITIES = _omaha_equities(
    "omaha8_equities", "omaha8_hands", "four cards in Omaha hi-lo", "270,725", HI_LO_MEASURES
)
