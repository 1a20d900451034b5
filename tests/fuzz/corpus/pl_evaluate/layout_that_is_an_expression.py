pl.evaluate([""], None, layout=polars.col("x"))
