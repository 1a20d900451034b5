"""The public tree against a rule book written apart, and what holds for every tree."""

import itertools
import json
import random
import re
from fractions import Fraction
from math import floor

import numpy as np
import pytest

from pokerlake.engine.solving.sizes import Betting
from pokerlake.engine.solving.tree import DEAL, DECISION, FOLD, SHOWDOWN, betting_tree

STARTS = [(180, 910), (100, 300), (50, 100), (7, 11), (1, 1)]
SIZES = ["29", "33.3", "57", "pot", "150", "all-in", "3c", "50c", "e", "2e"]


def chips(word, pot, left, bet, streets):
    """What a size says, by exact fractions; halves are rounded up."""
    if word[-1] == "e":
        return equal_shares(pot, left, int(word.rstrip("e") or streets))
    if word in ("a", "all-in", "pot", "min"):
        return {"pot": pot, "min": 0}.get(word, left)
    number = Fraction(word.rstrip("xc"))
    exact = {"c": number, "x": (number - 1) * bet}
    return floor(exact.get(word[-1], number * pot / 100) + Fraction(1, 2))


def equal_shares(pot, left, bets):
    """The first of so many bets of one share of the pot that are all-in, by halving."""
    low, high = 0.0, left / pot
    for _ in range(60):
        share, whole = (low + high) / 2, pot
        for _ in range(bets):
            whole += 2 * share * whole
        low, high = (share, high) if whole < pot + 2 * left else (low, share)
    return floor(round(low * pot, 6) + 0.5)


def amounts(pot, left, bet, facing, words, rules, streets):
    """What may be put in beyond the call: no less than the raise before, tidied."""
    found = {min(max(chips(word, pot, left, bet, streets), facing, 1), left) for word in words}
    add, force, merge = (Fraction(rules[name]) for name in ("add_all_in", "force_all_in", "merge"))
    if left <= add * pot:
        found.add(left)
    kept = []
    for more in sorted(left if left - m <= force * (pot + 2 * m) else m for m in found)[::-1]:
        if not kept or kept[-1] - more >= max(merge * pot, 1):
            kept.append(more)
    return kept[::-1]


def lines(pot, stack, street, rules):
    """All lines, with what both have put in, and who can do what."""
    found = {}

    def act(line, put, before, player, street, raises, checked, aggressor):
        other = 1 - player
        facing, left = put[other] - put[player], stack - put[other]
        words = rules["raises" if facing else "bets"][player]
        if not facing and player == 0 and aggressor == 1 and rules["donks"] is not None:
            words = rules["donks"]
        more = []
        if left and raises < rules["most_raises"]:
            words = words[street].split(",") if words[street] else []
            pot_called = pot + 2 * put[other]
            bet = put[other] - before
            more = amounts(pot_called, left, bet, facing, words, rules, 3 - street)
        if facing:
            found[(*line, "f")] = FOLD, tuple(put)
            over((*line, "c"), [put[other]] * 2, street, other)
        elif checked:
            over((*line, "x"), put, street, -1)
        else:
            act((*line, "x"), put, before, other, street, raises, True, aggressor)
        can = ["f", "c"] if facing else ["x"]
        for by in more:
            after = list(put)
            after[player] = put[other] + by
            can.append(f"{'r' if facing else 'b'}{after[player] - before}")
            act((*line, can[-1]), after, before, other, street, raises + 1, False, aggressor)
        found[line] = DECISION, tuple(put), player, can

    def over(line, put, street, aggressor):
        if street == 2 or put[0] == stack:
            found[line] = SHOWDOWN, tuple(put)
        else:
            act(line, list(put), put[0], 0, street + 1, 0, False, aggressor)

    act((), [0, 0], 0, 0, street, 0, False, -1)
    return found


