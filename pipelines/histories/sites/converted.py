"""Text of other programs: PokerTracker, viewers of Microgaming, the log of PokerNow."""

from __future__ import annotations

import re
from typing import Any

from .site import Site

_FORMS = """
S    sit            Seat {seat}: {name} ({amount} in chips){rest}
SP   ante           {player}: Post Ante {amount}
SP   ante           {player}: Ante {amount}
SP   small blind    {player}: Post SB {amount}
SP   small blind    {player}: SB {amount}
SP   big blind      {player}: BB {amount}
SP   big blind      {player}: Post BB {amount}
SP   missed         {player}: Post {amount}
SP   dead           {player}: Post Dead {amount}
SP   missed         {player}: Post DB {amount}
SP   missed         {player}: DB {amount}
SP   straddle to    {player}: Post Straddle {amount}
SP   straddle to    {player}: Straddle {amount}
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
P    fold*          {player} Quick Folded
P    deal:16        *** FLOP *** [{cards}]
P    deal:32        *** TURN *** [{cards}]
P    deal:48        *** RIVER *** [{cards}]
P>E  mark           *** SUMMARY ***
E    total paid     Total pot {amount} Rake {second}
E    hole           {player}: Shows [{cards}]{rest}
E    hole           {player}: Mucks [{cards}]{rest}
E    collect        {player}: wins {amount}
E    collect        {player}: collects {amount}
"""
_HEAD = (
    r" #(?P<number>[\d-]+):?(?: Version:\S+)?(?: Uncalled:\w)? (?P<about>[^\n]*?(?P<told>Tourn"
    r"ament)?)"
    r"(?: (?P<when>\d+[-/]\d+[-/]\d+ [^\n]*))?\n\s*Table "
    r"(?(told)(?P<table1>[^\n]*?)(?:(?:, \d{6,})?, (?P<tournament>\d{6,}))?(?:,[^\n(]*)?(?: "
    r"\(Tournament:[^\n]*)?\n|(?P<table2>[^\n]*)\n)"
)
POKERTRACKER = Site(
    "PokerTracker",
    r"(?:GAME #\d|(?:MERGE_GAME|Merge Game) #[\d-]+:? (?![^\n]*Tournament))",
    r"(?:GAME|MERGE_GAME|Merge Game)" + _HEAD,
    _FORMS,
    strict=False,
    loose_pots=True,
    by_acts=True,
    implied=True,
    months_first=True,
    zone="ET",
)


_HEAD_BYTES = 4000  # of a hand, before its hole cards


def _first_fold_first(opening: re.Match[bytes]) -> bytes:
    """The actions before the flop, with the fold of the first to act moved to the front."""
    before = opening.string[max(opening.start() - _HEAD_BYTES, 0) : opening.start()]
    before = before[before.rfind(b"GAME #") :]
    seats = sorted(
        (int(number), name) for number, name in re.findall(rb"\nSeat (\d{1,3}): (.*) \(", before)
    )
    big = re.search(rb"\n([^\n]*): (?:Post )?BB ", before)
    names = [name for _, name in seats]
    if big is None or big[1] not in names:
        return opening[0]
    fold = names[(names.index(big[1]) + 1) % len(names)] + b": Fold"
    lines = opening[0].splitlines(keepends=True)
    acts = [at for at, line in enumerate(lines) if re.match(rb"[^\n]*: [A-Z]", line)]
    folds = [at for at in acts if lines[at].rstrip() == fold]
    if folds:
        lines.insert(acts[0], lines.pop(folds[0]))
    return b"".join(lines)


