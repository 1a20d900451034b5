"""Cards as text and numbers, one at a time and by the column."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from oracle import naive
from pokerlake.engine.cards import text as module
from pokerlake.engine.cards.text import (
    CARDS,
    CardError,
    TextColumn,
    check_cards,
    format_card,
    format_column,
    format_hand,
    parse_card,
    parse_column,
    parse_hand,
)
from pokerlake.engine.cards.text_kernels import read_even
from pokerlake.engine.dealing.deck import deal

HANDS = st.lists(st.integers(0, 51), max_size=7, unique=True)
# What people type: either case, 10 for T, blanks and commas anywhere between cards.
SPELT = st.tuples(HANDS, st.randoms(use_true_random=False))


@pytest.fixture(scope="module", autouse=True, params=[0, 16], ids=["kernel", "few rows"])
def few(request):
    """A few rows are read without the kernel; here all are read by it, too."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "FEW", request.param)
        yield


SIGNS = dict(zip("cdhs", "♣♦♥♠", strict=True))


def spell(hand, random):
    text = ""
    for card in hand:
        rank, suit = CARDS[card]
        rank = random.choice(["10", "T", "t"]) if rank == "T" else rank
        text += random.choice([rank.lower(), rank.upper()]) + random.choice(
            [suit, suit.upper(), *(SIGNS[suit] + variant for variant in ("", "\ufe0e", "\ufe0f"))]
        )
        text += random.choice(["", " ", ", ", "\t"])
    return text


def test_every_card_has_its_number():
    assert [parse_card(text) for text in CARDS] == list(range(52))
    assert [format_card(card) for card in range(52)] == list(CARDS)
    assert [naive.parse_card(text) for text in CARDS] == list(range(52))
    assert parse_card("2c") == 0
    assert parse_card("2d") == 1
    assert parse_card("As") == 51


def test_long_names():
    assert parse_card("Ace of Spades") == 51
    assert parse_card("Deuce of Clubs") == 0
    assert parse_card("two of hearts") == parse_card("2h")
    assert parse_card("  ten OF  diamonds ") == parse_card("10D")


@given(SPELT)
def test_hands_however_spelt(spelt):
    hand, random = spelt
    text = spell(hand, random)
    assert parse_hand(text).tolist() == hand
    assert parse_hand(format_hand(hand)).tolist() == hand


@given(st.lists(SPELT, max_size=40))
def test_columns_are_hands_one_by_one(rows):
    texts = [spell(hand, random) for hand, random in rows]
    parsed = parse_column(TextColumn.of(texts))
    assert parsed.cards.shape == (7, len(rows))
    assert parsed.count.tolist() == [len(hand) for hand, _ in rows]
    for i, (hand, _) in enumerate(rows):
        assert parsed.cards[:, i].tolist() == hand + [255] * (7 - len(hand))


@given(st.text(alphabet="23456789TJQKA10cdhsCDHSxX ,é\u00a0♠♥♤\ufe0f", max_size=8))
def test_columns_refuse_what_hands_refuse(text):
    def outcome(read):
        try:
            return read()
        except CardError as error:
            return error.problem

    column = TextColumn.of(["AsKd", text])
    assert outcome(lambda: int(parse_column(column).count[1])) == outcome(
        lambda: len(parse_hand(text))
    )


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("AsKx", "'AsKx' at character 4: 'x' is not a suit; suits are cdhs"),
        ("1s", "'1s' at character 1: '1' is not a rank; ranks are 23456789TJQKA"),
        ("As K", "'As K' at character 4: 'K' has no suit; suits are cdhs"),
        ("10", "'10' at character 1: '10' has no suit; suits are cdhs"),
        ("100s", "'100s' at character 3: '0' is not a suit; suits are cdhs"),
        ("AsKdAs", "'AsKdAs' has As twice"),
        ("10h Th", "'10h Th' has Th twice"),
        ("A♤", "'A♤' at character 2: '♤' (U+2664, White spade suit) is not a suit; suits are cdhs"),
        (
            "A\ufe0fs",
            "'A\ufe0fs' at character 2: '\ufe0f' (U+FE0F, Variation selector-16) is not a suit; "
            "suits are cdhs",
        ),
        (
            "A♠\ufe0f\ufe0f",
            "'A♠\ufe0f\ufe0f' at character 4: '\ufe0f' (U+FE0F, Variation selector-16) is not a "
            "rank; ranks are 23456789TJQKA",
        ),
        (
            "♠A",
            "'♠A' at character 1: '♠' is not a rank; ranks are 23456789TJQKA",
        ),
        ("A♠As", "'A♠As' has As twice"),
    ],
)
def test_nonsense_is_named(text, problem):
    with pytest.raises(CardError) as raised:
        parse_hand(text)
    assert str(raised.value) == problem


