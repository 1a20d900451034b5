"""Ranges that players showed: against a naive reader, with all holes and with those shown alone."""

import math
import re
from collections import Counter
from pathlib import Path

import pytest

import pokerlake as pk
from given import sites
from helpers.command_line import run
from oracle.naive_histories import read_hands
from pokerlake.catalogue import GAMES
from pokerlake.pipelines.histories.importing import import_histories
from pokerlake.tables.errors import UsageError

FILES = Path(__file__).parents[4] / "shared/data/hand-histories"
needs_files = pytest.mark.skipif(not FILES.exists(), reason="needs hand-histories of shared/data")


def text_of_some():
    return (FILES / "pluribus_100.txt").read_text("utf-8")


def hidden(text):
    """Without the holes of those who show nothing."""
    found = []
    for hand in re.split(r"\n\n+", text.strip()):
        shown = set(re.findall(r"^(?:Seat \d+: )?(.+?):? show(?:s|ed) \[", hand, re.M))
        kept = [
            line
            for line in hand.splitlines()
            if not (dealt := re.match(r"Dealt to (.+) \[", line)) or dealt[1] in shown
        ]
        found.append("\n".join(kept))
    return "\n\n".join(found)


@pytest.fixture(scope="module")
def lakes(tmp_path_factory):
    """A lake of 100 hands that tell all holes, and one of the same that tell what was shown."""
    made = []
    for name, text in (("whole", text_of_some()), ("hidden", hidden(text_of_some()))):
        there = tmp_path_factory.mktemp(name)
        (there / "hands.txt").write_text(text, "utf-8")
        import_histories(there / "lake", [str(there / "hands.txt")], workers=1)
        made.append(there / "lake")
    return made


def starting_hand(hole):
    """Which of the 169 it is: AKs for KhAh."""
    high, low = sorted((hole[0], hole[2]), key="AKQJT98765432".index)
    return high + low + ("" if high == low else "s" if hole[1] == hole[3] else "o")


def counted(hands, street, facing, acting, player=None):
    """Of players who face this: the hands with known holes, those that act so, and how many."""
    dealt, taken, chances, actions = Counter(), Counter(), 0, 0
    for hand in hands:
        bets, calls, own = 0, 0, {}
        for act in hand.actions:
            if act.street != street or "blind" in act.action:
                continue
            first = ("limp" if calls else "nothing") if not bets else ""
            words = ["raise", "3-bet"] if street == "preflop" else ["bet", "raise"]
            faced = first or (words[bets - 1] if bets <= 2 else "more")
            if faced == facing and player in (None, act.player):
                own.setdefault(act.player, set()).add(act.action)
            bets += act.action in ("bet", "raise")
            calls += act.action == "call" and street == "preflop"
        for name, done in own.items():
            did = not acting or bool(done & set(acting))
            chances, actions = chances + 1, actions + did
            if name in hand.holes:
                dealt[starting_hand(hand.holes[name])] += 1
                taken[starting_hand(hand.holes[name])] += did
    return dealt, taken, chances, actions


NODES = [
    ("preflop", "nothing", ["raise"], "Pluribus"),
    ("preflop", "raise", ["call", "raise"], None),
    ("preflop", "3-bet", ["fold"], None),
    ("river", "nothing", [], None),
]


@needs_files
@pytest.mark.parametrize(("street", "facing", "acting", "player"), NODES)
def test_hands_are_those_of_a_naive_reader_and_bounds_hold_what_is_hidden(
    lakes, street, facing, acting, player
):
    asked = {"where": {"street": street, "facing": facing}, "player": player, "action": acting}
    whole, seen = (pk.shown(**asked, lake=lake) for lake in lakes)
    for found, text in ((whole, text_of_some()), (seen, hidden(text_of_some()))):
        dealt, taken, chances, actions = counted(read_hands(text), street, facing, acting, player)
        assert (found.chances, found.actions) == (chances, actions)
        rows = {row["hand"]: row for row in found}
        assert len(rows) == 169
        assert {hand: row["dealt"] for hand, row in rows.items() if row["dealt"]} == dealt
        assert {hand: row["taken"] for hand, row in rows.items() if row["taken"]} == +taken
    assert whole.whole
    assert not seen.whole
    assert sum(row["combos"] for row in whole) == 1326
    for true, row in zip(whole, seen, strict=True):
        assert row["percent"] is None
        assert row["share_low"] <= true["share"] + 1e-9
        assert row["share_high"] >= true["share"] - 1e-9
        if true["percent"] is not None:
            assert row["percent_low"] <= true["percent"] + 1e-9
            assert row["percent_high"] >= true["percent"] - 1e-9


