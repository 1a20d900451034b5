"""Every chart that is declared, as a user runs it: in every form, numbers, titles, refusals."""

import csv
import io
import re
import struct
import sys
from subprocess import PIPE
from xml.etree import ElementTree as ET

import pytest

from given import histories as given_histories
from given.abstraction import add_to
from given.convergence import learn_in
from helpers.command_line import contents, run, start
from helpers.golden_files import assert_golden
from helpers.lakes import share
from helpers.spots import spot
from pokerlake.pipelines.histories.importing import import_histories
from pokerlake.pipelines.push_fold.solving import solved
from pokerlake.pipelines.solving.asked import Asked
from pokerlake.pipelines.solving.solved import solve_into
from pokerlake.queries.charts import charts
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
    """The lake of `make lake`, and what was learned, solved, and put into buckets."""
    there = tmp_path_factory.mktemp("learned") / "lake"
    share(lake, there)
    learn_in(there)
    add_to(there)
    hands = there.with_name("hands.txt")
    hands.write_text(given_histories.ALL, "utf-8")
    import_histories(there, [str(hands)])
    solved(there, [spot_of_push_fold({"stack": stack}) for stack in (5, 10)])
    solve_into(there, [Asked(spot("7s7h7d", "QQ,AKs", "AA,KQs", stack=100, raises="a"))])
    return there


