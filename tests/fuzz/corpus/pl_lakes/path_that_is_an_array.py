pl.open_lake(pa.array([Decimal("5")]))
