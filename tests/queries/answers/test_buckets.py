"""Buckets of raw deals: by naive keys the rows of tables; and arrays of them for bots."""

import hashlib
import json
import re
import shutil
import subprocess

import numpy as np
import pyarrow as pa
import pytest

import pokerlake as pk
from helpers.bucket_lakes import SEED, add_run, bucket_of_row
from helpers.command_line import answer, run
from helpers.lakes import share
from helpers.slices import some_hands
from helpers.sql_answers import column, error, one
from oracle import naive
from pokerlake.engine.cards.boards import CANONICAL_BOARDS
from pokerlake.engine.cards.text import CardError
from pokerlake.queries.answers.buckets import Buckets, arrays, deals, rivers, write_arrays
from pokerlake.queries.answers.buckets.runs import STARTING_HANDS, Run
from pokerlake.queries.connection import connect
from pokerlake.queries.questions.question import questions
from pokerlake.tables.errors import LakeError, OutputError, UsageError
from pokerlake.web.questions.answering import answer_to
from pokerlake.web.questions.declared import same_elsewhere

RIVER, LARGE, SMALL = 1, 2, 3  # runs of the lake
K = {LARGE: 60_000, SMALL: 200}
DEALS = 300


@pytest.fixture(scope="module")
def there(whole_lake, tmp_path_factory):
    """A lake with rivers in 20 buckets, and two runs of flops that are known by row."""
    there = tmp_path_factory.mktemp("buckets") / "lake"
    share(whole_lake, there)
    with connect(there) as connection:
        keys = connection.sql("select board_id, hole_id from flop_hands").to_arrow_table()
    for k in K.values():
        add_run(there, {name: np.asarray(keys[name]) for name in keys.column_names}, k)
    return there


@pytest.fixture(scope="module")
def asked(there):
    """A connection to it."""
    with connect(there) as connection:
        yield connection


@pytest.fixture(scope="module")
def row_of(asked):
    """The row number in the table of flops of a naive key."""
    keys = asked.sql("select 1326 * board_id + hole_id as key from flop_hands order by key")
    numbers = keys.fetchnumpy()["key"]
    ids = dict(asked.sql("select board, board_id from flops").fetchall())

    def found(board, hole):
        key = 1326 * ids[naive.format_cards(board)] + hole
        row = int(np.searchsorted(numbers, key))
        assert numbers[row] == key
        return row

    return found


@pytest.fixture(scope="module")
def dealt():
    """Random holes and flops, their cards in any order."""
    cards = np.random.default_rng(1).permuted(
        np.tile(np.arange(52, dtype=np.uint8), (DEALS, 1)), axis=1
    )
    return cards[:, :2].copy(), cards[:, 2:5].copy()


def expected(row_of, dealt, run):
    """The bucket of each deal, by its naive key."""
    deals = [part.tolist() for part in dealt]
    found = [row_of(*naive.canonical_key(*deal)) for deal in zip(*deals, strict=True)]
    return [bucket_of_row(row, K[run]) for row in found]


@pytest.mark.whole
def test_raw_flops_have_the_bucket_of_their_row(there, row_of, dealt):
    holes, boards = dealt
    known = expected(row_of, dealt, LARGE)
    found = pk.buckets(holes, boards, run=LARGE, lake=there)
    assert found.dtype == np.uint16
    assert found.tolist() == known
    # The newest run is that of fewer buckets, unless another is asked for.
    assert pk.buckets(holes, boards, lake=there).tolist() == expected(row_of, dealt, SMALL)
    assert pk.buckets(holes, boards, k=60_000, kind="distribution", lake=there).tolist() == known


def test_each_door_has_the_same_bucket(there, asked, row_of, dealt):
    """The question's rows, its command, JSON, SQL's function and Python's."""
    declared = questions()["bucket"]
    known = expected(row_of, dealt, LARGE)
    for number, (hole, board, wanted) in enumerate(zip(*dealt, known, strict=True)):
        given = {"hole": naive.format_cards(hole), "board": naive.format_cards(board)}
        how = {"k": 60_000} if number % 2 else {"run": LARGE}
        (row,) = declared.ask(given | how, there)
        assert (row["bucket"], row["run"], row["street"]) == (wanted, LARGE, "flop")
        if number < 5:
            (printed,) = answer(declared.as_command(given | how), f"--lake={there}")
            assert printed == row
            told = answer_to("bucket", json.dumps(given | how).encode(), there)
            columns = json.loads(told.body)["table"]["columns"]
            assert {name: value for name, (value,) in columns.items()} == row
            same = same_elsewhere(declared, given | how).python
            assert eval(same[:-1] + f", lake={str(there)!r})", {"pk": pk}) == wanted  # noqa: S307
            words = f"bucket('flop', '{given['hole']}', '{given['board']}', {LARGE})"
            assert one(asked, words) == wanted


