"""Hands of every site that is read, made up for tests, and what they are to give.

Each has what is peculiar to its site. The values beside it are worked out by hand, from its lines.
"""

from typing import Any, NamedTuple


class Sample(NamedTuple):
    """A text of a hand, or of a few.

    ``wanted`` is what each hand gives, by its number: ``nets`` and ``cashout`` by seat, and columns
    of ``hands``. Amounts are whole numbers, or text. ``file`` is the name of its file.
    """

    name: str
    text: str
    wanted: dict[str, dict[str, Any]]
    format: str = "text"
    file: str = "file"


# Who comes back posts both blinds; dealt twice.
POKERSTARS = Sample(
    "PokerStars",
    """\
PokerStars Hand #3001:  Hold'em No Limit ($1/$2 USD) - 2024/07/08 20:00:00 CET [2024/07/08 14:00:00 ET]
Table 'Vesta II' 6-max Seat #2 is the button
Seat 1: Ann ($60 in chips)
Seat 2: Bob ($200 in chips)
Seat 4: Cy ($90 in chips)
Seat 6: Dee ($200 in chips)
Cy: posts small blind $1
Dee: posts big blind $2
Ann: posts small & big blinds $3
*** HOLE CARDS ***
Dealt to Bob [Qs Qd]
Ann: checks
Bob: raises $6 to $8
Cy: folds
Dee: folds
Ann: raises $51 to $59 and is all-in
Bob: calls $51
*** FIRST FLOP *** [2c 7d Th]
*** FIRST TURN *** [2c 7d Th] [3s]
*** FIRST RIVER *** [2c 7d Th 3s] [4c]
*** SECOND FLOP *** [Jc 5d 8h]
*** SECOND TURN *** [Jc 5d 8h] [Ah]
*** SECOND RIVER *** [Jc 5d 8h Ah] [9c]
*** FIRST SHOW DOWN ***
Ann: shows [Ac Kc] (high card Ace)
Bob: shows [Qs Qd] (a pair of Queens)
Bob collected $60 from pot
*** SECOND SHOW DOWN ***
Ann: shows [Ac Kc] (a pair of Aces)
Bob: shows [Qs Qd] (a pair of Queens)
Ann collected $60 from pot
*** SUMMARY ***
Total pot $122 | Rake $2
Hand was run twice
FIRST Board [2c 7d Th 3s 4c]
SECOND Board [Jc 5d 8h Ah 9c]
Seat 1: Ann showed [Ac Kc] and lost with high card Ace, and won ($60) with a pair of Aces
Seat 2: Bob (button) showed [Qs Qd] and won ($60) with a pair of Queens, and lost with a pair of Queens
Seat 4: Cy (small blind) folded before Flop
Seat 6: Dee (big blind) folded before Flop
""",  # noqa: E501
    {
        "3001": {
            "nets": {1: 0, 2: 1, 4: -1, 6: -2}, "game": "no limit hold'em", "big_blind": 2,
            "currency": "USD", "rake": 2, "hero": 2, "board": "2c7dTh3s4c",
            "board2": "Jc5d8hAh9c", "tournament": None, "played_utc": "2024-07-08 18:00:00",
        },
    },
)  # fmt: skip

# A straddle, money that the site adds, and a cash-out: who wins pays the risk.
GGPOKER = Sample(
    "GGPoker",
    """\
Poker Hand #RC3101: Hold'em No Limit ($0.5/$1) - 2025/01/02 10:20:30
Table 'RushAndCash77' 6-max Seat #3 is the button
Seat 1: 1a2b3c ($40 in chips)
Seat 2: Hero ($100 in chips)
Seat 3: 4d5e6f ($100 in chips)
Seat 4: 7a8b9c ($100 in chips)
Cash Drop to Pot : total $5
7a8b9c: posts small blind $0.5
1a2b3c: posts big blind $1
Hero: straddle $2
*** HOLE CARDS ***
Dealt to 1a2b3c
Dealt to Hero [Kd Kh]
Dealt to 4d5e6f
Dealt to 7a8b9c
4d5e6f: folds
7a8b9c: folds
1a2b3c: raises $38 to $40 and is all-in
Hero: calls $38
1a2b3c: shows [Ad Qc]
Hero: shows [Kd Kh]
Hero: Chooses to EV Cashout
*** FLOP *** [2c 7d Th]
*** TURN *** [2c 7d Th] [3s]
*** RIVER *** [2c 7d Th 3s] [4c]
*** SHOWDOWN ***
Hero collected $82.5 from pot
Hero: Pays Cashout Risk ($23.4)
*** SUMMARY ***
Total pot $85.5 | Rake $2 | Jackpot $1 | Bingo $0 | Fortune $0 | Tax $0
Board [2c 7d Th 3s 4c]
Seat 1: 1a2b3c (big blind) showed [Ad Qc] and lost with Ace high
Seat 2: Hero showed [Kd Kh] and won ($82.5) with a pair of Kings
Seat 3: 4d5e6f (button) folded before Flop
Seat 4: 7a8b9c (small blind) folded before Flop
""",
    {
        "RC3101": {
            "nets": {1: -40, 2: "19.1", 3: 0, 4: "-0.5"}, "cashout": {2: "-23.4"},
            "game": "no limit hold'em", "big_blind": 1, "currency": "USD", "rake": 3, "added": 5,
            "hero": 2, "board": "2c7dTh3s4c", "played_utc": "2025-01-02 15:20:30",
        },
    },
)  # fmt: skip

# All cards are told, the uncalled bet stands with what is collected, the site adds to the pot.
RUN_IT_ONCE = Sample(
    "Run It Once",
    """\
Run It Once Poker Hand #3201:  Hold'em No Limit (€0.50/€1) - 2019/08/09 11:22:33
Table '7' 6-max Seat #1 is the button
Seat 1: Ann (€100 in chips)
Seat 3: Bob (€80 in chips)
Bob: posts big blind €1
Ann: posts small blind €0.50
*** HOLE CARDS ***
Dealt to Ann [Ac Ad]
Dealt to Bob [Kc Kd]
Ann: calls €0.50
Bob: checks
STP added: €0.50
*** FLOP *** [2c 7d Th]
Bob: bets €2
Ann: folds
Uncalled bet (€2) returned to Bob
Bob collected €2.40 from pot
*** SUMMARY ***
Total pot €2.50 | Rake €0.10
Board [2c 7d Th]
""",
    {
        "3201": {
            "nets": {1: -1, 3: "1.40"}, "game": "no limit hold'em", "big_blind": 1,
            "currency": "EUR", "rake": "0.10", "added": "0.50", "hero": None, "board": "2c7dTh",
            "played_utc": "2019-08-09 11:22:33",
        },
    },
)  # fmt: skip

