"""Hands of Omaha and of short deck, as files of hand histories tell them, made up for tests."""

# Two are all-in behind a bet of the pot: a side pot, and rake taken from both.
SIDE_POT = """\
PokerStars Hand #2001:  Omaha Pot Limit ($0.25/$0.50 USD) - 2012/11/03 12:09:42 ET
Table 'Lyyli III' 6-max Seat #1 is the button
Seat 1: Ann ($50 in chips)
Seat 2: Bob ($12 in chips)
Seat 3: Cy ($29.75 in chips)
Seat 4: Dan ($60 in chips)
Bob: posts small blind $0.25
Cy: posts big blind $0.50
*** HOLE CARDS ***
Dealt to Ann [As Ks Qd Jd]
Dan: raises $1.25 to $1.75
Ann: calls $1.75
Bob: calls $1.50
Cy: calls $1.25
*** FLOP *** [Ts 9s 2d]
Bob: bets $7
Cy: raises $21 to $28 and is all-in
Dan: folds
Ann: calls $28
Bob: calls $3.25 and is all-in
*** TURN *** [Ts 9s 2d] [2h]
*** RIVER *** [Ts 9s 2d 2h] [Qh]
*** SHOW DOWN ***
Cy: shows [9c 9d 6h 5h] (a full house, Nines full of Deuces)
Ann: shows [As Ks Qd Jd] (a straight, Nine to King)
Cy collected $34.50 from side pot
Bob: shows [Tc Td 8c 7c] (a full house, Tens full of Deuces)
Bob collected $36.25 from main pot
*** SUMMARY ***
Total pot $73.25 Main pot $36.25. Side pot $34.50. | Rake $2.50
Board [Ts 9s 2d 2h Qh]
Seat 1: Ann (button) showed [As Ks Qd Jd] and lost with a straight, Nine to King
Seat 2: Bob (small blind) showed [Tc Td 8c 7c] and won ($36.25) with a full house, Tens full of Deuces
Seat 3: Cy (big blind) showed [9c 9d 6h 5h] and won ($34.50) with a full house, Nines full of Deuces
Seat 4: Dan folded on the Flop

"""  # noqa: E501 as long as the site writes it

SIDE_POT_PHH = """\
variant = "PO"
antes = [0, 0, 0, 0]
blinds_or_straddles = [0.25, 0.50, 0, 0]
min_bet = 0.50
starting_stacks = [12, 29.75, 60, 50]
actions = [
  "d dh p1 ????????", "d dh p2 ????????", "d dh p3 ????????", "d dh p4 AsKsQdJd",
  "p3 cbr 1.75", "p4 cc", "p1 cc", "p2 cc",
  "d db Ts9s2d", "p1 cbr 7", "p2 cbr 28", "p3 f", "p4 cc", "p1 cc",
  "d db 2h", "d db Qh", "p2 sm 9c9d6h5h", "p4 sm AsKsQdJd", "p1 sm TcTd8c7c",
]
venue = "PokerStars"
hand = 2001
year = 2012
month = 11
day = 3
time = 12:09:42
time_zone_abbreviation = "ET"
seats = [2, 3, 4, 1]
table = "Lyyli III"
players = ["Bob", "Cy", "Dan", "Ann"]
currency = "USD"
winnings = [36.25, 34.50, 0, 0]
"""

