pl.deal(1, 2, seed=[[1]])
