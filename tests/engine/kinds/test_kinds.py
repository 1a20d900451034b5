"""Kinds and draws: the same as by the plain definitions, of any game, on every street."""

from itertools import combinations, product

import numpy as np
import pytest

from oracle import naive_kinds, recount_boards, recount_holdem
from oracle.naive import format_cards, parse_cards
from pokerlake.catalogue import HOLDEM, OMAHA, OMAHA5, OMAHA6, SHORT_DECK
from pokerlake.engine.cards.holes import hole_cards
from pokerlake.engine.cards.text import CardError
from pokerlake.engine.dealing.deck import deal
from pokerlake.engine.kinds.evaluate import (
    draw_bits,
    made_kinds,
    nut_ranks,
    on_boards,
)
from pokerlake.engine.kinds.table import DRAWS, kinds_of
from pokerlake.engine.showdowns.evaluate import high_ids

RULES = [HOLDEM, OMAHA6, OMAHA5, OMAHA, SHORT_DECK]


def told(rule, holes, boards):
    """The name of the kind, and those of the draws, of each hole."""
    kinds = made_kinds(rule, holes, boards)
    bits = draw_bits(rule, holes, boards)
    return [
        (kinds_of(rule.high)[kind - 1].name, {d.name for at, d in enumerate(DRAWS) if of >> at & 1})
        for kind, of in zip(kinds.tolist(), bits.tolist(), strict=True)
    ]


def expected(rule, hole, board):
    if rule.any_five:
        lowest = min(rule.deck) // 4
        return naive_kinds.kind(hole, board, lowest), naive_kinds.draws(hole, board, lowest)
    codes = {kind.name: code for code, kind in enumerate(kinds_of(rule.high))}
    kind = min(naive_kinds.kinds_of_both(hole, board), key=codes.get)
    return kind, naive_kinds.draws_of_both(hole, board)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_as_defined(rule):
    compare(rule, 80 if rule.any_five else 8, seed=1)


# Six minutes: run them after any change of the kernels.
@pytest.mark.whole
@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_many_as_defined(rule):
    compare(rule, 20_000 if rule.any_five else 2_000, seed=2)


@pytest.mark.whole
def test_all_holes_on_flops_as_defined():
    """Every hole on every flop, up to suits."""
    flops, holes = recount_boards.canonical_boards(3), hole_cards()
    seen = 0
    for flop, keeps in zip(flops.cards, flops.keeps, strict=True):
        smallest = recount_holdem.hole_images()[keeps].min(axis=0) == np.arange(len(holes))
        dealt = holes[smallest & ~np.isin(holes, flop).any(axis=1)]
        found = told(HOLDEM, dealt.T, np.repeat(flop[:, None], len(dealt), axis=1))
        for hole, of_hole in zip(dealt.tolist(), found, strict=True):
            assert of_hole == expected(HOLDEM, hole, flop.tolist()), (hole, flop)
        seen += len(dealt)
    assert seen == 1_286_792


def compare(rule, many, seed):
    """All that is told of random holes on boards is as defined: of all cards, and of few.

    Of the clubs and diamonds alone, of four ranks, and of six ranks of two suits: there hands are
    seldom nothing.
    """
    deck = sorted(rule.deck)
    few = (
        deck,
        [card for card in deck if card & 3 < 2],
        deck[-16:],
        [card for card in deck[-28:-4] if card & 3 < 2],
    )
    for board, cards in product((3, 4, 5), few):
        if len(cards) < rule.hole + board:
            continue
        dead = [card for card in range(52) if card not in cards]
        dealt = deal(many, rule.hole + board, seed=seed + board, dead=dead)
        holes, boards = dealt[: rule.hole], dealt[rule.hole :]
        for at, found in enumerate(told(rule, holes, boards)):
            hole, on = holes[:, at].tolist(), boards[:, at].tolist()
            assert found == expected(rule, hole, on), format_cards([*hole, *on])


@pytest.mark.parametrize(
    ("rule", "board"),
    [(HOLDEM, "7c7d2h"), (OMAHA, "7c8dTsTc2h"), (HOLDEM, "AsKsQsJsTs"), (SHORT_DECK, "7c8dTsTc")],
)
def test_rank_among_the_nuts(rule, board):
    live = [card for card in rule.deck if card not in parse_cards(board)]
    holes = np.array([*combinations(live, rule.hole)], np.uint8).T
    boards = np.repeat(np.array([parse_cards(board)], np.uint8).T, holes.shape[1], axis=1)
    ids = high_ids(rule, holes, boards)
    _, place = np.unique(ids, return_inverse=True)
    assert (nut_ranks(rule, holes, boards) == place + 1).all()