def by_player(rng, name, street, draw):
    """Sizes by player and street, and the same as the text of options; some are for both."""

    def entries():
        streets = [draw()] * 3 if rng.random() < 0.3 else [draw() for _ in range(3)]
        there = [each or rng.choice(["", "-"]) for each in streets[street:]]
        text = there[0] if len(set(there)) == 1 else "/".join(there)
        return streets, text.replace(",", rng.choice([",", " ", ", "])).replace("57", "57%")

    both, text = entries()
    sizes, given = [both, both], {name: text}
    for player in (0, 1):
        if rng.random() < 0.3:
            sizes[player], given[f"{('oop', 'ip')[player]}_{name}"] = entries()
    return sizes, given


def lines_of(tree):
    found = {}
    for node in np.flatnonzero(tree.kind != DEAL):
        entry = int(tree.kind[node]), tuple(tree.put_in[node].tolist())
        if tree.kind[node] == DECISION:
            can = [tree.actions[child] for child in tree.children_of(node)]
            entry = *entry, int(tree.player[node]), can
        found[tuple(tree.line(node).split())] = entry
    return found


@pytest.mark.parametrize("seed", range(4))
def test_lines_are_those_of_the_rules(seed):
    """Of random settings: entries for each street or one, of each player, decimal thresholds."""
    rng = random.Random(seed)
    for _ in range(50):
        pot, stack = rng.choice(STARTS)
        street = rng.randrange(3)
        bets, given = by_player(
            rng, "bets", street, lambda: ",".join(rng.sample(SIZES, rng.randint(0, 2)))
        )
        raises, more = by_player(
            rng, "raises", street, lambda: rng.choice(["", "2.5x", "45,a", "3c", "min", "e", "3e"])
        )
        rules = {
            "donks": rng.choice([None, ["", "57", "29,a"]]),
            "add_all_in": rng.choice(["0", "0.57", "1.5"]),
            "force_all_in": rng.choice(["0", "0.07", "0.5"]),
            "merge": rng.choice(["0", "0.07", "0.2"]),
            "most_raises": rng.randint(1, 2 if street == 0 else 3),
        }
        given |= more | {
            name: "/".join(rule[street:]) if isinstance(rule, list) else rule and float(rule)
            for name, rule in rules.items()
        }
        rules |= {"bets": bets, "raises": raises}
        betting = Betting.of(**given, street=street)
        tree = betting_tree(pot, stack, betting, street)
        texts = betting.texts
        assert Betting.of(**{**given, **texts}, street=street) == betting
        assert lines_of(tree) == lines(pot, stack, street, rules), (pot, stack, street, rules)


GRID = list(
    itertools.product([5, 180], [1, 40, 900], ["33,75,a", "50c", ""], ["2.5x,a", "60"], [0, 1.5])
)


@pytest.mark.parametrize(("pot", "stack", "bets", "raises", "threshold"), GRID)
def test_what_holds_for_every_tree(pot, stack, bets, raises, threshold):
    betting = Betting.of(
        bets, raises, add_all_in=threshold, force_all_in=threshold / 10, merge=threshold / 10,
        most_raises=3,
    )  # fmt: skip
    tree = betting_tree(pot, stack, betting, 1)
    nodes = np.arange(len(tree))
    assert (tree.put_in >= 0).all()
    assert (tree.put_in <= stack).all()
    assert (np.diff(tree.street) >= 0).all()
    assert (tree.parent[1:] < nodes[1:]).all()
    assert sorted(tree.children.tolist()) == nodes[1:].tolist()
    for node in nodes:
        children = tree.children_of(node)
        assert (tree.parent[children] == node).all()
        assert (tree.kind[node] in (FOLD, SHOWDOWN)) == (len(children) == 0)
        if tree.kind[node] == DEAL:
            assert tree.street[children[0]] == tree.street[node] + 1
            assert tree.kind[children[0]] == DECISION
        elif tree.kind[node] == DECISION:
            assert len({tree.actions[child] for child in children}) == len(children)
            assert tree.node(tree.line(node)) == node
            raises_by = [
                tree.put_in[child].max() - tree.put_in[node].max()
                for child in children
                if tree.actions[child][0] in "br"
            ]
            facing = np.ptp(tree.put_in[node])
            assert all(
                by >= max(facing, 1) or tree.put_in[node].max() + by == stack for by in raises_by
            )
        if tree.kind[node] == SHOWDOWN:
            assert np.ptp(tree.put_in[node]) == 0
            assert tree.street[node] == 2 or tree.put_in[node, 0] == stack


