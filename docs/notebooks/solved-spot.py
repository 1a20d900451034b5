# %% [markdown]
# # A solved spot, and a report
#
# Two ranges, a board and what may be bet: `solve` finds how both play, until nobody gains much by
# playing otherwise.

# %%
import pokerlake as pk

found = pk.solve(
    "QQ+,AK,KTs,T9s", "JJ-88,AQ,KQs,J9s", "QsJh2h8c3d", pot=60, stack=200, bets="50,100"
)
found.values.round(2), round(found.exploitability, 4)

# %% [markdown]
# A line is written as its actions: `x` a check, `b30` a bet of 30, `c` a call, `f` a fold.

# %%
found.at("x").actions

# %%
found.chart("x")

# %%
found.at("x b30")

# %% [markdown]
# ## What a lock costs
#
# Let the first player never bet, and ask how much the other wins more.

# %%
locked = pk.solve(
    "QQ+,AK,KTs,T9s",
    "JJ-88,AQ,KQs,J9s",
    "QsJh2h8c3d",
    pot=60,
    stack=200,
    bets="50,100",
    locks={"": {"b30": 0, "b60": 0}},
)
(locked.values - found.values).round(2)

# %% [markdown]
# ## A report
#
# Spots of one name are a game. Here are three flops with narrow ranges, which the lake keeps.

# %%
oop, ip = "JJ-99,AQs,KQs,JTs", "AA,TT-88,AKs,KQs,AKo"
spots = [
    {"board": board, "name": "raised pot", "oop": oop, "ip": ip}
    | {"pot": 60, "stack": 120, "bets": "33,75/75/75", "most_raises": 1}
    for board in ("2c4dKh", "5c6c7d", "8c8dAh")
]
pk.solve_many(spots)

# %% [markdown]
# What does the player in position do after a check, flop by flop?

# %%
pk.query("flop_report", line="x").pl().select("board", "actions", "equity_percent", "value")

# %%
pk.chart("report", line="x")
