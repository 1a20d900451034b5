"""The sites: how each begins a hand, what its head tells, and the forms of its lines."""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass

from pokerlake.engine.histories.scan_kernels import Forms

from .forms import compiled


@dataclass(frozen=True)
class Site:
    """How a site writes its hands, as text.

    Attributes
    ----------
    name : str
        What ``hands.site`` says.
    begins : str
        A pattern of where a hand begins, at the beginning of a line.
    head : str
        A pattern from there to where its lines begin. ``number`` and ``about`` (the game and the
        stakes) are in it, and may be ``when``, ``table``, ``button`` and ``tournament``.
    forms : str
        Its lines, see ``forms``.
    zone : str
        Of its clock, where it tells none.
    """

    name: str
    begins: str
    head: str
    forms: str
    mark: str = ": "
    hero: str = ""
    all_in: tuple[str, ...] = ()
    noise: tuple[str, ...] = ()  # ends of lines that count for nothing
    strict: bool = True
    repeats: bool = False  # a line may stand there again and again
    live_small: bool = False  # a second small blind is a bet
    implied_blinds: bool = False  # blinds may have no lines
    loose_pots: bool = False  # the pots that lines name are not always those of the betting
    ends: bool = True  # whether each hand has a part of its own behind its play
    zone: str = "UTC"
    months_first: bool = False
    implied: bool = False  # streets may have no lines of their own
    by_acts: bool = False  # seats are in no order
    slack: bool = False  # equal parts of a pot may differ by less than a big blind
    fixed_bets: bool = True  # stakes of a fixed limit are its bets, and not its blinds

    @functools.cached_property
    def beginning(self) -> re.Pattern[bytes]:
        """Where hands begin."""
        return re.compile(rb"^[ \t]*(?:\xef\xbb\xbf)*" + self.begins.encode(), re.MULTILINE)

    @functools.cached_property
    def heading(self) -> re.Pattern[bytes]:
        """The head of a hand."""
        return re.compile(rb"[ \t]*(?:\xef\xbb\xbf)*" + self.head.encode(), re.MULTILINE)

    @functools.cached_property
    def lines(self) -> Forms:
        """The forms of its lines, for the kernel."""
        return compiled(
            self.forms, mark=self.mark, hero=self.hero, all_in=self.all_in, noise=self.noise, strict=self.strict
        )


_TABLE = (
    r"\s*\n\s*Table(?: ID)? '(?P<table>.*?)'.*?Seat #(?P<button>\d+) is the button[^\n]*(?:\n|\Z)"
)

_STARS = """
S    sit            Seat {seat}: {name} ({amount} in chips{rest}
SP   ante           {player}: posts the ante {amount}
SP   small blind    {player}: posts small blind {amount}
SP   big blind      {player}: posts big blind {amount}
SP   big blind      {player}: posts button blind {amount}
SP   blinds         {player}: posts small & big blinds {amount}
SP   missed         {player}: posts missed blind {amount}
SP   straddle       {player}: posts straddle {amount}
SP   straddle to    {player}: straddle {amount}
SP   mark           {player}: sits out
SP   mark           {player}: is sitting out
S>P  mark           *** HOLE CARDS ***
P    mark           *** PREFLOP ***
P    hole           Dealt to {player} [{cards}]
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
P    deal:17        *** FIRST FLOP *** {blanks}[{cards}]
P    deal:33        *** FIRST TURN *** {blanks}[{cards}] {blanks}[{cards}]
P    deal:49        *** FIRST RIVER *** {blanks}[{cards}] {blanks}[{cards}]
P    deal:18        *** SECOND FLOP *** {blanks}[{cards}]
P    deal:34        *** SECOND TURN *** {blanks}[{cards}] {blanks}[{cards}]
P    deal:50        *** SECOND RIVER *** {blanks}[{cards}] {blanks}[{cards}]
P    deal:19        *** THIRD FLOP *** {blanks}[{cards}]
P    deal:35        *** THIRD TURN *** {blanks}[{cards}] {blanks}[{cards}]
P    deal:51        *** THIRD RIVER *** {blanks}[{cards}] {blanks}[{cards}]
P    mark           *** SHOW DOWN ***
P    mark           *** SHOWDOWN ***
P    show board:1   *** FIRST SHOW DOWN ***
P    show board:2   *** SECOND SHOW DOWN ***
P    show board:3   *** THIRD SHOW DOWN ***
P    show board:1   *** FIRST SHOWDOWN ***
P    show board:2   *** SECOND SHOWDOWN ***
P    show board:3   *** THIRD SHOWDOWN ***
P    hole           {player}: shows [{cards}]{rest}
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

POKERSTARS = Site(
    "PokerStars",
    r"(?:PokerStars|POKERSTARS) (?:Zoom |Home Game )?(?:Hand|Game|GAME) #",
    r"(?:PokerStars|POKERSTARS) (?P<kind>Zoom |Home Game )?(?:Hand|Game|GAME) #(?P<number>\d{1,20}):"
    r"\s*(?:\{[^{}\n]*\}\s*)?(?:(?:Zoom )?Tournament #(?P<tournament>\d{1,20}), )?"
    r"(?P<about>[^\n]*?\)(?: \[[^\]\n]*\])?)(?: - (?P<when>[^\n\[]*)[^\n]*)" + _TABLE,
    _STARS,
    all_in=(" and is all-in",),
    zone="ET",
)
GGPOKER = Site(
    "GGPoker",
    r"Poker Hand #",
    r"Poker Hand #(?P<number>[A-Z]{0,3}\d{1,20}): (?:Tournament #(?P<tournament>\d{1,20}), )?"
    r"(?P<about>[^\n]*) - (?P<when>[^\n]*)" + _TABLE,
    _STARS
    + """
