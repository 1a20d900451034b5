"""Shares over run-outs against showdowns on every board that may come."""

from itertools import combinations

import numpy as np
import pytest

from oracle.naive import parse_cards
from pokerlake.catalogue import game_named
from pokerlake.engine.equity.run_outs import run_out_counts, run_out_shares
from pokerlake.engine.monte_carlo.sampling import sample
from pokerlake.engine.orders.evaluate import board_order
from pokerlake.engine.showdowns.evaluate import showdown

# Flushes made, drawn to by one card and by two, by several; full houses beside them; boards that
# play; ties. Some cards are dead.
CASES = {
    "AhKh QsQc Qh7h8d": "", "AhKh QsQc QhJh6h": "As7s", "9h8h Th9s AhKhQh": "",
    "7c7d 9c8c 9d9hQc": "", "AsKd AcKh AdKsQh": "", "Ah9d Kh9s QhJhTh": "", "6c7c 8c9c TcJcQc": "",
    "AdAc AsAh KdKcKs": "9d", "JsTs 9s9d 8s7h7d": "", "AhKh QsQc Qh7h8dJs": "",
    "AhKh 7h6h QhJh6s9h": "Ad", "QsQd JsJc TsTc9s9c": "", "6s6h Ac9c 6d8cQcTc": "",
}  # fmt: skip


def whole(rule, holes, board, dead):
    """The shares of the players, on all boards one by one."""
    gone = {*holes.ravel().tolist(), *board.tolist(), *dead}
    more = list(combinations([card for card in range(52) if card not in gone], 5 - len(board)))
    shown = np.repeat(board[:, None], len(more), axis=1)
    boards = np.ascontiguousarray(np.concatenate([shown, np.array(more, np.uint8).T]))
    each = [np.repeat(hole[:, None], len(more), axis=1) for hole in holes]
    return showdown(rule, each, boards).shares.mean(axis=1)


@pytest.mark.parametrize("name", ["holdem", "short deck"])
@pytest.mark.parametrize("third", ["", "Ts9h", "Ah6c"])
def test_shares_over_all_run_outs(name, third):
    rule = game_named(name)
    tried = 0
    for text, dead in CASES.items():
        *hands, board = [np.array(parse_cards(part), np.uint8) for part in text.split()]
        if third:
            hands.append(np.array(parse_cards(third), np.uint8))
        cards = np.concatenate([*hands, board]).tolist()
        gone = sorted({*parse_cards(dead), *rule.dead})
        if len({*cards, *gone}) < len(cards) + len(gone):
            continue
        tried += 1
        holes = np.stack(hands)
        found = run_out_shares(holes[:, :, None], board[:, None], gone, board_order(rule.high))
        assert found[:, 0] == pytest.approx(whole(rule, holes, board, gone), abs=1e-12), text
    assert tried > 4


def test_sampling_goes_on_beside_it():
    """Both go by tables of one making."""
    board, holes = parse_cards("Qh2h3d"), parse_cards("AhKhQsQc")
    run_out_shares(np.array(holes, np.uint8).reshape(2, 2, 1), np.array(board, np.uint8)[:, None])
    ranges = np.zeros((2, 1326))
    ranges[:, [0, 1325]] = 1
    assert sample(ranges, board, deals=1000, seed=1).deals == 1000


def test_many_situations_at_once():
    rng = np.random.default_rng(3)
    cards = np.array([rng.permutation(52)[:16] for _ in range(40)], np.uint8).T
    holes, board = np.ascontiguousarray(cards[:12].reshape(6, 2, 40)), cards[12:]
    for shown in (board[:3], board):
        found = run_out_shares(holes, np.ascontiguousarray(shown))
        assert found.sum(axis=0) == pytest.approx(np.ones(40))
        for row in range(0, 40, 8):
            want = whole(game_named("holdem"), holes[:, :, row], shown[:, row], ())
            assert found[:, row] == pytest.approx(want, abs=1e-12)


@pytest.mark.parametrize("players", [2, 9])
@pytest.mark.parametrize("shown", [3, 4])
def test_counts_add_up_to_the_shares(players, shown):
    """Each situation has dead cards of its own."""
    rng = np.random.default_rng(players)
    cards = np.array([rng.permutation(52)[:26] for _ in range(20)], np.uint8).T
    holes = np.ascontiguousarray(cards[: 2 * players].reshape(players, 2, 20))
    board = cards[2 * players : 2 * players + shown]
    dead = [cards[22 : 22 + row % 4, row].tolist() for row in range(20)]
    gone = np.array([sum(1 << card for card in of) for of in dead], np.uint64)
    counts = run_out_counts(holes, board, gone)
    assert (counts.sum(axis=2) == counts[:, :1].sum(axis=2)).all()
    won = (counts[:, :, 1:] / np.arange(1, players + 1)).sum(axis=2) / counts[:, 0].sum(axis=1)[
        :, None
    ]
    for row, of in enumerate(dead):
        want = run_out_shares(holes[:, :, [row]], board[:, [row]], of)
        assert won[row] == pytest.approx(want[:, 0], abs=1e-12)
        left = 52 - 2 * players - shown - len(of)
        assert counts[row, 0].sum() == (left if shown == 4 else left * (left - 1) // 2)
