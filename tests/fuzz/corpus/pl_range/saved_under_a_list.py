pl.Range("22+").save(["x"])
