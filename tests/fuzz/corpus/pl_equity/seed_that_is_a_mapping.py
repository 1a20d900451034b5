pl.equity("AA", "KK", deals=100, seed={"AsKs": "x"})