# No line of the uncalled bet, a dead small blind, two pots.
WINAMAX = Sample(
    "Winamax",
    """\
Winamax Poker - CashGame - HandId: #33-01-1700000000 - Holdem no limit (1€/2€) - 2023/11/12 13:14:15 UTC
Table: 'Nantes 07' 6-max (real money) Seat #1 is the button
Seat 1: Ann (40€)
Seat 2: Bob (100€)
Seat 3: Cy (120€)
Seat 5: Dee (50€)
*** ANTE/BLINDS ***
Bob posts small blind 1€
Cy posts big blind 2€
Dee posts dead small blind 1€
Dee posts big blind 2€ out of position
Dealt to Cy [Qs Qd]
*** PRE-FLOP ***
Dee checks
Ann raises 38€ to 40€ and is all-in
Bob folds
Cy raises 80€ to 120€ and is all-in
Dee calls 47€ and is all-in
*** FLOP *** [2c 7d Th]
*** TURN *** [2c 7d Th][3s]
*** RIVER *** [2c 7d Th 3s][4c]
*** SHOW DOWN ***
Cy shows [Qs Qd] (One pair : Queens)
Dee shows [Jc Js] (One pair : Jacks)
Ann shows [Ac Ad] (One pair : Aces)
Cy collected 18€ from side pot 1
Ann collected 117€ from main pot
*** SUMMARY ***
Total pot 135€ | Rake 5€
Board: [2c 7d Th 3s 4c]
Seat 1: Ann (button) showed [Ac Ad] and won 117€ with One pair : Aces
Seat 3: Cy (big blind) showed [Qs Qd] and won 18€ with One pair : Queens
Seat 5: Dee showed [Jc Js] and lost
""",  # noqa: E501
    {
        "33-01-1700000000": {
            "nets": {1: 77, 2: -1, 3: -31, 5: -50}, "game": "no limit hold'em", "big_blind": 2,
            "currency": "EUR", "rake": 5, "hero": 3, "board": "2c7dTh3s4c",
            "played_utc": "2023-11-12 13:14:15",
        },
    },
)  # fmt: skip

# Players are their places, all cards are told, each pot has its line; who raises all in.
BOVADA = Sample(
    "Bovada",
    """\
Bovada Hand #3401 TBL#1234567 HOLDEM No Limit - 2018-03-04 05:06:07
Seat 1: Dealer ($20 in chips)
Seat 2: Small Blind ($30 in chips)
Seat 4: Big Blind [ME] ($50 in chips)
Seat 5: UTG ($10 in chips)
Dealer : Set dealer [1]
Small Blind : Small Blind $0.25
Big Blind  [ME] : Big blind $0.50
UTG : Posts dead chip $0.25
*** HOLE CARDS ***
Dealer : Card dealt to a spot [Ac Ad]
Small Blind : Card dealt to a spot [Kc 2d]
Big Blind  [ME] : Card dealt to a spot [Qs Qd]
UTG : Card dealt to a spot [7c 8c]
UTG : Folds
Dealer : All-in(raise) $20 to $20
Small Blind : Folds
Big Blind  [ME] : Raises $39.50 to $40
Big Blind  [ME] : Return uncalled portion of bet $20
*** FLOP *** [2c 7d Th]
*** TURN *** [2c 7d Th] [3s]
*** RIVER *** [2c 7d Th 3s] [4c]
Dealer : Showdown [Ac Ad 7d Th 4c] (One pair)
Big Blind  [ME] : Mucks [Qs Qd] (One pair)
Dealer : Hand result $38.50
*** SUMMARY ***
Total Pot($40.50)
Board [2c 7d Th 3s 4c]
Seat+1: Dealer $38.50 [Ac Ad]
""",
    {
        "3401": {
            "nets": {1: "18.50", 2: "-0.25", 4: -20, 5: "-0.25"}, "game": "no limit hold'em",
            "big_blind": "0.50", "currency": "USD", "rake": 2, "hero": 4, "board": "2c7dTh3s4c",
            "played_utc": "2018-03-04 10:06:07",
        },
    },
)  # fmt: skip

# A dead blind, raises that say what they add, cards with commas; neither pot nor rake.
PACIFIC = Sample(
    "888poker",
    """\
#Game No : 3501
***** 888poker Hand History for Game 3501 *****
$1/$2 Blinds No Limit Holdem - *** 16 09 2020 16:14:46
Table Lima 6 Max (Real Money)
Seat 7 is the button
Total number of players : 4
Seat 1: Ann ( $100 )
Seat 4: Bob ( $1,200.50 )
Seat 7: Cy ( $100 )
Seat 9: Dee ( $100 )
Dee posts small blind [$1]
Ann posts big blind [$2]
Bob posts dead blind [$1 + $2]
** Dealing down cards **
Dealt to Ann [ Qs, Qd ]
Bob checks
Cy folds
Dee raises [$5]
Ann folds
Bob calls [$4]
** Dealing flop ** [ 2c, 7d, Th ]
Dee bets [$10]
Bob folds
** Summary **
Dee did not show his hand
Dee collected [ $14.20 ]
""",
    {
        "3501": {
            "nets": {1: -2, 4: -7, 7: 0, 9: "8.20"}, "game": "no limit hold'em", "big_blind": 2,
            "currency": "USD", "rake": "0.80", "hero": 1, "board": "2c7dTh",
            "played_utc": "2020-09-16 20:14:46",
        },
    },
)  # fmt: skip

