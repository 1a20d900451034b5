"""Queries of hands and tournaments add up what is of one money alone; cash-outs and two boards."""

from datetime import datetime, timedelta
from decimal import Decimal
from math import isnan

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from given import plays as given_plays
from given import tournaments as given_tournaments
from helpers.queries import ask, values
from oracle import naive_histories
from pokerlake.catalogue import HOLDEM
from pokerlake.engine.cards.text import parse_hand
from pokerlake.engine.push_fold.all_ins import Pot, all_in_prizes
from pokerlake.pipelines.histories.tournaments.entries import as_table
from pokerlake.queries.charts.played import winnings, winnings_conditions
from pokerlake.queries.connection import connect
from pokerlake.queries.statistics.answer import Asked, cells_in
from pokerlake.queries.statistics.given import conditions_of, keys_of, statistics_of
from pokerlake.tables.errors import UsageError
from pokerlake.tables.registry import TABLES
from pokerlake.tables.view_sql import create_views


@pytest.fixture
def of_rows(lake, tmp_path):
    """Makes a connection whose hands are those of ``given.plays``, but for what is changed."""
    opened = []

    def connected(**changed):
        tables = {
            name: pa.Table.from_pylist(rows, TABLES[name].arrow_schema())
            for name, rows in (given_plays.TABLES | changed).items()
        } | {"tournaments": as_table(given_tournaments.ENTRIES)}
        for name, table in tables.items():
            pq.write_table(table, tmp_path / f"{name}.parquet")
        opened.append(connect(lake))
        create_views(opened[-1], {name: [str(tmp_path / f"{name}.parquet")] for name in tables})
        return opened[-1]

    yield connected
    for connection in opened:
        connection.close()


def hands(**changes):
    """The hands with other values, by the name of the column and the number of the hand."""
    rows = [dict(row) for row in given_plays.TABLES["hands"]]
    for name, by_hand in changes.items():
        for hand_id, value in by_hand.items():
            rows[hand_id - 1][name] = value
    return rows


MIXED = {"currency": {3: "EUR", 4: None, 5: None}, "tournament": {1: "900", 2: "901"}}


def test_no_money_is_added_to_another(of_rows):
    """Hands 1 and 2 are of tournaments, 3 is of euros, 4 and 5 are of play money."""
    given = of_rows(hands=hands(**MIXED))
    of_ann = given.sql(
        "select played_for, count(*) filter (number = 0), net(o), bb_100(o) "
        "from opportunities as o where player = 'Ann' group by played_for order by played_for"
    ).fetchall()
    assert [row[:3] for row in of_ann] == [
        ("EUR", 1, 0), ("play money", 2, 100), ("tournament chips", 2, None),
    ]  # fmt: skip
    rates = {played_for: rate for played_for, _, _, rate in of_ann}
    assert rates == {
        "EUR": 0, "play money": pytest.approx(2500), "tournament chips": pytest.approx(650),
    }  # fmt: skip
    assert {row["played_for"] for row in ask(given, "hands_played")} == set(rates)
    assert {(r["hand_id"], r["played_for"]) for r in ask(given, "all_in_luck")} == {
        (2, "tournament chips"), (5, "play money"),
    }  # fmt: skip


def won(given, where=(), **asked):
    """The lines of Ann."""
    return winnings(given, winnings_conditions("Ann", conditions_of([*where])), "Ann", **asked)


def test_winnings_add_up_what_has_a_common_unit(of_rows):
    given = of_rows(hands=hands(**MIXED))
    assert won(given).lines[0][1].tolist() == [0, 0, 50, 50]
    in_tournaments = won(given, ["tournament!="])
    assert in_tournaments.lines[0][1].tolist() == [0, 3, 13]
    assert won(given, ["tournament=901"], unit="chips").lines[0][1].tolist() == [0, 20]
    for where, several in (
        (["tournament!="], "2 tournaments"),
        ([], "EUR and play money"),
        (["currency=null"], "play money of GGPoker and PokerStars"),
    ):
        of_sites = of_rows(hands=hands(**MIXED, site={5: "GGPoker"}))
        with pytest.raises(UsageError, match=rf"^the hands are for {several}; count bb, or choose"):
            won(of_sites, where, unit="chips")


