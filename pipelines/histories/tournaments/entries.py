"""Entries of players in tournaments, the rows of ``tournaments``, and how sources are merged.

An entry comes from a summary, from hands, or both: facts that one lacks are taken from the other.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence
from decimal import Decimal
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from pokerlake.tables.definitions.histories import TOURNAMENTS

from ..hand import DECIMALS, BadHandError, of_short_texts
from ..heads import SIGNS, amount_of, game_in


class Entry(NamedTuple):
    """An entry of a player, as ``tournaments`` has it.

    Amounts are in ten-thousandths, moments in seconds since 1970. ``summary`` is False for entries
    from hands, which know no ``bounties`` but those in them.
    """

    site: str
    tournament: str
    player: str
    entry: int = 1
    name: str | None = None
    started: int | None = None
    zone: str | None = None
    started_utc: int | None = None
    game: str | None = None
    currency: str | None = None
    buy_in: int | None = None
    bounty: int | None = None
    fee: int | None = None
    rebuys: int | None = None
    rebuy_cost: int | None = None
    players: int | None = None
    prize_currency: str | None = None
    prize_pool: int | None = None
    place: int | None = None
    prize: int | None = None
    bounties: int | None = None
    bounties_in_hands: int | None = None
    hero: bool = False
    summary: bool = False
    file: str = ""

    @property
    def key(self) -> tuple[str, str, str, int]:
        """The key of the entry, in the order of the table."""
        return self[:4]


_MOST: dict[str, int] = {
    field.name: 10**field.type.precision - 1
    if pa.types.is_decimal(field.type)
    else 2**field.type.bit_width - 1
    for field in TOURNAMENTS.arrow_schema()
    if pa.types.is_decimal(field.type) or pa.types.is_integer(field.type)
}


def too_large(entry: Entry) -> str | None:
    """The first column whose value is too large for it; None if there is none."""
    return next((name for name, most in _MOST.items() if (getattr(entry, name) or 0) > most), None)


def added(first: int, second: int) -> int:
    """The sum of two amounts, as far as a column can hold it."""
    return min(first + second, _MOST["bounties_in_hands"])


# ---------------------------------------------------------------- buy-ins


class Costs(NamedTuple):
    """The cost of an entry, by its parts; None for unknown parts."""

    buy_in: int | None = None
    bounty: int | None = None
    fee: int | None = None
    currency: str | None = None

    @property
    def sum(self) -> int:
        """Of all known parts."""
        return sum(part or 0 for part in self[:3])


_MONEY = re.compile(
    r"(?:(?P<code>[A-Z]{2,4}) )?(?P<sign>[CT]?\$|[€£₹¥P]|Rs\.)? ?(?P<number>\d(?:[\d., ]*\d)?) ?"
    r"(?P<after>[$€£₹¥])? ?(?P<unit>[A-Za-z][A-Za-z ]*)?\.?"
)
_BOTH_MARKS = re.compile(r"\d{1,3}(?:\.\d{3})+,\d+")
# Words after an amount that are not a currency: a ticket counts as its worth.
_NO_CURRENCY = re.compile(r".*\b(?:entry|tickets?|seat|chips|money)", re.IGNORECASE)
_FREE = re.compile(r"free(?:roll)?\b.*|gratuit|gratis|бесплатно|no buy-?in", re.IGNORECASE)
_PARTS = re.compile(r" ?[+/] ?|(?<=[\d€]) ?- ?(?=[\d$€£₹¥])")
_BEGINS_AS_MONEY = re.compile(r"(?:[A-Z]{2,4} |[CT]?\$|[€£₹¥P]|Rs\.)? ?\d")


def is_money(text: str) -> bool:
    """Whether a text begins like an amount; others are tickets, and the like."""
    return _BEGINS_AS_MONEY.match(text) is not None


@of_short_texts(1 << 12)
def money(text: str) -> tuple[int, str | None]:
    """An amount and its currency: ``$2.50 USD``, ``0,09 €``, ``EUR 0.90``, ``25 FPP``.

    The currency is None for play money. Raises BadHandError if the text is not an amount.
    """
    match = _MONEY.fullmatch(text.replace("\u00a0", " ").strip())
    unit = (match and match["unit"]) or ""
    is_code = unit.isupper() and 2 <= len(unit) <= 4
    if match is None or not (unit == "" or is_code or _NO_CURRENCY.fullmatch(unit)):
        raise BadHandError(f"{text!r} is no amount of money")
    number = match["number"]
    if _BOTH_MARKS.fullmatch(number):
        number = number.replace(".", "")
    try:
        amount = amount_of(number)
    except BadHandError as error:
        raise BadHandError(f"{text!r} is no amount of money") from error
    sign = (match["sign"] or match["after"] or "").lstrip("CT")
    return amount, match["code"] or (unit if is_code else SIGNS.get(sign))


@of_short_texts(1 << 12)
def costs(text: str, order: str = "pbf") -> Costs:
    """The parts of ``$4.50+$5+$0.50``; ``order`` is that of three parts: prize, bounty, fee.

    The words of a ticket or an invitation have no parts. Raises BadHandError as :func:`money` does.
    """
    text = text.replace("\u00a0", " ").strip()
    if _FREE.fullmatch(text):
        return Costs(0, None, 0)
    if not is_money(text):
        return Costs()
    parts = [money(part) for part in _PARTS.split(text)]
    names = {1: "p", 2: "pf", 3: order}.get(len(parts))
    if names is None:
        raise BadHandError(f"{text!r} is no buy-in")
    by_name: dict[str, int] = {}
    for name, (amount, _) in zip(names, parts, strict=True):
        by_name[name] = by_name.get(name, 0) + amount
    currency = next((currency_of_part for _, currency_of_part in parts if currency_of_part), None)
    return Costs(by_name["p"], by_name.get("b"), by_name.get("f"), currency)


def game_told(text: str) -> str | None:
    """A game as ``hands.game`` has it, or as the file names it."""
    limit, game = game_in(text)
    return f"{limit} {game}" if limit and game else text.strip() or None


# ---------------------------------------------------------------- merging


def merged(old: pa.Table, new: Iterable[Entry]) -> pa.Table:
    """The rows of the table with new entries; ``old`` itself if they add nothing.

    A summary takes precedence, and hands fill in what it lacks. ``bounties_in_hands`` adds up.

    ``old``: with the columns of ``tournaments``, ordered by its key; ``new``: those from hands must
    be of new hands, in order.
    """
    more: dict[tuple[str, str], list[Entry]] = {}
    for entry in new:
        more.setdefault((entry.site, entry.tournament), []).append(entry)

    def tournament_at(row: int) -> tuple[str, str]:
        return old["site"][row].as_py(), old["tournament"][row].as_py()

    parts, end, anything = [], 0, False
    for key in sorted(more):
        first = bisect_left(range(len(old)), key, lo=end, key=tournament_at)
        after = bisect_right(range(len(old)), key, lo=first, key=tournament_at)
        there = entries_of(old.slice(first, after - first))
        joined = sorted(_joined(there, more[key]), key=lambda entry: entry.key)
        anything = anything or joined != there
        parts += [old.slice(end, first - end), as_table(joined)]
        end = after
    return pa.concat_tables([*parts, old.slice(end)]) if anything else old


def _joined(there: Sequence[Entry], more: Sequence[Entry]) -> list[Entry]:
    """The merged entries of a tournament."""
    known: dict[str, dict[int, Entry]] = {}  # by player and number
    for entry in there:
        known.setdefault(entry.player, {})[entry.entry] = entry
    for entry in more:
        his = known.setdefault(entry.player, {})
        at = entry.entry if entry.summary else _entry_of(entry, his)
        his[at] = _filled(his[at], entry) if at in his else entry._replace(entry=at)
    heroes = [name for name, his in known.items() if name and any(e.hero for e in his.values())]
    if len(heroes) == 1:
        his = known[heroes[0]]
        for at, unnamed in known.pop("", {}).items():
            named = unnamed._replace(player=heroes[0])
            his[at] = _filled(his[at], named) if at in his else named
    return [entry for his in known.values() for entry in his.values()]


def _entry_of(new: Entry, his: dict[int, Entry]) -> int:
    """Which of a player's entries an entry from hands is: he may have entered more than once."""
    entries = [his[entry] for entry in sorted(his)]
    last = entries[-1].entry if entries else 0
    open_ones = [each.entry for each in entries if each.place is None]
    if new.place is not None:
        same = [each.entry for each in entries if each.place == new.place]
        if same or open_ones:
            return (same or open_ones)[0]
        return last if any(each.summary for each in entries) else last + 1
    return (open_ones or [last or new.entry])[0]


