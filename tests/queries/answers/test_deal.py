"""Deals as text and compared: pots split, errors reckoned, long runs in pieces."""

import numpy as np
import pytest

from pokerlake.catalogue import GAMES
from pokerlake.engine.cards.text import parse_hand
from pokerlake.engine.showdowns import evaluate as pots
from pokerlake.queries.answers import deal as module
from pokerlake.queries.answers.deal import compared_deals, dealt_hands
from pokerlake.queries.answers.evaluate import evaluate_hands
from pokerlake.queries.answers.games.evaluate import evaluate_holes
from pokerlake.queries.files.plain_duckdb import BATCH_ROWS
from pokerlake.tables.errors import UsageError


def test_pieces_of_a_run_make_no_difference(monkeypatch):
    whole = dealt_hands(1000, 2, 5, 9, dead=[]).read_all()
    compared = compared_deals(1000, 2, 5, 9, dead=[]).read_all()
    monkeypatch.setattr(module, "BATCH_ROWS", 77)
    assert dealt_hands(1000, 2, 5, 9, dead=[]).read_all().to_pylist() == whole.to_pylist()
    assert compared_deals(1000, 2, 5, 9, dead=[]).read_all().to_pylist() == compared.to_pylist()


def test_deals_are_made_as_they_are_read():
    reader = dealt_hands(10**12, 1, 5, 1, dead=[])
    assert reader.read_next_batch().num_rows == BATCH_ROWS


def test_equity_and_its_error_are_those_of_the_shares(monkeypatch):
    # Three players; wins of one alone, pots split by two, and a pot split by all.
    classes = [[1, 5, 9, 9], [2, 5, 9, 3], [2, 7, 9, 4]]
    calls = iter(classes)
    monkeypatch.setattr(pots, "high_ids", lambda *_, out, **__: np.put(out, range(4), next(calls)))
    first, second, third = compared_deals(4, 3, 5, 0, dead=[]).read_all().to_pylist()
    assert [(row["wins"], row["ties"], row["losses"]) for row in (first, second, third)] == [
        (1, 2, 1),
        (1, 2, 1),
        (0, 1, 3),
    ]
    shares = [1, 1 / 2, 1 / 3, 0]
    mean = sum(shares) / 4
    variance = sum((share - mean) ** 2 for share in shares) / 3
    assert first["equity"] == pytest.approx(mean)
    assert first["standard_error"] == pytest.approx((variance / 4) ** 0.5)
    assert third["equity"] == pytest.approx(1 / 12)


@pytest.mark.parametrize(
    ("numbers", "message"),
    [
        ((0, 2, 5), "0 deals; give 1 to 1,000,000,000,000"),
        ((10**12 + 1, 2, 5), "1,000,000,000,001 deals; give 1 to 1,000,000,000,000"),
        ((9, 0, 5), "0 players; give 1 to 10"),
        ((9, 11, 1), "11 players; give 1 to 10"),
        ((9, 2, 0), "0 cards in a hand; give at least 1"),
        ((9, 10, 6), "10 x 6 cards are needed; the deck has 50"),
    ],
)
def test_numbers_out_of_range(numbers, message):
    for work in (dealt_hands, compared_deals):
        with pytest.raises(UsageError) as raised:
            work(*numbers, 1, dead=[0, 1])
        assert str(raised.value) == message


@pytest.mark.parametrize(
    ("numbers", "message"),
    [
        ((9, 2, 4), "hands of 4 cards cannot be compared in hold'em; give 5 to 7"),
        ((9, 2, 8), "hands of 8 cards cannot be compared in hold'em; give 5 to 7"),
        ((9, 1, 5), "1 player, 9 deals; comparing takes at least 2 of each"),
        ((1, 2, 5), "2 players, 1 deal; comparing takes at least 2 of each"),
    ],
)
def test_what_cannot_be_compared(numbers, message):
    with pytest.raises(UsageError) as raised:
        compared_deals(*numbers, 1, dead=[])
    assert str(raised.value) == message


