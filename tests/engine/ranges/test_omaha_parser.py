"""Text of ranges of Omaha: what each form means, by predicates on holes that are written apart."""

from itertools import combinations, permutations
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pokerlake.engine.cards.text import CARDS, RANKS, format_hand
from pokerlake.engine.ranges.omaha_holes import OmahaRange, all_holes, hole_numbers
from pokerlake.engine.ranges.omaha_parser import parse_omaha_range, read_omaha_parts
from pokerlake.engine.ranges.scanner import RangeError

# Holes that are looked at one by one: those of these ranks.
FEW = "AKQJT92"


def suit_counts(s):
    return sorted((s.count(suit) for suit in set(s)), reverse=True)


def rank_counts(r):
    return sorted((r.count(rank) for rank in set(r)), reverse=True)


def has(r, ranks):
    return all(r.count(rank) >= ranks.count(rank) for rank in set(ranks))


def suits_of(hole, ranks):
    return [{card[1] for card in hole if card[0] == rank} for rank in ranks]


def gaps(r, missing):
    places = [RANKS.index(rank) for rank in r]
    low = [-1 if place == 12 else place for place in places]
    spans = [max(found) - min(found) + 1 for found in (places, low)]
    return len(set(r)) == len(r) and len(r) + missing in spans


MEANINGS = {
    "*": lambda h, r, s: True,
    "random": lambda h, r, s: True,
    "Any": lambda h, r, s: True,
    "????": lambda h, r, s: True,
    "AA??": lambda h, r, s: r.count("A") >= 2,
    "AA\u2013JJ": lambda h, r, s: any(r.count(rank) >= 2 for rank in "AKQJ"),
    "****": lambda h, r, s: True,
    "AsKsAhKh": lambda h, r, s: set(h) == {"As", "Ks", "Ah", "Kh"},
    "AA": lambda h, r, s: r.count("A") >= 2,
    "AAxx": lambda h, r, s: r.count("A") >= 2,
    "AA**": lambda h, r, s: r.count("A") >= 2,
    "aakk": lambda h, r, s: r.count("A") == r.count("K") == 2,
    "AKxx": lambda h, r, s: "A" in r and "K" in r,
    "AKQx": lambda h, r, s: has(r, "AKQ"),
    "Axxx": lambda h, r, s: "A" in r,
    "Ayy": lambda h, r, s: any(s.count(card[1]) > 1 for card in h if card[0] == "A"),
    "10s Ks\tAh Kh": lambda h, r, s: set(h) == {"Ts", "Ks", "Ah", "Kh"},
    "AsAhxx": lambda h, r, s: {"As", "Ah"} <= set(h),
    "AsAhKsx": lambda h, r, s: {"As", "Ah", "Ks"} <= set(h),
    "As***": lambda h, r, s: "As" in h,
    "AA:As": lambda h, r, s: r.count("A") >= 2 and "As" in h,
    "(As,Ks)": lambda h, r, s: bool({"As", "Ks"} & set(h)),
    "AA!AAA": lambda h, r, s: r.count("A") == 2,
    "KQJT$ss": lambda h, r, s: has(r, "KQJT") and suit_counts(s) == [2, 1, 1],
    "AAxx$ds": lambda h, r, s: r.count("A") >= 2 and suit_counts(s) == [2, 2],
    "$ds:AA": lambda h, r, s: r.count("A") >= 2 and suit_counts(s) == [2, 2],
    "xxyy": lambda h, r, s: suit_counts(s) == [2, 2],
    "sshh": lambda h, r, s: s.count("s") == s.count("h") == 2,
    "ssxx": lambda h, r, s: s.count("s") == 2 and suit_counts(s) == [2, 2],
    "wxy": lambda h, r, s: len(set(s)) >= 3,
    "xxx": lambda h, r, s: max(suit_counts(s)) >= 3,
    "$ts": lambda h, r, s: suit_counts(s) == [3, 1],
    "$ms": lambda h, r, s: len(set(s)) == 1,
    "$rb": lambda h, r, s: len(set(s)) == 4,
    "RR": lambda h, r, s: len(set(r)) < 4,
    "RRON": lambda h, r, s: rank_counts(r) == [2, 1, 1],
    "RROO": lambda h, r, s: rank_counts(r) == [2, 2],
    "RONP": lambda h, r, s: len(set(r)) == 4,
    "AARR": lambda h, r, s: r.count("A") == 2 and rank_counts(r) == [2, 2],
    "$np": lambda h, r, s: len(set(r)) == 4,
    "$op": lambda h, r, s: rank_counts(r) == [2, 1, 1],
    "$tp": lambda h, r, s: rank_counts(r) == [2, 2],
    "$nt": lambda h, r, s: max(rank_counts(r)) <= 2,
    "$0g": lambda h, r, s: gaps(r, 0),
    "$1g": lambda h, r, s: gaps(r, 1),
    "$2g:$rb": lambda h, r, s: gaps(r, 2) and len(set(s)) == 4,
    "AxKx": lambda h, r, s: bool(set.intersection(*suits_of(h, "AK"))),
    "AxKy!AxKx": lambda h, r, s: has(r, "AK") and not set.intersection(*suits_of(h, "AK")),
    "AxAyxy": lambda h, r, s: r.count("A") >= 2 and suit_counts(s) == [2, 2]
    and len({card[1] for card in h if card[0] == "A"}) == r.count("A"),
    "RxRyOxOy": lambda h, r, s: rank_counts(r) == [2, 2] and suit_counts(s) == [2, 2],
    "$B$B$B$B": lambda h, r, s: set(r) <= set("AKQJ"),
    "[A-Q][A,K,Q][AKQ]2": lambda h, r, s: r.count("2") >= 1 and sum(c in "AKQ" for c in r) == 3,
    "A[s,h]K": lambda h, r, s: "K" in r and bool({"As", "Ah"} & set(h)),
    "[AsKh]": lambda h, r, s: bool({"As", "Kh"} & set(h)),
    "[A-K]s": lambda h, r, s: bool({"As", "Ks"} & set(h)),
    "*s*s": lambda h, r, s: s.count("s") >= 2,
    "AA-QQ": lambda h, r, s: any(r.count(rank) >= 2 for rank in "AKQ"),
    "QQ+": lambda h, r, s: any(r.count(rank) >= 2 for rank in "AKQ"),
    "AAKK-AAJJ": lambda h, r, s: any(has(r, "AA" + rank * 2) for rank in "KQJ"),
    "JT9+": lambda h, r, s: any(has(r, run) for run in ("JT9", "QJT", "KQJ", "AKQ")),
    "KKJJ-QQTT$ds": lambda h, r, s: suit_counts(s) == [2, 2]
    and any(has(r, run) for run in ("KKJJ", "QQTT")),
    "AxKx-AxJx": lambda h, r, s: any(set.intersection(*suits_of(h, "A" + k)) for k in "KQJ"),
    "(AA,KK):xxyy": lambda h, r, s: suit_counts(s) == [2, 2]
    and (r.count("A") >= 2 or r.count("K") >= 2),
    "AA,KK:xxyy": lambda h, r, s: r.count("A") >= 2
    or (suit_counts(s) == [2, 2] and r.count("K") >= 2),
    "*!(A,K)": lambda h, r, s: not {"A", "K"} & set(r),
    "AA:KK!$ds\nQQQ": lambda h, r, s: r.count("Q") >= 3
    or (has(r, "AAKK") and suit_counts(s) != [2, 2]),
}  # fmt: skip


