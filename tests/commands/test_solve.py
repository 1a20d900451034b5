"""``pokerlake solve`` as a whole command: one spot, many of a file, one of the lake."""

import pytest

from helpers.command_line import answer, run
from helpers.lakes import share
from pokerlake.queries.answers.solving import presets

RANGES = "--oop 'QQ+,AK,KTs,T9s' --ip 'JJ-88,AQ,KQs,J9s'"
CHIPS = "--pot 60 --stack 100 --raises a"
SPOT = f"--board QsJh2h8c3d {RANGES} {CHIPS}"
BOARDS = {22: ["2c3d4h", "5c5dKh"]}
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


@pytest.mark.whole
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
         "--cluster goes with --from or --preset or --save; give that, or leave it out"),
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
    assert stored.err == f"spot 1, {solved.err}"
    assert run(f"solve {SPOT} --save").text == stored.text
    assert answer("sql 'select count(*) as n from solved_spots'") == [{"n": 3}]
    close = {
        "percent": 0.01,
        "value": 0.1,
        "combos": 0.01,
        "pot_share": 0.2,
    }  # of what is kept in ten-thousandths
    for one, other in zip(answer(f"solve {SPOT}"), answer("solve --spot 1"), strict=True):
        assert other["gain"] == pytest.approx(one["gain"])
        near = {name: pytest.approx(other[name], abs=by) for name, by in close.items()}
        assert one == {**other, **near, "range": one["range"], "gain": one["gain"]}
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
    asked = "solve --spot 3 --line 'x x' --cards 3s --action"
    text = run(f"{asked} b45 -f piosolver").text
    assert ":" in text
    assert run(f"{asked} 'bet 45' -f piosolver").text == text


def test_a_tree_that_is_printed_is_taken_back(here, tmp_path):
    """From a file and from standard input; as JSON in a file of spots, into the lake and out."""
    tree = tmp_path / "tree.txt"
    assert run(f"solve {SPOT} --bets 33 --show-tree -o {tree}").code == 0
    assert tree.read_text() == run(f"solve --board QsJh2h8c3d {CHIPS} --bets 33 --show-tree").text
    by_sizes = run(f"solve {SPOT} --bets 33")
    assert run(f"solve {SPOT} --tree {tree}") == by_sizes
    for asked in ("solve", "chart bet-tree"):
        refused = run(
            f"""{asked} --board QsJh2h8c3d {CHIPS} --tree '{{"b5":{{"b5":{{}}}}}}'"""
            f"{' --show-tree' if asked == 'solve' else ''}"
        )
        assert refused.code == 2
        assert refused.err.startswith(
            "error: --tree has 'b5' after 'b5': there is a bet: give f, c"
        )
    rows = answer(f"solve --board QsJh2h8c3d {CHIPS} --tree {tree} --show-tree")
    assert (rows[2]["line"], rows[2]["aloud"], rows[2]["actions"]) == (
        "x b20", "check, bet 20", "f,c,r100",
    )  # fmt: skip
    (tmp_path / "spots.csv").write_text(
        'board,tree\nQsJh2h8c3d,"{""x"": {""b33%"": {}}, ""b30"": {""r60"": {}}}"\n'
    )
    solved = f"solve --from {tmp_path}/spots.csv {RANGES} {CHIPS} --lake {tmp_path}/lake"
    (row,) = answer(solved)
    assert row["tree"] == '{"b30":{"r60":{}},"x":{"b33%":{}}}'
    assert answer(solved) == [row]  # it is known again
    lines = [one["line"] for one in answer(f"solve --spot 1 --lake {tmp_path}/lake")]
    assert lines == [
        "", "", "x", "x", "x b20", "x b20", "x b20", "x b20 r100", "x b20 r100",
        "b30", "b30", "b30", "b30 r60", "b30 r60", "b30 r60", "b30 r60 r100", "b30 r60 r100",
    ]  # fmt: skip
    assert run(f"verify {TABLES} --lake {tmp_path}/lake").code == 0


