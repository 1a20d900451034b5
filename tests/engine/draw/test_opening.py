"""Opening thresholds: those of the document, the product itself, and a root found another way."""

from fractions import Fraction

import pytest

from pokerlake.engine.draw.hands import openings

# Every threshold that the document gives for 2 to 4 players. It says 47 for two checks of three
# players; 53 is what its rule gives, and 47 is what is left.
DOCUMENT = {
    2: {"": 50, "b": 25, "c": 75},
    3: {"": 29, "b": 12, "br": 4, "bf": 14, "c": 40, "cb": 19, "cc": 53},
    4: {
        "": 20, "b": 8, "br": 3, "brr": 1, "brf": 3, "bf": 9, "bfr": 3, "bff": 9,
        "c": 26, "cb": 11, "cbr": 4, "cbf": 12, "cc": 33, "ccb": 16, "ccc": 41,
    },
}  # fmt: skip

# For five players it names those who act after a bet together.
FIVE_PLAYERS = {"": 15, "c": 19, "cc": 23, "ccc": 28, "cccc": 33}
RAISES_OF_FIVE = {
    (5, 7): ["b", "bf", "bff", "bfff"],
    (7, 9): ["cb", "cbf", "cbff"],
    (10, 11): ["ccb", "ccbf"],
    (13, 13): ["cccb"],
}


def whole(players, **options):
    return {found.line: found.whole_percent for found in openings(players, **options)}


@pytest.mark.parametrize("players", DOCUMENT)
def test_thresholds_of_the_document(players):
    assert whole(players) == DOCUMENT[players]


def test_thresholds_of_the_document_for_five_players():
    found = whole(5)
    assert {line: found[line] for line in FIVE_PLAYERS} == FIVE_PLAYERS
    for (least, most), lines in RAISES_OF_FIVE.items():
        percents = [found[line] for line in lines]
        assert (min(percents), max(percents)) == (least, most)


def test_who_opens_and_who_raises():
    for found in openings(4):
        assert found.players == 4
        assert found.action == ("raise" if "b" in found.line else "bet")


# ---------------------------------------------------------------- lines


def all_lines(players, most_bets):
    """By what each letter may follow; those after a raise without any hand are left out below."""
    lines = [""]
    for line in lines:
        if len(line) < players - 1:
            lines += [line + letter for letter in ("fr" if "b" in line else "bc")]
    return {line for line in lines if line.count("b") + line.count("r") < most_bets}


@pytest.mark.parametrize("players", range(2, 8))
@pytest.mark.parametrize("most_bets", [1, 2, 4])
def test_all_lines_are_there(players, most_bets):
    found = whole(players, most_bets=most_bets)
    assert next(iter(found)) == ""
    missing = all_lines(players, most_bets) - set(found)
    assert set(found) <= all_lines(players, most_bets)
    for line in missing:
        raised_with_nothing = [line[:at] for at in range(len(line)) if line[at] == "r"]
        assert any(found.get(before, 0) == 0 for before in raised_with_nothing)


def test_how_many_lines_there_are():
    assert [len(list(openings(players))) for players in range(2, 11)] == [
        3, 7, 15, 30, 56, 98, 162, 255, 311
    ]  # fmt: skip


def test_nobody_raises_with_no_hand():
    found = whole(10)
    assert found["br"] == 0
    assert not any(line.startswith("brr") for line in found)


# ---------------------------------------------------------------- the rule


def chance(players, line, before, percent):
    """To have the best hand: the document's product."""
    product = 1
    for seat, letter in enumerate(line):
        if letter in "br":
            product *= max(0, 1 - percent / before[seat])
        if letter == "c":
            product *= min(1, (100 - percent) / (100 - before[seat]))
    return product * (1 - percent / 100) ** (players - 1 - len(line))


@pytest.mark.parametrize("players", range(2, 9))
def test_whole_thresholds_are_the_last_above_even_chances(players):
    found = whole(players)
    for line, percent in found.items():
        before = [Fraction(found[line[:at]]) for at in range(len(line))]
        chances = [chance(players, line, before, Fraction(k)) for k in range(102)]
        good = [k for k in range(101) if chances[k] > Fraction(1, 2)]
        if players == 2:
            good = [k for k in range(101) if chances[k] >= Fraction(1, 2)]
        assert good == list(range(percent + 1))


@pytest.mark.parametrize("players", range(2, 9))
def test_continuous_thresholds_by_the_secant_method(players):
    percents = {found.line: found.percent for found in openings(players)}
    for line, percent in percents.items():
        before = [percents[line[:at]] for at in range(len(line))]
        bets = [a for a, letter in zip(before, line, strict=True) if letter in "br"]
        assert root(players, line, before, min([100.0, *bets])) == pytest.approx(percent, abs=1e-8)


def root(players, line, before, most):
    """Where the chance is 1/2, by false position with Illinois' weights."""
    low, high = 0.0, most
    above, below = 0.5, chance(players, line, before, most) - 0.5
    for _ in range(200):
        middle = (low * below - high * above) / (below - above)
        value = chance(players, line, before, middle) - 0.5
        if abs(value) < 1e-15:
            return middle
        if value > 0:
            low, above, below = middle, value, below / 2
        else:
            high, below, above = middle, value, above / 2
    return middle


@pytest.mark.parametrize(
    ("players", "line", "percent"),
    [
        (2, "", 50),
        (2, "b", 25),
        (2, "c", 75),
        (3, "", 100 * (1 - 0.5**0.5)),
        (3, "bf", 50 * (1 - 0.5**0.5)),
        (4, "", 100 * (1 - 0.5 ** (1 / 3))),
        (10, "", 100 * (1 - 0.5 ** (1 / 9))),
        (3, "cc", 100 - 100 * (0.5 * 0.5**0.5 * (1 - 0.4053964425)) ** 0.5),
    ],
)
def test_continuous_thresholds_in_closed_form(players, line, percent):
    (found,) = (found for found in openings(players) if found.line == line)
    assert found.percent == pytest.approx(percent, abs=1e-7)


def test_an_opener_bets_whole_percents_below_the_continuous_one():
    for players in range(3, 11):
        first = next(iter(openings(players)))
        assert first.whole_percent == int(first.percent)


# ---------------------------------------------------------------- arguments


@pytest.mark.parametrize("players", [1, 11, 0, -2])
def test_other_numbers_of_players(players):
    with pytest.raises(ValueError, match=rf"^{players} players; give 2 to 10$"):
        list(openings(players))


def test_no_bets_at_all():
    with pytest.raises(ValueError, match=r"^most_bets is 0: give 1 or more$"):
        list(openings(3, most_bets=0))