def test_a_board_is_shared():
    table = dealt_hands(500, 4, 2, 3, dead=[0], board=5).read_all()
    names = ["player_1", "player_2", "player_3", "player_4"]
    assert table.column_names == ["deal", *names, "board"]
    for row in table.to_pylist():
        cards = parse_hand("".join(row[name] for name in [*names, "board"]))
        assert len(cards) == 13
        assert 0 not in cards
        assert len(row["board"]) == 10


def test_compared_with_the_board():
    """As evaluate has each hole and the board together."""
    table = dealt_hands(400, 3, 2, 5, dead=[], board=5).read_all().to_pylist()
    hands = [[row[f"player_{n}"] + row["board"] for row in table] for n in (1, 2, 3)]
    classes = np.stack(
        [np.array(evaluate_hands(hand).read_all()["class_id"], np.int64) for hand in hands]
    )
    best = classes == classes.min(axis=0)
    alone = best.sum(axis=0) == 1
    compared = compared_deals(400, 3, 2, 5, dead=[], board=5).read_all().to_pylist()
    for player, row in enumerate(compared):
        assert row["wins"] == (best[player] & alone).sum()
        assert row["ties"] == (best[player] & ~alone).sum()


@pytest.mark.parametrize(
    ("numbers", "board", "message"),
    [
        ((9, 2, 2), 6, "a board of 6 cards; give 0 to 5"),
        ((9, 2, 2), -1, "a board of -1 cards; give 0 to 5"),
        ((9, 8, 6), 5, "8 x 6 and 5 cards are needed; the deck has 52"),
    ],
)
def test_boards_out_of_range(numbers, board, message):
    for work in (dealt_hands, compared_deals):
        with pytest.raises(UsageError) as raised:
            work(*numbers, 1, dead=[], board=board)
        assert str(raised.value) == message
    with pytest.raises(UsageError, match=r"^hands of 2 cards and a board of 2 cannot be compared"):
        compared_deals(9, 2, 2, 1, dead=[], board=2)


@pytest.mark.parametrize("game", ["omaha", "omaha5", "omaha hi-lo", "omaha6 hi-lo"])
def test_compared_in_omaha(game):
    """As evaluate has each hole on its board; in hi-lo half of the pot goes to the best low."""
    rule = GAMES[game]
    dealt = dealt_hands(300, 3, rule.hole, 5, dead=[], board=5).read_all().to_pylist()
    compared = compared_deals(300, 3, rule.hole, 5, dead=[], board=5, rule=rule).read_all()
    compared = compared.to_pylist()
    assert sum(row["equity"] for row in compared) == pytest.approx(1)
    won = np.zeros((3, 300))
    for deal, row in enumerate(dealt):
        holes = [row[f"player_{n}"] for n in (1, 2, 3)]
        found = evaluate_holes(holes, row["board"], rule).read_all()
        halves = [np.array(found["class_id"], np.int64)]
        if rule.low:
            lows = np.array(found["low_class_id"], np.int64)
            halves.append(lows if lows.min() < 57 else halves[0])
        for half in halves:
            best = half == half.min()
            won[:, deal] += best / best.sum() / len(halves)
    for player, row in enumerate(compared):
        assert row["wins"] == (won[player] > 0.999).sum()
        assert row["ties"] == ((won[player] > 0) & (won[player] < 0.999)).sum()
        assert row["equity"] == pytest.approx(won[player].mean())
        assert row["standard_error"] == pytest.approx(won[player].std(ddof=1) / 300**0.5)


def test_what_cannot_be_compared_in_omaha():
    for numbers, board in [((9, 2, 4), 0), ((9, 2, 5), 5), ((9, 2, 4), 2)]:
        with pytest.raises(UsageError, match=r"compared in omaha; give 4 and a board of 3 to 5$"):
            compared_deals(*numbers, 1, dead=[], board=board, rule=GAMES["omaha"])