@pytest.fixture
def here(learned, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("POKERLAKE_LAKE", str(learned))
    return tmp_path


@pytest.mark.parametrize("name", LINES)
def test_in_every_form(here, name):
    for file in ("a.svg", "a.html", "a.png"):
        assert run(f"chart {LINES[name]}", "-o", file) == (0, b"", f"{file} written\n")
    made = contents(here)
    assert set(made) == {"a.svg", "a.html", "a.png"}
    assert made["a.svg"] in made["a.html"]  # of another run, with the same bytes
    assert made["a.svg"].startswith(b'<svg xmlns="http://www.w3.org/2000/svg" ')
    width = float(made["a.svg"].partition(b' width="')[2].partition(b'"')[0])
    assert struct.unpack(">I", made["a.png"][16:20]) == (round(2 * width),)


@pytest.mark.parametrize("name", charts())
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


def test_exact_numbers_are_in_the_pictures(here):
    """Published: of 2,097,572,400 deals for each combo AA wins 1,781,508,418, ties 11,402,312."""
    sql = "select hand, 100 * equity as value from hand_equities"
    assert run("chart range -o a.svg --unit %", "--sql", sql).code == 0
    assert "<title>AA: 85.2037133 %, 6 combos, top 0.5 %</title>" in (here / "a.svg").read_text(
        "utf-8"
    )
    assert run("chart matchups AA KK -o b.svg").code == 0
    assert "<title>AA v KK 81.95 %</title>" in (here / "b.svg").read_text("utf-8")
    assert run("chart lines AA -o c.svg").code == 0
    text = (here / "c.svg").read_text("utf-8")
    assert "<title>AA, 2 players: +0.7041, exact</title>" in text
    assert "AA, 3 players: +1.2031, exact" in text
    assert "standard error 0.0" in text.partition("AA, 4 players")[2].partition("</title>")[0]


def test_documented_numbers_are_in_the_pictures(here):
    """EHS 0.70936375783739 of AhQh, HS 0.585 and two-step PPot 0.504."""
    assert run("chart range --board 3h4sJh -o a.svg").code == 0
    assert "\nAhQh: 70.94 %" in (here / "a.svg").read_text("utf-8")
    assert run("chart range --board 3h4sJh --of hs -o a.svg").code == 0
    assert "\nAhQh: 58.51 %" in (here / "a.svg").read_text("utf-8")
    assert run("chart potential --board Jh4s3h -o a.svg").code == 0
    cell = (here / "a.svg").read_text("utf-8").partition("AhQh")[0].rpartition("<title>")[2]
    assert cell.startswith("HS 0.58 to 0.60, PPot 0.50 to 0.52: ")
    assert run("chart distribution AhQh --board 3h4sJh -o a.svg").code == 0
    assert "70.94 % on average, 1 combo<" in (here / "a.svg").read_text("utf-8")


# A command line, and the title of what it draws.
TITLES = """
$ range --board jh,3h,4s
EHS of each hand on Jh3h4s, against a random hand
$ range --board 3h4sJh --of ppot2
Two-step PPot of each hand on 3h4sJh, against a random hand
$ distribution AA KK
Equity of AA and KK over all flops, against a random hand
$ distribution AA --board 3h4sJh
Equity of AA on 3h4sJh, against a random hand
$ distribution --hero AA --villain KK --board 3h4sJh
Equity of AA on 3h4sJh, against KK
$ potential
Hand strength and potential of each hand over all flops, against a random hand
$ potential --hand AKs
Hand strength and potential of AKs over all flops, against a random hand
$ potential --board 3h4sJh
Hand strength and potential of each hand on 3h4sJh, against a random hand
$ texture AA --of ehs
EHS of AA by the texture of the flop, against a random hand
$ texture AA --title Mine
Mine
$ distribution AA --title Mine
Mine
$ potential --title Mine
Mine
$ range --board 3h4sJh --title Mine
Mine
""".strip().split("\n")


@pytest.mark.parametrize(("line", "title"), list(zip(TITLES[::2], TITLES[1::2], strict=True)))
def test_titles(here, line, title):
    assert run(f"chart {line.removeprefix('$ ')} -o a.html").code == 0
    text = (here / "a.html").read_text("utf-8")
    assert text.count(f"<title>{title}</title>") == 2
    root = ET.fromstring(text[text.index("<svg") : text.index("</body>")])
    size = "{http://www.w3.org/2000/svg}text[@font-size='20']"
    lines = ["".join(line.itertext()) for line in root.findall(size)]
    assert " ".join(lines) == title


def test_a_board_is_written_tidily(here):
    assert run("chart distribution AA -o a.svg --board", "3H, 4s jh").code == 0
    text = re.sub("</?tspan[^>]*>", "", (here / "a.svg").read_text("utf-8"))
    assert text.count("on 3h4sJh") == 3


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


@pytest.mark.skipif(sys.platform == "win32", reason="has no pseudo-terminals")
def test_a_real_terminal_gets_colours(here, monkeypatch):
    import os
    import pty

    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    leader, follower = pty.openpty()
    process = start("chart", "range", "--sql", FEW, stdout=follower, stderr=PIPE)
    os.close(follower)
    shown = b""
    while True:
        try:
            part = os.read(leader, 65536)
        except OSError:  # how Linux says that the other end is closed
            break
        if not part:
            break
        shown += part
    assert process.wait() == 0
    assert b"\x1b[" in shown
    assert b"AKs" in shown
    process.stderr.close()
    os.close(leader)


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


def test_rows_stay_rows(here):
    line = "equity AhKh QsQc --board Qh2h3dAs --next-card"
    rows = list(csv.DictReader(io.StringIO(run(f"{line} --format csv").text)))
    assert len(rows) == 44
    assert sum(float(row["equity_1"]) for row in rows) == 8
    assert run(f"{line} -o a.csv").err == "44 rows in a.csv\n"


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
$ range
[2] error: give one of --sql, --query, --range and --board
$ range --sql x --range AA
[2] error: give one of --sql, --query, --range and --board
$ range --board 3h4sJh --range AA
[2] error: give one of --sql, --query, --range and --board
$ range --range AA --of ehs
[2] error: --of is for a board; give one with --board
$ range --board 3h4sJh --unit %
[2] error: --unit is for values; strength is shown in %
$ range --board 3h4sJh --against AA
[2] error: --against is for a range; give the other with --range
$ range --board 3h4sJh --size 500
[2] error: --size is the width of a PNG; give one with -o
$ range --sql x --against AA
[2] error: --against is for a range; give the other with --range
$ range --sql x -p a=1
[2] error: --param is for a named query; name it with --query
$ range --range AA --unit %
[2] error: --unit is for values; a range is shown in % of combos
$ range --range AA --size 500
[2] error: --size is the width of a PNG; give one with -o
$ range --range AA -o a.gif
[2] error: a.gif has none of the endings .svg, .html, .png; give it one
$ range --range AA -o a.svg --size 500
[2] error: --size is the width of a PNG, and a.svg is none
$ range --range AA -o a.png --size 5
[2] error: a width of 5 pixels; give 50 to 10000
$ range --range AA -o nowhere/a.svg
[1] error: nowhere/a.svg cannot be written: there is no folder nowhere
$ range --range ''
[2] error: the range is empty; there is nothing to draw
$ range --sql "select 1 as x"
[2] error: the query gives no column 'hand', which the chart needs (name one with 'as hand'); there are: x
$ range --sql "select 'AA' as hand, 1 as valu"
[2] error: the query gives no column 'value', which the chart needs (name one with 'as value'); did you mean 'valu'?
$ range --sql "select 'AA' as hand, 'x' as value"
[2] error: column 'value' is VARCHAR, not a number; cast it to double in SQL
$ range --sql "select 'AA' as hand, 1 as value limit 0"
[1] error: the query gives no rows; a chart needs one for each hand it shows
$ range --sql "select 'KAx' as hand, 1 as value"
[1] error: 'KAx' is none of the 169 hands; did you mean 'AKs'?
$ range --sql "select unnest(['AA', 'AA']) as hand, 1 as value"
[1] error: the query gives AA twice; a chart needs one row for each hand
$ range --sql "select 'AA' as hand, 'nan'::double as value"
[1] error: the value of AA is NaN; leave hands without a value out in SQL ('where isfinite(value)')
$ range --sql "select 'AA' as hand, 'inf'::double as value"
[1] error: the value of AA is infinite; leave hands without a value out in SQL ('where isfinite(value)')
$ range --sql "select 'AA' as hand, null::double as value"
[1] error: the value of AA is null; leave hands without a value out in SQL ('where isfinite(value)')
$ range --sql "selec 1"
[1] error: syntax error at 'selec'; did you mean 'select'? [LINE 1: selec 1]
$ range --query nothing_like_it
[2] error: no query 'nothing_like_it'; there are: abstraction_list, all_in_luck, a
$ range --sql "select 'AA' as hand, true as value"
[2] error: column 'value' is BOOLEAN, not a number; cast it to double in SQL
$ lines -o a.svg
[2] error: Missing argument 'HAND' (see 'pokerlake chart lines --help')
$ lines AA akx -o a.svg
[2] error: 'akx' is none of the 169 hands; did you mean 'AKs'?
$ lines AKs KAs -o a.svg
[2] error: AKs is given twice
$ lines AA AA -o a.svg
[2] error: AA is given twice
$ lines AA KK QQ JJ TT 99 88 77 66 55 44 33 22 AKs AKo -o a.svg
[2] error: 15 hands; give 1 to 14, which can be told apart
$ matchups AA -o a.svg
[2] error: one hand is no match-up; give two or more, or none for all
$ matchups AA KK AA -o a.svg
[2] error: AA is given twice
$ matchups AA AK -o a.svg
[2] error: 'AK' is none of the 169 hands; did you mean 'AKs' or 'AKo'?
$ range --range AA --min 1
[2] error: --min and --max are for values; a range is 0 to 100 % of combos
$ range --sql "select 'AA' as hand, 1 as value" --min 2 --max 1
[2] error: --min 2 is not below --max 1
$ range --sql "select 'AA' as hand, 1 as value" --min 2 --max 2
[2] error: --min 2 is not below --max 2
$ range --sql "select 'AA' as hand, 1 as value" --min nan
[2] error: --min is nan; give a finite number
$ range --sql "select 'AA' as hand, 1 as value" --min 5
[2] error: --min 5 is not below any value; the highest is 1
$ range --sql "select 'AA' as hand, 1 as value" --max 1
[2] error: --max 1 is not above any value; the lowest is 1
$ range --sql "select 'AKs' as hand, unnest(['raise', 'fold']) as label, 0.6 as value"
[1] error: the shares of AKs add up to 1.2; they are 1 at most
$ range --sql "select 'AKs' as hand, unnest(['raise', 'fold']) as label, unnest([60, 40]) as value"
[1] error: the shares of AKs add up to 100; they are 1 at most (of percentages, divide by 100)
$ range --sql "select 'AKs' as hand, unnest(['raise', 'fold']) as label, unnest([1.2, -0.2]) as value"
[1] error: the share of 'fold' of AKs is -0.2; give 0 to 1
$ range --sql "select 'AKs' as hand, unnest(['raise', 'raise']) as label, 0.5 as value"
[1] error: the query gives AKs 'raise' twice; add them up in SQL
$ range --sql "select 'AKs' as hand, null as label, 0.5 as value"
[1] error: the label of AKs is null; leave such rows out in SQL
$ range --sql "select 'AKs' as hand, 'x' as label, 'y' as text, 0.5 as value"
[2] error: the query gives 'label' and 'text'; kinds are told by their colours
$ range --sql "select hand, hand as label, 1 as value from hand_equities"
[2] error: column 'label' has 169 kinds; a chart has colours for 7 beside raise, call, fold and
$ lines AA --min 5
[2] error: --min 5 is not below any value; the highest is 2.12
$ texture AA --min 2 --max 3
[2] error: an axis from 2 to 3; it needs 0, the mean, where bars begin
$ ladder --size 500
[2] error: --size is the width of a PNG; give one with -o
$ ladder -o a.gif
[2] error: a.gif has none of the endings .svg, .html, .png; give it one
$ classes -o a.jpg
[2] error: a.jpg has none of the endings .svg, .html, .png; give it one
$ graph --ranks 6 -o a.svg
[2] error: a graph of 6 ranks and 3 cards is not drawn: give 2 to 5 ranks and 2 to 4 cards
$ range --board 3h4s
[2] error: '3h4s' has 2 cards; a board has 3, 4 or 5
$ range --board ''
[2] error: '' has 0 cards; a board has 3, 4 or 5
$ range --board 2c3c4c5c6c7c
[2] error: '2c3c4c5c6c7c' has 6 cards; a board has 3, 4 or 5
$ range --board 3h4sJ
[2] error: '3h4sJ' at character 5: 'J' has no suit; suits are cdhs
$ range --board 3h4s3h
[2] error: '3h4s3h' has 3h twice
$ range --board flop
[2] error: 'flop' at character 1: 'f' is not a rank; ranks are 23456789TJQKA
$ range --board 3h4sJh --of eqity
[2] error: no measure 'eqity'; did you mean 'equity'?
$ range --board 3h4sJhKd --of ppot2
[2] error: a turn has no ppot2: one card is to come
$ range --board Kd3h4sJhKs --of npot1
[2] error: a river has no npot1: no card is to come
$ range --board 3h4sJh -o a.svg --size 500
[2] error: --size is the width of a PNG, and a.svg is none
$ range --board Kd3h4sJhKs --of ppot1
[2] error: a river has no ppot1: no card is to come
$ distribution -o a.svg
[2] error: give one or two ranges, or --hero and --villain
$ distribution AA --hero AA --villain KK --board 3h4sJh
[2] error: give ranges against a random hand, or --hero and --villain, not both
$ distribution --hero AA --board 3h4sJh
[2] error: --hero and --villain go together; give both
$ distribution --hero AA --villain KK
[2] error: --hero and --villain need a board; give a flop, turn or river with --board
$ distribution --hero AA --villain KK --board AsAhAd
[2] error: no combo of 'AA' is left on AsAhAd
$ distribution --hero AcAd --villain AcAd --board 3h4sJh
[2] error: 'AcAd' and 'AcAd' cannot meet on 3h4sJh
$ distribution AA --board 3h4sJh --min 60 --max 40
[2] error: --min 60 is not below --max 40
$ distribution AA --board 3h4sJh --max 101
[2] error: an axis from 0 to 101 %; equities are 0 to 100
$ distribution AA KK QQ -o a.svg
[2] error: 3 ranges; give one or two
$ distribution '' -o a.svg
[2] error: the range '' is empty; there is nothing to draw
$ distribution AA --board AsAhAd -o a.svg
[2] error: no combo of 'AA' is left on AsAhAd
$ distribution 'AKs:2' -o a.svg
[2] error: 'AKs:2' at character 5: weight 2 is not in 0..1; @2 is 2 percent
$ distribution AA --board 3h4s -o a.svg
[2] error: '3h4s' has 2 cards; a board has 3, 4 or 5
$ distribution AA -o a.gif
[2] error: a.gif has none of the endings .svg, .html, .png; give it one
$ potential --board 3h4sJh --hand AA -o a.svg
[2] error: give --board or --hand, not both
$ potential --board Kd3h4sJhKs -o a.svg
[2] error: Kd3h4sJhKs is a river, with no card to come: it has no potential
$ potential --hand AhKh -o a.svg
[2] error: 'AhKh' is none of the 169 hands; did you mean 'AKs'?
$ potential -o a.svg --size 500
[2] error: --size is the width of a PNG, and a.svg is none
$ texture AA -o nowhere/a.svg
[1] error: nowhere/a.svg cannot be written: there is no folder nowhere
$ texture AA --of outs -o a.svg
[2] error: no measure 'outs'; there are: ehs, hs, equity, equity_squared, ppot1, npot1, ppot2, npot2
$ texture '' -o a.svg
[2] error: the range is empty; there is nothing to draw
$ next-card AhKh -o a.svg
[2] error: 1 player; give 2 to 10 hands or ranges
$ next-card AhKh QsQc --board Qh2h3d4s5c -o a.svg
[2] error: the board has five cards; no other comes
$ next-card AhKh AhQc -o a.svg
[2] error: players 1 and 2 cannot be dealt together: both have Ah
$ next-card AhKh QsQc --board Qh2h3d --dead Qh -o a.svg
[2] error: board and dead cards both have Qh
$ next-card AhKh QsXc -o a.svg
[2] error: 'QsXc' at character 3: 'X' is not a rank
$ next-card AhKh QsQc -o a.gif
[2] error: a.gif has none of the endings .svg, .html, .png; give it one
$ next-card AhKh QsQc --size 300
[2] error: --size is the width of a PNG; give one with -o
$ next-card
[2] error: Missing argument 'HAND' (see 'pokerlake chart next-card --help')
$ by-hole AA KK --board AhAsAd -o a.svg
[2] error: no hole of 'AA' can be dealt with the others
$ by-hole AA KK --board Ah9 -o a.svg
[2] error: 'Ah9' at character 3: '9' has no suit
$ by-hole AA:2 KK -o a.svg
[2] error: 'AA:2' at character 4: weight 2 is not in 0..1
$ by-hole AA KK --board Qh2h3d -o nowhere/a.svg
[1] error: nowhere/a.svg cannot be written: there is no folder nowhere
$ convergence akg
[2] error: no run of 'akg' is in this lake; did you mean 'akq'?
$ convergence akq --size 300
[2] error: --size is the width of a PNG; give one with -o
$ convergence kuhn -o a.svg
[2] error: no run of kuhn has two checkpoints where NashConv is known and over 0, as a line needs
"""  # noqa: E501
WRONG = REFUSED.strip("\n").split("\n")


@pytest.mark.parametrize(("line", "said"), list(zip(WRONG[::2], WRONG[1::2], strict=True)))
def test_refused_in_one_line(here, line, said):
    finished = run(f"chart {line.removeprefix('$ ')}")
    told = f"[{finished.code}] {finished.err}"
    assert told.startswith(said)
    assert told.count("\n") == 1
    assert finished.out == b""
    assert contents(here) == {}


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
