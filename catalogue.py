"""The games, and the orders of hands, as data. Code that lists games or tells them apart asks here.

``GAMES`` has each game once: what is dealt, which hands share a pot, its other names.
``DOUBLE_BOARD_GAMES`` has them again, with two boards. ``STUD_GAMES`` and ``DRAW_GAMES`` have no
board, and ``PINEAPPLE`` has no tables. ``REFUSED`` names games that are not played here, with the
reason. ``ORDERS`` says what beats what. ``game_named`` and ``order_named`` also read other names of
games and orders. A new game of a known family is one entry here.

``engine`` and ``tables`` both need part of this and do not import each other, so it stands beside
them and imports neither. Kernels take what they need of a game (dead cards, classes as numbers, how
many cards are used), never its name.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from math import comb
from types import MappingProxyType

RANKS = "23456789TJQKA"
_SUITS = 4
_CARDS = _SUITS * len(RANKS)
_RIVER = 5  # cards on a whole board
_HAND = 5  # cards of a hand that is compared
_MOST_PLAYERS = 10

# ------------------------------------------------------------------------------------- orders


@dataclass(frozen=True)
class Order:
    """What beats what: classes of hands, of which the lower one wins, also in lowball."""

    name: str  # deuce to seven
    spellings: tuple[str, ...]  # other names, in letters and digits: 27 stands for 2-7
    about: str  # one line that describes it
    classes: int  # how many there are: 1 is the best hand
    category_names: tuple[str, ...]  # the best first
    ranks: str = RANKS  # of its deck, the lowest first: the ace comes first where it is low
    lows_win: bool = False  # whether within a category the lower ranks win
    # How many cards a hand may have. Its class is that of the best five; in badugi, of the best
    # one to four.
    sizes: tuple[int, ...] = (5, 6, 7)
    # Classes above this cannot win: all hands that do not qualify share one class.
    qualifying: int = 1 << 15
    worst: str = ""  # the last class, in English; for orders that have tables of classes

    def __hash__(self) -> int:
        return hash(self.name)

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return order_named, (self.name,)

    @functools.cached_property
    def dead(self) -> tuple[int, ...]:
        """The cards that are missing from its deck."""
        return tuple(card for card in range(_CARDS) if RANKS[card >> 2] not in self.ranks)

    @property
    def ace_low(self) -> bool:
        """Whether the ace is below the deuce."""
        return self.ranks[0] == "A"

    @property
    def deck(self) -> int:
        """How many cards its deck has."""
        return _SUITS * len(self.ranks)


_LOW_CATEGORIES = (
    "no pair", "one pair", "two pair", "three of a kind", "full house", "four of a kind",
)  # fmt: skip

HIGH = Order(
    "high", ("hi", "holdem", "standard"),
    "the best five cards of 52, as in hold'em and Omaha",
    7462,
    (
        "straight flush", "four of a kind", "full house", "flush", "straight",
        "three of a kind", "two pair", "one pair", "high card",
    ),
    worst="seven-five-four-three-deuce",
)  # fmt: skip
SHORT_DECK_HIGH = Order(
    "short deck", ("short", "6+", "6plus", "sixplus", "shortdeckholdem"),
    "36 cards, six to ace: a flush beats a full house, A-6-7-8-9 is the lowest straight",
    1404,
    (
        "straight flush", "four of a kind", "flush", "full house", "straight",
        "three of a kind", "two pair", "one pair", "high card",
    ),
    ranks=RANKS[4:], worst="jack-nine-eight-seven-six",
)  # fmt: skip
ACE_TO_FIVE = Order(
    "ace to five",
    (
        "a5", "ato5", "acefive", "a5low", "a5lowball", "acetofivelow", "acetofivelowball", "razz",
        "california",
    ),
    "the lowest five cards, the ace low; straights and flushes do not count",
    6175, _LOW_CATEGORIES,
    ranks="A23456789TJQK", lows_win=True,
)  # fmt: skip
EIGHT_OR_BETTER = Order(
    "eight or better", ("8orbetter", "8ob", "8", "eight", "8low", "eightorbetterlow"),
    "ace to five, but only five different ranks up to eight are a low",
    57, ("low", "no low"),
    ranks="A23456789TJQK", lows_win=True, qualifying=56,
)  # fmt: skip
DEUCE_TO_SEVEN = Order(
    "deuce to seven",
    (
        "27", "2to7", "deuceseven", "27low", "27lowball", "deucetosevenlow",
        "deucetosevenlowball", "kansascity", "27td", "27tripledraw", "deucetoseventripledraw",
        "27sd", "27singledraw",
    ),
    "the lowest five cards, the ace high; straights and flushes count against",
    7462,
    (
        "no pair", "one pair", "two pair", "three of a kind", "straight", "flush",
        "full house", "four of a kind", "straight flush",
    ),
    lows_win=True,
)  # fmt: skip
BADUGI = Order(
    "badugi", ("badougi", "padooki"),
    "of four cards the most of different suits and ranks, and of those the lowest; the ace is low",
    1092, ("badugi", "three cards", "two cards", "one card"),
    ranks="A23456789TJQK", lows_win=True, sizes=(4,),
)  # fmt: skip

ORDERS = {
    order.name: order
    for order in (HIGH, SHORT_DECK_HIGH, ACE_TO_FIVE, EIGHT_OR_BETTER, DEUCE_TO_SEVEN, BADUGI)
}

# ------------------------------------------------------------------------------------- games

_FULL_DECK = tuple(range(_CARDS))


@dataclass(frozen=True)
class Twin:
    """How queries of another game become a game's own: what replaces words in their headers."""

    of: str  # the other game's name
    lead: str = ""  # before the title
    words: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True)
