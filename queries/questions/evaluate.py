"""Evaluate: the classes of hands, or of holes on boards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pokerlake.catalogue import GAMES, PINEAPPLE, listed

from ..results import Rows
from .fields import column_field, plain_field
from .question import Column, File, question

if TYPE_CHECKING:
    from pokerlake.catalogue import Game, Order


def _judged(
    game: str | None, order: str | None, board: Any, board_column: Any = None
) -> tuple[Game | None, Order]:
    """The game whose rule makes a hand of hole and board, if any, and the order of hands."""
    from pokerlake.tables.errors import UsageError, by_door

    from ..answers.orders import order_of, order_of_game, require_one_half, rule_of

    has_boards = board is not None or board_column is not None
    if order is not None and (game or has_boards):
        options = by_door("--order", "order"), by_door("--game", "game")
        raise UsageError(
            f"{options[0]} is of hands of any cards, {options[1]} and boards of holes: give either"
        )
    by = order_of_game(rule_of(game, least=0, draws=True)) if game else order_of(order or "high")
    if game is None and not has_boards:
        return None, by
    rule = rule_of(game or "hold'em", least=0, draws=True)
    if not rule.boards:
        if has_boards:
            raise UsageError(f"{rule.name} has no board; give all cards of a hand as one")
        return None, require_one_half(rule)
    return (rule if has_boards or not rule.any_five else None), by


def _opened(
    name: str,
    *,
    board: str | None,
    order: str | None,
    game: str | None,
    cards: list[str] | None,
    board_column: str | None,
    **more: Any,
) -> Any:
    """The rows of a file, with their answers."""
    from pokerlake.tables.errors import UsageError

    from ..answers.evaluate import USUAL, evaluate_file
    from ..answers.games.evaluate import evaluate_holes_file

    if board is not None and board_column is not None:
        raise UsageError("--board is that of all rows, --board-column a column: give either")
    rule, by = _judged(game, order, board, board_column)
    how = {key: more[key] for key in ("file_format", "skip_bad", "listener")}
    if rule is None:
        return evaluate_file(name, cards or [USUAL], order=by, **how)
    how["board_column"] = board_column or (None if board else "board")
    return evaluate_holes_file(name, cards or ["hole"], rule, board=board, **how)


@question(
    plain_field(
        "hands", "Five to seven cards: AsKsQsJsTs; with a board, holes.", "HAND", needed=True,
        several=True,
    ),
    plain_field("board", "The board of all holes: QsJsTs2h2c.", "CARDS"),
    plain_field(
        "order", "The order of hands: high, short deck, A-5, 8 or better, 2-7 or badugi.",
        told="high",
    ),
    plain_field(
        "game", f"A game in which hole and board are a hand: {listed([*GAMES, PINEAPPLE.name])}.",
        told="hold'em, with a board",
    ),
    columns=[
        Column("cards", "VARCHAR", "the hand; of a hole on a board hole and board"),
        Column("class_id", "BIGINT", "its class: 1 is the best"),
        Column("category", "BIGINT", "the category of the class, 1 the best"),
        Column("name", "VARCHAR", "the name of the class"),
        Column("percentile", "DOUBLE", "the share x 100 of all hands that are at least as strong"),
        Column("best_five", "VARCHAR", "the five cards that play, those that decide in front"),
    ],
    examples=[
        {"hands": ["AsKsQsJsTs"]},
        {"hands": ["AsKsQsJsTs", "7c7d9hKsAc2d2h"]},
        {"hands": ["7c5d4h3s2c"], "order": "2-7"},
        {"hands": ["AhKh", "2c2d"], "board": "QhJhTh"},
        {"hands": ["AsKsAhKh"], "board": "QsJsTs2h2c", "game": "omaha"},
    ],
    in_rows=False,
    has_lake=False,
    file=File(
        fields=(
            column_field(
                "cards", "The column of cards; several columns make one hand.", several=True,
                told="cards; of holes on boards hole",
            ),
            column_field(
                "board_column", "The column of boards.", told="board, in games that need one"
            ),
        ),
        shared=("board", "order", "game"),
        open=_opened,
        instead="hands such as AsKsQsJsTs",
    ),
)  # fmt: skip
def evaluate(*, hands: Any, board: Any, order: Any, game: Any, **_: Any) -> Rows:
    """Evaluate hands given as arguments, or the rows of a file.

    Adds class_id (1 is best), category, name, and percentile: the percentage of hands with as many
    cards that are at least as strong. Omaha has no percentile. Hi-lo adds low_class_id (57 is no
    low) and low. best_five has the five cards that play, and in hi-lo low_five those of the low.
    Badugi has neither.
    """
    from pokerlake.tables.errors import UsageError, by_door

    from ..answers.evaluate import evaluate_hands
    from ..answers.games.evaluate import evaluate_holes

    rule, by = _judged(game, order, board)
    if rule is None:
        return Rows(evaluate_hands(hands, by).read_all())
    if board is None:
        given = by_door("--board QsJsTs2h2c", 'board="QsJsTs2h2c"')
        raise UsageError(
            f"a hand of {rule.name} has {rule.uses} cards of the hole and the others of the board: "
            f"give the holes, and {given}"
        )
    return Rows(evaluate_holes(hands, board, rule).read_all())
