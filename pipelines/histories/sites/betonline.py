"""BetOnline and its network."""

from __future__ import annotations

from .site import Site

BETONLINE = Site(
    "BetOnline",
    r"(?:BetOnline Poker|PayNoRake|ActionPoker\.com|Gear Poker) Game #",
    r"(?:BetOnline Poker|PayNoRake|ActionPoker\.com|Gear Poker) Game #(?P<number>\d+): (?:Tournament #(?P<tournament>\d+): )?(?P<about>[^\n]*?) - (?P<when>\d{4}[^\n]*)"
    r"\s*\n\s*Table '(?P<table>.*?)'.*?Seat #(?P<button>\d+) is the button[^\n]*(?:\n|\Z)",
    """
S    sit            Seat {seat}: {name} ({amount} in chips){rest}
SP   ante           {player}: ante processed {amount}
SP   small blind    {player}: posts small blind {amount}
SP   big blind      {player}: posts big blind {amount}
SP   missed         {player}: posts {amount}
SP   missed         {player}: post now {amount}
S>P  mark           *** HOLE CARDS ***
P    hole!          Dealt to {player} [{cards}]
P    fold           {player}: folds
P    check          {player}: checks
P    call           {player}: calls {amount}
P    bet            {player}: bets {amount}
P    raise          {player}: raises {skip} to {amount}
P    deal:16        *** FLOP *** [{cards}]
P    deal:32        *** TURN *** [{cards}]{blanks}[{cards}]
P    deal:48        *** RIVER *** [{cards}]{blanks}[{cards}]
P    return         Uncalled bet ({amount}) returned to {player}
P    hole           {player} shows {cards}
P>E  mark           *** SUMMARY ***
E    total paid     Total pot {amount} | Rake {second}
E    board          Board [{cards}]
E    hole           Seat {seat}: {player} {any}howed [{cards}]{rest}
E    collect        Seat {seat}: {player} {any}collected ({amount}){rest}
E    collect        Seat {seat}: {player} {any}won ({amount}){rest}
""",
    all_in=(" and is all in", " and is all-in"),
    strict=False,
    loose_pots=True,
    implied=True,
    zone="ET",
)
