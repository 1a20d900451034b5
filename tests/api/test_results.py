"""Results show themselves, are anybody's table, and are what is counted elsewhere."""

import copy
import dataclasses
import importlib
import inspect
import json
import pickle
import pkgutil
import re

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import pokerlake as pk
from oracle import naive
from pokerlake import api
from pokerlake.catalogue import HOLDEM
from pokerlake.queries import answers, pql
from pokerlake.queries.results import Result


@pytest.fixture(scope="module")
def found():
    return pk.equity("AhKh", "QsQc", board="Jh2h3d", method="exact")


def test_an_equity_is_a_table_for_everybody(found, tmp_path):
    assert found.to_arrow().column_names == ["hand", "win", "tie", "equity", "standard_error"]
    assert pl.DataFrame(found).equals(found.to_polars())
    assert pa.table(found).equals(found.to_arrow())
    assert duckdb.sql("select hand, equity from found").fetchall()[0] == ("AhKh", 548 / 990)
    assert found.to_dicts() == found.to_pandas().to_dict("records")

    for name, read in [
        ("equity.json", lambda path: json.loads(path.read_text())),
        ("equity.parquet", lambda path: pq.read_table(path).to_pylist()),
    ]:
        found.save(tmp_path / name)
        assert read(tmp_path / name) == found.to_dicts()
    found.save(str(tmp_path / "equity.csv"))
    assert (tmp_path / "equity.csv").read_text().splitlines()[0].startswith("hand,win,tie,equity")
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "equity.csv", "equity.json", "equity.parquet",
    ]  # fmt: skip


def test_an_equity_shows_what_was_counted_or_sampled(found):
    hand, *rows, summary = repr(found).splitlines()
    assert hand.split() == ["hand", "win", "tie", "equity"]
    assert [row.split()[0] for row in rows[1:]] == ["AhKh", "QsQc"]
    assert summary.startswith("Jh2h3d: 990 deals, exact: 1 pair of holes")
    html = found._repr_html_()
    assert html.count("<tr>") == 3
    assert "990 deals, exact" in html

    sampled = pk.equity("AhKh", "22+", "random", deals=2000, seed=5)
    again = pk.equity("AhKh", "22+", "random", deals=2000, seed=5, threads=1)
    assert (sampled.equity == again.equity).all()
    assert sampled.method == "monte carlo"
    assert sampled.seed == 5
    assert "standard_error" in repr(sampled)
    assert "seed 5" in repr(sampled)
    assert np.isclose(sampled.equity.sum(), 1)


def test_names_are_escaped():
    evil = pk.equity("AA", "KK , QQ", board="2c3d4h5s7h")
    assert "<script" not in evil._repr_html_()


def test_long_tables_say_how_much_more_there_is():
    many = pk.deal(1000, players=2, board=5, seed=1)
    assert "… 980 more rows" in repr(many)
    assert many._repr_html_().count("<tr>") == 21
    assert "… 980 more rows" in many._repr_html_()
    assert len(many.to_arrow()) == 1000


def test_winners_are_those_of_plain_python():
    deals = pk.deal(300, players=5, board=5, seed=3)
    found = pk.winners(deals)
    for row, board in enumerate(deals.board.rows.tolist()):
        classes = [naive.best_class([*hole.rows[row].tolist(), *board]) for hole in deals.holes]
        best = min(classes)
        winners = classes.count(best)
        assert found.classes[row].tolist() == classes
        assert found.shares[row].tolist() == [(c == best) / winners for c in classes]
    assert (found.shares.sum(axis=1) == 1).all()
    assert (found.split == (found.winners.sum(axis=1) > 1)).all()


def test_cards_do_not_change():
    numbers = np.array([[51, 47], [0, 1], [2, 3]], np.uint8)
    cards = pk.Cards(numbers, layout="rows")
    numbers[0, 0] = 50
    assert cards.texts == ["AsKs", "2c2d", "2h2s"] == cards.to_arrow().to_pylist()
    assert numbers.flags.writeable
    with pytest.raises(ValueError, match="read-only"):
        cards.rows[0, 0] = 1


