"""Solutions as the page asks for them: the numbers of Python and SQL, and what is refused."""

import json

import numpy as np
import orjson
import pytest

import pokerlake as pk
from helpers.command_line import run as command
from helpers.lakes import share
from helpers.page_answers import ask, refused
from helpers.spots import spot
from pokerlake.engine.cards.holes import HANDS, format_hole, hand_of_hole
from pokerlake.pipelines.solving.asked import Asked
from pokerlake.pipelines.solving.solved import solve_into
from pokerlake.web.questions import StoppedError, answer_to
from pokerlake.web.questions.solutions import solver

OOP, IP = "AA,KQs,76s", "KK,T9s"
FLOPS = ("2c4dKh", "8c8dAh")
RIVER = {"oop": OOP, "ip": IP, "board": "QsJh2h8c3d", "pot": 100, "stack": 200}


@pytest.fixture(scope="module")
def game_lake(whole_lake, tmp_path_factory):
    """The lake with one river, to which a turn and two flops of a game are added."""
    there = tmp_path_factory.mktemp("solutions") / "lake"
    share(whole_lake, there)
    more = {"bets": "50", "raises": "", "most_raises": 1, "stack": 60}
    asked = [
        Asked(spot("QsJh2h8c", OOP, IP, **more), "turn"),
        *(Asked(spot(flop, OOP, IP, **more), "game", "", (OOP, IP)) for flop in FLOPS),
    ]
    solve_into(there, asked, workers=1)
    return there


@pytest.fixture
def run(game_lake, monkeypatch):
    """What the Python gives that an answer says."""
    monkeypatch.setenv("POKERLAKE_LAKE", str(game_lake))
    return lambda python: eval(python, {"pk": pk})


def holds(answer, decision):
    """Whether an answer has the numbers of a decision of Python's."""
    actions = answer["data"]["actions"]
    assert [row["action"] for row in actions] == decision.actions
    assert [row["percent"] for row in actions] == pytest.approx(100 * decision.frequencies)
    columns, rows = answer["table"]["columns"], decision.to_arrow()
    assert columns["hole"] == rows["hole"].to_pylist()[:: len(actions)]
    hands = answer["data"]["hands"]
    own = decision.hands().to_pylist()
    for at, action in enumerate(decision.actions):
        for name in ("share", "value"):
            wanted = rows[name].to_pylist()[at :: len(actions)]
            assert columns[f"{name} {action}"] == wanted
        there = [row for row in own if row["action"] == action]
        assert hands["hand"] == [row["hand"] for row in there]
        assert hands["combos"] == [row["combos"] for row in there]
        assert hands[f"share {action}"] == [row["share"] for row in there]
    of_kinds = {"made": decision.kinds, "draw": decision.draws, "category": decision.categories}
    assert answer["data"]["kinds"] == {by: rows().to_pydict() for by, rows in of_kinds.items()}


def other_has(answer, whole):
    """Whether an answer on a river has the range of who waits, and its equity, hole by hole."""
    data = answer["data"]
    acts = data["steps"][-1]["player"]
    weights = pk.Range({"oop": IP, "ip": OOP}[acts]).weights.copy()
    for step in data["steps"]:
        if step["player"] != acts:
            one = whole.at(step["line"])
            weights[one.holes] *= one.shares[:, one.actions.index(step["taken"])]
    decision = whole.at(data["line"], data["cards"])
    reach = dict(zip(map(format_hole, decision.holes), decision.reach, strict=True))
    board = data["board"] + data["cards"]
    found = {}
    for number in np.flatnonzero(weights):
        hole, weight = format_hole(int(number)), weights[number]
        if hole[:2] in board or hole[2:] in board:
            continue
        own = pk.evaluate(hole + board)
        met = won = 0
        for other, often in reach.items():
            if not {hole[:2], hole[2:]} & {other[:2], other[2:]}:
                theirs = pk.evaluate(other + board)
                met += often
                won += often * (own < theirs) + often * (own == theirs) / 2
        sums = found.setdefault(HANDS[hand_of_hole()[number]], [0, 0, 0])
        for at, more in enumerate((weight, weight * met, weight * won)):
            sums[at] += more
    waiting = data["waiting"]
    assert sorted(waiting["hand"]) == sorted(found)
    for hand, combos, equity in zip(*waiting.values(), strict=True):
        assert combos == pytest.approx(found[hand][0])
        assert equity == pytest.approx(found[hand][2] / found[hand][1])
    acting, rest = data["players"]
    assert [acting["player"], rest["player"]] == [acts, "ip" if acts == "oop" else "oop"]
    assert rest["combos"] == pytest.approx(sum(waiting["combos"]))
    assert acting["equity"] + rest["equity"] == pytest.approx(1)


