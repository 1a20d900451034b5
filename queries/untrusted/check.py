"""The check that untrusted SQL is one select that only reads the lake and computes.

DuckDB's parser gives the tree of the statement, and each of its nodes must be of a kind listed
here. Other kinds are refused: a list of forbidden kinds could never be complete.

Functions and types are listed too, so those of a later DuckDB are refused until somebody has
reviewed them. Each function computes from its arguments only (or is the clock or random). Not
listed are functions that read files, settings, the catalog or the session, run SQL or a plan given
as text, call another function by its name, sleep, or take DuckDB's internal representation of
values.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import duckdb

from pokerlake.tables.errors import QueryError

from ..statements.explain import explain
from ..statements.hand_names import refuse_in_tree

LONGEST_SQL = 65_536  # bytes
_DEEPEST = 800  # levels of a tree: Python 3.11 reads some 1,000, later versions far more
_TOO_DEEP = "the statement is nested too deep"
ALL_ARE_LISTED = "'pokerlake tables' lists tables, and 'pokerlake schema TABLE' their columns"

_QUERIES = {"SELECT_NODE", "SET_OPERATION_NODE", "RECURSIVE_CTE_NODE"}
_SOURCES = {"EMPTY", "EXPRESSION_LIST", "JOIN", "PIVOT", "SUBQUERY"}
_MODIFIERS = {"DISTINCT_MODIFIER", "LIMIT_MODIFIER", "LIMIT_PERCENT_MODIFIER", "ORDER_MODIFIER"}
_ORDERS = {"ORDER_DEFAULT", "ASCENDING", "DESCENDING"}
_PLAIN = _QUERIES | _SOURCES | _MODIFIERS | _ORDERS
_EXPRESSIONS = {
    "BETWEEN", "CASE", "COLUMN_REF", "COMPARISON", "CONJUNCTION", "CONSTANT", "LAMBDA",
    "LAMBDA_REF", "OPERATOR", "POSITIONAL_REFERENCE", "STAR", "SUBQUERY",
}  # fmt: skip
# Containers of nodes have no kind, and are recognised by their keys.
_HOLDERS = {
    frozenset(keys.split())
    for keys in (
        "node named_param_map", "map", "key value", "path", "kind text", "expression name",
        "then_expr when_expr", "catalog column schema table", "is_null type value", "id type_info",
        "aliases key_targets materialized payload_aggregates query_node",
        "entries pivot_enum pivot_expressions unpivot_names", "alias star_expr values",
        "is_percentage method repeatable sample_rate sample_size seed",
    )
}  # fmt: skip
_LOWER = dict(zip(range(ord("A"), ord("Z") + 1), range(ord("a"), ord("z") + 1), strict=True))
# DuckDB takes an unknown name as the name of a file.
_OF_A_FILE = re.compile(r"[^\w $-]|^$")
_NOT_SHOWN = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
OPERATORS = """
!= !~~ !~~* !__postfix % & && * ** + - ->> / // < <-> << <= <=> <@ = > >= >> @ @> ^ ^@ | || ~ ~~ ~~*
~~~ xor
"""

NUMBERS = """
abs acos acosh add asin asinh atan atan2 atanh bin binom bit_count cbrt ceil ceiling cos cosh cot
degrees divide even exp factorial fdiv floor fmod gamma gcd greatest_common_divisor isfinite isinf
isnan lcm least_common_multiple lgamma ln log log10 log2 mod multiply nextafter pi pow power radians
random round round_even roundbankers setseed sign signbit sin sinh sqrt subtract tan tanh to_base
trunc
"""

TEXTS = """
ascii bar base64 bit_length bit_position bitstring char_length character_length chr concat concat_ws
contains damerau_levenshtein decode editdist3 encode ends_with format format_bytes
formatreadabledecimalsize formatreadablesize from_base64 from_binary from_hex get_bit hamming hash
hex ilike_escape instr jaccard jaro_similarity jaro_winkler_similarity lcase left left_grapheme len
length length_grapheme levenshtein like_escape lower lpad ltrim md5 md5_number md5_number_lower
md5_number_upper mismatches nfc_normalize not_ilike_escape not_like_escape octet_length ord overlay
parse_formatted_bytes position prefix printf regexp_escape regexp_extract regexp_extract_all
regexp_full_match regexp_matches regexp_replace regexp_split_to_array regexp_split_to_table repeat
replace reverse right right_grapheme rpad rtrim set_bit sha1 sha256 split split_part starts_with
str_split str_split_regex string_split string_split_regex string_to_array strip_accents strlen
strpos substr substring substring_grapheme suffix to_base64 to_binary to_hex translate trim ucase
unbin unhex unicode upper url_decode url_encode
"""

TIMES = """
age ago century current_date current_localtime current_localtimestamp date_add date_diff date_part
date_sub date_trunc datediff datepart datesub datetrunc day dayname dayofmonth dayofweek dayofyear
days_in_month decade epoch epoch_ms epoch_ns epoch_us era get_current_time get_current_timestamp
hour isodow isoyear julian last_day make_date make_time make_timestamp make_timestamp_ms
make_timestamp_ns make_timestamptz microsecond millennium millisecond minute month monthname
nanosecond normalized_interval now quarter second strftime strptime time_bucket timezone
timezone_hour timezone_minute to_centuries to_days to_decades to_hours to_microseconds to_millennia
to_milliseconds to_minutes to_months to_quarters to_seconds to_timestamp to_weeks to_years today
transaction_timestamp try_strptime week weekday weekofyear year yearweek
"""

LISTS = """
apply array_append array_apply array_cat array_concat array_contains array_cosine_distance
array_cosine_similarity array_cross_product array_distance array_distinct array_dot_product
array_extract array_filter array_grade_up array_has array_has_all array_has_any array_indexof
array_inner_product array_intersect array_length array_negative_dot_product
array_negative_inner_product array_pop_back array_pop_front array_position array_prepend
array_push_back array_push_front array_reduce array_resize array_reverse array_reverse_sort
array_select array_slice array_sort array_to_string array_to_string_comma_default array_transform
array_unique array_value array_where array_zip cardinality element_at filter flatten generate_series
generate_subscripts grade_up list_any_value list_append list_apply list_approx_count_distinct
list_avg list_bit_and list_bit_or list_bit_xor list_bool_and list_bool_or list_cat list_concat
list_contains list_cosine_distance list_cosine_similarity list_count list_distance list_distinct
list_dot_product list_element list_entropy list_extract list_filter list_first list_grade_up
list_has list_has_all list_has_any list_histogram list_indexof list_inner_product list_intersect
list_kurtosis list_kurtosis_pop list_last list_mad list_max list_median list_min list_mode
list_negative_dot_product list_negative_inner_product list_pack list_position list_prepend
list_product list_reduce list_resize list_reverse list_reverse_sort list_select list_sem
list_skewness list_slice list_sort list_stddev_pop list_stddev_samp list_string_agg list_sum
list_transform list_unique list_value list_var_pop list_var_samp list_where list_zip map map_concat
map_contains map_contains_entry map_contains_value map_entries map_extract map_extract_value
map_from_entries map_keys map_values range reduce row struct_concat struct_contains struct_extract
struct_extract_at struct_has struct_indexof struct_insert struct_keys struct_pack struct_position
struct_update struct_values union_extract union_tag union_value unnest
"""

JSON = """
array_to_json from_json from_json_strict json json_array json_array_length json_contains
json_deep_merge json_exists json_extract json_extract_path json_extract_path_text
json_extract_string json_group_array json_group_object json_group_structure json_insert json_keys
json_merge_patch json_merge_patch_diff json_normalize json_object json_pretty json_quote json_remove
json_replace json_set json_strip_nulls json_structure json_transform json_transform_strict json_type
json_valid json_value row_to_json to_json
"""

OTHERS = """
constant_or_null enum_code enum_first enum_last enum_range enum_range_boundary error gen_random_uuid
greatest if least nullif typeof uuid uuid_extract_timestamp uuid_extract_version uuidv4 uuidv7
"""

AGGREGATES = """
any_value approx_count_distinct approx_quantile approx_top_k arbitrary arg_max arg_max_null
arg_max_nulls_last arg_min arg_min_null arg_min_nulls_last argmax argmin array_agg avg bit_and
bit_or bit_xor bitstring_agg bool_and bool_or corr count count_if count_star countif covar_pop
covar_samp entropy favg first fsum geomean geometric_mean group_concat histogram histogram_exact
kahan_sum kurtosis kurtosis_pop last list listagg mad max max_by mean median min min_by mode product
quantile quantile_cont quantile_disc regr_avgx regr_avgy regr_count regr_intercept regr_r2
regr_slope regr_sxx regr_sxy regr_syy reservoir_quantile sem skewness stddev stddev_pop stddev_samp
string_agg sum sum_no_overflow sumkahan var_pop var_samp variance wavg weighted_avg
"""

WINDOWS = """
cume_dist dense_rank fill first_value lag last_value lead nth_value ntile percent_rank rank
rank_dense row_number
"""

FUNCTIONS = frozenset(
    " ".join(
        (OPERATORS, NUMBERS, TEXTS, TIMES, LISTS, JSON, OTHERS, AGGREGATES, WINDOWS)
    ).split()
)  # fmt: skip

TABLE_FUNCTIONS = frozenset({"generate_series", "range", "unnest"})

# A macro that takes the name of a table as text, which the check of names would miss.
NAMING_TABLES = frozenset({"grid"})

TYPE_NAMES = """
array bigint binary bit bitstring blob bool boolean bpchar bytea char date datetime dec decimal
double enum float float4 float8 hugeint int int1 int128 int16 int2 int32 int4 int64 int8 integer
integral interval json list logical long map numeric nvarchar real row short signed smallint
string struct text time timestamp timestamp_ms timestamp_ns timestamp_s timestamp_us timestamptz
timetz tinyint ubigint uhugeint uint128 uint16 uint32 uint64 uint8 uinteger union usmallint
utinyint uuid varbinary varchar
"""

TYPES = frozenset({*TYPE_NAMES.split(), "time with time zone", "timestamp with time zone"})

COLLATIONS = frozenset({"binary", "c", "nfc", "noaccent", "nocase", "posix"})


class RefusedError(QueryError):
    """SQL that is not allowed for untrusted users, whether or not it is valid."""


class StoppedError(QueryError):
    """SQL that was stopped because it exceeded a limit."""


@dataclass(frozen=True)
class Names:
    """Names that untrusted SQL may use, besides those of DuckDB, folded."""

    tables: frozenset[str]  # and views
    functions: frozenset[str]  # and macros of the lake's connection
    known: frozenset[str]  # all that exist, to tell forbidden names from misspelt ones
    taken: frozenset[str]  # tables and views of DuckDB that are found without a schema


def names_of(connection: duckdb.DuckDBPyConnection) -> Names:
    """The tables, functions and macros of a connection to a lake, without those of DuckDB."""
    functions = "select distinct function_name from duckdb_functions()"
    with duckdb.connect() as plain:
        built_in = _names(plain, functions)
    known = _names(connection, functions)
    tables = _names(connection, "select view_name from duckdb_views() where not internal")
    taken = _names(
        connection,
        "select view_name from duckdb_views() where schema_name <> 'information_schema' "
        "union all select table_name from duckdb_tables()",
    )
    return Names(tables, known - built_in - NAMING_TABLES, known, taken - tables)


def _names(connection: duckdb.DuckDBPyConnection, sql: str) -> frozenset[str]:
    return frozenset(folded(name) for (name,) in connection.execute(sql).fetchall())


def folded(name: str) -> str:
    """A name as DuckDB compares it: with ASCII letters in lower case."""
    return name.translate(_LOWER)


def require_text(sql: str) -> None:
    """Refuse text that is too long for the parser, or has control characters."""
    length = len(sql.encode())
    if length > LONGEST_SQL:
        raise RefusedError(f"the statement has {length:,} bytes; {LONGEST_SQL:,} are allowed")
    hidden = _NOT_SHOWN.search(sql)
    if hidden:
        raise RefusedError(f"the statement has the control character {hidden[0]!r}")


def check(connection: duckdb.DuckDBPyConnection, sql: str, names: Names) -> set[str]:
    """Refuse everything except one select of tables of the lake and functions that only compute.

    Returns the functions that it calls, in lower case.

    Raises RefusedError or QueryError.
    """
    require_text(sql)
    functions: set[str] = set()
    try:
        _require_select(connection.extract_statements(sql))
        text = connection.execute("select json_serialize_sql(?)", [sql]).fetchall()[0][0]
        tree = _tree(text)
        _walk(tree, names, functions)
        refuse_in_tree(tree)
    except duckdb.Error as error:
        raise QueryError(explain(str(error), sql)) from error
    except RecursionError as error:
        raise RefusedError(_TOO_DEEP) from error
    return functions


def _require_select(statements: list[duckdb.Statement]) -> None:
    if len(statements) != 1:
        raise RefusedError(f"{len(statements) or 'no'} statements; untrusted SQL is one select")
    kind = statements[0].type
    if kind == duckdb.StatementType.MULTI:
        raise RefusedError("pivot needs the values in untrusted SQL: pivot … on COLUMN in (…)")
    if kind != duckdb.StatementType.SELECT:
        raise RefusedError(f"{kind.name.lower()!r} is not allowed; untrusted SQL is one select")


def _tree(text: str) -> Any:
    content = json.loads(text)
    if content["error"]:
        raise QueryError(explain(f"Parser Error: {content['error_message']}"))
    (statement,) = content["statements"]
    if statement["named_param_map"]:
        raise RefusedError("parameters such as $1 are not allowed in untrusted SQL")
    return statement["node"]


def _walk(tree: Any, names: Names, functions: set[str]) -> None:
    """Check every node; a node sees the common table expressions before and above it."""
    waiting: list[tuple[Any, frozenset[str], int]] = [(tree, names.tables, 1)]
    while waiting:
        value, tables, depth = waiting.pop()
        if depth > _DEEPEST:
            raise RefusedError(_TOO_DEEP)
        depth += 1
        if isinstance(value, list):
            waiting += ((part, tables, depth) for part in value)
        elif isinstance(value, dict):
            below = dict(value)
            for entry in below.pop("cte_map", {"map": []})["map"]:
                waiting.append((entry["value"], tables, depth))
                tables |= {_own_table(entry["key"], names)}
            if below.get("type") == "RECURSIVE_CTE_NODE":  # only the right half sees its name
                seen = tables | {_own_table(below["cte_name"], names)}
                waiting.append((below.pop("right"), seen, depth))
            waiting += ((part, tables, depth) for part in _parts(below, names, tables, functions))


def _own_table(name: str, names: Names) -> str:
    """The name of a common table expression, folded.

    Out of its scope, the name must not mean a table of DuckDB or a file.
    """
    name = folded(name)
    if name in names.taken or _OF_A_FILE.search(name):
        raise RefusedError(f"{name!r} cannot name a table in untrusted SQL")
    return name


def _parts(
    node: dict[str, Any], names: Names, tables: frozenset[str], functions: set[str]
) -> Iterable[Any]:
    """The parts of a node, after the node itself is checked."""
    kind = node.get("class", node.get("type"))
    if kind is None or isinstance(kind, dict):
        if frozenset(node) not in _HOLDERS or node.get("pivot_enum"):
            raise RefusedError(_not_allowed(", ".join(node)))
    elif kind == "BASE_TABLE":
        _require_table(node, tables)
    elif kind == "TABLE_FUNCTION":
        _require_function(node["function"], TABLE_FUNCTIONS, names, functions)
        return [part for key, part in node.items() if key != "function"] + [
            part for key, part in node["function"].items() if key not in ("class", "type")
        ]
    elif kind in ("FUNCTION", "WINDOW"):
        if node.get("export_state"):
            raise RefusedError("export_state is not allowed in untrusted SQL")
        _require_function(node, FUNCTIONS, names, functions)
    elif kind == "TYPE":
        path = node["qualified_name"]["path"]
        if len(path) != 1 or folded(node["type_name"]) not in TYPES:
            raise RefusedError(f"type {node['type_name']!r} is not allowed in untrusted SQL")
    elif kind == "COLLATE":
        if not COLLATIONS.issuperset(folded(node["collation"]).split(".")):
            raise RefusedError(f"collation {node['collation']!r} is not allowed in untrusted SQL")
    elif kind != "CAST" and kind not in (_EXPRESSIONS if "class" in node else _PLAIN):
        raise RefusedError(_not_allowed(kind))
    return node.values()


def _require_table(node: dict[str, Any], tables: frozenset[str]) -> None:
    path = node["qualified_name"]["path"]
    if len(path) != 1:
        raise RefusedError(
            f"{'.'.join(path)!r} is not allowed: name tables of the lake without a dot"
        )
    if node["at_clause"]:
        raise RefusedError("a table at a version or time is not allowed in untrusted SQL")
    if folded(path[0]) not in tables:
        raise QueryError(explain(f"Table with name {path[0]} does not exist"))


def _require_function(
    node: dict[str, Any], allowed: frozenset[str], names: Names, functions: set[str]
) -> None:
    name = folded(node["function_name"])
    if name not in allowed and name not in names.functions:
        if name not in names.known:
            raise QueryError(explain(f"Function with name {name} does not exist"))
        raise RefusedError(f"function {name!r} is not allowed in untrusted SQL")
    functions.add(name)


def _not_allowed(kind: str) -> str:
    if kind == "SHOW_REF":
        what = "describe, show and summarize are not allowed; untrusted SQL is one select"
        return f"{what}: {ALL_ARE_LISTED}"
    if kind.endswith("_QUERY_NODE"):
        statement = kind.removesuffix("_QUERY_NODE").lower()
        return f"{statement!r} is not allowed; untrusted SQL is one select"
    return f"{kind.lower().replace('_', ' ')!r} is not allowed in untrusted SQL"
