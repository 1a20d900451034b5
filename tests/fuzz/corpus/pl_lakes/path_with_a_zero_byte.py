pl.connect("x\0y")
