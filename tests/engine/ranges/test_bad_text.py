"""What is no range: each error says what is wrong and points at the character."""

import re

import numpy as np
import pytest

from pokerlake.engine.ranges.notation import RangeError, format_range, parse_range

# The text, and the message after "'text' at character N: ".
NATIVE = r"""
A           | 1 | 'A' is one rank of two: AK, AKs or AhKh
A,KK        | 1 | 'A' is one rank of two: AK, AKs or AhKh
10 10       | 1 | '10' is one rank of two: AK, AKs or AhKh
foo         | 1 | 'f' is not a rank; ranks are 23456789TJQKA
AA,rand     | 4 | 'r' is not a rank; ranks are 23456789TJQKA
AA,1K       | 4 | '1' is not a rank; ranks are 23456789TJQKA
AZs         | 2 | 'Z' is neither a rank nor a suit
AsK         | 3 | the second card has no suit; suits are cdhs
AsKx        | 4 | 'x' is not a suit; suits are cdhs
AsZd        | 3 | 'Z' is not a rank; ranks are 23456789TJQKA
As          | 1 | 'As' is one card; the cards of a hand stand together: AhKh
Ah, Kh      | 1 | 'Ah' is one card; the cards of a hand stand together: AhKh
QQ,10♠      | 4 | '10♠' is one card; the cards of a hand stand together: AhKh
Ax          | 1 | 'Ax' names no second rank; A2+ is A with any lower
QQ+, k*s    | 6 | 'k*s' names no second rank; K2s+ is K with any lower
10xo        | 1 | '10xo' names no second rank; T2o+ is T with any lower
2x          | 2 | 'x' is neither a rank nor a suit
AKhh        | 1 | 'AKhh': each suit stands behind its rank: AhKh
QQ,T9sd:0.5 | 4 | 'T9sd': each suit stands behind its rank: Ts9d
88hd        | 1 | '88hd': each suit stands behind its rank: 8h8d
\u0410hKh        | 1 | '\u0410' (U+0410, Cyrillic capital letter a) is not a rank; ranks are 23456789TJQKA
AhK\u04bb        | 4 | '\u04bb' (U+04BB, Cyrillic small letter shha) is not a suit; suits are cdhs
A\uff4bs         | 2 | '\uff4b' (U+FF4B, Fullwidth latin small letter k) is neither a rank nor a suit
anyone      | 2 | 'n' is neither a rank nor a suit
randomly    | 1 | 'r' is not a rank; ranks are 23456789TJQKA
AhAh        | 1 | 'AhAh' has one card twice
KK,10h10h   | 4 | '10h10h' has one card twice
AAs         | 3 | a pair is neither suited nor offsuit
22+,77o     | 7 | a pair is neither suited nor offsuit
AKx         | 3 | 'x' does not belong here; parts are set apart by commas
AKs QQ      | 5 | 'Q' does not belong here; parts are set apart by commas
AKsQQ       | 4 | 'Q' does not belong here; parts are set apart by commas
AA+-KK      | 4 | '-' does not belong here; parts are set apart by commas
TT-77+      | 6 | '+' does not belong here; parts are set apart by commas
AKs+s       | 5 | 's' does not belong here; parts are set apart by commas
22-         | 4 | a hand is missing
TT-77-55    | 6 | '-' does not belong here; parts are set apart by commas
A5s-K2s     | 5 | from A5s to K2s is no run; a run keeps the high card, A5s-A2s, or the gap, TT-77 and T9s-76s
AA-A2       | 4 | from AA to A2 is no run; a run keeps the high card, A5s-A2s, or the gap, TT-77 and T9s-76s
A5s-A2      | 5 | A5s and A2 are not of one kind; a run is A5s-A2s
A5s-A2o     | 5 | A5s and A2o are not of one kind; a run is A5s-A2s
AhAs-QhQd   | 6 | AsAh and QhQd are not of one kind; a run is A5s-A2s
AA,,KK      | 4 | a part is missing
,AA         | 1 | a part is missing
()          | 2 | a part is missing
0.5(,AA)    | 5 | a part is missing
(AA,KK      | 1 | '(' is not closed
0.5((AA,KK) | 4 | '(' is not closed
AA)         | 3 | ')' closes nothing
(AA))       | 5 | ')' closes nothing
0.5         | 1 | '0' is not a rank; ranks are 23456789TJQKA
2(AA)       | 1 | weight 2 is not in 0..1; @2 is 2 percent
200%(AA)    | 1 | weight 200 percent is not in 0..100
0.5(AA):0.5 | 8 | ':' does not belong here; parts are set apart by commas
AA:2        | 4 | weight 2 is not in 0..1; @2 is 2 percent
AA:50       | 4 | weight 50 is not in 0..1; @50 is 50 percent
AA:500      | 4 | weight 500 is not in 0..1
AA@150      | 4 | weight 150 percent is not in 0..100
AA:         | 4 | a weight is missing after ':': a number 0 to 1
AA:-0.5     | 4 | a weight is missing after ':': a number 0 to 1
AA@half     | 4 | a weight is missing after '@': a percentage 0 to 100
AA:0.5:0.5  | 7 | a part has one weight
AA@50@50    | 6 | a part has one weight
AA:nan      | 4 | a weight is missing after ':': a number 0 to 1
AA:1e999    | 4 | weight 1e999 is not in 0..1
!AA         | 1 | '!' takes away from the parts before it, and there are none: random,!AKs
AA,!        | 5 | a part is missing
AA,!!KK     | 5 | '!' is there twice
AA,!KK:0.5  | 7 | what is taken away has no weight
AA,!(KK)@50 | 9 | what is taken away has no weight
AA,!(KK     | 5 | '(' is not closed
AA!KK       | 3 | '!' does not belong here; parts are set apart by commas
[50]AA[/50] | 1 | pokerlake has no weights in brackets; flopzilla has
top         | 1 | 'top' is followed by a percentage: top 15%
top 15      | 1 | 'top' is followed by a percentage: top 15%
150%        | 1 | 150 percent is not in 0..100
5%-101%     | 1 | 101 percent is not in 0..100
15%-        | 4 | '-' does not belong here; parts are set apart by commas
15%6h       | 4 | '6' does not belong here; parts are set apart by commas
"""  # noqa: E501

