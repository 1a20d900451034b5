# %% [markdown]
# # First steps
#
# Hands, equity, a chart and a question in SQL. You need pokerlake (`pip install pokerlake`), and
# for the second half the lake that `pokerlake build` makes in the folder of this notebook.

# %%
import pokerlake as pk

pk.evaluate("AsKsQsJsTs"), pk.evaluate("AhKh", board="Qh2h3d")

# %% [markdown]
# Text is enough for cards: `A` to `2`, and `c d h s`. Many hands are a list, an array or a
# column; the class is 1 for a royal flush and 7,462 for seven high.

# %%
pk.evaluate(["AsKsQsJsTs", "7c7d9hKsAc2d2h", "2c3d4h5s7c"])

# %% [markdown]
# ## Equity
#
# Two to ten hands or ranges, exactly where that is quick.

# %%
pk.equity("AhKh", "QsQc", board="Jh2h3d")

# %%
pk.equity("AhKh", "QQ+,AK", "top 20%", board="Jh2h3d").equity.round(4)

# %% [markdown]
# Which turn helps? Every result is a table, and some have a picture.

# %%
pk.outs("AhKh", "Jh2h3d", villain="QsQc").by_category()

# %%
pk.chart("next-card", "AhKh", "QsQc", board="Jh2h3d")

# %% [markdown]
# ## The lake
#
# Poker is counted once, into tables; a question is SQL.

# %%
lake = pk.open_lake()
lake.sql("select hand, equity from hand_equities order by equity desc limit 5").pl()

# %%
pk.query("best_flops", hand="JTs", count=3).pl()

# %%
pk.chart("range", sql="select hand, 100 * equity as value from hand_equities", unit="% equity")

# %% [markdown]
# `help(pk.equity)` says what a call takes; `pokerlake query` and `pokerlake tables` list what
# there is.
