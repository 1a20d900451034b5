"""`pk.stats` at every door: one table, and what is wrong in the words of the door."""

import copy
import json
import pickle
import re

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import pokerlake as pk
from given.histories import ALL, WALK, numbered
from helpers.command_line import run
from helpers.lakes import without_views
from pokerlake.pipelines.histories.importing import import_histories
from pokerlake.queries.connection import parts_of
from pokerlake.queries.statistics.answer import _steady
from pokerlake.tables.definitions.opportunities import DECISIONS, FACTS, PLAYED
from pokerlake.tables.definitions.statistics import ENTRIES, STATISTICS
from pokerlake.tables.errors import LakeError, QueryError, UsageError
from pokerlake.web.questions.answering import answer_to


@pytest.fixture(autouse=True)
def home_lake(whole_lake, monkeypatch):
    monkeypatch.setenv("POKERLAKE_LAKE", str(whole_lake))


def rows(found):
    return json.loads(found.to_polars().write_json())


def test_a_hero_whom_no_hand_has(tmp_path):
    """Of files that show all cards, or none."""
    shown = re.sub(r"Dealt to .*\n", "", ALL)
    (tmp_path / "hands.txt").write_text(shown, "utf-8")
    assert run(f"import {tmp_path / 'hands.txt'} --lake {tmp_path / 'lake'}").code == 0
    problem = r"^player is 'hero', and no hand has one: .*; give a name, such as '\w+'$"
    for ask in (pk.stats, pk.report):
        with pytest.raises(UsageError, match=problem):
            ask(player="hero", lake=tmp_path / "lake")


def test_every_door_gives_one_table(whole_lake):
    wanted = rows(pk.stats(["vpip", "three_bet"], by=["position"], where={"players": (2, 9)}))
    assert wanted
    command = run("stats vpip,three_bet --by position --where players=2..9 -f json")
    assert json.loads(command.out) == wanted
    asked = {"statistics": "vpip,three_bet", "by": "position", "where": ["players=2..9"]}
    told = answer_to("stats", json.dumps(asked).encode(), whole_lake)
    columns = json.loads(told.body)["table"]["columns"]
    assert columns["value"] == [row["value"] for row in wanted]
    by_macro = pk.sql(
        "select position, vpip(o) as vpip, three_bet(o) as three_bet from opportunities as o "
        "where players between 2 and 9 group by position"
    )
    told = {(row["position"], row["statistic"]): row["value"] for row in wanted}
    for position, *values in by_macro.fetchall():
        for name, value in zip(("vpip", "three_bet"), values, strict=True):
            assert told.get((position, name)) == pytest.approx(value)


def test_every_macro_is_its_statistic():
    names = [each.name for each in STATISTICS.values() if each.macro]
    assert len(names) > 40
    told = ", ".join(f"{name}(o) as {name}" for name in names)
    (by_macro,) = pk.sql(f"select {told} from opportunities as o where game <> ''").fetchall()
    where = {"played_for": "USD"}
    (dollars,) = pk.sql(
        f"select {told} from opportunities as o where played_for = 'USD'"
    ).fetchall()
    found = {row["statistic"]: row["value"] for row in pk.stats(names, where=where)}
    for name, value, every in zip(names, dollars, by_macro, strict=True):
        assert value == pytest.approx(found.get(name)), name
        assert every is not None or value is None


def test_what_all_players_win_is_0():
    """Where most of a sum cancels, the last digits are of the order in which it is added up."""
    rows = ", ".join(f"(null::varchar, {1e3 / (7 + n)})" for n in range(200))
    rows += ", " + rows.replace("(null::varchar, ", "(null::varchar, -")
    with pk.connect() as connection:
        told = f"with o as (from (values {rows}) as t(street, net_bb)) select bb_100(o) from o"
        assert connection.sql(told).fetchall() == [(0.0,)]


