"""OHH is read in two ways: all of a chunk by kernels, or an object by ``json``.

The first leaves to the other what it cannot read for sure, and tells what it would.
"""

import copy
import json
import random
from pathlib import Path

import pytest

from given.ohh_hands import OTHERS, OWN
from given.other_sites import OHH
from helpers.command_line import run
from helpers.read_histories import put_down
from pokerlake.pipelines.histories import reading, usual

SITES = Path(__file__).parents[4] / "shared/data/sites/hands"
USUAL = OHH.text
FLAT = json.dumps(json.loads(USUAL)["ohh"])
HANDS = [USUAL, OWN, OTHERS, FLAT]
ALL = "\n\n".join(HANDS)


def both_ways(text, monkeypatch):
    """How many hands of a text the kernels read, after the other reader has told the same."""
    found = []

    def spied(data, *, is_text):
        found.append(usual.find_ohh(data, is_text=is_text))
        return found[0]

    data = text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
    with monkeypatch.context() as patch:
        patch.setitem(reading._USUAL, "ohh", spied)
        at_once = put_down(data, "ohh")
        patch.delitem(reading._USUAL, "ohh")
        assert put_down(data, "ohh") == at_once, text
    return sum(found[0].fine)


def test_hands_in_the_usual_form_are_read_at_once(monkeypatch):
    assert both_ways(ALL, monkeypatch) == 4
    assert both_ways(f"\ufeff[{','.join(HANDS)}]\n", monkeypatch) == 4
    assert both_ways("".join(HANDS), monkeypatch) == 4
    assert both_ways(json.dumps(json.loads(USUAL), indent=4), monkeypatch) == 1
    assert both_ways(ALL.encode("cp1252"), monkeypatch) == 4
    assert both_ways(ALL.replace("ë", "\\u00eb"), monkeypatch) == 4
    exact = put_down(ALL.encode(), "ohh")
    assert exact["heads"][1][:14] == (
        "Stars", "77", "hold'em", "fixed limit", 100_000, 205_000, None, 3, 1_709_146_803, "ET",
        "UTC-05:00", "Zoë", "900", 1,
    )  # fmt: skip
    assert exact["told entries"][1][0].player == "Ann"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"Lima"', '""'), ('"Lima"', "12"), ('"EUR"', "null"), ('"EUR"', '"Euro"'),
        ('"dealer_seat": 4, ', ""), ('"dealer_seat": 4', '"dealer_seat": null'),
        ('"starting_stack": 60', '"starting_stack": 60.0001'), ('"amount": 4', '"amount": "4"'),
        ('"start_date_utc": "2026-02-02T20:17:51Z",', ""), ('"Preflop"', '"preflop"'),
        ('"hero_player_id": 7', '"hero_player_id": 9'), ('"Ten"', "null"), ('"cards": [], ', ""),
        ('"Check"}', '"Check", "amount": null, "cards": ""}'), ('"NL"', '"PL"'),
        ('"Holdem"', '"6+ Holdem"'), ('"ante_amount"', '"a\u00e9"'), ('"rake": 1.5,', ""),
        ('"players"', '"tournament_info": null, "tournament_bounties": [], "players"'),
        ('"players"', '"tournament_info": {"tournament_number": 5}, "players"'),
        ('"Lima"', '"Li\\u00eb\\u0416a"'), ('"Ten"', '"Ten", "a": "\\ud83d\\ude00\\u0041\\n"'),
    ],
)  # fmt: skip
def test_what_programs_write_in_several_ways(monkeypatch, old, new):
    assert old in USUAL
    assert both_ways(USUAL.replace(old, new, 1), monkeypatch) == 1


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"Lima"', '"Li\\u006da"'), ('"Lima"', '"Li\\"ohh"'), ('"Lima"', "false"),
        ('"Lima"', '"Li\x01ma"'), ('"Lima"', '"ohh"'), ('"Lima"', "12.5"), ('"Lima"', "-1"),
        ('"5101"', '""'), ('"5101"', "-5101"), ('"EUR"', "978"), ('"EUR"', '"EUR",'),
        ('"NL"', '"XL"'), ('"Holdem"', '"Razz"'), ('"Holdem"', '"Chess"'), ('"Holdem"', "1"),
        ("20:17:51Z", "24:17:51Z"), ("2026-02-02", "2026-02-30"), ("2026-02", "2100-02"),
        ("2026-02-02T", "2026-02-02 "), ('"dealer_seat": 4', '"dealer_seat": 65536'),
        ('"dealer_seat": 4', '"dealer_seat": 4.0'), ('"seat": 2', '"seat": "2"'),
        ('"id": 8', '"id": 7'), ('"id": 8', '"id": "8"'), ('"name": "Bob"', '"name": 5'),
        ('"name": "Bob"', '"name": ""'), ("80.5", "80.00001"), ("80.5", "8e1"), ("80.5", "NaN"),
        ("80.5", "080.5"), ("80.5", "-80.5"), ("80.5", '" 80.5"'), ("80.5", "10000000000000"),
        ("80.5", "[80.5]"), ('"starting_stack": 80.5', '"stack": 80.5'),
        ('"action": "Fold"', '"action": "Folds"'), ('"action": "Fold"', '"player_id": 8'),
        ('8, "action": "Fold"', '9, "action": "Fold"'), ('"amount": 30', '"amount": -30'),
        ('"Qs", "Qd"', '"Qs", "10d"'), ('"Qs", "Qd"', '"Qs Qd"'), ('"Qs", "Qd"', '"Qs", 5'),
        ('["Qs", "Qd"]', '"QsQd"'), ('"Flop"', '"FLOP"'), ('"Flop"', "1"), ('"Flop"', '"Rain"'),
        ('"pots": [', '"pots": [5, '), ('"win_amount": 30.5', '"win": 30.5'),
        ('"player_id": 7, "win', '"player_id": null, "win'),
        ('"action": "Check"', '"action": "Player Adjustment", "amount": -1'),
        ('"players"', '"tournament_bounties": [{"player_id": 7, "bounty_won": 5}], "players"'),
        ('"players"', '"tournament_info": {"tournament_number": "5", "fee_amount": "x"'
         ', "name": 10000000000000000000000000000000000000000000}, "players"'),
        ('"players"', '"tournament_info": 5, "players"'), ('{"ohh":', '{"id": 5.5, "ohh":'),
        ("}]}}", "}]}"), ('{"ohh":', '{"x":'),
        ('"spec_version": "1.4.6"', '"x": ' + "[" * 40 + "]" * 40),
    ],
)  # fmt: skip
def test_what_is_not_usual_is_left_to_the_other_reader(monkeypatch, old, new):
    assert old in USUAL
    assert both_ways(USUAL.replace(old, new, 1), monkeypatch) == 0


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"_played":"2024', '"_played":null,"x":"2024'), ('"_zone":"ET"', '"_zone":false'),
        ('"_file":"a file.txt"', '"_file":[]'), ('"_boards":["2c', '"_boards":["2x'),
        ('"_boards":["2c3c4c5c6c"', '"_boards":[""'), ('"_capped":[1,3]', '"_capped":[2]'),
        ('"_capped":[1,3]', '"_capped":["1"]'), ('"_by_acts":true', '"_by_acts":1'),
        ('"_dead":10', '"_dead":-10'), ('"number":0', '"number":11'), ('"_board":2', '"_board":4'),
        ('"amount":-4.5', '"amount":-0'), ('"amount":-4.5', '"amount":null'),
        ('"_board":2,', ""), ('"rake":0', '"rake":"-1"'),
    ],
)  # fmt: skip
def test_what_is_not_usual_of_ours_is_left_to_the_other_reader(monkeypatch, old, new):
    assert old in OWN
    assert both_ways(OWN.replace(old, new, 1), monkeypatch) == 0