@pytest.fixture(scope="module")
def few():
    """Holes of few ranks, by number, each with its cards, ranks and suits."""
    cards = [card for card, name in enumerate(CARDS) if name[0] in FEW]
    holes = [tuple(CARDS[card] for card in hole) for hole in combinations(cards, 4)]
    numbers = hole_numbers(np.array(list(combinations(cards, 4)), np.uint8))
    return numbers, [(hole, [c[0] for c in hole], [c[1] for c in hole]) for hole in holes]


@pytest.mark.parametrize("text", MEANINGS)
def test_a_text_means_the_holes_of_its_predicate(text, few):
    numbers, holes = few
    found = parse_omaha_range(text)
    assert (found.weights == 1).all()
    meant = [number for number, hole in zip(numbers, holes, strict=True) if MEANINGS[text](*hole)]
    assert sorted(meant) == sorted(set(hole_numbers(found.holes)) & set(numbers.tolist()))


@pytest.mark.parametrize(
    ("text", "cards", "combos"),
    [
        ("AA", 4, comb(4, 2) * comb(48, 2) + 4 * 48 + 1),
        ("RROO", 4, comb(13, 2) * 36),
        ("$ds", 4, comb(4, 2) * comb(13, 2) ** 2),
        ("$0g", 4, 11 * 4**4),
        ("$0g", 5, 10 * 4**5),
        ("$ms", 5, 4 * comb(13, 5)),
        ("AA", 5, 6 * comb(48, 3) + 4 * comb(48, 2) + 48),
        ("AAxxx", 5, 6 * comb(48, 3) + 4 * comb(48, 2) + 48),
        ("$ds", 5, comb(4, 2) * comb(13, 2) ** 2 * 26),
        ("wxyz", 5, 4 * comb(13, 2) * 13**3),
        ("xx", 5, comb(52, 5)),
        ("AA!AAA", 6, 6 * comb(48, 4)),
        ("AAKKQQ", 6, 6**3),
        ("$tp", 6, comb(13, 2) * comb(11, 2) * 6**2 * 4**2),
    ],
)
def test_there_are_as_many_holes_as_counting_gives(text, cards, combos):
    found = parse_omaha_range(text, cards)
    assert found.combos == combos
    assert (np.diff(hole_numbers(found.holes)) > 0).all()