# A tournament, five cards, two players, and a pot that equal hands share.
SPLIT_POT = """\
PokerStars Hand #2002: Tournament #3000, $10+$1 USD 5 Card Omaha Pot Limit - Level II (15/30) - 2020/05/06 7:08:09 ET
Table '3000 1' 6-max Seat #2 is the button
Seat 1: Ann (1500 in chips)
Seat 2: Bob (1470 in chips)
Bob: posts small blind 15
Ann: posts big blind 30
*** HOLE CARDS ***
Dealt to Bob [Ac Qh 9c 5d 4h]
Bob: raises 60 to 90
Ann: calls 60
*** FLOP *** [Qs Jh 2c]
Ann: checks
Bob: bets 180
Ann: raises 540 to 720
Bob: calls 540
*** TURN *** [Qs Jh 2c] [7d]
Ann: bets 690 and is all-in
Bob: calls 660 and is all-in
Uncalled bet (30) returned to Ann
*** RIVER *** [Qs Jh 2c 7d] [7s]
*** SHOW DOWN ***
Ann: shows [Ad Qc 9h 8s 6h] (two pair, Queens and Sevens)
Bob: shows [Ac Qh 9c 5d 4h] (two pair, Queens and Sevens)
Ann collected 1470 from pot
Bob collected 1470 from pot
*** SUMMARY ***
Total pot 2940 | Rake 0
Board [Qs Jh 2c 7d 7s]
Seat 1: Ann (big blind) showed [Ad Qc 9h 8s 6h] and won (1470) with two pair, Queens and Sevens
Seat 2: Bob (button) (small blind) showed [Ac Qh 9c 5d 4h] and won (1470) with two pair, Queens and Sevens

"""  # noqa: E501

# Two halves and a side pot: the high hand wins both, the low is shared by three, then by two.
HALVES = """\
PokerStars Hand #2003:  Omaha Hi/Lo Pot Limit ($0.05/$0.10 USD) - 2015/10/23 15:52:33 ET
Table 'Victoria IV' 6-max Seat #3 is the button
Seat 1: Ann ($2 in chips)
Seat 2: Bob ($10 in chips)
Seat 3: Cy ($10 in chips)
Ann: posts small blind $0.05
Bob: posts big blind $0.10
*** HOLE CARDS ***
Dealt to Ann [Ah 3d Qs Jc]
Cy: raises $0.25 to $0.35
Ann: calls $0.30
Bob: calls $0.25
*** FLOP *** [2h 7c 8s]
Ann: bets $1
Bob: calls $1
Cy: calls $1
*** TURN *** [2h 7c 8s] [Kd]
Ann: bets $0.65 and is all-in
Bob: raises $4 to $4.65
Cy: calls $4.65
*** RIVER *** [2h 7c 8s Kd] [Ks]
Bob: checks
Cy: checks
*** SHOW DOWN ***
Bob: shows [Ac 3c 7d 7s] (HI: a full house, Sevens full of Kings; LO: 8,7,3,2,A)
Cy: shows [Ad 3s Kc Qd] (HI: three of a kind, Kings; LO: 8,7,3,2,A)
Bob collected $3.85 from side pot
Bob collected $1.93 from side pot
Cy collected $1.92 from side pot
Ann: shows [Ah 3d Qs Jc] (HI: a pair of Kings; LO: 8,7,3,2,A)
Bob collected $2.90 from main pot
Ann collected $0.97 from main pot
Bob collected $0.97 from main pot
Cy collected $0.96 from main pot
*** SUMMARY ***
Total pot $14 Main pot $5.80. Side pot $7.70. | Rake $0.50
Board [2h 7c 8s Kd Ks]
Seat 1: Ann (small blind) showed [Ah 3d Qs Jc] and won ($0.97) with HI: a pair of Kings; LO: 8,7,3,2,A
Seat 2: Bob (big blind) showed [Ac 3c 7d 7s] and won ($9.65) with HI: a full house, Sevens full of Kings; LO: 8,7,3,2,A
Seat 3: Cy (button) showed [Ad 3s Kc Qd] and won ($4.88) with HI: three of a kind, Kings; LO: 8,7,3,2,A

"""  # noqa: E501

