"""Hands: what they are worth, who wins, and random ones."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, overload

import numpy as np
import numpy.typing as npt

from pokerlake.engine.cards.layout import Layout, in_rows, is_one_hand, one_hand
from pokerlake.engine.cards.text import CardError, whole_number
from pokerlake.engine.given import shown
from pokerlake.engine.hands.classes import CATEGORY_NAMES, CLASSES, hand_classes
from pokerlake.engine.hands.evaluate import SIZES, class_ids
from pokerlake.engine.hands.one_hand import class_of, class_of_cards, class_of_text
from pokerlake.queries.reading import reading

from .cards import (
    Cards,
    GivenCards,
    columns_of,
    joined_columns,
    joined_texts,
)
from .given import flag, layout_of, threads_of

if TYPE_CHECKING:
    import pyarrow as pa


class HandClass(int):
    """The class of a hand: 1 for a royal flush .. 7462, lower is better. It is an ``int``.

    Examples
    --------
    >>> HandClass(1).name, HandClass(1).category_name
    ('royal flush', 'straight flush')
    """

    __slots__ = ()

    def __new__(cls, number: int) -> HandClass:
        """A class; CardError for a number that is not 0, which is no hand, to 7462."""
        return super().__new__(cls, whole_number("class", number, CLASSES + 1))

    @property
    def name(self) -> str:
        """The name of the class: ``full house, aces over kings``."""
        return str(class_name(self))

    @property
    def category(self) -> int:
        """The category: 1 straight flush .. 9 high card."""
        return int(hand_classes().category[_hand(self) - 1])

    @property
    def category_name(self) -> str:
        """The name of the category: ``full house``."""
        return CATEGORY_NAMES[self.category - 1]

    def percentile(self, cards: int = 7) -> float:
        """The share x 100 of all hands of 5, 6 or 7 cards that are at least as strong."""
        from pokerlake.queries.answers.class_columns import top_percents

        given: object = cards
        if not isinstance(given, (int, np.integer)) or given not in SIZES:
            raise CardError(f"hands of {shown(cards)} cards; give 5, 6 or 7")
        return float(top_percents(cards)[_hand(self)])

    def __repr__(self) -> str:
        return f"HandClass({int(self)}, {self.name!r})" if self else "HandClass(0)"

    __str__ = int.__repr__


def _hand(number: HandClass) -> int:
    if not number:
        raise CardError("class 0 is no hand")
    return int(number)


_CLASSES = [HandClass(number) for number in range(7463)]


@overload
def evaluate(*cards: int) -> HandClass: ...
@overload
def evaluate(*cards: str) -> HandClass: ...
@overload
def evaluate(
    *cards: GivenCards, layout: Layout | None = None, strict: bool = True, threads: int = 0
) -> Any: ...
def evaluate(
    *cards: GivenCards, layout: Layout | None = None, strict: bool = True, threads: int = 0
) -> Any:
    """The class of the best five cards of hands of five to seven cards.

    Parameters
    ----------
    *cards : text, numbers, arrays, columns or frames
        One hand: ``evaluate("AsKsQsJsTs")``, ``evaluate([51, 47, 43, 39, 35])``,
        ``evaluate(51, 47, 43, 39, 35)``, ``evaluate(["As", "Ks", "Qs", "Js", "Ts"])``. Or a batch:
        a list of texts, ``(n, k)`` or ``(k, n)`` numbers 0..51, a series, a frame with a card a
        column. Several of these are parts of the same hands: ``evaluate(holes, boards)``.
    layout : "rows" or "columns", optional
        Needed where both sides of an array may be the cards of a hand: that is refused.
    strict : bool
        Of a batch: without it, rows that cannot be read or dealt are 0.
    threads : int
        Of a batch; 0 for all cores.

    Returns
    -------
    HandClass or (n,) uint16
        1 for a royal flush .. 7462; lower is better. Of one hand it is an ``int`` that has a name.

    Raises
    ------
    CardError
        For the first hand that cannot be dealt, with the row and the value.

    Examples
    --------
    >>> evaluate("AsKsQsJsTs")
    HandClass(1, 'royal flush')
    >>> evaluate(["AsKsQsJsTs", "7c7d9hKsAc2d2h"])
    array([   1, 3205], dtype=uint16)
    """
    if not cards:
        raise CardError("no cards; give 5 to 7, as text or numbers")
    first = cards[0]
    if len(cards) == 1:
        kind = type(first)
        if kind is str:
            return _CLASSES[class_of_text(first)]
        if (kind is list or kind is tuple) and first and type(first[0]) is int:
            return _CLASSES[class_of_cards(first)]
        if kind is np.ndarray and first.ndim == 1 and first.dtype.kind in "iu":
            return _CLASSES[class_of_cards(first.tolist())]
        return _evaluated(first, layout, strict, threads)
    if type(first) is int:
        return _CLASSES[class_of(*cards)]
    return _of_parts(cards, layout, threads)


def _evaluated(given: GivenCards, layout: Layout | None, strict: bool, threads: int) -> Any:
    """The class of a hand that is no text and no list of ints, or those of a batch."""
    if isinstance(given, (list, tuple)) and not given:
        return np.empty(0, np.uint16)
    if isinstance(given, Cards):
        return class_ids(columns_of(given, SIZES), layout="columns", threads=threads_of(threads))
    with reading("cards", given):
        return _read_and_evaluated(
            given, layout_of(layout), flag("strict", strict), threads_of(threads)
        )


def _read_and_evaluated(given: Any, layout: Layout | None, strict: bool, threads: int) -> Any:
    if is_one_hand(given):
        return _CLASSES[class_of_cards(one_hand(given))]
    if strict and isinstance(given, np.ndarray) and given.dtype == np.uint8:
        return class_ids(given, layout=layout, threads=threads)
    import pyarrow as pa

    from pokerlake.queries.columns.given import array_of, arrow_of
    from pokerlake.queries.columns.hands import class_id

    array = array_of(given)
    if array is not None and strict:
        return class_ids(columns_of(given, SIZES, layout), layout="columns", threads=threads)
    if array is not None:
        rows = array if in_rows(array.shape, layout, SIZES) else array.T
        column = pa.FixedSizeListArray.from_arrays(pa.array(rows.ravel()), rows.shape[1])
    else:
        column = _text_of_frame(arrow_of(joined_texts(given)))
    if len(column) in SIZES and pa.types.is_integer(column.type):  # a hand, as an array is
        return _CLASSES[class_of_cards(column.to_pylist())]
    ids = class_id(column, strict)
    if ids.null_count and strict:
        raise CardError("null is no hand; leave the row out", ids.is_null().index(True).as_py())
    return ids.fill_null(0).to_numpy()


def _text_of_frame(column: pa.Array) -> pa.Array:
    """A frame with the text of a card a column as a column of hands; all else as it is."""
    import pyarrow as pa

    from pokerlake.queries.files.text import is_text, joined_text

    if pa.types.is_struct(column.type) and all(is_text(field.type) for field in column.type):
        return joined_text(column.flatten())
    return column


def _of_parts(parts: Sequence[GivenCards], layout: Layout | None, threads: int) -> Any:
    """Classes of hands whose cards are in several columns: hole and board."""
    columns = joined_columns(parts, SIZES, layout_of(layout))
    threads = threads_of(threads)
    if all(map(is_one_hand, parts)):
        return _CLASSES[class_of_cards(columns[:, 0])]
    return class_ids(columns, layout="columns", threads=threads)


def class_name(classes: int | npt.NDArray[np.integer] | Sequence[int]) -> Any:
    """The English name of a class, or an array of those of many: ``full house, aces over kings``.

    Examples
    --------
    >>> class_name(1), class_name([1, 7462]).tolist()
    ('royal flush', ['royal flush', 'high card, seven-five-four-three-deuce'])
    """
    return _named(classes, hand_classes().names)


def category_name(classes: int | npt.NDArray[np.integer] | Sequence[int]) -> Any:
    """The name of the category of a class, or an array of those of many: ``full house``."""
    return _named(classes, _category_names())


@functools.cache
def _category_names() -> list[str]:
    return [CATEGORY_NAMES[category - 1] for category in hand_classes().category.tolist()]


def _named(classes: Any, names: list[str]) -> Any:
    with reading("classes", classes):
        numbers = np.asarray(classes)
    if numbers.dtype.kind not in "iu":
        raise CardError(f"classes are {numbers.dtype}; whole numbers 1..{CLASSES} are needed")
    outside = (numbers < 1) | (numbers > CLASSES)
    if outside.any():
        raise CardError(f"class {numbers[outside].flat[0]} is not in 1..{CLASSES}")
    if numbers.ndim == 0:
        return names[int(numbers) - 1]
    return np.array(names, object)[numbers - 1]
