"""Three players before the flop out of ``matchups3``: the very counts that are computed."""

import json

import numpy as np
import pyarrow as pa
import pytest
from typer.testing import CliRunner

from helpers.slices import EIGHT_HANDS
from pokerlake.api.equities import equity
from pokerlake.cli import app
from pokerlake.queries.answers.batches import equities
from pokerlake.queries.answers.equity import Situation, Wanted, situation_equity
from pokerlake.queries.answers.lookup import triples
from pokerlake.queries.answers.lookup.matchups import hand_weights
from pokerlake.queries.answers.lookup.triples import HandTriples
from pokerlake.tables.errors import LakeError
from pokerlake.tables.lake import Lake

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
    situation = Situation.parse(hands)
    found = situation.stored(whole_lake)
    assert found.table == "matchups3"
    assert found.seed is None
    assert shared(found) == shared(situation_equity(situation, EXACT))
    assert found.shared.dtype == np.int64
    assert shared(HandTriples(lambda: Lake.open(whole_lake)).equity(situation.ranges)) == shared(
        found
    )


def test_weighted_ranges(whole_lake):
    situation = Situation.parse(["AA:0.5,QQ", "AKs:0.1,AKo,22:0.3", "JTs,72o:0.25"])
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
    assert Situation.parse(hands, board, dead).stored(whole_lake) is None


def test_a_lake_without_the_table(lake, tmp_path):
    situation = Situation.parse(["AA", "KK", "QQ"])
    assert situation.stored(lake) is None
    assert HandTriples(lambda: Lake.open(lake)).equity(situation.ranges) is None
    assert HandTriples(lambda: None).equity(situation.ranges) is None


def test_rows_that_are_missing(whole_lake):
    """JJ is none of the eight hands that the tests' table has."""
    situation = Situation.parse(["AA", "KK", "JJ"])
    with pytest.raises(LakeError, match=r"^table matchups3 of .* 'pokerlake build matchups3'"):
        situation.stored(whole_lake)


def test_weights_by_hand():
    named = Situation.parse(["AhKh,AdKd,AcKc,AsKs", "22:0.3", "random"])
    weights = hand_weights(named.ranges)
    assert np.flatnonzero(weights[0]).tolist() == [1]
    assert weights[1].max() == 0.3
    assert (weights[2] == 1).all()
    assert hand_weights(Situation.parse(["AhKh", "22", "33"]).ranges) is None
    assert hand_weights(Situation.parse(["AA:0.5,AhAd", "22", "33"]).ranges) is None


# ---------------------------------------------------------------- where they are asked


def test_on_the_command_line(whole_lake):
    arguments = ["equity", "AA", "KK", "QQ", "--lake", str(whole_lake)]
    result = CliRunner().invoke(app, [*arguments, "--format", "table"])
    assert result.exit_code == 0
    assert "AA    0.668302  0.00447418  0.669793  0.00447418" in result.stdout
    assert "296,082,864 deals, exact, from matchups3" in result.stderr
    counted = json.loads(CliRunner().invoke(app, [*arguments, "--format", "json"]).stdout)
    assert counted[0]["equity"] == Situation.parse(["AA", "KK", "QQ"]).stored(whole_lake).equity[0]


def test_in_python(whole_lake):
    found = equity("AA,QQ", "AKs", "22", lake=whole_lake)
    assert (found.source, found.method, found.seconds) == ("matchups3", "exact", 0.0)
    assert found.standard_error.tolist() == [0, 0, 0]
    computed = equity("AA,QQ", "AKs", "22", lake=whole_lake, method="exact", board="")
    assert found.equity.tolist() == computed.equity.tolist()
    assert found.categories.shape == (3, 9)
    assert len(found.to_arrow()) == 3


def test_in_sql(whole, whole_lake):
    ((found, on_board),) = whole.sql("""
        select equities(['AA', 'KK,QQ', 'JTs']), equities(['AA', 'KK,QQ', 'JTs'], '2c3d9h')
    """).fetchall()
    situation = Situation.parse(["AA", "KK,QQ", "JTs"])
    assert found == situation.stored(whole_lake).equity.tolist()
    on_flop = situation_equity(Situation.parse(["AA", "KK,QQ", "JTs"], "2c3d9h"), EXACT)
    assert on_board == pytest.approx(on_flop.equity.tolist())


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
        expected = Situation.parse([hero, "QQ", "AKs"]).stored(whole_lake)
        assert [row[f"equity_{n}"] for n in (1, 2, 3)] == expected.equity.tolist()
        assert row["deals"] == expected.deals
