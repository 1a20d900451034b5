"""Games beside hold'em as the page asks for them: Omaha, hi-lo, short deck."""

import shlex
from typing import get_args

import orjson
import pytest

import pokerlake as pk
from helpers.page_answers import ask, rows, run_python
from pokerlake.catalogue import GAMES
from pokerlake.web.questions import answer_to
from pokerlake.web.questions.fields import (
    FourCardGame,
    GameName,
    RankedGame,
    TwoCardGame,
)

FLOP = {"hands": ["AAxx$ds", "KQJT"], "board": "Jh2h3d"}
HALVES = ("high_equity", "low_equity", "three_quarters", "half", "quarter")


def refused(lake, name, **asked):
    """The status, the field that is wrong, and the line about it."""
    found = answer_to(name, orjson.dumps(asked), lake)
    return found.status, found.field, found.problem


def test_the_games_are_those_of_the_rules():
    assert set(get_args(GameName)) == set(GAMES)
    assert set(get_args(TwoCardGame)) == {name for name, rule in GAMES.items() if rule.hole == 2}
    four = {name for name, rule in GAMES.items() if rule.used and rule.hole == 4}
    assert set(get_args(FourCardGame)) == four
    assert set(get_args(RankedGame)) == {"omaha", "omaha5", "omaha6", "omaha hi-lo"}


@pytest.mark.parametrize(
    "asked",
    [
        {"game": "omaha", **FLOP},
        {"game": "omaha", "hands": ["AsAhKsKh", "QcQdJcTd"], "dead": "2c"},
        {"game": "omaha", "hands": ["AsAhKsKh", "KQJT", "random"], "method": "monte carlo",
         "standard_error": 0.01},
        {"game": "omaha5", "hands": ["AsAhKsKh2c", "QcQdJcTd9c"], "board": "Ac7d2h"},
        {"game": "omaha5 hi-lo", "hands": ["AsAh2s3hKd", "QcQdJcTd9c"], "board": "Ac7d4h"},
        {"game": "omaha6", "hands": ["AsAhKsKh3d2c", "random"], "board": "Ac7d2h5s",
         "method": "monte carlo", "standard_error": 0.02},
        {"game": "omaha hi-lo", "hands": ["As2sAhKh", "KcQcJdTd"], "board": "3h4d9s"},
        {"game": "omaha hi-lo", "hands": ["A23x$ds", "random", "KQJT"], "method": "monte carlo",
         "standard_error": 0.01},
        {"game": "short deck", "hands": ["AhKh", "77+"], "board": "Jh9h6d"},
    ],
)  # fmt: skip
def test_equity_is_the_one_of_python(lake, monkeypatch, asked):
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


