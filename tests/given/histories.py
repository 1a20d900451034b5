"""Hands as files of hand histories tell them, made up for tests, and ways to write more of them."""

import re

# A dead blind, three all-ins, two side pots with rake, a name with colons and brackets, a mucked
# hand that the summary tells, one who sits out and one who talks.
SIDE_POTS = """\
PokerStars Hand #1001:  Hold'em No Limit ($0.05/$0.10 USD) - 2021/03/04 5:06:07 CET [2021/03/03 23:06:07 ET]
Table 'Aludra II' 6-max Seat #1 is the button
Seat 1: Ann ($10 in chips)
Seat 2: Bob: the [Bot] ($4 in chips)
Seat 3: Cy ($2.50 in chips)
Seat 4: Dan and is all-in ($10 in chips)
Seat 5: Eve ($5 in chips) is sitting out
Seat 6: Flo ($12 in chips)
Bob: the [Bot]: posts small blind $0.05
Cy: posts big blind $0.10
Dan and is all-in: posts small & big blinds $0.15
*** HOLE CARDS ***
Dealt to Ann [9c 9s]
Dan and is all-in: raises $0.30 to $0.40
Flo: calls $0.40
Ann said, "Bob: folds, or what?"
Ann: folds
Eve has returned
Bob: the [Bot]: raises $3.60 to $4 and is all-in
Cy: calls $2.40 and is all-in
Dan and is all-in: calls $3.60
Flo: calls $3.60
*** FLOP *** [2c 7d Ts]
Dan and is all-in: bets $5.95 and is all-in
Flo has timed out while disconnected
Flo: calls $5.95
*** TURN *** [2c 7d Ts] [Jh]
*** RIVER *** [2c 7d Ts Jh] [3s]
*** SHOW DOWN ***
Dan and is all-in: shows [Ah Ac] (a pair of Aces)
Flo: mucks hand
Dan and is all-in collected $11.45 from side pot-2
Bob: the [Bot]: shows [7c 7h] (three of a kind, Sevens)
Bob: the [Bot] collected $4.33 from side pot-1
Cy: shows [Jc Jd] (three of a kind, Jacks)
Cy collected $9.67 from main pot
*** SUMMARY ***
Total pot $26.45 Main pot $9.67. Side pot-1 $4.33. Side pot-2 $11.45. | Rake $1
Board [2c 7d Ts Jh 3s]
Seat 1: Ann (button) folded before Flop (didn't bet)
Seat 2: Bob: the [Bot] (small blind) showed [7c 7h] and won ($4.33) with three of a kind, Sevens
Seat 3: Cy (big blind) showed [Jc Jd] and won ($9.67) with three of a kind, Jacks
Seat 4: Dan and is all-in showed [Ah Ac] and won ($11.45) with a pair of Aces
Seat 6: Flo mucked [Kh Qh]


"""  # noqa: E501 as long as the site writes it

# A tournament: antes, one all-in with less than the ante, a bet that comes back.
SHORT_ANTE = """\
PokerStars Game #1002: Tournament #900, $1+$0.10 USD Hold'em No Limit - Level I (10/20) - 2009/12/31 23:59:59 ET
Table '900 7' 9-max Seat #2 is the button
Seat 1: Ann (1500 in chips, $0.50 bounty)
Seat 2: Bob (3 in chips)
Seat 4: Cy (1500 in chips) is sitting out
Ann: posts the ante 5
Bob: posts the ante 3 and is all-in
Cy: posts the ante 5
Cy: posts small blind 10
Ann: posts big blind 20
*** HOLE CARDS ***
Cy: raises 20 to 40
Ann: folds [2c 7h]
Uncalled bet (20) returned to Cy
*** FLOP *** [As Kd 8h]
*** TURN *** [As Kd 8h] [4c]
*** RIVER *** [As Kd 8h 4c] [4d]
*** SHOW DOWN ***
Cy: shows [Qs Qd] (two pair, Queens and Fours)
Cy collected 44 from side pot
Bob: shows [Ad 3d] (two pair, Aces and Fours)
Bob collected 9 from main pot
Cy wins the $0.25 bounty for eliminating nobody
*** SUMMARY ***
Total pot 53 Main pot 9. Side pot 44. | Rake 0
Board [As Kd 8h 4c 4d]
Seat 1: Ann (big blind) folded before Flop
Seat 2: Bob (button) showed [Ad 3d] and won (9) with two pair, Aces and Fours
Seat 4: Cy (small blind) showed [Qs Qd] and won (44) with two pair, Queens and Fours

"""  # noqa: E501

