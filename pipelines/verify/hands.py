"""Recounts the tables of the starting hands by other roads than those they were built by.

Match-ups were swept board by board: here they are added up from all 47,008 pairs of holes, which
are counted by ranks. Those in turn are held against the sweep, and some dozens of them against
plain enumeration of every board. Deals are dealt again, and some evaluated seat by seat.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from pokerlake.engine.cards.holes import HANDS, format_hole, hand_combos, hand_of_hole, parse_hole
from pokerlake.engine.dealing.deck import deal
from pokerlake.engine.known_holes.two import heads_up
from pokerlake.engine.starting_hands.income import (
    EXACT,
    OBSERVATIONS,
    POT,
    SAMPLED,
    deals_for,
    sampled_shares,
)
from pokerlake.engine.starting_hands.matchups import (
    SHARES,
    matchup_wins,
    random_outcomes,
    random_outcomes_of,
)
from pokerlake.engine.threads import over_tasks
from pokerlake.pipelines import recount_holdem as recount
from pokerlake.tables.check import Check
from pokerlake.tables.lake import Parameters

if TYPE_CHECKING:
    import pyarrow as pa

_RECOUNTED = (parse_hole("AsAh"), parse_hole("Ts9s"), parse_hole("7c2d"))
_ENUMERATED = 40
_BOARDS = 30
_DEALS = 100_000
_PIECES = 64
_SEED = 20_261_121


def starting_hands(content: pa.Table, _: Parameters) -> Iterator[Check]:
    """Every row, from the pairs of holes; three hands against every opponent on every board."""
    found = recount.starting_hands(_from_pairs())
    row, col = np.divmod(np.arange(len(HANDS)), 13)
    columns = {
        "hand": np.array(HANDS, dtype=object),
        "row": row,
        "col": col,
        "combos": hand_combos(),
        "win": found.win,
        "tie": found.tie,
        "lose": found.lose,
    }
    yield from unlike("starting_hands", columns, content)
    for hole in _RECOUNTED:
        place = int(hand_of_hole()[hole])
        one = recount.against_random(hole, threads=0)
        combos = int(hand_combos()[place])
        expected = tuple(combos * count for count in one)
        row_found = tuple(content[name][place].as_py() for name in ("win", "tie", "lose"))
        what = f"{HANDS[place]} against every hole on every board"
        yield Check("starting_hands", what, str(expected), str(row_found))


def matchups(content: pa.Table, _: Parameters) -> Iterator[Check]:
    """Every row, from the pairs of holes."""
    found = _from_pairs()
    order = np.argsort(HANDS)
    names = np.array(HANDS, dtype=object)[order]
    columns = {
        "hero": np.repeat(names, len(HANDS)),
        "villain": np.tile(names, len(HANDS)),
        **{
            name: matrix[np.ix_(order, order)].ravel()
            for name, matrix in zip(("deals", "win", "tie", "lose"), found, strict=True)
        },
    }
    yield from unlike("matchups", columns, content)


def combo_matchups(content: pa.Table, _: Parameters) -> Iterator[Check]:
    """The pairs against their orbits, sums against the sweep, some on every board there is."""
    columns = {name: content[name].to_numpy() for name in content.column_names}
    hero, villain = (columns[f"{name}_hole_id"].astype(np.int64) for name in ("hero", "villain"))
    orbits = recount.suit_orbits()
    canonical = recount.canonical_pairs(hero, villain)
    place = np.lexsort((canonical.villain, canonical.hero))
    same = (
        (canonical.hero[place] == orbits.hero).all()
        and (canonical.villain[place] == orbits.villain).all()
        and (columns["weight"][place] == orbits.weight).all()
    )
    yield _is("combo_matchups", "orbits of pairs of holes, and their weights", same)
    for name, holes in (("hero", hero), ("villain", villain)):
        text = np.array([format_hole(int(hole)) for hole in holes], dtype=object)
        yield from unlike("combo_matchups", {name: text}, content)
    counts = [columns[name].astype(np.int64) for name in ("win", "tie", "lose")]
    pairs = recount.HolePairs(hero, villain, columns["weight"].astype(np.int64))
    wins = np.sum(over_tasks(matchup_wins, range(SHARES), 0), axis=0)
    same = (recount.hand_matchups(pairs, *counts).win == wins).all()
    yield _is("combo_matchups", "wins of all hands as in a sweep over all rivers", same)
    sample = np.random.default_rng(_SEED).choice(len(hero), _ENUMERATED, replace=False)
    expected = over_tasks(
        lambda i: recount.match_up(int(hero[i]), int(villain[i])), sample.tolist(), 0
    )
    wrong = sum(
        tuple(int(column[i]) for column in counts) != outcome
        for i, outcome in zip(sample, expected, strict=True)
    )
    what = f"of {_ENUMERATED} rows those unlike the enumeration of all boards"
    yield Check("combo_matchups", what, "0", str(wrong))


def income_rates(content: pa.Table, parameters: Parameters) -> Iterator[Check]:
    """Two players from the pairs of holes, three and more by the sweep and the deals once more."""
    error, seed = float(parameters["standard_error"]), int(parameters["seed"])
    order = np.argsort(HANDS)
    columns = {name: content[name].to_numpy(zero_copy_only=False) for name in content.column_names}
    rows = {n: columns["players"] == n for n in (*EXACT, *SAMPLED)}
    labels = {
        "hand": np.tile(np.array(HANDS, dtype=object)[order], len(rows)),
        "players": np.repeat(list(rows), len(HANDS)),
        "method": np.repeat(["exact"] * len(EXACT) + ["monte carlo"] * len(SAMPLED), len(HANDS)),
    }
    yield from unlike("income_rates", labels, content)
    two = recount.starting_hands(_from_pairs())
    outcomes = np.sum(over_tasks(random_outcomes, range(SHARES), 0), axis=0)
    yield from _against_oracle_on_boards()
    three = [column // hand_combos() for column in outcomes.T[2:]]
    for players, ways in ((2, [column // hand_combos() for column in two[1:3]]), (3, three)):
        shares = [POT // (1 + tied) for tied in range(len(ways))]
        expected = {
            "observations": np.full(len(HANDS), OBSERVATIONS[players]),
            "share_sum": sum(s * way for s, way in zip(shares, ways, strict=True)),
            "share_sum_squares": sum(s**2 * way for s, way in zip(shares, ways, strict=True)),
        }
        expected["income_rate"] = recount.income_rate(
            players, expected["observations"], expected["share_sum"]
        )
        yield from _unlike_in(columns, rows[players], players, expected, order)
        total = int(expected["share_sum"] @ hand_combos()) * players
        pots = 1326 * OBSERVATIONS[players] * POT
        yield Check("income_rates", f"pots shared by {players} players", f"{pots}", f"{total}")
    for players in SAMPLED:
        deals = deals_for(players, error)
        sums = _dealt_again(players, deals, seed)
        yield from _against_oracle_on_deals(players, min(deals, _DEALS), seed)
        expected = {
            "observations": sums.observations,
            "share_sum": sums.share_sum,
            "share_sum_squares": sums.share_sum_squares,
            "income_rate": recount.income_rate(players, sums.observations, sums.share_sum),
            "standard_error": recount.standard_error(players, sums),
        }
        yield from _unlike_in(columns, rows[players], players, expected, order)
        seen = int(columns["observations"][rows[players]].sum())
        what = f"seats of {players} players"
        yield Check("income_rates", what, str(players * deals), str(seen))
        largest = columns["standard_error"][rows[players]].max()
        what = f"standard errors of {players} players up to {error}"
        yield _is("income_rates", what, bool(largest <= error))


def _from_pairs() -> recount.HandMatchUps:
    pairs = recount.suit_orbits()
    counts = heads_up(pairs.hero, pairs.villain, threads=0)
    return recount.hand_matchups(pairs, *counts.T)


def _against_oracle_on_boards() -> Iterator[Check]:
    boards = deal(_BOARDS, 5, seed=_SEED)
    expected = recount.three_players(boards, np.ones(_BOARDS, np.int64))
    found = random_outcomes_of(boards.T, np.ones(_BOARDS, np.uint8))
    same = all((found[:, 2 + i] == expected[i]).all() for i in range(3))
    what = f"three players on {_BOARDS} boards as pair by pair"
    yield _is("income_rates", what, same)


def _against_oracle_on_deals(players: int, deals: int, seed: int) -> Iterator[Check]:
    cards = deal(deals, 5 + 2 * players, seed=seed, first=players << 48, threads=0)
    expected = recount.share_sums(cards, players)
    found = _share_sums(sampled_shares(players, 0, deals, seed))
    same = all((a == b).all() for a, b in zip(expected, found, strict=True))
    yield _is("income_rates", f"{deals:,} deals to {players} players as seat by seat", same)


def _dealt_again(players: int, deals: int, seed: int) -> recount.ShareSums:
    bounds = [deals * piece // _PIECES for piece in range(_PIECES + 1)]
    sums = over_tasks(
        lambda i: sampled_shares(players, bounds[i], bounds[i + 1] - bounds[i], seed),
        range(_PIECES),
        0,
    )
    return _share_sums(np.sum(sums, axis=0))


def _share_sums(sums: npt.NDArray[np.int64]) -> recount.ShareSums:
    seats, shares, squares, pairs, both, products = sums.T
    return recount.ShareSums(
        seats, shares, squares, seats + pairs, shares + both, squares + products
    )


def _unlike_in(
    columns: dict[str, npt.NDArray[np.generic]],
    rows: npt.NDArray[np.bool_],
    players: int,
    expected: dict[str, npt.NDArray[np.generic]],
    order: npt.NDArray[np.intp],
) -> Iterator[Check]:
    for name, values in expected.items():
        found = columns[name][rows]
        same = np.isclose(found, values[order], rtol=1e-12) if found.dtype.kind == "f" else None
        wrong = int((~same if same is not None else found != values[order]).sum())
        what = f"rows of {name} for {players} players unlike the recount"
        yield Check("income_rates", what, "0", str(wrong))


def _is(table: str, what: str, so: bool) -> Check:
    return Check(table, what, "yes", "yes" if so else "no")


def unlike(name: str, columns: Mapping[str, object], content: pa.Table) -> Iterator[Check]:
    """Rows of each column that are not what was recounted."""
    for column, expected in columns.items():
        found = content[column].to_numpy()
        wrong = int((found != np.asarray(expected)).sum())
        yield Check(name, f"rows of {column} unlike the recount", "0", str(wrong))
