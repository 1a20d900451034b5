pl.chart(pd.Series([1]), "22+")
