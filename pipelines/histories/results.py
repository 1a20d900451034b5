"""Who gets the chips: as the file says, checked with the betting and the cards, or computed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import le

import numpy as np

from pokerlake.engine.hands.evaluate import class_ids

from .betting import Played, Pot
from .hand import CARD_NUMBER, BadHandError, Collected, shown, unit_of, unlike

Classes = dict[int, int]  # by seat


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
    """The class of every known hole at a showdown, for all hands in one batch."""
    owners: list[tuple[int, int]] = []
    cards: list[str] = []
    for number, played in enumerate(hands):
        if len(played.pots[0].seats) > 1:
            holes = played.hand.holes
            for seat in played.pots[0].seats:
                if seat in holes:
                    owners.append((number, seat))
                    cards.append(holes[seat] + played.board)
    found: list[Classes] = [{} for _ in hands]
    if cards:
        numbers = [CARD_NUMBER[text[at : at + 2]] for text in cards for at in range(0, 14, 2)]
        ids = class_ids(np.array(numbers, np.uint8).reshape(-1, 7), layout="rows")
        for (number, seat), class_id in zip(owners, ids.tolist(), strict=True):
            found[number][seat] = class_id
    return found


def result(played: Played, classes: Classes) -> Result:
    """Share out the pots of a hand.

    BadHandError if what the file says does not add up, or is not what the cards say; or if neither
    says who wins.
    """
    hand = played.hand
    if hand.total_pot is not None and hand.total_pot != played.total:
        raise unlike("the total pot is", shown(hand.total_pot), shown(played.total))
    wins = [_wins(pot, classes) for pot in played.pots]
    told = _told(played)
    if told is None:
        won = [_shares(played, pot, classes) for pot in played.pots]
    else:
        _check_balance(played, told)
        won = _by_pot(played, told, wins)
    for number in contested(played):
        _check_winners(played, number, won[number], wins[number])
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


def _by_pot(
    played: Played, told: list[Collected], wins: list[dict[int, bool] | None]
) -> list[dict[int, int]]:
    """What each seat took from each pot."""
    pots = played.pots
    won: list[dict[int, int]] = [dict.fromkeys(pot.seats, 0) for pot in pots]
    if len(pots) > 1 and all(taken.pot is None for taken in told):
        return _poured(played, told, wins)
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
    played: Played, told: list[Collected], wins: list[dict[int, bool] | None]
) -> list[dict[int, int]]:
    """Share out what a file does not tell by pots.

    The last side pot comes first, and the rake is taken from the main pot.
    """
    left = dict.fromkeys(played.order, 0)
    for taken in told:
        if taken.amount:
            left[taken.seat] += taken.amount
    won: list[dict[int, int]] = []
    for pot, winning in reversed(list(zip(played.pots, wins, strict=True))):
        takers = [s for s in pot.seats if left[s] and (winning is None or winning[s])]
        shares = dict.fromkeys(pot.seats, 0)
        open_size = pot.size
        for at, seat in enumerate(takers):
            shares[seat] = min(open_size // (len(takers) - at), left[seat])
            open_size -= shares[seat]
            left[seat] -= shares[seat]
        won.append(shares)
    if any(left.values()):
        seat = next(seat for seat in left if left[seat])
        name, more = played.hand.players[seat], shown(left[seat])
        raise BadHandError(f"{name} collects {more} more than his part of the pots")
    return won[::-1]


def _wins(pot: Pot, classes: Classes) -> dict[int, bool] | None:
    if len(pot.seats) < 2 or not all(seat in classes for seat in pot.seats):
        return None
    best = min(classes[seat] for seat in pot.seats)
    return {seat: classes[seat] == best for seat in pot.seats}


def _check_winners(
    played: Played, number: int, shares: dict[int, int], wins: dict[int, bool] | None
) -> None:
    """Refuse a pot that does not go to the best cards, or that equal hands share unequally."""
    pot = played.pots[number]
    if wins is None or all((shares[seat] > 0) == wins[seat] for seat in pot.seats):
        return
    names = played.hand.players
    winners = [seat for seat in pot.seats if wins[seat]]
    wrong = next((seat for seat in pot.seats if shares[seat] and not wins[seat]), None)
    if wrong is not None:
        raise BadHandError(
            f"{names[wrong]} collects from {_name(number, played.pots)}, "
            f"the cards of {names[winners[0]]} are better"
        )
    if sum(shares.values()) >= len(winners) * unit_of([pot.size, *shares.values()]):
        without = next(seat for seat in winners if not shares[seat])
        raise BadHandError(
            f"{names[without]} collects nothing from {_name(number, played.pots)}, "
            "though nobody's cards are better"
        )


def _shares(played: Played, pot: Pot, classes: Classes) -> dict[int, int]:
    """Equal shares for the best cards; odd chips to the first seats after the button."""
    shares = dict.fromkeys(pot.seats, 0)
    hand = played.hand
    seats = [seat for seat in pot.seats if seat not in hand.mucked] if len(pot.seats) > 1 else []
    unknown = [seat for seat in seats if seat not in classes]
    if len(pot.seats) > 1 and (unknown or not seats) and len(seats) != 1:
        seat = (unknown or list(pot.seats))[0]
        why = f"there are no winnings, and the cards of {hand.players[seat]} are not known"
        raise BadHandError(f"who wins is not told: {why}")
    if len(seats) > 1:
        best = min(classes[seat] for seat in seats)
        seats = [seat for seat in seats if classes[seat] == best]
    winners = seats or list(pot.seats)
    unit = unit_of([pot.size, *(action.amount for action in played.actions)])
    each, odd = divmod(pot.size // unit, len(winners))
    for at, seat in enumerate(winners):
        shares[seat] = (each + (at < odd)) * unit
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