def test_every_form_of_cards(there, row_of, dealt):
    pd, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    holes, boards = dealt
    known = expected(row_of, dealt, SMALL)
    texts = [[naive.format_cards(hand) for hand in part.tolist()] for part in dealt]
    for given in (
        (holes.T, boards.T),
        (np.ascontiguousarray(holes.T), np.ascontiguousarray(boards.T)),
        (holes.astype(np.int64), boards.tolist()),
        (pk.Cards(holes), pk.Cards(boards)),
        texts,
        (np.array(texts[0]), pa.array(texts[1])),
        (polars.Series(texts[0]), polars.Series(texts[1]).cast(polars.Categorical)),
        (pd.Series(texts[0]), pd.DataFrame(boards)),
    ):
        found = pk.buckets(*given, lake=there)
        assert (found.dtype, found.tolist()) == (np.uint16, known)
    assert pk.buckets(holes[:2], boards[:2], layout="rows", lake=there).tolist() == known[:2]
    one_by_one = [pk.buckets(*deal, lake=there) for deal in zip(*texts, strict=True)]
    assert (one_by_one, type(one_by_one[0])) == (known, int)
    assert pk.buckets(holes[0], boards[0].tolist(), lake=there) == known[0]
    read_only = holes.copy(), boards.copy()
    for part in read_only:
        part.flags.writeable = False
    assert pk.buckets(*read_only, threads=2, lake=there).tolist() == known


def test_one_board_for_all_holes_and_one_hole_for_all_boards(there, dealt):
    holes, boards = ["AhQh", "7c7d", "2s2d"], "3h4sJh"
    each = [pk.buckets(hole, boards, lake=there) for hole in holes]
    assert pk.buckets(holes, boards, lake=there).tolist() == each
    assert pk.buckets(holes, [boards], lake=there).tolist() == each
    some = ["3h4sJh", "9c9d2h"]
    each = [pk.buckets("AhQh", board, lake=there) for board in some]
    assert pk.buckets("AhQh", some, lake=there).tolist() == each
    assert pk.buckets([], [], lake=there).tolist() == []
    assert pk.buckets(np.empty((2, 0), np.uint8), np.empty((3, 0), np.uint8), lake=there).size == 0