@pytest.mark.parametrize(("asked", "problem"), [
    ("vpip() from opportunities", "vpip takes rows of opportunities: select vpip(o) from "
     "opportunities as o"),
    ("vpip(s) from seats as s", "vpip takes rows of opportunities: select vpip(o) from "),
    ("cbet_flop(o) from opportunities as o", "there is no function 'cbet_flop'; select cbet(o) "
     "from opportunities as o where o.street = 'flop'"),
    ("cbet(o) filter (street = 'flop') from opportunities as o", "cbet(o) takes no filter; choose"),
    ("hours(o) from opportunities as o", "there is no function 'hours'; 'pokerlake stats hours' "
     "and pk.stats('hours') have it"),
])  # fmt: skip
def test_sql_says_how_a_statistic_is_called(asked, problem):
    with pytest.raises(QueryError) as raised:
        pk.sql(f"select {asked}")
    assert str(raised.value).startswith(problem)


def test_hands_of_several_files_are_those_of_one(tmp_path, monkeypatch):
    without_views(monkeypatch)
    given = []
    for name, text in (("a", ALL), ("b", numbered(WALK, 9000, 2))):
        given.append(str(tmp_path / name))
        (tmp_path / name).write_text(text, "utf-8")
    import_histories(tmp_path / "one", given)
    for name in given:
        import_histories(tmp_path / "two", [name])
    for lake, parts in (("one", 0), ("two", 2)):
        with pk.connect(tmp_path / lake) as connection:
            assert len(parts_of(connection)) == parts
    for asked, by in (("bb_100", "position,stack"), ("bet,af,decisions", "players,vpip")):
        one, two = (rows(pk.stats(asked, by=by, lake=tmp_path / name)) for name in ("one", "two"))
        assert one == two != []


def test_the_result_is_a_container():
    found = pk.stats("vpip,bb_100", by="player")
    assert found == pickle.loads(pickle.dumps(found)) == copy.deepcopy(found)
    assert len(found) == len(pl.DataFrame(found)) == len(pd.DataFrame(found)) > 2
    assert pa.table(found).column_names == list(dict(found[0]))
    wide = found.wide()
    assert wide.column_names == ["player", "vpip", "bb_100"]
    assert found["statistic"].tolist()[:2] == ["vpip", "bb_100"]
    assert "95 %" in repr(found)
    assert "<table" in found._repr_html_()


def test_every_column_can_be_grouped_by():
    for name, rows in (("decisions", DECISIONS), ("hands", PLAYED)):
        there = [
            fact.name
            for fact in FACTS.values()
            if (fact.of_decision if rows == DECISIONS else fact.of_hand and fact.name != "number")
        ]
        for some in (there[at : at + 8] for at in range(0, len(there), 8)):
            found = pk.stats(name, by=[*some])
            assert len(found) > 0
            assert found.to_arrow().column_names[:-8] == [*some]  # none is one of the result's
    for name in ("vpip", "three_bet"):
        assert pk.stats(name, by={"stack": [20, 50]})["stack"].tolist()


@pytest.mark.parametrize("given", [
    {"position": "BTN"}, {"position": ["BTN", "SB"]}, "position=BTN,SB", ["position=BTN"],
    {"stack": (10, 200)}, {"stack": ">= 10"}, "stack>=10; stack<=200", {"tournament": None},
    "tournament=null", {"hero": True}, "hero=yes", "player!=Ann", {"day": ("2000-01-01", None)},
    ["position=btn; stack>=10", "hand=aks,AA"], {"street": "Flop"},
    {"stack": slice(10, 200)}, {"position": {"BTN", "SB"}}, {"big_blind": 0.1}, {"pos": "BTN"},
])  # fmt: skip
def test_conditions_as_people_write_them(given):
    assert len(pk.stats("decisions" if "street" in given else "hands", where=given)) <= 1


def test_conditions_have_semicolons_between_them_at_every_door(whole_lake):
    wanted = rows(pk.stats("vpip", where={"position": "BTN", "players": (2, 4)}))
    assert wanted[0]["chances"] > 0
    text = "position=btn; players<=4"
    assert rows(pk.stats("vpip", where=[text])) == wanted
    assert json.loads(run(f"stats vpip --where '{text}' -f json").out) == wanted
    told = answer_to(
        "stats", json.dumps({"statistics": "vpip", "where": [text]}).encode(), whole_lake
    )
    assert json.loads(told.body)["table"]["columns"]["value"] == [wanted[0]["value"]]


