"""Deals of spots as columns: listed ones against plain enumeration, sampled ones against listed."""

from collections import Counter
from itertools import combinations, permutations, product

import numpy as np
import pytest

from oracle.naive import format_cards, parse_cards
from pokerlake.catalogue import game_named
from pokerlake.engine.cards.holes import hole_cards
from pokerlake.engine.cards.text import CARDS
from pokerlake.engine.monte_carlo.deals import BLOCK
from pokerlake.engine.monte_carlo.plan import Holdings
from pokerlake.engine.ranges.notation import parse_range
from pokerlake.engine.ranges.omaha_parser import parse_omaha_range
from pokerlake.engine.ranges.scanner import RangeError
from pokerlake.engine.spots.boards import parse_board_range
from pokerlake.engine.spots.spots import DealtSpot
from pokerlake.engine.spots.spots_kernels import write_letters

HOLDEM, OMAHA, SHORT = (game_named(name) for name in ("holdem", "omaha", "short deck"))


def holdings(rule, text):
    if text == "random":
        return None
    if rule.hole == 2:
        weights = parse_range(text)
        return Holdings(hole_cards()[weights > 0], weights[weights > 0])
    found = parse_omaha_range(text)
    return Holdings(found.holes, found.weights)


def spot(hands, board="", dead="", rule=HOLDEM):
    gone = tuple(sorted({*parse_cards(dead), *rule.dead}))
    held = tuple(holdings(rule, text) for text in hands)
    return DealtSpot(rule, held, parse_board_range(board).boards(gone), gone)


def rows(dealt):
    """Each deal: the holes as sets, the flop as a set, later cards in order; and its weight."""
    weights = np.ones(len(dealt)) if dealt.weights is None else dealt.weights
    for i in range(len(dealt)):
        holes = tuple(frozenset(hole[:, i].tolist()) for hole in dealt.holes)
        board = dealt.board[:, i].tolist()
        yield (*holes, frozenset(board[:3]), *board[3:]), float(weights[i])


def enumerated(of, stages):
    """All deals, by plain loops: the product of the weights of each."""
    found = Counter()
    holes = [
        [(frozenset(h), w) for h, w in zip(held.cards.tolist(), held.weights.tolist(), strict=True)]
        for held in of.held
    ]
    for tuple_, board in product(product(*holes), of.boards.tolist()):
        known = [card for hole, _ in tuple_ for card in hole] + board + list(of.dead)
        if len(set(known)) < len(known):
            continue
        weight = float(np.prod([w for _, w in tuple_]))
        boards = [board]
        for size in stages:
            boards = [
                [*shown, *more]
                for shown in boards
                for more in combinations(sorted(set(range(52)) - {*known, *shown}), size)
            ]
        for shown in boards:
            # Later cards are in order where they come one by one.
            key = (*(hole for hole, _ in tuple_), frozenset(shown[:3]), *shown[3:])
            found[key] += weight
    return found


