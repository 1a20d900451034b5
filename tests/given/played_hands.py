"""Hands played by pokerkit, an engine of its own, and hands turned from tables into PHH."""

from decimal import Decimal
from random import Random

from pokerkit import (
    Automation,
    FixedLimitOmahaHoldemHighLowSplitEightOrBetter,
    NoLimitShortDeckHoldem,
    NoLimitTexasHoldem,
    PotLimitOmahaHoldem,
)
from pokerkit.notation import HandHistory

_AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.CARD_BURNING,
    Automation.HOLE_DEALING,
    Automation.BOARD_DEALING,
    Automation.RUNOUT_COUNT_SELECTION,
)
UNIT = 120  # a pot of so many can be split among any of two to six players without a rest
GAMES = {
    "hold'em": NoLimitTexasHoldem,
    "omaha": PotLimitOmahaHoldem,
    "omaha hi-lo": FixedLimitOmahaHoldemHighLowSplitEightOrBetter,
    "short deck": NoLimitShortDeckHoldem,
}


def play(seed, players, ante, trimming, rule="hold'em"):
    """A random hand: the last state, the pots and who may win them at a showdown, and its PHH.

    In hi-lo all amounts are doubled, so that halves of pots can be split too.
    """
    chance = Random(seed)
    halves = 1 + (rule == "omaha hi-lo")
    unit, ante = halves * UNIT, halves * ante
    stacks = [unit * chance.choice([1, 2, 3, 5, 8, 20, 60]) for _ in range(players)]
    bets = (unit, 2 * unit) if halves == 2 else (unit,)
    game = GAMES[rule](_AUTOMATIONS, trimming, ante, (unit // 2, unit), *bets)
    # pokerkit deals from a deck that Python's own generator shuffles.
    import random

    before = random.getstate()
    random.seed(seed)
    try:
        state = game(stacks, players)
        pots = None
        while state.status:
            if state.actor_index is not None:
                _act(state, chance, unit)
            elif state.can_show_or_muck_hole_cards():
                pots = pots or [(pot.amount, pot.player_indices) for pot in state.pots]
                state.show_or_muck_hole_cards()
            elif state.can_kill_hand():
                state.kill_hand()
            elif state.can_push_chips():
                if halves == 2 and _pays_no_low(state):
                    return play(seed + (1 << 32), players, ante // halves, trimming, rule)
                state.push_chips()
            else:
                state.pull_chips()
    finally:
        random.setstate(before)
    history = HandHistory.from_game_state(
        game,
        state,
        ante_trimming_status=trimming,
        finishing_stacks=list(state.stacks),
    )
    return state, pots or [], history


def _pays_no_low(state):
    """Whether a pot's low half goes to all in it, for nobody there has a low.

    So pokerkit 0.7 pays, if a player has one who is not in this pot; the high hand should win all.
    """
    lows = list(state.get_up_hands(0, 1))
    without = [all(lows[at] is None for at in pot.player_indices) for pot in state.pots]
    return any(without) and not all(without)


def _act(state, chance, unit):
    least, most = (
        state.min_completion_betting_or_raising_to_amount,
        state.max_completion_betting_or_raising_to_amount,
    )
    kind = chance.random()
    if least is not None and kind < 0.35:
        steps = [least, most, min(most, least + unit * chance.randrange(6))]
        state.complete_bet_or_raise_to(chance.choice(steps))
    elif kind < 0.8 or not state.can_fold():
        state.check_or_call()
    else:
        state.fold()


def as_phh(hand, seats, actions):
    """A hand of the tables, without antes, as PHH: what a reader of PokerStars' text has found."""
    order = sorted(seats, key=lambda row: (row["seat"] <= hand["button"], row["seat"]))
    number = {row["seat"]: f"p{at}" for at, row in enumerate(order, 1)}
    lines = [f"d dh {number[row['seat']]} {row['hole'] or '????'}" for row in order]
    board = ""
    for action in actions:
        if (action["board"] or "") != board:
            lines.append(f"d db {action['board'].removeprefix(board)}")
            board = action["board"]
        player = number[action["seat"]]
        match action["action"]:
            case "fold":
                lines.append(f"{player} f")
            case "check" | "call":
                lines.append(f"{player} cc")
            case "bet" | "raise":
                lines.append(f"{player} cbr {_plain(action['total'])}")
    left = (hand["board"] or "").removeprefix(board)
    while left:
        cards = left[:6] if not board else left[:2]
        lines.append(f"d db {cards}")
        board, left = board + cards, left[len(cards) :]
    played = hand["played"]
    fields = {
        "variant": "NT",
        "antes": [0] * len(order),
        "blinds_or_straddles": [50, 100, *[0] * (len(order) - 2)],
        "min_bet": 100,
        "starting_stacks": [row["stack"] for row in order],
        "actions": lines,
        "venue": hand["site"],
        "hand": hand["number"],
        "year": played.year,
        "month": played.month,
        "day": played.day,
        "time": played.time(),
        "time_zone_abbreviation": hand["zone"],
        "table": hand["table_name"],
        "seats": [row["seat"] for row in order],
        "players": [row["player"] for row in order],
        "winnings": [row["collected"] for row in order],
    }
    return "".join(f"{name} = {_toml(value)}\n" for name, value in fields.items())


def _plain(amount):
    return f"{amount.normalize():f}"


def _toml(value):
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    if isinstance(value, str):
        return f"'{value}'"
    return _plain(value) if isinstance(value, Decimal) else str(value)
