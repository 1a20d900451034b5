"""What ranges hit: the kinds and draws of their holes, on one board or averaged over many."""

from __future__ import annotations

from itertools import combinations
from math import comb
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pokerlake.catalogue import Game
from pokerlake.engine.cards.holes import HANDS, hand_of_hole, hole_cards
from pokerlake.engine.kinds.evaluate import draw_bits, made_kinds
from pokerlake.engine.kinds.table import DRAWS, first_codes, kinds_of
from pokerlake.engine.threads import over_tasks
from pokerlake.tables.errors import UsageError, counted, did_you_mean

from .kinds import draws_named, kinds_named, parts_named

Cards = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]

# Groups of kinds, for charts where a hand has one colour, the best first.
GROUPS = (
    "two pair or better", "overpair", "top pair", "lower pair", "draw", "overcards", "nothing"
)  # fmt: skip

_OPEN = sum(
    1 << bit
    for bit, draw in enumerate(DRAWS)
    if draw.name.startswith(("flush draw", "open-ended", "double", "gutshot", "wrap"))
)
_AT_ONCE = 1 << 20  # pairs of hole and board
_MOST = 1 << 31  # a minute on one thread


class HitFilter(NamedTuple):
    """Kinds and draws: a hole passes if it is one of the kinds or has one of the draws."""

    kinds: frozenset[int]  # codes
    draws: int  # bits

    def holds(self, made: Cards, drawn: npt.NDArray[np.uint32]) -> npt.NDArray[np.bool_]:
        """Which holes, of these kinds and draws, pass."""
        kept: npt.NDArray[np.bool_] = (drawn & np.uint32(self.draws)) != 0
        kept |= np.isin(made, [*self.kinds])
        return kept


class Hit(NamedTuple):
    """What a range hits, averaged over boards; ``combos`` counts all live holes."""

    made: Floats  # (k,): the combos of each kind, the best first
    drawn: Floats  # (d,): the combos with each draw
    combos: float


def kept_of(text: str, rule: Game) -> HitFilter:
    """The kinds and draws of ``top pair+, flush draw``; UsageError for an unknown name."""
    codes, draws = set[int](), 0
    for part in parts_named(text, "kind or draw"):
        try:
            codes |= kinds_named(part, rule)
        except UsageError:
            try:
                draws |= draws_named(part)
            except UsageError:
                known = [
                    *(kind.name for kind in kinds_of(rule.high)),
                    *(draw.name for draw in DRAWS),
                ]
                hint = did_you_mean(part.strip(" +"), known)
                raise UsageError(f"no kind or draw {part!r}; {hint}") from None
    return HitFilter(frozenset(codes), draws)


def boards_of(boards: Cards, cards: int, dead: npt.ArrayLike) -> Cards:
    """Each board with all ways to complete it to ``cards`` cards: ``(b, n)``.

    ``boards``: ``(m, k)``. UsageError if they have more cards.
    """
    more = cards - boards.shape[1]
    if more < 0:
        raise UsageError(
            f"the board has {boards.shape[1]} cards, and that street {cards}; leave some out"
        )
    live = np.setdiff1d(np.arange(52), dead).astype(np.uint8)
    coming = np.array([*combinations(live, more)], np.uint8).reshape(comb(len(live), more), more)
    whole = np.concatenate(
        [np.repeat(boards, len(coming), axis=0), np.tile(coming, (len(boards), 1))], axis=1
    )
    in_order = np.sort(whole, axis=1)
    return np.ascontiguousarray(whole[(in_order[:, 1:] != in_order[:, :-1]).all(axis=1)].T)


def without(dead: npt.ArrayLike, holes: Cards, weights: Floats) -> tuple[Cards, Floats]:
    """The holes of ``(k, m)`` that have no dead card, and their weights."""
    free = ~np.isin(holes, dead).any(axis=0)
    return np.ascontiguousarray(holes[:, free]), weights[free]


