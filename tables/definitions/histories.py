"""The tables of hands that were played: a user imports them from files of hand histories."""

from __future__ import annotations

from pokerlake.catalogue import PLAYED_GAMES, listed

from ..schema import DICTIONARY, Column, Filling, Layout, Table, View

PLACE = 6  # among the modules, see registry

CHIPS = "decimal128(18, 4)"

_HAND_ID = Column("hand_id", "uint64", "the hand: 1, 2, 3, ... in the order of import")
_SEAT = Column("seat", "uint16", "the player's seat, as numbered in the file")
_PLAYER = Column("player", "string", "his name, as in the file")
_POSITION = Column(
    "position",
    "string",
    "BTN, SB, BB; then from the button back CO, HJ, MP, and from the first to act on "
    "UTG, UTG+1, ...; with two players the button is BTN; null in stud, where whoever shows the "
    "best acts first",
    True,
)
_HOLE = Column(
    "hole",
    "string",
    "as dealt, 'AhKd', of as many cards as the game has; in stud of as many as he was dealt, in "
    "draw the last he had; null if not known",
    True,
)


_FILLING = Filling(
    "pokerlake import FILE", "pokerlake import --replace FILE", again="pokerlake import --again"
)


# There are many hands, and their names and amounts recur: with row groups four times as large, and
# pages that are not cut, they take three fifths of the bytes.
_STEPS, _BEGINNINGS, _LENGTHS = (
    "DELTA_BINARY_PACKED", "DELTA_BYTE_ARRAY", "DELTA_LENGTH_BYTE_ARRAY",
)  # fmt: skip
_PAGE = 1 << 30  # pages end by their bytes alone
_LAYOUTS = {
    # Small row groups: an import reads only those that may have the numbers of its hands.
    "hands": Layout(
        page_rows=_PAGE, level=3,
        encodings={
            "number": _BEGINNINGS, "line": _STEPS, "played": _STEPS, "played_utc": _STEPS,
            "board": _LENGTHS, "board2": _LENGTHS, "board3": _LENGTHS,
        },
    ),
    "seats": Layout(491_520, _PAGE, level=3),
    "actions": Layout(
        491_520, _PAGE, level=3,
        encodings={"seat": "BYTE_STREAM_SPLIT", "board": _BEGINNINGS} | dict.fromkeys(
            ("turn", "raises", "calls", "callers", "own_raises", "own_calls", "opponents",
             "barrels"), DICTIONARY,
        ),
    ),
    "showdowns": Layout(491_520, _PAGE, level=3, encodings={"hole": _LENGTHS}),
}  # fmt: skip


def _played(name: str, one_row: str, key: tuple[str, ...], *columns: Column) -> Table:
    return Table(
        name,
        one_row,
        columns,
        key,
        source="files of hand histories; chips are exact, and every hand's pots balance",
        filling=_FILLING,
        layout=_LAYOUTS[name],
    )


HANDS = _played(
    "hands",
    "a hand that was played",
    ("hand_id",),
    _HAND_ID,
    Column("site", "string", "where it was played: PokerStars, or what the file names"),
    Column("number", "string", "the site's own number; with the site it identifies a hand"),
    Column("file", "string", "the file it was first read from, as named in the import"),
    Column("line", "uint32", "where it begins in that file"),
    Column("played", "timestamp[ms]", "when, as written, in the zone; null if unknown", True),
    Column("zone", "string", "the time zone as written: ET, UTC; null if unknown", True),
    Column(
        "played_utc",
        "timestamp[ms]",
        "the moment in UTC; without a zone, by that of the site's clock",
        True,
    ),
    Column("table_name", "string", "the table; null if unknown", True),
    Column("tournament", "string", "the tournament's number; null in a cash game", True),
    Column(
        "game",
        "string",
        f"no limit, pot limit or fixed limit; then {listed(PLAYED_GAMES)}",
    ),
    Column("currency", "string", "USD, EUR, ...; null for tournament chips and play money", True),
    Column(
        "small_blind",
        CHIPS,
        "of the stakes; 0 if only the button posts a blind; in stud what brings it in",
    ),
    Column(
        "big_blind",
        CHIPS,
        "of the stakes; in short deck also the blind of the button; in stud the small bet",
    ),
    Column("ante", CHIPS, "the largest that a player posted; 0 if none"),
    Column("button", "uint16", "the seat of the button; null if unknown, and in stud", True),
    Column("seats", "uint8", "players dealt in"),
    Column(
        "hero", "uint16", "the seat of the player whose cards the file is about; null if none", True
    ),
    Column("board", "string", "as dealt, '7d5h9d7cQh'; null if there was no flop", True),
    Column("board2", "string", "if it was dealt twice: the whole second board; else null", True),
    Column("board3", "string", "if it was dealt three times: the third", True),
    Column("over", "string", "the street of the last action; null if nobody acted", True),
    Column("pot", CHIPS, "all that was put in; uncalled bets are not counted"),
    Column("added", CHIPS, "of the pot, what the site put in"),
    Column("rake", CHIPS, "what the site took from the pot: rake, jackpot and other fees"),
    Column("unpaid", CHIPS, "of the pot, what the site kept for a cash-out that it paid"),
    Column("showdown", "bool", "whether two or more players were in to the end"),
    Column("straddle", CHIPS, "the largest straddle; 0 if none"),
    Column(
        "bomb_pot",
        "bool",
        "whether the flop was dealt for antes alone, without blinds, and nobody could act before "
        "it",
    ),
)

