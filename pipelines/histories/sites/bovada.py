"""Bovada, Ignition and Bodog."""

from __future__ import annotations

from .site import Site

_ROOM = r"(?:Bovada|Ignition|Bodog(?:\.com|\.eu| UK| Canada|88)?) Hand #C?"
_WAYS = ("", "(timeout)", " (timeout)")  # how a player came to act
_RAISES = ("(raise)", "(raise-timeout)", " (raise)", "(raise)(timeout)")
_ACTS = "".join(
    f"""
P    check          {{player}} : Checks{way}
P    call           {{player}} : Calls{way} {{amount}}
P    call           {{player}} : Call{way} {{amount}}
P    bet            {{player}} : Bets{way} {{amount}}
P    bet            {{player}} : bets{way} {{amount}}
P    bet            {{player}} : Double bets{way} {{amount}}
P    raise          {{player}} : Raises{way} {{skip}} to {{amount}}
P    raise          {{player}} : raises{way} {{skip}} to {{amount}}
P    raise          {{player}} : Raises{way} {{amount}}
P    raise          {{player}} : raises{way} {{amount}}
P    all in         {{player}} : All-in{way} {{amount}}
S    post           {{player}} : All-in{way} {{amount}}
"""
    for way in _WAYS
) + "".join(
    f"""
P    raise          {{player}} : All-in{way} {{skip}} to {{amount}}
P    all in         {{player}} : All-in{way} {{amount}}
"""
    for way in _RAISES
)  # fmt: skip
_RESULTS = "".join(
    f"""
P    collect        {{player}} : Hand {result}{pot} {{amount}}
"""
    for result in ("result", "Result")
    for pot in ("", "-Side pot", "-Side Pot", "-side pot")
)

BOVADA = Site(
    "Bovada",
    _ROOM,
    _ROOM + r"(?P<number>\d{1,20}):? +(?:(?:TBL#|(?=Zone))(?P<table>(?:Zone Poker ID#)?[^\s,]+) +)?"
    r"(?P<about>(?:[^\n]*?Tournament #(?:M-)?(?P<tournament>\d+))?[^\n]*?) - (?P<when>\d{4}-[^"
    r"\n]*)(?:\n|\Z)",
    """
S    sit!           Seat {seat}: {name} [ME] ({amount} in chips)
S    sit            Seat {seat}: {name} ({amount} in chips)
S    button player  {player} : Set dealer{rest}
SP   ante           {player} : Ante chip {amount}
SP   small blind    {player} : Small Blind {amount}
SP   small blind    {player} : Small blind {amount}
SP   small blind    {player} : Ante/Small blind {amount}
SP   small blind    {player} : Ante/Small Blind {amount}
SP   big blind      {player} : Big blind/Bring in {amount}
SP   big blind      {player} : Big blind {amount}
SP   big blind      {player} : Big Blind {amount}
SP   post           {player} : Posts chip {amount}
SP   missed         {player} : Posts {amount}
SP   missed         {player} : Posts dead chip {amount}
S>P  mark           *** HOLE CARDS ***
P    hole           {player} : Card dealt to a spot [{cards}]
P    dealt          {player} : Card dealt to a spot
P    fold           {player} : Fold{rest}
P    deal:16        *** FLOP *** [{cards}]
P    deal:32        *** TURN *** [{cards}] [{cards}]
P    deal:48        *** RIVER *** [{cards}] [{cards}]
SP   return         {player} : Return uncalled portion of bet {amount}
SP   return         {player} : Return uncalled blind {amount}
P    hole           {player} : Does not show [{cards}]{rest}
P    hole           {player} : Mucks [{cards}]{rest}
SP>E mark           *** SUMMARY ***
E    total          Total Pot({amount})
E    total          Total Pot({amount}) | Rake ({second})
E    board          Board [{cards}]
"""
    + _ACTS
    + _RESULTS,
    mark=" : ",
    hero="[ME]",
    strict=False,
    implied=True,
    by_acts=True,
    repeats=True,
    zone="ET",
    currency="USD",
    # All-in for the ante: others post theirs after it.
    rewrites=(
        (
            r"^([^\n]* : )All-in (?=\S+[ \t\r]*\n(?:(?!\*\*\*)[^\n]*\n){0,12}?[^\n]* : Ante chip )",
            r"\1Ante chip ",
        ),
    ),
)
