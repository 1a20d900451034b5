"""Every command and every option does what its help says; results are read back and compared."""

import csv
import io
import json
from itertools import pairwise

import pyarrow.parquet as pq
import pytest

from helpers import standard
from helpers.command_line import answer as rows
from helpers.command_line import run
from pokerlake.queries.sql.named import named_queries
from pokerlake.tables.manifest import package_version

ROYAL = "AsKsQsJsTs"
WORST = "7c5d4h3s2c"

# Hands of so many cards per category, straight flush to high card: published, for example
# https://en.wikipedia.org/wiki/Poker_probability
FREQUENCIES = {
    5: [40, 624, 3744, 5108, 10200, 54912, 123552, 1098240, 1302540],
    6: [1844, 14664, 165984, 205792, 361620, 732160, 2532816, 9730740, 6612900],
    7: [41584, 224848, 3473184, 4047644, 6180020, 6461620, 31433400, 58627800, 23294460],
}


def text(value):
    """A value as CSV has it."""
    if value is None:
        return ""
    return str(value).lower() if isinstance(value, bool) else str(value)


RESULTS = [
    "tables", "schema classes", "schema category_odds", "query", "query category_odds -p cards=5",
    "query class_of_hand -p hand=AsAdAhKsKd",
    "sql 'select * from classes where class_id % 500 = 0'",
    "sql 'select * from classes where class_id < 0'",
    'sql "select null as nothing, true as yes, \'a,b\' as commas, \'say ""x""\' as quotes"',
    "export category_odds", f"evaluate {ROYAL} {WORST} AsAd2c3d4h5s6c", f"compare {ROYAL} {WORST}",
    "deal 30 --players 3 --cards 2 --seed 1", "deal 3000 --players 3 --cards 5 --seed 1 --compare",
    "build --plan",
]  # fmt: skip


ENDINGS = {
    "table": ".txt",
    "csv": ".csv",
    "tsv": ".tsv",
    "json": ".json",
    "ndjson": ".ndjson",
    "parquet": ".parquet",
}


@pytest.mark.parametrize("line", RESULTS)
def test_every_format_holds_the_same_rows(at_home, line):
    made = {}
    told = set()
    by_ending = RESULTS.index(line) % 2  # each command has both ways, and each format too
    for number, (name, ending) in enumerate(ENDINGS.items()):
        shown = run(f"{line} --format {name}") if name != "table" else run(line)
        assert (shown.code, shown.err) == (0, "")
        if number % 2 == by_ending:
            written = run(f"{line} --output result{ending}")
            file = at_home / f"result{ending}"
        else:
            written = run(f"{line} -o result -f {name}")
            file = at_home / "result"
        assert (written.code, written.out) == (0, b"")
        told.add(written.err.replace(file.name, "FILE"))
        made[name] = file.read_bytes()
        assert made[name] == shown.out

    table = pq.read_table(io.BytesIO(made["parquet"]))
    expected = table.to_pylist()
    rows = "1 row" if len(expected) == 1 else f"{len(expected):,} rows"
    assert told == {f"{rows} in FILE\n"}
    assert json.loads(made["json"]) == expected
    assert [json.loads(row) for row in made["ndjson"].splitlines()] == expected
    cells = [[text(value) for value in row.values()] for row in expected]
    assert list(csv.reader(io.StringIO(made["csv"].decode()))) == [table.column_names, *cells]
    assert list(csv.reader(io.StringIO(made["tsv"].decode()), delimiter="\t")) == cells
    header, _, *lines = made["table"].decode().splitlines()
    assert header.split() == table.column_names
    assert len(lines) == len(expected)


def test_a_table_is_aligned(at_home):
    assert run(f"evaluate {ROYAL} {WORST}").text == (
        "cards       class_id  category  name                                     percentile\n"
        "----------  --------  --------  --------------------------------------  -----------\n"
        "AsKsQsJsTs         1         1  royal flush                             0.000153908\n"
        "7c5d4h3s2c      7462         9  high card, seven-five-four-three-deuce          100\n"
    )


