"""Habits from hands that were imported, and spots solved against them, as whole commands."""

import json

import pytest

import pokerlake as pk
from helpers.command_line import answer, run
from helpers.lakes import share

# Bob acts first on the river, with a pot of 4; how many hands of each.
RIVERS = {
    "Bob: checks|Ann: checks": 6,
    "Bob: checks|Ann: bets $2|Bob: folds": 24,
    "Bob: checks|Ann: bets $2|Bob: calls $2": 5,
    "Bob: checks|Ann: bets $2|Bob: raises $6 to $8|Ann: folds": 1,
    "Bob: checks|Ann: bets $5|Bob: folds": 3,
    "Bob: bets $4|Ann: folds": 8,
    "Bob: bets $4|Ann: calls $4": 2,
}
# Side, faced, from, below, action, of how many, taken.
COUNTED = [
    ("oop", "nothing", None, None, "check", 49, 39),
    ("oop", "nothing", None, None, "bet", 49, 10),
    ("oop", "bet", 40, 80, "fold", 30, 24),
    ("oop", "bet", 40, 80, "call", 30, 5),
    ("oop", "bet", 40, 80, "raise", 30, 1),
    ("oop", "bet", 125, None, "fold", 3, 3),
    ("oop", "bet", 125, None, "call", 3, 0),
    ("oop", "bet", 125, None, "raise", 3, 0),
    ("ip", "nothing", None, None, "check", 39, 6),
    ("ip", "nothing", None, None, "bet", 39, 33),
    ("ip", "bet", 80, 125, "fold", 10, 8),
    ("ip", "bet", 80, 125, "call", 10, 2),
    ("ip", "bet", 80, 125, "raise", 10, 0),
    ("ip", "raise", None, None, "fold", 1, 1),
    ("ip", "raise", None, None, "call", 1, 0),
    ("ip", "raise", None, None, "raise", 1, 0),
]
# The big blind has nothing to decide on the flop of this one, in which a third player folds there.
THREE = """\
PokerStars Hand #900:  Hold'em No Limit ($1/$2 USD) - 2021/03/04 5:06:07 ET
Table 'Few' 6-max Seat #1 is the button
Seat 1: Ann ($200 in chips)
Seat 2: Bob ($200 in chips)
Seat 3: Cy ($200 in chips)
Bob: posts small blind $1
Cy: posts big blind $2
*** HOLE CARDS ***
Ann: calls $2
Bob: calls $1
Cy: checks
*** FLOP *** [2c 7d Ts]
Bob: bets $4
Cy: folds
Ann: calls $4
*** TURN *** [2c 7d Ts] [Jh]
Bob: checks
Ann: bets $30
Bob: folds
Uncalled bet ($30) returned to Ann
Ann collected $14 from pot
*** SUMMARY ***
Total pot $14 | Rake $0
Board [2c 7d Ts Jh]

"""
SPOT = "--board 2c7dTsJh3s --oop AhAd,TcTd,8c8d,6h5h --ip KcKd,9c8s,QcTh,AcQd --pot 100 --stack 100"


def hand(number, river):
    lines = river.split("|")
    last, pot = lines[-1], 4
    called = "calls" in last
    if called:
        pot += 2 * int(last.split("$")[1])
    winner, shown, back = "Ann", "", ""
    if "folds" in last:
        winner = "Ann" if last.startswith("Bob") else "Bob"
        raised = [line for line in lines if "$" in line]
        amounts = [int(line.rsplit("$", 1)[1]) for line in raised]
        pot += 2 * (amounts[-2] if len(amounts) > 1 else 0)
        surplus = amounts[-1] - (amounts[-2] if len(amounts) > 1 else 0)
        back = f"Uncalled bet (${surplus}) returned to {winner}\n"
    else:
        shown = "*** SHOW DOWN ***\nBob: shows [8c 8d]\nAnn: shows [Kc Kd]\n"
    return (
        f"PokerStars Hand #{number}:  Hold'em No Limit ($1/$2 USD) - 2021/03/04 5:06:07 ET\n"
        "Table 'Few' 6-max Seat #1 is the button\n"
        "Seat 1: Ann ($200 in chips)\nSeat 2: Bob ($200 in chips)\n"
        "Ann: posts small blind $1\nBob: posts big blind $2\n*** HOLE CARDS ***\n"
        "Ann: calls $1\nBob: checks\n"
        "*** FLOP *** [2c 7d Ts]\nBob: checks\nAnn: checks\n"
        "*** TURN *** [2c 7d Ts] [Jh]\nBob: checks\nAnn: checks\n"
        "*** RIVER *** [2c 7d Ts Jh] [3s]\n" + "\n".join(lines) + f"\n{back}{shown}"
        f"{winner} collected ${pot} from pot\n"
        f"*** SUMMARY ***\nTotal pot ${pot} | Rake $0\nBoard [2c 7d Ts Jh 3s]\n\n"
    )


