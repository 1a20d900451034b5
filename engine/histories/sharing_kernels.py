"""Who gets the chips of hands: as their files say, checked against the betting and the cards.

A *cell* is a pot, or the part of a pot that one board decides.
"""
# mypy: ignore-errors

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..accelerate import empty, kernel
from ..declared import declared
from ..signatures import I64, U8, U16, Array, Bool, Input
from .hand_steps import fail, repeats

from .records import (  # isort: skip
    BOARDS, CHIP, COLLECT, COLLECT_LATE, COMPUTES, LISTED, LOOSE_POTS, MOST_SEATS, NETS, REPEATS,
    SHOW_BOARD, Actions, Played, Pots, Records, Seats,
)  # fmt: skip

MOST_CELLS = MOST_SEATS * BOARDS

(
    TOTAL_OTHER, LESS_THAN_NOTHING, NOT_IN_HAND, RAKE_OTHER, COLLECTED_MORE, POTS_OTHER,
    NO_SIDE_POT, NO_PART, POT_OVER, MORE_THAN_PART, BETTER, WITHOUT, PART_LESS, NOT_TOLD,
    FINISHES, RAKE_LARGE, PAID_OTHER, NOTHING_COLLECTED, PART_MORE,
) = range(64, 83)  # fmt: skip


class Shared(NamedTuple):
    """The results of sharing out the pots of hands."""

    tournament: Array[Bool, "h"]  # nothing is taken from a pot
    high: Array[U16, "h, 3, 10"]  # the class of a known hole on each board; 0: unknown
    low: Array[U16, "h, 3, 10"]  # the class of its low; 0: none qualifies
    # The rest is written.
    collected: Array[I64, "h, 10"]
    rake: Array[I64, "h"]
    unpaid: Array[I64, "h"]  # the share of the pot that a cash-out left to the site
    showdowns: Array[I64, "h + 1"]  # where the rows of each hand begin


class Showdowns(NamedTuple):
    """Rows of showdowns: a player's share in a cell."""

    place: Array[U8, "s"]
    pot: Array[U8, "s"]
    board: Array[U8, "s"]  # 1, 2, 3
    class_id: Array[U16, "s"]
    size: Array[I64, "s"]
    won: Array[I64, "s"]
    wins: Array[U8, "s"]  # 0, 1, or 2: unknown


@declared
def unit_of(
    unit: int,
    amount: int,
) -> int:
    """The largest of a chip, a hundredth and a ten-thousandth that divides all amounts."""
    while amount % unit:
        unit //= 100
    return unit


@declared
def greatest_divisor(
    a: int,
    b: int,
) -> int:
    """The greatest common divisor."""
    while b:
        a, b = b, a % b
    return a


@declared
def bits(
    mask: int,
) -> int:
    """The number of bits set in a mask."""
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


@kernel
def share(
    records: Records,
    first: Input[I64, "h + 1"],
    played: Played,  # ``problem`` and its details are written
    seats: Seats,
    actions: Actions,
    pots: Pots,
    shared: Shared,  # written
    showdowns: Showdowns,  # written
) -> int:
    """Share out the pots of replayed hands. Returns the number of rows of showdowns."""
    size = empty(MOST_CELLS, np.int64)
    known = empty(MOST_CELLS, np.bool_)
    halves = empty((MOST_CELLS, 2), np.int64)
    part = empty((MOST_CELLS, MOST_SEATS), np.int64)
    won = empty((MOST_CELLS, MOST_SEATS), np.int64)
    over = empty(MOST_SEATS, np.int64)
    n = 0
    for h in range(len(first) - 1):
        shared.showdowns[h] = n
        if played.problem[h]:
            continue
        cells = played.pots[h] * played.runs[h]
        unit = np.int64(CHIP)
        for r in range(first[h], first[h + 1]):
            if records.op[r] == COLLECT or records.op[r] == COLLECT_LATE:
                unit = unit_of(unit, records.amount[r])
        split_cells(h, played, pots, shared, unit, size, known, halves, part)
        share_hand(
            h, records, first[h], first[h + 1], played, seats, actions, pots, shared, size, known,
            halves, part, won, over,
        )  # fmt: skip
        if played.problem[h]:
            continue
        for p in range(MOST_SEATS):
            shared.collected[h, p] = 0
            for cell in range(cells):
                shared.collected[h, p] += won[cell, p]
        check_finish(h, records, first[h], first[h + 1], played, seats, shared)
        if played.problem[h]:
            continue
        for cell in range(cells):
            pot = cell // played.runs[h]
            board = cell % played.runs[h]
            who = np.int64(pots.seats[h, pot])
            if bits(who) < 2:
                continue
            for p in range(MOST_SEATS):
                if who >> p & 1:
                    showdowns.place[n] = p
                    showdowns.pot[n] = pot
                    showdowns.board[n] = board + 1
                    showdowns.class_id[n] = shared.high[h, board, p]
                    showdowns.size[n] = size[cell]
                    showdowns.won[n] = won[cell, p]
                    wins = (halves[cell, 0] | halves[cell, 1]) >> p & 1
                    showdowns.wins[n] = wins if known[cell] else 2
                    n += 1
    shared.showdowns[len(first) - 1] = n
    return n


