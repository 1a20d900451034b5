"""The hands before the flop, push or fold, and hands that were played, as the page asks."""

import json
import shlex

import pytest

import pokerlake as pk
from helpers.command_line import run
from helpers.lakes import share
from helpers.page_answers import ask, refused, rows
from pokerlake.web.questions import answer_to


@pytest.fixture
def same(monkeypatch):
    """Whether the Python and the SQL that an answer says give its rows."""

    def check(answer, lake, *kinds):
        monkeypatch.setenv("POKERLAKE_LAKE", str(lake))
        assert set(answer["same"]) >= {"command", *kinds}
        if "python" in kinds:
            found = eval(answer["same"]["python"], {"pk": pk})
            assert found.to_arrow_table().to_pylist() == rows(answer)
        if "sql" in kinds:
            assert pk.sql(answer["same"]["sql"]).to_arrow_table().to_pylist() == rows(answer)

    return check


# ---------------------------------------------------------------- hands


@pytest.mark.parametrize("players", [2, 6])
def test_rankings(lake, same, players):
    answer = ask(lake, "hand_ranking", players=players)
    same(answer, lake, "python", "sql")
    best, *_ = rows(answer)
    assert (best["hand"], best["rank"], best["combos"]) == ("AA", 1, 6)
    assert (best["standard_error"] is None) == (players == 2)
    equities = answer["data"]["equities"]
    assert equities["AA"] == 0.8520371330210104
    assert len(equities) == len(rows(answer)) == 169


def test_a_third_player(whole_lake, lake, same):
    # The whole lake has the triples of eight hands.
    answer = ask(whole_lake, "third_player", hand="AA", villain="KK")
    same(answer, whole_lake, "python", "sql")
    for row in rows(answer)[:2]:
        exact = pk.equity("AA", "KK", row["third"], method="exact").equity
        found = [row[f"{who}_equity"] for who in ("hero", "villain", "third")]
        assert found == pytest.approx(exact.tolist(), abs=1e-12)
    field, problem = refused(lake, "third_player", 400, 422, hand="AA", villain="KK")
    assert field is None
    assert problem.endswith("build it with 'pokerlake build matchups3'")


def test_income_rates_as_lines(lake, same):
    answer = ask(lake, "income_lines", hands=["kas", "72o"])
    same(answer, lake, "sql")
    assert answer["data"]["hands"] == ["AKs", "72o"]
    assert answer["same"]["python"] == 'pk.chart("lines", "AKs", "72o")'
    assert pk.chart("lines", "AKs", "72o", lake=lake).svg() == answer["data"]["svg"]
    assert [row["players"] for row in rows(answer)] == [*range(2, 11)] * 2


# ---------------------------------------------------------------- push or fold


@pytest.mark.parametrize(
    "asked",
    [
        {"stack": "10"},
        {"stack": "8, 12", "ante": "0.125"},
        {"stack": "10", "bb_ante": "1", "fixed": "bb=22+,A2s+:0.5"},
        {"stack": "8,12bb", "small_blind": "0.4", "prizes": "50,30,20", "others": "9"},
    ],
)
def test_push_or_fold_is_that_of_python(lake, monkeypatch, asked):
    monkeypatch.setenv("POKERLAKE_LAKE", str(lake))
    answer = ask(lake, "push_fold", **asked)
    found = eval(answer["same"]["python"], {"pk": pk})
    assert rows(answer) == found.hands().to_pylist()
    data = answer["data"]
    assert [player["value"] for player in data["players"]] == found.value.tolist()
    assert [player["gain"] for player in data["players"]] == found.gain.tolist()
    assert data["gain_by_deviating"] == found.gain_by_deviating < 1e-6
    assert [one["percent"] for one in data["decisions"]] == found.to_arrow()["percent"].to_pylist()
    assert data["number"] == 0  # it is not in the lake, and was not put there
    assert "push_fold" not in pk.Lake(lake).tables


def test_what_the_lake_has_is_shown(lake, tmp_path, monkeypatch):
    here = tmp_path / "lake"
    share(lake, here)
    more = {"bb_ante": 0.5, "fixed": "SB=22+,A2s+"}
    pk.push_fold(stacks=[7, 9], ante=0.1, **more, keep=True, lake=here)
    answer = ask(here, "push_fold", stack="7,9", ante="0.1", bb_ante="0.5", fixed="sb=22+,A2s+")
    assert answer["data"]["number"] == 1
    monkeypatch.setenv("POKERLAKE_LAKE", str(here))
    stored = pk.sql(answer["same"]["sql"]).to_arrow_table().to_pylist()
    assert len(stored) == 338
    spots = ask(here, "push_fold_spots")
    assert pk.sql(spots["same"]["sql"]).to_arrow_table().to_pylist() == rows(spots)
    (spot,) = rows(spots)
    assert (spot["stacks"], spot["ante"]) == ("7,9", 0.1)
    assert spot["gain_by_deviating"] == answer["data"]["gain_by_deviating"]
    found = {(row["position"], row["hand"]): row for row in rows(answer)}
    for row in stored:
        assert {name: found[row["position"], row["hand"]][name] for name in row} == row


def test_several_players(lake):
    """Three need the orders of three hands; more are not solved here."""
    assert "pokerlake pushfold" in refused(lake, "push_fold_spots", 400, 422)[1]
    assert refused(lake, "push_fold_several", 400, 422, players=3)[1].endswith(
        "build it with 'pokerlake build matchups3'"
    )
    _, problem = refused(lake, "push_fold_several", 400, 422, players=4, ante="0.1")
    assert "'pokerlake pushfold 10 --players 4 --ante 0.1'" in problem
    assert refused(lake, "push_fold", 400, 422, players=3)[0] == "players"
    assert refused(lake, "push_fold", 400, 422, fixed="BB=@/etc/passwd")[0] == "fixed"


