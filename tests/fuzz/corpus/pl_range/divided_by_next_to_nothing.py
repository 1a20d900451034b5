pl.Range("22") / 1e-320
