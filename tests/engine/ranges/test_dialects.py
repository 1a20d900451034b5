"""Ranges as other programs write them: strings from their documentation and their files."""

import numpy as np
import pytest

from pokerlake.engine.cards.holes import HOLES, parse_hole
from pokerlake.engine.ranges.dialects import DIALECTS
from pokerlake.engine.ranges.notation import format_range, parse_range, read_parts

BY_GRID = np.linspace(1, 0, 169)


def same(text, dialect, native):
    """Whether a text in a dialect is the range that a text in pokerlake's notation is."""
    return np.array_equal(parse_range(text, dialect=dialect), parse_range(native))


# ---------------------------------------------------------------- PioSOLVER

# A tree as PioViewer copies it to the clipboard: its lines #Range0# and #Range1#.
PIOVIEWER = (
    "AA,KK,JJ,TT,88,77,66,55,KQo,QJo,T9o,98o,87o,76s,65s,54s,43s,32s",
    "AA,KK,44,33,22,AKo,KQo,QTo,T8o,87o,76o,65o,54o,32s",
)


def test_lines_of_pioviewer():
    first, second = (parse_range(text, dialect="piosolver") for text in PIOVIEWER)
    assert first.sum() == 8 * 6 + 5 * 12 + 5 * 4
    assert second.sum() == 5 * 6 + 8 * 12 + 4
    assert format_range(first, dialect="piosolver") == ("KK+,JJ-TT,88-55,76s-32s,T9o-87o,KQo,QJo")


@pytest.mark.parametrize(
    ("text", "native"),
    [  # the tests of postflop-solver, which says it is compatible with PioSOLVER
        ("88+", "AA,KK,QQ,JJ,TT,99,88"),
        ("8s8h+", "AhAs,KhKs,QhQs,JhJs,ThTs,9h9s,8h8s"),
        ("98s+", "AKs,KQs,QJs,JTs,T9s,98s"),
        ("A8o+", "AKo,AQo,AJo,ATo,A9o,A8o"),
        ("98s-65s", "98s,87s,76s,65s"),
        ("AQo-86o", "AQo,KJo,QTo,J9o,T8o,97o,86o"),
        ("K5-K2", "K5,K4,K3,K2"),
        ("AhAs-QhQs,JJ", "JJ,AhAs,KhKs,QhQs"),
        ("88+, AQ+", "88+,AQ,AK"),
        ("98s - 65s: 0.25", "98s:0.25,87s:0.25,76s:0.25,65s:0.25"),
        ("K9s: .67", "K9s:0.67"),
        ("88+:1.", "88+"),
        ("AK,", "AK"),
        ("", ""),
        ("QQ:0.5,QQ+", "KK+,QQ:0.5"),  # the earlier part holds
    ],
)
def test_read_as_piosolver(text, native):
    assert same(text, "piosolver", native)


def test_a_file_of_1326_numbers():
    # From a file of PioSOLVER, https://pastebin.com/7CwEWTUq: pairs of deuces, then 3c 3d 3h
    numbers = "0.02 " * 6 + "0 " * 8 + "0.03 0 0 0 0 0.03 0.03 " + "0 " * 1305
    weights = parse_range(numbers, dialect="piosolver")
    assert weights[: parse_hole("2s2h") + 1].tolist() == [0.02] * 6
    threes = [parse_hole(text) for text in ("3d3c", "3h3c", "3h3d")]
    assert np.flatnonzero(weights[6:]).tolist() == [hole - 6 for hole in threes]
    [part] = read_parts(numbers.replace(" ", "\n"), dialect="piosolver")
    assert part.reading == "1,326 weights in PioSOLVER's order of hands"


# ---------------------------------------------------------------- Equilab


