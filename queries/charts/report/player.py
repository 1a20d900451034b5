"""The sections of a report on a player."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pokerlake.tables.definitions.opportunities import DECISIONS, PLAYED
from pokerlake.tables.definitions.statistics import ENTRY_FACTS, STATISTICS
from pokerlake.tables.errors import OutputError, UsageError
from pokerlake.tables.lake import lake_path
from pokerlake.tables.store import whole_file

from ...browser import show
from ...files.write import text_of
from ...questions.fields import of_field
from ...questions.telling import telling
from ...selection import whole
from ...statements.run import ask, stream
from ...statistics.answer import why_nothing
from ...statistics.asked import Statistics, stats_in
from ...statistics.given import conditions_of, player_condition
from ...statistics.nodes import conditions_on, hands_of, rows_sql
from ..drawing.picture import draw
from ..played import winnings, winnings_conditions
from ..statistics import statistics_figure
from .page import Cell, Folded, Section, Table, page

if TYPE_CHECKING:
    import duckdb

    from ...statistics.given import Condition

POSITION_STATISTICS = (
    "vpip", "pfr", "rfi", "limp", "three_bet", "fold_to_three_bet", "four_bet", "squeeze",
    "cold_call", "steal", "fold_to_steal", "resteal", "cbet_flop", "cbet_turn", "cbet_river",
    "fold_to_cbet_flop", "fold_to_cbet_turn", "fold_to_cbet_river", "check_raise_flop",
    "donk_bet_flop", "probe_bet_turn", "af", "afq", "wtsd", "wsd", "wwsf", "bb_100", "ev_bb_100",
    "red_line", "blue_line",
)  # fmt: skip
AFTER_FLOP = ("cbet", "fold_to_cbet", "call_cbet", "raise_cbet", "check_raise")
OF_TOURNAMENTS = (
    "roi", "itm", "finish", "place", "buy_in_mean", "tournament_net", "bounties",
)  # fmt: skip
_BEST = 10  # hands, and as many of the worst
_MOST_STAKES = 40
_ERRORS = 2  # standard errors: larger differences are marked
_FEWEST = 30  # chances: with fewer, the error of a share is not well known

_STAKES = """
select
    site,
    if(tournament is null, game, 'tournaments') as what,
    if(tournament is null, small_blind, null) as small,
    if(tournament is null, big_blind, null) as big,
    played_for,
    count(*) as hands,
    if(any_value(tournament) is null, sum(net), null) as net,
    100 * avg(net_bb) as rate,
    100 * stddev(net_bb) / sqrt(count(*)) as error,
    min(day) as first_day,
    max(day) as last_day,
    count(distinct day) as days