# ---------------------------------------------------------------- hands that were played


ASKED = [
    {"query": "all_in_luck", "big_blind": 0.1, "since": "2021-03-01", "until": "2021-03-31"},
    {"query": "decision_strengths", "player": "Ann", "street": "preflop"},
]


def answered(lake, question, /, **asked):
    return answer_to(question, json.dumps(asked).encode(), lake)


def tuples(table):
    columns = table["columns"].values()
    return [tuple(row) for row in zip(*columns, strict=True)]


def as_json(found):
    """Rows as they are behind JSON: no decimals, no dates."""
    return [tuple(json.loads(json.dumps(row, default=str))) for row in found]


@pytest.mark.parametrize("asked", ASKED, ids=str)
def test_rows_are_those_of_the_query_in_every_way(whole_lake, monkeypatch, asked):
    monkeypatch.setenv("POKERLAKE_LAKE", str(whole_lake))
    found = json.loads(answered(whole_lake, "played", **asked).body)
    given = {name: value for name, value in asked.items() if name != "query"}
    wanted = pk.query(asked["query"], **given)
    assert list(found["table"]["columns"]) == wanted.columns
    expected = as_json(wanted.fetchall())
    assert tuples(found["table"]) == expected
    assert as_json(eval(found["same"]["python"], {"pk": pk}).fetchall()) == expected
    assert as_json(pk.sql(found["same"]["sql"]).fetchall()) == expected
    words = shlex.split(found["same"]["command"])
    finished = run(shlex.join([*words[1:], "-f", "ndjson"]))
    assert len(finished.text.splitlines()) == len(expected)


@pytest.mark.parametrize(
    ("name", "asked"),
    [
        ("winnings", {"player": "Ann", "where": ["day>=2021-03-01", "position=BTN"], "by": "days"}),
        ("stats_picture", {"statistics": "vpip,pfr", "by": "position", "where": ["players>2"]}),
    ],
)
def test_pictures_are_charts(whole_lake, monkeypatch, name, asked):
    monkeypatch.setenv("POKERLAKE_LAKE", str(whole_lake))
    found = json.loads(answered(whole_lake, name, **asked).body)
    drawn = eval(found["same"]["python"], {"pk": pk})
    assert found["data"]["svg"] == drawn.svg()
    command = found["same"]["command"].removeprefix("pokerlake ")
    assert run(command).text == f"{drawn}\n"


@pytest.mark.parametrize(
    ("asked", "field", "problem"),
    [
        ({"player": "Anne"}, "player", "no player 'Anne' in seats; did you mean 'Ann'?"),
        ({"player": "'; drop table seats"}, "player", "no player "),
        ({"since": "yesterday"}, "since", "parameter since: 'yesterday' is no day"),
        ({"until": "2021-02-30"}, "until", "parameter until: '2021-02-30' is no day"),
        ({"big_blind": -1}, "big_blind", "big_blind is -1; give 0 or more"),
        ({"big_blind": "@/etc/passwd"}, "big_blind", "big_blind is '@/etc/passwd'; give a number"),
        ({"query": "showdowns"}, "query", "query is 'showdowns'; give 'all_in_luck'"),
    ],
)
def test_what_is_wrong_is_said_of_its_field(whole_lake, asked, field, problem):
    found = answered(whole_lake, "played", **{"query": "all_in_luck", **asked})
    assert (found.status, found.field) == (400, field)
    assert problem in found.problem


def test_a_lake_without_hands_says_how_to_import(lake):
    for name, asked, lacks in (
        ("played", {"query": "hands_played"}, "'seats' is not in this lake"),
        ("winnings", {"player": "Ann"}, "table hands is not in lake"),
    ):
        found = answered(lake, name, **asked)
        said = f"{lacks}; import it with 'pokerlake import FILE'"
        assert (found.status, found.problem) == (422, said)


# ---------------------------------------------------------------- blueprints


def test_a_line_of_a_blueprint(whole_lake):
    answer = ask(whole_lake, "blueprint_line", line="c")
    data = answer["data"]
    first, here = data["steps"]
    assert (first["player"], first["taken"], here["player"], here["line"]) == (
        "ip", "c", "oop", "c"
    )  # fmt: skip
    assert [row["action"] for row in data["actions"]] == here["actions"]
    assert sum(row["percent"] for row in data["actions"]) == pytest.approx(100)
    found = pk.sql(answer["same"]["sql"], lake=whole_lake).to_arrow_table().to_pandas()
    mean = found[found.action == "x"].eval("combos * percent").sum() / 1326
    assert data["actions"][here["actions"].index("x")]["percent"] == pytest.approx(mean)
    assert sum(data["hands"]["combos"]) == 1326  # of who has not acted before


@pytest.mark.parametrize(
    ("given", "field", "problem"),
    [
        ({"run": 9}, "run", "no blueprint 9; there are 1 to 1"),
        ({"line": "q"}, "line", "no decision before the flop after 'q'; there are 'c', "),
        ({"line": "f"}, "line", "no decision before the flop after 'f'"),
    ],
)
def test_a_line_that_no_blueprint_has(whole_lake, given, field, problem):
    where, told = refused(whole_lake, "blueprint_line", 400, **given)
    assert where == field
    assert problem in told


def test_a_lake_without_blueprints(lake):
    assert "blueprint" in refused(lake, "blueprint_line", 400, 404, 422)[1]