@pytest.mark.parametrize(
    ("text", "native", "combos"),
    [
        # the syntax OMPEval lists as EquiLab-like
        ("K4+,Q8s,84", "K4s+,K4o+,Q8s,84s,84o", 9 * 16 + 4 + 16),
        ("K4o+", "KQo,KJo,KTo,K9o,K8o,K7o,K6o,K5o,K4o", 9 * 12),
        ("Kc4d", "Kc4d", 1),
        ("random", "random", 1326),
        ("T9s+", "T9s", 4),
        # ranges of PokerStove's, whose heir Equilab is
        ("77+,ATs+,KTs+,QJs,AJo+,KQo", "77+,ATs+,KTs+,QJs,AJo+,KQo", 128),
        (
            "99-22,AQs-A8s,A5s-A4s,K9s+,Q9s+,J9s+,T8s+,97s+,87s,76s,65s,AQo-AJo,KQo",
            "99-22,AQs-A8s,A5s-A4s,K9s+,Q9s+,J9s+,T8s+,97s+,87s,76s,65s,AQo-AJo,KQo",
            176,
        ),
    ],
)
def test_read_as_equilab(text, native, combos):
    assert same(text, "equilab", native)
    assert parse_range(text, dialect="equilab").sum() == combos


def test_written_as_equilab():
    weights = parse_range("22+,A2s+,KTo+,T9s-76s,AhQd")
    assert format_range(weights, dialect="equilab") == "22+,A2s+,KTo+,T9s,98s,87s,76s,AhQd"
    assert format_range(np.ones(HOLES), dialect="equilab") == "random"


# ---------------------------------------------------------------- Flopzilla


def test_a_range_from_flopzilla():
    # Published with a project that reads Flopzilla's ranges, shortened.
    text = (
        "[100]AA[/100],[100]AKs[/100],[75]K7s[/75],[81]K5s[/81],[20]Q8s[/20],[67]QJo[/67],"
        "[4]QTo[/4],[23]T9s[/23],[8]54s[/8],[18]33[/18]"
    )
    native = "AA,AKs,K7s:0.75,K5s:0.81,Q8s:0.2,QJo:0.67,QTo:0.04,T9s:0.23,54s:0.08,33:0.18"
    assert same(text, "flopzilla", native)
    assert format_range(parse_range(native), dialect="flopzilla") == (
        "AA,AKs,[81]K5s[/81],[75]K7s[/75],[67]QJo[/67],[23]T9s[/23],[20]Q8s[/20],[18]33[/18],"
        "[8]54s[/8],[4]QTo[/4]"
    )


@pytest.mark.parametrize(
    ("text", "native"),
    [  # the tests of pynlh
        ("[20]AA,KK,AKs[/20],[79]AKo[/79],97o,97s", "0.2(AA,KK,AKs),AKo:0.79,97o,97s"),
        ("[20]AA-JJ[/20],[5.2]AKs-ATs,KQo-K5o[/5.2]", "JJ+:0.2,0.052(ATs+,KQo-K5o)"),
        ("[20]22+,A2s+[/20],[2]A6o+[/2]", "0.2(22+,A2s+),A6o+:0.02"),
        ("54", "54s,54o"),
        ("[50.0]AA[/50.0]", "AA:0.5"),
        ("[50]AA[/50.0]", "AA:0.5"),
        ("22+,QQ", "22+"),
        ("[50]22+,QQ[/50]", "22+:0.5"),
        ("[50] AA , KK [/50] , QQ", "KK+:0.5,QQ"),
    ],
)
def test_read_as_flopzilla(text, native):
    assert same(text, "flopzilla", native)


def test_written_as_flopzilla():
    weights = parse_range("22+,0.5(AKs,T9s-76s),QJs:0.052")
    assert format_range(weights, dialect="flopzilla") == (
        "22+,[50]AKs,T9s,98s,87s,76s[/50],[5.2]QJs[/5.2]"
    )


# ---------------------------------------------------------------- ProPokerTools