from ({rows}) group by all order by hands desc, site, what, small, big, played_for
"""
_CASH = "select distinct small_blind, big_blind, played_for from ({rows})"
_DAYS = "select count(distinct day) as days from ({rows})"
_HANDS = """
select hand_id, day, site, small_blind, big_blind, position, hole, board, net_bb, net, played_for
from ({rows}) where net_bb {sign} 0 order by net_bb {order}, hand_id limit {most}
"""


@dataclass(frozen=True)
class Report:
    """A report on one player, as a self-contained page of HTML."""

    player: str
    html: str

    def save(self, path: PathLike[str] | str) -> Path:
        """Write the page, whole or not at all; its name ends in .html. Returns the path.

        Raises
        ------
        UsageError
            If the name has another ending.
        OutputError
            If it is a folder, or cannot be written.
        """
        to = Path(path)
        to = to.expanduser() if str(path).startswith("~/") else to
        require_page(to)
        with whole_file(to.resolve() if to.is_symlink() else to) as file:
            file.write(self.html.encode())
        return to

    def show(self) -> bool:
        """Open it in a browser; False if there is none. The temporary file is not removed."""
        return show(self.html)

    def __repr__(self) -> str:
        return f"Report({self.player!r})"


def require_page(path: Path) -> None:
    """Refuse a name that is not for a page, before the work."""
    if path.is_dir():
        raise OutputError(f"{path} is a folder; give the name of a file")
    if path.suffix.lower() != ".html":
        raise UsageError(f"{path} does not end in .html; a report is a page")


def report(
    player: str,
    *,
    where: Any = None,
    beside: Any = "others",
    lake: PathLike[str] | str | None = None,
) -> Report:
    """A report on a player from imported hands, as HTML: ``report("Ann").save("ann.html")``.

    It has his sites, stakes and money; winnings with all-in EV; thirty statistics by position, each
    with its interval and count, beside another cohort; c-bets and folds by street; sizes of bets;
    results by starting hand; tournaments; and his best and worst hands, whose texts open.

    Parameters
    ----------
    player : str
        His name; ``hero`` is the player who saved the files.
    where : mapping or list of text, optional
        Conditions on his hands, as in ``stats``: ``{"big_blind": 0.5}``.
    beside : str or mapping
        The other cohort, as in ``stats``; by default all other players. Empty for none.
    lake : str or Path, optional
        The lake with the hands.

    Returns
    -------
    Report

    Raises
    ------
    UsageError
        If nobody of that name played, or a condition is on an unknown column.
    LakeError
        If the lake has no hands.

    Examples
    --------
    >>> report("hero", lake="lake").save("hero.html")  # doctest: +SKIP
    """
    with of_field("player"):
        his = player_condition(player)
    with of_field("where"):
        conditions = tuple(conditions_of(where))
        conditions_on(PLAYED, where)
        conditions_on(DECISIONS, where)
    place = None if lake is None else lake_path(lake)
    with hands_of(place, (his, *conditions)) as connection:
        asked = _Asked(player, (his, *conditions), where, beside, connection)
        parts: tuple[Callable[[], Iterator[Section]], ...] = (
            asked.head, asked.winnings, asked.by_position, asked.after_flop, asked.sizes,
            asked.by_hand, asked.tournaments, partial(asked.hands, best=True),
            partial(asked.hands, best=False),
        )  # fmt: skip
        sections: list[Section] = []
        for done, part in enumerate(parts):
            telling().count(done, len(parts))
            sections += part()
    return Report(player, page(player, sections))


@dataclass(frozen=True)
class _Asked:
    """The player of the report, and conditions on his hands."""

    player: str
    conditions: tuple[Condition, ...]  # including the one on the player
    where: Any
    beside: Any
    connection: duckdb.DuckDBPyConnection

    def _rows(
        self,
        sql: str,
        names: Sequence[str],
        conditions: Sequence[Condition] | None = None,
        **words: Any,
    ) -> list[dict[str, Any]]:
        """The rows of SQL on his hands."""
        rows, values = rows_sql(self.connection, PLAYED, names, conditions or self.conditions)
        result: list[dict[str, Any]] = (
            stream(self.connection, sql.format(rows=rows, **words), values).read_all().to_pylist()
        )
        return result

    def _stats(self, names: Sequence[str], by: str = "", **more: Any) -> Statistics:
        more = {"where": self.where} | more
        return stats_in(self.connection, names, by=by, player=self.player, **more)

    def _where(self, **more: str) -> Any:
        """The conditions, and more."""
        if isinstance(self.where, Mapping):
            return {**self.where, **more}
        conditions = self.where or []
        added = [f"{name}={value}" for name, value in more.items()]
        return [*([conditions] if isinstance(conditions, str) else conditions), *added]

    # ------------------------------------------------------------ sections

    def head(self) -> Iterator[Section]:
        """Sites, stakes, days and money."""
        names = ("site", "game", "tournament", "small_blind", "big_blind", "played_for", "net",
                 "net_bb", "day")  # fmt: skip
        stakes = self._rows(_STAKES, names)
        if not stakes:
            reason = why_nothing(self.connection, self.conditions, PLAYED)
            raise UsageError(f"{reason}; leave one out")
        days = self._rows(_DAYS, ("day",))[0]["days"]
        hands = sum(row["hands"] for row in stakes)
        sites = list(dict.fromkeys(row["site"] for row in stakes))
        first = [row["first_day"] for row in stakes if row["first_day"]]
        last = [row["last_day"] for row in stakes if row["last_day"]]
        of_days = f" on {days:,} days, {min(first)} to {max(last)}" if first else ""
        rows = [
            [
                Cell(row["site"]), Cell(row["what"]), Cell(_stakes(row["small"], row["big"])),
                Cell(row["played_for"]), Cell(f"{row['hands']:,}"),
                Cell("" if row["net"] is None else f"{row['net']:,.2f}"),
                Cell(_rate(row["rate"], row["error"])),
                Cell(_span(row["first_day"], row["last_day"])),
            ]
            for row in stakes
        ]  # fmt: skip
        heads = ("Site", "Game", "Stakes", "Played for", "Hands", "Won", "bb/100 ± error", "Days")
        paragraphs = [f"{hands:,} hands at {', '.join(sites)}{of_days}."]
        won = _money(stakes)
        if won:
            paragraphs.append(f"Won in cash games: {won}.")
        if self.where:
            paragraphs.append(f"Only these hands: {_where_text(self.where)}.")
        if len(rows) > _MOST_STAKES:
            paragraphs.append(
                f"The {_MOST_STAKES} stakes with the most hands are listed, of {len(rows)}."
            )
        table = Table(heads, rows[:_MOST_STAKES], lefts=4)
        yield Section("Hands and stakes", paragraphs, [table])

    def winnings(self) -> Iterator[Section]:
        """Winnings with all-in EV, and by stakes if there are several."""
        his_cash = winnings_conditions(self.player, self.conditions[1:])
        stakes = self._rows(_CASH, ("small_blind", "big_blind", "played_for"), his_cash)
        where, paragraph = (
            (his_cash, "Cash games. ") if stakes else (self.conditions, "Tournaments. ")
        )
        drawn = [winnings(self.connection, where, "Won, and with all-ins at their equity").figure()]
        if len(stakes) > 1:
            of_stakes = winnings(self.connection, where, "Won by stakes", lines="stakes")
            drawn.append(of_stakes.figure())
        paragraph += (
            "If the betting ended before the river, all-in EV counts his equity in the pot at that "
            "point. The blue line has the hands with a showdown, the red line the others."
        )
        yield Section("Winnings", [paragraph], [draw(each) for each in drawn])

    def by_position(self) -> Iterator[Section]:
        """Thirty statistics, for all hands and by position, compared with the other cohort."""
        of_all = self._stats(POSITION_STATISTICS, beside=self.beside)
        of_each = self._stats(POSITION_STATISTICS, "position", beside=self.beside)
        every = _cells(of_all)
        cells = _cells(of_each)
        positions = list(dict.fromkeys(at for (at, _), value in cells.items() if value.chances))
        has_other = "other" in of_all
        rows = []
        for name in POSITION_STATISTICS:
            statistic = STATISTICS[name]
            here = every.get((None, name))
            row = [Cell(statistic.title, about=statistic.about), _of(name, here)]
            if has_other:
                row += _other(name, here)
            row += [_of(name, cells.get((position, name)), beside=True) for position in positions]
            rows.append(row)
        heads = ["", "All", *(["Beside", "Difference ± error"] if has_other else [])]
        heads += [position or "not known" for position in positions]
        cohort = "all others" if self.beside == "others" else _where_text(self.beside)
        beside_text = (
            f"The column Beside has {cohort}. A difference of two standard errors or more is "
            f"marked if both have {_FEWEST} chances; luck alone marks one or two of thirty. "
            "Pointing at a cell shows its difference."
        )
        interval_text = "Below each value are its 95 % interval and its number of chances."
        yield Section(
            "Statistics by position", [interval_text, *([beside_text] if has_other else [])],
            [Table(heads, rows, lefts=1)],
        )  # fmt: skip

    def after_flop(self) -> Iterator[Section]:
        """C-bets, and his play against them, by street."""
        statistics = self._stats(AFTER_FLOP, "street", beside=self.beside)
        if statistics.chances.any():
            yield Section(
                "C-bets, and against them", [], [draw(statistics_figure(statistics, "By street"))]
            )

    def sizes(self) -> Iterator[Section]:
        """Sizes of raises before the flop, and of bets after it."""
        drawn = []
        for by, title, more in (
            (
                "size_bb",
                "Raises before the flop, in big blinds",
                {"street": "preflop", "action": "raise"},
            ),
            ("street,size", "Bets by street, in percent of the pot", {"action": "bet"}),
        ):
            statistics = self._stats(["decisions"], by, where=self._where(**more))
            if len(statistics):
                drawn.append(draw(statistics_figure(statistics, title)))
        if drawn:
            yield Section("Sizes", [], drawn)

    def by_hand(self) -> Iterator[Section]:
        """Results of each known starting hand."""
        statistics = self._stats(["bb_100"], "hand")
        if any(hand is not None for hand in statistics.to_arrow()["hand"].to_pylist()):
            paragraph = (
                "Known holes only. Pointing at a cell shows its interval and its number of hands."
            )
            yield Section(
                "Results by starting hand", [paragraph], [draw(statistics_figure(statistics))]
            )

    def tournaments(self) -> Iterator[Section]:
        """ROI and places by currency, with errors, if he has entries."""
        there = self.connection.execute("show tables").fetchall()
        if ("tournaments",) not in there or any(
            condition.name not in ENTRY_FACTS for condition in self.conditions
        ):
            return
        entries = self._stats(OF_TOURNAMENTS, "currency")
        if not len(entries):
            return
        cells = _cells(entries)
        moneys = list(dict.fromkeys(money for money, _ in cells))
        rows = [
            [Cell(STATISTICS[name].title, about=STATISTICS[name].about)]
            + [_of(name, cells.get((money, name))) for money in moneys]
            for name in OF_TOURNAMENTS
        ]
        heads = ["", *(str(money or "not known") for money in moneys)]
        paragraph = (
            "Below each value are its 95 % interval, and its number of entries or the amount."
        )
        yield Section("Tournaments", [paragraph], [Table(heads, rows, lefts=1)])

    def hands(self, *, best: bool) -> Iterator[Section]:
        """The hands with the largest wins, or losses, in big blinds."""
        names = ("hand_id", "day", "site", "small_blind", "big_blind", "position", "hole", "board",
                 "net_bb", "net", "played_for")  # fmt: skip
        sign, order = (">", "desc") if best else ("<", "asc")
        hands = self._rows(_HANDS, names, sign=sign, order=order, most=_BEST)
        rows = [
            [
                Cell(str(row["hand_id"]), opens=_name(row["hand_id"])), Cell(_text(row["day"])),
                Cell(row["site"]),
                Cell(f"{_stakes(row['small_blind'], row['big_blind'])} {row['played_for']}"),
                Cell(_text(row["position"])), Cell(_text(row["hole"]), cards=True),
                Cell(_text(row["board"]), cards=True),
                Cell(f"{row['net_bb']:+,.1f}"), Cell(f"{row['net']:+,.2f}"),
            ]
            for row in hands
        ]  # fmt: skip
        heads = ("Hand", "Day", "Site", "Stakes", "Position", "Hole", "Board", "bb", "Won")
        if not rows:
            return
        numbers = [row["hand_id"] for row in hands]
        asked = ask(self.connection, "from hands where hand_id in $hands", {"hands": numbers})
        written = whole(self.connection, asked).read_all()
        places = {number: at for at, number in enumerate(written["hand_id"].to_pylist())}
        folded = [
            Folded(
                _name(number),
                f"pokerlake hand {number}",
                text_of(written.slice(places[number], 1), "pokerstars").rstrip(),
            )
            for number in numbers
        ]
        title = "Best hands" if best else "Worst hands"
        paragraph = "Their texts are below; a number opens one."
        yield Section(title, [paragraph], [Table(heads, rows, lefts=7), *folded])


# ---------------------------------------------------------------- cells


@dataclass(frozen=True)
class _Value:
    """A value of a cell and a statistic, with that of the other cohort."""

    value: float
    low: float
    high: float
    chances: float
    other: float = math.nan
    other_chances: float = 0
    difference: float = math.nan
    difference_error: float = math.nan


def _cells(statistics: Statistics) -> dict[tuple[Any, str], _Value]:
    """The values by key, None without a key, and statistic."""
    names = [name for name in _Value.__dataclass_fields__ if name in statistics]
    columns = statistics.to_arrow().to_pydict()
    keys = columns[statistics.by[0]] if statistics.by else [None] * len(columns["statistic"])
    return {
        (key, statistic): _Value(*(math.nan if each is None else each for each in values))
        for key, statistic, *values in zip(
            keys, columns["statistic"], *(columns[name] for name in names), strict=True
        )
    }


def _number(name: str, value: float) -> str:
    if math.isnan(value):
        return "–"
    return f"{value:z,.{1 if STATISTICS[name].unit not in ('', 'money') else 2}f}"


def _of(name: str, value: _Value | None, *, beside: bool = False) -> Cell:
    """A value with its interval and count; with ``beside``, the difference is its tooltip."""
    if value is None or math.isnan(value.value):
        return Cell("–")
    low, high = (_number(name, end) for end in (value.low, value.high))
    below = [] if math.isnan(value.low) else [f"{low} to {high}"]
    below.append(f"of {value.chances:,.0f}")
    if not beside or math.isnan(value.difference):
        return Cell(_number(name, value.value), below=tuple(below))
    return Cell(
        _number(name, value.value),
        below=tuple(below),
        about=f"beside {_number(name, value.other)}, difference {_difference(name, value)}",
        marked=_is_marked(value),
    )


def _other(name: str, value: _Value | None) -> list[Cell]:
    """The other cohort's value, and the difference, marked if it is hardly due to luck."""
    if value is None or math.isnan(value.difference):
        return [Cell("–" if value is None else _number(name, value.other)), Cell("")]
    return [
        Cell(_number(name, value.other)), Cell(_difference(name, value), marked=_is_marked(value)),
    ]  # fmt: skip


