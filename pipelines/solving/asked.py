"""A request for a spot that the lake keeps, and how the lake recognises it."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from pokerlake.engine.cards.text import cards_in, format_hand, parse_hand
from pokerlake.engine.given import shown
from pokerlake.engine.keys.canonical_rows import board_ids
from pokerlake.engine.ranges.notation import format_range, parse_range
from pokerlake.engine.solving import cost
from pokerlake.engine.solving.payoffs import payoffs_of
from pokerlake.engine.solving.sizes import STREETS, Betting, chips_of
from pokerlake.engine.solving.tree import DECISION, Prizes, Spot

from ..push_fold.rows import numbers_text

ALL, STREET = "all", "street"
_DIGITS = 6  # of stacks in chips, which are whole in the unit of most spots

_SIZES = ("oop_bets", "oop_raises", "ip_bets", "ip_raises", "donks", "tree")
_THRESHOLDS = ("add_all_in", "force_all_in", "merge", "most_raises")
# Spots with equal values in these columns of solved_spots, equal cards and equal sizes are the
# same.
_GIVEN = ("oop", "ip", "pot", "stack", "rake", "rake_cap")
_OF_PRIZES = ("prizes", "behind", "others", "bounties")  # older lakes lack these


@dataclass(frozen=True, eq=False)
class Asked:
    """A spot to solve and keep.

    Attributes
    ----------
    spot : Spot
        Without locks.
    name : str
        The name that its user gives to it, or to the set that it is in.
    kept : str
        The decisions that are kept: ``"all"``; ``"street"`` for those of the spot's own board; or
        comma-separated lines of later streets, beside those of the board: ``"x b33 c"``. Empty
        stands for all on turns and rivers, and for the street on flops.
    ranges : 2 str, optional
        Both ranges as the lake stores them: by default those of the spot, without the holes that
        its board blocks. All spots of a set have the same ranges, whatever their boards.

    Raises
    ------
    ValueError
        If the spot has locks, its prizes are the same whoever wins, or a line does not exist.
    """

    spot: Spot
    name: str = ""
    kept: str = ""
    ranges: tuple[str, str] | None = None

    def __post_init__(self) -> None:
        if self.spot.locks:
            raise ValueError("a spot with locked strategies is no equilibrium, and is not kept")
        if self.spot.prizes:
            payoffs_of(self.spot, self.spot.tree())  # refuses prizes that are the same for all
        words = ",".join(" ".join(line.split()) for line in self.kept.split(",")).strip(", ")
        if not words:
            words = STREET if self.spot.street == 0 else ALL
        if words == STREET and self.spot.street == len(STREETS) - 1:
            words = ALL
        if words not in (ALL, STREET):
            tree = self.spot.tree()
            for line in words.split(","):
                if tree.kind[tree.node(line)] != DECISION:
                    raise ValueError(f"kept has {shown(line)}: nobody decides there")
        object.__setattr__(self, "kept", words)

    @cached_property
    def numbers(self) -> int:
        """How many numbers the solver improves."""
        return cost(self.spot).numbers

    def keeping_also(self, other: Asked) -> Asked:
        """The same spot, keeping also what another request keeps."""
        lines = list(dict.fromkeys([*self.lines, *other.lines]))
        kept = ALL if ALL in (self.kept, other.kept) else ",".join(lines) or STREET
        return replace(self, kept=kept)

    @property
    def lines(self) -> list[str]:
        """The lines that are kept beside the decisions of the street."""
        return [] if self.kept in (ALL, STREET) else self.kept.split(",")

    @cached_property
    def columns(self) -> dict[str, Any]:
        """The columns of ``solved_spots`` that say what is solved."""
        spot, betting = self.spot, self.spot.betting
        oop, ip = self.ranges or (format_range(weights) for weights in spot.ranges)
        board = np.array([spot.board], np.uint8)
        return {
            "board": format_hand(spot.board),
            "board_id": int(board_ids(board, layout="rows")[0]),
            "street": STREETS[spot.street],
            "oop": oop,
            "ip": ip,
            "pot": spot.told(spot.pot),
            "stack": spot.told(spot.stack),
            "chip": betting.chip,
            "big_blind": betting.big_blind or None,
            **betting.texts,
            **{name: getattr(betting, name) for name in _THRESHOLDS},
            "rake": spot.rake,
            "rake_cap": spot.told(spot.rake_cap) if np.isfinite(spot.rake_cap) else None,
            **_texts_of_prizes(spot),
        }

    @cached_property
    def key(self) -> Hashable:
        """The identity of the spot in the lake."""
        return key_of_row(self.columns)


def key_of_row(row: Mapping[str, Any]) -> Hashable:
    """The identity of a row of ``solved_spots``: the cards in any order, ranges, chips, sizes."""
    board = frozenset(cards_in(row["board"]))
    prizes = tuple(row.get(name) for name in _OF_PRIZES)
    return board, tuple(row[name] for name in _GIVEN), prizes, _betting_of(row)


def spot_of_row(row: Mapping[str, Any]) -> Spot:
    """The spot of a row of ``solved_spots``.

    Raises ValueError if the row is invalid.
    """
    ranges = np.array([parse_range(row["oop"]), parse_range(row["ip"])])
    board = tuple(int(card) for card in parse_hand(row["board"]))
    betting = _betting_of(row)
    pot, stack = (chips_of(name, float(row[name]), betting.chip) for name in ("pot", "stack"))
    cap = np.inf if row["rake_cap"] is None else row["rake_cap"] / betting.chip
    prizes = _prizes_of(row, betting.chip)
    return Spot(board, ranges, pot, stack, betting, row["rake"], cap, prizes=prizes)


def _texts_of_prizes(spot: Spot) -> dict[str, str | None]:
    """The prizes of a spot as columns, in the spot's unit; empty for chips."""
    table = spot.prizes
    if table is None:
        return dict.fromkeys(_OF_PRIZES)
    stacks = (tuple(map(spot.told, chips)) for chips in (table.behind, table.others))
    texts = map(numbers_text, (table.prizes, *stacks, table.bounties))
    return dict(zip(_OF_PRIZES, texts, strict=True))


def _prizes_of(row: Mapping[str, Any], chip: float) -> Prizes | None:
    """The prizes of a row."""
    if row.get("prizes") is None:
        return None
    prizes, behind, others, bounties = (
        tuple(float(number) for number in row[name].split(",") if number) for name in _OF_PRIZES
    )
    behind, others = (
        tuple(round(each / chip, _DIGITS) for each in stacks) for stacks in (behind, others)
    )
    return Prizes(prizes, behind, others, bounties)


def _betting_of(row: Mapping[str, Any]) -> Betting:
    """The sizes of a row, in the form of any version."""
    sizes = tuple((name, row.get(name)) for name in (*_SIZES, *_THRESHOLDS))
    chips = ("chip", row.get("chip", 1.0)), ("big_blind", row.get("big_blind") or 0.0)
    return _kept_betting(STREETS.index(row["street"]), (*sizes, *chips))


@lru_cache(1024)
def _kept_betting(street: int, sizes: tuple[tuple[str, Any], ...]) -> Betting:
    return Betting.of(**dict(sizes), street=street, is_kept=True)
