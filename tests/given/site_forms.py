"""Hands in forms of a site that few files have: of a few years, or after something odd.

As those of ``sites`` they are made up, and their values worked out by hand.
"""

from .run_it_once import RUN_IT_ONCE
from .sites import Sample

# A turn that is told in the summary alone.
POKERSTARS = Sample(
    "PokerStars without its turn",
    """\
PokerStars Hand #4001:  Hold'em No Limit ($1/$2 USD) - 2022/08/29 16:53:18 ET
Table 'Vesta' 6-max Seat #1 is the button
Seat 1: Ann ($100 in chips)
Seat 2: Bob ($100 in chips)
Bob: posts big blind $2
Ann: posts small blind $1
*** HOLE CARDS ***
Ann: calls $1
Bob: checks
*** FLOP *** [2c 7d Th]
Bob: checks
Ann: checks
*** TURN *** [2c 7d Th] []
Bob: checks
Ann: checks
*** RIVER *** [2c 7d Th] [4c]
Bob: checks
Ann: bets $4
Bob: calls $4
*** SHOW DOWN ***
Ann: shows [Qs Qd] (a pair of Queens)
Bob: shows [Ac Kc] (high card Ace)
Ann collected $11.50 from pot
*** SUMMARY ***
Total pot $12 | Rake $0.50
Board [2c 7d Th 3s 4c]

""",
    {"4001": {"nets": {1: "5.50", 2: -6}, "board": "2c7dTh3s4c"}},
)

# Who joins in posts a blind without a seat, and nobody says what he has; results share a line.
PARTYPOKER = Sample(
    "PartyPoker without a seat",
    """\
#Game No : 4101
***** Hand History for Game 4101 *****
$1/$2 USD NL Texas Hold'em - Sunday, September 22, 08:21:48 EDT 2013
Table Rome (Real Money)
Seat 3 is the button
Total number of players : 4/6
Seat 1: Ann ( $50 USD )
Seat 5: Bob ( $50 USD )
Seat 2: Cy ( $0 USD )
Seat 3: Dee ( $60 USD )
Eve has joined the table.
Bob posts small blind [$1 USD].
Eve posts big blind [$2 USD].
Cy posts big blind [$2 USD].
** Dealing down cards **
Ann folds
Cy checks
Dee calls [$2 USD]
Bob calls [$1 USD]
Eve raises [$4 USD]
Cy folds
Dee folds
Bob calls [$4 USD]
** Dealing Flop ** [ 6h, 2c, 3c ]
Bob bets [$44 USD]
Eve calls [$44 USD]
** Dealing Turn ** [ 9d ]
** Dealing River ** [ 9s ]
Bob shows [ Ah, Kc ]a pair of Nines.
Eve shows [ Ac, Kd ]a pair of Nines.
Bob wins $51 USD from the main pot with a pair.Eve wins $51 USD from the main pot with a pair.

#Game No : 4102
***** Hand History for Game 4102 *****
NL Texas Hold'em $30 Buy-in Trny:15286975 Level:3 Blinds(50/100) - Tuesday, August 30, 0:26 EDT 2005
Table Table  11277 (Real Money)
Seat 4 is the button
Total number of players : 3
Seat 4: Ann ( $1000 )
Seat 6: Bob ( $600 )
Seat 7: Cy ( $700 )
Trny:15286975 Level:4
Blinds(100/200)
** Dealing down cards **
Ann folds.
Bob is all-In  [500]
Cy is all-In  [500]
** Dealing Flop ** [ 9h, Qs, Tc ]
** Dealing Turn ** [ 6d ]
** Dealing River ** [ 5s ]
Bob shows [ 8s, Jd ] a straight, eight to queen.
Cy shows [ Td, 9c ] two pairs, tens and nines.
Cy wins 100 chips from  side pot #1  with two pairs, tens and nines.
Bob wins 1200 chips from  the main pot  with a straight, eight to queen.

""",
    {
        "4101": {"nets": {1: 0, 2: -2, 3: -2, 5: 1, 6: 1}, "rake": 2},
        "4102": {"nets": {4: 0, 6: 600, 7: -600}, "small_blind": 100, "big_blind": 200},
    },
)

