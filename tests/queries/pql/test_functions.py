"""Every function of PQL, and random queries, against plain evaluation of every deal."""

import random
from fractions import Fraction

import numpy as np
import pytest

from oracle import naive_pql
from oracle.naive import parse_cards
from oracle.naive_pql import CATEGORIES, FUNCTIONS, RANKS, STREETS, TYPES
from pokerlake.queries.pql.answer import Wanted, answered
from pokerlake.queries.pql.functions import FUNCTIONS as DECLARED

SPOTS = {
    "holdem": ("game='holdem', hero='AhKh', villain='QsQc,JhTh,7s7d', board='Qh7h3d9s', dead='2c'",
               [["AhKh"], ["QsQc", "JhTh", "7s7d"]], "Qh7h3d9s", "2c"),
    "paired": ("hero='KcQh,AsAd', villain='KhJd,8h8s', third='2c3c', board='Kd8c8d5c'",
               [["KcQh", "AsAd"], ["KhJd", "8h8s"], ["2c3c"]], "Kd8c8d5c", ""),
    "omaha8": ("game='omaha8', hero='AsAh2s3h', villain='KcKdQcJd,Ac2d5h5s', board='4h7d8sKs'",
               [["AsAh2s3h"], ["KcKdQcJd", "Ac2d5h5s"]], "4h7d8sKs", ""),
}  # fmt: skip
PLAYERS = {"hero": 0, "villain": 1}
# Arguments of each kind: as text, and as the plain functions take them.
GIVEN = {
    "player": list(PLAYERS.items()),
    "street": [(name, STREETS[name]) for name in ("flop", "turn", "river")],
    "hand type": [(name, TYPES.index(name)) for name in ("pair", "straight", "flush")],
    "flop category": [(n, CATEGORIES.index(n)) for n in ("floptoppair", "flopset", "floppocket12")],
    "hi rating": [("rateHiHand('AsAdKsKdQc')", 7463 - 2468)],
    "lo rating": [("rateLoHand('8c7d6h5s4c')", 1)],
    "number": [("2", 2), ("0.5", 0.5)],
    "ranks": [
        (f"{name}({who}{street})", (name, who, street))
        for name, who in (("boardRanks", ""), ("handRanks", "hero, "))
        for street in ("flop", "river")
    ],
}  # fmt: skip


@pytest.fixture(scope="module", params=SPOTS)
def spot(request):
    """A spot as text, and all its deals."""
    text, holes, board, dead = SPOTS[request.param]
    of = [[tuple(sorted(parse_cards(hole))) for hole in held] for held in holes]
    halves = request.param == "omaha8"
    deals = list(naive_pql.deals(of, parse_cards(board), parse_cards(dead), halves=halves))
    return text, deals, halves


def arguments(kinds):
    """Some of all lists of arguments of these kinds."""
    if not kinds:
        yield [], []
        return
    for text, value in GIVEN[kinds[0]]:
        for texts, values in arguments(kinds[1:]):
            yield [text, *texts], [value, *values]


def ranks_given(deal, value):
    """The set of ranks that an argument means."""
    if not isinstance(value, tuple):
        return value
    name, who, street = value
    players = [PLAYERS[who.strip(", ")]] if who else []
    return FUNCTIONS[name](deal, *players, STREETS[street])


def of_number(function, deal, values):
    return FUNCTIONS[function](deal, *(ranks_given(deal, value) for value in values))