def test_others_stand_beside_with_the_difference():
    found = pk.stats("vpip", player="Ann", beside="others", by="position")
    (table, alone, others) = (
        found.to_arrow().to_pylist(), pk.stats("vpip", player="Ann", by="position"),
        pk.stats("vpip", where="player!=Ann", by="position"),
    )  # fmt: skip
    mine, theirs = ({row["position"]: row for row in each} for each in (alone, others))
    assert {row["position"] for row in table} == {*mine, *theirs}
    for row in table:
        one, other = mine.get(row["position"]), theirs.get(row["position"])
        assert row["value"] == (one and one["value"])
        assert row["other"] == (other and other["value"])
        assert row["other_chances"] == (other["chances"] if other else 0)


def test_the_best_by_their_lower_bounds():
    found = pk.stats("vpip,pfr", by="player", ranked=True)
    lows = [row["low"] for row in found if row["statistic"] == "vpip" and row["low"] is not None]
    assert lows == sorted(lows, reverse=True)
    few = pk.stats("vpip", by="player", least=2)
    assert all(row["chances"] >= 2 for row in few)


@pytest.mark.parametrize(("asked", "given", "problem"), [
    ("vpp", {}, "no statistic 'vpp'; did you mean 'vpip'?"),
    ("Bo", {}, "no statistic 'Bo'; a player is given with player='Bo', and there are: vpip, "),
    (3, {}, "statistics is 3; give names, such as 'vpip,pfr'"),
    ("vpip", {"by": "positon"}, "by has 'positon'; did you mean 'position'?"),
    ("vpip", {"by": "street"}, "street is not known of hands as a whole, which vpip is of"),
    ("roi", {"by": "position"}, "position is not known of entries, which roi is of"),
    ("roi", {"independent": "session"}, "session is not known of entries, which roi is of"),
    ("roi", {"beside": "position=BB"}, "position is not known of entries, which roi is of"),
    ("vpip", {"by": "position,position"}, "by is 'position,position'; give each column once"),
    ("vpip", {"by": "position: 1 2"}, "by has position with ' 1 2'; position is no number"),
    ("vpip", {"by": {"stack": [50, 20]}}, "by has stack with [50, 20]; give ascending numbers"),
    ("vpip", {"where": "position"}, "where has 'position'; give COLUMN=VALUE, as position=BTN,SB"),
    ("vpip", {"where": {"stack": "deep"}}, "where has stack 'deep'; give a number"),
    ("vpip", {"where": {"day": "May"}}, "where has day 'May'; give a day, such as 2024-07-11"),
    ("vpip", {"where": {"stack": (50, 20)}}, "where has stack from 50 to 20; give the smaller"),
    ("vpip", {"where": 7}, "where is 7; give a mapping such as {'position': 'BTN'}"),
    ("vpip", {"where": {"hero": "maybe"}}, "where has hero 'maybe'; give true or false"),
    ("vpip", {"where": "position=BTM"}, "where has position 'BTM'; did you mean 'BTN'?"),
    ("vpip", {"where": {"street": ["flop", "rivr"]}}, "where has street 'rivr'; did you mean"),
    ("vpip", {"where": {"hand": 7}}, "where has hand '7'; "),
    ("vpip", {"where": {"hand": "AsKs"}}, "where has hand 'AsKs'; did you mean 'AKs'?"),
    ("vpip", {"where": "hole=foo"}, "where has hole 'foo'; give cards such as AcAd; a range"),
    ("vpip", {"where": {"hole": "QQ+"}}, "where has hole 'QQ+'; give cards such as AcAd"),
    ("vpip", {"where": {"hole": ["AcAd", "Ac"]}}, "where has hole 'Ac'; give cards"),
    ("vpip", {"where": "board=foo"}, "where has board 'foo'; give a board such as Kh4d9d"),
    ("vpip", {"where": {"board": 7}}, "where has board 7; give a board"),
    ("vpip", {"where": "hole>AcAd"}, "where has hole>AcAd; hole has no order: give = or !="),
    ("vpip", {"where": "street>flop"}, "where has street>flop; street has no order: give = or !="),
    ("vpip", {"where": ["position=BTN", "pos=CO"]}, "where has position twice; give any of them as "
     "position=BTN,CO"),
    ("vpip", {"where": "stack=1..2; stack=5"}, "where has stack twice; give it once"),
    ("vpip", {"where": {"stack": 1, "stack_bb": 2}}, "where has stack twice; give it once"),
    ("vpip", {"where": "position="}, "where has position without a value; give one, or "),
    ("vpip", {"beside": "year=2023; year=2024"}, "beside has year twice; give any of them as "),
    ("vpip", {"beside": "player=Anne"}, "beside has player 'Anne'; did you mean 'Ann'?"),
    ("vpip", {"where": "site!=Pokerstar"}, "where has site 'Pokerstar'; did you mean 'PokerStars'"),
    ("vpip", {"where": "played_for=usd"}, "where has played_for 'usd'; did you mean 'USD'?"),
    ("vpip", {"where": "player=Ann,Anne"}, "where has player 'Anne'; did you mean"),
    ("vpip", {"where": "table_name=none"}, "where has table_name 'none'; "),
    ("vpip", {"where": "game!=limit"}, "where has game 'limit'; did you mean "),
    ("roi", {"where": "tournament!=1"}, "where has tournament '1'; "),
    ("vpip", {"beside": "currency=usd"}, "beside has currency 'usd'; did you mean 'USD'?"),
    ("vpip", {"player": "Anne"}, "player is 'Anne'; did you mean 'Ann'?"),
    ("vpip", {"player": 7}, "player is 7; give a name, or 'hero'"),
    ("vpip", {"beside": "others"}, "beside is 'others'; say of which player with player=NAME"),
    ("vpip", {"independent": "week"}, "independent is 'week'; give player or day or session or"),
    ("vpip", {"least": 0}, "least is 0; give a whole number, 1 to"),
])  # fmt: skip
def test_what_is_wrong_is_said_in_a_line(asked, given, problem):
    with pytest.raises(UsageError) as raised:
        pk.stats(asked, **given)
    said = str(raised.value).removeprefix("statistics: ").removeprefix("by: ")
    assert problem in said
    assert "\n" not in said