# Seats in no order, a raise says what it adds; the new form has a cash-out and end balances.
PARTYPOKER = Sample(
    "PartyPoker",
    """\
***** Hand History for Game 3601 *****
$2 USD NL Texas Hold'em - Monday, January 06, 05:54:36 EST 2014
Table Oslo (Real Money)
Seat 2 is the button
Total number of players : 3/6
Seat 5: Cy ( $40 USD )
Seat 2: Ann ( $2.10 USD )
Seat 3: Bob ( $3 USD )
Bob posts small blind [$0.01 USD].
Cy posts big blind [$0.02 USD].
** Dealing down cards **
Dealt to Bob [  Qs Qd ]
Ann raises [$0.06 USD]
Bob raises [$0.15 USD]
Cy folds
Ann is all-In  [$2.04 USD]
Bob calls [$1.94 USD]
** Dealing Flop ** [ 2c, 7d, Th ]
** Dealing Turn ** [ 3s ]
** Dealing River ** [ 4c ]
Bob shows [ Qs, Qd ]a pair of Queens.
Ann shows [ Ac, Ad ]a pair of Aces.
Ann wins $4.02 USD from the main pot with a pair of Aces.
""",
    {
        "3601": {
            "nets": {2: "1.92", 3: "-2.10", 5: "-0.02"}, "game": "no limit hold'em",
            "currency": "USD", "big_blind": "0.02", "rake": "0.20", "hero": 3,
            "board": "2c7dTh3s4c", "played_utc": "2014-01-06 10:54:36",
        },
    },
)  # fmt: skip
PARTYPOKER_2026 = Sample(
    "PartyPoker since 2019",
    """\
***** Hand History For Game 1770000000123x9bq *****
0.10/0.25 Texas Hold'em Game Table (NL) - Mon Feb 02 12:00:00 EST 2026
Table Table 9 (Real Money) -- Seat 1 is the button
Total number of players : 3/6
Seat 1: Ann ($20)
Seat 2: Bob ($30)
Seat 3: Cy ($30)
Bob posts small blind (0.10)
Cy posts big blind (0.25)
** Dealing down cards **
Dealt to Cy [ Qs, Qd ]
Ann raises 20 to 20
Ann is all-In.
Bob folds
Cy calls (19.75)
Ann opted for cash-out
Ann Cashout Amount is 31.50
** Dealing Flop ** :  [ 2c, 7d, Th ]
** Dealing Turn ** :  [ 3s ]
** Dealing River ** :  [ Qc ]
** Summary **
Main Pot: $38.10 Rake: $2.0
Board: [ 2c, 7d, Th, 3s, Qc ]
Ann Cashed out  balance $31.50, bet $20, collected $31.50, net +$11.50[ Ac, Ad ] [ a pair of aces -- Ac,Ad ]
Bob balance $29.90, lost $0.10 (folded)
Cy balance $48.10, bet $20, collected $38.10, net +$18.10[ Qs, Qd ] [ three queens -- Qs,Qd,Qc ]
""",  # noqa: E501
    {
        "1770000000123": {
            "nets": {1: "11.50", 2: "-0.10", 3: "18.10"}, "cashout": {1: "31.50"},
            "game": "no limit hold'em", "big_blind": "0.25", "rake": 2,
            "hero": 3, "board": "2c7dTh3sQc", "played_utc": "2026-02-02 17:00:00",
        },
    },
)  # fmt: skip

# The tournament's number is in the file's name; a card a line; raises say what they add.
WPN_OLD = Sample(
    "WPN until 2019",
    """\
Game started at: 2016/8/28 20:23:32
Game ID: 3701 50/100 Turbo, Table 2 (Hold'em)
Seat 2 is the button
Seat 1: Ann (2000).
Seat 2: Bob (1500).
Seat 3: Cy (900).
Player Ann ante (10)
Player Bob ante (10)
Player Cy ante (10)
Player Cy has small blind (50)
Player Ann has big blind (100)
Player Cy received a card.
Player Cy received a card.
Player Ann received card: [Qs]
Player Ann received card: [Qd]
Player Bob received a card.
Player Bob received a card.
Player Bob raises (300)
Player Cy folds
Player Ann calls (200)
*** FLOP ***: [2c 7d Th]
Player Ann checks
Player Bob bets (500)
Player Ann folds
Uncalled bet (500) returned to Bob
Player Bob mucks cards
------ Summary ------
Pot: 680
Board: [2c 7d Th]
Player Ann does not show cards.Bets: 310. Collects: 0. Loses: 310.
*Player Bob mucks (does not show cards). Bets: 310. Collects: 680. Wins: 370.
Player Cy does not show cards.Bets: 60. Collects: 0. Loses: 60.
Game ended at: 2016/8/28 20:23:54
""",
    {
        "3701": {
            "nets": {1: -310, 2: 370, 3: -60}, "game": "no limit hold'em", "big_blind": 100,
            "ante": 10, "currency": None, "rake": 0, "hero": 1, "tournament": "4567890",
            "board": "2c7dTh", "played_utc": "2016-08-29 00:23:32",
        },
    },
    file="HH20160828 T4567890-G1.txt",
)  # fmt: skip
WPN = Sample(
    "WPN",
    """\
Hand #3702 - Holdem(No Limit) - $1.00/$2.00 - 2021/04/05 06:07:08 UTC
Bern 6-max Seat #1 is the button
Seat 1: Ann ($100.00)
Seat 2: Bob ($100.00)
Seat 3: Cy ($100.00)
Bob posts the small blind $1.00
Cy posts the big blind $2.00
Ann straddles $4.00
*** HOLE CARDS ***
Main pot $7.00
Dealt to Cy [Qs Qd]
Bob folds
Cy raises $10.00 to $12.00
Ann calls $8.00
*** FLOP *** [2c 7d Th]
Main pot $23.80 | Rake $1.20
Cy bets $88.00 and is all-in
Ann folds
Uncalled bet ($88.00) returned to Cy
Cy does not show
*** SUMMARY ***
Total pot $23.50 | Rake $1.20 | JP Fee $0.30
Board [2c 7d Th]
Seat 1: Ann (button) folded on the Flop
Seat 2: Bob (small blind) folded on the Pre-Flop
Seat 3: Cy (big blind) did not show and won $23.50
""",
    {
        "3702": {
            "nets": {1: -12, 2: -1, 3: "11.50"}, "game": "no limit hold'em", "currency": "USD",
            "big_blind": 2, "rake": "1.50", "hero": 3, "board": "2c7dTh",
            "played_utc": "2021-04-05 06:07:08",
        },
    },
)  # fmt: skip

# Seats in no order, no line of the uncalled bet, more than one line of the pot.
BETONLINE = Sample(
    "BetOnline",
    """\
BetOnline Poker Game #3801: Hold'em No Limit ($0.50/1.00) - 2013/01/20 10:00 EST
Table 'Ceres' 6-Max, Seat #3 is the button
Seat 5: Ann (10.00 in chips)
Seat 3: Bob (40.00 in chips) - The button
Seat 1: Cy (60.00 in chips)
Ann: posts small blind 0.50
Cy: posts big blind 1.00
*** HOLE CARDS ***
Dealt to Cy [Qs Qd]
Bob: raises 39.00 to 40.00 and is all in
Ann: calls 9.50 and is all in
Cy: calls 39.00
*** FLOP *** [2c 7d Th]
*** TURN *** [2c 7d Th][3s]
*** RIVER *** [2c 7d Th 3s][4c]
*** SHOW DOWN ***
Cy shows Qs Qd
Bob shows Jc Js
Ann shows Ac Ad
*** SUMMARY ***
Total pot 29.00 | Rake 1.00
Total pot 60.00
Board [2c 7d Th 3s 4c]
Seat 5: Ann showed [Ac Ad] and won (29.00)
Seat 1: Cy showed [Qs Qd] and won (60.00)
""",
    {
        "3801": {
            "nets": {1: 20, 3: -40, 5: 19}, "game": "no limit hold'em", "currency": "USD",
            "big_blind": 1, "rake": 1, "hero": 1, "board": "2c7dTh3s4c",
            "played_utc": "2013-01-20 15:00:00",
        },
    },
)  # fmt: skip

