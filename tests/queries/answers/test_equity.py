"""Equity as people ask for it: situations, tables of the lake, card by card, hole by hole."""

from itertools import permutations
from math import comb

import numpy as np
import pyarrow as pa
import pytest

from pokerlake.engine.cards.text import CARDS, CardError, parse_hand
from pokerlake.engine.hands.classes import CATEGORY_NAMES
from pokerlake.engine.monte_carlo.sampling import sample
from pokerlake.engine.ranges.scanner import RangeError
from pokerlake.queries.answers.equity import (
    StoredEquity,
    TwoCardSituation,
    Wanted,
    hole_equities,
    live,
    next_card_equities,
    situation_equity,
    summary,
)
from pokerlake.queries.answers.players import result_of
from pokerlake.queries.answers.ranges.given import RangeReader
from pokerlake.tables.errors import LakeError, UsageError
from pokerlake.tables.manifest import Manifest, write_manifest

POKER50 = TwoCardSituation.parse(["AhKh", "QsQc"], "Qh2h3dAs")
TIES = TwoCardSituation.parse(["AhKh", "AsKs", "QdQc"], "2c3d4s")


# ---------------------------------------------------------------- situations


def test_what_is_parsed():
    found = TwoCardSituation.parse(["ah KH", "QQ+:0.5", "random"], "Qh 2h3D", "7c,7d")
    assert found.hands == ("ah KH", "QQ+:0.5", "random")
    assert found.ranges.shape == (3, 1326)
    assert found.ranges.sum(axis=1).tolist() == [1, 9, 1326]
    assert [CARDS[card] for card in found.board] == ["Qh", "2h", "3d"]
    assert [CARDS[card] for card in found.dead] == ["7c", "7d"]
    later = found.with_card(51)
    assert [CARDS[card] for card in later.board] == ["Qh", "2h", "3d", "As"]
    assert len(found.board) == 3


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ((["AhKh"],), UsageError, "1 player; give 2 to 10 hands or ranges"),
        (([],), UsageError, "0 players; give 2 to 10 hands or ranges"),
        ((["random"] * 11,), UsageError, "11 players; give 2 to 10 hands or ranges"),
        ((["AhKh", "QsQc"], "2c3c4c5c6c7c"), CardError,
         "board '2c3c4c5c6c7c' has 6 cards; it has 5 at most"),
        ((["AhKh", "QsQc"], "2c2c"), CardError, "'2c2c' has 2c twice"),
        ((["AhKh", "QsQc"], "", "7d7d"), CardError, "'7d7d' has 7d twice"),
        ((["AhKh", "QsQc"], "2c3d4h", "9c3d2c"), CardError, "board and dead cards both have 2c3d"),
        ((["AhKh", "QsQc"], "2c3"), CardError,
         "'2c3' at character 3: '3' has no suit; suits are cdhs"),
        ((["AhKh", "ZZ"],), RangeError, "'ZZ' at character 1:"),
    ],
)  # fmt: skip
def test_what_is_no_situation(arguments, error, message):
    with pytest.raises(error) as caught:
        TwoCardSituation.parse(*arguments)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("exact", 0.01), 'method="exact" counts, and standard_error= and deals= are'),
        (("exact", None, 5), 'method="exact" counts, and standard_error= and deals= are'),
        ((None, 0.01, 5), "standard_error= and deals= both say when sampling ends"),
        ((None, 0.0), "standard error 0; give 0.000001 to 0.1"),
        ((None, 0.2), "standard error 0.2; give 0.000001 to 0.1"),
        ((None, float("nan")), "standard error nan; give 0.000001 to 0.1"),
        ((None, None, None, 0.0), "max_seconds=0; give a number above 0"),
        ((None, None, None, float("nan")), "max_seconds=nan; give a number above 0"),
    ],
)
def test_what_goes_against_itself(arguments, message):
    with pytest.raises(UsageError) as caught:
        Wanted(*arguments)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("wanted", "method", "deals"),
    [
        (Wanted(), "exact", 44),
        (Wanted("exact"), "exact", 44),
        (Wanted("monte carlo", deals=5_000), "monte carlo", 5_000),
        (Wanted(deals=5_000), "monte carlo", 5_000),
        (Wanted(standard_error=0.01), "monte carlo", None),
    ],
)
def test_how_it_is_had(wanted, method, deals):
    found = situation_equity(POKER50, wanted)
    assert found.method == method
    assert deals is None or found.deals == deals
    assert found.standard_error.max() <= 0.011
    assert found.equity[0] == pytest.approx(8 / 44, abs=0.05)


