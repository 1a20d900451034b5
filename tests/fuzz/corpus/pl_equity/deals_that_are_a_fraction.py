pl.equity("22+", "random", deals=1.5)
