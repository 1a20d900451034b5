"""What players pushed and called beside an equilibrium: against a naive count of made hands."""

import math
import random
from collections import Counter, defaultdict

import pytest

import pokerlake as pk
from helpers.command_line import answer
from helpers.lakes import share
from pokerlake.engine.cards.holes import HAND_INDEX
from pokerlake.pipelines.histories.importing import import_histories
from pokerlake.tables.errors import UsageError

CARDS = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
NAMES = ["Ann", "Bob", "Cy", "Dee", "Eve", "Flo"]


def hand_of(hole):
    high, low = sorted(hole, key=lambda card: "AKQJT98765432".index(card[0]))
    same = "" if high[0] == low[0] else "s" if high[1] == low[1] else "o"
    return high[0] + low[0] + same


def won_by_the_first(mine, others, rng):
    """A board."""
    left = [card for card in CARDS if card not in mine + others]
    while True:
        board = rng.sample(left, 5)
        if pk.evaluate("".join(mine + board)) < pk.evaluate("".join(others + board)):
            return board


def played(number, rng):
    """A hand of two with ten big blinds each: who had and did what, and whether it is shown."""
    small, big = rng.sample(NAMES, 2)
    cards = rng.sample(CARDS, 4)
    holes = {small: cards[:2], big: cards[2:]}
    first = rng.choice(["pushes", "pushes", "folds", "limps"])
    calls = rng.random() < 0.5
    lines = [
        f"PokerStars Hand #{number}:  Hold'em No Limit ($1/$2 USD) - 2021/03/04 5:06:07 ET",
        "Table 'Few' 6-max Seat #1 is the button",
        f"Seat 1: {small} ($20 in chips)", f"Seat 2: {big} ($20 in chips)",
        f"{small}: posts small blind $1", f"{big}: posts big blind $2", "*** HOLE CARDS ***",
        *(f"Dealt to {name} [{' '.join(hole)}]" for name, hole in holes.items()),
    ]  # fmt: skip
    decisions, shown = [(small, "push", hand_of(holes[small]), first)], False
    if first == "folds":
        lines += [
            f"{small}: folds", f"Uncalled bet ($1) returned to {big}",
            f"{big} collected $2 from pot", "*** SUMMARY ***", "Total pot $2 | Rake $0",
        ]  # fmt: skip
    elif first == "limps":
        lines += [f"{small}: calls $1", f"{big}: raises $4 to $6", f"{small}: folds",
                  f"Uncalled bet ($4) returned to {big}", f"{big} collected $4 from pot",
                  "*** SUMMARY ***", "Total pot $4 | Rake $0"]  # fmt: skip
    else:
        lines.append(f"{small}: raises $18 to $20 and is all-in")
        decisions.append((big, "call", hand_of(holes[big]), "calls" if calls else "folds"))
        if calls:
            board, shown = won_by_the_first(holes[small], holes[big], rng), True
            flop = " ".join(board[:3])
            lines += [
                f"{big}: calls $18 and is all-in", f"*** FLOP *** [{flop}]",
                f"*** TURN *** [{flop}] [{board[3]}]",
                f"*** RIVER *** [{flop} {board[3]}] [{board[4]}]", "*** SHOW DOWN ***",
                *(f"{name}: shows [{' '.join(hole)}]" for name, hole in holes.items()),
                f"{small} collected $40 from pot", "*** SUMMARY ***", "Total pot $40 | Rake $0",
                f"Board [{' '.join(board)}]",
            ]  # fmt: skip
        else:
            lines += [f"{big}: folds", f"Uncalled bet ($18) returned to {small}",
                      f"{small} collected $4 from pot", "*** SUMMARY ***",
                      "Total pot $4 | Rake $0"]  # fmt: skip
    return "\n".join(lines), [(*decision, shown) for decision in decisions]


@pytest.fixture(scope="module")
def made(lake, tmp_path_factory):
    """Lakes of some hundred hands, with all holes and with those that were shown; what was done."""
    rng = random.Random(1)
    texts, decisions = [], []
    for number in range(1, 101):
        text, done = played(number, rng)
        texts.append(text)
        decisions += done
    lakes = []
    for name in ("whole", "hidden"):
        there = tmp_path_factory.mktemp(name)
        kept = ["\n".join(line for line in text.splitlines()
                          if name == "whole" or not line.startswith("Dealt to"))
                for text in texts]  # fmt: skip
        (there / "hands.txt").write_text("\n\n\n".join(kept) + "\n", "utf-8")
        if name == "whole":
            share(lake, there / "lake")
        import_histories(there / "lake", [str(there / "hands.txt")], workers=1)
        lakes.append(there / "lake")
    return lakes, decisions


