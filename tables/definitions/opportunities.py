"""The view of opportunities: a row for each decision of a player, and one for each of his hands.

Every column is declared once, with its values for a decision and for a hand. So a query over
millions of hands joins only the tables that its columns need: see :func:`relation`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ..schema import Column, View
from .histories import ACTIONS, HANDS, SEATS

PLACE = 6  # among the modules, see registry

DECISIONS, PLAYED = "decisions", "hands"  # the two kinds of rows
DECISION = "actions.turn > 0"  # posts have no turn

_FROM = {DECISIONS: "actions", PLAYED: "seats"}
_JOINS = {
    "seats": "inner join seats on actions.hand_id = seats.hand_id and actions.seat = seats.seat",
    "hands": "inner join hands on {0}.hand_id = hands.hand_id",
    "sessions": "left join sessions on {0}.hand_id = sessions.hand_id and {0}.seat = sessions.seat",
    "entered": "left join (select site, tournament, max(name) as name, max(currency) as currency, "
    "max(buy_in + coalesce(bounty, 0) + coalesce(fee, 0)) as buy_in, max(players) as players "
    "from tournaments group by site, tournament) as entered "
    "on hands.site = entered.site and hands.tournament = entered.tournament",
}
_NEEDED = re.compile(rf"\b(actions|{'|'.join(_JOINS)})\.")
_CHIPS = "decimal(18,4)"


class Fact(NamedTuple):
    """A column of the view: its values for a decision and for a hand; empty means null."""

    name: str
    sql_type: str
    meaning: str
    of_decision: str
    of_hand: str
    in_view: bool = True  # False for slow ones, and those that need functions that a lake lacks

    def of(self, rows: str) -> str:
        """The expression for rows of a kind."""
        expression = self.of_decision if rows == DECISIONS else self.of_hand
        return expression or f"cast(null as {self.sql_type})"


def _in_big_blinds(chips: str) -> str:
    return f"cast({chips} as double) / cast(hands.big_blind as double)"


def _person(source: str) -> str:
    return (
        f"concat(name_at_site(hands.site, {source}.player, "
        f"coalesce(hands.table_name, hands.tournament), hands.hand_id, {source}.seat, hands.hero), "
        "' at ', hands.site)"
    )


def _facts() -> Iterable[Fact]:
    def stored(name: str, *, meaning: str = "", table: str = "") -> Fact:
        """A column of ``actions``, ``seats`` or ``hands``, with its meaning."""
        actions, seats, hands = ({c.name: c for c in t.columns} for t in (ACTIONS, SEATS, HANDS))
        if not table:
            table = "actions" if name in actions else "seats" if name in seats else "hands"
        column = {"actions": actions, "seats": seats, "hands": hands}[table][name]
        either = name in seats and name in actions
        return Fact(
            name,
            column.sql_type.lower(),
            meaning or column.meaning,
            f"{table}.{name}",
            f"seats.{name}" if either else "" if table == "actions" else f"{table}.{name}",
        )

    both = "null for a hand as a whole"
    yield stored("hand_id", meaning="the hand, of hands")
    yield stored("seat", meaning="the player's seat")
    yield stored("player", meaning="his name")
    yield stored("position", meaning="BTN, SB, BB, CO, HJ, MP, UTG, UTG+1, ...")
    yield Fact(
        "number", "bigint", "of the action within the hand; 0 for the hand as a whole",
        "actions.number", "0",
    )  # fmt: skip
    yield stored("street", meaning=f"as actions.street; {both}")
    yield stored("action", meaning=f"fold, check, call, bet, raise; {both}")
    for name in ("turn", "raises", "calls", "callers", "own_raises", "own_calls", "opponents",
                 "facing", "first_bet", "barrels", "aggressor", "versus", "side", "amount",
                 "to_call"):  # fmt: skip
        yield stored(name)
    yield Fact(
        "pot", _CHIPS, "before the action, all bets included; of a hand, in the end",
        "actions.pot", "hands.pot",
    )  # fmt: skip
    yield stored("total")
    yield Fact(
        "cold", "boolean", "whether he had put nothing in on the street, not even a blind",
        "actions.total = actions.amount", "",
    )  # fmt: skip
    yield stored("all_in", meaning="whether it was his last chip")
    yield Fact(
        "stack", "double",
        "in big blinds, what he can lose in the hand: his stack, or the largest of those who have "
        "not folded; of a hand, his stack before it",
        _in_big_blinds("actions.effective_stack"), _in_big_blinds("seats.stack"),
    )  # fmt: skip
    yield Fact(
        "behind", "double", "in big blinds, what he can still lose",
        _in_big_blinds("actions.behind"), "",
    )  # fmt: skip
    yield Fact(
        "may_raise", "boolean", "whether a raise could cost anybody more than a call does",
        "actions.behind > actions.to_call", "",
    )  # fmt: skip
    yield Fact(
        "spr", "double", "what he can still lose, in pots",
        "cast(actions.behind as double) / nullif(cast(actions.pot as double), 0)", "",
    )  # fmt: skip
    yield Fact(
        "size", "double", "of a bet or raise: what it adds to a call, in percent of the pot then",
        "case when actions.action in ('bet', 'raise') then "
        "100 * cast(actions.amount - actions.to_call as double) "
        "/ nullif(cast(actions.pot + actions.to_call as double), 0) end", "",
    )  # fmt: skip
    yield Fact(
        "size_bb", "double", "of a bet or raise: his bets on the street with it, in big blinds",
        "case when actions.action in ('bet', 'raise') then "
        f"{_in_big_blinds('actions.total')} end", "",
    )  # fmt: skip
    yield stored("hole", table="seats")
    yield stored("hand", table="seats")
    yield Fact(
        "board", "varchar", "the cards on it then; of a hand, in the end",
        "actions.board", "hands.board",
    )  # fmt: skip
    for name, macro, meaning in (
        ("suits", "flop_suits", "of the flop: rainbow, two-tone, monotone"),
        ("pairing", "flop_pairing", "of the flop: unpaired, paired, trips"),
        ("high_card", "flop_high", "the highest rank of the flop: A, K, Q, ..."),
    ):
        yield Fact(
            name, "varchar", f"{meaning}; null before it",
            f"{macro}(actions.board)", f"{macro}(hands.board)",
        )  # fmt: skip
    for name in ("vpip", "pfr", "saw", "showdown", "net", "invested", "collected", "cashout"):
        yield stored(name, table="seats")
    yield Fact(
        "net_bb", "double", "net in big blinds",
        *2 * (_in_big_blinds("seats.net"),),
    )  # fmt: skip
    paid = "hands.rake * seats.invested / nullif(cast(hands.pot as double), 0)"
    yield Fact(
        "rake_bb", "double", "his part of the rake, as of the pot, in big blinds",
        *2 * (_in_big_blinds(paid),),
    )  # fmt: skip
    yield Fact(
        "hero", "boolean", "whether the file is about him",
        "coalesce(actions.seat = hands.hero, false)", "coalesce(seats.seat = hands.hero, false)",
    )  # fmt: skip
    for name in ("site", "table_name", "tournament", "game", "currency"):
        yield stored(name)
    money = "money_of(hands.currency, hands.tournament)"
    yield Fact("played_for", "varchar", "USD, ..., play money, tournament chips", money, money)
    for name in ("small_blind", "big_blind", "ante", "straddle", "bomb_pot"):
        yield stored(name)
    yield Fact("players", "bigint", "dealt in", *2 * ("hands.seats",))
    yield stored("played")
    yield stored("played_utc")
    for name, meaning, expression in (
        ("day", "date", "cast(hands.played as date)"),
        ("month", "varchar: 2024-01", "strftime(hands.played, '%Y-%m')"),
        ("year", "bigint", "year(hands.played)"),
        ("weekday", "bigint: 1 Monday .. 7 Sunday", "isodow(hands.played)"),
        ("hour", "bigint: 0..23", "hour(hands.played)"),
    ):
        sql_type, _, values = meaning.partition(": ")
        yield Fact(name, sql_type, f"of played{values and ': '}{values}", expression, expression)
    yield Fact(
        "made", "varchar", "of a decision after the flop, the kind of hand that he has made, where "
        "his hole of two cards is known",
        "case when length(seats.hole) = 4 then made_name(made(seats.hole, actions.board)) end", "",
        in_view=False,
    )  # fmt: skip
    yield Fact(
        "person", "varchar", "who he is: his name at its site; at Bovada, where names are places "
        "in a hand, his seat at a table or in a tournament, in a zone pool in a hand, or hero",
        _person("actions"), _person("seats"), in_view=False,
    )  # fmt: skip
    yield Fact(
        "session", "bigint", "1, 2, ... of the person: hands without a break of half an hour",
        *2 * ("sessions.session_number",), in_view=False,
    )  # fmt: skip
    yield Fact(
        "seconds", "double", "of a hand, until his next one; 0 for the last of a session",
        "", "sessions.seconds", in_view=False,
    )  # fmt: skip
    yield Fact(
        "luck_bb", "double", "of a hand, what he won of pots that the cards decided after the "
        "betting was over, before the river, less his equity in them; in big blinds",
        "", _in_big_blinds("seats.luck"),
    )  # fmt: skip
    yield stored("luck", meaning="the same in chips")
    for name, sql_type, meaning, expression in (
        ("buy_in", "double", "of one entry in its tournament, with bounty and fee", "buy_in"),
        ("buy_in_currency", "varchar", "USD, EUR, FPP, ...", "currency"),
        ("tournament_name", "varchar", "the name of its tournament", "name"),
        ("entrants", "bigint", "players in its tournament", "players"),
    ):
        value = f"cast(entered.{expression} as {sql_type})"
        yield Fact(name, sql_type, f"{meaning}; null if unknown", value, value, in_view=False)


FACTS = {fact.name: fact for fact in _facts()}


def relation(rows: str, names: Iterable[str], parts: Sequence[str] = ()) -> str:
    """The SQL of rows of a kind, with these columns, from the tables they need alone.

    ``parts``: definitions of tables, ``hands as (...), ...``, of some hands each. Then the join
    runs part by part, unless it needs sessions, which span all hands.
    """
    expressions = {name: FACTS[name].of(rows) for name in names}
    source = _FROM[rows]
    needed = set(_NEEDED.findall(" ".join(expressions.values())))
    needed = (needed | ({"hands"} if "entered" in needed else set())) - {source}
    columns = ", ".join(f'{expressions[name]} as "{name}"' for name in expressions)
    joins = " ".join(join.format(source) for table, join in _JOINS.items() if table in needed)
    where = f"where {DECISION}" if rows == DECISIONS else ""
    select = f"select {columns} from {source} {joins} {where}"  # noqa: S608 of declarations
    if not parts or not needed or "sessions" in needed:
        return select
    return " union all ".join(f"(with {part} {select})" for part in parts)


def names_sql(name: str) -> str:
    """The SQL of a column of hands, with each of its values at least once."""
    expression = FACTS[name].of_hand
    if {*_NEEDED.findall(expression)} == {"hands"}:  # no players needed
        return f'select {expression} as "{name}" from hands'  # noqa: S608 of declarations
    return relation(PLAYED, [name])


def _whole() -> str:
    names = [fact.name for fact in FACTS.values() if fact.in_view]
    return " union all ".join(relation(rows, names) for rows in (DECISIONS, PLAYED))


OPPORTUNITIES = View(
    name="opportunities",
    one_row="a decision of a player, with what he faced; and, with the number 0, each of his hands",
    columns=tuple(
        Column(fact.name, fact.sql_type, fact.meaning) for fact in FACTS.values() if fact.in_view
    ),
    needs=("hands", "seats", "actions"),
    select=_whole,
)