def test_rank_among_the_nuts_of_many_boards():
    """Boards come again, in any order of their cards; what cannot be dealt is 0 if asked."""
    dealt = deal(600, 5, seed=7)
    holes, boards = dealt[:2], dealt[2:].copy()
    boards[:, 300:] = boards[::-1, :300]
    holes[:, 7] = boards[:2, 7]
    found = nut_ranks(HOLDEM, holes, boards, strict=False)
    assert found[7] == 0
    whole = on_boards(nut_ranks, HOLDEM, boards)
    number = {tuple(sorted(hole)): at for at, hole in enumerate(hole_cards().tolist())}
    for row, hole in enumerate(holes.T.tolist()):
        assert whole[row, number[tuple(sorted(hole))]] == found[row]
    best = np.where(whole == 0, 9_999, whole)
    assert (best.min(axis=1) == 1).all()


@pytest.mark.parametrize("rule", [HOLDEM, SHORT_DECK], ids=lambda rule: rule.name)
def test_all_holes_of_a_board(rule):
    for size in (3, 4, 5):
        boards = deal(2, size, seed=size, dead=rule.dead)
        for work in (made_kinds, draw_bits):
            found = on_boards(work, rule, boards)
            for board, of_board in zip(boards.T, found, strict=True):
                there = ~np.isin(hole_cards(), [*board, *rule.dead]).any(axis=1)
                holes = hole_cards()[there].T
                same = np.repeat(board[:, None], holes.shape[1], axis=1)
                assert (of_board[there] == work(rule, holes, same)).all()
                assert not of_board[~there].any()


@pytest.mark.parametrize(
    ("rule", "hole", "board", "problem"),
    [
        (HOLDEM, "AsKs", "As2c3d", "has As twice"),
        (OMAHA, "AsKsQsJs", "Js2c3d", "has Js twice"),
        (SHORT_DECK, "AsKs", "5c9d8h", "5c"),
    ],
)
def test_what_cannot_be_dealt(rule, hole, board, problem):
    wrong = [*parse_cards(hole), *parse_cards(board)]
    dealt = deal(3000, len(wrong), seed=1, dead=rule.dead)
    dealt[:, 2500] = wrong
    for ask in (made_kinds, draw_bits, nut_ranks):
        with pytest.raises(CardError, match=problem) as found:
            ask(rule, dealt[: rule.hole, 2000:], dealt[rule.hole :, 2000:])
        assert found.value.index == 500


# ---------------------------------------------------------------- figures that are known


def on_flops(rule, hole, *others):
    """The kinds and draws of a hole on all flops without the cards of others, by their names."""
    cards = parse_cards(hole)
    known = [*cards, *(card for other in others for card in parse_cards(other))]
    boards = np.array([*combinations([c for c in rule.deck if c not in known], 3)], np.uint8).T
    return told(rule, np.repeat(np.array([cards], np.uint8).T, boards.shape[1], axis=1), boards)


def count(found, kinds=(), draw=None):
    """How many hands are of one of the kinds, or have a draw."""
    return sum(kind in kinds or draw in draws for kind, draws in found)


THREES = ("set", "full house with set", "quads with pocket pair")


def test_known_figures_of_flops():
    pair, suited = on_flops(HOLDEM, "JcJd"), on_flops(HOLDEM, "AhKh")
    assert (len(pair), count(pair, THREES)) == (19_600, 2_304)
    assert count(suited, draw="flush draw with two cards") == 2_145  # .1094
    both = zip(on_flops(HOLDEM, "KcKd", "7c7d"), on_flops(HOLDEM, "7c7d", "KcKd"), strict=True)
    assert sum(one[0] == other[0] == "set" for one, other in both) == 176
    omaha = on_flops(OMAHA, "AsAd2s3d")
    assert (len(omaha), count(omaha, draw="nut flush draw")) == (17_296, 4_070)
    assert sum("flush" in kind for kind, _ in omaha) == 330


def test_overcards_to_a_pair_on_the_flop():
    """Of jacks' 19,600 flops .5696 have an overcard; here those of three ranks, none a jack."""
    under = [f"pocket pair under {rank} rank" for rank in ("top", "second")]
    found = count(on_flops(HOLDEM, "JcJd"), (*under, "low pocket pair", "underpair"))
    one, two, three = 12 * (36 * 32 // 2), 12 * 8 // 2 * 36, 12 * 8 * 4 // 6
    assert found == one + two + three
