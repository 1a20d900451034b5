"""Who gets the chips: as the file says, checked with the betting and the cards, or computed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import gcd, lcm
from operator import le

import numpy as np

from pokerlake.catalogue import GAMES
from pokerlake.engine.showdowns.evaluate import high_ids, low_ids

from .betting import Played, Pot
from .hand import CARD_NUMBER, BadHandError, Collected, cards_of, shown, unit_of, unlike

Winners = list[list[int]]  # the seats of the best cards: of the high half, and of the low if it is


@dataclass(slots=True)
class Classes:
    """The classes of known holes at a showdown, by seat, and those of lows that qualify."""

    high: dict[int, int] = field(default_factory=dict)
    low: dict[int, int] = field(default_factory=dict)


@dataclass(slots=True)
class Result:
    """How a hand ended: chips in ten-thousandths, by seat, and by pot and seat."""

    collected: dict[int, int]
    rake: int
    won: list[dict[int, int]]
    wins: list[dict[int, bool] | None]
    classes: Classes


def contested(played: Played) -> list[int]:
    """The pots that cards decide: two players or more may win them."""
    return [number for number, pot in enumerate(played.pots) if len(pot.seats) > 1]


def classes_at_showdown(hands: Sequence[Played]) -> list[Classes]:
    """The class of every known hole at a showdown, for all hands of a rule in one batch."""
    owners: dict[str, list[tuple[int, int]]] = {}
    cards: dict[str, list[str]] = {}
    for number, played in enumerate(hands):
        if len(played.pots[0].seats) > 1:
            holes, name = played.hand.holes, played.hand.rule.name
            for seat in played.pots[0].seats:
                if seat in holes:
                    owners.setdefault(name, []).append((number, seat))
                    cards.setdefault(name, []).append(holes[seat] + played.board)
    found = [Classes() for _ in hands]
    for name, texts in cards.items():
        rule = GAMES[name]
        numbers = [CARD_NUMBER[card] for card in cards_of("".join(texts))]
        columns = np.array(numbers, np.uint8).reshape(len(texts), -1).T.copy()
        hole, board = columns[: rule.hole], columns[rule.hole :]
        high = high_ids(rule, hole, board)
        for (number, seat), class_id in zip(owners[name], high.tolist(), strict=True):
            found[number].high[seat] = class_id
        if rule.low is not None:
            low = low_ids(rule, hole, board)
            for (number, seat), class_id in zip(owners[name], low.tolist(), strict=True):
                if class_id <= rule.low.qualifying:
                    found[number].low[seat] = class_id
    return found


def result(played: Played, classes: Classes) -> Result:
    """Share out the pots of a hand.

    BadHandError if what the file says does not add up, or is not what the cards say; or if neither
    says who wins.
    """
    hand = played.hand
    if hand.total_pot is not None and hand.total_pot != played.total:
        raise unlike("the total pot is", shown(hand.total_pot), shown(played.total))
    winners = [_winners(pot, classes) for pot in played.pots]
    told = _told(played)
    if told is None:
        won = [_shares(played, pot, classes) for pot in played.pots]
    else:
        _check_balance(played, told)
        won = _by_pot(played, told, winners)
    wins = [
        None if best is None else _wins(pot, best)
        for pot, best in zip(played.pots, winners, strict=True)
    ]
    for number in contested(played):
        _check_winners(played, number, won[number], winners[number])
    if told is not None and _by_pots(played, told):
        for number in contested(played):
            _check_parts(played, number, won[number], winners[number])
    collected = dict.fromkeys(played.order, 0)
    for shares in won:
        for seat, amount in shares.items():
            collected[seat] += amount
    _check_finish(played, collected)
    return Result(collected, played.total - sum(collected.values()), won, wins, classes)


def _told(played: Played) -> list[Collected] | None:
    """What was collected by the file, without uncalled bets; None if it does not say."""
    hand = played.hand
    if hand.collected is None:
        if hand.finishing is None or hand.total_pot is not None:
            return None
        return [
            Collected(seat, hand.finishing[seat] - hand.stacks[seat] + put)
            for seat, put in played.invested.items()
        ]
    over = sum(c.amount for c in hand.collected) - played.total
    if over > 0 and hand.returned is None:
        # Some count the uncalled bet that came back to the winner among his winnings.
        return [
            taken._replace(amount=taken.amount - played.returned.get(taken.seat, 0))
            for taken in hand.collected
        ]
    return hand.collected


def _check_balance(played: Played, told: list[Collected]) -> None:
    hand = played.hand
    names = hand.players
    for taken in told:
        if taken.amount < 0:
            less = shown(-taken.amount)
            raise BadHandError(f"{names[taken.seat]} collects {less} less than nothing")
        if taken.amount and taken.seat not in played.pots[0].seats:
            raise BadHandError(f"{names[taken.seat]} collects, who is not in the hand", taken.line)
    collected = sum(taken.amount for taken in told)
    if hand.rake is not None and collected + hand.rake != played.total:
        raise BadHandError(
            f"{shown(collected)} collected and {shown(hand.rake)} rake are "
            f"{shown(collected + hand.rake)}, the pot is {shown(played.total)}"
        )
    if collected > played.total:
        raise BadHandError(f"{shown(collected)} is collected, the pot is {shown(played.total)}")
    if hand.pots is not None:
        sizes = [pot.size for pot in played.pots]
        fits = len(sizes) == len(hand.pots) and all(map(le, hand.pots, sizes))
        if not fits or sum(sizes) - sum(hand.pots) not in (0, hand.rake or 0):
            listed, found = (", ".join(map(shown, of)) for of in (hand.pots, sizes))
            raise unlike("the pots are", listed, found)


def _by_pots(played: Played, told: list[Collected]) -> bool:
    """Whether it is told from which pot each took what he did."""
    return len(played.pots) == 1 or any(taken.pot is not None for taken in told)


def _by_pot(
    played: Played, told: list[Collected], winners: list[Winners | None]
) -> list[dict[int, int]]:
    """What each seat took from each pot."""
    if not _by_pots(played, told):
        return _poured(played, told, winners)
    pots = played.pots
    won: list[dict[int, int]] = [dict.fromkeys(pot.seats, 0) for pot in pots]
    for taken in told:
        number = taken.pot or 0
        if number >= len(pots):
            makes = f"the betting makes {len(pots)} pots"
            raise BadHandError(f"there is a side pot {number} by the file, {makes}", taken.line)
        if taken.amount and taken.seat not in pots[number].seats:
            takes = f"collects from side pot {number}, in which he has no part"
            raise BadHandError(f"{played.hand.players[taken.seat]} {takes}", taken.line)
        if taken.amount:
            won[number][taken.seat] += taken.amount
    for number, (pot, shares) in enumerate(zip(pots, won, strict=True)):
        if sum(shares.values()) > pot.size:
            raise BadHandError(
                f"{shown(sum(shares.values()))} is collected from {_name(number, pots)}, "
                f"{shown(pot.size)} is in it"
            )
    return won


def _poured(
    played: Played, told: list[Collected], winners: list[Winners | None]
) -> list[dict[int, int]]:
    """Share out what a file does not tell by pots.

    The last side pot comes first, and the rake is taken from the main pot.
    """
    pots = played.pots
    left = dict.fromkeys(played.order, 0)
    for taken in told:
        if taken.amount:
            left[taken.seat] += taken.amount
    unit = unit_of([*(pot.size for pot in pots), *left.values()])
    parts = [
        _parts([list(pot.seats)] if best is None else best)
        for pot, best in zip(pots, winners, strict=True)
    ]
    won: list[dict[int, int]] = []
    for number in reversed(range(len(pots))):
        pot, part = pots[number], parts[number]
        takers = [seat for seat in pot.seats if left[seat] and seat in part]
        shares = dict.fromkeys(pot.seats, 0)
        units, open_parts = pot.size // unit, sum(part[seat] for seat in takers)
        # Who takes from no other pot comes first: the odd chips that are left for him are here.
        later = {seat for below in parts[:number] for seat in below}
        for seat in sorted(takers, key=lambda seat: seat in later):
            odd = 0 if seat in later else len(takers)
            due = min(units * part[seat] // open_parts + odd, units)
            shares[seat] = min(due * unit, left[seat])
            units -= shares[seat] // unit
            open_parts -= part[seat]
            left[seat] -= shares[seat]
        won.append(shares)
    if any(left.values()):
        seat = next(seat for seat in left if left[seat])
        name, more = played.hand.players[seat], shown(left[seat])
        raise BadHandError(f"{name} collects {more} more than his part of the pots")
    return won[::-1]


def _winners(pot: Pot, classes: Classes) -> Winners | None:
    """Whose cards are the best in each half of a pot; None if a hole is not known."""
    if len(pot.seats) < 2 or not all(seat in classes.high for seat in pot.seats):
        return None
    return _best(pot.seats, classes)


def _best(seats: Sequence[int], classes: Classes) -> Winners:
    """Who of some seats has the best cards, and who the best low if one qualifies."""
    winners = [_of_least(seats, classes.high)]
    lows = [seat for seat in seats if seat in classes.low]
    return [*winners, _of_least(lows, classes.low)] if lows else winners


def _of_least(seats: Sequence[int], classes: dict[int, int]) -> list[int]:
    best = min(classes[seat] for seat in seats)
    return [seat for seat in seats if classes[seat] == best]


def _wins(pot: Pot, winners: Winners) -> dict[int, bool]:
    """Whether each has the best cards in a pot, or in a half of it."""
    return {seat: any(seat in half for half in winners) for seat in pot.seats}


def _parts(winners: Winners) -> dict[int, int]:
    """How a pot is shared: each winner's part, of their sum."""
    whole = lcm(*map(len, winners))
    parts: dict[int, int] = {}
    for half in winners:
        for seat in half:
            parts[seat] = parts.get(seat, 0) + whole // len(half)
    return parts