def test_version(at_home):
    assert run("--version") == (0, f"pokerlake {package_version()}\n".encode(), "")


def test_no_command_shows_the_help(at_home):
    finished = run("")
    assert finished.code == 2
    assert finished.err == run("--help").text


def test_export_of_the_graph_is_hammers_file(at_home):
    assert run("export dag_nodes -o dag.tsv") == (0, b"", "76,154 rows in dag.tsv\n")

    lines = (at_home / "dag.tsv").read_text("ascii").splitlines()
    cells = [line.split("\t") for line in lines]
    assert {len(row) for row in cells} == {21}
    assert [row[0] for row in cells] == [str(number) for number in range(76_154)]
    # One card, a pair of deuces, and the last node: node, next 2 .. A, flush, rank, cards,
    # worst rank, worst flush, best rank, best flush.
    assert lines[0] == "\t".join(
        ["0", *(str(n) for n in range(13, 26)), "-1", "-1", "[2]", "7414", "1599", "11", "1"]
    )
    assert lines[13] == "\t".join(
        ["13", *(str(n) for n in range(104, 117)), "-1", "-1", "[2, 2]", "6167", "-1", "11", "-1"]
    )
    assert lines[-1] == "\t".join(
        ["76153", *["0"] * 13, "-1", "11", "[A, A, A, A, K, K, K]", "11", "-1", "11", "-1"]
    )


@pytest.mark.parametrize("name", [*standard.TABLES, *standard.VIEWS])
def test_export_has_the_columns_of_the_schema(at_home, name):
    # One row of a hundred is computed and written: millions of them say no more of the columns.
    assert run(f"export {name} --where 'random() < 0.01' -o result.parquet").code == 0
    found = pq.read_schema(at_home / "result.parquet")
    assert found.names == [row["column"] for row in rows(f"schema {name}")]


def test_tables(at_home):
    found = rows("tables")
    assert [row["name"] for row in found] == [*standard.TABLES, *standard.VIEWS]
    sizes = [
        *(7462, 76_154, 169, 28_561, 47_008, 1521, 1755, 16_432, 134_459, 1_286_792),
        *(134_459, 4_147_208, 937, 400),
    ]
    assert [row["rows"] for row in found if row["kind"] == "table"] == sizes


def test_verify_names_every_check(at_home):
    finished = run("verify classes -f ndjson")
    found = [json.loads(row) for row in finished.out.splitlines()]
    assert finished.code == 0
    assert finished.err == f"{len(found)} checks, none failed\n"
    assert all(row["ok"] and row["table"] == "classes" for row in found)


def test_doctor(at_home, lake):
    found = {row["item"]: row for row in rows("doctor")}
    assert found["pokerlake"]["value"] == package_version()
    assert found["lake"]["value"] == f"{lake}: {', '.join(standard.TABLES)}"
    assert not any(row["problem"] for row in found.values())


def test_lake_is_an_option_or_the_environment_or_here(at_home, lake, monkeypatch):
    wanted = run("tables")
    monkeypatch.setenv("POKERLAKE_LAKE", "nowhere")
    assert run("tables").code == 1
    assert run(f"tables --lake {lake}") == wanted
    monkeypatch.delenv("POKERLAKE_LAKE")
    assert run("tables").code == 1
    (at_home / "lake").symlink_to(lake)
    assert run("tables") == wanted


def test_build_makes_only_what_is_named_and_leaves_what_is_there(at_home, monkeypatch):
    monkeypatch.delenv("POKERLAKE_LAKE")
    plan = rows("build --plan")
    wanted = [(name, "to build") for name in standard.TABLES]
    assert [(row["table"], row["state"]) for row in plan] == wanted
    assert list(at_home.iterdir()) == []
    assert run("build dag_nodes --workers 2") == (0, b"", "built dag_nodes in lake\n")
    assert [row["name"] for row in rows("tables")] == ["dag_nodes", "holes", "omaha_holes"]
    assert [row["state"] for row in rows("build --plan dag_nodes")] == ["built"]
    assert run("build dag_nodes") == (0, b"", "all tables are in lake already\n")


