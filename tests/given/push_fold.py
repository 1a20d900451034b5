"""Spots of push or fold with four hands each, as nobody solved them."""

from pokerlake.engine.cards.holes import HAND_INDEX, HANDS

_HANDS = ("22", "AA", "AKo", "AKs")


def _spot(number, stacks, shares, *, names=_HANDS, **other):
    """A spot, its players, and what the first does with some hands; others go in with aces."""
    players = len(stacks)
    same = stacks[0] if len(set(stacks)) == 1 else None
    gain = other.pop("gain", 1e-7)
    spot = {
        "spot": number, "players": players, "stack": same, "stacks": ",".join(map(str, stacks)),
        "small_blind": 0.5, "ante": 0.0, "prizes": "", "others": "",
        "bb_ante": 0.0, "fixed": "", "gain_by_deviating": gain,
        "is_close": gain < 1e-3, "iterations": 9, "method": "by hand", "seed": None,
        "seconds": 0.5, "package_version": "1.0",
    } | other  # fmt: skip
    positions = {2: ("SB", "BB"), 3: ("BTN", "SB", "BB")}[players]
    worth = 0.5 if spot["prizes"] else 0.0
    of_players = [
        {"spot": number, "player": at + 1, "position": position, "stack": float(stacks[at]),
         "worth": worth, "value": 0.5 + (at == 0) * 1.0, "gain": gain if at == 0 else 0.0}
        for at, position in enumerate(positions)
    ]  # fmt: skip
    hands = []
    for at, position in enumerate(positions):
        befores = [""]
        for _ in range(at):
            befores = [before + letter for before in befores for letter in "fi"]
        for before in befores:
            if position == "BB" and "i" not in before:
                continue
            going_in = shares if at == 0 else [name == "AA" for name in names]
            hands += [
                {"spot": number, "player": at + 1, "position": position, "before": before,
                 "choice": "call" if "i" in before else "push", "hand": hand,
                 "share": float(share), "value_in": share + 0.25, "value_fold": -0.5,
                 "reach": 1.0 if at == 0 else 0.5}
                for hand, share in zip(names, going_in, strict=True)
            ]  # fmt: skip
    return spot, of_players, hands


_ALL = [
    _spot(1, (1, 1), (0, 1, 1, 1)),
    _spot(2, (2, 2), (0, 1, 0.5, 0.25)),
    _spot(3, (3, 3), (0, 1, 0, 1)),
    _spot(4, (4, 4), (0, 1, 0, 0)),
    _spot(5, (2, 2), (0, 1, 0.5, 1), ante=0.5),
    _spot(6, (2, 2), (1, 1, 0, 0.25), prizes="3,1", others="9", gain=0.001 - 1e-9),
    _spot(7, (8, 8, 8), (0, 1, 0, 0), gain=0.002),
]


def _tables(spots):
    spots = list(spots)
    return {
        "push_fold_spots": [spot for spot, _, _ in spots],
        "push_fold_players": [player for _, players, _ in spots for player in players],
        "push_fold": [hand for _, _, hands in spots for hand in hands],
    }


TABLES = _tables(_ALL)

# With all hands, of which the first player goes in with more the smaller his stack is.
_NAMES = sorted(HANDS)
WHOLE = _tables(
    _spot(
        number,
        stacks,
        [min(1.0, max(0.0, (170 - 30 * number - HAND_INDEX[name]) / 20)) for name in _NAMES],
        names=_NAMES,
        **other,
    )
    for number, stacks, other in [
        (1, (1, 1), {}),
        (2, (2, 2), {}),
        (3, (3, 3), {}),
        (4, (2, 2), {"ante": 0.5}),
        (5, (2, 2), {"prizes": "3,1", "others": "9"}),
        (6, (8, 8, 8), {}),
    ]
)