# Stacks of 0 that bet; a button that is no seat; a summary that begins twice.
BETONLINE = Sample(
    "BetOnline of 2011",
    """\
BetOnline Poker Game #4201: Hold'em No Limit ($0.05/0.10) - 2012/09/30 21:30:57 EDT
Table 'Weeds' 10-Max, Seat #2684684 is the button
Seat 8: Ann (0.00 in chips)
Seat 1: Bob (0.00 in chips)
Seat 2: Cy (9.10 in chips)
Seat 5: Dee (3.00 in chips)
Bob: posts small blind 0.05
Cy: posts big blind 0.10
*** HOLE CARDS ***
Dealt to Dee []
Ann: calls 0.10
Bob: calls 0.05
Cy: checks
*** FLOP *** [Ks 9h 2s]
Bob: checks
Cy: checks
Ann: bets 1.90
Bob: folds
Cy: folds
Uncalled bet (1.90) returned to Ann
Ann shows 9s Qd
*** SUMMARY ***
Total pot 0.30
Board [Ks 9h 2s]
Ann shows 9s Qd
Total pot 0.30
Board [Ks 9h 2s]
Seat 8: Ann showed [9s Qd] and won (0.30)
Seat 5: Dee collected (0.00)

""",
    {"4201": {"nets": {1: "-0.10", 2: "-0.10", 8: "0.20"}}},
)

# No colon behind the table, and one behind the streets; halves of a pot.
WINAMAX = Sample(
    "Winamax of 2021",
    """\
Winamax Poker - CashGame - HandId: #4301-2-3 - Omaha8 pot limit (1€/2€) - 2021/04/12 11:48:13 UTC
Table 'Nagoya' 5-max (real money) Seat #2 is the button
Seat 1: Ann (100€)
Seat 2: Bob (100€)
*** ANTE/BLINDS ***
Bob posts small blind 1€
Ann posts big blind 2€
*** PRE-FLOP ***
Bob calls 1€
Ann checks
*** FLOP ***: [3h 4s 5h]
Ann bets 4€
Bob calls 4€
*** TURN ***: [3h 4s 5h][7c]
Ann checks
Bob checks
*** RIVER ***: [3h 4s 5h 7c][4c]
Ann checks
Bob checks
*** SHOW DOWN ***
Ann shows [5s Qd 2s 3s] (HI : Two pairs : 5 and 4)
Bob shows [Jd 7s Js 8c] (HI : Two pairs : Jacks and 4)
Bob collected 5.50€ from pot (HI)
Ann collected 5.50€ from pot (LO)
*** SUMMARY ***
Total pot 11€ | Rake 1€
Board: [3h 4s 5h 7c 4c]

""",
    {"4301-2-3": {"nets": {1: "-0.50", 2: "-0.50"}, "board": "3h4s5h7c4c", "rake": 1}},
)

