"""What ranges hit, and whether somebody has a hand: against naive definitions and known figures."""

import random
import re
from collections import Counter
from itertools import combinations

import pytest

import pokerlake as pk
from helpers.command_line import run
from oracle import naive, naive_kinds, naive_omaha
from pokerlake.catalogue import HIGH
from pokerlake.engine.cards.text import format_hand as text
from pokerlake.engine.kinds.table import kinds_of


def naive_hits(holes, boards):
    """The combos of each kind and draw, the mean over boards."""
    found = Counter()
    for board in boards:
        for hole, weight in holes.items():
            if not {*hole} & {*board}:
                found[naive_kinds.kind(hole, board)] += weight
                for draw in naive_kinds.draws(hole, board):
                    found[draw] += weight
    return {name: combos / len(boards) for name, combos in found.items()}


def told(found, column="combos"):
    return {row["name"]: row[column] for row in found if row[column]}


@pytest.mark.parametrize("seed", range(6))
def test_hits_are_those_of_naive_enumeration(seed):
    chance = random.Random(seed)
    cards = 3 + seed % 3
    board = chance.sample(range(52), cards)
    holes = {
        tuple(sorted(hole, reverse=True)): chance.choice([1.0, 0.5])
        for hole in chance.sample([*combinations(range(52), 2)], 150)
    }
    given = {text(hole): weight for hole, weight in holes.items()}
    live = {hole: weight for hole, weight in holes.items() if not {*hole} & {*board}}
    other = "TT+,AQ+"
    found = pk.hits(given, board, villain=other)
    assert told(found) == naive_hits(holes, [board])
    assert told(found, "villain_combos") == told(pk.hits(other, board))
    made = [row for row in found if row["part"] == "made"]
    assert sum(row["combos"] for row in made) == found.combos == sum(live.values())
    assert made[-1]["or_better"] == made[-1]["villain_or_better"] == 1

    street = ["turn", "river", "river"][cards - 3]
    dead = [card for card in range(52) if card not in board][: 40 if cards == 3 else 20]
    coming = [card for card in range(52) if card not in {*board, *dead}]
    coming = combinations(coming, 1 if cards < 5 else 0)
    boards = [[*board, *more] for more in coming]
    free = {hole: weight for hole, weight in holes.items() if not {*hole} & {*dead}}
    found = pk.hits(given, board, street=street, dead=dead)
    assert told(found) == pytest.approx(naive_hits(free, boards), rel=1e-12)
    assert found.boards == len(boards)


def test_known_figures_of_the_flop():
    jacks = pk.hits("JJ", "*")
    rows = {row["name"]: row for row in jacks}
    whole = 6 * 19_600  # holes on flops
    sets = ("set", "quads with pocket pair", "full house with set")
    met = sum(rows[name]["combos"] for name in sets)
    assert met * 22_100 == pytest.approx(6 * 2304)
    assert jacks.combos * 22_100 == pytest.approx(whole)
    # No card above jacks on the flop, whatever else it brings.
    higher = pk.hits("JJ", "*", dead="AsAhAdAcKsKhKdKcQsQhQdQc")
    assert 1 - higher.boards * higher.combos / whole == pytest.approx(0.5696, abs=5e-5)
    suited = told(pk.hits("AsKs", "*"), "share")
    assert suited["flush draw with two cards"] == pytest.approx(0.1094, abs=5e-5)


def test_hands_are_divided_among_groups_of_kinds():
    found = pk.hits("99+,AKs,KdTd:0.5", "Jh2h3d", dead="KsTh", keep="overpair+, flush draw")
    rows = [tuple(row.values()) for row in found.by_hand()]
    assert rows == [
        ("AA", "overpair", 6.0, 1.0, 6.0),
        ("AKs", "draw", 1.0, 1 / 4, 1.0),
        ("AKs", "overcards", 2.0, 2 / 4, 0.0),
        ("KK", "overpair", 3.0, 3 / 6, 3.0),
        ("KTs", "overcards", 0.5, 0.5 / 4, 0.0),
        ("QQ", "overpair", 6.0, 1.0, 6.0),
        ("JJ", "two pair or better", 3.0, 1.0, 3.0),
        ("TT", "lower pair", 3.0, 3 / 6, 0.0),
        ("99", "lower pair", 6.0, 1.0, 0.0),
    ]
    assert {row["kept_combos"] for row in pk.hits("AKs", "Jh2h3d").by_hand()} == {None}
    for given in ({"board": "*"}, {"hands": "AsKsQdJd", "game": "omaha"}):
        with pytest.raises(pk.PokerlakeError, match="two cards and one board"):
            pk.hits(**{"hands": "AA", "board": "Jh2h3d"} | given).by_hand()