def actions(line, **given):
    stack = given.pop("stack", 1000)
    tree = betting_tree(100, stack, Betting.of(**given), 0)
    return [tree.actions[child] for child in tree.children_of(tree.node(line))]


def test_sizes_are_tidied():
    assert actions("", bets="33,75,a") == ["x", "b33", "b75", "b1000"]
    assert actions("", bets="33 75% 50c") == ["x", "b33", "b50", "b75"]
    assert actions("", bets="33,40,75", merge=0.1) == ["x", "b40", "b75"]
    assert actions("", bets="75", stack=150, add_all_in=1.5) == ["x", "b75", "b150"]
    assert actions("", bets="75", stack=150, force_all_in=0.3) == ["x", "b150"]
    assert actions("b50", bets="50", raises="2.5x,a") == ["f", "c", "r125", "r1000"]
    assert actions("b50", bets="50", raises="1%") == ["f", "c", "r100"]
    assert actions("b50 r150", bets="50", raises="50", most_raises=2) == ["f", "c"]
    assert actions("", bets="33/50/75") == ["x", "b33"]
    assert actions("x x", bets="33/50/75") == ["x", "b50"]
    assert actions("", bets="33/-/75") == ["x", "b33"]
    assert actions("x x", bets="33/-/75") == ["x"]
    assert actions("", bets="e,2e,3e,1e", stack=1300) == ["x", "b100", "b210", "b1300"]
    assert actions("b50", bets="50", raises="min,pot") == ["f", "c", "r100", "r250"]
    assert actions("", bets="33", oop_bets="") == ["x"]
    assert actions("x", bets="33", oop_bets="") == ["x", "b33"]


@pytest.mark.parametrize(
    ("text", "street", "written"),
    [
        ("33%, 75 ALL-IN", 0, "33,75,a"), ("pot/2%/allin", 0, "100/2%/a"),
        ("e 2e 33.5", 1, "e,2e,33.5"),
        ("50/-", 1, "50/-"), ("-", 2, "-"), ("", 0, "-"), ("min,2.50x,50.0c", 2, "min,2.5x,50c"),
        ("66/66/66", 0, "66"),
    ],
)  # fmt: skip
def test_sizes_are_written_in_one_way(text, street, written):
    betting = Betting.of("-", text, street=street)
    assert betting.texts["ip_raises"] == written
    assert Betting.of("-", written, street=street) == betting


@pytest.mark.parametrize(
    ("given", "street", "problem"),
    [
        ({"bets": "0.5"}, 0, "bets has '0.5', which is percent of the pot: write 50% for 0.5"),
        ({"bets": "half"}, 0, "bets has 'half', which is no size: give 33 or 33% (of the pot)"),
        ({"bets": "50 -"}, 0, "bets has '-', which is no size"),
        ({"bets": "min"}, 0, "bets has 'min': min is for raises, and for bets where"),
        ({"ip_bets": "3x"}, 0, "ip_bets has '3x': a multiple is for raises only"),
        ({"raises": "0e"}, 0, "raises has '0e': give a whole number of bets, as 2e"),
        ({"bets": "33/50/75"}, 1, "bets is '33/50/75': give one entry, or one for each street from "
         "the turn, which the spot begins on: '50/75'"),
        ({"bets": "33/50"}, 0, "bets is '33/50': give one entry, or one for each street from the "
         "flop: '33/50/75'"),
        ({"raises": "33/50"}, 2, "raises is '33/50': give one entry: a spot on the river has no"),
    ],
)  # fmt: skip
def test_what_is_no_size(given, street, problem):
    with pytest.raises(ValueError, match=re.escape(problem)):
        Betting.of(**given, street=street)


