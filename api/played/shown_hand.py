"""One hand that was played: its steps, its equities, and the hand as text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from pokerlake.engine.given import shown
from pokerlake.queries.results import Result, Rows
from pokerlake.tables.errors import UsageError, by_door, did_you_mean, in_python
from pokerlake.tables.lake import Lake, lake_path

from ..given import LakePath, place_of
from .replay import DEAL, Replay, Step, equities_of
from .solver import Mix, mixes_of

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_UNIT = 10_000
_MOST_NAMED = 5  # hands, in a message
_PERCENT = "{:.1f} %"

_STEPS = pa.schema(
    {
        "step": pa.int64(), "street": pa.string(), "board": pa.string(), "seat": pa.int64(),
        "player": pa.string(), "position": pa.string(), "hole": pa.string(), "action": pa.string(),
        "amount": pa.float64(), "pot": pa.float64(), "pot_after": pa.float64(),
        "stack": pa.float64(), "equity": pa.float64(), "spot": pa.int64(), "line": pa.string(),
        "taken": pa.string(), "mix": pa.string(),
    }
)  # fmt: skip
_NESTED = pa.list_(pa.struct({"seat": pa.int64(), "equity": pa.float64()}))
_SEATS = pa.schema(
    {
        "seat": pa.int64(), "player": pa.string(), "position": pa.string(), "stack": pa.float64(),
        "hole": pa.string(), "invested": pa.float64(), "collected": pa.float64(),
        "cashout": pa.float64(), "net": pa.float64(), "luck": pa.float64(),
        "net_by_equity": pa.float64(), "folded": pa.string(),
    }
)  # fmt: skip


@dataclass(frozen=True, repr=False, eq=False)
class Hand(Result):
    """A hand that was played. Rows are its steps: posts, cards, decisions, payments.

    Attributes
    ----------
    head : dict
        Its row in the table ``hands``.
    equities : list of dict
        For each step, the equity of each known hole that has not folded, by seat; empty with fewer
        than two known holes.
    mixes : list of Mix or None
        For each step, how a stored solution of the same spot plays the hole, if there is one:
        ``spot``, ``line``, ``shares`` by action, and ``taken``, the action nearest to the
        player's.
    """

    head: dict[str, Any]
    equities: list[dict[int, float]]
    mixes: list[Mix | None]
    _whole: pa.Table
    _replay: Replay
    _also: str  # other hands with this number

    @property
    def steps(self) -> list[Step]:
        """The steps, with the stack of each player after them, in ten-thousandths."""
        return self._replay.steps

    def to_arrow(self) -> pa.Table:
        """The steps."""
        return pa.Table.from_pylist([*map(self._row, range(len(self.steps)))], _STEPS)

    def _row(self, at: int) -> dict[str, Any]:
        step, mix = self.steps[at], self.mixes[at]
        one = None if step.seat is None else self._replay.seats[step.seat]
        return {
            "step": at + 1,
            "street": step.street,
            "board": ", ".join(step.boards) or None,
            "seat": step.seat,
            "player": one and one.player,
            "position": one and one.position,
            "hole": one and one.hole,
            "action": step.action,
            "amount": step.amount / _UNIT,
            "pot": step.pot / _UNIT,
            "pot_after": step.pot_after / _UNIT,
            "stack": None if step.seat is None else step.behind[step.seat] / _UNIT,
            "equity": None if step.seat is None else self.equities[at].get(step.seat),
            "spot": mix and mix.spot,
            "line": mix and mix.line,
            "taken": mix and mix.taken,
            "mix": mix and mix.text(),
        }

    def for_programs(self, *, nested: bool) -> pa.Table:
        """The steps; in formats with lists, with the equities of all known holes."""
        rows = self.to_arrow()
        if not nested:
            return rows
        lists = [[{"seat": s, "equity": e} for s, e in each.items()] for each in self.equities]
        return rows.append_column("equities", pa.array(lists, _NESTED))

    def for_hands(self) -> pa.Table:
        """The hand for writers of hand histories."""
        return self._whole

    def for_people(self) -> pa.Table:
        """The steps, with the dealt cards and the equities of all players."""
        rows = []
        was: tuple[str, ...] = ("",)
        for at, step in enumerate(self.steps):
            row, known = self._row(at), self.equities[at]
            row["cards"] = row["hole"] or ""
            row["equity"] = "" if row["equity"] is None else _PERCENT.format(100 * row["equity"])
            if step.action == DEAL:
                row["cards"] = ", ".join(_new(step.boards, was))
                was = step.boards or was
                seats = self._replay.seats
                row["equity"] = ", ".join(
                    f"{seats[seat].player} {_PERCENT.format(100 * share)}"
                    for seat, share in known.items()
                )
            rows.append(row)
        names = ("street", "player", "position", "cards", "action", "amount", "pot", "stack")
        columns: dict[str, Any] = {name: [row[name] for row in rows] for name in names}
        columns["equity"] = [row["equity"] for row in rows]
        if any(self.mixes):
            columns["solver"] = [row["mix"] or "" for row in rows]
        return pa.table(columns)

    _rows_shown = 1000

    def seats(self) -> Rows:
        """A row for each player, starting after the button.

        ``luck`` is that of the table ``seats``. For pots that were all in before the river, it is
        what he won less what his equity was worth when the betting ended. ``net_by_equity`` is his
        result without it; null without such a pot, or if a hole is unknown.
        """
        rows = []
        for told in self._whole["players"][0].as_py():
            row = {name: told[name] for name in _SEATS.names if name in told}
            for name in ("stack", "invested", "collected", "cashout", "net"):
                row[name] = float(row[name])
            if row["luck"] is not None:
                row["net_by_equity"] = row["net"] - row["luck"]
            rows.append(row)
        rows.sort(key=lambda row: [*self._replay.seats].index(row["seat"]))
        return Rows(pa.Table.from_pylist(rows, _SEATS))

    def summary(self) -> str:
        """The hand, and what each player won."""
        return in_python(self.said())

    def said(self) -> str:
        """The same in the words of either door."""
        return "\n".join([self.title, *map(_seat_line, self.seats()), *self._notes()])

    @property
    def notes(self) -> list[str]:
        """Notes on the equities, the solved spots and the number."""
        return [*map(in_python, self._notes())]

    def _notes(self) -> list[str]:
        spots = dict.fromkeys((mix.spot, mix.name, mix.depths) for mix in self.mixes if mix)
        solved = [
            f"solver: spot {spot}{name and f' of {name}'}, stacks of {there:.3g} pots, "
            f"{here:.3g} in the hand"
            for spot, name, (here, there) in spots
        ]
        return [*filter(None, [self._unknown(), *solved, self._also])]

    @property
    def title(self) -> str:
        """The hand in one line."""
        head = self.head
        small, big, ante, pot, rake = (
            f"{float(head[name]):,.10g}"
            for name in ("small_blind", "big_blind", "ante", "pot", "rake")
        )
        stakes = f"{small}/{big}" + (f" ante {ante}" if head["ante"] else "")
        parts = [
            f"{head['site']} {head['number']}",
            f"{head['game']} {stakes} {head['currency'] or ''}".strip(),
            head["tournament"] and f"tournament {head['tournament']}",
            head["table_name"] and f"table {head['table_name']}",
            head["played"] and f"{head['played']:%Y-%m-%d %H:%M:%S} {head['zone'] or ''}".strip(),
            f"hand_id {head['hand_id']}",
            f"pot {pot}",
            head["rake"] and f"rake {rake}",
        ]
        return ", ".join(filter(None, parts))

    def _unknown(self) -> str:
        """The players whose holes the equities lack."""
        if self._replay.hand.is_boardless:
            return "equities of stud and draw are not counted: which card came when is not kept"
        seats = self._replay.seats
        without = {
            seats[seat].player
            for step, known in zip(self.steps, self.equities, strict=True)
            if known
            for seat in step.live
            if seat not in known
        }
        names = ", ".join(sorted(without))
        return f"equities are without the unknown hole of {names}" if names else ""

    def text(self) -> str:
        """The hand as PokerStars writes it."""
        return self._text_in("pokerstars")

    def phh(self) -> str:
        """The hand in PHH.

        Raises
        ------
        UsageError
            If PHH has no variant for its game.
        """
        return self._text_in("phh")

    def ohh(self) -> str:
        """The hand in the Open Hand History format."""
        return self._text_in("ohh")

    def _text_in(self, name: str) -> str:
        from pokerlake.queries.files.write import text_of

        return text_of(self._whole, name)

    @property
    def link(self) -> str:
        """The address of the hand on the page, after that of the page."""
        return f"#/hand?id={self.head['hand_id']}"


def _new(boards: tuple[str, ...], was: tuple[str, ...]) -> list[str]:
    """The new cards of each board; a new board continues the first."""
    begun = [*was, *was[:1] * len(boards)]
    return [board.removeprefix(before) for board, before in zip(boards, begun, strict=False)]


def _seat_line(row: Mapping[str, Any]) -> str:
    hole = f" {row['hole']}" if row["hole"] else ""
    street = row["folded"]
    folded = "" if street in (None, "preflop") else f", folds on the {street}"
    folded = folded.replace("on the before", "before")
    position = f" ({row['position']})" if row["position"] else ""
    due = ""
    if row["luck"] is not None:
        due = f"; by equity {row['net_by_equity']:+,.2f}, luck {row['luck']:+,.2f}"
    return f"{row['player']}{position}{hole}: {row['net']:+,.10g}{due}{folded}"


# ---------------------------------------------------------------- which hand


def _found(connection: DuckDBPyConnection, given: int | str, site: str) -> tuple[int, str]:
    """The hand that a number means, and a note on others with the same number."""
    from pokerlake.queries.statements.run import own_rows

    rows = own_rows(connection, "commands/hands_named", number=str(given)).to_pylist()
    own = [row["hand_id"] for row in rows if str(row["hand_id"]) == str(given)]
    named = [row for row in rows if row["number"] == str(given)]
    sites = sorted({row["site"] for row in named})
    if site:
        named = [row for row in named if row["site"].lower() == site.lower()]
    elif own:
        others = [row for row in named if row["hand_id"] not in own]
        if not others or not isinstance(given, str):
            return own[0], ""
        theirs = [*dict.fromkeys(row["site"] for row in others)]
        how = by_door(f"--site {shown(theirs[0])}", f"site={theirs[0]!r}")
        return own[0], f"{given} is also a number of {' and '.join(theirs)}; for that give {how}"
    if isinstance(given, int) and named and not site:
        raise UsageError(
            f"no hand_id {given} in the lake; as a site's number it is text: '{given}'"
        )
    if not named:
        where = f" of {site}" if site else ""
        hint = did_you_mean(site, sites) if site and sites else "the table hands has all"
        raise UsageError(f"no hand {shown(given)}{where} in the lake; {hint}")
    if len(named) == 1:
        return named[0]["hand_id"], ""
    if len(sites) > 1 and not site:
        how = by_door("--site", "site=")
        raise UsageError(f"{' and '.join(sites)} have hands {shown(given)}; give one with {how}")
    ids = ", ".join(str(row["hand_id"]) for row in named[:_MOST_NAMED])
    more = ", ..." if len(named) > _MOST_NAMED else ""
    raise UsageError(
        f"{len(named)} hands of {named[0]['site']} are {shown(given)}, in files of their own; give "
        f"the hand_id of one: {ids}{more}"
    )


def hand_in(lake: LakePath | None, given: int | str, site: str) -> Hand:
    """The hand of a lake with this number; errors are those of :func:`.hand.hand`."""
    from pokerlake.queries import selection
    from pokerlake.queries.connection import connect
    from pokerlake.queries.files.whole_hands import hands_in
    from pokerlake.queries.functions.library import Library
    from pokerlake.queries.statements.run import ask

    there = Lake.open(lake_path(place_of(lake)))
    with connect(there) as connection:
        number, also = _found(connection, given, site)
        rows = ask(connection, "from hands where hand_id = $hand", {"hand": number})
        head = rows.to_arrow_table().to_pylist()[0]
        whole = selection.whole(connection, rows).read_all()
    replay = Replay(next(hands_in(whole.to_batches()[0])))
    equities, mixes = equities_of(replay, Library(there)), mixes_of(replay, there)
    return Hand(head, equities, mixes, whole, replay, also)