OTHERS = {
    "piosolver": r"""
QQ@50       | 3 | piosolver has no weights after '@'
0.5(QQ)     | 4 | piosolver has no parentheses
[50]QQ[/50] | 1 | piosolver has no weights in brackets; flopzilla has
AA,!QQ      | 4 | piosolver has no exclusions with '!'
15%         | 1 | piosolver has no percentages; pokerlake's own dialect has
random      | 1 | piosolver has no word for all hands; 22+,A2+,K2+,... are all
0.5 0.5     | 1 | 2 numbers; a range of PioSOLVER has 1326
""",
    "equilab": r"""
AKs:0.5     | 4 | equilab has no weights after ':'
AKs@50      | 4 | equilab has no weights after '@'
(AKs)       | 1 | equilab has no parentheses
""",
    "flopzilla": r"""
AKs:0.5              | 4  | flopzilla has no weights after ':'
[50]AA               | 1  | '[' is not closed
[50]AA[/40]          | 7  | [50] is closed by [/50]
[50]AA[25]KK[/25]    | 7  | '[' does not belong here; parts are set apart by commas
[50]AA,[25]KK[/25]   | 8  | a block does not hold another
[x]AA[/x]            | 1  | a block is [50]AKs,QQ[/50], with its percentage at both ends
AA[/50]              | 3  | '[' does not belong here; parts are set apart by commas
[/50]                | 1  | a block is [50]AKs,QQ[/50], with its percentage at both ends
[150]AA[/150]        | 2  | weight 150 percent is not in 0..100
[50][/50]            | 5  | a part is missing
22+,[50]QQ[/50]      | 9  | QQ has another weight than in 22+ at character 1
random               | 1  | flopzilla has no word for all hands; 22+,A2+,K2+,... are all
""",
    "propokertools": r"""
AKs              | 1  | 'AKs': a suit on one card only is not in the subset; AxKx is suited and AxKy offsuit
AKo              | 3  | 'o' is a rank variable there; AxKy is offsuit, and AxKx suited
AKx              | 1  | 'AKx': a suit on one card only is not in the subset
RRR              | 1  | 'RRR' has 3 cards, a hole 2
A[K              | 2  | '[' is not closed
ZZ               | 1  | 'Z' is not a rank of the subset; AKQJT98765432 are
AxAx             | 1  | a pair is not suited
AsAs             | 1  | 'AsAs' has one card twice
T9+              | 3  | '+' after two ranks is not in the subset; write AxKx-AxTx
AxKx-            | 5  | '-' after two ranks is not in the subset; write AxKx-AxTx
AxKx-AxTy        | 6  | the suits at both ends of a run are the same: AxKx-AxTx
AxKx-KxTx        | 6  | a run keeps the high card, AxKx-AxTx, or the gap, TT-77
AK@10, JT        | 8  | JT has no weight and other parts have; weigh all: @100
AK@0             | 4  | a weight is a whole number 1 to 100
AK@101           | 4  | a weight is a whole number 1 to 100
AK@0.5           | 4  | a weight is a whole number 1 to 100
(AK@10)@5        | 4  | a weight stands after the parenthesis, not in it
(AK              | 1  | '(' is not closed
AK)              | 3  | ')' closes nothing
AK:sx            | 4  | after ':' come two suit variables: AK:xx is suited, AK:xy offsuit
15%6h            | 4  | the ranking for six players is ProPokerTools' own, and is not here
AA,,KK           | 4  | a part is missing
AA KK            | 4  | 'K' does not belong here; parts are set apart by commas
""",  # noqa: E501
}