@pytest.fixture(scope="module")
def solved(lake):
    return pk.push_fold(10, lake=lake)


def test_counts_and_losses_are_those_of_a_naive_count(made, solved):
    (whole, hidden), decisions = made
    rows = {row["choice"]: row for row in solved.population(lake=whole)}
    seen = {row["choice"]: row for row in solved.population(lake=hidden)}
    hands = {(each["choice"], each["hand"]): each for each in solved.hands().to_pylist()}
    assert set(rows) == set(seen) == {"push", "call"}
    for choice, row in rows.items():
        of_choice = [one for one in decisions if one[1] == choice]
        losses, went, by_player = [], Counter(), defaultdict(list)
        for player, _, hand, did, _ in of_choice:
            if did == "limps":
                continue
            share, goes_in, folds = (
                hands[choice, hand][name] for name in ("share", "value_in", "value_fold")
            )
            loss = share * goes_in + (1 - share) * folds - (folds if did == "folds" else goes_in)
            losses.append(loss)
            by_player[player].append((loss, did != "folds"))
            went[did != "folds"] += 1
        number = len(losses)
        assert (row["decisions"], row["taken"]) == (number, went[True])
        assert row["others"] == len(of_choice) - number
        assert row["known"] == number
        share, mean = went[True] / number, sum(losses) / number
        assert row["percent"] == pytest.approx(100 * share)
        assert row["lost_least"] == pytest.approx(mean, abs=1e-9)
        assert row["lost_most"] == pytest.approx(mean, abs=1e-9)
        players = len(by_player)
        for name, middle, place in (("standard_error", share, 1), ("least_error", mean, 0)):
            off = sum(sum(one[place] - middle for one in of) ** 2 for of in by_player.values())
            error = math.sqrt(off * players / (players - 1)) / number
            assert row[name] == pytest.approx(error * (100 if place else 1))
        other = seen[choice]
        assert [other[name] for name in ("decisions", "taken", "others", "percent")] == [
            row[name] for name in ("decisions", "taken", "others", "percent")
        ]
        assert other["known"] == sum(one[4] for one in of_choice)
        assert other["lost_least"] - 2 * other["least_error"] < mean
        assert mean < other["lost_most"] + 2 * other["most_error"]
        assert other["lost_least"] <= other["lost_most"]


def test_hands_of_a_decision_are_a_range(made, solved):
    lakes, decisions = made
    found = solved.population(lake=lakes[0]).at("SB")
    went = Counter(one[2] for one in decisions if (one[1], one[3]) == ("push", "pushes"))
    assert {row["hand"]: row["taken"] for row in found if row["taken"]} == went
    assert found.whole
    assert set(found.range().hands) == set(went) <= set(HAND_INDEX)


@pytest.mark.parametrize(
    ("asked", "problem"),
    [
        ({"stack": (20, 30)}, "nobody was in such a spot; give more stacks, or other conditions"),
        ({"stack": 3}, "stack is 3; give from and to, such as (8, 12)"),
        ({"player": "Gus"}, "player is 'Gus'; "),
        ({"where": {"hours": 3}}, "where has 'hours'; did you mean"),
    ],
)
def test_what_is_wrong_is_said(made, solved, asked, problem):
    with pytest.raises(UsageError) as raised:
        solved.population(lake=made[0][0], **asked)
    assert str(raised.value).startswith(problem)


def test_the_same_of_the_command(made, solved):
    """The lake that has hands has what solving needs."""
    place = made[0][0]
    rows = answer(f"pushfold 10 --lake {place} --population 'player=Ann,Bob; stack=2..10'")
    wanted = solved.population({"player": ["Ann", "Bob"]}, lake=place)
    assert [row["taken"] for row in rows] == [row["taken"] for row in wanted]
    assert [row["lost_most"] for row in rows] == pytest.approx(
        [row["lost_most"] for row in wanted], abs=1e-5
    )
