"""A stranger's select as a whole: honest answers, every limit, and nothing left behind."""

import itertools
import os
import shutil
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

import pytest

from helpers.command_line import contents
from helpers.lakes import share
from pokerlake.engine.warm_up import warm_up
from pokerlake.queries.connection import connect
from pokerlake.queries.statements.run import stream
from pokerlake.queries.untrusted import StoppedError
from pokerlake.queries.untrusted import process as untrusted
from pokerlake.queries.untrusted.check import RefusedError
from pokerlake.queries.untrusted.worker import Request
from pokerlake.tables.errors import LakeError, QueryError, UsageError

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="refused elsewhere")


def ask(lake, sql, **limits):
    """With time enough on a machine that does other things too, where a test sets no limit."""
    return untrusted.ask(lake, sql, **{"seconds": 120, **limits})


def children():
    """The processes that this one has started and not collected."""
    task = Path(f"/proc/self/task/{os.getpid()}/children")
    return task.read_text().split()


@pytest.fixture(autouse=True)
def no_process_is_left():
    before = children()
    yield
    assert children() == before


HONEST = [
    "select c.name, p.top_percent from classes as c join class_percentiles as p using (class_id) "
    "where p.cards = 7 order by class_id limit 50",
    "select board, hole, ehs from flop_strength(3) where board_id = board_id('3h4sJh') "
    "order by ehs desc, hole limit 10",
]


@pytest.mark.whole
@pytest.mark.parametrize("sql", HONEST, ids=["join", "macro"])
def test_honest_queries_give_the_same_rows_as_ever(lake, sql):
    with connect(lake) as connection:
        trusted = stream(connection, sql).read_all()
    answer = ask(lake, sql)
    assert answer.equals(trusted)
    assert answer.num_rows > 8