# A chip that is posted is a bet, also a small one; an ante comes back before the deal.
BOVADA = Sample(
    "Bovada with chips that are posted",
    """\
Bovada Hand #4401 TBL#8747464 HOLDEM No Limit - 2014-08-05 01:04:57
Seat 1: UTG ($5 in chips)
Seat 2: Dealer ($5 in chips)
Seat 3: Small Blind ($5 in chips)
Seat 4: Big Blind [ME] ($5 in chips)
Dealer : Set dealer [2]
Small Blind : Small Blind $0.02
Big Blind  [ME] : Big blind $0.05
UTG : Posts chip $0.02
*** HOLE CARDS ***
UTG : Calls $0.03
Dealer : Folds
Small Blind : Folds
Big Blind  [ME] : Checks
*** FLOP *** [9d 7c 4c]
Big Blind  [ME] : Bets $0.10
UTG : Folds
Big Blind  [ME] : Return uncalled portion of bet $0.10
Big Blind  [ME] : Hand result $0.12
*** SUMMARY ***
Total Pot($0.12)


Bovada Hand #4402: HOLDEM Tournament #309 TBL#1, No Limit- Level 8 (1,000/2,000) - 2012-12-22 2:48
Seat 7: Big Blind [ME] (166 in chips)
Seat 8: Dealer (9,000 in chips)
Dealer : Set dealer [8]
Big Blind [ME] : All-in 166
Dealer : Ante chip 240
Dealer : Return uncalled portion of bet 74
*** HOLE CARDS ***
Big Blind [ME] : Card dealt to a spot [4d Js]
Dealer : Card dealt to a spot [As 6c]
*** FLOP *** [8s Qd Qs]
*** TURN *** [8s Qd Qs] [6d]
*** RIVER *** [8s Qd Qs 6d] [Ah]
Dealer : Hand Result 332
*** SUMMARY ***
Total Pot(332)
Board [8s Qd Qs 6d Ah]


""",
    {
        "4401": {"nets": {1: "-0.05", 2: 0, 3: "-0.02", 4: "0.07"}},
        "4402": {"nets": {7: -166, 8: 166}},
    },
)

# The button stands beside a seat.
CAKE = Sample(
    "Cake of 2010",
    """\
Hand#4501 - Pebble Beach (6-Max) 11712 -- $1/$2 NL Hold'em -- 2010/04/30 - 18:26:41
Seat 2: Ann ($50 in chips) DEALER
Seat 5: Bob ($50 in chips)
Seat 7: Cy ($50 in chips)
Bob: posts small blind $1
Cy: posts big blind $2
Ann: folds
Bob: calls $1
Cy: checks
*** FLOP *** [As,8c,9s]
Bob: bets $2
Cy: folds
Bob: returns uncalled bet $2
***SHOW DOWN***
Bob: mucks
Bob wins $4

""",
    {"4501": {"nets": {2: 0, 5: 2, 7: -2}, "button": 2}},
)

# What stands behind the rake of a side pot.
SWC = Sample(
    "Seals with Clubs with a side pot",
    """\
Hand #4601-82 - 2013-04-12 00:37:11
Game: NL Hold'em (20 - 100) - Blinds 1/1
Site: Seals With Clubs
Table: NLHE 9max 1/1 #2
Seat 2: Ann (23)
Seat 5: Bob (230)
Seat 6: Cy (2)
Bob has the dealer button
Cy posts small blind 1
Ann posts big blind 1
** Hole Cards **
Bob raises to 3
Cy calls 1 (All-in)
Ann calls 2
** Flop ** [5h 5d Kh]
Ann checks
Bob checks
** Turn ** [6s]
Ann checks
Bob bets 3
Ann folds
Bob refunded 3
** River ** [8h]
Bob wins Side Pot 1 (2)
Rake (0)
** Main Pot Show Down ** [5h 5d Kh 6s 8h]
Bob shows [Td Tc] (Two Pair, Tens and Fives +K)
Cy shows [Kd Qh] (Two Pair, Kings and Fives +Q)
Cy wins Main Pot (5.90) with Two Pair
Rake (0.10)
Cy adds 94 chips

""",
    {"4601-82": {"nets": {2: -3, 5: -1, 6: "3.90"}, "rake": "0.10"}},
)

