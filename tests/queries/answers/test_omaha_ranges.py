"""Ranges of Omaha as a user gives them, and rankings of their holes out of a lake."""

import numpy as np
import pytest

from given.omaha_rankings import by_ranks, write_omaha_rankings
from pokerlake.catalogue import GAMES, game_of_holes
from pokerlake.engine.ranges.omaha import format_omaha_range, parse_omaha_range
from pokerlake.engine.ranges.scanner import RangeError
from pokerlake.queries.answers.lookup.omaha import omaha_ranking
from pokerlake.queries.answers.orders import rule_of
from pokerlake.queries.answers.ranges.omaha import OmahaReader, hole_texts
from pokerlake.tables.errors import InputError, LakeError
from pokerlake.tables.lake import Lake


@pytest.fixture(scope="module")
def ranked(tmp_path_factory):
    return write_omaha_rankings(tmp_path_factory.mktemp("ranked"))


@pytest.mark.parametrize("game", ["omaha", "omaha5", "omaha6", "omaha hi-lo"])
def test_the_ranking_of_a_game(game, ranked):
    rule = GAMES[game]
    found = omaha_ranking(rule, path=ranked)
    assert (np.argsort(found, kind="stable") == np.argsort(
        (-1 if rule.halves else 1) * by_ranks(rule.hole), kind="stable"
    )).all()  # fmt: skip
    assert (omaha_ranking(rule, Lake.open(ranked)) == found).all()


def test_a_pot_of_hi_lo_is_counted_in_quarters(ranked):
    found = omaha_ranking(GAMES["omaha hi-lo"], path=ranked)
    assert (found == 4 * (13**4 - by_ranks(4) - 1) + 2 * 2).all()


@pytest.mark.parametrize(
    ("game", "percent", "combos", "text"),
    [
        ("omaha", "0.001", 2.70725, "AAAA,AAAK@"),
        ("PLO", "0-0.001", 2.70725, "AAAA,AAAK@"),
        ("omaha8", "0.001%", 2.70725, "2222,3222@"),
        ("omaha5", "0.001%", 25.9896, "AAAA[K-8],AAAA7@"),
        ("omaha6", "0.0001%", 20.35852, "AAAA"),
        ("omaha", "50-100", 270_725 / 2, ""),
    ],
)
def test_percentages_go_by_the_table_of_the_game(game, percent, combos, text, ranked):
    found = OmahaReader(rule_of(game), ranked).top(percent)
    assert found.combos == pytest.approx(combos)
    assert format_omaha_range(found).startswith(text)


def test_no_lake_is_needed_without_a_percentage(tmp_path):
    reader = OmahaReader(GAMES["omaha"], tmp_path / "none")
    assert reader.given("AAxx$ds").combos == 864
    with pytest.raises(LakeError, match=r"^no lake at "):
        reader.given("15%")


def test_what_no_table_has_is_refused(tmp_path):
    empty = write_omaha_rankings(tmp_path / "empty", tables=())
    with pytest.raises(LakeError, match=r"build it with 'pokerlake build omaha_hands5'$"):
        OmahaReader(GAMES["omaha5"], empty).top("15")
    with pytest.raises(RangeError, match="no ranking of the holes of hold'em; there are of omaha,"):
        omaha_ranking(GAMES["hold'em"], path=empty)
    short = write_omaha_rankings(tmp_path / "short", rows=5)
    with pytest.raises(LakeError, match=r"table omaha_hands of .* is damaged"):
        OmahaReader(GAMES["omaha"], short).top("15")


def test_files_and_dead_cards(tmp_path):
    (tmp_path / "aces.txt").write_text("AAxx$ds,\nKQJT$ss\n")
    reader = OmahaReader(GAMES["omaha"], dead=(51,))
    assert reader.given(f"@{tmp_path}/aces.txt").combos == 864 / 2 + 144 * 1
    assert reader.live() == 249_900
    with pytest.raises(InputError, match="cannot be read"):
        reader.given("@nowhere.txt")


