pl.HandClass(5).percentile("x")
