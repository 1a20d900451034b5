"""Measure the engine against its peers: `make bench`, about twelve minutes.

All work runs in one process on the same random hands (fixed seed, random order of cards), in turn
and several times over, so that a ratio means something on a noisy machine. Every library must agree
with every other on the order of all hands first. Writes results.json beside this file, the table of
all rows in docs/speed.md and that of a few in the README.
"""

from __future__ import annotations

import functools
import json
import time
from math import comb
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import duckdb
import numpy as np
import peers
from all_ins import all_in_works
from icm import icm_works
from learning import learning_works
from pages import HEADER, RESULTS, lines, write_pages
from rich.console import Console
from rich.table import Table
from solving import solving_works

import pokerlake as pk
from oracle import naive_kinds
from oracle.five_pointer import five_pointer_walk, flush_classes
from pokerlake.catalogue import HIGH, HOLDEM, RAZZ, STUD
from pokerlake.engine.cards.boards import canonical_boards
from pokerlake.engine.cards.holes import HANDS, format_hole, hole_cards
from pokerlake.engine.cards.text import format_column, format_hand, parse_hand
from pokerlake.engine.dealing.deck import deal
from pokerlake.engine.draw import exchange as exchanges_module
from pokerlake.engine.draw.duels import duel
from pokerlake.engine.equity.calculate import equity
from pokerlake.engine.hands.evaluate import HANDS_OF, class_counts, class_ids, class_ids_of_text
from pokerlake.engine.hands.one_hand import class_of_cards, class_of_text
from pokerlake.engine.hands.rank_graph import merged_graph
from pokerlake.engine.keys.canonical_rows import hole_ids, row_keys, table_rows
from pokerlake.engine.kinds.evaluate import draw_bits, made_kinds
from pokerlake.engine.known_holes.several import BOARDS, heads_up, suited_matchups
from pokerlake.engine.omaha.evaluate import omaha_class_ids, omaha_low_ids
from pokerlake.engine.orders.best_five import best_fives
from pokerlake.engine.push_fold.counts import Counts
from pokerlake.engine.push_fold.solving import ENOUGH, solve
from pokerlake.engine.push_fold.spots import PushFoldSpot
from pokerlake.engine.ranges.notation import parse_range
from pokerlake.engine.starting_hands.matchups import SHARES, matchup_deals, matchup_wins
from pokerlake.engine.starting_hands.triples import STRICT, hand_triples, order_counts_of
from pokerlake.engine.strength.transitions import river_outcomes, strengths
from pokerlake.engine.stud.equity import stud_equity
from pokerlake.engine.stud.known_text import parse_stud
from pokerlake.engine.threads import over_tasks
from pokerlake.pipelines.abstraction.asked import Abstraction
from pokerlake.pipelines.abstraction.running import abstract_into
from pokerlake.queries.answers.hits import boards_of, hit_by
from pokerlake.queries.functions import register_functions
from pokerlake.queries.pql.answer import Wanted, answered

HANDS_TO_TIME = 10_000_000
SAMPLE = 200_000
FEW = 2_000  # hands for what takes milliseconds a hand
RUNS = 7
DEALS = 20_000_000
PUSH_FOLD_STACKS = [1 + 49 * i / 19 for i in range(20)]
TRIPLE_BOARDS, TRIPLE_PEER_BOARDS = 512, 1


def main():
    console = Console(stderr=True)
    with console.status("dealing") as status:
        columns = {k: deal(HANDS_TO_TIME, k, seed=k, threads=0) for k in (7, 6, 5)}
        status.update("checking that all agree on every hand")
        agree(columns)
        results = []
        for name, items, ours, (peer, peer_items, theirs) in works(columns):
            status.update(f"timing {name}")
            results += measure(name, items, ours, peer, peer_items, theirs)
        status.update("timing batches of all sizes")
        results += by_size(columns[7])
    RESULTS.write_text(json.dumps(results, indent=1) + "\n")
    write_pages(results)
    show(results)


