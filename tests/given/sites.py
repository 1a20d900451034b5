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
            "currency": "USD", "game": "no limit hold'em", "big_blind": "0.25", "rake": 2,
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

SAMPLES = (
    POKERSTARS, GGPOKER, RUN_IT_ONCE, WINAMAX, BOVADA, PACIFIC, PARTYPOKER, PARTYPOKER_2026,
    WPN_OLD, WPN, BETONLINE, KINGSCLUB, SWC,
)  # fmt: skip
