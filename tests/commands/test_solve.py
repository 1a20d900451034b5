"""``pokerlake solve`` as a whole command: one spot, many of a file, one of the lake."""

import pytest

from helpers.command_line import answer, run
from helpers.lakes import share

RANGES = "--oop 'QQ+,AK,KTs,T9s' --ip 'JJ-88,AQ,KQs,J9s'"
CHIPS = "--pot 60 --stack 100 --raises a"
SPOT = f"--board QsJh2h8c3d {RANGES} {CHIPS}"
TABLES = "solved_spots solved_nodes solved_strategies"


@pytest.fixture(scope="module")
def made(lake, tmp_path_factory):
    """A folder with a lake that has the spots of a file."""
    folder = tmp_path_factory.mktemp("solve")
    share(lake, folder / "lake")
    (folder / "spots.csv").write_text(
        "Board,name,bets,most-raises\n"
        "QsJh2h8c3d,set,50,\n"
        'QsJh2h8c4d,set,"50,a",1\n'
        "QsJh2h8c,,50%/75%,0\n"
    )  # fmt: skip
    done = run(f"solve --from {folder}/spots.csv {RANGES} {CHIPS} --lake {folder}/lake")
    assert (done.code, done.err) == (0, "")
    head, _, *rows = done.text.splitlines()
    assert head.split()[:3] == ["spot", "name", "board"]
    assert [row.split()[0] for row in rows] == ["1", "2", "3"]
    return folder


@pytest.fixture
def here(made, monkeypatch):
    monkeypatch.chdir(made)
    monkeypatch.setenv("POKERLAKE_LAKE", str(made / "lake"))
    return made


def test_a_file_is_solved_into_the_lake(here):
    rows = answer(f"solve --from spots.csv {RANGES} {CHIPS}")  # known by now
    assert [(row["spot"], row["oop_bets"], row["most_raises"]) for row in rows] == [
        (1, "50", 0), (2, "50,a", 1), (3, "50/75", 0),
    ]  # fmt: skip
    assert all(0 < row["exploitability"] <= 0.5 for row in rows)
    in_sql = answer("sql 'select spot, board, value_oop from solved_spots order by spot'")
    assert in_sql == [{name: row[name] for name in ("spot", "board", "value_oop")} for row in rows]
    done = run(f"verify {TABLES}")
    assert done.code == 0, done.text


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (f"{SPOT} --cluster local:2",
         "--cluster goes with --from or --save; give that, or leave it out"),
        (f"{SPOT} --save --plan --cluster local:2",
         "--plan does not go with --save; leave one of them out"),
        (f"{SPOT} --save --workers 2 --cluster local:2",
         "--workers is 2, which is for threads; local:2 has its workers"),
    ],
)  # fmt: skip
def test_a_cluster_where_there_is_nothing_for_it(here, words, line):
    done = run(f"solve {words}")
    assert (done.code, done.out, done.err) == (2, b"", f"error: {line}\n")


def test_a_spot_of_the_lake_is_shown_as_one_that_is_solved(here):
    solved, stored = run(f"solve {SPOT}"), run("solve --spot 1")
    assert stored.err == solved.err
    assert run(f"solve {SPOT} --save").text == stored.text
    assert answer("sql 'select count(*) as n from solved_spots'") == [{"n": 3}]
    close = {"percent": 0.01, "value": 0.1, "combos": 0.01}  # of what is kept in ten-thousandths
    for one, other in zip(answer(f"solve {SPOT}"), answer("solve --spot 1"), strict=True):
        near = {name: pytest.approx(other[name], abs=by) for name, by in close.items()}
        assert one == {**other, **near, "range": one["range"]}
    line = run("solve --spot 1 --line 'x b30'")
    assert run("solve --spot 1 --line 'check, bet 30'").text == line.text
    rows = [row.split() for row in stored.text.splitlines() if row.startswith("x b30  ")]
    assert [row.split() for row in line.text.splitlines()[2:]] == rows
    holes = answer("solve --spot 1 --line b30 --holes")
    for one, other in zip(answer(f"solve {SPOT} --line b30 --holes"), holes, strict=True):
        assert one == {
            **other, "share": pytest.approx(other["share"], abs=1e-4),
            "value": other["value"] and pytest.approx(other["value"], abs=4e-3),
            "reach": pytest.approx(other["reach"], rel=1e-6),
        }  # fmt: skip