def agree(columns):
    """Hold all libraries against ours: the order of all hands, not only some."""
    for cards in columns.values():
        call, values = peers.pokerfast_batch(cards)
        call()
        same_order(class_ids(cards, threads=0), -values.astype(np.int64))
    pairs = suited_matchups()
    hero, villain = pairs.hero[::500], pairs.villain[::500]
    texts = [(format_hole(a), format_hole(b)) for a, b in zip(hero, villain, strict=True)]
    win, tie, _ = heads_up(hero, villain).T
    assert np.allclose(peers.pokerfast_equities(texts)(), (win + tie / 2) / BOARDS, atol=1e-12)
    boards = canonical_boards(5).cards[[77_777]]
    in_numpy = peers.orders_in_numpy(boards)()
    strict = order_counts_of(boards, np.ones(1, np.uint8))[:, : len(STRICT)]
    for order, counts in zip(STRICT, strict.T, strict=True):
        first, second, third = hand_triples()[:, order].T
        assert (in_numpy[first, second, third] == counts).all()
    sample = columns[7][:, :SAMPLE]
    ids = class_ids(sample)
    calls = peers.one_by_one(sample)
    assert calls["phevaluator"]() == ids.tolist()
    assert calls["treys"]() == ids.tolist()
    same_order(ids, -np.array(calls["eval7"](), np.int64))


def same_order(ids, values):
    """Values ascend with class ids, and are equal where those are."""
    order = np.argsort(ids, kind="stable")
    ids, values = ids[order], values[order]
    steps = np.diff(ids.astype(np.int64)) > 0
    assert (np.diff(values)[steps] > 0).all()
    assert (np.diff(values)[~steps] == 0).all()


def works(columns):
    """Name, items, our call by number of threads; and the peer's name, items and call."""
    out = np.empty(HANDS_TO_TIME, np.uint16)
    batch, _ = peers.pokerfast_batch(columns[7])
    n = HANDS_TO_TIME
    for k, cards in columns.items():
        call, _ = peers.pokerfast_batch(cards)
        peer = "pokerfast's compiled batch", n, call
        yield (
            f"{k} random cards, columns",
            n,
            lambda threads, cards=cards: class_ids(cards, out=out, threads=threads),
            peer,
        )
    rows = np.ascontiguousarray(columns[7].T)
    yield (
        "7 random cards, rows",
        n,
        lambda threads: class_ids(rows, out=out, threads=threads),
        ("pokerfast's compiled batch", n, batch),
    )
    text = format_column(columns[7])
    yield (
        "7-card text column",
        n,
        lambda threads: class_ids_of_text(text, threads=threads),
        ("pokerfast's string batch", SAMPLE, peers.pokerfast_strings(columns[7][:, :SAMPLE])),
    )
    for k in (7, 6, 5):
        yield (
            f"all {HANDS_OF[k]:,} hands of {k} cards, counted",
            HANDS_OF[k],
            lambda threads, k=k: class_counts(k, threads=threads),
            ("pokerfast's compiled batch", n, peers.pokerfast_batch(columns[k])[0]),
        )
    ids = class_ids(columns[7])
    yield (
        "which five of 7 random cards play",
        n,
        lambda threads: best_fives(columns[7], ids, HIGH, threads=threads),
        ("pokerkit, hand by hand", FEW, peers.fives_of_pokerkit(columns[7][:, :FEW])),
    )
    hole, flops = columns[7][:2], columns[7][2:5]
    few = columns[5][:, :FEW].T.tolist()
    for name, tell, naive in (
        ("kinds of made hands on random flops", made_kinds, naive_kinds.kind),
        ("draws on random flops", draw_bits, naive_kinds.draws),
    ):
        yield (
            name,
            n,
            lambda threads, tell=tell: tell(HOLDEM, hole, flops, threads=threads),
            (
                "the definitions in Python",
                FEW,
                lambda naive=naive: [naive(cards[:2], cards[2:]) for cards in few],
            ),
        )
    every = np.ascontiguousarray(hole_cards().T.astype(np.uint8))
    all_flops = boards_of(np.empty((1, 0), np.uint8), 3, [])
    yield (
        "all 1,326 holes on all 22,100 flops: what a range hits",
        every.shape[1] * all_flops.shape[1],
        lambda threads: hit_by(HOLDEM, every, np.ones(every.shape[1]), all_flops, threads),
        (
            "the definitions in Python",
            FEW,
            lambda: [naive_kinds.kind(cards[:2], cards[2:]) for cards in few],
        ),
    )
    graph = merged_graph()
    tables = graph.next, graph.rank_class, flush_classes(graph.rank_class)
    yield (
        "7 random cards, columns, once more",
        n,
        lambda threads: class_ids(columns[7], out=out, threads=threads),
        ("Hammer's five-pointer walk", n, lambda: five_pointer_walk(columns[7], *tables, out)),
    )
    pairs = suited_matchups()
    some = slice(0, None, 500)
    holes = zip(pairs.hero[some].tolist(), pairs.villain[some].tolist(), strict=True)
    texts = [(format_hole(hero), format_hole(villain)) for hero, villain in holes]
    yield (
        f"{len(pairs.hero):,} pairs of holes, every board",
        len(pairs.hero),
        lambda threads: heads_up(pairs.hero, pairs.villain, threads=threads),
        ("pokerfast's exact equity", len(texts), peers.pokerfast_equities(texts)),
    )
    texts = list(zip(HANDS[::8], HANDS[3::8], strict=False))
    yield (
        "169 x 169 starting hands, every hole and board",
        len(HANDS) ** 2,
        lambda threads: over_tasks(matchup_wins, range(SHARES), threads),
        ("pokerfast's exact equity", len(texts), peers.pokerfast_equities(texts)),
    )
    yield triple_work()
    yield push_fold_work()
    yield from icm_works()
    yield from equity_works()
    yield from all_in_works()
    yield from deal_works()
    yield from board_works(columns[7], batch)
    yield from omaha_works()
    yield from bucket_works(columns[7])
    yield from draw_works(peers.pokerfast_batch(columns[5])[0])
    yield from solving_works()
    yield from learning_works()
    yield from one_hand_works(columns[7][:, :SAMPLE])
    for library, call in peers.one_by_one(columns[7][:, :SAMPLE]).items():
        yield (
            f"7 random cards, columns, against {library}",
            n,
            lambda threads: class_ids(columns[7], out=out, threads=threads),
            (f"{library}, hand by hand", SAMPLE, call),
        )