# Five cards, two boards from the river on, calls that say the total, end stacks in the summary.
KINGSCLUB = Sample(
    "KingsClub",
    """\
#3901: Pot Limit Omaha 5 Card - 5/10
2022-10-11 12:13:14
Table 'Kappa' Seat 1 is the button
Seat 1: Ann (70)
Seat 2: Bob (200)
Seat 3: Cy (300)
Bob: posts the small blind 5
Cy: posts the big blind 10
Ann: posts the straddle 20
*** HOLE CARDS ***
Dealt to Ann: [X X X X X]
Dealt to Bob: [X X X X X]
Dealt to Cy: [Qs Qd 6c 5h 2h]
Bob folds
Cy calls 20
Ann checks
*** FLOP *** [2c 7d Th]
Cy checks
Ann bets 45
Cy calls 45
*** TURN *** [2c 7d Th] [3s]
Cy bets 50
Ann is all in 5
Uncalled bet (45) returned to Cy
Cy shows [Qs Qd 6c 5h 2h]
Ann shows [Ac Ad Kh 9s 8c]
*** BOARD 1 - RIVER *** [2c 7d Th 3s] [4c]
*** BOARD 2 - RIVER *** [- - - -] [Qc]
*** SUMMARY ***
Seat 1: Ann (0) -70
Seat 2: Bob (195) -5
Seat 3: Cy (372) +72
Rake 3
Cy wins (71) from pot
Cy wins (71) from pot
""",
    {
        "3901": {
            "nets": {1: -70, 2: -5, 3: 72}, "game": "pot limit omaha5", "currency": "USD",
            "big_blind": 10, "rake": 3, "hero": 3, "board": "2c7dTh3s4c", "board2": "2c7dTh3sQc",
            "played_utc": "2022-10-11 16:13:14",
        },
    },
)  # fmt: skip

# The posts of both blinds in one line, "refunded", mBTC.
SWC = Sample(
    "Seals with Clubs",
    """\
Hand #4001-7 - 2014-05-06 07:08:09
Game: NL Hold'em (20 - 100) - Blinds 0.50/1
Site: Seals With Clubs
Table: NLHE 6max #6
Seat 1: Ann (40)
Seat 2: Bob (107.43)
Seat 3: Cy (63.72)
Seat 5: Dee (90)
Dee has the dealer button
Ann posts small blind 0.50
Bob posts big blind 1
Cy posts small & big blind 1.50
** Hole Cards **
Dealt to Bob [Qs Qd]
Cy checks
Dee folds
Ann folds
Bob raises to 5
Cy calls 4
** Flop ** [2c 7d Th]
Bob bets 8
Cy folds
Bob refunded 8
Bob wins Pot (10.70)
Rake (0.30)
""",
    {
        "4001-7": {
            "nets": {1: "-0.50", 2: "5.70", 3: "-5.50", 5: 0}, "game": "no limit hold'em",
            "currency": "mBTC", "big_blind": 1, "rake": "0.30", "hero": 2, "board": "2c7dTh",
            "played_utc": "2014-05-06 11:08:09",
        },
    },
)  # fmt: skip

# Sections with names, the date behind the time, no line of the uncalled bet.
UNIBET = Sample(
    "Unibet",
    """\
Game #4101: Table €5 NL - 0.50/1 - No Limit Hold'Em Banzai - 13:22:50 2021/04/04
*** Seated players ***
Seat 1: Ann (€5.15)
Seat 2: Bob (€10)
Seat 4: Cy (€9.50)
*** Blinds and button ***
Cy has the button
Ann posts small blind €0.50
Bob posts big blind €1
*** Hole cards ***
Dealt in Ann
Dealt to Bob [Qs Qd]
Dealt in Cy
*** Preflop ***
Cy folds
Ann raises €4.15 to €5.15, and is all-in
Bob calls €4.15
*** Flop *** [2c 7d Th]
*** Turn *** [2c 7d Th] [3s]
*** River *** [2c 7d Th 3s] [4c]
Ann: shows [Ac Ad]
Bob: shows [Qs Qd]
Ann wins €10
*** Summary ***
Total pot €10.30 Rake €0.30
Seat 1: Ann: bet €5.15 and won €10, net result: €4.85
Seat 2: Bob: bet €5.15 and won €0, net result: €-5.15
""",
    {
        "4101": {
            "nets": {1: "4.85", 2: "-5.15", 4: 0}, "game": "no limit hold'em",
            "big_blind": 1, "rake": "0.30", "hero": 2, "board": "2c7dTh3s4c",
            "played_utc": "2021-04-04 13:22:50",
        },
    },
)  # fmt: skip

# Amounts also in another currency, the bet given back, a dead blind.
CAKE = Sample(
    "Cake",
    """\
Hand#42AB01 - Paris (6-max) 2 -- $1/$2 NL Hold'em -- 2012/01/29 - 20:01:54
Dealer: Seat 2
Seat 1: Ann ($60 in chips) (EUR45 in chips)
Seat 2: Bob ($60 in chips) (EUR45 in chips)
Seat 4: Cy ($60 in chips) (EUR45 in chips)
Cy: posts small blind $1 (EUR0.75)
Ann: posts big blind $2 (EUR1.50)
Bob: posts dead blind $1 and big blind $2 (EUR2.25)
Dealt to Ann [Qs,Qd]
Bob: checks
Cy: folds
Ann: raises to $10 (EUR7.50)
Bob: calls $8 (EUR6)
*** FLOP *** [2c,7d,Th]
Ann: bets $50 (EUR37.50)
Bob: folds
Ann: returns uncalled bet $50 (EUR37.50)
***SHOW DOWN***
Ann: mucks
Ann wins $20.90 (EUR15.67)
""",
    {
        "42AB01": {
            "nets": {1: "10.90", 2: -11, 4: -1}, "game": "no limit hold'em", "currency": "USD",
            "big_blind": 2, "rake": "1.10", "hero": 1, "board": "2c7dTh",
            "played_utc": "2012-01-30 01:01:54",
        },
    },
)  # fmt: skip

