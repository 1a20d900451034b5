"""Imports run from the command line down to the engine, and never back."""

import ast
import subprocess
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from helpers.modules import MODULES, PARTS, imports

# Imported by all, and importing none.
BELOW = {"caches", "catalogue", "causes", "lazy", "leaving", "packed"}
ALLOWED = {
    **{name: {name} for name in BELOW},
    "engine": {"engine"} | BELOW,
    "tables": {"tables"} | BELOW,
    "pipelines": {"pipelines", "engine", "tables"} | BELOW,
    "queries": {"queries", "engine", "tables"} | BELOW,
    "api": {"api", "pipelines", "queries", "engine", "tables"} | BELOW,
    "web": {"web", "api", "pipelines", "queries", "engine", "tables"} | BELOW,
    "results": {"api", "queries"} | BELOW,
    "commands": set(PARTS) - {"__main__", "cli", "api", "results"},
    "cli": set(PARTS) - {"__main__", "api", "web", "results"},
    "__main__": {"causes", "commands", "cli", "leaving"},
}
# What the engine needs no more than numpy and numba for, and `pokerlake --help` must not wait for.
NOT_IN_ENGINE = {"duckdb", "pandas", "polars", "pyarrow", "rich", "typer"}
SLOW = {"duckdb", "fsspec", "numba", "numpy", "pandas", "polars", "pyarrow", "s3fs"}


def test_modules_are_found():
    assert {name.split(".")[1] for name in MODULES} == set(PARTS)
    assert all(path.is_file() for path in MODULES.values())


def test_relative_and_nested_imports_are_seen(tmp_path):
    path = tmp_path / "twin.py"
    path.write_text(
        "import numpy as np\n"
        "def lazy():\n"
        "    from .. import tables\n"
        "    from ..tables.classes import SCHEMA\n"
        "    from pokerlake import cli\n"
    )
    assert imports("pokerlake.engine.twin", path) == {
        "numpy",
        "pokerlake.tables",
        "pokerlake.tables.classes.SCHEMA",
        "pokerlake.cli",
    }


def test_import_direction():
    parts = {
        name: {
            imported.split(".")[1]
            for imported in imports(name, path)
            if imported.startswith("pokerlake.")
        }
        for name, path in MODULES.items()
    }
    wrong = {name: found - ALLOWED[name.split(".")[1]] for name, found in parts.items()}
    assert {name: found for name, found in wrong.items() if found} == {}


def tops(name):
    """The packages that a module imports."""
    return {imported.split(".")[0] for imported in imports(name, MODULES[name])}


def test_no_module_is_imported_by_its_bare_name():
    """`import engine` works in the checkout's root, and nowhere else."""
    wrong = {name: tops(name) & set(PARTS) for name in MODULES}
    assert {name: found for name, found in wrong.items() if found} == {}


def test_a_part_imports_itself_by_dots_and_others_by_name():
    """So a reader sees at the line whether an import leaves engine/, tables/, ..."""
    wrong = {
        (name, line.strip())
        for name, path in MODULES.items()
        for line in path.read_text("utf-8").splitlines()
        if line.lstrip().startswith(f"from {'.'.join(name.split('.')[:2])}")
        and not line.lstrip().startswith("from pokerlake.cli")
        # What is pickled with its code belongs to no module.
        and line.strip() != "from pokerlake.pipelines.cluster.on_worker import call as called"
    }
    assert wrong == set()


def test_engine_knows_no_frame_no_sql_no_terminal():
    wrong = {name: tops(name) & NOT_IN_ENGINE for name in MODULES if ".engine" in name}
    assert {name: found for name, found in wrong.items() if found} == {}


def test_no_file_is_over_700_lines():
    files = [*MODULES.values(), *Path(__file__).parents[1].rglob("*.py")]
    lengths = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in files}
    assert {path: length for path, length in lengths.items() if length > 700} == {}


def test_command_line_starts_without_the_slow_libraries():
    code = "import sys, pokerlake.cli; print(*sys.modules)"
    output = subprocess.check_output([sys.executable, "-P", "-c", code], text=True)
    loaded = set(output.split())
    assert "pokerlake.cli" in loaded
    assert loaded & SLOW == set()


def test_commands_do_not_wait_for_pandas():
    """pyarrow would load it for any array that is made of a list."""
    code = (
        "import sys; sys.argv[1:] = ['evaluate', 'AsKsQsJsTs']\n"
        "try:\n    from pokerlake.cli import app; app()\n"
        "except SystemExit: import pyarrow; print('pandas' in sys.modules)"
    )
    output = subprocess.check_output([sys.executable, "-P", "-c", code], text=True)
    assert output.splitlines()[-1] == "False"


def test_the_page_is_served_by_a_process_that_loads_no_engine():
    """Its own processes answer; this one has to begin in a moment and to stay small."""
    code = (
        "import sys; from pathlib import Path\n"
        "from pokerlake.web import Settings, application, serve\n"
        "application(Settings(Path('.')))\n"
        "print(*sys.modules)"
    )
    loaded = subprocess.check_output([sys.executable, "-P", "-c", code], text=True).split()
    assert "pokerlake.web.questions.showdowns.equity" in loaded
    assert set(loaded) & SLOW == set()


def test_help_of_serve_waits_for_no_library_of_the_page():
    code = (
        "import sys; sys.argv[1:] = ['serve', '--help']\n"
        "try:\n    from pokerlake.cli import app; app()\n"
        "except SystemExit: print(*sys.modules)"
    )
    output = subprocess.check_output([sys.executable, "-P", "-c", code], text=True)
    assert "--port" in output
    assert set(output.split()) & {*SLOW, "fastapi", "starlette", "uvicorn"} == set()


def test_a_lake_on_a_disk_needs_no_library_of_stores(lake):
    code = (
        "import sys; import pokerlake as pk; "
        f"pk.connect({str(lake)!r}).sql('from classes').fetchall(); pk.tables({str(lake)!r}); "
        f"sys.argv = ['pokerlake', 'tables', '--lake', {str(lake)!r}]\n"
        "from pokerlake.cli import app\n"
        "try: app()\n"
        "except SystemExit as end: assert not end.code, end\n"
        "print(*sys.modules)"
    )
    output = subprocess.check_output([sys.executable, "-P", "-c", code], text=True)
    assert set(output.split()) & {"fsspec", "s3fs", "aiobotocore"} == set()


def test_a_result_that_is_only_shown_does_not_wait_for_duckdb():
    code = "import sys, pokerlake.queries.files.write; print('duckdb' in sys.modules)"
    assert subprocess.check_output([sys.executable, "-P", "-c", code], text=True) == "False\n"


def test_benchmarks_import_what_is_there(checkout):
    """They run for minutes, so that no test runs them."""
    missing = {
        (path.name, node.module, name.name)
        for path in sorted((checkout / "benchmarks").glob("*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("pokerlake")
        for name in node.names
        if not hasattr(import_module(node.module), name.name)
        and find_spec(f"{node.module}.{name.name}") is None
    }
    assert missing == set()
