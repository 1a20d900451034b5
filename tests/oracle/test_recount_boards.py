"""The recount of flops, turns and rivers against the documents, plain Python and the kernels."""

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, permutations, product
from math import comb

import numpy as np
import pytest

from oracle import naive
from oracle import recount_boards as recount
from pokerlake.engine.cards import boards as engine_boards
from pokerlake.engine.cards.holes import hole_cards, parse_hole
from pokerlake.engine.strength.transitions import strengths

PERMUTATIONS = list(permutations(range(4)))
HOLES = [(low, high) for high in range(52) for low in range(high)]
HOLE_ID = {hole: number for number, hole in enumerate(HOLES)}


def board_of(text):
    return np.array(sorted(naive.parse_cards(text)), np.uint8)


def recoloured(held, suits):
    """The cards with their suits permuted, ascending."""
    return tuple(sorted(card // 4 * 4 + suits[card % 4] for card in held))


def random_deals(number, cards, seed):
    """Boards of so many cards, ascending, and a hole with each."""
    dealer = random.Random(seed)
    deals = [dealer.sample(range(52), cards + 2) for _ in range(number)]
    return [(tuple(sorted(deal[2:])), tuple(sorted(deal[:2]))) for deal in deals]


# Canonical boards


@pytest.mark.parametrize(("cards", "boards"), [(3, 1755), (4, 16_432), (5, 134_459)])
def test_numbers_of_boards(cards, boards):
    found = recount.canonical_boards(cards)
    assert found.cards.shape == (boards, cards)
    assert found.weight.sum() == comb(52, cards)
    assert (found.weight * found.keeps.sum(axis=1) == 24).all()  # orbits and stabilisers


def test_flops_in_plain_python():
    smallest = Counter(
        min(recoloured(board, suits) for suits in PERMUTATIONS)
        for board in combinations(range(52), 3)
    )
    found = recount.canonical_boards(3)
    assert [tuple(board) for board in found.cards.tolist()] == sorted(smallest)
    assert found.weight.tolist() == [smallest[board] for board in sorted(smallest)]


@pytest.mark.parametrize("cards", [4, 5])
def test_later_boards_in_plain_python(cards):
    found = recount.canonical_boards(cards)
    number = {tuple(board): place for place, board in enumerate(found.cards.tolist())}
    assert list(number) == sorted(number)
    for board, _ in random_deals(300, cards, seed=cards):
        alike = {recoloured(board, suits) for suits in PERMUTATIONS}
        place = number[min(alike)]
        assert found.weight[place] == len(alike)
        kept = [recoloured(min(alike), suits) == min(alike) for suits in PERMUTATIONS]
        assert sum(kept) == found.keeps[place].sum()


@pytest.mark.parametrize("cards", [3, 4, 5])
def test_boards_are_the_engines(cards):
    found, engines = recount.canonical_boards(cards), engine_boards.canonical_boards(cards)
    assert (found.cards == engines.cards).all()
    assert (found.weight == engines.weight).all()


# Texture


@pytest.mark.parametrize(
    ("board", "texture"),
    [
        ("3h4sJh", ("two-tone", "unpaired", "J", 2, 0, False)),
        ("2c7dKh", ("rainbow", "unpaired", "K", 1, 0, False)),
        ("2c3cAc", ("monotone", "unpaired", "A", 3, 1, True)),
        ("7c8d9h", ("rainbow", "unpaired", "9", 3, 3, False)),  # 65, T6, JT
        ("QcKdAh", ("rainbow", "unpaired", "A", 3, 1, False)),  # JT alone
        ("9c9d9h", ("rainbow", "trips", "9", 1, 0, False)),
        ("9c9dTc", ("two-tone", "paired", "T", 2, 0, False)),
        ("5c6c7d8d", ("double two-tone", "unpaired", "8", 4, 25, False)),
        ("5c6d7h8s", ("rainbow", "unpaired", "8", 4, 25, False)),  # 13 with a 4, 12 more with a 9
        ("2c2d9c9d", ("double two-tone", "two pair", "9", 1, 0, False)),
        ("2c2d2h9c", ("two-tone", "trips", "9", 1, 0, False)),
        ("2c2d2h2s", ("rainbow", "quads", "2", 1, 0, False)),
        ("2c6cTc7d", ("three-flush", "unpaired", "T", 3, 1, True)),
        ("2c6cTcAc", ("monotone", "unpaired", "A", 2, 0, True)),
        ("2c3d4h5s6c", ("two-tone", "unpaired", "6", 5, 91, False)),
        ("Ac2d3h4s5c", ("two-tone", "unpaired", "A", 5, 91, False)),
        ("2c2d9h9sKc", ("two-tone", "two pair", "K", 2, 0, False)),
        ("2c2d9h9c9d", ("double two-tone", "full house", "9", 1, 0, False)),
        ("2c3c4c9d9h", ("three-flush", "paired", "9", 3, 2, True)),  # A5, 65
        ("2c3c4c9d8d", ("three-flush", "unpaired", "9", 3, 2, True)),
        ("2c3c4c9c9d", ("four-flush", "paired", "9", 3, 2, True)),
        ("2c3c4c9cJc", ("monotone", "unpaired", "J", 3, 2, True)),
        ("KcKdKhKsAc", ("two-tone", "quads", "A", 2, 0, False)),
    ],
)
def test_textures(board, texture):
    assert recount.texture(board_of(board).tolist()) == texture


@pytest.mark.parametrize("cards", [3, 4, 5])
def test_pairs_to_a_straight_by_evaluation(cards):
    """Some five of the board's and the pair's ranks, the suits mixed, evaluate as a straight."""
    for board, _ in random_deals(20, cards, seed=cards):
        straights = 0
        for pair in combinations_with_replacement(range(13), 2):
            held = sorted({card // 4 for card in board} | {*pair})
            straights += any(
                naive.score([4 * a, *(4 * rank + 1 for rank in others)])[0] == 5
                for a, *others in combinations(held, 5)
            )
        assert recount.texture(board).straights == straights


def test_board_as_text():
    assert recount.board_text([6, 11, 38]) == "3h4sJh"


# Canonical holes


@pytest.mark.parametrize(
    ("board", "holes", "same"),
    [
        ("2c7d9h", 1176, {"AsKs": 1}),  # the fourth suit cannot be exchanged
        ("2c3c4c", 344, {"AsKs": 3, "AdKs": 6, "AcKs": 3, "AcKc": 1}),
        ("2c2d7h", (1176 + 12 + comb(25, 2)) // 2, {"AcAd": 1, "AcAh": 2, "AsKs": 1}),
        ("2c2d2h2s", 12 + 2 * comb(12, 2), {}),
    ],
)
def test_holes_of_boards(board, holes, same):
    board = board_of(board)
    found, sizes = recount.canonical_holes(board)
    assert sizes.sum() == comb(52 - len(board), 2)
    assert (np.diff(found) > 0).all()
    keeps = [suits for suits in PERMUTATIONS if recoloured(board, suits) == tuple(board)]
    for hole, size in same.items():
        alike = {HOLE_ID[recoloured(hole_cards()[parse_hole(hole)], suits)] for suits in keeps}
        assert len(alike) == size == sizes[list(found).index(min(alike))]
    assert len(found) == holes


@pytest.mark.parametrize("cards", [3, 4, 5])
def test_holes_in_plain_python(cards):
    for board, _ in random_deals(20, cards, seed=cards):
        keeps = [suits for suits in PERMUTATIONS if recoloured(board, suits) == board]
        smallest = Counter(
            min(HOLE_ID[recoloured(hole, suits)] for suits in keeps)
            for hole in HOLES
            if not {*hole} & {*board}
        )
        holes, sizes = recount.canonical_holes(np.array(board, np.uint8))
        assert dict(zip(holes.tolist(), sizes.tolist(), strict=True)) == smallest


@pytest.mark.parametrize("cards", [3, 4, 5])
def test_rows_are_the_holes_of_each_board(cards):
    boards = recount.canonical_boards(cards)
    chosen = np.sort(random.Random(cards).sample(range(len(boards.cards)), 200))
    some = recount.Boards(*(column[chosen] for column in boards))
    rows = recount.rows_of(some)
    for place, board in enumerate(some.cards):
        holes, sizes = recount.canonical_holes(board)
        here = rows.board == place
        assert (rows.hole[here] == holes).all()
        assert (rows.weight[here] == sizes * some.weight[place]).all()
    hands = recount.hands_of(some, rows)
    assert (some.cards[rows.board] == hands[:cards].T).all()
    assert (hole_cards()[rows.hole] == hands[cards:].T).all()


def test_rows_of_all_flops_and_turns():
    for cards, number, deals in [(3, 1_286_792, 25_989_600), (4, 13_960_050, 305_377_800)]:
        rows = recount.rows_of(recount.canonical_boards(cards))
        assert len(rows.hole) == number
        assert rows.weight.sum() == deals == comb(52, cards) * comb(52 - cards, 2)


def test_every_hole_on_every_flop_has_its_row():
    """A deal of the same kind as each is the smallest (board, hole) of its 24 images."""
    boards = recount.canonical_boards(3)
    rows = recount.rows_of(boards)
    number = {tuple(board): place for place, board in enumerate(boards.cards.tolist())}
    weights = dict(
        zip(zip(rows.board.tolist(), rows.hole.tolist(), strict=True), rows.weight, strict=True)
    )
    for board, hole in random_deals(3000, 3, seed=1):
        alike = {
            (recoloured(board, suits), HOLE_ID[recoloured(hole, suits)]) for suits in PERMUTATIONS
        }
        smallest_board, smallest_hole = min(alike)
        assert weights[number[smallest_board], smallest_hole] == len(alike)


# Rows


def transitions(row, street):
    """``[now, then]``, ahead, tied, behind."""
    names = ("ahead", "tied", "behind")
    return [[row[f"{street}_{x}_{y}"] for y in names] for x in names]


def potentials(counts):
    """PPot and NPot of Papp's thesis."""
    t = [[Fraction(count) for count in row] for row in counts]
    ppot = t[2][0] + t[2][1] / 2 + t[1][0] / 2
    npot = t[0][2] + t[0][1] / 2 + t[1][2] / 2
    return (
        float(ppot / (sum(t[2]) + sum(t[1]) / 2)),
        float(npot / (sum(t[0]) + sum(t[1]) / 2)),
    )


def test_ace_queen_of_hearts():
    """The Loki-style document's hand; its two-step figures as corrected."""
    row = recount.flop_row(board_of("3h4sJh"), parse_hole("AhQh"))
    assert [row["ahead"], row["tied"], row["behind"]] == [628, 9, 444]
    assert transitions(row, "river") == [
        [529_685, 2_347, 89_688],
        [3_240, 5_625, 45],
        [221_903, 680, 216_977],
    ]
    two_steps, one_step = (potentials(transitions(row, street)) for street in ("river", "turn"))
    assert two_steps == (0.50417891287456507, 0.14514153391623746)
    assert one_step == (0.30112721417069244, 0.0993939393939394)


def test_ace_queen_offsuit():
    """Papp's thesis."""
    row = recount.flop_row(board_of("3h4cJh"), parse_hole("AdQc"))
    assert potentials(transitions(row, "river")) == (0.20832404310665181, 0.27369265780332974)
    assert row["river_behind_ahead"] == 91_981


def test_columns():
    flop, turn, river = (
        list(row_of(board_of(board), parse_hole("AhQh")))
        for row_of, board in [
            (recount.flop_row, "3h4sJh"),
            (recount.turn_row, "3h4sJh2c"),
            (recount.river_row, "3h4sJh2c2d"),
        ]
    )
    names = [f"{x}_{y}" for x in recount.RELATIONS for y in recount.RELATIONS]
    now = ["class_id", "ahead", "tied", "behind"]
    squares = "river_strength_squares"
    turns, rivers = ([f"{street}_{name}" for name in names] for street in ("turn", "river"))
    assert flop == [*now, *turns, *rivers, squares]
    assert turn == [*now, *rivers, squares]
    assert river == ["class_id", "win", "tie"]


@pytest.mark.parametrize(("board", "hole"), random_deals(6, 5, seed=3))
def test_rivers_in_plain_python(board, hole):
    own = naive.best_class([*board, *hole])
    unseen = [card for card in range(52) if card not in (*board, *hole)]
    theirs = [naive.best_class([*board, *held]) for held in combinations(unseen, 2)]
    assert recount.river_row(np.array(board, np.uint8), HOLE_ID[hole]) == {
        "class_id": own,
        "win": sum(own < other for other in theirs),
        "tie": sum(own == other for other in theirs),
    }


def test_a_turn_one_opponent_at_a_time():
    """Every opponent and river card a showdown of its own."""
    board, hole = (8, 13, 22, 50), (9, 33)
    unseen = [card for card in range(52) if card not in (*board, *hole)]
    opponents = list(combinations(unseen, 2))

    def relations(on):
        own = naive.best_class([*on, *hole])
        theirs = {held: naive.best_class([*on, *held]) for held in opponents if not {*held} & {*on}}
        return {held: (own < other) - (own > other) for held, other in theirs.items()}

    before = relations(board)
    now, then, strengths_squared = Counter(before.values()), Counter(), 0
    for river in unseen:
        after = relations((*board, river))
        then.update((before[held], relation) for held, relation in after.items())
        strengths_squared += sum(1 + relation for relation in after.values()) ** 2
    row = recount.turn_row(np.array(board, np.uint8), HOLE_ID[hole])
    signs = {"ahead": 1, "tied": 0, "behind": -1}
    assert all(row[name] == now[sign] for name, sign in signs.items())
    for x, y in product(signs, repeat=2):
        assert row[f"river_{x}_{y}"] == then[signs[x], signs[y]]
    assert row["river_strength_squares"] == strengths_squared


@pytest.mark.parametrize(("board", "hole"), random_deals(3, 3, seed=5))
def test_flops_add_up_from_turns_and_turns_from_rivers(board, hole):
    unseen = [card for card in range(52) if card not in (*board, *hole)]
    number = HOLE_ID[hole]
    flop = recount.flop_row(np.array(board, np.uint8), number)
    turns = [recount.turn_row(np.array([*board, c], np.uint8), number) for c in unseen]
    for then in recount.RELATIONS:
        on_the_turn = sum(flop[f"turn_{now}_{then}"] for now in recount.RELATIONS)
        assert on_the_turn == sum(turn[then] for turn in turns)
        columns = [f"river_{now}_{then}" for now in recount.RELATIONS]
        # A run-out is dealt in two orders.
        assert 2 * sum(map(flop.get, columns)) == sum(turn[c] for turn in turns for c in columns)
    squares = "river_strength_squares"
    assert 2 * flop[squares] == sum(turn[squares] for turn in turns)

    first = np.array([*board, unseen[0]], np.uint8)
    rivers = [recount.river_row(np.array([*first, c], np.uint8), number) for c in unseen[1:]]
    for then, column in [("ahead", "win"), ("tied", "tie")]:
        at_the_river = sum(turns[0][f"river_{now}_{then}"] for now in recount.RELATIONS)
        assert at_the_river == sum(river[column] for river in rivers)
    assert turns[0][squares] == sum((2 * river["win"] + river["tie"]) ** 2 for river in rivers)


# Against the kernels


def engines_row(found, row, cards):
    """A row of the engine under the names of the table's columns."""
    columns = {"class_id": found.class_id[row]}
    columns.update(zip(recount.RELATIONS, found.now[row], strict=True))
    streets = {"turn": found.next_card, "river": found.river} if cards == 3 else {}
    for street, counts in (streets or {"river": found.river}).items():
        for x, y in product(range(3), repeat=2):
            name = f"{street}_{recount.RELATIONS[x]}_{recount.RELATIONS[y]}"
            columns[name] = counts[row, x, y]
    columns["river_strength_squares"] = found.river_strength_squares[row]
    return {name: int(value) for name, value in columns.items()}


@pytest.mark.parametrize(
    ("board", "every"),
    [
        ("3h4sJh", 151),
        ("2c2d2h", 41),
        ("9c9dTh", 151),
        ("5c6c7c", 53),
        ("AcKdQh", 211),
        ("3h4sJh2c", 5),
        ("2c2d9c9d", 3),
        ("2c2d2h2s", 1),
        ("5c6c7c8c", 2),
        ("AcAdKhQs", 5),
    ],
)
def test_kernels_count_the_same(board, every):
    board = board_of(board)
    found = strengths(board[None])
    holes, sizes = recount.canonical_holes(board)
    assert found.hole.tolist() == holes.tolist()
    assert found.orbit.tolist() == sizes.tolist()
    row_of = recount.flop_row if len(board) == 3 else recount.turn_row
    for row in range(0, len(holes), every):
        assert row_of(board, int(holes[row])) == engines_row(found, row, len(board))
