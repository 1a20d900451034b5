"""PartyPoker."""

from __future__ import annotations

from .site import Site

_PARTY = """
S    button         Seat {seat} is the button
S    sit            Seat {seat}: {name} ( {amount}{code} )
S    sit            seat {seat}: {name} ( {amount}{code} )
S    sit            seat{seat}: {name} ( {amount}{code} )
S    sit            Seat {seat}: {name} ({amount}{code})
SP   ante           {player} posts ante [{amount}{code}]
SP   ante           {player} posts ante ({amount})
SP   small blind    {player} posts small blind [{amount}{code}]
SP   small blind    {player} posts small blind ({amount})
SP   big blind      {player} posts big blind [{amount}{code}]
SP   big blind      {player} posts big blind ({amount})
SP   missed         {player} posts big blind + dead [{amount}{code}]
SP   big blind      {player} posts button blind {blanks}[{amount}{code}]
S>P  mark           ** Dealing down cards **
P    hole!          Dealt to {player} [{cards}]
P    fold           {player} folds
P    check          {player} checks
P    call           {player} calls [{blanks}{amount}{code}{blanks}]
P    call           {player} calls ({amount})
P    bet            {player} bets [{blanks}{amount}{code}{blanks}]
P    bet            {player} bets ({amount})
P    raise by       {player} raises [{blanks}{amount}{code}{blanks}]
P    raise          {player} raises {skip} to {amount}
P    all in         {player} is all-In {blanks}[{amount}{code}]
P    deal:16        ** Dealing Flop ** {blanks}[[: ]]{blanks}[{cards}]
P    deal:32        ** Dealing Turn ** {blanks}[[: ]]{blanks}[{cards}]
P    deal:48        ** Dealing River ** {blanks}[[: ]]{blanks}[{cards}]
P    deal:16        ** Dealing flop ** {blanks}[[: ]]{blanks}[{cards}]
P    deal:32        ** Dealing turn ** {blanks}[[: ]]{blanks}[{cards}]
P    deal:48        ** Dealing river ** {blanks}[[: ]]{blanks}[{cards}]
P    hole           {player} shows [{cards}]{rest}
P    hole           {player} doesn't show [{cards}]{rest}
P    collect        {player} wins {amount}{code}
P    collect        {player} wins {amount}{code}{blanks}chips
P    collect        {player} wins Lo ({amount}{code}) from{rest}
P    collect        {player} wins {amount}{code} from the main pot{rest}
P    collect        {player} wins {amount}{code} chips from the main pot{rest}
P    collect        {player} wins {amount}{code} from the side pot {number}{rest}
P    collect        {player} wins {amount}{code} chips from the side pot {number}{rest}
P    cash out       {player} Cashout Amount is {amount}
P>E  mark           ** Summary **
E    fee            Main Pot: {any}Rake: {amount}
E    collect        {player} balance {skip}, bet {skip}, collected {amount}, net {rest}
"""
PARTYPOKER = Site(
    "PartyPoker",
    r"(?:Game #\d+ starts\.\s*\n\s*)?(?:#Game No : \d+\s*\n)?\*+ Hand History [Ff]or Game \w+ \*+",
    r"(?:Game #\d+ starts\.\s*\n\s*)?(?:#Game No : \d+\s*\n)?\*+ Hand History [Ff]or Game (?P<number>\w+) \*+[^\n]*\n"
    r"(?P<about>[^\n]*?(?:(?:Trny:? |Tournament #)(?P<tournament>\d+)[^\n]*?)?) ?-(?P<when> ?[A-Z][^\n]*)\n"
    r"\s*Table (?P<table>[^\n]*?) ?(?:\([^()\n]*\))?(?: -- Seat (?P<button>\d+) is the button)?[ \t]*(?:\n|\Z)",
    _PARTY,
    mark=" ",
    noise=(".",),
    strict=False,
    zone="ET",
    loose_pots=True,
    ends=False,
    live_small=True,
    implied_blinds=True,
)