# The form of today; a tournament; and a bomb pot: all ante, and nobody bets before the flop.
SWC_NEW = Sample(
    "Seals with Clubs since 2023",
    """\
SwCPoker Hand #4611:  Hold'em No Limit (1.00/2.00) - 2023/06/26 19:30:22 UTC
Table 'NLHE 6max #2'(123) 6-max (Real Money) Seat #2 is the button
Seat 1: Ann (100.00 in chips)
Seat 2: Bob (1,200.00 in chips)
Seat 4: Cy (50.00 in chips)
Cy: posts small blind 1
Ann: posts big blind 2
Bob: posts small & big blind 3
*** HOLE CARDS ***
Dealt to Ann [Qs Qd]
Bob: checks
Cy: folds
Ann: checks
*** FLOP *** [2c 7d Th]
Ann: bets 4
Bob: folds
Uncalled bet (4) returned to Ann
*** SHOW DOWN ***
Ann: doesn't show hand
Ann collected 5.80 from pot
*** SUMMARY ***
Total pot 5.80 | Rake 0.20
Board [2c 7d Th]

SwCPoker Hand #4612: Tournament (Freeroll [50 Chips])#194634844, 0+0 Hold'em No Limit - Level X (1,000/2,000) - 2023/06/26 19:30:22 UTC
Table 'NLH 3'(123) 9-max (Real Money) Seat #1 is the button
Seat 1: Ann (10,000 in chips)
Seat 3: Bob (20,000 in chips)
Ann: posts small blind 1,000
Bob: posts big blind 2,000
*** HOLE CARDS ***
Dealt to Ann [Qs Qd]
Ann: raises 2,000 to 4,000
Bob: folds
Uncalled bet (2,000) returned to Ann
Ann collected 4,000 from pot
*** SUMMARY ***
Total pot 4,000 | Rake 0

SwCPoker Hand #4613:  Omaha Pot Limit (0.02/0.04) - 2026/09/08 9:20:00 UTC
Table 'PLO Double Board Bomb Pots #1'(299) 8-max (Real Money) Seat #1 is the button
Seat 1: Ann (3 in chips)
Seat 5: Bob (14 in chips)
Ann: posts the ante 0.12
Bob: posts the ante 0.12
*** HOLE CARDS ***
Dealt to Bob [5s 5h 5c Jd]
*** FIRST FLOP *** [2d Td 8d]
*** SECOND FLOP *** [7c 4h Ks]
Bob: checks
Ann: checks
*** FIRST TURN *** [2d Td 8d] [Ts]
*** SECOND TURN *** [7c 4h Ks] [9h]
Bob: bets 0.12
Ann: calls 0.12
*** FIRST RIVER *** [2d Td 8d Ts] [Kd]
*** SECOND RIVER *** [7c 4h Ks 9h] [2c]
Bob: checks
Ann: checks
*** SHOW DOWN ***
Bob: shows [5s 5h 5c Jd] (two pair, Tens and Fives)
Ann: shows [5d 7s Ah 9s] (a pair of Nines)
Bob collected 0.24 from pot
Ann collected 0.24 from pot
*** SUMMARY ***
Total pot 0.48 | Rake 0
Board [2d Td 8d Ts Kd]
Board [7c 4h Ks 9h 2c]
""",  # noqa: E501
    {
        "4611": {"nets": {1: "3.80", 2: -3, 4: -1}, "rake": "0.20", "currency": "mBTC"},
        "4612": {"nets": {1: 2000, 3: -2000}, "tournament": "194634844", "currency": None},
        "4613": {"nets": {1: 0, 5: 0}, "board": "2dTd8dTsKd", "board2": "7c4hKs9h2c"},
    },
)

