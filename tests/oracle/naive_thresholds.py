"""Five-card draw of five players with fixed sets of hands, played bet by bet in whole chips.

Nothing of pokerlake is imported here.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache

from oracle import naive

LADDER = [
    "straight", "three of a kind", "two pair",
    "AA", "KK", "QQ", "JJ", "TT", "99", "88", "77", "66", "55", "44", "33", "22",
    "A high", "K high", "Q high", "J high", "T high", "9 high", "8 high", "7 high",
]  # fmt: skip
SEATS = range(5)

Hand = tuple[int, ...]


@cache
def class_of(hand: Hand) -> int:
    return naive.best_class(hand)


def rung(hand: Hand) -> str:
    category = naive.category(class_of(hand))
    ranks = [card // 4 for card in hand]
    if category <= 7:
        return LADDER[max(category - 5, 0)]
    paired = [rank for rank in ranks if ranks.count(rank) == 2]
    return 2 * naive.RANKS[paired[0]] if paired else f"{naive.RANKS[max(ranks)]} high"


def draws(hand: Hand) -> bool:
    """Whether it is a four-flush or an open-ended straight draw."""
    ranks = {card // 4 for card in hand}
    in_a_row = [low for low in range(9) if {low, low + 1, low + 2, low + 3} <= ranks]
    straight = naive.category(class_of(hand)) in (1, 5)
    suits = [card % 4 for card in hand]
    return any(suits.count(suit) == 4 for suit in suits) or (bool(in_a_row) and not straight)


def is_in_set(strategy: str, hand: Hand, *, can_draw: bool) -> bool:
    if strategy == "any pair or draw":
        return "high" not in rung(hand) or (can_draw and draws(hand))
    return LADDER.index(rung(hand)) <= LADDER.index(strategy.removesuffix("+"))


def bet(players: Sequence[int], raises: Callable[[int], bool]) -> tuple[list[int], dict[int, int]]:
    """One betting round: who is left, and what each has put in; an uncalled bet comes back."""
    put_in = dict.fromkeys(players, 0)
    left = list(players)
    price = 0
    to_act = list(players)
    while to_act and len(left) > 1:
        player = to_act.pop(0)
        if raises(player) and price < 4:
            price += 1
            put_in[player] = price
            others = [p for p in (*players, *players) if p in left and p != player]
            after = others[sum(p < player for p in left) :]
            to_act = after[: len(left) - 1]
        elif raises(player):
            put_in[player] = price
        elif price > 0:
            left.remove(player)
    if len(left) == 1:
        called = max([0, *(put_in[p] for p in players if p != left[0])])
        put_in[left[0]] = min(put_in[left[0]], called)
    return left, put_in


def play(
    strategies: Sequence[str],
    before: Sequence[Hand],
    after: Sequence[Hand],
    nobody_opens: str,
    missed_draw: str,
) -> list[Fraction]:
    """What each of the five wins in a round."""
    came = {p: is_in_set(strategies[p], before[p], can_draw=True) for p in SEATS}
    won = [Fraction(-1) for _ in SEATS]
    pot = 5
    left, put_in = bet(list(SEATS), lambda p: came[p])
    for p, chips in put_in.items():
        won[p] -= chips
        pot += chips
    opened = any(came.values())
    if not opened and nobody_opens == "antes back":
        return [chips + 1 for chips in won]

    def raises(p: int) -> bool:
        if came[p] and missed_draw == "raises":
            return True
        return is_in_set(strategies[p], after[p], can_draw=False)

    if len(left) > 1 and (opened or nobody_opens == "play on"):
        left, put_in = bet(left, raises)
        for p, chips in put_in.items():
            won[p] -= chips
            pot += chips
    best = min(class_of(after[p]) for p in left)
    winners = [p for p in left if class_of(after[p]) == best]
    for p in winners:
        won[p] += Fraction(pot, len(winners))
    return won
