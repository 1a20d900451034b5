"""``pokerlake evaluate``: the classes of hands."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from pokerlake.catalogue import GAMES, listed

from ..base import Output
from ..options import InputFormatOption, SkipBadOption, argument, option

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

    from pokerlake.catalogue import Game


@dataclass(frozen=True)
class GameOptions:
    """The options of holes on boards, by the rule of a game."""

    game: str | None = option(
        f"A game in which hole and board are a hand: {listed(GAMES)}.  "
        "[default: hold'em, with a board]",
        metavar="GAME",
    )
    board: str | None = option("The board of all holes: QsJsTs2h2c.", metavar="CARDS")
    board_column: str | None = option(
        "The column of boards.  [default: board, in games that need one]", metavar="COLUMN"
    )

    def rule(self) -> Game | None:
        """The game that is asked for, if any."""
        from pokerlake.queries.answers.orders import rule_of
        from pokerlake.tables.errors import UsageError

        if self.board is not None and self.board_column is not None:
            raise UsageError("--board is that of all rows, --board-column a column: give either")
        boards = self.board is not None or self.board_column is not None
        if self.game is None and not boards:
            return None
        rule = rule_of(self.game or "hold'em")
        return rule if boards or not rule.any_five else None


def evaluate(
    hands: list[str] | None = argument(
        "HAND", "Five to seven cards: AsKsQsJsTs; with a board, holes.", default=None
    ),
    source: str | None = option(
        "--from", "A CSV, Parquet or NDJSON file; - for stdin.", metavar="FILE"
    ),
    cards: list[str] | None = option(
        "The column of cards; several columns make one hand.  [default: cards; of holes on boards "
        "hole]",
        metavar="COLUMN",
    ),
    order: str | None = option(
        "What beats what: high, short deck, A-5, 8 or better, 2-7 or badugi.  [default: high]",
        metavar="ORDER",
    ),
    *,
    game: GameOptions,
    input_format: InputFormatOption = None,
    skip_bad: SkipBadOption = False,
    out: Output,
) -> None:
    """Evaluate hands given as arguments, or the rows of a file.

    Adds class_id (1 is best), category, name, and percentile: the share of all hands of as many
    cards that are at least as strong. In Omaha there is no percentile, and in hi-lo there are
    low_class_id (57 is no low) and low.
    """
    from pokerlake.queries.answers.evaluate import USUAL, evaluate_file, evaluate_hands
    from pokerlake.queries.answers.games import evaluate_holes, evaluate_holes_file
    from pokerlake.queries.answers.orders import order_of, order_of_game, rule_of
    from pokerlake.tables.errors import UsageError

    if bool(hands) == (source is not None):
        raise UsageError("give hands such as AsKsQsJsTs, or a file with --from, and not both")
    if order is not None and (game.game or game.board or game.board_column):
        raise UsageError(
            "--order is of hands of any cards, --game and boards of holes: give either"
        )
    rule = game.rule()
    by = order_of_game(rule_of(game.game)) if game.game else order_of(order or "high")
    if hands:
        if cards or input_format or skip_bad or game.board_column:
            raise UsageError(
                "--cards, --board-column, --input-format and --skip-bad are for a file; give it "
                "with --from"
            )
        if rule is None:
            out.show(evaluate_hands(hands, by))
            return
        if game.board is None:
            raise UsageError(
                f"a hand of {rule.name} has {rule.used} cards of the hole and the others of the "
                "board: give the holes, and --board QsJsTs2h2c"
            )
        out.show(evaluate_holes(hands, game.board, rule))
        return
    assert source is not None
    opening: Callable[..., AbstractContextManager[Any]]
    if rule is None:
        opening = partial(
            evaluate_file, source, cards or [USUAL], order=by, file_format=input_format
        )
    else:
        opening = partial(
            evaluate_holes_file,
            source,
            cards or ["hole"],
            rule,
            board=game.board,
            board_column=game.board_column or (None if game.board else "board"),
            file_format=input_format,
        )
    out.show_file(opening, skip_bad=skip_bad)
