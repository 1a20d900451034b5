"""Draw: the outcome of each discard of a hand, and duels of known hands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from os import PathLike
from typing import TYPE_CHECKING, Any

from pokerlake.tables.definitions.draw import CATEGORIES

from ..results import Result, Rows
from .fields import (
    Field,
    Setting,
    choice_field,
    dead_field,
    draw_game_field,
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

    from pokerlake.catalogue import Game, Order

    from ..answers.duels import DrawDuel

    Hand = npt.NDArray[np.uint8]
    Counted = npt.NDArray[np.int64]
    Counts = dict[int, dict[str, int]]  # of draw_exchanges, by discard

_COMPUTED, _STORED = "computed", "draw_exchanges"


@dataclass(frozen=True, repr=False, eq=False)
class Discards(Result):
    """All discards of a hand, 32 (16 in badugi), the best first, by expected strength.

    Attributes
    ----------
    name : str
        The name of the dealt hand: ``one pair, sevens, ace-king-nine kickers``.
    source : str
        ``draw_exchanges`` or ``computed``: the counts are the same.
    """

    name: str
    source: str
    _rows: list[dict[str, Any]]
    _ladder: list[list[dict[str, Any]]]  # the outcomes of each discard, as rows
    _by_category: bool = False

    def to_arrow(self) -> pa.Table:
        """A row for each discard: the counts of its draws by outcome."""
        import pyarrow as pa

        counts = {name: pa.int64() for name in CATEGORIES}
        types = [(name, counts.get(name)) for name in self._rows[0]]
        return pa.table(
            {name: pa.array([row[name] for row in self._rows], of) for name, of in types}
        )

    def for_people(self) -> pa.Table:
        """A row for each discard: how often it ends in a better category or hand, in percent."""
        import pyarrow as pa

        return pa.Table.from_pylist([self._shown(row) for row in self._rows])

    def _shown(self, row: dict[str, Any]) -> dict[str, Any]:
        categories = {
            f"{name}_percent": 100 * row[name] / row["draws"]
            for name in CATEGORIES
            if row[name] is not None
        }
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
        """The same discards, with how often each ends in each category."""
        return replace(self, _by_category=True)

    def becomes(self) -> Rows:
        """The outcomes of each discard: a row for each possible hand, the best first.

        The columns are ``rank``, ``thrown``, ``becomes``, the number of ``draws`` that end in it,
        their ``percent`` among the draws of the discard, and ``or_better_percent``.
        """
        import pyarrow as pa

        rows = [
            {"rank": row["rank"], "thrown": row["thrown"], **step}
            for row, ladder in zip(self._rows, self._ladder, strict=True)
            for step in ladder
        ]
        return Rows(pa.Table.from_pylist(rows))

    def summary(self) -> str:
        """The hand, and whether its usual discard is the best one."""
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
    hand_field("hand", "Five cards: 7c7d9hKsAc; four in badugi.", of_game=True),
    draw_game_field(),
    columns=[
        Column("hand", "VARCHAR", "the hand, as it was written"),
        Column("rank", "BIGINT", "1 is the best discard, by expected strength"),
        Column("kept", "VARCHAR", "the cards kept"),
        Column("thrown", "VARCHAR", "the cards thrown away"),
        Column("exchanged", "BIGINT", "how many these are"),
        Column("usual", "BOOLEAN", "whether this is the usual discard"),
        Column("draws", "BIGINT", "C(47, exchanged), of badugi C(48, exchanged)"),
        *(
            Column(name, "BIGINT", f"draws that end in a {name.replace('_', ' ')}; null of badugi")
            for name in CATEGORIES
        ),
        Column(
            "becomes", "VARCHAR", "hands and how many draws end in each: eight high 12, one pair 9"
        ),
        Column("strength_sum", "BIGINT", "hands that each result beats or ties, over all draws"),
        Column("ties_sum", "BIGINT", "hands that it ties, itself among them, over all draws"),
        Column("expected_strength", "DOUBLE", "hands that a result beats or ties, of all: 0 .. 1"),
        Column("expected_top_percent", "DOUBLE", "hands at least as strong as it, of all, x 100"),
        Column("better_percent", "DOUBLE", "draws that end in a better category; of lows hand"),
    ],
    examples=[
        {"hand": "7c7d9hKsAc"},
        {"hand": "TsJsQsKsAs"},
        {"hand": "AsKdQhJc9s"},
        {"hand": "2c3d4h7sKs", "game": "27sd"},
        {"hand": "Ac2d3hKh", "game": "badugi"},
    ],
    command="draw hand",
    views=[
        View("--categories", "Show the chance of each category.", "categories"),
        View("--becomes", "Show how often each discard becomes which hand.", "becomes"),
    ],
    is_python=True,
)
def draw_hand(
    hand: Any, *, game: str = "five-card draw", lake: PathLike[str] | str | None = None
) -> Discards:
    """Rank the discards of a hand by expected strength: 32, or 16 in badugi.

    The strength of a result is the share of all hands that it beats or ties. Its top percent is the
    share of hands that are at least as strong. In five-card draw a result is better if its category
    beats that of the dealt hand; in lowball, if the hand is better. The answer is for one draw,
    also in games with three. Counts come from the lake or are computed, with the same result. CSV,
    JSON and Parquet have all counts.

    Parameters
    ----------
    hand : text, numbers or Cards
        Five cards; four in badugi.
    game : str
        ``"five-card draw"``, ``"2-7 single draw"``, ``"2-7 triple draw"``, ``"A-5 single draw"``,
        ``"A-5 triple draw"``, ``"badugi"`` or ``"badugi single draw"``; also ``"27td"``.
    lake : str or Path, optional
        ``$POKERLAKE_LAKE`` or ``./lake`` if not given, if it exists.

    Returns
    -------
    Discards
        A row for each discard. Among equal ones, those that exchange fewer cards come first.
        ``.becomes()`` has the possible outcomes of each.

    Raises
    ------
    CardError
        If the number of cards is wrong. The message begins with ``hand``.
    UsageError
        If the game is unknown.
    LakeError
        If the given lake does not exist or is broken.

    Examples
    --------
    >>> found = draw_hand("7c7d9hKsAc")
    >>> found.name, found[0]["thrown"], round(found[0]["expected_top_percent"], 2)
    ('one pair, sevens, ace-king-nine kickers', '9hKs', 23.7)
    >>> found = draw_hand("Ac2d3h7sKs", game="a5sd")
    >>> found[0]["thrown"], found[0]["becomes"][:40]
    ('Ks', 'seven high 12, eight high 4, nine high 4')
    """
    rule: Any = game
    return _low(hand, rule) if rule.high.lows_win else _high(hand, lake)


def _ladder(names: Sequence[str], draws: Sequence[int]) -> list[dict[str, Any]]:
    """The number of draws by outcome, the best first, without outcomes of zero draws."""
    every, so_far, rows = sum(draws), 0, []
    for name, count in zip(names, draws, strict=True):
        so_far += count
        if count:
            shares = {"percent": 100 * count / every, "or_better_percent": 100 * so_far / every}
            rows.append({"becomes": name, "draws": count, **shares})
    return rows


def _ranked(
    hand: Hand, rows: list[dict[str, Any]], ladders: list[list[dict[str, Any]]], hands: int
) -> tuple[list[dict[str, Any]], list[list[dict[str, Any]]]]:
    """Complete rows of all discards, and their outcomes, the best first.

    ``rows``: for each discard, whether it is usual, the ``counts`` of draws in all and in each
    category, the sums of strengths and ties, and the number of ``better`` draws.
    """
    from pokerlake.engine.cards.text import format_hand

    from ..answers.duels import split_hand

    strengths = [Fraction(row["strength_sum"], row["draws"]) for row in rows]
    best_first = sorted(strengths, reverse=True)
    found = []
    for discard, (row, ladder) in enumerate(zip(rows, ladders, strict=True)):
        kept, thrown = split_hand(hand, discard)
        draws, strength, ties = row["draws"], row["strength_sum"], row["ties_sum"]
        whole = {
            "hand": format_hand(hand),
            "rank": 1 + best_first.index(strengths[discard]),
            "kept": kept,
            "thrown": thrown,
            "exchanged": discard.bit_count(),
            "usual": row["usual"],
            "draws": draws,
            **{name: row.get(name) for name in CATEGORIES},
            "becomes": ", ".join(f"{step['becomes']} {step['draws']}" for step in ladder),
            "strength_sum": strength,
            "ties_sum": ties,
            "expected_strength": strength / draws / hands,
            "expected_top_percent": 100 * (hands * draws - strength + ties) / draws / hands,
            "better_percent": 100 * row["better"] / draws,
        }
        found.append((whole, ladder))
    found.sort(key=lambda each: (each[0]["rank"], each[0]["exchanged"], each[0]["thrown"]))
    return [row for row, _ in found], [ladder for _, ladder in found]


def _high(hand: Hand, lake: Any) -> Discards:
    """Five-card draw: from the lake, else computed."""
    from pokerlake.engine.draw.exchange import HANDS, canonical_discards
    from pokerlake.engine.draw.hands import draw_hands
    from pokerlake.engine.hands.classes import hand_classes

    known = draw_hands(hand[None])
    canonical = canonical_discards(hand[None])
    images = canonical.discards[0].tolist()
    usual = images[int(known.usual_discard[0])]
    stored = _stored(canonical.hands[0], set(images), lake)
    counts = _computed(canonical.hands[0]) if stored is None else stored
    names = [name.replace("_", " ") for name in CATEGORIES]
    rows, ladders = [], []
    for image in images:
        of_category = [counts[image][name] for name in CATEGORIES]
        better = sum(of_category[: int(known.category[0]) - 1])
        rows.append({**counts[image], "usual": image == usual, "better": better})
        ladders.append(_ladder(names, of_category))
    name = hand_classes().names[int(known.class_id[0]) - 1]
    source = _COMPUTED if stored is None else _STORED
    return Discards(name, source, *_ranked(hand, rows, ladders, HANDS))


def _by_category(classes: Counted, order: Order) -> dict[str, Counted]:
    """The draws of each discard by category of high hands; empty for badugi."""
    import numpy as np

    from pokerlake.engine.hands.order_classes import order_classes

    if order.category_names[0] != "no pair":
        return {}
    found = dict.fromkeys(CATEGORIES, np.zeros(len(classes), np.int64))
    category = order_classes(order).category
    for number, name in enumerate(order.category_names, 1):
        high = "high_card" if name == "no pair" else name.replace(" ", "_")
        found[high] = classes[:, 1:][:, category == number].sum(axis=1)
    return found


def _low(hand: Hand, rule: Game) -> Discards:
    """A lowball game, computed."""
    from pokerlake.engine.draw.becoming import becoming, rungs_of
    from pokerlake.engine.draw.rules import USUAL, thrown_by
    from pokerlake.engine.hands.order_classes import order_classes

    order = rule.high
    found = becoming(hand.tolist(), order)
    usual = int(thrown_by(hand[None], order, USUAL)[0])
    dealt = int(found.classes[0].argmax())
    rungs = rungs_of(order).names
    categories = _by_category(found.classes, order)
    rows = []
    for discard in range(rule.discards):
        row = {
            **{name: int(counts[discard]) for name, counts in categories.items()},
            "usual": discard == usual,
            "draws": int(found.draws[discard]),
            "strength_sum": int(found.strength[discard]),
            "ties_sum": int(found.ties[discard]),
            "better": int(found.classes[discard, :dealt].sum()),
        }
        rows.append(row)
    ladders = [_ladder(rungs, of_rung) for of_rung in found.rungs.tolist()]
    name = order_classes(order).names[dealt - 1]
    hands = int(found.classes.sum())  # each final hand comes from one discard
    return Discards(name, _COMPUTED, *_ranked(hand, rows, ladders, hands))


def _stored(canonical: Hand, wanted: set[int], lake: Any) -> Counts | None:
    """The rows of the table; None if the lake lacks it."""
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
    """The same columns as in the table."""
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


def _duelists(given: Any, by: Setting) -> Any:
    from ..answers.duels import duelists_of

    return duelists_of(given, by.game)


@question(
    Field(
        "hands",
        "2 to 10 hands, each with its discards, - for none: 7c7d9hKsAc:9hKs; without a colon "
        "the usual ones; or a rule: best, pat, in lowball the highest rank kept: 2c3d4h7sKs:8.",
        "HAND[:THROWN]",
        _duelists,
        needed=True,
        several=True,
        cards=lambda duelists: duelists.hands.ravel(),
    ),
    dead_field("Cards that cannot be drawn: 2c3c."),
    draw_game_field(),
    replace(
        whole_field("draws", "The number of draws left.", least=1, most=3), told="those of the game"
    ),
    choice_field(
        "method",
        "Whether to count or to sample.",
        {
            "exact": ("--exact", "Count; refused if that takes too long."),
            "monte carlo": ("--mc", "Sample, and do not count."),
        },
    ),
    replace(
        number_field("standard_error", "Sample until no standard error is larger.", above=True),
        told="0.0002",
    ),
    whole_field("deals", "Sample this number of deals, whatever the error.", least=1, most=10**15),
    seed_field("Seed of the deals.", "a new one"),
    columns=[
        Column("player", "BIGINT", "the player, in the order given, from 1"),
        Column("hand", "VARCHAR", "his hand"),
        Column("kept", "VARCHAR", "what he keeps"),
        Column("thrown", "VARCHAR", "what he throws away"),
        Column("exchanged", "BIGINT", "how many cards these are"),
        Column("rule", "VARCHAR", "his rule for later discards; null without later draws"),
        Column("win", "DOUBLE", "the share of deals that he wins"),
        Column("tie", "DOUBLE", "the share that he ties"),
        Column("lose", "DOUBLE", "the share that he loses"),
        Column("equity", "DOUBLE", "his mean share of the pot, 0 to 1"),
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
        {"hands": ["2c3d4h7sKs:best", "2d4c6h8s9c:-"], "game": "27sd"},
        {
            "hands": ["Ac2d3hKh:Kh", "2c4d6h7s:pat"],
            "game": "badugi",
            "draws": "2",
            "deals": "1000",
            "seed": "3",
        },
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
    game: str = "five-card draw",  # noqa: ARG001 it is read before the hands, and they have it
    draws: int | None = None,
    method: str | None = None,
    standard_error: float | None = None,
    deals: int | None = None,
    seed: int | None = None,
) -> DrawDuel:
    """Compute who wins how often when 2 to 10 known hands exchange cards.

    Discarded cards do not come back. All draws are counted for two players, and for more players
    if that takes seconds. Otherwise, and with several draws left, deals are sampled to a standard
    error. Later draws follow the rule of the player. JSON has the exact counts, ties by the number
    of players who share them, and categories.

    Parameters
    ----------
    hands : list or text
        A text for each player: his cards, and after a colon his discards, ``-`` for none. Without
        a colon he makes the usual discard. Or a rule after the colon: ``pat`` for no draw at all;
        in lowball, the highest rank to keep, ``8`` by default; or ``best``, for one of two players.
        A slash adds a rule for later draws: ``2c3d4h7sKs:Ks/9``.
    dead : text or numbers
        Cards that cannot be drawn.
    game : str
        As in :func:`draw_hand`.
    draws : int, optional
        The number of draws left, 1 to 3; by default all draws of the game.
    method : str, optional
        ``"exact"`` or ``"monte carlo"``; by default exact if that takes seconds.
    standard_error : float, optional
        Sample until no standard error is larger; 0.0002 if not given.
    deals : int, optional
        The number of deals to sample.
    seed : int, optional
        The seed of the deals, 0 .. 2**64 - 1; random if not given.

    Returns
    -------
    DrawDuel
        A row for each player.

    Raises
    ------
    CardError, UsageError
        If a field is wrong, with its name first; if too few cards are left to draw, or an exact
        count takes too long.

    Examples
    --------
    >>> draw_duel(["7c7d9hKsAc", "QsQhTd5c2d"]).equity.round(4)
    array([0.2349, 0.7651])
    >>> draw_duel(["2c3d4h7sKs:best", "2d4c6h8s9c:-"], game="27sd").equity.round(4)
    array([0.3095, 0.6905])
    """
    from pokerlake.engine.cards.text import CardError
    from pokerlake.tables.errors import UsageError

    from ..answers import duels
    from ..answers.equity import Wanted

    wanted = Wanted(method, standard_error, deals, None, seed)  # type: ignore[arg-type] # as read
    try:
        return duels.draw_duel(hands, draws, dead.tolist(), wanted, listener=telling().count)
    except CardError:
        raise
    except ValueError as error:
        raise UsageError(str(error)) from error
