"""Checks built tables against each other, and some of their rows against hands dealt anew.

Counts of three hands, summed over one or two of them, are those of two hands or one. Each board has
903 third holes beside two known ones, whatever these are; 351 in short deck.

The outcomes of a starting hand of short deck against a random one are in ``short_starting_hands``.
The same deals are in the match-ups of hands and of holes. With the opponent's outcomes at the river
they are also in the tables of holes on flops, turns and rivers: each river counts once for every
flop, and every turn, that it contains.

What one hole in Omaha wins another loses: over all holes, each weighted by its number, as many
deals are won as lost, and in hi-lo each outcome of both halves is as frequent as its opposite. The
same holds on each flop. A hole and a river have ten flops, so over all flops a hole wins ten times
as often as over all rivers. The file of flops is read once, in parts that can be read in parallel:
17 seconds of one core.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import comb
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from pokerlake.catalogue import HIGH, OMAHA, OMAHA_HI_LO, SHORT_DECK, TWO_CARD_GAMES, Game, Order
from pokerlake.engine.cards.boards import canonical_boards
from pokerlake.engine.cards.holes import (
    HAND_INDEX,
    HANDS,
    format_hole,
    hand_combos,
    hand_of_hole,
    hole_cards,
)
from pokerlake.engine.cards.text import format_hand, parse_hand
from pokerlake.engine.dealing.deck import deal
from pokerlake.engine.equity.calculate import equity
from pokerlake.engine.omaha.flops import hands_of_holes
from pokerlake.engine.omaha.outcomes import deals_of
from pokerlake.engine.orders.evaluate import board_order, order_ids
from pokerlake.engine.pot_shares import POT
from pokerlake.engine.ranges.omaha_holes import all_holes
from pokerlake.engine.showdowns.evaluate import showdown
from pokerlake.engine.starting_hands.matchups import observations_of
from pokerlake.engine.starting_hands.triples import ONE_ABOVE, ONE_BELOW, STRICT, hand_triples
from pokerlake.tables.check import Check
from pokerlake.tables.definitions import boards
from pokerlake.tables.definitions.boards import OMAHA_FLOP_DEALS, OMAHA_FLOP_HANDS
from pokerlake.tables.definitions.starting_hands import HI_LO_OUTCOMES, OMAHA8_HANDS, OMAHA_HANDS
from pokerlake.tables.lake import Lake
from pokerlake.tables.schema import Table
from pokerlake.tables.store import open_parquet, read_table

from ..tables.starting_hands import TRIPLES, stored_orders

CELLS = 6  # rows that are recounted or dealt anew
OUTCOMES = ("win", "tie", "lose")

Cards = npt.NDArray[np.uint8]
Counts = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


def rows_of(lake: Lake, name: str) -> pa.Table:
    """The rows of a table."""
    return read_table(lake.files(name))


def stacked(rows: pa.Table, *names: str) -> Counts:
    """Columns as ``(n, columns)``."""
    return np.stack([rows[name].to_numpy().astype(np.int64) for name in names], axis=1)


def _numbers(rows: pa.Table, column: str) -> npt.NDArray[np.intp]:
    return np.array([HAND_INDEX[hand] for hand in rows[column].to_pylist()])


def none_of(name: str, what: str, wrong: int) -> Check:
    """The check that no rows are wrong, given how many are."""
    return Check(name, what, "0", f"{wrong:,}")


def all_of(name: str, what: str, right: str, unlike: Sequence[str]) -> Check:
    """The check that none of these differ; ``right`` is the expected text for all."""
    return Check(name, what, right, ", ".join(unlike) or right)


def _random_rows(rows: Any) -> Any:
    return np.random.default_rng().choice(rows, CELLS, replace=False)


# ---------------------------------------------------------------- any three hands

# For each order, the places of the three hands: 0 the best.
_PLACES = np.array(
    [
        *(np.argsort(order) for order in STRICT),
        *(np.where(np.arange(3) == best, 0, 1) for best, _, __ in ONE_ABOVE),
        *(np.where(np.arange(3) == worst, 1, 0) for _, __, worst in ONE_BELOW),
        (0, 0, 0),
    ]
)
_BEST = _PLACES == 0
_SHARERS = _BEST * _BEST.sum(axis=1, keepdims=True)  # with how many he shares a win; 0 if he loses


def triples(lake: Lake, order: Order = HIGH) -> Iterator[Check]:
    """The checks of three hands by an order, against those of the other tables in the lake."""
    orders = stored_orders(lake, order)
    name, game = TRIPLES[order].name, TWO_CARD_GAMES[order]
    matchups, rates = game.named("matchups", "income_rates").values()
    wrong = rows_that_do_not_add_up(lake, order)
    yield none_of(name, "rows whose winners do not add up to the deals", wrong)
    if matchups in lake.manifest.tables:
        pairs = third_holes(order) * _stored_pairs(lake, matchups)
        wrong = (pairs_of(orders, order) != pairs).any(axis=2).sum()
        yield none_of(name, f"pairs of hands unlike {matchups}", wrong)
    if rates in lake.manifest.tables:
        wrong = (shares_of(orders, order) != _stored_shares(lake, rates, order)).any(axis=1).sum()
        yield none_of(name, "hands unlike the income rates of three players", wrong)
    unlike = [
        " ".join(HANDS[hand] for hand in hand_triples(board_order(order))[cell])
        for cell in _random_rows(np.flatnonzero(orders.any(axis=1)))
        if counted_anew(cell, order) != _outcomes(orders[cell])
    ]
    what = f"{CELLS} random rows, counted anew hole by hole"
    yield all_of(name, what, "as counted", unlike)


def third_holes(order: Order) -> int:
    """The number of third holes, given two holes and a board."""
    return comb(order.deck - 9, 2)


def rows_that_do_not_add_up(lake: Lake, order: Order = HIGH) -> int:
    """How many rows have other deals than their winners, or more second places than wins."""
    table = rows_of(lake, TRIPLES[order].name)
    column = {name: table[name].to_numpy().astype(np.int64) for name in table.column_names[3:]}
    winners = [name for name in column if "then" not in name and name != "deals"]
    wrong = column["deals"] != sum(column[name] for name in winners)
    for i, j, k in STRICT[::2]:
        seconds = [column[f"win_{i + 1}_then_{other + 1}"] for other in (j, k)]
        wrong |= sum(seconds) > column[f"win_{i + 1}"]
    return int(wrong.sum())


def pairs_of(orders: Counts, order: Order = HIGH) -> Counts:
    """Deals of each pair of hands, whatever the third: ``(169, 169, 3)`` win, tie and lose.

    ``orders``: (818805, 13) int64, as of ``stored_orders``; ``order``: what beats what, and the
    deck. Hands that are not in it have no deals.
    """
    hands, n = hand_triples(board_order(order)).astype(np.intp).T, len(HANDS)
    pairs = np.zeros((3, n * n))  # below 2^53: exact
    for third in range(3):
        one, other = (place for place in range(3) if place != third)
        better = np.sign(_PLACES[:, other] - _PLACES[:, one])
        outcomes = [orders[:, better == sign].sum(axis=1) for sign in (1, 0, -1)]
        # If a hand occurs twice, the third counts once; two equal hands meet once.
        twice = (hands[third] == hands[third - 1]) if third else np.zeros(len(orders), bool)
        apart = ~twice & (hands[one] != hands[other])
        for outcome in range(3):
            for first, second, which, count in (
                (one, other, ~twice, outcomes[outcome]),
                (other, one, apart, outcomes[2 - outcome]),
            ):
                key = n * hands[first] + hands[second]
                pairs[outcome] += np.bincount(key, np.where(which, count, 0), n * n)
    return pairs.astype(np.int64).T.reshape(n, n, 3)


def shares_of(orders: Counts, order: Order = HIGH) -> Counts:
    """Deals of each hand against any two, and its sum of pot shares, ``(169, 2)``.

    In units of 1/2520 of the pot, over all of its combos. The two opponents are ordered. Parameters
    as of :func:`pairs_of`.
    """
    hands, n = hand_triples(board_order(order)).astype(np.intp).T, len(HANDS)
    sums = np.zeros((n, 2), np.int64)
    for hero in range(3):
        first, second = (place for place in range(3) if place != hero)
        orders_of_two = 1 + (hands[first] != hands[second])
        once = (hands[hero] != hands[hero - 1]) if hero else np.ones(len(orders), bool)
        for sharers in range(4):
            deals = orders[:, _SHARERS[:, hero] == sharers].sum(axis=1) * orders_of_two * once
            of_hands = np.bincount(hands[hero], deals, n).astype(np.int64)  # below 2^53: exact
            sums[:, 0] += of_hands
            sums[:, 1] += of_hands * (POT // sharers if sharers else 0)
    return sums


def _stored_pairs(lake: Lake, matchups: str) -> Counts:
    """The table of that name as ``(169, 169, 3)``: win, tie and lose."""
    rows = rows_of(lake, matchups)
    pairs = np.zeros((len(HANDS), len(HANDS), 3), np.int64)
    pairs[_numbers(rows, "hero"), _numbers(rows, "villain")] = stacked(rows, *OUTCOMES)
    return pairs


def _stored_shares(lake: Lake, rates: str, order: Order) -> Counts:
    """The income rates of a table in the form of :func:`shares_of`."""
    rows = rows_of(lake, rates).filter(pc.field("players") == 3)
    of_hands = np.zeros((len(HANDS), 2), np.int64)
    of_hands[_numbers(rows, "hand"), 0] = observations_of(3, board_order(order))
    of_hands[_numbers(rows, "hand"), 1] = rows["share_sum"]
    # The rates are per combo, with two unordered opponents.
    of_all: Counts = 2 * hand_combos()[:, None] * of_hands
    return of_all


def counted_anew(cell: int, order: Order = HIGH) -> list[list[int]]:
    """How often each of three hands loses, wins alone, splits with one and with both.

    By listing holes, on boards that are counted by their ranks; it shares nothing with the sweep.
    """
    hands = hand_triples(board_order(order))[cell]
    ranges = np.stack([(hand_of_hole() == hand).astype(np.float64) for hand in hands])
    shared: list[list[int]] = equity(ranges, order=order, method="exact").shared.tolist()
    return shared


def _outcomes(orders: Counts) -> list[list[int]]:
    """The same from the orders ``(13,)`` of three hands."""
    return [[int(orders[_SHARERS[:, i] == n].sum()) for n in range(4)] for i in range(3)]


# ---------------------------------------------------------------- short deck


def short_deck(lake: Lake) -> Iterator[Check]:
    """The checks of the tables of short deck that are in the lake."""
    names = SHORT_DECK.named("starting_hands", "matchups", "combo_matchups", "income_rates")
    hands, matchups, combo_matchups, rates = names.values()
    rows = rows_of(lake, hands)
    combos = np.zeros(len(HANDS), np.int64)
    combos[_numbers(rows, "hand")] = rows["combos"]
    outcomes = _by_hand(_numbers(rows, "hand"), stacked(rows, *OUTCOMES))
    deals = SHORT_DECK.run_outs(0) * comb(len(SHORT_DECK.deck) - 2, 2)
    wrong = (outcomes.sum(axis=1) != deals * combos).sum()
    yield none_of(hands, "rows that do not add up to the deals", wrong)

    def unlike(name: str, ours: Counts, times: int = 1) -> Check:
        return none_of(name, f"hands unlike {hands}", (ours != times * outcomes).any(axis=1).sum())

    there = lake.manifest.tables
    if matchups in there:
        rows = rows_of(lake, matchups)
        yield unlike(matchups, _by_hand(_numbers(rows, "hero"), stacked(rows, *OUTCOMES)))
    if combo_matchups in there:
        rows = rows_of(lake, combo_matchups)
        counts = stacked(rows, *OUTCOMES) * stacked(rows, "weight")
        hero, villain = (
            hand_of_hole()[rows[f"{player}_hole_id"].to_numpy()] for player in ("hero", "villain")
        )
        yield unlike(combo_matchups, _by_hand(hero, counts) + _by_hand(villain, counts[:, ::-1]))
        some = rows.take(pa.array(_random_rows(len(rows)))).to_pylist()
        others = [
            f"{format_hole(row['hero_hole_id'])} {format_hole(row['villain_hole_id'])}"
            for row in some
            if showdowns(row["hero_hole_id"], row["villain_hole_id"])
            != [row[outcome] for outcome in OUTCOMES]
        ]
        what = f"{CELLS} random rows, each dealt on all boards"
        yield all_of(combo_matchups, what, "as dealt", others)
    if rates in there:
        rows = rows_of(lake, rates).filter(pc.field("players") == 2)
        shares = np.zeros(len(HANDS), np.int64)
        shares[_numbers(rows, "hand")] = rows["share_sum"]
        wrong = (2 * shares * combos != POT * (2 * outcomes[:, 0] + outcomes[:, 1])).sum()
        yield none_of(rates, f"hands unlike {hands}", wrong)
    for cards, name in zip((3, 4, 5), ("flop_hands", "turn_hands", "river_hands"), strict=True):
        (name,) = SHORT_DECK.named(name).values()
        if name in there:
            yield unlike(name, _on_boards(rows_of(lake, name), cards), comb(5, cards))


def _on_boards(rows: pa.Table, cards: int) -> Counts:
    """What each hand wins, ties and loses at the river, over all boards of this many cards."""
    if cards == 5:
        win, tie = stacked(rows, "win", "tie").T
        counts = np.stack([win, tie, SHORT_DECK.opponents(5) - win - tie], axis=1)
    else:
        names = [f"river_{now}_{then}" for then in boards.RELATIONS for now in boards.RELATIONS]
        counts = stacked(rows, *names).reshape(-1, 3, 3).sum(axis=2)
    return _by_hand(hand_of_hole()[rows["hole_id"].to_numpy()], stacked(rows, "weight") * counts)


def _by_hand(hands: npt.NDArray[np.integer], counts: Counts) -> Counts:
    """The sums of rows by hand, ``(169, 3)``: of integers, which floats would round."""
    sums = np.zeros((len(HANDS), 3), np.int64)
    np.add.at(sums, hands, counts)
    return sums


def showdowns(hero: int, villain: int) -> list[int]:
    """The number of boards on which the first of two holes wins, ties and loses."""
    known = [*hole_cards()[hero].tolist(), *hole_cards()[villain].tolist()]
    left = [card for card in SHORT_DECK.deck if card not in known]
    deals = np.array(list(combinations(left, 5)), np.uint8)
    hands = np.empty((7, len(deals)), np.uint8)
    hands[:5] = deals.T
    ids = []
    for hole in (hero, villain):
        hands[5:] = hole_cards()[hole][:, None]
        ids.append(order_ids(hands, SHORT_DECK.high, layout="columns").astype(np.int64))
    return np.bincount(np.sign(ids[0] - ids[1]) + 1, minlength=3).tolist()  # type: ignore[no-any-return]


# ---------------------------------------------------------------- Omaha

DEALS = 200_000  # of each row that is dealt
MOST_ERRORS = 6  # standard errors, which chance exceeds once in 80 million verifications
ODD_DEALS = 10  # that chance may add if nearly all deals end alike
_AS_DEALT = f"{CELLS} random rows, each dealt {DEALS:,} times"
_GROUPS_OF_A_PART = 50
_FLOP_COLUMNS = ["board_id", "hole_id", "weight", "win", "tie"]
# Of the pot: by the high half, win, tie, lose, and by the low half, win, tie, lose, none.
QUARTERS = np.array([[4, 3, 2, 4], [3, 2, 1, 2], [2, 1, 0, 0]])


def omaha(lake: Lake, table: Table, rule: Game) -> Iterator[Check]:
    """The checks of a table of all holes by a rule without halves."""
    rows = rows_of(lake, table.name)
    win, tie, lose = stacked(rows, *OUTCOMES).T
    yield _adds_up(table, win + tie + lose, rule)
    won, lost = (over_all(rows, count) for count in (win, lose))
    yield Check(table.name, "deals won over all holes, as many as lost", f"{lost:,}", f"{won:,}")
    yield _as_dealt(table, rows, (win + tie / 2) / deals_of(rule.hole), rule)


def omaha8(lake: Lake) -> Iterator[Check]:
    """The checks of the table of hi-lo."""
    table = OMAHA8_HANDS
    rows = rows_of(lake, table.name)
    outcomes = stacked(rows, *HI_LO_OUTCOMES).reshape(-1, 3, 4)
    yield _adds_up(table, outcomes.sum(axis=(1, 2)), OMAHA_HI_LO)
    ours = np.array([over_all(rows, of) for of in outcomes.reshape(-1, 12).T], object)
    theirs = ours.reshape(3, 4)[::-1][:, [2, 1, 0, 3]].ravel()
    unlike = [name for name, is_unlike in zip(HI_LO_OUTCOMES, ours != theirs, strict=True)
              if is_unlike]  # fmt: skip
    what = "deals of each outcome over all holes, as many as of its opposite"
    yield all_of(table.name, what, "as many", unlike)
    if OMAHA_HANDS.name in lake.manifest.tables:
        high = stacked(rows_of(lake, OMAHA_HANDS.name), *OUTCOMES)
        wrong = int((outcomes.sum(axis=2) != high).any(axis=1).sum())
        yield none_of(table.name, f"rows whose high half is not that of {OMAHA_HANDS.name}", wrong)
    quarters = (outcomes * QUARTERS).sum(axis=(1, 2))
    yield _as_dealt(table, rows, quarters / 4 / deals_of(OMAHA_HI_LO.hole), OMAHA_HI_LO)


def over_all(rows: pa.Table, count: Counts) -> int:
    """The sum over all hands, each weighted by its number of holes."""
    return sum(map(int, stacked(rows, "combos")[:, 0] * count))


def _adds_up(table: Table, deals: Counts, rule: Game) -> Check:
    wrong = int((deals != deals_of(rule.hole)).sum())
    return none_of(table.name, "rows that do not add up to the deals", wrong)


def _as_dealt(table: Table, rows: pa.Table, equities: Floats, rule: Game) -> Check:
    cells = _random_rows(len(rows))
    hands = rows["hand"].take(cells).to_pylist()
    unlike = [
        hand
        for hand, equity in zip(hands, equities[cells].tolist(), strict=True)
        if abs(errors_off(parse_hand(hand), equity, any_seed(), rule)) > MOST_ERRORS
    ]
    return all_of(table.name, _AS_DEALT, "as dealt", unlike)


def any_seed() -> int:
    """A seed that nobody can know in advance."""
    return int(np.random.default_rng().integers(1 << 62))


def errors_off(
    hole: Cards, equity: float, seed: int, rule: Game, flop: Cards | None = None
) -> float:
    """How many standard errors an equity is above that of random deals, perhaps on a given flop.

    The error is that of the deals plus a few deals more, because nearly all may end alike.
    """
    k, known = rule.hole, np.empty(0, np.uint8) if flop is None else flop
    dealt = deal(DEALS, k + 5 - len(known), seed=seed, dead=[*known.tolist(), *hole.tolist()])
    mine, there = (np.broadcast_to(each[:, None], (len(each), DEALS)) for each in (hole, known))
    board = np.concatenate([there, dealt[k:]])
    shares = showdown(rule, [mine, dealt[:k]], board).shares[0]
    error = shares.std() * np.sqrt(DEALS) + ODD_DEALS / MOST_ERRORS
    return float((equity * DEALS - shares.sum()) / error)


class Sums(NamedTuple):
    """The sums of some row groups; whole numbers below 2^53, so these sums are exact."""

    beyond: int  # rows with more than all deals
    deals: Floats  # (1755,) by flop
    gains: Floats  # (1755,) half pots won
    wins: Floats  # (16432,) by hole before the flop
    ties: Floats  # (16432,)


def row_groups_apart(lake: Lake) -> list[range]:
    """The row groups of the file of flops, in parts of half a second."""
    (path,) = lake.files(OMAHA_FLOP_HANDS.name)
    with open_parquet(path) as file:
        groups = file.metadata.num_row_groups
    starts = range(0, groups, _GROUPS_OF_A_PART)
    return [range(start, min(start + _GROUPS_OF_A_PART, groups)) for start in starts]


def sums_of(lake: Lake, groups: range) -> Sums:
    """Add up some row groups."""
    (path,) = lake.files(OMAHA_FLOP_HANDS.name)
    deals, gains = np.zeros((2, len(canonical_boards(3).weight)))
    wins, ties = np.zeros((2, OMAHA_HANDS.fixed_rows))
    beyond = 0
    with open_parquet(path) as file:
        batches = file.iter_batches(batch_size=1 << 18, row_groups=groups, columns=_FLOP_COLUMNS)
        for batch in batches:
            board, hole, weight, win, tie = (batch[name].to_numpy() for name in _FLOP_COLUMNS)
            beyond += int((win.astype(np.int64) + tie > OMAHA_FLOP_DEALS).sum())
            won, split = weight * win.astype(np.float64), weight * tie.astype(np.float64)
            hand = hands_of_holes()[hole]
            for sums, flop_or_hole, number in (
                (deals, board, weight), (gains, board, 2 * won + split),
                (wins, hand, won), (ties, hand, split),
            ):  # fmt: skip
                sums += np.bincount(flop_or_hole, number, len(sums))
    return Sums(beyond, deals, gains, wins, ties)


def checks_of_sums(lake: Lake, parts: Sequence[Sums]) -> Iterator[Check]:
    """The checks of ``omaha_flop_hands``, by the sums of all row groups.

    They are compared with ``omaha_hands`` if the lake has both.
    """
    name = OMAHA_FLOP_HANDS.name
    flops = canonical_boards(3)
    beyond, deals, gains, wins, ties = (sum(each) for each in zip(*parts, strict=True))
    yield none_of(name, "rows with more than all deals", beyond)
    there = deals > 0
    holes = comb(52 - 3, OMAHA.hole)
    unlike = (deals[there] != flops.weight[there] * float(holes)).sum()
    yield none_of(name, "flops without all their holes", unlike)
    unlike = (gains != deals * OMAHA_FLOP_DEALS).sum()
    yield none_of(name, "flops with not as many deals won as lost", unlike)
    if there.all() and OMAHA_HANDS.name in lake.manifest.tables:
        yield _by_rivers(lake, wins, ties)
    off = []
    for board, hole, win, tie in _random_flop_rows(lake):
        flop, cards = flops.cards[board], all_holes(4)[hole]
        equity = (win + tie / 2) / OMAHA_FLOP_DEALS
        if abs(errors_off(cards, equity, any_seed(), OMAHA, flop)) > MOST_ERRORS:
            off.append(f"{format_hand(cards[::-1])} on {format_hand(flop)}")
    yield all_of(name, _AS_DEALT, "as dealt", off)


def _random_flop_rows(lake: Lake) -> Iterator[tuple[int, ...]]:
    """The flop, hole, wins and ties of some rows."""
    (path,) = lake.files(OMAHA_FLOP_HANDS.name)
    with open_parquet(path) as file:
        sizes = [file.metadata.row_group(n).num_rows for n in range(file.metadata.num_row_groups)]
        ends = np.cumsum(sizes)
        for cell in _random_rows(int(ends[-1])):
            group = int(np.searchsorted(ends, cell, side="right"))
            columns = file.read_row_group(group, ["board_id", "hole_id", "win", "tie"])
            at = int(cell - ends[group] + sizes[group])
            yield tuple(column[at].as_py() for column in columns.columns)


def _by_rivers(lake: Lake, wins: Floats, ties: Floats) -> Check:
    """Whether each hole before the flop wins and ties over all flops as over all rivers."""
    rows = rows_of(lake, OMAHA_HANDS.name)
    times = comb(5, 3) * rows["combos"].to_numpy().astype(np.float64)
    unlike = (wins != times * rows["win"].to_numpy()) | (ties != times * rows["tie"].to_numpy())
    what = f"holes whose flops do not add up to their rivers in {OMAHA_HANDS.name}"
    return none_of(OMAHA_FLOP_HANDS.name, what, unlike.sum())
