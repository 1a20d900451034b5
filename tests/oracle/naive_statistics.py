"""Hands replayed player by player, and statistics counted over them; to be believed at sight.

Made from the words of columns and statistics, over what files tell: seats, stacks and actions.
Chips are as the tables have them.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from math import sqrt
from statistics import NormalDist
from typing import Any

Row = dict[str, Any]

STREETS = ("preflop", "flop", "turn", "river")
POSTS = ("ante", "small blind", "big blind", "straddle", "post")
NAMES_OF_RAISES = ("raise", "3-bet", "4-bet", "5-bet")
BLINDS = ("SB", "BB")
STEALERS = ("CO", "BTN", "SB")
# Who acts first after the flop; seats of some files are numbered in no order.
AFTER_THE_FLOP = ("SB", "BB", "UTG", *(f"UTG+{n}" for n in range(1, 8)), "MP", "HJ", "CO", "BTN")


@dataclass(eq=False)
class Player:
    """Who sits at the table, and what he has done on this street."""

    seat: int
    position: str
    stack: Any  # before the hand
    left: Any
    bets: Any = 0  # on this street
    folded: bool = False
    done: list[str] = field(default_factory=list)  # on this street, posts left out


@dataclass
class Decision:
    """What a player faces: the columns of ``actions``; and what statistics are told by."""

    number: int
    street: str
    player: Player
    action: str
    columns: Row
    raisers: list[Player]  # on this street, in order
    calls_since: int  # since the last of them
    put_in: bool  # whether he has anything in on this street
    may_raise: bool  # whether he and another have more than it takes to call
    did: list[str]  # what he did on this street before
    kind: str  # of the first bet
    barrel: bool  # whether its maker bet or raised last on each street before


@dataclass
class Hand:
    """A replayed hand: its decisions, and columns of ``seats`` and ``hands``."""

    told: Row
    decisions: list[Decision]
    seats: dict[int, Row]
    straddle: Any
    bomb_pot: bool


def replay(told: Row, seats: Iterable[Row], actions: Iterable[Row]) -> Hand:
    """A row of ``hands``, its rows of ``seats`` and of ``actions``, in order."""
    rows = {row["seat"]: row for row in seats}
    players = {
        seat: Player(seat, row["position"], row["stack"], row["stack"])
        for seat, row in rows.items()
    }
    table = sorted(players.values(), key=lambda one: AFTER_THE_FLOP.index(one.position))
    last_raiser: dict[str, Player] = {}  # of each street that has one
    decisions: list[Decision] = []
    straddles = [0]
    street, raisers, calls, calls_since = "", [], 0, 0
    first = ("", 0)  # of the first bet: its kind, and its maker's barrels
    for action in actions:
        if action["street"] != street:
            street, raisers, calls, calls_since = action["street"], [], 0, 0
            for player in table:
                player.bets, player.done = 0, []
        me, what = players[action["seat"]], action["action"]
        if what == "straddle":
            straddles.append(action["total"])
        if what not in POSTS:
            if not raisers:
                first = (
                    _kind_of_bet(me, street, calls, last_raiser),
                    _barrels(me, street, last_raiser),
                )
            columns = _faced(me, street, raisers, calls, table, last_raiser)
            columns |= {"callers": calls_since, "first_bet": first[0], "barrels": first[1]}
            barrel = first[1] == STREETS.index(street)
            decisions.append(
                Decision(
                    action["number"], street, me, what, columns, [*raisers], calls_since,
                    me.bets > 0, _may_raise(me, action["to_call"], table), [*me.done], first[0],
                    barrel,
                )
            )  # fmt: skip
            me.done.append(what)
        me.left -= action["amount"]
        me.bets = action["total"]
        if what == "fold":
            me.folded = True
        elif what == "call":
            calls, calls_since = calls + 1, calls_since + 1
        elif what in ("bet", "raise"):
            raisers.append(me)
            calls_since = 0
            last_raiser[street] = me
    early = [one for one in decisions if one.street == "preflop"]
    paid = [one["action"] for one in actions if one["street"] == "preflop"]
    in_to_the_end = [seat for seat, row in rows.items() if row["folded"] is None]
    dealt = len(told["board"] or "") // 2
    last_street = STREETS[max(dealt - 2, 0)]
    found = {}
    for seat, row in rows.items():
        mine = [one.action for one in early if one.player.seat == seat]
        found[seat] = {
            "vpip": any(one in ("call", "bet", "raise") for one in mine) if mine else None,
            "pfr": any(one in ("bet", "raise") for one in mine) if mine else None,
            "saw": row["folded"] or last_street,
            "showdown": seat in in_to_the_end and len(in_to_the_end) > 1,
        }
    return Hand(told, decisions, found, max(straddles), dealt > 0 and {*paid} <= {"ante"})


def _may_raise(me: Player, to_call: Any, table: list[Player]) -> bool:
    level = me.bets + to_call
    able = [one for one in table if not one.folded and one.bets + one.left > level]
    return me in able and len(able) > 1


def _faced(
    me: Player,
    street: str,
    raisers: list[Player],
    calls: int,
    table: list[Player],
    last_raiser: dict[str, Player],
) -> Row:
    """The columns of a decision that are told by the table as it is then."""
    others = [one for one in table if one is not me and not one.folded]
    still_in = [one for one in table if one is me or not one.folded]
    earlier = [last_raiser[s] for s in STREETS[: STREETS.index(street)] if s in last_raiser]
    if raisers:
        names = NAMES_OF_RAISES if street == "preflop" else ("bet", *NAMES_OF_RAISES)
        facing = names[min(len(raisers), len(names)) - 1]
    else:
        facing = "limp" if calls and street == "preflop" else "nothing"
    return {
        "position": me.position,
        "turn": len(me.done) + 1,
        "raises": len(raisers),
        "calls": calls,
        "own_raises": sum(one in ("bet", "raise") for one in me.done),
        "own_calls": me.done.count("call"),
        "opponents": len(others),
        "facing": facing,
        "aggressor": None if street == "preflop"
        else "nobody" if not earlier
        else "self" if earlier[-1] is me
        else "opponent",
        "versus": raisers[-1].position if raisers else None,
        "side": "oop" if still_in[0] is me else "ip" if still_in[-1] is me else "middle",
        "effective_stack": min(me.stack, max(one.stack for one in others)),
        # The most that one of the others can make him pay, on top of what he has bet.
        "behind": min(me.left, max(0, max(one.bets + one.left for one in others) - me.bets)),
    }  # fmt: skip


def _kind_of_bet(me: Player, street: str, calls: int, last_raiser: dict[str, Player]) -> str:
    """What the first bet on a street is if this player makes it."""
    if street == "preflop":
        return "isolation" if calls else "open"
    before = [s for s in STREETS[: STREETS.index(street)] if s in last_raiser]
    if not before:
        return "bet"
    aggressor = last_raiser[before[-1]]
    on_the_street_before = before[-1] == STREETS[STREETS.index(street) - 1]
    if aggressor is me:
        return "c-bet" if on_the_street_before else "delayed c-bet"
    if aggressor.folded or not aggressor.left:
        return "bet"
    if aggressor.done:
        return "float" if on_the_street_before else "bet"
    return "donk" if on_the_street_before else "probe"


def _barrels(me: Player, street: str, last_raiser: dict[str, Player]) -> int:
    """On how many streets in a row before this one he bet or raised last."""
    count = 0
    for earlier in reversed(STREETS[: STREETS.index(street)]):
        if last_raiser.get(earlier) is not me:
            break
        count += 1
    return count


# ---------------------------------------------------------------- statistics

# Of a decision whether it has a chance, and what takes it.
Told = tuple[Callable[[Decision], bool], str]


def _before(d: Decision) -> bool:
    return d.street == "preflop"


def _first_in(d: Decision) -> bool:
    """Nobody has put anything in but posts, and he has not posted the big blind."""
    is_blind = d.player.position == "BB" and d.put_in
    return _before(d) and d.kind == "open" and not d.raisers and not is_blind


def _faces(d: Decision, raises: int) -> bool:
    return _before(d) and len(d.raisers) == raises


def _raised_once(d: Decision) -> bool:
    return d.raisers.count(d.player) == 1


def _stolen_from(d: Decision) -> bool:
    if not _faces(d, 1) or d.calls_since or d.kind != "open":
        return False
    by = d.raisers[0].position
    if d.player.position == "BTN":  # who has the blind, of two in short deck
        return by == "BB"
    return d.player.position in BLINDS and by in STEALERS


DECISIONS: dict[str, Told] = {
    "rfi": (_first_in, "raise"),
    "limp": (_first_in, "call"),
    "isolate": (lambda d: _faces(d, 0) and d.kind == "isolation", "raise"),
    "three_bet": (lambda d: _faces(d, 1), "raise"),
    "squeeze": (lambda d: _faces(d, 1) and d.calls_since > 0, "raise"),
    "cold_call": (lambda d: _before(d) and bool(d.raisers) and not d.put_in, "call"),
    "fold_to_three_bet": (lambda d: _faces(d, 2) and _raised_once(d), "fold"),
    "call_three_bet": (lambda d: _faces(d, 2) and _raised_once(d), "call"),
    "four_bet": (lambda d: _faces(d, 2), "raise"),
    "cold_four_bet": (
        lambda d: _faces(d, 2) and not any(one in ("call", "raise") for one in d.did),
        "raise",
    ),
    "fold_to_four_bet": (lambda d: _faces(d, 3) and _raised_once(d), "fold"),
    "call_four_bet": (lambda d: _faces(d, 3) and _raised_once(d), "call"),
    "steal": (lambda d: _first_in(d) and d.player.position in ("BB", *STEALERS), "raise"),
    "fold_to_steal": (_stolen_from, "fold"),
    "call_steal": (_stolen_from, "call"),
    "resteal": (_stolen_from, "raise"),
}


def _after(
    kind: str, raises: int, street: str = "", *, barrel: bool = False
) -> Callable[[Decision], bool]:
    """After the flop, with so many bets and raises, of which the first is of the kind."""
    return lambda d: (
        (d.street == street if street else not _before(d))
        and len(d.raisers) == raises
        and kind in ("", d.kind)
        and (d.barrel or not barrel)
    )


def _checked(street: str) -> Callable[[Decision], bool]:
    """He has checked on the street, and faces a bet that nobody has raised."""
    faces = _after("", 1, street)
    return lambda d: faces(d) and d.did == ["check"]


def _of_streets() -> Iterator[tuple[str, Told]]:
    for street in ("", *STREETS[1:]):
        of = f"_{street}" if street else ""
        for name, kind in (
            ("cbet", "c-bet"), ("delayed_cbet", "delayed c-bet"), ("donk_bet", "donk"),
            ("probe_bet", "probe"), ("float_bet", "float"), ("bet", ""),
        ):  # fmt: skip
            if street == "flop" and kind in ("delayed c-bet", "probe"):
                continue  # nobody can have let a street pass
            yield name + of, (_after(kind, 0, street), "bet")
            yield f"fold_to_{name}{of}", (_after(kind, 1, street), "fold")
        for name, kind in (("cbet", "c-bet"), ("bet", "")):
            yield f"call_{name}{of}", (_after(kind, 1, street), "call")
            yield f"raise_{name}{of}", (_after(kind, 1, street), "raise")
        yield f"check_raise{of}", (_checked(street), "raise")
    for name, street in (("second_barrel", "turn"), ("third_barrel", "river")):
        yield name, (_after("c-bet", 0, street, barrel=True), "bet")
        yield f"fold_to_{name}", (_after("c-bet", 1, street, barrel=True), "fold")


DECISIONS |= dict(_of_streets())

Seat = tuple[Row, Row]  # a row of ``seats``, with what the replay finds; and of ``hands``


def _bb(seat: Row, hand: Row) -> float:
    return float(seat["net"]) / float(hand["big_blind"])


def _luck(seat: Row, hand: Row) -> float:
    """As the table has it, whose oracle is :func:`oracle.naive_histories.all_in_luck`."""
    return (seat["luck"] or 0) / float(hand["big_blind"])


def _rake(seat: Row, hand: Row) -> float | None:
    if not hand["pot"]:
        return None
    return float(hand["rake"] * seat["invested"] / hand["pot"] / hand["big_blind"])


# Of a player in a hand what is counted, or None where it is none of the statistic's.
HANDS: dict[str, Callable[[Row, Row], float | bool | None]] = {
    "vpip": lambda seat, _: seat["vpip"],
    "pfr": lambda seat, _: seat["pfr"],
    "saw_flop": lambda seat, _: seat["saw"] != "preflop",
    "wtsd": lambda seat, _: None if seat["saw"] == "preflop" else seat["showdown"],
    "wsd": lambda seat, _: (
        seat["collected"] > 0 if seat["showdown"] and seat["saw"] != "preflop" else None
    ),
    "wwsf": lambda seat, _: None if seat["saw"] == "preflop" else seat["collected"] > 0,
    "net": lambda seat, hand: None if hand["tournament"] else float(seat["net"]),
    "bb_100": _bb,
    "red_line": lambda seat, hand: 0 if seat["showdown"] else _bb(seat, hand),
    "blue_line": lambda seat, hand: _bb(seat, hand) if seat["showdown"] else 0,
    "rake_100": _rake,
    "hands": lambda *_: 1,
    "luck_100": _luck,
    "ev_bb_100": lambda seat, hand: _bb(seat, hand) - _luck(seat, hand),
}


def _paid(entry: Row) -> float | None:
    """What an entry cost."""
    if entry["buy_in"] is None:
        return None
    return float(sum(entry[name] or 0 for name in ("buy_in", "bounty", "fee", "rebuy_cost")))


def paid_in(entry: Row) -> str | None:
    """The money that it cost; None if it cost nothing, and nobody tells what it won."""
    return entry["currency"] or ("play money" if entry["buy_in"] else entry["prize_currency"])


def _won(entry: Row) -> float | None:
    """What it won in the money that it cost, or None."""
    prize, bounties = entry["prize"], entry["bounties"]
    won_in = entry["prize_currency"] or ("play money" if prize else paid_in(entry))
    if prize is None or won_in is None or won_in != paid_in(entry):
        return None
    return float(prize + (entry["bounties_in_hands"] or 0 if bounties is None else bounties))


def counted_of_entry(entry: Row) -> Iterator[tuple[str, float, float]]:
    """The statistic, what is taken and chances, of an entry in a tournament."""
    paid, won = _paid(entry), _won(entry)
    if entry["prize"] is not None:
        yield "itm", entry["prize"] > 0, 1
    if entry["place"] is not None:
        yield "place", entry["place"], 1
        if entry["players"]:
            yield "finish", entry["place"] / entry["players"], 1
    if paid is not None:
        yield "buy_in_mean", paid, 1
    if paid is not None and won is not None:
        yield "tournament_net", won - paid, 1
        yield "bounties", won - float(entry["prize"]), 1
        yield "roi", won - paid, paid


def counted(hand: Hand, seats: dict[int, Row]) -> Iterator[tuple[str, int, float, float]]:
    """The statistic, seat, what is taken and chances, of each decision and hand that has any."""
    for d in hand.decisions:
        seat = d.player.seat
        yield "decisions", seat, 1, 1
        for name, (chance, action) in DECISIONS.items():
            if chance(d):
                yield name, seat, d.action == action, 1
        if d.street != "preflop":
            adds = d.action in ("bet", "raise")
            yield "af", seat, adds, d.action == "call"
            if d.action != "check":
                yield "afq", seat, adds, 1
    for seat, row in seats.items():
        for name, value in HANDS.items():
            found = value(row | hand.seats[seat], hand.told)
            if found is not None:
                yield name, seat, found, 1


def sessions(times: dict[int, float]) -> Iterator[tuple[int, int, float]]:
    """Of one player's hands, by number, when each was played in seconds: session, and hours."""
    in_order = sorted(times, key=lambda hand: (times[hand], hand))
    session = 1
    for hand, following in zip(in_order, in_order[1:] + in_order[-1:], strict=True):
        pause = times[following] - times[hand]
        yield hand, session, pause / 3600 if pause <= 30 * 60 else 0
        session += pause > 30 * 60


Units = list[tuple[float, float]]  # of what is independent: what is taken, and chances


def error_of_ratio(units: Units) -> float:
    """The standard error of the sum of what is taken, by the sum of chances."""
    chances = sum(d for _, d in units)
    ratio = sum(a for a, _ in units) / chances
    n = sum(d != 0 for _, d in units)
    squares = sum((a - ratio * d) ** 2 for a, d in units)
    return sqrt(squares * n / (n - 1)) / chances


def wilson(taken: float, chances: float) -> tuple[float, float]:
    """The ends of Wilson's 95 % interval: the shares whose own error reaches to what is seen."""
    z = NormalDist().inv_cdf(0.975)
    share = taken / chances
    # (share - p)^2 = z^2 p (1 - p) / n, a quadratic equation in p
    a, b, c = 1 + z * z / chances, -2 * share - z * z / chances, share * share
    root = sqrt(b * b - 4 * a * c)
    return (-b - root) / (2 * a), (-b + root) / (2 * a)
