"""Toy poker for two players: the document's ace, king and queen; Kuhn's game; Leduc hold'em."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from fractions import Fraction
from typing import NamedTuple

from .tree.game import CHANCE, OVER
from .tree.learner import small_game

FOLD, CALL, RAISE = "f", "c", "r"  # a check is a call of 0, a bet a raise of 0


class Hand(NamedTuple):
    """The state of a hand: cards as indices of ``ranks``; choices as letters, / between rounds."""

    cards: tuple[int, ...] = ()
    board: int | None = None
    history: str = ""


@dataclass(eq=False)
class BettingGame:
    """A game of one or two betting rounds for two players with a card each.

    A public card is dealt between the rounds.
    """

    name: str
    ranks: str  # the cards, the weakest first
    _: KW_ONLY
    # The copies of each in the deck; 0 if each player's card is drawn from a whole deck.
    copies: int
    sizes: tuple[int, ...]  # the chips of a bet, and of each raise, in each round
    most_raises: int  # the most bets and raises in a round
    check_first: bool = False  # whether the first player has to check

    players = 2

    def start(self) -> Hand:
        """The state before any card is dealt."""
        return Hand()

    def turn(self, state: Hand) -> int:
        """See :class:`~.tree.game.Game`."""
        if len(state.cards) < 2:
            return CHANCE
        betting = state.history.rpartition("/")[2]
        if betting.endswith(FOLD):
            return OVER
        if _is_closed(betting):
            return OVER if state.history.count("/") + 1 == len(self.sizes) else CHANCE
        return len(betting) % 2

    def chances(self, state: Hand) -> list[tuple[Fraction, Hand]]:
        """See :class:`~.tree.game.Game`."""
        left = {
            rank: self.copies - state.cards.count(rank) if self.copies else 1
            for rank in range(len(self.ranks))
        }
        total = sum(left.values())
        chances = []
        for rank, copies in left.items():
            if copies:
                dealt = (
                    state._replace(cards=(*state.cards, rank))
                    if len(state.cards) < 2
                    else state._replace(board=rank, history=state.history + "/")
                )
                chances.append((Fraction(copies, total), dealt))
        return chances

    def choices(self, state: Hand) -> list[str]:
        """See :class:`~.tree.game.Game`."""
        if self.check_first and not state.history:
            return [CALL]
        betting = state.history.rpartition("/")[2]
        raises = betting.count(RAISE)
        return [
            *([FOLD] if betting.endswith(RAISE) else []),
            CALL,
            *([RAISE] if raises < self.most_raises else []),
        ]

    def after(self, state: Hand, choice: str) -> Hand:
        """See :class:`~.tree.game.Game`."""
        return state._replace(history=state.history + choice)

    def seen(self, state: Hand) -> str:
        """The player's card, the public card, then the choices: ``K``, ``Kcr``, ``KQ:cc/r``."""
        own_card = self.ranks[state.cards[self.turn(state)]]
        if state.board is None:
            return own_card + state.history
        return f"{own_card}{self.ranks[state.board]}:{state.history}"

    def paid(self, state: Hand) -> int:
        """See :class:`~.tree.game.Game`."""
        return self._chips(state)[self.turn(state)]

    def won(self, state: Hand) -> tuple[int, int]:
        """See :class:`~.tree.game.Game`."""
        chips = self._chips(state)
        betting = state.history.rpartition("/")[2]
        if betting.endswith(FOLD):
            loser = (len(betting) - 1) % 2
        else:
            strengths = [(card == state.board, card) for card in state.cards]
            if strengths[0] == strengths[1]:
                return 0, 0
            loser = int(strengths[1] < strengths[0])
        return (-chips[0], chips[0]) if loser == 0 else (chips[1], -chips[1])

    def _chips(self, state: Hand) -> list[int]:
        """The chips of each player in the pot: an ante of 1, and his bets."""
        chips = [1, 1]
        for size, betting in zip(self.sizes, state.history.split("/"), strict=False):
            for place, choice in enumerate(betting):
                player = place % 2
                if choice in (CALL, RAISE):
                    chips[player] = max(chips) + (size if choice == RAISE else 0)
        return chips


def _is_closed(betting: str) -> bool:
    """Whether a betting round is over: both have checked, or the last raise is called."""
    return len(betting) >= 2 and betting.endswith(CALL)


def akq(*, check_first: bool = False) -> BettingGame:
    """The document's game: each is dealt an ace, king or queen, possibly the same; two bets."""
    name = "akq-check-first" if check_first else "akq"
    return BettingGame(name, "QKA", copies=0, sizes=(1,), most_raises=2, check_first=check_first)


def kuhn() -> BettingGame:
    """Kuhn's game: three cards, one bet.

    Source: H. W. Kuhn, "A simplified two-person poker" (1950).
    """
    return BettingGame("kuhn", "JQK", copies=1, sizes=(1,), most_raises=1)


def leduc() -> BettingGame:
    """Leduc hold'em: six cards of three ranks, a public card, bets of 2 and 4, two a round.

    Source: Southey et al., "Bayes' bluff: opponent modelling in poker" (2005).
    """
    return BettingGame("leduc", "JQK", copies=2, sizes=(2, 4), most_raises=2)


LEARNABLES = (
    small_game(akq(), "ace, king or queen each; two bets of 1", iterations=100_000),
    small_game(akq(check_first=True), "the same; player 1 must check", iterations=100_000),
    small_game(kuhn(), "one of three cards each; a bet of 1", iterations=100_000),
    small_game(leduc(), "one of six cards each, a public one; bets of 2, 4", iterations=10_000),
)
