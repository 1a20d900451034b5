"""How tables and types are described."""

import duckdb

from pokerlake.tables.schema import sql_type


def test_types_have_the_names_that_duckdb_gives_them():
    types = [
        "boolean",
        "tinyint",
        "smallint",
        "integer",
        "bigint",
        "utinyint",
        "usmallint",
        "uinteger",
        "ubigint",
        "hugeint",
        "float",
        "double",
        "decimal(9,3)",
        "decimal(18,4)",
        "varchar",
        "blob",
        "date",
        "time",
        "timestamp",
        "timestamp_s",
        "timestamp_ms",
        "timestamp_ns",
        "timestamptz",
        "interval",
        "integer[]",
        "varchar[][]",
        "utinyint[3]",
        "struct(a|utinyint,b|struct(c|date[]))",
        "map(varchar,integer)",
        "union(a|bigint,b|varchar)",
    ]
    columns = ", ".join(f"null::{dtype.replace('|', ' ')}" for dtype in types)
    with duckdb.connect() as connection:
        relation = connection.sql(f"select {columns}")
        arrow = relation.to_arrow_table().schema
        wrong = {
            str(dtype): sql_type(field.type)
            for dtype, field in zip(relation.types, arrow, strict=True)
            if sql_type(field.type) != str(dtype)
        }
    assert wrong == {"TIMESTAMP_MS": "TIMESTAMP"}  # as DuckDB reads it from Parquet
