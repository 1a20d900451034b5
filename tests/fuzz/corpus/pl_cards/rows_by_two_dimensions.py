pl.Cards(["AsKs", "2c2d"])[np.zeros((2, 2), int)]