# ---------------------------------------------------------------- from the lake


@pytest.mark.parametrize(
    ("first", "second", "table"),
    [
        ("AhKh", "QsQc", "combo_matchups"),
        ("2c2d", "2h2s", "combo_matchups"),
        ("QdJc", "JsTh", "combo_matchups"),
        ("AcKd", "AdKc", "combo_matchups"),
        ("9d8d", "9h8c", "combo_matchups"),
        ("AKs", "QQ", "matchups"),
        ("T9o", "T9s", "matchups"),
        ("AA", "AA", "matchups"),
        ("72o", "random", "starting_hands"),
    ],
)
def test_tables_have_what_is_computed(first, second, table, lake):
    for hands in ((first, second), (second, first)):
        situation = TwoCardSituation.parse(hands)
        found = situation.stored(lake)
        assert found.table == table
        computed = situation_equity(situation, Wanted("exact"))
        # A hand of the 169 may be there for each of its combos, all alike: the shares are the same.
        times, rest = divmod(computed.deals, found.deals)
        assert rest == 0
        assert found.shared.sum(axis=1).tolist() == [found.deals] * 2
        assert computed.shared.tolist() == (times * found.shared).tolist()
        shown = result_of(situation, found).shares()
        wanted = result_of(situation, computed).shares()
        assert shown.schema == wanted.schema
        for name in shown.column_names:
            assert shown[name].to_pylist() == pytest.approx(wanted[name].to_pylist(), abs=1e-9)


@pytest.mark.parametrize(
    ("first", "second", "table"),
    [
        ("20%", "random", "matchups"),
        ("22+,A2s+", "AKs,QQ:0.25", "matchups"),
        ("AhKh,QQ", "random", "combo_matchups"),
        ("AhKh", "QQ", "combo_matchups"),
        ("AhKh:0.5,AsKs", "AKs,QsQc:0.3", "combo_matchups"),
    ],
)
def test_ranges_are_added_up_of_the_tables(first, second, table, lake):
    situation = TwoCardSituation.parse((first, second), by=RangeReader(lake))
    found, computed = situation.stored(lake), situation_equity(situation, Wanted("exact"))
    assert found.table == table
    assert found.deals == computed.deals
    assert found.weight == pytest.approx(computed.weight, rel=1e-13)
    assert found.shared == pytest.approx(computed.shared, rel=1e-12)
    assert found.equity == pytest.approx(computed.equity, abs=1e-13)
    if set(np.unique(situation.ranges)) <= {0, 1}:
        assert found.shared.tolist() == computed.shared.tolist()


@pytest.mark.parametrize(
    ("hands", "board", "dead"),
    [
        (["AhKh", "QsQc", "7d7c"], "", ""),
        (["AhKh", "QsQc"], "2c", ""),
        (["AhKh", "QsQc"], "", "2c"),
        (["AhKh", "KhQh"], "", ""),
        (["AhKh,QhJh", "AhKh"], "2c", ""),
        (["AhKh,AhQh", "AhJh,AhTh"], "", ""),
    ],
)
def test_what_no_table_has(hands, board, dead, lake):
    assert TwoCardSituation.parse(hands, board, dead).stored(lake) is None


