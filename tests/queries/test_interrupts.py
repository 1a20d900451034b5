"""Ctrl-C in a program: KeyboardInterrupt, soon, and the connection goes on."""

import gc
import os
import signal
import subprocess
import sys
import threading
import time

import pyarrow as pa
import pytest

import pokerlake as pk
from pokerlake.pipelines import runner
from pokerlake.queries.connection import connect

COUNTED = "select count(*) as n from range(400000000000) a(x) where x % 7 = 3"  # ten minutes
ROWS = "select x, x * 2 as y from range(400000000000) a(x)"
HANGS = 100  # seconds
EVALUATED = (
    "select sum(class_of([x%52, (x+1)%52, (x+2)%52, (x+3)%52, (x+4)%52])) "
    "from range(5000000000) a(x)"
)


@pytest.fixture(scope="module")
def connection(lake):
    with connect(lake) as opened:
        one = opened.sql("select class_of('AsKsQsJsTs')")
        one.pl(), one.df(), one.fetchnumpy()  # what is imported is imported before Ctrl-C
        yield opened


@pytest.fixture
def pressed():
    """Has Ctrl-C pressed after a fifth of a second; what is asked took many times as long."""
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    gc.disable()  # Python drops what is raised in hypothesis's note of how long collecting took
    timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
    begun = time.monotonic()
    yield timer.start
    gc.enable()
    timer.join()
    assert time.monotonic() - begun < HANGS


WORK = {
    "execute": lambda con: con.execute(COUNTED),
    "fetchall": lambda con: con.sql(COUNTED).fetchall(),
    "rows": lambda con: con.sql(ROWS).fetchall(),
    "fetchmany": lambda con: con.execute(ROWS).fetchmany(1_000_000_000),
    "functions": lambda con: con.sql(EVALUATED).fetchall(),
    "create": lambda con: con.execute(f"create temp table much as {ROWS}"),
    "sql create": lambda con: con.sql(f"create temp table much as {ROWS}"),
    "arrow table": lambda con: con.sql(COUNTED).to_arrow_table(),
    "arrow reader": lambda con: con.sql(COUNTED).to_arrow_reader().read_all(),
    "arrow batches": lambda con: [0 for _ in con.sql(ROWS).to_arrow_reader()],
    "arrow stream": lambda con: pa.table(con.sql(COUNTED)),
    "polars": lambda con: con.sql(COUNTED).pl(),
    "pandas": lambda con: con.sql(COUNTED).df(),
    "numpy": lambda con: con.sql(COUNTED).fetchnumpy(),
    "shown": lambda con: repr(con.sql(COUNTED)),
    "cursor": lambda con: con.cursor().execute(COUNTED),
}


@pytest.mark.parametrize("name", sorted(WORK)[::2])
def test_ctrl_c_is_keyboard_interrupt_and_the_connection_goes_on(connection, pressed, name):
    with pytest.raises(KeyboardInterrupt):  # noqa: PT012
        pressed()
        WORK[name](connection)
    assert connection.sql("select class_of('AsKsQsJsTs')").fetchall() == [(1,)]
    assert connection.execute("select 7").fetchall() == [(7,)]


@pytest.mark.parametrize(
    "ask",
    [
        lambda lake, folder: pk.sql(COUNTED, lake=lake).fetchall(),
        lambda lake, folder: pk.Lake(lake).sql(COUNTED).fetchall(),
        lambda lake, folder: pk.connect(lake).execute(COUNTED),
        lambda lake, folder: pk.equity(
            "AhAs", "22+", "random", "KK+,AKs", method="monte carlo", deals=10**10
        ),
        lambda lake, folder: runner.build(folder / "new", ["combo_matchups"]),
    ],
    ids=["sql", "Lake.sql", "connect", "equity", "build"],
)
def test_ctrl_c_in_python(lake, tmp_path, pressed, ask):
    with pytest.raises(KeyboardInterrupt):  # noqa: PT012
        pressed()
        ask(lake, tmp_path)
    assert pk.sql("select 7", lake=lake).fetchall() == [(7,)]


def press_and_count(connection):
    threading.Timer(0.005, os.kill, (os.getpid(), signal.SIGINT)).start()
    connection.execute(COUNTED)


def test_what_comes_after_is_not_interrupted(connection):
    for _ in range(20):
        with pytest.raises(KeyboardInterrupt):
            press_and_count(connection)
        assert connection.sql("select 7").fetchall() == [(7,)]


def test_an_execute_reads_the_variables_around_it(connection):
    hands = pa.table({"x": [1, 2]})
    assert connection.execute("select sum(x) from hands").fetchall() == [(3,)]
    assert connection.sql("select sum(x) from hands").fetchall() == [(3,)]
    assert connection.cursor().execute("select count(*) from hands").fetchall() == [(2,)]
    connection.executemany("select ?", [[1], [2]])
    assert connection.fetchall() == [(2,)]
    assert hands.num_rows == 2


def test_a_handler_of_the_program_is_its_own(connection):
    heard = []
    before = signal.signal(signal.SIGINT, lambda *_: heard.append("one"))
    try:
        threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT)).start()
        sql = "select count(*) from range(300000000) a(x) where x % 7 = 3"
        assert connection.sql(sql).fetchall() == [(42857143,)]
    finally:
        signal.signal(signal.SIGINT, before)
    assert heard == ["one"]


def test_other_threads_ask_too(connection):
    found = []
    cursor = connection.cursor()
    thread = threading.Thread(target=lambda: found.append(cursor.sql("select 7").fetchall()))
    thread.start()
    thread.join()
    assert found == [[(7,)]]


def test_whoever_waits_for_signals_still_hears_of_them(connection):
    """As asyncio does: the interpreter tells one only."""
    read, write = os.pipe()
    os.set_blocking(write, False)
    before = signal.set_wakeup_fd(write)
    try:
        threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT)).start()
        with pytest.raises(KeyboardInterrupt):
            connection.execute(COUNTED)
    finally:
        assert signal.set_wakeup_fd(before) == write
    assert os.read(read, 10) == bytes([signal.SIGINT])
    os.close(read)
    os.close(write)


def test_a_library_leaves_signals_alone_and_nothing_behind(lake):
    code = (
        "import signal, sys, pokerlake as pk\n"
        "before = [signal.getsignal(n) for n in signal.valid_signals()]\n"
        "connection = pk.connect(sys.argv[1])\n"
        "print(connection.execute('select 7').fetchall())\n"
        "print(pk.sql('select 8', lake=sys.argv[1]).to_arrow_reader().read_all()[0].to_pylist())\n"
        "print(before == [signal.getsignal(n) for n in signal.valid_signals()])\n"
        "print(signal.set_wakeup_fd(-1))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, lake], capture_output=True, text=True, check=False
    )
    assert (done.stdout.split(), done.stderr) == (["[(7,)]", "[8]", "True", "-1"], "")