def test_a_river_of_a_turn_of_the_lake(here):
    rows = answer("solve --spot 3 --line 'x x' --cards 3s --hands")
    assert {row["action"] for row in rows} == {"x", "b45"}
    text = run("solve --spot 3 --line 'x x' --cards 3s --action b45 -f piosolver").text
    assert ":" in text


def test_the_plan_of_a_file(here):
    done = run(f"solve --from spots.csv {RANGES} {CHIPS} --plan")
    assert done.code == 0
    assert [row.split()[:-6] for row in done.text.splitlines()[2:]] == [
        ["set", "QsJh2h8c3d"], ["set", "QsJh2h8c4d"], ["QsJh2h8c"],
    ]  # fmt: skip
    assert done.err.startswith("3 spots: about 0 seconds of one core to 0.5 %, at most ")


def test_compressed(here, monkeypatch):
    """The same within what is asked; and a way out where the memory lacks for more."""
    turn = f"solve --board QsJh2h8c {RANGES} {CHIPS}"
    (one, *_), (other, *_) = (answer(f"solve {SPOT} {more}") for more in ("--compress", ""))
    assert one["value"] == pytest.approx(other["value"], abs=0.5)
    (plan,) = answer(f"{turn} --plan")
    assert plan["compressed_gigabytes"] < 0.6 * plan["gigabytes"]
    for free, hint in ((5e5, "give --compress: 0.0 GB; or give"), (1e5, "")):
        monkeypatch.setattr(
            "pokerlake.queries.answers.solving.spots.free_memory", lambda free=free: free
        )
        for line in (turn, f"solve --from spots.csv {RANGES} {CHIPS}"):
            done = run(line)
            assert done.code == 2
            assert hint in done.err
            assert ("--compress" in done.err) == bool(hint)


@pytest.mark.parametrize(
    ("content", "options", "problem"),
    [
        ("board\nAs8d5s\nxx\n", "", "spots.csv, row 2: "),
        ("board,oop\nAs8d5s,AA\n", "", "spots.csv has a column 'oop'; leave --oop out"),
        ("board,pots\nAs8d5s,1\n", "",
         "spots.csv has a column 'pots', which is no part of a spot;"),
        ("name\na\n", "", "spots.csv, row 1: the board is missing"),
        ("board\n", "", "spots.csv has no spots: there is no row below its header"),
        ("board,keep\nAs8d5s,b31\n", "", "spot 1: line 'b31' has 'b31': there is x, b30"),
        ("board\nAs8d5s2c3c\n", "--to 0", "to is 0.0: give a share of the pot above 0, such as"),
        ("board\nAs8d5s\n", "--line x", "--line does not go with --from; leave one of them out"),
        ("board\nAs8d5s\n", "--save", "--from does not go with --save; leave one of them out"),
    ],
)  # fmt: skip
def test_bad_files(here, tmp_path, content, options, problem):
    (tmp_path / "spots.csv").write_text(content)
    done = run(f"solve --from {tmp_path}/spots.csv {RANGES} {CHIPS} {options}")
    assert (done.code in (1, 2), done.out) == (True, b"")
    assert problem in done.err
    assert done.err.count("\n") == 1


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        (f"solve {RANGES} {CHIPS}", "--board or --from or --spot is missing; give it"),
        ("solve --spot 4", "no solved spot 4; the lake has spots 1 to 3"),
        ("solve --spot 1 --pot 3", "--pot does not go with --spot; leave one of them out"),
        ("solve --spot 1 --line b7", "line 'b7' has 'b7': there is x, b30"),
        (f"solve {SPOT} --name x", "--name goes with --from or --plan or --save; give that, or"),
        (
            f"solve {SPOT} --bets 33/50/75",
            "--bets is '33/50/75': give one entry: a spot on the",
        ),
        (
            f"solve {SPOT} --bets 0.5",
            "--bets has '0.5', which is percent of the pot: write 50% for",
        ),
        (f"solve {SPOT} --replace", "--replace goes with --from or --save; give that, or"),
        (f"solve {SPOT} --input-format csv", "--input-format goes with --from or --plan;"),
        (f"solve {SPOT} --hands --holes", "--hands and --holes are views; give one"),
        (f"solve {SPOT} --cards 8c", "--cards are dealt after a line; give it with --line"),
        (f"solve {SPOT} -f piosolver", "a dialect writes one range; say which with --action"),
    ],
)
def test_what_cannot_be_asked(here, line, problem):
    done = run(line)
    assert (done.code, done.out) == (2, b"")
    assert problem in done.err
    assert done.err.count("\n") == 1