SEATS = _played(
    "seats",
    "a player in a hand",
    ("hand_id", "seat"),
    _HAND_ID,
    _SEAT,
    _PLAYER,
    _POSITION,
    Column("stack", CHIPS, "before the hand"),
    _HOLE,
    Column(
        "up",
        "string",
        "in stud his face-up cards, as dealt; null if he had none, and in other games",
        True,
    ),
    Column(
        "hand",
        "string",
        "AA, AKs (suited), AKo (offsuit), ...; null if unknown, or if a hole is not two cards",
        True,
    ),
    Column("invested", CHIPS, "put in the pot; an uncalled bet that came back is not counted"),
    Column("collected", CHIPS, "taken from the pot"),
    Column("cashout", CHIPS, "what a cash-out or insurance paid him; negative if it cost him"),
    Column(
        "luck",
        "double",
        "what he collected from pots that cards decided after the betting, before the river, with "
        "any cash-out, less his equity in them then; null if there are none, or not all "
        "holes in them are known; null in stud and draw, for which equity is not computed",
        True,
    ),
    Column("net", CHIPS, "what he won or lost: collected - invested + cashout"),
    Column("folded", "string", "the street on which he folded; null if he did not", True),
    Column(
        "vpip",
        "bool",
        "whether he called, bet or raised before the flop; null if he had no "
        "decision there: all folded to him in the big blind, or he was all-in",
        True,
    ),
    Column("pfr", "bool", "whether he raised before the flop; null if he had no decision", True),
    Column("saw", "string", "the last street that he saw, as actions.street"),
    Column("showdown", "bool", "whether he and another player were in to the end"),
)

ACTIONS = _played(
    "actions",
    "an action of a player",
    ("hand_id", "number"),
    _HAND_ID,
    Column("number", "uint16", "1, 2, 3, ... within the hand"),
    Column(
        "street",
        "string",
        "preflop, flop, turn, river; in stud 3rd street, ..., 7th street; in draw before the "
        "draw, first draw, second draw, third draw",
    ),
    _SEAT,
    _PLAYER,
    Column(
        "action",
        "string",
        "ante, small blind, big blind, straddle, post (of one who comes back), "
        "fold, check, call, bet, raise; in stud bring-in; in draw stand pat, discard 1, ..., "
        "discard 5",
    ),
    Column("amount", CHIPS, "moved into the pot by it"),
    Column("to_call", CHIPS, "what a call would have cost him, his stack at most; 0 for posts"),
    Column("pot", CHIPS, "before the action, all bets included"),
    Column("total", CHIPS, "his bets on this street after it, without antes and dead money"),
    Column("all_in", "bool", "whether it was his last chip"),
    Column("board", "string", "the cards on the board then; null before the flop", True),
    Column(
        "held",
        "string",
        "for an exchange in draw: his hand before it; cards missing from his next one were "
        "discarded; null if unknown, and for other actions",
        True,
    ),
    _POSITION,
    Column("turn", "uint8", "1 his first decision on this street, 2, ...; 0 for posts before it"),
    Column("raises", "uint8", "bets and raises on this street before it, without blinds"),
    Column("calls", "uint8", "calls on this street before it"),
    Column("callers", "uint8", "of these, those since the last bet or raise"),
    Column("own_raises", "uint8", "of raises, his own"),
    Column("own_calls", "uint8", "of calls, his own"),
    Column("opponents", "uint8", "other players who had not folded"),
    Column(
        "facing",
        "string",
        "what he faces on this street: nothing, limp, bet, raise, 3-bet, 4-bet, 5-bet or "
        "more; before the flop a raise is the first; null for posts",
        True,
    ),
    Column(
        "first_bet",
        "string",
        "what the first bet or raise on this street is, or would be if he makes it: before the "
        "flop open or isolation (over limps); then c-bet (by the last to bet on the street "
        "before), delayed c-bet (by the last to bet on an earlier one, with checks since), donk "
        "(into one who may c-bet), probe (into one who did not), float (after one who could c-bet "
        "checks), or bet; null for posts",
        True,
    ),
    Column(
        "barrels",
        "uint8",
        "for the player who makes, or made, that bet: the number of streets in a row before this "
        "one on which he bet or raised last; 2 on the turn is a second barrel",
    ),
    Column(
        "aggressor",
        "string",
        "who bet or raised last on earlier streets: self, opponent, nobody; null before the flop",
        True,
    ),
    Column(
        "versus",
        "string",
        "the position of the last to bet or raise on this street; null if nobody did",
        True,
    ),
    Column(
        "side",
        "string",
        "when he acts after the flop among the players who have not folded: oop first, ip last, "
        "middle; null in stud",
        True,
    ),
    Column(
        "effective_stack",
        CHIPS,
        "what he can lose in the hand: his stack, or the largest of those who have not folded",
    ),
    Column(
        "behind",
        CHIPS,
        "what he can still lose: what he has left, or the most that a player who has not folded "
        "can make him pay",
    ),
)