P    mark           {player}: Chooses to EV Cashout
P    cash out risk  {player}: Pays Cashout Risk ({amount})
P    cash out paid  {player}: Receives Cashout ({amount})
SP   added          Cash Drop to Pot : total {amount}
""",
    all_in=(" and is all-in",),
    zone="ET",
    slack=True,
)
RUN_IT_ONCE = Site(
    "Run It Once",
    r"Run It Once Poker Hand #",
    r"Run It Once Poker Hand #(?P<number>\d{1,20}): *(?P<about>[^\n]*?\)) - (?P<when>[^\n\[]*)[^\n]*" + _TABLE,
    _STARS.replace("P    return         Uncalled", "P    mark           Uncalled")
    + """
P    added          STP added: {amount}
E    total          Total pot {amount} |{any}Rake {second}
""",
    all_in=(" and is all-in",),
)
WINAMAX = Site(
    "Winamax",
    r"Winamax Poker - ",
    r"Winamax Poker - (?:CashGame|HOLD-UP [^\n]*?|Tournament (?P<tournament>[^\n]*?)|[^\n]*?) - HandId: #(?P<number>[\d-]+) - "
    r"(?P<about>[^\n]*) - (?P<when>[^\n]*)\n\s*Table: '(?P<table>.*?)'[^\n]*?Seat #?0*(?P<button>\d+) is the button[^\n]*(?:\n|\Z)",
    """
