pl.chart("range", pd.Series([1, 1], index=["AA", "KK"]), min=-5, max=np.uint8(51))
