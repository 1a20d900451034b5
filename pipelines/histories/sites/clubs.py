"""Small rooms: KingsClub, Seals with Clubs in its first form and since, Unibet."""

from __future__ import annotations

from .pokerstars import FORMS, TABLE
from .site import Site

KINGSCLUB = Site(
    "KingsClub",
    r"#\d+: [^\n]* - [\d.,]+/[\d.,]+",
    r"#(?P<number>\d+): (?P<about>[^\n]*)\n\s*(?P<when>\d{4}[^\n]*)\n\s*Table '(?P<table>(?:T(?"
    r"P<tournament>\d+) \[\d+\])?.*?)'[^\n]*? Seat #?(?P<button>\d+) is "
    r"the button[^\n]*(?:\n|\Z)",
    """
S    sit            Seat {seat}: {name} ({amount}){rest}
SP   ante           {player}: posts the ante {amount}
SP   ante           {player}: posts ante {amount}
SP   small blind    {player}: posts the small blind {amount}
SP   big blind      {player}: posts the big blind {amount}
SP   missed         {player}: posts blind {amount}
SP   straddle to    {player}: posts the straddle {amount}
SP   straddle to    {player}: posts straddle {amount}
SP   straddle to    {player}: posts straddles {amount}
SP   straddle to    {player}: straddles {amount}
SP   straddle to    {player}: straddle {amount}
SP   big blind      {player}: posts the button blind {amount}
SP   big blind      {player}: posts button blind {amount}
S>P  mark           *** HOLE CARDS ***
SP>P hole!          Dealt to {player}: [{cards}]
P    fold           {player} folds
P    check          {player} checks
P    call to        {player} calls {amount}
P    bet            {player} bets {amount}
P    raise          {player} raises to {amount}
P    all in         {player} is all in {amount}
P    deal:16        *** FLOP *** [{cards}]
P    deal:32        *** TURN *** [{cards}] [{cards}]
P    deal:48        *** RIVER *** [{cards}] [{cards}]
P    deal:17        *** BOARD 1 - FLOP *** [{cards}]
P    deal:33        *** BOARD 1 - TURN *** [{cards}] [{cards}]
P    deal:49        *** BOARD 1 - RIVER *** [{cards}] [{cards}]
P    deal:18        *** BOARD 2 - FLOP *** [{cards}]
P    deal:34        *** BOARD 2 - TURN *** [{cards}] [{cards}]
P    deal:50        *** BOARD 2 - RIVER *** [{cards}] [{cards}]
P    hole           {player} shows [{cards}]{rest}
P    return         Uncalled bet ({amount}) returned to {player}
P    return         {player} takes back {amount}
P>E  mark           *** SUMMARY{rest}
E    fee            Rake {amount}
E    nets           Seat {seat}: {player} ({amount}) +{rest}
E    nets           Seat {seat}: {player} ({amount}) -{rest}
E    nets           Seat {seat}: {player} ({amount})
E    collect        {player} wins pot ({amount})
E    collect        {player} wins ({amount}) from {rest}
E    collect        {player} wins {any}({amount}){rest}
""",
    mark=" ",
    all_in=(", and is all in", ", and is all-in", " and is all-in", " and is all in", " (all in)"),
    strict=False,
    loose_pots=True,
    zone="ET",
    currency="USD",
)
SWC = Site(
    "Seals with Clubs",
    r"SwCPoker Hand #",
    r"SwCPoker Hand #(?P<number>\d+): *(?:\w+ \([^\n]*?\)#(?P<tournament>\d+), )?"
    r"(?P<about>[^\n]*\)) - (?P<when>[^\n]*)" + TABLE,
    FORMS.replace(
        "E    total          Total pot {amount}{totals}",
        "E    fee            Total pot {skip} | Rake {amount}",
    ),
    all_in=(" and is all-in",),
    noise=(" (disconnect)",),
    loose_pots=True,
    currency="mBTC",
)
SWC_OLD = Site(
    "Seals with Clubs",
    r"Hand #[\d-]+ - \d{4}[-\d :]*(?=\n)",
    r"Hand #(?P<number>[\d-]+) - (?P<when>[^\n]*)\n\s*Game: (?P<about>[^\n]*)\n\s*Site: [^\n]*\n"
    r"(?:\s*Table: (?P<table>[^\n]*)\n)?",
    """
S    sit            Seat {seat}: {name} ({amount}){rest}
S    button player  {player} has the dealer button
SP   ante           {player} posts ante {amount}
SP   small blind    {player} posts small blind {amount}
SP   big blind      {player} posts big blind {amount}
SP   blinds         {player} posts small & big blind {amount}
SP   missed         {player} posts dead blind {amount}
SP   straddle       {player} posts straddle {amount}
SP   missed         {player} posts {amount}
S>P  mark           ** Hole Cards **{rest}
P    hole!          Dealt to {player} [{cards}]
P    fold           {player} folds
P    check          {player} checks
P    call           {player} calls {amount}
P    bet            {player} bets {amount}
P    raise          {player} raises to {amount}
P    deal:16        ** Flop ** [{cards}]
P    deal:32        ** Turn ** [{cards}]
P    deal:48        ** River ** [{cards}]
PE   hole           {player} shows [{cards}]{rest}
P    return         {player} refunded {amount}
PE   collect        {player} wins {any}({amount}){rest}
PE   collect        {player} splits {any}({amount}){rest}
PE>E fee            Rake ({amount}){rest}
""",
    mark=" ",
    all_in=(" (All-in)",),
    strict=False,
    loose_pots=True,
    zone="ET",
    currency="mBTC",
)
UNIBET = Site(
    "Unibet",
    r"Game #\d+: Table ",
    r"Game #(?P<number>\d+): Table (?P<table>[^\n]*?) - (?P<about>[^\n]*) - (?P<when>[\d:]+ "
    r"\d{4}[^\n]*)(?:\n|\Z)",
    """
S    sit            Seat {seat}: {name} ({amount})
S    button player  {player} has the button
SP   ante           {player}[[:]] posts ante {amount}
SP   small blind    {player}[[:]] posts small blind {amount}
SP   big blind      {player}[[:]] posts big blind {amount}
SP   dealt          Dealt in {player}
SP   hole!          Dealt to {player} [{cards}]
S>P  mark           *** Preflop ***
P    fold           {player}[[:]] folds
P    check          {player}[[:]] checks
P    call           {player}[[:]] calls {amount}
P    bet            {player}[[:]] bets {amount}
P    raise          {player}[[:]] raises {skip} to {amount}
P    deal:16        *** Flop *** [{cards}]
P    deal:32        *** Turn *** [{cards}][[ ]][{cards}]
P    deal:48        *** River *** [{cards}][[ ]][{cards}]
P    hole           {player}[[:]] shows [{cards}]{rest}
P    return         Uncalled bet ({amount}) returned to {player}
P    collect        {player} wins {amount}
P    collect        {player} wins {amount} {rest}
P>E  mark           *** Summary ***
E    nets           Seat {seat}: {player}: bet {second} and won {amount}, {rest}
""",
    mark=" ",
    all_in=(", and is all-in", " and is all-in"),
    strict=False,
    loose_pots=True,
)
