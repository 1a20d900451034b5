pl.sql({1: 2})