_IN_PRIZE_CURRENCY = ("prize_pool", "prize", "bounties", "bounties_in_hands")


def _combined(how: Callable[[int, int], int], first: int | None, second: int | None) -> int | None:
    """Two numbers combined; None if both are None."""
    if first is None or second is None:
        return second if first is None else first
    return how(first, second)


def _filled(there: Entry, new: Entry) -> Entry:
    """Two accounts of the same entry, values."""
    first, second = (new, there) if new.summary else (there, new)
    values: dict[str, Any] = {
        name: value if value is not None else other
        for name, value, other in zip(Entry._fields, first, second, strict=True)
    }
    # The parts of a buy-in go together: a summary may count bounties as part of the prizes.
    apart = first.bounty is None and second.bounty is not None
    parts = second if first.buy_in is None or apart else first
    values |= {name: getattr(parts, name) for name in ("buy_in", "bounty", "fee")}
    values["players"] = _combined(max, new.players, there.players)
    if first.prize_currency and second.prize_currency not in (None, first.prize_currency):
        values |= {name: getattr(first, name) for name in _IN_PRIZE_CURRENCY}
    else:
        values["prize_pool"] = _combined(max, new.prize_pool, there.prize_pool)
        both = new.bounties_in_hands, there.bounties_in_hands
        values["bounties_in_hands"] = _combined(added, *both)
    values |= {
        "entry": there.entry, "file": there.file,
        "hero": new.hero or there.hero, "summary": new.summary or there.summary,
    }  # fmt: skip
    return Entry(**values)


