"""Every chart that is declared, as a user runs it: in every form, again, and in the documents."""

import struct

import pytest

from given import histories as given_histories
from given.abstraction import add_to
from given.convergence import learn_in
from helpers.command_line import contents, run
from helpers.lakes import share
from helpers.spots import spot
from pokerlake.pipelines.histories.importing import import_histories
from pokerlake.pipelines.push_fold import solved
from pokerlake.pipelines.solving import Asked, solve_into
from pokerlake.queries.charts import charts
from pokerlake.queries.questions.spots import spot_of_push_fold

VALUES = "select hand, round(100 * equity, 2) as value from hand_equities where hand like 'A%'"
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
    for file in ("a.svg", "b.svg", "a.html", "a.png"):
        assert run(f"chart {LINES[name]}", "-o", file) == (0, b"", f"{file} written\n")
    made = contents(here)
    assert set(made) == {"a.svg", "b.svg", "a.html", "a.png"}
    assert made["a.svg"] == made["b.svg"]
    assert made["a.svg"] in made["a.html"]
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