LIMITS = [
    ("select count(*) from range(100000000000) as a(x) where x % 7 = 3",
     {"seconds": 0.8}, "the statement took more than 0.8 seconds"),
    ("select unnest(range(100000000))",
     {"memory_mb": 300}, "the statement needs more than 300 MB of memory"),
    ("select repeat('x', 2000000000) as text",
     {"memory_mb": 300}, "the statement needs more than 300 MB of memory"),
    ("select a.x from range(3000000) as a(x), range(10) as b order by hash(a.x + b.range)",
     {"memory_mb": 100, "rows": 40_000_000}, "the statement needs more than 100 MB of memory"),
    ("from flop_hands", {}, "the result has more than 10,000 rows"),
    ("select repeat('x', 1000000) from range(9)",
     {"result_mb": 8}, "the result has more than 8 MB"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("sql", "limits", "message"),
    LIMITS,
    ids=["time", "unnest", "text", "sort", "rows", "bytes"],
)  # fmt: skip
def test_limits(lake, sql, limits, message):
    with pytest.raises(StoppedError) as raised:
        ask(lake, sql, **limits)
    assert str(raised.value) == f"{message}; ask for less, or raise the limit"


def test_as_many_rows_as_may_be_are_given(lake):
    assert ask(lake, "from classes", rows=7462).num_rows == 7462


def test_a_result_is_cut_where_that_is_wished(lake):
    rows = 2049  # of two batches of DuckDB's
    found = ask(lake, "from range(1_000_000_000_000)", rows=rows, cut=True)
    assert found["range"].to_pylist() == list(range(rows))
    assert ask(lake, "from range(3)", rows=rows, cut=True).num_rows == min(3, rows)


def test_a_listener_ends_a_statement(lake):
    endless = "select count(*) from range(1_000_000_000) as a, range(1_000_000) as b"
    called = itertools.count(1)

    def listener():
        if next(called) == 3:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        ask(lake, endless, listener=listener)
    assert next(called) == 4


@pytest.mark.parametrize("name", ["seconds", "memory_mb", "rows", "result_mb"])
def test_a_limit_is_more_than_nothing(lake, name):
    with pytest.raises(UsageError, match=rf"^{name} is 0; give a number above 0$"):
        ask(lake, "select 1", **{name: 0})


def test_refusals_and_mistakes_come_as_their_own_errors(lake):
    for sql, kind, message in [
        ("copy classes to 'x.csv'", RefusedError, "'copy' is not allowed; untrusted SQL is one "
         "select"),
        ("select nme from classes", QueryError, "there is no column 'nme' here; did you mean "
         "'name'?"),
        ("select error('a' || chr(10) || 'b')", QueryError, "a"),
    ]:  # fmt: skip
        with pytest.raises(kind) as raised:
            ask(lake, sql)
        assert str(raised.value) == message
        assert type(raised.value) is kind


@pytest.mark.parametrize(
    "sql",
    [
        "select range_hands('@/etc/passwd')",
        "select class_of('@/etc/passwd')",
        "select board_id('/etc/passwd')",
        "select hole_id('/etc/passwd', '3h4sJh')",
        "select flop_equities('@/etc/passwd', 'QQ+')",
    ],
)
def test_functions_of_the_engine_read_no_file(lake, sql):
    """Where a command reads ranges from @FILE, SQL does not, trusted or not."""
    with connect(lake) as connection, pytest.raises(QueryError) as raised:
        stream(connection, sql).read_all()
    assert "root:" not in str(raised.value)
    assert "@" in str(raised.value) or "/etc" in str(raised.value)


@pytest.mark.whole
def test_a_lake_with_other_files_and_links_in_it_gives_only_its_tables(lake, tmp_path):
    """And nothing is written there, whatever is asked."""
    copy = tmp_path / "lake [1]"
    copy.mkdir()
    for path in lake.iterdir():
        if path.name != "flop_hands.parquet":
            (copy / path.name).symlink_to(path)
    shutil.copyfile(lake / "flop_hands.parquet", copy / "flop_hands.parquet")
    secret = tmp_path / "secret.parquet"
    shutil.copyfile(lake / "flops.parquet", secret)
    (copy / "linked.parquet").symlink_to(secret)
    before = contents(tmp_path)
    assert ask(copy, "select count(*) as n from flop_hands")["n"].to_pylist() == [1286792]
    for sql in [
        f"from '{copy}/linked.parquet'",
        "from linked",
        f"copy flops to '{tmp_path}/new.parquet'",
    ]:
        with pytest.raises(QueryError):
            ask(copy, sql)
    assert contents(tmp_path) == before

    # A table's file that is now a link to something else is not what the manifest knows.
    (copy / "flops.parquet").unlink()
    (copy / "flops.parquet").symlink_to("/etc/passwd")
    with pytest.raises(LakeError, match=r"flops.parquet has [\d,]+ bytes, not .*cut short"):
        ask(copy, "from flops")


def test_the_environment_is_not_handed_on(lake, monkeypatch):
    monkeypatch.setenv("SECRET", "a stranger must not see this")
    assert "SECRET" not in untrusted._environment()
    monkeypatch.setenv("PYTHONPATH", f"here{os.pathsep}{os.pathsep}/there")
    assert untrusted._environment()["PYTHONPATH"] == f"{Path('here').absolute()}:/there"


def test_ctrl_c_ends_the_process(lake):
    """The one that runs the select: it must not go on when nobody waits for it."""
    code = (
        "from pokerlake.queries.untrusted import ask\n"
        f"ask({str(lake)!r}, 'select count(*) from range(100000000000) a(x) where x % 7 = 3',\n"
        "    seconds=600)"
    )
    process = subprocess.Popen([sys.executable, "-c", code], stderr=subprocess.PIPE)
    below = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    deadline = time.monotonic() + 60
    while not (found := below.read_text().split()) and time.monotonic() < deadline:
        time.sleep(0.01)
    process.send_signal(2)
    assert "KeyboardInterrupt" in process.communicate(timeout=60)[1].decode()
    while Path(f"/proc/{found[0]}").exists():
        assert time.monotonic() < deadline
        time.sleep(0.01)


ASKING = """
import sys
from pokerlake.queries.untrusted import ask
ask(sys.argv[1], "select count(*) from range(100000000000) a(x) where x % 7 = 3", seconds=600)
"""


def workers():
    """The processes of selects that run, whoever asked for them."""
    found = set()
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if b"queries.untrusted.worker" in (folder / "cmdline").read_bytes():
                found.add(folder.name)
    return found


@pytest.mark.parametrize("begun", [0.0, 0.1])
def test_the_process_ends_with_the_one_that_asked(lake, begun):
    """Killed at any moment: while its child begins, seals itself or runs the select."""
    before = workers()
    process = subprocess.Popen([sys.executable, "-c", ASKING, str(lake)])
    below = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    deadline = time.monotonic() + 60
    while not below.read_text() and time.monotonic() < deadline:
        time.sleep(0.001)
    time.sleep(begun)
    process.kill()
    process.wait()
    deadline = time.monotonic() + 60
    while (left := workers() - before) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert left == set()  # at one moment: other tests begin some, too


END_WITH = """
import os, sys, time
from pokerlake.leaving import end_with_parent
from pokerlake.queries.untrusted.seal import end_after
end_with_parent(int(sys.argv[1]) or os.getppid())
end_after(0.2)
print("sealed", flush=True)
while True:
    pass
"""


@pytest.mark.parametrize(("parent", "code", "out"), [(0, -14, b"sealed\n"), (1, 1, b"")])
def test_a_clock_of_its_own_ends_the_process(parent, code, out):
    """Whatever it is doing; and it does not begin where the one that asked has gone."""
    finished = subprocess.run(
        [sys.executable, "-c", END_WITH, str(parent)], capture_output=True, check=False, timeout=60
    )
    assert (finished.returncode, finished.stdout) == (code, out)


def test_the_kernels_compiler_is_another_process(monkeypatch, tmp_path):
    started = []

    def note(command, **options):
        started.append(command)
        return subprocess.CompletedProcess(command, 0, str(tmp_path).encode())

    monkeypatch.setattr(subprocess, "run", note)
    module = "pokerlake.engine.cards.text_kernels"
    assert untrusted._compile(module) == str(tmp_path)
    assert started[0][-1] == module


@pytest.mark.whole
def test_questions_can_be_asked_side_by_side(lake):
    answers = {}

    def one(number):
        answers[number] = ask(lake, f"select {number} as n")["n"].to_pylist()

    threads = [threading.Thread(target=one, args=(number,)) for number in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == {number: [number] for number in range(2)}


def test_names_of_columns_cannot_move_the_cursor(lake):
    answer = ask(
        lake,
        "pivot (select 'x' as v, 2 as b) on v in (e'\\x1b[2J', 'x') using sum(b) group by b",
    )
    assert answer.column_names == ["b", "\\x1b[2J", "x"]


# ---------------------------------------------------------------- kernels


@pytest.mark.whole
def test_kernels_that_are_missing_are_compiled_outside_and_kept(lake, tmp_path, monkeypatch):
    asked = []
    real = untrusted._run

    def note(request, *given):
        asked.append((request.kernels, request.may_compile))
        return real(request, *given)

    kernels = tmp_path / "kernels"
    compiled = []

    def compile_module(module):
        """Stands for the compiler: the kernels of this machine are there already."""
        from pokerlake.engine.kernel_cache import cache_folder

        compiled.append(module)
        assert untrusted._KERNELS.fullmatch(module)
        shutil.copytree(cache_folder(), kernels)
        return str(kernels)

    warm_up("evaluate", processes=1)  # so that they are
    monkeypatch.setattr(untrusted, "_run", note)
    monkeypatch.setattr(untrusted, "_compile", compile_module)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "empty"))
    classes = (
        "select class_of('2c3d4h5s7' || suit) as c from range(17), (values ('c'), ('d')) t(suit)"
    )
    assert set(ask(lake, classes)["c"].to_pylist()) == {7462}
    assert asked == [(None, False), (str(kernels), False)]
    assert compiled == ["pokerlake.engine.cards.text_kernels"]
    assert not (tmp_path / "empty" / "pokerlake" / "kernels").exists()