def test_turns_by_row(there, monkeypatch):
    """The rows of turns are in the order of ``turn_hands``, of which the lake has a slice."""
    from pokerlake.engine.keys.canonical_rows import canonical_rows

    table = canonical_rows(4)
    row = np.arange(len(table.hole_id))
    monkeypatch.setattr(Buckets, "_column", lambda *_: (row % 60_013).astype(np.uint16))
    hands = some_hands(4, 100)
    found = Buckets(None).of(
        Run(9, "turn", "percentile", 60_013),
        np.array([max(h) * (max(h) - 1) // 2 + min(h) for h, _ in hands], np.uint16),
        np.array([board for _, board in hands], np.uint8).T,
        threads=2,
    )
    with connect(there) as connection:
        boards = dict(connection.sql("select board, board_id from turns").fetchall())
    for bucket, (hole, board) in zip(found.tolist(), hands, strict=True):
        cards, hole_id = naive.canonical_key(hole, board)
        board_id = boards[naive.format_cards(cards)]
        of_board = table.hole_id[table.start[board_id] : table.start[board_id + 1]]
        assert bucket == (table.start[board_id] + of_board.tolist().index(hole_id)) % 60_013


def test_rivers_by_strength(there, asked):
    """What the table of the slice and that of the run say together; one hole, and many."""
    hands = some_hands(5, 60)
    texts = [[naive.format_cards(part) for part in parts] for parts in zip(*hands, strict=True)]
    asked.register("dealt", pa.table({"n": range(60), "hole": texts[0], "board": texts[1]}))
    of_strength = dict(asked.sql("select strength, bucket from river_buckets").fetchall())
    ids = dict(asked.sql("select board, board_id from rivers").fetchall())
    keys = [naive.canonical_key(*hand) for hand in hands]
    on = sorted({ids[naive.format_cards(board)] for board, _ in keys})
    read = asked.sql(
        "select board_id, hole_id, 2 * win + tie from river_hands "
        f"where board_id in ({', '.join(map(str, on))})"
    ).fetchall()
    strength = {(board, hole): value for board, hole, value in read}
    known = [of_strength[strength[ids[naive.format_cards(board)], hole]] for board, hole in keys]
    assert pk.buckets(*texts, lake=there).tolist() == known
    assert [pk.buckets(*deal, lake=there) for deal in zip(*texts, strict=True)] == known
    assert column(asked, "select bucket('river', hole, board) from dealt order by n") == known


def test_many_rivers_are_kept_by_row(monkeypatch):
    """Past some rivers all are counted once and kept; here those of the first boards alone."""
    counted = []
    few = rivers.canonical_boards(5).cards[:300]
    board, hole, by_row = rivers._strengths(few)
    holes = hole[np.unique(board, return_index=True)[1] + 50]  # one on each
    monkeypatch.setattr(rivers, "_FEW", 500)
    monkeypatch.setattr(rivers, "row_strengths", lambda **_: counted.append(1) or by_row)
    strengths = rivers.RiverStrengths()
    before = strengths.of(holes, few.T, 1)
    assert counted == []
    for threads in (2, 1):
        assert (strengths.of(holes, few.T, threads) == before).all()
    assert counted == [1]
    assert strengths.of(holes[:0], few[:0].T, 1).tolist() == []
    assert rivers.RiverStrengths().of(holes[:0], few[:0].T, 1).tolist() == []


def test_rivers_that_are_no_intervals_of_strength_are_found_by_row(monkeypatch):
    """Those of kind ochs have a table as flops and turns have; here the first rows of it."""
    from pokerlake.engine.keys.canonical_rows import canonical_hole_counts

    one = Run(1, "river", "ochs", 50)
    first, second = rivers.canonical_boards(5).cards[:2]
    (rows,) = canonical_hole_counts(first[None]).tolist()
    monkeypatch.setattr(Buckets, "_column", lambda *_: np.arange(2 * rows, dtype=np.uint16))
    of_second = rivers._strengths(second[None])[1][:50]
    found = Buckets(None).of(one, of_second, np.tile(second[:, None], 50))
    assert found.tolist() == list(range(rows, rows + 50))
    assert deals._table(one) == "river_hand_buckets"
    assert deals._table(one._replace(kind="optimal")) == "river_buckets"


def test_before_the_flop_a_bucket_is_the_starting_hand(there, lake, asked):
    hands = asked.sql("select hand from starting_hands").fetchall()
    holes = [naive.format_cards([high, low]) for high in range(52) for low in range(high)]
    found = pk.buckets(holes, lake=lake)
    assert found.dtype == np.uint16
    named = column(asked, "select hand_of(hole) from (select unnest($holes) as hole)", holes=holes)
    assert [hands[bucket][0] for bucket in found.tolist()] == named
    assert pk.buckets("AhKh", "", lake=lake) == pk.buckets("AhKh", lake=lake) == 1
    assert one(asked, "bucket('preflop', 'AhKh', '')") == 1
    assert one(asked, "bucket('preflop', 'AhKh')") == 1


def test_in_sql(there, asked, row_of, dealt):
    texts = [[naive.format_cards(hand) for hand in part.tolist()] for part in dealt]
    asked.register("flops_dealt", pa.table({"n": range(DEALS), "hole": texts[0], "b": texts[1]}))
    for number in (LARGE, SMALL):
        sql = f"select bucket('flop', hole, b, {number}) from flops_dealt order by n"
        assert column(asked, sql) == expected(row_of, dealt, number)
    sql = "select bucket('flop', hole, b) from flops_dealt order by n"
    assert column(asked, sql) == expected(row_of, dealt, SMALL)
    both = "select bucket('flop', hole, b, 2 + n % 2) from flops_dealt order by n limit 4"
    each = [expected(row_of, dealt, number)[:4] for number in (LARGE, SMALL)]
    assert column(asked, both) == [each[0][0], each[1][1], each[0][2], each[1][3]]
    assert column(
        asked,
        "select bucket(street, 'AhQh', board) from (values ('flop', '3h4sJh'), (null, '3h4sJh'), "
        "('preflop', null), ('flop', '3hAh2c'), ('preflop', '')) v(street, board)",
    ) == [pk.buckets("AhQh", "3h4sJh", run=SMALL, lake=there), None, None, None, 2]
    assert one(asked, "bucket('flop', 1324, '3h4sJh')") is not None
    assert one(asked, "bucket('flop', 'AhQh', '3h4sJh', null)") is None


@pytest.mark.parametrize(("call", "problem"), [
    ("bucket('turn', 'AhQh', '3h4sJh')", "a board has 3 cards; the turn has 4"),
    ("bucket('flop', 'AhQh', '3h4sJh', 1)", "run 1 (river, optimal, k = 20) is not of the flop"),
    ("bucket('flop', 'AhQh', '3h4sJh', 9)", "no abstraction of run 9 in "),
    ("bucket('flop', 'AhQh', '3h4sJh', 0)", "run 0 is not in 1..4294967295"),
    ("bucket('turn', 'AhQh', '3h4sJh2c')", "'pokerlake abstract turn' makes one"),
    ("bucket('flp', 'AhQh', '3h4sJh')", "the street is 'flp'; did you mean 'flop'?"),
    ("bucket(3, 'AhQh', '3h4sJh')", "a street is preflop, flop, turn, river as text, not INTEGER"),
    ("bucket('flop', 'AhQh')", "no board; the flop has 3 cards"),
    ("bucket('preflop', 'AhQh', '3h4sJh')", "before the flop there is no board"),
    ("bucket('flop', 'AhQx', '3h4sJh')", "AhQx"),
    ("bucket('flop')", "bucket(street, hole, board, run) takes 2 to 4 values, and 1 are given"),
])  # fmt: skip
def test_what_cannot_be_asked_in_sql(asked, call, problem):
    assert problem in error(asked, call)


@pytest.mark.parametrize(("given", "kind", "problem"), [
    (("AhQh", "3h4s"), CardError, "boards of 2 cards each; 3 to 5 are needed"),
    (("AhQh", "3h4sAh"), CardError, "has Ah twice"),
    ((["AhQh", "2c2c"], "3h4sJh"), CardError, "has 2c twice"),
    (("AhQh7c", "3h4sJh"), CardError, "holes of 3 cards each; 2 are needed"),
    ((["AhQh"] * 2, ["3h4sJh"] * 3), UsageError, "holes are 2 and boards 3; give equally many"),
    (("AhQh", ["3h4sJh", "3h4sJh2c"]), CardError, "4 cards; row 0 has 3"),
    ((np.eye(2, dtype=np.uint8), "3h4sJh"), CardError, "may be columns or rows"),
    (("AhQh", "3h4sJh2c"), LakeError, "no abstraction of the turn in "),
])  # fmt: skip
def test_what_cannot_be_asked(there, given, kind, problem):
    with pytest.raises(kind, match=re.escape(problem)):
        pk.buckets(*given, lake=there)


@pytest.mark.parametrize(("given", "kind", "problem"), [
    ({"run": RIVER}, UsageError, "run 1 (river, optimal, k = 20) is not of the flop; leave"),
    ({"run": SMALL, "k": 5}, UsageError, "k = 200) is not of k = 5"),
    ({"run": 77}, LakeError, "there are: run 1 (river, optimal, k = 20), run 2 (flop"),
    ({"run": "x"}, UsageError, "run is 'x'; give a whole number"),
    ({"k": 5}, LakeError, "of k = 5 in "),
    ({"kind": "potential", "k": 5}, LakeError,
     "'pokerlake abstract flop --kind potential --k 5' makes one; there are: run 2 (flop, dis"),
    ({"kind": 5}, UsageError, "kind is 5; give text"),
])  # fmt: skip
def test_no_such_abstraction(there, given, kind, problem):
    with pytest.raises(kind, match=re.escape(problem)):
        pk.buckets("AhQh", "3h4sJh", lake=there, **given)


def test_a_lake_without_abstractions_and_none(lake, tmp_path):
    with pytest.raises(LakeError, match=r"no abstraction of the flop in .*; 'pokerlake abstract"):
        pk.buckets("AhQh", "3h4sJh", lake=lake)
    with pytest.raises(LakeError, match=r"no abstraction of run 1 in .*'pokerlake abstract' makes"):
        pk.buckets("AhQh", "3h4sJh", run=1, lake=lake)
    with pytest.raises(LakeError, match="no lake at"):
        pk.buckets("AhQh", "3h4sJh", lake=tmp_path / "none")


def test_a_table_with_other_rows_is_damaged(there, tmp_path):
    share(there, tmp_path / "lake")
    add_run(tmp_path / "lake", {"board_id": [0], "hole_id": [0]}, 2)
    with pytest.raises(LakeError, match=r"flop_buckets of .* has 1 rows of run 4, not 1,286,792"):
        pk.buckets("AhQh", "3h4sJh", lake=tmp_path / "lake")


# ---------------------------------------------------------------- arrays for bots


@pytest.fixture(scope="module")
def written(there, tmp_path_factory):
    """The arrays of both runs of flops, by their number."""
    folder = tmp_path_factory.mktemp("arrays")
    buckets = Buckets(deals.Lake.open(there))
    for number in K:
        said = []
        chosen = buckets.run(None, run=number)
        write_arrays(buckets, chosen, folder / str(number), threads=2, listener=said.append)
        assert said[-1] == 1
        assert said == sorted(said)
    return folder


def read(folder):
    return {path.stem: np.load(path, mmap_mode="r") for path in folder.glob("*.npy")}


def page(checkout):
    return (checkout / "docs/abstraction.md").read_text("utf-8")


def test_five_lines_of_python(written, row_of, dealt, checkout):
    """Those of the page."""
    (code,) = re.findall(r"```python\n(import numpy.*?)```", page(checkout), re.S)
    for number in K:
        names = {}
        exec(code.replace("turn/", f"{written / str(number)}/"), names)
        found = names["bucket"](*dealt)
        assert found.tolist() == expected(row_of, dealt, number)


def test_the_starting_hands_as_arrays(checkout, tmp_path, monkeypatch):
    monkeypatch.setattr(Buckets, "row", lambda *_: {"street": "preflop", "buckets": 169})
    write_arrays(Buckets(None), STARTING_HANDS, tmp_path / "preflop")
    (code,) = re.findall(r"```python\n(import numpy.*?)```", page(checkout), re.S)
    names = {}
    exec(code.replace("turn/", f"{tmp_path / 'preflop'}/"), names)
    holes = np.array([(50, 42), (42, 50), (20, 21)])
    assert names["bucket"](holes, np.empty((3, 0), np.uint8)).tolist() == [2, 2, 98]


def test_a_few_lines_of_c(written, row_of, dealt, checkout, tmp_path):
    """Those of the page, for up to 255 buckets and for more."""
    compiler = shutil.which("cc") or pytest.skip("needs a compiler of C")
    (code,) = re.findall(r"```c\n(.*?)```", page(checkout), re.S)
    given = "".join(f"{' '.join(map(str, [*h, *b]))}\n" for h, b in zip(*dealt, strict=True))
    for number, of_buckets in ((SMALL, "uint8_t"), (LARGE, "uint16_t")):
        (tmp_path / "lookup.c").write_text(
            code.replace("uint8_t *buckets", f"{of_buckets} *buckets")
        )
        subprocess.run(
            [compiler, "-Wall", "-Wextra", "-Werror", "-o", "lookup", "lookup.c"],
            cwd=tmp_path,
            check=True,
        )
        done = subprocess.run(
            ["./lookup", str(written / str(number)), "3"],
            cwd=tmp_path,
            input=given,
            capture_output=True,
            text=True,
            check=True,
        )
        assert list(map(int, done.stdout.split())) == expected(row_of, dealt, number)


def test_what_arrays_have(written):
    for number, dtype, nothing in ((SMALL, np.uint8, 255), (LARGE, np.uint16, 65535)):
        found = read(written / str(number))
        assert {name: array.shape for name, array in found.items()} == {
            "buckets": (1755, 1326), "boards": (22_100,), "holes": (24, 52, 52), "places": (5, 52),
        }  # fmt: skip
        assert found["buckets"].dtype == dtype
        # 49 cards are live: every hole of them has a bucket, and no other.
        assert ((found["buckets"] != nothing).sum(axis=1) == 49 * 48 // 2).all()
        said = json.loads((written / str(number) / "abstraction.json").read_text())
        assert (said["street"], said["kind"], said["k"], said["seed"]) == (
            "flop", "distribution", K[number], SEED,
        )  # fmt: skip
        for name, array in found.items():
            described = said["arrays"][name]
            assert (described["dtype"], tuple(described["shape"])) == (
                str(array.dtype),
                array.shape,
            )


def digests(folder):
    return {path.name: hashlib.sha256(path.read_bytes()).digest() for path in folder.iterdir()}


def test_the_command(there, written, tmp_path, monkeypatch):
    monkeypatch.setenv("POKERLAKE_LAKE", str(there))
    monkeypatch.chdir(tmp_path)
    done = run("arrays 3 -o flop --workers 1")
    assert (done.code, done.text) == (0, "")
    assert re.fullmatch(
        r"run 3 \(flop, distribution, k = 200\): 1,755 boards x 1,326 holes, "
        r"2,54\d,\d+ bytes in flop\n",
        done.err,
    )
    assert digests(tmp_path / "flop") == digests(written / "3")
    done = run("arrays 2 -o flop")
    assert (done.code, done.err) == (
        1,
        "error: flop is there already; --replace replaces it, or give another name\n",
    )
    assert digests(tmp_path / "flop") == digests(written / "3")
    assert run("arrays 2 -o flop --replace").code == 0
    assert digests(tmp_path / "flop") == digests(written / "2")
    (tmp_path / "flop/mine.txt").write_text("")
    done = run("arrays 3 -o flop --replace")
    assert done.err == "error: flop has other files, such as mine.txt; give another name\n"
    assert [path.name for path in tmp_path.iterdir()] == ["flop"]
    done = run("arrays 9 -o other")
    assert (done.code, done.err[:37]) == (1, "error: no abstraction of run 9 in " + str(there)[:3])
    (tmp_path / "file").write_text("")
    assert run("arrays 3 -o file --replace").err.startswith("error: file is there already")


def test_arrays_are_whole_or_not_there(there, written, tmp_path, monkeypatch):
    buckets = Buckets(deals.Lake.open(there))
    chosen = buckets.run(None, run=SMALL)
    shutil.copytree(written / "2", tmp_path / "flop")

    def stop(done):
        raise KeyboardInterrupt

    for replace in (False, True):
        with pytest.raises(OutputError if not replace else KeyboardInterrupt):
            write_arrays(buckets, chosen, tmp_path / "flop", replace=replace, listener=stop)
        assert [path.name for path in tmp_path.iterdir()] == ["flop"]
        assert digests(tmp_path / "flop") == digests(written / "2")


@pytest.mark.parametrize("cards", [0, 4, 5])
def test_boards_of_other_streets(cards):
    """Raw boards by their place, against the naive keys."""
    keys, holes = arrays._board_keys(cards), arrays._hole_numbers()
    if not cards:
        assert (keys.tolist(), holes[0, 51, 50]) == ([0], 1325)
        return
    boards = np.random.default_rng(2).permuted(np.tile(np.arange(52), (60, 1)), axis=1)
    known = arrays._boards(cards).tolist()
    assert len(known) == CANONICAL_BOARDS[cards]
    places = arrays.choose()
    for first, second, *rest in boards.tolist():
        board = rest[:cards]
        place = sum(int(places[sum(c < card for c in board), card]) for card in board)
        key = int(keys[place])
        least, hole = naive.canonical_key([first, second], board)
        assert tuple(known[key >> 5]) == least
        # Some hole that is the same on that board up to its suits.
        number = int(holes[key & 31, first, second])
        assert number == int(holes[key & 31, second, first])
        high = max(n for n in range(53) if n * (n - 1) // 2 <= number)
        low = number - high * (high - 1) // 2
        assert naive.canonical_key([low, high], least) == (least, hole)
