"""What must hold for every value of the tables that users fill, alone or within its hand or run.

Rows are checked against these conditions before they are added, and ``verify`` checks the same
ones. A null in a nullable column passes.
"""

from __future__ import annotations

import tempfile
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from pokerlake.catalogue import DEUCE_TRIPLE, HOLDEM, PLAYED_GAMES, STUD
from pokerlake.engine.given import shown
from pokerlake.tables.check import Check
from pokerlake.tables.schema import Table
from pokerlake.tables.view_sql import quoted

if TYPE_CHECKING:
    import duckdb
    import pyarrow as pa

_CARD = "[2-9TJQKA][cdhs]"


def _cards(column: str, least: int, most: int) -> str:
    """That many different cards; the same check on lists would take four times as long."""
    conditions = [f"regexp_full_match({column}, '({_CARD}){{{least},{most}}}')"]
    for card in range(1, most):
        apart = f"not contains({column}[{2 * card + 1}:], {column}[{2 * card - 1}:{2 * card}])"
        ended = f"length({column}) <= {2 * card} or " * (card >= least)
        conditions.append(f"({ended}{apart})" if ended else apart)
    return " and ".join(conditions)


_HOLE = _cards("hole", 2, 2)
_DEALT = _cards("hole", 2, 7)
_BOARD = _cards("board", 3, 5)
_OF_CARDS = {_HOLE: "hole", _DEALT: "hole", _BOARD: "board"}
_HAND = "regexp_full_match(hand, '[2-9TJQKA]{2}[so]?') and (hand[1] = hand[2]) = (length(hand) = 2)"
_POSITIONS = "('UTG', 'UTG+1', 'UTG+2', 'LJ', 'HJ', 'CO', 'BTN', 'SB', 'BB')"  # of push or fold
_AMOUNTS = r"([0-9]+(\.[0-9]+)?(,[0-9]+(\.[0-9]+)?)*)?"
_RULES = quoted("|".join(PLAYED_GAMES))
_STREETS = "('preflop', 'flop', 'turn', 'river')"


NO_CARDS = (
    "hole that is not two to seven cards", "board that is not a flop, turn or river",
    "game that is invalid",
)  # fmt: skip


def _street(column: str) -> str:
    """A street of a game whose hands are read."""
    return f"{column} in {(*HOLDEM.streets, *STUD.streets, *DEUCE_TRIPLE.streets)}"


def _text(column: str) -> str:
    """Text that pokerlake writes itself."""
    return f"{column} <> '' and not regexp_matches({column}, '[\\x00-\\x1f\\x7f]')"


def _strange(*columns: str) -> dict[str, str]:
    """Text from outside, such as names of players: anything is valid."""
    return {f"{column} that is empty": f"{column} <> ''" for column in columns}


def _amounts(*columns: str) -> dict[str, str]:
    return {f"{column} below 0": f"{column} >= 0" for column in columns}


def _finite(*columns: str) -> dict[str, str]:
    return {f"{column} that is not a number": f"isfinite({column})" for column in columns}


def _at_least_1(*columns: str) -> dict[str, str]:
    return {f"{column} below 1": f"{column} >= 1" for column in columns}


def _above_0(*columns: str) -> dict[str, str]:
    return {f"{column} not above 0": f"isfinite({column}) and {column} > 0" for column in columns}


def _parts_of_1(*columns: str) -> dict[str, str]:
    return {f"{column} that is invalid": f"{column} between 0 and 1" for column in columns}


def _below(**ends: int) -> dict[str, str]:
    return {f"{column} that is invalid": f"{column} < {end}" for column, end in ends.items()}


_TIMED = {
    "seconds that are not a time": "isfinite(seconds) and seconds >= 0",
    "package_version that is invalid":
        "regexp_full_match(package_version, '[0-9][0-9A-Za-z.!+_-]*')",
}  # fmt: skip

