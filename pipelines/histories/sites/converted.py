"""What other programs write: PokerTracker, viewers of Microgaming, the log of PokerNow."""

from __future__ import annotations

from .site import Site

POKERTRACKER = Site(
    "PokerTracker",
    r"(?:GAME #\d+|MERGE_GAME #|EverestPoker Game #|Merge Game #)",
    r"(?:GAME|MERGE_GAME|EverestPoker Game|Merge Game) #(?P<number>[\d-]+):?(?: Version:\S+)?(?: Uncalled:\w)? (?P<about>[^\n]*?)(?: (?P<when>\d+[-/]\d+[-/]\d+ [^\n]*))?\n\s*Table (?P<table>[^\n]*)\n",
    """
S    sit            Seat {seat}: {name} ({amount} in chips){rest}
SP   ante           {player}: Post Ante {amount}
SP   ante           {player}: Ante {amount}
SP   small blind    {player}: Post SB {amount}
SP   small blind    {player}: SB {amount}
SP   big blind      {player}: BB {amount}
SP   big blind      {player}: Post BB {amount}
SP   missed         {player}: Post {amount}
SP   dead           {player}: Post Dead {amount}
S>P  mark           *** HOLE CARDS ***
P    hole!          Dealt to {player} [{cards}]
P    fold           {player}: Fold
P    check          {player}: Check
P    call           {player}: Call {amount}
P    bet            {player}: Bet {amount}
P    raise          {player}: Raise (NF) {amount}
P    raise          {player}: Raise {amount}
P    raise by       {player}: Raise to {amount}
P    shove          {player}: Allin {amount}
P    deal:16        *** FLOP *** [{cards}]
P    deal:32        *** TURN *** [{cards}]
P    deal:48        *** RIVER *** [{cards}]
P>E  mark           *** SUMMARY ***
E    total paid     Total pot {amount} Rake {second}
E    hole           {player}: Shows [{cards}]{rest}
E    hole           {player}: Mucks [{cards}]{rest}
E    collect        {player}: wins {amount}
""",
    strict=False,
    loose_pots=True,
    zone="ET",
    by_acts=True,
    months_first=True,
)
MICROGAMING = Site(
    "Microgaming",
    r"\*\* Game ID \d+",
    r"\*\* Game ID (?P<number>\d+)(?: Version:\d+)? starting - (?P<when>[^\n]*)\n\s*\*\* (?P<table>[^\n]*?) (?P<about>\[[^\n\[]*)\n",
    """
S    sit            - {name} sitting in seat {seat} with {amount} at end {rest}
SP   ante           {player} posted ante - {amount}
SP   ante           {player} posted the ante - {amount}
SP   small blind    {player} posted the small blind - {amount}
SP   big blind      {player} posted the big blind - {amount}
SP   missed         {player} posted to play - {amount}
SP   all in         {player} went all-in - {amount}
SP   hole!          ** Dealing card to {player}: {cards}
SP   fold           {player} folded
SP   check          {player} checked
SP   call           {player} called - {amount}
SP   bet            {player} bet - {amount}
SP   raise          {player} raised - {amount}
SP   deal:16        ** Dealing the flop: {cards}
SP   deal:32        ** Dealing the turn: {cards}
SP   deal:48        ** Dealing the river: {cards}
SP   hole           {player} shows: {cards}
SP   hole           {player} mucks: {cards}
SP   collect        {player} wins {amount} from the main pot
SP   collect        {player} wins {amount} from {rest}
SP>E mark           End of game {rest}
""",
    mark=" ",
    noise=(" [Dealer]",),
    strict=False,
    loose_pots=True,
    zone="ET",
)
POKERNOW = Site(
    "PokerNow",
    r"PokerNow (?:Tournament )?Hand #",
    r"PokerNow (?P<tournament>Tournament )?Hand #(?P<number>\d+): (?P<about>[^\n]*) - (?P<when>[^\n]*)\n",
    """
S    sit            Seat {seat}: {name} ({amount})
S    button player  Dealer: {player}
SP   ante           {player} posts an ante of {amount}
SP   small blind    {player} posts a small blind of {amount}
SP   big blind      {player} posts a big blind of {amount}
SP   missed         {player} posts a missed big blind of {amount}
SP   dead           {player} posts a missing small blind of {amount}
SP   dead           {player} posts a missed small blind of {amount}
SP   straddle to    {player} posts a straddle of {amount}
SP   fold           {player} folds
SP   check          {player} checks
SP   call to        {player} calls {amount}
SP   bet            {player} bets {amount}
SP   raise          {player} raises to {amount}
SP   deal:16        Flop: {blanks}[{cards}]
SP   deal:32        Turn: {cards}[{cards}]
SP   deal:48        River: {cards}[{cards}]
SP   hole           {player} shows a {cards}.
SP   return         Uncalled bet of {amount} returned to {player}
SP   collect        {player} collected {amount} from pot[[ with {rest}]]
SP>E mark           -- ending hand {rest}
E    hole           {player} shows a {cards}.
""",
    mark=" ",
    all_in=(" and go all in",),
    strict=False,
    loose_pots=True,
)
