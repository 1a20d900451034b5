"""The interactive shell, typed into: through prompt_toolkit's pipe, and as a user at a terminal."""

import os
import pty
import re
import select
import subprocess
import sys
import time
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from helpers.command_line import contents
from pokerlake.commands.lake import shell
from pokerlake.queries.connection import connect
from pokerlake.queries.shell import Words
from pokerlake.tables.lake import Lake

CTRL_C, CTRL_D, UP = "\x03", "\x04", "\x1b[A"


@pytest.fixture
def home(at_home, monkeypatch):
    """The working folder, and the history in it."""
    monkeypatch.setattr(shell, "history_path", lambda: at_home / "state" / "sql_history")
    return at_home


@pytest.fixture
def typed(home, lake, capsys):
    """Type at the prompt of a new session; what stdout and stderr have then."""

    def type_in(*keys, mode=None):
        with (
            create_pipe_input() as pipe,
            create_app_session(input=pipe, output=DummyOutput()),
            connect(lake) as connection,
        ):
            session = shell.Shell(connection, Lake.open(lake), mode)
            pipe.send_text("".join(keys) + CTRL_D)
            session.run()
        shown = capsys.readouterr()
        return shown.out, shown.err.partition("\n")[2]

    return type_in


def test_statements_are_answered_one_after_another(typed):
    assert typed("select 1 as a;\r", "select 2 as b; select 3 as c;\r") == (
        "a\n-\n1\nb\n-\n2\nc\n-\n3\n",
        "",
    )


def test_a_statement_goes_on_until_its_semicolon(typed):
    assert typed("select 1\r", "  as\r", "a -- ;\r", ";\r") == ("a\n-\n1\n", "")


def test_errors_are_one_line_and_the_shell_goes_on(typed):
    assert typed(
        "from clases;\r", "selec;\r", "select class_of('As');\r", ".halp\r", ".mode\r",
        ".mode parquet\r", ".timer soon\r", ".output result.xls\r", ".schema clases\r",
        "select 1; from clases; select 2;\r",
    ) == (
        "1\n-\n1\n",
        "error: there is no table 'clases'; did you mean 'classes'?\n"
        "error: syntax error at 'selec'; did you mean 'select'? [LINE 1: selec;]\n"
        "error: 'As' has 1 card; 5 to 7 are needed\n"
        "error: no command '.halp'; did you mean '.help'?\n"
        "error: .mode needs FORMAT: how results are shown: table, csv, json, …\n"
        "error: no format 'parquet' for the screen; there are: table, csv, tsv, json, ndjson, md, "
        "pokerlake, piosolver, equilab, flopzilla, propokertools\n"
        "error: .timer is 'soon'; give on or off\n"
        "error: result.xls has no ending that names a format; did you mean '.xlsx'?\n"
        "error: no table or view 'clases'; did you mean 'classes'?\n"
        "error: there is no table 'clases'; did you mean 'classes'?\n",
    )  # fmt: skip


def test_what_is_made_stays(typed):
    assert typed(
        "create temp table mine as select 5 as five;\r",
        "create macro twice(x) as 2 * x;\r",
        "insert into mine values (6);\r",
        "select twice(five) as ten from mine order by 1;\r",
    ) == ("ten\n---\n 10\n 12\n", "")


def test_long_results_are_shortened(typed):
    out, err = typed("from classes;\r")
    assert len(out.splitlines()) == 42
    assert err == "40 of 7,462 rows; .output FILE takes all\n"
    assert typed("from range(2000000);\r")[1] == (
        "40 of more than 1,000,000 rows; .output FILE takes all\n"
    )


def test_modes(typed):
    out, err = typed(
        ".mode csv\r", "select 1 as a, 'x,y' as b;\r", ".mode json\r", "select 2 as c;\r"
    )
    assert (out, err) == ('a,b\n1,"x,y"\n[\n{"c":2}\n]\n', "")
    assert typed("from range(100) t(a);\r", mode="csv")[0].splitlines()[-1] == "99"


def test_output_takes_the_next_result_whole(typed, home):
    out, err = typed(
        ".output all.csv\r", "from clases;\r", "create temp table t as from classes;\r",
        "from t;\r", "select 1 as a;\r",
    )  # fmt: skip
    assert out == "a\n-\n1\n"
    assert err == (
        "error: there is no table 'clases'; did you mean 'classes'?\n7,462 rows in all.csv\n"
    )
    assert len((home / "all.csv").read_text().splitlines()) == 7463


