"""One hole on one board: counts from tables or computed, ratios, opponents with ranges, calls."""

import json
from math import prod

import numpy as np
import pytest

import pokerlake as pk
from helpers.command_line import run
from helpers.slices import some_hands
from pokerlake.engine.cards.holes import format_hole, parse_hole
from pokerlake.engine.cards.text import CardError
from pokerlake.engine.ranges.notation import parse_range
from pokerlake.engine.ranges.scanner import RangeError
from pokerlake.engine.strength.ratios import hand_strength, negative_potential, positive_potential
from pokerlake.engine.strength.weighted import field, strength_against
from pokerlake.queries.answers.strength import (
    Call,
    HoleOnBoard,
    Opponents,
    measures,
    spot_strength,
    verdict,
)
from pokerlake.tables.definitions.boards import TRANSITIONS
from pokerlake.tables.errors import LakeError, UsageError
from pokerlake.tables.manifest import Manifest, write_manifest
from pokerlake.tables.registry import table_or_view
from pokerlake.web.questions import answer_to

EVERYTHING = np.ones(1326)
PAPP = HoleOnBoard.parse("AhQh", "3h4sJh")  # of errata.md
STREETS = {3: "flop", 4: "turn", 5: "river"}


@pytest.fixture
def empty(tmp_path):
    """A lake without tables."""
    write_manifest(tmp_path, Manifest())
    return tmp_path


def spots(cards, number):
    for hole, board in some_hands(cards, number):
        low, high = sorted(hole)
        yield HoleOnBoard(high * (high - 1) // 2 + low, np.array(board, np.uint8))


# ---------------------------------------------------------------- the documents


@pytest.mark.parametrize("stored", [True, False], ids=["from the table", "computed"])
def test_the_documents_figures(stored, lake, empty):
    found = spot_strength(PAPP, Opponents(), lake=lake if stored else empty)
    assert found["source"] == ("flop_hands" if stored else "computed")
    assert [found[name] for name in ("ahead", "tied", "behind")] == [628, 9, 444]
    assert [found[f"river_{name}"] for name in TRANSITIONS] == [
        529685, 2347, 89688, 3240, 5625, 45, 221903, 680, 216977,
    ]  # fmt: skip
    wanted = {
        "hs": 0.5851063829787234,
        "ppot1": 0.30112721417069244,
        "npot1": 0.0993939393939394,
        "ppot2": 0.50417891287456507,
        "npot2": 0.14514153391623746,
    }
    assert {name: found[name] for name in wanted} == wanted
    assert found["ehs"] == pytest.approx(0.70936375783739, abs=1e-14)
    assert found["equity"] == pytest.approx(found["ehs"], abs=1e-15)
    five = spot_strength(PAPP, Opponents(5), lake=lake if stored else empty)
    assert five["hs"] == 0.06857632055948792
    assert five["ehs"] == pytest.approx(0.5282272263, abs=1e-10)
    assert five["equity"] == found["equity"]


# ---------------------------------------------------------------- tables and engine


@pytest.mark.parametrize("cards", [3, 4, 5])
def test_tables_and_engine_have_the_same_digits(cards, whole_lake, empty):
    for spot in spots(cards, 30):
        stored = spot_strength(spot, Opponents(3), lake=whole_lake)
        computed = spot_strength(spot, Opponents(3), lake=empty)
        # Turns and rivers are computed faster than they are read.
        assert stored.pop("source") == ("flop_hands" if cards == 3 else "computed")
        assert computed.pop("source") == "computed"
        assert stored == computed


@pytest.mark.parametrize("cards", [3, 4, 5])
def test_every_count_of_the_table_is_there(cards, empty):
    found = spot_strength(next(spots(cards, 1)), Opponents(), lake=empty)
    columns = {column.name for column in table_or_view(f"{STREETS[cards]}_hands").columns}
    named = {{"win": "wins", "tie": "ties"}.get(name, name) for name in columns}
    assert named - {"board_id", "hole_id", "hand", "weight"} <= set(found)


@pytest.mark.parametrize("cards", [3, 4, 5])
def test_every_measure_has_a_meaning(cards, empty):
    call = Call(10, 5, 2)
    for opponents in (Opponents(), Opponents(2, (EVERYTHING,))):
        spot = next(spots(cards, 1))
        found = spot_strength(spot, opponents, call, empty)
        shown = measures(found, spot, opponents)
        assert shown["measure"].to_pylist() == list(found)
        assert all(shown["meaning"].to_pylist())


def test_the_lake_of_the_working_folder_is_found_if_there_is_one(lake, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("POKERLAKE_LAKE", raising=False)
    assert spot_strength(PAPP, Opponents())["source"] == "computed"
    (tmp_path / "lake").symlink_to(lake)
    assert spot_strength(PAPP, Opponents())["source"] == "flop_hands"


def test_a_lake_that_is_named_must_be_there(tmp_path):
    with pytest.raises(LakeError, match=r"^no lake at"):
        spot_strength(PAPP, Opponents(), lake=tmp_path / "nowhere")


# ---------------------------------------------------------------- opponents with ranges


@pytest.mark.parametrize("cards", [3, 4, 5])
def test_a_range_of_everything_is_no_range(cards, empty):
    for spot in spots(cards, 5):
        anyone = spot_strength(spot, Opponents(2), lake=empty)
        ranged = spot_strength(spot, Opponents(2, (EVERYTHING,)), lake=empty)
        assert {name: anyone[name] for name in anyone if name in ranged} == {
            name: value for name, value in ranged.items() if name in anyone
        }


def test_several_ranges_are_a_product_or_a_field(empty):
    ranges = tuple(parse_range(text) for text in ("22+,A2s+", "KTo+,QJs:0.5"))
    spot = PAPP
    apart = spot_strength(spot, Opponents(2, ranges), lake=empty)
    each = [hand_strength(strength_against(spot.hole, spot.board, one).now) for one in ranges]
    assert apart["hs"] == pytest.approx(prod(map(float, each)), abs=1e-15)
    cards = [*spot.board.tolist(), *divmod_cards(spot.hole)]
    mean = strength_against(spot.hole, spot.board, field(ranges, cards))
    one_field = spot_strength(spot, Opponents(2, ranges, use_field=True), lake=empty)
    assert one_field["hs"] == pytest.approx(float(hand_strength(mean.now)) ** 2, abs=1e-15)
    for found in (apart, one_field):
        assert found["ppot2"] == pytest.approx(float(positive_potential(mean.river)), abs=1e-15)
        assert found["npot1"] == pytest.approx(float(negative_potential(mean.next_card)), abs=1e-15)
        assert found["ehs"] == pytest.approx(
            found["hs"] + (1 - found["hs"]) * found["ppot2"] - found["hs"] * found["npot2"]
        )


def divmod_cards(hole):
    text = format_hole(hole)
    return ["23456789TJQKA".index(text[i]) * 4 + "cdhs".index(text[i + 1]) for i in (0, 2)]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((0,), "0 opponents: give 1 or more"),
        ((3, (EVERYTHING, EVERYTHING)),
         "2 ranges for 3 opponents: give one for all, or one for each"),
        ((1, (EVERYTHING, EVERYTHING)), "2 ranges for 1 opponent: give one for all, or one for"),
        ((2, (EVERYTHING,), True), "a field is made of several ranges; give one for each opponent"),
    ],
)  # fmt: skip
def test_opponents_that_fit_no_one(arguments, message):
    with pytest.raises(UsageError) as caught:
        Opponents(*arguments)
    assert str(caught.value).startswith(message)