# Fixed limit: nobody has a low, and one hand takes the pot. Who mucked is told by the summary.
NO_LOW = """\
PokerStars Hand #2004:  Omaha Hi/Lo Limit ($5/$10 USD) - 2005/08/21 21:44:08 ET
Table 'Sualocin' 10-max Seat #6 is the button
Seat 5: Eve ($267.50 in chips)
Seat 6: Flo ($209 in chips)
Seat 7: Gus ($183 in chips)
Seat 8: Hal ($226 in chips)
Gus: posts small blind $2
Hal: posts big blind $5
*** HOLE CARDS ***
Dealt to Gus [Ad 3h Qc Kh]
Eve: calls $5
Flo: folds
Gus: calls $3
Hal: checks
*** FLOP *** [6s Jd 9c]
Gus: checks
Hal: bets $5
Eve: folds
Gus: calls $5
*** TURN *** [6s Jd 9c] [Th]
Gus: checks
Hal: bets $10
Gus: calls $10
*** RIVER *** [6s Jd 9c Th] [5h]
Gus: checks
Hal: checks
*** SHOW DOWN ***
Gus: shows [Ad 3h Qc Kh] (HI: a straight, Nine to King)
Hal: mucks hand
Gus collected $44 from pot
*** SUMMARY ***
Total pot $45 | Rake $1
Board [6s Jd 9c Th 5h]
Seat 5: Eve folded on the Flop
Seat 6: Flo (button) folded before Flop (didn't bet)
Seat 7: Gus (small blind) showed [Ad 3h Qc Kh] and won ($44) with HI: a straight, Nine to King
Seat 8: Hal (big blind) mucked [2h Kc 3c Jh]

"""

# Short deck: all post antes, the button a blind; a flush beats a full house.
BUTTON_BLIND = """\
PokerStars Hand #2005:  6+ Hold'em No Limit (Button Blind $0.25 - Ante $0.25  USD) - 2019/01/16 18:35:56 EET [2019/01/16 11:35:56 ET]
Table 'Saiph' 6-max Seat #3 is the button
Seat 1: Ann ($25 in chips)
Seat 2: Bob ($25 in chips)
Seat 3: Cy ($25 in chips)
Ann: posts the ante $0.25
Bob: posts the ante $0.25
Cy: posts the ante $0.25
Cy: posts button blind $0.25
*** HOLE CARDS ***
Dealt to Ann [Jh Th]
Ann: raises $0.50 to $0.75
Bob: folds
Cy: calls $0.50
*** FLOP *** [9h 8h 6h]
Ann: bets $2
Cy: raises $6 to $8
Ann: raises $16 to $24 and is all-in
Cy: calls $16 and is all-in
*** TURN *** [9h 8h 6h] [9s]
*** RIVER *** [9h 8h 6h 9s] [8c]
*** SHOW DOWN ***
Ann: shows [Jh Th] (a flush, Jack high)
Cy: shows [9d 8d] (a full house, Nines full of Eights)
Ann collected $49 from pot
*** SUMMARY ***
Total pot $50.25 | Rake $1.25
Board [9h 8h 6h 9s 8c]
Seat 1: Ann showed [Jh Th] and won ($49) with a flush, Jack high
Seat 2: Bob folded before Flop
Seat 3: Cy (button blind) showed [9d 8d] and lost with a full house, Nines full of Eights

"""  # noqa: E501

# Six cards, of which one who folds shows two; the others are those that were dealt.
SIX_CARDS = """\
PokerStars Zoom Hand #2006:  6 Card Omaha Pot Limit (€0.01/€0.02) - 2022/01/02 03:04:05 UTC
Table 'Halley' 6-max Seat #2 is the button
Seat 1: Ann (€2 in chips)
Seat 2: Bob (€1.99 in chips)
Bob: posts small blind €0.01
Ann: posts big blind €0.02
*** HOLE CARDS ***
Dealt to Bob [Ac Ad 9h 7s 4c 2d]
Bob: raises €0.04 to €0.06
Ann: folds [Kd Kh]
Uncalled bet (€0.04) returned to Bob
Bob collected €0.04 from pot
Bob: doesn't show hand
*** SUMMARY ***
Total pot €0.04 | Rake €0
Seat 1: Ann (big blind) folded before Flop
Seat 2: Bob (button) (small blind) collected (€0.04)

"""
ALL = SIDE_POT + SPLIT_POT + HALVES + NO_LOW + BUTTON_BLIND + SIX_CARDS