def test_chips_that_are_less_than_1(here, tmp_path):
    """A tenth of what a spot in whole chips has, at the line, in the lake, and out of it."""
    tenths, lake = SPOT.replace("60", "6").replace("100", "9.5"), f"--lake {tmp_path}/lake"
    whole = answer(f"solve {SPOT.replace('100', '95')} --bets 33,50%")
    found = answer(f"solve {tenths} --bets 33,50%")
    for one, other in zip(found, whole, strict=True):
        assert (10 * one["pot"], 10 * (one["value"] or 0), one["percent"]) == pytest.approx(
            (other["pot"], other["value"] or 0, other["percent"])
        )
    done = run(f"solve {tenths} --bets 45 --save {lake}")
    assert done.err.startswith("spot 1, QsJh2h8c3d: EV ")
    assert " % of the pot of 6;" in done.err
    assert (
        run(f"solve --spot 1 --line 'check, bet 2.7' {lake}").text.count("x b2.7  oop     8.7") == 3
    )
    (row,) = answer(
        f"sql 'select pot, stack, chip, value_oop + value_ip as both from solved_spots' {lake}"
    )
    assert row == {"pot": 6, "stack": 9.5, "chip": 0.1, "both": pytest.approx(6)}
    (nodes,) = answer(f"""sql "select actions from solved_nodes where line = 'x b2.7'" {lake}""")
    assert nodes == {"actions": "f,c,r9.5"}
    assert run(f"verify {TABLES} {lake}").code == 0
    assert run(f"chart strategy --spot 1 --line b2.7 {lake}").out.startswith(
        b"QsJh2h8c3d: ip after b2.7, pot 8.7\n"
    )
    locked = run(f"solve {tenths} --bets 45 --lock 'x b2.7: f=20%' --line 'x b2.7'")
    assert "oop after x b2.7: f 20.0 % (in the equilibrium" in locked.err


def test_what_was_done_before_the_flop(here, tmp_path):
    """It gives the pot, the stack, the least bet, and says who is out of position."""
    spot, lake = f"--board QsJh2h8c3d {RANGES} --raises -", f"--lake {tmp_path}/lake"
    before = "--preflop 'BTN r2.5, BB c' --stacks 100bb"
    done = run(f"solve {spot} {before} --bets min,33 --rake 5% --rake-cap '2: 0.3bb, 3+: 1'")
    given = "--pot 5.5 --stack 97.5 --blinds 0.5/1 --bets 1c,33 --rake 5% --rake-cap 0.3"
    same = run(f"solve {spot} {given}")
    twice = given.replace("5.5", "5.5bb").replace("97.5", "97.5bb").replace("0.5/1", "1/2")
    twice = twice.replace("1c", "2c").replace("cap 0.3", "cap 0.6") + " --chip 0.2"
    assert answer(f"solve {spot} {twice}")[0]["pot"] == 11
    assert (
        answer(f"solve {spot} {twice}")[0]["percent"]
        == answer(f"solve {spot} {given}")[0]["percent"]
    )
    assert done.text == same.text
    assert done.err == f"{same.err}BB is out of position and BTN in position; pot 5.5, 97.5 left\n"
    (tmp_path / "spots.csv").write_text('board,preflop\nQsJh2h8c3d,"BTN r2.5, BB c"\n')
    options = f"{RANGES} --stacks 100 --bets min --raises - {lake}"
    (row,) = answer(f"solve --from {tmp_path}/spots.csv {options}")
    assert [row[name] for name in ("pot", "stack", "chip", "big_blind", "oop_bets")] == [
        5.5, 97.5, 0.1, 1, "min",
    ]  # fmt: skip
    rows = {(one["aloud"], one["action"]): one for one in answer(f"solve --spot 1 {lake}")}
    assert list(rows) == [
        ("", "x"), ("", "b1"), ("check", "x"), ("check", "b1"), ("check, bet 1", "f"),
        ("check, bet 1", "c"), ("bet 1", "f"), ("bet 1", "c"),
    ]  # fmt: skip
    one = rows["check", "b1"]
    assert one["pot_share"] == pytest.approx(100 * one["value"] / 5.5)
    assert run(f"verify {TABLES} {lake}").code == 0


def test_a_table_that_plays_for_prizes(here):
    """Values are of the prizes, whatever the unit of chips is, and each says what he gains."""
    table = "--prizes 50/30/20 --others 400,150 --behind 100,160 --bounties 5,0"
    rows = answer(f"solve {SPOT} {table}")
    tenths = table.replace("400,150", "40,15").replace("100,160", "10,16")
    less = answer(f"solve {SPOT.replace('60', '6').replace('100', '10')} {tenths}")
    for one, other in zip(rows, less, strict=True):
        assert (one["pot"] / 10, one["percent"]) == pytest.approx((other["pot"], other["percent"]))
        assert one["value"] == pytest.approx(other["value"], abs=1e-6)
    assert {0 < one["gain"] < 1 for one in rows} == {True}
    assert len({one["gain"] for one in rows}) == 2
    done = run(f"solve {SPOT} {table}")
    assert " of the prizes for oop and " in done.err
    assert "By deviating oop gains " in done.err
    saved = run(f"solve {SPOT} {table} --save --lake table")
    assert saved.err == f"spot 1, {done.err}"
    (kept,) = answer("sql 'select spot, gain_oop, gain_ip from solved_spots' --lake table")
    assert {kept["gain_oop"], kept["gain_ip"]} == {one["gain"] for one in rows}
    assert run("solve --spot 1 --lake table").text == saved.text
    assert "prizes are the same whoever wins" in run(f"solve {SPOT} --prizes 1,1 --save").err


