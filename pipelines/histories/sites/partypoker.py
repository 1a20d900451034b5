"""PartyPoker, in its form until 2019 and since."""

from __future__ import annotations

import re

from pokerlake.engine.histories.records import MOST_SEATS

from .site import Site

_SUM = "{blanks}[{blanks}{amount}{code}{blanks}]"
_FORMS = """
S    button         Seat {seat} is the button
S    sit?           Seat {seat}: {name} ( {amount}{code} )
S    sit?           Seat {seat}: {name} ({amount}{code})
S    sit?           seat {seat}: {name} ( {amount}{code} )
S    sit?           seat{seat}: {name} ( {amount}{code} )
SP   ante           {player} posts ante_
SP   ante           {player} posts ante of_
SP   ante           {player} posts ante ({amount})
SP   small blind    {player} posts small blind_
SP   small blind    {player} posts small blind ({amount})
SP   big blind      {player} posts big blind_
SP   big blind      {player} posts big blind ({amount})
SP   missed         {player} posts big blind + dead_
SP   missed         {player} posts big blind + dead ({amount})
SP   missed         {player} posts dead_
SP   missed         {player} posts dead ({amount})
SP   big blind      {player} posts button blind_
SP   big blind      {player} posts button blind ({amount})
SP   straddle       {player} posts straddle_
SP   straddle       {player} posts straddle ({amount})
S>P  mark           ** Dealing down cards **
P    hole!          Dealt to {player} {blanks}[{cards}]
P    fold           {player} folds
P    check          {player} checks
P    call           {player} calls_
P    call           {player} calls ({amount})
P    bet            {player} bets_
P    bet            {player} double bets_
P    bet            {player} bets ({amount})
P    raise by       {player} raises_
P    raise          {player} raises {skip} to {amount}
P    all in         {player} is all-In_
P    all in         {player} is all-In ({amount})
P    deal:16        ** Dealing Flop ** {blanks}[[: ]]{blanks}[{cards}]
P    deal:32        ** Dealing Turn ** {blanks}[[: ]]{blanks}[{cards}]
P    deal:48        ** Dealing River ** {blanks}[[: ]]{blanks}[{cards}]
P    deal:16        ** Dealing flop ** {blanks}[[: ]]{blanks}[{cards}]
P    deal:32        ** Dealing turn ** {blanks}[[: ]]{blanks}[{cards}]
P    deal:48        ** Dealing river ** {blanks}[[: ]]{blanks}[{cards}]
P    hole           {player} shows {blanks}[{cards}]{rest}
P    hole           {player} doesn't show {blanks}[{cards}]{rest}
P    collect        {player} wins {amount}{code}
P    collect        {player} wins {amount}{code}{blanks}chips
P    collect        {player} wins Lo ({amount}{code}) from{rest}
P    collect        {player} wins {amount}{code}[[ chips]] from {blanks}the main pot{rest}
P    collect        {player} wins {amount}{code}[[ chips]] from {blanks}the side pot {number}{rest}
P    collect        {player} wins {amount}{code}[[ chips]] from {blanks}side pot #{number}{rest}
P    cash out       {player} Cashout Amount is {amount}
P>E  mark           ** Summary **
PE   fee            Main Pot: {any}Rake: {amount}
PE   collect        {player} balance {skip}, bet {skip}, collected {amount}, {any}[{cards}]{rest}
PE   collect        {player} balance {skip}, bet {skip}, collected {amount}, net {rest}
PE   collect        {player} balance {skip}, collected {amount}, net {rest}
PE   nets           {player} balance {amount}, lost {any}[{cards}]{rest}
PE   nets           {player} balance {amount}, lost {rest}
PE   nets           {player} balance {amount}, didn't bet{rest}
PE   hole           {player} balance {any}[{cards}]{rest}
PE   nets           {player} Cashed out {blanks}balance {amount}, {any}[{cards}]{rest}
""".replace("_\n", f"{_SUM}\n")
_SEAT = re.compile(rb"^[Ss]eat ?(\d+): (.*) \( ?[^()\n]*\)", re.MULTILINE)
_BLIND = re.compile(rb"^(.*) posts (?:small|big) blind", re.MULTILINE)
_ACT = re.compile(rb"^(.*?) (?:folds|checks|calls|bets|raises|is all-In|double bets)", re.MULTILINE)
_LONGEST_SEAT = 9  # digits
_ROUND = 4000  # bytes, in which everybody has acted


