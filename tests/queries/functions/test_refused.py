"""What SQL functions and macros refuse, each with one line: fields once, then what is their own."""

import pytest

from helpers.sql_answers import error, table_error

# Every place where a text of cards stands, with a text in it that is fine but for its last card.
CARDS = {
    "cards('{}')": "AsKd",
    "class_of('{}')": "AsKsQsJsTs",
    "class_of('AsKs', '{}')": "QsJsTs",
    "board_id('{}')": "3h4sJh",
    "hole_id('{}')": "AhQh",
    "hole_id('{}', '3h4sJh')": "AhQh",
    "hole_id('{}', null)": "AhQh",
    "hole_id('AhQh', '{}')": "3h4sJh",
    "canonical('{}', '3h4sJh')": "AhQh",
    "canonical('AhQh', '{}')": "3h4sJh",
    "hand_of('{}')": "AhQh",
    "discards('{}')": "7c7d9hKsAc",
    "omaha_hand('{}')": "AsAhKsKh",
    "omaha_class_of('{}', '3s4d5h')": "AsAhKsKh",
    "omaha_low_of('AsAhKsKh', '{}')": "3s4d5h",
    "in_omaha_range('{}', 'AA')": "AsAhKsKh",
    "in_range('{}', 'AA')": "AhQh",
    "hs('{}', '3h4sJh')": "AhQh",
    "ehs('AhQh', '{}')": "3h4sJh",
    "strength('AhQh', '{}', 'AA')": "3h4sJh",
    "equity('AhKh', 'QQ', '{}')": "2c3c4c",
    "equity('AhKh', 'QQ', '', '{}')": "2c3c4c",
    "equities(['AhKh', 'QQ'], '{}')": "2c3c4c",
    "range_vs_range('AhKh', 'QQ', '{}')": "2c3c4c",
    "range_holes('AA', '{}')": "2c3c4c",
}


@pytest.mark.parametrize(("call", "text"), CARDS.items())
def test_cards_are_read_alike_wherever_they_stand(standard, call, text):
    wrong, twice = text[:-1] + "x", text[:-2] + text[:2]
    assert error(standard, call.format(wrong)) == (
        f"'{wrong}' at character {len(text)}: 'x' is not a suit; suits are cdhs"
    )
    assert error(standard, call.format(twice)) == f"'{twice}' has {text[:2]} twice"


# A range in each place that takes one.
RANGES = [
    "in_range('AhKh', '{}')", "range_weight(3, '{}')", "range_hands('{}')", "range_holes('{}')",
    "equity('AhKh', '{}')", "equities(['{}', 'QQ'])", "range_vs_range('AA', '{}')",
    "flop_equities('{}', 'AA')", "hs('AhQh', '3h4sJh', '{}')", "strength('AhQh', '3h4sJh', '{}')",
]  # fmt: skip


@pytest.mark.parametrize("call", RANGES)
def test_ranges_are_read_alike_wherever_they_stand(standard, call):
    assert error(standard, call.format("22+,AsKx")) == (
        "'22+,AsKx' at character 8: 'x' is not a suit; suits are cdhs"
    )
    assert error(standard, call.format("22+,QQQ")) == (
        "'22+,QQQ' at character 7: 'Q' does not belong here; parts are set apart by commas"
    )


