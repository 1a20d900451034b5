"""Outs: the cards that improve a hand, and the holes it then beats."""

from __future__ import annotations

from dataclasses import dataclass
from os import PathLike
from typing import TYPE_CHECKING, Any

from ...results import Result
from ..fields import board_field, dead_field, game_field, hole_field, of_field, range_field
from ..question import Column, question

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pyarrow as pa

    from pokerlake.catalogue import Game

_NEXT = {3: "turn", 4: "river"}


@dataclass(frozen=True, repr=False, eq=False)
class Outs(Result):
    """A hand after each of n next cards.

    Attributes
    ----------
    now : str
        The category of the hand before the card; empty with fewer than five cards.
    cards : (n,) uint8
        The possible cards; with a villain, those that leave him a hand.
    class_id : (n,) uint16
        The class of the hand after the card, in hi-lo of the high hand. Lower is better.
    category : (n,) uint8
        The category of that class. Lower is better.
    improves : (n,) bool
        Whether the category is better than before.
    made : (n,) uint8
        The kind of made hand after the card, as in ``pokerlake.made``. Lower is better.
    ahead, tied : (n,) float64, or None
        The share of the villain's holes that the hand beats after the card, and ties with; None
        without a villain. In hi-lo, ahead means more than half of the pot.
    chance : (float, float), or None
        The probability to beat him, and to tie, after the card. Each card weighs as much as the
        villain's holes without it.
    """

    now: str
    cards: npt.NDArray[np.uint8]
    class_id: npt.NDArray[np.uint16]
    category: npt.NDArray[np.uint8]
    improves: npt.NDArray[np.bool_]
    made: npt.NDArray[np.uint8]
    ahead: npt.NDArray[np.float64] | None
    tied: npt.NDArray[np.float64] | None
    chance: tuple[float, float] | None
    _game: Game
    _street: str

    def to_arrow(self) -> pa.Table:
        """A row for each next card."""
        import pyarrow as pa

        from pokerlake.engine.cards.text import CARDS
        from pokerlake.engine.kinds.table import kinds_of

        names = pa.array([*self._game.high.category_names])
        kinds = pa.array([kind.name for kind in kinds_of(self._game.high)])
        none = pa.nulls(len(self.cards), pa.float64())
        return pa.table(
            {
                "card": [CARDS[card] for card in self.cards.tolist()],
                "class_id": self.class_id,
                "category": names.take(pa.array(self.category - 1)),
                "made": kinds.take(pa.array(self.made - 1)),
                "improves": self.improves,
                "ahead": none if self.ahead is None else pa.array(self.ahead),
                "tied": none if self.tied is None else pa.array(self.tied),
            }
        )

    def by_category(self) -> list[dict[str, Any]]:
        """A row for each category after the next card, the best first, with its cards."""
        return self._by("category")

    def by_kind(self) -> list[dict[str, Any]]:
        """A row for each kind of made hand, like :meth:`by_category`: a set, an overpair."""
        return self._by("made")

    def _by(self, name: str) -> list[dict[str, Any]]:
        """A row for each value of a column, and the cards in order of their classes."""
        import numpy as np

        rows: list[dict[str, Any]] = []
        every = self.to_dicts()
        code = self.made if name == "made" else self.category
        for at in np.lexsort((self.class_id, code)).tolist():
            row = every[at]
            if not rows or rows[-1][name] != row[name]:
                rows.append({name: row[name], "cards": 0, "which": ""})
            rows[-1]["cards"] += 1
            rows[-1]["which"] += f" {row['card']}" if rows[-1]["which"] else row["card"]
            if self.ahead is not None:
                for share in ("ahead", "tied"):
                    rows[-1][share] = rows[-1].get(share, 0.0) + row[share]
        return rows

    def for_people(self) -> pa.Table:
        """A row for each kind of made hand."""
        import pyarrow as pa

        return pa.Table.from_pylist(self.by_kind())

    def summary(self) -> str:
        """The number of improving cards, and the probability to beat the villain."""
        n = len(self.cards)
        now = f"{self.now} now; " if self.now else ""
        better = int(self.improves.sum())
        lines = [f"{now}{better} of {n} cards of the {self._street} make a better category"]
        if self.chance is not None:
            ahead, tied = self.chance
            lines.append(f"ahead then in {100 * ahead:.4g} %, tied in {100 * tied:.4g} %")
        return "\n".join(lines)


