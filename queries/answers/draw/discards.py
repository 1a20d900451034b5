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
from pokerlake.tables.lake import Lake, lake_path

from ..lookup.stored import damaged, stored_rows

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
class Discard:
    """What is thrown away of a hand as it was dealt, and what comes of it.

    Attributes
    ----------
    kept, thrown : str
    exchanged : int
    usual : bool
        Whether it is what players usually throw away.
    draws : int
        C(47, exchanged).
    categories : tuple of int
        Draws that end in a straight flush .. high card.
    strength : int
        Of the 2,598,960 hands those that each result beats or ties, added up over the draws.
    ties : int
        Those that it ties.
    """

    kept: str
    thrown: str
    exchanged: int
    usual: bool
    draws: int
    categories: tuple[int, ...]
    strength: int
    ties: int

    @property
    def expected_strength(self) -> float:
        """The mean share of all hands that the result beats or ties."""
        return self.strength / self.draws / HANDS

    @property
    def expected_top_percent(self) -> float:
        """The mean share of all hands that are at least as strong as the result, x 100."""
        return 100 * (HANDS * self.draws - self.strength + self.ties) / self.draws / HANDS


@dataclass(frozen=True)
class Discards:
    """All 32 discards of a hand, the best first, by expected strength.

    Attributes
    ----------
    hand : str
        As it is dealt.
    name : str
        ``one pair, sevens, ace-king-nine kickers``.
    category : int
        1 straight flush .. 9 high card, as it is dealt.
    ranked : tuple of Discard
        Of equals those that exchange fewer cards come first.
    ranks : tuple of int
        1 for the best; equals have the same.
    source : str
        ``draw_exchanges`` or ``computed``: the counts are the same.
    """

    hand: str
    name: str
    category: int
    ranked: tuple[Discard, ...]
    ranks: tuple[int, ...]
    source: str

    def better_percent(self, discard: Discard) -> float:
        """How often the result is of a better category than the hand as it is dealt."""
        return 100 * sum(discard.categories[: self.category - 1]) / discard.draws


def discards(hand: Hand, lake: Path | None = None) -> Discards:
    """The 32 discards of a hand, from the lake's tables where it has them, else computed.

    Parameters
    ----------
    hand : (5,) uint8
        In any order.
    lake : Path, optional
        ``$POKERLAKE_LAKE`` or ``./lake`` if not given, if that is there.

    Raises
    ------
    LakeError
        If the lake that is given is not there, or is broken.
    """
    known = draw_hands(hand[None])
    usual = int(known.usual_discard[0])
    canonical = canonical_discards(hand[None])
    images = canonical.discards[0].tolist()
    rows = _stored(canonical.hands[0], set(images), lake)
    source = "computed" if rows is None else "draw_exchanges"
    rows = _computed(canonical.hands[0]) if rows is None else rows
    found = []
    for discard in range(32):
        row = rows[images[discard]]
        kept, thrown = split_hand(hand, discard)
        found.append(
            Discard(
                kept=kept,
                thrown=thrown,
                exchanged=discard.bit_count(),
                usual=images[discard] == images[usual],
                draws=row["draws"],
                categories=tuple(row[name] for name in CATEGORIES),
                strength=row["strength_sum"],
                ties=row["ties_sum"],
            )
        )
    strengths = {one: Fraction(one.strength, one.draws) for one in found}
    ranked = sorted(found, key=lambda one: (-strengths[one], one.exchanged, one.thrown))
    return Discards(
        hand=format_hand(hand),
        name=hand_classes().names[int(known.class_id[0]) - 1],
        category=int(known.category[0]),
        ranked=tuple(ranked),
        ranks=tuple(
            1 + sum(strengths[other] > strengths[one] for other in ranked) for one in ranked
        ),
        source=source,
    )


def _stored(canonical: Hand, wanted: set[int], lake: Path | None) -> Rows | None:
    """The rows of the table, by discard; None where the lake has it not."""
    path = lake_path(lake)
    if lake is None and not path.is_dir():
        return None
    there = Lake.open(path)
    if "draw_exchanges" not in there.manifest.tables:
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

    def row(rank: int, one: Discard) -> dict[str, Any]:
        chances = (
            {
                f"{name}_percent": 100 * count / one.draws
                for name, count in zip(CATEGORIES, one.categories, strict=True)
            }
            if categories
            else {"better_percent": found.better_percent(one)}
        )
        return {
            "rank": rank,
            "kept": one.kept or NOTHING,
            "thrown": one.thrown or NOTHING,
            "exchanged": one.exchanged,
            "top_percent": one.expected_top_percent,
            **chances,
            "usual": "usual" if one.usual else "",
        }

    return pa.Table.from_pylist([*map(row, found.ranks, found.ranked)])


def discards_table(found: Discards) -> pa.Table:
    """For programs: the counts of each discard, and what is made of them."""
    return pa.Table.from_pylist(
        [
            {
                "hand": found.hand,
                "rank": rank,
                "kept": one.kept,
                "thrown": one.thrown,
                "exchanged": one.exchanged,
                "usual": one.usual,
                "draws": one.draws,
                **dict(zip(CATEGORIES, one.categories, strict=True)),
                "strength_sum": one.strength,
                "ties_sum": one.ties,
                "expected_strength": one.expected_strength,
                "expected_top_percent": one.expected_top_percent,
                "better_percent": found.better_percent(one),
            }
            for rank, one in zip(found.ranks, found.ranked, strict=True)
        ]
    )


def verdict(found: Discards) -> str:
    """What the hand is and whether its usual discard is the best one, in a line."""
    best = found.ranked[0]
    at = next(place for place, one in enumerate(found.ranked) if one.usual)
    usual = found.ranked[at]
    if found.ranks[at] == 1:
        said = f"as is usual, {_what(usual)}"
    else:
        said = (
            f"{_what(best)} for top {best.expected_top_percent:.4g} %; "
            f"it is usual to {_what(usual)}, top {usual.expected_top_percent:.4g} %"
        )
    source = "computed" if found.source == "computed" else f"from {found.source}"
    return f"{found.name}: {said}; {source}"


def _what(one: Discard) -> str:
    return f"throw away {one.thrown}" if one.thrown else "keep all"