def test_decimals_are_exact():
    """Binary fractions say 14.499… chips, a difference below 7, and less than 57 left."""
    assert actions("", bets="14.5") == ["x", "b15"]
    assert actions("", bets="33,40", merge=0.07) == ["x", "b33", "b40"]
    assert actions("", bets="20", stack=57, add_all_in=0.57) == ["x", "b20", "b57"]


def test_a_tree_without_end_is_said_in_a_line(monkeypatch):
    with pytest.raises(ValueError, match="river has more than 100 raises in a row: give larger"):
        betting_tree(1, 10_000, Betting.of("1c", "1c"), 2)
    monkeypatch.setattr("pokerlake.engine.solving.tree.MOST_NODES", 1_000)
    with pytest.raises(ValueError, match="more than 1,000 nodes: give fewer sizes"):
        betting_tree(180, 910, Betting.of("33,75", "60"), 0)


def test_known_trees():
    """Leduc's two streets, 15 nodes each, the second after five ends of the first; Kuhn's lines."""
    leduc = betting_tree(2, 12, Betting.of("2c/4c", "2c/4c", street=1, most_raises=2), 1)
    assert np.bincount(leduc.street).tolist() == [0, 15, 75]
    assert np.bincount(leduc.kind).tolist() == [36, 5, 24, 25]
    assert leduc.put_in[leduc.node("x b2 r4 c x b4 r8 c")].tolist() == [12, 12]
    kuhn = betting_tree(2, 1, Betting.of("1c", ""), 2)
    assert sorted(map(kuhn.line, range(len(kuhn)))) == [
        "", "b1", "b1 c", "b1 f", "x", "x b1", "x b1 c", "x b1 f", "x x",
    ]  # fmt: skip
    preset = betting_tree(180, 910, Betting.of("52/55/70", "45"), 0)
    assert np.bincount(preset.street).tolist() == [27, 117, 339]
    assert preset.put_in[preset.node("x b94 r260 r575 r910 c")].tolist() == [910, 910]


def grown(tree, pot=100, stack=200, street=2, **sizes):
    return betting_tree(pot, stack, Betting.of(**sizes, tree=tree, street=street), street)


def same(one, other):
    return one.actions == other.actions and all(
        np.array_equal(getattr(one, name), getattr(other, name))
        for name in ("kind", "player", "street", "parent", "first", "count", "children", "put_in")
    )


@pytest.mark.parametrize("street", [0, 1, 2])
def test_a_tree_that_is_written_is_the_same(street):
    """As a mapping, as lines, and of a later street as the rest of the tree."""
    sizes = {"bets": "50,a", "raises": "2.5x", "donks": "20", "force_all_in": 0.3, "most_raises": 2}
    tree = betting_tree(100, 300, Betting.of(**sizes, street=street), street)
    for form in (tree.nested(), tree.text(100, 300), json.dumps(tree.nested())):
        assert same(grown(form, 100, 300, street), tree)
    if street < 2:
        root = tree.node("x b50 c")
        rest = grown(tree.nested(root), 200, 250, street + 1)
        behind = {line for line in map(tree.line, range(len(tree))) if line.startswith("x b50 c ")}
        found = {f"x b50 c {rest.line(node)}" for node in range(1, len(rest))}
        assert found - {"x b50 c "} == behind


def test_what_a_written_tree_leaves_to_sizes():
    """Check, call and fold are always there; sizes behind a letter are of the pot or the bet."""
    tree = grown({"check": {"b50%": {"raise 3x": None}}, "b33": {}, "BPOT": {"c": {}}}, bets="a")
    assert list(map(tree.line, np.flatnonzero(tree.kind != DECISION))) == [
        "x x", "x b50 f", "x b50 c", "x b50 r150 f", "x b50 r150 c", "x b50 r150 r200 f",
        "x b50 r150 r200 c", "b33 f", "b33 c", "b33 r116 f", "b33 r116 c", "b33 r116 r200 f",
        "b33 r116 r200 c", "b100 f", "b100 c",
    ]  # fmt: skip
    turn = grown({"x": {"x": {"x": {"b20": {}}}}}, street=1, bets="75")
    assert [turn.actions[child] for child in turn.children_of(turn.node("x x"))] == ["x"]
    assert [turn.actions[child] for child in turn.children_of(turn.node("x x x"))] == ["x", "b20"]