S    sit            Seat {seat}: {name} ({amount}{rest}
S    mark           *** ANTE/BLINDS ***
SP   ante           {player} posts ante {amount}
SP   small blind    {player} posts small blind {amount}
SP   big blind      {player} posts big blind {amount}
SP   dead           {player} posts dead small blind {amount}
SP   missed         {player} posts small blind {amount} out of position
SP   missed         {player} posts big blind {amount} out of position
SP   straddle       {player} posts straddle {amount}
SP   mark           {player} denies big blind
SP   hole           Dealt to {player} [{cards}]
S>P  mark           *** PRE-FLOP ***
P    fold           {player} folds
P    check          {player} checks
P    call           {player} calls {amount}
P    bet            {player} bets {amount}
P    raise          {player} raises {skip} to {amount}
P    deal:16        *** FLOP *** [{cards}]
P    deal:32        *** TURN *** [{cards}]{blanks}[{cards}]
P    deal:48        *** RIVER *** [{cards}]{blanks}[{cards}]
P    mark           *** SHOW DOWN ***
P    hole           {player} shows [{cards}]{rest}
P    collect        {player} collected {amount} from pot[[({rest}]]
P    collect:0      {player} collected {amount} from main pot[[({rest}]]
P    collect        {player} collected {amount} from side pot {number}[[({rest}]]
SP   added          Hold-up to Pot: total {amount}
SP>E mark           *** SUMMARY ***
E    total paid     Total pot {amount} | Rake {second}
E    total paid     Total pot {amount} | No rake
E    board          Board: [{cards}]
E    hole           Seat {seat}: {player} {any}showed [{cards}]{rest}
""",
    mark=" ",
    all_in=(" and is all-in",),
    strict=False,
    loose_pots=True,
)
BOVADA = Site(
    "Bovada",
    r"(?:Bovada|Ignition|Bodog(?:\.com|\.eu)?) Hand #",
    r"(?:Bovada|Ignition|Bodog(?:\.com|\.eu)?) Hand #(?P<number>\d{1,20}):? +(?P<about>(?:[^\n]*?Tournament #(?P<tournament>\d+))?[^\n]*?) - (?P<when>\d{4}[^\n]*)(?:\n|\Z)",
    """
S    sit            Seat {seat}: {name} [ME] ({amount} in chips)
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
)
PACIFIC = Site(
    "888poker",
    r"(?:#Game No : \d+\s*\n)?[ \t]*\*+ ?[^\n]*? ?Hand History for Game \d+ \*+",
    r"(?:#Game No : \d+\s*\n)?[ \t]*\*+ ?[^\n]*? ?Hand History for Game (?P<number>\d+) \*+\s*\n\s*(?P<about>[^\n]*?) - \*\*\* ?(?P<when>[^\n]*)\n"
    r"(?:\s*Tournament #(?P<tournament>\d+)[^\n]*? - )?[^\n]*\n",
    """
S    button         Seat {seat} is the button
S    sit            Seat {seat}: {name} ( {amount} )
SP   ante           {player} posts ante [{amount}]
SP   small blind    {player} posts small blind [{amount}]
SP   big blind      {player} posts big blind [{amount}]
SP   live and dead  {player} posts dead blind [{second} + {amount}]
SP   missed         {player} posts dead blind [{amount}]
S>P  mark           ** Dealing down cards **
P    hole           Dealt to {player} [{cards}]
P    fold           {player} folds
P    check          {player} checks
P    call           {player} calls [{amount}]
P    bet            {player} bets [{amount}]
P    raise by       {player} raises [{amount}]
P    deal:16        ** Dealing flop ** [{cards}]
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
    zone="UTC",
)

_PARTY = """
S    button         Seat {seat} is the button
S    sit            Seat {seat}: {name} ( {amount}{code} )
S    sit            seat {seat}: {name} ( {amount}{code} )
S    sit            seat{seat}: {name} ( {amount}{code} )
S    sit            Seat {seat}: {name} ({amount}{code})
SP   ante           {player} posts ante [{amount}{code}]
SP   ante           {player} posts ante ({amount})
SP   small blind    {player} posts small blind [{amount}{code}]
SP   small blind    {player} posts small blind ({amount})
SP   big blind      {player} posts big blind [{amount}{code}]
SP   big blind      {player} posts big blind ({amount})
SP   missed         {player} posts big blind + dead [{amount}{code}]
SP   big blind      {player} posts button blind {blanks}[{amount}{code}]
S>P  mark           ** Dealing down cards **
P    hole           Dealt to {player} [{cards}]
P    fold           {player} folds
P    check          {player} checks
P    call           {player} calls [{blanks}{amount}{code}{blanks}]
P    call           {player} calls ({amount})
P    bet            {player} bets [{blanks}{amount}{code}{blanks}]
P    bet            {player} bets ({amount})
P    raise by       {player} raises [{blanks}{amount}{code}{blanks}]
P    raise          {player} raises {skip} to {amount}
P    all in         {player} is all-In {blanks}[{amount}{code}]
P    deal:16        ** Dealing Flop ** {blanks}[[: ]]{blanks}[{cards}]
P    deal:32        ** Dealing Turn ** {blanks}[[: ]]{blanks}[{cards}]
P    deal:48        ** Dealing River ** {blanks}[[: ]]{blanks}[{cards}]
P    deal:16        ** Dealing flop ** {blanks}[[: ]]{blanks}[{cards}]
P    deal:32        ** Dealing turn ** {blanks}[[: ]]{blanks}[{cards}]
P    deal:48        ** Dealing river ** {blanks}[[: ]]{blanks}[{cards}]
P    hole           {player} shows [{cards}]{rest}
P    hole           {player} doesn't show [{cards}]{rest}
P    collect        {player} wins {amount}{code}
P    collect        {player} wins {amount}{code}{blanks}chips
P    collect        {player} wins Lo ({amount}{code}) from{rest}
P    collect        {player} wins {amount}{code} from the main pot{rest}
P    collect        {player} wins {amount}{code} chips from the main pot{rest}
P    collect        {player} wins {amount}{code} from the side pot {number}{rest}
P    collect        {player} wins {amount}{code} chips from the side pot {number}{rest}
P    cash out       {player} Cashout Amount is {amount}
P>E  mark           ** Summary **
E    fee            Main Pot: {any}Rake: {amount}
E    collect        {player} balance {skip}, bet {skip}, collected {amount}, net {rest}
"""
PARTYPOKER = Site(
    "PartyPoker",
    r"(?:Game #\d+ starts\.\s*\n\s*)?(?:#Game No : \d+\s*\n)?\*+ Hand History [Ff]or Game \w+ \*+",
    r"(?:Game #\d+ starts\.\s*\n\s*)?(?:#Game No : \d+\s*\n)?\*+ Hand History [Ff]or Game (?P<number>\w+) \*+[^\n]*\n"
    r"(?P<about>[^\n]*?(?:(?:Trny:? |Tournament #)(?P<tournament>\d+)[^\n]*?)?) ?-(?P<when> ?[A-Z][^\n]*)\n"
    r"\s*Table (?P<table>[^\n]*?) ?(?:\([^()\n]*\))?(?: -- Seat (?P<button>\d+) is the button)?[ \t]*(?:\n|\Z)",
    _PARTY,
    mark=" ",
    noise=(".",),
    strict=False,
    zone="ET",
    loose_pots=True,
    ends=False,
    live_small=True,
    implied_blinds=True,
)
_WPN_OLD = """
S    button         Seat {seat} is the button
S    sit            Seat {seat}: {name} ({amount}).
SP   ante           Player {player} ante ({amount})
SP   small blind    Player {player} has small blind ({amount})
SP   big blind      Player {player} has big blind ({amount})
SP   missed         Player {player} posts ({amount})
SP   straddle to    Player {player} straddle ({amount})
SP   mark           Player {player} sitting out
SP>P mark           Player {player} wait BB
S>P  dealt          Player {player} received a card.
S>P  hole card      Player {player} received card: [{cards}]
P    dealt          Player {player} received a card.
P    fold           Player {player} folds
P    check          Player {player} checks
P    call           Player {player} calls ({amount})
P    bet            Player {player} bets ({amount})
P    raise by       Player {player} raises ({amount})
P    raise by*      Player {player} caps ({amount})
P    hole card      Player {player} received card: [{cards}]
P    all in         Player {player} allin ({amount})
P    missed         Player {player} posts ({amount})
P    deal:16        *** FLOP ***: [{cards}]
P    deal:32        *** TURN ***: [{cards}] [{cards}]
P    deal:48        *** RIVER ***: [{cards}] [{cards}]
P    return         Uncalled bet ({amount}) returned to {player}
P>E  mark           ------ Summary ------
E    mark           Pot: {skip}. Rake {rest}
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
    r"Game started at: (?P<when>[^\n]*)\n\s*Game ID: (?P<number>\d+) (?P<about>(?P<table>[^\n]*) \([^()\n]*\))[ \t]*(?:\n|\Z)",
    _WPN_OLD + _COLLECTS,
    mark=" ",
    strict=False,
)
WPN = Site(
    "WPN",
    r"Hand #\d+ - [^\n]*UTC",
    r"Hand #(?P<number>\d+) - (?P<about>[^\n]*) - (?P<when>\d{4}[^\n]*)\n\s*(?P<table>[^\n]*?)(?: \d+-max)? Seat #(?P<button>\d+) is the button[ \t]*(?:\n|\Z)",
    """
S    sit            Seat {seat}: {name} ({amount}){rest}
SP   ante           {player} posts ante {amount}
SP   ante           {player} posts the ante {amount}
SP   small blind    {player} posts the small blind {amount}
SP   big blind      {player} posts the big blind {amount}
SP   missed         {player} posts {amount}
SP   missed         {player} posts dead {amount}
SP   straddle to    {player} posts a straddle {amount}
SP   straddle to    {player} straddles {amount}
S>P  mark           *** HOLE CARDS ***
P    hole           Dealt to {player} [{cards}]
P    fold           {player} folds
P    check          {player} checks
P    call           {player} calls {amount}
P    bet            {player} bets {amount}
P    raise          {player} raises {skip} to {amount}
P    deal:16        *** FLOP *** [{cards}]
P    deal:32        *** TURN *** [{cards}] [{cards}]
P    deal:48        *** RIVER *** [{cards}] [{cards}]
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
""",
    mark=" ",
    all_in=(" and is all-in",),
    strict=False,
    loose_pots=True,
)
BETONLINE = Site(
    "BetOnline",
    r"(?:BetOnline Poker|PayNoRake|ActionPoker\.com|Gear Poker) Game #",
    r"(?:BetOnline Poker|PayNoRake|ActionPoker\.com|Gear Poker) Game #(?P<number>\d+): (?:Tournament #(?P<tournament>\d+): )?(?P<about>[^\n]*?) - (?P<when>\d{4}[^\n]*)"
    r"\s*\n\s*Table '(?P<table>.*?)'.*?Seat #(?P<button>\d+) is the button[^\n]*(?:\n|\Z)",
    """
S    sit            Seat {seat}: {name} ({amount} in chips){rest}
SP   ante           {player}: ante processed {amount}
SP   small blind    {player}: posts small blind {amount}
SP   big blind      {player}: posts big blind {amount}
SP   missed         {player}: posts {amount}
SP   missed         {player}: post now {amount}
S>P  mark           *** HOLE CARDS ***
P    hole           Dealt to {player} [{cards}]
P    fold           {player}: folds
P    check          {player}: checks
P    call           {player}: calls {amount}
P    bet            {player}: bets {amount}
P    raise          {player}: raises {skip} to {amount}
P    deal:16        *** FLOP *** [{cards}]
P    deal:32        *** TURN *** [{cards}]{blanks}[{cards}]
P    deal:48        *** RIVER *** [{cards}]{blanks}[{cards}]
P    return         Uncalled bet ({amount}) returned to {player}
P    hole           {player} shows {cards}
P>E  mark           *** SUMMARY ***
E    total paid     Total pot {amount} | Rake {second}
E    board          Board [{cards}]
E    hole           Seat {seat}: {player} {any}howed [{cards}]{rest}
E    collect        Seat {seat}: {player} {any}collected ({amount}){rest}
E    collect        Seat {seat}: {player} {any}won ({amount}){rest}
""",
    all_in=(" and is all in", " and is all-in"),
    strict=False,
    loose_pots=True,
    implied=True,
    zone="ET",
)
KINGSCLUB = Site(
    "KingsClub",
    r"#\d+: [^\n]* - [\d.,]+/[\d.,]+",
    r"#(?P<number>\d+): (?P<about>[^\n]*)\n\s*(?P<when>\d{4}[^\n]*)\n\s*Table '(?P<table>.*?)' Seat (?P<button>\d+) is the button[^\n]*(?:\n|\Z)",
    """
S    sit            Seat {seat}: {name} ({amount}){rest}
SP   ante           {player}: posts the ante {amount}
SP   ante           {player}: posts ante {amount}
SP   small blind    {player}: posts the small blind {amount}
SP   big blind      {player}: posts the big blind {amount}
SP   straddle to    {player}: posts the straddle {amount}
SP   big blind      {player}: posts the button blind {amount}
SP   big blind      {player}: posts button blind {amount}
S>P  mark           *** HOLE CARDS ***
SP>P hole           Dealt to {player}: [{cards}]
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
E    collect        {player} wins pot ({amount})
E    collect        {player} wins ({amount}) from {rest}
E    collect        {player} wins {any}({amount}){rest}
""",
    mark=" ",
    all_in=(" and is all-in", " and is all in", " (all in)"),
    strict=False,
    loose_pots=True,
)
UNIBET = Site(
    "Unibet",
    r"Game #\d+: Table ",
    r"Game #(?P<number>\d+): Table (?P<table>[^\n]*?) - (?P<about>[^\n]*) - (?P<when>[\d:]+ \d{4}[^\n]*)(?:\n|\Z)",
    """
S    sit            Seat {seat}: {name} ({amount})
S    button player  {player} has the button
SP   ante           {player} posts ante {amount}
SP   small blind    {player} posts small blind {amount}
SP   big blind      {player} posts big blind {amount}
SP   dealt          Dealt in {player}
SP   hole           Dealt to {player} [{cards}]
S>P  mark           *** Preflop ***
P    fold           {player} folds
P    check          {player} checks
P    call           {player} calls {amount}
P    bet            {player} bets {amount}
P    raise          {player} raises {skip} to {amount}
P    deal:16        *** Flop *** [{cards}]
P    deal:32        *** Turn *** [{cards}][[ ]][{cards}]
P    deal:48        *** River *** [{cards}][[ ]][{cards}]
P    hole           {player} shows [{cards}]{rest}
P    hole           {player}: shows [{cards}]{rest}
P    collect        {player} wins {amount}
P    collect        {player} wins {amount} {rest}
P>E  mark           *** Summary ***
E    mark           Total pot {rest}
""",
    mark=" ",
    all_in=(", and is all-in", " and is all-in"),
    strict=False,
    loose_pots=True,
)
SWC = Site(
    "Seals with Clubs",
    r"Hand #[\d-]+ - \d{4}[-\d :]*\n",
    r"Hand #(?P<number>[\d-]+) - (?P<when>[^\n]*)\n\s*Game: (?P<about>[^\n]*)\n\s*Site: [^\n]*\n(?:\s*Table: (?P<table>[^\n]*)\n)?",
    """
S    sit            Seat {seat}: {name} ({amount}){rest}
S    button player  {player} has the dealer button
SP   ante           {player} posts ante {amount}
SP   small blind    {player} posts small blind {amount}
SP   big blind      {player} posts big blind {amount}
SP   missed         {player} posts {amount}
S>P  mark           ** Hole Cards **{rest}
P    hole           Dealt to {player} [{cards}]
P    fold           {player} folds
P    check          {player} checks
P    call           {player} calls {amount}
P    bet            {player} bets {amount}
P    raise          {player} raises to {amount}
P    deal:16        ** Flop ** [{cards}]
P    deal:32        ** Turn ** [{cards}]
P    deal:48        ** River ** [{cards}]
P    hole           {player} shows [{cards}]{rest}
P    return         {player} refunded {amount}
P    collect        {player} wins Pot ({amount}){rest}
P    collect        {player} splits Pot ({amount}){rest}
P    collect        {player} wins {any}({amount}){rest}
P>E  fee            Rake ({amount}){rest}
""",
    mark=" ",
    all_in=(" (All-in)",),
    strict=False,
    loose_pots=True,
)
CAKE = Site(
    "Cake",
    r"(?:\xc3\xaf\xc2\xbb\xc2\xbf)?Hand#",
    r"(?:\xc3\xaf\xc2\xbb\xc2\xbf)?Hand#(?P<number>\w+) - (?P<about>(?P<table>[^\n]*?)(?: T(?P<tournament>\d{6,}))? -- [^\n]*) -- (?P<when>\d{4}[^\n]*)(?:\n|\Z)",
    """
S    sit            Seat {seat}: {name} ({amount} in chips)
S    button         Dealer: Seat {seat}
S    sit            Seat {seat}: {name} ({amount} in chips) DEALER
SP   ante           {player}: posts ante {amount}
SP   small blind    {player}: posts small blind {amount}
SP   big blind      {player}: posts big blind {amount}
SP   missed         {player}: posts dead blind {amount}
SP   missed         {player}: posts {amount}
SP   hole           Dealt to {player} [{cards}]
SP   fold           {player}: folds
SP   check          {player}: checks
SP   call           {player}: calls {amount}
SP   bet            {player}: bets {amount}
SP   raise          {player}: raises to {amount}
SP   all in         {player}: is all in {amount}
SP   deal:16        *** FLOP *** [{cards}]
SP   deal:32        *** TURN *** [{cards}]
SP   deal:48        *** RIVER *** [{cards}]
SP   hole           {player}: shows [{cards}]{rest}
SP   return         {player}: returns uncalled bet {amount}
SP>E mark           ***SHOW DOWN***
E    hole           {player}: shows [{cards}]{rest}
E    collect        {player} wins {amount}
E    collect        {player} wins {amount} {rest}
E    collect        {player}: wins {amount}
E    collect        {player}: wins {amount} {rest}
""",
    strict=False,
    loose_pots=True,
    by_acts=True,
)
FULL_TILT = Site(
    "Full Tilt",
    r"Full ?Tilt ?Poker Game #",
    r"Full ?Tilt ?Poker Game #(?P<number>\d+): (?P<about>(?:Table )?(?P<table>[^\n]*?)(?: \((?P<tournament>\d{6,})\)[^\n]*?)? - [^\n]*?) - (?P<when>\d{1,2}:\d\d[^\n\[]*)[^\n]*(?:\n|\Z)",
    """
S    sit            Seat {seat}: {name} ({amount}){rest}
S    button         The button is in seat #{seat}
SP   ante           {player} antes {amount}
SP   small blind    {player} posts the small blind of {amount}
SP   big blind      {player} posts the big blind of {amount}
SP   missed         {player} posts {amount}
SP   dead           {player} posts a dead small blind of {amount}
SP   straddle to    {player} straddles {amount}
S>P  mark           *** HOLE CARDS ***
P    hole           Dealt to {player} [{cards}]
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
ONGAME = Site(
    "OnGame",
    r"\*+ History for hand ",
    r"\*+ History for hand (?P<number>\S+)(?: \(TOURNAMENT: ?(?P<tournament>[^\n]*)\))? \*+\s*\n\s*Start hand: (?P<when>[^\n]*)\n\s*Table: (?P<table>[^\n]*) \((?P<about>[^()\n]*)\)\s*\n"
    r"(?:[^\n]*\n){0,4}?\s*Button: seat (?P<button>\d+)[ \t]*\n",
    """
S    sit            Seat {seat}: {name} ({amount}){rest}
SP   ante           {player} posts ante ({amount})
SP   small blind    {player} posts small blind ({amount})
SP   big blind      {player} posts big blind ({amount})
SP   missed         {player} posts ({amount})
SP   dead           {player} posts dead blind ({amount})
S>P  mark           ---{rest}
P    hole           Dealing to {player}: [{cards}]
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
E    hole           Seat {seat}: {player} ({skip}), net: {skip}, [{cards}]{rest}
""",
    mark=" ",
    all_in=(" [all in]",),
    strict=False,
    loose_pots=True,
)
POKERTRACKER = Site(
    "PokerTracker",
    r"(?:GAME #\d+|MERGE_GAME #|EverestPoker Game #|Merge Game #)",
    r"(?:GAME|MERGE_GAME|EverestPoker Game|Merge Game) #(?P<number>[\d-]+):?(?: Version:\S+)?(?: Uncalled:\w)? (?P<about>[^\n]*?)(?: (?P<when>\d{4}[-/][^\n]*))?\n\s*Table (?P<table>[^\n]*)\n",
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
P    hole           Dealt to {player} [{cards}]
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
    by_acts=True,
)
_EVEREST = Site(
    "Everest",
    r"EverestPoker Game #",
    r"EverestPoker Game #(?P<number>\d+): (?P<about>(?:Tourney ID: (?P<tournament>\d+), )?Table (?P<table>[^\n]*?) - [^\n]*?) - (?P<when>\d\d:\d\d[^\n]*)(?:\n|\Z)",
    """
S    sit            Seat {seat}: {name} ({amount}){rest}
S    button         The button is in seat #{seat}
SP   ante           {player} antes {amount}
SP   ante           {player} posts the ante of {amount}
SP   small blind    {player} posts the small blind of {amount}
SP   big blind      {player} posts the big blind of {amount}
S>P  mark           *** HOLE CARDS ***
P    hole           Dealt to {player} [{cards}]
P    fold           {player} folds
P    check          {player} checks
P    call           {player} calls {amount}
P    bet            {player} bets {amount}
P    raise          {player} raises to {amount}
P    deal:16        *** FLOP *** [{cards}]{rest}
P    deal:32        *** TURN *** [{cards}]
P    deal:48        *** RIVER *** [{cards}]
P    hole           {player} shows [{cards}]{rest}
P    return         Uncalled bet of {amount} returned to {player}
P>E  mark           *** SUMMARY ***
E    hole           {player} shows [{cards}]{rest}
E    collect        {player} collects {amount}
""",
    mark=" ",
    all_in=(", and is all in", ", and is all-in"),
    strict=False,
    loose_pots=True,
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
SP   hole           ** Dealing card to {player}: {cards}
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
SITES = (
    MICROGAMING, POKERNOW, _EVEREST, POKERSTARS, GGPOKER, RUN_IT_ONCE, WINAMAX, BOVADA, PARTYPOKER, PACIFIC, WPN_OLD, WPN, BETONLINE,
    KINGSCLUB, UNIBET, SWC, CAKE, FULL_TILT, ONGAME, POKERTRACKER,
)  # fmt: skip