PATTERN = st.lists(
    st.tuples(st.sampled_from(["", *"AKQRO*"]), st.sampled_from(["", *"shxyz"])).filter(any),
    min_size=1,
    max_size=4,
)


def matches(hole, pattern):
    """Whether one of the ways to give the cards of a pattern places in a hole is right."""
    letters = [letter for card in pattern for letter in card]
    for chosen in permutations(hole, len(pattern)):
        bound = {}
        for (rank, suit), card in zip(pattern, chosen, strict=True):
            for kind, letter, value in (("rank", rank, card[0]), ("suit", suit, card[1])):
                if letter in ("R", "O", "x", "y", "z"):
                    if value in letters or bound.setdefault((kind, letter), value) != value:
                        break
                elif letter not in ("", "*", value):
                    break
            else:
                continue
            break
        else:
            of_kind = [kind for kind, _ in bound]
            values = [(kind, value) for (kind, _), value in bound.items()]
            if len(set(values)) == len(of_kind):
                return True
    return False


@settings(max_examples=25)
@given(PATTERN, st.randoms(use_true_random=False))
def test_a_pattern_of_any_cards_means_what_a_search_finds(pattern, random):
    # A suit after a rank is that of the rank: what has none comes first, and no x fills up.
    pattern = sorted(pattern, key=lambda card: bool(card[0]))
    text = "".join(rank + suit for rank, suit in pattern)
    known = [
        rank + suit for rank, suit in pattern if rank in "AKQ" and suit in "sh" and rank + suit
    ]
    fills_up = len(pattern) == 3 and text.endswith("x")
    if len(set(known)) < len(known) or text.endswith("xx") or fills_up:
        return
    found = set(hole_numbers(parse_omaha_range(f"({text})").holes).tolist())
    deck = [card for card, name in enumerate(CARDS) if name[0] in "AKQ2"]
    for _ in range(40):
        hole = sorted(random.sample(deck, 4))
        number = int(hole_numbers(np.array([hole], np.uint8))[0])
        assert (number in found) == matches([CARDS[card] for card in hole], pattern)


def test_the_largest_weight_counts_and_weights_are_exact():
    found = parse_omaha_range("AA@50, AAKK, KK@12.5%")
    of = {format_hand(hole[::-1]): w for hole, w in zip(found.holes, found.weights, strict=True)}
    assert (of["AsAhKsKh"], of["AsAhKhQs"], of["KsKhQsQh"]) == (1, 0.5, 0.125)
    assert len(parse_omaha_range("AA@0")) == 0


@pytest.mark.whole
def test_percentages_take_whole_ties_and_a_share_of_the_next():
    ranking = np.zeros(16_432)
    ranking[-1] = 2  # AAAA
    ranking[-2:-1] = 1
    found = parse_omaha_range("100%", ranking=ranking)
    assert found.combos == 270_725
    one = parse_omaha_range("0.0001%", ranking=lambda: ranking)
    assert one.weights.tolist() == [0.270725]
    assert one.holes.tolist() == [[48, 49, 50, 51]]
    between, cut = (parse_omaha_range(text, ranking=ranking) for text in ("10%-50%", "50%!10%"))
    assert between.weights == pytest.approx(cut.weights)
    assert parse_omaha_range("50%:AA", ranking=ranking).combos < parse_omaha_range("AA").combos


def test_parts_say_how_they_are_read():
    parts = read_omaha_parts("AAxx$ds, JT98+@50,\nAsKsQhJh, (AA,KK)!$rb")
    assert [(part.text, part.start, part.reading) for part in parts] == [
        ("AAxx$ds", 0, "AA and any 2 others, double-suited"),
        ("JT98+@50", 9, "JT98 QJT9 KQJT AKQJ, weight 0.5"),
        ("AsKsQhJh", 19, "one hole"),
        ("(AA,KK)!$rb", 29, "(AA and any 2 others; KK and any 2 others), without rainbow"),
    ]
    assert parts[1].weights.tolist() == [0.5] * 4 * 4**4


def test_the_empty_text_is_the_empty_range():
    assert len(parse_omaha_range(" ", 5)) == 0
    assert parse_omaha_range("", 5).cards == 5
    assert isinstance(parse_omaha_range(""), OmahaRange)
    assert (parse_omaha_range("*").holes == all_holes(4)).all()