def test_hands_are_in_the_order_of_their_true_moment(of_rows):
    """The 20 chips of hand 2, nothing of 3, 6 of 1; those without a day come last."""
    noon = datetime.fromisoformat("2021-05-06 12:00")
    played = {1: noon, 2: noon + timedelta(hours=2)}
    in_utc = {1: noon + timedelta(hours=4), 2: noon, 3: noon + timedelta(hours=1)}
    given = of_rows(hands=hands(played=played, played_utc=in_utc))
    assert won(given).lines[0][1].tolist() == [0, 10, 10, 13, 63, 63]


# ---------------------------------------------------------------- cash-outs


def test_a_cash_out_is_of_the_result_and_of_the_luck(of_rows):
    """In hand 2 Cy, who won 120, cashes out for 1 less than he is due, and Ann pays nothing."""
    due = 120 * naive_histories.equities(["KcKs", "7c7s", "QdQh"], "2c7dKh")[2]
    due += 120 * naive_histories.equities(["KcKs", "QdQh"], "2c7dKh", "7c7s")[1]
    paid = Decimal(str(round(due - 1, 4)))
    seats = [
        {
            **row,
            "cashout": paid - 120,
            "net": row["net"] + paid - 120,
            "luck": row["luck"] + float(paid) - 120,
        }
        if (row["hand_id"], row["player"]) == (2, "Cy")
        else row
        for row in given_plays.TABLES["seats"]
    ]
    given = of_rows(seats=seats)
    (cy,) = [
        row for row in ask(given, "all_in_luck") if (row["hand_id"], row["player"]) == (2, "Cy")
    ]
    assert cy["won"] == pytest.approx(float(paid))
    assert cy["luck"] == pytest.approx(-1, abs=1e-3)
    net = dict(
        given.sql(
            "select played_for, net(o) from opportunities as o where player = 'Cy' group by 1"
        ).fetchall()
    )
    assert net["USD"] == pytest.approx(13 - 120 + float(paid))


def test_of_a_pot_that_the_house_keeps_there_is_no_equity(of_rows):
    showdowns = [{**row, "won": 0} for row in given_plays.TABLES["showdowns"]]
    found = ask(of_rows(showdowns=showdowns), "all_in_luck")
    assert {(row["pot"], row["equity"]) for row in found} == {(0, None)}


# ---------------------------------------------------------------- last tables


@pytest.mark.parametrize(
    ("prizes", "later", "cy", "reason"),
    [
        ((50, 30, 20), "Ann", "QdQh", None),
        ((50, 30, None), "Ann", "QdQh", "a place or prize of theirs is not known"),
        ((50, 20, 30), "Ann", "QdQh", "a worse place has a higher prize"),
        ((50, 30, 20), "Di", "QdQh", "one who plays later was not dealt in"),
        ((50, 30, 20), "Ann", None, "a hole is not known"),
    ],
)
def test_luck_in_prizes_where_all_are_known(of_rows, prizes, later, cy, reason):
    """In hand 2 all three are all-in; a row says why it is left out where not all is known."""
    played = {
        2: datetime.fromisoformat("2024-01-01 12:00"),
        3: datetime.fromisoformat("2024-01-01 13:00"),
    }
    of_tournament = dict.fromkeys(played, "901")
    given = of_rows(
        hands=hands(tournament=of_tournament, currency=dict.fromkeys(played), played=played),
        seats=[
            {**row, "player": later} if (row["hand_id"], row["player"]) == (3, "Ann") else row
            for row in given_plays.TABLES["seats"]
        ],
        showdowns=[
            {**row, "hole": cy} if (row["hand_id"], row["player"]) == (2, "Cy") else row
            for row in given_plays.TABLES["showdowns"]
        ],
    )
    rows = ", ".join(
        f"('{player}', {place}, {'null' if prizes[place - 1] is None else prizes[place - 1]})"
        for player, place in (("Ann", 2), ("Bob", 3), ("Cy", 1))
    )
    given.execute(
        "create temp table tournaments as select 'PokerStars' as site, '901' as tournament, "
        f"*, 'USD' as prize_currency from (values {rows}) as given(player, place, prize)"
    )
    try:
        found = ask(given, "final_table_luck")
    finally:
        given.execute("drop table temp.tournaments")
    if reason:
        told = [(row["left_out"], row["hands"], row["tournaments"]) for row in found]
        assert told == [(reason, 1, 1)]
        return
    assert [(row["player"], row["value"]) for row in found] == [
        ("Ann", pytest.approx(40)), ("Bob", pytest.approx(20)), ("Cy", pytest.approx(40)),
    ]  # fmt: skip
    assert [row["chips"] for row in found] == [
        row["luck"] for row in given_plays.TABLES["seats"] if row["hand_id"] == 2
    ]
    wanted = all_in_prizes(
        HOLDEM, np.zeros(3), np.array([100.0, 40, 100]), prizes,
        [Pot((0, 1, 2), 120), Pot((0, 2), 120)],
        {at: parse_hand(text) for at, text in enumerate(("KcKs", "7c7s", "QdQh"))},
        parse_hand(given_plays.FLOP),
    )  # fmt: skip
    for row, expected, deviation in zip(found, wanted.expected, wanted.deviation, strict=True):
        assert row["luck"] == pytest.approx(row["value"] - expected)
        assert row["standard_error"] == pytest.approx(deviation)


