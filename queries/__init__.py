"""Answers from tables: the DuckDB connection, named queries, evaluation of files, formats."""
