"""Bovada, Ignition and Bodog."""

from __future__ import annotations

from .site import Site

BOVADA = Site(
    "Bovada",
    r"(?:Bovada|Ignition|Bodog(?:\.com|\.eu)?) Hand #",
    r"(?:Bovada|Ignition|Bodog(?:\.com|\.eu)?) Hand #(?P<number>\d{1,20}):? +(?P<about>(?:[^\n]*?Tournament #(?P<tournament>\d+))?[^\n]*?) - (?P<when>\d{4}[^\n]*)(?:\n|\Z)",
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
SP   missed         {player} : Posts chip {amount}
SP   missed         {player} : Posts {amount}
SP   missed         {player} : Posts dead chip {amount}
S>P  mark           *** HOLE CARDS ***
P    hole           {player} : Card dealt to a spot [{cards}]
P    dealt          {player} : Card dealt to a spot
P    fold           {player} : Fold{rest}
P    fold           {player} : Folds{rest}
P    check          {player} : Checks{rest}
P    call           {player} : Calls {amount}
P    call           {player} : Call {amount}
P    bet            {player} : Bets {amount}
P    raise          {player} : Raises {skip} to {amount}
P    raise          {player} : Raises {amount}
P    all in         {player} : All-in {amount}
P    raise          {player} : All-in(raise) {skip} to {amount}
P    all in         {player} : All-in(raise) {amount}
P    deal:16        *** FLOP *** [{cards}]
P    deal:32        *** TURN *** [{cards}] [{cards}]
P    deal:48        *** RIVER *** [{cards}] [{cards}]
P    return         {player} : Return uncalled portion of bet {amount}
P    return         {player} : Return uncalled blind {amount}
P    hole           {player} : Does not show [{cards}]{rest}
P    hole           {player} : Mucks [{cards}]{rest}
P    collect        {player} : Hand result {amount}
P    collect        {player} : Hand result-Side pot {amount}
P    collect        {player} : Hand result-Side Pot {amount}
P    collect        {player} : Hand Result {amount}
P    collect        {player} : Hand Result-Side pot {amount}
SP>E mark           *** SUMMARY ***
E    total          Total Pot({amount})
E    board          Board [{cards}]
""",
    mark=" : ",
    hero="[ME]",
    strict=False,
    implied=True,
    by_acts=True,
    repeats=True,
    zone="ET",
)
