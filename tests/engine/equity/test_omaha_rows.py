"""Known holes of Omaha, each on a board of its own: against enumeration, and against ranges."""

import numpy as np
import pytest

from oracle import naive_omaha_equity
from pokerlake.catalogue import GAMES
from pokerlake.engine.cards.text import CardError, parse_hand
from pokerlake.engine.equity.omaha import omaha_equity
from pokerlake.engine.equity.omaha_exact import omaha_multiway
from pokerlake.engine.ranges.omaha_holes import OmahaRange


def dealt(seed, rows, players, cards, board, dead=0):
    """Holes (p, k, n), boards (b, n) and dead cards (d, n)."""
    rng = np.random.default_rng(seed)
    deck = np.argsort(rng.random((52, rows)), axis=0).astype(np.uint8)
    holes, boards, gone, _ = np.split(deck, np.cumsum([players * cards, board, dead]))
    return holes.reshape(players, cards, rows), boards, gone


@pytest.mark.parametrize(
    ("players", "cards", "board", "dead"), [(2, 4, 4, 0), (3, 5, 4, 3), (2, 6, 5, 0), (4, 4, 5, 2)]
)
def test_rows_are_those_of_plain_enumeration(players, cards, board, dead):
    holes, boards, gone = dealt(1, 3, players, cards, board, dead)
    found = omaha_multiway(holes, boards, gone, halves=True)
    for row in range(3):
        of_row = [{tuple(hole.tolist()): 1.0} for hole in holes[:, :, row]]
        expected = naive_omaha_equity.enumerate_deals(of_row, boards[:, row], gone[:, row])
        assert (found[row] == expected.halves).all()


FULL_DECK = [name for name, rule in reversed(GAMES.items()) if rule.used and not rule.dead]


@pytest.mark.parametrize("game", FULL_DECK)
@pytest.mark.parametrize(("players", "board", "dead"), [(3, 0, 5), (2, 0, 0), (2, 3, 2), (6, 3, 2)])
def test_rows_are_those_of_ranges(game, players, board, dead):
    rule = GAMES[game]
    holes, boards, gone = dealt(2, 4 if board else 1, players, rule.hole, board, dead)
    found = omaha_multiway(holes, boards, gone, halves=rule.halves, threads=1)
    for row, counts in enumerate(found):
        ranges = [OmahaRange.of(np.sort(hole)[None]) for hole in holes[:, :, row]]
        one = omaha_equity(ranges, boards[:, row], gone[:, row], rule=rule, method="exact")
        assert (counts.sum(axis=2) == one.shared).all()
        if rule.halves:
            assert (counts == one.halves).all()
        assert counts[0].sum() == one.deals


def test_suits_make_a_flush_on_the_way():
    """A flop of three hearts, of two, of three suits: 820 boards, by the slow way."""
    texts = ["AhKh7c6c", "QhJh8s8d"]
    holes = np.repeat(np.stack([parse_hand(text)[:, None] for text in texts]), 3, axis=2)
    boards = np.stack([parse_hand(text) for text in ("2h5hTh", "2h5hTc", "2h5dTc")], axis=1)
    found = omaha_multiway(holes, boards)
    for row in range(3):
        ranges = [OmahaRange.of(np.sort(parse_hand(text))[None]) for text in texts]
        one = omaha_equity(ranges, boards[:, row], method="exact")
        assert (found[row, ..., 0] == one.shared).all()


def test_threads_give_the_same():
    holes, boards, _ = dealt(3, 150, 2, 4, 4)
    assert (omaha_multiway(holes, boards) == omaha_multiway(holes, boards, threads=1)).all()
    none = omaha_multiway(holes[:, :, :0], boards[:, :0])
    assert none.shape == (0, 2, 3, 1)


def test_what_is_refused():
    holes, boards, gone = dealt(4, 2, 2, 4, 4, 3)
    with pytest.raises(CardError) as caught:
        omaha_multiway(np.concatenate([holes[:, :, :1], holes[:1, :, 1:].repeat(2, 0)], 2), boards)
    assert caught.value.index == 1
    with pytest.raises(CardError, match=r"is not in 0\.\.51"):
        omaha_multiway(holes + np.uint8(52), boards)
    with pytest.raises(ValueError, match="2 players of 4 cards on boards of 2"):
        omaha_multiway(holes, boards[:2])
    with pytest.raises(ValueError, match="of uint8 are needed"):
        omaha_multiway(holes, boards, gone[:, :1])
    deck = np.arange(52, dtype=np.uint8)[:, None]
    with pytest.raises(CardError, match="1 cards are left; too few for the board"):
        omaha_multiway(deck[:8].reshape(2, 4, 1), deck[8:11], deck[11:51])