def _check_winners(
    played: Played, number: int, shares: dict[int, int], best: Winners | None
) -> None:
    """Refuse a pot that does not go to the best cards, or of which some of them get nothing."""
    pot = played.pots[number]
    if best is None:
        return
    wins = _wins(pot, best)
    if all((shares[seat] > 0) == wins[seat] for seat in pot.seats):
        return
    names = played.hand.players
    winners = [seat for seat in pot.seats if wins[seat]]
    wrong = next((seat for seat in pot.seats if shares[seat] and not wins[seat]), None)
    if wrong is not None:
        raise BadHandError(
            f"{names[wrong]} collects from {_name(number, played.pots)}, "
            f"the cards of {names[winners[0]]} are better"
        )
    fewest = len(best) * max(map(len, best))  # units, of which each of them gets one
    if sum(shares.values()) >= fewest * unit_of([pot.size, *shares.values()]):
        without = next(seat for seat in winners if not shares[seat])
        raise BadHandError(
            f"{names[without]} collects nothing from {_name(number, played.pots)}, "
            "though nobody's cards are better"
        )


def _check_parts(played: Played, number: int, shares: dict[int, int], best: Winners | None) -> None:
    """Refuse a pot that is not shared in equal parts by the best cards of each half.

    The parts are of what is paid, so without the rake. Where an odd chip goes is left open: a part
    is rounded down or up to the smallest chip.
    """
    if best is None:
        return
    hand = played.hand
    blinds = hand.small_blind, hand.big_blind, played.ante
    unit = gcd(*blinds, played.pots[number].size, *shares.values())
    paid = sum(shares.values())
    for seat, share in shares.items():
        sharing = [len(best) * len(half) * unit for half in best if seat in half]
        least = unit * sum(paid // of for of in sharing)
        most = unit * sum(-(-paid // of) for of in sharing)
        if not least <= share <= most:
            between = shown(least) if least == most else f"{shown(least)} to {shown(most)}"
            raise BadHandError(
                f"{hand.players[seat]} collects {shown(share)} from "
                f"{_name(number, played.pots)}, by the cards {between}"
            )


def _shares(played: Played, pot: Pot, classes: Classes) -> dict[int, int]:
    """Equal shares for the best cards; odd chips to the high half, and the first in turn."""
    shares = dict.fromkeys(pot.seats, 0)
    hand = played.hand
    seats = [seat for seat in pot.seats if seat not in hand.mucked] if len(pot.seats) > 1 else []
    unknown = [seat for seat in seats if seat not in classes.high]
    if len(pot.seats) > 1 and (unknown or not seats) and len(seats) != 1:
        seat = (unknown or list(pot.seats))[0]
        why = f"there are no winnings, and the cards of {hand.players[seat]} are not known"
        raise BadHandError(f"who wins is not told: {why}")
    winners = _best(seats, classes) if len(seats) > 1 else [seats or list(pot.seats)]
    unit = unit_of([pot.size, *(action.amount for action in played.actions)])
    of_half, odd_half = divmod(pot.size // unit, len(winners))
    for place, half in enumerate(winners):
        each, odd = divmod(of_half + (place < odd_half), len(half))
        for at, seat in enumerate(half):
            shares[seat] += (each + (at < odd)) * unit
    return shares


def _check_finish(played: Played, collected: dict[int, int]) -> None:
    hand = played.hand
    if hand.finishing is None:
        return
    invested = played.invested
    for seat in played.order:
        stack = hand.stacks[seat] - invested[seat] + collected[seat]
        if stack != hand.finishing[seat]:
            told = shown(hand.finishing[seat])
            raise unlike(f"{hand.players[seat]} finishes with", told, shown(stack))


def _name(number: int, pots: Sequence[Pot]) -> str:
    if len(pots) == 1:
        return "the pot"
    return f"side pot {number}" if number else "the main pot"
