"""``pokerlake chart`` as a user runs it: numbers, colours, values from SQL, and refusals."""

import sys
from subprocess import PIPE

import pytest

from helpers.command_line import contents, run, start
from helpers.golden_files import assert_golden

VALUES = "select hand, round(100 * equity, 2) as value from hand_equities where hand like 'A%'"
FEW = "select * from (values ('AA', 3), ('AKs', -1.5)) as few(hand, value)"


def chart(words):
    """A command line of ``pokerlake chart``: words to be split, and words as they are."""
    return run(f"chart {words[0]}", *words[1:])


def test_exact_numbers_are_in_the_pictures(at_home):
    """Published: of 2,097,572,400 deals for each combo AA wins 1,781,508,418, ties 11,402,312."""
    sql = "select hand, 100 * equity as value from hand_equities"
    assert run("chart range -o a.svg --unit %", "--sql", sql).code == 0
    assert "<title>AA: 85.2037133 %, 6 combos, top 0.5 %</title>" in (at_home / "a.svg").read_text(
        "utf-8"
    )
    assert run("chart matchups AA KK -o b.svg").code == 0
    assert "<title>AA v KK 81.95 %</title>" in (at_home / "b.svg").read_text("utf-8")
    assert run("chart lines AA -o c.svg").code == 0
    text = (at_home / "c.svg").read_text("utf-8")
    assert "<title>AA, 2 players: +0.7041, exact</title>" in text
    assert "AA, 3 players: +1.2031, exact" in text
    assert "standard error 0.0" in text.partition("AA, 4 players")[2].partition("</title>")[0]


# ---------------------------------------------------------------- the terminal


TERMINAL = {
    "values": ("range --unit % --title Aces --sql", VALUES),
    "range": ("range --range", "22+, A2s+:0.5"),
    "against": ("range --range", "22+, A2s+", "--against", "top 10%"),
    "ladder": ("ladder",),
}


@pytest.mark.parametrize("name", TERMINAL)
def test_a_grid_of_text_where_there_is_no_terminal(at_home, name):
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


@pytest.mark.parametrize("name", TERMINAL)
def test_colours_where_there_are_any(at_home, colours, name):
    assert_golden(f"chart_{name}.ansi", chart(TERMINAL[name]).out)


@pytest.mark.parametrize(("variable", "value"), [("NO_COLOR", "1"), ("TERM", "dumb")])
def test_no_colours_where_they_are_not_wanted(at_home, colours, monkeypatch, variable, value):
    monkeypatch.setenv(variable, value)
    assert_golden("chart_values.txt", chart(TERMINAL["values"]).out)


@pytest.mark.skipif(sys.platform == "win32", reason="has no pseudo-terminals")
def test_a_real_terminal_gets_colours(at_home, monkeypatch):
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


# ---------------------------------------------------------------- where values come from


def test_values_from_a_file(at_home):
    (at_home / "rows.csv").write_text("hand,value,label\nAA,1,raise\nKK,0.5,call\n")
    finished = run("chart range", "--sql", "from 'rows.csv'")
    assert finished.code == 0
    assert finished.text.splitlines()[:1] == ["Shares of raise, call of each starting hand"]
    assert finished.text.splitlines()[3] == "rrrrr"
    assert " r  raise: 50 %    c  call: 25 %" in finished.text


def test_values_from_a_column_of_another_name(at_home):
    finished = run("chart range --value odds", "--sql", "select 'AA' as hand, 220 as odds")
    assert (finished.code, finished.err) == (0, "")
    assert finished.text.splitlines()[0] == "Odds of each starting hand"
    assert finished.text.splitlines()[3].split() == ["220"]


def test_values_from_a_named_query(at_home, monkeypatch):
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


def test_a_range_from_standard_input(at_home):
    finished = run("chart range --range -", stdin=b"AA, KK:0.5")
    assert finished.code == 0, finished.err
    assert "9 of 1,326 combos, 0.679 %" in finished.text


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
"""  # noqa: E501
LINES = REFUSED.strip("\n").split("\n")


@pytest.mark.parametrize(("line", "said"), list(zip(LINES[::2], LINES[1::2], strict=True)))
def test_refused_in_one_line(at_home, line, said):
    finished = run(f"chart {line.removeprefix('$ ')}")
    told = f"[{finished.code}] {finished.err}"
    assert told.startswith(said)
    assert told.count("\n") == 1
    assert finished.out == b""
    assert contents(at_home) == {}


def test_tables_that_are_not_there(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    from pokerlake.pipelines import runner

    monkeypatch.setenv("POKERLAKE_LAKE", str(tmp_path / "lake"))
    runner.build(tmp_path / "lake", ["classes"])
    for words, table in [("lines AA", "income_rates"), ("matchups", "matchups")]:
        finished = run(f"chart {words} -o a.svg")
        assert finished.code == 1
        assert finished.err.endswith(f"build it with 'pokerlake build {table}'\n")
    assert run("chart classes -o a.svg").code == 0
