"""Short deck, Omaha and three players: out of their tables or counted, which is the same."""

from types import SimpleNamespace

import numpy as np
import pyarrow as pa
import pytest

import pokerlake as pk
from helpers.slices import EIGHT_HANDS
from pokerlake.catalogue import HIGH, OMAHA, OMAHA6, OMAHA_HI_LO, SHORT_DECK_HIGH
from pokerlake.engine.cards.holes import HANDS, hands_without
from pokerlake.engine.cards.text import CardError, parse_hand
from pokerlake.engine.ranges.omaha_holes import OmahaRange
from pokerlake.queries.answers.batches import equities
from pokerlake.queries.answers.equity import TwoCardSituation, Wanted, situation_equity
from pokerlake.queries.answers.lookup import omaha, triples
from pokerlake.queries.answers.lookup.matchups import hand_weights
from pokerlake.queries.answers.lookup.rankings import (
    computed_equities,
    lake_ranking,
    ranking_at,
)
from pokerlake.queries.answers.lookup.triples import HandTriples
from pokerlake.tables.definitions.starting_hands import HI_LO_OUTCOMES
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


@pytest.mark.whole
def test_columns_of_strength_on_many_flops(whole_lake, lake):
    """Many flops are read from the table; a few are computed."""
    boards = [
        "6c6d7h", "AhKhQh", "9c8d7h", "TcTdTh", "AcKd6h", "7c8c9c", "JdQd6s", "8h8s9s", "AsTd7d",
    ]  # fmt: skip
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


# ---------------------------------------------------------------- Omaha


ACES = OmahaRange.of(parse_hand("AsAhKsKh")[None])
LAKE = SimpleNamespace(
    manifest=SimpleNamespace(tables={"omaha_hands", "omaha_hands6", "omaha8_hands"})
)


@pytest.fixture
def asked(monkeypatch):
    """The rows that are looked up, each of which has the counts 1, 2, 4, ..."""
    found = []

    def row(lake, table, **key):
        found.append((table, key))
        names = HI_LO_OUTCOMES if table == "omaha8_hands" else ("win", "tie", "lose")
        return {name: 1 << place for place, name in enumerate(names)}

    monkeypatch.setattr(omaha, "stored_row", row)
    return found


def test_a_hole_in_any_suits(asked):
    found = omaha.stored_equity(LAKE, OMAHA, ACES, None)
    assert found.shared.tolist() == [[4, 1, 2], [1, 4, 2]]
    other = OmahaRange.of(parse_hand("AdAcKdKc")[None])
    swapped = omaha.stored_equity(LAKE, OMAHA, None, other)
    assert swapped.shared.tolist() == [[1, 4, 2], [4, 1, 2]]
    assert asked[0] == asked[1]
    assert asked[0] == ("omaha_hands", {"hand": "AdAcKdKc"})
    six = OmahaRange.of(parse_hand("3sAsAhKsKh2d")[None])
    assert omaha.stored_equity(LAKE, OMAHA6, six, None).win.tolist() == [1 / 7, 4 / 7]
    assert asked[2] == ("omaha_hands6", {"hand": "AhAdKhKd3d2c"})


def test_halves(asked):
    found = omaha.stored_equity(LAKE, OMAHA_HI_LO, ACES, None)
    swapped = omaha.stored_equity(LAKE, OMAHA_HI_LO, None, ACES)
    assert found.deals == 4095
    assert (found.halves == swapped.halves[::-1]).all()
    # Wins of both halves, and of the high one without a low; all is won by one of the two.
    assert found.win.tolist() == [(1 + 8) / 4095, (1024 + 2048) / 4095]
    assert found.equity.sum() == pytest.approx(1)
    mean = [1, 0.75, 0.5, 1, 0.75, 0.5, 0.25, 0.5, 0.5, 0.25, 0, 0] @ (1 << np.arange(12))
    assert found.equity[0] == pytest.approx(mean / 4095)
    assert found.three_quarters.tolist() == [(2 + 16) / 4095, (64 + 512) / 4095]


def test_what_no_table_has(asked):
    two = OmahaRange.of(np.stack([parse_hand("AsAhKsKh"), parse_hand("2s2h3s3h")]))
    half = OmahaRange.of(parse_hand("AsAhKsKh")[None], 0.5)
    none = SimpleNamespace(manifest=SimpleNamespace(tables=set()))
    for lake, rule, *ranges in [
        (None, OMAHA, ACES, None), (none, OMAHA, ACES, None), (LAKE, OMAHA6, None, None),
        (LAKE, OMAHA, None, None), (LAKE, OMAHA, ACES, two), (LAKE, OMAHA, two, None),
        (LAKE, OMAHA, half, None),
    ]:  # fmt: skip
        assert omaha.stored_equity(lake, rule, *ranges) is None
    assert not asked


# ---------------------------------------------------------------- three players


EXACT = Wanted("exact")