@pytest.fixture(scope="module")
def made(lake, tmp_path_factory):
    """A folder with a lake that has a few dozen hands."""
    folder = tmp_path_factory.mktemp("habits")
    share(lake, folder / "lake")
    rivers = [river for river, count in RIVERS.items() for _ in range(count)]
    text = "".join(hand(1 + place, river) for place, river in enumerate(rivers))
    (folder / "hands.txt").write_text(text + THREE)
    done = run(f"import {folder}/hands.txt --lake {folder}/lake")
    assert done.code == 0
    assert "50 new, 0 known, 0 bad" in done.err
    return folder


@pytest.fixture
def here(made, monkeypatch):
    monkeypatch.chdir(made)
    monkeypatch.setenv("POKERLAKE_LAKE", str(made / "lake"))
    return made


def test_habits_are_counted(here):
    rows = answer("habits --where street=river")
    columns = ("side", "facing", "bet_from", "bet_below", "action", "decisions", "taken")
    assert [tuple(row[name] for name in columns) for row in rows] == COUNTED
    for row in rows:
        assert row["percent"] == pytest.approx(100 * row["taken"] / row["decisions"])
        assert row["standard_error"] is None  # of one player on each side
    for row in answer("habits --where street=river --player Bob"):
        share, n, z = row["taken"] / row["decisions"], row["decisions"], 1.959963984540054
        assert row["standard_error"] == pytest.approx(100 * (share * (1 - share) / n) ** 0.5)
        half = z * (share * (1 - share) / n + z * z / (4 * n * n)) ** 0.5
        high = 100 * (share + z * z / (2 * n) + half) / (1 + z * z / n)
        assert row["high"] == pytest.approx(high)


def test_streets_that_two_players_began(here):
    """Not the flop of three, of which one folded; the turn after it is."""
    rows = answer("habits")
    decisions = {(row["street"], row["side"], row["facing"]): row["decisions"] for row in rows}
    assert decisions["flop", "oop", "nothing"] == decisions["flop", "ip", "nothing"] == 49
    assert ("flop", "ip", "bet") not in decisions
    assert decisions["turn", "oop", "nothing"] == decisions["turn", "ip", "nothing"] == 50
    (fold,) = (row for row in rows if row["street"] == "turn" and row["action"] == "fold")
    assert (fold["bet_from"], fold["taken"]) == (125, 1)


def test_habits_of_a_player_or_of_the_others(here):
    of_bob = answer("habits --player Bob")
    assert {row["side"] for row in of_bob} == {"oop"}
    counts = ("street", "facing", "bet_from", "action", "decisions", "taken")
    others = answer("habits --where player!=Ann --where player!=Cy --where street=river")
    assert [[row[name] for name in counts] for row in others] == [
        [row[name] for name in counts] for row in of_bob if row["street"] == "river"
    ]
    assert run("habits --where player!=Cyd").err == (
        "error: --where has player 'Cyd'; did you mean 'Cy'?\n"
    )


def test_who_folds_too_often_is_bluffed(here):
    """Bob folds four of five to half of the pot: the worst hand of his opponent always bets."""
    free = answer(f"solve {SPOT} --line x --holes")
    done = run(f"solve {SPOT} --line x --holes -f json --against oop --to 0.01%")
    assert done.code == 0, done.err
    bluffs = [
        {row["hole"]: row["share"] for row in rows if row["action"] == "b50"}["AcQd"]
        for rows in (free, json.loads(done.out))
    ]
    assert bluffs[0] < 0.9 < 0.99 < bluffs[1]
    lines = done.err.splitlines()
    assert lines[1].startswith("left free: 'b50 r100', facing a raise: 0 decisions")
    assert lines[2].startswith("oop first: x 79.6 % (in the equilibrium ")
    assert lines[3].startswith("oop after x b50: f 80.0 % (in the equilibrium ")
    assert ", from 30 decisions" in lines[3]
    assert lines[4].startswith("in the solution these frequencies are off by ")
    gain = float(lines[5].rpartition(": ")[2])
    assert lines[5].startswith("ip wins ")
    assert gain > 0.1


