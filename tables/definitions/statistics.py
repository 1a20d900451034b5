"""Every statistic, defined once: a ratio of two conditions over the rows of opportunities.

``chance`` says which rows count, and ``taken`` which of them, or what of each, is counted: both in
SQL over columns of the view. The value is 100, or ``scale``, times the ratio of their sums. Doors,
SQL macros and the reference page are made from this list. Names are those of the field; where
PokerTracker 4 (PT4), Hold'em Manager 2 (HM2) and fpdb count differently, ``elsewhere`` says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from .opportunities import DECISIONS, FACTS, PLAYED, Fact

PLACE = 6  # among the modules, see registry

ENTRIES = "entries"  # of players in tournaments
SHARE, MEAN, RATIO, SUM, COUNT = "share", "mean", "ratio", "sum", "count"
STREETS = ("flop", "turn", "river")
_WORD = re.compile(r"\w+")
_TEXT_OR_WORD = re.compile(r"'[^']*'|\w+")


class Statistic(NamedTuple):
    """What is counted, and on which rows."""

    name: str
    title: str
    about: str  # in words, including the denominator
    rows: str  # decisions, hands, or entries
    chance: str  # which rows it covers; for a ratio, what its denominator counts
    taken: str  # a condition; for a mean or a sum, a value; for a ratio, what its numerator counts
    kind: str = SHARE
    scale: float = 100.0
    unit: str = "%"
    elsewhere: str = ""

    @property
    def numerator(self) -> str:
        """What a row adds to the numerator, in SQL."""
        if self.kind == RATIO:
            return self.taken
        if self.kind in (MEAN, SUM, COUNT):
            return f"case when {self.chance} then {self.taken} end"
        return f"cast(coalesce({self.chance} and {self.taken}, false) as int)"

    @property
    def denominator(self) -> str:
        """What a row adds to the denominator, in SQL."""
        if self.kind == RATIO:
            return self.chance
        if self.kind in (MEAN, SUM, COUNT):
            return f"case when {self.chance} and ({self.taken}) is not null then 1 end"
        return f"cast(coalesce({self.chance}, false) as int)"

    @property
    def macro(self) -> str:
        """The body of the SQL macro: ``vpip(o)`` of ``opportunities o``.

        Empty for other kinds of rows, for columns that the view lacks, and for single streets.
        """
        words = {*_WORD.findall(f"{self.chance} {self.taken}")}
        others = {fact.name for fact in FACTS.values() if not fact.in_view}
        of_street = self.rows == DECISIONS and self.name.endswith(STREETS)
        if self.rows == ENTRIES or words & others or of_street:
            return ""
        test = "row.street is null" if self.rows == PLAYED else "row.street is not null"
        sums = (
            f"sum({_of_row(part)}) filter ({test})" for part in (self.numerator, self.denominator)
        )
        a, d = sums
        if self.kind in (SUM, MEAN):  # what all players win is 0, but for what rounding leaves
            a = f"round({a}, 9)"
        value = a if self.kind in (SUM, COUNT) else f"{self.scale} * {a} / nullif({d}, 0)"
        return f"create or replace macro {self.name}(row) as {value}"


def _of_row(sql: str) -> str:
    """The expression with its columns as those of ``row``."""
    return _TEXT_OR_WORD.sub(lambda m: f"row.{m[0]}" if m[0] in FACTS else m[0], sql)


# The columns of entries in tournaments, in terms of the table ``tournaments``.
_WON = "cast(prize + coalesce(bounties, bounties_in_hands, 0) as double)"
# If neither payments nor winnings are known, nor is the currency.
_PAID_IN = "coalesce(currency, if(buy_in > 0, 'play money', prize_currency))"
_WON_IN = f"coalesce(prize_currency, if(prize > 0, 'play money', {_PAID_IN}))"
_PAID = "cast(buy_in + coalesce(bounty, 0) + coalesce(fee, 0) + coalesce(rebuy_cost, 0) as double)"
ENTRY_FACTS = {
    fact.name: fact
    for fact in (
        Fact("site", "varchar", "where it was played", "", "site"),
        Fact("player", "varchar", "his name", "", "player"),
        Fact("tournament", "varchar", "its number", "", "tournament"),
        Fact("name", "varchar", "its name", "", "name"),
        Fact("game", "varchar", "as hands.game", "", "game"),
        Fact("hero", "boolean", "whether the file is about him", "", "hero"),
        Fact("currency", "varchar", "of the costs: USD, FPP, ..., play money", "",
             _PAID_IN),
        Fact("buy_in", "double", "of one entry, with bounty and fee", "",
             "cast(buy_in + coalesce(bounty, 0) + coalesce(fee, 0) as double)"),
        Fact("paid", "double", "buy-in, bounty and fee, with rebuys", "", _PAID),
        Fact("won", "double", "prize and bounties, where they are of the money that was paid", "",
             f"if({_PAID_IN} = {_WON_IN}, {_WON}, null)"),
        Fact("prize", "double", "", "", "cast(prize as double)"),
        Fact("bounties", "double", "", "",
             "cast(coalesce(bounties, bounties_in_hands, 0) as double)"),
        Fact("place", "bigint", "1 the winner", "", "place"),
        Fact("players", "bigint", "in the tournament", "", "players"),
        Fact("played", "timestamp", "when it began", "", "started"),
        Fact("day", "date", "", "", "cast(started as date)"),
        Fact("month", "varchar", "2024-01", "", "strftime(started, '%Y-%m')"),
        Fact("year", "bigint", "", "", "year(started)"),
        Fact("weekday", "bigint", "1 Monday .. 7 Sunday", "", "isodow(started)"),
        Fact("hour", "bigint", "0..23", "", "hour(started)"),
    )
}  # fmt: skip

# Streets of games with a board: statistics after the flop cover these games alone.
_AFTER = f"street in {STREETS}"
_SAW = "saw in ('preflop', 'flop', 'turn', 'river')"
_LATE = "('CO', 'BTN', 'SB')"
_BLINDS = "('SB', 'BB')"
_ADDS = "action in ('bet', 'raise')"
# Heads-up in short deck the button has the blind: the player called BB acts first, without one.
_UNOPENED = "street = 'preflop' and facing = 'nothing' and (position <> 'BB' or cold)"
_STOLEN_FROM = (
    "street = 'preflop' and facing = 'raise' and callers = 0 and first_bet = 'open' and ("
    f"position in {_BLINDS} and versus in {_LATE} or position = 'BTN' and versus = 'BB')"
)


def _decided(
    name: str, title: str, about: str, chance: str, taken: str, **more: str | float
) -> Statistic:
    return Statistic(name, title, about, DECISIONS, chance, taken, **more)  # type: ignore[arg-type]


def _played(
    name: str, title: str, about: str, chance: str, taken: str, **more: str | float
) -> Statistic:
    return Statistic(name, title, about, PLAYED, chance, taken, **more)  # type: ignore[arg-type]


def _by_street(
    name: str,
    title: str,
    about: str,
    chance: str,
    taken: str,
    elsewhere: str = "",
    streets: Sequence[str] = STREETS,
) -> Iterator[Statistic]:
    """The statistic of all streets after the flop, and of each street that can have it."""
    yield _decided(name, title, about, f"{_AFTER} and {chance}", taken, elsewhere=elsewhere)
    for street in streets:
        yield _decided(
            f"{name}_{street}", f"{title}, {street}", f"{name} on the {street}.",
            f"street = '{street}' and {chance}", taken,
        )  # fmt: skip


def _answers(
    name: str,
    title: str,
    chance: str,
    actions: Sequence[str] = ("fold", "call", "raise"),
    elsewhere: str = "",
    streets: Sequence[str] = STREETS,
) -> Iterator[Statistic]:
    """The answers to a kind of bet."""
    verbs = {"fold": "Fold to", "call": "Call", "raise": "Raise"}
    for action in actions:
        faced = f"{action}_to_{name}" if action == "fold" else f"{action}_{name}"
        yield from _by_street(
            faced, f"{verbs[action]} {title}",
            f"{action.capitalize()}s of those who face a {title} that nobody has raised.",
            f"facing = 'bet' and {chance}", f"action = '{action}'",
            elsewhere if action == "fold" else "", streets,
        )  # fmt: skip


def _all() -> Iterator[Statistic]:
    # ------------------------------------------------------------ before the flop
    yield _played(
        "vpip", "VPIP",
        "Hands in which he called, bet or raised before the flop, not counting blinds, antes, "
        "straddles and checks. Of the hands in which he had a decision there: walks, bomb pots "
        "and hands in which a post put him all-in are left out.",
        "vpip is not null", "vpip",
        elsewhere="PT4 leaves out walks too; fpdb, beside these, blinds who only folded, and it "
        "sets no flag for one who posted a blind, called, and folded later.",
    )  # fmt: skip
    yield _played(
        "pfr", "PFR",
        "Hands in which he raised before the flop, at any turn. Of the hands that count for VPIP.",
        "pfr is not null", "pfr",
        elsewhere="PT4: of hands in which he could raise first, over limpers, 3-bet or 4-bet.",
    )  # fmt: skip
    yield _decided(
        "rfi", "Raise first in",
        "Raises when nobody has put in anything but posts. Of all his turns of that kind, except "
        "as the big blind.",
        _UNOPENED, "action = 'raise'",
    )  # fmt: skip
    yield _decided(
        "limp", "Limp",
        "Calls when nobody has put in anything but posts, including the small blind's. Of the "
        "turns of RFI.",
        _UNOPENED, "action = 'call'",
    )  # fmt: skip
    yield _decided(
        "isolate", "Isolation raise",
        "Raises over one or more limpers when nobody has raised. Of all turns of that kind, "
        "including the big blind's.",
        "street = 'preflop' and facing = 'limp'", "action = 'raise'",
    )  # fmt: skip
    yield _decided(
        "three_bet", "3-bet",
        "Raises by players who face exactly one raise before the flop, whether or not they have "
        "put something in, or others have called. A player who could not make anybody pay more "
        "also has a chance; the condition may_raise leaves him out.",
        "street = 'preflop' and facing = 'raise'", "action = 'raise'",
        elsewhere="fpdb: not of those who face a player all-in when all others are out, nor of "
        "those who sit out.",
    )  # fmt: skip
    yield _decided(
        "squeeze", "Squeeze",
        "Raises by players who face one raise and one or more calls of it.",
        "street = 'preflop' and facing = 'raise' and callers > 0", "action = 'raise'",
    )  # fmt: skip
    yield _decided(
        "cold_call", "Cold call",
        "Calls of a raise, 3-bet or more by players who have put nothing in, not even a blind.",
        "street = 'preflop' and raises > 0 and cold", "action = 'call'",
    )  # fmt: skip
    for name, title, facing in (("three_bet", "3-bet", "3-bet"), ("four_bet", "4-bet", "4-bet")):
        who = (
            "who raised first and faces a 3-bet"
            if name == "three_bet"
            else "who has raised once and faces a 4-bet: he made the 3-bet, or raised first "
            "and faces a cold 4-bet"
        )
        for action in ("fold", "call"):
            faced = f"{action}_to_{name}" if action == "fold" else f"{action}_{name}"
            yield _decided(
                faced, f"{action.capitalize()}{' to' if action == 'fold' else ''} {title}",
                f"{action.capitalize()}s of a player {who}; callers who face it have no such "
                "chance.",
                f"street = 'preflop' and facing = '{facing}' and own_raises = 1",
                f"action = '{action}'",
                elsewhere="PT4: 2Bet PF & Fold; its Fold to PF 3Bet is of all who face one."
                if faced == "fold_to_three_bet" else "",
            )  # fmt: skip
    yield _decided(
        "four_bet", "4-bet",
        "Raises by players who face a 3-bet, whoever raised first.",
        "street = 'preflop' and facing = '3-bet'", "action = 'raise'",
        elsewhere="PT4's Raise & 4Bet is of those alone who raised first.",
    )  # fmt: skip
    yield _decided(
        "cold_four_bet", "Cold 4-bet",
        "Raises by players who face a 3-bet, and have neither called nor raised.",
        "street = 'preflop' and facing = '3-bet' and own_raises = 0 and own_calls = 0",
        "action = 'raise'",
    )  # fmt: skip
    yield _decided(
        "steal", "Attempt to steal",
        "Raises from cut-off, button or small blind when nobody has put in anything but posts; in "
        "heads-up short deck, where only the button has a blind, by the other player.",
        f"{_UNOPENED} and position in ('BB', 'CO', 'BTN', 'SB')", "action = 'raise'",
        elsewhere="fpdb: not after one who posted has checked; where nobody sits at the button, of "
        "the two before the blinds; where the button has the blind, of the three before him.",
    )  # fmt: skip
    for action, name, title in (
        ("fold", "fold_to_steal", "Fold to steal"),
        ("call", "call_steal", "Call of a steal"),
        ("raise", "resteal", "Resteal"),
    ):
        yield _decided(
            name, title,
            f"{action.capitalize()}s by a blind who faces a steal that nobody has called.",
            _STOLEN_FROM, f"action = '{action}'",
        )  # fmt: skip
    # ------------------------------------------------------------ after it
    yield from _by_street(
        "cbet", "C-bet",
        "Bets by the last to bet or raise on the street before, if nobody has bet on this one: on "
        "the flop, by the last to raise before it. A barrel on the turn or river counts too.",
        "facing = 'nothing' and first_bet = 'c-bet'", "action = 'bet'",
        "HM2: the same. PT4: c-bets are a chain, on the turn of those alone who c-bet the flop; "
        "here that is second_barrel. fpdb: on the flop of all who raised last before it, though no "
        "flop be dealt, or another has bet; a raise of his bet is a c-bet.",
    )  # fmt: skip
    yield from _answers(
        "cbet", "c-bet", "first_bet = 'c-bet'", elsewhere="fpdb: of those who face a raise too."
    )
    for name, title, street, row in (
        ("second_barrel", "Second barrel", "turn", 2),
        ("third_barrel", "Third barrel", "river", 3),
    ):
        yield _decided(
            name, title,
            f"Bets on the {street} by the last to raise before the flop, if he bet each street "
            "since.",
            f"street = '{street}' and facing = 'nothing' and first_bet = 'c-bet' "
            f"and barrels = {row}", "action = 'bet'",
        )  # fmt: skip
        yield _decided(
            f"fold_to_{name}", f"Fold to {title.lower()}",
            f"Folds by players who face a {title.lower()} that nobody has raised.",
            f"street = '{street}' and facing = 'bet' and first_bet = 'c-bet' and barrels = {row}",
            "action = 'fold'",
        )  # fmt: skip
    for name, title, streets, about in (
        ("delayed_cbet", "delayed c-bet", STREETS[1:],
         "Bets by the last to bet or raise on an earlier street, if nobody has bet since."),
        ("donk_bet", "donk bet", STREETS,
         "Bets into the last to bet or raise on the street before, who has yet to act."),
        ("probe_bet", "probe bet", STREETS[1:],
         "Bets into the last to bet or raise on an earlier street, who let a street pass without "
         "a bet "
         "and has yet to act."),
        ("float_bet", "float bet", STREETS,
         "Bets after the last to bet or raise on the street before has checked."),
    ):  # fmt: skip
        kind = title.removesuffix(" bet")
        yield from _by_street(
            name, title.capitalize(), about,
            f"facing = 'nothing' and first_bet = '{kind}'", "action = 'bet'", streets=streets,
        )  # fmt: skip
        yield from _answers(name, title, f"first_bet = '{kind}'", ["fold"], streets=streets)
    yield from _by_street(
        "bet", "Bet", "Bets when nobody has bet on the street.",
        "facing = 'nothing'", "action = 'bet'",
    )  # fmt: skip
    yield from _answers("bet", "bet", "true")
    yield from _by_street(
        "check_raise", "Check-raise",
        "Raises by players who have checked and face a bet that nobody has raised.",
        "facing = 'bet' and turn > 1 and own_raises = 0 and own_calls = 0", "action = 'raise'",
    )  # fmt: skip
    yield Statistic(
        "af", "Aggression factor", "Bets and raises for each call, after the flop.", DECISIONS,
        f"cast({_AFTER} and action = 'call' as int)", f"cast({_AFTER} and {_ADDS} as int)",
        RATIO, 1.0, "",
    )  # fmt: skip
    yield _decided(
        "afq", "Aggression frequency",
        "Bets and raises after the flop, of all decisions there except checks.",
        f"{_AFTER} and action <> 'check'", _ADDS,
    )  # fmt: skip
    yield _decided(
        "decisions", "Decisions", "How many decisions there are, such as bets by size.",
        "true", "1", kind=COUNT, scale=1.0, unit="",
    )  # fmt: skip
    # ------------------------------------------------------------ of hands
    yield _played(
        "hands", "Hands", "How many hands he was dealt.", "true", "1",
        kind=COUNT, scale=1.0, unit="",
    )  # fmt: skip
    yield _played(
        "saw_flop", "Saw the flop",
        "Hands in which he saw the flop, of all with a board that he was dealt.",
        _SAW, f"saw in {STREETS}",
    )  # fmt: skip
    yield _played(
        "wtsd", "Went to showdown",
        "Hands in which he and another player were in to the end. Of those in which he saw the "
        "flop; a player who is all-in before it sees it.",
        f"saw in {STREETS}", "showdown",
        elsewhere="fpdb: who is left alone too, where the file has him show or muck.",
    )  # fmt: skip
    yield _played(
        "wsd", "W$SD, won at showdown",
        "Showdowns at which he collected anything, including a part of a split pot; a bet that "
        "nobody could call does not count, nor does a cash-out.",
        f"showdown and saw in {STREETS}", "collected > 0",
        elsewhere="fpdb: a side pot of one is won; so is a PokerStars cash-out.",
    )  # fmt: skip
    yield _played(
        "wwsf", "WWSF, won when saw flop",
        "Hands in which he collected something, with or without a showdown. Of those in which he "
        "saw the flop.",
        f"saw in {STREETS}", "collected > 0",
    )  # fmt: skip
    yield _played(
        "net", "Won", "Chips won less chips lost, with cash-outs; of one currency at a time.",
        "tournament is null", "cast(net as double)", kind=SUM, scale=1.0, unit="chips",
    )  # fmt: skip
    for name, title, about, value in (
        ("bb_100", "bb/100", "Big blinds won per 100 hands.", "net_bb"),
        ("red_line", "Red line", "Big blinds won per 100 hands, in those without his showdown.",
         "if(showdown, 0, net_bb)"),
        ("blue_line", "Blue line", "Big blinds won per 100 hands, in those with his showdown.",
         "if(showdown, net_bb, 0)"),
        ("rake_100", "Rake paid", "Big blinds of rake per 100 hands: of each pot his part of what "
         "was put in.", "rake_bb"),
        ("ev_bb_100", "All-in EV bb/100",
         "Big blinds won per 100 hands, where pots that the cards decided after the betting was "
         "over, before the river, count as his equity in them then; if a hole in them is "
         "unknown, as he won them.", "net_bb - coalesce(luck_bb, 0)"),
        ("luck_100", "Luck", "bb_100 less ev_bb_100.", "coalesce(luck_bb, 0)"),
    ):  # fmt: skip
        yield _played(name, title, about, "true", value, kind=MEAN, unit="bb/100")
    yield _played(
        "hours", "Hours", "From hand to hand, with breaks of up to half an hour; a player at "
        "several tables at once counts once.",
        "seconds is not null", "seconds / 3600", kind=SUM, scale=1.0, unit="hours",
    )  # fmt: skip
    yield _played(
        "hands_hour", "Hands an hour", "Hands per hour.",
        "seconds / 3600", "if(seconds is null, null, 1)", kind=RATIO, scale=1.0, unit="hands/hour",
    )  # fmt: skip
    # ------------------------------------------------------------ of tournaments
    known = "paid is not null and won is not null"
    for name, title, about, chance, taken, kind, scale, unit in (
        ("itm", "In the money", "Entries that won a prize, of those with a known prize.",
         "prize is not null", "prize > 0", SHARE, 100.0, "%"),
        ("place", "Mean place", "The place, 1 the winner, of entries with a known place.",
         "place is not null", "place", MEAN, 1.0, ""),
        ("finish", "Mean finish", "The place, in percent of the players.",
         "place is not null and players > 0", "cast(place as double) / players", MEAN, 100.0, "%"),
        ("buy_in_mean", "Mean cost", "The cost of an entry, with rebuys.", "paid is not null",
         "paid", MEAN, 1.0, "money"),
        ("tournament_net", "Won in tournaments", "Prizes and bounties less costs.",
         known, "won - paid", SUM, 1.0, "money"),
        ("bounties", "Bounties", "Bounties won by an entry.", known, "bounties", MEAN, 1.0,
         "money"),
    ):  # fmt: skip
        yield Statistic(name, title, about, ENTRIES, chance, taken, kind, scale, unit)
    yield Statistic(
        "roi", "ROI",
        "Prizes and bounties less costs, of the costs; without entries whose cost or prize "
        "is unknown, or whose prize is in another currency.",
        ENTRIES, f"if({known}, paid, null)", f"if({known}, won - paid, null)", RATIO,
    )  # fmt: skip


STATISTICS = {each.name: each for each in _all()}
