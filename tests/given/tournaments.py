"""Entries of three players in tournaments of two sites, written by hand.

Ann plays for dollars, for euros, for points and for play money; Bob has no place told anywhere.
"""

from pokerlake.pipelines.histories.tournaments.entries import Entry

_DOLLARS = Entry(
    "PokerStars", "900", "", game="no limit hold'em", currency="USD", buy_in=90_000, fee=10_000,
    players=4, prize_currency="USD", prize_pool=360_000, summary=True, file="a.txt",
)  # fmt: skip
_EUROS = Entry(
    "Winamax", "77", "", name="Expresso", currency="EUR", buy_in=40_000, bounty=45_000, fee=5000,
    players=3, prize_currency="EUR", place=3, prize=0, summary=True, file="b.txt",
)  # fmt: skip
_POINTS = Entry(
    "PokerStars", "901", "Ann", currency="FPP", buy_in=1_000_000, players=36,
    prize_currency="USD", place=2, prize=110_000, hero=True, summary=True, file="c.txt",
)  # fmt: skip
_PLAY = Entry(
    "PokerStars", "902", "Ann", buy_in=8_700_000, fee=1_300_000, place=1, prize=17_400_000,
    hero=True, summary=True, file="d.txt",
)  # fmt: skip
_FREE = Entry(
    "PokerStars", "903", "Cy", currency="USD", buy_in=0, fee=0, prize_currency="USD", place=5,
    prize=20_000, file="e.txt",
)  # fmt: skip

ENTRIES = sorted(
    [
        # $10 twice, and a rebuy of $9: 29 for 25.2 and 1.5 of bounties.
        _DOLLARS._replace(player="Ann", place=4, prize=0, hero=True),
        _DOLLARS._replace(
            player="Ann", entry=2, place=1, prize=252_000, bounties=15_000, rebuys=1,
            rebuy_cost=90_000, hero=True,
        ),
        _DOLLARS._replace(player="Bob"),
        _DOLLARS._replace(player="Cy", place=2, prize=108_000, bounties_in_hands=5000),
        _EUROS._replace(player="Ann", bounties=45_000, bounties_in_hands=40_000, hero=True),
        _EUROS._replace(player="Cy", place=1, prize=120_000, bounties_in_hands=5000),
        _POINTS,
        _PLAY,
        _FREE,
        _PLAY._replace(tournament="904", player="Dan", buy_in=None, fee=None, prize=None),
    ],
    key=lambda one: one.key,
)  # fmt: skip
