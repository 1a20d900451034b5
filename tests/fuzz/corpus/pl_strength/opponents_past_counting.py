pl.strength("AsKs", "2h7d9h", "QQ", opponents=10**18)
