"""A hand of Run It Once: who is all in checks, as who is left alone; side pots have numbers."""

from .sites import Sample

RUN_IT_ONCE = Sample(
    "Run It Once with side pots",
    """\
Run It Once Poker Hand #5301: Omaha Pot Limit (€0.10/€0.20) - 2019/04/19 17:52:00
Table ID '34010755' 6-Max Seat #4 is the button
Seat 1: Ann (€9.40 in chips)
Seat 3: Bob (€30 in chips)
Seat 4: Cy (€40 in chips)
Ann: posts small blind €0.10
Bob: posts big blind €0.20
*** HOLE CARDS ***
Dealt to Bob [Ks Ah Ts 5d]
Cy: raises €0.50 to €0.70
Ann: calls €0.60
Bob: calls €0.50
*** FLOP *** [5c Tc 9h]
Ann: bets €2
Bob: raises €6 to €8
Cy: raises €24 to €32
Ann: calls €6.70
Bob: calls €21.30
*** TURN *** [5c Tc 9h] [Qd]
Ann: checks
Bob: checks
Cy: checks
*** RIVER *** [5c Tc 9h Qd] [2h]
Ann: checks
Bob: checks
Cy: checks
*** SHOWDOWN ***
Bob shows [Ks Ah Ts 5d] for Two Pairs [Qd Ts Tc 5d 5c]
Uncalled bet (€2.70) returned to Cy
Bob collected €41.20 from side pot 1
Bob collected €26.20 from pot
*** SUMMARY ***
Total pot €69.40 | Main pot €28.20 | Side pot €41.20 | Rake €2.00
Board [5c Tc 9h Qd 2h]
Seat 3: Bob (big blind) showed [Ks Ah Ts 5d] and won €67.40 with Two Pairs T 5 and Q
Seat 1: Ann mucked [7d 8c 5s 6h] and lost
""",
    {
        "5301": {
            "nets": {1: "-9.40", 3: "37.40", 4: -30}, "game": "pot limit omaha",
            "big_blind": "0.20", "currency": "EUR", "rake": 2,
            "board": "5cTc9hQd2h",
        },
    },
)  # fmt: skip
