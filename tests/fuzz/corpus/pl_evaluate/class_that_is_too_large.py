pl.HandClass(65536).name
