"""Texture of boards: as a reader of the definitions counts it, published counts, and examples."""

import functools
from collections import Counter
from itertools import combinations_with_replacement
from math import comb

import numpy as np
import pytest

from oracle import naive
from pokerlake.engine.cards.boards import canonical_boards
from pokerlake.engine.cards.texture import textures

STRAIGHTS = [{12, 0, 1, 2, 3}, *(set(range(low, low + 5)) for low in range(9))]
PAIRS = list(combinations_with_replacement(range(13), 2))
COLUMNS = ("suits", "pairing", "high", "connected", "straights", "flush_possible")


def counts(values):
    return sorted(Counter(values).values(), reverse=True)


def plain_suits(board):
    most, *others = counts(card % 4 for card in board)
    if most == len(board):
        return "monotone"
    if most == 2 and 2 in others:
        return "double two-tone"
    return {1: "rainbow", 2: "two-tone", 3: "three-flush", 4: "four-flush"}[most]


def plain_pairing(board):
    most, *others = counts(card // 4 for card in board)
    if most == 3 and 2 in others:
        return "full house"
    if most == 2 and 2 in others:
        return "two pair"
    return {1: "unpaired", 2: "paired", 3: "trips", 4: "quads"}[most]


@functools.cache
def plain_connected(ranks):
    return max(len(ranks & straight) for straight in STRAIGHTS)


@functools.cache
def plain_straights(ranks):
    return sum(any(straight <= ranks | {*pair} for straight in STRAIGHTS) for pair in PAIRS)


def plain_texture(board):
    ranks = frozenset(card // 4 for card in board)
    return (
        plain_suits(board),
        plain_pairing(board),
        "23456789TJQKA"[max(ranks)],
        plain_connected(ranks),
        plain_straights(ranks),
        counts(card % 4 for card in board)[0] >= 3,
    )


def rows(boards):
    found = textures(boards)
    return list(zip(*(getattr(found, name).tolist() for name in COLUMNS), strict=True))


@pytest.mark.parametrize(("cards", "every"), [(3, 1), (4, 1), (5, 11)])
def test_textures_as_defined(cards, every):
    boards = canonical_boards(cards).cards[::every]
    expected = [plain_texture(board) for board in boards.tolist()]
    assert rows(boards) == expected
    assert rows(np.random.default_rng(cards).permuted(boards, axis=1)) == expected


def test_types():
    found = textures(canonical_boards(4).cards)
    assert (found.connected.dtype, found.straights.dtype) == (np.uint8, np.uint8)
    assert found.flush_possible.dtype == np.bool_
    assert {column.shape for column in vars(found).values()} == {(16_432,)}


# Of thirteen ranks, four suits. Pairings of rivers are the classic frequencies of five cards, with
# straights and flushes among those that are unpaired.
RAW = [
    (3, "suits", {"monotone": 1_144, "two-tone": 12_168, "rainbow": 8_788}),
    (3, "pairing", {"unpaired": 18_304, "paired": 3_744, "trips": 52}),
    (
        4,
        "suits",
        {
            "rainbow": 13**4,
            "two-tone": 4 * 3 * comb(13, 2) * 13**2,
            "double two-tone": 6 * comb(13, 2) ** 2,
            "three-flush": 4 * 3 * comb(13, 3) * 13,
            "monotone": 4 * comb(13, 4),
        },
    ),
    (
        4,
        "pairing",
        {"unpaired": 183_040, "paired": 82_368, "two pair": 2_808, "trips": 2_496, "quads": 13},
    ),
    (
        5,
        "suits",
        {
            "two-tone": 4 * comb(13, 2) * 13**3,
            "double two-tone": 4 * 3 * comb(13, 2) ** 2 * 13,
            "three-flush": 4 * 3 * comb(13, 3) * (13**2 + comb(13, 2)),
            "four-flush": 4 * 3 * comb(13, 4) * 13,
            "monotone": 5_148,
        },
    ),
    (
        5,
        "pairing",
        {
            "unpaired": 1_302_540 + 5_108 + 10_200 + 40,
            "paired": 1_098_240,
            "two pair": 123_552,
            "trips": 54_912,
            "full house": 3_744,
            "quads": 624,
        },
    ),
    (3, "flush_possible", {True: 1_144, False: 20_956}),
    (3, "high", {rank: comb(4 * place + 4, 3) - comb(4 * place, 3)
                 for place, rank in enumerate("23456789TJQKA")}),
    (5, "straights", {91: 10_200 + 40}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("cards", "column", "expected"), RAW, ids=[f"{cards}-{column}" for cards, column, _ in RAW]
)
def test_raw_boards(cards, column, expected):
    boards = canonical_boards(cards)
    raw = Counter()
    for kind, weight in zip(
        getattr(textures(boards.cards), column).tolist(), boards.weight.tolist(), strict=True
    ):
        raw[kind] += weight
    assert raw.total() == comb(52, cards)
    assert {kind: raw[kind] for kind in expected} == expected
    if column != "straights":
        assert raw.keys() == expected.keys()


@pytest.mark.parametrize(
    ("board", "connected", "straights"),
    [
        ("2c7dQh", 1, 0),
        ("2c7d9h", 2, 0),
        ("2c2d2h", 1, 0),
        ("2c2d3h", 2, 0),
        ("AcKd2h", 2, 0),  # no straight goes around the ace
        ("Ac2d3h", 3, 1),  # 5-4
        ("QcKdAh", 3, 1),  # J-T
        ("5c7d9h", 3, 1),  # 8-6
        ("2c3d4h", 3, 2),  # A-5, 6-5
        ("5c6d8h", 3, 2),  # 7-4, 9-7
        ("5c6d7h", 3, 3),  # 4-3, 8-4, 9-8
        ("9cTdJh", 3, 3),  # 8-7, Q-8, K-Q
        ("KcAd2h3s", 3, 1),  # 5-4
        ("5c6d7h8s", 4, 25),  # a 4 or a 9 with any: 13 + 13 - 1
        ("2c3d4h5s", 4, 25),  # an ace or a 6
        ("Ac2d3h4s", 4, 13),  # a 5
        ("TcJdQhAs", 4, 14),  # a king, and 9-8
        ("5c6d7h9s", 4, 14),  # an 8, and 4-3
        ("5c6d7h8sTc", 4, 25),
        ("Ac2d3h4s5c", 5, 91),
        ("TcJcQcKcAc", 5, 91),
    ],
)
def test_straights_by_hand(board, connected, straights):
    cards = np.array([naive.parse_cards(board)], np.uint8)
    found = textures(cards)
    assert (found.connected.tolist(), found.straights.tolist()) == ([connected], [straights])