# Who is disconnected stays in for what he has put in. A dead bet and a straddle; a bet at the cap.
WPN = Sample(
    "WPN with a lost connection",
    """\
Game started at: 2016/10/2 21:0:42
Game ID: 4701 1/2 Xana (Hold'em)
Seat 1 is the button
Seat 1: Ann (40).
Seat 2: Bob (50).
Seat 3: Cy (60).
Player Bob has small blind (1)
Player Cy has big blind (2)
Player Bob received a card.
Player Cy received a card.
Player Ann received a card.
Player Ann calls (2)
Player Bob calls (1)
Player Cy checks
*** FLOP ***: [6d 7h 3h]
Player Bob bets (4)
Player Cy calls (4)
Player Ann is disconnected and ALL IN.
Player Ann allin
*** TURN ***: [6d 7h 3h] [2c]
Player Bob checks
Player Cy checks
*** RIVER ***: [6d 7h 3h 2c] [2h]
Player Bob checks
Player Cy checks
------ Summary ------
Pot: 13. Rake 1
Board: [6d 7h 3h 2c 2h]
*Player Ann shows: a pair [As Ad]. Bets: 2. Collects: 5. Wins: 3.
*Player Bob shows: a pair [Ks Kd]. Bets: 6. Collects: 8. Wins: 2.
Player Cy mucks (does not show cards). Bets: 6. Collects: 0. Loses: 6.
Game ended at: 2016/10/2 21:4:9

Game started at: 2014/3/9 19:37:22
Game ID: 4702 1/2 Gabilite (JP) - CAP - Max - 2 (Hold'em)
Seat 1 is the button
Seat 1: Ann (400).
Seat 2: Bob (500).
Seat 3: Cy (60).
Player Bob has small blind (1)
Player Cy has big blind (2)
Player Ann posts (1) as a dead bet
Player Ann posts (2)
Player Bob received a card.
Player Cy received a card.
Player Ann received a card.
Player Ann cap (38)
Player Bob folds
Player Cy calls (38)
*** FLOP ***: [6d 7h 3h]
*** TURN ***: [6d 7h 3h] [2c]
*** RIVER ***: [6d 7h 3h 2c] [10d]
------ Summary ------
Pot: 80. Rake 2
Board: [6d 7h 3h 2c 10d]
*Player Ann shows: a pair [As Ad]. Bets: 41. Collects: 80. Wins: 39.
Player Bob doesn't show cards.Bets: 1. Collects: 0. Loses: 1.
Player Cy mucks (does not show cards). Bets: 40. Collects: 0. Loses: 40.
Game ended at: 2014/3/9 19:38:54

""",
    {
        "4701": {"nets": {1: 3, 2: 2, 3: -6}, "rake": 1, "currency": "USD"},
        "4702": {"nets": {1: 39, 2: -1, 3: -40}, "rake": 2},
    },
)
# Two are left, and who has the button posts the big blind; run twice, with caps.
WPN_NEW = Sample(
    "WPN with two boards",
    """\
Hand #4703 - Omaha (Pot Limit) - $1.00/$2.00 - 2021/04/05 06:07:08 UTC
Bern (Cap) 6-max Seat #2 is the button
Seat 2: Ann ($100.00)
Seat 3: Cy ($90.00)
Seat 5: Bob ($100.00)
Bob posts the small blind $1.00
Cy sits out
Ann posts the big blind $2.00
*** HOLE CARDS ***
Main pot $3.00
Bob raises $4.00 to $6.00
Ann calls $4.00
*** FLOP *** [2c 7d Th]
Main pot $11.50 | Rake $0.50
Bob bets $10.00
Ann caps $54.00
Bob caps $44.00
*** TURN 1 *** [2c 7d Th] [3s]
*** RIVER 1 *** [2c 7d Th 3s] [4c]
*** TURN 2 *** [2c 7d Th] [Qc]
*** RIVER 2 *** [2c 7d Th Qc] [5s]
*** SHOW DOWN ***
Bob shows [Ac Ad 9s 8s] (a pair of Aces [Ac Ad Th 7d 4c])
Ann shows [Kc Kd 2s 3d] (two pair, Threes and Twos [3s 3d 2c 2s Th])
Ann collected $58.50 from main pot
Bob collected $58.50 from main pot
*** SUMMARY ***
Total pot $117.00 | Rake $3.00
Seat 2: Ann (button) showed [Kc Kd 2s 3d] and won $58.50 with two pair
Seat 5: Bob (small blind) showed [Ac Ad 9s 8s] and won $58.50 with a pair of Aces

""",
    {
        "4703": {
            "nets": {2: "-1.50", 5: "-1.50"}, "rake": 3, "board": "2c7dTh3s4c",
            "board2": "2c7dThQc5s", "positions": {2: "BB", 5: "SB"},
        }
    },
)  # fmt: skip

