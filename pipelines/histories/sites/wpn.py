"""The WPN network (Americas Cardroom and others), in its form until 2019 and since."""

from __future__ import annotations

from .site import Site

_WPN_OLD = """
S    button         Seat {seat} is the button
S    sit            Seat {seat}: {name} ({amount}).
SP   ante           Player {player} ante ({amount})
SP   ante           Player {player} posts ante ({amount})
SP   small blind    Player {player} has small blind ({amount})
SP   big blind      Player {player} has big blind ({amount})
SP   missed         Player {player} posts ({amount})
SP   dead           Player {player} posts ({amount}) as a dead bet
SP   straddle to    Player {player} straddle[[s]] ({amount})
SP   mark           Player {player} sitting out
SP>P mark           Player {player} wait BB
S>P  dealt          Player {player} received a card.
S>P  hole card!     Player {player} received card: [{cards}]
P    dealt          Player {player} received a card.
P    fold           Player {player} folds
P    check          Player {player} checks
P    call           Player {player} calls ({amount})
P    bet            Player {player} bets ({amount})
P    raise by       Player {player} raises ({amount})
P    all in*        Player {player} cap[[s]] ({amount})
P    hole card!     Player {player} received card: [{cards}]
P    all in         Player {player} allin ({amount})
P    call*          Player {player} allin
P    missed         Player {player} posts ({amount})
P    deal:16        *** FLOP ***: [{cards}]
P    deal:32        *** TURN ***: [{cards}] [{cards}]
P    deal:48        *** RIVER ***: [{cards}] [{cards}]
P    return         Uncalled bet ({amount}) returned to {player}
P>E  mark           ------ Summary ------
E    total paid     Pot: {amount}. Rake {rest}
E    total paid     Pot: {amount}
E    board          Board: [{cards}]
"""
_COLLECTS = """
E    collect        Player {player} {any}[{cards}]{any}Collects: {amount}. {rest}
E    collect        *Player {player} {any}[{cards}]{any}Collects: {amount}. {rest}
E    collect        Player {player} {any}Collects: {amount}. {rest}
E    collect        *Player {player} {any}Collects: {amount}. {rest}
"""
WPN_OLD = Site(
    "WPN",
    r"Game started at: ",
    r"Game started at: (?P<when>[^\n]*)\n\s*Game ID: (?P<number>\d+) "
    r"(?P<about>(?P<table>[^\n]*) \([^()\n]*\)(?: \d+-max)?)[ \t]*(?:\n|\Z)"
    r"(?=(?:(?!\*\*\*|Game started)[^\n]*\n)*?Player [^\n]* has big blind \((?P<posted>[\d.,]+)"
    r"\)|)",
    _WPN_OLD + _COLLECTS,
    file=r"\bT(?P<tournament>\d+)-G?",
    mark=" ",
    live_small=True,
    strict=False,
    zone="ET",
    currency="USD",
)
WPN = Site(
    "WPN",
    r"(?:Game )?Hand #\d+ - [^\n]*UTC",
    r"(?:Game )?Hand #(?P<number>\d+) - (?:[^\n]*?Tournament #(?P<tournament>\d+) - )?(?"
    r"P<about>[^\n]*?) ?- "
    r"(?P<when>\d{4}/[^\n]*)\n\s*(?P<table>[^\n]*?)(?: \d+-max)?(?: \(Play Money\))? "
    r"Seat #(?P<button>\d+) is the button[ \t]*(?:\n|\Z)",
    """
S    sit            Seat {seat}: {name} ({amount}){rest}
SP   ante           {player} posts ante {amount}
SP   ante           {player} posts the ante {amount}
SP   small blind    {player} posts the small blind {amount}
SP   big blind      {player} posts the big blind {amount}
SP   missed         {player} posts {amount}
SP   missed         {player} posts dead {amount}
SP   straddle to    {player} posts a straddle {amount}
SP   straddle to    {player} straddle[[s]] {amount}
S>P  mark           *** HOLE CARDS ***
P    hole!          Dealt to {player} [{cards}]
P    fold           {player} folds
P    check          {player} checks
P    call           {player} calls {amount}
P    bet            {player} bets {amount}
P    raise          {player} raises {skip} to {amount}
P    all in*        {player} cap[[s]] {amount}
P    raise*         {player} cap[[s]] {skip} to {amount}
P    deal:16        *** FLOP *** [{cards}]
P    deal:32        *** TURN *** [{cards}] [{cards}]
P    deal:48        *** RIVER *** [{cards}] [{cards}]
P    deal:17        *** FIRST FLOP *** [{cards}]
P    deal:33        *** FIRST TURN *** [{cards}] [{cards}]
P    deal:49        *** FIRST RIVER *** [{cards}] [{cards}]
P    deal:18        *** SECOND FLOP *** [{cards}]
P    deal:34        *** SECOND TURN *** [{cards}] [{cards}]
P    deal:50        *** SECOND RIVER *** [{cards}] [{cards}]
P    deal:17        *** FLOP 1 *** [{cards}]
P    deal:33        *** TURN 1 *** [{cards}] [{cards}]
P    deal:49        *** RIVER 1 *** [{cards}] [{cards}]
P    deal:18        *** FLOP 2 *** [{cards}]
P    deal:34        *** TURN 2 *** [{cards}] [{cards}]
P    deal:50        *** RIVER 2 *** [{cards}] [{cards}]
P    mark           *** SHOW DOWN ***
P    return         Uncalled bet ({amount}) returned to {player}
P    hole           {player} shows [{cards}]{rest}
P    collect        {player} collected {amount} from {rest}
P>E  mark           *** SUMMARY ***
E    total paid     Total pot {amount}{totals}
E    board          Board [{cards}]
E    hole           Seat {seat}: {player} {any}showed [{cards}]{rest}
E    collect        Seat {seat}: {player} {any}and won {amount}
E    collect        Seat {seat}: {player} {any}and won {amount} with {rest}
E    collect        Seat {seat}: {player} {any}and won {amount}, mucked
E    collect        Seat {seat}: {player} {any}and collected {amount}[[ with {rest}]]
""",
    mark=" ",
    all_in=(" and is all-in",),
    strict=False,
    loose_pots=True,
)
