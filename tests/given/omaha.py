"""Rows of the tables of holes in Omaha, made by hand."""


def row(hand_id, hand, combos, win, tie, lose):
    names = "hand_id", "hand", "combos", "win", "tie", "lose"
    return dict(zip(names, (hand_id, hand, combos, win, tie, lose), strict=True))


# 60 holes in all; the second and the fourth are tied.
FOUR = [
    row(0, "AdAcKdKc", 6, 70, 10, 20), row(1, "AsKhQdJc", 24, 50, 0, 50),
    row(2, "9c8c7c6d", 12, 45, 0, 55), row(3, "9h8c7c6d", 12, 40, 20, 40),
    row(4, "2s2h2d2c", 1, 10, 0, 90), row(5, "Ac9c5c2c", 4, 30, 0, 70),
    row(6, "2h2d2c3c", 1, 20, 0, 80),
]  # fmt: skip
FIVE = [
    row(0, "AdAcKdKcQh", 20, 70, 10, 20), row(1, "AcAdAhKcKd", 20, 60, 0, 40),
    row(2, "AcAdAhKcQs", 20, 50, 0, 50), row(3, "9c8c7c6dAd", 20, 40, 0, 60),
    row(4, "9c8c7c6cAd", 10, 30, 0, 70), row(5, "9c8c7c6c2c", 5, 20, 0, 80),
    row(6, "AsKhQdJcTc", 4, 10, 0, 90), row(7, "AsAhAdAcTc", 1, 0, 0, 100),
]  # fmt: skip
SIX = [
    row(place, hand, 10, 10 * (9 - place), 0, 100 - 10 * (9 - place))
    for place, hand in enumerate([
        "AdAcKdKhQcQh", "AdAcAhKdKcKs", "AhAdAcKdKcQc", "AdAcKdKcQdJc", "AhAdAcKcQcJs",
        "AcKcQcJcJdTd", "AcKcQcJcTd9h", "AsAhAdAcKdKc", "Ac9c8c7c6c5d", "9c8c7c6c5c4c",
    ])
]  # fmt: skip


def hi_lo_row(hand_id, hand, combos, *counts):
    """Counts by the high half, win, tie and lose, and by the low half, win, tie, lose and none."""
    names = (
        f"high_{high}_{low}"
        for high in ("win", "tie", "lose")
        for low in ("low_win", "low_tie", "low_lose", "no_low")
    )
    columns = zip(names, counts, strict=True)
    return {"hand_id": hand_id, "hand": hand, "combos": combos, **dict(columns)}


# A power of two for each count: sums tell which ones they are of. 4,096 deals but one.
HI_LO = [
    hi_lo_row(0, "2s2h2d2c", 1, *(1 << place for place in range(12))),
    hi_lo_row(1, "AdAc3d2c", 12, *(2048 >> place for place in range(12))),
    hi_lo_row(2, "AdAc4d2c", 12, *(2048 >> place for place in range(12))),
]
ROWS = {"omaha_hands": FOUR, "omaha_hands5": FIVE, "omaha_hands6": SIX, "omaha8_hands": HI_LO}