# The button has a line of its own, the posts of who comes back are two, two boards.
FULL_TILT = Sample(
    "Full Tilt",
    """\
Full Tilt Poker Game #4301: Table Juniper (6 max) - $1/$2 - Pot Limit Omaha Hi - 17:47:12 ET - 2010/10/09
Seat 1: Ann ($24)
Seat 2: Bob ($100)
Seat 3: Cy ($100)
Bob posts the small blind of $1
Cy posts the big blind of $2
Ann posts a dead small blind of $1
Ann posts $2
The button is in seat #1
*** HOLE CARDS ***
Dealt to Cy [Qs Qd 6c 5h]
Ann checks
Bob folds
Cy raises to $8
Ann raises to $23, and is all in
Cy calls $15
Ann shows [Ac Ad Kh 9s]
Cy shows [Qs Qd 6c 5h]
*** FLOP 1 *** [2c 7d Th]
*** TURN 1 *** [2c 7d Th] [3s]
*** RIVER 1 *** [2c 7d Th 3s] [4c]
*** FLOP 2 *** [Jc 5d 8h]
*** TURN 2 *** [Jc 5d 8h] [Ah]
*** RIVER 2 *** [Jc 5d 8h Ah] [9c]
Cy wins pot 1 ($23) with a straight
Ann wins pot 2 ($23) with three of a kind, Aces
*** SUMMARY ***
Total pot $48 | Rake $2
Board 1: [2c 7d Th 3s 4c]
Board 2: [Jc 5d 8h Ah 9c]
Seat 1: Ann (button) showed [Ac Ad Kh 9s] and won ($23)
Seat 2: Bob (small blind) folded before the Flop
Seat 3: Cy (big blind) showed [Qs Qd 6c 5h] and won ($23)
""",  # noqa: E501
    {
        "4301": {
            "nets": {1: -1, 2: -1, 3: 0}, "game": "pot limit omaha", "currency": "USD",
            "big_blind": 2, "rake": 2, "hero": 3, "board": "2c7dTh3s4c", "board2": "Jc5d8hAh9c",
            "played_utc": "2010-10-09 21:47:12",
        },
    },
)  # fmt: skip

# What is collected and the hands that are shown stand in the summary.
EVEREST = Sample(
    "Everest",
    """\
EverestPoker Game #4401: Tourney ID: 765432, Table 3 - 50/100 ante 10 - No Limit Hold'em - 12:13:14 - 2011/10/12
Seat 1: Ann (1,500)
Seat 4: Bob (1,200)
Ann antes 10
Bob antes 10
Ann posts the small blind of 50
Bob posts the big blind of 100
The button is in seat #1
*** HOLE CARDS ***
Dealt to Bob [Qs Qd]
Ann raises to 1,490, and is all in
Bob calls 1,090, and is all in
Uncalled bet of 300 returned to Ann
*** FLOP *** [2c 7d Th]
*** TURN *** [3s]
*** RIVER *** [4c]
*** SUMMARY ***
Ann shows [Ac Ad] a pair of Aces
Bob mucked [Qs Qd]
Ann collects 2,400
""",  # noqa: E501
    {
        "4401": {
            "nets": {1: 1200, 4: -1200}, "game": "no limit hold'em", "currency": None,
            "big_blind": 100, "ante": 10, "rake": 0, "hero": 4, "tournament": "765432",
            "board": "2c7dTh3s4c", "played_utc": "2011-10-12 16:13:14",
        },
    },
)  # fmt: skip

# Pots before rake with what each wins in brackets, and the nets.
ONGAME = Sample(
    "OnGame",
    """\
***** History for hand R5-4501-7 *****
Start hand: Sat Sep 4 05:34:19 GMT+0100 2010
Table: Riga [4501] (NO_LIMIT TEXAS_HOLDEM $1/$2, Real money)
User: Bob
Button: seat 9
Players in round: 3
Seat 1: Ann ($40)
Seat 4: Bob ($60)
Seat 9: Cy ($100)
Ann posts small blind ($1)
Bob posts big blind ($2)
Cy posts dead blind ($1)
Cy posts big blind ($2)
---
Dealing pocket cards
Dealing to Bob: [Qs, Qd]
Cy checks
Ann folds
Bob raises $8 to $10
Cy calls $8
--- Dealing flop [2c, 7d, Th]
Bob bets $50 [all in]
Cy folds
---
Summary:
Main pot: $22 won by Bob ($21)
Rake taken: $1
Seat 1: Ann ($39), net: -$1
Seat 4: Bob ($71), net: +$11
Seat 9: Cy ($89), net: -$11
***** End of hand R5-4501-7 *****
""",
    {
        "R5-4501-7": {
            "nets": {1: -1, 4: 11, 9: -11}, "game": "no limit hold'em", "currency": "USD",
            "big_blind": 2, "rake": 1, "hero": 4, "board": "2c7dTh",
            "played_utc": "2010-09-04 04:34:19",
        },
    },
)  # fmt: skip

# Months first, no checks that are not told, no uncalled bet; what is won alone.
POKERTRACKER = Sample(
    "PokerTracker",
    """\
GAME #4601: Texas Hold'em NL $1/$2 2012-04-11 19:28:19
Table Kent, Seats 6
Seat 1: Ann ($61.87 in chips)
Seat 2: Bob ($40 in chips) DEALER
Bob: Post SB $1
Ann: Post BB $2
*** HOLE CARDS ***
Dealt to Bob [Qs Qd]
Bob: Raise $6
Ann: Call $4
*** FLOP *** [2c 7d Th]
Ann: Bet $10
Bob: Allin $34
Ann: Call $24
*** TURN *** [3s]
*** RIVER *** [4c]
*** SUMMARY ***
Total pot $77 Rake $3
Ann: Shows [Ac Ad] a pair of aces
Bob: Shows [Qs Qd] a pair of queens
Ann: wins $77
""",
    {
        "4601": {
            "nets": {1: 37, 2: -40}, "game": "no limit hold'em", "currency": "USD",
            "big_blind": 2, "rake": 3, "hero": 2, "board": "2c7dTh3s4c",
            "played_utc": "2012-04-11 23:28:19",
        },
    },
)  # fmt: skip