# A call and what is said of it; of a table macro, a statement.
REFUSED = """
board_id('') | '' has 0 cards; 3 to 5 are needed
board_id('3h4s') | '3h4s' has 2 cards; 3 to 5 are needed
board_id('2c3c4c5c6c7c') | '2c3c4c5c6c7c' has 6 cards; 3 to 5 are needed
board_id(5) | cards are read from text such as 'AhKd', not INTEGER
hole_id('Ah', '3h4sJh') | 'Ah' has 1 card; 2 are needed
hole_id('AhKhQh', '3h4sJh') | 'AhKhQh' has 3 cards; 2 are needed
hole_id('AhKh', '3h') | '3h' has 1 card; 3 to 5 are needed
hole_id(-1) | hole -1 is not in 0..1325
hand_of('AK') | 'AK' at character 2: 'K' is not a suit; suits are cdhs
hand_of(1326) | hole 1326 is not in 0..1325
hand_of(51, 51) | a hole has As twice
hand_of(51, 52) | card 52 is not in 0..51
hand_of(1.5) | a hole is text such as 'AhKd', or its number 0 to 1325, not DECIMAL(2,1)
canonical('AsKs', '3h4s') | '3h4s' has 2 cards; 3 to 5 are needed
canonical('AsKs', 5) | cards are read from text such as 'AhKd', not INTEGER
cards('A') | 'A' at character 1: 'A' has no suit; suits are cdhs
cards(51) | cards are read from text such as 'AhKd', not INTEGER
card_text([52]) | card 52 is not in 0..51
card_text(-1) | card -1 is not in 0..51
card_text('As') | card_text takes a list of card numbers, or one, not VARCHAR
card_text(['As']) | a card is a number 0 to 51, not VARCHAR
class_of('AsKs') | 'AsKs' has 2 cards; 5 to 7 are needed
class_of('AsKsQsJsTs9s8s7s') | 'AsKsQsJsTs9s8s7s' has 8 cards; 5 to 7 are needed
class_of('AsKs', 'Qs') | 'AsKs' and 'Qs' have 3 cards together; 5 to 7 are needed
class_of(51, 47, 43, 39, 39) | 'AsKsQsJsJs' has Js twice
class_of(51, 47, 43, 39, 52) | card 52 is not in 0..51
class_of(51, 47, 43, 39, -1) | card -1 is not in 0..51
class_of(51, 47, 43, 39, 300) | card 300 is not in 0..51
class_of([51, 47]) | a list has 2 cards; 5 to 7 are needed
class_of([51, 47, 43, 39, 99]) | card 99 is not in 0..51
class_of(51) | class_of takes 5 to 7 cards: text, a list, or 5 to 7 columns of card numbers; not (INTEGER)
class_of(51, 'Ks', 43) | class_of takes 5 to 7 cards: text, a list, or 5 to 7 columns of card numbers; not (INTEGER, VARCHAR, INTEGER)
class_of(1.5) | cards are read from text such as 'AhKd', not DECIMAL(2,1)
class_of() | class_of does not take these values; it is called as class_of(cards)
class_of('AsKsQsJs2c', '6+') | 'AsKsQsJs2c' has 2c, which is not in the deck of 36 cards, 6 to A
class_of([51, 1, 6], 'badugi') | a list has 3 cards; 4 are needed
class_of('As2d', '3c4h5h', 'badugi') | 'As2d' and '3c4h5h' have 5 cards together; 4 are needed
class_of(51, 'badugi') | class_of takes 4 cards: text, a list, or 4 columns of card numbers; not (INTEGER)
class_of('As2d3c4h', 'badugy') | no order 'badugy': did you mean 'badugi'?
class_of(c, n) from (values ('AsKsQsJsTs', '6+'), ('AsKsQsJsTs', 'hi')) as t(c, n) | rows have the orders '6+' and 'hi'; give one for all
category(0) | class 0 is not in 1..7462
category(7463) | class 7463 is not in 1..7462
category() | category does not take these values; it is called as category(class_id, order)
category(1405, 'short deck') | class 1405 is not in 1..1404
category_name(0) | class 0 is not in 1..7462
name_of_category(0) | category 0 is not in 1..9
name_of_category(1600) | category 1600 is not in 1..9
class_name(7463) | class 7463 is not in 1..7462
class_name('flush') | a class is a number 1 to 7462, not VARCHAR
class_name(58, '8 or better') | class 58 is not in 1..57
class_name(1, 'chess') | no order 'chess': there are: high, short deck, …
percentile(0) | class 0 is not in 1..7462
percentile(1, 8) | number of cards 8 is not in 5..7
percentile(57, 8, '8 or better') | number of cards 8 is not in 5..7
percentile(1.0) | a class is a number 1 to 7462, not DECIMAL(2,1)
discards('7c7d9hKs') | '7c7d9hKs' has 4 cards…
discards('7c7d9hKsAcAd') | '7c7d9hKsAcAd' has 6 cards…
omaha_class_of('AsKs', '3s4d5h') | 'AsKs' has 2 cards; 4 to 6 are needed
omaha_low_of('AsKsAhKh', '3s4d') | '3s4d' has 2 cards; 3 to 5 are needed
omaha_low_of('AsKsAhKh', 5) | cards are read from text such as 'AhKd', not INTEGER
all_in_prizes([1], [{'paid': 8, 'won': [8, 0]}], [7, 3], '', 'holdem') | all_in_prizes takes a list of players such as …
all_in_prizes([{'stack': 9, 'net': 0, 'hole': 'AhKh'}, {'stack': 9, 'net': 0, 'hole': 'QsQc'}], [{'paid': 8, 'won': [8]}], [7, 3], '', 'holdem') | {'paid': 8.0, 'won': [8.0]} is no pot of 2 players; …
all_in_prizes([{'stack': 9, 'net': 0, 'hole': 'AhKh'}, {'stack': 9, 'net': 0, 'hole': 'QsQc'}], [{'paid': 8, 'won': [8, 0]}], ['a'], '', 'holdem') | all_in_prizes takes a list of prizes such as 70, not VARCHAR[]
all_in_prizes([{'stack': 9, 'net': 0, 'hole': 'AhKh'}, {'stack': 9, 'net': 0, 'hole': 'QsQc'}], [{'paid': 8, 'won': [8, 0]}], [7, 3], '2c3c', 'holdem') | '2c3c' and ['AhKh', 'QsQc'] are no board and holes of hold'em; give 2 cards each…
omaha_hand('AsAhKs') | 'AsAhKs' has 3 cards; 4 to 6 are needed
omaha_hand(5) | cards are read from text such as 'AhKd', not INTEGER
in_omaha_range('AsAh', 'AA') | 'AsAh' has 2 cards; 3 to 6 are needed
in_omaha_range('AsAhKsKh', 'AAds') | 'AAds' at character 1: 'AAds' ends in two suits; write AA$ds
in_omaha_range('AsAhKsKh', 5) | a range is text such as …
in_range('AhKh', '22+,Ax') | '22+,Ax' at character 5: 'Ax' names no second rank; A2+ is A with any lower
in_range(1326, 'AA') | hole 1326 is not in 0..1325
range_weight('AhKh', 5) | a range is text such as '22+,AKs', not INTEGER
range_weight(true, 'AA') | a hole is text such as 'AhKd', or its number 0 to 1325, not BOOLEAN
range_hand('AA') | there is no function 'range_hand'; did you mean 'range_hands'?
equity('AhKh', 'QQ', '2c3c4c5c6c7c') | '2c3c4c5c6c7c' has 6 cards; 0 to 5 are needed
equity('AhKh', 'QQ', 'flop') | 'flop' at character 1: 'f' is not a rank; ranks are 23456789TJQKA
equity('AhKh', 'QQ', '2c3c4c', '2c') | board and dead cards both have 2c
equity('AhAh', 'QsQc') | 'AhAh' has Ah twice
equity('AhKh', 1.5) | a hand or range is text such as 'AhKh' or '22+,AKs', not DECIMAL(2,1)
equity('AhKh', 1326) | hole 1326 is not in 0..1325
equity('AhKh', 'QQ', 5) | cards are read from text such as 'Qh2h3d', not INTEGER
equities(['AhKh']) | 1 in a list of equities; give 2 to 10 hands or ranges
equities([]::varchar[]) | 0 in a list of equities; give 2 to 10 hands or ranges
equities(['AA' for i in range(11)]) | 11 in a list of equities; give 2 to 10 hands or ranges
equities('AhKh') | equities takes a list such as ['AhKh', 'QsQc', '22+'], not VARCHAR
equities(['AhKhQdJdTd', 'QsQcJsJc'], '', '', 'omaha') | 'AhKhQdJdTd' at character 1: 'AhKhQdJdTd' has 5 cards, a hole 4
equities(['AhKhQdJd'], '', '', 'omaha') | 1 in a list of equities; give 2 to 10 hands or ranges
equities(['AhKhQdJd', '@hands.txt'], '', '', 'omaha') | '@hands.txt' is no hand and no range
equities(['AA', 'KK'], '', '', 'chess') | no game 'chess': there are: hold'em, omaha, omaha5, …
flop_equities('AhAd', 'AhKh') | no two holes of the ranges can meet on any flop
flop_equities('AA', '') | no two holes of the ranges can meet on any flop
hs('AhQh', '3h4s') | '3h4s' has 2 cards; 3 to 5 are needed
ehs('AhQh', '3h') | '3h' has 1 card; 3 to 5 are needed
strength('AhQh', '3h4s5c6c7c8c') | '3h4s5c6c7c8c' has 6 cards; 0 to 5 are needed
hs('AhQh', '3h4sJh', 0) | opponents 0: give a whole number, 1 or more
ehs('AhQh', '3h4sJh', 1.5) | opponents 1.5: give a whole number, 1 or more
strength('AhQh', '3h4sJh', true) | opponents are a number, or a range as text, not BOOLEAN
hs('AhQh', '', 'AA') | against a range a board of 3 to 5 cards is needed; equity has none too
hs() | hs does not take these values; it is called as hs(hole, board := '', opponents := 1)
hs('AhQh', bord := '3h4sJh') | hs does not take these values; it is called as hs(hole, board := '', opponents := 1)
lpad(1) | No function matches the given name and argument types 'lpad(INTEGER_LITERAL)'. You might need to add explicit type casts
top_range(15) | the share of top_range is 0 to 1, not 15; 15 % is 0.15
top_range(1.5) | the share of top_range is 0 to 1, not 1.5; 1.5 % is 0.015
top_range(-0.1) | the share of top_range is 0 to 1, not -0.1
top_range(1500) | the share of top_range is 0 to 1, not 1500
top_range('nan'::double) | the share of top_range is 0 to 1, not nan
top_range('15%') | the share of top_range is a number 0 to 1, not VARCHAR
top_range(0.1, 'ev') | no ranking 'ev'; give 'equity', or 'income N' for N = 2 to 10
top_range(0.1, 'equity', 3) | top_range takes a share and a ranking, as in top_range(0.15, 'income 6'), or lists of 169 hands and their values and a percentage
from top_range() | top_range does not take these values; it is called as top_range(share, ranking := 'equity', dead := '')
from top_range(15) | the share of top_range is 0 to 1, not 15; 15 % is 0.15
from top_range(0.1, 'ev') | no ranking 'ev'; give 'equity', or 'income N' for N = 2 to 10
from range_holes('AA', ded := 'As') | range_holes does not take these values; it is called as range_holes(range, dead := '')
from range_holes('AAx') | 'AAx' at character 3: 'x' does not belong here; parts are set apart by commas
from range_holes('AA', dead := 'A') | 'A' at character 1: 'A' has no suit; suits are cdhs
from range_vs_range('AA', 'KK', '2c2c3c') | '2c2c3c' has 2c twice
from somebody(hole := 'AhQs', board := 'QdTd4c', opponents := 2.5) | opponents is 2.5; give a whole number, 1 to 22
from range_hole('AA') | there is no function 'range_hole'; did you mean 'range_holes'?
"""  # noqa: E501


@pytest.mark.parametrize("line", REFUSED.strip().splitlines())
def test_what_is_refused(standard, line):
    call, wanted = line.split(" | ")
    told = (table_error if call.startswith("from ") else error)(standard, call)
    assert told.startswith(wanted[:-1]) if wanted.endswith("…") else told == wanted