def test_tables_have_all_holes():
    found = parse_omaha_range("AAxx, KQJT$ss@50")
    reader = OmahaReader(GAMES["omaha"], dead=(51,))
    kinds, holes = reader.shown(found).to_pydict(), reader.holes(found).to_pydict()
    assert sum(kinds["combos"]) == found.combos
    assert list(zip(kinds["ranks"], kinds["suits"], strict=True))[:3] == [
        ("AAAA", "rainbow"), ("AAAK", "rainbow"), ("AAAK", "ss"),
    ]  # fmt: skip
    assert holes["hole"][:2] == ["AsAhAdAc", "AsAhAdKs"]
    assert len(set(holes["hole"])) == len(found) == len(holes["hole"])
    shares = dict(
        zip(zip(kinds["ranks"], kinds["suits"], strict=True), kinds["combos"], strict=True)
    )
    assert shares["KQJT", "ss"] == 72
    assert shares["AAKQ", "ds"] == 12


@pytest.mark.parametrize("cards", [4, 5, 6])
def test_names_of_suits_are_those_of_the_views(cards):
    everything = {4: "$np", 5: "AKQJT,AAAKK", 6: "AKQJT9:(xxxxxx,xxxxyy,xxxyyy,xxyyzz)"}[cards]
    reader = OmahaReader(game_of_holes(cards))
    rows = reader.holes(reader.read(everything)).to_pydict()
    for hole, suits in zip(rows["hole"][::37], rows["suits"][::37], strict=True):
        counts = sorted((hole.count(suit) for suit in "cdhs"), reverse=True)
        names = {
            (1, 1, 1, 1): "rainbow", (2, 1, 1, 0): "ss", (2, 1, 1, 1): "ss", (2, 2, 0, 0): "ds",
            (2, 2, 1, 0): "ds", (3, 1, 0, 0): "ts", (3, 1, 1, 0): "ts", (3, 2, 0, 0): "ts+ss",
            (4, 1, 0, 0): "qs", (2, 2, 2, 0): "ds+ss", (3, 3, 0, 0): "ts+ts",
            (4, 2, 0, 0): "qs+ss",
        }  # fmt: skip
        assert suits == names.get(tuple(counts), "ms")


def test_where_two_ranges_differ():
    first, second = (parse_omaha_range(text) for text in ("AAKK", "AAKK$ds, AsAhKsKd@50, QQQQ"))
    reader = OmahaReader(GAMES["omaha"])
    rows = reader.difference(first, second).to_pylist()
    assert rows[0] == {
        "holes": "AAKK rainbow", "ranks": "AAKK", "suits": "rainbow", "combos": 6,
        "first_weight": 1.0, "second_weight": 0.0, "difference": 1.0, "only": 1,
    }  # fmt: skip
    assert rows[-1]["holes"] == "AsAhKsKd"
    assert (rows[-1]["difference"], rows[-1]["only"]) == (0.5, 0)
    assert [row["holes"] for row in rows if row["only"] == 2] == ["QQQQ rainbow"]
    assert sum(row["combos"] for row in rows if row["suits"] == "ss") == 24
    assert reader.difference(first, first).num_rows == 0


def test_each_hole_is_decided_by_the_part_of_the_largest_weight():
    reader = OmahaReader(GAMES["omaha"], dead=(51,))
    rows = reader.explained("AAxx@50, AAKK, AAxx$ds@50").to_pylist()
    assert [row["deciding"] for row in rows] == [3 * 1128 + 48 - 18, 18, 0]
    assert [row["holes"] for row in rows] == [6961, 36, 864]
    assert rows[1]["reading"] == "AAKK"


def test_holes_as_text():
    assert hole_texts(np.empty((0, 4), np.uint8)).to_pylist() == []
    assert hole_texts(np.array([[0, 1, 2, 51]], np.uint8)).to_pylist() == ["As2h2d2c"]
