"""What kernels take is the hands of each board: who holds a card, who is weaker, who is who."""

import numpy as np
from tests.helpers.spots import spot

from pokerlake.engine.solving.dealing import deal
from pokerlake.engine.solving.payoffs import payoffs_of
from pokerlake.engine.solving.walks import Walks


def test_hands_are_ordered_and_mapped_as_they_are_one_by_one():
    one = spot("Qs Jh 2h 8c", "88+,AJs,KQo,T9s:0.5", "22-77,A5s,QJs,T9s,98o")
    tree, dealt = one.tree(), deal(one.board, one.ranges)
    dealing = Walks(tree, dealt, one.ranges, payoffs_of(one, tree), threads=1).dealing
    for board in range(len(dealt.boards)):
        sides = [
            slice(s, s + n) for s, n in zip(dealt.start[board], dealt.hands[board], strict=True)
        ]
        for player, own in enumerate(sides):
            cards, strength = dealt.cards[own], dealt.strength[own].astype(int)
            starts = dealing.card_start[board, player]
            for card in range(52):
                held = dealing.holding[starts[card] : starts[card + 1]]
                assert held.tolist() == np.flatnonzero((cards == card).any(axis=1)).tolist()
            first = starts - starts[0] + np.arange(53) + len(cards) + 1  # the row of no hand yet
            other = sides[1 - player]
            for hole, weight, order in zip(
                dealt.cards[other],
                dealt.strength[other].astype(int),
                dealing.order[other],
                strict=True,
            ):
                for below, rows in (
                    (strength < weight, order[:3]),
                    (strength <= weight, order[3:]),
                ):
                    found = [below.sum()]
                    found += [first[c] + (below & (cards == c).any(axis=1)).sum() for c in hole]
                    assert rows.tolist() == found
            for image in range(*dealt.first_image[board : board + 2]):
                above = dealt.above[board]
                up = dealing.up[dealing.up_start[image, player] :][: dealing.room[board, player]]
                down = dealing.down[dealing.down_start[image, player] :]
                down = down[: dealing.room[above, player]]
                taken = dealt.up[dealt.up_start[image, player] :][: len(cards)]
                assert up.tolist() == taken.tolist() + [-1] * (len(up) - len(cards))
                back = np.full(len(down), -1)
                back[taken] = np.arange(len(cards))
                assert down.tolist() == back.tolist()