def test_tables_schema_help_and_timer(typed):
    out, err = typed(
        "create temp view mine as select 1 as one;\r", ".tables\r", ".schema flops\r",
        ".schema mine\r", ".help\r", ".timer on\r", "select 1;\r", ".timer off\r", "select 2;\r",
    )  # fmt: skip
    assert re.search(r"^classes +table +7462 ", out, re.MULTILINE)
    assert re.search(r"^mine +your view *$", out, re.MULTILINE)
    types = r"^board_id +BIGINT +UINTEGER +rank of the canonical board"
    assert re.search(types, out, re.MULTILINE)
    assert re.search(r"^one +INTEGER$", out, re.MULTILINE)
    assert re.search(r"^\.exit +leave, as Ctrl-D does; exit will do too$", out, re.MULTILINE)
    assert re.fullmatch(r"\d+\.\d{3} s\n", err)


@pytest.mark.parametrize("word", [".quit", ".exit", "quit", "exit", "EXIT;", " quit ;"])
def test_quit_leaves(typed, word):
    assert typed(f"{word}\r", "select 1;\r") == ("", "")


def test_help_is_for_who_types_it(typed):
    assert typed("help\r") == typed("help;\r") == typed(".help\r")
    assert typed("select help\r", "from (select 1 as help);\r")[0] == "help\n----\n   1\n"


def test_a_file_is_read(typed, home):
    (home / "two.sql").write_text("create temp table t as select 5 as a;\nfrom t;\nselect 6 as b;")
    assert typed(".read two.sql\r", "select a + 1 as c from t;\r") == (
        "a\n-\n5\nb\n-\n6\nc\n-\n6\n", "",
    )  # fmt: skip
    (home / "wrong.sql").write_text("select 7 as d;\n\nselect e\nfrom t;\nselect 8 as f;")
    out, err = typed(".read wrong.sql\r", ".read none.sql\r", ".read\r")
    assert out == "d\n-\n7\n"
    assert err.startswith("error: wrong.sql, line 3: there is no table 't'; ")
    assert err.splitlines()[1:] == [
        "error: there is no file none.sql",
        "error: .read needs FILE: run a file of statements, and show what each returns",
    ]


def test_wide_tables_are_cut_unless_asked_otherwise(typed, monkeypatch):
    monkeypatch.setenv("COLUMNS", "30")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    select = "select 'x' || repeat('y', 50) as long, 1 as n;\r"
    out, err = typed(select)
    assert [len(line) for line in out.splitlines()] == [30, 30, 30]
    assert out.splitlines()[2] == "x" + "y" * 25 + "…  1"
    assert err == (
        "cut to fit the terminal; .wide on shows all, and .output FILE writes the next result\n"
    )
    out, err = typed(".wide on\r", select, ".wide maybe\r")
    assert out.splitlines()[2] == "x" + "y" * 50 + "  1"
    assert err == "error: .wide is 'maybe'; give on or off\n"


def test_ctrl_c_abandons_the_line(typed):
    assert typed("select 1 as nothing\r", "half", CTRL_C, "select 2 as a;\r") == ("a\n-\n2\n", "")


def test_history_persists(typed, home):
    typed("select 1 as a;\r", "select 2\r", "as b;\r")
    path = home / "state" / "sql_history"
    assert path.stat().st_mode & 0o777 == 0o600
    # A new session: the last statement, of two lines, and the one before it.
    assert typed(UP, "\r")[0] == "b\n-\n2\n"
    assert typed("select 1", UP, "\r")[0] == "a\n-\n1\n"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_history_that_cannot_be_kept_is_said(typed, home):
    (home / "state").mkdir(mode=0o500)
    assert "is not kept" in typed("select 1;\r")[1]


def test_a_folder_that_cannot_be_made_is_said(typed, home, lake, capsys):
    (home / "state").write_text("a file")
    out, err = typed("select 1 as a;\r")
    assert out == "a\n-\n1\n"
    assert "is not kept" not in err  # it is the first line, before the greeting