def test_holes_and_boards_are_cards(whole_lake):
    """A hole in any order, the flop of a board too; a shorter board is all that begin with it."""
    ((hole, board),) = pk.sql(
        "select hole, hands.board from seats join hands using (hand_id) "
        "where length(hole) = 4 and length(hands.board) = 10 order by hand_id, seat limit 1"
    ).fetchall()
    cards = [board[at : at + 2] for at in range(0, 10, 2)]
    flop, turn, river = cards[:3], cards[3], cards[4]
    within = " and ".join(f"contains(board[1:6], '{card}')" for card in flop)
    of_board = f"select count(*) from opportunities where number = 0 and {within}"
    of_hole = f"select count(*) from seats where hole in ('{hole}', '{hole[2:] + hole[:2]}')"

    def hands(**where):
        return [row["value"] for row in pk.stats("hands", where=where)]

    ((wanted,),) = pk.sql(of_hole).fetchall()
    lower = f"{hole[2:]} {hole[:2]}".lower()
    for given in (hole, hole[2:] + hole[:2], [hole, lower], lower):
        assert hands(hole=given) == [wanted]
    for given, more in (
        (flop, ""), (flop[::-1], ""), ([*flop[1:], flop[0], turn], f" and board[7:8] = '{turn}'"),
        (cards, f" and board[7:] = '{turn}{river}'"),
    ):  # fmt: skip
        ((wanted,),) = pk.sql(of_board + more).fetchall()
        assert hands(board="".join(given)) == [wanted] != [0]
    assert hands(board="".join([*flop, river, turn])) == []
    (every,) = hands()
    (others,) = (row["value"] for row in pk.stats("hands", where=f"hole!={hole[2:] + hole[:2]}"))
    assert others == every - hands(hole=hole)[0]
    told = run(f"stats hands --where hole={hole[2:] + hole[:2]} -f json").out
    assert [row["value"] for row in json.loads(told)] == hands(hole=hole)