# By table: the name of the error, and the condition that valid rows meet.
_CELLS: Mapping[str, Mapping[str, str]] = {
    "hands": {
        **_at_least_1("hand_id", "line"),
        **_strange("site", "number", "file", "zone", "table_name", "tournament", "currency"),
        "played before 1900 or after 2200": "year(played) between 1900 and 2200",
        "game that is invalid": f"regexp_full_match(game, '(no|pot|fixed) limit ({_RULES})')",
        **_amounts("small_blind", "big_blind", "ante", "pot", "added", "rake", "unpaid"),
        "seats that are not 2 or more": "seats >= 2",
        "board that is not a flop, turn or river": _BOARD,
        **{f"{board} that is not a river": _cards(board, 5, 5) for board in ("board2", "board3")},
    },
    "seats": {
        **_at_least_1("hand_id"),
        **_strange("player"),
        "position that is invalid":
            r"regexp_full_match(position, 'BTN|SB|BB|CO|HJ|MP|UTG(\+[1-9][0-9]*)?')",
        **_amounts("stack", "invested", "collected"),
        "hole that is not two to seven cards": _DEALT,
        "hand that is not a starting hand": _HAND,
        "folded that is not a street": _street("folded"),
        "up that are not cards": _cards("up", 1, 4),
    },
    "actions": {
        **_at_least_1("hand_id", "number"),
        "street that is invalid": _street("street"),
        **_strange("player"),
        "action that is invalid":
            "action in ('ante', 'small blind', 'big blind', 'straddle', 'post', 'fold', 'check', "
            "'call', 'bet', 'raise', 'bring-in', 'stand pat') "
            "or regexp_full_match(action, 'discard [1-5]')",
        **_amounts("amount", "to_call", "pot", "total"),
        "board that is not a flop, turn or river": _BOARD,
        "held that is not four or five cards": _cards("held", 4, 5),
        "board of another street":
            "coalesce(length(board), 0) = case street when 'flop' then 6 when 'turn' then 8 "
            "when 'river' then 10 else 0 end",
    },
    "showdowns": {
        **_at_least_1("hand_id"),
        "board that is invalid": "board between 1 and 3",
        **_strange("player"),
        "hole that is not two to seven cards": _DEALT,
        "class_id that is invalid": "class_id between 1 and 7462",
        "class_id without a hole, or a hole without one": "(class_id is null) = (hole is null)",
        **_amounts("size", "won"),
    },
    "tournaments": {
        **_at_least_1("entry", "place"),
        **_strange(
            "site", "tournament", "name", "zone", "game", "currency", "prize_currency", "file",
        ),
        "started before 1900 or after 2200": "year(started) between 1900 and 2200",
        **_amounts(
            "buy_in", "bounty", "fee", "rebuy_cost", "prize_pool", "prize", "bounties",
            "bounties_in_hands",
        ),
    },
    "learning_runs": {
        **_at_least_1("run", "games_asked", "players", "unit", "threads"),
        **{f"{name} that is not text": _text(name) for name in ("game", "algorithm")},
        "parameters that are not JSON": "json_valid(parameters) and parameters[1] = '{'",
        **_TIMED,
    },
    "result_table": {
        "state that is not text": _text("state"), "choice that is not text": _text("choice"),
        "sum of no game": "games > 0 or won = 0",
    },
    "strategies": {
        "state that is not text": _text("state"), "choice that is not text": _text("choice"),
        **_parts_of_1("probability"),
        **_finite("gain", "value"),
        **{f"{name} that is invalid": f"isfinite({name}) and {name} >= 0" for name in (
            "gain_standard_error", "nash_conv_standard_error",
        )},
        "nash_conv that is invalid": "isfinite(nash_conv) and nash_conv >= -1e-9",
    },
    "learned_profits": {
        "opponent that is not text": _text("opponent"), **_at_least_1("rounds"),
    },
    "push_fold_spots": {
        **_at_least_1("spot"),
        "players that are not 2 to 9": "players between 2 and 9",
        **{f"{name} that are not numbers": f"regexp_full_match({name}, '{_AMOUNTS}')"
            for name in ("stacks", "prizes", "others")},
        "stacks that are not one per player":
            "len(string_split(stacks, ',')) = players",
        "stack that differs from those of all":
            "stack is not distinct from case len(list_distinct(string_split(stacks, ','))) "
            "when 1 then try_cast(string_split(stacks, ',')[1] as double) end",
        **_parts_of_1("small_blind"),
        **{f"{name} that is invalid":
            f"{name} between 0 and 10000" for name in ("ante", "bb_ante")},
        "fixed that are not ranges":
            "fixed = '' or regexp_full_match(fixed, '[A-Z0-9+]+(/[fi]*)?=.*')",
        "others without prizes": "prizes <> '' or others = ''",
        "gain_by_deviating that is invalid":
            "isfinite(gain_by_deviating) and gain_by_deviating > -1e-9",
        "is_close that is wrong": "is_close = (gain_by_deviating < 1e-3)",
        **_at_least_1("iterations"),
        "method that is not text": _text("method"),
        "seed without sampling, or sampling without a seed": "(seed is null) = (players < 4)",
        **_TIMED,
    },
    "solved_spots": {
        **_at_least_1("spot", "iterations", "nodes"),
        **_above_0("pot", "stack", "chip", "pot_worth"),
        "board that is not a flop, turn or river": _BOARD,
        "street of another board":
            "street = ['flop', 'turn', 'river'][length(board) // 2 - 2]",
        **{f"{name} that is not text": _text(name) for name in ("oop", "ip")},
        **{f"{name} that are not sizes": f"regexp_full_match({name}, '([-0-9.,%xcae/ ]|min)*')"
            for name in ("oop_bets", "oop_raises", "ip_bets", "ip_raises", "donks")},
        **_amounts("add_all_in", "force_all_in", "merge", "rake_cap"),
        "rake that is invalid": "rake >= 0 and rake < 1",
        "exploitability that is invalid": "isfinite(exploitability) and exploitability >= -0.01",
        **{f"{name} that is invalid": f"isfinite({name}) and {name} >= -0.01"
            for name in ("gain_oop", "gain_ip")},
        "prizes without stacks, or stacks without prizes":
            "(prizes is null) = (behind is null) and (prizes is null) = (others is null) "
            "and (prizes is null) = (bounties is null)",
        **{f"{name} that are not numbers": f"regexp_full_match({name}, '{_AMOUNTS}')"
            for name in ("prizes", "behind", "others", "bounties")},
        **_finite("value_oop", "value_ip"),
        **_parts_of_1("equity_oop", "equity_ip"),
        "kept that is invalid": _text("kept"),
        **_TIMED,
    },
    "abstractions": {
        **_at_least_1("run", "k", "buckets", "restarts", "rows", "deals"),
        "street that is invalid": f"street in {_STREETS}",
        "kind that the street does not have": "list_contains(case street when 'preflop' then "
            "['lossless'] when 'flop' then ['distribution', 'percentile', 'potential'] "
            "when 'turn' then ['distribution', 'percentile'] "
            "else ['optimal', 'percentile', 'ochs'] end, kind)",
        "next_run of a kind that has none": "(next_run is null) = (kind <> 'potential')",
        "seed of what draws nothing":
            "(seed is null) = (kind not in ('distribution', 'potential', 'ochs'))",
        "rounds of what has none":
            "(rounds = 0) = (kind not in ('distribution', 'potential', 'ochs'))",
        **_parts_of_1("mean_distance", "percentile_distance", "random_distance"),
        **_TIMED,
    },
    "buckets": {
        **_at_least_1("run", "rows", "deals"),
        **_parts_of_1("mean_equity", "equity_deviation", "mean_distance"),
        **_below(typical_hole_id=1326, typical_board_id=134_459),
    },
    "bucket_centres": {
        **_at_least_1("run"), **_below(place=1081, value=16_384),
    },
    "bucket_distances": {
        **_at_least_1("run"), "other that is the same": "other <> bucket",
        **_parts_of_1("distance"),
    },
    "bucket_transitions": {**_at_least_1("pair", "run", "next_run", "deals")},
    **{
        table: {**_at_least_1("run"), **_below(board_id=boards, hole_id=1326)}
        for table, boards in (
            ("flop_buckets", 1755), ("turn_buckets", 16_432), ("river_hand_buckets", 134_459),
        )
    },
    "river_buckets": {
        **_at_least_1("run", "deals"), "strength that is invalid": "strength <= 1980",
    },
    "solved_nodes": {
        **_at_least_1("spot"), **_above_0("pot"), **_amounts("to_call"),
        "street that is invalid": "street in ('flop', 'turn', 'river')",
        "player that is invalid": "player in ('oop', 'ip')",
        "actions that are invalid":
            "regexp_full_match(actions, '(f,c|x)(,[br][0-9]+([.][0-9]+)?)*')",
    },
    "solved_strategies": {
        **_at_least_1("spot"),
        "board that is not a flop, turn or river": _BOARD,
        "hole that is not two cards": _HOLE,
        "share that is invalid": "share between 0 and 10000",
        "equity that is invalid": "equity between 0 and 10000",
        **_parts_of_1("reach"),
        "weight that is invalid": "isfinite(weight) and weight >= 0",
    },
    "blueprints": {
        **_at_least_1("run", "decisions", "information_sets"),
        "game that is invalid": "game in ('limit', 'nolimit')",
        "stack that is invalid": "(stack is null) = (game = 'limit') and coalesce(stack, 2) > 1",
        "small_blind that is invalid": "small_blind > 0 and small_blind < 1",
        **_amounts("ante", "regret_oop", "regret_ip", "seconds"),
        **{
            f"{name} that is not a number for each street":
                f"regexp_full_match({name}, '[0-9]+(/[0-9]+){{3}}')"
            for name in ("buckets", "runs")
        },
    },
    "blueprint_nodes": {
        **_at_least_1("run", "node"), **_above_0("pot"), **_amounts("to_call"),
        "street that is invalid": f"street in {_STREETS}",
        "player that is invalid": "player in ('oop', 'ip')",
        "actions that are invalid":
            "regexp_full_match(actions, '(f|f,c|x)(,[br][0-9]+([.][0-9]+)?)*')",
    },
    "blueprint_strategies": {
        **_at_least_1("run", "node"),
        "share that is invalid": "share between 0 and 10000",
        "regret that is invalid": "isfinite(regret)",
    },
    "blueprint_responses": {
        **_at_least_1("measure", "run"),
        "flops that are invalid": "flops between 4 and 22100",
        **_finite("value", "least", "most", "oop_least", "oop_most", "ip_least", "ip_most"),
        **_amounts("value_error", "least_error", "most_error", "seconds"),
    },
    "blueprint_gains": {
        **_at_least_1("measure"),
        "player that is invalid": "player in ('oop', 'ip')",
        "street that is invalid": f"street = 'all' or street in {_STREETS}",
        **_finite("least", "most"), **_amounts("least_error", "most_error"),
    },
    "push_fold_players": {
        **_at_least_1("spot", "player"),
        "position that is invalid": f"position in {_POSITIONS}",
        "stack that is invalid": "stack > 0 and stack <= 10000",
        "worth that is invalid": "isfinite(worth) and worth >= 0",
        **_finite("value"),
        "gain that is invalid": "isfinite(gain) and gain > -1e-9",
    },
    "push_fold": {
        **_at_least_1("spot", "player"),
        "position that is invalid": f"position in {_POSITIONS}",
        "before that is not a letter for each player before":
            "regexp_full_match(before, '[fi]*') and length(before) = player - 1",
        "choice of another name": "choice = if(contains(before, 'i'), 'call', 'push')",
        "hand that is not a starting hand": _HAND,
        **_parts_of_1("share", "reach"),
        **_finite("value_in", "value_fold"),
    },
}  # fmt: skip