@question(
    hole_field("hole", "The hand: AhKh; in Omaha four to six cards."),
    board_field("board", "A flop or a turn: Qh2h3d.", (3, 4)),
    range_field("villain", "The hand or range to beat: QsQc, 'TT+,AQ+'."),
    dead_field(),
    game_field(),
    columns=[
        Column("card", "VARCHAR", "the next card"),
        Column("class_id", "BIGINT", "the class of the hand after it, by the game's order"),
        Column("category", "VARCHAR", "the category of that class"),
        Column("made", "VARCHAR", "the kind of made hand: set, overpair"),
        Column("improves", "BOOLEAN", "whether the category is better than now"),
        Column("ahead", "DOUBLE", "the share of the villain's holes that it beats"),
        Column("tied", "DOUBLE", "the share of them that it ties with"),
    ],
    examples=[
        {"hole": "AhKh", "board": "Qh2h3d"},
        {"hole": "AhKh", "board": "Qh2h3d", "villain": "QsQc"},
        {"hole": "7c6c", "board": "8d5h2cKs", "villain": "TT+,AK", "dead": "9h"},
        {"hole": "As2sKdQc", "board": "3s4d9s", "villain": "AAxx", "game": "omaha hi-lo"},
        {"hole": "Ah9h", "board": "QhTh7d", "game": "short deck"},
    ],
)
def outs(
    hole: Any,
    board: Any,
    *,
    villain: Any = None,
    dead: Any = "",
    game: Any = "hold'em",
    lake: PathLike[str] | str | None = None,  # noqa: ARG001 the ranking of a range is read by it
) -> Outs:
    """Count outs: the next cards by the category they make, or that beat a hand or range.

    Hands are compared after the card; on a flop, as if the turn were the last card. A card that
    pairs the board improves every hand. Against a villain, only cards that beat him count.

    Parameters
    ----------
    hole : text, numbers or Cards
        The hand.
    board : text, numbers or Cards
        Three or four cards.
    villain : text, Range or other, optional
        The hand or range to beat.
    dead : text or numbers
        Cards that are out of play.
    game : str
        The game whose rule applies.
    lake : str or Path, optional
        The lake with the rankings of percentages.

    Returns
    -------
    Outs
        A row for each card.

    Raises
    ------
    CardError, RangeError, UsageError
        If a field is wrong. The message begins with its name.

    Examples
    --------
    >>> found = outs("AhKh", "Qh2h3d")
    >>> [(row["category"], row["cards"]) for row in found.by_category()]
    [('flush', 9), ('one pair', 14), ('high card', 24)]
    >>> found.by_kind()[1]
    {'made': 'top pair with top kicker', 'cards': 6, 'which': 'Ac Ad As Kc Kd Ks'}
    >>> outs("AhKh", "Qh2h3d", villain="QsQc").ahead.sum()  # one flush pairs the board
    np.float64(8.0)
    """
    import numpy as np

    from pokerlake.engine.kinds.evaluate import made_kinds
    from pokerlake.engine.ranges.scanner import RangeError
    from pokerlake.engine.showdowns.evaluate import high_ids, next_classes, next_shares

    from ...answers.class_columns import categories

    mine, shown = hole[:, None], board[:, None]
    classes = next_classes(game, mine, shown, dead.tolist())[0]
    cards = np.flatnonzero(classes).astype(np.uint8)
    of_class = categories(game.high)
    now = int(of_class[high_ids(game, mine, shown)[0]])
    category = of_class[classes[cards]]
    ahead = tied = chance = None
    if villain is not None:
        holes, weights = villain
        *sums, live = next_shares(game, hole, board, holes, weights, dead.tolist())
        cards = np.flatnonzero(live).astype(np.uint8)
        if not len(cards):
            with of_field("villain"):
                raise RangeError("no hand of the range is live")
        category, live = of_class[classes[cards]], live[cards]
        ahead, tied = (each[cards] / live for each in sums)
        chance = float((ahead @ live) / live.sum()), float((tied @ live) / live.sum())
    return Outs(
        now=game.high.category_names[now - 1],
        cards=cards,
        class_id=classes[cards],
        category=category,
        improves=category < now,
        made=made_kinds(
            game,
            np.repeat(mine, len(cards), axis=1),
            np.concatenate([np.repeat(shown, len(cards), axis=1), cards[None]]),
        ),
        ahead=ahead,
        tied=tied,
        chance=chance,
        _game=game,
        _street=_NEXT[len(board)],
    )
