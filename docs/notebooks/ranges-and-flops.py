# %% [markdown]
# # Ranges and flops
#
# What a range is made of, what flops do to it, and whose flop it is.

# %%
import polars as pl

import pokerlake as pk

opener = pk.Range("22+, A2s+, KTs+, QTs+, JTs, ATo+, KQo")
caller = pk.Range("22-TT, A2s-AJs, K9s+, Q9s+, J9s+, T8s+, 97s+, AJo, KQo")
opener.combos, round(opener.percent, 1)

# %% [markdown]
# Ranges are joined, cut and compared as sets are, and written for other programs.

# %%
both = opener & caller
both.combos, (opener - caller).to("piosolver")[:40]

# %%
opener.chart()

# %% [markdown]
# ## On a flop
#
# What has the opener on `Qh7h2c`, and what has the caller?

# %%
pk.chart("hits", opener, "Qh7h2c")

# %%
pk.equity(opener, caller, board="Qh7h2c").equity.round(4)

# %%
pk.chart("distribution", hero=opener, villain=caller, board="Qh7h2c")

# %% [markdown]
# ## One hand
#
# Ahead now, and after the cards to come: hand strength and effective hand strength.

# %%
spot = pk.strength("AhKh", "Qh7h2c", caller)
round(spot.hs, 4), round(spot.ehs, 4), round(spot.equity, 4)

# %% [markdown]
# ## All flops
#
# The lake has each hole on each of the 1,755 flops. The best and the worst kinds of flop for a
# suited connector, by the cards' suits:

# %%
pk.sql(
    "select suits, pairing, round(avg(equity), 4) as equity, count(*) as flops "
    "from flop_by_hand inner join flops using (board_id) where hand = '76s' "
    "group by suits, pairing order by equity desc"
).pl()

# %% [markdown]
# Cards in a frame of your own have `.poker`, in polars and pandas.

# %%
pk.register()
spots = pl.DataFrame({"hole": "7c6c", "board": ["Qh7h2c", "AsKd3c", "8c5d4h"]})
spots.with_columns(hs=pl.col("hole").poker.hs("board").round(4))