def test_what_is_kept_is_a_range_to_go_on_with():
    found = pk.hits("TT+,AQ+,KQs", "Qh7h2c", keep="top pair+, flush draw")
    assert found.kept_combos == 31 == len(found.kept)
    assert found.kept == pk.Range("KK+,QQ,AQ,KQs,AhKh", dead="Qh7h2c") == pk.Range(found.kept_text)
    turn = pk.hits(found.kept, "Qh7h2c9h")
    assert told(turn)["nut flush with two cards"] == 1
    assert pk.hits("33-66", "Qh7h2c", keep="top pair+").kept == pk.Range({})
    assert pk.hits("33-66", "Qh7h2c").kept is None
    for same in ("tp or better, fd", ["Top Pair+", "flush-draw"], "tp+,fd"):
        assert pk.hits("TT+,AQ+,KQs", "Qh7h2c", keep=same).kept == found.kept
    omaha = pk.hits("AsKsQdJd,AhAdKhKd@50", "Th9s2s", keep="overpair", game="omaha").kept
    assert omaha == pk.OmahaRange("AhAdKhKd@50")


@pytest.mark.parametrize(
    ("line", "out", "err"),
    [
        ("QQ,AQ:0.5 Qh7h2c --keep set", "QsQd,QsQc,QdQc", "kept 3 of them, 33.33 %"),
        ("QQ,AQ:0.5 Qh7h2c", "", "a dialect writes one range; say what to keep with --keep"),
        ("AsKsQdJd Th9s2s --game omaha --keep wrap", "", "dialects write ranges of two cards"),
    ],
)
def test_what_is_kept_in_a_dialect(line, out, err):
    done = run(f"hits {line} -f piosolver")
    assert (done.text.strip(), err in done.err) == (out, True)


@pytest.mark.parametrize(
    ("field", "given", "problem"),
    [
        ("keep", {"keep": "top pear"}, "no kind or draw 'top pear'; did you mean"),
        ("keep", {"keep": "set,"}, "'set,' names no kind or draw between commas; leave out the"),
        ("keep", {"keep": 3}, "keep is 3; give kinds and draws as 'top pair+, flush draw'"),
        (
            "hands",
            {"hands": pk.Range("AA", game="short deck")},
            "none of hold'em; read its text anew",
        ),
        ("villain", {"villain": pk.OmahaRange("AAxx")}, "none of hold'em; read its text anew"),
        ("keep", {"keep": "flush draw+"}, "no kind or draw 'flush draw+'; did you mean"),
        ("keep", {"keep": "set", "street": "turn"}, "there are 49 boards; a range is kept on one"),
        ("street", {"street": "showdown"}, "street is 'showdown'; give flop, turn, river"),
        ("street", {"board": "Qh7h2c3d", "street": "flop"}, "the board has 4 cards"),
        ("hands", {"hands": "QhQd"}, "no hand of the range is live"),
        ("board", {"board": "AKQx!"}, ""),
    ],
)
def test_what_cannot_be_asked(field, given, problem):
    asked = {"hands": "TT+", "board": "Qh7h2c", **given}
    with pytest.raises(ValueError, match=rf"^{field}\b") as told:
        pk.hits(asked.pop("hands"), asked.pop("board"), **asked)
    assert problem in str(told.value)