@pytest.mark.parametrize(
    ("number", "line", "cards", "is_kept"),
    [
        (1, "x b60", "", True), (2, "x x", "3d", True), (3, "x x x x", "3s3c", False),
    ],
)  # fmt: skip
def test_decisions_are_those_of_python(game_lake, run, number, line, cards, is_kept):
    answer = ask(game_lake, "solved_decision", spot=number, line=line, cards=cards)
    data = answer["data"]
    holds(answer, run(answer["same"]["python"]))
    assert (data["solved"] is None) == is_kept
    assert 0 < data["about"]["exploitability"] <= 0.5
    assert data["steps"][-1]["taken"] == ""
    if not is_kept:
        assert data["solved"]["exploitability"] <= 0.5
        return
    rows = run(f"pk.sql({answer['same']['sql']!r}).fetchall()")
    shown = {row["action"]: row for row in data["actions"]}
    assert [row[0] for row in rows] == sorted(shown)
    for action, percent, value, combos in rows:
        row = shown[action]
        assert [row["percent"], row["combos"]] == pytest.approx([percent, combos], rel=1e-4)
        if value is not None:  # SQL has none for what is never done
            assert row["value"] == pytest.approx(value, rel=1e-3, abs=1e-3)


def test_where_a_card_comes_and_where_a_hand_is_over(game_lake, run):
    turn = RIVER | {"board": "QsJh2h8c"}
    for asked in ({"spot": 2}, turn):
        name = "solved_decision" if "spot" in asked else "solve"
        answer = ask(game_lake, name, line="x x", **asked)
        deal = answer["data"]
        assert (deal["next"], deal["board"], deal["cards"]) == ("deal", "QsJh2h8c", "")
        assert "actions" not in deal
        cards = run(answer["same"]["python"]).to_arrow()
        assert answer["table"]["columns"] == cards.to_pydict()
        assert (len(cards), deal["card_names"][1]) == (48, "ev_oop")
    flop = ask(game_lake, "solved_decision", spot=3, line="x x")
    assert (flop["data"]["next"], flop.get("table")) == ("deal", None)
    with pytest.raises(pk.PokerlakeError, match="spot 3 of the lake has not kept what comes after"):
        run('pk.solved_spot(3).runouts("x x")')
    over = ask(game_lake, "solved_decision", spot=2, line="b50 f")["data"]
    assert (over["next"], over["pot"], over["steps"][-1]["player"]) == ("fold", 150, "ip")
    assert over["steps"][0]["words"] == ["check", "bet 50"]


@pytest.mark.parametrize("kind", ["texture", "hands"])
def test_reports_are_those_of_the_queries(game_lake, run, kind):
    more = {"texture": "high"} if kind in ("texture", "sizes") else {"high": "A"}
    answer = ask(game_lake, "solved_report", kind=kind, game=3, line="x", **more)
    columns, same = answer["table"]["columns"], answer["same"]
    assert answer["table"]["rows"]
    for found in (run(same["python"]), run(f"pk.sql({same['sql']!r})")):
        rows = dict(zip(found.columns, zip(*found.fetchall(), strict=True), strict=True))
        assert list(rows) == list(columns)
        for name, values in rows.items():
            if isinstance(values[0], float):
                assert columns[name] == pytest.approx(values)
            else:
                assert columns[name] == list(values)