# Of the viewer: bets say what they add, the first version says the total.
_VIEWED = """\
** {head} starting - 2010-05-06 07:08:09
** Aster [Hold'em] (1|2 NL - Cash Game) Real Money
- Ann sitting in seat 1 with $60
- Bob sitting in seat 3 with $60 [Dealer]
Bob posted the small blind - $1
Ann posted the big blind - $2
** Dealing card to Bob: Q of s, Q of d
Bob raised - ${raised}
Ann called - ${called}
** Dealing the flop: 2 of c, 7 of d, 10 of h
Ann checked
Bob bet - $20
Ann folded
Bob returned - $20
Bob wins $11.50 from the main pot
End of game 47
"""
_VIEWED_WANTED = {
    "nets": {1: -6, 3: "5.50"}, "game": "no limit hold'em", "big_blind": 2, "rake": "0.50",
    "hero": 3, "board": "2c7dTh", "played_utc": "2010-05-06 11:08:09",
}  # fmt: skip
MICROGAMING = Sample(
    "Microgaming",
    _VIEWED.format(head="Game ID 4701 Version:9", raised=5, called=4),
    {"4701": _VIEWED_WANTED},
)
MICROGAMING_OLD = Sample(
    "Microgaming of version 1",
    _VIEWED.format(head="Game ID 4702", raised=6, called=6),
    {"4702": _VIEWED_WANTED},
)

# Raises say the total of the street, all-ins what they add; ten is "10", the suit comes first.
IPOKER = Sample(
    "iPoker",
    """\
<?xml version="1.0" encoding="utf-8"?>
<session sessioncode="48">
<general>
<gametype>Holdem NL €1/€2</gametype>
<tablename>Oslo, 48000001</tablename>
<currency>EUR</currency>
<nickname>Bob</nickname>
<startdate>2019-03-04 05:06:07</startdate>
</general>
<game gamecode="4801">
<general>
<startdate>2019-03-04 05:06:08</startdate>
<players>
<player seat="3" name="Ann" chips="€60" dealer="1" win="€123.50" bet="€60" />
<player seat="5" name="Bob" chips="€1,200.50" dealer="0" win="€0" bet="€60" />
<player seat="8" name="Cy" chips="€100" dealer="0" win="€0" bet="€6" />
</players>
</general>
<round no="0">
<action no="1" player="Bob" type="1" sum="€1" cards="" />
<action no="2" player="Cy" type="2" sum="€2" cards="" />
</round>
<round no="1">
<cards type="Pocket" player="Ann">X X</cards>
<cards type="Pocket" player="Bob">SQ DQ</cards>
<cards type="Pocket" player="Cy">X X</cards>
<action no="3" player="Ann" type="23" sum="€6" cards="" />
<action no="4" player="Bob" type="3" sum="€5" cards="" />
<action no="5" player="Cy" type="3" sum="€4" cards="" />
</round>
<round no="2">
<cards type="Flop" player="">C2 D7 H10</cards>
<action no="6" player="Bob" type="4" sum="€0" cards="" />
<action no="7" player="Cy" type="4" sum="€0" cards="" />
<action no="8" player="Ann" type="7" sum="€54" cards="" />
<action no="9" player="Bob" type="3" sum="€54" cards="" />
<action no="10" player="Cy" type="0" sum="€0" cards="" />
</round>
<round no="3">
<cards type="Turn" player="">S3</cards>
</round>
<round no="4">
<cards type="River" player="">C4</cards>
</round>
</game>
</session>
""",
    {
        "4801": {
            "nets": {3: "63.50", 5: -60, 8: -6}, "game": "no limit hold'em", "currency": "EUR",
            "big_blind": 2, "rake": "2.50", "hero": 5, "board": "2c7dTh3s4c",
            "played_utc": "2019-03-04 05:06:08",
        },
    },
    "xml",
)  # fmt: skip

# Seats from 0 on, a blind of who comes back, the time in one word.
MERGE = Sample(
    "Merge",
    """\
<description type="Holdem" stakes="No Limit ($1/$2)"/>
<game id="49-1" starttime="20110507140723" numholecards="2" gametype="2" realmoney="true" \
data="20110507|Lima (49)|49|49-1|false">
<players dealer="3">
<player seat="0" nickname="Ann" balance="$60.00" dealtin="true" />
<player seat="1" nickname="Bob" balance="$60.00" dealtin="true" />
<player seat="3" nickname="Cy" balance="$60.00" dealtin="true" />
</players>
<round id="BLINDS" sequence="1">
<event sequence="1" type="SMALL_BLIND" player="0" amount="1.00"/>
<event sequence="2" type="BIG_BLIND" player="1" amount="2.00"/>
<event sequence="3" type="INITIAL_BLIND" player="3" amount="2.00"/>
</round>
<round id="PREFLOP" sequence="2">
<event sequence="4" type="CHECK" player="3"/>
<event sequence="5" type="FOLD" player="0"/>
<event sequence="6" type="RAISE" player="1" amount="10.00"/>
<event sequence="7" type="CALL" player="3" amount="8.00"/>
<cards type="HOLE" cards="Qs,Qd" player="1"/>
</round>
<round id="POSTFLOP" sequence="3">
<event sequence="8" type="BET" player="1" amount="20.00"/>
<event sequence="9" type="FOLD" player="3"/>
<cards type="COMMUNITY" cards="2c,7d,Th"/>
</round>
<round id="END_OF_FOLDED_GAME" sequence="4">
<winner amount="20.00" uncalled="true" potnumber="1" player="1" pottype="n"/>
<winner amount="20.00" uncalled="false" potnumber="1" player="1" pottype="n"/>
</round>
</game>
""",
    {
        "49-1": {
            "nets": {1: -1, 2: 10, 4: -10}, "game": "no limit hold'em", "currency": "USD",
            "big_blind": 2, "rake": 1, "hero": 2, "board": "2c7dTh",
            "played_utc": "2011-05-07 18:07:23",
        },
    },
    "xml",
)  # fmt: skip

