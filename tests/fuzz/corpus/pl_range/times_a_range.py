pl.Range("22+, AKs:0.5") * "QQ+,AK@50"
