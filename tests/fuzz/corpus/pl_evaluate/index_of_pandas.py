pl.evaluate(pd.Index(["AsKs"]), layout=pd.Index([1, 2]))
