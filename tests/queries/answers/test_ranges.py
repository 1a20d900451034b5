"""Ranges as a user gives them, and rankings out of a lake."""

import io
import sys
from math import comb

import numpy as np
import pytest

from given.rankings import EQUITIES, by_ranks, write_omaha_rankings, write_rankings
from pokerlake.catalogue import GAMES, HOLDEM, game_of_holes
from pokerlake.engine.cards.holes import HANDS
from pokerlake.engine.cards.text import format_hand, parse_hand
from pokerlake.engine.ranges.notation import format_range, parse_range
from pokerlake.engine.ranges.omaha_parser import parse_omaha_range
from pokerlake.engine.ranges.omaha_patterns import format_omaha_range
from pokerlake.engine.ranges.scanner import RangeError
from pokerlake.queries.answers.lookup.omaha import omaha_ranking
from pokerlake.queries.answers.lookup.rankings import lake_ranking, ranking_name
from pokerlake.queries.answers.orders import rule_of
from pokerlake.queries.answers.ranges.given import reader_of
from pokerlake.queries.answers.ranges.omaha import OmahaReader, hole_texts
from pokerlake.queries.answers.ranges.reader import given_text
from pokerlake.tables.errors import InputError, LakeError, UsageError
from pokerlake.tables.lake import Lake


@pytest.fixture
def rankings(tmp_path):
    return write_rankings(tmp_path / "lake")


def test_equity(rankings):
    assert lake_ranking(Lake.open(rankings)).tolist() == EQUITIES


def test_income_rates(rankings):
    lake = Lake.open(rankings)
    assert lake_ranking(lake, "income 2").tolist() == list(range(169))
    assert lake_ranking(lake, "income 9").tolist() == [-row for row in range(169)]


def test_percentages_go_by_the_ranking(rankings):
    one = format_range(reader_of(HOLDEM, rankings).weights("1%"))
    assert one == "AA,AKs,AQs:0.815"
    assert format_range(reader_of(HOLDEM, rankings).weights("1%")) == one
    assert format_range(reader_of(HOLDEM, rankings, by="equity").weights("1%")) == one
    assert format_range(reader_of(HOLDEM, rankings, players=9).weights("1%")) == one
    last = format_range(reader_of(HOLDEM, rankings, players=10).weights("1%"))
    assert last == "22,32o:0.605"
    assert format_range(reader_of(HOLDEM, rankings, by="income 10").weights("1%")) == last
    assert format_range(reader_of(HOLDEM, rankings, by="income 10").top("1").weights) == last


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_readers_of_all_games(game, tmp_path, monkeypatch):
    """No lake without a percentage, files by their names, dead cards, and their own text back."""
    text = format_hand(np.sort(parse_hand(game.examples[0]))[::-1])
    reader = reader_of(game, tmp_path / "none")
    found = reader.read(text)
    assert (len(found), found.combos, reader.text(found)) == (1, 1, text)
    assert reader.shown(found)["combos"].to_pylist() == [1]
    assert reader.holes(found)["hole"].to_pylist() == [text]
    assert reader.explained(text)[1]["deciding"].to_pylist() == [1]
    assert len(reader.difference(found, found)) == 0
    half = found.each(lambda weights: weights / 2)
    assert reader.difference(found, half)["only"].to_pylist() == [0]
    dead = reader_of(game, dead=parse_hand(text[:2]))
    none = dead.read(text)
    assert (len(none), dead.live(none)) == (0, comb(len(game.deck) - 1, game.hole))
    (tmp_path / "range.txt").write_text(f"{text},\n")
    monkeypatch.chdir(tmp_path)
    assert reader.given("@range.txt").combos == found.combos
    with pytest.raises(RangeError):
        reader.read("@range.txt")
    with pytest.raises(InputError, match="cannot be read"):
        reader.given("@nowhere.txt")
    if game.hole == 2:
        return
    with pytest.raises(LakeError if game.holes_table else RangeError):
        reader.read("15%")


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@pytest.mark.parametrize(
    ("how", "problem"),
    [
        ({"dialect": "pio"}, "no dialect 'pio'"),
        ({"by": "rank"}, "no ranking 'rank'"),
        ({"players": 11}, "no ranking 'income 11'"),
    ],
)
def test_what_no_reader_reads_by(game, how, problem):
    with pytest.raises((UsageError, RangeError), match=problem):
        reader_of(game, **how)


def test_no_lake_is_needed_without_a_percentage(tmp_path):
    weights = reader_of(HOLDEM, tmp_path / "none").weights("22+,AKs@50%")
    np.testing.assert_array_equal(weights, parse_range("22+,AKs:0.5"))
    with pytest.raises(LakeError, match=r"^no lake at "):
        reader_of(HOLDEM, tmp_path / "none").weights("15%")


