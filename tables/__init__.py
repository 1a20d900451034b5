"""What each table is, and how it lies on disk.

Belongs here: schemas and meanings of tables and views, the Parquet store, the manifest, errors.
Does not: what fills a table (``pipelines/``) or asks it (``queries/``).
"""