def _difference(name: str, value: _Value) -> str:
    less = _number(name, value.difference)
    sign = "+" if value.difference > 0 else ""
    return f"{sign}{less} ± {_number(name, value.difference_error)}"


def _is_marked(value: _Value) -> bool:
    known = value.chances >= _FEWEST and value.other_chances >= _FEWEST
    return known and abs(value.difference) >= _ERRORS * value.difference_error > 0


def _money(rows: Sequence[Mapping[str, Any]]) -> str:
    """The winnings in each currency, without play money."""
    won: dict[str, Any] = {}
    for row in rows:
        if row["net"] is not None and row["played_for"] != "play money":
            won[row["played_for"]] = won.get(row["played_for"], 0) + row["net"]
    return ", ".join(f"{net:,.2f} {money}" for money, net in won.items())


def _rate(rate: float | None, error: float | None) -> str:
    if rate is None:
        return ""
    return f"{rate:z,.1f}" + (f" ± {error:,.1f}" if error is not None else "")


def _span(first: Any, last: Any) -> str:
    return "" if first is None else str(first) if first == last else f"{first} to {last}"


def _stakes(small: Any, big: Any) -> str:
    return "" if big is None else f"{small.normalize():f}/{big.normalize():f}"


def _name(hand: int) -> str:
    """The name of the text of a hand in the page."""
    return f"hand-{hand}"


def _text(value: Any) -> str:
    return "" if value is None else str(value)


def _where_text(where: Any) -> str:
    if isinstance(where, Mapping):
        return ", ".join(f"{name} {value}" for name, value in where.items())
    return where if isinstance(where, str) else ", ".join(map(str, where))