def as_text(kind, value):
    """What a histogram shows of a value."""
    if kind == "card":
        return RANKS[value // 4] + "cdhs"[value % 4]
    if kind == "rank":
        return RANKS[value] if value >= 0 else "none"
    if kind == "ranks":
        return "".join(RANKS[rank] for rank in sorted(value, reverse=True))
    if kind == "hand type":
        return TYPES[value]
    if kind == "flop category":
        return CATEGORIES[value]
    if kind == "boolean":
        return "true" if value else "false"
    if kind == "fraction":
        return str(Fraction(value).limit_denominator(5040))
    return f"{value:.10g}"


# Those of known figures in test_answer.py.
OTHERS = {"equity", "minequity", "hvrequity", "minhvrequity", "hvperceivedrangeequity", "tocard",
          "minhvperceivedrangeequity", "ratehihand", "ratelohand", "inrange", "boardinrange",
          "torank", "minlorating", "handranking", "handrankingfor"}  # fmt: skip


@pytest.mark.parametrize("function", [name for name in DECLARED if name not in OTHERS])
def test_a_function_of_every_deal(spot, function):
    text, deals, halves = spot
    declared = DECLARED[function]
    if declared.lows and not halves:
        return
    cases = list(arguments(declared.takes))
    random.Random(function).shuffle(cases)
    tried = 0
    for texts, values in cases:
        streets = [v for k, v in zip(declared.takes, values, strict=True) if k == "street"]
        if any(not declared.first <= street <= declared.last for street in streets) or (
            function == "nthrank" and values[0] != 2
        ):
            continue
        tried += 1
        if tried > (1 if declared.nanoseconds else 4):
            break
        call = f"{declared.name}({', '.join(texts)})"
        found = answered(f"select histogram({call}) from {text}", Wanted("exact"))
        want = {}
        for deal in deals:
            shown = as_text(declared.gives, of_number(declared.name, deal, values))
            want[shown] = want.get(shown, 0) + 1 / len(deals)
        assert dict(zip(found["outcome"], found["value"], strict=True)) == pytest.approx(want), call
    assert tried


def tree(rng, depth):
    """A random condition: as text, and as a function of a deal."""
    if depth:
        one, first = tree(rng, depth - 1)
        other, second = tree(rng, depth - 1)
        return rng.choice([
            (f"({one} and {other})", lambda d: first(d) and second(d)),
            (f"({one} or {other})", lambda d: first(d) or second(d)),
            (f"not {one}", lambda d: not first(d)),
            (f"not ({one} or {other})", lambda d: not (first(d) or second(d))),
        ])  # fmt: skip
    player, number = rng.choice(list(PLAYERS.items()))
    street, cards = rng.choice([("flop", 3), ("turn", 4), ("river", 5)])
    kind = rng.choice(TYPES[1:6])
    rank = rng.choice(RANKS)
    f = FUNCTIONS
    return rng.choice([
        (f"handType({player}, {street}) >= {kind}",
         lambda d: f["handType"](d, number, cards) >= TYPES.index(kind)),
        (f"winsHi({player})", lambda d: f["winsHi"](d, number)),
        (f"HvHequity({player}, turn) > 0.4", lambda d: f["HvHequity"](d, number, 4) > 0.4),
        (f"maxRank(boardRanks({street})) <> toRank('{rank}')",
         lambda d: max(naive_pql.ranks_of(d.board[:cards])) != RANKS.index(rank)),
        (f"riverEquity(hero) * 2 - {number} <= 0.5",
         lambda d: d.shares(d.board)[0] * 2 - number <= 0.5),
        (f"handType({player}, river) in (pair, trips, {kind})",
         lambda d: f["handType"](d, number, 5) in (1, 3, TYPES.index(kind))),
        (f"hiRating(hero, {street}) < hiRating(villain, {street})",
         lambda d: f["hiRating"](d, 0, cards) < f["hiRating"](d, 1, cards)),
        (f"case when pocketPair({player}) then 1 when rainbowBoard(flop) then 2 else 3 end = 2",
         lambda d: not f["pocketPair"](d, number) and f["rainbowBoard"](d, 3)),
    ])  # fmt: skip


def test_random_queries(spot):
    text, deals, _ = spot
    rng = random.Random(5)
    for _ in range(12):
        (where, passes), (said, holds) = tree(rng, rng.randint(0, 2)), tree(rng, rng.randint(0, 2))
        query = (
            f"select count({said}) as p, avg(riverEquity(villain)) as mean, "
            f"max(fiveCardHiHandNumber(hero, river)) as most from {text} where {where}"
        )
        found = answered(query, Wanted())
        kept = [deal for deal in deals if passes(deal)]
        assert found.exact
        assert found.kept / found.deals == pytest.approx(len(kept) / len(deals)), query
        if not kept:
            assert found.to_arrow()["value"].null_count == 3
            continue
        want = [
            np.mean([holds(deal) for deal in kept]),
            np.mean([deal.shares(deal.board)[1] for deal in kept]),
            max(FUNCTIONS["fiveCardHiHandNumber"](deal, 0, 5) for deal in kept),
        ]
        assert found["value"].tolist() == pytest.approx(want), query
