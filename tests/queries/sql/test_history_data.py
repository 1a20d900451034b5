"""Queries of hands that were played, on 5,070 real ones, against a naive reading of the files."""

from collections import Counter
from pathlib import Path
from statistics import mean

import pytest

from helpers.queries import ask
from oracle.naive_histories import all_in_luck, read_hands
from pokerlake.pipelines.histories.importing import import_histories
from pokerlake.queries.answers.strength import HoleOnBoard, Opponents, spot_strength
from pokerlake.queries.connection import connect

FILES = Path(__file__).parents[4] / "shared/data/hand-histories"

pytestmark = pytest.mark.skipif(not FILES.exists(), reason="needs hand-histories of shared/data")


@pytest.fixture(scope="module")
def played(lake, tmp_path_factory):
    """A connection to a lake with all of them."""
    import shutil

    there = tmp_path_factory.mktemp("played") / "lake"
    shutil.copytree(lake, there)
    import_histories(there, [str(FILES)], workers=1)
    with connect(there) as connection:
        yield connection


@pytest.fixture(scope="module")
def hands():
    """All hands by their number, as a naive reader has them."""
    found = [hand for path in FILES.glob("*.txt") for hand in read_hands(path.read_text("utf-8"))]
    assert len(found) == 5070
    return {hand.number: hand for hand in found}


@pytest.mark.whole
def test_luck_is_that_of_a_naive_reader(played, hands):
    """Half of those all-in on the flop or turn, and one before the flop: that takes him seconds."""
    rows = ask(played, "all_in_luck")
    last = {number: hand.actions[-1].street for number, hand in hands.items()}
    all_in = {n for n, hand in hands.items() if last[n] != "river" and len(hand.left) > 1}
    assert {row["number"] for row in rows} == all_in
    checked = {n for n in all_in if last[n] != "preflop"}
    (several,) = {n for n in all_in if len(hands[n].left) > 2}
    assert (len(all_in), len(checked)) == (49, 21)
    for number in {*sorted(checked)[::2], several}:
        luck = all_in_luck(hands[number])
        found = {row["player"]: row for row in rows if row["number"] == number}
        assert set(found) == set(luck)
        for player, (won, due) in luck.items():
            assert found[player]["won"] == won
            assert found[player]["due"] == pytest.approx(due, rel=1e-12)
            assert found[player]["street"] == last[number]


def test_luck_of_each_hand_adds_up_to_nothing(played):
    lucks = Counter()
    for row in ask(played, "all_in_luck"):
        lucks[row["number"]] += row["luck"]
    assert len(lucks) == 49
    assert max(map(abs, lucks.values())) < 1e-8


def test_luck_of_each_player_is_the_sum_of_his_hands(played):
    total = Counter()
    for row in ask(played, "all_in_luck"):
        total[row["player"]] += row["luck"]
    stored = dict(played.sql("select player, sum(luck) from seats group by player").fetchall())
    assert len(stored) == 14
    assert {name: luck or 0 for name, luck in stored.items()} == pytest.approx(
        {name: total[name] for name in stored}, abs=1e-8
    )
    assert sum(total.values()) == pytest.approx(0, abs=1e-7)


def test_every_showdown_agrees_with_the_cards(played, hands):
    rows = ask(played, "showdown_winners")
    assert {row["agrees"] for row in rows} == {True}
    assert {row["number"] for row in rows} == {n for n, hand in hands.items() if len(hand.left) > 1}
    assert len({row["number"] for row in rows}) == 881
    assert len(rows) == sum(len(hand.left) for hand in hands.values() if len(hand.left) > 1) == 1789
    for row in rows:
        assert (row["won"] > 0) == (hands[row["number"]].collected[row["player"]] > 0)
    assert ask(played, "showdown_winners", pots="disagreeing") == []
    assert ask(played, "showdown_winners", pots="unknown") == []


def test_results_of_all_players_are_those_of_a_naive_reader(played, hands):
    named = {
        "bb_100": "bb_100", "vpip": "vpip", "pfr": "pfr", "went_to_showdown": "wtsd",
        "won_at_showdown": "wsd",
    }  # fmt: skip
    told = ", ".join(f"{macro}(o) as {name}" for name, macro in named.items())
    rows = (
        played.sql(
            f"select player, count(*) filter (number = 0) as hands, net(o) as net, {told} "
            "from opportunities as o group by player"
        )
        .to_arrow_table()
        .to_pylist()
    )
    assert len(rows) == 14
    assert sum(row["hands"] for row in rows) == 6 * 5070
    assert sum(row["net"] for row in rows) == 0
    for row in rows:
        player = row["player"]
        his = [hand for hand in hands.values() if player in hand.holes]
        nets = [hand.collected[player] - hand.invested[player] for hand in his]
        assert (row["hands"], row["net"]) == (len(his), sum(nets))
        bigs = [float(net / hand.big_blind) for net, hand in zip(nets, his, strict=True)]
        assert row["bb_100"] == pytest.approx(100 * mean(bigs))
        decided = [own for hand in his if (own := decisions(hand, player, "preflop"))]
        played_on = [own for own in decided if own & {"call", "bet", "raise"}]
        raised = [own for own in decided if own & {"bet", "raise"}]
        assert row["vpip"] == pytest.approx(100 * len(played_on) / len(decided))
        assert row["pfr"] == pytest.approx(100 * len(raised) / len(decided))
        saw = [hand for hand in his if hand.board and hand.folded.get(player) != "preflop"]
        shown = [hand for hand in saw if player in hand.left and len(hand.left) > 1]
        won = [hand for hand in shown if hand.collected[player] > 0]
        assert row["went_to_showdown"] == pytest.approx(100 * len(shown) / len(saw))
        assert row["won_at_showdown"] == pytest.approx(100 * len(won) / len(shown))


def decisions(hand, player, street):
    """What a player did on a street."""
    return {
        action.action
        for action in hand.actions
        if (action.player, action.street) == (player, street) and "blind" not in action.action
    }


def test_every_decision_is_that_of_a_naive_reader(played, hands):
    columns = (
        "hands.number, decisions.number, player, action, hole, coalesce(decisions.board, ''), "
        "amount, to_call, decisions.pot"
    )
    rows = played.sql(
        f"select {columns} from opportunities as decisions join hands using (hand_id) "
        "where decisions.number > 0"
    ).fetchall()
    decided = [
        (number, at, a.player, a.action, hand.holes[a.player], a.board, a.amount, a.to_call, a.pot)
        for number, hand in hands.items()
        for at, a in enumerate(hand.actions, 1)
        if "blind" not in a.action
    ]
    assert len(rows) == 46_394
    assert sorted(rows) == sorted(decided)


def test_strengths_at_all_decisions_of_the_river(played):
    rows = ask(played, "decision_strengths", street="river")
    assert len(rows) == 3312
    ((decisions,),) = played.sql(
        "select count(*) from opportunities where street = 'river'"
    ).fetchall()
    assert decisions == len(rows)
    for row in rows[::100]:
        spot = spot_strength(HoleOnBoard.parse(row["hole"], row["board"]), Opponents())
        assert row["hs"] == pytest.approx(spot["hs"], rel=1e-12)