def of_rows(
    connection: duckdb.DuckDBPyConnection,
    tables: Sequence[Table],
    wrong: Iterable[tuple[str, str, str]],
) -> Iterator[Check]:
    """The checks of tables that belong together, which are views of the connection.

    The first has one row for each thing, numbered from 1; the others refer to that number.

    ``wrong``: the table, what is counted, and a select of invalid rows: there should be none.
    """
    things, (number,) = tables[0].name, tables[0].key
    numbers = connection.view(things).project(number).fetchall()
    in_order = numbers == [(place,) for place in range(1, len(numbers) + 1)]
    yield Check(things, f"{number}s 1, 2, 3, ...", "True", str(in_order))
    for table in tables:
        yield from of_cells(connection, table.name)
    strays = (
        (table.name, f"rows of an unknown {number}",
         f"from {table.name} anti join {things} using ({number})")
        for table in tables[1:]
    )  # fmt: skip
    for name, what, rows in (*strays, *wrong):
        yield Check(name, what, "0", f"{len(connection.sql(rows)):,}")


def of_cells(connection: duckdb.DuckDBPyConnection, table: str) -> Iterator[Check]:
    """The checks of the values of a table, which is a view of the connection."""
    conditions = _CELLS[table]
    counts = [f"count_if(not ({right}))" for right in conditions.values()]
    counted = connection.view(table).aggregate(", ".join(counts)).fetchall()[0]
    for what, wrong in zip(conditions, counted, strict=True):
        yield Check(table, what, "0", f"{wrong or 0:,}")  # null: there are no rows


