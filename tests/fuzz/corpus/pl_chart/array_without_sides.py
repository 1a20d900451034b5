pl.chart("range", np.full((), nan))
