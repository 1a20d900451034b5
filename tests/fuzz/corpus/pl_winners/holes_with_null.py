pl.winners([["AsKs"], None], "2h7d9hTc4h")