# Seats without a dash, raises by what they add, and the rake at the end.
MICROGAMING = Sample(
    "Microgaming as it was exported",
    """\
** Hand # 4801 starting - 2016-01-12 23:00:07

** Jerold - €50 Max [Hold'em] (1|2 NL - Cash Game) Real Money

Ann sitting in seat 1 with €110.18

Bob sitting in seat 2 with €20[Dealer]

Cy sitting in seat 3 with €65.70

Cy posted the small blind - €1

Ann posted the big blind - €2

** Dealing cards to Ann: 6h, 9s

Bob raised to €6

Cy folded

Ann raised to €10

Bob called - €6

** Dealing the flop: 2h, 5d, Jc

Ann bet - €20

Bob went all-in - €8

Ann shows: 6h, 9s

Bob shows: 2d, Qh

** Dealing the turn: 6s

** Dealing the river: 9d

Ann wins €51.50 from the main pot

Rake: €1.50

""",
    {"4801": {"nets": {1: "19.50", 2: -20, 3: -1}, "rake": "1.50", "currency": "EUR"}},
)

# Who has left folds late, and who is called bets after the call.
POKERTRACKER = Sample(
    "PokerTracker of Zone Poker",
    """\
GAME #4901 Texas Hold'em NL $1/$2 2018-12-24 10:34:39/GMT
Table Speed - Zone Poker - Texans
Seat 3: Ann ($100.00 in chips)
Seat 5: Bob ($100.00 in chips)
Seat 6: Cy ($100.00 in chips) DEALER
Seat 1: Dee ($100.00 in chips)
Dee: Post SB $1.00
Ann: Post BB $2.00
*** HOLE CARDS ***
Cy: Raise (NF) $5.00
Dee: Call $4.00
Bob: Fold
Ann: Fold
*** FLOP *** [H6 SJ D3]
Cy: Call $10.00
Dee: Bet $10.00
*** TURN *** [S10]
Dee: Check
Cy: Check
*** RIVER *** [C2]
Cy: Allin $85.00
Dee: Fold
*** SUMMARY ***
Total pot $116.00 Rake $1.00
Cy: wins $116.00

""",
    {
        "4901": {
            "nets": {1: -15, 3: -2, 5: 0, 6: 16},
            "rake": 1,
            "board": "6hJs3dTs2c",
        }
    },
)