def test_a_process_that_never_has_its_kernels_is_given_up(lake, monkeypatch):
    starts = []

    def never(request, *given):
        starts.append(request.may_compile)
        raise untrusted._KernelsMissingError("pokerlake.engine.cards.text_kernels")

    monkeypatch.setattr(untrusted, "_run", never)
    monkeypatch.setattr(untrusted, "_compile", lambda module: "there")
    with pytest.raises(StoppedError, match=r"^the statement broke the process that ran it"):
        ask(lake, "select class_of('AsKsQsJsTs')")
    assert starts[:3] == [False, False, True]


def test_a_module_that_is_not_of_kernels_is_not_imported():
    for module in ("os", "pokerlake.cli", "pokerlake.engine.x_kernels.os", "x_kernels"):
        with pytest.raises(QueryError, match="broke the process"):
            untrusted._compile(module)


# ---------------------------------------------------------------- a process that breaks


@pytest.mark.parametrize(
    ("code", "errors", "message"),
    [
        (-11, b"", "the statement broke the process that ran it (SIGSEGV)"),
        (3, b"Traceback", "the statement broke the process that ran it (exit code 3)"),
        (1, b'{"kind": 7}', "the statement broke the process that ran it (exit code 1)"),
        (-24, b"", "the statement took more than 5 seconds"),
        (-14, b"", "the statement took more than 5 seconds"),
        (-6, b"terminate called", "the statement needs more than 64 MB of memory"),
        (-6, b"Check failed", "the statement broke the process that ran it (SIGABRT)"),
        (1, b"MemoryError", "the statement needs more than 64 MB of memory"),
    ],
)
def test_every_end_of_the_process_is_explained(code, errors, message):
    request = Request("lake", "select 1", 5, 64, 10, 8, os.getpid())
    with pytest.raises(StoppedError) as raised:
        untrusted._raise(code, bytearray(errors), request)
    assert str(raised.value).startswith(message)


