"""Strength and potential of holes: the documents' examples, plain enumeration, and the totals."""

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from oracle import naive
from pokerlake.engine.cards.boards import canonical_boards, suit_images
from pokerlake.engine.cards.holes import hole_cards, hole_id, parse_hole
from pokerlake.engine.cards.text import CardError, parse_hand
from pokerlake.engine.hands.evaluate import class_ids
from pokerlake.engine.strength.transitions import strengths


def row_of(board, hole):
    """The row of a hole on one board: of the smallest hole that is the same up to suits."""
    cards = sorted(parse_hand(board).tolist())
    found = strengths(np.array([cards], np.uint8))
    same = [
        image for image in suit_images().tolist() if sorted(image[card] for card in cards) == cards
    ]
    a, b = hole_cards()[parse_hole(hole)].tolist()
    smallest = min(hole_id(image[a], image[b]) for image in same)
    (row,) = np.flatnonzero(found.hole == smallest)
    return found, row


def potentials(transitions):
    """PPot and NPot of Papp's thesis from ``[now, then]`` counts."""
    t = [[Fraction(int(count)) for count in row] for row in transitions]
    ppot = t[2][0] + t[2][1] / 2 + t[1][0] / 2
    npot = t[0][2] + t[0][1] / 2 + t[1][2] / 2
    return (
        float(ppot / (sum(t[2]) + sum(t[1]) / 2)),
        float(npot / (sum(t[0]) + sum(t[1]) / 2)),
    )


def test_ace_queen_of_hearts():
    """The Loki-style document's hand; its two-step figures as corrected."""
    found, row = row_of("3h4sJh", "AhQh")
    assert found.now[row].tolist() == [628, 9, 444]
    ahead, tied, behind = found.river[row].tolist()
    assert ahead == [529_685, 2_347, 89_688]
    assert tied == [3_240, 5_625, 45]
    assert behind == [221_903, 680, 216_977]
    assert potentials(found.river[row]) == (0.50417891287456507, 0.14514153391623746)
    assert potentials(found.next_card[row]) == (0.30112721417069244, 0.0993939393939394)


def test_ace_queen_offsuit():
    """Papp's thesis."""
    found, row = row_of("3h4cJh", "AdQc")
    assert potentials(found.river[row]) == (0.20832404310665181, 0.27369265780332974)
    assert found.river[row, 2, 0] == 91_981


def later_boards(board, hole, more):
    """The board with each so many of the cards that the hole's owner has not seen."""
    unseen = [card for card in range(52) if card not in (*board, *hole)]
    return [[*board, *cards] for cards in combinations(unseen, more)]


def plain_transitions(board, hole, more):
    """Every opponent on every later board, evaluated and compared one by one."""
    counts = np.zeros((3, 3), np.int64)
    squares = 0

    def classes(holes, on):
        rows = np.array([[*on, *cards] for cards in holes], np.uint8)
        return class_ids(rows, layout="rows").astype(int)

    for later in later_boards(board, hole, more):
        holes = [cards for cards in combinations(range(52), 2) if not {*cards} & {*later, *hole}]
        relation = []
        for on in (board, later):
            hero, *opponents = classes([hole, *holes], on)
            relation.append(np.sign(hero - np.array(opponents)) + 1)  # lower is better
        np.add.at(counts, (relation[0], relation[1]), 1)
        squares += int((2 * (relation[1] == 0) + (relation[1] == 1)).sum()) ** 2
    return counts.tolist(), squares


@pytest.mark.parametrize(
    ("board", "hole"),
    [
        ("2c7d9h", "AsKs"),
        ("2c2d2h", "2s7c"),
        ("5c6c7c", "8c9c"),
        ("AcKcQd", "JhTh"),
        ("3h4sJh", "3d3c"),
    ],
)
def test_the_next_card_as_one_by_one(board, hole):
    found, row = row_of(board, hole)
    cards = parse_hand(board).tolist(), parse_hand(hole).tolist()
    assert found.next_card[row].tolist() == plain_transitions(*cards, 1)[0]


@pytest.mark.parametrize(
    ("board", "hole"),
    [
        ("2c7d9hKs", "AsKh"),
        ("2c2d2h9s", "9c9d"),
        ("2c2d9c9d", "AcKd"),
        ("5c6c7c8c", "4h9d"),
        ("AcKcQcJc", "2s2h"),
        ("AcKdQhJs", "Tc9c"),
    ],
)
def test_turns_as_one_by_one(board, hole):
    found, row = row_of(board, hole)
    cards = parse_hand(board).tolist(), parse_hand(hole).tolist()
    counts, squares = plain_transitions(*cards, 1)
    assert found.river[row].tolist() == found.next_card[row].tolist() == counts
    assert found.river_strength_squares[row] == squares


@pytest.mark.whole
def test_a_flop_to_the_river_as_one_by_one():
    """Of a flop whose suits are alike, so that run-outs are dealt with weights."""
    found, row = row_of("2c2d7h", "7c8c")
    cards = parse_hand("2c2d7h").tolist(), parse_hand("7c8c").tolist()
    counts, squares = plain_transitions(*cards, 2)
    assert found.river[row].tolist() == counts
    assert found.river_strength_squares[row] == squares


@pytest.mark.parametrize("cards", [3, 4])
def test_what_holds_on_every_board(cards):
    boards = canonical_boards(cards).cards[:: 1755 // 20 if cards == 3 else 100]
    found = strengths(boards)
    live = {3: 1176, 4: 1128}[cards]
    opponents, then = {3: (1081, 990), 4: (1035, 44)}[cards]
    assert (np.bincount(found.board, weights=found.orbit) == live).all()
    assert (found.now.sum(axis=1) == opponents).all()
    assert (found.river.sum(axis=2) == found.now * then).all()
    assert (found.river >= 0).all()
    for transitions in (found.next_card, found.river):
        # Whoever is ahead of somebody now, and behind of him then, is somebody's opponent too.
        weighted = found.orbit[:, None, None] * transitions
        total = np.zeros((len(boards), 3, 3), np.int64)
        np.add.at(total, found.board, weighted)
        assert (total == total[:, ::-1, ::-1]).all()
    for i in np.flatnonzero(found.board == 7)[::50]:
        hand = [*boards[7].tolist(), *hole_cards()[found.hole[i]].tolist()]
        assert found.class_id[i] == naive.best_class(hand)


@pytest.mark.parametrize(
    ("boards", "problem"),
    [
        (
            np.zeros((6, 5), np.uint8),
            "boards of shape (6, 5) are columns of 6 cards, not of 3 or 4",
        ),
        (np.zeros(3, np.uint8), "boards have shape (3,); (k, n) or (n, k) is needed"),
        (np.zeros((2, 3), np.int64), "boards are int64; uint8 is needed"),
        (np.array([[0, 1, 2], [5, 6, 5]], np.uint8), "at index 1: '3d3h3d' has 3d twice"),
        (np.array([[0, 1, 52]], np.uint8), "at index 0: card 52 is not in 0..51"),
    ],
)
def test_what_is_no_board(boards, problem):
    with pytest.raises(CardError) as raised:
        strengths(boards)
    assert str(raised.value) == problem
