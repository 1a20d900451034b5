# %% [markdown]
# # A bot's buckets
#
# A bot cannot remember every hole on every board. Holes that play alike go into a bucket. This
# notebook makes 50 buckets of all rivers, which takes half a minute, and looks into them.

# %%
import pokerlake as pk

# !pokerlake abstract river --k 50 > made.txt

# %%
pk.sql(
    "select run, street, kind, k, round(mean_distance, 5) as mean_distance from abstractions"
).pl()

# %% [markdown]
# ## Which bucket is it?
#
# Of one hole, or of a whole column: that is what a bot asks at each decision.

# %%
pk.buckets("AhKh", "Qh7h2c9s4d"), pk.buckets("AhKh", "Qh7h2c9s4h")

# %%
pk.buckets(["AhKh", "QcQd", "7c6c", "3s2s"], ["Qh7h2c9s4d"] * 4)

# %% [markdown]
# ## What is in a bucket
#
# Bucket 0 is the weakest. Each has its mean equity, and how far its holes are spread.

# %%
pk.sql(
    "select bucket, deals, round(mean_equity, 4) as mean_equity, "
    "round(equity_deviation, 4) as deviation from buckets where run = 1 and bucket % 10 = 5 "
    "order by bucket"
).pl()

# %%
pk.chart("buckets", 1)

# %% [markdown]
# Before the flop each of the 169 starting hands is a bucket of its own. `pokerlake abstract` does
# the same of flops and turns, by how the equity is spread over the cards to come, and `pokerlake
# blueprint` trains a strategy by such buckets.

# %%
pk.buckets("AhKh"), pk.buckets("7c2d")