@pytest.mark.parametrize(
    ("text", "cards", "says"),
    [
        ("AAKKds", 4, "at character 1: 'AAKKds' has a word without $; write AAKK$ds"),
        ("QQ, AAxxds", 4, "at character 5: 'AAxxds' has a word without $; write AAxx$ds"),
        ("KKxxss@50", 4, "'KKxxss' has a word without $; write KKxx$ss"),
        ("JT98r", 4, "'JT98r' has a word without $; write JT98$rb"),
        ("1098*rainbow", 4, "'1098*rainbow' has a word without $; write 1098*$rb"),
        ("AAxxxds", 5, "'AAxxxds' has a word without $; write AAxxx$ds"),
        ("AKds", 4, "'AKds' ends in two suits; write AK$ds"),
        ("\u0410A**", 4, "(U+0410, Cyrillic capital letter a) is no card; ranks are"),
        ("KK,AKs", 4, "at character 4: 'AKs': write AxKx for two cards of one suit"),
        ("AKo", 4, "'AKo': write AxKy"),
        ("AAxxyy", 4, "'AAxxyy' has 5 cards, a hole 4; a suit is of the rank before it: write AA:"),
        ("Axx", 4, "write A if others are any, Ayy if they are of the suit of A"),
        ("AAxx", 5, "'AAxx' has 4 cards, a hole 5: write AA if others are any, AAyy"),
        ("AAKKQ", 4, "'AAKKQ' has 5 cards, a hole 4"),
        ("AA:0.5", 4, "at character 3: ':' is 'and'; a weight is a percentage after '@': @50"),
        ("AA@50:KK", 4, "a weight ends a part"),
        ("!AA", 4, "'!' stands between what is meant and what is left out; write *!AA"),
        ("15%", 4, "'15%' needs a ranking of the holes, and none is given"),
        ("15%", 6, "'15%' needs a ranking of the holes, and none is given"),
        ("15%6h", 4, "the ranking for six players is ProPokerTools' own"),
        ("$s", 4, "no such word; there are $ds $ss"),
        ("$rb", 5, "no hole of 5 cards is rainbow"),
        ("(AA", 4, "at character 1: '(' is not closed"),
        ("(AA@50)", 4, "a weight stands after the parenthesis"),
        ("AA)", 4, "')' closes nothing"),
        ("AA KK", 4, "parts are set apart by commas"),
        ("AKQJ+", 4, "all ranks move with '+', and the ace cannot: write AAKK-AAJJ"),
        ("AK-QT", 4, "ranks of a run move together, or stay, as AAKK-AAJJ"),
        ("AxKx-AyTy", 4, "both ends of a run have the same suits, as AxKx-AxTx"),
        ("RR+", 4, "no rank before '+' could move"),
        ("[A,s]", 4, "mixes ranks, suits and cards"),
        ("[]", 4, "is empty; a list is [A,K], [s,h] or [AsKh]"),
        ("[A-]", 4, "a span has two ranks: [A-T]"),
        ("[AK", 4, "'[' is not closed"),
        ("AsAsKhKd", 4, "at character 1: 'AsAsKhKd' has As twice"),
        ("AsAs", 4, "'AsAs' has one card twice"),
        ("AA,AsAhKs@50", 4, "at character 4: 'AsAhKs' has 3 cards, a hole 4: write AsAhKs*"),
        ("As, Ah", 4, "write As*** for any others; one hole has no commas between its cards"),
        ("KxKx@0", 4, "no hole of 4 cards is 'KxKx@0'; w, x, y, z behind a rank are suits"),
        ("{RO}", 4, "'{' is not in the subset; write conditions such as $np, joined by ':'"),
        ("AA,,KK", 4, "a part is missing"),
        ("AA@", 4, "a weight is missing after '@': a percentage 0 to 100"),
        ("AA@101", 4, "weight 101 percent is not in 0..100"),
        ("QQ%", 4, "'%' does not belong here"),
        ("%", 4, "'%' begins no card"),
        ("EE", 4, "'E' is no card; ranks are AKQJT98765432, variables of ranks RONP"),
        ("(" * 99 + "AA", 4, "parentheses are nested too deeply"),
        ("AA", 8, "holes of 8 cards; ranges are of 1 to 7"),
    ],
)  # fmt: skip
def test_what_is_not_in_the_subset_is_refused_in_one_line(text, cards, says):
    with pytest.raises(RangeError) as error:
        parse_omaha_range(text, cards)
    assert says in str(error.value)
    assert "\n" not in str(error.value)