# Two players; the button has the small blind, and folds.
WALK = """\
PokerStars Zoom Hand #1003:  Hold'em No Limit (€0.01/€0.02) - 2020/01/02 03:04:05 UTC
Table 'Halley' 2-max Seat #2 is the button
Seat 1: Ann (€2 in chips)
Seat 2: Bob (€1.99 in chips)
Bob: posts small blind €0.01
Ann: posts big blind €0.02
*** HOLE CARDS ***
Bob: folds
Uncalled bet (€0.01) returned to Ann
Ann collected €0.02 from pot
Ann: doesn't show hand
*** SUMMARY ***
Total pot €0.02 | Rake €0
Seat 1: Ann (big blind) collected (€0.02)
Seat 2: Bob (button) (small blind) folded before Flop

"""

# Fixed limit, split, with the small blind of the stakes' first line a bet.
LIMIT = """\
PokerStars Hand #1004: Hold'em Limit ($2/$4 USD) - 2020/01/02 03:04:05 ET
Table 'Lyra' 3-max Seat #3 is the button
Seat 1: Ann ($50 in chips)
Seat 2: Bob ($50 in chips)
Seat 3: Cy ($50 in chips)
Ann: posts small blind $1
Bob: posts big blind $2
*** HOLE CARDS ***
Cy: folds
Ann: calls $1
Bob: checks
*** FLOP *** [2c 7d Ts]
Ann: bets $2
Bob: calls $2
*** TURN *** [2c 7d Ts] [Jh]
Ann: checks
Bob: bets $4
Ann: raises $4 to $8
Bob: calls $4
*** RIVER *** [2c 7d Ts Jh] [3s]
Ann: checks
Bob: checks
*** SHOW DOWN ***
Ann: shows [Ah Kc] (high card Ace)
Bob: shows [Ad Kd] (high card Ace)
Bob collected $11.50 from pot
Ann collected $11.50 from pot
*** SUMMARY ***
Total pot $24 | Rake $1
Board [2c 7d Ts Jh 3s]

"""
ALL = SIDE_POTS + SHORT_ANTE + WALK + LIMIT