def _with_seat(opening: re.Match[bytes]) -> bytes:
    """The opening of a hand, with a seat for a player who posts a blind and has none.

    His seat replaces the first line. It is the first free one after the player who acts before him.
    """
    text = opening[0]
    seated = _SEAT.findall(text)
    if any(len(number) > _LONGEST_SEAT for number, _ in seated):
        return text
    seats = {name: int(number) for number, name in seated}
    posters = _BLIND.findall(text)
    without = [name for name in posters if name not in seats]
    if len(without) != 1 or not 0 < len(seats) < MOST_SEATS:
        return text
    before = [name for name in posters if name in seats][-1:]
    for act in _ACT.finditer(opening.string, opening.end(), opening.end() + _ROUND):
        if act[1] == without[0]:
            break
        before = [act[1]] if act[1] in seats else before
    number = seats[before[0]] if before else 0
    while (number := number % MOST_SEATS + 1) in seats.values():
        pass
    line, _, rest = text.partition(b"\n")
    return b"Seat %d: %b ( 0 )" % (number, without[0]) + line[len(line.rstrip()) :] + b"\n" + rest


_BEFORE = (
    r"(?:Game #\d+ starts\.[^\S\n]*\n\s*)?"
    r"(?:#Game No : \d+[^\S\n]*\n\s*)?\*+ ?Hand History [Ff]or Game "
)

PARTYPOKER = Site(
    "PartyPoker",
    _BEFORE + r"\w+ \*+",
    # Numbers of later hands have letters after the milliseconds since 1970.
    _BEFORE + r"(?P<number>\d{13}(?=\d*[a-z])|\d+)\w* \*+[^\n]*\n"
    r"(?:[^\n]* (?:has left the table|finished in \d+ place)\.\s*\n)*"
    r"(?=(?:[^\n]*Buy-in[^\n]*(?:\n(?!\*\*)[^\n]*){1,20}?(?:Trny:? ?|\(|#)(?P<tournamen"
    r"t1>\d{6,}))?)"
    r"(?P<about>[^\n]*?(?:(?:Trny:? ?|Tournament #)(?P<tournament2>\d+)[^\n]*?)?) ?-"
    r"(?P<when> ?(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[^\n]*)\n"
    r"\s*Table (?P<table>[^\n]*?) ?(?:\([^()\n]*\))?(?: -- Seat (?P<button>\d+) is the button)?"
    r"[ \t]*(?:\n|\Z)"
    r"(?=(?:(?!\*\*)[^\n]*\n){1,16}?Blinds(?:-Antes)?\((?P<blinds>[^\n]*?)\)|)",
    _FORMS,
    mark=" ",
    noise=(".",),
    strict=False,
    zone="ET",
    loose_pots=True,
    ends=False,
    live_small=True,
    implied_blinds=True,
    limit="Limit",
    rewrites=(
        (
            r"^Total number of players[^\n]*\n(?:[Ss]eat ?\d+: [^\n]*\n)+"
            r"(?:(?!\*\*)[^\n]*\n){1,40}",
            _with_seat,
        ),
        # Two results in a line.
        (
            r"^((?>[^\n]*? (?:does not show cards|wins [^\n]{0,100}? with [^\n.]*)))\."
            r"(?=\S[^\n]* wins )",
            r"\1\r",
        ),
    ),
)
