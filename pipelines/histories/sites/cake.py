"""The Cake network."""

from __future__ import annotations

from .site import Site

CAKE = Site(
    "Cake",
    r"(?:\xc3\xaf\xc2\xbb\xc2\xbf)?Hand#",
    r"(?:\xc3\xaf\xc2\xbb\xc2\xbf)?Hand#(?P<number>\w+) - (?P<about>(?P<table>[^\n]*?)(?: T(?P<tournament>\d{6,}))? -- [^\n]*) -- (?P<when>\d{4}[^\n]*)(?:\n|\Z)",
    """
S    sit            Seat {seat}: {name} ({amount} in chips)
S    button         Dealer: Seat {seat}
S    sit            Seat {seat}: {name} ({amount} in chips) DEALER
SP   ante           {player}: posts ante {amount}
SP   small blind    {player}: posts small blind {amount}
SP   big blind      {player}: posts big blind {amount}
SP   missed         {player}: posts dead blind {amount}
SP   missed         {player}: posts {amount}
SP   hole!          Dealt to {player} [{cards}]
SP   fold           {player}: folds
SP   check          {player}: checks
SP   call           {player}: calls {amount}
SP   bet            {player}: bets {amount}
SP   raise          {player}: raises to {amount}
SP   all in         {player}: is all in {amount}
SP   deal:16        *** FLOP *** [{cards}]
SP   deal:32        *** TURN *** [{cards}]
SP   deal:48        *** RIVER *** [{cards}]
SP   hole           {player}: shows [{cards}]{rest}
SP   return         {player}: returns uncalled bet {amount}
SP>E mark           ***SHOW DOWN***
E    hole           {player}: shows [{cards}]{rest}
E    collect        {player} wins {amount}
E    collect        {player} wins {amount} {rest}
E    collect        {player}: wins {amount}
E    collect        {player}: wins {amount} {rest}
""",
    strict=False,
    loose_pots=True,
    by_acts=True,
    zone="ET",
)
