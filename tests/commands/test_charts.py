"""Every chart that is declared, as a user runs it: in every form, numbers, titles, refusals."""

import copy
import pickle
import re
import struct
from functools import partial
from xml.etree import ElementTree as ET

import pytest

import pokerlake as pk
from given import histories as given_histories
from given.abstraction import add_to
from given.convergence import learn_in
from helpers.blueprint_lakes import trained
from helpers.command_line import contents, on_terminal, run, told, told_of
from helpers.golden_files import assert_golden
from helpers.lakes import share, without_views
from helpers.spots import spot
from pokerlake.pipelines.histories.importing import import_histories
from pokerlake.pipelines.push_fold.solving import solved
from pokerlake.pipelines.solving.asked import Asked
from pokerlake.pipelines.solving.solved import solve_into
from pokerlake.queries.charts import charts
from pokerlake.queries.charts.drawing import picture, terminal
from pokerlake.queries.questions.spots import spot_of_push_fold

VALUES = "select hand, round(100 * equity, 2) as value from hand_equities where hand like 'A%'"
FEW = "select * from (values ('AA', 3), ('AKs', -1.5)) as few(hand, value)"
SHARES = "select 'AA' as hand, unnest(['raise', 'call']) as label, 0.25 as value"
# Beside each chart's example, what takes another way through it.
MORE = {
    "range --sql": f'range --unit % --title Aces --sql "{VALUES}"',
    "range of kinds": f'range --sql "{SHARES}"',
    "distribution against": "distribution --hero TT+ --villain 'AKs:0.5, QQ' --board 3h4sJh",
    "range --against": "range --range '22+, A2s+' --against 'top 10%'",
    "range --board": "range --board 3h4sJh",
    "distribution over flops": "distribution TT+ 'AhKh, JTs'",
    "potential of a hand": "potential --hand AKs",
    "matchups of all": "matchups",
    "range on a turn": "range --of ppot1 --board 3h4sJhKd",
    "range on a river": "range --of equity --board Kd3h4sJhKs",
    "distribution on a turn": "distribution --board 3h4sJhKd AhKh QQ",
    "potential on a turn": "potential --board 3h4sJhKd",
    "texture of another measure": "texture --of ehs 72o",
}
LINES = {name: f"{name} {chart.example}" for name, chart in charts().items()} | MORE