# ---------------------------------------------------------------- spots and calls


def test_spots_are_read_in_any_order():
    spot = HoleOnBoard.parse("qh AH", "Jh3h4s")
    assert (spot.hole, spot.board.tolist(), spot.street) == (
        parse_hole("AhQh"),
        [38, 6, 11],
        "flop",
    )


SPOT = {"hole": "AhQh", "board": "3h4sJh"}


@pytest.mark.parametrize(
    ("given", "field", "message"),
    [
        ({"hole": "Ah"}, "hole", "'Ah' has 1 card; a hole has 2"),
        ({"hole": "AhQ"}, "hole", "'AhQ' at character 3: 'Q' has no suit; suits are cdhs"),
        ({"board": "3h4s"}, "board", "board '3h4s' has 2 cards; 3, 4 or 5 are needed"),
        ({"board": "3h4s5c6c7c8c"}, "board", "board '3h4s5c6c7c8c' has 6 cards; 3, 4 or 5 are"),
        ({"board": "3h3h2d"}, "board", "'3h3h2d' has 3h twice"),
        ({"board": "3h4sAh"}, "hole", "hole 'AhQh' and board '3h4sAh' both have Ah"),
        ({"villain": "AhAs"}, "villain", "range 1 has no hole without a card of 3h4sJhQhAh"),
        ({"villain": "QQQ"}, "villain", "'QQQ' at character 3: 'Q' does not belong here"),
        ({"pot": 5.0}, "bet", "a call has a pot and a bet; give both"),
        ({"later": 5.0}, "bet", "a call has a pot and a bet; give both"),
        ({"pot": 4.0, "bet": 5.0}, "bet", "pot 4 is less than bet 5: the pot has the chips"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_the_same_at_all_doors(given, field, message, lake):
    asked = SPOT | given
    with pytest.raises((CardError, RangeError, UsageError)) as raised:
        pk.strength(**asked, lake=lake)
    assert str(raised.value).startswith(message)
    words = [f"--{name} {asked[name]}" for name in asked if name not in SPOT]
    finished = run(" ".join(["strength", asked["hole"], asked["board"], *words]))
    assert (finished.code, finished.err) == (2, f"error: {raised.value}\n")
    told = answer_to("strength", json.dumps(asked).encode(), lake)
    assert (told.status, told.field, told.problem) == (400, field, str(raised.value))


def test_what_the_pot_odds_say(empty):
    found = spot_strength(PAPP, Opponents(), Call(pot=10, bet=5), empty)
    assert (found["pot_odds"], found["effective_odds"], found["call"]) == (1 / 3, 1 / 3, True)
    equity = found["equity"]
    assert found["largest_call"] == pytest.approx(equity * 10 / (1 - equity))
    assert verdict(found) == "call: 5 into 10 needs 33.3 %; the hand has 70.9 %"
    dear = spot_strength(PAPP, Opponents(5), Call(pot=10, bet=300, later=20), empty)
    assert (dear["effective_odds"], dear["call"]) == (320 / 350, False)
    assert (
        verdict(dear) == "fold: 300 into 10, and 20 later, needs 91.4 %; the hand has about 52.8 %"
    )


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (Call(-1, 5), "pot -1 is not an amount, 0 or more"),
        (Call(10, float("nan")), "bet nan is not an amount, 0 or more"),
        (Call(10, 5, float("inf")), "later inf is not an amount, 0 or more"),
    ],
)
def test_amounts_that_are_none(call, message, empty):
    with pytest.raises(UsageError) as caught:
        spot_strength(PAPP, Opponents(), call, empty)
    assert str(caught.value).replace(".0", "") == message