SHOWDOWNS = _played(
    "showdowns",
    "a player's share in a pot that was decided by cards",
    ("hand_id", "pot", "board", "seat"),
    _HAND_ID,
    Column("pot", "uint8", "0 the main pot, 1, 2, ... side pots"),
    Column("board", "uint8", "1; 2 and 3 if the board was dealt more than once"),
    _SEAT,
    _PLAYER,
    _HOLE,
    Column(
        "class_id",
        "uint16",
        "1 royal flush .. 7462, in short deck by its own order .. 1404; in lowball and razz by "
        "theirs, 1 the lowest; the high hand of hi-lo; null if the hole is unknown",
        True,
    ),
    Column("size", CHIPS, "of that pot, or of its part for the board if there are several"),
    Column("won", CHIPS, "what he collected from it, after rake"),
    Column(
        "wins",
        "bool",
        "whether his cards are best or tied in this pot, or in a half of it; null if "
        "some hole in it is unknown",
        True,
    ),
)

TOURNAMENTS = Table(
    "tournaments",
    "an entry of a player in a tournament",
    (
        Column("site", "string", "where it was played, as hands.site"),
        Column("tournament", "string", "its number, as hands.tournament"),
        Column(
            "player",
            "string",
            "his name, as in the file; empty for the owner of a summary that does not name him",
        ),
        Column("entry", "uint16", "1; 2, 3, ... if he entered again"),
        Column("name", "string", "of the tournament; null if unknown", True),
        Column("started", "timestamp[ms]", "when, as written, in the zone; null if unknown", True),
        Column("zone", "string", "the time zone as written: ET, UTC; null if unknown", True),
        Column("started_utc", "timestamp[ms]", "when, in UTC; null if the zone is unknown", True),
        Column(
            "game",
            "string",
            "as hands.game; another as the file names it; null if unknown",
            True,
        ),
        Column("currency", "string", "of the costs: USD, EUR, FPP, ...; null for play money", True),
        Column(
            "buy_in", CHIPS, "the part of an entry that goes to the prizes; null if unknown", True
        ),
        Column(
            "bounty", CHIPS, "the part of an entry that goes to bounties; null if unknown", True
        ),
        Column("fee", CHIPS, "the part of an entry that the site keeps; null if unknown", True),
        Column("rebuys", "uint16", "rebuys and add-ons that he bought; null if unknown", True),
        Column("rebuy_cost", CHIPS, "of all of them; null if unknown", True),
        Column("players", "uint32", "in the tournament; null if unknown", True),
        Column("prize_currency", "string", "of the columns that follow; null for play money", True),
        Column("prize_pool", CHIPS, "of the tournament; null if unknown", True),
        Column("place", "uint32", "1 the winner; null if unknown, or if he is still in it", True),
        Column(
            "prize",
            CHIPS,
            "what he got for it, a ticket at its worth; null if unknown",
            True,
        ),
        Column("bounties", CHIPS, "what he won by eliminating others; null if unknown", True),
        Column("bounties_in_hands", CHIPS, "of them, those in imported hands; null if none", True),
        Column("hero", "bool", "whether it is the player whose file it is"),
        Column("summary", "bool", "whether it comes from a summary, or from hands alone"),
        Column("file", "string", "the file it was first read from, as named in the import"),
    ),
    ("site", "tournament", "player", "entry"),
    source="summaries of tournaments, and hands of tournaments",
    filling=_FILLING,
)

HISTORIES = (HANDS, SEATS, ACTIONS, SHOWDOWNS)

_VIEW_HAND_ID = Column("hand_id", "bigint", "the hand, of hands")

SESSIONS = View(
    name="sessions",
    one_row="a player in a hand whose time is known",
    columns=(
        _VIEW_HAND_ID,
        Column("seat", "bigint", "the player's seat"),
        Column(
            "session_number",
            "bigint",
            "1, 2, ... of his sessions at the site, with breaks of half an hour or more between "
            "them",
        ),
        Column("seconds", "double", "until his next hand; 0 for the last of a session"),
    ),
    needs=("hands", "seats"),
)
