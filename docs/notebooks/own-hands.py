# %% [markdown]
# # Your own hands
#
# Hand histories in, statistics, replays and winnings out. Three hands stand for your folder: give
# `pokerlake import` the folder that your client writes to instead.

# %%
from pathlib import Path

import pokerlake as pk

HAND = """PokerStars Hand #{number}:  Hold'em No Limit ($0.05/$0.10 USD) - {date} 20:00:00 ET
Table 'Lake' 6-max Seat #1 is the button
Seat 1: Ann ($10 in chips)
Seat 2: Bob ($10 in chips)
Seat 3: Cy ($10 in chips)
Bob: posts small blind $0.05
Cy: posts big blind $0.10
*** HOLE CARDS ***
Dealt to Ann [{hole}]
Ann: raises $0.15 to $0.25
Bob: folds
{rest}
"""
CALLED = """Cy: calls $0.15
*** FLOP *** [Qh 7h 2c]
Cy: checks
Ann: bets $0.30
Cy: {answer}
"""
WON = """Uncalled bet ($0.30) returned to Ann
Ann collected $0.55 from pot
*** SUMMARY ***
Total pot $0.55 | Rake $0"""
SHOWN = """*** TURN *** [Qh 7h 2c] [9s]
Cy: checks
Ann: checks
*** RIVER *** [Qh 7h 2c 9s] [4d]
Cy: checks
Ann: checks
*** SHOW DOWN ***
Cy: shows [Qc Jc] (a pair of Queens)
Ann: mucks hand
Cy collected $1.15 from pot
*** SUMMARY ***
Total pot $1.15 | Rake $0"""
WALKED = """Cy: folds
Uncalled bet ($0.15) returned to Ann
Ann collected $0.25 from pot
*** SUMMARY ***
Total pot $0.25 | Rake $0"""
hands = [
    HAND.format(
        number=101, date="2024/03/01", hole="Ah Kh", rest=CALLED.format(answer="folds") + WON
    ),
    HAND.format(
        number=102,
        date="2024/03/02",
        hole="Th 9h",
        rest=CALLED.format(answer="calls $0.30") + SHOWN,
    ),
    HAND.format(number=103, date="2024/03/03", hole="8c 8d", rest=WALKED),
]
Path("hands.txt").write_text("\n\n".join(hands))

# %%
# !pokerlake import hands.txt

# %% [markdown]
# ## What trackers show
#
# Each number has an interval that holds it in 95 %. Of three hands it is wide.

# %%
pk.stats("vpip,pfr,cbet,bb_100", player="Ann")

# %% [markdown]
# ## A hand again
#
# A number of the site finds it, with what each step made of the pot.

# %%
pk.hand("102")

# %% [markdown]
# ## In SQL
#
# `seats` has a row for each player in a hand, `opportunities` one for each decision.

# %%
pk.sql(
    "select number, hole, net::double as net, folded from seats inner join hands using (hand_id) "
    "where player = 'Ann' order by number"
).pl()

# %%
pk.chart("winnings", "Ann")

# %% [markdown]
# `pk.report("Ann").save("ann.html")` writes all that the hands tell of a player as a page.
