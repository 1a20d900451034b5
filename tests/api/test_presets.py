"""Spots that are often solved: each is one, and begins as it says."""

import json

import pytest

import pokerlake as pk
from helpers.command_line import run
from pokerlake.queries.answers.solving.presets import PRESETS, flops_of, spots_of_preset
from pokerlake.queries.questions.spots import spot_after_flop
from pokerlake.tables.errors import LakeError

BEGINS = {
    "srp-btn-bb": (5.5, 97.5), "srp-btn-bb-40bb": (4.9, 37.8), "srp-co-bb": (5.5, 97.5),
    "srp-utg-bb": (5.5, 97.5), "srp-sb-bb": (6, 97), "3bp-bb-btn": (22.5, 89),
    "3bp-bb-sb": (18, 91), "4bp-btn-bb": (48.5, 76),
}  # fmt: skip


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.preset)
def test_a_preset_is_a_spot(preset):
    rows = spots_of_preset(preset, flops_of(1755, None))
    assert len({row["board"] for row in rows}) == len(rows) == 1755
    spot = spot_after_flop(rows[-1], lambda text: pk.Range(text).weights).spot
    assert (spot.told(spot.pot), spot.told(spot.stack)) == BEGINS[preset.preset]
    assert 50 < len(spot.tree()) < 1500
    assert ((spot.ranges > 0).sum(axis=1) < 700).all()


def test_presets_are_listed():
    assert pk.presets().to_arrow()["preset"].to_pylist() == list(BEGINS)
    with pytest.raises(LakeError, match="no lake to take flops from"):
        flops_of(95, None)


def test_a_preset_on_one_board():
    words = "solve --preset 4bp-btn-bb --board"
    (plan,) = json.loads(run(f"{words} Ks8d2c --plan -f json").text)
    assert (plan["name"], plan["board"], plan["nodes"]) == ("4bp-btn-bb", "Ks8d2c", 114)
    for line, problem in (
        (f"{words} Ks8d2c --flops 22", "flops and board are both given; give one of them"),
        (f"{words} Ks8d2c --plan --replace", "--plan does not go with --preset"),
        (
            f"{words} Ks8d2c7h --plan",
            "--board is 'Ks8d2c7h'; of a preset it is a flop: give three ",
        ),
        ("solve --plan --preset 4bp", "--preset is '4bp'; there is srp-btn-bb, "),
    ):
        assert problem in run(line).err
