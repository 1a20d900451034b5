"""Short deck as it is asked for: out of its tables or counted, which is the same."""

import numpy as np
import pytest

import pokerlake as pk
from pokerlake.catalogue import HIGH, SHORT_DECK_HIGH
from pokerlake.engine.cards.holes import HANDS, hands_without
from pokerlake.engine.cards.text import CardError
from pokerlake.queries.answers.lookup.rankings import (
    Preflop,
    computed_equities,
    lake_ranking,
    ranking_at,
)
from pokerlake.tables.errors import LakeError
from pokerlake.tables.lake import Lake

SHORT = {"game": "short deck"}


def test_rankings_are_of_its_own_hands(whole_lake, lake):
    known = lake_ranking(Lake.open(whole_lake), order=SHORT_DECK_HIGH)
    hands = hands_without(SHORT_DECK_HIGH.dead)
    assert np.flatnonzero(np.isfinite(known)).tolist() == hands.tolist()
    assert [HANDS[hand] for hand in np.argsort(-known)[:6]] == ["AA", "KK", "QQ", "JJ", "TT", "AKs"]
    # Without its tables it is counted, to the same last digit: also where a lake is named.
    assert (computed_equities(SHORT_DECK_HIGH) == known).all()
    assert (ranking_at(lake, order=SHORT_DECK_HIGH) == known).all()
    rates = ranking_at(whole_lake, "income 6", SHORT_DECK_HIGH)
    assert np.isfinite(rates).sum() == 81
    with pytest.raises(LakeError, match="short_income_rates is not in"):
        ranking_at(lake, "income 6", SHORT_DECK_HIGH)


def test_percentages_are_of_its_630_holes(whole_lake):
    top = pk.Range("15%", lake=whole_lake, **SHORT)
    assert top.weights.sum() == pytest.approx(94.5)
    assert str(top) == "TT+,ATs+,KJs+,AJo+,QJs,KTs:0.125"
    assert str(pk.Range.top(15, lake=whole_lake)) != str(top)
    whole = pk.Range("100%", lake=whole_lake, **SHORT)
    assert whole.weights.sum() == np.count_nonzero(whole.weights) == 630
    assert pk.Range("5%-15%", lake=whole_lake, **SHORT).weights.sum() == pytest.approx(63)


def test_percentile_before_the_flop(whole_lake):
    known = Preflop.of(Lake.open(whole_lake), SHORT_DECK_HIGH)
    live = np.isfinite(known.equity)
    assert known.percentile[live].min() == pytest.approx(100 * 6 / 630)  # AA
    assert known.percentile[live].max() == 100
    assert known.equity[live].mean() == pytest.approx(0.5, abs=1e-12)


@pytest.mark.parametrize(
    ("hands", "table"),
    [
        (("AhKh", "QsQc"), "short_combo_matchups"),
        (("AKs", "QQ"), "short_matchups"),
        (("QQ", "22+"), "short_matchups"),
        (("random", "JTs"), "short_starting_hands"),
        (("random", "Js9s"), "short_combo_matchups"),
        (("JTs,66", "AKo", "QQ,22"), "short_matchups3"),
        (("AhKh", "QQ", "66"), None),
    ],
)
def test_players_before_the_flop_are_looked_up(whole_lake, lake, hands, table):
    stored = pk.equity(*hands, lake=whole_lake, **SHORT)
    counted = pk.equity(*hands, lake=lake, method="exact", **SHORT)
    assert stored.source == table if table else stored.source.startswith("exact")
    assert counted.source.startswith("exact")
    assert stored.deals == counted.deals
    assert stored.equity.tolist() == counted.equity.tolist()
    assert stored.win.tolist() == counted.win.tolist()


def test_columns_of_equities(whole_lake, lake):
    hands = ["AhKh", "AhKh", "15%", "AhKh", "7c7d"]
    villains = ["QsQc", "QsQc", "random", "2c2d", "AhAd"]
    boards = [None, "Jh9h6d", None, None, "AcKc2c"]
    found = [
        pk.equities(hands, villains, board=boards, lake=at, **SHORT) for at in (whole_lake, lake)
    ]
    for each in found:
        assert each.errors[:3] == [None] * 3
        assert each.errors[3] == "2c is not in the deck of 36 cards, 6 to A"
        assert each.errors[4] == "2c is not in the deck of 36 cards, 6 to A"
        for row, (hand, villain, board) in enumerate(
            zip(hands[:3], villains, boards, strict=False)
        ):
            alone = pk.equity(hand, villain, board=board or "", lake=lake, method="exact", **SHORT)
            assert each.equity[row].tolist() == pytest.approx(alone.equity.tolist(), abs=1e-15)
    stored, counted = (each.to_arrow()["method"][0].as_py() for each in found)
    assert (stored, counted) == ("short_combo_matchups", "exact")


@pytest.mark.parametrize("board", ["6c6d7h", "6c6d7hTs", "6c6d6h7c8c"])
def test_strength_is_the_same_with_tables_and_without(whole_lake, lake, board):
    """Boards that the tests' slices of turns and rivers have, with suits in another order.

    They are counted sooner than they are read.
    """
    turned = board.translate(str.maketrans("cdhs", "shdc"))
    for hole in ("AhKs", "9d8d"):
        stored, counted = (pk.strength(hole, turned, lake=at, **SHORT) for at in (whole_lake, lake))
        assert counted["source"] == "computed"
        assert stored.values == counted.values
        against = pk.strength(hole, turned, "random", **SHORT)
        assert against.equity == counted.equity
        (column,) = pk.strength([hole], turned, lake=whole_lake, **SHORT).equity.tolist()
        assert column == counted.equity
        everyone = pk.equity(hole, "random", board=turned, lake=lake, **SHORT).equity[0]
        assert counted.equity == pytest.approx(everyone, abs=1e-15)


def test_columns_of_strength_on_many_flops(whole_lake, lake):
    """Many flops are read from the table; a few are computed."""
    boards = [
        "6c6d7h",
        "AhKhQh",
        "9c8d7h",
        "TcTdTh",
        "AcKd6h",
        "7c8c9c",
        "JdQd6s",
        "8h8s9s",
        "AsTd7d",
    ]
    holes = ["JsTs"] * len(boards)
    read, computed = (pk.strength(holes, boards, lake=at, **SHORT) for at in (whole_lake, lake))
    assert read.to_arrow() == computed.to_arrow()
    assert len(set(read.hole_percentile.tolist())) > 5
    hold = pk.strength(holes, boards, lake=lake)
    assert (hold.equity != read.equity).all()
    before = pk.strength(["AsAh"], None, lake=whole_lake, **SHORT)
    assert before.hole_percentile.tolist() == [600 / 630]


def test_cards_that_are_not_in_the_deck():
    for hole, board in (("AhKh", "QhJh2c"), ("Ah2h", "QhJh6c")):
        with pytest.raises(CardError, match="which is not in the deck of 36 cards, 6 to A"):
            pk.strength(hole, board, **SHORT)
        with pytest.raises(CardError, match=r"index 1: .*is not in the deck of 36 cards, 6 to A"):
            pk.strength(["AhKh", hole], ["QhJh6c", board], **SHORT)
        found = pk.strength(["AhKh", hole], ["QhJh6c", board], strict=False, **SHORT)
        assert np.isnan(found.equity).tolist() == [False, True]
    assert HIGH.dead == ()