@pytest.fixture(scope="module")
def learned(lake, tmp_path_factory):
    """The lake of `make lake`, and what was learned, solved, and put into buckets; a blueprint."""
    there = tmp_path_factory.mktemp("learned") / "lake"
    share(lake, there)
    hands = there.with_name("hands.txt")
    hands.write_text(given_histories.ALL, "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        without_views(patch)
        learn_in(there)
        add_to(there)
        import_histories(there, [str(hands)])
        solved(there, [spot_of_push_fold({"stack": stack}) for stack in (5, 10)])
        trained(there)
    solve_into(there, [Asked(spot("7s7h7d", "QQ,AKs", "AA,KQs", stack=100, raises="a"))])
    return there


@pytest.fixture
def here(learned, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("POKERLAKE_LAKE", str(learned))
    return tmp_path


@pytest.mark.whole
@pytest.mark.parametrize("name", MORE)
def test_in_every_form(here, name):
    for file in ("a.svg", "a.html"):
        assert run(f"chart {LINES[name]}", "-o", file) == (0, b"", f"{file} written\n")
    made = contents(here)
    assert set(made) == {"a.svg", "a.html"}
    assert made["a.svg"] in made["a.html"]  # of another run, with the same bytes
    assert made["a.svg"].startswith(b'<svg xmlns="http://www.w3.org/2000/svg" ')


@pytest.mark.parametrize("name", ["ladder", "matchups", "range"])
def test_in_a_size(here, name):
    assert run(f"chart {LINES[name]} -o a.png --size 300").code == 0
    assert struct.unpack(">I", (here / "a.png").read_bytes()[16:20]) == (300,)


@pytest.mark.parametrize("name", charts())
def test_in_the_terminal(here, name):
    finished = run(f"chart {LINES[name]}")
    if charts()[name].terminal:
        assert (finished.code, finished.err) == (0, "")
        assert max(map(len, finished.text.splitlines())) <= 80
    else:
        assert finished.err.startswith("error: Missing option '--output' / '-o'")
    assert contents(here) == {}


@pytest.mark.parametrize("name", charts())
def test_a_copy_is_drawn_alike(here, name, monkeypatch):
    """Both ways in turn: what either loses is drawn otherwise."""
    made = []

    def twice(draw, figure, *more):
        shown = draw(copy.deepcopy(pickle.loads(pickle.dumps(figure))), *more)
        made.append(draw(figure, *more) == shown)
        return shown

    monkeypatch.setattr(picture, "draw", partial(twice, picture.draw))
    monkeypatch.setattr(terminal, "write", partial(twice, terminal.write))
    assert run(f"chart {LINES[name]} -o a.svg").code == 0
    run(f"chart {LINES[name]}")
    assert made == [True] * (1 + charts()[name].terminal)


@pytest.mark.whole
@pytest.mark.parametrize("name", charts())
def test_with_a_title(here, name):
    if name == "graph":
        pytest.skip("its title says what is drawn")
    assert run(f"chart {LINES[name]} --title Mine -o a.svg").code == 0
    text = (here / "a.svg").read_text("utf-8")
    assert "<title>Mine</title>" in text
    assert 'font-size="20">Mine</text>' in text


def test_each_has_a_name_and_a_place_of_its_own():
    places = [chart.place for chart in charts().values()]
    assert places == sorted(set(places))
    assert all(chart.help.startswith("Draw ") for chart in charts().values())


def test_each_is_in_the_documents(checkout):
    pages = [path for path in (checkout / "docs").glob("*.md") if path.name != "cli.md"]
    written = "".join(page.read_text("utf-8") for page in pages)
    assert [name for name in charts() if f"pokerlake chart {name}" not in written] == []


# ---------------------------------------------------------------- numbers and titles


# A command line, and the title of what it draws.
TITLES = """
range --board jh,3h,4s | EHS of each hand on Jh3h4s, against a random hand
range --board 3h4sJh --of ppot2 | Two-step PPot of each hand on 3h4sJh, against a random hand
distribution AA KK | Equity of AA and KK over all flops, against a random hand
distribution AA --board 3h4sJh | Equity of AA on 3h4sJh, against a random hand
distribution --hero AA --villain KK --board 3h4sJh | Equity of AA on 3h4sJh, against KK
potential | Hand strength and potential of each hand over all flops, against a random hand
potential --hand AKs | Hand strength and potential of AKs over all flops, against a random hand
potential --board 3h4sJh | Hand strength and potential of each hand on 3h4sJh, against a random hand
texture AA --of ehs | EHS of AA by the texture of the flop, against a random hand
"""


@pytest.mark.parametrize(
    ("line", "title"), [line.split(" | ") for line in TITLES.strip().splitlines()]
)
def test_titles(here, line, title):
    assert run(f"chart {line} -o a.html").code == 0
    text = (here / "a.html").read_text("utf-8")
    assert text.count(f"<title>{title}</title>") == 2
    root = ET.fromstring(text[text.index("<svg") : text.index("</body>")])
    size = "{http://www.w3.org/2000/svg}text[@font-size='20']"
    lines = ["".join(line.itertext()) for line in root.findall(size)]
    assert " ".join(lines) == title


# ---------------------------------------------------------------- the terminal


TERMINAL = {
    "values": ("range --unit % --title Aces --sql", VALUES),
    "range": ("range --range", "22+, A2s+:0.5"),
    "against": ("range --range", "22+, A2s+", "--against", "top 10%"),
    "ladder": ("ladder",),
    "board": ("range --board 3h4sJh",),
}


def chart(words):
    """A command line of ``pokerlake chart``: words to be split, and words as they are."""
    return run(f"chart {words[0]}", *words[1:])


@pytest.mark.parametrize("name", TERMINAL)
def test_a_grid_of_text_where_there_is_no_terminal(here, name):
    finished = chart(TERMINAL[name])
    assert (finished.code, finished.err) == (0, "")
    assert max(map(len, finished.text.splitlines())) <= 80
    assert_golden(f"chart_{name}.txt", finished.out)


@pytest.fixture
def colours(monkeypatch):
    """A terminal that has them; what this machine says of its own is forgotten."""
    for name in ("NO_COLOR", "FORCE_COLOR", "COLORTERM", "TERM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLORTERM", "truecolor")
    monkeypatch.setenv("TERM", "xterm-256color")


@pytest.mark.parametrize("name", [name for name in TERMINAL if name != "board"])
def test_colours_where_there_are_any(here, colours, name):
    assert_golden(f"chart_{name}.ansi", chart(TERMINAL[name]).out)


@pytest.mark.parametrize(("variable", "value"), [("NO_COLOR", "1"), ("TERM", "dumb")])
def test_no_colours_where_they_are_not_wanted(here, colours, monkeypatch, variable, value):
    monkeypatch.setenv(variable, value)
    assert_golden("chart_values.txt", chart(TERMINAL["values"]).out)


def test_a_real_terminal_gets_colours(here, monkeypatch):
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    code, shown = on_terminal("chart", "range", "--sql", FEW, TERM="xterm-256color")
    assert code == 0
    assert "\x1b[" in shown
    assert "AKs" in shown


def test_next_cards_in_the_terminal(here):
    finished = run("chart next-card AhKh QsQc --board Qh2h3dAs")
    assert (finished.code, finished.err) == (0, "")
    assert finished.text.splitlines() == [
        "AhKh v QsQc on Qh2h3dAs: equity of AhKh by the next card",
        "",
        "      A     K     Q     J     T     9     8     7     6     5     4     3     2",
        "s           0           0     0     0     0     0     0     0     0     0     0",
        "h                     100   100   100   100   100   100   100   100     0",
        "d     0     0     0     0     0     0     0     0     0     0     0           0",
        "c     0     0           0     0     0     0     0     0     0     0     0     0",
        "now 18.18 %, then 0 to 100 %",
    ]
    assert run("equity AhKh QsQc --board Qh2h3dAs --next-card") == finished
    assert contents(here) == {}


# ---------------------------------------------------------------- where values come from


def test_values_from_a_file(here):
    (here / "rows.csv").write_text("hand,value,label\nAA,1,raise\nKK,0.5,call\n")
    finished = run("chart range", "--sql", "from 'rows.csv'")
    assert finished.code == 0
    assert finished.text.splitlines()[:1] == ["Shares of raise, call of each starting hand"]
    assert finished.text.splitlines()[3] == "rrrrr"
    assert " r  raise: 50 %    c  call: 25 %" in finished.text


def test_values_from_a_column_of_another_name(here):
    finished = run("chart range --value odds", "--sql", "select 'AA' as hand, 220 as odds")
    assert (finished.code, finished.err) == (0, "")
    assert finished.text.splitlines()[0] == "Odds of each starting hand"
    assert finished.text.splitlines()[3].split() == ["220"]


def test_values_from_a_named_query(here, monkeypatch):
    from pokerlake.queries.sql import named
    from pokerlake.queries.sql.named import NamedQuery, Parameter

    asked = NamedQuery(
        "best",
        "The value of one hand",
        "hand",
        "the test",
        (Parameter("rank", "integer", "1", None, "its value"),),
        "select 'AA' as hand, $rank as value",
    )
    monkeypatch.setattr(named, "named_queries", lambda: {"best": asked})
    finished = run("chart range --query best -p rank=7")
    assert finished.code == 0, finished.err
    assert finished.text.startswith("The value of one hand\n")
    assert "7 to 7; 1 of 169 hands" in finished.text
    assert run("chart range --query best --value rank").err == (
        "error: the query gives no column 'rank', which the chart needs "
        "(name one with 'as rank'); there are: hand, value\n"
    )
    assert run("chart range --query best --title Mine").text.startswith("Mine\n")


@pytest.mark.parametrize("words", ["range --range -", "distribution - --board 3h4sJh"])
def test_a_range_from_standard_input(here, words):
    finished = run(f"chart {words}", stdin=b"AA, KK:0.5")
    assert finished.code == 0, finished.err
    assert re.search("9 of 1,326 combos, 0.679 %|on average, 9 combos", finished.text)


def test_a_range_needs_no_lake(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("POKERLAKE_LAKE", raising=False)
    assert run("chart range --range AA -o a.svg").code == 0


# ---------------------------------------------------------------- what is refused


REFUSED = r"""
range | give one of --sql, --query, --range and --board
range --sql x --range AA | give one of --sql, --query, --range and --board
range --range AA --of ehs | --of is for a board; give one with --board
range --board 3h4sJh --unit % | --unit is for values; strength is shown in %
range --board 3h4sJh --against AA | --against is for a range; give the other with --range
range --sql x -p a=1 | --param is for a named query; name it with --query
range --range AA --unit % | --unit is for values; a range is shown in % of combos
range --range AA -o a.svg --size 500 | --size is the width of a PNG, and a.svg is none
[1] range --range AA -o nowhere/a.svg | nowhere/a.svg cannot be written: there is no folder nowhere
range --range '' | the range is empty; there is nothing to draw
range --sql "select 'AA' as hand, 1 as valu" | the query gives no column 'value', which the chart needs (name one with 'as value'); did you mean 'valu'?
range --sql "select 'AA' as hand, 'x' as value" | column 'value' is VARCHAR, not a number; cast it to double in SQL
range --query nothing_like_it | no query 'nothing_like_it'; there are: abstraction_list, all_in_luck, a
lines -o a.svg | Missing argument 'HAND' (see 'pokerlake chart lines --help')
range --range AA --min 1 | --min and --max are for values; a range is 0 to 100 % of combos
range --sql "select 'AA' as hand, 1 as value" --min 2 --max 1 | --min 2 is not below --max 1
[1] range --sql "select 'AKs' as hand, unnest(['raise', 'fold']) as label, 0.6 as value" | the shares of AKs add up to 1.2; they are 1 at most
[1] range --sql "select 'AKs' as hand, unnest(['raise', 'fold']) as label, unnest([60, 40]) as value" | the shares of AKs add up to 100; they are 1 at most (of percentages, divide by 100)
range --sql "select 'AKs' as hand, 'x' as label, 'y' as text, 0.5 as value" | the query gives 'label' and 'text'; give one: colours show kinds
range --sql "select hand, hand as label, 1 as value from hand_equities" | column 'label' has 169 kinds; a chart has colours for 7 besides raise, call, fold and
classes -o a.jpg | a.jpg has none of the endings .svg, .html, .png; give it one
range --board 3h4s | '3h4s' has 2 cards; a board has 3, 4 or 5
range --board 3h4sJhKd --of ppot2 | a turn has no ppot2: one card is to come
distribution -o a.svg | give one or two ranges, or --hero and --villain
distribution --hero AA --board 3h4sJh | --hero and --villain go together; give both
distribution --hero AA --villain KK | --hero and --villain need a board; give a flop, turn or river with --board
distribution --hero AA --villain KK --board AsAhAd | no combo of 'AA' is left on AsAhAd
distribution AA --board 3h4sJh --max 101 | an axis from 0 to 101 %; equities are 0 to 100
potential --board 3h4sJh --hand AA -o a.svg | give --board or --hand, not both
potential --board Kd3h4sJhKs -o a.svg | Kd3h4sJhKs is a river, with no card to come: it has no potential
texture AA --of outs -o a.svg | no measure 'outs'; there are: ehs, hs, equity, equity_squared, ppot1, npot1, ppot2, npot2
next-card | Missing argument 'HAND' (see 'pokerlake chart next-card --help')
"""  # noqa: E501


@pytest.mark.parametrize(("line", "said"), told_of(REFUSED))
def test_refused_in_one_line(here, line, said):
    assert told(run(f"chart {line}")).startswith(said)
    assert contents(here) == {}


def test_what_can_be_bet_is_said_as_solve_takes_it(here):
    (here / "tree.txt").write_text("x\nb2.5\n  c\n")
    words = "--board QsJh2h8c --preflop 'BTN r2.5, BB c' --stacks 100bb --ip-bets 33,75 --tree"
    drawn = run(f"chart bet-tree {words} tree.txt").text
    assert run(f"solve {words} tree.txt --show-tree").text.strip() in drawn
    text = (here / "tree.txt").read_text()
    made = {"preflop": "BTN r2.5, BB c", "stacks": 100, "ip_bets": "33,75", "tree": text}
    assert str(pk.chart("bet-tree", board="QsJh2h8c", **made)).strip() == drawn.strip()


def test_tables_that_are_not_there(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    from pokerlake.pipelines import runner

    monkeypatch.setenv("POKERLAKE_LAKE", str(tmp_path / "lake"))
    runner.build(tmp_path / "lake", ["classes"])
    for words, table in [
        ("lines AA", "income_rates"),
        ("matchups", "matchups"),
        ("distribution AA", "flop_hands flops"),
        ("potential", "flop_hands flops"),
        ("texture AA", "flops"),
    ]:
        finished = run(f"chart {words} -o a.svg")
        assert finished.code == 1
        assert finished.err.endswith(f"build it with 'pokerlake build {table}'\n")
    assert run("chart classes -o a.svg").code == 0


def test_players_that_cannot_be_dealt_have_no_next_card(here):
    finished = run("equity AhKh AhQc --next-card --format csv")
    assert finished.code == 2
    assert finished.err.startswith("error: players 1 and 2 cannot be dealt together")
