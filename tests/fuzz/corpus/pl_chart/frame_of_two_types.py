pl.chart("range", pd.DataFrame({"t": ["x", 1]}))
