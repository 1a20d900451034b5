"""Many spots after the flop: as the rows of a file, what they take, and as rows once solved."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from numbers import Real
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from pokerlake.engine.cards.text import CardError, format_hand, parse_hand
from pokerlake.engine.given import is_blank, plain_float, shown
from pokerlake.engine.ranges.notation import format_range
from pokerlake.engine.ranges.scanner import RangeError
from pokerlake.engine.solving.spots import Spot
from pokerlake.engine.threads import free_memory
from pokerlake.tables.errors import InputError, UsageError, did_you_mean

from .spots import SIZES, THRESHOLDS, compress_hint, memory, spot_of

if TYPE_CHECKING:
    import numpy.typing as npt

    from pokerlake.engine.solving import Cost

REQUIRED = ("board", "oop", "ip", "pot", "stack")
PARTS = ("name", *REQUIRED, *SIZES, *THRESHOLDS, "rake", "rake_cap", "keep")
MOST_CHIPS = 10**9

_ROUNDED = {"value_oop": 2, "value_ip": 2, "equity_oop": 4, "equity_ip": 4, "exploitability": 3}


@dataclass(frozen=True)
class GivenSpot:
    """A spot of a file.

    Attributes
    ----------
    spot : Spot
    name, keep : str
        Empty where the row does not say.
    ranges : 2 str
        Both ranges as text, with the holes that the board blocks.
    """

    spot: Spot
    name: str
    keep: str
    ranges: tuple[str, str]


def spots_of_rows(
    rows: Iterable[Mapping[str, Any]],
    name: str,
    weights: Callable[[str], npt.NDArray[np.float64]],
) -> Iterator[GivenSpot]:
    """The spots of rows; what is wrong with one is said with the row's number.

    Parameters
    ----------
    rows : iterable of mapping
        With some of ``PARTS``, as numbers or text; None and empty text are left out.
    name : str
        What messages call the rows.
    weights : callable
        Reads a range.

    Raises
    ------
    InputError
        At the first row that is no spot.
    """
    read = cache(weights)
    text_of = cache(lambda text: format_range(read(text)))
    for number, row in enumerate(rows, 1):
        try:
            yield spot_of_row(row, read, text_of)
        except (UsageError, CardError, RangeError) as error:
            raise InputError(f"{name}, row {number:,}: {error}") from error


def spot_of_row(
    row: Mapping[str, Any],
    weights: Callable[[str], npt.NDArray[np.float64]],
    text_of: Callable[[str], str] | None = None,
) -> GivenSpot:
    """The spot of a row, as :func:`spots_of_rows`; ``text_of`` writes a range anew.

    Raises
    ------
    UsageError, CardError, RangeError
        If it is none.
    """
    parts = {name: value for name, value in row.items() if not is_blank(value)}
    unknown = [name for name in parts if name not in PARTS]
    if unknown:
        raise UsageError(f"no {unknown[0]!r} in a spot; {did_you_mean(unknown[0], PARTS)}")
    for name in REQUIRED:
        if name not in parts:
            raise UsageError(f"the {name} is missing")
    board = [int(card) for card in parse_hand(_text("board", parts.pop("board")))]
    texts = [_text(name, parts.pop(name)) for name in ("oop", "ip")]
    ranges = [weights(text) for text in texts]
    oop, ip = map(text_of, texts) if text_of else map(format_range, ranges)
    name, keep = (_text(part, parts.pop(part, "")) for part in ("name", "keep"))
    given: dict[str, Any] = {
        **{part: _chips(part, parts.pop(part)) for part in ("pot", "stack")},
        **{part: _size_text(part, parts.pop(part)) for part in SIZES if part in parts},
        **{part: _number(part, value) for part, value in parts.items() if part != "rake"},
    }
    if "rake" in parts:
        given["rake"] = parts["rake"]
    if "most_raises" in given:
        given["most_raises"] = _chips("most_raises", given["most_raises"], 0)
    return GivenSpot(spot_of(board, ranges, **given), name, keep, (oop, ip))


def _text(name: str, value: Any) -> str:
    if not isinstance(value, str):
        raise UsageError(f"{name} is {shown(value)}; give text")
    return value.strip()


def _number(name: str, value: Any) -> float:
    try:
        if isinstance(value, str):
            return plain_float(value.strip())
        if isinstance(value, (Real, np.number)) and not isinstance(value, bool):
            return float(value)
    except (ValueError, OverflowError):
        pass
    raise UsageError(f"{name} is {shown(value)}; give a number")


def _chips(name: str, value: Any, least: int = 1) -> int:
    number = _number(name, value)
    if number != int(number) or not least <= number <= MOST_CHIPS:
        raise UsageError(f"{name} is {shown(value)}; give a whole number, {least} or more")
    return int(number)


def _size_text(name: str, value: Any) -> str:
    """Sizes as text; a file may have a number where there is one size."""
    return value.strip() if isinstance(value, str) else f"{_number(name, value):g}"


# ---------------------------------------------------------------- what they take


def costs_table(given: Sequence[GivenSpot], costs: Sequence[Cost]) -> pa.Table:
    """A row for each spot: what solving it takes."""
    return pa.table(
        {
            "name": [one.name for one in given],
            "board": [format_hand(one.spot.board) for one in given],
            "nodes": [cost.nodes for cost in costs],
            "boards": [cost.boards for cost in costs],
            "numbers": [cost.numbers for cost in costs],
            "gigabytes": [round(cost.bytes / 1e9, 3) for cost in costs],
            "compressed_gigabytes": [round(cost.compressed_bytes / 1e9, 3) for cost in costs],
            "core_seconds": [round(cost.seconds, 2) for cost in costs],
        }
    )


def costs_summary(costs: Sequence[Cost]) -> str:
    """What all spots take together, in a line."""
    seconds = sum(cost.seconds for cost in costs)
    most = max(cost.bytes for cost in costs) / 1e9
    compressed = max(cost.compressed_bytes for cost in costs) / 1e9
    return (
        f"{len(costs):,} spots: about {seconds:,.0f} seconds of one core to 0.5 %, at most"
        f" {most:.3g} GB at a time, {compressed:.3g} GB compressed"
    )


def refuse_too_large(
    given: Sequence[GivenSpot], costs: Sequence[Cost], name: str, *, compress: bool = False
) -> None:
    """Refuse spots of which one does not fit the memory, before any is solved.

    Raises
    ------
    UsageError
        Which names the first, and what would fit.
    """
    free = free_memory()
    if free is None:
        return
    needed = [memory(cost, compress=compress) for cost in costs]
    large = [place for place, each in enumerate(needed) if each > free]
    if large:
        place = large[0]
        smaller = max(cost.compressed_bytes for cost in costs)
        hint = compress_hint(smaller, free, compress=compress)
        raise UsageError(
            f"{name}, row {place + 1:,}: {format_hand(given[place].spot.board)} takes "
            f"{needed[place] / 1e9:.1f} GB, and {free / 1e9:.1f} GB are free; {len(large):,} "
            f"of {len(costs):,} spots are too large: {hint}give them fewer sizes or smaller "
            "ranges, or begin on the next street"
        )


# ---------------------------------------------------------------- solved


def spots_for_people(rows: Sequence[Mapping[str, Any]]) -> pa.Table:
    """Rows of ``solved_spots``, rounded, without what has no use on a screen."""
    columns = [
        "spot", "name", "board", "value_oop", "value_ip", "equity_oop", "equity_ip",
        "exploitability", "iterations",
    ]  # fmt: skip
    if not any(row["name"] for row in rows):
        columns.remove("name")
    found = {name: [row[name] for row in rows] for name in columns}
    for name, digits in _ROUNDED.items():
        found[name] = [round(value, digits) for value in found[name]]
    return pa.table(found)
