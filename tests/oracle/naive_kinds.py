"""Kinds of made hands and draws by their definitions: plain sets of ranks, a hand at a time.

A card is an int, 4 * rank + suit. Nothing of pokerlake is imported here. Games are hold'em, its
short deck (``lowest`` is 4, the six) and Omaha (``both``: two of the hole and three of the board).
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations

ACE = 12


def straights(lowest: int = 0) -> list[tuple[int, ...]]:
    """The ranks of each straight, the best in front."""
    around = [ACE, *range(lowest, ACE + 1)]
    return [tuple(around[at : at + 5]) for at in range(len(around) - 4)][::-1]


def best_straight(ranks: Iterable[int], lowest: int) -> int:
    """The place of the best straight of some ranks, the more the better; -1 without one."""
    have, runs = set(ranks), straights(lowest)
    return max((len(runs) - at for at, run in enumerate(runs) if have >= {*run}), default=-1)


def by_rank(cards: Sequence[int]) -> Counter[int]:
    """How many cards of each rank."""
    return Counter(card // 4 for card in cards)


CATEGORIES = ("SF", "quads", "house", "flush", "straight", "trips", "two", "pair", "high")


def categories(lowest: int) -> tuple[str, ...]:
    """The categories, the best in front; of short deck a flush beats a full house."""
    if lowest:
        return (*CATEGORIES[:2], "flush", "house", *CATEGORIES[4:])
    return CATEGORIES


def value(five: Sequence[int], lowest: int) -> tuple[int, ...]:
    """What five cards are worth: the place of their category, negative, and what decides in it."""
    counts = by_rank(five)
    ranks = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    shape = [counts[rank] for rank in ranks]
    flush = len({card % 4 for card in five}) == 1
    run = best_straight(ranks, lowest)
    category = (
        "SF" if flush and run > 0
        else "quads" if shape[0] == 4
        else "house" if shape == [3, 2]
        else "flush" if flush
        else "straight" if run > 0
        else {3: "trips", 2: "two" if shape[1:2] == [2] else "pair", 1: "high"}[shape[0]]
    )  # fmt: skip
    return (
        -categories(lowest).index(category),
        *((run,) if run > 0 and category in ("SF", "straight") else ranks),
    )


def fives(hole: Sequence[int], board: Sequence[int], both: bool) -> Iterable[tuple[int, ...]]:
    """The hands that a hole of two cards has."""
    if not both:
        return combinations((*hole, *board), 5)
    return ((*hole, *three) for three in combinations(board, 3))


def best_value(
    hole: Sequence[int], board: Sequence[int], lowest: int = 0, both: bool = False
) -> tuple[int, ...]:
    """What the best hand of a hole of two cards is worth."""
    return max(value(five, lowest) for five in fives(hole, board, both))


def category_of(best: tuple[int, ...], lowest: int) -> str:
    """The category that a value is of."""
    return categories(lowest)[-best[0]]


# ---------------------------------------------------------------- made hands


def kicker(rank: int, board: Sequence[int], lowest: int) -> str:
    """The word for a kicker."""
    lacks = [r for r in range(ACE, lowest - 1, -1) if r not in by_rank(board)]
    at = lacks.index(rank)
    return "top kicker" if at == 0 else "good kicker" if at <= 3 else "weak kicker"


def height(hole: Sequence[int], board: Sequence[int], suit: int, lowest: int) -> int:
    """Which of the cards of a suit that the board lacks is the hole's highest, 0 for the first."""
    lacks = [r for r in range(ACE, lowest - 1, -1) if 4 * r + suit not in board]
    return lacks.index(max(card // 4 for card in hole if card % 4 == suit))


def kind(hole: Sequence[int], board: Sequence[int], lowest: int = 0, both: bool = False) -> str:
    """The kind of a hole of two cards."""
    best = best_value(hole, board, lowest, both)
    if len(board) == 5 and not both and best == value(board, lowest):
        return "board plays"
    return OF_CATEGORY[category_of(best, lowest)](hole, board, best[1:], lowest, both)


def of_quads(hole, board, ranks, lowest, both):
    on = by_rank(board)[ranks[0]]
    return f"quads {({2: 'with pocket pair', 3: 'with one card', 4: 'on board'})[on]}"


def of_house(hole, board, ranks, lowest, both):
    three, pair, theirs = *ranks, by_rank(board)
    if theirs[three] >= 3:
        return f"full house {'over' if pair > three else 'under'} board trips"
    if theirs[three] == 1:
        return "full house with set"
    return f"full house with {'one card' if theirs[pair] >= 2 and not both else 'two cards'}"


def of_flush(hole, board, ranks, lowest, both):
    on = Counter(card % 4 for card in board)
    suit = max(on, key=lambda suit: on[suit])
    word = ("nut", "second nut", "third nut", "low")[min(height(hole, board, suit, lowest), 3)]
    return f"{word} flush with {'two cards' if on[suit] == 3 or both else 'one card'}"


def of_straight(hole, board, run, lowest, both):
    theirs = set(by_rank(board))
    deck = range(lowest, ACE + 1)
    best = max(best_straight(theirs | {*two}, lowest) for two in combinations(deck, 2))
    if run[0] == best:
        return "nut straight"
    needed = set(straights(lowest)[-run[0]]) - theirs
    return f"straight with {'two cards' if len(needed) == 2 or both else 'one card'}"


def of_trips(hole, board, ranks, lowest, both):
    on = by_rank(board)[ranks[0]]
    if on == 1:
        return "set"
    if on >= 3:
        return "trips on board"
    (other,) = by_rank(hole).keys() - {ranks[0]}
    return f"trips with {kicker(other, board, lowest)}"


def of_two(hole, board, ranks, lowest, both):
    theirs = by_rank(board)
    on = sum(theirs[rank] == 2 for rank in ranks[:2])
    return f"two pair {('with two cards', 'with board pair', 'on board')[on]}"


def of_pair(hole, board, ranks, lowest, both):
    mine, theirs = by_rank(hole), by_rank(board)
    rank = ranks[0]
    if theirs[rank] == 2:
        return "pair on board"
    above = sum(other > rank for other in theirs)
    if mine[rank] == 2:
        if above == 0:
            return "overpair"
        if above == len(theirs):
            return "underpair"
        return {1: "pocket pair under top rank", 2: "pocket pair under second rank"}.get(
            above, "low pocket pair"
        )
    if above == 0:
        (other,) = mine.keys() - {rank}
        return f"top pair with {kicker(other, board, lowest)}"
    return {1: "second pair", 2: "third pair"}.get(above, "low pair")


def of_nothing(hole, board, ranks, lowest, both):
    over = sum(rank > max(by_rank(board)) for rank in by_rank(hole))
    return f"high card with{('out overcards', ' one overcard', ' two overcards')[over]}"


OF_CATEGORY = {
    "SF": lambda *_: "straight flush", "quads": of_quads, "house": of_house, "flush": of_flush,
    "straight": of_straight, "trips": of_trips, "two": of_two, "pair": of_pair, "high": of_nothing,
}  # fmt: skip


def kinds_of_both(hole: Sequence[int], board: Sequence[int]) -> set[str]:
    """The kinds of all two cards of a hole with three of the board, of which the best counts."""
    return {kind(two, board, both=True) for two in combinations(hole, 2)}


# ---------------------------------------------------------------- draws


def draws(hole: Sequence[int], board: Sequence[int], lowest: int = 0) -> set[str]:
    """The draws of a hole of two cards of which any number plays."""
    if len(board) == 5:
        return set()
    order = categories(lowest)
    made = order.index(category_of(best_value(hole, board, lowest), lowest))
    found = flush_draws(hole, board, lowest) if made > order.index("flush") else set()
    if made > order.index("straight"):
        straight = straight_draws(hole, board, lowest)
        if straight & {"open-ended", "double gutshot", "gutshot"} and any(
            name.startswith("flush draw") for name in found
        ):
            found.add("combo draw")
        found |= straight
        found |= overcards(hole, board)
    return found


def overcards(hole, board):
    mine, theirs = by_rank(hole), by_rank(board)
    over = sum(rank > max(theirs) for rank in mine)
    if len(mine) < len(hole) or mine.keys() & theirs.keys() or not over:
        return set()
    return {"two overcards" if over >= 2 else "one overcard"}


def flush_draws(hole, board, lowest, both=False):
    found = set()
    for suit in range(4):
        held = sum(card % 4 == suit for card in hole)
        on = sum(card % 4 == suit for card in board)
        if both:
            held = 2 * (held >= 2)
        words = {1: "one card", 2: "two cards"}
        if held and held + on == 4 and not (both and held < 2):
            found.add(f"flush draw with {words[held]}")
            if height(hole, board, suit, lowest) == 0:
                found.add("nut flush draw")
        if held and held + on == 3 and len(board) == 3:
            found.add(f"backdoor flush with {words[held]}")
    return found


def completing(hole, board, lowest):
    """The ranks with which there is a straight that beats what the board has with them."""
    mine, theirs = {*by_rank(hole)}, {*by_rank(board)}
    return {
        rank
        for rank in range(lowest, ACE + 1)
        if best_straight({*mine, *theirs, rank}, lowest) > best_straight({*theirs, rank}, lowest)
    }


def straight_draws(hole, board, lowest):
    ranks = completing(hole, board, lowest)
    if not ranks:
        return later_straights(hole, board, lowest) if len(board) == 3 else set()
    have = {*by_rank([*hole, *board])}
    four = any({*run[:4]} <= have or {*run[1:]} <= have for run in straights(lowest))
    found = {"gutshot" if len(ranks) == 1 else "open-ended" if four else "double gutshot"}
    if any(completing([card], board, lowest) == ranks for card in hole):
        found.add("one-card straight draw")
    return found


def later_straights(hole, board, lowest):
    mine, theirs = {*by_rank(hole)}, {*by_rank(board)}
    found = set()
    for at, run in enumerate(straights(lowest)):
        missing = {*run} - mine - theirs
        own = ({*run} & mine) - theirs
        value = len(straights(lowest)) - at
        if len(missing) == 2 and own and best_straight(theirs | missing, lowest) < value:
            found.add(f"backdoor straight with {('one card', 'two cards')[len(own) - 1]}")
    return found


def draws_of_both(hole: Sequence[int], board: Sequence[int]) -> set[str]:
    """The draws of a hole of which two cards play with three of the board."""
    if len(board) == 5:
        return set()
    best = max(best_value(two, board, both=True) for two in combinations(hole, 2))
    made = CATEGORIES.index(category_of(best, 0))
    found = flush_draws(hole, board, 0, both=True) if made > CATEGORIES.index("flush") else set()
    if made > CATEGORIES.index("straight"):
        straight = straight_draws_of_both(hole, board)
        if "flush draw with two cards" in found and straight - {"backdoor straight with two cards"}:
            found.add("combo draw")
        found |= straight | overcards(hole, board)
    return found


def straight_draws_of_both(hole, board):
    theirs = {*by_rank(board)}
    cards, four, later = set(), False, False
    for two in combinations(by_rank(hole), 2):
        for run in straights():
            if not {*two} <= {*run}:
                continue
            missing = {*run} - {*two} - theirs
            later |= len(missing) == 2
            if len(missing) == 1:
                (rank,) = missing
                cards |= {4 * rank + suit for suit in range(4)} - {*hole}
                four |= rank in (run[0], run[4])
    ranks = by_rank([*cards])
    if not ranks:
        return {"backdoor straight with two cards"} if later and len(board) == 3 else set()
    for name, least in (
        ("20", 20), ("16 to 19", 16), ("13 to 15", 13), ("9 to 12", 9)
    ):  # fmt: skip
        if len(cards) >= least:
            return {f"wrap of {name} outs"}
    return {"gutshot" if len(ranks) == 1 else "open-ended" if four else "double gutshot"}
