"""Queries on abstractions, against plain loops over holes and boards."""

from collections import Counter

import numpy as np
import pytest

from given.abstraction import BOARDS_OF_HOLE, HOLES, RUNS, hand_of
from given.abstraction import TABLES as GIVEN
from helpers.queries import ask, values
from pokerlake.engine.cards.holes import HANDS, hand_of_hole
from pokerlake.queries.selection import bind
from pokerlake.queries.sql.named import named_query
from pokerlake.tables.errors import QueryError, UsageError


def combos(hand):
    return 6 if len(hand) == 2 else 4 if hand[2] == "s" else 12


def test_view_of_holes_has_the_deals_of_all(given):
    found = given.sql(
        "select street, board_id, hole_id, bucket, deals from bucket_holes order by all"
    ).fetchall()
    assert found == sorted((street, *row) for street in HOLES for row in HOLES[street])


@pytest.mark.parametrize("run", [1, 2])
def test_hands_of_each_bucket(given, run):
    street, _, k = RUNS[run]
    for bucket in range(k):
        deals = Counter()
        for _, hole, its_bucket, dealt in HOLES[street]:
            if its_bucket == bucket:
                deals[hand_of(hole)] += dealt
        found = ask(given, "bucket_hands", run=str(run), bucket=str(bucket))
        assert [(row["hand"], row["deals"]) for row in found] == sorted(
            deals.items(), key=lambda one: (-one[1], one[0])
        )
        for row in found:
            hand, dealt = row["hand"], row["deals"]
            of_hand = 100 * dealt / (BOARDS_OF_HOLE[street] * combos(hand))
            assert row["percent_of_bucket"] == pytest.approx(100 * dealt / deals.total(), rel=1e-13)
            assert row["percent_of_hand"] == pytest.approx(of_hand, rel=1e-13)


def test_hands_of_a_river_bucket_are_counted_of_river_hands(whole):
    """Of the slice that the tests' lake has."""
    rows = whole.sql(
        "select hole_id, weight from river_hands where 2 * win + tie in "
        "(select strength from river_buckets where run = 1 and bucket = 12)"
    ).fetchnumpy()
    deals = np.bincount(hand_of_hole()[rows["hole_id"]], rows["weight"], 169).astype(int)
    found = values(whole, "bucket_hands", "hand deals", run="1", bucket="12")
    assert sorted(found) == sorted(
        (HANDS[hand], int(deals[hand])) for hand in np.flatnonzero(deals)
    )


def test_examples_of_a_bucket(given):
    keys = {(board, hole): bucket for board, hole, bucket, _ in HOLES["flop"]}
    for bucket in range(6):
        rows = ask(given, "bucket_examples", run="1", bucket=str(bucket), count="20")
        assert [row["nearest"] for row in rows] == [True] + [False] * (len(rows) - 1)
        assert 15 <= len(rows) <= 20
        texts = [f"('{row['hole']}', '{row['board']}')" for row in rows]
        found = given.sql(
            "select k.board_id, k.hole_id from (select canonical(hole, board) as k "
            f"from (values {', '.join(texts)}) as t(hole, board))"
        ).fetchall()
        assert {keys[key] for key in found} == {bucket}
        assert len(set(found)) == len(rows)
        nearest = GIVEN["buckets"][bucket]
        assert found[0] == (nearest["typical_board_id"], nearest["typical_hole_id"])
    (row,) = ask(given, "bucket_examples", run="1", bucket="0", count="1")
    assert row["nearest"]


@pytest.mark.parametrize(("run", "street"), [("1", "flop"), ("2", "turn")])
def test_holes_on_a_board_by_buckets(given, run, street):
    number = 900 if street == "flop" else 9000
    board = next(row["board"] for row in GIVEN[f"{street}s"] if row["board_id"] == number)
    weight = next(row["weight"] for row in GIVEN[f"{street}s"] if row["board_id"] == number)
    holes = Counter()
    for its_board, _, bucket, dealt in HOLES[street]:
        if its_board == number:
            holes[bucket] += dealt // weight
    found = values(given, "board_buckets", "bucket holes percent", run=run, board=board)
    assert found == [
        (bucket, count, pytest.approx(100 * count / holes.total()))
        for bucket, count in sorted(holes.items(), reverse=True)
    ]
    suits = str.maketrans("cdhs", "hscd")  # a board as anybody has it
    assert found == values(
        given, "board_buckets", "bucket holes percent", run=run, board=board.translate(suits)
    )


def test_lists_of_runs(given):
    found = values(given, "abstraction_list", "run street lost lost_by_percentiles")
    assert [row[:2] for row in found] == [(1, "flop"), (2, "turn"), (3, "river")]
    assert found[0][2:] == pytest.approx((15, 25))
    found = values(given, "distance_by_k", "street kind k best_run mean_distance gain")
    assert [row[:4] for row in found] == [
        ("flop", "distribution", 6, 1), ("turn", "percentile", 4, 2), ("river", "optimal", 3, 3),
    ]  # fmt: skip
    assert found[2][4:] == pytest.approx((0.005, 1.2))


def test_buckets_of_the_next_street(given):
    rows = [row for row in GIVEN["bucket_transitions"] if row["bucket"] == 3]
    deals = sum(row["deals"] for row in rows)
    assert deals == 47 * GIVEN["buckets"][3]["deals"]
    found = values(
        given, "next_buckets", "next_bucket deals percent mean_equity",
        run="1", next_run="2", bucket="3",
    )  # fmt: skip
    assert found == [
        (row["next_bucket"], row["deals"], pytest.approx(100 * row["deals"] / deals), equity)
        for row in sorted(rows, key=lambda row: -row["next_bucket"])
        for equity in [(row["next_bucket"] + 1) / 5]
    ]


@pytest.mark.parametrize(("name", "parameters", "message"), [
    ("next_buckets", {"run": "1", "next_run": "2", "bucket": "6"},
     "run 1 has buckets 0 to 5, not 6"),
    ("next_buckets", {"run": "2", "next_run": "3", "bucket": "0"},
     "not counted: run 'pokerlake transitions 2 3'"),
    ("bucket_neighbours", {"run": "2", "bucket": "0"},
     "bucket_distances has none of run 2, which is percentile"),
    ("bucket_hands", {"run": "1", "bucket": "6"}, "run 1 has buckets 0 to 5, not 6"),
    ("bucket_examples", {"run": "3", "bucket": "3"}, "run 3 has buckets 0 to 2, not 3"),
    ("bucket_hands", {"run": "3", "bucket": "1"},
     "hands on rivers are counted in river_hands; build it with 'pokerlake build river_hands'"),
    ("board_buckets", {"run": "2", "board": "2c3c4c"},
     "run 2 is of the turn, and 2c3c4c is not"),
])  # fmt: skip
def test_what_is_wrong(given, name, parameters, message):
    with pytest.raises(QueryError) as caught:
        ask(given, name, **parameters)
    assert str(caught.value) == message


def test_runs_that_are_none(given):
    with pytest.raises(UsageError) as caught:
        bind(given, named_query("bucket_hands"), {"run": "9", "bucket": "0"})
    assert str(caught.value) == "no run 9 in abstractions; there are: 1, 2, 3"