@pytest.mark.parametrize("game", ["hold'em", "omaha", "omaha hi-lo", "short deck"])
def test_one_deal_says_nothing_of_its_error(game):
    hands = ("AsKs", "QhQd") if game in ("hold'em", "short deck") else ("AsKsQsJs", "Th9h8h7h")
    one = pk.equity(*hands, game=game, method="monte carlo", deals=1, seed=1)
    assert np.isnan(one.standard_error).all()
    assert "1 deal, seed 1, of unknown error" in repr(one)
    two = pk.equity(*hands, game=game, method="monte carlo", deals=2, seed=1)
    assert not np.isnan(two.standard_error).any()


def test_impossible_rows_have_a_reason():
    found = pk.equities(
        ["AhKh", "7c7d", "xx", None], "QsQc", board=["Jh2h3d", "QsQd2c", "2c3d4h", None]
    )
    assert np.isnan(found.equity[1:]).all()
    assert found.deals.tolist() == [990, 0, 0, 0]
    assert found.errors[0] is None
    assert all(found.errors[1:3])
    assert found.to_arrow()["equity_1"].null_count == 3
    assert "situations" in repr(found)


def test_ranges_are_what_their_weights_are():
    some = pk.Range("22+, A2s+:0.5, KQ")
    assert some == pk.Range(some.weights) == pk.Range(str(some)) == pk.Range(some.holes)
    assert some == pk.Range(some.grid()) == pk.Range(some.hands)
    assert (some | ~some).weights.min() == 0.5
    assert (some - some).combos == 0
    assert some.without("As").combos == sum(w for h, w in some.holes.items() if "As" not in h)
    assert len(some) == len(list(some)) == len(some.holes)
    assert some != "22+"
    assert not some.weights.flags.writeable
    assert pickle.loads(pickle.dumps(some)) == some


def test_a_range_of_short_deck_is_of_its_630_holes():
    aces = pk.Range("AA", game="6+")
    assert (aces.game, aces.combos, aces.percent) == ("short deck", 6, 100 * 6 / 630)
    assert repr(aces) == "Range('AA', game='short deck')"
    assert pk.Range("random", game="short deck").percent == 100
    assert repr(~pk.Range("77+,A6s+", game="short deck")).endswith("# 550 combos, 87.3 %")
    assert (~aces).combos == 624  # without a hole that is not in the deck
    assert str((aces | "KK") * 0.5) == "KK+:0.5"
    assert {(aces | "55-66").game, aces.without("As").game, (aces - "AhAd").game} == {"short deck"}
    assert "AsAh" in aces
    assert aces["AA,KK"] == 0.5
    assert pk.Range(pk.Range("22+"), game="short deck") == pk.Range("66+", game="short deck")
    assert pickle.loads(pickle.dumps(aces)) == aces


def test_ranges_of_two_games_do_not_go_together():
    holdem, short, omaha = pk.Range("AA"), pk.Range("AA", game="short deck"), pk.OmahaRange("AAxx")
    assert holdem != short
    assert len({holdem, short, pk.Range("AA", game="6+")}) == 2
    says = "^a range of short deck is none of hold'em; read its text anew with game=\"hold'em\"$"
    for wrong in (
        lambda: holdem | short,
        lambda: holdem & short,
        lambda: holdem - short,
        lambda: short in holdem,
        lambda: holdem[short],
        lambda: pk.equity("KK", short),
        lambda: pk.equities(["KsKd"], short),
    ):
        with pytest.raises(pk.RangeError, match=says):
            wrong()
    with pytest.raises(pk.RangeError, match=r"^a range of hold'em is none of omaha"):
        omaha | holdem
    with pytest.raises(pk.RangeError, match=r"^a range of omaha is none of short deck"):
        short | omaha