@needs_files
def test_a_sample_has_intervals_of_wilson_and_is_a_range(lakes):
    asked = {"where": "street=preflop; facing=nothing", "action": "raise"}
    found = pk.shown(**asked, lake=lakes[0])
    row = next(row for row in found if row["dealt"] > row["taken"] > 0)
    share, n, z = row["taken"] / row["dealt"], row["dealt"], 1.959963984540054
    half = z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    ends = [100 * (share + z * z / (2 * n) + sign * half) / (1 + z * z / n) for sign in (-1, 1)]
    assert [row["percent_low"], row["percent_high"]] == pytest.approx(ends)
    assert row["range_weight"] == pytest.approx(share, abs=1e-4)
    assert found.range().hands[row["hand"]] == pytest.approx(share, abs=1e-4)
    assert "are a sample" in found.summary()
    assert row["hand"] in found.chart().svg()
    words = "--where street=preflop --where facing=nothing --action raise"
    text = run(f"shown {words} -f pokerlake --lake {lakes[0]}").text
    assert pk.Range(text.strip()) == found.range()


@needs_files
def test_what_is_shown_is_a_range_by_its_combos(lakes):
    found = pk.shown(where={"street": "river"}, action="call", lake=lakes[1])
    rows = [row for row in found if row["taken"]]
    most = max(row["taken"] / row["combos"] for row in rows)
    for row in rows:
        weight = row["taken"] / row["combos"] / most
        assert row["range_weight"] == pytest.approx(weight, abs=1e-4)
    assert "are no sample" in found.summary()
    drawn = found.chart().svg()
    assert "% of the hands shown" in drawn
    assert "holes are known: no sample. Pointing at a hand shows low and high." in drawn
    told = {row["hand"]: (row["share_low"], row["share_high"]) for row in rows}
    for hand, least, most in re.findall(r">(\w+): .* with call\n.*: ([\d.]+) to ([\d.]+) %", drawn):
        assert told.pop(hand, (0, float(most))) == pytest.approx(
            (float(least), float(most)), abs=0.01
        )
    assert not told


def test_files_that_tell_all_holes_are_a_sample(tmp_path):
    """Bovada's, of four players before the flop, of whom one acts twice."""
    (tmp_path / "hands.txt").write_text(sites.BOVADA.text, "utf-8")
    import_histories(tmp_path / "lake", [str(tmp_path / "hands.txt")], workers=1)
    found = pk.shown(lake=tmp_path / "lake")
    assert found.whole
    assert {row["hand"] for row in found if row["dealt"]} == {"AA", "K2o", "QQ", "87s"}
    mine = pk.shown(player="hero", action="raise", lake=tmp_path / "lake")
    assert [row["hand"] for row in mine if row["taken"]] == ["QQ"]
    nothing = pk.shown(game="short deck", lake=tmp_path / "lake")
    assert len(nothing) == 81
    assert sum(row["combos"] for row in nothing) == GAMES["short deck"].holes
    assert not nothing.range()


@needs_files
@pytest.mark.parametrize(
    ("asked", "problem"),
    [
        ({"where": {"seconds": 1}}, "where has seconds, which decisions do not have"),
        ({"where": {"prize": 1}}, "where has prize, which decisions do not have"),
        ({"where": {"positon": "BB"}}, "where has 'positon'; did you mean 'position'?"),
        ({"player": "Pluribos"}, "player is 'Pluribos'; did you mean 'Pluribus'?"),
        ({"action": "rais"}, "action is 'rais'; did you mean 'raise'?"),
        ({"action": 3}, "action is 3; give names, such as 'call,raise'"),
        ({"game": "omaha"}, "game: holes of omaha have 4 cards; give one of: hold'em, short deck"),
    ],
)
def test_what_is_wrong_is_said(lakes, asked, problem):
    with pytest.raises(UsageError) as raised:
        pk.shown(**asked, lake=lakes[0])
    assert str(raised.value) == problem
