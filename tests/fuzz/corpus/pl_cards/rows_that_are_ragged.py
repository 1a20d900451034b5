pl.Cards(["AsKs", "2c2d"])[[1, [2]]]
