"""Full Tilt, and Everest, whose text is similar."""

from __future__ import annotations

from .site import Site

FULL_TILT = Site(
    "Full Tilt",
    r"Full ?Tilt ?Poker(?:\.\w+)? Game #",
    r"Full ?Tilt ?Poker(?:\.\w+)? Game #(?P<number>\d+): "
    r"(?P<about>(?:Table )?(?>(?P<table>[^\n]*?)(?: \((?"
    r"P<tournament>\d{6,})\)[^\n]*?)? - )[^\n]*?) - (?P<when>\d{1,2}:\d\d[^\n]*)(?:\n|\Z)",
    """
S    sit            Seat {seat}: {name} ({amount}){rest}
S    button         The button is in seat #{seat}
SP   ante           {player} antes {amount}
SP   return         Ante of {amount} returned to {player}
SP   small blind    {player} posts the small blind of {amount}
SP   big blind      {player} posts the big blind of {amount}
SP   missed         {player} posts {amount}
SP   dead           {player} posts a dead small blind of {amount}
SP   straddle to    {player} straddles {amount}
S>P  mark           *** HOLE CARDS ***
P    hole!          Dealt to {player} [{cards}]
P    fold           {player} folds
P    check          {player} checks
P    call           {player} calls {amount}
P    bet            {player} bets {amount}
P    raise          {player} raises to {amount}
P    call*          {player} calls {amount}, and is capped
P    bet*           {player} bets {amount}, and is capped
P    raise*         {player} raises to {amount}, and is capped
P    deal:16        *** FLOP *** [{cards}]{rest}
P    deal:32        *** TURN *** [{cards}] [{cards}]{rest}
P    deal:48        *** RIVER *** [{cards}] [{cards}]{rest}
P    deal:17        *** FLOP 1 *** [{cards}]{rest}
P    deal:33        *** TURN 1 *** [{cards}] [{cards}]{rest}
P    deal:49        *** RIVER 1 *** [{cards}] [{cards}]{rest}
P    deal:18        *** FLOP 2 *** [{cards}]{rest}
P    deal:34        *** TURN 2 *** [{cards}] [{cards}]{rest}
P    deal:50        *** RIVER 2 *** [{cards}] [{cards}]{rest}
P    hole           {player} shows [{cards}]{rest}
P    return         Uncalled bet of {amount} returned to {player}
P    collect        {player} wins the pot ({amount}){rest}
P    collect        {player} ties for the pot ({amount}){rest}
P    collect:0      {player} wins the main pot ({amount}){rest}
P    collect:0      {player} ties for the main pot ({amount}){rest}
P    collect        {player} wins the side pot ({amount}){rest}
P    collect        {player} ties for the side pot ({amount}){rest}
P    collect        {player} wins side pot #{number} ({amount}){rest}
P    collect        {player} ties for side pot #{number} ({amount}){rest}
P    collect        {player} wins pot {skip} ({amount}){rest}
P    collect        {player} ties for pot {skip} ({amount}){rest}
P    collect        {player} wins {any}({amount}){rest}
P>E  mark           *** SUMMARY ***
E    total          Total pot {amount}{totals}
E    collect late   Seat {seat}: {player} {any}collected ({amount}){rest}
E    collect late   Seat {seat}: {player} {any}showed [{cards}] and won ({amount}){rest}
E    fold*          Seat {seat}: {player} {any}folded{rest}
E    board          Board: [{cards}]
E    board:1        Board 1: [{cards}]
E    board:2        Board 2: [{cards}]
E    hole           Seat {seat}: {player} {any}showed [{cards}]{rest}
E    hole           Seat {seat}: {player} {any}mucked [{cards}]{rest}
""",
    mark=" ",
    all_in=(", and is all in",),
    strict=False,
    loose_pots=True,
    zone="ET",
)
EVEREST = Site(
    "Everest",
    r"EverestPoker Game #",
    r"EverestPoker Game #(?P<number>\d+): (?P<about>(?:Tourney ID: (?P<tournament>\d+), )?Table "
    r"(?>(?P<table>[^\n]*?) - )[^\n]*?) - (?P<when>\d\d:\d\d[^\n]*)(?:\n|\Z)",
    """
S    sit            Seat {seat}: {name} ({amount}){rest}
S    button         The button is in seat #{seat}
SP   ante           {player} antes {amount}
SP   ante           {player} posts the ante of {amount}
SP   small blind    {player} posts the small blind of {amount}
SP   big blind      {player} posts the big blind of {amount}
SP   missed         {player} posts the dead blind of {amount}
SP   missed         {player} posts a dead blind of {amount}
SP   missed         {player} posts {amount}
S>P  mark           *** HOLE CARDS ***
P    hole!          Dealt to {player} [{cards}]
P    fold           {player} folds
P    check          {player} checks
P    call           {player} calls {amount}
P    bet            {player} bets {amount}
P    raise          {player} raises to {amount}
P    deal:16        *** FLOP *** [{cards}]{rest}
P    deal:32        *** TURN *** [{cards}]
P    deal:48        *** RIVER *** [{cards}]
P    hole           {player} shows [{cards}]{rest}
P    hole           {player} mucked [{cards}]{rest}
P    return         Uncalled bet of {amount} returned to {player}
P>E  mark           *** SUMMARY ***
E    hole           {player} shows [{cards}]{rest}
E    hole           {player} mucked [{cards}]{rest}
E    collect        {player} collects {amount}
""",
    mark=" ",
    all_in=(", and is all in", ", and is all-in"),
    strict=False,
    loose_pots=True,
    zone="ET",
)
