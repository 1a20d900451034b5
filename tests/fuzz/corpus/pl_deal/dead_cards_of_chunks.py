pl.deal(3, 1, dead=pa.chunked_array([], pa.string()))