def shared(result):
    return result.deals, result.weight, result.shared.tolist()


@pytest.mark.parametrize(
    "hands",
    [
        ("AA", "KK", "QQ"), ("QQ", "AA", "KK"), ("KK", "QQ", "AA"), ("AKs", "AKo", "AKs"),
        ("72o", "72o", "JTs"), ("22", "JTs", "22"), ("AKo", "AKo", "AKo"), ("JTs", "JTs", "JTs"),
        ("AA,KK", "QQ,AKs", "22,72o"), ("AA,AK", "AA,AK", "AA,AK"), ("JTs,22", "AKo", "JTs,AKo"),
        ("QQ+,AK", "22,QQ", "QQ+"),
    ],
)  # fmt: skip
def test_the_table_has_what_is_computed(hands, whole_lake):
    situation = TwoCardSituation.parse(hands)
    found = situation.stored(whole_lake)
    assert found.table == "matchups3"
    assert found.seed is None
    assert shared(found) == shared(situation_equity(situation, EXACT))
    assert found.shared.dtype == np.int64
    assert shared(HandTriples(lambda: Lake.open(whole_lake)).equity(situation.ranges)) == shared(
        found
    )


def test_weighted_ranges(whole_lake):
    situation = TwoCardSituation.parse(["AA:0.5,QQ", "AKs:0.1,AKo,22:0.3", "JTs,72o:0.25"])
    found, computed = situation.stored(whole_lake), situation_equity(situation, EXACT)
    assert found.deals == computed.deals
    assert found.weight == pytest.approx(computed.weight, rel=1e-14)
    assert found.shared == pytest.approx(computed.shared, rel=1e-12)
    assert found.equity == pytest.approx(computed.equity, abs=1e-14)
    assert found.shared.sum(axis=1) == pytest.approx([found.weight] * 3, rel=1e-14)


@pytest.mark.parametrize(
    ("hands", "board", "dead"),
    [
        (["AhKh", "QQ", "22"], "", ""),
        (["AhAd,KK", "QQ", "22"], "", ""),
        (["AA", "QQ", "22"], "2c", ""),
        (["AA", "QQ", "22"], "", "2c"),
        (["AA", "QQ", "22", "KK"], "", ""),
        (["AA", "AA", "AKs"], "", ""),
    ],
)
def test_what_the_table_has_not(hands, board, dead, whole_lake):
    assert TwoCardSituation.parse(hands, board, dead).stored(whole_lake) is None


def test_a_lake_without_the_table(lake, tmp_path):
    situation = TwoCardSituation.parse(["AA", "KK", "QQ"])
    assert situation.stored(lake) is None
    assert HandTriples(lambda: Lake.open(lake)).equity(situation.ranges) is None
    assert HandTriples(lambda: None).equity(situation.ranges) is None


def test_rows_that_are_missing(whole_lake):
    """JJ is none of the eight hands that the tests' table has."""
    situation = TwoCardSituation.parse(["AA", "KK", "JJ"])
    with pytest.raises(LakeError, match=r"^table matchups3 of .* 'pokerlake build matchups3'"):
        situation.stored(whole_lake)


def test_weights_by_hand():
    named = TwoCardSituation.parse(["AhKh,AdKd,AcKc,AsKs", "22:0.3", "random"])
    weights = hand_weights(named.ranges)
    assert np.flatnonzero(weights[0]).tolist() == [1]
    assert weights[1].max() == 0.3
    assert (weights[2] == 1).all()
    assert hand_weights(TwoCardSituation.parse(["AhKh", "22", "33"]).ranges) is None
    assert hand_weights(TwoCardSituation.parse(["AA:0.5,AhAd", "22", "33"]).ranges) is None


# ---------------------------------------------------------------- where they are asked


def test_in_columns(whole_lake, monkeypatch):
    """The table is read once; sampling does not ask it, and known holes do not."""
    reads = []
    read = triples.stored_table
    monkeypatch.setattr(
        triples, "stored_table", lambda *given, **how: reads.append(given) or read(*given, **how)
    )
    heroes = [*EIGHT_HANDS["matchups3"], "AhAd"]
    columns = [pa.array(heroes), pa.array(["QQ"] * 9), pa.array(["AKs"] * 9)]
    found = equities(columns, lake=whole_lake)
    assert found["method"].to_pylist() == ["matchups3"] * 8 + ["exact"]
    sampled = equities(columns, lake=whole_lake, wanted=Wanted(deals=1000, seed=1))
    assert sampled["method"].to_pylist() == ["monte carlo"] * 9
    assert [given[0].path for given in reads] == [whole_lake]
    for row, hero in zip(found.slice(0, 8).to_pylist(), heroes, strict=False):
        expected = TwoCardSituation.parse([hero, "QQ", "AKs"]).stored(whole_lake)
        assert [row[f"equity_{n}"] for n in (1, 2, 3)] == expected.equity.tolist()
        assert row["deals"] == expected.deals
