"""The tables of five-card draw, openings and change: pieces as in the lake, every judged count."""

import numpy as np
import pyarrow.parquet as pq
import pytest

from oracle import naive
from oracle import recount_draw as recount
from pokerlake.engine.cards.boards import canonical_boards
from pokerlake.pipelines.planning import all_builds
from pokerlake.tables.definitions.draw import CATEGORIES, EXCHANGES
from pokerlake.tables.registry import TABLES

DRAW_TABLES = "draw_hands", "draw_exchanges", "openings", "change"


@pytest.fixture(scope="module")
def tables(lake):
    """The tables as they lie in the lake."""
    return {name: pq.read_table(lake / f"{name}.parquet") for name in DRAW_TABLES}


# ---------------------------------------------------------------- as built


@pytest.mark.parametrize(
    ("name", "place"),
    [(name, place) for name in DRAW_TABLES for place in (0, -1)],
)
def test_pieces_as_in_the_lake(tables, name, place):
    """The first and the last."""
    build, schema = all_builds()[name], TABLES[name].arrow_schema()
    found = build.compute(range(build.partitions)[place], {})
    assert set(found.column_names) == set(schema.names)
    rows = tables[name]
    assert rows.schema.equals(schema)
    rows = rows.slice(0 if place == 0 else len(rows) - len(found), len(found))
    assert found.select(schema.names).cast(schema).equals(rows)


def test_they_are_in_the_standard_lake():
    assert not any(all_builds()[name].on_request for name in DRAW_TABLES)
    for name in DRAW_TABLES:
        assert all_builds()[name].cost.seconds <= 60


# ---------------------------------------------------------------- draw_hands


def test_hands_are_the_rivers(tables, lake):
    """Five cards are five cards: the key is that of the boards of five."""
    rivers = pq.read_table(lake / "rivers.parquet")
    hands = tables["draw_hands"]
    assert hands["hand_id"].to_pylist() == rivers["board_id"].to_pylist()
    assert hands["hand"].equals(rivers["board"])
    assert hands["weight"].equals(rivers["weight"])


def test_weights_add_up(tables):
    assert tables["draw_hands"]["weight"].to_numpy().sum(dtype=np.int64) == 2_598_960
    assert tables["draw_exchanges"]["weight"].to_numpy().sum(dtype=np.int64) == EXCHANGES


@pytest.mark.parametrize("row", [0, 1234, 77_777, 124_450, 134_458])
def test_hands_by_plain_python(tables, row):
    found = tables["draw_hands"].slice(row, 1).to_pylist()[0]
    hand = naive.parse_cards(found["hand"])
    assert hand == sorted(hand)
    assert found["class_id"] == naive.best_class(hand)
    assert found["category"] == naive.category(found["class_id"])
    ranks = naive.class_ranks(found["class_id"])
    pairs = [rank for rank in ranks if ranks.count(rank) > 1]
    assert found["pair"] == max(pairs, key=naive.RANKS.index, default=None)
    alone = [rank for rank in ranks if ranks.count(rank) == 1]
    assert found["kicker"] == max(alone, key=naive.RANKS.index, default=None)


def test_high_cards(tables):
    """Hands with nothing, by their highest card, of A .. 7."""
    hands = tables["draw_hands"]
    nothing = hands["category"].to_numpy() == 9
    kickers = np.array(hands["kicker"].to_pylist(), object)[nothing]
    weight = hands["weight"].to_numpy()[nothing].astype(int)
    assert [int(weight[kickers == rank].sum()) for rank in "AKQJT987"] == [
        502_860, 335_580, 213_180, 127_500, 70_380, 34_680, 14_280, 4_080
    ]  # fmt: skip


# ---------------------------------------------------------------- draw_exchanges


def test_every_row_adds_up(tables):
    rows = tables["draw_exchanges"]
    draws = np.array([recount.draws_of(cards) for cards in range(6)])
    exchanged = rows["exchanged"].to_numpy()
    assert (exchanged == np.bitwise_count(rows["discard"].to_numpy())).all()
    assert (rows["draws"].to_numpy() == draws[exchanged]).all()
    total = sum(rows[name].to_numpy().astype(np.int64) for name in CATEGORIES)
    assert (total == draws[exchanged]).all()


def test_every_hand_has_32_discards(tables):
    rows = tables["draw_exchanges"]
    weight = np.bincount(rows["hand_id"].to_numpy(), rows["weight"].to_numpy())
    assert (weight == 32 * canonical_boards(5).weight.astype(int)).all()


def test_a_thousand_rows_as_every_draw_dealt(tables):
    """Rows of all kinds: a thirtieth of them are of 1,533,939 draws."""
    rows = tables["draw_exchanges"]
    chosen = np.random.default_rng(1998).choice(len(rows), 1000, replace=False)
    sample = rows.take(chosen)
    assert set(sample["exchanged"].to_pylist()) == set(range(6))
    hands = canonical_boards(5).cards[sample["hand_id"].to_numpy()]
    found = np.stack(
        [sample[name].to_numpy() for name in (*CATEGORIES, "strength_sum", "ties_sum")]
    )
    for hand, discard, measures in zip(hands, sample["discard"].to_pylist(), found.T, strict=True):
        assert recount.replay(hand, discard).tolist() == measures.tolist()


# ---------------------------------------------------------------- openings, change


def test_openings_end_in_classes(tables, lake):
    """The weakest class of the top percent is in it, and the next one is not."""
    at_least = pq.read_table(lake / "classes.parquet")["count5"].to_numpy().cumsum()
    for row in tables["openings"].to_pylist():
        hands = row["top_percent"] * 2_598_960 / 100
        if row["class_id"] is None:
            assert hands < 4
        else:
            assert at_least[row["class_id"] - 1] <= hands
            assert row["class_id"] == 7462 or at_least[row["class_id"]] > hands


def test_openings_of_three_players(tables):
    rows = [row for row in tables["openings"].to_pylist() if row["players"] == 3]
    columns = "line", "player", "action", "top_percent", "class_id"
    assert [tuple(row[column] for column in columns) for row in rows] == [
        ("", 1, "bet", 29, 4771), ("b", 2, "raise", 12, 3621), ("bf", 3, "raise", 14, 3756),
        ("br", 3, "raise", 4, 2670), ("c", 2, "bet", 40, 5516), ("cb", 3, "raise", 19, 4094),
        ("cc", 3, "bet", 53, 6264),
    ]  # fmt: skip


def test_change(tables):
    rows = tables["change"].to_pylist()
    assert rows[4 * 41 : 4 * 42] == [
        {"cents": 41, "coin": coin, "coins": 1} for coin in (1, 5, 10, 25)
    ]
    paid = np.zeros(100, int)
    for row in rows:
        paid[row["cents"]] += row["coin"] * row["coins"]
    assert paid.tolist() == list(range(100))