# ---------------------------------------------------------------- two boards


def twice(board2):
    """Hand 5 run twice: on the first board they split, on the second Cy wins with a pair."""
    showdowns = [dict(row) for row in given_plays.TABLES["showdowns"] if row["hand_id"] != 5]
    halves = [dict(row) for row in given_plays.TABLES["showdowns"] if row["hand_id"] == 5]
    first = [{**row, "size": Decimal(2), "won": Decimal(1)} for row in halves]
    second = [
        {**row, "board": 2, "size": Decimal(2), "won": Decimal(2 * wins), "wins": bool(wins),
         "class_id": 4000 - 500 * wins}
        for row, wins in zip(halves, (0, 1), strict=True)
    ]  # fmt: skip
    return {"showdowns": [*showdowns, *first, *second], "hands": hands(board2={5: board2})}


def test_pots_of_two_boards_are_one_all_in(of_rows):
    given = of_rows(**twice("2h3h9d9sJc"))
    rows = [row for row in ask(given, "all_in_luck") if row["hand_id"] == 5]
    assert [(row["player"], row["pot"], row["won"]) for row in rows] == [
        ("Ann", 4, 1), ("Cy", 4, 3),
    ]  # fmt: skip


def test_winners_by_board(of_rows):
    given = of_rows(**twice("2h3h9d9sJc"))
    columns = "player board size won wins agrees"
    found = [
        row[1:] for row in values(given, "showdown_winners", f"hand_id {columns}") if row[0] == 5
    ]
    first, second = given_plays.RIVER, "2h3h9d9sJc"
    assert found == [
        ("Ann", first, 2, 1, True, True),
        ("Cy", first, 2, 1, True, True),
        ("Cy", second, 2, 2, True, True),
        ("Ann", second, 2, 0, False, True),
    ]


# ---------------------------------------------------------------- tournaments


def of_entries(given, statistics, by, where=None):
    """Values of statistics by cells, those that are not known as None."""
    named, keys = statistics_of(statistics), keys_of(by)
    found, _ = cells_in(given, Asked(named, keys, conditions_of(where), "row"))
    cells = {}
    for cell, value in zip(found.cell.tolist(), found.value.tolist(), strict=True):
        cells.setdefault(found.labels[cell], []).append(None if isnan(value) else value)
    return cells


def test_results_of_tournaments(of_rows):
    given = of_rows()
    found = of_entries(given, "tournament_net,roi,itm,bounties", "player,site,currency")
    assert found == {
        ("Ann", "PokerStars", "FPP"): [None, None, 100, None],  # what is won is no FPP
        ("Ann", "PokerStars", "USD"): [
            pytest.approx(-2.3), pytest.approx(-100 * 2.3 / 29), 50, 0.75,
        ],
        ("Ann", "PokerStars", "play money"): [740, 74, 100, 0],
        ("Ann", "Winamax", "EUR"): [-4.5, -50, 0, 4.5],
        ("Bob", "PokerStars", "USD"): [None] * 4,
        ("Cy", "PokerStars", "USD"): [pytest.approx(3.3), pytest.approx(33), 100, 0.25],
        ("Cy", "Winamax", "EUR"): [3.5, pytest.approx(100 * 3.5 / 9), 100, 0.5],
        ("Dan", "PokerStars", None): [None] * 4,
    }  # fmt: skip
    heroes = of_entries(given, "itm", "player", {"hero": True})
    assert {player for (player,) in heroes} == {"Ann", "Dan"}
    assert of_entries(given, "itm", "player", "day>=2020-01-01") == {}
    with pytest.raises(UsageError, match="tournament_net would add up FPP, USD, play money; group"):
        of_entries(given, "tournament_net", "player,site")