# Two hands, each in both forms.
SAME_TEXT = """\
PokerStars Hand #77: Hold'em No Limit ($1/$2 USD) - 2020/01/02 03:04:05 ET
Table 'Lyra' 6-max Seat #5 is the button
Seat 1: Ann ($100 in chips)
Seat 2: Bob ($20.50 in chips)
Seat 5: Cy ($300 in chips)
Ann: posts the ante $0.25
Bob: posts the ante $0.25
Cy: posts the ante $0.25
Ann: posts small blind $1
Bob: posts big blind $2
*** HOLE CARDS ***
Dealt to Ann [Qs Qh]
Cy: raises $4 to $6
Ann: calls $5
Bob: calls $4
*** FLOP *** [2c 7d Ts]
Ann: checks
Bob: bets $14.25 and is all-in
Cy: raises $30 to $44.25
Ann: calls $44.25
*** TURN *** [2c 7d Ts] [Jh]
Ann: bets $49.50 and is all-in
Cy: folds
Uncalled bet ($49.50) returned to Ann
*** RIVER *** [2c 7d Ts Jh] [3s]
*** SHOW DOWN ***
Ann: shows [Qs Qh] (a pair of Queens)
Bob: shows [7c 8c] (a pair of Sevens)
Ann collected $60 from side pot
Ann collected $58.50 from main pot
*** SUMMARY ***
Total pot $121.50 Main pot $58.50. Side pot $60. | Rake $3
Board [2c 7d Ts Jh 3s]

PokerStars Hand #78: Hold'em No Limit ($1/$2 USD) - 2020/01/02 03:05:06 ET
Table 'Lyra' 6-max Seat #5 is the button
Seat 1: Ann ($100 in chips)
Seat 5: Cy ($300 in chips)
Cy: posts small blind $1
Ann: posts big blind $2
*** HOLE CARDS ***
Cy: calls $1
Ann: checks
*** FLOP *** [2c 7d Ts]
Ann: checks
Cy: bets $2
Ann: folds
Uncalled bet ($2) returned to Cy
Cy collected $4 from pot
*** SUMMARY ***
Total pot $4 | Rake $0
Board [2c 7d Ts]
"""
SAME_PHH = """\
[1]
variant = "NT"
ante_trimming_status = true
antes = [0.25, 0.25, 0.25]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [100, 20.50, 300]
actions = [
  "d dh p1 QsQh", "d dh p2 ????", "d dh p3 ????",
  "p3 cbr 6", "p1 cc", "p2 cc # a call", "# the flop", "",
  "d db 2c7dTs", "p1 cc", "p2 cbr 14.25", "p3 cbr 44.25", "p1 cc",
  "d db Jh", "p1 cbr 49.5", "p3 f",
  "d db 3s", "p1 sm QsQh", "p2 sm 7c8c",
]
venue = "PokerStars"
hand = 77
year = 2020
month = 1
day = 2
time = 03:04:05
time_zone_abbreviation = "ET"
seats = [1, 2, 5]
table = "Lyra"
players = ["Ann", "Bob", "Cy"]
currency = "USD"
winnings = [118.50, 0, 0]
finishing_stacks = [168, 0, 249.5]

[2]
variant = "NT"
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [100, 300]
actions = ["d dh p1 ????", "d dh p2 ????", "p2 cc", "p1 cc", "d db 2c7dTs", "p1 cc", "p2 cbr 2", "p1 f"]
venue = "PokerStars"
hand = "78"
year = 2020
month = 1
day = 2
time = 03:05:06
time_zone_abbreviation = "ET"
seats = [1, 5]
table = "Lyra"
players = ["Ann", "Cy"]
currency_symbol = "$"
winnings = [0, 4]
"""  # noqa: E501
FIRST_PHH = SAME_PHH.split("\n\n")[0]

# As the open data set of PHH has them.
USUAL_PHH = """\
[1]
variant = 'NT'
ante_trimming_status = false
antes = [2.50, 2.50, 2.50]
blinds_or_straddles = [5, 10, 0]
min_bet = 10
starting_stacks = [1492.50, 2107.40, 1960]
actions = ['d dh p1 ????', 'd dh p2 ????', 'd dh p3 ????', 'p3 cbr 40', 'p1 f', 'p2 cc', \
'd db Kc7s4h', 'p2 cbr 75', 'p3 cc', 'd db 6s', 'p2 cc', 'p3 cc', 'd db 9d', 'p2 cc', \
'p3 cbr 803.50', 'p2 cc # 803.50', 'p2 sm AhAc', 'p3 sm ????']
venue = 'Somewhere'
time = 00:02:58
day = 29
month = 2
year = 2008
hand = 3017254774
seats = [5, 6, 1]
table = 'CLEO AVE'
players = ['XrM1XlN29RxmLx3oZHhG0w', 'X+u4T/E5ANkyZLKm1YjqwQ', 'Zoë']
currency_symbol = '$'
time_zone_abbreviation = 'ET'

"""


def numbered(text, first, times):
    """A text of one hand, so many times, each with a number of its own."""
    return "".join(re.sub(r"#\d+:", f"#{first + n}:", text, count=1) for n in range(times))
