pl.equities(["Kh"], "\udfffK", [], deals=100)