@pytest.mark.parametrize("cards", [5, 6, 7])
def test_query_category_odds(at_home, cards):
    found = rows(f"query category_odds --param cards={cards}")
    assert [row["hands"] for row in found] == FREQUENCIES[cards]
    assert sum(row["percent"] for row in found) == pytest.approx(100)


def test_query_category_odds_of_five_cards(at_home):
    # 649,739 to 1 against a royal flush is the best known; of the categories:
    odds = {
        row["category_name"]: row["odds_against"] for row in rows("query category_odds -p cards=5")
    }
    assert odds["four of a kind"] == pytest.approx(4164)
    assert odds["full house"] == pytest.approx(693.17, abs=0.01)
    assert odds["one pair"] == pytest.approx(1.37, abs=0.01)


@pytest.mark.parametrize(("cards", "possible"), [(5, 7462), (6, 6075), (7, 4824)])
def test_query_class_percentiles(at_home, cards, possible):
    found = rows(f"query class_percentiles -p cards={cards}")
    assert len(found) == possible
    assert found[0]["name"] == "royal flush"
    assert found[-1]["top_percent"] == 100
    assert found[-1]["hands_at_least"] == sum(FREQUENCIES[cards])
    assert all(worse["top_percent"] > better["top_percent"] for better, worse in pairwise(found))


@pytest.mark.parametrize(("cards", "impossible"), [(5, 0), (6, 1387), (7, 2638)])
def test_query_unreachable_classes(at_home, cards, impossible):
    assert len(rows(f"query unreachable_classes -p cards={cards}")) == impossible


def test_query_parameters_have_defaults(at_home):
    for name in ("category_odds", "class_percentiles", "unreachable_classes"):
        assert run(f"query {name}") == run(f"query {name} -p cards=7")


def test_query_class_of_hand(at_home):
    assert rows("query class_of_hand -p hand='As Ks Qs Js 10s 2c 3d'") == [
        {
            "hand": "As Ks Qs Js 10s 2c 3d",
            "class_id": 1,
            "category": 1,
            "name": "royal flush",
            "cards": 7,
            "hands_at_least": 4324,  # 4 * C(47, 2)
            "top_percent": pytest.approx(100 * 4324 / 133_784_560),
        }
    ]


def test_query_classes_between(at_home):
    line = "query classes_between -p cards=5 -p hand={} -p other={}"
    found = rows(line.format("AsAdAhAcKs", "AsAdAhAcTs"))
    assert [row["name"] for row in found] == [
        f"four of a kind, aces, {kicker} kicker" for kicker in ("king", "queen", "jack", "ten")
    ]
    assert rows(line.format("AsAdAhAcTs", "AsAdAhAcKs")) == found


def test_query_lists_all(at_home):
    assert [row["query"] for row in rows("query")] == list(named_queries())


def test_sql_sums_are_integers(at_home):
    assert rows("sql 'select sum(count7) as hands from classes'") == [{"hands": 133_784_560}]


def test_sql_evaluates_hands(at_home):
    found = rows(f"sql \"select class_of(h) as c from (values ('{ROYAL}'), (null)) as t(h)\"")
    assert found == [{"c": 1}, {"c": None}]


@pytest.mark.parametrize(
    ("first", "second", "result"),
    [
        (ROYAL, "KhQhJhTh9h", "stronger"),
        ("KhQhJhTh9h", ROYAL, "weaker"),
        ("AsKsQsJsTs2c3d", "AhKhQhJhTh", "equal"),
        ("2c2d3h3s4c", "2c2d3h3s5c", "weaker"),
    ],
)
def test_compare(at_home, first, second, result):
    (found,) = rows(f"compare {first} {second}")
    assert found["result"] == result
    assert (found["first"], found["second"]) == (first, second)


