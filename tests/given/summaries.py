"""Summaries of tournaments, in the forms of each site; all names and numbers are made up."""

STARS = """\
PokerStars Tournament #900100, No Limit Hold'em
Buy-In: $4.55/$0.45 USD
4 players
$5.00 USD added to the prize pool by PokerStars
Total Prize Pool: $23.20 USD
Tournament started 2021/06/05 20:00:00 CET [2021/06/05 14:00:00 ET]
Tournament finished 2021/06/05 21:10:00 CET [2021/06/05 15:10:00 ET]
  1: Ann (x) [2] (Oslo), $1,015.08 (65%)
  2: Bob, the Bot (São Paulo), $8.12 (35%)
  3: Cy: 3 (Rome),
  4: Ann (x) (Oslo),

You finished in 2nd place (eliminated at hand #123).

You made 2 rebuys and 1 addons for a total of USD 14.55.
You collected 3 bounties for a total of USD 1.50.
"""
STILL = """\
PokerStars Tournament #900101, Mixed Omaha
Freeroll Super Satellite
2000 players
Target Tournament #900000 Buy-In: $10.00/1.00 USD
5 tickets to the target tournament
Tournament started 2013/09/03 15:21:56 ET

  1: Ann (Oslo), still playing
  2: Bob (Rome),  (qualified for the target tournament)
  5: Cy (Rome),

You finished the tournament (eliminated at hand #124).
"""
EMAILED = """\
PokerStars Tournament #900102, Pot Limit Omaha Hi/Lo
Buy-In: €0.42/€0.08 EUR
10 players
Total Prize Pool: €4.20 EUR
Tournament started 2011/02/06 22:17:47 CET [2011/02/06 16:17:47 ET]

Dear Ann,

You finished the tournament in 2nd place. A EUR 0.90 award has been credited to your account.
"""
PLAY = """\
Full Tilt Tournament #900103, No Limit Hold'em
Buy-In: 870/130
2 players
Total Prize Pool: 1740
Tournament started 2016/05/20 8:25:45 ET

  1: Ann (Oslo), 1,740 (100%)
  2: Bob (Rome),

There are no personal statistics because you did not play in this tournament.
"""
RIO = """\
Run It Once Poker Tournament #158, Cubed SNG No Limit Hold'em
Buy-In: €5.00
3 players
Tournament started 2021/04/12 17:01:17 CET [2021/04/12 11:01:17 ET]

1: Ann X, €12.50
2: Bob
3: Cy

You finished in 2nd place (eliminated at hand #55).
"""
GG = """\
Tournament #847, 12-M: $5.40 Bounty, Special [Turbo], Hold'em No Limit
Buy-in: $2.3+$0.4+$2.7
1,842 Players
Total Prize Pool: $4,210.6
Tournament started 2026/03/09 20:15:00
17th : Hero, $28.75
You finished the tournament in 17th place.
You made 2 re-entries and received a total of $30.75.
"""
GG_TICKET = """\
Tournament #848, $5 Satellite to #1: Big Event, 20 Seats, PLO
Buy-in: Free
100 Players
Total Prize Pool: $450
Tournament started 2026/01/02 09:00:00
5th : Hero, $50 Entry
You finished the tournament in 5th place.
You received a total of $50 Entry.
"""
WINAMAX = """\
Winamax Poker - Tournament summary : XTASE (2)(468) - Late registration
Player : Ann
Buy-In : 45€ + 45€ + 10€
Rebuy cost : 9€ + 1€
Addon cost : 5€ + 1€
Your rebuys : 4
Your addons : 2
Registered players : 117
Mode : tt
Levels : Levels : [100-200:25:601:omaha5-pot-limit,125-250:30:540:omaha5-pot-limit]
Prizepool : 6165€
Tournament started 2022/08/24 18:15:01 UTC
You played 1h 50min 4s
You finished in 2nd place
You won 150.20€ + Ticket 5€ + Bounty 22.50€
"""
FULL_TILT = """\
Full Tilt Poker.fr Tournament Summary $26 (Turbo) Matrix (2446694) Match 2 Hold'em No Limit (Rebuy)
Buy-In: $24 + $2
Knockout Bounty: $4
Add-On: $10
Rebuy: $10
Bob performed 1 Rebuy
Bob received 2 Knockout Bounty Awards
6 Entries
Total Prize Pool: $150
Tournament started: 2012/11/23 09:20:04 EET [2012/11/23 02:20:04 ET]
Tournament is still in progress

Still Playing - Ann
2: Bob, $10.50
2: Cy, Weekly Ticket
4: Dan
Bob finished in 2nd place
"""
PACIFIC = """\
***** Cassava Tournament Summary *****
Tournament ID: 39132902
Buy-In: 0,09 € + 0,01 €
Ann finished 3/664 and won 1.001,20 €
"""
TRACKER = """\
PokerTracker 4 Tournament Summary
Site: MicroGaming
Game: Omaha Hi
Tournament #: 11265
Started: 2015/02/15 21:32:49
Buyin: $37.50
Bounty: $7.50
Fee: $7.00
Rebuy: $16.50
Table Type: MTT (6 max) BOUNTY
Tourney Type: Pot Limit
Players: 351

Place: 1, Player: Ann, Won: $1,234.50, Bounties: 2, Rebuys: 3,
Place: 0, Player: Bob, Won: $0.00,
Place: 350, Player: Cy, Won: $0.00,
"""
ALL = (
    STARS, STILL, EMAILED, PLAY, RIO, GG, GG_TICKET, WINAMAX, FULL_TILT, PACIFIC, TRACKER,
)  # fmt: skip
