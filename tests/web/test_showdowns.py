"""Equity and ranges as the page asks for them, of all games: what the engine counts."""

import shlex
from typing import get_args

import orjson
import pyarrow as pa
import pytest

import pokerlake as pk
from helpers.page_answers import ask, refused, rows, run_python
from pokerlake.catalogue import GAMES, OTHER_GAMES
from pokerlake.web.questions import answer_to
from pokerlake.web.questions.fields import (
    EquityGame,
    FourCardGame,
    GameName,
    RankedGame,
    TwoCardGame,
)


@pytest.mark.parametrize(
    "asked",
    [
        {"hands": ["AA", "KK"]},
        {"hands": ["AhKh", "22+,A2s+", "76s"], "board": "Jh2h3d5c"},
        {"hands": ["AhKh", "TT+", "A2s+"], "method": "monte carlo", "standard_error": 0.01},
    ],
)
def test_equity_is_the_one_of_python(lake, monkeypatch, asked):
    answer = ask(lake, "equity", **asked)
    same = run_python(answer, lake, monkeypatch)
    columns = answer["table"]["columns"]
    for name in ("win", "tie", "equity", "standard_error"):
        assert columns[name] == getattr(same, name).tolist()
    assert answer["data"]["deals"] == same.deals
    assert answer["data"]["chop"] == same.chop
    assert answer["data"]["method"] == same.method == asked.get("method", "exact")
    if answer["data"]["categories"] is not None:
        assert answer["data"]["categories"] == same.categories.tolist()


def test_a_sample_is_told_as_it_narrows(lake):
    told = []
    asked = {"hands": ["AhKh", "22+", "random"], "method": "monte carlo", "standard_error": 0.002}
    answer = ask(lake, "equity", told.append, **asked)
    deals = [orjson.loads(one)["data"]["deals"] for one in told]
    assert deals == sorted(deals)
    assert deals[-1] == answer["data"]["deals"]
    assert max(answer["table"]["columns"]["standard_error"]) <= 0.002
    assert ask(lake, "equity", **asked)["table"] == answer["table"]  # the same seed


def test_a_range_says_its_hands_and_parts(lake, monkeypatch):
    answer = ask(lake, "range", text="QQ+, AhKh, AKo:0.5, 72o:0.25", to="piosolver")
    data = answer["data"]
    assert data["hands"] == {
        "AA": 1, "AKs": 0.25, "AKo": 0.5, "KK": 1, "QQ": 1, "72o": 0.25,
    }  # fmt: skip
    assert (data["uneven"], data["parts"]) == ({"AKs": "AhKh"}, 4)
    assert data["combos"] == 18 + 1 + 6 + 3
    assert pk.Range(data["text"]) == run_python(answer, lake, monkeypatch)
    assert pk.Range(data["written"], dialect="piosolver") == pk.Range(data["text"])


@pytest.mark.parametrize("hands", [["AA,KK", "top 15%"], ["AA\nKK", "random,!22"]])
def test_the_command_line_is_quoted_as_a_shell_reads_it(lake, hands):
    answer = ask(lake, "equity", hands=hands, board="Jh 2h 3d")
    words = shlex.split(answer["same"]["command"])
    assert words == ["pokerlake", "equity", *hands, "--board", "Jh 2h 3d", "--exact"]
    assert '"' not in answer["same"]["command"]  # in which a shell looks for ! and $


def test_distribution_is_the_chart(lake, monkeypatch):
    answer = ask(lake, "distribution", hero="TT+", villain="22+", board="Jh2h3d5c")
    same = run_python(answer, lake, monkeypatch)
    assert same.svg().count("<path") == answer["data"]["svg"].count("<path")
    assert refused(lake, "distribution", hero="TT+", villain="22+", board="Jh")[0] == "board"


def test_rows_come_as_arrow(lake):
    asked = orjson.dumps({"hands": ["AhKh", "QsQc"], "board": "Jh2h3d"})
    found = answer_to("equity", asked, lake, as_arrow=True)
    table = pa.ipc.open_stream(found.body).read_all()
    assert table["equity"].to_pylist() == pk.equity("AhKh", "QsQc", board="Jh2h3d").equity.tolist()


# ---------------------------------------------------------------- other games


FLOP = {"hands": ["AAxx$ds", "KQJT"], "board": "Jh2h3d"}
HALVES = ("high_equity", "low_equity", "three_quarters", "half", "quarter")


