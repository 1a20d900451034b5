"""The recount against published figures, brute force and the naive twins."""

import hashlib
import re
from itertools import combinations
from math import comb

import numpy as np
import pytest

from oracle import naive, recount


@pytest.fixture(scope="module")
def keys():
    return recount.class_keys()


@pytest.fixture(scope="module")
def graph():
    return recount.rank_graph()


@pytest.fixture(scope="module")
def naive_graph():
    return naive.rank_graph()


@pytest.fixture(scope="module")
def hands_of():
    return {cards: recount.class_counts(cards) for cards in (5, 6, 7)}


def count_rows(nodes):
    """Rank multisets as count rows."""
    rows = np.zeros((len(nodes), 13), dtype=np.int64)
    for row, node in zip(rows, nodes, strict=True):
        np.add.at(row, list(node), 1)
    return rows


# Classes


def test_classes_are_those_of_the_naive_twin_in_its_order(keys):
    class_ids = range(1, 7463)
    assert keys.ranks == [naive.class_ranks(class_id) for class_id in class_ids]
    assert keys.category.tolist() == [naive.category(class_id) for class_id in class_ids]
    assert keys.suited.tolist() == [naive.category(class_id) in (1, 4) for class_id in class_ids]


@pytest.mark.parametrize(
    ("category", "first", "last", "first_ranks", "last_ranks"),
    [
        (1, 1, 10, "AKQJT", "5432A"),
        (2, 11, 166, "AAAAK", "22223"),
        (3, 167, 322, "AAAKK", "22233"),
        (4, 323, 1599, "AKQJ9", "75432"),
        (5, 1600, 1609, "AKQJT", "5432A"),
        (6, 1610, 2467, "AAAKQ", "22243"),
        (7, 2468, 3325, "AAKKQ", "33224"),
        (8, 3326, 6185, "AAKQJ", "22543"),
        (9, 6186, 7462, "AKQJ9", "75432"),
    ],
)
def test_cactus_kevs_ranges(keys, category, first, last, first_ranks, last_ranks):
    assert np.flatnonzero(keys.category == category).tolist() == list(range(first - 1, last))
    assert (keys.ranks[first - 1], keys.ranks[last - 1]) == (first_ranks, last_ranks)


# Classes of count rows


def test_rank_and_flush_classes_of_all_73775_count_rows(naive_graph):
    class_of = {
        node: naive.node_rank_class(node) for node in naive_graph if len(node) == 5
    }  # six and seven cards: the best of their subsets of five, as in naive.best_class
    nodes = [node for node in naive_graph if len(node) >= 5]
    assert len(nodes) == 6175 + 18395 + 49205
    expected = [
        min(class_of[five] for five in combinations(node, 5) if five in class_of) for node in nodes
    ]
    assert recount.rank_classes(count_rows(nodes)).tolist() == expected
    expected = [naive.node_flush_class(node) for node in nodes]
    assert recount.flush_classes(count_rows(nodes)).tolist() == expected
    assert sum(class_id != -1 for class_id in expected) == 1287 + 1716 + 1716


@pytest.mark.parametrize(
    ("ranks", "class_id", "why"),
    [
        ("AAAAKKK", 11, "the kicker of four aces may come from a triple"),
        ("AAAKKKQ", 167, "two triples are a full house"),
        ("KKKAAQQ", 179, "of two pairs under a triple the higher plays: kings over aces"),
        ("AAKKQQJ", 2468, "the kicker of two pairs may come from a third"),
        ("A234567", 1607, "a seven-high straight, not the five-high one"),
        ("A2345KK", 1609, "the wheel, not a pair"),
        ("QKA2345", 1609, "no straight runs round the corner"),
        ("9875432", 7414, "the worst of any seven cards"),
    ],
)
def test_where_seven_cards_are_easily_misread(ranks, class_id, why):
    node = [recount.RANKS.index(rank) for rank in ranks]
    assert recount.rank_classes(count_rows([node])).tolist() == [class_id], why
    assert naive.node_rank_class(tuple(node)) == class_id


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ([0] * 12, "counts have shape (1, 12); (rows, 13) is expected"),
        ([1] * 4 + [0] * 9, "row 0 holds 4 cards; 5, 6 or 7 are ranked"),
        ([1] * 8 + [0] * 5, "row 0 holds 8 cards; 5, 6 or 7 are ranked"),
        (
            [5] + [0] * 12,
            "row 0 is [5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]; a rank is held 0 to 4 times",
        ),
        (
            [-1, 4, 2] + [0] * 10,
            "row 0 is [-1, 4, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]; a rank is held 0 to 4 times",
        ),
    ],
)
def test_nonsense_rows_are_refused(row, message):
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        recount.rank_classes(np.array([row]))


def test_one_column_short_is_refused_for_flushes_too():
    with pytest.raises(
        ValueError, match=r"^counts have shape \(2, 12\); \(rows, 13\) is expected$"
    ):
        recount.flush_classes(np.zeros((2, 12), dtype=np.int64))


# Counts