def test_who_has_a_better_hand():
    hole, board, dead = "AhQs", "QdTd4c", "2c"
    known = {*pk.parse_cards(hole).tolist(), *pk.parse_cards(board).tolist(), 0}
    live = [card for card in range(52) if card not in known]
    mine = naive.best_class([*pk.parse_cards(hole), *pk.parse_cards(board)])
    shown = pk.parse_cards(board).tolist()
    better = [h for h in combinations(live, 2) if naive.best_class([*h, *shown]) < mine]
    found = pk.somebody(hole=hole, board=board, dead=dead, opponents=2)
    disjoint = sum(not {*a} & {*b} for a, b in combinations(better, 2))
    n = len(live) * (len(live) - 1) // 2
    other = (len(live) - 2) * (len(live) - 3) // 2
    assert found.chance[0] == len(better) / n
    assert found.chance[1] == pytest.approx(
        2 * len(better) / n - 2 * disjoint / (n * other), rel=1e-14
    )
    assert found.exact
    assert found.combos == len(better)
    assert (found.chance + found.nobody).tolist() == [1, 1]


def test_holes_of_omaha_are_sampled():
    hole, board = "AsAhKsQd", "Kd7h2c"
    found = pk.somebody(hole=hole, board=board, opponents=3, game="omaha", deals=20_000, seed=4)
    again = pk.somebody(hole=hole, board=board, opponents=3, game="omaha", deals=20_000, seed=4)
    assert found == again
    assert not found.exact
    shown = pk.parse_cards(board).tolist()
    chance = random.Random(1)
    live = [c for c in range(52) if c not in {*shown, *pk.parse_cards(hole).tolist()}]
    mine = naive_omaha.class_of(pk.parse_cards(hole).tolist(), shown)
    tried = [naive_omaha.class_of(chance.sample(live, 4), shown) < mine for _ in range(1500)]
    assert found.chance[0] == pytest.approx(sum(tried) / len(tried), abs=0.05)
    assert found.error[0] == 0 < found.error[2]


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ({"opponents": 0}, "opponents is 0; give a whole number, 1 to 22"),
        ({}, "hole: needed to see which holes beat yours; or give a range, as 'KK+'"),
        ({"hole": "AhKh"}, "board: needed to see"),
        ({"villain": "AA", "game": "omaha6", "opponents": 9}, "opponents is 9; the 52 cards"),
    ],
)
def test_what_nobody_can_be_asked(given, problem):
    with pytest.raises(ValueError, match=r"\w") as told:
        pk.somebody(given.pop("villain", None), **given)
    assert str(told.value).startswith(problem)


@pytest.mark.parametrize(
    ("game", "hands", "board", "cells"),
    [
        ("hold'em", "JJ+,AKs,98s", "Qh7h2c", ["AKs", "76s", "32s"]),
        ("short deck", "JJ+,AKs,98s", "Qh7h9c", ["AKs", "76s"]),
        ("omaha", "AAxx,KQJT$ds", "Qh7h2c", []),
    ],
)
def test_the_picture_has_the_numbers(game, hands, board, cells):
    shown = pk.chart("hits", hands=hands, board=board, game=game).svg()
    names = {kind.name for kind in kinds_of(HIGH)}
    for name, combos in told(pk.hits(hands, board, game=game)).items():
        if combos and name in names:
            assert re.search(rf"\b{name}: [^<]*\n{combos:,.6g} combos, ", shown)
    assert [hand for hand in ("AKs", "76s", "32s") if f">{hand}<" in shown] == cells
    own = (pk.OmahaRange if game == "omaha" else pk.Range)(hands, game=game)
    again = pk.chart("hits", hands=own, board=board, title="x").svg()
    assert again.count("<rect") == shown.count("<rect")


def test_what_the_picture_refuses():
    with pytest.raises(pk.CardError, match="which is not in the deck of 36 cards"):
        pk.chart("hits", hands="AA", board="Qh7h2c", game="short deck")
    with pytest.raises(pk.RangeError, match="no hand of the range is live"):
        pk.chart("hits", hands="KKxx", villain="AsAhAdAc", board="2c2dAh", game="omaha")
