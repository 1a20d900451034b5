"""Cards in the forms people have them: text, numbers of any kind, columns and frames."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from pokerlake.engine.cards.layout import Layout, in_rows, is_one_hand, one_hand
from pokerlake.engine.cards.text import (
    CARDS,
    CardError,
    card_number,
    check_cards,
    counted,
    format_card,
    format_column,
    format_hand,
    parse_hand,
)
from pokerlake.engine.given import is_whole, shown
from pokerlake.queries.reading import reading
from pokerlake.tables.errors import UsageError

from .given import layout_of
from .given import text as text_of
from .lists import is_card_for_each, joined_texts, listed, of_all_or_each

if TYPE_CHECKING:
    import pyarrow as pa

GivenCards = Any  # text, a list of texts, numbers of any integer type, a column or frame, or Cards

Column = npt.NDArray[np.uint8]

_SIZES = range(1, 8)  # cards in a hand, for an array that may be rows or columns
_DECK = range(1, 53)


class Cards:
    """A batch of ``n`` hands, holes or boards with ``k`` cards each. It is immutable.

    Parameters
    ----------
    given : text, sequence, array, column or frame
        ``"AsKs"``, ``["AsKs", "QhQd"]``, cards 0..51 of any integer type as ``(n, k)`` or
        ``(k, n)``, a series of polars or pandas, a column of Arrow, a frame with a card a column.
        A card is 4 * rank + suit: 0 is the deuce of clubs, 51 the ace of spades.
    layout : "rows" or "columns", optional
        Needed for an array whose shape fits both; it is refused otherwise.

    Raises
    ------
    CardError
        For the first row with a repeated card or another number of cards than the first row, with
        its row and value.

    Examples
    --------
    >>> Cards(["AsKs", "2c2d"]).rows
    array([[51, 47],
           [ 0,  1]], dtype=uint8)
    """

    __slots__ = ("_columns",)

    def __init__(self, given: GivenCards, *, layout: Layout | None = None) -> None:
        layout = layout_of(layout)
        columns = columns_of(given, _SIZES if layout is None else _DECK, layout)
        self._columns = np.array(columns, np.uint8, order="C")  # a copy of ours
        self._columns.flags.writeable = False

    @classmethod
    def _of(cls, columns: Column) -> Cards:
        made = cls.__new__(cls)
        columns.flags.writeable = False
        made._columns = columns
        return made

    @property
    def columns(self) -> Column:
        """A column for each card: ``(k, n)`` ``uint8``, the layout that kernels take fastest."""
        return self._columns

    @property
    def rows(self) -> Column:
        """A row for each hand: ``(n, k)`` ``uint8``."""
        return self._columns.T

    @property
    def texts(self) -> list[str]:
        """The text of each hand: ``["AsKs", ...]``."""
        text, width = self._text(), 2 * len(self._columns)
        return [text[at : at + width] for at in range(0, len(text), width)]

    def _text(self) -> str:
        return format_column(self._columns).data.tobytes().decode()

    def to_arrow(self) -> pa.Array:
        """The texts as an Arrow column, ``(n,)`` ``string``, which polars and pandas take."""
        from pokerlake.queries.files.text import text_of_columns

        return text_of_columns(self._columns)

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[Any, Any]:
        found: tuple[Any, Any] = self.to_arrow().__arrow_c_array__(requested_schema)
        return found

    @property
    def hole_ids(self) -> npt.NDArray[np.uint16]:
        """The number of each hole, ``(n,)``: 0 for ``2d2c`` .. 1325 for ``AsAh``.

        CardError unless each has two cards.
        """
        if len(self._columns) != 2:
            raise CardError(f"{counted(len(self._columns))} each; a hole has 2")
        from pokerlake.engine.keys.canonical_rows import hole_ids

        return hole_ids(self._columns, layout="columns")

    def __len__(self) -> int:
        return len(self._columns.T)

    def __iter__(self) -> Iterator[str]:
        return iter(self.texts)

    def __getitem__(self, rows: int | slice | npt.NDArray[Any]) -> Cards:
        """The chosen rows, by number, slice, mask or numbers."""
        if is_whole(rows):
            rows = slice(range(len(self))[rows], range(len(self))[rows] + 1)
        unlike = f"rows {shown(rows)}: give a number, slice, mask or numbers"
        try:
            chosen = self._columns[:, rows]
        except (ValueError, TypeError, IndexError) as error:
            raise IndexError(unlike) from error
        if chosen.ndim != 2:
            raise IndexError(unlike)
        return Cards._of(chosen)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Cards):
            return NotImplemented
        return bool(np.array_equal(self._columns, other._columns))

    def __hash__(self) -> int:
        return hash((self._columns.shape, self._columns.tobytes()))

    def __str__(self) -> str:
        return " ".join(self.texts)

    def __repr__(self) -> str:
        few = self[:6].texts
        more = f", … {len(self):,} of {counted(len(self._columns))}" if len(self) > 6 else ""
        inside = repr(few[0]) if len(self) == 1 else f"[{', '.join(map(repr, few))}{more}]"
        return f"Cards({inside})"

    def __array__(
        self, dtype: npt.DTypeLike | None = None, copy: bool | None = None
    ) -> npt.NDArray[Any]:
        """The rows."""
        return np.array(self.rows, dtype, copy=copy)


def parse_cards(text: str | Sequence[str] | Any) -> Column:
    """Cards from text: ``(k,)`` ``uint8`` for one text, ``(n, k)`` for a list or column of texts.

    Examples
    --------
    >>> parse_cards("As Kd 10h")
    array([51, 45, 34], dtype=uint8)
    >>> parse_cards(["AsKd", "2c2d"])
    array([[51, 45],
           [ 0,  1]], dtype=uint8)
    """
    return parse_hand(text) if isinstance(text, str) else Cards(text).rows


def format_cards(cards: GivenCards, *, layout: Layout | None = None) -> str | list[str]:
    """The text of cards: one text for one hand ``(k,)``, a list of texts for a batch.

    Examples
    --------
    >>> format_cards(51), format_cards([51, 45]), format_cards(Cards(["as kd", "2c2d"]))
    ('As', 'AsKd', ['AsKd', '2c2d'])
    """
    if isinstance(cards, (int, np.integer)):
        return format_card(cards)  # type: ignore[arg-type]
    with reading("cards", cards):
        if is_one_hand(cards):
            return format_hand(one_hand(cards))
    return Cards(cards, layout=layout).texts


def columns_of(
    given: GivenCards, sizes: Sequence[int], layout: Layout | None = None, what: str = "cards"
) -> Column:
    """Hands of one size, ``(k, n)`` ``uint8``; one hand is a batch of one.

    CardError for a row that is null or has another number of cards than the first.
    """
    if isinstance(given, Cards):
        columns = given.columns
    else:
        with reading(what, given):
            columns = _columns_of(listed(given), sizes, layout, what)
    if len(columns) not in sizes:
        needed = f"{min(sizes)} to {max(sizes)}" if len(sizes) > 1 else str(sizes[0])
        raise CardError(f"{what} of {counted(len(columns))} each; {needed} are needed")
    return columns


def _columns_of(given: Any, sizes: Sequence[int], layout: Layout | None, what: str) -> Column:
    if isinstance(given, (list, tuple)) and not given:
        return np.empty((min(sizes), 0), np.uint8)
    if is_one_hand(given):
        return np.array([one_hand(given, what)], np.uint8).T
    from pokerlake.queries.columns.given import cards_of

    given = joined_texts(given, sizes, layout, what)
    if layout is None:
        refuse_ambiguous(given, sizes, what)
    read = cards_of(given, min(sizes), max(sizes), layout=layout, what=what)
    k = int(read.count[0]) if len(read.count) else _width(given, sizes)
    if not k:
        raise CardError("null", 0)
    odd = np.flatnonzero(read.count != k)
    if len(odd):
        row, size = int(odd[0]), int(read.count[odd[0]])
        raise CardError(f"{counted(size) if size else 'null'}; row 0 has {counted(k)}", row)
    return read.cards[:k]


def _width(given: Any, sizes: Sequence[int]) -> int:
    """How many cards the hands of an empty batch have: by its shape, else the fewest."""
    sides = [side for side in np.shape(given)[1:] if side in sizes]
    return sides[0] if sides else min(sizes)


def refuse_ambiguous(given: GivenCards, sizes: Sequence[int], what: str) -> None:
    """Raise CardError for numbers that fit both rows and columns; it says what to write."""
    from pokerlake.queries.columns.given import array_of

    array = array_of(given)
    shape = () if array is None else array.shape
    if len(shape) == 2 and all(side in sizes for side in shape):
        raise CardError(
            f'{what} of shape {shape} may be rows or columns: give Cards(..., layout="rows") '
            'or Cards(..., layout="columns")'
        )


def joined_columns(
    parts: Sequence[GivenCards], sizes: Sequence[int], layout: Layout | None = None
) -> Column:
    """Hands whose cards come in parts, such as holes and boards: ``(k, n)`` ``uint8``.

    A part with one row belongs to all hands. CardError if the lengths of the parts differ, the
    number of cards is not among ``sizes``, a hand repeats a card, or an array fits both rows and
    columns.
    """
    for part in parts:
        if isinstance(part, (list, tuple)) and part and all(isinstance(p, Cards) for p in part):
            raise CardError(f"hands of {len(part)} players are several columns; give those of one")
    empty = [isinstance(part, (list, tuple)) and not part for part in parts]
    if any(empty) and all(map(is_one_hand, parts)):
        return np.empty((sizes[0], 0), np.uint8)
    with reading("cards", parts):
        arrays = [_is_array(part) for part in parts]
    ways: list[Layout | None] = [layout] if layout or not any(arrays) else ["rows", "columns"]
    found, problems = [], []
    for way in ways:
        try:
            found.append(_joined(parts, sizes, way))
        except CardError as error:
            problems.append(error)
    if len(found) > 1:
        shapes = [np.shape(part) for part, is_array in zip(parts, arrays, strict=True) if is_array]
        raise CardError(
            f'arrays of shapes {shapes} may be rows or columns: say layout="rows" or "columns"'
        )
    if not found:
        raise problems[0]
    check_cards(found[0])
    return found[0]


def _is_array(given: Any) -> bool:
    """Whether these are numbers without a known layout; frames have one."""
    if hasattr(given, "columns") or is_one_hand(given) or np.ndim(given) != 2:
        return False
    return np.asarray(given).dtype.kind not in "UT"


def _joined(parts: Sequence[GivenCards], sizes: Sequence[int], layout: Layout | None) -> Column:
    most = range(1, sizes[-1] + 1)
    apart = {n: columns_of(p, most, layout) for n, p in enumerate(parts) if not is_one_hand(p)}
    lengths = {column.shape[1] for column in apart.values()} - {1}
    if len(lengths) == 1:
        parts = _a_card_each(parts, sizes, apart, *lengths)
    columns = [apart[n] if n in apart else columns_of(p, most) for n, p in enumerate(parts)]
    k, n = sum(map(len, columns)), common_rows(part.shape[1] for part in columns)
    if k not in sizes:
        needed = f"{sizes[0]} to {sizes[-1]}" if len(sizes) > 1 else sizes[0]
        raise CardError(f"{counted(k)} in a hand; {needed} are needed")
    return np.concatenate([np.broadcast_to(part, (len(part), n)) for part in columns])


def common_rows(lengths: Iterable[int]) -> int:
    """How many rows the columns have; one row serves all. CardError if the lengths differ."""
    rows = {*lengths} - {1} or {1}
    if len(rows) > 1:
        numbers = " and ".join(f"{n:,}" for n in sorted(rows))
        raise CardError(f"columns of {numbers} rows; give equally many, or one row of all")
    return rows.pop()


def card_for_each(given: Sequence[Any]) -> Cards:
    """A column of single cards, from a list that could also be one hand."""
    return Cards._of(np.array([[card for one in given for card in one_hand([one])]], np.uint8))


def _a_card_each(
    parts: Sequence[GivenCards], sizes: Sequence[int], apart: dict[int, Column], rows: int
) -> list[GivenCards]:
    """The parts; a list with a card for each row, such as turns, becomes a column if that fits.

    CardError if the list may also be one hand that serves all rows.
    """
    loose = [n for n, part in enumerate(parts) if is_card_for_each(part, rows)]
    if not loose:
        return [*parts]
    hands = [len(one_hand(part)) for n, part in enumerate(parts) if n not in {*apart, *loose}]
    others = sum(map(len, apart.values())) + sum(hands)
    if others + len(loose) not in sizes:
        return [*parts]
    if others + rows * len(loose) in sizes:
        raise of_all_or_each("cards", parts[loose[0]])
    return [card_for_each(part) if n in loose else part for n, part in enumerate(parts)]


# ---------------------------------------------------------------- columns, as text


def _is_range(given: object) -> bool:
    from .ranges import OmahaRange, Range

    return isinstance(given, (Range, OmahaRange))


def column_of(given: Any, fewest: int, most: int, what: str) -> pa.Array | str:
    """A column of text, or one text for a hand or range that serves all rows.

    Numbers are cards, ``fewest`` to ``most`` in a row. CardError, with the row, otherwise.
    """
    if _is_range(given):
        return str(given)
    if isinstance(given, str):
        return text_of(what, given)
    with reading(what, given):
        return _column_of(listed(given), fewest, most, what)


def _column_of(given: Any, fewest: int, most: int, what: str) -> pa.Array | str:
    from pokerlake.queries.columns.cards import as_cards, is_nested
    from pokerlake.queries.columns.given import array_of, arrow_of, cards_of, texts_of
    from pokerlake.queries.columns.spots import text_of_cards
    from pokerlake.queries.files.text import text_of_columns

    if isinstance(given, Cards):
        return given.to_arrow()
    if is_one_hand(given) and np.size(given):
        return format_hand(one_hand(given, what))
    if isinstance(given, (list, tuple)) and any(map(_is_range, given)):
        given = [str(one) if _is_range(one) else one for one in given]
    sizes = range(fewest, most + 1)
    given = joined_texts(given, sizes, None, what)
    array = array_of(given)
    if array is None:
        column = arrow_of(given, what)
        if not is_nested(column.type):
            return texts_of(column, what)
    refuse_ambiguous(given, sizes, what)
    if array is not None and array.ndim == 2:
        columns = array.T if in_rows(array.shape, None, sizes, what) else array
        return text_of_columns(as_cards(list(columns), what))
    return text_of_cards(cards_of(given, fewest, most, what=what))


def equally_long(columns: dict[str, pa.Array | str | None]) -> list[Any]:
    """The columns, with a single text repeated to their length; UsageError if lengths differ."""
    import pyarrow as pa

    lengths = {n: len(c) for n, c in columns.items() if c is not None and not isinstance(c, str)}
    if len(set(lengths.values())) > 1:
        (one, n), (other, m) = (
            list(lengths.items())[:1]
            + [item for item in lengths.items() if item[1] != next(iter(lengths.values()))][:1]
        )
        raise UsageError(f"{one} is {n:,} long and {other} {m:,}; give equally many")
    rows = next(iter(lengths.values()), 1)
    return [
        pa.repeat(column, rows) if isinstance(column, str) else column
        for column in columns.values()
    ]


# ---------------------------------------------------------------- as other libraries number them


@functools.cache
def _treys() -> npt.NDArray[np.int64]:
    """The number of each of our cards in treys: bit of rank, bit of suit, rank, and a prime."""
    primes = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41)
    return np.array(
        [
            1 << 16 + rank | 8 >> suit << 12 | rank << 8 | primes[rank]
            for rank in range(13)
            for suit in range(4)
        ],
        np.int64,
    )


@functools.cache
def _eval7() -> npt.NDArray[np.uint64]:
    """The mask of each of our cards in eval7: thirteen bits a suit."""
    return np.array([1 << 13 * suit + rank for rank in range(13) for suit in range(4)], np.uint64)


def from_treys(cards: Any) -> Column:
    """Cards 0..51 from treys' integers, in an array of the same shape, ``uint8``.

    CardError for the first number that treys has no card for.

    Examples
    --------
    >>> from_treys([268442665, 134236965])
    array([51, 45], dtype=uint8)
    """
    return _found(cards, _treys(), "treys")


def to_treys(cards: Any) -> npt.NDArray[np.int64]:
    """Treys' integers for cards given as text or numbers 0..51; ``.tolist()`` suits treys.

    Examples
    --------
    >>> to_treys("AsKd").tolist()
    [268442665, 134236965]
    """
    return _treys()[_numbers(cards)]


def from_eval7(cards: Any) -> Column:
    """Cards 0..51 from eval7's ``Card`` objects, or the masks of single cards; ``uint8``.

    The array has the shape of the input. CardError for the first that eval7 has no card for.

    Examples
    --------
    >>> from_eval7([1 << 51, 1])
    array([51,  0], dtype=uint8)
    """
    if hasattr(cards, "mask"):
        cards = cards.mask
    elif isinstance(cards, (list, tuple)):
        cards = [getattr(card, "mask", card) for card in cards]
    return _found(cards, _eval7(), "eval7")


def to_eval7(cards: Any) -> npt.NDArray[np.uint64]:
    """eval7's mask of each card, given as text or numbers 0..51 of any shape.

    ``eval7.Card("As")`` takes text: use :func:`format_cards` to make its objects.

    Examples
    --------
    >>> to_eval7("As2c")
    array([2251799813685248,                1], dtype=uint64)
    """
    return _eval7()[_numbers(cards)]


def _found(given: Any, numbers: npt.NDArray[Any], library: str) -> Column:
    with reading(f"cards of {library}", given):
        array = np.asarray(given)
    if not array.size:
        array = array.astype(np.int64)
    if array.dtype.kind not in "iu":
        raise CardError(f"cards of {library} are whole numbers, not {array.dtype}")
    flat = array.ravel()
    order = np.argsort(numbers)
    place = np.searchsorted(numbers[order], flat).clip(max=len(CARDS) - 1)
    wrong = numbers[order][place] != flat
    if wrong.any():
        at = int(np.argmax(wrong))
        raise CardError(f"{flat[at]} is no card of {library}", at)
    return np.asarray(order[place], np.uint8).reshape(array.shape)


def _numbers(given: Any) -> npt.NDArray[np.intp]:
    """Cards as indices of any shape."""
    if isinstance(given, Cards):
        return given.rows.astype(np.intp)
    if is_whole(given):
        return np.asarray(card_number(given))
    if is_one_hand(given) and not isinstance(given, np.ndarray):
        return np.array(one_hand(given), np.intp)
    with reading("cards", given):
        array = np.asarray(given)
    if array.dtype.kind in "UOT":
        return Cards(given).rows.astype(np.intp)
    if array.dtype.kind not in "iu":
        raise CardError(f"cards are {array.dtype}; whole numbers 0..51 are needed")
    outside = (array < 0) | (array >= len(CARDS))
    if outside.any():
        raise CardError(f"card {array[outside].flat[0]} is not in 0..51")
    return array.astype(np.intp)
