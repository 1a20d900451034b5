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
from pokerlake.tables.errors import LakeError, UsageError

PLO5 = pk.OmahaRange("AAKKQ", game="plo5")


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


def test_a_range_is_shown_and_saved(tmp_path):
    assert repr(pk.OmahaRange("AAxx")) == "OmahaRange('AA')"
    assert repr(pk.OmahaRange("AAKKQ", game="plo5")) == "OmahaRange('AAKKQ', game='omaha5')"
    assert repr(pk.OmahaRange("As***")).endswith("…') # 20825 combos, 7.692 %")
    assert pk.OmahaRange("AAxx").to("propokertools") == "AA"
    saved = pk.OmahaRange("AAxx").save(tmp_path / "aces.txt")
    assert saved.read_text() == "AA\n"


def test_percentages_go_by_the_lake(tmp_path):
    lake = write_omaha_rankings(tmp_path / "lake")
    best = pk.Range.top(1, game="omaha", lake=lake)
    assert best.combos == pytest.approx(2707.25)
    assert best == pk.OmahaRange.top("1%", lake=lake) == pk.Range("1%", game="plo", lake=lake)
    assert "AAAK" in best
    with pytest.raises(LakeError, match="pokerlake build omaha8_hands"):
        pk.OmahaRange("1%", game="omaha8", lake=write_omaha_rankings(tmp_path / "no", tables=()))


@pytest.mark.parametrize(
    ("call", "error", "says"),
    [
        (lambda: pk.Range("AA", game="plo", dialect="equilab"), UsageError, "no dialect 'equilab'"),
        (lambda: pk.Range("AA", game="omaha", by="income 6"), UsageError, "no ranking 'income 6'"),
        (lambda: pk.Range("AA", game="omahaa"), UsageError, "no game 'omahaa'"),
        (lambda: pk.OmahaRange("AA", game="hold'em"), UsageError, "its ranges are pokerlake.Range"),
        (lambda: pk.OmahaRange("AA", game=4), UsageError, "game is 4; give one of"),
        (lambda: pk.OmahaRange("1%", game="omaha6"), LakeError, "pokerlake build"),
        (lambda: pk.OmahaRange(np.zeros((2, 3), int)), pk.RangeError, "of shape (2, 3)"),
        (lambda: pk.OmahaRange([[1, 2, 3, 99]]), pk.RangeError, "not in 0..51"),
        (lambda: pk.OmahaRange([[1, 1, 2, 3]]), pk.CardError, "twice"),
        (lambda: pk.OmahaRange({"AA": 2}), pk.RangeError, "weight 2 of 'AA' is not in 0..1"),
        (lambda: pk.OmahaRange({"AA": "x"}), pk.RangeError, "give a number 0 to 1"),
        (lambda: pk.OmahaRange({"AA": 1, "AAKK": 0.5}), pk.RangeError, "with another weight"),
        (lambda: pk.OmahaRange({"AA": 0, "KK,AA": 1}), pk.RangeError, "in 'AA' with another"),
        (lambda: pk.OmahaRange(pk.Range("AA")), pk.RangeError, "is none of omaha; read its"),
        (lambda: pk.OmahaRange(5), pk.RangeError, "give text, or holes as (n, 4)"),
        (lambda: pk.Range(pk.OmahaRange("AA")), pk.RangeError, "is none of hold'em"),
        (lambda: PLO5 | pk.Range("AA", game="plo"), pk.RangeError,
         "a range of omaha is none of omaha5; read its text anew"),
        (lambda: pk.OmahaRange("AA") | pk.OmahaRange("KK", game="o8"), pk.RangeError,
         "a range of omaha hi-lo is none of omaha; make it one by Range(it, game='omaha')"),
        (lambda: pk.OmahaRange(pl.Series(["AA", None])), pk.RangeError, "is no range"),
        (lambda: pk.OmahaRange("AA") * 3, pk.RangeError, "a weight is not in 0..1"),
        (lambda: pk.OmahaRange("AA") / 0, pk.RangeError, "cannot be divided by 0"),
        (lambda: pk.OmahaRange("AA")["$ds:AAAA"], pk.RangeError, "has no hole"),
        (lambda: pk.OmahaRange("AA").grid(), UsageError, "has no grid"),
        (lambda: pk.OmahaRange("AA", game="omaha5").chart(), UsageError, "has no chart"),
        (lambda: pk.OmahaRange("AA").to("equilab"), pk.RangeError, "is not written in equilab"),
        (lambda: pk.OmahaRange("AA").save("aces.doc"), UsageError, "aces.doc"),
        (lambda: pk.OmahaRange("AA", dead="Xx"), pk.CardError, "X"),
    ],
)  # fmt: skip
def test_what_makes_no_sense_is_refused_in_one_line(call, error, says):
    with pytest.raises(error) as raised:
        call()
    assert says in str(raised.value)
    assert "\n" not in str(raised.value)