@pytest.mark.parametrize(
    ("text", "native"),
    [
        # http://www.propokertools.com/oracle_help/weighted_ranges
        ("AK@100, AQ@50, AJ@10", "AK,AQ:0.5,AJ:0.1"),
        ("AA@10, KK@8, QQ@5", "AA:0.1,KK:0.08,QQ:0.05"),
        ("AK:xx@10, AK:xy@5", "AKs:0.1,AKo:0.05"),
        ("AA@2, 22@1", "AA:0.02,22:0.01"),
        ("AA-KK@100", "KK+"),
        # its "largest weight wins"
        ("22-AA@50,QQ@100,QQ@10", "22+:0.5,QQ"),
        # http://www.propokertools.com/oracle_help/range_of_hands
        ("*", "random"),
        ("**", "random"),
        ("AA", "AA"),
        ("AsKh", "AsKh"),
        # ranges others have written in it, https://pastebin.com/Hxvr2vpr
        ("AA-22,AxKy-Ax5y,KxQy,AxKx-Ax3x,KxQx", "22+,A5o+,KQo,A3s+,KQs"),
        ("AA-22,AxKy-AxTy,AxKx-AxTx", "22+,ATo+,ATs+"),
        # the rest of the subset
        ("TT+", "TT+"),
        ("88-", "88-22"),
        ("88-55", "88-55"),
        ("55-88", "88-55"),
        ("T9-76", "T9,98,87,76"),
        ("TwTz", "TT"),
        ("AzKz", "AKs"),
        ("TT+!AA", "KK-TT"),
        ("(AA,KK)!AsAh", "KK+,!AsAh"),
        ("(AK,KQ):xx", "AKs,KQs"),
        ("(AA, AxKx)@50, QQ@100", "0.5(AA,AKs),QQ"),
        ("*!*", ""),
        ("A", "AA,A2+"),
        ("A*", "AA,A2+"),
        ("Ax*x", "A2s+"),
        ("RR", "22+"),
        ("RR:xy", "22+"),
        ("RxOx!A", "K2s+,Q2s+,J2s+,T2s+,92s+,82s+,72s+,62s+,52s+,42s+,32s"),
        ("[2,4,6,8,T]A", "A2,A4,A6,A8,AT"),
        ("[A-Q][A-Q]:xx", "AKs,AQs,KQs"),
        ("A[s,h]K[s,h]", "AsKs,AsKh,AhKs,AhKh"),
        ("[T+][T+]!AK", "TT+,AT,AJ,AQ,KT+,QT+,JT"),
        ("AsK", "AsKs,AsKh,AsKd,AsKc"),
        ("AxK", "AK"),
        ("AsK!AsKh, 7h 2c", "AsKs,AsKd,AsKc,7h2c"),
    ],
)
def test_read_as_propokertools(text, native):
    assert same(text, "propokertools", native)


def test_percentages_of_propokertools():
    text = "15%@10, 16%-50%@5, 51%-100%@1"  # from its help
    weights = parse_range(text, dialect="propokertools", ranking=BY_GRID)
    assert weights.sum() == pytest.approx(13.26 * (15 * 0.1 + 34 * 0.05 + 49 * 0.01))
    np.testing.assert_array_equal(
        parse_range("5%-10%", dialect="propokertools", ranking=BY_GRID),
        parse_range("5%-10%", ranking=BY_GRID),
    )


def test_written_as_propokertools():
    assert format_range(parse_range("22+,A2s+,KTo+,T9s,AhQd"), dialect="propokertools") == (
        "AA-22,AxKx-Ax2x,KxQy-KxTy,Tx9x,AhQd"
    )
    weights = parse_range("22+,A2s+,0.5(KTo+),T9s:0.25")
    assert format_range(weights, dialect="propokertools") == (
        "(AA-22,AxKx-Ax2x)@100,KxQy-KxTy@50,Tx9x@25"
    )
    assert format_range(np.full(HOLES, 0.29), dialect="propokertools") == "*@29"


# ---------------------------------------------------------------- all


@pytest.mark.parametrize(
    ("text", "readings"),
    [
        (
            "T9s+",
            {
                "pokerlake": "T9s: no better kicker",
                "piosolver": "AKs KQs QJs JTs T9s: both cards rise",
                "equilab": "T9s: no better kicker",
                "flopzilla": "T9s: no better kicker",
            },
        ),
        (
            "15%",
            {
                "pokerlake": "top 15 % by the ranking, 198.9 combos",
                "equilab": "top 15 % by the ranking, 198.9 combos",
                "propokertools": "top 15 % by the ranking, 198.9 combos",
            },
        ),
        ("AK", dict.fromkeys(DIALECTS, "AK, suited and offsuit")),
        (
            "QQ@50",
            {"pokerlake": "QQ, weight 0.5", "propokertools": "QQ, weight 50"},
        ),
    ],
)
def test_the_dialect_decides(text, readings):
    for dialect, reading in readings.items():
        [part] = read_parts(text, dialect=dialect, ranking=BY_GRID)
        assert part.reading == reading