def test_a_table_that_is_not_there(tmp_path):
    lake = write_rankings(tmp_path / "lake", tables=())
    for players, table in ((None, "starting_hands"), (6, "income_rates")):
        with pytest.raises(LakeError) as raised:
            reader_of(HOLDEM, lake, players=players).weights("15%")
        assert str(raised.value) == (
            f"table {table} is not in {lake}; build it with 'pokerlake build {table}'"
        )


def test_a_table_that_lacks_a_hand(tmp_path):
    lake = write_rankings(tmp_path / "lake", hands=HANDS[:-1])
    with pytest.raises(LakeError, match=r"^table starting_hands has no row of 22 "):
        reader_of(HOLDEM, lake).weights("15%")


@pytest.mark.parametrize(
    ("by", "players", "name"),
    [
        (None, None, "equity"),
        ("equity", None, "equity"),
        (None, 6, "income 6"),
        ("income 6", None, "income 6"),
        ("income  10", None, "income  10"),
    ],
)
def test_names_of_rankings(by, players, name):
    assert ranking_name(by, players) == name


@pytest.mark.parametrize(
    ("by", "players", "problem"),
    [
        ("eqity", None, "no ranking 'eqity'; give 'equity', or 'income N' for N = 2 to 10"),
        ("income", None, "no ranking 'income'; give 'equity', or 'income N' for N = 2 to 10"),
        (None, 11, "no ranking 'income 11'; give 'equity', or 'income N' for N = 2 to 10"),
        (None, -6, "no ranking 'income -6'; give 'equity', or 'income N' for N = 2 to 10"),
        ("equity", 6, "players=6 is short for by='income 6'; give one of them"),
    ],
)
def test_what_is_no_ranking(by, players, problem):
    with pytest.raises(UsageError) as raised:
        ranking_name(by, players)
    assert str(raised.value) == problem


def test_text_files_and_stdin(tmp_path, monkeypatch):
    path = tmp_path / "open.txt"
    path.write_bytes("\ufeff22+,\nA2s+\n".encode())
    assert given_text("22+") == "22+"
    assert given_text(f"@{path}") == "22+,\nA2s+\n"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"AKs")))
    assert given_text("-") == "AKs"
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(InputError, match=r"^standard input is closed$"):
        given_text("-")
    path.write_bytes(b"22+,\xff")
    with pytest.raises(InputError, match=r"open.txt is not text in UTF-8 \(byte 5\)$"):
        given_text(f"@{path}")
    with pytest.raises(InputError, match=r"^nowhere.txt cannot be read: No such file or dir"):
        given_text("@nowhere.txt")


def test_dead_cards_are_dead_in_every_way(rankings):
    reader = reader_of(HOLDEM, rankings, parse_hand("AsAh"))
    assert reader.live(reader.read("AA")) == 1225
    assert reader.weights("AA").sum() == 1
    assert reader.top("0.5%").combos == pytest.approx(1 + 2 * 0.1575)  # AsKs and AhKs are dead
    _, table = reader.explained("AA,AhKh")
    assert table["holes"].to_pylist() == [6, 1]
    assert table["deciding"].to_pylist() == [1, 0]


# ---------------------------------------------------------------- Omaha


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
        pytest.param("omaha6", "0.0001%", 20.35852, "AAAA", marks=pytest.mark.whole),
        ("omaha", "50-100", 270_725 / 2, ""),
    ],
)
def test_percentages_go_by_the_table_of_the_game(game, percent, combos, text, ranked):
    found = OmahaReader(rule_of(game), ranked).top(percent)
    assert found.combos == pytest.approx(combos)
    assert format_omaha_range(found).startswith(text)


def test_what_no_table_has_is_refused(tmp_path):
    empty = write_omaha_rankings(tmp_path / "empty", tables=())
    with pytest.raises(LakeError, match=r"build it with 'pokerlake build omaha_hands5'$"):
        OmahaReader(GAMES["omaha5"], empty).top("15")
    with pytest.raises(RangeError, match="of hold'em; there are rankings of omaha,"):
        omaha_ranking(GAMES["hold'em"], path=empty)
    short = write_omaha_rankings(tmp_path / "short", rows=5)
    with pytest.raises(LakeError, match=r"table omaha_hands of .* is damaged"):
        OmahaReader(GAMES["omaha"], short).top("15")


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
    found, parts = reader.explained("AAxx@50, AAKK, AAxx$ds@50")
    assert found.combos == reader.read("AAxx@50, AAKK, AAxx$ds@50").combos
    rows = parts.to_pylist()
    assert [row["deciding"] for row in rows] == [3 * 1128 + 48 - 18, 18, 0]
    assert [row["holes"] for row in rows] == [6961, 36, 864]
    assert rows[1]["reading"] == "AAKK"


def test_holes_as_text():
    assert hole_texts(np.empty((0, 4), np.uint8)).to_pylist() == []
    assert hole_texts(np.array([[0, 1, 2, 51]], np.uint8)).to_pylist() == ["As2h2d2c"]