def told_of(lake, name, **asked):
    """The status, the field that is wrong, and the line about it."""
    found = answer_to(name, orjson.dumps(asked), lake)
    return found.status, found.field, found.problem


def test_the_games_are_those_of_the_rules():
    assert set(get_args(GameName)) == set(GAMES)
    assert set(get_args(EquityGame)) == {*GAMES, *OTHER_GAMES}
    assert set(get_args(TwoCardGame)) == {name for name, rule in GAMES.items() if rule.hole == 2}
    four = {name for name, rule in GAMES.items() if rule.holes_table and rule.hole == 4}
    assert set(get_args(FourCardGame)) == four
    assert set(get_args(RankedGame)) == {"omaha", "omaha5", "omaha6", "omaha hi-lo"}


@pytest.mark.parametrize(
    "asked",
    [
        {"game": "omaha", **FLOP},
        {"game": "omaha5 hi-lo", "hands": ["AsAh2s3hKd", "QcQdJcTd9c"], "board": "Ac7d4h"},
        {"game": "omaha6", "hands": ["AsAhKsKh3d2c", "random"], "board": "Ac7d2h5s",
         "method": "monte carlo", "standard_error": 0.02},
        {"game": "omaha hi-lo", "hands": ["A23x$ds", "random", "KQJT"], "method": "monte carlo",
         "standard_error": 0.01},
        {"game": "short deck", "hands": ["AhKh", "77+"], "board": "Jh9h6d"},
    ],
)  # fmt: skip
def test_equity_in_other_games_is_the_one_of_python(lake, monkeypatch, asked):
    answer = ask(lake, "equity", **asked)
    same = run_python(answer, lake, monkeypatch)
    columns = answer["table"]["columns"]
    for name in ("win", "tie", "equity", "standard_error"):
        assert columns[name] == getattr(same, name).tolist()
    assert answer["data"]["deals"] == same.deals
    assert answer["data"]["categories"] == same.categories.tolist()
    assert answer["data"]["method"] == same.method == asked.get("method", "exact")
    for name in HALVES if GAMES[asked["game"]].halves else ():
        assert columns[name] == getattr(same.halves, name).tolist()
    assert ("low_equity" in columns) == ("no_low" in answer["data"]) == (same.halves is not None)
    words = shlex.split(answer["same"]["command"])
    assert words[:2] == ["pokerlake", "equity"]
    assert words[words.index("--game") + 1] == asked["game"]


def test_a_hole_against_any_other_is_of_the_table(whole_lake, monkeypatch):
    answer = ask(whole_lake, "equity", game="omaha", hands=["AsAhKsKh", "random"])
    assert answer["data"]["source"] == "omaha_hands"
    assert run_python(answer, whole_lake, monkeypatch).equity.tolist() == [
        row["equity"] for row in rows(answer)
    ]


def test_next_cards_and_holes(lake):
    asked = {"game": "omaha", "hands": ["AsAhKsKh", "QcQdJcTd"], "board": "Ac7d2h9c"}
    now = ask(lake, "equity", **asked)["table"]["columns"]["equity"][0]
    cards = ask(lake, "next_cards", **asked)["table"]["columns"]
    assert len(cards["card"]) == 40
    assert sum(cards["equity_1"]) / 40 == pytest.approx(now, abs=1e-12)
    asked["hands"] = ["AsAhKsKh, AsAhQdQh", "QcQdJcTd"]  # the other one has his queen
    (hole,) = rows(ask(lake, "hole_equities", **asked))
    assert (hole["hole"], hole["equity"]) == ("AsAhKsKh", now)


def test_a_range_says_how_its_parts_were_read(whole_lake, lake, monkeypatch):
    answer = ask(lake, "range", game="omaha", text="AAxx$ds, KQJT$ss@50")
    assert rows(answer) == [
        {"part": "AAxx$ds", "reading": "AA and any 2 others, double-suited", "combos": 864},
        {"part": "KQJT$ss@50", "reading": "KQJT, single-suited, weight 0.5", "combos": 72},
    ]
    found = run_python(answer, lake, monkeypatch)
    assert (found.combos, found.percent) == (answer["data"]["combos"], answer["data"]["percent"])
    of_six = ask(lake, "range", game="omaha6", text=" Random ")["data"]
    assert of_six == {"combos": 20_358_520, "percent": 100, "parts": 1}
    top = ask(whole_lake, "range", game="omaha", text="top 10%")
    assert 9.9 < top["data"]["percent"] < 10.1