def test_deal_repeats_by_its_seed(at_home):
    line = "deal 1000 --players 4 --cards 2"
    new = run(line)
    seed = int(new.err.removeprefix("seed "))
    assert run(f"{line} --seed {seed}").out == new.out
    assert run(f"{line} --seed {seed + 1}").out != new.out
    assert run(line).out != new.out


def test_deal_gives_no_card_twice_and_no_dead_card(at_home):
    dealt = rows("deal 500 --players 10 --cards 5 --dead 'As Kd' --seed 7")
    for row in dealt:
        cards = "".join(row[f"player_{n}"] for n in range(1, 11))
        pairs = {cards[at : at + 2] for at in range(0, 100, 2)}
        assert len(pairs) == 50
        assert not pairs & {"As", "Kd"}
    assert [row["deal"] for row in dealt] == list(range(1, 501))


def test_compared_deals_add_up_and_split_pots(at_home):
    hands = "200000 --players 3 --cards 5 --seed 11"
    found = rows(f"deal {hands} --compare")
    assert [row["player"] for row in found] == [1, 2, 3]
    for row in found:
        assert row["wins"] + row["ties"] + row["losses"] == row["deals"] == 200_000
        assert (row["win"], row["tie"]) == (row["wins"] / 200_000, row["ties"] / 200_000)
        assert row["seed"] == 11
        assert row["equity"] == pytest.approx(1 / 3, abs=5 * row["standard_error"])
    assert sum(row["equity"] for row in found) == pytest.approx(1)
    assert 0 < sum(row["wins"] for row in found) < 200_000  # the rest is split


def test_compared_deals_are_the_dealt_hands(at_home):
    hands = "300 --players 2 --cards 5 --seed 3"
    dealt = rows(f"deal {hands}")
    results = {}
    classes = iter(
        row["class_id"]
        for row in rows(
            "evaluate " + " ".join(f"{row['player_1']} {row['player_2']}" for row in dealt)
        )
    )
    for first, second in zip(classes, classes, strict=True):
        result = "wins" if first < second else "losses" if first > second else "ties"
        results[result] = results.get(result, 0) + 1
    first, second = rows(f"deal {hands} --compare")
    assert {name: first[name] for name in results} == results
    assert (second["wins"], second["losses"]) == (first["losses"], first["wins"])


def test_income_rates_with_another_error_and_seed(at_home, monkeypatch, outcomes_known):
    monkeypatch.delenv("POKERLAKE_LAKE")
    assert run("build income_rates starting_hands --se 0.1 --seed 7").code == 0
    (found,) = rows(
        "sql 'select max(standard_error) as error, min(seed) as seed, count(*) as rows "
        "from income_rates'"
    )
    assert found["error"] <= 0.1
    assert (found["seed"], found["rows"]) == (7, 1521)
    assert run("build income_rates") == (0, b"", "all tables are in lake already\n")
    other = run("build income_rates --se 0.05 --seed 7")
    assert (other.code, other.err) == (
        1,
        "error: lake has table income_rates with standard_error = 0.1, seed = 7, not with "
        "standard_error = 0.05, seed = 7: build another lake with --lake, or remove this one\n",
    )
    assert [row["seconds"] for row in rows("build --plan --lake new income_rates --se 0.001")] == [
        107.8
    ]


@pytest.mark.parametrize("error", ["0", "-1", "0.5", "nan", "inf"])
def test_standard_errors_that_cannot_be(at_home, error):
    finished = run(f"build --se {error}")
    assert finished.code == 2
    assert finished.err == f"error: standard error {error}: give 0.00001 to 0.1\n"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("schema flops --wide -f csv", "--wide is for a table on a terminal"),
        ("schema flops --wide -o a.txt", "--wide is for a table on a terminal"),
        ("range convert AA --wide", "--wide is for a table, and this is the text of a range"),
    ],
)
def test_what_is_whole_anyway_is_not_wide(line, message, at_home):
    finished = run(line)
    assert (finished.code, finished.out) == (2, b"")
    assert message in finished.err


def test_what_is_piped_is_whole(at_home):
    assert run("schema flop_hands --wide").out == run("schema flop_hands").out
