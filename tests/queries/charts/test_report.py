"""The report of one player, as a page."""

import html
import re
from xml.etree import ElementTree as ET

import pytest

import pokerlake as pk
from helpers.command_line import run
from helpers.pictures import SVG
from pokerlake.queries.charts.report.page import Cell, Section, Table, page
from pokerlake.tables.errors import OutputError, UsageError


@pytest.fixture(scope="module")
def written(whole_lake):
    return pk.report("Ann", lake=whole_lake)


def test_a_report_has_its_sections_and_needs_no_other_file(written):
    titles = re.findall(r"<h2>(.*?)</h2>", written.html)
    assert titles[:3] == ["Hands and stakes", "Winnings", "Statistics by position"]
    assert titles[-2:] == ["Best hands", "Worst hands"]
    assert {*re.findall(r"https?://[^\"' ]*", written.html)} == {"http://www.w3.org/2000/svg"}
    assert not re.findall(r"<(script|link|img|iframe)\b|url\((?!#)", written.html)
    pictures = re.findall(r"<svg .*?</svg>", written.html, re.DOTALL)
    assert len(pictures) >= 2
    assert {ET.fromstring(picture).tag for picture in pictures} == {f"{SVG}svg"}


def test_its_numbers_are_those_of_stats(written, whole_lake):
    found = pk.stats("vpip,bb_100", player="Ann", beside="others", lake=whole_lake).to_dicts()
    for name, row in zip(("VPIP", "bb/100"), found, strict=True):
        cells = re.search(rf'<tr><td class="left"[^>]*>{name}</td>(.*?)</tr>', written.html)[1]
        value, other = re.findall(r"<td[^>]*>([^<]*)", cells)[:2]
        assert (value, other) == (f"{row['value']:z.1f}", f"{row['other']:z.1f}")
        assert f"of {row['chances']:,.0f}" in cells
    hands = [f"pokerlake hand {row['hand_id']}" for row in pk.sql(
        "select hand_id from opportunities where number = 0 and player = 'Ann' and net_bb > 0 "
        "order by net_bb desc, hand_id limit 10", lake=whole_lake).to_dicts()]  # fmt: skip
    assert re.findall(r"<code>(.*?)</code>", written.html.partition("Worst hands")[0]) == hands
    assert re.findall(r'href="#(.*?)"', written.html) == re.findall(
        r'<pre id="(.*?)"', written.html
    )
    texts = re.findall(r"<pre [^>]*>(.*?)</pre>", written.html, re.DOTALL)
    for hand, text in zip(hands, texts, strict=False):
        shown = pk.hand(int(hand.split()[-1]), lake=whole_lake).text()
        assert html.unescape(text).splitlines() == shown.rstrip().splitlines()


def test_conditions_and_another_cohort(whole_lake):
    found = pk.report("Ann", where={"position": ["BTN", "SB"]}, beside="Bob", lake=whole_lake)
    heads = re.findall(r"<th(?: [^>]*)?>(.*?)</th>", found.html.partition("Statistics by")[2])
    assert heads[:3] == ["All", "Beside", "Difference ± error"]
    assert {*heads[3 : heads.index("Hand")]} <= {"BTN", "SB"}
    assert "The column Beside has Bob." in found.html
    alone = pk.report("Ann", beside="", lake=whole_lake).html
    assert "Difference ± error" not in alone


@pytest.mark.parametrize(
    ("player", "asked", "problem"),
    [
        ("Anne", {}, "player is 'Anne'; did you mean 'Ann'?"),
        ("Ann", {"where": "street=flop"}, "where has street, which hands do not have"),
        ("Ann", {"where": "luck_bb>1"}, "where has luck_bb, which decisions do not have"),
        ("Ann", {"where": "big_blind=77"}, "no hand has big_blind=77: big_blind is "),
    ],
)
def test_what_cannot_be_reported(whole_lake, player, asked, problem):
    with pytest.raises(UsageError, match=re.escape(problem)):
        pk.report(player, lake=whole_lake, **asked)


def test_a_page_is_written_whole_or_not_at_all(written, whole_lake, tmp_path):
    assert written.save(tmp_path / "a.html").read_text("utf-8") == written.html
    with pytest.raises(OutputError, match="is a folder"):
        written.save(tmp_path)
    finished = run(f"report Ann -o {tmp_path}/b.html --lake {whole_lake}")
    assert (tmp_path / "b.html").read_text("utf-8") == written.html
    assert finished.code == 0
    for words, problem in (
        (f"Ann -o {tmp_path}/c.pdf", "c.pdf does not end in .html; a report is a page"),
        (f"Anne -o {tmp_path}/c.html", "PLAYER is 'Anne'; did you mean 'Ann'?"),
    ):
        failed = run(f"report {words} --lake {whole_lake}")
        assert failed.code == 2
        assert problem in failed.err
    assert sorted(each.name for each in tmp_path.iterdir()) == ["a.html", "b.html"]


def test_names_are_text():
    shown = page("<b>&", [Section("a<b", ["x&y"], [Table(["<h>"], [[Cell("<i>", about='"')]], 0)])])
    assert "<title>Report of &lt;b&gt;&amp;</title>" in shown
    assert '<td title="&quot;">&lt;i&gt;</td>' in shown
    assert not re.findall(r"<[bhi]>|a<b|x&y", shown)
