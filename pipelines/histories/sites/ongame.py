"""The OnGame network."""

from __future__ import annotations

from .site import Site

ONGAME = Site(
    "OnGame",
    r"\*+ History for hand ",
    r"\*+ History for hand (?P<number>(?:T\d+-(?P<tournament1>\d+)-\d+|\S+))"
    r"(?: \(TOURNAMENT: ?(?:[^\n]*?(?P<tournament2>[A-Z]+-\d+-\d+))?[^\n]*\))? \*+[^\S\n]*\n\s*"
    r"Start hand: (?P<when>[^\n]*)\n\s*Table: (?P<table>[^\n]*) \((?P<about>[^()\n]*)\)[^\S\n]*\n"
    r"(?:[^\n]*\n){0,4}?\s*Button: seat (?P<button>\d+)[ \t]*\n",
    """
S    sit            Seat {seat}: {name} ({amount}[[ in chips]]){rest}
SP   ante           {player} posts ante ({amount})
SP   small blind    {player} posts small blind ({amount})
SP   big blind      {player} posts big blind ({amount})
SP   missed         {player} posts ({amount})
SP   dead           {player} posts dead blind ({amount})
SP   blinds         {player} posts small & big blind ({blanks}{amount})
S>P  mark           ---{rest}
P    hole!          Dealing to {player}: [{cards}]
P    fold           {player} folds
P    check          {player} checks
P    call           {player} calls {amount}
P    bet            {player} bets {amount}
P    raise          {player} raises {skip} to {amount}
P    deal:16        --- Dealing flop [{cards}]
P    deal:32        --- Dealing turn [{cards}]
P    deal:48        --- Dealing river [{cards}]
P>E  mark           Summary:
E    fee            Rake taken: {amount}
E    collect        Main pot: {skip} won by {winners}
E    collect        Side pot {skip}: {skip} won by {winners}
E    nets           Seat {seat}: {player} ({amount}), net: {any}[{cards}]{rest}
E    nets           Seat {seat}: {player} ({amount}), net: {rest}
E    nets           Seat {seat}: {player} ({amount})
""",
    mark=" ",
    all_in=(" [all in]", " and is all-in"),
    strict=False,
    loose_pots=True,
)
