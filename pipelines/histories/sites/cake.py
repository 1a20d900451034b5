"""The Cake network."""

from __future__ import annotations

from .site import Site

CAKE = Site(
    "Cake",
    r"(?:\xc3\xaf\xc2\xbb\xc2\xbf)?Hand#",
    r"(?:\xc3\xaf\xc2\xbb\xc2\xbf)?Hand#(?P<number>\w+) - (?P<about>(?P<table>[^\n]*?)(?: T(?"
    r"P<tournament>\d{6,}))? -- [^\n]*) -- (?P<when>\d{4}[^\n]*)(?:\n|\Z)"
    r"(?=(?:(?:Dealer|Seat)[^\n]*\n)*?Seat (?P<button>\d+): [^\n]* DEALER[ \t\r]*\n|)",
    """
S    sit            Seat {seat}: {name} ({amount} in chips)
S    sit            Seat {seat}: {name} ({amount} in chips) {blanks}(EUR{rest}
S    button         Dealer: Seat {seat}
S    sit            Seat {seat}: {name} ({amount} in chips) DEALER
SP   ante           {player}: posts ante {amount}[[ (EUR{rest}]]
SP   ante           {player}: posts ante of {amount}[[ (EUR{rest}]]
SP   live and dead  {player}: posts dead blind {second} and big blind {amount}[[ (EUR{rest}]]
SP   live and dead  {player}:posts dead blind {second} and big blind {amount}[[ (EUR{rest}]]
SP   live and dead  {player}:posts dead blind -{second} and big blind {amount}[[ (EUR{rest}]]
SP   small blind    {player}: posts small blind {amount}[[ (EUR{rest}]]
SP   big blind      {player}: posts big blind {amount}[[ (EUR{rest}]]
SP   missed         {player}: posts dead blind {amount}[[ (EUR{rest}]]
SP   missed         {player}: posts {amount}[[ (EUR{rest}]]
SP   hole!          Dealt to {player} [{cards}]
SP   fold           {player}: folds
SP   check          {player}: checks
SP   call           {player}: calls {amount}[[ (EUR{rest}]]
SP   bet            {player}: bets {amount}[[ (EUR{rest}]]
SP   raise          {player}: raises to {amount}[[ (EUR{rest}]]
SP   all in         {player}: is all in {amount}[[ (EUR{rest}]]
SP   deal:16        *** FLOP *** [{cards}]
SP   deal:32        *** TURN *** [{cards}]
SP   deal:48        *** RIVER *** [{cards}]
SP   hole           {player}: shows [{cards}]{rest}
SP   return         {player}: returns uncalled bet {amount}[[ (EUR{rest}]]
SP>E mark           ***SHOW DOWN***
E    hole           {player}: shows [{cards}]{rest}
E    hole           {player}: mucks [{cards}]{rest}
E    collect        {player} wins high pot {amount}[[ {rest}]]
E    collect        {player} wins low pot {amount}[[ {rest}]]
E    collect        {player} wins side pot {amount}[[ {rest}]]
E    collect        {player} wins main pot {amount}[[ {rest}]]
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
