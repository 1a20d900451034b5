pl.equity(np.full(1326, 1e-320), "random,!(22+,A2s+)", deals=100)