def looking_connection() -> duckdb.DuckDBPyConnection:
    """A connection without a lake, for :func:`wrong_rows`."""
    import duckdb

    return duckdb.connect(config={"temp_directory": tempfile.gettempdir()})


def _fails(right: str) -> str:
    return f"coalesce(not ({right}), false)"


def _counting(conditions: Iterable[str], apart: Collection[str]) -> str:
    """Count the rows of ``given`` that fail a condition; for cards, each distinct failing text.

    ``apart``: columns whose distinct texts are tables of their own, see :func:`_texts_of`.
    """
    quick = " or ".join(_fails(right) for right in conditions if right not in _OF_CARDS)
    counts = [f"count_if({quick})"]
    for right in conditions:
        if right in _OF_CARDS:
            column = _OF_CARDS[right]
            source = f"texts_of_{column}" if column in apart else "given"
            texts = f"select distinct {column} from {source}"  # noqa: S608 of this file
            counts.append(f"(select count_if({_fails(right)}) from ({texts}))")  # noqa: S608
    return f"select {', '.join(counts)} from given"  # noqa: S608


def _texts_of(rows: pa.Table) -> dict[str, pa.Table]:
    """The distinct texts of dictionary columns, of which there are few, as one-column tables."""
    import pyarrow as pa

    return {
        field.name: pa.table(
            {field.name: pa.concat_arrays([part.dictionary for part in rows[field.name].chunks])}
        )
        for field in rows.schema
        if pa.types.is_dictionary(field.type)
    }


