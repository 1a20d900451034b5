"""Compare: the stronger of two hands."""

from __future__ import annotations

from typing import Any

from ..results import Rows
from .fields import hand_field, of_field, order_field
from .question import Column, question

_HAND = "Five to seven cards."
_RESULTS = ("stronger", "equal", "weaker")


@question(
    hand_field("first", _HAND),
    hand_field("second", _HAND),
    order_field(),
    columns=[
        Column("first", "VARCHAR", "the first hand"),
        Column("second", "VARCHAR", "the second hand"),
        Column("result", "VARCHAR", "the first hand is stronger, weaker or equal"),
        Column("first_class_id", "BIGINT", "its class in the order; lower is better"),
        Column("first_name", "VARCHAR", "the name of that class"),
        Column("second_class_id", "BIGINT", "the class of the second hand"),
        Column("second_name", "VARCHAR", "the name of that class"),
    ],
    examples=[
        {"first": "AsKsQsJsTs", "second": "9s8s7s6s5s"},
        {"first": "2c2d4h4s6cTdQd", "second": "Ah2c2d4h4s6cTd"},
        {"first": "AsKsQsJs9s", "second": "AhAdAcKhKd", "order": "short deck"},
        {"first": "7c5d4h3s2c", "second": "8c5d4h3s2c", "order": "2-7"},
        {"first": "As2d3h4c", "second": "2s3d4h5c", "order": "badugi"},
    ],
)
def compare(first: Any, second: Any, *, order: Any = "high") -> Rows:
    """Say which of two hands is the stronger.

    Parameters
    ----------
    first, second : text, numbers or Cards
        Hands of five to seven cards, or as many as the order takes. They may share cards.
    order : str
        The order of hands: ``"high"``, ``"short deck"``, ``"A-5"``, ``"8 or better"``, ``"2-7"`` or
        ``"badugi"``.

    Returns
    -------
    Rows
        One row: ``result`` says whether the first is ``stronger``, ``weaker`` or ``equal``; then
        the class and name of each.

    Raises
    ------
    CardError, UsageError
        If a field is wrong. The message begins with its name.

    Examples
    --------
    >>> compare("AsKsQsJsTs", "9s8s7s6s5s")["result"]
    array(['stronger'], dtype=object)
    """
    import pyarrow as pa

    from pokerlake.engine.cards.text import format_hand
    from pokerlake.engine.orders.evaluate import order_class

    from ..answers.class_columns import class_names

    hands = {"first": first, "second": second}
    classes = {}
    for name, hand in hands.items():
        with of_field(name):
            classes[name] = order_class(hand, order)
    ahead = classes["first"] - classes["second"]
    row: dict[str, Any] = {name: format_hand(hand) for name, hand in hands.items()}
    row["result"] = _RESULTS[(ahead >= 0) + (ahead > 0)]
    for name, class_id in classes.items():
        of_class = class_names(order)[class_id].as_py()
        row |= {f"{name}_class_id": class_id, f"{name}_name": of_class}
    return Rows(pa.Table.from_pylist([row]))
