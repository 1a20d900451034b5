"""Kinds of fields, and spots of push or fold: what is told of what is none."""

from decimal import Decimal

import numpy as np
import pytest

import pokerlake as pk
from pokerlake.catalogue import HOLDEM
from pokerlake.engine.push_fold.spots import PushFoldSpot
from pokerlake.queries.questions.fields import Setting, in_words_of, of_field
from pokerlake.queries.questions.spots import FIELDS, of_rows, spot_of_push_fold, stacks_of
from pokerlake.tables.errors import InputError, UsageError

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
        ("pot", "60 bb", "60 bb"),
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
        ("pot", 0, "pot is 0; give a number above 0, 1,000,000,000 at most"),
        ("pot", "0bb", "pot is '0bb'; give a number above 0"),
        ("pot", True, "pot is True; give a number above 0"),
        ("pot", "٣", "pot is '٣'; give a number above 0"),
        ("pot", 10**400, "pot is 1000"),
        ("most_raises", -1, "most_raises is -1; give a whole number, 0 to"),
        ("merge", "x", "merge is 'x'; give a number, 0 or more"),
        ("merge", float("nan"), "merge is nan; give a number, 0 or more"),
        ("rake_cap", -1, "rake_cap is -1; give an amount, 0 or more"),
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
        ("donks", "2x", "donks has '2x': a multiple is for raises only"),
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


# ---------------------------------------------------------------- spots of push or fold


@pytest.mark.parametrize(
    ("given", "spot"),
    [
        ({"stack": 10}, PushFoldSpot((10.0, 10.0))),
        ({"stack": "10bb", "players": "3", "ante": ""}, PushFoldSpot((10.0,) * 3)),
        ({"stack": Decimal("0.3"), "ante": None, "small_blind": float("nan")},
         PushFoldSpot((0.3, 0.3))),
        ({"stacks": " 8, 12;20 ", "small_blind": 0.4}, PushFoldSpot((8.0, 12.0, 20.0), 0.4)),
        ({"stacks": "[8/12]", "players": 2.0}, PushFoldSpot((8.0, 12.0))),
        ({"stacks": np.array([8, 12]), "prizes": (5, 3), "others": 9},
         PushFoldSpot((8.0, 12.0), prizes=(5.0, 3.0), others=(9.0,))),
        ({"stacks": [np.int8(8), 12], "prizes": "50 30 20", "others": [4]},
         PushFoldSpot((8.0, 12.0), prizes=(50.0, 30.0, 20.0), others=(4.0,))),
    ],
)  # fmt: skip
def test_spots(given, spot):
    assert spot_of_push_fold(given) == spot


@pytest.mark.parametrize(
    ("given", "field", "problem"),
    [
        ({"stak": 10}, None, "no 'stak' in a spot; did you mean 'stack'?"),
        ({}, None, "the size of the stacks is missing; give either stack, the same for all"),
        ({"stack": 8, "stacks": "8,9"}, None, "the size of the stacks is given twice; give either"),
        ({"stack": True}, "stack", "stack is True; give a number above 0"),
        ({"stack": "1e999"}, "stack", "stack is '1e999'; give a number"),
        ({"stack": 10**400}, "stack", "stack is 1000"),
        ({"stack": "0"}, "stack", "stack is 0.0; give 0.000001 to 10,000 big blinds"),
        ({"stack": "1e-300"}, "stack", "stack is 1e-300; give 0.000001 to 10,000 big blinds"),
        ({"stacks": object()}, "stacks", "stacks: <object"),
        ({"stacks": "8,x"}, "stacks", "stacks: 'x' is no number; give numbers such as 8,12,20"),
        ({"stacks": "8,0"}, "stacks", "stacks has 0.0; give 0.000001 to 10,000 big blinds"),
        ({"stacks": "8"}, "stacks", "stacks has 1; give 2 to 9"),
        ({"stacks": "8,9,10", "players": 2}, "stacks", "stacks: there are 3 stacks for 2 players"),
        ({"stack": 5, "players": True}, "players", "players is True; give a whole number, 2 to 9"),
        ({"stack": 5, "players": "two"}, "players", "players is 'two'; give a whole number, 2 to"),
        ({"stack": 5, "players": 2.5}, "players", "players is 2.5; give a whole number, 2 to 9"),
        ({"stack": 5, "players": 10}, "players", "players is 10; give a whole number, 2 to 9"),
        ({"stack": 5, "bb_ante": "1e9"}, "bb_ante", "bb_ante is 1000000000.0; give 0 or more"),
        ({"stack": 5, "fixed": "22+"}, "fixed", "fixed has '22+'; give POSITION=RANGE, such as"),
        ({"stack": 5, "fixed": "UTG=22"}, "fixed", "fixed has 'UTG'; give POSITION=RANGE, of SB"),
        ({"stack": 5, "fixed": "BB/f=22"}, "fixed", "fixed has 'BB/f'; give a letter for each"),
        ({"stack": 5, "fixed": "BB=22; bb=33"}, "fixed", "fixed has BB twice; give one range of"),
        ({"stack": 5, "fixed": {"BB": "AhKh"}}, "fixed", "fixed has some suits of AKs in BB; give"),
        ({"stack": 5, "ante": "-1"}, "ante", "ante is '-1'; give a number, 0 or more"),
        ({"stack": 5, "ante": "1e9"}, "ante", "ante is 1000000000.0; give 0 or more, in big"),
        ({"stack": 5, "small_blind": "2"}, "small_blind", "small_blind is 2.0; give 0 to 1 big"),
        ({"stack": 5, "prizes": "a,b"}, "prizes", "prizes: 'a' is no number; give numbers such"),
        ({"stack": 5, "prizes": "30,50"}, "prizes", "prizes is [30.0, 50.0], which goes up; give"),
        ({"stack": 5, "prizes": "5,3,2"}, "prizes", "prizes has 3 for 2 players; leave 1 out, or"),
        ({"stack": 5, "prizes": "0"}, "prizes", "prizes has 0 alone; give one above 0"),
        ({"stack": 5, "prizes": "1e308,1"}, "prizes", "prizes has 1e+308; give 0, or 0.000001 to"),
        ({"stack": 5, "others": "9"}, "others", "others is for prizes; give prizes, or leave it"),
        ({"stack": 5, "others": "0", "prizes": 5}, "others", "others has 0.0; give 0.000001 to"),
        ({"stack": 5, "others": [9] * 11, "prizes": 5}, "others", "others is of 13 stacks in all"),
    ],
)
def test_what_is_no_spot_is_told_with_the_field(given, field, problem):
    with pytest.raises(UsageError) as told:
        spot_of_push_fold(given)
    assert str(told.value).startswith(problem)
    assert getattr(told.value, "field", None) == field


def test_stacks_in_steps_are_those_that_people_write():
    assert stacks_of("0.1:0.5:0.1") == [0.1, 0.2, 0.3, 0.4, 0.5]
    assert len(stacks_of("1:50:0.25")) == 197
    assert stacks_of("3:5.5") == [3, 4, 5]


def test_rows_name_the_first_that_is_wrong():
    given = of_rows(({"stack": stack} for stack in (5, "x")), "a.csv", spot_of_push_fold)
    assert next(given) == PushFoldSpot((5.0, 5.0))
    with pytest.raises(InputError, match=r"^a\.csv, row 2: stack is 'x'; give"):
        next(given)
