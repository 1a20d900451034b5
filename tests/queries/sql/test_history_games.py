"""Queries of imported hands where they are of several games."""

import pytest

from given import histories, omaha_histories
from helpers.queries import ask, values
from pokerlake.pipelines import growing
from pokerlake.pipelines.histories.importing import import_histories
from pokerlake.queries.connection import connect
from pokerlake.queries.sql.named import named_query
from pokerlake.tables.errors import UsageError


@pytest.fixture(scope="module")
def mixed(tmp_path_factory):
    """Four hands of hold'em, five of Omaha and one of short deck."""
    folder = tmp_path_factory.mktemp("mixed")
    (folder / "a.txt").write_text(histories.ALL + omaha_histories.ALL)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            growing, "write_database", lambda lake: (lake.path / "lake.duckdb").write_text("")
        )
        import_histories(folder / "lake", [str(folder / "a.txt")])
    with connect(folder / "lake") as connection:
        yield connection


def test_rules_of_games(mixed):
    found = mixed.sql("select game_rule(game), count(*) from hands group by all order by 2, 1")
    assert found.fetchall() == [
        ("omaha", 1), ("omaha5", 1), ("omaha6", 1), ("short deck", 1), ("omaha hi-lo", 2),
        ("hold'em", 4),
    ]  # fmt: skip
    games = mixed.sql(
        "select distinct game from opportunities where length(hole) > 4 order by game"
    )
    assert [game for (game,) in games.fetchall()] == [
        "fixed limit omaha hi-lo", "pot limit omaha", "pot limit omaha hi-lo", "pot limit omaha5",
        "pot limit omaha6",
    ]  # fmt: skip


def test_every_showdown_agrees_with_the_cards(mixed):
    rows = ask(mixed, "showdown_winners")
    assert {row["agrees"] for row in rows} == {True}
    names = {(row["number"], row["player"]): (row["class_name"], row["low_name"]) for row in rows}
    assert names["2005", "Ann"] == ("flush, jack-ten-nine-eight-six", None)
    assert names["2003", "Bob"] == (
        "full house, sevens over kings", "low, eight-seven-three-deuce-ace",
    )  # fmt: skip
    assert names["2004", "Gus"] == ("straight, king high", "no low")
    assert names["1001", "Cy"] == ("three of a kind, jacks, ten-seven kickers", None)
    assert len(ask(mixed, "showdown_winners", game="o8")) == 7


@pytest.mark.parametrize(
    ("paid", "disagreeing"),
    [
        # Bob's half of the main pot, to one who has a part of the low half.
        ("('2003', 0, 'Bob', -2.9), ('2003', 0, 'Cy', 2.9)", {("2003", 0)}),
        ("('2002', 0, 'Ann', 15)", set()),  # equal hands: an odd chip
        ("('2002', 0, 'Ann', 30)", {("2002", 0)}),
        ("('2002', 0, 'Ann', 15), ('2002', 0, 'Bob', -15)", {("2002", 0)}),
    ],
)
def test_pots_that_are_not_paid_in_equal_parts(mixed, paid, disagreeing):
    mixed.execute(
        "create temp table showdowns as select showdowns.* replace "
        "((won + coalesce(more, 0))::decimal(18, 4) as won) from showdowns inner join hands "
        f"using (hand_id) left join (values {paid}) as paid(number, pot, player, more) "
        "on hands.number = paid.number and showdowns.pot = paid.pot "
        "and showdowns.player = paid.player"
    )
    try:
        rows = ask(mixed, "showdown_winners", pots="disagreeing")
    finally:
        mixed.execute("drop table temp.showdowns")
    assert {(row["number"], row["pot"]) for row in rows} == disagreeing


def test_luck_of_every_game_adds_up_to_nothing(mixed):
    rows = ask(mixed, "all_in_luck")
    lucks = {}
    for row in rows:
        lucks.setdefault(row["number"], []).append(row["luck"])
    assert list(lucks) == ["1001", "1002", "2001", "2002", "2005"]
    assert [sum(of_hand) for of_hand in lucks.values()] == pytest.approx([0] * 5, abs=1e-9)
    stored = mixed.sql(
        "select number, player, luck from seats join hands using (hand_id) where luck is not null"
    )
    by_player = {(row["number"], row["player"]): pytest.approx(row["luck"]) for row in rows}
    assert {(number, player): luck for number, player, luck in stored.fetchall()} == by_player
    # 38 cards may be the river.
    ann = next(row for row in rows if (row["number"], row["player"]) == ("2002", "Ann"))
    assert ann["equity"] == pytest.approx(21 / 38)
    short = next(row for row in rows if (row["number"], row["player"]) == ("2005", "Cy"))
    # Only four of a kind beats the flush: both nines that are left, or both eights.
    assert short["equity"] == pytest.approx(2 / (29 * 28 / 2))


@pytest.mark.parametrize(
    ("name", "parameters", "numbers"),
    [
        ("all_in_luck", {"game": "omaha5"}, {"2002"}),
        ("all_in_luck", {"game": "hold'em"}, {"1001", "1002"}),
        ("showdown_winners", {"game": "short deck"}, {"2005"}),
        ("decision_strengths", {"street": "river"}, {"1004"}),
    ],
)
def test_hands_of_a_game(mixed, name, parameters, numbers):
    assert {row["number"] for row in ask(mixed, name, **parameters)} == numbers


def test_results_of_one_game(mixed):
    found = "from opportunities as o where player = 'Bob' and game_rule(game) = 'omaha'"
    assert mixed.sql(f"select net(o) {found}").fetchall() == [(24.25,)]
    columns = "game small_blind big_blind hands"
    assert values(mixed, "hands_played", columns, player="Hal") == [
        ("fixed limit omaha hi-lo", 2, 5, 1)
    ]


def test_a_game_that_is_none():
    with pytest.raises(UsageError, match="parameter game: no game 'chess': there are: hold'em, om"):
        named_query("all_in_luck").bind({"game": "chess"})