def test_ranges_of_a_file_that_cannot_meet(here, tmp_path):
    """Before any spot of the file is solved."""
    (tmp_path / "spots.csv").write_text("board,oop\nAs8d5s2c3c,AA\nAs8d5s2c3c,KhKd\n")
    done = run(f"solve --from {tmp_path}/spots.csv --ip KhKd {CHIPS} --lake {tmp_path}/lake")
    assert (done.code, done.err.count("\n")) == (1, 1)
    assert "row 2: the ranges have no holes that can meet: each shares a card with all" in done.err
    assert not (tmp_path / "lake").exists()


def test_a_lake_without_solved_spots(lake):
    done = run(f"solve --spot 1 --lake {lake}")
    assert done.code == 1
    assert "fill it with 'pokerlake solve --from spots.csv'" in done.err


def test_a_target_that_is_not_reached_is_told(here):
    short = run(f"solve {SPOT} --to 0.0001% --iterations 3")
    assert (short.code, short.out[:4]) == (1, b"line")
    assert run(f"solve {SPOT} --iterations 3").code == 0  # nobody asked for it
    saved = run(f"solve {SPOT} --to 0.0001% --iterations 3 --save")
    assert saved.code == 1
    assert saved.err.splitlines()[-1].startswith("not reached: deviating gains ")
    missed = short.err.splitlines()[-1]
    assert missed.startswith("not reached: deviating gains ")
    assert missed.endswith(
        " % of the pot after 3 iterations, and 0.0001 % was asked for; give more --iterations"
    )
    compressed = run(f"solve {SPOT} --to 0.0001% --iterations 3 --compress").err
    assert compressed.endswith("; give more --iterations, or leave out --compress\n")
    assert "not reached" not in run(f"solve {SPOT} --to 5%").err
    turn = SPOT.replace("8c3d", "8c")
    next_cards = run(f"solve {turn} --to 0.0001% --iterations 3 --runouts 'x x'")
    assert (next_cards.code, next_cards.out[:4]) == (1, b"card")
    assert next_cards.err.endswith("; give more --iterations\n")
    dealt = run(f"solve {turn} --iterations 1 --runouts 'x x' --cards 3d")
    assert (dealt.code, dealt.err) == (
        2, "error: 'x x' comes after 0 cards dealt later; cards has 1\n"
    )  # fmt: skip


def test_spots_of_a_file_that_do_not_reach_their_target_are_counted(here, tmp_path):
    (tmp_path / "spots.csv").write_text("board\nQsJh2h8c3d\nQsJh2h8c4d\n")
    asked = f"solve --from {tmp_path}/spots.csv {RANGES} {CHIPS} --lake {tmp_path}/lake"
    done = run(f"{asked} --to 0.0001% --iterations 3")
    assert done.code == 1
    assert done.err.startswith("not reached by 2 of 2 spots: deviating gains up to ")
    assert done.err.endswith("and 0.0001 % was asked for; give more --iterations\n")
    assert "not reached" not in run(f"{asked} --replace --to 5%").err
