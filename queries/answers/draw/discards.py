"""Five-card draw, hand by hand: what comes of each of the 32 discards."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from pokerlake.engine.cards.text import CardError, counted, format_hand, parse_hand
from pokerlake.engine.draw.exchange import HANDS, canonical_discards, exchanges
from pokerlake.engine.draw.hands import draw_hands
from pokerlake.engine.hands.classes import hand_classes
from pokerlake.engine.keys.canonical_rows import board_ids
from pokerlake.tables.definitions.draw import CATEGORIES

from ..lookup.stored import damaged, lake_at, stored_rows

Hand = npt.NDArray[np.uint8]
Rows = dict[int, dict[str, int]]  # of draw_exchanges, by discard

NOTHING = "-"  # how no cards at all are written, and shown to people


def parse_draw_hand(text: str) -> Hand:
    """The cards of a hand of five, in the order written.

    Raises
    ------
    CardError
        If something in the text is no card, a card is there twice, or there are not five.
    """
    cards = parse_hand(text)
    if len(cards) != 5:
        raise CardError(f"{text!r} has {counted(len(cards))}; 5 are needed")
    return cards


def split_hand(hand: Hand, discard: int) -> tuple[str, str]:
    """What is kept and what is thrown away, as text; bit i of the discard is place i."""
    thrown = [bool(discard >> place & 1) for place in range(5)]
    return format_hand(hand[~np.array(thrown)]), format_hand(hand[thrown])


# ---------------------------------------------------------------- one hand


@dataclass(frozen=True)
class Discards:
    """All 32 discards of a hand, the best first, by expected strength."""

    name: str  # of the hand as it is dealt: one pair, sevens, ace-king-nine kickers
    rows: list[dict[str, Any]]  # the counts of each discard, and what is made of them
    source: str  # draw_exchanges or computed: the counts are the same


def discards(hand: Hand, lake: Path | None = None) -> Discards:
    """The 32 discards of a hand, from the lake's tables where it has them, else computed.

    The strength of a discard is the number of all 2,598,960 hands that the results beat or tie, a
    number for each of the draws, added up. Of equal discards those that exchange fewer cards come
    first. The lake is ``$POKERLAKE_LAKE`` or ``./lake`` if not given, if that is there.

    Raises
    ------
    LakeError
        If the lake that is given is not there, or is broken.
    """
    known = draw_hands(hand[None])
    usual = int(known.usual_discard[0])
    canonical = canonical_discards(hand[None])
    images = canonical.discards[0].tolist()
    stored = _stored(canonical.hands[0], set(images), lake)
    counts = _computed(canonical.hands[0]) if stored is None else stored
    strengths = [Fraction(counts[i]["strength_sum"], counts[i]["draws"]) for i in images]
    best_first = sorted(strengths, reverse=True)
    rows = []
    for discard, image in enumerate(images):
        kept, thrown = split_hand(hand, discard)
        count = counts[image]
        draws, strength, ties = count["draws"], count["strength_sum"], count["ties_sum"]
        better = sum(count[name] for name in CATEGORIES[: int(known.category[0]) - 1])
        row = {
            "hand": format_hand(hand),
            "rank": 1 + best_first.index(strengths[discard]),
            "kept": kept,
            "thrown": thrown,
            "exchanged": discard.bit_count(),
            "usual": image == images[usual],
            "draws": draws,
            **{name: count[name] for name in CATEGORIES},
            "strength_sum": strength,
            "ties_sum": ties,
            "expected_strength": strength / draws / HANDS,
            "expected_top_percent": 100 * (HANDS * draws - strength + ties) / draws / HANDS,
            "better_percent": 100 * better / draws,
        }
        rows.append(row)
    rows.sort(key=lambda row: (row["rank"], row["exchanged"], row["thrown"]))
    name = hand_classes().names[int(known.class_id[0]) - 1]
    return Discards(name, rows, "computed" if stored is None else "draw_exchanges")


def _stored(canonical: Hand, wanted: set[int], lake: Path | None) -> Rows | None:
    """The rows of the table, by discard; None where the lake has it not."""
    there = lake_at(lake)
    if there is None or "draw_exchanges" not in there.manifest.tables:
        return None
    hand_id = int(board_ids(canonical[:, None], layout="columns")[0])
    rows = {row["discard"]: row for row in stored_rows(there, "draw_exchanges", hand_id=hand_id)}
    if rows.keys() != wanted:
        raise damaged(there, "draw_exchanges")
    return rows


def _computed(canonical: Hand) -> Rows:
    """What the table has of it."""
    found = exchanges(canonical[None])
    columns = {
        "draws": found.draws,
        **dict(zip(CATEGORIES, found.categories.T, strict=True)),
        "strength_sum": found.strength,
        "ties_sum": found.ties,
    }
    return {
        int(discard): {name: int(column[row]) for name, column in columns.items()}
        for row, discard in enumerate(found.discard)
    }


def discards_for_people(found: Discards, *, categories: bool = False) -> pa.Table:
    """A row for each discard, in percent: how often it ends in a better category, or in each."""

    def chances(row: dict[str, Any]) -> dict[str, float]:
        if not categories:
            return {"better_percent": row["better_percent"]}
        return {f"{name}_percent": 100 * row[name] / row["draws"] for name in CATEGORIES}

    return pa.Table.from_pylist(
        [
            {
                "rank": row["rank"],
                "kept": row["kept"] or NOTHING,
                "thrown": row["thrown"] or NOTHING,
                "exchanged": row["exchanged"],
                "top_percent": row["expected_top_percent"],
                **chances(row),
                "usual": "usual" if row["usual"] else "",
            }
            for row in found.rows
        ]
    )


def discards_table(found: Discards) -> pa.Table:
    """For programs: the counts of each discard, and what is made of them."""
    return pa.Table.from_pylist(found.rows)


def verdict(found: Discards) -> str:
    """What the hand is and whether its usual discard is the best one, in a line."""
    best = found.rows[0]
    usual = next(row for row in found.rows if row["usual"])
    if usual["rank"] == 1:
        said = f"as is usual, {_what(usual)}"
    else:
        said = (
            f"{_what(best)} for top {best['expected_top_percent']:.4g} %; "
            f"it is usual to {_what(usual)}, top {usual['expected_top_percent']:.4g} %"
        )
    source = "computed" if found.source == "computed" else f"from {found.source}"
    return f"{found.name}: {said}; {source}"


def _what(row: dict[str, Any]) -> str:
    return f"throw away {row['thrown']}" if row["thrown"] else "keep all"
