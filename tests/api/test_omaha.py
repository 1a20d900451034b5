"""Ranges of Omaha from Python: given in any form, joined and cut, and what is refused."""

import copy
import pickle

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import pokerlake as pk
from given.rankings import write_omaha_rankings
from pokerlake.catalogue import GAMES
from pokerlake.engine.cards.text import parse_hand
from pokerlake.engine.ranges.scanner import RangeError
from pokerlake.tables.errors import LakeError


@pytest.mark.parametrize(
    ("given", "text"),
    [
        ("AAxx$ds", "AA$ds"),
        (["AAxx$ds", "KQJT"], "KQJT,AA$ds"),
        (pl.Series(["AAxx$ds", "KQJT"]), "KQJT,AA$ds"),
        (pd.Series(["AAxx$ds", "KQJT"]), "KQJT,AA$ds"),
        (pa.array(["AAxx$ds", "KQJT"]), "KQJT,AA$ds"),
        (["As", "Ah", "Ks", "Kh"], "AsAhKsKh"),
        ({"AAKK": 1, "QQJJ": 0.5}, "AAKK,QQJJ@50"),
        (np.array([[51, 50, 47, 46], [46, 47, 50, 51]]), "AsAhKsKh"),
        ([51, 50, 47, 46], "AsAhKsKh"),
        (pd.Series({"AAKK": 0.25}), "AAKK@25"),
        (pl.DataFrame({"hand": ["AAKK", "QQQQ"], "weight": [1.0, 0.5]}), "AAKK,QQQQ@50"),
        (pk.OmahaRange("AAKK", game="omaha hi-lo"), "AAKK"),
        ([], ""),
    ],
)
def test_a_range_is_read_from_what_people_have(given, text):
    found = pk.Range(given, game="omaha")
    assert isinstance(found, pk.OmahaRange)
    assert str(found) == str(pk.OmahaRange(given)) == text
    assert found == pk.OmahaRange(text)


def test_what_is_in_it():
    aces = pk.OmahaRange("AAxx$ds, KQJT$ms@50")
    assert (aces.combos, len(aces), aces.game) == (866.0, 868, "omaha")
    assert aces.percent == pytest.approx(100 * 866 / 270_725)
    assert aces.cards.shape == (868, 4)
    assert aces.weights.sum() == np.asarray(aces).sum() == 866
    assert not aces.cards.flags.writeable
    assert aces.hands["AAKK$ds"] == 1
    assert aces.hands["KQJT$ms"] == 0.5
    assert aces.holes["KsQsJsTs"] == 0.5
    assert next(iter(aces)) == "AsAhKsKh"
    assert "AhAsKhKs" in aces
    assert "AAKK$ds" in aces
    assert "AAKK" not in aces
    assert "" not in aces
    assert aces["AAKK"] == 6 / 36


def test_hands_read_as_what_they_are_of():
    for game in ("omaha", "omaha5", "omaha6"):
        text = {"omaha": "AAKQ", "omaha5": "AAKKQ", "omaha6": "AAKKQJ"}[game]
        whole = pk.OmahaRange(text, game=game)
        parts = [pk.OmahaRange(key, game=game) for key in whole.hands]
        assert sum(part.combos for part in parts) == whole.combos
        assert (whole - parts[0]).combos == whole.combos - parts[0].combos


def test_ranges_are_joined_and_cut():
    aces = pk.OmahaRange("AAxx")
    assert (aces - "AAAx").combos == 6768
    assert "KKxx" | aces == pk.OmahaRange("AA,KK")
    assert (aces & "$ds").combos == 864
    assert ("*" - aces) == ~aces
    assert (~aces).combos == 270_725 - 6961
    assert (0.5 * aces).combos == (aces / 2).combos == 6961 / 2
    assert aces.without("As Ah").combos == (52 - 4) * 47 / 2
    assert (aces | 0.5 * pk.OmahaRange("KKxx"))["KKQQ"] == 0.5
    assert len(pk.OmahaRange("") | "") == 0
    assert np.float64(0.5) * aces == aces * 0.5


def test_ranges_are_kept_and_compared():
    found = pk.OmahaRange("AAxx$ds@50")
    for same in (
        pickle.loads(pickle.dumps(found)),
        copy.deepcopy(found),
        pk.OmahaRange(str(found)),
    ):
        assert same == found
        assert hash(same) == hash(found)
    assert found != pk.OmahaRange("AAxx$ds")
    assert found != pk.OmahaRange("AAxx$ds@50", game="omaha hi-lo")
    assert found != "AAxx$ds@50"


