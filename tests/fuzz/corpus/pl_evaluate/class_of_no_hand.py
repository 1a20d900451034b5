pl.HandClass(-65535).category
