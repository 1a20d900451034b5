"""Five-card draw: what comes of each of the 32 discards of a hand, and duels of known hands."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from os import PathLike
from typing import TYPE_CHECKING, Any

from pokerlake.tables.definitions.draw import CATEGORIES

from ..results import Result
from .fields import (
    Field,
    Setting,
    choice_field,
    dead_field,
    hand_field,
    number_field,
    seed_field,
    whole_field,
)
from .question import Column, View, question
from .telling import telling

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pyarrow as pa

    from ..answers.duels import DrawDuel

    Hand = npt.NDArray[np.uint8]
    Counts = dict[int, dict[str, int]]  # of draw_exchanges, by discard

_COMPUTED, _STORED = "computed", "draw_exchanges"


@dataclass(frozen=True, repr=False, eq=False)
class Discards(Result):
    """All 32 discards of a hand, the best first, by expected strength.

    Attributes
    ----------
    name : str
        Of the hand as it is dealt: ``one pair, sevens, ace-king-nine kickers``.
    source : str
        ``draw_exchanges`` or ``computed``: the counts are the same.
    """

    name: str
    source: str
    _rows: list[dict[str, Any]]
    _by_category: bool = False

    def to_arrow(self) -> pa.Table:
        """A row for each discard: the counts of its draws, and what is made of them."""
        import pyarrow as pa

        return pa.Table.from_pylist(self._rows)

    def for_people(self) -> pa.Table:
        """A row for each discard, in percent: how often it ends in a better category."""
        import pyarrow as pa

        return pa.Table.from_pylist([self._shown(row) for row in self._rows])

    def _shown(self, row: dict[str, Any]) -> dict[str, Any]:
        categories = {f"{name}_percent": 100 * row[name] / row["draws"] for name in CATEGORIES}
        return {
            "rank": row["rank"],
            "kept": row["kept"] or "-",
            "thrown": row["thrown"] or "-",
            "exchanged": row["exchanged"],
            "top_percent": row["expected_top_percent"],
            **(categories if self._by_category else {"better_percent": row["better_percent"]}),
            "usual": "usual" if row["usual"] else "",
        }

    def categories(self) -> Discards:
        """The same, which shows how often each discard ends in each category."""
        return replace(self, _by_category=True)

    def summary(self) -> str:
        """What the hand is, and whether its usual discard is the best one."""
        best = self._rows[0]
        usual = next(row for row in self._rows if row["usual"])
        if usual["rank"] == 1:
            said = f"as is usual, {_what(usual)}"
        else:
            said = (
                f"{_what(best)} for top {best['expected_top_percent']:.4g} %; "
                f"it is usual to {_what(usual)}, top {usual['expected_top_percent']:.4g} %"
            )
        source = self.source if self.source == _COMPUTED else f"from {self.source}"
        return f"{self.name}: {said}; {source}"


def _what(row: dict[str, Any]) -> str:
    return f"throw away {row['thrown']}" if row["thrown"] else "keep all"


@question(
    hand_field("hand", "Five cards: 7c7d9hKsAc.", (5,)),
    columns=[
        Column("hand", "VARCHAR", "the hand, as it was written"),
        Column("rank", "BIGINT", "1 is the best discard, by expected strength"),
        Column("kept", "VARCHAR", "the cards kept"),
        Column("thrown", "VARCHAR", "the cards thrown away"),
        Column("exchanged", "BIGINT", "how many these are"),
        Column("usual", "BOOLEAN", "whether the hand is usually played so"),
        Column("draws", "BIGINT", "C(47, exchanged)"),
        *(
            Column(name, "BIGINT", f"draws that end in a {name.replace('_', ' ')}")
            for name in CATEGORIES
        ),
        Column("strength_sum", "BIGINT", "hands that each result beats or ties, over all draws"),
        Column("ties_sum", "BIGINT", "hands that it ties, itself among them, over all draws"),
        Column("expected_strength", "DOUBLE", "hands that a result beats or ties, of all: 0 .. 1"),
        Column("expected_top_percent", "DOUBLE", "hands at least as strong as it, of all, x 100"),
        Column("better_percent", "DOUBLE", "draws that end in a better category, x 100"),
    ],
    examples=[{"hand": "7c7d9hKsAc"}, {"hand": "TsJsQsKsAs"}, {"hand": "AsKdQhJc9s"}],
    command="draw hand",
    views=[View("--categories", "Show the chance of each category.", "categories")],
    is_python=True,
)
def draw_hand(hand: Any, *, lake: PathLike[str] | str | None = None) -> Discards:
    """Rank the 32 discards of a hand by expected strength.

    The strength of a result is the share of all hands that it beats or ties; its top percent is the
    share that is at least as strong. A result is better if its category is better than that of the
    hand as dealt. The counts come from the lake if it has them; otherwise they are computed, with
    the same result. CSV, JSON and Parquet have all counts.

    Parameters
    ----------
    hand : text, numbers or Cards
        Five cards.
    lake : str or Path, optional
        ``$POKERLAKE_LAKE`` or ``./lake`` if not given, if that is there.

    Returns
    -------
    Discards
        A row for each discard. Of equal ones those that exchange fewer cards come first.

    Raises
    ------
    CardError
        If these are not five cards; the message begins with ``hand``.
    LakeError
        If the lake that is given is not there, or is broken.

    Examples
    --------
    >>> found = draw_hand("7c7d9hKsAc")
    >>> found.name, found[0]["thrown"], round(found[0]["expected_top_percent"], 2)
    ('one pair, sevens, ace-king-nine kickers', '9hKs', 23.7)
    """
    from pokerlake.engine.cards.text import format_hand
    from pokerlake.engine.draw.exchange import HANDS, canonical_discards
    from pokerlake.engine.draw.hands import draw_hands
    from pokerlake.engine.hands.classes import hand_classes

    from ..answers.duels import split_hand

    known = draw_hands(hand[None])
    canonical = canonical_discards(hand[None])
    images = canonical.discards[0].tolist()
    usual = images[int(known.usual_discard[0])]
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
            "usual": image == usual,
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
    return Discards(name, _COMPUTED if stored is None else _STORED, rows)


def _stored(canonical: Hand, wanted: set[int], lake: Any) -> Counts | None:
    """The rows of the table; None where the lake has it not."""
    from pokerlake.engine.keys.canonical_rows import board_ids

    from ..answers.lookup.stored import damaged, lake_at, stored_rows

    there = lake_at(lake)
    if there is None or _STORED not in there.manifest.tables:
        return None
    hand_id = int(board_ids(canonical[:, None], layout="columns")[0])
    rows = {row["discard"]: row for row in stored_rows(there, _STORED, hand_id=hand_id)}
    if rows.keys() != wanted:
        raise damaged(there, _STORED)
    return rows


def _computed(canonical: Hand) -> Counts:
    """What the table has of it."""
    from pokerlake.engine.draw.exchange import exchanges

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


# ---------------------------------------------------------------- duels


def _duelists(given: Any, _: Setting) -> Any:
    from ..answers.duels import duelists_of

    return duelists_of(given)


@question(
    Field(
        "hands",
        "2 to 10 hands, and the cards thrown away of each, - for none: 7c7d9hKsAc:9hKs; the usual "
        "without a colon.",
        "HAND[:THROWN]",
        _duelists,
        needed=True,
        several=True,
        cards=lambda duelists: duelists.hands.ravel(),
    ),
    dead_field("Cards that nobody can draw: 2c3c."),
    choice_field(
        "method",
        "Whether to count or to sample.",
        {
            "exact": ("--exact", "Count; refused if that takes too long."),
            "monte carlo": ("--mc", "Sample, and do not count."),
        },
    ),
    replace(
        number_field("standard_error", "Sample until no standard error is larger."), told="0.0002"
    ),
    whole_field("deals", "Sample this number of deals, whatever the error.", least=1, most=10**15),
    seed_field("Seed of the deals.", "a new one"),
    columns=[
        Column("player", "BIGINT", "the player, in the order given, from 1"),
        Column("hand", "VARCHAR", "his hand"),
        Column("kept", "VARCHAR", "what he keeps"),
        Column("thrown", "VARCHAR", "what he throws away"),
        Column("exchanged", "BIGINT", "how many cards these are"),
        Column("win", "DOUBLE", "the share of deals that he wins"),
        Column("tie", "DOUBLE", "the share that he ties"),
        Column("lose", "DOUBLE", "the share that he loses"),
        Column("equity", "DOUBLE", "what he gets of the pot, 0 to 1"),
        Column("standard_error", "DOUBLE", "of the equity; 0 if all deals were counted"),
        Column("deals", "BIGINT", "deals that were counted or sampled"),
        Column("method", "VARCHAR", "exact or monte carlo"),
        Column("seed", "BIGINT", "of a sample"),
        Column("seconds", "DOUBLE", "that it took"),
    ],
    examples=[
        {"hands": ["7c7d9hKsAc", "QsQhTd5c2d"]},
        {"hands": ["2c7c9cJc3d:3d", "AsAh8d5h4s:5h4s"], "dead": "KcQc"},
        {"hands": ["7c7d9hKsAc:9hKs", "QsQhTd5c2d", "TsThJd4c2h"], "deals": "1000", "seed": "3"},
    ],
    command="draw duel",
    counted="deals",
    in_rows=False,
    is_python=True,
    has_lake=False,
)
def draw_duel(
    hands: Any,
    *,
    dead: Any = "",
    method: str | None = None,
    standard_error: float | None = None,
    deals: int | None = None,
    seed: int | None = None,
) -> DrawDuel:
    """Compute who wins how often when 2 to 10 known hands exchange cards.

    Cards thrown away do not come back. For two players all ways to draw are counted, and for more
    players if that takes seconds; otherwise deals are sampled to a standard error. JSON has the
    exact counts, ties by the number of players who share them, and categories.

    Parameters
    ----------
    hands : list or text
        A text for each player: his five cards, and after a colon those that he throws away, ``-``
        for none; what is usual without a colon.
    dead : text or numbers
        Cards that nobody can draw.
    method : str, optional
        ``"exact"`` or ``"monte carlo"``; by what takes seconds if not given.
    standard_error : float, optional
        Sample until no standard error is larger: 0.0002 if not given.
    deals : int, optional
        Sample so many deals.
    seed : int, optional
        Of the deals: 0 .. 2**64 - 1, a new one if not given.

    Returns
    -------
    DrawDuel
        A row for each player.

    Raises
    ------
    CardError, UsageError
        If a field is wrong; the message begins with its name. If too few cards are left to draw, or
        an exact count takes too long.

    Examples
    --------
    >>> draw_duel(["7c7d9hKsAc", "QsQhTd5c2d"]).equity.round(4)
    array([0.2349, 0.7651])
    """
    import secrets

    from pokerlake.engine.cards.text import CardError
    from pokerlake.engine.draw.duels import STANDARD_ERROR, duel
    from pokerlake.tables.errors import UsageError

    from ..answers.duels import DrawDuel
    from ..answers.equity import Wanted

    wanted = Wanted(method, standard_error, deals)  # type: ignore[arg-type] # as its field read it
    try:
        found = duel(
            hands.hands,
            hands.discards,
            dead.tolist(),
            method=wanted.chosen_method,
            deals=deals,
            standard_error=standard_error or STANDARD_ERROR,
            seed=secrets.randbits(32) if seed is None else seed,
            threads=0,
            listener=telling().count,
        )
    except CardError:
        raise
    except ValueError as error:
        raise UsageError(str(error)) from error
    return DrawDuel.of(hands, found)
