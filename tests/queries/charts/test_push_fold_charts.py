"""Charts of push or fold: of a decision, and of the stacks at which hands go in."""

import pytest

from given.push_fold import WHOLE
from pokerlake.tables.errors import UsageError


@pytest.fixture
def drawn(drawn_of):
    return drawn_of(**WHOLE)


@pytest.mark.parametrize(
    ("options", "title"),
    [
        ({"stack": 2}, "SB pushes, 2 each"),
        ({"stack": 2.0, "ante": 0.5}, "SB pushes, 2 each; ante 0.5"),
        ({"stacks": "2, 2", "position": "bb"}, "BB calls, 2 each; after SB pushes"),
        ({"stacks": [2, 2], "prizes": "3/1", "others": [9]},
         "SB pushes, 2 each; prizes 3,1; others 9"),
        ({"stack": 8, "players": 3, "position": "BB", "before": "II"},
         "BB calls, 8 each; after BTN pushes, SB calls"),
        ({"stack": 8, "players": 3, "position": "SB"}, "SB pushes, 8 each; after BTN folds"),
    ],
)  # fmt: skip
def test_which_decision(drawn, options, title):
    assert drawn("push-fold", **options).title == title


@pytest.mark.parametrize(
    ("name", "options", "problem"),
    [
        ("push-fold", {}, "give one of spot=, stack= and stacks="),
        ("push-fold", {"spot": 1, "stack": 2}, "give one of spot=, stack= and stacks="),
        ("push-fold", {"stack": 2.5}, "no such decision is in this lake; solve the spot with"),
        ("push-fold", {"stack": 2, "before": "f"}, "no such decision is in this lake; solve the"),
        ("push-fold", {"stacks": "2,x"}, "'2,x' are no numbers; give such as 8,12,20"),
        ("jam-or-fold", {"players": 4}, "no such stacks are in this lake; solve some with"),
        ("jam-or-fold", {"position": "MP"}, "parameter position is 'MP'; give one of SB, BTN"),
    ],
)
def test_what_cannot_be_drawn(drawn, name, options, problem):
    with pytest.raises(UsageError, match=f"^{problem[:40]}"):
        drawn(name, **options)