@pytest.mark.parametrize(
    ("name", "asked"),
    [
        ("solution_picture", {"chart": "strategy", "spot": 2, "line": "b50"}),
        ("report_picture", {"game": 3, "line": "x", "by": "suits"}),
    ],
)
def test_pictures_are_those_of_python(game_lake, run, name, asked):
    answer = ask(game_lake, name, **asked)
    assert answer["data"]["svg"] == run(answer["same"]["python"]).svg()


def test_a_player_keeps_to_habits_of_imported_hands(game_lake, run):
    asked = RIVER | {"bets": "50", "raises": "", "against": "ip", "where": "players>=2", "least": 1}
    answer = ask(game_lake, "solve", **asked)
    found = run(answer["same"]["python"].partition(".at(")[0])
    assert answer["data"]["summary"] == found.summary()
    holds(answer, found.at())
    words = answer["same"]["command"].removeprefix("pokerlake ").replace("--hands", "-f json")
    shown = json.loads(command(words).text)
    assert [row["percent"] for row in shown] == [
        row["percent"] for row in answer["data"]["actions"]
    ]
    assert refused(game_lake, "solve", 400, 422, **asked | {"where": "sprr>1"})[0] == "where"


def test_players_stand_beside_a_solution(game_lake, run):
    answer = ask(game_lake, "solved_population", spot=1, where="players>=2", least=1)
    found = run(answer["same"]["python"])
    assert answer["data"]["summary"] == found.summary()
    columns = found.to_arrow().to_pydict()
    assert answer["table"]["columns"]["percent"] == columns["percent"]
    field, line = refused(game_lake, "solved_population", 400, 422, spot=1, where="sprr>1")
    assert field == "where"
    assert "where has 'sprr'; did you mean 'spr'?" in line


@pytest.mark.parametrize(
    "more",
    [
        {},
        {"line": "b33 r116", "oop_bets": "33", "raises": "50,a", "rake": 0.05, "rake_cap": 8.0},
        {"board": "QsJh2h8c", "line": "x x", "cards": "3d", "most_raises": 1},
        {"bets": "50", "line": "x", "locks": ["x: b50=60%", "x b50: f=JJ"], "raises": ""},
    ],
)
def test_a_spot_is_solved_as_by_python(game_lake, run, more):
    told = []
    answer = ask(game_lake, "solve", told.append, **RIVER | more)
    same = run(answer["same"]["python"])
    holds(answer, same)
    whole = run(answer["same"]["python"].partition(".at(")[0])
    other_has(answer, whole)
    about = answer["data"]["about"]
    assert [about["value_oop"], about["value_ip"]] == whole.values.tolist()
    assert about["exploitability"] == pytest.approx(100 * whole.exploitability)
    assert about["iterations"] == whole.iterations
    progress = orjson.loads(told[0])["data"]["progress"]
    assert progress["iterations"] == 10
    if "locks" not in more:  # with them what is told first is of the spot without habits
        assert progress["exploitability"] > about["exploitability"] or whole.iterations == 10
    ask(game_lake, "solve", lambda _: pytest.fail("it is solved again"), **RIVER | more)


@pytest.mark.parametrize("whose", ["oop", ""])
def test_what_a_strategy_costs(game_lake, run, whose):
    locks = [": x=100%", *([] if whose == "" else ["x: x=QQ"])]
    asked = RIVER | {"bets": "50", "raises": "", "locks": locks}
    answer = ask(game_lake, "solve_cost", whose=whose, **asked)
    same = run(answer["same"]["python"])
    assert answer["table"]["columns"] == same.to_arrow().to_pydict()
    assert answer["data"]["summary"] == same.summary()
    assert answer["same"]["command"].endswith(" --cost oop")