def test_a_lake_need_not_be_there_unless_it_is_named(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("POKERLAKE_LAKE", raising=False)
    situation = TwoCardSituation.parse(["AhKh", "QsQc"])
    assert situation.stored(None) is None
    with pytest.raises(LakeError, match=r"^no lake at"):
        situation.stored(tmp_path / "nowhere")
    write_manifest(tmp_path, Manifest())
    for hands in (["AhKh", "QsQc"], ["AKs", "QQ"], ["AKs", "random"]):
        assert TwoCardSituation.parse(hands).stored(tmp_path) is None


@pytest.mark.parametrize(
    ("hands", "table"),
    [
        (["AhKh", "QsQc"], "combo_matchups"),
        (["AKs", "QQ"], "matchups"),
        (["AKs", "random"], "starting_hands"),
    ],
)
def test_a_damaged_table_is_named(hands, table, lake, tmp_path):
    there = tmp_path / "lake"
    there.mkdir()
    (there / "manifest.json").write_bytes((lake / "manifest.json").read_bytes())
    size = (lake / f"{table}.parquet").stat().st_size
    (there / f"{table}.parquet").write_bytes(b"x" * size)
    with pytest.raises(LakeError) as caught:
        TwoCardSituation.parse(hands).stored(there)
    assert str(caught.value) == (
        f"{there}/{table}.parquet has other bytes than it was written with: it is cut short or "
        f"changed; build it anew with 'pokerlake build {table}'"
    )


# ---------------------------------------------------------------- card by card, hole by hole


@pytest.mark.parametrize(
    ("hands", "board", "dead"),
    [
        (["AhKh", "QsQc"], "Qh2h3dAs", ""),
        (["AhKh", "QsQc"], "Qh2h3d", "As7c"),
        (["AhKh", "QsQc", "7d7c"], "7h8h9s", ""),
    ],
)
def test_each_next_card_of_known_hands(hands, board, dead):
    situation = TwoCardSituation.parse(hands, board, dead)
    found = next_card_equities(situation)
    gone = parse_hand("".join(hands) + board + dead).tolist()
    left = [card for card in range(52) if card not in gone]
    assert found["card"].to_pylist() == [CARDS[card] for card in left]
    now = situation_equity(situation).equity
    for player, name in enumerate(found.column_names[1:]):
        assert name == f"equity_{player + 1}"
        each = [
            situation_equity(TwoCardSituation.parse(hands, board + CARDS[card], dead)).equity[
                player
            ]
            for card in left
        ]
        assert found[name].to_pylist() == each
        assert np.mean(each) == pytest.approx(now[player], abs=1e-12)


def test_next_cards_of_ranges_come_as_often_as_the_ranges_let_them():
    situation = TwoCardSituation.parse(["AA,KhQh", "KK:0.5,22", "QcJc"], "AhKd2s", "3c")
    found = next_card_equities(situation)
    cards = found["card"].to_pylist()
    assert not {"Ah", "Kd", "2s", "3c", "Qc", "Jc"} & set(cards)
    weights = np.array(
        [
            situation_equity(situation.with_card(CARDS.index(card)), Wanted("exact")).weight
            for card in cards
        ]
    )
    now = situation_equity(situation, Wanted("exact"))
    assert weights.sum() == pytest.approx(2 * now.weight)  # of turn and river each may come first
    for player in range(3):
        each = np.array(found[f"equity_{player + 1}"])
        assert (weights @ each) / weights.sum() == pytest.approx(now.equity[player], abs=1e-12)


def test_cards_that_a_range_must_hold_do_not_come():
    found = next_card_equities(TwoCardSituation.parse(["AsAh,AsAd", "KK"], "2c3c4d5d"))
    assert "As" not in found["card"].to_pylist()
    assert {"Ah", "Ad", "Kc"} < set(found["card"].to_pylist())


def test_nothing_comes_after_the_river():
    with pytest.raises(UsageError, match="the board has five cards; no other comes"):
        next_card_equities(TwoCardSituation.parse(["AhKh", "QsQc"], "2c3c4d5d6h"))


def test_each_hole_of_a_range():
    situation = TwoCardSituation.parse(["QQ+:0.25,AKs,7h2h", "TT+,AhKh"], "Qh2d3s")
    found = hole_equities(situation).to_pylist()
    assert [row["equity"] for row in found] == sorted(
        (row["equity"] for row in found), reverse=True
    )
    assert {row["hole"] for row in found} == {
        "QsQc", "QsQd", "QdQc", "KsKh", "KsKd", "KsKc", "KhKd", "KhKc", "KdKc", "AsAh", "AsAd",
        "AsAc", "AhAd", "AhAc", "AdAc", "AsKs", "AhKh", "AdKd", "AcKc", "7h2h",
    }  # fmt: skip
    for row in found:
        alone = TwoCardSituation.parse([row["hole"], "TT+,AhKh"], "Qh2d3s")
        assert row["equity"] == situation_equity(alone).equity[0]
        assert row["range_weight"] == (0.25 if row["hand"] in ("QQ", "KK", "AA") else 1)
        assert row["hand"] in ("QQ", "KK", "AA", "AKs", "72s")


def test_holes_make_up_the_ranges_equity():
    situation = TwoCardSituation.parse(["QQ:0.5,AKs", "JJ,AQs", "98s"], "Qh2d3s4c")
    found = hole_equities(situation, Wanted("exact"))
    deals = []
    for hole in found["hole"].to_pylist():
        alone = TwoCardSituation.parse([hole, *situation.hands[1:]], "Qh2d3s4c")
        deals.append(situation_equity(alone, Wanted("exact")).weight)
    weights = np.array(deals) * np.array(found["range_weight"])
    now = situation_equity(situation, Wanted("exact"))
    assert weights.sum() == pytest.approx(now.weight)
    assert weights @ np.array(found["equity"]) / weights.sum() == pytest.approx(now.equity[0])


def test_no_hole_can_be_dealt():
    situation = TwoCardSituation.parse(["AhAs", "AhKh"], "2c3c4c")
    with pytest.raises(UsageError, match="no hole of 'AhAs' can be dealt with the others"):
        hole_equities(situation)


# ---------------------------------------------------------------- as tables


def test_chop_is_the_share_of_boards_that_are_split():
    found = situation_equity(TIES)
    shown = result_of(TIES, found).shares().to_pydict()
    split = found.shared[:, 2].sum() / 2 + found.shared[:, 3].sum() / 3
    assert shown["chop"] == [pytest.approx(split / found.deals)] * 3
    wins = found.shared[:, 1].sum()
    assert wins + split == found.deals


@pytest.mark.parametrize("situation", [POKER50, TIES], ids=["two", "three"])
def test_every_count_of_a_player(situation):
    found = situation_equity(situation)
    players = len(situation.hands)
    nested = result_of(situation, found).counts(nested=True).to_pylist()
    flat = result_of(situation, found).counts(nested=False).to_pylist()
    names = [name.replace(" ", "_") for name in CATEGORY_NAMES]
    for player, (row, wide) in enumerate(zip(nested, flat, strict=True)):
        assert list(row) == [
            "hand", "win", "tie", "equity", "chop", "standard_error", "wins", "ties", "losses",
            "categories", "deals", "weight", "method", "source", "seed", "seconds",
        ]  # fmt: skip
        lose, win, *ties = found.shared[player].tolist()
        assert (row["hand"], row["wins"], row["losses"]) == (situation.hands[player], win, lose)
        assert (row["win"], row["tie"]) == (win / found.deals, sum(ties) / found.deals)
        assert row["ties"] == {str(n): ties[n - 2] for n in range(2, players + 1)}
        assert row["categories"] == dict(
            zip(names, found.categories[player, 1:].tolist(), strict=True)
        )
        assert sum(row["categories"].values()) == row["deals"] == found.deals
        assert win + lose + sum(ties) == row["weight"]
        assert row["equity"] == found.equity[player]
        assert (row["method"], row["seed"], row["standard_error"]) == ("exact", None, 0)
        for name, value in row.items():
            if name not in ("ties", "categories"):
                assert wide.pop(name) == value
        assert wide == {f"ties_{n}": count for n, count in row["ties"].items()} | row["categories"]


def test_sums_of_weights_are_floats():
    situation = TwoCardSituation.parse(["AA:0.5", "KK"], "2c3d4h5s")
    table = result_of(situation, situation_equity(situation)).counts(nested=True)
    assert table.schema.field("wins").type == pa.float64()
    assert table.schema.field("deals").type == pa.int64()
    row = table.to_pylist()[0]
    assert (row["deals"], row["weight"]) == (36 * 44, 18 * 44)


def test_the_largest_seed_is_shown():
    found = situation_equity(POKER50, Wanted(deals=1_000, seed=2**64 - 1))
    for nested in (True, False):
        seeds = result_of(POKER50, found).counts(nested=nested)["seed"]
        assert seeds.to_pylist() == [2**64 - 1] * 2


# ---------------------------------------------------------------- in a line


def test_how_it_was_had_in_a_line():
    assert summary(StoredEquity.of("matchups", 1_234_562, 2, 3)) == (
        "1,234,567 deals, exact, from matchups"
    )
    counted = summary(situation_equity(POKER50))
    assert counted.startswith("44 deals, exact: 1 pair of holes, ")
    assert counted.endswith(" s")
    sampled = summary(situation_equity(POKER50, Wanted(deals=10_000, seed=7)))
    assert sampled.startswith("monte carlo: 10,000 deals, seed ")
    assert ", seed 7, +- 0.0038" in sampled


def test_a_sample_in_a_line():
    found = sample(POKER50.ranges, POKER50.board, deals=10_000, seed=7)
    one, other = found.equity
    assert live(POKER50.hands, found) == (
        f"AhKh {one:.4f}, QsQc {other:.4f} +- {found.standard_error.max():.2g}; deals"
    )


def test_whoever_listens_hears_of_it():
    heard = []
    situation_equity(POKER50, Wanted(standard_error=0.001, seed=1), listener=heard.append)
    assert heard
    assert heard[-1].standard_error.max() <= 0.001


def test_players_may_sit_in_any_order():
    hands = ["AhKh", "QQ,AQs", "7d7c"]
    first = situation_equity(TwoCardSituation.parse(hands, "7h8h9s"))
    for order in permutations(range(3)):
        found = situation_equity(TwoCardSituation.parse([hands[i] for i in order], "7h8h9s"))
        assert (found.shared == first.shared[list(order)]).all()
        assert (found.categories == first.categories[list(order)]).all()
    assert first.deals % comb(43, 2) == 0


@pytest.mark.parametrize(
    ("hands", "board", "wanted", "line"),
    [
        (["random"] * 3, "", Wanted("exact"), r"counting [\d,]+ .*: about \d+ minutes"),
        (["random"] * 3, "", Wanted(max_seconds=1e6), r"counting [\d,]+ .*: about \d+ minutes"),
        (["random"] * 3, "", Wanted(deals=1000), None),
        (["random"] * 3, "2c3d4h5s7c", Wanted("exact"), None),
        (["AhKh", "QsQc"], "", Wanted("exact"), None),
        (["random"] * 4, "", Wanted("exact"), r"counting [\d,]+ .*: about [\d,]+ days"),
    ],
)
def test_what_takes_long_is_said_before(hands, board, wanted, line):
    def stop(said):
        raise InterruptedError(said)

    def ask():
        situation_equity(TwoCardSituation.parse(hands, board), wanted, threads=1, on_long=stop)

    if line is None:
        ask()
    else:
        with pytest.raises(InterruptedError, match=f"^{line}$"):
            ask()
