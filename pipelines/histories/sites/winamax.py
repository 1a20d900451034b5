"""Winamax."""

from __future__ import annotations

from .site import Site

WINAMAX = Site(
    "Winamax",
    r"Winamax Poker - ",
    r"Winamax Poker - [^\n]*?HandId: #(?P<number>[\d-]+) - (?P<about>[^\n]*) - (?P<when>[^\n]*)\n"
    r"\s*Table:? '(?P<table>.*?(?:\((?P<tournament>\d+)\)#\d+)?)'[^\n]*?Seat #?0*(?P<button>\d+) "
    r"is the button"
    r"[^\n]*(?:\n|\Z)",
    """
S    sit            Seat {seat}: {name} ({amount}{rest}
S    mark           *** ANTE/BLINDS ***
SP   ante           {player} posts ante {amount}
SP   small blind    {player} posts small blind {amount}
SP   big blind      {player} posts big blind {amount}
SP   dead           {player} posts dead small blind {amount}
SP   dead           {player} posts dead blind {amount}
SP   dead           {player} posts dead big blind {amount}
SP   missed         {player} posts small blind {amount} out of position
SP   missed         {player} posts big blind {amount} out of position
SP   straddle       {player} posts straddle {amount}
SP   mark           {player} denies big blind
SP   hole!          Dealt to {player} [{cards}]
S>P  mark           *** PRE-FLOP ***
P    fold           {player} folds
P    check          {player} checks
P    call           {player} calls {amount}
P    bet            {player} bets {amount}
P    raise          {player} raises {skip} to {amount}
P    deal:16        *** FLOP ***[[:]] [{cards}]
P    deal:32        *** TURN ***[[:]] [{cards}]{blanks}[{cards}]
P    deal:48        *** RIVER ***[[:]] [{cards}]{blanks}[{cards}]
P    mark           *** SHOW DOWN ***
P    hole           {player} shows [{cards}]{rest}
P    collect        {player} collected {amount} from pot[[ ]][[({rest}]]
P    collect:0      {player} collected {amount} from main pot[[ ]][[({rest}]]
P    collect        {player} collected {amount} from side pot {number}[[ ]][[({rest}]]
SP   added          Hold-up to Pot: total {amount}
SP   added          Escape to Pot: total {amount}
SP   mark           {player} deny SB
SP>E mark           *** SUMMARY ***
E    total paid     Total pot {amount} | Rake {second}
E    total paid     Total pot {amount} | No rake
E    board          Board: [{cards}]
E    hole           Seat {seat}: {player} {any}showed [{cards}]{rest}
""",
    mark=" ",
    all_in=(" and is all-in",),
    strict=False,
    loose_pots=True,
    misnamed=(("5 Card Omaha Hi/Lo", "5 Card Omaha"),),  # it has no such hi-lo game
)