def test_a_preset_on_the_flops_of_a_subset(lake, tmp_path, monkeypatch):
    share(lake, tmp_path / "lake")
    missing = run(f"solve --preset srp-btn-bb --lake {tmp_path}/lake")
    assert (missing.code, "build it with 'pokerlake build flop_subsets'" in missing.err) == (
        1,
        True,
    )
    monkeypatch.setattr(
        presets, "stored_rows", lambda *_, **of: [{"board": b} for b in BOARDS[of["subset"]]]
    )
    other = "--oop AA,QQ --ip KK --oop-bets - --ip-bets - --raises - --to 50% --iterations 10"
    lake = f"--lake {tmp_path}/lake"
    done = run(f"solve --preset 4bp-btn-bb --flops 22 {other} {lake}")
    assert done.code == 0
    found = answer(
        f"""sql "select board, pot, stack, kept, oop_bets from solved_spots
        where name = '4bp-btn-bb' order by board" {lake}"""
    )
    assert [row.pop("board") for row in found] == BOARDS[22]
    assert found[0] == {"pot": 48.5, "stack": 76, "kept": "street", "oop_bets": "-"}
    for given, problem in (
        ("--preset srp-btn", "--preset is 'srp-btn'; there is srp-btn-bb, srp-btn-bb-40bb, "),
        ("--preset srp-btn-bb --flops 23", "--flops is 23; give 22, 49, 95, 184 or 1755"),
    ):
        refused = run(f"solve {given} {lake}")
        assert (refused.code, refused.out, problem in refused.err) == (2, b"", True)


def test_the_plan_of_a_file(here):
    done = run(f"solve --from spots.csv {RANGES} {CHIPS} --plan")
    assert done.code == 0
    assert [row.split()[:-6] for row in done.text.splitlines()[2:]] == [
        ["set", "QsJh2h8c3d"], ["set", "QsJh2h8c4d"], ["QsJh2h8c"],
    ]  # fmt: skip
    assert done.err.startswith("3 spots: about 0 seconds of one core for 60 iterations, at most ")


def test_compressed(here, monkeypatch):
    """The same within what is asked; and a way out where the memory lacks for more."""
    turn = f"solve --board QsJh2h8c {RANGES} {CHIPS}"
    (one, *_), (other, *_) = (answer(f"solve {SPOT} {more}") for more in ("--compress", ""))
    assert one["value"] == pytest.approx(other["value"], abs=0.5)
    (plan,) = answer(f"solve --board QsJh2h {RANGES} --pot 60 --stack 900 --plan")
    assert plan["compressed_gigabytes"] < 0.6 * plan["gigabytes"]
    for free, hint in ((9e5, "give --compress: 0.0 GB; or give"), (1e5, "")):
        monkeypatch.setattr(
            "pokerlake.queries.answers.solving.spots.free_memory", lambda free=free: free
        )
        for line in (turn, f"solve --from spots.csv {RANGES} {CHIPS}"):
            done = run(line)
            assert done.code == 2
            assert hint in done.err
            assert ("--compress" in done.err) == bool(hint)


