"""The methods of ``.poker``, once for all kinds of frames."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Generic, TypeVar

import pyarrow as pa

from pokerlake.catalogue import OMAHA_HI_LO
from pokerlake.tables.lake import Lake

from ..functions.asked import answers, rows_type
from ..questions.question import questions
from . import games, hands, spots

Of = TypeVar("Of")  # a column of results
Several = TypeVar("Several")  # several columns of results together
Given = TypeVar("Given", contravariant=True)  # the form of another column
LakeAt = Lake | Path | str | None


class Poker(ABC, Generic[Of, Several, Given]):
    """Columns of results for hands, holes, holes on boards, and hands or ranges against others.

    Null gives null. A row that cannot be read or dealt is a CardError that names the value, or null
    with ``strict=False``.
    """

    # ------------------------------------------------------------ hands

    def class_id(
        self, board: Given | None = None, *, game: str = "hold'em", strict: bool = True
    ) -> Of:
        """The class of five to seven cards: 1 for a royal flush .. 7462 (``UInt16``).

        Parameters
        ----------
        board : column, optional
            Three to five cards, if the others are a hole; required in Omaha.
        game : str
            The game: ``"hold'em"``, ``"short deck"``, ``"omaha"``, ``"omaha5"``,
            ``"omaha6"``, ``"omaha hi-lo"``, ``"omaha5 hi-lo"`` (Big O), ``"omaha6 hi-lo"`` or
            ``"short deck omaha"``. In hi-lo this is the high hand.
        strict : bool
            Whether a row that cannot be read or dealt is an error; null if not.
        """
        return self._column(games.class_id, pa.uint16(), board, game=game, strict=strict)

    def category(
        self, board: Given | None = None, *, game: str = "hold'em", strict: bool = True
    ) -> Of:
        """The category: 1 straight flush .. 9 high card (``UInt8``); as :meth:`class_id`."""
        return self._column(games.category, pa.uint8(), board, game=game, strict=strict)

    def category_name(
        self, board: Given | None = None, *, game: str = "hold'em", strict: bool = True
    ) -> Of:
        """The name of the category: ``full house``; as :meth:`class_id`."""
        return self._column(games.category_name, pa.string(), board, game=game, strict=strict)

    def class_name(
        self, board: Given | None = None, *, game: str = "hold'em", strict: bool = True
    ) -> Of:
        """The name of the class: ``full house, aces over kings``; as :meth:`class_id`."""
        return self._column(games.class_name, pa.string(), board, game=game, strict=strict)

    def low_class_id(
        self, board: Given, *, game: str = OMAHA_HI_LO.name, strict: bool = True
    ) -> Of:
        """The class of the low of a hole in hi-lo, 1 is best .. 57 for none (``UInt16``)."""
        return self._column(games.low_class_id, pa.uint16(), board, game=game, strict=strict)

    def low_name(self, board: Given, *, game: str = OMAHA_HI_LO.name, strict: bool = True) -> Of:
        """The name of that low: ``low, seven-five-four-deuce-ace``."""
        return self._column(games.low_name, pa.string(), board, game=game, strict=strict)

    def best_five(
        self, board: Given | None = None, *, game: str = "hold'em", strict: bool = True
    ) -> Of:
        """The five cards that play: ``AsKsQsJsTs``; as :meth:`class_id`."""
        return self._column(games.best_five, pa.string(), board, game=game, strict=strict)

    def low_five(self, board: Given, *, game: str = OMAHA_HI_LO.name, strict: bool = True) -> Of:
        """The five cards of the low of a hole in hi-lo; null for no low."""
        return self._column(games.low_five, pa.string(), board, game=game, strict=strict)

    def made(self, board: Given, *, game: str = "hold'em", strict: bool = True) -> Of:
        """The kind of made hand of a hole, 1 the best of the game (``UInt8``)."""
        return self._column(games.made, pa.uint8(), board, game=game, strict=strict)

    def made_name(self, board: Given, *, game: str = "hold'em", strict: bool = True) -> Of:
        """The name of that kind: ``top pair with good kicker``."""
        return self._column(games.made_name, pa.string(), board, game=game, strict=strict)

    def draws(self, board: Given, *, game: str = "hold'em", strict: bool = True) -> Of:
        """The draws of a hole on a flop or turn, a bit for each (``UInt32``)."""
        return self._column(games.draws, pa.uint32(), board, game=game, strict=strict)

    def draw_names(self, board: Given, *, game: str = "hold'em", strict: bool = True) -> Of:
        """The names of these draws, a list: ``["flush draw with two cards", "gutshot"]``."""
        names = pa.list_(pa.string())
        return self._column(games.draw_names, names, board, game=game, strict=strict)

    def nut_rank(self, board: Given, *, game: str = "hold'em", strict: bool = True) -> Of:
        """The rank of a hole among hands possible on the board, 1 for the nuts (``UInt16``)."""
        return self._column(games.nut_rank, pa.uint16(), board, game=game, strict=strict)

    def percentile(self, *, strict: bool = True) -> Of:
        """The share x 100 of all hands of that many cards that are at least as strong."""
        return self._column(hands.percentile, pa.float64(), strict=strict)

    # ------------------------------------------------------------ holes

    def hand(self, *, strict: bool = True) -> Of:
        """The hand of a hole, ``AKs``, from text, two card numbers, or its number."""
        return self._column(hands.hand, pa.string(), strict=strict)

    def hole_id(self, *, strict: bool = True) -> Of:
        """The number 0..1325 of a raw hole (``UInt16``)."""
        return self._column(hands.hole_id, pa.uint16(), strict=strict)

    def canonical(self, board: Given | None = None, *, strict: bool = True) -> Several:
        """The canonical row of a hole on a board in tables: ``board_id`` and ``hole_id``.

        From a hole and ``board``, or from both together: two columns of text, or five to seven
        columns of numbers, the hole first. ``hole_id`` is null if they share a card.
        """
        return self._several(hands.canonical, hands.KEY, board, strict=strict)

    # ------------------------------------------------------------ holes on boards

    def hs(
        self,
        board: Given | None = None,
        *,
        opponents: Given | int | None = None,
        lake: LakeAt = None,
        strict: bool = True,
    ) -> Of:
        """Hand strength: the share of opponents' holes that a hole beats now; ties count half.

        Parameters
        ----------
        board : column, optional
            Three to five cards. Null and empty text mean before the flop.
        opponents : int or column, optional
            Their number, by default 1; or, as text, the range of one opponent.
        lake : Lake or path, optional
            The lake to look up counts, by default ``$POKERLAKE_LAKE`` or ``./lake``. Counts that it
            lacks are computed.
        strict : bool
            Whether a row that cannot be read or dealt is an error; null if not.
        """
        return self._ratio("hs", board, opponents, lake, strict)

    def ehs(
        self,
        board: Given | None = None,
        *,
        opponents: Given | int | None = None,
        lake: LakeAt = None,
        strict: bool = True,
    ) -> Of:
        """Effective hand strength: hand strength with the potential of all later cards.

        The parameters are those of :meth:`hs`.
        """
        return self._ratio("ehs", board, opponents, lake, strict)

    def strength(
        self,
        board: Given | None = None,
        *,
        opponents: Given | int | None = None,
        lake: LakeAt = None,
        strict: bool = True,
    ) -> Several:
        """Every ratio of a hole on a board: ``hs``, ``ppot1`` .. ``ehs``, ``equity`` and others.

        They are those of SQL's ``strength()``; null for a ratio that the street lacks. The
        parameters are those of :meth:`hs`.
        """
        return self._several(
            spots.strength, spots.RATIO_FIELDS, board, opponents, lake=lake, strict=strict
        )

    def outs(
        self,
        board: Given,
        *,
        villain: Given | None = None,
        dead: Given | None = None,
        game: str = "hold'em",
        lake: LakeAt = None,
        strict: bool = True,
    ) -> Of:
        """The hand after each next card, for a hole on a flop or turn: a list of structs.

        Fields are ``card``, ``class_id``, ``category``, ``improves``, and against a villain
        ``ahead`` and ``tied``, as in ``pokerlake.outs``.

        Parameters
        ----------
        board : column
            Three or four cards.
        villain : column, optional
            A hand or range to beat.
        dead : column, optional
            Cards that cannot come, and that nobody has.
        game : str
            By whose rule.
        lake, strict
            As for :meth:`hs`.
        """
        rows = rows_type(questions()["outs"])
        return self._column(_outs, rows, board, villain, dead, game=game, lake=lake, strict=strict)

    # ------------------------------------------------------------ against others

    def equity(
        self,
        *others: Given,
        board: Given | None = None,
        dead: Given | None = None,
        lake: LakeAt = None,
        strict: bool = True,
    ) -> Of:
        """The equity, 0 to 1, of a hand or range against others: pots won and shares of splits.

        Parameters
        ----------
        *others : columns
            Hands such as ``AhKh`` or ranges such as ``22+,AKs``, one to nine; one random hand if
            none are given.
        board : column, optional
            Up to five cards; null and empty text mean no board.
        dead : column, optional
            Cards that are out of play.
        lake, strict
            As for :meth:`hs`.
        """
        numbers = pa.float64()
        return self._column(spots.equity, numbers, board, dead, *others, lake=lake, strict=strict)

    def equities(
        self,
        *others: Given,
        board: Given | None = None,
        dead: Given | None = None,
        lake: LakeAt = None,
        strict: bool = True,
    ) -> Several:
        """Equity, wins and ties of each player: ``equity_1``, ``win_1``, ``tie_1``, ``equity_2``.

        They are followed by ``deals``, and ``method``: ``exact``, ``monte carlo``, or a table. The
        parameters are those of :meth:`equity`.
        """
        fields = spots.equity_fields(max(1 + len(others), 2))
        return self._several(spots.equities, fields, board, dead, *others, lake=lake, strict=strict)

    # ------------------------------------------------------------ for each kind of frame

    def _ratio(
        self,
        name: str,
        board: Given | None,
        opponents: Given | int | None,
        lake: LakeAt,
        strict: bool,
    ) -> Of:
        function = partial(spots.ratio, name)
        return self._column(function, pa.float64(), board, opponents, lake=lake, strict=strict)

    @abstractmethod
    def _column(
        self,
        function: Callable[..., pa.Array],
        dtype: pa.DataType,
        *others: Given | int | None,
        **options: Any,
    ) -> Of:
        """The result of a function of this column and others, each an Arrow array or None."""

    @abstractmethod
    def _several(
        self,
        function: Callable[..., pa.Array],
        dtype: pa.DataType,
        *others: Given | int | None,
        **options: Any,
    ) -> Several:
        """The same for a function that returns structs."""


def _outs(
    holes: pa.Array,
    boards: pa.Array,
    villain: pa.Array | None,
    dead: pa.Array | None,
    *,
    game: str,
    lake: Any,
    strict: bool,
) -> pa.Array:
    arguments = {"hole": holes, "board": boards, "villain": villain, "dead": dead}
    columns = {name: column for name, column in arguments.items() if column is not None}
    columns["game"] = pa.repeat(pa.scalar(game), len(holes))
    place = lake.path if isinstance(lake, Lake) else lake
    return answers(questions()["outs"], columns, place, strict=strict)
