"""BetOnline and its network."""

from __future__ import annotations

from .site import Site

_SKINS = (
    r"(?:BetOnline Poker|PayNoRake|ActionPoker\.com|Gear Poker|SportsBetting\.ag Poker"
    r"|Tiger Gaming) Game #"
)

BETONLINE = Site(
    "BetOnline",
    _SKINS,
    _SKINS + r"(?P<number>\d+): +(?:\{[^}\n]*\} +)?(?:Tournament #(?P<tournament>\d+): ?)?"
    r"(?P<about>[^\n]*?) ?- (?P<when>\d{4}[^\n]*)[^\S\n]*\n\s*Table '?(?P<table>.*?)'? "
    r"(?:\d+-[Mm]ax,? )?(?:\((?:Play|Real) Money\) )?"
    r"Seat #(?:(?P<button>\d\d?)|\d+) is the button[^\n]*(?"
    r":\n|\Z)"
    r"(?=(?:(?!\*\*\* [FTRS])[^\n]*\n)*?Dealt [Tt]o [^\n]* \[(?P<dealt>[^\]\n]*)\]|)",
    """
S    sit?           Seat {seat}: {name} ({amount} in chips){rest}
S    sit?           Seat {seat}: {name} ({amount} in Chips){rest}
SP   ante           {player}: ante processed {amount}
SP   small blind    {player}: posts small blind {amount}
SP   small blind    {player}: Posts small blind {amount}
SP   big blind      {player}: posts big blind {amount}
SP   big blind      {player}: Posts big blind {amount}
SP   missed         {player}: posts {amount}
SP   missed         {player}: post now {amount}
SP   missed         {player}: posts now {amount}
SP   missed         {player}: Post Now {amount}
SP   missed         {player}: Posts Now {amount}
SP   missed         {player}: post dead {amount}
SP   missed         {player}: Post dead {amount}
S>P  mark           *** HOLE CARDS ***
SP   mark           Dealt to {player} []
SP   hole!          Dealt to {player} [{cards}]
SP   hole!          Dealt To {player} [{cards}]
P    fold           {player}[[:]] folds
P    fold           {player}[[:]] Folds
P    check          {player}[[:]] checks
P    check          {player}[[:]] Checks
P    call           {player}[[:]] calls {amount}
P    call           {player}[[:]] Calls {amount}
P    bet            {player}[[:]] bets {amount}
P    bet            {player}[[:]] Bets {amount}
P    raise          {player}[[:]] raises {skip} to {amount}
P    raise          {player}[[:]] Raises {skip} to {amount}
P    raise          {player}[[:]] Reraises {skip} to {amount}
P    fold*          {player} has left the table
P    deal:16        *** FLOP *** [{cards}]
P    deal:32        *** TURN *** [{cards}]{blanks}[{cards}]
P    deal:48        *** RIVER *** [{cards}]{blanks}[{cards}]
P    return         Uncalled bet ({amount}) returned to {player}
P    total paid     Total pot {amount} | Rake {skip}
P    total paid     Total pot {amount}
P    hole           {player} shows {cards}
P>E  mark           *** SUMMARY ***
E    total paid     Total pot {amount} | Rake {second}
E    total paid     Total pot {amount}
E    board          Board [{cards}]
E    collect        Seat {seat}: {player} {any}howed [{cards}] and won ({amount}){rest}
E    hole           Seat {seat}: {player} {any}howed [{cards}]{rest}
E    collect        Seat {seat}: {player} {any}collected ({amount}){rest}
E    collect        Seat {seat}: {player} {any}won ({amount}){rest}
""",
    all_in=(" and is all in", " and is all-in", " and is All-in", " and is All-In"),
    noise=(".",),
    rewrites=(
        # A summary that begins twice.
        (
            r"^(Total pot [^\n]*\n)(Board \[[^\n]*\n)((?>(?:[^\n]* shows [^\n]*\n){0,12}))\1\2",
            r"\1\2\3\n\n",
        ),
    ),
    strict=False,
    loose_pots=True,
    implied=True,
    zone="ET",
)
