"""888poker and its network (Pacific)."""

from __future__ import annotations

from .site import Site

PACIFIC = Site(
    "888poker",
    r"(?:#Game No : \d+[^\S\n]*\n\s*)?\*++[^\n]*?Hand History for Game \d+ \*+",
    r"(?:#Game No : \d+[^\S\n]*\n\s*)?\*++[^\n]*?Hand History for Game (?P<number>\d+) \*+"
    r"[^\S\n]*\n\s*(?P<about>[^\n]*?) - \*\*\* ?(?P<when>[^\n]*)\n"
    r"\s*(?:Tournament #(?P<tournament>\d+)[^\n]*?)?(?:Table (?P<table>[^\n(]*?))?(?: \([^\n]*)?"
    r"[ \t]*\n",
    """
S    button         Seat {seat} is the button
S    sit            Seat {seat}: {name} ( {amount} )
SP   ante           {player} posts ante [{amount}]
SP   small blind    {player} posts small blind [{amount}]
SP   big blind      {player} posts big blind [{amount}]
SP   live and dead  {player} posts dead blind [{second} + {amount}]
SP   missed         {player} posts dead blind [{amount}]
SP   straddle       {player} posts straddle [{amount}]
S>P  mark           ** Dealing down cards **
SP   hole!          Dealt to {player} [{cards}]
P    fold           {player} folds
SP>P check          {player} checks
SP>P call           {player} calls [{amount}]
P    bet            {player} bets [{amount}]
SP>P raise by       {player} raises [{amount}]
SP>P deal:16        ** Dealing flop ** [{cards}]
P    deal:32        ** Dealing turn ** [{cards}]
P    deal:48        ** Dealing river ** [{cards}]
SP>E mark           ** Summary **
E    hole           {player} shows [{cards}]
E    hole           {player} mucks [{cards}]
E    muck           {player} did not show his hand
E    collect        {player} collected [ {amount} ]
""",
    mark=" ",
    strict=False,
    zone="ET",
    fixed_bets=False,
)
