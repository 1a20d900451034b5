"""Outs against naive enumeration, in all games, and their door in Python."""

import random
from itertools import combinations

import numpy as np
import pytest

import pokerlake as pk
from helpers.command_line import run
from oracle import naive, naive_omaha, naive_orders
from pokerlake.catalogue import GAMES
from pokerlake.engine.cards.text import CARDS
from pokerlake.engine.cards.text import format_hand as text

CATEGORIES = [
    "straight flush", "four of a kind", "full house", "flush", "straight", "three of a kind",
    "two pair", "one pair", "high card",
]  # fmt: skip
SHORT = ["flush" if n == "full house" else "full house" if n == "flush" else n for n in CATEGORIES]


def key_of(game, hole, board):
    """What is smaller for a better hand, and its category."""
    if game.dead:
        fives = combinations([*hole, *board], 5)
        if game.used:
            twos, threes = combinations(hole, 2), [*combinations(board, 3)]
            fives = ([*two, *three] for two in twos for three in threes)
        key = min(map(naive_orders.short_deck_key, fives))
        return key, SHORT[key[0]]
    of = naive_omaha.class_of if game.used else lambda h, b: naive.best_class([*h, *b])
    class_id = of(hole, board)
    return class_id, CATEGORIES[naive.category(class_id) - 1]


def share_of(game, hole, villain, board):
    """The share of the pot of the first, 0, 1/4, 1/2, 3/4 or 1."""

    def half(mine, theirs):
        return 1.0 if mine < theirs else 0.5 if mine == theirs else 0.0

    high = half(key_of(game, hole, board)[0], key_of(game, villain, board)[0])
    if not game.halves:
        return high
    lows = [naive_omaha.low_of(cards, board) for cards in (hole, villain)]
    return high if min(lows) > 56 else (high + half(*lows)) / 2


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@pytest.mark.parametrize("cards", [3, 4])
def test_outs_are_those_of_naive_enumeration(game, cards):
    chance = random.Random(cards)
    for _ in range(4 if game.hole < 5 else 2):
        dealt = chance.sample(game.deck, 3 * game.hole + cards + 1)
        hole, board, dead = dealt[: game.hole], dealt[game.hole : game.hole + cards], dealt[-1:]
        villains = [dealt[n : n + game.hole] for n in (game.hole + cards, 2 * game.hole + cards)]
        known = {*hole, *board, *dead}
        now = CATEGORIES if not game.dead else SHORT
        before = now.index(key_of(game, hole, board)[1])

        found = pk.outs(text(hole), text(board), dead=text(dead), game=game.name)
        left = [card for card in game.deck if card not in known]
        assert found["card"].tolist() == [CARDS[card] for card in left]
        made = [key_of(game, hole, [*board, card])[1] for card in left]
        assert found["category"].tolist() == made
        assert found.improves.tolist() == [now.index(name) < before for name in made]
        assert sum(row["cards"] for row in found.by_category()) == len(left)
        assert found.to_arrow()["ahead"].null_count == len(left)

        weights = [1.0, 0.5]
        given = dict(zip(map(text, villains), weights, strict=True))
        found = pk.outs(text(hole), text(board), villain=given, dead=text(dead), game=game.name)
        wanted = {}
        for card in left:
            pairs = [(v, w) for v, w in zip(villains, weights, strict=True) if card not in v]
            shares = [(share_of(game, hole, v, [*board, card]), w) for v, w in pairs]
            total = sum(w for _, w in shares)
            wanted[CARDS[card]] = [
                sum(w for share, w in shares if share > 0.5) / total,
                sum(w for share, w in shares if share == 0.5) / total,
                total,
            ]
        assert found["card"].tolist() == list(wanted)
        assert np.stack([found.ahead, found.tied], 1).tolist() == [w[:2] for w in wanted.values()]
        whole = sum(w[2] for w in wanted.values())
        assert found.chance[0] == pytest.approx(sum(w[0] * w[2] for w in wanted.values()) / whole)