@declared
def split_cells(
    h: int,
    played: Played,
    pots: Pots,
    shared: Shared,
    least: int,
    size: Array[I64, "c"],
    known: Array[Bool, "c"],
    halves: Array[I64, "c, 2"],
    part: Array[I64, "c, 10"],
) -> None:
    """The cells of a hand: their sizes, and who has the best cards in each.

    ``least``: the smallest chip in which players are paid.
    """
    runs = played.runs[h]
    for pot in range(played.pots[h]):
        who = np.int64(pots.seats[h, pot])
        unit = unit_of(least, pots.size[h, pot])
        units = pots.size[h, pot] // unit
        for board in range(runs):
            cell = pot * runs + board
            size[cell] = (units // runs + (board < units % runs)) * unit
            known[cell] = bits(who) > 1
            best = 65535
            best_low = 65535
            for p in range(MOST_SEATS):
                part[cell, p] = 0
                if who >> p & 1:
                    high = shared.high[h, board, p]
                    low = shared.low[h, board, p]
                    if not high:
                        known[cell] = False
                    else:
                        best = min(best, np.int64(high))
                    if low:
                        best_low = min(best_low, np.int64(low))
            halves[cell, 0] = 0
            halves[cell, 1] = 0
            if known[cell]:
                for p in range(MOST_SEATS):
                    if who >> p & 1:
                        if shared.high[h, board, p] == best:
                            halves[cell, 0] |= 1 << p
                        if best_low < 65535 and shared.low[h, board, p] == best_low:
                            halves[cell, 1] |= 1 << p
            else:
                halves[cell, 0] = who
            a = bits(halves[cell, 0])
            b = bits(halves[cell, 1])
            whole = a * b // greatest_divisor(a, b) if b else a
            for p in range(MOST_SEATS):
                if halves[cell, 0] >> p & 1:
                    part[cell, p] += whole // a
                if b and halves[cell, 1] >> p & 1:
                    part[cell, p] += whole // b


@declared
def share_hand(
    h: int,
    records: Records,
    begin: int,
    end: int,
    played: Played,
    seats: Seats,
    actions: Actions,
    pots: Pots,
    shared: Shared,
    size: Array[I64, "c"],
    known: Array[Bool, "c"],
    halves: Array[I64, "c, 2"],
    part: Array[I64, "c, 10"],
    won: Array[I64, "c, 10"],
    over: Array[I64, "10"],
) -> None:
    """Share out the pots of one hand."""
    runs = np.int64(played.runs[h])
    cells = played.pots[h] * runs
    total = np.int64(0)
    for pot in range(played.pots[h]):
        total += pots.size[h, pot]
    for p in range(MOST_SEATS):
        over[p] = 0
        for cell in range(cells):
            won[cell, p] = 0
    if (
        not played.tells_return[h]
        and played.returned[h]
        and played.total[h] == total + played.returned[h]
    ):
        played.total[h] = total  # it includes the uncalled bet
    if played.total[h] >= 0 and played.total[h] != total:
        fail(played, h, TOTAL_OTHER, 0, 255, played.total[h], total)
        return
    # What is written: how much in all, and whether for each cell.
    collected = np.int64(0)
    collections = 0
    by_cells = True
    finishes = False
    gave_up = False
    listed = 0
    collect = COLLECT_LATE
    for r in range(begin, end):
        if records.op[r] == COLLECT:
            collect = COLLECT
    for i in range(seats.dealt[h]):
        if seats.gave_up[h, seats.order[h, i]]:
            gave_up = True
    pot_told = False
    board_told = False
    for r in range(begin, end):
        if records.op[r] == collect:
            if played.quirks[h] & REPEATS and repeats(records, r):
                continue
            collections += 1
            collected += records.amount[r]
            pot_told = pot_told or records.other[r] >= 0
        elif records.op[r] == NETS:
            finishes = True
        elif records.op[r] == LISTED:
            listed += 1
        elif records.op[r] == SHOW_BOARD:
            board_told = True
    by_cells = cells == 1 or ((pot_told or played.pots[h] == 1) and (runs == 1 or board_told))
    if played.quirks[h] & LOOSE_POTS:
        by_cells = cells == 1
    if not collections and finishes and played.total[h] < 0:
        by_cells = cells == 1
        for r in range(begin, end):
            if records.op[r] == NETS:
                p = records.place[r]
                had = seats.stack[h, p] if records.other[r] < 0 else records.other[r]
                amount = records.amount[r] - had + seats.live[h, p] + seats.dead[h, p]
                if amount < 0:
                    fail(played, h, LESS_THAN_NOTHING, records.line[r], p, -amount, 0)
                    return
                if amount and not pots.seats[h, 0] >> p & 1:
                    fail(played, h, NOT_IN_HAND, records.line[r], p, 0, 0)
                    return
                if by_cells:
                    won[0, p] += amount
                else:
                    over[p] += amount
                collected += amount
        collections = 1
    elif collections:
        # Some files count the returned uncalled bet among the winner's winnings.
        back = np.int64(0)
        uncalled = played.returned[h]
        alone = False  # whether it is written as a side pot of one player
        for r in range(begin, end):
            if records.op[r] == collect and records.place[r] == played.returner[h]:
                none = records.other[r] >= played.pots[h]
                alone = alone or (none and uncalled and records.amount[r] == uncalled)
        if not played.tells_return[h] and (
            alone
            or collected > total
            or (uncalled and played.fees[h] >= 0 and collected + played.fees[h] == total + uncalled)
        ):
            back = uncalled
            if played.total_paid[h] >= uncalled:
                played.total_paid[h] -= uncalled
        board = 0
        for r in range(begin, end):
            if records.op[r] == SHOW_BOARD:
                board = records.other[r] - 1
            if records.op[r] != collect or (played.quirks[h] & REPEATS and repeats(records, r)):
                continue
            p = records.place[r]
            amount = records.amount[r]
            if back and p == played.returner[h]:
                less = min(back, amount)
                amount -= less
                back -= less
                collected -= less
            if amount and not pots.seats[h, 0] >> p & 1:
                fail(played, h, NOT_IN_HAND, records.line[r], p, 0, 0)
                return
            pot = max(records.other[r], 0)
            if cells == 1 and played.quirks[h] & LOOSE_POTS:
                pot = 0
            if not amount:
                continue
            if by_cells and pot >= played.pots[h]:
                fail(played, h, NO_SIDE_POT, records.line[r], p, pot, played.pots[h])
                return
            if by_cells and amount and not pots.seats[h, pot] >> p & 1:
                fail(played, h, NO_PART, records.line[r], p, pot, 0)
                return
            if by_cells:
                won[pot * runs + min(board, runs - 1), p] += amount
            else:
                over[p] += amount
    if collections or gave_up:
        rake = max(played.fees[h], 0)
        if gave_up:
            shared.rake[h] = rake
            shared.unpaid[h] = total - collected - rake
        else:
            shared.rake[h] = total - collected
            shared.unpaid[h] = 0
            if played.fees[h] >= 0 and collected + rake != total:
                fail(played, h, RAKE_OTHER, 0, 255, collected, rake)
                return
            if played.total_paid[h] >= 0 and collected != played.total_paid[h]:
                fail(played, h, PAID_OTHER, 0, 255, collected, played.total_paid[h])
                return
        if collected > total or (gave_up and collected + rake > total):
            fail(played, h, COLLECTED_MORE, 0, 255, collected, total)
            return
        if shared.tournament[h] and not gave_up and shared.rake[h] > rake:
            fail(played, h, RAKE_LARGE, 0, 255, collected, total)
            return
        untold = played.fees[h] < 0 and played.total_paid[h] < 0
        most = np.int64(0) if shared.tournament[h] else max(total * 15 // 100, np.int64(500))
        if untold and not gave_up and not finishes and total - collected > most:
            fail(played, h, RAKE_LARGE, 0, 255, collected, total)
            return
        if listed and not check_listed(h, records, begin, end, played, pots, listed, rake):
            return
        if by_cells:
            for cell in range(cells):
                taken = np.int64(0)
                for p in range(MOST_SEATS):
                    taken += won[cell, p]
                limit = pots.size[h, cell // runs] if runs > 1 else size[cell]
                if taken > limit:
                    fail(played, h, POT_OVER, 0, 255, taken, cell // runs)
                    return
        elif not pour(h, played, cells, size, part, won, over):
            return
    elif not played.quirks[h] & COMPUTES:
        fail(played, h, NOTHING_COLLECTED, 0, 255, 0, 0)
        return
    elif not divide(h, played, seats, actions, pots, shared, cells, runs, size, won):
        return
    else:
        shared.rake[h] = 0
        shared.unpaid[h] = 0
    for cell in range(cells):
        if known[cell] and not check_winners(h, played, seats, cell, runs, size, halves, won):
            return
    if collections and by_cells and not gave_up and runs == 1:
        for cell in range(cells):
            if known[cell] and not check_parts(h, played, cell, size, halves, won):
                return


@declared
def check_listed(
    h: int,
    records: Records,
    begin: int,
    end: int,
    played: Played,
    pots: Pots,
    listed: int,
    rake: int,
) -> bool:
    """Reject listed pots that differ from the betting's; some files list them without rake."""
    at = 0
    fits = listed == played.pots[h]
    short = np.int64(0)
    for r in range(begin, end):
        if records.op[r] == LISTED and fits:
            size = pots.size[h, at]
            if records.amount[r] > size:
                fits = False
            short += size - records.amount[r]
            at += 1
    if not fits or (short and short != rake):
        fail(played, h, POTS_OTHER, 0, 255, listed, played.pots[h])
        return False
    return True


@declared
def pour(
    h: int,
    played: Played,
    cells: int,
    size: Array[I64, "c"],
    part: Array[I64, "c, 10"],
    won: Array[I64, "c, 10"],
    left: Array[I64, "10"],
) -> bool:
    """Share out what a file does not assign to pots.

    The last side pot comes first, and the rake is taken from the main pot.
    """
    unit = np.int64(CHIP)
    for cell in range(cells):
        unit = unit_of(unit, size[cell])
    for p in range(MOST_SEATS):
        unit = unit_of(unit, left[p])
    for cell in range(cells - 1, -1, -1):
        units = size[cell] // unit
        open_parts = np.int64(0)
        takers = 0
        for p in range(MOST_SEATS):
            if left[p] and part[cell, p]:
                open_parts += part[cell, p]
                takers += 1
        # Players who win no other pot come first: the odd chips left for them are here.
        for turn in range(2):
            for p in range(MOST_SEATS):
                if not (left[p] and part[cell, p]) or won[cell, p]:
                    continue
                later = False
                for below in range(cell):
                    if part[below, p]:
                        later = True
                if later != (turn == 1):
                    continue
                odd = 0 if later else takers
                due = min(units * part[cell, p] // open_parts + odd, units)
                amount = min(due * unit, left[p])
                won[cell, p] = amount
                units -= amount // unit
                open_parts -= part[cell, p]
                left[p] -= amount
    for p in range(MOST_SEATS):
        if left[p]:
            fail(played, h, MORE_THAN_PART, 0, p, left[p], 0)
            return False
    return True


@declared
def divide(
    h: int,
    played: Played,
    seats: Seats,
    actions: Actions,
    pots: Pots,
    shared: Shared,
    cells: int,
    runs: int,
    size: Array[I64, "c"],
    won: Array[I64, "c, 10"],
) -> bool:
    """Equal shares for the best cards; odd chips go to the high half, and to the first in turn."""
    unit = np.int64(CHIP)
    for a in range(played.actions[h], played.actions[h + 1]):
        unit = unit_of(unit, actions.amount[a])
    for cell in range(cells):
        who = np.int64(pots.seats[h, cell // runs])
        board = cell % runs
        chip = unit_of(unit, size[cell])
        shows = np.int64(0)
        hidden = np.int64(-1)
        for p in range(MOST_SEATS):
            if who >> p & 1 and not seats.mucked[h, p]:
                shows |= 1 << p
                if not shared.high[h, board, p] and hidden < 0:
                    hidden = p
        highs = shows
        lows = np.int64(0)
        if bits(who) == 1:
            highs = who
        elif bits(shows) != 1:
            if hidden >= 0 or not shows:
                if hidden < 0:
                    for p in range(MOST_SEATS - 1, -1, -1):
                        if who >> p & 1:
                            hidden = p
                fail(played, h, NOT_TOLD, 0, hidden, 0, 0)
                return False
            best = 65535
            best_low = 65535
            for p in range(MOST_SEATS):
                if shows >> p & 1:
                    best = min(best, np.int64(shared.high[h, board, p]))
                    if shared.low[h, board, p]:
                        best_low = min(best_low, np.int64(shared.low[h, board, p]))
            highs = 0
            for p in range(MOST_SEATS):
                if shows >> p & 1:
                    if shared.high[h, board, p] == best:
                        highs |= 1 << p
                    if best_low < 65535 and shared.low[h, board, p] == best_low:
                        lows |= 1 << p
        units = size[cell] // chip
        for half in range(2 if lows else 1):
            mask = lows if half else highs
            of_half = units // 2 + (units % 2 if not half else 0) if lows else units
            winners = bits(mask)
            each = of_half // winners
            odd = of_half % winners
            at = 0
            for i in range(seats.dealt[h]):
                p = seats.order[h, i]
                if mask >> p & 1:
                    won[cell, p] += (each + (at < odd)) * chip
                    at += 1
    return True


@declared
def check_winners(
    h: int,
    played: Played,
    seats: Seats,
    cell: int,
    runs: int,
    size: Array[I64, "c"],
    halves: Array[I64, "c, 2"],
    won: Array[I64, "c, 10"],
) -> bool:
    """Reject a cell that does not go to the best cards, or of which some of these get nothing."""
    wins = halves[cell, 0] | halves[cell, 1]
    unit = unit_of(np.int64(CHIP), size[cell])
    paid = np.int64(0)
    without = 255
    winner = 255
    for p in range(MOST_SEATS):
        if wins >> p & 1 and winner == 255:
            winner = p
    for p in range(MOST_SEATS):
        paid += won[cell, p]
        unit = unit_of(unit, won[cell, p])
        if won[cell, p] and not wins >> p & 1:
            fail(played, h, BETTER, 0, p, cell // runs, winner)
            return False
        if wins >> p & 1 and not won[cell, p] and not seats.gave_up[h, p] and without == 255:
            without = p
    count = 2 if halves[cell, 1] else 1
    fewest = count * max(bits(halves[cell, 0]), bits(halves[cell, 1]))
    if without != 255 and paid >= fewest * unit:
        fail(played, h, WITHOUT, 0, without, cell // runs, 0)
        return False
    return True


@declared
def check_parts(
    h: int,
    played: Played,
    cell: int,
    size: Array[I64, "c"],
    halves: Array[I64, "c, 2"],
    won: Array[I64, "c, 10"],
) -> bool:
    """Reject a pot that the best cards of each half do not share equally.

    The parts are of the payout, without the rake. An odd chip may go anywhere: a part is rounded
    down or up to the smallest chip.
    """
    unit = greatest_divisor(played.small_blind[h], played.big_blind[h])
    unit = greatest_divisor(unit, played.ante[h])
    unit = greatest_divisor(unit, size[cell])
    paid = np.int64(0)
    for p in range(MOST_SEATS):
        unit = greatest_divisor(unit, won[cell, p])
        paid += won[cell, p]
    if not unit:
        return True
    count = 2 if halves[cell, 1] else 1
    for p in range(MOST_SEATS):
        if not (halves[cell, 0] | halves[cell, 1]) >> p & 1:
            continue
        least = np.int64(0)
        most = np.int64(0)
        for half in range(count):
            if halves[cell, half] >> p & 1:
                by = count * bits(halves[cell, half]) * unit
                least += paid // by
                most += -(-paid // by)
        slack = played.slack[h]
        if not least * unit - slack <= won[cell, p] <= most * unit + slack:
            few = won[cell, p] < least * unit
            due = least * unit if few else most * unit
            problem = PART_LESS if few else PART_MORE
            fail(played, h, problem, 0, p, won[cell, p], due << 4 | cell)
            return False
    return True


@declared
def check_finish(
    h: int,
    records: Records,
    begin: int,
    end: int,
    played: Played,
    seats: Seats,
    shared: Shared,
) -> None:
    """Reject a hand whose players do not end with the chips that the file says."""
    for r in range(begin, end):
        if records.op[r] == NETS:
            p = records.place[r]
            net = shared.collected[h, p] - seats.live[h, p] - seats.dead[h, p]
            from_stack = records.other[r] < 0
            had = seats.stack[h, p] + seats.cashed[h, p] if from_stack else records.other[r]
            stack = had + net
            if stack != records.amount[r]:
                fail(played, h, FINISHES, records.line[r], p, records.amount[r], stack)
                return