class Game:
    """What is dealt in a game, which hands share a pot, and what it is called."""

    name: str  # omaha hi-lo
    # Its other names, in letters, digits and plus: omaha8 also stands for Omaha-8.
    spellings: tuple[str, ...]
    title: str  # as a heading
    about: str  # one line that describes it
    # The prefix of its tables, views and queries, and its name in addresses of the page: empty for
    # hold'em.
    slug: str
    hole: int  # how many cards a player has
    used: int | None = None  # how many of them a hand uses, exactly; None for any number
    up_to: bool = False  # whether a hand may use fewer of them than ``used``
    high: Order = HIGH  # the order that wins the pot, or its high half
    # The order that wins the low half; if no hand qualifies, the high hand wins both halves. None
    # if the pot is not split.
    low: Order | None = None
    deck: tuple[int, ...] = _FULL_DECK  # the cards, ascending
    holes_table: str = ""  # the table that ranks its holes; empty if there is none
    twin: Twin | None = None  # the game whose queries it shares
    pokerstars: str = ""  # what PokerStars' text calls it
    # The variant in PHH for each limit; empty if PHH has none.
    phh: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    ranges: tuple[str, str] = ("", "")  # two ranges or holes to begin with
    examples: tuple[str, str] = ("", "")  # a hole, and a range
    # Dealt from one deck; each board decides an equal part of the pot. None in stud and draw.
    boards: int = 1
    each: str = ""  # the game that is played on each board, where there are several
    draws: int = 0  # how often cards are exchanged

    def __hash__(self) -> int:
        return hash(self.name)

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return game_named, (self.name,)  # the same object: code compares games with ``is``

    @property
    def prefix(self) -> str:
        """The prefix of its tables, views and queries."""
        return f"{self.slug}_" if self.slug else ""

    @functools.cached_property
    def dead(self) -> tuple[int, ...]:
        """The cards that are missing from its deck."""
        return tuple(card for card in _FULL_DECK if card not in self.deck)

    @property
    def ranks(self) -> str:
        """The ranks of its deck, the lowest first."""
        return RANKS[-(len(self.deck) // _SUITS) :]

    @property
    def is_stud(self) -> bool:
        """Whether cards come one by one to each player, with no board."""
        return not (self.boards or self.draws)

    @property
    def holes(self) -> int:
        """The number of holes in its deck."""
        return comb(len(self.deck), self.hole)

    @property
    def hands(self) -> int:
        """The number of starting hands of two cards, up to suits."""
        return len(self.ranks) ** 2

    @property
    def halves(self) -> bool:
        """Whether a pot is split into a high and a low half."""
        return self.low is not None

    @property
    def any_five(self) -> bool:
        """Whether any five cards make a hand; otherwise a hand has ``used`` cards of the hole."""
        return self.used is None

    @property
    def uses(self) -> str:
        """How many cards of the hole a hand uses, in words for a message."""
        return f"{'at most ' if self.up_to else ''}{self.used}"

    @property
    def alone(self) -> int:
        """How many cards a hand has that is dealt without a board."""
        return _HAND if self.any_five and self.boards else self.hole

    def is_hand(self, cards: int, board: int) -> bool:
        """Whether this many cards are a hand with a board of this size."""
        if self.any_five:
            return _HAND <= cards + board <= _HAND + 2
        return cards == self.hole and 3 <= board <= _RIVER

    @property
    def hand_sizes(self) -> str:
        """The same in words for a message: how many cards a hand may have."""
        return "5 to 7" if self.any_five else f"{self.hole} and a board of 3 to 5"

    @property
    def most_players(self) -> int:
        """The most players it can be dealt to with whole boards; in stud, one more.

        In stud the last card is common to all when the deck runs out.
        """
        if self.is_stud:
            return len(self.deck) // self.hole + 1
        return min(_MOST_PLAYERS, (len(self.deck) - self.boards * _RIVER) // self.hole)

    @property
    def discards(self) -> int:
        """The number of sets of cards that a hand may throw away."""
        return 1 << self.hole

    @property
    def on_each_board(self) -> Game:
        """The game that is played on each board: itself if there is one board."""
        return GAMES[self.each] if self.each else self

    def boards_of(self, cards: int) -> int:
        """The number of boards of this many cards."""
        return comb(len(self.deck), cards)

    def opponents(self, board: int) -> int:
        """The number of holes an opponent may have, given one hole and this many board cards."""
        return comb(len(self.deck) - self.hole - board, self.hole)

    def next_cards(self, board: int) -> int:
        """The number of cards that may come next, given two holes and the board."""
        return len(self.deck) - 2 * self.hole - board

    def run_outs(self, board: int) -> int:
        """The number of ways to complete the board, given two holes and the board."""
        return comb(self.next_cards(board), _RIVER - board)

    def own_run_outs(self, board: int) -> int:
        """The number of ways to complete the board, given one hole and the board."""
        return comb(len(self.deck) - self.hole - board, _RIVER - board)

    @property
    def streets(self) -> tuple[str, ...]:
        """The names of its betting rounds."""
        if self.boards:
            return "preflop", "flop", "turn", "river"
        if self.draws:
            return ("before the draw", "first draw", "second draw", "third draw")[: self.draws + 1]
        return tuple(f"{card} street" for card in ("3rd", "4th", "5th", "6th", "7th"))

    def named(self, *names: str) -> dict[str, str]:
        """The names of its tables or views, by the names of hold'em's."""
        return {name: f"{self.prefix}{name}" for name in names}


HOLDEM = Game(
    "hold'em", ("holdem", "texas", "texasholdem", "nlhe", "nlh", "nolimitholdem", "limitholdem"),
    "Hold'em", "two cards, of which a hand may have any number", "",
    hole=2,
    pokerstars="Hold'em", phh={"no limit": "NT", "fixed limit": "FT"},
    ranges=("top 15%", "22+,A2s+,KTs+"), examples=("AhKh", "22+,A2s+"),
)  # fmt: skip
OMAHA = Game(
    "omaha",
    (
        "omaha4", "plo", "plo4", "omahahi", "omahahigh", "omahaholdem", "potlimitomaha",
        "4cardplo", "4cardomaha", "fourcardplo", "fourcardomaha",
    ),
    "Omaha", "four cards, of which a hand has two", "omaha",
    hole=4, used=2,
    holes_table="omaha_hands", pokerstars="Omaha", phh={"pot limit": "PO"},
    ranges=("AAxx$ds", "KQJT"), examples=("AsAhKsKh", "AAxx$ds"),
)  # fmt: skip
OMAHA5 = Game(
    "omaha5", ("plo5", "5cardplo", "5cardomaha", "fivecardplo", "fivecardomaha"),
    "Omaha, 5 cards", "five cards, of which a hand has two", "omaha5",
    hole=5, used=2,
    holes_table="omaha_hands5", pokerstars="5 Card Omaha",
    ranges=("AA$ds", "KQJT"), examples=("AsAhKsKh2c", "AA$ds"),
    twin=Twin("omaha", words={
        "four cards": "five cards", "omaha_hands": "omaha_hands5", "16432": "134459",
        "omaha_hole": "omaha5_hole", "omaha_ranks": "omaha5_ranks",
        "AsKsQhJh": "AsKsQhJhTc", "AAxx": "AAxxx",
        "trips, quads": "trips, full house, quads",
        "rainbow, ss, ds, ts, ms": "ss, ds, ts, ts+ss, qs, ms",
        "ms: all four": "ts: three; ts+ss: three and two; qs: four; ms: all",
    }),
)  # fmt: skip
OMAHA6 = Game(
    "omaha6", ("plo6", "6cardplo", "6cardomaha", "sixcardplo", "sixcardomaha"),
    "Omaha, 6 cards", "six cards, of which a hand has two", "omaha6",
    hole=6, used=2,
    holes_table="omaha_hands6", pokerstars="6 Card Omaha",
    ranges=("AsAhKsKh3d2c", "random"), examples=("AsAhKsKh3d2c", "AAK"),
    twin=Twin("omaha", words={
        "four cards": "six cards", "omaha_hands": "omaha_hands6", "16432": "962988",
        "omaha_hole": "omaha6_hole", "omaha_ranks": "omaha6_ranks",
        "AsKsQhJh": "AsKsQhJhTc9c", "AAxx": "AAxxxx",
        "trips, quads": "three pair, trips, full house, two trips, quads",
        "rainbow, ss, ds, ts, ms": "ds, ds+ss, ts, ts+ss, ts+ts, qs, qs+ss, 5s, ms",
        "ss: two of one suit; ms: all four":
            "ds+ss: two of each of three suits; ts: three; qs: four; 5s: five; ms: all",
    }),
)  # fmt: skip
OMAHA_HI_LO = Game(
    "omaha hi-lo",
    (
        "o8", "o8b", "omaha8", "omaha8b", "omaha8ob", "omaha8orbetter", "omahaeightorbetter",
        "omahahilo8", "omahahilo8orbetter", "omahahighlow", "omahahilow", "plo8", "plo8b",
        "plo8orbetter", "plohilo", "potlimitomaha8", "potlimitomahahilo",
    ),
    "Omaha hi-lo",
    "Omaha of two halves: the high hand's, and the low one's if it is eight high or better",
    "omaha8",
    hole=4, used=2, low=EIGHT_OR_BETTER,
    holes_table="omaha8_hands", pokerstars="Omaha Hi/Lo", phh={"fixed limit": "FO/8"},
    ranges=("AA23", "KQJT"), examples=("AsAh2s3h", "A23x$ds"),
    twin=Twin(
        "omaha", words={"Omaha of four cards": "Omaha hi-lo", "omaha_hands": "omaha8_hands"}
    ),
)  # fmt: skip
OMAHA5_HI_LO = Game(
    "omaha5 hi-lo",
    (
        "bigo", "omaha58", "plo58", "plo85", "o85", "5cardo8", "5cardomaha8", "5cardplo8",
        "5cardomahahilo", "5cardplohilo", "fivecardomahahilo", "omaha5hilo8",
        "5cardomahahilo8orbetter",
    ),
    "Big O: Omaha hi-lo, 5 cards",
    "five cards, of which a hand has two, and two halves as in Omaha hi-lo; Big O", "bigo",
    hole=5, used=2, low=EIGHT_OR_BETTER,
    pokerstars="5 Card Omaha Hi/Lo",
    ranges=("AA23", "KQJT"), examples=("AsAh2s3hKd", "AA23"),
)  # fmt: skip
OMAHA6_HI_LO = Game(
    "omaha6 hi-lo",
    (
        "omaha68", "plo68", "plo86", "o86", "6cardo8", "6cardomaha8", "6cardplo8",
        "6cardomahahilo", "6cardplohilo", "sixcardomahahilo", "omaha6hilo8",
        "6cardomahahilo8orbetter",
    ),
    "Omaha hi-lo, 6 cards",
    "six cards, of which a hand has two, and two halves as in Omaha hi-lo", "bigo6",
    hole=6, used=2, low=EIGHT_OR_BETTER,
    pokerstars="6 Card Omaha Hi/Lo",
    ranges=("AsAhKsKh3d2c", "random"), examples=("AsAh2s3hKdQc", "AA23"),
)  # fmt: skip
SHORT_DECK = Game(
    "short deck", ("short", "shortdeckholdem", "6+", "6+holdem", "6plus", "6plusholdem", "sixplus"),
    "Short deck", "hold'em with 36 cards, six to ace, in an order of its own", "short",
    hole=2, high=SHORT_DECK_HIGH, deck=_FULL_DECK[16:],
    pokerstars="6+ Hold'em", phh={"no limit": "NS"},
    ranges=("AKs,AQs,QQ+", "66+,A9s+"), examples=("AhKh", "77+,A9s+"),
    twin=Twin("hold'em", lead="Short deck"),
)  # fmt: skip
SHORT_OMAHA = Game(
    "short deck omaha",
    (
        "shortomaha", "shortdeckplo", "shortplo", "6+omaha", "6+plo", "6plusomaha", "6plusplo",
        "sixplusomaha",
    ),
    "Short-deck Omaha", "Omaha with the 36 cards and the order of short deck", "shortomaha",
    hole=4, used=2, high=SHORT_DECK_HIGH, deck=_FULL_DECK[16:],
    ranges=("AAxx$ds", "KQJT"), examples=("AsAhKsKh", "AAxx$ds"),
)  # fmt: skip

GAMES = {
    game.name: game
    for game in (
        HOLDEM, OMAHA, OMAHA5, OMAHA6, OMAHA_HI_LO, OMAHA5_HI_LO, OMAHA6_HI_LO, SHORT_DECK,
        SHORT_OMAHA,
    )
}  # fmt: skip


def _plain(name: str) -> str:
    return "".join(letter for letter in name.lower() if letter.isalnum() or letter == "+")


def _double_board(game: Game) -> Game:
    """The game with two boards, as bomb pots have them."""
    each = tuple(dict.fromkeys((_plain(game.name), *game.spellings)))
    return replace(
        game,
        name=f"double board {game.name}",
        spellings=tuple(f"{two}{name}" for two in ("2board", "twoboard") for name in each)
        + tuple(f"doubleboard{name}" for name in game.spellings)
        + tuple(f"{name}{two}" for two in ("doubleboard", "2boards") for name in each),
        title=f"{game.title}, double board",
        about=f"{game.about}; on each of two boards half of the pot is played for",
        twin=None, pokerstars="", phh=MappingProxyType({}),
        boards=2, each=game.name,
    )  # fmt: skip


# Games that are played for on two boards. They have no tables of their own and no text of sites;
# equity, showdowns and deals know them.
DOUBLE_BOARD_GAMES = {
    double.name: double for double in (_double_board(game) for game in GAMES.values())
}

# Hold'em with three hole cards, all kept to the showdown. It has no tables: evaluation, equity,
# showdowns, deals and ranges know it.
PINEAPPLE = Game(
    "pineapple",
    (
        "lazypineapple", "tahoepineapple", "tahoe", "pineappleholdem", "lazypineappleholdem",
        "tahoeholdem",
    ),
    "Lazy pineapple", "three cards, none of which is thrown away; a hand has at most two of them",
    "pineapple",
    hole=3, used=2, up_to=True,
    ranges=("AAx", "KQJ"), examples=("AsAhKs", "AAx"),
)  # fmt: skip

# Games without a board: each player has seven cards, the first two and the last face down. No holes
# are dealt at once, so there are no tables of holes; equity knows these games.
STUD = Game(
    "stud",
    (
        "7cardstud", "sevencardstud", "7stud", "studhi", "studhigh", "7cardstudhi", "stud7",
        "sevencardstudhigh", "7studhi",
    ),
    "Seven-card stud", "seven cards each, of which four are up, and no board", "stud",
    hole=7, boards=0,
    pokerstars="7 Card Stud", phh={"fixed limit": "F7S"},
    ranges=("AhAdKc", "7s6s5s"), examples=("AhAdKc", "(7s6s)/5s"),
)  # fmt: skip
STUD_HI_LO = Game(
    "stud hi-lo",
    (
        "stud8", "studhilo", "stud8b", "studeightorbetter", "7stud8", "7studhilo",
        "7cardstudhilo", "7cardstud8", "sevencardstudhilo", "sevencardstud8", "studhilo8",
        "7cardstudhilo8orbetter", "stud8orbetter",
    ),
    "Seven-card stud hi-lo",
    "stud of two halves: the high hand's, and the low one's if it is eight high or better",
    "stud8",
    hole=7, low=EIGHT_OR_BETTER, boards=0,
    pokerstars="7 Card Stud Hi/Lo", phh={"fixed limit": "F7S/8"},
    ranges=("Ah2h3d", "KsKdKc"), examples=("Ah2h3d", "(Ah2h)/3d"),
)  # fmt: skip
RAZZ = Game(
    "razz", ("razz7", "7cardrazz", "sevencardrazz", "studlow", "7studlow"),
    "Razz", "seven-card stud for the lowest hand, ace to five", "razz",
    hole=7, high=ACE_TO_FIVE, boards=0,
    pokerstars="Razz", phh={"fixed limit": "FR"},
    ranges=("A23", "xx/K"), examples=("Ah2d3c", "(A2)/3"),
)  # fmt: skip
STUD_GAMES = {game.name: game for game in (STUD, STUD_HI_LO, RAZZ)}

# Games that take known cards and ranges only.
OTHER_GAMES = {PINEAPPLE.name: PINEAPPLE} | STUD_GAMES

# Games in which cards are exchanged, once or three times. Discards are not shown, and do not come
# back.
FIVE_CARD_DRAW = Game(
    "five-card draw",
    ("5carddraw", "5draw", "draw", "drawpoker", "5cd", "fivecarddrawhigh", "5carddrawhigh"),
    "Five-card draw", "five cards, of which some are exchanged once; the high hand wins", "draw",
    hole=5, boards=0, draws=1,
    pokerstars="5 Card Draw",
    ranges=("7c7d9hKsAc", "QsQhTd5c2d"), examples=("7c7d9hKsAc", "KKxxx"),
)  # fmt: skip
DEUCE_SINGLE = Game(
    "2-7 single draw",
    (
        "27sd", "deucetosevensingledraw", "singledraw27", "27nlsd", "nl27sd", "nolimit27singledraw",
        "singledraw27lowball", "kansascitylowball", "nl27",
    ),
    "Deuce to seven, single draw",
    "five cards, of which some are exchanged once; the lowest hand wins, deuce to seven", "27sd",
    hole=5, high=DEUCE_TO_SEVEN, boards=0, draws=1,
    pokerstars="Single Draw 2-7 Lowball", phh={"no limit": "N2L1D"},
    ranges=("2c3d4h7sKs", "2d4c6h8s9c"), examples=("2c3d4h7sKs", "237xx"),
)  # fmt: skip
DEUCE_TRIPLE = replace(
    DEUCE_SINGLE,
    name="2-7 triple draw",
    spellings=(
        "27td", "deucetoseventripledraw", "tripledraw27", "limit27tripledraw",
        "27lowballtripledraw", "tripledraw27lowball", "tripledraw",
    ),
    title="Deuce to seven, triple draw",
    about="deuce to seven with three draws", slug="27td", draws=3,
    pokerstars="Triple Draw 2-7 Lowball", phh={"fixed limit": "F2L3D"},
)  # fmt: skip
ACE_SINGLE = Game(
    "A-5 single draw",
    ("a5sd", "acetofivesingledraw", "singledrawa5", "californialowball", "a5lowballdraw"),
    "Ace to five, single draw",
    "five cards, of which some are exchanged once; the lowest hand wins, ace to five", "a5sd",
    hole=5, high=ACE_TO_FIVE, boards=0, draws=1,
    ranges=("Ac2d3h7sKs", "Ad4c6h8s9c"), examples=("Ac2d3h7sKs", "A23xx"),
)  # fmt: skip
ACE_TRIPLE = replace(
    ACE_SINGLE,
    name="A-5 triple draw",
    spellings=("a5td", "acetofivetripledraw", "tripledrawa5"),
    title="Ace to five, triple draw", about="ace to five with three draws", slug="a5td", draws=3,
)  # fmt: skip
BADUGI_TRIPLE = Game(
    "badugi",
    ("badougi", "padooki", "badugitripledraw", "badugitd"),
    "Badugi",
    "four cards, exchanged three times; the most of different suits and ranks win, of these the "
    "lowest",
    "badugi",
    hole=4, high=BADUGI, boards=0, draws=3,
    pokerstars="Badugi", phh={"fixed limit": "FB"},
    ranges=("Ac2d3hKh", "2c4d6h7s"), examples=("Ac2d3hKh", "A23x"),
)  # fmt: skip
BADUGI_SINGLE = replace(
    BADUGI_TRIPLE,
    name="badugi single draw",
    spellings=("badugisd",),
    title="Badugi, single draw", about="badugi with one draw", slug="badugi1", draws=1,
    pokerstars="", phh=MappingProxyType({}),
)  # fmt: skip
DRAW_GAMES = {
    game.name: game
    for game in (
        FIVE_CARD_DRAW, DEUCE_SINGLE, DEUCE_TRIPLE, ACE_SINGLE, ACE_TRIPLE, BADUGI_TRIPLE,
        BADUGI_SINGLE,
    )
}  # fmt: skip

# Games whose hand histories are read: those with one board or none.
PLAYED_GAMES = GAMES | STUD_GAMES | DRAW_GAMES

# Games that are known by name and not played here, by their spellings: the name, and the reason.
_DISCARD = "a card is thrown away after the flop, by a choice that no count makes for a player"
REFUSED = {
    spelling: (name, why)
    for name, spellings, why in (
        ("super hold'em", ("superholdem", "super3cardholdem"),
         "all three cards of a hole may play; in pineapple here at most two do"),
        ("crazy pineapple", ("crazypineapple", "crazypine", "crazypineapplehilo"), _DISCARD),
        ("Irish", ("irish", "irishpoker", "irishholdem"),
         "two cards are thrown away after the flop, by a choice that no count makes for a player"),
        ("Courchevel", ("courchevel", "courchevelhilo", "courchevel8", "courchevelhi"),
         "the first card of its flop is seen before the bets; give it as the board of omaha5"),
    )
    for spelling in spellings
}  # fmt: skip

# Two-card games in which a hand may use any number of hole cards, by their order: those with tables
# of classes, starting hands and boards.
TWO_CARD_GAMES = {game.high: game for game in GAMES.values() if game.any_five}

# ------------------------------------------------------------------------------------- names


_GAME_SPELLINGS = {
    spelling: game
    for games in (GAMES, DOUBLE_BOARD_GAMES, OTHER_GAMES, DRAW_GAMES)
    for game in games.values()
    for spelling in (_plain(game.name), *game.spellings)
}
_ORDER_SPELLINGS = {
    spelling: order
    for order in ORDERS.values()
    for spelling in (_plain(order.name), *order.spellings)
}


def listed(names: Iterable[str]) -> str:
    """Names joined for a sentence: ``omaha, omaha5 or omaha6``."""
    *others, last = names
    return f"{', '.join(others)} or {last}" if others else last


@functools.lru_cache(64)  # every range asks for its game
def game_named(name: str) -> Game | None:
    """The game with this name or spelling, in any case; None if there is none.

    Blanks and hyphens do not count.

    Examples
    --------
    >>> game_named("Omaha-8").name, game_named("PLO").used, game_named("chess")
    ('omaha hi-lo', 2, None)
    """
    return _GAME_SPELLINGS.get(_plain(name))


def refused(name: str) -> tuple[str, str] | None:
    """The name of a game that is not played here, and the reason; None for any other."""
    return REFUSED.get(_plain(name))


def game_of_holes(cards: int) -> Game:
    """The game with the high hand alone and 52 cards whose holes have this many cards.

    Raises KeyError if there is none.
    """
    for game in GAMES.values():
        if game.hole == cards and not game.halves and not game.dead:
            return game
    raise KeyError(cards)


def order_named(name: str) -> Order | None:
    """The order with this name or spelling, in any case; None if there is none.

    Blanks and hyphens do not count.

    Examples
    --------
    >>> order_named("2-7").name, order_named("8 or better").name, order_named("chess")
    ('deuce to seven', 'eight or better', None)
    """
    return _ORDER_SPELLINGS.get(_plain(name))
