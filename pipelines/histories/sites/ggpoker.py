"""GGPoker and its network."""

from __future__ import annotations

from .pokerstars import FORMS, TABLE
from .site import Site

GGPOKER = Site(
    "GGPoker",
    r"Poker Hand #",
    r"Poker Hand #(?P<number>[A-Z]{0,3}\d{1,20}): (?:Tournament #(?P<tournament>\d{1,20}), )?"
    r"(?P<about>[^\n]*) - (?P<when>[^\n]*)" + TABLE,
    FORMS
    + """
P    mark           {player}: Chooses to EV Cashout
P    cash out risk  {player}: Pays Cashout Risk ({amount})
P    cash out paid  {player}: Receives Cashout ({amount})
P    mark           {player}: get an all-in insurance {rest}
P    cash out risk  {player}: pay premium of all-in insurance ({amount})
P    cash out paid  {player}: get {any}compensation of all-in insurance ({amount})
SP   added          Cash Drop to Pot : total {amount}
""",
    all_in=(" and is all-in", " and is all in"),
    noise=(" (disconnect)",),
    zone="ET",
    slack=True,
    closes=True,
)