def test_totals_and_classes_that_occur(hands_of):
    for cards, total in ((5, 2_598_960), (6, 20_358_520), (7, 133_784_560)):
        hands = hands_of[cards]
        assert (hands.shape, hands.dtype, int(hands[0])) == ((7463,), np.int64, 0)
        assert int(hands.sum()) == total
    assert [int((hands_of[cards] > 0).sum()) for cards in (5, 6, 7)] == [7462, 6075, 4824]


PUBLISHED = {
    5: [40, 624, 3744, 5108, 10200, 54912, 123552, 1098240, 1302540],
    6: [1844, 14664, 165984, 205792, 361620, 732160, 2532816, 9730740, 6612900],
    7: [41584, 224848, 3473184, 4047644, 6180020, 6461620, 31433400, 58627800, 23294460],
}


@pytest.mark.parametrize("cards", [5, 6, 7])
def test_category_frequencies_as_published(hands_of, keys, cards):
    hands = hands_of[cards][1:]
    found = [int(hands[keys.category == category].sum()) for category in range(1, 10)]
    assert found == PUBLISHED[cards]


def test_five_card_hands_of_every_class(hands_of, keys):
    each = [4, 4, 24, 4, 1020, 64, 144, 384, 1020]  # per class of categories 1..9
    expected = [each[category - 1] for category in keys.category]
    assert hands_of[5][1:].tolist() == expected


@pytest.mark.parametrize(
    ("class_id", "hands"),
    [
        (1, 4 * comb(47, 2)),  # a royal flush and any two cards
        (2, 4 * comb(46, 2)),  # king-high: any two but the ace that would make it royal
        (10, 4 * comb(46, 2)),  # five-high: any two but the six of the suit
        (11, comb(48, 3) - comb(44, 3)),  # four aces and at least one king
        (166, 4),  # four deuces and three of the treys
        (1599, 4 * comb(39, 2)),  # any sixth card of the suit makes a better flush
        (7414, 4**7 - 4 * (21 * 3**2 + 7 * 3 + 1)),  # 9-8-7-5-4-3-2 with no five of a suit
        (7462, 0),
    ],
)
def test_seven_card_hands_of_a_class_by_hand(hands_of, class_id, hands):
    assert hands_of[7][class_id] == hands


@pytest.mark.parametrize(
    ("cards", "sha256"),
    [
        # Every hand dealt by a throw-away C program, its class the least of its five-card
        # subsets', those looked up in a table filled by naive.score: 4 s.
        (5, "d781bed9ac0a5e9037678d6d2a0698e607fa5b1a6dff6980be974bf4034addfa"),
        (6, "8211023604ddf87674b515eb20ea962eb1040b9c55f592a11910799b02540fd0"),
        (7, "81c677cf7fb291b619073eac3382e95af3e3a3a85a767cabf0aac82c97aa2622"),
    ],
)
def test_all_class_counts_as_by_brute_force(hands_of, cards, sha256):
    counted = hands_of[cards].astype("<i8").tobytes()
    assert hashlib.sha256(counted).hexdigest() == sha256


