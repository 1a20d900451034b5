"""Tables of five-card draw of four hands, made by hand: easy numbers, and not those of the game."""

from pokerlake.tables.definitions.draw import CATEGORIES

EVERY = 2_598_960


def hand(hand_id, cards, weight, category, draw, usual_discard, **others):
    return {
        "hand_id": hand_id, "hand": cards, "weight": weight, "class_id": 100 * category,
        "category": category, "pair": None, "kicker": None, "four_flush": False,
        "open_ended": False, "inside_straight": False, "four_straight_flush": False, "draw": draw,
        "usual_discard": usual_discard, **others,
    }  # fmt: skip


def exchange(hand_id, discard, weight, draws, strength, ties=0, **counts):
    """A row whose strength and ties are shares of all hands."""
    assert sum(counts.values()) == draws
    return {
        "hand_id": hand_id, "discard": discard, "exchanged": discard.bit_count(), "weight": weight,
        "draws": draws, **{name: counts.get(name, 0) for name in CATEGORIES},
        "strength_sum": round(strength * draws * EVERY), "ties_sum": round(ties * draws * EVERY),
    }  # fmt: skip


DRAW_HANDS = [
    hand(0, "2c2d3h4s6c", 12, 8, "pair", 0b11100, pair="2", kicker="6"),
    hand(1, "2c3c4c5c7d", 4, 9, "four-flush", 0b10000, kicker="7", four_flush=True,
         open_ended=True, four_straight_flush=True),
    hand(2, "5c6d7h8sQd", 24, 9, "open-ended", 0b10000, kicker="Q", open_ended=True),
    hand(3, "7c7d7h9s9c", 20, 3, "pat", 0, pair="9"),
]  # fmt: skip

DRAW_EXCHANGES = [
    exchange(0, 0b00000, 12, 1, 0.25, 0.125, one_pair=1),
    exchange(0, 0b11100, 12, 100, 0.5, 0.25, three_of_a_kind=10, two_pair=20, one_pair=70),
    exchange(0, 0b11000, 12, 50, 0.625, full_house=1, two_pair=9, one_pair=40),
    exchange(1, 0b10000, 4, 50, 0.5, straight_flush=2, flush=8, high_card=40),
    exchange(1, 0b01111, 4, 200, 0.75, one_pair=150, high_card=50),
    exchange(2, 0b10000, 24, 50, 0.375, straight=10, one_pair=10, high_card=30),
    exchange(2, 0b00001, 48, 50, 0.25, one_pair=10, high_card=40),
    exchange(3, 0b00000, 20, 1, 1, 0.5, full_house=1),
    exchange(3, 0b11000, 20, 100, 0.875, four_of_a_kind=10, full_house=20, three_of_a_kind=70),
]
ROWS = {"draw_hands": DRAW_HANDS, "draw_exchanges": DRAW_EXCHANGES}