# ---------------------------------------------------------------- tables


def as_table(entries: Sequence[Entry]) -> pa.Table:
    """The rows of entries, in their order."""
    schema = TOURNAMENTS.arrow_schema()
    columns = list(zip(*entries, strict=True)) or [()] * len(schema)
    arrays = [_array(values, field) for values, field in zip(columns, schema, strict=True)]
    return pa.Table.from_arrays(arrays, schema=schema)


def _array(values: Sequence[Any], field: pa.Field) -> pa.Array:
    if pa.types.is_decimal(field.type):
        values = [v if v is None else Decimal(v).scaleb(-DECIMALS) for v in values]
    elif pa.types.is_timestamp(field.type):
        values = [v if v is None else 1000 * v for v in values]
    return pa.array(values, field.type)


def entries_of(table: pa.Table) -> list[Entry]:
    """The entries of rows, the inverse of :func:`as_table`."""
    columns = []
    for field in table.schema:
        column = table[field.name]
        if pa.types.is_decimal(field.type):
            values = [None if v is None else int(v.scaleb(DECIMALS)) for v in column.to_pylist()]
        elif pa.types.is_timestamp(field.type):
            values = pc.divide(column.cast(pa.int64()), 1000).to_pylist()
        else:
            values = column.to_pylist()
        columns.append(values)
    return [Entry(*row) for row in zip(*columns, strict=True)]