def test_percentages_go_by_the_lake(tmp_path):
    lake = write_omaha_rankings(tmp_path / "lake")
    best = pk.Range.top(1, game="omaha", lake=lake)
    assert best.combos == pytest.approx(2707.25)
    assert best == pk.OmahaRange.top("1%", lake=lake) == pk.Range("1%", game="plo", lake=lake)
    assert "AAAK" in best
    with pytest.raises(LakeError, match="pokerlake build omaha8_hands"):
        pk.OmahaRange("1%", game="omaha8", lake=write_omaha_rankings(tmp_path / "no", tables=()))


# ---------------------------------------------------------------- equity


BOARD = "Qh7d2s"


def test_a_hand_in_any_form():
    text = pk.equity("AsAhKsKh", "QcQdJcTd", board=BOARD, game="omaha")
    assert (text.deals, text.method, text.halves) == (820, "exact", None)
    for aces in (
        parse_hand("AsAhKsKh"),
        [51, 50, 47, 46],
        pk.OmahaRange("AsAhKsKh"),
        {"AsAhKsKh": 1.0},
        ["As", "Ah", "Ks", "Kh"],
    ):
        found = pk.equity(aces, "QcQdJcTd", board=BOARD, game="plo")
        assert (found.equity == text.equity).all()
    assert text.to_arrow()["hand"].to_pylist() == ["AsAhKsKh", "QcQdJcTd"]
    assert text.categories.sum(axis=1) == pytest.approx(1)
    assert "820 deals" in repr(text)


@pytest.mark.parametrize("given", ["AsAhKsKh", "AAxx$ds", "KQJT", "AAxxx", "QQ, AA!KK$ds"])
def test_a_hole_of_omaha_without_its_game(given):
    for read in (pk.Range, lambda text: pk.equity(text, "QQ")):
        with pytest.raises(RangeError, match=r"need a game, such as omaha$"):
            read(given)


def test_a_range_of_omaha_without_its_game():
    """1,326 holes are no weights of hold'em's."""
    for holes in (pk.OmahaRange("*").cards[:1326], "AsAhKsKh"):
        given = pk.OmahaRange(holes)
        with pytest.raises(RangeError, match="a range of omaha is none of hold'em"):
            pk.equity(given, "QQ", board=BOARD)


@pytest.mark.parametrize("game", [name for name, game in GAMES.items() if game.used])
def test_columns_are_those_of_one(game):
    deal = pk.deal(40, players=3, board=5, game=game, seed=4)
    boards = [
        text[: 2 * cards] for text, cards in zip(deal.board.texts, [3, 4, 5, 3] * 10, strict=True)
    ]
    dead = [None, "", "", None] * 10
    found = pk.equities(*deal.holes, board=boards, dead=dead, game=game)
    assert found.errors == [None] * 40
    for row in (0, 1, 2, 39):
        one = pk.equity(*(hole.texts[row] for hole in deal.holes), board=boards[row], game=game)
        for name in ("equity", "win", "tie"):
            assert getattr(found, name)[row] == pytest.approx(getattr(one, name), abs=1e-12)
        assert found.deals[row] == one.deals
        if one.halves is not None:
            assert found.high_equity[row] == pytest.approx(one.halves.high_equity)
            assert found.low_equity[row] == pytest.approx(one.halves.low_equity)
    names = found.to_arrow().schema.names
    assert ("low_equity_3" in names) == (found.low_equity is not None) == GAMES[game].halves
    rows = [hole.rows for hole in deal.holes]
    assert (pk.equities(*rows, board=boards, game=game).equity == found.equity).all()


def test_columns_of_ranges_dead_cards_and_what_cannot_be_dealt():
    known, one_range = "QcQdJcTd", pk.OmahaRange("AA$ds")
    heroes = [
        "AsAhKsKh", "AA$ds", None, "AsAhKs", "QcQd2c3c", "AsAsKsKh", one_range, "AsAhKsKh", "",
    ]  # fmt: skip
    board = [*["Qh7c2s"] * 7, "Qh7c", "Qh7c2s"]
    found = pk.equities(heroes, known, board=board, dead=["4c4d", *[""] * 8], game="omaha")
    told = [None if error is None else error.split(";")[0] for error in found.errors]
    assert told[:3] == [None, None, "player 1 is null"]
    assert told[4:] == [
        "'QcQd2c3cQcQdJcTdQh7c2s' has Qc twice", "'AsAsKsKh' has As twice", None, None,
        "player 1 has no hole: his range is empty",
    ]  # fmt: skip
    assert told[3].endswith("'AsAhKs' has 3 cards, a hole 4: write AsAhKs* for any others")
    assert np.isnan(found.equity).all(axis=1).tolist() == [error is not None for error in told]
    dead = pk.equity("AsAhKsKh", known, board="Qh7c2s", dead="4c4d", game="omaha")
    assert found.equity[0].tolist() == dead.equity.tolist()
    assert found.equity[1].tolist() == found.equity[6].tolist()
    assert found.deals[[0, 7]].tolist() == [741, 11480]