# A player who has left for another table folds at what would have been his turn.
POKERTRACKER_ZONE = Site(
    "PokerTracker",
    r"GAME #\d[^\n]*\n\s*Table [^\n]*Zone Poker",
    r"GAME" + _HEAD,
    _FORMS,
    strict=False,
    loose_pots=True,
    unordered=True,
    implied=True,
    months_first=True,
    zone="ET",
    rewrites=((r"^\*\*\* HOLE CARDS \*\*\*[^\n]*\n(?:(?!\*\*\*)[^\n]*\n)+", _first_fold_first),),
)
# Merge lists the stacks of tournaments after the blinds.
POKERTRACKER_MERGE = Site(
    "PokerTracker",
    r"(?:MERGE_GAME|Merge Game) #[\d-]+:? [^\n]*Tournament",
    r"(?:MERGE_GAME|Merge Game)" + _HEAD,
    _FORMS.replace("S    sit ", "S    sit*"),
    strict=False,
    loose_pots=True,
    by_acts=True,
    implied=True,
    months_first=True,
    zone="ET",
)
_MICROGAMING = """
S    sit            - {name} sitting in seat {seat} with {amount}
S    sit            - {name} sitting in seat {seat} with {amount} at end {rest}
SP   ante           {player} posted ante - {amount}
SP   ante           {player} posted the ante - {amount}
SP   small blind    {player} posted the small blind - {amount}
SP   big blind      {player} posted the big blind - {amount}
SP   missed         {player} posted to play - {amount}
SP   missed         {player} posted - {amount}
SP   dead           {player} posted dead - {amount}
SP   all in         {player} went all-in - {amount}
SP   hole!          ** Dealing card to {player}: {cards}
SP   hole!          ** Dealing cards to {player}: {cards}
SP   fold           {player} folded
SP   fold*          {player} Quick Folded
SP   check          {player} checked
SP   deal:16        ** Dealing the flop: {cards}
SP   deal:32        ** Dealing the turn: {cards}
SP   deal:48        ** Dealing the river: {cards}
SP   return         {player} returned - {amount}
SP   hole           {player} shows: {cards}
SP   hole           {player} mucks: {cards}
SP   collect        {player} wins {amount} from the main pot
SP   collect        {player} wins {amount} from side pot {number}
SP   collect        {player} wins {amount} from {rest}
SP>E mark           End of game {rest}
"""
_GAME_ID = (
    r" starting - (?P<when>[^\n]*)\n\s*\*\* "
    r"(?P<table>[^\n]*?(?:\((?P<tournament>\d{6,})\):Table \d+)?) (?P<about>\[[^\n\[]*)\n"
)
# Blinds of all chips: a small one stands before the big blind, a big one after the small.
_ALL_IN_BLINDS = (
    (
        r"^(?>([^\n]*?) went all-in - )([^\n]*\n[^\n]* posted the big blind - )",
        r"\1 posted the small blind - \2",
    ),
    (
        r"^((?>[^\n]*? posted the small blind - [^\n]*\n[^\n]*?(?= went all-in - ))) went all-in - "
        r"(?=[^\n]*\n(?:[^\n]*\n){0,3}?\*\* Dealing card)",
        r"\1 posted the big blind - ",
    ),
)


def _microgaming(begins: str, number: str, sentences: str, **more: Any) -> Site:
    """A version of it: how files begin, where the number is, what only this one says."""
    how = {"noise": (" [Dealer]",), "rewrites": _ALL_IN_BLINDS} | more
    return Site(
        "Microgaming",
        rf"\*\* {begins}",
        rf"\*\* {number}" + _GAME_ID,
        _MICROGAMING + sentences,
        mark=" ",
        strict=False,
        loose_pots=True,
        zone="ET",
        **how,
    )


MICROGAMING = _microgaming(
    r"(?:Game ID|Hand #) ?\d+ Version",
    r"(?:Game ID|Hand #) ?(?P<number>\d+) Version:\d+",
    """
SP   call           {player} called - {amount}
SP   raise by       {player} bet - {amount}
SP   raise by       {player} raised - {amount}
""",
)
MICROGAMING_EXPORT = _microgaming(
    r"Hand # ?\d+ starting",
    r"Hand # ?(?P<number>\d+)",
    """
SP   call           {player} called - {amount}
SP   raise by       {player} bet - {amount}
SP   raise by       {player} raised to {amount}
SP>E fee            Rake: {amount}
""",
    noise=(" [Dealer]", "[Dealer]"),
    rewrites=(*_ALL_IN_BLINDS, (r"^(?=[^-\s][^\n]* sitting in seat \d)", "- ")),
)
# The first version states the total of a player on the street.
MICROGAMING_OLD = _microgaming(
    r"Game ID ?\d+ starting",
    r"Game ID ?(?P<number>\d+)",
    """
SP   call to        {player} called - {amount}
SP   raise to       {player} bet - {amount}
SP   raise to       {player} raised - {amount}
""",
)
POKERNOW = Site(
    "PokerNow",
    r"PokerNow (?:Tournament )?Hand #",
    r"PokerNow (?P<tournament>Tournament )?Hand #(?P<number>\d+): (?P<about>[^\n]*) - (?P<when"
    r">[^\n]*)\n",
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
    noise=(" and go all in",),  # also for a player who has more than the others
    strict=False,
    loose_pots=True,
)