@pytest.mark.parametrize(
    ("asked", "field", "line"),
    [
        ({"game": "chess"}, "game", "'short deck'"),
        ({"game": "omaha", "hands": ["AAxx", "KQJT9"]}, "hands.1", "'KQJT9' has 5 cards, a hole 4"),
        ({"game": "omaha", "hands": ["AsAsKhKd", "KQJT"]}, "hands.0", "twice"),
        ({"game": "omaha", "hands": ["@/etc/passwd", "KQJT"]}, "hands.0", "a part is missing"),
        ({"game": "omaha", "hands": ["KQJT", "-"]}, "hands.1", "'-'"),
        ({"game": "omaha", "hands": ["AsAhKsKh", "AsQcJcTc"]}, None, "cannot be dealt together"),
        ({"game": "omaha6", "hands": ["random"] * 10}, None, "cards"),
        ({"game": "omaha", "board": "Jh2h3d4d5d6d"}, "board", "has 6 cards"),
        ({"game": "omaha", "hands": ["random"] * 3, "method": "exact"}, None, "too long"),
        ({"game": "short deck", "hands": ["AA", "KK"], "board": "5h6h7h"}, "board", "which is not"),
        ({"game": "short deck", "hands": ["AA", "KK"], "board": "", "dead": "2c"}, "dead",
         "which is not in the deck of 36 cards"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_with_its_field(lake, asked, field, line):
    status, found, problem = refused(lake, "equity", **{**FLOP, **asked})
    assert status in (400, 422)
    assert found == field
    assert line in problem


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
    status, field, problem = refused(lake, "range", game="omaha", text="top 10%")
    assert (status, field) == (422, "text")
    assert problem.endswith("build it with 'pokerlake build omaha_hands'")
    assert refused(lake, "range", game="omaha", text="AAxx", dialect="equilab")[1] == "dialect"
    assert refused(lake, "range", game="omaha", text="A" * 16_385)[1] == "text"


def test_a_range_of_short_deck_has_no_low_cards(lake, monkeypatch):
    answer = ask(lake, "range", game="short deck", text="22+, A5s, AKo")
    assert answer["data"]["text"] == "66+,AKo"
    assert answer["data"]["combos"] == 9 * 6 + 12
    assert answer["data"]["percent"] == 100 * (9 * 6 + 12) / 630
    assert run_python(answer, lake, monkeypatch) == pk.Range("66+,AKo", game="short deck")


@pytest.mark.parametrize(
    ("name", "asked", "number"),
    [
        ("hand_ranking", {"players": 2}, 81),
        ("rank_by_players", {}, 81),
        ("match_ups", {"hand": "kas"}, 81),
        ("third_player", {"hand": "KK", "villain": "AA"}, 8),  # that the tests' lake has
    ],
)
def test_hands_of_short_deck(whole_lake, lake, monkeypatch, name, asked, number):
    answer = ask(whole_lake, name, game="short deck", **asked)
    assert answer["table"]["rows"] == number
    assert run_python(answer, whole_lake, monkeypatch).to_arrow_table().to_pylist() == rows(answer)
    status, field, problem = refused(lake, name, game="short deck", **asked)
    assert (status, field) == (422, None)
    assert "pokerlake build short_" in problem


def test_a_hand_that_is_not_in_short_deck(whole_lake):
    found = refused(whole_lake, "match_ups", game="short deck", hand="55")
    assert found == (400, "hand", "'55' is no hand of short deck, whose lowest rank is 6")
    found = refused(whole_lake, "third_player", game="short deck", hand="AA", villain="A5s")
    assert found == (400, "villain", "'A5s' is no hand of short deck, whose lowest rank is 6")
    assert refused(whole_lake, "match_ups", game="omaha", hand="AA")[1] == "game"


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
    assert refused(lake, "omaha_range_picture", text="@/etc/passwd")[:2] == (400, "text")
    assert refused(lake, "omaha_range_picture", text="AA", above="xx")[1] == "above"
    assert refused(lake, "omaha_range_picture", text="AA", game="omaha5")[1] == "game"
    assert "pokerlake build omaha_hands" in refused(lake, "omaha_picture")[2]


@pytest.mark.parametrize(
    ("name", "asked", "number"),
    [
        ("omaha_ranking", {}, 1000),
        ("omaha_ranking", {"ranks": "AAxx", "pairing": "two pair"}, 36),
        ("omaha_ranking", {"game": "omaha hi-lo", "suits": "ms"}, 715),
        ("omaha_ranking", {"hand": "2c2d2h2s", "count": 1}, 1),
        ("omaha_ranking", {"game": "omaha5", "ranks": "AAAAx", "count": 16_432}, 12),
        ("omaha_ranking", {"game": "omaha6", "ranks": "AAAAKx"}, 23),
        ("omaha_suitedness", {}, 5),
        ("omaha_suitedness", {"game": "omaha5", "by_pairing": True, "ranks": "AAKKx"}, 6),
        ("omaha_suitedness", {"game": "omaha hi-lo", "ranks": "A23x"}, 5),
        ("omaha_suitedness", {"ranks": "AAAx", "by_pairing": True}, 3),
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
    assert refused(lake, "omaha_flop", board="2c2d")[:2] == (400, "board")
    assert refused(lake, "omaha_flop", board="@/etc/passwd")[1] == "board"
    assert refused(lake, "omaha_flop", board="2c2d2h", percent=30)[1] == "percent"
    assert refused(lake, "omaha_flop_hole", board="2c2d2h", hole="AsAhKs")[1] == "hole"
    problem = refused(lake, "omaha_flop", board="2c2d2h")[2]
    assert problem.endswith("build it with 'pokerlake build omaha_flop_hands'")


@pytest.mark.parametrize(
    ("asked", "field", "line"),
    [
        ({"ranks": "AAxxx"}, "ranks", "one to four ranks"),
        ({"ranks": "A" * 21}, "ranks", "at most 20"),
        ({"hand": "AsAh"}, "hand", "has 2 cards, not 4"),
        ({"suits": "@/etc/passwd"}, "suits", "rainbow"),
        ({"count": 16_433}, "count", "give at most 16,432"),
        ({"game": "omaha6", "count": 16_433}, "count", "give at most 16,432"),
        ({"game": "omaha5", "suits": "rainbow"}, "suits", "give one of any, ss, ds"),
        ({"game": "omaha5", "hand": "AsAhKsKh"}, "hand", "has 4 cards, not 5"),
        ({"game": "omaha6", "ranks": "AAxxxxx"}, "ranks", "one to six ranks; write AAxxxx"),
        ({"game": "hold'em"}, "game", "'omaha hi-lo'"),
        ({"game": "omaha5"}, None, "build it with 'pokerlake build omaha_hands5'"),
        ({}, None, "build it with 'pokerlake build omaha_hands'"),
        ({"game": "omaha hi-lo"}, None, "build it with 'pokerlake build omaha8_hands'"),
    ],
)
def test_rankings_that_are_wrong(lake, asked, field, line):
    status, found, problem = refused(lake, "omaha_ranking", **asked)
    assert status == (400 if field else 422)
    assert found == field
    assert line in problem
