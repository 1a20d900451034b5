"""Ranges that players showed: what one, or a population, had at decisions, and did with it."""

from __future__ import annotations

from dataclasses import dataclass
from os import PathLike
from typing import TYPE_CHECKING, Any

from ..questions.fields import game_field, of_field, plain_field, player_field, where_field
from ..questions.question import Column, question
from ..results import Result

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pyarrow as pa

    from pokerlake.catalogue import Game

    Floats = npt.NDArray[np.float64]
    Counts = npt.NDArray[np.int64]

ACTIONS = ("fold", "check", "call", "bet", "raise")


@dataclass(frozen=True, repr=False, eq=False)
class Shown(Result):
    """Hands that players had at decisions, and what of them took an action: arrays of ``(169,)``.

    Attributes
    ----------
    dealt, taken : (169,) int64
        How often each of the 169 was known there, and of these, how often it took the action.
    chances, actions : int
        How often players came there, and took the action, whether or not their holes are known.
    whole : bool
        Whether all holes are known: then they are a sample of what players had.
    """

    dealt: Counts
    taken: Counts
    chances: int
    actions: int
    _acting: tuple[str, ...]
    _game: Game
    _why_nothing: str = ""

    @property
    def whole(self) -> bool:
        """Whether all holes are known."""
        return int(self.dealt.sum()) == self.chances

    @property
    def weights(self) -> Floats:
        """Of each of the 169, how much of it is in the range, 0 to 1.

        Where an action is asked for and all holes are known it is how often the hand takes it. Else
        it is how often the hand was shown for each of its combos, the most frequent being 1.
        """
        import numpy as np

        from pokerlake.engine.cards.holes import hand_combos

        if self._acting and self.whole:
            weights: Floats = self.taken / np.maximum(self.dealt, 1)
        else:
            weights = self.taken / hand_combos()
            weights /= weights.max() or 1.0
        return weights.round(4)

    def _shares(self) -> tuple[Floats, Floats, Floats]:
        """Of what took the action the share of each hand; Wilson's interval of it, or bounds."""
        import numpy as np

        from .answer import wilson

        known = self.taken.sum()
        share = self.taken / known if known else np.full(len(self.taken), np.nan)
        if self.whole:
            return share, *wilson(share, np.full(len(share), float(max(known, 1))))
        most = max(self.actions, 1)
        return share, self.taken / most, (self.taken + self.actions - known) / most

    def _frequencies(self) -> tuple[Floats, Floats, Floats]:
        """How often each hand takes the action; bounds where holes are not known."""
        import numpy as np

        from .answer import wilson

        with np.errstate(all="ignore"):
            often = self.taken / self.dealt
            if self.whole:
                return often, *wilson(often, self.dealt.astype(np.float64))
            acted = self.actions - int(self.taken.sum())  # with holes that are not known
            others = self.chances - int(self.dealt.sum()) - acted
            low = self.taken / (self.dealt + others)
            high = (self.taken + acted) / (self.dealt + acted)
            nothing = np.full(len(often), np.nan)
            return nothing, np.nan_to_num(low), np.nan_to_num(high, nan=1.0)

    def to_arrow(self) -> pa.Table:
        """A row for each hand of the game, AA, AKs, ... 22."""
        import numpy as np
        import pyarrow as pa

        from pokerlake.engine.cards.holes import HANDS, dead_holes, hand_of_hole, hands_without

        hands = hands_without(self._game.dead)
        live = hand_of_hole()[~dead_holes(self._game.dead)]
        combos = np.bincount(live, minlength=len(HANDS))
        columns: dict[str, Any] = {
            "hand": np.array(HANDS, object),
            "combos": combos,
            "dealt": self.dealt,
            "taken": self.taken,
        }
        for name, values in (("share", self._shares()), ("percent", self._frequencies())):
            for end, column in zip(("", "_low", "_high"), values, strict=True):
                columns[f"{name}{end}"] = 100 * column
        columns["range_weight"] = self.weights
        return pa.table(
            {name: pa.array(of[hands], from_pandas=True) for name, of in columns.items()}
        )

    def for_people(self) -> pa.Table:
        """The hands that took the action, the most frequent in front."""
        import pyarrow.compute as pc

        rows = self.to_arrow()
        rows = rows.filter(pc.greater(rows["taken"], 0))
        return rows.sort_by([("taken", "descending"), ("dealt", "ascending")])

    def for_ranges(self) -> pa.Table:
        """The hands with their weights."""
        import pyarrow.compute as pc

        rows = self.to_arrow().select(["hand", "range_weight"])
        return rows.filter(pc.greater(rows["range_weight"], 0.0))

    def summary(self) -> str:
        """How many holes are known of how many, and what the intervals are."""
        known, taken = int(self.dealt.sum()), int(self.taken.sum())
        did = f"{' or '.join(self._acting)} {self.actions:,} times of {self.chances:,}"
        lines = [did] if self._acting else []
        if not self.chances:
            lines.append(self._why_nothing)
        elif self.whole:
            lines.append(
                f"all {known:,} holes are known: they are a sample, and low to high is Wilson's "
                "95 % interval"
            )
        else:
            of_action = f", {taken:,} of {self.actions:,} with the action" if self._acting else ""
            lines.append(
                f"{known:,} of {self.chances:,} holes are known{of_action}: hands that are shown "
                "are no sample, and low to high holds whatever the others were"
            )
        return "\n".join(lines)