def test_a_hand_that_is_not_usual_is_read_between_others(monkeypatch):
    odd = USUAL.replace("Lima", "Li\\u006da")
    assert both_ways(f"{USUAL}\n{odd}{USUAL}", monkeypatch) == 2
    assert both_ways(f"{USUAL}\n{odd[:-9]}\n{USUAL}", monkeypatch) == 1  # all behind it
    assert both_ways(f"{USUAL},\n7\n{USUAL}", monkeypatch) == 1
    assert both_ways(f'{USUAL}{{"ohh": 5}}\n{USUAL}', monkeypatch) == 2


@pytest.mark.parametrize("seed", range(3))
def test_mutated_hands_are_told_the_same_both_ways(monkeypatch, seed):
    chance = random.Random(seed)
    fast = 0
    for _ in range(100):
        many = [chance.choice((mutated, altered))(chance.choice(HANDS), chance) for _ in range(2)]
        fast += both_ways(chance.choice(("\n\n", ", ", "")).join(many), monkeypatch)
    assert fast > 20


@pytest.mark.skipif(not SITES.exists(), reason="needs sites/hands of shared/data")
def test_hands_of_sites_are_told_the_same_both_ways(no_lake, monkeypatch):
    files = [path.read_bytes() for path in sorted((SITES / "OHH").iterdir())]
    assert sum(both_ways(data, monkeypatch) for data in files) > 50
    some = " ".join(str(SITES / name) for name in ("888", "KingsClub", "PokerNow", "WPN"))
    assert "new" in run(f"import {some} --lake first").err
    assert run("export hands -o out.ohh --lake first").code == 0
    assert both_ways(Path("out.ohh").read_bytes(), monkeypatch) > 300