def _letter(found):
    return chr(int(found[1], 16))


CASES = [
    (dialect, *map(str.strip, re.sub(r"\\u(....)", _letter, line).split("|")))
    for dialect, table in {"pokerlake": NATIVE, **OTHERS}.items()
    for line in table.strip().splitlines()
]


def test_tables_are_read_whole():
    assert len(CASES) >= 100
    assert all(re.fullmatch(r"\d+", place) for _, _, place, _ in CASES)


@pytest.mark.parametrize(("dialect", "text", "place", "problem"), CASES)
def test_error_points_at_the_character(dialect, text, place, problem):
    with pytest.raises(RangeError) as raised:
        parse_range(text, dialect=dialect, ranking=np.linspace(1, 0, 169))
    assert str(raised.value) == f"{text!r} at character {place}: {problem}"
    assert raised.value.problem == str(raised.value)
    assert raised.value.position == int(place)


def test_long_texts_are_quoted_around_the_character():
    text = ",".join(["AsKs"] * 100) + ",AsKx," + ",".join(["AdKd"] * 100)
    with pytest.raises(RangeError) as raised:
        parse_range(text)
    assert str(raised.value) == (
        "'…s,AsKs,AsKs,AsKs,AsKs,AsKs,AsKx,AdKd,AdKd,AdKd,AdKd,AdKd,AdK…'"
        " at character 504: 'x' is not a suit; suits are cdhs"
    )


def test_a_percentage_needs_a_ranking():
    for text, place in (("top 15%", 1), ("22+, 5%-15%", 6)):
        with pytest.raises(RangeError, match="needs a ranking of the 169 hands") as raised:
            parse_range(text)
        assert raised.value.position == place


@pytest.mark.parametrize(
    ("ranking", "problem"),
    [
        (np.zeros(168), "a ranking is 169 finite numbers; this has (168,)"),
        (np.full(169, np.nan), "a ranking is 169 finite numbers; this has (169,)"),
    ],
)
def test_what_is_no_ranking(ranking, problem):
    with pytest.raises(RangeError) as raised:
        parse_range("15%", ranking=ranking)
    assert str(raised.value) == f"'15%' at character 1: {problem}"


def test_no_such_dialect():
    for call in (parse_range, lambda text, dialect: format_range(np.ones(1326), dialect=dialect)):
        with pytest.raises(RangeError) as raised:
            call("AA", dialect="pio")
        assert str(raised.value) == (
            "no dialect 'pio'; there are: pokerlake, piosolver, equilab, flopzilla, propokertools"
        )


@pytest.mark.parametrize(
    ("text", "dialect", "problem"),
    [
        ("22+,AKs:0.5", "equilab", "equilab has no weights, and AKs has weight 0.5"),
        (
            "22+,AhKh:0.333",
            "propokertools",
            "propokertools has whole weights 1 to 100, and AhKh has weight 0.333",
        ),
        (
            "22+,AKs:0.001",
            "propokertools",
            "propokertools has whole weights 1 to 100, and AxKx has weight 0.001",
        ),
    ],
)
def test_what_a_dialect_cannot_express(text, dialect, problem):
    with pytest.raises(RangeError) as raised:
        format_range(parse_range(text), dialect=dialect)
    assert str(raised.value) == f"{problem}; pokerlake, piosolver and flopzilla can write it"


def test_numbers_of_piosolver_are_weights():
    numbers = ["0.5"] * 1325 + ["1.5"]
    with pytest.raises(RangeError, match=r"weight 1.5 is not in 0..1$") as raised:
        parse_range(" ".join(numbers), dialect="piosolver")
    assert raised.value.position == 4 * 1325 + 1


@pytest.mark.parametrize("dialect", ["pokerlake", "propokertools"])
def test_parentheses_are_not_nested_without_end(dialect):
    assert parse_range("(" * 50 + "AA" + ")" * 50, dialect=dialect).sum() == 6
    with pytest.raises(RangeError, match=r": parentheses are nested too deeply$") as raised:
        parse_range("(" * 100_000, dialect=dialect)
    assert raised.value.position == 51


@pytest.mark.parametrize("digits", ["9" * 5000, "1e" + "9" * 5000, "0." + "0" * 5000])
def test_numbers_of_thousands_of_digits(digits):
    texts = {"pokerlake": f"AA:{digits}", "flopzilla": f"[{digits}]AA[/50]"}
    texts["propokertools"] = f"AA@{digits}"
    for dialect, text in texts.items():
        with pytest.raises(RangeError):
            parse_range(text, dialect=dialect)
    with pytest.raises(RangeError):
        parse_range(f"{digits}%", ranking=np.zeros(169))