def test_the_same_from_a_file_and_in_python(here):
    run("habits --player Bob -o bob.csv")
    spot = f"solve {SPOT} --against oop --to 0.01%"
    told = {
        given: run(f"{spot} {given}").err.splitlines()[1:]
        for given in ("", "--habits auto", "--habits player=Bob", "--habits bob.csv")
    }
    assert len({tuple(lines) for lines in told.values()}) == 1
    (auto, *_) = told.values()
    found = pk.solve(
        "AhAd,TcTd,8c8d,6h5h", "KcKd,9c8s,QcTh,AcQd", "2c7dTsJh3s", pot=100, stack=100, to="0.01%"
    )
    against = found.against("oop", to="0.01%")
    assert against.player == "ip"
    assert f"{against.gain:+.2f}" == auto[-1].rpartition(": ")[2]
    assert against.left == [auto[0].removeprefix("left free: ")]
    habits = against.habits.to_pylist()
    assert [row["decisions"] for row in habits] == [49, 49, 30, 30, 30]
    by_hand = found.against("oop", {"x b50": {"f": 0.8, "c": 1 / 6}, "": {"x": 39 / 49}}, to=1e-4)
    assert by_hand.gain == pytest.approx(against.gain, abs=0.01)
    assert by_hand.at("x b50").frequencies[0] == pytest.approx(0.8, abs=0.05)


def test_locks(here):
    """To a range, as in Python; and to a frequency."""
    rows = answer(f"solve {SPOT} --lock 'x b50: f=6h5h,8c8d,r100=AA' --line 'x b50' --holes")
    taken = {row["hole"]: row["action"] for row in rows if row["share"] == 1}
    assert taken == {"6h5h": "f", "8d8c": "f", "AhAd": "r100", "TdTc": "c"}
    done = run(f"solve {SPOT} --lock 'x b50: f=90%' --lock 'x: x=50%' --line x")
    assert (done.code, done.err.count("\n")) == (0, 4)
    locks = ["x b50: f=90%", "x: x=AA"]
    words = " ".join(f"--lock '{lock}'" for lock in locks)
    oop = answer(f"solve {SPOT} {words} --cost oop")
    told = SPOT.replace("--", "").split()
    asked = dict(zip(told[::2], told[1::2], strict=True))
    found = pk.solve(**asked, locks=locks)
    assert oop == found.cost("oop").to_dicts()
    with pytest.raises(pk.PokerlakeError, match="oop and ip both have locks"):
        found.cost()


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ("--habits auto", "--habits is of the player of --against; give --against ip"),
        ("--against up", "--against is 'up'; give oop or ip"),
        ("--against oop --plan", "--against does not go with --plan; leave one of them"),
        ("--lock 'x: x=50%' --save", "--lock does not go with --save; leave one of them"),
        ("--against oop --least 50", "has too few decisions of oop on the river: at least 50 are"),
        ("--against oop --habits player=Bib", "--habits has player 'Bib'; did you mean"),
        ("--cost ip", "ip needs a lock; give --lock"),
        ("--cost up --lock 'x: x=AA'", "--cost is 'up'; give oop or ip"),
        ("--lock 'x: x=AA' --lock ' x : x=QQ'", "the decision after 'x' is locked twice"),
        ("--lock 'x: x=50%' --lock 'check: check=QQ'", "the decision after 'x' is locked twice"),
        ("--cost ip --line x --lock 'x: x=AA'", "--line does not go with --cost; leave one of"),
        ("--line x --action x --hands", "--hands does not go with --action; leave one of them out"),
        ("--runouts x --action x", "--action does not go with --runouts; leave one of them out"),
        ("--drawn ev_oop", "--drawn draws what next cards make of a line; give it with --runouts"),
        ("--runouts x --drawn ev_oop -o x.csv", "x.csv has none of the endings .svg, .html, .png"),
        ("--runouts x --drawn ev_oop -f csv", "--format is of rows; a picture is as the ending of"),
    ],
)
def test_what_cannot_be_asked(here, options, problem):
    done = run(f"solve {SPOT} {options}")
    assert (done.code, done.out) == (2, b"")
    assert problem in done.err
    assert done.err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("up",), "player is 'up'; give 'oop' or 'ip'"),
        (("ip", {"b50": 3}), "the habit after 'b50' is 3; give shares by action"),
        (("ip", {}), "habits are {}; give shares by line"),
        (("ip", {"": {"x": 1}}), "after '' it is not ip who decides"),
    ],
)
def test_what_python_refuses(here, arguments, problem):
    found = pk.solve("AA", "QcTh,AcQd", "2c7dTsJh3s", pot=100, stack=100)
    with pytest.raises(pk.PokerlakeError, match=problem):
        found.against(*arguments)