_PIECES = (
    *"\"',0-\\[]{}:\x7f\u00e9 \n", "null", "true", "e3", "1.", '"ohh"', '\\"ohh"', "\\u0041",
    "\\u00eb", '"_program":"pokerlake",', '"player_id":null,', '"_dead":1,', '"cards":[],',
    "\ufeff", *"123456789AKTcdhs",
)  # fmt: skip
_VALUES = (
    None, True, False, 0, 1, 7, 3, -1, 0.0001, 0.00001, 12.5, "12.50", "", "Zoë", "AhKd", "river",
    "Raise", "Call", "Bet", "Fold", "Post SB", "Player Adjustment", "Nothing", [], {}, ["Ah"],
    ["Ah", "Kd"], ["10h"], [1], 65_536, "pokerlake", "USD", "Chips", "FL", "Omaha", "Razz",
    "2024-02-30T00:00:00Z", "2024-02-29T23:59:59", "ohh", {"tournament_number": "5"}, "-5",
)  # fmt: skip
_NAMES = sorted(set(OWN.split('"')) & set(usual.ohh_kernels.KEYS))


def mutated(text, chance):
    """The text with a few characters changed."""
    for _ in range(chance.randint(1, 2)):
        at = chance.randrange(len(text))
        text = text[:at] + chance.choice(_PIECES) + text[at + chance.randint(0, 2) :]
    return text


def altered(text, chance):
    """The text of an object of which a few values are others."""
    value = json.loads(text)
    for _ in range(chance.randint(1, 3)):
        inside = chance.choice([*containers(value)])
        new = copy.deepcopy(chance.choice(_VALUES))
        if isinstance(inside, dict):
            name = chance.choice([*inside, chance.choice(_NAMES)])
            inside.pop(name, None)
            if chance.random() < 0.8:
                inside[name] = new
        else:
            inside.insert(chance.randint(0, len(inside)), chance.choice([*inside, new]))
    return json.dumps(value, ensure_ascii=False)


def containers(value):
    """The objects and lists of a value."""
    if isinstance(value, dict | list):
        yield value
        for inside in value.values() if isinstance(value, dict) else value:
            yield from containers(inside)