def test_on_disk(here, tmp_path, monkeypatch):
    """The same answer, out of a file that no folder lists; and what is no folder, or too small."""
    turn = f"solve --board QsJh2h8c {RANGES} {CHIPS} --iterations 20 --to 1%"
    memory = run(turn)
    names = []
    monkeypatch.setattr(
        "pokerlake.tables.scratch.Scratch.soon", lambda *_: names.extend(tmp_path.iterdir())
    )
    disk = run(f"{turn} --on-disk {tmp_path}")
    assert (disk.code, disk.out, names, [*tmp_path.iterdir()]) == (memory.code, memory.out, [], [])
    (tmp_path / "spots.csv").write_text("board\nQsJh2h8c3d\nQsJh2h8c\n")
    many = f"solve --from {tmp_path}/spots.csv {RANGES} {CHIPS} --iterations 10"
    (tmp_path / "disk").mkdir()
    for place, more in (("one", ""), ("two", f" --on-disk {tmp_path}/disk")):
        assert run(f"{many} --lake {tmp_path}/{place}{more}").code == 0
    assert names
    assert not [*(tmp_path / "disk").iterdir()]
    rows = "select * from solved_strategies order by all"
    one, two = (run(f'sql "{rows}" -f csv --lake {tmp_path}/{name}') for name in ("one", "two"))
    assert one.out == two.out
    for place, line, problem in (
        (tmp_path / "none", turn, "which is no folder; make it, or give one"),
        (tmp_path, f"solve {SPOT}", "a river fits in memory; leave out --on-disk"),
        (tmp_path, f"solve {SPOT} --save", "a river fits in memory; leave out --on-disk"),
        (
            tmp_path,
            f"{many} --cluster local:2",
            "--on-disk is a folder of this machine, and others",
        ),
    ):
        done = run(f"{line} --on-disk {place}")
        assert (done.code, done.out, done.err.count("\n")) == (2, b"", 1)
        assert problem in done.err
    monkeypatch.setattr("pokerlake.tables.scratch._MEASURED", 1 << 12)
    (plan,) = answer(f"{turn} --plan --on-disk {tmp_path}")
    assert 0 < plan["memory_gigabytes"] <= plan["gigabytes"]
    assert plan["disk_seconds"] > 0
    free = 5.2e5
    monkeypatch.setattr("pokerlake.queries.answers.solving.spots.free_memory", lambda: free)
    done = run(f"{turn} --compress --workers 1")
    assert (done.code, "give --on-disk FOLDER: 0.0 GB, and 0.0 GB of a disk; or" in done.err) == (
        2, True,
    )  # fmt: skip


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
        ("board\nAs8d5s2c3c\n", "--to 0", "--to is 0.0: give a share of the pot above 0, such"),
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
        (
            f"solve {RANGES} {CHIPS}",
            "--board or --copy or --from or --preset or --spot is missing; give it",
        ),
        ("solve --from-blueprint 1 --board QsJh2h", "error: --line is missing; give it"),
        ("solve --spot 4", "no solved spot 4; the lake has spots 1 to 3"),
        ("solve --spot 1 --pot 3", "--pot does not go with --spot; leave one of them out"),
        ("solve --spot 1 --line b7", "line 'b7' has 'b7': there is x, b30"),
        (
            f"solve {SPOT} --name x",
            "--name goes with --copy or --from or --plan or --preset or --save; give that, or",
        ),
        (f"solve --board QsJh2h8c3d {RANGES}", "the pot is missing; give it, or preflop and"),
        (f"solve {SPOT} --ante 1", "--ante is '1', which goes with preflop: give that"),
        (
            f"solve {SPOT} --preflop 'BTN r2, BB c' --stacks 9",
            "--pot is 60, and preflop leaves 4.5: give one",
        ),
        (
            f"solve {SPOT} --bets 33/50/75",
            "--bets is '33/50/75': give one entry: a spot on the",
        ),
        (
            f"solve {SPOT} --bets 0.5",
            "--bets has '0.5', which is percent of the pot: write 50% for",
        ),
        (
            f"""solve {SPOT} --tree '{{"x": {{"f": {{}}}}}}'""",
            "--tree has 'f' after 'x': nobody has bet: give x, or b50 for a bet of 50",
        ),
        (f"solve {SPOT} --others 5", "--others is (5.0,), which goes with prizes: give those"),
        (
            f"solve {SPOT} --prizes 5,3 --behind 50,200",
            "--behind is (50.0, 200.0): give what both have left, of which the smaller is the",
        ),
        (
            f"solve {SPOT} --replace",
            "--replace goes with --copy or --from or --preset or --save; give that, or",
        ),
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
    assert saved.err.splitlines()[-1].startswith("not reached: exploitability is ")
    missed = short.err.splitlines()[-1]
    assert missed.startswith("not reached: exploitability is ")
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
    drawn = run(f"solve {turn} --iterations 1 --runouts 'check, check' --drawn ip_x")
    assert drawn.text.startswith("Next cards after check, check: Check by ip\n")
    assert run("solve --spot 3 --runouts 'x x' --drawn ip_x -o deck.svg").out == b""
    assert "Check by ip" in (here / "deck.svg").read_text()
    dealt = run(f"solve {turn} --iterations 1 --runouts 'x x' --cards 3d")
    assert (dealt.code, dealt.err) == (
        2, "error: 'x x' comes after 0 cards dealt later; cards has 1\n"
    )  # fmt: skip


def test_spots_of_a_file_that_do_not_reach_their_target_are_counted(here, tmp_path):
    (tmp_path / "spots.csv").write_text("board\nQsJh2h8c3d\nQsJh2h8c4d\n")
    asked = f"solve --from {tmp_path}/spots.csv {RANGES} {CHIPS} --lake {tmp_path}/lake"
    done = run(f"{asked} --to 0.0001% --iterations 3")
    assert done.code == 1
    assert done.err.startswith("not reached by 2 of 2 spots: exploitability is up to ")
    assert done.err.endswith("and 0.0001 % was asked for; give more --iterations\n")
    assert "not reached" not in run(f"{asked} --replace --to 5%").err