@pytest.mark.parametrize("cards", [5, 6, 7])
def test_class_of_random_hands_is_the_better_of_flush_and_rank_class(cards):
    for hand in naive.random_hands(cards, 1500, seed=cards):
        whole = count_rows([[card // 4 for card in hand]])
        suits = [[card // 4 for card in hand if card % 4 == suit] for suit in range(4)]
        flush = recount.flush_classes(count_rows(suits))
        found = min([int(recount.rank_classes(whole)[0]), *flush[flush != -1].tolist()])
        assert found == naive.best_class(hand), naive.format_cards(hand)


def test_sampled_seven_card_categories_lie_about_the_counts(hands_of, keys):
    sample = naive.counts_sample(7, 8000, seed=2008)
    for category in range(1, 10):
        share = hands_of[7][1:][keys.category == category].sum() / comb(52, 7)
        found = sum(n for class_id, n in sample.items() if naive.category(class_id) == category)
        deviation = (8000 * share * (1 - share)) ** 0.5
        assert abs(found - 8000 * share) < 4 * deviation, category


@pytest.mark.parametrize("cards", [0, 4, 8])
def test_other_hand_sizes_are_refused(cards):
    message = f"hands of {cards} cards are not counted; 5, 6 or 7 are"
    with pytest.raises(ValueError, match=f"^{message}$"):
        recount.class_counts(cards)


# The rank graph


def test_graph_nodes_ids_and_edges_are_the_naive_walks(graph, naive_graph):
    assert graph.cards == [naive.node_text(node) for node in naive_graph]
    id_of = {node: node_id for node_id, node in enumerate(naive_graph)}
    expected = [
        [id_of[children[rank]] if rank in children else 0 for rank in range(13)]
        for children in naive_graph.values()
    ]
    assert graph.next.tolist() == expected


def test_graph_sizes_and_types(graph):
    sizes = [13, 91, 455, 1820, 6175, 18395, 49205]
    layers = [text.count(",") for text in graph.cards]
    assert layers == np.repeat(range(7), sizes).tolist()
    assert (graph.next.shape, graph.next.dtype) == ((76154, 13), np.int32)
    for column in (
        graph.flush_class,
        graph.rank_class,
        graph.worst_rank_class,
        graph.worst_flush_class,
        graph.best_rank_class,
        graph.best_flush_class,
    ):
        assert (column.shape, column.dtype) == ((76154,), np.int16)


def test_graph_classes_are_those_of_the_count_rows(graph, naive_graph):
    nodes = list(naive_graph)
    start = 13 + 91 + 455 + 1820
    assert set(graph.rank_class[:start].tolist()) == {-1}
    assert set(graph.flush_class[:start].tolist()) == {-1}
    rows = count_rows(nodes[start:])
    np.testing.assert_array_equal(graph.rank_class[start:], recount.rank_classes(rows))
    np.testing.assert_array_equal(graph.flush_class[start:], recount.flush_classes(rows))


@pytest.mark.parametrize(
    ("cards", "worst_rank", "best_rank", "worst_flush", "best_flush"),
    [
        ("[2]", 7414, 11, 1599, 1),
        ("[A]", 6646, 11, 815, 1),  # A-8-7-6-4 (and 3-2), the flush A-6-4-3-2
        ("[A, A, A]", 1667, 11, -1, -1),  # A-A-A-6-4: eight of the 66 triple aces are worse
        ("[6, 5, 4, 3, 2]", 1608, 1606, 9, 7),  # six-high to eight-high straights
    ],
)
def test_reach_of_a_node(graph, cards, worst_rank, best_rank, worst_flush, best_flush):
    node = graph.cards.index(cards)
    assert (graph.worst_rank_class[node], graph.best_rank_class[node]) == (worst_rank, best_rank)
    assert (graph.worst_flush_class[node], graph.best_flush_class[node]) == (
        worst_flush,
        best_flush,
    )


def test_reach_of_sampled_nodes_is_that_of_the_naive_search(graph, naive_graph):
    nodes = list(naive_graph)
    id_of = {node: node_id for node_id, node in enumerate(nodes)}
    picked = [0, 6, 12, *range(13, 104, 9), *range(104, 2379, 61), *range(2379, 76154, 487)]
    for node_id in picked:
        reached = [id_of[node] for node in naive.reachable(naive_graph, nodes[node_id])]
        ranks = [int(graph.rank_class[to]) for to in reached if len(nodes[to]) == 7]
        flushes = [int(graph.flush_class[to]) for to in reached if graph.flush_class[to] != -1]
        assert (
            graph.worst_rank_class[node_id],
            graph.best_rank_class[node_id],
            graph.worst_flush_class[node_id],
            graph.best_flush_class[node_id],
        ) == (max(ranks), min(ranks), max(flushes, default=-1), min(flushes, default=-1))


def test_reach_of_the_whole_graph(graph):
    assert (int(graph.worst_rank_class.max()), int(graph.best_rank_class.min())) == (7414, 11)
    distinct = graph.worst_flush_class != -1
    np.testing.assert_array_equal(distinct, graph.best_flush_class != -1)
    assert int(distinct.sum()) == sum(comb(13, cards) for cards in range(1, 8))
    assert int(graph.worst_flush_class.max()) == 1599
    assert int(graph.best_flush_class[distinct].min()) == 1


@pytest.mark.parametrize("cards", [5, 6, 7])
def test_five_pointers_over_the_graph_find_the_class(graph, cards):
    columns = graph.next.tolist(), graph.rank_class.tolist(), graph.flush_class.tolist()
    for hand in naive.random_hands(cards, 3000, seed=100 + cards):
        assert naive.five_pointer_class(*columns, hand) == naive.best_class(hand)
    for text in ("9cQsKsJsAsTs7d", "8s9sQsKsJsAsTs"):  # Hammer's two royal flushes
        assert naive.five_pointer_class(*columns, naive.parse_cards(text)) == 1


# The naive twins' own text


def test_naive_card_text():
    assert [naive.parse_card(text) for text in ("2c", "As", "10d", "tD", "aS")] == [
        0,
        51,
        33,
        33,
        51,
    ]
    assert naive.parse_cards("AsKd10h 2C") == [51, 45, 34, 0]
    assert naive.format_cards([51, 45, 34, 0]) == "AsKdTh2c"
    assert [naive.format_card(card) for card in range(5)] == ["2c", "2d", "2h", "2s", "3c"]
    for text in ("", "A", "1s", "10", "Ax", "100s"):
        with pytest.raises(ValueError, match="not a card"):
            naive.parse_card(text)
    for text in ("AsA", "A s", "AsAS"):
        with pytest.raises(ValueError, match=r"not cards|a card twice"):
            naive.parse_cards(text)


def test_naive_comparison():
    flush, straight = naive.parse_cards("2s4s6s8sTs"), naive.parse_cards("AsKdQhJcTd")
    assert naive.compare(flush, straight) == 1
    assert naive.compare(straight, flush) == -1
    assert naive.compare(straight, naive.parse_cards("AdKhQcJsTh")) == 0
