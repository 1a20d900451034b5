pl.Range("22+").save("5" * 300)