def wrong_rows(
    connection: duckdb.DuckDBPyConnection, rows: pa.Table, table: str
) -> Iterator[tuple[int, str]]:
    """The rows of a table that must not be added, and what is wrong with each.

    Rows come in order, and more than once if several things are wrong.
    """
    conditions = _CELLS.get(table)
    if conditions is None or not rows.num_rows:
        return
    wrong = [f"not ({right})" for right in conditions.values()]
    texts = _texts_of(rows)
    sources = {"given": rows, **{f"texts_of_{name}": held for name, held in texts.items()}}
    for name, held in sources.items():
        connection.register(name, held)
    counted = connection.execute(_counting(conditions.values(), texts.keys())).fetchall()
    for name in sources:
        connection.unregister(name)
    if not any(counted[0]):
        return
    flags = connection.from_arrow(rows).project(", ".join(wrong)).to_arrow_table()
    labels = list(conditions)
    places = [
        (row, at)
        for at, column in enumerate(flags.columns)
        for row, is_wrong in enumerate(column.to_pylist())
        if is_wrong
    ]
    for row, at in sorted(places):
        column = labels[at].partition(" ")[0]
        value = shown(rows[column][row].as_py()) if column in rows.column_names else ""
        yield row, f"{labels[at]}: {value}".removesuffix(": ")