def on_board(rule: Game, holes: Cards, board: Cards) -> tuple[Cards, npt.NDArray[np.uint32]]:
    """The kind and the draws of each hole on a board; 0 if they share a card."""
    shown = np.repeat(board[:, None], holes.shape[1], axis=1)
    made = made_kinds(rule, holes, shown, strict=False)
    return made, draw_bits(rule, holes, shown, strict=False)


def hit_by(rule: Game, holes: Cards, weights: Floats, boards: Cards, threads: int = 0) -> Hit:
    """What weighted holes hit, averaged over boards.

    ``holes``: ``(k, m)``; ``boards``: ``(b, n)``. UsageError if there are too many.
    """
    n, m = boards.shape[1], holes.shape[1]
    if n * m > _MOST:
        raise UsageError(
            f"{counted(m, 'hole')} on {counted(n, 'board')} are too many; give fewer boards"
        )
    at_once = max(1, _AT_ONCE // max(m, 1))
    kinds = len(kinds_of(rule.high))

    def some(first: int) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
        shown = boards[:, first : first + at_once]
        held, lain = np.repeat(holes, shown.shape[1], axis=1), np.tile(shown, m)
        each = np.repeat(weights, shown.shape[1])
        # Holes that share a card with the board are of kind 0, and have no draw.
        made = made_kinds(rule, held, lain, strict=False)
        drawn = draw_bits(rule, held, lain, strict=False)
        of_draws = np.bincount(drawn, each, minlength=1 << len(DRAWS))
        return np.bincount(made, each, minlength=kinds + 1), of_draws

    parts = over_tasks(some, range(0, n, at_once), threads)
    made = np.sum([part[0] for part in parts], axis=0)[1:]
    sets = np.sum([part[1] for part in parts], axis=0)
    numbers = np.arange(len(sets))
    drawn = np.array([sets[numbers >> bit & 1 == 1].sum() for bit in range(len(DRAWS))])
    return Hit(made / n, drawn / n, float(made.sum()) / n)


# ---------------------------------------------------------------- groups of kinds


def groups_of(rule: Game, made: Cards, drawn: npt.NDArray[np.uint32]) -> npt.NDArray[np.intp]:
    """The group of each hole, by its kind, or by flush and straight draws if it has no pair."""
    first = first_codes(rule.high)
    names = [kind.name for kind in kinds_of(rule.high)]
    group_of_kind = np.array([0, *(GROUPS.index(group_of(name)) for name in names)], np.intp)
    group = group_of_kind[made]
    bare = (made >= first["high card"]) | (made == names.index("pair on board") + 1)
    group[bare & (drawn & np.uint32(_OPEN) != 0)] = GROUPS.index("draw")
    return group


def group_of(name: str) -> str:
    """The group of a kind without its draws."""
    if name.startswith(("high card with two", "high card with one")):
        return "overcards"
    if name.startswith(("high card", "pair on board", "board")):
        return "nothing"
    if name == "overpair" or name.startswith("top pair"):
        return name[: len("overpair")]
    lower = "pocket pair", "second pair", "third pair", "low ", "underpair"
    return "lower pair" if name.startswith(lower) and "flush" not in name else GROUPS[0]


def group_of_draw(name: str) -> str:
    """The group of holes without a pair that have this draw only."""
    if "overcard" in name:
        return "overcards"
    return "nothing" if name.startswith("backdoor") else "draw"


def combos_by_hand(holes: Cards, weights: Floats, group: npt.NDArray[np.intp]) -> Floats:
    """The combos of each group in each of the 169 hands, ``(g, h)``.

    ``holes``: ``(2, m)``; ``weights``, ``group``: ``(m,)``.
    """
    low, high = np.sort(holes, axis=0).astype(np.intp)
    hands = hand_of_hole()[high * (high - 1) // 2 + low]
    rows = [np.bincount(hands, weights * (group == at), len(HANDS)) for at in range(len(GROUPS))]
    return np.stack(rows)


def live_combos(rule: Game, board: Cards) -> Floats:
    """The live combos of each of the 169 hands on a board, ``(h,)``."""
    live = ~np.isin(hole_cards(), [*board.tolist(), *rule.dead]).any(axis=1)
    return np.bincount(hand_of_hole(), live, len(HANDS)).astype(np.float64)