# Of 2010: raises by what they add. Of 2013: all-in once more, and a check of who is not there.
MERGE = Sample(
    "Merge of 2010 and 2013",
    """\
<description type="Holdem" stakes="No Limit ($1/$2)"/>
<game id="5001-2" starttime="20100907170630" data="20100907:Statue (27626):27626:5001-2:false">
<players dealer="3">
<player seat="0" nickname="Ann" balance="$198.00" dealtin="true" />
<player seat="3" nickname="Bob" balance="$201.00" dealtin="true" />
</players>
<round id="BLINDS" sequence="1">
<event sequence="1" type="SMALL_BLIND" player="3" amount="1.00"/>
<event sequence="2" type="BIG_BLIND" player="0" amount="2.00"/>
</round>
<round id="PREFLOP" sequence="2">
<event sequence="3" type="RAISE" player="3" amount="5.00"/>
<event sequence="4" type="FOLD" player="0"/>
</round>
<round id="END_OF_FOLDED_GAME" sequence="3">
<winner amount="8.00" uncalled="false" potnumber="1" player="3" pottype="n"/>
</round>
</game>
<game id="5002-2" starttime="20130818125834" data="20130818|Grand VI|71748131|5002-2|true">
<players dealer="1">
<player seat="1" nickname="Ann" balance="$50.00" dealtin="true" />
<player seat="2" nickname="Bob" balance="$60.00" dealtin="true" />
<player seat="3" nickname="Cy" balance="$0.00" dealtin="false" />
</players>
<round id="BLINDS" sequence="1">
<event sequence="1" type="SMALL_BLIND" player="1" amount="1.00"/>
<event sequence="2" type="BIG_BLIND" player="2" amount="2.00"/>
</round>
<round id="PREFLOP" sequence="2">
<event sequence="3" type="ALL_IN" player="1" amount="49.00"/>
<event sequence="4" type="CALL" player="2" amount="48.00"/>
</round>
<round id="POSTFLOP" sequence="3"><cards type="COMMUNITY" cards="Ks,Tc,3c" hand=""/></round>
<round id="POSTTURN" sequence="4">
<event sequence="5" type="ALL_IN" player="1"/>
<cards type="COMMUNITY" cards="Ks,Tc,3c,Qd" hand=""/>
</round>
<round id="POSTRIVER" sequence="5">
<event sequence="6" type="CHECK" player="3"/>
<cards type="COMMUNITY" cards="Ks,Tc,3c,Qd,Th" hand=""/>
</round>
<round id="END_OF_GAME" sequence="6">
<winner amount="99.00" uncalled="false" potnumber="1" player="2" hand="" pottype="n"/>
</round>
</game>
""",
    {
        "5001-2": {"nets": {1: -2, 4: 2}, "table_name": "Statue (27626)"},
        "5002-2": {"nets": {2: -50, 3: 49}, "rake": 1},
    },
    "xml",
)

_SESSION = """\
<?xml version="1.0" encoding="utf-8"?>
<session sessioncode="{n}">
<general><gametype>Holdem {game}</gametype><tablename>Mino</tablename>
<currency>USD</currency><nickname>Ann</nickname></general>
<game gamecode="{n}">
<general><startdate>2017/01/23 22:29:14</startdate><players>
<player seat="1" name="Ann" chips="$200" dealer="1" win="${win}" bet="$10" />
<player seat="3" name="Bob" chips="$200" dealer="0" win="$0" bet="{bet}" />
<player seat="5" name="Cy" chips="$200" dealer="0" win="$0" bet="{big}" />
</players></general>
<round no="0">
<action no="1" player="Bob" type="1" sum="{small}" cards=""/>
<action no="2" player="Cy" type="2" sum="{big}" cards=""/>
</round>
<round no="1">
<action no="3" player="Ann" type="3" sum="{big}" cards=""/>
<action no="4" player="Bob" type="23" sum="$10" cards=""/>
<action no="5" player="Cy" type="0" sum="$0" cards=""/>
<action no="6" player="Ann" type="3" sum="{rest}" cards=""/>
</round>
<round no="2"><cards type="Flop" player="">SJ D3 C5</cards>
<action no="7" player="Bob" type="0" sum="$0" cards=""/></round>
</game></session>
"""
# Two sessions in a file, each of its own stakes; a small blind that did not count for a raise.
IPOKER = Sample(
    "iPoker with a dead small blind",
    _SESSION.format(n=5101, game="NL $2/$4", small="$2", big="$4", rest="$6", bet="$12", win="24")
    + _SESSION.format(
        n=5102, game="L $5/$10", small="$2.50", big="$5", rest="$5", bet="$10", win="24"
    ),
    {
        "5101": {"nets": {1: 14, 3: -12, 5: -4}, "rake": 2, "big_blind": 4},
        "5102": {"nets": {1: 14, 3: -10, 5: -5}, "rake": 1, "big_blind": 5},
    },
    "xml",
)

SAMPLES = (
    POKERSTARS, PARTYPOKER, BETONLINE, WINAMAX, BOVADA, CAKE, SWC, SWC_NEW, WPN, WPN_NEW,
    MICROGAMING, POKERTRACKER, MERGE, IPOKER, RUN_IT_ONCE,
)  # fmt: skip
