pl.poker(np.array)
