pl.evaluate(2**17000, 1, 2, 3, 4)