@pytest.mark.parametrize(
    ("name", "asked", "number"),
    [
        ("hand_ranking", {"players": 2}, 81),
        ("match_ups", {"hand": "kas"}, 81),
        ("third_player", {"hand": "KK", "villain": "AA"}, 8),  # that the tests' lake has
    ],
)
def test_hands_of_short_deck(whole_lake, lake, monkeypatch, name, asked, number):
    answer = ask(whole_lake, name, game="short deck", **asked)
    assert answer["table"]["rows"] == number
    assert run_python(answer, whole_lake, monkeypatch).to_arrow_table().to_pylist() == rows(answer)
    status, field, problem = told_of(lake, name, game="short deck", **asked)
    assert (status, field) == (422, None)
    assert "pokerlake build short_" in problem


def test_a_hand_that_is_not_in_short_deck(whole_lake):
    found = told_of(whole_lake, "match_ups", game="short deck", hand="55")
    assert found == (400, "hand", "'55' is no hand of short deck, whose lowest rank is 6")
    found = told_of(whole_lake, "third_player", game="short deck", hand="AA", villain="A5s")
    assert found == (400, "villain", "'A5s' is no hand of short deck, whose lowest rank is 6")
    assert told_of(whole_lake, "match_ups", game="omaha", hand="AA")[1] == "game"


def test_pictures_are_the_chart(whole_lake, lake, monkeypatch):
    of_range = ask(lake, "omaha_range_picture", text="AAxx$ds", below="ss")
    assert ask(whole_lake, "omaha_picture", by="top percent")["data"]["svg"].startswith("<svg")
    drawn = run_python(of_range, lake, monkeypatch).svg()
    assert drawn.count("<path") == of_range["data"]["svg"].count("<path")
    assert shlex.split(of_range["same"]["command"])[-5:] == [
        "AAxx$ds", "--above", "ds", "--below", "ss",
    ]  # fmt: skip
    everything = ask(whole_lake, "omaha_picture")
    assert run_python(everything, whole_lake, monkeypatch).svg() == everything["data"]["svg"]
    assert told_of(lake, "omaha_range_picture", text="@/etc/passwd")[:2] == (400, "text")
    assert told_of(lake, "omaha_range_picture", text="AA", above="xx")[1] == "above"
    assert told_of(lake, "omaha_range_picture", text="AA", game="omaha5")[1] == "game"
    assert "pokerlake build omaha_hands" in told_of(lake, "omaha_picture")[2]


@pytest.mark.parametrize(
    ("name", "asked", "number"),
    [
        ("omaha_ranking", {"ranks": "AAxx", "pairing": "two pair"}, 36),
        ("omaha_ranking", {"game": "omaha hi-lo", "suits": "ms"}, 715),
        ("omaha_suitedness", {"game": "omaha5", "by_pairing": True, "ranks": "AAKKx"}, 6),
    ],
)
def test_rankings_of_holes(whole_lake, monkeypatch, name, asked, number):
    answer = ask(whole_lake, name, **asked)
    assert answer["table"]["rows"] == number
    same = run_python(answer, whole_lake, monkeypatch)
    assert same.to_arrow_table().to_pylist() == rows(answer)
    assert pk.sql(answer["same"]["sql"]).to_arrow_table().to_pylist() == rows(answer)


def test_holes_on_a_flop(whole_lake, lake, monkeypatch):
    best = ask(whole_lake, "omaha_flop", board="2c 2d 2h", percent=0.1)
    assert run_python(best, whole_lake, monkeypatch).to_arrow_table().to_pylist() == rows(best)
    first = rows(best)[0]
    answer = ask(whole_lake, "omaha_flop_hole", board="2c2d2h", hole=first["hole"])
    (one,) = rows(answer)
    assert (one["rank"], one["equity"]) == (1, first["equity"])
    assert run_python(answer, whole_lake, monkeypatch).to_arrow_table().to_pylist() == [one]
    assert told_of(lake, "omaha_flop_hole", board="2c2d2h", hole="AsAhKs")[1] == "hole"
    problem = told_of(lake, "omaha_flop", board="2c2d2h")[2]
    assert problem.endswith("build it with 'pokerlake build omaha_flop_hands'")