def test_an_answer_says_whether_its_target_is_reached(game_lake, monkeypatch):
    done = ask(game_lake, "solve", **RIVER | {"to": 0.05})["data"]["about"]
    assert (done["to"], done["reached"]) == (5.0, True)
    monkeypatch.setattr(solver, "SOLVE_SECONDS", 0)  # which is time for ten iterations
    short = ask(game_lake, "solve", **RIVER | {"to": 0.0001, "pot": 90})["data"]["about"]
    assert (short["reached"], short["iterations"]) == (False, 10)
    assert short["exploitability"] > short["to"]


def test_what_is_too_large_is_refused_and_python_is_told(game_lake):
    large = {"oop": "random", "ip": "random", "board": "QsJh2h", "pot": 60, "stack": 900}
    answer = ask(game_lake, "solve_plan", **large, locks=["x: x=50%"])
    plan = command(answer["same"]["command"].removeprefix("pokerlake ")).text
    assert f"{answer['data']['nodes']}" in plan
    answer = ask(game_lake, "solve_plan", **large)
    assert answer["same"]["python"] == 'pk.solve("random", "random", "QsJh2h", pot=60, stack=900)'
    field, problem = refused(game_lake, "solve", 400, 422, **large)
    assert field is None
    assert problem == answer["data"]["refused"]
    assert "GB" in problem
    assert "or solve it in Python; a page has jobs where" in problem


def test_it_ends_in_time_after_as_many_iterations_on_any_machine(game_lake, run, monkeypatch):
    asked = RIVER | {"stack": 250, "to": 0.0001}
    seconds = ask(game_lake, "solve_plan", **RIVER | {"stack": 250})["data"]["seconds"]
    monkeypatch.setattr(solver, "SOLVE_SECONDS", seconds)
    answer = ask(game_lake, "solve", **asked)
    assert answer["data"]["about"]["iterations"] == 20
    assert answer["data"]["about"]["exploitability"] > 0.01
    assert "iterations=20" in answer["same"]["python"]
    holds(answer, run(answer["same"]["python"]))


def test_solving_stops_where_nobody_waits(game_lake, monkeypatch):
    """At the next look of the solver, and nothing of it is kept."""
    monkeypatch.setattr(solver, "_TOLD_SECONDS", 0.0)
    told = []

    def listen():
        if told:
            raise StoppedError

    asked = orjson.dumps(RIVER | {"board": "QsJh2h8c", "stack": 333, "to": 0.0001})
    before = list(solver._kept)
    found = answer_to("solve", asked, game_lake, tell=told.append, listen=listen)
    assert (found.status, found.problem) == (499, "stopped")
    assert [orjson.loads(one)["data"]["progress"]["iterations"] for one in told] == [10]
    assert list(solver._kept) == before


def test_solutions_that_are_kept_have_a_bound(game_lake, monkeypatch):
    for stack in range(100, 110):
        ask(game_lake, "solve", **RIVER | {"stack": stack})
    assert len(solver._kept) == 8
    most = sum(size for _, size in solver._kept.values()) / 2
    monkeypatch.setattr(solver, "SOLVE_KEPT_MB", most / 1e6)
    ask(game_lake, "solve", **RIVER | {"stack": 110})
    assert 0 < sum(size for _, size in solver._kept.values()) <= most