# A dead blind, cards of two attributes, what each has at the end.
MICROGAMING_XML = Sample(
    "Microgaming in XML",
    """\
----PRIMA.DAT----
<Game hhversion="5" id="5001" date="2016-02-10 17:37:42" tablename="Lima" stakes="1|2" \
betlimit="NL" tabletype="Cash Game" gametype="Hold&apos;em" realmoney="true" \
currencysymbol="rCA=" playerseat="3" istournament="0">
<Seats>
<Seat num="1" alias="Ann" balance="60.00" endbalance="57.00" />
<Seat num="3" alias="Bob" balance="60.00" endbalance="62.70" dealer="true" />
</Seats>
<Gameplay>
<Action seq="1" type="SmallBlind" seat="3" value="1.00" />
<Action seq="2" type="BigBlind" seat="1" value="2.00" />
<Action seq="3" type="PostedDead" seat="1" value="1.00" />
<Action seq="4" type="DealCards" seat="3"><Card value="Q" suit="s" /><Card value="Q" suit="d" />\
</Action>
<Action seq="5" type="Call" seat="3" value="1.00" />
<Action seq="6" type="Check" seat="1" />
<Action seq="7" type="DealFlop"><Card value="2" suit="c" /><Card value="7" suit="d" />\
<Card value="10" suit="h" /></Action>
<Action seq="8" type="Check" seat="1" />
<Action seq="9" type="Bet" seat="3" value="4.00" />
<Action seq="10" type="Fold" seat="1" />
<Action seq="11" type="MoneyReturned" seat="3" value="4.00" />
<Action seq="12" type="MuckCards" seat="3" />
<Action type="Win">
<Seat num="3" amount="4.70" pot="0" type="" lowhandwin="0" />
</Action>
</Gameplay>
</Game>
""",
    {
        "5001": {
            "nets": {1: -3, 3: "2.70"}, "game": "no limit hold'em", "currency": "EUR",
            "big_blind": 2, "rake": "0.30", "hero": 3, "board": "2c7dTh",
            "played_utc": "2016-02-10 17:37:42",
        },
    },
    "xml",
)  # fmt: skip

# Raises say what they add, the uncalled bet is in no pot.
OHH = Sample(
    "OHH",
    """\
{"ohh": {"spec_version": "1.4.6", "site_name": "Ten", "game_type": "Holdem",
"table_name": "Lima", "game_number": "5101", "start_date_utc": "2026-02-02T20:17:51Z",
"currency": "EUR", "small_blind_amount": 1, "big_blind_amount": 2, "ante_amount": 0,
"bet_limit": {"bet_type": "NL", "bet_cap": 0}, "dealer_seat": 4, "hero_player_id": 7,
"players": [
{"id": 7, "name": "Ann", "seat": 2, "starting_stack": 60},
{"id": 8, "name": "Bob", "seat": 4, "starting_stack": 80.5}],
"rounds": [
{"id": 0, "street": "Preflop", "cards": [], "actions": [
{"action_number": 1, "player_id": 8, "action": "Post SB", "amount": 1},
{"action_number": 2, "player_id": 7, "action": "Post BB", "amount": 2},
{"action_number": 3, "player_id": 7, "action": "Dealt Cards", "cards": ["Qs", "Qd"]},
{"action_number": 4, "player_id": 8, "action": "Raise", "amount": 5},
{"action_number": 5, "player_id": 7, "action": "Call", "amount": 4}]},
{"id": 1, "street": "Flop", "cards": ["2c", "7d", "Th"], "actions": [
{"action_number": 6, "player_id": 7, "action": "Check"},
{"action_number": 7, "player_id": 8, "action": "Bet", "amount": 10},
{"action_number": 8, "player_id": 7, "action": "Raise", "amount": 30},
{"action_number": 9, "player_id": 8, "action": "Fold"}]}],
"pots": [{"number": 0, "amount": 32, "rake": 1.5,
"player_wins": [{"player_id": 7, "win_amount": 30.5}]}]}}
""",
    {
        "5101": {
            "nets": {2: "14.50", 4: -16}, "game": "no limit hold'em", "currency": "EUR",
            "big_blind": 2, "rake": "1.50", "hero": 2, "board": "2c7dTh",
            "played_utc": "2026-02-02 20:17:51",
        },
    },
    "ohh",
)  # fmt: skip

# Backwards; two of one name, a straddle, calls and raises that say the total.
_LOG = """\
-- starting hand #52 (id: q1)  (No Limit Texas Hold'em) (dealer: ""Ann @ aa"") --
Player stacks: #1 ""Ann @ aa"" (400) | #4 ""Bob @ bb"" (300) | #7 ""Bob @ cc"" (500)
Your hand is Q♠, Q♦
""Bob @ bb"" posts a small blind of 10
""Bob @ cc"" posts a big blind of 20
""Ann @ aa"" posts a straddle of 40
""Bob @ bb"" folds
""Bob @ cc"" raises to 140
""Ann @ aa"" calls 140
Flop:  [2♣, 7♦, 10♥]
""Bob @ cc"" bets 260 and go all in
""Ann @ aa"" calls 260 and go all in
Turn: 2♣, 7♦, 10♥ [3♠]
River: 2♣, 7♦, 10♥, 3♠ [4♣]
""Bob @ cc"" shows a Q♠, Q♦.
""Ann @ aa"" collected 810 from pot with Pair, A's (combination: A♣, A♦)
-- ending hand #52 --
"""
POKERNOW = Sample(
    "PokerNow",
    "entry,at,order\n"
    + "".join(
        f'"{entry}",2022-01-20T10:52:{50 - at:02}.000Z,{99 - at}\n'
        for at, entry in enumerate(reversed(_LOG.splitlines()))
    ),
    {
        "52": {
            "nets": {1: 410, 4: -10, 7: -400}, "game": "no limit hold'em", "currency": None,
            "big_blind": 20, "rake": 0, "board": "2c7dTh3s4c",
            "played_utc": "2022-01-20 10:52:34",
        },
    },
    "pokernow",
)  # fmt: skip

