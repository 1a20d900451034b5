"""PokerStars, and sites that write as it does."""

from __future__ import annotations

from .site import Site

TABLE = (
    r"[^\S\n]*\n\s*Table(?: ID)? '(?P<table>.*?)'"
    r"(?:.*?Seat #(?P<button>\d+) is the button|(?![^\n]*Seat #))"
    r"[^\n]*(?:\n|\Z)"
)
FORMS = """
S    sit            Seat {seat}: {name} ({amount} in chips{rest}
SP   ante           {player}: posts the ante {amount}
SP   small blind    {player}: posts small blind {amount}
SP   big blind      {player}: posts big blind {amount}
SP   big blind      {player}: posts button blind {amount}
SP   blinds         {player}: posts small & big blind[[s]] {amount}
SP   missed         {player}: posts missed blind {amount}
SP   straddle       {player}: posts straddle {amount}
SP   straddle to    {player}: straddle {amount}
SP   mark           {player}: sits out
SP   mark           {player}: is sitting out
S>P  mark           *** HOLE CARDS ***
S>P  mark           *** 3rd STREET ***
S>P  mark           *** DEALING HANDS ***
P    mark           *** PREFLOP ***
P    hole!          Dealt to {player} [{cards}]
P    hole!          Dealt to {player} [{cards}] [{cards}]
P    small blind    {player}: brings in[[ low]] for {amount}
P    discard        {player}: stands pat
P    discard        {player}: stands pat on [{cards}]
P    discard        {player}: discards {number} card[[s]]
P    discard        {player}: discards {number} card[[s]] [{cards}]
P    dealt          Dealt to {player}
P    fold           {player}: folds
P    fold           {player}: folds [{cards}]
P    check          {player}: checks
P    call           {player}: calls {amount}
P    call*          {player}: calls {amount} and has reached the {rest}
P    bet            {player}: bets {amount}
P    bet*           {player}: bets {amount} and has reached the {rest}
P    raise          {player}: raises {skip} to {amount}
P    raise*         {player}: raises {skip} to {amount} and has reached the {rest}
P    deal:16        *** FLOP *** {blanks}[{cards}]
P    deal:32        *** TURN *** {blanks}[{cards}] {blanks}[{cards}]
P    deal:48        *** RIVER *** {blanks}[{cards}] {blanks}[{cards}]
P    deal:48        *** RIVER *** {blanks}[{cards}] {blanks}[{cards}] {blanks}[{cards}]
P    deal:17        *** FIRST FLOP *** {blanks}[{cards}]
P    deal:33        *** FIRST TURN *** {blanks}[{cards}] {blanks}[{cards}]
P    deal:49        *** FIRST RIVER *** {blanks}[{cards}] {blanks}[{cards}]
P    deal:18        *** SECOND FLOP *** {blanks}[{cards}]
P    deal:34        *** SECOND TURN *** {blanks}[{cards}] {blanks}[{cards}]
P    deal:50        *** SECOND RIVER *** {blanks}[{cards}] {blanks}[{cards}]
P    deal:19        *** THIRD FLOP *** {blanks}[{cards}]
P    deal:35        *** THIRD TURN *** {blanks}[{cards}] {blanks}[{cards}]
P    deal:51        *** THIRD RIVER *** {blanks}[{cards}] {blanks}[{cards}]
P    deal:16        *** 4th STREET ***
P    deal:32        *** 5th STREET ***
P    deal:48        *** 6th STREET ***
P    deal:64        *** RIVER ***
P    deal:64        *** 7th STREET ***
P    deal:16        *** DRAW ***
P    deal:16        *** FIRST DRAW ***
P    deal:32        *** SECOND DRAW ***
P    deal:48        *** THIRD DRAW ***
P    mark           *** SHOW DOWN ***
P    mark           *** SHOWDOWN ***
P    show board:1   *** FIRST SHOW DOWN ***
P    show board:2   *** SECOND SHOW DOWN ***
P    show board:3   *** THIRD SHOW DOWN ***
P    show board:1   *** FIRST SHOWDOWN ***
P    show board:2   *** SECOND SHOWDOWN ***
P    show board:3   *** THIRD SHOWDOWN ***
P    hole           {player}: shows [{cards}]{rest}
P    hole           {player}: showed [{cards}]{rest}
P    hole           {player}: mucks [{cards}]{rest}
P    hole           {player}: mucked [{cards}]{rest}
P    muck           {player}: mucks hand
P    mark           {player}: doesn't show hand
P    return         Uncalled bet ({amount}) returned to {player}
P    collect        {player} collected {amount} from pot[[ ({rest}]]
P    collect:0      {player} collected {amount} from main pot[[ ({rest}]]
P    collect:1      {player} collected {amount} from side pot[[ ({rest}]]
P    collect        {player} collected {amount} from side pot-{number}[[ ({rest}]]
P    cash out       {player} cashed out the hand for {amount}
P    cash out       {player} cashed out the hand for {amount} | {rest}
SP>E mark           *** SUMMARY ***
E    total          Total pot {amount}{totals}
E    board          Board [{cards}]
E    board:1        FIRST Board [{cards}]
E    board:2        SECOND Board [{cards}]
E    board:3        THIRD Board [{cards}]
E    hole           Seat {seat}: {player} {any}showed [{cards}]{rest}
E    hole           Seat {seat}: {player} {any}mucked [{cards}]{rest}
"""
# Rooms of its network, and clubs that write as it does.
_ROOM = (
    r"(?:PokerStars|POKERSTARS|Full Tilt|Hive Poker|PokerMaster|PokerBros|MPLPoker|SupremaPoker"
    r"|BetOnline)(?: (?:Zoom |Rush |Home Game )?(?:Hand|Game|GAME)| Home Game|Game) #"
)
POKERSTARS = Site(
    "PokerStars",
    _ROOM,
    _ROOM + r"(?P<number>\d{1,20}):"
    r"[ \t]*(?:\{[^{}\n]*\}[ \t]*)?(?:(?:Zoom |Rush )?(?:Tournament|TOURNAMENT) #(?P<tournamen"
    r"t>\d{1,20}), )?"
    r"(?P<about>[^\n]*?\)(?: \[[^\]\n]*\])?)(?: - (?P<when>[^\n]*))" + TABLE,
    FORMS,
    all_in=(" and is all-in", " and is all in"),
    noise=(" (disconnect)",),
    zone="ET",
    closes=True,
    boardless=True,
)
RUN_IT_ONCE = Site(
    "Run It Once",
    r"Run It Once Poker Hand #",
    r"Run It Once Poker Hand #(?P<number>\d{1,20}): *(?P<about>[^\n]*?\)) - (?P<when>[^\n]*)"
    + TABLE,
    FORMS.replace("P    return         Uncalled", "P    mark           Uncalled").replace(
        "E    total          Total pot {amount}{totals}\n", ""
    )
    + """
P    added          STP added: {amount}
P    collect        {player} collected {amount} from side pot {number}
E    total          Total pot {amount} |{any}Rake {second}
""",
    all_in=(" and is all-in", " and is all in"),
    noise=(" (disconnect)",),
)