def triple_work():
    """Boards on which any three of the 169 hands are put in order; half a share a task."""
    boards = canonical_boards(5)
    some = np.random.default_rng(0).choice(len(boards.cards), TRIPLE_BOARDS, replace=False)
    cards, weights = boards.cards[some], boards.weight[some]

    def ours(threads):
        halves = slice(0, TRIPLE_BOARDS // 2), slice(TRIPLE_BOARDS // 2, None)
        over_tasks(lambda i: order_counts_of(cards[halves[i]], weights[halves[i]]), (0, 1), threads)

    return (
        "boards with any three of the 169 hands in order",
        TRIPLE_BOARDS,
        ours,
        (
            "plain NumPy, without ties",
            TRIPLE_PEER_BOARDS,
            peers.orders_in_numpy(cards[:TRIPLE_PEER_BOARDS]),
        ),
    )


def push_fold_work():
    """Stacks at which two players push or fold, until nobody gains 1e-7 big blinds."""
    wins = sum(over_tasks(matchup_wins, range(SHARES), 2))
    counts = Counts(np.stack([wins, wins.T, matchup_deals() - wins - wins.T], axis=2))
    spots = [PushFoldSpot((stack, stack)) for stack in PUSH_FOLD_STACKS]
    few = PUSH_FOLD_STACKS[:: len(PUSH_FOLD_STACKS) // 4]
    return (
        "push or fold heads-up, stacks solved to 1e-7 big blinds",
        len(spots),
        lambda threads: solve(spots, counts, threads=threads),
        ("plain NumPy", len(few), peers.push_fold_in_numpy(counts.two, few, ENOUGH[2])),
    )


def one_hand_works(cards):
    """One hand at a time, in a loop of Python's: from integers and from text."""
    hands = cards.T.tolist()
    texts = list(map(format_hand, hands))
    numbers = class_ids(cards).tolist()
    assert [class_of_cards(hand) for hand in hands] == numbers
    assert [class_of_text(text) for text in texts] == numbers
    loops = peers.one_by_one(cards)
    for name, works, one_by_one, given in (
        ("7 cards as integers, hand by hand", class_of_cards, loops["eval7"], hands),
        (
            "7 cards as integers, hand by hand, against phevaluator",
            class_of_cards,
            peers.phevaluator_of_integers(hands),
            hands,
        ),
        ("7 cards as text, hand by hand", class_of_text, loops["phevaluator"], texts),
    ):
        library = "eval7" if one_by_one is loops["eval7"] else "phevaluator"
        yield (
            name,
            len(hands),
            lambda threads, works=works, given=given: [works(hand) for hand in given],  # noqa: ARG005
            (f"{library}, hand by hand", len(hands), one_by_one),
        )


def omaha_works():
    """Random cards, each on a random river of its own: four, five, and the lows of four."""
    cards = deal(HANDS_TO_TIME, 10, seed=9, threads=0)
    out = np.empty(cards.shape[1], np.uint16)
    boards, few = cards[:5], cards[:, :FEW].T.tolist()
    four = cards[:9, :SAMPLE].T.tolist()
    peer = peers.phevaluator_of_omaha(four)
    assert omaha_class_ids(cards[5:9, :SAMPLE], boards[:, :SAMPLE]).tolist() == peer()
    lows = peers.pokerkit_of_omaha([hand[:9] for hand in few], lows=True)
    there = [low is not None for low in lows()]
    assert (omaha_low_ids(cards[5:9, :FEW], boards[:, :FEW]) < 57).tolist() == there
    of_five = peers.pokerkit_of_omaha(few)
    for name, works, k, other in (
        ("Omaha, 4", omaha_class_ids, 4, ("phevaluator, hand by hand", SAMPLE, peer)),
        ("Omaha, 5", omaha_class_ids, 5, ("pokerkit, hand by hand", FEW, of_five)),
        ("lows of Omaha, 4", omaha_low_ids, 4, ("pokerkit, hand by hand", FEW, lows)),
    ):
        yield (
            f"{name} random cards on random rivers, columns",
            cards.shape[1],
            functools.partial(_on_rivers, works, cards[5 : 5 + k], boards, out),
            other,
        )


def _on_rivers(works, holes, boards, out, threads):
    works(holes, boards, out=out, threads=threads)


def board_works(cards, batch):
    """Every hole on some boards, in showdowns; and the keys of raw deals."""
    for name, k, step, work in (
        ("showdowns of every hole on 45 flops", 3, 39, strengths),
        ("showdowns of every hole on 411 turns", 4, 40, strengths),
        ("showdowns of every hole on 1,345 rivers", 5, 100, river_outcomes),
    ):
        boards = canonical_boards(k).cards[::step]
        pieces = np.array_split(boards, 16)
        rows = sum(len(work(part, layout="rows").hole) for part in pieces)
        yield (
            name,
            rows * comb(50 - k, 2) * comb(48 - k, 5 - k),
            lambda threads, work=work, pieces=pieces: over_tasks(
                lambda piece: work(pieces[piece], layout="rows"), range(len(pieces)), threads
            ),
            ("pokerfast's compiled batch, a hand each", HANDS_TO_TIME, batch),
        )
    for k in (3, 4, 5):
        boards = cards[:k]
        holes = hole_ids(cards[5:], layout="columns")
        sample = holes[:SAMPLE], boards[:, :SAMPLE]
        reference = peers.keys_by_permutations(*sample)
        smallest = canonical_boards(k).cards[row_keys(*sample, layout="columns").board_id]
        assert (reference()[0] == smallest.T).all()
        yield (
            f"keys of random holes and boards of {k} cards",
            HANDS_TO_TIME,
            lambda threads, h=holes, b=boards: row_keys(h, b, layout="columns", threads=threads),
            ("the least of 24 permutations, in NumPy", SAMPLE, reference),
        )
        yield (
            f"row numbers of random holes and boards of {k} cards",
            HANDS_TO_TIME,
            lambda threads, h=holes, b=boards: table_rows(h, b, layout="columns", threads=threads),
            ("the least of 24 permutations, in NumPy", SAMPLE, reference),
        )


def bucket_works(cards):
    """Buckets of raw deals, in a lake that has all streets in as many deals each."""
    boards, holes = cards[:5], cards[5:]
    with TemporaryDirectory() as folder:
        lake = Path(folder, "lake")
        for street, k in (("flop", 3), ("turn", 4), ("river", 5)):
            abstract_into(lake, Abstraction(street, "percentile", k=200))
            sample = hole_ids(holes[:, :SAMPLE]), boards[:k, :SAMPLE]
            yield (
                f"buckets of random holes and boards of {k} cards",
                HANDS_TO_TIME,
                lambda threads, b=boards[:k]: pk.buckets(holes, b, threads=threads, lake=lake),
                (
                    "the least of 24 permutations, in NumPy",
                    SAMPLE,
                    peers.keys_by_permutations(*sample),
                ),
            )


def draw_works(batch):
    """All draws of all hands of five-card draw, and of a duel: counted, and not dealt."""
    hands = canonical_boards(5).cards
    pieces = np.array_split(hands, 16)

    def all_exchanges(threads):
        exchanges_module._sums.cache_clear()
        exchanges_module._sums()
        over_tasks(lambda piece: exchanges_module.exchanges(pieces[piece]), range(16), threads)

    yield (
        "draws of every discard of all hands, counted",
        len(hands) * exchanges_module.HANDS,  # whatever is kept: C(52, 5) in all
        all_exchanges,
        ("pokerfast's compiled batch, a hand each", HANDS_TO_TIME, batch),
    )
    players = np.stack([parse_hand("7c7d9hKsAc"), parse_hand("8c8d3h5sQh")])
    for name, discard in (("three", 0b11100), ("five", 0b11111)):
        yield (
            f"pair against pair, both draw {name}, deals counted",
            duel(players, [discard, discard]).deals,
            lambda threads, discard=discard: duel(players, [discard, discard], threads=threads),
            ("pokerfast's compiled batch, two hands each", HANDS_TO_TIME // 2, batch),
        )


def equity_works():
    """Exact equities in a second, one each, and deals that are sampled; no table of a lake."""
    for name, hands in (
        ("AhKh v QsQc, exact", ["AhKh", "QsQc"]),
        ("AhKh v QsQc v 7d7c, exact", ["AhKh", "QsQc", "7d7c"]),
        ("AhAs v random, exact", ["AhAs", "random"]),
        ("22+,A2s+,KTo+ v TT+,AQ+, exact", ["22+,A2s+,KTo+", "TT+,AQ+"]),
        ("random v random, exact", ["random", "random"]),
    ):
        ranges = np.stack([parse_range(hand) for hand in hands])
        once = peers.pokerfast_equities([hands])
        once.slow = name.startswith("random")  # more than a minute: it is timed once
        yield (
            name,
            1,
            lambda threads, ranges=ranges: equity(ranges, method="exact", threads=threads),
            ("pokerfast's exact equity", 1, once),
        )
    for players, hands in (
        (2, ["AhKh", "QsQc"]),
        (6, ["AhKh", "QsQc", "7d7c", "Ts9s", "5h4h", "AdJc"]),
    ):
        ranges = np.stack([parse_range(hand) for hand in hands])
        found = equity(ranges, method="monte carlo", deals=DEALS, seed=1)
        error = float(found.standard_error[0])
        yield (
            f"deals to {players} players, sampled",
            DEALS,
            lambda threads, ranges=ranges: equity(
                ranges, method="monte carlo", deals=DEALS, seed=1, threads=threads
            ),
            # To the standard error that so many deals have.
            ("pokerfast's Monte Carlo", DEALS, peers.pokerfast_sampled(hands, error)),
        )
    yield from stud_works()


def stud_works():
    """Deals of stud to two players who have three known cards each."""
    for rule, hands, has_low in ((STUD, ("AhKhQs", "7c7d3s"), False), (RAZZ, ("A23", "KQJ"), True)):
        known = [parse_stud(hand) for hand in hands]
        dealt = deal(FEW, 2 * rule.hole, seed=1).T
        yield (
            f"deals of {rule.name} to 2 players, sampled",
            DEALS,
            lambda threads, rule=rule, known=known: stud_equity(
                known, rule=rule, method="monte carlo", deals=DEALS, seed=1, threads=threads
            ),
            ("pokerkit, hand by hand", FEW, peers.pokerkit_of_stud(dealt, low=has_low)),
        )


def deal_works():
    """Deals that are worked out column by column: of PQL, and as rows of SQL."""
    hands = ["AhKh", "QQ+"]
    query = "select avg(riverEquity(hero)) from hero='AhKh', villain='QQ+'"
    found = answered(query, Wanted(deals=DEALS))
    peer = (
        "pokerfast's Monte Carlo",
        DEALS,
        peers.pokerfast_sampled(hands, float(found["standard_error"][0])),
    )
    yield (
        "deals of a query of PQL, sampled",
        DEALS,
        lambda threads: answered(query, Wanted(deals=DEALS, threads=threads)),
        peer,
    )
    on_flops = "select avg(HvHequity(hero, flop)) from hero='AhKh', villain='QQ+'"
    yield (
        "flops of a query of PQL, each over all that may come",
        DEALS // 5,
        lambda threads: answered(on_flops, Wanted(deals=DEALS // 5, threads=threads)),
        peer,
    )
    connection = duckdb.connect()
    register_functions(connection)
    rows = f"from deals(['AhKh', 'QQ+'], deals := {DEALS // 5})"

    def in_sql(threads):
        connection.execute(f"set threads = {threads}").fetchall()
        connection.sql(f"select avg(class_of(hero, board)) {rows}").fetchall()

    yield "deals as rows of SQL, through an aggregate", DEALS // 5, in_sql, peer


def measure(name, items, ours, peer, peer_items, theirs):
    """Time one piece of work and its peer in turn; a row for one thread and one for two."""
    calls = {1: lambda: ours(1), 2: lambda: ours(2), "peer": theirs}
    seconds = {key: [] for key in calls}
    for run in range(RUNS + 1):  # the first warms up
        for key, call in calls.items():
            slow = getattr(call, "slow", False)
            if slow and seconds[key]:
                continue
            started = time.perf_counter()
            call()
            if run or slow:
                seconds[key].append(time.perf_counter() - started)
    one_thread = "hand by hand" in name or (peer_items != items and "against" in name)
    rate = {key: items / min(seconds[key]) for key in (1, 2)}
    middle = {key: items / median(seconds[key]) for key in (1, 2)}
    peer_rate = {1: peer_items / min(seconds["peer"]), 2: rate[1]}
    peer_middle = {1: peer_items / median(seconds["peer"]), 2: middle[1]}
    return [
        {
            "work": name,
            "threads": threads,
            "ours_per_second": rounded(rate[threads]),
            "ours_per_second_median": rounded(middle[threads]),
            "peer": peer if threads == 1 else "one thread",
            "peer_per_second": rounded(peer_rate[threads]),
            "peer_per_second_median": rounded(peer_middle[threads]),
            "ratio": round(rate[threads] / peer_rate[threads], 2),
            "ratio_of_medians": round(middle[threads] / peer_middle[threads], 2),
        }
        for threads in ((1,) if one_thread else (1, 2))
    ]


def rounded(rate):
    """Four digits of what is less than ten thousand, else whole numbers."""
    return round(rate) if rate >= 1e4 else float(f"{rate:.4g}")


def by_size(cards):
    """What a hand costs in batches of 10**3 to 10**9 hands; the last is streamed in pieces."""
    out = np.empty(HANDS_TO_TIME, np.uint16)
    seconds_a_hand = {}
    for size in (HANDS_TO_TIME, 10**3, 10**4, 10**5, 10**6, 10**9):
        piece = min(size, HANDS_TO_TIME)
        batch = np.ascontiguousarray(cards[:, :piece])
        calls = max(size, 10**6) // piece
        runs = []
        for _ in range(RUNS if size < 10**9 else 1):
            started = time.perf_counter()
            for _ in range(calls):
                class_ids(batch, out=out[:piece])
            runs.append((time.perf_counter() - started) / (calls * piece))
        seconds_a_hand[size] = min(runs), median(runs)
    largest = seconds_a_hand.pop(HANDS_TO_TIME)
    return [
        {
            "work": f"7 random cards, columns, {size:,} hands",
            "threads": 1,
            "ours_per_second": round(1 / best),
            "ours_per_second_median": round(1 / middle),
            "peer": f"{HANDS_TO_TIME:,} hands",
            "peer_per_second": round(1 / largest[0]),
            "ratio": round(largest[0] / best, 2),
        }
        for size, (best, middle) in sorted(seconds_a_hand.items())
    ]


def show(results):
    table = Table(*HEADER)
    for line in lines(results):
        table.add_row(*line)
    Console(width=140).print(table)


if __name__ == "__main__":
    main()
