pl.strength(pa.array([]), villain="")