def test_a_hand_is_not_a_card():
    with pytest.raises(CardError, match=r"^'AsKd' is 2 cards, not one$"):
        parse_card("AsKd")
    with pytest.raises(CardError, match=r"^'' is 0 cards, not one$"):
        parse_card("")
    with pytest.raises(CardError, match=r"^card 52 is not in 0..51$"):
        format_card(52)


def test_number_of_cards_in_a_column():
    column = TextColumn.of(["AsKsQsJsTs", "AsKsQsJs"])
    assert parse_column(column).count.tolist() == [5, 4]
    with pytest.raises(CardError, match=r"^at index 1: 'AsKsQsJs' has 4 cards; 5 to 7 are needed$"):
        parse_column(column, fewest=5)
    with pytest.raises(CardError, match=r"^at index 0: 'AsKsQsJsTs' has 5 cards; 0 to 4 are"):
        parse_column(column, most=4)
    with pytest.raises(CardError, match=r"^at index 0: '2c' has 1 card; 5 to 7 are needed$"):
        parse_column(TextColumn.of(["2c"]), fewest=5)


@pytest.mark.parametrize("text", ["A", "AsKsT", "10", "As 9"])
def test_a_rank_at_the_end_takes_no_suit_from_the_next_text(text):
    with pytest.raises(CardError, match=r"^at index 1: "):
        parse_column(TextColumn.of(["AsKd", text, "s"]))


def test_nulls_have_no_cards_and_no_error():
    column = TextColumn.of([None, "AsKsQsJsTs", None])
    assert parse_column(column, fewest=5).count.tolist() == [0, 5, 0]
    # A null may lie over bytes that are no cards: Arrow says nothing of them.
    hidden = TextColumn(np.frombuffer(b"nonsense", np.uint8), np.array([0, 8]), np.array([False]))
    assert parse_column(hidden, fewest=5).count.tolist() == [0]


def test_bytes_that_are_not_text():
    column = TextColumn(np.array([0xFF, 0xFE], np.uint8), np.array([0, 2]))
    with pytest.raises(CardError, match="is not a rank"):
        parse_column(column)


def test_first_bad_row_with_threads(monkeypatch):
    monkeypatch.setattr("pokerlake.engine.threads.SMALLEST_SHARE", 10)
    texts = ["AsKd"] * 100
    texts[37] = texts[80] = "AsAs"
    with pytest.raises(CardError) as raised:
        parse_column(TextColumn.of(texts), threads=4)
    assert raised.value.index == 37


@pytest.mark.large
def test_every_pair_of_bytes_as_a_card():
    """Read by the vector, and, with a blank behind it, letter by letter."""

    def count(letters):
        column = TextColumn(np.frombuffer(letters, np.uint8), np.array([0, len(letters)]))
        try:
            return parse_column(column, fewest=5).cards[4].tolist()
        except CardError:
            return None

    cards = 0
    some = [*range(128), 128, 191, 194, 226, 255]  # all but letters that no card has
    for first in some:
        for second in some:
            letters = b"2c3c2d3d" + bytes((first, second))
            card = count(letters)
            assert card == count(letters + b" ")
            cards += card is not None
    assert cards == 52 * 2 + 5 * 4 * 2 - 4 - 4  # TJQKA in either case, and so are the suits


