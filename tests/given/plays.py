"""Five hands written by hand as rows of the tables of hand histories.

Three players, Ann in seat 1, Bob in seat 2 and Cy in seat 4; blinds of 1 and 2.

1. Ann raises from the button and wins unimproved from Cy at the river; 1 of rake.
2. Ann, with 100, and Cy go all-in on the flop, Bob being all-in there with 40: a side pot.
3. All fold to Cy's big blind, who has nothing to decide.
4. Ann limps; Bob raises, Ann reraises, Bob calls; all-in on the turn, where Bob mucks unseen.
5. Bob folds aces; Cy and Ann have two chips each, are all-in by the blinds, and split the pot.
"""

from decimal import Decimal

from oracle.naive_statistics import replay

PLAYERS = {1: "Ann", 2: "Bob", 4: "Cy"}


def hand(hand_id, board, over, pot, *, rake=0, showdown=False, button=1, seats=3, currency="USD"):
    """A row of ``hands``."""
    return {
        "hand_id": hand_id, "site": "PokerStars", "number": str(1000 + hand_id), "file": "few.txt",
        "line": hand_id, "played": None, "zone": None, "played_utc": None, "table_name": None,
        "tournament": None, "game": "no limit hold'em", "currency": currency,
        "small_blind": Decimal(1), "big_blind": Decimal(2), "ante": Decimal(0),
        "button": button, "seats": seats,
        "hero": None, "board": board, "board2": None, "board3": None, "over": over,
        "pot": Decimal(pot),
        "added": Decimal(0), "rake": Decimal(rake), "unpaid": Decimal(0), "showdown": showdown,
    }  # fmt: skip


def seat(
    hand_id, number, position, hole, of, invested, collected, *, folded=None, stack=100, luck=None
):
    """A row of ``seats``; ``of`` is which of the 169 it is."""
    return {
        "hand_id": hand_id, "seat": number, "player": PLAYERS[number], "position": position,
        "stack": Decimal(stack), "hole": hole, "hand": of, "invested": Decimal(invested),
        "collected": Decimal(collected), "cashout": Decimal(0), "luck": luck,
        "net": Decimal(collected) - Decimal(invested), "folded": folded,
    }  # fmt: skip


def actions(hand_id, *rows):
    """Rows of ``actions``, of street, board, seat, action, amount, to_call; the pot adds up."""
    pot = Decimal(0)
    found = []
    for number, (street, board, player, action, amount, to_call) in enumerate(rows, 1):
        found.append(
            {
                "hand_id": hand_id, "number": number, "street": street, "seat": player,
                "player": PLAYERS[player], "action": action, "amount": Decimal(amount),
                "to_call": Decimal(to_call), "pot": pot, "total": Decimal(amount),
                "all_in": False, "board": board,
            }
        )  # fmt: skip
        pot += Decimal(amount)
    return found


def share(hand_id, pot, number, hole, class_id, size, won, wins):
    """A row of ``showdowns``."""
    return {
        "hand_id": hand_id, "pot": pot, "board": 1, "seat": number, "player": PLAYERS[number],
        "hole": hole, "class_id": class_id, "size": Decimal(size), "won": Decimal(won),
        "wins": wins,
    }  # fmt: skip


BLINDS = [("preflop", None, 2, "small blind", 1, 0), ("preflop", None, 4, "big blind", 2, 0)]
FLOP, TURN = "2c7dKh", "2c7dKhQs"
RIVER = "2c7dKhQs3d"

