"""Hands: their classes, and the five cards that play."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, overload

import numpy as np
import numpy.typing as npt

from pokerlake.catalogue import HIGH, Game, Order
from pokerlake.engine.cards.layout import Layout, in_rows, is_one_hand, one_hand
from pokerlake.engine.cards.text import CardError, ParsedColumn, check_cards, counted
from pokerlake.engine.given import is_whole, shown
from pokerlake.engine.hands.one_hand import class_of, class_of_cards, class_of_text
from pokerlake.engine.orders.evaluate import order_class, order_ids, sizes_text
from pokerlake.queries.answers.orders import order_of_game, require_one_half, rule_of
from pokerlake.queries.reading import reading
from pokerlake.queries.words import worded
from pokerlake.tables.errors import UsageError

from .cards import Cards, Column, GivenCards, columns_of, common_rows, joined_columns
from .classes import HAND_CLASSES, HandClass, HighLow, OrderClass, order_of
from .given import flag, layout_of, threads_of
from .lists import is_card_for_each, joined_texts, listed


@overload
def evaluate(*cards: int, order: str | None = ...) -> HandClass: ...
@overload
def evaluate(*cards: str, order: str | None = ...) -> HandClass: ...
@overload
def evaluate(
    *cards: GivenCards,
    board: GivenCards = ...,
    order: str | None = ...,
    game: str | None = ...,
    layout: Layout | None = None,
    strict: bool = True,
    threads: int = 0,
) -> Any: ...
@worded
def evaluate(
    *cards: GivenCards,
    board: GivenCards = None,
    order: str | None = None,
    game: str | None = None,
    layout: Layout | None = None,
    strict: bool = True,
    threads: int = 0,
) -> Any:
    """The class of the best five cards in five to seven, or a class in another order of hands.

    Games that use two cards of the hole, such as Omaha, take holes and boards apart:
    ``evaluate(holes, boards, game="omaha")``.

    Parameters
    ----------
    *cards : text, numbers, arrays, columns or frames
        One hand: ``evaluate("AsKsQsJsTs")``, ``evaluate([51, 47, 43, 39, 35])``,
        ``evaluate(51, 47, 43, 39, 35)``, ``evaluate(["As", "Ks", "Qs", "Js", "Ts"])``. Or a batch:
        a list of texts, ``(n, k)`` or ``(k, n)`` numbers 0..51, a series, a frame with a card a
        column. Several arguments are parts of the same hands: ``evaluate(holes, boards)``.
        The boards, as the last part, may be of several streets.
    board : text, numbers, array, column or frame, optional
        The last part, by name: ``evaluate(holes, board=boards)``.
    order : str, optional
        The order of hands: ``"high"`` (the default), ``"short deck"``, ``"A-5"``, ``"8 or
        better"``, ``"2-7"`` or ``"badugi"``, which takes four cards.
    game : str, optional
        In place of ``order``, the game whose rule makes a hand of hole and board: ``"hold'em"``,
        ``"short deck"``, ``"omaha"``, ``"omaha5"``, ``"omaha6"``, ``"omaha hi-lo"``, ``"omaha5
        hi-lo"`` (Big O), ``"omaha6 hi-lo"`` or ``"short deck omaha"``. Boards have 3 to 5 cards.
    layout : "rows" or "columns", optional
        Needed for an array whose shape fits both; it is refused otherwise.
    strict : bool
        For a batch: raise for a row that cannot be read or dealt. If False, such a row is 0.
    threads : int
        For a batch; 0 for all cores.

    Returns
    -------
    HandClass or (n,) uint16, or HighLow
        1 for a royal flush .. 7462. Lower is better, for lows too. One hand gives an ``int`` with
        a name. Hi-lo games give both ``.high`` and ``.low``; class 57 is no low.

    Raises
    ------
    CardError
        For the first hand that cannot be dealt, with its row and value.
    UsageError
        If the order or game is unknown, if both are given, or if hole and board are needed.

    Examples
    --------
    >>> evaluate("AsKsQsJsTs")
    HandClass(1, 'royal flush')
    >>> evaluate(["AsKsQsJsTs", "7c7d9hKsAc2d2h"])
    array([   1, 3205], dtype=uint16)
    >>> evaluate("7c5d4h3s2c", order="2-7")
    HandClass(1, 'no pair, seven-five-four-three-deuce', order='deuce to seven')
    >>> evaluate("AsKsAhKh", "QsJsTs2h2c", game="omaha")
    HandClass(1, 'royal flush')
    >>> evaluate("As2sAhKh", "3s4d5hQcQd", game="omaha hi-lo").low
    HandClass(1, 'low, five-four-three-deuce-ace', order='eight or better')
    """
    if board is not None:
        cards = (*cards, board)
    if cards and isinstance(cards[0], np.integer):  # from an array that was unpacked
        cards = tuple(int(card) if isinstance(card, np.integer) else card for card in cards)
    if game is not None:
        if order is not None:
            raise UsageError(f"order is {shown(order)} and game {shown(game)}: give either")
        rule = rule_of(game, least=0, draws=True)
        if not rule.boards:
            return _by_order(cards, require_one_half(rule), layout, strict, threads)
        return _of_game(cards, rule, layout, strict, threads)
    if order is not None:
        return _by_order(cards, order_of(order), layout, strict, threads)
    if not cards:
        raise CardError("no cards; give 5 to 7, as text or numbers")
    first = cards[0]
    if len(cards) == 1:
        kind = type(first)
        if kind is str:
            return HAND_CLASSES[class_of_text(first)]
        if (kind is list or kind is tuple) and first and type(first[0]) is int:
            return HAND_CLASSES[class_of_cards(first)]
        if kind is np.ndarray and first.ndim == 1 and first.dtype.kind in "iu":
            return HAND_CLASSES[class_of_cards(first.tolist())]
        return _evaluated(listed(first), HIGH, layout, strict, threads)
    if type(first) is int:
        return HAND_CLASSES[class_of(*cards)]
    second = cards[1]
    if type(first) is str and type(second) is str and len(cards) == 2 and not len(first) & 1:
        whole = first + second
        if whole.isalnum() and "1" not in whole:  # two letters a card: none has its parts in both
            with suppress(CardError):  # which is told by the parts
                return HAND_CLASSES[class_of_text(whole)]
    return _of_parts(cards, HIGH, layout, strict, threads)


def _of_game(
    cards: Sequence[GivenCards], rule: Game, layout: Layout | None, strict: bool, threads: int
) -> Any:
    """The class of a hole on a board, or of a batch, by the rule of a game."""
    from pokerlake.engine.showdowns.evaluate import deal_ids, not_dealt, sharing

    if len(cards) != 2 or all(type(card) is int for card in cards):
        if rule.any_five:
            return _by_order(cards, order_of_game(rule), layout, strict, threads)
        raise _no_board(rule, "evaluate")
    layout, strict, threads = layout_of(layout), flag("strict", strict), threads_of(threads)
    cards = tuple(map(listed, cards))
    holes, boards = hole_and_board(cards, rule, layout, strict)
    if not strict:
        wrong = sharing(holes, boards) | not_dealt(rule, holes) | not_dealt(rule, boards)
        holes = ParsedColumn(holes.cards, np.where(wrong, 0, holes.count))
    high, low = deal_ids(rule, holes, boards, threads=threads)
    if not all(map(is_one_hand, cards)) or not len(high):
        return high if low is None else HighLow(high, low)
    order = order_of_game(rule)
    best = HAND_CLASSES[high[0]] if order is HIGH else OrderClass(int(high[0]), order)
    if low is None or rule.low is None:
        return best
    return HighLow(best, OrderClass(int(low[0]), rule.low))


def _no_board(rule: Game, name: str) -> UsageError:
    return UsageError(
        f"a hand of {rule.name} has {rule.uses} cards of the hole and the others of the board: "
        f'give both, {name}(hole, board, game="{rule.name}")'
    )


def hole_and_board(
    cards: Sequence[GivenCards], rule: Game, layout: Layout | None, strict: bool
) -> tuple[ParsedColumn, ParsedColumn]:
    """A hole and a board for each row; one of either may serve all rows."""
    from pokerlake.engine.showdowns.evaluate import BOARDS, repeated

    holes = _given(cards[0], (rule.hole,), layout, f"{rule.name} holes", strict)
    boards = _given(cards[1], BOARDS, layout, "boards", strict)
    rows = {len(part.count) for part in (holes, boards)} - {1} or {1}
    if len(rows) > 1:
        n, m = len(holes.count), len(boards.count)
        raise CardError(f"{n:,} holes and {m:,} boards; give a board for each hole, or one of all")
    return repeated(holes, max(rows)), repeated(boards, max(rows))


def _given(
    given: GivenCards, sizes: Sequence[int], layout: Layout | None, what: str, strict: bool
) -> ParsedColumn:
    """Holes or boards of one or several sizes; one is a batch of one.

    CardError for a row that is null or whose number of cards is not in ``sizes``, an ascending
    range. If not ``strict``, such a row gets no cards.
    """
    whole = isinstance(given, np.ndarray) and given.dtype == np.uint8 and given.ndim == 2
    with reading(what, given):
        if isinstance(given, Cards) or (whole and strict) or (is_one_hand(given) and len(given)):
            columns = columns_of(given, sizes, layout, what)
            return ParsedColumn(columns, np.full(columns.shape[1], len(columns), np.uint8))
        return _parsed(given, sizes, layout, what, strict)


def _parsed(
    given: Any, sizes: Sequence[int], layout: Layout | None, what: str, strict: bool
) -> ParsedColumn:
    import pyarrow as pa

    from pokerlake.queries.columns.cards import parsed, tried
    from pokerlake.queries.columns.given import array_of, arrow_of, cards_of

    given = joined_texts(given, sizes, layout, what)
    array = array_of(given)
    if array is None or not strict:
        if array is None:
            column = arrow_of(given, what)
        else:
            rows = array if in_rows(array.shape, layout, sizes, what) else array.T
            column = pa.FixedSizeListArray.from_arrays(pa.array(rows.ravel()), rows.shape[1])
        found = tried(lambda column: parsed(column, sizes, what), column, sizes, strict)
    else:
        found = cards_of(given, sizes[0], sizes[-1], layout=layout, what=what)
    if strict and not found.count.all():
        raise CardError(f"null is among the {what}; leave the row out", int(found.count.argmin()))
    return found


def _by_order(
    cards: Sequence[GivenCards], order: Order, layout: Layout | None, strict: bool, threads: int
) -> Any:
    """The class of a hand, or of a batch, in an order."""
    if not cards:
        raise CardError(f"no cards; give {sizes_text(order)}, as text or numbers")
    if all(type(card) is int for card in cards):
        return _one(cards, order)
    if len(cards) == 1:
        return _evaluated(listed(cards[0]), order, layout, strict, threads)
    return _of_parts(cards, order, layout, strict, threads)


def _one(cards: Sequence[int] | npt.NDArray[np.integer], order: Order) -> HandClass:
    """The class of one hand."""
    if order is HIGH:
        return HAND_CLASSES[class_of_cards(cards)]
    return OrderClass(order_class(cards, order), order)


def _evaluated(
    given: GivenCards, order: Order, layout: Layout | None, strict: bool, threads: int
) -> Any:
    """The class of a hand that is neither text nor a list of ints, or of a batch."""
    if isinstance(given, (list, tuple)) and not given:
        return np.empty(0, np.uint16)
    layout, strict, threads = layout_of(layout), flag("strict", strict), threads_of(threads)
    if isinstance(given, Cards):
        columns = columns_of(given, order.sizes)
        return order_ids(columns, order, layout="columns", strict=strict, threads=threads)
    with reading("cards", given):
        return _read_and_evaluated(given, order, layout, strict, threads)


def _read_and_evaluated(
    given: Any, order: Order, layout: Layout | None, strict: bool, threads: int
) -> Any:
    if is_one_hand(given):
        return _one(one_hand(given), order)
    if strict and isinstance(given, np.ndarray) and given.dtype == np.uint8:
        return order_ids(given, order, layout=layout, threads=threads)
    import pyarrow as pa

    from pokerlake.queries.columns.given import array_of, arrow_of, text_of_cards
    from pokerlake.queries.columns.hands import class_id

    given = joined_texts(given, order.sizes, layout, "cards")
    array = array_of(given)
    if array is not None and strict:
        columns = columns_of(given, order.sizes, layout)
        return order_ids(columns, order, layout="columns", threads=threads)
    if array is not None:
        rows = array if in_rows(array.shape, layout, order.sizes) else array.T
        column = pa.FixedSizeListArray.from_arrays(pa.array(rows.ravel()), rows.shape[1])
    else:
        column = text_of_cards(arrow_of(given))
    if len(column) in order.sizes and pa.types.is_integer(column.type):  # one hand, as an array
        return _one(column.to_pylist(), order)
    ids = class_id(column, strict, order)
    if ids.null_count and strict:
        raise CardError("null is no hand; leave the row out", ids.is_null().index(True).as_py())
    return ids.fill_null(0).to_numpy()


def _of_parts(
    parts: Sequence[GivenCards], order: Order, layout: Layout | None, strict: bool, threads: int
) -> Any:
    """Classes of hands whose cards come in parts: hole and board."""
    parts = [*map(listed, parts)]
    layout, strict, threads = layout_of(layout), flag("strict", strict), threads_of(threads)
    one = all(map(is_one_hand, parts))
    try:
        columns = joined_columns(parts, order.sizes, layout)
    except CardError as error:
        if one or error.index is None:
            raise
        return _of_mixed_parts(parts, order, layout, strict, threads, error)
    if one and columns.size:
        return _one(columns[:, 0], order)
    return order_ids(columns, order, layout="columns", strict=strict, threads=threads)


def _of_mixed_parts(
    parts: Sequence[Any],
    order: Order,
    layout: Layout | None,
    strict: bool,
    threads: int,
    error: CardError,
) -> npt.NDArray[np.uint16]:
    """Classes of hands whose last part varies in size: boards of several streets.

    If not ``strict``, hands that cannot be read or dealt are 0. Raises ``error``, the one for
    columns of equal size, if a list could be either one hand or a column.
    """
    from pokerlake.engine.showdowns.evaluate import repeated
    from pokerlake.queries.files.text import row_numbers

    most = range(1, order.sizes[-1] + 1)
    read = [_given(part, most, layout, "cards", strict) for part in parts]
    rows = common_rows(len(part.count) for part in read)
    if any(is_card_for_each(part, rows) for part in parts):
        raise error
    read = [repeated(part, rows) for part in read]
    counts = np.stack([part.count for part in read])
    for part in counts[:-1]:  # all holes have one size
        size = part[np.argmax(part > 0)]
        odd = np.flatnonzero(part != size)
        if strict and len(odd):
            raise CardError(
                f"{counted(int(part[odd[0]]))}; others have {counted(int(size))}", int(odd[0])
            )
        part[odd] = 0
    found = np.zeros(rows, np.uint16)
    problems: list[CardError] = []
    for sizes in np.unique(counts, axis=1).T:
        of = np.flatnonzero((counts == sizes[:, None]).all(axis=0))
        cards = np.concatenate(
            [part.cards[:size, of] for part, size in zip(read, sizes, strict=True)]
        )
        try:
            with row_numbers(of):
                found[of] = _of_equal_parts(cards, order, strict, threads, all(sizes))
        except CardError as problem:
            problems.append(problem)
    if problems:
        raise min(problems, key=lambda problem: problem.index or 0)
    return found


def _of_equal_parts(
    cards: npt.NDArray[np.uint8], order: Order, strict: bool, threads: int, whole: bool
) -> npt.NDArray[np.uint16]:
    """Classes of hands ``(k, n)``; ``whole`` means that no part is missing."""
    fits = whole and len(cards) in order.sizes
    if strict and not fits:
        raise CardError(f"{counted(len(cards))} in a hand; {sizes_text(order)} are needed", 0)
    if strict:
        check_cards(cards)
        return order_ids(cards, order, layout="columns", threads=threads)
    found = np.zeros(cards.shape[1], np.uint16)
    if fits:
        deck = np.bitwise_or.reduce(np.uint64(1) << cards.astype(np.uint64), axis=0)
        dealt = np.bitwise_count(deck) == len(cards)  # no repeated card
        found[dealt] = order_ids(
            cards[:, dealt], order, layout="columns", strict=False, threads=threads
        )
    return found


# ---------------------------------------------------------------- which five play

Fives = Any  # one text, the texts of a batch, or numbers in the given layout; None without a low


def best_five(
    *cards: GivenCards,
    board: GivenCards | None = None,
    order: str | None = None,
    game: str | None = None,
    layout: Layout | None = None,
    threads: int = 1,
) -> Fives:
    """The five cards of a hand that play, the deciding ones first.

    Among equal ranks, earlier cards are taken: those of the hole before those of the board.

    Parameters
    ----------
    *cards : text, numbers, array, column, frame or Cards
        One hand or a batch, as in :func:`evaluate`: ``best_five("AhKh", "QhJhTh2c3d")``,
        ``best_five(holes, boards)``, ``best_five(numbers)`` with an array ``(n, k)`` or ``(k, n)``.
    board : optional
        The last part, by name.
    order : str, optional
        The order of hands, as in :func:`evaluate`; ``"high"`` by default.
    game : str, optional
        The game whose rule makes a hand of hole and board, as in :func:`evaluate`.
    layout : "rows" or "columns", optional
        The layout of arrays whose shape fits both. The result has the same layout.
    threads : int
        0 for all cores. The result is the same for any number.

    Returns
    -------
    str or (5,) uint8
        The cards of one hand, as text or numbers, like the input.
    list of str, or (n, 5) or (5, n) uint8
        The cards of a batch. Without a low, a row is None or 255.
    HighLow
        Both in hi-lo: ``high, low = best_five(hole, board, game="omaha8")``.

    Raises
    ------
    CardError
        For the first hand that cannot be dealt, with its row.
    UsageError
        If the game or order is unknown, or its hands do not have five cards.

    Examples
    --------
    >>> best_five("AhKh", "QhJhTh2c3d")
    'AhKhQhJhTh'
    >>> best_five(["7c7d9hKsAc2d2h", "As2d3c4h5sKsKd"])
    ['7c7d2d2hAc', '5s4h3c2dAs']
    >>> best_five("As2sKhKd", "3c4d8h9c9d", game="omaha hi-lo").low
    '8h4d3c2sAs'
    """
    from pokerlake.engine.orders.best_five import HAND
    from pokerlake.engine.showdowns.best_five import played_fives

    if board is not None:
        cards = (*cards, board)
    if game is not None and order is not None:
        raise UsageError(f"order is {shown(order)} and game {shown(game)}: give either")
    rule = rule_of(game, least=0) if game is not None else None
    by = order_of(order) if order is not None else order_of_game(rule) if rule else HIGH
    if max(by.sizes) < HAND:
        raise UsageError(f"a hand of {by.name} has no five cards")
    layout, threads = layout_of(layout), threads_of(threads)
    if cards and all(map(is_whole, cards)):
        cards = ([*map(int, cards)],)
    given = [*map(listed, cards)]
    apart = rule is not None and not rule.any_five
    parts = _five_parts(given, rule, by, layout)
    as_given = _AsGiven(given, parts, layout)
    high = as_given(played_fives(parts, by, apart=apart, threads=threads))
    if rule is None or rule.low is None:
        return high
    return HighLow(high, as_given(played_fives(parts, rule.low, apart=apart, threads=threads)))


def _five_parts(
    given: Sequence[GivenCards], rule: Game | None, order: Order, layout: Layout | None
) -> list[ParsedColumn]:
    """The cards of each hand; hole and board apart if the rule needs that."""
    if rule is not None and not rule.any_five:
        if len(given) != 2:
            raise _no_board(rule, "best_five")
        return [*hole_and_board(given, rule, layout, strict=True)]
    if not given:
        raise CardError(f"no cards; give {sizes_text(order)}, as text or numbers")
    if len(given) == 1:
        return [_given(given[0], order.sizes, layout, "cards", strict=True)]
    columns = joined_columns(given, order.sizes, layout)
    return [ParsedColumn(columns, np.full(columns.shape[1], len(columns), np.uint8))]


class _AsGiven:
    """Writes cards in the form of the input."""

    def __init__(
        self, given: Sequence[GivenCards], parts: Sequence[ParsedColumn], layout: Layout | None
    ) -> None:
        self.is_one = all(map(is_one_hand, given)) and len(parts[0].count) == 1
        self.is_text = not all(_are_numbers(part) for part in given)
        first = given[0]
        rows = layout == "rows" or np.ndim(first) < 2 or len(first) == len(parts[0].count)
        self.in_rows = rows and layout != "columns"

    def __call__(self, best: Column) -> Fives:
        from pokerlake.engine.orders.best_five import HAND, NO_CARD

        plays = (best[0] != NO_CARD).tolist()
        if self.is_text:
            any_card = np.arange(HAND, dtype=np.uint8)[:, None]
            known = Cards(np.where(best == NO_CARD, any_card, best), layout="columns")
            texts = [text if has else None for text, has in zip(known, plays, strict=True)]
            return texts[0] if self.is_one else texts
        if self.is_one:
            return best[:, 0].copy() if plays[0] else None
        return np.ascontiguousarray(best.T) if self.in_rows else best


def _are_numbers(part: GivenCards) -> bool:
    """Whether the input is numbers or an array of numbers."""
    if isinstance(part, np.ndarray):
        return part.dtype.kind in "iu"
    if isinstance(part, (list, tuple)) and part:
        return all(map(is_whole, part))
    return False
