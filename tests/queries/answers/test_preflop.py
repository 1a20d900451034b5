"""What the actions before the flop leave: pot, stack, and who is in position."""

import re

import pytest

from pokerlake.queries.answers.solving.preflop import Blinds, begun, cap_of_two


@pytest.mark.parametrize(
    ("preflop", "stacks", "more", "left"),
    [
        ("BTN r2.5, BB c", "100bb", {}, (5.5, 97.5, "BB", "BTN")),
        ("button raises to 2.5bb, BB calls", 100, {}, (5.5, 97.5, "BB", "BTN")),
        ("BTN r2.5, BB r11; BTN c", 100, {}, (22.5, 89, "BB", "BTN")),
        ("BTN r2.5, SB f, BB r9, BTN c", 100, {}, (18.5, 91, "BB", "BTN")),
        ("SB c, BB x", 100, {}, (2, 99, "SB", "BB")),
        ("SB limps, BB checks", 100, {"players": 2}, (2, 99, "BB", "BTN")),
        ("BTN r2.5, BB c", 100, {"players": 2}, (5, 97.5, "BB", "BTN")),
        ("CO r2.2, BTN folds, BB calls", "CO 50, BB 30", {}, (4.9, 27.8, "BB", "CO")),
        ("LJ r3, MP c", 100, {}, "preflop is 'LJ r3, MP c', which leaves MP"),
        ("BTN r5, UTG c", 200, {"straddle": 2}, (11.5, 195, "UTG", "BTN")),
        ("CO r6, BTN c", 200, {"straddle": "BTN 2"}, (13.5, 194, "CO", "BTN")),
        ("BTN r2.5, BB c", 100, {"ante": 0.1, "players": 6}, (6.1, 97.4, "BB", "BTN")),
        ("BTN r2.5, BB c", 100, {"ante": "BB 1"}, (6.5, 96.5, "BB", "BTN")),
        ("BTN r2.5, BB c", 100, {"ante": 0.1, "straddle": 2, "players": 6},
         (8.1, 97.4, "BB", "BTN")),
        ("UTG r5, BB c", {"UTG": 200, "BB": "80bb"}, {"blinds": Blinds.of("1/2")},
         (11, 155, "BB", "UTG")),
        ("BTN r2.5", 100, {}, "preflop is 'BTN r2.5', which leaves BTN: give actions that leave"),
        ("BTN r2.5, SB c, BB c", 100, {}, "which leaves BTN, SB, BB: give actions"),
        ("BTN r2.5, BB r9", 100, {}, "where BTN has put in 2.5 and BB 9: give the call too"),
        ("XX r2, BB c", 100, {}, "preflop has 'XX', which is no position: give one of SB, BB, UTG"),
        ("BTN", 100, {}, "preflop has 'BTN'; give actions by position, as 'BTN r2.5, BB c'"),
        ("BTN r200, BB c", 100, {}, "preflop has 'BTN r200': give more than 1, at most 100"),
        ("BTN r1, BB c", 100, {}, "preflop has 'BTN r1': give more than 1"),
        ("BTN r2, BB x", 100, {}, "preflop has 'BB x': BB must call 2"),
        ("BTN f, BTN r3", 100, {}, "preflop has 'BTN r3', and BTN has folded"),
        ("BTN ra, BB c", 10, {}, "10 is all in, and nothing is left"),
        ("BTN r50, BB c", "BTN 100, BB 40", {}, "40 is all in, and nothing is left"),
        ("BTN r2, BB c", {"BTN": 100}, {}, "stacks is {'BTN': 100}: BB has none; give one"),
        ("BTN r2, BB c", "BTN, BB", {}, "stacks is 'BTN, BB'; give one amount, or BTN 100, BB 60"),
        ("BTN r2, BB c", "many", {}, "stacks is 'many'; give one amount"),
        ("BTN r2, BB c", 100, {"ante": 0.1}, "ante is of each player: give players too, or ante"),
        ("BTN r2, BB c", 100, {"straddle": 1}, "straddle is 1; give more than the big blind"),
    ],
)  # fmt: skip
def test_what_is_left_on_the_flop(preflop, stacks, more, left):
    blinds = more.get("blinds", Blinds())
    others = {name: value for name, value in more.items() if name != "blinds"}
    if isinstance(left, str):
        with pytest.raises(ValueError, match=re.escape(left)):
            begun(preflop, stacks, blinds, **others)
        return
    found = begun(preflop, stacks, blinds, **others)
    assert (found.pot, found.stack, found.oop, found.ip) == left


def test_blinds_that_are_none():
    for given in ("1", "2/1", "x", 3, "0/0"):
        with pytest.raises(ValueError, match="give the small and the big one"):
            Blinds.of(given)


def test_the_cap_of_two_players():
    for given in ("2: 0.5, 3-4: 1, 5+: 2", {2: 0.5, 3: 1}, "2-4: 0.5", "2+:0.5", 0.5, "0.5"):
        assert float(cap_of_two(given)) == 0.5
    with pytest.raises(ValueError, match="which has no cap for two players"):
        cap_of_two({3: 1})