def test_nine_hearts_and_one_that_pairs_the_board():
    found = pk.outs("AhKh", "Qh2h3d", villain="QsQc")
    assert len(found) == 45
    assert [(row["category"], row["cards"], row["ahead"]) for row in found.by_category()] == [
        ("flush", 9, 8.0), ("one pair", 12, 0.0), ("high card", 24, 0.0),
    ]  # fmt: skip
    assert repr(found).endswith(
        "high card now; 21 of 45 cards of the turn make a better category\n"
        "ahead then in 17.78 %, tied in 0 %"
    )


@pytest.mark.parametrize(
    "hole", ["AhKh", "A♥K♥", [50, 46], (50, 46), np.array([50, 46]), ["Ah", "Kh"], pk.Cards("AhKh")]
)
def test_cards_in_any_form(hole):
    assert pk.outs(hole, pk.Cards("Qh2h3d")) == pk.outs("AhKh", "Qh2h3d")


@pytest.mark.parametrize(
    "villain", ["QQ+", pk.Range("QQ+"), {"QQ": 1, "KK": 1, "AA": 1}, ["QQ", "KK", "AA"]]
)
def test_ranges_in_any_form(villain):
    found = pk.outs("AhKh", "Qh2h3d", villain=villain)
    assert found == pk.outs("AhKh", "Qh2h3d", villain="QQ,KK,AA")
    assert 0 < found.chance[0] < 1


def test_a_range_of_omaha():
    given = pk.OmahaRange("AAxx$ds")
    board = "Kh2h3d"
    found = pk.outs("KsKdQsQd", board, villain=given, game="omaha")
    assert found == pk.outs("KsKdQsQd", board, villain="AAxx$ds", game="omaha")


@pytest.mark.parametrize(
    ("given", "named", "kind", "says"),
    [
        (("AhKh", "Qh2h"), {}, pk.CardError, "board: 'Qh2h' has 2 cards; a board here has 3 or 4"),
        (("AhKhQh", "2h3h4h"), {}, pk.CardError, "hole: 'AhKhQh' has 3 cards; a hole of hold'em"),
        (("", "2h3h4h"), {}, pk.CardError, "hole: no cards; a hole of hold'em has 2"),
        (("AhKh", "Ah2h3h"), {}, pk.CardError, "hole and board both have Ah"),
        (("AhKh", "Qh2h3h"), {"dead": "Qh"}, pk.CardError, "board and dead both have Qh"),
        (("AhKh", "Qh2h3h"), {"villain": "XX"}, pk.RangeError, "villain: 'XX' at character 1: "),
        (("AhKh", "Qh2h3h"), {"villain": "AhQh"}, pk.RangeError, "villain: no hand of the range"),
        (("AhKh", "Qh2h3h"), {"game": "chess"}, ValueError, "game: no game 'chess'"),
        (("AhKh", "Qh2c6h"), {"game": "6+"}, pk.CardError, "board: 'Qh2c6h' has 2c, which is not"),
        ((["AhKh", "QsQc"], "Qh2h3h"), {}, pk.CardError, "is not one hand; give text such as"),
        (("AhKh",), {}, TypeError, "missing a required argument: 'board'"),
        (("AhKh", "Qh2h3h"), {"range": "AA"}, TypeError,
         "no argument 'range'; here it is villain="),
        (("AhKh", "Qh2h3h"), {"flop": "AA"}, TypeError, "no argument 'flop'; here it is board="),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_of_its_field(given, named, kind, says):
    with pytest.raises(kind) as told:
        pk.outs(*given, **named)
    assert says in str(told.value)
    assert "\n" not in str(told.value)


def test_no_file_is_read_for_a_range(tmp_path, monkeypatch):
    """But on the command line, where ``@FILE`` is one."""
    (tmp_path / "range.txt").write_text("QsQc")
    monkeypatch.chdir(tmp_path)
    for villain in ("@range.txt", "-"):
        with pytest.raises(pk.RangeError, match=r"^villain: "):
            pk.outs("AhKh", "Qh2h3d", villain=villain)
    wanted = run("outs AhKh Qh2h3d --villain QsQc -f csv")
    found = run("outs AhKh Qh2h3d --villain @range.txt -f csv")
    assert (found.text, found.code) == (wanted.text, 0)