def test_a_range_of_short_deck_is_drawn_from_ace_to_six():
    picture = pk.Range("99+,AKs:0.5", game="short deck").chart()
    svg = picture.svg()
    assert svg.count("<title>") == 82  # the picture's, and one of each hand
    assert "A6o" in svg
    assert "A5s" not in svg
    assert "38 of 630 combos, 6.03 %" in svg
    lines = str(picture).splitlines()
    assert lines[2].split() == ["AA", "AKs", "AQs", "AJs", "ATs", "A9s", "A8s", "A7s", "A6s"]
    two = pk.chart("range", "99+", against="TT+", game="short deck").svg()
    assert two.count("A6o: ") == 3
    assert "36 of 630 combos" in two


@pytest.mark.whole
def test_ranking_without_a_lake_is_that_of_the_lake(lake, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("POKERLAKE_LAKE", raising=False)
    counted = pk.Range("top 15%")
    assert counted == pk.Range("top 15%", lake=lake)
    with pytest.raises(pk.PokerlakeError, match="no lake at"):
        pk.Range("top 15%", by="income 6")


# ---------------------------------------------------------------- containers

SPOT = {"board": "Ah7d2c4s9h", "pot": 10, "stack": 20, "iterations": 20}

RESULTS = {
    "EquityResult": lambda: pk.equity("AhKh", "QsQc"),
    "Equities": lambda: pk.equities(["AhKh", "AhAd"], ["QsQc", "AhQc"]),
    "Strength": lambda: pk.strength("AhQh", "3h4sJh"),
    "Strengths": lambda: pk.strength(["AhQh", "2c2d"], "3h4sJh"),
    "Winners": lambda: pk.winners(["AhKh", "QsQc"], "2c3d4h5s9c"),
    "Deals": lambda: pk.deal(4, players=3, board=3, seed=1),
    "Answered": lambda: pk.pql(
        "select avg(riverEquity(hero)), max(handType(hero, flop)), histogram(turnCard()) "
        "from hero='AhKh', villain='QsQc', board='Qh2h3d'", deals=50
    ),
    "SpotDeals": lambda: pk.deals("AhKh", "QsQc", board="Qh2h3d4s"),
    "Rows": pk.queries,
    "Hits": lambda: pk.hits("TT+,AQ+", "Qh7h2c", villain="KK+", keep="top pair+"),
    "Habits": lambda: pk.results.Habits("row", pa.table({"street": ["flop"], "low": [1.5]})),
    "Shown": lambda: pk.results.Shown(
        np.arange(169), np.arange(169) // 2, 20_000, 9_000, ("raise",), HOLDEM
    ),
    "Somebody": lambda: pk.somebody("KK+", hole="QhQd"),
    "Outs": lambda: pk.outs("AhKh", "Qh2h3d", villain="QQ+"),
    "RangeParts": lambda: pk.range_parts("22+, QQ@50, AhKh"),
    "BubbleFactors": lambda: pk.bubble_factors([8, 12, 3], [5, 3]),
    "Discards": lambda: pk.draw_hand("7c7d9hKsAc"),
    "DrawDuel": lambda: pk.draw_duel(["7c7d9hKsAc", "QsQhTd5c2d"], deals=50, seed=1),
    "Paid": pk.draw_change,
    "Amounts": lambda: pk.draw_change(coins="1,3", amounts=5).each(),
    "PushFold": lambda: pk.push_fold(stacks=[[10, 10], [12, 12]]),
    "BetTree": lambda: pk.bet_tree("As8d5s2c2h", pot=10, stack=20),
    "Solved": lambda: pk.solve("AA,KK", "QQ,JJ", **SPOT),
    "SolvedDecision": lambda: pk.solve("AA,KK", "QQ,JJ", **SPOT).at(),
    "RunOuts": lambda: pk.solve("AA,KK", "QQ,JJ", **(SPOT | {"board": "As8d5s2c"})).runouts("x x"),
    "StrategyCost": lambda: pk.solve("AA,KK", "QQ,JJ", locks={"": {"x": 1}}, **SPOT).cost(),
    "Countered": lambda: pk.solve("AA,KK", "QQ,JJ", **SPOT).against("ip", {"b5": {"f": 0.6}}),
    "Blueprint": lambda: pk.results.Blueprint(pa.table({"run": [1], "game": ["limit"]})),
    "Exploitability": lambda: pk.results.Exploitability(pa.table({"measure": [1], "least": [3.5]})),
    "Loaded": lambda: pk.load(pk.deal(4, players=3, seed=1).save("deals.parquet")),
}  # fmt: skip


def kinds(of=Result):
    for kind in of.__subclasses__():
        yield kind.__name__
        yield from kinds(kind)


def test_every_kind_of_result_is_a_container():
    for room in (api, answers, pql):
        for module in pkgutil.walk_packages(room.__path__, f"{room.__name__}."):
            importlib.import_module(module.name)
    # Those of many spots and of hands stand in a lake: test_solve_many.py, test_hand.py, and
    # tests/queries/statistics; tests/api/played.
    assert set(kinds()) == {
        *RESULTS,
        "SolvedMany",
        "Resolved",
        "SolvedSpot",
        "Hand",
        "Statistics",
        "Population",
        "PushedPopulation",
    }


@pytest.fixture
def result(request, lake, tmp_path, monkeypatch):
    monkeypatch.setenv("POKERLAKE_LAKE", str(lake))
    monkeypatch.chdir(tmp_path)
    return request.param()


of_each_kind = pytest.mark.parametrize("result", RESULTS.values(), ids=RESULTS, indirect=True)


@of_each_kind
def test_a_result_is_a_container_of_its_rows(result):
    rows = result.to_arrow()
    names = rows.column_names
    assert len(result) == len(rows) > 0
    assert [str(row) for row in result] == list(map(str, rows.to_pylist()))
    assert str(result[-1]) == str(rows.to_pylist()[-1])
    assert list(map(str, result[1:])) == list(map(str, rows.to_pylist()[1:]))
    assert result.keys() == list(dict(result)) == names
    assert names[0] in result
    assert "none" not in result
    array = np.asarray(result)
    assert array.dtype.names == tuple(names)
    for name in names:
        assert list(map(str, array[name])) == list(map(str, rows[name].to_numpy()))
    assert list(pd.DataFrame(result).columns) == names
    assert len(pd.DataFrame(result)) == len(rows)
    assert pl.DataFrame(result).equals(result.to_polars())
    with pytest.raises(KeyError):
        result["none"]
    with pytest.raises(IndexError, match=f"row {len(rows)} of {len(rows)}"):
        result[len(rows)]
    with pytest.raises(TypeError, match="give the name of a column, or the number of a row"):
        result[True]


@of_each_kind
def test_a_result_equals_its_copies(result):
    for again in (pickle.loads(pickle.dumps(result)), copy.deepcopy(result), copy.copy(result)):
        assert again == result
        assert repr(again) == repr(result)
    assert result != "another"
    assert (result == pk.deal(1, players=2, seed=9)) is False


def test_a_decision_equals_its_copies_to_the_last_digit(lake):
    for found in (pk.push_fold(10, lake=lake), pk.push_fold(8, ante=0.1, lake=lake)):
        for again in (pickle.loads(pickle.dumps(found)), copy.deepcopy(found)):
            assert again == found


def test_the_time_that_an_answer_took_is_no_part_of_it(tmp_path):
    one, other = (pk.draw_duel(["7c7d9hKsAc", "QsQhTd5c2d"]) for _ in range(2))
    seconds = one.to_arrow()["seconds"], other.to_arrow()["seconds"]
    assert one == other == pk.load(one.save(tmp_path / "it.parquet"))
    assert seconds[0] != seconds[1]
    assert one != pk.draw_duel(["7c7d9hKsAc", "QsQhTd5c2c"])
    files = [tmp_path / "a.parquet", tmp_path / "b.parquet"]
    for n, file in enumerate(files):  # whose seconds may be of anything
        pq.write_table(pa.table({"seconds": [n]}), file)
    assert pk.load(files[0]) != pk.load(files[1])


@of_each_kind
def test_what_is_saved_is_loaded_again(result):
    again = pk.load(result.save("it.parquet"))
    assert again.kind == result.kind
    assert again == result
    assert result == again
    assert again.to_arrow().equals(result.to_arrow())
    assert repr(again).splitlines()[-1] == repr(result).splitlines()[-1] or not result.summary()
    assert again != pk.deal(1, players=2, seed=9)
    assert pk.load(again.save("again.parquet")) == result


@of_each_kind
def test_the_class_of_a_result_is_there_for_type_hints(result):
    kind = getattr(pk.results, type(result).__name__)
    assert type(result) is kind
    assert issubclass(kind, pk.results.Result)
    assert f"- ``{kind.__name__}``: of " in pk.results.__doc__
    told = "\n".join(inspect.getdoc(each) for each in kind.__mro__ if issubclass(each, Result))
    held = [field.name for field in dataclasses.fields(kind) if not field.name.startswith("_")]
    assert [name for name in held if not re.search(rf"^(\w+, )*{name}\b", told, re.M)] == []


def test_what_is_loaded_may_be_of_others(lake):
    classes = pk.load(lake / "classes.parquet")
    assert (classes.kind, len(classes), classes[0]["name"]) == ("Loaded", 7462, "royal flush")
    assert repr(classes).splitlines()[-1] == "… 7,442 more rows"


@pytest.mark.parametrize(
    ("name", "written", "problem"),
    [
        ("it.csv", b"hand\nAA\n", "it.csv does not end in .parquet, the only format that keeps"),
        ("equity", b"", "equity does not end in .parquet"),
        ("it.parquet", None, "there is no file it.parquet"),
        ("it.parquet", b"", "it.parquet is empty"),
        ("it.parquet", b"hand\nAA\n", "it.parquet is not a Parquet file: it does not begin with"),
        ("it.parquet", b"\x1f\x8b" + bytes(20), "it is packed: unpack it with"),
        ("it.parquet", b"PAR1" + bytes(20), "it.parquet cannot be read: "),
        (3, None, "path is 3; give a path"),
    ],
)
def test_what_cannot_be_loaded(name, written, problem, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    if written is not None:
        (tmp_path / name).write_bytes(written)
    with pytest.raises(pk.PokerlakeError) as caught:
        pk.load(name)
    assert problem in str(caught.value)
    assert "\n" not in str(caught.value)


def test_another_programs_notes_in_a_file_are_no_results(tmp_path):
    for note in (b"not json", b"[1]", b'{"kind": 3, "summary": null}', b"\xff"):
        table = pa.table({"a": [1]}).replace_schema_metadata({b"pokerlake": note})
        pq.write_table(table, tmp_path / "it.parquet")
        assert (pk.load(tmp_path / "it.parquet").kind, len(pk.load(tmp_path / "it.parquet"))) == (
            "Loaded", 1,
        )  # fmt: skip


def test_a_solution_that_was_pickled_is_asked_on():
    solved = pk.solve("AA,KK", "QQ,JJ", **SPOT | {"board": "Ah7d2c4s"})
    again = pickle.loads(pickle.dumps(solved))
    assert again.lines() == solved.lines()
    for line, dealt in (("", ""), ("x", ""), ("x x", "9h")):
        assert again.at(line, dealt) == solved.at(line, dealt)
    assert again.against("ip", {"b5": {"f": 0.6}}) == solved.against("ip", {"b5": {"f": 0.6}})
