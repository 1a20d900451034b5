pl.query(None)
