pl.deal(10**18, 7)