@pytest.mark.parametrize(
    ("more", "pot", "actions"),
    [
        (
            {
                "preflop": "BTN r2.5, BB c", "stacks": "100bb", "ante": "BB 1",
                "tree": "x\nb50%\n  c", "locks": [": x=50%", "x: b4=60%"], "bets": "min,4c",
            },
            6.5, ["x", "b3.3"],
        ),
        (
            {
                "pot": 9.5, "stack": 16, "chip": 0.5, "bets": "a", "prizes": "50,30,20",
                "others": "40,25", "behind": "16,60", "bounties": "5,0", "line": "x b16",
            },
            9.5, ["f", "c"],
        ),
    ],
    ids=["preflop", "prizes"],
)  # fmt: skip
def test_a_spot_in_other_words(game_lake, run, more, pot, actions):
    asked = {name: value for name, value in RIVER.items() if name not in ("pot", "stack")} | more
    answer = ask(game_lake, "solve", **asked)
    data, same = answer["data"], answer["same"]
    assert (data["about"]["pot"], data["steps"][-1]["actions"]) == (pot, actions)
    holds(answer, run(same["python"]))
    assert data["about"]["prizes"] in run(same["python"].partition(".at(")[0]).summary()
    done = command(same["command"].replace("--hands", "-f json").removeprefix("pokerlake "))
    shown = json.loads(done.text)
    assert [row["percent"] for row in shown] == [row["percent"] for row in data["actions"]]


@pytest.mark.parametrize(
    ("asked", "field", "line"),
    [
        ({"oop": "AAx"}, "oop", "'AAx' at character 3"),
        ({"ip": "@/etc/passwd"}, "ip", "'@'"),
        ({"oop": "QsJs"}, "oop", "the range of oop has no hole on QsJh2h8c3d"),
        ({"board": "QsJh"}, "board", "'QsJh' has 2 cards; a board here has 3 or 4 or 5"),
        ({"bets": "33,z"}, "bets", "bets has 'z', which is no size"),
        ({"pot": 0}, "pot", "pot is 0; give a number above 0, 1,000,000,000 at most"),
        ({"rake": "100%"}, "rake", "rake is '100%'; give a share below 1, as 0.05 or 5%"),
        ({"pot": 5.55, "chip": 0.1}, "pot", "pot is 5.55, no whole chips of 0.1: give a multiple"),
        ({"tree": {"x": {"c": {}}}}, "tree", "tree has 'c' after 'x': nobody has bet"),
        ({"tree": "@/etc/passwd"}, "tree", "tree has '@/etc/passwd', which is no action"),
        ({"line": "x q"}, "line", "line 'x q' has 'q'"),
        ({"cards": "2c"}, "cards", "0 at most can come"),
        ({"to": 0.0}, "to", "to is 0; give 0.0001 or more"),
        ({"locks": ["x: q=50%"]}, "locks", "the lock 'x: q=50%' is none"),
        ({"locks": ["b77: f=50%"]}, "locks", "line 'b77' has 'b77'"),
    ],
)
def test_what_is_wrong_with_a_spot_is_said_with_its_field(game_lake, asked, field, line):
    found, problem = refused(game_lake, "solve", 400, 422, **RIVER | asked)
    assert found == field
    assert line in problem


@pytest.mark.parametrize(
    ("name", "asked", "field", "line"),
    [
        ("solved_decision", {"spot": 99}, "spot", "no solved spot 99; the lake has spots 1 to 4"),
        ("solved_decision", {"spot": 1, "line": "c"}, "line", "there is x, b60"),
        ("solved_decision", {"spot": 2, "line": "x x", "cards": "8c"}, "cards", "already"),
        ("solved_report", {"line": "@x"}, "line", "match pattern"),
        ("solution_picture", {"chart": "strategy", "spot": 1, "line": "x x x"}, None, "there are"),
    ],
)
def test_what_is_wrong_elsewhere(game_lake, name, asked, field, line):
    found, problem = refused(game_lake, name, 400, 422, **asked)
    assert found == field
    assert line in problem


@pytest.mark.parametrize(
    ("name", "asked"),
    [
        ("solved_spots", {}),
        ("solved_games", {}),
        ("solved_decision", {"spot": 1}),
        ("solved_report", {}),
    ],
)
def test_a_lake_without_solutions_says_how_to_make_them(lake, name, asked):
    _, problem = refused(lake, name, 400, 422, **asked)
    assert "fill it with 'pokerlake solve --from spots.csv'" in problem
