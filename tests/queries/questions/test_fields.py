"""Kinds of fields: what people have for each, and what is told of what is none."""

import numpy as np
import pytest

import pokerlake as pk
from pokerlake.catalogue import HOLDEM
from pokerlake.queries.questions.fields import Setting, in_words_of, of_field
from pokerlake.queries.questions.spots import FIELDS
from pokerlake.tables.errors import UsageError

BY_NAME = {field.name: field for field in FIELDS}


def read(name, given):
    with of_field(name):
        return BY_NAME[name].read(given, Setting(HOLDEM))


@pytest.mark.parametrize(
    ("name", "given", "value"),
    [
        ("pot", "1_000", 1000),
        ("pot", "1e3", 1000),
        ("pot", " 60 ", 60),
        ("pot", 60.0, 60),
        ("pot", np.int8(60), 60),
        ("pot", "60 bb", 60),
        ("pot", np.array(60), 60),
        ("most_raises", 0, 0),
        ("most_raises", None, None),
        ("merge", "0.25", 0.25),
        ("merge", np.float32(0.5), 0.5),
        ("rake", "5%", 0.05),
        ("rake", " 2.5 % ", 0.025),
        ("rake", "0%", 0),
        ("rake", 0.05, 0.05),
        ("bets", 33, "33"),
        ("bets", [33, "2x"][:1], "33"),
        ("bets", (33, 75), "33,75"),
        ("raises", " 2.5x,a ", "2.5x,a"),
        ("donks", np.float64(50), "50"),
        ("name", " set ", "set"),
    ],
)
def test_what_people_have(name, given, value):
    assert read(name, given) == value


@pytest.mark.parametrize(
    ("name", "given", "says"),
    [
        ("pot", 0, "pot is 0; give a whole number, 1 to 1,000,000,000"),
        ("pot", 2.5, "pot is 2.5; give a whole number, 1"),
        ("pot", True, "pot is True; give a whole number"),
        ("pot", "٣", "pot is '٣'; give a whole number"),
        ("pot", 10**400, "pot is 1000"),
        ("most_raises", -1, "most_raises is -1; give a whole number, 0 to"),
        ("merge", "x", "merge is 'x'; give a number, 0 or more"),
        ("merge", float("nan"), "merge is nan; give a number, 0 or more"),
        ("rake_cap", -1, "rake_cap is -1; give a number, 0 or more"),
        ("rake", 1, "rake is 1; give a share below 1, as 0.05 or 5%"),
        ("rake", "100%", "rake is '100%'; give a share"),
        ("rake", "-1%", "rake is '-1%'; give a share"),
        ("rake", "%", "rake is '%'; give a share"),
        ("rake", "nan%", "rake is 'nan%'; give a share"),
        ("rake", "5", "rake is '5'; give a share"),
        ("bets", "33,z", "bets has 'z', which is no size"),
        ("bets", "0.5", "bets has '0.5', which is percent of the pot: write 50% for 0.5"),
        ("bets", object(), "bets is <object"),
        ("ip_bets", "33/2/75", "ip_bets has '2', which is percent of the pot: write 200% for 2"),
        ("raises", "3", "raises has '3', which is percent of the pot: write 300% for 3 times"),
        ("donks", "2x", "donks is '2x': a multiple is for raises only"),
        ("name", 7, "name is 7; give text"),
        ("board", "QsJh", "board: 'QsJh' has 2 cards; a board here has 3 or 4 or 5"),
        ("board", "QsQsJh", "board: 'QsQsJh' has Qs twice"),
        ("board", 7, "board: 7 is not one hand; give text"),
    ],
)
def test_what_is_wrong_is_told_with_the_name(name, given, says):
    with pytest.raises((UsageError, pk.CardError)) as told:
        read(name, given)
    assert str(told.value).startswith(says)
    assert "\n" not in str(told.value)
    assert told.value.field == name
    in_commands = in_words_of(BY_NAME[name].in_commands, name, told.value.bare)
    assert in_commands.startswith(f"--{name.replace('_', '-')}{says.removeprefix(name)}"[:40])
