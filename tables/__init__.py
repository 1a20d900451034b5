"""What each table is (schema, meaning, key, order) and how it lies on disk (Parquet, manifest)."""