HANDS = [
    hand(1, RIVER, "river", 13, rake=1, showdown=True),
    hand(2, RIVER, "flop", 240, showdown=True),
    hand(3, None, "preflop", 2),
    hand(4, RIVER, "turn", 202, rake=2, showdown=True),
    hand(5, RIVER, "preflop", 4, showdown=True, button=2, currency=None),
]
SEATS = [
    seat(1, 1, "BTN", "AhKd", "AKo", 6, 12),
    seat(1, 2, "SB", "9c4c", "94s", 1, 0, folded="preflop"),
    seat(1, 4, "BB", "QcJc", "QJs", 6, 0),
    seat(2, 1, "BTN", "KcKs", "KK", 100, 120, luck=-114.28571428571429),
    seat(2, 2, "SB", "7c7s", "77", 40, 0, stack=40, luck=-5.4485049833887045),
    seat(2, 4, "BB", "QdQh", "QQ", 100, 120, luck=119.734219269103),
    seat(3, 1, "BTN", "9c4c", "94s", 0, 0, folded="preflop"),
    seat(3, 2, "SB", "8c3h", "83o", 1, 0, folded="preflop"),
    seat(3, 4, "BB", "AcAd", "AA", 1, 2),
    seat(4, 1, "BTN", "AhKd", "AKo", 100, 200),
    seat(4, 2, "SB", None, None, 100, 0),
    seat(4, 4, "BB", "5c5d", "55", 2, 0, folded="preflop"),
    seat(5, 1, "BB", "AsTs", "ATs", 2, 2, stack=2, luck=-2 * (122559 - 37213) / 1712304),
    seat(5, 2, "BTN", "AhAc", "AA", 0, 0, folded="preflop"),
    seat(5, 4, "SB", "AdTc", "ATo", 2, 2, stack=2, luck=2 * (122559 - 37213) / 1712304),
]
ACTIONS = [
    *actions(
        1,
        *BLINDS,
        ("preflop", None, 1, "raise", 6, 2),
        ("preflop", None, 2, "fold", 0, 5),
        ("preflop", None, 4, "call", 4, 4),
        ("flop", FLOP, 4, "check", 0, 0),
        ("flop", FLOP, 1, "check", 0, 0),
        ("turn", TURN, 4, "check", 0, 0),
        ("turn", TURN, 1, "check", 0, 0),
        ("river", RIVER, 4, "check", 0, 0),
        ("river", RIVER, 1, "check", 0, 0),
    ),
    *actions(
        2,
        *BLINDS,
        ("preflop", None, 1, "raise", 6, 2),
        ("preflop", None, 2, "call", 5, 5),
        ("preflop", None, 4, "call", 4, 4),
        ("flop", FLOP, 2, "bet", 34, 0),
        ("flop", FLOP, 4, "raise", 94, 34),
        ("flop", FLOP, 1, "call", 94, 94),
    ),
    *actions(
        3,
        *BLINDS,
        ("preflop", None, 1, "fold", 0, 2),
        ("preflop", None, 2, "fold", 0, 1),
    ),
    *actions(
        4,
        *BLINDS,
        ("preflop", None, 1, "call", 2, 2),
        ("preflop", None, 2, "raise", 9, 1),
        ("preflop", None, 4, "fold", 0, 8),
        ("preflop", None, 1, "raise", 28, 8),
        ("preflop", None, 2, "call", 20, 20),
        ("flop", FLOP, 2, "check", 0, 0),
        ("flop", FLOP, 1, "check", 0, 0),
        ("turn", TURN, 2, "bet", 70, 0),
        ("turn", TURN, 1, "call", 70, 70),
    ),
    *actions(
        5,
        ("preflop", None, 4, "small blind", 1, 0),
        ("preflop", None, 1, "big blind", 2, 0),
        ("preflop", None, 2, "fold", 0, 2),
        ("preflop", None, 4, "call", 1, 1),
    ),
]
# The file has paid the side pot of hand 2 to the wrong player: kings beat queens.
SHOWDOWNS = [
    share(1, 0, 1, "AhKd", 3550, 13, 12, True),
    share(1, 0, 4, "QcJc", 3824, 13, 0, False),
    share(2, 0, 1, "KcKs", 1691, 120, 120, True),
    share(2, 0, 2, "7c7s", 2083, 120, 0, False),
    share(2, 0, 4, "QdQh", 1757, 120, 0, False),
    share(2, 1, 1, "KcKs", 1691, 120, 0, True),
    share(2, 1, 4, "QdQh", 1757, 120, 120, False),
    share(4, 0, 1, "AhKd", 3550, 202, 200, None),
    share(4, 0, 2, None, None, 202, 0, None),
    share(5, 0, 1, "AsTs", 6196, 4, 2, True),
    share(5, 0, 4, "AdTc", 6196, 4, 2, True),
]


def _add_what_is_faced():
    """Columns of all these rows that a replay tells."""
    none = dict.fromkeys(("facing", "first_bet", "aggressor", "versus", "side"))
    zero = ("turn", "raises", "calls", "callers", "own_raises", "own_calls", "opponents", "barrels")
    for told in HANDS:
        seats = [row for row in SEATS if row["hand_id"] == told["hand_id"]]
        played = [row for row in ACTIONS if row["hand_id"] == told["hand_id"]]
        found = replay(told, seats, played)
        told |= {"straddle": Decimal(found.straddle), "bomb_pot": found.bomb_pot}
        of_decisions = {decision.number: decision.columns for decision in found.decisions}
        for row in seats:
            row |= found.seats[row["seat"]]
        for row in played:
            (at,) = (seat for seat in seats if seat["seat"] == row["seat"])
            post = none | dict.fromkeys(zero, 0)
            post |= {"effective_stack": at["stack"], "behind": at["stack"]}
            row |= {"position": at["position"]} | of_decisions.get(row["number"], post)


_add_what_is_faced()
TABLES = {"hands": HANDS, "seats": SEATS, "actions": ACTIONS, "showdowns": SHOWDOWNS}
