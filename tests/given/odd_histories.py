"""Hands with what few hands have, as sites write them, made up for tests."""

# Dealt twice from the flop on, with rake, and a straddle.
TWICE = """\
PokerStars Hand #2001:  Hold'em No Limit ($1/$2 USD) - 2022/05/06 7:08:09 ET
Table 'Iris' 6-max Seat #3 is the button
Seat 1: Ann ($40 in chips)
Seat 2: Bob ($55.50 in chips)
Seat 3: Cy ($100 in chips)
Ann: posts small blind $1
Bob: posts big blind $2
Cy: straddle $4
*** HOLE CARDS ***
Dealt to Cy [As Ad]
Ann: raises $36 to $40 and is all-in
Bob: calls $38
Cy: calls $36
*** FIRST FLOP *** [2c 7d Ts]
Bob: bets $15.50 and is all-in
Cy: calls $15.50
*** FIRST TURN *** [2c 7d Ts] [Jh]
*** FIRST RIVER *** [2c 7d Ts Jh] [3s]
*** SECOND TURN *** [2c 7d Ts] [Th]
*** SECOND RIVER *** [2c 7d Ts Th] [4d]
*** FIRST SHOW DOWN ***
Bob: shows [Jc Js] (three of a kind, Jacks)
Cy: shows [As Ad] (a pair of Aces)
Bob collected $15 from side pot
Ann: shows [Kh Kd] (a pair of Kings)
Bob collected $58.50 from main pot
*** SECOND SHOW DOWN ***
Bob: shows [Jc Js] (two pair, Jacks and Tens)
Cy: shows [As Ad] (two pair, Aces and Tens)
Cy collected $15 from side pot
Ann: shows [Kh Kd] (two pair, Kings and Tens)
Cy collected $58.50 from main pot
*** SUMMARY ***
Total pot $151 Main pot $120. Side pot $31. | Rake $4
Hand was run twice
FIRST Board [2c 7d Ts Jh 3s]
SECOND Board [2c 7d Ts Th 4d]
Seat 1: Ann (small blind) showed [Kh Kd] and lost with a pair of Kings, and lost with two pair, Kings and Tens
Seat 2: Bob (big blind) showed [Jc Js] and won ($73.50) with three of a kind, Jacks, and lost with two pair, Jacks and Tens
Seat 3: Cy (button) showed [As Ad] and lost with a pair of Aces, and won ($73.50) with two pair, Aces and Tens


"""  # noqa: E501

# Ann cashes out, and her cards win: the site keeps the pot.
CASHED_OUT = """\
PokerStars Hand #2002:  Hold'em No Limit ($0.05/$0.10 USD) - 2023/01/02 3:04:05 CET [2023/01/01 21:04:05 ET]
Table 'Juno' 6-max Seat #1 is the button
Seat 1: Ann ($10 in chips)
Seat 2: Bob ($12 in chips)
Ann: posts small blind $0.05
Bob: posts big blind $0.10
*** HOLE CARDS ***
Dealt to Ann [Ac Ah]
Ann: raises $9.90 to $10 and is all-in
Bob: calls $9.90
*** FLOP *** [2c 7d Ts]
*** TURN *** [2c 7d Ts] [Jh]
*** RIVER *** [2c 7d Ts Jh] [3s]
*** SHOW DOWN ***
Bob: shows [Kd Kh] (a pair of Kings)
Ann: shows [Ac Ah] (a pair of Aces)
Ann cashed out the hand for $15.60 | Cash Out Fee $0.16
*** SUMMARY ***
Total pot $20 | Rake $0.50
Board [2c 7d Ts Jh 3s]
Seat 1: Ann (button) (small blind) showed [Ac Ah] and won ($19.50) with a pair of Aces (pot not awarded as player cashed out)
Seat 2: Bob (big blind) showed [Kd Kh] and lost with a pair of Kings


"""  # noqa: E501

# A cap of 30 big blinds: both have chips left, and bet no more.
CAPPED = """\
FullTiltPoker Game #2003: Table Kilo - $1/$2 Ante - No Limit Hold'em - 15:16:17 ET - 2010/09/08
Seat 1: Ann ($400)
Seat 2: Bob ($300)
The button is in seat #2
Bob posts the small blind of $1
Ann posts the big blind of $2
*** HOLE CARDS ***
Dealt to Ann [Qc Qh]
Bob raises to $60, and is capped
Ann calls $58, and is capped
Ann shows [Qc Qh]
Bob shows [Ad Kd]
*** FLOP *** [2c 7d Ts]
*** TURN *** [2c 7d Ts] [Jh]
*** RIVER *** [2c 7d Ts Jh] [3s]
Ann shows a pair of Queens
Bob shows Ace King high
Ann wins the pot ($118) with a pair of Queens
*** SUMMARY ***
Total pot $120 | Rake $2
Board: [2c 7d Ts Jh 3s]
Seat 1: Ann (big blind) showed [Qc Qh] and won ($118) with a pair of Queens
Seat 2: Bob (small blind) showed [Ad Kd] and lost with Ace King high


"""

# The button is an empty seat, the big blind has less than it, one pays a whole and a dead blind.
EMPTY_BUTTON = """\
PokerStars Hand #2004:  Hold'em No Limit ($1/$2 USD) - 2022/05/06 7:08:09 ET
Table 'Iris "II"' 6-max Seat #6 is the button
Seat 1: Ann ($40 in chips)
Seat 2: B\\b 'x' ($1.50 in chips)
Seat 4: Cy ($100 in chips)
Seat 5: Zo\u00eb "\u2660" ($70 in chips)
Ann: posts small blind $1
B\\b 'x': posts big blind $1.50 and is all-in
Cy: posts small & big blinds $3
Zo\u00eb "\u2660": posts big blind $2
*** HOLE CARDS ***
Cy: checks
Zo\u00eb "\u2660": checks
Ann: calls $1
*** FLOP *** [2c 7d Ts]
Ann: checks
Cy: bets $4
Zo\u00eb "\u2660": folds
Ann: folds
Uncalled bet ($4) returned to Cy
*** TURN *** [2c 7d Ts] [Jh]
*** RIVER *** [2c 7d Ts Jh] [3s]
*** SHOW DOWN ***
Cy: shows [Ah Kd] (high card Ace)
Cy collected $1.50 from side pot
B\\b 'x': mucks hand
Cy collected $7 from main pot
*** SUMMARY ***
Total pot $8.50 Main pot $7. Side pot $1.50. | Rake $0
Board [2c 7d Ts Jh 3s]
Seat 4: Cy showed [Ah Kd] and won ($8.50) with high card Ace


"""

ALL = (TWICE, CASHED_OUT, CAPPED, EMPTY_BUTTON)