@pytest.mark.parametrize(
    ("hands", "board", "dead", "rule"),
    [
        (["AhKh", "QQ+"], "Qh2h3dAs", "", HOLDEM),
        (["AhKh", "QQ:0.5,AK:0.25", "AA"], "Qh2h3d", "As7c", HOLDEM),
        (["AKs", "QhQd"], "AxKx2x", "2c", HOLDEM),
        (["AA,KK:0.5", "KK,AA:0.5"], "AhAdKhKd2c,AhAd2c2d2h", "", HOLDEM),
        (["AsKsQsJs", "AAKK"], "Th9h8h,Th9h2s7", "", OMAHA),
        (["TT,98s:0.5", "7s6s"], "Ts9d8d", "As", SHORT),
        (["AhKh"], "Qh2h3d4s", "", HOLDEM),
    ],
)
def test_listed_deals_are_all_there_are(hands, board, dead, rule):
    of = spot(hands, board, dead, rule)
    for streets in ((3, 4, 5), (5,), (4,), ()):
        stages = of.stages(streets)
        listing = of.listed(stages, 1 << 22)
        whole = list(rows(listing.columns(0, listing.deals)))
        assert Counter(dict(whole)) == enumerated(of, stages)
        assert len(whole) == listing.deals <= of.most_deals(stages)
        some = list(rows(listing.columns(listing.deals // 3, 7)))
        assert some == whole[listing.deals // 3 :][:7]


def test_a_listing_of_streets_has_no_orders_that_are_alike():
    of = spot(["AhKh", "QsQc"])
    sizes = {(3, 4, 5): 17296 * 45 * 44, (3, 5): 17296 * 990, (5,): 1_712_304, (4, 5): 194_580 * 44}
    for streets, deals in sizes.items():
        assert of.listed(of.stages(streets), 1 << 26).deals == deals
    assert of.listed(of.stages((3, 4, 5)), 1000) is None
    assert spot(["random"] * 4).listed((5,), 1 << 40) is None


@pytest.mark.whole
@pytest.mark.parametrize(
    ("hands", "board", "dead", "rule"),
    [
        (["AhKh", "QQ:0.5,AKo"], "Qh2h3dAs", "2c", HOLDEM),
        (["AK,QQ:0.25", "AKs,JJ"], "AKQJ[AK]", "", HOLDEM),
        (["AK", "QQ+"], "AKQ2,KK2", "", HOLDEM),
        (["AsKsQsJs", "AAQQ"], "Th9h8h2c", "", OMAHA),
        (["98s,TT:0.5"], "Ts9d8d7c", "", SHORT),
        (["AhKh", "random"], "Qh2h3d4s5s", "", HOLDEM),
    ],
)
def test_sampled_deals_come_up_as_often_as_they_weigh(hands, board, dead, rule):
    of = spot(hands, board, dead, rule)
    size = 4 if of.boards.shape[1] == 4 else 5
    listing = of.listed(of.stages((size,)), 1 << 22)
    weights = Counter()
    for key, weight in rows(listing.columns(0, listing.deals)):
        weights[key[: len(hands) + 1]] += weight
    n = 40 * BLOCK
    dealt = of.sampling().columns(0, n, seed=3)
    assert dealt.board.shape == (5, n)
    assert dealt.weights is None
    found = Counter(key[: len(hands) + 1] for key, _ in rows(dealt))
    assert set(found) <= set(weights)
    total = sum(weights.values())
    chi_square = sum(
        (found[key] - n * weight / total) ** 2 / (n * weight / total)
        for key, weight in weights.items()
    )
    freedom = len(weights) - 1
    assert abs(chi_square - freedom) < 5 * np.sqrt(2 * freedom) + 5
    cards = np.concatenate([dealt.holes.reshape(-1, n), dealt.board])
    assert (np.diff(np.sort(cards, axis=0), axis=0) > 0).all()


def test_a_deal_of_a_number_is_always_the_same():
    for board in ("", "AKQ", "AK2:xxy"):
        sampling = spot(["AQ,22:0.5", "random"], board).sampling()
        whole = sampling.columns(0, 3 * BLOCK + 5, seed=9)
        for first, number in ((0, 10), (BLOCK, BLOCK), (2 * BLOCK, BLOCK + 5)):
            part = sampling.columns(first, number, seed=9)
            for one, other in ((part.holes, whole.holes), (part.board, whole.board)):
                assert (one == other[..., first : first + number]).all()
        assert (sampling.columns(0, 99, seed=8).board != whole.board[:, :99]).any()


def test_cards_are_written_as_text():
    cards = np.random.default_rng(1).integers(0, 52, (5, 30), dtype=np.uint8)
    letters = np.frombuffer("".join(CARDS).encode(), np.uint16)
    text = np.empty((30, 5), np.uint16)
    write_letters(cards, letters, text)
    assert [row.tobytes().decode() for row in text] == [format_cards(row) for row in cards.T]


@pytest.mark.parametrize(
    ("hands", "board", "dead", "problem"),
    [
        (["AhKh", "AhQd"], "", "", "cannot be dealt"),
        (["AhKh", "QQ"], "Ah2c3d", "", "cannot be dealt"),
        (["AhKh"], "AAA", "AcAd", "no board is 'AAA'"),
    ],
)
def test_what_cannot_be_dealt(hands, board, dead, problem):
    def dealt(how):
        of = spot(hands, board, dead)
        return of.sampling() if how == "sampled" else of.listed(of.stages(), 1 << 30)

    for how in ("sampled", "listed"):
        with pytest.raises(RangeError, match=problem):
            dealt(how)


# ---------------------------------------------------------------- boards


def fits(pattern, board):
    """Whether a board has a pattern of (rank, suit), where x, y are suits and R, O ranks."""
    ranks = {rank for rank, _ in pattern if rank in "23456789TJQKA"}
    for places in permutations(range(3), min(3, len(pattern))):
        cards = [board[place] for place in places] + list(board[3 : len(pattern)])
        bound = {}
        for (rank, suit), card in zip(pattern, cards, strict=True):
            own = {"rank": "23456789TJQKA"[card // 4], "suit": "cdhs"[card % 4]}
            for kind, letter in (("rank", rank), ("suit", suit)):
                if letter in "*":
                    continue
                if letter in ("RO" if kind == "rank" else "xyz"):
                    bound.setdefault((kind, letter), set()).add(own[kind])
                    if kind == "rank" and own[kind] in ranks:
                        bound[kind, letter].add("none")
                elif letter != own[kind]:
                    bound["wrong", "wrong"] = {1, 2}
        values = {name: next(iter(of)) for name, of in bound.items() if len(of) == 1}
        different = len({(name[0], value) for name, value in values.items()}) == len(values)
        if len(values) == len(bound) and different:
            return True
    return False


@pytest.mark.parametrize(
    ("text", "pattern"),
    [
        ("AKK", ["A*", "K*", "K*"]), ("AxKx2x", ["Ax", "Kx", "2x"]), ("AxKx2y", ["Ax", "Kx", "2y"]),
        ("RRO", ["R*", "R*", "O*"]), ("AR", ["A*", "R*"]), ("T", ["T*"]),
        ("AKQK", ["A*", "K*", "Q*", "K*"]), ("AxKxQyJyTx", ["Ax", "Kx", "Qy", "Jy", "Tx"]),
        ("RR22O", ["R*", "R*", "2*", "2*", "O*"]),
    ],
)  # fmt: skip
def test_ranges_of_boards_by_plain_search(text, pattern):
    of = parse_board_range(text)
    boards = np.array(
        [np.random.default_rng(i).permutation(52)[:5] for i in range(300)], np.uint8
    ).T
    assert of.fits(boards).tolist() == [fits(pattern, board) for board in boards.T.tolist()]
    meant = of.boards()
    some = meant[:: max(1, len(meant) // 100)].tolist()
    assert all(fits(pattern, board) for board in some)
    if of.size == 3:
        assert len(meant) == sum(fits(pattern, flop) for flop in combinations(range(52), 3))


def test_ranges_of_boards():
    sizes = {
        "": 1, "*": 1, "JJ!JJJ": 288, "www": 1144, "wxy": 8788, "AK2:xxy": 36, "AKK,AAK": 48,
        "Qh2h3d": 1, "AsKs*": 50, "QhJh": 50, "(AKK,AAK):xxy": 24, "AKQ:(wwx, (wxy))": 60,
        "(JJ)!(JJJ,JJA)": 264, "[AK]QJ!(xxx)": 120, "(2c3c4c5c6c)": 1,
    }  # fmt: skip
    for text, boards in sizes.items():
        assert len(parse_board_range(text).boards()) == boards, text
    for text in ("Qh2h3dAs", "((Qh2h3dAs))"):
        assert parse_board_range(text).boards().tolist() == [parse_cards("Qh2h3dAs")]
    for text, problem in {
        "AKB": r"'AKB' at character 3", "(AKQ": "character 1: '.' is not closed",
        "A(KQ)": "'.' does not belong here", "AKQ)": "character 4: '.' does not belong here",
        "(" * 60: "nested too deeply", "()": "'.' begins no card",
    }.items():  # fmt: skip
        with pytest.raises(RangeError, match=problem):
            parse_board_range(text)
    with pytest.raises(RangeError, match="too many boards"):
        parse_board_range("*****c").boards()