@pytest.mark.parametrize("k", [5, 6, 7])
@pytest.mark.parametrize("row", [0, 4095, 4096, 9998, 9999])
@pytest.mark.parametrize("wrong", ["As\0s", "AsaS", "AsKx", "As1s", "As\x12s"])
def test_a_bad_row_in_a_long_column(k, row, wrong):
    column = format_column(deal(10_000, k, seed=k))
    cards = parse_column(column).cards
    data = column.data.copy()
    data[2 * k * row : 2 * k * row + 4] = np.frombuffer(wrong.encode(), np.uint8)
    for threads in (1, 2):
        with pytest.raises(CardError) as raised:
            parse_column(column._replace(data=data), threads=threads)
        assert raised.value.index == row
    shifted = np.concatenate([np.zeros(1, np.uint8), column.data])  # at an odd address
    again = parse_column(TextColumn(shifted, column.offsets + 1), most=k)
    assert (again.cards == cards[:k]).all()
    assert (cards[k:] == 255).all()


def test_format_column_and_back():
    rng = np.random.default_rng(4)
    cards = np.argsort(rng.random((5000, 52)), axis=1)[:, :7].T.astype(np.uint8)
    column = format_column(cards)
    assert column.text(17) == naive.format_cards(cards[:, 17])
    assert (parse_column(column).cards == cards).all()
    with pytest.raises(CardError, match=r"^at index 1: card 52 is not in 0..51$"):
        format_column(np.array([[0, 52]], np.uint8))


@pytest.mark.parametrize("layout", ["C", "F", "strided"])
def test_check_cards(layout):
    rng = np.random.default_rng(5)
    good = np.argsort(rng.random((9000, 52)), axis=1)[:, :7].T.astype(np.uint8)

    def laid(cards):
        if layout == "strided":
            return np.repeat(cards, 2, axis=1)[:, ::2]
        return np.asarray(cards, order=layout)

    check_cards(laid(good))
    for index in (0, 4095, 4096, 8999):
        bad = good.copy()
        bad[6, index] = bad[2, index]
        with pytest.raises(CardError, match=f"^at index {index}: '.*' has .. twice$"):
            check_cards(laid(bad))
        bad[6, index] = 200
        with pytest.raises(CardError, match=f"^at index {index}: card 200 is not in 0..51$"):
            check_cards(laid(bad))
        check_cards(laid(bad), first=index + 1)


def test_doctor_words_are_the_games():
    assert module.RANK_NAMES[0] == "deuce"
    assert module.RANK_PLURALS[4] == "sixes"


@pytest.mark.parametrize("variant", ["", "\ufe0e", "\ufe0f"])
def test_signs_are_suits(variant):
    signs = str.maketrans({suit: sign + variant for suit, sign in SIGNS.items()})
    text = "As10hKd2cJs9d3c"
    assert parse_hand(text.translate(signs)).tolist() == parse_hand(text).tolist()
    hands = [text[:5], text, "AsKd"] * 10
    column = parse_column(TextColumn.of([hand.translate(signs) for hand in hands]))
    assert (column.cards == parse_column(TextColumn.of(hands)).cards).all()


def test_a_sign_cut_short_is_none():
    for cut in (b"A\xe2", b"A\xe2\x99", b"A\xe2\x99\xa1"):
        data = np.frombuffer(b"As" * 40 + cut, np.uint8)
        offsets = np.array([*range(0, 82, 2), 80 + len(cut)])
        with pytest.raises(CardError, match=r"^at index 40: "):
            parse_column(TextColumn(data, offsets))


@pytest.mark.parametrize("k", [1, 2, 3, 4, 5, 7, 52])
def test_rows_of_equally_many_cards(k):
    rng = np.random.default_rng(k)
    hands = [rng.permutation(52)[:k] for _ in range(5000 if k == 2 else 40)]
    texts = ["".join(CARDS[card] for card in hand) for hand in hands]
    texts[1::3] = [text.upper() for text in texts[1::3]]
    texts[2::3] = [text.lower() for text in texts[2::3]]

    def read(texts):
        data = np.frombuffer("".join(texts).encode(), np.uint8)
        offsets = np.cumsum([0, *map(len, texts)], dtype=np.int32)
        cards = np.full((k, len(texts)), 255, np.uint8)
        return read_even(data, offsets, cards), cards

    fine, cards = read(texts)
    assert fine
    assert cards.T.tolist() == [hand.tolist() for hand in hands]
    last = texts[-1]
    for wrong in (last[:-1] + "x", "1" + last[1:], last + "As", last[:-1], " " + last[1:]):
        assert not read([*texts[:-1], wrong])[0]