def test_other_systems_are_told(lake, monkeypatch):
    monkeypatch.setattr(sys, "platform", "darwin")
    with pytest.raises(UsageError, match=r"^untrusted SQL runs on Linux only"):
        ask(lake, "select 1")


@pytest.fixture
def ahead(request):
    found = untrusted.Ahead(getattr(request, "param", 2))
    yield found
    found.end()


one_ahead = pytest.mark.parametrize("ahead", [1], indirect=True)


@pytest.mark.whole
def test_processes_ahead_answer_a_statement_each_and_others_begin(lake, ahead):
    first = ask(lake, "select 41 as n", ahead=ahead)
    waiting = ahead._waiting[0]
    assert waiting.poll() is None
    second = ask(lake, "select 42 as n", ahead=ahead)
    assert waiting.returncode == 0  # it took this one, and no other
    assert waiting not in ahead._waiting
    assert len(ahead._waiting) == 2
    assert [table["n"].to_pylist() for table in (first, second)] == [[41], [42]]
    for sql, problem in (
        ("select * from read_csv('/etc/passwd')", "not allowed"),
        ("select class_of('AsKsQsJsTx')", "'x' is not a suit"),
    ):
        with pytest.raises(QueryError, match=problem):
            ask(lake, sql, ahead=ahead)
    table = ask(lake, "select class_of('AsKsQsJsTs') as n", ahead=ahead)
    assert table["n"].to_pylist() == [1]


@pytest.mark.whole
@one_ahead
def test_a_process_ahead_has_its_limits(lake, ahead):
    """Its clock runs from when the statement comes, and its memory is counted from there."""
    started = time.monotonic()
    ask(lake, "select 1", seconds=600, ahead=ahead)
    seconds = max(1.0, round(4 * (time.monotonic() - started), 1))  # where a process begins slowly
    limits = {"seconds": seconds, "memory_mb": 256}
    ask(lake, "select 1", **limits, ahead=ahead)
    time.sleep(seconds + 0.5)  # longer than a statement may take
    assert ahead._waiting[0].poll() is None
    assert ask(lake, "select 2 as n", **limits, ahead=ahead).num_rows == 1
    endless = "with recursive t(n) as (select 1 union all select n from t) select count(*) from t"
    with pytest.raises(StoppedError, match=f"took more than {seconds:g} seconds"):
        ask(lake, endless, **limits, ahead=ahead)


@pytest.mark.whole
@one_ahead
def test_a_process_ahead_is_of_one_lake_with_one_set_of_limits(lake, ahead, tmp_path):
    ask(lake, "select 1", ahead=ahead)
    waiting = ahead._waiting[0]
    ask(lake, "select 1", rows=5, ahead=ahead)
    assert waiting.returncode == -9
    other = tmp_path / "lake"
    share(lake, other)
    waiting = ahead._waiting[0]
    assert ask(other, "select count(*) as n from classes", rows=5, ahead=ahead).num_rows == 1
    assert waiting.returncode == -9
    waiting = ahead._waiting[0]
    manifest = (other / "manifest.json").read_bytes()
    (other / "manifest.json").unlink()
    (other / "manifest.json").write_bytes(manifest)
    ask(other, "select 1", rows=5, ahead=ahead)
    assert waiting.returncode == -9
    waiting = ahead._waiting[0]
    waiting.kill()
    waiting.wait()
    assert ask(other, "select 7 as n", rows=5, ahead=ahead)["n"].to_pylist() == [7]