def test_history_is_in_the_users_state(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    if sys.platform == "linux":
        assert shell.history_path() == tmp_path / "pokerlake" / "sql_history"


def test_completions_reach_the_prompt(home, lake):
    from prompt_toolkit.completion import CompleteEvent
    from prompt_toolkit.document import Document

    (home / "results.csv").write_text("")
    with connect(lake) as connection:
        completer = shell._Completer(Words(connection))

        def offered(text, cursor=None):
            document = Document(text, cursor)
            return [c.text for c in completer.get_completions(document, CompleteEvent())]

        assert offered("from classe") == ["classes"]
        assert offered("select c.na from classes as c", 11) == ["name"]
        assert offered(".output res") == offered(".read res") == ["ults.csv"]
        assert offered(".wide o") == ["on", "off"]


# ---------------------------------------------------------------- a terminal


class Terminal:
    """The command at a terminal of its own."""

    def __init__(self, *arguments, **environment):
        self.shown = ""
        self._master, slave = pty.openpty()
        code = (
            "import fcntl, os, sys, termios\n"
            "fcntl.ioctl(0, termios.TIOCSCTTY, 0)\n"
            "os.execv(sys.executable, [sys.executable, '-m', 'pokerlake', *sys.argv[1:]])\n"
        )
        self.process = subprocess.Popen(
            [sys.executable, "-c", code, *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
            env={**os.environ, "PROMPT_TOOLKIT_NO_CPR": "1", "TERM": "xterm", **environment},
        )
        os.close(slave)

    def until(self, text, keys=""):
        """Wait until the terminal shows this, after what was waited for; type keys each second."""
        deadline = time.monotonic() + 60
        again = 0.0
        while text not in self.shown:
            assert time.monotonic() < deadline, self.shown
            if time.monotonic() >= again:
                self.type(keys)
                again = time.monotonic() + 1
            ready, _, _ = select.select([self._master], [], [], 0.1)
            if ready:
                try:
                    read = os.read(self._master, 65536).decode(errors="replace")
                except OSError:  # the program has left
                    read = ""
                self.shown += re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", read)
            if self.process.poll() is not None and not ready:
                break
        _, found, self.shown = self.shown.partition(text)
        assert found

    def type(self, keys):
        os.write(self._master, keys.encode())

    def close(self):
        self.process.kill()
        self.process.wait()
        os.close(self._master)


@pytest.fixture
def at_terminal():
    """Starts a command at a terminal, which ends with the test."""
    with ExitStack() as stack:
        yield lambda *given, **more: stack.enter_context(closing(Terminal(*given, **more)))


def test_at_a_terminal(at_home, tmp_path, at_terminal):
    terminal = at_terminal("sql", XDG_STATE_HOME=str(tmp_path / "state"))
    terminal.until("A statement ends with ; and .help tells more.")
    terminal.until("pokerlake>")
    terminal.type("select 40 + 2 as answer;\r")
    terminal.until("answer\r\n------\r\n    42\r\n")
    terminal.until("pokerlake>")
    terminal.type("from classe\t")  # the only one, so that it is taken
    terminal.until("classe")
    terminal.until("s")
    terminal.type(" limit 1;\r")
    terminal.until("royal flush")
    terminal.until("pokerlake>")
    terminal.type("select count(*) from range(100000000000) a(x) where x % 7 = 3;\r")
    terminal.until("= 3;")
    terminal.until("stopped", keys=CTRL_C)  # the prompt itself may take the first
    terminal.until("pokerlake>")
    terminal.type("select 1 as still_here;\r")
    terminal.until("still_here\r\n----------\r\n         1\r\n")
    terminal.until("pokerlake>")
    terminal.type(CTRL_D)
    assert terminal.process.wait(60) == 0
    assert (
        "+select 40 + 2 as answer;"
        in Path(tmp_path / "state" / "pokerlake" / "sql_history").read_text()
    )
    assert contents(at_home) == {}


def test_at_a_terminal_a_table_is_as_wide_as_that(at_home, at_terminal):
    terminal = at_terminal("schema", "flop_hands", COLUMNS="60")
    terminal.until("cut to fit the terminal; --wide shows all, and -o FILE writes all")
    assert terminal.process.wait(60) == 0


def test_at_a_terminal_what_is_not_for_a_shell_is_said(at_home, at_terminal):
    for arguments, message in [
        (["--untrusted"], "--untrusted takes one select; give it, or --file"),
        (["-o", "a.csv"], "--output is for a statement or a file; in the shell write .output"),
        (["-f", "parquet"], "no format 'parquet' for the screen; there are: table, csv, tsv, "),
    ]:
        terminal = at_terminal("sql", *arguments)
        terminal.until(f"error: {message}")
        assert terminal.process.wait(60) == 2