@question(
    where_field("Which decisions: street=preflop, facing=raise, 'position=BTN,SB'."),
    player_field(),
    plain_field(
        "action", "The action: raise, or several, such as 'call,raise'.", "ACTION", default="",
        told="all actions", names=lambda: ACTIONS,
    ),
    game_field(cards=2),
    columns=[
        Column("hand", "VARCHAR", "AA, AKs, ...: each of the 169, or the 81 of short deck"),
        Column("combos", "BIGINT", "its combos: 6, 4 or 12"),
        Column("dealt", "BIGINT", "how often players were known to hold it at the decision"),
        Column("taken", "BIGINT", "how often they took the action with it"),
        Column("share", "DOUBLE", "percent of the known hands with the action"),
        Column("share_low", "DOUBLE", "at least, of all with the action"),
        Column("share_high", "DOUBLE", "at most"),
        Column("percent", "DOUBLE", "taken of dealt; null unless all holes are known"),
        Column("percent_low", "DOUBLE", "at least"),
        Column("percent_high", "DOUBLE", "at most"),
        Column("range_weight", "DOUBLE", "its weight in the range, 0 to 1"),
    ],
    examples=[
        {"where": ["street=preflop", "facing=nothing", "position=UTG"], "player": "Pluribus",
         "action": "raise"},
        {"where": ["street=river", "facing=bet"], "action": "raise"},
    ],
    in_rows=False,
    is_python=True,
    seconds=60,
)  # fmt: skip
def shown(
    *,
    where: Any = None,
    player: Any = "",
    action: Any = "",
    game: Any = "hold'em",
    lake: PathLike[str] | str | None = None,
) -> Shown:
    """The range that a player, or all of a population, showed at decisions of imported hands.

    Each player's hand counts once, however often he had such a decision in it. Where files tell all
    holes, as those of Ignition do, and as a player's own do of him, the hands are a sample of what
    was there. Else only what was shown is known, which is no sample: who wins without a showdown
    shows nothing. Then low and high are bounds: they hold whatever the other holes were.

    Parameters
    ----------
    where : mapping or list of text, optional
        Conditions on columns of ``opportunities``, as of ``stats``:
        ``{"street": "preflop", "facing": "raise", "position": ["SB", "BB"]}``.
    player : str, optional
        One player; ``hero`` is the owner of the files.
    action : str or list of str, optional
        What of these decisions: ``"raise"``, or several, ``"call,raise"``; by default all.
    game : str
        hold'em or short deck.
    lake : str or Path, optional
        Where hands are.

    Returns
    -------
    Shown
        A row for each of the 169 hands.

    Raises
    ------
    UsageError
        If decisions do not have a column, no action has that name, or nobody of that name played.
    LakeError
        If the lake has no hands.
    """
    import numpy as np

    from pokerlake.engine.cards.holes import HANDS
    from pokerlake.tables.definitions.opportunities import DECISIONS
    from pokerlake.tables.lake import lake_path

    from ..statements.run import stream
    from .answer import why_nothing
    from .nodes import conditions_at, hands_of, rows_sql

    conditions = conditions_at(where, player, game)
    with of_field("action"):
        acting = _actions(action)
    dealt, taken = np.zeros((2, len(HANDS)), np.int64)
    places = {hand: place for place, hand in enumerate(HANDS)}
    chances = actions = 0
    with hands_of(None if lake is None else lake_path(lake), conditions) as connection:
        rows, values = rows_sql(
            connection, DECISIONS, ("hand_id", "seat", "hand", "action"), conditions
        )
        is_taken = f"bool_or(action in ({', '.join(f'$a{n}' for n in range(len(acting)))}))"
        values |= {f"a{n}": name for n, name in enumerate(acting)}
        statement = (
            "select hand, count(*) as dealt, count(*) filter (is_taken) as taken from ("  # noqa: S608
            f"select any_value(hand) as hand, {is_taken if acting else 'true'} as is_taken "
            f"from ({rows}) group by hand_id, seat) group by hand"
        )
        for row in stream(connection, statement, values).read_all().to_pylist():
            chances += row["dealt"]
            actions += row["taken"]
            if row["hand"] is not None:
                dealt[places[row["hand"]]] = row["dealt"]
                taken[places[row["hand"]]] = row["taken"]
        reason = "" if chances else why_nothing(connection, conditions, DECISIONS)
    return Shown(dealt, taken, chances, actions, acting, game, reason)


def _actions(given: Any) -> tuple[str, ...]:
    """Names of actions, a list or text with commas."""
    from pokerlake.engine.given import shown as told
    from pokerlake.tables.errors import UsageError, did_you_mean

    from .given import names_of

    names = names_of(given, "action", "'call,raise'")
    for name in names:
        if name not in ACTIONS:
            hint = did_you_mean(name, ACTIONS) if isinstance(name, str) else "give text"
            raise UsageError(f"action is {told(name)}; {hint}")
    return tuple(dict.fromkeys(names))