_DEEP: dict = {}
_DEEP["x"] = _DEEP


@pytest.mark.parametrize(
    ("tree", "problem"),
    [
        ({}, "tree is {}: give what follows each action"),
        ("# nothing", "tree is {}: give"),
        (3, "tree is 3: give"),
        ('{"x"', "tree is not JSON, Expecting ':' delimiter"),
        ("{x}", '(char 1): give it as {"x": {"b50": {}}, "b33": {}}'),
        ('{"x": 1, "x": 2}', "tree has 'x' twice after the same actions"),
        ({"x": {}, "check": {}}, "tree has 'x' twice"),
        ({"q": {}}, "tree has 'q', which is no action: give x, c, f, b50"),
        ({"x": {"b50": 1}}, "tree has 1 after 'x b50': give what follows"),
        (_DEEP, "tree has more than 400 actions in a row"),
        ("x\n    b50\n  b60", "tree, line 3: 'b60' is indented as no line above it is"),
        ("x\nx", "tree, line 2: 'x' is there already"),
        ({"f": {}}, "tree has 'f': nobody has bet: give x, or b50 for a bet of 50"),
        ({"x": {"r50": {}}}, "tree has 'r50' after 'x': nobody has bet"),
        ({"b50": {"b90": {}}}, "tree has 'b90' after 'b50': there is a bet: give f, c, or r150"),
        ({"b200": {"r300": {}}}, "tree has 'r300' after 'b200': the other is all in: give f and c"),
        ({"b201": {}}, "tree has 'b201': 200 is all in"),
        ({"b50": {"r70": {}}}, "tree has 'r70' after 'b50': the least is 100"),
        ({"b0": {}}, "tree has 'b0': the least is 1"),
        ({"b0.5": {}}, "tree has 'b0.5': give whole chips of 1"),
        ({"b50": {}, "b50%": {}}, "tree has 'b50%': another of the same 50 is there"),
        ({"bmin": {}}, "tree has 'min': min is for raises"),
        ({"b50": {"f": {"x": {}}}}, "tree has 'x' after 'b50 f': the hand is over; leave it out"),
        ({"x": {"x": {"x": {}}}}, "tree has 'x' after 'x x': the hand is over"),
    ],
)
def test_a_written_tree_that_does_not_fit(tree, problem):
    with pytest.raises(ValueError, match=re.escape(problem)):
        grown(tree)


def test_chips_that_are_less_than_1():
    """The same tree as in whole chips, in the unit that amounts are given in."""
    sizes = {"bets": "33,e", "raises": "2.5x", "merge": 0.07, "add_all_in": 1}
    whole = betting_tree(55, 400, Betting.of(**sizes | {"bets": "33,e,12c"}), 0)
    tenths = betting_tree(55, 400, Betting.of(**sizes | {"bets": "33,e,1.2c"}, chip=0.1), 0)
    assert tenths.put_in.tolist() == whole.put_in.tolist()
    tens = [action if len(action) < 2 else f"{action[0]}{int(action[1:]) / 10:g}"
            for action in whole.actions]  # fmt: skip
    assert tenths.actions == tens
    assert tenths.line(tenths.node("bet 1.8, raise to 4.5, call")) == "b1.8 r4.5 c"
    again = Betting.of(tree=tenths.text(55, 400, 0.1), chip=0.1)
    assert same(betting_tree(55, 400, again, 0), tenths)
    assert tenths.text(55, 400, 0.1).startswith("# flop: pot 5.5, 40 left\n")


def test_who_called_leads_as_donks_say():
    """Only into who bet last on the street before."""
    given = {"bets": "50", "donks": "20"}
    assert actions("x b50 c", **given) == ["x", "b40"]
    assert actions("x x", **given) == ["x", "b50"]
    assert actions("b50 c", **given) == ["x", "b100"]
    assert actions("x b50 c", bets="50", donks="") == ["x"]
