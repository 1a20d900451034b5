"""Hands of stud and draw, as PokerStars writes them; what mixed games are is told inside."""

BOARDLESS = """\
PokerStars Hand #500000000001:  7 Card Stud Limit ($0.50/$1.00) - 2019/03/02 12:00:00 ET
Table 'Alpha' 8-max
Seat 1: Ann ($20 in chips)
Seat 2: Ben ($20 in chips)
Seat 4: Cid ($3 in chips)
Ann: posts the ante $0.10
Ben: posts the ante $0.10
Cid: posts the ante $0.10
*** 3rd STREET ***
Dealt to Ann [Kd]
Dealt to Ben [4c As] [9h]
Dealt to Cid [2c]
Cid: brings in for $0.25
Ann: raises $0.25 to $0.50
Ben: calls $0.50
Cid: calls $0.25
*** 4th STREET ***
Dealt to Ann [Kd] [3s]
Dealt to Ben [4c As 9h] [Ac]
Dealt to Cid [2c] [2d]
Ben: checks
Cid: bets $0.50
Ann: calls $0.50
Ben: folds
*** 5th STREET ***
Dealt to Ann [Kd 3s] [Kh]
Dealt to Cid [2c 2d] [9s]
Ann: bets $1
Cid: raises $0.90 to $1.90 and is all-in
Ann: calls $0.90
*** 6th STREET ***
Dealt to Ann [Kd 3s Kh] [7s]
Dealt to Cid [2c 2d 9s] [Jd]
*** RIVER ***
*** SHOW DOWN ***
Ann: shows [5d 5h Kd 3s Kh 7s 8c] (two pair, Kings and Fives)
Cid: shows [2h Td 2c 2d 9s Jd Th] (a full house, Deuces full of Tens)
Cid collected $6.30 from pot
*** SUMMARY ***
Total pot $6.60 | Rake $0.30
Seat 1: Ann showed [5d 5h Kd 3s Kh 7s 8c] and lost with two pair, Kings and Fives
Seat 2: Ben folded on the 4th Street
Seat 4: Cid showed [2h Td 2c 2d 9s Jd Th] and won ($6.30) with a full house, Deuces full of Tens



PokerStars Hand #500000000002:  8-Game Mixed NL/FL (Razz Limit, $0.50/$1.00) - 2019/03/02 12:02:00 ET
Table 'Alpha' 6-max
Seat 1: Ann ($20 in chips)
Seat 2: Ben ($20 in chips)
Ann: posts the ante $0.10
Ben: posts the ante $0.10
*** 3rd STREET ***
Dealt to Ann [Kd]
Dealt to Ben [4c As] [9h]
Ann: brings in for $0.25
Ben: raises $0.25 to $0.50
Ann: folds
Uncalled bet ($0.25) returned to Ben
Ben collected $0.70 from pot
*** SUMMARY ***
Total pot $0.70 | Rake $0
Seat 1: Ann folded on the 3rd Street
Seat 2: Ben collected ($0.70)



PokerStars Hand #500000000003:  HORSE (7 Card Stud Hi/Lo Limit, $0.50/$1.00) - 2019/03/02 12:03:00 ET
Table 'Alpha' 8-max
Seat 1: Ann ($20 in chips)
Seat 2: Ben ($20 in chips)
Ann: posts the ante $0.10
Ben: posts the ante $0.10
*** 3rd STREET ***
Dealt to Ann [2d]
Dealt to Ben [4c As] [9h]
Ann: brings in for $0.25
Ben: calls $0.25
*** 4th STREET ***
Dealt to Ann [2d] [3c]
Dealt to Ben [4c As 9h] [9c]
Ben: checks
Ann: checks
*** 5th STREET ***
Dealt to Ann [2d 3c] [8h]
Dealt to Ben [4c As 9h 9c] [Ks]
Ben: bets $1
Ann: calls $1
*** 6th STREET ***
Dealt to Ann [2d 3c 8h] [5c]
Dealt to Ben [4c As 9h 9c Ks] [Kc]
Ben: checks
Ann: checks
*** RIVER ***
Dealt to Ben [4c As 9h 9c Ks Kc] [Qc]
Ben: checks
Ann: checks
*** SHOW DOWN ***
Ben: shows [4c As 9h 9c Ks Kc Qc] (HI: two pair, Kings and Nines)
Ann: shows [7d Jh 2d 3c 8h 5c Js] (HI: a pair of Jacks; LO: 8,7,5,3,2)
Ben collected $1.35 from pot
Ann collected $1.35 from pot
*** SUMMARY ***
Total pot $2.70 | Rake $0
Seat 1: Ann showed [7d Jh 2d 3c 8h 5c Js] and won ($1.35) with HI: a pair of Jacks; LO: 8,7,5,3,2
Seat 2: Ben showed [4c As 9h 9c Ks Kc Qc] and won ($1.35) with HI: two pair, Kings and Nines



PokerStars Hand #500000000004:  Triple Draw 2-7 Lowball Limit ($0.50/$1.00) - 2019/03/02 12:04:00 ET
Table 'Beta' 6-max Seat #2 is the button
Seat 1: Ann ($20 in chips)
Seat 2: Ben ($20 in chips)
Seat 5: Cid ($20 in chips)
Cid: posts small blind $0.25
Ann: posts big blind $0.50
*** DEALING HANDS ***
Dealt to Ben [2c 3d 7h Ks Qd]
Ben: raises $0.50 to $1
Cid: folds
Ann: calls $0.50
*** FIRST DRAW ***
Ann: discards 3 cards
Ben: discards 2 cards [Ks Qd]
Dealt to Ben [2c 3d 7h] [4s Jc]
Ann: checks
Ben: bets $0.50
Ann: calls $0.50
*** SECOND DRAW ***
Ann: discards 1 card
Ben: discards 1 card [Jc]
Dealt to Ben [2c 3d 7h 4s] [8h]
Ann: checks
Ben: bets $1
Ann: calls $1
*** THIRD DRAW ***
Ann: discards 1 card
Ben: stands pat on [2c 3d 7h 4s 8h]
Ann: checks
Ben: checks
*** SHOW DOWN ***
Ann: shows [2h 3h 4d 5c 9c] (Lo: 9,5,4,3,2)
Ben: shows [2c 3d 7h 4s 8h] (Lo: 8,7,4,3,2)
Ben collected $5 from pot
*** SUMMARY ***
Total pot $5.25 | Rake $0.25
Seat 1: Ann (big blind) showed [2h 3h 4d 5c 9c] and lost with Lo: 9,5,4,3,2
Seat 2: Ben (button) showed [2c 3d 7h 4s 8h] and won ($5) with Lo: 8,7,4,3,2
Seat 5: Cid (small blind) folded before the Draw



PokerStars Hand #500000000005:  5 Card Draw No Limit ($0.25/$0.50 USD) - 2019/03/02 12:05:00 ET
Table 'Gamma' 6-max Seat #1 is the button
Seat 1: Ann ($20 in chips)
Seat 2: Ben ($9 in chips)
Ann: posts small blind $0.25
Ben: posts big blind $0.50
*** DEALING HANDS ***
Dealt to Ann [Ac Ad 7h Ks Qd]
Ann: raises $1 to $1.50
Ben: calls $1
Ben: stands pat
Ann: discards 3 cards [7h Ks Qd]
Dealt to Ann [Ac Ad] [As 2d 3d]
Ben: bets $2
Ann: raises $6 to $8
Ben: folds
Uncalled bet ($6) returned to Ann
Ann collected $6.70 from pot
Ann: doesn't show hand
*** SUMMARY ***
Total pot $7 | Rake $0.30
Seat 1: Ann (button) (small blind) collected ($6.70)
Seat 2: Ben (big blind) folded after the Draw



PokerStars Hand #500000000006:  Badugi Limit ($0.50/$1.00) - 2019/03/02 12:06:00 ET
Table 'Beta' 6-max Seat #2 is the button
Seat 1: Ann ($1 in chips)
Seat 2: Ben ($20 in chips)
Ben: posts small blind $0.25
Ann: posts big blind $0.50
*** DEALING HANDS ***
Dealt to Ben [2c 3d 7h Ks]
Ben: raises $0.50 to $1
Ann: calls $0.50 and is all-in
*** FIRST DRAW ***
Ann: discards 2 cards
Ben: stands pat on [2c 3d 7h Ks]
*** SECOND DRAW ***
Ann: discards 1 card
Ben: discards 1 card [Ks]
Dealt to Ben [2c 3d 7h] [7s]
*** THIRD DRAW ***
Ann: stands pat
Ben: discards 1 card [7s]
Dealt to Ben [2c 3d 7h] [Ts]
*** SHOW DOWN ***
Ann: shows [4h 3s 2d Ac] (Lo: 4,3,2,A)
Ben: mucks hand
Ann collected $2 from pot
*** SUMMARY ***
Total pot $2 | Rake $0
Seat 1: Ann (big blind) showed [4h 3s 2d Ac] and won ($2) with Lo: 4,3,2,A
Seat 2: Ben (button) (small blind) mucked [2c 3d 7h Ts]
"""