def test_a_range_of_hands_and_values_in_quotes():
    whole = rows(pk.stats("vpip", where={"hand": ["QQ", "KK", "AA", "AKs", "AKo"]}))
    assert rows(pk.stats("vpip", where="hand=qq+,AK")) == whole
    assert rows(pk.stats("vpip", where={"hand": "QQ+,AK"})) == whole
    assert rows(pk.stats("vpip", where="""player='Ann'; position="BTN","CO" """)) == rows(
        pk.stats("vpip", where={"player": "Ann", "position": ["BTN", "CO"]})
    )
    assert run("chart stats vpip --where position=BTM -o x.svg").err == (
        "error: --where has position 'BTM'; did you mean 'BTN'?\n"
    )


def test_what_cancels_leaves_nothing():
    """What all win is what all lose, but for the last digits of hands' big blinds."""
    sums = np.array([[-3.4e-13, 30_420, 1.7e6, 0, 0, 7, 30_420], [0.25, 4, 0.0625, 0, 0, 1, 4]])
    assert _steady(sums)[:, 0].tolist() == [0, 0.25]


def test_rows_of_a_player_are_counted():
    """Of what counts rows alone no column is read."""
    ((wanted,),) = pk.sql("select count(*) from seats where player = 'Ann'").fetchall()
    assert [row["value"] for row in pk.stats("hands", player="Ann")] == [wanted]
    with pytest.raises(UsageError, match=r"^player is 'Ann', and where has player too; give one"):
        pk.stats("hands", player="Ann", where={"player": "Ben"})


def test_why_there_is_nothing_is_told():
    """The condition that no row meets, with what there is; in big blinds where the column is."""
    told = run("stats vpip --where stack=100000 --where position=BTN").err
    assert re.fullmatch(
        r"no hand has stack=100000: stack is [\d.]+ to [\d.]+, in big blinds\n", told
    )
    assert pk.stats("vpip", where={"stack": 1e5}).summary().startswith("no hand has stack 1")
    of_none = pk.stats("cbet", where="street=preflop").summary()
    assert of_none == "none of these decisions counts for cbet"
    found = pk.habits(where="day<1990-01-01").summary()
    assert re.fullmatch(r"no decision has day<1990-01-01: day is [\d-]+ to [\d-]+", found)
    assert "no decision has street=turn, " not in pk.shown(where="street=turn").summary()
    assert "no decision has months" not in pk.shown(where="month=1990-01").summary()
    assert "no decision has month=1990-01: month is 20" in pk.shown(where="month=1990-01").summary()
    assert (
        pk.habits(where="action=bet; street=preflop")
        .summary()
        .startswith("no decision meets all conditions at once: action=bet, street=preflop, game")
    )
    with pytest.raises(UsageError, match=r"^there is nothing to draw: no hand has players=11: pl"):
        pk.chart("stats", "hands", where="players=11")


def test_who_is_to_be_another_must_be_known():
    for ask in (pk.habits, pk.shown):
        with pytest.raises(UsageError, match=r"^where has player 'Anne'; did you mean 'Ann'\?$"):
            ask(where="player!=Anne")


def test_dollars_and_play_money_are_not_added_up():
    with pytest.raises(UsageError, match=r"net would add up .*USD.*; group by played_for, or ask"):
        pk.stats("net")
    assert set(pk.stats("net", by="played_for")["played_for"].tolist()) >= {"USD"}


def test_a_lake_without_hands_says_how_to_import(lake):
    with pytest.raises(LakeError, match=r"is not in .*; import it with 'pokerlake import FILE'"):
        pk.stats("vpip", lake=lake)


def test_each_statistic_says_what_it_counts():
    for each in STATISTICS.values():
        assert each.about.endswith(".")
        assert each.title
        assert each.rows in ("decisions", "hands", ENTRIES)


@pytest.mark.parametrize(
    ("site", "table", "seat", "person"),
    [
        ("PokerStars", "12", 3, "UTG"),
        ("Bovada", "12", 3, "table 12 seat 3"),
        ("Bovada", "12", 2, "hero"),
        ("Bovada", None, 3, "hand 7 seat 3"),
        ("Bovada", "Zone Poker ID#17", 3, "hand 7 seat 3"),
    ],
)
def test_a_name_is_of_one_person_at_its_site(whole, site, table, seat, person):
    named = whole.execute("select name_at_site(?, 'UTG', ?, 7, ?, 2)", [site, table, seat])
    assert named.fetchall() == [(person,)]