# Small cases of one site: a form each, with the number of a download's list before each hand.
_FOLDED = """\
Hand #77{n}:

PokerStars Hand #{n}:  {about}
Table 'Vesta' 6-max Seat #1 is the button
Seat 1: Ann ({sign}90 in chips)
Seat 2: Bob ({sign}80 in chips)
Ann: posts small blind {sign}10
Bob: posts big blind {sign}20
*** HOLE CARDS ***
Dealt to Ann [7c 2d]
Ann: folds
{uncalled}Bob collected {sign}20 from pot
*** SUMMARY ***
Total pot {sign}20 | Rake {sign}0
Seat 1: Ann (button) (small blind) folded before Flop
Seat 2: Bob (big blind) collected ({sign}20)

"""
_ALL_IN = """\
PokerStars Hand #{n}:  Hold'em No Limit ($0.50/$1 USD) - 2025/08/02 11:24:53 CET [2025/08/02 5:24:53 ET]
Table 'Vesta' 6-max Seat #1 is the button
Seat 1: Ann ($50 in chips)
Seat 2: Bob ($50 in chips)
Ann: posts small blind $0.50
Bob: posts big blind $1
*** HOLE CARDS ***
Ann: raises $49 to $50 and is all-in
Bob: calls $49 and is all-in
*** FLOP *** [2c 7d Th]
*** TURN *** [2c 7d Th] [3s]
*** RIVER *** [2c 7d Th 3s] [4c]
*** SHOW DOWN ***
Ann: shows [Ac Ad] (a pair of Aces)
Bob: shows [Qs Qd] (a pair of Queens)
{paid}
*** SUMMARY ***
Total pot $100 | Rake $2
Board [2c 7d Th 3s 4c]
Seat 1: Ann (button) (small blind) showed [Ac Ad] and won ($98) with a pair of Aces{ann}
Seat 2: Bob (big blind) showed [Qs Qd] and lost with a pair of Queens{bob}

"""  # noqa: E501
_CASH = "Hold'em No Limit ({0}10/{0}20{1}) - 2022/03/04 5:06:07 {2}"
_TOURNAMENT = "#654, $3.00+$0.30 USD Hold'em No Limit - Level I (10/20) - 2022/03/04 5:06:07 ET"
_BACK = "Uncalled bet ({sign}10) returned to Bob\n"


def _folded(number: int, about: str, sign: str = "", *, uncalled: bool = True) -> str:
    back = _BACK.format(sign=sign) if uncalled else ""
    return _FOLDED.format(n=number, about=about, sign=sign, uncalled=back)


_LOST: dict[str, Any] = {"nets": {1: -10, 2: 10}, "rake": 0, "hero": 1, "big_blind": 20}
CASES = Sample(
    "cases",
    _ALL_IN.format(
        n=6001,
        paid="Ann collected $98 from pot\nBob cashed out the hand for $70.10 | Cash Out Fee $0.70",
        ann="",
        bob=" (cashed out)",
    )
    + _ALL_IN.format(
        n=6002,
        paid="Ann cashed out the hand for $30 | Cash Out Fee $0.30",
        ann=" (pot not awarded as player cashed out)",
        bob="",
    )
    + _folded(6003, f"Zoom Tournament {_TOURNAMENT}")
    + _folded(6004, f"Tournament {_TOURNAMENT}")
    + _folded(6005, "Hold'em No Limit ($10/$20) - 2008/01/31 - 23:45:12 (ET)", "$")
    + _folded(6006, _CASH.format("$", " USD", "PT [2022/03/04 8:06:07 ET]"), "$", uncalled=False)
    + _folded(6007, _CASH.format("Rs. ", " INR", "IST [2022/03/03 19:36:07 ET]"), "Rs. ")
    + """\
PokerStars Hand #6008:  6+ Hold'em No Limit (Button Blind $2\u00a0- Ante $1\u00a0 USD) - 2022/03/04 5:06:07 ET
Table 'Vesta' 6-max Seat #1 is the button
Seat 1: Ann ($50 in chips)
Seat 2: Bob ($50 in chips)
Ann: posts the ante $1
Bob: posts the ante $1
Ann: posts button blind $2
*** HOLE CARDS ***
Dealt to Bob [Qs Qd]
Bob: folds
Uncalled bet ($2) returned to Ann
Ann collected $2 from pot
*** SUMMARY ***
Total pot $2 | Rake $0
Seat 1: Ann (button)\u00a0(button blind) collected ($2)
Seat 2: Bob folded before Flop

PokerStars Hand #6009: Tournament #654, $1+$0.10 USD Hold'em No Limit - Level I (10/20) - 2022/03/04 5:06:07 ET
Table 'Vesta' 9-max Seat #1 is the button
Seat 1: Ann (800 in chips)
Seat 2: Bob (900 in chips)
Seat 3: Cy (15 in chips) is sitting out
Bob: posts small blind 10
Cy: posts big blind 15 and is all-in
*** HOLE CARDS ***
Ann: raises 20 to 40
Bob: calls 30
Cy: folds
*** FLOP *** [2c 7d Th]
Bob: checks
Ann: checks
*** TURN *** [2c 7d Th] [3s]
Bob: checks
Ann: checks
*** RIVER *** [2c 7d Th 3s] [4c]
Bob: checks
Ann: checks
*** SHOW DOWN ***
Bob: shows [Qs Qd] (a pair of Queens)
Ann: shows [Ac Ad] (a pair of Aces)
Ann collected 50 from side pot
Ann collected 45 from main pot
*** SUMMARY ***
Total pot 95 Main pot 45. Side pot 50. | Rake 0
Board [2c 7d Th 3s 4c]
Seat 1: Ann (button) showed [Ac Ad] and won (95) with a pair of Aces
Seat 2: Bob (small blind) showed [Qs Qd] and lost with a pair of Queens
Seat 3: Cy (big blind) folded before Flop
""",  # noqa: E501
    {
        "6001": {
            "nets": {1: 48, 2: "20.10"}, "cashout": {2: "70.10"}, "rake": 2,
            "played_utc": "2025-08-02 09:24:53",
        },
        "6002": {"nets": {1: -20, 2: -50}, "cashout": {1: 30}, "rake": 2, "unpaid": 98},
        "6003": _LOST | {"tournament": "654", "currency": None},
        "6004": _LOST | {"tournament": "654", "currency": None},
        "6005": _LOST | {"currency": "USD", "zone": "ET", "played_utc": "2008-02-01 04:45:12"},
        "6006": _LOST | {"currency": "USD", "zone": "PT", "played_utc": "2022-03-04 13:06:07"},
        "6007": _LOST | {"currency": "INR", "zone": "IST", "played_utc": "2022-03-03 23:36:07"},
        "6008": {
            "nets": {1: 1, 2: -1}, "game": "no limit short deck", "big_blind": 2, "ante": 1,
            "currency": "USD", "hero": 2,
        },
        "6009": {"nets": {1: 55, 2: -40, 3: -15}, "rake": 0, "tournament": "654"},
    },
)  # fmt: skip

SAMPLES = (
    POKERSTARS, GGPOKER, RUN_IT_ONCE, WINAMAX, BOVADA, PACIFIC, PARTYPOKER, PARTYPOKER_2026,
    WPN_OLD, WPN, BETONLINE, KINGSCLUB, SWC, UNIBET, CAKE, FULL_TILT, EVEREST, ONGAME,
    POKERTRACKER, MICROGAMING, MICROGAMING_OLD, IPOKER, MERGE, MICROGAMING_XML, OHH, POKERNOW,
)  # fmt: skip
